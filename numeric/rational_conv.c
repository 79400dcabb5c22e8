/*
 * numeric/rational_conv.c - Rationals from text and from other objects: Kernel#Rational, String#to_r, Numeric#quo.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/numeric/numparse.h"
#include "internal/object.h"
#include "internal/numeric/rational.h"
#include "internal/string.h"
#include "ruby/ruby.h"

/* ---- text ---- */

struct scan {
    const char *p, *end;
    char *digits; /* room for end - p, for the digits of one number */
};

static inline bool
digit_at(const struct scan *s, const char *p)
{
    return p < s->end && *p >= '0' && *p <= '9';
}

/* Digits with single underscores between them, to s->digits + n; returns how many. */
static size_t
take_digits(struct scan *s, size_t n)
{
    size_t start = n;
    while (digit_at(s, s->p)) {
        s->digits[n++] = *s->p++;
        if (s->p < s->end && *s->p == '_' && digit_at(s, s->p + 1)) s->p++;
    }
    return n - start;
}

/* The exponent behind an 'e'; p stays before the 'e' if none follows. */
static VALUE
take_exponent(struct scan *s, size_t n)
{
    const char *e = s->p++;
    bool negative = false, sign = false;
    if (s->p < s->end && (*s->p == '+' || *s->p == '-')) {
        negative = *s->p++ == '-';
        sign = true;
    }
    size_t len = take_digits(s, n);
    if (len == 0 && !sign) s->p = e;
    return len ? int_from_digits(s->digits + n, len, 10, negative) : int_fix(0);
}

/* digits [. digits] [e exponent] as num * 10 ** exp; false if there is not even a point. */
static bool
take_number(struct scan *s, VALUE *num, VALUE *exp)
{
    size_t whole = take_digits(s, 0), fraction = 0;
    bool seen = whole > 0;
    *exp = int_fix(0);
    if (s->p < s->end && *s->p == '.') {
        if (digit_at(s, s->p + 1)) {
            s->p++;
            fraction = take_digits(s, whole);
            seen = true;
        } else {
            s->p++;
            *num = int_from_digits(s->digits, whole, 10, false);
            return true; /* "5." ends here: no exponent after a bare point */
        }
    }
    if (!seen) return false;
    *num = int_from_digits(s->digits, whole + fraction, 10, false);
    if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) *exp = take_exponent(s, whole + fraction);
    *exp = int_sub(*exp, int_from_ulong(fraction));
    return true;
}

static VALUE
rational_scan(struct scan *s, VALUE *error)
{
    VALUE num, exp, den = int_fix(1), den_exp = int_fix(0);
    bool negative = false;
    *error = Qfalse;
    if (s->p < s->end && (*s->p == '+' || *s->p == '-')) negative = *s->p++ == '-';
    if (!take_number(s, &num, &exp)) return Qnil;
    if (s->p < s->end && *s->p == '/') {
        const char *slash = s->p++;
        bool number = digit_at(s, s->p) || (s->p < s->end && *s->p == '.' && digit_at(s, s->p + 1));
        if (!number || !take_number(s, &den, &den_exp)) {
            s->p = slash;
            den = int_fix(1);
            den_exp = int_fix(0);
        }
    }
    if (den == int_fix(0)) {
        *error = rb_eZeroDivError;
        return Qnil;
    }
    exp = int_sub(exp, den_exp);
    if (!FIXNUM_P(exp)) { /* nothing that memory holds */
        if (int_neg_p(exp)) return rational_new(int_fix(0), int_fix(1));
        *error = rb_eFloatDomainError;
        return Qnil;
    }
    if (int_neg_p(exp)) den = int_mul(den, int_pow(int_fix(10), int_neg(exp)));
    else num = int_mul(num, int_pow(int_fix(10), exp));
    return rational_new(negative ? int_neg(num) : num, den);
}

