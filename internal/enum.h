/*
 * enum.h - what Enumerable shares with Array, Range and Struct.
 *
 * Owns      the running sum.
 * Uses      numeric.h
 * Checked   test/test_enumerable.rb
 */
#ifndef FACET_INTERNAL_ENUM_H
#define FACET_INTERNAL_ENUM_H

#include "internal/memo.h"
#include "internal/numeric.h"

/* A sum.  Integers and Rationals are added exactly, from the first Float on by a compensated sum
 * (Kahan-Babuska-Neumaier), and anything else by +.  A state lies on the C stack, so the collector sees its values. */
struct sum_state {
    VALUE v;        /* the sum so far, without `small` */
    intptr_t small; /* Fixnums added up, while exact */
    double f, c;    /* the float sum and its compensation */
    enum sum_mode { SUM_EXACT, SUM_FLOAT, SUM_ANY } mode;
};
void sum_begin(struct sum_state *s, VALUE init);
void sum_add_slow(struct sum_state *s, VALUE v);
static ALWAYS_INLINE void
sum_add(struct sum_state *s, VALUE v)
{
    intptr_t t;
    if (LIKELY(s->mode == SUM_EXACT && val_fix_p(v)) && !__builtin_add_overflow(s->small, fix_int(v), &t)) {
        s->small = t;
        return;
    }
    sum_add_slow(s, v);
}
VALUE sum_end(struct sum_state *s);

/* ---- shared by enum*.c ---- */

/* Returns the values that `each` yielded as one value: nil, the value, or an Array of several. */
static inline VALUE
enum_pack(int argc, const VALUE *argv)
{
    return argc == 1 ? argv[0] : rb_enum_values_pack(argc, argv);
}
/* Yields to the running method's block what `each` yielded: none, one, or an Array (spread for a lambda) of several. */
VALUE enum_yield(int argc, VALUE packed);
/* to_a through each(*argv). */
VALUE enum_to_a(VALUE obj, int argc, const VALUE *argv);
/* Returns Enumerable's size of obj, or nil if it is unknown. */
VALUE enum_size(VALUE obj, VALUE args, VALUE eobj);
/* Handles one element: argc, argv are the values that `each` yielded.  Returns ENUM_STOP to end the loop. */
typedef VALUE enum_fn(int argc, const VALUE *argv, void *state);
#define ENUM_STOP Qundef
/* obj.each(*argv), with fn as the block.  An Array, Hash or Range of Fixnums whose `each` is the core's is walked without a
 * call; else the state is moved to a memo (memo.h) for the call.  min, max: the arity that each may see.  calls. */
void enum_each_state(VALUE obj, int argc, const VALUE *argv, int min, int max, enum_fn *fn, void *state, size_t bytes);
#define enum_each(obj, fn, state) enum_each_state((obj), 0, NULL, 0, UNLIMITED_ARGUMENTS, (fn), (state), sizeof *(state))
#define enum_each_with(obj, argc, argv, fn, state) \
    enum_each_state((obj), (argc), (argv), 0, UNLIMITED_ARGUMENTS, (fn), (state), sizeof *(state))
/* Returns an Enumerator that runs fn(yielder, data) for `each`. */
VALUE enumerator_from_fn(rb_block_call_func_t fn, VALUE data);
VALUE enumerator_yielder_push(VALUE yielder, VALUE v); /* yielder << v */
void Init_enum_fold(void), Init_enum_slice(void);

#endif
