/*
 * compile/call.c - method calls: arguments, block arguments, safe navigation, attribute assignment, super, yield.
 *
 * The stack at a call: receiver, positional arguments (one Array of them all if there is a splat), keyword values or one
 * keyword Hash, the block argument.
 */
#include "internal/compile.h"
#include "internal/array.h"
#include "internal/vm/unused_block.h"
#include "internal/vm_insnhelper.h"

#include <string.h>

/* ---- operators -------------------------------------------------------------------------------------------------------- */

struct compile_op_insn {
    const char *name;
    short argc, insn;
    ID id;
};
static struct compile_op_insn op_insns[] = {
    {"+", 1, INSN_opt_plus, 0},      {"-", 1, INSN_opt_minus, 0},        {"*", 1, INSN_opt_mult, 0},
    {"/", 1, INSN_opt_div, 0},       {"%", 1, INSN_opt_mod, 0},          {"==", 1, INSN_opt_eq, 0},
    {"!=", 1, INSN_opt_neq, 0},      {"<", 1, INSN_opt_lt, 0},           {"<=", 1, INSN_opt_le, 0},
    {">", 1, INSN_opt_gt, 0},        {">=", 1, INSN_opt_ge, 0},          {"&", 1, INSN_opt_and, 0},
    {"|", 1, INSN_opt_or, 0},        {"^", 1, INSN_opt_xor, 0},          {">>", 1, INSN_opt_rshift, 0},
    {"<<", 1, INSN_opt_ltlt, 0},     {"[]", 1, INSN_opt_aref, 0},        {"=~", 1, INSN_opt_regexpmatch2, 0},
    {"!", 0, INSN_opt_not, 0},       {"nil?", 0, INSN_opt_nil_p, 0},     {"length", 0, INSN_opt_length, 0},
    {"size", 0, INSN_opt_length, 0}, {"empty?", 0, INSN_opt_empty_p, 0}, {"succ", 0, INSN_opt_succ, 0},
    {"-@", 0, INSN_opt_uminus, 0},   {"[]=", 2, INSN_opt_aset, 0},
};

/* The form that is right now: the general one where a basic operation is redefined. */
static int
compile_usable(int id)
{
    return vm_insn_redefined_p(id) ? insn_family(id) : id;
}

int
compile_operator_insn(ID mid, unsigned argc)
{
    if (!op_insns[0].id)
        for (unsigned i = 0; i < lengthof(op_insns); i++)
            op_insns[i].id = id_intern(op_insns[i].name, strlen(op_insns[i].name), ENCI_USASCII);
    for (unsigned i = 0; i < lengthof(op_insns); i++)
        if (op_insns[i].id == mid && op_insns[i].argc == (short)argc) return op_insns[i].insn;
    return -1;
}

/* Returns the instruction for a call of mid with plain arguments, or -1 for send. */
static int
compile_op_insn(struct scope *s, ID mid, unsigned argc)
{
    int id = compile_plain_sends_p(s->c) ? -1 : compile_operator_insn(mid, argc);
    return id < 0 ? id : compile_usable(id);
}

void
emit_binary(struct scope *s, ID mid)
{
    emit_call(s, mid, 1, 0);
}

/* ---- sites ---------------------------------------------------------------------------------------------------------------- */

int64_t
site_operand(struct scope *s, ID mid, const struct call_args *args)
{
    if (!(args->flags & CI_KWARG)) return (int64_t)ci_pack(mid, args->flags, args->argc);
    struct kw_site *site = arena_alloc(s->c, sizeof *site);
    *site = (struct kw_site){mid, args->flags, args->argc, args->kw_count, args->kw_names};
    return (int64_t)(intptr_t)site;
}

void
emit_call(struct scope *s, ID mid, unsigned argc, unsigned flags)
{
    int64_t site = (int64_t)ci_pack(mid, flags, argc);
    int id = compile_op_insn(s, mid, argc);

    if (id >= 0 && !(flags & ~(unsigned)CI_ATTRASGN)) emit1(s, id, site);
    else emit2(s, INSN_send, argc, site);
}

void
emit_send(struct scope *s, ID mid, const struct call_args *args, VALUE block)
{
    if (block) emit3(s, INSN_send_block, args->depth, site_operand(s, mid, args), (int64_t)block);
    else if (!(args->flags & (CI_SIMPLE_MASK | CI_FCALL | CI_SAFE_NAV))) emit_call(s, mid, args->argc, args->flags);
    else emit2(s, INSN_send, args->depth, site_operand(s, mid, args));
}

/* ---- anonymous parameters ------------------------------------------------------------------------------------------------- */

