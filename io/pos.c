/*
 * io/pos.c - positions and what reaches the disk: seek, pos, rewind, sysseek, fsync, advise; unbuffered writes.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "internal/io.h"

/* ---- positions ---- */

/* Seeks, after it has flushed the write buffer.  Drops the bytes that were read ahead: they count as not read. */
static off_t
do_seek(rb_io_t *fptr, off_t off, int whence)
{
    if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path(NULL, errno, fptr);
    if (whence == SEEK_CUR) off -= (off_t)fptr->priv->rbuf.len;
    off_t r = lseek(fptr->fd, off, whence);
    if (r < 0) return r;
    fptr->priv->rbuf.off = fptr->priv->rbuf.len = 0;
    fptr->priv->cbuf.off = fptr->priv->cbuf.len = 0;
    if (fptr->priv->readconv) {
        rb_econv_close(fptr->priv->readconv);
        fptr->priv->readconv = NULL;
        fptr->priv->readconv_made = false;
    }
    return r;
}

static int
whence_arg(VALUE v)
{
    if (SYMBOL_P(v)) {
        static const struct {
            const char *name;
            int value;
        } names[] = {
            {"SET", SEEK_SET}, {"CUR", SEEK_CUR}, {"END", SEEK_END}, {"DATA", SEEK_DATA}, {"HOLE", SEEK_HOLE},
        };
        for (size_t i = 0; i < lengthof(names); i++) {
            if (v == ID2SYM(rb_intern(names[i].name))) return names[i].value;
        }
    }
    return NUM2INT(v);
}

void
io_seek_to(VALUE io, VALUE offset, int whence)
{
    off_t off = NUM2OFFT(offset);
    rb_io_t *fptr = io_ptr(io);
    if (do_seek(fptr, off, whence) < 0) io_fail_path("rb_io_seek", errno, fptr);
}

static VALUE
io_m_seek(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 2);
    int whence = argc > 1 ? whence_arg(argv[1]) : SEEK_SET;
    io_seek_to(io, argv[0], whence);
    return INT2FIX(0);
}

/* Gives what was read ahead back to the file: the next read begins at `at`.  The characters that ungetc put back go with it, as in
 * CRuby.  Leaves all as it is if bytes were put back before the begin of the file. */
static void
give_back(rb_io_t *fptr, off_t at)
{
    struct io_buf *r = &fptr->priv->rbuf, *c = &fptr->priv->cbuf;
    if (lseek(fptr->fd, at, SEEK_SET) >= 0) r->off = r->len = c->off = c->len = 0;
}

static VALUE
io_m_pos(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path(NULL, errno, fptr);
    off_t at = lseek(fptr->fd, 0, SEEK_CUR);
    if (at < 0) io_fail_path("rb_io_tell", errno, fptr);
    at -= (off_t)fptr->priv->rbuf.len;
    if (io_need_readconv(fptr) && fptr->priv->rbuf.len) give_back(fptr, at);
    return OFFT2NUM(at);
}

static VALUE
io_m_set_pos(VALUE io, VALUE pos)
{
    off_t off = NUM2OFFT(pos);
    rb_io_t *fptr = io_ptr(io);
    off_t r = do_seek(fptr, off, SEEK_SET);
    if (r < 0) io_fail_path("rb_io_set_pos", errno, fptr);
    return OFFT2NUM(r);
}

static VALUE
io_m_rewind(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    if (do_seek(fptr, 0, SEEK_SET) < 0) io_fail_path("rb_io_rewind", errno, fptr);
    fptr->lineno = 0;
    return INT2FIX(0);
}

static VALUE
io_m_sysseek(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 2);
    int whence = argc > 1 ? whence_arg(argv[1]) : SEEK_SET;
    off_t off = NUM2OFFT(argv[0]);
    rb_io_t *fptr = io_ptr(io);
    if ((fptr->mode & FMODE_READABLE) && rb_io_read_pending(fptr)) rb_raise(rb_eIOError, "sysseek for buffered IO");
    if ((fptr->mode & FMODE_WRITABLE) && fptr->priv->wbuf.len) rb_warn("sysseek for buffered IO");
    off_t r = lseek(fptr->fd, off, whence);
    if (r < 0) io_fail_path("rb_io_sysseek", errno, fptr);
    return OFFT2NUM(r);
}

/* ---- writes past the buffer ---- */

static VALUE
io_m_syswrite(VALUE io, VALUE str)
{
    str = str_new_frozen(rb_obj_as_string(str));
    rb_io_t *fptr = io_writable(io_write_side(io));
    if (fptr->priv->wbuf.len) rb_warn("syswrite for buffered IO");
    ssize_t n = io_sys_write(fptr, str_ptr(str), str_len(str));
    if (n < 0) io_fail_path("rb_io_syswrite", errno, fptr);
    RB_GC_GUARD(str);
    return SSIZET2NUM(n);
}

