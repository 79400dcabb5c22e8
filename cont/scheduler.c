/*
 * cont/scheduler.c - the fiber scheduler: its hooks, which a thread's blocking operations call instead of blocking.
 *
 * Owns      the scheduler of a thread (struct rthread's `scheduler`, nil or 0: none).
 * Uses      thread.h, cont.h, io/buffer.h
 *
 * A scheduler is any object with block, unblock, kernel_sleep and io_wait; other hooks are optional.  Only fibers that are not
 * blocking use it (Fiber.current_scheduler).  Each C function here calls one hook.  It returns Qundef if the scheduler lacks an
 * optional hook, and the caller then works as without a scheduler.
 *
 * Callers   thread/sync.c (Mutex, Queue...), thread/methods.c (sleep, join), io/sys.c, io/select.c, io.c, process/status.c
 * Threads   A hook runs in the thread whose scheduler it is, but for unblock, which any thread may call.
 * Checked   test/test_scheduler.rb
 */
#include "internal/compiler.h"

#include <errno.h>

#include "internal/cont.h"
#include "internal/gc.h"
#include "internal/io/buffer.h"
#include "internal/thread/methods.h"
#include "ruby/fiber/scheduler.h"

static VALUE cBlockingOperation;

static VALUE
call(VALUE scheduler, const char *hook, int argc, const VALUE *argv)
{
    return rb_funcallv(scheduler, rb_intern(hook), argc, argv);
}

/* Qundef if the scheduler has no such hook. */
static VALUE
call_if_there(VALUE scheduler, const char *hook, int argc, const VALUE *argv)
{
    return rb_check_funcall(scheduler, rb_intern(hook), argc, argv);
}

/* ---- which ---- */

static VALUE
scheduler_of(struct rthread *th)
{
    return th->scheduler ? th->scheduler : Qnil;
}

VALUE
rb_fiber_scheduler_get(void)
{
    return scheduler_of(thread_current());
}

VALUE
rb_fiber_scheduler_current(void)
{
    return fiber_current()->blocking ? Qnil : rb_fiber_scheduler_get();
}

VALUE
rb_fiber_scheduler_current_for_thread(VALUE thread)
{
    struct rthread *th = thread_ptr(thread);
    return th->fiber && th->fiber->blocking ? Qnil : scheduler_of(th);
}

static void
check_interface(VALUE scheduler)
{
    static const char *const needed[] = {"block", "unblock", "kernel_sleep", "io_wait"};
    for (size_t i = 0; i < lengthof(needed); i++) {
        if (!rb_respond_to(scheduler, rb_intern(needed[i])))
            rb_raise(rb_eArgError, "Scheduler must implement #%s", needed[i]);
    }
    if (!rb_respond_to(scheduler, rb_intern("fiber_interrupt"))) rb_warn("Scheduler should implement #fiber_interrupt");
}

static VALUE
forget_scheduler(VALUE thread)
{
    thread_ptr(thread)->scheduler = Qnil;
    return Qnil;
}

/* The one before runs to its end first, still in force. */
VALUE
rb_fiber_scheduler_set(VALUE scheduler)
{
    struct rthread *th = thread_current();
    if (!NIL_P(scheduler)) check_interface(scheduler);
    if (!NIL_P(scheduler_of(th))) rb_ensure(rb_fiber_scheduler_close, th->scheduler, forget_scheduler, th->self);
    th->scheduler = scheduler;
    return scheduler;
}

VALUE
rb_fiber_scheduler_close(VALUE scheduler)
{
    VALUE result = call_if_there(scheduler, "scheduler_close", 0, NULL);
    if (result == Qundef) result = call_if_there(scheduler, "close", 0, NULL);
    return result == Qundef ? Qnil : result;
}

/* ---- time and waiting ---- */

VALUE
rb_fiber_scheduler_make_timeout(struct timeval *timeout)
{
    if (!timeout) return Qnil;
    return rb_float_new((double)timeout->tv_sec + 1e-6 * (double)timeout->tv_usec);
}

VALUE
rb_fiber_scheduler_kernel_sleep(VALUE scheduler, VALUE duration)
{
    return call(scheduler, "kernel_sleep", 1, &duration);
}

VALUE
rb_fiber_scheduler_kernel_sleepv(VALUE scheduler, int argc, VALUE *argv)
{
    return call(scheduler, "kernel_sleep", argc, argv);
}

