/*
 * array/comb.c - permutations, combinations, products and transposition.
 *
 * Uses      array.c, numeric.h (sizes may be Bignums)
 * Algorithm Every generator works on a copy of the receiver, and on a vector of indexes that the collector owns,
 *           so that a block may break out or change the receiver.
 * Checked   test/test_array.rb, ruby/spec core/array
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/numeric.h"
#include <string.h>

/* ---- how many ---- */

/* from * (from - 1) * ... , many factors; 0 if many < 0 or > from */
static VALUE
falling_factorial(long from, long many)
{
    if (many < 0 || many > from) return int_fix(0);
    VALUE r = int_fix(1);
    for (long i = 0; i < many; i++) r = int_mul(r, int_fix(from - i));
    return r;
}

static VALUE
binomial(long n, long k)
{
    if (k > n - k) k = n - k;
    if (k < 0) return int_fix(0);
    VALUE r = int_fix(1);
    for (long i = 0; i < k; i++) r = int_div(int_mul(r, int_fix(n - i)), int_fix(i + 1));
    return r;
}

static VALUE
ary_permutation_size(VALUE a, VALUE args, VALUE eobj UNUSED_OK)
{
    long n = (long)ary_len(a);
    long k = args && ary_len(args) > 0 && ary_at(args, 0) != Qnil ? NUM2LONG(ary_at(args, 0)) : n;
    return falling_factorial(n, k);
}

static VALUE
ary_combination_size(VALUE a, VALUE args, VALUE eobj UNUSED_OK)
{
    return binomial((long)ary_len(a), NUM2LONG(ary_at(args, 0)));
}

static VALUE
ary_repeated_permutation_size(VALUE a, VALUE args, VALUE eobj UNUSED_OK)
{
    long k = NUM2LONG(ary_at(args, 0));
    if (k < 0) return int_fix(0);
    return int_pow(int_fix((intptr_t)ary_len(a)), int_fix(k));
}

static VALUE
ary_repeated_combination_size(VALUE a, VALUE args, VALUE eobj UNUSED_OK)
{
    long n = (long)ary_len(a), k = NUM2LONG(ary_at(args, 0));
    if (k == 0) return int_fix(1);
    return binomial(n + k - 1, k);
}

/* ---- generators ---- */

/* n longs, alive as long as *hold is on the stack. */
static long *
index_vector(size_t n, volatile VALUE *hold)
{
    if (n > LONG_MAX / sizeof(long)) {
        rb_raise(rb_eArgError, "malloc: possible integer overflow (%" PRIuSIZE "*%" PRIuSIZE ")", n, sizeof(long));
    }
    return rb_alloc_tmp_buffer(hold, (long)(n * sizeof(long)));
}

static void
yield_picked(VALUE a, const long *pick, long k)
{
    VALUE r = ary_new_len((size_t)k), *to = ary_wptr(r);
    for (long i = 0; i < k; i++) to[i] = ary_at(a, (size_t)pick[i]);
    gc_wb(r);
    rb_yield(r);
}

/* Calls the block with every k-permutation in lexicographic order of indexes.  pick: k longs; used: n bytes. */
static void
permute(VALUE a, long n, long k, bool repeat, long *pick, char *used, VALUE hold)
{
    long at = 0;
    memset(used, 0, (size_t)n);
    pick[0] = -1;
    while (at >= 0) {
        long next = pick[at] + 1;
        if (pick[at] >= 0) used[pick[at]] = 0;
        while (!repeat && next < n && used[next]) next++;
        if (next >= n) {
            at--;
            continue;
        }
        pick[at] = next;
        if (at == k - 1) {
            yield_picked(a, pick, k);
            gc_check_tmp_buffer(hold, repeat ? "repeated permute" : "permute");
            continue;
        }
        used[next] = 1;
        pick[++at] = -1;
    }
}

static void
ary_permute(VALUE a, long k, bool repeat)
{
    long n = (long)ary_len(a);
    if (k < 0 || (!repeat && k > n)) return;
    if (k == 0) {
        rb_yield(ary_new());
        return;
    }
    if (n == 0) return;
    volatile VALUE hold = 0;
    VALUE copy = ary_dup(a);
    long *pick = index_vector((size_t)k + (size_t)n / sizeof(long) + 1, &hold);
    permute(copy, n, k, repeat, pick, (char *)(pick + k), hold);
    RB_GC_GUARD(copy);
    rb_free_tmp_buffer(&hold);
}

static VALUE
ary_m_permutation(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    RETURN_SIZED_ENUMERATOR(a, argc, argv, ary_permutation_size);
    ary_permute(a, argc && argv[0] != Qnil ? NUM2LONG(argv[0]) : (long)ary_len(a), false);
    return a;
}

static VALUE
ary_m_repeated_permutation(VALUE a, VALUE count)
{
    RETURN_SIZED_ENUMERATOR(a, 1, &count, ary_repeated_permutation_size);
    ary_permute(a, NUM2LONG(count), true);
    return a;
}

