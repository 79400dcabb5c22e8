/*
 * prelude.c - evaluates core/ *.rb at start, and prepares that when ruby is built.
 *
 * Each file is a program of its own, run with the main object as self, where Primitive calls are known (options.core).
 * miniruby compiles them (make runs it as `miniruby --make-prelude core/ *.rb`) and prints their binary form as C arrays,
 * so that a start parses nothing.  A cross build cannot run its miniruby: there the sources are linked in.
 */
#include "internal/prelude.h"
#include "internal/iseq.h"
#include "internal/iseq/binary.h"
#include "internal/string.h"
#include "internal/vm.h"

#include "ruby/encoding.h"

#include <stdio.h>
#include <string.h>

static VALUE
compile_core(const char *name, VALUE text)
{
    struct compile_options options = {
        .path = name,
        .path_str = rb_usascii_str_new_cstr(name),
        .realpath = Qnil,
        .line = 1,
        .frozen_string_literal = 1,
        .core = true,
    };
    return compile_string(text, ISEQ_TOP, &options);
}

static VALUE
part_iseq(const struct prelude_part *part)
{
    if (part->compiled) return iseq_load_core(part->bytes, part->length);
    return compile_core(part->name, rb_enc_str_new_static(part->bytes, (long)part->length, rb_utf8_encoding()));
}

void
prelude_load(void)
{
    for (const struct prelude_part *part = prelude_parts; part->name; part++) {
        vm_run_top(vm_ec, part_iseq(part), vm_top_self, cref_new(rb_cObject, 0, false));
    }
}

/* ---- making it ---------------------------------------------------------------------------------------------------------------- */

static VALUE
file_text(const char *path)
{
    FILE *file = fopen(path, "r");
    VALUE text = rb_enc_str_new(NULL, 0, rb_utf8_encoding());
    char piece[4096];
    size_t n;

    if (!file) rb_sys_fail(path);
    while ((n = fread(piece, 1, sizeof piece, file)) > 0) str_append_bytes(text, piece, n);
    fclose(file);
    return text;
}

/* path/FILE.rb -> <internal:FILE> */
static VALUE
internal_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    return rb_sprintf("<internal:%.*s>", dot ? (int)(dot - base) : (int)strlen(base), base);
}

static void
print_array(VALUE binary, int number)
{
    const unsigned char *bytes = (const unsigned char *)str_ptr(binary);

    printf("static const unsigned char part_%d[] = {", number);
    for (size_t i = 0; i < str_len(binary); i++) printf("%s%d,", i % 24 ? "" : "\n    ", bytes[i]);
    printf("\n};\n\n");
}

int
prelude_make(int count, char **paths)
{
    printf("/* Made by miniruby from core/.  Do not edit. */\n#include \"internal/prelude.h\"\n\n");
    for (int i = 0; i < count; i++) {
        VALUE name = internal_name(paths[i]);
        print_array(iseq_dump(compile_core(StringValueCStr(name), file_text(paths[i])), 0), i);
    }
    printf("const struct prelude_part prelude_parts[] = {\n");
    for (int i = 0; i < count; i++) {
        VALUE name = internal_name(paths[i]);
        printf("    {\"%s\", part_%d, sizeof part_%d, true},\n", StringValueCStr(name), i, i);
    }
    printf("    {0, 0, 0, false}\n};\n");
    return fflush(stdout) || ferror(stdout);
}
