/*
 * encoding/unicode.c - properties, case mappings and grapheme clusters of code points.
 *
 * Two table reads give a record.  A short sorted list has the code points that map to several.  Grapheme clusters follow the
 * rules GB3 to GB13 of Unicode Standard Annex 29.  Their state has three flags: an emoji sequence, an Indic conjunct or an odd
 * number of regional indicators is open.
 */
#include "internal/compiler.h"
#include "internal/encoding/unicode.h"
#include "internal/encoding.h"

#include <string.h>

struct uni_record {
    uint16_t types;
    uint8_t gcb; /* bits 0-3 Grapheme_Cluster_Break, 4 Extended_Pictographic, 5-6 Indic_Conjunct_Break */
    uint8_t ccc; /* rank of the combining class */
    uint8_t flags;
    int32_t delta[4]; /* by enum uni_case */
};
struct uni_special {
    uint32_t code;
    uint16_t map[4][3]; /* by enum uni_case; 0 ends */
};
#include "encoding/unicode_data.inc"

enum { REC_SPECIAL = 1, REC_CANONICAL = 2, REC_COMPAT = 4 };

static inline const struct uni_record *
record(uint32_t c)
{
    if (c > UNI_MAX) c = 0xffff; /* an unassigned one */
    return &uni_records[uni_stage2[uni_stage1[c >> UNI_SHIFT]][c & ((1u << UNI_SHIFT) - 1)]];
}

bool
uni_ctype_p(uint32_t c, unsigned ctype)
{
    return record(c)->types >> ctype & 1;
}

uint32_t
uni_case_simple(uint32_t c, enum uni_case how)
{
    return c + (uint32_t)record(c)->delta[how];
}

static const struct uni_special *
special(uint32_t c)
{
    const struct uni_special *from = uni_specials;
    for (size_t n = lengthof(uni_specials); n > 1;) { /* the last that is not above c is one of n from `from` on */
        size_t half = n / 2;
        if (from[half].code <= c) from += half;
        n -= half;
    }
    return from->code == c ? from : NULL;
}

int
uni_case_map(uint32_t c, enum uni_case how, uint32_t to[3])
{
    const struct uni_record *r = record(c);
    if (LIKELY(!(r->flags & REC_SPECIAL))) {
        to[0] = c + (uint32_t)r->delta[how];
        return 1;
    }
    const struct uni_special *s = special(c);
    int n = 0;
    while (n < 3 && s->map[how][n]) {
        to[n] = s->map[how][n];
        n++;
    }
    return n;
}

uint8_t
uni_combining_rank(uint32_t c)
{
    return record(c)->ccc;
}

bool
uni_decomposes_p(uint32_t c, bool compat)
{
    return record(c)->flags & (compat ? REC_CANONICAL | REC_COMPAT : REC_CANONICAL);
}

/* ---- grapheme clusters ---- */

enum {
    GCB_OTHER,
    GCB_CR,
    GCB_LF,
    GCB_CONTROL,
    GCB_EXTEND,
    GCB_ZWJ,
    GCB_RI,
    GCB_PREPEND,
    GCB_SPACING,
    GCB_L,
    GCB_V,
    GCB_T,
    GCB_LV,
    GCB_LVT,
    GCB_MASK = 15,
    GCB_PICTO = 16,
    INCB_LINKER = 32,
    INCB_CONSONANT = 64,
    INCB_EXTEND = 96,
    INCB_MASK = 96,
};

struct cluster {
    uint8_t prev;
    bool picto;     /* ExtPict Extend* seen */
    bool picto_zwj; /* ... and then a ZWJ */
    bool conjunct;  /* a consonant, then only linkers and extenders */
    bool linker;    /* ... at least one of them a linker */
    bool odd_ri;    /* an odd number of regional indicators */
};

static void
cluster_start(struct cluster *k, uint8_t b)
{
    k->prev = b;
    k->picto = b & GCB_PICTO;
    k->picto_zwj = false;
    k->conjunct = (b & INCB_MASK) == INCB_CONSONANT;
    k->linker = false;
    k->odd_ri = (b & GCB_MASK) == GCB_RI;
}

static bool
hangul_joins(unsigned p, unsigned c)
{
    switch (p) {
    case GCB_L: return c == GCB_L || c == GCB_V || c == GCB_LV || c == GCB_LVT;
    case GCB_LV:
    case GCB_V: return c == GCB_V || c == GCB_T;
    case GCB_LVT:
    case GCB_T: return c == GCB_T;
    default: return false;
    }
}

/* Returns whether b stays in the cluster.  If so, adds it to k. */
static bool
cluster_takes(struct cluster *k, uint8_t b)
{
    unsigned p = k->prev & GCB_MASK, c = b & GCB_MASK, in = b & INCB_MASK;
    bool join;
    if (p == GCB_CR && c == GCB_LF) join = true;
    else if (p == GCB_CR || p == GCB_LF || p == GCB_CONTROL || c == GCB_CR || c == GCB_LF || c == GCB_CONTROL) join = false;
    else if (hangul_joins(p, c)) join = true;
    else if (c == GCB_EXTEND || c == GCB_ZWJ || c == GCB_SPACING || p == GCB_PREPEND) join = true;
    else if (k->linker && in == INCB_CONSONANT) join = true;
    else if (k->picto_zwj && (b & GCB_PICTO)) join = true;
    else join = k->odd_ri && c == GCB_RI;
    if (!join) return false;
    bool picto = k->picto, was_conjunct = k->conjunct, was_linker = k->linker, odd = k->odd_ri;
    k->picto = (b & GCB_PICTO) || (picto && c == GCB_EXTEND);
    k->picto_zwj = picto && c == GCB_ZWJ;
    k->conjunct = in == INCB_CONSONANT || (was_conjunct && (in == INCB_LINKER || in == INCB_EXTEND));
    k->linker = in != INCB_CONSONANT && k->conjunct && (was_linker || in == INCB_LINKER);
    k->odd_ri = c == GCB_RI && !odd;
    k->prev = b;
    return true;
}

size_t
uni_grapheme_utf8(const char *s, const char *end)
{
    const uint8_t *p = (const uint8_t *)s, *e = (const uint8_t *)end;
    if (e - p >= 2 && p[0] >= 0x20 && p[0] < 0x7f && p[1] < 0x80) return 1;
    int n = enc_utf8_len(p, e);
    if (n <= 0) return 1;
    struct cluster k;
    cluster_start(&k, record(enc_utf8_decode(p, e))->gcb);
    for (p += n; p < e; p += n) {
        n = enc_utf8_len(p, e);
        if (n <= 0 || !cluster_takes(&k, record(enc_utf8_decode(p, e))->gcb)) break;
    }
    return (size_t)((const char *)p - s);
}

size_t
uni_grapheme(const uint32_t *p, size_t n)
{
    struct cluster k;
    size_t i = 1;
    if (n == 0) return 0;
    cluster_start(&k, record(p[0])->gcb);
    while (i < n && cluster_takes(&k, record(p[i])->gcb)) i++;
    return i;
}
