/*
 * number.c - Floats as JSON text.
 *
 * DIGITS has n digits and stands for DIGITS * 10**k; e = k + n - 1 is the exponent of its first digit.
 *   k >= 0, e < 15                 1000.0          all digits, zeros, ".0"
 *   k < 0, k > -7 or |e| < 10      0.00000015      with a point
 *   else                           1.5e+300, 1e-10
 */
#include "internal/compiler.h"

#include <math.h>

#include "ext/json/number.h"
#include "internal/numeric/dtoa_inline.h"
#include "internal/simd.h"
#if SIMD_HAS_SSE2
#include <emmintrin.h>
#endif

#define D1(t) t "0" t "1" t "2" t "3" t "4" t "5" t "6" t "7" t "8" t "9"
const char num_pairs[201] = D1("0") D1("1") D1("2") D1("3") D1("4") D1("5") D1("6") D1("7") D1("8") D1("9");
#undef D1

static char *
put_exponent(char *p, int e)
{
    *p++ = 'e';
    *p++ = e < 0 ? '-' : '+';
    unsigned u = e < 0 ? (unsigned)-e : (unsigned)e;
    if (u >= 100) {
        *p++ = (char)('0' + u / 100);
        return put_2digits(p, u % 100);
    }
    return put_1or2(p, u);
}

/* Decimal digits of v > 0: of a subnormal's, which are few. */
static NOINLINE int
count_digits(uint64_t v)
{
    static const uint64_t pow10[] = {0,
                                     10,
                                     100,
                                     1000,
                                     10000,
                                     100000,
                                     1000000,
                                     10000000,
                                     100000000,
                                     1000000000,
                                     10000000000,
                                     100000000000,
                                     1000000000000,
                                     10000000000000,
                                     100000000000000,
                                     1000000000000000,
                                     10000000000000000,
                                     100000000000000000};
    int guess = (64 - __builtin_clzll(v)) * 1233 >> 12; /* log10(2) is 1233 / 4096 */
    return guess + (v >= pow10[guess]);
}

static const uint64_t digit_scale[] = {1,
                                       10,
                                       100,
                                       1000,
                                       10000,
                                       100000,
                                       1000000,
                                       10000000,
                                       100000000,
                                       1000000000,
                                       10000000000,
                                       100000000000,
                                       1000000000000,
                                       10000000000000,
                                       100000000000000,
                                       1000000000000000,
                                       10000000000000000};

/* Sixteen digits, of a number below 10**8 and another: as text in a register, for text that is read back before its stores
 * have settled waits for them. */
#if SIMD_HAS_SSE2
typedef __m128i digits16;

static ALWAYS_INLINE digits16
digits16_of(uint32_t hi, uint32_t lo, unsigned *zeros) /* *zeros: how many stand at the end */
{
    __m128i v = _mm_set_epi64x((int64_t)lo, (int64_t)hi), q, w, t;
    q = _mm_srli_epi64(_mm_mul_epu32(v, _mm_set1_epi64x(109951163)), 40); /* v / 10000 */
    w = _mm_or_si128(q, _mm_slli_epi64(_mm_sub_epi64(v, _mm_mul_epu32(q, _mm_set1_epi64x(10000))), 32));
    q = _mm_srli_epi16(_mm_mulhi_epu16(w, _mm_set1_epi32(10486)), 4); /* w / 100 */
    w = _mm_or_si128(q, _mm_slli_epi32(_mm_sub_epi16(w, _mm_mullo_epi16(q, _mm_set1_epi32(100))), 16));
    t = _mm_srli_epi16(_mm_mullo_epi16(w, _mm_set1_epi16(103)), 10); /* w / 10 */
    w = _mm_or_si128(t, _mm_slli_epi16(_mm_sub_epi16(w, _mm_mullo_epi16(t, _mm_set1_epi16(10))), 8));
    unsigned none = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(w, _mm_setzero_si128()));
    *zeros = (unsigned)__builtin_clz((~none & 0xffff) << 1 | 1) - 15;
    return _mm_or_si128(w, _mm_set1_epi8('0'));
}
static ALWAYS_INLINE uint64_t
digits16_head(digits16 d)
{
    return (uint64_t)_mm_cvtsi128_si64(d);
}
static ALWAYS_INLINE void
digits16_store(char *p, digits16 d)
{
    _mm_storeu_si128((__m128i *)p, d);
}
#else
typedef struct {
    uint64_t a, b;
} digits16;

