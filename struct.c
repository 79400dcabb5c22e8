/*
 * struct.c - Struct: fixed members, by name, by index, and as a list.
 *
 * Owns      T_STRUCT; struct/data.c builds Data on it.
 * Uses      class.h (accessors are method entries of the kinds OPTIMIZED_STRUCT_AREF and _ASET)
 * Checked   struct_verify(), test/test_struct.rb, ruby/spec core/struct
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/vm/block_info.h"
#include "internal/object/compare.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/object/recurse.h"
#include "internal/string.h"
#include "internal/struct.h"
#include <stdarg.h>
#include <string.h>

VALUE rb_cStruct;
static ID id_members, id_keyword_init_iv, id_keyword_init, id_eq, id_eql, id_hash, id_inspect;

_Static_assert((STRUCT_HEAP & STRUCT_LEN_MASK) == 0, "flag bits are distinct");

/* ---- a class's members ---- */

static VALUE
struct_class_var(VALUE klass, ID name) /* of the class or its superclasses; nil */
{
    for (VALUE k = klass; k && k != rb_cObject; k = class_super(k)) {
        if (obj_type(k) != T_CLASS) continue;
        VALUE v = ivar_get(k, name);
        if (v != Qundef) return v;
        if (k == rb_cStruct) break;
    }
    return Qnil;
}

VALUE
struct_members(VALUE klass)
{
    VALUE m = struct_class_var(klass, id_members);
    if (!val_type_p(m, T_ARRAY)) rb_raise(rb_eTypeError, "uninitialized struct");
    return m;
}

static VALUE
members_of(VALUE s)
{
    VALUE m = struct_members(rb_obj_class(s));
    if (ary_len(m) != struct_len(s)) {
        rb_raise(rb_eTypeError, "struct size differs (%ld required %ld given)", (long)ary_len(m), (long)struct_len(s));
    }
    return m;
}

long
struct_member_index(VALUE klass, VALUE name)
{
    VALUE m = struct_members(klass);
    const VALUE *p = ary_ptr(m);
    for (size_t i = 0; i < ary_len(m); i++) {
        if (p[i] == name) return (long)i;
    }
    return -1;
}

VALUE
struct_member_name(VALUE v)
{
    if (RB_SYMBOL_P(v)) return v;
    VALUE s = rb_check_string_type(v);
    if (s == Qnil) rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a symbol nor a string", rb_inspect(v));
    return str_intern(s);
}

void
struct_check_members(VALUE members, const char *what)
{
    VALUE seen = hash_new_class(0, ary_len(members));
    for (size_t i = 0; i < ary_len(members); i++) {
        VALUE m = ary_at(members, i);
        if (what && id_attrset_p(sym_to_id(m))) {
            rb_raise(rb_eArgError, "invalid %s member: %" PRIsVALUE, what, rb_sym2str(m));
        }
        if (hash_get(seen, m) != Qundef) rb_raise(rb_eArgError, "duplicate member: %" PRIsVALUE, rb_sym2str(m));
        hash_set_raw(seen, m, Qtrue);
    }
}

/* ---- allocation and the collector ---- */

VALUE
struct_s_alloc(VALUE klass)
{
    size_t n = ary_len(struct_members(klass));
    if (n <= STRUCT_EMBED_MAX) {
        VALUE s = obj_new(klass, T_STRUCT | (unsigned)n << STRUCT_LEN_SHIFT,
                          sizeof(struct struct_embed) + n * sizeof(VALUE));
        VALUE *v = ((struct struct_embed *)s)->v;
        for (size_t i = 0; i < n; i++) v[i] = Qnil;
        return s;
    }
    VALUE s = obj_new(klass, T_STRUCT, sizeof(struct struct_heap)), *p = gc_malloc(n * sizeof(VALUE));
    for (size_t i = 0; i < n; i++) p[i] = Qnil;
    ((struct struct_heap *)s)->len = n;
    ((struct struct_heap *)s)->ptr = p;
    obj_hdr(s)->flags |= STRUCT_HEAP;
    gc_own(s);
    return s;
}

