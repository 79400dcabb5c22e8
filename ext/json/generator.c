/*
 * generator.c - JSON.generate.
 */
#include "internal/compiler.h"

#include "ext/json/json.h"
#include "ruby/ruby.h"

VALUE
json_generate(VALUE obj, VALUE opts)
{
    rb_raise(rb_eNotImpError, "JSON.generate");
}

void
Init_json_generator(void)
{
}
