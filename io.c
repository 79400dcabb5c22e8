/*
 * io.c - IO objects: made, opened on a descriptor, closed; the standard streams.
 *
 * An IO is a T_FILE slot that points to an rb_io_t, which is allocated with its private part.  A collected IO is closed, and
 * so is every IO at the end of the process; both ignore errors.
 */
#include "internal/compiler.h"
#include "ruby/ractor.h"
#include "internal/ractor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/gc.h"
#include "internal/io.h"
#include "internal/thread.h"
#include "internal/thread/methods.h"
#include "internal/variable.h"
#include "ruby/fiber/scheduler.h"

VALUE rb_cIO, rb_eIOError, rb_eEOFError, rb_eIOTimeoutError, rb_mWaitReadable, rb_mWaitWritable;
VALUE rb_stdin, rb_stdout, rb_stderr;
VALUE rb_rs, rb_default_rs, rb_output_rs, rb_output_fs;
static VALUE orig_stdin, orig_stdout, orig_stderr;

struct io_full {
    rb_io_t pub;
    struct rb_io_private priv;
};

/* ---- the heap's view ---- */

static void
io_mark(VALUE io)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (!fptr) return;
    gc_mark(fptr->pathv);
    gc_mark(fptr->tied_io_for_writing);
    gc_mark(fptr->encs.ecopts);
    gc_mark(fptr->write_lock);
    gc_mark(fptr->timeout);
    gc_mark(fptr->priv->writeconv_asciicompat);
}

void
io_buf_free(struct io_buf *b)
{
    if (b->ptr) gc_free(b->ptr, b->capa);
    *b = (struct io_buf){0};
}

/* Writes what is left, waiting for a slow reader; gives up at the first error. */
static void
drain_quietly(rb_io_t *fptr)
{
    struct io_buf *w = &fptr->priv->wbuf;
    while (w->len) {
        ssize_t n = write(fptr->fd, w->ptr + w->off, w->len);
        if (n > 0) {
            w->off += (size_t)n;
            w->len -= (size_t)n;
            continue;
        }
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            struct pollfd p = {.fd = fptr->fd, .events = POLLOUT};
            if (poll(&p, 1, -1) >= 0 || errno == EINTR) continue;
        }
        return;
    }
}

static void
free_buffers(rb_io_t *fptr)
{
    struct rb_io_private *priv = fptr->priv;
    io_buf_free(&priv->rbuf);
    io_buf_free(&priv->wbuf);
    io_buf_free(&priv->cbuf);
    if (priv->readconv) rb_econv_close(priv->readconv);
    if (priv->writeconv) rb_econv_close(priv->writeconv);
    priv->readconv = priv->writeconv = NULL;
    priv->readconv_made = priv->writeconv_made = false;
}

/* Neither raises nor touches other objects: the collector's way to close. */
int
rb_io_fptr_finalize(rb_io_t *fptr)
{
    if (!fptr) return 0;
    if (fptr->fd >= 0) {
        drain_quietly(fptr);
        if (fptr->stdio_file) fclose(fptr->stdio_file);
        else if (!(fptr->mode & FMODE_EXTERNAL) && fptr->fd > 2) close(fptr->fd);
        fptr->fd = -1;
    }
    free_buffers(fptr);
    io_forget_waiters_of(fptr);
    gc_free(fptr, sizeof(struct io_full));
    return 1;
}

static void
io_free(VALUE io)
{
    rb_io_fptr_finalize(io_ptr_raw(io));
    RFILE(io)->fptr = NULL;
}

static size_t
io_memsize(VALUE io)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (!fptr) return 0;
    return sizeof(struct io_full) + fptr->priv->rbuf.capa + fptr->priv->wbuf.capa + fptr->priv->cbuf.capa;
}

/* ---- making ---- */

static VALUE
io_s_alloc(VALUE klass)
{
    VALUE io = obj_new(klass, T_FILE, sizeof(struct RFile));
    RFILE(io)->fptr = NULL;
    return io;
}

VALUE
io_new_raw(VALUE klass)
{
    return io_s_alloc(klass);
}

rb_io_t *
io_new_ptr(VALUE io)
{
    rb_io_t *old = io_ptr_raw(io);
    if (old) {
        rb_io_close(io);
        RFILE(io)->fptr = NULL;
        rb_io_fptr_finalize(old);
    }
    struct io_full *full = gc_calloc(1, sizeof *full);
    full->pub = (rb_io_t){
        .self = io, .fd = -1, .pathv = Qnil, .timeout = Qnil, .encs = {.ecopts = Qnil}, .priv = &full->priv};
    full->priv.writeconv_asciicompat = Qnil;
    RFILE(io)->fptr = &full->pub;
    gc_own(io);
    return &full->pub;
}

