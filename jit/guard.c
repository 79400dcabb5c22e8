/*
 * jit/guard.c - guards, and the stubs of a translation.
 *
 * Owns      which stub a guard jumps to, and with which context.
 * Uses      jit/translate.h, jit/stub.c
 * A stub has the context of the moment when it is made.  So a guard's stub is made before the guard's fact is learnt, and after the
 * values are where the stub is to find them.
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1 and --jit-stress=40, under which guards fail without cause
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

uint8_t *
jit_translate_stub(struct translation *t, enum jit_stub_kind kind, const cell *pc)
{
    uint8_t *code;
    jit_stub_new(kind, pc, &t->c, t->constant, &code);
    return code;
}

/* Under --jit-stress, makes a guard that leaves by `code` fail now and then. */
static void
jit_translate_stress(struct translation *t, const uint8_t *code)
{
    struct jit_values v = jit_translate_values(t);
    if (!jit_stress) return;
    v.of[HOLE_EXIT] = (intptr_t)code;
    v.of[HOLE_K] = (intptr_t)&jit_stress_left;
    jit_put(t, jit_numbered(NAME_STRESS), &v);
}

uint8_t *
jit_chain_stub(struct translation *t)
{
    struct translation next = *t;
    next.c.chain++;
    if (next.c.self == FACT_SHAPE) { /* it is of another one */
        next.c.self = FACT_OBJECT;
        next.c.self_shape = 0;
    }
    return jit_translate_stub(&next, STUB_BRANCH, t->pc);
}

uint8_t *
jit_guard_stub(struct translation *t)
{
    uint8_t *code = jit_translate_stub(t, STUB_GUARD, t->pc);
    jit_translate_stress(t, code);
    return code;
}

void
jit_leave_here(struct translation *t)
{
    t->first = false;
    jit_emit_jump(jit_translate_stub(t, STUB_LEAVE, t->pc));
    t->ended = true;
}

void
jit_put_off(struct translation *t)
{
    jit_block_drop_at(t->pc, jit_hot); /* if it was thought to begin here: it will begin elsewhere */
    jit_settle(t);
    uint8_t *code;
    uint32_t id = jit_stub_new(STUB_BRANCH, t->pc, &t->c, t->constant, &code);
    jit_stub_at(id)->jump = jit_emit_jump(code);
    t->ended = true;
}

void
jit_guard(struct translation *t, unsigned slot, enum jit_fact type)
{
    struct jit_values v = jit_translate_values(t);
    if (jit_constant_p(t, slot) && slot >= JIT_REGISTERS) jit_spill(t, slot);
    if (slot < JIT_REGISTERS) {
        jit_need_register(t, slot);
        v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
        jit_put(t, jit_numbered_of(NAME_GUARD, slot, 0, type), &v);
    } else {
        v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
        v.of[HOLE_CELL] = jit_cell_offset(slot);
        jit_put(t, jit_numbered_of(NAME_GUARD_CELL, 0, 0, type), &v);
    }
    jit_learn(t, slot, type);
}

void
jit_check_frame(struct translation *t)
{
    struct jit_values v = jit_translate_values(t);
    t->c.generic = t->c.chain = 0; /* those were of the instruction before */
    uint8_t *looked_at = jit_translate_stub(t, STUB_CHECK, t->pc);
    jit_translate_stress(t, looked_at);
    v.of[HOLE_EXIT] = (intptr_t)looked_at;
    jit_put(t, jit_numbered(t->c.escaped ? NAME_CHECK_CANCEL : NAME_CHECK), &v);
}
