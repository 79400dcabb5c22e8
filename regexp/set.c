/*
 * regexp/set.c - sets of characters as sorted ranges of code points, and those that have names.
 *
 * Unicode's sets come from encoding/unicode.h.  The other encodings have the types of POSIX, and forms of JIS X 0208 six scripts.
 */
#include "internal/regexp/tree.h"

#include "internal/encoding/unicode.h"

#include <stdlib.h>
#include <string.h>

enum { CODE_MAX = -1 }; /* of uint32_t: an encoding of four bytes uses them all */

struct re_cset *
cset_new(struct re_tree *t)
{
    return re_alloc(t, sizeof(struct re_cset));
}

void
cset_add(struct re_tree *t, struct re_cset *s, uint32_t from, uint32_t to)
{
    if (s->n && from >= s->at[s->n - 2] && from <= s->at[s->n - 1]) { /* grows the last, as sorted additions do */
        if (to > s->at[s->n - 1]) s->at[s->n - 1] = to;
        return;
    }
    if (s->n == s->capa) {
        size_t capa = s->capa ? s->capa * 2 : 8;
        s->at = re_regrow(t, s->at, s->n * sizeof *s->at, capa * sizeof *s->at);
        s->capa = capa;
    }
    s->at[s->n++] = from;
    s->at[s->n++] = to;
}

void
cset_add_set(struct re_tree *t, struct re_cset *s, const struct re_cset *other)
{
    for (size_t i = 0; i < other->n; i += 2) cset_add(t, s, other->at[i], other->at[i + 1]);
}

static int
cset_by_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

void
cset_settle(struct re_cset *s)
{
    bool sorted = true;
    for (size_t i = 2; i < s->n && sorted; i += 2) sorted = s->at[i - 1] < s->at[i] && s->at[i] - s->at[i - 1] > 1;
    if (sorted) return;
    qsort(s->at, s->n / 2, 2 * sizeof *s->at, cset_by_first);
    size_t n = 2;
    for (size_t i = 2; i < s->n; i += 2) {
        uint32_t last = s->at[n - 1];
        if (s->at[i] <= last || s->at[i] - last == 1) {
            if (s->at[i + 1] > last) s->at[n - 1] = s->at[i + 1];
            continue;
        }
        s->at[n] = s->at[i];
        s->at[n + 1] = s->at[i + 1];
        n += 2;
    }
    s->n = n;
}

void
cset_invert(struct re_tree *t, struct re_cset *s)
{
    cset_settle(s);
    struct re_cset r = {0};
    uint32_t next = 0;
    bool open = true; /* the codes from `next` on are not reported yet */
    for (size_t i = 0; i < s->n; i += 2) {
        if (s->at[i] > next) cset_add(t, &r, next, s->at[i] - 1);
        open = s->at[i + 1] != (uint32_t)CODE_MAX;
        next = s->at[i + 1] + 1;
    }
    if (open) cset_add(t, &r, next, (uint32_t)CODE_MAX);
    *s = r;
}

void
cset_intersect(struct re_tree *t, struct re_cset *s, struct re_cset *other)
{
    cset_settle(s);
    cset_settle(other);
    struct re_cset r = {0};
    for (size_t i = 0, k = 0; i < s->n && k < other->n;) {
        uint32_t from = s->at[i] > other->at[k] ? s->at[i] : other->at[k];
        uint32_t to = s->at[i + 1] < other->at[k + 1] ? s->at[i + 1] : other->at[k + 1];
        if (from <= to) cset_add(t, &r, from, to);
        if (s->at[i + 1] < other->at[k + 1]) i += 2;
        else k += 2;
    }
    *s = r;
}

bool
cset_has(const struct re_cset *s, uint32_t c)
{
    size_t lo = 0, hi = s->n / 2;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (c > s->at[2 * mid + 1]) lo = mid + 1;
        else hi = mid;
    }
    return lo < s->n / 2 && c >= s->at[2 * lo];
}

/* ---- types ---- */

