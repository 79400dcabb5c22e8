/*
 * io/fd.c - descriptors: dup, reopen, close_read, close_write, close_on_exec, fcntl, ioctl, autoclose.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/io.h"
#include "internal/object.h"

/* ---- close-on-exec from the start ---- */

int
rb_cloexec_open(const char *path, int flags, mode_t mode)
{
    return open(path, flags | O_CLOEXEC, mode);
}

int
rb_cloexec_dup(int fd)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

int
rb_cloexec_dup2(int from, int to)
{
    if (from == to) return to;
    return to <= 2 ? dup2(from, to) : dup3(from, to, O_CLOEXEC);
}

int
rb_cloexec_fcntl_dupfd(int fd, int min)
{
    return fcntl(fd, F_DUPFD_CLOEXEC, min);
}

int
rb_reserved_fd_p(int fd)
{
    return 0;
}

/* Close-on-exec for the open descriptors from low to high (and all above, if that is how many there are) but those that
 * are keys of keep. */
void
rb_close_before_exec(int low, int high, VALUE keep)
{
    int open_max = (int)sysconf(_SC_OPEN_MAX), last = high > open_max ? high : open_max;
    for (int fd = low < 3 ? 3 : low; fd <= last; fd++) {
        if (!NIL_P(keep) && RTEST(rb_hash_lookup(keep, INT2FIX(fd)))) continue;
        int flags = fcntl(fd, F_GETFD);
        if (flags >= 0 && !(flags & FD_CLOEXEC)) fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
    }
}

/* Nothing keeps count of descriptors: all are close-on-exec. */
void
rb_update_max_fd(int fd)
{
    struct stat st;
    if (fstat(fd, &st) < 0 && errno == EBADF) rb_bug("rb_update_max_fd: invalid fd (%d) given.", fd);
}

void
rb_fd_fix_cloexec(int fd)
{
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0 && fd > 2 && !(flags & FD_CLOEXEC)) fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
}

static VALUE
io_m_close_on_exec_p(VALUE io)
{
    rb_io_t *fptr = io_ptr(io_write_side(io));
    int flags = fcntl(fptr->fd, F_GETFD);
    if (flags < 0) io_fail_path(NULL, errno, fptr);
    return val_bool(flags & FD_CLOEXEC);
}

static void
set_cloexec(rb_io_t *fptr, bool on)
{
    int flags = fcntl(fptr->fd, F_GETFD);
    if (flags < 0) io_fail_path(NULL, errno, fptr);
    int want = on ? flags | FD_CLOEXEC : flags & ~FD_CLOEXEC;
    if (want != flags && fcntl(fptr->fd, F_SETFD, want) < 0) io_fail_path(NULL, errno, fptr);
}

static VALUE
io_m_set_close_on_exec(VALUE io, VALUE on)
{
    VALUE w = io_write_side(io);
    set_cloexec(io_ptr(w), RTEST(on));
    if (w != io) set_cloexec(io_ptr(io), RTEST(on));
    return on;
}

static VALUE
io_m_autoclose_p(VALUE io)
{
    rb_io_t *fptr = io_ptr_init(io); /* of a frozen one too */
    rb_io_check_closed(fptr);
    return val_bool(!(fptr->mode & FMODE_EXTERNAL));
}

static VALUE
io_m_set_autoclose(VALUE io, VALUE on)
{
    rb_io_t *fptr = io_ptr(io);
    if (RTEST(on)) fptr->mode &= ~FMODE_EXTERNAL;
    else fptr->mode |= FMODE_EXTERNAL;
    return on;
}

/* ---- fcntl, ioctl ---- */

struct control {
    int fd;
    unsigned long cmd;
    intptr_t arg;
};

static intptr_t
do_fcntl(void *p)
{
    struct control *c = p;
    return fcntl(c->fd, (int)c->cmd, c->arg);
}

static intptr_t
do_ioctl(void *p)
{
    struct control *c = p;
    return ioctl(c->fd, c->cmd, c->arg);
}

enum { IOCTL_SIZE_SHIFT = 16, IOCTL_SIZE_MASK = (1 << 14) - 1 }; /* of the kernel's request numbers on x86-64 and aarch64 */

/* Returns how many bytes an ioctl may write through its argument.  A request of the new kind has the number in it. */
static size_t
control_bytes(bool is_ioctl, unsigned long cmd)
{
    size_t n = is_ioctl ? cmd >> IOCTL_SIZE_SHIFT & IOCTL_SIZE_MASK : 0;
    return n > 256 ? n : 256;
}

