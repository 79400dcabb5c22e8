/*
 * numeric.c - class Numeric, coercion, and numbers to C.
 *
 * A binary operator of a core number that does not support its operand y calls `y.coerce(x)`, which returns [x', y'], and
 * sends the operator to x'.  The four rb_num_coerce_* differ in the case that y does not support coerce either.  The methods
 * of Numeric itself use the operators that a subclass defines.
 */
#include "internal/compiler.h"

#include <math.h>

#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/string.h"
#include "ruby/ruby.h"

VALUE rb_cNumeric;
VALUE rb_eZeroDivError, rb_eFloatDomainError;

/* ---- coercion ---- */

VALUE
num_call(VALUE x, ID op, VALUE y)
{
    return rb_funcallv(x, op, 1, &y);
}

void
num_coerce_failed(VALUE x, VALUE y)
{
    bool by_class = val_heap_p(y) && !val_type_p(y, T_FLOAT) && !val_type_p(y, T_SYMBOL);
    VALUE shown = by_class ? rb_obj_class(y) : rb_inspect(y);
    rb_raise(rb_eTypeError, "%" PRIsVALUE " can't be coerced into %" PRIsVALUE, shown, rb_obj_class(x));
}

/* Replaces *x and *y by what y.coerce(x) answers.  must: y has to know coerce; else false if it does not. */
static bool
num_coerce(VALUE *x, VALUE *y, bool must)
{
    VALUE pair = rb_check_funcall(*y, rb_intern("coerce"), 1, x);
    if (pair == Qundef) {
        if (must) num_coerce_failed(*x, *y);
        return false;
    }
    if (!must && NIL_P(pair)) return false;
    if (!val_type_p(pair, T_ARRAY) || ary_len(pair) != 2) rb_raise(rb_eTypeError, "coerce must return [x, y]");
    *x = ary_at(pair, 0);
    *y = ary_at(pair, 1);
    return true;
}

VALUE
rb_num_coerce_bin(VALUE x, VALUE y, ID op)
{
    num_coerce(&x, &y, true);
    return num_call(x, op, y);
}

VALUE
rb_num_coerce_cmp(VALUE x, VALUE y, ID op)
{
    if (!num_coerce(&x, &y, false)) return Qnil;
    return num_call(x, op, y);
}

VALUE
rb_num_coerce_relop(VALUE x, VALUE y, ID op)
{
    VALUE a = x, b = y, r;
    if (!num_coerce(&a, &b, false) || NIL_P(r = num_call(a, op, b))) rb_cmperr(x, y);
    return r;
}

struct bit_call {
    VALUE x, y;
    ID op;
};

static VALUE
num_bit_call(VALUE x, VALUE arg, int recursive)
{
    struct bit_call *c = (struct bit_call *)arg;
    if (recursive) return Qundef;
    return rb_check_funcall(c->x, c->op, 1, &c->y);
}

VALUE
rb_num_coerce_bit(VALUE x, VALUE y, ID op)
{
    struct bit_call c = {x, y, op};
    num_coerce(&c.x, &c.y, true);
    VALUE r = rb_exec_recursive_paired(num_bit_call, c.x, c.y, (VALUE)&c);
    if (NIL_OR_UNDEF_P(r)) num_coerce_failed(x, y);
    return r;
}

void
num_zero_div(void)
{
    rb_raise(rb_eZeroDivError, "divided by 0");
}

void
rb_num_zerodiv(void)
{
    num_zero_div();
}

/* ---- questions that subclasses may answer their own way ---- */

static VALUE
num_compare_zero(VALUE x, ID op)
{
    VALUE zero = int_fix(0), r = rb_check_funcall(x, op, 1, &zero);
    if (r == Qundef) rb_cmperr(x, zero);
    return r;
}

bool
num_negative_p(VALUE x)
{
    if (val_int_p(x)) return int_neg_p(x);
    if (val_float_p(x)) return float_value(x) < 0;
    if (val_type_p(x, T_RATIONAL)) return int_neg_p(rrational(x)->num);
    return RTEST(num_compare_zero(x, '<'));
}

