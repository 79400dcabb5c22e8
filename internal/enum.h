/*
 * enum.h - what Enumerable shares with Array, Range and Struct.
 *
 * Owns      the running sum.
 * Uses      numeric.h
 * Checked   test/test_enumerable.rb
 */
#ifndef FACET_INTERNAL_ENUM_H
#define FACET_INTERNAL_ENUM_H

#include "internal/numeric.h"

/* Integers and Rationals add exactly; from the first Float on, a compensated sum (Kahan-Babuska-Neumaier); anything else
 * by +.  A state lies on the C stack, so its values are seen by the collector. */
struct sum_state {
    VALUE v;        /* the sum so far, without `small` */
    intptr_t small; /* Fixnums added up, while exact */
    double f, c;    /* the float sum and what it has lost */
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

/* The n least (or greatest) elements, by <=> or the block, or by the block's keys; as Enumerable#min(n) and its kin. */
VALUE enum_each_list(VALUE obj, int argc, const VALUE *argv); /* to_a through each; values of several are packed */

#endif
