/*
 * thread/sync.c - Mutex, ConditionVariable, Queue, SizedQueue, Monitor.
 *
 * All of it runs under the VM lock, so the structures need no lock of their own; a waiter enters a list, sleeps, and looks
 * again when it wakes.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/io.h"
#include "internal/object.h"
#include "internal/signal.h"
#include "internal/thread/methods.h"
#include "internal/vm/call.h"
#include "ruby/fiber/scheduler.h"

/* A waiter in a list, which has the first one first.  It lies on the waiter's C stack.  Its thread refers to it, so that the child of
 * a fork can remove the entries of threads that no longer exist from every list; so does its fiber (FIBER-5). */
struct waiter {
    struct fiber_record record;
    struct rthread *th;
    struct rfiber *fiber;
    struct waitlist *list;         /* the list that holds it, or NULL */
    struct rmutex *mutex;          /* whose list that is; NULL: another's */
    struct waiter *next_of_thread; /* th->waits */
    VALUE blocker;                 /* what it waits for, if its fiber waits in the scheduler's block hook; 0 */
    bool signaled;
    uint8_t misses; /* how often it woke after another thread had taken the mutex */
    struct waiter *next;
};
_Static_assert(offsetof(struct waiter, record) == 0, "waiter_leave() is given the record");
struct waitlist {
    struct waiter *first;
};

static void sync_waiter_leave(struct fiber_record *r);

static void
sync_wait_add(struct waitlist *l, struct waiter *w)
{
    struct waiter **at = &l->first;
    while (*at) at = &(*at)->next;
    *at = w;
    w->next = NULL;
    w->list = l;
    w->next_of_thread = w->th->waits;
    w->th->waits = w;
    fiber_record_add(&w->record, sync_waiter_leave);
}

/* Nothing happens if it stands in no list any more. */
static void
sync_wait_remove(struct waiter *w)
{
    if (!w->list) return;
    struct waiter **at = &w->list->first;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    at = &w->th->waits;
    while (*at != w) at = &(*at)->next_of_thread;
    *at = w->next_of_thread;
    w->list = NULL;
    fiber_record_remove(&w->record);
}

static void
sync_waiter_leave(struct fiber_record *r)
{
    sync_wait_remove((struct waiter *)r);
}

/* Empties the list of an object that is freed.  A waiter that is left lies on the stack of a fiber that is freed too. */
static void
sync_wait_forget(struct waitlist *l)
{
    while (l->first) sync_wait_remove(l->first);
}

/* Removes all waits of th, which does not exist in the child of a fork. */
void
thread_drop_waits(struct rthread *th)
{
    while (th->waits) sync_wait_remove(th->waits);
}

static long
sync_wait_count(const struct waitlist *l)
{
    long n = 0;
    for (const struct waiter *w = l->first; w; w = w->next) n++;
    return n;
}

static struct waiter
sync_waiter_new(void)
{
    struct rthread *th = thread_current();
    return (struct waiter){.th = th, .fiber = fiber_current()};
}

static void
sync_waiter_wake(struct waiter *w)
{
    if (!w->blocker || !val_truthy(w->th->scheduler)) thread_wakeup(w->th);
    else rb_fiber_scheduler_unblock(w->th->scheduler, w->blocker, w->fiber->self);
}

/* Sleeps until it is woken or the deadline.  Returns whether it was woken.  self is the object it waits for. */
static bool
sync_waiter_sleep(struct waiter *w, VALUE self, int64_t deadline)
{
    VALUE scheduler = io_scheduler();
    if (scheduler == Qnil) return thread_sleep(w->th, deadline, deadline < 0);
    int64_t left = deadline - thread_now_ns();
    w->blocker = self;
    return val_truthy(
        rb_fiber_scheduler_block(scheduler, self, deadline < 0 ? Qnil : DBL2NUM(left > 0 ? (double)left / 1e9 : 0)));
}

