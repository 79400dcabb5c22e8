/*
 * util.c - small things over plain C: numbers in text, sorting with an argument, the environment, the working directory.
 *
 * Uses      the C API alone. ruby_strtod is in numeric/float_text.c.
 * Checked   test/internal/test_util.c
 */
#include "internal/compiler.h"
#include "ruby/ruby.h"
#include "ruby/util.h"
#undef strdup
#undef strtod

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char ruby_hexdigits[] = "0123456789abcdef0123456789ABCDEF";

#define NO8 -1, -1, -1, -1, -1, -1, -1, -1
#define NO16 NO8, NO8
#define LETTERS                                                                                                             \
    -1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, -1, -1, -1, \
        -1, -1
const signed char ruby_digit36_to_number_table[256] = {
    NO16,    NO16,    NO16,                                                             /* to '/' */
    0,       1,       2,    3,    4,    5,    6,    7,    8, 9, -1, -1, -1, -1, -1, -1, /* '0' */
    LETTERS, LETTERS,                                                                   /* '@' and '`' */
    NO16,    NO16,    NO16, NO16, NO16, NO16, NO16, NO16,
};
#undef LETTERS
#undef NO16
#undef NO8

static inline int
digit_value(char c)
{
    return ruby_digit36_to_number_table[(unsigned char)c];
}

/* Digits of a base that is a power of two; bits past the word fall off at the top. */
static unsigned long
scan_power_of_two(const char *s, size_t len, int bits, size_t *used)
{
    const char *start = s;
    unsigned long v = 0;
    for (; len; s++, len--) {
        int d = digit_value(*s);
        if (d < 0 || d >> bits) break;
        v = (v << bits) | (unsigned long)d;
    }
    *used = (size_t)(s - start);
    return v;
}

unsigned long
ruby_scan_oct(const char *s, size_t len, size_t *used)
{
    return scan_power_of_two(s, len, 3, used);
}

unsigned long
ruby_scan_hex(const char *s, size_t len, size_t *used)
{
    return scan_power_of_two(s, len, 4, used);
}

/*
 * Read digits of any base. One underscore may stand between two digits.
 *   len       bytes to read at most, or negative for "up to the NUL"
 *   used      bytes read
 *   overflow  set to 1 if the number does not fit; the digits are read all the same
 * Effects     pure
 */
unsigned long
ruby_scan_digits(const char *s, ssize_t len, int base, size_t *used, int *overflow)
{
    const char *start = s, *end_of_digits = s;
    unsigned long v = 0;
    bool last_was_digit = false;
    *overflow = 0;
    for (; len != 0 && *s; s++, len -= len > 0) {
        if (*s == '_' && last_was_digit) {
            last_was_digit = false;
            continue;
        }
        int d = digit_value(*s);
        if (d < 0 || d >= base) break;
        if (__builtin_mul_overflow(v, (unsigned long)base, &v) || __builtin_add_overflow(v, (unsigned long)d, &v))
            *overflow = 1;
        last_was_digit = true;
        end_of_digits = s + 1;
    }
    *used = (size_t)(end_of_digits - start);
    return v;
}

/* strtoul of ISO C in the "C" locale: blanks, a sign, the base's prefix, digits; ULONG_MAX and ERANGE if it overflows. */
unsigned long
ruby_strtoul(const char *str, char **end, int base)
{
    const char *s = str;
    bool negative = false, overflow = false, any = false;
    unsigned long v = 0;
    while (ISSPACE(*s)) s++;
    if (*s == '+' || *s == '-') negative = *s++ == '-';
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        if (end) *end = (char *)(uintptr_t)str;
        return 0;
    }
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 0x20) == 'x' && ISXDIGIT(s[2])) s += 2, base = 16;
    else if (base == 0) base = s[0] == '0' ? 8 : 10;
    for (int d; (d = digit_value(*s)) >= 0 && d < base; s++, any = true)
        overflow |= __builtin_mul_overflow(v, (unsigned long)base, &v) || __builtin_add_overflow(v, (unsigned long)d, &v);
    if (end) *end = (char *)(uintptr_t)(any ? s : str);
    if (overflow) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return negative ? 0UL - v : v;
}

char *
ruby_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(xmalloc(n), s, n);
}

