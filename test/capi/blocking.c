/*
 * blocking.c - ends of a region without the lock: signals, Thread#wakeup, Thread#raise.
 * It also tests events of threads, and C that recurses.
 */
#include <poll.h>
#include <ruby.h>
#include <ruby/debug.h>
#include <ruby/thread.h>

static volatile int stop;

/* Waits until `stop` is set or the time is over.  Signals do not end the wait. */
static void *
wait_for_word(void *seconds)
{
    for (int i = 0; i < *(int *)seconds * 100 && !stop; i++) poll(NULL, 0, 10);
    return NULL;
}

static void
say_word(void *unused)
{
    stop = 1;
}

static VALUE
blocking_s_wait(VALUE self, VALUE seconds)
{
    int n = NUM2INT(seconds);
    stop = 0;
    rb_thread_call_without_gvl(wait_for_word, &n, say_word, NULL);
    return stop ? Qtrue : Qfalse;
}

/* One call of the system, which a signal ends. */
static void *
wait_once(void *seconds)
{
    return (void *)(intptr_t)poll(NULL, 0, *(int *)seconds * 1000);
}

static VALUE
blocking_s_wait_io(VALUE self, VALUE seconds)
{
    int n = NUM2INT(seconds);
    return rb_thread_call_without_gvl2(wait_once, &n, RUBY_UBF_IO, NULL) ? Qtrue : Qfalse;
}

static VALUE
blocking_s_recurse(VALUE self, VALUE n)
{
    volatile char room[200];
    room[0] = 1;
    VALUE ary = rb_ary_new();
    rb_ary_push(ary, blocking_s_recurse(self, n));
    room[199] = room[0];
    return ary;
}

static volatile long
deeper(volatile long n)
{
    volatile char room[64];
    room[0] = (char)n;
    long r = deeper(n + 1);
    return r + room[0];
}

static VALUE
blocking_s_recurse_alone(VALUE self)
{
    return LONG2NUM(deeper(1));
}

static char events[8];
static int event_count;

static void
on_event(rb_event_flag_t event, const rb_internal_thread_event_data_t *data, void *unused)
{
    char c = event == RUBY_INTERNAL_THREAD_EVENT_SUSPENDED ? 's' : event == RUBY_INTERNAL_THREAD_EVENT_EXITED ? 'x' : 0;
    if (c && data->thread != rb_thread_main() && event_count < 7) events[event_count++] = c;
}

static VALUE
blocking_s_last_events(VALUE self)
{
    rb_internal_thread_event_hook_t *hook = rb_internal_thread_add_event_hook(
        on_event, RUBY_INTERNAL_THREAD_EVENT_SUSPENDED | RUBY_INTERNAL_THREAD_EVENT_EXITED, NULL);
    rb_eval_string("Thread.new { }.join; sleep 0.05");
    rb_internal_thread_remove_event_hook(hook);
    return rb_str_new(events + (event_count > 2 ? event_count - 2 : 0), event_count > 2 ? 2 : event_count);
}

static void
ignore(VALUE tracepoint, void *data)
{
}

static VALUE
blocking_s_mixed_events(VALUE self)
{
    return rb_tracepoint_new(Qnil, RUBY_INTERNAL_EVENT_NEWOBJ | RUBY_EVENT_CALL, ignore, NULL);
}

static VALUE
blocking_s_forget_ivars(VALUE self, VALUE obj)
{
    rb_free_generic_ivar(obj);
    return obj;
}

void
Init_blocking(void)
{
    VALUE m = rb_define_module("Blocking");
    rb_define_singleton_method(m, "wait", blocking_s_wait, 1);
    rb_define_singleton_method(m, "wait_io", blocking_s_wait_io, 1);
    rb_define_singleton_method(m, "recurse", blocking_s_recurse, 1);
    rb_define_singleton_method(m, "recurse_alone", blocking_s_recurse_alone, 0);
    rb_define_singleton_method(m, "last_events", blocking_s_last_events, 0);
    rb_define_singleton_method(m, "mixed_events", blocking_s_mixed_events, 0);
    rb_define_singleton_method(m, "forget_ivars", blocking_s_forget_ivars, 1);
}
