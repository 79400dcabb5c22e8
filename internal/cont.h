/*
 * cont.h - fibers.
 *
 * Owns      struct rfiber, machine stacks of fibers.
 * Uses      vm.h, thread.h
 * FIBER-1   Each fiber that was switched to has a context (value stack) and, except a thread's root fiber, a machine
 *           stack of its own.  Both come from a pool at the first switch and return to it when the fiber ends.
 * FIBER-2   Exactly one fiber of a thread is running; `prev` is the fiber that resumed it (NULL for the root and for
 *           transferred ones).
 * FIBER-3   A fiber is switched to by the thread that made it only (FiberError otherwise).
 * FIBER-4   When a fiber ends its environments are closed.  An unreachable fiber is freed without running its ensure
 *           clauses.  Its open environments are closed first (cont_sweep, between mark and sweep).  The objects that
 *           live environments of its frames need are marked before (cont_mark_left).
 * FIBER-5   A function that puts a pointer into its machine stack into a shared list and then waits adds a
 *           fiber_record.  Before an abandoned fiber is freed with its stack, its records are taken out of those
 *           lists.
 * FIBER-6   The stack of a running fiber is marked as the machine stack is, from where it stands.  The position saved when the fiber was
 *           last left would include words that the fiber, or the collector itself, has written since.
 * Checked   test/test_fiber.rb
 */
#ifndef FACET_INTERNAL_CONT_H
#define FACET_INTERNAL_CONT_H

#include "internal/vm.h"

enum fiber_status { FIBER_CREATED, FIBER_RESUMED, FIBER_SUSPENDED, FIBER_TERMINATED };

struct rfiber;

/* Something on the machine stack of a fiber that waits, to which others point (FIBER-5). */
struct fiber_record {
    struct rfiber *fiber; /* NULL: it is in no fiber's list */
    struct fiber_record *next;
    void (*leave)(struct fiber_record *);
};

struct rfiber {
    VALUE self;      /* the Fiber; 0 for a root fiber until its object is first used */
    uint64_t serial; /* no other fiber has had it, though one may come to lie where this one lay */
    ec_t *ec;        /* NULL before the first switch (FIBER-1) */
    VALUE storage;   /* what ec->storage will be; 0 */
    void *saved_sp;  /* machine stack pointer while not running (FIBER-6); NULL: it runs, or has not begun */
    char *stack;     /* mapping, guard page first; NULL: the thread's own stack */
    size_t stack_bytes;
    struct rfiber *prev; /* FIBER-2 */
    struct rthread *thread;
    VALUE proc;
    VALUE path; /* the source file of its block, set at the first use or at its end; 0 */
    int line;
    int argc;    /* what the switch hands over */
    VALUE value; /* Array if argc != 1 */
    bool kw;
    bool raise; /* value is an exception to raise on arrival */
    bool kill;
    uint8_t status; /* enum fiber_status */
    bool blocking;
    bool yielding, transferred, resuming;
    bool is_root;
    bool forked;            /* it made the process that it runs in by fork: its end is the process's */
    struct rfiber *resumed; /* the fiber this one resumed and waits for; NULL */
    struct fiber_record *records;
    struct rfiber *all_next, *all_prev;
};

struct rfiber *fiber_current(void);
/* Returns a new root fiber for a new thread's context. */
struct rfiber *fiber_make_root(struct rthread *th, ec_t *ec);
void fiber_free_root(struct rfiber *f);
void fiber_after_fork(void);

/* FIBER-5: r lies on the running fiber's stack. leave(r) takes r out of the list that it may be in.  It neither
 * allocates nor calls Ruby. */
void fiber_record_add(struct fiber_record *r, void (*leave)(struct fiber_record *));
void fiber_record_remove(struct fiber_record *r);  /* nothing happens if it was removed before */
void fiber_drop_records(const struct rthread *th); /* th has ended: of all its fibers */

void Init_continuation(void); /* require "continuation" */

#endif
