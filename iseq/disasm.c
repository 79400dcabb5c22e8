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
disasm_put(struct lister *l, const char *text)
{
    str_append_bytes(l->out, text, strlen(text));
}

/* Appends a name or path in its own encoding, which the listing takes over with its first byte beyond ASCII. */
static void
disasm_put_text(struct lister *l, VALUE text)
{
    rb_str_append(l->out, text);
}

static void
disasm_put_value(struct lister *l, VALUE v)
{
    disasm_put_text(l, rb_inspect(v));
}

static const struct iseq_body *
disasm_body_up(const struct iseq_body *b, int64_t level)
{
    while (level-- > 0 && b->parent) b = iseq_body(b->parent);
    return b;
}

/* ---- operands --------------------------------------------------------------------------------------------------------------- */

static void
disasm_put_local(struct lister *l, const cell *at, int n, int64_t lindex)
{
    const struct iseq_body *b = disasm_body_up(l->b, insn_local_level_at(at, n));
    int64_t i = lindex + b->local_count;
    char text[32];

    if (i < 0) {
        disasm_put(l, "self");
        return;
    }
    ID name = b->locals[i];
    if (name) disasm_put_text(l, id_name(name));
    else disasm_put(l, "?");
    snprintf(text, sizeof text, "@%d", (int)i);
    disasm_put(l, text);
}

static void
disasm_put_site(struct lister *l, int64_t op)
{
    static const char *const names[] = {"ARGS_SPLAT", "ARGS_BLOCKARG", "FCALL",          "VCALL",   "KWARG",
                                        "KW_SPLAT",   "KW_SPLAT_MUT",  "ARGS_SPLAT_MUT", "SUPER",   "ZSUPER",
                                        "FORWARDING", "SAFE_NAV",      "BLOCK",          "ATTRASGN"};
    ci_word ci = (ci_word)op;
    unsigned flags = ci_flags(ci);
    char text[64];
    bool any = false;

    disasm_put(l, "<calldata!mid:");
    if (ci_mid(ci)) disasm_put_text(l, id_name(ci_mid(ci)));
    snprintf(text, sizeof text, ", argc:%u", ci_argc(ci));
    disasm_put(l, text);
    if (ci_kwarg(ci)) {
        const struct ci_kwarg *kw = ci_kwarg(ci);
        disasm_put(l, ", kw:[");
        for (uint32_t i = 0; i < kw->count; i++) {
            if (i) disasm_put(l, ", ");
            disasm_put_text(l, id_name(kw->names[i]));
        }
        disasm_put(l, "]");
    }
    for (unsigned i = 0; i < lengthof(names); i++) {
        if (!(flags & 1u << i)) continue;
        disasm_put(l, any ? "|" : ", ");
        disasm_put(l, names[i]);
        any = true;
    }
    if (!(flags & CI_SIMPLE_MASK)) disasm_put(l, any ? "|ARGS_SIMPLE" : ", ARGS_SIMPLE");
    disasm_put(l, ">");
}

