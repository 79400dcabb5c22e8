/*
 * compile/defined.c - defined?(...).
 *
 * The code of a question falls through if the answer is yes and jumps to `no` otherwise.  The compiler determines the text.
 * The code evaluates receivers and modules once; if they raise, the answer is no.
 */
#include "internal/compile.h"
#include "internal/string.h"

#include <string.h>

struct question {
    struct scope *s;
    struct label *no;     /* nothing on the stack */
    struct label *no_pop; /* one value on the stack */
    bool guarded;         /* something may raise */
};

static const char *defined_ask(struct question *q, const pm_node_t *node);

static void
defined_ask_insn(struct question *q, enum defined_type type, VALUE obj)
{
    emit3(q->s, INSN_defined, type, (int64_t)obj, (int64_t)Qtrue);
    emit_jump(q->s, INSN_branchunless, q->no);
}

static VALUE
defined_name_sym(struct question *q, pm_constant_id_t name)
{
    return sym_from_id(const_id(q->s->c, name));
}

static void
defined_ask_all(struct question *q, const pm_node_list_t *list)
{
    for (size_t i = 0; i < list->size; i++) defined_ask(q, list->nodes[i]);
}

static void
defined_ask_args(struct question *q, const pm_arguments_node_t *args)
{
    if (args) defined_ask_all(q, &args->arguments);
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------ */

/* Asks whether the call can be made; leaves its receiver on the stack if it has one. */
static void
defined_ask_receiver(struct question *q, const pm_call_node_t *call)
{
    struct scope *s = q->s;
    const pm_node_t *receiver = call->receiver;

    q->guarded = true;
    if (receiver && PM_NODE_TYPE_P(receiver, PM_CALL_NODE) && !((const pm_call_node_t *)receiver)->block) {
        const pm_call_node_t *inner = (const pm_call_node_t *)receiver;
        struct call_args args = {0};
        defined_ask_args(q, inner->arguments);
        if (PM_NODE_FLAG_P(inner, PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY) || !inner->receiver) args.flags |= CI_FCALL;
        defined_ask_receiver(q, inner);
        if (!inner->receiver) emit_putself(s);
        compile_args(s, inner->arguments, NULL, &args);
        emit_send(s, const_id(s->c, inner->name), &args, 0);
    } else if (receiver) {
        defined_ask(q, receiver);
        compile_node(s, receiver, false);
    }
    if (receiver) emit0(s, INSN_dup);
    else emit_putself(s);
    /* a private method of self. is not defined, though it may be called */
    emit3(s, INSN_defined, receiver ? DEFINED_METHOD : DEFINED_FUNC, (int64_t)defined_name_sym(q, call->name),
          (int64_t)Qtrue);
    emit_jump(s, INSN_branchunless, receiver ? q->no_pop : q->no);
}

static const char *
defined_ask_call(struct question *q, const pm_call_node_t *call)
{
    if (call->block && PM_NODE_TYPE_P(call->block, PM_BLOCK_NODE)) return "expression";
    defined_ask_args(q, call->arguments);
    defined_ask_receiver(q, call);
    if (call->receiver) emit0(q->s, INSN_pop);
    return "method";
}

/* ---- constants ---------------------------------------------------------------------------------------------------------------- */

static const char *
defined_ask_const_path(struct question *q, const pm_constant_path_node_t *path)
{
    if (!path->parent) {
        emit0(q->s, INSN_putnil);
        defined_ask_insn(q, DEFINED_CONST_TOP, defined_name_sym(q, path->name));
        return "constant";
    }
    q->guarded = true;
    defined_ask(q, path->parent);
    compile_node(q->s, path->parent, false);
    defined_ask_insn(q, DEFINED_CONST_FROM, defined_name_sym(q, path->name));
    return "constant";
}

/* ---- the rest ------------------------------------------------------------------------------------------------------------------- */

static const char *
defined_ask_named(struct question *q, enum defined_type type, pm_constant_id_t name, const char *text)
{
    emit0(q->s, INSN_putnil);
    defined_ask_insn(q, type, defined_name_sym(q, name));
    return text;
}

static const char *
defined_ask_statements(struct question *q, const pm_statements_node_t *statements)
{
    if (!statements || !statements->body.size) return "nil";
    return statements->body.size == 1 ? defined_ask(q, statements->body.nodes[0]) : "expression";
}

static const char *
defined_ask_begin(struct question *q, const pm_begin_node_t *begin)
{
    if (begin->rescue_clause || begin->ensure_clause || begin->else_clause) return "expression";
    return defined_ask_statements(q, begin->statements);
}

static const char *
defined_ask_parentheses(struct question *q, const pm_node_t *body)
{
    if (!body) return "nil";
    return PM_NODE_TYPE_P(body, PM_STATEMENTS_NODE) ? defined_ask_statements(q, (const pm_statements_node_t *)body)
                                                    : defined_ask(q, body);
}

static const char *
defined_ask_ivar(struct question *q, pm_constant_id_t name)
{
    emit3(q->s, INSN_definedivar, -1, (int64_t)const_id(q->s->c, name), (int64_t)Qtrue);
    emit_jump(q->s, INSN_branchunless, q->no);
    return "instance-variable";
}

static const char *
defined_ask_backref(struct question *q, int operand)
{
    emit0(q->s, INSN_putnil);
    defined_ask_insn(q, DEFINED_BACKREF, int_fix(operand));
    return "global-variable";
}

static const char *
defined_ask_super(struct question *q, const pm_arguments_node_t *args)
{
    defined_ask_args(q, args);
    emit_putself(q->s);
    defined_ask_insn(q, DEFINED_SUPER, Qfalse);
    return "super";
}

static const char *
defined_ask_assoc(struct question *q, const pm_assoc_node_t *assoc)
{
    defined_ask(q, assoc->key);
    defined_ask(q, assoc->value);
    return "expression";
}

static const char *
defined_ask_optional(struct question *q, const pm_node_t *a, const pm_node_t *b)
{
    if (a) defined_ask(q, a);
    if (b) defined_ask(q, b);
    return "expression";
}

static bool
defined_assignment_p(const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_CALL_AND_WRITE_NODE:
    case PM_CALL_OPERATOR_WRITE_NODE:
    case PM_CALL_OR_WRITE_NODE:
    case PM_CLASS_VARIABLE_AND_WRITE_NODE:
    case PM_CLASS_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_CLASS_VARIABLE_OR_WRITE_NODE:
    case PM_CLASS_VARIABLE_WRITE_NODE:
    case PM_CONSTANT_AND_WRITE_NODE:
    case PM_CONSTANT_OPERATOR_WRITE_NODE:
    case PM_CONSTANT_OR_WRITE_NODE:
    case PM_CONSTANT_PATH_AND_WRITE_NODE:
    case PM_CONSTANT_PATH_OPERATOR_WRITE_NODE:
    case PM_CONSTANT_PATH_OR_WRITE_NODE:
    case PM_CONSTANT_PATH_WRITE_NODE:
    case PM_CONSTANT_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_AND_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_OR_WRITE_NODE:
    case PM_GLOBAL_VARIABLE_WRITE_NODE:
    case PM_INDEX_AND_WRITE_NODE:
    case PM_INDEX_OPERATOR_WRITE_NODE:
    case PM_INDEX_OR_WRITE_NODE:
    case PM_INSTANCE_VARIABLE_AND_WRITE_NODE:
    case PM_INSTANCE_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_INSTANCE_VARIABLE_OR_WRITE_NODE:
    case PM_INSTANCE_VARIABLE_WRITE_NODE:
    case PM_LOCAL_VARIABLE_AND_WRITE_NODE:
    case PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE:
    case PM_LOCAL_VARIABLE_OR_WRITE_NODE:
    case PM_LOCAL_VARIABLE_WRITE_NODE:
    case PM_MULTI_WRITE_NODE:
    case PM_SHAREABLE_CONSTANT_NODE: return true;
    default: return false;
    }
}

