/*
 * vm/throw.c - exceptions, break, return, throw: the one way out of frames that is not `leave`.
 *
 * A throw is a state of the context (kind, value, target).  vm_throw() walks the frames of the innermost vm_exec.  A catch
 * entry that covers the running instruction takes the throw, the target of a break or return ends it, else the frame is popped.
 * When the exec has no frames left, the throw goes on to the next tag by longjmp: another exec, or C that protects itself.
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal/jit.h"
#include "internal/object.h"
#include "internal/vm/call.h"
#include "internal/vm/stack.h"
#include "internal/vm/trace.h"
#include "internal/vm.h"

void
vm_tag_pop(ec_t *ec, struct vm_tag *tag)
{
    VM_ASSERT(ec->tag == tag);
    ec->tag = tag->prev;
}

void
vm_tag_caught(ec_t *ec, struct vm_tag *tag)
{
    VM_ASSERT(ec->tag == tag); /* vm_jump() lands at the innermost tag */
    if (UNLIKELY(vm_tracing_calls)) vm_fire_unwind_c(ec, tag->fp);
    sides_unwind(ec, tag->fp);
    ec->tag = tag->prev;
    ec->fp = tag->fp;
    ec->sp = tag->sp;
    ec->pc = tag->pc;
    ec->c_me = tag->c_me;
    ec->c_block = tag->c_block;
    if (UNLIKELY(ec->reserve_parts)) vm_stack_close_reserve(ec);
}

/* Ends the process when a throw has no tag.  Before the first exec and after the last, only NoMemoryError is not a bug. */
NORETURN COLD static void
nobody_catches(ec_t *ec)
{
    if (ec->throw_kind != THROW_RAISE || !RTEST(rb_obj_is_kind_of(ec->throw_value, rb_eNoMemError)))
        vm_bug_at(__FILE__, __LINE__, "throw without a tag");
    gc_out_of_memory();
}

void
vm_jump(ec_t *ec)
{
    if (UNLIKELY(!ec->tag)) nobody_catches(ec);
    longjmp(ec->tag->buf, 1);
}

/* ---- raising ---- */

static void
throw_set_cause(ec_t *ec, VALUE exc)
{
    if (ec->errinfo != Qnil && ec->errinfo != exc) exc_set_cause_implicit(exc, ec->errinfo);
}

static void
throw_start_raise(ec_t *ec, VALUE exc)
{
    ec->errinfo_outer = ec->errinfo;
    ec->errinfo = exc;
    ec->throw_kind = THROW_RAISE;
    ec->throw_value = exc;
    ec->throw_target = NULL;
}

void
vm_set_raise(ec_t *ec, VALUE exc)
{
    bool hide = ec->hide_c;
    throw_set_cause(ec, exc);
    if (!exc_set_backtrace_quickly(exc) && exc_backtrace_missing(exc)) exc_set_backtrace_object(exc, backtrace_capture(ec));
    ec->hide_c = hide;
    if (UNLIKELY(val_truthy(*rb_ruby_debug_ptr()))) error_print_raised(exc);
    if (UNLIKELY(vm_trace_events)) vm_fire_raise(ec, exc);
    ec->hide_c = false;
    throw_start_raise(ec, exc);
}

void
rb_exc_raise(VALUE exc)
{
    ec_t *ec = vm_ec;
    if (!val_truthy(rb_obj_is_kind_of(exc, rb_eException))) {
        exc = rb_exc_new_cstr(rb_eTypeError, "exception object expected");
    }
    if (UNLIKELY(vm_tracing_calls)) trace_core_call(ec, exc, "exception", exc);
    vm_set_raise(ec, exc);
    vm_jump(ec);
}

/* Raises NoMemoryError without backtrace or cause, as CRuby does.  The new object takes one slot.  If that allocation fails, it
 * calls this function again, which then raises the object made in advance. */
void
rb_memerror(void)
{
    ec_t *ec = vm_ec;
    if (gc_during_p() || !vm_memory_error) gc_out_of_memory();
    VALUE exc = vm_memory_error;
    if (!ec->in_memory_error) {
        ec->in_memory_error = true;
        exc = rb_exc_new_str(rb_eNoMemError, rb_attr_get(exc, rb_intern("mesg")));
    }
    ec->in_memory_error = false;
    ec->hide_c = false;
    throw_start_raise(ec, exc);
    vm_jump(ec);
}

