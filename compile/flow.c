/*
 * compile/flow.c - conditions, loops, jumps, begin/rescue/ensure, case/when, defined?, flip-flops, BEGIN and END.
 *
 * Clauses of rescue and ensure are code of the same frame.  A jump that leaves regions (compile_regions_leave) runs copies of the
 * ensure clauses on its way, inner ones first, and puts $! back.  The ranges of the regions it crosses have a hole there.
 * A throw (break and return in blocks) needs no copies: it visits the catch entries.
 */
#include "internal/compile.h"
#include "internal/array.h"

/* ---- regions ---------------------------------------------------------------------------------------------------------------- */

struct region *
region_push(struct scope *s, enum region_kind kind)
{
    struct region *r = arena_alloc(s->c, sizeof *r);

    r->prev = s->region;
    r->kind = kind;
    r->last_range = &r->ranges;
    r->saved = -1;
    s->region = r;
    return r;
}

static struct label *
compile_boundary_here(struct scope *s)
{
    struct label *label = label_new(s);

    label->boundary = true;
    label_place(s, label);
    return label;
}

void
range_open(struct scope *s, struct region *r)
{
    r->open = compile_boundary_here(s);
}

void
range_close(struct scope *s, struct region *r)
{
    struct catch_range *range = arena_alloc(s->c, sizeof *range);

    range->start = r->open;
    range->end = compile_boundary_here(s);
    *r->last_range = range;
    r->last_range = &range->next;
    r->open = NULL;
}

/* Returns the local that holds the value of $! before the region.  The first call makes it, at the region's anchor. */
int
region_saved(struct scope *s, struct region *r)
{
    if (r->saved < 0) {
        struct link *tail = s->code.prev, *after = r->anchor->link.next;
        uint32_t events = s->pending_events;
        int sp = s->sp;

        s->pending_events = 0;
        s->sp = r->anchor->sp;
        r->saved = scope_add_local(s, 0); /* a temporary may be in use between the anchor and here */
        emit0(s, INSN_geterrinfo);
        emit_setlocal(s, r->saved, 0);
        s->pending_events = events;
        s->sp = sp;
        if (after != &s->code) { /* move the two from the tail to the anchor */
            struct link *first = tail->next, *last = s->code.prev;
            tail->next = &s->code;
            s->code.prev = tail;
            first->prev = &r->anchor->link;
            r->anchor->link.next = first;
            last->next = after;
            after->prev = last;
        }
    }
    return r->saved;
}

/* Code on the way out of all regions up to `until`.  To be followed by a jump and compile_regions_back(). */
static void
compile_regions_leave(struct scope *s, struct region *until)
{
    struct region *here = s->region;

    for (struct region *r = here; r != until; r = r->prev) {
        if (r->open) range_close(s, r);
        s->region = r->prev;
        if (r->kind == REGION_CLAUSE) emit1(s, INSN_seterrinfo, region_saved(s, r));
        if (r->kind == REGION_ENSURE) compile_statements(s, r->ensure_body, true);
    }
    s->region = here;
}

static void
compile_regions_back(struct scope *s, struct region *until)
{
    for (struct region *r = s->region; r != until; r = r->prev)
        if (r->last_range != &r->ranges && !r->open && r->kind != REGION_LOOP) range_open(s, r);
}

/* Pops from the current height down to `to`, and keeps the top value if `value`. */
static void
compile_cut_stack(struct scope *s, int to, bool value)
{
    int extra = s->sp - to - value;

    if (extra > 0 && value) emit1(s, INSN_setn, extra);
    emit_pops(s, extra);
}

/* ---- conditions --------------------------------------------------------------------------------------------------------------- */

/* Returns 1 if the condition is always true, 0 if it never is, or -1 if it depends on the run. */
static int
compile_constant_condition(const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_TRUE_NODE:
    case PM_INTEGER_NODE:
    case PM_FLOAT_NODE:
    case PM_SYMBOL_NODE:
    case PM_STRING_NODE:
    case PM_RATIONAL_NODE:
    case PM_IMAGINARY_NODE:
    case PM_LAMBDA_NODE: return 1;
    case PM_FALSE_NODE:
    case PM_NIL_NODE: return 0;
    default: return -1;
    }
}

/* Goes to yes or to no; control does not come out at the end. */
void
compile_condition(struct scope *s, const pm_node_t *node, struct label *yes, struct label *no)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_AND_NODE: {
        struct label *both = label_new(s);
        compile_condition(s, ((const pm_and_node_t *)node)->left, both, no);
        label_place(s, both);
        compile_condition(s, ((const pm_and_node_t *)node)->right, yes, no);
        return;
    }
    case PM_OR_NODE: {
        struct label *either = label_new(s);
        compile_condition(s, ((const pm_or_node_t *)node)->left, yes, either);
        label_place(s, either);
        compile_condition(s, ((const pm_or_node_t *)node)->right, yes, no);
        return;
    }
    case PM_PARENTHESES_NODE: {
        const pm_node_t *body = ((const pm_parentheses_node_t *)node)->body;
        if (!body || !PM_NODE_TYPE_P(body, PM_STATEMENTS_NODE) || ((const pm_statements_node_t *)body)->body.size != 1)
            break;
        compile_condition(s, ((const pm_statements_node_t *)body)->body.nodes[0], yes, no);
        return;
    }
    default: break;
    }
    int known = compile_constant_condition(node);
    if (known >= 0) {
        if (PM_NODE_FLAG_P(node, PM_NODE_FLAG_NEWLINE)) compile_node(s, node, true);
        emit_jump(s, INSN_jump, known ? yes : no);
        return;
    }
    compile_node(s, node, false);
    if (yes->placed) {
        emit_jump(s, INSN_branchif, yes);
        emit_jump(s, INSN_jump, no);
    } else {
        emit_jump(s, INSN_branchunless, no);
        emit_jump(s, INSN_jump, yes);
    }
}

