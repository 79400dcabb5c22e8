/*
 * numeric/dtoa_inline.h - the shortest digits of a double, for writers that have no time for a call.
 *
 * Schubfach (R. Giulietti, The Schubfach way to render doubles, 2020) looks for the multiple of ten, else the
 * integer, that lies nearest to x = v * 10**-k within half a unit of the double.  The number k is chosen so that this
 * unit is 1 to 10.  Here x is one product of 64 by 128 bits, an integer and 64 bits of fraction.  The last bit may be
 * wrong by one.  Half a unit is the power of ten itself, shifted.  The exact form decides where a comparison is closer
 * than that error, which is rarer than one in 2**55, and where the interval has unequal halves
 * (numeric/dtoa_shortest.c).  There is no loop, and all divisions are by constants.  The candidates are chosen without
 * branches, because a branch on them could not be predicted.
 *
 * double-conversion, which is linked for reading, can print too (DoubleToAscii).  The figures below are instructions per
 * Float as counted by callgrind, at 77f53c6; 20,000 Floats from -180 to 180 are written.
 *                          all digits     six decimals
 *   JSON.generate          242            242               with DoubleToAscii: 1176, 908
 *   Float#to_s             886            855               with DoubleToAscii: 1407, 1164
 * The library's printer was put into dtoa_shortest and put_double for the comparison.  The table of powers is needed anyhow:
 * ext/json/parser.h reads Floats with it.
 */
#ifndef FACET_INTERNAL_DTOA_INLINE_H
#define FACET_INTERNAL_DTOA_INLINE_H

#include <string.h>

#include "internal/compiler.h"
#include "internal/numeric/dtoa.h"

enum { DTOA_POW10_MIN = -292 };
extern const uint64_t dtoa_pow10[][2]; /* of 10**e, from that on: the highest 128 bits, rounded up (tool/build/mkpow10.c) */

/* Does what dbl_shortest_inline does, with all comparisons exact, for any v > 0 that is finite. */
uint64_t dbl_shortest_exact(double v, int *exponent);

/* Returns the shortest digits of v: v == digits * 10**exponent. v > 0, finite, and not a whole number below 2**53.
 * There are 16 or 17 digits unless v is subnormal, with zeros at the end where fewer are enough. */
static ALWAYS_INLINE uint64_t
dbl_shortest_inline(double v, int *exponent)
{
    const uint64_t ten = (uint64_t)10 << 60, half = (uint64_t)1 << 63;
    uint64_t bits;
    memcpy(&bits, &v, 8);
    uint64_t fraction = bits & 0xfffffffffffffu;
    int biased = (int)(bits >> 52);
    if (UNLIKELY(fraction == 0 || biased == 0)) return dbl_shortest_exact(v, exponent);
    int q = biased - 1075, k = (q * 1262611) >> 22, h = q + ((-k * 1741647) >> 19) + 1;
    const uint64_t *g = dtoa_pow10[-k - DTOA_POW10_MIN];
    uint64_t cp = (fraction | (uint64_t)1 << 52) << h;
    unsigned __int128 x = (unsigned __int128)g[1] * cp, y = (unsigned __int128)g[0] * cp + (uint64_t)(x >> 64);
    uint64_t whole = (uint64_t)(y >> 64), part = (uint64_t)y, tens = whole / 10 * 10;
    /* from the multiple of ten below, and half a unit, both in 2**-60 */
    uint64_t above = (whole - tens) << 60 | part >> 4, reach = g[0] >> (5 - h), sum = above + reach;
    if (UNLIKELY((above - reach + 3 <= 6) | (sum - ten + 3 <= 6) | (part - half + 3 <= 6)))
        return dbl_shortest_exact(v, exponent);
    bool up = sum > ten;
    *exponent = k;
    return ((above < reach) | up) ? tens + (up ? 10 : 0) : whole + (part >> 63);
}

#endif
