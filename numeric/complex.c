/*
 * numeric/complex.c - class Complex: arithmetic, powers, polar form.
 *
 * Parts may be any real numbers, so arithmetic uses real_add and related functions, which handle the core types directly.
 * Division is Smith's (Robert L. Smith, Algorithm 116: Complex division, Communications of the ACM 5/8, 1962).  Powers by
 * Integers are exact.  They are made by squaring, or from the power of a real number in the eight directions that allow it.
 */
#include "internal/compiler.h"

#include <math.h>

#include "internal/array.h"
#include "internal/numeric/complex.h"
#include "internal/hash.h"
#include "internal/string.h"
#include "ruby/ruby.h"

VALUE rb_cComplex;

/* ---- making ---- */

static VALUE
complex_of_class(VALUE klass, VALUE real, VALUE imag)
{
    struct rcomplex *z = (struct rcomplex *)obj_new(klass, T_COMPLEX | HDR_FROZEN, sizeof *z);
    z->real = real;
    z->imag = imag;
    return (VALUE)z;
}

VALUE
complex_raw(VALUE real, VALUE imag)
{
    return complex_of_class(rb_cComplex, real, imag);
}

/* A Complex of x's class, which may be a subclass: what arithmetic on x makes. */
static VALUE
complex_like(VALUE x, VALUE real, VALUE imag)
{
    return complex_of_class(rb_obj_class(x), real, imag);
}

/* z, or a copy of klass if it is a number of another class. */
VALUE
complex_with_class(VALUE klass, VALUE z)
{
    if (!val_complex_p(z) || rb_obj_class(z) == klass) return z;
    return complex_of_class(klass, rcomplex(z)->real, rcomplex(z)->imag);
}

static VALUE
as_class_of(VALUE x, VALUE z)
{
    return complex_with_class(rb_obj_class(x), z);
}

VALUE
rb_complex_raw(VALUE real, VALUE imag)
{
    return complex_raw(real, imag);
}

VALUE
rb_complex_real(VALUE z)
{
    return rcomplex(z)->real;
}

VALUE
rb_complex_imag(VALUE z)
{
    return rcomplex(z)->imag;
}

VALUE
rb_dbl_complex_new(double real, double imag)
{
    return complex_raw(float_new(real), float_new(imag));
}

bool
num_real_p(VALUE v)
{
    if (val_int_p(v) || val_float_p(v) || val_rational_p(v)) return true;
    if (val_complex_p(v)) return false;
    return RTEST(rb_obj_is_kind_of(v, rb_cNumeric)) && RTEST(rb_funcallv(v, rb_intern("real?"), 0, NULL));
}

/* v, or the real part of a Complex on the real axis. */
VALUE
complex_demote(VALUE v)
{
    return val_complex_p(v) && num_equal_zero_p(rcomplex(v)->imag) ? rcomplex(v)->real : v;
}

static VALUE
must_be_real(VALUE v)
{
    if (!num_real_p(v)) rb_raise(rb_eTypeError, "not a real");
    return v;
}

/* ---- real arithmetic ---- */

bool real_arith_redefined;

VALUE
real_add(VALUE x, VALUE y)
{
    if (UNLIKELY(real_arith_redefined)) return num_call(x, '+', y);
    if (x == int_fix(0)) return y;
    if (y == int_fix(0)) return x;
    if (val_int_p(x)) return int_m_plus(x, y);
    if (val_float_p(x)) return flo_m_plus(x, y);
    if (val_rational_p(x)) return rational_m_plus(x, y);
    return num_call(x, '+', y);
}

VALUE
real_sub(VALUE x, VALUE y)
{
    if (UNLIKELY(real_arith_redefined)) return num_call(x, '-', y);
    if (y == int_fix(0)) return x;
    if (val_int_p(x)) return int_m_minus(x, y);
    if (val_float_p(x)) return flo_m_minus(x, y);
    if (val_rational_p(x)) return rational_m_minus(x, y);
    return num_call(x, '-', y);
}

