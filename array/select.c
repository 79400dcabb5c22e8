/*
 * array/select.c - the n least or greatest of many: min(n), max(n), min_by(n) and max_by(n).
 *
 * Owns      struct ary_pick
 * Uses      array/sort.c, object/compare.h
 * Algorithm Candidates are gathered.  When there are PICK_ROOM * n of them, they are parted around the middle one until the n
 *           best are in front, and the rest is dropped.  The pivot of the last parting is the limit: a later
 *           element is a candidate only if it comes before the limit.  Blocks and error messages show which elements are compared;
 *           these are the pairs that CRuby compares.
 * PICK-1    buf has never fewer than `have` candidates.  It is never made shorter, so that an index stays inside whatever a
 *           comparison does.
 * Checked   test/test_array_sort.rb, test/test_answers_messages.rb, ruby/spec core/array/max_spec.rb
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/object/compare.h"

/* Room for candidates, in multiples of n.  Error messages depend on it, so no LIMIT() makes it small. */
enum { PICK_ROOM = 4 };

static int
pick_cmp(const struct ary_pick *k, VALUE a, VALUE b)
{
    int c = k->block ? rb_cmpint(rb_yield_values(2, a, b), a, b) : obj_cmp(a, b, k->basic);
    return c * k->sign;
}

static ALWAYS_INLINE VALUE
pick_key(const struct ary_pick *k, size_t i)
{
    return ary_at(k->buf, i * k->stride);
}

static void
pick_swap(const struct ary_pick *k, size_t i, size_t j)
{
    VALUE *p = ary_wptr(k->buf) + i * k->stride, *q = ary_wptr(k->buf) + j * k->stride;
    for (size_t s = 0; s < k->stride; s++) {
        VALUE v = p[s];
        p[s] = q[s];
        q[s] = v;
    }
    gc_wb(k->buf);
}

/* Parts the candidates left..right around the middle one, the pivot: smaller ones go to its left.  Returns the place of the
 * first candidate that equals the pivot, and sets *equal to the number of those. */
static size_t
pick_part(const struct ary_pick *k, size_t left, size_t right, size_t *equal)
{
    size_t before = left, same = 1;
    pick_swap(k, left + (right - left) / 2, right);
    VALUE pivot = pick_key(k, right);
    for (size_t i = left; i + same <= right;) {
        int c = pick_cmp(k, pick_key(k, i), pivot);
        if (c == 0) {
            pick_swap(k, i, right - same++);
        } else {
            if (c < 0) pick_swap(k, i, before++);
            i++;
        }
    }
    for (size_t j = 0; j < same && before + j < right - j; j++) pick_swap(k, before + j, right - j);
    *equal = same;
    return before;
}

/* Drops all but the n best candidates. */
static void
pick_cut(struct ary_pick *k)
{
    if (k->have <= k->n) return;
    size_t left = 0, right = k->have - 1, equal, at;
    for (;;) {
        at = pick_part(k, left, right, &equal);
        if (k->n < at) right = at - 1;
        else if (k->n > at + equal) left = at + equal;
        else break;
    }
    k->limit = pick_key(k, at);
    k->have = k->n;
}

void
ary_pick_begin(struct ary_pick *k, VALUE count, int sign, bool by_key)
{
    long n = NUM2LONG(count);
    if (n < 0) rb_raise(rb_eArgError, "negative size (%ld)", n);
    if (n > LONG_MAX / PICK_ROOM / (by_key ? 2 : 1)) rb_raise(rb_eArgError, "too big size");
    if (n > LONG_MAX / (long)sizeof(VALUE) / PICK_ROOM / (by_key ? 2 : 1)) rb_raise(rb_eArgError, "array size too big");
    *k = (struct ary_pick){.n = (size_t)n, .sign = sign, .stride = by_key ? 2 : 1, .limit = Qundef};
    k->block = !by_key && rb_block_given_p();
    k->basic = k->block ? 0 : cmp_basic();
    k->buf = ary_tmp_new(0);
}

void
ary_pick_add(struct ary_pick *k, VALUE key, VALUE v)
{
    if (k->limit != Qundef && pick_cmp(k, key, k->limit) >= 0) return;
    size_t at = k->have * k->stride;
    if (at < ary_len(k->buf)) {
        VALUE *p = ary_wptr(k->buf) + at;
        p[0] = key;
        p[k->stride - 1] = v;
        gc_wb(k->buf);
    } else {
        ary_push(k->buf, key);
        if (k->stride == 2) ary_push(k->buf, v);
    }
    if (++k->have == PICK_ROOM * k->n) pick_cut(k);
}

VALUE
ary_pick_end(struct ary_pick *k)
{
    pick_cut(k);
    VALUE sorted;
    if (k->stride == 2) sorted = ary_sort_by_keys(k->buf, k->have);
    else sorted = rb_ary_sort_bang(rb_ary_subseq(k->buf, 0, (long)k->have));
    return k->sign < 0 ? rb_ary_reverse(sorted) : sorted;
}
