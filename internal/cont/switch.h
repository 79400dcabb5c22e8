/*
 * cont/switch.h - changing machine stacks.
 *
 * Owns      the layout of a stack that does not run: callee-saved registers, then the address where it continues.
 * Checked   test/test_fiber.rb (fibers), test/test_stack.rb
 */
#ifndef FACET_INTERNAL_CONT_SWITCH_H
#define FACET_INTERNAL_CONT_SWITCH_H

#include "internal/compiler.h"

/* Saves the registers that a C function must keep on the running stack, its pointer in *save, and goes on with the stack
 * that load came from (of cont_swap or cont_prepare). */
void cont_swap(void **save, void *load);
/* Prepares a new stack, whose first switch enters entry(), which never returns. high_end: one past its last byte.
 * Returns the pointer that cont_swap loads. */
void *cont_prepare(void *high_end, void (*entry)(void));

#endif
