/*
 * ruby/fiber/scheduler.h - calling the fiber scheduler's hooks. A hook that the scheduler lacks gives Qundef.
 */
#ifndef RUBY_FIBER_SCHEDULER_H
#define RUBY_FIBER_SCHEDULER_H 1

#include "ruby/ruby.h"

#define RUBY_FIBER_SCHEDULER_VERSION 3

struct timeval;
struct rb_fiber_scheduler_blocking_operation_state {
    void *result;
    int saved_errno;
};
typedef struct rb_fiber_scheduler_blocking_operation rb_fiber_scheduler_blocking_operation_t;

/* A byte count, or minus an errno. */
static inline VALUE
rb_fiber_scheduler_io_result(ssize_t result, int error)
{
    return SSIZET2NUM(result == -1 ? (ssize_t)-error : result);
}

/* The count; after a failure -1, and errno is set. */
static inline ssize_t
rb_fiber_scheduler_io_result_apply(VALUE result)
{
    if (FIXNUM_P(result) && FIX2LONG(result) < 0) {
        errno = -(int)FIX2LONG(result);
        return -1;
    }
    return RTEST(result) ? NUM2SSIZET(result) : -1;
}

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_fiber_scheduler_get(void);
VALUE rb_fiber_scheduler_set(VALUE scheduler);
VALUE rb_fiber_scheduler_current(void); /* nil in a blocking fiber */
VALUE rb_fiber_scheduler_current_for_thread(VALUE thread);
VALUE rb_fiber_scheduler_make_timeout(struct timeval *timeout);
VALUE rb_fiber_scheduler_close(VALUE scheduler);
VALUE rb_fiber_scheduler_kernel_sleep(VALUE scheduler, VALUE duration);
VALUE rb_fiber_scheduler_kernel_sleepv(VALUE scheduler, int argc, VALUE *argv);
VALUE rb_fiber_scheduler_yield(VALUE scheduler);
VALUE rb_fiber_scheduler_timeout_after(VALUE scheduler, VALUE timeout, VALUE exception, VALUE message);
VALUE rb_fiber_scheduler_timeout_afterv(VALUE scheduler, int argc, VALUE *argv);
int rb_fiber_scheduler_supports_process_wait(VALUE scheduler);
VALUE rb_fiber_scheduler_process_wait(VALUE scheduler, rb_pid_t pid, int flags);
VALUE rb_fiber_scheduler_block(VALUE scheduler, VALUE blocker, VALUE timeout);
VALUE rb_fiber_scheduler_unblock(VALUE scheduler, VALUE blocker, VALUE fiber);
VALUE rb_fiber_scheduler_io_wait(VALUE scheduler, VALUE io, VALUE events, VALUE timeout);
VALUE rb_fiber_scheduler_io_wait_readable(VALUE scheduler, VALUE io);
VALUE rb_fiber_scheduler_io_wait_writable(VALUE scheduler, VALUE io);
VALUE rb_fiber_scheduler_io_select(VALUE scheduler, VALUE readables, VALUE writables, VALUE exceptables, VALUE timeout);
VALUE rb_fiber_scheduler_io_selectv(VALUE scheduler, int argc, VALUE *argv);
VALUE rb_fiber_scheduler_io_read(VALUE scheduler, VALUE io, VALUE buffer, size_t length, size_t offset);
VALUE rb_fiber_scheduler_io_write(VALUE scheduler, VALUE io, VALUE buffer, size_t length, size_t offset);
VALUE rb_fiber_scheduler_io_pread(VALUE scheduler, VALUE io, off_t from, VALUE buffer, size_t length, size_t offset);
VALUE rb_fiber_scheduler_io_pwrite(VALUE scheduler, VALUE io, off_t from, VALUE buffer, size_t length, size_t offset);
VALUE rb_fiber_scheduler_io_read_memory(VALUE scheduler, VALUE io, void *base, size_t size, size_t length);
VALUE rb_fiber_scheduler_io_write_memory(VALUE scheduler, VALUE io, const void *base, size_t size, size_t length);
VALUE rb_fiber_scheduler_io_pread_memory(VALUE scheduler, VALUE io, off_t from, void *base, size_t size, size_t length);
VALUE rb_fiber_scheduler_io_pwrite_memory(VALUE scheduler, VALUE io, off_t from, const void *base, size_t size,
                                          size_t length);
VALUE rb_fiber_scheduler_io_close(VALUE scheduler, VALUE io);
VALUE rb_fiber_scheduler_address_resolve(VALUE scheduler, VALUE hostname);
VALUE rb_fiber_scheduler_fiber(VALUE scheduler, int argc, VALUE *argv, int kw_splat);
VALUE rb_fiber_scheduler_fiber_interrupt(VALUE scheduler, VALUE fiber, VALUE exception);
VALUE rb_fiber_scheduler_blocking_operation_wait(VALUE scheduler, void *(*func)(void *), void *data,
                                                 rb_unblock_function_t *ubf, void *ubf_data, int flags,
                                                 struct rb_fiber_scheduler_blocking_operation_state *state);
rb_fiber_scheduler_blocking_operation_t *rb_fiber_scheduler_blocking_operation_extract(VALUE operation);
int rb_fiber_scheduler_blocking_operation_execute(rb_fiber_scheduler_blocking_operation_t *operation);
int rb_fiber_scheduler_blocking_operation_cancel(rb_fiber_scheduler_blocking_operation_t *operation);
RBIMPL_SYMBOL_EXPORT_END()

#endif
