/*
 * emit_jit.c - jit_bodies.inc: each body as functions that the JIT copies (stencils).
 *
 * tool/jit/stencils.c includes the product between the macros it is written in; clang compiles it, tool/jit/stencils turns
 * the object into a table.  These are the names of the functions:
 *
 *   m__NAME            operands in their cells, sp and pc constants: the interpreter's form without its dispatch
 *   m__NAME__TYPES     as m__NAME, operands of known types
 *   far__NAME          of an instruction with jit(far), instead of m__NAME: all places call one copy.  Its arguments are pc, sp and the
 *                      address of the result's cell.  It returns whether native code goes on.
 *   rH__NAME__TYPES    operands in registers: the operand stack is H high, cell i of it in register i
 *   kH__NAME__TYPES    as rH__NAME__TYPES, the last operand is a constant of the code (not counted in H)
 *   rH__NAME__TYPES__BRANCH   a comparison and the branch that follows it
 *   callH__NAME__T     the call of a linked Ruby callee: the site's data are constants; the result goes to register H.
 *                      T: v receiver of any kind, o an object, k of the site's shape
 *
 *   sH__NAME__T        a send of a linked callee without a frame, operands in registers; T as for calls
 *
 * TYPES has a letter for each input: f Fixnum, d flonum, a Array, h Hash, s String (no singleton, no ivars), o any heap
 * object, v anything.  `Y` in front: the letter is of self; S there: of known shape, W: of known shape, and a store to it
 * needs no test.  An instruction's attribute jit()
 * lists "inputs:output" words; `!` at the end: with operands in their cells only (the body looks at the frame or allocates).
 */
#include "insngen.h"

#include <stdarg.h>
#include <string.h>

enum { REGISTERS = 4 };

static FILE *sink;

static bool
operand_used(const struct insn *insn, const struct operand *operand)
{
    return c_mentions(insn->body.text, operand->name.text);
}

/* ---- operands ---- */

/* As the interpreter binds them: from the code. */
static void
put_operand_of_code(const struct insn *insn, const struct operand *operand)
{
    const struct operand_type *type = operand->type;
    const char *name = operand->name.text;
    int cell = operand->offset / CELL_BYTES;

    if (!operand_used(insn, operand) && type->code != 'S') return; /* SEND_BLOCK_ENTRY uses `block` */
    if (type->lane_bytes) {
        fprintf(sink, "    const %s %s = ((const %s *)(pc + 1))[%d];\n", type->c_type, name, type->c_type,
                (operand->offset - CELL_BYTES) / type->lane_bytes);
    } else if (strcmp(type->c_type, "cell *") == 0) {
        fprintf(sink, "    cell *const %s = (cell *)pc + %d;\n", name, cell);
    } else if (type->code == 'C' && type->cells > 1) {
        fprintf(sink, "    %sconst %s = (%s)(pc + %d);\n", type->c_type, name, type->c_type, cell);
    } else if (strchr(type->c_type, '*')) {
        fprintf(sink, "    %sconst %s = (%s)pc[%d];\n", type->c_type, name, type->c_type, cell);
    } else {
        fprintf(sink, "    const %s %s = (%s)pc[%d];\n", type->c_type, name, type->c_type, cell);
    }
}

/* As constants of the stencil: numbers are holes, caches local copies that the compiler sees through. */
static void
put_operand_of_stencil(const struct insn *insn, const struct operand *operand, int n, bool caches)
{
    const struct operand_type *type = operand->type;
    const char *name = operand->name.text;

    if (!operand_used(insn, operand)) return;
    if (type->code == 'L') fprintf(sink, "    const intptr_t %s = JIT_INDEX(%d);\n", name, n);
    else if (type->lane_bytes) fprintf(sink, "    const %s %s = JIT_NUMBER(%s, %d);\n", type->c_type, name, type->c_type, n);
    else if (caches && strcmp(type->c_type, "cell *") == 0) fprintf(sink, "    JIT_CACHE(%s);\n", name);
    else if (type->code == 'C') fprintf(sink, "    JIT_SITE(%s);\n", name);
    else put_operand_of_code(insn, operand);
}

