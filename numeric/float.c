/*
 * numeric/float.c - class Float.
 *
 * Comparison with Integers is exact.  Rounding to decimals rounds the scaled double and compares the result, scaled back, with
 * the receiver.  So 5.015, whose double is a little less, rounds up.  Beyond DOUBLE_SCALE_DIGITS decimals the scaled double is
 * not exact enough, and Integers are used.
 */
#include "internal/compiler.h"

#include <float.h>
#include <math.h>

#include "internal/array.h"
#include "internal/class.h"
#include "internal/numeric/bignum.h"
#include "internal/numeric/dtoa.h"
#include "internal/hash.h"
#include "internal/numeric/rational.h"
#include "ruby/ruby.h"

VALUE rb_cFloat;

VALUE
float_new_heap(double d)
{
    struct rfloat *f = (struct rfloat *)obj_new(rb_cFloat, T_FLOAT | HDR_FROZEN | HDR_SHAREABLE, sizeof *f);
    f->value = d;
    return (VALUE)f;
}

VALUE
rb_float_new(double d)
{
    return float_new(d);
}

VALUE
rb_float_new_in_heap(double d)
{
    return float_new_heap(d);
}

double
rb_float_value(VALUE v)
{
    return float_value(v);
}

/* ---- to a Float ---- */

COLD NORETURN static void
cannot_be_float(VALUE v)
{
    const char *name = NIL_P(v) ? "nil" : v == Qtrue ? "true" : v == Qfalse ? "false" : NULL;
    if (name) rb_raise(rb_eTypeError, "can't convert %s into Float", name);
    rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " into Float", rb_obj_class(v));
}

static double
int_dbl(VALUE v)
{
    double d = int_to_double(v);
    if (UNLIKELY(isinf(d))) rb_warning("Integer out of Float range");
    return d;
}

/* num / den with both rounded first: the last digit is not always that of Rational#to_f, which divides exactly. */
static double
rational_dbl(VALUE v)
{
    double num = int_to_double(rrational(v)->num), den = int_to_double(rrational(v)->den);
    return isinf(num) || isinf(den) ? rational_to_double(v) : num / den;
}

/* v by its to_f; not a Numeric: TypeError. */
static VALUE
numeric_to_f(VALUE v)
{
    if (val_rational_p(v)) return float_new(rational_dbl(v));
    if (!rb_obj_is_kind_of(v, rb_cNumeric)) cannot_be_float(v);
    return rb_convert_type(v, T_FLOAT, "Float", "to_f");
}

VALUE
rb_to_float(VALUE v)
{
    if (val_float_p(v)) return v;
    if (val_int_p(v)) return float_new(int_dbl(v));
    return numeric_to_f(v);
}

VALUE
rb_check_to_float(VALUE v)
{
    if (val_float_p(v)) return v;
    if (val_int_p(v)) return float_new(int_dbl(v));
    if (val_rational_p(v)) return float_new(rational_dbl(v));
    if (!rb_obj_is_kind_of(v, rb_cNumeric)) return Qnil;
    return rb_check_convert_type(v, T_FLOAT, "Float", "to_f");
}

double
num_to_double(VALUE v)
{
    if (val_float_p(v)) return float_value(v);
    if (val_int_p(v)) return int_dbl(v);
    return float_value(rb_to_float(v));
}

double
rb_num2dbl(VALUE v)
{
    if (val_float_p(v)) return float_value(v);
    if (val_int_p(v)) return int_dbl(v);
    const char *refused = val_type_p(v, T_STRING) ? "string"
                          : NIL_P(v)              ? "nil"
                          : v == Qtrue            ? "true"
                          : v == Qfalse           ? "false"
                                                  : NULL;
    if (refused) rb_raise(rb_eTypeError, "no implicit conversion to float from %s", refused);
    VALUE f = val_heap_p(v) && !val_type_p(v, T_RATIONAL) && !val_truthy(rb_obj_is_kind_of(v, rb_cNumeric))
                  ? rb_check_funcall(v, rb_intern("to_f"), 0, NULL)
                  : Qundef; /* from C, #to_f of any object counts; in Ruby, only that of numbers */
    return float_value(f != Qundef && val_float_p(f) ? f : rb_to_float(v));
}

