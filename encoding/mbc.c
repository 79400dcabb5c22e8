/*
 * encoding/mbc.c - how bytes make characters, for each structure that an encoding of ours has.
 *
 * A structure is five functions (struct enc_ops).  UTF-8, 16 and 32 have their own.  In the East Asian ones a lead byte
 * determines the length, and trail bytes lie in a range; they share two functions.  A code point is the bytes read as one
 * big-endian number.  The head of a character is found by walking back to a byte that cannot be inside one, then forward.
 *
 * The byte layouts are those of RFC 3629, RFC 2781, JIS X 0208 and 0201, GB 18030-2005, KS X 1001 and CNS 11643.  The accepted
 * ranges are those of CRuby 4.0.1.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include <string.h>

/* ---- one byte ---- */

static int
single_len(const uint8_t *p, const uint8_t *e)
{
    (void)p, (void)e;
    return 1;
}

static int
ascii_len(const uint8_t *p, const uint8_t *e)
{
    (void)e;
    return *p < 0x80 ? 1 : ENC_INVALID;
}

static uint32_t
single_decode(const uint8_t *p, const uint8_t *e)
{
    (void)e;
    return *p;
}

static int
single_code_len(uint32_t c)
{
    return c < 0x100 ? 1 : ENC_ERR_WIDE;
}

static int
ascii_code_len(uint32_t c)
{
    return c < 0x80 ? 1 : c < 0x100 ? ENC_ERR_CODE : ENC_ERR_WIDE;
}

static int
single_encode(uint32_t c, uint8_t *to)
{
    *to = (uint8_t)c;
    return 1;
}

static const uint8_t *
single_left(const uint8_t *start, const uint8_t *s, const uint8_t *e)
{
    (void)start, (void)e;
    return s;
}

const struct enc_ops enc_ops_single = {single_len, single_decode, single_code_len, single_encode, single_left};
const struct enc_ops enc_ops_ascii = {ascii_len, single_decode, ascii_code_len, single_encode, single_left};

/* ---- UTF-8 ---- */

static inline bool
utf8_trail_p(uint8_t b)
{
    return (b & 0xc0) == 0x80;
}

/* Range of the second byte after a lead of three or four; the first and last leads exclude overlong forms, surrogates
 * and what lies past U+10FFFF. */
static inline bool
utf8_second_p(uint8_t lead, uint8_t b)
{
    switch (lead) {
    case 0xe0: return b >= 0xa0 && b <= 0xbf;
    case 0xed: return b >= 0x80 && b <= 0x9f;
    case 0xf0: return b >= 0x90 && b <= 0xbf;
    case 0xf4: return b >= 0x80 && b <= 0x8f;
    default: return utf8_trail_p(b);
    }
}

int
enc_utf8_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t lead = *p;
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return ENC_INVALID;
    int want = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (e - p < 2) return ENC_NEED(want - 1);
    if (!utf8_second_p(lead, p[1])) return ENC_INVALID;
    for (int i = 2; i < want; i++) {
        if (e - p <= i) return ENC_NEED(want - i);
        if (!utf8_trail_p(p[i])) return ENC_INVALID;
    }
    return want;
}

