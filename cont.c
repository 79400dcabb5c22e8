/*
 * cont.c - Fiber.
 *
 * A switch stores who arrives what, swaps machine stacks (cont/switch.c) and makes the other context vm_ec.  The machine
 * stack of a fiber that does not run is scanned from its saved stack pointer.
 */
#include "internal/compiler.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "internal/memcheck.h"
#include "internal/vm/binding.h"
#include "internal/object.h"
#include "internal/boot/exit.h"
#include "internal/thread.h"
#include "internal/vm/call.h"
#include "internal/vm/stack.h"
#include "internal/vm/trace.h"
#include "internal/cont/switch.h"
#include "internal/vm.h"
#include "internal/vm/verify.h"
#include "ruby/fiber/scheduler.h"

enum {
    GUARD_BYTES = VM_STACK_GUARD_BYTES,
    POOL_MAX = LIMIT(1024, 1),
    FIBER_TOUCHED_BYTES = 8192, /* of the machine stack, about: the size reported to the collector */
};

/* A checked build's frames are larger. */
#define FIBER_MACHINE_BYTES (vm_stack_sizes.fiber_machine * (VM_ASAN ? 4 : 1))

static struct rfiber all_fibers = {.all_next = &all_fibers, .all_prev = &all_fibers};
static char *stack_pool[POOL_MAX];
static unsigned stack_pool_count;
static ec_t *ec_pool[POOL_MAX];
static unsigned ec_pool_count;
static uint64_t last_serial;

/* ---- stacks ---- */

static char *
stack_get(void)
{
    if (stack_pool_count) {
        char *pooled = stack_pool[--stack_pool_count];
        vm_stack_clean(pooled + GUARD_BYTES, FIBER_MACHINE_BYTES);
        return pooled;
    }
    char *p = vm_stack_map(FIBER_MACHINE_BYTES + GUARD_BYTES, GUARD_BYTES);
    if (!p) rb_raise(rb_eFiberError, "can't set a guard page: %s", strerror(ENOMEM));
    gc_account(FIBER_TOUCHED_BYTES);
    MEMCHECK_STACK(p + GUARD_BYTES, p + GUARD_BYTES + FIBER_MACHINE_BYTES);
    vm_stack_clean(p + GUARD_BYTES, FIBER_MACHINE_BYTES); /* it may lie where one was unmapped */
    return p;
}

static void
stack_put(char *p)
{
    if (stack_pool_count < POOL_MAX) {
        stack_pool[stack_pool_count++] = p;
        return;
    }
    munmap(p, FIBER_MACHINE_BYTES + GUARD_BYTES);
    gc_account(-FIBER_TOUCHED_BYTES);
}

static ec_t *
context_get(void)
{
    return ec_pool_count ? ec_pool[--ec_pool_count] : ec_new(vm_stack_sizes.fiber_vm / sizeof(VALUE));
}

static void
context_put(ec_t *ec)
{
    vm_close_all(ec);
    if (ec_pool_count < POOL_MAX) {
        ec_reset(ec);
        ec_pool[ec_pool_count++] = ec;
        return;
    }
    thread_forget_ec();
    ec_free(ec);
}

/* gc.h: gc_on_shortage. */
static void
pools_release(void)
{
    while (stack_pool_count) {
        munmap(stack_pool[--stack_pool_count], FIBER_MACHINE_BYTES + GUARD_BYTES);
        gc_account(-FIBER_TOUCHED_BYTES);
    }
    if (ec_pool_count) thread_forget_ec();
    while (ec_pool_count) ec_free(ec_pool[--ec_pool_count]);
}

/* ---- the object ---- */

