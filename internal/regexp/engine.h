/*
 * regexp/engine.h - the regular expression engine's face.
 *
 * Owns      struct re_prog (opaque), compiled patterns.
 * Uses      nothing of the VM's but encoding.h and encoding/unicode.h.
 * ENGINE-1  Offsets are bytes.  A program is made for one encoding; a 7-bit subject may be matched by any ASCII-compatible one.
 * ENGINE-2  A match that takes long pauses after some thousand steps and calls check(). check() may run any code,
 *           including other threads and other matches of the same program.  If it moves the text, it stores the new
 *           address in re_text.str.
 * ENGINE-3  The engine raises nothing.
 * Threads   Under the VM lock.
 * Checked   test/test_regexp.rb
 */
#ifndef FACET_INTERNAL_REGEXP_H
#define FACET_INTERNAL_REGEXP_H

#include "internal/compiler.h"

enum { RE_OPT_IGNORECASE = 1, RE_OPT_EXTENDED = 2, RE_OPT_MULTILINE = 4, RE_OPT_FIXED_ENC = 16, RE_OPT_NO_ENC = 32 };

struct re_prog;
struct enc;

/* Group offsets; -1: did not take part. */
struct re_offsets {
    int count; /* groups + 1 */
    int capa;
    intptr_t *beg, *end;
};
/* The subject of a search. */
struct re_text {
    const char *str;
    size_t len;
    bool (*check)(struct re_text *text); /* false: give up (RE_STOPPED) */
    void *data;
};
enum { RE_NONE = -1, RE_STOPPED = -2, RE_NO_MEMORY = -3 };

/* Facts about a pattern, found while it is read. */
struct re_facts {
    bool unicode;         /* a \u escape above 7F */
    bool non_ascii;       /* a character above 7F that no \u wrote */
    bool bytes_by_number; /* one of them by the numbers of its bytes */
    bool property;        /* \p or \P */
};
enum { RE_ERROR_BYTES = 256 };
/* Reads the pattern for its facts.  Returns NULL, or a message in err. */
const char *re_engine_facts(const char *pattern, size_t len, const struct enc *enc, unsigned options, struct re_facts *facts,
                            char err[RE_ERROR_BYTES]);
/* Warnings from reading a pattern, for the caller to print. */
enum { RE_WARNINGS_MAX = 16, RE_WARNING_BYTES = 96 };
struct re_warnings {
    bool verbose;               /* set by the caller: those of $VERBOSE too */
    bool class_char, duplicate; /* reported once a pattern */
    int n;                      /* later ones are lost */
    char text[RE_WARNINGS_MAX][RE_WARNING_BYTES];
};
/* Returns NULL and a message in err on an error; *no_memory is set if memory ran out. warnings may be NULL. */
struct re_prog *re_engine_compile(const char *pattern, size_t len, const struct enc *enc, unsigned options,
                                  struct re_warnings *warnings, char err[RE_ERROR_BYTES], bool *no_memory);
/* Adds an owner: re_engine_free is called for each.  Returns p. */
struct re_prog *re_engine_share(struct re_prog *p);
void re_engine_free(struct re_prog *p);
size_t re_engine_memsize(const struct re_prog *p);
int re_engine_groups(const struct re_prog *p);
/* Returns the result of Regexp.linear_time?. */
bool re_engine_linear_p(const struct re_prog *p);
/* Returns the pattern's text if it is a plain text, or NULL if it has operators. */
const char *re_engine_literal(const struct re_prog *p, size_t *len);
/*
 * Searches text from byte `from` on; back: from there towards the beginning.
 * Returns    start of the match, or RE_NONE, RE_STOPPED, RE_NO_MEMORY.  out may be NULL.
 */
intptr_t re_engine_search(struct re_prog *p, struct re_text *text, size_t from, bool back, struct re_offsets *out);
/* Matches anchored at `at`.  Returns the length of the match, or an error as re_engine_search does. */
intptr_t re_engine_match(struct re_prog *p, struct re_text *text, size_t at, struct re_offsets *out);
/* Steps (choices taken back, and repetitions) that the last search took. */
uint64_t re_engine_steps(void);

/* Stores the i-th name, in the order of first appearance, with its group numbers.  Returns false if there is none. */
bool re_engine_name(const struct re_prog *p, int i, const char **name, size_t *len, const int **groups, int *n);
/* Stores the group numbers of a name in *groups and returns their number. */
int re_engine_name_groups(const struct re_prog *p, const char *name, size_t len, const int **groups);

#endif
