/*
 * thread/methods.c - Thread and ThreadGroup.
 */
#include "internal/compiler.h"
#include "ruby/ractor.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "internal/vm/binding.h"
#include "internal/object.h"
#include "internal/proc.h"
#include "internal/ractor.h"
#include "internal/boot/exit.h"
#include "internal/thread/methods.h"
#include "ruby/fiber/scheduler.h"
#include "internal/vm/call.h"
#include "internal/vm/stack.h"
#include "internal/vm/trace.h"
#include "internal/signal.h"
#include "internal/vm.h"
#include "internal/vm/verify.h"
#include "ruby/thread.h"
#include "ruby/debug.h"

static VALUE cThreadGroup, default_group;
static VALUE group_s_alloc(VALUE klass);
static bool abort_all, report_all = true;

static void
thread_mark_data(void *p)
{
    thread_mark(p);
}

static void
thread_free_data(void *p)
{
    struct rthread *th = p;
    if (th->is_main) return;
    free(th);
}

static const rb_data_type_t thread_type = {
    "VM/thread", {thread_mark_data, thread_free_data, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static void
thread_verify(VALUE v)
{
    const struct rthread *th = RTYPEDDATA_GET_DATA(v);
    gc_expect(!th->self || th->self == v, "a thread's struct belongs to another object", v);
    gc_expect(!th->ec || th->ec->thread == th, "a thread's context belongs to another thread", v);
    gc_expect(!th->fiber || th->fiber->thread == th, "a thread runs another thread's fiber (FIBER-3)", v);
    if (th->ec) vm_verify_frames(th->root->ec);
}

struct rthread *
thread_new_struct(void)
{
    struct rthread *th = gc_raw_calloc(1, sizeof *th);
    th->value = th->exception = th->name = th->errinfo = Qnil;
    return th;
}

NORETURN static void
uninitialized(VALUE klass)
{
    rb_raise(rb_eThreadError, "uninitialized thread - check '%" PRIsVALUE "#initialize'", klass);
}

/* Allocated, too: initialize may name the thread before it calls super. */
static struct rthread *
thread_ptr_unborn(VALUE v)
{
    return rb_check_typeddata(v, &thread_type);
}

struct rthread *
thread_ptr(VALUE v)
{
    struct rthread *th = thread_ptr_unborn(v);
    if (!th->self) uninitialized(rb_obj_class(v));
    return th;
}

int64_t
thread_deadline(VALUE timeout)
{
    if (timeout == Qnil) return -1;
    bool plain = RTEST(rb_obj_is_kind_of(timeout, rb_cNumeric)) || val_type_p(timeout, T_STRING);
    double d = NUM2DBL(plain ? timeout : rb_convert_type(timeout, T_FLOAT, "Float", "to_f"));
    if (isnan(d) || d > 3e9) return -1;
    if (d < 0) d = 0;
    return thread_now_ns() + (int64_t)(d * 1e9);
}

/* ---- the end of a thread ---- */

bool thread_ignore_deadlock;

static VALUE
thread_s_ignore_deadlock(VALUE klass)
{
    (void)klass;
    return val_bool(thread_ignore_deadlock);
}

static VALUE
thread_s_set_ignore_deadlock(VALUE klass, VALUE v)
{
    (void)klass;
    thread_ignore_deadlock = val_truthy(v);
    return v;
}

/* "#<Thread:0x... file:line@name state>" */
static VALUE
thread_describe(struct rthread *th, const char *state)
{
    VALUE self = th->self;
    VALUE s = rb_sprintf("#<%" PRIsVALUE ":0x%016lx", rb_class_name(rb_obj_class(self)), (unsigned long)self);
    if (th->name != Qnil) rb_str_catf(s, "@%" PRIsVALUE, th->name);
    if (!th->of_ractor && th->proc && val_heap_p(th->proc) && val_proc_p(th->proc) &&
        proc_ptr(th->proc)->kind == PROC_ISEQ) {
        struct iseq_body *b = iseq_body(proc_ptr(th->proc)->code);
        rb_str_catf(s, " %" PRIsVALUE ":%d", b->path, b->first_line);
    }
    return rb_str_catf(s, " %s>", state);
}

/* Appends to msg a line about the thread, a line for each thread that joins it, and its backtrace. */
static void
thread_describe_sleeper(VALUE msg, struct rthread *th)
{
    struct rthread *owner;
    long waiting;
    rb_str_catf(msg, "* %" PRIsVALUE "\n   rb_thread_t:%p native:%p int:%u", thread_describe(th, "sleep_forever"),
                (void *)th, (void *)th->native, (unsigned)th->ec->interrupt_pending);
    if (thread_awaited_mutex(th, &owner, &waiting)) rb_str_catf(msg, " mutex:%p cond:%ld", (void *)owner, waiting);
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t->joining == th) rb_str_catf(msg, "\n    depended by: tb_thread_id:%p", (void *)t);
    }
    VALUE lines = backtrace_strings(backtrace_capture(th->ec));
    for (size_t i = 0; i < ary_len(lines); i++) rb_str_catf(msg, "\n   %" PRIsVALUE, ary_at(lines, i));
    rb_str_cat_cstr(msg, "\n");
}

void
thread_report_deadlock(void)
{
    VALUE msg = rb_str_new_cstr("No live threads left. Deadlock?\n");
    struct rthread *oldest = thread_list;
    long n = 1;
    for (; oldest->next; oldest = oldest->next) n++;
    rb_str_catf(msg, "%ld threads, %ld sleeps current:%p main thread:%p\n", n, n, (void *)thread_current(),
                (void *)thread_main);
    for (struct rthread *t = oldest; t; t = t->prev) thread_describe_sleeper(msg, t);
    VALUE exc = rb_exc_new_str(rb_eFatal, msg);
    if (thread_current() == thread_main) {
        thread_main->status = THREAD_RUN;
        rb_exc_raise(exc);
    }
    if (!thread_main->pending) thread_main->pending = ary_new();
    ary_push(thread_main->pending, exc);
    thread_interrupt(thread_main, INTR_THREAD);
}

static void
thread_die_here(struct rthread *th)
{
    ec_t *ec = vm_ec;
    th->killed = true;
    if (th->pending) rb_ary_clear(th->pending); /* an exception that waits would end the kill */
    ec->throw_kind = THROW_FATAL;
    ec->throw_value = Qnil;
    ec->throw_target = NULL;
    vm_jump(ec);
}

/* Returns whether the pending exception exc (true: a kill) must wait: the innermost mask of handle_interrupt that names one of
 * its classes decides, and in a mask the nearest of its classes. */
