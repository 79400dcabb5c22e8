/*
 * process/status.c - Process::Status, $?, and waiting for children.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/gc.h"
#include "internal/process.h"
#include "internal/thread.h"
#include "ruby/fiber/scheduler.h"

static VALUE cStatus;

/* ---- Process::Status ---- */

struct proc_status {
    pid_t pid;
    int status;
    int error;
};

static const rb_data_type_t status_type = {
    .wrap_struct_name = "Process::Status",
    .function = {.dfree = RUBY_DEFAULT_FREE},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};

static VALUE
status_s_alloc(VALUE klass)
{
    struct proc_status *s;
    return TypedData_Make_Struct(klass, struct proc_status, &status_type, s);
}

static struct proc_status *
status_ptr(VALUE v)
{
    return rb_check_typeddata(v, &status_type);
}

static VALUE
make_status(pid_t pid, int status, int error)
{
    VALUE v = status_s_alloc(cStatus);
    *status_ptr(v) = (struct proc_status){pid, status, error};
    return rb_obj_freeze(v);
}

/* As Marshal writes it: an Object with two names that no program can give. */
static VALUE
status_marshal_dumper(VALUE v)
{
    VALUE o = rb_obj_alloc(rb_cObject);
    rb_ivar_set(o, rb_intern("status"), INT2NUM(status_ptr(v)->status));
    rb_ivar_set(o, rb_intern("pid"), INT2NUM(status_ptr(v)->pid));
    return o;
}

static VALUE
status_marshal_loader(VALUE v, VALUE o)
{
    status_ptr(v)->status = NUM2INT(rb_ivar_get(o, rb_intern("status")));
    status_ptr(v)->pid = NUM2PIDT(rb_ivar_get(o, rb_intern("pid")));
    return rb_obj_freeze(v);
}

VALUE
status_new(pid_t pid, int status)
{
    return make_status(pid, status, 0);
}

void
status_set_last(VALUE status)
{
    struct rthread *th = thread_current();
    th->last_status = status;
    gc_wb(th->self);
}

VALUE
rb_last_status_get(void)
{
    VALUE s = thread_current()->last_status;
    return s ? s : Qnil;
}

void
rb_last_status_set(int status, rb_pid_t pid)
{
    status_set_last(status_new(pid, status));
}

static VALUE
get_last_status(ID id, VALUE *data)
{
    return rb_last_status_get();
}

static VALUE
status_m_to_i(VALUE self)
{
    return INT2NUM(status_ptr(self)->status);
}

static VALUE
status_m_pid(VALUE self)
{
    return INT2NUM(status_ptr(self)->pid);
}

static void
describe(VALUE str, const struct proc_status *s)
{
    rb_str_catf(str, "pid %ld", (long)s->pid);
    int st = s->status;
    if (WIFSTOPPED(st)) {
        const char *name = ruby_signal_name(WSTOPSIG(st));
        if (name) rb_str_catf(str, " stopped SIG%s (signal %d)", name, WSTOPSIG(st));
        else rb_str_catf(str, " stopped signal %d", WSTOPSIG(st));
    }
    if (WIFSIGNALED(st)) {
        const char *name = ruby_signal_name(WTERMSIG(st));
        if (name) rb_str_catf(str, " SIG%s (signal %d)", name, WTERMSIG(st));
        else rb_str_catf(str, " signal %d", WTERMSIG(st));
    }
    if (WIFEXITED(st)) rb_str_catf(str, " exit %d", WEXITSTATUS(st));
    if (WIFSIGNALED(st) && WCOREDUMP(st)) rb_str_cat_cstr(str, " (core dumped)");
}

static VALUE
status_m_to_s(VALUE self)
{
    VALUE str = rb_str_new_cstr("");
    describe(str, status_ptr(self));
    return str;
}

static VALUE
status_m_inspect(VALUE self)
{
    const struct proc_status *s = status_ptr(self);
    VALUE name = rb_class_name(rb_obj_class(self));
    if (!s->pid) return rb_sprintf("#<%" PRIsVALUE ": uninitialized>", name);
    VALUE str = rb_sprintf("#<%" PRIsVALUE ": ", name);
    describe(str, s);
    return rb_str_cat_cstr(str, ">");
}

