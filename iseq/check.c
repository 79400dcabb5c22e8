/*
 * iseq/check.c - verifies the code of an iseq; gives back the compiler's instructions where the VM has written others.
 *
 * The check walks all paths through the code.  Each instruction must start at its place in the layout, have one stack height on
 * all paths, pop only values that are there, and stay within the body's limits.  Each operand must exist and have the kind that
 * its instruction relies on.  The compiler's code is checked at level 1, and code from a binary always.  The check raises no
 * exception.  It relies on the lengths of the iseq's tables only.
 */
#include "internal/array.h"
#include "internal/vm/site.h"
#include "internal/hash.h"
#include "internal/iseq.h"
#include "internal/jit.h"
#include "internal/string.h"
#include "internal/vm/core.h"
#include "internal/vm_insnhelper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk {
    const struct iseq_body *b;
    VALUE iseq;
    int32_t *height; /* by cell; NOT_SEEN, or INSIDE an instruction */
    uint32_t *todo;
    uint32_t todo_count;
    uint32_t at;
    const char *wrong; /* the first complaint, about cell `at` */
};
enum { NOT_SEEN = -1, INSIDE = -2 };

static void
check_fail(struct walk *w, uint32_t at, const char *what)
{
    if (w->wrong) return;
    w->wrong = what;
    w->at = at;
}

/* ---- operands ----------------------------------------------------------------------------------------------------------- */

static const struct iseq_body *
check_body_up(const struct iseq_body *b, int64_t level)
{
    while (level-- > 0 && b) b = b->parent ? iseq_body(b->parent) : NULL;
    return b;
}

static const char *
check_local(const struct walk *w, int id, int n, const int64_t *ops)
{
    if (insn_operand_kind(id, n) == KIND_selfcell)
        return ops[n] == -(int64_t)w->b->local_count - 1 ? NULL : "the operand is not the cell of self";
    const struct iseq_body *b = check_body_up(w->b, insn_local_level(id, n, ops));
    if (!b) return "a local of no scope";
    return ops[n] >= -(int64_t)b->local_count && ops[n] < 0 ? NULL : "no such local";
}

static const char *
check_name(enum insn_operand_kind kind, ID name)
{
    bool right = true;

    switch (kind) {
    case KIND_ivar: right = id_ivar_p(name); break;
    case KIND_gvar: right = id_gvar_p(name); break;
    case KIND_cvar: right = id_cvar_p(name); break;
    case KIND_constant: right = id_const_p(name); break;
    default: right = name != 0;
    }
    return right ? NULL : "a name of the wrong kind";
}

static bool
check_const_path_p(VALUE path)
{
    if (!val_type_p(path, T_ARRAY) || ary_len(path) == 0) return false;
    for (size_t i = 0; i < ary_len(path); i++) {
        VALUE name = ary_at(path, i);
        if (i == 0 && name == Qnil && ary_len(path) > 1) continue;
        if (!val_symbol_p(name) || !id_const_p(sym_to_id(name))) return false;
    }
    return true;
}

static const char *
check_defined(const int64_t *ops)
{
    VALUE obj = (VALUE)ops[1];

    if (ops[0] > DEFINED_BACKREF) return "no such question";
    if (ops[0] == DEFINED_YIELD || ops[0] == DEFINED_SUPER) return NULL;
    if (ops[0] == DEFINED_BACKREF) return val_fix_p(obj) ? NULL : "no number of a group";
    return val_symbol_p(obj) ? NULL : "no name to ask for";
}

static bool
check_literal_p(VALUE v)
{
    return !val_heap_p(v) ? v != Qundef : obj_type(v) != T_IMEMO && obj_type(v) != T_NODE;
}