void
struct_mark(VALUE s)
{
    gc_mark_slots(struct_ptr(s), struct_len(s));
}

void
struct_free(VALUE s)
{
    if (obj_flags(s) & STRUCT_HEAP) gc_free(struct_ptr(s), struct_len(s) * sizeof(VALUE));
}

size_t
struct_memsize(VALUE s)
{
    return (obj_flags(s) & STRUCT_HEAP) ? struct_len(s) * sizeof(VALUE) : 0;
}

void
struct_verify(VALUE s)
{
    bool fits = OBJ_HEADER_BYTES + struct_len(s) * sizeof(VALUE) <= gc_slot_bytes(s);
    gc_expect((obj_flags(s) & STRUCT_HEAP) || fits, "a struct's members do not fit its slot", s);
}

static const struct gc_type_ops struct_type_ops = {
    .mark = struct_mark, .free = struct_free, .memsize = struct_memsize, .verify = struct_verify};

/* ---- making classes ---- */

VALUE
struct_class_new(VALUE super, VALUE members)
{
    VALUE klass = rb_class_new(super);
    members = rb_ary_freeze(members);
    ivar_set(klass, id_members, members);
    rb_define_alloc_func(klass, struct_s_alloc);
    return klass;
}

static ID
struct_writer_id(VALUE member) /* any name: `a?` is written by `a?=` */
{
    VALUE name = rb_str_dup(rb_sym2str(member));
    return id_intern_str(rb_str_cat_cstr(name, "="));
}

static void
struct_define_accessors(VALUE klass, VALUE members, bool writers)
{
    for (size_t i = 0; i < ary_len(members); i++) {
        ID id = sym_to_id(ary_at(members, i));
        method_add_optimized(klass, id, OPTIMIZED_STRUCT_AREF, (uint32_t)i, VISI_PUBLIC);
        if (writers)
            method_add_optimized(klass, struct_writer_id(ary_at(members, i)), OPTIMIZED_STRUCT_ASET, (uint32_t)i,
                                 VISI_PUBLIC);
    }
}

VALUE
struct_s_members(VALUE klass)
{
    return ary_dup(struct_members(klass));
}

static VALUE
struct_s_keyword_init_p(VALUE klass)
{
    return struct_class_var(klass, id_keyword_init_iv);
}

VALUE
struct_s_inspect(VALUE klass)
{
    VALUE s = rb_call_super(0, NULL);
    if (struct_class_var(klass, id_keyword_init_iv) == Qtrue) s = rb_str_cat_cstr(rb_str_dup(s), "(keyword_init: true)");
    return s;
}

static void
struct_setup_class(VALUE klass, VALUE members)
{
    method_add_optimized(rb_singleton_class(klass), rb_intern("new"), OPTIMIZED_NEW, 0, VISI_PUBLIC);
    rb_define_singleton_method(klass, "[]", rb_class_new_instance_pass_kw, -1);
    rb_define_singleton_method(klass, "members", struct_s_members, 0);
    rb_define_singleton_method(klass, "inspect", struct_s_inspect, 0);
    rb_define_singleton_method(klass, "keyword_init?", struct_s_keyword_init_p, 0);
    struct_define_accessors(klass, members, true);
}

/* A class named `name` (String) under super. */
static VALUE
struct_named_class(VALUE name, VALUE super, VALUE members)
{
    name = rb_str_to_str(name);
    if (name_class(name) != ID_CONST) rb_name_error_str(name, "identifier %" PRIsVALUE " needs to be constant", name);
    ID id = rb_intern_str(name);
    if (rb_const_defined_at(super, id)) {
        rb_warn("redefining constant %" PRIsVALUE "::%" PRIsVALUE, class_path(super), rb_id2str(id));
        rb_mod_remove_const(super, ID2SYM(id));
    }
    VALUE klass = struct_class_new(super, members);
    rb_const_set(super, id, klass);
    rb_funcall(super, rb_intern("inherited"), 1, klass);
    return klass;
}

