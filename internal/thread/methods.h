/*
 * thread/methods.h - between thread.c (the lock), thread/methods.c (Thread) and thread/sync.c (Mutex, Queue, ...).
 */
#ifndef FACET_INTERNAL_THREAD_CLASS_H
#define FACET_INTERNAL_THREAD_CLASS_H

#include <sched.h>
#include <signal.h>
#include "internal/thread.h"

/* thread.c */
extern struct rthread *thread_list;
void thread_enter(struct rthread *th), thread_leave(struct rthread *th);
void thread_link(struct rthread *th), thread_unlink(struct rthread *th);
void thread_interrupt(struct rthread *th, uint32_t bits);
void thread_mark(struct rthread *th);
void thread_ubf_signal(void *th);
void thread_yield_now(void);
void thread_pass(void); /* thread_yield_now, and yields the processor if no thread waits for the lock */
int64_t thread_now_ns(void);
void thread_check_deadlock(void);
void thread_expect(struct rthread *th); /* puts a new thread into the queue for the lock */

/* thread/methods.c */
void thread_new_in_ractor(struct ractor *r, VALUE proc, VALUE args); /* its main thread */
void thread_terminate_kin(struct rthread *th);                       /* the other threads of its Ractor: kill and wait */
struct rthread *thread_new_struct(void);
struct rthread *thread_ptr(VALUE thread);
void thread_take_pending(struct rthread *th, bool blocking); /* raises the exceptions that other threads sent */
void thread_run_postponed(void);
void thread_report_deadlock(void); /* raises in the main thread; returns in any other */
void thread_drop_joins(struct rthread *th);
extern bool thread_ignore_deadlock; /* Thread.ignore_deadlock */
/* nil, or a number of seconds: the deadline; -1 none.  raises. */
int64_t thread_deadline(VALUE timeout);

/* thread/sync.c */
void thread_drop_mutexes(struct rthread *th);
void thread_drop_waits(struct rthread *th);
/* Stores the owner of the mutex that th waits for (NULL: none), and the number of its waiters.  Returns false if th
 * does not wait for a mutex. */
bool thread_awaited_mutex(struct rthread *th, struct rthread **owner, long *waiting);
void Init_ThreadSync(void);

#endif
