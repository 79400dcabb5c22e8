/*
 * regexp/recent.c - the programs of patterns that were compiled lately.
 *
 * /#{x}/ and Regexp.new compile their pattern each time.  A program that makes the same few patterns again and again (mail's fields, routers, templates)
 * finds them here: a look-up costs a hash of the source.
 */
#include "internal/regexp/recent.h"
#include "internal/hash.h"
#include "internal/string.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECENT_SETS = LIMIT(32, 2),
    RECENT_WAYS = 2,
    RECENT_SOURCE_MAX = 1024,       /* bytes of a source that is kept */
    RECENT_PROGRAM_MAX = 16 * 1024, /* bytes of a program that is kept */
};

static struct re_recent recent[RECENT_SETS][RECENT_WAYS]; /* of a set, the pattern used last comes first */

static int
re_verbose_level(void)
{
    return NIL_P(ruby_verbose) ? 0 : RTEST(ruby_verbose) ? 2 : 1;
}

static uint64_t
re_source_hash(VALUE source)
{
    uint64_t hash = hash_bytes(str_ptr(source), str_len(source), 0);
    return hash ? hash : 1;
}

/* Puts the pattern at `way` before the others of its set. */
static void
re_bring_forward(struct re_recent *set, unsigned way)
{
    struct re_recent found = set[way];
    memmove(set + 1, set, way * sizeof *set);
    set[0] = found;
}

const struct re_recent *
re_recent_find(VALUE source, unsigned options)
{
    size_t len = str_len(source);
    if (len > RECENT_SOURCE_MAX) return NULL;
    uint64_t hash = re_source_hash(source);
    struct re_recent *set = recent[hash % RECENT_SETS];
    for (unsigned i = 0; i < RECENT_WAYS; i++) {
        const struct re_recent *r = &set[i];
        if (r->hash != hash || r->len != len || r->given_options != options || r->given_enc != str_enc_index(source))
            continue;
        if (r->verbose != re_verbose_level() || memcmp(r->source, str_ptr(source), len) != 0) continue;
        re_bring_forward(set, i);
        return set;
    }
    return NULL;
}

static void
re_let_go(struct re_recent *r)
{
    re_engine_free(r->prog);
    free(r->source);
    free(r->run);
    *r = (struct re_recent){.hash = 0};
}

void
re_recent_add(VALUE re, VALUE given, unsigned given_options)
{
    const struct rregexp *from = rregexp(re);
    size_t len = str_len(given);
    if (len > RECENT_SOURCE_MAX || re_engine_memsize(from->prog) > RECENT_PROGRAM_MAX) return;
    struct re_recent r = {re_source_hash(given),
                          malloc(len + 1),
                          len,
                          given_options,
                          regexp_options(re),
                          str_enc_index(given),
                          (int)((obj_flags(re) & STR_ENC_MASK) >> STR_ENC_SHIFT),
                          from->x->prog_enc,
                          re_verbose_level(),
                          NULL,
                          NULL};
    if (from->x->run) r.run = malloc(sizeof *r.run);
    if (!r.source || (from->x->run && !r.run)) {
        re_let_go(&r);
        return;
    }
    memcpy(r.source, str_ptr(given), len);
    if (r.run) *r.run = *from->x->run;
    r.prog = re_engine_share(from->prog);
    struct re_recent *set = recent[r.hash % RECENT_SETS];
    re_let_go(&set[RECENT_WAYS - 1]);
    memmove(set + 1, set, (RECENT_WAYS - 1) * sizeof *set);
    set[0] = r;
}
