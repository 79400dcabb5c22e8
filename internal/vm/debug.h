/*
 * vm/debug.h - stacks of frames for a sampling profiler.
 *
 * Owns      declarations of vm/debug.c; no state.
 * Uses      vm.h
 * DEBUG-1   debug_frames() and debug_frame_p() allocate nothing and read mapped memory only, so that a signal handler
 *           may call them on the thread that runs the context.
 * Checked   test/test_profile.rb
 */
#ifndef FACET_INTERNAL_VM_DEBUG_H
#define FACET_INTERNAL_VM_DEBUG_H

#include "internal/vm.h"

/* Describes one level of a stack: a C method (iseq 0), or code (me 0 outside methods). */
struct debug_frame {
    VALUE me;   /* struct method_entry; 0 */
    VALUE iseq; /* 0 */
    int line;   /* 0 for a C method */
};

/* Returns whether fp looks like a Ruby frame of ec that executes the instruction at pc. */
bool debug_frame_p(const ec_t *ec, VALUE *fp, const cell *pc);
/* Writes the levels to `out`, the innermost first, and returns their number.  Begins at the published state, or at (fp, pc) if fp
 * is not NULL.  Sets *cut if there are more than `limit`. */
unsigned debug_frames(ec_t *ec, VALUE *fp, const cell *pc, unsigned limit, struct debug_frame *out, bool *cut);
/* Returns the name of a level: "Foo#bar", "block in Foo#bar", "<main>".  allocates */
VALUE debug_frame_label(const struct debug_frame *frame);

#endif
