/*
 * vm/block_info.h - facts for a C iterator about the block it was given.
 *
 * Uses      vm.h (block handlers)
 * Checked   test/test_block.rb
 */
#ifndef FACET_INTERNAL_BLOCK_H
#define FACET_INTERNAL_BLOCK_H

#include "internal/value.h"

/* Returns the arity of the running C method's block, as Proc#arity does, or 0 without a block.  pure */
int block_arity(void);
/* Returns the fewest values that the block has parameters for, and stores the most in *max (UNLIMITED_ARGUMENTS). */
int block_min_max(int *max);
/* Returns whether yielding a, b as two values is the same as yielding [a, b]: the block is not a lambda and has at
 * least two required parameters.  pure. */
bool block_takes_pair(void);
bool block_handler_takes_pair(VALUE handler);
/* Yields [a, b].  Makes no Array if takes_pair, when it makes no difference to the block. */
VALUE block_yield_pair(VALUE a, VALUE b, bool takes_pair);
/* Yields v.  A lambda of several parameters gets the elements of an Array (Enumerable#map and similar methods). */
VALUE block_yield_spread(VALUE v);

/*
 * Makes recv's method `mid` a level of its own in backtraces while the running C method does its work.  Blocks stay
 * those of the running method. vm_enter_inner returns NULL, and does nothing, if the method is not the core's.
 * vm_leave_inner takes what it returned otherwise; an exception needs no leaving.
 */
VALUE *vm_enter_inner(VALUE recv, ID mid);
void vm_leave_inner(VALUE *fp);

#endif
