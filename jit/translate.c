/*
 * jit/translate.c - from instructions to stencils, one stretch at a time.
 *
 * Owns      the version being made: where it begins and ends, which form each instruction takes; `leave`.
 * Uses      jit/translate.h: operands, guards and each kind of instruction have a file of their own.
 * A version begins at a pc with a context and continues until the code jumps away, or until it needs a type that is unknown.
 * There a stub ends it, and the rest is compiled when the stub is reached and the values exist.
 * VERSION-1 Where other code may jump to, a version of its own begins, with the context's facts and nothing else (JITC-2).
 * VERSION-2 An instruction that fails (TRANS-6) is compiled again in its general form, which never fails.
 * Threads   All under the VM lock.
 * Checked   test/test_jit.rb, all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/jit/translate.h"

/* ---- one instruction ---- */

static void
jit_leave_frame(struct translation *t)
{
    unsigned top = t->c.height - 1, r = top < JIT_REGISTERS ? top : 0;
    struct jit_values v = jit_translate_values(t);
    if (top >= JIT_REGISTERS) {
        jit_spill_all(t);
        v.of[HOLE_CELL] = jit_cell_offset(top);
        jit_put(t, jit_numbered_at(NAME_LOAD, 0), &v);
    } else {
        jit_need_register(t, top);
    }
    v.of[HOLE_EXIT] = (intptr_t)jit_translate_stub(t, STUB_LEAVE, t->pc);
    v.of[HOLE_TGT] = (intptr_t)jit_hot;
    v.of[HOLE_EXIT] = (intptr_t)jit_emit_cold(jit_numbered_at(NAME_LEAVE_SIDE, r), &v);
    v.of[HOLE_CELL] = jit_self_offset(t);
    jit_put(t, jit_numbered_at(NAME_LEAVE, r), &v);
    t->ended = true;
}

/* Compiles the instructions that need no code of insns.def.  Returns false if id is another one. */
static bool
jit_simple(struct translation *t, int id, int length)
{
    int64_t n = insn_operand_count(id) ? insn_get_operand(t->pc, 0) : 0;
    switch (id) {
    case INSN_nop: break;
    case INSN_pop: jit_drop(t, 1); break;
    case INSN_dup: jit_copy_up(t, t->c.height - 1u); break;
    case INSN_dupn:
        for (int64_t i = 0; i < n; i++) jit_copy_up(t, t->c.height - (unsigned)n);
        break;
    case INSN_swap: jit_swap_top(t); break;
    case INSN_topn: jit_copy_up(t, t->c.height - 1u - (unsigned)n); break;
    case INSN_setn: jit_set_below(t, (unsigned)n); break;
    case INSN_adjuststack: jit_drop(t, (unsigned)n); break;
    case INSN_putnil: jit_push_constant(t, Qnil); break;
    case INSN_putint: jit_push_constant(t, int_fix(n)); break;
    case INSN_putobject:
        if (val_heap_p((VALUE)n)) return false;
        jit_push_constant(t, (VALUE)n);
        break;
    case INSN_putself: {
        unsigned h = t->c.height;
        jit_get_local(t, (int)n);
        if (h < JIT_SLOTS) t->origin[h] = ORIGIN_SELF, t->c.type[h] = t->c.self == FACT_ANY ? FACT_ANY : FACT_OBJECT;
        break;
    }
    case INSN_getlocal: jit_get_local(t, (int)n); break;
    case INSN_setlocal: jit_set_local(t, (int)n); break;
    default: return false;
    }
    t->pc += length;
    return true;
}

/* Compiles an instruction that has branch(FORM).  Returns false if it has none, or if its general form is required. */
static bool
jit_branching(struct translation *t, int id, int length)
{
    const cell *pc = t->pc;
    switch (insn_branch(id)) {
    case BRANCH_none: return false;
    case BRANCH_always:
        if (insn_back_p(id)) jit_poll(t, t->pc, Qundef);
        jit_go_to(t, pc + (int32_t)insn_get_operand(pc, 0));
        return true;
    case BRANCH_if:
    case BRANCH_unless:
    case BRANCH_nil: jit_branch(t, id, -1, NULL); return true;
    case BRANCH_cases: return jit_case_dispatch(t, length);
    }
    return false;
}

/* Compiles the instruction at t->pc.  Tries the special forms first and the general form last. */
static void
jit_instruction(struct translation *t)
{
    int id = insn_base(insn_at(t->pc)), length = insn_length(id), family = insn_family(id);
    const cell *pc = t->pc;
    if (jit_simple(t, id, length)) {
    } else if ((family == INSN_getivar || family == INSN_setivar) && jit_instance_variable(t, id, length)) {
    } else if (family == INSN_invokeblock && jit_yield_known(t, length)) {
    } else if (jit_lasting_form(t->pc, id) >= 0 && jit_restless_p(t->pc)) {
        jit_in_general(t, jit_lasting_form(t->pc, id), length);
    } else if (jit_branching(t, id, length)) {
    } else if (id == INSN_leave) {
        jit_leave_frame(t);
    } else if (jit_translate_call(t, id, length)) {
    } else if (jit_operator_call(t, id, length) || jit_leaf(t, id, length) || jit_typed(t, id, length)) {
    } else {
        jit_in_general(t, id, length);
    }
    if (t->pc != pc) t->c.generic = t->c.chain = 0;
}

