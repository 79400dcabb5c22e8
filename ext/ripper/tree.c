/*
 * tree.c - the walk over prism's tree: statements, bodies, and which part owns which node.
 */
#include "ext/ripper/tree.h"

#include "internal/vm/stack.h"

/* ---- statements ---- */

static VALUE
void_statement(struct ripper *r)
{
    rp_look(r);
    VALUE list = EV0(stmts_new), nothing = EV0(void_stmt);
    return EV(stmts_add, list, nothing);
}

/* Returns whether a `;` or a line end comes next. */
static bool
term_next_p(const struct ripper *r)
{
    uint32_t next = rp_next_significant(r, r->last);
    return next < r->tok_count && r->tok[next].flags & RT_TERM;
}

void
rp_skip_term(struct ripper *r)
{
    if (term_next_p(r)) rp_shift_index(r, rp_next_significant(r, r->last));
}

void
rp_look_past_terms(struct ripper *r)
{
    while (term_next_p(r)) rp_skip_term(r);
    rp_look(r);
}

static VALUE
add_statement(struct ripper *r, VALUE list, node_t node)
{
    VALUE value = rp_node(r, node);
    if (!PM_NODE_TYPE_P(node, PM_PRE_EXECUTION_NODE)) rp_look(r); /* nothing modifies a BEGIN */
    if (list == Qundef) list = EV0(stmts_new);
    return EV(stmts_add, list, value);
}

VALUE
rp_statements(struct ripper *r, const pm_statements_node_t *statements)
{
    if (!statements || statements->body.size == 0) return void_statement(r);
    VALUE list = term_next_p(r) ? void_statement(r) : Qundef;
    for (size_t i = 0; i < statements->body.size; i++) list = add_statement(r, list, statements->body.nodes[i]);
    return list;
}

VALUE
rp_body(struct ripper *r, node_t body)
{
    if (!body) return void_statement(r);
    if (PM_NODE_TYPE_P(body, PM_STATEMENTS_NODE)) return rp_statements(r, (const pm_statements_node_t *)body);
    VALUE list = term_next_p(r) ? void_statement(r) : Qundef;
    return add_statement(r, list, body);
}

/* ---- rescue, else, ensure ---- */

static VALUE
exceptions(struct ripper *r, const pm_node_list_t *list)
{
    if (list->size == 0) return Qnil;
    if (list->size == 1 && !PM_NODE_TYPE_P(list->nodes[0], PM_SPLAT_NODE)) {
        VALUE value = rp_node(r, list->nodes[0]);
        rp_look(r);
        return rb_ary_new_from_args(1, value);
    }
    return rp_mrhs(r, list);
}

/* One rescue and those after it: their events come in reverse, once all were gone over. */
static VALUE
rescues(struct ripper *r, const pm_rescue_node_t *node)
{
    VALUE reference = Qnil;

    rp_tok(r, node->keyword_loc.start);
    VALUE list = exceptions(r, &node->exceptions);
    if (node->reference) {
        rp_tok(r, node->operator_loc.start);
        reference = rp_target(r, node->reference);
    }
    if (loc_p(&node->then_keyword_loc)) rp_tok(r, node->then_keyword_loc.start);
    else {
        rp_skip_term(r);
    }
    VALUE body = rp_statements(r, node->statements);
    VALUE next = Qnil;
    if (node->subsequent) next = rescues(r, node->subsequent);
    else rp_look_past_terms(r);
    return EV(rescue, list, reference, body, next);
}

VALUE
rp_bodystmt(struct ripper *r, node_t body, const uint8_t *end)
{
    VALUE rescue = Qnil, other = Qnil, ensure = Qnil, list;

    if (!body || !PM_NODE_TYPE_P(body, PM_BEGIN_NODE) || loc_p(&((const pm_begin_node_t *)body)->begin_keyword_loc))
        list = rp_body(r, body);
    else {
        NODE(begin, begin, body);
        list = rp_statements(r, begin->statements);
        if (begin->rescue_clause) rescue = rescues(r, begin->rescue_clause);
        if (begin->else_clause) {
            rp_tok(r, begin->else_clause->else_keyword_loc.start);
            other = rp_statements(r, begin->else_clause->statements);
        }
        if (begin->ensure_clause) {
            rp_tok(r, begin->ensure_clause->ensure_keyword_loc.start);
            VALUE statements = rp_statements(r, begin->ensure_clause->statements);
            if (end) rp_tok(r, end);
            ensure = EV(ensure, statements);
        }
    }
    if (end) rp_tok(r, end);
    return EV(bodystmt, list, rescue, other, ensure);
}

