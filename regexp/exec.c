/*
 * regexp/exec.c - the machine: runs a program at one place of the text.
 *
 * A stack of our own holds what backtracking takes back. A failure takes entries off until one offers another way. A loop over
 * one kind of character is one instruction and one entry, whatever it took. The code is made twice: without the memory of
 * failures (MACH-4), which most matches never need, and with it.
 */
#include "internal/regexp/machine.h"
#include "internal/regexp/tree.h"

#include "internal/encoding/unicode.h"

#include <stdlib.h>
#include <string.h>

enum { STACK_MIN = LIMIT(256, 8) };

bool
re_stack_grow(struct re_machine *m)
{
    size_t used = (size_t)(m->top - m->stack), capa = (size_t)(m->room - m->stack);
    size_t more = capa ? capa * 2 : STACK_MIN;
    struct re_entry *p = realloc(m->stack, more * sizeof *p);
    if (!p) return false;
    m->stack = p;
    m->top = p + used;
    m->room = p + more;
    return true;
}

/* ---- single steps ---- */

bool
re_set_has_code(const struct re_prog *p, const struct re_set *set, uint32_t c)
{
    const uint32_t *r = p->ranges + set->at;
    uint32_t lo = 0, hi = set->n;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (c > r[2 * mid + 1]) lo = mid + 1;
        else hi = mid;
    }
    return lo < set->n && c >= r[2 * lo];
}

bool
re_newline_at(const struct re_prog *p, const uint8_t *s, const uint8_t *e)
{
    return s < e && (p->wide ? re_char_code(p, s, e) == '\n' : *s == '\n');
}

static bool
re_word_p(const struct re_prog *p, const uint8_t *s, const uint8_t *e, bool ascii)
{
    uint32_t c = re_char_code(p, s, e);
    if (c < 0x80) return uni_ctype_p(c, ONIGENC_CTYPE_WORD);
    return !ascii && enc_ctype_p(p->enc, c, ONIGENC_CTYPE_WORD);
}

static bool
re_at_word_edge(const struct re_machine *m, const uint8_t *s, const uint8_t *e, bool ascii)
{
    const struct re_prog *p = m->p;
    bool before = s > m->str && re_word_p(p, re_char_before(p, m->str, s, e), e, ascii);
    return before != (s < e && re_word_p(p, s, e, ascii));
}

static bool
re_assertion_holds(const struct re_machine *m, const struct re_insn *c, const uint8_t *s, const uint8_t *e)
{
    const struct re_prog *p = m->p;
    switch ((enum re_assert)c->a) {
    case AT_TEXT_BEGIN: return s == m->str;
    case AT_TEXT_END: return s == e;
    case AT_LAST_LINE: return s == e || (re_newline_at(p, s, e) && s + re_char_bytes(p, s, e) == e);
    case AT_LINE_BEGIN: return s == m->str || (s < e && re_newline_at(p, re_char_before(p, m->str, s, e), e));
    case AT_LINE_END: return s == e || re_newline_at(p, s, e);
    case AT_START: return (size_t)(s - m->str) == m->begin;
    case AT_WORD: return re_at_word_edge(m, s, e, c->b);
    case AT_NOT_WORD: return !re_at_word_edge(m, s, e, c->b);
    }
    return false;
}

static inline bool
re_follows(const struct re_follow *f, const uint8_t *s, const uint8_t *e)
{
    return f->any || (s < e && bytes_has(f->bytes, *s));
}

/* Bytes of one character that the loop takes at s; 0: none. */
static inline uint32_t
re_loop_one(const struct re_prog *p, const struct re_loop *l, const uint8_t *s, const uint8_t *e)
{
    if (s >= e) return 0;
    switch ((enum re_what)l->what) {
    case WHAT_BYTE: return *s == l->byte;
    case WHAT_SET: return re_set_match(p, &p->sets[l->set], s, e);
    case WHAT_ANY: return re_newline_at(p, s, e) ? 0 : re_char_bytes(p, s, e);
    case WHAT_ALL: return re_char_bytes(p, s, e);
    }
    return 0;
}

/* Returns the end of the longest run of bytes from s on that the loop takes. */
static const uint8_t *
re_exec_loop_bytes(const struct re_prog *p, const struct re_loop *l, const uint8_t *s, const uint8_t *e)
{
    if (l->what == WHAT_ALL) return e;
    if (l->what == WHAT_ANY) {
        const uint8_t *n = memchr(s, '\n', (size_t)(e - s));
        return n ? n : e;
    }
    if (l->what == WHAT_BYTE) {
        while (s < e && *s == l->byte) s++;
        return s;
    }
    const uint32_t *first = p->sets[l->set].first;
    while (s < e && bytes_has(first, *s)) s++;
    return s;
}

