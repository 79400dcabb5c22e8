/*
 * array/methods.c - making Arrays, reaching elements, adding at the ends, comparing, and showing them as text.
 *
 * Uses      array.c (layout), hash.h (hash of elements), object/recurse.h
 * Checked   test/test_array.rb, ruby/spec core/array
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/object/compare.h"
#include "internal/hash.h"
#include "internal/object/recurse.h"
#include "internal/string.h"
#include "internal/inits.h"
#include <limits.h>
#include <string.h>

VALUE rb_cArray;
#define CFUNC(fn) ((cfunc_t)(void (*)(void))(fn))
static ID id_initialize, id_eq, id_eql, id_cmp, id_hash, id_inspect, id_join, id_to_ary;

/* ---- making ---- */

static VALUE
ary_s_create(int argc, VALUE *argv, VALUE klass)
{
    if (klass == rb_cArray) return ary_new_from(argv, (size_t)argc);
    VALUE a = ary_new_class(klass, (size_t)argc);
    ary_append_values(a, argv, (size_t)argc);
    return a;
}

static VALUE
ary_s_try_convert(VALUE klass UNUSED_OK, VALUE v)
{
    return ary_check(v);
}

static long
ary_new_size(VALUE size)
{
    long n = NUM2LONG(size);
    if (n < 0) rb_raise(rb_eArgError, "negative array size");
    if (n > LONG_MAX / (long)sizeof(VALUE)) rb_raise(rb_eArgError, "array size too big");
    return n;
}

static VALUE
ary_m_initialize(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 2);
    ary_modify(a);
    if (argc == 0) {
        rb_ary_clear(a);
        if (rb_block_given_p()) rb_warning("given block not used");
        return a;
    }
    if (argc == 1 && !val_fix_p(argv[0])) {
        VALUE other = ary_check(argv[0]);
        if (other != Qnil) {
            rb_ary_replace(a, other);
            return a;
        }
    }
    long n = ary_new_size(argv[0]);
    if (rb_block_given_p()) {
        if (argc == 2) rb_warn("block supersedes default value argument");
        rb_ary_clear(a);
        ary_reserve(a, (size_t)n);
        for (long i = 0; i < n; i++) ary_store(a, i, rb_yield(LONG2NUM(i)));
        return a;
    }
    rb_ary_clear(a);
    ary_reserve(a, (size_t)n);
    VALUE fill = argc == 2 ? argv[1] : Qnil, *p = ary_wptr(a);
    for (long i = 0; i < n; i++) p[i] = fill;
    ary_set_len(a, (size_t)n);
    gc_wb(a);
    return a;
}

static VALUE
ary_s_new(int argc, VALUE *argv, VALUE klass)
{
    if (klass != rb_cArray || !method_basic_p(klass, id_initialize)) return rb_class_new_instance_pass_kw(argc, argv, klass);
    return ary_m_initialize(argc, argv, ary_new());
}

static VALUE
ary_m_initialize_copy(VALUE a, VALUE other)
{
    return rb_ary_replace(a, other);
}

static VALUE
ary_m_freeze(VALUE a)
{
    return rb_ary_freeze(a);
}

/* ---- reading ---- */

static VALUE
ary_aref_step(VALUE a, long beg, long len, long step)
{
    long alen = (long)ary_len(a), ustep = step < 0 ? -step : step;
    if (len > alen - beg) len = alen - beg;
    if (len <= 0) return ary_new();
    long n = (len + ustep - 1) / ustep;
    VALUE r = ary_new_capa((size_t)n);
    long i = step < 0 ? beg + len - 1 : beg;
    for (long k = 0; k < n && i >= 0 && i < alen; k++, i += step) ary_push(r, ary_at(a, (size_t)i));
    return r;
}