static bool
thread_masked_p(struct rthread *th, VALUE exc, bool blocking)
{
    if (!th->mask_stack) return false;
    VALUE classes = exc == Qtrue ? ary_new_from(&rb_cObject, 1) : rb_mod_ancestors(rb_obj_class(exc));
    for (size_t i = ary_len(th->mask_stack); i-- > 0;) {
        VALUE h = ary_at(th->mask_stack, i);
        for (size_t k = 0; k < ary_len(classes); k++) {
            VALUE timing = hash_get(h, ary_at(classes, k));
            if (timing == Qundef) continue;
            const char *how = str_ptr(sym_name(timing));
            if (!strcmp(how, "immediate")) return false;
            if (!strcmp(how, "on_blocking")) return !blocking;
            return true;
        }
    }
    return false;
}

void
thread_take_pending(struct rthread *th, bool blocking)
{
    if (th->ec->interrupt_mask & INTR_FINALIZER) return;
    if (th->to_kill && !th->killed) thread_die_here(th);
    for (size_t i = 0; th->pending && i < ary_len(th->pending); i++) {
        VALUE exc = ary_at(th->pending, i);
        if (thread_masked_p(th, exc, blocking)) continue;
        rb_ary_delete_at(th->pending, (long)i);
        if (ary_len(th->pending)) vm_interrupt(th->ec, INTR_THREAD);
        if (exc == Qtrue) {
            th->to_kill = true;
            thread_die_here(th);
        }
        rb_exc_raise(rb_make_exception(1, &exc)); /* calls its method `exception` here too */
    }
}

static VALUE
thread_report_exception(VALUE p)
{
    struct rthread *th = (struct rthread *)p;
    VALUE head = rb_sprintf("%" PRIsVALUE " terminated with exception (report_on_exception is true):\n",
                            rb_inspect(th->self));
    vm_ec->reporting = true;
    rb_io_write(rb_ractor_stderr(), head);
    vm_ec->reporting = false;
    error_print(th->exception);
    return Qnil;
}

/* The kernel keeps the name of a native thread in 16 bytes, the last one NUL. */
enum { NATIVE_NAME_BYTES = 16 };

/* Names th's native thread, which must exist, as ps, top and gdb show it.  A name that is too long is cut. */
static void
thread_name_native(struct rthread *th, const char *name)
{
    char cut[NATIVE_NAME_BYTES];
    snprintf(cut, sizeof cut, "%s", name);
    pthread_setname_np(th->native, cut);
}

/* Names the native thread of th, which runs, after th, or by the file and line of its block.  A `*` ends a place that is cut. */
static void
thread_name_native_first(struct rthread *th)
{
    if (th->name != Qnil) {
        thread_name_native(th, RSTRING_PTR(th->name));
        return;
    }
    VALUE place = !th->of_ractor && th->proc && val_heap_p(th->proc) && val_proc_p(th->proc) ? proc_source_location(th->proc)
                                                                                             : Qnil;
    if (place == Qnil) return;
    const char *path = RSTRING_PTR(ary_at(place, 0)), *slash = strrchr(path, '/');
    char name[NATIVE_NAME_BYTES];
    int bytes = snprintf(name, sizeof name, "%s:%d", slash ? slash + 1 : path, NUM2INT(ary_at(place, 1)));
    if (bytes >= NATIVE_NAME_BYTES) name[NATIVE_NAME_BYTES - 2] = '*';
    thread_name_native(th, name);
}

static VALUE
thread_body(VALUE p)
{
    struct rthread *th = (struct rthread *)p;
    thread_name_native_first(th);
    VALUE args = th->args;
    th->args = Qnil;
    if (th->to_kill) return Qnil;
    vm_set_body(vm_ec, th->proc);
    VALUE v = vm_call_proc(vm_ec, th->proc, (int)ary_len(args), ary_ptr(args), BH_NONE, th->args_kw);
    RB_GC_GUARD(args); /* many arguments are copied to an Array, which may collect */
    return v;
}

/* Sends the exception of th to the main thread of its Ractor.  The exception of the main thread itself goes to the waiters of the
 * Ractor. */
static void
thread_raise_in_main(struct rthread *th, VALUE exc)
{
    struct rthread *main = th->ractor->thread;
    if (!main || main == th) return;
    if (!main->pending) main->pending = ary_new();
    ary_push(main->pending, exc);
    thread_interrupt(main, INTR_THREAD);
}

static void
thread_finish_with_error(struct rthread *th, VALUE exc)
{
    int state;
    th->exception = exc;
    if (val_truthy(rb_obj_is_kind_of(exc, rb_eSystemExit))) {
        thread_raise_in_main(th, exc);
        return;
    }
    if (th->report_on_exception) rb_protect(thread_report_exception, (VALUE)th, &state);
    if (th->abort_on_exception || abort_all || val_truthy(*rb_ruby_debug_ptr())) {
        thread_raise_in_main(th, exc);
    }
}

static void
thread_wake_joiners(struct rthread *th)
{
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t->joining == th) thread_wakeup(t);
    }
}

/* Fibers that wait for a thread's end in their scheduler's block hook. */
struct join_fiber {
    struct fiber_record record;
    struct rthread *target, *th;
    VALUE fiber;
    bool told;
    struct join_fiber *next;
};
static struct join_fiber *join_fibers;

static void
thread_join_fiber_leave(struct fiber_record *r)
{
    struct join_fiber **at = &join_fibers;
    while (*at && &(*at)->record != r) at = &(*at)->next;
    if (*at) *at = (*at)->next;
}

/* In the child of a fork: those of a thread that is not here. */
void
thread_drop_joins(struct rthread *th)
{
    for (struct join_fiber **at = &join_fibers; *at;) {
        if ((*at)->th == th) *at = (*at)->next;
        else at = &(*at)->next;
    }
}

static VALUE
thread_unblock_join_fibers(VALUE p)
{
    struct rthread *th = (struct rthread *)p;
    for (struct join_fiber *j = join_fibers; j;) {
        if (j->target == th && !j->told && val_truthy(j->th->scheduler)) {
            j->told = true;
            rb_fiber_scheduler_unblock(j->th->scheduler, th->self, j->fiber);
            j = join_fibers; /* the hook may have changed the list */
        } else j = j->next;
    }
    return Qnil;
}

static VALUE
thread_scheduler_end(VALUE p)
{
    (void)p;
    return rb_fiber_scheduler_set(Qnil);
}

static VALUE
thread_body_and_scheduler(VALUE p)
{
    return rb_ensure(thread_body, p, thread_scheduler_end, Qnil);
}

