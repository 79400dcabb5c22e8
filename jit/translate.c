/*
 * jit/translate.c - from instructions to stencils, one stretch at a time.
 *
 * A version begins at a pc with a context and continues until the code jumps away, or until it needs a type that is unknown.
 * There a stub ends it, and the rest is compiled when the stub is reached and the values exist.
 */
#include "internal/compiler.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/jit/compiler.h"
#include "internal/ractor.h"

enum { ORIGIN_NONE = -1, ORIGIN_SELF = -2, ORIGIN_CELL = -3 /* its own cell, as it was when the compiler was called */ };

struct translation {
    struct iseq_body *body;
    struct jit_iseq *j;
    VALUE *fp; /* the frame, to be looked at */
    const cell *pc;
    struct jit_context c;
    VALUE constant[JIT_SLOTS]; /* Qundef: none */
    int origin[JIT_SLOTS];     /* local, or ORIGIN_ */
    bool written[JIT_LOCALS];  /* set since the compiler was called: what the frame has says nothing */
    bool first;                /* nothing emitted yet: this instruction is where the version begins */
    bool ended;
    bool failed;
};

/* ---- names to stencils, remembered ---- */

static int
jit_find(const char *format, ...)
{
    char name[96];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    return jit_stencil(name);
}

static bool
jit_translate_fits32_p(VALUE v)
{
    return (intptr_t)v == (int32_t)(intptr_t)v;
}

static struct jit_values
jit_translate_values(const struct translation *t)
{
    struct jit_values v = {{0}};
    v.of[HOLE_PC] = (intptr_t)t->pc;
    v.of[HOLE_SPO] = (intptr_t)(FRAME_CELLS + t->c.height) * 8;
    return v;
}

static intptr_t
jit_cell_offset(unsigned slot)
{
    return (intptr_t)(FRAME_CELLS + slot) * 8;
}

static void
jit_put(struct translation *t, int stencil, const struct jit_values *v)
{
    if (stencil < 0) {
        t->failed = true;
        return;
    }
    t->first = false;
    jit_emit(stencil, v);
}

/* Makes the code that begins at start long enough for a point, if there is any. */
static void
jit_fill_point(struct translation *t, const uint8_t *start)
{
    struct jit_values v = {{0}};
    if (jit_hot != start && jit_hot - start < ARCH_JUMP_BYTES) jit_put(t, jit_find("nops"), &v);
}

/* ---- the operand stack ---- */

static void
jit_push(struct translation *t, char type, bool in_register)
{
    unsigned h = t->c.height++;
    if (h >= JIT_SLOTS) return;
    t->c.type[h] = type;
    t->c.in_register[h] = in_register;
    t->constant[h] = Qundef;
    t->origin[h] = ORIGIN_NONE;
}

static void
jit_drop(struct translation *t, unsigned n)
{
    while (n--) {
        unsigned h = --t->c.height;
        if (h >= JIT_SLOTS) continue;
        t->c.type[h] = 0;
        t->c.in_register[h] = 0;
        t->constant[h] = Qundef;
    }
}

static bool
jit_constant_p(const struct translation *t, unsigned slot)
{
    return slot < JIT_SLOTS && t->constant[slot] != Qundef;
}

/* Into its register. */
static void
jit_need_register(struct translation *t, unsigned slot)
{
    struct jit_values v = jit_translate_values(t);
    if (t->c.in_register[slot]) return;
    if (jit_constant_p(t, slot)) {
        v.of[HOLE_K] = (intptr_t)t->constant[slot];
        jit_put(t, jit_find(jit_translate_fits32_p(t->constant[slot]) ? "put%u" : "putfar%u", slot), &v);
        t->constant[slot] = Qundef;
    } else {
        v.of[HOLE_CELL] = jit_cell_offset(slot);
        jit_put(t, jit_find("load%u", slot), &v);
    }
    t->c.in_register[slot] = 1;
}

/* Stores a value that the context keeps in a register or as a constant into its cell. */
static void
jit_spill(struct translation *t, unsigned slot)
{
    struct jit_values v = jit_translate_values(t);
    if (slot >= JIT_SLOTS) return;
    v.of[HOLE_CELL] = jit_cell_offset(slot);
    if (t->c.in_register[slot]) {
        jit_put(t, jit_find("store%u", slot), &v);
        t->c.in_register[slot] = 0;
    } else if (jit_constant_p(t, slot)) {
        v.of[HOLE_K] = (intptr_t)t->constant[slot];
        jit_put(t, jit_find(jit_translate_fits32_p(t->constant[slot]) ? "fill" : "fillfar"), &v);
        t->constant[slot] = Qundef;
    }
}

static void
jit_spill_all(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++) jit_spill(t, i);
}

/* As versions are met: constants are where they can be found, and what came from where is forgotten. */
static void
jit_settle(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++) {
        if (!jit_constant_p(t, i)) continue;
        if (i < JIT_REGISTERS) jit_need_register(t, i);
        else jit_spill(t, i);
    }
}

/* Does what jit_settle() does, for the cells below `base`. */
static void
jit_settle_below(struct translation *t, unsigned base)
{
    for (unsigned i = 0; i < base && i < JIT_SLOTS; i++) {
        if (!jit_constant_p(t, i)) continue;
        if (i < JIT_REGISTERS) jit_need_register(t, i);
        else jit_spill(t, i);
    }
}

/* ---- what is known ---- */

static void
jit_learn(struct translation *t, unsigned slot, char type)
{
    if (slot >= JIT_SLOTS) return;
    t->c.type[slot] = type;
    int from = t->origin[slot];
    if (from >= 0 && from < JIT_LOCALS) t->c.local[from] = type;
}

/* Returns the value that a cell holds now, or Qundef if code has written it since the compiler was called. */
static VALUE
jit_value_now(const struct translation *t, unsigned slot)
{
    if (slot >= JIT_SLOTS) return t->first ? t->fp[FRAME_CELLS + slot] : Qundef;
    if (jit_constant_p(t, slot)) return t->constant[slot];
    int from = t->origin[slot];
    if (from >= 0 && !(from < JIT_LOCALS && t->written[from])) return t->fp[from - (int)t->body->local_count];
    if (from == ORIGIN_SELF) return frame_self_in(t->fp, t->body);
    if (from == ORIGIN_CELL) return t->fp[FRAME_CELLS + slot];
    return Qundef;
}

/* Returns the type of a cell.  Sets *looked if the type was read from the cell's current value, so that code must guard it.
 * Returns 0 if the value is unknown. */
static char
jit_translate_type_of(const struct translation *t, unsigned slot, bool *looked)
{
    *looked = false;
    if (slot >= JIT_SLOTS) return 'v';
    if (jit_constant_p(t, slot)) return jit_type_of(t->constant[slot]);
    char type = t->c.type[slot];
    if (type != 'v' && type != 'o') return type;
    *looked = true;
    VALUE now = jit_value_now(t, slot);
    return now == Qundef ? 0 : jit_type_of(now);
}

/* After what may run Ruby: what can have become untrue. */
static void
jit_forget_unstable(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++)
        if (t->c.type[i] && strchr("ahs", t->c.type[i])) t->c.type[i] = 'o';
    bool all = t->c.escaped || t->j->has_blocks;
    for (unsigned i = 0; i < JIT_LOCALS; i++)
        if (all) t->c.local[i] = 'v';
        else if (strchr("ahs", t->c.local[i])) t->c.local[i] = 'o';
    if (t->c.self == 'S') {
        t->c.self = 'o';
        t->c.self_shape = 0;
    }
    for (unsigned i = 0; i < JIT_SLOTS; i++)
        if (t->origin[i] != ORIGIN_SELF) t->origin[i] = ORIGIN_NONE;
    memset(t->written, true, sizeof t->written);
}

/* ---- stubs ---- */

static uint8_t *
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
    jit_put(t, jit_find("stress"), &v);
}

/* Returns a stub for the next link of the chain.  Code jumps to it if the shape guarded by this link does not match; the stub then
 * compiles that link. */
static uint8_t *
jit_chain_stub(struct translation *t)
{
    struct translation next = *t;
    next.c.chain++;
    if (next.c.self == 'S') { /* it is of another one */
        next.c.self = 'o';
        next.c.self_shape = 0;
    }
    return jit_translate_stub(&next, STUB_BRANCH, t->pc);
}

