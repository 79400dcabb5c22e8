/*
 * emit_exec.c - vm_tail.inc and vm_goto.inc: the bodies, once as tail-calling functions, once as labels.
 *
 * The two products come from the same walk.  A handler is a list of parts: one for an instruction, two to four for a fusion.
 * Each part binds its operands and inputs, runs the body, moves sp, stores the outputs and steps pc.  The products differ in
 * the text around the parts and in the meaning of SLOW and THROW.
 *
 * A file that includes a product first defines PUBLISH(), DISPATCH(), FINISH(v) and the other macros of the bodies.
 * Included with INSN_HANDLER_LINES defined, a product is only the lines of the handler table, in the order of ids.
 */
#include "insngen.h"

#include <stdarg.h>
#include <string.h>

static int line_number; /* of the product, for #line; counted by put() */
static FILE *sink;
static const char *sink_name;

__attribute__((format(printf, 1, 2))) static void
put(const char *format, ...)
{
    va_list args;
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);

    va_start(args, format);
    vfprintf(memory, format, args);
    va_end(args);
    fclose(memory);
    fputs(text, sink);
    for (const char *p = text; *p; p++) line_number += *p == '\n';
}

static void
put_operand(const struct insn *insn, const struct operand *operand)
{
    const struct operand_type *type = operand->type;
    const char *name = operand->name.text;
    int cell = operand->offset / CELL_BYTES;

    if (type->lane_bytes) {
        put("        const %s %s = ((const %s *)(pc + 1))[%d];\n", type->c_type, name, type->c_type,
            (operand->offset - CELL_BYTES) / type->lane_bytes);
    } else if (strcmp(type->c_type, "cell *") == 0) {
        put("        cell *const %s = (cell *)pc + %d;\n", name, cell);
    } else if (type->code == 'C' && type->cells > 1) { /* the operand is the site */
        put("        %sconst %s = (%s)(pc + %d);\n", type->c_type, name, type->c_type, cell);
    } else if (strchr(type->c_type, '*')) {
        put("        %sconst %s = (%s)pc[%d];\n", type->c_type, name, type->c_type, cell);
    } else {
        put("        const %s %s = (%s)pc[%d];\n", type->c_type, name, type->c_type, cell);
    }
    if (!c_mentions(insn->body.text, name)) put("        (void)%s;\n", name);
}

/* Bind the inputs that have a fixed distance from the top: all, or those after `...`. */
static void
put_inputs(const struct insn *insn)
{
    int first = 0;

    for (int k = 0; k < insn->in_count; k++) {
        if (insn->in[k].rest) first = k + 1;
    }
    for (int k = first; k < insn->in_count; k++) {
        const char *name = insn->in[k].name.text;
        put("        %sVALUE %s = sp[%d];\n", insn->in[k].kept ? "const " : "", name, k - insn->in_count);
        if (!c_mentions(insn->body.text, name)) put("        (void)%s;\n", name);
    }
}

static void
put_body(const struct insn *insn)
{
    put("#line %d \"%s\"\n", insn->body.pos.line, model.path);
    put("        %s\n", insn->body.text);
    put("#line %d \"%s\"\n", line_number + 2, sink_name);
}

/* Move sp, store the outputs, step pc. */
static void
put_epilogue(const struct insn *insn)
{
    int move = insn_fixed_sp_inc(insn);

    if (move) put("        sp += %d;\n", move);
    for (int k = 0; k < insn->out_count; k++) {
        if (insn->out[k].kept) continue;
        put("        sp[%d] = %s;\n", k - insn->out_count, insn->out[k].name.text);
    }
    put("        pc += %d;\n", insn->length);
}

static void
put_part(const struct insn *insn)
{
    put("    {\n");
    for (int k = 0; k < insn->operand_count; k++) put_operand(insn, &insn->operands[k]);
    put_inputs(insn);
    for (int k = 0; k < insn->out_count && !insn->control; k++) {
        if (!insn->out[k].shared) put("        VALUE %s;\n", insn->out[k].name.text);
    }
    put("        INSN_ENTER(%s);\n", insn->name.text);
    if (!insn->leaf && !insn->publish_manual) put("        PUBLISH();\n");
    put_body(insn);
    if (!insn->control) put_epilogue(insn);
    put("    }\n");
}

static void
put_parts(struct insn *const *parts, int count)
{
    for (int k = 0; k < count; k++) put_part(parts[k]);
    if (!parts[count - 1]->control) put("    DISPATCH();\n");
}

