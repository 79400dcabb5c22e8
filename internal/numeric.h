/*
 * numeric.h - numbers on the heap, and the VM's fast way to arithmetic.
 *
 * Owns      the layouts of T_FLOAT, T_BIGNUM, T_RATIONAL, T_COMPLEX.
 * NUM-1     A Bignum is normalised: never fits a Fixnum, its highest limb is not 0.
 * NUM-2     A Float that fits a flonum is one.
 * Checked   big_verify() by gc_verify, test/test_integer.rb, test_float.rb
 */
#ifndef FACET_INTERNAL_NUMERIC_H
#define FACET_INTERNAL_NUMERIC_H

#include <math.h>
#include "internal/class.h"
#include "internal/gc.h"

struct rfloat {
    struct obj_header hdr;
    double value;
};

#define FLONUM_ZERO ((VALUE)0x8000000000000002ul)
/* Flonum: doubles of middling exponent, rotated so that the low two bits become the tag. */
static ALWAYS_INLINE double
flonum_value(VALUE v)
{
    if (v == FLONUM_ZERO) return 0.0;
    union {
        VALUE v;
        double d;
    } u;
    VALUE b63 = v >> 63;
    u.v = (2 - b63) | (v & ~(VALUE)3);
    u.v = (u.v >> 3) | (u.v << 61);
    return u.d;
}
/* Returns whether one is a Fixnum and the other a flonum. */
static ALWAYS_INLINE bool
val_fix_flonum_p(VALUE a, VALUE b)
{
    return (val_fix_p(a) && val_flonum_p(b)) || (val_flonum_p(a) && val_fix_p(b));
}
/* Returns the double of a Fixnum or a flonum, rounded if the Fixnum has more than 53 bits. */
static ALWAYS_INLINE double
immediate_double(VALUE v)
{
    return val_fix_p(v) ? (double)fix_int(v) : flonum_value(v);
}
/* Returns whether the Fixnum among the two, of which the other is a flonum, is exactly a double: comparisons are of exact values. */
static ALWAYS_INLINE bool
fix_exact_p(VALUE a, VALUE b)
{
    intptr_t n = fix_int(val_fix_p(a) ? a : b);
    return n >= -((intptr_t)1 << 53) && n <= (intptr_t)1 << 53;
}
/* Returns the quotient. 0.0 / 0.0 is the positive NaN, where the processor computes its negative one. */
static ALWAYS_INLINE double
double_quotient(double x, double y)
{
    return UNLIKELY(y == 0.0 && x == 0.0) ? (double)NAN : x / y;
}
/* Returns the negated flonum, whose sign is bit 2.  Returns Qundef for 0.0, because -0.0 is not a flonum. */
static ALWAYS_INLINE VALUE
flonum_negated(VALUE v)
{
    return v == FLONUM_ZERO ? Qundef : v ^ 4;
}
static ALWAYS_INLINE double
float_value(VALUE v) /* a Float, either form */
{
    return val_flonum_p(v) ? flonum_value(v) : ((struct rfloat *)v)->value;
}
/* Returns the flonum of d, or Qundef if d has none.  pure */
static ALWAYS_INLINE VALUE
float_leaf(double d)
{
    union {
        double d;
        VALUE v;
    } u;
    u.d = d;
    unsigned bits = (unsigned)(u.v >> 60) & 7;
    if (LIKELY(u.v != 0x3000000000000000ul && (bits == 3 || bits == 4))) {
        VALUE r = (u.v << 3) | (u.v >> 61);
        return (r & ~(VALUE)3) | 2;
    }
    return u.v == 0 ? FLONUM_ZERO : Qundef;
}
VALUE float_new_heap(double d); /* allocates */
static ALWAYS_INLINE VALUE
float_new(double d)
{
    VALUE v = float_leaf(d);
    return LIKELY(v != Qundef) ? v : float_new_heap(d);
}
static ALWAYS_INLINE bool
val_float_p(VALUE v)
{
    return val_flonum_p(v) || val_type_p(v, T_FLOAT);
}

/* Integer op Integer, either may be a Bignum; the result normalised.  allocates.  raises ZeroDivisionError. */
VALUE int_add(VALUE a, VALUE b), int_sub(VALUE a, VALUE b), int_mul(VALUE a, VALUE b);
VALUE int_div(VALUE a, VALUE b), int_mod(VALUE a, VALUE b), int_pow(VALUE a, VALUE b);
VALUE int_lshift(VALUE a, VALUE b), int_rshift(VALUE a, VALUE b);
VALUE int_and(VALUE a, VALUE b), int_or(VALUE a, VALUE b), int_xor(VALUE a, VALUE b);
int int_cmp(VALUE a, VALUE b);
VALUE int_to_s(VALUE a, int base);                                       /* US-ASCII String */
VALUE int_from_digits(const char *p, size_t n, int base, bool negative); /* digits only, underscores gone */
void int_check_radix(
    VALUE str,
    int base); /* ArgumentError unless a number of this base can be read from str: what Integer(str, base) refuses */
