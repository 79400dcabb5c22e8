/*
 * numeric/rational.c - class Rational.
 *
 * Sums and products take common factors out before they multiply (Knuth, The Art of Computer Programming, volume 2,
 * section 4.5.1), so that numbers stay as small as they can. Parsing and Kernel#Rational are in numeric/rational_conv.c.
 */
#include "internal/compiler.h"

#include <float.h>
#include <math.h>

#include "internal/array.h"
#include "internal/hash.h"
#include "internal/numeric/rational.h"
#include "internal/string.h"
#include "ruby/ruby.h"

VALUE rb_cRational;

/* ---- making ---- */

static VALUE
rational_of_class(VALUE klass, VALUE num, VALUE den)
{
    struct rrational *r = (struct rrational *)obj_new(klass, T_RATIONAL | HDR_FROZEN, sizeof *r);
    r->num = num;
    r->den = den;
    return (VALUE)r;
}

VALUE
rational_raw(VALUE num, VALUE den)
{
    return rational_of_class(rb_cRational, num, den);
}

VALUE
rational_with_class(VALUE klass, VALUE r)
{
    if (!val_rational_p(r) || rb_obj_class(r) == klass) return r;
    return rational_of_class(klass, rrational(r)->num, rrational(r)->den);
}

/* Arithmetic on x makes numbers of x's class, which may be a subclass. */
static VALUE
as_class_of(VALUE x, VALUE r)
{
    return rational_with_class(rb_obj_class(x), r);
}

VALUE
rational_new(VALUE num, VALUE den)
{
    if (den == int_fix(0)) num_zero_div();
    if (int_neg_p(den)) {
        num = int_neg(num);
        den = int_neg(den);
    }
    VALUE g = den == int_fix(1) ? den : int_gcd(num, den);
    if (g != int_fix(1)) {
        num = int_div(num, g);
        den = int_div(den, g);
    }
    return rational_raw(num, den);
}

VALUE
rb_rational_raw(VALUE num, VALUE den)
{
    if (!val_int_p(num)) num = rb_to_int(num);
    if (!val_int_p(den)) den = rb_to_int(den);
    if (int_neg_p(den)) {
        num = int_neg(num);
        den = int_neg(den);
    }
    return rational_raw(num, den);
}

VALUE
rb_rational_new(VALUE num, VALUE den)
{
    return rational_new(rb_to_int(num), rb_to_int(den));
}

VALUE
rb_rational_num(VALUE r)
{
    return rrational(r)->num;
}

VALUE
rb_rational_den(VALUE r)
{
    return rrational(r)->den;
}

VALUE
flo_to_r(VALUE x)
{
    int exp;
    double m = frexp(float_value(x), &exp);
    VALUE num = int_from_double(isfinite(m) ? ldexp(m, DBL_MANT_DIG) : m);
    exp -= DBL_MANT_DIG;
    if (exp >= 0 || num == int_fix(0)) return rational_raw(int_shift(num, exp > 0 ? exp : 0), int_fix(1));
    return rational_new(num, int_shift(int_fix(1), -exp));
}

VALUE
rational_of(VALUE v)
{
    if (val_rational_p(v)) return v;
    if (val_int_p(v)) return rational_raw(v, int_fix(1));
    return flo_to_r(v);
}

double
rational_to_double(VALUE r)
{
    return int_fdiv_double(rrational(r)->num, rrational(r)->den);
}

/* ---- arithmetic on Rationals ---- */

static VALUE
rational_add_sub(VALUE a, VALUE b, bool subtract)
{
    VALUE an = rrational(a)->num, ad = rrational(a)->den, bn = rrational(b)->num, bd = rrational(b)->den;
    if (subtract) bn = int_neg(bn);
    VALUE g = int_gcd(ad, bd);
    if (g == int_fix(1)) return rational_raw(int_add(int_mul(an, bd), int_mul(bn, ad)), int_mul(ad, bd));
    VALUE ad_g = int_div(ad, g);
    VALUE t = int_add(int_mul(an, int_div(bd, g)), int_mul(bn, ad_g));
    VALUE h = int_gcd(t, g);
    return rational_raw(int_div(t, h), int_mul(ad_g, int_div(bd, h)));
}

