/*
 * jit/auto.c - turns the JIT on when a thread has used some processor time.
 *
 * Counting entries and compiling cost a short program more than native code gives back.  A timer of each thread's processor time
 * therefore sends it SIGVTALRM, which is the VM's own signal (thread.c).  The thread gets INTR_JIT, and starts the JIT where it checks for
 * interrupts.  A timer of the process's time would make CLOCK_PROCESS_CPUTIME_ID as coarse as the kernel's ticks while it waits.
 *
 * JAUTO-1   A timer expires once.  Its signal goes to the thread whose time it measures.
 * JAUTO-2   Neither the child of a fork nor a program run by exec inherits a timer (timer_create(2)).  The thread that lives on in the child
 *           gets a new one.
 * JAUTO-3   When the JIT is on, or the program ends, `waiting` is false.  Timers that are left then have no effect.
 * Threads   jit_auto_signal() runs in a signal handler; jit_auto_thread() and jit_auto_thread_end() in their thread, the rest under the VM lock.
 * Checked   test/test_jit_auto.rb
 */
#include "internal/compiler.h"
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "internal/jit.h"
#include "internal/jit/compiler.h"

#ifdef SIGEV_THREAD_ID
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid /* glibc has no name for it (timer_create(2)) */
#endif

enum { MILLISECONDS = 50 };

static volatile sig_atomic_t waiting; /* the JIT is to start by itself */

void
jit_auto_thread(struct jit_timer *t)
{
    t->made = false;
    if (!waiting) return;
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGVTALRM;
    event.sigev_value.sival_ptr = (void *)&waiting;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    const struct itimerspec once = {.it_value = {.tv_nsec = MILLISECONDS * 1000000L}};
    t->made = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &t->id) == 0;
    if (t->made && timer_settime(t->id, 0, &once, NULL) != 0) jit_auto_thread_end(t);
}

void
jit_auto_thread_end(struct jit_timer *t)
{
    if (t->made) timer_delete(t->id);
    t->made = false;
}

void
jit_auto_wait(void)
{
    waiting = !jit_on && jit_table_fits();
}

void
jit_auto_stop(void)
{
    waiting = false;
}

bool
jit_auto_signal(const siginfo_t *info)
{
    return waiting && info->si_code == SI_TIMER && info->si_value.sival_ptr == (void *)&waiting;
}

void
jit_auto_start(void)
{
    const char *why;
    if (waiting) jit_start(&why);
    waiting = false;
}

#else /* without such timers the JIT starts when it is asked for */

void
jit_auto_thread(struct jit_timer *t)
{
    t->made = false;
}

void
jit_auto_thread_end(struct jit_timer *t)
{
    (void)t;
}

bool
jit_auto_signal(const siginfo_t *info)
{
    (void)info;
    return false;
}

void
jit_auto_wait(void)
{
}
void
jit_auto_stop(void)
{
}
void
jit_auto_start(void)
{
}

#endif
