/*
 * vm/call.c - calling a method: the slow half of every send.
 *
 * A send runs generic once.  That run gives the site its line, looks the method up, and has vm/link.c write a fast form's
 * handler over the instruction's.  A form guards on the receiver's shape; its miss comes back here.  A call that fits no
 * form stays `send_any` and is made here each time.
 */
#include "internal/compiler.h"
#include "internal/jit.h"
#include "internal/ractor.h"
#include "internal/vm/callstats.h"
#include "internal/vm/shared_sites.h"
#include "internal/vm/trace.h"
#include <stdlib.h>
#include <string.h>
#include "internal/object.h"
#include "internal/struct.h"
#include "internal/vm/unused_block.h"

/* Cells of the sending instructions: [handler][depth][site, SITE_CELLS of them][block]; operators: [handler][site]. */
enum { SEND_SITE = 2, SEND_BLOCK = SEND_SITE + SITE_CELLS, OP_SITE = 1 };

static inline unsigned
call_send_depth(const cell *pc)
{
    return *(const uint16_t *)(pc + 1);
}

/* ---- performing a call ---- */

void
vm_push_frame(ec_t *ec, struct calling *c, VALUE *locals, struct iseq_body *body, uint32_t pc_offset, VALUE fp2, VALUE fp3,
              unsigned flags)
{
    VALUE *fp = locals + body->local_count;
    fp[FP_LINK] = frame_link(fp, ec->fp, flags);
    fp[FP_RETURN] = (VALUE)c->ret_pc;
    fp[FP_CODE] = fp2;
    fp[FP_UP] = fp3;
    fp[FP_LITERAL] = 0;
    ec->fp = fp;
    ec->sp = fp + FRAME_CELLS;
    ec->pc = body->code + pc_offset;
    ec->c_me = NULL;
    ec->c_block = 0;
}

static enum call_outcome
call_iseq(ec_t *ec, struct calling *c)
{
    VALUE iseq = c->me->def->as.iseq.iseq;
    struct iseq_body *body = iseq_body(iseq);
    VALUE *locals = c->base + 1;
    uint32_t start = 0;
    if (UNLIKELY(c->block != BH_NONE && !body->uses_block) && c->block != Qnil) unused_block_called(c, body);
    vm_need_stack(ec, locals, body_need(body, 0));
    if (body->simple && !(c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) && c->argc == body->params.lead) {
        for (unsigned i = (unsigned)c->argc; i < body->local_count; i++) locals[i] = Qnil;
    } else if (!vm_args_positional(ec, body, c, &start)) {
        start = vm_args_setup(ec, body, c, ARGS_METHOD, (VALUE)c->me, c->block);
    }
    vm_push_frame(ec, c, locals, body, start, (VALUE)c->me, c->block, 0);
    return CALL_FRAME;
}

VALUE
vm_cfunc_invoke(const struct method_def *def, VALUE r, int argc, const VALUE *a)
{
    cfunc_t f = def->as.cfunc.fn;
    int want = def->argc;
    if (want == -1) return ((VALUE(*)(int, const VALUE *, VALUE))f)(argc, a, r);
    if (want == -2) return ((VALUE(*)(VALUE, VALUE))f)(r, ary_new_from(a, (size_t)argc));
    if (want != argc) rb_error_arity(argc, want, want);
    switch (want) {
    case 0: return ((VALUE(*)(VALUE))f)(r);
    case 1: return ((VALUE(*)(VALUE, VALUE))f)(r, a[0]);
    case 2: return ((VALUE(*)(VALUE, VALUE, VALUE))f)(r, a[0], a[1]);
    case 3: return ((VALUE(*)(VALUE, VALUE, VALUE, VALUE))f)(r, a[0], a[1], a[2]);
    case 4: return ((VALUE(*)(VALUE, VALUE, VALUE, VALUE, VALUE))f)(r, a[0], a[1], a[2], a[3]);
    case 5: return ((VALUE(*)(VALUE, VALUE, VALUE, VALUE, VALUE, VALUE))f)(r, a[0], a[1], a[2], a[3], a[4]);
    case 6: return ((VALUE(*)(VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE))f)(r, a[0], a[1], a[2], a[3], a[4], a[5]);
    case 7:
        return ((VALUE(*)(VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE))f)(r, a[0], a[1], a[2], a[3], a[4], a[5],
                                                                                     a[6]);
    case 8:
        return ((VALUE(*)(VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE))f)(r, a[0], a[1], a[2], a[3], a[4],
                                                                                            a[5], a[6], a[7]);
    default: {
        VALUE b[16] = {0};
        memcpy(b, a, sizeof(VALUE) * (size_t)(argc < 15 ? argc : 15));
        return ((VALUE(*)(VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE,
                          VALUE, VALUE))f)(r, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11],
                                           b[12], b[13], b[14]);
    }
    }
}

