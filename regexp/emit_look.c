/*
 * regexp/emit_look.c - look-around.  A pattern in a look-behind must have a length in characters; each alternative has
 * its own.
 */
#include "internal/regexp/emit.h"

NORETURN static void
invalid_behind(struct re_emitter *w)
{
    re_fail(w->t, "invalid pattern in look-behind");
}

static int64_t re_behind_chars(struct re_emitter *w, const struct re_node *n, bool not_);

static int64_t
re_alternative_chars(struct re_emitter *w, const struct re_node *n, bool not_)
{
    int64_t all = re_behind_chars(w, n->child, not_);
    for (const struct re_node *k = n->child->next; k; k = k->next)
        if (re_behind_chars(w, k, not_) != all) invalid_behind(w);
    return all;
}

/* Characters that n takes, always. */
static int64_t
re_behind_chars(struct re_emitter *w, const struct re_node *n, bool not_)
{
    int64_t sum = 0;
    switch ((enum re_node_type)n->type) {
    case N_CHAR:
    case N_SET:
    case N_ANY: return 1;
    case N_ASSERT:
        if (n->mode == AT_TEXT_END || n->mode == AT_LAST_LINE) invalid_behind(w);
        return 0;
    case N_EMPTY:
    case N_KEEP: return 0;
    case N_SEQ:
        for (const struct re_node *k = n->child; k; k = k->next) sum += re_behind_chars(w, k, not_);
        return sum;
    case N_ALT: return re_alternative_chars(w, n, not_);
    case N_CAPTURE:
        if (not_) invalid_behind(w);
        return re_behind_chars(w, n->child, not_);
    case N_GROUP: return re_behind_chars(w, n->child, not_);
    case N_REPEAT:
        if (n->n != n->m) invalid_behind(w);
        return re_behind_chars(w, n->child, not_) * n->n;
    case N_LOOK:
        if (n->mode == LOOK_AHEAD || n->mode == LOOK_AHEAD_NOT) invalid_behind(w);
        return 0;
    case N_CALL: return re_behind_chars(w, n->n ? w->t->captures[n->n] : w->t->root, not_);
    default: invalid_behind(w);
    }
}

static const struct re_node *
re_without_groups(const struct re_node *n)
{
    while (n->type == N_GROUP) n = n->child;
    return n;
}

static void
emit_behind(struct re_emitter *w, const struct re_node *n)
{
    const struct re_node *body = re_without_groups(n->child);
    if (body->type != N_ALT) {
        emit(w, RE_BEHIND, (int32_t)re_behind_chars(w, body, false), 0);
        emit_node(w, body);
        return;
    }
    RE_VECTOR(int32_t) ends = {0};
    for (const struct re_node *k = body->child; k; k = k->next) {
        int32_t split = k->next ? emit_choice(w, RE_SPLIT, 0) : -1;
        emit(w, RE_BEHIND, (int32_t)re_behind_chars(w, k, false), 0);
        emit_node(w, k);
        if (!k->next) break;
        RE_PUSH(w->t, ends, emit(w, RE_JUMP, 0, 0));
        w->code.at[split].x = emit_here(w);
    }
    for (size_t i = 0; i < ends.n; i++) w->code.at[ends.at[i]].x = emit_here(w);
}

static void
emit_behind_not(struct re_emitter *w, const struct re_node *n)
{
    const struct re_node *body = re_without_groups(n->child);
    bool many = body->type == N_ALT;
    for (const struct re_node *k = many ? body->child : body; k; k = many ? k->next : NULL) {
        int32_t at = emit(w, RE_NBEHIND, 0, (int32_t)re_behind_chars(w, k, true));
        size_t points = w->points.n;
        emit_node(w, k);
        for (size_t i = points; i < w->points.n; i++)
            if (w->points.at[i].look_end == -1) w->points.at[i].look_end = -2;
        emit(w, RE_NLOOK_END, 0, 0);
        w->code.at[at].x = emit_here(w);
    }
}

static void
emit_ahead(struct re_emitter *w, const struct re_node *n)
{
    bool not_ = n->mode == LOOK_AHEAD_NOT, captures = w->look_captures;
    size_t points = w->look_points.n;
    w->look_depth++;
    w->look_captures = false;
    int32_t at = emit(w, not_ ? RE_NLOOK : RE_LOOK, 0, 0);
    emit_node(w, n->child);
    int32_t end = emit(w, not_ ? RE_NLOOK_END : RE_LOOK_END, 0, 0);
    w->code.at[at].x = emit_here(w);
    for (size_t i = points; i < w->look_points.n; i++) { /* those of inner ones have theirs */
        struct re_point *p = &w->points.at[w->look_points.at[i]];
        if (p->look_end == -1) p->look_end = w->look_captures && !not_ ? -2 : end;
    }
    w->look_points.n = points;
    w->look_depth--;
    w->look_captures |= captures;
}

void
emit_look(struct re_emitter *w, const struct re_node *n)
{
    switch ((enum re_look)n->mode) {
    case LOOK_AHEAD:
    case LOOK_AHEAD_NOT: emit_ahead(w, n); return;
    case LOOK_BEHIND: emit_behind(w, n); return;
    case LOOK_BEHIND_NOT: emit_behind_not(w, n); return;
    }
}
