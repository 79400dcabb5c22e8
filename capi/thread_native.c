/*
 * capi/thread_native.c - the C API's native locks and condition variables, over POSIX threads.
 *
 * A failing pthread call is a bug of the caller's (a lock unlocked by another thread, destroyed while held): the process
 * stops, as an error to handle could only be ignored.
 * Threads   Any; the VM's lock is not needed.
 */
#include "internal/compiler.h"
#include "ruby/ruby.h"
#include "ruby/thread_native.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static void
must(int error, const char *call)
{
    if (UNLIKELY(error)) rb_bug("%s: %s", call, strerror(error));
}

rb_nativethread_id_t
rb_nativethread_self(void)
{
    return pthread_self();
}

void
rb_native_mutex_initialize(rb_nativethread_lock_t *lock)
{
    must(pthread_mutex_init(lock, NULL), "pthread_mutex_init");
}

void
rb_native_mutex_destroy(rb_nativethread_lock_t *lock)
{
    must(pthread_mutex_destroy(lock), "pthread_mutex_destroy");
}

void
rb_native_mutex_lock(rb_nativethread_lock_t *lock)
{
    must(pthread_mutex_lock(lock), "pthread_mutex_lock");
}

int
rb_native_mutex_trylock(rb_nativethread_lock_t *lock)
{
    int error = pthread_mutex_trylock(lock);
    if (error != EBUSY) must(error, "pthread_mutex_trylock");
    return error;
}

void
rb_native_mutex_unlock(rb_nativethread_lock_t *lock)
{
    must(pthread_mutex_unlock(lock), "pthread_mutex_unlock");
}

void
rb_nativethread_lock_initialize(rb_nativethread_lock_t *lock)
{
    rb_native_mutex_initialize(lock);
}

void
rb_nativethread_lock_destroy(rb_nativethread_lock_t *lock)
{
    rb_native_mutex_destroy(lock);
}

void
rb_nativethread_lock_lock(rb_nativethread_lock_t *lock)
{
    rb_native_mutex_lock(lock);
}

void
rb_nativethread_lock_unlock(rb_nativethread_lock_t *lock)
{
    rb_native_mutex_unlock(lock);
}

/* Makes a condition variable that uses the monotonic clock, so that a change of the wall clock does not end a wait. */
void
rb_native_cond_initialize(rb_nativethread_cond_t *cond)
{
    pthread_condattr_t attr;
    must(pthread_condattr_init(&attr), "pthread_condattr_init");
    must(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC), "pthread_condattr_setclock");
    must(pthread_cond_init(cond, &attr), "pthread_cond_init");
    pthread_condattr_destroy(&attr);
}

void
rb_native_cond_destroy(rb_nativethread_cond_t *cond)
{
    must(pthread_cond_destroy(cond), "pthread_cond_destroy");
}

void
rb_native_cond_signal(rb_nativethread_cond_t *cond)
{
    must(pthread_cond_signal(cond), "pthread_cond_signal");
}

void
rb_native_cond_broadcast(rb_nativethread_cond_t *cond)
{
    must(pthread_cond_broadcast(cond), "pthread_cond_broadcast");
}

void
rb_native_cond_wait(rb_nativethread_cond_t *cond, rb_nativethread_lock_t *lock)
{
    must(pthread_cond_wait(cond, lock), "pthread_cond_wait");
}

void
rb_native_cond_timedwait(rb_nativethread_cond_t *cond, rb_nativethread_lock_t *lock, unsigned long msec)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(msec / 1000);
    until.tv_nsec += (long)(msec % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
    int error = pthread_cond_timedwait(cond, lock, &until);
    if (error != ETIMEDOUT) must(error, "pthread_cond_timedwait");
}