VALUE *
vm_enter_inner(VALUE recv, ID mid)
{
    const struct method_entry *me = method_lookup(class_of_inline(recv), mid);
    if (!me || !(me->hdr.flags & ME_CORE)) return NULL;
    ec_t *ec = vm_ec;
    VALUE block = ec->c_block, *fp = vm_push_entry(ec);

    fp[ENTRY_RECV] = recv;
    ec->c_me = me;
    ec->c_block = block;
    return fp;
}

void
vm_leave_inner(VALUE *fp)
{
    VM_ASSERT(vm_ec->fp == fp);
    (void)fp;
    vm_pop_entry(vm_ec);
}

static enum call_outcome
call_cfunc(ec_t *ec, struct calling *c)
{
    const VALUE *argv = c->base + 1;
    bool kw = false, entry = c->moved;
    VALUE recv = c->base[0];
    if (c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) {
        kw = vm_args_flatten(ec, c, &argv);
        entry = true;
    }
    if (entry) {
        VALUE *sp = ec->sp, *top = vm_args_end(c, argv);
        if (top < sp) top = sp;
        ec->sp = top;
        VALUE *fp = vm_push_entry(ec);
        fp[ENTRY_SP] = (VALUE)sp;
    }
    VALUE block = c->block;
    if (kw) {
        if (bh_symbol_p(block))
            block = c->block = proc_from_handler(
                ec, block, false); /* c keeps it: the collector does not mark it with the bit (CALL-4) */
        block |= C_BLOCK_KW;
    }
    if (!frame_ruby_p(ec->fp)) ec->fp[ENTRY_RECV] = recv;
    ec->c_me = c->me;
    ec->c_block = block;
    VALUE val = vm_cfunc_invoke(c->me->def, recv, c->argc, argv);
    ec->c_me = NULL;
    ec->c_block = 0;
    RB_GC_GUARD(c->block);
    if (UNLIKELY(val == Qundef)) return CALL_THROW;
    if (entry) vm_pop_entry(ec);
    c->value = val;
    return CALL_VALUE;
}

VALUE
vm_attr_read(VALUE recv, const struct method_entry *me)
{
    ID ivar = me->def->as.attr.ivar;
    VALUE v = vm_ivar_get(recv, ivar);
    if (ractor_confined_p()) ractor_check_ivar(recv, ivar, v);
    return v == Qundef ? Qnil : v;
}

/* Plain positional arguments for kinds that take a fixed number. */
static const VALUE *
call_fixed_args(ec_t *ec, struct calling *c, int want)
{
    const VALUE *argv = c->base + 1;
    if (c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) vm_args_flatten(ec, c, &argv);
    if (c->argc != want) rb_error_arity(c->argc, want, want);
    return argv;
}

/* c is a call of send, or of public_send, and becomes that of mid. */
static bool
rename_call(struct calling *c, ID mid)
{
    bool public_only = c->me->def->as.index == 1;
    c->mid = mid;
    c->flags = (c->flags & ~(unsigned)CI_VCALL) | CI_FCALL;
    c->flags |= public_only ? CALLING_PUBLIC_SEND : CALLING_UNSEEN;
    if (public_only) c->flags &= ~(unsigned)CI_FCALL;
    return public_only;
}

/* send's method of that name, its arguments in place. */
static enum call_outcome
call_named(ec_t *ec, struct calling *c, VALUE name)
{
    ID mid = rb_check_id(&name);
    bool public_only = rename_call(c, mid);
    if (UNLIKELY(!mid)) return vm_call_missing_name(ec, c, rb_to_symbol(name));
    if (!public_only) return vm_call_lookup(ec, c, class_of_inline(c->base[0]), false);
    return vm_call_public(ec, c);
}

/* send, __send__, public_send: the first argument names the method. */
static enum call_outcome
call_send(ec_t *ec, struct calling *c)
{
    const VALUE *argv = c->base + 1;
    if ((c->flags & CI_SPLAT) && c->argc == 1 + ((c->flags & CI_KW_SPLAT) != 0) + (c->kw ? (int)c->kw->count : 0)) {
        bool kw = vm_args_flatten(ec, c, &argv); /* the name itself is in the splat */
        c->flags &= ~(unsigned)(CI_SPLAT | CI_KWARG | CI_KW_SPLAT | CI_KW_SPLAT_MUT);
        if (kw) c->flags |= CI_KW_SPLAT;
        c->kw = NULL; /* they are in the Hash now */
        c->moved = true;
        if (argv != c->base + 1) {
            VALUE held = c->base[1], rest, first = vm_args_shift(c, argv, kw, &rest);
            enum call_outcome out = call_named(ec, c, first);
            RB_GC_GUARD(held); /* has the keywords */
            RB_GC_GUARD(rest);
            return out;
        }
    }
    if (c->argc == 0) rb_raise(rb_eArgError, "no method name given");
    VALUE name = c->base[1];
    memmove(c->base + 1, c->base + 2, sizeof(VALUE) * (size_t)(c->argc - 1));
    c->argc--;
    return call_named(ec, c, name);
}