static void
put_tail_handler(const char *name, struct insn *const *parts, int count)
{
    put("\nstatic %sVALUE PRESERVE_NONE\nop_%s(const cell *pc, VALUE *sp, VALUE *fp, ec_t *ec)\n{\n",
        parts[0]->cold ? "COLD " : "", name);
    if (parts[count - 1]->control) put("    (void)pc, (void)sp, (void)fp, (void)ec;\n");
    put_parts(parts, count);
    put("}\n");
}

static void
put_goto_handler(const char *name, struct insn *const *parts, int count)
{
    put("\nop_%s:\n    {\n", name);
    put_parts(parts, count);
    put("    }\n");
}

static void
put_handlers(void (*put_handler)(const char *, struct insn *const *, int))
{
    for (struct insn *insn = model.insns; insn; insn = insn->next) put_handler(insn->name.text, &insn, 1);
    for (struct fuse *fuse = model.fuses; fuse; fuse = fuse->next) {
        put_handler(fuse->name.text, fuse->parts, fuse->count);
    }
}

static void
put_table_lines(const char *sign)
{
    put("#ifdef INSN_HANDLER_LINES\n#undef INSN_HANDLER_LINES\n");
    for (struct insn *insn = model.insns; insn; insn = insn->next) put("%sop_%s,\n", sign, insn->name.text);
    for (struct fuse *fuse = model.fuses; fuse; fuse = fuse->next) put("%sop_%s,\n", sign, fuse->name.text);
    put("#else\n\n#ifndef INSN_ENTER\n#define INSN_ENTER(name) ((void)0)\n#endif\n#undef SLOW\n#undef THROW\n");
}

static void
start(FILE *out, const char *name, const char *what)
{
    sink = out;
    sink_name = name;
    emit_banner(out, what);
    line_number = 1; /* the banner is one line */
}

static void
finish(void)
{
    put("\n#undef SLOW\n#undef THROW\n#endif\n");
}

/* The code after a slow function or a found handler: registers again from ec. */
#define RELOAD "pc = ec->pc;\n    sp = ec->sp;\n    fp = ec->fp;\n    DISPATCH();\n"

static void
put_tail_cold(void)
{
    put("#define SLOW(fn) MUSTTAIL return slow_##fn(pc, sp, fp, ec)\n");
    put("#define THROW() MUSTTAIL return throw_pending(pc, sp, fp, ec)\n");
    put("\nUNUSED_OK static NOINLINE COLD VALUE PRESERVE_NONE\nthrow_pending(const cell *pc, VALUE *sp, VALUE *fp, ec_t "
        "*ec)\n{\n"
        "    if (!vm_throw(ec)) return Qundef;\n    " RELOAD "}\n");
    for (struct slow *slow = model.slows; slow; slow = slow->next) {
        put("\nUNUSED_OK static NOINLINE COLD VALUE PRESERVE_NONE\nslow_%s(const cell *pc, VALUE *sp, VALUE *fp, ec_t "
            "*ec)\n{\n",
            slow->name);
        put("    ec->pc = pc;\n    ec->sp = sp;\n    ec->fp = fp;\n    if (!%s(ec)) THROW();\n    " RELOAD "}\n",
            slow->name);
    }
}

static void
put_goto_cold(void)
{
    put("\nthrow_pending: UNUSED_OK;\n    if (!vm_throw(ec)) return Qundef;\n    " RELOAD);
    for (struct slow *slow = model.slows; slow; slow = slow->next) {
        put("\nslow_%s: UNUSED_OK;\n    ec->pc = pc;\n    ec->sp = sp;\n    ec->fp = fp;\n    if (!%s(ec)) THROW();\n   "
            " " RELOAD,
            slow->name, slow->name);
    }
}

void
emit_tail(FILE *out)
{
    start(out, "vm_tail.inc", "the handlers as tail-calling functions");
    put_table_lines("");
    put_tail_cold();
    put_handlers(put_tail_handler);
    finish();
}

void
emit_goto(FILE *out)
{
    start(out, "vm_goto.inc", "the handlers as labels of one function with locals pc, sp, fp, ec");
    put_table_lines("&&");
    put("#define SLOW(fn) goto slow_##fn\n#define THROW() goto throw_pending\n");
    put_handlers(put_goto_handler);
    put_goto_cold();
    finish();
}