VALUE
rb_fiber_scheduler_yield(VALUE scheduler)
{
    VALUE result = call_if_there(scheduler, "yield", 0, NULL);
    return result == Qundef ? rb_fiber_scheduler_kernel_sleep(scheduler, INT2FIX(0)) : result;
}

VALUE
rb_fiber_scheduler_timeout_afterv(VALUE scheduler, int argc, VALUE *argv)
{
    return call_if_there(scheduler, "timeout_after", argc, argv);
}

VALUE
rb_fiber_scheduler_timeout_after(VALUE scheduler, VALUE timeout, VALUE exception, VALUE message)
{
    VALUE argv[3] = {timeout, exception, message};
    return rb_fiber_scheduler_timeout_afterv(scheduler, 3, argv);
}

VALUE
rb_fiber_scheduler_block(VALUE scheduler, VALUE blocker, VALUE timeout)
{
    VALUE argv[2] = {blocker, timeout};
    return call(scheduler, "block", 2, argv);
}

VALUE
rb_fiber_scheduler_unblock(VALUE scheduler, VALUE blocker, VALUE fiber)
{
    VALUE argv[2] = {blocker, fiber};
    return call(scheduler, "unblock", 2, argv);
}

VALUE
rb_fiber_scheduler_fiber(VALUE scheduler, int argc, VALUE *argv, int kw_splat)
{
    return rb_funcall_passing_block_kw(scheduler, rb_intern("fiber"), argc, argv, kw_splat);
}

VALUE
rb_fiber_scheduler_fiber_interrupt(VALUE scheduler, VALUE fiber, VALUE exception)
{
    VALUE argv[2] = {fiber, exception};
    return call_if_there(scheduler, "fiber_interrupt", 2, argv);
}

/* ---- processes and names ---- */

int
rb_fiber_scheduler_supports_process_wait(VALUE scheduler)
{
    return rb_respond_to(scheduler, rb_intern("process_wait"));
}

VALUE
rb_fiber_scheduler_process_wait(VALUE scheduler, rb_pid_t pid, int flags)
{
    VALUE argv[2] = {PIDT2NUM(pid), INT2NUM(flags)};
    return call_if_there(scheduler, "process_wait", 2, argv);
}

VALUE
rb_fiber_scheduler_address_resolve(VALUE scheduler, VALUE hostname)
{
    return call_if_there(scheduler, "address_resolve", 1, &hostname);
}

/* ---- streams ---- */

VALUE
rb_fiber_scheduler_io_wait(VALUE scheduler, VALUE io, VALUE events, VALUE timeout)
{
    VALUE argv[3] = {io, events, timeout};
    return call(scheduler, "io_wait", 3, argv);
}

VALUE
rb_fiber_scheduler_io_wait_readable(VALUE scheduler, VALUE io)
{
    return rb_fiber_scheduler_io_wait(scheduler, io, INT2FIX(RUBY_IO_READABLE), rb_io_timeout(io));
}

VALUE
rb_fiber_scheduler_io_wait_writable(VALUE scheduler, VALUE io)
{
    return rb_fiber_scheduler_io_wait(scheduler, io, INT2FIX(RUBY_IO_WRITABLE), rb_io_timeout(io));
}

VALUE
rb_fiber_scheduler_io_selectv(VALUE scheduler, int argc, VALUE *argv)
{
    return call_if_there(scheduler, "io_select", argc, argv);
}

VALUE
rb_fiber_scheduler_io_select(VALUE scheduler, VALUE readables, VALUE writables, VALUE exceptables, VALUE timeout)
{
    VALUE argv[4] = {readables, writables, exceptables, timeout};
    return rb_fiber_scheduler_io_selectv(scheduler, 4, argv);
}

VALUE
rb_fiber_scheduler_io_close(VALUE scheduler, VALUE io)
{
    return call_if_there(scheduler, "io_close", 1, &io);
}

VALUE
rb_fiber_scheduler_io_read(VALUE scheduler, VALUE io, VALUE buffer, size_t length, size_t offset)
{
    VALUE argv[4] = {io, buffer, SIZET2NUM(length), SIZET2NUM(offset)};
    return call_if_there(scheduler, "io_read", 4, argv);
}

VALUE
rb_fiber_scheduler_io_write(VALUE scheduler, VALUE io, VALUE buffer, size_t length, size_t offset)
{
    VALUE argv[4] = {io, buffer, SIZET2NUM(length), SIZET2NUM(offset)};
    return call_if_there(scheduler, "io_write", 4, argv);
}

