/*
 * vm/env.c - side records of frames, and environments: locals that outlive their frame.
 *
 * A frame has a side record when it needs more than its five cells: an environment that was captured, a cref of its own,
 * $~ and $_.  Records are sorted by fp, so that what is needed next is at the end, and unwinding is cutting the end off.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include "internal/vm/call.h"
#include "internal/vm.h"

/* $~ and $_ of a closed method-level environment, and what else its side cell would say. */
struct svar {
    struct obj_header hdr;
    VALUE cref, backref, lastline;
};
SLOT_ASSERT_FIXED(struct svar);

enum {
    ENV_CELLS = 4, /* behind the locals: those of ENV_COUNT, ENV_SIDE, FP_CODE, FP_UP */
    ENV_LOCALS_MAX = LIMIT((SLOT_VM_BYTES - sizeof(struct env)) / sizeof(VALUE) - ENV_CELLS, 3), /* that a slot holds */
};
_Static_assert(sizeof(struct env) + (1 + ENV_CELLS) * sizeof(VALUE) <= SLOT_VM_BYTES, "a local at least lies in the slot");

static inline size_t
env_bytes(uint32_t locals)
{
    return sizeof(struct env) + (locals + ENV_CELLS) * sizeof(VALUE);
}

static inline VALUE *
env_cells(struct env *e)
{
    return (e->hdr.flags & ENV_OUTSIDE) ? (VALUE *)e->cells[0] : e->cells;
}

static inline uint32_t
env_locals(VALUE v)
{
    const VALUE *ep = env_of(v)->ep;
    return env_closed_p(v) ? (uint32_t)ep[ENV_COUNT] : iseq_body(frame_iseq(ep))->local_count;
}

static inline struct svar *
svar_of(VALUE v)
{
    return (struct svar *)v;
}

static VALUE
svar_new(void)
{
    return gc_new_imemo(IMEMO_SVAR, sizeof(struct svar));
}

/* A closed environment's; NULL: no special variable was set. */
static inline struct svar *
env_svar(VALUE v)
{
    VALUE side = env_of(v)->ep[ENV_SIDE];
    return side && imemo_kind(side) == IMEMO_SVAR ? svar_of(side) : NULL;
}

static inline VALUE
env_cref(VALUE v)
{
    const struct svar *svar = env_svar(v);
    return svar ? svar->cref : env_of(v)->ep[ENV_SIDE];
}

/* Marks the cells of a captured frame or of a closed environment. */
static void
env_mark_cells(const VALUE *ep, uint32_t locals)
{
    gc_mark_range(ep - locals, locals);
    gc_mark(ep_owner(ep));
    VALUE up = ep_up(ep);
    if (!ep_method_p(ep)) gc_mark(up & ~(VALUE)1);
    else if (bh_object_p(up)) gc_mark(up);
}

static void
env_mark(VALUE v)
{
    if (!env_closed_p(v)) return; /* its frame is marked with the stack */
    const VALUE *ep = env_of(v)->ep;
    env_mark_cells(ep, (uint32_t)ep[ENV_COUNT]);
    gc_mark(ep[ENV_SIDE]);
}

static void
env_make_svar(VALUE v)
{
    VALUE svar = svar_new();
    VALUE *side = &env_of(v)->ep[ENV_SIDE];
    svar_of(svar)->cref = *side;
    obj_write(v, side, svar);
}

static void
env_free(VALUE v)
{
    if (obj_flags(v) & ENV_OUTSIDE) gc_free((VALUE *)env_of(v)->cells[0], 0);
}

static size_t
env_memsize(VALUE v)
{
    return (obj_flags(v) & ENV_OUTSIDE) ? (env_locals(v) + ENV_CELLS) * sizeof(VALUE) : 0;
}

size_t
env_content_bytes(VALUE v)
{
    return (obj_flags(v) & ENV_OUTSIDE) ? sizeof(struct env) + sizeof(VALUE) : env_bytes(env_locals(v));
}

/* FRAME-6: an open environment lies in a frame, a closed one in its own cells. */
static void
env_verify(VALUE v)
{
    struct env *e = env_of(v);
    if (!e->ep) return; /* being made */
    if (!env_closed_p(v)) {
        gc_expect(vm_context_of(e->ep) != NULL, "an open environment lies in no value stack (FRAME-6)", v);
        return;
    }
    const VALUE *cells = env_cells(e);
    gc_expect(e->ep == cells + (uint32_t)e->ep[ENV_COUNT], "a closed environment does not lie in its own cells (FRAME-6)",
              v);
    VALUE parent = !ep_method_p(e->ep) ? ep_up(e->ep) : 0;
    gc_expect(!parent || link_env_p(parent), "a closed environment's parent is no environment (FRAME-6)", v);
}