static bool
sync_wake_one(struct waitlist *l)
{
    struct waiter *w = l->first;
    while (w && w->signaled) w = w->next;
    if (!w) return false;
    w->signaled = true;
    sync_waiter_wake(w);
    return true;
}

static void
sync_wake_all(struct waitlist *l)
{
    while (sync_wake_one(l)) {}
}

struct wait_call {
    VALUE self;
    struct waitlist *list;
    struct waiter w;
    int64_t deadline;
};

static VALUE
sync_wait_sleep(VALUE p)
{
    struct wait_call *c = (struct wait_call *)p;
    while (!c->w.signaled) {
        if (c->deadline >= 0 && thread_now_ns() >= c->deadline) break;
        bool woken = sync_waiter_sleep(&c->w, c->self, c->deadline);
        if (woken && !c->w.signaled) break; /* Thread#wakeup: spurious for us, the caller looks again */
    }
    return val_bool(c->w.signaled);
}

static VALUE
sync_wait_done(VALUE p)
{
    struct wait_call *c = (struct wait_call *)p;
    sync_wait_remove(&c->w);
    return Qnil;
}

/* Sleeps on self's list until signaled, the deadline, or a wakeup; true if signaled. */
static bool
sync_wait_on(VALUE self, struct waitlist *l, int64_t deadline)
{
    struct wait_call c = {.self = self, .list = l, .w = sync_waiter_new(), .deadline = deadline};
    sync_wait_add(l, &c.w);
    return val_truthy(rb_ensure(sync_wait_sleep, (VALUE)&c, sync_wait_done, (VALUE)&c));
}

/* ---- Mutex ---- */

struct rmutex {
    struct rthread *owner;
    uint64_t fiber; /* serial of the fiber that locked it */
    struct waitlist waiting;
    struct rmutex *next_held;
};

static void
mutex_forget_held(struct rmutex *m)
{
    struct rmutex **at = &m->owner->held;
    while (*at != m) {
        VM_ASSERT(*at); /* a locked mutex is in its owner's list */
        at = &(*at)->next_held;
    }
    *at = m->next_held;
}

/* Frees a mutex.  If it is locked, removes it from its owner's list of held mutexes.  The owner is alive: a thread that ends unlocks
 * its mutexes first. */
