/*
 * file.c - class File: what is done to an open file or by name.
 */
#include "internal/compiler.h"

#include "internal/file.h"

VALUE rb_cFile;

void
Init_File(void)
{
    extern void Init_File_open(void);
    rb_cFile = rb_define_class("File", rb_cIO);
    Init_File_open();
    Init_file_path();
}