/* Returns where a failed guard of the instruction at pc jumps to. */
static uint8_t *
jit_guard_stub(struct translation *t)
{
    uint8_t *code = jit_translate_stub(t, STUB_GUARD, t->pc);
    jit_translate_stress(t, code);
    return code;
}

static void
jit_leave_here(struct translation *t)
{
    t->first = false;
    jit_emit_jump(jit_translate_stub(t, STUB_LEAVE, t->pc));
    t->ended = true;
}

/* The rest is compiled when it is reached. */
static void
jit_put_off(struct translation *t)
{
    jit_block_drop_at(t->pc, jit_hot); /* if it was thought to begin here: it will begin elsewhere */
    jit_settle(t);
    uint8_t *code;
    uint32_t id = jit_stub_new(STUB_BRANCH, t->pc, &t->c, t->constant, &code);
    jit_stub_at(id)->jump = jit_emit_jump(code);
    t->ended = true;
}

/* A jump's target: a version that is there, or a stub whose jump is the last displacement emitted. */
static const uint8_t *
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

/* The displacement of the branch just emitted to `code`: it ends the hot part. */
static void
jit_note_jump(uint32_t id, const uint8_t *code)
{
    uint8_t *displacement = jit_hot - ARCH_DISPLACEMENT_BYTES;
    if (id == UINT32_MAX) return;
    if (arch_target(displacement) == code) jit_stub_at(id)->jump = displacement;
}

/* ---- guards ---- */

static void
jit_guard(struct translation *t, unsigned slot, char type)
{
    struct jit_values v = jit_translate_values(t);
    if (jit_constant_p(t, slot) && slot >= JIT_REGISTERS) jit_spill(t, slot);
    if (slot < JIT_REGISTERS) {
        jit_need_register(t, slot);
        v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
        jit_put(t, jit_find("guard_%c%u", type, slot), &v);
    } else {
        v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
        v.of[HOLE_CELL] = jit_cell_offset(slot);
        jit_put(t, jit_find("guardcell_%c", type), &v);
    }
    jit_learn(t, slot, type);
}

static intptr_t
jit_self_offset(const struct translation *t)
{
    return -((intptr_t)t->body->local_count + 1) * 8;
}

/* ---- after an instruction that may run anything ---- */

static void
jit_check_frame(struct translation *t)
{
    struct jit_values v = jit_translate_values(t);
    t->c.generic = t->c.chain = 0; /* those were of the instruction before */
    uint8_t *looked_at = jit_translate_stub(t, STUB_CHECK, t->pc);
    jit_translate_stress(t, looked_at);
    v.of[HOLE_EXIT] = (intptr_t)looked_at;
    jit_put(t, jit_find(t->c.escaped ? "checkcancel" : "check"), &v);
}

/* Returns the form of the instruction at pc that is right whatever its handler and its site say by now, and -1 where the form
 * follows from the operands alone. */
static int
jit_lasting_form(const cell *pc, int id)
{
    int family = insn_family(id);
    switch (family) {
    case INSN_getivar: return INSN_getivar_multi;
    case INSN_setivar: return INSN_setivar_multi;
    case INSN_invokeblock: return INSN_invokeblock_any;
    case INSN_send:
    case INSN_send_block: {
        bool plain = !ci_packed_p((ci_word)pc[2]) && !(ci_flags((ci_word)pc[2]) & CI_SIMPLE_MASK);
        if (family == INSN_send) return plain ? INSN_send_table : INSN_send_any;
        return plain ? INSN_send_block_table : INSN_send_block_any;
    }
    case INSN_send_op:
    case INSN_send_op0:
    case INSN_send_op2: return -1;
    default: return family;
    }
}

/* What the general form of an instruction is made of, found when it is first wanted. */
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
    int body = jit_find("far__%s", insn_name(id));
    if (body >= 0) f->body = jit_emit_cold(body, &(struct jit_values){{0}});
    f->stencil = f->body ? jit_find("far") : jit_find("m__%s", insn_name(id));
    f->found = true;
    return f;
}

/* The general form: operands in their cells. */
static void
jit_general(struct translation *t, int id, int length, const int64_t *ops, const char *types)
{
    const struct jit_general_form *untyped = *types ? NULL : jit_general_form(id);
    const uint8_t *far = untyped ? untyped->body : NULL;
    int stencil = untyped ? untyped->stencil : jit_find("m__%s__%s", insn_name(id), types);
    if (stencil < 0) {
        jit_leave_here(t);
        return;
    }
    bool leaf = insn_leaf_p(id);
    jit_spill_all(t);
    struct jit_values v = jit_translate_values(t);
    int inc = insn_sp_inc(id, ops);
    v.of[HOLE_RES] = jit_cell_offset((unsigned)((int)t->c.height + inc - 1));
    v.of[HOLE_EXIT] = far ? (intptr_t)jit_interpret_code : *types ? (intptr_t)jit_guard_stub(t) : 0;
    v.of[HOLE_TGT] = (intptr_t)far;
    uint8_t *slow = jit_cold;
    int slow_stencil = jit_find("slow"), throw_stencil = jit_find("throw");
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
    bool linked = insn_family(id) != id || id == INSN_send || id == INSN_send_block || id == INSN_invokeblock ||
                  id == INSN_invokesuper || id == INSN_getivar || id == INSN_setivar || id == INSN_getconst;
    if (linked && !(jit_lasting_form(t->pc, id) == id && jit_restless_p(t->pc))) {
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
        for (int i = 0; i < inc; i++) jit_push(t, 'v', false);
    }
    /* whatever the instruction wrote or kept: its outputs are of unknown type */
    unsigned known = (unsigned)insn_input_count(id) + 1;
    for (unsigned i = 0; i < known + 1 && i < t->c.height; i++) {
        unsigned slot = t->c.height - 1 - i;
        if (slot < JIT_SLOTS) t->c.type[slot] = 'v', t->origin[slot] = ORIGIN_NONE;
    }
    if (id == INSN_expandarray) {
        for (unsigned i = 0; i < JIT_SLOTS && i < t->c.height; i++) t->c.type[i] = 'v';
    }
    t->pc += length;
    if (!leaf) {
        jit_forget_unstable(t);
        jit_check_frame(t);
    }
}

static void
jit_in_general(struct translation *t, int id, int length)
{
    int64_t ops[8] = {0};
    for (int i = 0; i < insn_operand_count(id) && i < 8; i++) ops[i] = insn_get_operand(t->pc, i);
    jit_general(t, id, length, ops, "");
}

/* ---- instructions with typed variants ---- */

static bool
jit_type_fits(char wanted, char is)
{
    return wanted == 'v' || wanted == is || (wanted == 'o' && strchr("ahso", is));
}

static int
jit_next_branch(const struct translation *t, int length)
{
    int id = insn_base(insn_at(t->pc + length));
    switch (insn_family(id)) {
    case INSN_branchif:
    case INSN_branchunless:
    case INSN_branchif_back:
    case INSN_branchunless_back: return insn_family(id);
    default: return -1;
    }
}

static void jit_branch(struct translation *t, int id, const char *fused, const struct jit_values *v);

/* Returns the first variant of id that the n operands fit.  Sets *unknown if the type of an operand is unknown, and looked[i] if the
 * type of operand i must be guarded. */
static const struct jit_variant *
jit_find_variant(const struct translation *t, int id, int n, bool *looked, bool *unknown)
{
    int count;
    const struct jit_variant *variants = jit_variants_of(id, &count);
    char is[4] = {0};
    *unknown = false;
    if (!count || variants[0].types[0] == 'Y') return NULL;
    for (int i = 0; i < n; i++) {
        is[i] = jit_translate_type_of(t, t->c.height - (unsigned)(n - i), &looked[i]);
        if (!is[i]) *unknown = true;
    }
    for (int k = 0; k < count; k++) {
        bool fits = true;
        for (int i = 0; i < n; i++)
            fits = fits && (variants[k].types[i] == 'v' || (is[i] && jit_type_fits(variants[k].types[i], is[i])));
        if (fits) return &variants[k];
    }
    return NULL;
}

