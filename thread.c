/*
 * thread.c - the VM lock, switching, blocking, interrupts.  Class Thread itself is thread/methods.c's.
 *
 * A thread that needs the lock while another holds it joins a queue and sleeps on a futex of its own.  The holder hands the
 * lock to the first in the queue.  A sleeper that is woken by another thread joins the queue without running.  It sleeps until
 * the lock is its own, so a handed-over value costs one wake-up, not two.  While the queue is not empty, a timer thread
 * requests that the holder yields (INTR_TIMER).  The timer thread starts when it is first needed; a program of one thread has
 * none.
 */
#include "internal/compiler.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "internal/jit.h"
#include "internal/object.h"
#include "internal/thread.h"
#include "internal/ractor.h"
#include "internal/thread/methods.h"
#include "internal/vm/call.h"
#include "internal/vm/profile.h"
#include "internal/signal.h"
#include "ruby/fiber/scheduler.h"
#include "ruby/thread.h"

enum { QUANTUM_NS = 10 * 1000 * 1000 };

static pthread_mutex_t gvl_mutex = PTHREAD_MUTEX_INITIALIZER; /* of what follows */
static bool gvl_taken;
static unsigned gvl_waiting; /* length of the queue */
static struct rthread *gvl_first, *gvl_last;
static uint64_t gvl_epoch; /* times the lock was taken */
static bool timer_started, timer_idle;
static uint32_t timer_word; /* futex: an idle timer sleeps on it, and a signal handler may wake it */
static bool ubf_wanted;     /* a signal came while the main thread was in a blocking region with a function to wake it */
/* Held while the timer thread, which does not hold the VM lock, calls the main thread's ubf, and while thread_set_foreign_ubf() enables or
 * disables that call. */
static pthread_mutex_t ubf_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct rthread *gvl_holder;
static struct rthread *nagged; /* threads that were signalled to leave their system call and have not left it yet */
struct rthread *thread_main;
struct rthread *thread_list;

/* ---- the lock ---- */

/* A waiter sleeps on its own futex, not on a condition variable: a signal handler may wake it (thread_kick). */
static void
thread_futex_wait(uint32_t *word, uint32_t seen, const struct timespec *left)
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

/* A signal that comes just before the system call is lost: it is sent again until the thread is back. */
static void
thread_nag_locked(void)
{
    for (struct rthread *th = nagged; th; th = th->nag_next) pthread_kill(th->native, SIGVTALRM);
}

static NOINLINE void
thread_nag_no_more_locked(struct rthread *th)
{
    struct rthread **at = &nagged;
    while (*at != th) at = &(*at)->nag_next;
    *at = th->nag_next;
    th->nag = false;
}

