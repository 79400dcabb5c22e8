/*
 * regexp/memo.c - the memory of what fails, which makes matching linear.
 *
 * A bit stands for a point of the program, the counters around it, and a place.  It is set when the entry of a choice is taken
 * off the stack for good: then both ways failed, and would fail again.  So results are those of plain backtracking, captures
 * included.  Within an atomic group, a way to its end fails if the code after the group fails, so the entries stay as marks.
 * Within a look-around, a way to its end succeeds whatever follows, so its points are kept apart.
 */
#include "internal/regexp/machine.h"

#include <stdlib.h>
#include <string.h>

#define BITS_MAX ((uint64_t)1 << 33) /* 1 GiB of address space, of which a match touches the parts it visits */

void
re_memo_start(struct re_machine *m)
{
    const struct re_prog *p = m->p;
    if (!p->memo || !p->points_n || m->fails) return;
    if (p->states > BITS_MAX / (m->len + 1)) return;
    size_t words = (size_t)(p->states * (m->len + 1) / 64 + 1);
    bool looks = false;
    for (int32_t i = 0; i < p->points_n && !looks; i++) looks = p->points[i].look_end >= 0;
    m->fails = calloc(words, sizeof *m->fails);
    m->wins = m->fails && looks ? calloc(words, sizeof *m->wins) : NULL;
    if (!m->fails || (looks && !m->wins)) re_memo_stop(m); /* then it takes its time, and can be interrupted */
}

void
re_memo_stop(struct re_machine *m)
{
    free(m->fails);
    free(m->wins);
    m->fails = m->wins = NULL;
}

void
re_bits_fill(uint64_t *bits, uint64_t from, uint64_t to)
{
    while (from <= to && (from & 63)) re_bit_set(bits, from++);
    for (; from + 63 <= to; from += 64) bits[from >> 6] = ~(uint64_t)0;
    while (from <= to) re_bit_set(bits, from++);
}

static bool
re_counted_p(const struct re_machine *m, int32_t insn)
{
    return m->p->points[m->p->code[insn].z].counters != 0;
}

static bool
re_endless_p(const struct re_machine *m, int32_t insn)
{
    return m->p->loops[m->p->code[insn].x].max < 0;
}

/* Turns an entry of an inside that has ended into a mark.  Returns false if the entry goes, as that of a point among counters does,
 * because the counters have moved on. */
static bool
re_to_mark(const struct re_machine *m, struct re_entry *e)
{
    switch ((enum re_entry_kind)e->kind) {
    case K_UNDO:
    case K_MARK:
    case K_RANGE_MARK: return true;
    case K_CHOICE: {
        int32_t chose = (int32_t)e->b;
        if (re_counted_p(m, chose)) return false;
        *e = (struct re_entry){.kind = K_MARK, .pc = chose, .a = (int64_t)re_bit(m, m->p->code[chose].z) + e->a};
        return true;
    }
    case K_RANGE:
    case K_LAZY:
        if (re_counted_p(m, e->pc)) return false;
        if (!re_endless_p(m, e->pc)) e->a = e->b;
        e->kind = K_RANGE_MARK;
        return true;
    default: return false;
    }
}

void
re_memo_cut(struct re_machine *m, struct re_entry *from)
{
    struct re_entry *to = from;
    for (struct re_entry *e = from + 1; e < m->top; e++)
        if (m->fails ? re_to_mark(m, e) : e->kind == K_UNDO) *to++ = *e;
    m->top = to;
}

void
re_memo_wins(struct re_machine *m, const struct re_entry *from)
{
    for (const struct re_entry *e = from + 1; e < m->top; e++) {
        struct re_entry mark = *e;
        if (e->kind == K_UNDO || !re_to_mark(m, &mark)) continue;
        if (mark.kind == K_MARK) re_bit_set(m->wins, (uint64_t)mark.a);
        else if (!re_counted_p(m, mark.pc)) {
            uint64_t bit = re_bit(m, m->p->code[mark.pc].z);
            re_bits_fill(m->wins, bit + (uint64_t)mark.a, bit + (uint64_t)mark.b);
        }
    }
}