static ID id_initialize;

/* Calls initialize in place of Class#new.  FRAME_NEW in its frame makes self the result. */
static enum call_outcome
call_new(ec_t *ec, struct calling *c)
{
    VALUE klass = c->base[0], obj = class_alloc_instance(klass);
    if (!id_initialize) id_initialize = rb_intern("initialize");
    c->me = method_lookup(klass, id_initialize);
    c->mid = id_initialize;
    c->base[0] = obj;
    c->flags |= CI_FCALL;
    enum call_outcome out = vm_call_method(ec, c);
    if (out == CALL_FRAME) frame_flag(ec->fp, FRAME_NEW);
    else c->value = obj;
    return out;
}

static enum call_outcome
call_optimized(ec_t *ec, struct calling *c)
{
    const struct method_def *def = c->me->def;
    switch ((enum method_optimized)def->optimized) {
    case OPTIMIZED_SEND: return call_send(ec, c);
    case OPTIMIZED_NEW: return call_new(ec, c);
    case OPTIMIZED_PROC_CALL: return vm_call_proc_obj(ec, c, c->base[0], false, 0);
    case OPTIMIZED_BLOCK_CALL: return vm_call_block(ec, c, c->base[0], false, 0);
    case OPTIMIZED_STRUCT_AREF:
        call_fixed_args(ec, c, 0);
        c->value = rb_struct_aref(c->base[0], int_fix((intptr_t)def->as.index));
        return CALL_VALUE;
    case OPTIMIZED_STRUCT_ASET: {
        VALUE v = call_fixed_args(ec, c, 1)[0];
        c->value = rb_struct_aset(c->base[0], int_fix((intptr_t)def->as.index), v);
        return CALL_VALUE;
    }
    }
    VM_UNREACHABLE("optimized kind");
}

enum call_outcome
vm_call_method(ec_t *ec, struct calling *c)
{
    const struct method_def *def = c->me->def;
    if (UNLIKELY(vm_tracing_calls) && trace_calls_wanted_p() && trace_c_kind_p(ec, def, c->block))
        return trace_call_method(ec, c);
    switch ((enum method_kind)def->kind) {
    case METHOD_ISEQ: return call_iseq(ec, c);
    case METHOD_CFUNC: return call_cfunc(ec, c);
    case METHOD_ATTR_READER: {
        call_fixed_args(ec, c, 0);
        c->value = vm_attr_read(c->base[0], c->me);
        return CALL_VALUE;
    }
    case METHOD_ATTR_WRITER: {
        VALUE v = call_fixed_args(ec, c, 1)[0];
        if (ractor_confined_p()) ractor_check_ivar_set(c->base[0]);
        ivar_set(c->base[0], def->as.attr.ivar, v);
        c->value = v;
        return CALL_VALUE;
    }
    case METHOD_BMETHOD: return vm_call_bmethod(ec, c);
    case METHOD_OPTIMIZED: return call_optimized(ec, c);
    case METHOD_MISSING: return vm_call_missing(ec, c, MISSING_NOENTRY);
    case METHOD_ALIAS:
    case METHOD_ZSUPER:
    case METHOD_UNDEF:
    case METHOD_REFINED: break;
    }
    VM_UNREACHABLE("method kind");
}

/* ---- method_missing ---- */

static enum call_outcome
call_missing(ec_t *ec, struct calling *c, VALUE sym, int reason)
{
    VALUE klass = class_of_inline(c->base[0]);
    ID mm = rb_intern("method_missing");
    if (reason == MISSING_NOENTRY) {
        if (c->flags & CI_VCALL) reason = MISSING_VCALL;
        else if (c->flags & CI_FCALL) reason = MISSING_FCALL;
    }
    const struct method_entry *me = c->mid == mm ? NULL : method_lookup(klass, mm);
    if (!me) me = method_lookup(rb_cBasicObject, mm); /* also for a call of method_missing by its name */
    if (!me) rb_raise(rb_eNoMethodError, "undefined method 'method_missing'");
    if (c->mid == mm && (reason == MISSING_NOENTRY || reason == MISSING_VCALL || reason == MISSING_FCALL)) { /* undefined */
        c->me = me;
        c->flags |= CI_FCALL;
        ec->missing_reason = MISSING_NOENTRY;
        return vm_call_method(ec, c);
    }
    vm_need_stack(ec, c->base, (size_t)c->argc + STACK_SLACK_ARGS);
    memmove(c->base + 2, c->base + 1, sizeof(VALUE) * (size_t)c->argc);
    c->base[1] = sym;
    c->argc++;
    c->moved = true;
    c->me = me;
    c->mid = mm;
    c->flags |= CI_FCALL | CALLING_UNSEEN;
    ec->missing_reason = reason;
    return vm_call_method(ec, c);
}

