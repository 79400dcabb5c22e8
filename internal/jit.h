/*
 * jit.h - native code for hot methods, blocks and loops: its interface to the rest of the VM.
 *
 * Owns      struct jit_iseq, the JIT's record of one iseq.  It owns the switch VM_JIT: whether jit/table.c links the stencils.
 * Uses      vm.h; the table of stencils made from insns.def (tool/jit/stencils).
 * JIT-1     A frame of native code is the interpreter's frame, and FP_RETURN is a bytecode pc.  Three flags are its own:
 *           FRAME_NATIVE  entered by a machine call, from native code or from C; its value goes back by `ret`
 *           FRAME_RUN     it was NATIVE and continued in the interpreter, in a vm_run of its own below that machine call
 *           FRAME_DEEP    NATIVE, but that machine call was not one of native code's own (JIT-7)
 *           A frame that the interpreter entered has neither NATIVE nor RUN, though native code may run it.
 * JIT-2     While C runs below native code, ec->{pc, sp, fp} are published and all cells below sp are values.
 * JIT-3     A throw that ends a NATIVE or RUN frame and does not follow JIT-5 lands in the vm_exec of its context.  No native code
 *           of that exec is left, and its frames continue in the interpreter (jit_flatten).
 * JIT-4     An instruction's native code was made from its current handler: every change of a handler goes through
 *           insn_set_handler(), which calls jit_insn_changed().
 * JIT-5     A throw by an instruction (break, return, raise again) ends its frames on the VM's stack at once.  Their machine frames
 *           then return one after the other.  Each ended frame has FRAME_CANCEL.  Native code tests that flag after each call, and
 *           leaves; jit_run() then returns at once.  The last frame returns the throw's value to native code, which continues; if a
 *           handler was found, its frame continues in the interpreter.  Nothing allocates in between.
 * JIT-6     Counting an entry costs a read and a write of jit_iseq, and counting a back-edge a call.  An iseq that had too few
 *           entries in several windows in a row rests.  Its counters are removed, and restored after its next 2 marks, then 4, 8,
 *           and so on up to 1,024.  Loops with too few turns rest likewise unless entries run native code; the first entry that is
 *           counted after such marks counts loops again.
 * JIT-7     A machine call written into native code takes ARCH_CALL_STACK bytes of machine stack, from one return address to the next;
 *           tool/jit/stencils refuses another size.  Any other call of native code flags the callee FRAME_DEEP.  A throw that finds no
 *           handler ends frames.  If all but the last are NATIVE and neither DEEP nor RUN, JIT-5 is not needed: one addition to the
 *           stack pointer ends their machine frames (jit_cut).
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1; test/test_jit.rb, test/test_jit_throws.rb
 */
#ifndef FACET_INTERNAL_JIT_H
#define FACET_INTERNAL_JIT_H

#include <signal.h>
#include <time.h>
#include "internal/vm.h"

/* A place where calls enter an iseq: its first instruction, or where it begins with so many optional arguments given. */
struct jit_door {
    const void *entry; /* where a machine call enters: native code, or `start`; NULL: none has been made */
    const void *start; /* a stub that runs the interpreter; NULL: not made yet */
    const void *code;  /* native code for entries from the interpreter; NULL: not compiled */
    cell *pc;
    struct jit_caller *callers; /* machine calls that go to `entry` (jit_set_entry) */
    struct jit_door *next;      /* of those for one block */
    uint32_t block;             /* the closure it is for (jit/closure.c); 0: any block, or none */
    uint8_t stuck;              /* entries that returned without progress */
    uint16_t calls;             /* of one for one block, until it is compiled */
};
/* Native code that the interpreter enters at a back-edge, found last; valid while jit_code_epoch is `epoch`. */
struct jit_loop_entry {
    const cell *pc;
    const uint8_t *code;
    uint32_t block, epoch;
    uint8_t self; /* enum jit_fact */
};
struct jit_iseq {
    struct code_head head;        /* of its code (INSN-6) */
    struct jit_door first, *more; /* more: of optional arguments, most by most */
    uint32_t more_count;
    struct jit_door *special; /* for one block each: only machine calls enter there */
    uint32_t special_count;
    uint32_t loops;             /* back-edges counted */
    bool counting, hot;         /* entries are counted; there were enough */
    bool loops_rest, loops_due; /* back-edges are not counted (JIT-6); they are from the next entry that is counted */
    uint8_t sparse, rests;      /* windows in a row with too few entries; times that counting was suspended (JIT-6) */
    uint8_t loop_sparse;        /* windows in a row with too few back-edges */
    uint16_t rest;              /* while counting is suspended: marks of the iseq until it is resumed */
    uint64_t since, loop_since; /* objects that had been allocated when counting began */
    uint8_t *targets;           /* a bit for each cell: something jumps there */
    struct jit_loop_entry loop;
    bool gave_up, compiled, looked;
    bool self_heap;  /* compiled for self in the heap: it is a method of classes that no immediate is of */
    bool has_blocks; /* block literals that may write its locals */
    bool yields;     /* itself, or a block literal in it */
    bool closure;    /* jit/closure.c has it as a block */
};

/* Returns the JIT's record of the iseq whose first instruction is at code: INSN-6. */
static ALWAYS_INLINE struct jit_iseq *
jit_iseq_of(const cell *code)
{
    return (struct jit_iseq *)insn_code_head(code);
}
_Static_assert(offsetof(struct jit_iseq, head) == 0, "the head of code is found by the cell before it");

