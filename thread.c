/*
 * thread.c - the VM lock, switching, blocking, interrupts.  Class Thread itself is thread_class.c's.
 *
 * Whoever wants the lock waits on a condition variable with a time-out of one quantum; when it passes, the waiter asks the
 * holder to give way (INTR_TIMER).  So there is no timer thread, and a program of one thread pays nothing.
 */
#include "internal/compiler.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "internal/object.h"
#include "internal/thread.h"
#include "internal/thread_class.h"
#include "internal/vm_call.h"
#include "ruby/fiber/scheduler.h"
#include "ruby/thread.h"

enum { QUANTUM_NS = 10 * 1000 * 1000 };

static pthread_mutex_t gvl_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gvl_cond = PTHREAD_COND_INITIALIZER;
static bool gvl_taken;
static unsigned gvl_waiting, gvl_yielding;
static uint64_t gvl_epoch; /* times the lock was taken */
static pthread_cond_t gvl_switched = PTHREAD_COND_INITIALIZER;
static struct rthread *gvl_holder;
struct rthread *thread_main;
struct rthread *thread_list;

/* ---- the lock ---- */

static struct timespec
deadline_in(int64_t ns)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    ns += ts.tv_nsec;
    ts.tv_sec += ns / 1000000000;
    ts.tv_nsec = ns % 1000000000;
    return ts;
}

/* With gvl_mutex held. */
static void
acquire_locked(struct rthread *th)
{
    gvl_waiting++;
    while (gvl_taken) {
        struct timespec ts = deadline_in(QUANTUM_NS);
        if (pthread_cond_timedwait(&gvl_cond, &gvl_mutex, &ts) == ETIMEDOUT && gvl_taken && gvl_holder) {
            ec_t *ec = __atomic_load_n(&gvl_holder->ec, __ATOMIC_ACQUIRE); /* of the fiber that runs now */
            if (ec) vm_interrupt(ec, INTR_TIMER); /* NULL: the thread ends */
        }
    }
    gvl_waiting--;
    gvl_taken = true;
    gvl_epoch++;
    gvl_holder = th;
    vm_ec = th->ec;
    gc_set_stack_base(th->ec->machine_base);
    if (gvl_yielding) pthread_cond_broadcast(&gvl_switched);
}

static void
release_locked(void)
{
    gvl_taken = false;
    gvl_holder = NULL;
    pthread_cond_signal(&gvl_cond);
}

/* A fiber's ec goes: a waiter that tells the holder its time is over may have read the pointer just before. */
void
thread_forget_ec(void)
{
    pthread_mutex_lock(&gvl_mutex);
    pthread_mutex_unlock(&gvl_mutex);
}

static void
gvl_acquire(struct rthread *th)
{
    thread_event(RUBY_INTERNAL_THREAD_EVENT_READY, th);
    pthread_mutex_lock(&gvl_mutex);
    acquire_locked(th);
    pthread_mutex_unlock(&gvl_mutex);
    th->saved_sp = NULL;
    thread_event(RUBY_INTERNAL_THREAD_EVENT_RESUMED, th);
}

static void
gvl_release(struct rthread *th)
{
    thread_event(RUBY_INTERNAL_THREAD_EVENT_SUSPENDED, th);
    pthread_mutex_lock(&gvl_mutex);
    release_locked();
    pthread_mutex_unlock(&gvl_mutex);
}

static NOINLINE void
note_stack_end(struct rthread *th)
{
    th->saved_sp = __builtin_frame_address(0);
}

/* For the scan of this thread's stack while it does not hold the lock: all of the calling function's frame, into which
 * the callee-saved registers are spilled. That function stays on the stack until the lock is back. */
#define SAVE_STACK(th) (__builtin_unwind_init(), note_stack_end(th))