static VALUE
struct_anonymous_class(VALUE super, VALUE members)
{
    VALUE klass = struct_class_new(super, members);
    rb_funcall(super, rb_intern("inherited"), 1, klass);
    return klass;
}

static VALUE
struct_s_new(int argc, VALUE *argv, VALUE super)
{
    VALUE opts, rest, keyword_init = Qnil, name = Qnil;
    rb_scan_args(argc, argv, "0*:", NULL, &opts);
    if (opts != Qnil) {
        VALUE got;
        rb_get_kwargs(opts, &id_keyword_init, 0, 1, &got);
        if (got != Qundef && got != Qnil) keyword_init = val_bool(val_truthy(got));
        argc--;
    }
    int from = 0;
    if (argc > 0 && !RB_SYMBOL_P(argv[0])) {
        name = argv[0];
        from = 1;
        if (name != Qnil) StringValue(name);
    }
    rest = ary_new_capa((size_t)argc);
    for (int i = from; i < argc; i++) ary_push(rest, struct_member_name(argv[i]));
    struct_check_members(rest, "struct");
    VALUE klass = name == Qnil ? struct_anonymous_class(super, rest) : struct_named_class(name, super, rest);
    struct_setup_class(klass, rest);
    if (keyword_init != Qnil) ivar_set(klass, id_keyword_init_iv, keyword_init);
    if (rb_block_given_p()) rb_mod_module_eval(0, NULL, klass);
    return klass;
}

/* ---- initialize ---- */

/* CRuby makes a Fixnum of an index it refuses: a bit is lost. */
static long
refused_index(long i)
{
    return (long)((unsigned long)i << 1) >> 1;
}

/* Returns the index of the member that *key names or numbers.  Returns -1 if there is none, with a refused number in *key for the
 * message. */
long
struct_key_index(VALUE s, VALUE *key)
{
    if (RB_SYMBOL_P(*key)) return struct_member_index(rb_obj_class(s), *key);
    if (val_type_p(*key, T_STRING)) return struct_member_index(rb_obj_class(s), str_intern(*key));
    long i = NUM2LONG(*key), n = (long)struct_len(s), at = i < 0 ? i + n : i;
    if (at >= 0 && at < n) return at;
    *key = LONG2FIX(refused_index(i));
    return -1;
}

static void
struct_modify(VALUE s)
{
    if (UNLIKELY(obj_flags(s) & HDR_FROZEN)) rb_error_frozen_object(s);
}

static void
struct_fill_from_hash(VALUE s, VALUE h)
{
    VALUE unknown = 0, k, v;
    size_t pos = 0;
    while (hash_next(h, &pos, &k, &v)) {
        long i = struct_key_index(s, &k);
        if (i < 0) {
            if (!unknown) unknown = ary_new();
            ary_push(unknown, k);
        } else {
            struct_set(s, (uint32_t)i, v);
        }
    }
    if (unknown) {
        rb_raise(rb_eArgError, "unknown keywords: %" PRIsVALUE, ary_join(unknown, rb_str_new(", ", 2)));
    }
}

static VALUE
struct_m_initialize(int argc, VALUE *argv, VALUE s)
{
    struct_modify(s);
    size_t n = struct_len(s);
    VALUE *v = struct_ptr(s);
    if (argc == 0) {
        for (size_t i = 0; i < n; i++) v[i] = Qnil;
        return Qnil;
    }
    VALUE mode = struct_class_var(rb_obj_class(s), id_keyword_init_iv);
    if (mode == Qtrue || (mode == Qnil && argc == 1 && rb_keyword_given_p())) {
        if (argc > 1 || !val_type_p(argv[0], T_HASH)) rb_error_arity(argc, 0, 0);
        for (size_t i = 0; i < n; i++) v[i] = Qnil;
        struct_fill_from_hash(s, argv[0]);
        return Qnil;
    }
    if (n < (size_t)argc) rb_raise(rb_eArgError, "struct size differs");
    memcpy(v, argv, (size_t)argc * sizeof(VALUE));
    for (size_t i = (size_t)argc; i < n; i++) v[i] = Qnil;
    gc_wb(s);
    return Qnil;
}

