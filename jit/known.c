/*
 * jit/known.c - the types of the cells in a translation, and their values when the compiler was called.
 *
 * Owns      the rules by which facts come and go.
 * Uses      jit/translate.h
 * TRANS-3 and TRANS-4 hold here: a fact comes from a guard or from the context, and a value that the frame has is a hint.
 * JITC-3 holds here: jit_forget_unstable() takes away what Ruby code can make untrue.
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/jit/translate.h"

void
jit_learn(struct translation *t, unsigned slot, enum jit_fact type)
{
    if (slot >= JIT_SLOTS) return;
    t->c.type[slot] = type;
    int from = t->origin[slot];
    if (from >= 0 && from < JIT_LOCALS) t->c.local[from] = type;
}

VALUE
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

enum jit_fact
jit_fact_of_cell(const struct translation *t, unsigned slot, bool *looked)
{
    *looked = false;
    if (slot >= JIT_SLOTS) return FACT_ANY;
    if (jit_constant_p(t, slot)) return jit_fact_of(t->constant[slot]);
    enum jit_fact type = t->c.type[slot];
    if (type != FACT_ANY && type != FACT_OBJECT) return type;
    *looked = true;
    VALUE now = jit_value_now(t, slot);
    return now == Qundef ? FACT_NONE : jit_fact_of(now);
}

void
jit_forget_unstable(struct translation *t)
{
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS; i++) t->c.type[i] = jit_fact_lasting(t->c.type[i]);
    bool all = t->c.escaped || t->j->has_blocks;
    for (unsigned i = 0; i < JIT_LOCALS; i++) t->c.local[i] = all ? FACT_ANY : jit_fact_lasting(t->c.local[i]);
    t->c.self = jit_fact_lasting(t->c.self);
    t->c.self_shape = 0;
    for (unsigned i = 0; i < JIT_SLOTS; i++)
        if (t->origin[i] != ORIGIN_SELF) t->origin[i] = ORIGIN_NONE;
    memset(t->written, true, sizeof t->written);
}