/* At most max (-1: all); *count is counted up. */
static const uint8_t *
re_loop_take(const struct re_prog *p, const struct re_loop *l, const uint8_t *s, const uint8_t *e, int32_t max,
             int32_t *count)
{
    if (max < 0 && l->bytewise) return re_exec_loop_bytes(p, l, s, e);
    for (int32_t n = 0; n != max; n++) {
        uint32_t k = re_loop_one(p, l, s, e);
        if (!k) break;
        s += k;
        ++*count;
    }
    return s;
}

static int
re_fold_char(const struct re_prog *p, const uint8_t *s, const uint8_t *e, uint32_t out[3])
{
    return re_fold_code(p->enc, re_char_code(p, s, e), out);
}

static bool
re_same_text(const struct re_prog *p, const struct re_machine *m, int64_t from, int64_t to, const uint8_t **ps,
             const uint8_t *e, bool icase)
{
    const uint8_t *s = *ps, *q = m->str + from, *qe = m->str + to;
    if (qe - q > e - s) return false; /* ignoring case, too, where fewer bytes might be equal: as in CRuby */
    if (!icase) {
        if (qe > q && memcmp(q, s, (size_t)(qe - q))) return false;
        *ps = s + (qe > q ? qe - q : 0);
        return true;
    }
    while (q < qe) {
        uint32_t a[3], b[3];
        if (s >= e) return false;
        int n = re_fold_char(p, q, qe, a);
        if (n != re_fold_char(p, s, e, b) || memcmp(a, b, (size_t)n * sizeof *a)) return false;
        q += re_char_bytes(p, q, qe);
        s += re_char_bytes(p, s, e);
    }
    *ps = s;
    return true;
}

/* Sets *from and *to to the bounds of a group that its last match at that depth of calls left.  Returns false if it has none. */
static bool
re_bounds_at_depth(const struct re_machine *m, int group, int32_t depth, int64_t *from, int64_t *to)
{
    for (const struct re_entry *e = m->top; e-- > m->stack;) {
        if (e->kind != K_LEVEL || e->pc != group || (int32_t)e->count != depth) continue;
        *from = e->a;
        *to = e->b;
        return true;
    }
    return false;
}

static bool
re_bounds_of(const struct re_machine *m, const struct re_insn *c, int group, int64_t *from, int64_t *to)
{
    if (c->a & RE_LEVEL) return re_bounds_at_depth(m, group, m->depth + c->z, from, to);
    *from = m->slots[2 * group];
    *to = m->slots[2 * group + 1];
    return *from >= 0 && *to >= 0;
}

/* Matches a back-reference at *ps.  Tries the groups of that name from the last to the first.  Returns false if none matches. */
static bool
re_backref(const struct re_machine *m, const struct re_insn *c, const uint8_t **ps, const uint8_t *e)
{
    for (int i = c->y; i-- > 0;) {
        int64_t from, to;
        if (!re_bounds_of(m, c, m->p->refs[c->x + i], &from, &to)) continue;
        if (re_same_text(m->p, m, from, to, ps, e, c->a & RE_ICASE)) return true;
    }
    return false;
}

static size_t
re_cluster_bytes(const struct re_prog *p, const uint8_t *s, const uint8_t *e)
{
    if (p->utf8) return uni_grapheme_utf8((const char *)s, (const char *)e);
    uint32_t codes[64];
    size_t n = 0;
    const uint8_t *q = s;
    for (; q < e && n < lengthof(codes); q += re_char_bytes(p, q, e)) codes[n++] = re_char_code(p, q, e);
    size_t take = 1;
    if (enc_unicode_p(p->enc)) take = uni_grapheme(codes, n);
    else if (n > 1 && codes[0] == '\r' && codes[1] == '\n') take = 2;
    for (q = s; take--;) q += re_char_bytes(p, q, e);
    return (size_t)(q - s);
}

static const uint8_t *
re_chars_back(const struct re_machine *m, const uint8_t *s, const uint8_t *e, int32_t n)
{
    for (; n > 0; n--) {
        if (s == m->str) return NULL;
        s = re_char_before(m->p, m->str, s, e);
    }
    return s;
}

/* Undoes what the entries from `to` up did, and removes them. */
static void
re_take_back(struct re_machine *m, struct re_entry *to)
{
    while (m->top > to) {
        const struct re_entry *e = --m->top;
        if (e->kind == K_UNDO) m->slots[e->pc] = e->a;
        if (e->kind != K_FRAME && e->kind != K_REFRAME) continue;
        m->frame = e->a;
        m->depth += e->kind == K_FRAME ? -1 : 1;
    }
}

