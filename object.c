/*
 * object.c - BasicObject and Kernel: identity, equality, copying, freezing, inspection, reflection of one object.
 *
 * Copying goes: allocate, take over the singleton class (clone), copy instance variables, call initialize_clone or
 * initialize_dup, which call initialize_copy.  Where a class has the core's own of these, the calls are left out.
 */
#include "internal/array.h"
#include "internal/class.h"

#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/variable.h"

VALUE rb_mKernel;

static ID id_initialize, id_initialize_copy, id_initialize_clone, id_initialize_dup, id_inspect, id_to_inspect, id_eq,
    id_eql;
static ID id_freeze, id_to_s;

/* ---- making ---- */

VALUE
obj_s_alloc(VALUE klass)
{
    unsigned cls = class_instance_slot_class(klass);
    return gc_new(cls, T_OBJECT, class_root_shape(klass, cls));
}

VALUE
rb_obj_alloc(VALUE klass)
{
    Check_Type(klass, T_CLASS);
    return class_alloc_instance(klass);
}

void
rb_obj_call_init(VALUE obj, int argc, const VALUE *argv)
{
    obj_call_passing_block(obj, id_initialize, argc, argv, 0);
}

void
rb_obj_call_init_kw(VALUE obj, int argc, const VALUE *argv, int kw_splat)
{
    obj_call_passing_block(obj, id_initialize, argc, argv, kw_splat);
}

VALUE
rb_class_new_instance(int argc, const VALUE *argv, VALUE klass)
{
    VALUE obj = class_alloc_instance(klass);
    rb_obj_call_init(obj, argc, argv);
    return obj;
}

VALUE
rb_class_new_instance_kw(int argc, const VALUE *argv, VALUE klass, int kw_splat)
{
    VALUE obj = class_alloc_instance(klass);
    rb_obj_call_init_kw(obj, argc, argv, kw_splat);
    return obj;
}

VALUE
rb_class_new_instance_pass_kw(int argc, const VALUE *argv, VALUE klass)
{
    return rb_class_new_instance_kw(argc, argv, klass, RB_PASS_CALLED_KEYWORDS);
}

/* ---- frozen ---- */

void
rb_obj_freeze_inline(VALUE v)
{
    if (!val_heap_p(v)) return;
    obj_hdr(v)->flags |= HDR_FROZEN;
    if (obj_type(v) == T_STRING) obj_hdr(v)->flags &= ~(uint32_t)STR_CHILLED;
    VALUE k = obj_class(v);
    if (k && class_singleton_p(k) && class_attached(k) == v) obj_hdr(k)->flags |= HDR_FROZEN;
}

VALUE
rb_obj_freeze(VALUE v)
{
    rb_obj_freeze_inline(v);
    return v;
}

VALUE
rb_obj_frozen_p(VALUE obj)
{
    return val_bool(obj_frozen(obj));
}

void(rb_check_frozen)(VALUE v)
{
    if (obj_frozen(v)) rb_error_frozen_object(v);
}

void
rb_error_frozen(const char *what)
{
    rb_raise(rb_eFrozenError, "can't modify frozen %s", what);
}

void
rb_check_copyable(VALUE obj, VALUE orig)
{
    rb_check_frozen(obj);
}

/* ---- copying ---- */

/* Returns whether dup and clone return v itself: an immediate, a number or a Symbol. */
static bool
self_copy_p(VALUE v)
{
    if (!val_heap_p(v)) return true;
    switch (obj_type(v)) {
    case T_BIGNUM:
    case T_FLOAT:
    case T_SYMBOL:
    case T_RATIONAL:
    case T_COMPLEX: return true;
    default: return false;
    }
}

static bool
namespace_type_p(VALUE v)
{
    return obj_type(v) == T_CLASS || obj_type(v) == T_MODULE;
}

static void
copy_content(VALUE copy, VALUE obj)
{
    if (obj_frozen(copy)) rb_raise(rb_eTypeError, "[bug] frozen object (%s) allocated", rb_obj_classname(copy));
    if (!namespace_type_p(obj)) ivar_copy(copy, obj);
    rb_gc_copy_finalizer(copy, obj);
}

