/*
 * regexp/compile.c - a pattern to a program: the order of the steps, calls between groups, and the block it ends up in.
 */
#include "internal/regexp/emit.h"
#include "internal/regexp/extent.h"

#include <stdlib.h>
#include <string.h>

/* ---- calls ---- */

static void
re_mark_calls(struct re_emitter *w, const struct re_node *n)
{
    for (; n; n = n->next) {
        if (n->type == N_CALL) w->recurs[n->n] |= 1;
        bool inner = n->type == N_SEQ || n->type == N_ALT || n->type == N_CAPTURE || n->type == N_GROUP ||
                     n->type == N_REPEAT || n->type == N_ATOMIC || n->type == N_LOOK || n->type == N_COND ||
                     n->type == N_ABSENT;
        if (inner) re_mark_calls(w, n->child);
    }
}

enum { FOUND = 1, ENDLESS = 2 }; /* on every path the group is entered again; before a character is taken */
enum { ASKED = 4, BETWEEN = 8 }; /* bits of recurs while a group is examined */
struct endless {
    struct re_emitter *w;
    int steps; /* left before it is given up */
};
static int re_endless(struct endless *x, const struct re_node *n, bool at_begin);

static int
re_endless_sequence(struct endless *x, const struct re_node *n, bool at_begin)
{
    int found = 0;
    for (const struct re_node *k = n->child; k; k = k->next) {
        int r = re_endless(x, k, at_begin);
        if (r & ENDLESS) return r;
        found |= r;
        if (at_begin && re_min_chars(k)) at_begin = false;
    }
    return found;
}

static int
re_endless_group(struct endless *x, const struct re_node *n, int group, bool at_begin)
{
    uint8_t *mark = &x->w->recurs[group];
    if (*mark & BETWEEN) return 0;
    if (*mark & ASKED) return at_begin ? ENDLESS | FOUND : FOUND;
    *mark |= BETWEEN;
    int r = re_endless(x, n, at_begin);
    *mark &= (uint8_t)~BETWEEN;
    return r;
}

static int
re_endless(struct endless *x, const struct re_node *n, bool at_begin)
{
    struct re_tree *t = x->w->t;
    if (x->steps-- <= 0) return 0;
    switch ((enum re_node_type)n->type) {
    case N_SEQ: return re_endless_sequence(x, n, at_begin);
    case N_ALT:
    case N_COND: {
        int all = FOUND;
        for (const struct re_node *k = n->child; k; k = k->next) {
            int r = re_endless(x, k, at_begin);
            if (r & ENDLESS) return r;
            all &= r;
        }
        return all;
    }
    case N_REPEAT: {
        int r = re_endless(x, n->child, at_begin);
        return r & ENDLESS || n->n ? r : 0;
    }
    case N_CAPTURE: return re_endless_group(x, n->child, n->n, at_begin);
    case N_CALL: return re_endless_group(x, n->n ? t->captures[n->n]->child : t->root, n->n, at_begin);
    case N_GROUP:
    case N_ATOMIC:
    case N_ABSENT:
    case N_LOOK: return re_endless(x, n->child, at_begin);
    default: return 0;
    }
}

static void
re_examine_calls(struct re_emitter *w)
{
    struct re_tree *t = w->t;
    re_mark_calls(w, t->root);
    bool any = false;
    for (int g = 0; g <= t->groups; g++) {
        if (!(w->recurs[g] & 1)) continue;
        any = true;
        struct endless x = {w, 100000};
        w->recurs[g] |= ASKED;
        int r = re_endless(&x, g ? t->captures[g]->child : t->root, true);
        w->recurs[g] &= (uint8_t)~ASKED;
        if (r) re_fail(t, "never ending recursion");
    }
    if (any)
        for (int g = 0; g <= t->groups; g++) w->recurs[g] |= 2; /* any may run within itself, as far as we look */
}

/* Calls get the address of their group. */
static void
re_settle_calls(struct re_emitter *w)
{
    for (size_t i = 0; i < w->code.n; i++) {
        struct re_insn *c = &w->code.at[i];
        if (c->op == RE_CALL && c->x < 0) c->x = w->entry[-1 - c->x];
    }
}