/* The answer for an iteration that matched the empty string: the loop is over, or it goes on, or the iteration fails. */
enum empty_iteration { EMPTY_OVER, EMPTY_AGAIN, EMPTY_FAIL };

/* Returns EMPTY_AGAIN if the iteration set a group that was unset or not empty before: another one may then match otherwise.
 * Returns EMPTY_FAIL if it only moved empty groups to `at`, EMPTY_OVER if it changed none.  Both are CRuby's rule. */
static enum empty_iteration
re_after_empty_iteration(const struct re_machine *m, const struct re_insn *begin, int64_t at)
{
    enum empty_iteration answer = EMPTY_OVER;
    for (int32_t i = 0; i < begin->z; i++) {
        const int64_t *was = &m->slots[begin->x + 1 + 2 * i], *is = &m->slots[2 * (begin->y + i)];
        if (was[0] == is[0] && was[1] == is[1]) continue;
        if (was[0] != was[1] || was[1] < 0) return EMPTY_AGAIN;
        if (was[1] != at) answer = EMPTY_FAIL;
    }
    return answer;
}

/* ---- the machine ---- */

/* The outcome of a step: re_exec_run() ends with a result, continues with the instruction at c, takes back, or tries the next entry. */
enum re_step {
    STEP_MATCH = RUN_MATCH,
    STEP_OVER = RUN_FAIL,
    STEP_PAUSE = RUN_PAUSE,
    STEP_NO_MEMORY = RUN_NO_MEMORY,
    STEP_GO,
    STEP_FAIL,
    STEP_AGAIN,
};

/* The registers of re_exec_run().  Every function that takes them is inlined into it, so that they live in the processor's. */
struct re_walk {
    struct re_machine *m;
    const struct re_prog *p;
    const struct re_insn *code, *c; /* the program; the instruction under way */
    const uint8_t *str, *end, *s;   /* the text; where the match is */
    const struct re_loop *l;        /* LOOP: lo...s is taken, count characters of it */
    const uint8_t *lo;
    int32_t count;
    bool memo;
};

/* clang-format off */
#define STEP static ALWAYS_INLINE enum re_step
#define PUSH(k, pc_, a_, b_) \
    do { \
        if (UNLIKELY(x->m->top == x->m->room) && !re_stack_grow(x->m)) return STEP_NO_MEMORY; \
        *x->m->top++ = (struct re_entry){.kind = (k), .pc = (pc_), .a = (a_), .b = (b_)}; \
    } while (0)
#define UNDO(slot_) do { if (x->m->top != x->m->stack) PUSH(K_UNDO, (slot_), x->m->slots[slot_], 0); } while (0)
/* A step forward: at the end of the fuel a pause that goes on here. */
#define SPEND \
    do { \
        if (UNLIKELY(--x->m->fuel < 0)) { \
            PUSH(K_RESUME, PC, OFF(x->s), 0); \
            return STEP_PAUSE; \
        } \
    } while (0)
#define OFF(s_) ((int64_t)((s_) - x->str))
#define PC ((int32_t)(x->c - x->code))
#define NEXT do { x->c++; return STEP_GO; } while (0)
#define GO(pc_) do { x->c = x->code + (pc_); return STEP_GO; } while (0)
/* clang-format on */

STEP
re_op_END(struct re_walk *x)
{
    x->m->slots[1] = OFF(x->s);
    if (x->m->slots[0] > OFF(x->s)) x->m->slots[0] = OFF(x->s); /* \K looked ahead */
    return STEP_MATCH;
}

STEP
re_op_FAIL(struct re_walk *x)
{
    (void)x;
    return STEP_FAIL;
}

STEP
re_op_BYTE(struct re_walk *x)
{
    if (x->s >= x->end || *x->s != x->c->a) return STEP_FAIL;
    x->s++;
    NEXT;
}

STEP
re_op_STRING(struct re_walk *x)
{
    if (x->end - x->s < x->c->y || memcmp(x->s, x->p->lits + x->c->x, (size_t)x->c->y)) return STEP_FAIL;
    x->s += x->c->y;
    NEXT;
}

STEP
re_op_ANY(struct re_walk *x)
{
    if (x->s >= x->end || re_newline_at(x->p, x->s, x->end)) return STEP_FAIL;
    x->s += re_char_bytes(x->p, x->s, x->end);
    NEXT;
}

STEP
re_op_ALL(struct re_walk *x)
{
    if (x->s >= x->end) return STEP_FAIL;
    x->s += re_char_bytes(x->p, x->s, x->end);
    NEXT;
}

STEP
re_op_SET(struct re_walk *x)
{
    if (x->s >= x->end) return STEP_FAIL;
    uint32_t n = re_set_match(x->p, &x->p->sets[x->c->x], x->s, x->end);
    if (!n) return STEP_FAIL;
    x->s += n;
    NEXT;
}