/* Lets another thread run if one waits: comes back only after somebody else had the lock. */
static void
gvl_yield(struct rthread *th)
{
    if (!gvl_waiting) return;
    SAVE_STACK(th);
    thread_event(RUBY_INTERNAL_THREAD_EVENT_SUSPENDED, th);
    thread_event(RUBY_INTERNAL_THREAD_EVENT_READY, th);
    pthread_mutex_lock(&gvl_mutex);
    uint64_t epoch = gvl_epoch;
    release_locked();
    gvl_yielding++;
    while (gvl_waiting && gvl_epoch == epoch) pthread_cond_wait(&gvl_switched, &gvl_mutex);
    gvl_yielding--;
    acquire_locked(th);
    pthread_mutex_unlock(&gvl_mutex);
    th->saved_sp = NULL;
    thread_event(RUBY_INTERNAL_THREAD_EVENT_RESUMED, th);
}

void
thread_yield_now(void)
{
    gvl_yield(thread_current());
}

/* ---- interrupts ---- */

void
vm_interrupt(ec_t *ec, uint32_t bits)
{
    __atomic_fetch_or(&ec->interrupt_pending, bits, __ATOMIC_ACQ_REL);
    __atomic_store_n(&ec->stack_limit, NULL, __ATOMIC_RELEASE);
}

static VALUE
no_return(VALUE v)
{
    return v;
}

void
vm_run_interrupts(ec_t *ec, uint32_t pending)
{
    extern void signal_run_pending(void) __attribute__((weak));
    struct rthread *th = ec->thread;
    (void)no_return;
    if (pending & INTR_STACK) {
        if (pending & ~(uint32_t)INTR_STACK) vm_interrupt(ec, pending & ~(uint32_t)INTR_STACK);
        vm_raise_stack_error(ec);
    }
    if (UNLIKELY(th->deaf)) {
        th->deferred |= pending & ~(uint32_t)INTR_TIMER;
        if (pending & INTR_TIMER) gvl_yield(th);
        return;
    }
    if (pending & INTR_FINALIZER) gc_run_pending_finalizers();
    if (pending & INTR_POSTPONED) thread_run_postponed();
    if ((pending & (INTR_SIGNAL | INTR_TRAP)) && signal_run_pending) {
        if (th->is_main) signal_run_pending();
        else vm_interrupt(thread_main->ec, INTR_SIGNAL);
    }
    if (pending & INTR_THREAD) thread_take_pending(th, false);
    if (pending & INTR_TIMER) gvl_yield(th);
}

/* ---- blocking ---- */

void *
thread_blocking_region(void *(*fn)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_arg, bool check_ints)
{
    struct rthread *th = thread_current();
    if (check_ints) rb_thread_check_ints();
    if (ubf == RUBY_UBF_IO || ubf == RUBY_UBF_PROCESS) {
        ubf = thread_ubf_signal;
        ubf_arg = th;
    }
    uint8_t before = th->status;
    th->ubf_arg = ubf_arg;
    th->ubf = ubf;
    if (th->status == THREAD_RUN) th->status = THREAD_SLEEP;
    if (check_ints && __atomic_load_n(&th->ec->interrupt_pending, __ATOMIC_ACQUIRE) & ~(uint32_t)INTR_TIMER) {
        th->ubf = NULL;
        th->status = before;
        rb_thread_check_ints();
        th->ubf = ubf;
    }
    SAVE_STACK(th);
    gvl_release(th);
    void *r = fn(data);
    int saved = errno;
    gvl_acquire(th);
    th->ubf = NULL;
    if (th->status == THREAD_SLEEP) th->status = before;
    errno = saved;
    if (check_ints) {
        rb_thread_check_ints();
        errno = saved;
    }
    return r;
}

void
thread_ubf_signal(void *p)
{
    struct rthread *th = p;
    pthread_kill(th->native, SIGVTALRM);
}

void *
rb_thread_call_without_gvl(void *(*fn)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_arg)
{
    return thread_blocking_region(fn, data, ubf, ubf_arg, true);
}

void *
rb_thread_call_without_gvl2(void *(*fn)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_arg)
{
    return thread_blocking_region(fn, data, ubf, ubf_arg, false);
}