static VALUE
control(VALUE io, VALUE cmd, VALUE arg, bool is_ioctl)
{
    struct control c = {.cmd = is_ioctl ? NUM2ULONG(cmd) : (unsigned long)NUM2INT(cmd)};
    char *mark = NULL;
    if (NIL_P(arg) || arg == Qfalse) {
        c.arg = 0;
    } else if (FIXNUM_P(arg)) {
        c.arg = FIX2LONG(arg);
    } else if (arg == Qtrue) {
        c.arg = 1;
    } else {
        VALUE s = rb_check_string_type(arg);
        if (NIL_P(s)) {
            c.arg = NUM2LONG(arg);
        } else {
            size_t need = control_bytes(is_ioctl, c.cmd);
            arg = s;
            str_modify(arg);
            if (str_len(arg) <= need) str_resize(arg, need + 1);
            mark = str_end(arg) - 1;
            *mark = 17; /* overwritten: the request wrote more than fits */
            c.arg = (intptr_t)str_ptr(arg);
        }
    }
    rb_io_t *fptr = io_ptr(io);
    c.fd = fptr->fd;
    intptr_t r = io_sys_call(fptr, is_ioctl ? do_ioctl : do_fcntl, &c);
    if (mark && *mark != 17) rb_raise(rb_eArgError, "return value overflowed string");
    if (r < 0) io_fail_path("finish_narg", errno, fptr);
    if (!is_ioctl && c.cmd == F_DUPFD) fcntl((int)r, F_SETFD, FD_CLOEXEC); /* as all descriptors that Ruby makes */
    RB_GC_GUARD(arg);
    return LONG2NUM(r);
}

static VALUE
io_m_fcntl(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 2);
    return control(io, argv[0], argc > 1 ? argv[1] : Qnil, false);
}

static VALUE
io_m_ioctl(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 2);
    return control(io, argv[0], argc > 1 ? argv[1] : Qnil, true);
}

/* ---- one end closed ---- */

static bool
socket_p(rb_io_t *fptr)
{
    struct stat st;
    if (fstat(fptr->fd, &st) < 0) io_fail_path(NULL, errno, fptr);
    return S_ISSOCK(st.st_mode);
}

/* A popen'ed IO keeps its read end itself and its write end in a tied IO; when the first closes, it becomes the second. */
static void
become_write_side(VALUE io, VALUE w)
{
    rb_io_t *rptr = io_ptr_raw(io), *wptr = io_ptr_raw(w);
    rb_pid_t pid = rptr->pid;
    void (*finalize)(rb_io_t *, bool) = rptr->priv->finalize;
    rptr->priv->finalize = NULL;
    io_close(io, true);
    RFILE(io)->fptr = wptr;
    RFILE(w)->fptr = rptr;
    wptr->self = io;
    rptr->self = w;
    rptr->tied_io_for_writing = 0;
    wptr->pid = pid;
    wptr->priv->finalize = finalize;
    gc_wb(io);
    gc_wb(w);
}

/* Shuts one direction of a socket, and closes the socket if the other one is shut too. */
static VALUE
socket_shut(VALUE io, rb_io_t *fptr, int how, int mode)
{
    if (shutdown(fptr->fd, how) < 0) io_fail_path(NULL, errno, fptr);
    fptr->mode &= ~mode;
    return fptr->mode & FMODE_READWRITE ? Qnil : rb_io_close(io);
}

static VALUE
io_m_close_read(VALUE io)
{
    rb_check_frozen(io);
    rb_io_t *fptr = io_ptr_init(io);
    if (fptr->fd < 0) return Qnil;
    if (socket_p(fptr)) return socket_shut(io, fptr, SHUT_RD, FMODE_READABLE);
    VALUE w = io_write_side(io);
    if (w != io) {
        become_write_side(io, w);
        return Qnil;
    }
    if ((fptr->mode & (FMODE_DUPLEX | FMODE_WRITABLE)) == FMODE_WRITABLE)
        rb_raise(rb_eIOError, "closing non-duplex IO for reading");
    return rb_io_close(io);
}

static VALUE
io_m_close_write(VALUE io)
{
    VALUE w = io_write_side(io);
    rb_io_t *fptr = io_ptr_init(w);
    if (fptr->fd < 0) return Qnil;
    if (socket_p(fptr)) {
        if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path(NULL, errno, fptr);
        return socket_shut(w, fptr, SHUT_WR, FMODE_WRITABLE);
    }
    if (w == io && fptr->priv->write_closed) return Qnil;
    if ((fptr->mode & (FMODE_DUPLEX | FMODE_READABLE)) == FMODE_READABLE)
        rb_raise(rb_eIOError, "closing non-duplex IO for writing");
    if (w != io) {
        rb_io_t *rptr = io_ptr_init(io);
        rptr->priv->write_closed = true;
        rptr->tied_io_for_writing = 0;
        rptr->mode &= ~FMODE_DUPLEX;
    }
    io_close(w, false);
    return Qnil;
}

/* ---- dup ---- */

