/*
 * vm.h - the machine: execution contexts, frames, environments, blocks, and how C enters Ruby.
 *
 * Owns      the layout of the value stack.
 * Uses      everything below it.
 * FRAME-1   Receiver and arguments stay where the caller pushed them, and locals follow.  The frame's cells lie above
 *           the locals, and the operand stack lies above the cells.
 * FRAME-2   FP_LINK = low 32: bytes to the caller's fp; high 32: FRAME_ flags.  All flags 0 is the plain frame `leave` pops.
 *           FP_RETURN = return pc: the address of the caller's NEXT instruction; vm_finish_code for a frame C entered.
 *           FP_CODE = method entry (method frames), or iseq | 1 (blocks, classes, top, eval): tagged code.  A block that
 *           runs as a method (define_method) has its method entry | 3.
 *           FP_UP = method frames: block handler; others: a link: parent fp, or parent env | 1, or 0.
 *           FP_LITERAL = the block literal being passed (its iseq), if the iseq has block literals.
 *           One accessor below reads each cell.
 * FRAME-3   While C runs below an instruction, ec->{pc, sp, fp} are published: pc = start of that instruction, sp as at its
 *           start (operands still there).  ec->c_me != 0: a C method runs on top of ec->fp; its block handler is ec->c_block.
 * FRAME-4   C that enters Ruby pushes an ENTRY frame that saves {pc, sp, c_me, c_block}; entry_frame below.
 * FRAME-5   A frame that has an env, a cref of its own, or $~/$_ has a side record and FRAME_SIDE.
 * FRAME-6   An environment's ep points at its frame while the frame lives (open), then at its own cells (closed).  All
 *           ancestors of an environment are environments.  `longjmp` and `leave` close what they cross.  Closing does
 *           not allocate: the cells, and where it is needed the svar, are there from the capture on.
 * FRAME-7   The value stack is a reserved mapping and never moves.
 * FRAME-8   stack_limit is lowered to 0 to interrupt: calls and back-edges compare sp with it.
 * FRAME-9   A `break` out of a C method finds its landing by the published pc and the stack effect of the instruction there.
 * FRAME-10  FP_UP of a method frame turns from a literal's handler into a Proc when the frame is captured.
 * FRAME-11  env_close() may run between marking and sweeping: every object that it stores was marked before.
 * FRAME-12  $! is ec->errinfo.  rb_errinfo() returns what rb_protect() caught, which may be another exception.
 * Checked   vm_verify_frames() for each Thread and Fiber that gc_verify() meets, test/test_stack.rb, test/test_closure.rb
 */
/* caller's operand stack                       callee's operand stack                 */
/* ... | recv | a0 a1 | other locals | LINK RETURN CODE UP (LITERAL) | ...  sp         */
/*       self   arguments in place     ^ fp                                            */
#ifndef FACET_INTERNAL_VM_H
#define FACET_INTERNAL_VM_H

#include <setjmp.h>
#include "internal/vm/site.h"
#include "internal/class.h"
#include "internal/iseq/insn.h"
#include "internal/iseq.h"

typedef struct exec_context ec_t;

/* Flags of a frame: the high half of FP_LINK. */
enum {
    FRAME_SIDE = 1u << 0,    /* has a side record: env, cref, svars */
    FRAME_ENTRY = 1u << 1,   /* not a Ruby frame: C entered Ruby (or a C method) here */
    FRAME_LAMBDA = 1u << 2,  /* block frame run as a lambda: return and break end it (no slow leave: see leave) */
    FRAME_BMETHOD = 1u << 3, /* block frame run as a method: entry in FP_CODE */
    FRAME_TRACE = 1u << 4,   /* ENTRY frame of a C method: report its end (vm/trace.h TRACE-2); other frames: do not */
    FRAME_IFUNC = 1u << 5,   /* ENTRY frame of a C block running above it: ENTRY_IFUNC */
    FRAME_CANCEL =
        1u << 6, /* the JIT: its native code must not be used any more; in the byte of FRAME_SIDE, with which it is tested */
    FRAME_NEW = 1u << 7,    /* initialize run for Class#new: the result is self */
    FRAME_RUN = 1u << 8,    /* the JIT: a vm_run of its own runs this frame; `leave` ends that run */
    FRAME_NATIVE = 1u << 9, /* the JIT: entered by a machine call; its end returns by `ret` (jit.h) */
    FRAME_EVAL = 1u << 10,
    FRAME_DEEP = 1u << 11, /* the JIT: NATIVE, and C or a body with machine stack of its own made the machine call (JIT-7) */
    FRAME_ALL = (1u << 12) - 1,
    FRAME_SLOW_LEAVE = FRAME_SIDE,
};

