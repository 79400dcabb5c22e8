/*
 * hash/iter.c - Hash methods that yield: each, select, merge, transform and others.
 *
 * Uses      hash.c (pairs), vm/block_info.h
 * Invariant A loop that runs a block is between hash_iter_begin and hash_iter_end (hash_with_iter): meanwhile pairs do not move
 *           and keys cannot be added.  A loop over a copy does not need this.
 * Checked   test/test_hash.rb, ruby/spec core/hash
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/vm/block_info.h"
#include "internal/object/compare.h"
#include "internal/hash.h"

static VALUE
hash_enum_size(VALUE h, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return int_fix((intptr_t)hash_size(h));
}

static VALUE
hash_to_hash(VALUE v)
{
    if (val_type_p(v, T_HASH)) return v;
    return rb_convert_type(v, T_HASH, "Hash", "to_hash");
}

/* The state of a loop's body; out is the result, or the state of the caller. */
struct hash_walk {
    VALUE h, out, arg;
    bool want, pair;
    size_t pos;
};

/* ---- each ---- */

static VALUE
hash_each_pair_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) block_yield_pair(k, v, w->pair);
    return Qnil;
}

static VALUE
hash_m_each_pair(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    struct hash_walk w = {.h = h, .pair = block_takes_pair()};
    hash_with_iter(h, hash_each_pair_body, (VALUE)&w);
    return h;
}

static VALUE
hash_each_key_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) rb_yield(k);
    return Qnil;
}

static VALUE
hash_m_each_key(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    struct hash_walk w = {.h = h};
    hash_with_iter(h, hash_each_key_body, (VALUE)&w);
    return h;
}

static VALUE
hash_each_value_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) rb_yield(v);
    return Qnil;
}

static VALUE
hash_m_each_value(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    struct hash_walk w = {.h = h};
    hash_with_iter(h, hash_each_value_body, (VALUE)&w);
    return h;
}

/* ---- selecting ---- */

/* Copies each pair to w->out if the block's value is truthy, or, without w->want, if it is not. */
static VALUE
hash_filter_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) {
        if (val_truthy(rb_yield_values(2, k, v)) == w->want) hash_set_raw(w->out, k, v);
    }
    return Qnil;
}

/* Deletes the pairs whose block value is not `want`. */
static VALUE
hash_keep_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) {
        if (val_truthy(rb_yield_values(2, k, v)) == w->want) continue;
        hash_check_frozen(w->h);
        hash_delete_at(w->h, w->pos - 1);
    }
    return Qnil;
}

/* The pairs of now are walked, whatever the block does to h: that of a copy is no iteration of h.  A small copy is itself
 * the answer, less what is not wanted: keys that have become equal stay apart. */
static VALUE
hash_filtered(VALUE h, bool want)
{
    struct hash_walk w = {.h = hash_copy(h), .want = want};
    if (hash_few_p(w.h)) {
        hash_with_iter(w.h, hash_keep_body, (VALUE)&w);
        return w.h;
    }
    w.out = hash_new_capa(hash_capa_hint(hash_size(h)));
    if (hash_identity_p(h)) hash_make_identity(w.out);
    hash_with_iter(w.h, hash_filter_body, (VALUE)&w);
    return w.out;
}

static VALUE
hash_m_select(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    return hash_filtered(h, true);
}

static VALUE
hash_m_reject(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    return hash_filtered(h, false);
}

/* Returns whether something was deleted. */
static bool
hash_keep(VALUE h, bool want)
{
    hash_check_frozen(h);
    size_t n = hash_size(h);
    struct hash_walk w = {.h = h, .want = want};
    hash_with_iter(h, hash_keep_body, (VALUE)&w);
    return hash_size(h) != n;
}

static VALUE
hash_m_select_bang(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    return hash_keep(h, true) ? h : Qnil;
}

static VALUE
hash_m_keep_if(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    hash_keep(h, true);
    return h;
}

static VALUE
hash_m_reject_bang(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    return hash_keep(h, false) ? h : Qnil;
}

VALUE
rb_hash_delete_if(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    hash_keep(h, false);
    return h;
}