/* Returns the node that represents a branch in coverage: its code, or the whole node if it has none. */
static const pm_node_t *
compile_branch_node(const pm_node_t *node, const pm_node_t *code)
{
    if (code && PM_NODE_TYPE_P(code, PM_ELSE_NODE) && ((const pm_else_node_t *)code)->statements)
        return (const pm_node_t *)((const pm_else_node_t *)code)->statements;
    return code ? code : node;
}

static void
compile_cover_two_ways(struct scope *s, const pm_node_t *node, const pm_node_t *predicate, const pm_statements_node_t *then,
                       const pm_node_t *otherwise, bool turned, int ways[2])
{
    VALUE base = cover_base(s, turned ? "unless" : "if", node);
    pm_node_t nothing = {.location = {predicate->location.end, predicate->location.end}}; /* what `if x` without code has */
    const pm_node_t *first = compile_branch_node(turned ? node : &nothing, (const pm_node_t *)then);
    const pm_node_t *second = compile_branch_node(node, otherwise);
    if (turned && otherwise && second == otherwise) second = node;

    if (turned) { /* the way of a true condition comes first */
        ways[1] = cover_declare(s, base, "else", second);
        ways[0] = cover_declare(s, base, "then", first);
    } else {
        ways[0] = cover_declare(s, base, "then", first);
        ways[1] = cover_declare(s, base, "else", second);
    }
}

static void
compile_two_ways(struct scope *s, const pm_node_t *node, const pm_node_t *predicate, const pm_statements_node_t *then,
                 const pm_node_t *otherwise, bool turned, bool popped)
{
    struct label *yes = label_new(s), *no = label_new(s), *end = label_new(s);
    int known = compile_constant_condition(predicate);

    if (known >= 0) { /* the other way is not compiled */
        if (known != turned) compile_statements(s, then, popped);
        else compile_or_nil(s, otherwise, popped);
        return;
    }
    if (turned) compile_condition(s, predicate, no, yes);
    else compile_condition(s, predicate, yes, no);
    int ways[2];
    compile_cover_two_ways(s, node, predicate, then, otherwise, turned, ways);
    label_place(s, yes);
    cover_branch(s, ways[0]);
    compile_statements(s, then, popped);
    emit_jump(s, INSN_jump, end);
    s->sp -= !popped;
    label_place(s, no);
    cover_branch(s, ways[1]);
    compile_or_nil(s, otherwise, popped);
    label_place(s, end);
}

void
compile_if(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_if_node_t *n = (const pm_if_node_t *)node;
    compile_two_ways(s, node, n->predicate, n->statements, n->subsequent, false, popped);
}

void
compile_unless(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_unless_node_t *n = (const pm_unless_node_t *)node;
    compile_two_ways(s, node, n->predicate, n->statements, (const pm_node_t *)n->else_clause, true, popped);
}

static void
compile_junction(struct scope *s, const pm_node_t *left, const pm_node_t *right, bool and, bool popped)
{
    struct label *more = label_new(s), *end = label_new(s);

    if (popped) {
        compile_condition(s, left, and? more : end, and? end : more);
        label_place(s, more);
        compile_node(s, right, true);
    } else {
        compile_node(s, left, false);
        emit0(s, INSN_dup);
        emit_jump(s, and? INSN_branchunless : INSN_branchif, end);
        emit0(s, INSN_pop);
        compile_node(s, right, false);
    }
    label_place(s, end);
}

void
compile_and(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_junction(s, ((const pm_and_node_t *)node)->left, ((const pm_and_node_t *)node)->right, true, popped);
}

void
compile_or(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_junction(s, ((const pm_or_node_t *)node)->left, ((const pm_or_node_t *)node)->right, false, popped);
}

void
compile_parentheses(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_or_nil(s, ((const pm_parentheses_node_t *)node)->body, popped);
}

/* ---- loops -------------------------------------------------------------------------------------------------------------------- */