static VALUE
status_m_eq(VALUE self, VALUE other)
{
    if (self == other) return Qtrue;
    return rb_equal(status_m_to_i(self), other);
}

#define QUESTION(name, expr)                 \
    static VALUE status_m_##name(VALUE self) \
    {                                        \
        int st = status_ptr(self)->status;   \
        (void)st;                            \
        return (expr);                       \
    }
QUESTION(stopped_p, val_bool(WIFSTOPPED(st)))
QUESTION(stopsig, WIFSTOPPED(st) ? INT2NUM(WSTOPSIG(st)) : Qnil)
QUESTION(signaled_p, val_bool(WIFSIGNALED(st)))
QUESTION(termsig, WIFSIGNALED(st) ? INT2NUM(WTERMSIG(st)) : Qnil)
QUESTION(exited_p, val_bool(WIFEXITED(st)))
QUESTION(exitstatus, WIFEXITED(st) ? INT2NUM(WEXITSTATUS(st)) : Qnil)
QUESTION(success_p, WIFEXITED(st) ? val_bool(WEXITSTATUS(st) == 0) : Qnil)
QUESTION(coredump_p, val_bool(WCOREDUMP(st)))
#undef QUESTION

/* ---- waiting ---- */

struct wait_call {
    pid_t pid;
    int *status;
    int flags;
};

static intptr_t
do_wait(void *p)
{
    struct wait_call *w = p;
    return waitpid(w->pid, w->status, w->flags);
}

static pid_t
wait_quietly(pid_t pid, int *status, int flags)
{
    struct wait_call w = {pid, status, flags};
    *status = 0;
    if (flags & WNOHANG) {
        pid_t r;
        while ((r = waitpid(pid, status, flags)) < 0 && errno == EINTR) rb_thread_check_ints();
        return r;
    }
    return (pid_t)io_sys_call_nofd(do_wait, &w);
}

/* Through the fiber scheduler, if there is one that waits for processes; Qundef if not, or if nothing will be waited for. */
static VALUE
scheduler_wait(pid_t pid, int flags)
{
    VALUE scheduler = flags & WNOHANG ? Qnil : io_scheduler();
    if (NIL_P(scheduler)) return Qundef;
    return rb_fiber_scheduler_process_wait(scheduler, pid, flags);
}

pid_t
process_wait(pid_t pid, int *status, int flags)
{
    VALUE s = scheduler_wait(pid, flags);
    pid_t r;
    if (s != Qundef) {
        if (NIL_P(s)) return 0;
        r = status_ptr(s)->pid;
        *status = status_ptr(s)->status;
        if (r < 0) errno = status_ptr(s)->error;
        if (r > 0) status_set_last(s);
        return r;
    }
    r = wait_quietly(pid, status, flags);
    if (r > 0) rb_last_status_set(*status, r);
    return r;
}

rb_pid_t
rb_waitpid(rb_pid_t pid, int *status, int flags)
{
    int st;
    pid_t r = process_wait(pid, &st, flags);
    if (status) *status = st;
    return r;
}

void
rb_syswait(rb_pid_t pid)
{
    int st;
    process_wait(pid, &st, 0);
}

VALUE
rb_process_status_wait(rb_pid_t pid, int flags)
{
    int st;
    VALUE s = scheduler_wait(pid, flags);
    if (s != Qundef) return s;
    pid_t r = wait_quietly(pid, &st, flags);
    if (r == 0) return Qnil;
    return make_status(r, r < 0 ? 0 : st, r < 0 ? errno : 0);
}

static VALUE
status_s_wait(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 0, 2);
    pid_t pid = argc > 0 ? NUM2PIDT(argv[0]) : -1;
    return rb_process_status_wait(pid, argc > 1 ? NUM2INT(argv[1]) : 0);
}

static pid_t
wait_args(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 0, 2);
    pid_t pid = argc > 0 ? NUM2PIDT(argv[0]) : -1;
    int flags = argc > 1 && !NIL_P(argv[1]) ? NUM2INT(argv[1]) : 0, st;
    pid_t r = process_wait(pid, &st, flags);
    if (r < 0) rb_sys_fail(NULL);
    if (r == 0) status_set_last(Qnil);
    return r;
}

static VALUE
process_s_wait(int argc, VALUE *argv, VALUE self)
{
    pid_t r = wait_args(argc, argv);
    return r ? INT2NUM(r) : Qnil;
}

