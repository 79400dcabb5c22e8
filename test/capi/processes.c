/*
 * processes.c - an extension that starts, and waits for processes; processes.rb calls it, processes.out is what comes of it.
 */
#include <ruby.h>
#include <ruby/util.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BOOL(x) ((x) ? Qtrue : Qfalse)
#define DEF(name, argc) rb_define_singleton_method(mod, #name, processes_##name, argc)

/* [was there a process, its raw status, $?] */
static VALUE
waited(rb_pid_t pid)
{
    int status = 0;
    if (pid <= 0) return rb_ary_new_from_args(1, Qfalse);
    VALUE same = BOOL(rb_waitpid(pid, &status, 0) == pid);
    return rb_ary_new_from_args(3, same, INT2FIX(status), rb_funcall(rb_last_status_get(), rb_intern("exitstatus"), 0));
}

static VALUE
processes_spawn(int argc, VALUE *argv, VALUE mod)
{
    return waited(rb_spawn(argc, argv));
}

static VALUE
processes_spawn_err(int argc, VALUE *argv, VALUE mod)
{
    char message[80] = "untouched";
    rb_pid_t pid = rb_spawn_err(argc, argv, message, sizeof message);
    int error = errno;
    if (pid > 0) return waited(pid);
    return rb_ary_new_from_args(2, rb_str_new_cstr(message), INT2FIX(error));
}

/* in a child whose stderr is closed: rb_proc_exec, its errno if it returns */
static VALUE
processes_exec_line(VALUE mod, VALUE line)
{
    const char *command = StringValueCStr(line);
    rb_pid_t pid = fork();
    if (pid == 0) {
        close(2);
        int result = rb_proc_exec(command);
        _exit(result == -1 ? 100 + errno : 99);
    }
    return waited(pid);
}

static VALUE
exec_body(VALUE args)
{
    return rb_f_exec(RARRAY_LENINT(args), RARRAY_CONST_PTR(args));
}

/* in a child: rb_f_exec of the arguments, 98 if it raises */
static VALUE
processes_exec(VALUE mod, VALUE args)
{
    int state;
    rb_pid_t pid = fork();
    if (pid == 0) {
        rb_protect(exec_body, args, &state);
        _exit(98);
    }
    RB_GC_GUARD(args);
    return waited(pid);
}

static rb_pid_t
child_that_exits(int status)
{
    rb_pid_t pid = fork();
    if (pid == 0) _exit(status);
    return pid;
}

static VALUE
processes_syswait(VALUE mod)
{
    rb_pid_t pid = child_that_exits(3);
    rb_syswait(pid);
    return rb_ary_new_from_args(2, rb_funcall(rb_last_status_get(), rb_intern("exitstatus"), 0),
                                BOOL(waitpid(pid, NULL, 0) < 0 && errno == ECHILD));
}

static VALUE
processes_waitpid_none(VALUE mod)
{
    int status = 5;
    rb_pid_t result = rb_waitpid(0x7ffffffe, &status, 0);
    int error = errno;
    return rb_assoc_new(INT2FIX((int)result), INT2FIX(error));
}

static VALUE
processes_waitpid_nohang(VALUE mod)
{
    int fds[2];
    if (pipe(fds) < 0) rb_sys_fail("pipe");
    rb_pid_t pid = fork();
    if (pid == 0) {
        char c;
        close(fds[1]);
        _exit((int)read(fds[0], &c, 1));
    }
    close(fds[0]);
    int status = 5;
    VALUE first = INT2FIX((int)rb_waitpid(pid, &status, WNOHANG));
    close(fds[1]);
    return rb_assoc_new(first, BOOL(rb_waitpid(pid, NULL, 0) == pid));
}

static VALUE
processes_detach(VALUE mod)
{
    VALUE thread = rb_detach_process(child_that_exits(4));
    return rb_funcall(rb_funcall(thread, rb_intern("value"), 0), rb_intern("exitstatus"), 0);
}

static VALUE
processes_last_status_set(VALUE mod, VALUE status, VALUE pid)
{
    rb_last_status_set(NUM2INT(status), NUM2PIDT(pid));
    return rb_inspect(rb_last_status_get());
}

static VALUE
processes_unsetenv(VALUE mod, VALUE name)
{
    ruby_unsetenv(StringValueCStr(name));
    return name;
}

static VALUE
processes_kill(int argc, VALUE *argv, VALUE mod)
{
    return rb_f_kill(argc, argv);
}

static VALUE
processes_exit(int argc, VALUE *argv, VALUE mod)
{
    return rb_f_exit(argc, argv);
}

static VALUE
processes_abort(int argc, VALUE *argv, VALUE mod)
{
    return rb_f_abort(argc, argv);
}

void
Init_processes(void)
{
    VALUE mod = rb_define_module("Processes");
    DEF(spawn, -1);
    DEF(spawn_err, -1);
    DEF(exec_line, 1);
    DEF(exec, 1);
    DEF(syswait, 0);
    DEF(waitpid_none, 0);
    DEF(waitpid_nohang, 0);
    DEF(detach, 0);
    DEF(last_status_set, 2);
    DEF(unsetenv, 1);
    DEF(kill, -1);
    DEF(exit, -1);
    DEF(abort, -1);
}