static void
fiber_mark(void *p)
{
    struct rfiber *f = p;
    gc_mark(f->proc);
    gc_mark(f->value);
    if (f->path) gc_mark(f->path);
    if (f->storage) gc_mark(f->storage);
    if (f->prev && f->prev->self) gc_mark(f->prev->self);
    if (f->thread) gc_mark(f->thread->self);
    if (f->ec && f->status != FIBER_TERMINATED) vm_mark_ec(f->ec);
    VM_ASSERT(!f->thread || f->thread->fiber != f || !f->saved_sp); /* FIBER-6 */
    if (f->stack && f->saved_sp && f->status != FIBER_CREATED && f->status != FIBER_TERMINATED) {
        gc_mark_machine_stack(f->saved_sp, f->stack + GUARD_BYTES + FIBER_MACHINE_BYTES);
    }
}

static unsigned record_count;

void
fiber_record_add(struct fiber_record *r, void (*leave)(struct fiber_record *))
{
    struct rfiber *f = fiber_current();
    *r = (struct fiber_record){f, f->records, leave};
    f->records = r;
    record_count++;
}

void
fiber_record_remove(struct fiber_record *r)
{
    if (!r->fiber) return;
    struct fiber_record **at = &r->fiber->records;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    r->fiber = NULL;
    record_count--;
}

static void
drop_records(struct rfiber *f)
{
    while (f->records) {
        struct fiber_record *r = f->records;
        fiber_record_remove(r);
        r->leave(r);
    }
}

void
fiber_drop_records(const struct rthread *th)
{
    if (!record_count) return;
    for (struct rfiber *f = all_fibers.all_next; f != &all_fibers; f = f->all_next)
        if (f->thread == th) drop_records(f);
}

static void
fiber_release(struct rfiber *f)
{
    drop_records(f);
    if (f->stack) {
        stack_put(f->stack);
        f->stack = NULL;
    }
    if (f->ec && !f->is_root) {
        context_put(f->ec);
        f->ec = NULL;
    }
}

static void
fiber_free(void *p)
{
    struct rfiber *f = p;
    if (f->is_root) {
        f->self = 0;
        return;
    }
    f->all_prev->all_next = f->all_next;
    f->all_next->all_prev = f->all_prev;
    fiber_release(f);
    free(f);
}

static size_t
fiber_memsize(const void *p)
{
    const struct rfiber *f = p;
    return sizeof *f + (f->stack ? FIBER_MACHINE_BYTES : 0);
}

