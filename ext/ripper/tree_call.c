/*
 * tree_call.c - calls with their blocks and parentheses, operators, return, break, next, yield and super.
 */
#include "ext/ripper/tree.h"

#include <string.h>

/* ---- arguments ---- */

/* Returns whether node is a command of the grammar: a call with arguments without parentheses, and without a `do` block. */
bool
rp_command_p(node_t node)
{
    if (!node) return false;
    switch (PM_NODE_TYPE(node)) {
    case PM_CALL_NODE: {
        NODE(call, call, node);
        if (PM_NODE_FLAG_P(node, PM_CALL_NODE_FLAGS_ATTRIBUTE_WRITE)) return false;
        if (!call->arguments && !(call->block && PM_NODE_TYPE_P(call->block, PM_BLOCK_ARGUMENT_NODE))) return false;
        if (loc_p(&call->opening_loc)) return false;
        if (call->block && PM_NODE_TYPE_P(call->block, PM_BLOCK_NODE)) return false;
        const uint8_t *p = call->message_loc.start;
        if (!p) return false;
        if (call->receiver && !loc_p(&call->call_operator_loc)) return false; /* an operator */
        return true;
    }
    case PM_SUPER_NODE: {
        NODE(super, super, node);
        if (super->block && PM_NODE_TYPE_P(super->block, PM_BLOCK_NODE)) return false;
        return !loc_p(&super->lparen_loc) && (super->arguments || super->block);
    }
    case PM_YIELD_NODE: {
        NODE(yield, yield, node);
        return !loc_p(&yield->lparen_loc) && yield->arguments;
    }
    case PM_RETURN_NODE: return ((const pm_return_node_t *)node)->arguments;
    case PM_BREAK_NODE: return ((const pm_break_node_t *)node)->arguments;
    case PM_NEXT_NODE: return ((const pm_next_node_t *)node)->arguments;
    case PM_DEF_NODE: { /* def name = command */
        NODE(def, def, node);
        if (!loc_p(&def->equal_loc) || !def->body || !PM_NODE_TYPE_P(def->body, PM_STATEMENTS_NODE)) return false;
        const pm_node_list_t *body = &((const pm_statements_node_t *)def->body)->body;
        if (body->size != 1) return false;
        if (!PM_NODE_TYPE_P(body->nodes[0], PM_RESCUE_MODIFIER_NODE)) return rp_command_p(body->nodes[0]);
        return rp_command_p(((const pm_rescue_modifier_node_t *)body->nodes[0])->expression);
    }
    default: return false;
    }
}

static VALUE
assoc(struct ripper *r, node_t node)
{
    if (PM_NODE_TYPE_P(node, PM_ASSOC_SPLAT_NODE)) {
        NODE(assoc_splat, splat, node);
        rp_tok(r, splat->operator_loc.start);
        VALUE value = splat->value ? rp_node(r, splat->value) : Qnil;
        rp_look(r);
        return EV(assoc_splat, value);
    }
    NODE(assoc, pair, node);
    bool text = false;
    VALUE key;
    if (PM_NODE_TYPE_P(pair->key, PM_SYMBOL_NODE) || PM_NODE_TYPE_P(pair->key, PM_INTERPOLATED_SYMBOL_NODE))
        key = rp_label(r, pair->key, &text);
    else key = rp_node(r, pair->key);
    if (loc_p(&pair->operator_loc)) {
        rp_look(r);
        rp_tok(r, pair->operator_loc.start);
    }
    VALUE value = rp_node(r, pair->value);
    rp_look(r);
    if (text) key = EV(dyna_symbol, key);
    return EV(assoc_new, key, value);
}

VALUE
rp_assoc_list(struct ripper *r, const pm_node_list_t *elements)
{
    VALUE list = rb_ary_new_capa(elements->size);
    for (size_t i = 0; i < elements->size; i++) rb_ary_push(list, assoc(r, elements->nodes[i]));
    return list;
}

