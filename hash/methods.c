/*
 * hash/methods.c - Hash: making, reading, storing, deleting, comparing, and showing as text; the C API.
 *
 * Uses      hash.c (pairs), object/recurse.h
 * Checked   test/test_hash.rb, ruby/spec core/hash
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/vm/block_info.h"
#include "internal/object/compare.h"
#include "internal/hash.h"
#include "internal/hash/table.h"
#include "internal/object/recurse.h"
#include "internal/string.h"
#include "internal/inits.h"
#include "internal/vm/call.h"

static ID id_default, id_hash, id_eq, id_eql, id_inspect, id_to_hash, id_capacity, id_call;

/* ---- conversions ---- */

static VALUE
hash_to_hash(VALUE v)
{
    if (val_type_p(v, T_HASH)) return v;
    return rb_convert_type(v, T_HASH, "Hash", "to_hash");
}

VALUE
rb_check_hash_type(VALUE v)
{
    if (val_type_p(v, T_HASH)) return v;
    return rb_check_convert_type(v, T_HASH, "Hash", "to_hash");
}

/* ---- making ---- */

VALUE
hash_s_alloc(VALUE klass)
{
    return hash_new_class(klass, 0);
}

static void
hash_check_default_proc(VALUE proc)
{
    if (!val_truthy(rb_proc_lambda_p(proc))) return;
    int n = rb_proc_arity(proc);
    if (n == 2 || (n < 0 && n >= -3)) return;
    rb_raise(rb_eTypeError, "default_proc takes two arguments (2 for %d)", n < 0 ? -n - 1 : n);
}

/* Room for `pairs`, kept in an empty Hash. */
static void
hash_reserve(VALUE h, long pairs)
{
    if (pairs <= HASH_EMBED_MAX || hash_size(h) > 0) return;
    VALUE tmp = hash_new_class(0, (size_t)pairs);
    obj_hdr(tmp)->flags |= obj_flags(h) & HASH_IDENTITY;
    hash_take_over(h, tmp);
}

/* Makes room for n pairs, or raises with the texts of CRuby, whose tables have other limits. */
static void
reserve_capacity(VALUE h, long n)
{
    if (n > LONG_MAX / 2) rb_raise(rb_eRuntimeError, "st_table too big");
    if (n > (long)HASH_TABLE_MAX) rb_memerror();
    hash_reserve(h, n);
}

static VALUE
hash_m_initialize(int argc, VALUE *argv, VALUE h)
{
    VALUE ifnone, opts, capacity = Qundef;
    int n = rb_scan_args(argc, argv, "01:", &ifnone, &opts);
    hash_check_frozen(h);
    if (opts != Qnil) rb_get_kwargs(opts, &id_capacity, 0, 1, &capacity);
    if (capacity != Qundef) reserve_capacity(h, NUM2LONG(capacity));
    if (rb_block_given_p()) {
        if (n > 0) rb_error_arity(n, 0, 0);
        VALUE proc = rb_block_proc();
        hash_check_default_proc(proc);
        hash_set_default(h, proc, true);
    } else {
        hash_set_default(h, ifnone, false);
    }
    return h;
}

static void
hash_fill_from_pairs(VALUE h, VALUE pairs)
{
    for (size_t i = 0; i < ary_len(pairs); i++) {
        VALUE e = ary_at(pairs, i), pair = ary_check(e);
        if (pair == Qnil) {
            rb_raise(rb_eArgError, "wrong element type %" PRIsVALUE " at %ld (expected array)", obj_type_name(e), (long)i);
        }
        size_t n = ary_len(pair);
        if (n != 1 && n != 2) rb_raise(rb_eArgError, "invalid number of elements (%ld for 1..2)", (long)n);
        hash_set(h, ary_at(pair, 0), n == 2 ? ary_at(pair, 1) : Qnil);
    }
}

