/*
 * io/argf.c - ARGF, the files of ARGV or standard input as one stream; Kernel#gets, readline, readlines, $. and $-i.
 *
 * An ARGF is between files (AT_NEXT), inside one (AT_FILE), or reads standard input (AT_STDIN).  Each operation first makes
 * sure that there is a current file (next_file); reading operations go on with the next one at its end.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/file.h"
#include "internal/gc.h"
#include "internal/io.h"
#include "internal/variable.h"

enum place { AT_FILE, AT_NEXT, AT_STDIN };

struct argf {
    VALUE self, argv, filename, file;
    int lineno;
    VALUE inplace; /* false: off; nil: no backup; the suffix */
    struct rb_io_encoding encs;
    bool encs_set, binmode, started;
    enum place place;
};

static VALUE cARGF, argf_obj;
static struct argf *the_argf;
static int last_lineno;
static VALUE first_stdout;

/* ---- the object ---- */

static void
argf_mark(void *p)
{
    struct argf *a = p;
    gc_mark(a->argv);
    gc_mark(a->filename);
    gc_mark(a->file);
    gc_mark(a->inplace);
    gc_mark(a->encs.ecopts);
}

static const rb_data_type_t argf_type = {
    .wrap_struct_name = "ARGF",
    .function = {.dmark = argf_mark, .dfree = RUBY_DEFAULT_FREE},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static VALUE
argf_s_alloc(VALUE klass)
{
    struct argf *a;
    VALUE v = TypedData_Make_Struct(klass, struct argf, &argf_type, a);
    a->self = v;
    a->filename = a->file = a->encs.ecopts = a->argv = Qnil;
    a->inplace = Qfalse;
    a->place = AT_NEXT;
    return v;
}

static struct argf *
argf_ptr(VALUE v)
{
    return rb_check_typeddata(v, &argf_type);
}

static VALUE
argf_m_initialize(VALUE self, VALUE argv)
{
    struct argf *a = argf_ptr(self);
    a->argv = argv;
    return self;
}

static VALUE
argf_m_initialize_copy(VALUE copy, VALUE orig)
{
    if (rb_obj_init_copy(copy, orig) == orig) return copy;
    struct argf *a = argf_ptr(copy);
    *a = *argf_ptr(orig);
    a->self = copy;
    if (val_type_p(a->argv, T_ARRAY)) a->argv = ary_dup(a->argv);
    return copy;
}

VALUE
rb_get_argv(void)
{
    return the_argf->argv;
}

/* ---- $. ---- */

void
io_set_last_lineno(int n)
{
    last_lineno = n;
}

static VALUE
get_last_lineno(ID id, VALUE *data)
{
    return INT2NUM(last_lineno);
}

static void
set_last_lineno(VALUE v, ID id, VALUE *data)
{
    last_lineno = the_argf->lineno = NUM2INT(v); /* ARGF continues from this number */
}

static void
count_line(struct argf *a)
{
    a->lineno++;
    if (a == the_argf) last_lineno = a->lineno;
    else if (io_p(a->file)) last_lineno = io_ptr(a->file)->lineno; /* $. is the stream's */
}

/* ---- the current file ---- */

static void
close_file(struct argf *a)
{
    VALUE file = a->file;
    if (file == rb_stdin) return;
    if (io_p(file)) io_close(file, false);
    else rb_funcall(file, rb_intern("close"), 0);
    a->started = false;
}

static void
leave_file(struct argf *a)
{
    close_file(a);
    if (a->place != AT_STDIN) a->place = AT_NEXT;
}

/* -i: standard output becomes a new file in the old one's place; the old one is kept under another name, or gone. */
static bool
edit_in_place(struct argf *a, VALUE file)
{
    struct stat st, now;
    const char *name = StringValueCStr(a->filename);
    if (io_p(rb_stdout) && rb_stdout != first_stdout) rb_io_close(rb_stdout);
    fstat(io_ptr(file)->fd, &st);
    if (NIL_P(a->inplace)) {
        if (unlink(name) < 0) {
            rb_warn("Can't remove %s: %s, skipping file", name, strerror(errno));
            return false;
        }
    } else {
        VALUE backup = rb_str_plus(a->filename, a->inplace);
        if (rename(name, StringValueCStr(backup)) < 0) {
            rb_warn("Can't rename %s to %" PRIsVALUE ": %s, skipping file", name, backup, strerror(errno));
            return false;
        }
    }
    struct io_mode m;
    io_mode_from(&m, rb_str_new_cstr("w"), Qnil, Qnil);
    VALUE out = io_open(rb_cFile, a->filename, &m);
    int fd = io_ptr(out)->fd;
    fstat(fd, &now);
    fchmod(fd, st.st_mode);
    if (st.st_uid != now.st_uid || st.st_gid != now.st_gid) {
        if (fchown(fd, st.st_uid, st.st_gid) < 0) {
            /* it stays ours */
        }
    }
    rb_io_set_write_io(file, out);
    rb_stdout = out;
    return true;
}

/* Opens the next file.  Returns false if its name must be skipped. */
static bool
open_next(struct argf *a)
{
    a->filename = rb_ary_shift(a->argv);
    a->filename = rb_obj_freeze(str_dup_plain(file_path(a->filename)));
    if (str_len(a->filename) == 1 && *str_ptr(a->filename) == '-') {
        a->file = rb_stdin;
        if (a->inplace == Qfalse) return true;
        rb_warn("Can't do inplace edit for stdio; skipping");
        rb_stdout = first_stdout;
        return false;
    }
    struct io_mode m;
    io_mode_from(&m, Qnil, Qnil, Qnil);
    if (a->encs_set) m.enc = a->encs;
    a->file = io_open(rb_cFile, a->filename, &m);
    if (a->inplace != Qfalse && !edit_in_place(a, a->file)) {
        io_close(a->file, false);
        return false;
    }
    if (a->binmode) rb_io_ascii8bit_binmode(a->file);
    return true;
}

static bool
next_file(struct argf *a)
{
    bool named = val_type_p(a->argv, T_ARRAY) && ary_len(a->argv) > 0;
    if (!a->started) {
        if (a->place == AT_NEXT && NIL_P(a->filename)) a->place = named ? AT_NEXT : AT_STDIN;
        a->started = true;
    } else if (a->place == AT_STDIN && named) {
        a->place = AT_NEXT;
    }
    if (a->place == AT_NEXT) {
        if (!named) return false;
        while (!open_next(a))
            if (ary_len(a->argv) == 0) return false;
        a->place = AT_FILE;
    } else if (a->place == AT_STDIN) {
        if (a->file != rb_stdin) {
            a->file = rb_stdin;
            a->filename = rb_obj_freeze(rb_str_new_cstr("-"));
        }
        if (a->inplace != Qfalse) { /* each read warns, as CRuby's does */
            rb_warn("Can't do inplace edit for stdio");
            rb_stdout = first_stdout;
        }
    }
    return true;
}

static VALUE
need_file(struct argf *a, const char *what)
{
    if (!next_file(a)) rb_raise(rb_eArgError, "no stream%s%s", what ? " to " : "", what ? what : "");
    return a->file;
}

/* ---- lines ---- */

static VALUE
file_gets(struct argf *a, int argc, const VALUE *argv)
{
    if (!io_p(a->file)) return rb_funcallv_kw(a->file, rb_intern("gets"), argc, argv, RB_PASS_CALLED_KEYWORDS);
    struct io_line_args line;
    rb_io_t *fptr = io_readable(a->file);
    io_line_args(argc, argv, &line, fptr);
    return io_next_line(&line, fptr);
}

static VALUE
next_line(struct argf *a, int argc, const VALUE *argv)
{
    for (;;) {
        if (!next_file(a)) return Qnil;
        VALUE line = file_gets(a, argc, argv);
        if (!NIL_P(line)) {
            count_line(a);
            return line;
        }
        if (a->place == AT_STDIN) return Qnil;
        leave_file(a);
    }
}

static VALUE
argf_m_gets(int argc, VALUE *argv, VALUE self)
{
    VALUE line = next_line(argf_ptr(self), argc, argv);
    rb_lastline_set(line);
    return line;
}

static VALUE
argf_m_readline(int argc, VALUE *argv, VALUE self)
{
    VALUE line = argf_m_gets(argc, argv, self);
    if (NIL_P(line)) rb_eof_error();
    return line;
}

static VALUE
argf_m_readlines(int argc, VALUE *argv, VALUE self)
{
    struct argf *a = argf_ptr(self);
    VALUE lines = ary_new();
    while (next_file(a)) {
        VALUE some;
        if (io_p(a->file)) {
            struct io_line_args line;
            io_line_args(argc, argv, &line, io_ptr_init(a->file));
            some = io_all_lines(&line, a->file);
        } else {
            some = rb_funcallv_kw(a->file, rb_intern("readlines"), argc, argv, RB_PASS_CALLED_KEYWORDS);
        }
        a->lineno += (int)RARRAY_LEN(some);
        if (a == the_argf) last_lineno = a->lineno;
        bool last = a->place == AT_STDIN;
        leave_file(a);
        ary_concat(lines, some);
        if (last) break;
    }
    return lines;
}

static VALUE
argf_m_each_line(int argc, VALUE *argv, VALUE self)
{
    RETURN_ENUMERATOR_KW(self, argc, argv, RB_PASS_CALLED_KEYWORDS);
    struct argf *a = argf_ptr(self);
    VALUE line;
    if (!next_file(a)) return self;
    for (int i = 0; i < argc && i < 2; i++) /* a limit that no line comes to an end with */
        if (argv[i] == INT2FIX(0)) rb_raise(rb_eArgError, "invalid limit: 0 for each_line");
    while (!NIL_P(line = next_line(a, argc, argv))) rb_yield(line);
    return self;
}

/* ---- bytes and characters ---- */

static VALUE
next_of(struct argf *a, const char *method)
{
    ID mid = rb_intern(method);
    for (;;) {
        if (!next_file(a)) return Qnil;
        VALUE v = rb_funcallv(a->file, mid, 0, NULL);
        if (!NIL_P(v) || a->place == AT_STDIN) return v;
        leave_file(a);
    }
}

static VALUE
argf_m_getc(VALUE self)
{
    return next_of(argf_ptr(self), "getc");
}

static VALUE
argf_m_getbyte(VALUE self)
{
    return next_of(argf_ptr(self), "getbyte");
}

static VALUE
argf_m_readchar(VALUE self)
{
    VALUE c = argf_m_getc(self);
    if (NIL_P(c)) rb_eof_error();
    return c;
}

static VALUE
argf_m_readbyte(VALUE self)
{
    VALUE c = argf_m_getbyte(self);
    if (NIL_P(c)) rb_eof_error();
    return c;
}

static VALUE
each_of(VALUE self, VALUE (*next)(VALUE))
{
    VALUE v;
    while (!NIL_P(v = next(self))) rb_yield(v);
    return self;
}

static VALUE
argf_m_each_char(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, 0);
    return each_of(self, argf_m_getc);
}