void
vm_raise_stack_error(ec_t *ec)
{
    __atomic_fetch_and(&ec->interrupt_pending, ~(uint32_t)INTR_STACK, __ATOMIC_ACQ_REL);
    if (ec->in_stack_error) rb_exc_raise(vm_stack_error);
    ec->in_stack_error = true;
    char *limit = ec->machine_limit;
    VALUE *real = ec->stack_real_limit, *cur = ec->stack_limit;
    ec->machine_limit -= 64 * 1024; /* the reserve */
    ec->stack_real_limit = ec->stack_end - STACK_RESERVE_LAST;
    if (cur == real) ec->stack_limit = ec->stack_real_limit;
    VALUE exc = rb_exc_new_cstr(rb_eSysStackError, "stack level too deep");
    vm_set_raise(ec, exc);
    ec->machine_limit = limit;
    ec->stack_real_limit = real;
    ec->stack_limit = cur;
    ec->in_stack_error = false;
    vm_jump(ec);
}

/* ---- the walk ---- */

/* IMEMO_THROW: a throw that waits while an ensure clause runs. */
struct throw_state {
    struct obj_header hdr;
    VALUE value;
    VALUE *target;
    VALUE kind;  /* Fixnum */
    VALUE outer; /* $! where the clause's statement began */
};
SLOT_ASSERT_FIXED(struct throw_state);

static void
throw_state_mark(VALUE v)
{
    gc_mark(((struct throw_state *)v)->value);
    gc_mark(((struct throw_state *)v)->outer);
}

void
Init_vm_throw(void)
{
    static const struct gc_type_ops ops = {.mark = throw_state_mark};
    gc_register_imemo(IMEMO_THROW, &ops);
}

/* Returns the throw in s, or NULL if s is an exception, raised where $! was nil. */
static struct throw_state *
throw_state_of(VALUE s)
{
    return val_type_p(s, T_IMEMO) && imemo_kind(s) == IMEMO_THROW ? (struct throw_state *)s : NULL;
}

/* Puts $! back to what it was before the ensure clause that the throw leaves.  In a raise, $! is the new exception until a clause
 * outside has dealt with it. */
static void
throw_leave_clause(ec_t *ec, VALUE state)
{
    const struct throw_state *s = throw_state_of(state);
    VALUE outer = s ? s->outer : Qnil;
    if (ec->throw_kind == THROW_RAISE) ec->errinfo_outer = outer;
    else ec->errinfo = outer;
}

/* Returns the catch entry that takes the throw at cell offset `at` of the running frame, or NULL. */
static const struct catch_entry *
throw_find_catch(ec_t *ec, const struct iseq_body *body, intptr_t at)
{
    for (uint32_t i = 0; i < body->catch_count; i++) {
        const struct catch_entry *e = &body->catches[i];
        if (at < (intptr_t)e->start || at >= (intptr_t)e->end) continue;
        if (e->type == CATCH_CLAUSE) throw_leave_clause(ec, ec->fp[(intptr_t)e->depth - body->local_count]);
        else if (e->type == CATCH_ENSURE || ec->throw_kind == THROW_RAISE) return e;
    }
    return NULL;
}

static VALUE
throw_state_object(ec_t *ec, const struct catch_entry *e)
{
    bool raise = ec->throw_kind == THROW_RAISE;
    if (raise && (e->type == CATCH_RESCUE || ec->errinfo_outer == Qnil)) return ec->throw_value;
    VALUE v = gc_new_imemo(IMEMO_THROW, sizeof(struct throw_state));
    struct throw_state *s = (struct throw_state *)v;
    s->target = ec->throw_target;
    s->kind = int_fix(ec->throw_kind);
    obj_write(v, &s->value, ec->throw_value);
    obj_write(v, &s->outer, raise ? ec->errinfo_outer : ec->errinfo);
    return v;
}

static bool
throw_enter_handler(ec_t *ec, struct iseq_body *body, const struct catch_entry *e)
{
    VM_ASSERT(e->depth < body->stack_max && e->handler < body->code_len); /* the handler has room for the state */
    ec->sp = ec->fp + FRAME_CELLS + e->depth;
    ec->c_me = NULL;
    ec->c_block = 0;
    VALUE state = throw_state_object(ec, e); /* allocates: sp and fp are in order */
    *ec->sp++ = state;
    ec->pc = body->code + e->handler;
    ec->throw_kind = THROW_NONE;
    return true;
}

