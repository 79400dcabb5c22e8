/*
 * compile/pattern.c - case/in, => and in.
 *
 * The value being matched lies in a hidden local.  The code of a pattern falls through if it matches; otherwise it jumps to
 * `fail`, with the stack unchanged.  If there is only one pattern (=>, or a case of one clause without else), each place that
 * fails stores its reason in a local, for the error's message.
 */
#include "internal/compile.h"
#include "internal/array.h"
#include "internal/string.h"

#include <string.h>

struct matcher {
    struct scope *s;
    bool single; /* reasons are kept */
    int reason;  /* local: String or nil */
    int matchee; /* local: Hash that lacks the key; nil: no key error */
    int key;
    int cache; /* local: the result of the subject's deconstruct, false without that method, nil before the call; -1: no cache */
    int subject;
};

static void match(struct matcher *m, const pm_node_t *pattern, int value, struct label *fail);

/* ---- reasons -------------------------------------------------------------------------------------------------------------- */

static void
emit_text(struct matcher *m, const char *text)
{
    emit_putobject(m->s, keep(m->s->c, str_fstring_cstr(text, strlen(text), ENCI_UTF8)));
}

/* The format's arguments are pushed between match_reason_begin() and match_reason_end(). */
static void
match_reason_begin(struct matcher *m, const char *format)
{
    if (m->single) emit_text(m, format);
}

static void
match_reason_end(struct matcher *m, unsigned args)
{
    if (!m->single) return;
    emit_core(m->s, CORE_FORMAT, args + 1);
    emit_setlocal(m->s, m->reason, 0);
    emit0(m->s, INSN_putnil);
    emit_setlocal(m->s, m->matchee, 0);
}

/* Fails with a reason of one value. */
static void
match_fail_with_value(struct matcher *m, const char *format, int value, struct label *fail)
{
    if (m->single) {
        match_reason_begin(m, format);
        emit_getlocal(m->s, value, 0);
        match_reason_end(m, 1);
    }
    emit_jump(m->s, INSN_jump, fail);
}

static void
match_send_plain(struct scope *s, const char *name, unsigned argc)
{
    emit_call(s, rb_intern(name), argc, 0);
}

/* ---- values ---------------------------------------------------------------------------------------------------------------- */

/* pattern === value */
static void
match_value(struct matcher *m, const pm_node_t *pattern, int value, struct label *fail)
{
    struct scope *s = m->s;
    struct label *yes = label_new(s);
    int held = -1;

    if (PM_NODE_TYPE_P(pattern, PM_STRING_NODE)) emit_putobject(s, literal_value(s, pattern));
    else compile_node(s, pattern, false);
    if (m->single) {
        held = temp_new(s);
        emit0(s, INSN_dup);
        emit_setlocal(s, held, 0);
    }
    emit_getlocal(s, value, 0);
    emit2(s, INSN_send, 1, (int64_t)ci_pack(rb_intern("==="), CI_FCALL, 1));
    emit_jump(s, INSN_branchif, yes);
    if (m->single) {
        match_reason_begin(m, "%p === %p does not return true");
        emit_getlocal(s, held, 0);
        emit_getlocal(s, value, 0);
        match_reason_end(m, 2);
        temp_free(s, held);
    }
    emit_jump(s, INSN_jump, fail);
    label_place(s, yes);
}

static void
match_constant(struct matcher *m, const pm_node_t *constant, int value, struct label *fail)
{
    if (constant) match_value(m, constant, value, fail);
}

/* ---- arrays ----------------------------------------------------------------------------------------------------------------- */

/* value.respond_to?(name), or fail. */
static void
match_response(struct matcher *m, int value, const char *name, const char *reason, struct label *fail)
{
    struct scope *s = m->s;
    struct label *yes = label_new(s);

    emit_getlocal(s, value, 0);
    emit_putobject(s, sym_from_id(rb_intern(name)));
    match_send_plain(s, "respond_to?", 1);
    emit_jump(s, INSN_branchif, yes);
    match_fail_with_value(m, reason, value, fail);
    label_place(s, yes);
}

