/*
 * compile/def.c - def, class, module, class <<; parameters of methods and blocks.
 *
 * Locals of a scope begin with its parameters in the order of invariant ISEQ-2 (iseq.h).  The code before a body computes, in
 * this order: defaults of optional parameters (entered at params.opt_pc), defaults of keywords, destructuring.
 */
#include "internal/compile.h"
#include "internal/gc.h"

/* ---- locals ------------------------------------------------------------------------------------------------------------- */

void
add_locals(struct scope *s, const pm_constant_id_list_t *locals)
{
    for (size_t i = 0; i < locals->size; i++) {
        ID name = const_id(s->c, locals->ids[i]);
        if (scope_find_local(s, name) < 0) scope_add_local(s, name);
    }
}

static ID
compile_name_of(struct scope *s, const pm_node_t *param)
{
    switch (PM_NODE_TYPE(param)) {
    case PM_REQUIRED_PARAMETER_NODE: return const_id(s->c, ((const pm_required_parameter_node_t *)param)->name);
    case PM_OPTIONAL_PARAMETER_NODE: return const_id(s->c, ((const pm_optional_parameter_node_t *)param)->name);
    case PM_REQUIRED_KEYWORD_PARAMETER_NODE:
        return const_id(s->c, ((const pm_required_keyword_parameter_node_t *)param)->name);
    case PM_OPTIONAL_KEYWORD_PARAMETER_NODE:
        return const_id(s->c, ((const pm_optional_keyword_parameter_node_t *)param)->name);
    default: return 0; /* (a, b): a hidden local that is taken apart */
    }
}

static void
compile_add_required(struct scope *s, const pm_node_list_t *list, uint16_t *count)
{
    for (size_t i = 0; i < list->size; i++) {
        const pm_node_t *param = list->nodes[i];
        if (!PM_NODE_TYPE_P(param, PM_REQUIRED_PARAMETER_NODE) && !PM_NODE_TYPE_P(param, PM_MULTI_TARGET_NODE)) continue;
        scope_add_local(s, compile_name_of(s, param));
        ++*count;
    }
}

static uint16_t
compile_add_rest(struct scope *s, pm_constant_id_t name, const char *anonymous, unsigned flag, unsigned anonymous_flag)
{
    s->body->params.flags |= flag | (name ? 0 : anonymous_flag);
    return (uint16_t)scope_add_local(s, name ? const_id(s->c, name) : rb_intern(anonymous));
}

static void
compile_add_keywords(struct scope *s, const pm_node_list_t *keywords)
{
    struct iseq_params *p = &s->body->params;
    unsigned count = (unsigned)keywords->size, next = 0;

    if (!count) return;
    p->flags |= PARAM_KW;
    p->kw_index = (uint16_t)s->local_count;
    p->kw_names = gc_calloc(count, sizeof(ID));
    p->kw_defaults = gc_calloc(count, sizeof(VALUE));
    for (int optional = 0; optional < 2; optional++) {
        for (unsigned i = 0; i < count; i++) {
            const pm_node_t *keyword = keywords->nodes[i];
            if (PM_NODE_TYPE_P(keyword, PM_OPTIONAL_KEYWORD_PARAMETER_NODE) != optional) continue;
            p->kw_names[next++] = compile_name_of(s, keyword);
            scope_add_local(s, compile_name_of(s, keyword));
            if (!optional) p->kw_required++;
        }
    }
    p->kw_count = (uint16_t)next;
    p->kw_bits_index = (uint16_t)scope_add_local(s, 0);
}

static void
compile_add_keyword_rest(struct scope *s, const pm_node_t *node)
{
    struct iseq_params *p = &s->body->params;

    if (!node) return;
    switch (PM_NODE_TYPE(node)) {
    case PM_NO_KEYWORDS_PARAMETER_NODE: p->flags |= PARAM_NO_KW; break;
    case PM_FORWARDING_PARAMETER_NODE:
        p->flags |= PARAM_FORWARD;
        p->rest_index = compile_add_rest(s, 0, "*", PARAM_REST, PARAM_ANON_REST);
        p->kwrest_index = compile_add_rest(s, 0, "**", PARAM_KWREST, PARAM_ANON_KWREST);
        p->block_index = compile_add_rest(s, 0, "&", PARAM_BLOCK, PARAM_ANON_BLOCK);
        for (int i = 0; i < FORWARD_ROOM; i++) scope_add_local(s, 0);
        break;
    default:
        p->kwrest_index = compile_add_rest(s, ((const pm_keyword_rest_parameter_node_t *)node)->name, "**", PARAM_KWREST,
                                           PARAM_ANON_KWREST);
    }
}