VALUE
real_mul(VALUE x, VALUE y)
{
    if (UNLIKELY(real_arith_redefined)) return num_call(x, '*', y);
    if (val_int_p(x)) return int_m_mul(x, y);
    if (val_float_p(x)) return flo_m_mul(x, y);
    if (val_rational_p(x)) return rational_m_mul(x, y);
    return num_call(x, '*', y);
}

static VALUE
real_quo(VALUE x, VALUE y)
{
    if (val_int_p(x)) return num_quo(x, y);
    if (val_float_p(x)) return flo_m_div(x, y);
    if (val_rational_p(x)) return rational_m_div(x, y);
    return num_call(x, rb_intern("quo"), y);
}

static VALUE
real_fdiv(VALUE x, VALUE y)
{
    return num_call(x, rb_intern("fdiv"), y);
}

VALUE
real_neg(VALUE x)
{
    if (val_int_p(x)) return int_neg(x);
    if (val_float_p(x)) return float_new(-float_value(x));
    return rb_funcallv(x, rb_intern("-@"), 0, NULL);
}

static VALUE
real_abs(VALUE x)
{
    if (val_int_p(x)) return int_abs(x);
    if (val_float_p(x)) return float_new(fabs(float_value(x)));
    return rb_funcallv(x, rb_intern("abs"), 0, NULL);
}

/* Below zero, -0.0 included. */
static bool
real_sign_p(VALUE x)
{
    if (val_float_p(x)) return !isnan(float_value(x)) && signbit(float_value(x));
    return num_negative_p(x);
}

/* ---- + - * ---- */

VALUE
rb_complex_plus(VALUE x, VALUE y)
{
    struct rcomplex *a = rcomplex(x);
    if (val_complex_p(y)) return complex_like(x, real_add(a->real, rcomplex(y)->real), real_add(a->imag, rcomplex(y)->imag));
    if (num_real_p(y)) return complex_like(x, real_add(a->real, y), a->imag);
    return rb_num_coerce_bin(x, y, '+');
}

VALUE
rb_complex_minus(VALUE x, VALUE y)
{
    struct rcomplex *a = rcomplex(x);
    if (val_complex_p(y)) return complex_like(x, real_sub(a->real, rcomplex(y)->real), real_sub(a->imag, rcomplex(y)->imag));
    if (num_real_p(y)) return complex_like(x, real_sub(a->real, y), a->imag);
    return rb_num_coerce_bin(x, y, '-');
}

/* a * b, but a zero stays one next to infinity: the infinite factor counts as its sign. */
static VALUE
product_near_zero(VALUE a, VALUE b, bool a_zero, bool b_zero)
{
    if (!a_zero && b_zero && val_float_p(a) && !isnan(float_value(a))) a = float_new(signbit(float_value(a)) ? -1.0 : 1.0);
    if (!b_zero && a_zero && val_float_p(b) && !isnan(float_value(b))) b = float_new(signbit(float_value(b)) ? -1.0 : 1.0);
    return real_mul(a, b);
}

static void
parts_mul(VALUE ar, VALUE ai, VALUE br, VALUE bi, VALUE *real, VALUE *imag)
{
    const VALUE a[2] = {ar, ai}, b[2] = {br, bi};
    VALUE product[2][2];
    bool a0[2], b0[2];
    for (unsigned i = 0; i < 2; i++) a0[i] = num_equal_zero_p(a[i]), b0[i] = num_equal_zero_p(b[i]);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 2; k++) product[i][k] = product_near_zero(a[i], b[k], a0[i], b0[k]);
    *real = real_sub(product[0][0], product[1][1]);
    *imag = real_add(product[0][1], product[1][0]);
}

VALUE
rb_complex_mul(VALUE x, VALUE y)
{
    struct rcomplex *a = rcomplex(x);
    if (val_complex_p(y)) {
        VALUE re, im;
        parts_mul(a->real, a->imag, rcomplex(y)->real, rcomplex(y)->imag, &re, &im);
        return complex_like(x, re, im);
    }
    if (num_real_p(y)) return complex_like(x, real_mul(a->real, y), real_mul(a->imag, y));
    return rb_num_coerce_bin(x, y, '*');
}

