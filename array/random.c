/*
 * array/random.c - shuffle and sample.
 *
 * Uses      array.c, ruby/random.h
 * Checked   test/test_array.rb, ruby/spec core/array/{sample,shuffle}_spec.rb
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/array.h"
#include "ruby/random.h"

static ID id_random;

/* The `random:` keyword, or Random. */
static VALUE
random_option(VALUE opts)
{
    VALUE r = Qundef;
    if (opts != Qnil) rb_get_kwargs(opts, &id_random, 0, 1, &r);
    return r == Qundef ? rb_cRandom : r;
}

/* 0 to n - 1.  calls. */
static size_t
random_below(VALUE rng, size_t n)
{
    return (size_t)rb_random_ulong_limited(rng, n - 1);
}

static void
ary_shuffle_bang(VALUE a, VALUE rng)
{
    size_t n = ary_len(a);
    for (size_t i = n; i > 1;) {
        size_t j = random_below(rng, i--);
        if (ary_len(a) != n) rb_raise(rb_eRuntimeError, "modified during shuffle");
        VALUE *p = ary_wptr(a), t = p[i];
        p[i] = p[j];
        p[j] = t;
    }
    gc_wb(a);
}

static VALUE
ary_m_shuffle_bang(int argc, VALUE *argv, VALUE a)
{
    VALUE opts;
    rb_scan_args(argc, argv, "0:", &opts);
    VALUE rng = random_option(opts);
    ary_modify(a);
    ary_shuffle_bang(a, rng);
    return a;
}

static VALUE
ary_m_shuffle(int argc, VALUE *argv, VALUE a)
{
    VALUE opts;
    rb_scan_args(argc, argv, "0:", &opts);
    VALUE rng = random_option(opts), r = ary_new_from(ary_ptr(a), ary_len(a));
    ary_shuffle_bang(r, rng);
    return r;
}

/* n elements: the first n steps of a shuffle of a copy. */
static VALUE
ary_sample_many(VALUE a, size_t n, VALUE rng)
{
    size_t len = ary_len(a);
    VALUE r = ary_new_from(ary_ptr(a), len);
    for (size_t i = 0; i < n; i++) {
        size_t j = i + random_below(rng, len - i);
        VALUE *p = ary_wptr(r), t = p[j];
        p[j] = p[i];
        p[i] = t;
    }
    gc_wb(r);
    VALUE some = ary_new_from(ary_ptr(r), n);
    RB_GC_GUARD(r);
    return some;
}

/* Positions that a shuffle has moved, by open addressing: at a position, what lies there now. */
struct moved_cell {
    size_t at; /* position + 1; 0: empty */
    size_t holds;
};

static struct moved_cell *
moved_find(struct moved_cell *cells, size_t mask, size_t at)
{
    size_t i = (at * UINT64_C(0x9e3779b97f4a7c15) >> 20) & mask;
    while (cells[i].at && cells[i].at != at + 1) i = (i + 1) & mask;
    return &cells[i];
}

/* Returns a sample of n elements of a long Array.  It stores only those positions of 0...len that were moved. */
static VALUE
ary_sample_n(VALUE a, size_t n, VALUE rng)
{
    size_t len = ary_len(a), mask = 63;
    while (mask < n * 2) mask = mask * 2 + 1;
    VALUE hold, r = ary_new_capa(n), from = ary_dup(a);
    struct moved_cell *cells = rb_alloc_tmp_buffer_with_count(&hold, sizeof *cells * (mask + 1), mask + 1);
    memset(cells, 0, sizeof *cells * (mask + 1));
    for (size_t i = 0; i < n; i++) {
        size_t j = i + random_below(rng, len - i);
        struct moved_cell *here = moved_find(cells, mask, i);
        size_t put = here->at ? here->holds : i;
        struct moved_cell *there = moved_find(cells, mask, j);
        ary_push(r, ary_get(from, (intptr_t)(there->at ? there->holds : j)));
        *there = (struct moved_cell){j + 1, put};
    }
    rb_free_tmp_buffer(&hold);
    return r;
}

enum {
    SAMPLE_FEW = 10,
    SAMPLE_COPY = LIMIT(8, 1), /* a step in the table of moved positions costs about as much as copying so many elements */
};

/* Returns a sample of few elements.  Draw i counts among the remaining positions, in their order, which gives CRuby's sequence for a
 * seed.  The generator may shorten the Array. */
static VALUE
ary_sample_few(VALUE a, size_t n, VALUE rng)
{
    size_t len = ary_len(a), drawn[SAMPLE_FEW], sorted[SAMPLE_FEW];
    for (size_t i = 0; i < n; i++) drawn[i] = random_below(rng, len - i);
    if (ary_len(a) < len) {
        for (size_t i = 0; i < n; i++)
            if (drawn[i] >= ary_len(a)) return ary_new();
    }
    VALUE r = ary_new_capa(n);
    for (size_t i = 0; i < n; i++) {
        size_t k = drawn[i], j = 0;
        for (; j < i && k >= sorted[j]; j++) k++;
        for (size_t m = i; m > j; m--) sorted[m] = sorted[m - 1];
        sorted[j] = k;
        ary_push(r, ary_get(a, (intptr_t)k));
    }
    return r;
}

static VALUE
ary_m_sample(int argc, VALUE *argv, VALUE a)
{
    VALUE count, opts;
    int given = rb_scan_args(argc, argv, "01:", &count, &opts);
    VALUE rng = random_option(opts);
    if (given == 0) {
        size_t len = ary_len(a);
        if (len == 0) return Qnil;
        return ary_get(a, len == 1 ? 0 : (intptr_t)random_below(rng, len));
    }
    long n = NUM2LONG(count);
    if (n < 0) rb_raise(rb_eArgError, "negative sample number");
    size_t few = (size_t)n < ary_len(a) ? (size_t)n : ary_len(a);
    if (few <= SAMPLE_FEW) return ary_sample_few(a, few, rng);
    return few >= ary_len(a) / SAMPLE_COPY ? ary_sample_many(a, few, rng) : ary_sample_n(a, few, rng);
}

void
Init_array_random(void)
{
    id_random = rb_intern("random");
    rb_define_method(rb_cArray, "shuffle", ary_m_shuffle, -1);
    rb_define_method(rb_cArray, "shuffle!", ary_m_shuffle_bang, -1);
    rb_define_method(rb_cArray, "sample", ary_m_sample, -1);
}
