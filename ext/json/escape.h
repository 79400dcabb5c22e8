/*
 * escape.h - copying a string's bytes and finding the next one to escape, in one pass.
 *
 * Owns      esc_block: ESC_BLOCK bytes from in to out, and the set of those to escape; three forms of the same.
 * Uses      simd.h
 * JESC-1    A block is always loaded and stored whole: 16 bytes past a String's body are readable (string.h STRING-4), and the
 *           generator's buffer has GEN_SLACK.  The caller masks the bytes past the end out of the set.
 * JESC-2    With ESC_SCRIPT, "/" and the lead byte of U+2028 and U+2029 are in the set.  The wide forms and the plain one also
 *           include that lead byte in other characters, which the caller copies.  With ESC_ASCII, bytes from 0x80 are in the set.
 * Checked   test/json/test_generator_string.rb, at each vector level
 */
#ifndef FACET_EXT_JSON_ESCAPE_H
#define FACET_EXT_JSON_ESCAPE_H

#include <string.h>

#include "internal/simd.h"

enum { ESC_PLAIN = 0, ESC_SCRIPT = 1, ESC_ASCII = 2 };

#if SIMD_HAS_SSE2
#include <emmintrin.h>

typedef uint32_t esc_set;
enum { ESC_BLOCK = 16, ESC_STRIDE_SHIFT = 0 };

/* Returns the positions that the second and third byte of U+2028 or U+2029 follow.  Reads 18 bytes: SLOT_TAIL_BYTES and the NUL
 * before. */
static ALWAYS_INLINE esc_set
esc_line_separators(const char *in)
{
    __m128i second = _mm_loadu_si128((const __m128i *)(in + 1)), third = _mm_loadu_si128((const __m128i *)(in + 2));
    third = _mm_cmpeq_epi8(_mm_and_si128(third, _mm_set1_epi8((char)0xfe)), _mm_set1_epi8((char)0xa8));
    return (esc_set)_mm_movemask_epi8(_mm_and_si128(_mm_cmpeq_epi8(second, _mm_set1_epi8((char)0x80)), third));
}

static ALWAYS_INLINE esc_set
esc_block(const char *in, char *out, const int mode)
{
    __m128i v = _mm_loadu_si128((const __m128i *)in);
    _mm_storeu_si128((__m128i *)out, v);
    /* below 0x20 or the quote: x ^ 2 is at most 32 */
    __m128i x = _mm_xor_si128(v, _mm_set1_epi8(2));
    __m128i hit = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(32)), x);
    hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    if (mode & ESC_SCRIPT) {
        hit = _mm_or_si128(hit, _mm_cmpeq_epi8(v, _mm_set1_epi8('/')));
        if (!(mode & ESC_ASCII)) {
            esc_set lead = (esc_set)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xe2)));
            if (lead) lead &= esc_line_separators(in);
            return (esc_set)_mm_movemask_epi8(hit) | lead;
        }
    }
    if (mode & ESC_ASCII) hit = _mm_or_si128(hit, v); /* movemask takes the high bits */
    return (esc_set)_mm_movemask_epi8(hit);
}

/* Copies a block from in to out and returns the positions of "/". */
static ALWAYS_INLINE esc_set
esc_slashes(const char *in, char *out)
{
    __m128i v = _mm_loadu_si128((const __m128i *)in);
    _mm_storeu_si128((__m128i *)out, v);
    return (esc_set)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('/')));
}

#elif SIMD_HAS_NEON
#include <arm_neon.h>

typedef uint64_t esc_set;
enum { ESC_BLOCK = 16, ESC_STRIDE_SHIFT = 2 }; /* four bits for each byte */

static ALWAYS_INLINE esc_set
esc_block(const char *in, char *out, const int mode)
{
    uint8x16_t v = vld1q_u8((const uint8_t *)in);
    vst1q_u8((uint8_t *)out, v);
    uint8x16_t hit = vcleq_u8(veorq_u8(v, vdupq_n_u8(2)), vdupq_n_u8(32));
    hit = vorrq_u8(hit, vceqq_u8(v, vdupq_n_u8('\\')));
    if (mode & ESC_SCRIPT) {
        hit = vorrq_u8(hit, vceqq_u8(v, vdupq_n_u8('/')));
        if (!(mode & ESC_ASCII)) hit = vorrq_u8(hit, vceqq_u8(v, vdupq_n_u8(0xe2)));
    }
    if (mode & ESC_ASCII) hit = vorrq_u8(hit, vcgeq_u8(v, vdupq_n_u8(0x80)));
    uint8x8_t n = vshrn_n_u16(vreinterpretq_u16_u8(hit), 4);
    return vget_lane_u64(vreinterpret_u64_u8(n), 0) & 0x8888888888888888ull;
}