static inline bool
space_p(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The Rational at the front of p, or Qundef; *used, *error (a class, if it cannot be one) as they say. */
static VALUE
rational_read(const char *p, size_t len, size_t *used, VALUE *error)
{
    VALUE holder = 0;
    struct scan s = {p, p + len, NULL};
    s.digits = ALLOCV_N(char, holder, len + 1);
    while (s.p < s.end && space_p(*s.p)) s.p++;
    VALUE r = rational_scan(&s, error);
    *used = NIL_P(r) && !RTEST(*error) ? 0 : (size_t)(s.p - p);
    ALLOCV_END(holder);
    return r;
}

VALUE
rational_parse(const char *p, size_t len, size_t *used)
{
    VALUE error;
    return rational_read(p, len, used, &error);
}

VALUE
rational_parse_str(VALUE str, bool strict, bool raise)
{
    rb_must_asciicompat(str);
    const char *p = str_ptr(str), *end = str_end(str);
    VALUE error;
    size_t used;
    VALUE r = rational_read(p, (size_t)(end - p), &used, &error);
    if (strict) {
        const char *q = p + used;
        while (q < end && space_p(*q)) q++;
        if (used == 0 || q < end) {
            if (raise) rb_raise(rb_eArgError, "invalid value for convert(): %+" PRIsVALUE, str);
            return Qnil;
        }
    }
    if (RTEST(error)) {
        if (!raise) return Qnil;
        if (error == rb_eZeroDivError) num_zero_div();
        rb_raise(error, "Infinity");
    }
    RB_GC_GUARD(str);
    return NIL_P(r) ? rational_raw(int_fix(0), int_fix(1)) : r;
}

static VALUE
str_m_to_r(VALUE str)
{
    return rational_parse_str(str, false, true);
}

/* ---- Kernel#Rational ---- */

static VALUE
try_to_int(VALUE v)
{
    return rb_check_to_integer(v, "to_int");
}

/* Returns an argument as a number, if the conversion is plain.  Returns Qundef if it fails and `raise` is false. */
static VALUE
rational_arg(VALUE v, bool raise)
{
    if (val_type_p(v, T_COMPLEX) && num_exact_zero_p(rcomplex(v)->imag)) v = rcomplex(v)->real;
    if (val_int_p(v) || val_rational_p(v)) return v;
    if (val_float_p(v)) return flo_to_r(v);
    if (val_type_p(v, T_STRING)) {
        v = rational_parse_str(v, true, raise);
        return NIL_P(v) ? Qundef : v;
    }
    if (!rb_respond_to(v, rb_intern("to_r"))) {
        int state;
        VALUE i = rb_protect(try_to_int, v, &state);
        if (state) rb_set_errinfo(Qnil);
        else if (!NIL_P(i)) return i;
    }
    return v;
}

static VALUE
call_to_r(VALUE v)
{
    return rb_convert_type(v, T_RATIONAL, "Rational", "to_r");
}

static VALUE
call_to_r_if(VALUE v, bool raise)
{
    if (raise) return call_to_r(v);
    int state;
    VALUE r = rb_protect(call_to_r, v, &state);
    if (!state) return r;
    rb_set_errinfo(Qnil);
    return Qnil;
}

static bool
numeric_p(VALUE v)
{
    return RTEST(rb_obj_is_kind_of(v, rb_cNumeric));
}

static VALUE
check_to_r(VALUE v)
{
    return rb_check_convert_type(v, T_RATIONAL, "Rational", "to_r");
}

/* Something that is no Numeric, by its to_r if it has one. */
static VALUE
numeric_if_can(VALUE v, bool raise)
{
    if (numeric_p(v)) return v;
    int state = 0;
    VALUE r = raise ? check_to_r(v) : rb_protect(check_to_r, v, &state);
    if (state) rb_set_errinfo(Qnil);
    return state || NIL_P(r) ? v : r;
}

static VALUE
rational_quotient(VALUE a, VALUE b)
{
    if (!val_rational_p(a)) {
        int state;
        VALUE r = rb_protect(call_to_r, a, &state);
        if (state) rb_set_errinfo(Qnil);
        else a = r;
    }
    return num_call(a, '/', b);
}

static VALUE
must_be_int(VALUE v, bool raise)
{
    if (val_int_p(v)) return v;
    if (raise) rb_raise(rb_eTypeError, "not an integer");
    return Qundef;
}

/* b: Qundef when not given. */
static VALUE
rational_convert(VALUE a, VALUE b, bool raise)
{
    if (NIL_P(a) || NIL_P(b)) {
        if (!raise) return Qnil;
        rb_raise(rb_eTypeError, "can't convert nil into Rational");
    }
    if ((a = rational_arg(a, raise)) == Qundef) return Qnil;
    if (b == Qundef) {
        if (val_rational_p(a)) return a;
        return val_int_p(a) ? rational_raw(a, int_fix(1)) : call_to_r_if(a, raise);
    }
    if ((b = rational_arg(b, raise)) == Qundef) return Qnil;
    a = numeric_if_can(a, raise);
    b = numeric_if_can(b, raise);
    if (numeric_p(a) && numeric_p(b) && (!val_int_p(a) || !val_int_p(b))) return rational_quotient(a, b);
    if ((a = must_be_int(a, raise)) == Qundef || (b = must_be_int(b, raise)) == Qundef) return Qnil;
    return rational_new(a, b);
}

static VALUE
kernel_m_rational(int argc, const VALUE *argv, VALUE self)
{
    VALUE a, b, opts;
    if (rb_scan_args(argc, argv, "11:", &a, &b, &opts) == 1) b = Qundef;
    return rational_convert(a, b, num_exception_opt(opts));
}

static VALUE
rational_s_convert(int argc, const VALUE *argv, VALUE klass)
{
    VALUE a, b;
    if (rb_scan_args(argc, argv, "11", &a, &b) == 1) b = Qundef;
    VALUE r = rational_convert(a, b, true);
    return val_int_p(a) && (b == Qundef || val_int_p(b)) ? rational_with_class(klass, r) : r;
}

VALUE
rb_Rational(VALUE num, VALUE den)
{
    return rational_convert(num, den, true);
}

/* ---- numbers as fractions ---- */

static VALUE
to_rational(VALUE x)
{
    if (val_rational_p(x)) return x;
    if (val_int_p(x)) return rational_raw(x, int_fix(1));
    return call_to_r(x);
}

VALUE
num_quo(VALUE x, VALUE y)
{
    if (val_float_p(y)) return num_call(x, rb_intern("fdiv"), y);
    return rational_m_div(to_rational(x), y);
}

static VALUE
num_m_numerator(VALUE x)
{
    return rb_funcallv(rb_funcallv(x, rb_intern("to_r"), 0, NULL), rb_intern("numerator"), 0, NULL);
}

static VALUE
num_m_denominator(VALUE x)
{
    return rb_funcallv(rb_funcallv(x, rb_intern("to_r"), 0, NULL), rb_intern("denominator"), 0, NULL);
}

static VALUE
int_m_numerator(VALUE x)
{
    return x;
}

static VALUE
int_m_denominator(VALUE x)
{
    return int_fix(1);
}

static VALUE
int_m_rationalize(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    return to_rational(x);
}

static VALUE
flo_m_numerator(VALUE x)
{
    return isfinite(float_value(x)) ? rrational(flo_to_r(x))->num : x;
}

static VALUE
flo_m_denominator(VALUE x)
{
    return isfinite(float_value(x)) ? rrational(flo_to_r(x))->den : int_fix(1);
}

static VALUE
flo_m_rationalize(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    return argc ? rb_flt_rationalize_with_prec(x, argv[0]) : rb_flt_rationalize(x);
}

static VALUE
nil_m_to_r(VALUE x)
{
    return rational_raw(int_fix(0), int_fix(1));
}

static VALUE
nil_m_rationalize(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    return nil_m_to_r(x);
}

void
Init_RationalConv(void)
{
    rb_define_global_function("Rational", kernel_m_rational, -1);
    rb_define_private_method(CLASS_OF(rb_cRational), "convert", rational_s_convert, -1);
    rb_define_method(rb_cString, "to_r", str_m_to_r, 0);
    rb_define_method(rb_cNilClass, "to_r", nil_m_to_r, 0);
    rb_define_method(rb_cNilClass, "rationalize", nil_m_rationalize, -1);

    rb_define_method(rb_cNumeric, "numerator", num_m_numerator, 0);
    rb_define_method(rb_cNumeric, "denominator", num_m_denominator, 0);
    rb_define_method(rb_cNumeric, "quo", num_quo, 1);
    rb_define_method(rb_cInteger, "numerator", int_m_numerator, 0);
    rb_define_method(rb_cInteger, "denominator", int_m_denominator, 0);
    rb_define_method(rb_cInteger, "to_r", to_rational, 0);
    rb_define_method(rb_cInteger, "rationalize", int_m_rationalize, -1);
    rb_define_method(rb_cFloat, "numerator", flo_m_numerator, 0);
    rb_define_method(rb_cFloat, "denominator", flo_m_denominator, 0);
    rb_define_method(rb_cFloat, "to_r", flo_to_r, 0);
    rb_define_method(rb_cFloat, "rationalize", flo_m_rationalize, -1);
}
