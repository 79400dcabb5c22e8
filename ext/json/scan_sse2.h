/*
 * scan_sse2.h - the parser's scans with SSE2, and the loops for long strings with AVX2 and AVX-512.
 *
 * Same names and results as scan_plain.h.  A byte below 0x20 equals its minimum with 0x1f.
 */
#ifndef FACET_EXT_JSON_SCAN_SSE2_H
#define FACET_EXT_JSON_SCAN_SSE2_H

#include "internal/simd.h"

#if SIMD_HAS_SSE2
#include <immintrin.h>

static ALWAYS_INLINE __m128i
scan_stops_sse2(__m128i x)
{
    __m128i quote = _mm_cmpeq_epi8(x, _mm_set1_epi8('"'));
    __m128i slash = _mm_cmpeq_epi8(x, _mm_set1_epi8('\\'));
    __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(0x1f)), x);
    return _mm_or_si128(_mm_or_si128(quote, slash), low);
}

static ALWAYS_INLINE unsigned
scan_sse2_string16(const char *p, bool *high)
{
    __m128i x = _mm_loadu_si128((const __m128i *)p);
    unsigned stops = (unsigned)_mm_movemask_epi8(scan_stops_sse2(x)) | 0x10000;
    unsigned tops = (unsigned)_mm_movemask_epi8(x);
    *high |= (tops & (stops ^ (stops - 1))) != 0; /* a stop is no high byte itself */
    return (unsigned)__builtin_ctz(stops);
}

static ALWAYS_INLINE unsigned
scan_sse2_stops16(const char *p)
{
    return (unsigned)_mm_movemask_epi8(scan_stops_sse2(_mm_loadu_si128((const __m128i *)p)));
}

static ALWAYS_INLINE unsigned
scan_sse2_block16(const char *p, unsigned *tops)
{
    __m128i x = _mm_loadu_si128((const __m128i *)p);
    *tops = (unsigned)_mm_movemask_epi8(x);
    return (unsigned)_mm_movemask_epi8(scan_stops_sse2(x));
}

static ALWAYS_INLINE const char *
scan_sse2_space(const char *p)
{
    for (;;) {
        __m128i x = _mm_loadu_si128((const __m128i *)p);
        __m128i blank = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(x, _mm_set1_epi8('\n')));
        __m128i other = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('\t')), _mm_cmpeq_epi8(x, _mm_set1_epi8('\r')));
        unsigned rest = (unsigned)_mm_movemask_epi8(_mm_or_si128(blank, other)) ^ 0xffff;
        if (LIKELY(rest)) return p + __builtin_ctz(rest);
        p += 16;
    }
}

static ALWAYS_INLINE unsigned
scan_sse2_slashes16(const char *p)
{
    __m128i x = _mm_loadu_si128((const __m128i *)p);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('\\')));
}

/* The digits are loaded a second time, so that the last of them is the vector's last byte. */
static ALWAYS_INLINE unsigned
scan_sse2_digits16(const char *p, uint64_t *value)
{
    static const uint8_t keep[32] = {[16] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    const __m128i zero = _mm_set1_epi8('0'), nine = _mm_set1_epi8(9);
    __m128i x = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)p), zero);
    unsigned digits = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(x, nine), x));
    unsigned n = (unsigned)__builtin_ctz(~digits);
    x = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(p + n - 16)), zero);
    x = _mm_and_si128(x, _mm_loadu_si128((const __m128i *)(keep + n)));
    __m128i tens = _mm_mullo_epi16(_mm_and_si128(x, _mm_set1_epi16(0xff)), _mm_set1_epi16(10));
    x = _mm_madd_epi16(_mm_add_epi16(tens, _mm_srli_epi16(x, 8)), _mm_set1_epi32(1 << 16 | 100));
    x = _mm_madd_epi16(_mm_packs_epi32(x, x), _mm_set1_epi32(1 << 16 | 10000));
    uint64_t halves = (uint64_t)_mm_cvtsi128_si64(x);
    *value = (uint32_t)halves * 100000000ull + (halves >> 32);
    return n;
}

static const char *
scan_string_sse2(const char *p, const char *end, bool *high)
{
    (void)end;
    for (;;) {
        unsigned n = scan_sse2_string16(p, high);
        p += n;
        if (n < 16) return p;
    }
}