static const rb_data_type_t fiber_type = {
    "fiber", {fiber_mark, fiber_free, fiber_memsize, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};
/* FIBER-1, FIBER-4: a fiber that can still run has a context, and a machine stack of its own unless it is a thread's root. */
static void
fiber_verify(VALUE v)
{
    const struct rfiber *f = RTYPEDDATA_GET_DATA(v);
    gc_expect(!f->self || f->self == v, "a fiber's struct belongs to another object", v);
    if (!f->ec || f->status == FIBER_TERMINATED || f->status == FIBER_CREATED) return;
    gc_expect(f->ec->fiber == f || f->is_root, "a fiber's context belongs to another fiber (FIBER-1)", v);
    gc_expect(f->is_root || f->stack, "a fiber that can run has no machine stack (FIBER-1)", v);
    if (!f->is_root) vm_verify_frames(f->ec);
}

VALUE rb_cFiber_class;
#define cFiber rb_cFiber_class

static struct rfiber *
fiber_ptr(VALUE v)
{
    struct rfiber *f = rb_check_typeddata(v, &fiber_type);
    if (!f) rb_raise(rb_eFiberError, "uninitialized fiber");
    return f;
}

static void
link_all(struct rfiber *f)
{
    f->all_next = all_fibers.all_next;
    f->all_prev = &all_fibers;
    f->all_next->all_prev = f;
    all_fibers.all_next = f;
}

struct rfiber *
fiber_make_root(struct rthread *th, ec_t *ec)
{
    struct rfiber *f = gc_raw_calloc(1, sizeof *f);
    f->ec = ec;
    f->thread = th;
    f->serial = ++last_serial;
    f->is_root = true;
    f->blocking = true;
    f->status = FIBER_RESUMED;
    ec->fiber = f;
    ec->thread = th;
    return f;
}

void
fiber_free_root(struct rfiber *f)
{
    if (f->self) {
        RTYPEDDATA(f->self)->data = NULL;
    }
    free(f);
}

struct rfiber *
fiber_current(void)
{
    return vm_ec->fiber;
}

static VALUE
fiber_object(struct rfiber *f)
{
    if (!f->self) f->self = TypedData_Wrap_Struct(cFiber, &fiber_type, f);
    return f->self;
}

static bool
lost_p(const struct rfiber *f) /* during marking: not reached so far */
{
    return f->self && f->ec && f->status != FIBER_TERMINATED && !gc_live_p(f->self);
}

/* FIBER-4: fibers that are about to be swept leave their environments behind. */
static bool
cont_mark_left(void)
{
    bool more = false;
    for (struct rfiber *f = all_fibers.all_next; f != &all_fibers; f = f->all_next)
        if (lost_p(f) && env_mark_left(f->ec)) more = true;
    return more;
}

static void
cont_sweep(void)
{
    for (struct rfiber *f = all_fibers.all_next; f != &all_fibers; f = f->all_next)
        if (lost_p(f)) vm_close_all(f->ec);
}

/* ---- switching ---- */

static void fiber_main(void);

static void
switch_to(struct rfiber *to)
{
    struct rfiber *from = fiber_current();
    struct rthread *th = from->thread;
    ec_t *ec = to->ec;
    if (to->status == FIBER_CREATED) {
        to->stack_bytes = FIBER_MACHINE_BYTES;
        to->saved_sp = cont_prepare(to->stack + GUARD_BYTES + FIBER_MACHINE_BYTES, fiber_main);
        char *low = to->stack + GUARD_BYTES;
        vm_stack_bounds(ec, low, low + FIBER_MACHINE_BYTES, VM_ASAN ? 512 * 1024 : 96 * 1024, false);
    }
    if (from->status == FIBER_RESUMED) from->status = FIBER_SUSPENDED;
    to->status = FIBER_RESUMED;
    th->fiber = to;
    th->ec = ec;
    vm_ec = ec;
    /* pending interrupts move to the ec that runs next */
    uint32_t pending = __atomic_exchange_n(&from->ec->interrupt_pending, 0, __ATOMIC_ACQ_REL);
    if (pending) vm_interrupt(ec, pending);
    gc_set_stack_base(ec->machine_base);
    void *asan = NULL;
    vm_stack_leave(from->status == FIBER_TERMINATED ? NULL : &asan, ec);
    void *sp = to->saved_sp;
    to->saved_sp = NULL; /* FIBER-6: what lies beyond it changes from now on */
    cont_swap(&from->saved_sp, sp);
    vm_stack_arrive(asan);
    /* back again */
    gc_set_stack_base(vm_ec->machine_base);
}

/* The running fiber was switched to. */
static void
fire_switch(void)
{
    ec_t *ec = vm_ec;
    if (UNLIKELY(vm_trace_events)) trace_fire(ec, RUBY_EVENT_FIBER_SWITCH, ec->thread->self, Qundef);
}

static void
set_value(struct rfiber *f, int argc, const VALUE *argv, bool kw)
{
    f->argc = argc;
    f->kw = kw;
    f->value = argc == 1 ? argv[0] : argc == 0 ? Qnil : ary_new_from(argv, (size_t)argc);
}

/* Returns the value that was passed to f, which runs now.  Raises it if it was sent by Fiber#raise; throws if f was killed. */
static VALUE
take_value(struct rfiber *f)
{
    VALUE v = f->value;
    f->value = Qnil;
    if (f->kill) {
        f->kill = false;
        ec_t *ec = f->ec;
        ec->throw_kind = THROW_FATAL;
        ec->throw_value = Qnil;
        ec->throw_target = (VALUE *)f;
        vm_jump(ec);
    }
    if (f->raise) {
        f->raise = false;
        rb_exc_raise(v);
    }
    rb_thread_check_ints();
    return v;
}

/* Whom a fiber that ends or yields gives way to. */
static struct rfiber *
return_fiber(struct rfiber *f)
{
    struct rfiber *to = f->prev;
    f->prev = NULL;
    if (to) {
        to->resumed = NULL;
        return to;
    }
    /* transferred to: the fiber that the first one has resumed goes on, or the first one */
    to = f->thread->forked ? f->thread->forked : f->thread->root;
    while (to->resumed && to->resumed != f) to = to->resumed;
    return to;
}

static VALUE
fiber_body(VALUE p)
{
    struct rfiber *f = (struct rfiber *)p;
    VALUE v = f->value;
    int argc = f->argc;
    f->value = Qnil;
    if (f->kill) return Qnil;
    fire_switch();
    if (f->raise) {
        f->raise = false;
        rb_exc_raise(v);
    }
    const VALUE *argv = argc == 1 ? &v : argc == 0 ? NULL : ary_ptr(v);
    vm_set_body(vm_ec, f->proc);
    VALUE r = vm_call_proc(vm_ec, f->proc, argc, argv, BH_NONE, f->kw);
    RB_GC_GUARD(v);
    return r;
}

/* For inspect, after the Proc is gone. */
static void
note_place(struct rfiber *f)
{
    if (!f->proc || !val_proc_p(f->proc) || proc_ptr(f->proc)->kind != PROC_ISEQ) return;
    struct iseq_body *b = iseq_body(proc_ptr(f->proc)->code);
    f->path = b->path;
    f->line = (int)b->first_line;
}

/* The first function on a fiber's stack; never returns. */
static void
fiber_main(void)
{
    vm_stack_arrive(NULL);
    struct rfiber *f = fiber_current();
    ec_t *ec = f->ec;
    int state;
    gc_set_stack_base(ec->machine_base);
    VALUE v = rb_protect(fiber_body, (VALUE)f, &state);
    if (UNLIKELY(f->forked)) ruby_end_forked(state);
    VALUE err = Qnil;
    bool raise = false;
    if (state == THROW_RAISE) {
        err = ec->errinfo;
        raise = true;
    } else if (state == THROW_FATAL && ec->throw_target == (VALUE *)f) {
        v = Qnil;                                           /* Fiber#kill */
    } else if (state == THROW_FATAL && f->thread->killed) { /* the whole thread goes, and no other fiber is unwound */
        v = Qnil;
        f->thread->killed = false;
        f->thread->to_kill = true;
        f->prev = NULL;
        f->thread->root->resumed = NULL;
        vm_interrupt(ec, INTR_THREAD);
    } else if (state != THROW_NONE) {
        /* a throw or break whose home is another fiber */
        if (state == THROW_THROW) {
            VALUE tag = ary_at(ec->throw_value, 0);
            VALUE args[3] = {tag, ary_at(ec->throw_value, 1), rb_str_new_cstr("uncaught throw %p")};
            err = rb_class_new_instance(3, args, rb_eUncaughtThrow);
        } else {
            err = rb_exc_new_cstr(rb_eLocalJumpError,
                                  state == THROW_RETURN ? "unexpected return" : "break from proc-closure");
        }
        raise = true;
    }
    vm_close_all(ec);
    f->status = FIBER_TERMINATED;
    struct rfiber *to = return_fiber(f);
    to->value = raise ? err : v;
    to->argc = 1;
    to->raise = raise;
    note_place(f);
    f->proc = Qnil;
    switch_to(to);
    __builtin_unreachable();
}

/* Makes the fiber that forked the first of its thread, in the child: it has no fiber to yield to, and it blocks. */
void
fiber_after_fork(void)
{
    struct rfiber *f = fiber_current();
    if (f->prev) f->prev->resumed = NULL;
    f->prev = NULL;
    f->forked = !f->is_root;
    f->thread->forked = f->forked ? f : NULL;
    f->blocking = true;
    f->yielding = false;
}

/* The stacks of an ended fiber are given back by the next one that runs. */
static void
collect_ended(struct rfiber *f)
{
    if (f->status == FIBER_TERMINATED && f->stack) {
        fiber_release(f);
        f->saved_sp = NULL;
    }
}

static void
check_same_thread(struct rfiber *f)
{
    if (f->thread != vm_ec->thread) rb_raise(rb_eFiberError, "fiber called across threads");
}

/* The one step of a first switch that may raise: the fiber gets its stack and its context (FIBER-1). */
static void
prepare_stack(struct rfiber *f)
{
    if (LIKELY(f->ec) || f->status != FIBER_CREATED) return;
    if (!f->stack) f->stack = stack_get();
    ec_t *ec = context_get();
    ec->fiber = f;
    ec->thread = f->thread;
    ec->storage = f->storage;
    f->storage = 0;
    f->ec = ec;
}

static VALUE
do_resume(struct rfiber *f, int argc, const VALUE *argv, bool kw)
{
    struct rfiber *cur = fiber_current();
    check_same_thread(f);
    if (f->status == FIBER_TERMINATED) rb_raise(rb_eFiberError, "attempt to resume a terminated fiber");
    if (f == cur) rb_raise(rb_eFiberError, "attempt to resume the current fiber");
    if (f->prev) rb_raise(rb_eFiberError, "attempt to resume a resumed fiber (double resume)");
    if (f->resumed) rb_raise(rb_eFiberError, "attempt to resume a resuming fiber");
    if (!f->yielding && f->status != FIBER_CREATED) rb_raise(rb_eFiberError, "attempt to resume a transferring fiber");
    prepare_stack(f);
    f->prev = cur;
    cur->resumed = f;
    f->yielding = false;
    if (!f->raise && !f->kill) set_value(f, argc, argv, kw);
    switch_to(f);
    collect_ended(f);
    fire_switch();
    return take_value(cur);
}

VALUE
rb_fiber_resume_kw(VALUE self, int argc, const VALUE *argv, int kw)
{
    return do_resume(fiber_ptr(self), argc, argv, kw == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw);
}

VALUE
rb_fiber_resume(VALUE self, int argc, const VALUE *argv)
{
    return do_resume(fiber_ptr(self), argc, argv, false);
}

static VALUE
do_yield(int argc, const VALUE *argv, bool kw)
{
    struct rfiber *cur = fiber_current();
    if (!cur->prev) rb_raise(rb_eFiberError, "attempt to yield on a not resumed fiber");
    struct rfiber *to = return_fiber(cur);
    cur->yielding = true;
    set_value(to, argc, argv, kw);
    switch_to(to);
    fire_switch();
    return take_value(cur);
}

VALUE
rb_fiber_yield_kw(int argc, const VALUE *argv, int kw)
{
    return do_yield(argc, argv, kw == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw);
}

VALUE
rb_fiber_yield(int argc, const VALUE *argv)
{
    return do_yield(argc, argv, false);
}

static VALUE
do_transfer(struct rfiber *f, int argc, const VALUE *argv, bool kw)
{
    struct rfiber *cur = fiber_current();
    check_same_thread(f);
    if (f->status == FIBER_TERMINATED) rb_raise(rb_eFiberError, "dead fiber called");
    if (f->resumed) rb_raise(rb_eFiberError, "attempt to transfer to a resuming fiber");
    if (f->yielding) rb_raise(rb_eFiberError, "attempt to transfer to a yielding fiber");
    prepare_stack(f);
    f->transferred = true;
    if (!f->raise && !f->kill) set_value(f, argc, argv, kw);
    if (f == cur) return take_value(cur);
    switch_to(f);
    collect_ended(f);
    fire_switch();
    return take_value(cur);
}

VALUE
rb_fiber_transfer_kw(VALUE self, int argc, const VALUE *argv, int kw)
{
    return do_transfer(fiber_ptr(self), argc, argv, kw == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw);
}

VALUE
rb_fiber_transfer(VALUE self, int argc, const VALUE *argv)
{
    return do_transfer(fiber_ptr(self), argc, argv, false);
}

VALUE
rb_fiber_current(void)
{
    return fiber_object(fiber_current());
}

VALUE
rb_fiber_alive_p(VALUE self)
{
    return val_bool(fiber_ptr(self)->status != FIBER_TERMINATED);
}

VALUE
rb_obj_is_fiber(VALUE v)
{
    return val_bool(rb_typeddata_is_kind_of(v, &fiber_type));
}

/* ---- making ---- */

static VALUE
fiber_s_alloc(VALUE klass)
{
    return TypedData_Wrap_Struct(klass, &fiber_type, NULL);
}

static void
check_storage(VALUE h)
{
    if (h == Qnil) return;
    if (!val_type_p(h, T_HASH)) rb_raise(rb_eTypeError, "storage must be a hash");
    if (obj_frozen(h)) rb_raise(rb_eFrozenError, "storage must not be frozen");
    VALUE keys = rb_hash_keys(h);
    for (size_t i = 0; i < ary_len(keys); i++) {
        if (rb_type(ary_at(keys, i)) != T_SYMBOL) {
            rb_raise(rb_eTypeError, "wrong argument type %s (expected Symbol)", rb_obj_classname(ary_at(keys, i)));
        }
    }
}

static VALUE
inherited_storage(void)
{
    VALUE s = vm_ec->storage;
    return s ? hash_dup(s) : 0;
}

/* Returns a new fiber's own copy of storage, of the current fiber's if it is true; 0 is none. */
static VALUE
own_storage(VALUE storage)
{
    if (storage == Qtrue) return inherited_storage();
    check_storage(storage);
    return storage == Qnil ? 0 : hash_dup(storage);
}

static VALUE
fiber_setup(VALUE self, VALUE proc, bool blocking, VALUE storage)
{
    if (RTYPEDDATA(self)->data) rb_raise(rb_eRuntimeError, "cannot initialize twice");
    struct rfiber *f = gc_raw_try_calloc(1, sizeof *f);
    if (!f) rb_memerror();
    f->self = self;
    f->serial = ++last_serial;
    f->proc = proc;
    f->value = Qnil;
    f->thread = vm_ec->thread;
    f->blocking = blocking;
    f->storage = storage;
    link_all(f);
    RTYPEDDATA(self)->data = f;
    return self;
}

/* Fiber.new.  Arguments are refused beside keywords alone, as in CRuby: subclasses hand theirs on by a bare super. */
static VALUE
fiber_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE opts = Qnil, given[2], storage = Qtrue;
    ID names[2] = {rb_intern("blocking"), rb_intern("storage")};
    bool blocking = false;
    if (rb_keyword_given_p()) rb_scan_args(argc, argv, "0:", &opts);
    if (opts != Qnil) {
        rb_get_kwargs(opts, names, 0, 2, given);
        if (given[0] != Qundef) blocking = val_truthy(given[0]);
        if (given[1] != Qundef) storage = given[1];
    }
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "tried to create Proc object without a block");
    return fiber_setup(self, rb_block_proc(), blocking, own_storage(storage));
}