/* Completes the call instruction at ec->pc, which called C, with the result val. */
static bool
throw_resume_after_call(ec_t *ec, VALUE val)
{
    const cell *pc = ec->pc;
    int id = insn_base(insn_at(pc));
    int64_t ops[8];
    for (int i = 0; i < insn_operand_count(id) && i < 8; i++) ops[i] = insn_get_operand(pc, i);
    ec->sp += insn_sp_inc(id, ops);
    VM_ASSERT(ec->sp > ec->fp + FRAME_CELLS); /* the result's cell lies above the frame's own */
    ec->sp[-1] = val;
    ec->pc = pc + insn_length(id);
    return true;
}

/* Returns the innermost frame that has a side record, or NULL. */
static ALWAYS_INLINE const VALUE *
sides_innermost(const ec_t *ec)
{
    return ec->side_count ? ec->sides[ec->side_count - 1].fp : NULL;
}

/* Ends the target frame of a return, which has no ensure clause left, with the thrown value as its result. */
static bool
throw_leave_target(ec_t *ec)
{
    VALUE *fp = ec->fp, val = ec->throw_value;
    VALUE *at = fp - iseq_body(frame_iseq(fp))->local_count - 1;
    VM_ASSERT(ec->throw_kind == THROW_RETURN && ec->throw_target == fp); /* the throw ends here */
    if (frame_flags(fp) & FRAME_NEW) val = *at;
    if (UNLIKELY(sides_innermost(ec) == fp)) sides_pop(ec, fp);
    ec->pc = frame_return(fp);
    ec->fp = frame_prev(fp);
    *at = val;
    ec->sp = at + 1;
    ec->throw_kind = THROW_NONE;
    return true;
}

/* Pops an ENTRY frame, which C that calls Ruby pushes, and a call of a C method with rearranged arguments. */
static void
throw_pop_entry_thrown(ec_t *ec)
{
    VALUE *fp = ec->fp;
    ec->pc = entry_pc(fp);
    ec->sp = entry_sp(fp);
    ec->fp = frame_prev(fp);
    ec->c_me = NULL;
    ec->c_block = 0;
}

/* Returns whether fp is the frame of the block that the break left. */
static bool
throw_breaks_p(const ec_t *ec, const VALUE *fp)
{
    return ec->throw_kind == THROW_BREAK && !ep_method_p(fp) && ep_up(fp) && ep_resolve(ep_up(fp)) == ec->throw_target;
}

/* Returns whether the frame's end is unreported, and flags it: if the hook raises, this frame is unwound a second time. */
static bool
throw_unwind_first_p(VALUE *fp)
{
    bool first = !(frame_flags(fp) & FRAME_TRACE);
    frame_flag(fp, FRAME_TRACE);
    return first;
}

static bool
throw_on(ec_t *ec, struct throw_walk *walk)
{
    VALUE *boundary = ec->tag->fp;
    const VALUE *recorded = sides_innermost(ec);
    bool direct = true;   /* the throw comes from C called by the instruction at ec->pc, or from that instruction */
    VALUE *result = NULL; /* where the Ruby frame popped last would have put its result */
    const cell *next = NULL;
    VM_ASSERT(ec->throw_kind != THROW_NONE); /* a throw is under way */
    ec->c_me = NULL;
    ec->c_block = 0;
    for (;;) {
        VALUE *fp = ec->fp;
        if (fp == boundary) return false;
        VM_ASSERT(fp > boundary); /* the frames of an exec lie above its tag's frame */
        if (UNLIKELY(recorded > fp)) sides_unwind(ec, fp), recorded = sides_innermost(ec);
        if (!frame_ruby_p(fp)) {
            if (UNLIKELY(vm_tracing_returns)) vm_fire_unwind(ec, fp, Qnil);
            throw_pop_entry_thrown(ec);
            direct = true;
            continue;
        }
        if (ec->throw_kind == THROW_BREAK && ec->throw_target == fp) {
            VALUE val = ec->throw_value;
            ec->throw_kind = THROW_NONE;
            if (direct) return throw_resume_after_call(ec, val);
            VM_ASSERT(result && next); /* a frame was popped, so the call that made it is known */
            *result = val;
            ec->sp = result + 1;
            ec->pc = next;
            return true;
        }
        struct iseq_body *body = iseq_body(frame_iseq(fp));
        intptr_t at = ec->pc - body->code;
        const struct catch_entry *e = throw_find_catch(ec, body, at);
        if (e) {
            walk->handler = true;
            return throw_enter_handler(ec, body, e);
        }
        bool returns = ec->throw_kind == THROW_RETURN && ec->throw_target == fp;
        if (UNLIKELY(vm_tracing_returns) && throw_unwind_first_p(fp))
            vm_fire_unwind(ec, fp, returns || throw_breaks_p(ec, fp) ? ec->throw_value : Qnil);
        walk->flags |= (unsigned)(fp[FP_LINK] >> 32);
        if (returns) return throw_leave_target(ec);
        result = fp - body->local_count - 1;
        next = frame_return(fp);
        direct = false;
        if (UNLIKELY(recorded == fp)) sides_pop(ec, fp), recorded = sides_innermost(ec);
        ec->pc = next - 1; /* inside the call instruction */
        ec->fp = frame_prev(fp);
    }
}