#if SIMD_HAS_AVX2
SIMD_TARGET_AVX2 static const char *
scan_string_avx2(const char *p, const char *end, bool *high)
{
    const __m256i q = _mm256_set1_epi8('"'), b = _mm256_set1_epi8('\\'), c = _mm256_set1_epi8(0x1f);
    unsigned tops = 0;
    for (; end - p >= 32; p += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)p);
        __m256i m = _mm256_or_si256(_mm256_cmpeq_epi8(x, q), _mm256_cmpeq_epi8(x, b));
        m = _mm256_or_si256(m, _mm256_cmpeq_epi8(_mm256_min_epu8(x, c), x));
        unsigned stops = (unsigned)_mm256_movemask_epi8(m), t = (unsigned)_mm256_movemask_epi8(x);
        if (UNLIKELY(stops)) {
            tops |= t & (stops ^ (stops - 1));
            *high |= tops != 0;
            return p + __builtin_ctz(stops);
        }
        tops |= t;
    }
    *high |= tops != 0;
    return scan_string_sse2(p, end, high);
}

/* Stops at the first stop, where less than 32 bytes of text are left, or past limit, which 32 more may follow. */
SIMD_TARGET_AVX2 static const char *
scan_copy_avx2(const char *p, const char *end, char **to, const char *limit, unsigned *tops)
{
    const __m256i q = _mm256_set1_epi8('"'), b = _mm256_set1_epi8('\\'), c = _mm256_set1_epi8(0x1f);
    char *out = *to;
    unsigned all = 0;
    for (; end - p >= 32 && out <= limit; p += 32, out += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)p);
        _mm256_storeu_si256((__m256i *)out, x);
        __m256i m = _mm256_or_si256(_mm256_cmpeq_epi8(x, q), _mm256_cmpeq_epi8(x, b));
        m = _mm256_or_si256(m, _mm256_cmpeq_epi8(_mm256_min_epu8(x, c), x));
        unsigned stops = (unsigned)_mm256_movemask_epi8(m), t = (unsigned)_mm256_movemask_epi8(x);
        if (UNLIKELY(stops)) {
            unsigned n = (unsigned)__builtin_ctz(stops);
            all |= t & (stops ^ (stops - 1));
            p += n, out += n;
            break;
        }
        all |= t;
    }
    *tops |= all;
    *to = out;
    return p;
}
#endif

#if SIMD_HAS_AVX512
/* Copies as scan_copy_avx2() does, 64 bytes at a time. */
SIMD_TARGET_AVX512 static const char *
scan_copy_avx512(const char *p, const char *end, char **to, const char *limit, unsigned *tops)
{
    const __m512i q = _mm512_set1_epi8('"'), b = _mm512_set1_epi8('\\'), c = _mm512_set1_epi8(0x20);
    char *out = *to;
    uint64_t all = 0;
    for (; end - p >= 64 && out <= limit; p += 64, out += 64) {
        __m512i x = _mm512_loadu_si512(p);
        _mm512_storeu_si512(out, x);
        uint64_t stops = _mm512_cmpeq_epi8_mask(x, q) | _mm512_cmpeq_epi8_mask(x, b) | _mm512_cmplt_epu8_mask(x, c);
        uint64_t t = _mm512_movepi8_mask(x);
        if (UNLIKELY(stops)) {
            unsigned n = (unsigned)__builtin_ctzll(stops);
            all |= t & (stops ^ (stops - 1));
            p += n, out += n;
            break;
        }
        all |= t;
    }
    *tops |= all != 0;
    *to = out;
    return p;
}

SIMD_TARGET_AVX512 static const char *
scan_string_avx512(const char *p, const char *end, bool *high)
{
    const __m512i q = _mm512_set1_epi8('"'), b = _mm512_set1_epi8('\\'), c = _mm512_set1_epi8(0x20);
    uint64_t tops = 0;
    for (; end - p >= 64; p += 64) {
        __m512i x = _mm512_loadu_si512(p);
        uint64_t stops = _mm512_cmpeq_epi8_mask(x, q) | _mm512_cmpeq_epi8_mask(x, b) | _mm512_cmplt_epu8_mask(x, c);
        uint64_t t = _mm512_movepi8_mask(x);
        if (UNLIKELY(stops)) {
            tops |= t & (stops ^ (stops - 1));
            *high |= tops != 0;
            return p + __builtin_ctzll(stops);
        }
        tops |= t;
    }
    *high |= tops != 0;
    return scan_string_sse2(p, end, high);
}
#endif

#endif /* SIMD_HAS_SSE2 */
#endif