static void
svar_mark(VALUE v)
{
    const struct svar *s = svar_of(v);
    gc_mark(s->cref);
    gc_mark(s->backref);
    gc_mark(s->lastline);
}

void
Init_vm_env(void)
{
    static const struct gc_type_ops env_ops = {.mark = env_mark,
                                               .free = env_free,
                                               .memsize = env_memsize,
                                               .verify = env_verify},
                                    svar_ops = {.mark = svar_mark};
    gc_register_imemo(IMEMO_ENV, &env_ops);
    gc_register_imemo(IMEMO_SVAR, &svar_ops);
}

/* ---- side records ---- */

struct frame_side *
frame_side_if(ec_t *ec, VALUE *fp)
{
    if (!(frame_flags(fp) & FRAME_SIDE)) return NULL;
    for (uint32_t i = ec->side_count; i-- > 0;) {
        if (ec->sides[i].fp == fp) return &ec->sides[i];
        if (ec->sides[i].fp < fp) break;
    }
    return NULL;
}

struct frame_side *
frame_side(ec_t *ec, VALUE *fp)
{
    struct frame_side *s = frame_side_if(ec, fp);
    if (s) return s;
    if (ec->side_count == ec->side_capa) {
        uint32_t capa = ec->side_capa ? ec->side_capa * 2 : 16;
        ec->sides = gc_raw_realloc(ec->sides, capa * sizeof(struct frame_side));
        ec->side_capa = capa;
    }
    uint32_t i = ec->side_count;
    while (i > 0 && ec->sides[i - 1].fp > fp) i--;
    memmove(&ec->sides[i + 1], &ec->sides[i], (ec->side_count - i) * sizeof *ec->sides);
    ec->side_count++;
    s = &ec->sides[i];
    memset(s, 0, sizeof *s);
    s->fp = fp;
    frame_flag(fp, FRAME_SIDE);
    VM_ASSERT((i == 0 || s[-1].fp < fp) &&
              (i + 1 == ec->side_count || s[1].fp > fp)); /* the records are in the order of frames */
    return s;
}

/* An environment for the frame, its cells not filled. */
static VALUE
env_new(VALUE *fp)
{
    uint32_t locals = iseq_body(frame_iseq(fp))->local_count, flags = T_IMEMO | IMEMO_ENV << IMEMO_KIND_SHIFT;
    if (LIKELY(locals <= ENV_LOCALS_MAX)) {
        VALUE v = gc_new(slot_class_fixed(env_bytes(locals)), flags, SHAPE_HIDDEN);
        env_of(v)->ep = fp;
        return v;
    }
    VALUE v = gc_new(slot_class_fixed(sizeof(struct env) + sizeof(VALUE)), flags, SHAPE_HIDDEN);
    env_of(v)->ep = fp;
    env_of(v)->cells[0] = (VALUE)gc_malloc((locals + ENV_CELLS) * sizeof(VALUE));
    obj_hdr(v)->flags |= ENV_OUTSIDE;
    gc_own(v);
    return v;
}

/* The frame ends: its locals move into the environment.  pure */
void
env_close(const struct frame_side *s)
{
    struct env *e = env_of(s->env);
    const VALUE *fp = s->fp;
    uint32_t locals = iseq_body(frame_iseq(fp))->local_count;
    VM_ASSERT(!env_closed_p(s->env) && e->ep == fp); /* the environment is open and lies in this frame (FRAME-6) */
    VALUE *ep = env_cells(e) + locals;
    for (uint32_t i = 1; i <= locals; i++) ep[-(intptr_t)i] = fp[-(intptr_t)i];
    ep[ENV_COUNT] = locals | (VALUE)(frame_flags(fp) & ~(unsigned)FRAME_SIDE) << 32;
    ep[ENV_SIDE] = s->cref;
    ep[FP_CODE] = ep_code(fp);
    ep[FP_UP] = ep_up(fp);
    if (s->svar) {
        struct svar *svar = svar_of(s->svar);
        svar->cref = s->cref;
        svar->backref = s->backref;
        svar->lastline = s->lastline;
        ep[ENV_SIDE] = s->svar;
        gc_wb(s->svar);
    }
    e->ep = ep;
    e->hdr.flags |= ENV_CLOSED;
    gc_wb(s->env);
}

