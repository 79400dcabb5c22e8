/*
 * escape_wide.c - the vector code that not every processor has: long strings 32 or 64 bytes at a time, and escapes by
 * expanding a block at once.
 *
 * esc_wide_avx512 widens 32 bytes to pairs.  It puts a backslash before each byte of the set, whose letter becomes the second
 * byte of the pair.  VBMI2's vpcompressb then drops the second byte of all other pairs.  The caller writes escapes of six
 * bytes, and the characters that may need one.
 */
#include "internal/compiler.h"

#include "ext/json/escape.h"

#if SIMD_HAS_AVX2
#include <immintrin.h>

SIMD_TARGET_AVX2 static inline __m256i
hits32(__m256i v, int mode)
{
    __m256i x = _mm256_xor_si256(v, _mm256_set1_epi8(2));
    __m256i hit = _mm256_cmpeq_epi8(_mm256_min_epu8(x, _mm256_set1_epi8(32)), x);
    hit = _mm256_or_si256(hit, _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\\')));
    if (mode & ESC_SCRIPT) {
        hit = _mm256_or_si256(hit, _mm256_cmpeq_epi8(v, _mm256_set1_epi8('/')));
        hit = _mm256_or_si256(hit, _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)0xe2)));
    }
    return hit;
}

/* Stops before the first block of 32 that has something to escape, and before the last bytes. */
SIMD_TARGET_AVX2 static inline char *
wide_avx2(char *p, const char **at, size_t *left, int mode)
{
    const char *b = *at;
    size_t n = *left;
    for (; n >= 32; b += 32, p += 32, n -= 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)b);
        _mm256_storeu_si256((__m256i *)p, v);
        if (_mm256_movemask_epi8(hits32(v, mode))) break;
    }
    *at = b;
    *left = n;
    return p;
}

SIMD_TARGET_AVX2 char *
esc_wide_avx2(char *p, const char *limit, const char **at, size_t *left, int mode)
{
    (void)limit; /* what is not escaped has its room */
    return mode & ESC_SCRIPT ? wide_avx2(p, at, left, ESC_SCRIPT) : wide_avx2(p, at, left, ESC_PLAIN);
}
#endif

#if SIMD_HAS_AVX512
/* 64 at a time while nothing needs an escape. */
SIMD_TARGET_AVX512 static inline char *
clean64(char *p, const char **at, size_t *left, int mode)
{
    const char *b = *at;
    size_t n = *left;
    for (; n >= 64; b += 64, p += 64, n -= 64) {
        __m512i v = _mm512_loadu_si512(b);
        __m512i x = _mm512_xor_si512(v, _mm512_set1_epi8(2));
        __mmask64 hit = _mm512_cmple_epu8_mask(x, _mm512_set1_epi8(32)) | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
        if (mode & ESC_SCRIPT) {
            hit |= _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('/')) |
                   _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)0xe2));
        }
        if (hit) break;
        _mm512_storeu_si512(p, v);
    }
    *at = b;
    *left = n;
    return p;
}

SIMD_TARGET_AVX512 static inline char *
wide_avx512(char *p, const char *limit, const char **at, size_t *left, int mode)
{
    /* letters of \b \t \n \f \r, by their low four bits; 0: no letter */
    const __m256i letters = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0));
    const char *b;
    size_t n;
    p = clean64(p, at, left, mode);
    for (b = *at, n = *left; n > 0 && p <= limit;) {
        size_t take = n < 32 ? n : 32;
        __m256i v = _mm256_maskz_loadu_epi8((__mmask32)_bzhi_u32(~0u, (unsigned)take), b);
        uint32_t live = _bzhi_u32(~0u, (unsigned)take);
        uint32_t low = _mm256_cmplt_epu8_mask(v, _mm256_set1_epi8(32)) & live;
        uint32_t self = _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8('"')) | _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8('\\'));
        uint32_t stop = 0;
        if (mode & ESC_SCRIPT) {
            self |= _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8('/'));
            stop = _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8((char)0xe2));
        }
        /* what escapes to six bytes, or is not decided here, ends the block */
        __m256i letter = _mm256_shuffle_epi8(letters, v);
        stop |= low & (_mm256_cmpge_epu8_mask(v, _mm256_set1_epi8(16)) | _mm256_testn_epi8_mask(letter, letter));
        if (stop) {
            take = (size_t)__builtin_ctz(stop);
            live = _bzhi_u32(~0u, (unsigned)take);
        }
        uint32_t escape = (low | self) & live;
        __m256i second = _mm256_mask_blend_epi8(low, v, letter);
        __m256i first = _mm256_mask_blend_epi8(escape, v, _mm256_set1_epi8('\\'));
        __m512i pairs = _mm512_or_si512(_mm512_cvtepu8_epi16(first), _mm512_slli_epi16(_mm512_cvtepu8_epi16(second), 8));
        uint64_t keep = _pdep_u64(live, 0x5555555555555555u) | _pdep_u64(escape, 0xaaaaaaaaaaaaaaaau);
        _mm512_storeu_si512(p, _mm512_maskz_compress_epi8(keep, pairs));
        p += __builtin_popcountll(keep);
        b += take;
        n -= take;
        if (stop) break;
    }
    *at = b;
    *left = n;
    return p;
}

SIMD_TARGET_AVX512 char *
esc_wide_avx512(char *p, const char *limit, const char **at, size_t *left, int mode)
{
    return mode & ESC_SCRIPT ? wide_avx512(p, limit, at, left, ESC_SCRIPT) : wide_avx512(p, limit, at, left, ESC_PLAIN);
}
#endif

esc_wide_fn esc_wide; /* NULL: ESC_BLOCK bytes at a time are the widest there is */
bool esc_wide_escapes;

void
esc_choose(enum simd_level level)
{
#if SIMD_HAS_AVX512
    if (level >= SIMD_L_AVX512) {
        esc_wide = esc_wide_avx512;
        esc_wide_escapes = true;
        return;
    }
#endif
#if SIMD_HAS_AVX2
    if (level >= SIMD_L_AVX2) esc_wide = esc_wide_avx2;
#endif
    (void)level;
}