/* ---- loops over one character ---- */

/* Gives back what a greedy loop took, down to lo, until what follows may follow. */
STEP
greedy_exit(struct re_walk *x)
{
    for (;;) {
        bool good = re_follows(&x->l->follow, x->s, x->end);
        if (x->memo) {
            uint64_t bit = re_bit(x->m, x->c->z) + (uint64_t)OFF(x->s);
            if (good && !re_bit_get(x->m->fails, bit)) break;
            re_bit_set(x->m->fails, bit);
        } else if (good) break;
        if (x->s == x->lo) return STEP_FAIL;
        x->m->fuel--;
        x->s = re_char_before(x->p, x->str, x->s, x->end);
    }
    if (x->memo || x->s != x->lo) PUSH(K_RANGE, PC, OFF(x->lo), OFF(x->s));
    NEXT;
}

/* Takes all that a greedy or possessive loop can take, without a memo. */
STEP
greedy_plain(struct re_walk *x)
{
    const struct re_loop *l = x->l;
    x->s = re_loop_take(x->p, l, x->s, x->end, l->max < 0 ? -1 : l->max - l->min, &x->count);
    x->m->fuel -= (x->s - x->lo) >> 4;
    if (l->mode != RE_POSSESSIVE && !l->alone) return greedy_exit(x);
    if (!re_follows(&l->follow, x->s, x->end)) return STEP_FAIL;
    NEXT;
}

/* Ends a loop that never gives back; known: the memo has it that the loop fails at s. */
STEP
possessive_exit(struct re_walk *x, uint64_t bit, bool known)
{
    int64_t from = x->l->max < 0 ? OFF(x->lo) : OFF(x->s);
    if (known || re_bit_get(x->m->fails, bit + (uint64_t)OFF(x->s)) || !re_follows(&x->l->follow, x->s, x->end)) {
        re_bits_fill(x->m->fails, bit + (uint64_t)from, bit + (uint64_t)OFF(x->s));
        return STEP_FAIL;
    }
    PUSH(K_RANGE_MARK, PC, from, OFF(x->s));
    NEXT;
}

/* Takes what a greedy or possessive loop can take, up to where the memo has an answer. */
STEP
greedy_memo(struct re_walk *x)
{
    const struct re_loop *l = x->l;
    struct re_machine *m = x->m;
    uint64_t bit = re_bit(m, x->c->z);
    int32_t look_end = x->p->points[x->c->z].look_end;
    for (; l->max < 0 || x->count < l->max; x->count++) {
        if (l->max < 0 && re_bit_get(m->fails, bit + (uint64_t)OFF(x->s))) break;
        if (l->max < 0 && look_end >= 0 && re_bit_get(m->wins, bit + (uint64_t)OFF(x->s))) {
            re_bits_fill(m->wins, bit + (uint64_t)OFF(x->lo), bit + (uint64_t)OFF(x->s));
            GO(look_end);
        }
        uint32_t n = re_loop_one(x->p, l, x->s, x->end);
        if (!n) break;
        x->s += n;
    }
    m->fuel -= (x->s - x->lo) >> 2;
    bool known = l->max < 0 && re_bit_get(m->fails, bit + (uint64_t)OFF(x->s));
    if (l->mode == RE_POSSESSIVE || l->alone) return possessive_exit(x, bit, known);
    if (known) {
        if (x->s == x->lo) return STEP_FAIL;
        x->s = re_char_before(x->p, x->str, x->s, x->end);
    }
    return greedy_exit(x);
}

/* Takes one more character in a lazy loop.  Returns STEP_AGAIN if it could. */
STEP
lazy_take(struct re_walk *x)
{
    const struct re_loop *l = x->l;
    uint32_t n = l->max >= 0 && x->count >= l->max ? 0 : re_loop_one(x->p, l, x->s, x->end);
    bool dead = !n;
    if (x->memo && l->max < 0) {
        uint64_t bit = re_bit(x->m, x->c->z);
        if (n && re_bit_get(x->m->fails, bit + (uint64_t)OFF(x->s) + n)) dead = true;
        if (dead) re_bits_fill(x->m->fails, bit + (uint64_t)OFF(x->lo), bit + (uint64_t)OFF(x->s));
    }
    if (dead) return STEP_FAIL;
    x->m->fuel--;
    x->s += n;
    x->count++;
    return STEP_AGAIN;
}