void
env_reopen(struct frame_side *s)
{
    struct env *e = env_of(s->env);
    const VALUE *ep = e->ep;
    VALUE *fp = s->fp, side = ep[ENV_SIDE];
    VM_ASSERT(env_closed_p(s->env));
    uint32_t locals = (uint32_t)ep[ENV_COUNT];
    for (uint32_t i = 1; i <= locals; i++) fp[-(intptr_t)i] = ep[-(intptr_t)i];
    s->cref = env_cref(s->env);
    if (side && imemo_kind(side) == IMEMO_SVAR) {
        s->svar = side;
        s->backref = svar_of(side)->backref;
        s->lastline = svar_of(side)->lastline;
    }
    e->ep = fp;
    e->hdr.flags &= ~(uint32_t)ENV_CLOSED;
}

bool
env_mark_left(ec_t *ec)
{
    bool more = false;
    for (size_t i = 0; i < ec->side_count; i++) {
        struct frame_side *s = &ec->sides[i];
        if (!s->env || s->marked_at == gc_count_total || !gc_live_p(s->env)) continue;
        s->marked_at = gc_count_total;
        more = true;
        env_mark_cells(s->fp, iseq_body(frame_iseq(s->fp))->local_count);
        gc_mark(s->cref);
        gc_mark(s->backref);
        gc_mark(s->lastline);
        gc_mark(s->svar);
    }
    return more;
}

void
sides_unwind(ec_t *ec, const VALUE *fp)
{
    while (ec->side_count && ec->sides[ec->side_count - 1].fp > fp) {
        struct frame_side *s = &ec->sides[ec->side_count - 1];
        if (s->env) env_close(s);
        ec->side_count--;
    }
}

void
sides_pop(ec_t *ec, VALUE *fp)
{
    sides_unwind(ec, fp);
    if (ec->side_count && ec->sides[ec->side_count - 1].fp == fp) {
        struct frame_side *s = &ec->sides[ec->side_count - 1];
        if (s->env) env_close(s);
        ec->side_count--;
    }
    VM_ASSERT(!ec->side_count || ec->sides[ec->side_count - 1].fp < fp); /* no record outlives its frame */
}

/* ---- capturing ---- */

/* A block literal handed to a method whose frame is captured becomes a Proc: the literal's frame may end first. */
static void
env_settle_handler(ec_t *ec, VALUE *fp)
{
    if (!ep_method_p(fp)) return;
    VALUE h = ep_up(fp);
    if (bh_literal_p(h) || bh_ifunc_p(h)) fp[FP_UP] = proc_from_handler(ec, h, false);
}

/* Is fp a frame of this context (and not a closed environment's cells)? */
static bool
env_on_stack_p(ec_t *ec, const VALUE *fp)
{
    return fp >= ec->stack && fp < ec->stack_end;
}

VALUE
env_capture(ec_t *ec, VALUE *fp)
{
    VM_ASSERT(env_on_stack_p(ec, fp));
    struct frame_side *s = frame_side_if(ec, fp);
    if (s && s->env) return s->env;
    if (!ep_method_p(fp)) {
        VALUE parent = ep_up(fp);
        if (parent && !link_env_p(parent)) fp[FP_UP] = link_of_env(env_capture(ec, (VALUE *)parent));
    } else {
        env_settle_handler(ec, fp);
    }
    VM_ASSERT(ep_method_p(fp) || !ep_up(fp) || link_env_p(ep_up(fp))); /* an environment's parent is one */
    VALUE v = env_new(fp);
    s = frame_side(ec, fp);
    VM_ASSERT(!s->env); /* a frame has one environment */
    s->env = v;
    if (s->backref || s->lastline) s->svar = svar_new();
    return v;
}

/* ---- crefs ---- */

static void
cref_mark(VALUE v)
{
    struct cref *c = cref_of(v);
    if (c->klass != Qundef) gc_mark(c->klass);
    gc_mark(c->next);
    gc_mark(c->refinements);
    gc_mark(c->self_for_singleton);
    gc_mark(c->home);
}

void
Init_vm_cref(void)
{
    static const struct gc_type_ops ops = {.mark = cref_mark};
    gc_register_imemo(IMEMO_CREF, &ops);
}

VALUE
cref_new(VALUE klass, VALUE next, bool pushed_by_eval)
{
    VALUE v = gc_new_imemo(IMEMO_CREF, sizeof(struct cref));
    struct cref *c = cref_of(v);
    c->klass = klass;
    c->next = next;
    c->refinements = next ? cref_of(next)->refinements : 0;
    c->pushed_by_eval = pushed_by_eval;
    return v;
}

VALUE
cref_class(VALUE v)
{
    struct cref *c = cref_of(v);
    if (c->klass == Qundef) {
        VALUE k = class_singleton(c->self_for_singleton);
        obj_write(v, &c->klass, k);
    }
    return c->klass;
}