/* ENTRY frame cells. */
enum { ENTRY_LINK, ENTRY_PC, ENTRY_C_ME, ENTRY_C_BLOCK, ENTRY_SP, ENTRY_RECV /* of the C method above it */, ENTRY_CELLS };
enum { ENTRY_IFUNC = ENTRY_CELLS, ENTRY_IFUNC_CELLS }; /* a C block's has its struct ifunc, too */

struct frame_side {
    VALUE *fp;
    VALUE env;          /* IMEMO_ENV, 0 */
    VALUE cref;         /* overrides the method's or parent's; 0 */
    VALUE backref;      /* $~ ; 0 */
    VALUE lastline;     /* $_ ; 0 */
    VALUE svar;         /* captured, and $~ or $_ was set: the object for them and the cref; 0 */
    uint64_t marked_at; /* the collection in which env_mark_left saw it */
};

/* A point in C that a throw can return to: each vm_exec, rb_protect, rb_ensure and so on pushes one. */
struct vm_tag {
    jmp_buf buf;
    struct vm_tag *prev;
    VALUE *fp, *sp; /* published state to come back to */
    const cell *pc;
    const struct method_entry *c_me;
    VALUE c_block;
    bool is_exec; /* a vm_exec: consults the catch tables of frames above fp */
};

/* The numbers are the states that rb_protect returns to extensions. */
enum throw_kind {
    THROW_NONE = 0,
    THROW_RETURN = 1,
    THROW_BREAK = 2,
    THROW_RETRY = 4,
    THROW_RAISE = 6,
    THROW_THROW = 7, /* Kernel#throw */
    THROW_FATAL = 8, /* thread kill */
};

struct exec_context {
    /* published by instructions (FRAME-3): one line */
    const cell *pc;
    VALUE *sp;
    VALUE *fp;
    VALUE *stack_limit; /* FRAME-8 */
    const struct method_entry *c_me;
    VALUE c_block; /* block handler of the running C method */
    struct vm_tag *tag;
    /* throwing */
    int throw_kind;      /* enum throw_kind; what is under way */
    VALUE throw_value;   /* exception, break/return value, or [tag, value] */
    VALUE *throw_target; /* BREAK, RETURN: frame to end; THROW: unused */
    VALUE errinfo;       /* $! */
    VALUE errinfo_outer; /* RAISE: $! before the exception, less the exceptions of the clauses that the throw has left */
    /* stack */
    VALUE *stack, *stack_end;
    VALUE *stack_real_limit; /* stack_limit without an interrupt */
    char *machine_limit;     /* C stack: lowest address C may reach */
    char *machine_base;      /* highest */
    char *machine_low;       /* where the guard begins (vm/stack.c) */
    /* side records, sorted by fp, innermost last */
    struct frame_side *sides;
    uint32_t side_count, side_capa;
    uint32_t context_at; /* vm.c: its place in the list of all */
    /* who */
    struct rthread *thread;             /* thread.c */
    struct rfiber *fiber;               /* cont.c; NULL before the first fiber */
    VALUE local_storage;                /* fiber locals: Hash or 0 */
    VALUE storage;                      /* Fiber[] */
    VALUE recursion_guard;              /* rb_exec_recursive: Hash or 0 */
    struct recurse_call *recurse_calls; /* object/recurse.c: recurse_call_outer at work, innermost first */
    VALUE body;                         /* the block a thread or fiber runs, a Proc; 0.  Its method's $~ and $_ are here: */
    VALUE backref, lastline;
    struct rb_trace_arg_struct *trace_arg; /* the event being delivered; NULL */
    struct vm_root_frame *root;
    uint32_t interrupt_mask, interrupt_pending; /* bits: INTR_ */
    struct catch_tag *catches;                  /* live catch blocks, innermost first (vm/eval.c) */
    VALUE iterate_block;                        /* rb_iterate: block handler of the next call from C; BH_NONE */
    int missing_reason;                         /* MISSING_: of the last call that found no method, for method_missing */
    bool hide_c;                                /* the C method that raises is not shown in the backtrace (raise itself) */
    bool in_memory_error;                       /* a NoMemoryError is being made */
    bool asking_backtrace;                      /* an exception's own backtrace method runs (error.c) */
    bool stack_is_main;
    uint8_t reserve_parts; /* vm/stack.c: how far the guard has given way */
    bool in_stack_error;   /* the reserve above stack_real_limit is in use */
    bool reporting;        /* an exception is being written to $stderr: Thread#stop? is false */
    /* rb_errinfo: what rb_protect caught, as long as it is $!, too; and what $! was before */
    VALUE caught_errinfo, errinfo_before;
};
enum {
    INTR_TIMER = 1,
    INTR_SIGNAL = 2,
    INTR_THREAD = 4,
    INTR_POSTPONED = 8,
    INTR_FINALIZER = 16,
    INTR_TRAP = 32,
    INTR_STACK = 64,                                   /* a fault in the guard waits to be raised */
    INTR_PROFILE = 128,                                /* --profile: samples wait to be counted */
    INTR_JIT = 256,                                    /* the JIT starts by itself (jit/auto.c) */
    INTR_QUIET = INTR_TIMER | INTR_PROFILE | INTR_JIT, /* no reason for a waiting thread to wake */
};