static VALUE
argf_m_each_byte(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, 0);
    return each_of(self, argf_m_getbyte);
}

static VALUE
next_codepoint(VALUE self)
{
    VALUE c = argf_m_getc(self);
    return NIL_P(c) ? Qnil : rb_funcall(c, rb_intern("ord"), 0);
}

static VALUE
argf_m_each_codepoint(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, 0);
    return each_of(self, next_codepoint);
}

static VALUE
argf_m_read(int argc, VALUE *argv, VALUE self)
{
    struct argf *a = argf_ptr(self);
    rb_check_arity(argc, 0, 2);
    VALUE length = argc > 0 ? argv[0] : Qnil, buf = argc > 1 ? argv[1] : Qnil, str = Qnil;
    long want = NIL_P(length) ? -1 : NUM2LONG(length);
    if (!NIL_P(length) && want < 0) rb_raise(rb_eArgError, "negative length %ld given", want);
    if (!NIL_P(buf)) {
        StringValue(buf);
        rb_str_resize(buf, 0);
    }
    bool any = false;
    while (next_file(a)) {
        any = true;
        VALUE left = want < 0 ? Qnil : LONG2NUM(want - (NIL_P(str) ? 0 : RSTRING_LEN(str)));
        VALUE some = rb_funcallv(a->file, rb_intern("read"), 1, &left);
        if (NIL_P(str)) str = some;
        else if (!NIL_P(some)) rb_str_append(str, some);
        if (want >= 0 && !NIL_P(str) && RSTRING_LEN(str) >= want) break;
        if (a->place == AT_STDIN) break;
        if (NIL_P(some) || want < 0 || RSTRING_LEN(some) < want) leave_file(a);
    }
    if (NIL_P(buf)) return str;
    if (NIL_P(str)) return any ? Qnil : buf;
    rb_str_replace(buf, str);
    return buf;
}

