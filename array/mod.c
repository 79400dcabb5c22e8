/*
 * array/mod.c - Array methods that change the receiver: deleting, filling, turning, flattening, mapping in place.
 *
 * Uses      array.c
 * Invariant A loop that runs a block reads len and ptr again after each yield: the block may change the receiver.
 * Checked   test/test_array.rb, ruby/spec core/array
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/object/compare.h"
#include "internal/hash.h"
#include <limits.h>
#include <string.h>

static VALUE
ary_enum_len(VALUE a, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return int_fix((intptr_t)ary_len(a));
}

static inline void
ary_must_thaw(VALUE a)
{
    if (UNLIKELY(obj_flags(a) & HDR_FROZEN)) rb_error_frozen_object(a);
}

/* ---- deleting ---- */

VALUE
rb_ary_delete(VALUE a, VALUE item)
{
    VALUE last = Qundef;
    size_t to = 0;
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE e = ary_at(a, i);
        if (obj_equal(e, item)) {
            last = e;
            continue;
        }
        if (i != to) ary_store(a, (intptr_t)to, e);
        to++;
    }
    if (last == Qundef) return rb_block_given_p() ? rb_yield(item) : Qnil;
    ary_modify(a);
    if (to < ary_len(a)) ary_truncate(a, to);
    return last;
}

VALUE
rb_ary_delete_at(VALUE a, long i)
{
    long n = (long)ary_len(a);
    if (i >= n || (i < 0 && (i += n) < 0)) return Qnil;
    ary_modify(a);
    VALUE *p = ary_wptr(a), gone = p[i];
    memmove(p + i, p + i + 1, (size_t)(n - i - 1) * sizeof(VALUE));
    ary_truncate(a, (size_t)n - 1);
    return gone;
}

static VALUE
ary_m_delete_at(VALUE a, VALUE i)
{
    return rb_ary_delete_at(a, NUM2LONG(i));
}

/* The state of select!, reject!, keep_if and delete_if.  Elements that were dropped before the block breaks out are removed. */
struct ary_keep {
    VALUE a;
    size_t from, to;
    bool want;
};

static VALUE
ary_keep_body(VALUE p)
{
    struct ary_keep *k = (struct ary_keep *)p;
    while (k->from < ary_len(k->a)) {
        VALUE v = ary_at(k->a, k->from);
        bool keep = val_truthy(rb_yield(v)) == k->want;
        k->from++;
        if (!keep) continue;
        if (k->to != k->from - 1) ary_store(k->a, (intptr_t)k->to, v);
        k->to++;
    }
    return Qnil;
}

static VALUE
ary_keep_end(VALUE p)
{
    struct ary_keep *k = (struct ary_keep *)p;
    size_t n = ary_len(k->a);
    if (k->to >= k->from || k->to > n) return Qnil;
    ary_modify(k->a);
    VALUE *e = ary_wptr(k->a);
    size_t rest = k->from < n ? n - k->from : 0;
    memmove(e + k->to, e + k->from, rest * sizeof(VALUE));
    ary_truncate(k->a, k->to + rest);
    gc_wb(k->a);
    return Qnil;
}

/* Returns whether something was dropped. */
static bool
ary_keep(VALUE a, bool want)
{
    ary_must_thaw(a);
    struct ary_keep k = {a, 0, 0, want};
    rb_ensure(ary_keep_body, (VALUE)&k, ary_keep_end, (VALUE)&k);
    return k.to < k.from;
}

static VALUE
ary_m_select_bang(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    return ary_keep(a, true) ? a : Qnil;
}

static VALUE
ary_m_keep_if(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    ary_keep(a, true);
    return a;
}

static VALUE
ary_m_reject_bang(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    return ary_keep(a, false) ? a : Qnil;
}

static VALUE
ary_m_delete_if(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    ary_keep(a, false);
    return a;
}

static VALUE
ary_slice_part(VALUE a, long pos, long len)
{
    long n = (long)ary_len(a);
    if (len < 0 || (pos < 0 && (pos += n) < 0) || pos > n) return Qnil;
    if (len > n - pos) len = n - pos;
    VALUE r = ary_new_from(ary_ptr(a) + pos, (size_t)len);
    if (len) ary_splice(a, pos, (size_t)len, NULL, 0);
    return r;
}

static VALUE
ary_m_slice_bang(int argc, VALUE *argv, VALUE a)
{
    ary_modify(a);
    rb_check_arity(argc, 1, 2);
    if (argc == 2) {
        long pos = NUM2LONG(argv[0]), len = NUM2LONG(argv[1]);
        return ary_slice_part(a, pos, len);
    }
    long pos, len;
    if (!val_fix_p(argv[0])) {
        VALUE found = rb_range_beg_len(argv[0], &pos, &len, (long)ary_len(a), 0);
        if (found == Qtrue) return ary_slice_part(a, pos, len);
        if (found == Qnil) return Qnil;
    }
    return rb_ary_delete_at(a, NUM2LONG(argv[0]));
}

