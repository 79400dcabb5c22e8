/*
 * tree_flow.c - conditions, loops, case/when, the modifiers.
 */
#include "ext/ripper/tree.h"

static node_t
only_statement(const pm_statements_node_t *statements)
{
    return statements && statements->body.size ? statements->body.nodes[0] : NULL;
}

/* Skips the `then` or the terminator between a condition and its statements. */
static void
skip_then(struct ripper *r, const pm_location_t *then)
{
    if (loc_p(then) && *then->start != ';' && *then->start != '\n' && *then->start != '\r') rp_tok(r, then->start);
    else rp_skip_term(r);
}

static VALUE
condition(struct ripper *r, node_t node)
{
    VALUE value = rp_node(r, node);
    rp_look(r);
    return value;
}

static VALUE
else_node(struct ripper *r, const pm_else_node_t *node, const uint8_t *end)
{
    rp_tok(r, node->else_keyword_loc.start);
    VALUE body = rp_statements(r, node->statements);
    if (end) rp_tok(r, end);
    return EV(else, body);
}

static const uint8_t *
else_end(const pm_else_node_t *node)
{
    return loc_p(&node->end_keyword_loc) ? node->end_keyword_loc.start : NULL;
}

/* An elsif, or the else, and what is after it. */
static VALUE
subsequent(struct ripper *r, node_t node)
{
    if (!node) {
        rp_look_past_terms(r);
        return Qnil;
    }
    if (PM_NODE_TYPE_P(node, PM_ELSE_NODE))
        return else_node(r, (const pm_else_node_t *)node, else_end((const pm_else_node_t *)node));
    NODE(if, n, node);
    rp_tok(r, n->if_keyword_loc.start);
    VALUE predicate = condition(r, n->predicate);
    skip_then(r, &n->then_keyword_loc);
    VALUE body = rp_statements(r, n->statements);
    VALUE next = subsequent(r, n->subsequent);
    return EV(elsif, predicate, body, next);
}

static VALUE
ternary(struct ripper *r, const pm_if_node_t *n)
{
    VALUE predicate = condition(r, n->predicate);
    rp_tok(r, n->then_keyword_loc.start);
    r->operand = only_statement(n->statements);
    VALUE yes = condition(r, only_statement(n->statements)), no = Qnil;
    if (n->subsequent && PM_NODE_TYPE_P(n->subsequent, PM_ELSE_NODE)) {
        NODE(else, other, n->subsequent);
        rp_tok(r, other->else_keyword_loc.start);
        r->operand = only_statement(other->statements);
        no = condition(r, only_statement(other->statements));
    }
    return EV(ifop, predicate, yes, no);
}

/* statement KEYWORD condition; *predicate gets the value of the condition. */
static VALUE
modified(struct ripper *r, const pm_statements_node_t *statements, const pm_location_t *keyword, node_t predicate,
         VALUE *value)
{
    VALUE statement = condition(r, only_statement(statements));
    rp_tok(r, keyword->start);
    *value = condition(r, predicate);
    return statement;
}

static VALUE
if_node(struct ripper *r, const pm_if_node_t *n)
{
    VALUE predicate, body;

    if (!loc_p(&n->if_keyword_loc)) return ternary(r, n);
    if (!loc_p(&n->end_keyword_loc) && n->statements && n->statements->base.location.start < n->if_keyword_loc.start) {
        body = modified(r, n->statements, &n->if_keyword_loc, n->predicate, &predicate);
        return EV(if_mod, predicate, body);
    }
    rp_tok(r, n->if_keyword_loc.start);
    predicate = condition(r, n->predicate);
    skip_then(r, &n->then_keyword_loc);
    body = rp_statements(r, n->statements);
    VALUE next = subsequent(r, n->subsequent);
    if (loc_p(&n->end_keyword_loc)) rp_tok(r, n->end_keyword_loc.start);
    return EV(if, predicate, body, next);
}