extern ec_t *vm_ec;                            /* the running context; switched under the lock only */
extern VALUE vm_stack_error, vm_memory_error;  /* made in advance, with their messages */
extern cell vm_finish_cell[2];                 /* `finish`, the return address of frames that C entered */
VALUE vm_eval_string_at_top(const char *text); /* vm/eval_string.c: with no variables but its own */
#define vm_finish_code ((const cell *)vm_finish_cell)

/* ---- frames ---- */
static ALWAYS_INLINE VALUE
frame_link(const VALUE *fp, const VALUE *caller, unsigned flags) /* returns the value for FP_LINK of fp */
{
    return (VALUE)((const char *)fp - (const char *)caller) | (VALUE)flags << 32;
}
static inline VALUE *
frame_prev(const VALUE *fp)
{
    return (VALUE *)((char *)fp - (uint32_t)fp[FP_LINK]);
}
static inline unsigned
frame_flags(const VALUE *fp)
{
    return (unsigned)(fp[FP_LINK] >> 32);
}
static ALWAYS_INLINE void
frame_flag(VALUE *fp, unsigned flags) /* sets them */
{
    fp[FP_LINK] |= (VALUE)flags << 32;
}
static ALWAYS_INLINE void
frame_unflag(VALUE *fp, unsigned flags)
{
    fp[FP_LINK] &= ~((VALUE)flags << 32);
}
static inline bool
frame_ruby_p(const VALUE *fp)
{
    return !(frame_flags(fp) & FRAME_ENTRY);
}
static ALWAYS_INLINE const cell *
frame_return(const VALUE *fp) /* Ruby frames only */
{
    return (const cell *)fp[FP_RETURN];
}
static ALWAYS_INLINE VALUE
frame_literal(const VALUE *fp) /* the iseq of the block literal being passed; 0 */
{
    return fp[FP_LITERAL];
}
/* These return the state that an ENTRY frame saves (FRAME-4). */
static ALWAYS_INLINE const cell *
entry_pc(const VALUE *fp)
{
    return (const cell *)fp[ENTRY_PC];
}
static ALWAYS_INLINE VALUE *
entry_sp(const VALUE *fp)
{
    return (VALUE *)fp[ENTRY_SP];
}
static ALWAYS_INLINE const struct method_entry *
entry_me(const VALUE *fp) /* of the C method below; NULL */
{
    return (const struct method_entry *)fp[ENTRY_C_ME];
}
/* Returns the frame that called the running C method: a Ruby frame, or that of a C method.  A call that is traced has
 * an ENTRY frame of its own. */
