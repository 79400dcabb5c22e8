/*
 * numeric/integer.c - class Integer: operators, comparison, bits and conversion.
 *
 * Every operator has the same steps.  Pairs of Fixnums come first.  Other Integer operands go to int_* (numeric/bignum.c), and
 * Floats are computed as doubles (comparison is exact, without rounding).  Any other operand gets a call of coerce.
 */
#include "internal/compiler.h"

#include <math.h>

#include "internal/array.h"
#include "internal/class.h"
#include "internal/numeric/bignum.h"
#include "internal/numeric/numparse.h"
#include "internal/string.h"
#include "ruby/encoding.h"
#include "ruby/ruby.h"

VALUE rb_cInteger;

/* Returns x as a double.  Warns if x is beyond the range of doubles and becomes infinite. */
static double
int_dbl(VALUE x)
{
    double d = int_to_double(x);
    if (UNLIKELY(isinf(d))) rb_warning("Integer out of Float range");
    return d;
}

/* ---- arithmetic ---- */

VALUE
int_m_plus(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_add(x, y);
    if (val_float_p(y)) return float_new(int_dbl(x) + float_value(y));
    if (val_type_p(y, T_COMPLEX)) return rb_complex_plus(y, x);
    return rb_num_coerce_bin(x, y, '+');
}

VALUE
int_m_minus(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_sub(x, y);
    if (val_float_p(y)) return float_new(int_dbl(x) - float_value(y));
    return rb_num_coerce_bin(x, y, '-');
}

VALUE
int_m_mul(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_mul(x, y);
    if (val_float_p(y)) return float_new(int_dbl(x) * float_value(y));
    if (val_fix_p(x) && val_type_p(y, T_COMPLEX)) return rb_complex_mul(y, x);
    return rb_num_coerce_bin(x, y, '*');
}

VALUE
int_m_div(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_div(x, y);
    if (val_float_p(y)) return float_new(double_quotient(int_dbl(x), float_value(y)));
    return rb_num_coerce_bin(x, y, '/');
}

VALUE
int_m_idiv(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_div(x, y);
    if (val_float_p(y)) {
        if (float_value(y) == 0.0) num_zero_div();
        double q = int_dbl(x) / float_value(y);
        return int_from_double(val_fix_p(x) ? floor(q) : q);
    }
    return rb_num_coerce_bin(x, y, rb_intern("div"));
}

VALUE
int_m_modulo(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_mod(x, y);
    if (val_float_p(y)) return float_new(flo_mod(int_dbl(x), float_value(y)));
    return rb_num_coerce_bin(x, y, '%');
}

static VALUE
int_m_remainder(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_rem(x, y);
    if (val_fix_p(x)) return num_remainder(x, y);
    return rb_num_coerce_bin(x, y, rb_intern("remainder"));
}

VALUE
int_m_divmod(VALUE x, VALUE y)
{
    VALUE q, m;
    if (val_int_p(y)) {
        int_divmod(x, y, &q, &m);
        return rb_assoc_new(q, m);
    }
    if (val_float_p(y)) {
        double dq, dm;
        flo_divmod(int_dbl(x), float_value(y), &dq, &dm);
        q = int_from_double(dq);
        return rb_assoc_new(q, float_new(dm));
    }
    return rb_num_coerce_bin(x, y, rb_intern("divmod"));
}

VALUE
int_m_fdiv(VALUE x, VALUE y)
{
    if (val_int_p(y)) {
        if (y != int_fix(0)) {
            VALUE g = int_gcd(x, y);
            if (g != int_fix(0) && g != int_fix(1)) {
                x = int_div(x, g);
                y = int_div(y, g);
            }
        }
        return float_new(int_fdiv_double(x, y));
    }
    if (val_float_p(y)) return float_new(double_quotient(int_to_double(x), float_value(y)));
    return float_new(rb_num2dbl(rb_num_coerce_bin(x, y, rb_intern("fdiv"))));
}

VALUE
int_m_pow(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_pow(x, y);
    if (val_float_p(y)) {
        double e = float_value(y);
        if (e == 0.0) return float_new(1.0);
        if (x == int_fix(0)) return float_new(e < 0 ? HUGE_VAL : 0.0);
        if (x == int_fix(1)) return float_new(1.0);
        double d = int_dbl(x);
        if (d < 0 && e != round(e)) return rb_dbl_complex_new_polar_pi(pow(-d, e), e);
        return float_new(pow(d, e));
    }
    return rb_num_coerce_bin(x, y, rb_intern("**"));
}