static VALUE
io_m_initialize_copy(VALUE copy, VALUE io)
{
    io = io_to_io(io);
    if (rb_obj_init_copy(copy, io) == io) return copy;
    rb_io_t *orig = io_ptr(io);
    if (orig->priv->wbuf.len && io_flush_wbuf(orig) < 0) io_fail_path(NULL, errno, orig);
    VALUE w = io_write_side(io);
    int fd = rb_cloexec_dup(orig->fd);
    if (fd < 0 && errno == EMFILE) {
        rb_gc();
        fd = rb_cloexec_dup(orig->fd);
    }
    if (fd < 0) rb_sys_fail(NULL);
    rb_io_t *fptr = io_new_ptr(copy);
    fptr->fd = fd;
    fptr->mode = orig->mode & ~(FMODE_EXTERNAL | IO_EPIPE_IS_SIGNAL);
    fptr->encs = orig->encs;
    fptr->pid = orig->pid;
    fptr->lineno = orig->lineno;
    RB_OBJ_WRITE(copy, &fptr->pathv, orig->pathv);
    RB_OBJ_WRITE(copy, &fptr->timeout, orig->timeout);
    RB_OBJ_WRITTEN(copy, Qundef, orig->encs.ecopts);
    if (orig->priv->rbuf.len) { /* both go on from where orig's reader is */
        off_t at = lseek(orig->fd, 0, SEEK_CUR);
        if (at >= 0) lseek(fd, at - (off_t)orig->priv->rbuf.len, SEEK_SET);
    }
    if (w != io) {
        VALUE wcopy = rb_obj_dup(w);
        RB_OBJ_WRITE(copy, &fptr->tied_io_for_writing, wcopy);
    }
    return copy;
}

/* ---- reopen ---- */

static const char *
mode_name(int fmode)
{
    bool bin = (fmode & FMODE_BINMODE) != 0;
    if (fmode & FMODE_APPEND) return (fmode & FMODE_READWRITE) == FMODE_READWRITE ? (bin ? "ab+" : "a+") : bin ? "ab" : "a";
    switch (fmode & FMODE_READWRITE) {
    case FMODE_READABLE: return bin ? "rb" : "r";
    case FMODE_WRITABLE: return bin ? "wb" : "w";
    default: return fmode & FMODE_TRUNC ? (bin ? "wb+" : "w+") : bin ? "rb+" : "r+";
    }
}

static bool
std_p(const rb_io_t *fptr)
{
    return (fptr->mode & FMODE_EXTERNAL) && fptr->fd >= 0 && fptr->fd <= 2;
}

/* Standard input stays readable, the standard outputs stay writable. */
static void
check_std_mode(rb_io_t *fptr, int fmode)
{
    if (!std_p(fptr)) return;
    if (!(fmode & (fptr->fd == 0 ? FMODE_READABLE : FMODE_WRITABLE)))
        rb_raise(rb_eArgError, "%" PRIsVALUE " can't change access mode from \"%s\" to \"%s\"", fptr->pathv,
                 mode_name(fptr->mode), mode_name(fmode));
}

static void
forget_read(rb_io_t *fptr)
{
    fptr->priv->rbuf.off = fptr->priv->rbuf.len = 0;
    fptr->priv->cbuf.off = fptr->priv->cbuf.len = 0;
}

static VALUE
reopen_io(VALUE io, VALUE other)
{
    other = io_to_io(other);
    rb_io_t *fptr = io_ptr(io), *orig = io_ptr(other);
    if (fptr == orig) return io;
    check_std_mode(fptr, orig->mode);
    if (fptr->mode & FMODE_WRITABLE) {
        VALUE w = io_write_side(io);
        if (io_ptr_init(w)->fd >= 0) rb_io_flush(w);
    }
    if (orig->mode & FMODE_WRITABLE) rb_io_flush(other);
    off_t at = -1;
    io_unread(fptr); /* it may share its place with other */
    if (orig->mode & FMODE_READABLE) {
        at = lseek(orig->fd, 0, SEEK_CUR);
        if (at >= 0) at -= (off_t)orig->priv->rbuf.len;
    }
    int fd = fptr->fd;
    if (fd != orig->fd) {
        forget_read(fptr);
        if (rb_cloexec_dup2(orig->fd, fd) < 0) io_fail_path(NULL, errno, orig);
        if (at >= 0) {
            lseek(fd, at, SEEK_SET);
            lseek(orig->fd, at, SEEK_SET);
            forget_read(orig);
        }
    }
    fptr->mode = orig->mode | (fptr->mode & FMODE_EXTERNAL);
    fptr->pid = orig->pid;
    fptr->lineno = orig->lineno;
    fptr->encs = orig->encs;
    RB_OBJ_WRITE(io, &fptr->pathv, orig->pathv);
    if (orig->mode & FMODE_BINMODE) rb_io_binmode(io);
    if (class_of(io) != rb_obj_class(other)) ivar_set_class(io, rb_obj_class(other));
    return io;
}

