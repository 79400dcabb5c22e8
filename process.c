/*
 * process.c - module Process.
 */
#include "internal/compiler.h"
#include "ruby/ruby.h"

VALUE rb_mProcess;

void
Init_Process(void)
{
    rb_mProcess = rb_define_module("Process");
}