static VALUE
call_partial(VALUE p)
{
    VALUE *args = (VALUE *)p;
    return rb_funcallv_kw(args[0], (ID)args[1], (int)args[2], (VALUE *)args[3], (int)args[4]);
}

static VALUE
partial_eof(VALUE p, VALUE exc)
{
    return Qundef;
}

/* At the end of a file gives "", once; EOFError after the last. */
static VALUE
partial(int argc, VALUE *argv, VALUE self, const char *method)
{
    struct argf *a = argf_ptr(self);
    if (!next_file(a)) {
        if (argc > 1 && val_type_p(argv[1], T_STRING)) rb_str_resize(argv[1], 0);
        rb_eof_error();
    }
    VALUE args[5] = {a->file, (VALUE)rb_intern(method), (VALUE)argc, (VALUE)argv, (VALUE)rb_keyword_given_p()};
    VALUE r = rb_rescue2(call_partial, (VALUE)args, partial_eof, Qnil, rb_eEOFError, (VALUE)0);
    if (r != Qundef) return r;
    if (a->place == AT_STDIN) rb_eof_error();
    leave_file(a);
    if (ary_len(a->argv) == 0) rb_eof_error();
    return argc > 1 && val_type_p(argv[1], T_STRING) ? rb_str_resize(argv[1], 0) : rb_str_new(NULL, 0);
}

