/*
 * vm/call.h - one call under way, as call instructions, calls from C, blocks and super share it.
 *
 * Owns      struct calling.
 * Uses      vm_insnhelper.h
 * CALL-1    base[0] is the receiver, base[1 .. argc] the arguments as they were pushed; the stack above is free.
 * CALL-2    CALL_FRAME: a Ruby frame was pushed whose leave puts the result into base[0] and goes to ret_pc.
 *           CALL_VALUE: the result is in c->value; nothing is left behind.  CALL_THROW: a throw is under way.
 * CALL-3    `moved`: arguments were rearranged above what ec->sp covers, so a C method runs under an ENTRY frame.
 * CALL-4    The block of a C method that got keywords lives in struct calling as a Proc.  The word ec->c_block has
 *           C_BLOCK_KW set, so the collector does not mark it.
 * CALL-5    A C block (rb_block_call) yields to the block of the method that made it.
 */
#ifndef FACET_INTERNAL_VM_CALL_H
#define FACET_INTERNAL_VM_CALL_H

#include "internal/vm_insnhelper.h"

enum call_outcome { CALL_FRAME, CALL_VALUE, CALL_THROW };

struct calling {
    VALUE *base;
    int argc;
    unsigned flags; /* CI_SPLAT, CI_KWARG, CI_KW_SPLAT, CI_KW_SPLAT_MUT, CI_FCALL, CI_VCALL, ... */
    const struct ci_kwarg *kw;
    VALUE block; /* handler */
    const struct method_entry *me;
    const cell *ret_pc;
    ID mid;
    bool moved;
    VALUE value;
};

/* Flags of a call besides CI_.  PUBLIC_SEND: it comes from public_send.  UNSEEN: it comes from send or is for
 * method_missing, so vm/unused_block.h must not see it. */
enum { CALLING_PUBLIC_SEND = 1 << 20, CALLING_UNSEEN = 1 << 21 };

/* Bit 2 of ec->c_block: the last argument of the running C method is a keyword Hash. */
enum { C_BLOCK_KW = 4 };
static inline bool
c_block_kw_p(VALUE h)
{
    return (h & 4) && !(bh_symbol_p(h) && h < ((VALUE)1 << 41)); /* a static Symbol has the bit too */
}

/* vm/call.c */
enum call_outcome vm_call_method(ec_t *ec, struct calling *c); /* c->me is set */
enum call_outcome vm_call_missing(ec_t *ec, struct calling *c, int reason);
enum call_outcome vm_call_missing_name(ec_t *ec, struct calling *c, VALUE sym); /* a name without an ID: no class has it */
enum call_outcome vm_call_lookup(ec_t *ec, struct calling *c, VALUE klass, bool check_visi);
enum call_outcome vm_call_public(ec_t *ec, struct calling *c);
void vm_push_frame(ec_t *ec, struct calling *c, VALUE *locals, struct iseq_body *body, uint32_t pc_offset, VALUE fp2,
                   VALUE fp3, unsigned flags);
enum { MISSING_NOENTRY, MISSING_PRIVATE, MISSING_PROTECTED, MISSING_VCALL, MISSING_SUPER, MISSING_FCALL };

/* vm/link.c: write a fast form's handler at pc if there is one. */
void vm_link_send(ec_t *ec, const cell *pc, struct call_site *cs, VALUE recv, const struct method_entry *me, bool literal);
void vm_link_super(const cell *pc, struct call_site *cs, VALUE self, const struct method_entry *me,
                   const struct method_entry *cur, ID mid);
void vm_link_entry(ec_t *ec, const struct call_site *cs, VALUE recv, const struct method_entry *me, bool literal);
void vm_link_symbol(ec_t *ec, VALUE sym, VALUE recv, unsigned argc);
const struct method_entry *vm_link_named(ec_t *ec, VALUE recv, VALUE name, unsigned argc, bool public_only);
/* Counts a call that the leaf function of the site at pc did not answer.  After some of them the site calls the method's function. */
void vm_link_leaf_missed(const cell *pc, struct call_site *cs);
void vm_link_yield(const cell *pc, struct call_site *cs, VALUE handler);
extern bool vm_tracing_calls;
/* Changes whenever the methods of a class may have changed, or a class or method entry has died (vm/site.c). */
extern unsigned vm_call_epoch;

/* vm/block.c */
enum call_outcome vm_call_block(ec_t *ec, struct calling *c, VALUE handler, bool keep_self, VALUE cref);
enum call_outcome vm_call_proc_obj(ec_t *ec, struct calling *c, VALUE proc, bool keep_self, VALUE cref);
enum call_outcome vm_call_bmethod(ec_t *ec, struct calling *c);
VALUE vm_active_refinements(ec_t *ec); /* in force for the running code: a Hash, or 0 */
bool vm_refinements_settled(ec_t *ec);
VALUE vm_block_arg_handler(ec_t *ec, VALUE v); /* the value of f(&v) to a handler.  calls to_proc; raises TypeError */
VALUE *vm_method_ep(VALUE *fp);                /* the method-level ep of a Ruby frame */