/* Leaves a lazy loop at the first place where the next instruction may match.  With `more`, takes one character before. */
STEP
lazy_exit(struct re_walk *x, bool more)
{
    const struct re_loop *l = x->l;
    for (;; more = true) {
        if (more && lazy_take(x) == STEP_FAIL) return STEP_FAIL;
        bool good = re_follows(&l->follow, x->s, x->end);
        if (good && !(x->memo && l->max >= 0 && re_bit_get(x->m->fails, re_bit(x->m, x->c->z) + (uint64_t)OFF(x->s)))) break;
    }
    PUSH(K_LAZY, PC, OFF(x->lo), OFF(x->s));
    x->m->top[-1].count = l->max < 0 ? 0 : (uint32_t)x->count;
    NEXT;
}

/* Returns what the memo has of this point at `bit`: it fails, it leads to the end of the look-around, or STEP_AGAIN. */
STEP
memo_answer(struct re_walk *x, uint64_t bit)
{
    int32_t look_end = x->p->points[x->c->z].look_end;
    if (re_bit_get(x->m->fails, bit)) return STEP_FAIL;
    if (look_end >= 0 && re_bit_get(x->m->wins, bit)) GO(look_end);
    return STEP_AGAIN;
}

/* Takes the least number of characters; the mode decides about more. */
STEP
re_op_LOOP(struct re_walk *x)
{
    const struct re_loop *l = x->l = &x->p->loops[x->c->x];
    for (x->count = 0; x->count < l->min; x->count++) {
        uint32_t n = re_loop_one(x->p, l, x->s, x->end);
        if (!n) return STEP_FAIL;
        x->s += n;
    }
    x->lo = x->s;
    if (l->max == l->min) NEXT;
    if (l->mode != RE_LAZY) return x->memo ? greedy_memo(x) : greedy_plain(x);
    if (x->memo && l->max < 0) {
        enum re_step known = memo_answer(x, re_bit(x->m, x->c->z) + (uint64_t)OFF(x->s));
        if (known != STEP_AGAIN) return known;
    }
    return lazy_exit(x, false);
}

/* ---- choices, slots, assertions ---- */

/* Sets which ways of a choice may match.  Returns STEP_AGAIN if one may and the memo has no answer. */
STEP
split(struct re_walk *x, bool *next, bool *other)
{
    SPEND;
    const struct re_choice *ch = &x->p->choices[x->c->y];
    *next = re_follows(&ch->next, x->s, x->end);
    *other = re_follows(&ch->other, x->s, x->end);
    if (x->memo) {
        uint64_t bit = re_bit(x->m, x->c->z) + (uint64_t)OFF(x->s);
        enum re_step known = memo_answer(x, bit);
        if (known != STEP_AGAIN) return known;
        if (!*next || !*other) PUSH(K_MARK, PC, (int64_t)bit, 0);
    }
    return *next || *other ? STEP_AGAIN : STEP_FAIL;
}

STEP
re_op_SPLIT(struct re_walk *x)
{
    bool next, other;
    enum re_step step = split(x, &next, &other);
    if (step != STEP_AGAIN) return step;
    if (!next) GO(x->c->x);
    if (other) PUSH(K_CHOICE, x->c->x, OFF(x->s), PC);
    NEXT;
}

STEP
re_op_SPLIT_BACK(struct re_walk *x)
{
    bool next, other;
    enum re_step step = split(x, &next, &other);
    if (step != STEP_AGAIN) return step;
    if (!other) NEXT;
    if (next) PUSH(K_CHOICE, PC + 1, OFF(x->s), PC);
    GO(x->c->x);
}

STEP
re_op_JUMP(struct re_walk *x)
{
    GO(x->c->x);
}

STEP
re_op_SAVE(struct re_walk *x)
{
    UNDO(x->c->x);
    x->m->slots[x->c->x] = OFF(x->s);
    NEXT;
}

STEP
re_op_SAVE_OPEN(struct re_walk *x)
{
    UNDO(x->c->x);
    UNDO(x->c->x + 1);
    x->m->slots[x->c->x] = OFF(x->s);
    x->m->slots[x->c->x + 1] = -1;
    NEXT;
}

STEP
re_op_SAVE_LEVEL(struct re_walk *x)
{
    PUSH(K_LEVEL, x->c->x, x->m->slots[2 * x->c->x], x->m->slots[2 * x->c->x + 1]);
    x->m->top[-1].count = (uint32_t)x->m->depth;
    NEXT;
}

STEP
re_op_SAVE_RECUR(struct re_walk *x)
{
    UNDO(x->c->x);
    UNDO(x->c->x + 1);
    x->m->slots[x->c->x] = x->m->slots[x->c->y];
    x->m->slots[x->c->x + 1] = OFF(x->s);
    NEXT;
}

STEP
re_op_ASSERT(struct re_walk *x)
{
    if (!re_assertion_holds(x->m, x->c, x->s, x->end)) return STEP_FAIL;
    NEXT;
}

/* ---- atomic groups and look-around ---- */

