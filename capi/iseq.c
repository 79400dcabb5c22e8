/*
 * capi/iseq.c - instruction sequences for debuggers, by the names that they look up.
 *
 * A `const struct rb_iseq_struct *` is our iseq, a heap object that nobody but us looks into.
 */
#include "internal/compiler.h"
#include "internal/iseq.h"
#include "internal/object.h"
#include "ruby/debug.h"

static VALUE
iseq_of(const struct rb_iseq_struct *iseq)
{
    return (VALUE)iseq;
}

VALUE
rb_iseqw_new(const struct rb_iseq_struct *iseq)
{
    return iseq_wrapper(iseq_of(iseq));
}

const struct rb_iseq_struct *
rb_iseqw_to_iseq(VALUE iseqw)
{
    VALUE iseq = rb_obj_is_kind_of(iseqw, rb_path2class("RubyVM::InstructionSequence")) ? iseq_of_object(iseqw) : 0;
    if (!iseq) rb_raise(rb_eTypeError, "not an instruction sequence: %+" PRIsVALUE, iseqw);
    return (const struct rb_iseq_struct *)iseq;
}

VALUE
rb_iseq_path(const struct rb_iseq_struct *iseq)
{
    return iseq_body(iseq_of(iseq))->path;
}

VALUE
rb_iseq_realpath(const struct rb_iseq_struct *iseq)
{
    return iseq_body(iseq_of(iseq))->realpath;
}

VALUE
rb_iseq_label(const struct rb_iseq_struct *iseq)
{
    return iseq_body(iseq_of(iseq))->name;
}

VALUE
rb_iseq_parameters(const struct rb_iseq_struct *iseq, int is_proc)
{
    return iseq_parameters(iseq_of(iseq), !is_proc);
}

/* :top, :main, ... */
VALUE
rb_iseq_type(const struct rb_iseq_struct *iseq)
{
    return ID2SYM(rb_intern(iseq_type_name(iseq_of(iseq))));
}

void
rb_iseq_code_location(const struct rb_iseq_struct *iseq, int *first_line, int *first_column, int *last_line,
                      int *last_column)
{
    const struct iseq_body *b = iseq_body(iseq_of(iseq));
    if (first_line) *first_line = b->first_line;
    if (first_column) *first_column = b->first_column;
    if (last_line) *last_line = b->last_line;
    if (last_column) *last_column = b->last_column;
}