static VALUE
hash_s_create(int argc, VALUE *argv, VALUE klass)
{
    if (argc == 1) {
        VALUE from = rb_check_hash_type(argv[0]);
        if (from != Qnil) {
            if (!hash_identity_p(from)) return hash_copy_class(klass, from);
            VALUE h = hash_new_class(klass, hash_size(from));
            hash_merge_into(h, from);
            return h;
        }
        VALUE pairs = ary_check(argv[0]);
        if (pairs != Qnil) {
            VALUE h = hash_new_class(klass, ary_len(pairs));
            hash_fill_from_pairs(h, pairs);
            return h;
        }
    }
    if (argc % 2) rb_raise(rb_eArgError, "odd number of arguments for Hash");
    VALUE h = hash_new_class(klass, (size_t)argc / 2);
    for (int i = 0; i < argc; i += 2) hash_set(h, argv[i], argv[i + 1]);
    return h;
}

static VALUE
hash_s_try_convert(VALUE klass UNUSED_OK, VALUE v)
{
    return rb_check_hash_type(v);
}

static VALUE
hash_s_ruby2_keywords_hash_p(VALUE klass UNUSED_OK, VALUE h)
{
    Check_Type(h, T_HASH);
    return val_bool((obj_flags(h) & HASH_KW_SPLAT) != 0);
}

static VALUE
hash_s_ruby2_keywords_hash(VALUE klass UNUSED_OK, VALUE h)
{
    Check_Type(h, T_HASH);
    VALUE n = rb_hash_dup(h);
    obj_hdr(n)->flags |= HASH_KW_SPLAT;
    return n;
}

/* ---- reading ---- */

/* Returns whether the method default of klass is the core's.  The result for Hash itself is kept until a method changes. */
static bool
default_basic_p(VALUE klass)
{
    static unsigned epoch;
    static bool basic;
    if (klass != rb_cHash) return method_basic_p(klass, id_default);
    if (UNLIKELY(epoch != vm_call_epoch)) {
        basic = method_basic_p(klass, id_default);
        epoch = vm_call_epoch;
    }
    return basic;
}

static bool
proc_call_basic_p(VALUE proc)
{
    static unsigned epoch;
    static bool basic;
    if (obj_class(proc) != rb_cProc || vm_tracing_calls) return false;
    if (UNLIKELY(epoch != vm_call_epoch)) {
        basic = method_basic_p(rb_cProc, id_call);
        epoch = vm_call_epoch;
    }
    return basic;
}

static VALUE
hash_default_for(VALUE h, VALUE key)
{
    if (LIKELY(default_basic_p(obj_class(h)))) {
        VALUE ifnone = hash_default(h);
        if (!(obj_flags(h) & HASH_PROC_DEFAULT)) return ifnone;
        VALUE args[2] = {h, key};
        if (LIKELY(proc_call_basic_p(ifnone))) return vm_call_proc(vm_ec, ifnone, 2, args, BH_NONE, 0);
        return rb_funcallv(ifnone, id_call, 2, args);
    }
    return rb_funcall(h, id_default, 1, key);
}

VALUE
hash_aref(VALUE h, VALUE key)
{
    VALUE v = hash_get(h, key);
    return LIKELY(v != Qundef) ? v : hash_default_for(h, key);
}

NORETURN COLD static void
hash_key_missing(VALUE h, VALUE key)
{
    VALUE desc = rb_inspect(key);
    if (rb_str_strlen(desc) > 65) desc = rb_str_ellipsize(desc, 65);
    key_error_raise(rb_sprintf("key not found: %" PRIsVALUE, desc), h, key);
}

static VALUE
hash_m_fetch(int argc, VALUE *argv, VALUE h)
{
    rb_check_arity(argc, 1, 2);
    bool block = rb_block_given_p();
    if (block && argc == 2) rb_warn("block supersedes default value argument");
    VALUE v = hash_get(h, argv[0]);
    if (v != Qundef) return v;
    if (block) return rb_yield(argv[0]);
    if (argc == 2) return argv[1];
    hash_key_missing(h, argv[0]);
}

