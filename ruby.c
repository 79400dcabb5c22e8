/*
 * ruby.c - the command line.
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal/ruby.h"

VALUE ruby_script_name;

struct command {
    const char *e;
    const char *script;
};

static VALUE
run_command(VALUE p)
{
    struct command *cmd = (struct command *)p;
    VALUE src, path;
    if (cmd->e) {
        src = str_new_utf8(cmd->e, strlen(cmd->e));
        path = rb_str_new_cstr("-e");
    }
    else {
        FILE *f = fopen(cmd->script, "rb");
        if (!f) rb_raise(rb_eLoadError, "cannot load such file -- %s", cmd->script);
        src = str_new_utf8("", 0);
        char buf[4096];
        size_t n;
        while ((n = fread(buf, 1, sizeof buf, f)) > 0) str_append_bytes(src, buf, n);
        fclose(f);
        path = rb_str_new_cstr(cmd->script);
    }
    struct compile_options opt = {.path = StringValueCStr(path), .path_str = path, .realpath = path, .line = 1, .frozen_string_literal = -1, .main_script = true};
    VALUE iseq = compile_string(src, ISEQ_MAIN, &opt);
    VALUE cref = cref_new(rb_cObject, 0, false);
    cref_of(cref)->visi = VISI_PRIVATE;
    return vm_run_top(vm_ec, iseq, vm_top_self, cref);
}

int
ruby_run(int argc, char **argv)
{
    struct command cmd = {0};
    rb_call_inits();
    if (argc > 2 && !strcmp(argv[1], "-e")) cmd.e = argv[2];
    else if (argc > 1) cmd.script = argv[1];
    return ruby_finish(ruby_protect_main(run_command, (VALUE)&cmd));
}
