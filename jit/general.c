/*
 * jit/general.c - the form that each instruction has: operands in their cells, as the interpreter has them.
 *
 * Owns      the general forms (m__, far), their slow paths and their points.
 * Uses      jit/translate.h
 * GENFORM-1 An instruction whose handler or site may change has a point at its first byte (JIT-4), unless its form is right for any
 *           handler and site.
 * GENFORM-2 The body of a far form is emitted once; the places that run it call that copy.
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

int
jit_lasting_form(const cell *pc, int id)
{
    int any = insn_lasting(id, false), plain = insn_lasting(id, true);
    if (any == plain) return any;
    ci_word ci = (ci_word)insn_get_operand(pc, insn_find_operand(id, KIND_call));
    return !ci_packed_p(ci) && !(ci_flags(ci) & CI_SIMPLE_MASK) ? plain : any;
}

/* The parts of an instruction's general form. They are looked up when it is first used. */
struct jit_general_form {
    bool found;
    int stencil;         /* -1: there is none */
    const uint8_t *body; /* the one copy that all places call (jit(far)); NULL: each place has its own */
};

static const struct jit_general_form *
jit_general_form(int id)
{
    static struct jit_general_form forms[INSN__COUNT];
    struct jit_general_form *f = &forms[id];
    if (f->found) return f;
    int body = jit_numbered_of(NAME_FAR_BODY, 0, (unsigned)id, 0);
    if (body >= 0) f->body = jit_emit_cold(body, &(struct jit_values){{0}});
    f->stencil = f->body ? jit_numbered(NAME_FAR) : jit_numbered_of(NAME_GENERAL, 0, (unsigned)id, 0);
    f->found = true;
    return f;
}

void
jit_general(struct translation *t, int id, int length, const int64_t *ops, const struct jit_variant *variant)
{
    const struct jit_general_form *untyped = variant ? NULL : jit_general_form(id);
    const uint8_t *far = untyped ? untyped->body : NULL;
    int stencil = untyped ? untyped->stencil : jit_numbered_of(NAME_TYPED_CELLS, 0, jit_variant_number(variant), 0);
    if (stencil < 0) {
        jit_leave_here(t);
        return;
    }
    bool leaf = insn_leaf_p(id);
    jit_spill_all(t);
    jit_unsee_all(t);
    jit_unsee_outer(t);
    struct jit_values v = jit_translate_values(t);
    int inc = insn_sp_inc(id, ops);
    v.of[HOLE_RES] = jit_cell_offset((unsigned)((int)t->c.height + inc - 1));
    v.of[HOLE_EXIT] = far ? (intptr_t)jit_interpret_code : variant ? (intptr_t)jit_guard_stub(t) : 0;
    v.of[HOLE_TGT] = (intptr_t)far;
    uint8_t *slow = jit_cold;
    int slow_stencil = jit_numbered(NAME_SLOW), throw_stencil = jit_numbered(NAME_THROW);
    if (!leaf && !far) {
        struct jit_values s = v;
        s.of[HOLE_A0] = (intptr_t)length * (intptr_t)sizeof(cell);
        uint8_t *at = jit_emit_cold(slow_stencil, &s);
        VM_ASSERT(at == slow);
        (void)at;
    }
    uint8_t *back = leaf || far ? NULL : jit_emit_jump_cold(jit_cold);
    v.of[HOLE_SLOW] = (intptr_t)slow;
    v.of[HOLE_THROW] = (intptr_t)jit_cold;
    if (back) jit_emit_cold(throw_stencil, &v);
    uint8_t *start = jit_hot;
    uint32_t context = jit_context_id(&t->c);
    jit_put(t, stencil, &v);
    if (back) arch_set_target(back, jit_hot);
    if (insn_point_p(id) && !(jit_lasting_form(t->pc, id) == id && jit_restless_p(t->pc))) {
        jit_fill_point(t, start);
        if (jit_hot != start) jit_point_add(t->pc, t->pc, start, context, Qundef);
    }
    if (insn_jump_p(id)) {
        t->ended = true;
        return;
    }
    int inputs = inc < 0 ? -inc : 0;
    jit_drop(t, (unsigned)inputs);
    if (inc > 0) {
        for (int i = 0; i < inc; i++) jit_push(t, FACT_ANY, false);
    }
    /* whatever the instruction wrote or kept: its outputs are of unknown type */
    unsigned known = (unsigned)insn_input_count(id) + 1;
    for (unsigned i = 0; i < known + 1 && i < t->c.height; i++) {
        unsigned slot = t->c.height - 1 - i;
        if (slot < JIT_SLOTS) t->c.type[slot] = FACT_ANY, t->origin[slot] = ORIGIN_NONE;
    }
    if (insn_several_p(id)) {
        for (unsigned i = 0; i < JIT_SLOTS && i < t->c.height; i++) t->c.type[i] = FACT_ANY;
    }
    t->pc += length;
    if (!leaf) {
        jit_forget_unstable(t);
        jit_check_frame(t);
    }
}

void
jit_in_general(struct translation *t, int id, int length)
{
    int64_t ops[8] = {0};
    for (int i = 0; i < insn_operand_count(id) && i < 8; i++) ops[i] = insn_get_operand(t->pc, i);
    jit_general(t, id, length, ops, NULL);
}