static size_t
ary_compact_into(VALUE *to, const VALUE *from, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        if (from[i] != Qnil) to[k++] = from[i];
    }
    return k;
}

static VALUE
ary_m_compact_bang(VALUE a)
{
    ary_modify(a);
    size_t n = ary_len(a), k = ary_compact_into(ary_wptr(a), ary_ptr(a), n);
    if (k == n) return Qnil;
    ary_truncate(a, k);
    return a;
}

static VALUE
ary_m_compact(VALUE a)
{
    size_t n = ary_len(a), k = 0;
    for (size_t i = 0; i < n; i++) k += ary_at(a, i) != Qnil;
    if (k == n) return ary_dup(a);
    VALUE r = ary_new_len(k);
    ary_compact_into(ary_wptr(r), ary_ptr(a), n);
    gc_wb(r);
    return r;
}

/* ---- turning ---- */

static void
ary_reverse_values(VALUE *p, size_t n)
{
    for (size_t i = 0, j = n; i + 1 < j; i++) {
        j--;
        VALUE t = p[i];
        p[i] = p[j];
        p[j] = t;
    }
}

VALUE
rb_ary_reverse(VALUE a)
{
    ary_modify(a);
    ary_reverse_values(ary_wptr(a), ary_len(a));
    return a;
}

static VALUE
ary_m_reverse(VALUE a)
{
    VALUE r = ary_new_from(ary_ptr(a), ary_len(a));
    ary_reverse_values(ary_wptr(r), ary_len(r));
    return r;
}

static size_t
ary_rotate_by(long n, size_t len)
{
    long k = n % (long)len;
    return (size_t)(k < 0 ? k + (long)len : k);
}

VALUE
rb_ary_rotate(VALUE a, long n)
{
    ary_modify(a);
    size_t len = ary_len(a), k = len < 2 ? 0 : ary_rotate_by(n, len);
    if (!k) return Qnil;
    VALUE *p = ary_wptr(a);
    ary_reverse_values(p, k);
    ary_reverse_values(p + k, len - k);
    ary_reverse_values(p, len);
    return a;
}

static VALUE
ary_m_rotate_bang(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    long n = argc ? NUM2LONG(argv[0]) : 1;
    rb_ary_rotate(a, n);
    return a;
}

static VALUE
ary_m_rotate(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    long n = argc ? NUM2LONG(argv[0]) : 1;
    size_t len = ary_len(a);
    if (len < 2) return ary_new_from(ary_ptr(a), len);
    size_t k = ary_rotate_by(n, len);
    VALUE r = ary_new_len(len), *p = ary_wptr(r);
    memcpy(p, ary_ptr(a) + k, (len - k) * sizeof(VALUE));
    memcpy(p + len - k, ary_ptr(a), k * sizeof(VALUE));
    gc_wb(r);
    return r;
}

/* ---- filling ---- */

/* Reads the [start [, length]] or range of fill: [*beg, *end). */
static void
ary_fill_bounds(VALUE a, int argc, VALUE *argv, long *beg, long *end)
{
    long n = (long)ary_len(a), len;
    *beg = 0;
    *end = n;
    if (argc == 0) return;
    if (argc == 1 && argv[0] != Qnil && !val_fix_p(argv[0]) && rb_range_beg_len(argv[0], beg, &len, n, 1) != Qfalse) {
        *end = *beg + len;
        return;
    }
    *beg = argv[0] == Qnil ? 0 : NUM2LONG(argv[0]);
    if (*beg < 0 && (*beg += n) < 0) *beg = 0;
    if (argc == 1 || argv[1] == Qnil) return;
    len = NUM2LONG(argv[1]);
    if (len > 0 && *beg > LONG_MAX / (long)sizeof(VALUE) - len) rb_raise(rb_eArgError, "argument too big");
    *end = *beg + (len > 0 ? len : 0);
}

static VALUE
ary_m_fill(int argc, VALUE *argv, VALUE a)
{
    bool block = rb_block_given_p();
    long beg, end;
    rb_check_arity(argc, block ? 0 : 1, block ? 2 : 3);
    ary_fill_bounds(a, block ? argc : argc - 1, block ? argv : argv + 1, &beg, &end);
    ary_must_thaw(a);
    size_t n = ary_len(a);
    if (end <= beg && (size_t)end <= n) return a; /* fill(v, 3, 0) makes three elements all the same */
    ary_modify(a);
    if ((size_t)end > n) {
        if ((size_t)end > (size_t)LONG_MAX / sizeof(VALUE)) rb_raise(rb_eArgError, "argument too big");
        rb_ary_resize(a, end);
    }
    if (block) {
        for (long i = beg; i < end; i++) {
            VALUE v = rb_yield(LONG2NUM(i));
            if ((size_t)i >= ary_len(a)) break;
            ary_store(a, i, v);
        }
    } else {
        VALUE *p = ary_wptr(a);
        for (long i = beg; i < end; i++) p[i] = argv[0];
        gc_wb(a);
    }
    return a;
}

