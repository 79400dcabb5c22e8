/*
 * range.h - how a Range lies in memory, and what counts along one.
 *
 * Owns      the layout of a Range: T_STRUCT with three members, as CRuby has it (Marshal and the C API show it).
 * Uses      numeric.h
 * RANGE-1   A Range made by range_new or Range.new has comparable ends (or nil); Range.allocate's has nil, nil, nil.
 * RANGE-2   Ranges of class Range itself are frozen from birth.
 * Checked   test/test_range.rb
 */
#ifndef FACET_INTERNAL_RANGE_H
#define FACET_INTERNAL_RANGE_H

#include "internal/class.h"
#include "internal/gc.h"
#include "internal/struct.h"
#include "ruby/ruby.h"

/* 0       8      16     24     32 */
/* +-------+------+------+------+  */
/* |header | beg  | end  | excl |  */
/* +-------+------+------+------+  */
struct rrange {
    struct obj_header hdr; /* T_STRUCT */
    VALUE beg, end;
    VALUE excl; /* true, false; nil until initialized */
};
_Static_assert(sizeof(struct rrange) == OBJ_HEADER_BYTES + 24, "drawing above");

static inline struct rrange *
rrange(VALUE r)
{
    return (struct rrange *)r;
}
static inline VALUE
range_beg(VALUE r)
{
    return rrange(r)->beg;
}
static inline VALUE
range_end(VALUE r)
{
    return rrange(r)->end;
}
static inline bool
range_excl(VALUE r)
{
    return RTEST(rrange(r)->excl);
}
bool val_range_p(VALUE v); /* an instance of Range or a subclass */
/* beg..end, whose ends are known to be comparable (literals of Integers, nil); else rb_range_new.  allocates. */
VALUE range_new(VALUE beg, VALUE end, bool exclude_end);

/* Computes init + the sum of a range of Integers, by formula.  Returns false if range is of other values, or if its
 * each is redefined. */
bool range_sum_integers(VALUE range, VALUE init, VALUE *sum);
/* Finds where first..last begins in len elements, and how many it has.  Returns false if it begins outside. err is
 * that of rb_range_beg_len: 0 and 2 cut elements behind the end.  calls (to_int), raises TypeError, RangeError. */
bool range_clip(VALUE first, VALUE last, bool excl, long len, int err, long *begp, long *lenp);
int range_order(VALUE a, VALUE b);              /* a <=> b: -1, 0, 1; 2 when they do not compare.  calls. */
NORETURN void range_cannot_iterate(VALUE from); /* TypeError "can't iterate from X" */

/* Returns an Enumerator::ArithmeticSequence for recv.meth(*argv) that counts beg, beg + step ... end
 * (enumerator.c). */
VALUE arith_seq_new(VALUE recv, VALUE meth, int argc, const VALUE *argv, rb_enumerator_size_func *size, VALUE beg, VALUE end,
                    VALUE step, bool exclude_end);
bool arith_seq_p(VALUE v);

#endif