/* ---- leaf functions (method_set_leaf) ---- */

static VALUE
hash_leaf_fetch(VALUE h, VALUE key)
{
    VALUE v;
    return hash_peek(h, key, &v) ? v : Qundef;
}

static VALUE
hash_leaf_key_p(VALUE h, VALUE key)
{
    VALUE v;
    return hash_peek(h, key, &v) ? val_bool(v != Qundef) : Qundef;
}

static VALUE
hash_m_fetch_values(int argc, VALUE *argv, VALUE h)
{
    VALUE r = ary_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) ary_push(r, hash_m_fetch(1, &argv[i], h));
    return r;
}

static VALUE
hash_m_values_at(int argc, VALUE *argv, VALUE h)
{
    VALUE r = ary_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) ary_push(r, hash_aref(h, argv[i]));
    return r;
}

static VALUE
hash_m_default(int argc, VALUE *argv, VALUE h)
{
    rb_check_arity(argc, 0, 1);
    VALUE ifnone = hash_default(h);
    if (!(obj_flags(h) & HASH_PROC_DEFAULT)) return ifnone;
    if (argc == 0) return Qnil;
    return rb_funcall(ifnone, id_call, 2, h, argv[0]);
}

static VALUE
hash_m_set_default(VALUE h, VALUE v)
{
    hash_check_frozen(h);
    hash_set_default(h, v, false);
    return v;
}

static VALUE
hash_m_default_proc(VALUE h)
{
    return (obj_flags(h) & HASH_PROC_DEFAULT) ? hash_default(h) : Qnil;
}

static VALUE
hash_m_set_default_proc(VALUE h, VALUE proc)
{
    hash_check_frozen(h);
    if (proc == Qnil) {
        hash_set_default(h, Qnil, false);
        return proc;
    }
    VALUE p = rb_check_convert_type(proc, T_DATA, "Proc", "to_proc");
    if (p == Qnil || !val_truthy(rb_obj_is_proc(p))) {
        rb_raise(rb_eTypeError, "wrong default_proc type %" PRIsVALUE " (expected Proc)", rb_obj_class(proc));
    }
    hash_check_default_proc(p);
    hash_set_default(h, p, true);
    return proc;
}

static VALUE
hash_m_key(VALUE h, VALUE val)
{
    size_t pos = 0;
    VALUE k, v;
    while (hash_next(h, &pos, &k, &v)) {
        if (obj_equal(v, val)) return k;
    }
    return Qnil;
}

static VALUE
hash_m_key_p(VALUE h, VALUE key)
{
    return val_bool(hash_get(h, key) != Qundef);
}

static VALUE
hash_m_value_p(VALUE h, VALUE val)
{
    size_t pos = 0;
    VALUE k, v;
    while (hash_next(h, &pos, &k, &v)) {
        if (obj_equal(v, val)) return Qtrue;
    }
    return Qfalse;
}

static VALUE
hash_m_size(VALUE h)
{
    return int_fix((intptr_t)hash_size(h));
}

static VALUE
hash_m_empty_p(VALUE h)
{
    return val_bool(hash_size(h) == 0);
}

static VALUE
hash_m_to_a(VALUE h)
{
    VALUE r = ary_new_capa(hash_size(h)), k, v;
    size_t pos = 0;
    while (hash_next(h, &pos, &k, &v)) ary_push(r, rb_assoc_new(k, v));
    return r;
}

/* By ==.  In a table a key that is eql? comes first, and the answer has the key that was given: as CRuby has it. */
static VALUE
hash_m_assoc(VALUE h, VALUE key)
{
    VALUE k, v;
    size_t pos = 0;
    if (!hash_few_p(h) && !hash_identity_p(h) && hash_find_pair(h, key, &k, &v)) return rb_assoc_new(key, v);
    while (hash_next(h, &pos, &k, &v)) {
        if (obj_equal(key, k)) return rb_assoc_new(k, v);
    }
    return Qnil;
}

