/*
 * jit/case.c - a `case` over literals.
 *
 * Owns      opt_case_dispatch.
 * Uses      jit/translate.h
 * A table of a few immediates is compiled to comparisons, one after the other.  Any other table is read by C, and comparisons by
 * halves find the way of the offset that C returns.
 * CASE-1    Each offset of a table is one way, whatever the number of its keys; the ways are in ascending order.
 * CASE-2    Code contains immediates only: no key of a linear table is in the heap.
 * Threads   All under the VM lock.
 * Checked   test/test_jit.rb
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/jit/translate.h"

enum { CASE_WAYS_MAX = LIMIT(1024, 3), CASE_ROW = LIMIT(4, 1) /* so many ways are compared one after the other */ };

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
        jit_put(t, jit_numbered_at(NAME_CASE_BELOW, r), &v);
        uint8_t *below = jit_hot - ARCH_DISPLACEMENT_BYTES; /* the stencil ends with the branch */
        VM_ASSERT(arch_target(below) == (const uint8_t *)jit_interpret_code);
        jit_put_ways(t, w, middle, end, r, tests);
        arch_set_target(below, jit_hot);
        jit_put_ways(t, w, from, middle, r, tests);
        return;
    }
    for (unsigned i = from; i + 1 < end; i++) {
        v.of[HOLE_A0] = w->to[i];
        jit_put_way(t, jit_numbered_at(NAME_CASE_AT, r), v, w->to[i], tests);
    }
    jit_put_way(t, jit_numbered(NAME_JUMP), v, w->to[end - 1], tests);
}

/* A table of immediates; the key, in register r, is on the stack no longer.  leave: the interpreter looks it up. */
static void
jit_linear_case(struct translation *t, const struct case_ways *w, unsigned r, const uint8_t *leave, const cell *tests)
{
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)leave;
    jit_put(t, jit_numbered(NAME_CASE_BASIC), &v);
    for (size_t i = 0; i < ary_len(w->table); i += 2) {
        VALUE key = ary_at(w->table, i);
        v.of[HOLE_K] = (intptr_t)key;
        jit_put_way(t, jit_numbered_at(jit_fits32_p(key) ? NAME_CASE_IS : NAME_CASE_IS_FAR, r), v,
                    (int32_t)fix_int(ary_at(w->table, i + 1)), tests);
    }
    jit_put_way(t, jit_numbered_at(NAME_CASE_IMMEDIATE, r), v, w->otherwise, tests);
    jit_put_way(t, jit_numbered_at(NAME_CASE_OBJECT, r), v, 0, tests);
    jit_put(t, jit_numbered_at(NAME_CASE_FLOAT, r), &v);
    jit_put_way(t, jit_numbered(NAME_JUMP), v, w->otherwise, tests);
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

bool
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
        jit_put(t, jit_numbered_at(NAME_CASE_FIND, r), &v);
        jit_put_ways(t, &w, 0, w.count, r, tests);
    }
    t->ended = true;
    return true;
}
