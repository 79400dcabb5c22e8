/*
 * process/exec.c - a plan carried out: vfork and exec, fork; Kernel#exec, spawn, system, fork.
 *
 * A child for exec is made by vfork: nothing is copied, and what the child writes into the plan the parent reads.  It
 * therefore makes system calls only (PID-1), with all signals blocked until none of our handlers is left in it (PID-2).
 */
#include "internal/compiler.h"
#include "internal/ractor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal/process.h"
#include "internal/boot/exit.h"
#include "internal/load.h"
#include "internal/signal.h"
#include "internal/thread.h"
#include "internal/variable.h"
#include "internal/vm/profile.h"

/* ---- in the child: system calls only ---- */

static int
failed(struct exec_plan *x, const char *stage)
{
    x->err = errno;
    x->stage = stage;
    return -1;
}

static int
clear_cloexec(int fd)
{
    int flags = fcntl(fd, F_GETFD);
    return flags < 0 ? -1 : fcntl(fd, F_SETFD, flags & ~FD_CLOEXEC);
}

/* All redirections as if at once: a source that some redirection overwrites is saved first. */
static int
redirect_all(struct exec_plan *x)
{
    int high = 3;
    for (size_t i = 0; i < x->dup_count; i++) {
        if (x->dups[i].to >= high) high = x->dups[i].to + 1;
    }
    for (size_t i = 0; i < x->dup_count; i++) {
        struct redirect *d = &x->dups[i];
        bool overwritten = false;
        for (size_t j = 0; j < x->dup_count; j++) overwritten |= x->dups[j].to == d->from && x->dups[j].from != d->from;
        if (!overwritten || d->from == d->to) continue;
        int fd = fcntl(d->from, F_DUPFD_CLOEXEC, high);
        if (fd < 0) return failed(x, "dup2");
        d->from = fd;
    }
    for (size_t i = 0; i < x->dup_count; i++) {
        struct redirect *d = &x->dups[i];
        if (d->from == FD_NONE) continue; /* the program keeps its own descriptor */
        if ((d->from == d->to ? clear_cloexec(d->to) : dup2(d->from, d->to)) < 0) return failed(x, "dup2");
    }
    for (size_t i = 0; i < x->close_count; i++) {
        if (close(x->closes[i]) < 0 && errno == EBADF && x->closes[i] > 2) return failed(x, "close");
    }
    for (size_t i = 0; i < x->child_dup_count; i++) {
        if (dup2(x->child_dups[i].from, x->child_dups[i].to) < 0) return failed(x, "dup2");
    }
    return 0;
}

static void
close_range_of(int from, int to) /* inclusive; to < 0: all */
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)from, to < 0 ? ~0u : (unsigned)to, 0) == 0) return;
#endif
    struct rlimit l;
    int end = to;
    if (end < 0) end = getrlimit(RLIMIT_NOFILE, &l) == 0 && l.rlim_cur < 65536 ? (int)l.rlim_cur : 65536;
    for (int fd = from; fd <= end; fd++) close(fd);
}

static void
close_others(struct exec_plan *x)
{
    int from = 3;
    for (;;) {
        int next = -1; /* the lowest target at or above from */
        for (size_t i = 0; i < x->dup_count; i++) {
            if (x->dups[i].to >= from && (next < 0 || x->dups[i].to < next)) next = x->dups[i].to;
        }
        for (size_t i = 0; i < x->child_dup_count; i++) {
            if (x->child_dups[i].to >= from && (next < 0 || x->child_dups[i].to < next)) next = x->child_dups[i].to;
        }
        if (next < 0) break;
        if (next > from) close_range_of(from, next - 1);
        from = next + 1;
    }
    close_range_of(from, -1);
}

static int
prepare(struct exec_plan *x)
{
    if (x->has_pgroup && setpgid(0, x->pgroup) < 0) return failed(x, "setpgid");
    for (size_t i = 0; i < x->limit_count; i++) {
        if (setrlimit(x->limits[i].resource, &x->limits[i].limit) < 0) return failed(x, "setrlimit");
    }
    if (x->has_umask) umask(x->umask);
    if (redirect_all(x) < 0) return -1;
    if (x->close_others) close_others(x);
    /* the system's own calls: the library's change every thread, and after vfork those are the parent's */
    if (x->has_gid && syscall(SYS_setgid, x->gid) < 0) return failed(x, "setgid");
    if (x->has_uid && syscall(SYS_setuid, x->uid) < 0) return failed(x, "setuid");
    if (x->chdir && chdir(x->chdir) < 0) return failed(x, x->chdir);
    return 0;
}

/* Makes the child's standard streams blocking, as programs expect them.  The ends of IO.pipe do not block, and the child shares that
 * state of the open file. */