static const char *
check_value(int id, int n, const int64_t *ops)
{
    VALUE v = (VALUE)ops[n];

    if (!check_literal_p(v)) return "no literal";
    switch (insn_operand_kind(id, n)) {
    case KIND_string: return val_type_p(v, T_STRING) ? NULL : "no String";
    case KIND_array: return val_type_p(v, T_ARRAY) ? NULL : "no Array";
    case KIND_hash: return val_type_p(v, T_HASH) ? NULL : "no Hash";
    case KIND_copied:
        return val_type_p(v, T_STRING) || val_type_p(v, T_ARRAY) || val_type_p(v, T_HASH) ? NULL : "no literal to copy";
    case KIND_path: return check_const_path_p(v) ? NULL : "no constant's path";
    case KIND_subject: return check_defined(ops);
    default: return NULL;
    }
}

static const char *
check_iseq(const struct walk *w, enum insn_operand_kind kind, VALUE child)
{
    if (!child) return kind == KIND_optblock ? NULL : "no iseq";
    if (!val_type_p(child, T_IMEMO) || imemo_kind(child) != IMEMO_ISEQ || child == w->iseq) return "no iseq";
    const struct iseq_body *b = iseq_body(child);
    switch (kind) {
    case KIND_method: return b->type == ISEQ_METHOD && !b->parent ? NULL : "no method's iseq";
    case KIND_classbody: return b->type == ISEQ_CLASS && !b->parent ? NULL : "no class body's iseq";
    default: return b->type == ISEQ_BLOCK && b->parent == w->iseq ? NULL : "no block of this iseq";
    }
}

/* Checks the site of an operator, which takes its arguments from the picture.  A literal receiver is an operand. */
static const char *
check_operator_site(int id, enum insn_operand_kind kind, unsigned argc, unsigned flags)
{
    if (flags & (CI_SIMPLE_MASK | CI_BLOCK_LITERAL)) return "an operator with more than arguments";
    return (int)argc + (kind == KIND_operator) == insn_input_count(id) ? NULL : "arguments miscounted";
}

static const char *
check_site(int id, int n, const int64_t *ops)
{
    enum insn_operand_kind kind = insn_operand_kind(id, n);
    ci_word ci = (ci_word)ops[n];
    unsigned flags = ci_flags(ci), argc = ci_argc(ci);

    if (!ci_mid(ci) && kind != KIND_supercall) return "a call of no name";
    if (flags & CI_KWARG) {
        const struct ci_kwarg *kw = ci_kwarg(ci);
        if (ci_packed_p(ci) || !kw || kw->count > argc) return "keywords that are not there";
    }
    if (kind == KIND_operator || kind == KIND_opliteral) return check_operator_site(id, kind, argc, flags);
    int block = insn_find_operand(id, kind == KIND_supercall ? KIND_optblock : KIND_block);
    if (ops[insn_find_operand(id, KIND_depth)] != (int64_t)argc + !!(flags & CI_BLOCKARG)) return "arguments miscounted";
    return !(flags & CI_BLOCK_LITERAL) == !(block >= 0 && ops[block]) ? NULL : "a block literal that is not there";
}

static const char *
check_core(int64_t fn, int64_t argc)
{
    switch (fn) {
    case CORE_ALIAS_METHOD:
    case CORE_ALIAS_GVAR:
    case CORE_NO_PATTERN:
    case CORE_ENSURE_SHAREABLE: return argc == 2 ? NULL : "arguments miscounted";
    case CORE_NO_PATTERN_KEY: return argc == 4 ? NULL : "arguments miscounted";
    case CORE_FORMAT: return argc >= 1 ? NULL : "arguments miscounted";
    }
    if (fn >= CORE__COUNT) return "no such function";
    return argc == 1 ? NULL : "arguments miscounted";
}

static unsigned
check_hops_to_method(const struct iseq_body *b)
{
    unsigned n = 0;
    for (; b->parent; b = iseq_body(b->parent)) n++;
    return n;
}