bool
cref_class_p(VALUE v, VALUE klass)
{
    const struct cref *c = cref_of(v);
    return (c->klass == Qundef ? class_singleton_if_any(c->self_for_singleton) : c->klass) == klass;
}

/* Returns a copy of the scope for a text that is evaluated in it: `private` and `using` in the text change the copy only. */
VALUE
cref_dup(VALUE v)
{
    const struct cref *c = cref_of(v);
    VALUE copy = cref_new(c->klass, c->next, c->pushed_by_eval);
    obj_write(copy, &cref_of(copy)->refinements, c->refinements);
    obj_write(copy, &cref_of(copy)->self_for_singleton, c->self_for_singleton);
    cref_of(copy)->visi = c->visi;
    cref_of(copy)->module_func = c->module_func;
    cref_of(copy)->singleton = c->singleton;
    cref_of(copy)->refining = c->refining;
    return copy;
}

/* Returns the cref in force: that of the nearest environment that has one. */
VALUE
frame_cref(ec_t *ec, VALUE *fp)
{
    VALUE owner = 0;
    for (;;) {
        VALUE cref = 0;
        if (owner && env_closed_p(owner)) {
            cref = env_cref(owner);
        } else {
            struct frame_side *s = frame_side_if(ec, fp);
            if (!s && owner && !env_on_stack_p(ec, fp)) { /* an open environment of another context: its records are there */
                ec_t *other = vm_context_of(fp);
                if (other) s = frame_side_if(other, fp);
            }
            if (s) cref = s->cref;
        }
        if (cref) return cref;
        if (ep_method_p(fp)) return ep_method(fp)->def->as.iseq.cref;
        VALUE parent = ep_up(fp);
        if (!parent) break;
        owner = link_env_p(parent) ? link_env(parent) : 0;
        fp = ep_resolve(parent);
    }
    return vm_top_cref;
}

VALUE *
vm_ruby_frame(ec_t *ec) /* innermost Ruby frame; NULL */
{
    VALUE *fp = ec->fp;
    while (!frame_ruby_p(fp)) {
        VALUE *prev = frame_prev(fp);
        if (prev == fp) return NULL;
        fp = prev;
    }
    return fp;
}

VALUE
vm_cref(ec_t *ec)
{
    VALUE *fp = vm_ruby_frame(ec);
    return fp ? frame_cref(ec, fp) : vm_top_cref;
}

/* ---- isolated environments ---- */

/* The cref in force in an environment. */
static VALUE
env_scope(ec_t *ec, VALUE env)
{
    VALUE *ep = env_of(env)->ep;
    if (!env_closed_p(env)) {
        ec_t *home = env_on_stack_p(ec, ep) ? ec : vm_context_of(ep);
        return frame_cref(home ? home : ec, ep);
    }
    VALUE cref = env_cref(env);
    if (cref) return cref;
    if (ep_method_p(ep)) return ep_method(ep)->def->as.iseq.cref;
    return ep_up(ep) ? env_scope(ec, link_env(ep_up(ep))) : vm_top_cref;
}

static VALUE
env_blank_like(VALUE env)
{
    VALUE *from = env_of(env)->ep;
    uint32_t locals = env_locals(env), outside = locals > ENV_LOCALS_MAX ? ENV_OUTSIDE : 0;
    size_t bytes = outside ? sizeof(struct env) + sizeof(VALUE) : env_bytes(locals);
    VALUE v = gc_new(slot_class_fixed(bytes), T_IMEMO | IMEMO_ENV << IMEMO_KIND_SHIFT, SHAPE_HIDDEN);
    struct env *e = env_of(v);
    e->ep = from; /* until it has cells of its own */
    if (outside) {
        e->cells[0] = (VALUE)gc_malloc((locals + ENV_CELLS) * sizeof(VALUE));
        e->hdr.flags |= ENV_OUTSIDE;
        gc_own(v);
    }
    VALUE *ep = env_cells(e) + locals;
    for (uint32_t i = 1; i <= locals; i++) ep[-(intptr_t)i] = Qnil;
    VALUE flags = env_closed_p(env) ? from[ENV_COUNT] >> 32 : frame_flags(from) & ~(unsigned)FRAME_SIDE;
    ep[ENV_COUNT] = locals | flags << 32;
    ep[ENV_SIDE] = 0;
    ep[FP_CODE] = ep_code(from);
    ep[FP_UP] = 0;
    e->ep = ep;
    e->hdr.flags |= ENV_CLOSED | ENV_ISOLATED;
    return v;
}