VALUE
rb_fiber_new_storage(rb_block_call_func_t fn, VALUE data, VALUE storage)
{
    return fiber_setup(fiber_s_alloc(cFiber), rb_proc_new(fn, data), true, own_storage(storage));
}

VALUE
rb_fiber_new(rb_block_call_func_t fn, VALUE data)
{
    return rb_fiber_new_storage(fn, data, Qtrue);
}

/* ---- methods ---- */

static VALUE
fiber_m_resume(int argc, VALUE *argv, VALUE self)
{
    return do_resume(fiber_ptr(self), argc, argv, rb_keyword_given_p());
}

static VALUE
fiber_m_transfer(int argc, VALUE *argv, VALUE self)
{
    return do_transfer(fiber_ptr(self), argc, argv, rb_keyword_given_p());
}

static VALUE
fiber_s_yield(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    return do_yield(argc, argv, rb_keyword_given_p());
}

static VALUE
fiber_s_current(VALUE klass)
{
    (void)klass;
    return rb_fiber_current();
}

static VALUE
raise_in(struct rfiber *f, VALUE exc)
{
    if (f->resumed) return raise_in(f->resumed, exc);
    if (f->status == FIBER_CREATED) rb_raise(rb_eFiberError, "cannot raise exception on unborn fiber");
    if (f->status == FIBER_TERMINATED) rb_raise(rb_eFiberError, "attempt to resume a terminated fiber");
    f->raise = true;
    f->value = exc;
    if (f == fiber_current()) return take_value(f);
    if (f->status == FIBER_SUSPENDED && !f->yielding) return do_transfer(f, 0, NULL, false);
    return do_resume(f, 0, NULL, false);
}

