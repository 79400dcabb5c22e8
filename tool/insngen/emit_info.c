/*
 * emit_info.c - insns.inc (the ids) and insns_info.inc (what iseq/insn.c knows of each).
 *
 * Ids: instructions in the order of insns.def from 0, then the fusions, INSN__COUNT in all.
 * The records of insns_info.inc have their struct types in iseq/insn.c, its only includer.
 */
#include "insngen.h"

#include <string.h>

void
emit_banner(FILE *out, const char *what)
{
    fprintf(out, "/* Made by tool/insngen from insns.def: %s.  Do not edit. */\n", what);
}

void
emit_enum(FILE *out)
{
    emit_banner(out, "instruction ids");
    fprintf(out, "enum insn_operand_kind {\n");
    for (const struct operand_type *type = operand_types; type->name; type++) fprintf(out, "    KIND_%s,\n", type->name);
    fprintf(out, "};\nenum insn_site_form {\n");
    for (int k = 0; site_forms[k]; k++) fprintf(out, "    SITE_FORM_%s,\n", site_forms[k]);
    fprintf(out, "    SITE_FORM__COUNT\n};\nenum insn_link {\n");
    for (int k = 0; link_forms[k]; k++) fprintf(out, "    LINK_%s,\n", link_forms[k]);
    fprintf(out, "};\nenum insn_branch {\n");
    for (int k = 0; branch_forms[k]; k++) fprintf(out, "    BRANCH_%s,\n", branch_forms[k]);
    fprintf(out, "};\nenum insn_id {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        fprintf(out, "    INSN_%s = %d,\n", insn->name.text, insn->id);
    }
    for (struct fuse *fuse = model.fuses; fuse; fuse = fuse->next) {
        fprintf(out, "    INSN_%s = %d,\n", fuse->name.text, fuse->id);
    }
    fprintf(out, "    INSN__PLAIN_COUNT = %d, /* the ids from here on are fusions */\n", model.insn_count);
    fprintf(out, "    INSN__COUNT = %d\n};\n", model.insn_count + model.fuse_count);
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        fprintf(out, "#define INSN_LEN_%s %d\n", insn->name.text, insn->length);
        fprintf(out, "#define INSN_LEAF_%s %d\n", insn->name.text, insn->leaf);
    }
}

/* Values that the stack picture names on its left side: `...` counts as none. */
static int
named_inputs(const struct insn *insn)
{
    int count = 0;

    for (int k = 0; k < insn->in_count; k++) count += !insn->in[k].rest;
    return count;
}

/* Returns whether the picture's outputs are `...`: the instruction may write any number of cells. */
static bool
leaves_several(const struct insn *insn)
{
    for (int k = 0; k < insn->out_count; k++)
        if (insn->out[k].rest) return true;
    return false;
}

/* One record; base is the instruction that walking the code sees (its own, or a fusion's first part). */
static void
info_record(FILE *out, const char *name, const struct insn *base, int first_operand, int parts, const struct insn *last)
{
    fprintf(out, "    {\"%s\", \"", name);
    for (int k = 0; k < base->operand_count; k++) fputc(base->operands[k].type->code, out);
    fprintf(out, "\", %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, ", first_operand, base->length, base->operand_count,
            base->packed_count, base->id, base->family ? base->family->id : base->id, parts, named_inputs(base),
            base->site_form, base->link, base->branch);
    const struct {
        bool set;
        const char *name;
    } flags[] = {
        {base->leaf && parts == 1, "LEAF"}, {last->jump, "JUMP"}, {last->control, "CONTROL"},
        {base->variable, "VARIABLE"},       {base->cold, "COLD"}, {base->pure && parts == 1, "PURE"},
        {base->compiled, "COMPILED"},       {base->back, "BACK"}, {base->has_point, "POINT"},
        {leaves_several(base), "SEVERAL"},
    };
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (flags[k].set) fprintf(out, "INSN_F_%s | ", flags[k].name);
    fprintf(out, "0},\n");
}

