/*
 * vm/debug.c - frames as profilers and debuggers see them: rb_profile_frames, rb_debug_inspector_open.
 *
 * A sample is a value for each frame: the method's entry if it runs Ruby code or C, else the iseq.  Sampling allocates
 * nothing.  The inspector's levels are those of a backtrace.
 */
#include "internal/vm/trace.h"
#include "internal/vm/binding.h"
#include "internal/vm/debug.h"
#include "internal/object.h"
#include "internal/thread/methods.h"
#include "internal/vm.h"

/* ---- walking ---- */

/* A level is a C method (iseq 0) or a Ruby frame. */
struct level {
    const struct method_entry *me;
    VALUE iseq;
    VALUE *fp;      /* Ruby */
    const cell *pc; /* Ruby */
    VALUE self;
};
struct walk {
    ec_t *ec;
    VALUE *fp, *sp;
    const cell *pc;
    const struct method_entry *c_me; /* runs above fp, not yet visited */
    bool sampling;                   /* from a signal handler: nothing is believed, and no receiver is asked for */
};

static struct walk
debug_walk_start(ec_t *ec)
{
    return (struct walk){ec, ec->fp, ec->sp, ec->pc, ec->c_me, false};
}

static bool
debug_imemo_p(VALUE v, enum imemo_kind kind)
{
    return val_heap_p(v) && gc_object_p(v) && obj_type(v) == T_IMEMO && imemo_kind(v) == kind;
}

/* Returns the code that a frame's FP_CODE names: a tagged iseq, or that of a method entry.  Returns NULL if it names neither.
 * pure; reads mapped memory only. */
static const struct iseq_body *
debug_sound_code(VALUE code)
{
    VALUE iseq = code - 1;
    if ((code & 3) != 1) {
        const struct method_entry *me = (const struct method_entry *)(code & ~(VALUE)3);
        if (!debug_imemo_p((VALUE)me, IMEMO_ME) || !me->def) return NULL;
        if (me->def->kind != ((code & 3) ? METHOD_BMETHOD : METHOD_ISEQ)) return NULL;
        iseq = me->def->as.iseq.iseq;
    }
    return debug_imemo_p(iseq, IMEMO_ISEQ) ? iseq_body(iseq) : NULL;
}

/* Returns whether fp looks like a whole frame.  A signal may come while a frame is half made, or while ec->fp is that of a frame
 * that has ended and is overwritten.  pure; reads mapped memory only. */
static bool
debug_sound_p(const struct walk *w)
{
    const ec_t *ec = w->ec;
    VALUE *fp = w->fp;
    if (((uintptr_t)fp & 7) || fp < ec->stack + FRAME_CELLS || fp + FRAME_CELLS > ec->stack_end) return false;
    VALUE *prev = frame_prev(fp);
    if (prev > fp || prev < ec->stack) return false;
    if (w->c_me && !debug_imemo_p((VALUE)w->c_me, IMEMO_ME)) return false;
    if (!frame_ruby_p(fp)) return true;
    if (prev == fp) return false;
    const struct iseq_body *body = debug_sound_code(ep_code(fp));
    return body && body->code && w->pc >= body->code && w->pc <= body->code + body->code_len;
}

/* The method of a frame, as vm_frame_method has it, of memory that is there; NULL outside methods. */
static const struct method_entry *
debug_sampled_method(const struct walk *w, const VALUE *fp)
{
    for (;;) {
        if (!debug_sound_code(ep_code(fp))) return NULL;
        if (ep_method_p(fp)) return ep_method(fp);
        if (ep_bmethod_p(fp)) return ep_bmethod(fp);
        VALUE parent = ep_up(fp);
        if (!parent) return NULL;
        if (link_env_p(parent)) {
            if (!debug_imemo_p(link_env(parent), IMEMO_ENV)) return NULL;
            fp = env_of(link_env(parent))->ep;
            if (!fp) return NULL;
        } else {
            if ((parent & 7) || (VALUE *)parent >= fp || (VALUE *)parent < w->ec->stack + FRAME_CELLS) return NULL;
            fp = (VALUE *)parent;
        }
    }
}

