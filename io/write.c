/*
 * io/write.c - output: the write buffer, write, print, puts, p, printf.
 *
 * print and puts call the method write, which a program may redefine.  For an IO with the original method they put bytes into
 * the buffer directly.
 */
#include "internal/compiler.h"
#include "ruby/ractor.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>

#include "internal/array.h"
#include "internal/io.h"
#include "internal/signal.h"
#include "internal/thread.h"
#include "internal/variable.h"
#include "internal/vm.h"

static ID id_write, id_puts;

/* ---- the buffer ---- */

/* Writes what wbuf holds; what is added meanwhile too. */
static int
flush_unlocked(rb_io_t *fptr)
{
    struct io_buf *w = &fptr->priv->wbuf;
    while (w->len) {
        if (fptr->fd < 0) rb_raise(rb_eIOError, "closed stream");
        ssize_t n = io_sys_write(fptr, w->ptr + w->off, w->len);
        if (n < 0) return -1;
        w->off += (size_t)n;
        w->len -= (size_t)n;
    }
    w->off = 0;
    return 0;
}

/* All of p[0, n], which is not in wbuf (that is empty). */
static int
write_through(rb_io_t *fptr, const char *p, size_t n)
{
    while (n) {
        if (fptr->fd < 0) rb_raise(rb_eIOError, "closed stream");
        ssize_t r = io_sys_write(fptr, p, n);
        if (r < 0) return -1;
        p += r;
        n -= (size_t)r;
    }
    return 0;
}

/* ---- one writer at a time (IO-6) ---- */

struct locked_write {
    rb_io_t *fptr;
    const char *p;
    size_t n;
    int result;
    int err;
};

static VALUE
write_locked(VALUE arg)
{
    struct locked_write *l = (struct locked_write *)arg;
    l->result = flush_unlocked(l->fptr);
    if (l->result == 0 && l->n) l->result = write_through(l->fptr, l->p, l->n);
    l->err = errno;
    return Qnil;
}

/* Flushes, then writes p[0, n]. */
static int
write_out(rb_io_t *fptr, const char *p, size_t n)
{
    struct locked_write l = {.fptr = fptr, .p = p, .n = n};
    if (!fptr->write_lock && rb_thread_alone()) {
        write_locked((VALUE)&l);
    } else {
        if (!fptr->write_lock) RB_OBJ_WRITE(fptr->self, &fptr->write_lock, rb_mutex_new());
        if (signal_in_trap_p()) write_locked((VALUE)&l); /* perhaps amid a write of the same thread: no waiting */
        else rb_mutex_synchronize(fptr->write_lock, write_locked, (VALUE)&l);
    }
    errno = l.err;
    return l.result;
}

int
io_flush_wbuf(rb_io_t *fptr)
{
    return fptr->priv->wbuf.len ? write_out(fptr, NULL, 0) : 0;
}

static void
wbuf_make(rb_io_t *fptr)
{
    struct io_buf *w = &fptr->priv->wbuf;
    w->ptr = gc_malloc(IO_WBUF_BYTES);
    w->capa = IO_WBUF_BYTES;
    w->off = w->len = 0;
}

static ALWAYS_INLINE void
wbuf_add(struct io_buf *w, const char *p, size_t n)
{
    memcpy(w->ptr + w->off + w->len, p, n);
    w->len += n;
}

/* Writes n bytes to the stream.  nosync: the caller flushes later.  The bytes belong to a String that the caller keeps and that does
 * not change.  Bytes that the buffer cannot hold are written at once, after those in it. */
ssize_t
io_write_bytes(rb_io_t *fptr, const char *p, size_t n, bool nosync)
{
    struct io_buf *w = &fptr->priv->wbuf;
    if (n == 0) return 0;
    if (UNLIKELY(!w->ptr) && (nosync || !(fptr->mode & FMODE_SYNC))) wbuf_make(fptr);
    bool flush = !nosync && (fptr->mode & (FMODE_SYNC | FMODE_TTY));
    if (LIKELY(w->ptr && !flush)) {
        if (w->off + w->len + n < w->capa) {
            wbuf_add(w, p, n);
            return (ssize_t)n;
        }
    }
    if (w->len && w->len + n <= w->capa && !fptr->write_lock) {
        if (w->off + w->len + n > w->capa) {
            memmove(w->ptr, w->ptr + w->off, w->len);
            w->off = 0;
        }
        wbuf_add(w, p, n);
        return write_out(fptr, NULL, 0) < 0 ? -1 : (ssize_t)n;
    }
    return write_out(fptr, p, n) < 0 ? -1 : (ssize_t)n;
}

