/*
 * regexp/emit.c - the tree of a pattern to instructions.
 */
#include "internal/regexp/emit.h"

#include <string.h>

int32_t
emit(struct re_emitter *w, enum re_op op, int32_t x, int32_t y)
{
    RE_PUSH(w->t, w->code, (struct re_insn){.op = (uint8_t)op, .x = x, .y = y, .z = -1});
    return emit_here(w) - 1;
}

int32_t
emit_local(struct re_emitter *w)
{
    return 2 * (w->p.groups + 1) + w->p.locals++;
}

/* ---- points ---- */

/* Returns how many values of counter k lead to different matches.  Above the lower bound of a counter without an upper bound all
 * values lead to the same. */
static uint64_t
re_counter_states(const struct re_emitter *w, uint16_t k)
{
    const struct re_counter *c = &w->counters.at[k];
    return (uint64_t)(c->max >= 0 ? c->max : c->min) + 1;
}

static int32_t
re_new_point(struct re_emitter *w)
{
    uint64_t states = 1;
    struct re_point point = {.states = (uint32_t)w->p.states, .look_end = -1, .counter = (uint16_t)w->counter_lists.n};
    for (size_t i = 0; i < w->around.n; i++) {
        RE_PUSH(w->t, w->counter_lists, w->around.at[i]);
        states *= re_counter_states(w, w->around.at[i]);
        if (states > UINT32_MAX) w->p.memo = false, states = 1;
    }
    point.counters = (uint16_t)w->around.n;
    w->p.states += states;
    if (w->p.states > UINT32_MAX || w->counter_lists.n > UINT16_MAX) w->p.memo = false;
    RE_PUSH(w->t, w->points, point);
    int32_t n = (int32_t)w->points.n - 1;
    if (w->look_depth) RE_PUSH(w->t, w->look_points, n);
    return n;
}

int32_t
emit_choice(struct re_emitter *w, enum re_op op, int32_t x)
{
    int32_t at = emit(w, op, x, -1), point = re_new_point(w);
    w->code.at[at].z = point;
    return at;
}

/* ---- characters ---- */

static void
emit_bytes(struct re_emitter *w, const char *p, size_t n)
{
    if (n == 1) {
        int32_t at = emit(w, RE_BYTE, 0, 0);
        w->code.at[at].a = (uint8_t)*p;
        return;
    }
    int32_t at = (int32_t)w->lits.n;
    for (size_t i = 0; i < n; i++) RE_PUSH(w->t, w->lits, p[i]);
    emit(w, RE_STRING, at, (int32_t)n);
}

static void
re_high_first_bytes(struct re_emitter *w, struct re_set *set)
{
    if (!w->p.utf8) {
        for (unsigned c = 0x80; c < 0x100; c++) bytes_add(set->first, c);
        return;
    }
    for (uint32_t i = 0; i < set->n; i++) {
        char from[8], to[8];
        const uint32_t *r = &w->ranges.at[set->at + 2 * i];
        if (r[0] > 0x10ffff) continue;
        enc_encode(w->p.enc, r[0], from);
        enc_encode(w->p.enc, r[1] > 0x10ffff ? 0x10ffff : r[1], to);
        for (unsigned c = (uint8_t)*from; c <= (uint8_t)*to; c++) bytes_add(set->first, c);
    }
}

static bool
re_high_all_p(const struct re_emitter *w, uint32_t from, uint32_t to)
{
    return from <= 0x80 && to >= (enc_unicode_p(w->p.enc) ? 0x10ffff : 0xffffffff);
}

