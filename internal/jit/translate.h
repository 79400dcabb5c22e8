/*
 * jit/translate.h - one translation, and the interfaces between the files that make it.
 *
 * Owns      struct translation: the version being made, and where each cell of the operand stack is.
 * Uses      jit/compiler.h
 * TRANS-1   A translation is copied to try an instruction, and the copy is restored if the instruction failed.  It holds no pointer
 *           to memory that it owns.
 * TRANS-2   A cell of the lowest JIT_SLOTS is at one place: a constant (constant[] is not Qundef, in_register is 0), a register
 *           (in_register is 1), or its own cell.
 * TRANS-3   The values in fp's frame are read only as a hint of the values that the code will process.  Code relies on a value or type
 *           only after a guard,
 *           or where the context has the fact.
 * TRANS-4   jit_value_now() returns a cell's value only if no code of this version has written it.
 * TRANS-5   A function that returns bool compiles the instruction at pc and returns true, or emits nothing that changes a value and
 *           returns false.
 * TRANS-6   An instruction that failed has only moved values between registers and cells.
 * TRANS-7   No context has what seen[] and writable hold.  The translator forgets it where other code may jump to, and after each
 *           operation that may run Ruby code, change a shape or write the local.
 * Threads   All under the VM lock.
 * Checked   test/test_jit.rb, all tests with --jit-call-threshold=1
 */
#ifndef FACET_INTERNAL_JIT_TRANSLATE_H
#define FACET_INTERNAL_JIT_TRANSLATE_H

#include "internal/jit/compiler.h"

/* Where a cell's value came from, if it is not a local of the frame: a local of a parent is ORIGIN_OUTER or less. */
enum {
    ORIGIN_NONE = -1,
    ORIGIN_SELF = -2,
    ORIGIN_CELL = -3, /* its own cell, as it was when the compiler was called */
    ORIGIN_OUTER = -16
};
enum { JIT_SEEN = 4 };

/* Holds a variable whose value passed a guard: of a shape, or (if shape is 0) of the class of a site. */
struct jit_seen {
    int origin; /* ORIGIN_NONE: the entry is free */
    shape_id_t shape;
    const struct call_cache *site;
};

struct translation {
    struct iseq_body *body;
    struct jit_iseq *j;
    VALUE *fp; /* the frame, to be looked at (TRANS-3) */
    const cell *pc;
    struct jit_context c;
    VALUE constant[JIT_SLOTS]; /* Qundef: none */
    int origin[JIT_SLOTS];     /* local, or ORIGIN_ */
    bool written[JIT_LOCALS];  /* set since the compiler was called: the frame's value is another one */
    struct jit_seen seen[JIT_SEEN];
    uint8_t seen_next; /* the entry that the next variable takes */
    bool writable;     /* self passed the test of a store: it is not frozen */
    bool first;        /* nothing emitted yet: this instruction is where the version begins */
    bool ended;
    bool failed;
};

static inline intptr_t
jit_cell_offset(unsigned slot)
{
    return (intptr_t)(FRAME_CELLS + slot) * 8;
}

static inline intptr_t
jit_self_offset(const struct translation *t)
{
    return -((intptr_t)t->body->local_count + 1) * 8;
}

/* Returns the values of holes that each stencil may have: the instruction's address and the height of its stack. */
static inline struct jit_values
jit_translate_values(const struct translation *t)
{
    struct jit_values v = {{0}};
    v.of[HOLE_PC] = (intptr_t)t->pc;
    v.of[HOLE_SPO] = jit_cell_offset(t->c.height);
    return v;
}

static inline bool
jit_constant_p(const struct translation *t, unsigned slot)
{
    return slot < JIT_SLOTS && t->constant[slot] != Qundef;
}

/* Emits a stencil.  The translation fails if there is none (-1). */
static inline void
jit_put(struct translation *t, int stencil, const struct jit_values *v)
{
    if (stencil < 0) {
        t->failed = true;
        return;
    }
    t->first = false;
    jit_emit(stencil, v);
}

