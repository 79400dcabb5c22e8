# progress.mk - the line that `make` prints for each object, and the seconds at the end.
#
#   PROGRESS_OBJECTS   objects (set before this file is included)
#   $(call say,WORD,SOURCE)   a command for the recipe of an object: prints WORD and SOURCE's path below srcdir
#   $(say_end)                a command for the recipe of a goal: prints its name, and the seconds since make began
#
# On a terminal, an object that did not exist when make began has its number among those, as in `[ 12/420] CC    gc.c`.  An object that
# exists and is compiled again has none: make finds out one by one which those are, so their total is unknown.
#
# Owns      PROGRESS_ABSENT, PROGRESS_MADE, PROGRESS_START.
# Uses      srcdir and V of the Makefile: with V=1 the commands are printed instead.
# PROGRESS-1  Without a terminal as standard output, or with the variable CI in the environment, each line is `  WORD  SOURCE` and the
#             seconds are left out: the output of two equal builds is equal.
# PROGRESS-2  A build starts no process for a line: the shell of the recipe prints it.
# Checked   test/test_build_progress.rb
PROGRESS_START := $(shell date +%s)
PROGRESS_ABSENT := $(filter-out $(wildcard $(PROGRESS_OBJECTS)),$(PROGRESS_OBJECTS))
PROGRESS_MADE =
progress_shown = [ -t 1 ] && [ -z "$${CI-}" ]

say = $(if $(filter 1,$(V)),:,$(if $(filter $@,$(PROGRESS_ABSENT)),$(eval PROGRESS_MADE += $@)$(progress_numbered),$(progress_plain)))
progress_source = $(patsubst $(srcdir)/%,%,$2)
progress_plain = printf '  %-5s %s\n' $1 '$(progress_source)'
progress_numbered = if $(progress_shown); then \
	printf '[%3d/%d] %-5s %s\n' $(words $(PROGRESS_MADE)) $(words $(PROGRESS_ABSENT)) $1 '$(progress_source)'; else $(progress_plain); fi
say_end = if $(progress_shown); then echo "$@: up to date after $$(($$(date +%s) - $(PROGRESS_START))) s"; fi