static VALUE
hash_m_slice(int argc, VALUE *argv, VALUE h)
{
    VALUE r = hash_new_capa((size_t)argc < hash_size(h) ? (size_t)argc : hash_size(h));
    if (hash_identity_p(h)) hash_make_identity(r);
    for (int i = 0; i < argc; i++) {
        VALUE v = hash_get(h, argv[i]);
        if (v != Qundef) hash_set(r, argv[i], v);
    }
    return r;
}

static VALUE
hash_m_except(int argc, VALUE *argv, VALUE h)
{
    VALUE r = hash_copy(h);
    for (int i = 0; i < argc; i++) hash_delete(r, argv[i]);
    return r;
}

static VALUE
hash_m_compact(VALUE h)
{
    VALUE r = hash_new_class(rb_obj_class(h), hash_capa_hint(hash_size(h))), k, v;
    if (hash_identity_p(h)) hash_make_identity(r);
    hash_copy_default(r, h);
    if (obj_flags(h) & HDR_EXIVAR) ivar_copy(r, h);
    size_t pos = 0;
    while (hash_next(h, &pos, &k, &v)) {
        if (v != Qnil) hash_set_raw(r, k, v);
    }
    return r;
}

static VALUE
hash_compact_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) {
        if (v == Qnil) hash_delete_at(w->h, w->pos - 1);
    }
    return Qnil;
}

static VALUE
hash_m_compact_bang(VALUE h)
{
    hash_check_frozen(h);
    size_t n = hash_size(h);
    struct hash_walk w = {.h = h};
    hash_with_iter(h, hash_compact_body, (VALUE)&w);
    return hash_size(h) != n ? h : Qnil;
}

/* ---- merging ---- */

static VALUE
hash_ask_block(VALUE p)
{
    VALUE *a = (VALUE *)p;
    a[0] = rb_yield_values(3, a[0], a[1], a[2]);
    return Qnil;
}

/* A block decides about keys that are there.  Meanwhile h is under iteration, and a pair that the block deletes is gone. */
static int
hash_update_pair(VALUE k, VALUE v, VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE key, old;
    if (!hash_find_pair(w->h, k, &key, &old)) {
        hash_check_frozen(w->h);
        hash_set(w->h, k, v);
        return ST_CONTINUE;
    }
    VALUE a[3] = {key, old, v};
    hash_with_iter(w->h, hash_ask_block, (VALUE)a);
    if (a[0] == old && obj_flags(w->h) & HDR_FROZEN) return ST_CONTINUE;
    hash_check_frozen(w->h);
    if (hash_find_pair(w->h, k, &key, &old)) hash_set(w->h, k, a[0]);
    return ST_CONTINUE;
}

static VALUE
hash_m_update(int argc, VALUE *argv, VALUE h)
{
    struct hash_walk w = {.h = h, .want = rb_block_given_p()};
    hash_check_frozen(h);
    for (int i = 0; i < argc; i++) {
        VALUE other = hash_to_hash(argv[i]);
        if (w.want) hash_each(other, hash_update_pair, (VALUE)&w);
        else if (other != h) hash_merge_into(h, other);
    }
    return h;
}

static VALUE
hash_m_merge(int argc, VALUE *argv, VALUE h)
{
    VALUE r = rb_hash_dup(h);
    obj_hdr(r)->flags &= ~(uint32_t)HASH_KW_SPLAT;
    return hash_m_update(argc, argv, r);
}

struct hash_update {
    VALUE h;
    rb_hash_update_func *fn;
};

static int
hash_update_by(VALUE k, VALUE v, VALUE p)
{
    struct hash_update *u = (struct hash_update *)p;
    VALUE key, old;
    if (u->fn && hash_find_pair(u->h, k, &key, &old)) v = u->fn(k, old, v);
    hash_set(u->h, k, v);
    return ST_CONTINUE;
}

VALUE
rb_hash_update_by(VALUE h, VALUE other, rb_hash_update_func *fn)
{
    struct hash_update u = {h, fn};
    hash_check_frozen(h);
    hash_each(hash_to_hash(other), hash_update_by, (VALUE)&u);
    return h;
}

/* ---- transforming ---- */