static void
block_std(void)
{
    for (int fd = 0; fd < 3; fd++) {
        int flags = fcntl(fd, F_GETFL);
        if (flags >= 0 && (flags & O_NONBLOCK)) fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    }
}

/* Returns only on failure. */
static void
exec_now(struct exec_plan *x)
{
    block_std();
    char **env = x->envp ? x->envp : environ;
    if (x->shell_script) {
        char *argv[] = {"sh", "-c", (char *)x->shell_script, NULL};
        execve(x->file, argv, env);
    } else if (!x->file) {
        errno = ENOENT;
    } else {
        execve(x->file, x->argv, env);
        if (errno == ENOEXEC) { /* a script without #! */
            char *name = x->argv[0];
            x->argv_block[0] = "sh";
            x->argv[0] = (char *)x->file;
            execve("/bin/sh", x->argv_block, env);
            x->argv[0] = name;
            errno = ENOEXEC;
        }
    }
    failed(x, NULL);
}

/* Our handlers are not for the child. */
static void
default_handlers(void)
{
    for (int no = 1; no < NSIG; no++) {
        struct sigaction sa;
        if (sigaction(no, NULL, &sa) < 0 || sa.sa_handler == SIG_DFL || sa.sa_handler == SIG_IGN) continue;
        sa.sa_handler = SIG_DFL;
        sa.sa_flags = 0;
        sigaction(no, &sa, NULL);
    }
}

/* ---- in the parent ---- */

static NOINLINE pid_t
vfork_exec(struct exec_plan *x)
{
    sigset_t all, saved;
    sigfillset(&all);
    x->err = 0;
    x->stage = NULL;
    pthread_sigmask(SIG_SETMASK, &all, &saved);
    pid_t pid = vfork();
    if (pid == 0) {
        default_handlers();
        pthread_sigmask(SIG_SETMASK, &saved, NULL);
        if (prepare(x) == 0) exec_now(x);
        _exit(127);
    }
    int err = errno;
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    if (pid < 0) {
        x->err = err;
        x->stage = "vfork(2)";
    }
    return pid;
}

static void
flush_std(void)
{
    if (io_p(rb_stdout)) rb_io_flush(rb_stdout);
    if (io_p(rb_stderr)) rb_io_flush(rb_stderr);
}

pid_t
exec_plan_spawn_err(VALUE plan)
{
    struct exec_plan *x = exec_plan_ptr(plan);
    flush_std();
    if (!x->file && !x->shell_script) x->file = ""; /* the child fails with ENOENT, and $? has its status */
    pid_t pid;
    for (int tries = 0;; tries++) {
        pid = vfork_exec(x);
        if (pid >= 0 || x->err != EAGAIN || tries >= 3) break;
        rb_thread_wait_for((struct timeval){.tv_sec = 1});
    }
    exec_plan_done(plan);
    if (pid > 0 && x->err) {
        int st;
        while (waitpid(pid, &st, 0) < 0 && errno == EINTR) {}
        rb_last_status_set(st, pid);
        pid = -1;
    }
    if (pid < 0) errno = x->err;
    return pid;
}

void
exec_plan_fail(VALUE plan)
{
    struct exec_plan *x = exec_plan_ptr(plan);
    if (x->stage) rb_syserr_fail_str(x->err, rb_enc_associate(rb_str_new_cstr(x->stage), rb_filesystem_encoding()));
    rb_syserr_fail_str(x->err, x->name);
}

pid_t
exec_plan_spawn(VALUE plan)
{
    pid_t pid = exec_plan_spawn_err(plan);
    if (pid < 0) {
        status_set_last(status_new(0, 127 << 8));
        exec_plan_fail(plan);
    }
    return pid;
}

/* ---- fork ---- */

pid_t
process_fork(void)
{
    flush_std();
    rb_thread_check_ints();
    sigset_t all, saved;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &saved);
    pid_t pid = fork();
    int err = errno;
    if (pid == 0) {
        thread_atfork_child();
        signal_after_fork();
        io_forget_waiters();
        load_after_fork();
        autoload_after_fork();
        rb_reset_random_seed();
    }
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    if (pid < 0) rb_syserr_fail(err, "fork(2)");
    return pid;
}

rb_pid_t
rb_fork_ruby(int *status)
{
    if (status) *status = 0;
    return process_fork();
}

static VALUE
process_s__fork(VALUE self)
{
    return INT2NUM(process_fork());
}

static VALUE
call_block(VALUE unused)
{
    return rb_yield(Qundef);
}

void
process_run_child_block(void)
{
    int state;
    rb_protect(call_block, Qnil, &state);
    ruby_end_child_block(state);
}