/* The nearest scope that has the parameter * or ** or &; its local and how far up it is. */
static struct scope *
compile_find_anonymous(struct scope *s, const char *name, int *local, unsigned *level)
{
    ID id = id_intern(name, strlen(name), ENCI_USASCII);

    for (*level = 0; s; s = s->up, ++*level) {
        *local = scope_find_local(s, id);
        if (*local >= 0) return s;
    }
    return NULL;
}

void
emit_anonymous(struct scope *s, const char *name)
{
    int local;
    unsigned level;

    if (!compile_find_anonymous(s, name, &local, &level)) {
        rb_raise(rb_eSyntaxError, "%s:%d: no anonymous %s parameter", s->c->opt->path, (int)s->line, name);
    }
    if (name[0] == '&') emit2(s, INSN_getblockparamproxy, local, level);
    else emit_getlocal(s, local, level);
}

/* ---- arguments ------------------------------------------------------------------------------------------------------------ */

static bool
compile_same_symbol_p(const pm_node_t *a, const pm_node_t *b)
{
    const pm_string_t *x = &((const pm_symbol_node_t *)a)->unescaped, *y = &((const pm_symbol_node_t *)b)->unescaped;
    return x->length == y->length && memcmp(x->source, y->source, x->length) == 0;
}

static bool
compile_key_comes_again_p(const pm_node_list_t *elements, size_t i)
{
    const pm_assoc_node_t *assoc = (const pm_assoc_node_t *)elements->nodes[i];

    for (size_t j = i + 1; j < elements->size; j++)
        if (compile_same_symbol_p(assoc->key, ((const pm_assoc_node_t *)elements->nodes[j])->key)) return true;
    return false;
}

/* Compiles the keywords of f(a: 1, b: 2): values go on the stack, names into the site.  The last value of a repeated key counts. */
static void
compile_literal_keywords(struct scope *s, const pm_node_list_t *elements, struct call_args *out)
{
    out->kw_names = arena_alloc(s->c, elements->size * sizeof(ID));
    for (size_t i = 0; i < elements->size; i++) {
        const pm_assoc_node_t *assoc = (const pm_assoc_node_t *)elements->nodes[i];
        bool again = compile_key_comes_again_p(elements, i);
        compile_node(s, assoc->value, again);
        if (!again) out->kw_names[out->kw_count++] = sym_to_id(literal_value(s, assoc->key));
    }
    out->depth += out->kw_count;
    out->argc += out->kw_count;
    out->flags |= CI_KWARG;
}

static bool
compile_symbol_keys_p(const pm_node_list_t *elements)
{
    for (size_t i = 0; i < elements->size; i++) {
        const pm_node_t *element = elements->nodes[i];
        if (!PM_NODE_TYPE_P(element, PM_ASSOC_NODE)) return false;
        if (!PM_NODE_TYPE_P(((const pm_assoc_node_t *)element)->key, PM_SYMBOL_NODE)) return false;
    }
    return true;
}

static bool
compile_key_repeated_p(const pm_node_list_t *elements)
{
    for (size_t i = 0; i < elements->size; i++)
        if (compile_key_comes_again_p(elements, i)) return true;
    return false;
}

/* After a splat CRuby makes a Hash of them, in which a repeated key stays where it was first.  Literal ones are a Hash that the
 * code keeps: what takes it for its own copies it, and ** without a name hands it on. */
static void
compile_keywords(struct scope *s, const pm_node_list_t *elements, struct call_args *out)
{
    if ((out->flags & CI_SPLAT) && compile_symbol_keys_p(elements) && literal_hash_p(elements)) {
        out->depth++;
        out->argc++;
        out->flags |= CI_KW_SPLAT;
        emit_putobject(s, literal_hash(s, elements));
        return;
    }
    if (compile_symbol_keys_p(elements) && !(out->flags & CI_SPLAT && compile_key_repeated_p(elements))) {
        compile_literal_keywords(s, elements, out);
        return;
    }
    out->depth++;
    out->argc++;
    out->flags |= CI_KW_SPLAT;
    if (elements->size == 1 && PM_NODE_TYPE_P(elements->nodes[0], PM_ASSOC_SPLAT_NODE)) {
        const pm_node_t *value = ((const pm_assoc_splat_node_t *)elements->nodes[0])->value;
        if (value) compile_node(s, value, false);
        else emit_anonymous(s, "**");
        return;
    }
    out->flags |= CI_KW_SPLAT_MUT;
    compile_hash_elements(s, elements);
}