/* Adds one argument; list: Qundef before the first.  *assocs gets the pairs of a Hash without braces. */
static VALUE
add_argument(struct ripper *r, VALUE list, node_t node, VALUE *assocs)
{
    VALUE value;

    switch (PM_NODE_TYPE(node)) {
    case PM_SPLAT_NODE: {
        NODE(splat, splat, node);
        rp_tok(r, splat->operator_loc.start);
        value = splat->expression ? rp_node(r, splat->expression) : Qnil;
        rp_look(r);
        if (list == Qundef) list = EV0(args_new);
        return EV(args_add_star, list, value);
    }
    case PM_KEYWORD_HASH_NODE: *assocs = rp_assoc_list(r, &((const pm_keyword_hash_node_t *)node)->elements); return list;
    case PM_FORWARDING_ARGUMENTS_NODE:
        rp_tok(r, node->location.start);
        rp_look(r);
        value = EV0(args_forward);
        if (list == Qundef) return value;
        return EV(args_add, list, value);
    default:
        value = rp_node(r, node);
        rp_look(r);
        if (list == Qundef) list = EV0(args_new);
        return EV(args_add, list, value);
    }
}

static VALUE
add_assocs(struct ripper *r, VALUE list, VALUE assocs)
{
    if (NIL_P(assocs)) return list;
    if (list == Qundef) list = EV0(args_new);
    VALUE hash = EV(bare_assoc_hash, assocs);
    return EV(args_add, list, hash);
}

/* Returns whether a comma follows the last argument. */
static bool
comma_next_p(struct ripper *r)
{
    uint32_t next = rp_next_significant(r, r->last);
    return next < r->tok_count && r->tok[next].event == SE_comma;
}

VALUE
rp_list(struct ripper *r, const pm_node_list_t *nodes)
{
    VALUE list = Qundef, assocs = Qnil;
    for (size_t i = 0; i < nodes->size; i++) list = add_argument(r, list, nodes->nodes[i], &assocs);
    if (!NIL_P(assocs)) {
        rp_look(r);
        if (comma_next_p(r)) {
            rp_shift_index(r, rp_next_significant(r, r->last));
            rp_look(r);
        }
    }
    list = add_assocs(r, list, assocs);
    return list == Qundef ? Qnil : list;
}

static bool
detached_p(const struct ripper *r, node_t node)
{
    return r->detached && PM_NODE_TYPE_P(node, PM_CALL_NODE) && ((const pm_call_node_t *)node)->block == r->detached;
}

VALUE
rp_arguments(struct ripper *r, const pm_arguments_node_t *arguments, node_t block, const pm_location_t *closing)
{
    const pm_node_list_t *nodes = arguments ? &arguments->arguments : NULL;
    VALUE list = Qundef, assocs = Qnil, value = Qfalse;
    bool forward = false;

    if (!nodes && !block) return Qnil;
    for (size_t i = 0; nodes && i < nodes->size; i++) {
        list = add_argument(r, list, nodes->nodes[i], &assocs);
        forward = PM_NODE_TYPE_P(nodes->nodes[i], PM_FORWARDING_ARGUMENTS_NODE);
    }
    if (forward) return list;
    if (block) {
        NODE(block_argument, argument, block);
        rp_tok(r, argument->operator_loc.start);
        value = argument->expression ? rp_node(r, argument->expression) : Qnil;
    }
    rp_look(r);
    if (closing && loc_p(closing) && comma_next_p(r)) {
        rp_shift_index(r, rp_next_significant(r, r->last));
        if (!NIL_P(assocs)) rp_look(r);
        return add_assocs(r, list, assocs);
    }
    list = add_assocs(r, list, assocs);
    if (list == Qundef) list = EV0(args_new);
    else if (!block && nodes->size == 1 && (detached_p(r, nodes->nodes[0]) || rp_command_p(nodes->nodes[0]))) return list;
    return EV(args_add_block, list, value);
}