static VALUE
int_m_pow_mod(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 1, 2);
    VALUE e = argv[0];
    if (argc == 1) return int_m_pow(x, e);
    VALUE m = argv[1];
    if (!val_int_p(e)) rb_raise(rb_eTypeError, "Integer#pow() 2nd argument not allowed unless a 1st argument is integer");
    if (int_neg_p(e)) {
        rb_raise(rb_eRangeError, "Integer#pow() 1st argument cannot be negative when 2nd argument specified");
    }
    if (!val_int_p(m)) rb_raise(rb_eTypeError, "Integer#pow() 2nd argument not allowed unless all arguments are integers");
    if (x == int_fix(0) && int_sign(e) > 0) return x; /* whatever the modulus, 0 too */
    if (m == int_fix(0)) num_zero_div();
    return int_powmod(x, e, m);
}

VALUE
rb_int_positive_pow(long x, unsigned long y)
{
    return int_pow_ulong(int_from_long(x), y);
}

static VALUE
int_m_uminus(VALUE x)
{
    return int_neg(x);
}

static VALUE
int_m_abs(VALUE x)
{
    return int_abs(x);
}

static VALUE
int_leaf_abs(VALUE x)
{
    return !val_fix_p(x) || x == int_fix(RUBY_FIXNUM_MIN) ? Qundef : fix_int(x) < 0 ? int_fix(-fix_int(x)) : x;
}

static VALUE
int_m_succ(VALUE x)
{
    return int_add(x, int_fix(1));
}

static VALUE
int_m_pred(VALUE x)
{
    return int_sub(x, int_fix(1));
}

/* ---- comparison ---- */

VALUE
int_m_equal(VALUE x, VALUE y)
{
    if (x == y) return Qtrue;
    if (val_int_p(y)) return val_bool(!val_fix2_p(x, y) && int_equal(x, y));
    if (val_float_p(y)) return val_bool(int_cmp_double(x, float_value(y)) == 0);
    return val_bool(RTEST(num_call(y, rb_intern("=="), x)));
}

VALUE
int_m_cmp(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_fix(int_cmp(x, y));
    if (val_float_p(y)) {
        int c = int_cmp_double(x, float_value(y));
        return c == 2 ? Qnil : int_fix(c);
    }
    return rb_num_coerce_cmp(x, y, rb_intern("<=>"));
}

/* Compares x with y.  Returns -1, 0 or 1, 2 if they are unordered, or 3 if y is neither an Integer nor a Float. */
static inline int
int_order(VALUE x, VALUE y)
{
    if (val_int_p(y)) return int_cmp(x, y);
    if (val_float_p(y)) return int_cmp_double(x, float_value(y));
    return 3;
}

VALUE
int_m_gt(VALUE x, VALUE y)
{
    int c = int_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, '>') : val_bool(c == 1);
}

VALUE
int_m_ge(VALUE x, VALUE y)
{
    int c = int_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, rb_intern(">=")) : val_bool(c == 1 || c == 0);
}

VALUE
int_m_lt(VALUE x, VALUE y)
{
    int c = int_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, '<') : val_bool(c == -1);
}

VALUE
int_m_le(VALUE x, VALUE y)
{
    int c = int_order(x, y);
    return c == 3 ? rb_num_coerce_relop(x, y, rb_intern("<=")) : val_bool(c == -1 || c == 0);
}

static VALUE
int_m_zero_p(VALUE x)
{
    return val_bool(x == int_fix(0));
}

static VALUE
int_m_even_p(VALUE x)
{
    return val_bool(int_even_p(x));
}

static VALUE
int_m_odd_p(VALUE x)
{
    return val_bool(!int_even_p(x));
}

/* ---- bits ---- */

VALUE
int_m_and(VALUE x, VALUE y)
{
    return val_int_p(y) ? int_and(x, y) : rb_num_coerce_bit(x, y, '&');
}

VALUE
int_m_or(VALUE x, VALUE y)
{
    return val_int_p(y) ? int_or(x, y) : rb_num_coerce_bit(x, y, '|');
}