static VALUE
ary_aref1(VALUE a, VALUE idx)
{
    if (LIKELY(val_fix_p(idx))) return ary_get(a, fix_int(idx));
    long beg, len, step;
    VALUE found = rb_arithmetic_sequence_beg_len_step(idx, &beg, &len, &step, (long)ary_len(a), 0);
    if (found == Qfalse) return ary_get(a, NUM2LONG(idx));
    if (found == Qnil) return Qnil;
    if (step == 1) return rb_ary_subseq(a, beg, len);
    return ary_aref_step(a, beg, len, step);
}

static VALUE
ary_aref2(VALUE a, VALUE from, VALUE count)
{
    long beg = NUM2LONG(from), len = NUM2LONG(count);
    if (beg < 0) beg += (long)ary_len(a);
    return rb_ary_subseq(a, beg, len);
}

VALUE
rb_ary_aref(int argc, const VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 1, 2);
    return argc == 2 ? ary_aref2(a, argv[0], argv[1]) : ary_aref1(a, argv[0]);
}

static VALUE
ary_m_aref(int argc, VALUE *argv, VALUE a)
{
    return rb_ary_aref(argc, argv, a);
}

static VALUE
ary_m_at(VALUE a, VALUE idx)
{
    return ary_get(a, NUM2LONG(idx));
}

/* Reads the count argument of first, last, pop, shift: 0 to len. */
static size_t
ary_count_arg(VALUE a, VALUE v)
{
    long n = NUM2LONG(v);
    if (n < 0) rb_raise(rb_eArgError, "negative array size");
    size_t len = ary_len(a);
    return (size_t)n < len ? (size_t)n : len;
}

static VALUE
ary_m_first(int argc, VALUE *argv, VALUE a)
{
    if (argc == 0) return ary_get(a, 0);
    rb_check_arity(argc, 0, 1);
    return ary_subseq(a, 0, ary_count_arg(a, argv[0]));
}

static VALUE
ary_m_last(int argc, VALUE *argv, VALUE a)
{
    if (argc == 0) return ary_get(a, -1);
    rb_check_arity(argc, 0, 1);
    size_t n = ary_count_arg(a, argv[0]);
    return ary_subseq(a, ary_len(a) - n, n);
}

NORETURN COLD static void
ary_outside(VALUE a, long i)
{
    long n = (long)ary_len(a);
    rb_raise(rb_eIndexError, "index %ld outside of array bounds: %ld...%ld", i, -n, n);
}

static VALUE
ary_m_fetch(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 1, 2);
    bool block = rb_block_given_p();
    if (block && argc == 2) rb_warn("block supersedes default value argument");
    long i = NUM2LONG(argv[0]), n = (long)ary_len(a), k = i < 0 ? i + n : i;
    if (k >= 0 && k < n) return ary_at(a, (size_t)k);
    if (block) return rb_yield(argv[0]);
    if (argc == 2) return argv[1];
    ary_outside(a, i);
}

static VALUE
ary_m_fetch_values(int argc, VALUE *argv, VALUE a)
{
    VALUE r = ary_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) ary_push(r, ary_m_fetch(1, &argv[i], a));
    return r;
}

VALUE
rb_get_values_at(VALUE obj, long olen, int argc, const VALUE *argv, VALUE (*at)(VALUE, long))
{
    VALUE r = ary_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) {
        long beg, len;
        if (val_fix_p(argv[i])) {
            ary_push(r, at(obj, fix_int(argv[i])));
            continue;
        }
        VALUE found = rb_range_beg_len(argv[i], &beg, &len, olen, 1);
        if (found == Qfalse) {
            ary_push(r, at(obj, NUM2LONG(argv[i])));
        } else if (found != Qnil) {
            for (long k = 0; k < len; k++) ary_push(r, at(obj, beg + k));
        }
    }
    return r;
}

/* Elements beg...beg + len of a behind those of r; nil where a has ended. */
static void
push_run(VALUE r, VALUE a, size_t beg, size_t len)
{
    size_t all = ary_len(a), there = beg >= all ? 0 : len < all - beg ? len : all - beg;
    if (there) rb_ary_cat(r, ary_ptr(a) + beg, (long)there);
    for (size_t k = there; k < len; k++) ary_push(r, Qnil);
    RB_GC_GUARD(a);
}

