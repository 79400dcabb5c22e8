/*
 * signal.h - signals, as the VM sees them.
 *
 * Uses      vm.h
 */
#ifndef FACET_INTERNAL_SIGNAL_H
#define FACET_INTERNAL_SIGNAL_H

#include "internal/value.h"

void signal_run_pending(void);                  /* the main thread, at a safe point: runs traps, raises.  calls, raises */
void signal_run_exit_trap(void);                /* trap("EXIT"), once, before the at_exit blocks.  calls, raises */
void signal_finish(void);                       /* from here on SIGINT, unless it is ignored, ends the process at once */
bool signal_in_trap_p(void);                    /* is a trap handler running? */
void signal_after_fork(void);                   /* in the child */
void signal_alt_stack(void *mem, size_t bytes); /* the calling thread's stack for crashes; mem stays its owner's */

#endif