VALUE
rb_obj_init_copy(VALUE obj, VALUE orig)
{
    if (obj != orig) {
        rb_check_frozen(obj);
        bool alike = rb_obj_class(obj) == rb_obj_class(orig) && rb_type(obj) == rb_type(orig);
        if (!alike) rb_raise(rb_eTypeError, "initialize_copy should take same class object");
    }
    return obj;
}

/* Returns a new object to copy obj into.  An Array or a Hash gets a slot that holds its elements. */
static VALUE
alloc_for_copy(VALUE obj)
{
    VALUE klass = class_real(obj_class(obj));
    unsigned t = obj_type(obj);
    if (t == T_ARRAY && class_allocator(klass) == ary_s_alloc) return ary_alloc_like(klass, obj);
    if (t == T_HASH && class_allocator(klass) == hash_s_alloc) return hash_alloc_like(klass, obj);
    return class_alloc_instance(klass);
}

VALUE
rb_obj_dup(VALUE obj)
{
    if (self_copy_p(obj)) return obj;
    VALUE copy = alloc_for_copy(obj);
    if (namespace_type_p(obj)) class_dup_into(copy, obj);
    copy_content(copy, obj);
    VALUE klass = obj_class(copy);
    if (obj_type(obj) == T_OBJECT && method_basic_p(klass, id_initialize_dup) && method_basic_p(klass, id_initialize_copy))
        return copy;
    rb_funcallv(copy, id_initialize_dup, 1, &obj);
    return copy;
}

static VALUE
freeze_keywords(VALUE freeze)
{
    VALUE h = rb_hash_new();
    rb_hash_aset(h, ID2SYM(id_freeze), freeze);
    return h;
}

VALUE
obj_clone(VALUE obj, VALUE freeze)
{
    if (self_copy_p(obj)) {
        if (freeze == Qfalse) rb_raise(rb_eArgError, "can't unfreeze %" PRIsVALUE, rb_obj_class(obj));
        return obj;
    }
    VALUE copy = alloc_for_copy(obj);
    if (namespace_type_p(obj)) {
        class_dup_into(copy, obj);
    } else {
        VALUE single = class_singleton_if_any(obj);
        if (single != Qnil) {
            VALUE own = singleton_class_clone(single, copy);
            ivar_set_class(copy, own);
        }
    }
    copy_content(copy, obj);
    if (freeze == Qnil) {
        VALUE klass = obj_class(copy);
        bool plain = obj_type(obj) == T_OBJECT && method_basic_p(klass, id_initialize_clone) &&
                     method_basic_p(klass, id_initialize_copy);
        if (!plain) rb_funcallv(copy, id_initialize_clone, 1, &obj);
        if (obj_type(obj) == T_STRING) obj_hdr(copy)->flags |= obj_flags(obj) & (STR_CHILLED | STR_CHILLED_SYM);
        if (obj_frozen(obj)) rb_obj_freeze_inline(copy);
    } else {
        VALUE args[] = {obj, freeze_keywords(freeze)};
        rb_funcallv_kw(copy, id_initialize_clone, 2, args, RB_PASS_KEYWORDS);
        if (freeze == Qtrue) rb_obj_freeze_inline(copy);
    }
    return copy;
}

VALUE
rb_obj_clone(VALUE obj)
{
    return obj_clone(obj, Qnil);
}

/* The freeze: keyword of clone and initialize_clone: nil if not given. */
static VALUE
freeze_option(VALUE keywords)
{
    if (NIL_P(keywords)) return Qnil;
    VALUE freeze;
    rb_get_kwargs(keywords, &id_freeze, 0, 1, &freeze);
    if (freeze == Qundef) return Qnil;
    if (freeze != Qtrue && freeze != Qfalse && freeze != Qnil)
        rb_raise(rb_eArgError, "unexpected value for freeze: %" PRIsVALUE, rb_obj_class(freeze));
    return freeze;
}