uint32_t
enc_utf8_decode(const uint8_t *p, const uint8_t *e)
{
    uint8_t lead = *p;
    if (lead < 0x80) return lead;
    if (lead < 0xe0 && e - p >= 2) return (lead & 0x1fu) << 6 | (p[1] & 0x3fu);
    if (lead < 0xf0 && e - p >= 3) return (lead & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
    if (e - p >= 4) return (lead & 0x07u) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6 | (p[3] & 0x3fu);
    return lead;
}

static int
utf8_code_len(uint32_t c)
{
    if (c < 0x80) return 1;
    if (c < 0x800) return 2;
    if (c < 0x10000) return c >= 0xd800 && c <= 0xdfff ? ENC_ERR_CODE : 3;
    if (c <= 0x10ffff) return 4;
    return c >= 0xfffffffe ? ENC_ERR_CODE : ENC_ERR_WIDE;
}

int
enc_utf8_put(uint32_t c, char *to)
{
    uint8_t *t = (uint8_t *)to;
    if (c < 0x80) {
        t[0] = (uint8_t)c;
        return 1;
    }
    if (c < 0x800) {
        t[0] = (uint8_t)(0xc0 | c >> 6);
        t[1] = (uint8_t)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        t[0] = (uint8_t)(0xe0 | c >> 12);
        t[1] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
        t[2] = (uint8_t)(0x80 | (c & 0x3f));
        return 3;
    }
    t[0] = (uint8_t)(0xf0 | c >> 18);
    t[1] = (uint8_t)(0x80 | (c >> 12 & 0x3f));
    t[2] = (uint8_t)(0x80 | (c >> 6 & 0x3f));
    t[3] = (uint8_t)(0x80 | (c & 0x3f));
    return 4;
}

static int
utf8_encode(uint32_t c, uint8_t *to)
{
    return enc_utf8_put(c, (char *)to);
}

static const uint8_t *
utf8_left(const uint8_t *start, const uint8_t *s, const uint8_t *e)
{
    (void)e;
    while (s > start && utf8_trail_p(*s)) s--;
    return s;
}

const struct enc_ops enc_ops_utf8 = {enc_utf8_len, enc_utf8_decode, utf8_code_len, utf8_encode, utf8_left};

/* ---- CESU-8: supplementary characters as two surrogates of three bytes each ---- */

static int
cesu8_len(const uint8_t *p, const uint8_t *e)
{
    static const uint8_t low_lead[6] = {0, 0, 0, 0xed, 0xb0, 0x80}, low_last[6] = {0, 0, 0, 0xed, 0xbf, 0xbf};
    if (*p >= 0xf0) return ENC_INVALID;
    if (*p != 0xed || e - p < 2 || p[1] < 0xa0) return enc_utf8_len(p, e);
    if (p[1] > 0xaf) return ENC_INVALID;
    for (int i = 2; i < 6; i++) {
        if (e - p <= i) return ENC_NEED(6 - i);
        if (i == 2 ? !utf8_trail_p(p[2]) : p[i] < low_lead[i] || p[i] > low_last[i]) return ENC_INVALID;
    }
    return 6;
}

static uint32_t
cesu8_decode(const uint8_t *p, const uint8_t *e)
{
    if (*p != 0xed || e - p < 6 || p[1] < 0xa0) return enc_utf8_decode(p, e);
    uint32_t hi = (p[1] & 0x0fu) << 6 | (p[2] & 0x3fu), lo = (p[4] & 0x0fu) << 6 | (p[5] & 0x3fu);
    return 0x10000 + (hi << 10 | lo);
}

static int
cesu8_code_len(uint32_t c)
{
    int n = utf8_code_len(c);
    return n == 4 ? 6 : n;
}

static int
cesu8_encode(uint32_t c, uint8_t *to)
{
    if (c < 0x10000) return enc_utf8_put(c, (char *)to);
    c -= 0x10000;
    enc_utf8_put(0xd800 + (c >> 10), (char *)to);
    enc_utf8_put(0xdc00 + (c & 0x3ff), (char *)to + 3);
    return 6;
}

static const uint8_t *
cesu8_left(const uint8_t *start, const uint8_t *s, const uint8_t *e)
{
    s = utf8_left(start, s, e);
    bool low = e - s >= 3 && s[0] == 0xed && s[1] >= 0xb0;
    return low && s - start >= 3 && s[-3] == 0xed && s[-2] >= 0xa0 && s[-2] <= 0xaf ? s - 3 : s;
}

const struct enc_ops enc_ops_cesu8 = {cesu8_len, cesu8_decode, cesu8_code_len, cesu8_encode, cesu8_left};

/* ---- UTF-16 ---- */

/* hi and lo are the offsets of the more and the less significant byte in a unit. */
static ALWAYS_INLINE int
utf16_len(const uint8_t *p, const uint8_t *e, int hi)
{
    ptrdiff_t n = e - p;
    if (n < 2) {
        if (hi == 0 && p[0] >= 0xd8 && p[0] <= 0xdb) return ENC_NEED(3);
        if (hi == 0 && p[0] >= 0xdc && p[0] <= 0xdf) return ENC_INVALID;
        return ENC_NEED(1);
    }
    uint8_t b = p[hi];
    if (b < 0xd8 || b > 0xdf) return 2;
    if (b >= 0xdc) return ENC_INVALID;
    if (n < 4) {
        if (n == 3 && hi == 0 && (p[2] < 0xdc || p[2] > 0xdf)) return ENC_INVALID;
        return ENC_NEED((int)(4 - n));
    }
    b = p[2 + hi];
    return b >= 0xdc && b <= 0xdf ? 4 : ENC_INVALID;
}

static ALWAYS_INLINE uint32_t
utf16_decode(const uint8_t *p, const uint8_t *e, int hi)
{
    int lo = 1 - hi;
    uint32_t u = (uint32_t)p[hi] << 8 | p[lo];
    if (u < 0xd800 || u > 0xdbff || e - p < 4) return u;
    uint32_t v = (uint32_t)p[2 + hi] << 8 | p[2 + lo];
    return 0x10000 + ((u & 0x3ff) << 10 | (v & 0x3ff));
}

static int
utf16_code_len(uint32_t c)
{
    if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) return ENC_ERR_CODE;
    return c < 0x10000 ? 2 : 4;
}