/* (arguments), the parentheses too. */
static VALUE
arg_paren(struct ripper *r, const pm_location_t *opening, const pm_arguments_node_t *arguments, node_t block,
          const pm_location_t *closing)
{
    rp_tok(r, opening->start);
    VALUE list = rp_arguments(r, arguments, block, closing);
    if (loc_p(closing)) rp_tok(r, closing->start);
    return EV(arg_paren, list);
}

/* ---- operators ---- */

static bool
text_p(const pm_location_t *loc, const char *text)
{
    size_t n = strlen(text);
    return loc->start && (size_t)(loc->end - loc->start) == n && memcmp(loc->start, text, n) == 0;
}

static VALUE
not_call(struct ripper *r, const pm_call_node_t *call)
{
    VALUE name = ID2SYM(rb_intern("not"));

    rp_tok(r, call->message_loc.start);
    bool paren = loc_p(&call->opening_loc);
    if (!paren && PM_NODE_TYPE_P(call->receiver, PM_PARENTHESES_NODE)) {
        NODE(parentheses, inner, call->receiver);
        if (!inner->body && inner->opening_loc.start == call->message_loc.end) { /* not() */
            rp_tok(r, inner->opening_loc.start);
            rp_tok(r, inner->closing_loc.start);
            return EV(unary, name, Qnil);
        }
    }
    if (paren) rp_tok(r, call->opening_loc.start);
    VALUE value = rp_node(r, call->receiver);
    rp_look(r);
    if (paren) rp_tok(r, call->closing_loc.start);
    return EV(unary, name, value);
}

static VALUE
unary(struct ripper *r, const pm_call_node_t *call)
{
    rp_tok(r, call->message_loc.start);
    VALUE value = rp_node(r, call->receiver);
    rp_look(r);
    pm_constant_t *name = pm_constant_pool_id_to_constant(&r->parser->constant_pool, call->name);
    return EV(unary, ID2SYM(rb_intern2((const char *)name->start, name->length)), value);
}

static VALUE
binary(struct ripper *r, const pm_call_node_t *call)
{
    VALUE left = rp_node(r, call->receiver);
    rp_look(r);
    rp_tok(r, call->message_loc.start);
    VALUE right = rp_node(r, call->arguments->arguments.nodes[0]);
    rp_look(r);
    return EV(binary, left, rp_operator(&call->message_loc), right);
}

static VALUE
index_call(struct ripper *r, const pm_call_node_t *call)
{
    VALUE receiver = rp_node(r, call->receiver);
    rp_look(r);
    rp_tok(r, call->opening_loc.start);
    node_t block = call->block && PM_NODE_TYPE_P(call->block, PM_BLOCK_ARGUMENT_NODE) ? call->block : NULL;
    VALUE arguments = rp_arguments(r, call->arguments, block, &call->closing_loc);
    rp_tok_opt(r, &call->closing_loc);
    rp_look(r);
    return EV(aref, receiver, arguments);
}

/* ---- calls ---- */

static VALUE
add_block(struct ripper *r, VALUE value, node_t block)
{
    VALUE body = rp_block(r, (const pm_block_node_t *)block);
    return EV(method_add_block, value, body);
}

/* Returns whether node is a command with a `do` block, or a call on the value of one.  A call on such a value takes arguments as a
 * call with parentheses does. */
bool
rp_block_call_p(node_t node)
{
    if (!node || !PM_NODE_TYPE_P(node, PM_CALL_NODE)) return false;
    NODE(call, call, node);
    if (call->block && PM_NODE_TYPE_P(call->block, PM_BLOCK_NODE)) {
        if (*((const pm_block_node_t *)call->block)->opening_loc.start == 'd' && call->arguments &&
            !loc_p(&call->opening_loc) && call->message_loc.start && !(call->receiver && !loc_p(&call->call_operator_loc)))
            return true;
    }
    return call->receiver && loc_p(&call->call_operator_loc) && rp_block_call_p(call->receiver);
}

/* Walks a call with a block on the value of a command with a `do` block.  It is a command even if its arguments have parentheses,
 * and its event follows that of its block. */
