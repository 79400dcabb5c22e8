/*
 * regexp/machine.h - the state of a running match: between regexp/search.c, regexp/exec.c and regexp/memo.c.
 *
 * Owns      struct re_machine, the stack of what backtracking takes back.
 * Uses      prog.h
 * MACH-1    Places in the text are offsets: the text may move while the machine pauses.
 * MACH-2    Between two calls of re_run() all of a match's state is in the machine.  A pause is at a failure, so the
 *           next step takes the top entry of the stack back.
 * MACH-3    An entry above an ATOMIC or LOOK entry belongs to its inside; its end removes them, except those that
 *           undo slots.
 * MACH-4    A bit of `fails` records that no match follows from a point, a place, and values of the counters around
 *           the point; all three are in the bit's number.  A bit of `wins` records that they lead to the end of the
 *           point's look-around.
 * Checked   test/test_regexp.rb
 */
#ifndef FACET_INTERNAL_RE_MACHINE_H
#define FACET_INTERNAL_RE_MACHINE_H

#include "internal/regexp/prog.h"

/* clang-format off */
enum re_entry_kind {
    K_CHOICE,     /* go to pc at a; b: the instruction that chose */
    K_UNDO,       /* slot pc = a */
    K_RANGE,      /* LOOP pc took up to b, which was tried; a: the least */
    K_LAZY,       /* LOOP pc took up to b, which was tried. a: where it began to choose, count: characters taken */
    K_ATOMIC,
    K_LOOK,       /* a: where it began */
    K_RESUME,     /* go on with pc at a, after a pause */
    K_NLOOK,      /* fails: go to pc at a */
    K_MARK,       /* bit a fails; pc: the instruction */
    K_RANGE_MARK, /* LOOP pc fails at a...b */
    K_FRAME,      /* a call that returns to pc. a: the frame before.  The locals' values follow, above */
    K_VALUE,      /* a: a local of the frame below */
    K_REFRAME,    /* the frame is a again */
    K_LEVEL,      /* group pc was a...b at depth count */
    K_LIMIT,      /* the text ends at a again */
    K_ABSENT,     /* ABSENT pc, begun at a, tries its inside at b; K_LIMIT is below */
    K_ABSENT_END, /* ABSENT pc took a...b, which was tried */
};
/* clang-format on */
struct re_entry {
    uint32_t kind : 8, count : 24;
    int32_t pc;
    int64_t a, b;
};

enum re_run_result { RUN_MATCH, RUN_FAIL, RUN_PAUSE, RUN_NO_MEMORY };

struct re_machine {
    const struct re_prog *p;
    const uint8_t *str;
    size_t len;   /* of the text */
    size_t limit; /* where it ends for the inside of an absent operator; else len */
    size_t begin; /* \G */
    int64_t *slots;
    struct re_entry *stack, *top, *room; /* top: behind the last; room: behind the memory */
    size_t slots_capa;
    int64_t frame; /* index of the K_FRAME; -1 */
    int32_t depth; /* of calls */
    int64_t fuel;  /* steps until a pause */
    uint64_t steps;
    uint64_t *fails, *wins;  /* NULL: not kept */
    struct re_machine *next; /* of those that wait for use */
};

/* Runs from pc at `at`; or, resuming, takes the top entry back first. */
enum re_run_result re_run(struct re_machine *m, int32_t pc, size_t at, bool resume);
bool re_stack_grow(struct re_machine *m);

/* ---- regexp/memo.c ---- */
/* Begins to record failures, if the program allows it and there is memory. */
void re_memo_start(struct re_machine *m);
void re_memo_stop(struct re_machine *m);
/* Removes the inside of an atomic group or a look-around at its end; `from` is its entry (MACH-3). */
void re_memo_cut(struct re_machine *m, struct re_entry *from);
void re_memo_wins(struct re_machine *m, const struct re_entry *from);

/* Returns the number of a point's bit for the current counters; a place is added to it. */
static inline uint64_t
re_bit(const struct re_machine *m, int32_t point)
{
    const struct re_point *pt = &m->p->points[point];
    uint64_t n = 0;
    for (unsigned i = 0; i < pt->counters; i++) {
        const struct re_counter *c = &m->p->counters[m->p->counter_lists[pt->counter + i]];
        int64_t top = c->max >= 0 ? c->max : c->min, v = m->slots[c->slot];
        n = n * (uint64_t)(top + 1) + (uint64_t)(v < top ? v : top);
    }
    return (pt->states + n) * (m->len + 1);
}
static inline bool
re_bit_get(const uint64_t *bits, uint64_t n)
{
    return bits[n >> 6] >> (n & 63) & 1;
}
static inline void
re_bit_set(uint64_t *bits, uint64_t n)
{
    bits[n >> 6] |= (uint64_t)1 << (n & 63);
}
void re_bits_fill(uint64_t *bits, uint64_t from, uint64_t to); /* both are set too */

/* ---- characters of the text ---- */

static inline uint32_t
re_char_bytes(const struct re_prog *p, const uint8_t *s, const uint8_t *e)
{
    if (enc_single_p(p->enc) || (*s < 0x80 && !p->wide)) return 1;
    uint32_t n = p->utf8 ? (*s < 0xe0   ? 2
                            : *s < 0xf0 ? 3
                                        : 4)
                         : (uint32_t)enc_char_len(p->enc, (const char *)s, (const char *)e);
    return n <= (size_t)(e - s) ? n : (uint32_t)(e - s);
}
static inline const uint8_t *
re_char_before(const struct re_prog *p, const uint8_t *begin, const uint8_t *s, const uint8_t *e)
{
    s--;
    if (enc_single_p(p->enc)) return s;
    if (p->utf8) {
        while (s > begin && (*s & 0xc0) == 0x80) s--;
        return s;
    }
    return (const uint8_t *)enc_left_adjust(p->enc, (const char *)begin, (const char *)s, (const char *)e);
}
static inline uint32_t
re_char_code(const struct re_prog *p, const uint8_t *s, const uint8_t *e)
{
    if (enc_single_p(p->enc) || (*s < 0x80 && !p->wide)) return *s;
    return enc_decode(p->enc, (const char *)s, (const char *)e);
}
bool re_set_has_code(const struct re_prog *p, const struct re_set *set, uint32_t c);
/* Returns the bytes of the character at s if it is a member of the set, or 0. */
static inline uint32_t
re_set_match(const struct re_prog *p, const struct re_set *set, const uint8_t *s, const uint8_t *e)
{
    if (!bytes_has(set->first, *s)) return 0;
    if (!p->wide && (*s < 0x80 || enc_single_p(p->enc))) return 1;
    if (set->high == HIGH_NONE) return 0;
    if (set->high == HIGH_SOME && !re_set_has_code(p, set, re_char_code(p, s, e))) return 0;
    return re_char_bytes(p, s, e);
}
bool re_newline_at(const struct re_prog *p, const uint8_t *s, const uint8_t *e);

#endif