VALUE
int_m_xor(VALUE x, VALUE y)
{
    return val_int_p(y) ? int_xor(x, y) : rb_num_coerce_bit(x, y, '^');
}

VALUE
int_m_lshift(VALUE x, VALUE y)
{
    return int_lshift(x, val_int_p(y) ? y : rb_to_int(y));
}

VALUE
int_m_rshift(VALUE x, VALUE y)
{
    return int_rshift(x, val_int_p(y) ? y : rb_to_int(y));
}

static VALUE
int_m_not(VALUE x)
{
    return int_not(x);
}

static VALUE
int_bit(VALUE x, VALUE index)
{
    index = rb_to_int(index);
    if (!val_fix_p(index)) return int_fix(!big_neg_p(index) && int_neg_p(x));
    if (fix_int(index) < 0) return int_fix(0);
    return int_fix(int_bit_p(x, (size_t)fix_int(index)));
}

/* (1 << n) - 1 */
static VALUE
int_mask(VALUE n)
{
    return int_sub(int_m_lshift(int_fix(1), n), int_fix(1));
}

static VALUE
int_bit_range(VALUE x, VALUE beg, VALUE end, bool exclude_end)
{
    if (NIL_P(beg)) {
        if (num_negative_p(end)) return int_fix(0);
        if (!exclude_end) end = int_m_plus(end, int_fix(1));
        if (int_m_and(x, int_mask(end)) == int_fix(0)) return int_fix(0);
        rb_raise(rb_eArgError, "The beginless range for Integer#[] results in infinity");
    }
    VALUE shifted = int_m_rshift(x, beg);
    if (NIL_P(end)) return shifted;
    int order = rb_cmpint(num_call(beg, rb_intern("<=>"), end), beg, end);
    if (order > 0) return shifted;
    if (order == 0) return exclude_end ? int_fix(0) : int_bit(x, beg);
    VALUE width = num_call(end, '-', beg);
    if (!exclude_end) width = num_call(width, '+', int_fix(1));
    return int_and(shifted, int_mask(width));
}

static VALUE
int_m_aref(int argc, const VALUE *argv, VALUE x)
{
    VALUE beg, end;
    int excl;
    rb_check_arity(argc, 1, 2);
    if (argc == 2) return int_and(int_m_rshift(x, argv[0]), int_mask(argv[1]));
    if (val_fix_p(argv[0])) return int_bit(x, argv[0]);
    if (rb_range_values(argv[0], &beg, &end, &excl)) return int_bit_range(x, beg, end, excl);
    return int_bit(x, argv[0]);
}

static VALUE
int_m_allbits_p(VALUE x, VALUE mask)
{
    mask = rb_to_int(mask);
    return val_bool(int_equal(int_and(x, mask), mask));
}

static VALUE
int_m_anybits_p(VALUE x, VALUE mask)
{
    return val_bool(int_and(x, rb_to_int(mask)) != int_fix(0));
}

static VALUE
int_m_nobits_p(VALUE x, VALUE mask)
{
    return val_bool(int_and(x, rb_to_int(mask)) == int_fix(0));
}

static VALUE
int_m_bit_length(VALUE x)
{
    return int_from_ulong(int_bit_length(x));
}

static VALUE
int_m_size(VALUE x)
{
    if (val_fix_p(x)) return int_fix(sizeof(long));
    struct int_view v;
    int_view(x, &v);
    return int_from_ulong((v.n * LIMB_BITS - (size_t)__builtin_clzl(v.p[v.n - 1]) + 7) / 8);
}

/* ---- conversion ---- */

static VALUE
int_m_to_s(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    return int_to_s(x, argc ? NUM2INT(argv[0]) : 10);
}

static VALUE
int_m_self(VALUE x)
{
    return x;
}

static VALUE
int_m_to_f(VALUE x)
{
    return float_new(int_dbl(x));
}

static VALUE
int_leaf_to_f(VALUE x)
{
    return val_fix_p(x) ? float_leaf((double)fix_int(x)) : Qundef;
}

static VALUE
int_m_true(VALUE x)
{
    return Qtrue;
}

static VALUE
int_m_coerce(VALUE x, VALUE y)
{
    if (val_int_p(y)) return rb_assoc_new(y, x);
    VALUE fx = rb_Float(x);
    VALUE fy = rb_Float(y);
    return rb_assoc_new(fy, fx);
}

