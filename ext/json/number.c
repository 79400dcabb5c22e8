/*
 * number.c - Floats as JSON text.
 *
 * DIGITS has n digits and stands for DIGITS * 10**k; e = k + n - 1 is the exponent of its first digit.
 *   k >= 0, e < 15                 1000.0          all digits, zeros, ".0"
 *   k < 0, k > -7 or |e| < 10      0.00000015      with a point
 *   else                           1.5e+300, 1e-10
 */
#include "internal/compiler.h"

#include <math.h>

#include "ext/json/number.h"
#include "internal/dtoa_inline.h"

#define D1(t) t "0" t "1" t "2" t "3" t "4" t "5" t "6" t "7" t "8" t "9"
const char num_pairs[201] =
    D1("0") D1("1") D1("2") D1("3") D1("4") D1("5") D1("6") D1("7") D1("8") D1("9");
#undef D1

static char *
put_exponent(char *p, int e)
{
    *p++ = 'e';
    *p++ = e < 0 ? '-' : '+';
    unsigned u = e < 0 ? (unsigned)-e : (unsigned)e;
    if (u >= 100) {
        *p++ = (char)('0' + u / 100);
        return put_2digits(p, u % 100);
    }
    return put_1or2(p, u);
}

/* Decimal digits of v > 0: of a subnormal's, which are few. */
static NOINLINE int
count_digits(uint64_t v)
{
    static const uint64_t pow10[] = {0,         10,         100,         1000,         10000,         100000,         1000000,
                                     10000000,  100000000,  1000000000,  10000000000,  100000000000,  1000000000000,
                                     10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
                                     100000000000000000};
    int guess = (64 - __builtin_clzll(v)) * 1233 >> 12; /* log10(2) is 1233 / 4096 */
    return guess + (v >= pow10[guess]);
}

static const uint64_t digit_scale[] = {1,          10,          100,          1000,          10000,          100000,
                                       1000000,    10000000,    100000000,    1000000000,    10000000000,    100000000000,
                                       1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000};

/* 17 digits of a number, with zeros at the end: the first, and eight and eight as text.  They stay in registers, for text
 * that is read back before its stores have settled waits for them. */
struct digits17 {
    uint64_t first; /* 0 to 9 */
    uint64_t a, b;
    int count;      /* digits up to the last that is not 0 */
};

static ALWAYS_INLINE struct digits17
spread_digits(uint64_t v)
{
    struct digits17 d;
    d.first = v / 10000000000000000u;
    uint64_t rest = v - d.first * 10000000000000000u;
    uint32_t hi = (uint32_t)(rest / 100000000), lo = (uint32_t)(rest - (uint64_t)hi * 100000000);
    d.a = digits8(hi);
    d.b = digits8(lo);
    d.count = d.b ? 17 - (__builtin_clzll(d.b) >> 3) : d.a ? 9 - (__builtin_clzll(d.a) >> 3) : 1;
    d.a |= DIGIT_ZEROS;
    d.b |= DIGIT_ZEROS;
    return d;
}

static ALWAYS_INLINE void
put_17digits(char *p, const struct digits17 *d)
{
    *p = (char)('0' + d->first);
    memcpy(p + 1, &d->a, 8);
    memcpy(p + 9, &d->b, 8);
}

/* e + 1 digits, the point, the rest; 0 <= e < 7: the first word is made of digits before the point and digits after. */
static ALWAYS_INLINE void
put_pointed(char *p, const struct digits17 *d, int e)
{
    uint64_t word = d->a << 8 | ('0' + d->first), before = ((uint64_t)0x100 << 8 * e) - 1;
    uint64_t shifted = (word & ~before) << 8;
    word = (word & before) | (uint64_t)'.' << (8 * e + 8) | shifted;
    memcpy(p + 2, &d->a, 8);
    memcpy(p + 10, &d->b, 8);
    memcpy(p, &word, 8);
}

static NOINLINE void
put_pointed_far(char *p, const struct digits17 *d, int e)
{
    char digits[32];
    put_17digits(digits, d);
    memcpy(p, digits, 17);
    p[e + 1] = '.';
    memcpy(p + e + 2, digits + e + 1, (size_t)(16 - e));
}

/* p + n + 1: by branches, for the same reason as N1. */
static ALWAYS_INLINE char *
after(char *p, int n)
{
    if (n == 17) return p + 18;
    if (n == 16) return p + 17;
    if (n == 15) return p + 16;
    return p + n + 1;
}

char *
put_double(char *p, double d)
{
    *p = '-';
    p += signbit(d) != 0;
    d = fabs(d);
    if (d < 1e15 && d == (double)(int64_t)d) {
        p = put_uint64(p, (uint64_t)d);
        memcpy(p, ".0", 2);
        return p + 2;
    }
    int k, all = 17;
    uint64_t v = dbl_shortest_inline(d, &k);
    if (LIKELY(v >= 1000000000000000u)) {
        bool sixteen = v < 10000000000000000u;
        v = sixteen ? v * 10 : v;
        all -= sixteen;
    } else {
        all = count_digits(v);
        v *= digit_scale[17 - all];
    }
    int e = k + all - 1;
    struct digits17 digits = spread_digits(v);
    int n = digits.count;
    k = e - n + 1;
    if (LIKELY(k < 0 && (k > -7 || (e > -10 && e < 10)))) {
        if (LIKELY(e >= 0)) {
            if (LIKELY(e < 7)) put_pointed(p, &digits, e);
            else put_pointed_far(p, &digits, e);
            return after(p, n);
        }
        memcpy(p, "0.0000000000", 12);
        p += 1 - e;
        put_17digits(p, &digits);
        return p + n;
    }
    if (k >= 0 && e < 15) {
        put_17digits(p, &digits);
        memcpy(p + e + 1, ".0", 2);
        return p + e + 3;
    }
    put_17digits(p + 1, &digits);
    *p = (char)('0' + digits.first);
    p[1] = '.';
    return put_exponent(p + (n > 1 ? n + 1 : 1), e);
}
