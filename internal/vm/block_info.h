/*
 * vm/block_info.h - what a C iterator asks about the block it was given.
 *
 * Uses      vm.h (block handlers)
 * Checked   test/test_block.rb
 */
#ifndef FACET_INTERNAL_BLOCK_H
#define FACET_INTERNAL_BLOCK_H

#include "internal/value.h"

/* Of the running C method's block: as Proc#arity and Proc#lambda? tell.  pure.  0 and false without a block. */
int block_arity(void);
/* Fewest values the block has parameters for, and in *max the most (UNLIMITED_ARGUMENTS). */
int block_min_max(int *max);
/* Yielding a, b as two values is the same as yielding [a, b]: no lambda, and at least two required parameters.  pure. */
bool block_takes_pair(void);
bool block_handler_takes_pair(VALUE handler);
/* Yields [a, b], without making the Array when the block cannot tell. */
VALUE block_yield_pair(VALUE a, VALUE b, bool takes_pair);
/* Yields v; a lambda of several parameters gets the elements of an Array (Enumerable#map and its kin). */
VALUE block_yield_spread(VALUE v);

/*
 * Make recv's method `mid` a level of its own in backtraces while the running C method does its work: blocks stay those of
 * the running method.  vm_enter_inner returns NULL, and does nothing, if the method is not the core's.  vm_leave_inner takes
 * what it returned otherwise; an exception needs no leaving.
 */
VALUE *vm_enter_inner(VALUE recv, ID mid);
void vm_leave_inner(VALUE *fp);

#endif