static VALUE
command_with_block(struct ripper *r, VALUE receiver, VALUE operator, VALUE name, VALUE list, node_t block)
{
    VALUE body = rp_block(r, (const pm_block_node_t *)block);
    VALUE value = EV(command_call, receiver, operator, name, list);
    return EV(method_add_block, value, body);
}

static VALUE
receiver_call(struct ripper *r, const pm_call_node_t *call, node_t argument, node_t block)
{
    VALUE receiver = rp_node(r, call->receiver), name = ID2SYM(rb_intern("call")), value, list = Qnil;
    rp_look(r);
    VALUE operator= rp_tok(r, call->call_operator_loc.start);
    bool chained = rp_block_call_p(call->receiver), plain = !loc_p(&call->opening_loc) && !call->arguments && !argument;

    if (loc_p(&call->message_loc)) name = rp_tok(r, call->message_loc.start);
    if (loc_p(&call->opening_loc)) list = arg_paren(r, &call->opening_loc, call->arguments, argument, &call->closing_loc);
    else if (!plain) list = rp_arguments(r, call->arguments, argument, NULL);
    bool constant = plain && *call->call_operator_loc.start == ':' && loc_p(&call->message_loc) &&
                    *call->message_loc.start >= 'A' && *call->message_loc.start <= 'Z';
    if (block && (chained || constant)) return command_with_block(r, receiver, operator, name, list, block);
    if (plain || chained) rp_look(r);
    if (plain || chained || loc_p(&call->opening_loc)) {
        value = EV(call, receiver, operator, name);
        if (!plain) value = EV(method_add_arg, value, list);
    } else value = EV(command_call, receiver, operator, name, list);
    return block ? add_block(r, value, block) : value;
}

static VALUE
plain_call(struct ripper *r, const pm_call_node_t *call, node_t argument, node_t block)
{
    VALUE name = rp_tok(r, call->message_loc.start), value, list;

    if (loc_p(&call->opening_loc)) {
        list = arg_paren(r, &call->opening_loc, call->arguments, argument, &call->closing_loc);
        value = EV(fcall, name);
        value = EV(method_add_arg, value, list);
        return block ? add_block(r, value, block) : value;
    }
    if (call->arguments || argument) {
        list = rp_arguments(r, call->arguments, argument, NULL);
        value = EV(command, name, list);
        return block ? add_block(r, value, block) : value;
    }
    if (!block) {
        rp_look(r);
        value = EV(fcall, name);
        list = EV0(args_new);
        return EV(method_add_arg, value, list);
    }
    VALUE body = rp_block(r, (const pm_block_node_t *)block);
    value = EV(fcall, name);
    list = EV0(args_new);
    value = EV(method_add_arg, value, list);
    return EV(method_add_block, value, body);
}

VALUE
rp_call_node(struct ripper *r, node_t node)
{
    NODE(call, call, node);
    node_t block = call->block, argument = NULL;

    if (block && PM_NODE_TYPE_P(block, PM_BLOCK_ARGUMENT_NODE)) argument = block, block = NULL;
    if (block && block == r->detached) block = NULL;
    if (PM_NODE_FLAG_P(node, PM_CALL_NODE_FLAGS_VARIABLE_CALL)) {
        VALUE name = rp_tok(r, call->message_loc.start);
        rp_look(r);
        return EV(vcall, name);
    }
    if (PM_NODE_FLAG_P(node, PM_CALL_NODE_FLAGS_ATTRIBUTE_WRITE)) return rp_call_assignment(r, call);
    if (!call->receiver) return plain_call(r, call, argument, block);
    if (loc_p(&call->call_operator_loc)) return receiver_call(r, call, argument, block);
    if (loc_p(&call->opening_loc) && *call->opening_loc.start == '[') {
        VALUE value = index_call(r, call);
        return block ? add_block(r, value, block) : value;
    }
    if (text_p(&call->message_loc, "not")) return not_call(r, call);
    if (call->message_loc.start < call->receiver->location.start) return unary(r, call);
    if (call->arguments && call->arguments->arguments.size) return binary(r, call);
    return rp_node(r, call->receiver);
}