/* Async-signal-safe. */
static void
timer_wake(void)
{
    int saved = errno;
    __atomic_fetch_add(&timer_word, 1, __ATOMIC_ACQ_REL);
    syscall(SYS_futex, &timer_word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    errno = saved;
}

/* Calls the function that wakes the main thread from its blocking region.  It is code of an extension, which a signal handler must
 * not call, so the handler sets ubf_wanted and the timer thread calls it. */
static void
thread_wake_main_from_region(void)
{
    if (!__atomic_exchange_n(&ubf_wanted, false, __ATOMIC_ACQ_REL)) return;
    pthread_mutex_lock(&ubf_mutex);
    rb_unblock_function_t *ubf = thread_main->ubf;
    if (ubf && thread_main->foreign_ubf) ubf(thread_main->ubf_arg);
    pthread_mutex_unlock(&ubf_mutex);
}

void
thread_main_signaled(void)
{
    struct rthread *th = thread_main;
    if (!__atomic_load_n(&th->foreign_ubf, __ATOMIC_ACQUIRE)) return;
    __atomic_store_n(&ubf_wanted, true, __ATOMIC_RELEASE);
    timer_wake();
}

/* Ends the turns of holders while others wait. */
static void *
timer_main(void *unused)
{
    enum { IDLE_TICKS = 20 };
    const struct timespec quantum = {0, QUANTUM_NS};
    uint64_t seen = 0;
    for (unsigned idle = 0;;) {
        nanosleep(&quantum, NULL);
        thread_wake_main_from_region();
        pthread_mutex_lock(&gvl_mutex);
        if (UNLIKELY(nagged)) {
            idle = 0;
            thread_nag_locked();
        }
        if (gvl_waiting) {
            idle = 0;
            ec_t *ec = gvl_holder && gvl_epoch == seen ? __atomic_load_n(&gvl_holder->ec, __ATOMIC_ACQUIRE)
                                                       : NULL; /* NULL: it ends */
            if (ec) vm_interrupt(ec, INTR_TIMER);
        } else if (++idle == IDLE_TICKS) {
            timer_idle = true;
            while (!gvl_waiting && !nagged) {
                uint32_t word = __atomic_load_n(&timer_word, __ATOMIC_ACQUIRE);
                pthread_mutex_unlock(&gvl_mutex);
                thread_wake_main_from_region();
                thread_futex_wait(&timer_word, word, NULL);
                thread_wake_main_from_region();
                pthread_mutex_lock(&gvl_mutex);
            }
            timer_idle = false;
            idle = 0;
        }
        seen = gvl_epoch;
        pthread_mutex_unlock(&gvl_mutex);
    }
    return unused;
}

static void
timer_start(void)
{
    pthread_t native;
    pthread_attr_t attr;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    timer_started = pthread_create(&native, &attr, timer_main, NULL) == 0; /* if it fails, the next waiter tries again */
    pthread_attr_destroy(&attr);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The functions *_locked want gvl_mutex held. */

static void
thread_enqueue_locked(struct rthread *th)
{
    th->turn = TURN_QUEUED;
    th->turn_next = NULL;
    if (gvl_last) gvl_last->turn_next = th;
    else gvl_first = th;
    gvl_last = th;
    gvl_waiting++;
    if (UNLIKELY(!timer_started)) timer_start();
    else if (UNLIKELY(timer_idle)) timer_wake();
}

/* The lock goes to the first who waits. */
static void
thread_pass_on_locked(void)
{
    struct rthread *next = gvl_first;
    gvl_holder = next;
    gvl_taken = next != NULL;
    if (!next) return;
    gvl_first = next->turn_next;
    if (!gvl_first) gvl_last = NULL;
    gvl_waiting--;
    gvl_epoch++;
    __atomic_store_n(&next->turn, TURN_GRANTED, __ATOMIC_RELEASE);
    thread_kick(next); /* with gvl_mutex, without which it cannot end and be freed */
}

static void
thread_await_turn(struct rthread *th)
{
    for (;;) {
        uint32_t seen = __atomic_load_n(&th->sleep_word, __ATOMIC_ACQUIRE);
        if (__atomic_load_n(&th->turn, __ATOMIC_ACQUIRE) == TURN_GRANTED) return;
        thread_futex_wait(&th->sleep_word, seen, NULL);
    }
}

static void
thread_holder_begins(struct rthread *th)
{
    th->turn = TURN_NONE;
    vm_ec = th->ec;
    gc_set_stack_base(th->ec->machine_base);
    th->saved_sp = NULL;
    thread_event(RUBY_INTERNAL_THREAD_EVENT_RESUMED, th);
}

/* Waits until no other thread can use the ec that is about to be freed.  The timer thread reads the holder's ec under gvl_mutex and
 * sets INTR_TIMER in it. */
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
    th->asleep = false;
    if (UNLIKELY(th->nag)) thread_nag_no_more_locked(th);
    bool free = !gvl_taken;
    if (free) {
        gvl_taken = true;
        gvl_holder = th;
        gvl_epoch++;
    } else if (th->turn == TURN_NONE) {
        thread_enqueue_locked(th);
    }
    pthread_mutex_unlock(&gvl_mutex);
    if (!free) thread_await_turn(th);
    thread_holder_begins(th);
}

/* asleep: thread_wakeup may put th into the queue from now on. */
static void
gvl_release(struct rthread *th, bool asleep)
{
    thread_event(RUBY_INTERNAL_THREAD_EVENT_SUSPENDED, th);
    pthread_mutex_lock(&gvl_mutex);
    th->asleep = asleep;
    thread_pass_on_locked();
    pthread_mutex_unlock(&gvl_mutex);
}

static NOINLINE void
thread_note_stack_end(struct rthread *th)
{
    th->saved_sp = __builtin_frame_address(0);
}

/* For the scan of this thread's stack while it does not hold the lock: all of the calling function's frame, into which
 * the callee-saved registers are spilled. That function stays on the stack until the lock is back. */
#define SAVE_STACK(th) (__builtin_unwind_init(), thread_note_stack_end(th))

/* Lets those who wait run first. */
static void
gvl_yield(struct rthread *th)
{
    if (!gvl_waiting) return;
    SAVE_STACK(th);
    thread_event(RUBY_INTERNAL_THREAD_EVENT_SUSPENDED, th);
    thread_event(RUBY_INTERNAL_THREAD_EVENT_READY, th);
    pthread_mutex_lock(&gvl_mutex);
    thread_enqueue_locked(th);
    thread_pass_on_locked();
    pthread_mutex_unlock(&gvl_mutex);
    thread_await_turn(th);
    thread_holder_begins(th);
}

/* A new thread is in the queue before its native thread runs, so that Thread.pass lets it begin. */
void
thread_expect(struct rthread *th)
{
    pthread_mutex_lock(&gvl_mutex);
    if (th->turn == TURN_NONE) thread_enqueue_locked(th);
    pthread_mutex_unlock(&gvl_mutex);
}

void
thread_yield_now(void)
{
    gvl_yield(thread_current());
}

/* Thread.pass: a thread that was just made may not have come as far as the queue. */
void
thread_pass(void)
{
    if (!gvl_waiting && thread_list->next) sched_yield();
    gvl_yield(thread_current());
}

/* ---- for the profiler ---- */

void
thread_signal_holder(int sig, void (*idle)(void))
{
    pthread_mutex_lock(&gvl_mutex);
    if (!gvl_taken) idle();
    else if (gvl_holder && __atomic_load_n(&gvl_holder->turn, __ATOMIC_ACQUIRE) == TURN_NONE)
        pthread_kill(gvl_holder->native, sig);
    pthread_mutex_unlock(&gvl_mutex);
}

bool
thread_holds_lock_p(const struct rthread *th)
{
    return __atomic_load_n(&gvl_holder, __ATOMIC_ACQUIRE) == th;
}

/* ---- interrupts ---- */

void
vm_interrupt(ec_t *ec, uint32_t bits)
{
    __atomic_fetch_or(&ec->interrupt_pending, bits, __ATOMIC_ACQ_REL);
    __atomic_store_n(&ec->stack_limit, NULL, __ATOMIC_RELEASE);
}

/* gc.h: gc_on_pending_finalizers. */
static void
thread_interrupt_for_finalizers(void)
{
    vm_interrupt(vm_ec, INTR_FINALIZER);
}

/* Signals, and what other threads raise here, wait until the last has ended: an exception in a finalizer would end that
 * finalizer only, and be forgotten. */
void
thread_run_finalizers(void)
{
    ec_t *ec = vm_ec;
    uint32_t mask = ec->interrupt_mask;
    ec->interrupt_mask |= INTR_FINALIZER;
    gc_run_pending_finalizers();
    ec->interrupt_mask = mask;
    if (ec->thread->is_main) vm_interrupt(ec, INTR_SIGNAL);
    if (ec->thread->pending || ec->thread->to_kill) vm_interrupt(ec, INTR_THREAD);
}

void
vm_run_interrupts(ec_t *ec, uint32_t pending)
{
    struct rthread *th = ec->thread;
    if (UNLIKELY(pending & INTR_PROFILE)) profile_serve(ec);
    if (UNLIKELY(pending & INTR_JIT)) jit_auto_start();
    if (pending & INTR_STACK) {
        if (pending & ~(uint32_t)INTR_STACK) vm_interrupt(ec, pending & ~(uint32_t)INTR_STACK);
        vm_raise_stack_error(ec);
    }
    if (UNLIKELY(th->deaf)) {
        th->deferred |= pending & ~(uint32_t)INTR_QUIET;
        if (pending & INTR_TIMER) gvl_yield(th);
        return;
    }
    if (pending & INTR_FINALIZER) thread_run_finalizers();
    if (pending & INTR_POSTPONED) thread_run_postponed();
    if (pending & (INTR_SIGNAL | INTR_TRAP)) {
        if (th->is_main) signal_run_pending();
        else vm_interrupt(thread_main->ec, INTR_SIGNAL);
    }
    if (pending & INTR_THREAD) thread_take_pending(th, false);
    if (pending & INTR_TIMER) gvl_yield(th);
}

/* ---- blocking ---- */

void
thread_check_ints_blocking(struct rthread *th)
{
    rb_thread_check_ints();
    if (UNLIKELY(th->mask_stack && th->pending && !th->deaf)) thread_take_pending(th, true);
}

/* From now on, or no more, a signal has the timer call th's ubf. */
static NOINLINE void
thread_set_foreign_ubf(struct rthread *th, bool on)
{
    if (on && !timer_started) {
        pthread_mutex_lock(&gvl_mutex);
        if (!timer_started) timer_start();
        pthread_mutex_unlock(&gvl_mutex);
    }
    pthread_mutex_lock(&ubf_mutex);
    __atomic_store_n(&th->foreign_ubf, on, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&ubf_mutex);
}

void *
thread_blocking_region(void *(*fn)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_arg, bool check_ints)
{
    struct rthread *th = thread_current();
    if (check_ints) thread_check_ints_blocking(th);
    if (ubf == RUBY_UBF_IO || ubf == RUBY_UBF_PROCESS) {
        ubf = thread_ubf_signal;
        ubf_arg = th;
    }
    uint8_t before = th->status;
    bool foreign = th->is_main && ubf && ubf != thread_ubf_signal;
    th->ubf_arg = ubf_arg;
    th->ubf = ubf;
    if (UNLIKELY(foreign)) thread_set_foreign_ubf(th, true);
    if (th->status == THREAD_RUN) th->status = THREAD_SLEEP;
    if (check_ints && __atomic_load_n(&th->ec->interrupt_pending, __ATOMIC_ACQUIRE) & ~(uint32_t)INTR_QUIET) {
        if (UNLIKELY(foreign)) thread_set_foreign_ubf(th, false);
        th->ubf = NULL;
        th->status = before;
        rb_thread_check_ints();
        th->ubf = ubf;
        if (UNLIKELY(foreign)) thread_set_foreign_ubf(th, true);
    }
    SAVE_STACK(th);
    gvl_release(th, false);
    void *r = fn(data);
    int saved = errno;
    if (UNLIKELY(foreign)) thread_set_foreign_ubf(th, false);
    gvl_acquire(th);
    th->ubf = NULL;
    if (th->status == THREAD_SLEEP) th->status = before;
    errno = saved;
    if (check_ints) {
        thread_check_ints_blocking(th);
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
    bool foreign = th->foreign_ubf;
    if (UNLIKELY(foreign)) thread_set_foreign_ubf(th, false);
    th->ubf = NULL;
    void *r = fn(data);
    th->ubf = ubf;
    if (UNLIKELY(foreign)) thread_set_foreign_ubf(th, true);
    th->saved_sp = outer_sp;
    gvl_release(th, false);
    return r;
}

/* ---- sleeping ---- */

static int64_t
thread_clock_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

int64_t
thread_now_ns(void)
{
    return thread_clock_ns();
}

static void
thread_ubf_sleep(void *p)
{
    thread_kick(p);
}

/* Until the lock is handed to the thread, or there is another reason to ask for it. */
static void
thread_sleep_native(struct rthread *th, int64_t deadline)
{
    for (;;) {
        uint32_t seen = __atomic_load_n(&th->sleep_word, __ATOMIC_ACQUIRE);
        uint32_t turn = __atomic_load_n(&th->turn, __ATOMIC_ACQUIRE);
        if (turn == TURN_GRANTED) return;
        if (turn == TURN_NONE && __atomic_load_n(&th->wakeup, __ATOMIC_ACQUIRE)) return;
        if (__atomic_load_n(&th->ec->interrupt_pending, __ATOMIC_ACQUIRE) & ~(uint32_t)INTR_QUIET) return;
        if (turn == TURN_QUEUED || deadline < 0) {
            thread_futex_wait(&th->sleep_word, seen, NULL);
            continue;
        }
        int64_t left = deadline - thread_clock_ns();
        if (left <= 0) return;
        struct timespec ts = {left / 1000000000, left % 1000000000};
        thread_futex_wait(&th->sleep_word, seen, &ts);
    }
}

/* Reports a deadlock if every thread sleeps without a time limit, so that no thread is left to wake another. */
void
thread_check_deadlock(void)
{
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t->status != THREAD_SLEEP_FOREVER || t->wakeup) return;
        if (__atomic_load_n(&t->ec->interrupt_pending, __ATOMIC_ACQUIRE) & ~(uint32_t)INTR_QUIET) return;
    }
    if (!thread_ignore_deadlock) thread_report_deadlock();
}