VALUE
rb_fiber_raise(VALUE self, int argc, VALUE *argv)
{
    VALUE exc = vm_raise_exception(argc, argv, NULL);
    ec_t *ec = vm_ec;
    if (exc_cause(exc) == Qundef && ec->errinfo != exc) exc_set_cause_raw(exc, ec->errinfo);
    return raise_in(fiber_ptr(self), exc);
}

static VALUE
fiber_m_raise(int argc, VALUE *argv, VALUE self)
{
    return rb_fiber_raise(self, argc, argv);
}

static VALUE
fiber_m_kill(VALUE self)
{
    struct rfiber *f = fiber_ptr(self);
    if (f->status == FIBER_TERMINATED) return self;
    if (f->status == FIBER_CREATED) {
        f->status = FIBER_TERMINATED;
        return self;
    }
    f->kill = true;
    if (f == fiber_current()) take_value(f);
    if (!f->yielding) do_transfer(f, 0, NULL, false);
    else do_resume(f, 0, NULL, false);
    return self;
}

/* Where the fiber is: (start = 0, length = nil) or (range); [] before it runs and once it has ended. */
static VALUE
fiber_m_backtrace(int argc, VALUE *argv, VALUE self)
{
    struct rfiber *f = fiber_ptr(self);
    bool runs = f->status != FIBER_CREATED && f->status != FIBER_TERMINATED;
    VALUE all = runs ? backtrace_strings(backtrace_capture(f->ec)) : ary_new();
    return thread_trace_levels(argc, argv, all);
}