static VALUE
ary_m_values_at(int argc, VALUE *argv, VALUE a)
{
    VALUE r = ary_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) {
        long beg, len;
        if (val_fix_p(argv[i])) {
            ary_push(r, ary_get(a, fix_int(argv[i])));
            continue;
        }
        VALUE found = rb_range_beg_len(argv[i], &beg, &len, (long)ary_len(a), 1);
        if (found == Qfalse) {
            ary_push(r, ary_get(a, NUM2LONG(argv[i])));
        } else if (found != Qnil) { /* what is past the end counts as nil */
            push_run(r, a, (size_t)beg, (size_t)len);
        }
    }
    return r;
}

static VALUE
ary_m_dig(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    VALUE v = ary_m_at(a, argv[0]);
    return argc == 1 ? v : obj_dig(argc - 1, argv + 1, v);
}

static VALUE
ary_m_length(VALUE a)
{
    return int_fix((intptr_t)ary_len(a));
}

static VALUE
ary_m_empty_p(VALUE a)
{
    return val_bool(ary_len(a) == 0);
}

bool
ary_includes(VALUE a, VALUE v)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        if (obj_equal(ary_at(a, i), v)) return true;
    }
    return false;
}

static VALUE
ary_m_include_p(VALUE a, VALUE v)
{
    return val_bool(ary_includes(a, v));
}

/* ---- leaf functions (method_set_leaf) ---- */

static VALUE
ary_leaf_first(VALUE a)
{
    return ary_get(a, 0);
}

static VALUE
ary_leaf_last(VALUE a)
{
    return ary_get(a, -1);
}

/* Returns whether v is among Symbols, Strings, Integers, nil, true and false.  Returns Qundef where the == of an element has to be called: an
 * Integer calls that of what is no Integer. */
static VALUE
ary_leaf_include(VALUE a, VALUE v)
{
    if (UNLIKELY(obj_eq_redefined)) return Qundef;
    bool text = val_type_p(v, T_STRING);
    if (val_heap_p(v) ? !text || obj_class(v) != rb_cString : val_flonum_p(v)) return Qundef;
    for (size_t i = 0, n = ary_len(a); i < n; i++) {
        VALUE e = ary_at(a, i);
        if (e == v) return Qtrue;
        if (val_fix_p(e) ? val_fix_p(v) : !val_heap_p(e) && !val_flonum_p(e)) continue;
        if (!text || !val_type_p(e, T_STRING) || obj_class(e) != rb_cString) return Qundef;
        if (str_equal(e, v)) return Qtrue;
    }
    return Qfalse;
}

static VALUE
ary_leaf_pop(VALUE a)
{
    if (obj_flags(a) & (HDR_FROZEN | ARY_SHARED)) return Qundef;
    if (obj_shape(a) == SHAPE_HIDDEN) return Qundef;
    VALUE v = ary_pop(a);
    return v == Qundef ? Qnil : v;
}

static void
ary_set_leaves(VALUE k)
{
    method_set_leaf(k, "first", CFUNC(ary_leaf_first), 0);
    method_set_leaf(k, "last", CFUNC(ary_leaf_last), 0);
    method_set_leaf(k, "include?", CFUNC(ary_leaf_include), 1);
    method_set_leaf(k, "pop", CFUNC(ary_leaf_pop), 0);
}

static VALUE
ary_m_assoc(VALUE a, VALUE key)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE pair = ary_check(ary_at(a, i));
        if (pair != Qnil && ary_len(pair) > 0 && obj_equal(ary_at(pair, 0), key)) return pair;
    }
    return Qnil;
}

static VALUE
ary_m_rassoc(VALUE a, VALUE val)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE pair = ary_check(ary_at(a, i));
        if (pair != Qnil && ary_len(pair) > 1 && obj_equal(ary_at(pair, 1), val)) return pair;
    }
    return Qnil;
}