static inline void
utf16_put_unit(uint32_t u, uint8_t *to, int hi)
{
    to[hi] = (uint8_t)(u >> 8);
    to[1 - hi] = (uint8_t)u;
}

static ALWAYS_INLINE int
utf16_encode(uint32_t c, uint8_t *to, int hi)
{
    if (c < 0x10000) {
        utf16_put_unit(c, to, hi);
        return 2;
    }
    c -= 0x10000;
    utf16_put_unit(0xd800 + (c >> 10), to, hi);
    utf16_put_unit(0xdc00 + (c & 0x3ff), to + 2, hi);
    return 4;
}

static ALWAYS_INLINE const uint8_t *
utf16_left(const uint8_t *start, const uint8_t *s, const uint8_t *e, int hi)
{
    s -= (s - start) & 1;
    if (e - s >= 2 && s - start >= 2 && (s[hi] & 0xfc) == 0xdc && (s[hi - 2] & 0xfc) == 0xd8) s -= 2;
    return s;
}

static int
utf16be_len(const uint8_t *p, const uint8_t *e)
{
    return utf16_len(p, e, 0);
}
static uint32_t
utf16be_decode(const uint8_t *p, const uint8_t *e)
{
    return utf16_decode(p, e, 0);
}
static int
utf16be_encode(uint32_t c, uint8_t *to)
{
    return utf16_encode(c, to, 0);
}
static const uint8_t *
utf16be_left(const uint8_t *start, const uint8_t *s, const uint8_t *e)
{
    return utf16_left(start, s, e, 0);
}
static int
utf16le_len(const uint8_t *p, const uint8_t *e)
{
    return utf16_len(p, e, 1);
}
static uint32_t
utf16le_decode(const uint8_t *p, const uint8_t *e)
{
    return utf16_decode(p, e, 1);
}
static const uint8_t *
utf16le_left(const uint8_t *start, const uint8_t *s, const uint8_t *e)
{
    return utf16_left(start, s, e, 1);
}
static int
utf16le_encode(uint32_t c, uint8_t *to)
{
    return utf16_encode(c, to, 1);
}

const struct enc_ops enc_ops_utf16be = {utf16be_len, utf16be_decode, utf16_code_len, utf16be_encode, utf16be_left};
const struct enc_ops enc_ops_utf16le = {utf16le_len, utf16le_decode, utf16_code_len, utf16le_encode, utf16le_left};

/* ---- UTF-32 ---- */

