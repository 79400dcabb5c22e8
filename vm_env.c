/*
 * vm_env.c - side records of frames, and environments: locals that outlive their frame.
 *
 * A frame has a side record when it needs more than its four cells: an environment that was captured, a cref of its own,
 * $~ and $_.  Records are sorted by fp, so that what is needed next is at the end, and unwinding is cutting the end off.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include "internal/vm_call.h"

static void
env_mark(VALUE v)
{
    struct env *e = env_of(v);
    gc_mark(e->cref);
    gc_mark(e->backref);
    gc_mark(e->lastline);
    if (!e->cells) return; /* open: its frame is marked with the stack */
    for (uint32_t i = 0; i + 4 < e->cell_count; i++) gc_mark(e->cells[i]);
    const VALUE *ep = e->ep;
    gc_mark(ep[2] & ~(VALUE)1);
    VALUE up = ep[3];
    if (ep[2] & 1) gc_mark(up & ~(VALUE)1);
    else if ((up & 3) == 0) gc_mark(up);
}

static void
env_free(VALUE v)
{
    free(env_of(v)->cells);
}

static size_t
env_memsize(VALUE v)
{
    return env_of(v)->cell_count * sizeof(VALUE);
}

void
Init_vm_env(void)
{
    static const struct gc_type_ops ops = {env_mark, env_free, env_memsize};
    gc_register_imemo(IMEMO_ENV, &ops);
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
        struct frame_side *p = realloc(ec->sides, capa * sizeof *p);
        if (!p) rb_memerror();
        ec->sides = p;
        ec->side_capa = capa;
    }
    uint32_t i = ec->side_count;
    while (i > 0 && ec->sides[i - 1].fp > fp) i--;
    memmove(&ec->sides[i + 1], &ec->sides[i], (ec->side_count - i) * sizeof *ec->sides);
    ec->side_count++;
    s = &ec->sides[i];
    memset(s, 0, sizeof *s);
    s->fp = fp;
    fp[0] |= (VALUE)FRAME_SIDE << 32;
    return s;
}

/* The frame ends: its locals move into the environment. */
void
env_close(ec_t *ec, struct frame_side *s)
{
    (void)ec;
    struct env *e = env_of(s->env);
    VALUE *fp = s->fp;
    uint32_t locals = iseq_body(frame_iseq(fp))->local_count, n = locals + 1 + 4;
    VALUE *cells = malloc(n * sizeof(VALUE));
    if (!cells) rb_memerror();
    memcpy(cells, fp - locals - 1, n * sizeof(VALUE));
    e->cells = cells;
    e->cell_count = n;
    e->cref = s->cref;
    e->backref = s->backref;
    e->lastline = s->lastline;
    e->was_lambda = (frame_flags(fp) & (FRAME_LAMBDA | FRAME_BMETHOD)) != 0;
    e->ep = cells + locals + 1;
    gc_own(s->env);
    gc_wb(s->env);
}

void
sides_unwind(ec_t *ec, VALUE *fp)
{
    while (ec->side_count && ec->sides[ec->side_count - 1].fp > fp) {
        struct frame_side *s = &ec->sides[ec->side_count - 1];
        if (s->env) env_close(ec, s);
        ec->side_count--;
    }
}

void
sides_pop(ec_t *ec, VALUE *fp)
{
    sides_unwind(ec, fp);
    if (ec->side_count && ec->sides[ec->side_count - 1].fp == fp) {
        struct frame_side *s = &ec->sides[ec->side_count - 1];
        if (s->env) env_close(ec, s);
        ec->side_count--;
    }
}

/* ---- capturing ---- */

/* A block literal handed to a method whose frame is captured becomes a Proc: the literal's frame may end first. */
static void
settle_handler(ec_t *ec, VALUE *fp)
{
    if (fp[2] & 1) return;
    VALUE h = fp[3];
    if ((h & 3) == BH_ISEQ || (h & 3) == BH_IFUNC) fp[3] = proc_from_handler(ec, h, false);
}

/* Is fp a frame of this context (and not a closed environment's cells)? */
static bool
on_stack_p(ec_t *ec, const VALUE *fp)
{
    return fp >= ec->stack && fp < ec->stack_end;
}