static void
emit_records(FILE *out)
{
    int first[model.insn_count], operands = 0;

    fprintf(out, "static const struct insn_operand_info insn_operands[] = {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        first[insn->id] = operands;
        operands += insn->operand_count;
        for (int k = 0; k < insn->operand_count; k++) {
            struct operand *operand = &insn->operands[k];
            fprintf(out, "    {\"%s\", '%c', %d, KIND_%s, %d}, /* %s */\n", operand->name.text, operand->type->code,
                    operand->offset, operand->type->name, operand->writes, insn->name.text);
        }
    }
    fprintf(out, "    {NULL, 0, 0, 0, 0}\n};\n\nstatic const struct insn_record insn_infos[INSN__COUNT] = {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        info_record(out, insn->name.text, insn, first[insn->id], 1, insn);
    }
    for (struct fuse *fuse = model.fuses; fuse; fuse = fuse->next) {
        info_record(out, fuse->name.text, fuse->parts[0], first[fuse->parts[0]->id], fuse->count,
                    fuse->parts[fuse->count - 1]);
    }
    fprintf(out, "};\n");
}

static void
emit_watches(FILE *out)
{
    fprintf(out, "\nstatic const struct insn_watch insn_watches[] = {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        for (int k = 0; k < insn->watch_count; k++) {
            fprintf(out, "    {INSN_%s, \"%s\", \"%s\"},\n", insn->name.text, insn->watches[k].klass, insn->watches[k].op);
        }
    }
    fprintf(out, "    {-1, NULL, NULL}\n};\n");
}

/* The fusions, sorted by first instruction, the longer before the shorter; and where each first instruction begins. */
static void
emit_fusions(FILE *out)
{
    int start[model.insn_count + 1], count = 0;

    fprintf(out, "\nstatic const struct insn_fusion insn_fusions[] = {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        start[insn->id] = count;
        for (int parts = MAX_FUSED; parts >= 2; parts--) {
            for (struct fuse *fuse = model.fuses; fuse; fuse = fuse->next) {
                if (fuse->parts[0] != insn || fuse->count != parts) continue;
                fprintf(out, "    {INSN_%s, %d, {", fuse->name.text, parts);
                for (int k = 0; k < parts; k++) fprintf(out, "%sINSN_%s", k ? ", " : "", fuse->parts[k]->name.text);
                fprintf(out, "}},\n");
                count++;
            }
        }
    }
    start[model.insn_count] = count;
    fprintf(out, "    {-1, 0, {0}}\n};\n\nstatic const short insn_fusion_start[] = {\n");
    for (int id = 0; id <= model.insn_count; id++) fprintf(out, "    %d,\n", start[id]);
    fprintf(out, "};\n");
}

/* Bind the operands that an expression names: packed ones as numbers, call sites as their first cell, the others as cells. */
static void
bind_named(FILE *out, const struct insn *insn, const char *expression)
{
    for (int k = 0; k < insn->operand_count; k++) {
        const struct operand *operand = &insn->operands[k];
        if (!c_mentions(expression, operand->name.text)) continue;
        const char *name = operand->name.text;
        if (operand->type->code == 'C') {
            fprintf(out, "        const uint64_t %s = (uint64_t)ops[%d];\n", name, k);
        } else {
            const char *type = operand->type->lane_bytes ? "int64_t" : "cell";
            fprintf(out, "        const %s %s = (%s)ops[%d];\n", type, name, type, k);
        }
    }
}

static void
emit_sp_inc(FILE *out, bool comptime)
{
    fprintf(out, "\nint\ninsn_%ssp_inc(int id, const int64_t *ops)\n{\n    (void)ops;\n    switch (insn_base(id)) {\n",
            comptime ? "comptime_" : "");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        const struct token *given = comptime && insn->comptime_sp_inc.text ? &insn->comptime_sp_inc : &insn->sp_inc;
        if (!given->text) {
            fprintf(out, "      case INSN_%s: return %d;\n", insn->name.text, insn_fixed_sp_inc(insn));
            continue;
        }
        fprintf(out, "      case INSN_%s: {\n", insn->name.text);
        bind_named(out, insn, given->text);
        fprintf(out, "        return (int)(%s);\n      }\n", given->text);
    }
    fprintf(out, "      default: return 0;\n    }\n}\n");
}

