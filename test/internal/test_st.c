/*
 * test_st.c - st.c against a naive model, and walks whose callbacks change the table.
 *
 * The test links with st.o alone.  The functions of the VM that st.o calls are stubbed below.
 */
#include "internal/compiler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ruby/ruby.h"
#include "ruby/st.h"

static jmp_buf raised;
VALUE rb_eRuntimeError;

void
rb_memerror(void)
{
    abort();
}

void *
gc_raw_malloc(size_t bytes)
{
    return malloc(bytes);
}
void *
gc_raw_try_malloc(size_t bytes)
{
    return malloc(bytes);
}
void *
gc_raw_try_calloc(size_t n, size_t bytes)
{
    return calloc(n, bytes);
}

void(rb_raise)(VALUE klass, const char *fmt, ...)
{
    (void)klass, (void)fmt;
    longjmp(raised, 1);
}

static uint64_t seed = 88172645463325252u;

static uint64_t
rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* ---- the model: pairs in an array, in order ---- */

enum { MODEL_MAX = 4096 };
static struct {
    st_data_t key, value;
} model[MODEL_MAX];
static size_t model_n;

static size_t
model_find(st_data_t key)
{
    size_t i = 0;
    while (i < model_n && model[i].key != key) i++;
    return i;
}

static void
model_delete(size_t i)
{
    memmove(&model[i], &model[i + 1], (--model_n - i) * sizeof model[0]);
}

static void
same_as_model(st_table *t)
{
    static st_data_t keys[MODEL_MAX], values[MODEL_MAX];
    assert_int_equal(t->num_entries, model_n);
    assert_int_equal(st_keys(t, keys, MODEL_MAX), model_n);
    assert_int_equal(st_values(t, values, MODEL_MAX), model_n);
    for (size_t i = 0; i < model_n; i++) {
        assert_int_equal(keys[i], model[i].key);
        assert_int_equal(values[i], model[i].value);
    }
}

static void
one_step(st_table *t, st_data_t range)
{
    st_data_t key = rnd() % range, value = rnd(), got = 0;
    size_t i = model_find(key);
    switch (rnd() % 8) {
    case 0:
    case 1:
    case 2:
        assert_int_equal(st_insert(t, key, value), i < model_n);
        if (i == model_n) model[model_n++].key = key;
        model[i].value = value;
        break;
    case 3:
    case 4:
        assert_int_equal(st_delete(t, &key, &got), i < model_n);
        if (i < model_n) {
            assert_int_equal(got, model[i].value);
            model_delete(i);
        }
        break;
    case 5:
        if (rnd() % 4) break;
        assert_int_equal(st_shift(t, &key, &got), model_n > 0);
        if (!model_n) break;
        assert_int_equal(key, model[0].key);
        assert_int_equal(got, model[0].value);
        model_delete(0);
        break;
    default:
        assert_int_equal(st_lookup(t, key, &got), i < model_n);
        if (i < model_n) assert_int_equal(got, model[i].value);
    }
}

static void
test_random_steps(void **state)
{
    static const st_data_t ranges[] = {3, 8, 9, 100, 3000};
    (void)state;
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        st_table *t = st_init_numtable_with_size(rnd() % 20);
        model_n = 0;
        for (int n = 0; n < 20000; n++) {
            one_step(t, ranges[r]);
            if (n % 500 == 0) same_as_model(t);
        }
        st_table *c = st_copy(t);
        st_free_table(t);
        same_as_model(c);
        st_clear(c);
        model_n = 0;
        same_as_model(c);
        assert_int_equal(st_insert(c, 1, 2), 0);
        st_free_table(c);
    }
}

static void
test_grows_large(void **state)
{
    (void)state;
    st_table *t = st_init_numtable();
    for (st_data_t i = 0; i < 300000; i++) st_add_direct(t, i * 8, i);
    for (st_data_t i = 0; i < 300000; i++) {
        st_data_t v;
        assert_true(st_lookup(t, i * 8, &v) && v == i);
        assert_false(st_is_member(t, i * 8 + 1));
    }
    assert_true(st_memsize(t) > 300000 * 24);
    st_free_table(t);
}

/* ---- walks ---- */

struct visit {
    st_table *t;
    st_data_t seen[1000];
    size_t n;
};

static int
grow_and_delete_self(st_data_t key, st_data_t value, st_data_t arg)
{
    struct visit *v = (struct visit *)arg;
    v->seen[v->n++] = key;
    if (key < 100) {
        st_data_t k = key;
        for (st_data_t i = 0; i < 5; i++) st_insert(v->t, 1000 + key * 5 + i, value);
        st_delete(v->t, &k, 0);
    }
    return ST_CONTINUE;
}

static void
test_walk_survives_rebuilds(void **state)
{
    (void)state;
    struct visit v = {st_init_numtable(), {0}, 0};
    for (st_data_t i = 0; i < 100; i++) st_insert(v.t, i, i);
    assert_int_equal(st_foreach(v.t, grow_and_delete_self, (st_data_t)&v), 0);
    assert_int_equal(v.n, 600);
    for (size_t i = 0; i < 600; i++) assert_int_equal(v.seen[i], i < 100 ? i : 1000 + (i - 100));
    assert_int_equal(v.t->num_entries, 500);
    st_free_table(v.t);
}

static int
delete_odd(st_data_t key, st_data_t value, st_data_t arg)
{
    (void)value, (void)arg;
    return key & 1 ? ST_DELETE : ST_CONTINUE;
}

