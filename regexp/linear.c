/*
 * regexp/linear.c - the answer of Regexp.linear_time? for a pattern.
 *
 * Our own engine is linear for every pattern without back-references, calls, conditions and absent operators.  CRuby's answer
 * is no for some of those, too.  Programs see the answer, so it is CRuby's.  The rules were found by some hundred patterns in 4.0.1:
 *   - no group that captures inside a look-ahead or an atomic group
 *   - no atomic group inside a look-around or atomic one, no look-around inside an atomic one (but (?<=...), which only steps)
 *   - no repetition kept by a counter inside another repetition.  A short one is written out instead: whether it is depends on
 *     the bytes that CRuby's own code for the body would take, which is what `re_size_of` estimates
 *   - inside those groups none of x*y where x and y exclude each other, which CRuby makes atomic by itself
 */
#include "internal/regexp/tree.h"

enum {
    SIZE_PUSH = 5, /* bytes of CRuby's instructions */
    SIZE_JUMP = 5,
    SIZE_GROUP = 6,
    SIZE_NULL_CHECK = 6,
    SIZE_COUNTER = 10,
    SIZE_SET = 33,
    WRITE_OUT_BYTES = 50, /* bodies are copied up to this */
    WRITE_OUT_TEXT = 100, /* texts up to this */
};

struct walk {
    struct re_tree *t;
    bool ascii; /* no character, nor property, of another encoding */
    bool bad;
};
struct where {
    bool repeated, look, atomic;
};

static int64_t re_size_of(const struct walk *w, const struct re_node *n);

static int
re_linear_char_bytes(const struct walk *w, uint32_t c)
{
    char bytes[8];
    int n = enc_encode(w->t->enc, c, bytes);
    return n > 0 ? n : 1;
}

/* A run of characters with len bytes each. */
static int64_t
re_text_size(int64_t chars, int len)
{
    switch (len) {
    case 1: return chars <= 5 ? 1 + chars : 5 + chars;
    case 2: return chars <= 3 ? 1 + 2 * chars : 5 + 2 * chars;
    case 3: return 5 + 3 * chars;
    default: return 9 + len * chars;
    }
}

/* The run of characters that n begins, longer where some are strings ignoring case; *next: what follows it. */
static int64_t
re_run_size(const struct walk *w, const struct re_node *n, const struct re_node **next)
{
    int len = re_linear_char_bytes(w, (uint32_t)n->n);
    int64_t chars = 0, folds = 0;
    for (; n && n->type == N_CHAR && re_linear_char_bytes(w, (uint32_t)n->n) == len; n = n->next, chars++) {
        struct re_fold way;
        uint32_t codes[2] = {(uint32_t)n->n, n->next && n->next->type == N_CHAR ? (uint32_t)n->next->n : 0};
        if (n->flags & RE_ICASE && fold_strings(w->t, codes, 1 + (codes[1] != 0), &way, 1)) folds = WRITE_OUT_BYTES;
    }
    *next = n;
    return re_text_size(chars, len) + folds;
}

static int64_t
re_children_size(const struct walk *w, const struct re_node *n)
{
    int64_t sum = 0;
    for (const struct re_node *k = n->child; k;) {
        if (k->type == N_CHAR && n->type == N_SEQ) sum += re_run_size(w, k, &k);
        else {
            sum += re_size_of(w, k);
            k = k->next;
        }
    }
    return sum;
}

/* CRuby keeps ASCII's part as bits, the rest as ranges, and of a set with all of ASCII the opposite. */
static int64_t
re_set_size(const struct walk *w, const struct re_cset *s)
{
    enum { SIZE_HIGH = 9, SIZE_RANGE = 8 };
    int64_t low = 0, ranges = 0;
    if (enc_single_p(w->t->enc)) return SIZE_SET;
    for (size_t i = 0; i < s->n; i += 2) {
        if (s->at[i] < 0x80) low += (s->at[i + 1] < 0x80 ? s->at[i + 1] : 0x7f) - s->at[i] + 1;
        if (s->at[i + 1] >= 0x80) ranges++;
    }
    bool high_all = s->n && ranges == 1 && s->at[s->n - 2] <= 0x80 && s->at[s->n - 1] >= 0x7fffffff;
    if (!ranges || high_all) return SIZE_SET;
    if (low == 0x80) return SIZE_HIGH + SIZE_RANGE * (ranges - 1);
    return SIZE_HIGH + SIZE_RANGE * ranges + (low ? SIZE_SET : 0);
}

