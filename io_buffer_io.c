/*
 * io_buffer_io.c - IO::Buffer#read, write, pread, pwrite: between the memory and a file, past the stream's own buffers.
 *
 * A transfer tries for all bytes up to the end of the buffer and is content with `length` of them; length 0 means one call.  The
 * result is the number of bytes, or minus an errno: nothing waits for a stream in non-blocking mode.  A fiber scheduler's
 * hook, if there is one, does it instead.
 * Checked   test/test_io_buffer.rb, ruby/spec core/io/buffer
 */
#include "internal/compiler.h"

#include <errno.h>
#include <unistd.h>

#include "internal/io_buffer.h"
#include "ruby/fiber/scheduler.h"

enum direction { READ, WRITE, PREAD, PWRITE };

struct transfer {
    enum direction how;
    int fd;
    char *at;
    size_t n;
    off_t from;
};

static intptr_t
transfer_call(void *p)
{
    struct transfer *t = p;
    switch (t->how) {
      case READ: return read(t->fd, t->at, t->n);
      case WRITE: return write(t->fd, t->at, t->n);
      case PREAD: return pread(t->fd, t->at, t->n, t->from);
      default: return pwrite(t->fd, t->at, t->n, t->from);
    }
}

struct whole {
    VALUE buffer;
    rb_io_t *fptr;
    struct transfer t;
    size_t wanted;
};

static VALUE
transfer_body(VALUE arg)
{
    struct whole *w = (struct whole *)arg;
    size_t done = 0;
    for (;;) {
        intptr_t r = io_sys_call(w->fptr, transfer_call, &w->t);
        if (r < 0) return INT2NUM(-errno);
        done += (size_t)r;
        if (r == 0 || done >= w->wanted) return SIZET2NUM(done);
        w->t.at += r;
        w->t.n -= (size_t)r;
        w->t.from += r;
    }
}

static VALUE
transfer_end(VALUE arg)
{
    rb_io_buffer_try_unlock(((struct whole *)arg)->buffer);
    return Qnil;
}

static VALUE
transfer(VALUE self, VALUE io, enum direction how, off_t from, size_t length, size_t offset)
{
    struct io_buffer *b = io_buffer_of(self);
    size_t size;
    bool in = how == READ || how == PREAD;
    char *base = in ? io_buffer_writing(b, &size) : (char *)io_buffer_reading(b, &size);
    io_buffer_check_range(b, offset, length);
    struct whole w = {self, io_ptr(io_to_io(io)), {how, 0, base + offset, size - offset, from}, length};
    if (size == offset) return INT2FIX(0);
    w.t.fd = w.fptr->fd;
    bool locked = b->flags & RB_IO_BUFFER_LOCKED;
    if (locked) return transfer_body((VALUE)&w);
    rb_io_buffer_lock(self);
    return rb_ensure(transfer_body, (VALUE)&w, transfer_end, (VALUE)&w);
}

VALUE
rb_io_buffer_read(VALUE self, VALUE io, size_t length, size_t offset)
{
    VALUE scheduler = io_scheduler();
    if (!NIL_P(scheduler)) {
        VALUE result = rb_fiber_scheduler_io_read(scheduler, io, self, length, offset);
        if (result != Qundef) return result;
    }
    return transfer(self, io, READ, 0, length, offset);
}

VALUE
rb_io_buffer_write(VALUE self, VALUE io, size_t length, size_t offset)
{
    VALUE scheduler = io_scheduler();
    if (!NIL_P(scheduler)) {
        VALUE result = rb_fiber_scheduler_io_write(scheduler, io, self, length, offset);
        if (result != Qundef) return result;
    }
    return transfer(self, io, WRITE, 0, length, offset);
}

VALUE
rb_io_buffer_pread(VALUE self, VALUE io, off_t from, size_t length, size_t offset)
{
    VALUE scheduler = io_scheduler();
    if (!NIL_P(scheduler)) {
        VALUE result = rb_fiber_scheduler_io_pread(scheduler, io, from, self, length, offset);
        if (result != Qundef) return result;
    }
    return transfer(self, io, PREAD, from, length, offset);
}

VALUE
rb_io_buffer_pwrite(VALUE self, VALUE io, off_t from, size_t length, size_t offset)
{
    VALUE scheduler = io_scheduler();
    if (!NIL_P(scheduler)) {
        VALUE result = rb_fiber_scheduler_io_pwrite(scheduler, io, from, self, length, offset);
        if (result != Qundef) return result;
    }
    return transfer(self, io, PWRITE, from, length, offset);
}

/* ---- methods: arguments are [length] [offset], length first ---- */

static void
length_offset(VALUE self, int argc, const VALUE *argv, size_t *length, size_t *offset)
{
    VALUE turned[2] = {argc > 1 ? argv[1] : Qnil, argc > 0 ? argv[0] : Qnil};
    io_buffer_range(io_buffer_of(self), 2, turned, offset, length);
}

static VALUE
buffer_m_read(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 3);
    size_t length, offset;
    length_offset(self, argc - 1, argv + 1, &length, &offset);
    return rb_io_buffer_read(self, argv[0], length, offset);
}

static VALUE
buffer_m_write(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 3);
    size_t length, offset;
    length_offset(self, argc - 1, argv + 1, &length, &offset);
    return rb_io_buffer_write(self, argv[0], length, offset);
}

static VALUE
buffer_m_pread(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 2, 4);
    off_t from = NUM2OFFT(argv[1]);
    size_t length, offset;
    length_offset(self, argc - 2, argv + 2, &length, &offset);
    return rb_io_buffer_pread(self, argv[0], from, length, offset);
}

static VALUE
buffer_m_pwrite(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 2, 4);
    off_t from = NUM2OFFT(argv[1]);
    size_t length, offset;
    length_offset(self, argc - 2, argv + 2, &length, &offset);
    return rb_io_buffer_pwrite(self, argv[0], from, length, offset);
}

void
Init_IOBufferTransfer(void)
{
    VALUE c = rb_cIOBuffer;
    rb_define_method(c, "read", buffer_m_read, -1);
    rb_define_method(c, "write", buffer_m_write, -1);
    rb_define_method(c, "pread", buffer_m_pread, -1);
    rb_define_method(c, "pwrite", buffer_m_pwrite, -1);
}
