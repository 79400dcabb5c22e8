/*
 * numeric/dtoa_shortest.c - the fewest decimal digits that read back as the same double.
 *
 * The usual way is in internal/numeric/dtoa_inline.h.  The exact one is Schubfach as published (R. Giulietti, The Schubfach way to
 * render doubles, 2020).  The double and the ends of its rounding interval are scaled by one power of ten, to integers of a
 * few more bits than needed.  Lost bits set the lowest bit.  At most four candidates are left to compare.
 */
#include "internal/compiler.h"

#include "internal/numeric/dtoa_inline.h"

const uint64_t dtoa_pow10[][2] = {
#include "pow10.inc"
};

/* floor(g * cp / 2**128), its lowest bit set if anything was cut off. */
static inline uint64_t
scale(const uint64_t *g, uint64_t cp)
{
    unsigned __int128 x = (unsigned __int128)g[1] * cp, y = (unsigned __int128)g[0] * cp + (uint64_t)(x >> 64);
    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

uint64_t
dbl_shortest_exact(double v, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &v, 8);
    uint64_t fraction = bits & 0xfffffffffffffu, c = fraction;
    int biased = (int)(bits >> 52), q = -1074;
    if (biased) {
        c |= (uint64_t)1 << 52;
        q = biased - 1075;
    }
    bool odd = c & 1, closer = fraction == 0 && biased > 1;
    int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22, h = q + ((-k * 1741647) >> 19) + 1;
    const uint64_t *g = dtoa_pow10[-k - DTOA_POW10_MIN];
    uint64_t vb = scale(g, (4 * c) << h);
    uint64_t lower = scale(g, (4 * c - 2 + closer) << h) + odd, upper = scale(g, (4 * c + 2) << h) - odd;
    uint64_t s = vb / 4, t = s / 10 * 10;
    bool short_down = lower <= 4 * t, short_up = 4 * t + 40 <= upper;
    bool down = lower <= 4 * s, up = 4 * s + 4 <= upper;
    bool nearer_up = vb > 4 * s + 2 || (vb == 4 * s + 2 && (s & 1));
    *exponent = k;
    if (s >= 10 && short_down != short_up) return short_up ? t + 10 : t;
    return s + (down != up ? up : nearer_up);
}

uint64_t
dbl_shortest(double v, int *exponent)
{
    if (v < 0x1p53 && (double)(uint64_t)v == v) {
        *exponent = 0;
        return (uint64_t)v;
    }
    return dbl_shortest_inline(v, exponent);
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