int32_t
emit_set_of(struct re_emitter *w, const struct re_cset *s)
{
    struct re_set set = {.at = (uint32_t)w->ranges.n};
    bool single = enc_single_p(w->p.enc);
    uint32_t low = w->p.wide ? 0 : single ? 0x100 : 0x80; /* codes below are bytes */
    for (size_t i = 0; i < s->n; i += 2) {
        uint32_t from = s->at[i], to = s->at[i + 1];
        for (uint32_t c = from; c <= to && c < low; c++) bytes_add(set.first, c);
        if (to < low || single) continue;
        if (from < low) from = low;
        if (!w->p.wide && re_high_all_p(w, from, to)) set.high = HIGH_ALL;
        RE_PUSH(w->t, w->ranges, from);
        RE_PUSH(w->t, w->ranges, to);
        set.n++;
        if (set.high == HIGH_NONE) set.high = HIGH_SOME;
    }
    if (w->p.wide) memset(set.first, 0xff, sizeof set.first), set.high = HIGH_SOME;
    else if (set.high == HIGH_ALL) {
        for (unsigned c = 0x80; c < 0x100; c++) bytes_add(set.first, c);
    } else if (set.high == HIGH_SOME) re_high_first_bytes(w, &set);
    set.bytewise = single || (!w->p.wide && (set.high == HIGH_NONE || (set.high == HIGH_ALL && w->p.utf8)));
    if (!w->p.utf8 && !single && enc_ascii_compat_p(w->p.enc) && set.high == HIGH_NONE) set.bytewise = true;
    if (set.high == HIGH_ALL && set.n == 1) w->ranges.n = set.at, set.n = 0;
    for (size_t k = w->sets.n; k-- > 0 && w->sets.n - k < 32;) { /* the same again? */
        const struct re_set *o = &w->sets.at[k];
        if (o->high == set.high && o->n == set.n && !memcmp(o->first, set.first, sizeof set.first) &&
            (!set.n || !memcmp(w->ranges.at + o->at, w->ranges.at + set.at, sizeof(uint32_t) * 2 * set.n))) {
            w->ranges.n = set.at;
            return (int32_t)k;
        }
    }
    RE_PUSH(w->t, w->sets, set);
    return (int32_t)w->sets.n - 1;
}

static void
emit_code(struct re_emitter *w, uint32_t c)
{
    char bytes[8];
    int n = enc_encode(w->p.enc, c, bytes);
    emit_bytes(w, bytes, (size_t)(n > 0 ? n : 0));
}

/* One character of a set. */
static void
emit_set(struct re_emitter *w, struct re_cset *s)
{
    cset_settle(s);
    if (!s->n) emit(w, RE_FAIL, 0, 0);
    else if (s->n == 2 && s->at[0] == s->at[1]) emit_code(w, s->at[0]);
    else emit(w, RE_SET, emit_set_of(w, s), 0);
}

static struct re_cset *
re_folded(struct re_emitter *w, uint32_t c)
{
    struct re_cset *s = cset_new(w->t);
    fold_add(w->t, s, c);
    cset_settle(s);
    return s;
}

/*
 * Emits a text that ignores case, where a character may match a string.  Each place has a choice between the character and the
 * other spellings of the text that begins there.  Each spelling continues at its own end.
 */
static void
emit_folded(struct re_emitter *w, const uint32_t *codes, size_t n)
{
    enum { WAYS_MAX = 40, AHEAD = 4 };
    struct re_fold ways[WAYS_MAX];
    RE_VECTOR(int32_t) jumps[AHEAD] = {0}; /* to the place i, at i % AHEAD */
    for (size_t i = 0; i <= n; i++) {
        for (size_t k = 0; k < jumps[i % AHEAD].n; k++) w->code.at[jumps[i % AHEAD].at[k]].x = emit_here(w);
        jumps[i % AHEAD].n = 0;
        if (i == n) break;
        int k = fold_strings(w->t, codes + i, n - i, ways, WAYS_MAX);
        for (int j = 0; j <= k; j++) {
            int32_t split = j < k ? emit_choice(w, RE_SPLIT, 0) : -1;
            if (j == 0) emit_set(w, re_folded(w, codes[i]));
            else
                for (int c = 0; c < ways[j - 1].n; c++) emit_code(w, ways[j - 1].codes[c]);
            size_t to = i + (j == 0 ? 1 : (size_t)ways[j - 1].takes);
            if (j < k || to != i + 1) RE_PUSH(w->t, jumps[to % AHEAD], emit(w, RE_JUMP, 0, 0));
            if (split >= 0) w->code.at[split].x = emit_here(w);
        }
    }
}

