/*
 * boot/exit.h - how the process ends.
 *
 * Owns      declarations of boot/exit.c.
 * Uses      thread.h, signal.h
 */
#ifndef FACET_INTERNAL_BOOT_EXIT_H
#define FACET_INTERNAL_BOOT_EXIT_H

#include "internal/value.h"

/* Calls fn(arg) under protection; its exception decides the status (SystemExit, a signal, an error printed). */
int ruby_protect_main(VALUE (*fn)(VALUE), VALUE arg);
/* at_exit blocks, finalizers; the final status. */
int ruby_finish(int status);
VALUE ruby_flush_std(VALUE unused); /* writes the buffers of $stdout and $stderr; for rb_protect */
/* Ends the child process when the thread or fiber that forked has ended, with this state of rb_protect. */
NORETURN void ruby_end_forked(int state);
/* Ends the child process when the block of fork has ended. */
NORETURN void ruby_end_child_block(int state);

#endif