static inline const VALUE *
frame_caller(const VALUE *fp)
{
    return !frame_ruby_p(fp) && !entry_me(fp) ? frame_prev(fp) : fp;
}
/* ---- code and scope: FP_CODE and FP_UP of a Ruby frame, or of a closed environment (ep) ---- */
static ALWAYS_INLINE VALUE
code_of_iseq(VALUE iseq) /* tagged code: FP_CODE of a frame that is not a method's */
{
    return iseq | 1;
}
static ALWAYS_INLINE VALUE
code_of_bmethod(const struct method_entry *me) /* FP_CODE of a block that runs as the method `me` */
{
    return (VALUE)me | 3;
}
static ALWAYS_INLINE bool
ep_method_p(const VALUE *ep) /* a method's; else that of a block, class, eval, or the top */
{
    return !(ep[FP_CODE] & 1);
}
static ALWAYS_INLINE VALUE
ep_code(const VALUE *ep) /* the cell, with its tag */
{
    return ep[FP_CODE];
}
static ALWAYS_INLINE VALUE
ep_owner(const VALUE *ep) /* the object that FP_CODE names: a method entry or an iseq */
{
    return ep[FP_CODE] & ~(VALUE)3;
}
static ALWAYS_INLINE bool
ep_bmethod_p(const VALUE *ep) /* a block's that runs as a method, or ran */
{
    return (ep[FP_CODE] & 3) == 3;
}
static ALWAYS_INLINE const struct method_entry *
ep_bmethod(const VALUE *ep) /* where ep_bmethod_p() */
{
    return (const struct method_entry *)(ep[FP_CODE] - 3);
}
static ALWAYS_INLINE const struct method_entry *
ep_method(const VALUE *ep) /* where ep_method_p() */
{
    return (const struct method_entry *)ep[FP_CODE];
}
static ALWAYS_INLINE VALUE
ep_up(const VALUE *ep) /* the handler of a method, the link of others */
{
    return ep[FP_UP];
}
static ALWAYS_INLINE VALUE
ep_handler(const VALUE *ep) /* the block handler; none outside of methods */
{
    return ep_method_p(ep) ? ep[FP_UP] : 0;
}
static ALWAYS_INLINE bool
ep_block_given_p(const VALUE *ep)
{
    return ep_method_p(ep) && ep[FP_UP] && ep[FP_UP] != Qnil;
}
/* Links: a frame's address, an environment with bit 0 set, or 0. */
static ALWAYS_INLINE VALUE
link_of_env(VALUE env)
{
    return env | 1;
}
static ALWAYS_INLINE bool
link_env_p(VALUE link)
{
    return (link & 1) != 0;
}
static ALWAYS_INLINE VALUE
link_env(VALUE link) /* where link_env_p() */
{
    return link - 1;
}
static inline bool
frame_method_p(const VALUE *fp) /* a Ruby method's frame */
{
    return frame_ruby_p(fp) && ep_method_p(fp);
}
static inline VALUE
frame_iseq(const VALUE *fp) /* Ruby frames only */
{
    _Static_assert(offsetof(struct method_def, as.bmethod.code) == offsetof(struct method_def, as.iseq.iseq), "read alike");
    return (fp[FP_CODE] & 3) == 1 ? fp[FP_CODE] - 1 : ((const struct method_entry *)ep_owner(fp))->def->as.iseq.iseq;
}
static ALWAYS_INLINE VALUE
frame_self_in(const VALUE *fp, const struct iseq_body *body) /* where the frame is known to run body */
{
    return fp[-(intptr_t)body->local_count - 1];
}
static inline VALUE
frame_self(const VALUE *fp)
{
    return frame_self_in(fp, iseq_body(frame_iseq(fp)));
}
/* Returns the environment above the frame: the parent's fp (in its frame or closed env), or NULL at a method, class
 * or top. */
static ALWAYS_INLINE VALUE *frame_parent(const VALUE *fp);

VALUE *vm_ruby_frame(ec_t *ec); /* the innermost Ruby frame; NULL */
/* Returns the method that a frame belongs to, through blocks and define_method, or NULL outside methods. */
const struct method_entry *vm_frame_method(ec_t *ec, VALUE *fp);