static const struct {
    const char *name;
    unsigned ctype;
} type_names[] = {
    {"alnum", ONIGENC_CTYPE_ALNUM}, {"alpha", ONIGENC_CTYPE_ALPHA}, {"blank", ONIGENC_CTYPE_BLANK},
    {"cntrl", ONIGENC_CTYPE_CNTRL}, {"digit", ONIGENC_CTYPE_DIGIT}, {"graph", ONIGENC_CTYPE_GRAPH},
    {"lower", ONIGENC_CTYPE_LOWER}, {"print", ONIGENC_CTYPE_PRINT}, {"punct", ONIGENC_CTYPE_PUNCT},
    {"space", ONIGENC_CTYPE_SPACE}, {"upper", ONIGENC_CTYPE_UPPER}, {"xdigit", ONIGENC_CTYPE_XDIGIT},
    {"word", ONIGENC_CTYPE_WORD},   {"ascii", ONIGENC_CTYPE_ASCII},
};

struct range_sink {
    struct re_tree *t;
    struct re_cset *s;
};

static void
cset_take_range(uint32_t from, uint32_t to, void *arg)
{
    struct range_sink *sink = arg;
    cset_add(sink->t, sink->s, from, to);
}

/* Adds the members of a type by the property with its name; the type of punctuation has more than \p{punct}. */
static void
cset_add_unicode_type(struct re_tree *t, struct re_cset *s, unsigned ctype)
{
    struct range_sink sink = {t, s};
    unsigned i = 0;
    while (type_names[i].ctype != ctype) i++;
    uni_each_of_property(ctype == ONIGENC_CTYPE_PUNCT ? "xposixpunct" : type_names[i].name, cset_take_range, &sink);
}

static void
cset_set_add_ctype(struct re_tree *t, struct re_cset *s, unsigned ctype, bool ascii)
{
    const struct enc *enc = t->enc;
    if (enc_unicode_p(enc) && !ascii) {
        cset_add_unicode_type(t, s, ctype);
        return;
    }
    for (uint32_t c = 0; c < 0x80; c++)
        if (uni_ctype_p(c, ctype)) cset_add(t, s, c, c);
    if (ascii || ctype == ONIGENC_CTYPE_ASCII) return;
    if (enc_single_p(enc)) {
        for (uint32_t c = 0x80; c < 0x100; c++)
            if (enc_ctype_p(enc, c, ctype)) cset_add(t, s, c, c);
        return;
    }
    if (enc_ctype_p(enc, 0xA1A1, ctype)) cset_add(t, s, 0x80, (uint32_t)CODE_MAX); /* East Asian: all alike */
}

void
cset_add_ctype(struct re_tree *t, struct re_cset *s, unsigned ctype, bool ascii, bool not_)
{
    if (!not_) {
        cset_set_add_ctype(t, s, ctype, ascii);
        return;
    }
    struct re_cset own = {0};
    cset_set_add_ctype(t, &own, ctype, ascii);
    cset_invert(t, &own);
    cset_add_set(t, s, &own);
}

int
cset_type_named(const char *name, size_t len)
{
    for (unsigned i = 0; i < lengthof(type_names); i++)
        if (strlen(type_names[i].name) == len && !memcmp(type_names[i].name, name, len)) return (int)type_names[i].ctype;
    return -1;
}