static void
thread_own_stack_bounds(ec_t *ec)
{
    pthread_attr_t attr;
    void *low = NULL;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attr) != 0) { /* no memory: the size is known, the guard's place is not */
        char *high = __builtin_frame_address(0), *deepest = high - vm_stack_sizes.thread_machine * (VM_ASAN ? 8 : 1) / 4 * 3;
        vm_stack_bounds(ec, deepest, high + 1024, 0, false); /* what thread_start keeps on its stack lies above */
        ec->machine_low = NULL;                              /* a fault is not ours */
        return;
    }
    pthread_attr_getstack(&attr, &low, &bytes);
    pthread_attr_destroy(&attr);
    vm_stack_bounds(ec, low, (char *)low + bytes, VM_ASAN ? 1 << 20 : 128 * 1024, false);
}

/* Checks whether all remaining threads sleep without a time limit. */
static VALUE
thread_check_deadlock_body(VALUE unused)
{
    thread_check_deadlock();
    return unused;
}

static void *
thread_start(void *p)
{
    struct rthread *th = p;
    ec_t *ec = th->ec;
    void *alt = malloc(VM_ALT_STACK_BYTES);
    if (alt) signal_alt_stack(alt, VM_ALT_STACK_BYTES);
    thread_own_stack_bounds(ec);
    thread_enter(th);
    int state;
    if (UNLIKELY(vm_trace_events)) trace_thread_event(ec, RUBY_EVENT_THREAD_BEGIN, th->self);
    VALUE v = rb_protect(thread_body_and_scheduler, (VALUE)th, &state);
    if (UNLIKELY(th == thread_main)) ruby_end_forked(state);
    th->deaf = true; /* what is pending comes too late */
    ec = vm_ec;
    if (state == THROW_NONE) th->value = v;
    else if (state == THROW_RAISE) thread_finish_with_error(th, ec->errinfo);
    else if (state == THROW_THROW) {
        VALUE args[3] = {ary_at(ec->throw_value, 0), ary_at(ec->throw_value, 1), rb_str_new_cstr("uncaught throw %p")};
        VALUE exc = rb_class_new_instance(3, args, rb_eUncaughtThrow);
        thread_finish_with_error(th, exc);
    } else if (state != THROW_FATAL) {
        thread_finish_with_error(th, rb_exc_new_cstr(rb_eLocalJumpError, state == THROW_RETURN ? "unexpected return"
                                                                                               : "break from proc-closure"));
    }
    if (UNLIKELY(vm_trace_events)) trace_thread_event(ec, RUBY_EVENT_THREAD_END, th->self);
    if (UNLIKELY(vm_trace_armed)) trace_thread_gone(th->self);
    if (UNLIKELY(th->of_ractor)) ractor_thread_ended(th);
    thread_drop_mutexes(th);
    th->status = THREAD_DEAD;
    th->ended = true;
    if (join_fibers) {
        rb_protect(thread_unblock_join_fibers, (VALUE)th, &state);
        if (state == THROW_RAISE) th->exception = vm_ec->errinfo; /* join raises it */
        th->status = THREAD_DEAD;                                 /* the hook may have slept */
    }
    fiber_drop_records(th); /* its fibers cannot run any longer */
    vm_close_all(th->ec);
    thread_unlink(th);
    thread_wake_joiners(th);
    rb_protect(thread_check_deadlock_body, Qnil, &state);
    ec_t *dead = th->ec;
    th->last_locals = dead->local_storage;
    __atomic_store_n(&th->ec, NULL, __ATOMIC_RELEASE);
    thread_forget_ec();
    th->fiber = NULL;
    fiber_free_root(th->root);
    th->root = NULL;
    /* others may run the collector from here on: nothing of ours is scanned any more */
    ec_free(dead);
    thread_leave(th);
    if (alt) {
        signal_alt_stack(NULL, 0);
        free(alt);
    }
    return NULL;
}

/* ---- making ---- */

static VALUE
thread_s_alloc(VALUE klass)
{
    VALUE self = TypedData_Wrap_Struct(klass, &thread_type, NULL);
    struct rthread *th = thread_new_struct();
    th->status = THREAD_DEAD; /* until it is made */
    RTYPEDDATA(self)->data = th;
    return self;
}

static VALUE
thread_create_in(struct ractor *r, VALUE self, VALUE proc, VALUE args)
{
    struct rthread *cur = thread_current();
    struct rthread *th = thread_ptr_unborn(self);
    th->ractor = r;
    th->of_ractor = r != cur->ractor;
    if (th->of_ractor) r->thread = th;
    if (obj_frozen(cur->group)) rb_raise(rb_eThreadError, "can't start a new thread (frozen ThreadGroup)");
    th->self = self;
    th->status = THREAD_RUN;
    th->proc = proc;
    th->args = args;
    th->group = th->of_ractor ? group_s_alloc(cThreadGroup) : cur->group;
    th->priority = cur->priority;
    th->report_on_exception = report_all;
    th->mask_stack = cur->mask_stack ? ary_dup(cur->mask_stack) : 0;
    th->ec = ec_new(vm_stack_sizes.thread_vm / sizeof(VALUE));
    th->root = th->fiber = fiber_make_root(th, th->ec);
    th->ec->storage = vm_ec->storage ? hash_dup(vm_ec->storage) : 0;
    thread_link(th);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr,
                              vm_stack_sizes.thread_machine * (VM_ASAN ? 8 : 1)); /* a checked build's frames are larger */
    pthread_attr_setguardsize(&attr, VM_STACK_GUARD_BYTES);
    int err = pthread_create(&th->native, &attr, thread_start, th);
    if (err == EAGAIN && gc_collect_for_room()) err = pthread_create(&th->native, &attr, thread_start, th);
    pthread_attr_destroy(&attr);
    if (err) {
        thread_unlink(th);
        th->status = THREAD_DEAD;
        if (th->of_ractor) ractor_thread_ended(th);
        fiber_free_root(th->root);
        ec_free(th->ec);
        th->root = th->fiber = NULL;
        th->ec = NULL;
        rb_raise(rb_eThreadError, "can't create Thread: %s", strerror(err));
    }
    thread_expect(th);
    return self;
}

static VALUE
thread_create(VALUE self, VALUE proc, VALUE args, bool args_kw)
{
    thread_ptr_unborn(self)->args_kw = args_kw;
    return thread_create_in(thread_current()->ractor, self, proc, args);
}

void
thread_new_in_ractor(struct ractor *r, VALUE proc, VALUE args)
{
    thread_create_in(r, thread_s_alloc(rb_cThread), proc, args);
}

NORETURN static void
already_initialized(struct rthread *th)
{
    if (!th->proc || proc_ptr(th->proc)->kind != PROC_ISEQ) rb_raise(rb_eThreadError, "already initialized thread");
    struct iseq_body *b = iseq_body(proc_ptr(th->proc)->code);
    rb_raise(rb_eThreadError, "already initialized thread - %" PRIsVALUE ":%d", b->path, b->first_line);
}