/* The value on the top is of that T_, or a TypeError is raised. */
static void
match_check_type(struct matcher *m, unsigned type, const char *error)
{
    struct scope *s = m->s;
    struct label *yes = label_new(s);

    emit0(s, INSN_dup);
    emit1(s, INSN_checktype, type);
    emit_jump(s, INSN_branchif, yes);
    emit_text(m, error);
    emit_core(s, CORE_TYPE_ERROR, 1);
    emit0(s, INSN_pop);
    label_place(s, yes);
}

/* Puts what value.deconstruct gives into a local and returns it. */
static int
match_deconstruct(struct matcher *m, int value, struct label *fail)
{
    struct scope *s = m->s;
    bool cached = value == m->subject && m->cache >= 0;
    int local = cached ? m->cache : temp_new(s);
    struct label *unknown = label_new(s), *yes = label_new(s);

    if (cached) {
        emit_getlocal(s, local, 0);
        emit_jump(s, INSN_branchnil, unknown);
        emit_getlocal(s, local, 0);
        emit_jump(s, INSN_branchif, yes);
        match_fail_with_value(m, "%p does not respond to #deconstruct", value, fail);
        label_place(s, unknown);
        emit_putobject(s, Qfalse);
        emit_setlocal(s, local, 0);
    }
    match_response(m, value, "deconstruct", "%p does not respond to #deconstruct", fail);
    emit_getlocal(s, value, 0);
    match_send_plain(s, "deconstruct", 0);
    match_check_type(m, T_ARRAY, "deconstruct must return Array");
    emit_setlocal(s, local, 0);
    label_place(s, yes);
    return local;
}

static void
match_release(struct matcher *m, int local)
{
    if (local != m->cache) temp_free(m->s, local);
}

static void
emit_length(struct matcher *m, int array)
{
    emit_getlocal(m->s, array, 0);
    match_send_plain(m->s, "length", 0);
}

static void
match_length(struct matcher *m, int array, size_t least, bool open, struct label *fail)
{
    struct scope *s = m->s;
    struct label *yes = label_new(s);

    emit_length(m, array);
    emit_putint(s, (intptr_t)least);
    match_send_plain(s, open ? ">=" : "==", 1);
    emit_jump(s, INSN_branchif, yes);
    if (m->single) {
        match_reason_begin(m, open ? "%p length mismatch (given %p, expected %p+)"
                                   : "%p length mismatch (given %p, expected %p)");
        emit_getlocal(s, array, 0);
        emit_length(m, array);
        emit_putint(s, (intptr_t)least);
        match_reason_end(m, 3);
    }
    emit_jump(s, INSN_jump, fail);
    label_place(s, yes);
}

/* The value on the top against a pattern. */
static void
match_top(struct matcher *m, const pm_node_t *pattern, struct label *fail)
{
    if (PM_NODE_TYPE_P(pattern, PM_LOCAL_VARIABLE_TARGET_NODE)) {
        compile_target_from_top(m->s, pattern);
        return;
    }
    int value = temp_new(m->s);
    emit_setlocal(m->s, value, 0);
    match(m, pattern, value, fail);
    temp_free(m->s, value);
}

static void
match_elements(struct matcher *m, const pm_node_list_t *patterns, int array, intptr_t first, struct label *fail)
{
    for (size_t i = 0; i < patterns->size; i++) {
        emit_getlocal(m->s, array, 0);
        emit_putint(m->s, first + (intptr_t)i);
        match_send_plain(m->s, "[]", 1);
        match_top(m, patterns->nodes[i], fail);
    }
}

static const pm_node_t *
match_splat_target(const pm_node_t *node)
{
    return node && PM_NODE_TYPE_P(node, PM_SPLAT_NODE) ? ((const pm_splat_node_t *)node)->expression : NULL;
}