enum { VM_ARGS_STACK_MAX = LIMIT(1024, 12) }; /* more arguments are handed on in an Array: a fiber's stack has 16384 cells */

/* vm/args.c: lays the arguments out as body's locals from c->base + 1, nil-fills the rest.  Returns the pc offset to start at.
 * strict: methods and lambdas.  On error raises, with the callee's frame on top as CRuby shows it. */
enum args_mode { ARGS_METHOD, ARGS_LAMBDA, ARGS_PROC };
uint32_t vm_args_setup(ec_t *ec, struct iseq_body *body, struct calling *c, enum args_mode mode, VALUE fp2, VALUE fp3);
/* Lays out the arguments of a call without keywords in place, if the parameters and the splat allow that.  Otherwise,
 * or if the call is an error, returns false and changes nothing. */
bool vm_args_positional(ec_t *ec, struct iseq_body *body, struct calling *c, uint32_t *start);
/* c is a call f(...) by the method of ec->fp: if its frame keeps the arguments as they were given, they become c's own. */
void vm_args_forward(ec_t *ec, struct calling *c);
/* For C methods: splats and keywords become plain arguments above base[0]; true if the last is a keyword Hash.
 * *argv: where they are: there, or, if they are many, in an Array that is base[1]. */
bool vm_args_flatten(ec_t *ec, struct calling *c, const VALUE **argv);
/* Returns the end of the stack that vm_args_flatten left.  Many arguments lie in an Array that base[1] holds. */
static inline VALUE *
vm_args_end(const struct calling *c, const VALUE *argv)
{
    return c->base + (argv == c->base + 1 ? 1 + c->argc : 2);
}
/* Takes the first of many arguments out of the splat that vm_args_flatten has laid open.  The others are a splat
 * again, which the caller keeps alive. */
VALUE vm_args_shift(struct calling *c, const VALUE *argv, bool kw, VALUE *rest);

/* vm/ivar.c: does what ivar_get does, quickly for other types than T_OBJECT too. */
VALUE vm_ivar_get(VALUE obj, ID name);

/* vm/eval.c */
/* Makes sure that `cells` fit above `top`; raises SystemStackError. */
static ALWAYS_INLINE void
vm_need_stack(ec_t *ec, VALUE *top, size_t cells)
{
    if (UNLIKELY((size_t)(ec->stack_real_limit - top) < cells || top >= ec->stack_real_limit)) vm_raise_stack_error(ec);
}

static inline VALUE *
vm_push_entry(ec_t *ec)
{
    VALUE *fp = ec->sp;
    vm_need_stack(ec, fp, ENTRY_CELLS + STACK_SLACK_ENTRY);
    fp[ENTRY_LINK] = frame_link(fp, ec->fp, FRAME_ENTRY);
    fp[ENTRY_PC] = (VALUE)ec->pc;
    fp[ENTRY_C_ME] = (VALUE)ec->c_me;
    fp[ENTRY_C_BLOCK] = ec->c_block;
    fp[ENTRY_SP] = (VALUE)ec->sp;
    fp[ENTRY_RECV] = Qnil;
    ec->fp = fp;
    ec->sp = fp + ENTRY_CELLS;
    ec->c_me = NULL;
    ec->c_block = 0;
    return fp;
}

static inline void
vm_pop_entry(ec_t *ec)
{
    VALUE *fp = ec->fp;
    VM_ASSERT(!frame_ruby_p(fp));
    ec->pc = entry_pc(fp);
    ec->c_me = entry_me(fp);
    ec->c_block = fp[ENTRY_C_BLOCK];
    ec->sp = entry_sp(fp);
    ec->fp = frame_prev(fp);
}

/* Returns the frame that the running C belongs to, a Ruby frame or the ENTRY frame of a C block.  NULL if there is
 * neither. */
static inline VALUE *
vm_block_frame(const ec_t *ec)
{
    VALUE *fp = ec->fp;
    while (!frame_ruby_p(fp) && !(frame_flags(fp) & FRAME_IFUNC)) {
        if (frame_prev(fp) == fp) return NULL;
        fp = frame_prev(fp);
    }
    return fp;
}

/* Returns the C block on this context's C stack that frame fp runs, itself or as a copy.  Returns NULL if its call is
 * over, or in another context. */
static inline struct stack_ifunc *
vm_live_ifunc(const ec_t *ec, const VALUE *fp)
{
    struct ifunc *f = (struct ifunc *)fp[ENTRY_IFUNC];
    struct stack_ifunc *s = (struct stack_ifunc *)(f->hdr.flags ? f->other.origin : f);
    return s && s->ec == ec ? s : NULL;
}

#endif
