/*
 * numeric/complex_conv.c - Complex numbers from text and from other objects: Kernel#Complex, String#to_c; and what every Numeric
 * answers as if it were complex (real, imaginary, arg, polar ...).
 */
#include "internal/compiler.h"

#include <math.h>
#include <string.h>

#include "internal/array.h"
#include "internal/numeric/complex.h"
#include "internal/numeric/numparse.h"
#include "internal/string.h"
#include "ruby/ruby.h"

/* ---- text ---- */

struct scan {
    const char *p, *end;
};

static inline bool
digit_at(const struct scan *s, const char *p)
{
    return p < s->end && *p >= '0' && *p <= '9';
}

static inline bool
sign_at(const struct scan *s)
{
    return s->p < s->end && (*s->p == '+' || *s->p == '-');
}

static inline bool
unit_at(const struct scan *s)
{
    return s->p < s->end && ((*s->p | 0x20) == 'i' || (*s->p | 0x20) == 'j');
}

static bool
skip_digits(struct scan *s)
{
    if (!digit_at(s, s->p)) return false;
    while (digit_at(s, s->p)) {
        s->p++;
        if (s->p < s->end && *s->p == '_' && digit_at(s, s->p + 1)) s->p++;
    }
    return true;
}

/* digits [. digits] [e exponent] [/ digits]; *kind: 'i' Integer, 'f' Float, 'r' Rational. */
static bool
skip_number(struct scan *s, char *kind)
{
    const char *start = s->p;
    *kind = 'i';
    bool any = skip_digits(s);
    if (s->p < s->end && *s->p == '.' && digit_at(s, s->p + 1)) {
        s->p++;
        any = skip_digits(s);
        *kind = 'f';
    }
    if (!any) {
        s->p = start;
        return false;
    }
    if (s->p < s->end && (*s->p | 0x20) == 'e') {
        struct scan t = *s;
        t.p++;
        if (sign_at(&t)) t.p++;
        if (skip_digits(&t)) {
            *s = t;
            *kind = 'f';
        }
    }
    if (s->p < s->end && *s->p == '/' && digit_at(s, s->p + 1)) {
        s->p++;
        skip_digits(s);
        *kind = 'r';
    }
    return true;
}

/* The number between from and to, which skip_number accepted.  raises ZeroDivisionError. */
static VALUE
number_value(const char *from, const char *to, char kind, bool negative)
{
    size_t n = (size_t)(to - from), used;
    bool ok;
    if (kind == 'i') {
        VALUE v = int_parse(from, n, 10, false);
        return negative ? int_neg(v) : v;
    }
    if (kind == 'f') {
        double d = dbl_parse(from, n, false, &ok);
        return float_new(negative ? -d : d);
    }
    VALUE r = rational_parse(from, n, &used);
    if (NIL_P(r)) num_zero_div();
    return negative ? rational_raw(int_neg(rrational(r)->num), rrational(r)->den) : r;
}

static bool
take_sign(struct scan *s)
{
    return sign_at(s) && *s->p++ == '-';
}

/* The part behind a+ or a-; the scan is left at the sign when it is not imaginary. */
static VALUE
take_imaginary(struct scan *s, VALUE real, bool *whole)
{
    const char *sign = s->p;
    bool negative = take_sign(s);
    VALUE imag = int_fix(negative ? -1 : 1);
    const char *from = s->p;
    char kind;
    if (skip_number(s, &kind)) {
        if (!unit_at(s)) {
            *whole = false;
            s->p = sign;
            return complex_raw(real, int_fix(0));
        }
        imag = number_value(from, s->p, kind, negative);
    }
    if (!unit_at(s)) {
        *whole = false;
        s->p = sign;
        return complex_raw(real, int_fix(0));
    }
    s->p++;
    return complex_raw(real, imag);
}

static VALUE
take_polar(struct scan *s, VALUE abs, bool *whole)
{
    const char *at = s->p++;
    bool negative = take_sign(s);
    const char *from = s->p;
    char kind;
    if (!skip_number(s, &kind)) {
        *whole = false;
        s->p = at;
        return complex_raw(abs, int_fix(0));
    }
    return complex_polar(abs, number_value(from, s->p, kind, negative));
}

