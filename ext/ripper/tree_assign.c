/*
 * tree_assign.c - assignments: what is assigned to, values, operators.
 */
#include "ext/ripper/tree.h"

/* ---- values ---- */

VALUE
rp_mrhs(struct ripper *r, const pm_node_list_t *list)
{
    VALUE values = Qundef;
    size_t n = list->size;

    for (size_t i = 0; i < n; i++) {
        node_t node = list->nodes[i];
        bool star = PM_NODE_TYPE_P(node, PM_SPLAT_NODE), last = i + 1 == n;
        if (star) {
            rp_tok(r, ((const pm_splat_node_t *)node)->operator_loc.start);
            node = ((const pm_splat_node_t *)node)->expression;
        }
        VALUE value = node ? rp_node(r, node) : Qnil;
        rp_look(r);
        if (last) {
            values = n == 1 ? EV0(mrhs_new) : EV(mrhs_new_from_args, values);
            return star ? EV(mrhs_add_star, values, value) : EV(mrhs_add, values, value);
        }
        if (values == Qundef) values = EV0(args_new);
        values = star ? EV(args_add_star, values, value) : EV(args_add, values, value);
    }
    return Qnil;
}

/* Walks the right side of an assignment: one value, or several without brackets. */
static VALUE
value_of(struct ripper *r, node_t node)
{
    if (PM_NODE_TYPE_P(node, PM_ARRAY_NODE)) {
        NODE(array, array, node);
        if (!loc_p(&array->opening_loc) && array->elements.size) return rp_mrhs(r, &array->elements);
    }
    if (PM_NODE_TYPE_P(node, PM_RESCUE_MODIFIER_NODE)) {
        NODE(rescue_modifier, rescue, node);
        VALUE value = value_of(r, rescue->expression);
        rp_tok(r, rescue->keyword_loc.start);
        r->operand = rescue->rescue_expression;
        VALUE other = rp_node(r, rescue->rescue_expression);
        rp_look(r);
        return EV(rescue_mod, value, other);
    }
    VALUE value = rp_node(r, node);
    rp_look(r);
    return value;
}

/* ---- targets ---- */

static VALUE
plain_variable(struct ripper *r, const uint8_t *start)
{
    VALUE name = rp_tok(r, start);
    rp_look(r);
    return EV(var_field, name);
}

static VALUE
variable(struct ripper *r, const uint8_t *start)
{
    VALUE target = plain_variable(r, start);
    return rp_flaw(r, PE_assign_error, start, target);
}

static VALUE
field(struct ripper *r, node_t object, const pm_location_t *operator_loc, const pm_location_t *message_loc)
{
    VALUE receiver = rp_node(r, object);
    rp_look(r);
    VALUE operator= rp_tok(r, operator_loc->start);
    VALUE name = rp_tok(r, message_loc->start);
    rp_look(r);
    return EV(field, receiver, operator, name);
}

static VALUE
constant_path_field(struct ripper *r, node_t parent, const pm_location_t *delimiter, const pm_location_t *name_loc)
{
    VALUE scope = parent ? rp_node(r, parent) : Qnil;
    if (parent) rp_look(r);
    rp_tok(r, delimiter->start);
    VALUE name = rp_tok(r, name_loc->start);
    rp_look(r);
    scope = parent ? EV(const_path_field, scope, name) : EV(top_const_field, name);
    return rp_flaw(r, PE_assign_error, parent ? parent->location.start : delimiter->start, scope);
}

static VALUE
index_field(struct ripper *r, const pm_index_target_node_t *node)
{
    VALUE receiver = rp_node(r, node->receiver);
    rp_look(r);
    rp_tok(r, node->opening_loc.start);
    VALUE list = rp_arguments(r, node->arguments, node->block ? &node->block->base : NULL, &node->closing_loc);
    rp_tok(r, node->closing_loc.start);
    rp_look(r);
    return EV(aref_field, receiver, list);
}