static void
match_array(struct matcher *m, const pm_array_pattern_node_t *pattern, int value, struct label *fail)
{
    struct scope *s = m->s;
    size_t least = pattern->requireds.size + pattern->posts.size;

    match_constant(m, pattern->constant, value, fail);
    int array = match_deconstruct(m, value, fail);
    match_length(m, array, least, pattern->rest != NULL, fail);
    match_elements(m, &pattern->requireds, array, 0, fail);
    if (match_splat_target(pattern->rest)) {
        emit_getlocal(s, array, 0);
        emit_putint(s, (intptr_t)pattern->requireds.size);
        emit_length(m, array);
        emit_putint(s, (intptr_t)least);
        match_send_plain(s, "-", 1);
        match_send_plain(s, "[]", 2);
        match_top(m, match_splat_target(pattern->rest), fail);
    }
    match_elements(m, &pattern->posts, array, -(intptr_t)pattern->posts.size, fail);
    match_release(m, array);
}

/* ---- [*, x, *] ----------------------------------------------------------------------------------------------------------------- */

static void
match_set_find_ends(struct matcher *m, const pm_find_pattern_node_t *pattern, int array, int at)
{
    struct scope *s = m->s;
    const pm_node_t *left = match_splat_target((const pm_node_t *)pattern->left),
                    *right = match_splat_target(pattern->right);

    if (left) {
        emit_getlocal(s, array, 0);
        emit_putint(s, 0);
        emit_getlocal(s, at, 0);
        match_send_plain(s, "[]", 2);
        compile_target_from_top(s, left);
    }
    if (right) {
        emit_getlocal(s, array, 0);
        emit_getlocal(s, at, 0);
        emit_putint(s, (intptr_t)pattern->requireds.size);
        match_send_plain(s, "+", 1);
        emit_length(m, array);
        match_send_plain(s, "[]", 2);
        compile_target_from_top(s, right);
    }
}

static void
match_find(struct matcher *m, const pm_find_pattern_node_t *pattern, int value, struct label *fail)
{
    struct scope *s = m->s;
    struct label *loop = label_new(s), *again = label_new(s), *none = label_new(s), *done = label_new(s);
    size_t n = pattern->requireds.size;

    match_constant(m, pattern->constant, value, fail);
    int array = match_deconstruct(m, value, fail), at = temp_new(s);
    match_length(m, array, n, true, fail);
    emit_putint(s, 0);
    emit_setlocal(s, at, 0);
    label_place(s, loop);
    emit_getlocal(s, at, 0);
    emit_length(m, array);
    emit_putint(s, (intptr_t)n);
    match_send_plain(s, "-", 1);
    match_send_plain(s, "<=", 1);
    emit_jump(s, INSN_branchunless, none);
    for (size_t i = 0; i < n; i++) {
        emit_getlocal(s, array, 0);
        emit_getlocal(s, at, 0);
        emit_putint(s, (intptr_t)i);
        match_send_plain(s, "+", 1);
        match_send_plain(s, "[]", 1);
        match_top(m, pattern->requireds.nodes[i], again);
    }
    match_set_find_ends(m, pattern, array, at);
    emit_jump(s, INSN_jump, done);
    label_place(s, again);
    emit_getlocal(s, at, 0);
    emit_putint(s, 1);
    match_send_plain(s, "+", 1);
    emit_setlocal(s, at, 0);
    emit_jump(s, INSN_jump, loop);
    label_place(s, none);
    match_fail_with_value(m, "%p does not match to find pattern", array, fail);
    label_place(s, done);
    temp_free(s, at);
    match_release(m, array);
}

/* ---- hashes ---------------------------------------------------------------------------------------------------------------------- */

static VALUE
pattern_keys(struct scope *s, const pm_hash_pattern_node_t *pattern)
{
    VALUE keys = keep(s->c, ary_new());

    for (size_t i = 0; i < pattern->elements.size; i++) {
        ary_push(keys, literal_value(s, ((const pm_assoc_node_t *)pattern->elements.nodes[i])->key));
    }
    return rb_obj_freeze(keys);
}

static void
match_fail_without_key(struct matcher *m, int hash, VALUE key, struct label *fail)
{
    struct scope *s = m->s;

    if (m->single) {
        match_reason_begin(m, "key not found: %p");
        emit_putobject(s, key);
        match_reason_end(m, 1);
        emit_getlocal(s, hash, 0);
        emit_setlocal(s, m->matchee, 0);
        emit_putobject(s, key);
        emit_setlocal(s, m->key, 0);
    }
    emit_jump(s, INSN_jump, fail);
}

