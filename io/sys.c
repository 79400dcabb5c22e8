/*
 * io/sys.c - system calls that may block, without the VM's lock.
 *
 * Each call has the same form: it checks for interrupts, adds this thread to the stream's list of waiters (IO-4), releases the
 * lock, calls, takes the lock and leaves the list.  Then it raises if the stream was closed meanwhile, or checks for interrupts
 * and repeats the call if it was interrupted.  After EAGAIN from a descriptor in non-blocking mode it waits with poll.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "internal/io.h"
#include "internal/thread.h"
#include "ruby/fiber/scheduler.h"
#include "ruby/thread.h"

struct sys_call {
    intptr_t (*fn)(void *);
    void *arg;
    intptr_t result;
    int err;
};

static void *
call_unlocked(void *p)
{
    struct sys_call *c = p;
    c->result = c->fn(c->arg);
    c->err = errno;
    return NULL;
}

int io_any_waiter;

static void
enter_waiters(rb_io_t *fptr, struct io_waiter *w)
{
    w->fptr = fptr;
    w->thread = thread_current();
    w->next = fptr->priv->waiters;
    fptr->priv->waiters = w;
    io_any_waiter++;
}

/* Nothing happens if it has left before. */
static void
leave_waiters(struct io_waiter *w)
{
    if (!w->fptr) return;
    struct io_waiter **at = &w->fptr->priv->waiters;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    w->fptr = NULL;
    io_any_waiter--;
}

void
io_forget_waiters_of(rb_io_t *fptr)
{
    while (fptr->priv->waiters) leave_waiters(fptr->priv->waiters);
}

intptr_t
io_sys_call_nofd_once(intptr_t (*fn)(void *), void *arg)
{
    struct sys_call c = {.fn = fn, .arg = arg};
    rb_thread_check_ints();
    thread_blocking_region(call_unlocked, &c, RUBY_UBF_IO, NULL, false);
    errno = c.err;
    return c.result;
}

intptr_t
io_sys_call_nofd(intptr_t (*fn)(void *), void *arg)
{
    for (;;) {
        intptr_t r = io_sys_call_nofd_once(fn, arg);
        if (r != -1 || errno != EINTR) return r;
    }
}

VALUE
io_scheduler(void)
{
    if (!RTEST(thread_current()->scheduler)) return Qnil;
    return rb_fiber_scheduler_current();
}

/* One try.  The stream outlives the call: its object is on the caller's stack. */
intptr_t
io_sys_call_once(rb_io_t *fptr, intptr_t (*fn)(void *), void *arg)
{
    struct sys_call c = {.fn = fn, .arg = arg};
    rb_thread_check_ints();
    if (fptr->fd < 0) rb_raise(rb_eIOError, "stream closed in another thread");
    struct io_waiter w = {.fiber = 0};
    enter_waiters(fptr, &w);
    thread_blocking_region(call_unlocked, &c, RUBY_UBF_IO, NULL, false); /* must not raise: w is listed */
    leave_waiters(&w);
    if (UNLIKELY(w.closed)) rb_thread_check_ints(); /* a thread that was killed before the close dies without this error */
    if (UNLIKELY(w.closed)) rb_raise(rb_eIOError, "stream closed in another thread");
    errno = c.err;
    return c.result;
}

intptr_t
io_sys_call(rb_io_t *fptr, intptr_t (*fn)(void *), void *arg)
{
    for (;;) {
        intptr_t r = io_sys_call_once(fptr, fn, arg);
        if (r != -1 || errno != EINTR) return r;
    }
}

/* ---- read, write ---- */

struct transfer {
    int fd;
    void *buf;
    size_t n;
    off_t at;
};

static intptr_t
do_read(void *p)
{
    struct transfer *t = p;
    return read(t->fd, t->buf, t->n);
}

static intptr_t
do_write(void *p)
{
    struct transfer *t = p;
    return write(t->fd, t->buf, t->n);
}

static intptr_t
do_pread(void *p)
{
    struct transfer *t = p;
    return pread(t->fd, t->buf, t->n, t->at);
}

static intptr_t
do_pwrite(void *p)
{
    struct transfer *t = p;
    return pwrite(t->fd, t->buf, t->n, t->at);
}

