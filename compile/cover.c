/*
 * compile/cover.c - code for coverage: counting instructions, and the list of branches.
 */
#include "internal/compile.h"
#include "internal/array.h"
#include "internal/vm/coverage.h"

#include <string.h>

/* ---- lines -------------------------------------------------------------------------------------------------------------- */

static long
cover_line_count(VALUE source)
{
    const char *at = str_ptr(source), *end = at + str_len(source);
    long n = 0;

    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        n++;
        at++;
    }
    return n;
}

void
cover_begin(struct compiler *c)
{
    if (!c->opt->coverage) return;
    long lines = c->opt->line - 1 + cover_line_count(c->source);
    c->coverage = keep(c, coverage_of_file(c->opt->path_str, lines > 0 ? lines : 0, c->type != ISEQ_EVAL));
}

static VALUE
cover_part(const struct compiler *c, unsigned n)
{
    return c->coverage == Qnil ? Qnil : ary_at(c->coverage, n);
}

void
cover_line(struct scope *s)
{
    VALUE lines = cover_part(s->c, COVERAGE_OF_LINES);

    s->cover_due = false;
    if (lines == Qnil || s->line <= 0 || (size_t)s->line > ary_len(lines)) return;
    emit2(s, INSN_coverage, (int64_t)lines, s->line - 1);
}

/* A counting instruction that was not cleaned away: its line can be run. */
void
cover_written(struct scope *s, const struct insn *insn)
{
    VALUE counters = (VALUE)insn->ops[0];

    if (counters == cover_part(s->c, COVERAGE_OF_LINES)) ary_store(counters, insn->ops[1], int_fix(0));
}

/* ---- branches ----------------------------------------------------------------------------------------------------------- */

static VALUE
cover_place_of(struct scope *s, const char *type, const pm_node_t *node)
{
    const pm_newline_list_t *lines = &s->c->parse.parser.newline_list;
    int32_t line = s->c->parse.parser.start_line;
    pm_line_column_t start = pm_newline_list_line_column(lines, node->location.start, line);
    pm_line_column_t end = pm_newline_list_line_column(lines, node->location.end, line);
    VALUE v = ary_new_capa(6);

    ary_push(v, sym_from_id(rb_intern(type)));
    ary_push(v, int_fix(start.line));
    ary_push(v, int_fix((intptr_t)start.column));
    ary_push(v, int_fix(end.line));
    ary_push(v, int_fix((intptr_t)end.column));
    return v;
}

/* A base is [type, four numbers of its place, its branches, how many of them the present compilation has met]. */
enum { BASE_BRANCHES = 5, BASE_MET = 6, BRANCH_COUNTER = 5 };

static bool
cover_same_place_p(VALUE a, VALUE b)
{
    for (size_t i = 0; i < BASE_BRANCHES; i++)
        if (ary_at(a, i) != ary_at(b, i)) return false;
    return true;
}

/* The code of `ensure` is compiled for each way through it: its branches are declared once. */
VALUE
cover_base(struct scope *s, const char *type, const pm_node_t *node)
{
    VALUE bases = cover_part(s->c, COVERAGE_BASES);

    if (bases == Qnil) return Qnil;
    VALUE base = cover_place_of(s, type, node);
    for (size_t i = ary_len(bases); i-- > 0;) {
        if (!cover_same_place_p(ary_at(bases, i), base)) continue;
        ary_store(ary_at(bases, i), BASE_MET, int_fix(0));
        return ary_at(bases, i);
    }
    ary_push(base, ary_new());
    ary_push(base, int_fix(0));
    ary_push(bases, base);
    return base;
}

int
cover_declare(struct scope *s, VALUE base, const char *type, const pm_node_t *node)
{
    if (base == Qnil) return -1;
    VALUE counters = cover_part(s->c, COVERAGE_OF_BRANCHES), branches = ary_at(base, BASE_BRANCHES);
    size_t met = (size_t)fix_int(ary_at(base, BASE_MET));
    ary_store(base, BASE_MET, int_fix((intptr_t)met + 1));
    if (met < ary_len(branches)) return (int)fix_int(ary_at(ary_at(branches, met), BRANCH_COUNTER));
    VALUE branch = cover_place_of(s, type, node);
    int n = (int)ary_len(counters);
    ary_push(counters, int_fix(0));
    ary_push(branch, int_fix(n));
    ary_push(branches, branch);
    return n;
}

void
cover_branch(struct scope *s, int n)
{
    if (n >= 0) emit2(s, INSN_coverage, (int64_t)cover_part(s->c, COVERAGE_OF_BRANCHES), n);
}