/* ---- a version ---- */

void
jit_open_context(struct jit_context *c, unsigned height)
{
    memset(c, 0, sizeof *c);
    c->height = (uint8_t)height;
    c->self = FACT_ANY;
    memset(c->local, FACT_ANY, sizeof c->local);
    for (unsigned i = 0; i < height && i < JIT_SLOTS; i++) c->type[i] = FACT_ANY;
}

/* Forgets the types of a context, because the pc has enough versions.  Values in registers stay there. */
static void
jit_widen(struct jit_context *c)
{
    memset(c->local, FACT_ANY, sizeof c->local);
    c->self = FACT_ANY;
    c->self_shape = 0;
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++) c->type[i] = FACT_ANY;
}

static bool
jit_target_p(const struct translation *t)
{
    size_t at = (size_t)(t->pc - t->body->code);
    return t->j->targets[at / 8] >> at % 8 & 1;
}

/* Begins a version where other code may jump to, which has only the context's facts.  Returns true if that version exists. */
static bool
jit_join(struct translation *t)
{
    unsigned versions;
    jit_settle(t);
    for (unsigned i = 0; i < JIT_SLOTS; i++) t->origin[i] = ORIGIN_NONE;
    jit_unsee_all(t);
    uint32_t context = jit_context_id(&t->c);
    struct jit_block *b = jit_block_find(t->pc, context, &versions);
    if (b) {
        jit_emit_jump(b->code);
        return true;
    }
    jit_block_add(t->j, t->pc, context, jit_hot);
    return false;
}

/* An instruction whose operands lie too high for registers. */
static void
jit_in_cells(struct translation *t)
{
    int id = insn_base(insn_at(t->pc));
    jit_in_general(t, id, insn_length(id));
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS && !t->ended; i++)
        t->c.type[i] = FACT_ANY, t->origin[i] = ORIGIN_NONE;
    if (t->failed) vm_bug_at(__FILE__, __LINE__, insn_name(id));
}

static bool
jit_too_tall_p(const struct iseq_body *body)
{
    return body->stack_max > 200 || body->local_count > 2000;
}

enum {
    BLOCK_INSNS_MAX = LIMIT(400, 5)
}; /* of a straight run: the code after it is a block of its own, compiled when it is reached */

static const uint8_t *
translate(const cell *pc, const struct jit_context *c, VALUE *fp)
{
    struct translation t = {.pc = pc, .c = *c, .fp = fp, .first = true};
    t.body = iseq_body(frame_iseq(fp));
    t.j = t.body->jit;
    for (unsigned i = 0; i < JIT_SLOTS; i++) t.constant[i] = Qundef, t.origin[i] = ORIGIN_CELL;
    jit_unsee_all(&t);
    const uint8_t *code = jit_hot;
    jit_block_add(t.j, pc, jit_context_id(c), code);
    for (unsigned n = 0; !t.ended; n++) {
        if (!jit_memory_room()) {
            jit_spill_all(&t);
            jit_leave_here(&t);
            break;
        }
        if (n == BLOCK_INSNS_MAX) {
            jit_put_off(&t);
            break;
        }
        if (n && jit_target_p(&t) && jit_join(&t)) break;
        struct translation before = t;
        jit_instruction(&t);
        if (!t.failed) continue;
        t = before; /* what was emitted of it only moved values to registers or cells: they are where they were, too */
        jit_in_cells(&t);
    }
    return code;
}

const uint8_t *
jit_version(const cell *pc, const struct jit_context *c, VALUE *fp)
{
    unsigned versions;
    struct jit_context wanted = *c;
    struct iseq_body *body = iseq_body(frame_iseq(fp));
    if (jit_max_versions && jit_stat_blocks >= jit_max_versions) return NULL;
    if (!body->jit || jit_too_tall_p(body) || !jit_memory_room()) return NULL;
    struct jit_block *b = jit_block_find(pc, jit_context_id(&wanted), &versions);
    if (b) return b->code;
    if (versions >= JIT_VERSIONS) {
        jit_widen(&wanted);
        b = jit_block_find(pc, jit_context_id(&wanted), &versions);
        if (b) return b->code;
    }
    jit_look(body);
    jit_write_begin();
    if (jit_dumping) jit_dump(body, pc, &wanted);
    const uint8_t *code = translate(pc, &wanted, fp);
    jit_write_end();
    return code;
}