/* A stream with a timeout waits before each transfer. */
static void
await_timeout(rb_io_t *fptr, int events)
{
    if (UNLIKELY(RTEST(fptr->timeout))) io_wait_for(fptr, events);
}

static ssize_t
transfer(rb_io_t *fptr, intptr_t (*fn)(void *), struct transfer *t, int events)
{
    await_timeout(fptr, events);
    for (;;) {
        t->fd = fptr->fd;
        intptr_t r = io_sys_call(fptr, fn, t);
        if (LIKELY(r >= 0) || (errno != EAGAIN && errno != EWOULDBLOCK)) return r;
        io_wait_for(fptr, events);
    }
}

/* ---- a fiber scheduler's hooks ---- */

enum hook { HOOK_READ, HOOK_WRITE, HOOK_PREAD, HOOK_PWRITE, HOOK_WAIT };
struct hook_call {
    enum hook hook;
    VALUE scheduler;
    rb_io_t *fptr;
    struct transfer *t;
    int events;
    struct io_waiter w;
};

static VALUE
hook_body(VALUE p)
{
    struct hook_call *h = (struct hook_call *)p;
    VALUE io = h->fptr->self;
    switch (h->hook) {
    case HOOK_READ: return rb_fiber_scheduler_io_read_memory(h->scheduler, io, h->t->buf, h->t->n, 0);
    case HOOK_WRITE: return rb_fiber_scheduler_io_write_memory(h->scheduler, io, h->t->buf, h->t->n, 0);
    case HOOK_PREAD: return rb_fiber_scheduler_io_pread_memory(h->scheduler, io, h->t->at, h->t->buf, h->t->n, 0);
    case HOOK_PWRITE: return rb_fiber_scheduler_io_pwrite_memory(h->scheduler, io, h->t->at, h->t->buf, h->t->n, 0);
    default: return rb_fiber_scheduler_io_wait(h->scheduler, io, INT2FIX(h->events), h->fptr->timeout);
    }
}

static VALUE
hook_end(VALUE p)
{
    struct hook_call *h = (struct hook_call *)p;
    fiber_record_remove(&h->w.record);
    leave_waiters(&h->w);
    return Qnil;
}

static void
abandoned(struct fiber_record *r)
{
    leave_waiters((struct io_waiter *)r);
}
_Static_assert(offsetof(struct io_waiter, record) == 0, "abandoned() is given the record");

/* The fiber waits in the hook: close interrupts it (IO-4). */
static VALUE
hook_run(struct hook_call *h)
{
    h->w = (struct io_waiter){.fiber = rb_fiber_current()};
    enter_waiters(h->fptr, &h->w);
    fiber_record_add(&h->w.record, abandoned);
    return rb_ensure(hook_body, (VALUE)h, hook_end, (VALUE)h);
}

/* Calls a scheduler's hook, and sets *r to its count, or to -1 with errno.  Returns false if it has no such hook.  Waits and calls the
 * hook again if it would block. */