/* ---- arithmetic ---- */

/* y as a double if it is a core real number that mixes without coercion. */
static ALWAYS_INLINE bool
operand(VALUE y, double *d)
{
    if (val_float_p(y)) {
        *d = float_value(y);
        return true;
    }
    if (val_int_p(y)) {
        *d = int_dbl(y);
        return true;
    }
    return false;
}

VALUE
flo_m_plus(VALUE x, VALUE y)
{
    double d;
    if (operand(y, &d)) return float_new(float_value(x) + d);
    return rb_num_coerce_bin(x, y, '+');
}

VALUE
flo_m_minus(VALUE x, VALUE y)
{
    double d;
    if (operand(y, &d)) return float_new(float_value(x) - d);
    return rb_num_coerce_bin(x, y, '-');
}

VALUE
flo_m_mul(VALUE x, VALUE y)
{
    double d;
    if (operand(y, &d)) return float_new(float_value(x) * d);
    return rb_num_coerce_bin(x, y, '*');
}

VALUE
flo_m_div(VALUE x, VALUE y)
{
    double d;
    if (operand(y, &d)) return float_new(double_quotient(float_value(x), d));
    return rb_num_coerce_bin(x, y, '/');
}

static VALUE
flo_m_quo(VALUE x, VALUE y)
{
    const struct method_entry *me = method_lookup(rb_cFloat, '/');
    bool itself = me && me->def->kind == METHOD_CFUNC && me->def->as.cfunc.fn == (cfunc_t)(void *)flo_m_quo;
    if (UNLIKELY(itself))
        rb_name_error('/', "%" PRIsVALUE "/%" PRIsVALUE, rb_inspect(x), rb_inspect(y)); /* an alias: no end */
    return num_call(x, '/', y);
}

VALUE
flo_m_pow(VALUE x, VALUE y)
{
    double a = float_value(x), b;
    if (!operand(y, &b)) return rb_num_coerce_bin(x, y, rb_intern("**"));
    if (a < 0 && b != round(b) && val_float_p(y)) return rb_dbl_complex_new_polar_pi(pow(-a, b), b);
    return float_new(pow(a, b));
}

/* The modulo has the divisor's sign. */
double
flo_mod(double a, double b)
{
    if (b == 0.0) num_zero_div();
    if (isnan(b)) return b;
    double m = isinf(b) && !isinf(a) ? a : fmod(a, b);
    return m * b < 0 ? m + b : m;
}

void
flo_divmod(double a, double b, double *quo, double *mod)
{
    if (b == 0.0) num_zero_div();
    if (isnan(b)) {
        *quo = *mod = b;
        return;
    }
    double m = isinf(b) && !isinf(a) ? a : fmod(a, b);
    double q = isinf(a) && !isinf(b) ? a : round((a - m) / b);
    if (m * b < 0) {
        m += b;
        q -= 1.0;
    }
    *quo = q;
    *mod = m;
}

static VALUE
flo_m_modulo(VALUE x, VALUE y)
{
    double d;
    if (operand(y, &d)) return float_new(flo_mod(float_value(x), d));
    return rb_num_coerce_bin(x, y, '%');
}

static VALUE
flo_m_divmod(VALUE x, VALUE y)
{
    double d, q, m;
    if (!operand(y, &d)) return rb_num_coerce_bin(x, y, rb_intern("divmod"));
    flo_divmod(float_value(x), d, &q, &m);
    VALUE quo = int_from_double(q);
    return rb_assoc_new(quo, float_new(m));
}

