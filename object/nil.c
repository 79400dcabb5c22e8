/*
 * object/nil.c - NilClass, TrueClass, FalseClass.
 */
#include "internal/class.h"

#include "internal/object.h"
#include "internal/string.h"

VALUE rb_cNilClass, rb_cTrueClass, rb_cFalseClass;
static VALUE empty_text, nil_text, true_text, false_text;

static VALUE
nil_m_to_s(VALUE self)
{
    return empty_text;
}

static VALUE
nil_m_inspect(VALUE self)
{
    return rb_usascii_str_new_cstr("nil");
}

static VALUE
nil_m_to_i(VALUE self)
{
    return INT2FIX(0);
}

static VALUE
nil_m_to_f(VALUE self)
{
    return DBL2NUM(0.0);
}

static VALUE
nil_m_to_a(VALUE self)
{
    return rb_ary_new();
}

static VALUE
nil_m_to_h(VALUE self)
{
    return rb_hash_new();
}

static VALUE
nil_m_match(VALUE self, VALUE other)
{
    return Qnil;
}

static VALUE
nil_m_nil_p(VALUE self)
{
    return Qtrue;
}

static VALUE
always_false(VALUE self, VALUE other)
{
    return Qfalse;
}

static VALUE
always_true(VALUE self, VALUE other)
{
    return Qtrue;
}

static VALUE
truth(VALUE self, VALUE other)
{
    return val_bool(RTEST(other));
}

static VALUE
untruth(VALUE self, VALUE other)
{
    return val_bool(!RTEST(other));
}

static VALUE
case_equal(VALUE self, VALUE other)
{
    return val_bool(self == other || rb_equal(self, other) == Qtrue);
}

static VALUE
true_m_to_s(VALUE self)
{
    return true_text;
}

static VALUE
false_m_to_s(VALUE self)
{
    return false_text;
}

static void
no_instances(VALUE klass)
{
    rb_undef_alloc_func(klass);
    rb_undef_method(class_metaclass(klass), "new");
}

static VALUE
frozen_text(VALUE *at, const char *text)
{
    rb_gc_register_address(at);
    return *at = str_fstring_cstr(text, __builtin_strlen(text), ENCI_USASCII);
}

static void
leaf1(VALUE klass, const char *name, VALUE (*fn)(VALUE, VALUE))
{
    method_add_leaf(klass, name, (cfunc_t)(void (*)(void))fn, 1);
}

void
Init_NilTrueFalse(void)
{
    frozen_text(&empty_text, "");
    frozen_text(&nil_text, "nil");
    frozen_text(&true_text, "true");
    frozen_text(&false_text, "false");

    VALUE k = rb_cNilClass;
    no_instances(k);
    method_add_leaf(k, "nil?", (cfunc_t)nil_m_nil_p, 0);
    method_add_leaf(k, "to_s", (cfunc_t)nil_m_to_s, 0);
    method_add_leaf(k, "to_i", (cfunc_t)nil_m_to_i, 0);
    method_add_leaf(k, "to_f", (cfunc_t)nil_m_to_f, 0);
    rb_define_method(k, "to_a", nil_m_to_a, 0);
    rb_define_method(k, "to_h", nil_m_to_h, 0);
    rb_define_method(k, "inspect", nil_m_inspect, 0);
    leaf1(k, "=~", nil_m_match);
    leaf1(k, "&", always_false);
    leaf1(k, "|", truth);
    leaf1(k, "^", truth);
    rb_define_method(k, "===", case_equal, 1);

    k = rb_cTrueClass;
    no_instances(k);
    method_add_leaf(k, "to_s", (cfunc_t)true_m_to_s, 0);
    rb_define_alias(k, "inspect", "to_s");
    leaf1(k, "&", truth);
    leaf1(k, "|", always_true);
    leaf1(k, "^", untruth);
    rb_define_method(k, "===", case_equal, 1);

    k = rb_cFalseClass;
    no_instances(k);
    method_add_leaf(k, "to_s", (cfunc_t)false_m_to_s, 0);
    rb_define_alias(k, "inspect", "to_s");
    leaf1(k, "&", always_false);
    leaf1(k, "|", truth);
    leaf1(k, "^", truth);
    rb_define_method(k, "===", case_equal, 1);
}
