/*
 * io/copy.c - IO.copy_stream.
 *
 * Between two descriptors the kernel copies, if it can: copy_file_range between files, sendfile from a file, else read and
 * write.  dst's buffer is flushed first, and then the contents of src's buffer are written.  An object that is not an IO gets
 * calls of read, readpartial or write.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/io.h"

enum { CHUNK_BYTES = LIMIT(16 * 1024, 7), KERNEL_CHUNK_BYTES = 1 << 30 };

struct copy {
    VALUE src, dst;
    VALUE src_open, dst_open; /* opened by us; nil */
    rb_io_t *from, *to;       /* NULL: not an IO */
    off_t left;               /* bytes to copy; -1: all */
    off_t offset;             /* where to read; -1: where src stands */
    off_t total;
};

static off_t
chunk(const struct copy *c, off_t most)
{
    return c->left >= 0 && c->left < most ? c->left : most;
}

static void
count(struct copy *c, off_t n)
{
    c->total += n;
    if (c->left >= 0) c->left -= n;
}

/* ---- kernel copies ---- */

struct kernel_copy {
    int from, to;
    off_t *offset;
    size_t n;
};

static intptr_t
do_copy_range(void *p)
{
    struct kernel_copy *k = p;
    loff_t off = k->offset ? *k->offset : 0;
    ssize_t r = copy_file_range(k->from, k->offset ? &off : NULL, k->to, NULL, k->n, 0);
    if (r > 0 && k->offset) *k->offset = off;
    return r;
}

static intptr_t
do_sendfile(void *p)
{
    struct kernel_copy *k = p;
    return sendfile(k->to, k->from, k->offset, k->n);
}

/* Returns whether fd is a regular file.  Files of 0 bytes count only if empty_too: those of /proc have content. */
static bool
regular_p(int fd, bool empty_too)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (empty_too || st.st_size > 0);
}

/* Copies by the kernel.  Returns true if all is copied. */
static bool
kernel_copy(struct copy *c, intptr_t (*fn)(void *), const char *name)
{
    while (c->left != 0) {
        struct kernel_copy k = {c->from->fd, c->to->fd, c->offset >= 0 ? &c->offset : NULL,
                                (size_t)chunk(c, KERNEL_CHUNK_BYTES)};
        intptr_t n = io_sys_call(c->to, fn, &k);
        if (n == 0) return true;
        if (n > 0) {
            count(c, n);
            continue;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            io_wait_for(c->to, POLLOUT);
            continue;
        }
        if (errno == EPIPE || errno == ENOSPC || errno == EIO || errno == EFBIG) rb_sys_fail(name);
        return false; /* not between these two */
    }
    return true;
}

/* ---- read and write ---- */

static void
write_all(struct copy *c, const char *p, size_t n)
{
    while (n) {
        ssize_t r = io_sys_write(c->to, p, n);
        if (r < 0) rb_sys_fail("write");
        p += r;
        n -= (size_t)r;
    }
}

static void
copy_by_hand(struct copy *c)
{
    VALUE buf = str_new(NULL, CHUNK_BYTES, ENCI_BINARY);
    while (c->left != 0) {
        size_t n = (size_t)chunk(c, CHUNK_BYTES);
        ssize_t r = c->offset >= 0 ? io_sys_pread(c->from, str_ptr(buf), n, c->offset)
                                   : io_sys_read(c->from, str_ptr(buf), n);
        if (r < 0) rb_sys_fail(c->offset >= 0 ? "pread" : "read");
        if (r == 0) break;
        if (c->offset >= 0) c->offset += r;
        write_all(c, str_ptr(buf), (size_t)r);
        count(c, r);
    }
    RB_GC_GUARD(buf);
}

/* Copies the bytes that src has read ahead. */
static void
copy_buffered(struct copy *c)
{
    struct io_buf *b = &c->from->priv->rbuf;
    size_t n = b->len;
    if (c->left >= 0 && (off_t)n > c->left) n = (size_t)c->left;
    if (!n) return;
    VALUE s = str_new(b->ptr + b->off, n, ENCI_BINARY);
    b->off += n;
    b->len -= n;
    write_all(c, str_ptr(s), n);
    count(c, (off_t)n);
    RB_GC_GUARD(s);
}

static void
copy_fds(struct copy *c)
{
    if (c->to->priv->wbuf.len && io_flush_wbuf(c->to) < 0) rb_raise(rb_eIOError, "flush failed");
    if (c->offset < 0) copy_buffered(c);
    if (c->left == 0) return;
    if (regular_p(c->from->fd, false)) {
        bool append = fcntl(c->to->fd, F_GETFL) & O_APPEND;
        if (!append && regular_p(c->to->fd, true) && kernel_copy(c, do_copy_range, "copy_file_range")) return;
        if (!append && kernel_copy(c, do_sendfile, "sendfile")) return;
    }
    copy_by_hand(c);
}