/* first: nothing stands before it, so that a parenthesis may begin all of the assignment. */
static VALUE
target(struct ripper *r, node_t node, bool first)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_MULTI_TARGET_NODE: {
        NODE(multi_target, multi, node);
        if (!loc_p(&multi->lparen_loc)) return rp_multi_target(r, &multi->lefts, multi->rest, &multi->rights);
        rp_tok(r, multi->lparen_loc.start);
        VALUE list = rp_multi_target(r, &multi->lefts, multi->rest, &multi->rights);
        rp_tok_opt(r, &multi->rparen_loc);
        if (first) rp_look(r);
        return EV(mlhs_paren, list);
    }
    case PM_CALL_TARGET_NODE: {
        NODE(call_target, call, node);
        return field(r, call->receiver, &call->call_operator_loc, &call->message_loc);
    }
    case PM_INDEX_TARGET_NODE: return index_field(r, (const pm_index_target_node_t *)node);
    case PM_CONSTANT_PATH_TARGET_NODE: {
        NODE(constant_path_target, path, node);
        return constant_path_field(r, path->parent, &path->delimiter_loc, &path->name_loc);
    }
    case PM_SPLAT_NODE:
    case PM_IMPLICIT_REST_NODE: return Qnil;
    default: return variable(r, node->location.start);
    }
}

VALUE
rp_target(struct ripper *r, node_t node)
{
    return target(r, node, true);
}

static VALUE
add_targets(struct ripper *r, VALUE list, const pm_node_list_t *nodes, bool first)
{
    for (size_t i = 0; i < nodes->size; i++) {
        VALUE item = target(r, nodes->nodes[i], first && i == 0);
        if (first) rp_look(r);
        if (list == Qundef) list = EV0(mlhs_new);
        list = EV(mlhs_add, list, item);
    }
    return list;
}

VALUE
rp_multi_target(struct ripper *r, const pm_node_list_t *lefts, node_t rest, const pm_node_list_t *rights)
{
    VALUE list = add_targets(r, Qundef, lefts, true);

    if (rest && PM_NODE_TYPE_P(rest, PM_SPLAT_NODE)) {
        NODE(splat, splat, rest);
        rp_tok(r, splat->operator_loc.start);
        VALUE star = splat->expression ? target(r, splat->expression, false) : Qnil;
        rp_look(r);
        VALUE posts = add_targets(r, Qundef, rights, false);
        rp_look(r);
        if (list == Qundef) list = EV0(mlhs_new);
        list = EV(mlhs_add_star, list, star);
        if (posts != Qundef) list = EV(mlhs_add_post, list, posts);
    } else if (rest) rp_tok(r, rest->location.start); /* the last comma */
    return list == Qundef ? EV0(mlhs_new) : list;
}

/* ---- assignments ---- */

static VALUE
assign(struct ripper *r, VALUE target, const pm_location_t *operator_loc, node_t value)
{
    rp_tok(r, operator_loc->start);
    VALUE right = value_of(r, value);
    return EV(assign, target, right);
}

static VALUE
multi_write(struct ripper *r, const pm_multi_write_node_t *node)
{
    VALUE targets;
    if (loc_p(&node->lparen_loc)) {
        rp_tok(r, node->lparen_loc.start);
        targets = rp_multi_target(r, &node->lefts, node->rest, &node->rights);
        rp_tok_opt(r, &node->rparen_loc);
        rp_look(r);
        targets = EV(mlhs_paren, targets);
    } else targets = rp_multi_target(r, &node->lefts, node->rest, &node->rights);
    rp_tok(r, node->operator_loc.start);
    VALUE value = value_of(r, node->value);
    return EV(massign, targets, value);
}