static VALUE
argf_m_readpartial(int argc, VALUE *argv, VALUE self)
{
    return partial(argc, argv, self, "readpartial");
}

static VALUE
argf_m_read_nonblock(int argc, VALUE *argv, VALUE self)
{
    return partial(argc, argv, self, "read_nonblock");
}

static VALUE
argf_m_eof_p(VALUE self)
{
    struct argf *a = argf_ptr(self);
    next_file(a);
    if (NIL_P(a->file)) rb_raise(rb_eIOError, "ARGF is not opened for reading");
    return rb_funcall(a->file, rb_intern("eof?"), 0);
}

/* ---- positions ---- */

static VALUE
argf_m_tell(VALUE self)
{
    return rb_funcall(need_file(argf_ptr(self), "tell"), rb_intern("tell"), 0);
}

static VALUE
argf_m_seek(int argc, VALUE *argv, VALUE self)
{
    return rb_funcallv(need_file(argf_ptr(self), "seek"), rb_intern("seek"), argc, argv);
}

static VALUE
argf_m_set_pos(VALUE self, VALUE pos)
{
    return rb_funcall(need_file(argf_ptr(self), "set position"), rb_intern("pos="), 1, pos);
}

static VALUE
argf_m_rewind(VALUE self)
{
    struct argf *a = argf_ptr(self);
    VALUE file = need_file(a, "rewind");
    int lines = io_p(file) ? io_ptr(file)->lineno : 0;
    VALUE r = rb_funcall(file, rb_intern("rewind"), 0);
    a->lineno -= lines;
    return r;
}

static VALUE
argf_m_lineno(VALUE self)
{
    return INT2FIX(argf_ptr(self)->lineno);
}