/* Returns the innermost entry of the kind: where the group that ends began. */
static ALWAYS_INLINE struct re_entry *
re_innermost(const struct re_walk *x, enum re_entry_kind kind)
{
    struct re_entry *from = x->m->top - 1;
    while (from->kind != kind) from--;
    return from;
}

STEP
re_op_ATOMIC(struct re_walk *x)
{
    PUSH(K_ATOMIC, 0, OFF(x->s), 0);
    NEXT;
}

STEP
re_op_ATOMIC_END(struct re_walk *x)
{
    struct re_entry *from = re_innermost(x, K_ATOMIC);
    if (from == x->m->top - 1) x->m->top--;
    else re_memo_cut(x->m, from);
    NEXT;
}

STEP
re_op_LOOK(struct re_walk *x)
{
    PUSH(K_LOOK, 0, OFF(x->s), 0);
    NEXT;
}

STEP
re_op_LOOK_END(struct re_walk *x)
{
    struct re_entry *from = re_innermost(x, K_LOOK);
    x->s = x->str + from->a;
    if (x->memo && x->m->wins) re_memo_wins(x->m, from);
    struct re_entry *to = from;
    for (struct re_entry *e = from + 1; e < x->m->top; e++)
        if (e->kind == K_UNDO) *to++ = *e;
    x->m->top = to;
    NEXT;
}

STEP
re_op_NLOOK(struct re_walk *x)
{
    PUSH(K_NLOOK, x->c->x, OFF(x->s), 0);
    NEXT;
}

STEP
re_op_NLOOK_END(struct re_walk *x)
{
    struct re_entry *from = re_innermost(x, K_NLOOK);
    if (x->memo && x->m->wins) re_memo_wins(x->m, from);
    re_take_back(x->m, from);
    return STEP_FAIL;
}

STEP
re_op_BEHIND(struct re_walk *x)
{
    x->s = re_chars_back(x->m, x->s, x->end, x->c->x);
    if (!x->s) return STEP_FAIL;
    NEXT;
}

STEP
re_op_NBEHIND(struct re_walk *x)
{
    const uint8_t *from = re_chars_back(x->m, x->s, x->end, x->c->y);
    if (!from) GO(x->c->x);
    PUSH(K_NLOOK, x->c->x, OFF(x->s), 0);
    x->s = from;
    NEXT;
}

/* ---- loops over more than a character ---- */

STEP
re_op_NULL_BEGIN(struct re_walk *x)
{
    UNDO(x->c->x);
    x->m->slots[x->c->x] = OFF(x->s);
    for (int32_t i = 0; i < 2 * x->c->z; i++) {
        UNDO(x->c->x + 1 + i);
        x->m->slots[x->c->x + 1 + i] = x->m->slots[2 * x->c->y + i];
    }
    NEXT;
}

STEP
re_op_NULL_END(struct re_walk *x)
{
    const struct re_machine *m = x->m;
    const struct re_insn *c = x->c;
    if (m->slots[c->x] != OFF(x->s)) NEXT;
    switch (re_after_empty_iteration(m, &x->code[c->z], OFF(x->s))) {
    case EMPTY_OVER: GO(c->y);
    case EMPTY_AGAIN: NEXT;
    case EMPTY_FAIL: break;
    }
    if (c->b && m->slots[x->p->counters[c->b - 1].slot] < x->p->counters[c->b - 1].min) NEXT;
    return STEP_FAIL;
}

STEP
re_op_COUNT(struct re_walk *x)
{
    int32_t slot = x->p->counters[x->c->x].slot;
    UNDO(slot);
    x->m->slots[slot] = 0;
    NEXT;
}

STEP
re_op_COUNT_LOOP(struct re_walk *x)
{
    SPEND;
    const struct re_counter *k = &x->p->counters[x->c->x];
    int64_t n = x->m->slots[k->slot];
    if (n < k->min) NEXT;
    if (k->max >= 0 && n >= k->max) GO(x->c->y);
    if (x->memo) {
        enum re_step known = memo_answer(x, re_bit(x->m, x->c->z) + (uint64_t)OFF(x->s));
        if (known != STEP_AGAIN) return known;
    }
    if (k->lazy) {
        PUSH(K_CHOICE, PC + 1, OFF(x->s), PC);
        GO(x->c->y);
    }
    PUSH(K_CHOICE, x->c->y, OFF(x->s), PC);
    NEXT;
}

STEP
re_op_COUNT_NEXT(struct re_walk *x)
{
    int32_t slot = x->p->counters[x->c->x].slot;
    UNDO(slot);
    x->m->slots[slot]++;
    GO(x->c->y);
}

/* ---- references, calls, conditions ---- */