static VALUE
ary_m_map_bang(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    ary_modify(a);
    for (size_t i = 0; i < ary_len(a); i++) ary_store(a, (intptr_t)i, rb_yield(ary_at(a, i)));
    return a;
}

/* ---- flattening ---- */

/* Those at the front that are no Arrays and cannot be asked for one. */
static size_t
ary_flat_front(VALUE a)
{
    size_t i = 0, n = ary_len(a);
    const VALUE *p = ary_ptr(a);
    while (i < n && !val_heap_p(p[i])) i++;
    return i;
}

/* Copies a's elements to out, those of nested arrays in their place, `level` deep (-1: all the way).  stack holds what is
 * open: array, index, ... (in the end one value more: to_ary must not return again then); open, if not 0, the same arrays by
 * identity.  Returns whether anything was nested. */
static bool
ary_flatten_into(VALUE a, VALUE out, long level)
{
    VALUE stack = ary_tmp_new(16), open = 0;
    bool nested = false;
    size_t i = 0;
    if (level < 0) {
        open = hash_new_class(0, 0);
        hash_make_identity(open);
        hash_set_raw(open, a, Qtrue);
    }
    for (;;) {
        while (i < ary_len(a)) {
            VALUE v = ary_at(a, i++), in = Qnil;
            if (val_heap_p(v) && (level < 0 || (long)ary_len(stack) / 2 < level)) {
                in = ary_check(v);
                if (UNLIKELY(ary_len(stack) % 2)) rb_raise(rb_eRuntimeError, "flatten reentered");
            }
            if (in == Qnil) {
                ary_push(out, v);
                continue;
            }
            nested = true;
            if (open) {
                if (hash_get(open, in) != Qundef) rb_raise(rb_eArgError, "tried to flatten recursive array");
                hash_set_raw(open, in, Qtrue);
            }
            ary_push(stack, a);
            ary_push(stack, int_fix((intptr_t)i));
            a = in;
            i = 0;
        }
        if (ary_len(stack) == 0) break;
        if (open) hash_delete(open, a);
        i = (size_t)fix_int(ary_pop(stack));
        a = ary_pop(stack);
    }
    ary_push(stack, Qnil);
    return nested;
}

static VALUE
ary_m_flatten(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    int level = argc && argv[0] != Qnil ? NUM2INT(argv[0]) : -1;
    if (level == 0 || ary_flat_front(a) == ary_len(a)) return ary_dup(a);
    VALUE out = ary_new_capa(ary_len(a));
    ary_flatten_into(a, out, level);
    return out;
}

static VALUE
ary_m_flatten_bang(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    ary_must_thaw(a);
    int level = argc && argv[0] != Qnil ? NUM2INT(argv[0]) : -1;
    if (level == 0 || ary_flat_front(a) == ary_len(a)) return Qnil;
    VALUE out = ary_tmp_new(ary_len(a));
    if (!ary_flatten_into(a, out, level)) return Qnil;
    ary_must_thaw(a);
    ary_take_over(a, out);
    return a;
}

void
Init_array_mod(void)
{
    VALUE k = rb_cArray;
    rb_define_method(k, "delete", rb_ary_delete, 1);
    rb_define_method(k, "delete_at", ary_m_delete_at, 1);
    rb_define_method(k, "delete_if", ary_m_delete_if, 0);
    rb_define_method(k, "reject!", ary_m_reject_bang, 0);
    rb_define_method(k, "select!", ary_m_select_bang, 0);
    rb_define_method(k, "filter!", ary_m_select_bang, 0);
    rb_define_method(k, "keep_if", ary_m_keep_if, 0);
    rb_define_method(k, "slice!", ary_m_slice_bang, -1);
    rb_define_method(k, "compact", ary_m_compact, 0);
    rb_define_method(k, "compact!", ary_m_compact_bang, 0);
    rb_define_method(k, "reverse", ary_m_reverse, 0);
    rb_define_method(k, "reverse!", rb_ary_reverse, 0);
    rb_define_method(k, "rotate", ary_m_rotate, -1);
    rb_define_method(k, "rotate!", ary_m_rotate_bang, -1);
    rb_define_method(k, "fill", ary_m_fill, -1);
    rb_define_method(k, "map!", ary_m_map_bang, 0);
    rb_define_method(k, "collect!", ary_m_map_bang, 0);
    rb_define_method(k, "flatten", ary_m_flatten, -1);
    rb_define_method(k, "flatten!", ary_m_flatten_bang, -1);
}
