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

static bool
jit_variable_p(int origin)
{
    return origin >= 0 || origin <= ORIGIN_OUTER;
}

int
jit_outer_origin(int idx, int level)
{
    enum { LEVELS = 64, INDEXES = 1 << 16 };
    if (level < 1 || level >= LEVELS || idx >= 0 || -idx >= INDEXES) return ORIGIN_NONE;
    return ORIGIN_OUTER - (level * INDEXES - idx);
}

void
jit_see(struct translation *t, unsigned slot, shape_id_t key, const struct call_cache *site)
{
    if (slot >= JIT_SLOTS) return;
    int origin = t->origin[slot];
    bool heap = site || key >= SHAPE_ARRAY0; /* no immediate has such a shape */
    if (heap && t->c.type[slot] == FACT_ANY) jit_learn(t, slot, FACT_OBJECT);
    if (!heap || !jit_variable_p(origin)) return;
    jit_unsee(t, origin);
    t->seen[t->seen_next] = (struct jit_seen){origin, site ? 0 : key, site};
    t->seen_next = (t->seen_next + 1) % JIT_SEEN;
}

bool
jit_seen_p(const struct translation *t, unsigned slot, shape_id_t key, const struct call_cache *site)
{
    if (slot >= JIT_SLOTS || !jit_variable_p(t->origin[slot])) return false;
    for (unsigned i = 0; i < JIT_SEEN; i++) {
        const struct jit_seen *s = &t->seen[i];
        if (s->origin != t->origin[slot]) continue;
        if (!site) return s->shape == key;
        return site->klass && (s->shape ? shape_get(s->shape)->klass : s->site->klass) == site->klass;
    }
    return false;
}

void
jit_unsee(struct translation *t, int origin)
{
    for (unsigned i = 0; i < JIT_SEEN; i++)
        if (t->seen[i].origin == origin) t->seen[i].origin = ORIGIN_NONE;
}

void
jit_unsee_all(struct translation *t)
{
    for (unsigned i = 0; i < JIT_SEEN; i++) t->seen[i].origin = ORIGIN_NONE;
    t->writable = false;
}

void
jit_unsee_outer(struct translation *t)
{
    for (unsigned i = 0; i < JIT_SEEN; i++)
        if (t->seen[i].origin <= ORIGIN_OUTER) t->seen[i].origin = ORIGIN_NONE;
    for (unsigned i = 0; i < JIT_SLOTS; i++)
        if (t->origin[i] <= ORIGIN_OUTER) t->origin[i] = ORIGIN_NONE;
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
    jit_unsee_all(t);
}
