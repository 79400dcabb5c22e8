/*
 * jit/compiler.h - the interfaces between the parts of the compiler.
 *
 * Owns      contexts, versions (blocks), stubs, patch points, code memory.
 * Uses      jit.h, jit/arch.h, jit/stencil.h
 * JITC-1    A context holds, for each of the lowest JIT_SLOTS cells of the operand stack, its place (its cell, a
 *           register) and its type.  It holds the types of locals and self too.  Cells above are in their places and of
 *           any type.
 * JITC-2    Code for (pc, context) is a version.  It may assume the facts of the context and nothing else.
 * JITC-3    Types that only a non-leaf operation can make untrue (Array: it may get a singleton class) are forgotten after one.
 * JITC-5    A version for one block (jit/closure.c) is entered only by frames that were given that literal, by a
 *           machine call or at a back-edge.  Such a frame is not captured: capturing turns its handler into a Proc,
 *           and sets FRAME_SIDE.
 * JITC-4    A stub is reached with cells filled (jit/stub.c): the code behind it loads the registers again.
 * JITC-6    A version and a point begin in the hot half.  The ARCH_JUMP_BYTES of a point are all its own: two points have the same
 *           bytes or none in common.  They are code, or a jump into code memory.
 * JITC-7    The call of jit_hit and the last jump of a stub lie in the cold half.  Each jump that leads to a stub stays in code memory.
 * JITC-8    Each machine call that a door lists calls the door's entry.
 * JITC-9    Where a stub is reached, the facts of its context hold of the frame's values.  Locals may have been written if the frame
 *           was captured (FRAME_SIDE).
 * Checked   jit_verify() in each walk of the heap, jit_verify_exit() at level 2, test/internal/test_jit_verify.c
 */
#ifndef FACET_INTERNAL_JIT_COMPILER_H
#define FACET_INTERNAL_JIT_COMPILER_H

#include "internal/jit.h"
#include "internal/jit/arch.h"
#include "internal/jit/fact.h"
#include "internal/jit/stencil.h"
#include "internal/vm_insnhelper.h"

enum {
    JIT_SLOTS = LIMIT(8, 4),
    JIT_LOCALS = LIMIT(16, 2),
    JIT_REGISTERS = 4,
    JIT_VERSIONS = LIMIT(4, 2),
    JIT_CHAIN = LIMIT(3, 1)
};

/* The types are facts (enum jit_fact). */
struct jit_context {
    uint8_t height;
    uint8_t self;    /* FACT_ANY, FACT_OBJECT, or FACT_SHAPE: of self_shape */
    uint8_t escaped; /* others may write the locals: an environment was made of the frame */
    uint8_t generic; /* the first instruction takes its general form */
    uint8_t chain;   /* so many receivers (or shapes of self) that the first instruction was made for are not it */
    shape_id_t self_shape;
    uint32_t block;          /* the closure that yields run, those of blocks in the method too; 0: not known (JITC-5) */
    uint8_t type[JIT_SLOTS]; /* FACT_NONE from height up */
    uint8_t in_register[JIT_SLOTS];
    uint8_t local[JIT_LOCALS]; /* by table order; those beyond are FACT_ANY */
};

struct jit_block { /* a version */
    struct jit_block *next;
    const cell *pc;
    uint32_t context;
    const uint8_t *code;
};
struct jit_point { /* code that was made from a handler or a site, to be left when that changes (JIT-4) */
    struct jit_point *next;
    const void *key; /* the instruction or the call_cache */
    const cell *pc;
    uint8_t *code;
    uint32_t context;
    uint32_t reserved; /* bytes of the stub that will be made when it is left (JMEM-4) */
    VALUE constant;    /* what the top is, a constant of the code; Qundef */
};
enum jit_stub_kind {
    STUB_BRANCH, /* not compiled yet */
    STUB_GUARD,  /* a guard failed: leave; after some times, look again and compile for what is there */
    STUB_LEAVE,  /* leave */
    STUB_CHECK,  /* something looked at the frame */
    STUB_DEAD
};
struct jit_stub {
    const cell *pc;
    uint32_t context;
    uint8_t kind, height;
    uint16_t count;
    uint32_t exits; /* how often native code was left here */
    uint8_t *jump;  /* the hot code's jump to this stub: where its displacement is; NULL */
    uint8_t *hit;   /* the call of jit_hit; once it is known where to go on, a jump there */
    uint8_t *tail;  /* the displacement of the stub's own last jump */
};

struct jit_caller { /* a machine call of known callee */
    struct jit_caller *next;
    uint8_t *displacement;
};