static VALUE
int_m_chr(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    if (!val_fix_p(x)) rb_raise(rb_eRangeError, "bignum out of char range");
    intptr_t i = fix_int(x);
    if (i < 0 || i > UINT_MAX) rb_raise(rb_eRangeError, "%ld out of char range", (long)i);
    rb_encoding *enc;
    if (argc == 1) {
        enc = rb_to_encoding(argv[0]);
    } else {
        if (i <= 0xff) {
            char c = (char)i;
            return str_new(&c, 1, i < 0x80 ? ENCI_USASCII : ENCI_BINARY);
        }
        enc = rb_default_internal_encoding();
        if (!enc) rb_raise(rb_eRangeError, "%ld out of char range", (long)i);
    }
    return rb_enc_uint_chr((unsigned)i, enc);
}

/* Digits of |x| in a base of one limb, lowest first, by repeated division; big bases alike. */
static VALUE
int_digits_any(VALUE x, VALUE base)
{
    VALUE digits = rb_ary_new(), d;
    do {
        int_divmod(x, base, &x, &d);
        rb_ary_push(digits, d);
    } while (x != int_fix(0));
    return digits;
}

/* Through to_s, which is not quadratic. */
static VALUE
int_digits_text(VALUE x, int base)
{
    VALUE s = int_to_s(x, base);
    size_t n = str_len(s);
    VALUE digits = rb_ary_new_capa((long)n);
    for (size_t i = n; i-- > 0;) {
        int c = (unsigned char)str_ptr(s)[i];
        rb_ary_push(digits, int_fix(c <= '9' ? c - '0' : c - 'a' + 10));
    }
    return digits;
}

static VALUE
int_m_digits(int argc, const VALUE *argv, VALUE x)
{
    VALUE base = int_fix(10);
    rb_check_arity(argc, 0, 1);
    if (argc) {
        base = rb_to_int(argv[0]);
        if (int_neg_p(x)) rb_raise(rb_eMathDomainError, "out of domain");
        if (int_neg_p(base)) rb_raise(rb_eArgError, "negative radix");
        if (base == int_fix(0) || base == int_fix(1)) rb_raise(rb_eArgError, "invalid radix %ld", (long)fix_int(base));
    }
    if (int_neg_p(x)) rb_raise(rb_eMathDomainError, "out of domain");
    if (val_fix_p(base) && fix_int(base) <= 36 && val_big_p(x)) return int_digits_text(x, (int)fix_int(base));
    return int_digits_any(x, base);
}

/* ---- rounding to tens ---- */

VALUE
int_pow10(long e)
{
    return int_pow_ulong(int_fix(10), (size_t)e);
}

/* Whether |x| < 10 ** -digits / 2 is certain from the sizes alone, so that the power need not be made. */
static bool
int_rounds_away(VALUE x, long digits)
{
    return -digits > (long)((double)(int_bit_length(x) + 1) * 0.30103) + 2;
}

VALUE
int_round(VALUE x, long digits, enum round_half half)
{
    if (int_rounds_away(x, digits)) return int_fix(0);
    VALUE unit = int_pow10(-digits), q, m;
    VALUE abs = int_abs(x);
    int_divmod(abs, unit, &q, &m);
    int c = int_cmp(int_mul(m, int_fix(2)), unit);
    bool up = c > 0 || (c == 0 && (half == ROUND_HALF_UP || (half == ROUND_HALF_EVEN && !int_even_p(q))));
    VALUE r = int_sub(abs, m);
    if (up) r = int_add(r, unit);
    return int_neg_p(x) ? int_neg(r) : r;
}

VALUE
int_floor(VALUE x, long digits)
{
    VALUE unit = int_pow10(-digits);
    return int_sub(x, int_mod(x, unit));
}

VALUE
int_ceil(VALUE x, long digits)
{
    return int_neg(int_floor(int_neg(x), digits));
}

VALUE
int_truncate(VALUE x, long digits)
{
    if (int_rounds_away(x, digits)) return int_fix(0);
    return int_neg_p(x) ? int_ceil(x, digits) : int_floor(x, digits);
}

static VALUE
int_m_round(int argc, const VALUE *argv, VALUE x)
{
    VALUE digits, opts;
    if (!rb_scan_args(argc, argv, "01:", &digits, &opts)) return x;
    long n = NUM2INT(digits);
    enum round_half half = num_round_half(opts);
    return n >= 0 ? x : int_round(x, n, half);
}