static VALUE
hash_m_rassoc(VALUE h, VALUE val)
{
    size_t pos = 0;
    VALUE k, v;
    while (hash_next(h, &pos, &k, &v)) {
        if (obj_equal(v, val)) return rb_assoc_new(k, v);
    }
    return Qnil;
}

static VALUE
hash_m_dig(int argc, VALUE *argv, VALUE h)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    VALUE v = hash_aref(h, argv[0]);
    return argc == 1 ? v : obj_dig(argc - 1, argv + 1, v);
}

/* ---- storing and deleting ---- */

static VALUE
hash_m_aset(VALUE h, VALUE key, VALUE val)
{
    hash_set(h, key, val);
    return val;
}

static VALUE
hash_m_delete(VALUE h, VALUE key)
{
    hash_check_frozen(h);
    VALUE v = hash_delete(h, key);
    if (v != Qundef) return v;
    return rb_block_given_p() ? rb_yield(key) : Qnil;
}

static VALUE
hash_m_shift(VALUE h)
{
    hash_check_frozen(h);
    VALUE val, key = hash_shift_pair(h, &val);
    return key == Qundef ? Qnil : rb_assoc_new(key, val);
}

VALUE
rb_hash_clear(VALUE h)
{
    hash_check_frozen(h);
    hash_clear(h);
    return h;
}

static VALUE
hash_m_replace(VALUE h, VALUE other)
{
    hash_check_frozen(h);
    if (h == other) return h;
    if (hash_iterating_p(h)) rb_raise(rb_eRuntimeError, "can't replace hash during iteration");
    other = hash_to_hash(other);
    hash_replace_pairs(h, other);
    hash_copy_default(h, other);
    return h;
}

static VALUE
hash_m_rehash(VALUE h)
{
    if (hash_iterating_p(h)) rb_raise(rb_eRuntimeError, "rehash during iteration");
    hash_check_frozen(h);
    VALUE tmp = hash_new_class(0, hash_size(h)), k, v;
    obj_hdr(tmp)->flags |= obj_flags(h) & HASH_IDENTITY;
    size_t pos = 0;
    while (hash_next(h, &pos, &k, &v)) hash_set_raw(tmp, k, v); /* of keys that are equal now: the first, the last value */
    hash_take_over(h, tmp);
    return h;
}

static VALUE
hash_m_compare_by_identity(VALUE h)
{
    if (hash_identity_p(h)) return h;
    hash_check_frozen(h);
    if (hash_iterating_p(h)) rb_raise(rb_eRuntimeError, "compare_by_identity during iteration");
    hash_make_identity(h);
    return h;
}

static VALUE
hash_m_compare_by_identity_p(VALUE h)
{
    return val_bool(hash_identity_p(h));
}

static VALUE
hash_m_freeze(VALUE h)
{
    return rb_obj_freeze(h);
}

/* ---- comparing ---- */

struct hash_cmp {
    VALUE other;
    bool eql;
};

static VALUE
hash_equal_rec(VALUE a, VALUE p, int recursive)
{
    const struct hash_cmp *c = (const struct hash_cmp *)p;
    size_t pos = 0;
    VALUE k, v;
    if (recursive) return Qtrue;
    while (hash_next(a, &pos, &k, &v)) {
        VALUE w = hash_get(c->other, k);
        if (w == Qundef) return Qfalse;
        if (c->eql ? !obj_eql(v, w) : !obj_equal(v, w)) return Qfalse;
    }
    return Qtrue;
}