static inline uint32_t
utf32_get(const uint8_t *p, int be)
{
    return be ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
              : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline int
utf32_len(const uint8_t *p, const uint8_t *e, int be)
{
    if (e - p < 4) return ENC_NEED((int)(4 - (e - p)));
    uint32_t c = utf32_get(p, be);
    return c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? ENC_INVALID : 4;
}

static int
utf32_code_len(uint32_t c)
{
    return c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? ENC_ERR_CODE : 4;
}

static const uint8_t *
utf32_left(const uint8_t *start, const uint8_t *s, const uint8_t *e)
{
    (void)e;
    return s - ((s - start) & 3);
}

static int
utf32be_len(const uint8_t *p, const uint8_t *e)
{
    return utf32_len(p, e, 1);
}
static uint32_t
utf32be_decode(const uint8_t *p, const uint8_t *e)
{
    return e - p < 4 ? *p : utf32_get(p, 1);
}
static int
utf32be_encode(uint32_t c, uint8_t *to)
{
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(c >> (24 - 8 * i));
    return 4;
}
static int
utf32le_len(const uint8_t *p, const uint8_t *e)
{
    return utf32_len(p, e, 0);
}
static uint32_t
utf32le_decode(const uint8_t *p, const uint8_t *e)
{
    return e - p < 4 ? *p : utf32_get(p, 0);
}
static int
utf32le_encode(uint32_t c, uint8_t *to)
{
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(c >> (8 * i));
    return 4;
}

const struct enc_ops enc_ops_utf32be = {utf32be_len, utf32be_decode, utf32_code_len, utf32be_encode, utf32_left};
const struct enc_ops enc_ops_utf32le = {utf32le_len, utf32le_decode, utf32_code_len, utf32le_encode, utf32_left};

/* ---- East Asian structures ---- */

static inline bool
between(uint8_t b, unsigned from, unsigned to)
{
    return b >= from && b <= to;
}

/* The bytes of a character as one big-endian number. */
static inline uint32_t
number_of(const uint8_t *p, int n)
{
    uint32_t c = 0;
    while (n-- > 0) c = c << 8 | *p++;
    return c;
}

static int
number_put(uint32_t c, uint8_t *to)
{
    int n = c < 0x100 ? 1 : c < 0x10000 ? 2 : c < 0x1000000 ? 3 : 4;
    for (int i = 0; i < n; i++) to[i] = (uint8_t)(c >> (8 * (n - 1 - i)));
    return n;
}

/* Bytes of the character whose number is c: it must read back as one character. */
static inline int
number_len(uint32_t c, int (*len)(const uint8_t *, const uint8_t *), uint32_t widest)
{
    uint8_t b[4];
    if (c > widest) return ENC_ERR_WIDE;
    int n = number_put(c, b);
    return len(b, b + n) == n ? n : ENC_ERR_CODE;
}

/* Walks back over bytes that may be followed by a trail byte, then forward character by character to the one at s. */
static inline const uint8_t *
walk_left(const uint8_t *start, const uint8_t *s, const uint8_t *e, bool (*inner_p)(uint8_t),
          int (*len)(const uint8_t *, const uint8_t *))
{
    const uint8_t *p = s;
    while (p > start && inner_p(p[-1])) p--;
    while (p < s) {
        int n = len(p, e);
        if (n == ENC_INVALID) n = 1;
        if (n <= 0 || p + n > s) return p; /* below 0: a character that e cuts */
        p += n;
    }
    return s;
}

#define NUMBERED(name, inner_p, widest)                                                         \
    static uint32_t name##_decode(const uint8_t *p, const uint8_t *e)                           \
    {                                                                                           \
        int n = name##_len(p, e);                                                               \
        return n > 0 ? number_of(p, n) : *p;                                                    \
    }                                                                                           \
    static int name##_code_len(uint32_t c)                                                      \
    {                                                                                           \
        return number_len(c, name##_len, widest);                                               \
    }                                                                                           \
    static const uint8_t *name##_left(const uint8_t *start, const uint8_t *s, const uint8_t *e) \
    {                                                                                           \
        return walk_left(start, s, e, inner_p, name##_len);                                     \
    }                                                                                           \
    const struct enc_ops enc_ops_##name = {name##_len, name##_decode, name##_code_len, number_put, name##_left}

static bool
high_p(uint8_t b)
{
    return b >= 0x80;
}

/* A character is two bytes, SS2 (8e) and a kana, or SS3 (8f) and two bytes. */
static int
eucjp_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b < 0x80) return 1;
    if (b != 0x8e && b != 0x8f && !between(b, 0xa1, 0xfe)) return ENC_INVALID;
    int want = b == 0x8f ? 3 : 2;
    for (int i = 1; i < want; i++) {
        if (e - p <= i) return ENC_NEED(want - i);
        if (!between(p[i], 0xa1, 0xfe)) return ENC_INVALID;
    }
    return want;
}
NUMBERED(eucjp, high_p, 0xffffff);

/* half-width kana are single bytes a1-df */
static int
sjis_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b < 0x80 || between(b, 0xa1, 0xdf)) return 1;
    if (!between(b, 0x81, 0x9f) && !between(b, 0xe0, 0xfc)) return ENC_INVALID;
    if (e - p < 2) return ENC_NEED(1);
    return between(p[1], 0x40, 0x7e) || between(p[1], 0x80, 0xfc) ? 2 : ENC_INVALID;
}
static bool
sjis_inner_p(uint8_t b)
{
    return between(b, 0x81, 0x9f) || between(b, 0xe0, 0xfc);
}
NUMBERED(sjis, sjis_inner_p, 0xffff);