/* ---- environments: T_IMEMO, IMEMO_ENV ---- */
/* header | ep | local 0 | ... | local n-1 | n, flags | side | CODE  |  UP   |                                        */
/*                                           ^ ep, once closed.  Self is not kept: Procs and Bindings have their own. */
struct env {
    struct obj_header hdr; /* flags: ENV_ */
    VALUE *ep;             /* FRAME-6: like an fp: ep[-k] locals, FP_CODE, FP_UP */
    VALUE cells[];         /* ENV_OUTSIDE: only the address of a malloc'ed block that has them */
};
enum {
    ENV_CLOSED = 1u << 16,   /* the frame has ended, the cells are filled */
    ENV_OUTSIDE = 1u << 17,  /* no slot holds so many cells */
    ENV_ISOLATED = 1u << 18, /* of a Proc that several Ractors may run: hidden variables are nil */
    ENV_COUNT = 0,           /* closed: low 32: number of locals; high 32: the frame's FRAME_ flags but SIDE */
    ENV_SIDE = 1,            /* closed: the frame's cref, or a struct svar, or 0 */
};
static inline struct env *
env_of(VALUE v)
{
    return (struct env *)v;
}
static inline bool
env_closed_p(VALUE v)
{
    return (obj_flags(v) & ENV_CLOSED) != 0;
}
static inline bool
env_was_lambda(VALUE v) /* closed ones */
{
    return ((env_of(v)->ep[ENV_COUNT] >> 32) & (FRAME_LAMBDA | FRAME_BMETHOD)) != 0;
}
static inline bool
env_isolated_p(VALUE v)
{
    return (obj_flags(v) & ENV_ISOLATED) != 0;
}
/* Returns a closed environment as deep as env, under the same cref.  Its locals are all nil, and it has no block. */
VALUE env_isolate(ec_t *ec, VALUE env);
size_t env_content_bytes(VALUE v); /* of its slot, what it uses */
static ALWAYS_INLINE VALUE *
ep_resolve(VALUE parent) /* a link */
{
    return link_env_p(parent) ? env_of(link_env(parent))->ep : (VALUE *)parent;
}
static ALWAYS_INLINE VALUE *
frame_parent(const VALUE *fp)
{
    return ep_method_p(fp) ? NULL : ep_resolve(ep_up(fp));
}
VALUE env_capture(ec_t *ec, VALUE *fp);     /* the frame's env, made (with its ancestors') if need be */
void env_close(const struct frame_side *s); /* the frame ends */
void env_reopen(struct frame_side *s); /* the frame comes back (callcc), its environment being closed: takes its locals */
/* Marks the objects that live environments of an unreachable stack need.  Returns whether any was new. */
bool env_mark_left(ec_t *ec);
struct frame_side *frame_side(ec_t *ec, VALUE *fp);    /* find or make */
struct frame_side *frame_side_if(ec_t *ec, VALUE *fp); /* NULL */
void vm_close_all(ec_t *ec);                           /* the context's stack goes away: its environments stay */
void sides_unwind(ec_t *ec, const VALUE *fp);          /* closes and pops the records of frames above fp */
void sides_pop(ec_t *ec, VALUE *fp);                   /* and that of fp itself */

/* ---- block handlers: a word in FP_UP of a method frame, or ec->c_block ----
 *   0                no block
 *   fp | 1           the block literal of that frame: FP_LITERAL
 *   ifunc | 3        a C function, struct ifunc on the C stack or an IMEMO_IFUNC
 *   VALUE            a Proc, or a Symbol (&:name)                                    */
enum { BH_NONE = 0, BH_ISEQ = 1, BH_IFUNC = 3 };
struct ifunc {
    struct obj_header hdr; /* IMEMO_IFUNC when on the heap; zero on the C stack */
    union {
        struct ifunc *origin; /* on the heap: the one on the C stack that this is a copy of; NULL once its call is over */
        VALUE copy;           /* on the C stack: its copy on the heap, 0 */
    } other;
    rb_block_call_func_t fn;
    const void *data;
    int min_argc, max_argc; /* max -1: any */
    VALUE self;
    const struct method_entry *me; /* C method that made it */
    VALUE block;                   /* block handler of that method: what rb_yield inside fn yields to */
};
SLOT_ASSERT_FIXED(struct ifunc);
static ALWAYS_INLINE VALUE
bh_of_frame(const VALUE *fp) /* the literal that the frame is passing */
{
    return (VALUE)fp | BH_ISEQ;
}
static ALWAYS_INLINE VALUE
bh_of_ifunc(const struct ifunc *f)
{
    return (VALUE)f | BH_IFUNC;
}
static ALWAYS_INLINE bool
bh_literal_p(VALUE h)
{
    return (h & 3) == BH_ISEQ;
}
static ALWAYS_INLINE bool
bh_ifunc_p(VALUE h)
{
    return (h & 3) == BH_IFUNC;
}
static ALWAYS_INLINE bool
bh_object_p(VALUE h) /* a Proc or Symbol, or none */
{
    return (h & 3) == 0;
}
static ALWAYS_INLINE bool
bh_symbol_p(VALUE h) /* a static Symbol */
{
    return (h & 0xff) == 0x0c;
}
static ALWAYS_INLINE VALUE *
bh_home(VALUE h) /* where bh_literal_p(): the frame */
{
    return (VALUE *)(h - BH_ISEQ);
}
static ALWAYS_INLINE struct ifunc *
bh_ifunc(VALUE h) /* where bh_ifunc_p() */
{
    return (struct ifunc *)(h - BH_IFUNC);
}
struct stack_ifunc { /* each that lies on the C stack */
    struct ifunc f;
    VALUE *home; /* the frame that called that method */
    ec_t *ec;    /* the context of this stack: only there can the block break */
};

