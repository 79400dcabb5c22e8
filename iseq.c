/*
 * iseq.c - iseqs as objects of the heap: life, lines, arity, parameters.  iseq/check.c verifies their code.
 *
 * The body lies outside of the heap.  Marking visits the cells that body.value_cells lists.  An object in an inline cache is
 * either referenced elsewhere (constants) or registered by the code that fills the cache.
 */
#include "internal/iseq.h"
#include "internal/jit.h"
#include "internal/vm/site.h"
#include "internal/vm/callstats.h"
#include "internal/array.h"
#include "internal/string.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- life --------------------------------------------------------------------------------------------------------------- */

VALUE
iseq_alloc(void)
{
    VALUE v = gc_new_imemo(IMEMO_ISEQ, sizeof(struct iseq));
    struct iseq_body *body = gc_calloc(1, sizeof *body);

    body->script_lines = body->realpath = Qnil;
    ((struct iseq *)v)->body = body;
    gc_own(v);
    return v;
}

void
iseq_mark(VALUE v)
{
    const struct iseq_body *b = iseq_body(v);

    if (!b) return;
    gc_mark(b->parent);
    gc_mark(b->scope);
    gc_mark(b->method_iseq);
    gc_mark(b->name);
    gc_mark(b->base_label);
    gc_mark(b->path);
    gc_mark(b->realpath);
    gc_mark(b->script_lines);
    gc_mark(b->coverage);
    gc_mark(b->native);
    gc_mark(b->wrapper);
    for (unsigned i = 0; b->params.kw_defaults && i < b->params.kw_count; i++)
        if (b->params.kw_defaults[i] != Qundef) gc_mark(b->params.kw_defaults[i]);
    for (uint32_t i = 0; b->made && i < b->value_count; i++) gc_mark((VALUE)b->code[b->value_cells[i]]);
    if (b->jit && b->jit->rest) jit_rested(iseq_body(v));
}

void
iseq_made(VALUE iseq)
{
    iseq_body(iseq)->made = true;
    gc_wb(iseq); /* an old one may refer to young literals from now on */
}

cell *
iseq_code_new(uint32_t cells)
{
    return (cell *)gc_calloc((size_t)cells + 2, sizeof(cell)) + 1;
}

static void
iseq_free_code(cell *code)
{
    if (code) gc_free(code - 1, 0);
}

void
iseq_free(VALUE v)
{
    struct iseq_body *b = iseq_body(v);

    if (!b) return;
    if (UNLIKELY(callstats_on)) callstats_forget(v);
    if (UNLIKELY(b->jit != NULL)) jit_free_iseq(b);
    for (uint32_t i = 0; b->armed && i < b->info_count; i++) insn_trace_off(b->code + b->infos[i].at);
    for (uint32_t i = 0; i < b->site_count; i++) callsite_free(&b->code[b->site_cells[i]]);
    iseq_free_code(b->code);
    gc_free(b->infos, 0);
    gc_free(b->catches, 0);
    gc_free(b->value_cells, 0);
    gc_free(b->site_cells, 0);
    gc_free(b->locals, 0);
    gc_free(b->params.opt_pc, 0);
    gc_free(b->params.kw_names, 0);
    gc_free(b->params.kw_defaults, 0);
    gc_free(b, sizeof *b);
    ((struct iseq *)v)->body = NULL;
}

size_t
iseq_memsize(VALUE v)
{
    const struct iseq_body *b = iseq_body(v);
    size_t sites = 0;

    if (!b) return 0;
    for (uint32_t i = 0; i < b->site_count; i++) sites += callsite_memsize(&b->code[b->site_cells[i]]);
    return sites + sizeof *b + b->code_len * sizeof(cell) + b->info_count * sizeof *b->infos +
           b->catch_count * sizeof *b->catches + (b->value_count + b->site_count) * sizeof(uint32_t) +
           b->local_count * sizeof(ID) + b->params.kw_count * (sizeof(ID) + sizeof(VALUE));
}

