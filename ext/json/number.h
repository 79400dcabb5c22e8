/*
 * number.h - Integers and Floats as JSON text.
 *
 * JNUM-1    Digits are written forward, into place.  Branches on the magnitude choose how many: predicted, they let the
 *           next value start before this one's digits are known, which a counted length would not.
 * JNUM-2    A writer may store up to 40 bytes at p, whatever it returns.
 */
#ifndef FACET_EXT_JSON_NUMBER_H
#define FACET_EXT_JSON_NUMBER_H

#include <stdint.h>
#include <string.h>

#include "internal/compiler.h"

extern const char num_pairs[201]; /* "00".."99" */

static ALWAYS_INLINE char *
put_2digits(char *p, unsigned v) /* v < 100 */
{
    memcpy(p, num_pairs + 2 * v, 2);
    return p + 2;
}
static ALWAYS_INLINE char *
put_1or2(char *p, unsigned v)
{
    if (v < 10) {
        *p = (char)('0' + v);
        return p + 1;
    }
    return put_2digits(p, v);
}
/* v * 5243 >> 19 is v / 100 for v < 10000. */
static ALWAYS_INLINE char *
put_4digits(char *p, unsigned v)
{
    unsigned hi = v * 5243u >> 19;
    memcpy(p, num_pairs + 2 * hi, 2);
    memcpy(p + 2, num_pairs + 2 * (v - hi * 100), 2);
    return p + 4;
}
static ALWAYS_INLINE char *
put_1to4(char *p, unsigned v)
{
    if (v < 100) return put_1or2(p, v);
    unsigned hi = v * 5243u >> 19;
    return put_2digits(put_1or2(p, hi), v - hi * 100);
}

/* Returns the eight digits of v < 10**8 as bytes 0 to 9, the first in the lowest byte.  v is split into halves, quarters and
 * eighths; each step splits all parts at once (P. Khuong, How to print integers really fast, 2017). */
static ALWAYS_INLINE uint64_t
digits8(uint32_t v)
{
    uint64_t hi = v / 10000, halves = hi | (uint64_t)(v - hi * 10000) << 32;
    uint64_t hundreds = (halves * 10486 >> 20) & 0x0000007f0000007f;
    uint64_t quarters = ((halves - hundreds * 100) << 16) + hundreds;
    uint64_t tens = (quarters * 103 >> 10) & 0x000f000f000f000f;
    return ((quarters - tens * 10) << 8) + tens;
}
#define DIGIT_ZEROS 0x3030303030303030u

static ALWAYS_INLINE char *
put_8digits(char *p, uint32_t v)
{
    uint64_t text = digits8(v) | DIGIT_ZEROS;
    memcpy(p, &text, 8);
    return p + 8;
}
static ALWAYS_INLINE char *
put_1to8(char *p, uint32_t v)
{
    if (v < 10000) return put_1to4(p, v);
    uint32_t hi = v / 10000;
    return put_4digits(put_1to4(p, hi), v - hi * 10000);
}

static ALWAYS_INLINE char *
put_uint64(char *p, uint64_t v)
{
    if (LIKELY(v < 100000000)) return put_1to8(p, (uint32_t)v);
    uint64_t hi = v / 100000000;
    uint32_t lo = (uint32_t)(v - hi * 100000000);
    if (LIKELY(hi < 100000000)) return put_8digits(put_1to8(p, (uint32_t)hi), lo);
    uint64_t top = hi / 100000000;
    return put_8digits(put_8digits(put_1to8(p, (uint32_t)top), (uint32_t)(hi - top * 100000000)), lo);
}

static ALWAYS_INLINE char *
put_int64(char *p, int64_t v)
{
    *p = '-';
    p += v < 0;
    return put_uint64(p, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

/* A finite double: the fewest digits that read back, laid out as the json gem does. */
char *put_double(char *p, double d);

#endif