STEP
re_op_BACKREF(struct re_walk *x)
{
    const uint8_t *s = x->s; /* its address is taken: the register's must not be */
    if (!re_backref(x->m, x->c, &s, x->end)) return STEP_FAIL;
    x->s = s;
    NEXT;
}

STEP
re_op_CALL(struct re_walk *x)
{
    int64_t frame = x->m->top - x->m->stack;
    PUSH(K_FRAME, PC + 1, x->m->frame, 0);
    for (int32_t i = 0; i < x->p->locals; i++) PUSH(K_VALUE, 0, x->m->slots[2 * (x->p->groups + 1) + i], 0);
    x->m->frame = frame;
    x->m->depth++;
    GO(x->c->x);
}

STEP
re_op_RETURN(struct re_walk *x)
{
    struct re_machine *m = x->m;
    for (int32_t i = 0; i < x->p->locals; i++) {
        int32_t slot = 2 * (x->p->groups + 1) + i;
        UNDO(slot);
        m->slots[slot] = m->stack[m->frame + 1 + i].a;
    }
    int64_t frame = m->frame;
    PUSH(K_REFRAME, 0, frame, 0);
    m->frame = m->stack[frame].a;
    m->depth--;
    GO(m->stack[frame].pc);
}

STEP
re_op_COND(struct re_walk *x)
{
    bool set = false;
    for (int i = 0; i < x->c->b && !set; i++) set = x->m->slots[2 * x->p->refs[x->c->x + i] + 1] >= 0;
    if (!set) GO(x->c->y);
    NEXT;
}

/* ---- absent operators ---- */

/* Tries the inside at b of the K_ABSENT entry on top.  Ends the operator if the text ends there. */
STEP
absent_try(struct re_walk *x)
{
    struct re_machine *m = x->m;
    struct re_entry *from = m->top - 1;
    x->c = x->code + from->pc;
    if (from->b < (int64_t)m->limit) {
        x->s = x->str + from->b;
        NEXT;
    }
    int64_t begin = from->a, last = (int64_t)m->limit;
    m->top -= 2;
    m->limit = (size_t)m->top->a;
    x->end = x->str + m->limit;
    if (last < begin) return STEP_FAIL;
    x->s = x->str + last;
    PUSH(K_ABSENT_END, PC, begin, last);
    GO(x->c->x);
}

/* Pushes K_LIMIT and K_ABSENT, below what the inside leaves. */
STEP
re_op_ABSENT(struct re_walk *x)
{
    PUSH(K_LIMIT, 0, (int64_t)x->m->limit, 0);
    PUSH(K_ABSENT, PC, OFF(x->s), OFF(x->s));
    return absent_try(x);
}

/* Shortens the text: the inside matched up to s, where the operator may not reach. */
STEP
re_op_ABSENT_END(struct re_walk *x)
{
    struct re_machine *m = x->m;
    re_take_back(m, re_innermost(x, K_ABSENT) + 1);
    if (x->s == x->str) { /* nothing at all, at the beginning: no end is left */
        m->limit = (size_t)m->top[-2].a;
        x->end = x->str + m->limit;
        m->top -= 2;
        return STEP_FAIL;
    }
    x->end = re_char_before(x->p, x->str, x->s, x->end);
    m->limit = (size_t)OFF(x->end);
    return absent_try(x);
}

STEP
re_op_KEEP(struct re_walk *x)
{
    UNDO(0);
    x->m->slots[0] = OFF(x->s);
    NEXT;
}

STEP
re_op_CLUSTER(struct re_walk *x)
{
    if (x->s >= x->end) return STEP_FAIL;
    x->s += re_cluster_bytes(x->p, x->s, x->end);
    NEXT;
}

/* ---- taking back ---- */

/* Takes the other way of a choice.  With a memo the choice fails when that way fails, because its first way has failed. */
STEP
back_choice(struct re_walk *x, struct re_entry *e)
{
    int32_t to = e->pc;
    x->s = x->str + e->a;
    if (x->memo) {
        int32_t chose = (int32_t)e->b;
        *e = (struct re_entry){.kind = K_MARK, .pc = chose, .a = (int64_t)re_bit(x->m, x->code[chose].z) + e->a};
    } else x->m->top--;
    GO(to);
}

/* Lets the loop of a K_RANGE or K_LAZY entry take one character less or more. */
STEP
back_loop(struct re_walk *x, const struct re_entry *e)
{
    bool lazy = e->kind == K_LAZY;
    x->c = x->code + e->pc;
    x->l = &x->p->loops[x->c->x];
    x->lo = x->str + e->a;
    x->s = x->str + e->b;
    x->count = (int32_t)e->count;
    x->m->top--;
    if (x->memo && (!lazy || x->l->max >= 0)) re_bit_set(x->m->fails, re_bit(x->m, x->c->z) + (uint64_t)OFF(x->s));
    if (lazy) return lazy_exit(x, true);
    if (x->s == x->lo) return STEP_AGAIN;
    x->s = re_char_before(x->p, x->str, x->s, x->end);
    return greedy_exit(x);
}

