/*
 * test_hash_table.c - the table behind Hash by itself: against a model, with deletions, loops and colliding hashes.
 *
 * Keys are Fixnums, so no Ruby runs.  The model is an array in insertion order, searched one by one.
 */
#include "internal/compiler.h"
#include "internal/hash/table.h"
#include "internal/numeric.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- stand-ins ---- */

void *
gc_malloc(size_t n)
{
    return malloc(n);
}
void
gc_free(void *p, size_t n)
{
    (void)n;
    free(p);
}
static int pages_fail; /* this request for pages, counted down, fails */
void *
gc_pages_resize(void *p, size_t old, size_t want)
{
    if (want > old && pages_fail && --pages_fail == 0) return NULL;
    void *q = want ? realloc(p, want) : (free(p), NULL);
    if (want > old) memset((char *)q + old, 0x11, want - old);
    return q;
}
static jmp_buf no_memory;
void
rb_memerror(void)
{
    longjmp(no_memory, 1);
}
VALUE rb_eArgError;
void
rb_raise(VALUE c, const char *fmt, ...)
{
    (void)c;
    fprintf(stderr, "raised: %s\n", fmt);
    abort();
}
void
vm_bug_at(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}

static const char *problem; /* the first that hash_table_verify told of */
void
gc_expect(bool holds, const char *what, VALUE v)
{
    (void)v;
    if (!holds && !problem) problem = what;
}
static void
check(const struct hash_table *t)
{
    problem = NULL;
    hash_table_verify(t, 0);
    assert_null(problem);
}
static void
check_finds(const struct hash_table *t, const char *expected)
{
    problem = NULL;
    hash_table_verify(t, 0);
    assert_string_equal(problem ? problem : "nothing", expected);
}

/* ---- the model ---- */

struct model {
    VALUE key[5000], val[5000];
    size_t n;
};

static long
model_find(const struct model *m, VALUE key)
{
    for (size_t i = 0; i < m->n; i++) {
        if (m->key[i] == key) return (long)i;
    }
    return -1;
}

static void
model_remove(struct model *m, long i)
{
    m->n--;
    memmove(m->key + i, m->key + i + 1, (m->n - (size_t)i) * sizeof(VALUE));
    memmove(m->val + i, m->val + i + 1, (m->n - (size_t)i) * sizeof(VALUE));
}

static uint64_t hash_mask; /* few bits: many collisions */

static uint64_t
key_hash(VALUE key)
{
    uint64_t h = key * 0xff51afd7ed558ccdull;
    return ((h ^ h >> 32) & hash_mask) | 1;
}

static void
same(const struct hash_table *t, const struct model *m)
{
    size_t k = 0;
    assert_int_equal(t->live, m->n);
    for (uint32_t i = 0; i < t->bound; i++) {
        if (t->entries[i].key == Qundef) continue;
        assert_true(t->entries[i].key == m->key[k] && t->entries[i].val == m->val[k]);
        k++;
    }
    assert_int_equal(k, m->n);
    check(t);
}

/* Finds a key in both ways, and asserts that the results are equal. */
static bool
find(const struct hash_table *t, VALUE key, struct hash_found *f)
{
    bool found = hash_table_find(t, key, key_hash(key), NULL, NULL, f) == 1;
    const struct hash_entry *e = hash_table_find_same(t, key, key_hash(key));
    assert_true(e == (found ? &t->entries[f->pos] : NULL));
    return found;
}

static struct hash_table *
put(struct hash_table *t, struct model *m, VALUE key, VALUE val)
{
    struct hash_found f;
    long i = model_find(m, key);
    int found = find(t, key, &f);
    assert_int_equal(found, i >= 0);
    if (i >= 0) {
        assert_true(t->entries[f.pos].val == m->val[i]);
        t->entries[f.pos].val = m->val[i] = val;
        return t;
    }
    if (hash_table_full(t)) t = hash_table_grow(t);
    hash_table_add(t, key, val, key_hash(key));
    m->key[m->n] = key;
    m->val[m->n++] = val;
    return t;
}

static void
drop(struct hash_table *t, struct model *m, VALUE key)
{
    struct hash_found f;
    long i = model_find(m, key);
    int found = find(t, key, &f);
    assert_int_equal(found, i >= 0);
    if (i < 0) return;
    struct hash_found g = hash_table_locate(t, f.pos);
    assert_true(f.pos == g.pos && f.slot == g.slot);
    hash_table_remove(t, f);
    model_remove(m, i);
}

static void
run_random(unsigned seed, unsigned keys, unsigned steps)
{
    static struct model m;
    struct hash_table *t = hash_table_new(1);
    m.n = 0;
    srand(seed);
    for (unsigned i = 0; i < steps; i++) {
        VALUE key = int_fix(rand() % (int)keys);
        if (rand() % 5 < 3) t = put(t, &m, key, int_fix(rand()));
        else drop(t, &m, key);
        if (i % 64 == 0) same(t, &m);
    }
    same(t, &m);
    struct hash_table *c = hash_table_copy(t);
    same(c, &m);
    hash_table_free(c);
    hash_table_free(t);
}

static void
test_random_steps(void **state)
{
    (void)state;
    uint64_t masks[] = {~0ull, 0xff, 0x3, 0xffff000000000000ull};
    for (size_t i = 0; i < lengthof(masks); i++) {
        hash_mask = masks[i];
        run_random(1, 6, 2000);
        run_random(2, 30, 4000);
        run_random(3, 300, 10000);
        run_random(4, 3000, 20000);
    }
}