/* Kernel#clone */
static VALUE
obj_m_clone(int argc, VALUE *argv, VALUE self)
{
    VALUE keywords = Qnil;
    rb_scan_args(argc, argv, "0:", &keywords);
    return obj_clone(self, freeze_option(keywords));
}

/* Kernel#initialize_clone */
static VALUE
obj_m_initialize_clone(int argc, VALUE *argv, VALUE self)
{
    VALUE orig, keywords;
    rb_scan_args(argc, argv, "1:", &orig, &keywords);
    freeze_option(keywords);
    rb_funcallv(self, id_initialize_copy, 1, &orig);
    return self;
}

/* Kernel#initialize_dup */
static VALUE
obj_m_initialize_dup(VALUE self, VALUE orig)
{
    rb_funcallv(self, id_initialize_copy, 1, &orig);
    return self;
}

/* Kernel#itself */
static VALUE
obj_m_itself(VALUE self)
{
    return self;
}

/* ---- class and kind ---- */

/* The leaf functions of instance_of? and is_a? (method_set_leaf). */
static VALUE
obj_leaf_instance_of(VALUE obj, VALUE klass)
{
    if (!val_type_p(klass, T_CLASS) && !val_type_p(klass, T_MODULE)) return Qundef;
    return val_bool(rb_obj_class(obj) == klass);
}

static VALUE
obj_leaf_kind_of(VALUE obj, VALUE mod)
{
    if (!val_type_p(mod, T_CLASS) && !val_type_p(mod, T_MODULE)) return Qundef;
    return val_bool(class_inherited_p(class_of_inline(obj), mod));
}

static VALUE
obj_class_test(VALUE answer)
{
    if (answer == Qundef) rb_raise(rb_eTypeError, "class or module required");
    return answer;
}

VALUE
rb_obj_is_instance_of(VALUE obj, VALUE klass)
{
    return obj_class_test(obj_leaf_instance_of(obj, klass));
}

VALUE
rb_obj_is_kind_of(VALUE obj, VALUE mod)
{
    return obj_class_test(obj_leaf_kind_of(obj, mod));
}

/* Kernel#singleton_class */
static VALUE
obj_m_singleton_class(VALUE self)
{
    return class_singleton(self);
}

/* Kernel#extend */
static VALUE
obj_m_extend(int argc, VALUE *argv, VALUE self)
{
    ID extend_object = rb_intern("extend_object"), extended = rb_intern("extended");
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    for (int i = 0; i < argc; i++) {
        Check_Type(argv[i], T_MODULE);
        if (obj_flags(argv[i]) & CLASS_REFINEMENT) rb_raise(rb_eTypeError, "Cannot extend object with refinement");
    }
    while (argc--) {
        rb_funcallv(argv[argc], extend_object, 1, &self);
        rb_funcallv(argv[argc], extended, 1, &self);
    }
    return self;
}

/* ---- equality ---- */

int
rb_eql(VALUE a, VALUE b)
{
    return a == b || obj_eql(a, b);
}

/* Kernel#eql?, BasicObject#equal?, BasicObject#== */
VALUE
rb_obj_equal(VALUE a, VALUE b)
{
    return val_bool(a == b);
}

VALUE
rb_obj_hash(VALUE obj)
{
    return hash_to_value(val_type_p(obj, T_BIGNUM) ? obj_hash(obj) : hash_identity(obj));
}

static VALUE
obj_m_not(VALUE self)
{
    return val_bool(!val_truthy(self));
}

/* Kernel#=== */
static VALUE
obj_m_case_equal(VALUE self, VALUE other)
{
    return rb_equal(self, other);
}

/* Kernel#!~ */
static VALUE
obj_m_not_match(VALUE self, VALUE other)
{
    return val_bool(!RTEST(rb_funcallv(self, rb_intern("=~"), 1, &other)));
}

/* Kernel#<=> */
static VALUE
obj_m_cmp(VALUE self, VALUE other)
{
    return rb_equal(self, other) == Qtrue ? INT2FIX(0) : Qnil;
}

