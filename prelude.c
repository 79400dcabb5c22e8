/*
 * prelude.c - evaluates core/ *.rb at start.
 *
 * The sources are compiled each time: a binary form is to replace them (then this file reads that instead).  Each file
 * is a program of its own, run with the main object as self, where Primitive calls are known (options.core).
 */
#include "internal/prelude.h"
#include "internal/iseq.h"
#include "internal/vm.h"

#include "ruby/encoding.h"

#include <string.h>

static void
run_source(const struct prelude_source *source)
{
    VALUE text = rb_enc_str_new_static(source->text, (long)source->length, rb_utf8_encoding());
    VALUE path = rb_usascii_str_new_static(source->name, (long)strlen(source->name));
    struct compile_options options = {
        .path = source->name,
        .path_str = path,
        .realpath = Qnil,
        .line = 1,
        .frozen_string_literal = 1,
        .core = true,
    };
    VALUE iseq = compile_string(text, ISEQ_TOP, &options);

    vm_run_top(vm_ec, iseq, vm_top_self, cref_new(rb_cObject, 0, false));
}

void
prelude_load(void)
{
    for (const struct prelude_source *source = prelude_sources; source->name; source++) run_source(source);
}