static void
emit_all(struct re_emitter *w)
{
    struct re_tree *t = w->t;
    if (t->has_calls) re_examine_calls(w);
    int32_t over = -1;
    if (w->recurs[0] & 1) {
        emit(w, RE_CALL, 2, 0);
        over = emit(w, RE_JUMP, 0, 0);
        w->entry[0] = emit_here(w);
    }
    emit_node(w, t->root);
    if (over >= 0) {
        emit(w, RE_RETURN, 0, 0);
        w->code.at[over].x = emit_here(w);
    }
    emit(w, RE_END, 0, 0);
    if (t->has_calls) re_settle_calls(w);
}

/* ---- after the code ---- */

static int32_t
re_jump_end(const struct re_emitter *w, int32_t pc)
{
    for (int i = 0; i < 16 && w->code.at[pc].op == RE_JUMP; i++) pc = w->code.at[pc].x;
    return pc;
}

static void
re_thread_jumps(struct re_emitter *w)
{
    for (size_t i = 0; i < w->code.n; i++) {
        struct re_insn *c = &w->code.at[i];
        if (c->op == RE_JUMP || c->op == RE_SPLIT || c->op == RE_SPLIT_BACK) c->x = re_jump_end(w, c->x);
        if (c->op == RE_SPLIT || c->op == RE_SPLIT_BACK) c->y = w->p.choices_n++;
    }
}

/* Is the pattern a text and nothing else?  Its bytes are then in lits. */
static void
re_note_literal(struct re_emitter *w)
{
    const struct re_insn *c = w->code.at;
    w->p.literal = -1;
    if (w->p.groups || w->code.n > 2) return;
    if (c->op == RE_END) w->p.literal = 0;
    else if (c->op == RE_STRING) w->p.literal = c->y;
    else if (c->op == RE_BYTE) {
        RE_PUSH(w->t, w->lits, (char)c->a);
        w->p.literal = 1;
    }
}

/* The longest text in n that every match of it takes, as a run of nodes; *best_n counts them. */
static void
re_find_needed(const struct re_node *n, const struct re_node **best, int *best_n)
{
    while (n->type == N_GROUP || n->type == N_CAPTURE || n->type == N_ATOMIC || (n->type == N_REPEAT && n->n > 0))
        n = n->child;
    const struct re_node *run = NULL;
    int run_n = 0;
    for (const struct re_node *k = n->type == N_SEQ ? n->child : n; k; k = n->type == N_SEQ ? k->next : NULL) {
        if (k->type == N_CHAR && !(k->flags & RE_ICASE)) {
            if (!run_n++) run = k;
            if (run_n > *best_n) *best_n = run_n, *best = run;
            continue;
        }
        run_n = 0;
        if (k != n &&
            (k->type == N_GROUP || k->type == N_CAPTURE || k->type == N_ATOMIC || (k->type == N_REPEAT && k->n > 0)))
            re_find_needed(k, best, best_n);
    }
}

static void
re_note_needed(struct re_emitter *w)
{
    const struct re_node *n = NULL;
    int chars = 0;
    re_find_needed(w->t->root, &n, &chars);
    w->p.needed = (int32_t)w->lits.n;
    for (; chars-- > 0; n = n->next) {
        char bytes[8];
        int k = enc_encode(w->p.enc, (uint32_t)n->n, bytes);
        for (int i = 0; i < k; i++) RE_PUSH(w->t, w->lits, bytes[i]);
    }
    w->p.needed_n = (int32_t)w->lits.n - w->p.needed;
}

struct block {
    char *at;
    size_t used;
};

/* The next part of the block, filled from src; with no block yet it only counts. */
static void *
re_part(struct block *b, const void *src, size_t bytes)
{
    b->used = (b->used + 7) & ~(size_t)7;
    void *p = b->at ? b->at + b->used : NULL;
    if (p && bytes && src) memcpy(p, src, bytes);
    if (p && bytes && !src) memset(p, 0, bytes);
    b->used += bytes;
    return p;
}

#define PART(field, vector) p->field = re_part(b, (vector).at, (vector).n * sizeof *(vector).at)

/* Copies the parts of the program into the block.  With no block yet it only counts their bytes, and writes to `counting`. */
static struct re_prog *
re_lay_out(struct re_emitter *w, struct block *b, struct re_prog *counting)
{
    struct re_prog *p = re_part(b, &w->p, sizeof w->p);
    if (!p) p = counting;
    PART(code, w->code);
    PART(sets, w->sets);
    PART(ranges, w->ranges);
    PART(loops, w->loops);
    PART(counters, w->counters);
    PART(counter_lists, w->counter_lists);
    PART(points, w->points);
    PART(refs, w->refs);
    PART(lits, w->lits);
    p->choices = re_part(b, NULL, (size_t)w->p.choices_n * sizeof *p->choices);
    p->names = re_part(b, NULL, (size_t)w->p.names_n * sizeof *p->names);
    p->name_table = re_part(b, NULL, w->p.name_table_size * sizeof *p->name_table);
    return p;
}

