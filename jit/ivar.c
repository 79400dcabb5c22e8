/*
 * jit/ivar.c - instance variables of self, by its shape.
 *
 * Owns      getivar and setivar where the shape of self decides the place of the field.
 * Uses      jit/translate.h, vm_ivar_locate()
 * Shape and name alone determine the place, so such code reads no cache of the instruction and has no point.  Each shape of self is
 * a link of a chain; after JIT_CHAIN links the general form follows.
 * JIVAR-1   A shape that code or a context names is kept (shape_keep_id()): its id never gets another meaning (SHAPE-6).
 * Threads   All under the VM lock.
 * Checked   test/test_jit.rb, all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"
#include "internal/ractor.h"

/* Returns the shape that self has now, with a guard if the context does not have it.  Returns 0 if the shape is unknown. */
static shape_id_t
jit_know_self(struct translation *t)
{
    VALUE self = frame_self_in(t->fp, t->body);
    if (t->c.self == FACT_SHAPE) return t->c.self_shape;
    if (!val_heap_p(self) || !obj_shape(self)) return 0;
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_CELL] = jit_self_offset(t);
    v.of[HOLE_KEY] = (intptr_t)obj_shape(self);
    v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
    if (t->c.self == FACT_ANY) jit_put(t, jit_numbered_of(NAME_GUARD_CELL, 0, 0, FACT_OBJECT), &v);
    t->c.self = FACT_OBJECT;
    v.of[HOLE_EXIT] = (intptr_t)jit_chain_stub(t);
    jit_put(t, jit_numbered(NAME_GUARD_SHAPE), &v);
    t->c.self = FACT_SHAPE;
    t->c.self_shape = obj_shape(self);
    return t->c.self_shape;
}

/* Where the field is that an instruction names, in the shape that self has.  *next: the shape that a store of it leads to,
 * 0: the same. */
static enum vm_ivar_place
jit_find_field(struct translation *t, bool set, uint64_t *where, shape_id_t *next)
{
    VALUE self = frame_self_in(t->fp, t->body);
    shape_id_t shape = t->c.self == FACT_SHAPE ? t->c.self_shape : val_heap_p(self) ? obj_shape(self) : 0;
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
        if (t->c.in_register[i]) jit_emit_cold(jit_numbered_at(NAME_STORE, i), &s);
    }
    s.of[HOLE_K] = (intptr_t)vm_setivar_slow;
    jit_emit_cold(jit_numbered_at(NAME_PUTFAR, 0), &s);
    s.of[HOLE_A0] = (intptr_t)insn_length(insn_base(insn_at(t->pc))) * (intptr_t)sizeof(cell);
    jit_emit_cold(jit_numbered(NAME_SLOW), &s);
    for (unsigned i = 0; i < slot; i++) {
        s.of[HOLE_CELL] = jit_cell_offset(i);
        if (t->c.in_register[i]) jit_emit_cold(jit_numbered_at(NAME_LOAD, i), &s);
    }
    return jit_emit_jump_cold(jit_cold);
}

/* Returns whether a store of the cell's value needs no write barrier: it is an immediate. */
static bool
jit_immediate_p(const struct translation *t, unsigned slot)
{
    if (jit_constant_p(t, slot)) return !val_heap_p(t->constant[slot]);
    enum jit_fact type = t->c.type[slot];
    return type == FACT_FIXNUM || type == FACT_FLONUM || type == FACT_BOOL;
}

/* Emits a store to self, `form` with v.  The value is in its register.  bare: nothing has to be tested. */
static void
jit_store(struct translation *t, struct jit_values v, unsigned form, bool bare)
{
    uint8_t *slow = jit_cold, *back = bare ? NULL : jit_store_slowly(t, v, t->c.height - 1u);
    v.of[HOLE_EXIT] = (intptr_t)slow;
    jit_put(t, jit_numbered_of(bare ? NAME_OF_WRITABLE : NAME_OF_SELF, t->c.height, form, 0), &v);
    if (v.of[HOLE_IC1]) jit_unsee_all(t); /* a local may be self, too */
    if (v.of[HOLE_IC1] && form == INSN_setivar) jit_put(t, jit_numbered(NAME_SET_SHAPE), &v);
    if (back) arch_set_target(back, jit_hot);
    t->writable = true;
}

bool
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
    bool bare = set && t->writable && jit_immediate_p(t, slot);
    if (set) jit_need_register(t, slot);
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_A0] = jit_self_offset(t);
    v.of[HOLE_IC0] = (intptr_t)(uint32_t)where;
    v.of[HOLE_IC1] = (intptr_t)(uint32_t)next;
    v.of[HOLE_A2] = (intptr_t)(place == VM_IVAR_EXT ? ivar_block_at(where) : ivar_offset(where));
    v.of[HOLE_A3] = (intptr_t)ivar_block_index(where) * 8;
    int form = set                    ? place == VM_IVAR_EXT ? INSN_setivar_ext : INSN_setivar
               : place == VM_IVAR_EXT ? INSN_getivar_ext
                                      : INSN_getivar;
    if (set) {
        jit_store(t, v, (unsigned)form, bare);
        jit_drop(t, 1);
        if (next) shape_keep_id(t->c.self_shape = next); /* contexts name it, too */
    } else {
        jit_put(t, jit_numbered_of(NAME_OF_SELF, h, (unsigned)form, 0), &v);
        jit_push(t, FACT_ANY, true);
    }
    t->pc += length; /* no point: shapes keep their meaning, whatever the instruction's handler is */
    return true;
}