/* raises Errno::*. */
char *
ruby_getcwd(void)
{
    size_t size = 256;
    char *buf = xmalloc(size);
    while (!getcwd(buf, size)) {
        int e = errno;
        if (e != ERANGE) {
            xfree(buf);
            rb_syserr_fail(e, "getcwd");
        }
        buf = xrealloc(buf, size *= 2);
    }
    return buf;
}

size_t
ruby_strlcpy(char *dst, const char *src, size_t size)
{
    size_t n = strlen(src);
    if (size) {
        size_t fits = n < size ? n : size - 1;
        memcpy(dst, src, fits);
        dst[fits] = '\0';
    }
    return n;
}

size_t
ruby_strlcat(char *dst, const char *src, size_t size)
{
    size_t n = strnlen(dst, size);
    return n + (n < size ? ruby_strlcpy(dst + n, src, size - n) : strlen(src));
}

void
ruby_each_words(const char *s, void (*func)(const char *word, int len, void *arg), void *arg)
{
    static const char between[] = ", \t\n\v\f\r";
    for (size_t n; s += strspn(s, between), (n = strcspn(s, between)); s += n) func(s, (int)n, arg);
}

/* ---- sorting -------------------------------------------------------------------------------------------------- */

/*
 * The sort is a merge sort, as glibc's qsort_r is, with which CRuby on Linux sorts.  Programs rely on the order of elements that
 * compare equal.  The buffer belongs to the collector, so that cmp may raise.  A raise leaves some elements of base doubled
 * and others lost, so a caller that needs them all sorts a copy.
 */
struct sorter {
    size_t width;
    int (*cmp)(const void *, const void *, void *);
    void *arg;
};

enum { SORT_SHORT = LIMIT(6, 2) };

static inline int
compare(const struct sorter *s, const char *a, const char *b)
{
    return s->cmp(a, b, s->arg);
}

static inline void
swap(size_t width, char *a, char *b)
{
    for (; width >= sizeof(uint64_t); width -= 8, a += 8, b += 8) {
        uint64_t t, u;
        memcpy(&t, a, 8);
        memcpy(&u, b, 8);
        memcpy(a, &u, 8);
        memcpy(b, &t, 8);
    }
    for (; width; width--, a++, b++) {
        char t = *a;
        *a = *b;
        *b = t;
    }
}

static void
sort_short(const struct sorter *s, char *base, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (char *p = base + i * s->width; p > base && compare(s, p - s->width, p) > 0; p -= s->width)
            swap(s->width, p, p - s->width);
}

/* Merges the sorted base[0, left) and base[left, n); tmp takes the former. */
static void
merge(const struct sorter *s, char *base, size_t left, size_t n, char *tmp)
{
    size_t w = s->width;
    char *a = tmp, *a_end = tmp + left * w, *b = base + left * w, *b_end = base + n * w, *to = base;
    memcpy(tmp, base, left * w);
    while (a < a_end && b < b_end) {
        char **from = compare(s, a, b) <= 0 ? &a : &b;
        if (w == sizeof(uint64_t)) memcpy(to, *from, sizeof(uint64_t));
        else memmove(to, *from, w);
        *from += w;
        to += w;
    }
    memcpy(to, a, (size_t)(a_end - a));
}

static void
sort_range(const struct sorter *s, char *base, size_t n, char *tmp)
{
    if (n <= SORT_SHORT) {
        sort_short(s, base, n);
        return;
    }
    size_t left = n / 2;
    char *mid = base + left * s->width;
    sort_range(s, base, left, tmp);
    sort_range(s, mid, n - left, tmp);
    if (compare(s, mid - s->width, mid) > 0) merge(s, base, left, n, tmp);
}

/*
 * Sort n elements of elt_bytes each; cmp(a, b, arg) is negative, 0 or positive. Stable.
 * Effects    allocates, and what cmp does
 */
void
ruby_qsort(void *base, size_t n, size_t elt_bytes, int (*cmp)(const void *, const void *, void *), void *arg)
{
    struct sorter s = {elt_bytes, cmp, arg};
    VALUE holder = 0;
    if (n < 2 || !elt_bytes) return;
    char *tmp = ALLOCV_N(char, holder, rbimpl_size_mul_or_raise(n / 2, elt_bytes));
    sort_range(&s, base, n, tmp);
    ALLOCV_END(holder);
}