VALUE
complex_parse(const char *p, size_t len, size_t *used, bool *whole)
{
    struct scan s = {p, p + len};
    char kind;
    *whole = true;
    *used = 0;
    while (s.p < s.end && (*s.p == ' ' || (*s.p >= '\t' && *s.p <= '\r'))) s.p++;
    bool negative = take_sign(&s);
    if (unit_at(&s)) {
        *used = (size_t)(s.p + 1 - p);
        return complex_raw(int_fix(0), int_fix(negative ? -1 : 1));
    }
    const char *from = s.p;
    if (!skip_number(&s, &kind)) {
        *whole = false;
        return complex_raw(int_fix(0), int_fix(0));
    }
    VALUE z, num = number_value(from, s.p, kind, negative);
    if (unit_at(&s)) {
        s.p++;
        z = complex_raw(int_fix(0), num);
    } else if (s.p < s.end && *s.p == '@') {
        z = take_polar(&s, num, whole);
    } else if (sign_at(&s)) {
        z = take_imaginary(&s, num, whole);
    } else {
        z = complex_raw(num, int_fix(0));
    }
    *used = (size_t)(s.p - p);
    return z;
}

VALUE
complex_parse_str(VALUE str, bool strict, bool raise)
{
    bool whole;
    size_t used;
    rb_must_asciicompat(str);
    if (strict && memchr(str_ptr(str), '\0', str_len(str))) {
        if (!raise) return Qnil;
        rb_raise(rb_eArgError, "string contains null byte");
    }
    VALUE z = complex_parse(str_ptr(str), str_len(str), &used, &whole);
    if (!strict) return z;
    const char *p = str_ptr(str) + used, *end = str_end(str);
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) p++;
    if (whole && p == end) return z;
    if (raise) rb_raise(rb_eArgError, "invalid value for convert(): %+" PRIsVALUE, str);
    return Qnil;
}

static VALUE
str_m_to_c(VALUE str)
{
    return complex_parse_str(str, false, true);
}

/* ---- Kernel#Complex ---- */

static bool
numeric_p(VALUE v)
{
    return RTEST(rb_obj_is_kind_of(v, rb_cNumeric));
}

static VALUE
call_to_c(VALUE v)
{
    return rb_convert_type(v, T_COMPLEX, "Complex", "to_c");
}

/* Returns v as a number.  Returns Qundef if it is none and `raise` is false. */
static VALUE
complex_arg_value(VALUE v, bool raise)
{
    if (val_type_p(v, T_STRING)) {
        v = complex_parse_str(v, true, raise);
        if (NIL_P(v)) return Qundef;
    }
    if (val_complex_p(v) && num_exact_zero_p(rcomplex(v)->imag)) v = rcomplex(v)->real;
    return v;
}

static VALUE
complex_convert_one(VALUE a, bool raise)
{
    if (num_real_p(a)) return complex_raw(a, int_fix(0));
    if (numeric_p(a)) return a;
    if (raise) return call_to_c(a);
    int state;
    VALUE z = rb_protect(call_to_c, a, &state);
    if (!state) return z;
    rb_set_errinfo(Qnil);
    return Qnil;
}

/* b: Qundef when not given. */
static VALUE
complex_convert(VALUE a, VALUE b, bool raise)
{
    if (NIL_P(a) || NIL_P(b)) {
        if (!raise) return Qnil;
        rb_raise(rb_eTypeError, "can't convert nil into Complex");
    }
    if (val_complex_p(a) && b == Qundef) return a;
    if ((a = complex_arg_value(a, raise)) == Qundef) return Qnil;
    if (b != Qundef && (b = complex_arg_value(b, raise)) == Qundef) return Qnil;
    if (val_complex_p(a) && (b == Qundef || num_exact_zero_p(b))) return a;
    if (b == Qundef) return complex_convert_one(a, raise);
    VALUE re = complex_demote(a), im = complex_demote(b);
    if (num_real_p(re) && num_real_p(im)) return complex_raw(re, im);
    if (numeric_p(a) && numeric_p(b) && (!num_real_p(a) || !num_real_p(b))) {
        return num_call(a, '+', num_call(b, '*', complex_raw(int_fix(0), int_fix(1))));
    }
    if (!raise && !num_real_p(b)) return Qnil;
    return rb_complex_new(a, b);
}

