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
#include "internal/dtoa.h"

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

enum { DIGITS_ROOM = 48 }; /* 17 digits, then zeros: copied 16 bytes at a time from anywhere in the digits */

/* Decimal digits of v > 0. */
static ALWAYS_INLINE int
count_digits(uint64_t v)
{
    static const uint64_t pow10[] = {0,         10,         100,         1000,         10000,         100000,         1000000,
                                     10000000,  100000000,  1000000000,  10000000000,  100000000000,  1000000000000,
                                     10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
                                     100000000000000000};
    int guess = (64 - __builtin_clzll(v)) * 1233 >> 12; /* log10(2) is 1233 / 4096 */
    return guess + (v >= pow10[guess]);
}

/* The digits of v, 17 with zeros after them; returns how many count. */
static ALWAYS_INLINE int
spread_digits(uint64_t v, int n, char *digits)
{
    static const uint64_t scale[] = {1,          10,          100,          1000,          10000,          100000,
                                     1000000,    10000000,    100000000,    1000000000,    10000000000,    100000000000,
                                     1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000};
    v *= scale[17 - n];
    uint64_t top = v / 10000000000000000u, rest = v - top * 10000000000000000u;
    uint32_t hi = (uint32_t)(rest / 100000000), lo = (uint32_t)(rest - (uint64_t)hi * 100000000);
    uint64_t a, b;
    const uint64_t zeros = 0x3030303030303030u;
    digits[0] = (char)('0' + top);
    put_8digits(digits + 1, hi);
    put_8digits(digits + 9, lo);
    memcpy(&a, digits + 1, 8);
    memcpy(&b, digits + 9, 8);
    if (b != zeros) return 17 - (__builtin_clzll(b ^ zeros) >> 3);
    return a == zeros ? 1 : 9 - (__builtin_clzll(a ^ zeros) >> 3);
}

char *
put_double(char *p, double d)
{
    char digits[DIGITS_ROOM];
    *p = '-';
    p += signbit(d) != 0;
    d = fabs(d);
    if (d < 100000000 && d == (double)(uint32_t)d) {
        p = put_1to8(p, (uint32_t)d);
        memcpy(p, ".0", 2);
        return p + 2;
    }
    int k;
    uint64_t v = dbl_shortest(d, &k);
    int all = count_digits(v), e = k + all - 1, n = spread_digits(v, all, digits);
    memset(digits + 17, '0', 16);
    k = e - n + 1;
    if (k < 0 && (k > -7 || (e > -10 && e < 10))) {
        if (e >= 0) {
            memcpy(p, digits, 16);
            p[e + 1] = '.';
            memcpy(p + e + 2, digits + e + 1, 16);
            return p + n + 1;
        }
        memcpy(p, "0.0000000000", 12);
        p += 1 - e;
        memcpy(p, digits, 17);
        return p + n;
    }
    if (k >= 0 && e < 15) {
        memcpy(p, digits, 16);
        memcpy(p + e + 1, ".0", 2);
        return p + e + 3;
    }
    *p = digits[0];
    p[1] = '.';
    memcpy(p + 2, digits + 1, 16);
    return put_exponent(p + (n > 1 ? n + 1 : 1), e);
}
