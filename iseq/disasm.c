/*
 * iseq/disasm.c - the code of an iseq as text, in the manner of CRuby's `--dump=insns`.
 *
 * One line for each instruction: cell, name, operands, and (line)[events] where they change.
 */
#include "internal/iseq.h"
#include "internal/vm/core.h"
#include "internal/vm/site.h"
#include "internal/array.h"
#include "internal/string.h"

#include <stdio.h>
#include <string.h>

struct lister {
    VALUE out, iseq;
    const struct iseq_body *b;
    VALUE queue; /* iseqs yet to be listed */
};

static void
put(struct lister *l, const char *text)
{
    str_append_bytes(l->out, text, strlen(text));
}

/* Appends a name or path in its own encoding, which the listing takes over with its first byte beyond ASCII. */
static void
put_text(struct lister *l, VALUE text)
{
    rb_str_append(l->out, text);
}

static void
put_value(struct lister *l, VALUE v)
{
    put_text(l, rb_inspect(v));
}

static const struct iseq_body *
body_up(const struct iseq_body *b, int64_t level)
{
    while (level-- > 0 && b->parent) b = iseq_body(b->parent);
    return b;
}

/* ---- operands --------------------------------------------------------------------------------------------------------------- */

static int64_t
level_of(int id, const cell *at)
{
    switch (id) {
    case INSN_getlocal1:
    case INSN_setlocal1: return 1;
    case INSN_getlocaln:
    case INSN_setlocaln:
    case INSN_getblockparam:
    case INSN_reifyforward:
    case INSN_getblockparamproxy: return insn_get_operand(at, 1);
    default: return 0;
    }
}

static void
put_local(struct lister *l, int id, const cell *at, int64_t lindex)
{
    const struct iseq_body *b = body_up(l->b, level_of(id, at));
    int64_t i = lindex + b->local_count;
    char text[32];

    if (i < 0) {
        put(l, "self");
        return;
    }
    ID name = b->locals[i];
    if (name) put_text(l, id_name(name));
    else put(l, "?");
    snprintf(text, sizeof text, "@%d", (int)i);
    put(l, text);
}

static void
put_site(struct lister *l, int64_t op)
{
    static const char *const names[] = {"ARGS_SPLAT", "ARGS_BLOCKARG", "FCALL",          "VCALL",   "KWARG",
                                        "KW_SPLAT",   "KW_SPLAT_MUT",  "ARGS_SPLAT_MUT", "SUPER",   "ZSUPER",
                                        "FORWARDING", "SAFE_NAV",      "BLOCK",          "ATTRASGN"};
    ci_word ci = (ci_word)op;
    unsigned flags = ci_flags(ci);
    char text[64];
    bool any = false;

    put(l, "<calldata!mid:");
    if (ci_mid(ci)) put_text(l, id_name(ci_mid(ci)));
    snprintf(text, sizeof text, ", argc:%u", ci_argc(ci));
    put(l, text);
    if (ci_kwarg(ci)) {
        const struct ci_kwarg *kw = ci_kwarg(ci);
        put(l, ", kw:[");
        for (uint32_t i = 0; i < kw->count; i++) {
            if (i) put(l, ", ");
            put_text(l, id_name(kw->names[i]));
        }
        put(l, "]");
    }
    for (unsigned i = 0; i < lengthof(names); i++) {
        if (!(flags & 1u << i)) continue;
        put(l, any ? "|" : ", ");
        put(l, names[i]);
        any = true;
    }
    if (!(flags & CI_SIMPLE_MASK)) put(l, any ? "|ARGS_SIMPLE" : ", ARGS_SIMPLE");
    put(l, ">");
}

static void
put_iseq(struct lister *l, VALUE iseq)
{
    if (!iseq) {
        put(l, "nil");
        return;
    }
    const struct iseq_body *b = iseq_body(iseq);
    put_text(l, b->name);
    ary_push(l->queue, iseq);
}

