/*
 * tree_pattern.c - case/in, `=>` and `in`, and patterns.
 *
 * In a pattern a name or a constant can only be itself: nothing is looked ahead for, as it is elsewhere.
 */
#include "ext/ripper/tree.h"

/* ---- parts ---- */

static VALUE
pattern_variable(struct ripper *r, node_t node)
{
    VALUE name = rp_tok(r, node->location.start);
    return EV(var_field, name);
}

/* `*name` or `*`. */
static VALUE
pattern_splat(struct ripper *r, const pm_splat_node_t *node)
{
    rp_tok(r, node->operator_loc.start);
    if (node->expression) return pattern_variable(r, node->expression);
    rp_look(r);
    return EV(var_field, Qnil);
}

static VALUE
pattern_constant(struct ripper *r, node_t node)
{
    if (!node) return Qnil;
    if (PM_NODE_TYPE_P(node, PM_CONSTANT_PATH_NODE)) {
        NODE(constant_path, path, node);
        VALUE parent = pattern_constant(r, path->parent);
        rp_tok(r, path->delimiter_loc.start);
        VALUE name = rp_tok_opt(r, &path->name_loc);
        return path->parent ? EV(const_path_ref, parent, name) : EV(top_const_ref, name);
    }
    VALUE name = rp_tok(r, node->location.start);
    return EV(var_ref, name);
}

static VALUE
pattern_array(struct ripper *r, const pm_node_list_t *nodes)
{
    if (nodes->size == 0) return Qnil;
    VALUE list = rb_ary_new_capa(nodes->size);
    for (size_t i = 0; i < nodes->size; i++) rb_ary_push(list, rp_pattern(r, nodes->nodes[i]));
    return list;
}

/* After the last part: the closing bracket, or what a parser sees next. */
static void
close_pattern(struct ripper *r, const pm_location_t *closing)
{
    if (loc_p(closing)) rp_tok(r, closing->start);
    else rp_look(r);
}

static VALUE
array_pattern(struct ripper *r, const pm_array_pattern_node_t *node)
{
    VALUE constant = pattern_constant(r, node->constant), rest = Qnil;

    rp_tok_opt(r, &node->opening_loc);
    VALUE requireds = pattern_array(r, &node->requireds);
    if (node->rest && PM_NODE_TYPE_P(node->rest, PM_SPLAT_NODE))
        rest = pattern_splat(r, (const pm_splat_node_t *)node->rest);
    else if (node->rest) rp_tok(r, node->rest->location.start);
    VALUE posts = pattern_array(r, &node->posts);
    close_pattern(r, &node->closing_loc);
    return EV(aryptn, constant, requireds, rest, posts);
}

static VALUE
find_pattern(struct ripper *r, const pm_find_pattern_node_t *node)
{
    VALUE constant = pattern_constant(r, node->constant), right = Qnil;

    rp_tok_opt(r, &node->opening_loc);
    VALUE left = pattern_splat(r, node->left);
    VALUE list = pattern_array(r, &node->requireds);
    if (node->right && PM_NODE_TYPE_P(node->right, PM_SPLAT_NODE))
        right = pattern_splat(r, (const pm_splat_node_t *)node->right);
    rp_tok_opt(r, &node->closing_loc); /* without brackets, the name of the last splat ends it */
    return EV(fndptn, constant, left, list, right);
}

static VALUE
hash_rest(struct ripper *r, node_t node)
{
    if (!node) return Qnil;
    if (PM_NODE_TYPE_P(node, PM_NO_KEYWORDS_PARAMETER_NODE)) {
        rp_tok(r, ((const pm_no_keywords_parameter_node_t *)node)->keyword_loc.start);
        return EV(var_field, ID2SYM(rb_intern("nil")));
    }
    if (!PM_NODE_TYPE_P(node, PM_ASSOC_SPLAT_NODE)) return Qnil;
    NODE(assoc_splat, splat, node);
    rp_tok(r, splat->operator_loc.start);
    return splat->value ? pattern_variable(r, splat->value) : Qnil;
}