/* jit/memory.c */
bool jit_memory_init(void);
void jit_write_begin(void), jit_write_end(void);
/* Returns whether any instruction can be compiled; _for: one that takes so many bytes more. */
bool jit_memory_room(void), jit_memory_room_for(size_t hot, size_t cold);
void jit_reserve(size_t bytes), jit_unreserve(size_t bytes); /* of the cold half, for what must never fail (JMEM-4) */
uint8_t *jit_take(uint8_t **half, size_t bytes);             /* half: &jit_hot or &jit_cold */
extern uint8_t *jit_hot, *jit_cold;                          /* where the next bytes go */
extern const uint8_t *jit_hot_base;
extern size_t jit_memory_limit; /* bytes of each half */
extern ptrdiff_t jit_write_distance;
extern bool jit_single_mapping; /* set before jit_memory_init(): do not try for two mappings */

/* Returns where the byte of code at `at` is written (JMEM-2). */
static inline uint8_t *
jit_writable(const uint8_t *at)
{
    return (uint8_t *)at + jit_write_distance;
}

/* jit/table.c: the table of stencils */
int jit_stencil(const char *name); /* -1 */
const char *jit_stencil_name(int n);
const struct jit_stencil *jit_stencil_at(int n);
const struct jit_stencil *jit_short_stencil_at(int n); /* NULL: it has no short form (STENC-3) */
const uint8_t *jit_stencil_code(const struct jit_stencil *s);
const struct jit_reloc *jit_stencil_relocs(const struct jit_stencil *s);
struct jit_variant {
    int insn;
    const char *types; /* a letter for each operand (jit/fact.h); Y: of self */
    char result;       /* a letter; D: a flonum in a register, any Float in a cell */
    bool cells_only;
};
const struct jit_variant *jit_variants_of(int insn, int *count);
unsigned jit_variant_number(const struct jit_variant *v); /* in the list of all */
const struct jit_variant *jit_variant_at(unsigned number);
bool jit_table_fits(void);
void jit_table_init(void); /* after jit_memory_init: addresses within reach of the code */
const void *jit_function(unsigned n);
const void *jit_function_near(unsigned n); /* to be called */
const void *const *jit_got(unsigned n);
void jit_set_stub(const char *name, const void *code);

/* Returns whether a constant goes into a hole of 32 bits. */
static inline bool
jit_fits32_p(VALUE v)
{
    return (intptr_t)v == (int32_t)(intptr_t)v;
}

/* jit/emit.c */
struct jit_values { /* what goes into holes */
    intptr_t of[HOLE_FUNCTION];
};
/* Copies a stencil to hot (or, cold_only, everything to cold).  Returns where it begins. */
uint8_t *jit_emit(int stencil, const struct jit_values *v);
uint8_t *jit_emit_cold(int stencil, const struct jit_values *v);
size_t jit_emit_cold_bytes(int stencil);         /* that jit_emit_cold() takes */
uint8_t *jit_emit_jump_cold(const void *target); /* returns where its displacement is */
uint8_t *jit_emit_jump(const void *target);
/* Returns the address of the displacement of the call that fills a hole, in the copy of a stencil with the values v, whose hot part
 * begins at hot.  Returns NULL if the hole has no call. */
uint8_t *jit_emitted_call(int stencil, const struct jit_values *v, uint8_t *hot, enum jit_hole hole);
void jit_perf_note(const uint8_t *from, size_t bytes, const char *what);

/* jit/context.c */
uint32_t jit_context_id(const struct jit_context *c);
uint32_t jit_context_count(void);
const struct jit_context *jit_context(uint32_t id);
struct jit_block *jit_block_find(const cell *pc, uint32_t context, unsigned *versions); /* versions: for the same closure */
struct jit_block *jit_block_add(struct jit_iseq *j, const cell *pc, uint32_t context, const uint8_t *code);
void jit_blocks_drop(const cell *pc); /* forgets all versions there; jumps to them stay */
extern uint32_t jit_code_epoch;       /* changes whenever a version is dropped */
void jit_note_change(const cell *pc);
/* Returns whether the instruction has changed ten times.  _restless_p: outside of --jit-stress, which changes all. */
bool jit_changed_often_p(const cell *pc);
bool jit_restless_p(
    const cell *pc); /* whether the instruction has changed so often that it takes a form that does not depend on its site */
void jit_block_drop_at(const cell *pc, const uint8_t *code);
void jit_point_constants(VALUE constant, const struct jit_context *c,
                         VALUE *constants); /* JIT_SLOTS of them, for its stub */
