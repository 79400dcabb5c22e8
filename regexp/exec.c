/*
 * regexp/exec.c - the machine: runs a program at one place of the text.
 *
 * What can be taken back lies on a stack of our own. A failure takes entries off until one offers another way. A loop over
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
word_p(const struct re_prog *p, const uint8_t *s, const uint8_t *e, bool ascii)
{
    uint32_t c = re_char_code(p, s, e);
    if (c < 0x80) return uni_ctype_p(c, ONIGENC_CTYPE_WORD);
    return !ascii && enc_ctype_p(p->enc, c, ONIGENC_CTYPE_WORD);
}

static bool
at_word_edge(const struct re_machine *m, const uint8_t *s, const uint8_t *e, bool ascii)
{
    const struct re_prog *p = m->p;
    bool before = s > m->str && word_p(p, re_char_before(p, m->str, s, e), e, ascii);
    return before != (s < e && word_p(p, s, e, ascii));
}

static bool
assertion_holds(const struct re_machine *m, const struct re_insn *c, const uint8_t *s, const uint8_t *e)
{
    const struct re_prog *p = m->p;
    switch ((enum re_assert)c->a) {
    case AT_TEXT_BEGIN: return s == m->str;
    case AT_TEXT_END: return s == e;
    case AT_LAST_LINE: return s == e || (re_newline_at(p, s, e) && s + re_char_bytes(p, s, e) == e);
    case AT_LINE_BEGIN: return s == m->str || (s < e && re_newline_at(p, re_char_before(p, m->str, s, e), e));
    case AT_LINE_END: return s == e || re_newline_at(p, s, e);
    case AT_START: return (size_t)(s - m->str) == m->begin;
    case AT_WORD: return at_word_edge(m, s, e, c->b);
    case AT_NOT_WORD: return !at_word_edge(m, s, e, c->b);
    }
    return false;
}

static inline bool
follows(const struct re_follow *f, const uint8_t *s, const uint8_t *e)
{
    return f->any || (s < e && bytes_has(f->bytes, *s));
}

/* Bytes of one character that the loop takes at s; 0: none. */
static inline uint32_t
loop_one(const struct re_prog *p, const struct re_loop *l, const uint8_t *s, const uint8_t *e)
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

/* As many as there are. */
static const uint8_t *
loop_bytes(const struct re_prog *p, const struct re_loop *l, const uint8_t *s, const uint8_t *e)
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
loop_take(const struct re_prog *p, const struct re_loop *l, const uint8_t *s, const uint8_t *e, int32_t max, int32_t *count)
{
    if (max < 0 && l->bytewise) return loop_bytes(p, l, s, e);
    for (int32_t n = 0; n != max; n++) {
        uint32_t k = loop_one(p, l, s, e);
        if (!k) break;
        s += k;
        ++*count;
    }
    return s;
}

static int
fold_char(const struct re_prog *p, const uint8_t *s, const uint8_t *e, uint32_t out[3])
{
    return re_fold_code(p->enc, re_char_code(p, s, e), out);
}

static bool
same_text(const struct re_prog *p, const struct re_machine *m, int64_t from, int64_t to, const uint8_t **ps,
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
        int n = fold_char(p, q, qe, a);
        if (n != fold_char(p, s, e, b) || memcmp(a, b, (size_t)n * sizeof *a)) return false;
        q += re_char_bytes(p, q, qe);
        s += re_char_bytes(p, s, e);
    }
    *ps = s;
    return true;
}

/* The bounds of a group as the last match at that depth of calls left them. */
static bool
bounds_at_depth(const struct re_machine *m, int group, int32_t depth, int64_t *from, int64_t *to)
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
bounds_of(const struct re_machine *m, const struct re_insn *c, int group, int64_t *from, int64_t *to)
{
    if (c->a & RE_LEVEL) return bounds_at_depth(m, group, m->depth + c->z, from, to);
    *from = m->slots[2 * group];
    *to = m->slots[2 * group + 1];
    return *from >= 0 && *to >= 0;
}

