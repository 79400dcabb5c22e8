/*
 * regexp/prefix.c - what a match may begin with.
 *
 * The program is walked as an automaton.  For each of the first eight bytes of a match there is a set of instructions that control
 * may be at, and the set of bytes that they take.  An instruction that no byte set describes ends the walk: a superset is always
 * right.
 */
#include "internal/regexp/prog.h"
#include "internal/regexp/tree.h"

#include <stdlib.h>
#include <string.h>

enum { STATES_MAX = LIMIT(96, 4), WORK_MAX = LIMIT(256, 8) };
/* A state: an instruction, and how many bytes of its string are passed. */
struct states {
    int32_t pc[STATES_MAX], in[STATES_MAX];
    int n;
    bool unknown;  /* a match may end here, or what follows is not known */
    re_bytes also; /* what choices take that are not followed one by one: their own answer is known */
};

static void
re_all_bytes(re_bytes b)
{
    memset(b, 0xff, sizeof(re_bytes));
}

static void
re_merge(re_bytes to, const re_bytes from)
{
    for (int i = 0; i < 8; i++) to[i] |= from[i];
}

static void
re_add_state(struct states *s, int32_t pc, int32_t in)
{
    for (int i = 0; i < s->n; i++)
        if (s->pc[i] == pc && s->in[i] == in) return;
    if (s->n == STATES_MAX) {
        s->unknown = true;
        return;
    }
    s->pc[s->n] = pc;
    s->in[s->n++] = in;
}

/*
 * Finds the instructions, at most two, where control goes from pc without taking a byte.  Returns -1 if the instruction takes one,
 * -2 if that is unknown.  The code after an atomic group is unknown unless `through` is set, because the group does not choose again.
 */
static int
re_without_bytes(const struct re_prog *p, int32_t pc, int32_t to[2], bool through)
{
    const struct re_insn *c = &p->code[pc];
    to[0] = pc + 1;
    switch ((enum re_op)c->op) {
    case RE_BYTE:
    case RE_STRING:
    case RE_ANY:
    case RE_ALL:
    case RE_SET:
    case RE_CLUSTER: return -1;
    case RE_LOOP: return p->loops[c->x].min ? -1 : 1;
    case RE_FAIL: return 0;
    case RE_JUMP: to[0] = c->x; return 1;
    case RE_SPLIT:
    case RE_SPLIT_BACK: to[1] = c->x; return 2;
    case RE_NULL_END:
    case RE_COUNT_LOOP:
    case RE_COND: to[1] = c->y; return 2;
    case RE_COUNT_NEXT: to[0] = c->y; return 1;
    case RE_LOOK:
    case RE_NLOOK:
    case RE_NBEHIND: to[0] = c->x; return 1;
    case RE_SAVE:
    case RE_SAVE_RECUR:
    case RE_SAVE_OPEN:
    case RE_SAVE_LEVEL:
    case RE_ATOMIC:
    case RE_NULL_BEGIN:
    case RE_COUNT:
    case RE_ASSERT:
    case RE_KEEP: return 1;
    case RE_ATOMIC_END: return through ? 1 : -2;
    default: return -2;
    }
}

/* Follows all that takes no byte, from pc on. */
static void
re_closure(const struct re_prog *p, int32_t pc, struct states *s, bool through, struct re_marks *marks)
{
    int32_t work[WORK_MAX];
    int n = 0, done = 0;
    uint32_t round = ++marks->round;
    work[n++] = pc;
    marks->at[pc] = round;
    while (done < n) {
        int32_t at = work[done++], to[2];
        const struct re_insn *c = &p->code[at];
        if (at >= marks->known && (c->op == RE_SPLIT || c->op == RE_SPLIT_BACK)) {
            const struct re_choice *ch = &p->choices[c->y];
            s->unknown |= ch->next.any || ch->other.any;
            re_merge(s->also, ch->next.bytes);
            re_merge(s->also, ch->other.bytes);
            continue;
        }
        int k = re_without_bytes(p, at, to, through);
        if (k == -2) {
            s->unknown = true;
            return;
        }
        if (k == -1 || c->op == RE_LOOP) re_add_state(s, at, 0);
        for (int i = 0; i < k; i++) {
            if (marks->at[to[i]] == round) continue;
            if (n == WORK_MAX) {
                s->unknown = true;
                return;
            }
            marks->at[to[i]] = round;
            work[n++] = to[i];
        }
    }
}

static void
re_loop_first(const struct re_prog *p, const struct re_loop *l, re_bytes out)
{
    if (l->what == WHAT_SET || l->what == WHAT_BYTE) re_merge(out, p->sets[l->set].first);
    else re_all_bytes(out);
}

/* The bytes that state i takes. */
static void
re_bytes_of(const struct re_prog *p, const struct states *s, int i, re_bytes out)
{
    const struct re_insn *c = &p->code[s->pc[i]];
    switch ((enum re_op)c->op) {
    case RE_BYTE: bytes_add(out, c->a); return;
    case RE_STRING: bytes_add(out, (uint8_t)p->lits[c->x + s->in[i]]); return;
    case RE_SET: re_merge(out, p->sets[c->x].first); return;
    case RE_LOOP: re_loop_first(p, &p->loops[c->x], out); return;
    case RE_ANY: {
        re_bytes own;
        re_all_bytes(own);
        if (!p->wide) own['\n' >> 5] &= ~(1u << ('\n' & 31));
        re_merge(out, own);
        return;
    }
    default: re_all_bytes(out); return;
    }
}

