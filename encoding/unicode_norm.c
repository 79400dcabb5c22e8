/*
 * encoding/unicode_norm.c - the four normalization forms.
 *
 * Decomposition looks each code point up in a table of full decompositions (Hangul by arithmetic).  An insertion sort orders
 * the combining marks of each run.  Composition walks once and keeps the last starter.
 * Source     Unicode Standard Annex 15; the Unicode Standard, section 3.12 (Hangul).
 */
#include "internal/compiler.h"
#include "internal/encoding/unicode.h"
#include <string.h>

struct norm_entry {
    uint32_t code;
    uint16_t canonical_at, compat_at; /* in norm_pool */
    uint8_t canonical_len, compat_len;
};
struct norm_pair {
    uint32_t first, second, joined;
};
#include "encoding/unicode_norm.inc"

uint8_t uni_combining_rank(uint32_t c);

enum {
    HANGUL_S = 0xac00,
    HANGUL_L = 0x1100,
    HANGUL_V = 0x1161,
    HANGUL_T = 0x11a7,
    L_COUNT = 19,
    V_COUNT = 21,
    T_COUNT = 28,
    S_COUNT = L_COUNT * V_COUNT * T_COUNT,
};

/* Writes the full decomposition of c to `to`, which has room for 18.  Returns the number of code points. */
static size_t
decompose(uint32_t c, bool compat, uint32_t *to)
{
    if (c - HANGUL_S < S_COUNT) {
        uint32_t s = c - HANGUL_S, t = s % T_COUNT;
        to[0] = HANGUL_L + s / (V_COUNT * T_COUNT);
        to[1] = HANGUL_V + s % (V_COUNT * T_COUNT) / T_COUNT;
        if (t) to[2] = HANGUL_T + t;
        return t ? 3 : 2;
    }
    if (c < 0xa0 || !uni_decomposes_p(c, compat)) {
        to[0] = c;
        return 1;
    }
    size_t lo = 0, hi = lengthof(norm_entries);
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (norm_entries[mid].code < c) lo = mid + 1;
        else hi = mid;
    }
    const struct norm_entry *e = &norm_entries[lo];
    size_t n = compat ? e->compat_len : e->canonical_len;
    memcpy(to, norm_pool + (compat ? e->compat_at : e->canonical_at), n * sizeof(*to));
    return n;
}

/* The primary composite of a and b; 0 if there is none. */
static uint32_t
compose(uint32_t a, uint32_t b)
{
    if (a - HANGUL_L < L_COUNT && b - HANGUL_V < V_COUNT)
        return HANGUL_S + ((a - HANGUL_L) * V_COUNT + (b - HANGUL_V)) * T_COUNT;
    if (a - HANGUL_S < S_COUNT && (a - HANGUL_S) % T_COUNT == 0 && b - HANGUL_T - 1 < T_COUNT - 1) return a + (b - HANGUL_T);
    size_t lo = 0, hi = lengthof(norm_pairs);
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        const struct norm_pair *p = &norm_pairs[mid];
        if (p->first == a && p->second == b) return p->joined;
        if (p->first < a || (p->first == a && p->second < b)) lo = mid + 1;
        else hi = mid;
    }
    return 0;
}

/* Moves to[at] back over marks of a higher class. */
static void
settle(uint32_t *to, size_t at)
{
    uint32_t c = to[at];
    uint8_t rank = uni_combining_rank(c);
    if (rank == 0) return;
    while (at > 0 && uni_combining_rank(to[at - 1]) > rank) {
        to[at] = to[at - 1];
        at--;
    }
    to[at] = c;
}

static size_t
compose_all(uint32_t *s, size_t n)
{
    size_t w = 0;
    ptrdiff_t starter = -1;
    uint8_t last = 0; /* rank of the last mark kept after the starter */
    for (size_t i = 0; i < n; i++) {
        uint8_t rank = uni_combining_rank(s[i]);
        bool blocked = starter >= 0 && (size_t)starter + 1 < w && (last >= rank);
        uint32_t joined = starter >= 0 && !blocked ? compose(s[starter], s[i]) : 0;
        if (joined) {
            s[starter] = joined;
            continue;
        }
        if (rank == 0) {
            starter = (ptrdiff_t)w;
            last = 0;
        } else last = rank;
        s[w++] = s[i];
    }
    return w;
}

size_t
uni_normalize(const uint32_t *from, size_t n, enum uni_form form, uint32_t *to, size_t room)
{
    bool compat = form == UNI_NFKC || form == UNI_NFKD;
    size_t w = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t parts[18];
        size_t k = decompose(from[i], compat, parts);
        for (size_t j = 0; j < k; j++, w++) {
            if (w >= room) continue;
            to[w] = parts[j];
            settle(to, w);
        }
    }
    if (w > room || form == UNI_NFD || form == UNI_NFKD) return w;
    return compose_all(to, w);
}