static VALUE
hash_pattern(struct ripper *r, const pm_hash_pattern_node_t *node)
{
    VALUE constant = pattern_constant(r, node->constant), list = Qnil;

    rp_tok_opt(r, &node->opening_loc);
    if (node->elements.size || node->rest) list = rb_ary_new_capa(node->elements.size);
    for (size_t i = 0; i < node->elements.size; i++) {
        if (!PM_NODE_TYPE_P(node->elements.nodes[i], PM_ASSOC_NODE)) continue;
        NODE(assoc, pair, node->elements.nodes[i]);
        bool text = false;
        VALUE key = rp_label(r, pair->key, &text);
        VALUE value = PM_NODE_TYPE_P(pair->value, PM_IMPLICIT_NODE) ? Qnil : rp_pattern(r, pair->value);
        rb_ary_push(list, rb_assoc_new(key, value));
    }
    VALUE rest = hash_rest(r, node->rest);
    if (loc_p(&node->closing_loc) || !node->rest) close_pattern(r, &node->closing_loc); /* nothing can follow a `**` */
    return EV(hshptn, constant, list, rest);
}

static VALUE
range_pattern(struct ripper *r, const pm_range_node_t *node)
{
    VALUE left = node->left ? rp_pattern(r, node->left) : Qnil;
    rp_tok(r, node->operator_loc.start);
    VALUE right = node->right ? rp_pattern(r, node->right) : Qnil;
    if (!node->right) rp_look(r);
    return node->operator_loc.end - node->operator_loc.start == 3 ? EV(dot3, left, right) : EV(dot2, left, right);
}

static VALUE
pinned_expression(struct ripper *r, const pm_pinned_expression_node_t *node)
{
    rp_tok(r, node->operator_loc.start);
    rp_tok(r, node->lparen_loc.start);
    VALUE value = rp_node(r, node->expression);
    rp_look(r);
    rp_tok(r, node->rparen_loc.start);
    return EV(begin, value);
}

/* Returns whether the grammar can continue after such a part: with a range, or with the arguments of a constant. */
static bool
open_end_p(node_t node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_ARRAY_PATTERN_NODE: return !loc_p(&((const pm_array_pattern_node_t *)node)->closing_loc);
    case PM_HASH_PATTERN_NODE: return !loc_p(&((const pm_hash_pattern_node_t *)node)->closing_loc);
    case PM_FIND_PATTERN_NODE: return !loc_p(&((const pm_find_pattern_node_t *)node)->closing_loc);
    case PM_RANGE_NODE: return !((const pm_range_node_t *)node)->right;
    case PM_LOCAL_VARIABLE_TARGET_NODE:
    case PM_PINNED_VARIABLE_NODE:
    case PM_PINNED_EXPRESSION_NODE:
    case PM_PARENTHESES_NODE: return false;
    default: return true;
    }
}

/* ---- patterns ---- */

static VALUE
guarded(struct ripper *r, const pm_statements_node_t *statements, const pm_location_t *keyword, node_t predicate,
        bool unless)
{
    VALUE pattern = statements && statements->body.size ? rp_pattern(r, statements->body.nodes[0]) : Qnil;
    rp_tok(r, keyword->start);
    VALUE value = rp_node(r, predicate);
    rp_look(r);
    return unless ? EV(unless_mod, value, pattern) : EV(if_mod, value, pattern);
}

static VALUE
pattern_in_parentheses(struct ripper *r, const pm_parentheses_node_t *paren)
{
    VALUE value = Qnil;
    rp_tok(r, paren->opening_loc.start);
    if (paren->body && PM_NODE_TYPE_P(paren->body, PM_STATEMENTS_NODE)) {
        NODE(statements, statements, paren->body);
        if (statements->body.size) value = rp_pattern(r, statements->body.nodes[0]);
    } else if (paren->body) value = rp_pattern(r, paren->body);
    rp_look(r);
    rp_tok_opt(r, &paren->closing_loc);
    return value;
}