/* The names of corecall's functions, by its first operand. */
static const char *const core_names[CORE__COUNT] = {
    [CORE_ALIAS_METHOD] = "alias",
    [CORE_ALIAS_GVAR] = "alias of a global variable",
    [CORE_UNDEF] = "undef",
    [CORE_AT_EXIT] = "END",
    [CORE_FORMAT] = "sprintf",
    [CORE_NO_PATTERN] = "raise NoMatchingPatternError",
    [CORE_NO_PATTERN_KEY] = "raise NoMatchingPatternKeyError",
    [CORE_TYPE_ERROR] = "raise TypeError",
    [CORE_ARRAY_ANY] = "any?",
    [CORE_SHAREABLE] = "make_shareable",
    [CORE_SHAREABLE_COPY] = "make_shareable of a copy",
    [CORE_ENSURE_SHAREABLE] = "ensure_shareable",
    [CORE_LAST_LINE_MATCH] = "match of $_",
};

static void
put_operand(struct lister *l, int id, const cell *at, int n)
{
    int64_t op = insn_get_operand(at, n);
    char text[32];

    if (id == INSN_corecall && n == 0) {
        put(l, core_names[op]);
        return;
    }
    switch (insn_operand_type(id, n)) {
    case OPERAND_LINDEX: put_local(l, id, at, op); return;
    case OPERAND_OFFSET:
        snprintf(text, sizeof text, "%ld", (long)(at - l->b->code + op));
        put(l, text);
        return;
    case OPERAND_VALUE: put_value(l, (VALUE)op); return;
    case OPERAND_ID: put_value(l, sym_from_id((ID)op)); return;
    case OPERAND_ISEQ: put_iseq(l, (VALUE)op); return;
    case OPERAND_CALLSITE: put_site(l, op); return;
    case OPERAND_CACHE:
    case OPERAND_CACHE2:
    case OPERAND_CACHE4: put(l, "<ic>"); return;
    default: snprintf(text, sizeof text, "%ld", (long)op); put(l, text);
    }
}

/* ---- lines --------------------------------------------------------------------------------------------------------------------- */

static void
put_events(struct lister *l, uint32_t events)
{
    static const struct {
        uint32_t event;
        const char *name;
    } names[] = {
        {EVENT_LINE, "Li"},     {EVENT_CALL, "Ca"},  {EVENT_RETURN, "Re"}, {EVENT_B_CALL, "Bc"},
        {EVENT_B_RETURN, "Br"}, {EVENT_CLASS, "Cl"}, {EVENT_END, "En"},    {EVENT_RESCUE, "Rs"},
    };

    if (!events) return;
    put(l, "[");
    for (unsigned i = 0; i < lengthof(names); i++)
        if (events & names[i].event) put(l, names[i].name);
    put(l, "]");
}

static const struct insn_info *
info_of(const struct iseq_body *b, uint32_t at)
{
    for (uint32_t i = 0; i < b->info_count; i++)
        if (b->infos[i].at == at) return &b->infos[i];
    return NULL;
}

enum { NAME_COLUMN = 5, OPERAND_COLUMN = 44, LINE_COLUMN = 70 };

static void
pad_to(struct lister *l, size_t line_start, size_t column)
{
    while (str_len(l->out) - line_start < column) put(l, " ");
}

static void
put_insn(struct lister *l, uint32_t pos, int32_t *line)
{
    const cell *at = l->b->code + pos;
    int running = insn_at(at), id = insn_base(running);
    const struct insn_info *info = info_of(l->b, pos);
    size_t start = str_len(l->out);
    char text[64];

    snprintf(text, sizeof text, "%04u ", (unsigned)pos);
    put(l, text);
    bool counted = running == INSN_jumpback_jit || running == INSN_branchif_back_jit ||
                   running == INSN_branchunless_back_jit;
    put(l, insn_name(counted ? insn_family(running) : insn_fused_count(running) > 1 ? insn_base(running) : running));
    if (insn_operand_count(id)) pad_to(l, start, OPERAND_COLUMN);
    for (int n = 0; n < insn_operand_count(id); n++) {
        if (n) put(l, ", ");
        put_operand(l, id, at, n);
    }
    if (info && info->line != *line) {
        *line = info->line;
        pad_to(l, start, LINE_COLUMN);
        snprintf(text, sizeof text, "(%4d)", (int)info->line);
        put(l, text);
    }
    if (info) put_events(l, info->events);
    put(l, "\n");
}