bool
num_positive_p(VALUE x)
{
    if (val_int_p(x)) return int_sign(x) > 0;
    if (val_float_p(x)) return float_value(x) > 0;
    if (val_type_p(x, T_RATIONAL)) return int_sign(rrational(x)->num) > 0;
    return RTEST(num_compare_zero(x, '>'));
}

bool
num_equal_zero_p(VALUE x)
{
    if (val_int_p(x)) return x == int_fix(0);
    if (val_float_p(x)) return float_value(x) == 0;
    if (val_type_p(x, T_RATIONAL)) return rrational(x)->num == int_fix(0);
    return RTEST(rb_equal(x, int_fix(0)));
}

bool
num_exact_zero_p(VALUE x)
{
    return x == int_fix(0) || (val_type_p(x, T_RATIONAL) && rrational(x)->num == int_fix(0));
}

enum round_half
num_round_half(VALUE opts)
{
    VALUE mode, str;
    ID key = rb_intern("half");
    if (NIL_P(opts)) return ROUND_HALF_UP;
    if (!rb_get_kwargs(opts, &key, 0, 1, &mode) || NIL_P(mode)) return ROUND_HALF_UP;
    if (SYMBOL_P(mode)) {
        str = rb_sym2str(mode);
    } else if (NIL_P(str = rb_check_string_type(mode))) {
        rb_raise(rb_eArgError, "invalid rounding mode: %" PRIsVALUE, mode);
    }
    rb_must_asciicompat(str);
    const char *p = str_ptr(str);
    size_t n = str_len(str);
    if (n == 2 && memcmp(p, "up", 2) == 0) return ROUND_HALF_UP;
    if (n == 4 && memcmp(p, "even", 4) == 0) return ROUND_HALF_EVEN;
    if (n == 4 && memcmp(p, "down", 4) == 0) return ROUND_HALF_DOWN;
    rb_raise(rb_eArgError, "invalid rounding mode: %" PRIsVALUE, str);
}

bool
num_exception_opt(VALUE opts)
{
    VALUE v = Qundef;
    ID key = rb_intern("exception");
    if (!NIL_P(opts)) rb_get_kwargs(opts, &key, 0, 1, &v);
    if (v == Qundef || v == Qtrue) return true;
    if (v == Qfalse) return false;
    rb_raise(rb_eArgError, "expected true or false as exception: %+" PRIsVALUE, v);
}

/* ---- Numeric ---- */

static VALUE
num_m_singleton_method_added(VALUE x, VALUE name)
{
    ID mid = rb_to_id(name);
    rb_remove_method_id(rb_singleton_class(x), mid);
    rb_raise(rb_eTypeError, "can't define singleton method \"%" PRIsVALUE "\" for %" PRIsVALUE, rb_id2str(mid),
             rb_obj_class(x));
}

static VALUE
num_m_clone(int argc, const VALUE *argv, VALUE x)
{
    VALUE opts, freeze = Qundef;
    ID key = rb_intern("freeze");
    rb_scan_args(argc, argv, "0:", &opts);
    if (!NIL_P(opts)) rb_get_kwargs(opts, &key, 0, 1, &freeze);
    if (freeze == Qfalse) rb_raise(rb_eArgError, "can't unfreeze %" PRIsVALUE, rb_obj_class(x));
    if (freeze != Qundef && freeze != Qtrue && !NIL_P(freeze)) {
        rb_raise(rb_eArgError, "unexpected value for freeze: %" PRIsVALUE, rb_obj_class(freeze));
    }
    return x;
}

static VALUE
num_m_self(VALUE x)
{
    return x;
}

static VALUE
num_m_coerce(VALUE x, VALUE y)
{
    if (CLASS_OF(x) == CLASS_OF(y)) return rb_assoc_new(y, x);
    VALUE fx = rb_Float(x);
    VALUE fy = rb_Float(y);
    return rb_assoc_new(fy, fx);
}

static VALUE
num_m_uminus(VALUE x)
{
    VALUE zero = int_fix(0);
    num_coerce(&zero, &x, true);
    return num_call(zero, '-', x);
}