bool
hash_same_p(VALUE a, VALUE b, bool eql)
{
    if (a == b) return true;
    if (!val_type_p(b, T_HASH)) {
        if (!rb_respond_to(b, id_to_hash)) return false;
        if (eql) return rb_eql(b, a) != 0;
        return val_truthy(rb_equal(b, a));
    }
    if (hash_size(a) != hash_size(b)) return false;
    if (hash_size(a) == 0) return true;
    if (hash_identity_p(a) != hash_identity_p(b)) return false;
    struct hash_cmp c = {b, eql};
    return val_truthy(recurse_guard_pair(eql ? id_eql : id_eq, hash_equal_rec, a, b, (VALUE)&c));
}

static VALUE
hash_m_eq(VALUE a, VALUE b)
{
    return val_bool(hash_same_p(a, b, false));
}

static VALUE
hash_m_eql_p(VALUE a, VALUE b)
{
    return val_bool(hash_same_p(a, b, true));
}

/* Returns the hash of v by its method.  Objects that contain each other may be eql? from any of them on, so all of them have one
 * number once the recursion returns to one. */
uint64_t
hash_by_ruby(VALUE v)
{
    VALUE h = recurse_call_outer(v, id_hash);
    return h == Qundef ? 1 : hash_from_value(h);
}

static VALUE
hash_hash_rec(VALUE h, VALUE out, int recursive)
{
    uint64_t sum = 0x68617368ull + hash_size(h);
    size_t pos = 0;
    VALUE k, v;
    if (recursive) sum = 0x68726563ull;
    else
        while (hash_next(h, &pos, &k, &v)) sum += hash_mix(obj_hash(k), obj_hash(v)); /* any order */
    *(uint64_t *)out = hash_mix(hash_seed[1], sum);
    return Qnil;
}

static VALUE
hash_m_hash(VALUE h)
{
    uint64_t out;
    recurse_guard_outer(id_hash, hash_hash_rec, h, (VALUE)&out);
    return hash_to_value(out);
}

static bool
hash_subset_p(VALUE a, VALUE b)
{
    size_t pos = 0;
    VALUE k, v;
    if (hash_size(a) > hash_size(b)) return false;
    while (hash_next(a, &pos, &k, &v)) {
        VALUE w = hash_get(b, k);
        if (w == Qundef || !obj_equal(v, w)) return false;
    }
    return true;
}

static VALUE
hash_m_le(VALUE a, VALUE b)
{
    return val_bool(hash_subset_p(a, hash_to_hash(b)));
}

static VALUE
hash_m_lt(VALUE a, VALUE b)
{
    b = hash_to_hash(b);
    return val_bool(hash_size(a) < hash_size(b) && hash_subset_p(a, b));
}

static VALUE
hash_m_ge(VALUE a, VALUE b)
{
    return val_bool(hash_subset_p(hash_to_hash(b), a));
}

static VALUE
hash_m_gt(VALUE a, VALUE b)
{
    b = hash_to_hash(b);
    return val_bool(hash_size(b) < hash_size(a) && hash_subset_p(b, a));
}

/* ---- as text ---- */

/* Returns whether the symbol can be written as `name: ` without quotes: as a word, perhaps with ? or ! at the end. */
static bool
hash_plain_label_p(VALUE inspected, VALUE name)
{
    size_t n = str_len(name);
    const char *s = str_ptr(name), *q = str_ptr(inspected);
    if (n == 0 || str_len(inspected) < 2 || q[1] == '"') return false;
    unsigned char first = (unsigned char)s[0], last = (unsigned char)s[n - 1];
    bool word = first == '_' || first >= 0x80 || (unsigned)((first | 32) - 'a') < 26u;
    return word && last != '=';
}

static void
hash_append_key(VALUE s, VALUE key, bool first)
{
    VALUE text, name = Qnil;
    bool label = RB_SYMBOL_P(key);
    if (label) {
        name = rb_sym2str(key);
        text = hash_plain_label_p(sym_inspect(key), name) ? name : rb_str_inspect(name);
    } else {
        text = rb_inspect(key);
    }
    if (first) rb_enc_copy(s, label ? name : text); /* of a label in quotes its Symbol's, too */
    rb_str_buf_append(s, text);
    if (label) rb_str_buf_cat(s, ": ", 2);
    else rb_str_buf_cat(s, " => ", 4);
}