static void
compile_block_argument(struct scope *s, const pm_node_t *node, struct call_args *out)
{
    const pm_node_t *expression = ((const pm_block_argument_node_t *)node)->expression;

    out->depth++;
    out->flags |= CI_BLOCKARG;
    if (!expression) {
        emit_anonymous(s, "&");
        return;
    }
    if (PM_NODE_TYPE_P(expression, PM_LOCAL_VARIABLE_READ_NODE)) {
        const pm_local_variable_read_node_t *read = (const pm_local_variable_read_node_t *)expression;
        unsigned level;
        struct scope *at = scope_at_depth(s, read->depth, &level);
        int local = scope_find_local(at, const_id(s->c, read->name));
        const struct iseq_params *p = &at->body->params;
        if (at->type == ISEQ_METHOD && (p->flags & PARAM_BLOCK) && local == p->block_index) {
            emit2(s, INSN_getblockparamproxy, local, level);
            return;
        }
    }
    compile_node(s, expression, false);
}

/* Returns whether evaluating node cannot change an Array that was pushed before it. */
static bool
compile_harmless_p(const pm_node_t *node)
{
    if (!node || literal_p(node)) return true;
    switch (PM_NODE_TYPE(node)) {
    case PM_LOCAL_VARIABLE_READ_NODE:
    case PM_INSTANCE_VARIABLE_READ_NODE:
    case PM_SELF_NODE:
    case PM_STRING_NODE:
    case PM_IT_LOCAL_VARIABLE_READ_NODE:
    case PM_LAMBDA_NODE:
    case PM_GLOBAL_VARIABLE_READ_NODE:
    case PM_CLASS_VARIABLE_READ_NODE:
    case PM_NUMBERED_REFERENCE_READ_NODE:
    case PM_BACK_REFERENCE_READ_NODE:
    case PM_CONSTANT_READ_NODE: return true;
    case PM_CONSTANT_PATH_NODE: return compile_harmless_p(((const pm_constant_path_node_t *)node)->parent);
    case PM_ARRAY_NODE: {
        const pm_node_list_t *elements = &((const pm_array_node_t *)node)->elements;
        for (size_t i = 0; i < elements->size; i++)
            if (!compile_harmless_p(elements->nodes[i])) return false;
        return true;
    }
    case PM_BLOCK_ARGUMENT_NODE: return compile_harmless_p(((const pm_block_argument_node_t *)node)->expression);
    case PM_KEYWORD_HASH_NODE: {
        const pm_node_list_t *elements = &((const pm_keyword_hash_node_t *)node)->elements;
        for (size_t i = 0; i < elements->size; i++) {
            const pm_node_t *element = elements->nodes[i];
            if (PM_NODE_TYPE_P(element, PM_ASSOC_SPLAT_NODE)) {
                if (!compile_harmless_p(((const pm_assoc_splat_node_t *)element)->value)) return false;
            } else if (!compile_harmless_p(((const pm_assoc_node_t *)element)->key) ||
                       !compile_harmless_p(((const pm_assoc_node_t *)element)->value))
                return false;
        }
        return true;
    }
    default: return false;
    }
}

enum { SPLAT_LEAD_MAX = LIMIT(64, 2) };

/* Pushes the arguments before the first splat as in any call.  A lone splat at the end is passed as it is, unless code evaluated
 * after it may change it.  Otherwise the splat and all arguments after it go into a fresh Array. */
static void
compile_splat_arguments(struct scope *s, const pm_node_list_t *positional, bool more_may_change, struct call_args *out)
{
    size_t lead = 0;

    while (lead < SPLAT_LEAD_MAX && !PM_NODE_TYPE_P(positional->nodes[lead], PM_SPLAT_NODE))
        compile_node(s, positional->nodes[lead++], false);
    out->depth += (unsigned)lead + 1;
    out->argc += (unsigned)lead + 1;
    out->flags |= CI_SPLAT;
    const pm_node_t *splat = positional->nodes[lead];
    if (lead + 1 == positional->size && PM_NODE_TYPE_P(splat, PM_SPLAT_NODE) && !more_may_change) {
        const pm_node_t *expression = ((const pm_splat_node_t *)splat)->expression;
        if (expression) compile_node(s, expression, false);
        else emit_anonymous(s, "*");
        emit1(s, INSN_splatarray, 0);
        return;
    }
    out->flags |= CI_SPLAT_MUT;
    pm_node_list_t rest = {.size = positional->size - lead, .nodes = positional->nodes + lead};
    compile_array_elements(s, &rest, NULL);
}

static bool
compile_splat_among_p(const pm_node_list_t *list)
{
    for (size_t i = 0; i < list->size; i++)
        if (PM_NODE_TYPE_P(list->nodes[i], PM_SPLAT_NODE)) return true;
    return false;
}

/* Prepares the use of the parameter `...`.  `as_array`: the code that follows needs its rest as an Array.  Only a call in the
 * method's own scope finds the arguments as they were given (vm_args_forward). */
