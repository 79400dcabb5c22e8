/*
 * io/read.c - bytes in: the read buffer, read, readpartial, read_nonblock, sysread, pread.
 *
 * Large reads go to the String at once, past the buffer.  A String that is read into is locked while the VM's lock is away.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/gc.h"
#include "internal/io.h"
#include "internal/thread.h"

/* ---- the buffer ---- */

static void
fail_fill(rb_io_t *fptr)
{
    int err = errno;
    VALUE path = rb_sprintf("fd:%d ", fptr->fd);
    if (!NIL_P(fptr->pathv)) rb_str_append(path, fptr->pathv);
    rb_exc_raise(rb_syserr_new_path_in("io_fillbuf", err, path));
}

size_t
io_fill(rb_io_t *fptr)
{
    struct io_buf *b = &fptr->priv->rbuf;
    if (b->len) return b->len;
    if (!b->ptr) {
        b->ptr = gc_malloc(IO_RBUF_BYTES);
        b->capa = IO_RBUF_BYTES;
    }
    b->off = 0;
    ssize_t n = io_sys_read(fptr, b->ptr, b->capa);
    if (n < 0) fail_fill(fptr);
    b->off = 0;
    b->len = (size_t)n;
    return b->len;
}

/* Takes up to n bytes out of rbuf. */
static size_t
take_buffered(rb_io_t *fptr, char *to, size_t n)
{
    struct io_buf *b = &fptr->priv->rbuf;
    if (n > b->len) n = b->len;
    if (n == 0) return 0; /* there may be no buffer yet */
    memcpy(to, b->ptr + b->off, n);
    b->off += n;
    b->len -= n;
    return n;
}

void
io_unread(rb_io_t *fptr)
{
    struct io_buf *b = &fptr->priv->rbuf;
    if (!b->len || (fptr->mode & FMODE_DUPLEX)) return;
    if (lseek(fptr->fd, -(off_t)b->len, SEEK_CUR) < 0 && errno == ESPIPE) {
        fptr->mode |= FMODE_DUPLEX;
        return;
    }
    b->off = b->len = 0;
}

int
rb_io_read_pending(rb_io_t *fptr)
{
    return fptr->priv->cbuf.len || fptr->priv->rbuf.len;
}

void
rb_io_read_check(rb_io_t *fptr)
{
    if (!fptr->priv->rbuf.len) io_wait_for(fptr, POLLIN);
}

/* ---- encodings of what was read ---- */

int
io_read_enc(rb_io_t *fptr)
{
    if (fptr->encs.enc) return enc_of_pub(fptr->encs.enc)->index;
    return enc_default_external;
}

VALUE
io_enc_str(VALUE str, rb_io_t *fptr)
{
    str_associate(str, io_read_enc(fptr));
    return str;
}

/* ---- Strings that are read into ---- */

/* Returns the buffer argument, or a new String, with room for n bytes.  It keeps its bytes until read_done(). */
static VALUE
prepare_str(VALUE buf, size_t n)
{
    if (NIL_P(buf)) {
        VALUE s = str_buf_new(n);
        return s;
    }
    StringValue(buf);
    str_modify(buf);
    if (str_capa(buf) < n) str_modify_expand(buf, n > str_len(buf) ? n - str_len(buf) : 0);
    return buf;
}

struct into {
    rb_io_t *fptr;
    VALUE str;
    size_t at, want;
    const char *func;
    ssize_t result;
    intptr_t (*read)(struct into *in);
    off_t pos;
};

static VALUE
into_body(VALUE p)
{
    struct into *in = (struct into *)p;
    in->result = in->read(in);
    return Qnil;
}

static VALUE
into_end(VALUE p)
{
    rb_str_unlocktmp(((struct into *)p)->str);
    return Qnil;
}

/* Runs in->read with the String locked. */
static ssize_t
read_locked(struct into *in)
{
    rb_str_locktmp(in->str);
    rb_ensure(into_body, (VALUE)in, into_end, (VALUE)in);
    return in->result;
}

/* ---- read(n): as many as asked, short at the end of file only; nothing is read ahead, so sysread may follow ---- */

static intptr_t
fread_loop(struct into *in)
{
    size_t got = take_buffered(in->fptr, str_ptr(in->str) + in->at, in->want);
    while (got < in->want) {
        size_t left = in->want - got;
        char *to = str_ptr(in->str) + in->at + got;
        ssize_t n = io_sys_read(in->fptr, to, left);
        if (n < 0) io_fail_path("io_fread", errno, in->fptr);
        if (n == 0) break;
        got += (size_t)n;
    }
    return (intptr_t)got;
}

