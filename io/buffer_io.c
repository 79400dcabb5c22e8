/*
 * io/buffer_io.c - IO::Buffer#read, write, pread, pwrite: between the memory and a file, past the stream's own buffers.
 *
 * A transfer requests all bytes up to the end of the buffer, and ends after at least `length` of them; length 0 means one call.
 * The result is the number of bytes, or minus an errno: a stream in non-blocking mode does not wait.  If there is a fiber
 * scheduler, its hook does the transfer.
 * Checked   test/test_io_buffer.rb, ruby/spec core/io/buffer
 */
#include "internal/compiler.h"

#include <errno.h>
#include <unistd.h>

#include "internal/io/buffer.h"
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
    char *at = offset ? base + offset : base; /* NULL where there are no bytes */
    struct whole w = {self, io_ptr(io_to_io(io)), {how, 0, at, size - offset, from}, length};
    if (size == offset) return INT2FIX(0);
    w.t.fd = w.fptr->fd;
    bool locked = b->flags & RB_IO_BUFFER_LOCKED;
    if (locked) return transfer_body((VALUE)&w);
    rb_io_buffer_lock(self);
    return rb_ensure(transfer_body, (VALUE)&w, transfer_end, (VALUE)&w);
}

/* Returns the result of the scheduler's hook, or Qundef if it has no such hook. */
static VALUE
transfer_hook(VALUE scheduler, VALUE self, VALUE io, enum direction how, off_t from, size_t length, size_t offset)
{
    switch (how) {
    case READ: return rb_fiber_scheduler_io_read(scheduler, io, self, length, offset);
    case WRITE: return rb_fiber_scheduler_io_write(scheduler, io, self, length, offset);
    case PREAD: return rb_fiber_scheduler_io_pread(scheduler, io, from, self, length, offset);
    default: return rb_fiber_scheduler_io_pwrite(scheduler, io, from, self, length, offset);
    }
}

static VALUE
hook_or_transfer(VALUE self, VALUE io, enum direction how, off_t from, size_t length, size_t offset)
{
    VALUE scheduler = io_scheduler();
    VALUE result = NIL_P(scheduler) ? Qundef : transfer_hook(scheduler, self, io, how, from, length, offset);
    return result != Qundef ? result : transfer(self, io, how, from, length, offset);
}

VALUE
rb_io_buffer_read(VALUE self, VALUE io, size_t length, size_t offset)
{
    return hook_or_transfer(self, io, READ, 0, length, offset);
}

VALUE
rb_io_buffer_write(VALUE self, VALUE io, size_t length, size_t offset)
{
    return hook_or_transfer(self, io, WRITE, 0, length, offset);
}

VALUE
rb_io_buffer_pread(VALUE self, VALUE io, off_t from, size_t length, size_t offset)
{
    return hook_or_transfer(self, io, PREAD, from, length, offset);
}

VALUE
rb_io_buffer_pwrite(VALUE self, VALUE io, off_t from, size_t length, size_t offset)
{
    return hook_or_transfer(self, io, PWRITE, from, length, offset);
}

/* ---- methods: arguments are io, [from,] [length] [offset], length first ---- */

static VALUE
transfer_method(int argc, const VALUE *argv, VALUE self, enum direction how)
{
    int needed = how == PREAD || how == PWRITE ? 2 : 1;
    rb_check_arity(argc, needed, needed + 2);
    off_t from = needed == 2 ? NUM2OFFT(argv[1]) : 0;
    VALUE turned[2] = {argc > needed + 1 ? argv[needed + 1] : Qnil, argc > needed ? argv[needed] : Qnil};
    size_t length, offset;
    io_buffer_range(io_buffer_of(self), 2, turned, &offset, &length);
    return hook_or_transfer(self, argv[0], how, from, length, offset);
}

#define METHODS(M) M(read, READ) M(write, WRITE) M(pread, PREAD) M(pwrite, PWRITE)
#define BODY(name, how)                                             \
    static VALUE buffer_m_##name(int argc, VALUE *argv, VALUE self) \
    {                                                               \
        return transfer_method(argc, argv, self, how);              \
    }
METHODS(BODY)
#undef BODY

void
Init_IOBufferTransfer(void)
{
#define DEFINE(name, how) rb_define_method(rb_cIOBuffer, #name, buffer_m_##name, -1);
    METHODS(DEFINE)
#undef DEFINE
}
#undef METHODS