/* Characters in a row, from n on; returns the first node that is none. */
static const struct re_node *
emit_text(struct re_emitter *w, const struct re_node *n)
{
    RE_VECTOR(uint32_t) codes = {0};
    const struct re_node *first = n;
    uint8_t flags = n->flags & (uint8_t)~RE_APART;
    bool icase = flags & RE_ICASE;
    for (; n && n->type == N_CHAR && ((n->flags & (uint8_t)~RE_APART) == flags); n = n->next) {
        if (icase && (n->flags & RE_APART) && n != first) break;
        RE_PUSH(w->t, codes, (uint32_t)n->n);
        if (icase && (n->flags & RE_APART)) {
            n = n->next;
            break;
        }
    }
    if (!(flags & RE_ICASE)) {
        RE_VECTOR(char) bytes = {0};
        for (size_t i = 0; i < codes.n; i++) {
            char c[8];
            int len = enc_encode(w->p.enc, codes.at[i], c);
            for (int k = 0; k < len; k++) RE_PUSH(w->t, bytes, c[k]);
        }
        emit_bytes(w, bytes.at, bytes.n);
    } else if (flags & RE_MULTI_FOLD) emit_folded(w, codes.at, codes.n);
    else
        for (size_t i = 0; i < codes.n; i++) emit_set(w, re_folded(w, codes.at[i]));
    return n;
}

/* ---- repetition ---- */

/* Is n one character whatever it matches?  Its set, if it is not any (*what). */
static bool
re_one_char_p(struct re_emitter *w, const struct re_node *n, enum re_what *what, struct re_cset **set)
{
    while (n->type == N_GROUP) n = n->child;
    if (n->type == N_ANY) {
        *what = n->n ? WHAT_ALL : WHAT_ANY;
        return true;
    }
    *what = WHAT_SET;
    if (n->type == N_SET) {
        *set = n->set;
        return n->set->n > 0;
    }
    if (n->type != N_CHAR) return false;
    struct re_fold way;
    uint32_t c = (uint32_t)n->n;
    if (!(n->flags & RE_ICASE)) {
        *set = cset_new(w->t);
        cset_add(w->t, *set, c, c);
        return true;
    }
    if ((n->flags & RE_MULTI_FOLD) && fold_strings(w->t, &c, 1, &way, 1)) return false;
    *set = re_folded(w, c);
    return true;
}

static void
emit_loop(struct re_emitter *w, const struct re_node *n, enum re_what what, struct re_cset *set)
{
    struct re_loop loop = {.min = n->n, .max = n->m, .mode = n->mode, .what = (uint8_t)what};
    if (what == WHAT_SET) {
        cset_settle(set);
        bool one = set->n == 2 && set->at[0] == set->at[1] && !w->p.wide && (set->at[0] < 0x80 || enc_single_p(w->p.enc));
        loop.set = emit_set_of(w, set);
        loop.bytewise = w->sets.at[loop.set].bytewise;
        if (one) {
            loop.what = WHAT_BYTE;
            loop.byte = (uint8_t)set->at[0];
        }
        if (w->sets.at[loop.set].high == HIGH_ALL && (loop.max >= 0 || loop.min > 1)) loop.bytewise = enc_single_p(w->p.enc);
    } else loop.bytewise = enc_single_p(w->p.enc) || (w->p.utf8 && loop.max < 0 && loop.min <= 1);
    RE_PUSH(w->t, w->loops, loop);
    emit_choice(w, RE_LOOP, (int32_t)w->loops.n - 1);
}

static bool re_nullable_p(const struct re_node *n);

static bool
re_all_nullable_p(const struct re_node *n)
{
    for (; n; n = n->next)
        if (!re_nullable_p(n)) return false;
    return true;
}

static bool
re_any_nullable_p(const struct re_node *n)
{
    for (; n; n = n->next)
        if (re_nullable_p(n)) return true;
    return false;
}