static void
match_pair(struct matcher *m, const pm_assoc_node_t *assoc, int hash, bool take, struct label *fail)
{
    struct scope *s = m->s;
    struct label *found = label_new(s);
    VALUE key = literal_value(s, assoc->key);
    const pm_node_t *pattern = assoc->value;

    emit_getlocal(s, hash, 0);
    emit_putobject(s, key);
    match_send_plain(s, "key?", 1);
    emit_jump(s, INSN_branchif, found);
    match_fail_without_key(m, hash, key, fail);
    label_place(s, found);
    emit_getlocal(s, hash, 0);
    emit_putobject(s, key);
    match_send_plain(s, take ? "delete" : "[]", 1);
    if (PM_NODE_TYPE_P(pattern, PM_IMPLICIT_NODE)) pattern = ((const pm_implicit_node_t *)pattern)->value;
    match_top(m, pattern, fail);
}

static void
match_emptiness(struct matcher *m, int hash, const char *reason, struct label *fail)
{
    struct scope *s = m->s;
    struct label *yes = label_new(s);

    emit_getlocal(s, hash, 0);
    match_send_plain(s, "empty?", 0);
    emit_jump(s, INSN_branchif, yes);
    match_fail_with_value(m, reason, hash, fail);
    label_place(s, yes);
}

static void
match_hash(struct matcher *m, const pm_hash_pattern_node_t *pattern, int value, struct label *fail)
{
    struct scope *s = m->s;
    bool closed = pattern->rest && PM_NODE_TYPE_P(pattern->rest, PM_NO_KEYWORDS_PARAMETER_NODE);
    bool open = pattern->rest && PM_NODE_TYPE_P(pattern->rest, PM_ASSOC_SPLAT_NODE);
    const pm_node_t *rest = open ? ((const pm_assoc_splat_node_t *)pattern->rest)->value : NULL;
    int hash;

    match_constant(m, pattern->constant, value, fail);
    match_response(m, value, "deconstruct_keys", "%p does not respond to #deconstruct_keys", fail);
    emit_getlocal(s, value, 0);
    if ((pattern->elements.size || open) && !closed && !rest) emit_putobject(s, pattern_keys(s, pattern));
    else emit0(s, INSN_putnil);
    match_send_plain(s, "deconstruct_keys", 1);
    match_check_type(m, T_HASH, "deconstruct_keys must return Hash");
    hash = temp_new(s);
    emit_setlocal(s, hash, 0);
    if (closed || rest) { /* what is matched is taken out of a copy */
        emit_getlocal(s, hash, 0);
        match_send_plain(s, "dup", 0);
        emit_setlocal(s, hash, 0);
    }
    for (size_t i = 0; i < pattern->elements.size; i++) {
        match_pair(m, (const pm_assoc_node_t *)pattern->elements.nodes[i], hash, closed || rest, fail);
    }
    if (closed) match_emptiness(m, hash, "rest of %p is not empty", fail);
    else if (rest) {
        emit_getlocal(s, hash, 0);
        match_top(m, rest, fail);
    } else if (!pattern->rest && !pattern->elements.size) match_emptiness(m, hash, "%p is not empty", fail);
    temp_free(s, hash);
}

/* ---- all patterns ------------------------------------------------------------------------------------------------------------------ */

static void
match_either(struct matcher *m, const pm_alternation_pattern_node_t *pattern, int value, struct label *fail)
{
    struct label *right = label_new(m->s), *done = label_new(m->s);

    match(m, pattern->left, value, right);
    emit_jump(m->s, INSN_jump, done);
    label_place(m->s, right);
    match(m, pattern->right, value, fail);
    label_place(m->s, done);
}

/* pattern if guard */
static void
match_guarded(struct matcher *m, const pm_node_t *guard, const pm_statements_node_t *pattern, bool unless, int value,
              struct label *fail)
{
    struct scope *s = m->s;
    struct label *yes = label_new(s), *no = label_new(s);

