/*
 * vm_trace.c - events: where TracePoint will listen.
 *
 * The compiler marks the positions of events (insn_info.events) and vm_throw.c reports raises and unwound frames; nobody
 * can listen yet (doc/missing.md).
 */
#include "internal/compiler.h"
#include "internal/vm_call.h"
#include "ruby/ruby.h"

void
vm_fire_raise(ec_t *ec, VALUE exc)
{
    (void)ec;
    (void)exc;
}

void
vm_fire_unwind(ec_t *ec, VALUE *fp)
{
    (void)ec;
    (void)fp;
}

NORETURN COLD static VALUE
not_there(int argc UNUSED_OK, VALUE *argv UNUSED_OK, VALUE self UNUSED_OK)
{
    rb_raise(rb_eNotImpError, "%s() is not there yet: this VM does not report events", rb_id2name(rb_frame_this_func()));
}

static VALUE
set_trace_func(VALUE self UNUSED_OK, VALUE proc)
{
    if (!NIL_P(proc)) rb_raise(rb_eNotImpError, "set_trace_func() is not there yet: this VM does not report events");
    return Qnil; /* nobody listens */
}

void Init_vm_trace(void);
void
Init_vm_trace(void)
{
    VALUE c = rb_define_class("TracePoint", rb_cObject);
    rb_undef_alloc_func(c);
    rb_define_singleton_method(c, "new", not_there, -1);
    rb_define_singleton_method(c, "trace", not_there, -1);
    rb_define_singleton_method(c, "stat", not_there, -1);
    rb_define_singleton_method(c, "allow_reentry", not_there, -1);
    rb_define_global_function("set_trace_func", set_trace_func, 1);
}