/* A variant whose operands lie in their cells. */
static void
jit_typed_in_cells(struct translation *t, int id, int length, const struct jit_variant *found)
{
    int64_t ops[8];
    for (int i = 0; i < insn_operand_count(id) && i < 8; i++) ops[i] = insn_get_operand(t->pc, i);
    jit_general(t, id, length, ops, found->types);
    unsigned top = t->c.height - 1u;
    bool known = found->result != 'v' && found->result != 'D'; /* D: a flonum in registers, any Float in cells */
    if (!t->ended && known && top < JIT_SLOTS) t->c.type[top] = found->result;
}

/* A variant in registers, n operands; the branch after a comparison comes with it. */
static void
jit_typed_in_registers(struct translation *t, int id, int length, const struct jit_variant *found, int n)
{
    unsigned base = t->c.height - (unsigned)n;
    VALUE k = n == 2 && t->c.height - 1 < JIT_SLOTS ? t->constant[t->c.height - 1] : Qundef;
    bool constant = k != Qundef && found->types[1] == 'f' && jit_translate_fits32_p(k);
    for (int i = 0; i < n - constant; i++) jit_need_register(t, base + (unsigned)i);
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_K] = (intptr_t)k;
    jit_settle_below(t, base);
    v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    const cell *pc = t->pc;
    char name[96];
    int end = snprintf(name, sizeof name, "%c%u__%s__%s", constant ? 'k' : 'r', t->c.height - constant, insn_name(id),
                       found->types);
    int follows = found->result == 'b' ? jit_next_branch(t, length) : -1;
    if (follows >= 0) {
        bool when = follows == INSN_branchif || follows == INSN_branchif_back;
        snprintf(name + end, sizeof name - (size_t)end, "__%s", when ? "if" : "unless");
    }
    if (follows >= 0 && jit_stencil(name) >= 0) {
        jit_drop(t, (unsigned)n);
        t->pc += length;
        jit_branch(t, insn_base(insn_at(t->pc)), name, &v);
    } else {
        name[end] = '\0';
        jit_put(t, jit_stencil(name), &v);
        if (t->failed) return;
        jit_drop(t, (unsigned)n);
        jit_push(t, found->result == 'D' ? 'd' : found->result, true);
        t->pc += length;
    }
    jit_fill_point(t, start);
    if (jit_hot != start) jit_point_add(pc, pc, start, context, constant ? k : Qundef);
}

/* Tries the variants of id.  false: none fits. */
static bool
jit_typed(struct translation *t, int id, int length)
{
    int n = insn_input_count(id);
    bool looked[4] = {0}, unknown;
    if (t->c.generic || (int)t->c.height < n) return false;
    const struct jit_variant *found = jit_find_variant(t, id, n, looked, &unknown);
    if (!found && unknown && !t->first) { /* perhaps later, when there is something to be looked at */
        jit_put_off(t);
        return true;
    }
    if (!found) return false;
    for (int i = 0; i < n; i++)
        if (found->types[i] != 'v' && looked[i]) jit_guard(t, t->c.height - (unsigned)(n - i), found->types[i]);
    if (t->failed) return true;
    if (t->c.height <= JIT_REGISTERS && !found->cells_only) jit_typed_in_registers(t, id, length, found, n);
    else jit_typed_in_cells(t, id, length, found);
    return true;
}

/* ---- jumps ---- */

/* An interrupt waits at a back-edge: the branch runs again in the interpreter, with a value that takes it. */
static void
jit_poll(struct translation *t, const cell *pc, VALUE taken)
{
    struct jit_values v = jit_translate_values(t);
    jit_settle(t);
    v.of[HOLE_SPO] = jit_cell_offset(t->c.height);
    if (taken != Qundef) {
        jit_push(t, 'v', false);
        if (t->c.height - 1 < JIT_SLOTS) t->constant[t->c.height - 1] = taken;
    }
    v.of[HOLE_EXIT] = (intptr_t)jit_translate_stub(t, STUB_LEAVE, pc);
    if (taken != Qundef) jit_drop(t, 1);
    jit_put(t, jit_find("poll"), &v);
}

/* The code of (to, what is known now): jumped to, or following here. */
static void
jit_go_to(struct translation *t, const cell *to)
{
    jit_settle(t);
    uint32_t id;
    const uint8_t *code = jit_target(t, to, &id);
    uint8_t *jump = jit_emit_jump(code);
    if (id != UINT32_MAX) jit_stub_at(id)->jump = jump;
    t->ended = true;
}

static bool
jit_branches_if_p(int family)
{
    return family == INSN_branchif || family == INSN_branchif_back;
}

static bool
jit_branches_back_p(int family)
{
    return family == INSN_branchif_back || family == INSN_branchunless_back;
}

/* The top is a constant: the branch is decided. */
static void
jit_decided_branch(struct translation *t, int id, VALUE k)
{
    int family = insn_family(id);
    const cell *pc = t->pc, *to = pc + (int32_t)insn_get_operand(pc, 0);
    bool taken = family == INSN_branchnil ? k == Qnil : jit_branches_if_p(family) == val_truthy(k);
    jit_drop(t, 1);
    if (!taken) {
        t->pc += insn_length(id);
        return;
    }
    if (jit_branches_back_p(family)) jit_poll(t, pc, k);
    jit_go_to(t, to);
}

/* The stencil that branches on the top, which it takes off. */
static int
jit_branch_on_top(struct translation *t, int family)
{
    unsigned top = t->c.height - 1;
    if (top >= JIT_REGISTERS) { /* the registers are free once all lies in cells */
        struct jit_values load = jit_translate_values(t);
        jit_spill_all(t);
        load.of[HOLE_CELL] = jit_cell_offset(top);
        jit_put(t, jit_find("load0"), &load);
    } else {
        jit_need_register(t, top);
    }
    jit_drop(t, 1);
    return jit_find(family == INSN_branchnil    ? "branchnil%u"
                    : jit_branches_if_p(family) ? "branchif%u"
                                                : "branchunless%u",
                    top < JIT_REGISTERS ? top : 0);
}

/* Makes the constants of the context before the branch, for both sides.  The operands of a fused comparison lie above them. */
static void
jit_fill_constants(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++) {
        if (!jit_constant_p(t, i)) continue;
        struct jit_values k = jit_translate_values(t);
        k.of[HOLE_K] = (intptr_t)t->constant[i];
        k.of[HOLE_CELL] = jit_cell_offset(i);
        t->c.type[i] = jit_type_of(t->constant[i]);
        jit_put(t, jit_find(jit_translate_fits32_p(t->constant[i]) ? "fill" : "fillfar"), &k);
        t->constant[i] = Qundef;
    }
}

/* Emits the slow path of a back-edge with a condition: the poll, then the jump to the loop. */
static const uint8_t *
jit_way_back(struct translation *t, int family, const cell *to)
{
    uint32_t id;
    struct jit_values v = jit_translate_values(t);
    struct translation copy = *t;
    jit_push(&copy, 'v', false);
    if (copy.c.height - 1 < JIT_SLOTS) copy.constant[copy.c.height - 1] = jit_branches_if_p(family) ? Qtrue : Qfalse;
    v.of[HOLE_SPO] = jit_cell_offset(t->c.height);
    v.of[HOLE_EXIT] = (intptr_t)jit_translate_stub(&copy, STUB_LEAVE, t->pc);
    const uint8_t *loop = jit_target(t, to, &id), *code = jit_emit_cold(jit_find("poll"), &v);
    uint8_t *jump = jit_emit_jump_cold(loop);
    if (id != UINT32_MAX) jit_stub_at(id)->jump = jump;
    return code;
}

