/*
 * iseq/insn.h - the cells of an instruction sequence, and facts about each instruction.
 *
 * Owns      `cell`, the instruction ids, operand encoding, the way from a handler back to its instruction.
 * Uses      insns.inc (made by tool/insngen from insns.def)
 * INSN-1    An instruction is insn_length(id) cells: the handler's address, then one cell of packed operands if it
 *           has any, then its whole-cell operands.  The length does not depend on operands.
 * INSN-2    A fusion replaces the handler cell of the first instruction of its sequence and nothing else: a walk over
 *           code finds that first instruction, insn_base(fusion).
 * INSN-3    A specialised form has the operands and the length of its family, so its handler may be written over
 *           the other's at any time.
 * INSN-4    Each handler's address belongs to one id (checked by insn_init).
 * INSN-5    A first cell may hold the tracer instead; only this module and the tracer itself depend on that.
 * INSN-7    insn_set_handler() alone writes handlers of linked code, because the JIT invalidates native code from it (JIT-4).
 * Threads   Tables are written by insn_init, before any code exists; the tracer's under the VM lock.
 * Checked   test/insns/run, test/internal/.
 *
 *   cell 0        cell 1 (if packed operands)      cells 2 ... (or 1 ...)
 *   +-----------+ +------+------+------+------+    +---------------------+
 *   | handler   | | lane | lane | lane | lane |    | VALUE, ID, pointer, |
 *   |           | |  0   |  1   |  2   |  3   |    | or cache cells      |
 *   +-----------+ +------+------+------+------+    +---------------------+
 */
#ifndef FACET_INTERNAL_INSN_H
#define FACET_INTERNAL_INSN_H

#include "internal/compiler.h"
#include "insns.inc"

typedef uint64_t cell;

/* Operand types, by the letter in insn_operand_types(). */
enum insn_operand_type {
    OPERAND_I16 = 's',    /* signed 16-bit number */
    OPERAND_LINDEX = 'L', /* cell of a local from fp, negative */
    OPERAND_U16 = 'u',
    OPERAND_I32 = 'w',
    OPERAND_OFFSET = 'O', /* cells from the start of this instruction */
    OPERAND_U32 = 'W',
    OPERAND_VALUE = 'V', /* marked by the GC */
    OPERAND_ID = 'I',
    OPERAND_ISEQ = 'S',     /* marked by the GC */
    OPERAND_CALLSITE = 'C', /* packed call info until the site is linked */
    OPERAND_PTR = 'P',
    OPERAND_CACHE = '1', /* raw cells that start 0 */
    OPERAND_CACHE2 = '2',
    OPERAND_CACHE4 = '4',
};

/*
 * Tell where each handler is.
 *   handlers  INSN__COUNT addresses in the order of ids
 * Effects    pure; stops the process if two are the same
 */
void insn_init(const void *const *handlers);

const char *insn_name(int id);
int insn_length(int id); /* cells; of a fusion: of its first instruction */
int insn_operand_count(int id);
const char *insn_operand_types(int id); /* one letter each */
enum insn_operand_type insn_operand_type(int id, int n);
enum insn_operand_kind insn_operand_kind(int id, int n);
int insn_find_operand(int id, enum insn_operand_kind kind); /* the first operand of that kind, or -1 */
const char *insn_operand_name(int id, int n);
int insn_operand_offset(int id, int n); /* bytes from the start of the instruction */
int insn_packed_count(int id);          /* how many of the operands are packed in cell 1 */

bool insn_leaf_p(int id);     /* does not raise, allocate, call, or look at frames */
bool insn_jump_p(int id);     /* never continues at the next instruction */
bool insn_control_p(int id);  /* its body ends itself */
bool insn_variable_p(int id); /* its stack effect depends on operands */
bool insn_cold_p(int id);
bool insn_pure_p(int id);                   /* pushes one value and has no other effect that a program sees */
bool insn_compiled_p(int id);               /* the compiler may write it: it has no family, or is chosen at compile time */
enum insn_site_form insn_site_form(int id); /* of a linked call site; SITE_FORM_none without one */
enum insn_link insn_link(int id);           /* which callee the JIT finds in its site; LINK_none if it finds none */
enum insn_branch insn_branch(int id);       /* when it continues at its offset; BRANCH_none without one */
bool insn_back_p(int id);                   /* its offset leads back */
bool insn_point_p(int id);                  /* the VM may write another form of its family at run time */
bool insn_several_p(int id);                /* its picture ends in `...`: it may write any number of cells */
char insn_writes(int id, int n); /* the type that it stores to the local of operand n, a letter of jit(); 0: none */
int insn_lasting(int id,
                 bool plain); /* the form for code whose handlers change often; plain: for a call of plain arguments */
