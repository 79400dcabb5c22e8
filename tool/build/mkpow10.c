/*
 * mkpow10.c - writes pow10.inc: powers of ten as 128-bit fractions, for numeric/dtoa_shortest.c.
 *
 * Row i is g = ceil(10**e * 2**(127 - floor(log2(10**e)))) for e = POW10_MIN + i: the highest bit is set.  Powers from 0 to
 * 55 are exact.  Big numbers are arrays of 32-bit limbs, lowest first; one page of arithmetic needs no library.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { POW10_MIN = -292, POW10_MAX = 324, LIMBS = 48 };

struct big {
    uint32_t limb[LIMBS];
};

static void
big_mul(struct big *b, uint32_t by)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)b->limb[i] * by;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void
big_div(struct big *b, uint32_t by)
{
    uint64_t rest = 0;
    for (int i = LIMBS - 1; i >= 0; i--) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
}

static int
big_bit(const struct big *b, int at)
{
    return at >= 0 && (b->limb[at / 32] >> (at % 32) & 1);
}

static int
big_bits(const struct big *b)
{
    int n = LIMBS * 32;
    while (n > 0 && !big_bit(b, n - 1)) n--;
    return n;
}

/* The highest 128 bits, rounded up if anything is below them. */
static void
print_top(const struct big *b, int inexact)
{
    uint64_t hi = 0, lo = 0;
    int top = big_bits(b);
    for (int i = 0; i < 64; i++) hi = hi << 1 | (uint64_t)big_bit(b, top - 1 - i);
    for (int i = 64; i < 128; i++) lo = lo << 1 | (uint64_t)big_bit(b, top - 1 - i);
    for (int i = 0; i < top - 128; i++) inexact |= big_bit(b, i);
    if (inexact && ++lo == 0) hi++;
    printf("{0x%016llxu, 0x%016llxu},\n", (unsigned long long)hi, (unsigned long long)lo);
}

int
main(void)
{
    printf("/* Made by tool/build/mkpow10.c. */\n");
    for (int e = POW10_MIN; e <= POW10_MAX; e++) {
        struct big b;
        memset(&b, 0, sizeof b);
        if (e >= 0) {
            b.limb[0] = 1;
            for (int i = 0; i < e; i++) big_mul(&b, 10);
            print_top(&b, 0);
        } else {
            int log2 = -((-e * 1741647 + (1 << 19) - 1) >> 19); /* floor(log2(10**e)) */
            int shift = 127 - log2;
            b.limb[shift / 32] = (uint32_t)1 << (shift % 32);
            for (int i = 0; i < -e; i++) big_div(&b, 10);
            print_top(&b, 1);
        }
    }
    return 0;
}