static void
put_catches(struct lister *l)
{
    char text[128];

    if (!l->b->catch_count) return;
    put(l, "== catch table\n");
    for (uint32_t i = 0; i < l->b->catch_count; i++) {
        const struct catch_entry *e = &l->b->catches[i];
        snprintf(text, sizeof text, "| catch type: %s st: %04u ed: %04u sp: %04u handler: %04u\n",
                 e->type == CATCH_RESCUE ? "rescue" : "ensure", (unsigned)e->start, (unsigned)e->end, (unsigned)e->depth,
                 (unsigned)e->handler);
        put(l, text);
    }
    put(l, "|------------------------------------------------------------------------\n");
}

static int
index_or_none(const struct iseq_params *p, unsigned flag, int index)
{
    return p->flags & flag ? index : -1;
}

static void
put_locals(struct lister *l)
{
    const struct iseq_body *b = l->b;
    const struct iseq_params *p = &b->params;
    char text[160];

    if (!b->local_count) return;
    snprintf(text, sizeof text,
             "local table (size: %d, argc: %d [opts: %d, rest: %d, post: %d, block: %d, kw: %d@%d, kwrest: %d])\n",
             b->local_count, p->lead, p->opt, index_or_none(p, PARAM_REST, p->rest_index), p->post,
             index_or_none(p, PARAM_BLOCK, p->block_index), p->kw_count ? p->kw_count : -1,
             p->kw_count ? p->kw_required : -1, index_or_none(p, PARAM_KWREST, p->kwrest_index));
    put(l, text);
    for (int i = 0; i < b->local_count; i++) {
        snprintf(text, sizeof text, "[%2d] ", b->local_count - i);
        put(l, text);
        size_t start = str_len(l->out);
        if (b->locals[i]) put_text(l, id_name(b->locals[i]));
        else put(l, "?");
        snprintf(text, sizeof text, "@%d", i);
        put(l, text);
        if (i < p->lead) put(l, p->flags & PARAM_AMBIGUOUS0 ? "<AmbiguousArg>" : "<Arg>");
        else if (i < p->lead + p->opt) {
            snprintf(text, sizeof text, "<Opt=%u>", (unsigned)p->opt_pc[i - p->lead]);
            put(l, text);
        } else if (i == index_or_none(p, PARAM_REST, p->rest_index)) put(l, "<Rest>");
        else if (i == index_or_none(p, PARAM_KWREST, p->kwrest_index)) put(l, "<Kwrest>");
        else if (i == index_or_none(p, PARAM_BLOCK, p->block_index)) put(l, "<Block>");
        else if (p->post && i >= p->post_index && i < p->post_index + p->post) put(l, "<Post>");
        if (i + 1 < b->local_count) pad_to(l, start, 11);
    }
    put(l, "\n");
}

static void
put_one(struct lister *l)
{
    const struct iseq_body *b = l->b;
    char text[96];
    int32_t line = -1;

    put(l, "== disasm: #<ISeq:");
    put_text(l, b->name);
    put(l, "@");
    put_text(l, b->path);
    snprintf(text, sizeof text, ":%d (%d,%d)-(%d,%d)>\n", (int)b->first_line, (int)b->first_line, (int)b->first_column,
             (int)b->last_line, (int)b->last_column);
    put(l, text);
    put_catches(l);
    put_locals(l);
    for (uint32_t at = 0; at < b->code_len; at += (uint32_t)insn_length(insn_base(insn_at(b->code + at))))
        put_insn(l, at, &line);
}

VALUE
iseq_disasm(VALUE iseq)
{
    struct lister l = {.out = str_new("", 0, ENCI_BINARY), .queue = ary_tmp_new(8)};

    ary_push(l.queue, iseq);
    for (size_t i = 0; i < ary_len(l.queue); i++) {
        l.iseq = ary_at(l.queue, i);
        l.b = iseq_body(l.iseq);
        if (i) put(&l, "\n");
        put_one(&l);
    }
    return l.out;
}