static bool
debug_walk_next(struct walk *w, struct level *out)
{
    for (;;) {
        if (w->sampling && !debug_sound_p(w)) return false;
        VALUE *fp = w->fp, *prev = frame_prev(fp);
        if (w->c_me) {
            *out = (struct level){.me = w->c_me, .self = w->sampling ? Qnil : vm_receiver_above(w->fp, w->pc, w->sp)};
            w->c_me = NULL;
            return true;
        }
        if (!frame_ruby_p(fp)) {
            if (prev == fp) return false;
            w->pc = entry_pc(fp);
            w->sp = entry_sp(fp);
            w->c_me = entry_me(fp);
            w->fp = prev;
            continue;
        }
        VALUE iseq = frame_iseq(fp);
        const cell *pc = w->pc;
        w->pc = (const cell *)((uintptr_t)frame_return(fp) - sizeof(cell)); /* a sample may come before the word is a pc */
        w->fp = prev;
        if (iseq_body(iseq)->is_core) { /* shows as C */
            if (!ep_method_p(fp)) continue;
            *out = (struct level){.me = ep_method(fp), .self = w->sampling ? Qnil : frame_self(fp)};
            return true;
        }
        *out = w->sampling ? (struct level){debug_sampled_method(w, fp), iseq, fp, pc, Qnil}
                           : (struct level){vm_frame_method(w->ec, fp), iseq, fp, pc, frame_self(fp)};
        return true;
    }
}

VALUE
rb_current_receiver(void)
{
    struct walk w = debug_walk_start(vm_ec);
    struct level l;
    if (!debug_walk_next(&w, &l)) rb_raise(rb_eRuntimeError, "no self, no life");
    return l.self;
}

/* Returns whether a method runs.  CRuby 4.0.1 returns 1 and 0 here, not the 0 and -1 of its documentation. */
int
rb_frame_method_id_and_class(ID *id, VALUE *klass)
{
    struct walk w = debug_walk_start(vm_ec);
    struct level l;
    if (!debug_walk_next(&w, &l) || !l.me) return 0;
    if (id) *id = l.me->def->original_id;
    if (klass) *klass = class_module_of(l.me->owner);
    return 1;
}

/* ---- samples ---- */

static int
debug_sample(ec_t *ec, int start, int limit, VALUE *frames, int *lines)
{
    if (!ec || !ec->fp || rb_during_gc()) return 0; /* also on a thread that is not Ruby's */
    struct walk w = debug_walk_start(ec);
    struct level l;
    int n = 0;
    w.sampling = true;

    for (int i = 0; n < limit && debug_walk_next(&w, &l); i++) {
        if (i < start) continue;
        bool method = l.me && (!l.iseq || l.me->def->kind == METHOD_ISEQ);
        frames[n] = method ? (VALUE)l.me : l.iseq;
        if (lines) lines[n] = l.iseq ? iseq_line_at(l.iseq, l.pc) : 0;
        n++;
    }
    return n;
}

/* Samples the native thread that received the signal.  That thread may be waiting without the VM lock; vm_ec then belongs to
 * another thread, or to one that has ended. */
int
rb_profile_frames(int start, int limit, VALUE *frames, int *lines)
{
    const struct rthread *th = thread_self_native();
    return th ? debug_sample(__atomic_load_n(&th->ec, __ATOMIC_ACQUIRE), start, limit, frames, lines) : 0;
}

int
rb_profile_thread_frames(VALUE thread, int start, int limit, VALUE *frames, int *lines)
{
    struct rthread *th = thread_ptr(thread);
    return th->ec ? debug_sample(th->ec, start, limit, frames, lines) : 0;
}

bool
debug_frame_p(const ec_t *ec, VALUE *fp, const cell *pc)
{
    const struct walk w = {.ec = (ec_t *)ec, .fp = fp, .pc = pc, .sampling = true};
    return debug_sound_p(&w) && frame_ruby_p(fp);
}

