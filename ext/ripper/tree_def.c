/*
 * tree_def.c - definitions: methods, classes, modules; alias, undef, BEGIN, END.
 */
#include "ext/ripper/tree.h"

/* ---- methods ---- */

/* The object whose method is defined. */
static VALUE
singleton(struct ripper *r, node_t node)
{
    if (PM_NODE_TYPE_P(node, PM_PARENTHESES_NODE)) {
        NODE(parentheses, paren, node);
        rp_tok(r, paren->opening_loc.start);
        node_t body = paren->body;
        if (body && PM_NODE_TYPE_P(body, PM_STATEMENTS_NODE) && ((const pm_statements_node_t *)body)->body.size == 1)
            body = ((const pm_statements_node_t *)body)->body.nodes[0];
        VALUE value = rp_node(r, body);
        rp_look(r);
        rp_tok_opt(r, &paren->closing_loc);
        return EV(paren, value);
    }
    if (PM_NODE_TYPE_P(node, PM_INSTANCE_VARIABLE_READ_NODE) || PM_NODE_TYPE_P(node, PM_CLASS_VARIABLE_READ_NODE) ||
        PM_NODE_TYPE_P(node, PM_GLOBAL_VARIABLE_READ_NODE)) {
        VALUE name = rp_tok(r, node->location.start);
        return EV(var_ref, name);
    }
    return rp_node(r, node);
}

static VALUE
def_parameters(struct ripper *r, const pm_def_node_t *def)
{
    if (!loc_p(&def->lparen_loc)) {
        VALUE params = rp_parameters(r, def->parameters, false);
        if (!loc_p(&def->equal_loc)) rp_skip_term(r);
        return params;
    }
    rp_tok(r, def->lparen_loc.start);
    VALUE params = rp_parameters(r, def->parameters, false);
    rp_tok_opt(r, &def->rparen_loc);
    return EV(paren, params);
}

static VALUE
def_body(struct ripper *r, const pm_def_node_t *def)
{
    if (!loc_p(&def->equal_loc)) return rp_bodystmt(r, def->body, def->end_keyword_loc.start);
    rp_tok(r, def->equal_loc.start);
    node_t body = def->body;
    if (body && PM_NODE_TYPE_P(body, PM_STATEMENTS_NODE) && ((const pm_statements_node_t *)body)->body.size == 1)
        body = ((const pm_statements_node_t *)body)->body.nodes[0];
    VALUE value = rp_node(r, body);
    rp_look(r);
    return EV(bodystmt, value, Qnil, Qnil, Qnil);
}

static VALUE
def_node(struct ripper *r, const pm_def_node_t *def)
{
    rp_tok(r, def->def_keyword_loc.start);
    if (!def->receiver) {
        VALUE name = rp_tok(r, def->name_loc.start);
        VALUE params = def_parameters(r, def);
        VALUE body = def_body(r, def);
        return EV(def, name, params, body);
    }
    VALUE object = singleton(r, def->receiver);
    VALUE operator= rp_tok(r, def->operator_loc.start);
    VALUE name = rp_tok(r, def->name_loc.start);
    VALUE params = def_parameters(r, def);
    VALUE body = def_body(r, def);
    return EV(defs, object, operator, name, params, body);
}

/* ---- classes and modules ---- */

/* A class's name: const_ref, const_path_ref, top_const_ref. */
static VALUE
class_path(struct ripper *r, node_t node)
{
    if (PM_NODE_TYPE_P(node, PM_CONSTANT_PATH_NODE) || PM_NODE_TYPE_P(node, PM_MISSING_NODE)) return rp_node(r, node);
    VALUE name = rp_tok(r, node->location.start);
    rp_shift(r, node->location.end);
    rp_look(r);
    name = rp_flaw(r, PE_class_name_error, node->location.start, name);
    return EV(const_ref, name);
}

