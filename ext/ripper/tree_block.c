/*
 * tree_block.c - blocks, lambdas, and the parameters of these and of methods.
 */
#include "ext/ripper/tree.h"

/* ---- parameters ---- */

/* The tokens of a parameter that may have no name: `*`, `**`, `&` and the name. */
static VALUE
name_of(struct ripper *r, const pm_location_t *operator_loc, const pm_location_t *name_loc)
{
    rp_tok(r, operator_loc->start);
    if (loc_p(name_loc)) return rp_tok(r, name_loc->start);
    rp_look(r);
    return Qnil;
}

static VALUE required_list(struct ripper *r, const pm_multi_target_node_t *node);

/* One name, or more in parentheses. */
static VALUE
required(struct ripper *r, node_t node)
{
    if (PM_NODE_TYPE_P(node, PM_MULTI_TARGET_NODE)) return required_list(r, (const pm_multi_target_node_t *)node);
    VALUE name = rp_tok(r, node->location.start);
    return rp_flaw(r, PE_param_error, node->location.start, name);
}

static VALUE
splat_name(struct ripper *r, node_t node)
{
    NODE(splat, splat, node);
    rp_tok(r, splat->operator_loc.start);
    if (splat->expression) return rp_tok(r, splat->expression->location.start);
    rp_look(r);
    return Qnil;
}

/* Names in parentheses: (a, *b, c). */
static VALUE
required_list(struct ripper *r, const pm_multi_target_node_t *node)
{
    VALUE list = Qundef, posts = Qundef;

    rp_tok_opt(r, &node->lparen_loc);
    for (size_t i = 0; i < node->lefts.size; i++) {
        VALUE value = required(r, node->lefts.nodes[i]);
        if (list == Qundef) list = EV0(mlhs_new);
        list = EV(mlhs_add, list, value);
    }
    if (node->rest && PM_NODE_TYPE_P(node->rest, PM_SPLAT_NODE)) {
        VALUE star = splat_name(r, node->rest);
        rp_look(r);
        for (size_t i = 0; i < node->rights.size; i++) {
            VALUE value = required(r, node->rights.nodes[i]);
            if (posts == Qundef) posts = EV0(mlhs_new);
            posts = EV(mlhs_add, posts, value);
        }
        rp_look(r);
        if (list == Qundef) list = EV0(mlhs_new);
        list = EV(mlhs_add_star, list, star);
        if (posts != Qundef) list = EV(mlhs_add_post, list, posts);
    }
    if (list == Qundef) list = EV0(mlhs_new);
    rp_tok_opt(r, &node->rparen_loc);
    return EV(mlhs_paren, list);
}

static VALUE
required_array(struct ripper *r, const pm_node_list_t *nodes)
{
    if (nodes->size == 0) return Qnil;
    VALUE list = rb_ary_new_capa(nodes->size);
    for (size_t i = 0; i < nodes->size; i++) rb_ary_push(list, required(r, nodes->nodes[i]));
    return list;
}

static VALUE
optional_array(struct ripper *r, const pm_node_list_t *nodes, bool block)
{
    if (nodes->size == 0) return Qnil;
    VALUE list = rb_ary_new_capa(nodes->size);
    for (size_t i = 0; i < nodes->size; i++) {
        NODE(optional_parameter, parameter, nodes->nodes[i]);
        VALUE name = rp_tok(r, parameter->name_loc.start);
        rp_tok(r, parameter->operator_loc.start);
        if (block) r->primary = parameter->value;
        VALUE value = rp_node(r, parameter->value);
        if (!block) rp_look(r);
        rb_ary_push(list, rb_assoc_new(name, value));
    }
    return list;
}

static VALUE
keyword_array(struct ripper *r, const pm_node_list_t *nodes, bool block)
{
    if (nodes->size == 0) return Qnil;
    VALUE list = rb_ary_new_capa(nodes->size);
    for (size_t i = 0; i < nodes->size; i++) {
        VALUE value = Qfalse, name;
        if (PM_NODE_TYPE_P(nodes->nodes[i], PM_OPTIONAL_KEYWORD_PARAMETER_NODE)) {
            NODE(optional_keyword_parameter, parameter, nodes->nodes[i]);
            name = rp_tok(r, parameter->name_loc.start);
            if (block) r->primary = parameter->value;
            value = rp_node(r, parameter->value);
            if (!block) rp_look(r);
        } else name = rp_tok(r, nodes->nodes[i]->location.start);
        rb_ary_push(list, rb_assoc_new(name, value));
    }
    return list;
}

static VALUE
rest_parameter(struct ripper *r, node_t node)
{
    if (!node) return Qnil;
    if (PM_NODE_TYPE_P(node, PM_IMPLICIT_REST_NODE)) {
        rp_tok(r, node->location.start);
        rp_look(r);
        return EV0(excessed_comma);
    }
    NODE(rest_parameter, rest, node);
    VALUE name = name_of(r, &rest->operator_loc, &rest->name_loc);
    return EV(rest_param, name);
}