rb_io_t *
rb_io_make_open_file(VALUE io)
{
    return io_new_ptr(io);
}

VALUE
io_wrap(VALUE klass, int fd, int mode, const char *path)
{
    VALUE io = io_s_alloc(klass);
    rb_io_t *fptr = io_new_ptr(io);
    fptr->fd = fd;
    fptr->mode = mode;
    if (path) {
        VALUE name = rb_obj_freeze(rb_filesystem_str_new_cstr(path));
        RB_OBJ_WRITE(io, &fptr->pathv, name);
    }
    return io;
}

/* ---- checks ---- */

void
rb_io_check_initialized(rb_io_t *fptr)
{
    if (!fptr) rb_raise(rb_eIOError, "uninitialized stream");
}

void
rb_io_check_closed(rb_io_t *fptr)
{
    rb_io_check_initialized(fptr);
    if (fptr->fd < 0) rb_raise(rb_eIOError, "closed stream");
}

VALUE
rb_io_taint_check(VALUE io)
{
    rb_check_frozen(io);
    return io;
}

struct rb_io *
rb_io_pointer(VALUE io)
{
    rb_check_type(io, T_FILE);
    return io_ptr_raw(io);
}

VALUE
io_write_side(VALUE io)
{
    VALUE w = io_ptr_init(io)->tied_io_for_writing;
    return w ? w : io;
}

VALUE
rb_io_get_write_io(VALUE io)
{
    return io_write_side(io);
}

VALUE
rb_io_set_write_io(VALUE io, VALUE w)
{
    rb_io_t *fptr = io_ptr_init(io);
    VALUE old = fptr->tied_io_for_writing;
    RB_OBJ_WRITE(io, &fptr->tied_io_for_writing, RTEST(w) ? w : 0);
    return old ? old : Qnil;
}

void
rb_io_check_char_readable(rb_io_t *fptr)
{
    rb_io_check_closed(fptr);
    if (!(fptr->mode & FMODE_READABLE)) rb_raise(rb_eIOError, "not opened for reading");
    if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path(NULL, errno, fptr);
    VALUE w = fptr->tied_io_for_writing;
    if (w) {
        rb_io_t *wptr = io_ptr(w);
        if (wptr->priv->wbuf.len && io_flush_wbuf(wptr) < 0) io_fail_path(NULL, errno, wptr);
    }
}

void
rb_io_check_byte_readable(rb_io_t *fptr)
{
    rb_io_check_char_readable(fptr);
    if (fptr->priv->cbuf.len) rb_raise(rb_eIOError, "byte oriented operation for character buffered IO");
}

void
rb_io_check_readable(rb_io_t *fptr)
{
    rb_io_check_byte_readable(fptr);
}

void
rb_io_check_writable(rb_io_t *fptr)
{
    rb_io_check_closed(fptr);
    if (!(fptr->mode & FMODE_WRITABLE)) rb_raise(rb_eIOError, "not opened for writing");
    if (fptr->priv->rbuf.len) io_unread(fptr);
}

rb_io_t *
io_readable(VALUE io)
{
    if (UNLIKELY(obj_frozen(io))) rb_check_frozen(io);
    rb_io_t *fptr = io_ptr_init(io);
    if (LIKELY(fptr->fd >= 0 && (fptr->mode & FMODE_READABLE) && !fptr->priv->wbuf.len && !fptr->tied_io_for_writing))
        return fptr;
    rb_io_check_char_readable(fptr);
    return fptr;
}

rb_io_t *
io_byte_readable(VALUE io)
{
    rb_io_t *fptr = io_readable(io);
    if (UNLIKELY(fptr->priv->cbuf.len)) rb_io_check_byte_readable(fptr);
    return fptr;
}

rb_io_t *
io_writable(VALUE io)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (UNLIKELY(obj_frozen(io))) rb_check_frozen(io);
    if (LIKELY(fptr && fptr->fd >= 0 && (fptr->mode & FMODE_WRITABLE) && !fptr->priv->rbuf.len)) return fptr;
    rb_io_check_initialized(fptr);
    rb_io_check_writable(fptr);
    return fptr;
}