/* May it match without a character?  Calls: perhaps. */
static bool
re_nullable_p(const struct re_node *n)
{
    switch (n->type) {
    case N_CHAR:
    case N_SET:
    case N_ANY:
    case N_CLUSTER: return false;
    case N_SEQ: return re_all_nullable_p(n->child);
    case N_ALT:
    case N_COND: return re_any_nullable_p(n->child);
    case N_CAPTURE:
    case N_GROUP:
    case N_ATOMIC: return re_nullable_p(n->child);
    case N_REPEAT: return n->n == 0 || re_nullable_p(n->child);
    default: return true;
    }
}

/* Widens first..last so that it has the numbers of all groups in the nodes from n on.  Groups of look-around do not count, as in
 * CRuby. */
static void
re_groups_within(const struct re_node *n, int32_t *first, int32_t *last)
{
    for (; n; n = n->next) {
        if (n->type == N_LOOK) continue;
        if (n->type == N_CAPTURE) {
            if (n->n < *first) *first = n->n;
            if (n->n > *last) *last = n->n;
        }
        re_groups_within(n->child, first, last);
    }
}

/* Emits the body of an iteration without upper bound, which ends if it took nothing and changed no group.  Returns its NULL_END,
 * whose y the caller sets, or -1.  counter is that of the iteration, or -1. */
static int32_t
emit_body(struct re_emitter *w, const struct re_node *body, bool unbounded, int counter)
{
    if (!unbounded || !re_nullable_p(body)) {
        emit_node(w, body);
        return -1;
    }
    struct re_node alone = *body;
    alone.next = NULL;
    int32_t first = INT32_MAX, last = 0;
    re_groups_within(&alone, &first, &last);
    int32_t count = last ? last - first + 1 : 0, slot = emit_local(w);
    for (int32_t i = 0; i < 2 * count; i++) emit_local(w);
    int32_t begin = emit(w, RE_NULL_BEGIN, slot, count ? first : 0);
    w->code.at[begin].z = count;
    emit_node(w, body);
    int32_t end = emit(w, RE_NULL_END, slot, 0);
    w->code.at[end].z = begin;
    w->code.at[end].b = (uint16_t)(counter + 1);
    return end;
}

static void
emit_star(struct re_emitter *w, const struct re_node *n)
{
    bool lazy = n->mode == RE_LAZY;
    int32_t enter = n->n == 1 ? emit(w, RE_JUMP, 0, 0) : -1;
    int32_t split = emit_choice(w, lazy ? RE_SPLIT_BACK : RE_SPLIT, 0);
    if (enter >= 0) w->code.at[enter].x = emit_here(w);
    int32_t null = emit_body(w, n->child, true, -1);
    emit(w, RE_JUMP, split, 0);
    w->code.at[split].x = emit_here(w);
    if (null >= 0) w->code.at[null].y = emit_here(w);
}

static void
emit_optional(struct re_emitter *w, const struct re_node *n)
{
    int32_t split = emit_choice(w, n->mode == RE_LAZY ? RE_SPLIT_BACK : RE_SPLIT, 0);
    emit_node(w, n->child);
    w->code.at[split].x = emit_here(w);
}

static void
emit_counted(struct re_emitter *w, const struct re_node *n)
{
    uint16_t k = (uint16_t)w->counters.n;
    if (w->counters.n >= UINT16_MAX) re_fail(w->t, "too big number for repeat range");
    RE_PUSH(w->t, w->counters, (struct re_counter){emit_local(w), n->n, n->m, n->mode == RE_LAZY});
    emit(w, RE_COUNT, k, 0);
    RE_PUSH(w->t, w->around, k);
    int32_t loop = emit_choice(w, RE_COUNT_LOOP, k);
    int32_t null = emit_body(w, n->child, n->m < 0, k);
    w->around.n--;
    emit(w, RE_COUNT_NEXT, k, loop);
    w->code.at[loop].y = emit_here(w);
    if (null >= 0) w->code.at[null].y = emit_here(w);
}

enum { REPEATED_TEXT_BYTES = LIMIT(100, 3) };

