/*
 * regexp/single.h - letter case of encodings of one byte, as tables.h wants it.
 *
 * Owns      nothing.
 */
#ifndef FACET_INTERNAL_RE_SINGLE_H
#define FACET_INTERNAL_RE_SINGLE_H

#include "internal/regexp/tables.h"

struct enc_single;
/* These do what the functions of tables.h do. */
int re_single_folds(const struct enc_single *single, const uint32_t *codes, size_t n, struct re_fold *out);
void re_single_each_fold(const struct enc_single *single, void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg),
                         void *arg);
int re_single_fold_code(const struct enc_single *single, uint32_t c, uint32_t out[3]);

#endif