/* Checks operands whose validity depends on the iseq or on a table.  Returns an error message, or NULL. */
static const char *
check_meaning(const struct walk *w, int id, const int64_t *ops)
{
    const struct iseq_params *p = &w->b->params;

    switch (id) {
    case INSN_corecall: return check_core(ops[0], ops[1]);
    case INSN_primitive:
        if (!w->b->is_core) return "a primitive outside of core/";
        return ops[0] < vm_primitive_count() ? NULL : "no such primitive";
    case INSN_checkkeyword:
        if (!(p->flags & PARAM_KW) || ops[0] != (int64_t)p->kw_bits_index - w->b->local_count) return "no keywords";
        return ops[1] < p->kw_count - p->kw_required ? NULL : "no such keyword";
    case INSN_invokeblock: return ops[1] == check_hops_to_method(w->b) ? NULL : "a block of no method";
    case INSN_throw_break: return w->b->parent ? NULL : "a throw out of no block";
    case INSN_throw_return:
        return w->b->parent || w->b->type == ISEQ_CLASS /* class << x in a method */ ? NULL : "a throw out of no block";
    case INSN_finish: return "the end of C's frames";
    }
    return NULL;
}

static const char *
check_operands(const struct walk *w, int id, const int64_t *ops)
{
    const char *wrong = insn_verify(id, ops);

    for (int n = 0; !wrong && n < insn_operand_count(id); n++) {
        switch (insn_operand_type(id, n)) {
        case OPERAND_LINDEX: wrong = check_local(w, id, n, ops); break;
        case OPERAND_ID: wrong = check_name(insn_operand_kind(id, n), (ID)ops[n]); break;
        case OPERAND_VALUE: wrong = check_value(id, n, ops); break;
        case OPERAND_ISEQ: wrong = check_iseq(w, insn_operand_kind(id, n), (VALUE)ops[n]); break;
        case OPERAND_CALLSITE: wrong = check_site(id, n, ops); break;
        case OPERAND_PTR: wrong = "a bare address"; break;
        default: break;
        }
    }
    return wrong ? wrong : check_meaning(w, id, ops);
}

/* ---- parameters ----------------------------------------------------------------------------------------------------------- */

/* Returns the index after the parameters of this kind, which must begin at `next` (ISEQ-2).  Returns `next` if there are none, or -1
 * if they lie elsewhere. */
static int
check_take_place(const struct iseq_params *p, unsigned flag, unsigned index, unsigned count, int next)
{
    if (next < 0 || !(p->flags & flag)) return next;
    return (unsigned)next == index ? next + (int)count : -1;
}

enum { FORWARD_MASK = PARAM_REST | PARAM_KWREST | PARAM_BLOCK | PARAM_POST | PARAM_KW };

static const char *
check_params(const struct iseq_body *b)
{
    const struct iseq_params *p = &b->params;
    int next = p->lead + p->opt;

    if (!(p->flags & PARAM_OPT) != !p->opt || !(p->flags & PARAM_OPT) != !p->opt_pc) return "optional parameters";
    if (!(p->flags & PARAM_POST) != !p->post || !(p->flags & PARAM_KW) != !p->kw_count) return "parameters";
    if (p->kw_required > p->kw_count || (p->kw_count && (!p->kw_names || !p->kw_defaults))) return "keywords";
    if ((p->flags & PARAM_FORWARD) && (p->flags & FORWARD_MASK) != (PARAM_REST | PARAM_KWREST | PARAM_BLOCK))
        return "forwarding";
    next = check_take_place(p, PARAM_REST, p->rest_index, 1, next);
    next = check_take_place(p, PARAM_POST, p->post_index, p->post, next);
    next = check_take_place(p, PARAM_KW, p->kw_index, p->kw_count, next);
    next = check_take_place(p, PARAM_KW, p->kw_bits_index, 1, next);
    next = check_take_place(p, PARAM_KWREST, p->kwrest_index, 1, next);
    next = check_take_place(p, PARAM_BLOCK, p->block_index, 1, next);
    next = check_take_place(p, PARAM_FORWARD, p->block_index + 1u, FORWARD_ROOM, next);
    if (next < 0 || next > b->local_count) return "parameters are not where they should be";
    return b->simple == !(p->flags & PARAM_COMPLEX_MASK) ? NULL : "parameters are not as simple";
}