void
re_follow_of(const struct re_prog *p, int32_t pc, struct re_follow *out, struct re_marks *marks)
{
    struct states s = {.n = 0};
    re_closure(p, pc, &s, false, marks);
    memset(out, 0, sizeof *out);
    out->any = s.unknown || p->wide;
    if (out->any) return;
    re_merge(out->bytes, s.also);
    for (int i = 0; i < s.n; i++) re_bytes_of(p, &s, i, out->bytes);
}

/* May the byte be followed by more of the same character?  Then what comes next is not known by the program alone. */
static bool
re_whole_char_p(const struct re_prog *p, const struct re_insn *c)
{
    if (enc_single_p(p->enc)) return true;
    if (c->op == RE_SET) return p->sets[c->x].high == HIGH_NONE;
    if (c->op == RE_LOOP) {
        const struct re_loop *l = &p->loops[c->x];
        return (l->what == WHAT_SET || l->what == WHAT_BYTE) && p->sets[l->set].high == HIGH_NONE;
    }
    return false;
}

/* The states one byte later. */
static void
re_advance(const struct re_prog *p, const struct states *s, struct states *next, struct re_marks *marks)
{
    *next = (struct states){.n = 0};
    for (int i = 0; i < s->n && !next->unknown; i++) {
        int32_t pc = s->pc[i];
        const struct re_insn *c = &p->code[pc];
        if (c->op == RE_BYTE) re_closure(p, pc + 1, next, true, marks);
        else if (c->op == RE_STRING && s->in[i] + 1 < c->y) re_add_state(next, pc, s->in[i] + 1);
        else if (c->op == RE_STRING) re_closure(p, pc + 1, next, true, marks);
        else if (!re_whole_char_p(p, c)) next->unknown = true;
        else if (c->op == RE_SET) re_closure(p, pc + 1, next, true, marks);
        else { /* a loop: it may stay, or have had its least */ const struct re_loop *l = &p->loops[c->x];
            if (l->max != 1) re_add_state(next, pc, 0);
            re_closure(p, pc + 1, next, true, marks);
        }
    }
}

static int
re_count_bytes(const re_bytes b)
{
    int n = 0;
    for (int i = 0; i < 8; i++) n += __builtin_popcount(b[i]);
    return n;
}

/* Finds a loop over all characters (or all of a line) at the beginning.  If it may always take more, a match has another one from
 * each earlier place.  A lazy loop in an atomic group has not, because it never takes more. */
static void
re_find_dot_star(const struct re_prog *p, const struct re_loop *l, bool atomic, struct re_start *out)
{
    if (!p->memo || l->max >= 0 || (l->mode != RE_GREEDY && (l->mode != RE_LAZY || atomic))) return;
    out->dot_star = l->what == WHAT_ANY && !p->wide;
    out->dot_all = l->what == WHAT_ALL;
}

/* The assertion that all matches begin with, if there is one. */
static void
re_find_anchor(const struct re_prog *p, struct re_start *out)
{
    bool atomic = false;
    for (int32_t pc = 0;; pc++) {
        const struct re_insn *c = &p->code[pc];
        atomic |= c->op == RE_ATOMIC;
        if (c->op == RE_SAVE || c->op == RE_SAVE_OPEN || c->op == RE_ATOMIC) continue;
        if (c->op == RE_LOOP) re_find_dot_star(p, &p->loops[c->x], atomic, out);
        if (c->op != RE_ASSERT) return;
        if (c->a == AT_TEXT_BEGIN) out->kind = START_TEXT;
        else if (c->a == AT_START) out->kind = START_G;
        else if (c->a == AT_LINE_BEGIN && !p->wide) out->kind = START_LINE;
        else continue;
        return;
    }
}

/* Bytes of a match, from the first on, as far as they are worth looking at. */
static void
re_find_bytes(const struct re_prog *p, struct re_start *out, struct re_marks *marks)
{
    struct states s[2] = {{.n = 0}, {.n = 0}}, *now = &s[0], *next = &s[1];
    bool exact = true;
    re_closure(p, 0, now, true, marks);
    if (now->unknown) { /* perhaps too many: the first byte alone, from the sets of the choices */
        *now = (struct states){.n = 0};
        marks->known = 0;
        re_closure(p, 0, now, true, marks);
    }
    bool first_only = marks->known == 0;
    out->not_at_end = !now->unknown && !p->wide;
    for (int k = 0; k < PREFIX_MAX && !now->unknown; k++) {
        re_bytes b = {0};
        re_merge(b, now->also);
        for (int i = 0; i < now->n; i++) re_bytes_of(p, now, i, b);
        int n = re_count_bytes(b);
        if (n > 200) break;
        exact = exact && n == 1;
        for (unsigned c = 0; c < 256; c++) {
            if (!bytes_has(b, c)) continue;
            out->mask[c] |= (uint8_t)(1u << k);
            out->bytes[k] = (uint8_t)c;
        }
        if (exact || k == 0) out->kind = exact ? (k ? START_STRING : START_BYTE) : START_SETS;
        else if (out->kind != START_SETS) { /* a text, then sets */
            if (k >= 3) return;
            out->kind = START_SETS;
        }
        out->n = (uint8_t)(k + 1);
        if (first_only) return;
        re_advance(p, now, next, marks);
        struct states *t = now;
        now = next;
        next = t;
    }
}

struct re_start *
re_start_new(const struct re_prog *p)
{
    struct re_start *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    re_find_anchor(p, s);
    if (s->kind != START_ANY || p->wide) return s;
    struct re_marks marks = {calloc((size_t)p->code_n, sizeof *marks.at), 0, p->code_n};
    if (marks.at) re_find_bytes(p, s, &marks);
    free(marks.at);
    return s;
}