static VALUE
kernel_m_fork(VALUE self)
{
    if (ractor_confined_p()) ractor_raise_isolation("can not fork from non-main Ractors");
    pid_t pid = NUM2PIDT(rb_funcall(rb_mProcess, rb_intern("_fork"), 0));
    if (pid > 0) return INT2NUM(pid);
    if (rb_block_given_p()) process_run_child_block();
    return Qnil;
}

/* ---- exec, spawn, system ---- */

static VALUE
plan_of_call(int argc, const VALUE *argv, bool system)
{
    VALUE opts = io_take_opts(&argc, argv);
    return exec_plan_new(argc, argv, opts, system, 0);
}

static VALUE
do_exec(VALUE plan)
{
    struct exec_plan *x = exec_plan_ptr(plan);
    sigset_t none, saved;
    x->err = 0;
    profile_finish(); /* its thread and its signals are not for the next program */
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, &saved);
    if (prepare(x) == 0) exec_now(x);
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    exec_plan_fail(plan);
}

VALUE
rb_f_exec(int argc, const VALUE *argv)
{
    return do_exec(exec_plan_new(argc, argv, Qnil, false, 0));
}

static VALUE
kernel_m_exec(int argc, VALUE *argv, VALUE self)
{
    return do_exec(plan_of_call(argc, argv, false));
}

/* Runs command by the shell, simple or not. */
int
rb_proc_exec(const char *command)
{
    VALUE words[3] = {rb_assoc_new(rb_str_new_lit("/bin/sh"), rb_str_new_lit("sh")), rb_str_new_lit("-c"),
                      rb_str_new_cstr(command)};
    while (*command == ' ') command++;
    errno = ENOENT;
    if (!*command) return -1;
    struct exec_plan *x = exec_plan_ptr(exec_plan_new(3, words, Qnil, false, 0));
    exec_now(x);
    errno = x->err;
    return -1;
}

rb_pid_t
rb_spawn_err(int argc, const VALUE *argv, char *message, size_t size)
{
    VALUE plan = exec_plan_new(argc, argv, Qnil, false, 0);
    pid_t pid = exec_plan_spawn_err(plan);
    const char *stage = exec_plan_ptr(plan)->stage;
    if (stage && stage == exec_plan_ptr(plan)->chdir) stage = "chdir";
    if (pid < 0 && stage && size) { /* a message is there only if a step before the exec failed */
        message[0] = 0;
        strncat(message, stage, size - 1);
    }
    return pid;
}

rb_pid_t
rb_spawn(int argc, const VALUE *argv)
{
    return rb_spawn_err(argc, argv, NULL, 0);
}

static VALUE
kernel_m_spawn(int argc, VALUE *argv, VALUE self)
{
    return INT2NUM(exec_plan_spawn(plan_of_call(argc, argv, false)));
}

static void
raise_command_failed(VALUE plan, VALUE status)
{
    struct exec_plan *x = exec_plan_ptr(plan);
    VALUE text = rb_funcall(status, rb_intern("to_s"), 0); /* "pid 1 exit 2" */
    const char *p = strchr(StringValueCStr(text) + 4, ' ');
    rb_raise(rb_eRuntimeError, "Command failed with%s: %" PRIsVALUE, p ? p : "", x->name);
}

static VALUE
kernel_m_system(int argc, VALUE *argv, VALUE self)
{
    VALUE plan = plan_of_call(argc, argv, true);
    struct exec_plan *x = exec_plan_ptr(plan);
    status_set_last(Qnil);
    pid_t pid = exec_plan_spawn_err(plan);
    if (pid < 0) {
        if (x->exception) rb_syserr_fail_str(x->err, x->name);                     /* the command, whatever failed */
        if (NIL_P(rb_last_status_get())) status_set_last(status_new(0, 127 << 8)); /* there was no child */
        return Qnil;
    }
    int st;
    if (process_wait(pid, &st, 0) < 0) rb_sys_fail("Another thread waited the process started by system().");
    if (st == EXIT_SUCCESS) return Qtrue;
    if (x->exception) raise_command_failed(plan, rb_last_status_get());
    return Qfalse;
}

void
Init_process_exec(void)
{
    rb_define_global_function("exec", kernel_m_exec, -1);
    rb_define_global_function("fork", kernel_m_fork, 0);
    rb_define_global_function("spawn", kernel_m_spawn, -1);
    rb_define_global_function("system", kernel_m_system, -1);
    rb_define_singleton_method(rb_mProcess, "exec", kernel_m_exec, -1);
    rb_define_singleton_method(rb_mProcess, "fork", kernel_m_fork, 0);
    rb_define_singleton_method(rb_mProcess, "spawn", kernel_m_spawn, -1);
    rb_define_singleton_method(rb_mProcess, "_fork", process_s__fork, 0);
}
