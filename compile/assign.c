/*
 * compile/assign.c - assignment: to each kind of variable, op-assignment, multiple assignment.
 *
 * Multiple assignment evaluates from left to right: first what the targets need (receivers, indexes, modules), which stays
 * on the stack, then the right side, then each target takes its value.  The places of what was pushed first are known
 * exactly (scope.sp), so a target fetches its parts with topn.
 */
#include "internal/compile.h"
#include "internal/array.h"

/* ---- single variables ----------------------------------------------------------------------------------------------------- */

void
emit_local_set(struct scope *s, pm_constant_id_t name, uint32_t depth)
{
    unsigned level;
    struct scope *at = scope_at_depth(s, depth, &level);
    int local = scope_find_local(at, const_id(s->c, name));

    VM_ASSERT(local >= 0);
    emit_setlocal(s, local, level);
}

void
compile_local_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_local_variable_write_node_t *write = (const pm_local_variable_write_node_t *)node;

    compile_node(s, write->value, false);
    if (!popped) emit0(s, INSN_dup);
    emit_local_set(s, write->name, write->depth);
}

void
compile_ivar_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_instance_variable_write_node_t *write = (const pm_instance_variable_write_node_t *)node;

    compile_node(s, write->value, false);
    if (!popped) emit0(s, INSN_dup);
    emit2(s, INSN_setivar, -1, (int64_t)const_id(s->c, write->name));
}

void
compile_gvar_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_global_variable_write_node_t *write = (const pm_global_variable_write_node_t *)node;

    compile_node(s, write->value, false);
    if (!popped) emit0(s, INSN_dup);
    emit1(s, INSN_setgvar, (int64_t)const_id(s->c, write->name));
}

void
compile_cvar_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_class_variable_write_node_t *write = (const pm_class_variable_write_node_t *)node;

    compile_node(s, write->value, false);
    if (!popped) emit0(s, INSN_dup);
    emit1(s, INSN_setcvar, (int64_t)const_id(s->c, write->name));
}

/* ---- constants -------------------------------------------------------------------------------------------------------------- */

enum { CBASE_METHOD = 1, CBASE_CONST = 2 };

void
emit_const_cbase(struct scope *s, const pm_constant_path_node_t *path)
{
    if (path->parent) compile_node(s, path->parent, false);
    else emit_putobject(s, rb_cObject);
}

static bool
compile_made_here_p(const pm_node_t *node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_ARRAY_NODE:
    case PM_HASH_NODE:
    case PM_STRING_NODE:
    case PM_INTERPOLATED_STRING_NODE:
    case PM_RANGE_NODE:
    case PM_SOURCE_FILE_NODE: return true;
    default: return false;
    }
}

static bool
compile_splat_in_p(const pm_node_list_t *elements)
{
    for (size_t i = 0; i < elements->size; i++) {
        const pm_node_t *element = elements->nodes[i];
        if (PM_NODE_TYPE_P(element, PM_SPLAT_NODE) || PM_NODE_TYPE_P(element, PM_ASSOC_SPLAT_NODE)) return true;
        if (PM_NODE_TYPE_P(element, PM_KEYWORD_HASH_NODE)) return true;
    }
    return false;
}

static void compile_shareable_value(struct scope *s, const pm_node_t *value, VALUE name);

/* Pushes the Array or Hash of the elements; `piece` counts the cells that one element pushes. */
static void
compile_shareable_elements(struct scope *s, const pm_node_list_t *elements, VALUE name, unsigned piece)
{
    enum { PIECES = 128 };
    int first = piece == 1 ? INSN_newarray : INSN_newhash, more = piece == 1 ? INSN_pushtoarray : INSN_hash_add;
    unsigned pending = 0;
    bool made = false;

    for (size_t i = 0; i < elements->size; i++) {
        const pm_node_t *element = elements->nodes[i];
        if (piece == 2) {
            compile_shareable_value(s, ((const pm_assoc_node_t *)element)->key, name);
            element = ((const pm_assoc_node_t *)element)->value;
        }
        compile_shareable_value(s, element, name);
        pending += piece;
        if (pending < PIECES && i + 1 < elements->size) continue;
        emit1(s, made ? more : first, pending);
        pending = 0;
        made = true;
    }
    if (!made) emit1(s, first, 0);
}

/* Pushes a shareable value.  The value of a literal is frozen; that of any other expression must already be shareable. */
static void
compile_shareable_value(struct scope *s, const pm_node_t *value, VALUE name)
{
    const pm_node_list_t *elements = NULL;

    if (PM_NODE_TYPE_P(value, PM_ARRAY_NODE)) elements = &((const pm_array_node_t *)value)->elements;
    else if (PM_NODE_TYPE_P(value, PM_HASH_NODE)) elements = &((const pm_hash_node_t *)value)->elements;
    if (elements && !compile_splat_in_p(elements) && !literal_p(value))
        compile_shareable_elements(s, elements, name, PM_NODE_TYPE_P(value, PM_ARRAY_NODE) ? 1 : 2);
    else compile_node(s, value, false);
    if (literal_p(value)) return;
    if (compile_made_here_p(value)) {
        emit_core(s, CORE_SHAREABLE, 1);
        return;
    }
    emit_putobject(s, name);
    emit_core(s, CORE_ENSURE_SHAREABLE, 2);
}