VALUE
rational_add(VALUE a, VALUE b)
{
    return rational_add_sub(a, b, false);
}

VALUE
rational_sub(VALUE a, VALUE b)
{
    return rational_add_sub(a, b, true);
}

static VALUE
fraction_mul(VALUE an, VALUE ad, VALUE bn, VALUE bd)
{
    VALUE g = int_gcd(an, bd), h = int_gcd(ad, bn);
    return rational_raw(int_mul(int_div(an, g), int_div(bn, h)), int_mul(int_div(ad, h), int_div(bd, g)));
}

VALUE
rational_mul(VALUE a, VALUE b)
{
    return fraction_mul(rrational(a)->num, rrational(a)->den, rrational(b)->num, rrational(b)->den);
}

VALUE
rational_div(VALUE a, VALUE b)
{
    VALUE bn = rrational(b)->num, bd = rrational(b)->den;
    if (bn == int_fix(0)) num_zero_div();
    if (int_neg_p(bn)) {
        bn = int_neg(bn);
        bd = int_neg(bd);
    }
    return fraction_mul(rrational(a)->num, rrational(a)->den, bd, bn);
}

int
rational_cmp(VALUE a, VALUE b)
{
    return int_cmp(int_mul(rrational(a)->num, rrational(b)->den), int_mul(rrational(b)->num, rrational(a)->den));
}

/* ---- operators ---- */

static inline bool
exact_p(VALUE v) /* Integer or Rational */
{
    return val_int_p(v) || val_rational_p(v);
}

VALUE
rational_m_plus(VALUE x, VALUE y)
{
    if (exact_p(y)) return as_class_of(x, rational_add(x, rational_of(y)));
    if (val_float_p(y)) return float_new(rational_to_double(x) + float_value(y));
    return rb_num_coerce_bin(x, y, '+');
}

VALUE
rational_m_minus(VALUE x, VALUE y)
{
    if (exact_p(y)) return as_class_of(x, rational_sub(x, rational_of(y)));
    if (val_float_p(y)) return float_new(rational_to_double(x) - float_value(y));
    return rb_num_coerce_bin(x, y, '-');
}

VALUE
rational_m_mul(VALUE x, VALUE y)
{
    if (exact_p(y)) return as_class_of(x, rational_mul(x, rational_of(y)));
    if (val_float_p(y)) return float_new(rational_to_double(x) * float_value(y));
    return rb_num_coerce_bin(x, y, '*');
}

VALUE
rational_m_div(VALUE x, VALUE y)
{
    if (exact_p(y)) return as_class_of(x, rational_div(x, rational_of(y)));
    if (val_float_p(y)) return float_new(rational_to_double(x) / float_value(y));
    return rb_num_coerce_bin(x, y, '/');
}

static VALUE
rational_m_fdiv(VALUE x, VALUE y)
{
    if (exact_p(y)) {
        if (num_equal_zero_p(y)) return float_new(rational_to_double(x) / 0.0);
        return float_new(rational_to_double(rational_div(x, rational_of(y))));
    }
    if (val_float_p(y)) return float_new(rational_to_double(x) / float_value(y));
    return rb_Float(rb_num_coerce_bin(x, y, '/'));
}

static VALUE
rational_pow_int(VALUE x, VALUE e)
{
    VALUE num = rrational(x)->num, den = rrational(x)->den;
    if (int_neg_p(e)) {
        if (num == int_fix(0)) num_zero_div();
        VALUE t = num;
        num = den;
        den = t;
        e = int_neg(e);
        if (int_neg_p(den)) {
            num = int_neg(num);
            den = int_neg(den);
        }
    }
    num = int_pow(num, e);
    return rational_raw(num, int_pow(den, e));
}

