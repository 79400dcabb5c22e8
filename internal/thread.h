/*
 * thread.h - threads under one lock.
 *
 * Owns      struct rthread, the VM lock.
 * Uses      vm.h
 * THREAD-1  No VALUE is read or written, no global touched, without the lock; vm_ec is the holder's context.
 * THREAD-2  A thread that blocks gives the lock up through thread_blocking_region (or rb_nogvl) and takes it again before
 *           it returns.
 * THREAD-3  Interrupts are bits in ec->interrupt_pending plus stack_limit lowered to 0; they are acted on where calls and
 *           back-edges look, and when a blocking region ends.
 * THREAD-4  A thread that thread_wakeup() wakes from thread_sleep() enters the queue for the lock at once and wakes when it gets the
 *           lock.  A thread that sleeps by other means wakes first and queues afterwards.
 * THREAD-5  The timer thread exists once two threads have wanted the lock.  The child of a fork has none until then.
 * Checked   test/test_thread.rb
 */
#ifndef FACET_INTERNAL_THREAD_H
#define FACET_INTERNAL_THREAD_H

#include <pthread.h>
#include "internal/cont.h"
#include "internal/jit.h"
#include "internal/vm.h"
#include "ruby/thread.h"

enum thread_turn { TURN_NONE, TURN_QUEUED, TURN_GRANTED };
enum thread_status { THREAD_RUN, THREAD_SLEEP, THREAD_SLEEP_FOREVER, THREAD_DEAD };

struct ractor;
struct rthread {
    VALUE self;
    struct ractor *ractor; /* whose it is (internal/ractor.h RACTOR-1) */
    ec_t *ec;              /* of the fiber that runs */
    struct rfiber *root;   /* the thread's own stack */
    struct rfiber *fiber;  /* the one that runs */
    struct rfiber *forked; /* in the child of a fork: the fiber that forked, which took the root's place; NULL */
    pthread_t native;
    struct jit_timer jit_timer;
    VALUE proc, args, value, exception, name, group, locals /* thread variables, Hash or 0 */, errinfo;
    VALUE pending;    /* Array of exceptions (or true: kill) others raised here */
    VALUE mask_stack; /* Array: handle_interrupt */
    VALUE scheduler;
    VALUE last_status; /* $?; 0 */
    uint8_t status;    /* enum thread_status */
    bool is_main, report_on_exception, abort_on_exception, report_set, ended /* its value or exception is known */, killed,
        to_kill, wakeup, args_kw /* the last of args holds keywords */;
    bool of_ractor;    /* the main thread of a Ractor that is not the main one */
    bool deaf;         /* takes a Mutex again: interrupts wait in `deferred` */
    uint32_t deferred; /* INTR_ bits that came meanwhile */
    int priority;
    rb_unblock_function_t *ubf; /* how to wake it from a blocking region */
    void *ubf_arg;
    bool foreign_ubf;    /* the main thread's is an extension's: a signal has the timer call it (thread.c: ubf_mutex) */
    uint32_t sleep_word; /* futex: sleeping, joining, waiting on a Mutex or Queue */
    uint32_t turn;       /* enum thread_turn: its place in the queue for the lock */
    bool asleep;         /* in thread_sleep: may be put into the queue by others */
    struct rthread *turn_next; /* in the queue */
    struct rthread *nag_next;  /* among the threads that must leave a system call */
    bool nag;
    void *saved_sp;          /* machine stack pointer while it does not hold the lock */
    struct rmutex *held;     /* mutexes it holds */
    struct waiter *waits;    /* its places in lists of waiters (thread/sync.c) */
    VALUE last_locals;       /* fiber locals of its root, after its end; 0 */
    struct rthread *joining; /* whose end it waits for; NULL */
    struct rthread *next, *prev;
    uint32_t profile_number;                             /* vm/profile.c: from 1; 0: not sampled yet */
    bool profile_clocked;                                /* profile_clock is known */
    clockid_t profile_clock;                             /* of its processor time */
    uint64_t profile_seen;                               /* ns: its time when it was sampled last */
    void *specific[RB_INTERNAL_THREAD_SPECIFIC_KEY_MAX]; /* thread/event.c */
};

extern struct rthread *thread_main;
/* Returns the record of the calling native thread, with or without the lock, or NULL for a foreign thread. */
struct rthread *thread_self_native(void);

/* The RUBY_INTERNAL_THREAD_EVENT_* bits for which an extension has a hook (thread/event.c). */
extern uint32_t thread_events_wanted;
void thread_event_fire(uint32_t event, struct rthread *th);
static inline void
thread_event(uint32_t event, struct rthread *th)
{
    if (UNLIKELY(thread_events_wanted & event)) thread_event_fire(event, th);
}

static inline struct rthread *
thread_current(void)
{
    return vm_ec->thread;
}

/* Wakes ec's owner from running code or a blocking region: any thread, any signal handler (async-signal-safe part). */
void vm_interrupt(ec_t *ec, uint32_t bits);
/* Runs fn(data) without the lock. ubf wakes it.  Interrupts are checked before and after if check_ints. */
void *thread_blocking_region(void *(*fn)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_arg, bool check_ints);
/* Raises the exceptions that handle_interrupt defers until a thread waits; called before and after waiting. */
void thread_check_ints_blocking(struct rthread *th);
/* Raises those exceptions, for an operation that may wait and mostly does not. */
static inline void
thread_may_block(void)
{
    struct rthread *th = thread_current();
    if (UNLIKELY(th->mask_stack && th->pending)) thread_check_ints_blocking(th);
}
/* Sleeps until woken, the deadline (ns of CLOCK_MONOTONIC, -1: none) or an interrupt.  Returns whether it was
 * woken. */
bool thread_sleep(struct rthread *th, int64_t deadline_ns, bool forever);
void thread_wakeup(struct rthread *th);
void thread_wakeup_from_region(struct rthread *th); /* Thread#wakeup */
void thread_main_signaled(void);                    /* the main thread must act on a signal; async-signal-safe */
void thread_kick(struct rthread *th);               /* a sleeper looks again at why it sleeps; async-signal-safe */
void thread_boot(ec_t *ec);                         /* the main thread */
void thread_mark_all(void);                         /* live threads: objects, contexts, machine stacks */
void vm_run_interrupts(ec_t *ec, uint32_t pending); /* acts on INTR_ bits.  calls, raises */
void thread_run_finalizers(void);                   /* those that wait; signals come after.  calls */
void thread_forget_ec(void);                        /* before an ec that ran is freed */
void thread_atfork_child(void);
/* Returns the levels of the backtrace `all` that argv selects: (start = 0, length = nil) or (range).  Returns nil if
 * start is past its end. */
VALUE thread_trace_levels(int argc, const VALUE *argv, VALUE all);
/* Sends the signal to the thread that holds the VM lock.  If no thread has it, calls idle(), and keeps the lock free meanwhile. */
void thread_signal_holder(int sig, void (*idle)(void));
bool thread_holds_lock_p(const struct rthread *th); /* of the calling thread; async-signal-safe */
void thread_terminate_others(void);                 /* main ends: kill the rest and wait */
void Init_Thread(void);

#endif