/* The value of a constant, under shareable_constant_value.  name: how an error shows it. */
static void
compile_const_value(struct scope *s, const pm_node_t *value, VALUE name)
{
    uint8_t mode = s->c->shareable;

    s->c->shareable = 0;
    if (mode & PM_SHAREABLE_CONSTANT_NODE_FLAGS_LITERAL) compile_shareable_value(s, value, name);
    else compile_node(s, value, false);
    s->c->shareable = mode;
    if (literal_p(value)) return;
    if (mode & PM_SHAREABLE_CONSTANT_NODE_FLAGS_EXPERIMENTAL_COPY) emit_core(s, CORE_SHAREABLE_COPY, 1);
    if (mode & PM_SHAREABLE_CONSTANT_NODE_FLAGS_EXPERIMENTAL_EVERYTHING) emit_core(s, CORE_SHAREABLE, 1);
}

static VALUE
compile_source_text(struct scope *s, const pm_location_t *from)
{
    return keep(s->c, str_fstring_cstr((const char *)from->start, (size_t)(from->end - from->start), s->c->enc_index));
}

/* Returns the text of a constant path as an error shows it: a start that is no constant is "...". */
static VALUE
compile_path_text(struct scope *s, const pm_constant_path_node_t *path)
{
    const pm_constant_path_node_t *first = path;

    while (first->parent && PM_NODE_TYPE_P(first->parent, PM_CONSTANT_PATH_NODE))
        first = (const pm_constant_path_node_t *)first->parent;
    if (!first->parent || PM_NODE_TYPE_P(first->parent, PM_CONSTANT_READ_NODE))
        return compile_source_text(s, &path->base.location);
    pm_location_t rest = {first->delimiter_loc.start, path->base.location.end};
    return keep(s->c, rb_str_plus(rb_usascii_str_new_cstr("..."), compile_source_text(s, &rest)));
}

static void
emit_const_set(struct scope *s, pm_constant_id_t name)
{
    emit1(s, INSN_putspecialobject, CBASE_CONST);
    emit1(s, INSN_setconst, (int64_t)const_id(s->c, name));
}

void
compile_const_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_constant_write_node_t *write = (const pm_constant_write_node_t *)node;

    compile_const_value(s, write->value, compile_source_text(s, &write->name_loc));
    if (!popped) emit0(s, INSN_dup);
    emit_const_set(s, write->name);
}

void
compile_const_path_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_constant_path_write_node_t *write = (const pm_constant_path_write_node_t *)node;

    emit_const_cbase(s, write->target);
    compile_const_value(s, write->value, compile_path_text(s, write->target));
    emit0(s, INSN_swap);
    if (!popped) {
        emit1(s, INSN_topn, 1);
        emit0(s, INSN_swap);
    }
    emit1(s, INSN_setconst, (int64_t)const_id(s->c, write->target->name));
}

void
compile_shareable(struct scope *s, const pm_node_t *node, bool popped)
{
    uint8_t outer = s->c->shareable;

    enum {
        MODES = PM_SHAREABLE_CONSTANT_NODE_FLAGS_LITERAL | PM_SHAREABLE_CONSTANT_NODE_FLAGS_EXPERIMENTAL_EVERYTHING |
                PM_SHAREABLE_CONSTANT_NODE_FLAGS_EXPERIMENTAL_COPY,
    };
    s->c->shareable = (uint8_t)(node->flags & MODES);
    compile_node(s, ((const pm_shareable_constant_node_t *)node)->write, popped);
    s->c->shareable = outer;
}

/* ---- op-assignment of variables --------------------------------------------------------------------------------------------- */

enum op_kind { OP_AND, OP_OR, OP_CALL };
enum var_kind { VAR_LOCAL, VAR_IVAR, VAR_GVAR, VAR_CVAR, VAR_CONST };
struct op_write {
    enum op_kind op;
    ID operator; /* OP_CALL */
    const pm_node_t *value;
    enum var_kind var;
    pm_constant_id_t name;
    uint32_t depth;
};

static void
emit_var_get(struct scope *s, const struct op_write *w)
{
    ID name = const_id(s->c, w->name);

    switch (w->var) {
    case VAR_LOCAL: {
        unsigned level;
        struct scope *at = scope_at_depth(s, w->depth, &level);
        int local = scope_find_local(at, name);
        const struct iseq_params *p = &at->body->params;
        if (at->type == ISEQ_METHOD && (p->flags & PARAM_BLOCK) && local == p->block_index)
            emit2(s, INSN_getblockparam, local, level);
        else emit_getlocal(s, local, level);
        break;
    }
    case VAR_IVAR: emit2(s, INSN_getivar, -1, (int64_t)name); break;
    case VAR_GVAR: emit1(s, INSN_getgvar, (int64_t)name); break;
    case VAR_CVAR: emit1(s, INSN_getcvar, (int64_t)name); break;
    case VAR_CONST: {
        VALUE path = keep(s->c, ary_new());
        ary_push(path, sym_from_id(name));
        emit1(s, INSN_getconst, (int64_t)rb_obj_freeze(path));
        break;
    }
    }
}