static VALUE
thread_m_initialize(int argc, VALUE *argv, VALUE self)
{
    if (!rb_block_given_p()) rb_raise(rb_eThreadError, "must be called with a block");
    if (thread_ptr_unborn(self)->self) already_initialized(thread_ptr_unborn(self));
    return thread_create(self, rb_block_proc(), ary_new_from(argv, (size_t)argc), rb_keyword_given_p());
}

static VALUE
thread_s_new(int argc, VALUE *argv, VALUE klass)
{
    VALUE self = thread_s_alloc(klass);
    rb_obj_call_init_kw(self, argc, argv, rb_keyword_given_p());
    if (!thread_ptr_unborn(self)->self) uninitialized(klass);
    return self;
}

static VALUE
thread_s_start(int argc, VALUE *argv, VALUE klass)
{
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "tried to create Proc object without a block");
    return thread_create(thread_s_alloc(klass), rb_block_proc(), ary_new_from(argv, (size_t)argc), rb_keyword_given_p());
}

static VALUE
thread_call_c(VALUE first, VALUE data, int argc, const VALUE *argv, VALUE blk)
{
    (void)first, (void)argc, (void)argv, (void)blk;
    VALUE (*fn)(void *) = (VALUE(*)(void *))(uintptr_t)NUM2ULL(ary_at(data, 0));
    return fn((void *)(uintptr_t)NUM2ULL(ary_at(data, 1)));
}

VALUE
rb_thread_create(VALUE (*fn)(void *), void *arg)
{
    VALUE pair = rb_ary_new_from_args(2, ULL2NUM((uintptr_t)fn), ULL2NUM((uintptr_t)arg));
    return thread_create(thread_s_alloc(rb_cThread), proc_new_ifunc(thread_call_c, (const void *)pair, 0, -1, false),
                         ary_new(), false);
}

/* ---- join, value ---- */

struct join_call {
    struct rthread *cur;
    int64_t deadline;
};

static VALUE
thread_join_body(VALUE p)
{
    struct join_call *c = (struct join_call *)p;
    thread_sleep(c->cur, c->deadline, c->deadline < 0);
    return Qnil;
}

static VALUE
thread_join_end(VALUE p)
{
    ((struct join_call *)p)->cur->joining = NULL;
    return Qnil;
}

struct join_fiber_call {
    struct join_fiber j;
    VALUE scheduler;
    int64_t deadline;
};

static VALUE
thread_join_fiber_body(VALUE p)
{
    struct join_fiber_call *c = (struct join_fiber_call *)p;
    int64_t left = c->deadline - thread_now_ns();
    VALUE timeout = c->deadline < 0 ? Qnil : DBL2NUM(left > 0 ? (double)left / 1e9 : 0);
    return rb_fiber_scheduler_block(c->scheduler, c->j.target->self, timeout);
}

static VALUE
thread_join_fiber_end(VALUE p)
{
    struct join_fiber *j = &((struct join_fiber_call *)p)->j;
    fiber_record_remove(&j->record);
    thread_join_fiber_leave(&j->record);
    return Qnil;
}

static void
thread_join_sleep(struct rthread *cur, struct rthread *th, int64_t deadline)
{
    VALUE scheduler = rb_fiber_scheduler_current();
    if (scheduler != Qnil) {
        struct join_fiber_call f = {
            {.target = th, .th = cur, .fiber = rb_fiber_current(), .next = join_fibers}, scheduler, deadline};
        join_fibers = &f.j;
        fiber_record_add(&f.j.record, thread_join_fiber_leave);
        rb_ensure(thread_join_fiber_body, (VALUE)&f, thread_join_fiber_end, (VALUE)&f);
        return;
    }
    struct join_call c = {cur, deadline};
    cur->joining = th;
    rb_ensure(thread_join_body, (VALUE)&c, thread_join_end, (VALUE)&c);
}

static bool
thread_join(struct rthread *th, int64_t deadline)
{
    struct rthread *cur = thread_current();
    if (th == cur) rb_raise(rb_eThreadError, "Target thread must not be current thread");
    if (th->is_main) rb_raise(rb_eThreadError, "Target thread must not be main thread");
    while (!th->ended && th->status != THREAD_DEAD) {
        if (deadline >= 0 && thread_now_ns() >= deadline) return false;
        thread_join_sleep(cur, th, deadline);
    }
    if (th->exception != Qnil) rb_exc_raise(th->exception);
    return true;
}

static VALUE
thread_m_join(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    return thread_join(thread_ptr(self), argc ? thread_deadline(argv[0]) : -1) ? self : Qnil;
}

static VALUE
thread_m_value(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    thread_join(th, -1);
    return th->value;
}

/* ---- state ---- */

static VALUE
thread_m_status(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    if (th->status == THREAD_DEAD || th->ended) return th->exception != Qnil ? Qnil : Qfalse;
    if (th->status != THREAD_RUN && th != thread_current()) return rb_str_new_cstr("sleep");
    return rb_str_new_cstr(th->to_kill ? "aborting" : "run");
}

static VALUE
thread_m_alive_p(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    return val_bool(th->status != THREAD_DEAD && !th->ended);
}

static VALUE
thread_m_stop_p(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    return val_bool(th->status != THREAD_RUN && !(th->ec && th->ec->reporting));
}

static VALUE
thread_m_inspect(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    const char *st = th->status == THREAD_DEAD                            ? "dead"
                     : th == thread_current() || th->status == THREAD_RUN ? (th->to_kill ? "aborting" : "run")
                     : th->status == THREAD_SLEEP_FOREVER                 ? "sleep_forever"
                                                                          : "sleep";
    return thread_describe(th, st);
}

/* ---- raise, kill, wakeup ---- */

static VALUE
thread_m_raise(int argc, VALUE *argv, VALUE self)
{
    struct rthread *th = thread_ptr(self);
    if (th->status == THREAD_DEAD) return Qnil;
    VALUE exc = vm_raise_exception(argc, argv, NULL);
    if (exc_cause(exc) == Qundef && vm_ec->errinfo != exc) exc_set_cause_raw(exc, vm_ec->errinfo);
    if (th == thread_current() && !thread_masked_p(th, exc, false)) rb_exc_raise(exc);
    if (!th->pending) th->pending = ary_new();
    ary_push(th->pending, exc);
    thread_interrupt(th, INTR_THREAD);
    return Qnil;
}

static VALUE
thread_m_kill(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    if (th->status == THREAD_DEAD || th->to_kill) return self;
    if (th->is_main) rb_exit(EXIT_SUCCESS);
    if (th == thread_current()) {
        th->to_kill = true;
        thread_die_here(th);
    }
    if (th->mask_stack && ary_len(th->mask_stack)) {
        if (!th->pending) th->pending = ary_new();
        ary_push(th->pending, Qtrue);
    } else if (th->pending && ary_len(th->pending)) { /* after what Thread#raise has sent */
        ary_push(th->pending, Qtrue);
    } else {
        th->to_kill = true;
    }
    thread_interrupt(th, INTR_THREAD);
    return self;
}