enum call_outcome
vm_call_missing(ec_t *ec, struct calling *c, int reason)
{
    return call_missing(ec, c, sym_from_id(c->mid), reason);
}

enum call_outcome
vm_call_missing_name(ec_t *ec, struct calling *c, VALUE sym)
{
    c->mid = 0;
    return call_missing(ec, c, sym, MISSING_NOENTRY);
}

VALUE
vm_frame_refinements(ec_t *ec, const VALUE *fp)
{
    return cref_refinements(frame_cref(ec, (VALUE *)fp));
}

VALUE
vm_active_refinements(ec_t *ec)
{
    if (LIKELY(!vm_refinements_used) || !frame_ruby_p(ec->fp) || ec->c_me) return 0;
    return vm_frame_refinements(ec, ec->fp);
}

VALUE
vm_frame_refinements_of(ec_t *ec, const VALUE *fp, ID mid)
{
    return refinement_name_p(mid) ? vm_frame_refinements(ec, fp) : 0;
}

VALUE
vm_active_refinements_of(ec_t *ec, ID mid)
{
    return UNLIKELY(vm_refinements_used) && refinement_name_p(mid) ? vm_active_refinements(ec) : 0;
}

/* Do all runs of the running code have the refinements that are in force now?  Then what a send in it finds can stay with
 * the site: `using` and new methods of refinements unlink what they concern. */
bool
vm_refinements_settled(ec_t *ec)
{
    if (LIKELY(!vm_refinements_used)) return true;
    if (!frame_ruby_p(ec->fp)) return false;
    VALUE iseq = frame_iseq(ec->fp), home = iseq_body(iseq)->method_iseq;
    if (iseq_body(home ? home : iseq)->many_refinements) return false;
    return frame_method_p(ec->fp) || !cref_of(frame_cref(ec, ec->fp))->refining; /* one block may serve several `refine` */
}
bool vm_refinements_used; /* set by the first `using` */

static const struct method_entry *
call_lookup(ec_t *ec, VALUE klass, ID mid)
{
    VALUE refs = vm_active_refinements_of(ec, mid);
    return UNLIKELY(refs) ? method_lookup_refined(refs, klass, mid) : method_lookup(klass, mid);
}

/* Returns whether self may call this protected method.  self of a call from C is the receiver of the C method that makes it; code
 * that runs outside of a method may call everything. */
static bool
call_protected_ok(ec_t *ec, const struct method_entry *me)
{
    const VALUE *fp = ec->fp;
    VALUE self;
    if (frame_ruby_p(fp)) self = frame_self(fp);
    else if (!fp[ENTRY_C_ME]) return true;
    else self = vm_receiver_above(frame_prev(fp), (const cell *)fp[ENTRY_PC], (const VALUE *)fp[ENTRY_SP]);
    VALUE owner = class_module_of(me->defined_class ? me->defined_class : me->owner);
    if (obj_flags(owner) & CLASS_REFINEMENT) owner = class_ext(owner)->refined_class;
    return val_truthy(rb_obj_is_kind_of(self, owner));
}

/* -1: callable; else a MISSING_ reason. */
static int
call_visi_problem(ec_t *ec, const struct method_entry *me, unsigned flags)
{
    switch (me_visi(me)) {
    case VISI_PUBLIC: return -1;
    case VISI_PRIVATE: return (flags & CI_FCALL) ? -1 : MISSING_PRIVATE;
    case VISI_PROTECTED: return (flags & CI_FCALL) || call_protected_ok(ec, me) ? -1 : MISSING_PROTECTED;
    }
    return -1;
}

enum call_outcome
vm_call_lookup(ec_t *ec, struct calling *c, VALUE klass, bool check_visi)
{
    c->me = call_lookup(ec, klass, c->mid);
    if (UNLIKELY(!c->me)) return vm_call_missing(ec, c, MISSING_NOENTRY);
    int problem = check_visi ? call_visi_problem(ec, c->me, c->flags) : -1;
    if (UNLIKELY(problem >= 0)) return vm_call_missing(ec, c, problem);
    return vm_call_method(ec, c);
}