VALUE
struct_m_initialize_copy(VALUE s, VALUE other)
{
    if (s == other) return s;
    struct_modify(s);
    if (!val_type_p(other, T_STRUCT) || rb_obj_class(s) != rb_obj_class(other)) {
        rb_raise(rb_eTypeError, "initialize_copy should take same class object");
    }
    if (struct_len(s) != struct_len(other)) rb_raise(rb_eTypeError, "struct size mismatch");
    memcpy(struct_ptr(s), struct_ptr(other), struct_len(s) * sizeof(VALUE));
    gc_wb(s);
    return s;
}

/* ---- members ---- */

/* Index for [] and []=: by name or number; raises. */
static uint32_t
struct_index(VALUE s, VALUE at)
{
    long k = struct_key_index(s, &at), n = (long)struct_len(s);
    if (k >= 0) return (uint32_t)k;
    if (!val_fix_p(at)) name_error_raise(s, at, "no member '%1$s' in struct");
    long i = NUM2INT(at);
    if (i < 0) rb_raise(rb_eIndexError, "offset %ld too small for struct(size:%ld)", i, n);
    rb_raise(rb_eIndexError, "offset %ld too large for struct(size:%ld)", i, n);
}

VALUE
rb_struct_aref(VALUE s, VALUE at)
{
    return struct_get(s, struct_index(s, at));
}

VALUE
rb_struct_aset(VALUE s, VALUE at, VALUE v)
{
    uint32_t i = struct_index(s, at);
    return struct_set(s, i, v);
}

/* Returns the index of the member `at`, or -1 if there is none. */
static long
struct_find(VALUE s, VALUE at)
{
    return struct_key_index(s, &at);
}

static VALUE
struct_m_dig(int argc, VALUE *argv, VALUE s)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    long i = struct_find(s, argv[0]);
    VALUE v = i < 0 ? Qnil : struct_get(s, (uint32_t)i);
    return argc == 1 ? v : obj_dig(argc - 1, argv + 1, v);
}

VALUE
struct_m_members(VALUE s)
{
    return ary_dup(members_of(s));
}

VALUE
struct_m_to_a(VALUE s)
{
    VALUE values = ary_new_from(struct_ptr(s), struct_len(s));
    RB_GC_GUARD(s);
    return values;
}

static VALUE
struct_m_size(VALUE s)
{
    return int_fix((intptr_t)struct_len(s));
}

static VALUE
struct_enum_size(VALUE s, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return struct_m_size(s);
}

static void
set_answered(VALUE h, VALUE answer)
{
    VALUE pair = ary_check(answer);
    if (pair == Qnil) {
        rb_raise(rb_eTypeError, "wrong element type %" PRIsVALUE " (expected array)", obj_type_name(answer));
    }
    if (ary_len(pair) != 2) {
        rb_raise(rb_eArgError, "element has wrong array length (expected 2, was %ld)", (long)ary_len(pair));
    }
    hash_set(h, ary_at(pair, 0), ary_at(pair, 1));
}

VALUE
struct_m_to_h(VALUE s)
{
    VALUE m = members_of(s), h = hash_new_capa(struct_len(s));
    bool block = rb_block_given_p();
    for (size_t i = 0; i < struct_len(s); i++) {
        if (block) set_answered(h, rb_yield_values(2, ary_at(m, i), struct_get(s, (uint32_t)i)));
        else hash_set(h, ary_at(m, i), struct_get(s, (uint32_t)i));
    }
    return h;
}

VALUE
struct_m_deconstruct_keys(VALUE s, VALUE keys)
{
    if (keys == Qnil) return struct_m_to_h(s);
    if (!val_type_p(keys, T_ARRAY)) {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected Array or nil)", rb_obj_class(keys));
    }
    VALUE h = hash_new_capa(ary_len(keys));
    if (ary_len(keys) > struct_len(s)) return h;
    for (size_t i = 0; i < ary_len(keys); i++) {
        VALUE key = ary_at(keys, i);
        long at = struct_find(s, key);
        if (at < 0) return h;
        hash_set(h, key, struct_get(s, (uint32_t)at));
    }
    return h;
}