/* ---- return, break, next, redo, retry, yield, super ---- */

static VALUE
super_node(struct ripper *r, const pm_super_node_t *node)
{
    node_t block = node->block, argument = NULL;
    VALUE value;

    if (block && PM_NODE_TYPE_P(block, PM_BLOCK_ARGUMENT_NODE)) argument = block, block = NULL;
    rp_tok(r, node->keyword_loc.start);
    if (loc_p(&node->lparen_loc)) value = arg_paren(r, &node->lparen_loc, node->arguments, argument, &node->rparen_loc);
    else value = rp_arguments(r, node->arguments, argument, NULL);
    value = EV(super, value);
    return block ? add_block(r, value, block) : value;
}

static VALUE
yield_node(struct ripper *r, const pm_yield_node_t *node)
{
    rp_tok(r, node->keyword_loc.start);
    if (loc_p(&node->lparen_loc)) {
        rp_tok(r, node->lparen_loc.start);
        VALUE list = rp_arguments(r, node->arguments, NULL, &node->rparen_loc);
        if (loc_p(&node->rparen_loc)) rp_tok(r, node->rparen_loc.start);
        if (NIL_P(list)) list = EV0(args_new);
        VALUE paren = EV(paren, list);
        return EV(yield, paren);
    }
    if (!node->arguments) {
        rp_look(r);
        return EV0(yield0);
    }
    VALUE list = rp_arguments(r, node->arguments, NULL, NULL);
    return EV(yield, list);
}

/* Returns the `do` block of a command that is the only argument, or NULL.  The grammar gives such a block to the whole call. */
static node_t
block_of_argument(const pm_arguments_node_t *arguments)
{
    if (arguments->arguments.size != 1 || !PM_NODE_TYPE_P(arguments->arguments.nodes[0], PM_CALL_NODE)) return NULL;
    NODE(call, call, arguments->arguments.nodes[0]);
    if (!call->block || !PM_NODE_TYPE_P(call->block, PM_BLOCK_NODE) || !call->arguments || loc_p(&call->opening_loc))
        return NULL;
    if (call->receiver && !loc_p(&call->call_operator_loc)) return NULL;
    return *((const pm_block_node_t *)call->block)->opening_loc.start == 'd' ? call->block : NULL;
}

/* return, break or next with its arguments. */
static VALUE
jump(struct ripper *r, node_t node, const pm_arguments_node_t *arguments, enum ripper_parser_event event)
{
    if (!arguments) {
        if (r->primary != node && r->operand != node) rp_look(r);
        if (event == PE_return) return EV0(return0);
        VALUE none = EV0(args_new);
        return rp_event(r, event, 1, &none);
    }
    node_t outer = r->detached, block = block_of_argument(arguments);
    r->detached = block;
    VALUE value = rp_arguments(r, arguments, NULL, NULL);
    r->detached = outer;
    value = rp_event(r, event, 1, &value);
    return block ? add_block(r, value, block) : value;
}

VALUE
rp_jump(struct ripper *r, node_t node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_SUPER_NODE: return super_node(r, (const pm_super_node_t *)node);
    case PM_YIELD_NODE: return yield_node(r, (const pm_yield_node_t *)node);
    default: break;
    }
    rp_tok(r, node->location.start);
    switch (PM_NODE_TYPE(node)) {
    case PM_REDO_NODE: return EV0(redo);
    case PM_RETRY_NODE: return EV0(retry);
    case PM_FORWARDING_SUPER_NODE: {
        NODE(forwarding_super, super, node);
        rp_look(r);
        VALUE value = EV0(zsuper);
        return super->block ? add_block(r, value, &super->block->base) : value;
    }
    case PM_RETURN_NODE: return jump(r, node, ((const pm_return_node_t *)node)->arguments, PE_return);
    case PM_BREAK_NODE: return jump(r, node, ((const pm_break_node_t *)node)->arguments, PE_break);
    default: return jump(r, node, ((const pm_next_node_t *)node)->arguments, PE_next);
    }
}