VALUE
rb_fiber_scheduler_io_pread(VALUE scheduler, VALUE io, off_t from, VALUE buffer, size_t length, size_t offset)
{
    VALUE argv[5] = {io, buffer, OFFT2NUM(from), SIZET2NUM(length), SIZET2NUM(offset)};
    return call_if_there(scheduler, "io_pread", 5, argv);
}

VALUE
rb_fiber_scheduler_io_pwrite(VALUE scheduler, VALUE io, off_t from, VALUE buffer, size_t length, size_t offset)
{
    VALUE argv[5] = {io, buffer, OFFT2NUM(from), SIZET2NUM(length), SIZET2NUM(offset)};
    return call_if_there(scheduler, "io_pwrite", 5, argv);
}

/* A call of a hook with memory of C, for which an IO::Buffer is made during the call */
struct memory_call {
    VALUE scheduler, io, buffer, from; /* from: Qundef if not at a position */
    const char *hook;
    size_t length;
};

static VALUE
memory_body(VALUE arg)
{
    struct memory_call *m = (struct memory_call *)arg;
    VALUE argv[5] = {m->io, m->buffer};
    int argc = 2;
    if (m->from != Qundef) argv[argc++] = m->from;
    argv[argc++] = SIZET2NUM(m->length);
    argv[argc++] = INT2FIX(0);
    return call(m->scheduler, m->hook, argc, argv);
}

static VALUE
memory_end(VALUE arg)
{
    VALUE buffer = ((struct memory_call *)arg)->buffer;
    rb_io_buffer_try_unlock(buffer);
    return rb_io_buffer_free(buffer);
}

static VALUE
with_memory(struct memory_call m, const void *base, size_t size, unsigned flags)
{
    if (!rb_respond_to(m.scheduler, rb_intern(m.hook))) return Qundef;
    m.buffer = rb_io_buffer_new((void *)base, size, RB_IO_BUFFER_EXTERNAL | RB_IO_BUFFER_LOCKED | flags);
    return rb_ensure(memory_body, (VALUE)&m, memory_end, (VALUE)&m);
}

VALUE
rb_fiber_scheduler_io_read_memory(VALUE scheduler, VALUE io, void *base, size_t size, size_t length)
{
    return with_memory((struct memory_call){scheduler, io, 0, Qundef, "io_read", length}, base, size, 0);
}

VALUE
rb_fiber_scheduler_io_write_memory(VALUE scheduler, VALUE io, const void *base, size_t size, size_t length)
{
    return with_memory((struct memory_call){scheduler, io, 0, Qundef, "io_write", length}, base, size,
                       RB_IO_BUFFER_READONLY);
}

VALUE
rb_fiber_scheduler_io_pread_memory(VALUE scheduler, VALUE io, off_t from, void *base, size_t size, size_t length)
{
    return with_memory((struct memory_call){scheduler, io, 0, OFFT2NUM(from), "io_pread", length}, base, size, 0);
}

VALUE
rb_fiber_scheduler_io_pwrite_memory(VALUE scheduler, VALUE io, off_t from, const void *base, size_t size, size_t length)
{
    return with_memory((struct memory_call){scheduler, io, 0, OFFT2NUM(from), "io_pwrite", length}, base, size,
                       RB_IO_BUFFER_READONLY);
}

/* ---- C work that a scheduler may give to another thread of its own ---- */

enum operation_status { OPERATION_QUEUED, OPERATION_EXECUTING, OPERATION_COMPLETED, OPERATION_CANCELLED };

struct rb_fiber_scheduler_blocking_operation {
    void *(*func)(void *);
    void *data;
    rb_unblock_function_t *ubf;
    void *ubf_data;
    int flags;
    struct rb_fiber_scheduler_blocking_operation_state *state; /* NULL once its caller has gone */
    int status;                                                /* enum operation_status */
};