static VALUE
class_node(struct ripper *r, const pm_class_node_t *node)
{
    rp_tok(r, node->class_keyword_loc.start);
    VALUE path = class_path(r, node->constant_path), super = Qnil;
    if (node->superclass) {
        rp_tok(r, node->inheritance_operator_loc.start);
        super = rp_node(r, node->superclass);
        rp_look(r);
        rp_skip_term(r);
    }
    VALUE body = rp_bodystmt(r, node->body, node->end_keyword_loc.start);
    return EV(class, path, super, body);
}

static VALUE
module_node(struct ripper *r, const pm_module_node_t *node)
{
    rp_tok(r, node->module_keyword_loc.start);
    VALUE path = class_path(r, node->constant_path);
    VALUE body = rp_bodystmt(r, node->body, node->end_keyword_loc.start);
    return EV(module, path, body);
}

static VALUE
singleton_class(struct ripper *r, const pm_singleton_class_node_t *node)
{
    rp_tok(r, node->class_keyword_loc.start);
    rp_tok(r, node->operator_loc.start);
    VALUE object = rp_node(r, node->expression);
    rp_look(r);
    rp_skip_term(r);
    VALUE body = rp_bodystmt(r, node->body, node->end_keyword_loc.start);
    return EV(sclass, object, body);
}

/* ---- names of methods ---- */

/* Walks a name after alias or undef: a bare name or a Symbol. */
static VALUE
method_name(struct ripper *r, node_t node)
{
    if (!PM_NODE_TYPE_P(node, PM_SYMBOL_NODE) || loc_p(&((const pm_symbol_node_t *)node)->opening_loc))
        return rp_node(r, node);
    VALUE name = rp_tok(r, node->location.start);
    return EV(symbol_literal, name);
}

static VALUE
undef_node(struct ripper *r, const pm_undef_node_t *node)
{
    rp_tok(r, node->keyword_loc.start);
    VALUE list = rb_ary_new_capa(node->names.size);
    for (size_t i = 0; i < node->names.size; i++) rb_ary_push(list, method_name(r, node->names.nodes[i]));
    rp_look(r);
    return EV(undef, list);
}

static VALUE
alias_method(struct ripper *r, const pm_alias_method_node_t *node)
{
    rp_tok(r, node->keyword_loc.start);
    VALUE new_name = method_name(r, node->new_name);
    VALUE old_name = method_name(r, node->old_name);
    return EV(alias, new_name, old_name);
}

static VALUE
alias_variable(struct ripper *r, const pm_alias_global_variable_node_t *node)
{
    rp_tok(r, node->keyword_loc.start);
    VALUE new_name = rp_tok(r, node->new_name->location.start);
    VALUE old_name = rp_tok(r, node->old_name->location.start),
          flaw = rp_flaw(r, PE_alias_error, node->old_name->location.start, old_name);
    return flaw != old_name ? flaw : EV(var_alias, new_name, old_name);
}

VALUE
rp_definition(struct ripper *r, node_t node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_DEF_NODE: return def_node(r, (const pm_def_node_t *)node);
    case PM_CLASS_NODE: return class_node(r, (const pm_class_node_t *)node);
    case PM_MODULE_NODE: return module_node(r, (const pm_module_node_t *)node);
    case PM_SINGLETON_CLASS_NODE: return singleton_class(r, (const pm_singleton_class_node_t *)node);
    case PM_ALIAS_METHOD_NODE: return alias_method(r, (const pm_alias_method_node_t *)node);
    case PM_ALIAS_GLOBAL_VARIABLE_NODE: return alias_variable(r, (const pm_alias_global_variable_node_t *)node);
    case PM_UNDEF_NODE: return undef_node(r, (const pm_undef_node_t *)node);
    default: break;
    }
    NODE(pre_execution, block, node); /* END's node has the same members */
    rp_tok(r, block->keyword_loc.start);
    rp_tok(r, block->opening_loc.start);
    VALUE body = rp_statements(r, block->statements);
    rp_tok_opt(r, &block->closing_loc);
    return PM_NODE_TYPE_P(node, PM_PRE_EXECUTION_NODE) ? EV(BEGIN, body) : EV(END, body);
}