static VALUE
struct_entry(VALUE s, long i)
{
    return rb_struct_aref(s, LONG2NUM(i));
}

static VALUE
struct_m_values_at(int argc, VALUE *argv, VALUE s)
{
    VALUE r = ary_new_capa((size_t)argc);
    long n = (long)struct_len(s);
    for (int i = 0; i < argc; i++) {
        long beg, len;
        if (val_fix_p(argv[i])) {
            ary_push(r, struct_entry(s, fix_int(argv[i])));
            continue;
        }
        VALUE found = rb_range_beg_len(argv[i], &beg, &len, n, 1);
        if (found == Qfalse) {
            ary_push(r, struct_entry(s, NUM2LONG(argv[i])));
        } else if (found != Qnil) { /* what is past the end counts as nil */
            for (long k = beg; k < beg + len; k++) ary_push(r, k < n ? struct_get(s, (uint32_t)k) : Qnil);
        }
    }
    return r;
}

/* ---- visiting ---- */

static VALUE
struct_m_each(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, struct_enum_size);
    for (size_t i = 0; i < struct_len(s); i++) rb_yield(struct_get(s, (uint32_t)i));
    return s;
}

static VALUE
struct_m_each_pair(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, struct_enum_size);
    VALUE m = members_of(s);
    bool takes_pair = block_takes_pair();
    for (size_t i = 0; i < struct_len(s); i++) block_yield_pair(ary_at(m, i), struct_get(s, (uint32_t)i), takes_pair);
    return s;
}

static VALUE
struct_m_select(int argc, VALUE *argv UNUSED_OK, VALUE s)
{
    rb_check_arity(argc, 0, 0);
    RETURN_SIZED_ENUMERATOR(s, 0, 0, struct_enum_size);
    VALUE r = ary_new();
    for (size_t i = 0; i < struct_len(s); i++) {
        VALUE v = struct_get(s, (uint32_t)i);
        if (val_truthy(rb_yield(v))) ary_push(r, v);
    }
    return r;
}

/* ---- comparing ---- */

static VALUE
struct_equal_rec(VALUE a, VALUE b, int recursive)
{
    if (recursive) return Qtrue;
    for (size_t i = 0; i < struct_len(a); i++) {
        if (!obj_equal(struct_get(a, (uint32_t)i), struct_get(b, (uint32_t)i))) return Qfalse;
    }
    return Qtrue;
}

static VALUE
struct_eql_rec(VALUE a, VALUE b, int recursive)
{
    if (recursive) return Qtrue;
    for (size_t i = 0; i < struct_len(a); i++) {
        if (!obj_eql(struct_get(a, (uint32_t)i), struct_get(b, (uint32_t)i))) return Qfalse;
    }
    return Qtrue;
}

static bool
struct_comparable_p(VALUE a, VALUE b)
{
    return val_type_p(b, T_STRUCT) && rb_obj_class(a) == rb_obj_class(b) && struct_len(a) == struct_len(b);
}

VALUE
struct_m_eq(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!struct_comparable_p(a, b)) return Qfalse;
    return recurse_guard_pair(id_eq, struct_equal_rec, a, b, b);
}

VALUE
struct_m_eql_p(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!struct_comparable_p(a, b)) return Qfalse;
    return recurse_guard_pair(id_eql, struct_eql_rec, a, b, b);
}

static VALUE
struct_hash_rec(VALUE s, VALUE out, int recursive)
{
    uint64_t h = obj_hash(rb_obj_class(s));
    for (size_t i = 0; i < struct_len(s) && !recursive; i++) h = hash_mix(h, obj_hash(struct_get(s, (uint32_t)i)));
    *(uint64_t *)out = h;
    return Qnil;
}