static VALUE
fiber_m_backtrace_locations(int argc, VALUE *argv, VALUE self)
{
    struct rfiber *f = fiber_ptr(self);
    bool runs = f->status != FIBER_CREATED && f->status != FIBER_TERMINATED;
    VALUE all = runs ? backtrace_locations(backtrace_capture(f->ec), 0, -1) : ary_new();
    return thread_trace_levels(argc, argv, all);
}

static VALUE
fiber_m_alive_p(VALUE self)
{
    return rb_fiber_alive_p(self);
}

static VALUE
fiber_m_blocking_p(VALUE self)
{
    return val_bool(fiber_ptr(self)->blocking);
}

static VALUE
fiber_s_blocking_p(VALUE klass)
{
    (void)klass;
    return fiber_current()->blocking ? INT2FIX(1) : Qfalse;
}

static VALUE
unblock(VALUE v)
{
    ((struct rfiber *)v)->blocking = false;
    return Qnil;
}

static VALUE
fiber_s_blocking(VALUE klass)
{
    (void)klass;
    struct rfiber *f = fiber_current();
    VALUE obj = fiber_object(f);
    if (f->blocking) return rb_yield(obj);
    f->blocking = true;
    return rb_ensure(rb_yield, obj, unblock, (VALUE)f);
}