bool
vm_throw_native(ec_t *ec, struct throw_walk *walk)
{
    *walk = (struct throw_walk){0};
    return throw_on(ec, walk);
}

bool
vm_throw(ec_t *ec)
{
    VALUE *from = ec->fp;
    struct throw_walk walk = {0};
    bool found = throw_on(ec, &walk);
    if (UNLIKELY(found && (walk.flags & (FRAME_NATIVE | FRAME_RUN)))) {
        if (jit_unwind(ec, from, &walk, true)) return false;
        jit_flatten(ec);
    }
    return found;
}

/* ---- the instructions that start a throw ---- */

/* Returns whether the instruction of frame home that called f has the block literal iseq.  Otherwise f got a Proc, as f(&proc). */
static bool
throw_literal_call_p(const VALUE *home, const VALUE *f, VALUE iseq)
{
    const struct iseq_body *body = iseq_body(frame_iseq(home));
    const cell *pc = frame_ruby_p(f) ? (const cell *)f[1] - 1 : (const cell *)f[ENTRY_PC];
    uint32_t at = 0, next;

    for (; (next = at + (uint32_t)insn_length_at(body->code + at)) <= pc - body->code; at = next)
        if (next >= body->code_len) return false;
    int id = insn_base(insn_at(body->code + at));
    for (int n = 0; n < insn_operand_count(id); n++)
        if (insn_operand_type(id, n) == OPERAND_ISEQ) return (VALUE)insn_get_operand(body->code + at, n) == iseq;
    return false;
}

/* Returns whether the live frame f, which home called, received the block literal iseq of home. */
static bool
throw_given_block_p(VALUE handler, const VALUE *home, const VALUE *f, VALUE iseq)
{
    if (handler == bh_of_frame(home)) return frame_literal(home) == iseq;
    if (val_heap_p(handler) && val_proc_p(handler)) {
        struct rproc *p = proc_ptr(handler);
        return p->kind == PROC_ISEQ && p->code == iseq && p->env && env_of(p->env)->ep == home &&
               throw_literal_call_p(home, f, iseq);
    }
    return false;
}

/* The block handler of the call that frame f stands for; `above` is the frame on top of it. */
static VALUE
throw_frame_handler(ec_t *ec, VALUE *f, VALUE *above)
{
    VALUE h;
    if (frame_ruby_p(f)) {
        if (!(f[2] & 1)) return f[3];
        const struct iseq_body *b = iseq_body(
            frame_iseq(f)); /* define_method, Proc#call: the &block parameter, if there is one */
        (void)ec;
        return (b->params.flags & PARAM_BLOCK) ? f[(intptr_t)b->params.block_index - b->local_count] : 0;
    }
    h = f[ENTRY_C_BLOCK];
    if (!f[ENTRY_C_ME] && above && !frame_ruby_p(above))
        h = above[ENTRY_C_BLOCK]; /* a C method under an ENTRY frame of its own */
    return c_block_kw_p(h) ? h & ~(VALUE)C_BLOCK_KW : h;
}

