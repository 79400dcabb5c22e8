/*
 * struct/data.c - Data: a frozen struct made from keywords.
 *
 * Uses      struct.c (layout, comparison)
 * Checked   test/test_data.rb, ruby/spec core/data
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/string.h"
#include "internal/struct.h"
#include <stdarg.h>

static VALUE cData;

/* Positional arguments become keywords, so that one initialize serves both. */
static VALUE
data_s_new(int argc, VALUE *argv, VALUE klass)
{
    if (rb_keyword_given_p()) {
        if (argc > 1 || !val_type_p(argv[0], T_HASH)) rb_error_arity(argc, 0, 0);
        return rb_class_new_instance_pass_kw(argc, argv, klass);
    }
    VALUE m = struct_members(klass);
    if ((size_t)argc > ary_len(m)) rb_error_arity(argc, 0, (int)ary_len(m));
    VALUE h = hash_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) hash_set(h, ary_at(m, (size_t)i), argv[i]);
    return rb_class_new_instance_kw(1, &h, klass, RB_PASS_KEYWORDS);
}

NORETURN COLD static void
data_raise_keywords(const char *what, VALUE list)
{
    VALUE names = ary_new();
    for (size_t i = 0; i < ary_len(list); i++) ary_push(names, rb_inspect(ary_at(list, i)));
    rb_raise(rb_eArgError, "%s keyword%s: %" PRIsVALUE, what, ary_len(list) > 1 ? "s" : "",
             ary_join(names, rb_str_new(", ", 2)));
}

static VALUE
data_key_symbol(VALUE k)
{
    return val_type_p(k, T_STRING) ? str_intern(k) : k;
}

static void
data_check_missing(VALUE klass, VALUE h)
{
    VALUE m = struct_members(klass), missing = ary_new(), given = hash_new_class(0, hash_size(h)), k, v;
    for (size_t pos = 0; hash_next(h, &pos, &k, &v);) hash_set_raw(given, data_key_symbol(k), Qtrue);
    for (size_t i = 0; i < ary_len(m); i++) {
        if (hash_get(given, ary_at(m, i)) == Qundef) ary_push(missing, ary_at(m, i));
    }
    if (ary_len(missing)) data_raise_keywords("missing", missing);
}

static VALUE
data_m_initialize(int argc, VALUE *argv, VALUE s)
{
    VALUE klass = rb_obj_class(s), unknown = ary_new(), k, v;
    if (UNLIKELY(obj_flags(s) & HDR_FROZEN)) rb_error_frozen_object(s);
    if (argc == 0) {
        if (struct_len(s) > 0) data_raise_keywords("missing", struct_members(klass));
        return rb_obj_freeze(s), Qnil;
    }
    if (argc > 1 || !val_type_p(argv[0], T_HASH)) rb_error_arity(argc, 0, 0);
    if (hash_size(argv[0]) < struct_len(s)) data_check_missing(klass, argv[0]);
    for (size_t pos = 0; hash_next(argv[0], &pos, &k, &v);) {
        long i = struct_key_index(s, &k);
        if (i < 0) ary_push(unknown, k);
        else struct_set(s, (uint32_t)i, v);
    }
    if (ary_len(unknown)) data_raise_keywords("unknown", unknown);
    rb_obj_freeze(s);
    return Qnil;
}

static VALUE
data_m_initialize_copy(VALUE s, VALUE other)
{
    struct_m_initialize_copy(s, other);
    rb_obj_freeze(s);
    return s;
}

static VALUE
data_m_with(int argc, VALUE *argv, VALUE s)
{
    VALUE opts;
    rb_scan_args(argc, argv, "0:", &opts);
    if (opts == Qnil) return s;
    VALUE h = struct_m_to_h(s);
    hash_merge_into(h, opts);
    return rb_class_new_instance_kw(1, &h, rb_obj_class(s), RB_PASS_KEYWORDS);
}

static VALUE
data_m_inspect(VALUE s)
{
    return struct_inspect(s, "#<data ");
}

static void
data_setup_class(VALUE klass, VALUE members)
{
    VALUE meta = rb_singleton_class(klass);
    rb_undef_method(meta, "define");
    rb_define_singleton_method(klass, "new", data_s_new, -1);
    rb_define_singleton_method(klass, "[]", data_s_new, -1);
    rb_define_singleton_method(klass, "members", struct_s_members, 0);
    rb_define_singleton_method(klass, "inspect", struct_s_inspect, 0);
    for (size_t i = 0; i < ary_len(members); i++) {
        method_add_optimized(klass, sym_to_id(ary_at(members, i)), OPTIMIZED_STRUCT_AREF, (uint32_t)i, VISI_PUBLIC);
    }
}

static VALUE
data_define(VALUE super, VALUE members)
{
    struct_check_members(members, "data");
    VALUE klass = struct_class_new(super, members);
    rb_funcall(super, rb_intern("inherited"), 1, klass);
    data_setup_class(klass, members);
    return klass;
}

static VALUE
data_s_define(int argc, VALUE *argv, VALUE super)
{
    VALUE members = ary_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) ary_push(members, struct_member_name(argv[i]));
    VALUE klass = data_define(super, members);
    if (rb_block_given_p()) rb_mod_module_eval(0, NULL, klass);
    return klass;
}

VALUE
rb_data_define(VALUE super, ...)
{
    VALUE members = ary_new();
    const char *name;
    va_list ap;
    va_start(ap, super);
    while ((name = va_arg(ap, const char *)) != NULL) ary_push(members, ID2SYM(rb_intern(name)));
    va_end(ap);
    return data_define(super ? super : cData, members);
}

void
Init_Data(void)
{
    VALUE k = cData = rb_define_class("Data", rb_cObject);
    rb_gc_register_mark_object(k);
    rb_undef_method(rb_singleton_class(k), "new");
    rb_undef_alloc_func(k);
    rb_define_singleton_method(k, "define", data_s_define, -1);
    rb_define_method(k, "initialize", data_m_initialize, -1);
    rb_define_method(k, "initialize_copy", data_m_initialize_copy, 1);
    rb_define_method(k, "members", struct_m_members, 0);
    rb_define_method(k, "to_h", struct_m_to_h, 0);
    rb_define_method(k, "deconstruct", struct_m_to_a, 0);
    rb_define_method(k, "deconstruct_keys", struct_m_deconstruct_keys, 1);
    rb_define_method(k, "==", struct_m_eq, 1);
    rb_define_method(k, "eql?", struct_m_eql_p, 1);
    rb_define_method(k, "hash", struct_m_hash, 0);
    rb_define_method(k, "with", data_m_with, -1);
    rb_define_method(k, "inspect", data_m_inspect, 0);
    rb_define_alias(k, "to_s", "inspect");
}
