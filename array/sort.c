/*
 * array/sort.c - sort, sort!, sort_by!: and the sorting machine under Enumerable#sort_by.
 *
 * Uses      array.c, object/compare.h
 * Algorithm The sort moves 16-byte items {key, index}.  The elements themselves do not move: they are in a hidden array that
 *           no block can reach, so that a comparison may run any code.
 *           Integers and Floats turn into 64-bit keys and go through a radix sort (8 bits a pass; passes in which all
 *           keys agree are skipped).  Strings take their first eight bytes as the key of a merge sort, and only ties
 *           compare the rest.  Arrays take the key of their first elements if all are Integers or all Strings, and
 *           ties call <=>, which may change a first element without effect.  Other elements are merge sorted.  This makes the
 *           fewest comparisons, stays within the array if a block contradicts itself, and is stable.
 * Checked   test/test_array_sort.rb, ruby/spec core/array/sort_spec.rb
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/class.h"
#include "internal/object/compare.h"
#include "internal/numeric.h"
#include <string.h>

struct sort_item {
    uint64_t key;
    uint64_t index;
};

struct sort_job {
    const VALUE *keys; /* keys[stride * index] */
    size_t stride;
    unsigned basic;
    VALUE hold; /* of the items */
    enum { BY_KEY, BY_STRING, BY_FIRST, BY_CMP, BY_BLOCK } how;
};

enum { SORT_INSERT_MAX = LIMIT(8, 1), SORT_RADIX_MIN = LIMIT(64, 2) };
static const intptr_t SORT_EXACT = (intptr_t)1 << 53; /* Integers up to here are exact as a double */

/* ---- one comparison ---- */

static int
sort_cmp(const struct sort_job *job, const struct sort_item *a, const struct sort_item *b)
{
    if (job->how <= BY_FIRST && a->key != b->key) return a->key < b->key ? -1 : 1;
    if (job->how == BY_KEY) return 0;
    VALUE x = job->keys[job->stride * a->index], y = job->keys[job->stride * b->index];
    if (job->how == BY_STRING) return str_cmp_bytes(x, y);
    VALUE c = 0;
    int order = 0;
    if (job->how == BY_BLOCK) c = rb_yield_values(2, x, y);
    else order = obj_cmp(x, y, job->basic);
    gc_check_tmp_buffer(job->hold, "sort");
    if (!c) return order;
    if (LIKELY(val_fix_p(c))) return (fix_int(c) > 0) - (fix_int(c) < 0);
    return rb_cmpint(c, x, y);
}

/* ---- merge sort ---- */

static void
sort_insert(const struct sort_job *job, struct sort_item *p, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct sort_item it = p[i];
        size_t low = 0, high = i; /* first place whose item is greater */
        if (sort_cmp(job, &p[i - 1], &it) <= 0) continue;
        high = i - 1;
        while (low < high) {
            size_t mid = (low + high) / 2;
            if (sort_cmp(job, &p[mid], &it) <= 0) low = mid + 1;
            else high = mid;
        }
        memmove(p + low + 1, p + low, (i - low) * sizeof *p);
        p[low] = it;
    }
}

/*
 * Sorts p[0 ... n] with the help of as many items in spare.  Short runs are inserted, unless Ruby code compares: blocks and
 * error messages then get the pairs in the order of a top-down merge sort, as in CRuby with glibc.
 */
static void
sort_merge(const struct sort_job *job, struct sort_item *p, size_t n, struct sort_item *spare)
{
    bool seen = job->how > BY_STRING; /* a method or a block is called */
    if (n <= SORT_INSERT_MAX && !seen) {
        sort_insert(job, p, n);
        return;
    }
    if (n <= 1) return;
    size_t half = n / 2;
    sort_merge(job, p, half, spare);
    sort_merge(job, p + half, n - half, spare);
    if (!seen && sort_cmp(job, &p[half - 1], &p[half]) <= 0) return; /* in order already */
    memcpy(spare, p, half * sizeof *p);
    struct sort_item *left = spare, *left_end = spare + half, *right = p + half, *right_end = p + n, *to = p;
    while (left < left_end && right < right_end) {
        if (sort_cmp(job, left, right) <= 0) *to++ = *left++;
        else *to++ = *right++;
    }
    memcpy(to, left, (size_t)(left_end - left) * sizeof *p);
}

/* ---- radix sort by key; returns where the result is: p or spare ---- */

