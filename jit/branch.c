/*
 * jit/branch.c - jumps and branches between versions.
 *
 * Owns      the jump instructions of insns.def, except opt_case_dispatch (jit/case.c).
 * Uses      jit/translate.h
 * Both sides of a branch have one context, so constants are stored before it (jit_fill_constants).  A target that is not compiled is
 * a stub; the stub's record holds the jump, which is redirected once the target exists.
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

const uint8_t *
jit_target(struct translation *t, const cell *to, uint32_t *id)
{
    unsigned versions;
    struct jit_block *b = jit_block_find(to, jit_context_id(&t->c), &versions);
    *id = UINT32_MAX;
    if (b) return b->code;
    uint8_t *code;
    *id = jit_stub_new(STUB_BRANCH, to, &t->c, NULL, &code);
    return code;
}

void
jit_note_jump(uint32_t id, const uint8_t *code)
{
    uint8_t *displacement = jit_hot - ARCH_DISPLACEMENT_BYTES;
    if (id == UINT32_MAX) return;
    if (arch_target(displacement) == code) jit_stub_at(id)->jump = displacement;
}

void
jit_poll(struct translation *t, const cell *pc, VALUE taken)
{
    struct jit_values v = jit_translate_values(t);
    jit_settle(t);
    v.of[HOLE_SPO] = jit_cell_offset(t->c.height);
    if (taken != Qundef) {
        jit_push(t, FACT_ANY, false);
        if (t->c.height - 1 < JIT_SLOTS) t->constant[t->c.height - 1] = taken;
    }
    v.of[HOLE_EXIT] = (intptr_t)jit_translate_stub(t, STUB_LEAVE, pc);
    if (taken != Qundef) jit_drop(t, 1);
    jit_put(t, jit_numbered(NAME_POLL), &v);
}

void
jit_go_to(struct translation *t, const cell *to)
{
    jit_settle(t);
    uint32_t id;
    const uint8_t *code = jit_target(t, to, &id);
    uint8_t *jump = jit_emit_jump(code);
    if (id != UINT32_MAX) jit_stub_at(id)->jump = jump;
    t->ended = true;
}

int
jit_next_branch(const struct translation *t, int length)
{
    int id = insn_base(insn_at(t->pc + length));
    enum insn_branch branch = insn_branch(id);
    return branch == BRANCH_if || branch == BRANCH_unless ? id : -1;
}

/* The top is a constant: the branch is decided. */
static void
jit_decided_branch(struct translation *t, int id, VALUE k)
{
    const cell *pc = t->pc, *to = pc + (int32_t)insn_get_operand(pc, 0);
    bool taken = insn_branch(id) == BRANCH_nil ? k == Qnil : (insn_branch(id) == BRANCH_if) == val_truthy(k);
    jit_drop(t, 1);
    if (!taken) {
        t->pc += insn_length(id);
        return;
    }
    if (insn_back_p(id)) jit_poll(t, pc, k);
    jit_go_to(t, to);
}

/* The stencil that branches on the top, which it takes off. */
static int
jit_branch_on_top(struct translation *t, int id)
{
    unsigned top = t->c.height - 1;
    if (top >= JIT_REGISTERS) { /* the registers are free once all lies in cells */
        struct jit_values load = jit_translate_values(t);
        jit_spill_all(t);
        load.of[HOLE_CELL] = jit_cell_offset(top);
        jit_put(t, jit_numbered_at(NAME_LOAD, 0), &load);
    } else {
        jit_need_register(t, top);
    }
    jit_drop(t, 1);
    return jit_numbered_at(insn_branch(id) == BRANCH_nil  ? NAME_BRANCH_NIL
                           : insn_branch(id) == BRANCH_if ? NAME_BRANCH_IF
                                                          : NAME_BRANCH_UNLESS,
                           top < JIT_REGISTERS ? top : 0);
}

/* Emits the slow path of a back-edge with a condition: the poll, then the jump to the loop. */
static const uint8_t *
jit_way_back(struct translation *t, int id, const cell *to)
{
    uint32_t stub;
    struct jit_values v = jit_translate_values(t);
    struct translation copy = *t;
    jit_push(&copy, FACT_ANY, false);
    if (copy.c.height - 1 < JIT_SLOTS) copy.constant[copy.c.height - 1] = insn_branch(id) == BRANCH_if ? Qtrue : Qfalse;
    v.of[HOLE_SPO] = jit_cell_offset(t->c.height);
    v.of[HOLE_EXIT] = (intptr_t)jit_translate_stub(&copy, STUB_LEAVE, t->pc);
    const uint8_t *loop = jit_target(t, to, &stub), *code = jit_emit_cold(jit_numbered(NAME_POLL), &v);
    uint8_t *jump = jit_emit_jump_cold(loop);
    if (stub != UINT32_MAX) jit_stub_at(stub)->jump = jump;
    return code;
}

void
jit_branch(struct translation *t, int id, int fused, const struct jit_values *fused_values)
{
    const cell *pc = t->pc, *to = pc + (int32_t)insn_get_operand(pc, 0);
    struct jit_values v = fused >= 0 ? *fused_values : jit_translate_values(t);
    if (fused < 0 && jit_constant_p(t, t->c.height - 1u)) {
        jit_decided_branch(t, id, t->constant[t->c.height - 1u]);
        return;
    }
    int stencil = fused >= 0 ? fused : jit_branch_on_top(t, id);
    jit_fill_constants(t);
    uint32_t target_id = UINT32_MAX;
    const uint8_t *code = insn_back_p(id) ? jit_way_back(t, id, to) : jit_target(t, to, &target_id);
    v.of[HOLE_TGT] = (intptr_t)code;
    jit_put(t, stencil, &v);
    jit_note_jump(target_id, code);
    t->pc = pc + insn_length(id);
    /* the other side: go on, unless it is there */
    unsigned versions;
    struct jit_block *b = jit_block_find(t->pc, jit_context_id(&t->c), &versions);
    if (b) {
        jit_emit_jump(b->code);
        t->ended = true;
    }
}