/* ---- write ---- */

static bool
plain_write_p(VALUE out)
{
    return io_p(out) && method_basic_p(obj_class(out), id_write);
}

/* Returns str converted for the stream. */
static VALUE
for_stream(rb_io_t *fptr, VALUE str)
{
    if (LIKELY(!fptr->encs.enc && !fptr->encs.ecflags)) return str;
    return io_write_convert(fptr, str);
}

static ssize_t
write_str(rb_io_t *fptr, VALUE str, bool nosync)
{
    VALUE s = for_stream(fptr, str);
    bool hold = str_len(s) > IO_WBUF_BYTES;
    if (hold) s = str_new_frozen(s); /* other threads may change str while the lock is released */
    ssize_t n = io_write_bytes(fptr, str_ptr(s), str_len(s), nosync);
    if (n < 0) io_fail_path("rb_sys_fail_on_write", errno, fptr);
    RB_GC_GUARD(s);
    return n;
}

VALUE
io_write(VALUE io, VALUE str, bool nosync)
{
    if (UNLIKELY(!val_type_p(str, T_STRING))) str = rb_obj_as_string(str);
    VALUE out = io_write_side(io);
    if (str_len(str) == 0) {
        io_ptr_init(out);
        return INT2FIX(0);
    }
    return SSIZET2NUM(write_str(io_writable(out), str, nosync));
}

VALUE
rb_io_write(VALUE io, VALUE str)
{
    return rb_funcallv(io, id_write, 1, &str);
}

static VALUE
io_m_write(int argc, VALUE *argv, VALUE io)
{
    if (argc == 1) return io_write(io, argv[0], false);
    size_t total = 0;
    if (argc == 0) io_writable(io_write_side(io));
    for (int i = 0; i < argc; i++) total += NUM2SIZET(io_write(io, argv[i], i + 1 < argc));
    return SIZET2NUM(total);
}

/* Writes several strings at once.  A write method of one parameter is called for each of them, after a warning. */
VALUE
io_writev(VALUE out, int argc, const VALUE *argv)
{
    if (plain_write_p(out)) return io_m_write(argc, (VALUE *)argv, out);
    if (argc > 1 && rb_obj_method_arity(out, id_write) == 1) {
        if (out != rb_stderr || !NIL_P(ruby_verbose)) {
            VALUE klass = CLASS_OF(out);
            char sep = FL_TEST(klass, FL_SINGLETON) ? (klass = out, '.') : '#';
            rb_category_warning(RB_WARN_CATEGORY_DEPRECATED,
                                "%+" PRIsVALUE "%cwrite is outdated interface which accepts just one argument", klass, sep);
        }
        VALUE written = Qnil;
        for (int i = 0; i < argc; i++) written = rb_funcallv(out, id_write, 1, &argv[i]);
        return written;
    }
    return rb_funcallv(out, id_write, argc, argv);
}

ssize_t
rb_io_bufwrite(VALUE io, const void *buf, size_t size)
{
    return io_write_bytes(io_writable(io_write_side(io)), buf, size, false);
}

VALUE
rb_io_addstr(VALUE io, VALUE str)
{
    rb_io_write(io, str);
    return io;
}

VALUE
rb_io_flush(VALUE io)
{
    if (!io_p(io)) return rb_funcall(io, rb_intern("flush"), 0);
    io = io_write_side(io);
    rb_io_t *fptr = io_ptr(io);
    if ((fptr->mode & FMODE_WRITABLE) && io_flush_wbuf(fptr) < 0) io_fail_path("rb_sys_fail_on_write", errno, fptr);
    return io;
}

static VALUE
io_m_flush(VALUE io)
{
    rb_io_flush(io);
    return io;
}

/* ---- print, puts ---- */