/* The number of values that an instruction reads: reads(e), or by the picture, whose `...` are read and become one value. */
static void
emit_reads(FILE *out)
{
    fprintf(out, "\nint\ninsn_reads(int id, const int64_t *ops)\n{\n    switch (insn_infos[id].base) {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        if (!insn->reads.text) continue;
        fprintf(out, "      case INSN_%s: {\n", insn->name.text);
        bind_named(out, insn, insn->reads.text);
        fprintf(out, "        return (int)(%s);\n      }\n", insn->reads.text);
    }
    fprintf(out, "      default: break;\n    }\n    if (!insn_variable_p(id)) return insn_input_count(id);\n");
    fprintf(out, "    return 1 - insn_comptime_sp_inc(id, ops);\n}\n");
}

/* The instruction that the JIT takes where a family's handlers change often: by lasting(FORM, PLAIN), else the family itself. */
static void
emit_lasting(FILE *out)
{
    fprintf(out, "\nint\ninsn_lasting(int id, bool plain)\n{\n    (void)plain;\n    switch (insn_infos[id].family) {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        if (!insn->lasting.text) continue;
        fprintf(out, "      case INSN_%s: return ", insn->name.text);
        if (!insn->lasts[0]) fprintf(out, "-1;\n");
        else if (insn->lasts[0] == insn->lasts[1]) fprintf(out, "INSN_%s;\n", insn->lasts[0]->name.text);
        else fprintf(out, "plain ? INSN_%s : INSN_%s;\n", insn->lasts[1]->name.text, insn->lasts[0]->name.text);
    }
    fprintf(out, "      default: return insn_infos[id].family;\n    }\n}\n");
}

/* The instruction of each kind of callee that runs without a frame. */
static void
emit_callees(FILE *out)
{
    char kind[64];

    fprintf(out, "\nint\ninsn_frameless(int kind)\n{\n    switch (kind) {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next)
        for (const char *list = insn->callee.text; list && role_next(&list, kind, sizeof kind);)
            fprintf(out, "      case SITE_%s: return INSN_%s;\n", kind, insn->name.text);
    fprintf(out, "      default: return -1;\n    }\n}\n");
}

static void
emit_require(FILE *out, const struct insn *insn)
{
    if (!insn->require.text) return;
    fprintf(out, "        {\n");
    bind_named(out, insn, insn->require.text);
    fprintf(out, "        if (!(%s)) return \"no such operand\";\n        }\n", insn->require.text);
}

static void
emit_verify(FILE *out)
{
    static const struct {
        char code;
        const char *condition, *message;
    } ranges[] = {
        {'s', "ops[%d] < INT16_MIN || ops[%d] > INT16_MAX", "does not fit in 16 bits"},
        {'L', "ops[%d] < INT16_MIN || ops[%d] >= 0", "is not the index of a local"},
        {'u', "ops[%d] < 0 || ops[%d] > UINT16_MAX", "does not fit in 16 bits, unsigned"},
        {'w', "ops[%d] < INT32_MIN || ops[%d] > INT32_MAX", "does not fit in 32 bits"},
        {'O', "ops[%d] < INT32_MIN || ops[%d] > INT32_MAX", "is too far"},
        {'W', "ops[%d] < 0 || ops[%d] > UINT32_MAX", "does not fit in 32 bits, unsigned"},
    };

    fprintf(out,
            "\nconst char *\ninsn_verify(int id, const int64_t *ops)\n{\n    (void)ops;\n    switch (insn_base(id)) {\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) {
        if (!insn->packed_count && !insn->require.text) continue;
        fprintf(out, "      case INSN_%s:\n", insn->name.text);
        for (int k = 0; k < insn->operand_count; k++) {
            const struct operand *operand = &insn->operands[k];
            for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
                if (ranges[r].code != operand->type->code) continue;
                fprintf(out, "        if (");
                fprintf(out, ranges[r].condition, k, k);
                fprintf(out, ") return \"%s: %s %s\";\n", insn->name.text, operand->name.text, ranges[r].message);
            }
        }
        emit_require(out, insn);
        fprintf(out, "        return NULL;\n");
    }
    fprintf(out, "      default: return id >= 0 && id < INSN__COUNT ? NULL : \"no such instruction\";\n    }\n}\n");
}

void
emit_info(FILE *out)
{
    emit_banner(out, "what iseq/insn.c knows of each instruction");
    emit_records(out);
    emit_watches(out);
    emit_fusions(out);
    emit_sp_inc(out, false);
    emit_sp_inc(out, true);
    emit_reads(out);
    emit_lasting(out);
    emit_callees(out);
    emit_verify(out);
}