VALUE
rational_m_pow(VALUE x, VALUE y)
{
    if (num_exact_zero_p(y)) return as_class_of(x, rational_raw(int_fix(1), int_fix(1)));
    if (val_rational_p(y) && rrational(y)->den == int_fix(1)) y = rrational(y)->num;
    if (val_int_p(y)) return as_class_of(x, rational_pow_int(x, y));
    if (val_rational_p(y) && rrational(x)->num == int_fix(0)) {
        if (int_neg_p(rrational(y)->num)) num_zero_div();
        return x;
    }
    if (val_rational_p(y) && rrational(x)->num == int_fix(1) && rrational(x)->den == int_fix(1)) return x;
    if (val_float_p(y) || val_rational_p(y)) {
        return flo_m_pow(float_new(rational_to_double(x)), float_new(num_to_double(y)));
    }
    return rb_num_coerce_bin(x, y, rb_intern("**"));
}

VALUE
rational_m_cmp(VALUE x, VALUE y)
{
    if (exact_p(y)) return int_fix(rational_cmp(x, rational_of(y)));
    if (val_float_p(y)) {
        double a = rational_to_double(x), b = float_value(y);
        if (isnan(b)) return Qnil;
        return int_fix(a < b ? -1 : a > b);
    }
    return rb_num_coerce_cmp(x, y, rb_intern("<=>"));
}

static VALUE
rational_m_equal(VALUE x, VALUE y)
{
    if (val_int_p(y)) return val_bool(rrational(x)->den == int_fix(1) && int_equal(rrational(x)->num, y));
    if (val_float_p(y)) return val_bool(rational_to_double(x) == float_value(y));
    if (val_rational_p(y)) {
        return val_bool(int_equal(rrational(x)->num, rrational(y)->num) && int_equal(rrational(x)->den, rrational(y)->den));
    }
    return val_bool(RTEST(rb_equal(y, x)));
}

static VALUE
rational_m_coerce(VALUE x, VALUE y)
{
    if (val_int_p(y)) return rb_assoc_new(as_class_of(x, rational_of(y)), x);
    if (val_float_p(y)) return rb_assoc_new(y, float_new(rational_to_double(x)));
    if (val_rational_p(y)) return rb_assoc_new(y, x);
    if (val_type_p(y, T_COMPLEX)) {
        VALUE re = rcomplex(y)->real;
        if (num_exact_zero_p(rcomplex(y)->imag) && (exact_p(re) || val_float_p(re))) {
            return rb_assoc_new(rational_of(re), x);
        }
        return rb_assoc_new(y, rb_complex_raw(x, int_fix(0)));
    }
    rb_raise(rb_eTypeError, "%" PRIsVALUE " can't be coerced into %" PRIsVALUE, rb_obj_class(y), rb_obj_class(x));
}

static VALUE
rational_m_uminus(VALUE x)
{
    return rational_of_class(rb_obj_class(x), int_neg(rrational(x)->num), rrational(x)->den);
}

static VALUE
rational_m_abs(VALUE x)
{
    return int_neg_p(rrational(x)->num) ? rational_m_uminus(x) : x;
}

static VALUE
rational_m_positive_p(VALUE x)
{
    return val_bool(int_sign(rrational(x)->num) > 0);
}

static VALUE
rational_m_negative_p(VALUE x)
{
    return val_bool(int_sign(rrational(x)->num) < 0);
}

/* ---- rounding ---- */

VALUE
rational_floor_i(VALUE r)
{
    return int_div(rrational(r)->num, rrational(r)->den);
}

VALUE
rational_ceil_i(VALUE r)
{
    return int_neg(int_div(int_neg(rrational(r)->num), rrational(r)->den));
}

VALUE
rational_truncate_i(VALUE r)
{
    return int_neg_p(rrational(r)->num) ? rational_ceil_i(r) : rational_floor_i(r);
}

VALUE
rational_round_i(VALUE r, enum round_half half)
{
    VALUE num = rrational(r)->num, den = rrational(r)->den, q, m;
    bool negative = int_neg_p(num);
    int_divmod(int_abs(num), den, &q, &m);
    int c = int_cmp(int_shift(m, 1), den);
    if (c > 0 || (c == 0 && (half == ROUND_HALF_UP || (half == ROUND_HALF_EVEN && !int_even_p(q))))) {
        q = int_add(q, int_fix(1));
    }
    return negative ? int_neg(q) : q;
}