/* The condition stands at the end: one conditional back-edge for each turn. */
void
compile_while(struct scope *s, const pm_node_t *node, bool popped)
{
    _Static_assert(offsetof(pm_while_node_t, predicate) == offsetof(pm_until_node_t, predicate), "read as one");
    const pm_while_node_t *loop = (const pm_while_node_t *)node;
    bool until = PM_NODE_TYPE_P(node, PM_UNTIL_NODE);
    bool body_first = PM_NODE_FLAG_P(node, PM_LOOP_FLAGS_BEGIN_MODIFIER) ||
                      compile_constant_condition(loop->predicate) == !until;
    struct region *r = region_push(s, REGION_LOOP);
    struct label *done = label_new(s);

    r->next_label = label_new(s);
    r->redo_label = label_new(s);
    r->break_label = label_new(s);
    r->loop_sp = s->sp;
    r->loop_popped = popped;
    if (s->cover_due && compile_constant_condition(loop->predicate) >= 0) cover_line(s);
    if (!body_first) emit_jump(s, INSN_jump, r->next_label);
    label_place(s, r->redo_label);
    VALUE base = cover_base(s, until ? "until" : "while", node);
    cover_branch(s, cover_declare(s, base, "body", compile_branch_node(node, (const pm_node_t *)loop->statements)));
    compile_statements(s, loop->statements, true);
    label_place(s, r->next_label);
    if (until) compile_condition(s, loop->predicate, done, r->redo_label);
    else compile_condition(s, loop->predicate, r->redo_label, done);
    s->region = r->prev;
    label_place(s, done);
    if (!popped) emit0(s, INSN_putnil);
    label_place(s, r->break_label);
}

/* Hidden parameters of the block of `for a, b in x`, as |a, b| would have. */
static void
compile_for_params(struct scope *b, const pm_node_t *index)
{
    struct iseq_params *p = &b->body->params;

    if (PM_NODE_TYPE_P(index, PM_SPLAT_NODE)) {
        p->flags |= PARAM_REST;
        p->rest_index = (uint16_t)scope_add_local(b, 0);
        p->post_index = (uint16_t)b->local_count;
        return;
    }
    if (!PM_NODE_TYPE_P(index, PM_MULTI_TARGET_NODE)) {
        scope_add_local(b, 0);
        p->lead = 1;
        p->flags |= PARAM_AMBIGUOUS0;
        return;
    }
    const pm_multi_target_node_t *multi = (const pm_multi_target_node_t *)index;
    for (size_t i = 0; i < multi->lefts.size; i++) scope_add_local(b, 0);
    p->lead = (uint16_t)multi->lefts.size;
    if (multi->rest && PM_NODE_TYPE_P(multi->rest, PM_SPLAT_NODE)) {
        p->flags |= PARAM_REST;
        p->rest_index = (uint16_t)scope_add_local(b, 0);
    } else if (multi->rest) p->flags |= PARAM_EXCESS_COMMA;
    p->post_index = (uint16_t)b->local_count;
    for (size_t i = 0; i < multi->rights.size; i++) scope_add_local(b, 0);
    p->post = (uint16_t)multi->rights.size;
    if (p->post) p->flags |= PARAM_POST;
}

/* for *x in y: a sole argument is taken apart, which |*x| would not do. */
static void
compile_for_assign_all(struct scope *b, const pm_node_t *rest)
{
    struct label *several = label_new(b);

    emit_getlocal(b, 0, 0);
    emit_getlocal(b, 0, 0);
    emit_call(b, rb_intern("length"), 0, 0);
    emit_putint(b, 1);
    emit_binary(b, rb_intern("=="));
    emit_jump(b, INSN_branchunless, several);
    emit_putint(b, 0);
    emit_binary(b, rb_intern("[]"));
    label_place(b, several);
    emit2(b, INSN_expandarray, 0, 1);
    compile_target_from_top(b, rest);
}

static void
compile_for_assign(struct scope *b, const pm_node_t *index)
{
    const struct iseq_params *p = &b->body->params;

    if (PM_NODE_TYPE_P(index, PM_SPLAT_NODE)) {
        compile_for_assign_all(b, index);
        return;
    }
    if (!PM_NODE_TYPE_P(index, PM_MULTI_TARGET_NODE)) {
        emit_getlocal(b, 0, 0);
        compile_target_from_top(b, index);
        return;
    }
    const pm_multi_target_node_t *multi = (const pm_multi_target_node_t *)index;
    if (p->flags == PARAM_REST && !p->lead) {
        compile_for_assign_all(b, multi->rest);
        return;
    }
    for (int i = 0; i < p->lead; i++) {
        emit_getlocal(b, i, 0);
        compile_target_from_top(b, multi->lefts.nodes[i]);
    }
    if (p->flags & PARAM_REST) {
        emit_getlocal(b, p->rest_index, 0);
        compile_target_from_top(b, multi->rest);
    }
    for (int i = 0; i < p->post; i++) {
        emit_getlocal(b, p->post_index + i, 0);
        compile_target_from_top(b, multi->rights.nodes[i]);
    }
}

void
compile_for(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_for_node_t *loop = (const pm_for_node_t *)node;
    struct call_args args = {.flags = CI_BLOCK_LITERAL};

    compile_node(s, loop->collection, false);
    struct scope *b = scope_new(s->c, s, ISEQ_BLOCK, node, scope_block_name(s));
    b->transparent = true;
    compile_for_params(b, loop->index);
    b->pending_events |= EVENT_B_CALL;
    compile_for_assign(b, loop->index);
    b->body_start = label_new(b);
    label_place(b, b->body_start);
    compile_body(b, (const pm_node_t *)loop->statements, b->body->last_line, EVENT_B_RETURN);
    emit_send(s, rb_intern("each"), &args, b->iseq);
    if (popped) emit0(s, INSN_pop);
}

/* ---- jumps ---------------------------------------------------------------------------------------------------------------------- */

static struct region *
compile_find_loop(struct scope *s)
{
    struct region *r = s->region;
    while (r && r->kind != REGION_LOOP) r = r->prev;
    return r;
}

