/*
 * regexp/prog.h - a compiled pattern: instructions for a backtracking machine.
 *
 * Owns      struct re_prog and its parts.
 * Uses      encoding.h, engine.h
 * PROG-1    A program is one block of memory; its parts point into it.  It does not change, except `start`, which the
 *           first search fills, `users` and `owners`.
 * PROG-2    Backtracking restores the slots.  Slots 2n and 2n+1 are the bounds of group n (0: where \K puts the
 *           begin).  Then come the locals, which a call saves: counters, begins of iterations, begins of groups that
 *           recur.
 * PROG-3    A point is an instruction that chooses.  A failure at (point, counters around it, position) repeats each
 *           time, unless the pattern has back-references, calls, conditions or absent operators (memo is false then).
 * Checked   test/test_regexp.rb
 */
#ifndef FACET_INTERNAL_RE_PROG_H
#define FACET_INTERNAL_RE_PROG_H

#include "internal/encoding.h"
#include "internal/regexp/engine.h"

/* name, whether it consumes nothing and control continues behind it (or at x, y if the comment has them) */
#define RE_OPS(_)                                                                                         \
    _(END) /* a match */                                                                                  \
    _(FAIL)                                                                                               \
    _(BYTE)   /* a: the byte */                                                                           \
    _(STRING) /* x: in lits, y: bytes */                                                                  \
    _(ANY)    /* but a newline */                                                                         \
    _(ALL)                                                                                                \
    _(SET)        /* x: set */                                                                            \
    _(LOOP)       /* x: loop: one character many times */                                                 \
    _(SPLIT)      /* next, else x; y: what may begin each, -1 */                                          \
    _(SPLIT_BACK) /* x, else next */                                                                      \
    _(JUMP)       /* x */                                                                                 \
    _(SAVE)       /* slot x = position */                                                                 \
    _(SAVE_OPEN)  /* slot x = position, the next: none: within the group a reference to it fails */       \
    _(SAVE_LEVEL) /* keeps the bounds of group x by the depth of calls */                                 \
    _(SAVE_RECUR) /* group bounds x, x+1 = local y, position */                                           \
    _(ASSERT)     /* a: enum re_assert, b: ASCII */                                                       \
    _(ATOMIC)     /* up to ATOMIC_END */                                                                  \
    _(ATOMIC_END)                                                                                         \
    _(LOOK) /* x: behind LOOK_END */                                                                      \
    _(LOOK_END)                                                                                           \
    _(NLOOK) /* x: behind NLOOK_END */                                                                    \
    _(NLOOK_END)                                                                                          \
    _(BEHIND)     /* x characters back */                                                                 \
    _(NBEHIND)    /* x: behind NLOOK_END, y characters back */                                            \
    _(NULL_BEGIN) /* local x = position, the next ones = the bounds of the z groups from y on */          \
    _(NULL_END)   /* took nothing since NULL_BEGIN z: to y, on, or fail, by its groups; b: counter + 1 */ \
    _(COUNT)      /* counter x = 0 */                                                                     \
    _(COUNT_LOOP) /* counter x, y: behind COUNT_NEXT */                                                   \
    _(COUNT_NEXT) /* counter x, to y */                                                                   \
    _(BACKREF)    /* refs[x, x+y), a: flags, z: level */                                                  \
    _(CALL)       /* x */                                                                                 \
    _(RETURN)                                                                                             \
    _(COND)   /* refs[x, x+b) or else y */                                                                \
    _(ABSENT) /* x: behind ABSENT_END */                                                                  \
    _(ABSENT_END)                                                                                         \
    _(KEEP)                                                                                               \
    _(CLUSTER)

enum re_op {
#define RE_OP(name) RE_##name,
    RE_OPS(RE_OP)
#undef RE_OP
        RE_OPS_N
};

struct re_insn {
    uint8_t op, a;
    uint16_t b;
    int32_t x, y, z; /* z of what chooses: its point, -1 */
};

typedef uint32_t re_bytes[8]; /* a set of bytes */
static inline bool
bytes_has(const re_bytes b, unsigned c)
{
    return b[c >> 5] >> (c & 31) & 1;
}
static inline void
bytes_add(re_bytes b, unsigned c)
{
    b[c >> 5] |= 1u << (c & 31);
}

