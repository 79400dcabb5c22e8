/*
 * regexp/tables.h - which characters of an encoding are equal ignoring case.
 *
 * Owns      nothing: the tables are those of encoding/unicode.h and of encodings of one byte (regexp/single.h).
 * CTYPE-2   Functions here allocate nothing and may be left by longjmp from a callback.
 */
#ifndef FACET_INTERNAL_RE_TABLES_H
#define FACET_INTERNAL_RE_TABLES_H

#include "internal/compiler.h"

struct enc;
struct re_fold {
    int takes, n; /* characters of text that it matches; number of codes */
    uint32_t codes[3];
};
enum { RE_FOLDS = 80 };
/* Fills `out` with the strings that the first characters of codes[0..n] equal ignoring case.  Returns how many. */
int re_folds(const struct enc *enc, const uint32_t *codes, size_t n, struct re_fold out[RE_FOLDS]);
/* Calls fn for each pair that is equal ignoring case, in one order or in both: one code, and one or more. */
void re_each_fold(const struct enc *enc, void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg), void *arg);
/* Folds c: writes at most 3 codes, returns how many. */
int re_fold_code(const struct enc *enc, uint32_t c, uint32_t out[3]);

#endif