static void
emit_var_set(struct scope *s, const struct op_write *w)
{
    switch (w->var) {
    case VAR_LOCAL: emit_local_set(s, w->name, w->depth); break;
    case VAR_IVAR: emit2(s, INSN_setivar, -1, (int64_t)const_id(s->c, w->name)); break;
    case VAR_GVAR: emit1(s, INSN_setgvar, (int64_t)const_id(s->c, w->name)); break;
    case VAR_CVAR: emit1(s, INSN_setcvar, (int64_t)const_id(s->c, w->name)); break;
    case VAR_CONST: emit_const_set(s, w->name); break;
    }
}

/* Begins `x ||= v` for a kind of variable that may be undefined without being nil: jumps to `undefined` if x is not defined. */
static void
emit_var_defined(struct scope *s, const struct op_write *w, struct label *undefined)
{
    static const int8_t types[] = {[VAR_LOCAL] = -1,
                                   [VAR_IVAR] = -1,
                                   [VAR_GVAR] = DEFINED_GVAR,
                                   [VAR_CVAR] = DEFINED_CVAR,
                                   [VAR_CONST] = DEFINED_CONST};

    if (types[w->var] < 0) return;
    emit0(s, INSN_putnil);
    emit3(s, INSN_defined, types[w->var], (int64_t)sym_from_id(const_id(s->c, w->name)), Qtrue);
    emit_jump(s, INSN_branchunless, undefined);
}

static void
compile_var_value(struct scope *s, const struct op_write *w)
{
    if (w->var == VAR_CONST) compile_const_value(s, w->value, id_name(const_id(s->c, w->name)));
    else compile_node(s, w->value, false);
}

static void
compile_var_op_write(struct scope *s, const struct op_write *w, bool popped)
{
    if (w->op == OP_CALL) {
        emit_var_get(s, w);
        compile_node(s, w->value, false);
        emit_binary(s, w->operator);
        if (!popped) emit0(s, INSN_dup);
        emit_var_set(s, w);
        return;
    }
    struct label *assign = label_new(s), *end = label_new(s);
    if (w->op == OP_OR) emit_var_defined(s, w, assign);
    emit_var_get(s, w);
    if (!popped) emit0(s, INSN_dup);
    emit_jump(s, w->op == OP_OR ? INSN_branchif : INSN_branchunless, end);
    if (!popped) emit0(s, INSN_pop);
    label_place(s, assign);
    compile_var_value(s, w);
    if (!popped) emit0(s, INSN_dup);
    emit_var_set(s, w);
    label_place(s, end);
}

/* ---- op-assignment of A::B ---------------------------------------------------------------------------------------------------- */

static void
compile_path_op_write(struct scope *s, const pm_constant_path_node_t *path, const struct op_write *w, bool popped)
{
    struct label *assign = label_new(s), *end = label_new(s);
    ID name = const_id(s->c, path->name);

    emit_const_cbase(s, path);
    if (w->op == OP_OR) {
        emit0(s, INSN_dup);
        emit3(s, INSN_defined, DEFINED_CONST_FROM, (int64_t)sym_from_id(name), Qtrue);
        emit_jump(s, INSN_branchunless, assign);
    }
    emit0(s, INSN_dup);
    emit1(s, INSN_getconst_from, (int64_t)name);
    if (w->op != OP_CALL) {
        emit0(s, INSN_dup);
        emit_jump(s, w->op == OP_OR ? INSN_branchif : INSN_branchunless, end);
        emit0(s, INSN_pop);
        label_place(s, assign);
    }
    compile_const_value(s, w->value, compile_path_text(s, path));
    if (w->op == OP_CALL) emit_binary(s, w->operator);
    emit0(s, INSN_dup);
    emit1(s, INSN_topn, 2);
    emit1(s, INSN_setconst, (int64_t)name);
    label_place(s, end); /* module, value */
    if (popped) emit_pops(s, 2);
    else {
        emit0(s, INSN_swap);
        emit0(s, INSN_pop);
    }
}

/* ---- op-assignment of x.y ------------------------------------------------------------------------------------------------------- */

struct call_write {
    const pm_node_t *receiver;
    pm_node_flags_t flags;
    pm_constant_id_t read, write;
};

static void
emit_attribute_set(struct scope *s, const struct call_write *cw, unsigned flags, bool popped)
{
    if (!popped) { /* recv v -- v recv v */
        emit0(s, INSN_swap);
        emit1(s, INSN_topn, 1);
    }
    emit_call(s, const_id(s->c, cw->write), 1, flags | CI_ATTRASGN);
    if (!popped) emit0(s, INSN_pop);
}

