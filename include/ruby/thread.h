/*
 * ruby/thread.h - code that runs without the VM's lock, and threads observed.
 *
 * THRAPI-1  Code without the lock uses no Ruby object.  It calls only those functions of the C API that allow it.
 * THRAPI-2  The unblock function may run in another thread, any number of times; RUBY_UBF_IO sends a signal.
 */
#ifndef RUBY_THREAD_H
#define RUBY_THREAD_H 1

#include "ruby/ruby.h"

#define RB_NOGVL_INTR_FAIL 0x1 /* return at once, with null, if an interrupt is pending */
#define RB_NOGVL_UBF_ASYNC_SAFE 0x2
#define RB_NOGVL_OFFLOAD_SAFE 0x4 /* func may run on another native thread */

#define RUBY_INTERNAL_THREAD_EVENT_STARTED (1 << 0)
#define RUBY_INTERNAL_THREAD_EVENT_READY (1 << 1)
#define RUBY_INTERNAL_THREAD_EVENT_RESUMED (1 << 2)
#define RUBY_INTERNAL_THREAD_EVENT_SUSPENDED (1 << 3)
#define RUBY_INTERNAL_THREAD_EVENT_EXITED (1 << 4)
#define RUBY_INTERNAL_THREAD_EVENT_MASK 0xff

typedef struct rb_internal_thread_event_data {
    VALUE thread;
} rb_internal_thread_event_data_t;

typedef void (*rb_internal_thread_event_callback)(rb_event_flag_t event, const rb_internal_thread_event_data_t *data,
                                                  void *user_data);
typedef struct rb_internal_thread_event_hook rb_internal_thread_event_hook_t;
typedef int rb_internal_thread_specific_key_t;
#define RB_INTERNAL_THREAD_SPECIFIC_KEY_MAX 8

RBIMPL_SYMBOL_EXPORT_BEGIN()
void *rb_thread_call_with_gvl(void *(*func)(void *), void *data);
/* Interrupts are checked before and after (and may raise); the 2 form checks nothing after. */
void *rb_thread_call_without_gvl(void *(*func)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_data);
void *rb_thread_call_without_gvl2(void *(*func)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_data);
void *rb_nogvl(void *(*func)(void *), void *data, rb_unblock_function_t *ubf, void *ubf_data, int flags);
int ruby_thread_has_gvl_p(void);
VALUE rb_thread_io_blocking_call(struct rb_io *io, rb_blocking_function_t *func, void *data, int events);
VALUE rb_thread_io_blocking_region(rb_blocking_function_t *func, void *data, int fd);
bool rb_thread_lock_native_thread(void);

/* The callback runs without the lock and allocates nothing. */
rb_internal_thread_event_hook_t *rb_internal_thread_add_event_hook(rb_internal_thread_event_callback func,
                                                                   rb_event_flag_t events, void *data);
bool rb_internal_thread_remove_event_hook(rb_internal_thread_event_hook_t *hook);
rb_internal_thread_specific_key_t rb_internal_thread_specific_key_create(void);
void *rb_internal_thread_specific_get(VALUE thread, rb_internal_thread_specific_key_t key);
void rb_internal_thread_specific_set(VALUE thread, rb_internal_thread_specific_key_t key, void *data);
RBIMPL_SYMBOL_EXPORT_END()

#define HAVE_RB_THREAD_CALL_WITH_GVL 1
#define HAVE_RB_THREAD_CALL_WITHOUT_GVL 1

#endif