unsigned
debug_frames(ec_t *ec, VALUE *fp, const cell *pc, unsigned limit, struct debug_frame *out, bool *cut)
{
    struct walk w = fp ? (struct walk){.ec = ec, .fp = fp, .pc = pc} : debug_walk_start(ec);
    struct level l;
    unsigned n = 0;

    *cut = false;
    if (!w.fp) return 0;
    w.sampling = true;
    while (debug_walk_next(&w, &l)) {
        bool again = n && !l.iseq && !out[n - 1].iseq && out[n - 1].me == (VALUE)l.me;
        if (again) continue; /* a primitive of a method of core/ runs as that method */
        if (n == limit) {
            *cut = true;
            break;
        }
        out[n++] = (struct debug_frame){(VALUE)l.me, l.iseq, l.iseq ? iseq_line_at(l.iseq, l.pc) : 0};
    }
    return n;
}

static const struct method_entry *
debug_sample_me(VALUE frame)
{
    return val_type_p(frame, T_IMEMO) && imemo_kind(frame) == IMEMO_ME ? (const struct method_entry *)frame : NULL;
}

static const struct iseq_body *
debug_sample_code(VALUE frame)
{
    const struct method_entry *me = debug_sample_me(frame);

    if (me) {
        if (me->def->kind != METHOD_ISEQ) return NULL;
        const struct iseq_body *b = iseq_body(me->def->as.iseq.iseq);
        return b->is_core ? NULL : b;
    }
    return val_type_p(frame, T_IMEMO) && imemo_kind(frame) == IMEMO_ISEQ ? iseq_body(frame) : NULL;
}

/* nil for a method that runs no Ruby code */
#define CODE_READER(name, value)                              \
    VALUE rb_profile_frame_##name(VALUE frame)                \
    {                                                         \
        const struct iseq_body *b = debug_sample_code(frame); \
        return b ? (value) : Qnil;                            \
    }
CODE_READER(path, b->path)
CODE_READER(label, b->name)
CODE_READER(base_label, b->base_label)
CODE_READER(first_lineno, INT2NUM(b->first_line))
#undef CODE_READER

VALUE
rb_profile_frame_absolute_path(VALUE frame)
{
    const struct iseq_body *b = debug_sample_code(frame);
    if (b) return b->realpath;
    return debug_sample_me(frame) ? rb_str_new_frozen(rb_usascii_str_new_cstr("<cfunc>")) : Qnil;
}

VALUE
rb_profile_frame_method_name(VALUE frame)
{
    const struct method_entry *me = debug_sample_me(frame);
    return me ? id_name(me->def->original_id) : Qnil;
}

VALUE
rb_profile_frame_singleton_method_p(VALUE frame)
{
    const struct method_entry *me = debug_sample_me(frame);
    return val_bool(me && class_singleton_p(class_module_of(me->owner)));
}

VALUE
rb_profile_frame_classpath(VALUE frame)
{
    const struct method_entry *me = debug_sample_me(frame);

    if (!me) return Qnil;
    VALUE klass = class_module_of(me->owner);
    if (class_singleton_p(klass)) {
        klass = class_attached(klass);
        if (!val_type_p(klass, T_CLASS) && !val_type_p(klass, T_MODULE)) return rb_any_to_s(klass);
    }
    return class_path(klass);
}

VALUE
rb_profile_frame_qualified_method_name(VALUE frame)
{
    VALUE name = rb_profile_frame_method_name(frame), path = rb_profile_frame_classpath(frame);

    if (name == Qnil || path == Qnil) return name;
    bool singleton = val_truthy(rb_profile_frame_singleton_method_p(frame));
    return rb_sprintf("%" PRIsVALUE "%s%" PRIsVALUE, path, singleton ? "." : "#", name);
}

/* "block in Foo#bar": the label with the method's full name in it. */
VALUE
rb_profile_frame_full_label(VALUE frame)
{
    VALUE label = rb_profile_frame_label(frame), base = rb_profile_frame_base_label(frame);
    VALUE qualified = rb_profile_frame_qualified_method_name(frame);

    if (label == Qnil) return qualified;
    if (qualified == Qnil || qualified == base) return label;
    long prefix = RSTRING_LEN(label) - RSTRING_LEN(base);
    VALUE full = rb_sprintf("%.*s%" PRIsVALUE, prefix > 0 ? (int)prefix : 0, RSTRING_PTR(label), qualified);
    RB_GC_GUARD(label);
    return full;
}