static VALUE
keyword_rest(struct ripper *r, node_t node)
{
    if (!node) return Qnil;
    if (PM_NODE_TYPE_P(node, PM_FORWARDING_PARAMETER_NODE)) {
        rp_tok(r, node->location.start);
        return EV0(args_forward);
    }
    if (PM_NODE_TYPE_P(node, PM_NO_KEYWORDS_PARAMETER_NODE)) {
        rp_tok(r, ((const pm_no_keywords_parameter_node_t *)node)->keyword_loc.start);
        EV(nokw_param, Qnil);
        return ID2SYM(rb_intern("nil"));
    }
    NODE(keyword_rest_parameter, rest, node);
    VALUE name = name_of(r, &rest->operator_loc, &rest->name_loc);
    return EV(kwrest_param, name);
}

VALUE
rp_empty_parameters(struct ripper *r)
{
    return EV(params, Qnil, Qnil, Qnil, Qnil, Qnil, Qnil, Qnil);
}

VALUE
rp_parameters(struct ripper *r, const pm_parameters_node_t *p, bool block)
{
    if (!p) {
        rp_look(r);
        return rp_empty_parameters(r);
    }
    VALUE requireds = required_array(r, &p->requireds);
    VALUE optionals = optional_array(r, &p->optionals, block);
    VALUE rest = rest_parameter(r, p->rest);
    VALUE posts = required_array(r, &p->posts);
    VALUE keywords = keyword_array(r, &p->keywords, block);
    VALUE kwrest = keyword_rest(r, p->keyword_rest), blockarg = Qnil;
    if (p->block) {
        blockarg = name_of(r, &p->block->operator_loc, &p->block->name_loc);
        blockarg = EV(blockarg, blockarg);
    }
    bool forward = p->keyword_rest && PM_NODE_TYPE_P(p->keyword_rest, PM_FORWARDING_PARAMETER_NODE);
    if (!forward && !(p->block && loc_p(&p->block->name_loc))) rp_look(r); /* nothing can follow these */
    return EV(params, requireds, optionals, rest, posts, keywords, kwrest, blockarg);
}

/* ---- blocks ---- */

static VALUE
block_locals(struct ripper *r, const pm_node_list_t *locals)
{
    if (locals->size == 0) return Qfalse;
    VALUE list = rb_ary_new_capa(locals->size);
    for (size_t i = 0; i < locals->size; i++) rb_ary_push(list, rp_tok(r, locals->nodes[i]->location.start));
    return list;
}

static VALUE
block_var(struct ripper *r, node_t node)
{
    if (!node || !PM_NODE_TYPE_P(node, PM_BLOCK_PARAMETERS_NODE)) return Qnil;
    NODE(block_parameters, parameters, node);
    rp_tok(r, parameters->opening_loc.start);
    VALUE params = Qnil;
    if (parameters->opening_loc.end - parameters->opening_loc.start == 2) params = rp_empty_parameters(r); /* || */
    else if (parameters->parameters) params = rp_parameters(r, parameters->parameters, true);
    else if (parameters->locals.size == 0) {
        rp_tok_opt(r, &parameters->closing_loc);
        params = rp_empty_parameters(r);
    } else {
        rp_look(r);
        params = rp_empty_parameters(r);
    }
    VALUE locals = block_locals(r, &parameters->locals);
    rp_tok_opt(r, &parameters->closing_loc);
    return EV(block_var, params, locals);
}

VALUE
rp_block(struct ripper *r, const pm_block_node_t *block)
{
    rp_tok(r, block->opening_loc.start);
    VALUE variables = block_var(r, block->parameters), body;

    if (*block->opening_loc.start == '{') {
        body = rp_body(r, block->body);
        rp_tok_opt(r, &block->closing_loc);
        return EV(brace_block, variables, body);
    }
    body = rp_bodystmt(r, block->body, block->closing_loc.start);
    return EV(do_block, variables, body);
}

VALUE
rp_lambda(struct ripper *r, const pm_lambda_node_t *lambda)
{
    VALUE params, body;
    const pm_block_parameters_node_t *parameters = NULL;

    rp_tok(r, lambda->operator_loc.start);
    if (lambda->parameters && PM_NODE_TYPE_P(lambda->parameters, PM_BLOCK_PARAMETERS_NODE))
        parameters = (const pm_block_parameters_node_t *)lambda->parameters;
    if (parameters) rp_tok_opt(r, &parameters->opening_loc);
    params = rp_parameters(r, parameters ? parameters->parameters : NULL, false);
    if (parameters) {
        block_locals(r, &parameters->locals);
        if (loc_p(&parameters->opening_loc)) {
            rp_tok_opt(r, &parameters->closing_loc);
            params = EV(paren, params);
        }
    }
    rp_tok(r, lambda->opening_loc.start);
    if (*lambda->opening_loc.start == '{') {
        body = rp_body(r, lambda->body);
        rp_tok_opt(r, &lambda->closing_loc);
    } else body = rp_bodystmt(r, lambda->body, lambda->closing_loc.start);
    return EV(lambda, params, body);
}