VALUE
rp_pattern(struct ripper *r, node_t node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_LOCAL_VARIABLE_TARGET_NODE: return pattern_variable(r, node);
    case PM_CONSTANT_READ_NODE:
    case PM_CONSTANT_PATH_NODE: return pattern_constant(r, node);
    case PM_ARRAY_PATTERN_NODE: return array_pattern(r, (const pm_array_pattern_node_t *)node);
    case PM_FIND_PATTERN_NODE: return find_pattern(r, (const pm_find_pattern_node_t *)node);
    case PM_HASH_PATTERN_NODE: return hash_pattern(r, (const pm_hash_pattern_node_t *)node);
    case PM_SPLAT_NODE: return pattern_splat(r, (const pm_splat_node_t *)node);
    case PM_RANGE_NODE: return range_pattern(r, (const pm_range_node_t *)node);
    case PM_PINNED_EXPRESSION_NODE: return pinned_expression(r, (const pm_pinned_expression_node_t *)node);
    case PM_PINNED_VARIABLE_NODE: {
        NODE(pinned_variable, pin, node);
        rp_tok(r, pin->operator_loc.start);
        VALUE name = rp_tok(r, pin->variable->location.start);
        return EV(var_ref, name);
    }
    case PM_PARENTHESES_NODE: return pattern_in_parentheses(r, (const pm_parentheses_node_t *)node);
    case PM_ALTERNATION_PATTERN_NODE: {
        NODE(alternation_pattern, n, node);
        VALUE left = rp_pattern(r, n->left);
        rp_look(r);
        rp_tok(r, n->operator_loc.start);
        VALUE right = rp_pattern(r, n->right);
        if (open_end_p(n->right)) rp_look(r);
        return EV(binary, left, rp_operator(&n->operator_loc), right);
    }
    case PM_CAPTURE_PATTERN_NODE: {
        NODE(capture_pattern, n, node);
        VALUE value = rp_pattern(r, n->value);
        rp_look(r);
        rp_tok(r, n->operator_loc.start);
        VALUE target = pattern_variable(r, &n->target->base);
        return EV(binary, value, rp_operator(&n->operator_loc), target);
    }
    case PM_IF_NODE: {
        NODE(if, n, node);
        return guarded(r, n->statements, &n->if_keyword_loc, n->predicate, false);
    }
    case PM_UNLESS_NODE: {
        NODE(unless, n, node);
        return guarded(r, n->statements, &n->keyword_loc, n->predicate, true);
    }
    case PM_SELF_NODE:
    case PM_NIL_NODE:
    case PM_TRUE_NODE:
    case PM_FALSE_NODE:
    case PM_SOURCE_FILE_NODE:
    case PM_SOURCE_LINE_NODE:
    case PM_SOURCE_ENCODING_NODE: {
        VALUE name = rp_tok(r, node->location.start);
        return EV(var_ref, name);
    }
    default: return rp_node(r, node);
    }
}

/* ---- case/in ---- */

/* The i-th `in` and what comes after it. */
static VALUE
in_node(struct ripper *r, const pm_case_match_node_t *n, size_t i)
{
    if (i == n->conditions.size) {
        if (!n->else_clause) {
            rp_look_past_terms(r);
            return Qnil;
        }
        rp_tok(r, n->else_clause->else_keyword_loc.start);
        VALUE body = rp_statements(r, n->else_clause->statements);
        rp_tok_opt(r, &n->end_keyword_loc);
        return EV(else, body);
    }
    NODE(in, in, n->conditions.nodes[i]);
    rp_tok(r, in->in_loc.start);
    VALUE pattern = rp_pattern(r, in->pattern);
    if (loc_p(&in->then_loc) && *in->then_loc.start == 't') rp_tok(r, in->then_loc.start);
    else rp_skip_term(r);
    VALUE body = rp_statements(r, in->statements);
    VALUE next = in_node(r, n, i + 1);
    return EV(in, pattern, body, next);
}

VALUE
rp_case_in(struct ripper *r, const pm_case_match_node_t *n)
{
    VALUE predicate = Qnil;

    rp_tok(r, n->case_keyword_loc.start);
    if (n->predicate) {
        predicate = rp_node(r, n->predicate);
        rp_look(r);
    }
    VALUE clauses = in_node(r, n, 0);
    rp_tok_opt(r, &n->end_keyword_loc);
    return EV(case, predicate, clauses);
}

/* Returns whether a pattern ends with its last name, as a find pattern without brackets does with its second splat. */
static bool
ended_by_name_p(node_t node)
{
    return PM_NODE_TYPE_P(node, PM_FIND_PATTERN_NODE) && !loc_p(&((const pm_find_pattern_node_t *)node)->closing_loc);
}

/* value => pattern, value in pattern: the members are the same. */
VALUE
rp_match(struct ripper *r, node_t node)
{
    NODE(match_required, match, node);
    VALUE value = rp_node(r, match->value);
    rp_look(r);
    rp_tok(r, match->operator_loc.start);
    VALUE pattern = rp_pattern(r, match->pattern);
    if (!ended_by_name_p(match->pattern)) rp_look(r);
    VALUE in = EV(in, pattern, Qnil, Qnil);
    return EV(case, value, in);
}
