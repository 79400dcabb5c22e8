/*
 * scan_plain.h - the parser's scans in plain C: eight bytes a step, in a word.
 *
 * The reference for scan_sse2.h and scan_neon.h, which offer the same names; see scan.h for what they promise.
 */
#ifndef FACET_EXT_JSON_SCAN_PLAIN_H
#define FACET_EXT_JSON_SCAN_PLAIN_H

#include <string.h>

#include "internal/compiler.h"

#define SCAN_ONES 0x0101010101010101ull
#define SCAN_HIGHS 0x8080808080808080ull

static ALWAYS_INLINE uint64_t
scan_load8(const char *p)
{
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
}

/* The lowest 0x80 of the result is at the first byte that stops a string; above it there may be false ones. */
static ALWAYS_INLINE uint64_t
scan_stops8(uint64_t x)
{
    uint64_t quote = x ^ SCAN_ONES * '"', slash = x ^ SCAN_ONES * '\\';
    uint64_t low = (x - SCAN_ONES * 0x20) & ~x;
    return (((quote - SCAN_ONES) & ~quote) | ((slash - SCAN_ONES) & ~slash) | low) & SCAN_HIGHS;
}

/* Index of the first stop in p..p+16, 16 if none. */
static ALWAYS_INLINE unsigned
scan_plain_string16(const char *p, bool *high)
{
    uint64_t a = scan_load8(p), m = scan_stops8(a);
    if (m) {
        unsigned n = (unsigned)__builtin_ctzll(m) >> 3;
        *high |= (a & SCAN_HIGHS & (m ^ (m - 1))) != 0;
        return n;
    }
    uint64_t b = scan_load8(p + 8), k = scan_stops8(b);
    uint64_t below = k ? k ^ (k - 1) : ~0ull;
    *high |= ((a | (b & below)) & SCAN_HIGHS) != 0;
    return k ? 8 + ((unsigned)__builtin_ctzll(k) >> 3) : 16;
}

/* The high bit of each stop, exactly. */
static ALWAYS_INLINE uint64_t
scan_plain_exact8(uint64_t x)
{
    const uint64_t low7 = SCAN_ONES * 0x7f;
    uint64_t quote = x ^ SCAN_ONES * '"', slash = x ^ SCAN_ONES * '\\';
    uint64_t q = ((quote & low7) + low7) | quote, b = ((slash & low7) + low7) | slash;
    uint64_t c = ((x & low7) + SCAN_ONES * 0x60) | x;
    return ~(q & b & c) & SCAN_HIGHS;
}

/* A bit for each stop in p..p+16. */
static ALWAYS_INLINE unsigned
scan_plain_stops16(const char *p)
{
    uint64_t a = scan_plain_exact8(scan_load8(p)) >> 7, b = scan_plain_exact8(scan_load8(p + 8)) >> 7;
    return (unsigned)(a * 0x0102040810204080ull >> 56) | (unsigned)(b * 0x0102040810204080ull >> 56) << 8;
}

static ALWAYS_INLINE unsigned
scan_plain_block16(const char *p, unsigned *tops)
{
    uint64_t a = (scan_load8(p) & SCAN_HIGHS) >> 7, b = (scan_load8(p + 8) & SCAN_HIGHS) >> 7;
    *tops = (unsigned)(a * 0x0102040810204080ull >> 56) | (unsigned)(b * 0x0102040810204080ull >> 56) << 8;
    return scan_plain_stops16(p);
}

/* The first byte that is not JSON white space. */
static ALWAYS_INLINE const char *
scan_plain_space(const char *p)
{
    for (;;) {
        uint64_t x = scan_load8(p) ^ SCAN_ONES * ' ';
        if (x) p += (unsigned)__builtin_ctzll(x) >> 3;
        else p += 8;
        if (*p == ' ') continue;
        if (*p != '\n' && *p != '\r' && *p != '\t') return p;
        p++;
    }
}

/* A bit for each backslash in p..p+16. */
static ALWAYS_INLINE unsigned
scan_plain_slashes16(const char *p)
{
    const uint64_t low7 = SCAN_ONES * 0x7f;
    uint64_t a = scan_load8(p) ^ SCAN_ONES * '\\', b = scan_load8(p + 8) ^ SCAN_ONES * '\\';
    a = (~(((a & low7) + low7) | a) & SCAN_HIGHS) >> 7;
    b = (~(((b & low7) + low7) | b) & SCAN_HIGHS) >> 7;
    return (unsigned)(a * 0x0102040810204080ull >> 56) | (unsigned)(b * 0x0102040810204080ull >> 56) << 8;
}

/* Reads at most 16 digits at p into *value, and returns their number. */
static ALWAYS_INLINE unsigned
scan_plain_digits16(const char *p, uint64_t *value)
{
    uint64_t v = 0;
    unsigned n = 0;
    for (; n < 16 && (unsigned char)(p[n] - '0') < 10; n++) v = v * 10 + (unsigned char)(p[n] - '0');
    *value = v;
    return n;
}

/* Not 0: some byte stops a string.  The quote and what is below the space are at most 0x20, their bit of value 2 turned;
 * a borrow comes from such a byte only. */
static ALWAYS_INLINE uint64_t
scan_any_stop8(uint64_t x)
{
    uint64_t y = x ^ SCAN_ONES * 2, slash = x ^ SCAN_ONES * '\\';
    return ((y - SCAN_ONES * 0x21) & ~y) | ((slash - SCAN_ONES) & ~slash);
}

/* The first stop from p on; there is one before end + 1 (JPARSE-1). */
static const char *
scan_string_plain(const char *p, const char *end, bool *high)
{
    uint64_t tops = 0;
    for (; end - p >= 32; p += 32) {
        uint64_t a = scan_load8(p), b = scan_load8(p + 8), c = scan_load8(p + 16), d = scan_load8(p + 24);
        if ((scan_any_stop8(a) | scan_any_stop8(b) | scan_any_stop8(c) | scan_any_stop8(d)) & SCAN_HIGHS) break;
        tops |= a | b | c | d;
    }
    *high |= (tops & SCAN_HIGHS) != 0;
    for (;;) {
        unsigned n = scan_plain_string16(p, high);
        p += n;
        if (n < 16) return p;
    }
}

#undef SCAN_ONES
#undef SCAN_HIGHS

#endif