static struct sort_item *
sort_radix(struct sort_item *p, size_t n, struct sort_item *spare)
{
    size_t count[8][256];
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++) {
        uint64_t k = p[i].key;
        for (int b = 0; b < 8; b++) count[b][(k >> (8 * b)) & 255]++;
    }
    for (int b = 0; b < 8; b++) {
        size_t *c = count[b], at = 0;
        if (c[(p[0].key >> (8 * b)) & 255] == n) continue;
        for (int i = 0; i < 256; i++) {
            size_t k = c[i];
            c[i] = at;
            at += k;
        }
        for (size_t i = 0; i < n; i++) spare[c[(p[i].key >> (8 * b)) & 255]++] = p[i];
        struct sort_item *t = p;
        p = spare;
        spare = t;
    }
    return p;
}

/* ---- keys ---- */

static inline uint64_t
sort_float_key(double d) /* in the order of the numbers */
{
    uint64_t u;
    if (d == 0.0) d = 0.0; /* -0.0 is equal */
    memcpy(&u, &d, 8);
    return (u >> 63) ? ~u : u | 1ull << 63;
}

/* Makes Float keys of Floats and of Fixnums that a double holds exactly.  Returns false at the first other element or NaN. */
static bool
sort_number_keys(const struct sort_job *job, struct sort_item *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        VALUE v = job->keys[job->stride * i];
        double d;
        if (val_float_p(v)) d = float_value(v);
        else if (val_fix_p(v) && fix_int(v) >= -SORT_EXACT && fix_int(v) <= SORT_EXACT) d = (double)fix_int(v);
        else return false;
        if (d != d) return false; /* NaN: the comparison raises */
        p[i].key = sort_float_key(d);
    }
    return true;
}

/* Gives Arrays the keys of their first elements, all of them Fixnums or all Strings.  Returns false at the first of another kind. */
static bool
sort_first_keys(const struct sort_job *job, struct sort_item *p, size_t n)
{
    bool strings = false;
    for (size_t i = 0; i < n; i++) {
        VALUE a = job->keys[job->stride * i];
        if (!val_type_p(a, T_ARRAY) || obj_class(a) != rb_cArray || ary_len(a) == 0) return false;
        VALUE first = ary_at(a, 0);
        if (i == 0) strings = val_type_p(first, T_STRING);
        if (!(job->basic & (strings ? CMP_STR : CMP_INT))) return false;
        if (strings ? !val_type_p(first, T_STRING) : !val_fix_p(first)) return false;
        p[i].key = strings ? str_order_key(first) : (uint64_t)first ^ 1ull << 63;
    }
    return true;
}

/* Fills the items with numbers or prefixes of the keys, if all keys allow that.  Sets job->how. */
static void
sort_prepare(struct sort_job *job, struct sort_item *p, size_t n)
{
    const VALUE *k = job->keys;
    size_t st = job->stride, i = 0;
    for (size_t j = 0; j < n; j++) p[j].index = j;
    if (job->how == BY_BLOCK) return;
    job->how = BY_CMP;
    job->basic = cmp_basic();
    if (val_fix_p(k[0]) && (job->basic & CMP_INT)) {
        for (; i < n && val_fix_p(k[st * i]); i++) p[i].key = (uint64_t)k[st * i] ^ 1ull << 63;
        if (i == n) job->how = BY_KEY;
        else if (val_float_p(k[st * i]) && (job->basic & CMP_FLO) && sort_number_keys(job, p, n)) job->how = BY_KEY;
    } else if (val_float_p(k[0]) && (job->basic & CMP_FLO)) {
        for (; i < n && val_float_p(k[st * i]); i++) {
            double d = float_value(k[st * i]);
            if (d != d) return; /* NaN: the comparison raises */
            p[i].key = sort_float_key(d);
        }
        if (i == n) job->how = BY_KEY;
        else if (val_fix_p(k[st * i]) && (job->basic & CMP_INT) && sort_number_keys(job, p, n)) job->how = BY_KEY;
    } else if (val_type_p(k[0], T_STRING) && (job->basic & CMP_STR)) {
        for (; i < n && val_type_p(k[st * i], T_STRING); i++) p[i].key = str_order_key(k[st * i]);
        if (i == n) job->how = BY_STRING;
    } else if (val_type_p(k[0], T_ARRAY) && method_basic_p(rb_cArray, rb_intern("<=>")) && sort_first_keys(job, p, n)) {
        job->how = BY_FIRST;
    }
}