VALUE
rp_call_assignment(struct ripper *r, const pm_call_node_t *call)
{
    VALUE target;

    if (loc_p(&call->opening_loc) && *call->opening_loc.start == '[' && !loc_p(&call->call_operator_loc)) {
        size_t n = call->arguments ? call->arguments->arguments.size : 0;
        if (n == 0 || !loc_p(&call->equal_loc)) return Qnil;
        pm_arguments_node_t arguments = *call->arguments;
        arguments.arguments.size = n - 1;
        VALUE receiver = rp_node(r, call->receiver);
        rp_look(r);
        rp_tok(r, call->opening_loc.start);
        node_t block = call->block && PM_NODE_TYPE_P(call->block, PM_BLOCK_ARGUMENT_NODE) ? call->block : NULL;
        VALUE list = n == 1 && !block ? Qnil : rp_arguments(r, &arguments, block, &call->closing_loc);
        rp_tok(r, call->closing_loc.start);
        rp_look(r);
        target = EV(aref_field, receiver, list);
        return assign(r, target, &call->equal_loc, call->arguments->arguments.nodes[n - 1]);
    }
    target = field(r, call->receiver, &call->call_operator_loc, &call->message_loc);
    if (!call->arguments || !call->arguments->arguments.size || !loc_p(&call->equal_loc)) return target;
    return assign(r, target, &call->equal_loc, call->arguments->arguments.nodes[0]);
}

/* ---- assignments with an operator ---- */

/* Walks the rest of `target OP= value`: sets *operator and returns the value. */
static VALUE
operator_value(struct ripper *r, const pm_location_t *operator_loc, node_t value, VALUE *operator)
{
    *operator= rp_tok(r, operator_loc->start);
    return value_of(r, value);
}

static VALUE
variable_op(struct ripper *r, const uint8_t *name, const pm_location_t *operator_loc, node_t value)
{
    bool readonly = *name == '$'; /* all of the assignment is wrong then */
    VALUE target = readonly ? plain_variable(r, name) : variable(r, name), operator;
    VALUE right = operator_value(r, operator_loc, value, &operator);
    right = EV(opassign, target, operator, right);
    return readonly ? rp_flaw(r, PE_assign_error, name, right) : right;
}

/* Walks `receiver.name OP= value`.  The event of the target follows the value. */
static VALUE
call_op(struct ripper *r, node_t object, const pm_location_t *call_operator, const pm_location_t *message,
        const pm_location_t *operator_loc, node_t value)
{
    VALUE operator, receiver = rp_node(r, object);
    rp_look(r);
    VALUE dot = rp_tok(r, call_operator->start);
    VALUE name = rp_tok(r, message->start);
    VALUE right = operator_value(r, operator_loc, value, &operator);
    VALUE target = EV(field, receiver, dot, name);
    return EV(opassign, target, operator, right);
}

static VALUE
index_op(struct ripper *r, const pm_index_or_write_node_t *node, const pm_location_t *operator_loc, node_t value)
{
    VALUE operator, receiver = rp_node(r, node->receiver);
    rp_look(r);
    rp_tok(r, node->opening_loc.start);
    VALUE list = rp_arguments(r, node->arguments, node->block ? &node->block->base : NULL, &node->closing_loc);
    rp_tok(r, node->closing_loc.start);
    VALUE right = operator_value(r, operator_loc, value, &operator);
    VALUE target = EV(aref_field, receiver, list);
    return EV(opassign, target, operator, right);
}

static VALUE
path_op(struct ripper *r, const pm_constant_path_node_t *path, const pm_location_t *operator_loc, node_t value)
{
    VALUE operator, scope = path->parent ? rp_node(r, path->parent) : Qnil;
    if (path->parent) rp_look(r);
    rp_tok(r, path->delimiter_loc.start);
    VALUE name = rp_tok(r, path->name_loc.start);
    VALUE right = operator_value(r, operator_loc, value, &operator);
    VALUE target = path->parent ? EV(const_path_field, scope, name) : EV(top_const_field, name);
    return EV(opassign, target, operator, right);
}