static int
clear_then_insert(st_data_t key, st_data_t value, st_data_t arg)
{
    struct visit *v = (struct visit *)arg;
    (void)value;
    v->seen[v->n++] = key;
    if (key == 3) {
        st_clear(v->t);
        st_insert(v->t, 77, 0);
    }
    return ST_CONTINUE;
}

static int
stop_at_two(st_data_t key, st_data_t value, st_data_t arg)
{
    (void)value;
    ++*(int *)arg;
    return key == 2 ? ST_STOP : ST_CONTINUE;
}

static void
test_walk_deletes_clears_stops(void **state)
{
    (void)state;
    struct visit v = {st_init_numtable(), {0}, 0};
    for (st_data_t i = 0; i < 9; i++) st_insert(v.t, i, i);
    int n = 0;
    st_foreach(v.t, stop_at_two, (st_data_t)&n);
    assert_int_equal(n, 3);
    st_foreach(v.t, clear_then_insert, (st_data_t)&v);
    assert_int_equal(v.n, 5);
    assert_int_equal(v.seen[4], 77);
    for (st_data_t i = 0; i < 9; i++) st_insert(v.t, i, i);
    st_foreach(v.t, delete_odd, 0);
    assert_int_equal(v.t->num_entries, 5);
    assert_false(st_is_member(v.t, 77));
    st_free_table(v.t);
}

static int
delete_and_check(st_data_t key, st_data_t value, st_data_t arg, int error)
{
    struct visit *v = (struct visit *)arg;
    (void)value;
    if (error) {
        v->seen[0] = 1;
        return ST_STOP;
    }
    st_delete(v->t, &key, 0);
    for (st_data_t i = 0; i < 50; i++) st_insert(v->t, 100 + i, 0);
    return ST_CHECK;
}

static void
test_walk_check_tells_of_loss(void **state)
{
    (void)state;
    struct visit v = {st_init_numtable(), {0}, 0};
    st_insert(v.t, 1, 1);
    assert_int_equal(st_foreach_check(v.t, delete_and_check, (st_data_t)&v, 0), 1);
    assert_int_equal(v.seen[0], 1);
    st_free_table(v.t);
}

static int
insert_more(st_data_t key, st_data_t value, st_data_t arg)
{
    (void)value;
    st_insert((st_table *)arg, key + 1, 0);
    return ST_CONTINUE;
}

static void
test_safe_walk_raises_on_insertion(void **state)
{
    (void)state;
    st_table *t = st_init_numtable();
    st_insert(t, 1, 1);
    if (!setjmp(raised)) {
        st_foreach_safe(t, insert_more, (st_data_t)t);
        fail();
    }
    assert_int_equal(t->num_entries, 2);
    st_free_table(t);
}

/* ---- update, replace, strings ---- */

static int
add_one_or_delete(st_data_t *key, st_data_t *value, st_data_t arg, int existing)
{
    (void)key;
    *value = existing ? *value + 1 : 1;
    return arg ? ST_DELETE : ST_CONTINUE;
}

static int
ask_replace(st_data_t key, st_data_t value, st_data_t arg, int error)
{
    (void)key, (void)value, (void)arg, (void)error;
    return ST_REPLACE;
}

static void
test_update_and_replace(void **state)
{
    (void)state;
    st_table *t = st_init_numtable();
    st_data_t v = 0;
    assert_int_equal(st_update(t, 5, add_one_or_delete, 0), 0);
    assert_int_equal(st_update(t, 5, add_one_or_delete, 0), 1);
    st_foreach_with_replace(t, ask_replace, add_one_or_delete, 0);
    assert_true(st_lookup(t, 5, &v) && v == 3);
    assert_int_equal(st_update(t, 5, add_one_or_delete, 1), 1);
    assert_int_equal(st_update(t, 6, add_one_or_delete, 1), 0);
    assert_int_equal(t->num_entries, 0);
    st_free_table(t);
}

static void
test_strings(void **state)
{
    (void)state;
    char a[] = "Content-Type", b[] = "content-type";
    st_table *t = st_init_strtable(), *u = st_init_strcasetable();
    st_data_t k;
    st_insert(t, (st_data_t)a, 1);
    st_insert(u, (st_data_t)a, 1);
    assert_false(st_is_member(t, (st_data_t)b));
    assert_true(st_get_key(u, (st_data_t)b, &k));
    assert_ptr_equal((char *)k, a);
    assert_true(st_locale_insensitive_strncasecmp("ABx", "aby", 2) == 0);
    assert_true(st_locale_insensitive_strcasecmp("ab", "abc") < 0);
    st_free_table(t);
    st_free_table(u);
}

static void
test_hash_sees_each_byte(void **state)
{
    (void)state;
    unsigned char buf[64] = {0};
    for (size_t len = 1; len <= 64; len++) {
        st_index_t h = st_hash(buf, len, 1);
        assert_int_not_equal(h, st_hash(buf, len - 1, 1));
        for (size_t i = 0; i < len; i++) {
            buf[i] = 1;
            assert_int_not_equal(h, st_hash(buf, len, 1));
            buf[i] = 0;
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_steps),
        cmocka_unit_test(test_grows_large),
        cmocka_unit_test(test_walk_survives_rebuilds),
        cmocka_unit_test(test_walk_deletes_clears_stops),
        cmocka_unit_test(test_walk_check_tells_of_loss),
        cmocka_unit_test(test_safe_walk_raises_on_insertion),
        cmocka_unit_test(test_update_and_replace),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_hash_sees_each_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
