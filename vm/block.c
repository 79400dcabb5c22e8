/*
 * vm/block.c - blocks and procs: calling them, and turning one into the other.
 *
 * A literal block costs nothing until it is captured: its handler is the frame that holds the literal.  A Proc holds the
 * code, self and the environment of that frame.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/vm/call.h"
#include "internal/object.h"
#include "internal/proc.h"
#include "internal/ractor.h"

/* ---- Proc objects ---- */

static void
proc_mark(void *p)
{
    struct rproc *pr = p;
    gc_mark(pr->self);
    gc_mark(pr->code);
    gc_mark(pr->env);
}

static void
proc_verify(VALUE v)
{
    const struct rproc *p = proc_ptr(v);
    if (!p->code) return; /* allocated, not yet initialized */
    bool iseq = val_type_p(p->code, T_IMEMO) && imemo_kind(p->code) == IMEMO_ISEQ;
    gc_expect(p->kind <= PROC_METHOD, "a Proc is of no kind", v);
    gc_expect((p->kind == PROC_ISEQ) == iseq, "a Proc's code is not what its kind says", v);
    gc_expect(!p->env || (val_type_p(p->env, T_IMEMO) && imemo_kind(p->env) == IMEMO_ENV), "a Proc's env is none", v);
}

const rb_data_type_t proc_data_type = {
    "proc",
    {proc_mark, RUBY_DEFAULT_FREE, NULL, NULL, {0}},
    NULL,
    NULL,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

bool
val_proc_p(VALUE v)
{
    return val_type_p(v, T_DATA) && RTYPEDDATA_P(v) && RTYPEDDATA_TYPE(v) == &proc_data_type;
}

/* In one slot of any geometry, though a T_DATA of that size is not always embedded (slot.h SLOT-4). */
struct proc_object {
    struct RTypedData data;
    struct rproc proc;
};
SLOT_ASSERT_FIXED(struct proc_object);

static inline VALUE
proc_object(VALUE klass, const struct rproc *proc)
{
    VALUE v = obj_new(klass, T_DATA, sizeof(struct proc_object));
    struct proc_object *o = (struct proc_object *)v;
    o->data.type = &proc_data_type;
    o->data.data = &o->proc;
    o->proc = *proc;
    if (UNLIKELY(ractor_many)) o->proc.ractor = ractor_current()->id;
    return v;
}

VALUE
proc_alloc(VALUE klass)
{
    return proc_object(klass, &(struct rproc){0});
}

static VALUE
proc_make(enum proc_kind kind, VALUE code, VALUE self, VALUE env, bool lambda)
{
    return proc_object(rb_cProc,
                       &(struct rproc){.self = self, .code = code, .env = env, .kind = (uint8_t)kind, .lambda = lambda});
}

VALUE
proc_new_iseq(ec_t *ec, VALUE iseq, VALUE self, VALUE env, bool lambda)
{
    (void)ec;
    return proc_make(PROC_ISEQ, iseq, self, env, lambda);
}

VALUE
proc_new_ifunc(rb_block_call_func_t fn, const void *data, int min, int max, bool lambda)
{
    VALUE v = gc_new_imemo(IMEMO_IFUNC, sizeof(struct ifunc));
    struct ifunc *f = (struct ifunc *)v;
    f->fn = fn;
    f->data = data;
    f->min_argc = min;
    f->max_argc = max;
    return proc_make(PROC_IFUNC, v, Qnil, 0, lambda);
}

static void
ifunc_mark(VALUE v)
{
    struct ifunc *f = (struct ifunc *)v;
    gc_mark_maybe(&f->data, &f->data + 1);
    gc_mark(f->self);
    gc_mark((VALUE)f->me);
    gc_mark(f->block); /* a Proc, a Symbol or 0: see proc_from_handler */
}

void
Init_vm_block(void)
{
    static const struct gc_type_ops ops = {.mark = ifunc_mark};
    gc_register_imemo(IMEMO_IFUNC, &ops);
    gc_register_data_verify(&proc_data_type, proc_verify);
}

/* Frame whose own self and parents the literal's code sees. */
static VALUE
block_literal_self(VALUE *home)
{
    return frame_self(home);
}

VALUE
vm_handler_iseq(VALUE handler)
{
    return frame_literal(bh_home(handler));
}

VALUE
proc_from_handler(ec_t *ec, VALUE h, bool lambda)
{
    if (!h || h == Qnil) return Qnil;
    switch (h & 3) {
    case BH_ISEQ: {
        VALUE *home = bh_home(h);
        VALUE iseq = frame_literal(home);
        VALUE env = env_capture(ec, home);
        return proc_make(PROC_ISEQ, iseq, block_literal_self(home), env, lambda);
    }
    case BH_IFUNC: {
        struct ifunc *f = bh_ifunc(h);
        if (f->hdr.flags) return proc_make(PROC_IFUNC, (VALUE)f, Qnil, 0, lambda);
        if (f->other.copy) return proc_make(PROC_IFUNC, f->other.copy, Qnil, 0, lambda);
        VALUE proc = proc_new_ifunc(f->fn, f->data, f->min_argc, f->max_argc, lambda);
        ((struct ifunc *)proc_ptr(proc)->code)->self = f->self;
        ((struct ifunc *)proc_ptr(proc)->code)->me = f->me;
        VALUE block = f->block ? proc_from_handler(ec, f->block, false) : 0;
        obj_write(proc_ptr(proc)->code, &((struct ifunc *)proc_ptr(proc)->code)->block, block);
        ((struct ifunc *)proc_ptr(proc)->code)->other.origin = f;
        f->other.copy = proc_ptr(proc)->code;
        return proc;
    }
    default: break;
    }
    if (rb_type(h) == T_SYMBOL) return rb_sym_proc(h); /* the one of Symbol#to_proc */
    return h;
}

/* ---- the value of f(&v) ---- */

VALUE *
vm_method_ep(VALUE *fp)
{
    while (!ep_method_p(fp)) {
        if (!ep_up(fp)) break;
        fp = ep_resolve(ep_up(fp));
    }
    return fp;
}

VALUE
vm_block_arg_handler(ec_t *ec, VALUE v)
{
    if (v == Qnil) return BH_NONE;
    if (v == VM_BLOCK_PROXY) {
        VALUE *ep = vm_method_ep(ec->fp);
        return ep_handler(ep);
    }
    if (rb_type(v) == T_SYMBOL) {
        VALUE refs = vm_active_refinements(ec);
        return UNLIKELY(refs) ? refined_symbol_block(v, refs) : v;
    }
    if (val_proc_p(v)) return v;
    VALUE refs = vm_active_refinements(ec);
    const struct method_entry *me = UNLIKELY(refs) ? method_lookup_refined(refs, class_of(v), rb_intern("to_proc")) : NULL;
    VALUE p = me ? vm_call0(ec, v, rb_intern("to_proc"), me, 0, NULL, BH_NONE, 0)
                 : rb_check_convert_type(v, T_DATA, "Proc", "to_proc");
    if (p == Qnil || !val_proc_p(p)) rb_raise(rb_eTypeError, "no implicit conversion of %s into Proc", rb_obj_classname(v));
    return p;
}

/* ---- calling ---- */

static enum call_outcome
call_iseq_block(ec_t *ec, struct calling *c, VALUE iseq, VALUE parent, bool lambda, unsigned flags, VALUE cref)
{
    struct iseq_body *body = iseq_body(iseq);
    VALUE code = (flags & FRAME_BMETHOD) ? code_of_bmethod(c->me) : code_of_iseq(iseq);
    VALUE *locals = c->base + 1;
    uint32_t start = 0;
    vm_need_stack(ec, locals, body_need(body, 0));
    bool spread = c->argc == 1 && !lambda && (body->params.flags & PARAM_EXCESS_COMMA);
    if (body->simple && !spread && !(c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) && c->argc == body->params.lead) {
        for (unsigned i = (unsigned)c->argc; i < body->local_count; i++) locals[i] = Qnil;
    } else if (!lambda || (body->params.flags & PARAM_BLOCK) || !vm_args_positional(ec, body, c, &start)) {
        start = vm_args_setup(ec, body, c, lambda ? ARGS_LAMBDA : ARGS_PROC, code, parent);
    }
    vm_push_frame(ec, c, locals, body, start, code, parent, flags | (lambda ? FRAME_LAMBDA : 0));
    if (cref) {
        if (cref_of(cref)->pushed_by_eval) { /* what is around the block is what is around it in the source */
            VALUE home = frame_cref(ec, ec->fp);
            obj_write(cref, &cref_of(cref)->next, home);
            if (!cref_of(cref)->refining) obj_write(cref, &cref_of(cref)->refinements, cref_of(home)->refinements);
        }
        frame_side(ec, ec->fp)->cref = cref;
    }
    return CALL_FRAME;
}

static enum call_outcome
call_ifunc(ec_t *ec, struct calling *c, struct ifunc *f, bool lambda, VALUE self)
{
    (void)self;
    const VALUE *argv = c->base + 1;
    bool kw = false;
    if (c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) kw = vm_args_flatten(ec, c, &argv);
    if (lambda && (c->argc < f->min_argc || (f->max_argc >= 0 && c->argc > f->max_argc))) {
        rb_error_arity(c->argc, f->min_argc, f->max_argc);
    }
    VALUE *sp = ec->sp, *top = vm_args_end(c, argv);
    if (top < sp) top = sp;
    ec->sp = top;
    VALUE *fp = vm_push_entry(ec);
    fp[ENTRY_SP] = (VALUE)sp;
    frame_flag(fp, FRAME_IFUNC);
    fp[ENTRY_IFUNC] = (VALUE)f;
    ec->sp = fp + ENTRY_IFUNC_CELLS;
    VALUE block = proc_from_handler(ec, c->block, false);
    ec->c_me = f->me;
    ec->c_block = f->block | (kw ? C_BLOCK_KW : 0); /* rb_yield goes to the block of the method that made f */
    VALUE first = c->argc > 0 ? argv[0] : Qnil;
    VALUE val = f->fn(first, (VALUE)f->data, c->argc, argv, block);
    ec->c_me = NULL;
    ec->c_block = 0;
    if (UNLIKELY(val == Qundef)) return CALL_THROW;
    vm_pop_entry(ec);
    c->value = val;
    return CALL_VALUE;
}

static enum call_outcome
block_send_symbol(ec_t *ec, struct calling *c, VALUE sym)
{
    c->mid = sym_id_if_any(sym);
    c->flags &= ~(unsigned)(CI_FCALL | CI_VCALL);
    if (UNLIKELY(!c->mid)) return vm_call_missing_name(ec, c, sym);
    return vm_call_public(ec, c);
}

/* &:name : the first argument is the receiver. */
static enum call_outcome
block_call_symbol(ec_t *ec, struct calling *c, VALUE sym)
{
    int others = (c->kw ? (int)c->kw->count : (c->flags & CI_KW_SPLAT) != 0) + ((c->flags & CI_SPLAT) != 0);
    if ((c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) && c->argc <= others) { /* the receiver is in them */
        const VALUE *argv;
        bool kw = vm_args_flatten(ec, c, &argv);
        c->flags &= ~(unsigned)(CI_SPLAT | CI_KWARG | CI_KW_SPLAT | CI_KW_SPLAT_MUT);
        if (kw) c->flags |= CI_KW_SPLAT;
        c->kw = NULL;
        if (argv != c->base + 1) {
            VALUE held = c->base[1], rest;
            c->base[0] = vm_args_shift(c, argv, kw, &rest);
            enum call_outcome out = block_send_symbol(ec, c, sym);
            RB_GC_GUARD(held); /* has the keywords */
            RB_GC_GUARD(rest);
            return out;
        }
    }
    if (c->argc == 0) rb_raise(rb_eArgError, "no receiver given");
    memmove(c->base, c->base + 1, sizeof(VALUE) * (size_t)c->argc);
    c->argc--;
    return block_send_symbol(ec, c, sym);
}

/* A Method made into a Proc. */
static enum call_outcome
block_call_method_object(ec_t *ec, struct calling *c, VALUE method)
{
    c->me = method_object_entry(method, &c->base[0]);
    c->mid = c->me->called_id;
    if (c->me->def->kind == METHOD_MISSING) c->mid = c->me->def->original_id;
    return vm_call_method(ec, c);
}

enum call_outcome
vm_call_proc_obj(ec_t *ec, struct calling *c, VALUE proc, bool keep_self, VALUE cref)
{
    struct rproc *p = proc_ptr(proc);
    switch ((enum proc_kind)p->kind) {
    case PROC_ISEQ:
        if (!keep_self) c->base[0] = p->self;
        return call_iseq_block(ec, c, p->code, p->env ? link_of_env(p->env) : 0, p->lambda, 0, cref);
    case PROC_IFUNC: return call_ifunc(ec, c, (struct ifunc *)p->code, p->lambda, c->base[0]);
    case PROC_SYMBOL: return block_call_symbol(ec, c, p->code);
    case PROC_METHOD: return block_call_method_object(ec, c, p->code);
    }
    VM_UNREACHABLE("proc kind");
}

enum call_outcome
vm_call_block(ec_t *ec, struct calling *c, VALUE h, bool keep_self, VALUE cref)
{
    switch (h & 3) {
    case BH_ISEQ: {
        VALUE *home = bh_home(h);
        if (!keep_self) c->base[0] = block_literal_self(home);
        return call_iseq_block(ec, c, frame_literal(home), (VALUE)home, false, 0, cref);
    }
    case BH_IFUNC: return call_ifunc(ec, c, bh_ifunc(h), false, c->base[0]);
    default: break;
    }
    if (rb_type(h) == T_SYMBOL) return block_call_symbol(ec, c, h);
    return vm_call_proc_obj(ec, c, h, keep_self, cref);
}

enum call_outcome
vm_call_bmethod(ec_t *ec, struct calling *c)
{
    VALUE proc = c->me->def->as.bmethod.proc;
    if (UNLIKELY(ractor_many) && ractor_foreign_proc_p(proc))
        rb_raise(rb_eRuntimeError, "defined with an un-shareable Proc in a different Ractor");
    struct rproc *p = proc_ptr(proc);
    if (p->kind != PROC_ISEQ) {
        return vm_call_proc_obj(ec, c, proc, true, 0);
    }
    call_iseq_block(ec, c, p->code, link_of_env(p->env), true, FRAME_BMETHOD, 0);
    return CALL_FRAME;
}
