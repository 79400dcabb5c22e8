/*
 * dtoa_inline.h - the shortest digits of a double, for writers that have no time for a call.
 *
 * Schubfach (R. Giulietti, The Schubfach way to render doubles, 2020): the double and the ends of its rounding interval
 * are scaled by one power of ten to integers of a few more bits than needed, the lost bits sticking to the lowest; at
 * most four candidates are left to compare.  No loop, no division but by constants, one table.  The candidates are
 * chosen without branches: which one it is, is as good as random.
 */
#ifndef FACET_INTERNAL_DTOA_INLINE_H
#define FACET_INTERNAL_DTOA_INLINE_H

#include <string.h>

#include "internal/compiler.h"
#include "internal/dtoa.h"

enum { DTOA_POW10_MIN = -292 };
extern const uint64_t dtoa_pow10[][2]; /* of 10**e, from that on: the highest 128 bits, rounded up (tool/mkpow10.c) */

/* floor(g * cp / 2**128), its lowest bit set if anything was cut off. */
static ALWAYS_INLINE uint64_t
dtoa_scale(const uint64_t *g, uint64_t cp)
{
    unsigned __int128 x = (unsigned __int128)g[1] * cp, y = (unsigned __int128)g[0] * cp + (uint64_t)(x >> 64);
    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

/* v > 0, finite, and not a whole number below 2**53: digits * 10**exponent, 16 or 17 digits unless v is subnormal, with
 * zeros at the end where fewer are enough. */
static ALWAYS_INLINE uint64_t
dbl_shortest_inline(double v, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    uint64_t fraction = bits & 0xfffffffffffffu, c = fraction;
    int biased = (int)(bits >> 52), q = -1074;
    if (LIKELY(biased)) {
        c |= (uint64_t)1 << 52;
        q = biased - 1075;
    }
    bool odd = c & 1, closer = fraction == 0 && biased > 1;
    int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22, h = q + ((-k * 1741647) >> 19) + 1;
    const uint64_t *g = dtoa_pow10[-k - DTOA_POW10_MIN];
    uint64_t vb = dtoa_scale(g, (4 * c) << h);
    uint64_t lower = dtoa_scale(g, (4 * c - 2 + closer) << h) + odd, upper = dtoa_scale(g, (4 * c + 2) << h) - odd;
    uint64_t s = vb / 4, t = s / 10 * 10;
    bool short_down = lower <= 4 * t, short_up = 4 * t + 40 <= upper;
    bool down = lower <= 4 * s, up = 4 * s + 4 <= upper;
    bool nearer_up = vb > 4 * s + 2 || (vb == 4 * s + 2 && (s & 1));
    uint64_t plain = s + (down != up ? up : nearer_up);
    *exponent = k;
    return ((short_down != short_up) & (s >= 10)) ? t + (short_up ? 10 : 0) : plain;
}

#endif