VALUE
rb_io_print(int argc, const VALUE *argv, VALUE out)
{
    const VALUE line = argc ? Qnil : rb_lastline_get(), *items = argc ? argv : &line, *last = items + (argc ? argc - 1 : 0);
    if (last > items && !NIL_P(rb_output_fs)) rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "$, is set to non-nil value");
    for (const VALUE *item = items; item <= last; item++) { /* $, and $\ are read each time: a write may change them */
        VALUE after = item < last ? rb_output_fs : rb_output_rs;
        rb_io_write(out, *item);
        if (!NIL_P(after)) rb_io_write(out, after);
    }
    return Qnil;
}

static VALUE puts_one(VALUE out, VALUE v);

struct puts_args {
    VALUE ary, out;
};

static VALUE
puts_array(VALUE owner UNUSED_OK, VALUE args, int recursive)
{
    const struct puts_args *p = (const struct puts_args *)args;
    if (recursive) {
        puts_one(p->out, rb_str_new_cstr("[...]"));
        return Qtrue;
    }
    for (size_t i = 0; i < ary_len(p->ary); i++) puts_one(p->out, ary_at(p->ary, i));
    return Qtrue;
}

static bool
ends_in_newline(VALUE s)
{
    size_t n = str_len(s);
    if (n == 0) return false;
    const struct enc *e = str_enc(s);
    if (e->min_len == 1) return str_ptr(s)[n - 1] == '\n';
    const char *p = enc_left_adjust(e, str_ptr(s), str_end(s) - e->min_len, str_end(s));
    return enc_precise_len(e, p, str_end(s)) > 0 && enc_decode(e, p, str_end(s)) == '\n';
}

static void
puts_string(VALUE out, VALUE s)
{
    if (ends_in_newline(s)) {
        io_writev(out, 1, &s);
        return;
    }
    VALUE parts[2] = {s, rb_default_rs};
    io_writev(out, 2, parts);
}

static VALUE
puts_one(VALUE out, VALUE v)
{
    if (!val_type_p(v, T_STRING)) {
        VALUE ary = val_type_p(v, T_ARRAY) ? v : ary_check(v);
        if (ary != Qnil) {
            struct puts_args p = {ary, out};
            return rb_exec_recursive(puts_array, v, (VALUE)&p); /* v may answer to_ary with another Array each time */
        }
        v = rb_obj_as_string(v);
    }
    puts_string(out, v);
    return Qnil;
}

/* The common case, without calls: a plain stream that converts nothing; bytes and newline into the buffer. */
static bool
puts_fast(VALUE out, VALUE s)
{
    if (!plain_write_p(out)) return false;
    rb_io_t *fptr = io_ptr_raw(out);
    if (!fptr || fptr->fd < 0 || !(fptr->mode & FMODE_WRITABLE) || (fptr->mode & (FMODE_SYNC | FMODE_TTY))) return false;
    if (fptr->encs.enc || fptr->encs.ecflags || fptr->tied_io_for_writing || fptr->priv->rbuf.len) return false;
    struct io_buf *w = &fptr->priv->wbuf;
    size_t n = str_len(s);
    if (!w->ptr || w->off + w->len + n + 1 > w->capa) return false;
    if (str_enc(s)->min_len != 1) return false;
    const char *p = str_ptr(s);
    wbuf_add(w, p, n);
    if (n == 0 || p[n - 1] != '\n') w->ptr[w->off + w->len++] = '\n';
    return true;
}

VALUE
rb_io_puts(int argc, const VALUE *argv, VALUE out)
{
    thread_may_block(); /* p does not: no other thread runs between its inspect and its output */
    if (argc == 0) {
        rb_io_write(out, rb_default_rs);
        return Qnil;
    }
    for (int i = 0; i < argc; i++) {
        if (val_type_p(argv[i], T_STRING) && puts_fast(out, argv[i])) continue;
        puts_one(out, argv[i]);
    }
    return Qnil;
}

VALUE
rb_io_printf(int argc, const VALUE *argv, VALUE out)
{
    rb_io_write(out, rb_f_sprintf(argc, argv));
    return Qnil;
}

static VALUE
io_m_print(int argc, VALUE *argv, VALUE io)
{
    return rb_io_print(argc, argv, io);
}