void *
rb_nogvl(void *(*fn)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_arg, int flags)
{
    if (UNLIKELY((flags & RB_NOGVL_OFFLOAD_SAFE) && RTEST(thread_current()->scheduler))) {
        struct rb_fiber_scheduler_blocking_operation_state state = {0};
        VALUE scheduler = rb_fiber_scheduler_current();
        if (!NIL_P(scheduler) &&
            rb_fiber_scheduler_blocking_operation_wait(scheduler, fn, data, ubf, ubf_arg, flags, &state) != Qundef) {
            errno = state.saved_errno;
            return state.result;
        }
    }
    return thread_blocking_region(fn, data, ubf, ubf_arg, !(flags & RB_NOGVL_INTR_FAIL));
}

struct with_gvl {
    struct rthread *th;
};

void *
rb_thread_call_with_gvl(void *(*fn)(void *), void *data)
{
    struct rthread *th = thread_self_native();
    if (!th) rb_bug("rb_thread_call_with_gvl: called by a thread that is not Ruby's");
    void *outer_sp = th->saved_sp;
    gvl_acquire(th);
    rb_unblock_function_t *ubf = th->ubf;
    th->ubf = NULL;
    void *r = fn(data);
    th->ubf = ubf;
    th->saved_sp = outer_sp;
    gvl_release(th);
    return r;
}

/* ---- sleeping ---- */

static int64_t
now_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

int64_t
thread_now_ns(void)
{
    return now_ns();
}

/* A sleeper waits on its own futex, not on a condition variable: a signal handler may wake it (thread_kick). */
static void
futex_wait(uint32_t *word, uint32_t seen, const struct timespec *left)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, left, NULL, 0);
}

void
thread_kick(struct rthread *th)
{
    int saved = errno;
    __atomic_fetch_add(&th->sleep_word, 1, __ATOMIC_ACQ_REL);
    syscall(SYS_futex, &th->sleep_word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    errno = saved;
}

static void
ubf_sleep(void *p)
{
    thread_kick(p);
}

struct sleep_arg {
    struct rthread *th;
    int64_t deadline;
};

static void *
sleep_native(void *p)
{
    struct sleep_arg *a = p;
    struct rthread *th = a->th;
    for (;;) {
        uint32_t seen = __atomic_load_n(&th->sleep_word, __ATOMIC_ACQUIRE);
        if (__atomic_load_n(&th->wakeup, __ATOMIC_ACQUIRE)) break;
        if (__atomic_load_n(&th->ec->interrupt_pending, __ATOMIC_ACQUIRE) & ~(uint32_t)INTR_TIMER) break;
        if (a->deadline < 0) {
            futex_wait(&th->sleep_word, seen, NULL);
            continue;
        }
        int64_t left = a->deadline - now_ns();
        if (left <= 0) break;
        struct timespec ts = {left / 1000000000, left % 1000000000};
        futex_wait(&th->sleep_word, seen, &ts);
    }
    return NULL;
}

/* Is every thread asleep for ever?  Then nobody can wake anybody. */
static void
check_deadlock(void)
{
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t->status != THREAD_SLEEP_FOREVER || t->wakeup) return;
        if (__atomic_load_n(&t->ec->interrupt_pending, __ATOMIC_ACQUIRE) & ~(uint32_t)INTR_TIMER) return;
    }
    if (!thread_ignore_deadlock) thread_report_deadlock();
}

/* Before and after waiting: what handle_interrupt keeps until then comes through. */
static void
check_ints_blocking(struct rthread *th)
{
    rb_thread_check_ints();
    if (UNLIKELY(th->mask_stack && th->pending && !th->deaf)) thread_take_pending(th, true);
}

bool
thread_sleep(struct rthread *th, int64_t deadline, bool forever)
{
    uint8_t before = th->status;
    check_ints_blocking(th);
    if (th->wakeup) {
        th->wakeup = false;
        return true;
    }
    th->status = forever ? THREAD_SLEEP_FOREVER : THREAD_SLEEP;
    if (forever) check_deadlock();
    struct sleep_arg a = {th, deadline};
    th->ubf_arg = th;
    th->ubf = ubf_sleep;
    SAVE_STACK(th);
    gvl_release(th);
    sleep_native(&a);
    gvl_acquire(th);
    th->ubf = NULL;
    th->status = before;
    bool woken = th->wakeup;
    th->wakeup = false;
    check_ints_blocking(th);
    return woken;
}