/* ---- procs (proc.c): T_DATA with this struct in the slot ---- */
struct rproc {
    VALUE self;
    VALUE code;   /* an iseq, an ifunc (IMEMO_IFUNC), a Symbol or a Method object */
    VALUE env;    /* IMEMO_ENV of the defining frame; 0 */
    uint8_t kind; /* enum proc_kind */
    bool lambda;
    bool from_method;
    bool ruby2_keywords;
    uint32_t ractor; /* id of the Ractor that made it; 0: the main one */
};
enum proc_kind { PROC_ISEQ, PROC_IFUNC, PROC_SYMBOL, PROC_METHOD };
extern const rb_data_type_t proc_data_type, binding_data_type, method_data_type;
static inline struct rproc *
proc_ptr(VALUE proc)
{
    return (struct rproc *)RTYPEDDATA(proc)->data;
}
bool val_proc_p(VALUE v);
VALUE proc_from_handler(ec_t *ec, VALUE handler, bool lambda); /* Proc for a block handler; nil for none */
VALUE proc_alloc(VALUE klass);
VALUE proc_new_ifunc(rb_block_call_func_t fn, const void *data, int min, int max, bool lambda);
VALUE vm_handler_iseq(VALUE handler); /* the code of a block handler that is a literal or a Proc of one; 0 */
VALUE proc_new_iseq(ec_t *ec, VALUE iseq, VALUE self, VALUE env, bool lambda);

/* ---- crefs: T_IMEMO, IMEMO_CREF ---- */
struct cref {
    struct obj_header hdr;
    VALUE klass;       /* class or module; for singleton evals: the object's singleton class, made lazily (Qundef + self) */
    VALUE next;        /* struct cref or 0 */
    VALUE refinements; /* Hash class -> Array of refinements, or 0 */
    VALUE self_for_singleton;
    VALUE home;   /* the cref that methods defined here keep: same scope, default visibility of its own; 0 */
    uint8_t visi; /* enum method_visi: default for def */
    uint8_t module_func;
    uint8_t pushed_by_eval; /* constants skip it; class variables too */
    uint8_t singleton;
    uint8_t refining; /* of a `refine` block: refinements are its own */
};
SLOT_ASSERT_FIXED(struct cref);
VALUE cref_new(VALUE klass, VALUE next, bool pushed_by_eval);
VALUE cref_dup(VALUE cref);
VALUE frame_cref(ec_t *ec, VALUE *fp);      /* of a Ruby frame */
VALUE vm_cref(ec_t *ec);                    /* of the innermost Ruby frame */
bool vm_cref_of_method_p(ec_t *ec);         /* the running code's cref is its method's own */
VALUE cref_class(VALUE cref);               /* innermost class: where def defines; a singleton class is made for it */
bool cref_class_p(VALUE cref, VALUE klass); /* whether it is klass; makes nothing */
static inline struct cref *
cref_of(VALUE v)
{
    return (struct cref *)v;
}
/* Returns the refinements in force in code of that scope, a Hash, or 0. */
static inline VALUE
cref_refinements(VALUE cref)
{
    while (cref && !cref_of(cref)->refinements) cref = cref_of(cref)->next;
    return cref ? cref_of(cref)->refinements : 0;
}