VALUE
struct_m_hash(VALUE s)
{
    uint64_t h;
    recurse_guard_outer(id_hash, struct_hash_rec, s, (VALUE)&h);
    return hash_to_value(h);
}

/* ---- as text ---- */

static VALUE
struct_inspect_rec(VALUE s, VALUE prefix, int recursive)
{
    VALUE klass = rb_obj_class(s), name = class_name_or_nil(klass), text = rb_str_dup(prefix);
    if (recursive) {
        rb_str_append(text, class_path(klass));
        return rb_str_cat_cstr(text, ":...>");
    }
    if (name != Qnil && str_len(name) && str_ptr(name)[0] == '#') name = Qnil; /* nested in an anonymous module */
    if (name != Qnil) rb_str_append(text, name);
    VALUE m = members_of(s);
    for (size_t i = 0; i < struct_len(s); i++) {
        VALUE sym = ary_at(m, i);
        ID id = sym_to_id(sym);
        if (i > 0) rb_str_cat_cstr(text, ", ");
        else if (name != Qnil) rb_str_cat_cstr(text, " ");
        rb_str_append(text, id_local_p(id) || id_const_p(id) ? rb_sym2str(sym) : rb_inspect(sym));
        rb_str_cat_cstr(text, "=");
        rb_str_append(text, rb_inspect(struct_get(s, (uint32_t)i)));
    }
    return rb_str_cat_cstr(text, ">");
}

VALUE
struct_inspect(VALUE s, const char *prefix)
{
    return recurse_guard(id_inspect, struct_inspect_rec, s, rb_str_new_cstr(prefix));
}

static VALUE
struct_m_inspect(VALUE s)
{
    return struct_inspect(s, "#<struct ");
}

/* ---- public C API ---- */

static VALUE
members_from_va(va_list ap)
{
    VALUE m = ary_new();
    const char *name;
    while ((name = va_arg(ap, const char *)) != NULL) ary_push(m, ID2SYM(rb_intern(name)));
    return m;
}

VALUE
rb_struct_define(const char *name, ...)
{
    va_list ap;
    va_start(ap, name);
    VALUE m = members_from_va(ap);
    va_end(ap);
    struct_check_members(m, NULL);
    VALUE klass = name ? struct_named_class(rb_str_new_cstr(name), rb_cStruct, m) : struct_anonymous_class(rb_cStruct, m);
    struct_setup_class(klass, m);
    return klass;
}

VALUE
rb_struct_define_under(VALUE outer, const char *name, ...)
{
    va_list ap;
    va_start(ap, name);
    VALUE m = members_from_va(ap);
    va_end(ap);
    struct_check_members(m, NULL);
    VALUE klass = rb_define_class_id_under(outer, rb_intern(name), rb_cStruct);
    ivar_set(klass, id_members, rb_ary_freeze(m));
    rb_define_alloc_func(klass, struct_s_alloc);
    struct_setup_class(klass, m);
    return klass;
}

static VALUE
struct_define_bare(VALUE outer, const char *name, VALUE super, rb_alloc_func_t alloc, VALUE m)
{
    struct_check_members(m, NULL);
    VALUE klass;
    if (outer) klass = rb_define_class_id_under(outer, rb_intern(name), super);
    else klass = name ? rb_define_class_id_under(super, rb_intern(name), super) : rb_class_new(super);
    ivar_set(klass, id_members, rb_ary_freeze(m));
    rb_define_alloc_func(klass, alloc ? alloc : struct_s_alloc);
    return klass;
}

VALUE
rb_struct_define_without_accessor(const char *name, VALUE super, rb_alloc_func_t alloc, ...)
{
    va_list ap;
    va_start(ap, alloc);
    VALUE m = members_from_va(ap);
    va_end(ap);
    return struct_define_bare(0, name, super, alloc, m);
}

VALUE
rb_struct_define_without_accessor_under(VALUE outer, const char *name, VALUE super, rb_alloc_func_t alloc, ...)
{
    va_list ap;
    va_start(ap, alloc);
    VALUE m = members_from_va(ap);
    va_end(ap);
    return struct_define_bare(outer, name, super, alloc, m);
}