/* Sets the height of the stack after a jump.  Code there never runs, and is compiled as if the jump had left a value. */
static void
compile_after_jump(struct scope *s, int sp, bool popped)
{
    s->sp = sp + !popped;
}

static void
compile_jump_value(struct scope *s, const pm_arguments_node_t *args, bool popped)
{
    compile_or_nil(s, (const pm_node_t *)args, popped);
}

static void
compile_jump_in_loop(struct scope *s, struct region *loop, enum jump_kind kind, bool value)
{
    bool keep = kind == JUMP_BREAK && !loop->loop_popped;

    if (value && !keep) emit0(s, INSN_pop);
    compile_regions_leave(s, loop);
    compile_cut_stack(s, loop->loop_sp, keep);
    emit_jump(s, INSN_jump,
              kind == JUMP_BREAK  ? loop->break_label
              : kind == JUMP_NEXT ? loop->next_label
                                  : loop->redo_label);
    compile_regions_back(s, loop);
}

/* Gives the call event of a block an instruction of its own in front of body_start: a redo does not call the block again. */
static void
compile_part_call_event(struct scope *s)
{
    struct link *first = s->body_start->link.next;
    while (first != &s->code && first->kind != LINK_INSN) first = first->next;
    uint32_t *events = first == &s->code ? &s->pending_events : &((struct insn *)first)->events;
    if (!(*events & EVENT_B_CALL)) return;
    *events &= ~(uint32_t)EVENT_B_CALL;
    insn_put_before(s, &s->body_start->link, INSN_nop, EVENT_B_CALL);
}

static void
compile_jump_in_block(struct scope *s, enum jump_kind kind)
{
    if (kind == JUMP_BREAK) {
        emit0(s, INSN_throw_break);
        return;
    }
    compile_regions_leave(s, NULL);
    if (kind == JUMP_NEXT) {
        s->pending_events |= EVENT_B_RETURN;
        emit_leave(s);
    } else {
        compile_cut_stack(s, 0, false);
        compile_part_call_event(s);
        emit_jump(s, INSN_jump, s->body_start);
    }
    compile_regions_back(s, NULL);
}

/* Compiles a jump.  value: the jump's value is on top of the stack, which is the case where compile_jump_wants_value() returns true. */
static void
compile_jump_away(struct scope *s, const pm_node_t *node, enum jump_kind kind, bool value)
{
    static const char *const names[] = {"break", "next", "redo"};
    struct region *loop = compile_find_loop(s);
    char message[64];

    if (loop) compile_jump_in_loop(s, loop, kind, value);
    else if (s->type == ISEQ_BLOCK) compile_jump_in_block(s, kind);
    else if (s->type == ISEQ_CLASS) {
        s->jumps |= 1u << kind;
        emit_class_end(s, kind);
        compile_regions_leave(s, NULL);
        s->pending_events |= EVENT_END;
        emit_leave(s);
        compile_regions_back(s, NULL);
    } else {
        snprintf(message, sizeof message, "Can't escape from eval with %s", names[kind]);
        compile_error(s, node, message);
    }
}

static bool
compile_jump_wants_value(struct scope *s, enum jump_kind kind)
{
    const struct region *loop = compile_find_loop(s);

    if (loop) return kind == JUMP_BREAK && !loop->loop_popped;
    return kind != JUMP_REDO || s->type == ISEQ_CLASS;
}

static void
compile_jump(struct scope *s, const pm_node_t *node, enum jump_kind kind, const pm_arguments_node_t *args, bool popped)
{
    int sp = s->sp;
    bool value = compile_jump_wants_value(s, kind);

    compile_jump_value(s, args, !value);
    compile_jump_away(s, node, kind, value);
    compile_after_jump(s, sp, popped);
}

void
compile_break(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_jump(s, node, JUMP_BREAK, ((const pm_break_node_t *)node)->arguments, popped);
}

void
compile_next(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_jump(s, node, JUMP_NEXT, ((const pm_next_node_t *)node)->arguments, popped);
}

void
compile_redo(struct scope *s, const pm_node_t *node, bool popped)
{
    compile_jump(s, node, JUMP_REDO, NULL, popped);
}

/* Ends a class body that has jumps out of it.  Its code is separate from that of a loop or block around it, for
 * example a `while` with a class whose body has a `break`.  It returns [value, redo?, next?, break?], and jumps_from_class
 * reads the flags. */
void
emit_class_end(struct scope *k, int kind)
{
    int value = temp_new(k);

    emit_setlocal(k, value, 0);
    emit_getlocal(k, value, 0);
    for (int flag = JUMP_REDO; flag >= JUMP_BREAK; flag--) emit_putobject(k, flag == kind ? Qtrue : Qnil);
    emit1(k, INSN_newarray, 4);
    temp_free(k, value);
}

void
jumps_from_class(struct scope *s, const pm_node_t *node, unsigned jumps)
{
    emit2(s, INSN_expandarray, 4, 0); /* break? next? redo? value */
    for (int kind = JUMP_BREAK; kind <= JUMP_REDO; kind++) {
        if (!(jumps >> kind & 1)) continue;
        struct label *on = label_new(s);
        emit1(s, INSN_topn, 3 - kind);
        emit_jump(s, INSN_branchunless, on);
        int sp = s->sp;
        compile_jump_away(s, node, (enum jump_kind)kind, true);
        s->sp = sp;
        label_place(s, on);
    }
    emit1(s, INSN_setn, 3);
    emit_pops(s, 3);
}