static void
check_length(long n)
{
    if (n < 0) rb_raise(rb_eArgError, "negative length %ld given", n);
}

static VALUE
read_n(rb_io_t *fptr, long n, VALUE buf)
{
    check_length(n);
    rb_io_check_byte_readable(fptr);
    VALUE str = prepare_str(buf, (size_t)n);
    if (n == 0) {
        str_set_len(str, 0);
        return str;
    }
    size_t got;
    if (fptr->priv->rbuf.len >= (size_t)n) {
        got = take_buffered(fptr, str_ptr(str), (size_t)n);
    } else {
        struct into in = {.fptr = fptr, .str = str, .want = (size_t)n, .read = fread_loop};
        got = (size_t)read_locked(&in);
    }
    str_set_len(str, got);
    if (NIL_P(buf)) {
        if (got < (size_t)n / 2) rb_str_resize(str, (long)got);
    }
    return got == 0 ? Qnil : str;
}

/* ---- read to the end ---- */

/* Bytes between the position and the end of a regular file; 0 if unknown. */
static size_t
bytes_ahead(rb_io_t *fptr)
{
    struct stat st;
    if (fstat(fptr->fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size <= 0) return 0;
    off_t at = lseek(fptr->fd, 0, SEEK_CUR);
    return at >= 0 && at < st.st_size ? (size_t)(st.st_size - at) : 0;
}

static intptr_t
read_some(struct into *in)
{
    ssize_t n = io_sys_read(in->fptr, str_ptr(in->str) + in->at, in->want);
    if (n < 0) io_fail_path(in->func, errno, in->fptr);
    return n;
}

/* Raw bytes to the end, appended to str from byte `at`. */
static size_t
read_rest(rb_io_t *fptr, VALUE str, size_t at, size_t ahead)
{
    size_t len = at;
    for (;;) {
        size_t room = str_capa(str) - len;
        if (room == 0) {
            str_set_len(str, len);
            str_modify_expand(str, len < 1024 ? 1024 : len);
            room = str_capa(str) - len;
        }
        struct into in = {.fptr = fptr, .str = str, .at = len, .want = room, .func = "io_fread", .read = read_some};
        size_t n = (size_t)read_locked(&in);
        len += n;
        /* A regular file that gives less than asked for has ended. */
        if (n == 0 || (ahead && n < room && len - at >= ahead)) break;
    }
    return len;
}

VALUE
io_read_all(rb_io_t *fptr, VALUE str)
{
    if (io_need_readconv(fptr)) return io_read_all_converted(fptr, str);
    size_t ahead = bytes_ahead(fptr), pending = fptr->priv->rbuf.len;
    VALUE given = str;
    size_t room = pending + (ahead ? ahead + 1 : IO_RBUF_BYTES);
    str = prepare_str(str, room);
    size_t at = take_buffered(fptr, str_ptr(str), pending);
    size_t len = read_rest(fptr, str, at, ahead);
    str_set_len(str, len);
    if (NIL_P(given) && len + 64 < room / 2) rb_str_resize(str, (long)len);
    return io_enc_str(str, fptr);
}

static VALUE
io_m_read(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 0, 2);
    VALUE length = argc > 0 ? argv[0] : Qnil, buf = argc > 1 ? argv[1] : Qnil;
    if (NIL_P(length)) {
        if (!NIL_P(buf)) {
            StringValue(buf);
            str_modify(buf);
        }
        rb_io_t *fptr = io_readable(io);
        return io_read_all(fptr, buf);
    }
    long n = NUM2LONG(length);
    check_length(n);
    return read_n(io_readable(io), n, buf);
}

/* ---- what is there: readpartial, read_nonblock, sysread ---- */

static VALUE
finish_partial(VALUE str, VALUE buf, size_t got, size_t asked)
{
    str_set_len(str, got);
    if (NIL_P(buf) && got < asked / 2 && asked > 256) rb_str_resize(str, (long)got);
    return str;
}

static VALUE
io_m_readpartial(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 2);
    long n = NUM2LONG(argv[0]);
    VALUE buf = argc > 1 ? argv[1] : Qnil;
    check_length(n);
    VALUE str = prepare_str(buf, (size_t)n);
    rb_io_t *fptr = io_byte_readable(io);
    if (n == 0) return finish_partial(str, buf, 0, 0);
    size_t got = take_buffered(fptr, str_ptr(str), (size_t)n);
    if (!got) {
        struct into in = {.fptr = fptr, .str = str, .want = (size_t)n, .func = "io_getpartial", .read = read_some};
        got = (size_t)read_locked(&in);
    }
    finish_partial(str, buf, got, (size_t)n);
    if (!got) rb_eof_error();
    return str;
}

