/*
 * io/select.c - waiting for streams: IO.select, wait, wait_readable; the C API's waits on descriptors.
 *
 * All waits are poll(2) without the lock, so that descriptors may be as large as they like.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "internal/array.h"
#include "internal/gc.h"
#include "internal/io.h"
#include "internal/thread.h"
#include "ruby/fiber/scheduler.h"
#include "ruby/thread.h"

/* ---- poll over many ---- */

struct poll_many {
    struct pollfd *fds;
    nfds_t n;
    int64_t deadline; /* ns, -1: none */
};

static int64_t
now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static intptr_t
do_poll(void *p)
{
    struct poll_many *m = p;
    if (m->deadline < 0) return poll(m->fds, m->n, -1);
    int64_t left = m->deadline - now_ns();
    if (left < 0) left = 0;
    struct timespec t = {left / 1000000000, left % 1000000000};
    return ppoll(m->fds, m->n, &t, NULL);
}

/* ---- IO.select ---- */

/* A list of streams given to select */
struct select_list {
    VALUE ios; /* Array or nil */
    int events;
    size_t first; /* of its entries in fds */
    size_t n;
    VALUE ready;
};

static VALUE
selectable(VALUE v)
{
    VALUE io = io_to_io(v);
    return io;
}

/* Returns whether the stream has bytes in its buffers. */
static bool
read_ahead_p(rb_io_t *fptr)
{
    return fptr->priv->cbuf.len || fptr->priv->rbuf.len;
}

/* Fills fds from the list.  Returns true if a stream has bytes in its buffer. */
static bool
collect(struct select_list *l, struct pollfd *fds, size_t at)
{
    bool pending = false;
    l->first = at;
    for (size_t i = 0; i < l->n; i++) {
        VALUE io = selectable(ary_get(l->ios, (intptr_t)i));
        if (l->events == POLLOUT) io = io_write_side(io);
        rb_io_t *fptr = io_ptr(io);
        fds[at + i] = (struct pollfd){.fd = fptr->fd, .events = (short)l->events};
        if (l->events == POLLIN && read_ahead_p(fptr)) {
            pending = true;
            fds[at + i].events |= 0;
        }
    }
    return pending;
}

static void
report(struct select_list *l, const struct pollfd *fds)
{
    l->ready = ary_new();
    int mask = l->events == POLLPRI ? POLLPRI : l->events | POLLHUP | POLLERR;
    for (size_t i = 0; i < l->n && i < ary_len(l->ios); i++) {
        VALUE v = ary_at(l->ios, i);
        bool on = fds[l->first + i].revents & mask;
        if (!on && l->events == POLLIN) {
            rb_io_t *fptr = io_ptr_raw(selectable(v));
            on = fptr && fptr->fd >= 0 && read_ahead_p(fptr);
        }
        if (on) ary_push(l->ready, v);
    }
}

static void
check_bad(const struct pollfd *fds, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (fds[i].revents & POLLNVAL) rb_syserr_fail(EBADF, NULL);
    }
}

static VALUE
select_lists(struct select_list lists[3], int64_t timeout)
{
    size_t total = 0;
    bool pending = false;
    for (int i = 0; i < 3; i++) {
        lists[i].n = NIL_P(lists[i].ios) ? 0 : ary_len(lists[i].ios);
        total += lists[i].n;
    }
    VALUE holder;
    struct pollfd *fds = ALLOCV_N(struct pollfd, holder, total + 1);
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        pending |= collect(&lists[i], fds, at);
        at += lists[i].n;
    }
    struct poll_many m = {.fds = fds, .n = total, .deadline = -1};
    if (pending) m.deadline = 0;
    else if (timeout >= 0) m.deadline = now_ns() + timeout;
    intptr_t r = io_sys_call_nofd(do_poll, &m);
    if (r < 0) rb_sys_fail("select(2)");
    check_bad(fds, total);
    VALUE result = Qnil;
    if (r > 0 || pending) {
        VALUE ready[3];
        for (int i = 0; i < 3; i++) {
            report(&lists[i], fds);
            ready[i] = lists[i].ready;
        }
        result = ary_new_from(ready, 3);
    }
    ALLOCV_END(holder);
    return result;
}

static VALUE
select_args(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 1, 4);
    struct select_list lists[3] = {
        {.ios = Qnil, .events = POLLIN}, {.ios = Qnil, .events = POLLOUT}, {.ios = Qnil, .events = POLLPRI}};
    bool forever = argc <= 3 || (RB_FLOAT_TYPE_P(argv[3]) && RFLOAT_VALUE(argv[3]) == HUGE_VAL);
    int64_t timeout = forever ? -1 : io_timeout_ns(argv[3]);
    for (int i = 0; i < 3 && i < argc; i++) {
        if (NIL_P(argv[i])) continue;
        rb_check_type(argv[i], T_ARRAY);
        lists[i].ios = argv[i];
    }
    return select_lists(lists, timeout);
}