void
compile_retry(struct scope *s, const pm_node_t *node, bool popped)
{
    struct region *clause = s->region;
    int sp = s->sp;

    while (clause && !(clause->kind == REGION_CLAUSE && clause->retry_label)) clause = clause->prev;
    if (!clause) compile_error(s, node, "Invalid retry without rescue");
    compile_regions_leave(s, clause->prev);
    compile_cut_stack(s, clause->retry_sp, false);
    emit_jump(s, INSN_jump, clause->retry_label);
    compile_regions_back(s, clause->prev);
    compile_after_jump(s, sp, popped);
}

void
compile_return(struct scope *s, const pm_node_t *node, bool popped)
{
    int sp = s->sp;

    if ((s->type == ISEQ_TOP || s->type == ISEQ_MAIN) && ((const pm_return_node_t *)node)->arguments) {
        rb_compile_warn(s->c->opt->path, 0, "argument of top-level return is ignored");
    }
    compile_jump_value(s, ((const pm_return_node_t *)node)->arguments, false);
    if (s->type == ISEQ_METHOD || s->type == ISEQ_TOP || s->type == ISEQ_MAIN) {
        compile_regions_leave(s, NULL);
        if (s->type == ISEQ_METHOD) s->pending_events |= EVENT_RETURN;
        emit_leave(s);
        compile_regions_back(s, NULL);
    } else emit0(s, INSN_throw_return);
    compile_after_jump(s, sp, popped);
}

/* ---- begin, rescue, ensure ------------------------------------------------------------------------------------------------------ */

static struct label *
compile_anchor_here(struct scope *s)
{
    struct label *label = label_new(s);
    label_place(s, label);
    return label;
}

/* Emits what follows the last rescue clause: $! is put back, and the throw goes on.  The code before it has pushed the exception
 * that no clause takes, and a throw that leaves a clause comes here with its state in the same cell. */
static void
emit_clause_exit(struct scope *s, struct region *clause, int depth)
{
    struct label *handler = label_new(s);

    add_catch(s, CATCH_ENSURE, clause->ranges, handler, depth);
    VM_ASSERT(s->sp == depth + 1);
    label_place(s, handler);
    emit1(s, INSN_seterrinfo, clause->saved);
    emit0(s, INSN_rethrow);
}

/* Begins code that a throw comes to: the state is put into a local. */
static int
compile_handler_begin(struct scope *s, struct label *handler, int depth)
{
    int state;

    s->sp = depth + 1;
    if (s->sp > s->sp_max) s->sp_max = s->sp;
    label_place(s, handler);
    state = temp_new(s);
    emit_setlocal(s, state, 0);
    return state;
}

static void
emit_exception_test(struct scope *s, const pm_node_t *class, int exception, struct label *match)
{
    emit_getlocal(s, exception, 0);
    if (!class) {
        emit_putobject(s, rb_eStandardError);
        emit1(s, INSN_checkmatch, 3);
    } else if (PM_NODE_TYPE_P(class, PM_SPLAT_NODE)) {
        compile_or_nil(s, ((const pm_splat_node_t *)class)->expression, false);
        emit1(s, INSN_splatarray, 0);
        emit1(s, INSN_checkmatch, 3 | 4);
    } else {
        compile_node(s, class, false);
        emit1(s, INSN_checkmatch, 3);
    }
    emit_jump(s, INSN_branchif, match);
}

static void
compile_clause(struct scope *s, const pm_rescue_node_t *clause, int exception, int saved, struct label *end, bool popped)
{
    struct label *match = label_new(s), *next = label_new(s);
    int32_t line = s->line;

    s->line = line_of(s->c, clause->base.location.start);
    if (!clause->exceptions.size) emit_exception_test(s, NULL, exception, match);
    for (size_t i = 0; i < clause->exceptions.size; i++)
        emit_exception_test(s, clause->exceptions.nodes[i], exception, match);
    emit_jump(s, INSN_jump, next);
    label_place(s, match);
    s->pending_events |= EVENT_RESCUE;
    if (clause->reference) {
        emit_getlocal(s, exception, 0);
        compile_target_from_top(s, clause->reference);
    }
    compile_statements(s, clause->statements, popped);
    emit1(s, INSN_seterrinfo, saved);
    emit_jump(s, INSN_jump, end);
    s->sp -= !popped;
    label_place(s, next);
    s->line = line;
}

/* The two forms of rescue have a body, and clauses for its exceptions. */
struct rescue_form {
    const pm_node_t *body;           /* or NULL */
    const pm_rescue_node_t *clauses; /* begin ... rescue */
    const pm_node_t *modifier;       /* body rescue modifier */
    const pm_else_node_t *otherwise;
};

