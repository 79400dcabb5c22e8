/*
 * jit/operands.c - the operand stack of a translation, and the locals that move to and from it.
 *
 * Owns      where a cell is: constant[] and in_register (TRANS-2).
 * Uses      jit/translate.h
 * A push or a move of a constant emits no code.  The value is stored when a stencil, a jump or another version needs it.  Cells from
 * JIT_SLOTS up are always stored.
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

void
jit_push(struct translation *t, enum jit_fact type, bool in_register)
{
    unsigned h = t->c.height++;
    if (h >= JIT_SLOTS) return;
    t->c.type[h] = type;
    t->c.in_register[h] = in_register;
    t->constant[h] = Qundef;
    t->origin[h] = ORIGIN_NONE;
}

void
jit_push_constant(struct translation *t, VALUE k)
{
    unsigned h = t->c.height;
    jit_push(t, jit_fact_of(k), false);
    if (h < JIT_SLOTS) {
        t->constant[h] = k;
        return;
    }
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_CELL] = jit_cell_offset(h);
    v.of[HOLE_K] = (intptr_t)k;
    jit_put(t, jit_numbered(jit_fits32_p(k) ? NAME_FILL : NAME_FILLFAR), &v);
}

void
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

void
jit_need_register(struct translation *t, unsigned slot)
{
    struct jit_values v = jit_translate_values(t);
    if (t->c.in_register[slot]) return;
    if (jit_constant_p(t, slot)) {
        v.of[HOLE_K] = (intptr_t)t->constant[slot];
        jit_put(t, jit_numbered_at(jit_fits32_p(t->constant[slot]) ? NAME_PUT : NAME_PUTFAR, slot), &v);
        t->constant[slot] = Qundef;
    } else {
        v.of[HOLE_CELL] = jit_cell_offset(slot);
        jit_put(t, jit_numbered_at(NAME_LOAD, slot), &v);
    }
    t->c.in_register[slot] = 1;
}

void
jit_spill(struct translation *t, unsigned slot)
{
    struct jit_values v = jit_translate_values(t);
    if (slot >= JIT_SLOTS) return;
    v.of[HOLE_CELL] = jit_cell_offset(slot);
    if (t->c.in_register[slot]) {
        jit_put(t, jit_numbered_at(NAME_STORE, slot), &v);
        t->c.in_register[slot] = 0;
    } else if (jit_constant_p(t, slot)) {
        v.of[HOLE_K] = (intptr_t)t->constant[slot];
        jit_put(t, jit_numbered(jit_fits32_p(t->constant[slot]) ? NAME_FILL : NAME_FILLFAR), &v);
        t->constant[slot] = Qundef;
    }
}

void
jit_spill_all(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++) jit_spill(t, i);
}

void
jit_settle(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++) {
        if (!jit_constant_p(t, i)) continue;
        if (i < JIT_REGISTERS) jit_need_register(t, i);
        else jit_spill(t, i);
    }
}

void
jit_settle_below(struct translation *t, unsigned base)
{
    for (unsigned i = 0; i < base && i < JIT_SLOTS; i++) {
        if (!jit_constant_p(t, i)) continue;
        if (i < JIT_REGISTERS) jit_need_register(t, i);
        else jit_spill(t, i);
    }
}

void
jit_fill_constants(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++) {
        if (!jit_constant_p(t, i)) continue;
        struct jit_values k = jit_translate_values(t);
        k.of[HOLE_K] = (intptr_t)t->constant[i];
        k.of[HOLE_CELL] = jit_cell_offset(i);
        t->c.type[i] = jit_fact_of(t->constant[i]);
        jit_put(t, jit_numbered(jit_fits32_p(t->constant[i]) ? NAME_FILL : NAME_FILLFAR), &k);
        t->constant[i] = Qundef;
    }
}

void
jit_copy_up(struct translation *t, unsigned from)
{
    unsigned h = t->c.height;
    struct jit_values v = jit_translate_values(t);
    if (jit_constant_p(t, from) && h < JIT_SLOTS) {
        VALUE k = t->constant[from];
        jit_push(t, jit_fact_of(k), false);
        t->constant[h] = k;
        return;
    }
    if (from >= JIT_REGISTERS) { /* by way of a register that is free for a moment: none is; the general way */
        t->failed = true;
        return;
    }
    jit_need_register(t, from);
    enum jit_fact type = t->c.type[from];
    int origin = t->origin[from];
    if (h < JIT_REGISTERS) {
        jit_put(t, jit_numbered_of(NAME_MOVE, h, 0, from), &v);
        jit_push(t, type, true);
    } else {
        v.of[HOLE_CELL] = jit_cell_offset(h);
        jit_put(t, jit_numbered_at(NAME_STORE, from), &v);
        jit_push(t, type, false);
    }
    if (h < JIT_SLOTS) t->origin[h] = origin == ORIGIN_CELL ? ORIGIN_NONE : origin;
}

