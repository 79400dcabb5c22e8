/*
 * encoding/unicode_props.c - sets of code points that have names, and what is equal ignoring case.
 *
 * Owns      encoding/unicode_props.inc, made by tool/build/unicode/propgen.mjs, which describes the packed sets.
 * Uses      encoding/unicode.c for the fold of one code point
 * Threads   any: pure functions of constants
 * Checked   test/test_regexp.rb, test/fuzz/compare_properties
 */
#include "internal/encoding/unicode.h"

#include <string.h>

struct prop {
    uint16_t name;
    uint16_t set;
};
struct unfold {
    uint16_t to[3]; /* the third is 0 if there are two */
    uint16_t from;
};
#include "encoding/unicode_props.inc"

/* ---- named sets ---- */

/* Reads the number at *p, and moves *p behind it. */
static uint32_t
next_number(const uint8_t **p)
{
    uint32_t n = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t b = *(*p)++;
        n |= (uint32_t)(b & 0x7f) << shift;
        if (!(b & 0x80)) return n;
    }
}

static void
each_range(const uint8_t *p, void (*fn)(uint32_t from, uint32_t to, void *arg), void *arg)
{
    uint32_t at = 0;
    for (uint32_t gap; (gap = next_number(&p));) {
        uint32_t from = at + gap - 1;
        at = from + next_number(&p);
        fn(from, at - 1, arg);
    }
}

static bool
each_of_age(const char *version, void (*fn)(uint32_t from, uint32_t to, void *arg), void *arg)
{
    unsigned v = 0;
    while (v < lengthof(age_versions) && strcmp(age_versions[v], version)) v++;
    if (v == lengthof(age_versions)) return false;
    for (size_t i = 0; i < lengthof(age_runs); i++) {
        unsigned since = age_runs[i] & 0xff; /* index of the version + 1 */
        if (since == 0 || since > v + 1) continue;
        uint32_t end = i + 1 < lengthof(age_runs) ? age_runs[i + 1] >> 8 : UNI_MAX + 1;
        fn(age_runs[i] >> 8, end - 1, arg);
    }
    return true;
}

bool
uni_each_of_property(const char *name, void (*fn)(uint32_t from, uint32_t to, void *arg), void *arg)
{
    if (!strncmp(name, "age=", 4)) return each_of_age(name + 4, fn, arg);
    for (size_t lo = 0, hi = lengthof(props); lo < hi;) {
        size_t mid = (lo + hi) / 2;
        int order = strcmp(name, prop_names + props[mid].name);
        if (order == 0) {
            each_range(prop_sets + props[mid].set, fn, arg);
            return true;
        }
        if (order < 0) hi = mid;
        else lo = mid + 1;
    }
    return false;
}

/* ---- the inverse of case folding ---- */

enum { UNFOLD_PAIRS = lengthof(unfold_one) / 2 };

/* Returns the index of the first pair whose fold is not below `to`. */
static size_t
first_pair(uint32_t to)
{
    size_t lo = 0, hi = UNFOLD_PAIRS;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (unfold_one[2 * mid] < to) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

int
uni_unfold(const uint32_t *to, int n, uint32_t out[UNI_UNFOLDS])
{
    int found = 0;
    if (n == 1) {
        for (size_t i = first_pair(*to); i < UNFOLD_PAIRS && unfold_one[2 * i] == *to; i++)
            out[found++] = unfold_one[2 * i + 1];
        return found;
    }
    for (size_t i = 0; i < lengthof(unfold_more); i++) {
        const struct unfold *u = &unfold_more[i];
        if (u->to[0] == to[0] && u->to[1] == to[1] && u->to[2] == (n > 2 ? to[2] : 0)) out[found++] = u->from;
    }
    return found;
}

void
uni_each_fold(void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg), void *arg)
{
    for (size_t i = 0; i < UNFOLD_PAIRS; i++) {
        const uint32_t *pair = unfold_one + 2 * i;
        fn(pair[1], pair, 1, arg);
        for (size_t k = i; k-- > 0 && unfold_one[2 * k] == *pair;) fn(pair[1], unfold_one + 2 * k + 1, 1, arg);
    }
    for (size_t i = 0; i < lengthof(unfold_more); i++) {
        const struct unfold *u = &unfold_more[i];
        const uint32_t to[3] = {u->to[0], u->to[1], u->to[2]};
        fn(u->from, to, to[2] ? 3 : 2, arg);
        for (size_t k = i; k-- > 0 && !memcmp(unfold_more[k].to, u->to, sizeof u->to);) {
            const uint32_t other = unfold_more[k].from;
            fn(u->from, &other, 1, arg);
        }
    }
}