static ALWAYS_INLINE digits16
digits16_of(uint32_t hi, uint32_t lo, unsigned *zeros)
{
    digits16 d = {digits8(hi), digits8(lo)};
    *zeros = d.b ? (unsigned)__builtin_clzll(d.b) >> 3 : d.a ? 8 + ((unsigned)__builtin_clzll(d.a) >> 3) : 16;
    d.a |= DIGIT_ZEROS;
    d.b |= DIGIT_ZEROS;
    return d;
}
static ALWAYS_INLINE uint64_t
digits16_head(digits16 d)
{
    return d.a;
}
static ALWAYS_INLINE void
digits16_store(char *p, digits16 d)
{
    memcpy(p, &d.a, 8);
    memcpy(p + 8, &d.b, 8);
}
#endif

/* 17 digits of a number, with zeros at the end. */
struct digits17 {
    unsigned first; /* 0 to 9 */
    int count;      /* digits up to the last that is not 0 */
    digits16 rest;
};

static ALWAYS_INLINE struct digits17
spread_digits(uint64_t v)
{
    struct digits17 d;
    uint64_t first = v / 10000000000000000u, rest = v - first * 10000000000000000u;
    uint32_t hi = (uint32_t)(rest / 100000000), lo = (uint32_t)(rest - (uint64_t)hi * 100000000);
    unsigned zeros;
    d.first = (unsigned)first;
    d.rest = digits16_of(hi, lo, &zeros);
    d.count = 17 - (int)zeros;
    return d;
}

static ALWAYS_INLINE void
put_17digits(char *p, const struct digits17 *d)
{
    *p = (char)('0' + d->first);
    digits16_store(p + 1, d->rest);
}

/* e + 1 digits, the point, the rest; 0 <= e < 7: the first word is made of digits before the point and digits after. */
static ALWAYS_INLINE void
put_pointed(char *p, const struct digits17 *d, int e)
{
    uint64_t word = digits16_head(d->rest) << 8 | ('0' + d->first), before = ((uint64_t)0x100 << 8 * e) - 1;
    uint64_t shifted = (word & ~before) << 8;
    word = (word & before) | (uint64_t)'.' << (8 * e + 8) | shifted;
    digits16_store(p + 2, d->rest);
    memcpy(p, &word, 8);
}

static NOINLINE void
put_pointed_far(char *p, const struct digits17 *d, int e)
{
    char digits[32];
    put_17digits(digits, d);
    memcpy(p, digits, 17);
    p[e + 1] = '.';
    memcpy(p + e + 2, digits + e + 1, (size_t)(16 - e));
}

char *
put_double(char *p, double d)
{
    *p = '-';
    p += signbit(d) != 0;
    d = fabs(d);
    if (d < 1e15 && d == (double)(int64_t)d) {
        p = put_uint64(p, (uint64_t)d);
        memcpy(p, ".0", 2);
        return p + 2;
    }
    int k, all = 17;
    uint64_t v = dbl_shortest_inline(d, &k);
    if (LIKELY(v >= 1000000000000000u)) {
        bool sixteen = v < 10000000000000000u;
        v = sixteen ? v * 10 : v;
        all -= sixteen;
    } else {
        all = count_digits(v);
        v *= digit_scale[17 - all];
    }
    int e = k + all - 1;
    struct digits17 digits = spread_digits(v);
    int n = digits.count;
    k = e - n + 1;
    if (LIKELY(k < 0 && (k > -7 || (e > -10 && e < 10)))) {
        if (LIKELY(e >= 0)) {
            if (LIKELY(e < 7)) put_pointed(p, &digits, e);
            else put_pointed_far(p, &digits, e);
            return p + n + 1;
        }
        memcpy(p, "0.0000000000", 12);
        p += 1 - e;
        put_17digits(p, &digits);
        return p + n;
    }
    if (k >= 0 && e < 15) {
        put_17digits(p, &digits);
        memcpy(p + e + 1, ".0", 2);
        return p + e + 3;
    }
    put_17digits(p + 1, &digits);
    *p = (char)('0' + digits.first);
    p[1] = '.';
    return put_exponent(p + (n > 1 ? n + 1 : 1), e);
}