static bool
asked(rb_io_t *fptr, enum hook hook, VALUE scheduler, struct transfer *t, ssize_t *r)
{
    struct hook_call h = {.hook = hook, .scheduler = scheduler, .fptr = fptr, .t = t};
    for (;;) {
        VALUE result = hook_run(&h);
        if (result == Qundef) return false;
        *r = rb_fiber_scheduler_io_result_apply(result);
        if (*r >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return true;
        io_wait_for(fptr, hook == HOOK_READ || hook == HOOK_PREAD ? POLLIN : POLLOUT);
    }
}

ssize_t
io_sys_read(rb_io_t *fptr, void *buf, size_t n)
{
    struct transfer t = {.buf = buf, .n = n};
    VALUE s = io_scheduler();
    ssize_t r;
    if (UNLIKELY(!NIL_P(s)) && asked(fptr, HOOK_READ, s, &t, &r)) return r;
    return transfer(fptr, do_read, &t, POLLIN);
}

ssize_t
io_sys_write(rb_io_t *fptr, const void *buf, size_t n)
{
    struct transfer t = {.buf = (void *)buf, .n = n};
    VALUE s = io_scheduler();
    ssize_t r;
    if (UNLIKELY(!NIL_P(s)) && asked(fptr, HOOK_WRITE, s, &t, &r)) return r;
    return transfer(fptr, do_write, &t, POLLOUT);
}

ssize_t
io_sys_pread(rb_io_t *fptr, void *buf, size_t n, off_t at)
{
    struct transfer t = {.buf = buf, .n = n, .at = at};
    VALUE s = io_scheduler();
    ssize_t r;
    if (UNLIKELY(!NIL_P(s)) && asked(fptr, HOOK_PREAD, s, &t, &r)) return r;
    return transfer(fptr, do_pread, &t, POLLIN);
}

ssize_t
io_sys_pwrite(rb_io_t *fptr, const void *buf, size_t n, off_t at)
{
    struct transfer t = {.buf = (void *)buf, .n = n, .at = at};
    VALUE s = io_scheduler();
    ssize_t r;
    if (UNLIKELY(!NIL_P(s)) && asked(fptr, HOOK_PWRITE, s, &t, &r)) return r;
    return transfer(fptr, do_pwrite, &t, POLLOUT);
}

/* ---- open ---- */

struct open_call {
    const char *path;
    int flags;
    mode_t mode;
};

static intptr_t
do_open(void *p)
{
    struct open_call *o = p;
    return open(o->path, o->flags | O_CLOEXEC, o->mode);
}

int
io_sys_open(const char *path, int flags, mode_t mode)
{
    struct open_call o = {path, flags, mode};
    int fd = (int)io_sys_call_nofd(do_open, &o);
    if (fd >= 0 || (errno != EMFILE && errno != ENFILE && errno != ENOMEM)) return fd;
    rb_gc(); /* frees unreachable streams, which closes their descriptors */
    return (int)io_sys_call_nofd(do_open, &o);
}

/* ---- poll ---- */

static int64_t
now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

struct poll_call {
    struct pollfd fd;
    int64_t deadline; /* -1: none */
};

static intptr_t
do_poll(void *p)
{
    struct poll_call *c = p;
    c->fd.revents = 0;
    if (c->deadline < 0) return poll(&c->fd, 1, -1);
    int64_t left = c->deadline - now_ns();
    if (left < 0) left = 0;
    struct timespec t = {left / 1000000000, left % 1000000000};
    return ppoll(&c->fd, 1, &t, NULL);
}

int
io_sys_poll(rb_io_t *fptr, int fd, int events, int64_t timeout_ns)
{
    struct poll_call c = {.fd = {.fd = fd, .events = (short)events},
                          .deadline = timeout_ns < 0 ? -1 : now_ns() + timeout_ns};
    intptr_t r = fptr ? io_sys_call(fptr, do_poll, &c) : io_sys_call_nofd(do_poll, &c);
    if (r < 0) return -1;
    if (r == 0) return 0;
    if (c.fd.revents & POLLNVAL) {
        errno = EBADF;
        return -1;
    }
    int ready = c.fd.revents & events;
    if (c.fd.revents & (POLLHUP | POLLERR)) ready |= events & (POLLIN | POLLOUT); /* a transfer will tell */
    return ready;
}

int64_t
io_timeout_ns(VALUE timeout)
{
    if (NIL_P(timeout)) return -1;
    struct timeval tv = rb_time_interval(timeout);
    if (tv.tv_sec > 4000000000) return -1;
    return (int64_t)tv.tv_sec * 1000000000 + (int64_t)tv.tv_usec * 1000;
}

void
io_wait_for(rb_io_t *fptr, int events)
{
    VALUE s = io_scheduler();
    if (UNLIKELY(!NIL_P(s))) {
        struct hook_call h = {.hook = HOOK_WAIT, .scheduler = s, .fptr = fptr, .events = events};
        VALUE ready = hook_run(&h);
        if (!RTEST(ready)) rb_raise(rb_eIOTimeoutError, "Blocking operation timed out!");
        return;
    }
    int64_t limit = RTEST(fptr->timeout) ? io_timeout_ns(fptr->timeout) : -1;
    int r = io_sys_poll(fptr, fptr->fd, events, limit);
    if (r < 0) io_fail_path(NULL, errno, fptr);
    if (r == 0) rb_raise(rb_eIOTimeoutError, "Blocking operation timed out!");
}