static bool
needs_pc(const struct insn *insn, bool caches)
{
    for (int k = 0; k < insn->operand_count; k++) {
        const struct operand_type *type = insn->operands[k].type;
        if (operand_used(insn, &insn->operands[k]) && !type->lane_bytes && type->code != 'C' &&
            !(caches && strcmp(type->c_type, "cell *") == 0))
            return true;
    }
    return c_mentions(insn->body.text, "pc");
}

/* ---- what is known of an input ---- */

static void
define(const char *name, const char *value)
{
    fprintf(sink, "#pragma push_macro(\"%s\")\n#undef %s\n#define %s %s\n", name, name, name, value);
}

/* The words of a body mean something else in typed forms and calls. */
struct word {
    const char *name, *value;
};
static const struct word typed_words[] = {{"SLOW", "JIT_LEAVE"}, {"FLO_RESULT", "JIT_FLO_RESULT"}, {NULL, NULL}};
static const struct word register_words[] = {{"PUBLISH", "JIT_NO_PUBLISH"},
                                             {"ivar_offset", "JIT_BLOCK_AT"},
                                             {"IVAR_MOVE", "JIT_NO_MOVE"},
                                             {"ivar_block_at", "JIT_BLOCK_AT"},
                                             {"ivar_block_index", "JIT_BLOCK_INDEX"},
                                             {"site_leaf0", "JIT_NO_LEAF"},
                                             {"site_leaf1", "JIT_NO_LEAF"},
                                             {NULL, NULL}};
static const struct word site_words[] = {{"SLOW", "JIT_LEAVE_SITE"},
                                         {"callee_offset", "JIT_OFFSET"},
                                         {"callee_block_at", "JIT_BLOCK_AT"},
                                         {"callee_block_index", "JIT_BLOCK_INDEX"},
                                         {"callee_leaf", "JIT_CALLEE"},
                                         {"callee_answer", "JIT_ANSWER"},
                                         {NULL, NULL}};
/* Over the words of m__NAME: a body that is called. */
static const struct word far_words[] = {{"JIT_MEMORY_BEGIN", "JIT_FAR_BEGIN"},
                                        {"JIT_MEMORY_END", "JIT_FAR_END"},
                                        {"SLOW", "JIT_FAR_SLOW"},
                                        {"THROW", "JIT_FAR_THROW"},
                                        {"DISPATCH", "JIT_FAR_DISPATCH"},
                                        {NULL, NULL}};
static const struct word call_words[] = {{"SLOW", "JIT_LEAVE"},
                                         {"SHAPE_MISS", "JIT_SHAPE_MISS"},
                                         {"DISPATCH", "JIT_ENTER"},
                                         {"site_argc", "JIT_ARGC"},
                                         {"way_nclear", "JIT_NO_CLEAR"},
                                         {"CHECK_NEED", "JIT_CALL_CHECK"},
                                         {"vm_clear_locals", "JIT_CALL_FRAME"},
                                         {"way_target", "JIT_NO_CLEAR"},
                                         {"vm_ep_up", "JIT_NO_LEVEL"},
                                         {"yield_drop", "JIT_NO_DROP"},
                                         {"site_class_p", "JIT_NO_CLASS"},
                                         {"yield_self", "JIT_BLOCK_SELF"},
                                         {"int", "intptr_t"},
                                         {NULL, NULL}};
/* Over those: a receiver in the heap, or a yield whose block is known, from a block; one of the site's shape, or a yield from a
 * method. */
static const struct word heap_receiver_words[] = {
    {"SHAPE_MISS", "JIT_OBJ_SHAPE_MISS"}, {"vm_ep_up", "JIT_ONE_UP"}, {"JIT_CALL_KLASS", "JIT_LITERAL_UP"}, {NULL, NULL}};