static VALUE
argf_m_set_lineno(VALUE self, VALUE n)
{
    struct argf *a = argf_ptr(self);
    a->lineno = NUM2INT(n);
    if (a == the_argf) last_lineno = a->lineno;
    return n;
}

/* ---- what is read ---- */

static VALUE
argf_m_fileno(VALUE self)
{
    return rb_funcall(need_file(argf_ptr(self), NULL), rb_intern("fileno"), 0);
}

static VALUE
argf_m_to_io(VALUE self)
{
    struct argf *a = argf_ptr(self);
    next_file(a);
    return io_to_io(a->file);
}

static VALUE
argf_m_file(VALUE self)
{
    struct argf *a = argf_ptr(self);
    next_file(a);
    return a->file;
}

static VALUE
argf_m_filename(VALUE self)
{
    struct argf *a = argf_ptr(self);
    next_file(a);
    return a->filename;
}

static VALUE
get_filename(ID id, VALUE *data)
{
    return argf_m_filename(argf_obj);
}

static VALUE
argf_m_argv(VALUE self)
{
    return argf_ptr(self)->argv;
}

static VALUE
argf_m_skip(VALUE self)
{
    struct argf *a = argf_ptr(self);
    if (a->started && a->place == AT_FILE) {
        close_file(a);
        a->place = AT_NEXT;
    }
    return self;
}

static VALUE
argf_m_close(VALUE self)
{
    struct argf *a = argf_ptr(self);
    next_file(a);
    if (!NIL_P(a->file)) leave_file(a);
    a->lineno = 0;
    return self;
}

static VALUE
argf_m_closed_p(VALUE self)
{
    struct argf *a = argf_ptr(self);
    next_file(a);
    return rb_funcall(a->file, rb_intern("closed?"), 0);
}

static VALUE
argf_m_to_s(VALUE self)
{
    return rb_str_new_cstr("ARGF");
}

/* ---- encodings ---- */

static VALUE
argf_m_binmode(VALUE self)
{
    struct argf *a = argf_ptr(self);
    a->binmode = true;
    next_file(a);
    if (a->file == rb_stdin && !io_p(a->file)) return rb_funcall(a->file, rb_intern("binmode"), 0);
    if (io_p(a->file) && io_ptr_raw(a->file)->fd >= 0) rb_io_ascii8bit_binmode(a->file);
    return self;
}

static VALUE
argf_m_binmode_p(VALUE self)
{
    return val_bool(argf_ptr(self)->binmode);
}

static VALUE
argf_m_external_encoding(VALUE self)
{
    struct argf *a = argf_ptr(self);
    if (!a->started) return rb_enc_default_external(); /* no file is opened for that */
    return rb_funcall(a->file, rb_intern("external_encoding"), 0);
}

static VALUE
argf_m_internal_encoding(VALUE self)
{
    struct argf *a = argf_ptr(self);
    if (!a->started) return rb_enc_default_external();
    return rb_funcall(a->file, rb_intern("internal_encoding"), 0);
}

static VALUE
argf_m_set_encoding(int argc, VALUE *argv, VALUE self)
{
    struct argf *a = argf_ptr(self);
    VALUE file = need_file(a, "set encoding");
    rb_funcallv_kw(file, rb_intern("set_encoding"), argc, argv, RB_PASS_CALLED_KEYWORDS);
    if (io_p(file)) {
        a->encs = io_ptr(file)->encs;
        a->encs_set = true;
    }
    return self;
}

/* ---- writing (-i) ---- */

static VALUE
write_io(struct argf *a)
{
    if (NIL_P(a->file)) rb_raise(rb_eIOError, "not opened for writing");
    return io_write_side(a->file);
}

static VALUE
argf_m_to_write_io(VALUE self)
{
    return write_io(argf_ptr(self));
}

static VALUE
argf_m_write(int argc, VALUE *argv, VALUE self)
{
    return io_writev(write_io(argf_ptr(self)), argc, argv);
}

static VALUE
argf_m_print(int argc, VALUE *argv, VALUE self)
{
    return rb_io_print(argc, argv, self);
}