VALUE
rb_ary_assoc(VALUE a, VALUE key)
{
    return ary_m_assoc(a, key);
}

VALUE
rb_ary_rassoc(VALUE a, VALUE val)
{
    return ary_m_rassoc(a, val);
}

/* ---- writing ---- */

static void
ary_aset_part(VALUE a, long beg, long len, VALUE v)
{
    if (len < 0) rb_raise(rb_eIndexError, "negative length (%ld)", len);
    long n = (long)ary_len(a);
    if (beg < 0 && beg + n < 0) rb_raise(rb_eIndexError, "index %ld too small for array; minimum: %ld", beg, -n);
    VALUE from = rb_ary_to_ary(v);
    ary_splice(a, beg, (size_t)len, ary_ptr(from), ary_len(from));
    RB_GC_GUARD(from);
}

static VALUE
ary_m_aset(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 2, 3);
    if (UNLIKELY(obj_flags(a) & HDR_FROZEN) && !(argc == 2 && val_fix_p(argv[0])))
        rb_error_frozen_object(a); /* otherwise ary_store checks */
    if (argc == 3) {
        long beg = NUM2LONG(argv[0]), len = NUM2LONG(argv[1]);
        ary_aset_part(a, beg, len, argv[2]);
        return argv[2];
    }
    if (val_fix_p(argv[0])) {
        if (!ary_store_in_place(a, fix_int(argv[0]), argv[1])) ary_store(a, fix_int(argv[0]), argv[1]);
        return argv[1];
    }
    long beg, len;
    if (rb_range_beg_len(argv[0], &beg, &len, (long)ary_len(a), 1) != Qfalse) ary_aset_part(a, beg, len, argv[1]);
    else ary_store(a, NUM2LONG(argv[0]), argv[1]);
    return argv[1];
}

static VALUE
ary_m_push1(VALUE a, VALUE v)
{
    return ary_push(a, v);
}

static VALUE
ary_m_push(int argc, VALUE *argv, VALUE a)
{
    ary_modify(a);
    ary_append_values(a, argv, (size_t)argc);
    return a;
}

static VALUE
ary_m_pop(int argc, VALUE *argv, VALUE a)
{
    if (argc == 0) return rb_ary_pop(a);
    rb_check_arity(argc, 0, 1);
    ary_modify(a);
    size_t n = ary_count_arg(a, argv[0]);
    VALUE r = ary_new_from(ary_ptr(a) + ary_len(a) - n, n);
    ary_truncate(a, ary_len(a) - n);
    return r;
}

static VALUE
ary_m_shift(int argc, VALUE *argv, VALUE a)
{
    if (argc == 0) return rb_ary_shift(a);
    rb_check_arity(argc, 0, 1);
    ary_modify(a);
    size_t n = ary_count_arg(a, argv[0]);
    VALUE r = ary_new_from(ary_ptr(a), n);
    ary_drop_front(a, n);
    return r;
}

static VALUE
ary_m_unshift(int argc, VALUE *argv, VALUE a)
{
    ary_modify(a);
    ary_prepend_values(a, argv, (size_t)argc);
    return a;
}

static VALUE
ary_m_insert(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    ary_modify(a);
    long given = NUM2LONG(argv[0]), behind = (long)ary_len(a) + 1; /* -1 stands behind the last element */
    if (argc > 1) {
        long at = given < 0 ? given + behind : given;
        if (at < 0) rb_raise(rb_eIndexError, "index %ld too small for array; minimum: %ld", given, -behind);
        ary_splice(a, at, 0, argv + 1, (size_t)(argc - 1));
    }
    return a;
}

static VALUE
ary_m_concat(int argc, VALUE *argv, VALUE a)
{
    ary_modify(a);
    if (argc == 1) return ary_concat(a, ary_to_ary(argv[0]));
    VALUE all = ary_new(); /* a itself may be among the arguments */
    for (int i = 0; i < argc; i++) ary_concat(all, ary_to_ary(argv[i]));
    return ary_concat(a, all);
}