static void
compile_rescue_clauses(struct scope *s, const struct rescue_form *form, int exception, int saved, struct label *end,
                       bool popped)
{
    if (form->modifier) {
        struct label *match = label_new(s), *next = label_new(s);
        emit_exception_test(s, NULL, exception, match);
        emit_jump(s, INSN_jump, next);
        label_place(s, match);
        s->pending_events |= EVENT_RESCUE;
        compile_node(s, form->modifier, popped);
        emit1(s, INSN_seterrinfo, saved);
        emit_jump(s, INSN_jump, end);
        s->sp -= !popped;
        label_place(s, next);
        return;
    }
    for (const pm_rescue_node_t *clause = form->clauses; clause; clause = clause->subsequent) {
        compile_clause(s, clause, exception, saved, end, popped);
    }
}

static void
compile_rescue(struct scope *s, const struct rescue_form *form, bool popped)
{
    struct label *end = label_new(s), *retry = label_new(s), *handler = label_new(s);
    int depth = s->sp, saved = temp_new(s);

    emit0(s, INSN_geterrinfo);
    emit_setlocal(s, saved, 0);
    label_place(s, retry);
    struct region *r = region_push(s, REGION_RESCUE);
    range_open(s, r);
    compile_or_nil(s, form->body, popped || form->otherwise);
    range_close(s, r);
    s->region = r->prev;
    if (form->otherwise) compile_statements(s, form->otherwise->statements, popped);
    emit_jump(s, INSN_jump, end);

    add_catch(s, CATCH_RESCUE, r->ranges, handler, depth);
    int exception = compile_handler_begin(s, handler, depth);
    struct region *clause = region_push(s, REGION_CLAUSE);
    clause->retry_label = retry;
    clause->retry_sp = depth;
    clause->saved = saved;
    range_open(s, clause);
    compile_rescue_clauses(s, form, exception, saved, end, popped);
    range_close(s, clause);
    s->region = clause->prev;
    emit_getlocal(s, exception, 0);
    emit_clause_exit(s, clause, depth);
    s->sp = depth + !popped;
    label_place(s, end);
    temp_free(s, exception);
    temp_free(s, saved);
}

static void
compile_begin_body(struct scope *s, const pm_begin_node_t *begin, bool popped)
{
    if (begin->rescue_clause) {
        struct rescue_form form = {(const pm_node_t *)begin->statements, begin->rescue_clause, NULL, begin->else_clause};
        compile_rescue(s, &form, popped);
    } else if (begin->else_clause) {
        compile_statements(s, begin->statements, true);
        compile_statements(s, begin->else_clause->statements, popped);
    } else compile_statements(s, begin->statements, popped);
}

void
compile_begin(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_begin_node_t *begin = (const pm_begin_node_t *)node;

    if (!begin->ensure_clause || !begin->ensure_clause->statements) {
        compile_begin_body(s, begin, popped);
        return;
    }
    struct label *end = label_new(s), *handler = label_new(s), *anchor = compile_anchor_here(s);
    const pm_statements_node_t *ensure = begin->ensure_clause->statements;
    int depth = s->sp;
    struct region *r = region_push(s, REGION_ENSURE);
    r->ensure_body = ensure;
    range_open(s, r);
    compile_begin_body(s, begin, popped);
    range_close(s, r);
    s->region = r->prev;
    if (reachable_p(s)) compile_statements(s, ensure, true);
    emit_jump(s, INSN_jump, end);

    add_catch(s, CATCH_ENSURE, r->ranges, handler, depth);
    int state = compile_handler_begin(s, handler, depth);
    struct region *clause = region_push(s, REGION_CLAUSE);
    clause->anchor = anchor;
    range_open(s, clause);
    compile_statements(s, ensure, true);
    range_close(s, clause);
    s->region = clause->prev;
    emit_getlocal(s, state, 0);
    emit0(s, INSN_rethrow);
    add_catch(s, CATCH_CLAUSE, clause->ranges, handler, state);
    s->sp = depth + !popped;
    label_place(s, end);
    temp_free(s, state);
    if (clause->saved >= 0) temp_free(s, clause->saved);
}

void
compile_rescue_modifier(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_rescue_modifier_node_t *n = (const pm_rescue_modifier_node_t *)node;
    struct rescue_form form = {n->expression, NULL, n->rescue_expression, NULL};

    compile_rescue(s, &form, popped);
}

/* ---- case, when ------------------------------------------------------------------------------------------------------------------ */

/* Returns whether a table of constants can contain this pattern. */
static bool
compile_dispatch_key_p(const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_SYMBOL_NODE:
    case PM_STRING_NODE:
    case PM_NIL_NODE:
    case PM_TRUE_NODE:
    case PM_FALSE_NODE: return true;
    case PM_INTEGER_NODE: return !((const pm_integer_node_t *)node)->value.values;
    default: return false;
    }
}

enum { DISPATCH_MIN_STRINGS = LIMIT(3, 1) }; /* fewer keys, Strings among them, are compared faster than looked up */

/* Returns the number of keys for a table of constants, or 0 if the tests must decide alone. */
static unsigned
compile_count_dispatch_keys(const pm_case_node_t *node)
{
    unsigned count = 0;
    bool strings = false;

    for (size_t i = 0; i < node->conditions.size; i++) {
        const pm_node_list_t *conditions = &((const pm_when_node_t *)node->conditions.nodes[i])->conditions;
        for (size_t j = 0; j < conditions->size; j++) {
            if (!compile_dispatch_key_p(conditions->nodes[j])) return 0;
            strings = strings || PM_NODE_TYPE_P(conditions->nodes[j], PM_STRING_NODE);
            count++;
        }
    }
    return strings && count < DISPATCH_MIN_STRINGS ? 0 : count;
}