static VALUE
num_m_cmp(VALUE x, VALUE y)
{
    return RTEST(rb_equal(x, y)) ? int_fix(0) : Qnil;
}

static VALUE
num_m_eql(VALUE x, VALUE y)
{
    if (TYPE(x) != TYPE(y)) return Qfalse;
    if (val_big_p(x)) return val_bool(int_equal(x, y));
    return rb_equal(x, y);
}

static VALUE
num_m_fdiv(VALUE x, VALUE y)
{
    return num_call(rb_Float(x), '/', y);
}

static VALUE
num_m_div(VALUE x, VALUE y)
{
    if (num_equal_zero_p(y)) num_zero_div();
    return rb_funcallv(num_call(x, '/', y), rb_intern("floor"), 0, NULL);
}

static VALUE
num_m_modulo(VALUE x, VALUE y)
{
    VALUE q = num_call(x, rb_intern("div"), y);
    return num_call(x, '-', num_call(y, '*', q));
}

VALUE
num_remainder(VALUE x, VALUE y)
{
    if (!rb_obj_is_kind_of(y, rb_cNumeric)) num_coerce(&x, &y, true);
    VALUE z = num_call(x, '%', y);
    if (num_equal_zero_p(z)) return z;
    if ((num_negative_p(x) && num_positive_p(y)) || (num_positive_p(x) && num_negative_p(y))) {
        if (val_float_p(y) && isinf(float_value(y))) return x;
        return num_call(z, '-', y);
    }
    return z;
}

static VALUE
num_m_divmod(VALUE x, VALUE y)
{
    VALUE q = num_m_div(x, y);
    return rb_assoc_new(q, num_m_modulo(x, y));
}

static VALUE
num_m_false(VALUE x)
{
    return Qfalse;
}

static VALUE
num_m_true(VALUE x)
{
    return Qtrue;
}

static VALUE
num_m_infinite_p(VALUE x)
{
    return Qnil;
}

static VALUE
num_m_abs(VALUE x)
{
    return num_negative_p(x) ? rb_funcallv(x, rb_intern("-@"), 0, NULL) : x;
}

static VALUE
num_m_zero_p(VALUE x)
{
    return rb_equal(x, int_fix(0));
}

static VALUE
num_m_nonzero_p(VALUE x)
{
    return RTEST(rb_funcallv(x, rb_intern("zero?"), 0, NULL)) ? Qnil : x;
}

static VALUE
num_m_positive_p(VALUE x)
{
    return val_bool(num_positive_p(x));
}

static VALUE
num_m_negative_p(VALUE x)
{
    return val_bool(num_negative_p(x));
}

static VALUE
num_m_to_int(VALUE x)
{
    return rb_funcallv(x, rb_intern("to_i"), 0, NULL);
}

/* floor, ceil, round and truncate are the Float's. */
static VALUE
num_m_floor(int argc, const VALUE *argv, VALUE x)
{
    return rb_funcallv_kw(rb_Float(x), rb_intern("floor"), argc, argv, RB_PASS_CALLED_KEYWORDS);
}

static VALUE
num_m_ceil(int argc, const VALUE *argv, VALUE x)
{
    return rb_funcallv_kw(rb_Float(x), rb_intern("ceil"), argc, argv, RB_PASS_CALLED_KEYWORDS);
}

static VALUE
num_m_round(int argc, const VALUE *argv, VALUE x)
{
    return rb_funcallv_kw(rb_Float(x), rb_intern("round"), argc, argv, RB_PASS_CALLED_KEYWORDS);
}

static VALUE
num_m_truncate(int argc, const VALUE *argv, VALUE x)
{
    return rb_funcallv_kw(rb_Float(x), rb_intern("truncate"), argc, argv, RB_PASS_CALLED_KEYWORDS);
}

/* ---- numbers to C ---- */