static VALUE
io_s_select(int argc, VALUE *argv, VALUE klass)
{
    VALUE scheduler = io_scheduler();
    if (!NIL_P(scheduler)) {
        VALUE r = rb_fiber_scheduler_io_selectv(scheduler, argc, argv);
        if (r != Qundef) return r;
    }
    return select_args(argc, argv);
}

/* ---- one stream ---- */

/* Returns the events that are ready, as an Integer, or false when the time is over: `timeout`, or without one the stream's. */
static VALUE
wait_events(VALUE io, int events, VALUE timeout)
{
    VALUE scheduler = io_scheduler();
    if (!NIL_P(scheduler)) {
        VALUE r = rb_fiber_scheduler_io_wait(scheduler, io, INT2NUM(events), timeout);
        return RTEST(r) ? r : Qfalse;
    }
    rb_io_t *fptr = io_ptr(io);
    if (NIL_P(timeout) && RTEST(fptr->timeout)) timeout = fptr->timeout;
    int r = io_sys_poll(fptr, fptr->fd, events, io_timeout_ns(timeout));
    if (r < 0) io_fail_path(NULL, errno, fptr);
    return r ? INT2NUM(r) : Qfalse;
}

VALUE
rb_io_wait(VALUE io, VALUE events, VALUE timeout)
{
    return wait_events(io, NUM2INT(events), timeout);
}

VALUE
rb_io_maybe_wait(int error, VALUE io, VALUE events, VALUE timeout)
{
    _Static_assert(EWOULDBLOCK == EAGAIN, "one test for both");
    io_ptr(io); /* raises IOError for a closed stream, whatever the error is */
    if (error == EAGAIN) return rb_io_wait(io, events, timeout);
    if (error != EINTR && error != ERESTART) return Qnil;
    rb_thread_check_ints();
    return events;
}

/* Returns the events that have come, 0 if `error` is none to wait after; raises IO::TimeoutError if none came in time. */
static int
wait_after(int error, VALUE io, int events, VALUE timeout)
{
    VALUE come = rb_io_maybe_wait(error, io, INT2FIX(events), timeout);
    if (come == Qfalse)
        rb_raise(rb_eIOTimeoutError, "Timed out waiting for IO to become %s!",
                 events == RUBY_IO_READABLE ? "readable" : "writable");
    return NIL_P(come) ? 0 : NUM2INT(come);
}

int
rb_io_maybe_wait_readable(int error, VALUE io, VALUE timeout)
{
    return wait_after(error, io, RUBY_IO_READABLE, timeout);
}

int
rb_io_maybe_wait_writable(int error, VALUE io, VALUE timeout)
{
    return wait_after(error, io, RUBY_IO_WRITABLE, timeout);
}

static VALUE
self_if(VALUE io, VALUE result)
{
    return RTEST(result) ? io : Qnil;
}

static VALUE
io_m_wait_readable(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 0, 1);
    rb_io_t *fptr = io_readable(io);
    if (rb_io_read_pending(fptr)) return Qtrue;
    return self_if(io, wait_events(io, POLLIN, argc ? argv[0] : Qnil));
}

static VALUE
io_m_wait_writable(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 0, 1);
    io_writable(io_write_side(io));
    return self_if(io, wait_events(io_write_side(io), POLLOUT, argc ? argv[0] : Qnil));
}

static VALUE
io_m_wait_priority(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 0, 1);
    rb_io_t *fptr = io_readable(io);
    if (rb_io_read_pending(fptr)) return Qtrue;
    return self_if(io, wait_events(io, POLLPRI, argc ? argv[0] : Qnil));
}

static int
mode_events(VALUE mode)
{
    static const struct {
        const char *name;
        int events;
    } names[] = {
        {"r", POLLIN},
        {"read", POLLIN},
        {"readable", POLLIN},
        {"w", POLLOUT},
        {"write", POLLOUT},
        {"writable", POLLOUT},
        {"rw", POLLIN | POLLOUT},
        {"read_write", POLLIN | POLLOUT},
        {"readable_writable", POLLIN | POLLOUT},
    };
    for (size_t i = 0; i < lengthof(names); i++) {
        if (mode == ID2SYM(rb_intern(names[i].name))) return names[i].events;
    }
    rb_raise(rb_eArgError, "unsupported mode: %" PRIsVALUE, mode);
}

/* wait(events, timeout) answers with events; wait(timeout, *modes) with the stream. */
static VALUE
io_m_wait(int argc, VALUE *argv, VALUE io)
{
    if (argc == 2 && !SYMBOL_P(argv[0]) && !SYMBOL_P(argv[1])) {
        int events = NUM2INT(argv[0]);
        if (events <= 0) rb_raise(rb_eArgError, "Events must be positive integer!");
        rb_io_t *fptr = io_ptr(io);
        if ((events & POLLIN) && rb_io_read_pending(fptr)) return INT2NUM(POLLIN);
        VALUE r = wait_events(io, events, argv[1]);
        return RTEST(r) ? r : Qnil;
    }
    VALUE timeout = Qundef;
    int events = 0;
    for (int i = 0; i < argc; i++) {
        if (SYMBOL_P(argv[i])) {
            events |= mode_events(argv[i]);
        } else if (timeout == Qundef) {
            timeout = argv[i];
            rb_time_interval(timeout); /* raises TypeError for nil too */
        } else {
            rb_raise(rb_eArgError, "timeout given more than once");
        }
    }
    if (timeout == Qundef) timeout = Qnil;
    if (!events) events = POLLIN;
    rb_io_t *fptr = io_ptr(io);
    if ((events & POLLIN) && rb_io_read_pending(fptr)) return Qtrue;
    return self_if(io, wait_events(io, events, timeout));
}