void
Init_iseq_early(void)
{
    static const struct gc_type_ops ops = {
        .mark = iseq_mark, .free = iseq_free, .memsize = iseq_memsize, .verify = iseq_verify};
    gc_register_imemo(IMEMO_ISEQ, &ops);
}

/* ---- lines -------------------------------------------------------------------------------------------------------------- */

/* Returns the info of the instruction at pc, or of the last one before it that has any.  Returns NULL before the first, which is
 * the definition itself. */
static const struct insn_info *
iseq_info_at(const struct iseq_body *b, const cell *pc)
{
    ptrdiff_t at = pc ? pc - b->code : 0;
    uint32_t low = 0, high = b->info_count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if ((ptrdiff_t)b->infos[middle].at <= at) low = middle;
        else high = middle;
    }
    return b->info_count && at >= 0 ? &b->infos[low] : NULL;
}

int
iseq_line_at(VALUE iseq, const cell *pc)
{
    const struct insn_info *info = iseq_info_at(iseq_body(iseq), pc);
    return info ? info->line : iseq_body(iseq)->first_line;
}

int
iseq_node_id_at(VALUE iseq, const cell *pc)
{
    const struct insn_info *info = iseq_info_at(iseq_body(iseq), pc);
    return info ? info->node_id : iseq_body(iseq)->node_id;
}

/* ---- arity and parameters ------------------------------------------------------------------------------------------------- */

static int
iseq_required_count(const struct iseq_params *p)
{
    return p->lead + p->post + (p->kw_required > 0);
}

int
iseq_arity(VALUE iseq)
{
    const struct iseq_params *p = &iseq_body(iseq)->params;
    bool keywords = (p->flags & (PARAM_KW | PARAM_KWREST)) != 0;
    int least = iseq_required_count(p), most = p->lead + p->opt + p->post + keywords;

    return (p->flags & PARAM_REST) || least != most ? -least - 1 : least;
}

int
iseq_proc_arity(VALUE iseq)
{
    const struct iseq_params *p = &iseq_body(iseq)->params;
    return p->flags & PARAM_REST ? -iseq_required_count(p) - 1 : iseq_required_count(p);
}

static void
iseq_add_parameter(VALUE list, const char *kind, ID name)
{
    VALUE pair = ary_new_capa(2);

    ary_push(pair, sym_from_id(rb_intern(kind)));
    if (name) ary_push(pair, sym_from_id(name));
    ary_push(list, pair);
}

VALUE
iseq_parameters(VALUE iseq, bool lambda)
{
    const struct iseq_body *b = iseq_body(iseq);
    const struct iseq_params *p = &b->params;
    VALUE list = ary_new();
    unsigned i;

    for (i = 0; i < p->lead; i++)
        iseq_add_parameter(list, lambda ? "req" : "opt",
                           b->is_core && !b->attr_ruby ? 0 : b->locals[i]); /* 0: as of a C method */
    for (i = 0; i < p->opt; i++) iseq_add_parameter(list, "opt", b->locals[p->lead + i]);
    if (p->flags & PARAM_REST) iseq_add_parameter(list, "rest", b->locals[p->rest_index]);
    for (i = 0; i < p->post; i++) iseq_add_parameter(list, lambda ? "req" : "opt", b->locals[p->post_index + i]);
    for (i = 0; i < p->kw_count; i++) iseq_add_parameter(list, i < p->kw_required ? "keyreq" : "key", p->kw_names[i]);
    if (p->flags & PARAM_KWREST) iseq_add_parameter(list, "keyrest", b->locals[p->kwrest_index]);
    if (p->flags & PARAM_NO_KW) iseq_add_parameter(list, "nokey", 0);
    if (p->flags & PARAM_BLOCK) iseq_add_parameter(list, "block", b->locals[p->block_index]);
    return list;
}