/* ---- running (vm/exec.c, vm/eval.c) ---- */
/* Runs the loop from ec->pc/sp/fp until the frame that has vm_finish_code as return pc leaves.  Throws go to the outer
 * tag.  calls, raises. */
VALUE vm_exec(ec_t *ec);
/* Calls me on recv from C.  kw_splat: the last argument is a keyword Hash.  calls, raises. */
VALUE vm_call0(ec_t *ec, VALUE recv, ID mid, const struct method_entry *me, int argc, const VALUE *argv, VALUE block,
               int kw_splat);
/* Looks up and calls; method_missing when absent.  scope: 0 public only, 1 private too (rb_funcall). */
VALUE vm_send(ec_t *ec, VALUE recv, ID mid, int argc, const VALUE *argv, VALUE block, int kw_splat, int scope);
VALUE vm_yield(ec_t *ec, VALUE handler, int argc, const VALUE *argv, VALUE block_arg, int kw_splat);
VALUE vm_yield_self(ec_t *ec, VALUE handler, VALUE self, VALUE cref, int argc, const VALUE *argv, VALUE block_arg,
                    int kw_splat); /* instance_exec */
VALUE vm_call_proc(ec_t *ec, VALUE proc, int argc, const VALUE *argv, VALUE block, int kw_splat);
VALUE vm_call_super(ec_t *ec, int argc, const VALUE *argv, int kw_splat);
VALUE vm_run_main(ec_t *ec, VALUE iseq, VALUE self, VALUE cref, VALUE binding); /* the main script */
/* Runs compiled text in the scope of an environment (parent: its frame, env | 1, or 0).  Sets *env_out to the text's
 * own environment, unless env_out is NULL. */
VALUE vm_run_eval(ec_t *ec, VALUE iseq, VALUE self, VALUE parent, VALUE cref, VALUE *env_out);
VALUE vm_run_top(ec_t *ec, VALUE iseq, VALUE self, VALUE cref); /* scripts, require, load */
/* Returns the receiver of the C method that pc called, with sp above fp, or Qnil if it is a copy of a literal. */
VALUE vm_receiver_above(const VALUE *fp, const cell *pc, const VALUE *sp);
VALUE vm_current_receiver(ec_t *ec); /* of the C method that runs */
/* Inside a C method: its own block handler. */
VALUE vm_block_handler(ec_t *ec);

/* ---- throwing (vm/throw.c) ---- */
/* Continues the throw under way.  Returns true if ec->pc/sp/fp are a handler's in this vm_exec, or false if the exec
 * must be left. */
bool vm_throw(ec_t *ec);
/* The frames that a throw has ended. */
struct throw_walk {
    unsigned flags; /* of the Ruby frames, or-ed */
    bool handler;   /* a rescue or ensure clause continues; else the caller of the last frame does */
};
/* Does what vm_throw() does, but leaves no machine frame of native code.  The caller does that, if walk->flags has FRAME_NATIVE. */
bool vm_throw_native(ec_t *ec, struct throw_walk *walk);
/* Start one.  From C: jump.  From slow functions: set and return false. */
NORETURN void vm_jump(ec_t *ec);        /* to ec->tag, with the throw under way */
void vm_set_raise(ec_t *ec, VALUE exc); /* THROW_RAISE under way: backtrace, cause, TracePoint raise */
void vm_stack_probe(void); /* vm/stack.c: between the push and the end of setjmp there may be no fault in the guard */
#define VM_TRY(ec, tagvar) (vm_stack_probe(), vm_tag_push((ec), &(tagvar)), setjmp((tagvar).buf) == 0)
static inline void
vm_tag_push(ec_t *ec, struct vm_tag *tag)
{
    tag->prev = ec->tag;
    tag->fp = ec->fp;
    tag->sp = ec->sp;
    tag->pc = ec->pc;
    tag->c_me = ec->c_me;
    tag->c_block = ec->c_block;
    tag->is_exec = false;
    ec->tag = tag;
}
void vm_tag_pop(ec_t *ec, struct vm_tag *tag);    /* after success */
void vm_tag_caught(ec_t *ec, struct vm_tag *tag); /* after a throw landed: state restored, envs closed, tag popped */
NORETURN void vm_raise_stack_error(ec_t *ec);
bool vm_check_interrupts(ec_t *ec); /* slow part of the limit check; false: thrown */
static inline void
vm_check_machine_stack(ec_t *ec)
{
    char here;
    if (UNLIKELY(&here < ec->machine_limit)) vm_raise_stack_error(ec);
}

