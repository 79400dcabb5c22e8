/*
 * ruby.h - the door: the command line, loading, and the end of the process.
 *
 * Owns      declarations of ruby.c, boot/inits.c.
 * Uses      vm.h
 */
#ifndef FACET_INTERNAL_RUBY_H
#define FACET_INTERNAL_RUBY_H

#include "internal/string.h"
#include "internal/vm.h"

/* ruby.c */
int ruby_run(int argc, char **argv); /* everything; the exit status */
extern VALUE ruby_script_name;       /* $0 */
/* The steps of ruby_run, for programs that embed Ruby (boot/embed.c). */
void ruby_boot(void);           /* the core; once in a process */
void ruby_push_load_path(void); /* the standard library's folders */
/* Reads the options and the program, and loads libraries.  *iseq is the program's code or nil.  Returns the exit status
 * of that alone, or -1 if $! has it. */
int ruby_read_program(int argc, char **argv, VALUE *iseq);
VALUE ruby_run_main(VALUE iseq);

/* boot/inits.c */
void rb_call_inits(void);

#endif