static void
emit_case_dispatch(struct scope *s, const pm_case_node_t *node, struct label **bodies, struct label *otherwise)
{
    unsigned count = compile_count_dispatch_keys(node), n = 0;

    if (count == 0) return;
    struct case_table *table = arena_alloc(s->c, sizeof *table);
    table->count = count;
    table->keys = arena_alloc(s->c, count * sizeof *table->keys);
    table->labels = arena_alloc(s->c, count * sizeof *table->labels);
    for (size_t i = 0; i < node->conditions.size; i++) {
        const pm_node_list_t *conditions = &((const pm_when_node_t *)node->conditions.nodes[i])->conditions;
        for (size_t j = 0; j < conditions->size; j++) {
            table->keys[n] = literal_value(s, conditions->nodes[j]);
            table->labels[n++] = bodies[i];
            bodies[i]->refs++;
        }
    }
    emit0(s, INSN_dup);
    struct insn *insn = emit2(s, INSN_opt_case_dispatch, Qnil, (int64_t)(intptr_t)otherwise);
    insn->table = table;
    otherwise->refs++;
}

/* The subject stays on the stack. */
static void
emit_when_test(struct scope *s, const pm_node_t *condition, struct label *body)
{
    int32_t line = s->line;

    s->line = line_of(s->c, condition->location.start);
    if (PM_NODE_TYPE_P(condition, PM_SPLAT_NODE)) {
        emit0(s, INSN_dup);
        compile_or_nil(s, ((const pm_splat_node_t *)condition)->expression, false);
        emit1(s, INSN_splatarray, 0);
        emit1(s, INSN_checkmatch, 2 | 4);
    } else {
        if (PM_NODE_TYPE_P(condition, PM_STRING_NODE)) emit_putobject(s, literal_value(s, condition));
        else compile_node(s, condition, false);
        emit1(s, INSN_topn, 1);
        emit2(s, INSN_send, 1, (int64_t)ci_pack(rb_intern("==="), CI_FCALL, 1));
    }
    emit_jump(s, INSN_branchif, body);
    s->line = line;
}

static struct label **
compile_new_labels(struct scope *s, size_t n)
{
    struct label **labels = arena_alloc(s->c, (n + 1) * sizeof *labels);
    for (size_t i = 0; i < n; i++) labels[i] = label_new(s);
    return labels;
}

/* Counters of the clauses of a case, that of else last. */
static int *
compile_cover_case(struct scope *s, const pm_case_node_t *node)
{
    int *ways = arena_alloc(s->c, (node->conditions.size + 1) * sizeof *ways);
    VALUE base = cover_base(s, "case", (const pm_node_t *)node);
    size_t i = 0;

    for (; i < node->conditions.size; i++) {
        const pm_node_t *when = node->conditions.nodes[i];
        ways[i] = cover_declare(s, base, "when",
                                compile_branch_node(when, (const pm_node_t *)((const pm_when_node_t *)when)->statements));
    }
    ways[i] = cover_declare(s, base, "else",
                            compile_branch_node((const pm_node_t *)node, (const pm_node_t *)node->else_clause));
    return ways;
}

static void
compile_when_bodies(struct scope *s, const pm_case_node_t *node, struct label **bodies, const int *ways, struct label *end,
                    bool subject, bool popped)
{
    int sp = s->sp;

    for (size_t i = 0; i < node->conditions.size; i++) {
        s->sp = sp;
        label_place(s, bodies[i]);
        if (subject) emit0(s, INSN_pop);
        cover_branch(s, ways[i]);
        compile_statements(s, ((const pm_when_node_t *)node->conditions.nodes[i])->statements, popped);
        emit_jump(s, INSN_jump, end);
    }
}

static void
compile_case_subject(struct scope *s, const pm_case_node_t *node, bool popped)
{
    struct label **bodies = compile_new_labels(s, node->conditions.size);
    struct label *otherwise = label_new(s), *end = label_new(s);
    const int *ways = compile_cover_case(s, node);

    compile_node(s, node->predicate, false);
    if (!compile_plain_sends_p(s->c)) emit_case_dispatch(s, node, bodies, otherwise);
    for (size_t i = 0; i < node->conditions.size; i++) {
        const pm_node_list_t *conditions = &((const pm_when_node_t *)node->conditions.nodes[i])->conditions;
        for (size_t j = 0; j < conditions->size; j++) emit_when_test(s, conditions->nodes[j], bodies[i]);
    }
    int sp = s->sp;
    label_place(s, otherwise);
    emit0(s, INSN_pop);
    cover_branch(s, ways[node->conditions.size]);
    compile_or_nil(s, (const pm_node_t *)node->else_clause, popped);
    emit_jump(s, INSN_jump, end);
    s->sp = sp;
    compile_when_bodies(s, node, bodies, ways, end, true, popped);
    s->sp = sp - 1 + !popped;
    label_place(s, end);
}