static const struct word known_receiver_words[] = {
    {"SHAPE_MISS", "JIT_NO_SHAPE_MISS"}, {"JIT_CALL_KLASS", "JIT_LITERAL"}, {NULL, NULL}};

static void
begin_words(const struct word *w)
{
    for (; w->name; w++) define(w->name, w->value);
}

static void
end_words(const struct word *w)
{
    for (; w->name; w++) fprintf(sink, "#pragma pop_macro(\"%s\")\n", w->name);
}

static const char *const predicates[] = {"val_plain_array_p", "val_plain_hash_p", "val_plain_string_p"};

static void
begin_types(const char *types)
{
    const char *known = strpbrk(types, "ahs");

    if (*types) begin_words(typed_words);
    if (*types == 'Y') {
        if (types[1] != 'v') define("val_heap_p", "JIT_TRUE");
        if (strchr("SW", types[1])) define("obj_shape", "JIT_SHAPE_KNOWN");
        if (types[1] == 'W') define("obj_flags", "JIT_NO_FLAGS");
    } else if (known) {
        for (int k = 0; k < 3; k++) define(predicates[k], "ahs"[k] == *known ? "JIT_TRUE" : "JIT_FALSE");
    }
}

static void
end_types(const char *types)
{
    const char *known = strpbrk(types, "ahs");

    if (*types) end_words(typed_words);
    if (*types == 'Y') {
        if (types[1] != 'v') fprintf(sink, "#pragma pop_macro(\"val_heap_p\")\n");
        if (strchr("SW", types[1])) fprintf(sink, "#pragma pop_macro(\"obj_shape\")\n");
        if (types[1] == 'W') fprintf(sink, "#pragma pop_macro(\"obj_flags\")\n");
    } else if (known) {
        for (int k = 0; k < 3; k++) fprintf(sink, "#pragma pop_macro(\"%s\")\n", predicates[k]);
    }
}

static void
assume(const char *name, char type)
{
    if (type == 'f') fprintf(sink, "    __builtin_assume(%s & 1);\n", name);
    if (type == 'd') fprintf(sink, "    __builtin_assume((%s & 3) == 2);\n", name);
    if (strchr("ahso", type))
        fprintf(sink, "    __builtin_assume((%s & 7) == 0 && (%s & ~(VALUE)Qnil) != 0);\n", name, name);
}

static void
assume_inputs(const struct insn *insn, const char *types)
{
    for (int k = 0; k < insn->in_count && *types && *types != 'Y'; k++) assume(insn->in[k].name.text, types[k]);
}

/* ---- operands in their cells ---- */

/* Writes the body as form__NAME: "m", or "far" within far_words. */
static void
put_memory_form(const struct insn *insn, const char *form, const char *types)
{
    int first = 0, move = insn_fixed_sp_inc(insn);

    begin_types(types);
    fprintf(sink, "STENCIL(%s__%s%s%s)\n{\n    JIT_MEMORY_BEGIN;\n    {\n", form, insn->name.text, *types ? "__" : "",
            types);
    for (int k = 0; k < insn->operand_count; k++) put_operand_of_code(insn, &insn->operands[k]);
    for (int k = 0; k < insn->in_count; k++) {
        if (insn->in[k].rest) first = k + 1;
    }
    for (int k = first; k < insn->in_count; k++)
        fprintf(sink, "    VALUE %s = sp[%d];\n", insn->in[k].name.text, k - insn->in_count);
    for (int k = 0; k < insn->out_count && !insn->control; k++) {
        if (!insn->out[k].shared) fprintf(sink, "    VALUE %s;\n", insn->out[k].name.text);
    }
    if (!first) assume_inputs(insn, types);
    if (!insn->leaf && !insn->publish_manual) fprintf(sink, "    PUBLISH();\n");
    fprintf(sink, "    %s\n", insn->body.text);
    for (int k = 0; k < insn->out_count && !insn->control; k++) {
        if (!insn->out[k].kept) fprintf(sink, "    sp[%d] = %s;\n", move + k - insn->out_count, insn->out[k].name.text);
    }
    fprintf(sink, "    }\n    JIT_MEMORY_END;\n}\n");
    end_types(types);
}