/* Every non-decreasing (repeat) or increasing choice of k indexes. */
static void
ary_combine(VALUE a, long k, bool repeat)
{
    long n = (long)ary_len(a);
    if (k < 0 || (!repeat && k > n)) return;
    if (k == 0) {
        rb_yield(ary_new());
        return;
    }
    if (n == 0) return;
    volatile VALUE hold = 0;
    VALUE copy = ary_dup(a);
    long *pick = index_vector((size_t)k, &hold);
    for (long i = 0; i < k; i++) pick[i] = repeat ? 0 : i;
    for (;;) {
        yield_picked(copy, pick, k);
        gc_check_tmp_buffer(hold, repeat ? "repeated combination" : "combination");
        long at = k - 1;
        while (at >= 0 && pick[at] == (repeat ? n - 1 : n - k + at)) at--;
        if (at < 0) break;
        pick[at]++;
        for (long i = at + 1; i < k; i++) pick[i] = repeat ? pick[at] : pick[i - 1] + 1;
    }
    RB_GC_GUARD(copy);
    rb_free_tmp_buffer(&hold);
}

static VALUE
ary_m_combination(VALUE a, VALUE count)
{
    long k = NUM2LONG(count);
    RETURN_SIZED_ENUMERATOR(a, 1, &count, ary_combination_size);
    ary_combine(a, k, false);
    return a;
}

static VALUE
ary_m_repeated_combination(VALUE a, VALUE count)
{
    long k = NUM2LONG(count);
    RETURN_SIZED_ENUMERATOR(a, 1, &count, ary_repeated_combination_size);
    ary_combine(a, k, true);
    return a;
}

/* ---- product ---- */

static VALUE
product_row(VALUE lists, const long *at, size_t n)
{
    VALUE row = ary_new_len(n), *to = ary_wptr(row);
    for (size_t i = 0; i < n; i++) to[i] = ary_get(ary_at(lists, i), at[i]);
    gc_wb(row);
    return row;
}

/* Counts up like an odometer; false when it is back at zero. */
static bool
product_step(VALUE lists, long *at, size_t n)
{
    for (size_t i = n; i-- > 0;) {
        if (++at[i] < (long)ary_len(ary_at(lists, i))) return true;
        at[i] = 0;
    }
    return false;
}

static VALUE
ary_m_product(int argc, VALUE *argv, VALUE a)
{
    size_t n = (size_t)argc + 1;
    bool block = rb_block_given_p(), empty = false;
    VALUE lists = ary_tmp_new(n), r = Qnil;
    volatile VALUE hold = 0;
    ary_push(lists, block ? ary_dup(a) : a);
    for (int i = 0; i < argc; i++) {
        VALUE l = ary_to_ary(argv[i]);
        ary_push(lists, block ? ary_dup(l) : l);
    }
    size_t total = 1;
    for (size_t i = 0; i < n; i++) {
        size_t len = ary_len(ary_at(lists, i));
        empty |= len == 0;
        if (!block && __builtin_mul_overflow(total, len ? len : 1, &total)) total = SIZE_MAX;
    }
    if (!block) {
        if (!empty && total > (size_t)LONG_MAX / sizeof(VALUE)) rb_raise(rb_eRangeError, "too big to product");
        r = ary_new_capa(empty ? 0 : total);
    }
    if (empty) return block ? a : r;
    long *at = index_vector(n, &hold);
    memset(at, 0, n * sizeof *at);
    do {
        VALUE row = product_row(lists, at, n);
        if (block) rb_yield(row);
        else ary_push(r, row);
        gc_check_tmp_buffer(hold, "product");
    } while (product_step(lists, at, n));
    rb_free_tmp_buffer(&hold);
    RB_GC_GUARD(lists);
    return block ? a : r;
}

/* ---- transpose ---- */

static VALUE
ary_m_transpose(VALUE a)
{
    size_t rows = ary_len(a), cols = 0;
    if (rows == 0) return ary_new();
    VALUE out = Qnil;
    for (size_t i = 0; i < rows; i++) {
        VALUE row = ary_to_ary(ary_get(a, (intptr_t)i));
        if (i == 0) {
            cols = ary_len(row);
            out = ary_new_capa(cols);
            for (size_t j = 0; j < cols; j++) ary_push(out, ary_new_capa(rows));
        } else if (ary_len(row) != cols) {
            rb_raise(rb_eIndexError, "element size differs (%ld should be %ld)", (long)ary_len(row), (long)cols);
        }
        for (size_t j = 0; j < cols; j++) ary_push(ary_at(out, j), ary_at(row, j));
    }
    return out;
}

void
Init_array_comb(void)
{
    VALUE k = rb_cArray;
    rb_define_method(k, "permutation", ary_m_permutation, -1);
    rb_define_method(k, "repeated_permutation", ary_m_repeated_permutation, 1);
    rb_define_method(k, "combination", ary_m_combination, 1);
    rb_define_method(k, "repeated_combination", ary_m_repeated_combination, 1);
    rb_define_method(k, "product", ary_m_product, -1);
    rb_define_method(k, "transpose", ary_m_transpose, 0);
}
