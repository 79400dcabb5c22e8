/*
 * comparable.c - module Comparable, and reading the answer of <=>.
 */
#include "internal/compiler.h"
#include "internal/class.h"
#include "internal/numeric.h"
#include "internal/object/compare.h"
#include "internal/string/methods.h"

VALUE rb_mComparable;

void
rb_cmperr(VALUE x, VALUE y)
{
    VALUE what = !val_heap_p(y) || val_float_p(y) ? rb_inspect(y) : rb_obj_class(y);
    rb_raise(rb_eArgError, "comparison of %" PRIsVALUE " with %" PRIsVALUE " failed", rb_obj_class(x), what);
}

int
rb_cmpint(VALUE answer, VALUE a, VALUE b)
{
    if (answer == Qnil) rb_cmperr(a, b);
    if (val_fix_p(answer)) return (fix_int(answer) > 0) - (fix_int(answer) < 0);
    if (val_type_p(answer, T_BIGNUM)) return int_cmp(answer, int_fix(0));
    if (val_truthy(rb_funcall(answer, '>', 1, int_fix(0)))) return 1;
    if (val_truthy(rb_funcall(answer, '<', 1, int_fix(0)))) return -1;
    return 0;
}

static int
compare(VALUE x, VALUE y)
{
    return obj_cmp(x, y, cmp_basic());
}

static VALUE
equal_by_cmp(VALUE x, VALUE y, int recursive)
{
    return recursive ? Qnil : rb_check_funcall(x, idCmp, 1, &y);
}

static VALUE
cmp_m_equal(VALUE x, VALUE y)
{
    VALUE order = x == y ? INT2FIX(0) : rb_exec_recursive_paired_outer(equal_by_cmp, x, y, y);
    bool ordered = order != Qundef && order != Qnil;
    return val_bool(ordered && (order == INT2FIX(0) || rb_cmpint(order, x, y) == 0));
}

static VALUE
cmp_m_gt(VALUE x, VALUE y)
{
    return val_bool(compare(x, y) > 0);
}

static VALUE
cmp_m_ge(VALUE x, VALUE y)
{
    return val_bool(compare(x, y) >= 0);
}

static VALUE
cmp_m_lt(VALUE x, VALUE y)
{
    return val_bool(compare(x, y) < 0);
}

static VALUE
cmp_m_le(VALUE x, VALUE y)
{
    return val_bool(compare(x, y) <= 0);
}

static VALUE
cmp_m_between_p(VALUE x, VALUE min, VALUE max)
{
    return val_bool(compare(x, min) >= 0 && compare(x, max) <= 0);
}

static VALUE
cmp_m_clamp(int argc, VALUE *argv, VALUE x)
{
    VALUE min, max;
    int excl = 0;
    if (rb_check_arity(argc, 1, 2) == 2) {
        min = argv[0];
        max = argv[1];
    } else {
        if (!rb_range_values(argv[0], &min, &max, &excl))
            rb_raise(rb_eTypeError, "wrong argument type %s (expected Range)", class_in_message(argv[0]));
        if (max != Qnil && excl) rb_raise(rb_eArgError, "cannot clamp with an exclusive range");
    }
    if (min != Qnil && max != Qnil && compare(min, max) > 0)
        rb_raise(rb_eArgError, "min argument must be less than or equal to max argument");
    if (min != Qnil) {
        int c = compare(x, min);
        if (c == 0) return x;
        if (c < 0) return min;
    }
    if (max != Qnil && compare(x, max) > 0) return max;
    return x;
}

void
Init_Comparable(void)
{
    rb_mComparable = rb_define_module("Comparable");
    rb_define_method(rb_mComparable, "==", cmp_m_equal, 1);
    rb_define_method(rb_mComparable, ">", cmp_m_gt, 1);
    rb_define_method(rb_mComparable, ">=", cmp_m_ge, 1);
    rb_define_method(rb_mComparable, "<", cmp_m_lt, 1);
    rb_define_method(rb_mComparable, "<=", cmp_m_le, 1);
    rb_define_method(rb_mComparable, "between?", cmp_m_between_p, 2);
    rb_define_method(rb_mComparable, "clamp", cmp_m_clamp, -1);
}