static VALUE
int_m_floor(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    long n = argc ? NUM2INT(argv[0]) : 0;
    return n >= 0 ? x : int_floor(x, n);
}

static VALUE
int_m_ceil(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    long n = argc ? NUM2INT(argv[0]) : 0;
    return n >= 0 ? x : int_ceil(x, n);
}

static VALUE
int_m_truncate(int argc, const VALUE *argv, VALUE x)
{
    rb_check_arity(argc, 0, 1);
    long n = argc ? NUM2INT(argv[0]) : 0;
    return n >= 0 ? x : int_truncate(x, n);
}

static VALUE
int_m_ceildiv(VALUE x, VALUE y)
{
    VALUE q = rb_funcallv(int_neg(x), rb_intern("div"), 1, &y);
    return rb_funcallv(q, rb_intern("-@"), 0, NULL);
}

/* ---- common divisors ---- */

static VALUE
must_be_int(VALUE y)
{
    if (!val_int_p(y)) rb_raise(rb_eTypeError, "not an integer");
    return y;
}

static VALUE
int_m_gcd(VALUE x, VALUE y)
{
    return int_gcd(x, must_be_int(y));
}

static VALUE
int_m_lcm(VALUE x, VALUE y)
{
    return int_lcm(x, must_be_int(y));
}

static VALUE
int_m_gcdlcm(VALUE x, VALUE y)
{
    must_be_int(y);
    VALUE g = int_gcd(x, y);
    return rb_assoc_new(g, int_lcm(x, y));
}

/* ---- Integer.sqrt, Integer.try_convert ---- */

static VALUE
int_s_sqrt(VALUE klass, VALUE n)
{
    n = rb_to_int(n);
    if (int_neg_p(n)) rb_raise(rb_eMathDomainError, "Numerical argument is out of domain - \"isqrt\"");
    return int_sqrt(n);
}

static VALUE
int_s_try_convert(VALUE klass, VALUE v)
{
    if (val_int_p(v)) return v;
    VALUE i = rb_check_funcall(v, rb_intern("to_int"), 0, NULL);
    if (i == Qundef || NIL_P(i) || val_int_p(i)) return i == Qundef ? Qnil : i;
    rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " to Integer (%" PRIsVALUE "#to_int gives %" PRIsVALUE ")",
             rb_obj_class(v), rb_obj_class(v), rb_obj_class(i));
}

/* ---- rb_big_*: the operators, for extensions ---- */

#define BIG_BINARY(name, method)    \
    VALUE                           \
    rb_big_##name(VALUE x, VALUE y) \
    {                               \
        return method(x, y);        \
    }
BIG_BINARY(plus, int_m_plus)
BIG_BINARY(minus, int_m_minus)
BIG_BINARY(mul, int_m_mul)
BIG_BINARY(div, int_m_div)
BIG_BINARY(idiv, int_m_idiv)
BIG_BINARY(modulo, int_m_modulo)
BIG_BINARY(divmod, int_m_divmod)
BIG_BINARY(pow, int_m_pow)
BIG_BINARY(and, int_m_and)
BIG_BINARY(or, int_m_or)
BIG_BINARY(xor, int_m_xor)
BIG_BINARY(lshift, int_m_lshift)
BIG_BINARY(rshift, int_m_rshift)
BIG_BINARY(cmp, int_m_cmp)
BIG_BINARY(eq, int_m_equal)
#undef BIG_BINARY

VALUE
rb_big_eql(VALUE x, VALUE y)
{
    return val_bool(val_int_p(y) && int_equal(x, y));
}

/* ---- */

