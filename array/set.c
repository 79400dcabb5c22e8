/*
 * array/set.c - Arrays as sets: uniq, |, &, - and others, by hash and eql?.
 *
 * Uses      array.c, hash.h
 * Algorithm Up to SET_LINEAR_MAX elements are looked for one by one; more go into a Hash first.
 * Checked   test/test_array.rb, ruby/spec core/array
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/object/compare.h"
#include "internal/hash.h"

enum { SET_LINEAR_MAX = LIMIT(16, 1) };

/* element -> true, or the block's value -> element; the first of equals stays. */
static VALUE
ary_to_set(VALUE a, VALUE set)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        hash_add_raw(set, v, v);
    }
    return set;
}

static VALUE
set_new(size_t n)
{
    return hash_new_class(0, n);
}

static bool
ary_has_eql(VALUE a, VALUE v)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        if (obj_eql(v, ary_at(a, i))) return true;
    }
    return false;
}

/* Answers "is v among a's elements?" for many v. */
struct membership {
    VALUE a, set; /* set: 0 for a short a */
};

static struct membership
membership(VALUE a)
{
    struct membership m = {a, 0};
    if (ary_len(a) > SET_LINEAR_MAX) m.set = ary_to_set(a, set_new(ary_len(a)));
    return m;
}

static bool
member_p(const struct membership *m, VALUE v)
{
    return m->set ? hash_get(m->set, v) != Qundef : ary_has_eql(m->a, v);
}

static VALUE
ary_minus(VALUE a, VALUE b)
{
    VALUE r = ary_new();
    if (ary_len(b) == 0) return ary_dup(a);
    struct membership in_b = membership(b);
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (!member_p(&in_b, v)) ary_push(r, v);
    }
    return r;
}

static VALUE
ary_m_minus(VALUE a, VALUE b)
{
    return ary_minus(a, ary_to_ary(b));
}

static VALUE
ary_m_difference(int argc, VALUE *argv, VALUE a)
{
    VALUE r = ary_new_from(ary_ptr(a), ary_len(a));
    for (int i = 0; i < argc; i++) argv[i] = ary_to_ary(argv[i]);
    for (int i = 0; i < argc; i++) r = ary_minus(r, argv[i]);
    return r;
}

static VALUE
ary_and(VALUE a, VALUE b)
{
    VALUE r = ary_new();
    if (ary_len(b) == 0) return r;
    if (ary_len(a) <= SET_LINEAR_MAX && ary_len(b) <= SET_LINEAR_MAX) {
        for (size_t i = 0; i < ary_len(a); i++) {
            VALUE v = ary_at(a, i);
            if (ary_has_eql(b, v) && !ary_has_eql(r, v)) ary_push(r, v);
        }
        return r;
    }
    VALUE set = ary_to_set(b, set_new(ary_len(b)));
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (hash_delete(set, v) != Qundef) ary_push(r, v);
    }
    return r;
}

static VALUE
ary_m_and(VALUE a, VALUE b)
{
    return ary_and(a, ary_to_ary(b));
}

static VALUE
ary_m_intersection(int argc, VALUE *argv, VALUE a)
{
    VALUE r = ary_dup(a);
    for (int i = 0; i < argc; i++) argv[i] = ary_to_ary(argv[i]);
    for (int i = 0; i < argc; i++) r = ary_and(r, argv[i]);
    return r;
}

static VALUE
ary_m_intersect_p(VALUE a, VALUE b)
{
    b = ary_to_ary(b);
    VALUE shorter = ary_len(a) < ary_len(b) ? a : b, longer = shorter == a ? b : a;
    struct membership in = membership(shorter);
    for (size_t i = 0; i < ary_len(longer); i++) {
        if (member_p(&in, ary_at(longer, i))) return Qtrue;
    }
    return Qfalse;
}

/* ---- distinct elements ---- */

/* Returns whether all elements have the core's #hash and #eql?, so that a program cannot observe whether these are called. */
static bool
ary_all_core_p(VALUE a)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (val_heap_p(v) && !val_type_p(v, T_STRING) && !val_type_p(v, T_SYMBOL)) return false;
    }
    return true;
}

static void
add_distinct(VALUE r, VALUE set, VALUE a)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (set ? hash_add_raw(set, v, Qtrue) : !ary_has_eql(r, v)) ary_push(r, v);
    }
}

static VALUE
ary_m_union(int argc, VALUE *argv, VALUE a)
{
    size_t n = ary_len(a);
    for (int i = 0; i < argc; i++) {
        argv[i] = ary_to_ary(argv[i]);
        n += ary_len(argv[i]);
    }
    VALUE r = ary_new(), set = n > SET_LINEAR_MAX ? set_new(n) : 0;
    add_distinct(r, set, a);
    for (int i = 0; i < argc; i++) add_distinct(r, set, argv[i]);
    return r;
}

static VALUE
ary_m_or(VALUE a, VALUE b)
{
    return ary_m_union(1, &b, a);
}

static VALUE
ary_uniq_plain(VALUE a)
{
    VALUE r = ary_new();
    add_distinct(r, ary_len(a) > SET_LINEAR_MAX || !ary_all_core_p(a) ? set_new(ary_len(a)) : 0, a);
    return r;
}

static VALUE
ary_uniq_by(VALUE a)
{
    VALUE r = ary_new(), set = set_new(ary_len(a));
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i), key = rb_yield(v);
        if (hash_add_raw(set, key, Qtrue)) ary_push(r, v);
    }
    return r;
}

static VALUE
ary_m_uniq(VALUE a)
{
    if (ary_len(a) <= 1) return ary_dup(a);
    return rb_block_given_p() ? ary_uniq_by(a) : ary_uniq_plain(a);
}

static VALUE
ary_m_uniq_bang(VALUE a)
{
    ary_modify(a);
    if (ary_len(a) <= 1) return Qnil;
    VALUE r = rb_block_given_p() ? ary_uniq_by(a) : ary_uniq_plain(a);
    if (ary_len(r) == ary_len(a)) return Qnil; /* as it is now: the block may have changed it */
    ary_modify(a);
    ary_take_over(a, r);
    return a;
}

void
Init_array_set(void)
{
    VALUE k = rb_cArray;
    rb_define_method(k, "-", ary_m_minus, 1);
    rb_define_method(k, "difference", ary_m_difference, -1);
    rb_define_method(k, "&", ary_m_and, 1);
    rb_define_method(k, "intersection", ary_m_intersection, -1);
    rb_define_method(k, "intersect?", ary_m_intersect_p, 1);
    rb_define_method(k, "|", ary_m_or, 1);
    rb_define_method(k, "union", ary_m_union, -1);
    rb_define_method(k, "uniq", ary_m_uniq, 0);
    rb_define_method(k, "uniq!", ary_m_uniq_bang, 0);
}