    match(m, pattern->body.nodes[0], value, fail);
    compile_condition(s, guard, unless ? no : yes, unless ? yes : no);
    label_place(s, no);
    if (m->single) {
        match_reason_begin(m, "guard clause does not return true");
        match_reason_end(m, 0);
    }
    emit_jump(s, INSN_jump, fail);
    label_place(s, yes);
}

static void
match_inner(struct matcher *m, const pm_node_t *pattern, int value, struct label *fail)
{
    switch (PM_NODE_TYPE(pattern)) {
    case PM_ARRAY_PATTERN_NODE: match_array(m, (const pm_array_pattern_node_t *)pattern, value, fail); break;
    case PM_FIND_PATTERN_NODE: match_find(m, (const pm_find_pattern_node_t *)pattern, value, fail); break;
    case PM_HASH_PATTERN_NODE: match_hash(m, (const pm_hash_pattern_node_t *)pattern, value, fail); break;
    case PM_ALTERNATION_PATTERN_NODE: match_either(m, (const pm_alternation_pattern_node_t *)pattern, value, fail); break;
    case PM_CAPTURE_PATTERN_NODE: {
        const pm_capture_pattern_node_t *capture = (const pm_capture_pattern_node_t *)pattern;
        match(m, capture->value, value, fail);
        emit_getlocal(m->s, value, 0);
        compile_target_from_top(m->s, (const pm_node_t *)capture->target);
        break;
    }
    case PM_LOCAL_VARIABLE_TARGET_NODE:
        emit_getlocal(m->s, value, 0);
        compile_target_from_top(m->s, pattern);
        break;
    case PM_PINNED_VARIABLE_NODE: match_value(m, ((const pm_pinned_variable_node_t *)pattern)->variable, value, fail); break;
    case PM_PINNED_EXPRESSION_NODE:
        match_value(m, ((const pm_pinned_expression_node_t *)pattern)->expression, value, fail);
        break;
    case PM_IMPLICIT_NODE: match(m, ((const pm_implicit_node_t *)pattern)->value, value, fail); break;
    case PM_PARENTHESES_NODE: {
        const pm_node_t *body = ((const pm_parentheses_node_t *)pattern)->body;
        if (PM_NODE_TYPE_P(body, PM_STATEMENTS_NODE)) body = ((const pm_statements_node_t *)body)->body.nodes[0];
        match(m, body, value, fail);
        break;
    }
    case PM_IF_NODE: {
        const pm_if_node_t *n = (const pm_if_node_t *)pattern;
        match_guarded(m, n->predicate, n->statements, false, value, fail);
        break;
    }
    case PM_UNLESS_NODE: {
        const pm_unless_node_t *n = (const pm_unless_node_t *)pattern;
        match_guarded(m, n->predicate, n->statements, true, value, fail);
        break;
    }
    default: match_value(m, pattern, value, fail);
    }
}

static void
match(struct matcher *m, const pm_node_t *pattern, int value, struct label *fail)
{
    struct scope *s = m->s;
    int32_t line = s->line, node_id = s->node_id;

    s->line = line_of(s->c, pattern->location.start);
    s->node_id = (int32_t)pattern->node_id;
    match_inner(m, pattern, value, fail);
    s->line = line;
    s->node_id = node_id;
}

/* ---- the three forms ---------------------------------------------------------------------------------------------------------------- */

static void
match_matcher_begin(struct matcher *m, struct scope *s, bool single, bool cache)
{
    *m = (struct matcher){.s = s, .single = single, .reason = -1, .matchee = -1, .key = -1, .cache = -1};
    m->subject = temp_new(s);
    emit_setlocal(s, m->subject, 0);
    if (cache) {
        m->cache = temp_new(s);
        emit0(s, INSN_putnil);
        emit_setlocal(s, m->cache, 0);
    }
    if (!single) return;
    m->reason = temp_new(s);
    m->matchee = temp_new(s);
    m->key = temp_new(s);
}

