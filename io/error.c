/*
 * io/error.c - what streams raise.
 */
#include "internal/compiler.h"

#include <errno.h>

#include "internal/io.h"

static VALUE eagain_readable, eagain_writable, einprogress_readable, einprogress_writable;

void
rb_eof_error(void)
{
    rb_raise(rb_eEOFError, "end of file reached");
}

/* err's class mixed with IO::WaitReadable or IO::WaitWritable. */
void
rb_readwrite_syserr_fail(enum rb_io_wait_readwrite waiting, int err, const char *message)
{
    bool reading = waiting == RB_IO_WAIT_READABLE;
    VALUE klass = 0;
    if (err == EAGAIN || err == EWOULDBLOCK) klass = reading ? eagain_readable : eagain_writable;
    else if (err == EINPROGRESS) klass = reading ? einprogress_readable : einprogress_writable;
    if (!klass) rb_mod_syserr_fail(reading ? rb_mWaitReadable : rb_mWaitWritable, err, message);
    VALUE text = rb_str_new_cstr(message);
    rb_exc_raise(rb_class_new_instance(1, &text, klass));
}

void
rb_readwrite_sys_fail(enum rb_io_wait_readwrite waiting, const char *message)
{
    rb_readwrite_syserr_fail(waiting, errno, message);
}

static VALUE
wait_class(const char *name, const char *errno_name, VALUE module)
{
    VALUE super = rb_const_get(rb_mErrno, rb_intern(errno_name));
    VALUE klass = rb_define_class_under(rb_cIO, name, super);
    rb_include_module(klass, module);
    return klass;
}

void
Init_io_error(void)
{
    eagain_readable = wait_class("EAGAINWaitReadable", "EAGAIN", rb_mWaitReadable);
    eagain_writable = wait_class("EAGAINWaitWritable", "EAGAIN", rb_mWaitWritable);
    rb_define_const(rb_cIO, "EWOULDBLOCKWaitReadable", eagain_readable);
    rb_define_const(rb_cIO, "EWOULDBLOCKWaitWritable", eagain_writable);
    einprogress_readable = wait_class("EINPROGRESSWaitReadable", "EINPROGRESS", rb_mWaitReadable);
    einprogress_writable = wait_class("EINPROGRESSWaitWritable", "EINPROGRESS", rb_mWaitWritable);
}