static void
compile_call_op_write(struct scope *s, const struct call_write *cw, const struct op_write *w, bool popped)
{
    unsigned flags = cw->flags & PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY ? CI_FCALL : 0;
    struct label *none = label_new(s), *end = label_new(s);

    if (cw->receiver) compile_node(s, cw->receiver, false);
    else emit_putself(s);
    if (cw->flags & PM_CALL_NODE_FLAGS_SAFE_NAVIGATION) {
        emit0(s, INSN_dup);
        emit_jump(s, INSN_branchnil, none);
    }
    emit0(s, INSN_dup);
    emit_call(s, const_id(s->c, cw->read), 0, flags);
    if (w->op == OP_CALL) {
        compile_node(s, w->value, false);
        emit_binary(s, w->operator);
        emit_attribute_set(s, cw, flags, popped);
    } else {
        struct label *keep_it = label_new(s);
        emit0(s, INSN_dup);
        emit_jump(s, w->op == OP_OR ? INSN_branchif : INSN_branchunless, keep_it);
        emit0(s, INSN_pop);
        compile_node(s, w->value, false);
        emit_attribute_set(s, cw, flags, popped);
        emit_jump(s, INSN_jump, end);
        s->sp++;
        label_place(s, keep_it); /* recv value */
        emit0(s, INSN_swap);
        emit0(s, INSN_pop);
    }
    label_place(s, end);
    label_place(s, none);
    if (popped) emit0(s, INSN_pop);
}

/* ---- op-assignment of x[i] ------------------------------------------------------------------------------------------------------ */

static void
emit_index_set(struct scope *s, struct call_args *args, bool popped)
{
    if (!popped) emit1(s, INSN_setn, args->depth + 2);
    if (args->flags & CI_SPLAT) {
        emit1(s, INSN_pushtoarray, 1);
        args->flags |= CI_SPLAT_MUT;
    } else {
        args->depth++;
        args->argc++;
    }
    args->flags |= CI_ATTRASGN;
    emit_send(s, rb_intern("[]="), args, 0);
    emit0(s, INSN_pop);
}

/* Indexes that are used twice: a splat becomes an Array of our own. */
static void
compile_index_args(struct scope *s, const pm_arguments_node_t *arguments, struct call_args *args)
{
    compile_args(s, arguments, NULL, args);
    if ((args->flags & CI_SPLAT) && !(args->flags & CI_SPLAT_MUT)) emit1(s, INSN_splatarray, 1);
    args->flags &= ~(unsigned)CI_SPLAT_MUT;
}

static void
compile_index_op_write(struct scope *s, const pm_index_operator_write_node_t *index, const struct op_write *w, bool popped)
{
    struct call_args args = {.flags = PM_NODE_FLAG_P(index, PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY) ? CI_FCALL : 0};
    struct label *keep_it = label_new(s), *end = label_new(s);

    if (!popped) emit0(s, INSN_putnil);
    compile_or_nil(s, index->receiver, false);
    compile_index_args(s, index->arguments, &args);
    emit1(s, INSN_dupn, args.depth + 1);
    emit_send(s, rb_intern("[]"), &args, 0);
    if (w->op == OP_CALL) {
        compile_node(s, w->value, false);
        emit_binary(s, w->operator);
        emit_index_set(s, &args, popped);
        return;
    }
    unsigned below = args.depth + 1;
    if (!popped) emit0(s, INSN_dup);
    emit_jump(s, w->op == OP_OR ? INSN_branchif : INSN_branchunless, keep_it);
    if (!popped) emit0(s, INSN_pop);
    compile_node(s, w->value, false);
    emit_index_set(s, &args, popped);
    emit_jump(s, INSN_jump, end);
    s->sp = keep_it->sp;
    label_place(s, keep_it); /* (nil) recv args (value) */
    if (!popped) emit1(s, INSN_setn, below + 1);
    emit_pops(s, (int)below + !popped);
    label_place(s, end);
}

/* ---- which op-assignment --------------------------------------------------------------------------------------------------------- */

#define VARIABLE(type, kind, variable)                                                                                   \
    do {                                                                                                                 \
        const type *n = (const type *)node;                                                                              \
        compile_var_op_write(s, &(struct op_write){.op = (kind), .value = n->value, .var = (variable), .name = n->name}, \
                             popped);                                                                                    \
        return;                                                                                                          \
    } while (0)
#define VARIABLE_CALL(type, variable)                                                          \
    do {                                                                                       \
        const type *n = (const type *)node;                                                    \
        compile_var_op_write(s,                                                                \
                             &(struct op_write){.op = OP_CALL,                                 \
                                                .operator= const_id(s->c, n->binary_operator), \
                                                .value = n->value,                             \
                                                .var = (variable),                             \
                                                .name = n->name},                              \
                             popped);                                                          \
        return;                                                                                \
    } while (0)