/* Calls the receiver's public method.  A protected one is refused, whatever self is. */
enum call_outcome
vm_call_public(ec_t *ec, struct calling *c)
{
    c->me = call_lookup(ec, class_of_inline(c->base[0]), c->mid);
    if (UNLIKELY(!c->me)) return vm_call_missing(ec, c, MISSING_NOENTRY);
    if (UNLIKELY(me_visi(c->me) != VISI_PUBLIC)) {
        bool protected = me_visi(c->me) == VISI_PROTECTED;
        int problem = protected ? MISSING_PROTECTED : call_visi_problem(ec, c->me, c->flags);
        if (problem >= 0) return vm_call_missing(ec, c, problem);
    }
    return vm_call_method(ec, c);
}

/* ---- the instructions ---- */

static bool
finish_call(ec_t *ec, struct calling *c, enum call_outcome out)
{
    if (out == CALL_FRAME) return true;
    if (UNLIKELY(out == CALL_THROW)) return false;
    ec->pc = c->ret_pc;
    ec->sp = c->base + 1;
    c->base[0] = c->value;
    return true;
}

/* Decodes a send at ec->pc into c.  Takes the block argument off. */
static struct call_site *
call_begin_send(ec_t *ec, struct calling *c, VALUE block_iseq)
{
    cell *pc = (cell *)ec->pc;
    struct call_site *cs = callsite_at(pc + SEND_SITE);
    const struct call_info *ci = site_info(cs);
    unsigned depth = call_send_depth(pc);
    c->base = ec->sp - depth - 1;
    c->argc = (int)depth;
    c->flags = ci->flags;
    c->kw = ci->kw;
    c->mid = ci->mid;
    c->moved = false;
    c->block = BH_NONE;
    if (block_iseq) {
        ec->fp[FP_LITERAL] = block_iseq;
        c->block = bh_of_frame(ec->fp);
    } else if (ci->flags & CI_BLOCKARG) {
        if (!vm_blockarg_fast(ec->fp, ec->sp[-1], &c->block)) c->block = vm_block_arg_handler(ec, ec->sp[-1]);
        c->argc--;
    }
    if (UNLIKELY(ci->flags & CI_FORWARDING)) vm_args_forward(ec, c);
    return cs;
}

static VALUE
call_send_block_iseq(const cell *pc)
{
    int id = insn_at(pc);
    return insn_family(insn_base(id)) == INSN_send_block ? (VALUE)pc[SEND_BLOCK] : 0;
}

/* A send keeps the result of its look-up in its site, in an entry of the shared table, or nowhere. */
enum keeping { KEEP_NONE, KEEP_SITE, KEEP_ENTRY };

static ALWAYS_INLINE bool
call_do_send(ec_t *ec, enum keeping keep)
{
    const cell *pc = ec->pc;
    struct calling c;
    VALUE block = call_send_block_iseq(pc);
    struct call_site *cs = call_begin_send(ec, &c, block);
    c.ret_pc = pc + (block ? INSN_LEN_send_block : INSN_LEN_send);
    VALUE recv = c.base[0];
    VALUE klass = class_of_inline(recv);
    c.me = call_lookup(ec, klass, c.mid);
    if (UNLIKELY(!c.me)) return finish_call(ec, &c, vm_call_missing(ec, &c, MISSING_NOENTRY));
    int problem = call_visi_problem(ec, c.me, c.flags);
    if (UNLIKELY(problem >= 0)) return finish_call(ec, &c, vm_call_missing(ec, &c, problem));
    if (keep == KEEP_SITE) vm_link_send(ec, pc, cs, recv, c.me, block != 0);
    else callstats_slow(pc, CALL_GENERAL);
    if (keep == KEEP_ENTRY) vm_link_entry(ec, cs, recv, c.me, block != 0);
    return finish_call(ec, &c, vm_call_method(ec, &c));
}

bool
vm_send_first(ec_t *ec)
{
    return call_do_send(ec, KEEP_SITE);
}

bool
vm_send_any(ec_t *ec)
{
    return call_do_send(ec, KEEP_NONE);
}

bool
vm_send_table(ec_t *ec)
{
    return call_do_send(ec, KEEP_ENTRY);
}

/* Calls the entry that the site holds.  The arguments are laid out each time. */
static ALWAYS_INLINE bool
call_send_linked(ec_t *ec, VALUE block, unsigned length)
{
    const cell *pc = ec->pc;
    struct calling c;
    struct call_site *cs = call_begin_send(ec, &c, block);
    c.ret_pc = pc + length;
    c.me = site_cache(cs)->to.me;
    callstats_slow(pc, CALL_GENERAL);
    if (LIKELY(c.me->def->kind == METHOD_ISEQ)) return finish_call(ec, &c, call_iseq(ec, &c));
    return finish_call(ec, &c, vm_call_method(ec, &c));
}

bool
vm_send_linked(ec_t *ec)
{
    return call_send_linked(ec, 0, INSN_LEN_send);
}

bool
vm_send_block_linked(ec_t *ec)
{
    return call_send_linked(ec, (VALUE)ec->pc[SEND_BLOCK], INSN_LEN_send_block);
}

