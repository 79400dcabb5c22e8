/*
 * boot/exit.c - how the process ends: which status an uncaught exception gives, and in which order the last things run.
 */
#include "internal/compiler.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "internal/vm/binding.h"
#include "internal/vm/callstats.h"
#include "internal/vm/profile.h"
#include "internal/object.h"
#include "internal/boot/exit.h"
#include "internal/jit.h"
#include "internal/signal.h"
#include "internal/thread.h"
#include "ruby/fiber/scheduler.h"

static int pending_signal; /* end by this signal, so that the parent sees it */

static bool
ends_quietly_p(VALUE err)
{
    return val_truthy(rb_obj_is_kind_of(err, rb_eSystemExit)) || val_truthy(rb_obj_is_kind_of(err, rb_eSignal));
}

/* The status that an exception means, printing it unless it ends quietly. */
static int
status_of_error(VALUE err)
{
    if (val_truthy(rb_obj_is_kind_of(err, rb_eSystemExit))) {
        VALUE st = rb_funcall(err, rb_intern("status"), 0);
        return NUM2INT(st);
    }
    if (val_truthy(rb_obj_is_kind_of(err, rb_eSignal))) {
        int sig = NUM2INT(rb_funcall(err, rb_intern("signo"), 0));
        pending_signal = sig;
        if (sig == SIGSEGV || sig == SIGBUS || val_truthy(rb_obj_is_kind_of(err, rb_eInterrupt))) error_print(err);
        return 128 + sig;
    }
    error_print(err);
    return EXIT_FAILURE;
}

/* For ruby_finish: what the state of rb_protect means for the process. */
static int
status_of_state(int state)
{
    if (!state) return EXIT_SUCCESS;
    ec_t *ec = vm_ec;
    if (state == THROW_RAISE) {
        if (ends_quietly_p(ec->errinfo)) return status_of_error(ec->errinfo);
        /* printed after at_exit blocks, as CRuby does */
        return -1;
    }
    return EXIT_SUCCESS;
}

int
ruby_protect_main(VALUE (*fn)(VALUE), VALUE arg)
{
    int state;
    rb_protect(fn, arg, &state);
    return status_of_state(state);
}

static int finish(int status, VALUE text);

void
ruby_end_forked(int state)
{
    exit(ruby_finish(status_of_state(state)));
}

void
ruby_end_child_block(int state)
{
    VALUE text = 0;
    if (state == THROW_BREAK || state == THROW_RETURN) {
        int line = 0;
        const char *file = rb_source_location_cstr(&line);
        text = rb_sprintf("%s:%d:in 'fork': unexpected %s\n", file ? file : str_ptr(rb_argv0), line,
                          state == THROW_BREAK ? "break" : "return");
    }
    exit(finish(status_of_state(state), text));
}

void
rb_exec_end_proc(void)
{
    vm_run_at_exit();
}

static VALUE
run_at_exit(VALUE unused)
{
    (void)unused;
    vm_run_at_exit();
    return Qnil;
}

static VALUE
end_scheduler(VALUE unused)
{
    (void)unused;
    return rb_fiber_scheduler_set(Qnil);
}

static VALUE
run_exit_trap(VALUE unused)
{
    (void)unused;
    signal_run_exit_trap();
    return Qnil;
}

VALUE
ruby_flush_std(VALUE unused)
{
    (void)unused;
    rb_io_flush(rb_stdout);
    rb_io_flush(rb_stderr);
    return Qnil;
}

/* Ends the program.  text: what is written once the at_exit blocks have run, and means failure; 0 for none. */
static int
finish(int status, VALUE text)
{
    ec_t *ec = vm_ec;
    VALUE err = ec->errinfo;
    int state;
    rb_protect(end_scheduler, Qnil, &state);
    if (state == THROW_RAISE) {
        err = ec->errinfo;
        status = -1;
    }
    rb_protect(run_exit_trap, Qnil, &state);
    if (state == THROW_RAISE) {
        err = ec->errinfo;
        status = -1;
    }
    rb_protect(run_at_exit, Qnil, &state);
    VALUE last = ec->errinfo; /* of at_exit blocks; it gives the status, and was printed */
    if (status < 0) status = status_of_error(err);
    if (text) {
        error_write(text);
        status = EXIT_FAILURE;
    }
    if (last != err && last != Qnil) status = ends_quietly_p(last) ? status_of_error(last) : EXIT_FAILURE;
    thread_terminate_others();
    rb_protect(ruby_flush_std, Qnil, &state);
    callstats_print();
    profile_finish();
    jit_auto_stop();
    signal_finish();
    gc_finalize_all();
    ec->interrupt_mask |= INTR_FINALIZER; /* no code is left to rescue the exception of a signal */
    gc_at_exit();
    gc_log_close();
    if (pending_signal) {
        signal(pending_signal, SIG_DFL);
        raise(pending_signal);
    }
    return status & 0xff;
}

int
ruby_finish(int status)
{
    return finish(status, 0);
}