/* Compiles (?i:ss){2,} as CRuby does: the required repetitions become one string.  Case folding may then join characters of two
 * neighbouring repetitions. */
static bool
emit_repeated_text(struct re_emitter *w, const struct re_node *n)
{
    const struct re_node *body = n->child;
    while (body->type == N_GROUP) body = body->child;
    RE_VECTOR(uint32_t) codes = {0};
    for (const struct re_node *k = body->type == N_SEQ ? body->child : body; k; k = body->type == N_SEQ ? k->next : NULL) {
        if (k->type != N_CHAR || k->flags != (RE_ICASE | RE_MULTI_FOLD)) return false;
        RE_PUSH(w->t, codes, (uint32_t)k->n);
    }
    size_t once = codes.n;
    if (n->n < 2 || once * (size_t)n->n > REPEATED_TEXT_BYTES) return false;
    for (size_t i = once; i < once * (size_t)n->n; i++) RE_PUSH(w->t, codes, codes.at[i - once]);
    emit_folded(w, codes.at, codes.n);
    struct re_node rest = *n;
    rest.n = 0;
    if (n->m >= 0) rest.m = n->m - n->n;
    if (rest.m) emit_node(w, &rest);
    return true;
}

/* Compiles x{0}.  x is compiled to find its errors.  Its code is kept, behind a jump, only if the pattern has calls: they may call a
 * group in x. */
static void
emit_never(struct re_emitter *w, const struct re_node *n)
{
    struct re_emitter before = *w;
    int32_t over = emit(w, RE_JUMP, 0, 0);
    emit_node(w, n);
    if (w->t->has_calls) w->code.at[over].x = emit_here(w);
    else *w = before;
}

static void
emit_repeat(struct re_emitter *w, const struct re_node *n)
{
    enum re_what what;
    struct re_cset *set = NULL;
    if (n->m == 0) {
        emit_never(w, n->child);
        return;
    }
    if (n->n == 1 && n->m == 1) {
        emit_node(w, n->child);
        return;
    }
    if (n->mode != RE_POSSESSIVE && emit_repeated_text(w, n)) return;
    if (re_one_char_p(w, n->child, &what, &set)) {
        emit_loop(w, n, what, set);
        return;
    }
    if (n->mode == RE_POSSESSIVE) {
        struct re_node atomic = {.type = N_ATOMIC}, inner = *n;
        inner.mode = RE_GREEDY;
        inner.next = NULL;
        atomic.child = &inner;
        emit_node(w, &atomic);
        return;
    }
    if (n->m < 0 && n->n <= 1) emit_star(w, n);
    else if (n->n == 0 && n->m == 1) emit_optional(w, n);
    else emit_counted(w, n);
}

/* ---- the rest ---- */

static void
emit_alternatives(struct re_emitter *w, const struct re_node *n)
{
    RE_VECTOR(int32_t) ends = {0};
    for (const struct re_node *k = n->child; k; k = k->next) {
        int32_t split = k->next ? emit_choice(w, RE_SPLIT, 0) : -1;
        emit_node(w, k);
        if (!k->next) break;
        RE_PUSH(w->t, ends, emit(w, RE_JUMP, 0, 0));
        w->code.at[split].x = emit_here(w);
    }
    for (size_t i = 0; i < ends.n; i++) w->code.at[ends.at[i]].x = emit_here(w);
}

static void
emit_capture(struct re_emitter *w, const struct re_node *n)
{
    int32_t slot = 2 * n->n;
    w->look_captures = true;
    bool called = w->recurs[n->n] & 1, recurs = w->recurs[n->n] & 2;
    int32_t over = -1;
    if (called) { /* CALL entry; JUMP over; entry: group; RETURN; over: */
        emit(w, RE_CALL, emit_here(w) + 2, 0);
        over = emit(w, RE_JUMP, 0, 0);
        w->entry[n->n] = emit_here(w);
    }
    int32_t local = recurs ? emit_local(w) : 0;
    emit(w, !recurs && w->t->has_backrefs ? RE_SAVE_OPEN : RE_SAVE, recurs ? local : slot, 0);
    emit_node(w, n->child);
    if (recurs) emit(w, RE_SAVE_RECUR, slot, local);
    else emit(w, RE_SAVE, slot + 1, 0);
    if (w->t->has_levels) emit(w, RE_SAVE_LEVEL, n->n, 0);
    if (!called) return;
    emit(w, RE_RETURN, 0, 0);
    w->code.at[over].x = emit_here(w);
}