bool
thread_sleep(struct rthread *th, int64_t deadline, bool forever)
{
    uint8_t before = th->status;
    thread_check_ints_blocking(th);
    if (th->wakeup) {
        th->wakeup = false;
        return true;
    }
    th->status = forever ? THREAD_SLEEP_FOREVER : THREAD_SLEEP;
    if (forever) thread_check_deadlock();
    th->ubf_arg = th;
    th->ubf = thread_ubf_sleep;
    SAVE_STACK(th);
    gvl_release(th, true);
    thread_sleep_native(th, deadline);
    gvl_acquire(th);
    th->ubf = NULL;
    th->status = before;
    bool woken = th->wakeup;
    th->wakeup = false;
    thread_check_ints_blocking(th);
    return woken;
}

/* The lock is held.  A sleeper stands in the queue at once; it wakes when its turn comes. */
void
thread_wakeup(struct rthread *th)
{
    __atomic_store_n(&th->wakeup, true, __ATOMIC_RELEASE);
    pthread_mutex_lock(&gvl_mutex);
    if (th->asleep && th->turn == TURN_NONE) thread_enqueue_locked(th);
    pthread_mutex_unlock(&gvl_mutex);
}

static void
thread_nag(struct rthread *th)
{
    pthread_mutex_lock(&gvl_mutex);
    if (!th->nag && th->turn == TURN_NONE) { /* else it is coming back */
        th->nag = true;
        th->nag_next = nagged;
        nagged = th;
        if (!timer_started) timer_start();
        else if (timer_idle) timer_wake();
    }
    pthread_mutex_unlock(&gvl_mutex);
}