static void
compile_local_op_write(struct scope *s, const pm_node_t *node, bool popped)
{
    struct op_write w = {.var = VAR_LOCAL};

    if (PM_NODE_TYPE_P(node, PM_LOCAL_VARIABLE_OPERATOR_WRITE_NODE)) {
        const pm_local_variable_operator_write_node_t *n = (const pm_local_variable_operator_write_node_t *)node;
        w = (struct op_write){OP_CALL, const_id(s->c, n->binary_operator), n->value, VAR_LOCAL, n->name, n->depth};
    } else if (PM_NODE_TYPE_P(node, PM_LOCAL_VARIABLE_AND_WRITE_NODE)) {
        const pm_local_variable_and_write_node_t *n = (const pm_local_variable_and_write_node_t *)node;
        w = (struct op_write){OP_AND, 0, n->value, VAR_LOCAL, n->name, n->depth};
    } else {
        const pm_local_variable_or_write_node_t *n = (const pm_local_variable_or_write_node_t *)node;
        w = (struct op_write){OP_OR, 0, n->value, VAR_LOCAL, n->name, n->depth};
    }
    compile_var_op_write(s, &w, popped);
}

static void
compile_attribute_op_write(struct scope *s, const pm_node_t *node, bool popped)
{
    struct op_write w = {0};
    struct call_write cw;

    if (PM_NODE_TYPE_P(node, PM_CALL_OPERATOR_WRITE_NODE)) {
        const pm_call_operator_write_node_t *n = (const pm_call_operator_write_node_t *)node;
        w.op = OP_CALL;
        w.operator= const_id(s->c, n->binary_operator);
        w.value = n->value;
        cw = (struct call_write){n->receiver, node->flags, n->read_name, n->write_name};
    } else if (PM_NODE_TYPE_P(node, PM_CALL_AND_WRITE_NODE)) {
        const pm_call_and_write_node_t *n = (const pm_call_and_write_node_t *)node;
        w.op = OP_AND;
        w.value = n->value;
        cw = (struct call_write){n->receiver, node->flags, n->read_name, n->write_name};
    } else {
        const pm_call_or_write_node_t *n = (const pm_call_or_write_node_t *)node;
        w.op = OP_OR;
        w.value = n->value;
        cw = (struct call_write){n->receiver, node->flags, n->read_name, n->write_name};
    }
    compile_call_op_write(s, &cw, &w, popped);
}

/* The three index nodes begin alike; only the operator's has an operator. */
static void
compile_element_op_write(struct scope *s, const pm_node_t *node, bool popped)
{
    struct op_write w = {0};

    if (PM_NODE_TYPE_P(node, PM_INDEX_OPERATOR_WRITE_NODE)) {
        const pm_index_operator_write_node_t *n = (const pm_index_operator_write_node_t *)node;
        w.op = OP_CALL;
        w.operator= const_id(s->c, n->binary_operator);
        w.value = n->value;
    } else {
        _Static_assert(offsetof(pm_index_and_write_node_t, value) == offsetof(pm_index_or_write_node_t, value),
                       "read as one");
        _Static_assert(offsetof(pm_index_and_write_node_t, arguments) == offsetof(pm_index_operator_write_node_t, arguments),
                       "read as one");
        w.op = PM_NODE_TYPE_P(node, PM_INDEX_AND_WRITE_NODE) ? OP_AND : OP_OR;
        w.value = ((const pm_index_and_write_node_t *)node)->value;
    }
    compile_index_op_write(s, (const pm_index_operator_write_node_t *)node, &w, popped);
}

static void
compile_const_path_op_write(struct scope *s, const pm_node_t *node, bool popped)
{
    struct op_write w = {.var = VAR_CONST};
    const pm_constant_path_node_t *path;

    if (PM_NODE_TYPE_P(node, PM_CONSTANT_PATH_OPERATOR_WRITE_NODE)) {
        const pm_constant_path_operator_write_node_t *n = (const pm_constant_path_operator_write_node_t *)node;
        w.op = OP_CALL;
        w.operator= const_id(s->c, n->binary_operator);
        w.value = n->value;
        path = n->target;
    } else {
        _Static_assert(offsetof(pm_constant_path_and_write_node_t, value) ==
                           offsetof(pm_constant_path_or_write_node_t, value),
                       "read as one");
        const pm_constant_path_and_write_node_t *n = (const pm_constant_path_and_write_node_t *)node;
        w.op = PM_NODE_TYPE_P(node, PM_CONSTANT_PATH_AND_WRITE_NODE) ? OP_AND : OP_OR;
        w.value = n->value;
        path = n->target;
    }
    compile_path_op_write(s, path, &w, popped);
}

