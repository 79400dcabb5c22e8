/*
 * object/compare.h - == and <=> of any two values as the collections use them: core types without a method call.
 *
 * Uses      string.h, numeric.h
 * EQUAL-1   An object equals itself, whatever its == returns (rb_equal's rule; NaN in an Array, for one).
 * EQUAL-2   A fast path is taken only when the method is the one that the core defined. cmp_basic() tests this once
 *           for a whole loop.  The result is wrong only if the loop's own code redefines the method.
 * Checked   test/test_compare.rb
 */
#ifndef FACET_INTERNAL_COMPARE_H
#define FACET_INTERNAL_COMPARE_H

#include "internal/numeric.h"
#include "internal/string.h"
#include <string.h>

/* a == b.  calls. */
extern bool obj_eq_redefined; /* == of a core class that these know is no longer the core's */
bool obj_equal_slow(VALUE a, VALUE b);
static ALWAYS_INLINE bool
obj_equal(VALUE a, VALUE b)
{
    if (a == b) return true;
    if (val_fix2_p(a, b) && LIKELY(!obj_eq_redefined)) return false;
    return obj_equal_slow(a, b);
}

/* Classes whose <=> needs no call.  A bit is set when the class has the core's own <=>. */
enum { CMP_INT = 1, CMP_STR = 2, CMP_FLO = 4 };
unsigned cmp_basic(void);

/* a <=> b as -1, 0, 1.  raises ArgumentError "comparison of X with Y failed".  calls. */
int obj_cmp_slow(VALUE a, VALUE b, unsigned basic);
static ALWAYS_INLINE int
obj_cmp(VALUE a, VALUE b, unsigned basic)
{
    if (val_fix2_p(a, b) && (basic & CMP_INT)) return ((intptr_t)a > (intptr_t)b) - ((intptr_t)a < (intptr_t)b);
    return obj_cmp_slow(a, b, basic);
}
int str_cmp_bytes(VALUE a, VALUE b); /* String#<=> of two Strings */

/* Finds the least (sign 1) or greatest (sign -1) of best and p[0], p[1] and so on, the first of equals.  Stops at the
 * first value of another kind than best (Fixnums, flonums, plain Strings, whose <=> is the core's).
 * Returns    how many of the n were looked at; best is changed in place
 * Effects    pure */
size_t obj_extreme_run(const VALUE *p, size_t n, int sign, unsigned basic, VALUE *best);

/* Returns the first eight bytes of a String, most significant first, then zeros.  Two different keys order as the
 * bytes do. */
static inline uint64_t
str_order_key(VALUE s)
{
    const unsigned char *p = (const unsigned char *)str_ptr(s);
    size_t n = str_len(s);
    uint64_t k = 0;
    uint32_t first, last;
    if (n >= 8) {
        memcpy(&k, p, 8);
        return __builtin_bswap64(k);
    }
    if (n >= 4) { /* two words that overlap */
        memcpy(&first, p, 4);
        memcpy(&last, p + n - 4, 4);
        return (uint64_t)__builtin_bswap32(first) << 32 | (uint32_t)((uint64_t)__builtin_bswap32(last) << 8 * (8 - n));
    }
    for (size_t i = 0; i < n; i++) k |= (uint64_t)p[i] << (56 - 8 * i);
    return k;
}

/* v.dig(argv...): Array, Hash and Struct without a call.  raises TypeError "X does not have #dig method".  calls. */
/* Returns the name of v's type for messages: nil, true, false by themselves, else the class. */
VALUE obj_type_name(VALUE v);
/* KeyError with #receiver and #key.  raises. */
NORETURN COLD void key_error_raise(VALUE message, VALUE receiver, VALUE key);
VALUE obj_dig(int argc, VALUE *argv, VALUE v);

#endif