void
io_fail_path(const char *func, int err, rb_io_t *fptr)
{
    if (err == EPIPE && (fptr->mode & IO_EPIPE_IS_SIGNAL)) {
        VALUE signo = INT2FIX(SIGPIPE);
        rb_exc_raise(rb_class_new_instance(1, &signo, rb_eSignal));
    }
    if (NIL_P(fptr->pathv)) rb_syserr_fail(err, NULL);
    if (!func) rb_syserr_fail_str(err, fptr->pathv);
    rb_exc_raise(rb_syserr_new_path_in(func, err, fptr->pathv));
}

VALUE
io_to_io(VALUE v)
{
    if (io_p(v)) return v;
    return rb_convert_type(v, T_FILE, "IO", "to_io");
}

VALUE
rb_io_get_io(VALUE v)
{
    return io_to_io(v);
}

VALUE
rb_io_check_io(VALUE v)
{
    return rb_check_convert_type(v, T_FILE, "IO", "to_io");
}

/* ---- closing ---- */

static void
interrupt_fiber(struct io_waiter *w)
{
    VALUE error = rb_exc_new_cstr(rb_eIOError, "stream closed in another thread");
    w->closed = true;
    if (RTEST(w->thread->scheduler)) rb_fiber_scheduler_fiber_interrupt(w->thread->scheduler, w->fiber, error);
}

/* Wakes every thread and fiber inside a blocking call on fptr.  Each finds `closed` set and leaves (IO-4). */
static void
evict_waiters(rb_io_t *fptr)
{
    struct rthread *me = thread_current();
    for (;;) {
        bool any = false;
        for (struct io_waiter *w = fptr->priv->waiters, *next; w; w = next) {
            next = w->next;
            if (w->fiber) {
                if (w->closed || w->fiber == rb_fiber_current()) continue;
                interrupt_fiber(w);
                next = fptr->priv->waiters; /* the scheduler may have changed the list */
                continue;
            }
            if (w->thread == me) continue;
            any = w->closed = true;
            thread_interrupt(w->thread, INTR_THREAD);
        }
        if (!any) return;
        thread_yield_now();
    }
}

static void
close_fd(VALUE io, rb_io_t *fptr, bool noraise)
{
    int fd = fptr->fd;
    int err = 0;
    fptr->priv->closing = true;
    evict_waiters(fptr);
    fptr->fd = -1;
    fptr->priv->closing = false;
    if (fptr->stdio_file) {
        if (fclose(fptr->stdio_file) != 0) err = errno;
        fptr->stdio_file = NULL;
    } else if (fd > 2 && !(fptr->mode & FMODE_EXTERNAL)) { /* the standard descriptors and other owners' stay open */
        VALUE s = noraise ? Qnil : io_scheduler();
        VALUE closed = NIL_P(s) ? Qundef : rb_fiber_scheduler_io_close(s, INT2NUM(fd));
        if (closed == Qundef && close(fd) < 0) err = errno;
        if (closed == Qfalse) err = errno;
    }
    free_buffers(fptr);
    if (err && err != EINTR && !noraise) io_fail_path(NULL, err, fptr);
}

struct close_arg {
    VALUE io;
    bool noraise;
};

static VALUE
close_flush(VALUE p)
{
    struct close_arg *a = (struct close_arg *)p;
    rb_io_t *fptr = io_ptr_raw(a->io);
    if (fptr->fd >= 0 && (fptr->mode & FMODE_WRITABLE)) {
        io_finish_writeconv(fptr);
        if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) {
            fptr->priv->wbuf.len = 0;
            if (!a->noraise) io_fail_path("fptr_finalize_flush", errno, fptr);
        }
    }
    return Qnil;
}

static VALUE
close_rest(VALUE p)
{
    struct close_arg *a = (struct close_arg *)p;
    rb_io_t *fptr = io_ptr_raw(a->io);
    if (fptr->fd >= 0) close_fd(a->io, fptr, a->noraise);
    return Qnil;
}

void
io_close(VALUE io, bool noraise)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (!fptr || fptr->fd < 0) return;
    struct close_arg a = {io, noraise};
    rb_ensure(close_flush, (VALUE)&a, close_rest, (VALUE)&a);
    if (fptr->priv->finalize) fptr->priv->finalize(fptr, noraise);
}

static void
forget_waiters(VALUE v, void *unused)
{
    if (obj_type(v) != T_FILE || !io_ptr_raw(v)) return;
    io_forget_waiters_of(io_ptr_raw(v));
}

void
io_forget_waiters(void)
{
    if (io_any_waiter) gc_each_object(forget_waiters, NULL);
}

/* ---- the standard streams ---- */

