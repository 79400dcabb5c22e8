/*
 * memo.h - the state of a C block, where it outlives the C frame that made it.
 *
 * Owns      T_IMEMO, IMEMO_MEMO.
 * MEMO-1    A block may be kept (def each(&b) = @b = b) and called when the method that gave it is long over: its state must
 *           not lie on the C stack.  memo_call() moves it to the heap for the call and copies it back after.
 * MEMO-2    A memo's words are scanned conservatively, and it is unprotected: C writes to it without barriers.
 * Checked   test/test_enumerable.rb
 */
#ifndef FACET_INTERNAL_MEMO_H
#define FACET_INTERNAL_MEMO_H

#include "internal/gc.h"

/* Returns a memo with a copy of `bytes` of state, or zeroes if state is NULL. allocates. */
VALUE memo_new(const void *state, size_t bytes);
/* Returns the state of a memo.  Valid while the memo lives. */
void *memo_body(VALUE memo);
/* obj.mid(*argv) with the C block fn, whose second argument is a memo of state; state is updated when the call returns. */
VALUE memo_call(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t fn, void *state, size_t bytes);

#endif
