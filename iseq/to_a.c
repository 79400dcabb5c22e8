/*
 * iseq/to_a.c - InstructionSequence#to_a: an iseq as Arrays, Hashes and Symbols, in the layout that CRuby gives it.
 *
 * The result is [magic, major, minor, format, facts, label, path, absolute path, first line, type, locals, parameters, catch
 * table, body].  The body has line numbers, :RUBY_EVENT_..., :label_N before each target of a jump, and [:instruction,
 * operands...].  The instructions are ours (insns.def).  Rescue and ensure clauses are labels of the same body (ISEQ-3), not
 * separate iseqs.
 */
#include "internal/array.h"
#include "internal/vm/site.h"
#include "internal/hash.h"
#include "internal/iseq.h"
#include "internal/string.h"

#include <stdio.h>
#include <string.h>

static VALUE
iseq_sym(const char *name)
{
    return ID2SYM(rb_intern(name));
}

static VALUE
iseq_label_at(int64_t at)
{
    char text[32];
    snprintf(text, sizeof text, "label_%ld", (long)at);
    return iseq_sym(text);
}

static VALUE
iseq_name_or_index(ID name, int index)
{
    return name ? sym_from_id(name) : INT2FIX(index);
}

/* ---- operands ----------------------------------------------------------------------------------------------------------------- */

static VALUE
iseq_site_hash(ci_word ci)
{
    const struct ci_kwarg *kw = ci_kwarg(ci);
    VALUE hash = hash_new();

    if (ci_mid(ci)) hash_set(hash, iseq_sym("mid"), sym_from_id(ci_mid(ci)));
    hash_set(hash, iseq_sym("flag"), INT2FIX((int)ci_flags(ci)));
    hash_set(hash, iseq_sym("orig_argc"), INT2FIX((int)(ci_argc(ci) - (kw ? kw->count : 0))));
    if (!kw) return hash;
    VALUE names = ary_new_capa(kw->count);
    for (uint32_t i = 0; i < kw->count; i++) ary_push(names, sym_from_id(kw->names[i]));
    hash_set(hash, iseq_sym("kw_arg"), names);
    return hash;
}

/* Offsets of a case table as labels: [key, label, ...], as CRuby lists them. */
static VALUE
iseq_case_list(VALUE table, int64_t at)
{
    VALUE list = ary_new(), key, to;
    size_t pos = 0;

    if (val_type_p(table, T_ARRAY)) {
        for (size_t i = 0; i + 1 < ary_len(table); i += 2) {
            ary_push(list, ary_at(table, i));
            ary_push(list, iseq_label_at(at + fix_int(ary_at(table, i + 1))));
        }
        return list;
    }
    while (hash_next(table, &pos, &key, &to)) {
        ary_push(list, key);
        ary_push(list, iseq_label_at(at + fix_int(to)));
    }
    return list;
}

static VALUE
iseq_operand_value(int id, int n, int64_t op, int64_t at)
{
    switch (insn_operand_type(id, n)) {
    case OPERAND_OFFSET: return iseq_label_at(at + op);
    case OPERAND_VALUE:
        if (id == INSN_opt_case_dispatch) return iseq_case_list((VALUE)op, at);
        return id == INSN_duparray ? ary_dup((VALUE)op) : id == INSN_duphash ? hash_dup((VALUE)op) : (VALUE)op;
    case OPERAND_ID: return sym_from_id((ID)op);
    case OPERAND_ISEQ: return op ? iseq_to_a((VALUE)op) : Qnil;
    case OPERAND_CALLSITE: return iseq_site_hash((ci_word)op);
    case OPERAND_CACHE:
    case OPERAND_CACHE2:
    case OPERAND_CACHE4: return INT2FIX(0);
    default: return LONG2NUM((long)op);
    }
}

static void
iseq_read_insn(VALUE iseq, uint32_t at, int *id, cell *plain)
{
    *id = iseq_plain_insn(iseq, at);
    memcpy(plain, iseq_body(iseq)->code + at, (size_t)insn_length(*id) * sizeof(cell));
    plain[0] = (cell)(uintptr_t)insn_handler(*id);
}

/* ---- where labels stand ------------------------------------------------------------------------------------------------------- */