static VALUE
io_m_timeout(VALUE io)
{
    return io_ptr_init(io)->timeout;
}

VALUE
rb_io_timeout(VALUE io)
{
    return io_m_timeout(io);
}

VALUE
rb_io_set_timeout(VALUE io, VALUE timeout)
{
    if (RTEST(timeout)) rb_time_interval(timeout);
    rb_io_t *fptr = io_ptr_init(io);
    RB_OBJ_WRITE(io, &fptr->timeout, timeout);
    return io;
}

static VALUE
io_m_set_timeout(VALUE io, VALUE timeout)
{
    rb_io_set_timeout(io, timeout);
    return timeout;
}

/* ---- descriptors ---- */

int
rb_wait_for_single_fd(int fd, int events, struct timeval *timeout)
{
    int64_t ns = timeout ? (int64_t)timeout->tv_sec * 1000000000 + (int64_t)timeout->tv_usec * 1000 : -1;
    return io_sys_poll(NULL, fd, events, ns);
}

int
rb_thread_wait_fd(int fd)
{
    return rb_wait_for_single_fd(fd, POLLIN, NULL) > 0;
}

int
rb_thread_fd_writable(int fd)
{
    return rb_wait_for_single_fd(fd, POLLOUT, NULL) > 0;
}

static int
wait_fd(int fd, int events)
{
    switch (errno) {
    case EINTR:
    case ERESTART: rb_thread_check_ints(); return 1;
    case EAGAIN: return rb_wait_for_single_fd(fd, events, NULL) >= 0;
    default: return 0;
    }
}

int
rb_io_wait_readable(int fd)
{
    return wait_fd(fd, POLLIN);
}

int
rb_io_wait_writable(int fd)
{
    return wait_fd(fd, POLLOUT);
}

struct select_fds {
    int n;
    rb_fdset_t *read, *write, *except;
    struct timeval *timeout;
};

static intptr_t
do_select(void *p)
{
    struct select_fds *s = p;
    return rb_fd_select(s->n, s->read, s->write, s->except, s->timeout);
}

int
rb_thread_fd_select(int max, rb_fdset_t *read, rb_fdset_t *write, rb_fdset_t *except, struct timeval *timeout)
{
    struct select_fds s = {max, read, write, except, timeout};
    return (int)io_sys_call_nofd(do_select, &s);
}

/* Has no effect: a stream that is closed wakes its waiters itself, and a bare descriptor has no waiters. */
void
rb_thread_fd_close(int fd)
{
    (void)fd;
}

struct io_blocking {
    rb_blocking_function_t *fn;
    void *data;
};

static intptr_t
do_blocking(void *p)
{
    struct io_blocking *b = p;
    return (intptr_t)b->fn(b->data);
}

VALUE
rb_thread_io_blocking_call(struct rb_io *fptr, rb_blocking_function_t *func, void *data, int events)
{
    struct io_blocking b = {func, data};
    for (;;) {
        intptr_t r = io_sys_call_once(fptr, do_blocking, &b);
        if (r != -1 || !events || (errno != EAGAIN && errno != EINTR)) return (VALUE)r;
        if (errno == EAGAIN) io_wait_for(fptr, events);
    }
}

VALUE
rb_thread_io_blocking_region(rb_blocking_function_t *func, void *data, int fd)
{
    struct io_blocking b = {func, data};
    return (VALUE)io_sys_call_nofd_once(do_blocking, &b);
}

void
Init_io_select(void)
{
    rb_define_singleton_method(rb_cIO, "select", io_s_select, -1);
    rb_define_global_function("select", io_s_select, -1);
    rb_define_const(rb_cIO, "READABLE", INT2NUM(POLLIN));
    rb_define_const(rb_cIO, "WRITABLE", INT2NUM(POLLOUT));
    rb_define_const(rb_cIO, "PRIORITY", INT2NUM(POLLPRI));
    rb_define_method(rb_cIO, "wait", io_m_wait, -1);
    rb_define_method(rb_cIO, "wait_readable", io_m_wait_readable, -1);
    rb_define_method(rb_cIO, "wait_writable", io_m_wait_writable, -1);
    rb_define_method(rb_cIO, "wait_priority", io_m_wait_priority, -1);
    rb_define_method(rb_cIO, "timeout", io_m_timeout, 0);
    rb_define_method(rb_cIO, "timeout=", io_m_set_timeout, 1);
}