/* A branch on the top (or, fused, on a comparison in the stencil called `fused` with v). */
static void
jit_branch(struct translation *t, int id, const char *fused, const struct jit_values *fused_values)
{
    int family = insn_family(id);
    const cell *pc = t->pc, *to = pc + (int32_t)insn_get_operand(pc, 0);
    struct jit_values v = fused ? *fused_values : jit_translate_values(t);
    if (!fused && jit_constant_p(t, t->c.height - 1u)) {
        jit_decided_branch(t, id, t->constant[t->c.height - 1u]);
        return;
    }
    int stencil = fused ? jit_stencil(fused) : jit_branch_on_top(t, family);
    jit_fill_constants(t);
    uint32_t target_id = UINT32_MAX;
    const uint8_t *code = jit_branches_back_p(family) ? jit_way_back(t, family, to) : jit_target(t, to, &target_id);
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

/* ---- case over literals ---- */

enum { CASE_WAYS_MAX = LIMIT(1024, 3), CASE_ROW = LIMIT(4, 1) /* so many ways are told apart one after the other */ };

struct case_ways {
    VALUE table;
    int32_t otherwise;
    unsigned count;
    int32_t to[CASE_WAYS_MAX]; /* offsets from the instruction, ascending, each once; 0: on to the tests */
};

static bool
jit_add_way(struct case_ways *w, int32_t to)
{
    unsigned at = 0;
    while (at < w->count && w->to[at] < to) at++;
    if (at < w->count && w->to[at] == to) return true;
    if (w->count == CASE_WAYS_MAX) return false;
    memmove(&w->to[at + 1], &w->to[at], (w->count++ - at) * sizeof w->to[0]);
    w->to[at] = to;
    return true;
}

/* false: too many. */
static bool
jit_collect_ways(struct case_ways *w)
{
    bool all = jit_add_way(w, 0) && jit_add_way(w, w->otherwise);
    VALUE key, to;
    size_t pos = 0;
    if (val_type_p(w->table, T_ARRAY)) {
        for (size_t i = 1; all && i < ary_len(w->table); i += 2) all = jit_add_way(w, (int32_t)fix_int(ary_at(w->table, i)));
        return all;
    }
    while (all && hash_next(w->table, &pos, &key, &to)) all = jit_add_way(w, (int32_t)fix_int(to));
    return all;
}

/* A branch to the code of one of the ways. */
static void
jit_put_way(struct translation *t, int stencil, struct jit_values v, int32_t to, const cell *tests)
{
    uint32_t id;
    const uint8_t *code = jit_target(t, to ? t->pc + to : tests, &id);
    v.of[HOLE_TGT] = (intptr_t)code;
    jit_put(t, stencil, &v);
    jit_note_jump(id, code);
}

/* Register r has an offset, one of w->to[from ... end]. */
static void
jit_put_ways(struct translation *t, const struct case_ways *w, unsigned from, unsigned end, unsigned r, const cell *tests)
{
    struct jit_values v = jit_translate_values(t);
    if (end - from > CASE_ROW) {
        unsigned middle = (from + end) / 2;
        v.of[HOLE_A0] = w->to[middle];
        v.of[HOLE_TGT] = (intptr_t)jit_interpret_code; /* until it is known where the lower half begins */
        jit_put(t, jit_find("casebelow%u", r), &v);
        uint8_t *below = jit_hot - ARCH_DISPLACEMENT_BYTES; /* the stencil ends with the branch */
        VM_ASSERT(arch_target(below) == (const uint8_t *)jit_interpret_code);
        jit_put_ways(t, w, middle, end, r, tests);
        arch_set_target(below, jit_hot);
        jit_put_ways(t, w, from, middle, r, tests);
        return;
    }
    for (unsigned i = from; i + 1 < end; i++) {
        v.of[HOLE_A0] = w->to[i];
        jit_put_way(t, jit_find("caseat%u", r), v, w->to[i], tests);
    }
    jit_put_way(t, jit_find("jump"), v, w->to[end - 1], tests);
}

/* A table of immediates; the key, in register r, is on the stack no longer.  leave: the interpreter looks it up. */
static void
jit_linear_case(struct translation *t, const struct case_ways *w, unsigned r, const uint8_t *leave, const cell *tests)
{
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)leave;
    jit_put(t, jit_find("casebasic"), &v);
    for (size_t i = 0; i < ary_len(w->table); i += 2) {
        VALUE key = ary_at(w->table, i);
        v.of[HOLE_K] = (intptr_t)key;
        jit_put_way(t, jit_find(jit_translate_fits32_p(key) ? "caseis%u" : "caseisfar%u", r), v,
                    (int32_t)fix_int(ary_at(w->table, i + 1)), tests);
    }
    jit_put_way(t, jit_find("caseimmediate%u", r), v, w->otherwise, tests);
    jit_put_way(t, jit_find("caseobject%u", r), v, 0, tests);
    jit_put(t, jit_find("casefloat%u", r), &v);
    jit_put_way(t, jit_find("jump"), v, w->otherwise, tests);
}

/* Returns whether there is room for the comparisons of a `case`, each with a stub of its own. */
static bool
jit_room_for_case_p(const struct translation *t, const struct case_ways *w)
{
    enum { COMPARISON_BYTES = 64 };
    size_t n = w->count + (val_type_p(w->table, T_ARRAY) ? ary_len(w->table) / 2 : 0) + 4;
    return jit_memory_room_for(n * COMPARISON_BYTES, n * (jit_stub_bytes(&t->c, t->constant) + COMPARISON_BYTES));
}

/*
 * Returns whether the table is an Array of immediates, which the code may contain.  The compiler writes Arrays of immediates
 * only, but a Symbol in a table from iseq_load() may be a heap object.
 */
static bool
jit_linear_table_p(VALUE table)
{
    if (!val_type_p(table, T_ARRAY)) return false;
    for (size_t i = 0; i < ary_len(table); i += 2)
        if (val_heap_p(ary_at(table, i))) return false;
    return true;
}

/* Compiles a branch for each `when` that the key decides at once.  Returns false if there are too many. */
static bool
jit_case_dispatch(struct translation *t, int length)
{
    unsigned top = t->c.height - 1, r = top < JIT_REGISTERS ? top : 0;
    const cell *tests = t->pc + length;
    struct case_ways w = {.table = (VALUE)insn_get_operand(t->pc, 0), .otherwise = (int32_t)insn_get_operand(t->pc, 1)};
    if (!jit_collect_ways(&w) || !jit_room_for_case_p(t, &w)) return false;
    bool linear = top < JIT_REGISTERS && jit_linear_table_p(w.table);
    if (!linear) jit_spill_all(t); /* the table is read by C */
    else jit_need_register(t, top);
    const uint8_t *leave = linear ? jit_translate_stub(t, STUB_LEAVE, t->pc) : NULL;
    struct jit_values v = jit_translate_values(t);
    jit_drop(t, 1);
    jit_fill_constants(t);
    if (linear) {
        jit_linear_case(t, &w, r, leave, tests);
    } else {
        v.of[HOLE_CELL] = jit_cell_offset(top);
        v.of[HOLE_A0] = w.otherwise;
        v.of[HOLE_A2] = insn_operand_offset(INSN_opt_case_dispatch, 0);
        jit_put(t, jit_find("casefind%u", r), &v);
        jit_put_ways(t, &w, 0, w.count, r, tests);
    }
    t->ended = true;
    return true;
}

/* ---- locals and the stack ---- */

static void
jit_get_local(struct translation *t, int idx)
{
    unsigned h = t->c.height;
    int local = idx + (int)t->body->local_count;
    struct jit_values v = jit_translate_values(t);
    char type = local >= 0 && local < JIT_LOCALS ? t->c.local[local] : 'v'; /* self is local -1 */
    if (h < JIT_REGISTERS) {
        v.of[HOLE_CELL] = (intptr_t)idx * 8;
        jit_put(t, jit_find("load%u", h), &v);
        jit_push(t, type, true);
    } else {
        jit_put(t, jit_find("m__getlocal"), &v);
        jit_push(t, type, false);
    }
    if (h < JIT_SLOTS) t->origin[h] = local;
}

static void
jit_set_local(struct translation *t, int idx)
{
    unsigned top = t->c.height - 1;
    int local = idx + (int)t->body->local_count;
    struct jit_values v = jit_translate_values(t);
    char type = top < JIT_SLOTS ? t->c.type[top] : 'v';
    if (jit_constant_p(t, top)) {
        type = jit_type_of(t->constant[top]);
        v.of[HOLE_CELL] = (intptr_t)idx * 8;
        v.of[HOLE_K] = (intptr_t)t->constant[top];
        jit_put(t, jit_find(jit_translate_fits32_p(t->constant[top]) ? "fill" : "fillfar"), &v);
    } else if (top < JIT_REGISTERS) {
        jit_need_register(t, top);
        v.of[HOLE_CELL] = (intptr_t)idx * 8;
        jit_put(t, jit_find("store%u", top), &v);
    } else {
        jit_put(t, jit_find("m__setlocal"), &v);
    }
    jit_drop(t, 1);
    for (unsigned i = 0; i < JIT_SLOTS; i++)
        if (t->origin[i] == local) t->origin[i] = ORIGIN_NONE;
    if (local >= JIT_LOCALS) return;
    t->c.local[local] = type;
    t->written[local] = true;
}