/* Ends the text of an absent operator one character earlier. */
STEP
back_absent_end(struct re_walk *x, struct re_entry *e)
{
    x->c = x->code + e->pc;
    if (e->b == e->a) {
        x->m->top--;
        return STEP_AGAIN;
    }
    x->s = re_char_before(x->p, x->str, x->str + e->b, x->end);
    e->b = OFF(x->s);
    GO(x->c->x);
}

/* Takes the entry on top back.  Returns STEP_AGAIN if the one below it must be taken back, too. */
STEP
back_entry(struct re_walk *x, struct re_entry *e)
{
    struct re_machine *m = x->m;
    switch ((enum re_entry_kind)e->kind) {
    case K_UNDO: m->slots[e->pc] = e->a; break;
    case K_CHOICE: return back_choice(x, e);
    case K_RANGE: return back_loop(x, e);
    case K_LAZY: return back_loop(x, e);
    case K_RESUME:
    case K_NLOOK:
        x->s = x->str + e->a;
        m->top--;
        GO(e->pc); /* still there */
    case K_MARK:
        if (x->memo) re_bit_set(m->fails, (uint64_t)e->a);
        break;
    case K_RANGE_MARK:
        if (x->memo) {
            uint64_t bit = re_bit(m, x->code[e->pc].z);
            re_bits_fill(m->fails, bit + (uint64_t)e->a, bit + (uint64_t)e->b);
        }
        break;
    case K_FRAME:
        m->depth--;
        m->frame = e->a;
        break;
    case K_REFRAME:
        m->depth++;
        m->frame = e->a;
        break;
    case K_LIMIT:
        m->limit = (size_t)e->a;
        x->end = x->str + m->limit;
        break;
    case K_ABSENT: /* nothing at b: try at the next character */
        e->b += re_char_bytes(x->p, x->str + e->b, x->end);
        return absent_try(x);
    case K_ABSENT_END: return back_absent_end(x, e);
    case K_ATOMIC:
    case K_LOOK:
    case K_LEVEL:
    case K_VALUE: break;
    }
    m->top--;
    return STEP_AGAIN;
}

/* Takes entries back until an instruction can be tried. */
STEP
back(struct re_walk *x)
{
    if (UNLIKELY(--x->m->fuel < 0)) return STEP_PAUSE;
    for (;;) {
        if (x->m->top == x->m->stack) return STEP_OVER;
        enum re_step step = back_entry(x, x->m->top - 1);
        if (step != STEP_AGAIN) return step;
    }
}

/* Two copies, with memo known in each, by clang; gcc cannot copy a function that keeps the addresses of its labels. */
#ifdef __clang__
#define RUN_KIND ALWAYS_INLINE
#else
#define RUN_KIND NOINLINE
#endif
static RUN_KIND enum re_run_result
re_exec_run(struct re_machine *m, int32_t pc, size_t at, bool resume, const bool memo)
{
#define RE_LABEL(name) &&OP_##name,
    static const void *const go[] = {RE_OPS(RE_LABEL)};
#undef RE_LABEL
    struct re_walk x = {.m = m, .p = m->p, .code = m->p->code, .str = m->str, .end = m->str + m->limit, .memo = memo};
    enum re_step step;
    x.c = x.code + pc;
    x.s = x.str + at;
    if (resume) goto fail;
    goto *go[x.c->op];

#define RE_BODY(name)                    \
    OP_##name : step = re_op_##name(&x); \
    if (step == STEP_FAIL) goto fail;    \
    if (step != STEP_GO) goto end;       \
    goto *go[x.c->op];
    RE_OPS(RE_BODY)
#undef RE_BODY
fail:
    do step = back(&x);
    while (step == STEP_FAIL);
    if (step == STEP_GO) goto *go[x.c->op];
end:
    return (enum re_run_result)step;
}

static NOINLINE enum re_run_result
re_run_plain(struct re_machine *m, int32_t pc, size_t at, bool resume)
{
    return re_exec_run(m, pc, at, resume, false);
}

static NOINLINE enum re_run_result
re_run_memo(struct re_machine *m, int32_t pc, size_t at, bool resume)
{
    return re_exec_run(m, pc, at, resume, true);
}

enum re_run_result
re_run(struct re_machine *m, int32_t pc, size_t at, bool resume)
{
    return m->fails ? re_run_memo(m, pc, at, resume) : re_run_plain(m, pc, at, resume);
}