static VALUE
io_m_puts(int argc, VALUE *argv, VALUE io)
{
    return rb_io_puts(argc, argv, io);
}

static VALUE
io_m_printf(int argc, VALUE *argv, VALUE io)
{
    return rb_io_printf(argc, argv, io);
}

static VALUE
one_byte(VALUE number)
{
    const char byte = (char)NUM2CHR(number);
    return rb_str_new(&byte, 1);
}

static VALUE
io_m_putc(VALUE io, VALUE c)
{
    rb_io_write(io, val_type_p(c, T_STRING) ? rb_str_substr(c, 0, 1) : one_byte(c));
    return c;
}

static VALUE
io_m_lshift(VALUE io, VALUE v)
{
    return rb_io_addstr(io, v);
}

/* ---- Kernel ---- */

static VALUE
kernel_m_puts(int argc, VALUE *argv, VALUE self)
{
    VALUE out = rb_ractor_stdout();
    if (self == out || (io_p(out) && method_basic_p(obj_class(out), id_puts))) return rb_io_puts(argc, argv, out);
    return rb_funcallv(out, id_puts, argc, argv);
}

static VALUE
kernel_m_print(int argc, VALUE *argv, VALUE self)
{
    return rb_io_print(argc, argv, rb_ractor_stdout());
}

static VALUE
kernel_m_printf(int argc, VALUE *argv, VALUE self)
{
    bool to_io = argc > 0 && !val_type_p(argv[0], T_STRING); /* printf(io, format, ...) */
    if (argc > 0) rb_io_write(to_io ? argv[0] : rb_ractor_stdout(), rb_f_sprintf(argc - to_io, argv + to_io));
    return Qnil;
}

static VALUE
kernel_m_putc(VALUE self, VALUE c)
{
    if (self == rb_ractor_stdout()) return io_m_putc(self, c);
    return rb_funcall(rb_ractor_stdout(), rb_intern("putc"), 1, c);
}

void
rb_p(VALUE v)
{
    VALUE parts[2] = {rb_obj_as_string(rb_inspect(v)), rb_default_rs};
    io_writev(rb_ractor_stdout(), 2, parts);
    if (plain_write_p(rb_ractor_stdout())) rb_io_flush(rb_ractor_stdout());
}

static VALUE
kernel_m_p(int argc, VALUE *argv, VALUE self)
{
    for (int i = 0; i < argc; i++) rb_p(argv[i]);
    return argc == 0 ? Qnil : argc == 1 ? argv[0] : ary_new_from(argv, (size_t)argc);
}

static VALUE
obj_m_display(int argc, VALUE *argv, VALUE self)
{
    VALUE out = rb_check_arity(argc, 0, 1) ? argv[0] : rb_ractor_stdout();
    rb_io_write(out, self);
    return Qnil;
}

void
rb_write_error(const char *message)
{
    VALUE s = rb_str_new_cstr(message);
    if (io_p(rb_ractor_stderr()) && io_ptr_raw(rb_ractor_stderr())) io_write(rb_ractor_stderr(), s, false);
    else rb_io_write(rb_ractor_stderr(), s);
}

void
Init_io_write(void)
{
    id_write = rb_intern("write");
    id_puts = rb_intern("puts");
    rb_define_method(rb_cIO, "write", io_m_write, -1);
    rb_define_method(rb_cIO, "flush", io_m_flush, 0);
    rb_define_method(rb_cIO, "print", io_m_print, -1);
    rb_define_method(rb_cIO, "puts", io_m_puts, -1);
    rb_define_method(rb_cIO, "printf", io_m_printf, -1);
    rb_define_method(rb_cIO, "putc", io_m_putc, 1);
    rb_define_method(rb_cIO, "<<", io_m_lshift, 1);

    rb_define_global_function("puts", kernel_m_puts, -1);
    rb_define_global_function("print", kernel_m_print, -1);
    rb_define_global_function("printf", kernel_m_printf, -1);
    rb_define_global_function("putc", kernel_m_putc, 1);
    rb_define_global_function("p", kernel_m_p, -1);
    rb_define_method(rb_mKernel, "display", obj_m_display, -1);
}
