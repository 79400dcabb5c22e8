/*
 * scan.h - looking for what matters in JSON text: the vector code that was compiled, under one set of names.
 *
 *   scan_string16(p, &high, vec)   index of the first quote, backslash or control character in p..p+16, 16 if none;
 *                                  high is set if a byte before it has its top bit
 *   scan_stops16(p, vec)           a bit for each of these bytes
 *   scan_block16(p, &tops, vec)    as scan_stops16; *tops: a bit for each byte that has its top bit
 *   scan_space(p, vec)             the first byte that is not white space
 *   scan_slashes16(p, vec)         a bit for each backslash
 *   scan_string_choose(level)      the first stop from p on, for strings longer than a few blocks
 *   scan_copy_choose(level)        copies up to the first stop, or until little is left of text or room; NULL: no such code
 *
 * JSCAN-1   16 bytes from any p up to the text's NUL may be read (JPARSE-1 of parser.h).
 * JSCAN-2   `vec` is a constant where these are inlined: code for SSE2 or NEON, or plain C (scan_plain.h), which is the
 *           reference for both.  Wider code runs behind scan_string_choose's function only.
 * Checked   test/json/test_parser_scan.rb at each level of FACET_SIMD
 */
#ifndef FACET_EXT_JSON_SCAN_H
#define FACET_EXT_JSON_SCAN_H

#include <string.h>

#include "ext/json/scan_plain.h"
#include "internal/simd.h"

#if SIMD_HAS_SSE2
#include "ext/json/scan_sse2.h"
#define SCAN_VECTOR(name) scan_sse2_##name
#elif SIMD_HAS_NEON
#include "ext/json/scan_neon.h"
#define SCAN_VECTOR(name) scan_neon_##name
#else
#define SCAN_VECTOR(name) scan_plain_##name
#endif

static ALWAYS_INLINE unsigned
scan_string16(const char *p, bool *high, const bool vec)
{
    return vec ? SCAN_VECTOR(string16)(p, high) : scan_plain_string16(p, high);
}
static ALWAYS_INLINE unsigned
scan_stops16(const char *p, const bool vec)
{
    return vec ? SCAN_VECTOR(stops16)(p) : scan_plain_stops16(p);
}
static ALWAYS_INLINE const char *
scan_space(const char *p, const bool vec)
{
    return vec ? SCAN_VECTOR(space)(p) : scan_plain_space(p);
}
static ALWAYS_INLINE unsigned
scan_block16(const char *p, unsigned *tops, const bool vec)
{
    return vec ? SCAN_VECTOR(block16)(p, tops) : scan_plain_block16(p, tops);
}
static ALWAYS_INLINE unsigned
scan_slashes16(const char *p, const bool vec)
{
    return vec ? SCAN_VECTOR(slashes16)(p) : scan_plain_slashes16(p);
}

/* Reads at most 16 digits at p into *value, and returns their number.  With vec, 16 bytes before p are readable. */
enum { SCAN_HAS_DIGITS16 = SIMD_HAS_SSE2 }; /* else a word of eight is faster */
static ALWAYS_INLINE unsigned
scan_digits16(const char *p, uint64_t *value, const bool vec)
{
#if SIMD_HAS_SSE2
    if (vec) return scan_sse2_digits16(p, value);
#endif
    (void)vec;
    return scan_plain_digits16(p, value);
}

#undef SCAN_VECTOR

typedef const char *(*scan_string_fn)(const char *p, const char *end, bool *high);

static inline scan_string_fn
scan_string_choose(enum simd_level level)
{
#if SIMD_HAS_AVX512
    if (level >= SIMD_L_AVX512) return scan_string_avx512;
#endif
#if SIMD_HAS_AVX2
    if (level >= SIMD_L_AVX2) return scan_string_avx2;
#endif
#if SIMD_HAS_SSE2
    if (level >= SIMD_L_SSE2) return scan_string_sse2;
#elif SIMD_HAS_NEON
    if (level >= SIMD_L_NEON) return scan_string_neon;
#endif
    (void)level;
    return scan_string_plain;
}

typedef const char *(*scan_copy_fn)(const char *p, const char *end, char **to, const char *limit, unsigned *tops);

static inline scan_copy_fn
scan_copy_choose(enum simd_level level)
{
#if SIMD_HAS_AVX512
    if (level >= SIMD_L_AVX512) return scan_copy_avx512;
#endif
#if SIMD_HAS_AVX2
    if (level >= SIMD_L_AVX2) return scan_copy_avx2;
#endif
    (void)level;
    return NULL;
}

#endif