#undef PART

static void
re_count_parts(struct re_emitter *w)
{
    struct re_prog *p = &w->p;
    p->code_n = (int32_t)w->code.n;
    p->sets_n = (int32_t)w->sets.n;
    p->ranges_n = (uint32_t)w->ranges.n;
    p->loops_n = (int32_t)w->loops.n;
    p->counters_n = (int32_t)w->counters.n;
    p->counter_lists_n = (uint32_t)w->counter_lists.n;
    p->points_n = (int32_t)w->points.n;
    p->refs_n = (int32_t)w->refs.n;
    p->lits_n = (uint32_t)w->lits.n;
    p->slots = 2 * (p->groups + 1) + p->locals;
    p->before_end = re_bytes_before_end(w->t->root);
}

static void
re_add_names(struct re_emitter *w)
{
    struct re_tree *t = w->t;
    w->p.names_n = t->names_n;
    if (!t->names_n) return;
    w->p.name_table_size = 4;
    while (w->p.name_table_size < 2 * (uint32_t)t->names_n) w->p.name_table_size *= 2;
    for (int i = 0; i < t->names_n; i++) { /* their text and numbers stand behind the rest, in order */
        for (size_t k = 0; k < t->names[i]->len; k++) RE_PUSH(t, w->lits, t->names[i]->p[k]);
        for (int k = 0; k < t->names[i]->n; k++) RE_PUSH(t, w->refs, t->names[i]->groups[k]);
    }
}

static void
re_fill_names(struct re_prog *p, const struct re_tree *t)
{
    uint32_t lit = p->lits_n, ref = (uint32_t)p->refs_n;
    for (int i = 0; i < t->names_n; i++) {
        lit -= (uint32_t)t->names[i]->len;
        ref -= (uint32_t)t->names[i]->n;
    }
    for (int i = 0; i < t->names_n; i++) {
        const struct re_name *from = t->names[i];
        p->names[i] = (struct re_prog_name){lit, (uint32_t)from->len, ref, (uint32_t)from->n};
        lit += (uint32_t)from->len;
        ref += (uint32_t)from->n;
        uint32_t at = from->hash & (p->name_table_size - 1);
        while (p->name_table[at]) at = (at + 1) & (p->name_table_size - 1);
        p->name_table[at] = &p->names[i];
    }
}

static bool
re_meet_p(const re_bytes a, const re_bytes b)
{
    for (int i = 0; i < 8; i++)
        if (a[i] & b[i]) return true;
    return false;
}

static void
re_loop_bytes(const struct re_prog *p, const struct re_loop *l, re_bytes out)
{
    if (l->what == WHAT_SET || l->what == WHAT_BYTE) memcpy(out, p->sets[l->set].first, sizeof(re_bytes));
    else {
        memset(out, 0xff, sizeof(re_bytes));
        if (l->what == WHAT_ANY && !p->wide) out['\n' >> 5] &= ~(1u << ('\n' & 31));
    }
}

static void
re_fill_follows(struct re_prog *p, uint32_t *seen)
{
    struct re_marks marks = {seen, 0, p->code_n};
    for (int32_t i = p->code_n; i-- > 0;) {
        const struct re_insn *c = &p->code[i];
        if (c->op == RE_SPLIT || c->op == RE_SPLIT_BACK) {
            re_follow_of(p, i + 1, &p->choices[c->y].next, &marks);
            re_follow_of(p, c->x, &p->choices[c->y].other, &marks);
            marks.known = i;
        } else if (c->op == RE_LOOP) {
            struct re_loop *l = &p->loops[c->x];
            re_bytes own;
            re_loop_bytes(p, l, own);
            re_follow_of(p, i + 1, &l->follow, &marks);
            l->alone = !l->follow.any && !re_meet_p(own, l->follow.bytes);
        }
    }
}

static struct re_prog *
re_finish(struct re_emitter *w)
{
    re_thread_jumps(w);
    re_note_literal(w);
    if (w->p.literal < 0) re_note_needed(w);
    re_add_names(w);
    re_count_parts(w);
    struct re_prog counting;
    struct block b = {0};
    re_lay_out(w, &b, &counting);
    uint32_t *marks = re_alloc(w->t, w->code.n * sizeof *marks);
    b.at = malloc(b.used);
    if (!b.at) re_fail_memory(w->t);
    w->p.bytes = b.used;
    b.used = 0;
    struct re_prog *p = re_lay_out(w, &b, &counting);
    re_fill_names(p, w->t);
    re_fill_follows(p, marks);
    return p;
}

