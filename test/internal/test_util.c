/*
 * test_util.c - util.c by itself.  The functions of the VM that it calls are stubbed below.
 */
#include "internal/compiler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <cmocka.h>

#include "ruby/ruby.h"
#include "ruby/util.h"

void *
ruby_xmalloc(size_t n)
{
    return malloc(n);
}

void *
ruby_xrealloc(void *p, size_t n)
{
    return realloc(p, n);
}

void
ruby_xfree(void *p)
{
    free(p);
}

void *
rb_alloc_tmp_buffer_with_count(volatile VALUE *holder, size_t bytes, size_t count)
{
    (void)count;
    return (void *)(*holder = (VALUE)malloc(bytes));
}

void
rb_free_tmp_buffer(volatile VALUE *holder)
{
    free((void *)*holder);
}

void
ruby_malloc_size_overflow(size_t n, size_t size)
{
    (void)n, (void)size;
    abort();
}

void
rb_sys_fail(const char *m)
{
    (void)m;
    abort();
}

void
rb_syserr_fail(int e, const char *m)
{
    (void)e, (void)m;
    abort();
}

static void
test_scan_hex_oct(void **state)
{
    (void)state;
    size_t n;
    assert_int_equal(ruby_scan_hex("fFx", 3, &n), 255);
    assert_int_equal(n, 2);
    assert_int_equal(ruby_scan_hex("12345", 2, &n), 0x12);
    assert_int_equal(ruby_scan_oct("778", 3, &n), 63);
    assert_int_equal(n, 2);
    assert_int_equal(ruby_scan_oct("", 0, &n), 0);
    assert_int_equal(n, 0);
}

static void
test_scan_digits(void **state)
{
    (void)state;
    size_t used;
    int overflow;
    assert_int_equal(ruby_scan_digits("1_234z", -1, 10, &used, &overflow), 1234);
    assert_int_equal(used, 5);
    ruby_scan_digits("99999999999999999999", 20, 10, &used, &overflow);
    assert_true(overflow && used == 20);
    assert_int_equal(ruby_scan_digits("12_", 3, 10, &used, &overflow), 12);
    assert_int_equal(used, 2);
}

static void
test_strtoul(void **state)
{
    (void)state;
    char *end;
    assert_int_equal(ruby_strtoul(" +0x1fg", &end, 0), 0x1f);
    assert_int_equal(*end, 'g');
    assert_int_equal(ruby_strtoul("077", &end, 0), 63);
    assert_int_equal(ruby_strtoul("zz", &end, 36), 35 * 36 + 35);
    assert_int_equal(ruby_strtoul("-1", &end, 10), -1);
    const char *none = "  x";
    assert_int_equal(ruby_strtoul(none, &end, 10), 0);
    assert_ptr_equal(end, none);
    errno = 0;
    assert_int_equal(ruby_strtoul("18446744073709551616", &end, 10), ULONG_MAX);
    assert_int_equal(errno, ERANGE);
}

static void
test_strl(void **state)
{
    (void)state;
    char buf[6];
    assert_int_equal(ruby_strlcpy(buf, "abc", sizeof buf), 3);
    assert_int_equal(ruby_strlcat(buf, "defg", sizeof buf), 7);
    assert_string_equal(buf, "abcde");
    assert_int_equal(ruby_strlcpy(buf, "xyz", 0), 3);
    assert_string_equal(buf, "abcde");
}

static int
by_key(const void *a, const void *b, void *arg)
{
    ++*(size_t *)arg;
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void
sort_and_check(size_t n, unsigned range)
{
    struct pair {
        int key, order;
        char pad[5];
    } *v = malloc(n * sizeof *v);
    size_t calls = 0;
    for (size_t i = 0; i < n; i++) v[i].key = rand() % (int)range, v[i].order = (int)i;
    ruby_qsort(v, n, sizeof *v, by_key, &calls);
    for (size_t i = 1; i < n; i++) {
        assert_true(v[i - 1].key <= v[i].key);
        if (v[i - 1].key == v[i].key) assert_true(v[i - 1].order < v[i].order);
    }
    free(v);
}

static void
test_qsort_is_stable(void **state)
{
    (void)state;
    for (size_t n = 0; n < 60; n++) sort_and_check(n, 10), sort_and_check(n, 1000);
    sort_and_check(50000, 7);
    sort_and_check(50000, 1000000);
}

static void
collect(const char *word, int len, void *arg)
{
    char *to = arg;
    snprintf(to + strlen(to), 40 - strlen(to), "[%.*s]", len, word);
}

static void
test_each_words_and_getcwd(void **state)
{
    (void)state;
    char got[40] = "";
    ruby_each_words(" a, bc,,d ", collect, got);
    assert_string_equal(got, "[a][bc][d]");
    char *cwd = ruby_getcwd(), want[4096];
    assert_string_equal(cwd, getcwd(want, sizeof want));
    free(cwd);
    assert_int_equal(ruby_digit36_to_number_table['z'], 35);
    assert_int_equal(ruby_digit36_to_number_table['A'], 10);
    assert_int_equal(ruby_digit36_to_number_table['0'], 0);
    assert_int_equal(ruby_digit36_to_number_table['@'], -1);
    assert_int_equal(ruby_digit36_to_number_table[0xff], -1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scan_hex_oct),    cmocka_unit_test(test_scan_digits),
        cmocka_unit_test(test_strtoul),         cmocka_unit_test(test_strl),
        cmocka_unit_test(test_qsort_is_stable), cmocka_unit_test(test_each_words_and_getcwd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