enum rational_op { OP_FLOOR, OP_CEIL, OP_TRUNCATE, OP_ROUND };

static VALUE
rational_to_integer(VALUE r, enum rational_op op, enum round_half half)
{
    switch (op) {
    case OP_FLOOR: return rational_floor_i(r);
    case OP_CEIL: return rational_ceil_i(r);
    case OP_TRUNCATE: return rational_truncate_i(r);
    default: return rational_round_i(r, half);
    }
}

/* argc, argv: the optional number of decimals. */
static VALUE
rational_decimals(int argc, const VALUE *argv, VALUE x, enum rational_op op, enum round_half half)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0) return rational_to_integer(x, op, half);
    if (!val_int_p(argv[0])) rb_raise(rb_eTypeError, "not an integer");
    VALUE scale = int_pow(int_fix(10), argv[0]); /* a Rational when digits are negative */
    VALUE i = rational_to_integer(rational_mul(x, rational_of(scale)), op, half);
    VALUE r = rational_div(rational_of(i), rational_of(scale));
    return int_sign(argv[0]) > 0 ? as_class_of(x, r) : rational_truncate_i(r);
}

static VALUE
rational_m_floor(int argc, const VALUE *argv, VALUE x)
{
    return rational_decimals(argc, argv, x, OP_FLOOR, ROUND_HALF_UP);
}

static VALUE
rational_m_ceil(int argc, const VALUE *argv, VALUE x)
{
    return rational_decimals(argc, argv, x, OP_CEIL, ROUND_HALF_UP);
}

static VALUE
rational_m_truncate(int argc, const VALUE *argv, VALUE x)
{
    return rational_decimals(argc, argv, x, OP_TRUNCATE, ROUND_HALF_UP);
}

static VALUE
rational_m_round(int argc, const VALUE *argv, VALUE x)
{
    VALUE opts, digits;
    argc = rb_scan_args(argc, argv, "01:", &digits, &opts);
    return rational_decimals(argc, &digits, x, OP_ROUND, num_round_half(opts));
}

/* ---- the simplest fraction in an interval ---- */

/* low <= high, high >= 0: walks their common continued fraction (A. Ya. Khinchin, Continued Fractions, 1964). */
static VALUE
simplest_between(VALUE low, VALUE high)
{
    VALUE p0 = int_fix(0), p1 = int_fix(1), q0 = int_fix(1), q1 = int_fix(0); /* the last two convergents */
    for (;;) {
        VALUE c = rational_ceil_i(low);
        bool done = rational_cmp(rational_of(c), high) <= 0;
        VALUE k = done ? c : int_sub(c, int_fix(1));
        VALUE p2 = int_add(int_mul(k, p1), p0), q2 = int_add(int_mul(k, q1), q0);
        if (done) return rational_new(p2, q2);
        VALUE kr = rational_of(k), t = rational_div(rational_of(int_fix(1)), rational_sub(high, kr));
        high = rational_div(rational_of(int_fix(1)), rational_sub(low, kr));
        low = t;
        p0 = p1, p1 = p2, q0 = q1, q1 = q2;
    }
}

static VALUE
rational_within(VALUE r, VALUE eps)
{
    bool negative = int_neg_p(rrational(r)->num);
    if (negative) r = rational_m_uminus(r);
    eps = rational_m_abs(eps);
    VALUE low = rational_sub(r, eps), high = rational_add(r, eps);
    if (rational_cmp(low, high) == 0) return negative ? rational_m_uminus(r) : r;
    VALUE s = simplest_between(low, high);
    return negative ? rational_m_uminus(s) : s;
}

/* As rational_within; the ends of the interval are Floats, rounded as such, and `exact` is the answer when they coincide. */
static VALUE
float_within(double d, double eps, VALUE exact)
{
    VALUE low = rational_of(float_new(fabs(d) - eps)), high = rational_of(float_new(fabs(d) + eps));
    if (rational_cmp(low, high) == 0) return val_float_p(exact) ? flo_to_r(exact) : exact;
    VALUE r = simplest_between(low, high);
    return d < 0 ? rational_m_uminus(r) : r;
}