static VALUE
hash_inspect_pairs(VALUE p)
{
    VALUE *a = (VALUE *)p, h = a[0], s = a[1], k, v;
    size_t pos = 0;
    bool first = true;
    while (hash_next(h, &pos, &k, &v)) {
        if (!first) rb_str_buf_cat(s, ", ", 2);
        hash_append_key(s, k, first);
        rb_str_buf_append(s, rb_inspect(v));
        first = false;
    }
    return Qnil;
}

static VALUE
hash_inspect_rec(VALUE h, VALUE arg UNUSED_OK, int recursive)
{
    if (recursive) return rb_usascii_str_new("{...}", 5);
    VALUE s = str_buf_new(64);
    str_set_enc_index(s, ENCI_USASCII);
    rb_str_buf_cat(s, "{", 1);
    VALUE a[2] = {h, s};
    hash_with_iter(h, hash_inspect_pairs, (VALUE)a);
    return rb_str_buf_cat(s, "}", 1);
}

VALUE
hash_inspect(VALUE h)
{
    if (hash_size(h) == 0) return rb_usascii_str_new("{}", 2);
    return recurse_guard(id_inspect, hash_inspect_rec, h, 0);
}

static VALUE
hash_m_to_hash(VALUE h)
{
    return h;
}

/* Looks key up in the Hash `data`, for the Proc of Hash#to_proc.  A subclass's own [] is not called, as in CRuby. */
static VALUE
hash_call_aref(VALUE key, VALUE data, int argc, const VALUE *argv, VALUE blk)
{
    (void)argc;
    (void)argv;
    (void)blk;
    return rb_hash_aref(data, key);
}

static VALUE
hash_m_to_proc(VALUE h)
{
    return proc_new_ifunc(hash_call_aref, (const void *)h, 1, 1, true);
}

static VALUE
hash_m_deconstruct_keys(VALUE h, VALUE keys UNUSED_OK)
{
    return h;
}

/* ---- public C API ---- */

VALUE
rb_hash_new(void)
{
    return hash_new();
}

VALUE
rb_hash_new_capa(long capa)
{
    if (capa < 0) rb_raise(rb_eRuntimeError, "st_table too big");
    return hash_new_capa(capa > 0 ? (size_t)capa : 0);
}

VALUE
rb_ident_hash_new(void)
{
    VALUE h = hash_new();
    hash_make_identity(h);
    return h;
}

/* Class, default and identity are the same. */
VALUE
rb_hash_dup(VALUE h)
{
    VALUE n = hash_copy_class(rb_obj_class(h), h);
    hash_copy_default(n, h);
    obj_hdr(n)->flags |= obj_flags(h) & HASH_KW_SPLAT;
    if (obj_flags(h) & HDR_EXIVAR) ivar_copy(n, h);
    return n;
}

VALUE
rb_hash_freeze(VALUE h)
{
    return rb_obj_freeze(h);
}

VALUE
rb_hash_aref(VALUE h, VALUE key)
{
    return hash_aref(h, key);
}

VALUE
rb_hash_lookup2(VALUE h, VALUE key, VALUE absent)
{
    VALUE v = hash_get(h, key);
    return v == Qundef ? absent : v;
}

VALUE
rb_hash_lookup(VALUE h, VALUE key)
{
    return rb_hash_lookup2(h, key, Qnil);
}

VALUE
rb_hash_fetch(VALUE h, VALUE key)
{
    VALUE v = hash_get(h, key);
    if (v == Qundef) hash_key_missing(h, key);
    return v;
}

VALUE
rb_hash_has_key(VALUE h, VALUE key)
{
    return hash_m_key_p(h, key);
}

VALUE
rb_hash_aset(VALUE h, VALUE key, VALUE val)
{
    hash_set(h, key, val);
    return val;
}