/* A copy of cell `from` on top. */
static void
jit_copy_up(struct translation *t, unsigned from)
{
    unsigned h = t->c.height;
    struct jit_values v = jit_translate_values(t);
    if (jit_constant_p(t, from) && h < JIT_SLOTS) {
        VALUE k = t->constant[from];
        jit_push(t, jit_type_of(k), false);
        t->constant[h] = k;
        return;
    }
    if (from >= JIT_REGISTERS) { /* by way of a register that is free for a moment: none is; the general way */
        t->failed = true;
        return;
    }
    jit_need_register(t, from);
    char type = t->c.type[from];
    int origin = t->origin[from];
    if (h < JIT_REGISTERS) {
        jit_put(t, jit_find("move%u_%u", h, from), &v);
        jit_push(t, type, true);
    } else {
        v.of[HOLE_CELL] = jit_cell_offset(h);
        jit_put(t, jit_find("store%u", from), &v);
        jit_push(t, type, false);
    }
    if (h < JIT_SLOTS) t->origin[h] = origin == ORIGIN_CELL ? ORIGIN_NONE : origin;
}

static void
jit_swap_top(struct translation *t)
{
    unsigned b = t->c.height - 1, a = b - 1;
    if (b >= JIT_REGISTERS) {
        t->failed = true;
        return;
    }
    char type = t->c.type[a];
    struct jit_values v = jit_translate_values(t);
    jit_need_register(t, a);
    jit_need_register(t, b);
    v.of[HOLE_CELL] = jit_cell_offset(a);
    jit_put(t, jit_find("store%u", a), &v);
    jit_put(t, jit_find("move%u_%u", a, b), &v);
    jit_put(t, jit_find("load%u", b), &v);
    t->c.type[a] = t->c.type[b];
    t->c.type[b] = type;
    t->origin[a] = t->origin[b] = ORIGIN_NONE;
}

/* The top also goes to the cell n below it. */
static void
jit_set_below(struct translation *t, unsigned n)
{
    unsigned top = t->c.height - 1, to = top - n;
    struct jit_values v = jit_translate_values(t);
    if (n == 0) return;
    if (jit_constant_p(t, top) && to < JIT_SLOTS) {
        t->constant[to] = t->constant[top];
        t->c.in_register[to] = 0;
        t->c.type[to] = jit_type_of(t->constant[top]);
        t->origin[to] = ORIGIN_NONE;
        return;
    }
    if (top >= JIT_REGISTERS) {
        t->failed = true;
        return;
    }
    jit_need_register(t, top);
    jit_put(t, jit_find("move%u_%u", to, top), &v);
    t->c.in_register[to] = 1;
    t->constant[to] = Qundef;
    t->c.type[to] = t->c.type[top];
    t->origin[to] = ORIGIN_NONE;
}

static void
jit_push_constant(struct translation *t, VALUE k)
{
    unsigned h = t->c.height;
    jit_push(t, jit_type_of(k), false);
    if (h < JIT_SLOTS) {
        t->constant[h] = k;
        return;
    }
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_CELL] = jit_cell_offset(h);
    v.of[HOLE_K] = (intptr_t)k;
    jit_put(t, jit_find(jit_translate_fits32_p(k) ? "fill" : "fillfar"), &v);
}

/* ---- instance variables ---- */

/* Returns the shape that self has now, with a guard if the context does not have it.  Returns 0 if the shape is unknown. */
static shape_id_t
jit_know_self(struct translation *t)
{
    VALUE self = frame_self_in(t->fp, t->body);
    if (t->c.self == 'S') return t->c.self_shape;
    if (!val_heap_p(self) || !obj_shape(self)) return 0;
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_CELL] = jit_self_offset(t);
    v.of[HOLE_KEY] = (intptr_t)obj_shape(self);
    v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
    if (t->c.self == 'v') jit_put(t, jit_find("guardcell_o"), &v);
    t->c.self = 'o';
    v.of[HOLE_EXIT] = (intptr_t)jit_chain_stub(t);
    jit_put(t, jit_find("guard_shape"), &v);
    t->c.self = 'S';
    t->c.self_shape = obj_shape(self);
    return t->c.self_shape;
}

/* Where the field is that an instruction names, in the shape that self has.  *next: the shape that a store of it leads to,
 * 0: the same. */
static enum vm_ivar_place
jit_find_field(struct translation *t, bool set, uint64_t *where, shape_id_t *next)
{
    VALUE self = frame_self_in(t->fp, t->body);
    shape_id_t shape = t->c.self == 'S' ? t->c.self_shape : val_heap_p(self) ? obj_shape(self) : 0;
    int id = insn_base(insn_at(t->pc));
    uint64_t cached = (uint64_t)insn_get_operand(t->pc, 2);
    *next = 0;
    if (!shape || !val_type_p(self, T_OBJECT)) return VM_IVAR_ELSEWHERE;
    if (set && id == INSN_setivar && (shape_id_t)cached == shape) {
        *where = cached;
        *next = (shape_id_t)t->pc[4];
        return VM_IVAR_SLOT;
    }
    cell at = 0;
    enum vm_ivar_place p = vm_ivar_locate(self, shape, (ID)insn_get_operand(t->pc, 1), &at);
    *where = (uint64_t)at;
    if (p == VM_IVAR_NONE && (set || shape_get(shape)->is_dict)) return VM_IVAR_ELSEWHERE;
    return p;
}

/* Emits the slow path of a store, for a frozen self and for the write barrier: a call of the slow function.  Returns its jump
 * back. */
static uint8_t *
jit_store_slowly(struct translation *t, struct jit_values s, unsigned slot)
{
    for (unsigned i = 0; i <= slot; i++) {
        s.of[HOLE_CELL] = jit_cell_offset(i);
        if (t->c.in_register[i]) jit_emit_cold(jit_find("store%u", i), &s);
    }
    s.of[HOLE_K] = (intptr_t)vm_setivar_slow;
    jit_emit_cold(jit_find("putfar0"), &s);
    s.of[HOLE_A0] = (intptr_t)insn_length(insn_base(insn_at(t->pc))) * (intptr_t)sizeof(cell);
    jit_emit_cold(jit_find("slow"), &s);
    for (unsigned i = 0; i < slot; i++) {
        s.of[HOLE_CELL] = jit_cell_offset(i);
        if (t->c.in_register[i]) jit_emit_cold(jit_find("load%u", i), &s);
    }
    return jit_emit_jump_cold(jit_cold);
}

static bool
jit_instance_variable(struct translation *t, int id, int length)
{
    bool set = insn_family(id) == INSN_setivar;
    unsigned h = t->c.height, slot = set ? h - 1 : h;
    uint64_t where;
    shape_id_t next;
    if (t->c.generic || t->c.chain > JIT_CHAIN || slot >= JIT_REGISTERS) return false;
    if (ractor_confined_p()) return false; /* the instruction makes the checks of Ractors at its first run */
    enum vm_ivar_place place = jit_find_field(t, set, &where, &next);
    if (place != VM_IVAR_SLOT && place != VM_IVAR_EXT && place != VM_IVAR_NONE) return false;
    jit_settle(t);
    if (!jit_know_self(t)) return false;
    if (place == VM_IVAR_NONE) {
        jit_push_constant(t, Qnil);
        t->c.generic = t->c.chain = 0;
        t->pc += length;
        return true;
    }
    if (set) jit_need_register(t, slot);
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_A0] = jit_self_offset(t);
    v.of[HOLE_IC0] = (intptr_t)(uint32_t)where;
    v.of[HOLE_IC0H] = (intptr_t)(where >> 32);
    v.of[HOLE_IC1] = (intptr_t)(uint32_t)(next ? next : (uint32_t)where);
    v.of[HOLE_A2] = (intptr_t)ivar_block_at(where);
    v.of[HOLE_A3] = (intptr_t)ivar_block_index(where) * 8;
    const char *name = insn_name(set                    ? place == VM_IVAR_EXT ? INSN_setivar_ext : INSN_setivar
                                 : place == VM_IVAR_EXT ? INSN_getivar_ext
                                                        : INSN_getivar);
    if (set) {
        uint8_t *slow = jit_cold, *back = jit_store_slowly(t, v, slot);
        v.of[HOLE_EXIT] = (intptr_t)slow;
        jit_put(t, jit_find("r%u__%s__YS", h, name), &v);
        arch_set_target(back, jit_hot);
        jit_drop(t, 1);
        if (next) shape_keep_id(t->c.self_shape = next); /* contexts name it, too */
    } else {
        jit_put(t, jit_find("r%u__%s__YS", h, name), &v);
        jit_push(t, 'v', true);
    }
    t->pc += length; /* no point: shapes keep their meaning, whatever the instruction's handler is */
    return true;
}