static const rb_data_type_t operation_type = {
    .wrap_struct_name = "blocking_operation",
    .function = {.dfree = RUBY_DEFAULT_FREE},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

rb_fiber_scheduler_blocking_operation_t *
rb_fiber_scheduler_blocking_operation_extract(VALUE operation)
{
    rb_fiber_scheduler_blocking_operation_t *op = rb_check_typeddata(operation, &operation_type);
    return op->status == OPERATION_QUEUED ? op : NULL;
}

/* Runs the operation in the current thread, without the lock, and returns 0.  Returns -1 if it is not queued any longer. */
int
rb_fiber_scheduler_blocking_operation_execute(rb_fiber_scheduler_blocking_operation_t *op)
{
    int queued = OPERATION_QUEUED;
    if (!op || !op->state) return -1;
    if (!__atomic_compare_exchange_n(&op->status, &queued, OPERATION_EXECUTING, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return -1;
    op->state->result = op->func(op->data);
    op->state->saved_errno = errno;
    __atomic_store_n(&op->status, OPERATION_COMPLETED, __ATOMIC_SEQ_CST);
    return 0;
}

/* Cancels the operation.  Returns 0 if it had not started, 1 if its unblock function was called while it ran, or -1 if it was over. */
int
rb_fiber_scheduler_blocking_operation_cancel(rb_fiber_scheduler_blocking_operation_t *op)
{
    int status = OPERATION_QUEUED;
    if (!op) return -1;
    if (__atomic_compare_exchange_n(&op->status, &status, OPERATION_CANCELLED, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return 0;
    if (status != OPERATION_EXECUTING) return -1;
    if (op->ubf) op->ubf(op->ubf_data);
    return 1;
}

static void *
operation_execute(void *op)
{
    rb_fiber_scheduler_blocking_operation_execute(op);
    return NULL;
}

static VALUE
operation_m_call(VALUE self)
{
    rb_fiber_scheduler_blocking_operation_t *op = rb_check_typeddata(self, &operation_type);
    if (op->status != OPERATION_QUEUED || !op->state)
        rb_raise(rb_eRuntimeError, "Blocking operation has already been executed!");
    thread_blocking_region(operation_execute, op, op->ubf, op->ubf_data, true);
    return Qnil;
}

struct operation_wait {
    VALUE scheduler, operation;
    rb_fiber_scheduler_blocking_operation_t *op;
};

static VALUE
operation_wait_body(VALUE arg)
{
    struct operation_wait *w = (struct operation_wait *)arg;
    return call(w->scheduler, "blocking_operation_wait", 1, &w->operation);
}

static VALUE
operation_wait_end(VALUE arg)
{
    ((struct operation_wait *)arg)->op->state = NULL;
    return Qnil;
}

VALUE
rb_fiber_scheduler_blocking_operation_wait(VALUE scheduler, void *(*func)(void *), void *data, rb_unblock_function_t *ubf,
                                           void *ubf_data, int flags,
                                           struct rb_fiber_scheduler_blocking_operation_state *state)
{
    if (!rb_respond_to(scheduler, rb_intern("blocking_operation_wait"))) return Qundef;
    struct operation_wait w = {.scheduler = scheduler};
    w.operation = TypedData_Make_Struct(cBlockingOperation, rb_fiber_scheduler_blocking_operation_t, &operation_type, w.op);
    *w.op = (rb_fiber_scheduler_blocking_operation_t){func, data, ubf, ubf_data, flags, state, OPERATION_QUEUED};
    VALUE result = rb_ensure(operation_wait_body, (VALUE)&w, operation_wait_end, (VALUE)&w);
    return w.op->status == OPERATION_COMPLETED ? result : Qundef;
}

/* ---- Fiber's methods ---- */

static VALUE
fiber_s_scheduler(VALUE klass)
{
    return rb_fiber_scheduler_get();
}

static VALUE
fiber_s_current_scheduler(VALUE klass)
{
    return rb_fiber_scheduler_current();
}

static VALUE
fiber_s_set_scheduler(VALUE klass, VALUE scheduler)
{
    return rb_fiber_scheduler_set(scheduler);
}

static VALUE
fiber_s_schedule(int argc, VALUE *argv, VALUE klass)
{
    VALUE scheduler = rb_fiber_scheduler_get();
    if (NIL_P(scheduler)) rb_raise(rb_eRuntimeError, "No scheduler is available!");
    return rb_fiber_scheduler_fiber(scheduler, argc, argv, RB_PASS_CALLED_KEYWORDS);
}

void
Init_FiberScheduler(void)
{
    VALUE c = rb_const_get(rb_cObject, rb_intern("Fiber"));
    rb_define_singleton_method(c, "scheduler", fiber_s_scheduler, 0);
    rb_define_singleton_method(c, "current_scheduler", fiber_s_current_scheduler, 0);
    rb_define_singleton_method(c, "set_scheduler", fiber_s_set_scheduler, 1);
    rb_define_singleton_method(c, "schedule", fiber_s_schedule, -1);
    cBlockingOperation = rb_class_new(rb_cObject);
    rb_gc_register_mark_object(cBlockingOperation);
    rb_undef_alloc_func(cBlockingOperation);
    rb_define_method(cBlockingOperation, "call", operation_m_call, 0);
}