static VALUE
std_stream(int fd, int mode, const char *name)
{
    struct stat st;
    if (isatty(fd)) mode |= FMODE_TTY | FMODE_DUPLEX;
    if ((mode & FMODE_READABLE) && fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode)) mode |= FMODE_DUPLEX;
    if (fd == 1) mode |= IO_EPIPE_IS_SIGNAL;
    return io_wrap(rb_cIO, fd, mode | FMODE_EXTERNAL, name);
}

/* The streams of a Ractor that is not the main one: its own objects on the same descriptors. */
VALUE
io_standard_again(int fd)
{
    static const char *const names[] = {"<STDIN>", "<STDOUT>", "<STDERR>"};
    int mode = fd == 0 ? FMODE_READABLE : fd == 1 ? FMODE_WRITABLE : FMODE_WRITABLE | FMODE_SYNC;
    return std_stream(fd, mode, names[fd]);
}

/* Assigned to $stdout and $stderr: anything with a write method. */
static void
out_setter(VALUE v, ID id, VALUE *place)
{
    if (!rb_respond_to(v, rb_intern("write")))
        rb_raise(rb_eTypeError, "%" PRIsVALUE " must have write method, %" PRIsVALUE " given", id_name(id), rb_obj_class(v));
    if (!ractor_confined_p()) *place = v;
    else if (place == &rb_stdout) rb_ractor_stdout_set(v);
    else rb_ractor_stderr_set(v);
}

static VALUE
get_out(ID id, VALUE *place)
{
    return place == &rb_stdout ? rb_ractor_stdout() : rb_ractor_stderr();
}

static VALUE
get_stdin(ID id, VALUE *data)
{
    return rb_ractor_stdin();
}

static void
set_stdin(VALUE v, ID id, VALUE *place)
{
    rb_ractor_stdin_set(v);
}

/* $, $/ and $\ warn when they become anything but nil. */
static void
separator_setter(VALUE v, ID id, VALUE *place)
{
    if (!NIL_P(v)) {
        if (!val_type_p(v, T_STRING)) rb_raise(rb_eTypeError, "value of %" PRIsVALUE " must be String", id_name(id));
        if (place == &rb_rs && rb_str_equal(v, rb_default_rs) == Qtrue) v = rb_default_rs;
        else rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "non-nil '%" PRIsVALUE "' is deprecated", id_name(id));
        if (place == &rb_rs && !(obj_frozen(v) && rb_obj_class(v) == rb_cString && rb_ivar_count(v) == 0))
            v = rb_obj_freeze(str_dup_plain(v));
    }
    *place = v;
}

static void
define_variables(void)
{
    rb_define_hooked_variable("$stdin", &rb_stdin, get_stdin, set_stdin);
    rb_define_hooked_variable("$stdout", &rb_stdout, get_out, out_setter);
    rb_define_hooked_variable("$stderr", &rb_stderr, get_out, out_setter);
    gvar_alias(rb_intern("$>"), rb_intern("$stdout"));

    rb_default_rs = str_fstring_cstr("\n", 1, ENCI_USASCII);
    gc_keep(rb_default_rs);
    rb_rs = rb_default_rs;
    rb_output_rs = rb_output_fs = Qnil;
    rb_define_hooked_variable("$/", &rb_rs, NULL, separator_setter);
    gvar_alias(rb_intern("$-0"), rb_intern("$/"));
    rb_define_hooked_variable("$\\", &rb_output_rs, NULL, separator_setter);
    rb_define_hooked_variable("$,", &rb_output_fs, NULL, separator_setter);
}

static void
define_streams(void)
{
    gc_register_global(&orig_stdin);
    gc_register_global(&orig_stdout);
    gc_register_global(&orig_stderr);
    rb_stdin = orig_stdin = std_stream(0, FMODE_READABLE, "<STDIN>");
    rb_stdout = orig_stdout = std_stream(1, FMODE_WRITABLE, "<STDOUT>");
    rb_stderr = orig_stderr = std_stream(2, FMODE_WRITABLE | FMODE_SYNC, "<STDERR>");
    rb_define_global_const("STDIN", rb_stdin);
    rb_define_global_const("STDOUT", rb_stdout);
    rb_define_global_const("STDERR", rb_stderr);
}

/* ---- methods ---- */

static VALUE
io_m_fileno(VALUE io)
{
    rb_io_t *fptr = io_ptr_init(io); /* of a frozen one too */
    rb_io_check_closed(fptr);
    return INT2FIX(fptr->fd);
}