static void
compile_prepare_forwarded(struct scope *s, bool as_array)
{
    int local;
    unsigned level;

    if (compile_find_anonymous(s, "*", &local, &level) && (level || as_array)) emit2(s, INSN_reifyforward, local, level);
}

/* f(...): the rest, the keywords and the block of the method, after its own leading arguments. */
static void
compile_forwarded(struct scope *s, const pm_node_list_t *positional, struct call_args *out)
{
    bool in_array = positional->size > SPLAT_LEAD_MAX || compile_splat_among_p(positional);

    if (in_array) {
        compile_array_elements(s, positional, NULL);
        compile_prepare_forwarded(s, true);
        emit_anonymous(s, "*");
        emit0(s, INSN_concattoarray);
        out->flags |= CI_SPLAT_MUT;
    } else {
        for (size_t i = 0; i < positional->size; i++) compile_node(s, positional->nodes[i], false);
        out->depth += (unsigned)positional->size;
        out->argc += (unsigned)positional->size;
        compile_prepare_forwarded(s, false);
        emit_anonymous(s, "*");
    }
    emit_anonymous(s, "**");
    emit_anonymous(s, "&");
    out->depth += 3;
    out->argc += 2;
    out->flags |= CI_SPLAT | CI_KW_SPLAT | CI_BLOCKARG | CI_FORWARDING;
}

/*
 * Pushes arguments.
 *   args      NULL: none
 *   block     a block argument, or NULL
 *   out       what to write into the site; flags may be set before
 */
void
compile_args(struct scope *s, const pm_arguments_node_t *args, const pm_node_t *block, struct call_args *out)
{
    pm_node_list_t positional = {0};
    const pm_node_t *keywords = NULL;
    bool forwarded = false;

    if (args) positional = args->arguments;
    if (positional.size && PM_NODE_TYPE_P(positional.nodes[positional.size - 1], PM_FORWARDING_ARGUMENTS_NODE)) {
        positional.size--;
        forwarded = true;
    }
    if (positional.size && PM_NODE_TYPE_P(positional.nodes[positional.size - 1], PM_KEYWORD_HASH_NODE)) {
        keywords = positional.nodes[--positional.size];
    }
    if (forwarded) {
        compile_forwarded(s, &positional, out); /* the grammar allows no keywords before it */
        return;
    }
    if (compile_splat_among_p(&positional) || positional.size > VM_ARGS_STACK_MAX) {
        compile_splat_arguments(s, &positional, !compile_harmless_p(keywords) || !compile_harmless_p(block), out);
    } else {
        for (size_t i = 0; i < positional.size; i++) compile_node(s, positional.nodes[i], false);
        out->depth += (unsigned)positional.size;
        out->argc += (unsigned)positional.size;
    }
    if (keywords) compile_keywords(s, &((const pm_keyword_hash_node_t *)keywords)->elements, out);
    if (block) compile_block_argument(s, block, out);
}

/* ---- blocks --------------------------------------------------------------------------------------------------------------- */

VALUE
compile_block_iseq(struct scope *s, const pm_node_t *node)
{
    const pm_block_node_t *block = (const pm_block_node_t *)node;
    struct scope *b = scope_new(s->c, s, ISEQ_BLOCK, node, scope_block_name(s));

    compile_block_params(b, block->parameters, &block->locals);
    b->pending_events |= EVENT_B_CALL;
    b->body_start = label_new(b);
    label_place(b, b->body_start);
    compile_body(b, block->body, b->body->last_line, EVENT_B_RETURN);
    return b->iseq;
}

void
compile_lambda(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_lambda_node_t *lambda = (const pm_lambda_node_t *)node;
    struct scope *b = scope_new(s->c, s, ISEQ_BLOCK, node, scope_block_name(s));

    b->body->first_line = line_of(s->c, lambda->opening_loc.start); /* where its { is */
    compile_block_params(b, lambda->parameters, &lambda->locals);
    b->pending_events |= EVENT_B_CALL;
    b->body_start = label_new(b);
    label_place(b, b->body_start);
    compile_body(b, lambda->body, b->body->last_line, EVENT_B_RETURN);
    if (!popped) emit1(s, INSN_putlambda, (int64_t)b->iseq);
}

/* ---- special receivers ------------------------------------------------------------------------------------------------------ */

static void
compile_set_attribute(struct scope *s, const pm_arguments_node_t *args)
{
    for (size_t i = 0; args && i < args->arguments.size; i++) {
        const pm_node_t *name = args->arguments.nodes[i];
        if (!PM_NODE_TYPE_P(name, PM_SYMBOL_NODE)) continue;
        if (literal_value(s, name) == sym_from_id(rb_intern("leaf"))) s->method->body->attr_leaf = 1;
        if (literal_value(s, name) == sym_from_id(rb_intern("ruby"))) s->method->body->attr_ruby = 1;
    }
}