static VALUE
argf_m_puts(int argc, VALUE *argv, VALUE self)
{
    return rb_io_puts(argc, argv, self);
}

static VALUE
argf_m_printf(int argc, VALUE *argv, VALUE self)
{
    return rb_io_printf(argc, argv, self);
}

static VALUE
argf_m_putc(VALUE self, VALUE c)
{
    return rb_funcall(write_io(argf_ptr(self)), rb_intern("putc"), 1, c);
}

static VALUE
inplace_value(struct argf *a)
{
    if (a->inplace == Qfalse) return Qnil;
    return NIL_P(a->inplace) ? rb_str_new(NULL, 0) : str_dup_plain(a->inplace);
}

static void
set_inplace(struct argf *a, VALUE v)
{
    if (!RTEST(v)) {
        a->inplace = Qfalse;
        return;
    }
    StringValue(v);
    if (!rb_enc_str_asciicompat_p(v)) v = rb_str_export_to_enc(v, rb_filesystem_encoding());
    StringValueCStr(v);
    a->inplace = str_len(v) ? str_new_frozen(v) : Qnil;
}

void
ruby_set_inplace_mode(const char *suffix)
{
    set_inplace(the_argf, suffix ? rb_str_new_cstr(suffix) : Qfalse);
}

static VALUE
argf_m_inplace_mode(VALUE self)
{
    return inplace_value(argf_ptr(self));
}

static VALUE
argf_m_set_inplace_mode(VALUE self, VALUE v)
{
    set_inplace(argf_ptr(self), v);
    return v;
}

static VALUE
get_inplace(ID id, VALUE *data)
{
    return inplace_value(the_argf);
}

static void
set_inplace_var(VALUE v, ID id, VALUE *data)
{
    set_inplace(the_argf, v);
}

/* ---- Kernel ---- */

VALUE
rb_gets(void)
{
    VALUE line = next_line(the_argf, 0, NULL);
    rb_lastline_set(line);
    return line;
}

static VALUE
kernel_m_gets(int argc, VALUE *argv, VALUE self)
{
    return rb_funcallv_kw(argf_obj, rb_intern("gets"), argc, argv,
                          RB_PASS_CALLED_KEYWORDS); /* a call, because the program may redefine ARGF.gets */
}

static VALUE
kernel_m_readline(int argc, VALUE *argv, VALUE self)
{
    return argf_m_readline(argc, argv, argf_obj);
}

static VALUE
kernel_m_readlines(int argc, VALUE *argv, VALUE self)
{
    return argf_m_readlines(argc, argv, argf_obj);
}

/* ---- definition ---- */

static void
define_reading(void)
{
    rb_define_method(cARGF, "gets", argf_m_gets, -1);
    rb_define_method(cARGF, "readline", argf_m_readline, -1);
    rb_define_method(cARGF, "readlines", argf_m_readlines, -1);
    rb_define_method(cARGF, "to_a", argf_m_readlines, -1);
    rb_define_method(cARGF, "each", argf_m_each_line, -1);
    rb_define_method(cARGF, "each_line", argf_m_each_line, -1);
    rb_define_method(cARGF, "each_byte", argf_m_each_byte, 0);
    rb_define_method(cARGF, "each_char", argf_m_each_char, 0);
    rb_define_method(cARGF, "each_codepoint", argf_m_each_codepoint, 0);
    rb_define_method(cARGF, "read", argf_m_read, -1);
    rb_define_method(cARGF, "readpartial", argf_m_readpartial, -1);
    rb_define_method(cARGF, "read_nonblock", argf_m_read_nonblock, -1);
    rb_define_method(cARGF, "getc", argf_m_getc, 0);
    rb_define_method(cARGF, "getbyte", argf_m_getbyte, 0);
    rb_define_method(cARGF, "readchar", argf_m_readchar, 0);
    rb_define_method(cARGF, "readbyte", argf_m_readbyte, 0);
    rb_define_method(cARGF, "eof", argf_m_eof_p, 0);
    rb_define_method(cARGF, "eof?", argf_m_eof_p, 0);
}