static VALUE
flo_m_uminus(VALUE x)
{
    return float_new(-float_value(x));
}

static VALUE
flo_m_abs(VALUE x)
{
    return float_new(fabs(float_value(x)));
}

static VALUE
flo_leaf_abs(VALUE x)
{
    return float_leaf(fabs(float_value(x)));
}

static VALUE
flo_leaf_to_i(VALUE x)
{
    double d = float_value(x);
    return fabs(d) < 4611686018427387904.0 ? int_fix((intptr_t)d) : Qundef; /* 2^62: NaN is not less */
}

/* ---- comparison ---- */

/* Compares x with y.  Returns -1, 0 or 1, 2 if they are unordered, or 3 if y is neither a Float nor an Integer. */
static inline int
flo_order(VALUE x, VALUE y)
{
    double a = float_value(x);
    if (val_float_p(y)) {
        double b = float_value(y);
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
    }
    if (val_int_p(y)) {
        int c = int_cmp_double(y, a);
        return c == 2 ? 2 : -c;
    }
    return 3;
}

static VALUE
flo_m_equal(VALUE x, VALUE y)
{
    int c = flo_order(x, y);
    return c == 3 ? val_bool(RTEST(num_call(y, rb_intern("=="), x))) : val_bool(c == 0);
}

static VALUE
flo_m_eql(VALUE x, VALUE y)
{
    return val_bool(val_float_p(y) && float_value(x) == float_value(y));
}

static VALUE
flo_m_gt(VALUE x, VALUE y)
{
    int c = flo_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, '>') : val_bool(c == 1);
}

static VALUE
flo_m_ge(VALUE x, VALUE y)
{
    int c = flo_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, rb_intern(">=")) : val_bool(c == 0 || c == 1);
}

static VALUE
flo_m_lt(VALUE x, VALUE y)
{
    int c = flo_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, '<') : val_bool(c == -1);
}

static VALUE
flo_m_le(VALUE x, VALUE y)
{
    int c = flo_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, rb_intern("<=")) : val_bool(c == 0 || c == -1);
}

/* An infinite Float lies beyond whatever can say that it is not infinite itself. */
static VALUE
flo_m_cmp(VALUE x, VALUE y)
{
    int c = flo_order(x, y);
    if (c == 2) return Qnil;
    if (c != 3) return int_fix(c);
    double a = float_value(x);
    if (isinf(a)) {
        VALUE i = rb_check_funcall(y, rb_intern("infinite?"), 0, NULL);
        if (i != Qundef) {
            int other = RTEST(i) ? rb_cmpint(i, x, y) : 0;
            if (a > 0) return int_fix(other > 0 ? 0 : 1);
            return int_fix(other < 0 ? 0 : -1);
        }
    }
    return rb_num_coerce_cmp(x, y, rb_intern("<=>"));
}

static VALUE
flo_m_hash(VALUE x)
{
    return hash_to_value(obj_hash(x));
}

/* ---- questions ---- */

static VALUE
flo_m_zero_p(VALUE x)
{
    return val_bool(float_value(x) == 0.0);
}

static VALUE
flo_m_nan_p(VALUE x)
{
    return val_bool(isnan(float_value(x)));
}

static VALUE
flo_m_infinite_p(VALUE x)
{
    double d = float_value(x);
    return isinf(d) ? int_fix(d < 0 ? -1 : 1) : Qnil;
}

static VALUE
flo_m_finite_p(VALUE x)
{
    return val_bool(isfinite(float_value(x)));
}

static VALUE
flo_m_positive_p(VALUE x)
{
    return val_bool(float_value(x) > 0.0);
}

static VALUE
flo_m_negative_p(VALUE x)
{
    return val_bool(float_value(x) < 0.0);
}

/* ---- conversion ---- */

static VALUE
flo_m_to_s(VALUE x)
{
    return flo_to_s(float_value(x));
}