/* ---- operands in registers ---- */

/* The body between inputs and outputs; the output ends in a variable of its own name. */
static void
put_register_body(const struct insn *insn, const char *types, int height, bool constant)
{
    int inputs = insn->in_count, base = height - inputs + constant;

    for (int k = 0; k < insn->operand_count; k++) put_operand_of_stencil(insn, &insn->operands[k], k, *types == 'Y');
    for (int k = 0; k < inputs; k++) {
        if (constant && k == inputs - 1) fprintf(sink, "    VALUE %s = JIT_CONSTANT;\n", insn->in[k].name.text);
        else fprintf(sink, "    VALUE %s = t%d;\n", insn->in[k].name.text, base + k);
    }
    for (int k = 0; k < insn->out_count; k++) {
        if (!insn->out[k].shared) fprintf(sink, "    VALUE %s;\n", insn->out[k].name.text);
    }
    assume_inputs(insn, types);
    fprintf(sink, "    %s\n", insn->body.text);
}

static void
put_register_form(const struct insn *insn, const char *types, int height, bool constant)
{
    int base = height - insn->in_count + constant;

    if (base < 0 || height > REGISTERS || base + insn->out_count > REGISTERS) return;
    begin_types(types);
    begin_words(register_words);
    fprintf(sink, "STENCIL(%c%d__%s%s%s)\n{\n", constant ? 'k' : 'r', height, insn->name.text, *types ? "__" : "", types);
    fprintf(sink, "    JIT_REGISTER_BEGIN%s;\n    {\n", needs_pc(insn, *types == 'Y') ? "_PC" : "");
    put_register_body(insn, types, height, constant);
    for (int k = 0; k < insn->out_count; k++) fprintf(sink, "    t%d = %s;\n", base + k, insn->out[k].name.text);
    fprintf(sink, "    }\n    JIT_GO(NEXTTO);\n}\n");
    end_words(register_words);
    end_types(types);
}

/* A comparison and the branch after it. */
static void
put_branch_form(const struct insn *insn, const char *types, int height, bool constant, const char *branch)
{
    if (height - insn->in_count + constant < 0 || height > REGISTERS) return;
    begin_types(types);
    begin_words(register_words);
    fprintf(sink, "STENCIL(%c%d__%s__%s__%s)\n{\n", constant ? 'k' : 'r', height, insn->name.text, types, branch);
    fprintf(sink, "    JIT_REGISTER_BEGIN;\n    {\n");
    put_register_body(insn, types, height, constant);
    fprintf(sink, "    JIT_BRANCH_%s(%s);\n    }\n}\n", branch, insn->out[0].name.text);
    end_words(register_words);
    end_types(types);
}

/* ---- calls ---- */

static void
put_call_form(const struct insn *insn)
{
    begin_words(call_words);
    fprintf(sink, "#define JIT_LENGTH %d\n", insn->length);
    for (int h = 0; h <= REGISTERS; h++) {
        for (const char *known = "vok"; *known; known++) {
            const struct word *words = *known == 'o'   ? heap_receiver_words
                                       : *known == 'k' ? known_receiver_words
                                                       : call_words;
            if (*known != 'v') begin_words(words);
            fprintf(sink, "#define JIT_RESULT %d\n", h);
            fprintf(sink, "STENCIL(call%d__%s__%c)\n{\n    JIT_CALL_BEGIN;\n    {\n", h, insn->name.text, *known);
            for (int k = 0; k < insn->operand_count; k++) put_operand_of_stencil(insn, &insn->operands[k], k, true);
            fprintf(sink, "    %s\n    }\n}\n#undef JIT_RESULT\n", insn->body.text);
            if (*known != 'v') end_words(words);
        }
    }
    fprintf(sink, "#undef JIT_LENGTH\n");
    end_words(call_words);
}