static VALUE
ary_m_clear(VALUE a)
{
    return rb_ary_clear(a);
}

static VALUE
ary_m_plus(VALUE a, VALUE b)
{
    return ary_plus(a, ary_to_ary(b));
}

static VALUE
ary_m_times(VALUE a, VALUE by)
{
    VALUE sep = rb_check_string_type(by);
    if (sep != Qnil) return ary_join(a, sep);
    long times = NUM2LONG(by);
    if (times < 0) rb_raise(rb_eArgError, "negative argument");
    size_t n = ary_len(a);
    if (times == 0 || n == 0) return ary_new();
    if (LONG_MAX / (long)sizeof(VALUE) / times < (long)n) rb_raise(rb_eArgError, "argument too big");
    VALUE r = ary_new_capa(n * (size_t)times);
    for (long i = 0; i < times; i++) ary_append_values(r, ary_ptr(a), n);
    return r;
}

static VALUE
ary_m_replace(VALUE a, VALUE b)
{
    return rb_ary_replace(a, b);
}

/* ---- comparing ---- */

static VALUE
ary_equal_rec(VALUE a, VALUE b, int recursive)
{
    if (recursive) return Qtrue;
    for (size_t i = 0; i < ary_len(a); i++) {
        if (i >= ary_len(b)) return Qfalse;
        if (!obj_equal(ary_at(a, i), ary_at(b, i))) return Qfalse;
    }
    return Qtrue;
}

/* Returns whether comparing or hashing this element cannot come back to the array that holds it. */
static inline bool
ary_leaf_p(VALUE v)
{
    if (!val_heap_p(v)) return true;
    unsigned t = obj_type(v);
    return t == T_STRING || t == T_SYMBOL || t == T_FLOAT || t == T_BIGNUM;
}

/* Leading elements that cannot recurse are compared without the guard. */
static VALUE
ary_m_eq(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!val_type_p(b, T_ARRAY)) {
        if (!rb_respond_to(b, id_to_ary)) return Qfalse;
        return val_bool(val_truthy(rb_funcall(b, id_eq, 1, a)));
    }
    if (ary_len(a) != ary_len(b)) return Qfalse;
    for (size_t i = 0; i < ary_len(a); i++) {
        if (i >= ary_len(b)) return Qfalse;
        VALUE x = ary_at(a, i), y = ary_at(b, i);
        if (x == y) continue;
        if (!ary_leaf_p(x)) return recurse_guard_pair(id_eq, ary_equal_rec, a, b, b);
        if (!obj_equal(x, y)) return Qfalse;
    }
    return val_bool(ary_len(a) == ary_len(b));
}

static VALUE
ary_eql_rec(VALUE a, VALUE b, int recursive)
{
    if (recursive) return Qtrue;
    for (size_t i = 0; i < ary_len(a); i++) {
        if (i >= ary_len(b)) return Qfalse;
        if (!obj_eql(ary_at(a, i), ary_at(b, i))) return Qfalse;
    }
    return Qtrue;
}

static VALUE
ary_m_eql_p(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!val_type_p(b, T_ARRAY) || ary_len(a) != ary_len(b)) return Qfalse;
    for (size_t i = 0; i < ary_len(a); i++) {
        if (i >= ary_len(b)) return Qfalse;
        VALUE x = ary_at(a, i), y = ary_at(b, i);
        if (x == y) continue;
        if (!ary_leaf_p(x)) return recurse_guard_pair(id_eql, ary_eql_rec, a, b, b);
        if (!obj_eql(x, y)) return Qfalse;
    }
    return Qtrue;
}

static uint64_t
ary_hash_start(VALUE a)
{
    return hash_mix(0x6172726179ull, ary_len(a));
}

