/*
 * ruby/internal/intern/thread.h - Thread, Mutex, Fiber, and waiting.
 */
#ifndef RUBY_INTERNAL_INTERN_THREAD_H
#define RUBY_INTERNAL_INTERN_THREAD_H 1

#include "ruby/internal/eval.h"
#include <sys/select.h>

typedef void rb_unblock_function_t(void *arg);
typedef VALUE rb_blocking_function_t(void *arg);

/* fd_set without FD_SETSIZE's limit. */
typedef struct {
    int maxfd;
    fd_set *fdset;
} rb_fdset_t;

struct timeval;

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_thread_create(VALUE (*func)(void *arg), void *arg);
VALUE rb_thread_current(void);
VALUE rb_thread_main(void);
VALUE rb_thread_wakeup(VALUE thread);       /* raises ThreadError if dead */
VALUE rb_thread_wakeup_alive(VALUE thread); /* nil if dead */
VALUE rb_thread_run(VALUE thread);
VALUE rb_thread_kill(VALUE thread);
VALUE rb_thread_stop(void);
VALUE rb_thread_local_aref(VALUE thread, ID name);
VALUE rb_thread_local_aset(VALUE thread, ID name, VALUE v);
int rb_thread_alone(void);
void rb_thread_schedule(void);
void rb_thread_check_ints(void);
int rb_thread_interrupted(VALUE thread);
void rb_thread_sleep(int sec);
void rb_thread_sleep_forever(void);
void rb_thread_sleep_deadly(void);
void rb_thread_wait_for(struct timeval duration);
int rb_thread_wait_fd(int fd);
int rb_thread_fd_writable(int fd);
void rb_thread_fd_close(int fd);
int rb_thread_fd_select(int max, rb_fdset_t *read, rb_fdset_t *write, rb_fdset_t *except, struct timeval *timeout);
int rb_wait_for_single_fd(int fd, int events, struct timeval *timeout);
void rb_thread_atfork(void);
void rb_thread_atfork_before_exec(void);

void rb_fd_init(rb_fdset_t *set);
void rb_fd_init_copy(rb_fdset_t *dst, rb_fdset_t *src);
void rb_fd_term(rb_fdset_t *set);
void rb_fd_zero(rb_fdset_t *set);
void rb_fd_set(int fd, rb_fdset_t *set);
void rb_fd_clr(int fd, rb_fdset_t *set);
int rb_fd_isset(int fd, const rb_fdset_t *set);
void rb_fd_copy(rb_fdset_t *dst, const fd_set *src, int max);
void rb_fd_dup(rb_fdset_t *dst, const rb_fdset_t *src);
int rb_fd_select(int max, rb_fdset_t *read, rb_fdset_t *write, rb_fdset_t *except, struct timeval *timeout);

VALUE rb_mutex_new(void);
VALUE rb_mutex_locked_p(VALUE mutex);
VALUE rb_mutex_trylock(VALUE mutex);
VALUE rb_mutex_lock(VALUE mutex);
VALUE rb_mutex_unlock(VALUE mutex);
VALUE rb_mutex_sleep(VALUE mutex, VALUE timeout);
VALUE rb_mutex_synchronize(VALUE mutex, VALUE (*func)(VALUE arg), VALUE arg);

VALUE rb_fiber_new(rb_block_call_func_t func, VALUE data);
VALUE rb_fiber_new_storage(rb_block_call_func_t func, VALUE data, VALUE storage);
VALUE rb_fiber_current(void);
VALUE rb_fiber_alive_p(VALUE fiber);
VALUE rb_fiber_resume(VALUE fiber, int argc, const VALUE *argv);
VALUE rb_fiber_resume_kw(VALUE fiber, int argc, const VALUE *argv, int kw_splat);
VALUE rb_fiber_yield(int argc, const VALUE *argv);
VALUE rb_fiber_yield_kw(int argc, const VALUE *argv, int kw_splat);
VALUE rb_fiber_transfer(VALUE fiber, int argc, const VALUE *argv);
VALUE rb_fiber_transfer_kw(VALUE fiber, int argc, const VALUE *argv, int kw_splat);
VALUE rb_fiber_raise(VALUE fiber, int argc, VALUE *argv);
RBIMPL_SYMBOL_EXPORT_END()

#define RUBY_UBF_IO ((rb_unblock_function_t *)-1)
#define RUBY_UBF_PROCESS ((rb_unblock_function_t *)-1)

static inline fd_set *
rb_fd_ptr(const rb_fdset_t *set)
{
    return set->fdset;
}

static inline int
rb_fd_max(const rb_fdset_t *set)
{
    return set->maxfd;
}

#define HAVE_RB_FD_INIT 1

#endif
