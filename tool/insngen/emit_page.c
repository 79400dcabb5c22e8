/*
 * emit_page.c - insns.md: the opcode page, for readers.
 */
#include "insngen.h"

#include <string.h>

static void
stack_side(FILE *out, const struct stack_item *items, int count)
{
    for (int k = 0; k < count; k++) fprintf(out, "%s%s", k ? " " : "", items[k].rest ? "..." : items[k].name.text);
}

static void
attributes(FILE *out, const struct insn *insn)
{
    fprintf(out, "%d cell%s", insn->length, insn->length == 1 ? "" : "s");
    if (insn->leaf) fprintf(out, ", leaf");
    if (insn->control) fprintf(out, insn->jump ? ", jumps" : ", control");
    if (insn->cold) fprintf(out, ", cold");
    if (insn->sp_inc.text) fprintf(out, ", moves sp by `%s`", insn->sp_inc.text);
    if (insn->family) fprintf(out, ", a form of [%s](#%s)", insn->family->name.text, insn->family->name.text);
    for (int k = 0; k < insn->watch_count; k++) {
        fprintf(out, ", watches `%s#%s`", insn->watches[k].klass, insn->watches[k].op);
    }
    fprintf(out, "\n");
}

static void
entry(FILE *out, const struct insn *insn)
{
    fprintf(out, "\n### %s\n\n", insn->name.text);
    if (insn->doc) fprintf(out, "%s\n\n", insn->doc);
    fprintf(out, "    %s", insn->name.text);
    for (int k = 0; k < insn->operand_count; k++) {
        fprintf(out, "%s %s:%s", k ? "," : "", insn->operands[k].name.text, insn->operands[k].type->name);
    }
    fprintf(out, "\n    ( ");
    stack_side(out, insn->in, insn->in_count);
    fprintf(out, "%s-- ", insn->in_count ? " " : "");
    stack_side(out, insn->out, insn->out_count);
    fprintf(out, "%s)\n\n", insn->out_count ? " " : "");
    attributes(out, insn);
}

void
emit_page(FILE *out)
{
    fprintf(out,
            "# Instructions\n\nMade by tool/insngen from insns.def; do not edit. "
            "%d instructions, %d fusions.\n",
            model.insn_count, model.fuse_count);
    for (struct insn *insn = model.insns; insn; insn = insn->next) entry(out, insn);
    if (model.fuses) fprintf(out, "\n## Fusions\n\n| name | sequence |\n|---|---|\n");
    for (struct fuse *fuse = model.fuses; fuse; fuse = fuse->next) {
        fprintf(out, "| %s |", fuse->name.text);
        for (int k = 0; k < fuse->count; k++) fprintf(out, " %s", fuse->parts[k]->name.text);
        fprintf(out, " |\n");
    }
}