/* jit/name.c: stencils by number; -1: there is none */
#define JIT_NAMES(X)                         \
    X(LOAD, "load%h")                        \
    X(STORE, "store%h")                      \
    X(PUT, "put%h")                          \
    X(PUTFAR, "putfar%h")                    \
    X(FILL, "fill")                          \
    X(FILLFAR, "fillfar")                    \
    X(MOVE, "move%h_%s")                     \
    X(GETLOCAL, "m__getlocal")               \
    X(SETLOCAL, "m__setlocal")               \
    X(GUARD, "guard_%f%h")                   \
    X(GUARD_CELL, "guardcell_%f")            \
    X(GUARD_SHAPE, "guard_shape")            \
    X(GUARD_KEY, "guardkey%h_%f")            \
    X(SET_SHAPE, "setshape")                 \
    X(GUARD_CLASS, "guardclass%h")           \
    X(GUARD_SHAPES, "guardshapes%h")         \
    X(GUARD_CELL_CLASS, "guardcell_class")   \
    X(GUARD_CELL_SHAPES, "guardcell_shapes") \
    X(STRESS, "stress")                      \
    X(CHECK, "check")                        \
    X(CHECK_CANCEL, "checkcancel")           \
    X(POLL, "poll")                          \
    X(SLOW, "slow")                          \
    X(THROW, "throw")                        \
    X(JUMP, "jump")                          \
    X(NOPS, "nops")                          \
    X(LEAVE, "leave%h")                      \
    X(LEAVE_SIDE, "leaveside%h")             \
    X(BRANCH_NIL, "branchnil%h")             \
    X(BRANCH_IF, "branchif%h")               \
    X(BRANCH_UNLESS, "branchunless%h")       \
    X(CASE_BELOW, "casebelow%h")             \
    X(CASE_AT, "caseat%h")                   \
    X(CASE_BASIC, "casebasic")               \
    X(CASE_IS, "caseis%h")                   \
    X(CASE_IS_FAR, "caseisfar%h")            \
    X(CASE_IMMEDIATE, "caseimmediate%h")     \
    X(CASE_OBJECT, "caseobject%h")           \
    X(CASE_FLOAT, "casefloat%h")             \
    X(CASE_FIND, "casefind%h")               \
    X(FAR, "far")                            \
    X(FAR_BODY, "far__%i")                   \
    X(GENERAL, "m__%i")                      \
    X(LEAF, "r%h__%i")                       \
    X(OF_SELF, "r%h__%i__YS")                \
    X(OF_WRITABLE, "r%h__%i__YW")            \
    X(CALL, "call%h__%i__%f")                \
    X(FRAMELESS, "s%h__%i__%f")              \
    X(TYPED_CELLS, "m__%v")                  \
    X(TYPED, "r%h__%v")                      \
    X(TYPED_IF, "r%h__%v__if")               \
    X(TYPED_UNLESS, "r%h__%v__unless")       \
    X(TYPED_CONSTANT, "k%h__%v")             \
    X(TYPED_CONSTANT_IF, "k%h__%v__if")      \
    X(TYPED_CONSTANT_UNLESS, "k%h__%v__unless")
enum jit_name {
#define NAME(name, form) NAME_##name,
    JIT_NAMES(NAME)
#undef NAME
        NAME__COUNT
};
/* what: an instruction, or the number of a variant; fact: a fact, or a second slot. */
int jit_numbered_of(enum jit_name name, unsigned height, unsigned what, unsigned fact);

static inline int
jit_numbered_at(enum jit_name name, unsigned height)
{
    return jit_numbered_of(name, height, 0, 0);
}

static inline int
jit_numbered(enum jit_name name)
{
    return jit_numbered_of(name, 0, 0, 0);
}

/* Makes the code that begins at start long enough for a point, if there is any (JITC-6). */
static inline void
jit_fill_point(struct translation *t, const uint8_t *start)
{
    struct jit_values v = {{0}};
    if (jit_hot != start && jit_hot - start < ARCH_JUMP_BYTES) jit_put(t, jit_numbered(NAME_NOPS), &v);
}

/* jit/known.c: what is known of cells */
void jit_learn(struct translation *t, unsigned slot, enum jit_fact type);
/* Returns the value that a cell holds now, or Qundef if code has written it since the compiler was called (TRANS-4). */
VALUE jit_value_now(const struct translation *t, unsigned slot);
/* Returns what is known of a cell.  Sets *looked if the type was read from the cell's current value, so that code must guard it.
 * Returns FACT_NONE if the value is unknown. */
enum jit_fact jit_fact_of_cell(const struct translation *t, unsigned slot, bool *looked);
/* Notes that a cell's value passed a guard: of shape key, or of the class of `site`, if that is not NULL. */
void jit_see(struct translation *t, unsigned slot, shape_id_t key, const struct call_cache *site);
/* Returns whether an earlier guard of this translation settled that the cell's value is of this shape, or of the class of `site`. */
bool jit_seen_p(const struct translation *t, unsigned slot, shape_id_t key, const struct call_cache *site);
/* Forgets what was seen of a variable that is written. */
void jit_unsee(struct translation *t, int origin);
/* Forgets what was seen of all variables, and whether self is frozen. */
void jit_unsee_all(struct translation *t);
/* Forgets from where the cells have values of a parent's locals, and what was seen of those. */
void jit_unsee_outer(struct translation *t);
/* Returns the origin of local idx, `level` parents up. */
int jit_outer_origin(int idx, int level);
/* Forgets what an instruction that may run Ruby code can have made untrue. */
void jit_forget_unstable(struct translation *t);