/* Of the groups with one name the last that took part and is here again. */
static bool
backref(const struct re_machine *m, const struct re_insn *c, const uint8_t **ps, const uint8_t *e)
{
    for (int i = c->y; i-- > 0;) {
        int64_t from, to;
        if (!bounds_of(m, c, m->p->refs[c->x + i], &from, &to)) continue;
        if (same_text(m->p, m, from, to, ps, e, c->a & RE_ICASE)) return true;
    }
    return false;
}

static size_t
cluster_bytes(const struct re_prog *p, const uint8_t *s, const uint8_t *e)
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
chars_back(const struct re_machine *m, const uint8_t *s, const uint8_t *e, int32_t n)
{
    for (; n > 0; n--) {
        if (s == m->str) return NULL;
        s = re_char_before(m->p, m->str, s, e);
    }
    return s;
}

/* Undoes what the entries from `to` up did, and removes them. */
static void
take_back(struct re_machine *m, struct re_entry *to)
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
after_empty_iteration(const struct re_machine *m, const struct re_insn *begin, int64_t at)
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

/* clang-format off */
#define PUSH(k, pc_, a_, b_) \
    do { \
        if (UNLIKELY(m->top == m->room) && !re_stack_grow(m)) return RUN_NO_MEMORY; \
        *m->top++ = (struct re_entry){.kind = (k), .pc = (pc_), .a = (a_), .b = (b_)}; \
    } while (0)
#define UNDO(slot_) do { if (m->top != m->stack) PUSH(K_UNDO, (slot_), m->slots[slot_], 0); } while (0)
/* A step forward: at the end of the fuel a pause that goes on here. */
#define SPEND \
    do { \
        if (UNLIKELY(--m->fuel < 0)) { \
            PUSH(K_RESUME, PC, OFF(s), 0); \
            return RUN_PAUSE; \
        } \
    } while (0)
#define OFF(s_) ((int64_t)((s_) - str))
#define PC ((int32_t)(c - code))
#define NEXT do { c++; goto *go[c->op]; } while (0)
#define GO(pc_) do { c = code + (pc_); goto *go[c->op]; } while (0)
/* clang-format on */