VALUE
rb_struct_alloc_noinit(VALUE klass)
{
    return struct_s_alloc(klass);
}

VALUE
rb_struct_initialize(VALUE s, VALUE values)
{
    struct_m_initialize((int)ary_len(values), (VALUE *)ary_ptr(values), s);
    RB_GC_GUARD(values);
    if (rb_obj_is_kind_of(s, rb_cStruct) == Qfalse) rb_obj_freeze(s); /* Data */
    return Qnil;
}

VALUE
rb_struct_alloc(VALUE klass, VALUE values)
{
    VALUE s = rb_class_new_instance((int)ary_len(values), ary_ptr(values), klass);
    RB_GC_GUARD(values);
    return s;
}

VALUE
rb_struct_new(VALUE klass, ...)
{
    size_t n = ary_len(struct_members(klass));
    VALUE s = struct_s_alloc(klass);
    va_list ap;
    va_start(ap, klass);
    for (size_t i = 0; i < n; i++) obj_write(s, &struct_ptr(s)[i], va_arg(ap, VALUE));
    va_end(ap);
    return s;
}

VALUE
rb_struct_getmember(VALUE s, ID name)
{
    long i = struct_member_index(rb_obj_class(s), ID2SYM(name));
    if (i < 0) rb_name_error(name, "'%" PRIsVALUE "' is not a struct member", rb_id2str(name));
    return struct_get(s, (uint32_t)i);
}

VALUE
rb_struct_s_members(VALUE klass)
{
    return struct_members(klass);
}

VALUE
rb_struct_members(VALUE s)
{
    return members_of(s);
}

VALUE
rb_struct_size(VALUE s)
{
    return struct_m_size(s);
}

void
Init_Struct(void)
{
    id_members = rb_intern("__members__");
    id_keyword_init_iv = rb_intern("__keyword_init__");
    id_keyword_init = rb_intern("keyword_init");
    id_eq = rb_intern("==");
    id_eql = rb_intern("eql?");
    id_hash = rb_intern("hash");
    id_inspect = rb_intern("inspect");

    gc_register_type(T_STRUCT, &struct_type_ops);
    VALUE k = rb_cStruct = rb_define_class("Struct", rb_cObject);
    rb_include_module(k, rb_mEnumerable);
    rb_undef_alloc_func(k);
    rb_define_singleton_method(k, "new", struct_s_new, -1);
    rb_define_method(k, "initialize", struct_m_initialize, -1);
    rb_define_method(k, "initialize_copy", struct_m_initialize_copy, 1);
    rb_define_method(k, "==", struct_m_eq, 1);
    rb_define_method(k, "eql?", struct_m_eql_p, 1);
    rb_define_method(k, "hash", struct_m_hash, 0);
    rb_define_method(k, "inspect", struct_m_inspect, 0);
    rb_define_alias(k, "to_s", "inspect");
    rb_define_method(k, "to_a", struct_m_to_a, 0);
    rb_define_method(k, "deconstruct", struct_m_to_a, 0);
    rb_define_method(k, "values", struct_m_to_a, 0);
    rb_define_method(k, "to_h", struct_m_to_h, 0);
    rb_define_method(k, "size", struct_m_size, 0);
    rb_define_method(k, "length", struct_m_size, 0);
    rb_define_method(k, "each", struct_m_each, 0);
    rb_define_method(k, "each_pair", struct_m_each_pair, 0);
    rb_define_method(k, "[]", rb_struct_aref, 1);
    rb_define_method(k, "[]=", rb_struct_aset, 2);
    rb_define_method(k, "select", struct_m_select, -1);
    rb_define_method(k, "filter", struct_m_select, -1);
    rb_define_method(k, "values_at", struct_m_values_at, -1);
    rb_define_method(k, "members", struct_m_members, 0);
    rb_define_method(k, "dig", struct_m_dig, -1);
    rb_define_method(k, "deconstruct_keys", struct_m_deconstruct_keys, 1);
}