static VALUE
reopen_path(VALUE io, VALUE path, VALUE vmode, VALUE opts)
{
    rb_io_t *fptr = io_ptr_raw(io);
    if (!fptr) fptr = io_new_ptr(io);
    path = str_new_frozen(path);
    int oflags;
    if (!NIL_P(vmode) || !NIL_P(opts)) {
        struct io_mode m;
        io_mode_from(&m, vmode, Qnil, opts);
        check_std_mode(fptr, m.fmode);
        fptr->mode = m.fmode | (fptr->mode & FMODE_EXTERNAL);
        fptr->encs = m.enc;
        RB_OBJ_WRITTEN(io, Qundef, m.enc.ecopts);
        oflags = m.oflags;
    } else {
        if (fptr->fd < 0) fptr->mode &= ~FMODE_READWRITE; /* the mode has gone with the descriptor */
        oflags = io_fmode_oflags(fptr->mode);
        if (std_p(fptr) && (oflags & (O_ACCMODE | O_APPEND)) == O_WRONLY) oflags |= O_CREAT | O_TRUNC;
    }
    if (fptr->fd >= 0 && fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path(NULL, errno, fptr);
    int fd = io_sys_open(str_ptr(path), oflags, 0666);
    if (fd < 0) rb_exc_raise(rb_syserr_new_path_in("rb_sysopen", errno, path));
    RB_OBJ_WRITE(io, &fptr->pathv, path);
    forget_read(fptr);
    if (fptr->fd < 0) {
        fptr->fd = fd;
        fptr->mode &= ~FMODE_EXTERNAL;
        return io;
    }
    int err = rb_cloexec_dup2(fd, fptr->fd) < 0 ? errno : 0;
    close(fd);
    if (err) io_fail_path(NULL, err, fptr);
    return io;
}

static VALUE
io_m_reopen(int argc, VALUE *argv, VALUE io)
{
    rb_check_frozen(io);
    VALUE opts = io_take_opts(&argc, argv);
    rb_check_arity(argc, 1, 2);
    if (argc == 1) { /* a mode requires a path; a stream ignores keywords */
        VALUE other = rb_io_check_io(argv[0]);
        if (!NIL_P(other)) return reopen_io(io, other);
    }
    return reopen_path(io, file_path(argv[0]), argc > 1 ? argv[1] : Qnil, opts);
}

/* ---- what is known of the stream ---- */

static VALUE
io_m_pid(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    return fptr->pid ? INT2NUM(fptr->pid) : Qnil;
}

VALUE
rb_io_path(VALUE io)
{
    rb_io_t *fptr = io_ptr_init(io);
    return NIL_P(fptr->pathv) ? Qnil : str_dup_plain(fptr->pathv);
}

static VALUE
io_m_path(VALUE io)
{
    return rb_io_path(io);
}

int
rb_io_mode(VALUE io)
{
    return io_ptr(io)->mode;
}

FILE *
rb_fdopen(int fd, const char *mode)
{
    FILE *f = fdopen(fd, mode);
    if (!f && errno == EMFILE) {
        rb_gc();
        f = fdopen(fd, mode);
    }
    if (!f) rb_sys_fail(NULL);
    return f;
}

FILE *
rb_io_stdio_file(rb_io_t *fptr)
{
    if (!fptr->stdio_file) fptr->stdio_file = rb_fdopen(fptr->fd, mode_name(fptr->mode));
    return fptr->stdio_file;
}

void
rb_io_synchronized(rb_io_t *fptr)
{
    rb_io_check_initialized(fptr);
    fptr->mode |= FMODE_SYNC;
}

void
Init_io_fd(void)
{
    rb_define_method(rb_cIO, "close_on_exec?", io_m_close_on_exec_p, 0);
    rb_define_method(rb_cIO, "close_on_exec=", io_m_set_close_on_exec, 1);
    rb_define_method(rb_cIO, "autoclose?", io_m_autoclose_p, 0);
    rb_define_method(rb_cIO, "autoclose=", io_m_set_autoclose, 1);
    rb_define_method(rb_cIO, "fcntl", io_m_fcntl, -1);
    rb_define_method(rb_cIO, "ioctl", io_m_ioctl, -1);
    rb_define_method(rb_cIO, "close_read", io_m_close_read, 0);
    rb_define_method(rb_cIO, "close_write", io_m_close_write, 0);
    rb_define_method(rb_cIO, "initialize_copy", io_m_initialize_copy, 1);
    rb_define_method(rb_cIO, "reopen", io_m_reopen, -1);
    rb_define_method(rb_cIO, "pid", io_m_pid, 0);
    rb_define_method(rb_cIO, "path", io_m_path, 0);
    rb_define_method(rb_cIO, "to_path", io_m_path, 0);
}