static VALUE
eps_arg(VALUE v)
{
    if (exact_p(v) || val_float_p(v)) return rational_of(v);
    v = rb_funcallv(v, rb_intern("abs"), 0, NULL);
    return exact_p(v) || val_float_p(v) ? rational_of(v) : rb_convert_type(v, T_RATIONAL, "Rational", "to_r");
}

static VALUE
rational_m_rationalize(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0) return x;
    if (val_float_p(argv[0])) return float_within(rational_to_double(x), fabs(float_value(argv[0])), x);
    return rational_within(x, eps_arg(argv[0]));
}

VALUE
rb_flt_rationalize_with_prec(VALUE x, VALUE prec)
{
    double eps = num_to_double(val_float_p(prec) ? prec : eps_arg(prec));
    return float_within(float_value(x), fabs(eps), x);
}

/* Returns the simplest fraction within half a unit in the last place of the Float x. */
VALUE
rb_flt_rationalize(VALUE x)
{
    int exp;
    double m = frexp(fabs(float_value(x)), &exp);
    VALUE f = int_from_double(isfinite(m) ? ldexp(m, DBL_MANT_DIG) : float_value(x));
    exp -= DBL_MANT_DIG;
    if (exp >= 0 || f == int_fix(0)) return flo_to_r(x);
    VALUE two_f = int_shift(f, 1), den = int_shift(int_fix(1), 1 - exp);
    VALUE r = simplest_between(rational_new(int_sub(two_f, int_fix(1)), den), rational_new(int_add(two_f, int_fix(1)), den));
    return float_value(x) < 0 ? rational_m_uminus(r) : r;
}

/* ---- conversion ---- */

static VALUE
rational_m_numerator(VALUE x)
{
    return rrational(x)->num;
}

static VALUE
rational_m_denominator(VALUE x)
{
    return rrational(x)->den;
}

static VALUE
rational_m_to_f(VALUE x)
{
    return float_new(rational_to_double(x));
}

static VALUE
rational_m_to_r(VALUE x)
{
    return x;
}

static VALUE
rational_m_to_s(VALUE x)
{
    VALUE s = int_to_s(rrational(x)->num, 10);
    str_append_bytes(s, "/", 1);
    return str_append(s, int_to_s(rrational(x)->den, 10));
}

static VALUE
rational_m_inspect(VALUE x)
{
    VALUE s = rb_usascii_str_new("(", 1);
    str_append(s, rational_m_to_s(x));
    return str_append_bytes(s, ")", 1);
}

static VALUE
rational_m_hash(VALUE x)
{
    uint64_t parts[2] = {int_hash(rrational(x)->num), int_hash(rrational(x)->den)};
    return hash_to_value(hash_bytes(parts, sizeof parts, 0x72617469));
}

/* ---- Marshal ---- */

static VALUE
rational_s_alloc(VALUE klass)
{
    struct rrational *r = (struct rrational *)obj_new(klass, T_RATIONAL, sizeof *r);
    r->num = int_fix(0);
    r->den = int_fix(1);
    return (VALUE)r;
}

static VALUE
rational_m_marshal_dump(VALUE x)
{
    return rb_assoc_new(rrational(x)->num, rrational(x)->den);
}

/* On the stand-in object that Marshal.load fills. */
static VALUE
rational_compat_marshal_load(VALUE o, VALUE pair)
{
    Check_Type(pair, T_ARRAY);
    if (ary_len(pair) != 2) {
        rb_raise(rb_eArgError, "marshaled rational must have an array whose length is 2 but %ld", (long)ary_len(pair));
    }
    VALUE num = ary_at(pair, 0), den = ary_at(pair, 1);
    if (!val_int_p(num) || !val_int_p(den)) rb_raise(rb_eTypeError, "not an integer");
    VALUE r = rational_new(num, den);
    rb_ivar_set(o, rb_intern("@numerator"), rrational(r)->num);
    rb_ivar_set(o, rb_intern("@denominator"), rrational(r)->den);
    return o;
}

static VALUE
rational_marshal_dumper(VALUE x)
{
    return x;
}