void
compile_op_write(struct scope *s, const pm_node_t *node, bool popped)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_INSTANCE_VARIABLE_AND_WRITE_NODE: VARIABLE(pm_instance_variable_and_write_node_t, OP_AND, VAR_IVAR);
    case PM_INSTANCE_VARIABLE_OR_WRITE_NODE: VARIABLE(pm_instance_variable_or_write_node_t, OP_OR, VAR_IVAR);
    case PM_INSTANCE_VARIABLE_OPERATOR_WRITE_NODE: VARIABLE_CALL(pm_instance_variable_operator_write_node_t, VAR_IVAR);
    case PM_GLOBAL_VARIABLE_AND_WRITE_NODE: VARIABLE(pm_global_variable_and_write_node_t, OP_AND, VAR_GVAR);
    case PM_GLOBAL_VARIABLE_OR_WRITE_NODE: VARIABLE(pm_global_variable_or_write_node_t, OP_OR, VAR_GVAR);
    case PM_GLOBAL_VARIABLE_OPERATOR_WRITE_NODE: VARIABLE_CALL(pm_global_variable_operator_write_node_t, VAR_GVAR);
    case PM_CLASS_VARIABLE_AND_WRITE_NODE: VARIABLE(pm_class_variable_and_write_node_t, OP_AND, VAR_CVAR);
    case PM_CLASS_VARIABLE_OR_WRITE_NODE: VARIABLE(pm_class_variable_or_write_node_t, OP_OR, VAR_CVAR);
    case PM_CLASS_VARIABLE_OPERATOR_WRITE_NODE: VARIABLE_CALL(pm_class_variable_operator_write_node_t, VAR_CVAR);
    case PM_CONSTANT_AND_WRITE_NODE: VARIABLE(pm_constant_and_write_node_t, OP_AND, VAR_CONST);
    case PM_CONSTANT_OR_WRITE_NODE: VARIABLE(pm_constant_or_write_node_t, OP_OR, VAR_CONST);
    case PM_CONSTANT_OPERATOR_WRITE_NODE: VARIABLE_CALL(pm_constant_operator_write_node_t, VAR_CONST);
    case PM_CONSTANT_PATH_AND_WRITE_NODE:
    case PM_CONSTANT_PATH_OR_WRITE_NODE:
    case PM_CONSTANT_PATH_OPERATOR_WRITE_NODE: compile_const_path_op_write(s, node, popped); return;
    case PM_CALL_AND_WRITE_NODE:
    case PM_CALL_OR_WRITE_NODE:
    case PM_CALL_OPERATOR_WRITE_NODE: compile_attribute_op_write(s, node, popped); return;
    case PM_INDEX_AND_WRITE_NODE:
    case PM_INDEX_OR_WRITE_NODE:
    case PM_INDEX_OPERATOR_WRITE_NODE: compile_element_op_write(s, node, popped); return;
    default: compile_local_op_write(s, node, popped);
    }
}
#undef VARIABLE
#undef VARIABLE_CALL

/* ---- targets ---------------------------------------------------------------------------------------------------------------------- */

/* The values that a target needs, which are pushed before the right side. */
struct pushed {
    int at;                /* place of the first cell */
    struct call_args args; /* of an index */
};

static const pm_node_t *
compile_unsplat(const pm_node_t *target)
{
    return PM_NODE_TYPE_P(target, PM_SPLAT_NODE) ? ((const pm_splat_node_t *)target)->expression : target;
}

static size_t
compile_count_pushed(const pm_node_t *target)
{
    size_t n = 0;

    if (!target) return 0;
    switch (PM_NODE_TYPE(target)) {
    case PM_CALL_TARGET_NODE:
    case PM_INDEX_TARGET_NODE:
    case PM_CONSTANT_PATH_TARGET_NODE: return 1;
    case PM_SPLAT_NODE: return compile_count_pushed(compile_unsplat(target));
    case PM_MULTI_TARGET_NODE: {
        const pm_multi_target_node_t *multi = (const pm_multi_target_node_t *)target;
        for (size_t i = 0; i < multi->lefts.size; i++) n += compile_count_pushed(multi->lefts.nodes[i]);
        n += compile_count_pushed(multi->rest);
        for (size_t i = 0; i < multi->rights.size; i++) n += compile_count_pushed(multi->rights.nodes[i]);
        return n;
    }
    default: return 0;
    }
}

static void
compile_push_index(struct scope *s, const pm_index_target_node_t *index, struct call_args *args)
{
    args->flags = PM_NODE_FLAG_P(index, PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY) ? CI_FCALL : 0;
    compile_node(s, index->receiver, false);
    compile_index_args(s, index->arguments, args);
}

static void compile_push_list(struct scope *s, const pm_node_list_t *list, struct pushed **to);

static void
compile_push_target(struct scope *s, const pm_node_t *target, struct pushed **to)
{
    if (!target) return;
    switch (PM_NODE_TYPE(target)) {
    case PM_CALL_TARGET_NODE:
        (*to)++->at = s->sp;
        compile_node(s, ((const pm_call_target_node_t *)target)->receiver, false);
        break;
    case PM_INDEX_TARGET_NODE: {
        struct pushed *p = (*to)++;
        p->at = s->sp;
        compile_push_index(s, (const pm_index_target_node_t *)target, &p->args);
        break;
    }
    case PM_CONSTANT_PATH_TARGET_NODE:
        (*to)++->at = s->sp;
        emit_const_cbase(s, (const pm_constant_path_node_t *)target);
        break;
    case PM_SPLAT_NODE: compile_push_target(s, compile_unsplat(target), to); break;
    case PM_MULTI_TARGET_NODE: {
        const pm_multi_target_node_t *multi = (const pm_multi_target_node_t *)target;
        compile_push_list(s, &multi->lefts, to);
        compile_push_target(s, multi->rest, to);
        compile_push_list(s, &multi->rights, to);
        break;
    }
    default: break;
    }
}