static VALUE
flo_m_to_f(VALUE x)
{
    return x;
}

VALUE
flo_to_i(VALUE x)
{
    return int_from_double(float_value(x));
}

static VALUE
flo_m_coerce(VALUE x, VALUE y)
{
    return rb_assoc_new(rb_Float(y), x);
}

static VALUE
flo_m_next_float(VALUE x)
{
    return float_new(nextafter(float_value(x), HUGE_VAL));
}

static VALUE
flo_m_prev_float(VALUE x)
{
    return float_new(nextafter(float_value(x), -HUGE_VAL));
}

/* ---- rounding ---- */

enum {
    DOUBLE_SCALE_DIGITS = 14, /* decimals up to which scaling in doubles is trusted */
    ALL_DIGITS = DBL_DIG + 2, /* significant decimals after which nothing is left to round */
};

/* x = m * 2**exp, 0.5 <= |m| < 1: it has no digits after that many decimals (by a cautious count). */
static inline bool
nothing_to_round(long digits, int exp)
{
    return digits >= ALL_DIGITS - (exp > 0 ? exp / 4 : exp / 3 - 1);
}

/* |x| is less than half of 10**-digits. */
static inline bool
rounds_to_nothing(long digits, int exp)
{
    return digits < -(exp > 0 ? exp / 3 + 1 : exp / 4);
}

/* The multiple of 1/s nearest to x >= 0, times s. A tie is a receiver that equals the double of the decimal midpoint. */
static double
scale_half_up(double x, double s)
{
    double f = round(x * s);
    return s != 1.0 && (f + 0.5) / s <= x ? f + 1 : f;
}

static double
scale_half_down(double x, double s)
{
    double f = round(x * s);
    return (f - 0.5) / s >= x ? f - 1 : f;
}

/* The fraction is scaled apart from the integer part, which keeps its ties exact for longer. */
static double
scale_half_even(double x, double s)
{
    double whole, part = modf(x, &whole) * s, f = round(part), r = whole * s + f;
    if (part == f - 0.5) return fmod(r, 2.0) != 0 ? r - 1 : r;
    return (r + 0.5) / s <= x && fmod(r, 2.0) != 0 ? r + 1 : r;
}

static double
round_scaled(double x, double s, enum round_half half)
{
    switch (half) {
    case ROUND_HALF_EVEN: return scale_half_even(x, s);
    case ROUND_HALF_DOWN: return scale_half_down(x, s);
    default: return scale_half_up(x, s);
    }
}

/* Rounds x to many decimals.  Computes with Integers on the exact value. */
static double
round_exact(double x, long digits, enum round_half half)
{
    int exp;
    VALUE num = int_from_double(ldexp(frexp(x, &exp), DBL_MANT_DIG)), den = int_fix(1), pow10 = int_pow10(digits), q, m;
    exp -= DBL_MANT_DIG;
    num = int_mul(int_abs(num), pow10);
    if (exp >= 0) num = int_shift(num, exp);
    else den = int_shift(den, -exp);
    int_divmod(num, den, &q, &m);
    int c = int_cmp(int_mul(m, int_fix(2)), den);
    if (c > 0 || (c == 0 && (half == ROUND_HALF_UP || (half == ROUND_HALF_EVEN && !int_even_p(q))))) {
        q = int_add(q, int_fix(1));
    }
    double r = int_fdiv_double(q, pow10);
    return x < 0 && r != 0 ? -r : r;
}

static double
round_decimals(double x, long digits, enum round_half half)
{
    int exp;
    if (x == 0.0 || !isfinite(x)) return x;
    frexp(x, &exp);
    if (nothing_to_round(digits, exp)) return x;
    if (rounds_to_nothing(digits, exp)) return 0.0;
    if (digits > DOUBLE_SCALE_DIGITS) return round_exact(x, digits, half);
    double s = pow(10, (double)digits), r = round_scaled(fabs(x), s, half) / s;
    return x < 0 ? -r : r;
}

