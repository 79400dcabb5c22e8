/*
 * regexp/object.h - Regexp and MatchData as objects: between regexp.c and regexp/match.c.
 *
 * Owns      the layouts of T_REGEXP and T_MATCH.
 */
/* Regexp                                       MatchData, n groups (the whole match is group 0)               */
/* 0      8        16      24       32          0      8      16       24      28     32                      */
/* +------+--------+-------+--------+           +------+------+--------+-------+------+-----------------+      */
/* |header| source | prog  | extra  |           |header| str  | regexp | count | busy | beg, end pairs  |      */
/* +------+--------+-------+--------+           +------+------+--------+-------+------+-----------------+      */
/*                                              MATCH_OUTSIDE: at 32 the address of a block with the pairs     */
#ifndef FACET_INTERNAL_RE_OBJECT_H
#define FACET_INTERNAL_RE_OBJECT_H

#include "internal/regexp.h"
#include "internal/regexp/engine.h"

/* T_REGEXP flag bits: 12-17 options (RE_OPT_ << 12), 18 literal in the source, 24-31 encoding index. */
enum { REGEXP_OPT_SHIFT = 12, REGEXP_LITERAL = 1u << 18, REGEXP_INITIALIZED = 1u << 19 };

struct re_run {
    bool has[256]; /* by byte; above 127 all alike: a negated set */
    bool many;
};
struct regexp_extra {
    struct re_prog *other; /* the same pattern for another encoding */
    int prog_enc, other_enc;
    const char *literal; /* no operators: what to look for, in prog; NULL */
    size_t literal_len;
    struct re_run *run; /* one set of characters, perhaps with +; NULL */
    VALUE names;        /* Array of Strings, once asked for; 0 */
    int64_t timeout_ns; /* -1: none of its own */
};
struct rregexp {
    struct obj_header hdr;
    VALUE source;
    struct re_prog *prog;
    struct regexp_extra *x;
};
struct rmatch {
    struct obj_header hdr;
    VALUE str;
    VALUE regexp; /* a String for a plain-string match, until its Regexp is used */
    int32_t count;
    uint32_t busy;
    int64_t at[]; /* beg, end; -1: by match_at() only */
};
SLOT_ASSERT_FIXED(struct rregexp);
_Static_assert(sizeof(struct rmatch) + sizeof(int64_t *) <= SLOT_FIXED_BYTES, "an outside MatchData is a fixed struct");
/* T_MATCH flag bit: the pairs are in a block of their own, since no slot holds as many. */
enum { MATCH_OUTSIDE = 1u << 12 };

static inline struct rregexp *
rregexp(VALUE v)
{
    return (struct rregexp *)v;
}
static inline struct rmatch *
rmatch(VALUE v)
{
    return (struct rmatch *)v;
}
static ALWAYS_INLINE int64_t *
match_at(VALUE m)
{
    int64_t *at = rmatch(m)->at;
    return UNLIKELY(obj_flags(m) & MATCH_OUTSIDE) ? (int64_t *)(uintptr_t)*at : at;
}
static inline size_t
match_at_bytes(VALUE m)
{
    return sizeof(int64_t) * 2 * (size_t)rmatch(m)->count;
}
/* Returns a MatchData of klass; the caller writes its pairs.  allocates. */
VALUE match_alloc(VALUE klass, VALUE str, VALUE regexp, int count);
static inline unsigned
regexp_options(VALUE re)
{
    return (obj_flags(re) >> REGEXP_OPT_SHIFT) & 63;
}

void regexp_check(VALUE re);  /* TypeError "uninitialized Regexp" */
VALUE regexp_names(VALUE re); /* Array of Strings in order */
/* Group numbers of a name, in order, as long as the Regexp lives; 0 if unknown. */
int regexp_name_groups(VALUE re, const char *name, size_t len, const int **groups);
struct re_prog *regexp_prog_for(VALUE re, VALUE str);
VALUE regexp_new(VALUE source, unsigned options, VALUE klass);
VALUE regexp_quote(VALUE str);
VALUE match_regexp(VALUE m);
VALUE match_group(VALUE m, int n); /* nil */
void Init_MatchData(void);
extern VALUE rb_cMatch;

#endif