extern bool jit_on; /* --jit, and it works here */

/* Called at boot for --jit.  Returns false, and sets *why to the reason, if the JIT cannot run (no executable memory,
 * another layout). */
bool jit_start(const char **why);
enum jit_mode {
    JIT_OFF,  /* only RubyVM::YJIT.enable starts the JIT */
    JIT_AUTO, /* the JIT starts when a thread has used 50 ms of processor time (jit/auto.c) */
    JIT_NOW   /* the JIT starts at boot */
};
/* Applies RUBY_JIT, which holds options as after --jit- with blanks between, and RUBY_YJIT_ENABLE.  Returns the mode they ask for;
 * JIT_AUTO if neither is set. */
enum jit_mode jit_env(void);
/* A thread's timer of processor time; made: `id` exists. */
struct jit_timer {
    timer_t id;
    bool made;
};
void jit_auto_wait(void);                      /* lets the JIT start by itself, unless it is on or cannot run */
void jit_auto_stop(void);                      /* takes that back */
void jit_auto_start(void);                     /* acts on INTR_JIT: starts the JIT unless jit_auto_stop() was called */
void jit_auto_thread(struct jit_timer *t);     /* makes a timer for the calling thread if the JIT may start by itself */
void jit_auto_thread_end(struct jit_timer *t); /* deletes it */
/* Returns whether a SIGVTALRM with this info is from a timer and the JIT may still start, so that the thread sets INTR_JIT.
 * Async-signal-safe. */
bool jit_auto_signal(const siginfo_t *info);
bool jit_option(const char *text);      /* text: after --jit-; false: unknown option */
bool jit_peer_option(const char *text); /* text: after --yjit-; false: CRuby has no such option */

/* Records that a new iseq's code is complete. */
void jit_new_iseq(struct iseq_body *body);
/* Suspends the counting of entries of body, which is not hot (JIT-6). */
void jit_rest(struct iseq_body *body);
/* Suspends the counting of back-edges of body, whose loops are not hot and which has no native code (JIT-6). */
void jit_rest_loops(struct iseq_body *body);
/* Resumes the counting of back-edges of body, which was suspended. */
void jit_count_loops(struct iseq_body *body);
/* Records that body, whose counting is suspended, was marked, and resumes counting after the last of these marks. */
void jit_rested(struct iseq_body *body);
/* Counts the entries and loops of body from the start, as if it were new; nothing if compiling it failed or its code was closed. */
void jit_recount(struct iseq_body *body);
void jit_free_iseq(struct iseq_body *body);
/* Reports to gc_expect() each door of an iseq that breaks JITC-8 or leads out of code memory. */
void jit_verify_doors(VALUE iseq);
/* Fills in has_blocks, yields and targets, which only translating needs, unless that was done before. */
struct jit_iseq *jit_look(struct iseq_body *body);

/* Records that body becomes a method of klass, perhaps not its first, whether the JIT is on or not: compiled code may depend on the
 * class of self. */
void jit_method_added(struct iseq_body *body, VALUE klass);

/* The handlers `enter` and `enter_native`: code with one of them as its first begins an iseq that is counted.  Then `enter_more` and
 * `enter_more_native`, which stand at the other doors. */
extern const void *jit_first_handlers[4];
/* Called when enough entries of the code that begins at ec->pc were counted.  Returns the instruction's own handler,
 * or NULL if there is native code. */
const void *jit_count_entry(ec_t *ec);
bool jit_enter(ec_t *ec);      /* `enter_native` */
bool jit_entered(ec_t *ec);    /* native code that `enter_native` ran has returned, by a throw or where it began */
bool jit_enter_more(ec_t *ec); /* `enter_more_native` */
/* While machine frames are left (JIT-5): the frame that returns the throw's value, or that goes on at a handler.  NULL: no throw is
 * under way. */
extern VALUE *jit_throw_end;
/* A throw ended frames that JIT-7 describes.  The stencil `interpret`, which is reached next, acts on it.  last: NULL at all other times. */
struct jit_cut {
    VALUE *last, value;
    uintptr_t bytes; /* of machine stack, between the return address of the frame that threw and that of `last` */
};
extern struct jit_cut jit_cut;
/* Called when the back-edge at ec->pc was counted often enough. */
bool jit_loop(ec_t *ec);

void jit_insn_changed(const cell *at);              /* JIT-4 */
void jit_site_changed(const struct call_cache *cc); /* cc is no longer linked to the same callee */
void jit_cancel_all(void);                          /* events must be reported: all code returns to the interpreter */
bool jit_landed(ec_t *ec);           /* vm_exec: a longjmp came here; true: from jit_flatten, ec has the pc to continue at */
NORETURN void jit_flatten(ec_t *ec); /* JIT-3: vm_throw found the place to continue at */
struct throw_walk;
/* Begins to leave the machine frames of the frames from `from` on, which a throw has ended (JIT-5).  in_loop: a loop of the interpreter
 * threw, which has to end; else native code did.  Returns false if that is not possible: JIT-3 is. */
bool jit_unwind(ec_t *ec, VALUE *from, const struct throw_walk *walk, bool in_loop);

VALUE vm_run_frame(ec_t *ec); /* vm/exec.c: the interpreter from ec->pc until a RUN frame leaves */

#endif
