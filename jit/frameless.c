/*
 * jit/frameless.c - what a call tests of its receiver, and calls whose callee needs no frame.
 *
 * Owns      the guards of a receiver; forms of readers, leaf C methods and methods that return a value, self or an argument.
 * Uses      jit/translate.h, the site's link (call_cache)
 * A site of one class or of several shapes (SITE-9, SITE-10) has a guard of its own before the call, which then tests nothing.  Any
 * other site's call compares the receiver's shape itself, unless the context has that shape.
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

bool
jit_wide_p(const struct call_cache *cc)
{
    return cc->klass || (cc->bits & CACHE_SHAPES);
}

void
jit_guard_class(struct translation *t, const struct call_cache *cc, unsigned recv, bool in_register)
{
    bool self = recv < JIT_SLOTS && t->origin[recv] == ORIGIN_SELF;
    bool shapes = cc->bits & CACHE_SHAPES;
    if (!shapes && self && t->c.self == FACT_SHAPE && shape_get(t->c.self_shape)->klass == cc->klass) return;
    if (!shapes && jit_seen_p(t, recv, 0, cc)) return;
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
    v.of[HOLE_CELL] = jit_cell_offset(recv);
    v.of[HOLE_SITE] = (intptr_t)cc;
    if (in_register) jit_put(t, jit_numbered_at(shapes ? NAME_GUARD_SHAPES : NAME_GUARD_CLASS, recv), &v);
    else jit_put(t, jit_numbered(shapes ? NAME_GUARD_CELL_SHAPES : NAME_GUARD_CELL_CLASS), &v);
    if (!shapes) jit_see(t, recv, 0, cc);
}

enum jit_fact
jit_receiver_type(struct translation *t, shape_id_t key, unsigned recv)
{
    bool looked, self = recv < JIT_SLOTS && t->origin[recv] == ORIGIN_SELF;
    if (!key) return FACT_ANY;
    if (self && t->c.self == FACT_SHAPE && t->c.self_shape == key) return FACT_SHAPE;
    if (jit_seen_p(t, recv, key, NULL)) return FACT_SHAPE;
    if (recv < JIT_SLOTS && jit_fact_implies(t->c.type[recv], FACT_OBJECT)) return FACT_OBJECT;
    enum jit_fact type = jit_fact_of_cell(t, recv, &looked);
    return (self && t->c.self != FACT_ANY) || (jit_fact_implies(type, FACT_OBJECT) && !looked) ? FACT_OBJECT : FACT_ANY;
}

/* Sets the holes for what the callee holds besides its key, by its kind. */
static void
jit_callee_values(struct jit_values *v, const struct callee *to)
{
    switch (to->kind) {
    case SITE_LEAF0:
    case SITE_LEAF1:
    case SITE_LEAF2: v->of[HOLE_ENTRY] = (intptr_t)callee_leaf(to); break;
    case SITE_RESPOND_TO: v->of[HOLE_K] = (intptr_t)callee_answer(to); break;
    case SITE_ATTR_GET_EXT:
        v->of[HOLE_A2] = (intptr_t)callee_block_at(to);
        v->of[HOLE_A3] = (intptr_t)callee_block_index(to) * 8;
        break;
    default: v->of[HOLE_A2] = (intptr_t)callee_offset(to); break;
    }
}

/* Returns the immediate that the callee returns whatever its receiver is, if the arguments are known to be those that it is for.
 * Qundef: there is none. */
static VALUE
jit_constant_result(const struct translation *t, const struct callee *to)
{
    unsigned top = t->c.height - 1;
    uint32_t answer;
    switch (to->kind) {
    case SITE_VALUE0:
    case SITE_VALUE1: return (VALUE)callee_offset(to);
    case SITE_RESPOND_TO:
        answer = callee_answer(to);
        if (!jit_constant_p(t, top) || t->constant[top] != ((VALUE)(answer >> 1) << 8 | SYMBOL_FLAG)) return Qundef;
        return answer & 1 ? Qtrue : Qfalse;
    default: return Qundef;
    }
}

bool
jit_frameless(struct translation *t, const struct call_cache *cc, const struct callee *to, shape_id_t key, bool several,
              int length)
{
    int id = insn_frameless(to->kind);
    if (id < 0 || t->c.height > JIT_REGISTERS) return false;
    unsigned n = (unsigned)insn_input_count(id), recv = t->c.height - n;
    bool by_class = !several && jit_wide_p(cc);
    enum jit_fact type = by_class ? FACT_SHAPE : jit_receiver_type(t, key, recv);
    VALUE result = jit_constant_result(t, to);
    if (result == Qundef) jit_settle(t);
    else jit_settle_below(t, recv + 1);
    for (unsigned i = recv; i < (result == Qundef ? t->c.height : recv + 1u); i++) jit_need_register(t, i);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    if (by_class) jit_guard_class(t, cc, recv, true);
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)(several ? jit_chain_stub(t) : jit_guard_stub(t));
    v.of[HOLE_KEY] = (intptr_t)key;
    jit_callee_values(&v, to);
    if (result == Qundef) jit_put(t, jit_numbered_of(NAME_FRAMELESS, t->c.height, (unsigned)id, type), &v);
    else if (type != FACT_SHAPE) jit_put(t, jit_numbered_of(NAME_GUARD_KEY, recv, 0, type), &v);
    if (!by_class) jit_see(t, recv, key, NULL);
    if (jit_hot == start) jit_put(t, jit_numbered(NAME_NOPS), &v);
    jit_fill_point(t, start);
    VALUE top = t->constant[t->c.height - 1]; /* the argument that was not needed */
    jit_point_add(t->pc, t->pc, start, context, top);
    jit_point_add(cc, t->pc, start, context, top);
    jit_drop(t, n);
    if (result == Qundef) jit_push(t, FACT_ANY, true);
    else jit_push_constant(t, result);
    t->pc += length;
    return true;
}