static ALWAYS_INLINE esc_set
esc_slashes(const char *in, char *out)
{
    uint8x16_t v = vld1q_u8((const uint8_t *)in);
    vst1q_u8((uint8_t *)out, v);
    uint8x8_t n = vshrn_n_u16(vreinterpretq_u16_u8(vceqq_u8(v, vdupq_n_u8('/'))), 4);
    return vget_lane_u64(vreinterpret_u64_u8(n), 0) & 0x8888888888888888ull;
}

#else

typedef uint64_t esc_set;
enum { ESC_BLOCK = 8, ESC_STRIDE_SHIFT = 3 }; /* the high bit of each byte */

/* The high bit of each byte of x that is zero, exactly. */
static ALWAYS_INLINE uint64_t
esc_zero_bytes(uint64_t x)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7full;
    return ~(((x & low) + low) | x | low);
}

static ALWAYS_INLINE esc_set
esc_block(const char *in, char *out, const int mode)
{
    const uint64_t ones = 0x0101010101010101ull, highs = 0x8080808080808080ull;
    uint64_t v;
    memcpy(&v, in, 8);
    memcpy(out, &v, 8);
    uint64_t x = v ^ (2 * ones);
    /* a byte below 0x80 plus 95 keeps its high bit clear just when it is at most 32 */
    uint64_t hit = ~(((x & ~highs) + 95 * ones) | v) & highs;
    hit |= esc_zero_bytes(v ^ ('\\' * ones));
    if (mode & ESC_SCRIPT) {
        hit |= esc_zero_bytes(v ^ ('/' * ones));
        if (!(mode & ESC_ASCII)) hit |= esc_zero_bytes(v ^ (0xe2 * ones));
    }
    if (mode & ESC_ASCII) hit |= v & highs;
    return hit;
}

static ALWAYS_INLINE esc_set
esc_slashes(const char *in, char *out)
{
    uint64_t v;
    memcpy(&v, in, 8);
    memcpy(out, &v, 8);
    return esc_zero_bytes(v ^ ('/' * 0x0101010101010101ull));
}
#endif

/* Index of the first byte in a set that is not empty. */
static ALWAYS_INLINE unsigned
esc_first(esc_set set)
{
    return (unsigned)__builtin_ctzll((uint64_t)set) >> ESC_STRIDE_SHIFT;
}
/* Those among the first n < ESC_BLOCK bytes. */
static ALWAYS_INLINE esc_set
esc_among(esc_set set, size_t n)
{
    return set & (esc_set)(((uint64_t)1 << (n << ESC_STRIDE_SHIFT)) - 1);
}

/*
 * Copies from *at to p, escaping or not, as far as it can: to the end, or to where the caller must look.  There is room
 * for *left bytes at p as they are; what becomes longer stops past `limit`, of which GEN_SLACK follows.
 * mode: ESC_PLAIN or ESC_SCRIPT.  Returns p.  Progress may be nil.
 */
typedef char *(*esc_wide_fn)(char *p, const char *limit, const char **at, size_t *left, int mode);
extern esc_wide_fn esc_wide;  /* the widest that the processor has; NULL: none */
extern bool esc_wide_escapes; /* it escapes, too: worth calling at the first hit */
void esc_choose(enum simd_level level);
enum { ESC_WIDE_MIN = 64 };

/* The escape of an ASCII byte: up to six bytes of text, and their number */
struct esc_text {
    char text[7];
    uint8_t len;
};
extern const struct esc_text esc_texts[128];

static ALWAYS_INLINE char *
esc_put(char *p, unsigned char c) /* an ASCII byte that needs it; 8 bytes are written */
{
    memcpy(p, &esc_texts[c], 8);
    return p + esc_texts[c].len;
}

/* \uXXXX, or two of them, for the character at b of well-formed UTF-8; *used: its bytes. */
char *esc_put_unicode(char *p, const unsigned char *b, unsigned *used);

#endif