static void
compile_add_params(struct scope *s, const pm_parameters_node_t *params)
{
    struct iseq_params *p = &s->body->params;

    compile_add_required(s, &params->requireds, &p->lead);
    for (size_t i = 0; i < params->optionals.size; i++) scope_add_local(s, compile_name_of(s, params->optionals.nodes[i]));
    p->opt = (uint16_t)params->optionals.size;
    if (p->opt) p->flags |= PARAM_OPT;
    if (params->rest && PM_NODE_TYPE_P(params->rest, PM_REST_PARAMETER_NODE)) {
        p->rest_index = compile_add_rest(s, ((const pm_rest_parameter_node_t *)params->rest)->name, "*", PARAM_REST,
                                         PARAM_ANON_REST);
    } else if (params->rest) p->flags |= PARAM_EXCESS_COMMA;
    p->post_index = (uint16_t)s->local_count;
    compile_add_required(s, &params->posts, &p->post);
    if (p->post) p->flags |= PARAM_POST;
    compile_add_keywords(s, &params->keywords);
    compile_add_keyword_rest(s, params->keyword_rest);
    if (params->block) {
        p->block_index = compile_add_rest(s, ((const pm_block_parameter_node_t *)params->block)->name, "&", PARAM_BLOCK,
                                          PARAM_ANON_BLOCK);
    }
}

/* ---- code before the body --------------------------------------------------------------------------------------------------- */

static void
compile_optionals(struct scope *s, const pm_node_list_t *optionals)
{
    struct iseq_params *p = &s->body->params;

    if (!optionals->size) return;
    s->opt_labels = arena_alloc(s->c, (optionals->size + 1) * sizeof *s->opt_labels);
    for (size_t i = 0; i <= optionals->size; i++) {
        struct label *label = s->opt_labels[i] = label_new(s);
        label->refs++;
        label_place(s, label);
        if (i == optionals->size) break;
        compile_node(s, ((const pm_optional_parameter_node_t *)optionals->nodes[i])->value, false);
        emit_setlocal(s, p->lead + (int)i, 0);
    }
}

static void
compile_keyword_defaults(struct scope *s, const pm_node_list_t *keywords)
{
    struct iseq_params *p = &s->body->params;
    unsigned n = 0;

    for (size_t i = 0; i < keywords->size; i++) {
        if (!PM_NODE_TYPE_P(keywords->nodes[i], PM_OPTIONAL_KEYWORD_PARAMETER_NODE)) continue;
        const pm_node_t *value = ((const pm_optional_keyword_parameter_node_t *)keywords->nodes[i])->value;
        int local = p->kw_index + p->kw_required + (int)n;
        if (literal_p(value)) {
            RB_OBJ_WRITE(s->iseq, &p->kw_defaults[n++], literal_value(s, value));
            continue;
        }
        struct label *given = label_new(s);
        p->kw_defaults[n] = Qundef;
        emit2(s, INSN_checkkeyword, p->kw_bits_index, n++);
        emit_jump(s, INSN_branchif, given);
        compile_node(s, value, false);
        emit_setlocal(s, local, 0);
        label_place(s, given);
    }
}

static void
compile_destructuring(struct scope *s, const pm_node_list_t *list, int first)
{
    for (size_t i = 0; i < list->size; i++) {
        if (!PM_NODE_TYPE_P(list->nodes[i], PM_MULTI_TARGET_NODE)) continue;
        emit_getlocal(s, first + (int)i, 0);
        compile_target_from_top(s, list->nodes[i]);
    }
}

