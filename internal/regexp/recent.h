/*
 * regexp/recent.h - the programs of recently compiled patterns, for Regexps made of the same text again.
 *
 * Owns      the table of recent patterns.
 * Uses      object.h
 * RECENT-1  A pattern is found by all that its program follows from: the bytes and the encoding of its source, the options as they were given,
 *           and the level of $VERBOSE. A pattern that was warned of is not kept, since each Regexp made of it warns.
 * RECENT-2  The table is one more owner of a program (re_engine_share); a pattern that takes the place of another lets go of it.
 * Threads   Under the VM lock.
 * Checked   test/regress/regexp_recent.rb
 */
#ifndef FACET_INTERNAL_RE_RECENT_H
#define FACET_INTERNAL_RE_RECENT_H

#include "internal/regexp/object.h"

struct re_recent {
    uint64_t hash; /* of the source's bytes; 0: the place is free */
    char *source;  /* owned; malloc */
    size_t len;
    uint32_t given_options, options; /* as given, and with what the source fixes */
    int given_enc, enc, prog_enc;    /* of the source, of the Regexp, of the program */
    int verbose;
    struct re_prog *prog;
    struct re_run *run; /* owned; NULL */
};

/* Returns the pattern if a Regexp of this source and these options was made recently, or NULL. */
const struct re_recent *re_recent_find(VALUE source, unsigned options);
/* Keeps the pattern of `re`, which was just made of `given` with given_options and without a warning.  Keeps nothing if there is no memory, or if
 * the pattern is large. */
void re_recent_add(VALUE re, VALUE given, unsigned given_options);

#endif
