/*
 * thread/event.c - threads as extensions see them: events of the lock, data of their own, the holder of the lock.
 *
 * EVENT-1   A hook runs in the thread of its event, with or without the lock.  It neither allocates nor raises.
 * EVENT-2   Hooks are read without the VM's lock, under one of their own; a hook must not add or remove hooks.
 * Checked   test/capi/
 */
#include "internal/compiler.h"
#include "internal/thread.h"
#include "internal/thread/methods.h"
#include "ruby/ruby.h"
#include "ruby/thread.h"

#include <pthread.h>
#include <stdlib.h>

struct rb_internal_thread_event_hook {
    rb_internal_thread_event_callback func;
    uint32_t events;
    void *data;
    struct rb_internal_thread_event_hook *next;
};

uint32_t thread_events_wanted;
static struct rb_internal_thread_event_hook *hooks;
static pthread_rwlock_t hooks_lock = PTHREAD_RWLOCK_INITIALIZER;

void
thread_event_fire(uint32_t event, struct rthread *th)
{
    const rb_internal_thread_event_data_t told = {th->self};
    pthread_rwlock_rdlock(&hooks_lock);
    for (struct rb_internal_thread_event_hook *h = hooks; h; h = h->next)
        if (h->events & event) h->func(event, &told, h->data);
    pthread_rwlock_unlock(&hooks_lock);
}

static void
thread_event_sum_up_wanted(void)
{
    uint32_t wanted = 0;
    for (struct rb_internal_thread_event_hook *h = hooks; h; h = h->next) wanted |= h->events;
    __atomic_store_n(&thread_events_wanted, wanted, __ATOMIC_RELEASE);
}

rb_internal_thread_event_hook_t *
rb_internal_thread_add_event_hook(rb_internal_thread_event_callback func, rb_event_flag_t events, void *data)
{
    rb_internal_thread_event_hook_t *h = ruby_xmalloc(sizeof *h);
    *h = (rb_internal_thread_event_hook_t){func, events, data, NULL};
    pthread_rwlock_wrlock(&hooks_lock);
    h->next = hooks;
    hooks = h;
    thread_event_sum_up_wanted();
    pthread_rwlock_unlock(&hooks_lock);
    return h;
}

bool
rb_internal_thread_remove_event_hook(rb_internal_thread_event_hook_t *hook)
{
    bool found = false;
    pthread_rwlock_wrlock(&hooks_lock);
    for (rb_internal_thread_event_hook_t **at = &hooks; *at; at = &(*at)->next) {
        if (*at != hook) continue;
        *at = hook->next;
        found = true;
        break;
    }
    thread_event_sum_up_wanted();
    pthread_rwlock_unlock(&hooks_lock);
    if (found) ruby_xfree(hook);
    return found;
}

/* ---- data for each thread ---- */

rb_internal_thread_specific_key_t
rb_internal_thread_specific_key_create(void)
{
    static rb_internal_thread_specific_key_t next;
    if (next >= RB_INTERNAL_THREAD_SPECIFIC_KEY_MAX)
        rb_raise(rb_eThreadError, "rb_internal_thread_specific_key_create() is called more than %d times",
                 RB_INTERNAL_THREAD_SPECIFIC_KEY_MAX);
    return next++;
}

void *
rb_internal_thread_specific_get(VALUE thread, rb_internal_thread_specific_key_t key)
{
    return thread_ptr(thread)->specific[key];
}

void
rb_internal_thread_specific_set(VALUE thread, rb_internal_thread_specific_key_t key, void *data)
{
    thread_ptr(thread)->specific[key] = data;
}

/* ---- who am I ---- */

int
ruby_native_thread_p(void)
{
    return thread_self_native() != NULL;
}

int
ruby_thread_has_gvl_p(void)
{
    struct rthread *th = thread_self_native();
    return th && !th->saved_sp;
}

/* Each Ruby thread has a native thread of its own, always. */
bool
rb_thread_lock_native_thread(void)
{
    return true;
}