VALUE int_from_i128(__int128 v);
VALUE flo_to_s(double d); /* Float#to_s */
double flo_mod(double a, double b);
size_t big_memsize(VALUE);
void big_free(VALUE);

/* ---- Rational and Complex: T_RATIONAL, T_COMPLEX, frozen ---- */
struct rrational {
    struct obj_header hdr;
    VALUE num, den; /* Integers; den > 0; no common factor */
};
struct rcomplex {
    struct obj_header hdr;
    VALUE real, imag; /* real numbers */
};
static inline struct rrational *
rrational(VALUE v)
{
    return (struct rrational *)v;
}
static inline struct rcomplex *
rcomplex(VALUE v)
{
    return (struct rcomplex *)v;
}

/* ---- what Numeric's classes share (numeric.c) ---- */
enum round_half { ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN }; /* up: away from zero */
/* half: of an options Hash (or nil).  raises ArgumentError "invalid rounding mode: ...". */
enum round_half num_round_half(VALUE opts);
bool num_exception_opt(VALUE opts);      /* exception: of an options Hash or nil; true when absent.  raises */
VALUE num_call(VALUE x, ID op, VALUE y); /* x.op(y).  calls. */
VALUE num_remainder(VALUE x, VALUE y);   /* Numeric#remainder.  calls. */
bool num_negative_p(VALUE x);            /* x < 0.  calls for other than core numbers. */
bool num_positive_p(VALUE x);
bool num_equal_zero_p(VALUE x);
bool num_exact_zero_p(VALUE x);                    /* an Integer or Rational 0 */
NORETURN void num_coerce_failed(VALUE x, VALUE y); /* TypeError "Y can't be coerced into X" */
NORETURN void num_zero_div(void);                  /* ZeroDivisionError "divided by 0" */

/* The methods Integer#OP; y may be any object (coerced).  calls. */
VALUE int_m_plus(VALUE x, VALUE y), int_m_minus(VALUE x, VALUE y), int_m_mul(VALUE x, VALUE y);
VALUE int_m_div(VALUE x, VALUE y), int_m_modulo(VALUE x, VALUE y), int_m_pow(VALUE x, VALUE y);
VALUE int_m_idiv(VALUE x, VALUE y), int_m_divmod(VALUE x, VALUE y), int_m_fdiv(VALUE x, VALUE y);
VALUE int_m_cmp(VALUE x, VALUE y), int_m_equal(VALUE x, VALUE y);
VALUE int_m_gt(VALUE x, VALUE y), int_m_ge(VALUE x, VALUE y), int_m_lt(VALUE x, VALUE y), int_m_le(VALUE x, VALUE y);
VALUE int_m_and(VALUE x, VALUE y), int_m_or(VALUE x, VALUE y), int_m_xor(VALUE x, VALUE y);
VALUE int_m_lshift(VALUE x, VALUE y), int_m_rshift(VALUE x, VALUE y);
VALUE int_round(VALUE x, long digits, enum round_half half); /* digits < 0 */
VALUE int_floor(VALUE x, long digits), int_ceil(VALUE x, long digits), int_truncate(VALUE x, long digits);
VALUE int_pow10(long e); /* 10 ** e, e >= 0 */

VALUE flo_m_plus(VALUE x, VALUE y), flo_m_minus(VALUE x, VALUE y), flo_m_mul(VALUE x, VALUE y), flo_m_div(VALUE x, VALUE y);
VALUE flo_m_pow(VALUE x, VALUE y);
VALUE flo_to_i(VALUE x); /* raises FloatDomainError */
VALUE flo_round(VALUE x, long digits, enum round_half half), flo_floor(VALUE x, long digits), flo_ceil(VALUE x, long digits);
VALUE flo_truncate(VALUE x, long digits);
/* Quotient rounded down and modulo at once; b == 0 raises ZeroDivisionError. */
void flo_divmod(double a, double b, double *quo, double *mod);
double num_to_double(VALUE x); /* any real core number, else to_f; TypeError.  calls. */

/* ---- steps (numeric/step.c) ---- */
/* Returns the number of steps that a Float loop makes, perhaps infinity. */
double float_step_count(double beg, double end, double unit, bool exclude_end);
/* Yields beg, beg + unit, ... as Floats if one of the three is a Float; false if none is. */
bool float_step_yield(VALUE beg, VALUE end, VALUE unit, bool exclude_end, bool endless);
/* Number of values from..to by step: Integer or Infinity.  calls. */
VALUE num_interval_size(VALUE from, VALUE to, VALUE step, bool exclude_end);

#endif