static const char *
check_body(const struct iseq_body *b)
{
    if (b->type > ISEQ_BLOCK && b->type != ISEQ_CLASS) return "no such type";
    if ((b->type == ISEQ_BLOCK) != !!b->parent && b->type != ISEQ_EVAL) return "parent";
    if (b->frame_cells != FRAME_CELLS || !b->code_len || !b->stack_max) return "frame";
    for (uint32_t i = 0; i < b->info_count; i++) {
        if (b->infos[i].at >= b->code_len || (i && b->infos[i].at <= b->infos[i - 1].at)) return "lines are out of order";
    }
    for (uint32_t i = 0; i < b->catch_count; i++) {
        const struct catch_entry *e = &b->catches[i];
        if (e->type == CATCH_CLAUSE && e->depth >= b->local_count) return "catch table";
        if (e->start >= e->end || e->end > b->code_len || e->type > CATCH_CLAUSE) return "catch table";
    }
    return check_params(b);
}

/* ---- the ways through the code --------------------------------------------------------------------------------------------- */

static void
check_walk_to(struct walk *w, int64_t at, int32_t height)
{
    if (at < 0 || at >= w->b->code_len || w->height[at] == INSIDE) {
        check_fail(w, 0, "a way into nowhere");
        return;
    }
    if (w->height[at] == NOT_SEEN) {
        w->height[at] = height;
        w->todo[w->todo_count++] = (uint32_t)at;
    } else if (w->height[at] != height) check_fail(w, (uint32_t)at, "two heights of the stack");
}

/* Returns whether key may stand in a table without hashes: an immediate, or a Symbol that String#to_sym made. */
static bool
check_compared_key_p(VALUE key)
{
    return !val_heap_p(key) || val_symbol_p(key);
}

/* The ways out of opt_case_dispatch. */
static void
check_walk_cases(struct walk *w, uint32_t at, VALUE table, int32_t height)
{
    size_t pos = 0;
    VALUE key, to;

    if (val_type_p(table, T_ARRAY)) {
        if (ary_len(table) & 1) check_fail(w, at, "half a case");
        for (size_t i = 1; !w->wrong && i < ary_len(table); i += 2) {
            to = ary_at(table, i);
            if (!check_compared_key_p(ary_at(table, i - 1)) || !val_fix_p(to)) check_fail(w, at, "no table of cases");
            else check_walk_to(w, (int64_t)at + fix_int(to), height);
        }
    } else if (val_type_p(table, T_HASH)) {
        while (!w->wrong && hash_next(table, &pos, &key, &to)) {
            if (!val_fix_p(to)) check_fail(w, at, "no table of cases");
            else check_walk_to(w, (int64_t)at + fix_int(to), height);
        }
    } else check_fail(w, at, "no table of cases");
}

static void
check_walk_insn(struct walk *w, uint32_t at)
{
    const cell *code = w->b->code + at;
    int id = iseq_plain_insn(w->iseq, at); /* code that has run is linked: its meaning is its plain form's */
    int64_t ops[8] = {0};
    int32_t height = w->height[at];

    for (int n = 0; n < insn_operand_count(id); n++) ops[n] = insn_get_operand(code, n);
    const char *wrong = check_operands(w, id, ops);
    if (wrong) {
        check_fail(w, at, wrong);
        return;
    }
    int32_t after = height + insn_comptime_sp_inc(id, ops);
    if (insn_reads(id, ops) > height) check_fail(w, at, "more is taken than lies on the stack");
    if (after < 0 || after > w->b->stack_max) check_fail(w, at, "the stack leaves its bounds");
    if (w->wrong) return;
    for (int n = 0; n < insn_operand_count(id); n++)
        if (insn_operand_type(id, n) == OPERAND_OFFSET && (id != INSN_opt_case_dispatch || ops[n]))
            check_walk_to(w, (int64_t)at + ops[n], after);
    if (id == INSN_opt_case_dispatch) check_walk_cases(w, at, (VALUE)ops[0], after);
    if (!insn_jump_p(id)) check_walk_to(w, (int64_t)at + insn_length(id), after);
}

