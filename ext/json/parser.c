/*
 * parser.c - JSON.parse.
 */
#include "internal/compiler.h"

#include "ext/json/json.h"
#include "ruby/ruby.h"

VALUE
json_parse(VALUE source, VALUE opts)
{
    rb_raise(rb_eNotImpError, "JSON.parse");
}

void
Init_json_parser(void)
{
}