static VALUE
process_s_wait2(int argc, VALUE *argv, VALUE self)
{
    pid_t r = wait_args(argc, argv);
    if (r == 0) return Qnil;
    VALUE pair[2] = {INT2NUM(r), rb_last_status_get()};
    return ary_new_from(pair, 2);
}

static VALUE
process_s_waitall(VALUE self)
{
    VALUE all = ary_new();
    status_set_last(Qnil);
    for (;;) {
        int st;
        pid_t r = process_wait(-1, &st, 0);
        if (r < 0 && errno == ECHILD) return all;
        if (r < 0) rb_sys_fail(NULL);
        VALUE pair[2] = {INT2NUM(r), rb_last_status_get()};
        ary_push(all, ary_new_from(pair, 2));
    }
}

static VALUE
process_s_last_status(VALUE self)
{
    return rb_last_status_get();
}

/* ---- detach ---- */

static VALUE cWaiter;

static VALUE
detach_thread(void *p)
{
    pid_t pid = (pid_t)(intptr_t)p;
    int st;
    for (;;) {
        pid_t r = process_wait(pid, &st, 0);
        if (r != 0) break;
    }
    return rb_last_status_get();
}

static VALUE
waiter_m_pid(VALUE self)
{
    return rb_thread_local_aref(self, rb_intern("pid"));
}

VALUE
rb_detach_process(rb_pid_t pid)
{
    VALUE th = rb_thread_create(detach_thread, (void *)(intptr_t)pid);
    rb_thread_local_aset(th, rb_intern("pid"), INT2NUM(pid));
    ivar_set_class(th, cWaiter);
    return th;
}

static VALUE
process_s_detach(VALUE self, VALUE pid)
{
    return rb_detach_process(NUM2PIDT(pid));
}

void
Init_process_status(void)
{
    cStatus = rb_define_class_under(rb_mProcess, "Status", rb_cObject);
    rb_marshal_define_compat(cStatus, rb_cObject, status_marshal_dumper, status_marshal_loader);
    rb_define_alloc_func(cStatus, status_s_alloc);
    rb_undef_method(CLASS_OF(cStatus), "new");
    rb_define_singleton_method(cStatus, "wait", status_s_wait, -1);
    rb_define_method(cStatus, "==", status_m_eq, 1);
    rb_define_method(cStatus, "to_i", status_m_to_i, 0);
    rb_define_method(cStatus, "to_s", status_m_to_s, 0);
    rb_define_method(cStatus, "inspect", status_m_inspect, 0);
    rb_define_method(cStatus, "pid", status_m_pid, 0);
    rb_define_method(cStatus, "stopped?", status_m_stopped_p, 0);
    rb_define_method(cStatus, "stopsig", status_m_stopsig, 0);
    rb_define_method(cStatus, "signaled?", status_m_signaled_p, 0);
    rb_define_method(cStatus, "termsig", status_m_termsig, 0);
    rb_define_method(cStatus, "exited?", status_m_exited_p, 0);
    rb_define_method(cStatus, "exitstatus", status_m_exitstatus, 0);
    rb_define_method(cStatus, "success?", status_m_success_p, 0);
    rb_define_method(cStatus, "coredump?", status_m_coredump_p, 0);
    cWaiter = rb_define_class_under(rb_mProcess, "Waiter", rb_cThread);
    rb_undef_alloc_func(cWaiter);
    rb_undef_method(CLASS_OF(cWaiter), "new");
    rb_define_method(cWaiter, "pid", waiter_m_pid, 0);
    rb_define_virtual_variable("$?", get_last_status, NULL);
    rb_define_module_function(rb_mProcess, "wait", process_s_wait, -1);
    rb_define_module_function(rb_mProcess, "waitpid", process_s_wait, -1);
    rb_define_module_function(rb_mProcess, "wait2", process_s_wait2, -1);
    rb_define_module_function(rb_mProcess, "waitpid2", process_s_wait2, -1);
    rb_define_module_function(rb_mProcess, "waitall", process_s_waitall, 0);
    rb_define_module_function(rb_mProcess, "detach", process_s_detach, 1);
    rb_define_singleton_method(rb_mProcess, "last_status", process_s_last_status, 0);
}