#define WRITE(type, upper)                                                           \
    case PM_##upper##_WRITE_NODE: {                                                  \
        NODE(type##_write, n, node);                                                 \
        VALUE target = variable(r, n->name_loc.start);                               \
        return assign(r, target, &n->operator_loc, n->value);                        \
    }                                                                                \
    case PM_##upper##_AND_WRITE_NODE: {                                              \
        NODE(type##_and_write, n, node);                                             \
        return variable_op(r, n->name_loc.start, &n->operator_loc, n->value);        \
    }                                                                                \
    case PM_##upper##_OR_WRITE_NODE: {                                               \
        NODE(type##_or_write, n, node);                                              \
        return variable_op(r, n->name_loc.start, &n->operator_loc, n->value);        \
    }                                                                                \
    case PM_##upper##_OPERATOR_WRITE_NODE: {                                         \
        NODE(type##_operator_write, n, node);                                        \
        return variable_op(r, n->name_loc.start, &n->binary_operator_loc, n->value); \
    }

VALUE
rp_assignment(struct ripper *r, node_t node)
{
    switch (PM_NODE_TYPE(node)) {
        WRITE(local_variable, LOCAL_VARIABLE)
        WRITE(instance_variable, INSTANCE_VARIABLE)
        WRITE(class_variable, CLASS_VARIABLE)
        WRITE(global_variable, GLOBAL_VARIABLE)
        WRITE(constant, CONSTANT)
    case PM_CONSTANT_PATH_WRITE_NODE: {
        NODE(constant_path_write, n, node);
        VALUE target = constant_path_field(r, n->target->parent, &n->target->delimiter_loc, &n->target->name_loc);
        return assign(r, target, &n->operator_loc, n->value);
    }
    case PM_CONSTANT_PATH_AND_WRITE_NODE: {
        NODE(constant_path_and_write, n, node);
        return path_op(r, n->target, &n->operator_loc, n->value);
    }
    case PM_CONSTANT_PATH_OR_WRITE_NODE: {
        NODE(constant_path_or_write, n, node);
        return path_op(r, n->target, &n->operator_loc, n->value);
    }
    case PM_CONSTANT_PATH_OPERATOR_WRITE_NODE: {
        NODE(constant_path_operator_write, n, node);
        return path_op(r, n->target, &n->binary_operator_loc, n->value);
    }
    case PM_CALL_AND_WRITE_NODE: {
        NODE(call_and_write, n, node);
        return call_op(r, n->receiver, &n->call_operator_loc, &n->message_loc, &n->operator_loc, n->value);
    }
    case PM_CALL_OR_WRITE_NODE: {
        NODE(call_or_write, n, node);
        return call_op(r, n->receiver, &n->call_operator_loc, &n->message_loc, &n->operator_loc, n->value);
    }
    case PM_CALL_OPERATOR_WRITE_NODE: {
        NODE(call_operator_write, n, node);
        return call_op(r, n->receiver, &n->call_operator_loc, &n->message_loc, &n->binary_operator_loc, n->value);
    }
    case PM_INDEX_AND_WRITE_NODE: /* its members are those of ||= */
    case PM_INDEX_OR_WRITE_NODE: {
        NODE(index_or_write, n, node);
        return index_op(r, n, &n->operator_loc, n->value);
    }
    case PM_INDEX_OPERATOR_WRITE_NODE: { /* so are the first ones of its */
        NODE(index_operator_write, n, node);
        return index_op(r, (const pm_index_or_write_node_t *)node, &n->binary_operator_loc, n->value);
    }
    case PM_MULTI_WRITE_NODE: return multi_write(r, (const pm_multi_write_node_t *)node);
    case PM_MULTI_TARGET_NODE:
    case PM_LOCAL_VARIABLE_TARGET_NODE:
    case PM_INSTANCE_VARIABLE_TARGET_NODE:
    case PM_CLASS_VARIABLE_TARGET_NODE:
    case PM_GLOBAL_VARIABLE_TARGET_NODE:
    case PM_CONSTANT_TARGET_NODE:
    case PM_CONSTANT_PATH_TARGET_NODE:
    case PM_CALL_TARGET_NODE:
    case PM_INDEX_TARGET_NODE: return rp_target(r, node);
    default: /* what broken programs have: their tokens are gone over, they have no value */
        rp_shift(r, node->location.end);
        return Qnil;
    }
}
