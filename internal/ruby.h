/*
 * ruby.h - the door: the command line, loading, and the end of the process.
 *
 * Owns      declarations of ruby.c, boot/exit.c, load.c.
 * Uses      vm.h
 */
#ifndef FACET_INTERNAL_RUBY_H
#define FACET_INTERNAL_RUBY_H

#include "internal/string.h"
#include "internal/vm.h"

/* ruby.c */
int ruby_run(int argc, char **argv); /* everything; the exit status */
extern VALUE ruby_script_name;       /* $0 */
/* What ruby_run consists of, for programs that embed Ruby (boot/embed.c). */
void ruby_boot(void);           /* the core; once in a process */
void ruby_push_load_path(void); /* the standard library's folders */
/* Options and program: libraries loaded, *iseq the program's or nil; the exit status that this alone would give, -1: $! tells it. */
int ruby_read_program(int argc, char **argv, VALUE *iseq);
VALUE ruby_run_main(VALUE iseq);

/* boot/exit.c: how the process ends */
/* Calls fn(arg) under protection; what it raises decides the status (SystemExit, a signal, an error printed). */
int ruby_protect_main(VALUE (*fn)(VALUE), VALUE arg);
/* at_exit blocks, finalizers; the final status. */
int ruby_finish(int status);
/* The thread or fiber that forked has come to its end, with this state of rb_protect: the child ends. */
NORETURN void ruby_end_forked(int state);

/* inits.c */
void rb_call_inits(void);

/* load.c */
/* Is the file that `require name` means being loaded?  *by: the thread that does. */
bool feature_being_loaded(VALUE name, VALUE *by);
void load_after_fork(void); /* in the child */
VALUE rb_get_load_path(void);
VALUE load_main_from_file(VALUE path); /* a program, compiled */

#endif
