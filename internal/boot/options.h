/*
 * boot/options.h - the command line, read.
 *
 * Owns      struct ruby_options.
 */
#ifndef FACET_INTERNAL_RUBY_OPTIONS_H
#define FACET_INTERNAL_RUBY_OPTIONS_H

#include "internal/jit.h"
#include "internal/vm.h"
#include "internal/vm/profile.h"

struct ruby_options {
    VALUE e_script;            /* String of all -e lines; 0 */
    VALUE libraries, includes; /* -r, -I: Arrays of Strings */
    const char *script;        /* file; NULL: standard input */
    bool script_is_stdin;      /* it was named "-" */
    int argc;                  /* the rest, for ARGV */
    char **argv;
    bool check_syntax, loop_n, loop_p, line_end, autosplit, switches_s, search_S, skip_x, version, version_switches,
        copyright;
    bool help_short, help_long, verbose_flag, dump_insns, do_work_off;
    bool parse_log;       /* -y: of a parser that we lack, so nothing is printed, and nothing runs */
    const char *chdir_x;  /* -xDIR */
    const char *split;    /* -F */
    const char *inplace;  /* -i; "" without extension; NULL */
    const char *heap_map; /* --heap-map: where the heap is drawn at the end; NULL */
    const char *gc_log;   /* --gc-log: "" is standard error; NULL */
    struct profile_options profile;
    const char *ext_enc, *int_enc;
    const char *source_enc; /* -K; NULL */
    int rs;                 /* -0: -1 not given, else octal value; 0777 slurp */
    int output_rs;          /* -l: as rs */
    bool rs_given;
    int warn_level;            /* -1 default, 0 1 2 */
    bool debug, deprecated;    /* deprecated: set by -w and -v, not by -d and --verbose */
    long backtrace_limit;      /* -1 none */
    int frozen_string_literal; /* -1, 0, 1 */
    bool located_literals;     /* --debug-frozen-string-literal, --debug */
    bool gems, error_highlight, did_you_mean, syntax_suggest, rubyopt;
    bool in_rubyopt;
    /* Options that the command line has set: RUBYOPT does not change them. */
    struct {
        bool encodings, warning, deprecated, limit, frozen, crash_report;
        unsigned features; /* bits of its features */
    } said;
    const char *program; /* argv[0] */
    bool call_stats;
    enum jit_mode jit; /* --jit, --yjit, --enable=jit, --disable=jit */
};

/* Reads switches from argv[1].. ; raises RuntimeError/ prints and exits as CRuby does for wrong ones. */
void ruby_options_parse(struct ruby_options *o, int argc, char **argv);
/* RUBYOPT: the few switches it may have.  raises "invalid switch in RUBYOPT: -x". */
void ruby_options_env(struct ruby_options *o, const char *text);
/* Reads the switches of a script's first line, the n bytes of "#!...ruby -w -Ku".  Returns whether it has any. */
bool ruby_options_shebang(struct ruby_options *o, const char *line, size_t n);
void ruby_print_usage(bool full, const char *name);

#endif