VALUE
flo_round(VALUE v, long digits, enum round_half half)
{
    double x = float_value(v);
    if (digits > 0) return float_new(round_decimals(x, digits, half));
    if (digits == 0) {
        if (!isfinite(x)) return int_from_double(half == ROUND_HALF_EVEN ? NAN : x); /* CRuby's message has NaN here */
        double r = round_scaled(fabs(x), 1.0, half);
        return int_from_double(x < 0 ? -r : r);
    }
    if (isfinite(x)) {
        int exp;
        frexp(x, &exp);
        if (rounds_to_nothing(digits, exp)) return int_fix(0);
    }
    return int_round(int_from_double(x), digits, half);
}

/* floor looks at its neighbour above, as a double; ceil does not look back (so does CRuby's). */
static double
floor_decimals(double x, long digits)
{
    int exp;
    if (x == 0.0 || !isfinite(x)) return x;
    frexp(x, &exp);
    if (nothing_to_round(digits, exp)) return x;
    if (x > 0.0 && rounds_to_nothing(digits, exp)) return 0.0;
    double s = pow(10, (double)digits), f = floor(x * s), r = (f + 1) / s;
    return r > x ? f / s : r;
}

static double
ceil_decimals(double x, long digits)
{
    int exp;
    if (x == 0.0 || !isfinite(x)) return x;
    frexp(x, &exp);
    if (nothing_to_round(digits, exp)) return x;
    if (x < 0.0 && rounds_to_nothing(digits, exp)) return 0.0;
    double s = pow(10, (double)digits);
    return ceil(x * s) / s;
}

VALUE
flo_floor(VALUE v, long digits)
{
    double x = float_value(v);
    if (digits > 0) return float_new(floor_decimals(x, digits));
    VALUE i = int_from_double(floor(x));
    return digits == 0 ? i : int_floor(i, digits);
}

VALUE
flo_ceil(VALUE v, long digits)
{
    double x = float_value(v);
    if (digits > 0) return float_new(ceil_decimals(x, digits));
    VALUE i = int_from_double(ceil(x));
    return digits == 0 ? i : int_ceil(i, digits);
}

VALUE
flo_truncate(VALUE v, long digits)
{
    return signbit(float_value(v)) ? flo_ceil(v, digits) : flo_floor(v, digits);
}

static long
digits_arg(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 0, 1);
    return argc ? NUM2INT(argv[0]) : 0;
}

static VALUE
flo_m_round(int argc, const VALUE *argv, VALUE x)
{
    VALUE digits, opts;
    long n = rb_scan_args(argc, argv, "01:", &digits, &opts) ? NUM2INT(digits) : 0;
    return flo_round(x, n, num_round_half(opts));
}

static VALUE
flo_m_floor(int argc, const VALUE *argv, VALUE x)
{
    return flo_floor(x, digits_arg(argc, argv));
}

static VALUE
flo_m_ceil(int argc, const VALUE *argv, VALUE x)
{
    return flo_ceil(x, digits_arg(argc, argv));
}

static VALUE
flo_m_truncate(int argc, const VALUE *argv, VALUE x)
{
    return flo_truncate(x, digits_arg(argc, argv));
}

/* ---- */

static void
define_constants(VALUE c)
{
    rb_define_const(c, "RADIX", int_fix(FLT_RADIX));
    rb_define_const(c, "MANT_DIG", int_fix(DBL_MANT_DIG));
    rb_define_const(c, "DIG", int_fix(DBL_DIG));
    rb_define_const(c, "MIN_EXP", int_fix(DBL_MIN_EXP));
    rb_define_const(c, "MAX_EXP", int_fix(DBL_MAX_EXP));
    rb_define_const(c, "MIN_10_EXP", int_fix(DBL_MIN_10_EXP));
    rb_define_const(c, "MAX_10_EXP", int_fix(DBL_MAX_10_EXP));
    rb_define_const(c, "MIN", float_new(DBL_MIN));
    rb_define_const(c, "MAX", float_new(DBL_MAX));
    rb_define_const(c, "EPSILON", float_new(DBL_EPSILON));
    rb_define_const(c, "INFINITY", float_new(HUGE_VAL));
    rb_define_const(c, "NAN", float_new(nan("")));
}