int
rb_io_descriptor(VALUE io)
{
    if (io_p(io)) return io_ptr(io)->fd;
    VALUE fd = rb_check_funcall(io, rb_intern("fileno"), 0, NULL);
    if (fd == Qundef) rb_raise(rb_eTypeError, "expected IO or #fileno, %" PRIsVALUE " given", rb_obj_class(io));
    return NUM2INT(fd);
}

bool
io_fd_tty(rb_io_t *fptr)
{
    return isatty(fptr->fd) != 0;
}

static VALUE
io_m_tty_p(VALUE io)
{
    return val_bool(io_fd_tty(io_ptr(io)));
}

static VALUE
io_m_sync(VALUE io)
{
    return val_bool(io_ptr(io_write_side(io))->mode & FMODE_SYNC);
}

static VALUE
io_m_set_sync(VALUE io, VALUE on)
{
    rb_io_t *fptr = io_ptr(io_write_side(io));
    if (RTEST(on)) fptr->mode |= FMODE_SYNC;
    else fptr->mode &= ~FMODE_SYNC;
    return on;
}

/* Returns whether fptr is closed, or another thread that closes it waits for those inside a call on it to leave. */
static bool
closed_p(const rb_io_t *fptr)
{
    return fptr->fd < 0 || fptr->priv->closing;
}

static VALUE
io_m_closed_p(VALUE io)
{
    rb_io_t *fptr = io_ptr_init(io);
    if (!closed_p(fptr)) return Qfalse;
    VALUE w = io_write_side(io);
    return val_bool(w == io || closed_p(io_ptr_init(w)));
}

VALUE
rb_io_closed_p(VALUE io)
{
    return io_m_closed_p(io);
}

VALUE
rb_io_close(VALUE io)
{
    VALUE w = io_write_side(io);
    if (w != io) io_close(w, false);
    io_close(io, false);
    return Qnil;
}

static VALUE
io_m_close(VALUE io)
{
    return rb_io_close(io);
}

static VALUE
io_m_inspect(VALUE io)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (!fptr) return rb_any_to_s(io);
    VALUE s = rb_str_new_cstr("#<");
    rb_str_append(s, rb_class_name(rb_obj_class(io)));
    rb_str_cat_cstr(s, ":");
    if (NIL_P(fptr->pathv)) {
        if (fptr->fd < 0) rb_str_cat_cstr(s, "(closed)");
        else rb_str_catf(s, "fd %d", fptr->fd);
    } else {
        rb_str_append(s, fptr->pathv);
        if (fptr->fd < 0) rb_str_cat_cstr(s, " (closed)");
    }
    return rb_str_cat_cstr(s, ">");
}

static VALUE
io_m_to_io(VALUE io)
{
    return io;
}

void
Init_IO(void)
{
    static const struct gc_type_ops ops = {.mark = io_mark, .free = io_free, .memsize = io_memsize};
    gc_register_type(T_FILE, &ops);
    rb_cIO = rb_define_class("IO", rb_cObject);
    rb_include_module(rb_cIO, rb_mEnumerable);
    rb_define_alloc_func(rb_cIO, io_s_alloc);
    rb_eIOError = rb_define_class("IOError", rb_eStandardError);
    rb_eEOFError = rb_define_class("EOFError", rb_eIOError);
    rb_eIOTimeoutError = rb_define_class_under(rb_cIO, "TimeoutError", rb_eIOError);
    rb_mWaitReadable = rb_define_module_under(rb_cIO, "WaitReadable");
    rb_mWaitWritable = rb_define_module_under(rb_cIO, "WaitWritable");

    rb_define_method(rb_cIO, "fileno", io_m_fileno, 0);
    rb_define_alias(rb_cIO, "to_i", "fileno");
    rb_define_method(rb_cIO, "to_io", io_m_to_io, 0);
    rb_define_method(rb_cIO, "tty?", io_m_tty_p, 0);
    rb_define_alias(rb_cIO, "isatty", "tty?");
    rb_define_method(rb_cIO, "sync", io_m_sync, 0);
    rb_define_method(rb_cIO, "sync=", io_m_set_sync, 1);
    rb_define_method(rb_cIO, "close", io_m_close, 0);
    rb_define_method(rb_cIO, "closed?", io_m_closed_p, 0);
    rb_define_method(rb_cIO, "inspect", io_m_inspect, 0);

    define_streams();
    define_variables();
    Init_io_error();
    Init_io_write();
    Init_io_read();
    Init_io_gets();
    Init_io_char();
    Init_io_pos();
    Init_io_enc();
    Init_io_fd();
    Init_io_open();
    Init_io_class();
    Init_io_copy();
    Init_io_select();
}