static void
emit_refs(struct re_emitter *w, const struct re_node *n, int32_t at)
{
    w->code.at[at].x = (int32_t)w->refs.n;
    for (int i = 0; i < n->n; i++) RE_PUSH(w->t, w->refs, n->groups[i]);
}

static void
emit_condition(struct re_emitter *w, const struct re_node *n)
{
    if (n->child->next->next) re_fail(w->t, "invalid conditional pattern"); /* after the check of references, as in CRuby */
    int32_t at = emit(w, RE_COND, 0, 0);
    emit_refs(w, n, at);
    w->code.at[at].b = (uint16_t)n->n;
    emit_node(w, n->child);
    int32_t end = emit(w, RE_JUMP, 0, 0);
    w->code.at[at].y = emit_here(w);
    emit_node(w, n->child->next);
    w->code.at[end].x = emit_here(w);
}

static void
emit_backref(struct re_emitter *w, const struct re_node *n)
{
    int32_t at = emit(w, RE_BACKREF, 0, n->n);
    emit_refs(w, n, at);
    w->code.at[at].a = n->flags & (RE_ICASE | RE_LEVEL);
    w->code.at[at].z = n->m;
}

static void
emit_sequence(struct re_emitter *w, const struct re_node *n)
{
    for (const struct re_node *k = n->child; k;) {
        if (k->type == N_CHAR) k = emit_text(w, k);
        else {
            emit_node(w, k);
            k = k->next;
        }
    }
}

void
emit_node(struct re_emitter *w, const struct re_node *n)
{
    char here;
    if (&here < w->stack_limit) re_fail(w->t, "parse depth limit over");
    int32_t at;
    switch ((enum re_node_type)n->type) {
    case N_EMPTY: return;
    case N_CHAR: {
        struct re_node one = *n;
        one.next = NULL;
        emit_text(w, &one);
        return;
    }
    case N_SET: emit_set(w, n->set); return;
    case N_ANY: emit(w, n->n ? RE_ALL : RE_ANY, 0, 0); return;
    case N_SEQ: emit_sequence(w, n); return;
    case N_ALT: emit_alternatives(w, n); return;
    case N_CAPTURE: emit_capture(w, n); return;
    case N_GROUP: emit_node(w, n->child); return;
    case N_REPEAT: emit_repeat(w, n); return;
    case N_ATOMIC:
        emit(w, RE_ATOMIC, 0, 0);
        emit_node(w, n->child);
        emit(w, RE_ATOMIC_END, 0, 0);
        return;
    case N_LOOK: emit_look(w, n); return;
    case N_ASSERT:
        at = emit(w, RE_ASSERT, 0, 0);
        w->code.at[at].a = n->mode;
        w->code.at[at].b = (n->flags & RE_ASCII) != 0;
        if (n->mode == AT_START) w->p.uses_start = true;
        return;
    case N_BACKREF: emit_backref(w, n); return;
    case N_CALL: emit(w, RE_CALL, -1 - n->n, 0); return; /* regexp/compile.c puts the address in */
    case N_COND: emit_condition(w, n); return;
    case N_ABSENT:
        at = emit(w, RE_ABSENT, 0, 0);
        emit_node(w, n->child);
        emit(w, RE_ABSENT_END, 0, 0);
        w->code.at[at].x = emit_here(w);
        w->p.memo = false;
        return;
    case N_KEEP: emit(w, RE_KEEP, 0, 0); return;
    case N_CLUSTER: emit(w, RE_CLUSTER, 0, 0); return;
    }
}