static VALUE
begin_node(struct ripper *r, const pm_begin_node_t *node)
{
    rp_tok(r, node->begin_keyword_loc.start);
    pm_begin_node_t body = *node;
    body.begin_keyword_loc = (pm_location_t){NULL, NULL};
    VALUE value = rp_bodystmt(r, &body.base, node->end_keyword_loc.start);
    return EV(begin, value);
}

/* ---- small nodes ---- */

VALUE
rp_operator(const pm_location_t *loc)
{
    return ID2SYM(rb_intern2((const char *)loc->start, loc->end - loc->start));
}

VALUE
rp_var_ref(struct ripper *r, const uint8_t *start)
{
    VALUE name = rp_tok(r, start);
    rp_look(r);
    return EV(var_ref, name);
}

static VALUE
parentheses(struct ripper *r, const pm_parentheses_node_t *node)
{
    rp_tok(r, node->opening_loc.start);
    VALUE body = rp_body(r, node->body);
    rp_tok_opt(r, &node->closing_loc);
    return EV(paren, body);
}

static VALUE
unary_minus(struct ripper *r, node_t node)
{
    rp_tok(r, node->location.start);
    VALUE value = rp_tok(r, node->location.start + 1);
    rp_look(r);
    return EV(unary, ID2SYM(rb_intern("-@")), value);
}

static VALUE
number(struct ripper *r, node_t node)
{
    if (*node->location.start != '-') return rp_tok(r, node->location.start);
    return unary_minus(r, node);
}

static VALUE
constant_path(struct ripper *r, const pm_constant_path_node_t *node)
{
    if (!node->parent) {
        rp_tok(r, node->delimiter_loc.start);
        VALUE name = rp_tok(r, node->name_loc.start);
        rp_look(r);
        return EV(top_const_ref, name);
    }
    VALUE parent = rp_node(r, node->parent);
    VALUE delimiter = rp_tok(r, node->delimiter_loc.start);
    VALUE name = rp_tok_opt(r, &node->name_loc);
    rp_look(r);
    if (rp_block_call_p(node->parent)) return EV(call, parent, delimiter, name);
    return EV(const_path_ref, parent, name);
}

static VALUE
logical(struct ripper *r, node_t left, node_t right, const pm_location_t *operator_loc)
{
    VALUE a = rp_node(r, left);
    rp_look(r);
    rp_tok(r, operator_loc->start);
    if (*operator_loc->start == '&' || *operator_loc->start == '|') r->operand = right;
    VALUE b = rp_node(r, right);
    rp_look(r);
    return EV(binary, a, rp_operator(operator_loc), b);
}

static VALUE
range(struct ripper *r, const pm_range_node_t *node)
{
    VALUE left = node->left ? rp_node(r, node->left) : Qnil;
    if (node->left) rp_look(r);
    rp_tok(r, node->operator_loc.start);
    VALUE right = node->right ? rp_node(r, node->right) : Qnil;
    rp_look(r);
    return node->operator_loc.end - node->operator_loc.start == 3 ? EV(dot3, left, right) : EV(dot2, left, right);
}

static VALUE
defined(struct ripper *r, const pm_defined_node_t *node)
{
    rp_tok(r, node->keyword_loc.start);
    bool close = loc_p(&node->lparen_loc) && node->lparen_loc.start == node->keyword_loc.end;
    if (loc_p(&node->lparen_loc)) rp_tok(r, node->lparen_loc.start);
    VALUE value = rp_node(r, node->value);
    rp_look(r);
    if (loc_p(&node->rparen_loc) && !close) {
        VALUE list = EV0(stmts_new);
        list = EV(stmts_add, list, value);
        rp_tok(r, node->rparen_loc.start);
        value = EV(paren, list);
        rp_look(r);
    } else if (loc_p(&node->rparen_loc)) rp_tok(r, node->rparen_loc.start);
    return EV(defined, value);
}

static VALUE
variable(struct ripper *r, node_t node)
{
    bool name = PM_NODE_TYPE_P(node, PM_LOCAL_VARIABLE_READ_NODE) || PM_NODE_TYPE_P(node, PM_CONSTANT_READ_NODE);
    if (name || r->primary != node) return rp_var_ref(r, node->location.start);
    VALUE value = rp_tok(r, node->location.start);
    return EV(var_ref, value);
}