void
jit_swap_top(struct translation *t)
{
    unsigned b = t->c.height - 1, a = b - 1;
    if (b >= JIT_REGISTERS) {
        t->failed = true;
        return;
    }
    enum jit_fact type = t->c.type[a];
    struct jit_values v = jit_translate_values(t);
    jit_need_register(t, a);
    jit_need_register(t, b);
    v.of[HOLE_CELL] = jit_cell_offset(a);
    jit_put(t, jit_numbered_at(NAME_STORE, a), &v);
    jit_put(t, jit_numbered_of(NAME_MOVE, a, 0, b), &v);
    jit_put(t, jit_numbered_at(NAME_LOAD, b), &v);
    t->c.type[a] = t->c.type[b];
    t->c.type[b] = type;
    t->origin[a] = t->origin[b] = ORIGIN_NONE;
}

void
jit_set_below(struct translation *t, unsigned n)
{
    unsigned top = t->c.height - 1, to = top - n;
    struct jit_values v = jit_translate_values(t);
    if (n == 0) return;
    if (jit_constant_p(t, top) && to < JIT_SLOTS) {
        t->constant[to] = t->constant[top];
        t->c.in_register[to] = 0;
        t->c.type[to] = jit_fact_of(t->constant[top]);
        t->origin[to] = ORIGIN_NONE;
        return;
    }
    if (top >= JIT_REGISTERS) {
        t->failed = true;
        return;
    }
    jit_need_register(t, top);
    jit_put(t, jit_numbered_of(NAME_MOVE, to, 0, top), &v);
    t->c.in_register[to] = 1;
    t->constant[to] = Qundef;
    t->c.type[to] = t->c.type[top];
    t->origin[to] = ORIGIN_NONE;
}

void
jit_get_local(struct translation *t, int idx)
{
    unsigned h = t->c.height;
    int local = idx + (int)t->body->local_count;
    struct jit_values v = jit_translate_values(t);
    enum jit_fact type = local >= 0 && local < JIT_LOCALS ? t->c.local[local] : FACT_ANY; /* self is local -1 */
    if (h < JIT_REGISTERS) {
        v.of[HOLE_CELL] = (intptr_t)idx * 8;
        jit_put(t, jit_numbered_at(NAME_LOAD, h), &v);
        jit_push(t, type, true);
    } else {
        jit_put(t, jit_numbered(NAME_GETLOCAL), &v);
        jit_push(t, type, false);
    }
    if (h < JIT_SLOTS) t->origin[h] = local;
}

void
jit_set_local(struct translation *t, int idx)
{
    unsigned top = t->c.height - 1;
    int local = idx + (int)t->body->local_count;
    struct jit_values v = jit_translate_values(t);
    enum jit_fact type = top < JIT_SLOTS ? t->c.type[top] : FACT_ANY;
    if (jit_constant_p(t, top)) {
        type = jit_fact_of(t->constant[top]);
        v.of[HOLE_CELL] = (intptr_t)idx * 8;
        v.of[HOLE_K] = (intptr_t)t->constant[top];
        jit_put(t, jit_numbered(jit_fits32_p(t->constant[top]) ? NAME_FILL : NAME_FILLFAR), &v);
    } else if (top < JIT_REGISTERS) {
        jit_need_register(t, top);
        v.of[HOLE_CELL] = (intptr_t)idx * 8;
        jit_put(t, jit_numbered_at(NAME_STORE, top), &v);
    } else {
        jit_put(t, jit_numbered(NAME_SETLOCAL), &v);
    }
    jit_drop(t, 1);
    for (unsigned i = 0; i < JIT_SLOTS; i++)
        if (t->origin[i] == local) t->origin[i] = ORIGIN_NONE;
    jit_unsee(t, local);
    if (local >= JIT_LOCALS) return;
    t->c.local[local] = type;
    t->written[local] = true;
}