/* Sorts n keys.  Returns the items in order, each with the index of its element.  hold owns the memory. */
static struct sort_item *
sort_run(struct sort_job *job, size_t n, volatile VALUE *hold)
{
    struct sort_item *p = rb_alloc_tmp_buffer(hold, (long)(2 * n * sizeof *p)), *spare = p + n;
    job->hold = *hold;
    sort_prepare(job, p, n);
    if (job->how == BY_KEY && n >= SORT_RADIX_MIN) return sort_radix(p, n, spare);
    sort_merge(job, p, n, spare);
    return p;
}

static bool
sort_sorted_fix_p(const VALUE *p, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if ((intptr_t)p[i - 1] > (intptr_t)p[i]) return false;
    }
    return true;
}

/* Fixnums are their own keys: no items. */
static bool
sort_small_fixnums(VALUE *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!val_fix_p(p[i])) return false;
    }
    if (!(cmp_basic() & CMP_INT)) return false;
    if (sort_sorted_fix_p(p, n)) return true;
    if (n > SORT_RADIX_MIN) return false;
    for (size_t i = 1; i < n; i++) {
        VALUE v = p[i];
        size_t j = i;
        for (; j > 0 && (intptr_t)p[j - 1] > (intptr_t)v; j--) p[j] = p[j - 1];
        p[j] = v;
    }
    return true;
}

/* A sorted copy of n values (hidden). */
static VALUE
sort_values(const VALUE *from, size_t n)
{
    VALUE src = ary_new_from(from, n), out;
    bool block = rb_block_given_p();
    volatile VALUE hold = 0;
    if (n < 2 || (!block && sort_small_fixnums(ary_wptr(src), n))) return src;
    struct sort_job job = {.keys = ary_ptr(src), .stride = 1, .how = block ? BY_BLOCK : BY_CMP};
    struct sort_item *p = sort_run(&job, n, &hold);
    out = ary_new_len(n);
    VALUE *to = ary_wptr(out);
    for (size_t i = 0; i < n; i++) to[i] = job.keys[p[i].index];
    gc_wb(out);
    rb_free_tmp_buffer(&hold);
    RB_GC_GUARD(src);
    return out;
}

VALUE
ary_sort_by_keys(VALUE pairs, size_t n)
{
    volatile VALUE hold = 0;
    if (n == 0) return ary_new();
    struct sort_job job = {.keys = ary_ptr(pairs), .stride = 2, .how = BY_CMP};
    struct sort_item *p = sort_run(&job, n, &hold);
    VALUE out = ary_new_len(n), *to = ary_wptr(out);
    for (size_t i = 0; i < n; i++) to[i] = job.keys[2 * p[i].index + 1];
    gc_wb(out);
    rb_free_tmp_buffer(&hold);
    RB_GC_GUARD(pairs);
    return out;
}

void
ary_sort_bang(VALUE a)
{
    ary_modify(a);
    if (ary_len(a) < 2) return;
    VALUE sorted = sort_values(ary_ptr(a), ary_len(a));
    ary_modify(a); /* the block may have frozen it */
    ary_take_over(a, sorted);
}

VALUE
rb_ary_sort_bang(VALUE a)
{
    ary_sort_bang(a);
    return a;
}

VALUE
rb_ary_sort(VALUE a)
{
    VALUE sorted = sort_values(ary_ptr(a), ary_len(a));
    RB_GC_GUARD(a);
    return sorted;
}

static VALUE
ary_enum_len(VALUE a, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return int_fix((intptr_t)ary_len(a));
}

static VALUE
ary_m_sort_by_bang(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    ary_modify(a);
    VALUE pairs = ary_tmp_new(2 * ary_len(a));
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        ary_push(pairs, rb_yield(v));
        ary_push(pairs, v);
    }
    VALUE sorted = ary_sort_by_keys(pairs, ary_len(pairs) / 2);
    ary_modify(a);
    ary_take_over(a, sorted);
    return a;
}

void
Init_array_sort(void)
{
    rb_define_method(rb_cArray, "sort", rb_ary_sort, 0);
    rb_define_method(rb_cArray, "sort!", rb_ary_sort_bang, 0);
    rb_define_method(rb_cArray, "sort_by!", ary_m_sort_by_bang, 0);
}