static void
test_queue_does_not_grow(void **state) /* TABLE-4: deletions do not wear a table out */
{
    (void)state;
    static struct model m;
    hash_mask = ~0ull;
    m.n = 0;
    struct hash_table *t = hash_table_new(1);
    for (int i = 0; i < 200000; i++) {
        t = put(t, &m, int_fix(i), Qnil);
        if (i >= 100) drop(t, &m, int_fix(i - 100));
    }
    same(t, &m);
    assert_true(t->capa <= 224);
    hash_table_free(t);
}

static void
test_clear_under_iteration(void **state) /* TABLE-1 */
{
    (void)state;
    static struct model m;
    for (int n = 5; n < 100; n += 40) {
        m.n = 0;
        struct hash_table *t = hash_table_new(1);
        for (int i = 0; i < n; i++) t = put(t, &m, int_fix(i), Qnil);
        t->iter = 1;
        hash_table_clear(t);
        assert_int_equal(t->bound, n);
        t->iter = 0;
        m.n = 0;
        same(t, &m);
        for (int i = 0; i < 2 * n; i++) t = put(t, &m, int_fix(i), Qnil);
        same(t, &m);
        hash_table_free(t);
    }
}

/* The table and what became of keys 0...n, without the model: it would take too long. */
static void
same_multiples(struct hash_table *t, int n, int step)
{
    uint32_t k = t->first;
    for (int i = 0; i < n; i++) {
        struct hash_found f;
        int found = find(t, int_fix(i), &f);
        assert_int_equal(found, i % step == 0);
        if (!found) continue;
        while (t->entries[k].key == Qundef) k++;
        assert_int_equal(f.pos, k++);
    }
    check(t);
}

static void
test_mapped(void **state) /* TABLE-6 */
{
    (void)state;
    hash_mask = ~0ull;
    enum { N = 300000 };
    struct hash_table *t = hash_table_new(1);
    for (int i = 0; i < N; i++) {
        if (hash_table_full(t)) t = hash_table_grow(t);
        hash_table_add(t, int_fix(i), Qnil, key_hash(int_fix(i)));
    }
    assert_int_equal(t->pos_bytes, 4);
    same_multiples(t, N, 1);
    for (int i = 0; i < N; i++) {
        struct hash_found f;
        if (i % 50 == 0) continue;
        assert_int_equal(hash_table_find(t, int_fix(i), key_hash(int_fix(i)), NULL, NULL, &f), 1);
        hash_table_remove(t, f);
    }
    same_multiples(t, N, 50);
    struct hash_table *c = hash_table_compacted(t), *d = hash_table_copy(t);
    same_multiples(c, N, 50);
    same_multiples(d, N, 50);
    hash_table_free(c);
    d = hash_table_grow(d);
    assert_true(d->pos_bytes != 4);
    same_multiples(d, N, 50);
    hash_table_free(d);
    hash_table_clear(t);
    assert_int_equal(t->live, 0);
    check(t);
    hash_table_free(t);
}

static void
test_no_memory(void **state) /* growth fails and leaves the table unchanged */
{
    (void)state;
    hash_mask = ~0ull;
    struct hash_table *volatile t = hash_table_new(70000);
    volatile int n = 0;
    while (!hash_table_full(t)) {
        hash_table_add(t, int_fix(n), Qnil, key_hash(int_fix(n)));
        n++;
    }
    for (volatile int k = 1; k <= 2; k++) {
        pages_fail = k;
        if (!setjmp(no_memory)) {
            t = hash_table_grow(t);
            fail();
        }
        same_multiples(t, n, 1);
        assert_true(hash_table_full(t));
        pages_fail = k;
        if (!setjmp(no_memory)) {
            hash_table_copy(t);
            fail();
        }
    }
    pages_fail = 0;
    t = hash_table_grow(t);
    same_multiples(t, n, 1);
    hash_table_free(t);
}

/* The verifier finds each fault that is planted in a sound table, and nothing once it is mended. */
static void
test_verify_finds(void **state)
{
    (void)state;
    static struct model m;
    hash_mask = ~(uint64_t)0;
    m.n = 0;
    struct hash_table *t = hash_table_new(1);
    for (int i = 0; i < 100; i++) t = put(t, &m, int_fix(i), Qnil);
    check(t);
    t->live++;
    check_finds(t, "a table's count of pairs is wrong");
    t->live--;
    t->first = 1;
    check_finds(t, "a live entry lies where deleted ones are (TABLE-2)");
    t->first = t->bound + 1;
    check_finds(t, "a table's bounds are out of order (TABLE-2)");
    t->first = 0;
    struct hash_found f = hash_table_locate(t, 5);
    uint8_t *ctrl = (uint8_t *)&hash_table_group(t, f.slot / CTRL_GROUP)[f.slot % CTRL_GROUP], tag = *ctrl;
    *ctrl ^= 1;
    check_finds(t, "a slot's control byte is not its entry's tag (TABLE-3)");
    *ctrl = CTRL_EMPTY;
    check_finds(t, "the groups hold another number of pairs than the entries (TABLE-3)");
    *ctrl = tag;
    check(t);
    hash_table_free(t);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_steps),
        cmocka_unit_test(test_queue_does_not_grow),
        cmocka_unit_test(test_clear_under_iteration),
        cmocka_unit_test(test_mapped),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_verify_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