COLD NORETURN static void
float_out_of_type(double d, const char *type)
{
    if (isnan(d)) rb_raise(rb_eRangeError, "float NaN out of range of %s", type);
    if (isinf(d)) rb_raise(rb_eRangeError, "float %s out of range of %s", d < 0 ? "-Inf" : "Inf", type);
    rb_raise(rb_eRangeError, "float %-.10g out of range of %s", d, type);
}

COLD NORETURN static void
float_out_of_range(double d)
{
    float_out_of_type(d, "integer");
}

long
rb_num2long(VALUE v)
{
    for (;;) {
        if (val_fix_p(v)) return fix_int(v);
        if (NIL_P(v)) rb_raise(rb_eTypeError, "no implicit conversion from nil to integer");
        if (val_float_p(v)) {
            double d = float_value(v);
            if (d < 9223372036854775808.0 && d >= -9223372036854775808.0) return (long)d;
            float_out_of_range(d);
        }
        if (val_big_p(v)) return rb_big2long(v);
        v = rb_to_int(v);
    }
}

unsigned long
rb_num2ulong(VALUE v)
{
    for (;;) {
        if (val_fix_p(v)) return (unsigned long)fix_int(v);
        if (val_float_p(v)) {
            double d = float_value(v);
            if (d < 18446744073709551616.0 && d >= -9223372036854775808.0) {
                return d >= 0 ? (unsigned long)d : (unsigned long)(long)d;
            }
            float_out_of_range(d);
        }
        if (val_big_p(v)) return rb_big2ulong(v);
        v = rb_to_int(v);
    }
}

/* rb_num2ll names what it refuses in its own way. */
static VALUE
num2ll_int(VALUE v)
{
    if (NIL_P(v)) rb_raise(rb_eTypeError, "no implicit conversion from nil");
    if (val_type_p(v, T_STRING)) rb_raise(rb_eTypeError, "no implicit conversion from string");
    if (v == Qtrue || v == Qfalse) rb_raise(rb_eTypeError, "no implicit conversion from boolean");
    return rb_to_int(v);
}

LONG_LONG
rb_num2ll(VALUE v)
{
    if (val_fix_p(v)) return fix_int(v);
    if (val_float_p(v)) {
        double d = float_value(v);
        if (d < 9223372036854775808.0 && d >= -9223372036854775808.0) return (LONG_LONG)d;
        float_out_of_type(d, "long long");
    }
    if (!val_big_p(v)) v = num2ll_int(v);
    return val_fix_p(v) ? fix_int(v) : rb_big2ll(v);
}

unsigned LONG_LONG
rb_num2ull(VALUE v)
{
    if (val_fix_p(v)) return (unsigned LONG_LONG)fix_int(v);
    if (val_float_p(v)) {
        double d = float_value(v);
        if (d < 18446744073709551616.0 && d >= -9223372036854775808.0) {
            return d >= 0 ? (unsigned LONG_LONG)d : (unsigned LONG_LONG)(LONG_LONG)d;
        }
        float_out_of_type(d, "unsigned long long");
    }
    if (!val_big_p(v)) v = rb_to_int(v);
    return val_fix_p(v) ? (unsigned LONG_LONG)fix_int(v) : rb_big2ull(v);
}

COLD NORETURN static void
out_of_type(long n, const char *type)
{
    rb_raise(rb_eRangeError, "integer %ld too %s to convert to '%s'", n, n < 0 ? "small" : "big", type);
}

void
rb_out_of_int(SIGNED_VALUE n)
{
    out_of_type(n, "int");
}

long
rb_num2int(VALUE v)
{
    long n = rb_num2long(v);
    if ((int)n != n) out_of_type(n, "int");
    return n;
}

long
rb_fix2int(VALUE v)
{
    return rb_num2int(v);
}

/* Whether v, converted already to n, was below zero. */
static bool
was_negative(VALUE v, long n)
{
    if (val_int_p(v)) return int_neg_p(v);
    return n < 0;
}