static VALUE
unless_node(struct ripper *r, const pm_unless_node_t *n)
{
    VALUE predicate, body;

    if (!loc_p(&n->end_keyword_loc) && n->statements && n->statements->base.location.start < n->keyword_loc.start) {
        body = modified(r, n->statements, &n->keyword_loc, n->predicate, &predicate);
        return EV(unless_mod, predicate, body);
    }
    rp_tok(r, n->keyword_loc.start);
    predicate = condition(r, n->predicate);
    skip_then(r, &n->then_keyword_loc);
    body = rp_statements(r, n->statements);
    VALUE next = n->else_clause ? else_node(r, n->else_clause, else_end(n->else_clause)) : Qnil;
    if (loc_p(&n->end_keyword_loc)) rp_tok(r, n->end_keyword_loc.start);
    return EV(unless, predicate, body, next);
}

/* while and until have the same members. */
static VALUE
loop_node(struct ripper *r, const pm_while_node_t *n, bool until)
{
    VALUE predicate, body;

    if (!loc_p(&n->closing_loc) && n->statements && n->statements->base.location.start < n->keyword_loc.start) {
        body = modified(r, n->statements, &n->keyword_loc, n->predicate, &predicate);
        return until ? EV(until_mod, predicate, body) : EV(while_mod, predicate, body);
    }
    rp_tok(r, n->keyword_loc.start);
    predicate = condition(r, n->predicate);
    skip_then(r, &n->do_keyword_loc);
    body = rp_statements(r, n->statements);
    rp_tok_opt(r, &n->closing_loc);
    return until ? EV(until, predicate, body) : EV(while, predicate, body);
}

static VALUE
for_node(struct ripper *r, const pm_for_node_t *n)
{
    rp_tok(r, n->for_keyword_loc.start);
    static const pm_node_list_t none = {0};
    bool star = PM_NODE_TYPE_P(n->index, PM_SPLAT_NODE);
    VALUE index = star ? rp_multi_target(r, &none, n->index, &none) : rp_target(r, n->index);
    rp_tok(r, n->in_keyword_loc.start);
    VALUE collection = condition(r, n->collection);
    skip_then(r, &n->do_keyword_loc);
    VALUE body = rp_statements(r, n->statements);
    rp_tok_opt(r, &n->end_keyword_loc);
    return EV(for, index, collection, body);
}

/* The i-th when and what comes after it. */
static VALUE
when_node(struct ripper *r, const pm_case_node_t *n, size_t i)
{
    if (i == n->conditions.size) {
        if (n->else_clause)
            return else_node(r, n->else_clause, loc_p(&n->end_keyword_loc) ? n->end_keyword_loc.start : NULL);
        rp_look_past_terms(r);
        return Qnil;
    }
    NODE(when, when, n->conditions.nodes[i]);
    rp_tok(r, when->keyword_loc.start);
    VALUE list = rp_list(r, &when->conditions);
    skip_then(r, &when->then_keyword_loc);
    VALUE body = rp_statements(r, when->statements);
    VALUE next = when_node(r, n, i + 1);
    return EV(when, list, body, next);
}

static VALUE
case_node(struct ripper *r, const pm_case_node_t *n)
{
    rp_tok(r, n->case_keyword_loc.start);
    VALUE predicate = n->predicate ? condition(r, n->predicate) : Qnil;
    VALUE clauses = when_node(r, n, 0);
    rp_tok_opt(r, &n->end_keyword_loc);
    return EV(case, predicate, clauses);
}

VALUE
rp_flow(struct ripper *r, node_t node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_IF_NODE: return if_node(r, (const pm_if_node_t *)node);
    case PM_UNLESS_NODE: return unless_node(r, (const pm_unless_node_t *)node);
    case PM_WHILE_NODE: return loop_node(r, (const pm_while_node_t *)node, false);
    case PM_UNTIL_NODE: return loop_node(r, (const pm_while_node_t *)node, true);
    case PM_FOR_NODE: return for_node(r, (const pm_for_node_t *)node);
    case PM_CASE_NODE: return case_node(r, (const pm_case_node_t *)node);
    default: {
        NODE(rescue_modifier, n, node);
        VALUE value = condition(r, n->expression);
        rp_tok(r, n->keyword_loc.start);
        VALUE other = condition(r, n->rescue_expression);
        return EV(rescue_mod, value, other);
    }
    }
}