static void
define_rest(void)
{
    rb_define_method(cARGF, "fileno", argf_m_fileno, 0);
    rb_define_method(cARGF, "to_i", argf_m_fileno, 0);
    rb_define_method(cARGF, "to_io", argf_m_to_io, 0);
    rb_define_method(cARGF, "to_write_io", argf_m_to_write_io, 0);
    rb_define_method(cARGF, "tell", argf_m_tell, 0);
    rb_define_method(cARGF, "pos", argf_m_tell, 0);
    rb_define_method(cARGF, "seek", argf_m_seek, -1);
    rb_define_method(cARGF, "rewind", argf_m_rewind, 0);
    rb_define_method(cARGF, "pos=", argf_m_set_pos, 1);
    rb_define_method(cARGF, "binmode", argf_m_binmode, 0);
    rb_define_method(cARGF, "binmode?", argf_m_binmode_p, 0);
    rb_define_method(cARGF, "write", argf_m_write, -1);
    rb_define_method(cARGF, "print", argf_m_print, -1);
    rb_define_method(cARGF, "putc", argf_m_putc, 1);
    rb_define_method(cARGF, "puts", argf_m_puts, -1);
    rb_define_method(cARGF, "printf", argf_m_printf, -1);
    rb_define_method(cARGF, "filename", argf_m_filename, 0);
    rb_define_method(cARGF, "path", argf_m_filename, 0);
    rb_define_method(cARGF, "file", argf_m_file, 0);
    rb_define_method(cARGF, "skip", argf_m_skip, 0);
    rb_define_method(cARGF, "close", argf_m_close, 0);
    rb_define_method(cARGF, "closed?", argf_m_closed_p, 0);
    rb_define_method(cARGF, "to_s", argf_m_to_s, 0);
    rb_define_alias(cARGF, "inspect", "to_s");
    rb_define_method(cARGF, "argv", argf_m_argv, 0);
    rb_define_method(cARGF, "lineno", argf_m_lineno, 0);
    rb_define_method(cARGF, "lineno=", argf_m_set_lineno, 1);
    rb_define_method(cARGF, "inplace_mode", argf_m_inplace_mode, 0);
    rb_define_method(cARGF, "inplace_mode=", argf_m_set_inplace_mode, 1);
    rb_define_method(cARGF, "external_encoding", argf_m_external_encoding, 0);
    rb_define_method(cARGF, "internal_encoding", argf_m_internal_encoding, 0);
    rb_define_method(cARGF, "set_encoding", argf_m_set_encoding, -1);
}

void
Init_ARGF(void)
{
    cARGF = rb_class_new(rb_cObject);
    gc_keep(cARGF);
    rb_set_class_path(cARGF, rb_cObject, "ARGF.class");
    rb_define_alloc_func(cARGF, argf_s_alloc);
    rb_include_module(cARGF, rb_mEnumerable);
    rb_define_method(cARGF, "initialize", argf_m_initialize, -2);
    rb_define_method(cARGF, "initialize_copy", argf_m_initialize_copy, 1);
    define_reading();
    define_rest();
    argf_obj = argf_s_alloc(cARGF);
    gc_keep(argf_obj);
    the_argf = argf_ptr(argf_obj);
    the_argf->argv = ary_new();
    first_stdout = rb_stdout;
    gc_register_global(&first_stdout);
    rb_define_global_const("ARGF", argf_obj);
    rb_define_readonly_variable("$<", &argf_obj);
    rb_define_readonly_variable("$*", &the_argf->argv);
    rb_define_global_const("ARGV", the_argf->argv);
    rb_define_virtual_variable("$.", get_last_lineno, set_last_lineno);
    rb_define_virtual_variable("$FILENAME", get_filename, NULL);
    rb_define_virtual_variable("$-i", get_inplace, set_inplace_var);
    rb_define_global_function("gets", kernel_m_gets, -1);
    rb_define_global_function("readline", kernel_m_readline, -1);
    rb_define_global_function("readlines", kernel_m_readlines, -1);
}