static void
define_arithmetic(VALUE c)
{
    rb_define_method(c, "+", int_m_plus, 1);
    rb_define_method(c, "-", int_m_minus, 1);
    rb_define_method(c, "*", int_m_mul, 1);
    rb_define_method(c, "/", int_m_div, 1);
    rb_define_method(c, "div", int_m_idiv, 1);
    rb_define_method(c, "%", int_m_modulo, 1);
    rb_define_method(c, "modulo", int_m_modulo, 1);
    rb_define_method(c, "remainder", int_m_remainder, 1);
    rb_define_method(c, "divmod", int_m_divmod, 1);
    rb_define_method(c, "fdiv", int_m_fdiv, 1);
    rb_define_method(c, "**", int_m_pow, 1);
    rb_define_method(c, "pow", int_m_pow_mod, -1);
    rb_define_method(c, "-@", int_m_uminus, 0);
    rb_define_method(c, "~", int_m_not, 0);
    rb_define_method(c, "abs", int_m_abs, 0);
    rb_define_method(c, "magnitude", int_m_abs, 0);
    method_set_leaf(c, "abs", (cfunc_t)(void *)int_leaf_abs, 0);
    rb_define_method(c, "succ", int_m_succ, 0);
    rb_define_method(c, "next", int_m_succ, 0);
    rb_define_method(c, "pred", int_m_pred, 0);
}

static void
define_comparisons(VALUE c)
{
    rb_define_method(c, "==", int_m_equal, 1);
    rb_define_method(c, "===", int_m_equal, 1);
    rb_define_method(c, "<=>", int_m_cmp, 1);
    rb_define_method(c, ">", int_m_gt, 1);
    rb_define_method(c, ">=", int_m_ge, 1);
    rb_define_method(c, "<", int_m_lt, 1);
    rb_define_method(c, "<=", int_m_le, 1);
    method_add_leaf(c, "zero?", (cfunc_t)(void *)int_m_zero_p, 0);
    method_add_leaf(c, "even?", (cfunc_t)(void *)int_m_even_p, 0);
    method_add_leaf(c, "odd?", (cfunc_t)(void *)int_m_odd_p, 0);
    method_add_leaf(c, "integer?", (cfunc_t)(void *)int_m_true, 0);
}

static void
define_bits(VALUE c)
{
    rb_define_method(c, "&", int_m_and, 1);
    rb_define_method(c, "|", int_m_or, 1);
    rb_define_method(c, "^", int_m_xor, 1);
    rb_define_method(c, "<<", int_m_lshift, 1);
    rb_define_method(c, ">>", int_m_rshift, 1);
    rb_define_method(c, "[]", int_m_aref, -1);
    rb_define_method(c, "allbits?", int_m_allbits_p, 1);
    rb_define_method(c, "anybits?", int_m_anybits_p, 1);
    rb_define_method(c, "nobits?", int_m_nobits_p, 1);
    rb_define_method(c, "bit_length", int_m_bit_length, 0);
    rb_define_method(c, "size", int_m_size, 0);
}

static void
define_conversions(VALUE c)
{
    rb_define_method(c, "to_s", int_m_to_s, -1);
    rb_define_alias(c, "inspect", "to_s");
    method_add_leaf(c, "to_i", (cfunc_t)(void *)int_m_self, 0);
    method_add_leaf(c, "to_int", (cfunc_t)(void *)int_m_self, 0);
    method_add_leaf(c, "ord", (cfunc_t)(void *)int_m_self, 0);
    rb_define_method(c, "to_f", int_m_to_f, 0);
    method_set_leaf(c, "to_f", (cfunc_t)(void *)int_leaf_to_f, 0);
    rb_define_method(c, "coerce", int_m_coerce, 1);
    rb_define_method(c, "chr", int_m_chr, -1);
    rb_define_method(c, "digits", int_m_digits, -1);
}

static void
define_rounding(VALUE c)
{
    rb_define_method(c, "round", int_m_round, -1);
    rb_define_method(c, "floor", int_m_floor, -1);
    rb_define_method(c, "ceil", int_m_ceil, -1);
    rb_define_method(c, "truncate", int_m_truncate, -1);
    rb_define_method(c, "ceildiv", int_m_ceildiv, 1);
}

void
Init_Integer(void)
{
    VALUE c = rb_cInteger = rb_define_class("Integer", rb_cNumeric);
    rb_undef_alloc_func(c);
    rb_undef_method(CLASS_OF(c), "new");
    rb_define_singleton_method(c, "sqrt", int_s_sqrt, 1);
    rb_define_singleton_method(c, "try_convert", int_s_try_convert, 1);
    define_arithmetic(c);
    define_comparisons(c);
    define_bits(c);
    define_conversions(c);
    define_rounding(c);
    rb_define_method(c, "gcd", int_m_gcd, 1);
    rb_define_method(c, "lcm", int_m_lcm, 1);
    rb_define_method(c, "gcdlcm", int_m_gcdlcm, 1);
}