enum re_high { HIGH_NONE, HIGH_ALL, HIGH_SOME }; /* of the characters beyond ASCII */
struct re_set {
    re_bytes first; /* bytes that begin a member */
    uint8_t high;
    bool bytewise; /* one byte decides: of a character, or each byte of one beyond ASCII */
    uint32_t n;    /* ranges in prog->ranges */
    uint32_t at;
};
enum re_what { WHAT_BYTE, WHAT_SET, WHAT_ANY, WHAT_ALL };
/* The first bytes of the text that may follow.  `any`: there may be none, or they are unknown. */
struct re_follow {
    re_bytes bytes;
    bool any;
};
struct re_loop {
    int32_t min, max; /* max -1: no end */
    uint8_t mode;     /* enum re_mode */
    uint8_t what;
    uint8_t byte;
    bool bytewise, alone; /* alone: nothing it takes can begin what follows: it never gives back */
    int32_t set;
    struct re_follow follow;
};
struct re_choice {
    struct re_follow next, other;
};
struct re_counter {
    int32_t slot, min, max;
    bool lazy;
};
struct re_point {
    uint32_t states;            /* before it, of all points: one for each value of the counters around it */
    int32_t look_end;           /* pc of the LOOK_END or NLOOK_END around it, if no group is inside; -1 */
    uint16_t counter, counters; /* in prog->counter_lists */
};
struct re_prog_name {
    uint32_t at, len;  /* in lits */
    uint32_t group, n; /* in prog->refs */
};

/* The places where a match may begin; regexp/prefix.c. */
enum { PREFIX_MAX = LIMIT(8, 2) };
enum re_start_kind { START_ANY, START_TEXT, START_G, START_LINE, START_BYTE, START_STRING, START_SETS };
struct re_start {
    uint8_t kind;
    uint8_t n;       /* bytes that START_STRING and START_SETS look at */
    bool dot_star;   /* begins with .*: what fails here fails up to the next line */
    bool dot_all;    /* begins with (?m:.*): what fails here fails further on, too */
    bool not_at_end; /* no match begins at the end of the text */
    uint8_t bytes[PREFIX_MAX];
    uint8_t mask[256]; /* START_SETS: bit k: may be the byte k of a match */
};

struct re_prog {
    const struct enc *enc;
    struct re_insn *code;
    struct re_set *sets;
    uint32_t *ranges;
    struct re_loop *loops;
    struct re_choice *choices;
    struct re_counter *counters;
    uint16_t *counter_lists;
    struct re_point *points;
    struct re_prog_name *names, **name_table;
    int *refs;
    char *lits;
    size_t bytes; /* of the block */
    int32_t code_n, sets_n, loops_n, choices_n, counters_n, points_n, names_n, refs_n;
    uint32_t lits_n, ranges_n, counter_lists_n, name_table_size;
    int32_t groups, locals, slots; /* slots: 2 (groups + 1) + locals */
    uint64_t states;               /* of all points */
    int32_t literal;               /* bytes in lits that it is all of; -1 */
    int32_t needed, needed_n;      /* in lits: the longest text found that every match has; needed_n 0: none */
    int32_t before_end;            /* a match begins at most so many bytes before the end of the text; -1: anywhere */
    bool utf8, wide;               /* wide: ASCII's characters are not bytes */
    bool memo, linear, uses_start; /* uses_start: \G */
    int owners;                    /* Regexps that have it; copies share it */
    int users;                     /* searches that run */
    bool dead;                     /* freed while one ran */
    struct re_start *start;
};

/* For a walk over the program: by instruction, the round that met it last. */
struct re_marks {
    uint32_t *at, round;
    int32_t known; /* from here on the choices are filled in: re_follow_of() goes from the end to the beginning */
};
/* regexp/prefix.c: finds the first bytes of the text that may match from pc on. */
void re_follow_of(const struct re_prog *p, int32_t pc, struct re_follow *out, struct re_marks *marks);
struct re_start *re_start_new(const struct re_prog *p); /* NULL: no memory */

#endif