VALUE
debug_frame_label(const struct debug_frame *frame)
{
    VALUE qualified = frame->me ? rb_profile_frame_qualified_method_name(frame->me) : Qnil;
    if (!frame->iseq) return qualified;
    const struct iseq_body *b = iseq_body(frame->iseq);
    if (qualified == Qnil) return b->name;
    if (((const struct method_entry *)frame->me)->def->kind != METHOD_ISEQ) return qualified;
    long prefix = RSTRING_LEN(b->name) - RSTRING_LEN(b->base_label);
    return prefix > 0 ? rb_sprintf("%.*s%" PRIsVALUE, (int)prefix, RSTRING_PTR(b->name), qualified) : qualified;
}

/* ---- the inspector ---- */

struct rb_debug_inspector_struct {
    VALUE locations; /* Array of Thread::Backtrace::Location */
    VALUE levels;    /* Array of [self, class, iseq or nil, binding or nil] */
};
enum debug_level_part { LEVEL_SELF, LEVEL_CLASS, LEVEL_ISEQ, LEVEL_BINDING };

static VALUE
debug_level_class(const struct level *l)
{
    if (l->me) return class_module_of(l->me->owner);
    return Qnil;
}

/* Innermost first; a C method's binding is that of its caller, as rb_binding_new() would give. */
static VALUE
debug_collect_levels(ec_t *ec)
{
    struct walk w = debug_walk_start(ec);
    struct level l;
    VALUE list = ary_new();

    while (debug_walk_next(&w, &l)) {
        VALUE binding = Qnil, iseq = Qnil;
        if (l.iseq) {
            VALUE env = env_capture(ec, l.fp);
            binding = binding_new(env, l.self, iseq_body(l.iseq)->path, iseq_line_at(l.iseq, l.pc));
            iseq = iseq_wrapper(l.iseq);
        }
        ary_push(list, rb_ary_new_from_args(4, l.self, debug_level_class(&l), iseq, binding));
    }
    return list;
}

VALUE
rb_debug_inspector_open(rb_debug_inspector_func_t func, void *data)
{
    ec_t *ec = vm_ec;
    rb_debug_inspector_t dc;

    dc.locations = backtrace_locations(backtrace_capture(ec), 0, -1);
    dc.levels = debug_collect_levels(ec);
    VALUE v = func(&dc, data);
    RB_GC_GUARD(dc.locations);
    RB_GC_GUARD(dc.levels);
    return v;
}

static VALUE
debug_level_part(const rb_debug_inspector_t *dc, long index, enum debug_level_part part)
{
    if (index < 0 || (size_t)index >= ary_len(dc->levels)) rb_raise(rb_eArgError, "no such frame");
    return ary_at(ary_at(dc->levels, (size_t)index), part);
}

VALUE
rb_debug_inspector_backtrace_locations(const rb_debug_inspector_t *dc)
{
    return dc->locations;
}

#define LEVEL_READER(name, part)                                                            \
    VALUE rb_debug_inspector_frame_##name##_get(const rb_debug_inspector_t *dc, long index) \
    {                                                                                       \
        return debug_level_part(dc, index, part);                                           \
    }
LEVEL_READER(self, LEVEL_SELF)
LEVEL_READER(class, LEVEL_CLASS)
LEVEL_READER(iseq, LEVEL_ISEQ)
LEVEL_READER(binding, LEVEL_BINDING)
#undef LEVEL_READER

/* Levels below the frame, and itself. */
VALUE
rb_debug_inspector_frame_depth(const rb_debug_inspector_t *dc, long index)
{
    debug_level_part(dc, index, LEVEL_SELF);
    return LONG2FIX((long)ary_len(dc->levels) - index);
}

VALUE
rb_debug_inspector_current_depth(void)
{
    struct walk w = debug_walk_start(vm_ec);
    struct level l;
    long n = 0;

    while (debug_walk_next(&w, &l)) n++;
    return LONG2FIX(n);
}