VALUE
rb_thread_kill(VALUE thread)
{
    return thread_m_kill(thread);
}

static VALUE
thread_s_kill(VALUE klass, VALUE thread)
{
    (void)klass;
    return thread_m_kill(thread);
}

static VALUE
thread_s_exit(VALUE klass)
{
    (void)klass;
    return thread_m_kill(thread_current()->self);
}

VALUE
rb_thread_wakeup_alive(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    if (th->status == THREAD_DEAD) return Qnil;
    thread_wakeup_from_region(th);
    return self;
}

VALUE
rb_thread_wakeup(VALUE self)
{
    if (rb_thread_wakeup_alive(self) == Qnil) rb_raise(rb_eThreadError, "killed thread");
    return self;
}

VALUE
rb_thread_run(VALUE self)
{
    rb_thread_wakeup(self);
    rb_thread_schedule();
    return self;
}

static VALUE
thread_s_stop(VALUE klass)
{
    (void)klass;
    struct rthread *th = thread_current();
    if (rb_thread_alone()) rb_raise(rb_eThreadError, "stopping only thread\n\tnote: use sleep to stop forever");
    th->wakeup = false;
    thread_sleep(th, -1, true);
    return Qnil;
}

/* A trap that ran does not end the sleep, Thread#wakeup does.  Without a deadline it is no deadlock: a signal may come. */
static void
thread_sleep_until(int64_t deadline)
{
    struct rthread *th = thread_current();
    do {
        if (thread_sleep(th, deadline, false)) return;
    } while (deadline < 0 || thread_now_ns() < deadline);
}

void
rb_thread_sleep_forever(void)
{
    thread_sleep_until(-1);
}

/* Sleeps until Thread#wakeup or an interrupt.  Reports a deadlock if every thread sleeps without a time limit. */
void
rb_thread_sleep_deadly(void)
{
    thread_sleep(thread_current(), -1, true);
}

/* Returns whether an interrupt waits that only the thread itself can serve: an exception or a signal. */
int
rb_thread_interrupted(VALUE thread)
{
    struct rthread *th = thread_ptr(thread);
    return th->ec && (__atomic_load_n(&th->ec->interrupt_pending, __ATOMIC_ACQUIRE) & ~(uint32_t)INTR_QUIET) != 0;
}

/* A child of a fork that was not ours has this thread only. */
void
rb_thread_atfork(void)
{
    thread_atfork_child();
}

/* Records, in the child of a fork, that only the current thread is left.  exec follows. */
void
rb_thread_atfork_before_exec(void)
{
    thread_atfork_child();
}

void
rb_thread_wait_for(struct timeval tv)
{
    int64_t until = thread_now_ns() + (int64_t)tv.tv_sec * 1000000000 + tv.tv_usec * 1000;
    thread_sleep_until(until);
}

void
rb_thread_sleep(int sec)
{
    rb_thread_wait_for((struct timeval){sec, 0});
}

VALUE
rb_thread_stop(void)
{
    return thread_s_stop(rb_cThread);
}

void
rb_thread_schedule(void)
{
    thread_yield_now();
    rb_thread_check_ints();
}

static VALUE
thread_s_pass(VALUE klass)
{
    (void)klass;
    thread_pass();
    rb_thread_check_ints();
    return Qnil;
}

static VALUE
thread_kernel_m_sleep(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 0, 1);
    struct rthread *th = thread_current();
    int64_t from = thread_now_ns();
    VALUE scheduler = rb_fiber_scheduler_current();
    th->wakeup = false; /* an earlier Thread#wakeup does not count */
    if (scheduler != Qnil) {
        rb_fiber_scheduler_kernel_sleepv(scheduler, argc, argv);
    } else if (argc == 0 || argv[0] == Qnil) {
        thread_sleep_until(-1);
    } else {
        struct timeval tv = rb_time_interval(argv[0]);
        thread_sleep_until(from + (int64_t)tv.tv_sec * 1000000000 + (int64_t)tv.tv_usec * 1000);
    }
    return LONG2NUM((long)((thread_now_ns() - from + 500000000) / 1000000000));
}

/* ---- lists, names, flags ---- */

VALUE
rb_thread_current(void)
{
    return thread_current()->self;
}

/* Returns the main thread of the caller's Ractor.  The hooks of a thread's start and end may call it without the lock or a context. */
VALUE
rb_thread_main(void)
{
    const struct rthread *th = thread_self_native();
    return (th ? th : thread_current())->ractor->thread->self;
}

static VALUE
thread_s_current(VALUE klass)
{
    (void)klass;
    return rb_thread_current();
}

static VALUE
thread_s_main(VALUE klass)
{
    (void)klass;
    return rb_thread_main();
}

static VALUE
thread_s_list(VALUE klass)
{
    (void)klass;
    VALUE a = ary_new();
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t->status != THREAD_DEAD && t->ractor == thread_current()->ractor) ary_push(a, t->self);
    }
    return rb_ary_reverse(a);
}

int
rb_thread_alone(void)
{
    return thread_list && !thread_list->next;
}

static VALUE
thread_m_name(VALUE self)
{
    return thread_ptr(self)->name;
}

static VALUE
thread_m_set_name(VALUE self, VALUE name)
{
    struct rthread *th = thread_ptr_unborn(self);
    if (name != Qnil) {
        StringValueCStr(name);
        if (!rb_enc_asciicompat(rb_enc_get(name)))
            rb_raise(rb_eArgError, "ASCII incompatible encoding (%s)", rb_enc_name(rb_enc_get(name)));
        name = rb_str_new_frozen(name);
    }
    th->name = name;
    if (!th->is_main && th->ec && !th->ended) thread_name_native(th, name == Qnil ? "" : RSTRING_PTR(name));
    return name;
}

static VALUE
thread_m_priority(VALUE self)
{
    return INT2NUM(thread_ptr(self)->priority);
}

static VALUE
thread_m_set_priority(VALUE self, VALUE v)
{
    int p = NUM2INT(v);
    thread_ptr(self)->priority = p > 3 ? 3 : p < -3 ? -3 : p;
    return v;
}

static VALUE
thread_m_abort(VALUE self)
{
    return val_bool(thread_ptr(self)->abort_on_exception);
}

static VALUE
thread_m_set_abort(VALUE self, VALUE v)
{
    thread_ptr(self)->abort_on_exception = val_truthy(v);
    return v;
}