/* ---- special variables of the method-level frame ---- */
void vm_set_body(ec_t *ec, VALUE body); /* a thread or fiber begins: its block's $~ and $_ start empty */
void vm_each_context(void (*fn)(ec_t *ec));
ec_t *vm_context_of(const VALUE *fp);   /* the one with fp in its stack; NULL */
VALUE vm_svar_get(ec_t *ec, int which); /* 0 $_ , 1 $~ ; nil */
void vm_svar_set(ec_t *ec, int which, VALUE v);

/* ---- backtraces (vm/backtrace.c) ---- */
VALUE backtrace_capture(ec_t *ec);        /* Thread::Backtrace object, strings made on demand */
VALUE backtrace_strings(VALUE bt);        /* Array of String */
VALUE backtrace_add_reversed(VALUE text); /* the levels here, outermost first, a line each */
VALUE backtrace_locations(VALUE bt, long skip, long n);
ID vm_current_method_id(ec_t *ec, bool callee);   /* __method__, __callee__ of the Ruby code that calls it; 0 */
VALUE vm_caller_locations(int argc, VALUE *argv); /* caller_locations for a C method */
VALUE location_iseq(VALUE v); /* the code of a Thread::Backtrace::Location; 0 of a level without any, and of other objects */
VALUE location_node_id(VALUE location); /* of a Thread::Backtrace::Location: the parser's number of the node; nil */
VALUE vm_caller_path(ec_t *ec);         /* path of the innermost Ruby frame; nil */
int vm_caller_line(ec_t *ec);
VALUE vm_caller_iseq(ec_t *ec); /* 0 */
/* The running code.  It is the innermost method, C or Ruby (NULL: none), and the place of the innermost Ruby code
 * (path 0: none).  pure */
struct vm_place {
    const struct method_entry *me;
    VALUE path;
    int line;
};
struct vm_place vm_running_place(ec_t *ec);
/* The levels, innermost first, at most `room` of them: no method is called, nothing allocated. */
struct vm_level {
    VALUE path, name; /* 0: none; the name without its class */
    int line;
    bool ruby;        /* not C */
    const char *kind; /* CFUNC METHOD BLOCK CLASS EVAL TOP */
};
size_t vm_levels(ec_t *ec, struct vm_level *levels, size_t room);

/* Basic operations: (class, operator) pairs that specialised instructions assume.  vm_basic_op_redefined is called by
 * class/method_table.c; it rewrites the concerned handler cells everywhere. */
void vm_basic_op_redefined(VALUE klass, ID mid);
void vm_const_changed(ID name);
void vm_const_forget_all(void), vm_ivar_forget_classes(void); /* a second Ractor comes */
/* For RubyVM.stat: cells of code turned back since a constant changed, and constants looked up because no cell had them. */
extern uint64_t vm_const_turned_back, vm_const_looked_up;
void vm_plain_eqq_clear(void); /* vm/core.c: forget which classes have Module#=== */

/* Between mark and sweep, before shape_sweep(): site caches drop references to dead objects. */
void vm_const_sweep(void), vm_ivar_sweep(void);

void vm_mark_ec(ec_t *ec);
void ec_reset(ec_t *ec); /* a context whose fiber ended, as if new */
ec_t *ec_new(size_t stack_cells);
void ec_free(ec_t *ec);
extern VALUE vm_top_self, vm_top_cref;
extern VALUE vm_stack_error;                           /* SystemStackError, made in advance */
extern bool vm_refinements_used;                       /* `using` was called: until then no call looks for refinements */
VALUE vm_frame_refinements(ec_t *ec, const VALUE *fp); /* in force for the code of a frame: a Hash, or 0 */
/* Returns the refinements in force for the code of a frame if any refinement of the program has a method of that
 * name.  Returns 0 if refinements cannot change the method that a call of mid finds. */
VALUE vm_frame_refinements_of(ec_t *ec, const VALUE *fp, ID mid);
/* Returns the refinements in force for mid in the running code, or 0 within a C method. */
VALUE vm_active_refinements_of(ec_t *ec, ID mid);
void vm_exec_init(void);
extern VALUE vm_empty_array; /* frozen: the Array that *nil passes */
void Init_VM(void);

#endif