static const struct re_node *
re_linear_without_groups(const struct re_node *n)
{
    while (n->type == N_GROUP) n = n->child;
    return n;
}

/* Bytes of a text and nothing else, how many characters; 0: it is more. */
static int64_t
re_text_bytes(const struct walk *w, const struct re_node *n, int64_t *chars)
{
    n = re_linear_without_groups(n);
    int64_t bytes = 0;
    *chars = 0;
    for (const struct re_node *k = n->type == N_SEQ ? n->child : n; k; k = n->type == N_SEQ ? k->next : NULL) {
        if (k->type != N_CHAR) return 0;
        bytes += re_linear_char_bytes(w, (uint32_t)k->n);
        ++*chars;
    }
    return bytes;
}

static bool
re_linear_nullable_p(const struct re_node *n)
{
    switch ((enum re_node_type)n->type) {
    case N_CHAR:
    case N_SET:
    case N_ANY:
    case N_CLUSTER: return false;
    case N_SEQ:
        for (const struct re_node *k = n->child; k; k = k->next)
            if (!re_linear_nullable_p(k)) return false;
        return true;
    case N_ALT:
        for (const struct re_node *k = n->child; k; k = k->next)
            if (re_linear_nullable_p(k)) return true;
        return false;
    case N_REPEAT: return n->n == 0 || re_linear_nullable_p(n->child);
    case N_CAPTURE:
    case N_GROUP:
    case N_ATOMIC: return re_linear_nullable_p(n->child);
    default: return true;
    }
}

struct repetition {
    int64_t size;
    bool counter;
};

static struct repetition
re_repetition_of(const struct walk *w, const struct re_node *n)
{
    int64_t body = re_size_of(w, n->child), min = n->n, max = n->m, chars, before = 0;
    int64_t bytes = re_text_bytes(w, n->child, &chars);
    bool greedy = n->mode != RE_LAZY;
    if (bytes && min > 1 && bytes * min <= WRITE_OUT_TEXT) { /* the least as one text, then the rest */
        before = re_text_size(chars * min, (int)(bytes / chars));
        if (max >= 0) max -= min;
        min = 0;
        if (max == 0) return (struct repetition){before, false};
    }
    int64_t checked = body + (re_linear_nullable_p(n->child) ? SIZE_NULL_CHECK : 0);
    if (max < 0 && greedy && re_linear_without_groups(n->child)->type == N_ANY)
        return (struct repetition){before + body * min + 1, false};
    if (max < 0 && (min <= 1 || body * min <= WRITE_OUT_BYTES)) {
        int64_t first = min == 1 && body > WRITE_OUT_BYTES ? SIZE_JUMP : body * min;
        return (struct repetition){before + first + SIZE_PUSH + checked + SIZE_JUMP, false};
    }
    if (max == 0) return (struct repetition){0, false};
    if (max > 0 && greedy && (max == 1 || (body + SIZE_PUSH) * max <= WRITE_OUT_BYTES)) {
        return (struct repetition){before + body * min + (SIZE_PUSH + body) * (max - min), false};
    }
    if (!greedy && max == 1 && min == 0) return (struct repetition){before + SIZE_PUSH + SIZE_JUMP + body, false};
    return (struct repetition){before + checked + SIZE_COUNTER, true};
}

static int64_t
re_size_of(const struct walk *w, const struct re_node *n)
{
    static const uint8_t look_bytes[] = {[LOOK_AHEAD] = 2, [LOOK_AHEAD_NOT] = 6, [LOOK_BEHIND] = 5, [LOOK_BEHIND_NOT] = 10};
    const struct re_node *unused;
    switch ((enum re_node_type)n->type) {
    case N_CHAR: {
        struct re_node one = *n;
        one.next = NULL;
        return re_run_size(w, &one, &unused);
    }
    case N_SET: return n->flags & RE_WORD ? 1 : re_set_size(w, n->set);
    case N_ALT: {
        int64_t sum = re_children_size(w, n);
        for (const struct re_node *k = n->child->next; k; k = k->next) sum += SIZE_PUSH + SIZE_JUMP;
        return sum;
    }
    case N_CAPTURE: return SIZE_GROUP + re_size_of(w, n->child);
    case N_ATOMIC: return 2 + re_size_of(w, n->child);
    case N_LOOK: return look_bytes[n->mode] + re_size_of(w, n->child);
    case N_REPEAT: return re_repetition_of(w, n).size + (n->mode == RE_POSSESSIVE ? 2 : 0);
    case N_CLUSTER: return WRITE_OUT_BYTES;
    case N_EMPTY: return 0;
    case N_SEQ:
    case N_GROUP: return re_children_size(w, n);
    default: return 1;
    }
}

