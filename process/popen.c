/*
 * process/popen.c - children at the other end of a pipe: IO.popen, Kernel#`.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/boot/exit.h"
#include "internal/hash.h"
#include "internal/process.h"

/* ---- pipes ---- */

struct pipes {
    int read_end, child_out; /* what the child writes; -1: none */
    int write_end, child_in;
};

static void
close_fd(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void
pipes_close(struct pipes *p)
{
    close_fd(&p->read_end);
    close_fd(&p->child_out);
    close_fd(&p->write_end);
    close_fd(&p->child_in);
}

static int
make_pipe(int fds[2])
{
    if (pipe2(fds, O_CLOEXEC) == 0) return 0;
    if (errno != EMFILE && errno != ENFILE) return -1;
    rb_gc();
    return pipe2(fds, O_CLOEXEC);
}

static void
pipes_open(struct pipes *p, int fmode, VALUE command)
{
    int fds[2];
    *p = (struct pipes){-1, -1, -1, -1};
    if (fmode & FMODE_READABLE) {
        if (make_pipe(fds) < 0) rb_syserr_fail_str(errno, command);
        p->read_end = fds[0];
        p->child_out = fds[1];
    }
    if (fmode & FMODE_WRITABLE) {
        if (make_pipe(fds) < 0) {
            int err = errno;
            pipes_close(p);
            rb_syserr_fail_str(err, command);
        }
        p->child_in = fds[0];
        p->write_end = fds[1];
    }
}

/* ---- the stream ---- */

/* close waits for the child, and sets $?. */
static void
reap(rb_io_t *fptr, bool noraise)
{
    int st;
    pid_t pid = fptr->pid;
    if (pid <= 0) return;
    fptr->pid = 0;
    process_wait(pid, &st, 0);
}

static VALUE
stream_on(VALUE klass, struct pipes *p, pid_t pid, const struct io_mode *m)
{
    VALUE io = io_new_raw(klass);
    rb_io_t *fptr = io_new_ptr(io);
    int mode = (m->fmode & ~(FMODE_CREATE | FMODE_TRUNC | FMODE_APPEND)) | FMODE_SYNC | FMODE_DUPLEX;
    fptr->mode = mode;
    fptr->encs = m->enc;
    RB_OBJ_WRITTEN(io, Qundef, m->enc.ecopts);
    fptr->pid = pid;
    fptr->priv->finalize = reap;
    if (p->read_end < 0) {
        fptr->fd = p->write_end;
        return io;
    }
    fptr->fd = p->read_end;
    if (p->write_end >= 0) {
        fptr->mode &= ~FMODE_WRITABLE;
        VALUE w = io_new_raw(klass);
        rb_io_t *wptr = io_new_ptr(w);
        wptr->fd = p->write_end;
        wptr->mode = (mode & ~FMODE_READABLE) | FMODE_SYNC;
        wptr->encs = m->enc;
        RB_OBJ_WRITTEN(w, Qundef, m->enc.ecopts);
        RB_OBJ_WRITE(io, &fptr->tied_io_for_writing, w);
    }
    return io;
}

static VALUE
popen_plan(VALUE klass, VALUE plan, const struct io_mode *m)
{
    struct pipes p;
    pipes_open(&p, m->fmode, exec_plan_ptr(plan)->name);
    if (p.child_out >= 0) exec_plan_add_dup(plan, 1, p.child_out);
    if (p.child_in >= 0) exec_plan_add_dup(plan, 0, p.child_in);
    pid_t pid = exec_plan_spawn_err(plan);
    close_fd(&p.child_out);
    close_fd(&p.child_in);
    if (pid < 0) {
        pipes_close(&p);
        exec_plan_fail(plan);
    }
    return stream_on(klass, &p, pid, m);
}

/* "-": a fork, its standard streams at the pipes.  nil in the child. */
static VALUE
popen_fork(VALUE klass, const struct io_mode *m)
{
    struct pipes p;
    pipes_open(&p, m->fmode, Qnil);
    pid_t pid = NUM2PIDT(rb_funcall(rb_mProcess, rb_intern("_fork"), 0));
    if (pid == 0) {
        if (p.child_in >= 0) dup2(p.child_in, 0);
        if (p.child_out >= 0) dup2(p.child_out, 1);
        pipes_close(&p);
        rb_io_synchronized(io_ptr(rb_const_get(rb_cObject, rb_intern("STDOUT"))));
        rb_io_synchronized(io_ptr(rb_const_get(rb_cObject, rb_intern("STDERR"))));
        return Qnil;
    }
    close_fd(&p.child_out);
    close_fd(&p.child_in);
    return stream_on(klass, &p, pid, m);
}

/* Runs the block of popen("-") in the child and ends the child.  at_exit blocks belong to the parent.  An exception that leaves the
 * block is not reported. */
NORETURN static void
run_in_child(void)
{
    int state;
    rb_protect(rb_yield, Qnil, &state);
    rb_protect(ruby_flush_std, Qnil, &state);
    _exit(EXIT_SUCCESS);
}

/* ---- IO.popen ---- */

/* The command as an Array may begin with an environment and end with options. */
static VALUE
plan_of_array(VALUE env, VALUE ary, VALUE exec_opts, unsigned will_redirect)
{
    ary = ary_dup(ary);
    if (ary_len(ary) > 1) {
        VALUE last = rb_check_hash_type(ary_get(ary, -1));
        if (!NIL_P(last)) {
            rb_ary_pop(ary);
            if (NIL_P(exec_opts)) {
                exec_opts = last;
            } else {
                exec_opts = hash_dup(exec_opts);
                hash_merge_into(exec_opts, last);
            }
        }
    }
    if (NIL_P(env) && ary_len(ary) > 0) {
        env = rb_check_hash_type(ary_at(ary, 0));
        if (!NIL_P(env)) rb_ary_shift(ary);
    }
    size_t n = ary_len(ary);
    if (n == 0) rb_error_arity(0, 1, UNLIMITED_ARGUMENTS);
    VALUE args = ary_new();
    if (!NIL_P(env)) ary_push(args, env);
    if (n == 1 && NIL_P(rb_check_array_type(ary_at(ary, 0)))) { /* never for the shell */
        VALUE name = ary_at(ary, 0), pair[2] = {name, name};
        ary_push(args, ary_new_from(pair, 2));
    } else {
        ary_concat(args, ary);
    }
    if (NIL_P(exec_opts)) exec_opts = hash_new();
    VALUE plan = exec_plan_new((int)ary_len(args), ary_ptr(args), exec_opts, false, will_redirect);
    RB_GC_GUARD(args);
    return plan;
}

static VALUE
plan_of_string(VALUE env, VALUE line, VALUE exec_opts, unsigned will_redirect)
{
    VALUE args[2] = {env, line};
    if (NIL_P(exec_opts)) exec_opts = hash_new();
    return NIL_P(env) ? exec_plan_new(1, &line, exec_opts, false, will_redirect)
                      : exec_plan_new(2, args, exec_opts, false, will_redirect);
}

static VALUE
io_s_popen(int argc, VALUE *argv, VALUE klass)
{
    VALUE opts = io_take_opts(&argc, argv), env = Qnil, exec_opts, others;
    if (NIL_P(opts) && argc > 1) {
        opts = rb_check_hash_type(argv[argc - 1]);
        if (!NIL_P(opts)) argc--;
    }
    if (argc > 1) {
        env = rb_check_hash_type(argv[0]);
        if (!NIL_P(env)) {
            argc--;
            argv++;
        }
    }
    rb_check_arity(argc, 1, 2);
    exec_opts_split(opts, &exec_opts, &others);
    struct io_mode m;
    io_mode_from(&m, argc > 1 ? argv[1] : Qnil, Qnil, others);
    unsigned std = (m.fmode & FMODE_READABLE ? 2u : 0) | (m.fmode & FMODE_WRITABLE ? 1u : 0);
    VALUE command = rb_check_array_type(argv[0]), plan = 0;
    if (!NIL_P(command)) {
        plan = plan_of_array(env, command, exec_opts, std);
    } else {
        command = argv[0];
        StringValueCStr(command);
        if (str_len(command) != 1 || *str_ptr(command) != '-') plan = plan_of_string(env, command, exec_opts, std);
    }
    VALUE io = plan ? popen_plan(klass, plan, &m) : popen_fork(klass, &m);
    if (NIL_P(io)) {
        if (rb_block_given_p()) run_in_child();
        return Qnil;
    }
    if (!rb_block_given_p()) return io;
    return rb_ensure(rb_yield, io, io_close_ensured, io);
}

/* ---- `command` ---- */

static VALUE
read_all(VALUE io)
{
    return io_read_all(io_ptr(io), Qnil);
}

static VALUE
kernel_m_backtick(VALUE self, VALUE line)
{
    StringValueCStr(line);
    status_set_last(Qnil);
    struct io_mode m;
    io_mode_from(&m, Qnil, Qnil, Qnil);
    VALUE io = popen_plan(rb_cIO, plan_of_string(Qnil, line, Qnil, 2), &m);
    return rb_ensure(read_all, io, io_close_ensured, io);
}

void
Init_process_popen(void)
{
    rb_define_singleton_method(rb_cIO, "popen", io_s_popen, -1);
    rb_define_global_function("`", kernel_m_backtick, 1);
}
