/*
 * numeric/complex.h - complex numbers, for those who build or read them.
 *
 * Uses      numeric.h (struct rcomplex)
 * CMPLX-1   real and imag answer true to real?; the object is frozen.
 * Checked   test/test_complex.rb
 */
#ifndef FACET_INTERNAL_COMPLEX_H
#define FACET_INTERNAL_COMPLEX_H

#include "internal/numeric/rational.h"

static inline bool
val_complex_p(VALUE v)
{
    return val_type_p(v, T_COMPLEX);
}
VALUE complex_raw(VALUE real, VALUE imag);
VALUE complex_with_class(VALUE klass, VALUE z); /* z, or a copy of klass */
VALUE complex_polar(VALUE abs, VALUE arg);      /* real numbers */
VALUE complex_demote(VALUE v);                  /* a Complex on the real axis (0.0 too) as its real part; else v.  calls. */
bool num_real_p(VALUE v);                       /* core reals, else v.real?  calls. */

/* Arithmetic on two real numbers, for core types without a method call.  Adding a Fixnum 0 returns the other
 * operand. */
extern bool real_arith_redefined; /* +, - or * of Integer, Float or Rational is no longer the core's: these then call it */
VALUE real_add(VALUE x, VALUE y), real_sub(VALUE x, VALUE y), real_mul(VALUE x, VALUE y), real_neg(VALUE x);

/*
 * Reads a Complex from text: a, bi, a+bi, a@arg.
 *   used      bytes that belong to it, leading white space included; 0 if there is none
 */
VALUE complex_parse(const char *p, size_t len, size_t *used, bool *whole);
VALUE complex_parse_str(VALUE str, bool strict, bool raise);

VALUE complex_abs(VALUE z), complex_arg(VALUE z);

#endif