/* ---- calls ---- */

static struct jit_iseq *
jit_of(struct iseq_body *body)
{
    if (!body->jit) jit_new_iseq(body);
    return jit_look(body);
}

/* Returns the door of a callee for a caller that passes a known block: `any` if the callee does not yield. */
static struct jit_door *
jit_door_of_closure(struct iseq_body *callee, struct jit_door *any, uint32_t closure)
{
    return closure && jit_of(callee)->yields ? jit_door_for(callee, any, closure) : any;
}

/* Locals of a callee that a call sets to nil one by one; a callee with more takes the general form. */
enum { JIT_CLEAR_MAX = LIMIT(12, 1) };

/* A call of a Ruby callee that is known. */
struct jit_known_call {
    const struct call_cache *cc; /* the site's; NULL: what is called follows from the context */
    const struct callee *to;     /* of it, or of its pic */
    shape_id_t key;              /* of the receiver; yield: none */
    bool by_class;               /* the site's class is compared, not the key */
    char type;                   /* type of the receiver, or of a yield's block; 0: code must test it */
    struct iseq_body *callee;
    struct jit_door *door;          /* of the callee */
    unsigned depth, taken;          /* cells above the receiver; of them arguments */
    intptr_t yself;                 /* yield: bytes from the block's parent down to self */
    const char *name;               /* of the stencil */
    const struct kw_link *keywords; /* NULL: none */
    unsigned flags;                 /* of the callee's frame, besides FRAME_NATIVE */
    uint8_t *miss;                  /* where it goes for another receiver; NULL: to a guard's stub */
};

static struct jit_values
jit_values_of_call(struct translation *t, const struct jit_known_call *k, int length, unsigned recv, unsigned clear)
{
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)(k->miss ? k->miss : jit_guard_stub(t));
    v.of[HOLE_RCV] = jit_cell_offset(recv);
    v.of[HOLE_SPO] = jit_cell_offset(recv + 1 + k->taken + clear);
    v.of[HOLE_RES] = jit_cell_offset(recv);
    v.of[HOLE_PC] += (intptr_t)length * (intptr_t)sizeof(cell);
    v.of[HOLE_NEED] = jit_cell_offset(recv + 1) + (intptr_t)(body_need(k->callee, 0) + k->depth) * 8;
    v.of[HOLE_KEY] = (intptr_t)k->key;
    v.of[HOLE_SITE] = k->to ? (intptr_t)k->to - (intptr_t)offsetof(struct call_cache, to) : 0;
    v.of[HOLE_ENTRY] = (intptr_t)jit_entry(k->door);
    v.of[HOLE_LINK] = v.of[HOLE_SPO] | (intptr_t)(FRAME_NATIVE | k->flags) << 32;
    v.of[HOLE_YSELF] = k->yself;
    return v;
}

/* Returns whether a guard of key0's shape is not all that a linked site asks (SITE-9, SITE-10). */
static bool
jit_wide_p(const struct call_cache *cc)
{
    return cc->klass || (cc->bits & CACHE_SHAPES);
}

/* Emits a guard that the receiver is of the site's class (SITE-9), or that its shape is one of the site's (SITE-10).  The receiver is in its register, or in its cell if in_register
 * is false. */
static void
jit_guard_class(struct translation *t, const struct call_cache *cc, unsigned recv, bool in_register)
{
    bool self = recv < JIT_SLOTS && t->origin[recv] == ORIGIN_SELF;
    bool shapes = cc->bits & CACHE_SHAPES;
    if (!shapes && self && t->c.self == 'S' && shape_get(t->c.self_shape)->klass == cc->klass) return;
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
    v.of[HOLE_CELL] = jit_cell_offset(recv);
    v.of[HOLE_SITE] = (intptr_t)cc;
    if (in_register) jit_put(t, jit_find(shapes ? "guardshapes%u" : "guardclass%u", recv), &v);
    else jit_put(t, jit_find(shapes ? "guardcell_shapes" : "guardcell_class"), &v);
}

/* Returns what a call must test of its receiver: k nothing, o its shape, v whether it has a shape and which. */
static char
jit_receiver_type(struct translation *t, shape_id_t key, unsigned recv)
{
    bool looked, self = recv < JIT_SLOTS && t->origin[recv] == ORIGIN_SELF;
    if (!key) return 'v';
    if (self && t->c.self == 'S' && t->c.self_shape == key) return 'k';
    char type = jit_translate_type_of(t, recv, &looked);
    return (self && t->c.self != 'v') || (type && strchr("ahso", type) && !looked) ? 'o' : 'v';
}

/* The locals that a call with keywords in order leaves out, from what linking found. */
static void
jit_fill_keywords(struct translation *t, const struct kw_link *kw, unsigned first)
{
    struct jit_values v = jit_translate_values(t);
    for (unsigned i = 0; i < kw->fill; i++) {
        VALUE value = kw->values[kw->given + i];
        v.of[HOLE_CELL] = jit_cell_offset(first + i);
        v.of[HOLE_K] = (intptr_t)value;
        jit_put(t, jit_find(jit_translate_fits32_p(value) ? "fill" : "fillfar"), &v);
    }
}

static void
jit_known_call(struct translation *t, const struct jit_known_call *k, int length)
{
    unsigned clear = k->callee->local_count - k->taken, recv = t->c.height - k->depth - 1;
    char type = k->by_class ? 'k' : k->type ? k->type : jit_receiver_type(t, k->key, recv);
    jit_spill_all(t);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    if (k->by_class) jit_guard_class(t, k->cc, recv, false);
    struct jit_values v = jit_values_of_call(t, k, length, recv, clear), fill = v;
    fill.of[HOLE_K] = (intptr_t)Qnil;
    for (unsigned i = 0; i < clear; i++) {
        fill.of[HOLE_CELL] = jit_cell_offset(recv + 1 + k->taken + i);
        jit_put(t, jit_find("fill"), &fill);
    }
    if (k->keywords) jit_fill_keywords(t, k->keywords, recv + 1 + k->depth);
    int stencil = jit_find("call%u__%s__%c", recv < JIT_REGISTERS ? recv : JIT_REGISTERS, k->name, type);
    uint8_t *code = jit_hot;
    jit_put(t, stencil, &v);
    if (!t->failed) jit_note_caller(k->door, jit_emitted_call(stencil, &v, code, HOLE_ENTRY));
    if (k->cc) {
        jit_point_add(t->pc, t->pc, start, context, Qundef);
        jit_point_add(k->cc, t->pc, start, context, Qundef);
    }
    jit_drop(t, k->depth + 1);
    jit_push(t, 'v', recv < JIT_REGISTERS);
    t->pc += length;
    jit_forget_unstable(t);
    jit_check_frame(t);
}