void
thread_wakeup(struct rthread *th)
{
    __atomic_store_n(&th->wakeup, true, __ATOMIC_RELEASE);
    thread_kick(th);
}

/* Makes th look at its interrupts, wherever it is.  The lock is held. */
void
thread_interrupt(struct rthread *th, uint32_t bits)
{
    vm_interrupt(th->ec, bits);
    rb_unblock_function_t *ubf = th->ubf;
    if (ubf) ubf(th->ubf_arg);
}

/* ---- marking ---- */

void
thread_mark(struct rthread *th)
{
    gc_mark(th->self);
    gc_mark(th->proc);
    gc_mark(th->args);
    gc_mark(th->value);
    gc_mark(th->exception);
    gc_mark(th->name);
    gc_mark(th->group);
    gc_mark(th->locals);
    gc_mark(th->pending);
    gc_mark(th->mask_stack);
    gc_mark(th->scheduler);
    gc_mark(th->last_status);
    gc_mark(th->errinfo);
    gc_mark(th->last_locals);
}

/* Live threads: their objects, the context that runs or waits, and the machine stack it runs on. */
void
thread_mark_all(void)
{
    struct rthread *self = vm_ec->thread;
    for (struct rthread *th = thread_list; th; th = th->next) {
        thread_mark(th);
        if (th->ec) vm_mark_ec(th->ec);
        if (th->fiber && th->fiber->self) gc_mark(th->fiber->self);
        if (th->root->self) gc_mark(th->root->self);
        /* the root's stack, if another fiber of the thread runs */
        if (th->root != th->fiber) {
            vm_mark_ec(th->root->ec);
            gc_mark_machine_stack(th->root->saved_sp, th->root->ec->machine_base);
        }
        if (th != self && th->saved_sp && th->ec) gc_mark_machine_stack(th->saved_sp, th->ec->machine_base);
    }
}

/* ---- boot, start, end ---- */

static __thread struct rthread *native_self;

struct rthread *
thread_self_native(void)
{
    return native_self;
}

void
thread_enter(struct rthread *th)
{
    native_self = th;
    thread_event(RUBY_INTERNAL_THREAD_EVENT_STARTED, th);
    gvl_acquire(th);
}

void
thread_leave(struct rthread *th)
{
    thread_event(RUBY_INTERNAL_THREAD_EVENT_EXITED, th);
    gvl_release(th);
    native_self = NULL;
}

void
thread_link(struct rthread *th)
{
    th->prev = NULL;
    th->next = thread_list;
    if (thread_list) thread_list->prev = th;
    thread_list = th;
}

void
thread_unlink(struct rthread *th)
{
    if (th->prev) th->prev->next = th->next;
    else if (thread_list == th) thread_list = th->next;
    if (th->next) th->next->prev = th->prev;
    th->next = th->prev = NULL;
}

static void
ignore_signal(int sig)
{
    (void)sig;
}

void
thread_boot(ec_t *ec)
{
    struct rthread *th = thread_new_struct();
    thread_main = th;
    th->is_main = true;
    th->ec = ec;
    th->native = pthread_self();
    th->root = th->fiber = fiber_make_root(th, ec);
    thread_link(th);
    native_self = th;
    gvl_taken = true;
    gvl_holder = th;
    struct sigaction sa = {.sa_handler = ignore_signal}; /* wakes system calls */
    sigaction(SIGVTALRM, &sa, NULL);
}

void
thread_atfork_child(void)
{
    struct rthread *self = vm_ec->thread;
    pthread_mutex_init(&gvl_mutex, NULL);
    pthread_cond_init(&gvl_cond, NULL);
    pthread_cond_init(&gvl_switched, NULL);
    gvl_yielding = 0;
    gvl_taken = true;
    gvl_waiting = 0;
    gvl_holder = self;
    for (struct rthread *t = thread_list, *next; t; t = next) {
        next = t->next;
        if (t == self) continue;
        t->status = THREAD_DEAD;
        thread_drop_mutexes(t);
        thread_unlink(t);
        t->ec = NULL;
    }
    self->native = pthread_self();
    self->is_main = true;
    thread_main = self;
    gc_after_fork();
}