/* The local variable that argument n of a Primitive names. */
static int64_t
compile_local_argument(struct scope *s, const pm_call_node_t *call, size_t n)
{
    const pm_node_t *arg = call->arguments->arguments.nodes[n];
    if (!PM_NODE_TYPE_P(arg, PM_LOCAL_VARIABLE_READ_NODE))
        rb_raise(rb_eSyntaxError, "%s:%d: a local variable is wanted", s->c->opt->path, (int)s->line);
    return scope_find_local(s, const_id(s->c, ((const pm_local_variable_read_node_t *)arg)->name));
}

/* Primitive.name(args), in core/ only. */
static bool
compile_primitive(struct scope *s, const pm_call_node_t *call, bool popped)
{
    if (!s->c->opt->core || !call->receiver || !PM_NODE_TYPE_P(call->receiver, PM_CONSTANT_READ_NODE)) return false;
    if (const_id(s->c, ((const pm_constant_read_node_t *)call->receiver)->name) != rb_intern("Primitive")) return false;
    VALUE name = id_name(const_id(s->c, call->name));
    if (strcmp(str_ptr(name), "attr!") == 0) {
        compile_set_attribute(s, call->arguments);
        if (!popped) emit0(s, INSN_putnil);
        return true;
    }
    if (strcmp(str_ptr(name), "ary_step") == 0) {
        emit3(s, INSN_ary_step, -1, compile_local_argument(s, call, 0), compile_local_argument(s, call, 1));
        if (popped) emit0(s, INSN_pop);
        return true;
    }
    int index = vm_primitive_index(str_ptr(name), str_len(name));
    if (index < 0) rb_raise(rb_eSyntaxError, "%s:%d: no primitive %s", s->c->opt->path, (int)s->line, str_ptr(name));
    unsigned argc = call->arguments ? (unsigned)call->arguments->arguments.size : 0;
    for (unsigned i = 0; i < argc; i++) compile_node(s, call->arguments->arguments.nodes[i], false);
    emit3(s, INSN_primitive, index, argc, -1);
    if (popped) emit0(s, INSN_pop);
    return true;
}

/* "lit".freeze, -"lit", [1].freeze, {a: 1}.freeze */
static bool
compile_literal_freeze(struct scope *s, const pm_call_node_t *call, ID mid)
{
    const pm_node_t *on = call->receiver;
    bool freeze = mid == rb_intern("freeze"), string = PM_NODE_TYPE_P(on, PM_STRING_NODE);
    if (!freeze && !(string && mid == rb_intern("-@"))) return false;
    int id = string ? INSN_opt_str_freeze : PM_NODE_TYPE_P(on, PM_ARRAY_NODE) ? INSN_opt_ary_freeze : INSN_opt_hash_freeze;
    if (vm_insn_redefined_p(id)) return false;
    VALUE literal = string ? literal_value(s, on) : literal_array_or_hash(s, on);
    if (!literal) return false;
    emit2(s, id, (int64_t)literal, (int64_t)ci_pack(mid, 0, 0));
    return true;
}

/* Returns whether a Range is among the elements.  CRuby has no literal of such an Array. */
static bool
compile_range_among_p(const pm_node_list_t *elements)
{
    for (size_t i = 0; i < elements->size; i++)
        if (PM_NODE_TYPE_P(elements->nodes[i], PM_RANGE_NODE)) return true;
    return false;
}

/* [a, b].max */
static bool
compile_array_question(struct scope *s, const pm_call_node_t *call, ID mid)
{
    if (!PM_NODE_TYPE_P(call->receiver, PM_ARRAY_NODE)) return false;
    const pm_node_list_t *elements = &((const pm_array_node_t *)call->receiver)->elements;
    int fn = mid == rb_intern("max") ? 0 : mid == rb_intern("min") ? 1 : mid == rb_intern("hash") ? 2 : -1;

    if (fn < 0 || elements->size == 0 || elements->size > 64 || compile_splat_among_p(elements)) return false;
    if (!compile_range_among_p(elements) && literal_array_or_hash(s, call->receiver))
        return false; /* Array#max compares its elements with each other, as in CRuby */
    for (size_t i = 0; i < elements->size; i++) compile_node(s, elements->nodes[i], false);
    emit2(s, INSN_opt_newarray_send, (int64_t)elements->size, fn);
    return true;
}