VALUE
env_capture(ec_t *ec, VALUE *fp)
{
    VM_ASSERT(on_stack_p(ec, fp));
    struct frame_side *s = frame_side_if(ec, fp);
    if (s && s->env) return s->env;
    if (fp[2] & 1) {
        VALUE parent = fp[3];
        if (parent && !(parent & 1)) fp[3] = env_capture(ec, (VALUE *)parent) | 1;
    }
    else {
        settle_handler(ec, fp);
    }
    VALUE v = gc_new_imemo(IMEMO_ENV, sizeof(struct env));
    struct env *e = env_of(v);
    e->ep = fp;
    s = frame_side(ec, fp);
    s->env = v;
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
    static const struct gc_type_ops ops = {cref_mark, NULL, NULL};
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

/* The same scope again, for a text evaluated in it: what it makes private or refines is its own affair. */
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

/* Up the environments until one says which cref is in force. */
VALUE
frame_cref(ec_t *ec, VALUE *fp)
{
    VALUE owner = 0;
    for (;;) {
        VALUE cref = 0;
        if (owner && env_of(owner)->cells) {
            cref = env_of(owner)->cref;
        }
        else {
            struct frame_side *s = frame_side_if(ec, fp);
            if (!s && owner && !on_stack_p(ec, fp)) { /* an open environment of another context: its records are there */
                ec_t *other = vm_context_of(fp);
                if (other) s = frame_side_if(other, fp);
            }
            if (s) cref = s->cref;
        }
        if (cref) return cref;
        if (!(fp[2] & 1)) return ((const struct method_entry *)fp[2])->def->as.iseq.cref;
        VALUE parent = fp[3];
        if (!parent) break;
        owner = (parent & 1) ? parent - 1 : 0;
        fp = ep_resolve(parent);
    }
    extern VALUE vm_top_cref;
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
    extern VALUE vm_top_cref;
    VALUE *fp = vm_ruby_frame(ec);
    return fp ? frame_cref(ec, fp) : vm_top_cref;
}

/* ---- $~ and $_ : of the method-level frame ---- */

/* The method-level frame (or closed environment, then *owner is set) above a frame or environment. */
static VALUE *
method_level(VALUE *fp, VALUE *owner)
{
    while (fp[2] & 1) {
        VALUE parent = fp[3];
        if (!parent) break;
        *owner = (parent & 1) ? parent - 1 : 0;
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
body_level_p(ec_t *ec, const VALUE *fp)
{
    if (!ec->body || !val_proc_p(ec->body)) return false;
    const struct rproc *body = proc_ptr(ec->body);
    VALUE owner = 0;
    return body->kind == PROC_ISEQ && body->env && method_level(env_of(body->env)->ep, &owner) == fp;
}

/* Where the method's special variable is: in a closed environment (*env_out), in the frame's record, or in the context. */
static VALUE *
svar_slot(ec_t *ec, int which, bool make, VALUE *env_out)
{
    VALUE *fp = vm_ruby_frame(ec);
    while (fp && (!frame_ruby_p(fp) || iseq_body(frame_iseq(fp))->is_core)) { /* core code stands for C: it has none */
        VALUE *prev = frame_prev(fp);
        fp = prev == fp ? NULL : prev;
    }
    if (!fp) return NULL;
    VALUE owner = 0;
    fp = method_level(fp, &owner);
    *env_out = 0;
    if (body_level_p(ec, fp)) return which ? &ec->backref : &ec->lastline;
    if (owner && env_of(owner)->cells) {
        *env_out = owner;
        return which ? &env_of(owner)->backref : &env_of(owner)->lastline;
    }
    if (!on_stack_p(ec, fp)) {
        ec = vm_context_of(fp);
        if (!ec) return NULL;
    }
    struct frame_side *s = make ? frame_side(ec, fp) : frame_side_if(ec, fp);
    if (!s) return NULL;
    return which ? &s->backref : &s->lastline;
}

VALUE
vm_svar_get(ec_t *ec, int which)
{
    VALUE env, *at = svar_slot(ec, which, false, &env);
    return at && *at ? *at : Qnil;
}

void
vm_svar_set(ec_t *ec, int which, VALUE v)
{
    VALUE env, *at = svar_slot(ec, which, v != Qnil, &env);
    if (!at) return;
    *at = v;
    if (env) gc_wb(env);
}
