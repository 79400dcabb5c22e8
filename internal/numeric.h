/*
 * numeric.h - numbers on the heap, and the VM's fast way to arithmetic.
 *
 * Owns      the layouts of T_FLOAT, T_BIGNUM, T_RATIONAL, T_COMPLEX.
 * N1        A Bignum is normalised: never fits a Fixnum, its highest limb is not 0.
 * N2        A Float that fits a flonum is one.
 * Checked   num_verify(), test/test_integer.rb, test_float.rb
 */
#ifndef FACET_INTERNAL_NUMERIC_H
#define FACET_INTERNAL_NUMERIC_H

#include "internal/class.h"
#include "internal/gc.h"

struct rfloat {
    struct obj_header hdr;
    double value;
};

/* Flonum: doubles of middling exponent, rotated so that the low two bits become the tag. */
static ALWAYS_INLINE double
flonum_value(VALUE v)
{
    if (v == 0x8000000000000002ul) return 0.0;
    union { VALUE v; double d; } u;
    VALUE b63 = v >> 63;
    u.v = (2 - b63) | (v & ~(VALUE)3);
    u.v = (u.v >> 3) | (u.v << 61);
    return u.d;
}
static ALWAYS_INLINE double
float_value(VALUE v) /* a Float, either form */
{
    return val_flonum_p(v) ? flonum_value(v) : ((struct rfloat *)v)->value;
}
VALUE float_new_heap(double d); /* allocates */
static ALWAYS_INLINE VALUE
float_new(double d)
{
    union { double d; VALUE v; } u;
    u.d = d;
    unsigned bits = (unsigned)(u.v >> 60) & 7;
    if (LIKELY(u.v != 0x3000000000000000ul && (bits == 3 || bits == 4))) {
        VALUE r = (u.v << 3) | (u.v >> 61);
        return (r & ~(VALUE)3) | 2;
    }
    if (u.v == 0) return 0x8000000000000002ul;
    return float_new_heap(d);
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
VALUE int_to_s(VALUE a, int base); /* US-ASCII String */
VALUE int_from_digits(const char *p, size_t n, int base, bool negative); /* digits only, underscores gone */
VALUE int_from_i128(__int128 v);
VALUE flo_to_s(double d);          /* Float#to_s */
double flo_mod(double a, double b), flo_div_floor(double a, double b);
size_t big_memsize(VALUE);
void big_free(VALUE);

#endif