static void
compile_params(struct scope *s, const pm_parameters_node_t *params, const pm_constant_id_list_t *locals)
{
    if (params) compile_add_params(s, params);
    add_locals(s, locals);
    if (!params) return;
    compile_optionals(s, &params->optionals);
    compile_keyword_defaults(s, &params->keywords);
    compile_destructuring(s, &params->requireds, 0);
    compile_destructuring(s, &params->posts, s->body->params.post_index);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------------ */

static void
compile_add_numbered(struct scope *s, unsigned count)
{
    static const char *const names[] = {"_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9"};

    for (unsigned i = 0; i < count; i++) scope_add_local(s, rb_intern(names[i]));
    s->body->params.lead = (uint16_t)count;
    s->body->params.flags |= PARAM_NUMBERED | (count == 1 ? PARAM_AMBIGUOUS0 : 0);
}

void
compile_block_params(struct scope *s, const pm_node_t *node, const pm_constant_id_list_t *locals)
{
    struct iseq_params *p = &s->body->params;
    const pm_parameters_node_t *params = NULL;

    if (node && PM_NODE_TYPE_P(node, PM_NUMBERED_PARAMETERS_NODE)) {
        compile_add_numbered(s, ((const pm_numbered_parameters_node_t *)node)->maximum);
    } else if (node && PM_NODE_TYPE_P(node, PM_IT_PARAMETERS_NODE)) {
        s->it_local = scope_add_local(s, 0);
        p->lead = 1;
        p->flags |= PARAM_NUMBERED | PARAM_IT | PARAM_AMBIGUOUS0;
    } else if (node) params = ((const pm_block_parameters_node_t *)node)->parameters;
    compile_params(s, params, locals);
    if (p->lead == 1 && !(p->flags & (PARAM_COMPLEX_MASK | PARAM_EXCESS_COMMA))) p->flags |= PARAM_AMBIGUOUS0;
}

/* ---- definitions --------------------------------------------------------------------------------------------------------------- */

void
compile_def(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_def_node_t *def = (const pm_def_node_t *)node;
    ID name = const_id(s->c, def->name);
    struct alone before = alone_begin(s->c);
    struct scope *m = scope_new(s->c, NULL, ISEQ_METHOD, node, id_name(name));
    VALUE iseq = m->iseq;

    m->body->mid = name;
    compile_params(m, def->parameters, &def->locals);
    if ((m->body->params.flags & PARAM_BLOCK) || name == rb_intern("initialize"))
        scope_uses_block(m); /* what new is given is no mistake */
    m->pending_events |= EVENT_CALL;
    m->body_start = label_new(m);
    label_place(m, m->body_start);
    compile_body(m, def->body, m->body->last_line, EVENT_RETURN);
    alone_end(s->c, &before);
    if (def->receiver) {
        compile_node(s, def->receiver, false);
        emit2(s, INSN_definesmethod, (int64_t)name, (int64_t)iseq);
    } else emit2(s, INSN_definemethod, (int64_t)name, (int64_t)iseq);
    if (popped) emit0(s, INSN_pop);
}

enum { DEFINE_CLASS = 0, DEFINE_SINGLETON = 1, DEFINE_MODULE = 2, DEFINE_SCOPED = 8, DEFINE_SUPER = 16 };

/* *jumps: as scope.jumps */
static VALUE
compile_class_body(struct scope *s, const pm_node_t *node, const pm_node_t *body, const pm_constant_id_list_t *locals,
                   VALUE name, unsigned *jumps)
{
    struct alone before = alone_begin(s->c);
    struct scope *k = scope_new(s->c, NULL, ISEQ_CLASS, node, name);
    VALUE iseq = k->iseq;
    bool singleton = PM_NODE_TYPE_P(node, PM_SINGLETON_CLASS_NODE); /* has no events */

    add_locals(k, locals);
    k->pending_events |= singleton ? 0 : EVENT_CLASS;
    compile_or_nil(k, body, false);
    if (k->jumps) emit_class_end(k, -1);
    body_end(k, k->body->last_line, singleton ? 0 : EVENT_END);
    *jumps = k->jumps;
    alone_end(s->c, &before);
    return iseq;
}

/* Pushes what the name is looked up in; returns the flag for A::B. */
static unsigned
compile_push_cbase(struct scope *s, const pm_node_t *path)
{
    if (PM_NODE_TYPE_P(path, PM_CONSTANT_PATH_NODE)) {
        emit_const_cbase(s, (const pm_constant_path_node_t *)path);
        return DEFINE_SCOPED;
    }
    emit1(s, INSN_putspecialobject, 2);
    return 0;
}

void
compile_class(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_class_node_t *class = (const pm_class_node_t *)node;
    ID name = const_id(s->c, class->name);
    VALUE label = rb_sprintf("<class:%" PRIsVALUE ">", id_name(name));
    unsigned jumps;
    VALUE body = compile_class_body(s, node, class->body, &class->locals, label, &jumps);
    unsigned flags = DEFINE_CLASS | compile_push_cbase(s, class->constant_path);

    compile_or_nil(s, class->superclass, false);
    if (class->superclass) flags |= DEFINE_SUPER;
    emit3(s, INSN_defineclass, (int64_t)name, (int64_t)body, flags);
    if (jumps) jumps_from_class(s, node, jumps);
    if (popped) emit0(s, INSN_pop);
}

void
compile_module(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_module_node_t *module = (const pm_module_node_t *)node;
    ID name = const_id(s->c, module->name);
    VALUE label = rb_sprintf("<module:%" PRIsVALUE ">", id_name(name));
    unsigned jumps;
    VALUE body = compile_class_body(s, node, module->body, &module->locals, label, &jumps);
    unsigned flags = DEFINE_MODULE | compile_push_cbase(s, module->constant_path);

    emit0(s, INSN_putnil);
    emit3(s, INSN_defineclass, (int64_t)name, (int64_t)body, flags);
    if (jumps) jumps_from_class(s, node, jumps);
    if (popped) emit0(s, INSN_pop);
}

void
compile_sclass(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_singleton_class_node_t *sclass = (const pm_singleton_class_node_t *)node;
    unsigned jumps;
    VALUE body = compile_class_body(s, node, sclass->body, &sclass->locals, rb_utf8_str_new_cstr("singleton class"), &jumps);

    compile_node(s, sclass->expression, false);
    emit0(s, INSN_putnil);
    emit3(s, INSN_defineclass, (int64_t)rb_intern("singletonclass"), (int64_t)body, DEFINE_SINGLETON);
    if (jumps) jumps_from_class(s, node, jumps);
    if (popped) emit0(s, INSN_pop);
}