/* ---- division ---- */

/* An integral Rational as the Integer. */
static VALUE
simplified(VALUE v)
{
    return val_rational_p(v) && rrational(v)->den == int_fix(1) ? rrational(v)->num : v;
}

static int
real_cmp(VALUE x, VALUE y)
{
    VALUE r = num_call(x, rb_intern("<=>"), y);
    return NIL_P(r) ? 2 : rb_cmpint(r, x, y);
}

static VALUE
divide_by_complex(VALUE x, struct rcomplex *b, VALUE (*div)(VALUE, VALUE))
{
    struct rcomplex *a = rcomplex(x);
    VALUE re, im;
    bool floats = val_float_p(a->real) || val_float_p(a->imag) || val_float_p(b->real) || val_float_p(b->imag);
    if (real_cmp(real_abs(b->real), real_abs(b->imag)) == 1) {
        VALUE r = div(b->imag, b->real), n = real_mul(b->real, real_add(int_fix(1), real_mul(r, r)));
        re = div(real_add(a->real, real_mul(a->imag, r)), n);
        im = div(real_sub(a->imag, real_mul(a->real, r)), n);
    } else {
        VALUE r = div(b->real, b->imag), n = real_mul(b->imag, real_add(int_fix(1), real_mul(r, r)));
        re = div(real_add(real_mul(a->real, r), a->imag), n);
        im = div(real_sub(real_mul(a->imag, r), a->real), n);
    }
    if (floats) return complex_like(x, re, im);
    re = simplified(re);
    return complex_like(x, re, simplified(im));
}

static VALUE
complex_divide(VALUE x, VALUE y, VALUE (*div)(VALUE, VALUE), const char *op)
{
    struct rcomplex *a = rcomplex(x);
    if (val_complex_p(y)) return divide_by_complex(x, rcomplex(y), div);
    if (num_real_p(y)) {
        VALUE re = simplified(div(a->real, y));
        return complex_like(x, re, simplified(div(a->imag, y)));
    }
    return rb_num_coerce_bin(x, y, rb_intern(op));
}

VALUE
rb_complex_div(VALUE x, VALUE y)
{
    return complex_divide(x, y, real_quo, "quo");
}

static VALUE
complex_m_fdiv(VALUE x, VALUE y)
{
    return complex_divide(x, y, real_fdiv, "fdiv");
}

/* ---- polar form ---- */

VALUE
complex_polar(VALUE abs, VALUE arg)
{
    if (num_equal_zero_p(abs) || num_equal_zero_p(arg)) return complex_raw(abs, float_new(0.0));
    if (val_float_p(arg)) {
        if (float_value(arg) == M_PI) return complex_raw(real_neg(abs), float_new(0.0));
        if (float_value(arg) == M_PI_2) return complex_raw(float_new(0.0), abs);
    }
    double a = num_to_double(arg);
    if (val_float_p(abs)) return rb_dbl_complex_new(float_value(abs) * cos(a), float_value(abs) * sin(a));
    VALUE im = real_mul(abs, float_new(sin(a)));
    return complex_raw(real_mul(abs, float_new(cos(a))), im);
}

/* abs * e ** (i * pi * ang), exact for the multiples of a right angle. */
VALUE
rb_dbl_complex_new_polar_pi(double abs, double ang)
{
    double whole, part = modf(ang, &whole);
    double turned = fmod(whole, 2.0) != 0 ? -abs : abs;
    if (part == 0.0) return float_new(turned);
    if (part == 0.5) return rb_dbl_complex_new(0.0, turned);
    if (part == -0.5) return rb_dbl_complex_new(0.0, -turned);
    return rb_dbl_complex_new(abs * cos(M_PI * ang), abs * sin(M_PI * ang));
}