static VALUE
ary_hash_rec(VALUE a, VALUE out, int recursive)
{
    uint64_t *h = (uint64_t *)out;
    *h = ary_hash_start(a);
    if (recursive) {
        *h = hash_mix(0x6172726179ull, 0x726563ull); /* any recursive array: they may well be eql? */
        return Qnil;
    }
    for (size_t i = 0; i < ary_len(a); i++) *h = hash_mix(*h, obj_hash(ary_at(a, i)));
    return Qnil;
}

/* An element's, or a key's. */
uint64_t
ary_hash(VALUE a)
{
    uint64_t h = ary_hash_start(a);
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (UNLIKELY(!ary_leaf_p(v))) {
            recurse_guard_outer(id_hash, ary_hash_rec, a, (VALUE)&h);
            return h;
        }
        h = hash_mix(h, obj_hash(v));
    }
    return h;
}

static VALUE
ary_m_hash(VALUE a)
{
    uint64_t h;
    ary_hash_rec(a, (VALUE)&h, false); /* recursion is looked for from the elements on */
    return hash_to_value(h);
}

static VALUE
ary_cmp_rec(VALUE a, VALUE b, int recursive)
{
    if (recursive) return Qundef;
    for (size_t i = 0; i < ary_len(a) && i < ary_len(b); i++) {
        VALUE x = ary_at(a, i), y = ary_at(b, i);
        VALUE c = rb_funcall(x, id_cmp, 1, y);
        if (c != int_fix(0)) return c;
    }
    return Qundef;
}

VALUE
rb_ary_cmp(VALUE a, VALUE b)
{
    b = ary_check(b);
    if (b == Qnil) return Qnil;
    if (a == b) return int_fix(0);
    unsigned basic = cmp_basic();
    for (size_t i = 0; i < ary_len(a) && i < ary_len(b); i++) { /* as long as they cannot come back to a */
        VALUE x = ary_at(a, i), y = ary_at(b, i), c;
        if (val_fix2_p(x, y) && (basic & CMP_INT)) c = int_fix(((intptr_t)x > (intptr_t)y) - ((intptr_t)x < (intptr_t)y));
        else if (ary_leaf_p(x) && ary_leaf_p(y)) c = rb_funcall(x, id_cmp, 1, y);
        else c = recurse_guard_pair(id_cmp, ary_cmp_rec, a, b, b);
        if (c == Qundef) break;
        if (c != int_fix(0)) return c;
    }
    size_t n = ary_len(a), m = ary_len(b);
    return int_fix(n == m ? 0 : n > m ? 1 : -1);
}

/* ---- as text ---- */

static VALUE
ary_inspect_rec(VALUE a, VALUE arg UNUSED_OK, int recursive)
{
    if (recursive) return rb_usascii_str_new("[...]", 5);
    VALUE s = str_buf_new(64);
    str_set_enc_index(s, ENCI_USASCII);
    str_append_bytes(s, "[", 1);
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE part = rb_inspect(ary_at(a, i));
        if (i > 0) str_append_bytes(s, ", ", 2);
        else rb_enc_copy(s, part);
        rb_str_buf_append(s, part);
    }
    return rb_str_buf_cat(s, "]", 1);
}

VALUE
ary_inspect(VALUE a)
{
    if (ary_len(a) == 0) return rb_usascii_str_new("[]", 2);
    return recurse_guard(id_inspect, ary_inspect_rec, a, 0);
}

static void ary_join_into(VALUE a, VALUE sep, VALUE out, bool *first);

struct ary_join_arg {
    VALUE ary, sep, out;
    bool *first;
};

static VALUE
ary_join_rec(VALUE owner UNUSED_OK, VALUE argp, int recursive)
{
    struct ary_join_arg *j = (struct ary_join_arg *)argp;
    if (recursive) rb_raise(rb_eArgError, "recursive array join");
    ary_join_into(j->ary, j->sep, j->out, j->first);
    return Qnil;
}