/* Two copies, with memo known in each, by clang; gcc cannot copy a function that keeps the addresses of its labels. */
#ifdef __clang__
#define RUN_KIND ALWAYS_INLINE
#else
#define RUN_KIND NOINLINE
#endif
static RUN_KIND enum re_run_result
run(struct re_machine *m, int32_t pc, size_t at, bool resume, const bool memo)
{
#define RE_LABEL(name) &&OP_##name,
    static const void *const go[] = {RE_OPS(RE_LABEL)};
#undef RE_LABEL
    const struct re_prog *p = m->p;
    const struct re_insn *code = p->code, *c = code;
    const uint8_t *str = m->str, *end = str + m->limit, *s = str + at;
    const struct re_loop *l;
    const uint8_t *lo;
    int32_t count;
    if (resume) goto fail;
    GO(pc);

OP_END:
    m->slots[1] = OFF(s);
    if (m->slots[0] > OFF(s)) m->slots[0] = OFF(s); /* \K looked ahead */
    return RUN_MATCH;
OP_FAIL:
    goto fail;
OP_BYTE:
    if (s >= end || *s != c->a) goto fail;
    s++;
    NEXT;
OP_STRING:
    if (end - s < c->y || memcmp(s, p->lits + c->x, (size_t)c->y)) goto fail;
    s += c->y;
    NEXT;
OP_ANY:
    if (s >= end || re_newline_at(p, s, end)) goto fail;
    s += re_char_bytes(p, s, end);
    NEXT;
OP_ALL:
    if (s >= end) goto fail;
    s += re_char_bytes(p, s, end);
    NEXT;
OP_SET: {
    if (s >= end) goto fail;
    uint32_t n = re_set_match(p, &p->sets[c->x], s, end);
    if (!n) goto fail;
    s += n;
    NEXT;
}

OP_LOOP: /* the least that it takes; then by its mode */
    l = &p->loops[c->x];
    count = 0;
    for (; count < l->min; count++) {
        uint32_t n = loop_one(p, l, s, end);
        if (!n) goto fail;
        s += n;
    }
    lo = s;
    if (l->max == l->min) NEXT;
    if (l->mode == RE_LAZY) goto lazy_enter;
    if (!memo) {
        s = loop_take(p, l, s, end, l->max < 0 ? -1 : l->max - l->min, &count);
        m->fuel -= (s - lo) >> 4;
        if (l->mode == RE_POSSESSIVE || l->alone) {
            if (!follows(&l->follow, s, end)) goto fail;
            NEXT;
        }
        goto greedy_exit;
    }
    {
        uint64_t bit = re_bit(m, c->z);
        int32_t look_end = p->points[c->z].look_end;
        for (; l->max < 0 || count < l->max; count++) {
            if (l->max < 0 && re_bit_get(m->fails, bit + (uint64_t)OFF(s))) break;
            if (l->max < 0 && look_end >= 0 && re_bit_get(m->wins, bit + (uint64_t)OFF(s))) {
                re_bits_fill(m->wins, bit + (uint64_t)OFF(lo), bit + (uint64_t)OFF(s));
                GO(look_end);
            }
            uint32_t n = loop_one(p, l, s, end);
            if (!n) break;
            s += n;
        }
        m->fuel -= (s - lo) >> 2;
        bool known = l->max < 0 && re_bit_get(m->fails, bit + (uint64_t)OFF(s));
        if (l->mode == RE_POSSESSIVE || l->alone) {
            int64_t from = l->max < 0 ? OFF(lo) : OFF(s);
            if (known || re_bit_get(m->fails, bit + (uint64_t)OFF(s)) || !follows(&l->follow, s, end)) {
                re_bits_fill(m->fails, bit + (uint64_t)from, bit + (uint64_t)OFF(s));
                goto fail;
            }
            PUSH(K_RANGE_MARK, PC, from, OFF(s));
            NEXT;
        }
        if (known) {
            if (s == lo) goto fail;
            s = re_char_before(p, str, s, end);
        }
    }
greedy_exit: /* took up to s, lo at least: gives back until what follows may follow */
    for (;;) {
        bool good = follows(&l->follow, s, end);
        if (memo) {
            uint64_t bit = re_bit(m, c->z) + (uint64_t)OFF(s);
            if (good && !re_bit_get(m->fails, bit)) break;
            re_bit_set(m->fails, bit);
        } else if (good) break;
        if (s == lo) goto fail;
        m->fuel--;
        s = re_char_before(p, str, s, end);
    }
    if (memo || s != lo) PUSH(K_RANGE, PC, OFF(lo), OFF(s));
    NEXT;

lazy_enter:
    if (memo && l->max < 0) {
        uint64_t bit = re_bit(m, c->z) + (uint64_t)OFF(s);
        if (re_bit_get(m->fails, bit)) goto fail;
        if (p->points[c->z].look_end >= 0 && re_bit_get(m->wins, bit)) GO(p->points[c->z].look_end);
    }
    for (;;) { /* lo...s is taken: go on if what follows may follow, else take one more */
        bool good = follows(&l->follow, s, end);
        if (good && !(memo && l->max >= 0 && re_bit_get(m->fails, re_bit(m, c->z) + (uint64_t)OFF(s)))) break;
    lazy_more:;
        uint32_t n = l->max >= 0 && count >= l->max ? 0 : loop_one(p, l, s, end);
        bool dead = !n;
        if (memo && l->max < 0) {
            uint64_t bit = re_bit(m, c->z);
            if (n && re_bit_get(m->fails, bit + (uint64_t)OFF(s) + n)) dead = true;
            if (dead) re_bits_fill(m->fails, bit + (uint64_t)OFF(lo), bit + (uint64_t)OFF(s));
        }
        if (dead) goto fail;
        m->fuel--;
        s += n;
        count++;
    }
    PUSH(K_LAZY, PC, OFF(lo), OFF(s));
    m->top[-1].count = l->max < 0 ? 0 : (uint32_t)count;
    NEXT;

OP_SPLIT: {
    SPEND;
    const struct re_choice *ch = &p->choices[c->y];
    bool next = follows(&ch->next, s, end), other = follows(&ch->other, s, end);
    if (memo) {
        uint64_t bit = re_bit(m, c->z) + (uint64_t)OFF(s);
        if (re_bit_get(m->fails, bit)) goto fail;
        if (p->points[c->z].look_end >= 0 && re_bit_get(m->wins, bit)) GO(p->points[c->z].look_end);
        if (!next || !other) PUSH(K_MARK, PC, (int64_t)bit, 0);
    }
    if (!next && !other) goto fail;
    if (!next) GO(c->x);
    if (other) PUSH(K_CHOICE, c->x, OFF(s), PC);
    NEXT;
}
OP_SPLIT_BACK: {
    SPEND;
    const struct re_choice *ch = &p->choices[c->y];
    bool next = follows(&ch->next, s, end), other = follows(&ch->other, s, end);
    if (memo) {
        uint64_t bit = re_bit(m, c->z) + (uint64_t)OFF(s);
        if (re_bit_get(m->fails, bit)) goto fail;
        if (p->points[c->z].look_end >= 0 && re_bit_get(m->wins, bit)) GO(p->points[c->z].look_end);
        if (!next || !other) PUSH(K_MARK, PC, (int64_t)bit, 0);
    }
    if (!next && !other) goto fail;
    if (!other) NEXT;
    if (next) PUSH(K_CHOICE, PC + 1, OFF(s), PC);
    GO(c->x);
}
OP_JUMP:
    GO(c->x);
OP_SAVE:
    UNDO(c->x);
    m->slots[c->x] = OFF(s);
    NEXT;
OP_SAVE_OPEN:
    UNDO(c->x);
    UNDO(c->x + 1);
    m->slots[c->x] = OFF(s);
    m->slots[c->x + 1] = -1;
    NEXT;
OP_SAVE_LEVEL:
    PUSH(K_LEVEL, c->x, m->slots[2 * c->x], m->slots[2 * c->x + 1]);
    m->top[-1].count = (uint32_t)m->depth;
    NEXT;
OP_SAVE_RECUR:
    UNDO(c->x);
    UNDO(c->x + 1);
    m->slots[c->x] = m->slots[c->y];
    m->slots[c->x + 1] = OFF(s);
    NEXT;
OP_ASSERT:
    if (!assertion_holds(m, c, s, end)) goto fail;
    NEXT;

OP_ATOMIC:
    PUSH(K_ATOMIC, 0, OFF(s), 0);
    NEXT;
OP_ATOMIC_END: {
    struct re_entry *from = m->top - 1;
    while (from->kind != K_ATOMIC) from--;
    if (from == m->top - 1) m->top--;
    else re_memo_cut(m, from);
    NEXT;
}
OP_LOOK:
    PUSH(K_LOOK, 0, OFF(s), 0);
    NEXT;
OP_LOOK_END: {
    struct re_entry *from = m->top - 1;
    while (from->kind != K_LOOK) from--;
    s = str + from->a;
    if (memo && m->wins) re_memo_wins(m, from);
    struct re_entry *to = from;
    for (struct re_entry *e = from + 1; e < m->top; e++)
        if (e->kind == K_UNDO) *to++ = *e;
    m->top = to;
    NEXT;
}
OP_NLOOK:
    PUSH(K_NLOOK, c->x, OFF(s), 0);
    NEXT;
OP_NLOOK_END: {
    struct re_entry *from = m->top - 1;
    while (from->kind != K_NLOOK) from--;
    if (memo && m->wins) re_memo_wins(m, from);
    take_back(m, from);
    goto fail;
}
OP_BEHIND:
    s = chars_back(m, s, end, c->x);
    if (!s) goto fail;
    NEXT;
OP_NBEHIND: {
    const uint8_t *from = chars_back(m, s, end, c->y);
    if (!from) GO(c->x);
    PUSH(K_NLOOK, c->x, OFF(s), 0);
    s = from;
    NEXT;
}

OP_NULL_BEGIN:
    UNDO(c->x);
    m->slots[c->x] = OFF(s);
    for (int32_t i = 0; i < 2 * c->z; i++) {
        UNDO(c->x + 1 + i);
        m->slots[c->x + 1 + i] = m->slots[2 * c->y + i];
    }
    NEXT;
OP_NULL_END:
    if (m->slots[c->x] != OFF(s)) NEXT;
    switch (after_empty_iteration(m, &code[c->z], OFF(s))) {
    case EMPTY_OVER: GO(c->y);
    case EMPTY_AGAIN: NEXT;
    case EMPTY_FAIL: break;
    }
    if (c->b && m->slots[p->counters[c->b - 1].slot] < p->counters[c->b - 1].min) NEXT;
    goto fail;
OP_COUNT: {
    int32_t slot = p->counters[c->x].slot;
    UNDO(slot);
    m->slots[slot] = 0;
    NEXT;
}
OP_COUNT_LOOP: {
    SPEND;
    const struct re_counter *k = &p->counters[c->x];
    int64_t n = m->slots[k->slot];
    if (n < k->min) NEXT;
    if (k->max >= 0 && n >= k->max) GO(c->y);
    if (memo) {
        uint64_t bit = re_bit(m, c->z) + (uint64_t)OFF(s);
        if (re_bit_get(m->fails, bit)) goto fail;
        if (p->points[c->z].look_end >= 0 && re_bit_get(m->wins, bit)) GO(p->points[c->z].look_end);
    }
    if (k->lazy) {
        PUSH(K_CHOICE, PC + 1, OFF(s), PC);
        GO(c->y);
    }
    PUSH(K_CHOICE, c->y, OFF(s), PC);
    NEXT;
}
OP_COUNT_NEXT: {
    int32_t slot = p->counters[c->x].slot;
    UNDO(slot);
    m->slots[slot]++;
    GO(c->y);
}

OP_BACKREF:
    if (!backref(m, c, &s, end)) goto fail;
    NEXT;
OP_CALL: {
    int64_t frame = m->top - m->stack;
    PUSH(K_FRAME, PC + 1, m->frame, 0);
    for (int32_t i = 0; i < p->locals; i++) PUSH(K_VALUE, 0, m->slots[2 * (p->groups + 1) + i], 0);
    m->frame = frame;
    m->depth++;
    GO(c->x);
}
OP_RETURN: {
    for (int32_t i = 0; i < p->locals; i++) {
        int32_t slot = 2 * (p->groups + 1) + i;
        UNDO(slot);
        m->slots[slot] = m->stack[m->frame + 1 + i].a;
    }
    int64_t frame = m->frame;
    PUSH(K_REFRAME, 0, frame, 0);
    m->frame = m->stack[frame].a;
    m->depth--;
    GO(m->stack[frame].pc);
}
OP_COND: {
    bool set = false;
    for (int i = 0; i < c->b && !set; i++) set = m->slots[2 * p->refs[c->x + i] + 1] >= 0;
    if (!set) GO(c->y);
    NEXT;
}

OP_ABSENT: /* K_LIMIT, K_ABSENT, then what the inside leaves */
    PUSH(K_LIMIT, 0, (int64_t)m->limit, 0);
    PUSH(K_ABSENT, PC, OFF(s), OFF(s));
absent_try: { /* the inside at b, unless the text ends there */
    struct re_entry *from = m->top - 1;
    c = code + from->pc;
    if (from->b < (int64_t)m->limit) {
        s = str + from->b;
        NEXT;
    }
    int64_t begin = from->a, last = (int64_t)m->limit;
    m->top -= 2;
    m->limit = (size_t)m->top->a;
    end = str + m->limit;
    if (last < begin) goto fail;
    s = str + last;
    PUSH(K_ABSENT_END, PC, begin, last);
    GO(c->x);
}
OP_ABSENT_END: { /* the inside matched up to s: nothing may reach there */
    struct re_entry *from = m->top - 1;
    while (from->kind != K_ABSENT) from--;
    take_back(m, from + 1);
    if (s == str) { /* nothing at all, at the beginning: no end is left */
        m->limit = (size_t)m->top[-2].a;
        end = str + m->limit;
        m->top -= 2;
        goto fail;
    }
    end = re_char_before(p, str, s, end);
    m->limit = (size_t)OFF(end);
    goto absent_try;
}
OP_KEEP:
    UNDO(0);
    m->slots[0] = OFF(s);
    NEXT;
OP_CLUSTER:
    if (s >= end) goto fail;
    s += cluster_bytes(p, s, end);
    NEXT;

fail:
    if (UNLIKELY(--m->fuel < 0)) return RUN_PAUSE;
    for (;;) {
        if (m->top == m->stack) return RUN_FAIL;
        struct re_entry *e = m->top - 1;
        switch ((enum re_entry_kind)e->kind) {
        case K_UNDO:
            m->slots[e->pc] = e->a;
            m->top--;
            continue;
        case K_CHOICE: {
            int32_t to = e->pc;
            s = str + e->a;
            if (memo) { /* its first way failed: it fails when the other does */
                int32_t chose = (int32_t)e->b;
                *e = (struct re_entry){.kind = K_MARK, .pc = chose, .a = (int64_t)re_bit(m, code[chose].z) + e->a};
            } else m->top--;
            GO(to);
        }
        case K_RANGE:
            c = code + e->pc;
            l = &p->loops[c->x];
            lo = str + e->a;
            s = str + e->b;
            m->top--;
            if (memo) re_bit_set(m->fails, re_bit(m, c->z) + (uint64_t)OFF(s));
            if (s == lo) continue;
            s = re_char_before(p, str, s, end);
            goto greedy_exit;
        case K_LAZY:
            c = code + e->pc;
            l = &p->loops[c->x];
            lo = str + e->a;
            s = str + e->b;
            count = (int32_t)e->count;
            m->top--;
            if (memo && l->max >= 0) re_bit_set(m->fails, re_bit(m, c->z) + (uint64_t)OFF(s));
            goto lazy_more;
        case K_RESUME:
        case K_NLOOK:
            s = str + e->a;
            m->top--;
            GO(e->pc); /* still there */
        case K_MARK:
            if (memo) re_bit_set(m->fails, (uint64_t)e->a);
            m->top--;
            continue;
        case K_RANGE_MARK:
            if (memo) {
                uint64_t bit = re_bit(m, code[e->pc].z);
                re_bits_fill(m->fails, bit + (uint64_t)e->a, bit + (uint64_t)e->b);
            }
            m->top--;
            continue;
        case K_FRAME:
            m->depth--;
            m->frame = e->a;
            m->top--;
            continue;
        case K_REFRAME:
            m->depth++;
            m->frame = e->a;
            m->top--;
            continue;
        case K_LIMIT:
            m->limit = (size_t)e->a;
            end = str + m->limit;
            m->top--;
            continue;
        case K_ABSENT: /* nothing at b: try at the next character */
            e->b += re_char_bytes(p, str + e->b, end);
            goto absent_try;
        case K_ABSENT_END:
            c = code + e->pc;
            if (e->b == e->a) {
                m->top--;
                continue;
            }
            s = re_char_before(p, str, str + e->b, end);
            e->b = OFF(s);
            GO(c->x);
        case K_ATOMIC:
        case K_LOOK:
        case K_LEVEL:
        case K_VALUE: m->top--; continue;
        }
    }
}

static NOINLINE enum re_run_result
run_plain(struct re_machine *m, int32_t pc, size_t at, bool resume)
{
    return run(m, pc, at, resume, false);
}

static NOINLINE enum re_run_result
run_memo(struct re_machine *m, int32_t pc, size_t at, bool resume)
{
    return run(m, pc, at, resume, true);
}

enum re_run_result
re_run(struct re_machine *m, int32_t pc, size_t at, bool resume)
{
    return m->fails ? run_memo(m, pc, at, resume) : run_plain(m, pc, at, resume);
}
