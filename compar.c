/*
 * compar.c - Comparable.
 */
#include "internal/class.h"

#include "internal/compare.h"
#include "internal/object.h"
#include "internal/string.h"

VALUE rb_mComparable;
static ID id_cmp;

int
rb_cmpint(VALUE result, VALUE a, VALUE b)
{
    if (NIL_P(result)) rb_cmperr(a, b);
    if (FIXNUM_P(result)) return (fix_int(result) > 0) - (fix_int(result) < 0);
    if (val_type_p(result, T_BIGNUM)) return int_cmp(result, INT2FIX(0));
    if (RTEST(rb_funcall(result, rb_intern(">"), 1, INT2FIX(0)))) return 1;
    if (RTEST(rb_funcall(result, rb_intern("<"), 1, INT2FIX(0)))) return -1;
    return 0;
}

void
rb_cmperr(VALUE a, VALUE b)
{
    VALUE what = !val_heap_p(b) || RB_FLOAT_TYPE_P(b) ? rb_inspect(b) : rb_obj_class(b);
    rb_raise(rb_eArgError, "comparison of %" PRIsVALUE " with %" PRIsVALUE " failed", rb_obj_class(a), what);
}

/* a <=> b as an int.  raises ArgumentError */
static int
compare(VALUE a, VALUE b)
{
    return rb_cmpint(rb_funcallv(a, id_cmp, 1, &b), a, b);
}

static VALUE
equal_unless_recursive(VALUE a, VALUE b, int recursive)
{
    if (recursive) return Qnil;
    return rb_funcallv(a, id_cmp, 1, &b);
}

/* Comparable#== */
static VALUE
cmp_m_equal(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    VALUE result = rb_exec_recursive_paired_outer(equal_unless_recursive, a, b, b);
    return NIL_P(result) ? Qfalse : val_bool(rb_cmpint(result, a, b) == 0);
}

static VALUE
cmp_m_gt(VALUE a, VALUE b)
{
    return val_bool(compare(a, b) > 0);
}

static VALUE
cmp_m_ge(VALUE a, VALUE b)
{
    return val_bool(compare(a, b) >= 0);
}

static VALUE
cmp_m_lt(VALUE a, VALUE b)
{
    return val_bool(compare(a, b) < 0);
}

static VALUE
cmp_m_le(VALUE a, VALUE b)
{
    return val_bool(compare(a, b) <= 0);
}

/* Comparable#between? */
static VALUE
cmp_m_between(VALUE x, VALUE min, VALUE max)
{
    return val_bool(compare(x, min) >= 0 && compare(x, max) <= 0);
}

/* Comparable#clamp */
static VALUE
cmp_m_clamp(int argc, VALUE *argv, VALUE x)
{
    VALUE min, max;
    if (rb_scan_args(argc, argv, "11", &min, &max) == 1) {
        VALUE range = min;
        int exclusive;
        if (!rb_range_values(range, &min, &max, &exclusive))
            rb_raise(rb_eTypeError, "wrong argument type %s (expected Range)", rb_obj_classname(range));
        if (!NIL_P(max) && exclusive) rb_raise(rb_eArgError, "cannot clamp with an exclusive range");
    }
    if (!NIL_P(min) && !NIL_P(max) && compare(min, max) > 0)
        rb_raise(rb_eArgError, "min argument must be less than or equal to max argument");
    if (!NIL_P(min)) {
        int c = compare(x, min);
        if (c == 0) return x;
        if (c < 0) return min;
    }
    return !NIL_P(max) && compare(x, max) > 0 ? max : x;
}

void
Init_Comparable(void)
{
    id_cmp = rb_intern("<=>");
    rb_mComparable = rb_define_module("Comparable");
    rb_define_method(rb_mComparable, "==", cmp_m_equal, 1);
    rb_define_method(rb_mComparable, ">", cmp_m_gt, 1);
    rb_define_method(rb_mComparable, ">=", cmp_m_ge, 1);
    rb_define_method(rb_mComparable, "<", cmp_m_lt, 1);
    rb_define_method(rb_mComparable, "<=", cmp_m_le, 1);
    rb_define_method(rb_mComparable, "between?", cmp_m_between, 2);
    rb_define_method(rb_mComparable, "clamp", cmp_m_clamp, -1);
}