void
Init_Float(void)
{
    VALUE c = rb_cFloat = rb_define_class("Float", rb_cNumeric);
    rb_undef_alloc_func(c);
    rb_undef_method(CLASS_OF(c), "new");
    define_constants(c);

    rb_define_method(c, "+", flo_m_plus, 1);
    rb_define_method(c, "-", flo_m_minus, 1);
    rb_define_method(c, "*", flo_m_mul, 1);
    rb_define_method(c, "/", flo_m_div, 1);
    rb_define_method(c, "quo", flo_m_quo, 1);
    rb_define_method(c, "fdiv", flo_m_quo, 1);
    rb_define_method(c, "%", flo_m_modulo, 1);
    rb_define_method(c, "modulo", flo_m_modulo, 1);
    rb_define_method(c, "divmod", flo_m_divmod, 1);
    rb_define_method(c, "**", flo_m_pow, 1);
    rb_define_method(c, "-@", flo_m_uminus, 0);
    rb_define_method(c, "abs", flo_m_abs, 0);
    rb_define_method(c, "magnitude", flo_m_abs, 0);

    rb_define_method(c, "==", flo_m_equal, 1);
    rb_define_method(c, "===", flo_m_equal, 1);
    rb_define_method(c, "eql?", flo_m_eql, 1);
    rb_define_method(c, "<=>", flo_m_cmp, 1);
    rb_define_method(c, ">", flo_m_gt, 1);
    rb_define_method(c, ">=", flo_m_ge, 1);
    rb_define_method(c, "<", flo_m_lt, 1);
    rb_define_method(c, "<=", flo_m_le, 1);
    rb_define_method(c, "hash", flo_m_hash, 0);

    method_add_leaf(c, "zero?", (cfunc_t)(void *)flo_m_zero_p, 0);
    method_add_leaf(c, "nan?", (cfunc_t)(void *)flo_m_nan_p, 0);
    rb_define_method(c, "infinite?", flo_m_infinite_p, 0);
    method_add_leaf(c, "finite?", (cfunc_t)(void *)flo_m_finite_p, 0);
    method_add_leaf(c, "positive?", (cfunc_t)(void *)flo_m_positive_p, 0);
    method_add_leaf(c, "negative?", (cfunc_t)(void *)flo_m_negative_p, 0);

    rb_define_method(c, "to_s", flo_m_to_s, 0);
    rb_define_alias(c, "inspect", "to_s");
    method_add_leaf(c, "to_f", (cfunc_t)(void *)flo_m_to_f, 0);
    rb_define_method(c, "to_i", flo_to_i, 0);
    rb_define_method(c, "to_int", flo_to_i, 0);
    method_set_leaf(c, "abs", (cfunc_t)(void *)flo_leaf_abs, 0);
    method_set_leaf(c, "to_i", (cfunc_t)(void *)flo_leaf_to_i, 0);
    method_set_leaf(c, "to_int", (cfunc_t)(void *)flo_leaf_to_i, 0);
    rb_define_method(c, "coerce", flo_m_coerce, 1);
    rb_define_method(c, "next_float", flo_m_next_float, 0);
    rb_define_method(c, "prev_float", flo_m_prev_float, 0);

    rb_define_method(c, "round", flo_m_round, -1);
    rb_define_method(c, "floor", flo_m_floor, -1);
    rb_define_method(c, "ceil", flo_m_ceil, -1);
    rb_define_method(c, "truncate", flo_m_truncate, -1);
}