/* owner: what gave the Array by to_ary, perhaps another one each time; or the Array */
static void
ary_join_nested(VALUE owner, VALUE nested, VALUE sep, VALUE out, bool *first)
{
    struct ary_join_arg j = {nested, sep, out, first};
    *first = false; /* what begins with an Array begins as US-ASCII */
    recurse_guard(id_join, ary_join_rec, owner, (VALUE)&j);
}

static void
ary_join_string(VALUE s, VALUE out, bool *first)
{
    if (*first) {
        rb_enc_copy(out, s);
        *first = false;
    }
    str_append(out, s);
}

/* Appends the elements of a to out.  An element that is not a String is converted by to_str, to_ary or to_s, in that order. */
static void
ary_join_into(VALUE a, VALUE sep, VALUE out, bool *first)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i), conv;
        if (i > 0 && sep != Qnil) rb_str_buf_append(out, sep);
        if (val_type_p(v, T_STRING)) {
            ary_join_string(v, out, first);
        } else if (val_type_p(v, T_ARRAY)) {
            ary_join_nested(v, v, sep, out, first);
        } else if (!val_heap_p(v)) {
            ary_join_string(rb_obj_as_string(v), out, first);
        } else if ((conv = rb_check_string_type(v)) != Qnil) {
            ary_join_string(conv, out, first);
        } else if ((conv = ary_check(v)) != Qnil) {
            ary_join_nested(v, conv, sep, out, first);
        } else {
            ary_join_string(rb_obj_as_string(v), out, first);
        }
    }
}

VALUE
ary_join(VALUE a, VALUE sep)
{
    if (ary_len(a) == 0) return rb_usascii_str_new(0, 0);
    if (sep != Qnil) {
        StringValue(sep);
    }
    size_t est = 0, seplen = sep == Qnil ? 0 : str_len(sep);
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (!val_type_p(v, T_STRING)) { /* asked for its text before anything is joined, then in its turn: as CRuby does */
            if (val_heap_p(v) && !val_type_p(v, T_ARRAY)) rb_check_string_type(v);
            est += 8 * (ary_len(a) > i ? ary_len(a) - i : 0);
            break;
        }
        est += seplen + str_len(v);
    }
    VALUE out = str_buf_new(est);
    str_set_enc_index(out, ENCI_USASCII);
    bool first = true;
    struct ary_join_arg j = {a, sep, out, &first};
    recurse_guard(id_join, ary_join_rec, a, (VALUE)&j);
    return out;
}

static VALUE
ary_m_join(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    VALUE sep = argc ? argv[0] : Qnil;
    if (sep == Qnil) {
        sep = rb_output_fs;
        if (sep != Qnil) rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "$, is set to non-nil value");
    }
    return ary_join(a, sep);
}

/* ---- conversions ---- */

static VALUE
ary_m_to_a(VALUE a)
{
    if (class_real(obj_class(a)) == rb_cArray) return a;
    return ary_dup(a);
}

static VALUE
ary_m_to_ary(VALUE a)
{
    return a;
}

/* One [key, value] of to_h: from the block or the element itself. */
static VALUE
ary_pair_at(VALUE v, long i)
{
    VALUE pair = ary_check(v);
    if (pair == Qnil) {
        rb_raise(rb_eTypeError, "wrong element type %" PRIsVALUE " at %ld (expected array)", rb_obj_class(v), i);
    }
    if (ary_len(pair) != 2) {
        rb_raise(rb_eArgError, "wrong array length at %ld (expected 2, was %ld)", i, (long)ary_len(pair));
    }
    return pair;
}

static VALUE
ary_m_to_h(VALUE a)
{
    bool block = rb_block_given_p();
    VALUE h = hash_new_capa(ary_len(a));
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        VALUE pair = ary_pair_at(block ? rb_yield(v) : v, (long)i);
        hash_set(h, ary_at(pair, 0), ary_at(pair, 1));
    }
    return h;
}