/* The shared table has the callee, but no form for it: its arguments are laid out each time. */
bool
vm_send_shared(ec_t *ec)
{
    const cell *pc = ec->pc;
    struct calling c;
    VALUE block = call_send_block_iseq(pc);
    struct call_site *cs = call_begin_send(ec, &c, block);
    const struct pic_entry *e = shared_site_find(val_shape(c.base[0]), (uint32_t)c.mid,
                                                 callsite_form(site_info(cs), block != 0));
    VM_ASSERT(e); /* just found; nothing has collected since */
    c.ret_pc = pc + (block ? INSN_LEN_send_block : INSN_LEN_send);
    c.me = e->to.me;
    callstats_slow(pc, CALL_GENERAL);
    return finish_call(ec, &c, vm_call_method(ec, &c));
}

/* Returns the entry of send or public_send that a site with cs calls for recv; NULL: it calls something else, or not visibly. */
static const struct method_entry *
call_named_entry(ec_t *ec, struct call_site *cs, const struct calling *c)
{
    const struct call_cache *cc = site_cache(cs);
    VALUE recv = c->base[0];
    if (cc->to.kind == SITE_NAMED && (cc->key0 == val_shape(recv) || site_class_p(cc, recv))) return cc->to.me;
    const struct method_entry *me = call_lookup(ec, class_of_inline(recv), c->mid);
    bool is = me && me->def->kind == METHOD_OPTIMIZED && me->def->optimized == OPTIMIZED_SEND;
    return is && call_visi_problem(ec, me, c->flags) < 0 ? me : NULL;
}

/* Performs send or public_send, and puts the method that the name leads to into the shared table. */
bool
vm_send_named(ec_t *ec)
{
    struct calling c;
    struct call_site *cs = call_begin_send(ec, &c, 0);
    VALUE recv = c.base[0], name = c.base[1];
    c.me = call_named_entry(ec, cs, &c);
    if (!c.me) return call_do_send(ec, KEEP_NONE);
    c.ret_pc = ec->pc + INSN_LEN_send;
    callstats_slow(ec->pc, CALL_GENERAL);
    const struct method_entry *me = vm_link_named(ec, recv, name, (unsigned)c.argc - 1, c.me->def->as.index == 1);
    if (!me) return finish_call(ec, &c, vm_call_method(ec, &c));
    rename_call(&c, name >> 8);
    c.argc--;
    memmove(c.base + 1, c.base + 2, sizeof(VALUE) * (size_t)c.argc);
    c.me = me;
    return finish_call(ec, &c, vm_call_method(ec, &c));
}

bool
vm_send_miss(ec_t *ec)
{
    struct callee *to = &site_cache(site_made_at(ec->pc + SEND_SITE))->to;
    if ((to->state & 0x7f) < 0x7f) to->state++;
    callstats_slow(ec->pc, CALL_MISS);
    return call_do_send(ec, KEEP_SITE);
}

/* The leaf function has returned Qundef: the method's own function runs. */
bool
vm_send_leaf_missed(ec_t *ec)
{
    vm_link_leaf_missed(ec->pc, site_made_at(ec->pc + SEND_SITE));
    return vm_send_linked(ec);
}

/* The stack limit said no: an interrupt, or really no room.  The instruction runs again. */
bool
vm_send_limit(ec_t *ec)
{
    return vm_check_interrupts(ec);
}

/* An operator's C method of `depth` arguments, straight from the stack. */
static ALWAYS_INLINE bool
call_op_cfunc(ec_t *ec, const struct method_entry *me, unsigned depth, unsigned length)
{
    VALUE *base = ec->sp - depth - 1, val;
    cfunc_t f = me->def->as.cfunc.fn;
    ec->c_me = me;
    ec->c_block = 0;
    if (depth == 0) val = ((VALUE(*)(VALUE))f)(base[0]);
    else if (depth == 1) val = ((VALUE(*)(VALUE, VALUE))f)(base[0], base[1]);
    else val = ((VALUE(*)(VALUE, VALUE, VALUE))f)(base[0], base[1], base[2]);
    ec->c_me = NULL;
    if (UNLIKELY(val == Qundef)) return false;
    ec->pc += length;
    ec->sp = base + 1;
    base[0] = val;
    return true;
}

/* Calls an operator that is a Ruby method with required parameters only.  Returns false if the method is another one. */
static ALWAYS_INLINE bool
call_op_iseq(ec_t *ec, const struct method_entry *me, unsigned depth, unsigned length)
{
    if (me->def->kind != METHOD_ISEQ) return false;
    struct iseq_body *body = iseq_body(me->def->as.iseq.iseq);
    if (!body->simple || body->params.lead != depth) return false;
    VALUE *locals = ec->sp - depth;
    struct calling c;
    c.ret_pc = (const cell *)ec->pc + length;
    vm_need_stack(ec, locals, body_need(body, 0));
    for (unsigned i = depth; i < body->local_count; i++) locals[i] = Qnil;
    vm_push_frame(ec, &c, locals, body, 0, (VALUE)me, BH_NONE, 0);
    return true;
}

