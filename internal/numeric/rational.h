/*
 * numeric/rational.h - exact fractions, for those who build or read them.
 *
 * Uses      numeric.h (struct rrational), numeric/bignum.h
 * RAT-1     num and den are Integers without a common factor, den > 0; the object is frozen.
 * Checked   rational_verify() by gc_verify, test/test_rational.rb
 */
#ifndef FACET_INTERNAL_RATIONAL_H
#define FACET_INTERNAL_RATIONAL_H

#include "internal/numeric/bignum.h"

static inline bool
val_rational_p(VALUE v)
{
    return val_type_p(v, T_RATIONAL);
}
VALUE rational_raw(VALUE num, VALUE den);        /* RAT-1 must hold already */
VALUE rational_with_class(VALUE klass, VALUE r); /* r, or a copy of klass if it is a Rational of another class */
VALUE rational_new(VALUE num, VALUE den);        /* Integers; reduced.  raises ZeroDivisionError */
VALUE rational_add(VALUE a, VALUE b), rational_sub(VALUE a, VALUE b), rational_mul(VALUE a, VALUE b); /* Rationals */
VALUE rational_div(VALUE a, VALUE b); /* raises ZeroDivisionError */
int rational_cmp(VALUE a, VALUE b);
VALUE rational_of(VALUE v); /* an Integer, Float or Rational as a Rational; FloatDomainError */
double rational_to_double(VALUE r);
VALUE rational_floor_i(VALUE r), rational_ceil_i(VALUE r), rational_truncate_i(VALUE r);
VALUE rational_round_i(VALUE r, enum round_half half);
VALUE flo_to_r(VALUE x); /* exact */

/* The methods of Rational, with any operand. */
VALUE rational_m_plus(VALUE x, VALUE y), rational_m_minus(VALUE x, VALUE y), rational_m_mul(VALUE x, VALUE y);
VALUE rational_m_div(VALUE x, VALUE y), rational_m_pow(VALUE x, VALUE y), rational_m_cmp(VALUE x, VALUE y);
VALUE num_quo(VALUE x, VALUE y); /* Numeric#quo: exact unless a Float takes part */

/*
 * Reads a Rational from text: [sign] number [/ number], each number with optional fraction and exponent.
 *   used      bytes that belong to it, leading white space included; 0 if there is none
 * Returns    the Rational; nil when the denominator is 0
 * Effects    allocates, raises (ArgumentError "exponent is too large")
 */
VALUE rational_parse(const char *p, size_t len, size_t *used);
VALUE rational_parse_str(VALUE str, bool strict, bool raise); /* strict: the whole String.  nil if not and !raise. */

#endif
