/*
 * numeric/math.c - module Math: libm with Ruby's domains.
 *
 * An argument outside a function's domain, for which libm returns NaN, raises Math::DomainError.  For NaN as the argument the
 * result is NaN.  The logarithm of an Integer too large for a double is computed in two parts.
 */
#include "internal/compiler.h"

#include <float.h>
#include <math.h>

#include "internal/array.h"
#include "internal/class.h"
#include "internal/numeric/complex.h"
#include "internal/numeric/rational.h"
#include "ruby/ruby.h"

/* Returns whether a program defines its own to_f for this number. */
static bool
math_own_to_f_p(VALUE x)
{
    return !method_basic_p(class_of(x), rb_intern("to_f"));
}

static double
math_arg(VALUE x)
{
    if (val_float_p(x)) return float_value(x);
    bool own = (val_int_p(x) || val_rational_p(x)) && UNLIKELY(math_own_to_f_p(x));
    return own ? float_value(rb_convert_type(x, T_FLOAT, "Float", "to_f")) : num_to_double(x);
}

VALUE rb_mMath, rb_eMathDomainError;

COLD NORETURN static void
domain_error(const char *name)
{
    rb_raise(rb_eMathDomainError, "Numerical argument is out of domain - %s", name);
}

/* ---- one double to another ---- */

/* name, what libm calls it, least and greatest argument */
#define MATH_UNARY(X)                    \
    X(cos, cos, -HUGE_VAL, HUGE_VAL)     \
    X(sin, sin, -HUGE_VAL, HUGE_VAL)     \
    X(tan, tan, -HUGE_VAL, HUGE_VAL)     \
    X(acos, acos, -1.0, 1.0)             \
    X(asin, asin, -1.0, 1.0)             \
    X(atan, atan, -HUGE_VAL, HUGE_VAL)   \
    X(cosh, cosh, -HUGE_VAL, HUGE_VAL)   \
    X(sinh, sinh, -HUGE_VAL, HUGE_VAL)   \
    X(tanh, tanh, -HUGE_VAL, HUGE_VAL)   \
    X(acosh, acosh, 1.0, HUGE_VAL)       \
    X(asinh, asinh, -HUGE_VAL, HUGE_VAL) \
    X(atanh, atanh, -1.0, 1.0)           \
    X(exp, exp, -HUGE_VAL, HUGE_VAL)     \
    X(expm1, expm1, -HUGE_VAL, HUGE_VAL) \
    X(log1p, log1p, -1.0, HUGE_VAL)      \
    X(erf, erf, -HUGE_VAL, HUGE_VAL)     \
    X(erfc, erfc, -HUGE_VAL, HUGE_VAL)