static void
compile_push_list(struct scope *s, const pm_node_list_t *list, struct pushed **to)
{
    for (size_t i = 0; i < list->size; i++) compile_push_target(s, list->nodes[i], to);
}

static void assign_multi(struct scope *s, const pm_node_list_t *lefts, const pm_node_t *rest, const pm_node_list_t *rights,
                         struct pushed **from);

/* Copies n cells that were pushed at `at` to the top. */
static void
compile_fetch(struct scope *s, int at, unsigned n)
{
    int below = s->sp - 1 - at;
    for (unsigned i = 0; i < n; i++) emit1(s, INSN_topn, below);
}

/* Assigns the value on the top to x[i].  *from are the values pushed before; if from is NULL, pushes them now. */
static void
assign_index(struct scope *s, const pm_index_target_node_t *index, struct pushed **from)
{
    struct call_args args = {0};

    if (from) {
        struct pushed *p = (*from)++;
        args = p->args;
        compile_fetch(s, p->at, args.depth + 1);
    } else compile_push_index(s, index, &args);
    emit1(s, INSN_topn, args.depth + 1);
    emit_index_set(s, &args, true);
    emit0(s, INSN_pop);
}

static void
assign_attribute(struct scope *s, const pm_call_target_node_t *call, struct pushed **from)
{
    unsigned flags = PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY) ? CI_FCALL : 0;

    if (from) compile_fetch(s, (*from)++->at, 1);
    else compile_node(s, call->receiver, false);
    if (!PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_SAFE_NAVIGATION)) {
        emit0(s, INSN_swap);
        emit_call(s, const_id(s->c, call->name), 1, flags | CI_ATTRASGN);
        emit0(s, INSN_pop);
        return;
    }
    struct label *none = label_new(s), *end = label_new(s);
    emit0(s, INSN_dup);
    emit_jump(s, INSN_branchnil, none);
    emit0(s, INSN_swap);
    emit_call(s, const_id(s->c, call->name), 1, flags | CI_ATTRASGN);
    emit0(s, INSN_pop);
    emit_jump(s, INSN_jump, end);
    s->sp += 2;
    label_place(s, none);
    emit_pops(s, 2);
    label_place(s, end);
}

static void
assign_target(struct scope *s, const pm_node_t *target, struct pushed **from)
{
    switch (PM_NODE_TYPE(target)) {
    case PM_LOCAL_VARIABLE_TARGET_NODE: {
        const pm_local_variable_target_node_t *local = (const pm_local_variable_target_node_t *)target;
        emit_local_set(s, local->name, local->depth);
        break;
    }
    case PM_REQUIRED_PARAMETER_NODE: emit_local_set(s, ((const pm_required_parameter_node_t *)target)->name, 0); break;
    case PM_INSTANCE_VARIABLE_TARGET_NODE:
        emit2(s, INSN_setivar, -1, (int64_t)const_id(s->c, ((const pm_instance_variable_target_node_t *)target)->name));
        break;
    case PM_GLOBAL_VARIABLE_TARGET_NODE:
        emit1(s, INSN_setgvar, (int64_t)const_id(s->c, ((const pm_global_variable_target_node_t *)target)->name));
        break;
    case PM_CLASS_VARIABLE_TARGET_NODE:
        emit1(s, INSN_setcvar, (int64_t)const_id(s->c, ((const pm_class_variable_target_node_t *)target)->name));
        break;
    case PM_CONSTANT_TARGET_NODE: emit_const_set(s, ((const pm_constant_target_node_t *)target)->name); break;
    case PM_CONSTANT_PATH_TARGET_NODE: {
        const pm_constant_path_target_node_t *path = (const pm_constant_path_target_node_t *)target;
        if (from) compile_fetch(s, (*from)++->at, 1);
        else emit_const_cbase(s, (const pm_constant_path_node_t *)target);
        emit1(s, INSN_setconst, (int64_t)const_id(s->c, path->name));
        break;
    }
    case PM_CALL_TARGET_NODE: assign_attribute(s, (const pm_call_target_node_t *)target, from); break;
    case PM_INDEX_TARGET_NODE: assign_index(s, (const pm_index_target_node_t *)target, from); break;
    case PM_MULTI_TARGET_NODE: {
        const pm_multi_target_node_t *multi = (const pm_multi_target_node_t *)target;
        assign_multi(s, &multi->lefts, multi->rest, &multi->rights, from);
        break;
    }
    case PM_SPLAT_NODE:
        if (compile_unsplat(target)) assign_target(s, compile_unsplat(target), from);
        else emit0(s, INSN_pop);
        break;
    default: compile_error(s, target, "cannot assign to this");
    }
}