static VALUE
obj_m_nil_p(VALUE self)
{
    return Qfalse;
}

/* ---- text ---- */

VALUE
rb_any_to_s(VALUE obj)
{
    if (val_heap_p(obj)) gc_tell(obj);
    return rb_sprintf("#<%" PRIsVALUE ":0x%016lx>", class_path(class_real(class_of(obj))), (unsigned long)obj);
}

/* Returns text with escapes for all characters that are not ASCII: \u00E9, \xE9. */
static VALUE
escape(VALUE text)
{
    rb_encoding *enc = rb_enc_get(text);
    bool unicode = rb_enc_unicode_p(enc);
    VALUE out = rb_usascii_str_new("", 0);
    const char *p = RSTRING_PTR(text), *end = p + RSTRING_LEN(text);
    while (p < end) {
        int n = rb_enc_precise_mbclen(p, end, enc);
        if (!MBCLEN_CHARFOUND_P(n)) {
            rb_str_catf(out, "\\x%02X", *p++ & 0xff);
            continue;
        }
        unsigned c = rb_enc_codepoint_len(p, end, NULL, enc);
        n = MBCLEN_CHARFOUND_LEN(n);
        if (c < 0x80) rb_str_cat(out, &(char){(char)c}, 1);
        else if (unicode) rb_str_catf(out, c > 0xffff ? "\\u{%X}" : "\\u%04X", c);
        else rb_str_catf(out, n > 1 ? "\\x{%X}" : "\\x%02X", c);
        p += n;
    }
    RB_GC_GUARD(text);
    return out;
}

VALUE
rb_inspect(VALUE obj)
{
    VALUE text = rb_obj_as_string(rb_funcallv(obj, id_inspect, 0, NULL));
    rb_encoding *enc = rb_default_internal_encoding();
    if (!enc) enc = rb_default_external_encoding();
    if (rb_enc_get(text) == enc || rb_enc_str_asciionly_p(text)) return text;
    return escape(text);
}

struct inspection {
    VALUE obj, text, only; /* only: Array of names, or nil */
    bool any;
};

static void
inspect_one(struct inspection *in, ID name, VALUE value)
{
    rb_str_cat_cstr(in->text, in->any ? ", " : " ");
    in->any = true;
    rb_str_catf(in->text, "%" PRIsVALUE "=", id_name(name));
    rb_str_append(in->text, rb_inspect(value));
}

static int
inspect_ivar(ID name, VALUE value, void *arg)
{
    if (rb_is_instance_id(name)) inspect_one(arg, name, value);
    return ST_CONTINUE;
}

static VALUE
inspect_body(VALUE obj, VALUE arg, int recursive)
{
    struct inspection *in = (struct inspection *)arg;
    if (recursive) {
        rb_str_cat_cstr(in->text, " ...");
    } else if (NIL_P(in->only)) {
        ivar_foreach(obj, inspect_ivar, in);
    } else {
        for (long i = 0; i < RARRAY_LEN(in->only); i++) {
            VALUE sym = rb_ary_entry(in->only, i);
            VALUE value = SYMBOL_P(sym) ? ivar_get(obj, SYM2ID(sym)) : Qundef;
            if (value != Qundef) inspect_one(in, SYM2ID(sym), value);
        }
    }
    rb_str_cat(in->text, ">", 1);
    return in->text;
}

/* Kernel#inspect */
static VALUE
obj_m_inspect(VALUE self)
{
    if (!ivar_count(self)) return rb_any_to_s(self);
    VALUE only = Qnil;
    if (!method_basic_p(class_of(self), id_to_inspect)) {
        only = rb_check_funcall(self, id_to_inspect, 0, NULL);
        if (only == Qundef) only = Qnil;
        if (!NIL_P(only) && !RB_TYPE_P(only, T_ARRAY))
            rb_raise(rb_eTypeError,
                     "Expected #instance_variables_to_inspect to return an Array or nil, but it returned %" PRIsVALUE,
                     rb_obj_class(only));
    }
    if (val_heap_p(self)) gc_tell(self);
    VALUE text = rb_sprintf("#<%" PRIsVALUE ":0x%016lx", class_path(class_real(class_of(self))), (unsigned long)self);
    struct inspection in = {self, text, only, false};
    return rb_exec_recursive(inspect_body, self, (VALUE)&in);
}