/* ---- by methods ---- */

static VALUE
read_some(struct copy *c, VALUE buf)
{
    long n = (long)chunk(c, CHUNK_BYTES);
    static ID id_readpartial, id_read;
    if (!id_read) {
        id_readpartial = rb_intern("readpartial");
        id_read = rb_intern("read");
    }
    ID mid = rb_respond_to(c->src, id_readpartial) ? id_readpartial : id_read;
    VALUE args[2] = {LONG2NUM(n), buf};
    return NIL_P(rb_funcallv(c->src, mid, 2, args)) ? Qnil : buf;
}

static VALUE
by_methods(VALUE p)
{
    struct copy *c = (struct copy *)p;
    VALUE buf = str_new(NULL, 0, ENCI_BINARY);
    off_t back = -1;
    if (c->offset >= 0) {
        if (!c->from) rb_raise(rb_eArgError, "cannot specify src_offset for non-IO");
        back = NUM2OFFT(rb_funcall(c->src, rb_intern("pos"), 0));
        rb_funcall(c->src, rb_intern("seek"), 2, OFFT2NUM(c->offset), INT2FIX(SEEK_SET));
    }
    while (c->left != 0) {
        VALUE s = read_some(c, buf);
        if (NIL_P(s)) break;
        VALUE n = rb_funcall(c->dst, rb_intern("write"), 1, s);
        count(c, NUM2OFFT(n));
        if (c->to) rb_io_flush(c->dst);
    }
    if (back >= 0) rb_funcall(c->src, rb_intern("seek"), 2, OFFT2NUM(back), INT2FIX(SEEK_SET));
    return Qnil;
}

static VALUE
at_eof(VALUE p, VALUE exc)
{
    return Qnil;
}

/* ---- entry ---- */

static VALUE
open_path(VALUE path, int oflags)
{
    struct io_mode m = {.oflags = oflags, .fmode = rb_io_oflags_fmode(oflags), .perm = 0666, .enc = {.ecopts = Qnil}};
    return io_open(rb_cFile, path, &m);
}

/* Returns the IO of v, or opens it if v is a path.  Returns nil if v is neither. */
static VALUE
stream_of(VALUE v, int oflags, VALUE *opened)
{
    *opened = Qnil;
    if (io_p(v)) return v;
    if (!val_type_p(v, T_STRING)) {
        if (!rb_respond_to(v, rb_intern("to_path"))) return Qnil;
        VALUE io = rb_io_check_io(v); /* a Tempfile */
        if (!NIL_P(io)) return io;
    }
    *opened = open_path(file_path(v), oflags);
    return *opened;
}

static VALUE
copy_body(VALUE p)
{
    struct copy *c = (struct copy *)p;
    VALUE src = stream_of(c->src, O_RDONLY | O_NOCTTY, &c->src_open);
    VALUE dst = stream_of(c->dst, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY, &c->dst_open);
    if (!NIL_P(src)) {
        c->src = src;
        c->from = io_byte_readable(src);
    }
    if (!NIL_P(dst)) {
        c->dst = io_write_side(dst);
        c->to = io_writable(c->dst);
    }
    if (c->from && c->to) { /* dst converts nothing that is copied */
        copy_fds(c);
        return Qnil;
    }
    return rb_rescue2(by_methods, p, at_eof, Qnil, rb_eEOFError, (VALUE)0);
}

static VALUE
copy_end(VALUE p)
{
    struct copy *c = (struct copy *)p;
    if (!NIL_P(c->src_open)) io_close(c->src_open, false);
    if (!NIL_P(c->dst_open)) io_close(c->dst_open, false);
    return Qnil;
}

static VALUE
io_s_copy_stream(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 2, 4);
    struct copy c = {.src = argv[0], .dst = argv[1], .left = -1, .offset = -1, .src_open = Qnil, .dst_open = Qnil};
    if (argc > 2 && !NIL_P(argv[2])) {
        c.left = NUM2OFFT(argv[2]);
        if (c.left < 0) c.left = -1;
    }
    if (argc > 3 && !NIL_P(argv[3])) {
        c.offset = NUM2OFFT(argv[3]);
    }
    rb_ensure(copy_body, (VALUE)&c, copy_end, (VALUE)&c);
    return OFFT2NUM(c.total);
}

void
Init_io_copy(void)
{
    rb_define_singleton_method(rb_cIO, "copy_stream", io_s_copy_stream, -1);
}
