/*
 * sampling.c - calls of an extension in places that allow few: frames inside a signal handler, the collector's state inside
 * its own events.
 */
#include "ruby.h"
#include "ruby/debug.h"
#include "ruby/encoding.h"
#include <signal.h>
#include <sys/time.h>

static VALUE frames[256];
static int lines[256];
static volatile long samples, deepest;

static void
on_profile(int no)
{
    int n = rb_profile_frames(0, 256, frames, lines);
    (void)no;
    samples++;
    if (n > deepest) deepest = n;
}

static VALUE
yield(VALUE unused)
{
    (void)unused;
    return rb_yield(Qnil);
}

static VALUE
stop(VALUE unused)
{
    struct itimerval never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_PROF, &never, NULL);
    signal(SIGPROF, SIG_IGN);
    return unused;
}

/* [were there samples?, did one see frames?] of what the block does */
static VALUE
sampling_run(VALUE self)
{
    struct sigaction act;
    struct itimerval often = {{0, 100}, {0, 100}};
    (void)self;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_profile;
    act.sa_flags = SA_RESTART;
    samples = deepest = 0;
    sigaction(SIGPROF, &act, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
    rb_ensure(yield, Qnil, stop, Qnil);
    return rb_ary_new_from_args(2, samples > 0 ? Qtrue : Qfalse, deepest > 0 ? Qtrue : Qfalse);
}

static VALUE seen[2];
static size_t counted;

static void
on_collection(VALUE tp, void *unused)
{
    (void)unused;
    int end = rb_tracearg_event_flag(rb_tracearg_from_tracepoint(tp)) == RUBY_INTERNAL_EVENT_GC_END_MARK;
    seen[end] = rb_gc_latest_gc_info(ID2SYM(rb_intern("state")));
    rb_gc_latest_gc_info(ID2SYM(rb_intern("major_by")));
    rb_gc_latest_gc_info(ID2SYM(rb_intern("gc_by")));
    counted += rb_gc_stat(ID2SYM(rb_intern("count"))) > 0;
}

/* The state told at the start and at the end of marking. */
static VALUE
sampling_collections(VALUE self)
{
    VALUE tp = rb_tracepoint_new(0, RUBY_INTERNAL_EVENT_GC_START | RUBY_INTERNAL_EVENT_GC_END_MARK, on_collection, NULL);
    (void)self;
    rb_gc_latest_gc_info(ID2SYM(rb_intern("state"))); /* CRuby makes its Symbols at the first question */
    rb_gc_latest_gc_info(ID2SYM(rb_intern("major_by")));
    rb_gc_latest_gc_info(ID2SYM(rb_intern("gc_by")));
    rb_gc_stat(ID2SYM(rb_intern("count")));
    rb_tracepoint_enable(tp);
    rb_gc_start();
    rb_tracepoint_disable(tp);
    return rb_ary_new_from_args(3, seen[0], SYMBOL_P(seen[1]) ? Qtrue : Qfalse, counted >= 2 ? Qtrue : Qfalse);
}

/* "[% PRIsVALUE]" */
static VALUE
sampling_quoted(VALUE self, VALUE v)
{
    (void)self;
    return rb_enc_sprintf(rb_utf8_encoding(), "[% " PRIsVALUE "]", v);
}

static VALUE
sampling_name(VALUE self, VALUE obj, VALUE name)
{
    (void)self;
    return rb_ivar_set(obj, rb_to_id(name), Qtrue);
}

void
Init_sampling(void)
{
    VALUE m = rb_define_module("Sampling");
    rb_define_singleton_method(m, "run", sampling_run, 0);
    rb_define_singleton_method(m, "collections", sampling_collections, 0);
    rb_define_singleton_method(m, "quoted", sampling_quoted, 1);
    rb_define_singleton_method(m, "name", sampling_name, 2);
}