/* A yield to the block that this version is for.  false: the block's parameters are not simple, or it lies further up. */
static bool
jit_yield_known(struct translation *t, int length)
{
    unsigned depth = *(const uint16_t *)(t->pc + 1), level = ((const uint16_t *)(t->pc + 1))[1];
    if (!t->c.block || level > 1 || t->c.generic || SITE_LAYOUT != SITE_LAYOUT_ONE_LINE) return false;
    const struct jit_closure *closure = jit_closure(t->c.block);
    struct jit_known_call k = {.callee = (struct iseq_body *)closure->body, .depth = depth, .name = "invokeblock_iseq"};
    unsigned lead = k.callee ? k.callee->params.lead : 0;
    if (!k.callee || !k.callee->plain_block || (depth == 1 && lead > 1)) return false;
    k.taken = depth < lead ? depth : lead;
    if (k.callee->local_count - k.taken > JIT_CLEAR_MAX || ci_flags((ci_word)t->pc[2]) & CI_SIMPLE_MASK) return false;
    k.type = level ? 'o' : 'k';
    k.door = jit_door_of_closure(k.callee, &jit_of(k.callee)->first, closure->outer);
    k.yself = ((intptr_t)iseq_body(k.callee->parent)->local_count + 1) * 8;
    jit_known_call(t, &k, length);
    return true;
}

static bool
jit_yield(struct translation *t, const struct call_cache *cc, int length)
{
    unsigned depth = *(const uint16_t *)(t->pc + 1);
    if (((const uint16_t *)(t->pc + 1))[1] != 0 || !cc->klass || cc->to.kind != SITE_YIELD) return false;
    struct jit_known_call k = {.cc = cc, .to = &cc->to, .callee = iseq_body(cc->klass), .depth = depth, .taken = depth};
    if (cc->drop || k.callee->local_count - depth > JIT_CLEAR_MAX)
        return false; /* what is dropped is there until the guards have passed */
    k.door = &jit_of(k.callee)->first;
    k.yself = (intptr_t)cc->to.form * 8;
    k.name = "invokeblock_iseq";
    jit_known_call(t, &k, length);
    return true;
}

/* Returns the callee of a site of several receivers for this shape, or NULL if the site has none. */
static const struct callee *
jit_entry_for(int id, const struct call_cache *cc, shape_id_t key)
{
    if (id != INSN_send_poly && id != INSN_send_block_poly) return cc->key0 == key ? &cc->to : NULL;
    for (unsigned i = 0; i < PIC_ENTRIES; i++)
        if (cc->pic->at[i].key == key) return &cc->pic->at[i].to;
    return NULL;
}

/* A send whose callee needs no frame: `to`, for a receiver of shape key.  false: it has no such form. */
static bool
jit_frameless(struct translation *t, const struct call_cache *cc, const struct callee *to, shape_id_t key, bool several,
              int length)
{
    int id = to->kind == SITE_LEAF0                                     ? INSN_send_leaf0
             : to->kind == SITE_LEAF1                                   ? INSN_send_leaf1
             : to->kind == SITE_VALUE0                                  ? INSN_send_value0
             : to->kind == SITE_VALUE1                                  ? INSN_send_value1
             : to->kind == SITE_SELF0                                   ? INSN_send_self0
             : to->kind == SITE_PARAM1                                  ? INSN_send_param1
             : to->kind == SITE_RESPOND_TO                              ? INSN_send_respond_to
             : to->kind == SITE_ATTR_GET_EXT                            ? INSN_send_attr_get_ext
             : to->kind == SITE_ATTR_GET_CLASS                          ? INSN_send_attr_get_class
             : to->kind == SITE_ATTR_GET || to->kind == SITE_STRUCT_GET ? INSN_send_attr_get
                                                                        : -1;
    if (id < 0 || t->c.height > JIT_REGISTERS) return false;
    unsigned n = (unsigned)insn_input_count(id), recv = t->c.height - n;
    bool by_class = !several && jit_wide_p(cc);
    char type = by_class ? 'k' : jit_receiver_type(t, key, recv);
    jit_settle(t);
    for (unsigned i = recv; i < t->c.height; i++) jit_need_register(t, i);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    if (by_class) jit_guard_class(t, cc, recv, true);
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)(several ? jit_chain_stub(t) : jit_guard_stub(t));
    v.of[HOLE_KEY] = (intptr_t)key;
    if (id == INSN_send_leaf0 || id == INSN_send_leaf1) {
        v.of[HOLE_K] = (intptr_t)callee_function(to);
    } else if (id == INSN_send_respond_to) {
        v.of[HOLE_K] = (intptr_t)callee_answer(to);
    } else if (id != INSN_send_attr_get_ext) {
        v.of[HOLE_A2] = (intptr_t)callee_offset(to);
    } else {
        v.of[HOLE_A2] = (intptr_t)callee_block_at(to);
        v.of[HOLE_A3] = (intptr_t)callee_block_index(to) * 8;
    }
    jit_put(t, jit_find("s%u__%s__%c", t->c.height, insn_name(id), type), &v);
    jit_fill_point(t, start);
    jit_point_add(t->pc, t->pc, start, context, Qundef);
    jit_point_add(cc, t->pc, start, context, Qundef);
    jit_drop(t, n);
    jit_push(t, 'v', true);
    t->pc += length;
    return true;
}

/* A method made by define_method, whose block takes just the parameters that are given.  false: another callee. */
static bool
jit_block_method(struct jit_known_call *k)
{
    if (k->to->kind != SITE_BMETHOD) return false;
    k->callee = iseq_body(proc_ptr(k->to->me->def->as.bmethod.proc)->code);
    if (k->callee->local_count - k->depth > JIT_CLEAR_MAX) return false;
    k->door = &jit_of(k->callee)->first;
    k->name = "send_bmethod";
    k->flags = FRAME_BMETHOD | FRAME_LAMBDA;
    return true;
}

/* Returns the door of a callee with required and optional parameters for `depth` arguments, or NULL for another callee. */
static struct jit_door *
jit_door_of(const struct callee *to, unsigned depth)
{
    if (to->kind != SITE_ISEQ || !to->me || to->me->def->kind != METHOD_ISEQ) return NULL;
    struct iseq_body *body = iseq_body(to->me->def->as.iseq.iseq);
    const cell *entry = way_target(callee_way(to), depth);
    if (body->local_count - depth > JIT_CLEAR_MAX || entry != body_entry(body, depth)) return NULL;
    jit_of(body);
    return jit_door_at(body, entry);
}

enum { KW_FILL_MAX = LIMIT(12, 1) };

/* Compiles a call whose keywords lie in the order of the callee's parameters. */
static bool
jit_keyword_call(struct translation *t, const struct call_cache *cc, unsigned depth, int length)
{
    const struct kw_link *kw = (const struct kw_link *)cc->pic;
    if (!(cc->bits & CACHE_KWARG) || !kw || kw->fill == KW_SHUFFLED || kw->fill > KW_FILL_MAX) return false;
    for (unsigned i = 0; i < kw->fill; i++)
        if (val_heap_p(kw->values[kw->given + i])) return false;
    if (!cc->key0 || !cc->to.me || cc->to.me->def->kind != METHOD_ISEQ) return false;
    struct jit_known_call k = {.cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .name = "send_iseq"};
    k.by_class = jit_wide_p(cc);
    k.callee = iseq_body(cc->to.me->def->as.iseq.iseq);
    k.taken = depth + kw->fill;
    if (k.taken != k.callee->local_count) return false;
    jit_of(k.callee);
    k.door = jit_door_at(k.callee, way_target(callee_way(&cc->to), kw->placed));
    if (!k.door) return false;
    k.keywords = kw;
    jit_known_call(t, &k, length);
    return true;
}