static VALUE
hash_transform_values_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) {
        v = rb_yield(v);
        hash_check_frozen(w->h);
        hash_set_at(w->h, w->pos - 1, v);
    }
    return Qnil;
}

static VALUE
hash_m_transform_values(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    struct hash_walk w = {.h = hash_copy(h)};
    hash_with_iter(w.h, hash_transform_values_body, (VALUE)&w);
    return w.h;
}

static VALUE
hash_m_transform_values_bang(VALUE h)
{
    RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    hash_check_frozen(h);
    struct hash_walk w = {.h = h};
    hash_with_iter(h, hash_transform_values_body, (VALUE)&w);
    return h;
}

/* Returns the new key of k: from the mapping, else from the block, else k. */
static VALUE
hash_new_key(VALUE k, VALUE mapping, bool block)
{
    if (mapping != Qundef) {
        VALUE to = hash_get(mapping, k);
        if (to != Qundef) return to;
    }
    return block ? rb_yield(k) : k;
}

static VALUE
hash_transform_keys_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) hash_set(w->out, hash_new_key(k, w->arg, w->want), v);
    return Qnil;
}

static VALUE
hash_m_transform_keys(int argc, VALUE *argv, VALUE h)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0) RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    struct hash_walk w = {.h = h, .out = hash_new_capa(hash_capa_hint(hash_size(h))), .want = rb_block_given_p()};
    w.arg = argc ? hash_to_hash(argv[0]) : Qundef;
    hash_with_iter(h, hash_transform_keys_body, (VALUE)&w);
    return w.out;
}

/* Works on a list of the pairs: a pair moves when its key changes, and a key that a block made is not deleted again when
 * its own turn comes. */
static VALUE
hash_m_transform_keys_bang(int argc, VALUE *argv, VALUE h)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0) RETURN_SIZED_ENUMERATOR(h, 0, 0, hash_enum_size);
    VALUE mapping = argc ? hash_to_hash(argv[0]) : Qundef;
    bool block = rb_block_given_p();
    hash_check_frozen(h);
    VALUE pairs = ary_tmp_new(hash_size(h) * 2), made = hash_new_class(0, 0), k, v;
    if (hash_identity_p(h)) hash_make_identity(made);
    for (size_t pos = 0; hash_next(h, &pos, &k, &v);) {
        ary_push(pairs, k);
        ary_push(pairs, v);
    }
    for (size_t i = 0; i + 1 < ary_len(pairs); i += 2) {
        k = ary_at(pairs, i);
        v = ary_at(pairs, i + 1);
        VALUE to = hash_new_key(k, mapping, block);
        hash_check_frozen(h);
        if (hash_get(made, k) == Qundef) hash_delete(h, k);
        hash_set(h, to, v);
        hash_set_raw(made, to, Qnil);
    }
    return h;
}

static VALUE
hash_m_invert(VALUE h)
{
    VALUE r = hash_new_capa(hash_size(h)), k, v;
    size_t pos = 0;
    while (hash_next(h, &pos, &k, &v)) hash_set(r, v, k);
    return r;
}

/* Stores the [key, value] that a to_h block answered. */
static void
hash_set_answered(VALUE out, VALUE answer)
{
    VALUE pair = ary_check(answer);
    if (pair == Qnil) {
        rb_raise(rb_eTypeError, "wrong element type %" PRIsVALUE " (expected array)", obj_type_name(answer));
    }
    if (ary_len(pair) != 2) {
        rb_raise(rb_eArgError, "element has wrong array length (expected 2, was %ld)", (long)ary_len(pair));
    }
    hash_set(out, ary_at(pair, 0), ary_at(pair, 1));
}

static VALUE
hash_to_h_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) hash_set_answered(w->out, rb_yield_values(2, k, v));
    return Qnil;
}

static VALUE
hash_m_to_h(VALUE h)
{
    if (rb_block_given_p()) {
        struct hash_walk w = {.h = h, .out = hash_new_capa(hash_size(h))};
        hash_with_iter(h, hash_to_h_body, (VALUE)&w);
        return w.out;
    }
    if (rb_obj_class(h) == rb_cHash) return h;
    VALUE r = hash_copy(h);
    hash_copy_default(r, h);
    return r;
}