static VALUE
thread_s_abort(VALUE klass)
{
    (void)klass;
    return val_bool(abort_all);
}

static VALUE
thread_s_set_abort(VALUE klass, VALUE v)
{
    (void)klass;
    abort_all = val_truthy(v);
    return v;
}

static VALUE
thread_m_report(VALUE self)
{
    return val_bool(thread_ptr(self)->report_on_exception);
}

static VALUE
thread_m_set_report(VALUE self, VALUE v)
{
    thread_ptr(self)->report_on_exception = val_truthy(v);
    return v;
}

static VALUE
thread_s_report(VALUE klass)
{
    (void)klass;
    return val_bool(report_all);
}

static VALUE
thread_s_set_report(VALUE klass, VALUE v)
{
    (void)klass;
    report_all = val_truthy(v);
    return v;
}

static VALUE
thread_m_group(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    return th->group;
}

static VALUE
thread_m_native_thread_id(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    return th->status == THREAD_DEAD ? Qnil : ULL2NUM((unsigned long long)th->native);
}

/* ---- locals ---- */

/* Hash, or 0. */
static VALUE
thread_fiber_locals(struct rthread *th)
{
    return th->ec ? th->ec->local_storage : th->last_locals;
}

static VALUE
thread_local_sym(VALUE key)
{
    return rb_to_symbol(key);
}

NORETURN static void
frozen_locals(VALUE self)
{
    rb_frozen_error_raise(self, "can't modify frozen thread locals");
}

static VALUE
thread_local_aref(VALUE thread, VALUE sym)
{
    VALUE h = thread_fiber_locals(thread_ptr(thread));
    if (!h) return Qnil;
    VALUE v = hash_get(h, sym);
    return v == Qundef ? Qnil : v;
}

static VALUE
thread_local_aset(VALUE thread, VALUE sym, VALUE v)
{
    if (obj_frozen(thread)) frozen_locals(thread);
    struct rthread *th = thread_ptr(thread);
    VALUE *locals = th->ec ? &th->ec->local_storage : &th->last_locals;
    if (!*locals) *locals = hash_new();
    if (v == Qnil) hash_delete(*locals, sym);
    else hash_set(*locals, sym, v);
    return v;
}

VALUE
rb_thread_local_aref(VALUE thread, ID id)
{
    return thread_local_aref(thread, sym_from_id(id));
}

VALUE
rb_thread_local_aset(VALUE thread, ID id, VALUE v)
{
    return thread_local_aset(thread, sym_from_id(id), v);
}

static VALUE
thread_m_aref(VALUE self, VALUE key)
{
    return thread_local_aref(self, thread_local_sym(key));
}

static VALUE
thread_m_aset(VALUE self, VALUE key, VALUE v)
{
    if (obj_frozen(self)) frozen_locals(self);
    return thread_local_aset(self, thread_local_sym(key), v);
}

static VALUE
thread_m_key_p(VALUE self, VALUE key)
{
    VALUE h = thread_fiber_locals(thread_ptr(self)), sym = thread_local_sym(key);
    return val_bool(h && hash_get(h, sym) != Qundef);
}

static VALUE
thread_m_keys(VALUE self)
{
    VALUE h = thread_fiber_locals(thread_ptr(self));
    return h ? rb_hash_keys(h) : ary_new();
}

static VALUE
thread_m_fetch(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    VALUE sym = thread_local_sym(argv[0]);
    VALUE h = thread_fiber_locals(thread_ptr(self)), v = h ? hash_get(h, sym) : Qundef;
    if (v != Qundef) return v;
    if (rb_block_given_p()) {
        if (argc == 2) rb_warn("block supersedes default value argument");
        return rb_yield(argv[0]);
    }
    if (argc == 2) return argv[1];
    VALUE kw = hash_new();
    hash_set(kw, ID2SYM(rb_intern("receiver")), self);
    hash_set(kw, ID2SYM(rb_intern("key")), argv[0]);
    VALUE args[2] = {rb_sprintf("key not found: %" PRIsVALUE, rb_inspect(sym)), kw};
    rb_exc_raise(rb_class_new_instance_kw(2, args, rb_eKeyError, 1));
}

static VALUE
thread_m_variable_get(VALUE self, VALUE key)
{
    struct rthread *th = thread_ptr(self);
    VALUE sym = thread_local_sym(key), v = th->locals ? hash_get(th->locals, sym) : Qundef;
    return v == Qundef ? Qnil : v;
}

static VALUE
thread_m_variable_set(VALUE self, VALUE key, VALUE v)
{
    struct rthread *th = thread_ptr(self);
    if (obj_frozen(self)) frozen_locals(self);
    if (!th->locals) th->locals = hash_new();
    hash_set(th->locals, thread_local_sym(key), v);
    return v;
}

static VALUE
thread_m_variable_p(VALUE self, VALUE key)
{
    struct rthread *th = thread_ptr(self);
    VALUE sym = thread_local_sym(key);
    return val_bool(th->locals && hash_get(th->locals, sym) != Qundef);
}

static VALUE
thread_m_variables(VALUE self)
{
    struct rthread *th = thread_ptr(self);
    return th->locals ? rb_hash_keys(th->locals) : ary_new();
}

/* ---- handle_interrupt ---- */

static VALUE
thread_pop_mask(VALUE p)
{
    struct rthread *th = (struct rthread *)p;
    rb_ary_pop(th->mask_stack);
    if (th->pending && ary_len(th->pending)) {
        vm_interrupt(th->ec, INTR_THREAD);
        rb_thread_check_ints();
    }
    return Qnil;
}

static VALUE
thread_masked_body(VALUE p)
{
    struct rthread *th = (struct rthread *)p;
    if (th->pending && ary_len(th->pending)) {
        vm_interrupt(th->ec, INTR_THREAD);
        rb_thread_check_ints();
    }
    return rb_yield(Qnil);
}

static VALUE
thread_s_handle_interrupt(VALUE klass, VALUE mask)
{
    (void)klass;
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "block is needed.");
    mask = rb_convert_type(mask, T_HASH, "Hash", "to_hash");
    VALUE vals = rb_funcall(mask, rb_intern("values"), 0);
    for (size_t i = 0; i < ary_len(vals); i++) {
        VALUE s = ary_at(vals, i);
        const char *n = rb_type(s) == T_SYMBOL ? str_ptr(sym_name(s)) : "";
        if (strcmp(n, "immediate") && strcmp(n, "on_blocking") && strcmp(n, "never")) {
            rb_raise(rb_eArgError, "unknown mask signature");
        }
    }
    struct rthread *th = thread_current();
    if (!th->mask_stack) th->mask_stack = ary_new();
    ary_push(th->mask_stack, mask);
    return rb_ensure(thread_masked_body, (VALUE)th, thread_pop_mask, (VALUE)th);
}

