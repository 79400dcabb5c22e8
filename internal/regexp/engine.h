/*
 * regexp/engine.h - the regular expression engine behind our own face: the only header that an engine must satisfy.
 *
 * Owns      struct re_prog (opaque), compiled patterns.
 * Uses      Oniguruma, in regexp/engine.c alone; regexp/translate.c turns Ruby's syntax into what it takes.
 * X1        Offsets are bytes.  A program is made for one encoding; a 7-bit subject may be matched by any ASCII-compatible one.
 * X2        Matching runs under a retry limit, doubled at each restart; between restarts the caller's `check` runs (interrupts,
 *           time-out), and may raise.
 * Checked   test/test_regexp.rb
 */
#ifndef FACET_INTERNAL_REGEXP_H
#define FACET_INTERNAL_REGEXP_H

#include "internal/compiler.h"

enum { RE_OPT_IGNORECASE = 1, RE_OPT_EXTENDED = 2, RE_OPT_MULTILINE = 4, RE_OPT_FIXED_ENC = 16, RE_OPT_NO_ENC = 32 };

struct re_prog;

/* Group offsets; -1: did not take part. */
struct re_offsets {
    int count; /* groups + 1 */
    int capa;
    intptr_t *beg, *end;
};

/*
 * Compiles `pattern` (already translated) for the encoding of that name.
 * Returns NULL and a message in err.
 */
struct re_prog *re_engine_compile(const char *pattern, size_t len, const char *encoding, unsigned options, char *err,
                                  size_t err_size);
void re_engine_free(struct re_prog *p);
size_t re_engine_memsize(const struct re_prog *p);
int re_engine_groups(const struct re_prog *p);
/*
 * Searches str[0, len) from byte `from` towards `to` (to < from: backwards, a match may begin at to ... from).
 * Returns    start of the match, -1: none.  out may be NULL.
 * Effects    calls check(data) between restarts, which may raise
 */
intptr_t re_engine_search(struct re_prog *p, const char *str, size_t len, size_t from, size_t to, struct re_offsets *out,
                          void (*check)(void *), void *data);
/* Anchored at `at`: length of the match, or -1. */
intptr_t re_engine_match(struct re_prog *p, const char *str, size_t len, size_t at, struct re_offsets *out,
                         void (*check)(void *), void *data);
/* Calls fn for each name, in the order of first appearance, with its group numbers. */
void re_engine_names(const struct re_prog *p, void (*fn)(const char *name, size_t len, const int *groups, int n, void *arg),
                     void *arg);

/*
 * Ruby's syntax to the engine's.  Resolves \u escapes (into UTF-8), (?a) (?d) (?u), and the classes that depend on them.
 *   out       malloc'ed; the caller frees
 *   uses_u    set if a \u escape above 0x7f occurred: the pattern is UTF-8, fixed
 *   non_ascii set if a raw byte above 0x7f or an escape for one occurred
 * Returns    NULL, or a message
 */
struct re_translation {
    char *out;
    size_t len;
    bool uses_u, non_ascii, hex_high;
    bool literal; /* no operator in it: out is what to look for */
};
const char *re_translate(const char *src, size_t len, bool utf8, bool multibyte_sjis, unsigned options,
                         struct re_translation *t);

#endif