void
rb_io_set_nonblock(rb_io_t *fptr)
{
    int flags = fcntl(fptr->fd, F_GETFL);
    if (flags < 0) io_fail_path(NULL, errno, fptr);
    if (!(flags & O_NONBLOCK) && fcntl(fptr->fd, F_SETFL, flags | O_NONBLOCK) < 0) io_fail_path(NULL, errno, fptr);
}

static VALUE
io_m_read_nonblock(int argc, VALUE *argv, VALUE io)
{
    bool raise = io_take_exception(&argc, argv);
    rb_check_arity(argc, 1, 2);
    long n = NUM2LONG(argv[0]);
    VALUE buf = argc > 1 ? argv[1] : Qnil;
    check_length(n);
    VALUE str = prepare_str(buf, (size_t)n);
    rb_io_t *fptr = io_byte_readable(io);
    if (n == 0) return finish_partial(str, buf, 0, 0);
    size_t got = take_buffered(fptr, str_ptr(str), (size_t)n);
    if (!got) {
        rb_io_set_nonblock(fptr);
        ssize_t r = read(fptr->fd, str_ptr(str), (size_t)n);
        if (r < 0) {
            if (errno != EAGAIN && errno != EWOULDBLOCK) io_fail_path("io_read_nonblock", errno, fptr);
            if (!raise) return ID2SYM(rb_intern("wait_readable"));
            rb_readwrite_syserr_fail(RB_IO_WAIT_READABLE, EAGAIN, "read would block");
        }
        got = (size_t)r;
    }
    finish_partial(str, buf, got, (size_t)n);
    if (!got) {
        if (!raise) return Qnil;
        rb_eof_error();
    }
    return str;
}

static VALUE
io_m_sysread(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 2);
    long n = NUM2LONG(argv[0]);
    VALUE buf = argc > 1 ? argv[1] : Qnil;
    if (n < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    VALUE str = prepare_str(buf, (size_t)n);
    if (n == 0) return str;
    rb_io_t *fptr = io_byte_readable(io);
    if (rb_io_read_pending(fptr)) rb_raise(rb_eIOError, "sysread for buffered IO");
    struct into in = {.fptr = fptr, .str = str, .want = (size_t)n, .func = "rb_io_sysread", .read = read_some};
    size_t got = (size_t)read_locked(&in);
    finish_partial(str, buf, got, (size_t)n);
    if (!got) rb_eof_error();
    return str;
}

static intptr_t
pread_some(struct into *in)
{
    ssize_t n = io_sys_pread(in->fptr, str_ptr(in->str), in->want, in->pos);
    if (n < 0) io_fail_path(in->func, errno, in->fptr);
    return n;
}

static VALUE
io_m_pread(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 2, 3);
    long len = NUM2LONG(argv[0]);
    if (len < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    size_t n = (size_t)len;
    off_t at = NUM2OFFT(argv[1]);
    VALUE buf = argc > 2 ? argv[2] : Qnil;
    VALUE str = prepare_str(buf, n);
    if (n == 0) return str;
    rb_io_t *fptr = io_byte_readable(io);
    struct into in = {.fptr = fptr, .str = str, .want = n, .pos = at, .func = "rb_io_pread", .read = pread_some};
    size_t got = (size_t)read_locked(&in);
    finish_partial(str, buf, got, n);
    if (!got) rb_eof_error();
    return str;
}

bool
io_take_exception(int *argc, const VALUE *argv)
{
    VALUE opts = io_take_opts(argc, argv), v;
    if (NIL_P(opts)) return true;
    ID key = rb_intern("exception");
    rb_get_kwargs(rb_hash_dup(opts), &key, 0, 1, &v);
    if (v == Qundef) return true;
    if (v != Qtrue && v != Qfalse) rb_raise(rb_eArgError, "expected true or false as exception: %+" PRIsVALUE, v);
    return v == Qtrue;
}

void
Init_io_read(void)
{
    rb_define_method(rb_cIO, "read", io_m_read, -1);
    rb_define_method(rb_cIO, "readpartial", io_m_readpartial, -1);
    rb_define_method(rb_cIO, "read_nonblock", io_m_read_nonblock, -1);
    rb_define_method(rb_cIO, "sysread", io_m_sysread, -1);
    rb_define_method(rb_cIO, "pread", io_m_pread, -1);
}