/* [1, 2].include?(x), [a, b].include?(x) */
static bool
compile_array_include(struct scope *s, const pm_call_node_t *call, ID mid)
{
    if (mid != rb_intern("include?") || !PM_NODE_TYPE_P(call->receiver, PM_ARRAY_NODE)) return false;
    const pm_node_list_t *elements = &((const pm_array_node_t *)call->receiver)->elements,
                         *args = &call->arguments->arguments;
    if (elements->size == 0 || elements->size > 64 || args->size != 1 || compile_splat_among_p(elements)) return false;
    switch (PM_NODE_TYPE(args->nodes[0])) { /* as CRuby 4.0.1 does, what may run anything first goes the plain way */
    case PM_SPLAT_NODE:
    case PM_KEYWORD_HASH_NODE:
    case PM_FORWARDING_ARGUMENTS_NODE: return false;
    default: break;
    }
    VALUE literal = vm_insn_redefined_p(INSN_opt_duparray_send) ? 0 : literal_array_or_hash(s, call->receiver);
    if (literal) {
        compile_node(s, args->nodes[0], false);
        emit2(s, INSN_opt_duparray_send, (int64_t)literal, (int64_t)ci_pack(mid, 0, 1));
        return true;
    }
    for (size_t i = 0; i < elements->size; i++) compile_node(s, elements->nodes[i], false);
    compile_node(s, args->nodes[0], false);
    emit2(s, INSN_opt_newarray_send, (int64_t)elements->size + 1, 3);
    return true;
}

static bool
compile_special_receiver(struct scope *s, const pm_call_node_t *call, ID mid)
{
    if (!call->receiver || call->block || compile_plain_sends_p(s->c)) return false;
    if (PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_SAFE_NAVIGATION)) return false;
    if (call->arguments) return compile_array_include(s, call, mid);
    return compile_literal_freeze(s, call, mid) || compile_array_question(s, call, mid);
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------ */

static unsigned
call_flags(const pm_call_node_t *call)
{
    unsigned flags = 0;

    if (PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_IGNORE_VISIBILITY) || !call->receiver) flags |= CI_FCALL;
    if (PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_VARIABLE_CALL)) flags |= CI_VCALL;
    if (PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_SAFE_NAVIGATION)) flags |= CI_SAFE_NAV;
    if (PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_ATTRIBUTE_WRITE)) flags |= CI_ATTRASGN;
    return flags;
}

static void
compile_set_message_line(struct scope *s, const pm_call_node_t *call)
{
    if (call->message_loc.start) s->line = line_of(s->c, call->message_loc.start);
}

/* Where a call ends for Coverage: behind its arguments, or its name if it has none. */
static const uint8_t *
compile_without_block(const pm_node_t *node)
{
    if (!PM_NODE_TYPE_P(node, PM_CALL_NODE)) return node->location.end;
    const pm_call_node_t *call = (const pm_call_node_t *)node;
    if (!call->arguments) return call->message_loc.end ? call->message_loc.end : node->location.end;
    return call->closing_loc.end ? call->closing_loc.end : call->arguments->base.location.end;
}

/* A conditional send ends here when the receiver is nil: its nil is the value. */
static struct label *
emit_nil_check(struct scope *s, const pm_node_t *call, int *otherwise)
{
    struct label *end = label_new(s);
    pm_node_t shown = {.type = call->type, .location = {call->location.start, compile_without_block(call)}};
    VALUE base = cover_base(s, "&.", &shown);
    int then = cover_declare(s, base, "then", &shown);

    *otherwise = cover_declare(s, base, "else", &shown);
    emit0(s, INSN_dup);
    emit_jump(s, INSN_branchnil, end);
    cover_branch(s, then);
    return end;
}

/* Places the target of the nil check, where the stack is as after the call. */
static void
compile_place_nil_check(struct scope *s, struct label *end, int otherwise)
{
    if (otherwise < 0) {
        label_place(s, end);
        return;
    }
    struct label *over = label_new(s);
    emit_jump(s, INSN_jump, over);
    label_place(s, end);
    cover_branch(s, otherwise);
    label_place(s, over);
}

/* The arguments of a[i] = v or a.b = v, and v copied into the cell below the receiver. */
static void
compile_write_args(struct scope *s, const pm_arguments_node_t *args, struct call_args *out)
{
    if (!compile_splat_among_p(&args->arguments)) {
        compile_args(s, args, NULL, out);
        emit1(s, INSN_setn, out->depth + 1);
        return;
    }
    pm_node_list_t before = args->arguments;
    before.size--;
    compile_array_elements(s, &before, NULL);
    compile_node(s, args->arguments.nodes[before.size], false);
    emit1(s, INSN_setn, 3);
    emit1(s, INSN_pushtoarray, 1);
    out->depth++;
    out->argc++;
    out->flags |= CI_SPLAT | CI_SPLAT_MUT;
}