static VALUE
io_m_pwrite(VALUE io, VALUE str, VALUE offset)
{
    str = str_new_frozen(rb_obj_as_string(str));
    off_t at = NUM2OFFT(offset);
    rb_io_t *fptr = io_writable(io_write_side(io));
    ssize_t n = io_sys_pwrite(fptr, str_ptr(str), str_len(str), at);
    if (n < 0) io_fail_path("rb_io_pwrite", errno, fptr);
    RB_GC_GUARD(str);
    return SSIZET2NUM(n);
}

static VALUE
io_m_write_nonblock(int argc, VALUE *argv, VALUE io)
{
    bool raise = io_take_exception(&argc, argv);
    rb_check_arity(argc, 1, 1);
    VALUE str = rb_obj_as_string(argv[0]);
    rb_io_t *fptr = io_writable(io_write_side(io));
    if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path("rb_sys_fail_on_write", errno, fptr);
    rb_io_set_nonblock(fptr);
    ssize_t n = write(fptr->fd, str_ptr(str), str_len(str));
    if (n < 0) {
        if (errno != EAGAIN && errno != EWOULDBLOCK) io_fail_path("rb_sys_fail_on_write", errno, fptr);
        if (!raise) return ID2SYM(rb_intern("wait_writable"));
        rb_readwrite_syserr_fail(RB_IO_WAIT_WRITABLE, EAGAIN, "write would block");
    }
    return SSIZET2NUM(n);
}

/* ---- to the disk ---- */

static intptr_t
do_fsync(void *p)
{
    return fsync((int)(intptr_t)p);
}

static intptr_t
do_fdatasync(void *p)
{
    return fdatasync((int)(intptr_t)p);
}

static VALUE
sync_to_disk(VALUE io, intptr_t (*fn)(void *))
{
    io = io_write_side(io);
    rb_io_t *fptr = io_ptr(io);
    if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path(NULL, errno, fptr);
    if (io_sys_call(fptr, fn, (void *)(intptr_t)fptr->fd) < 0) io_fail_path(NULL, errno, fptr);
    return INT2FIX(0);
}

static VALUE
io_m_fsync(VALUE io)
{
    return sync_to_disk(io, do_fsync);
}

static VALUE
io_m_fdatasync(VALUE io)
{
    return sync_to_disk(io, do_fdatasync);
}

static VALUE
io_m_advise(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 3);
    if (!SYMBOL_P(argv[0])) rb_raise(rb_eTypeError, "advice must be a Symbol");
    off_t off = argc > 1 && !NIL_P(argv[1]) ? NUM2OFFT(argv[1]) : 0;
    off_t len = argc > 2 && !NIL_P(argv[2]) ? NUM2OFFT(argv[2]) : 0;
    static const struct {
        const char *name;
        int value;
    } names[] = {
        {"normal", POSIX_FADV_NORMAL},     {"sequential", POSIX_FADV_SEQUENTIAL}, {"random", POSIX_FADV_RANDOM},
        {"willneed", POSIX_FADV_WILLNEED}, {"dontneed", POSIX_FADV_DONTNEED},     {"noreuse", POSIX_FADV_NOREUSE},
    };
    rb_io_t *fptr = io_ptr(io_write_side(io));
    for (size_t i = 0; i < lengthof(names); i++) {
        if (argv[0] != ID2SYM(rb_intern(names[i].name))) continue;
        int err = posix_fadvise(fptr->fd, off, len, names[i].value);
        if (err) rb_syserr_fail(err, NULL);
        return Qnil;
    }
    rb_raise(rb_eNotImpError, "Unsupported advice: %+" PRIsVALUE, argv[0]);
}

void
Init_io_pos(void)
{
    rb_define_const(rb_cIO, "SEEK_SET", INT2FIX(SEEK_SET));
    rb_define_const(rb_cIO, "SEEK_CUR", INT2FIX(SEEK_CUR));
    rb_define_const(rb_cIO, "SEEK_END", INT2FIX(SEEK_END));
    rb_define_const(rb_cIO, "SEEK_DATA", INT2FIX(SEEK_DATA));
    rb_define_const(rb_cIO, "SEEK_HOLE", INT2FIX(SEEK_HOLE));
    rb_define_method(rb_cIO, "seek", io_m_seek, -1);
    rb_define_method(rb_cIO, "pos", io_m_pos, 0);
    rb_define_method(rb_cIO, "tell", io_m_pos, 0);
    rb_define_method(rb_cIO, "pos=", io_m_set_pos, 1);
    rb_define_method(rb_cIO, "rewind", io_m_rewind, 0);
    rb_define_method(rb_cIO, "sysseek", io_m_sysseek, -1);
    rb_define_method(rb_cIO, "syswrite", io_m_syswrite, 1);
    rb_define_method(rb_cIO, "pwrite", io_m_pwrite, 2);
    rb_define_method(rb_cIO, "write_nonblock", io_m_write_nonblock, -1);
    rb_define_method(rb_cIO, "fsync", io_m_fsync, 0);
    rb_define_method(rb_cIO, "fdatasync", io_m_fdatasync, 0);
    rb_define_method(rb_cIO, "advise", io_m_advise, -1);
}
