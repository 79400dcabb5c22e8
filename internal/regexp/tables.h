/*
 * regexp/tables.h - what Oniguruma's tables say of characters: properties with names, and equality ignoring case.
 *
 * Owns      nothing; regexp/tables.c is the only file that includes Oniguruma's header.
 * CTYPE-1   Names come in lower case without blanks, hyphens and underscores.
 * CTYPE-2   Functions here allocate nothing and may be left by longjmp from a callback.
 */
#ifndef FACET_INTERNAL_RE_TABLES_H
#define FACET_INTERNAL_RE_TABLES_H

#include "internal/compiler.h"

struct re_table; /* those of one encoding */
/* By the name of an encoding; those of ASCII for one that Oniguruma does not know. */
const struct re_table *re_table_of(const char *encoding);

/* Calls fn for each range of the property; false: there is none of that name. */
bool re_table_property(const struct re_table *table, const char *name, size_t len,
                       void (*fn)(uint32_t from, uint32_t to, void *arg), void *arg);
struct re_table_fold {
    int bytes, n; /* the bytes of text it stands for; its codes */
    uint32_t codes[3];
};
enum { RE_TABLE_FOLDS = 40 };
/* What the beginning of p..e equals ignoring case: fills at most RE_TABLE_FOLDS, returns how many. */
int re_table_folds(const struct re_table *table, const char *p, const char *e, struct re_table_fold *out);
/* Calls fn for each pair that is equal ignoring case: one code, and one or more. */
void re_table_each_fold(const struct re_table *table, void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg),
                        void *arg);
/* Folds the character at p: writes at most 3 codes, returns how many. */
int re_table_fold_char(const struct re_table *table, const char *p, const char *e, uint32_t out[3]);

#endif