/* x.y = v, x[i] = v: the value is v whatever the method returns. */
static void
compile_attribute_write(struct scope *s, const pm_call_node_t *call, ID mid, bool popped)
{
    struct call_args args = {.flags = call_flags(call)};
    struct label *end = NULL;
    bool safe = args.flags & CI_SAFE_NAV;
    int otherwise = -1;

    if (!popped && !safe) emit0(s, INSN_putnil);
    compile_or_nil(s, call->receiver, false);
    if (safe) {
        end = emit_nil_check(s, (const pm_node_t *)call, &otherwise);
        if (!popped) {
            emit0(s, INSN_putnil);
            emit0(s, INSN_swap);
        }
    }
    if (popped) compile_args(s, call->arguments, call->block, &args);
    else compile_write_args(s, call->arguments, &args);
    compile_set_message_line(s, call);
    emit_send(s, mid, &args, 0);
    if (popped && !safe) emit0(s, INSN_pop);
    if (!popped) emit0(s, INSN_pop);
    if (safe) {
        compile_place_nil_check(s, end, otherwise);
        if (popped) emit0(s, INSN_pop);
    }
}

static void
compile_plain_call(struct scope *s, const pm_call_node_t *call, ID mid)
{
    struct call_args args = {.flags = call_flags(call)};
    struct label *end = NULL;
    VALUE block = 0;
    int otherwise = -1;

    if (call->receiver) compile_node(s, call->receiver, false);
    else emit_putself(s);
    if (args.flags & CI_SAFE_NAV) end = emit_nil_check(s, (const pm_node_t *)call, &otherwise);
    bool literal = call->block && PM_NODE_TYPE_P(call->block, PM_BLOCK_NODE);
    compile_args(s, call->arguments, literal ? NULL : call->block, &args);
    if (literal) {
        block = compile_block_iseq(s, call->block);
        args.flags |= CI_BLOCK_LITERAL;
    }
    compile_set_message_line(s, call);
    emit_send(s, mid, &args, block);
    if (end) compile_place_nil_check(s, end, otherwise);
}

void
compile_call(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_call_node_t *call = (const pm_call_node_t *)node;
    ID mid = const_id(s->c, call->name);

    if (compile_primitive(s, call, popped)) return;
    if (PM_NODE_FLAG_P(call, PM_CALL_NODE_FLAGS_ATTRIBUTE_WRITE)) {
        compile_attribute_write(s, call, mid, popped);
        return;
    }
    if (!compile_special_receiver(s, call, mid)) compile_plain_call(s, call, mid);
    if (popped) emit0(s, INSN_pop);
}

/* /(?<a>.)(?<b>.)/ =~ str: the names are locals */
void
compile_match_write(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_match_write_node_t *match = (const pm_match_write_node_t *)node;
    struct label *none = label_new(s), *end = label_new(s);

    compile_node(s, (const pm_node_t *)match->call, false);
    emit1(s, INSN_getbackref, 0);
    emit0(s, INSN_dup);
    emit_jump(s, INSN_branchnil, none);
    for (size_t i = 0; i < match->targets.size; i++) {
        const pm_local_variable_target_node_t *target = (const pm_local_variable_target_node_t *)match->targets.nodes[i];
        emit0(s, INSN_dup);
        emit_putobject(s, sym_from_id(const_id(s->c, target->name)));
        emit2(s, INSN_send, 1, (int64_t)ci_pack(rb_intern("[]"), 0, 1));
        emit_local_set(s, target->name, target->depth);
    }
    emit_jump(s, INSN_jump, end);
    label_place(s, none);
    for (size_t i = 0; i < match->targets.size; i++) {
        const pm_local_variable_target_node_t *target = (const pm_local_variable_target_node_t *)match->targets.nodes[i];
        emit0(s, INSN_putnil);
        emit_local_set(s, target->name, target->depth);
    }
    label_place(s, end);
    emit0(s, INSN_pop);
    if (popped) emit0(s, INSN_pop);
}

/* ---- yield, super ------------------------------------------------------------------------------------------------------------- */

void
scope_uses_block(struct scope *s)
{
    struct iseq_body *body = s->method->body;
    body->uses_block = 1;
    if (s->method->type == ISEQ_METHOD) unused_block_name_uses(body->mid);
}

void
compile_yield(struct scope *s, const pm_node_t *node, bool popped)
{
    struct call_args args = {0};

    if (s->method->type == ISEQ_TOP || s->method->type == ISEQ_MAIN || s->method->type == ISEQ_CLASS)
        compile_error(s, node, "Invalid yield");
    scope_uses_block(s);
    emit0(s, INSN_putnil); /* becomes the block's self */
    compile_args(s, ((const pm_yield_node_t *)node)->arguments, NULL, &args);
    emit3(s, INSN_invokeblock, args.depth, s->level, site_operand(s, rb_intern("yield"), &args));
    if (popped) emit0(s, INSN_pop);
}