static bool
jit_translate_call(struct translation *t, int id, int length)
{
    unsigned depth = *(const uint16_t *)(t->pc + 1), recv = t->c.height - depth - 1;
    cell *operand = (cell *)t->pc + 2;
    if (t->c.generic || ci_packed_p(operand[0])) return false;
    const struct call_cache *cc = site_cache(site_made_at(operand));
    if (SITE_LAYOUT != SITE_LAYOUT_ONE_LINE || !cc) return false;
    if (id == INSN_invokeblock_iseq) return jit_yield(t, cc, length);
    if (id == INSN_send_iseq_kw) return jit_keyword_call(t, cc, depth, length);
    bool several = id == INSN_send_poly || id == INSN_send_block_poly;
    struct jit_known_call k = {.cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .taken = depth};
    k.by_class = !several && jit_wide_p(cc);
    if (several) {
        VALUE now = jit_value_now(t, recv);
        if (t->c.chain > JIT_CHAIN || site_info(site_made_at(operand))->argc0 != depth) return false;
        if (now == Qundef && t->first) return false;
        if (now == Qundef) { /* perhaps later, when there is something to be looked at */
            jit_put_off(t);
            return true;
        }
        k.key = val_shape(now);
        k.to = jit_entry_for(id, cc, k.key);
    }
    if (!k.to || !k.key) return false;
    if (insn_family(id) == INSN_send && depth <= 1 && jit_frameless(t, cc, k.to, k.key, several, length)) return true;
    if (insn_family(id) != INSN_send || !jit_block_method(&k)) {
        k.door = jit_door_of(k.to, depth);
        if (!k.door) return false;
        k.callee = iseq_body(k.to->me->def->as.iseq.iseq);
        k.name = "send_iseq";
    }
    if (insn_family(id) == INSN_send_block) {
        struct iseq_body *block = iseq_body((VALUE)insn_get_operand(t->pc, 2));
        jit_of(block);
        k.name = "send_iseq_block";
        if (jit_of(k.callee)->yields)
            k.door = jit_door_of_closure(k.callee, k.door, jit_closure_id(block, block->jit->yields ? t->c.block : 0));
    }
    if (several) {
        jit_spill_all(t);
        k.miss = jit_chain_stub(t);
    }
    jit_known_call(t, &k, length);
    return true;
}

/* An operator that is a Ruby method of the receiver that is there now: a call like that of a send. */
static bool
jit_operator_call(struct translation *t, int id, int length)
{
    int family = insn_family(id);
    unsigned depth = family == INSN_send_op2 ? 2 : family == INSN_send_op;
    if (family != INSN_send_op && family != INSN_send_op0 && family != INSN_send_op2) return false;
    const cell *operand = t->pc + insn_operand_offset(id, 0) / (int)sizeof(cell);
    if (SITE_LAYOUT != SITE_LAYOUT_ONE_LINE || t->c.generic || ci_packed_p(*operand) || jit_restless_p(t->pc)) return false;
    unsigned recv = t->c.height - depth - 1;
    VALUE now = jit_value_now(t, recv);
    const struct call_cache *cc = site_cache(site_made_at(operand));
    if (now == Qundef || !val_heap_p(now) || !cc || !cc->key0 || cc->key0 != val_shape(now) || !cc->to.me) return false;
    const struct method_def *def = cc->to.me->def;
    if (def->kind != METHOD_ISEQ) return false;
    struct jit_known_call k = {
        .cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .taken = depth, .name = "send_iseq"};
    k.callee = iseq_body(def->as.iseq.iseq);
    if (!k.callee->simple || k.callee->params.lead != depth || k.callee->local_count - depth > JIT_CLEAR_MAX) return false;
    k.door = &jit_of(k.callee)->first;
    jit_known_call(t, &k, length);
    return true;
}

/* ---- one instruction ---- */

static void
jit_leave_frame(struct translation *t)
{
    unsigned top = t->c.height - 1, r = top < JIT_REGISTERS ? top : 0;
    struct jit_values v = jit_translate_values(t);
    if (top >= JIT_REGISTERS) {
        jit_spill_all(t);
        v.of[HOLE_CELL] = jit_cell_offset(top);
        jit_put(t, jit_find("load0"), &v);
    } else {
        jit_need_register(t, top);
    }
    v.of[HOLE_EXIT] = (intptr_t)jit_translate_stub(t, STUB_LEAVE, t->pc);
    v.of[HOLE_TGT] = (intptr_t)jit_hot;
    v.of[HOLE_EXIT] = (intptr_t)jit_emit_cold(jit_find("leaveside%u", r), &v);
    v.of[HOLE_CELL] = jit_self_offset(t);
    jit_put(t, jit_find("leave%u", r), &v);
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
        if (h < JIT_SLOTS) t->origin[h] = ORIGIN_SELF, t->c.type[h] = t->c.self == 'v' ? 'v' : 'o';
        break;
    }
    case INSN_getlocal: jit_get_local(t, (int)n); break;
    case INSN_setlocal: jit_set_local(t, (int)n); break;
    default: return false;
    }
    t->pc += length;
    return true;
}

/* A leaf instruction with operands in registers. */
static bool
jit_leaf(struct translation *t, int id, int length)
{
    int n = insn_input_count(id);
    if (!insn_leaf_p(id) || t->c.height > JIT_REGISTERS) return false;
    int stencil = jit_find("r%u__%s", t->c.height, insn_name(id));
    if (stencil < 0) return false;
    int64_t ops[8];
    for (int i = 0; i < insn_operand_count(id) && i < 8; i++) ops[i] = insn_get_operand(t->pc, i);
    int out = n + insn_sp_inc(id, ops);
    jit_settle(t);
    for (int i = 0; i < n; i++) jit_need_register(t, t->c.height - 1u - (unsigned)i);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    struct jit_values v = jit_translate_values(t);
    for (int i = 0; i < insn_operand_count(id) && i < 4; i++)
        v.of[HOLE_A0 + i] = insn_operand_type(id, i) == OPERAND_LINDEX ? (intptr_t)ops[i] * 8 : (intptr_t)ops[i];
    jit_put(t, stencil, &v);
    jit_fill_point(t, start);
    if (insn_family(id) != id && jit_hot != start) jit_point_add(t->pc, t->pc, start, context, Qundef);
    jit_drop(t, (unsigned)n);
    for (int i = 0; i < out; i++) jit_push(t, 'v', true);
    if (id == INSN_ary_step) {
        int at = (int)ops[1] + t->body->local_count, v2 = (int)ops[2] + t->body->local_count;
        if (at < JIT_LOCALS) t->c.local[at] = 'f', t->written[at] = true;
        if (v2 < JIT_LOCALS) t->c.local[v2] = 'v', t->written[v2] = true;
        for (unsigned i = 0; i < JIT_SLOTS; i++)
            if (t->origin[i] == at || t->origin[i] == v2) t->origin[i] = ORIGIN_NONE;
    }
    t->pc += length;
    return true;
}

/* Compiles a send or yield whose site holds the callee. */
static bool
jit_linked_p(int id)
{
    switch (id) {
    case INSN_send_iseq:
    case INSN_send_iseq_block:
    case INSN_send_iseq_klass:
    case INSN_send_iseq_block_klass:
    case INSN_send_iseq_kw:
    case INSN_send_bmethod:
    case INSN_send_poly:
    case INSN_send_block_poly:
    case INSN_send_leaf0:
    case INSN_send_leaf1:
    case INSN_send_value0:
    case INSN_send_value1:
    case INSN_send_self0:
    case INSN_send_param1:
    case INSN_send_respond_to:
    case INSN_send_attr_get:
    case INSN_send_attr_get_ext:
    case INSN_send_attr_get_class:
    case INSN_invokeblock_iseq: return true;
    default: return false;
    }
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
    } else if (family == INSN_jump) {
        jit_go_to(t, t->pc + (int32_t)insn_get_operand(t->pc, 0));
    } else if (family == INSN_jumpback) {
        jit_poll(t, t->pc, Qundef);
        jit_go_to(t, pc + (int32_t)insn_get_operand(pc, 0));
    } else if (family == INSN_branchif || family == INSN_branchunless || family == INSN_branchnil ||
               family == INSN_branchif_back || family == INSN_branchunless_back) {
        jit_branch(t, id, NULL, NULL);
    } else if (id == INSN_opt_case_dispatch && jit_case_dispatch(t, length)) {
    } else if (id == INSN_leave) {
        jit_leave_frame(t);
    } else if (jit_linked_p(id) && jit_translate_call(t, id, length)) {
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
    c->self = 'v';
    memset(c->local, 'v', sizeof c->local);
    for (unsigned i = 0; i < height && i < JIT_SLOTS; i++) c->type[i] = 'v';
}

/* Forgets the types of a context, because the pc has enough versions.  Values in registers stay there. */
static void
jit_widen(struct jit_context *c)
{
    memset(c->local, 'v', sizeof c->local);
    c->self = 'v';
    c->self_shape = 0;
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++) c->type[i] = 'v';
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
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS && !t->ended; i++) t->c.type[i] = 'v', t->origin[i] = ORIGIN_NONE;
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