/* Writes the forms of a send whose callee needs no frame.  Operands are in registers, and the site's data are constants. */
static void
put_site_form(const struct insn *insn)
{
    begin_words(site_words);
    for (int h = insn->in_count; h <= REGISTERS; h++) {
        for (const char *known = "vok"; *known; known++) {
            int base = h - insn->in_count;
            define("SHAPE_MISS", *known == 'o'   ? "JIT_OBJ_SHAPE_MISS"
                                 : *known == 'k' ? "JIT_NO_SHAPE_MISS"
                                                 : "JIT_SHAPE_MISS");
            fprintf(sink, "#define JIT_HEIGHT %d\n", h);
            fprintf(sink, "STENCIL(s%d__%s__%c)\n{\n    JIT_SITE_BEGIN;\n    {\n", h, insn->name.text, *known);
            for (int k = 0; k < insn->operand_count; k++) put_operand_of_stencil(insn, &insn->operands[k], k, true);
            for (int k = 0; k < insn->in_count; k++) fprintf(sink, "    VALUE %s = t%d;\n", insn->in[k].name.text, base + k);
            fprintf(sink, "    VALUE %s;\n    %s\n", insn->out[0].name.text, insn->body.text);
            fprintf(sink, "    t%d = %s;\n    }\n    JIT_DEAD(%d);\n    JIT_GO(NEXTTO);\n}\n", base, insn->out[0].name.text,
                    base + 1);
            fprintf(sink, "#undef JIT_HEIGHT\n#pragma pop_macro(\"SHAPE_MISS\")\n");
        }
    }
    end_words(site_words);
}

/* ---- which ---- */

static void
put_variant(const struct insn *insn, const char *types, char output, bool cells_only)
{
    if (*types && *types != 'Y') put_memory_form(insn, "m", types);
    if (cells_only) return;
    for (int h = 0; h <= REGISTERS; h++) {
        put_register_form(insn, types, h, false);
        bool constant = insn->in_count == 2 && types[0] && types[1] == 'f';
        if (constant) put_register_form(insn, types, h, true);
        if (output != 'b') continue;
        put_branch_form(insn, types, h, false, "if");
        put_branch_form(insn, types, h, false, "unless");
        if (constant) put_branch_form(insn, types, h, true, "if");
        if (constant) put_branch_form(insn, types, h, true, "unless");
    }
}

static void
put_insn(const struct insn *insn)
{
    char text[256], *word, *rest = text;
    bool whole = !insn->control && !insn->variable && insn->in_count <= 3 && insn->out_count <= 1 &&
                 !c_mentions(insn->body.text, "sp");

    if (insn->jit_none) return;
    if (insn->jit.text && strcmp(insn->jit.text, "far") == 0) {
        begin_words(far_words);
        fprintf(sink, "#define JIT_LENGTH %d\n", insn->length);
        put_memory_form(insn, "far", "");
        fprintf(sink, "#undef JIT_LENGTH\n");
        end_words(far_words);
        return;
    }
    put_memory_form(insn, "m", "");
    if (insn->leaf && whole) put_variant(insn, "", 'v', false);
    if (!insn->jit.text) return;
    snprintf(text, sizeof text, "%s", insn->jit.text);
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *colon = strchr(word, ':');
        if (strcmp(word, "call") == 0) put_call_form(insn);
        if (strcmp(word, "site") == 0) put_site_form(insn);
        if (!colon) continue;
        *colon = '\0';
        fprintf(sink, "/* variant %s %s %s */\n", insn->name.text, word, colon + 1);
        put_variant(insn, word, colon[1], strchr(colon + 1, '!') != NULL);
    }
}

void
emit_jit(FILE *out)
{
    sink = out;
    emit_banner(out, "the bodies as stencils of the JIT (tool/jit/stencils.c)");
    for (struct insn *insn = model.insns; insn; insn = insn->next) put_insn(insn);
}