/* Calls, jumps, definitions, flow and literals: what has a file of its own. */
static VALUE
node_of_another_file(struct ripper *r, node_t node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_CALL_NODE: return rp_call_node(r, node);
    case PM_RETURN_NODE:
    case PM_BREAK_NODE:
    case PM_NEXT_NODE:
    case PM_REDO_NODE:
    case PM_RETRY_NODE:
    case PM_YIELD_NODE:
    case PM_SUPER_NODE:
    case PM_FORWARDING_SUPER_NODE: return rp_jump(r, node);
    case PM_LAMBDA_NODE: return rp_lambda(r, (const pm_lambda_node_t *)node);
    case PM_DEF_NODE:
    case PM_CLASS_NODE:
    case PM_MODULE_NODE:
    case PM_SINGLETON_CLASS_NODE:
    case PM_ALIAS_METHOD_NODE:
    case PM_ALIAS_GLOBAL_VARIABLE_NODE:
    case PM_UNDEF_NODE:
    case PM_PRE_EXECUTION_NODE:
    case PM_POST_EXECUTION_NODE: return rp_definition(r, node);
    case PM_IF_NODE:
    case PM_UNLESS_NODE:
    case PM_WHILE_NODE:
    case PM_UNTIL_NODE:
    case PM_FOR_NODE:
    case PM_CASE_NODE:
    case PM_RESCUE_MODIFIER_NODE: return rp_flow(r, node);
    case PM_CASE_MATCH_NODE: return rp_case_in(r, (const pm_case_match_node_t *)node);
    case PM_MATCH_REQUIRED_NODE:
    case PM_MATCH_PREDICATE_NODE: return rp_match(r, node);
    case PM_STRING_NODE:
    case PM_X_STRING_NODE:
    case PM_SYMBOL_NODE:
    case PM_REGULAR_EXPRESSION_NODE:
    case PM_MATCH_LAST_LINE_NODE:
    case PM_INTERPOLATED_STRING_NODE:
    case PM_INTERPOLATED_X_STRING_NODE:
    case PM_INTERPOLATED_SYMBOL_NODE:
    case PM_INTERPOLATED_REGULAR_EXPRESSION_NODE:
    case PM_INTERPOLATED_MATCH_LAST_LINE_NODE:
    case PM_ARRAY_NODE:
    case PM_HASH_NODE: return rp_literal(r, node);
    default: return rp_assignment(r, node);
    }
}

VALUE
rp_node(struct ripper *r, node_t node)
{
    if (!node) return Qnil;
    vm_check_machine_stack(vm_ec);
    switch (PM_NODE_TYPE(node)) {
    case PM_STATEMENTS_NODE: return rp_statements(r, (const pm_statements_node_t *)node);
    case PM_BEGIN_NODE: return begin_node(r, (const pm_begin_node_t *)node);
    case PM_PARENTHESES_NODE: return parentheses(r, (const pm_parentheses_node_t *)node);
    case PM_INTEGER_NODE:
    case PM_FLOAT_NODE:
    case PM_RATIONAL_NODE:
    case PM_IMAGINARY_NODE: return number(r, node);
    case PM_LOCAL_VARIABLE_READ_NODE:
    case PM_INSTANCE_VARIABLE_READ_NODE:
    case PM_CLASS_VARIABLE_READ_NODE:
    case PM_GLOBAL_VARIABLE_READ_NODE:
    case PM_CONSTANT_READ_NODE:
    case PM_SELF_NODE:
    case PM_NIL_NODE:
    case PM_TRUE_NODE:
    case PM_FALSE_NODE:
    case PM_SOURCE_FILE_NODE:
    case PM_SOURCE_LINE_NODE:
    case PM_SOURCE_ENCODING_NODE: return variable(r, node);
    case PM_IT_LOCAL_VARIABLE_READ_NODE: {
        VALUE name = rp_tok(r, node->location.start);
        rp_look(r);
        return EV(vcall, name);
    }
    case PM_NUMBERED_REFERENCE_READ_NODE: return rp_tok(r, node->location.start);
    case PM_BACK_REFERENCE_READ_NODE: return rp_tok(r, node->location.start);
    case PM_CONSTANT_PATH_NODE: return constant_path(r, (const pm_constant_path_node_t *)node);
    case PM_AND_NODE: {
        NODE(and, n, node);
        return logical(r, n->left, n->right, &n->operator_loc);
    }
    case PM_OR_NODE: {
        NODE(or, n, node);
        return logical(r, n->left, n->right, &n->operator_loc);
    }
    case PM_RANGE_NODE:
    case PM_FLIP_FLOP_NODE: return range(r, (const pm_range_node_t *)node);
    case PM_DEFINED_NODE: return defined(r, (const pm_defined_node_t *)node);
    case PM_SHAREABLE_CONSTANT_NODE: return rp_node(r, ((const pm_shareable_constant_node_t *)node)->write);
    case PM_IMPLICIT_NODE: return Qnil;
    case PM_MATCH_WRITE_NODE: return rp_node(r, &((const pm_match_write_node_t *)node)->call->base);
    default: return node_of_another_file(r, node);
    }
}

VALUE
rp_walk(struct ripper *r)
{
    NODE(program, program, r->root);
    VALUE list = rp_statements(r, program->statements);
    rp_dispatch_rest(r);
    return EV(program, list);
}
