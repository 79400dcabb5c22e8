/*
 * regexp/single.h - letter case of encodings of one byte, as tables.h wants it.
 *
 * Owns      nothing; it stands apart from tables.c because Oniguruma's header cannot be included beside ours of encodings.
 */
#ifndef FACET_INTERNAL_RE_SINGLE_H
#define FACET_INTERNAL_RE_SINGLE_H

#include "internal/regexp/tables.h"

struct enc_single;
/* Its characters by the name of an encoding; NULL: it is none of one byte. */
const struct enc_single *re_single_of(const char *encoding);
/* As the functions of tables.h. */
int re_single_folds(const struct enc_single *single, const char *p, const char *e, struct re_table_fold *out);
void re_single_each_fold(const struct enc_single *single, void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg),
                         void *arg);
int re_single_fold_char(const struct enc_single *single, const char *p, uint32_t out[3]);

#endif