enum { OPERATOR_MISSES = LIMIT(24, 3) }; /* of one site; then it stays with the receiver that it has */

/* Operators: the site keeps (shape, entry) so that user-defined and C operators skip the lookup. */
static ALWAYS_INLINE bool
call_send_op(ec_t *ec, unsigned depth, unsigned length)
{
    cell *pc = (cell *)ec->pc;
    struct call_site *cs = callsite_at(pc + OP_SITE);
    struct call_cache *cc = site_cache(cs);
    bool hit = cc->key0 && site_operator_p(cc, val_shape(ec->sp[-1 - (int)depth]));
    if (LIKELY(hit)) {
        const struct method_def *def = cc->to.me->def;
        if (LIKELY(def->kind == METHOD_CFUNC && def->argc == (int)depth && !vm_tracing_calls))
            return call_op_cfunc(ec, cc->to.me, depth, length);
        if (call_op_iseq(ec, cc->to.me, depth, length)) return true;
    }
    const struct call_info *ci = site_info(cs);
    struct calling c = {
        .base = ec->sp - depth - 1, .argc = (int)depth, .flags = ci->flags, .mid = ci->mid, .ret_pc = pc + length};
    VALUE recv = c.base[0];
    if (LIKELY(hit)) {
        c.me = cc->to.me;
    } else {
        c.me = call_lookup(ec, class_of_inline(recv), c.mid);
        if (UNLIKELY(!c.me)) return finish_call(ec, &c, vm_call_missing(ec, &c, MISSING_NOENTRY));
        int problem = call_visi_problem(ec, c.me, c.flags);
        if (UNLIKELY(problem >= 0)) return finish_call(ec, &c, vm_call_missing(ec, &c, problem));
        if (cc->key0) callstats_slow(pc, CALL_MISS);
        if (cc->key0 && (cc->to.state & 0x7f) < 0x7f) cc->to.state++;
        bool linkable = me_visi(c.me) != VISI_PROTECTED && vm_refinements_settled(ec);
        if (linkable && cc->key0 && cc->to.me == c.me && callsite_shape_linked(cs, recv))
            return finish_call(ec, &c, vm_call_method(ec, &c));
        if (linkable && (!cc->key0 || (cc->to.state & 0x7f) < OPERATOR_MISSES) &&
            callsite_linked(cs, class_of_inline(recv), c.mid)) {
            callstats_slow(pc, CALL_LINK);
            callsite_shapes_end(cc);
            if (UNLIKELY(jit_on) && cc->key0) jit_site_changed(cc);
            const struct method_def *def = c.me->def;
            cc->key0 = val_shape(recv);
            callsite_set_me(cc, c.me);
            cc->to.kind = SITE_OTHER;
            if (def->kind == METHOD_CFUNC && def->leaf == depth + 1 && depth <= 1) { /* site_leaf0, site_leaf1 */
                cc->to.kind = (uint8_t)(SITE_LEAF0 + depth);
                callee_set_function(&cc->to, (const void *)def->as.cfunc.leaf);
            }
        }
    }
    return finish_call(ec, &c, vm_call_method(ec, &c));
}

bool
vm_send_op0(ec_t *ec)
{
    return call_send_op(ec, 0, INSN_LEN_send_op0);
}

bool
vm_send_op1(ec_t *ec)
{
    return call_send_op(ec, 1, INSN_LEN_send_op);
}

bool
vm_send_op2(ec_t *ec)
{
    return call_send_op(ec, 2, INSN_LEN_send_op2);
}

/* Interpolation of what is no String: to_s, checked.  The site keeps (shape, entry) as an operator's does. */
bool
vm_objtostring_slow(ec_t *ec)
{
    VALUE v = ec->sp[-1], s;
    struct call_site *cs = callsite_at((cell *)ec->pc + OP_SITE);
    struct call_cache *cc = site_cache(cs);
    ID mid = site_info(cs)->mid;
    const struct method_entry *me = cc->to.me;
    if (UNLIKELY(!cc->key0 || !site_operator_p(cc, val_shape(v)))) {
        me = call_lookup(ec, class_of_inline(v), mid);
        bool linkable = me && vm_refinements_settled(ec);
        bool added = linkable && cc->key0 && cc->to.me == me && callsite_shape_linked(cs, v);
        if (linkable && !added && callsite_linked(cs, class_of_inline(v), mid)) {
            callsite_shapes_end(cc);
            cc->key0 = val_shape(v);
            callsite_set_me(cc, me);
        }
    }
    if (LIKELY(me && me->def->kind == METHOD_CFUNC && !vm_tracing_calls)) {
        ec->c_me = me;
        ec->c_block = 0;
        s = vm_cfunc_invoke(me->def, v, 0, NULL);
        ec->c_me = NULL;
        if (UNLIKELY(s == Qundef)) return false;
    } else {
        s = me ? vm_call0(ec, v, mid, me, 0, NULL, BH_NONE, 0) : rb_obj_as_string(v);
    }
    ec->sp[-1] = val_type_p(s, T_STRING) ? s : rb_any_to_s(v);
    ec->pc += INSN_LEN_objtostring;
    return true;
}