static const char *
defined_ask(struct question *q, const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_NIL_NODE: return "nil";
    case PM_SELF_NODE: return "self";
    case PM_TRUE_NODE: return "true";
    case PM_FALSE_NODE: return "false";
    case PM_LOCAL_VARIABLE_READ_NODE:
    case PM_IT_LOCAL_VARIABLE_READ_NODE: return "local-variable";
    case PM_INSTANCE_VARIABLE_READ_NODE: return defined_ask_ivar(q, ((const pm_instance_variable_read_node_t *)node)->name);
    case PM_GLOBAL_VARIABLE_READ_NODE:
        return defined_ask_named(q, DEFINED_GVAR, ((const pm_global_variable_read_node_t *)node)->name, "global-variable");
    case PM_CLASS_VARIABLE_READ_NODE:
        return defined_ask_named(q, DEFINED_CVAR, ((const pm_class_variable_read_node_t *)node)->name, "class variable");
    case PM_CONSTANT_READ_NODE:
        return defined_ask_named(q, DEFINED_CONST, ((const pm_constant_read_node_t *)node)->name, "constant");
    case PM_CONSTANT_PATH_NODE: return defined_ask_const_path(q, (const pm_constant_path_node_t *)node);
    case PM_BACK_REFERENCE_READ_NODE: return defined_ask_backref(q, node->location.start[1] << 8);
    case PM_NUMBERED_REFERENCE_READ_NODE:
        return defined_ask_backref(q, (int)(((const pm_numbered_reference_read_node_t *)node)->number << 1 | 1));
    case PM_CALL_NODE: return defined_ask_call(q, (const pm_call_node_t *)node);
    case PM_YIELD_NODE:
        scope_uses_block(q->s);
        defined_ask_args(q, ((const pm_yield_node_t *)node)->arguments);
        emit0(q->s, INSN_putnil);
        defined_ask_insn(q, DEFINED_YIELD, Qfalse);
        return "yield";
    case PM_SUPER_NODE: {
        const pm_super_node_t *super = (const pm_super_node_t *)node;
        if (super->block && PM_NODE_TYPE_P(super->block, PM_BLOCK_NODE)) return "expression";
        return defined_ask_super(q, super->arguments);
    }
    case PM_FORWARDING_SUPER_NODE:
        return ((const pm_forwarding_super_node_t *)node)->block ? "expression" : defined_ask_super(q, NULL);
    case PM_PARENTHESES_NODE:
        if (PM_NODE_FLAG_P(node, PM_PARENTHESES_NODE_FLAGS_MULTIPLE_STATEMENTS)) return "expression"; /* (;x) too */
        return defined_ask_parentheses(q, ((const pm_parentheses_node_t *)node)->body);
    case PM_BEGIN_NODE: return defined_ask_begin(q, (const pm_begin_node_t *)node);
    case PM_ARRAY_NODE: defined_ask_all(q, &((const pm_array_node_t *)node)->elements); return "expression";
    case PM_HASH_NODE: defined_ask_all(q, &((const pm_hash_node_t *)node)->elements); return "expression";
    case PM_KEYWORD_HASH_NODE: defined_ask_all(q, &((const pm_keyword_hash_node_t *)node)->elements); return "expression";
    case PM_ASSOC_NODE: return defined_ask_assoc(q, (const pm_assoc_node_t *)node);
    case PM_ASSOC_SPLAT_NODE: return defined_ask_optional(q, ((const pm_assoc_splat_node_t *)node)->value, NULL);
    case PM_SPLAT_NODE: return defined_ask_optional(q, ((const pm_splat_node_t *)node)->expression, NULL);
    case PM_IMPLICIT_NODE: return defined_ask(q, ((const pm_implicit_node_t *)node)->value);
    default: return defined_assignment_p(node) ? "assignment" : "expression";
    }
}