static VALUE
fiber_m_inspect(VALUE self)
{
    static const char *const names[] = {"created", "resumed", "suspended", "terminated"};
    struct rfiber *f = fiber_ptr(self);
    VALUE s = rb_sprintf("#<%" PRIsVALUE ":0x%016lx", rb_class_name(rb_obj_class(self)), (unsigned long)self);
    if (f->status != FIBER_TERMINATED) note_place(f);
    if (f->path) rb_str_catf(s, " %" PRIsVALUE ":%d", f->path, f->line);
    return rb_str_catf(s, " (%s)>", names[f->status]);
}

/* ---- storage ---- */

static void
check_own_storage(struct rfiber *f)
{
    if (f != fiber_current()) rb_raise(rb_eArgError, "Fiber storage can only be accessed from the Fiber it belongs to");
}

static VALUE
fiber_m_storage(VALUE self)
{
    struct rfiber *f = fiber_ptr(self);
    check_own_storage(f);
    return f->ec->storage ? hash_dup(f->ec->storage) : Qnil;
}

static VALUE
fiber_m_set_storage(VALUE self, VALUE h)
{
    struct rfiber *f = fiber_ptr(self);
    rb_category_warn(RB_WARN_CATEGORY_EXPERIMENTAL, "Fiber#storage= is experimental and may be removed in the future!");
    check_own_storage(f);
    check_storage(h);
    f->ec->storage = h == Qnil ? 0 : hash_dup(h);
    return h;
}