/* Returns whether the call that received the block still runs.  fp is the block's frame, and frame home has the literal. */
static bool
throw_break_home_alive(ec_t *ec, VALUE *fp, VALUE *home, VALUE iseq)
{
    VALUE *above = NULL, *f = fp, *below = frame_prev(fp);
    while (below != f) {
        if (below == home) return throw_given_block_p(throw_frame_handler(ec, f, above), home, f, iseq);
        above = f;
        f = below;
        below = frame_prev(f);
    }
    return false;
}

NORETURN static void
jump_error(const char *msg, const char *reason, VALUE value)
{
    rb_exc_raise(local_jump_error_new(msg, value, reason));
}

/* Starts the throw of `break val` in the block whose frame is fp. */
void
vm_break_block(ec_t *ec, VALUE *fp, VALUE val)
{
    VALUE iseq = frame_iseq(fp);
    ec->throw_value = val;
    if (frame_flags(fp) & FRAME_LAMBDA) {
        ec->throw_kind = THROW_RETURN;
        ec->throw_target = fp;
        return;
    }
    VALUE parent = ep_up(fp);
    VALUE *home = ep_resolve(parent);
    bool open = parent && (!link_env_p(parent) || !env_closed_p(link_env(parent)));
    if (!open || !throw_break_home_alive(ec, fp, home, iseq)) jump_error("break from proc-closure", "break", val);
    VM_ASSERT(home < fp); /* the frame that a break ends is older than the block's */
    ec->throw_kind = THROW_BREAK;
    ec->throw_target = home;
}

bool
vm_throw_break(ec_t *ec)
{
    vm_break_block(ec, ec->fp, ec->sp[-1]);
    return false;
}

/* The frame that `return` in a block ends: the innermost lambda on the way up, or the method's; NULL if it is gone.  A class body
 * is a part of the lambda, or of the method (class << x), that it is in. */
static VALUE *
throw_return_target(VALUE *fp)
{
    bool in_class = false;
    for (;;) {
        if (ep_method_p(fp)) return fp;
        if (frame_flags(fp) & (FRAME_LAMBDA | FRAME_BMETHOD)) return fp;
        VALUE parent = ep_up(fp);
        while (link_env_p(parent) &&
               env_closed_p(link_env(parent))) { /* a block around this one has ended; its method may run */
            const VALUE *ep = env_of(link_env(parent))->ep;
            if (env_was_lambda(link_env(parent)) || ep_method_p(ep)) return NULL;
            parent = ep_up(ep);
            if (!parent) return NULL;
        }
        if (parent) {
            fp = ep_resolve(parent);
            continue;
        }
        if (iseq_body(frame_iseq(fp))->type != ISEQ_CLASS) return in_class ? NULL : fp;
        in_class = true;
        fp = frame_prev(fp);
        if (!frame_ruby_p(fp)) return NULL;
    }
}

/* Returns whether fp is a frame of the program's top level, or of an eval there. */
static bool
throw_toplevel_p(const VALUE *fp)
{
    return !ep_method_p(fp) && !ep_up(fp) && !(frame_flags(fp) & (FRAME_LAMBDA | FRAME_BMETHOD));
}

bool
vm_throw_return(ec_t *ec)
{
    VALUE val = ec->sp[-1], *f = ec->fp, *target = throw_return_target(f);
    bool lambda = false; /* between here and there */

    /* alive on this context? (not in another thread's or fiber's stack) */
    for (; target && f != target && frame_prev(f) != f; f = frame_prev(f))
        if (frame_ruby_p(f) && (frame_flags(f) & (FRAME_LAMBDA | FRAME_BMETHOD))) lambda = true;
    if (!target || f != target || (lambda && throw_toplevel_p(target))) jump_error("unexpected return", "return", val);
    ec->throw_kind = THROW_RETURN;
    ec->throw_value = val;
    ec->throw_target = target;
    return false;
}

bool
vm_rethrow(ec_t *ec)
{
    const struct throw_state *t = throw_state_of(ec->sp[-1]);
    VALUE value = t ? t->value : ec->sp[-1];
    ec->throw_kind = t ? (int)fix_int(t->kind) : THROW_RAISE;
    ec->throw_value = value;
    ec->throw_target = t ? t->target : NULL;
    if (ec->throw_kind != THROW_RAISE) return false;
    if (ec->errinfo != value) ec->errinfo_outer = ec->errinfo; /* the exception leaves a rescue clause, which put $! back */
    else ec->errinfo_outer = t ? t->outer : Qnil;
    ec->errinfo = value;
    return false;
}