static VALUE
rational_marshal_loader(VALUE x, VALUE o)
{
    VALUE num = rb_ivar_get(o, rb_intern("@numerator")), den = rb_ivar_get(o, rb_intern("@denominator"));
    if (!val_int_p(num) || !val_int_p(den)) rb_raise(rb_eTypeError, "not an integer");
    VALUE r = rational_new(num, den); /* what Ruby 1.8 dumped was in no lowest terms */
    RB_OBJ_WRITE(x, &rrational(x)->num, rrational(r)->num);
    RB_OBJ_WRITE(x, &rrational(x)->den, rrational(r)->den);
    OBJ_FREEZE(x);
    return x;
}

static void
rational_mark(VALUE x)
{
    gc_mark_slot(&rrational(x)->num);
    gc_mark_slot(&rrational(x)->den);
}

static void
rational_verify(VALUE v)
{
    VALUE num = rrational(v)->num, den = rrational(v)->den;
    if (!num || !den) return; /* being made */
    gc_expect(val_fix_p(num) || val_type_p(num, T_BIGNUM), "a Rational's numerator is no Integer (RAT-1)", v);
    bool positive = val_fix_p(den) ? fix_int(den) > 0 : val_type_p(den, T_BIGNUM) && !big_neg_p(den);
    gc_expect(positive, "a Rational's denominator is not above zero (RAT-1)", v);
}

static const struct gc_type_ops rational_gc_ops = {.mark = rational_mark, .verify = rational_verify};

void
Init_Rational(void)
{
    gc_register_type(T_RATIONAL, &rational_gc_ops);
    VALUE c = rb_cRational = rb_define_class("Rational", rb_cNumeric);
    rb_define_alloc_func(c, rational_s_alloc);
    rb_undef_method(CLASS_OF(c), "allocate");
    rb_undef_method(CLASS_OF(c), "new");

    rb_define_method(c, "numerator", rational_m_numerator, 0);
    rb_define_method(c, "denominator", rational_m_denominator, 0);
    rb_define_method(c, "-@", rational_m_uminus, 0);
    rb_define_method(c, "+", rational_m_plus, 1);
    rb_define_method(c, "-", rational_m_minus, 1);
    rb_define_method(c, "*", rational_m_mul, 1);
    rb_define_method(c, "/", rational_m_div, 1);
    rb_define_method(c, "quo", rational_m_div, 1);
    rb_define_method(c, "fdiv", rational_m_fdiv, 1);
    rb_define_method(c, "**", rational_m_pow, 1);
    rb_define_method(c, "<=>", rational_m_cmp, 1);
    rb_define_method(c, "==", rational_m_equal, 1);
    rb_define_method(c, "coerce", rational_m_coerce, 1);
    rb_define_method(c, "positive?", rational_m_positive_p, 0);
    rb_define_method(c, "negative?", rational_m_negative_p, 0);
    rb_define_method(c, "abs", rational_m_abs, 0);
    rb_define_method(c, "magnitude", rational_m_abs, 0);
    rb_define_method(c, "floor", rational_m_floor, -1);
    rb_define_method(c, "ceil", rational_m_ceil, -1);
    rb_define_method(c, "truncate", rational_m_truncate, -1);
    rb_define_method(c, "round", rational_m_round, -1);
    rb_define_method(c, "to_i", rational_truncate_i, 0);
    rb_define_method(c, "to_f", rational_m_to_f, 0);
    rb_define_method(c, "to_r", rational_m_to_r, 0);
    rb_define_method(c, "rationalize", rational_m_rationalize, -1);
    rb_define_method(c, "hash", rational_m_hash, 0);
    rb_define_method(c, "to_s", rational_m_to_s, 0);
    rb_define_method(c, "inspect", rational_m_inspect, 0);
    rb_define_private_method(c, "marshal_dump", rational_m_marshal_dump, 0);

    VALUE compat = rb_class_new(rb_cObject);
    rb_gc_register_mark_object(compat);
    rb_define_private_method(compat, "marshal_load", rational_compat_marshal_load, 1);
    rb_marshal_define_compat(c, compat, rational_marshal_dumper, rational_marshal_loader);
}