VALUE
complex_abs(VALUE z)
{
    VALUE re = rcomplex(z)->real, im = rcomplex(z)->imag;
    bool floats = val_float_p(re) || val_float_p(im);
    VALUE a;
    if (num_equal_zero_p(re)) a = real_abs(im);
    else if (num_equal_zero_p(im)) a = real_abs(re);
    else return float_new(hypot(num_to_double(re), num_to_double(im)));
    return floats && !val_float_p(a) ? rb_to_float(a) : a;
}

VALUE
complex_arg(VALUE z)
{
    return float_new(atan2(num_to_double(rcomplex(z)->imag), num_to_double(rcomplex(z)->real)));
}

static VALUE
complex_m_abs2(VALUE z)
{
    VALUE re = rcomplex(z)->real, im = rcomplex(z)->imag;
    return real_add(real_mul(re, re), real_mul(im, im));
}

/* ---- powers ---- */

/* If z points in one of the eight directions, its Integer power; else Qundef. */
static VALUE
power_in_direction(VALUE z, VALUE n)
{
    static const signed char unit[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    VALUE re = rcomplex(z)->real, im = rcomplex(z)->imag, x;
    int dir;
    if (num_equal_zero_p(im)) x = re, dir = 0;
    else if (num_equal_zero_p(re)) x = im, dir = 2;
    else if (RTEST(rb_equal(re, im))) x = re, dir = 1;
    else if (RTEST(rb_equal(real_neg(re), im))) x = im, dir = 3;
    else return Qundef;
    if (num_negative_p(x)) {
        x = real_neg(x);
        dir += 4;
    }
    ID pow_op = rb_intern("**");
    VALUE size;
    if (dir % 2 == 0) {
        size = num_call(x, pow_op, n);
    } else { /* (1 + i) ** 2 is 2i: half of the factors pair up */
        size = num_call(real_mul(real_mul(x, x), int_fix(2)), pow_op, int_div(n, int_fix(2)));
        if (!int_even_p(n)) size = real_mul(size, x);
    }
    dir = (int)fix_int(int_mod(int_mul(int_fix(dir), n), int_fix(8)));
    VALUE zero = val_float_p(size) ? float_new(0.0) : real_mul(size, int_fix(0)), part[2];
    for (int i = 0; i < 2; i++) {
        signed char u = unit[dir][i];
        part[i] = u == 0 ? zero : u > 0 ? size : real_neg(size);
    }
    return complex_raw(part[0], part[1]);
}

static VALUE
power_by_squaring(VALUE z, intptr_t n)
{
    if (n < 0) {
        z = rb_complex_div(complex_raw(int_fix(1), int_fix(0)), z);
        n = -n;
    }
    VALUE re = rcomplex(z)->real, im = rcomplex(z)->imag, zr = re, zi = im;
    for (n--; n > 0; n--) {
        for (; n % 2 == 0; n /= 2) { /* square the base */
            VALUE r = real_sub(real_mul(re, re), real_mul(im, im));
            im = real_mul(real_mul(int_fix(2), re), im);
            re = r;
        }
        VALUE r, i;
        parts_mul(zr, zi, re, im, &r, &i);
        zr = r, zi = i;
    }
    return complex_raw(zr, zi);
}

static VALUE
power_complex(VALUE z, VALUE w)
{
    VALUE re = rcomplex(w)->real, im = rcomplex(w)->imag;
    double r = num_to_double(complex_abs(z)), theta = float_value(complex_arg(z));
    double x = num_to_double(re), y = num_to_double(im);
    if (r == 0.0 && x > 0) return rb_dbl_complex_new(0.0, 0.0);
    double size = exp(x * log(r) - y * theta), angle = theta * x + y * log(r);
    return complex_polar(float_new(size), float_new(angle));
}

VALUE
rb_complex_pow(VALUE z, VALUE w)
{
    if (num_exact_zero_p(w)) return complex_like(z, int_fix(1), int_fix(0));
    if (val_rational_p(w) && rrational(w)->den == int_fix(1)) w = rrational(w)->num;
    if (val_complex_p(w) && num_exact_zero_p(rcomplex(w)->imag)) w = rcomplex(w)->real;
    if (num_exact_zero_p(w)) return complex_like(z, int_fix(1), int_fix(0));
    if (w == int_fix(1)) return complex_like(z, rcomplex(z)->real, rcomplex(z)->imag);
    if (val_complex_p(w)) return as_class_of(z, power_complex(z, w));
    if (val_int_p(w)) {
        VALUE r = power_in_direction(z, w);
        if (r != Qundef) return as_class_of(z, r);
    }
    if (val_fix_p(w)) return as_class_of(z, power_by_squaring(z, fix_int(w)));
    if (num_real_p(w)) {
        VALUE theta = complex_arg(z);
        if (val_big_p(w)) rb_warn("in a**b, b may be too big");
        VALUE size = num_call(complex_abs(z), rb_intern("**"), w);
        return as_class_of(z, complex_polar(size, real_mul(theta, w)));
    }
    return rb_num_coerce_bin(z, w, rb_intern("**"));
}

/* ---- comparison ---- */

/* NaN differs from itself, also where it is one object. */
static bool
real_equal_p(VALUE x, VALUE y)
{
    if (val_float_p(x) && val_float_p(y)) return float_value(x) == float_value(y);
    return RTEST(rb_equal(x, y));
}

static VALUE
complex_m_equal(VALUE x, VALUE y)
{
    struct rcomplex *a = rcomplex(x);
    if (val_complex_p(y)) {
        return val_bool(real_equal_p(a->real, rcomplex(y)->real) && real_equal_p(a->imag, rcomplex(y)->imag));
    }
    if (num_real_p(y)) return val_bool(real_equal_p(a->real, y) && num_equal_zero_p(a->imag));
    return val_bool(RTEST(rb_equal(y, x)));
}

static VALUE
complex_m_cmp(VALUE x, VALUE y)
{
    if (!num_equal_zero_p(rcomplex(x)->imag)) return Qnil;
    if (val_complex_p(y)) {
        if (!num_equal_zero_p(rcomplex(y)->imag)) return Qnil;
        y = rcomplex(y)->real;
    } else if (!num_real_p(y)) {
        return RTEST(rb_obj_is_kind_of(y, rb_cNumeric)) ? rb_num_coerce_cmp(x, y, rb_intern("<=>")) : Qnil;
    }
    return num_call(rcomplex(x)->real, rb_intern("<=>"), y);
}

static VALUE
complex_m_eql_p(VALUE x, VALUE y)
{
    if (!val_complex_p(y)) return Qfalse;
    struct rcomplex *a = rcomplex(x), *b = rcomplex(y);
    if (CLASS_OF(a->real) != CLASS_OF(b->real) || CLASS_OF(a->imag) != CLASS_OF(b->imag)) return Qfalse;
    return complex_m_equal(x, y);
}

static VALUE
complex_m_hash(VALUE z)
{
    uint64_t parts[2] = {obj_hash(rcomplex(z)->real), obj_hash(rcomplex(z)->imag)};
    return hash_to_value(hash_bytes(parts, sizeof parts, 0x636f6d70));
}

static VALUE
complex_m_coerce(VALUE x, VALUE y)
{
    VALUE left = val_complex_p(y) ? y : num_real_p(y) ? complex_like(x, y, int_fix(0)) : Qundef;
    if (left != Qundef) return rb_assoc_new(left, x);
    rb_raise(rb_eTypeError, "%" PRIsVALUE " can't be coerced into %" PRIsVALUE, rb_obj_class(y), rb_obj_class(x));
}

/* ---- parts ---- */

static VALUE
complex_m_real_p(VALUE z)
{
    return Qfalse;
}

VALUE
rb_complex_uminus(VALUE z)
{
    VALUE re = real_neg(rcomplex(z)->real);
    return complex_like(z, re, real_neg(rcomplex(z)->imag));
}

VALUE
rb_complex_conjugate(VALUE z)
{
    return complex_like(z, rcomplex(z)->real, real_neg(rcomplex(z)->imag));
}

VALUE
rb_complex_abs(VALUE z)
{
    return complex_abs(z);
}

VALUE
rb_complex_arg(VALUE z)
{
    return complex_arg(z);
}

static VALUE
complex_m_rect(VALUE z)
{
    return rb_assoc_new(rcomplex(z)->real, rcomplex(z)->imag);
}

static VALUE
complex_m_polar(VALUE z)
{
    VALUE a = complex_abs(z);
    return rb_assoc_new(a, complex_arg(z));
}

static VALUE
complex_m_finite_p(VALUE z)
{
    ID finite = rb_intern("finite?");
    return val_bool(RTEST(rb_funcallv(rcomplex(z)->real, finite, 0, NULL)) &&
                    RTEST(rb_funcallv(rcomplex(z)->imag, finite, 0, NULL)));
}

static VALUE
complex_m_infinite_p(VALUE z)
{
    ID infinite = rb_intern("infinite?");
    bool inf = RTEST(rb_funcallv(rcomplex(z)->real, infinite, 0, NULL)) ||
               RTEST(rb_funcallv(rcomplex(z)->imag, infinite, 0, NULL));
    return inf ? int_fix(1) : Qnil;
}

static VALUE
complex_m_denominator(VALUE z)
{
    ID den = rb_intern("denominator");
    VALUE a = rb_funcallv(rcomplex(z)->real, den, 0, NULL), b = rb_funcallv(rcomplex(z)->imag, den, 0, NULL);
    return rb_funcallv(a, rb_intern("lcm"), 1, &b);
}

static VALUE
complex_m_numerator(VALUE z)
{
    ID num = rb_intern("numerator"), den = rb_intern("denominator");
    VALUE cd = complex_m_denominator(z), re = rcomplex(z)->real, im = rcomplex(z)->imag;
    VALUE a = real_mul(rb_funcallv(re, num, 0, NULL), int_m_div(cd, rb_funcallv(re, den, 0, NULL)));
    return complex_raw(a, real_mul(rb_funcallv(im, num, 0, NULL), int_m_div(cd, rb_funcallv(im, den, 0, NULL))));
}

/* ---- text ---- */

static VALUE
complex_text(VALUE z, VALUE (*text)(VALUE))
{
    VALUE im = rcomplex(z)->imag, s = rb_str_dup(text(rcomplex(z)->real));
    str_append_bytes(s, real_sign_p(im) ? "-" : "+", 1);
    str_append(s, text(real_abs(im)));
    char last = str_len(s) ? str_end(s)[-1] : '0';
    if (last < '0' || last > '9') str_append_bytes(s, "*", 1);
    return str_append_bytes(s, "i", 1);
}

static VALUE
complex_m_to_s(VALUE z)
{
    return complex_text(z, rb_obj_as_string);
}

static VALUE
complex_m_inspect(VALUE z)
{
    VALUE s = rb_usascii_str_new("(", 1);
    str_append(s, complex_text(z, rb_inspect));
    return str_append_bytes(s, ")", 1);
}

/* ---- to reals ---- */

static void
must_be_exactly_real(VALUE z, const char *class_name)
{
    VALUE im = rcomplex(z)->imag;
    if (!val_float_p(im) && num_equal_zero_p(im)) return;
    rb_raise(rb_eRangeError, "can't convert %" PRIsVALUE " into %s", z, class_name);
}

static VALUE
complex_m_to_i(VALUE z)
{
    must_be_exactly_real(z, "Integer");
    return rb_funcallv(rcomplex(z)->real, rb_intern("to_i"), 0, NULL);
}

static VALUE
complex_m_to_f(VALUE z)
{
    must_be_exactly_real(z, "Float");
    return rb_funcallv(rcomplex(z)->real, rb_intern("to_f"), 0, NULL);
}

static VALUE
complex_m_to_r(VALUE z)
{
    VALUE im = rcomplex(z)->imag;
    if (val_int_p(im) || val_rational_p(im) || (val_float_p(im) && float_value(im) != 0.0)) {
        must_be_exactly_real(z, "Rational");
    } else if (!val_float_p(im)) { /* a number of the program's: test its to_r, or itself if it has none */
        VALUE r = rb_check_funcall(im, rb_intern("to_r"), 0, NULL);
        if (!num_equal_zero_p(r == Qundef ? im : r)) must_be_exactly_real(z, "Rational");
    }
    return rb_funcallv(rcomplex(z)->real, rb_intern("to_r"), 0, NULL);
}

static VALUE
complex_m_rationalize(int argc, const VALUE *argv, VALUE z)
{
    rb_check_arity(argc, 0, 1);
    must_be_exactly_real(z, "Rational");
    return rb_funcallv(rcomplex(z)->real, rb_intern("rationalize"), argc, argv);
}

static VALUE
complex_m_to_c(VALUE z)
{
    return z;
}

/* ---- constructors of the class ---- */

static VALUE
complex_s_rect(int argc, const VALUE *argv, VALUE klass)
{
    VALUE re, im;
    if (rb_scan_args(argc, argv, "11", &re, &im) == 1) im = int_fix(0);
    re = must_be_real(complex_demote(re));
    return complex_of_class(klass, re, must_be_real(complex_demote(im)));
}

static VALUE
complex_s_polar(int argc, const VALUE *argv, VALUE klass)
{
    VALUE abs, arg;
    if (rb_scan_args(argc, argv, "11", &abs, &arg) == 1) arg = int_fix(0);
    abs = must_be_real(complex_demote(abs));
    return complex_with_class(klass, complex_polar(abs, must_be_real(complex_demote(arg))));
}

VALUE
rb_complex_new(VALUE real, VALUE imag)
{
    must_be_real(real);
    return complex_raw(real, must_be_real(imag));
}

VALUE
rb_complex_new_polar(VALUE abs, VALUE arg)
{
    must_be_real(abs);
    return complex_polar(abs, must_be_real(arg));
}

/* ---- Marshal ---- */

static VALUE
complex_s_alloc(VALUE klass)
{
    struct rcomplex *z = (struct rcomplex *)obj_new(klass, T_COMPLEX, sizeof *z);
    z->real = z->imag = int_fix(0);
    return (VALUE)z;
}

static VALUE
complex_m_marshal_dump(VALUE z)
{
    return complex_m_rect(z);
}

static VALUE
complex_compat_marshal_load(VALUE o, VALUE pair)
{
    Check_Type(pair, T_ARRAY);
    if (ary_len(pair) != 2) {
        rb_raise(rb_eArgError, "marshaled complex must have an array whose length is 2 but %ld", (long)ary_len(pair));
    }
    rb_ivar_set(o, rb_intern("@real"), must_be_real(ary_at(pair, 0)));
    rb_ivar_set(o, rb_intern("@image"), must_be_real(ary_at(pair, 1)));
    return o;
}

static VALUE
complex_marshal_dumper(VALUE z)
{
    return z;
}

static VALUE
complex_marshal_loader(VALUE z, VALUE o)
{
    RB_OBJ_WRITE(z, &rcomplex(z)->real, must_be_real(rb_ivar_get(o, rb_intern("@real"))));
    RB_OBJ_WRITE(z, &rcomplex(z)->imag, must_be_real(rb_ivar_get(o, rb_intern("@image"))));
    OBJ_FREEZE(z);
    return z;
}

static void
complex_mark(VALUE z)
{
    gc_mark_slot(&rcomplex(z)->real);
    gc_mark_slot(&rcomplex(z)->imag);
}

static const struct gc_type_ops complex_gc_ops = {.mark = complex_mark};

static void
define_arithmetic(VALUE c)
{
    static const char *const unordered[] = {"<",    "<=",       ">",     ">=",        "between?", "clamp",     "%",
                                            "div",  "divmod",   "floor", "ceil",      "modulo",   "remainder", "round",
                                            "step", "truncate", "i",     "positive?", "negative?"};
    for (size_t i = 0; i < lengthof(unordered); i++) rb_undef_method(c, unordered[i]);
    rb_define_method(c, "-@", rb_complex_uminus, 0);
    rb_define_method(c, "+", rb_complex_plus, 1);
    rb_define_method(c, "-", rb_complex_minus, 1);
    rb_define_method(c, "*", rb_complex_mul, 1);
    rb_define_method(c, "/", rb_complex_div, 1);
    rb_define_method(c, "quo", rb_complex_div, 1);
    rb_define_method(c, "fdiv", complex_m_fdiv, 1);
    rb_define_method(c, "**", rb_complex_pow, 1);
    rb_define_method(c, "==", complex_m_equal, 1);
    rb_define_method(c, "<=>", complex_m_cmp, 1);
    rb_define_method(c, "eql?", complex_m_eql_p, 1);
    rb_define_method(c, "hash", complex_m_hash, 0);
    rb_define_method(c, "coerce", complex_m_coerce, 1);
}

void
Init_Complex(void)
{
    gc_register_type(T_COMPLEX, &complex_gc_ops);
    VALUE c = rb_cComplex = rb_define_class("Complex", rb_cNumeric);
    rb_define_alloc_func(c, complex_s_alloc);
    rb_undef_method(CLASS_OF(c), "allocate");
    rb_undef_method(CLASS_OF(c), "new");
    rb_define_singleton_method(c, "rect", complex_s_rect, -1);
    rb_define_singleton_method(c, "rectangular", complex_s_rect, -1);
    rb_define_singleton_method(c, "polar", complex_s_polar, -1);
    define_arithmetic(c);

    rb_define_method(c, "real", rb_complex_real, 0);
    rb_define_method(c, "imaginary", rb_complex_imag, 0);
    rb_define_method(c, "imag", rb_complex_imag, 0);
    rb_define_method(c, "abs", complex_abs, 0);
    rb_define_method(c, "magnitude", complex_abs, 0);
    rb_define_method(c, "abs2", complex_m_abs2, 0);
    rb_define_method(c, "arg", complex_arg, 0);
    rb_define_method(c, "angle", complex_arg, 0);
    rb_define_method(c, "phase", complex_arg, 0);
    rb_define_method(c, "polar", complex_m_polar, 0);
    rb_define_method(c, "rect", complex_m_rect, 0);
    rb_define_method(c, "rectangular", complex_m_rect, 0);
    rb_define_method(c, "conjugate", rb_complex_conjugate, 0);
    rb_define_method(c, "conj", rb_complex_conjugate, 0);
    rb_define_method(c, "real?", complex_m_real_p, 0);
    rb_define_method(c, "finite?", complex_m_finite_p, 0);
    rb_define_method(c, "infinite?", complex_m_infinite_p, 0);
    rb_define_method(c, "numerator", complex_m_numerator, 0);
    rb_define_method(c, "denominator", complex_m_denominator, 0);
    rb_define_method(c, "to_s", complex_m_to_s, 0);
    rb_define_method(c, "inspect", complex_m_inspect, 0);
    rb_define_method(c, "to_i", complex_m_to_i, 0);
    rb_define_method(c, "to_f", complex_m_to_f, 0);
    rb_define_method(c, "to_r", complex_m_to_r, 0);
    rb_define_method(c, "rationalize", complex_m_rationalize, -1);
    rb_define_method(c, "to_c", complex_m_to_c, 0);
    rb_define_private_method(c, "marshal_dump", complex_m_marshal_dump, 0);

    VALUE compat = rb_class_new(rb_cObject);
    rb_gc_register_mark_object(compat);
    rb_define_private_method(compat, "marshal_load", complex_compat_marshal_load, 1);
    rb_marshal_define_compat(c, compat, complex_marshal_dumper, complex_marshal_loader);
    rb_define_const(c, "I", complex_raw(int_fix(0), int_fix(1)));
}