static void
compile_case_plain(struct scope *s, const pm_case_node_t *node, bool popped)
{
    struct label **bodies = compile_new_labels(s, node->conditions.size);
    struct label *end = label_new(s);
    const int *ways = compile_cover_case(s, node);
    int sp = s->sp;

    for (size_t i = 0; i < node->conditions.size; i++) {
        const pm_node_list_t *conditions = &((const pm_when_node_t *)node->conditions.nodes[i])->conditions;
        for (size_t j = 0; j < conditions->size; j++) {
            struct label *next = label_new(s);
            if (PM_NODE_TYPE_P(conditions->nodes[j], PM_SPLAT_NODE)) {
                compile_or_nil(s, ((const pm_splat_node_t *)conditions->nodes[j])->expression, false);
                emit1(s, INSN_splatarray, 0);
                emit_core(s, CORE_ARRAY_ANY, 1);
                emit_jump(s, INSN_branchif, bodies[i]);
            } else compile_condition(s, conditions->nodes[j], bodies[i], next);
            label_place(s, next);
        }
    }
    cover_branch(s, ways[node->conditions.size]);
    compile_or_nil(s, (const pm_node_t *)node->else_clause, popped);
    emit_jump(s, INSN_jump, end);
    s->sp = sp;
    compile_when_bodies(s, node, bodies, ways, end, false, popped);
    s->sp = sp + !popped;
    label_place(s, end);
}

void
compile_case(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_case_node_t *n = (const pm_case_node_t *)node;

    if (n->predicate) compile_case_subject(s, n, popped);
    else compile_case_plain(s, n, popped);
}

/* ---- flip-flop -------------------------------------------------------------------------------------------------------------------- */

/* Returns the local that holds the state of the flip-flop.  It belongs to the method's scope; *level is the number of scopes up to
 * it. */
static int
compile_flip_flop_local(struct scope *s, const pm_node_t *node, unsigned *level)
{
    struct scope *at = s;

    for (*level = 0; at->up && !at->up->given; at = at->up) ++*level;
    for (struct flip_flop *f = at->flip_flops; f; f = f->next)
        if (f->node == node) return f->local;
    struct flip_flop *f = arena_alloc(s->c, sizeof *f);
    f->node = node;
    f->local = scope_add_local(at, 0);
    f->next = at->flip_flops;
    at->flip_flops = f;
    return f->local;
}

/* An Integer at an end of a flip-flop is a line number. */
static void
compile_flip_end(struct scope *s, const pm_node_t *node, struct label *yes, struct label *no)
{
    if (!node) {
        emit_jump(s, INSN_jump, no);
        return;
    }
    if (!PM_NODE_TYPE_P(node, PM_INTEGER_NODE)) {
        compile_condition(s, node, yes, no);
        return;
    }
    emit_putobject(s, literal_value(s, node));
    emit1(s, INSN_getgvar, (int64_t)rb_intern("$."));
    emit_binary(s, rb_intern("=="));
    emit_jump(s, INSN_branchunless, no);
    emit_jump(s, INSN_jump, yes);
}

static void
emit_flag(struct scope *s, VALUE value, int local, unsigned level)
{
    emit_putobject(s, value);
    emit_setlocal(s, local, level);
}

void
compile_flip_flop(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_flip_flop_node_t *n = (const pm_flip_flop_node_t *)node;
    struct label *inside = label_new(s), *begins = label_new(s), *ends = label_new(s), *yes = label_new(s),
                 *no = label_new(s), *end = label_new(s);
    unsigned level;
    int local = compile_flip_flop_local(s, node, &level);

    emit_getlocal(s, local, level);
    emit_jump(s, INSN_branchif, inside);
    compile_flip_end(s, n->left, begins, no);
    label_place(s, begins);
    emit_flag(s, Qtrue, local, level);
    if (PM_NODE_FLAG_P(node, PM_RANGE_FLAGS_EXCLUDE_END)) emit_jump(s, INSN_jump, yes);
    label_place(s, inside);
    compile_flip_end(s, n->right, ends, yes);
    label_place(s, ends);
    emit_flag(s, Qfalse, local, level);
    label_place(s, yes);
    emit_putobject(s, Qtrue);
    emit_jump(s, INSN_jump, end);
    s->sp--;
    label_place(s, no);
    emit_putobject(s, Qfalse);
    label_place(s, end);
    if (popped) emit0(s, INSN_pop);
}

/* ---- BEGIN, END ------------------------------------------------------------------------------------------------------------------- */

void
compile_pre_execution(struct scope *s, const pm_node_t *node, bool popped)
{
    /* compiled at the start of the program */
    if (!popped) emit0(s, INSN_putnil);
}

void
compile_post_execution(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_post_execution_node_t *n = (const pm_post_execution_node_t *)node;
    struct scope *once = scope_new(s->c, s, ISEQ_BLOCK, node, scope_block_name(s));
    struct scope *body = scope_new(s->c, once, ISEQ_BLOCK, node, scope_block_name(s));

    once->transparent = body->transparent = true;
    body->pending_events |= EVENT_B_CALL;
    body->body_start = label_new(body);
    label_place(body, body->body_start);
    compile_body(body, (const pm_node_t *)n->statements, body->body->last_line, EVENT_B_RETURN);
    emit1(once, INSN_putlambda, (int64_t)body->iseq);
    emit_core(once, CORE_AT_EXIT, 1);
    emit0(once, INSN_pop);
    emit0(once, INSN_putnil);
    emit_leave(once);
    emit1(s, INSN_once, (int64_t)once->iseq);
    if (popped) emit0(s, INSN_pop);
}