unsigned long
rb_num2uint(VALUE v)
{
    unsigned long n = rb_num2ulong(v);
    if (was_negative(v, (long)n)) {
        if ((long)n < INT_MIN) rb_raise(rb_eRangeError, "integer %ld too small to convert to 'unsigned int'", (long)n);
    } else if (n > UINT_MAX) {
        rb_raise(rb_eRangeError, "integer %lu too big to convert to 'unsigned int'", n);
    }
    return n;
}

unsigned long
rb_fix2uint(VALUE v)
{
    return rb_num2uint(v);
}

short
rb_num2short(VALUE v)
{
    long n = rb_num2long(v);
    if ((short)n != n) out_of_type(n, "short");
    return (short)n;
}

short
rb_fix2short(VALUE v)
{
    return rb_num2short(v);
}

unsigned short
rb_num2ushort(VALUE v)
{
    unsigned long n = rb_num2ulong(v);
    if (was_negative(v, (long)n)) {
        if ((long)n < SHRT_MIN) rb_raise(rb_eRangeError, "integer %ld too small to convert to 'unsigned short'", (long)n);
    } else if (n > USHRT_MAX) {
        rb_raise(rb_eRangeError, "integer %lu too big to convert to 'unsigned short'", n);
    }
    return (unsigned short)n;
}

unsigned short
rb_fix2ushort(VALUE v)
{
    return rb_num2ushort(v);
}

/* ---- */

void
Init_Numeric(void)
{
    rb_eZeroDivError = rb_define_class("ZeroDivisionError", rb_eStandardError);
    rb_eFloatDomainError = rb_define_class("FloatDomainError", rb_eRangeError);
    rb_cNumeric = rb_define_class("Numeric", rb_cObject);
    rb_include_module(rb_cNumeric, rb_mComparable);

    rb_define_method(rb_cNumeric, "singleton_method_added", num_m_singleton_method_added, 1);
    rb_define_method(rb_cNumeric, "coerce", num_m_coerce, 1);
    rb_define_method(rb_cNumeric, "clone", num_m_clone, -1);
    rb_define_method(rb_cNumeric, "dup", num_m_self, 0);
    rb_define_method(rb_cNumeric, "+@", num_m_self, 0);
    rb_define_method(rb_cNumeric, "-@", num_m_uminus, 0);
    rb_define_method(rb_cNumeric, "<=>", num_m_cmp, 1);
    rb_define_method(rb_cNumeric, "eql?", num_m_eql, 1);
    rb_define_method(rb_cNumeric, "fdiv", num_m_fdiv, 1);
    rb_define_method(rb_cNumeric, "div", num_m_div, 1);
    rb_define_method(rb_cNumeric, "divmod", num_m_divmod, 1);
    rb_define_method(rb_cNumeric, "%", num_m_modulo, 1);
    rb_define_method(rb_cNumeric, "modulo", num_m_modulo, 1);
    rb_define_method(rb_cNumeric, "remainder", num_remainder, 1);
    rb_define_method(rb_cNumeric, "abs", num_m_abs, 0);
    rb_define_method(rb_cNumeric, "magnitude", num_m_abs, 0);
    rb_define_method(rb_cNumeric, "to_int", num_m_to_int, 0);
    rb_define_method(rb_cNumeric, "integer?", num_m_false, 0);
    rb_define_method(rb_cNumeric, "real?", num_m_true, 0);
    rb_define_method(rb_cNumeric, "finite?", num_m_true, 0);
    rb_define_method(rb_cNumeric, "infinite?", num_m_infinite_p, 0);
    rb_define_method(rb_cNumeric, "zero?", num_m_zero_p, 0);
    rb_define_method(rb_cNumeric, "nonzero?", num_m_nonzero_p, 0);
    rb_define_method(rb_cNumeric, "positive?", num_m_positive_p, 0);
    rb_define_method(rb_cNumeric, "negative?", num_m_negative_p, 0);
    rb_define_method(rb_cNumeric, "floor", num_m_floor, -1);
    rb_define_method(rb_cNumeric, "ceil", num_m_ceil, -1);
    rb_define_method(rb_cNumeric, "round", num_m_round, -1);
    rb_define_method(rb_cNumeric, "truncate", num_m_truncate, -1);
}