static void
mutex_free(void *p)
{
    struct rmutex *m = p;
    if (m->owner) mutex_forget_held(m);
    sync_wait_forget(&m->waiting);
    free(m);
}
static const rb_data_type_t mutex_type = {
    "mutex", {NULL, mutex_free, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static struct rmutex *
mutex_ptr(VALUE v)
{
    return rb_check_typeddata(v, &mutex_type);
}

static VALUE
mutex_s_alloc(VALUE klass)
{
    VALUE v = TypedData_Wrap_Struct(klass, &mutex_type, NULL);
    RTYPEDDATA(v)->data = gc_raw_calloc(1, sizeof(struct rmutex));
    return v;
}

static VALUE cMutex, cQueue, cSizedQueue, cCond, eClosedQueue, cMonitor;

VALUE
rb_mutex_new(void)
{
    return mutex_s_alloc(cMutex);
}

static void
mutex_take(struct rmutex *m, struct rthread *th)
{
    VM_ASSERT(!m->owner); /* the mutex is free, so no other list has it */
    m->owner = th;
    m->fiber = fiber_current()->serial;
    m->next_held = th->held;
    th->held = m;
}

enum { MUTEX_PATIENCE = LIMIT(3, 1) };

/* Unlocks the mutex and wakes the first waiter.  The running thread may lock it again before the waiter runs, which saves a thread
 * switch.  A waiter that has lost MUTEX_PATIENCE times becomes the owner at once. */
static void
mutex_drop(struct rmutex *m)
{
    VM_ASSERT(m->owner); /* the mutex is locked */
    mutex_forget_held(m);
    m->owner = NULL;
    m->fiber = 0;
    struct waiter *w = m->waiting.first;
    if (!w) return;
    if (w->misses < MUTEX_PATIENCE && !w->blocker && io_scheduler() == Qnil) {
        if (w->signaled) return; /* it was woken already */
        w->signaled = true;
        sync_waiter_wake(w);
        return;
    }
    VM_ASSERT(!w->mutex || w->mutex == m); /* the waiter sleeps for this mutex */
    sync_wait_remove(w);
    w->signaled = true;
    m->owner = w->th;
    m->fiber = w->fiber->serial;
    m->next_held = w->th->held;
    w->th->held = m;
    sync_waiter_wake(w);
}

bool
thread_awaited_mutex(struct rthread *th, struct rthread **owner, long *waiting)
{
    const struct waiter *w = th->waits;
    if (!w || !w->mutex) return false;
    *owner = w->mutex->owner;
    *waiting = sync_wait_count(&w->mutex->waiting);
    return true;
}

struct mutex_wait {
    struct wait_call call;
    struct rmutex *m;
    bool done;
};

/* Returns whether the waiter has the mutex: it was made the owner, or it takes the mutex now because that is unlocked. */
static bool
mutex_won_p(struct mutex_wait *w)
{
    struct waiter *me = &w->call.w;
    if (w->m->owner == me->th && w->m->fiber == me->fiber->serial) return true;
    if (w->m->owner) return false;
    sync_wait_remove(me);
    mutex_take(w->m, me->th);
    return true;
}

static VALUE
mutex_wait_body(VALUE p)
{
    struct mutex_wait *w = (struct mutex_wait *)p;
    while (!mutex_won_p(w)) {
        if (w->call.w.signaled && w->call.w.misses < MUTEX_PATIENCE) w->call.w.misses++;
        w->call.w.signaled = false;
        sync_waiter_sleep(&w->call.w, w->call.self, -1);
    }
    w->done = true;
    return Qnil;
}

/* An exception may come when the mutex is ours already, or when it is our turn to take it. */
static VALUE
mutex_wait_end(VALUE p)
{
    struct mutex_wait *w = (struct mutex_wait *)p;
    struct rmutex *m = w->m;
    if (w->done) return Qnil;
    if (m->owner == w->call.w.th && m->fiber == w->call.w.fiber->serial) {
        mutex_drop(m);
        return Qnil;
    }
    sync_wait_remove(&w->call.w);
    if (!m->owner && m->waiting.first && !m->waiting.first->signaled) {
        m->waiting.first->signaled = true;
        sync_waiter_wake(m->waiting.first);
    }
    return Qnil;
}

void
thread_drop_mutexes(struct rthread *th)
{
    while (th->held) {
        VM_ASSERT(th->held->owner == th); /* the list has the thread's mutexes alone */
        mutex_drop(th->held);
    }
}

VALUE
rb_mutex_trylock(VALUE self)
{
    struct rmutex *m = mutex_ptr(self);
    if (m->owner) return Qfalse;
    mutex_take(m, thread_current());
    return Qtrue;
}

/* Locks the mutex and defers exceptions and kills until it is locked.  A thread that slept in Mutex#sleep owns its mutex again before
 * an exception continues. */
static VALUE
sync_lock_again(VALUE self)
{
    struct rthread *th = thread_current();
    if (mutex_ptr(self)->owner == th || io_scheduler() != Qnil) return rb_mutex_lock(self); /* other fibers run meanwhile */
    th->deaf = true;
    th->deferred = 0;
    rb_mutex_lock(self);
    th->deaf = false;
    if (th->deferred) vm_interrupt(th->ec, th->deferred);
    return self;
}

VALUE
rb_mutex_lock(VALUE self)
{
    if (signal_in_trap_p()) rb_raise(rb_eThreadError, "can't be called from trap context");
    struct rmutex *m = mutex_ptr(self);
    struct rthread *th = thread_current();
    if (m->owner == th && m->fiber == fiber_current()->serial) rb_raise(rb_eThreadError, "deadlock; recursive locking");
    if (m->owner) {
        if (m->owner == th && io_scheduler() == Qnil)
            rb_raise(rb_eThreadError, "deadlock; lock already owned by another fiber belonging to the same thread");
        struct mutex_wait w = {.call = {.self = self, .w = sync_waiter_new()}, .m = m};
        w.call.w.mutex = m;
        sync_wait_add(&m->waiting, &w.call.w);
        rb_ensure(mutex_wait_body, (VALUE)&w, mutex_wait_end, (VALUE)&w);
        RB_GC_GUARD(self);
        return self;
    }
    mutex_take(m, th);
    return self;
}

VALUE
rb_mutex_unlock(VALUE self)
{
    struct rmutex *m = mutex_ptr(self);
    if (!m->owner) rb_raise(rb_eThreadError, "Attempt to unlock a mutex which is not locked");
    if (m->owner != thread_current() || m->fiber != fiber_current()->serial) {
        rb_raise(rb_eThreadError, "Attempt to unlock a mutex which is locked by another thread/fiber");
    }
    mutex_drop(m);
    return self;
}

VALUE
rb_mutex_locked_p(VALUE self)
{
    return val_bool(mutex_ptr(self)->owner != NULL);
}

static VALUE
mutex_m_owned_p(VALUE self)
{
    struct rmutex *m = mutex_ptr(self);
    return val_bool(m->owner == thread_current() && m->fiber == fiber_current()->serial);
}

VALUE
rb_mutex_synchronize(VALUE self, VALUE (*fn)(VALUE), VALUE arg)
{
    rb_mutex_lock(self);
    return rb_ensure(fn, arg, rb_mutex_unlock, self);
}

static VALUE
mutex_m_synchronize(VALUE self)
{
    if (!rb_block_given_p()) rb_raise(rb_eThreadError, "must be called with a block");
    return rb_mutex_synchronize(self, rb_yield, Qundef);
}

struct mutex_sleep {
    VALUE timeout;
    int64_t deadline;
};

static VALUE
mutex_sleep_body(VALUE p)
{
    struct mutex_sleep *s = (struct mutex_sleep *)p;
    VALUE scheduler = io_scheduler();
    if (scheduler != Qnil) {
        rb_fiber_scheduler_kernel_sleep(scheduler, s->timeout);
        return Qtrue;
    }
    bool woken = thread_sleep(thread_current(), s->deadline, s->deadline < 0);
    return val_bool(woken || s->deadline < 0 || thread_now_ns() < s->deadline);
}

/* Returns the seconds slept, or nil if the time is over: a sleep that a signal ended early has not timed out. */
VALUE
rb_mutex_sleep(VALUE self, VALUE timeout)
{
    if (!NIL_P(timeout)) rb_time_interval(timeout); /* raises */
    struct mutex_sleep s = {timeout, thread_deadline(timeout)};
    int64_t from = thread_now_ns();
    rb_mutex_unlock(self);
    VALUE woken = rb_ensure(mutex_sleep_body, (VALUE)&s, sync_lock_again, self);
    if (!val_truthy(woken) && timeout != Qnil) return Qnil;
    return LONG2NUM((long)((thread_now_ns() - from + 500000000) / 1000000000));
}

static VALUE
mutex_m_sleep(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    return rb_mutex_sleep(self, argc ? argv[0] : Qnil);
}

/* ---- ConditionVariable ---- */

static void
cond_free(void *p)
{
    sync_wait_forget(p);
    xfree(p);
}
static const rb_data_type_t cond_type = {
    "condvar", {NULL, cond_free, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE
cond_s_alloc(VALUE klass)
{
    struct waitlist *l;
    return TypedData_Make_Struct(klass, struct waitlist, &cond_type, l);
}

static struct waitlist *
cond_ptr(VALUE v)
{
    return rb_check_typeddata(v, &cond_type);
}

static VALUE
cond_sleep(VALUE p)
{
    VALUE *a = (VALUE *)p; /* mutex, timeout */
    return rb_funcall(a[0], rb_intern("sleep"), 1, a[1]);
}

static VALUE
cond_m_wait(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    struct wait_call c = {.self = self, .list = cond_ptr(self), .w = sync_waiter_new()};
    if (io_scheduler() != Qnil) c.w.blocker = self; /* the mutex's sleep calls the scheduler */
    VALUE a[2] = {argv[0], argc > 1 ? argv[1] : Qnil};
    sync_wait_add(c.list, &c.w);
    return rb_ensure(cond_sleep, (VALUE)a, sync_wait_done, (VALUE)&c);
}

static VALUE
cond_m_signal(VALUE self)
{
    sync_wake_one(cond_ptr(self));
    return self;
}

static VALUE
cond_m_broadcast(VALUE self)
{
    sync_wake_all(cond_ptr(self));
    return self;
}

static VALUE
sync_no_dump(VALUE self)
{
    rb_raise(rb_eTypeError, "can't dump %s", rb_obj_classname(self));
}

/* ---- Queue and SizedQueue ---- */

struct queue {
    VALUE items;
    struct waitlist takers, givers;
    long max; /* 0: no bound */
    bool closed;
};

static void
queue_mark(void *p)
{
    gc_mark(((struct queue *)p)->items);
}
static void
queue_free(void *p)
{
    struct queue *q = p;
    sync_wait_forget(&q->takers);
    sync_wait_forget(&q->givers);
    xfree(q);
}
static const rb_data_type_t queue_type = {
    "queue", {queue_mark, queue_free, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE
queue_s_alloc(VALUE klass)
{
    struct queue *q;
    return TypedData_Make_Struct(klass, struct queue, &queue_type, q);
}

static struct queue *
queue_ptr(VALUE v)
{
    struct queue *q = rb_check_typeddata(v, &queue_type);
    if (UNLIKELY(!q->items)) rb_raise(rb_eTypeError, "%" PRIsVALUE " not initialized", v);
    return q;
}

static struct queue *
queue_begin(VALUE v)
{
    struct queue *q = rb_check_typeddata(v, &queue_type);
    if (!q->items) RB_OBJ_WRITE(v, &q->items, ary_new());
    return q;
}

static VALUE
queue_m_initialize(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    struct queue *q = queue_begin(self);
    if (argc == 0) return self;
    VALUE a = rb_check_funcall(argv[0], rb_intern("to_a"), 0, NULL);
    if (a == Qundef) rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " into Array", obj_name_for_error(argv[0]));
    if (!val_type_p(a, T_ARRAY)) {
        VALUE k = obj_name_for_error(argv[0]);
        rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " to Array (%" PRIsVALUE "#to_a gives %s)", k, k,
                 rb_obj_classname(a));
    }
    ary_concat(q->items, a);
    return self;
}

static long
sync_check_max(VALUE v)
{
    long max = NUM2LONG(v);
    if (max <= 0) rb_raise(rb_eArgError, "queue size must be positive");
    return max;
}

static VALUE
sync_squeue_m_initialize(VALUE self, VALUE max)
{
    long n = sync_check_max(max);
    queue_begin(self)->max = n;
    return self;
}

static VALUE
sync_squeue_m_max(VALUE self)
{
    return LONG2NUM(queue_ptr(self)->max);
}

static VALUE
sync_squeue_m_set_max(VALUE self, VALUE v)
{
    struct queue *q = queue_ptr(self);
    q->max = sync_check_max(v);
    sync_wake_all(&q->givers);
    return v;
}

/* non_block and timeout: as push and pop take them. */
static int64_t
queue_wait_args(VALUE opts, bool non_block, int64_t *deadline)
{
    VALUE t = Qundef;
    ID key = rb_intern("timeout");
    if (opts != Qnil) rb_get_kwargs(opts, &key, 0, 1, &t);
    *deadline = -1;
    if (t == Qundef || t == Qnil) return 0;
    if (non_block) rb_raise(rb_eArgError, "can't set a timeout if non_block is enabled");
    *deadline = thread_deadline(t);
    return 1;
}

NORETURN static void
queue_closed_error(void)
{
    rb_raise(eClosedQueue, "queue closed");
}

static VALUE
queue_push_wait(VALUE self, VALUE v, bool non_block, int64_t deadline)
{
    struct queue *q = queue_ptr(self);
    if (q->closed) queue_closed_error();
    while (q->max && (long)ary_len(q->items) >= q->max) {
        if (non_block) rb_raise(rb_eThreadError, "queue full");
        if (deadline >= 0 && thread_now_ns() >= deadline) return Qnil;
        sync_wait_on(self, &q->givers, deadline);
        if (q->closed) queue_closed_error();
    }
    ary_push(q->items, v);
    sync_wake_one(&q->takers);
    return self;
}

static VALUE
queue_m_push(VALUE self, VALUE v)
{
    rb_check_frozen(self);
    return queue_push_wait(self, v, false, -1);
}

static VALUE
sync_squeue_m_push(int argc, VALUE *argv, VALUE self)
{
    VALUE v, nb, opts;
    int64_t deadline;
    rb_scan_args(argc, argv, "11:", &v, &nb, &opts);
    queue_wait_args(opts, val_truthy(nb), &deadline);
    return queue_push_wait(self, v, val_truthy(nb), deadline);
}

static VALUE
queue_m_pop(int argc, VALUE *argv, VALUE self)
{
    VALUE nb, opts;
    int64_t deadline;
    rb_scan_args(argc, argv, "01:", &nb, &opts);
    queue_wait_args(opts, val_truthy(nb), &deadline);
    struct queue *q = queue_ptr(self);
    while (ary_len(q->items) == 0) {
        if (val_truthy(nb)) rb_raise(rb_eThreadError, "queue empty");
        if (q->closed) return Qnil;
        if (deadline >= 0 && thread_now_ns() >= deadline) return Qnil;
        sync_wait_on(self, &q->takers, deadline);
    }
    VALUE v = rb_ary_shift(q->items);
    if (q->max) sync_wake_one(&q->givers);
    return v;
}

static VALUE
queue_m_close(VALUE self)
{
    struct queue *q = queue_ptr(self);
    q->closed = true;
    sync_wake_all(&q->takers);
    sync_wake_all(&q->givers);
    return self;
}

static VALUE
queue_m_closed_p(VALUE self)
{
    return val_bool(queue_ptr(self)->closed);
}

static VALUE
queue_m_length(VALUE self)
{
    return LONG2NUM((long)ary_len(queue_ptr(self)->items));
}

static VALUE
queue_m_empty_p(VALUE self)
{
    return val_bool(ary_len(queue_ptr(self)->items) == 0);
}

static VALUE
queue_m_clear(VALUE self)
{
    struct queue *q = queue_ptr(self);
    rb_ary_clear(q->items);
    sync_wake_all(&q->givers);
    return self;
}

static VALUE
queue_m_num_waiting(VALUE self)
{
    struct queue *q = queue_ptr(self);
    return LONG2NUM(sync_wait_count(&q->takers) + sync_wait_count(&q->givers));
}

static VALUE
queue_m_freeze(VALUE self)
{
    rb_raise(rb_eTypeError, "cannot freeze %" PRIsVALUE, rb_inspect(self));
}

/* ---- Monitor ---- */

struct monitor {
    VALUE mutex; /* its owner is the monitor's */
    long count;
};

static void
monitor_mark(void *p)
{
    gc_mark(((struct monitor *)p)->mutex);
}
static const rb_data_type_t monitor_type = {
    "monitor", {monitor_mark, RUBY_DEFAULT_FREE, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE
monitor_s_alloc(VALUE klass)
{
    struct monitor *m;
    VALUE v = TypedData_Make_Struct(klass, struct monitor, &monitor_type, m);
    m->mutex = rb_mutex_new();
    return v;
}

static struct monitor *
monitor_ptr(VALUE v)
{
    return rb_check_typeddata(v, &monitor_type);
}

static bool
monitor_mine(const struct monitor *m)
{
    const struct rmutex *x = RTYPEDDATA_DATA(m->mutex);
    return x->owner == thread_current() && x->fiber == fiber_current()->serial;
}

static VALUE
monitor_m_enter(VALUE self)
{
    struct monitor *m = monitor_ptr(self);
    if (!monitor_mine(m)) {
        rb_mutex_lock(m->mutex);
        m->count = 0;
    }
    m->count++;
    return Qnil;
}

static VALUE
monitor_m_try_enter(VALUE self)
{
    struct monitor *m = monitor_ptr(self);
    if (!monitor_mine(m)) {
        if (!val_truthy(rb_mutex_trylock(m->mutex))) return Qfalse;
        m->count = 0;
    }
    m->count++;
    return Qtrue;
}

static VALUE
monitor_m_check_owner(VALUE self)
{
    if (!monitor_mine(monitor_ptr(self))) rb_raise(rb_eThreadError, "current fiber not owner");
    return Qnil;
}

static VALUE
monitor_m_exit(VALUE self)
{
    struct monitor *m = monitor_ptr(self);
    monitor_m_check_owner(self);
    if (--m->count == 0) rb_mutex_unlock(m->mutex);
    return Qnil;
}

static VALUE
monitor_m_synchronize(VALUE self)
{
    if (!rb_block_given_p()) rb_raise(rb_eLocalJumpError, "no block given");
    monitor_m_enter(self);
    return rb_ensure(rb_yield, Qundef, monitor_m_exit, self);
}

static VALUE
monitor_m_locked_p(VALUE self)
{
    return rb_mutex_locked_p(monitor_ptr(self)->mutex);
}

static VALUE
monitor_m_owned_p(VALUE self)
{
    return val_bool(monitor_mine(monitor_ptr(self)));
}

struct monitor_wait {
    VALUE self, cond, timeout;
    long count;
};

static VALUE
monitor_wait_body(VALUE p)
{
    struct monitor_wait *w = (struct monitor_wait *)p;
    VALUE args[2] = {monitor_ptr(w->self)->mutex, w->timeout};
    return val_bool(val_truthy(rb_funcallv(w->cond, rb_intern("wait"), 2, args))); /* nil: the time was up */
}

static VALUE
monitor_wait_end(VALUE p)
{
    struct monitor_wait *w = (struct monitor_wait *)p;
    monitor_ptr(w->self)->count = w->count;
    return Qnil;
}

static VALUE
monitor_m_wait_for_cond(VALUE self, VALUE cond, VALUE timeout)
{
    struct monitor *m = monitor_ptr(self);
    struct monitor_wait w = {self, cond, timeout, m->count};
    m->count = 0;
    return rb_ensure(monitor_wait_body, (VALUE)&w, monitor_wait_end, (VALUE)&w);
}

/* Defines the class Monitor for `require "monitor"`; lib/monitor.rb has the rest. */
void
Init_monitor_class(void)
{
    cMonitor = rb_define_class("Monitor", rb_cObject);
    rb_define_alloc_func(cMonitor, monitor_s_alloc);
    rb_define_method(cMonitor, "enter", monitor_m_enter, 0);
    rb_define_method(cMonitor, "try_enter", monitor_m_try_enter, 0);
    rb_define_method(cMonitor, "exit", monitor_m_exit, 0);
    rb_define_method(cMonitor, "synchronize", monitor_m_synchronize, 0);
    rb_define_method(cMonitor, "mon_locked?", monitor_m_locked_p, 0);
    rb_define_method(cMonitor, "mon_check_owner", monitor_m_check_owner, 0);
    rb_define_method(cMonitor, "mon_owned?", monitor_m_owned_p, 0);
    rb_define_method(cMonitor, "wait_for_cond", monitor_m_wait_for_cond, 2);
    rb_define_alias(cMonitor, "mon_enter", "enter");
    rb_define_alias(cMonitor, "mon_exit", "exit");
    rb_define_alias(cMonitor, "mon_try_enter", "try_enter");
    rb_define_alias(cMonitor, "try_mon_enter", "try_enter");
    rb_define_alias(cMonitor, "mon_synchronize", "synchronize");
}

static VALUE
cond_m_initialize(VALUE self)
{
    return self;
}

static void
define_queue(VALUE k)
{
    static const char *const push[] = {"push", "<<", "enq"}, *const pop[] = {"pop", "shift", "deq"};
    for (int i = 0; i < 3; i++) {
        if (k == cQueue) rb_define_method(k, push[i], queue_m_push, 1);
        else rb_define_method(k, push[i], sync_squeue_m_push, -1);
        rb_define_method(k, pop[i], queue_m_pop, -1);
    }
    rb_define_method(k, "close", queue_m_close, 0);
    rb_define_method(k, "empty?", queue_m_empty_p, 0);
    rb_define_method(k, "clear", queue_m_clear, 0);
    rb_define_method(k, "length", queue_m_length, 0);
    rb_define_method(k, "size", queue_m_length, 0);
    rb_define_method(k, "num_waiting", queue_m_num_waiting, 0);
    rb_define_method(k, "freeze", queue_m_freeze, 0);
    rb_undef_method(k, "initialize_copy");
}

void
Init_ThreadSync(void)
{
    cMutex = rb_define_class_under(rb_cThread, "Mutex", rb_cObject);
    rb_define_const(rb_cObject, "Mutex", cMutex);
    rb_define_alloc_func(cMutex, mutex_s_alloc);
    rb_define_method(cMutex, "initialize", cond_m_initialize, 0);
    rb_define_method(cMutex, "lock", rb_mutex_lock, 0);
    rb_define_method(cMutex, "try_lock", rb_mutex_trylock, 0);
    rb_define_method(cMutex, "unlock", rb_mutex_unlock, 0);
    rb_define_method(cMutex, "locked?", rb_mutex_locked_p, 0);
    rb_define_method(cMutex, "owned?", mutex_m_owned_p, 0);
    rb_define_method(cMutex, "synchronize", mutex_m_synchronize, 0);
    rb_define_method(cMutex, "sleep", mutex_m_sleep, -1);
    cCond = rb_define_class_under(rb_cThread, "ConditionVariable", rb_cObject);
    rb_define_const(rb_cObject, "ConditionVariable", cCond);
    rb_define_alloc_func(cCond, cond_s_alloc);
    rb_define_method(cCond, "initialize", cond_m_initialize, 0);
    rb_define_method(cCond, "wait", cond_m_wait, -1);
    rb_define_method(cCond, "signal", cond_m_signal, 0);
    rb_define_method(cCond, "broadcast", cond_m_broadcast, 0);
    rb_define_method(cCond, "marshal_dump", sync_no_dump, 0);
    rb_undef_method(cCond, "initialize_copy");
    cQueue = rb_define_class_under(rb_cThread, "Queue", rb_cObject);
    rb_define_const(rb_cObject, "Queue", cQueue);
    rb_define_alloc_func(cQueue, queue_s_alloc);
    rb_define_method(cQueue, "initialize", queue_m_initialize, -1);
    rb_define_method(cQueue, "closed?", queue_m_closed_p, 0);
    rb_define_method(cQueue, "marshal_dump", sync_no_dump, 0);
    define_queue(cQueue);
    cSizedQueue = rb_define_class_under(rb_cThread, "SizedQueue", cQueue);
    rb_define_const(rb_cObject, "SizedQueue", cSizedQueue);
    rb_define_method(cSizedQueue, "initialize", sync_squeue_m_initialize, 1);
    rb_define_method(cSizedQueue, "max", sync_squeue_m_max, 0);
    rb_define_method(cSizedQueue, "max=", sync_squeue_m_set_max, 1);
    define_queue(cSizedQueue);
    eClosedQueue = rb_define_class("ClosedQueueError", rb_eStopIteration);
    Init_monitor_class();
}