/* ---- x*y ---- */

/* The set or character that n begins with; NULL: another thing. */
static const struct re_node *
re_head_of(const struct re_node *n)
{
    for (; n;) {
        switch ((enum re_node_type)n->type) {
        case N_CHAR:
        case N_SET: return n;
        case N_SEQ:
        case N_GROUP:
        case N_CAPTURE:
        case N_ATOMIC: n = n->child; break;
        case N_REPEAT:
            if (!n->n) return NULL;
            n = n->child;
            break;
        case N_LOOK:
            if (n->mode != LOOK_AHEAD) return NULL;
            n = n->child;
            break;
        default: return NULL;
        }
    }
    return NULL;
}

static bool
re_exclude_p(const struct re_node *a, const struct re_node *b)
{
    if (a->type == N_CHAR && b->type == N_CHAR) return a->n != b->n && !((a->flags | b->flags) & RE_ICASE);
    if (a->type == N_CHAR) return !cset_has(b->set, (uint32_t)a->n);
    if (b->type == N_CHAR) return !cset_has(a->set, (uint32_t)b->n);
    for (size_t i = 0, k = 0; i < a->set->n && k < b->set->n;) {
        uint32_t from = a->set->at[i] > b->set->at[k] ? a->set->at[i] : b->set->at[k];
        uint32_t to = a->set->at[i + 1] < b->set->at[k + 1] ? a->set->at[i + 1] : b->set->at[k + 1];
        if (from <= to) return false;
        if (a->set->at[i + 1] < b->set->at[k + 1]) i += 2;
        else k += 2;
    }
    return true;
}

/* Is n, with `next` behind it, x*y where CRuby makes x* atomic? */
static bool
re_made_atomic_p(const struct walk *w, const struct re_node *n, const struct re_node *next)
{
    while (n->type == N_CAPTURE || n->type == N_GROUP) n = n->child;
    if (n->type != N_REPEAT || n->mode != RE_GREEDY || n->m >= 0 || n->n > 1) return false;
    int64_t chars;
    const struct re_node *body = re_linear_without_groups(n->child);
    if (body->type != N_SET && !re_text_bytes(w, body, &chars)) return false;
    const struct re_node *x = re_head_of(body), *y = re_head_of(next);
    return x && y && re_exclude_p(x, y);
}

/* ---- the rules ---- */

static void re_linear_walk(struct walk *w, const struct re_node *n, struct where at);

static void
re_walk_children(struct walk *w, const struct re_node *n, struct where at)
{
    for (const struct re_node *k = n->child; k && !w->bad; k = k->next) {
        if (n->type == N_SEQ && (at.look || at.atomic) && k->next && re_made_atomic_p(w, k, k->next)) w->bad = true;
        re_linear_walk(w, k, at);
    }
}

static void
re_linear_walk(struct walk *w, const struct re_node *n, struct where at)
{
    bool inside = at.look || at.atomic;
    switch ((enum re_node_type)n->type) {
    case N_CAPTURE:
        if (inside) w->bad = true;
        break;
    case N_ATOMIC:
        if (inside) w->bad = true;
        at.atomic = true;
        break;
    case N_CLUSTER:
        if (inside || !w->ascii) w->bad = true;
        return;
    case N_LOOK:
        if (at.atomic && n->mode != LOOK_BEHIND) w->bad = true;
        if (n->mode != LOOK_BEHIND) at.look = true;
        break;
    case N_REPEAT:
        if (n->mode == RE_POSSESSIVE) {
            if (inside) w->bad = true;
            at.atomic = true;
        }
        if (n->m == 0) return;
        if (at.repeated && re_repetition_of(w, n).counter) w->bad = true;
        if (n->n != 1 || n->m != 1) at.repeated = true;
        break;
    case N_BACKREF:
    case N_CALL:
    case N_COND:
    case N_ABSENT: w->bad = true; return;
    default: break;
    }
    re_walk_children(w, n, at);
}

bool
re_linear_p(struct re_tree *t, bool ascii)
{
    struct walk w = {t, ascii, false};
    re_linear_walk(&w, t->root, (struct where){false, false, false});
    return !w.bad;
}