static VALUE
obj_m_instance_variables_to_inspect(VALUE self)
{
    return Qnil;
}

/* ---- blocks ---- */

/* Kernel#tap */
static VALUE
obj_m_tap(VALUE self)
{
    rb_yield(self);
    return self;
}

static VALUE
one(VALUE self, VALUE args, VALUE eobj)
{
    return INT2FIX(1);
}

/* Kernel#then */
static VALUE
obj_m_then(VALUE self)
{
    RETURN_SIZED_ENUMERATOR(self, 0, 0, one);
    return rb_yield(self);
}

/* ---- methods of an object ---- */

static VALUE
obj_m_methods(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    if (argc && !RTEST(argv[0])) return rb_obj_singleton_methods(argc, argv, self);
    return method_list(class_of(self), 1u << VISI_PUBLIC | 1u << VISI_PROTECTED, true);
}

static VALUE
list_of(int argc, VALUE *argv, VALUE self, enum method_visi visi)
{
    rb_check_arity(argc, 0, 1);
    if (argc && !RTEST(argv[0])) return method_list_object(class_of(self), 1u << visi);
    return method_list(class_of(self), 1u << visi, true);
}

/* Kernel#public_methods */
static VALUE
obj_m_public_methods(int argc, VALUE *argv, VALUE self)
{
    return list_of(argc, argv, self, VISI_PUBLIC);
}

/* Kernel#private_methods */
static VALUE
obj_m_private_methods(int argc, VALUE *argv, VALUE self)
{
    return list_of(argc, argv, self, VISI_PRIVATE);
}

/* Kernel#protected_methods */
static VALUE
obj_m_protected_methods(int argc, VALUE *argv, VALUE self)
{
    return list_of(argc, argv, self, VISI_PROTECTED);
}

VALUE
rb_obj_singleton_methods(int argc, const VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    return method_list_singleton(obj, argc == 0 || RTEST(argv[0]));
}

static VALUE
obj_m_singleton_methods(int argc, VALUE *argv, VALUE self)
{
    return rb_obj_singleton_methods(argc, argv, self);
}

/* ---- BasicObject ---- */

static VALUE
basic_m_initialize(VALUE self)
{
    return Qnil;
}

static VALUE
basic_m_hook(VALUE self, VALUE arg)
{
    return Qnil;
}

static VALUE
obj_m_object_id(VALUE self)
{
    return gc_object_id(self);
}

static VALUE
obj_m_to_s(VALUE self)
{
    return rb_any_to_s(self);
}

static VALUE
obj_m_class(VALUE self)
{
    return rb_obj_class(self);
}

static void
define_basic_object(void)
{
    VALUE k = rb_cBasicObject;
    rb_define_private_method(k, "initialize", basic_m_initialize, 0);
    method_add_leaf(k, "==", (cfunc_t)(void (*)(void))rb_obj_equal, 1);
    method_add_leaf(k, "equal?", (cfunc_t)(void (*)(void))rb_obj_equal, 1);
    method_add_leaf(k, "!", (cfunc_t)obj_m_not, 0);
    rb_define_method(k, "__id__", obj_m_object_id, 0);
    rb_define_private_method(k, "singleton_method_added", basic_m_hook, 1);
    rb_define_private_method(k, "singleton_method_removed", basic_m_hook, 1);
    rb_define_private_method(k, "singleton_method_undefined", basic_m_hook, 1);
}