static void
iseq_add_targets(VALUE targets, int id, const cell *plain, uint32_t at)
{
    for (int n = 0; n < insn_operand_count(id); n++) {
        if (insn_operand_type(id, n) == OPERAND_OFFSET)
            hash_set(targets, LONG2NUM((long)at + insn_get_operand(plain, n)), Qtrue);
    }
    if (id != INSN_opt_case_dispatch) return;
    VALUE list = iseq_case_list((VALUE)insn_get_operand(plain, 0), at);
    for (size_t i = 1; i < ary_len(list); i += 2) hash_set(targets, ary_at(list, i), Qtrue);
}

/* Cells (and labels) that something refers to. */
static VALUE
iseq_targets_of(VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);
    VALUE targets = hash_new();
    cell plain[16];
    int id;

    for (uint32_t at = 0; at < b->code_len; at += (uint32_t)insn_length(id)) {
        iseq_read_insn(iseq, at, &id, plain);
        iseq_add_targets(targets, id, plain, at);
    }
    for (uint32_t i = 0; i < b->catch_count; i++) {
        const uint32_t ends[] = {b->catches[i].start, b->catches[i].end, b->catches[i].handler};
        for (unsigned k = 0; k < lengthof(ends); k++) hash_set(targets, LONG2NUM(ends[k]), Qtrue);
    }
    for (int i = 0; b->params.opt_pc && i <= b->params.opt; i++) hash_set(targets, LONG2NUM(b->params.opt_pc[i]), Qtrue);
    return targets;
}

/* ---- the parts ------------------------------------------------------------------------------------------------------------------ */

static void
iseq_add_events(VALUE body, uint32_t events)
{
    static const char *const names[] = {"LINE", "CALL",   "RETURN",   "B_CALL", "B_RETURN", "CLASS",
                                        "END",  "C_CALL", "C_RETURN", "RAISE",  "RESCUE"};
    char text[40];

    for (unsigned i = 0; i < lengthof(names); i++) {
        if (!(events & 1u << i)) continue;
        snprintf(text, sizeof text, "RUBY_EVENT_%s", names[i]);
        ary_push(body, iseq_sym(text));
    }
}

static VALUE
iseq_body_list(VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);
    VALUE body = ary_new(), targets = iseq_targets_of(iseq);
    int32_t line = -1;
    uint32_t info = 0;
    cell plain[16];
    int id;

    for (uint32_t at = 0; at < b->code_len; at += (uint32_t)insn_length(id)) {
        iseq_read_insn(iseq, at, &id, plain);
        if (hash_get(targets, LONG2NUM(at)) != Qundef || hash_get(targets, iseq_label_at(at)) != Qundef)
            ary_push(body, iseq_label_at(at));
        for (; info < b->info_count && b->infos[info].at <= at; info++) {
            if (b->infos[info].line != line) ary_push(body, INT2NUM(line = b->infos[info].line));
            iseq_add_events(body, b->infos[info].events);
        }
        VALUE insn = ary_new();
        ary_push(insn, iseq_sym(insn_name(id)));
        for (int n = 0; n < insn_operand_count(id); n++)
            ary_push(insn, iseq_operand_value(id, n, insn_get_operand(plain, n), at));
        ary_push(body, insn);
    }
    return body;
}

static VALUE
iseq_catch_list(const struct iseq_body *b)
{
    VALUE list = ary_new();

    for (uint32_t i = 0; i < b->catch_count; i++) {
        const struct catch_entry *e = &b->catches[i];
        VALUE entry[] = {iseq_sym(iseq_catch_name(e)), Qnil,
                         iseq_label_at(e->start),      iseq_label_at(e->end),
                         iseq_label_at(e->handler),    INT2FIX(e->depth)};
        ary_push(list, ary_new_from(entry, lengthof(entry)));
    }
    return list;
}

static VALUE
iseq_keyword_list(const struct iseq_params *p)
{
    VALUE list = ary_new_capa(p->kw_count);

    for (unsigned i = 0; i < p->kw_count; i++) {
        VALUE name = sym_from_id(p->kw_names[i]), value = i < p->kw_required ? Qundef : p->kw_defaults[i - p->kw_required];
        if (i < p->kw_required) ary_push(list, name);
        else if (value == Qundef) ary_push(list, rb_ary_new_from_args(1, name));
        else ary_push(list, rb_assoc_new(name, value));
    }
    return list;
}