VALUE
rb_hash_delete(VALUE h, VALUE key)
{
    VALUE v = hash_delete(h, key);
    return v == Qundef ? Qnil : v;
}

VALUE
rb_hash_size(VALUE h)
{
    return hash_m_size(h);
}

size_t
rb_hash_size_num(VALUE h)
{
    return hash_size(h);
}

VALUE
rb_hash_keys(VALUE h)
{
    return hash_keys_to_a(h);
}

VALUE
rb_hash_values(VALUE h)
{
    return hash_values_to_a(h);
}

VALUE
rb_hash_ifnone(VALUE h)
{
    return hash_default(h);
}

VALUE
rb_hash_set_ifnone(VALUE h, VALUE ifnone)
{
    hash_set_default(h, ifnone, (obj_flags(h) & HASH_PROC_DEFAULT) != 0);
    return h;
}

VALUE
rb_hash_set_default(VALUE h, VALUE v)
{
    return hash_m_set_default(h, v);
}

VALUE
rb_hash_set_default_proc(VALUE h, VALUE proc)
{
    return hash_m_set_default_proc(h, proc);
}

void
rb_hash_foreach(VALUE h, int (*fn)(VALUE, VALUE, VALUE), VALUE arg)
{
    hash_each(h, fn, arg);
}

void
rb_hash_bulk_insert(long argc, const VALUE *argv, VALUE h)
{
    for (long i = 0; i + 1 < argc; i += 2) hash_set(h, argv[i], argv[i + 1]);
}

void
rb_hash_bulk_insert_into_st_table(long argc, const VALUE *argv, VALUE h)
{
    rb_hash_bulk_insert(argc, argv, h);
}

static int
tbl_compare(st_data_t a, st_data_t b)
{
    return !obj_eql((VALUE)a, (VALUE)b);
}

static st_index_t
tbl_hash(st_data_t v)
{
    return (st_index_t)obj_hash((VALUE)v);
}

/* A copy, for extensions that only look: our table is no st_table.  Good until the next call. */
struct st_table *
rb_hash_tbl(VALUE h, const char *file UNUSED_OK, int line UNUSED_OK)
{
    static const struct st_hash_type type = {tbl_compare, tbl_hash};
    static struct st_table *last;
    if (last) st_free_table(last);
    last = hash_identity_p(h) ? st_init_numtable_with_size(hash_size(h)) : st_init_table_with_size(&type, hash_size(h));
    size_t pos = 0;
    VALUE k, v;
    while (hash_next(h, &pos, &k, &v)) st_insert(last, (st_data_t)k, (st_data_t)v);
    return last;
}

st_index_t
rb_any_hash(VALUE v)
{
    return (st_index_t)obj_hash(v);
}

#define CFUNC(fn) ((cfunc_t)(void (*)(void))(fn))