/* ---- super ---- */

/* The method a frame belongs to, blocks and define_method seen through; NULL outside methods. */
const struct method_entry *
vm_frame_method(ec_t *ec, VALUE *fp)
{
    for (;;) {
        if (ep_method_p(fp)) return ep_method(fp);
        if (ep_bmethod_p(fp)) return ep_bmethod(fp);
        VALUE parent = ep_up(fp);
        if (!parent) return NULL;
        fp = ep_resolve(parent);
    }
}

static const struct method_entry *
call_super_target(ec_t *ec, struct calling *c, const struct method_entry *cur)
{
    if (!cur) rb_raise(rb_eRuntimeError, "super called outside of method");
    VALUE self = c->base[0], from = cur->defined_class ? cur->defined_class : cur->owner;
    VALUE klass = class_module_of(from);
    if (obj_type(klass) == T_MODULE && obj_type(from) == T_ICLASS) klass = class_ext(from)->includer;
    if (klass && obj_type(klass) == T_CLASS && !class_inherited_p(class_of_inline(self), klass)) {
        rb_raise(rb_eTypeError,
                 "self has wrong type to call super in this context: %" PRIsVALUE " (expected %" PRIsVALUE ")",
                 rb_obj_class(self), klass);
    }
    c->mid = cur->def->original_id;
    return method_lookup_super_refined(vm_active_refinements(ec), from, c->mid);
}

bool
vm_invokesuper(ec_t *ec)
{
    const cell *pc = ec->pc;
    struct calling c;
    VALUE block = (VALUE)pc[SEND_BLOCK];
    struct call_site *cs = call_begin_send(ec, &c, block);
    c.ret_pc = pc + INSN_LEN_invokesuper;
    const struct method_entry *cur = vm_frame_method(ec, ec->fp);
    if ((c.flags & CI_ZSUPER) && cur && cur->def->kind == METHOD_BMETHOD) {
        rb_raise(rb_eRuntimeError,
                 "implicit argument passing of super from method defined by define_method() is not supported."
                 " Specify all arguments explicitly.");
    }
    if (!block && !(c.flags & CI_BLOCKARG)) {
        VALUE *ep = vm_method_ep(ec->fp);
        c.block = ep_handler(ep);
    }
    if (site_cache(cs)->key0) callstats_slow(pc, CALL_MISS);
    size_t links = callstats_total[CALL_LINK];
    c.me = call_super_target(ec, &c, cur);
    c.flags |= CI_FCALL;
    if (c.me && ep_method_p(ec->fp) && !vm_active_refinements(ec)) vm_link_super(pc, cs, c.base[0], c.me, cur, c.mid);
    if (links == callstats_total[CALL_LINK]) callstats_slow(pc, CALL_GENERAL);
    if (!c.me) return finish_call(ec, &c, vm_call_missing(ec, &c, MISSING_SUPER));
    return finish_call(ec, &c, vm_call_method(ec, &c));
}

/* ---- yield ---- */

bool
vm_invokeblock_slow(ec_t *ec)
{
    const cell *pc = ec->pc;
    struct calling c;
    struct call_site *cs = call_begin_send(ec, &c, 0);
    c.ret_pc = pc + INSN_LEN_invokeblock;
    VALUE *lep = vm_ep_up(ec->fp, ((const uint16_t *)(pc + 1))[1]);
    VALUE handler = ep_handler(lep);
    if (!handler || handler == Qnil) rb_exc_raise(local_jump_error_new("no block given (yield)", Qnil, "noreason"));
    if (site_cache(cs)->klass) callstats_slow(pc, CALL_MISS);
    size_t links = callstats_total[CALL_LINK];
    vm_link_yield(pc, cs, handler);
    if (bh_symbol_p(handler) && c.argc && !(c.flags & CI_SIMPLE_MASK))
        vm_link_symbol(ec, handler, c.base[1], (unsigned)c.argc - 1);
    if (links == callstats_total[CALL_LINK]) callstats_slow(pc, CALL_GENERAL);
    return finish_call(ec, &c, vm_call_block(ec, &c, handler, false, 0));
}