#define MATH_DEFINE_UNARY(name, function, least, greatest)      \
    static VALUE math_s_##name(VALUE math, VALUE x)             \
    {                                                           \
        double d = math_arg(x);                                 \
        if (d < (least) || d > (greatest)) domain_error(#name); \
        return float_new(function(d));                          \
    }                                                           \
    static VALUE math_leaf_##name(VALUE math, VALUE x)          \
    {                                                           \
        if (!val_flonum_p(x)) return Qundef;                    \
        double d = flonum_value(x);                             \
        if (d < (least) || d > (greatest)) return Qundef;       \
        return float_leaf(function(d));                         \
    }
MATH_UNARY(MATH_DEFINE_UNARY)
#undef MATH_DEFINE_UNARY

/* ---- roots ---- */

static VALUE
math_sqrt_complex(VALUE z)
{
    double re = math_arg(rcomplex(z)->real), im = math_arg(rcomplex(z)->imag), size = hypot(re, im);
    double x = sqrt((size + re) / 2.0), y = sqrt((size - re) / 2.0);
    return rb_dbl_complex_new(x, signbit(im) ? -y : y);
}

static VALUE
math_s_sqrt(VALUE math, VALUE x)
{
    if (val_complex_p(x)) return math_sqrt_complex(x);
    double d = math_arg(x);
    if (d < 0.0) domain_error("sqrt");
    return float_new(d == 0.0 ? 0.0 : sqrt(d));
}

static VALUE
math_leaf_sqrt(VALUE math, VALUE x)
{
    if (!val_flonum_p(x) || flonum_value(x) < 0.0) return Qundef;
    return float_leaf(sqrt(flonum_value(x)));
}

static VALUE
math_s_cbrt(VALUE math, VALUE x)
{
    double d = math_arg(x), r = cbrt(d);
    if (isfinite(r) && r != 0.0) r = (2.0 * r + (d / r / r)) / 3.0; /* glibc's last bit may be off: one Newton step */
    return float_new(r);
}

static VALUE
math_s_hypot(VALUE math, VALUE x, VALUE y)
{
    double a = math_arg(x);
    return float_new(hypot(a, math_arg(y)));
}

static VALUE
math_s_atan2(VALUE math, VALUE y, VALUE x)
{
    double a = math_arg(y);
    return float_new(atan2(a, math_arg(x)));
}

/* ---- logarithms ---- */

/* x as d * 2**bits, d finite even if x is no double.  raises Math::DomainError below 0. */
static double
log_argument(VALUE x, const char *name, size_t *bits)
{
    *bits = 0;
    if (val_big_p(x) && !big_neg_p(x) && !math_own_to_f_p(x)) {
        size_t n = int_bit_length(x);
        if (n > DBL_MAX_EXP - 1) {
            *bits = n - DBL_MANT_DIG;
            x = int_shift(x, -(intptr_t)*bits);
        }
    }
    double d = val_int_p(x) && !math_own_to_f_p(x) ? int_to_double(x) : math_arg(x);
    if (d < 0.0) domain_error(name);
    return d;
}

/* To a base, the quotient of binary logarithms: exact for powers of two, and what CRuby answers. */
static VALUE
math_s_log(int argc, const VALUE *argv, VALUE math)
{
    size_t bits, base_bits;
    rb_check_arity(argc, 1, 2);
    double d = log_argument(argv[0], "log", &bits);
    if (argc == 1) {
        d = d == 0.0 ? -HUGE_VAL : log(d);
        return float_new(bits ? d + (double)bits * M_LN2 : d);
    }
    double base = log_argument(argv[1], "log", &base_bits);
    d = d == 0.0 ? -HUGE_VAL : log2(d);
    base = base == 0.0 ? -HUGE_VAL : log2(base) + (double)base_bits;
    return float_new(bits ? d / base + (double)bits / base : d / base);
}

static VALUE
math_s_log2(VALUE math, VALUE x)
{
    size_t bits;
    double d = log_argument(x, "log2", &bits);
    return float_new(d == 0.0 ? -HUGE_VAL : log2(d) + (double)bits);
}

static VALUE
math_s_log10(VALUE math, VALUE x)
{
    size_t bits;
    double d = log_argument(x, "log10", &bits);
    if (d == 0.0) return float_new(-HUGE_VAL);
    d = log10(d);
    return float_new(bits ? d + (double)bits * log10(2) : d);
}

/* ---- parts of a double ---- */

static VALUE
math_s_frexp(VALUE math, VALUE x)
{
    int exp;
    double m = frexp(math_arg(x), &exp);
    return rb_assoc_new(float_new(m), int_fix(exp));
}

static VALUE
math_s_ldexp(VALUE math, VALUE x, VALUE n)
{
    double d = math_arg(x);
    return float_new(ldexp(d, NUM2INT(n)));
}

/* ---- gamma ---- */

static VALUE
math_s_gamma(VALUE math, VALUE x)
{
    enum { EXACT_MAX = 23 }; /* 22! has 53 significant bits */
    double d = math_arg(x), whole;
    if (d == 0.0) return float_new(signbit(d) ? -HUGE_VAL : HUGE_VAL);
    if (isinf(d) && d < 0) domain_error("gamma");
    if (modf(d, &whole) == 0.0) {
        if (whole < 0.0) domain_error("gamma");
        if (whole <= EXACT_MAX) {
            double f = 1.0;
            for (int i = 2; i < (int)whole; i++) f *= i;
            return float_new(f);
        }
    }
    return float_new(tgamma(d));
}

static VALUE
math_s_lgamma(VALUE math, VALUE x)
{
    int sign = 1;
    double d = math_arg(x);
    if (isinf(d)) {
        if (d < 0) domain_error("lgamma");
        return rb_assoc_new(float_new(HUGE_VAL), int_fix(1));
    }
    if (d == 0.0) return rb_assoc_new(float_new(HUGE_VAL), int_fix(signbit(d) ? -1 : 1));
    double r = lgamma_r(d, &sign);
    return rb_assoc_new(float_new(r), int_fix(sign < 0 ? -1 : 1));
}

void
Init_Math(void)
{
    VALUE m = rb_mMath = rb_define_module("Math");
    rb_eMathDomainError = rb_define_class_under(m, "DomainError", rb_eStandardError);
    rb_define_const(m, "PI", float_new(M_PI));
    rb_define_const(m, "E", float_new(M_E));

    VALUE s = rb_singleton_class(m);
#define MATH_INIT_UNARY(name, function, least, greatest)   \
    rb_define_module_function(m, #name, math_s_##name, 1); \
    method_set_leaf(s, #name, (cfunc_t)(void *)math_leaf_##name, 1);
    MATH_UNARY(MATH_INIT_UNARY)
#undef MATH_INIT_UNARY
    rb_define_module_function(m, "sqrt", math_s_sqrt, 1);
    method_set_leaf(s, "sqrt", (cfunc_t)(void *)math_leaf_sqrt, 1);
    rb_define_module_function(m, "cbrt", math_s_cbrt, 1);
    rb_define_module_function(m, "hypot", math_s_hypot, 2);
    rb_define_module_function(m, "atan2", math_s_atan2, 2);
    rb_define_module_function(m, "log", math_s_log, -1);
    rb_define_module_function(m, "log2", math_s_log2, 1);
    rb_define_module_function(m, "log10", math_s_log10, 1);
    rb_define_module_function(m, "frexp", math_s_frexp, 1);
    rb_define_module_function(m, "ldexp", math_s_ldexp, 2);
    rb_define_module_function(m, "gamma", math_s_gamma, 1);
    rb_define_module_function(m, "lgamma", math_s_lgamma, 1);
}