VALUE
env_isolate(ec_t *ec, VALUE env)
{
    VALUE cref = env_scope(ec, env), first = 0, last = 0;
    for (;;) {
        VALUE v = env_blank_like(env);
        if (!first) {
            first = v;
            obj_write(v, &env_of(v)->ep[ENV_SIDE], cref);
        } else {
            env_of(last)->ep[FP_UP] = link_of_env(v);
            gc_wb(last);
        }
        last = v;
        const VALUE *ep = env_of(env)->ep;
        if (ep_method_p(ep) || !ep_up(ep)) return first;
        env = link_env(ep_up(ep));
    }
}

/* ---- $~ and $_ : of the method-level frame ---- */

/* The method-level frame (or closed environment, then *owner is set) above a frame or environment. */
static VALUE *
env_method_level(VALUE *fp, VALUE *owner)
{
    while (!ep_method_p(fp)) {
        VALUE parent = ep_up(fp);
        if (!parent) break;
        *owner = link_env_p(parent) ? link_env(parent) : 0;
        fp = ep_resolve(parent);
    }
    return fp;
}

void
vm_set_body(ec_t *ec, VALUE body)
{
    ec->body = body;
    ec->backref = ec->lastline = 0;
}

/* Is fp the method level of the block that this thread or fiber runs?  It has special variables of its own. */
static bool
env_body_level_p(ec_t *ec, const VALUE *fp)
{
    if (!ec->body || !val_proc_p(ec->body)) return false;
    const struct rproc *body = proc_ptr(ec->body);
    VALUE owner = 0;
    return body->kind == PROC_ISEQ && body->env && env_method_level(env_of(body->env)->ep, &owner) == fp;
}

/* Returns the frame whose $~ and $_ the C block at frame fp uses.  While the method that made the block runs, it is the frame of
 * that method's caller.  Afterwards it is the environment of the block that was passed to the method.  Returns NULL if neither is
 * known. */
static VALUE *
env_ifunc_home(ec_t *ec, const VALUE *fp, VALUE *owner)
{
    const struct stack_ifunc *s = vm_live_ifunc(ec, fp);
    if (s) return s->home;
    VALUE block = ((const struct ifunc *)fp[ENTRY_IFUNC])->block;
    if (!val_heap_p(block) || !val_proc_p(block) || !proc_ptr(block)->env) return NULL;
    *owner = proc_ptr(block)->env;
    return env_of(*owner)->ep;
}

/* The innermost frame that has special variables: core code in Ruby stands for C. */
static VALUE *
svar_frame(ec_t *ec, VALUE *owner)
{
    VALUE *fp = vm_block_frame(ec);
    if (fp && !frame_ruby_p(fp)) fp = env_ifunc_home(ec, fp, owner);
    if (*owner) return fp;
    if (!fp) fp = vm_ruby_frame(ec);
    while (fp && (!frame_ruby_p(fp) || iseq_body(frame_iseq(fp))->is_core)) {
        VALUE *prev = frame_prev(fp);
        fp = prev == fp ? NULL : prev;
    }
    return fp;
}

/* Where the method's special variable is: in a closed environment's svar (*holder), in the frame's record, or in the context.
 * make: allocates. */
static VALUE *
svar_slot(ec_t *ec, int which, bool make, VALUE *holder)
{
    VALUE owner = 0, *fp = svar_frame(ec, &owner);
    if (!fp) return NULL;
    fp = env_method_level(fp, &owner);
    *holder = 0;
    if (env_body_level_p(ec, fp)) return which ? &ec->backref : &ec->lastline;
    if (owner && env_closed_p(owner)) {
        if (make && !env_svar(owner)) env_make_svar(owner);
        struct svar *svar = env_svar(owner);
        *holder = (VALUE)svar;
        return !svar ? NULL : which ? &svar->backref : &svar->lastline;
    }
    if (!env_on_stack_p(ec, fp)) {
        ec = vm_context_of(fp);
        if (!ec) return NULL;
    }
    struct frame_side *s = make ? frame_side(ec, fp) : frame_side_if(ec, fp);
    if (!s) return NULL;
    if (make && s->env && !s->svar) s->svar = svar_new();
    return which ? &s->backref : &s->lastline;
}

VALUE
vm_svar_get(ec_t *ec, int which)
{
    VALUE holder, *at = svar_slot(ec, which, false, &holder);
    return at && *at ? *at : Qnil;
}

void
vm_svar_set(ec_t *ec, int which, VALUE v)
{
    VALUE holder, *at = svar_slot(ec, which, v != Qnil, &holder);
    if (!at) return;
    *at = v;
    if (holder) gc_wb(holder);
}