void jit_point_add(const void *key, const cell *pc, uint8_t *code, uint32_t context, VALUE constant);
struct jit_point *jit_points_take(const void *key); /* unlinked from the table; the bytes that they reserved stay reserved */
void jit_each_block(void (*each)(const struct jit_block *, void *), void *arg);
void jit_each_point(void (*each)(const struct jit_point *, void *), void *arg);
void jit_forget_iseq(struct iseq_body *body);
void jit_forget_all(void);

/* jit/closure.c: block literals by number; outer: the closure that a yield inside the block runs, 0: not known */
struct jit_closure {
    const struct iseq_body *body; /* NULL: freed */
    uint32_t outer;
};
uint32_t jit_closure_id(struct iseq_body *body, uint32_t outer);
const struct jit_closure *jit_closure(uint32_t id);
void jit_closures_forget(const struct iseq_body *body);

/* jit/stub.c */
uint32_t jit_stub_new(enum jit_stub_kind kind, const cell *pc, const struct jit_context *c, const VALUE *constants,
                      uint8_t **code);
/* Returns how many bytes of the cold half such a stub takes. */
size_t jit_stub_bytes(const struct jit_context *c, const VALUE *constants);
struct jit_stub *jit_stub_at(uint32_t id);
uint32_t jit_stub_count(void);
extern const void *jit_interpret_code, *jit_start_code;
void jit_stubs_kill(void);
void jit_stubs_print(unsigned most); /* to stderr: where native code is left most often */

/* jit/call.c: the entry that machine calls reach, in the calls themselves */
void jit_set_entry(struct jit_door *d, const void *code);
const void *jit_entry(struct jit_door *d); /* what a call being written calls */
void jit_note_caller(struct jit_door *d, uint8_t *displacement);
void jit_forget_doors(struct jit_iseq *j);
struct jit_door *jit_door_of_more(struct jit_iseq *j, const cell *pc);
static inline struct jit_door * /* NULL: there is no door at pc */
jit_door_at(const struct iseq_body *body, const cell *pc)
{
    struct jit_iseq *j = body->jit;
    return LIKELY(pc == j->first.pc) ? &j->first : jit_door_of_more(j, pc);
}
bool jit_site_shape_p(const struct call_cache *cc, VALUE v);
struct jit_door *jit_door_for(const struct iseq_body *body, struct jit_door *any,
                              uint32_t closure); /* `any`: there are too many */
void jit_close(struct iseq_body *body);          /* calls go to the interpreter, and nothing of it is compiled any more */

/* jit/verify.c */
/* Reports to gc_expect() each version, point and stub that breaks JITC-6 or JITC-7. */
void jit_verify(void);
/* Ends the process if the facts of the context of s, which was reached, do not hold (JITC-9). */
void jit_verify_exit(const struct jit_stub *s, const VALUE *fp);

/* jit/translate.c: returns code for (pc, context), and makes it if there is none. fp: the frame, whose values may be
 * read.  Returns NULL if there is no room. */
const uint8_t *jit_version(const cell *pc, const struct jit_context *c, VALUE *fp);
void jit_open_context(struct jit_context *c, unsigned height); /* nothing known, all in cells */

/* Code is compiled once it was entered, or its loops were taken, so many times while at most jit_window objects were allocated;
 * 0: however long that takes.  --jit-call-threshold sets the window to 0. */
extern unsigned jit_call_threshold, jit_loop_threshold;
extern uint64_t jit_window;
extern unsigned jit_max_versions; /* 0: as many as there is room for */
void jit_dump(const struct iseq_body *body, const cell *pc, const struct jit_context *c);
extern bool jit_dumping, jit_perf;
/* --jit-stress=N: of N guards one fails that need not, and now and then what is compiled there is thrown away. */
extern unsigned jit_stress;
extern int jit_stress_left; /* guards until the next one fails; native code counts */
/* Numbers since the start.  blocks: versions; exits: to the interpreter; unwinds: frames that a throw ended (JIT-5); iseqs, entries: iseqs
 * and doors that got native code; invalidations: instructions whose code was made again. */
extern size_t jit_stat_blocks, jit_stat_exits, jit_stat_unwinds, jit_stat_stubs, jit_stat_iseqs, jit_stat_entries,
    jit_stat_invalidations;
/* Returns whether a throw that is under way has ended the frame fp, so that its native code only returns (JIT-5). */
bool jit_ended_p(const VALUE *fp);
extern bool jit_want_stats;
/* Sets both halves of code memory together to mib MiB.  Returns false if mib is not in 1..2048.  Before jit_start() only. */
bool jit_set_memory(unsigned long mib);
void jit_set_call_threshold(unsigned long calls);
/* jit/memory.c: bytes of code made so far, on the main path and off it; bytes of the pages that hold them */
size_t jit_memory_hot(void), jit_memory_cold(void), jit_memory_used(void);

#endif