static VALUE
iseq_params_hash(const struct iseq_body *b)
{
    const struct iseq_params *p = &b->params;
    VALUE hash = hash_new();

    if (p->opt) {
        VALUE labels = ary_new_capa(p->opt + 1u);
        for (int i = 0; i <= p->opt; i++) ary_push(labels, iseq_label_at(p->opt_pc[i]));
        hash_set(hash, iseq_sym("opt"), labels);
    }
    if (p->lead) hash_set(hash, iseq_sym("lead_num"), INT2FIX(p->lead));
    if (p->post) {
        hash_set(hash, iseq_sym("post_num"), INT2FIX(p->post));
        hash_set(hash, iseq_sym("post_start"), INT2FIX(p->post_index));
    }
    if (p->flags & PARAM_REST) hash_set(hash, iseq_sym("rest_start"), INT2FIX(p->rest_index));
    if (p->flags & PARAM_BLOCK) hash_set(hash, iseq_sym("block_start"), INT2FIX(p->block_index));
    if (p->flags & PARAM_KW) {
        hash_set(hash, iseq_sym("kwbits"), INT2FIX(p->kw_bits_index));
        hash_set(hash, iseq_sym("keyword"), iseq_keyword_list(p));
    }
    if (p->flags & PARAM_KWREST) hash_set(hash, iseq_sym("kwrest"), INT2FIX(p->kwrest_index));
    if (p->flags & PARAM_NO_KW) hash_set(hash, iseq_sym("accepts_no_kwarg"), Qtrue);
    if (p->flags & PARAM_RUBY2_KW) hash_set(hash, iseq_sym("ruby2_keywords"), Qtrue);
    if (b->type == ISEQ_METHOD && b->uses_block) hash_set(hash, iseq_sym("use_block"), Qtrue);
    if (p->flags & PARAM_AMBIGUOUS0) hash_set(hash, iseq_sym("ambiguous_param0"), Qtrue);
    return hash;
}

static VALUE
iseq_facts_hash(const struct iseq_body *b)
{
    const struct iseq_params *p = &b->params;
    VALUE hash = hash_new(), nodes = ary_new_capa(b->info_count);
    VALUE place[] = {INT2NUM(b->first_line), INT2NUM(b->first_column), INT2NUM(b->last_line), INT2NUM(b->last_column)};
    int args = p->lead + p->opt + p->post + p->kw_count + !!(p->flags & PARAM_KW) + !!(p->flags & PARAM_REST) +
               !!(p->flags & PARAM_KWREST) + !!(p->flags & PARAM_BLOCK);

    for (uint32_t i = 0; i < b->info_count; i++) ary_push(nodes, INT2NUM(b->infos[i].node_id));
    hash_set(hash, iseq_sym("arg_size"), INT2FIX(args));
    hash_set(hash, iseq_sym("local_size"), INT2FIX(b->local_count));
    hash_set(hash, iseq_sym("stack_max"), INT2FIX(b->stack_max));
    hash_set(hash, iseq_sym("node_id"), INT2NUM(b->node_id));
    hash_set(hash, iseq_sym("code_location"), ary_new_from(place, lengthof(place)));
    hash_set(hash, iseq_sym("node_ids"), nodes);
    hash_set(hash, iseq_sym("parser"), iseq_sym("prism"));
    return hash;
}

const char *
iseq_type_name(VALUE iseq)
{
    static const char *const names[] = {"top", "main", "eval", "method", "block", "class"};
    return names[iseq_body(iseq)->type];
}

VALUE
iseq_to_a(VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);
    VALUE locals = ary_new_capa(b->local_count);

    for (int i = 0; i < b->local_count; i++) ary_push(locals, iseq_name_or_index(b->locals[i], i));
    VALUE parts[] = {
        rb_usascii_str_new_cstr("YARVInstructionSequence/SimpleDataFormat"),
        INT2FIX(4),
        INT2FIX(0),
        INT2FIX(1),
        iseq_facts_hash(b),
        b->name,
        b->path,
        b->realpath,
        INT2NUM(b->first_line),
        iseq_sym(iseq_type_name(iseq)),
        locals,
        iseq_params_hash(b),
        iseq_catch_list(b),
        iseq_body_list(iseq),
    };
    return ary_new_from(parts, lengthof(parts));
}