/* Where instructions start. */
static void
check_mark_starts(struct walk *w)
{
    const struct iseq_body *b = w->b;

    for (uint32_t at = 0; at < b->code_len;) {
        int id = insn_at(b->code + at);
        if (id < 0) {
            check_fail(w, at, "no instruction");
            return;
        }
        uint32_t length = (uint32_t)insn_length(insn_base(id));
        if (length > b->code_len - at) {
            check_fail(w, at, "half an instruction");
            return;
        }
        w->height[at] = NOT_SEEN;
        for (uint32_t k = 1; k < length; k++) w->height[at + k] = INSIDE;
        at += length;
    }
}

/* A catch entry cuts the stack to its depth: nowhere in its range may it be lower. */
static void
check_catches(struct walk *w)
{
    for (uint32_t i = 0; !w->wrong && i < w->b->catch_count; i++) {
        const struct catch_entry *e = &w->b->catches[i];
        if (e->type == CATCH_CLAUSE) continue;
        for (uint32_t at = e->start; at < e->end; at++)
            if (w->height[at] >= 0 && w->height[at] < e->depth) check_fail(w, at, "a catch entry's depth");
    }
}

static void
check_walk_all(struct walk *w)
{
    const struct iseq_body *b = w->b;

    check_mark_starts(w);
    if (w->wrong) return;
    check_walk_to(w, 0, 0);
    for (int i = 0; b->params.opt_pc && i <= b->params.opt; i++) check_walk_to(w, b->params.opt_pc[i], 0);
    for (uint32_t i = 0; i < b->catch_count; i++) {
        if (b->catches[i].type == CATCH_CLAUSE) continue;
        if (b->catches[i].depth >= b->stack_max) check_fail(w, b->catches[i].handler, "the stack leaves its bounds");
        check_walk_to(w, b->catches[i].handler, b->catches[i].depth + 1);
    }
    while (!w->wrong && w->todo_count) check_walk_insn(w, w->todo[--w->todo_count]);
    check_catches(w);
}

/* Checks the iseq.  Returns false if there was no memory for the walk, and no error before it. */
static bool
try_check(VALUE iseq, uint32_t *at, const char **wrong)
{
    const struct iseq_body *b = iseq_body(iseq);
    struct walk w = {.b = b, .iseq = iseq, .wrong = check_body(b)};
    bool memory = true;

    if (!w.wrong) {
        w.height = gc_raw_try_calloc(b->code_len + 1, sizeof *w.height);
        w.todo = gc_raw_try_calloc(b->code_len + 1, sizeof *w.todo);
        memory = w.height && w.todo;
        if (memory) check_walk_all(&w);
        free(w.height);
        free(w.todo);
    }
    *at = w.at;
    *wrong = w.wrong;
    return memory;
}

const char *
iseq_check(VALUE iseq, uint32_t *at)
{
    const char *wrong;
    if (!try_check(iseq, at, &wrong)) rb_memerror();
    return wrong;
}

void
iseq_must_be_sound(VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);
    char text[256];
    uint32_t at;
    const char *wrong = iseq_check(iseq, &at);

    if (!wrong) return;
    snprintf(text, sizeof text, "iseq %s, cell %u: %s", b->name ? str_ptr(b->name) : "?", (unsigned)at, wrong);
    vm_bug_at(b->path ? str_ptr(b->path) : "?", b->first_line, text);
}

void
iseq_verify(VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);
    uint32_t at;
    const char *wrong;
    if (b && b->jit) jit_verify_doors(iseq);
    if (!b || !b->made || !try_check(iseq, &at, &wrong)) return; /* the collector does not raise */
    gc_expect(!wrong, wrong ? wrong : "", iseq);
}

/* ---- what was there before --------------------------------------------------------------------------------------------------- */

int
iseq_plain_insn(VALUE iseq, uint32_t at)
{
    const struct iseq_body *b = iseq_body(iseq);
    int id = insn_base(insn_at(b->code + at)), family = insn_family(id);

    if (id != family) return insn_compiled_p(id) ? id : family;
    if (insn_link(id) != LINK_operator) return id;
    ci_word ci = b->code[at + 1];
    int plain = compile_operator_insn(ci_mid(ci), ci_argc(ci));
    return plain >= 0 && insn_family(plain) == family ? plain : id;
}