static void
emit_super(struct scope *s, struct call_args *args, const pm_node_t *block, bool popped)
{
    VALUE iseq = 0;

    if (!block) scope_uses_block(s); /* passed on */
    if (block && PM_NODE_TYPE_P(block, PM_BLOCK_NODE)) {
        iseq = compile_block_iseq(s, block);
        args->flags |= CI_BLOCK_LITERAL;
    }
    args->flags |= CI_SUPER | CI_FCALL;
    emit3(s, INSN_invokesuper, args->depth, site_operand(s, s->method->body->mid, args), (int64_t)iseq);
    if (popped) emit0(s, INSN_pop);
}

void
compile_super(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_super_node_t *super = (const pm_super_node_t *)node;
    struct call_args args = {0};
    bool literal = super->block && PM_NODE_TYPE_P(super->block, PM_BLOCK_NODE);

    emit_putself(s);
    compile_args(s, super->arguments, literal ? NULL : super->block, &args);
    emit_super(s, &args, super->block, popped);
}

/* The method's positional parameters, as they are now. */
static void
compile_push_own_positionals(struct scope *s, const struct iseq_params *p, unsigned level, struct call_args *args)
{
    unsigned first = p->lead + p->opt;
    bool rest = p->flags & PARAM_REST;

    bool forward = (p->flags & PARAM_FORWARD) && first <= SPLAT_LEAD_MAX;
    if ((p->flags & PARAM_FORWARD) && (level || !forward)) emit2(s, INSN_reifyforward, p->rest_index, level);
    for (unsigned i = 0; i < first; i++) emit_getlocal(s, (int)i, level);
    if (!rest) {
        for (unsigned i = 0; i < p->post; i++) emit_getlocal(s, p->post_index + (int)i, level);
        args->depth += first + p->post;
        args->argc += first + p->post;
        return;
    }
    args->depth++;
    args->argc++;
    args->flags |= CI_SPLAT;
    if (forward) {
        emit_getlocal(s, p->rest_index, level);
        args->depth += first;
        args->argc += first;
        return;
    }
    if (first) emit1(s, INSN_newarray, first);
    emit_getlocal(s, p->rest_index, level);
    if (first) emit0(s, INSN_concattoarray);
    else emit1(s, INSN_splatarray, p->post ? 1 : 0);
    for (unsigned i = 0; i < p->post; i++) emit_getlocal(s, p->post_index + (int)i, level);
    if (p->post) emit1(s, INSN_pushtoarray, p->post);
    if (first || p->post) args->flags |= CI_SPLAT_MUT;
}

static void
compile_push_own_keywords(struct scope *s, const struct iseq_params *p, unsigned level, struct call_args *args)
{
    bool kwrest = p->flags & PARAM_KWREST;

    if (p->flags & PARAM_FORWARD) args->flags |= CI_FORWARDING;
    if (!kwrest && !p->kw_count) return;
    if (!kwrest) {
        for (unsigned i = 0; i < p->kw_count; i++) emit_getlocal(s, p->kw_index + (int)i, level);
        args->kw_names = p->kw_names;
        args->kw_count = p->kw_count;
        args->depth += p->kw_count;
        args->argc += p->kw_count;
        args->flags |= CI_KWARG;
        return;
    }
    args->depth++;
    args->argc++;
    args->flags |= CI_KW_SPLAT;
    if (!p->kw_count) {
        emit_getlocal(s, p->kwrest_index, level);
        return;
    }
    args->flags |= CI_KW_SPLAT_MUT;
    emit1(s, INSN_newhash, 0);
    emit_getlocal(s, p->kwrest_index, level);
    emit0(s, INSN_hash_merge);
    for (unsigned i = 0; i < p->kw_count; i++) {
        emit_putobject(s, sym_from_id(p->kw_names[i]));
        emit_getlocal(s, p->kw_index + (int)i, level);
    }
    emit1(s, INSN_hash_add, 2 * p->kw_count);
}

/* super without parentheses: passes on the method's parameters. */
void
compile_forwarding_super(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_forwarding_super_node_t *super = (const pm_forwarding_super_node_t *)node;
    struct call_args args = {.flags = CI_ZSUPER};

    emit_putself(s);
    if (s->method->type == ISEQ_METHOD) {
        compile_push_own_positionals(s, &s->method->body->params, s->level, &args);
        compile_push_own_keywords(s, &s->method->body->params, s->level, &args);
    }
    emit_super(s, &args, (const pm_node_t *)super->block, popped);
}