static void
compile(struct re_tree *t, const char *pattern, size_t len, unsigned options, struct re_prog **out)
{
    struct re_chars chars;
    struct re_facts facts;
    re_read(t, pattern, len, options, &chars, &facts);
    re_parse(t, &chars, options);
    struct re_emitter *w = re_alloc(t, sizeof *w);
    w->t = t;
    w->stack_limit = re_stack_limit();
    w->p.owners = 1;
    w->p.enc = t->enc;
    w->p.groups = t->groups;
    w->p.utf8 = enc_utf8_p(t->enc);
    w->p.wide = !enc_ascii_compat_p(t->enc);
    w->p.memo = !t->has_calls && !t->has_backrefs;
    bool ascii = !facts.non_ascii && !facts.unicode && !facts.property && !(options & RE_OPT_FIXED_ENC);
    w->p.linear = re_linear_p(t, ascii);
    w->recurs = re_alloc(t, (size_t)t->groups + 1);
    w->entry = re_alloc(t, ((size_t)t->groups + 1) * sizeof *w->entry);
    for (int g = 0; g <= t->groups; g++) w->entry[g] = -1;
    emit_all(w);
    *out = re_finish(w);
}

struct re_prog *
re_engine_compile(const char *pattern, size_t len, const struct enc *enc, unsigned options, struct re_warnings *warnings,
                  char err[RE_ERROR_BYTES], bool *no_memory)
{
    struct re_tree t = {.enc = enc, .warnings = warnings};
    struct re_prog *p = NULL;
    if (!setjmp(t.fail)) compile(&t, pattern, len, options, &p);
    else {
        memcpy(err, t.error, RE_ERROR_BYTES);
        *no_memory = t.no_memory;
        p = NULL;
    }
    re_tree_free(&t);
    return p;
}

const char *
re_engine_facts(const char *pattern, size_t len, const struct enc *enc, unsigned options, struct re_facts *facts,
                char err[RE_ERROR_BYTES])
{
    struct re_tree t = {.enc = enc};
    const char *message = NULL;
    if (!setjmp(t.fail)) {
        struct re_chars chars;
        re_read(&t, pattern, len, options, &chars, facts);
    } else {
        memcpy(err, t.error, RE_ERROR_BYTES);
        message = err;
    }
    re_tree_free(&t);
    return message;
}

/* ---- asking a program ---- */

struct re_prog *
re_engine_share(struct re_prog *p)
{
    p->owners++;
    return p;
}

void
re_engine_free(struct re_prog *p)
{
    if (!p) return;
    if (p->owners && --p->owners) return;
    if (p->users) { /* a search of it pauses: the last one frees it */
        p->dead = true;
        return;
    }
    free(p->start);
    free(p);
}

size_t
re_engine_memsize(const struct re_prog *p)
{
    return p ? p->bytes + (p->start ? sizeof *p->start : 0) : 0;
}

int
re_engine_groups(const struct re_prog *p)
{
    return p->groups;
}

bool
re_engine_linear_p(const struct re_prog *p)
{
    return p->linear;
}

const char *
re_engine_literal(const struct re_prog *p, size_t *len)
{
    if (p->literal < 0) return NULL;
    *len = (size_t)p->literal;
    return p->lits;
}

bool
re_engine_name(const struct re_prog *p, int i, const char **name, size_t *len, const int **groups, int *n)
{
    if (i >= p->names_n) return false;
    const struct re_prog_name *from = &p->names[i];
    *name = p->lits + from->at;
    *len = from->len;
    *groups = p->refs + from->group;
    *n = (int)from->n;
    return true;
}

int
re_engine_name_groups(const struct re_prog *p, const char *name, size_t len, const int **groups)
{
    if (!p->name_table_size) return 0;
    for (uint32_t at = re_name_hash(name, len) & (p->name_table_size - 1);; at = (at + 1) & (p->name_table_size - 1)) {
        const struct re_prog_name *n = p->name_table[at];
        if (!n) return 0;
        if (n->len != len || memcmp(p->lits + n->at, name, len)) continue;
        *groups = p->refs + n->group;
        return (int)n->n;
    }
}