static void
put_iseq(struct lister *l, VALUE iseq)
{
    if (!iseq) {
        disasm_put(l, "nil");
        return;
    }
    const struct iseq_body *b = iseq_body(iseq);
    disasm_put_text(l, b->name);
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
disasm_put_operand(struct lister *l, int id, const cell *at, int n)
{
    int64_t op = insn_get_operand(at, n);
    char text[32];

    if (id == INSN_corecall && n == 0) {
        disasm_put(l, core_names[op]);
        return;
    }
    switch (insn_operand_type(id, n)) {
    case OPERAND_LINDEX: disasm_put_local(l, at, n, op); return;
    case OPERAND_OFFSET:
        snprintf(text, sizeof text, "%ld", (long)(at - l->b->code + op));
        disasm_put(l, text);
        return;
    case OPERAND_VALUE: disasm_put_value(l, (VALUE)op); return;
    case OPERAND_ID: disasm_put_value(l, sym_from_id((ID)op)); return;
    case OPERAND_ISEQ: put_iseq(l, (VALUE)op); return;
    case OPERAND_CALLSITE: disasm_put_site(l, op); return;
    case OPERAND_CACHE:
    case OPERAND_CACHE2:
    case OPERAND_CACHE4: disasm_put(l, "<ic>"); return;
    default: snprintf(text, sizeof text, "%ld", (long)op); disasm_put(l, text);
    }
}

/* ---- lines --------------------------------------------------------------------------------------------------------------------- */

static void
disasm_put_events(struct lister *l, uint32_t events)
{
    static const struct {
        uint32_t event;
        const char *name;
    } names[] = {
        {EVENT_LINE, "Li"},     {EVENT_CALL, "Ca"},  {EVENT_RETURN, "Re"}, {EVENT_B_CALL, "Bc"},
        {EVENT_B_RETURN, "Br"}, {EVENT_CLASS, "Cl"}, {EVENT_END, "En"},    {EVENT_RESCUE, "Rs"},
    };

    if (!events) return;
    disasm_put(l, "[");
    for (unsigned i = 0; i < lengthof(names); i++)
        if (events & names[i].event) disasm_put(l, names[i].name);
    disasm_put(l, "]");
}

static const struct insn_info *
disasm_info_of(const struct iseq_body *b, uint32_t at)
{
    for (uint32_t i = 0; i < b->info_count; i++)
        if (b->infos[i].at == at) return &b->infos[i];
    return NULL;
}

enum { NAME_COLUMN = 5, OPERAND_COLUMN = 44, LINE_COLUMN = 70 };

static void
disasm_pad_to(struct lister *l, size_t line_start, size_t column)
{
    while (str_len(l->out) - line_start < column) disasm_put(l, " ");
}

static void
disasm_put_insn(struct lister *l, uint32_t pos, int32_t *line)
{
    const cell *at = l->b->code + pos;
    int running = insn_at(at), id = insn_base(running);
    const struct insn_info *info = disasm_info_of(l->b, pos);
    size_t start = str_len(l->out);
    char text[64];

    snprintf(text, sizeof text, "%04u ", (unsigned)pos);
    disasm_put(l, text);
    bool counted = insn_back_p(id) && insn_family(id) != id; /* a form that counts the loop's turns for the JIT */
    disasm_put(l, insn_name(counted ? insn_family(running) : insn_fused_count(running) > 1 ? insn_base(running) : running));
    if (insn_operand_count(id)) disasm_pad_to(l, start, OPERAND_COLUMN);
    for (int n = 0; n < insn_operand_count(id); n++) {
        if (n) disasm_put(l, ", ");
        disasm_put_operand(l, id, at, n);
    }
    if (info && info->line != *line) {
        *line = info->line;
        disasm_pad_to(l, start, LINE_COLUMN);
        snprintf(text, sizeof text, "(%4d)", (int)info->line);
        disasm_put(l, text);
    }
    if (info) disasm_put_events(l, info->events);
    disasm_put(l, "\n");
}

static void
disasm_put_catches(struct lister *l)
{
    char text[128];

    if (!l->b->catch_count) return;
    disasm_put(l, "== catch table\n");
    for (uint32_t i = 0; i < l->b->catch_count; i++) {
        const struct catch_entry *e = &l->b->catches[i];
        snprintf(text, sizeof text, "| catch type: %s st: %04u ed: %04u sp: %04u handler: %04u\n", iseq_catch_name(e),
                 (unsigned)e->start, (unsigned)e->end, (unsigned)e->depth, (unsigned)e->handler);
        disasm_put(l, text);
    }
    disasm_put(l, "|------------------------------------------------------------------------\n");
}

static int
disasm_index_or_none(const struct iseq_params *p, unsigned flag, int index)
{
    return p->flags & flag ? index : -1;
}

static void
disasm_put_locals(struct lister *l)
{
    const struct iseq_body *b = l->b;
    const struct iseq_params *p = &b->params;
    char text[160];

    if (!b->local_count) return;
    snprintf(text, sizeof text,
             "local table (size: %d, argc: %d [opts: %d, rest: %d, post: %d, block: %d, kw: %d@%d, kwrest: %d])\n",
             b->local_count, p->lead, p->opt, disasm_index_or_none(p, PARAM_REST, p->rest_index), p->post,
             disasm_index_or_none(p, PARAM_BLOCK, p->block_index), p->kw_count ? p->kw_count : -1,
             p->kw_count ? p->kw_required : -1, disasm_index_or_none(p, PARAM_KWREST, p->kwrest_index));
    disasm_put(l, text);
    for (int i = 0; i < b->local_count; i++) {
        snprintf(text, sizeof text, "[%2d] ", b->local_count - i);
        disasm_put(l, text);
        size_t start = str_len(l->out);
        if (b->locals[i]) disasm_put_text(l, id_name(b->locals[i]));
        else disasm_put(l, "?");
        snprintf(text, sizeof text, "@%d", i);
        disasm_put(l, text);
        if (i < p->lead) disasm_put(l, p->flags & PARAM_AMBIGUOUS0 ? "<AmbiguousArg>" : "<Arg>");
        else if (i < p->lead + p->opt) {
            snprintf(text, sizeof text, "<Opt=%u>", (unsigned)p->opt_pc[i - p->lead]);
            disasm_put(l, text);
        } else if (i == disasm_index_or_none(p, PARAM_REST, p->rest_index)) disasm_put(l, "<Rest>");
        else if (i == disasm_index_or_none(p, PARAM_KWREST, p->kwrest_index)) disasm_put(l, "<Kwrest>");
        else if (i == disasm_index_or_none(p, PARAM_BLOCK, p->block_index)) disasm_put(l, "<Block>");
        else if (p->post && i >= p->post_index && i < p->post_index + p->post) disasm_put(l, "<Post>");
        if (i + 1 < b->local_count) disasm_pad_to(l, start, 11);
    }
    disasm_put(l, "\n");
}

static void
disasm_put_one(struct lister *l)
{
    const struct iseq_body *b = l->b;
    char text[96];
    int32_t line = -1;

    disasm_put(l, "== disasm: #<ISeq:");
    disasm_put_text(l, b->name);
    disasm_put(l, "@");
    disasm_put_text(l, b->path);
    snprintf(text, sizeof text, ":%d (%d,%d)-(%d,%d)>\n", (int)b->first_line, (int)b->first_line, (int)b->first_column,
             (int)b->last_line, (int)b->last_column);
    disasm_put(l, text);
    disasm_put_catches(l);
    disasm_put_locals(l);
    for (uint32_t at = 0; at < b->code_len; at += (uint32_t)insn_length(insn_base(insn_at(b->code + at))))
        disasm_put_insn(l, at, &line);
}

VALUE
iseq_disasm(VALUE iseq)
{
    struct lister l = {.out = str_new("", 0, ENCI_BINARY), .queue = ary_tmp_new(8)};

    ary_push(l.queue, iseq);
    for (size_t i = 0; i < ary_len(l.queue); i++) {
        l.iseq = ary_at(l.queue, i);
        l.b = iseq_body(l.iseq);
        if (i) disasm_put(&l, "\n");
        disasm_put_one(&l);
    }
    return l.out;
}
