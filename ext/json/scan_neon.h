/*
 * scan_neon.h - the parser's scans with NEON.
 *
 * Same names and results as scan_plain.h.  A set of bytes is four bits for each, narrowed from the comparison.
 */
#ifndef FACET_EXT_JSON_SCAN_NEON_H
#define FACET_EXT_JSON_SCAN_NEON_H

#include "internal/simd.h"

#if SIMD_HAS_NEON
#include <arm_neon.h>

#include "ext/json/scan_plain.h"

static ALWAYS_INLINE uint64_t
scan_bits_neon(uint8x16_t m)
{
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(m), 4)), 0);
}

static ALWAYS_INLINE unsigned
scan_neon_string16(const char *p, bool *high)
{
    uint8x16_t x = vld1q_u8((const uint8_t *)p);
    uint8x16_t m = vorrq_u8(vceqq_u8(x, vdupq_n_u8('"')), vceqq_u8(x, vdupq_n_u8('\\')));
    uint64_t stops = scan_bits_neon(vorrq_u8(m, vcltq_u8(x, vdupq_n_u8(0x20))));
    uint64_t tops = scan_bits_neon(vcgeq_u8(x, vdupq_n_u8(0x80)));
    *high |= (tops & (stops ? stops ^ (stops - 1) : ~0ull)) != 0;
    return stops ? (unsigned)__builtin_ctzll(stops) >> 2 : 16;
}

static ALWAYS_INLINE unsigned
scan_neon_stops16(const char *p) /* one bit a byte is what NEON does not give */
{
    return scan_plain_stops16(p);
}

static ALWAYS_INLINE unsigned
scan_neon_block16(const char *p, unsigned *tops)
{
    return scan_plain_block16(p, tops);
}

static ALWAYS_INLINE const char *
scan_neon_space(const char *p)
{
    for (;;) {
        uint8x16_t x = vld1q_u8((const uint8_t *)p);
        uint8x16_t m = vorrq_u8(vceqq_u8(x, vdupq_n_u8(' ')), vceqq_u8(x, vdupq_n_u8('\n')));
        m = vorrq_u8(m, vorrq_u8(vceqq_u8(x, vdupq_n_u8('\t')), vceqq_u8(x, vdupq_n_u8('\r'))));
        uint64_t rest = ~scan_bits_neon(m);
        if (LIKELY(rest)) return p + (__builtin_ctzll(rest) >> 2);
        p += 16;
    }
}

static ALWAYS_INLINE unsigned
scan_neon_slashes16(const char *p)
{
    return scan_plain_slashes16(p);
}

static const char *
scan_string_neon(const char *p, const char *end, bool *high)
{
    (void)end;
    for (;;) {
        unsigned n = scan_neon_string16(p, high);
        p += n;
        if (n < 16) return p;
    }
}

#endif /* SIMD_HAS_NEON */
#endif