int insn_frameless(int kind); /* the form of a send to a callee of this enum site_kind, or -1 if it needs a frame */

int insn_base(int id);        /* the id itself, or a fusion's first instruction */
int insn_family(int id);      /* the general form of a specialised one, else insn_base(id) */
int insn_input_count(int id); /* values that its stack picture names; those of `...` are not counted */
int insn_fused_count(int id); /* instructions a fusion runs; 1 for any other */

/*
 * INSN-6    One cell lies before an iseq's first instruction: a pointer to the struct code_head of code whose entries the JIT counts, or 0.
 *           While `enter` or `enter_native` is the first handler, `own` is the handler that it stands in front of.
 */
struct code_head {
    const void *own;
    uint32_t left; /* entries until the JIT looks at the code */
};
static ALWAYS_INLINE struct code_head *
insn_code_head(const cell *code)
{
    return (struct code_head *)(uintptr_t)code[-1];
}

const void *insn_handler(int id);
int insn_from_handler(const void *handler); /* -1: no handler */

/*
 * The tracer: one handler that may stand in an instruction's first cell in place of the instruction's own, which is kept
 * aside.  Code that reads instructions gets their own handler.  Code that specialises an instruction, or undoes that,
 * writes through insn_set_handler(), so that the tracer stays in place.
 */
void insn_set_tracer(const void *handler);
const void *insn_own_handler(const cell *at);
void insn_set_handler(const cell *at, int id);
void insn_trace_on(cell *at);
void insn_trace_off(cell *at); /* nothing if there is none */
bool insn_traced_p(const cell *at);
/*
 * The JIT's entries are in an instruction's first cell, like the tracer, which replaces them.  `enter` and
 * `enter_native` are in front of an iseq's first instruction, `enter_more` and `enter_more_native` where it begins
 * with some of its optional arguments.
 */
void insn_set_entry_handlers(const void *first, const void *first_native, const void *more, const void *more_native);
void insn_set_entry(cell *at, int id);
void insn_clear_entry(cell *at);
bool insn_entries_fit_p(size_t n);                /* whether n entries can be set without an allocation */
extern void (*insn_changed_hook)(const cell *at); /* before a handler is written; NULL */

static inline int
insn_at(const cell *at)
{
    return insn_from_handler(insn_own_handler(at));
}

/* These read the instruction at an address: the base of the one that its handler cell names. */
int insn_length_at(const cell *at);
int64_t insn_get_operand(const cell *at, int n); /* of cache operands: the first cell */
void insn_set_operand(cell *at, int n, int64_t value);

/* Writes a whole instruction.  Caches become 0, whatever their values in ops are.  Returns its length in cells. */
int insn_write(cell *at, int id, const int64_t *ops);

/* Returns how many values of the call at `at` lie above its receiver, or -1 if the stack does not have the receiver. */
int insn_call_depth(const cell *at);

/* Return how far the instruction moves sp, from its operands as linked at run time, or as the compiler has them. */
int insn_sp_inc(int id, const int64_t *ops);
int insn_comptime_sp_inc(int id, const int64_t *ops);

/* Returns how many values of the stack the instruction reads, from its operands as the compiler has them. */
int insn_reads(int id, const int64_t *ops);

/* Returns how many scopes up operand n finds its local, or -1 if it is no local of a program's. */
int64_t insn_local_level(int id, int n, const int64_t *ops);
int64_t insn_local_level_at(const cell *at, int n);

/* NULL if the operands are in range, else what is wrong. */
const char *insn_verify(int id, const int64_t *ops);

/* Returns whether id runs `part`: as itself, or as a part of the fusion. */
bool insn_has_part(int id, int part);
/* Returns the longest fusion that starts the sequence ids[0..n), or -1. */
int insn_fuse(const int *ids, int n);
bool insn_fusible_p(int id); /* whether some fusion starts with it */

/* Watched basic operations: the forms to undo when klass#op is redefined. */
struct insn_watch {
    int id;
    const char *klass, *op;
};
const struct insn_watch *insn_watch_list(void); /* ends with id -1 */

#endif