/* Thread#wakeup ends a blocking region, too, whatever that makes of it. */
void
thread_wakeup_from_region(struct rthread *th)
{
    thread_wakeup(th);
    if (th->ubf && th->ubf != thread_ubf_sleep) thread_interrupt(th, 0);
}

/* Makes th check its interrupts, and wakes it if it blocks.  Caller holds the VM lock. */
void
thread_interrupt(struct rthread *th, uint32_t bits)
{
    vm_interrupt(th->ec, bits);
    rb_unblock_function_t *ubf = th->ubf;
    if (!ubf) return;
    if (ubf == thread_ubf_signal) thread_nag(th);
    ubf(th->ubf_arg);
}

/* ---- marking ---- */

void
thread_mark(struct rthread *th)
{
    gc_mark(th->self);
    ractor_mark(th->ractor);
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
        if (th->forked) gc_mark(th->forked->self);
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
    jit_auto_thread(&th->jit_timer);
    thread_event(RUBY_INTERNAL_THREAD_EVENT_STARTED, th);
    gvl_acquire(th);
}

void
thread_leave(struct rthread *th)
{
    thread_event(RUBY_INTERNAL_THREAD_EVENT_SUSPENDED, th);
    thread_event(RUBY_INTERNAL_THREAD_EVENT_EXITED, th); /* told while th is still there for sure */
    native_self = NULL;                                  /* a signal may come after th is freed */
    jit_auto_thread_end(&th->jit_timer);
    pthread_mutex_lock(&gvl_mutex);
    th->asleep = false;
    thread_pass_on_locked();
    pthread_mutex_unlock(&gvl_mutex);
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

/* Handles SIGVTALRM, which interrupts system calls.  If it comes from the thread's timer, sets INTR_JIT. */
static void
thread_on_own_signal(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)context;
    if (!native_self || !jit_auto_signal(info)) return;
    ec_t *ec = __atomic_load_n(&native_self->ec, __ATOMIC_ACQUIRE);
    if (ec) vm_interrupt(ec, INTR_JIT); /* NULL: the thread ends */
}