static void
ary_define_reading(VALUE k)
{
    rb_define_method(k, "[]", ary_m_aref, -1);
    rb_define_method(k, "slice", ary_m_aref, -1);
    rb_define_method(k, "at", ary_m_at, 1);
    rb_define_method(k, "fetch", ary_m_fetch, -1);
    rb_define_method(k, "fetch_values", ary_m_fetch_values, -1);
    rb_define_method(k, "first", ary_m_first, -1);
    rb_define_method(k, "last", ary_m_last, -1);
    rb_define_method(k, "values_at", ary_m_values_at, -1);
    rb_define_method(k, "dig", ary_m_dig, -1);
    method_add_leaf(k, "length", CFUNC(ary_m_length), 0);
    method_add_leaf(k, "size", CFUNC(ary_m_length), 0);
    method_add_leaf(k, "empty?", CFUNC(ary_m_empty_p), 0);
    rb_define_method(k, "include?", ary_m_include_p, 1);
    rb_define_method(k, "assoc", ary_m_assoc, 1);
    rb_define_method(k, "rassoc", ary_m_rassoc, 1);
    rb_define_method(k, "==", ary_m_eq, 1);
    rb_define_method(k, "eql?", ary_m_eql_p, 1);
    rb_define_method(k, "hash", ary_m_hash, 0);
    rb_define_method(k, "<=>", rb_ary_cmp, 1);
    rb_define_method(k, "inspect", ary_inspect, 0);
    rb_define_alias(k, "to_s", "inspect");
    rb_define_method(k, "join", ary_m_join, -1);
    rb_define_method(k, "to_a", ary_m_to_a, 0);
    rb_define_method(k, "to_ary", ary_m_to_ary, 0);
    rb_define_method(k, "to_h", ary_m_to_h, 0);
    rb_define_method(k, "deconstruct", ary_m_to_ary, 0);
}

static void
ary_define_writing(VALUE k)
{
    rb_define_method(k, "initialize", ary_m_initialize, -1);
    rb_define_method(k, "initialize_copy", ary_m_initialize_copy, 1);
    rb_define_method(k, "[]=", ary_m_aset, -1);
    rb_define_method(k, "<<", ary_m_push1, 1);
    rb_define_method(k, "push", ary_m_push, -1);
    rb_define_alias(k, "append", "push");
    rb_define_method(k, "pop", ary_m_pop, -1);
    ary_set_leaves(k);
    rb_define_method(k, "shift", ary_m_shift, -1);
    rb_define_method(k, "unshift", ary_m_unshift, -1);
    rb_define_alias(k, "prepend", "unshift");
    rb_define_method(k, "insert", ary_m_insert, -1);
    rb_define_method(k, "concat", ary_m_concat, -1);
    rb_define_method(k, "clear", ary_m_clear, 0);
    rb_define_method(k, "+", ary_m_plus, 1);
    rb_define_method(k, "*", ary_m_times, 1);
    rb_define_method(k, "replace", ary_m_replace, 1);
    rb_define_method(k, "freeze", ary_m_freeze, 0);
}

void
Init_Array(void)
{
    id_initialize = rb_intern("initialize");
    id_eq = rb_intern("==");
    id_eql = rb_intern("eql?");
    id_cmp = rb_intern("<=>");
    id_hash = rb_intern("hash");
    id_inspect = rb_intern("inspect");
    id_join = rb_intern("join");
    id_to_ary = rb_intern("to_ary");

    if (!rb_cArray) rb_cArray = rb_define_class("Array", rb_cObject);
    Init_array_early();
    rb_include_module(rb_cArray, rb_mEnumerable);
    rb_define_alloc_func(rb_cArray, ary_s_alloc);
    rb_define_singleton_method(rb_cArray, "new", ary_s_new, -1);
    rb_define_singleton_method(rb_cArray, "[]", ary_s_create, -1);
    rb_define_singleton_method(rb_cArray, "try_convert", ary_s_try_convert, 1);
    ary_define_reading(rb_cArray);
    ary_define_writing(rb_cArray);
    Init_array_mod();
    Init_array_iter();
    Init_array_sort();
    Init_array_comb();
    Init_array_set();
    Init_array_random();
}
