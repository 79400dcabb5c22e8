/*
 * dtoa_shortest.c - the fewest decimal digits that read back as the same double.
 *
 * Schubfach (R. Giulietti, The Schubfach way to render doubles, 2020): the double and the ends of its rounding interval
 * are scaled by one power of ten to integers of a few more bits than needed, the lost bits sticking to the lowest; at
 * most four candidates are left to compare.  No loop, no division but by constants, one table (pow10.inc).
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/dtoa.h"

enum { POW10_MIN = -292 };
static const uint64_t pow10_table[][2] = {
#include "pow10.inc"
};

static inline int
floor_log2_pow10(int e)
{
    return (e * 1741647) >> 19;
}

/* floor(g * cp / 2**128), its lowest bit set if anything was cut off. */
static ALWAYS_INLINE uint64_t
mul_to_odd(const uint64_t *g, uint64_t cp)
{
    unsigned __int128 x = (unsigned __int128)g[1] * cp, y = (unsigned __int128)g[0] * cp + (uint64_t)(x >> 64);
    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

uint64_t
dbl_shortest(double v, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    uint64_t fraction = bits & 0xfffffffffffffu, c = fraction;
    int biased = (int)(bits >> 52 & 0x7ff), q = -1074;
    if (biased) {
        c |= (uint64_t)1 << 52;
        q = biased - 1075;
        if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0) {
            *exponent = 0;
            return c >> -q;
        }
    }
    bool even = !(c & 1), closer = fraction == 0 && biased > 1;
    uint64_t cbl = 4 * c - 2 + closer, cb = 4 * c, cbr = 4 * c + 2;
    int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22;
    int h = q + floor_log2_pow10(-k) + 1;
    const uint64_t *g = pow10_table[-k - POW10_MIN];
    uint64_t lower = mul_to_odd(g, cbl << h) + !even, vb = mul_to_odd(g, cb << h), upper = mul_to_odd(g, cbr << h) - !even;
    uint64_t s = vb / 4;
    if (s >= 10) {
        uint64_t t = s / 10;
        bool down = lower <= 40 * t, up = 40 * t + 40 <= upper;
        if (down != up) {
            *exponent = k + 1;
            return t + up;
        }
    }
    *exponent = k;
    bool down = lower <= 4 * s, up = 4 * s + 4 <= upper;
    if (down != up) return s + up;
    uint64_t mid = 4 * s + 2;
    return s + (vb > mid || (vb == mid && (s & 1)));
}

int
dtoa_shortest(double v, char *buf, int *point)
{
    int k, n = 0;
    uint64_t d = dbl_shortest(v, &k);
    while (d % 10 == 0) d /= 10, k++;
    char back[20];
    for (; d; d /= 10) back[n++] = (char)('0' + d % 10);
    for (int i = 0; i < n; i++) buf[i] = back[n - 1 - i];
    buf[n] = 0;
    *point = n + k;
    return n;
}