static void
match_matcher_end(struct matcher *m)
{
    struct scope *s = m->s;

    if (m->single) {
        temp_free(s, m->key);
        temp_free(s, m->matchee);
        temp_free(s, m->reason);
    }
    if (m->cache >= 0) temp_free(s, m->cache);
    temp_free(s, m->subject);
}

/* Nothing matched: raises.  Leaves a value for the books. */
static void
emit_no_match(struct matcher *m)
{
    struct scope *s = m->s;
    struct label *plain = label_new(s), *end = label_new(s);

    if (!m->single) {
        emit_getlocal(s, m->subject, 0);
        emit0(s, INSN_putnil);
        emit_core(s, CORE_NO_PATTERN, 2);
        return;
    }
    emit_getlocal(s, m->matchee, 0);
    emit_jump(s, INSN_branchunless, plain);
    emit_getlocal(s, m->subject, 0);
    emit_getlocal(s, m->reason, 0);
    emit_getlocal(s, m->matchee, 0);
    emit_getlocal(s, m->key, 0);
    emit_core(s, CORE_NO_PATTERN_KEY, 4);
    emit_jump(s, INSN_jump, end);
    s->sp--;
    label_place(s, plain);
    emit_getlocal(s, m->subject, 0);
    emit_getlocal(s, m->reason, 0);
    emit_core(s, CORE_NO_PATTERN, 2);
    label_place(s, end);
}

void
compile_case_match(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_case_match_node_t *n = (const pm_case_match_node_t *)node;
    struct label *end = label_new(s);
    struct matcher m;
    VALUE base = cover_base(s, "case", node);

    compile_or_nil(s, n->predicate, false);
    match_matcher_begin(&m, s, n->conditions.size == 1 && !n->else_clause, n->conditions.size > 1);
    for (size_t i = 0; i < n->conditions.size; i++) {
        const pm_in_node_t *in = (const pm_in_node_t *)n->conditions.nodes[i];
        struct label *fail = label_new(s);
        match(&m, in->pattern, m.subject, fail);
        cover_branch(
            s, cover_declare(s, base, "in", in->statements ? (const pm_node_t *)in->statements : (const pm_node_t *)in));
        compile_statements(s, in->statements, popped);
        emit_jump(s, INSN_jump, end);
        s->sp -= !popped;
        label_place(s, fail);
    }
    const pm_node_t *otherwise = n->else_clause ? (const pm_node_t *)n->else_clause->statements : NULL;
    cover_branch(s, cover_declare(s, base, "else", otherwise ? otherwise : node));
    if (n->else_clause) compile_node(s, (const pm_node_t *)n->else_clause, popped);
    else {
        emit_no_match(&m);
        if (popped) emit0(s, INSN_pop);
    }
    label_place(s, end);
    match_matcher_end(&m);
}

/* value => pattern */
void
compile_match_required(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_match_required_node_t *n = (const pm_match_required_node_t *)node;
    struct label *fail = label_new(s), *end = label_new(s);
    struct matcher m;

    compile_node(s, n->value, false);
    match_matcher_begin(&m, s, true, false);
    match(&m, n->pattern, m.subject, fail);
    emit_jump(s, INSN_jump, end);
    label_place(s, fail);
    emit_no_match(&m);
    emit0(s, INSN_pop);
    label_place(s, end);
    if (!popped) emit0(s, INSN_putnil);
    match_matcher_end(&m);
}

/* value in pattern */
void
compile_match_predicate(struct scope *s, const pm_node_t *node, bool popped)
{
    const pm_match_predicate_node_t *n = (const pm_match_predicate_node_t *)node;
    struct label *fail = label_new(s), *end = label_new(s);
    struct matcher m;

    compile_node(s, n->value, false);
    match_matcher_begin(&m, s, false, false);
    match(&m, n->pattern, m.subject, fail);
    emit_putobject(s, Qtrue);
    emit_jump(s, INSN_jump, end);
    s->sp--;
    label_place(s, fail);
    emit_putobject(s, Qfalse);
    label_place(s, end);
    match_matcher_end(&m);
    if (popped) emit0(s, INSN_pop);
}