/* Whatever the questions raised: $! as before, and the answer is no. */
static void
emit_guard(struct question *q, struct region *r, struct label *anchor, int depth)
{
    struct scope *s = q->s;
    struct label *handler = label_new(s);
    struct region clause = {.kind = REGION_CLAUSE, .saved = -1, .anchor = anchor};

    add_catch(s, CATCH_RESCUE, r->ranges, handler, depth);
    s->sp = depth + 1;
    if (s->sp > s->sp_max) s->sp_max = s->sp;
    label_place(s, handler);
    emit0(s, INSN_pop);
    emit1(s, INSN_seterrinfo, region_saved(s, &clause));
    emit_jump(s, INSN_jump, q->no);
    temp_free(s, clause.saved);
}

void
compile_defined(struct scope *s, const pm_node_t *node, bool popped)
{
    struct question q = {s, label_new(s), label_new(s), false};
    struct label *end = label_new(s), *anchor = label_new(s);
    int depth = s->sp;

    if (popped) return; /* the result is not used */
    label_place(s, anchor);
    struct region *r = region_push(s, REGION_RESCUE);
    range_open(s, r);
    const char *text = defined_ask(&q, ((const pm_defined_node_t *)node)->value);
    range_close(s, r);
    s->region = r->prev;
    emit_putobject(s, keep(s->c, str_fstring_cstr(text, strlen(text), ENCI_USASCII)));
    emit_jump(s, INSN_jump, end);
    if (q.guarded) emit_guard(&q, r, anchor, depth);
    s->sp = depth + 1;
    label_place(s, q.no_pop);
    emit0(s, INSN_pop);
    label_place(s, q.no);
    emit0(s, INSN_putnil);
    label_place(s, end);
}