static VALUE
thread_m_pending_interrupt_p(int argc, VALUE *argv, VALUE self)
{
    struct rthread *th = thread_ptr_unborn(self);
    if (!th->pending || !ary_len(th->pending)) return Qfalse;
    rb_check_arity(argc, 0, 1);
    if (argc == 0) return Qtrue;
    if (!val_type_p(argv[0], T_CLASS) && !val_type_p(argv[0], T_MODULE))
        rb_raise(rb_eTypeError, "class or module required for rescue clause");
    for (size_t i = 0; i < ary_len(th->pending); i++) {
        VALUE e = ary_at(th->pending, i);
        if (e != Qtrue && val_truthy(rb_obj_is_kind_of(e, argv[0]))) return Qtrue;
    }
    return Qfalse;
}

static VALUE
thread_s_pending_interrupt_p(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    return thread_m_pending_interrupt_p(argc, argv, thread_current()->self);
}

/* ---- backtrace ---- */

VALUE
thread_trace_levels(int argc, const VALUE *argv, VALUE all)
{
    rb_check_arity(argc, 0, 2);
    long total = (long)ary_len(all), from = 0, n = total;
    if (argc == 1 && val_truthy(rb_obj_is_kind_of(argv[0], rb_cRange))) {
        if (!RTEST(rb_range_beg_len(argv[0], &from, &n, total, 0))) return Qnil;
    } else if (argc > 0) {
        from = NUM2LONG(argv[0]);
        if (from < 0) rb_raise(rb_eArgError, "negative level (%ld)", from);
        if (argc > 1 && !NIL_P(argv[1])) n = NUM2LONG(argv[1]);
        if (n < 0) rb_raise(rb_eArgError, "negative size (%ld)", n);
        if (from > total) return Qnil;
    }
    return rb_ary_subseq(all, from, n);
}

/* Thread.each_caller_location: yields each element of caller_locations. */
static VALUE
thread_s_each_caller_location(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    rb_need_block();
    if (rb_keyword_given_p()) rb_get_kwargs(argv[argc - 1], NULL, 0, 0, NULL); /* raises */
    VALUE all = vm_caller_locations(argc, argv);
    for (size_t i = 0; !NIL_P(all) && i < ary_len(all); i++) rb_yield(ary_at(all, i));
    return Qnil;
}

static VALUE
thread_m_backtrace(int argc, VALUE *argv, VALUE self)
{
    struct rthread *th = thread_ptr(self);
    if (th->status == THREAD_DEAD || !th->ec) return Qnil;
    return thread_trace_levels(argc, argv, backtrace_strings(backtrace_capture(th->ec)));
}

static VALUE
thread_m_backtrace_locations(int argc, VALUE *argv, VALUE self)
{
    struct rthread *th = thread_ptr(self);
    if (th->status == THREAD_DEAD || !th->ec) return Qnil;
    return thread_trace_levels(argc, argv, backtrace_locations(backtrace_capture(th->ec), 0, -1));
}

/* ---- postponed jobs ---- */

static struct postponed {
    rb_postponed_job_func_t fn;
    void *data;
} jobs[32];
static uint32_t jobs_triggered;
static unsigned job_count;

rb_postponed_job_handle_t
rb_postponed_job_preregister(unsigned int flags, rb_postponed_job_func_t fn, void *data)
{
    (void)flags;
    for (unsigned i = 0; i < job_count; i++) {
        if (jobs[i].fn == fn) {
            jobs[i].data = data;
            return i;
        }
    }
    if (job_count == lengthof(jobs)) return POSTPONED_JOB_HANDLE_INVALID;
    jobs[job_count] = (struct postponed){fn, data};
    return job_count++;
}

void
rb_postponed_job_trigger(rb_postponed_job_handle_t h)
{
    __atomic_fetch_or(&jobs_triggered, 1u << h, __ATOMIC_ACQ_REL);
    vm_interrupt(thread_main->ec, INTR_POSTPONED);
}

/* The older two run a job once for each call, or once until it has run.  They return 1 if it is registered, or 0 if there is no room. */
int
rb_postponed_job_register_one(unsigned int flags, rb_postponed_job_func_t fn, void *data)
{
    rb_postponed_job_handle_t h = rb_postponed_job_preregister(flags, fn, data);
    if (h == POSTPONED_JOB_HANDLE_INVALID) return 0;
    rb_postponed_job_trigger(h);
    return 1;
}

int
rb_postponed_job_register(unsigned int flags, rb_postponed_job_func_t fn, void *data)
{
    return rb_postponed_job_register_one(flags, fn, data);
}

void
thread_run_postponed(void)
{
    uint32_t bits = __atomic_exchange_n(&jobs_triggered, 0, __ATOMIC_ACQ_REL);
    while (bits) { /* the job that was registered last runs first */
        unsigned i = 31u - (unsigned)__builtin_clz(bits);
        bits ^= 1u << i;
        jobs[i].fn(jobs[i].data);
    }
}

/* ---- groups ---- */

struct group {
    bool enclosed;
};
static const rb_data_type_t group_type = {
    "thgroup", {NULL, RUBY_DEFAULT_FREE, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE
group_s_alloc(VALUE klass)
{
    struct group *g;
    return TypedData_Make_Struct(klass, struct group, &group_type, g);
}

static struct group *
group_ptr(VALUE v)
{
    return rb_check_typeddata(v, &group_type);
}

static VALUE
group_m_list(VALUE self)
{
    VALUE a = ary_new();
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t->group == self) ary_push(a, t->self);
    }
    return a;
}

static VALUE
group_m_enclose(VALUE self)
{
    group_ptr(self)->enclosed = true;
    return self;
}

static VALUE
group_m_enclosed_p(VALUE self)
{
    return val_bool(group_ptr(self)->enclosed);
}

static VALUE
group_m_add(VALUE self, VALUE thread)
{
    struct rthread *th = thread_ptr(thread);
    if (obj_frozen(self)) rb_raise(rb_eThreadError, "can't move to the frozen thread group");
    if (group_ptr(self)->enclosed) rb_raise(rb_eThreadError, "can't move to the enclosed thread group");
    if (obj_frozen(th->group)) rb_raise(rb_eThreadError, "can't move from the frozen thread group");
    if (group_ptr(th->group)->enclosed) rb_raise(rb_eThreadError, "can't move from the enclosed thread group");
    th->group = self;
    return self;
}

/* ---- the end of the process ---- */

static VALUE
thread_wait_briefly(VALUE unused)
{
    (void)unused;
    thread_sleep(thread_current(), thread_now_ns() + 1000000, false);
    return Qnil;
}