/* jit/operands.c: the operand stack and the locals */
void jit_push(struct translation *t, enum jit_fact type, bool in_register);
void jit_push_constant(struct translation *t, VALUE k);
void jit_drop(struct translation *t, unsigned n);
/* Moves a cell's value into its register. */
void jit_need_register(struct translation *t, unsigned slot);
/* Stores a value that the context keeps in a register or as a constant into its cell. */
void jit_spill(struct translation *t, unsigned slot);
void jit_spill_all(struct translation *t);
/* Moves constants to where a version expects values: registers, or cells above them. */
void jit_settle(struct translation *t);
/* Does what jit_settle() does, for the cells below `base`. */
void jit_settle_below(struct translation *t, unsigned base);
/* Stores the constants into their cells before a branch, for both sides.  The operands of a fused comparison lie above them. */
void jit_fill_constants(struct translation *t);
void jit_get_local(struct translation *t, int idx), jit_set_local(struct translation *t, int idx);
/* Pushes a copy of cell `from`. */
void jit_copy_up(struct translation *t, unsigned from);
void jit_swap_top(struct translation *t);
/* Copies the top to the cell n below it. */
void jit_set_below(struct translation *t, unsigned n);

/* jit/guard.c: guards, and the stubs of a translation */
uint8_t *jit_translate_stub(struct translation *t, enum jit_stub_kind kind, const cell *pc);
/* Returns a stub for the next link of the chain.  Code jumps to it if the shape guarded by this link does not match; the stub then
 * compiles that link. */
uint8_t *jit_chain_stub(struct translation *t);
/* Returns where a failed guard of the instruction at pc jumps to. */
uint8_t *jit_guard_stub(struct translation *t);
/* Emits a guard of a cell's type, which is known from then on. */
void jit_guard(struct translation *t, unsigned slot, enum jit_fact type);
/* Emits the test of the frame after an instruction that may have run Ruby code. */
void jit_check_frame(struct translation *t);
/* Ends the version: the interpreter runs the instruction at pc. */
void jit_leave_here(struct translation *t);
/* Ends the version: the rest is compiled when it is reached. */
void jit_put_off(struct translation *t);

/* jit/branch.c: jumps between versions */
/* Returns a jump's target: a version that exists, or a stub, and then sets *id to its number; jit_note_jump() must follow. */
const uint8_t *jit_target(struct translation *t, const cell *to, uint32_t *id);
/* Records that the branch just emitted to `code`, whose displacement ends the hot part, leads to stub id. */
void jit_note_jump(uint32_t id, const uint8_t *code);
/* Emits the test for interrupts of a back-edge.  The branch runs again in the interpreter, with the value `taken` that takes it;
 * Qundef: it has no operand. */
void jit_poll(struct translation *t, const cell *pc, VALUE taken);
/* Ends the version with a jump to the code of `to` for what is known now. */
void jit_go_to(struct translation *t, const cell *to);
/* Returns the family of the branch on the result of the instruction at pc, or -1. */
int jit_next_branch(const struct translation *t, int length);
/* Compiles a branch on the top (or, fused, on a comparison in the stencil `fused` with v; -1: there is none). */
void jit_branch(struct translation *t, int id, int fused, const struct jit_values *fused_values);

/* jit/case.c */
/* Compiles a branch for each `when` that the key decides at once.  Returns false if there are too many. */
bool jit_case_dispatch(struct translation *t, int length);

/* jit/general.c: the form that each instruction has, operands in cells */
/* Returns the form of the instruction at pc that is right whatever its handler and its site are by now, and -1 where the form
 * follows from the operands alone. */
int jit_lasting_form(const cell *pc, int id);
/* Compiles the general form of id, or that of a variant. */
void jit_general(struct translation *t, int id, int length, const int64_t *ops, const struct jit_variant *variant);
void jit_in_general(struct translation *t, int id, int length);

/* jit/typed.c: forms for operands of known types, and leaf instructions, in registers */
bool jit_typed(struct translation *t, int id, int length);
bool jit_leaf(struct translation *t, int id, int length);

/* jit/ivar.c */
bool jit_instance_variable(struct translation *t, int id, int length);

/* jit/frameless.c: what a call tests of its receiver; callees without a frame */
/* Returns whether a guard of key0's shape is less than what a linked site requires (SITE-9, SITE-10). */
bool jit_wide_p(const struct call_cache *cc);
/* Emits a guard that the receiver is of the site's class (SITE-9), or that its shape is one of the site's (SITE-10).  The receiver is
 * in its register, or in its cell if in_register is false. */
void jit_guard_class(struct translation *t, const struct call_cache *cc, unsigned recv, bool in_register);
/* Returns what a call must test of its receiver: FACT_SHAPE nothing, FACT_OBJECT its shape, FACT_ANY whether
 * it has a shape and which. */
enum jit_fact jit_receiver_type(struct translation *t, shape_id_t key, unsigned recv);
/* Compiles a send whose callee `to` needs no frame, for a receiver of shape key; several: the site has others. */
bool jit_frameless(struct translation *t, const struct call_cache *cc, const struct callee *to, shape_id_t key, bool several,
                   int length);

/* jit/send.c: calls and yields whose callee is known */
/* Compiles a yield to the block that this version is for.  Returns false if its parameters are not simple, or it lies further up. */
bool jit_yield_known(struct translation *t, int length);
bool jit_translate_call(struct translation *t, int id, int length);
/* Compiles an operator that is a Ruby method of the receiver that is there now: a call like that of a send. */
bool jit_operator_call(struct translation *t, int id, int length);

#endif