/* ---- questions ---- */

static VALUE
hash_any_body(VALUE p)
{
    struct hash_walk *w = (struct hash_walk *)p;
    VALUE k, v;
    while (hash_next(w->h, &w->pos, &k, &v)) {
        VALUE r = w->want ? rb_funcall(w->arg, rb_intern("==="), 1, rb_assoc_new(k, v)) : block_yield_pair(k, v, w->pair);
        if (val_truthy(r)) {
            w->out = Qtrue;
            return Qnil;
        }
    }
    return Qnil;
}

static VALUE
hash_m_any_p(int argc, VALUE *argv, VALUE h)
{
    rb_check_arity(argc, 0, 1);
    if (hash_size(h) == 0) return Qfalse;
    if (argc == 0 && !rb_block_given_p()) return Qtrue;
    if (argc == 1 && rb_block_given_p()) rb_warn("given block not used");
    struct hash_walk w = {.h = h, .out = Qfalse, .want = argc == 1, .arg = argc ? argv[0] : Qnil};
    w.pair = argc == 0 && block_takes_pair();
    hash_with_iter(h, hash_any_body, (VALUE)&w);
    return w.out;
}

static VALUE
hash_m_flatten(int argc, VALUE *argv, VALUE h)
{
    rb_check_arity(argc, 0, 1);
    long level = argc ? NUM2INT(argv[0]) : 1;
    VALUE r = ary_new_capa(hash_size(h) * 2), k, v;
    size_t pos = 0;
    if (level == 0) {
        while (hash_next(h, &pos, &k, &v)) ary_push(r, rb_assoc_new(k, v));
        return r;
    }
    while (hash_next(h, &pos, &k, &v)) {
        ary_push(r, k);
        ary_push(r, v);
    }
    if (level > 1) {
        VALUE more = LONG2NUM(level - 1);
        rb_funcallv(r, rb_intern("flatten!"), 1, &more);
    } else if (level < 0) {
        rb_funcallv(r, rb_intern("flatten!"), 0, NULL);
    }
    return r;
}

void
Init_hash_iter(void)
{
    VALUE k = rb_cHash;
    rb_define_method(k, "each_pair", hash_m_each_pair, 0);
    rb_define_method(k, "each", hash_m_each_pair, 0);
    rb_define_method(k, "each_key", hash_m_each_key, 0);
    rb_define_method(k, "each_value", hash_m_each_value, 0);
    rb_define_method(k, "select", hash_m_select, 0);
    rb_define_method(k, "filter", hash_m_select, 0);
    rb_define_method(k, "reject", hash_m_reject, 0);
    rb_define_method(k, "select!", hash_m_select_bang, 0);
    rb_define_method(k, "filter!", hash_m_select_bang, 0);
    rb_define_method(k, "keep_if", hash_m_keep_if, 0);
    rb_define_method(k, "reject!", hash_m_reject_bang, 0);
    rb_define_method(k, "delete_if", rb_hash_delete_if, 0);
    rb_define_method(k, "slice", hash_m_slice, -1);
    rb_define_method(k, "except", hash_m_except, -1);
    rb_define_method(k, "compact", hash_m_compact, 0);
    rb_define_method(k, "compact!", hash_m_compact_bang, 0);
    rb_define_method(k, "update", hash_m_update, -1);
    rb_define_method(k, "merge!", hash_m_update, -1);
    rb_define_method(k, "merge", hash_m_merge, -1);
    rb_define_method(k, "transform_values", hash_m_transform_values, 0);
    rb_define_method(k, "transform_values!", hash_m_transform_values_bang, 0);
    rb_define_method(k, "transform_keys", hash_m_transform_keys, -1);
    rb_define_method(k, "transform_keys!", hash_m_transform_keys_bang, -1);
    rb_define_method(k, "invert", hash_m_invert, 0);
    rb_define_method(k, "to_h", hash_m_to_h, 0);
    rb_define_method(k, "any?", hash_m_any_p, -1);
    rb_define_method(k, "flatten", hash_m_flatten, -1);
}