static void
hash_define_reading(VALUE k)
{
    rb_define_method(k, "[]", hash_aref, 1);
    rb_define_method(k, "fetch", hash_m_fetch, -1);
    rb_define_method(k, "fetch_values", hash_m_fetch_values, -1);
    rb_define_method(k, "values_at", hash_m_values_at, -1);
    rb_define_method(k, "default", hash_m_default, -1);
    rb_define_method(k, "default_proc", hash_m_default_proc, 0);
    rb_define_method(k, "key", hash_m_key, 1);
    rb_define_method(k, "key?", hash_m_key_p, 1);
    rb_define_method(k, "has_key?", hash_m_key_p, 1);
    rb_define_method(k, "include?", hash_m_key_p, 1);
    rb_define_method(k, "member?", hash_m_key_p, 1);
    rb_define_method(k, "value?", hash_m_value_p, 1);
    rb_define_method(k, "has_value?", hash_m_value_p, 1);
    method_set_leaf(k, "fetch", CFUNC(hash_leaf_fetch), 1);
    static const char *const names[] = {"key?", "has_key?", "include?", "member?"};
    for (size_t i = 0; i < lengthof(names); i++) method_set_leaf(k, names[i], CFUNC(hash_leaf_key_p), 1);
    method_add_leaf(k, "size", CFUNC(hash_m_size), 0);
    method_add_leaf(k, "length", CFUNC(hash_m_size), 0);
    method_add_leaf(k, "empty?", CFUNC(hash_m_empty_p), 0);
    rb_define_method(k, "keys", hash_keys_to_a, 0);
    rb_define_method(k, "values", hash_values_to_a, 0);
    rb_define_method(k, "to_a", hash_m_to_a, 0);
    rb_define_method(k, "to_hash", hash_m_to_hash, 0);
    rb_define_method(k, "to_proc", hash_m_to_proc, 0);
    rb_define_method(k, "deconstruct_keys", hash_m_deconstruct_keys, 1);
    rb_define_method(k, "assoc", hash_m_assoc, 1);
    rb_define_method(k, "rassoc", hash_m_rassoc, 1);
    rb_define_method(k, "dig", hash_m_dig, -1);
    rb_define_method(k, "==", hash_m_eq, 1);
    rb_define_method(k, "eql?", hash_m_eql_p, 1);
    rb_define_method(k, "hash", hash_m_hash, 0);
    rb_define_method(k, "<=", hash_m_le, 1);
    rb_define_method(k, "<", hash_m_lt, 1);
    rb_define_method(k, ">=", hash_m_ge, 1);
    rb_define_method(k, ">", hash_m_gt, 1);
    rb_define_method(k, "inspect", hash_inspect, 0);
    rb_define_alias(k, "to_s", "inspect");
    rb_define_method(k, "compare_by_identity?", hash_m_compare_by_identity_p, 0);
}

static void
hash_define_writing(VALUE k)
{
    rb_define_method(k, "initialize", hash_m_initialize, -1);
    rb_define_method(k, "initialize_copy", hash_m_replace, 1);
    rb_define_method(k, "replace", hash_m_replace, 1);
    rb_define_method(k, "[]=", hash_m_aset, 2);
    rb_define_method(k, "store", hash_m_aset, 2);
    rb_define_method(k, "default=", hash_m_set_default, 1);
    rb_define_method(k, "default_proc=", hash_m_set_default_proc, 1);
    rb_define_method(k, "delete", hash_m_delete, 1);
    rb_define_method(k, "shift", hash_m_shift, 0);
    rb_define_method(k, "clear", rb_hash_clear, 0);
    rb_define_method(k, "rehash", hash_m_rehash, 0);
    rb_define_method(k, "compare_by_identity", hash_m_compare_by_identity, 0);
    rb_define_method(k, "freeze", hash_m_freeze, 0);
}

void
Init_Hash(void)
{
    id_default = rb_intern("default");
    id_hash = rb_intern("hash");
    id_eq = rb_intern("==");
    id_eql = rb_intern("eql?");
    id_inspect = rb_intern("inspect");
    id_to_hash = rb_intern("to_hash");
    id_capacity = rb_intern("capacity");
    id_call = rb_intern("call");

    if (!rb_cHash) rb_cHash = rb_define_class("Hash", rb_cObject);
    Init_hash_early();
    Init_hash_value();
    rb_include_module(rb_cHash, rb_mEnumerable);
    rb_define_alloc_func(rb_cHash, hash_s_alloc);
    rb_define_singleton_method(rb_cHash, "[]", hash_s_create, -1);
    rb_define_singleton_method(rb_cHash, "try_convert", hash_s_try_convert, 1);
    rb_define_singleton_method(rb_cHash, "ruby2_keywords_hash?", hash_s_ruby2_keywords_hash_p, 1);
    rb_define_singleton_method(rb_cHash, "ruby2_keywords_hash", hash_s_ruby2_keywords_hash, 1);
    hash_define_reading(rb_cHash);
    hash_define_writing(rb_cHash);
    Init_hash_iter();
}