/* The Array (or what to_ary makes of the value) on the top goes into the targets. */
static void
assign_multi(struct scope *s, const pm_node_list_t *lefts, const pm_node_t *rest, const pm_node_list_t *rights,
             struct pushed **from)
{
    bool named = rest && PM_NODE_TYPE_P(rest, PM_SPLAT_NODE) && compile_unsplat(rest);
    bool remainder = named || rights->size;

    if (lefts->size || !rights->size) {
        emit2(s, INSN_expandarray, (int64_t)lefts->size, remainder);
        for (size_t i = 0; i < lefts->size; i++) assign_target(s, lefts->nodes[i], from);
    }
    if (rights->size) {
        emit2(s, INSN_expandarray, (int64_t)rights->size, 2 | named);
        if (named) assign_target(s, rest, from);
        for (size_t i = 0; i < rights->size; i++) assign_target(s, rights->nodes[i], from);
    } else if (named) assign_target(s, rest, from);
}

void
compile_target_from_top(struct scope *s, const pm_node_t *target)
{
    assign_target(s, target, NULL);
}

/* ---- multiple assignment ------------------------------------------------------------------------------------------------------------ */

static bool
compile_plain_array_p(const pm_node_t *node)
{
    if (!PM_NODE_TYPE_P(node, PM_ARRAY_NODE)) return false;
    const pm_node_list_t *elements = &((const pm_array_node_t *)node)->elements;
    for (size_t i = 0; i < elements->size; i++) {
        if (PM_NODE_TYPE_P(elements->nodes[i], PM_SPLAT_NODE) || PM_NODE_TYPE_P(elements->nodes[i], PM_KEYWORD_HASH_NODE))
            return false;
    }
    return elements->size <= 64;
}

/* Returns whether the targets are different locals and ivars, so that the order of the assignments has no effect. */
static bool
compile_order_free_p(const pm_node_list_t *targets)
{
    for (size_t i = 0; i < targets->size; i++) {
        const pm_node_t *a = targets->nodes[i];
        if (!PM_NODE_TYPE_P(a, PM_LOCAL_VARIABLE_TARGET_NODE) && !PM_NODE_TYPE_P(a, PM_INSTANCE_VARIABLE_TARGET_NODE))
            return false;
        for (size_t j = 0; j < i; j++) {
            const pm_node_t *b = targets->nodes[j];
            if (PM_NODE_TYPE(a) != PM_NODE_TYPE(b)) continue;
            _Static_assert(offsetof(pm_local_variable_target_node_t, name) ==
                               offsetof(pm_instance_variable_target_node_t, name),
                           "read as one");
            if (((const pm_local_variable_target_node_t *)a)->name == ((const pm_local_variable_target_node_t *)b)->name)
                return false;
        }
    }
    return true;
}

/* a, b = x, y without an Array */
static void
assign_directly(struct scope *s, const pm_node_list_t *lefts, const pm_node_list_t *values, struct pushed **from)
{
    int base = s->sp;

    for (size_t i = 0; i < values->size; i++) compile_node(s, values->nodes[i], false);
    if (values->size == lefts->size && compile_order_free_p(lefts)) {
        for (size_t i = lefts->size; i-- > 0;) assign_target(s, lefts->nodes[i], from);
        return;
    }
    for (size_t i = 0; i < lefts->size; i++) {
        if (i < values->size) emit1(s, INSN_topn, s->sp - 1 - (base + (int)i));
        else emit0(s, INSN_putnil);
        assign_target(s, lefts->nodes[i], from);
    }
    emit_pops(s, (int)values->size);
}

void
compile_multi_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_multi_write_node_t *write = (const pm_multi_write_node_t *)node;
    const pm_multi_target_node_t targets = {
        .base = {.type = PM_MULTI_TARGET_NODE},
        .lefts = write->lefts,
        .rest = write->rest,
        .rights = write->rights,
    };
    size_t count = compile_count_pushed(&targets.base);
    struct pushed *pushed = arena_alloc(s->c, (count + 1) * sizeof *pushed), *to = pushed, *from = pushed;
    int base = s->sp;

    compile_push_list(s, &write->lefts, &to);
    compile_push_target(s, write->rest, &to);
    compile_push_list(s, &write->rights, &to);
    int held = s->sp - base;
    if (popped && !write->rest && !write->rights.size && compile_plain_array_p(write->value)) {
        assign_directly(s, &write->lefts, &((const pm_array_node_t *)write->value)->elements, &from);
    } else {
        compile_node(s, write->value, false);
        if (!popped) emit0(s, INSN_dup);
        assign_multi(s, &write->lefts, write->rest, &write->rights, &from);
    }
    if (held && !popped) emit1(s, INSN_setn, held);
    emit_pops(s, held);
}
