/*
 * file.c - class File: what is done to an open file or by name.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/io.h"

VALUE rb_cFile;

/* ---- path arguments ---- */

static VALUE
path_check(VALUE s)
{
    if (!enc_ascii_compat_p(str_enc(s)))
        rb_raise(rb_eEncCompatError, "path name must be ASCII-compatible string (%s): %" PRIsVALUE, str_enc(s)->name, rb_str_inspect(s));
    if (memchr(str_ptr(s), 0, str_len(s))) rb_raise(rb_eArgError, "string contains null byte");
    return str_new_frozen(s);
}

VALUE
file_path(VALUE v)
{
    if (val_type_p(v, T_STRING)) return path_check(v);
    static ID id_to_path;
    if (!id_to_path) id_to_path = rb_intern("to_path");
    VALUE s = io_p(v) ? rb_funcallv(v, id_to_path, 0, NULL) : rb_check_funcall(v, id_to_path, 0, NULL);
    if (s == Qundef) s = v;
    StringValue(s);
    return path_check(s);
}

VALUE
rb_get_path(VALUE v)
{
    return file_path(v);
}

VALUE
rb_get_path_no_checksafe(VALUE v)
{
    return file_path(v);
}

void
Init_File(void)
{
    extern void Init_File_open(void);
    rb_cFile = rb_define_class("File", rb_cIO);
    Init_File_open();
}
