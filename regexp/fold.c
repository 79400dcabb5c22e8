/*
 * regexp/fold.c - characters that are equal ignoring case.
 *
 * For characters and sets of ASCII letters alone no table is read: they have each other, and in Unicode k and s have one
 * sign more each (KELVIN SIGN, LATIN SMALL LETTER LONG S).
 */
#include "internal/regexp/tree.h"

enum { KELVIN = 0x212A, LONG_S = 0x17F };

static bool
re_letter_p(uint32_t c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static void
re_add_ascii(struct re_tree *t, struct re_cset *s, uint32_t c, bool across)
{
    cset_add(t, s, c, c);
    if (!re_letter_p(c)) return;
    cset_add(t, s, c ^ 32, c ^ 32);
    if (!enc_unicode_p(t->enc) || !across) return;
    if ((c | 32) == 'k') cset_add(t, s, KELVIN, KELVIN);
    if ((c | 32) == 's') cset_add(t, s, LONG_S, LONG_S);
}

void
fold_add(struct re_tree *t, struct re_cset *s, uint32_t c)
{
    if (c < 0x80) {
        re_add_ascii(t, s, c, true);
        return;
    }
    struct re_fold folds[RE_FOLDS];
    int n = re_folds(t->enc, &c, 1, folds);
    cset_add(t, s, c, c);
    for (int i = 0; i < n; i++)
        if (folds[i].n == 1) cset_add(t, s, folds[i].codes[0], folds[i].codes[0]);
}

struct closing {
    struct re_tree *t;
    const struct re_cset *of, *across;
    struct re_cset *to;
};

static void
re_close_one(struct closing *c, uint32_t from, uint32_t to)
{
    if (!cset_has(c->of, from)) return;
    if ((from < 0x80) != (to < 0x80) && !cset_has(c->across, from)) return;
    cset_add(c->t, c->to, to, to);
}

static void
re_close_pair(uint32_t from, const uint32_t *to, int n, void *arg)
{
    struct closing *c = arg;
    if (n != 1) return;
    re_close_one(c, from, *to);
    re_close_one(c, *to, from);
}

void
fold_set(struct re_tree *t, struct re_cset *s, const struct re_cset *across)
{
    cset_settle(s);
    if (!s->n) return;
    struct re_cset more = {0};
    if (s->at[s->n - 1] < 0x80) {
        for (uint32_t c = 'A'; c <= 'z'; c++)
            if (re_letter_p(c) && cset_has(s, c)) re_add_ascii(t, &more, c, cset_has(across, c));
    } else {
        struct closing closing = {t, s, across, &more};
        re_each_fold(t->enc, re_close_pair, &closing);
    }
    cset_add_set(t, s, &more);
    cset_settle(s);
}

int
fold_strings(struct re_tree *t, const uint32_t *codes, size_t n, struct re_fold *out, int max)
{
    if (!enc_unicode_p(t->enc) && codes[0] < 0x80 && (codes[0] | 32) != 's') return 0; /* but ss, which equals a sharp s */
    struct re_fold folds[RE_FOLDS];
    int k = re_folds(t->enc, codes, n, folds), found = 0;
    for (int i = 0; i < k && found < max; i++)
        if (folds[i].takes > 1 || folds[i].n > 1) out[found++] = folds[i];
    return found;
}

struct each_string {
    const struct re_cset *of;
    void (*fn)(const uint32_t *, int, void *);
    void *arg;
};

static void
re_string_of(uint32_t from, const uint32_t *to, int n, void *arg)
{
    struct each_string *s = arg;
    if (n > 1 && cset_has(s->of, from)) s->fn(to, n, s->arg);
}

void
fold_each_string(struct re_tree *t, const struct re_cset *s, void (*fn)(const uint32_t *codes, int n, void *arg), void *arg)
{
    if (!s->n || s->at[s->n - 1] < 0x80) return;
    struct each_string each = {s, fn, arg};
    re_each_fold(t->enc, re_string_of, &each);
}