static void
define_kernel(void)
{
    VALUE k = rb_mKernel;
    method_add_leaf(k, "nil?", (cfunc_t)obj_m_nil_p, 0);
    method_add_leaf(k, "itself", (cfunc_t)obj_m_itself, 0);
    method_add_leaf(k, "class", (cfunc_t)obj_m_class, 0);
    method_add_leaf(k, "eql?", (cfunc_t)(void (*)(void))rb_obj_equal, 1);
    method_add_leaf(k, "frozen?", (cfunc_t)rb_obj_frozen_p, 0);
    method_add_leaf(k, "hash", (cfunc_t)rb_obj_hash, 0);
    rb_define_method(k, "===", obj_m_case_equal, 1);
    rb_define_method(k, "!~", obj_m_not_match, 1);
    rb_define_method(k, "<=>", obj_m_cmp, 1);
    rb_define_method(k, "singleton_class", obj_m_singleton_class, 0);
    rb_define_method(k, "dup", rb_obj_dup, 0);
    rb_define_method(k, "clone", obj_m_clone, -1);
    rb_define_private_method(k, "initialize_copy", rb_obj_init_copy, 1);
    rb_define_private_method(k, "initialize_dup", obj_m_initialize_dup, 1);
    rb_define_private_method(k, "initialize_clone", obj_m_initialize_clone, -1);
    rb_define_method(k, "freeze", rb_obj_freeze, 0);
    rb_define_method(k, "to_s", obj_m_to_s, 0);
    rb_define_method(k, "inspect", obj_m_inspect, 0);
    rb_define_private_method(k, "instance_variables_to_inspect", obj_m_instance_variables_to_inspect, 0);
    rb_define_method(k, "methods", obj_m_methods, -1);
    rb_define_method(k, "singleton_methods", obj_m_singleton_methods, -1);
    rb_define_method(k, "protected_methods", obj_m_protected_methods, -1);
    rb_define_method(k, "private_methods", obj_m_private_methods, -1);
    rb_define_method(k, "public_methods", obj_m_public_methods, -1);
    rb_define_method(k, "instance_of?", rb_obj_is_instance_of, 1);
    rb_define_method(k, "kind_of?", rb_obj_is_kind_of, 1);
    rb_define_method(k, "is_a?", rb_obj_is_kind_of, 1);
    method_set_leaf(k, "instance_of?", (cfunc_t)(void *)obj_leaf_instance_of, 1);
    method_set_leaf(k, "kind_of?", (cfunc_t)(void *)obj_leaf_kind_of, 1);
    method_set_leaf(k, "is_a?", (cfunc_t)(void *)obj_leaf_kind_of, 1);
    rb_define_method(k, "tap", obj_m_tap, 0);
    rb_define_method(k, "then", obj_m_then, 0);
    rb_define_method(k, "yield_self", obj_m_then, 0);
    rb_define_method(k, "extend", obj_m_extend, -1);
    rb_define_method(k, "object_id", obj_m_object_id, 0);
}

void
Init_Object(void)
{
    id_initialize = rb_intern("initialize");
    id_initialize_copy = rb_intern("initialize_copy");
    id_initialize_clone = rb_intern("initialize_clone");
    id_initialize_dup = rb_intern("initialize_dup");
    id_inspect = rb_intern("inspect");
    id_to_inspect = rb_intern("instance_variables_to_inspect");
    id_eq = rb_intern("==");
    id_eql = rb_intern("eql?");
    id_freeze = rb_intern("freeze");
    id_to_s = rb_intern("to_s");
    define_basic_object();
    define_kernel();
    Init_RespondTo();
}

void
Init_object_model(void)
{
    core_classes_name();
    Init_Method_model();
    rb_mKernel = rb_define_module("Kernel");
    class_include(rb_cObject, rb_mKernel);
    rb_define_private_method(rb_cClass, "inherited", basic_m_hook, 1);
    Init_Object();
    Init_Module();
    Init_InstanceVariables();
    Init_Constants();
    Init_ClassVariables();
    Init_GlobalVariables();
    Init_Refinement();
    Init_NilTrueFalse();
    Init_Exception();
    Init_Warning();
    Init_ErrorPrint();
    Init_Convert();
}