static VALUE
kernel_m_complex(int argc, const VALUE *argv, VALUE self)
{
    VALUE a, b, opts;
    if (rb_scan_args(argc, argv, "11:", &a, &b, &opts) == 1) b = Qundef;
    return complex_convert(a, b, num_exception_opt(opts));
}

static VALUE
complex_s_convert(int argc, const VALUE *argv, VALUE klass)
{
    VALUE a, b;
    if (rb_scan_args(argc, argv, "11", &a, &b) == 1) b = Qundef;
    VALUE z = complex_convert(a, b, true);
    bool parts = num_real_p(a) && (b == Qundef || num_real_p(b)); /* an argument that is a Complex keeps its class */
    return parts ? complex_with_class(klass, z) : z;
}

VALUE
rb_Complex(VALUE real, VALUE imag)
{
    return complex_convert(real, imag, true);
}

/* ---- Numeric as a complex number ---- */

static VALUE
num_m_to_c(VALUE x)
{
    return complex_raw(x, int_fix(0));
}

static VALUE
num_m_i(VALUE x)
{
    return complex_raw(int_fix(0), x);
}

static VALUE
num_m_self(VALUE x)
{
    return x;
}

static VALUE
num_m_imaginary(VALUE x)
{
    return int_fix(0);
}

static VALUE
num_m_abs2(VALUE x)
{
    return num_call(x, '*', x);
}

static VALUE
num_m_arg(VALUE x)
{
    return num_negative_p(x) ? float_new(M_PI) : int_fix(0);
}

static VALUE
flo_m_arg(VALUE x)
{
    if (isnan(float_value(x))) return x;
    return signbit(float_value(x)) ? float_new(M_PI) : int_fix(0);
}

static VALUE
num_m_rect(VALUE x)
{
    return rb_assoc_new(x, int_fix(0));
}

static VALUE
num_m_polar(VALUE x)
{
    VALUE abs = rb_funcallv(x, rb_intern("abs"), 0, NULL);
    return rb_assoc_new(abs, rb_funcallv(x, rb_intern("arg"), 0, NULL));
}

static VALUE
nil_m_to_c(VALUE x)
{
    return complex_raw(int_fix(0), int_fix(0));
}

void
Init_ComplexConv(void)
{
    VALUE n = rb_cNumeric;
    rb_define_global_function("Complex", kernel_m_complex, -1);
    rb_define_private_method(CLASS_OF(rb_cComplex), "convert", complex_s_convert, -1);
    rb_define_method(rb_cString, "to_c", str_m_to_c, 0);
    rb_define_method(rb_cNilClass, "to_c", nil_m_to_c, 0);

    rb_define_method(n, "to_c", num_m_to_c, 0);
    rb_define_method(n, "i", num_m_i, 0);
    rb_define_method(n, "real", num_m_self, 0);
    rb_define_method(n, "imaginary", num_m_imaginary, 0);
    rb_define_method(n, "imag", num_m_imaginary, 0);
    rb_define_method(n, "abs2", num_m_abs2, 0);
    rb_define_method(n, "arg", num_m_arg, 0);
    rb_define_method(n, "angle", num_m_arg, 0);
    rb_define_method(n, "phase", num_m_arg, 0);
    rb_define_method(n, "rectangular", num_m_rect, 0);
    rb_define_method(n, "rect", num_m_rect, 0);
    rb_define_method(n, "polar", num_m_polar, 0);
    rb_define_method(n, "conjugate", num_m_self, 0);
    rb_define_method(n, "conj", num_m_self, 0);
    rb_define_method(rb_cFloat, "arg", flo_m_arg, 0);
    rb_define_method(rb_cFloat, "angle", flo_m_arg, 0);
    rb_define_method(rb_cFloat, "phase", flo_m_arg, 0);
}
