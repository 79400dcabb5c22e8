/*
 * jit/typed.c - forms for operands of known types, and leaf instructions with operands in registers.
 *
 * Owns      which variant of an instruction (attr jit in insns.def) is taken, and which operands are guarded first.
 * Uses      jit/translate.h, the list of variants (jit/table.c)
 * The first variant that the operands fit is taken, so insns.def lists them from the most special to the most general.  A comparison
 * takes the branch after it along if the table has the two in one stencil.
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

/* Marks, in place of an operand's letter, the forms that are of self: jit/ivar.c. */
enum { OF_SELF = 'Y' };

/* Returns what a variant requires of operand i. */
static enum jit_fact
jit_variant_operand(const struct jit_variant *v, int i)
{
    return jit_fact_of_letter(v->types[i]);
}

/* Returns what is known of a variant's result.  D is a flonum in a register, and any Float in a cell. */
static enum jit_fact
jit_variant_result(const struct jit_variant *v, bool in_register)
{
    if (v->result == 'D') return in_register ? FACT_FLONUM : FACT_ANY;
    return jit_fact_of_letter(v->result);
}

/* Returns the first variant of id that the n operands fit.  Sets *unknown if the type of an operand is unknown, and looked[i] if the
 * type of operand i must be guarded. */
static const struct jit_variant *
jit_find_variant(const struct translation *t, int id, int n, bool *looked, bool *unknown)
{
    int count;
    const struct jit_variant *variants = jit_variants_of(id, &count);
    enum jit_fact is[4] = {FACT_NONE};
    *unknown = false;
    if (!count || variants[0].types[0] == OF_SELF) return NULL;
    for (int i = 0; i < n; i++) {
        is[i] = jit_fact_of_cell(t, t->c.height - (unsigned)(n - i), &looked[i]);
        if (is[i] == FACT_NONE) *unknown = true;
    }
    for (int k = 0; k < count; k++) {
        bool fits = true;
        for (int i = 0; i < n && fits; i++) {
            enum jit_fact wanted = jit_variant_operand(&variants[k], i);
            fits = wanted == FACT_ANY || jit_fact_implies(is[i], wanted);
        }
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
    jit_general(t, id, length, ops, found);
    unsigned top = t->c.height - 1u;
    enum jit_fact result = jit_variant_result(found, false);
    if (!t->ended && result != FACT_ANY && top < JIT_SLOTS) t->c.type[top] = result;
}

/* A variant in registers, n operands; the branch after a comparison comes with it. */
static void
jit_typed_in_registers(struct translation *t, int id, int length, const struct jit_variant *found, int n)
{
    unsigned base = t->c.height - (unsigned)n;
    VALUE k = n == 2 && t->c.height - 1 < JIT_SLOTS ? t->constant[t->c.height - 1] : Qundef;
    bool constant = k != Qundef && jit_variant_operand(found, 1) == FACT_FIXNUM && jit_fits32_p(k);
    for (int i = 0; i < n - constant; i++) jit_need_register(t, base + (unsigned)i);
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_K] = (intptr_t)k;
    jit_settle_below(t, base);
    v.of[HOLE_EXIT] = (intptr_t)jit_guard_stub(t);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    const cell *pc = t->pc;
    unsigned height = t->c.height - constant, variant = jit_variant_number(found);
    int follows = jit_variant_result(found, true) == FACT_BOOL ? jit_next_branch(t, length) : -1;
    int fused = -1;
    if (follows >= 0) {
        bool when = insn_branch(follows) == BRANCH_if;
        enum jit_name name = constant ? when ? NAME_TYPED_CONSTANT_IF : NAME_TYPED_CONSTANT_UNLESS
                             : when   ? NAME_TYPED_IF
                                      : NAME_TYPED_UNLESS;
        fused = jit_numbered_of(name, height, variant, 0);
    }
    if (fused >= 0) {
        jit_drop(t, (unsigned)n);
        t->pc += length;
        jit_branch(t, insn_base(insn_at(t->pc)), fused, &v);
    } else {
        jit_put(t, jit_numbered_of(constant ? NAME_TYPED_CONSTANT : NAME_TYPED, height, variant, 0), &v);
        if (t->failed) return;
        jit_drop(t, (unsigned)n);
        jit_push(t, jit_variant_result(found, true), true);
        t->pc += length;
    }
    jit_fill_point(t, start);
    if (jit_hot != start) jit_point_add(pc, pc, start, context, constant ? k : Qundef);
}

/* Tries the variants of id.  false: none fits. */
bool
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
        if (looked[i] && jit_variant_operand(found, i) != FACT_ANY)
            jit_guard(t, t->c.height - (unsigned)(n - i), jit_variant_operand(found, i));
    if (t->failed) return true;
    if (t->c.height <= JIT_REGISTERS && !found->cells_only) jit_typed_in_registers(t, id, length, found, n);
    else jit_typed_in_cells(t, id, length, found);
    return true;
}

/* Notes the types of the locals that the instruction stores to, by writes() in insns.def. */
static void
jit_note_writes(struct translation *t, int id, const int64_t *ops)
{
    for (int n = 0; n < insn_operand_count(id); n++) {
        char letter = insn_writes(id, n);
        if (!letter) continue;
        int local = (int)ops[n] + t->body->local_count;
        if (local < JIT_LOCALS) t->c.local[local] = jit_fact_of_letter(letter), t->written[local] = true;
        for (unsigned i = 0; i < JIT_SLOTS; i++)
            if (t->origin[i] == local) t->origin[i] = ORIGIN_NONE;
        jit_unsee(t, local);
    }
}

/* Notes from where the value is that a leaf instruction pushed, and what one that writes makes untrue. */
static void
jit_note_outer(struct translation *t, int id, const int64_t *ops)
{
    if (!insn_pure_p(id)) jit_unsee_outer(t);
    if (id == INSN_getlocal1 || id == INSN_getlocaln)
        t->origin[t->c.height - 1] = jit_outer_origin((int)ops[0], id == INSN_getlocal1 ? 1 : (int)ops[1]);
}

/* A leaf instruction with operands in registers. */
bool
jit_leaf(struct translation *t, int id, int length)
{
    int n = insn_input_count(id);
    if (!insn_leaf_p(id) || t->c.height > JIT_REGISTERS) return false;
    int stencil = jit_numbered_of(NAME_LEAF, t->c.height, (unsigned)id, 0);
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
    for (int i = 0; i < out; i++) jit_push(t, FACT_ANY, true);
    jit_note_writes(t, id, ops);
    jit_note_outer(t, id, ops);
    t->pc += length;
    return true;
}
