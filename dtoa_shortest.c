/*
 * dtoa_shortest.c - the fewest decimal digits that read back as the same double.
 *
 * The method is in internal/dtoa_inline.h: Schubfach (R. Giulietti, The Schubfach way to render doubles, 2020).
 */
#include "internal/compiler.h"

#include "internal/dtoa_inline.h"

const uint64_t dtoa_pow10[][2] = {
#include "pow10.inc"
};

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
