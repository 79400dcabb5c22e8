/*
 * vm/svar.c - $~ and $_ for C: rb_backref_get and related functions, and rb_iter_break.
 */
#include "internal/compiler.h"
#include "internal/object.h"
#include "internal/vm/call.h"

VALUE
rb_backref_get(void)
{
    return vm_svar_get(vm_ec, 1);
}

void
rb_backref_set(VALUE match)
{
    vm_svar_set(vm_ec, 1, match);
}

VALUE
rb_lastline_get(void)
{
    return vm_svar_get(vm_ec, 0);
}

void
rb_lastline_set(VALUE line)
{
    vm_svar_set(vm_ec, 0, line);
}

/* Ends the rb_block_call whose C function runs (vm/eval.c: call_with_ifunc is where it lands), if it still runs, and here.  In a
 * method that a Ruby block calls: as if `break` stood there. */
void
rb_iter_break_value(VALUE v)
{
    ec_t *ec = vm_ec;
    VALUE *fp = vm_block_frame(ec);
    if (fp && frame_ruby_p(fp) && iseq_body(frame_iseq(fp))->type == ISEQ_BLOCK) {
        vm_break_block(ec, fp, v);
        vm_jump(ec);
    }
    struct stack_ifunc *s = fp && !frame_ruby_p(fp) ? vm_live_ifunc(ec, fp) : NULL;
    if (!s) rb_exc_raise(local_jump_error_new("unexpected break", v, "break"));
    ec->throw_kind = THROW_BREAK;
    ec->throw_value = v;
    ec->throw_target = (VALUE *)&s->f;
    vm_jump(ec);
}

void
rb_iter_break(void)
{
    rb_iter_break_value(Qnil);
}

static VALUE
svar_get_last_line(ID id, VALUE *data)
{
    return rb_lastline_get();
}

static void
svar_set_last_line(VALUE line, ID id, VALUE *data)
{
    rb_lastline_set(line);
}

void
Init_vm_svar(void)
{
    rb_define_virtual_variable("$_", svar_get_last_line, svar_set_last_line);
}