static VALUE
storage_key(VALUE key)
{
    return rb_to_symbol(key);
}

static VALUE
fiber_s_aref(VALUE klass, VALUE key)
{
    (void)klass;
    key = storage_key(key);
    VALUE s = vm_ec->storage, v = s ? hash_get(s, key) : Qundef;
    return v == Qundef ? Qnil : v;
}

static VALUE
fiber_s_aset(VALUE klass, VALUE key, VALUE v)
{
    (void)klass;
    ec_t *ec = vm_ec;
    key = storage_key(key);
    if (v == Qnil) {
        if (ec->storage) hash_delete(ec->storage, key);
        return Qnil;
    }
    if (!ec->storage) ec->storage = hash_new();
    hash_set(ec->storage, key, v);
    return v;
}

void
Init_Fiber(void)
{
    gc_register_data_verify(&fiber_type, fiber_verify);
    gc_on_shortage = pools_release;
    cFiber = rb_define_class("Fiber", rb_cObject);
    rb_define_alloc_func(cFiber, fiber_s_alloc);
    rb_define_method(cFiber, "initialize", fiber_m_initialize, -1);
    rb_define_method(cFiber, "resume", fiber_m_resume, -1);
    rb_define_method(cFiber, "transfer", fiber_m_transfer, -1);
    rb_define_method(cFiber, "raise", fiber_m_raise, -1);
    rb_define_method(cFiber, "kill", fiber_m_kill, 0);
    rb_define_method(cFiber, "alive?", fiber_m_alive_p, 0);
    rb_define_method(cFiber, "backtrace", fiber_m_backtrace, -1);
    rb_define_method(cFiber, "backtrace_locations", fiber_m_backtrace_locations, -1);
    rb_define_method(cFiber, "blocking?", fiber_m_blocking_p, 0);
    rb_define_method(cFiber, "storage", fiber_m_storage, 0);
    rb_define_method(cFiber, "storage=", fiber_m_set_storage, 1);
    rb_define_method(cFiber, "to_s", fiber_m_inspect, 0);
    rb_define_method(cFiber, "inspect", fiber_m_inspect, 0);
    rb_define_singleton_method(cFiber, "yield", fiber_s_yield, -1);
    rb_define_singleton_method(cFiber, "current", fiber_s_current, 0);
    rb_define_singleton_method(cFiber, "blocking?", fiber_s_blocking_p, 0);
    rb_define_singleton_method(cFiber, "blocking", fiber_s_blocking, 0);
    rb_define_singleton_method(cFiber, "[]", fiber_s_aref, 1);
    rb_define_singleton_method(cFiber, "[]=", fiber_s_aset, 2);
    gc_mark_left_behind = cont_mark_left;
    gc_add_weak_sweeper(cont_sweep);
}