void
thread_boot(ec_t *ec)
{
    struct rthread *th = thread_new_struct();
    thread_main = th;
    th->ractor = &ractor_main;
    ractor_main.thread = th;
    gc_on_pending_finalizers = thread_interrupt_for_finalizers;
    th->is_main = true;
    th->ec = ec;
    th->native = pthread_self();
    th->root = th->fiber = fiber_make_root(th, ec);
    thread_link(th);
    native_self = th;
    gvl_taken = true;
    gvl_holder = th;
    struct sigaction sa = {.sa_sigaction = thread_on_own_signal, .sa_flags = SA_SIGINFO};
    sigaction(SIGVTALRM, &sa, NULL);
}

void
thread_atfork_child(void)
{
    struct rthread *self = vm_ec->thread;
    pthread_mutex_init(&gvl_mutex, NULL);
    pthread_mutex_init(&ubf_mutex, NULL);
    timer_started = timer_idle = ubf_wanted = false;
    gvl_taken = true;
    gvl_waiting = 0;
    gvl_first = gvl_last = nagged = NULL;
    self->nag = self->foreign_ubf = false;
    gvl_holder = self;
    self->turn = TURN_NONE;
    self->asleep = false;
    for (struct rthread *t = thread_list; t; t = t->next) {
        if (t != self) thread_drop_waits(t); /* before any mutex is handed to one of them */
    }
    for (struct rthread *t = thread_list, *next; t; t = next) {
        next = t->next;
        if (t == self) continue;
        t->status = THREAD_DEAD;
        thread_drop_mutexes(t);
        thread_drop_joins(t);
        thread_unlink(t);
        vm_close_all(t->root->ec); /* their stacks are marked no more */
        if (t->ec != t->root->ec) vm_close_all(t->ec);
        t->ec = NULL;
    }
    self->native = pthread_self();
    self->is_main = true;
    self->scheduler = Qnil;
    fiber_after_fork();
    thread_main = self;
    self->ractor->thread = self;
    ractor_atfork_child();
    gc_after_fork();
    profile_after_fork();
    jit_auto_thread(&self->jit_timer);
}