/* Lower case, without blanks, hyphens and underscores: as property names are compared. */
static size_t
cset_plain_name(const char *name, size_t len, char *to, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        if (c == ' ' || c == '-' || c == '_') continue;
        if (n + 1 >= room) return 0;
        to[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    to[n] = 0;
    return n;
}

/* The scripts of ASCII and JIS X 0208 by row, and of JIS X 0201 and 0212 where EUC-JP has them, in the codes of each form. */
enum form { FORM_EUC, FORM_SJIS, FORM_WINDOWS };
static const struct {
    const char *name;
    uint32_t spans[3][6][2];
} japanese[] = {
    {"hiragana", {{{0xA4A1, 0xA4F3}}, {{0x829F, 0x82F1}}, {{0x829F, 0x82F1}}}},
    {"katakana", {{{0x8EA6, 0x8EAF}, {0x8EB1, 0x8EDD}, {0xA5A1, 0xA5F6}}, {{0x8340, 0x8396}}, {{0x8340, 0x8396}}}},
    {"han",
     {{{0xA1B8, 0xA1B8}, {0xB0A1, 0xCFD3}, {0xD0A1, 0xF4A6}, {0x8FB0A1, 0x8FEDF3}},
      {{0x8157, 0x8157}, {0x889F, 0x9872}, {0x989F, 0x9FFC}, {0xE040, 0xEAA4}},
      {{0x8157, 0x8157}, {0x889F, 0x9872}, {0x989F, 0x9FFC}, {0xE040, 0xEAA4}, {0xED40, 0xEEEC}, {0xFA5C, 0xFC4B}}}},
    {"latin",
     {{{'A', 'Z'}, {'a', 'z'}, {0xA3C1, 0xA3DA}, {0xA3E1, 0xA3FA}},
      {{'A', 'Z'}, {'a', 'z'}, {0x8260, 0x8279}, {0x8281, 0x829A}},
      {{'A', 'Z'}, {'a', 'z'}, {0x8260, 0x8279}, {0x8281, 0x829A}}}},
    {"greek",
     {{{0xA6A1, 0xA6B8}, {0xA6C1, 0xA6D8}}, {{0x839F, 0x83B6}, {0x83BF, 0x83D6}}, {{0x839F, 0x83B6}, {0x83BF, 0x83D6}}}},
    {"cyrillic",
     {{{0xA7A1, 0xA7C1}, {0xA7D1, 0xA7F1}}, {{0x8440, 0x8460}, {0x8470, 0x8491}}, {{0x8440, 0x8460}, {0x8470, 0x8491}}}},
};

/* -1: enc is none of JIS X 0208. */
static int
cset_japanese_form(const struct enc *enc)
{
    static const struct {
        const char *name;
        enum form form;
    } forms[] = {{"EUC-JP", FORM_EUC},           {"eucJP-ms", FORM_EUC},        {"CP51932", FORM_EUC},
                 {"EUC-JIS-2004", FORM_EUC},     {"Shift_JIS", FORM_SJIS},      {"MacJapanese", FORM_SJIS},
                 {"Windows-31J", FORM_WINDOWS},  {"SJIS-DoCoMo", FORM_WINDOWS}, {"SJIS-KDDI", FORM_WINDOWS},
                 {"SJIS-SoftBank", FORM_WINDOWS}};
    for (unsigned i = 0; i < lengthof(forms); i++)
        if (!strcmp(forms[i].name, enc->name)) return (int)forms[i].form;
    return -1;
}

static bool
cset_add_japanese(struct re_tree *t, struct re_cset *s, const char *name)
{
    int form = cset_japanese_form(t->enc);
    for (unsigned i = 0; form >= 0 && i < lengthof(japanese); i++) {
        if (strcmp(japanese[i].name, name)) continue;
        for (unsigned k = 0; k < 6 && japanese[i].spans[form][k][0]; k++)
            cset_add(t, s, japanese[i].spans[form][k][0], japanese[i].spans[form][k][1]);
        return true;
    }
    return false;
}

bool
cset_add_property(struct re_tree *t, struct re_cset *s, const char *name, size_t len)
{
    char plain[80];
    size_t n = cset_plain_name(name, len, plain, sizeof plain);
    if (!n) return false;
    if (enc_unicode_p(t->enc)) {
        struct range_sink sink = {t, s};
        return uni_each_of_property(plain, cset_take_range, &sink);
    }
    int ctype = cset_type_named(plain, n);
    if (ctype < 0) return cset_add_japanese(t, s, plain);
    cset_add_ctype(t, s, (unsigned)ctype, false, false);
    return true;
}
