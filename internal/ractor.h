/*
 * ractor.h - a Ractor: its own data, and the functions for its threads.
 *
 * Owns      struct ractor; only ractor.c and ractor/ write to one.
 * Uses      value.h; thread.h is below ractor.c
 * RACTOR-1  A thread belongs to one Ractor for its life (rthread.ractor, never NULL once it is linked).  The exception
 *           is a thread that loads a file: it has the main Ractor's rights meanwhile.  Code that needs the Ractor
 *           calls ractor_current(), and never reads a global.
 * RACTOR-2  The fields of a Ractor are written by its own threads only, except three: the queues of its ports,
 *           `monitors` and `waiters`.  A lock of the Ractor must guard these once Ractors run in parallel.
 * RACTOR-3  An object passes between two Ractors only if it is shareable, copied, or moved (ractor/copy.c).
 * RACTOR-4  Until ractor_many is set no check is made, because the main Ractor is alone and may do all.  It is never
 *           cleared.
 * Threads   Under the VM lock.
 * Checked   test/test_ractor.rb
 */
#ifndef FACET_INTERNAL_RACTOR_H
#define FACET_INTERNAL_RACTOR_H

#include "internal/thread.h"

struct ractor_waiter { /* on the stack of a thread that waits for a message or an end */
    struct rthread *th;
    struct ractor_waiter *next;
};

struct ractor {
    VALUE self;
    uint32_t id;
    VALUE name, location;   /* String; nil */
    struct rthread *thread; /* its main thread; NULL once that has ended */
    VALUE value, exception; /* how it ended */
    VALUE successor;        /* the Ractor that took its value; nil */
    bool ended, aborted;
    VALUE default_port;
    uint32_t port_count;
    VALUE monitors;                  /* Array of ports; 0 */
    VALUE locals;                    /* Ractor#[]: Hash; 0 */
    VALUE storage_lock;              /* Mutex of Ractor.store_if_absent; 0 */
    VALUE c_locals;                  /* what extensions keep (ractor/local.c): Hash by key; 0 */
    struct ractor_pointer *pointers; /* likewise, pointers */
    VALUE in, out, err;              /* not the main Ractor's, which are rb_stdin, rb_stdout and rb_stderr */
    VALUE verbose, debug;            /* likewise */
    struct ractor_waiter *waiters;
    struct ractor *next; /* of those that have not ended */
};

/* ractor/local.c */
void ractor_pointers_mark(const struct ractor *r);
void ractor_pointers_free(struct ractor *r);

extern VALUE rb_eRactorIsolationError;
extern bool ractor_many;     /* there was a Ractor besides the main one */
extern bool ractor_isolated; /* there was an isolated environment */
extern struct ractor ractor_main;

static inline struct ractor *
ractor_current(void)
{
    return vm_ec->thread->ractor;
}
/* Returns whether the running code is confined: it is in a Ractor that is not the main one. */
static inline bool
ractor_confined_p(void)
{
    return UNLIKELY(ractor_many) && ractor_current() != &ractor_main;
}

/* ---- ractor.c ---- */
void ractor_mark(struct ractor *r);           /* a thread's */
void ractor_thread_ended(struct rthread *th); /* the value or exception of a Ractor's main thread is known */
void ractor_atfork_child(void);

/* ---- ractor/isolate.c ---- */
/* Returns a Proc of the same code that sees none of its outer variables.  raises ArgumentError. */
VALUE ractor_isolated_proc(VALUE proc, VALUE self);
/* Turns the Proc into one that sees the values its outer variables have now.  raises. */
void ractor_share_proc(VALUE proc);
/* Raises SyntaxError if an eval's code uses a variable that lies beyond an isolated environment. */
void ractor_check_eval(VALUE iseq, VALUE env);
NORETURN void ractor_raise_isolation(const char *fmt, ...);
/* Raise IsolationError if the running code is confined and may not use the object. */
void ractor_check_gvar(ID name);
void ractor_check_const(VALUE owner, ID name, VALUE value), ractor_check_const_set(VALUE value);
void ractor_check_own_const(VALUE owner, ID name); /* met in a lexical scope */
void ractor_check_cvar(VALUE owner, ID name);
void ractor_check_ivar(VALUE obj, ID name, VALUE value), ractor_check_ivar_set(VALUE obj);
bool ractor_foreign_proc_p(VALUE proc); /* of another Ractor, and not shareable */
bool ractor_foreign_object_p(VALUE v);  /* whether the running code is confined and v is not shareable */

#endif