void
thread_terminate_others(void)
{
    struct rthread *cur = thread_current();
    cur->ended = true; /* it does not run any more for those that see it in their ensure clauses */
    for (int tries = 0; tries < 1000 && thread_list && (thread_list->next || thread_list != cur); tries++) {
        for (struct rthread *t = thread_list; t; t = t->next) {
            if (t == cur || t->to_kill) continue;
            t->to_kill = true;
            t->mask_stack = 0;
        }
        for (struct rthread *t = thread_list; t; t = t->next) {
            if (t != cur) thread_interrupt(t, INTR_THREAD);
        }
        int state;
        rb_protect(thread_wait_briefly, Qnil, &state);
    }
}

void
thread_terminate_kin(struct rthread *th)
{
    for (bool left = true; left;) {
        left = false;
        for (struct rthread *t = thread_list; t; t = t->next) {
            if (t == th || t->ractor != th->ractor || t->status == THREAD_DEAD) continue;
            left = true;
            t->to_kill = true;
            t->mask_stack = 0;
            thread_interrupt(t, INTR_THREAD);
        }
        int state;
        if (left) rb_protect(thread_wait_briefly, Qnil, &state);
    }
}

static void
thread_define_flags(VALUE k)
{
    rb_define_method(k, "abort_on_exception", thread_m_abort, 0);
    rb_define_method(k, "abort_on_exception=", thread_m_set_abort, 1);
    rb_define_method(k, "report_on_exception", thread_m_report, 0);
    rb_define_method(k, "report_on_exception=", thread_m_set_report, 1);
    rb_define_singleton_method(k, "ignore_deadlock", thread_s_ignore_deadlock, 0);
    rb_define_singleton_method(k, "ignore_deadlock=", thread_s_set_ignore_deadlock, 1);
    rb_define_singleton_method(k, "each_caller_location", thread_s_each_caller_location, -1);
    rb_define_singleton_method(k, "abort_on_exception", thread_s_abort, 0);
    rb_define_singleton_method(k, "abort_on_exception=", thread_s_set_abort, 1);
    rb_define_singleton_method(k, "report_on_exception", thread_s_report, 0);
    rb_define_singleton_method(k, "report_on_exception=", thread_s_set_report, 1);
}

static void
thread_define_locals(VALUE k)
{
    rb_define_method(k, "[]", thread_m_aref, 1);
    rb_define_method(k, "[]=", thread_m_aset, 2);
    rb_define_method(k, "key?", thread_m_key_p, 1);
    rb_define_method(k, "keys", thread_m_keys, 0);
    rb_define_method(k, "fetch", thread_m_fetch, -1);
    rb_define_method(k, "thread_variable_get", thread_m_variable_get, 1);
    rb_define_method(k, "thread_variable_set", thread_m_variable_set, 2);
    rb_define_method(k, "thread_variable?", thread_m_variable_p, 1);
    rb_define_method(k, "thread_variables", thread_m_variables, 0);
}

static void
thread_define_singletons(VALUE k)
{
    rb_define_singleton_method(k, "new", thread_s_new, -1);
    rb_define_singleton_method(k, "start", thread_s_start, -1);
    rb_define_singleton_method(k, "fork", thread_s_start, -1);
    rb_define_singleton_method(k, "current", thread_s_current, 0);
    rb_define_singleton_method(k, "main", thread_s_main, 0);
    rb_define_singleton_method(k, "list", thread_s_list, 0);
    rb_define_singleton_method(k, "pass", thread_s_pass, 0);
    rb_define_singleton_method(k, "stop", thread_s_stop, 0);
    rb_define_singleton_method(k, "kill", thread_s_kill, 1);
    rb_define_singleton_method(k, "exit", thread_s_exit, 0);
    rb_define_singleton_method(k, "handle_interrupt", thread_s_handle_interrupt, 1);
    rb_define_singleton_method(k, "pending_interrupt?", thread_s_pending_interrupt_p, -1);
}

static void
define_group(void)
{
    cThreadGroup = rb_define_class("ThreadGroup", rb_cObject);
    rb_define_alloc_func(cThreadGroup, group_s_alloc);
    rb_define_method(cThreadGroup, "list", group_m_list, 0);
    rb_define_method(cThreadGroup, "enclose", group_m_enclose, 0);
    rb_define_method(cThreadGroup, "enclosed?", group_m_enclosed_p, 0);
    rb_define_method(cThreadGroup, "add", group_m_add, 1);
    default_group = group_s_alloc(cThreadGroup);
    rb_define_const(cThreadGroup, "Default", default_group);
    thread_main->group = default_group;
}

void
Init_Thread(void)
{
    gc_register_data_verify(&thread_type, thread_verify);
    if (!rb_cThread) rb_cThread = rb_define_class("Thread", rb_cObject);
    VALUE k = rb_cThread;
    rb_undef_alloc_func(k);
    thread_main->self = TypedData_Wrap_Struct(k, &thread_type, thread_main);
    thread_main->report_on_exception = true;
    thread_define_singletons(k);
    thread_define_flags(k);
    thread_define_locals(k);
    rb_define_method(k, "initialize", thread_m_initialize, -1);
    rb_define_method(k, "join", thread_m_join, -1);
    rb_define_method(k, "value", thread_m_value, 0);
    rb_define_method(k, "status", thread_m_status, 0);
    rb_define_method(k, "alive?", thread_m_alive_p, 0);
    rb_define_method(k, "stop?", thread_m_stop_p, 0);
    rb_define_method(k, "inspect", thread_m_inspect, 0);
    rb_define_method(k, "to_s", thread_m_inspect, 0);
    rb_define_method(k, "raise", thread_m_raise, -1);
    rb_define_method(k, "kill", thread_m_kill, 0);
    rb_define_method(k, "terminate", thread_m_kill, 0);
    rb_define_method(k, "exit", thread_m_kill, 0);
    rb_define_method(k, "wakeup", rb_thread_wakeup, 0);
    rb_define_method(k, "run", rb_thread_run, 0);
    rb_define_method(k, "name", thread_m_name, 0);
    rb_define_method(k, "name=", thread_m_set_name, 1);
    rb_define_method(k, "priority", thread_m_priority, 0);
    rb_define_method(k, "priority=", thread_m_set_priority, 1);
    rb_define_method(k, "group", thread_m_group, 0);
    rb_define_method(k, "native_thread_id", thread_m_native_thread_id, 0);
    rb_define_method(k, "pending_interrupt?", thread_m_pending_interrupt_p, -1);
    rb_define_method(k, "backtrace", thread_m_backtrace, -1);
    rb_define_method(k, "backtrace_locations", thread_m_backtrace_locations, -1);
    rb_define_global_function("sleep", thread_kernel_m_sleep, -1);
    define_group();
    Init_ThreadSync();
}