static int
big5_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b < 0x80) return 1;
    if (!between(b, 0xa1, 0xfe)) return ENC_INVALID;
    if (e - p < 2) return ENC_NEED(1);
    return between(p[1], 0x40, 0x7e) || between(p[1], 0xa1, 0xfe) ? 2 : ENC_INVALID;
}
NUMBERED(big5, high_p, 0xffff);

static int
euckr_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b < 0x80) return 1;
    if (!between(b, 0xa1, 0xfe)) return ENC_INVALID;
    if (e - p < 2) return ENC_NEED(1);
    return between(p[1], 0xa1, 0xfe) ? 2 : ENC_INVALID;
}
NUMBERED(euckr, high_p, 0xffff);

static int
cp949_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b <= 0x80) return 1;
    if (b == 0xff) return ENC_INVALID;
    if (e - p < 2) return ENC_NEED(1);
    uint8_t t = p[1];
    return between(t, 0x41, 0x5a) || between(t, 0x61, 0x7a) || between(t, 0x81, 0xfe) ? 2 : ENC_INVALID;
}
NUMBERED(cp949, high_p, 0xffff);

static int
gbk_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b <= 0x80) return 1;
    if (b == 0xff) return ENC_INVALID;
    if (e - p < 2) return ENC_NEED(1);
    return between(p[1], 0x40, 0x7e) || between(p[1], 0x80, 0xfe) ? 2 : ENC_INVALID;
}
NUMBERED(gbk, high_p, 0xffff);

/* two bytes as GBK, or lead, digit, lead, digit */
static int
gb18030_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b < 0x80) return 1;
    if (b == 0x80 || b == 0xff) return ENC_INVALID;
    if (e - p < 2) return ENC_NEED(1);
    if (between(p[1], 0x40, 0x7e) || between(p[1], 0x80, 0xfe)) return 2;
    if (!between(p[1], 0x30, 0x39)) return ENC_INVALID;
    if (e - p < 3) return ENC_NEED(2);
    if (!between(p[2], 0x81, 0xfe)) return ENC_INVALID;
    if (e - p < 4) return ENC_NEED(1);
    return between(p[3], 0x30, 0x39) ? 4 : ENC_INVALID;
}
static bool
gb18030_inner_p(uint8_t b)
{
    return b >= 0x80 || between(b, 0x30, 0x39);
}
NUMBERED(gb18030, gb18030_inner_p, 0xffffffff);

/* two bytes, or SS2 (8e), a plane, and two */
static int
euctw_len(const uint8_t *p, const uint8_t *e)
{
    uint8_t b = *p;
    if (b < 0x80) return 1;
    if (b != 0x8e && !between(b, 0xa1, 0xfe)) return ENC_INVALID;
    int want = b == 0x8e ? 4 : 2;
    for (int i = 1; i < want; i++) {
        if (e - p <= i) return ENC_NEED(want - i);
        if (want == 4 && i == 1 ? !between(p[i], 0xa1, 0xb0) : !between(p[i], 0xa1, 0xfe)) return ENC_INVALID;
    }
    return want;
}
NUMBERED(euctw, high_p, 0xffffffff);

/* Emacs-Mule: the lead names a charset and with it the length */
static int
mule_len(const uint8_t *p, const uint8_t *e)
{
    static const struct {
        uint8_t from, to, want, second_from, second_to;
    } leads[] = {
        {0x81, 0x8f, 2, 0xa0, 0xff}, {0x90, 0x99, 3, 0xa0, 0xff}, {0x9a, 0x9b, 3, 0xe0, 0xef},
        {0x9c, 0x9c, 4, 0xf0, 0xf4}, {0x9d, 0x9d, 4, 0xf5, 0xfe},
    };
    if (*p < 0x80) return 1;
    for (size_t k = 0; k < lengthof(leads); k++) {
        if (!between(*p, leads[k].from, leads[k].to)) continue;
        int want = leads[k].want;
        for (int i = 1; i < want; i++) {
            if (e - p <= i) return ENC_NEED(want - i);
            if (i == 1 ? !between(p[1], leads[k].second_from, leads[k].second_to) : p[i] < 0xa0) return ENC_INVALID;
        }
        return want;
    }
    return ENC_INVALID;
}
NUMBERED(mule, high_p, 0xffffffff);
#undef NUMBERED
