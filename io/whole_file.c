/*
 * io/whole_file.c - whole files by name: IO.read, binread, write, binwrite, readlines, foreach.
 *
 * File.read(path) of a regular file of modest size makes no IO: open, fstat, read, close.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/hash.h"
#include "internal/io.h"

enum { SLURP_BYTES = LIMIT(1 << 20, 16) }; /* read at one go, the lock kept */

/* Opens path by the keywords in opts (mode: and the like, or open_args:), for reading unless they say so. */
static VALUE
open_by_opts(VALUE klass, VALUE path, VALUE opts, VALUE vmode, VALUE vperm)
{
    struct io_mode m;
    path = file_path(path);
    if (!NIL_P(opts)) {
        VALUE args = hash_get(opts, ID2SYM(rb_intern("open_args")));
        if (args != Qundef && !NIL_P(args)) {
            args = rb_convert_type(args, T_ARRAY, "Array", "to_ary");
            VALUE last = RARRAY_LEN(args) ? rb_ary_entry(args, -1) : Qnil;
            bool kw = val_type_p(last, T_HASH);
            long n = RARRAY_LEN(args) - kw;
            if (n > 2) rb_error_arity((int)n + 1, 1, 3);
            io_mode_from(&m, n > 0 ? rb_ary_entry(args, 0) : Qnil, n > 1 ? rb_ary_entry(args, 1) : Qnil, kw ? last : Qnil);
            return io_open(rb_cFile, path, &m);
        }
        VALUE mode = hash_get(opts, ID2SYM(rb_intern("mode")));
        if (mode != Qundef && !NIL_P(mode)) vmode = Qnil;
    }
    io_mode_from(&m, vmode, vperm, opts);
    return io_open(rb_cFile, path, &m);
}

/* ---- read ---- */

/* The file's bytes, or Qundef: not a regular file that is small enough.  fd is closed either way unless Qundef. */
static VALUE
slurp_fd(int fd, VALUE path, int enc)
{
    struct stat st;
    if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size > SLURP_BYTES) return Qundef;
    size_t capa = st.st_size > 0 ? (size_t)st.st_size : 0;
    if (capa == 0) return Qundef; /* empty, or a file of /proc, whose size is 0 */
    VALUE s = str_new(NULL, capa, enc);
    size_t len = 0;
    while (len < capa) {
        ssize_t n = read(fd, str_ptr(s) + len, capa - len);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            int err = errno;
            close(fd);
            rb_exc_raise(rb_syserr_new_path_in("io_fread", err, path));
        }
        if (n == 0) break;
        len += (size_t)n;
    }
    close(fd);
    if (len < capa) str_set_len(s, len);
    return s;
}

/* Reads all of the file; the default mode, and no conversion. */
static VALUE
slurp(VALUE path, int enc)
{
    path = file_path(path);
    int fd = io_sys_open(str_ptr(path), O_RDONLY, 0);
    if (fd < 0) rb_exc_raise(rb_syserr_new_path_in("rb_sysopen", errno, path));
    VALUE s = slurp_fd(fd, path, enc);
    if (s != Qundef) return s;
    VALUE io = io_wrap(rb_cFile, fd, FMODE_READABLE, NULL);
    rb_io_t *fptr = io_ptr(io);
    RB_OBJ_WRITE(io, &fptr->pathv, path);
    fptr->encs.enc = enc_pub(enc_at(enc));
    s = io_read_all(fptr, Qnil);
    io_close(io, true);
    return s;
}

struct read_args {
    VALUE io, length, offset;
};

static VALUE
read_body(VALUE p)
{
    struct read_args *a = (struct read_args *)p;
    if (!NIL_P(a->offset)) io_seek_to(a->io, a->offset, SEEK_SET);
    return rb_funcall(a->io, rb_intern("read"), 1, a->length);
}

static void
check_offset(VALUE offset)
{
    off_t off;
    if (!NIL_P(offset) && (off = NUM2OFFT(offset)) < 0) rb_raise(rb_eArgError, "negative offset %lld given", (long long)off);
}

static void
check_length(VALUE length)
{
    long n;
    if (!NIL_P(length) && (n = NUM2LONG(length)) < 0) rb_raise(rb_eArgError, "negative length %ld given", n);
}

static VALUE
io_s_read(int argc, VALUE *argv, VALUE klass)
{
    if (argc == 1 && enc_default_internal < 0 && enc_ascii_compat_p(enc_at(enc_default_external)))
        return slurp(argv[0], enc_default_external);
    VALUE opts = io_take_opts(&argc, argv);
    rb_check_arity(argc, 1, 4);
    if (argc == 4) rb_error_arity(3, 0, 2); /* the error that IO.read raises in CRuby */
    struct read_args a = {.length = argc > 1 ? argv[1] : Qnil, .offset = argc > 2 ? argv[2] : Qnil};
    check_offset(a.offset);
    check_length(a.length);
    a.io = open_by_opts(klass, argv[0], opts, Qnil, Qnil);
    return rb_ensure(read_body, (VALUE)&a, io_close_ensured, a.io);
}

static VALUE
io_s_binread(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 3);
    if (argc == 1) return slurp(argv[0], ENCI_BINARY);
    struct read_args a = {.length = argv[1], .offset = argc > 2 ? argv[2] : Qnil};
    check_length(a.length);
    a.io = open_by_opts(klass, argv[0], Qnil, rb_str_new_cstr("rb:ASCII-8BIT"), Qnil);
    return rb_ensure(read_body, (VALUE)&a, io_close_ensured, a.io);
}

/* ---- write ---- */

struct write_args {
    VALUE io, str, offset;
};

static VALUE
write_body(VALUE p)
{
    struct write_args *a = (struct write_args *)p;
    if (!NIL_P(a->offset)) io_seek_to(a->io, a->offset, SEEK_SET);
    return io_write(a->io, a->str, false);
}

static VALUE
write_file(int argc, VALUE *argv, VALUE klass, bool binary)
{
    VALUE opts = io_take_opts(&argc, argv);
    rb_check_arity(argc, 2, 3);
    struct write_args a = {.str = argv[1], .offset = argc > 2 ? argv[2] : Qnil};
    int flags = O_WRONLY | O_CREAT | (NIL_P(a.offset) ? O_TRUNC : 0);
    VALUE vmode = INT2FIX(flags);
    if (binary) {
        opts = NIL_P(opts) ? hash_new() : hash_dup(opts);
        if (hash_get(opts, ID2SYM(rb_intern("mode"))) == Qundef) hash_set(opts, ID2SYM(rb_intern("binmode")), Qtrue);
    }
    a.io = open_by_opts(klass, argv[0], opts, vmode, Qnil);
    return rb_ensure(write_body, (VALUE)&a, io_close_ensured, a.io);
}

static VALUE
io_s_write(int argc, VALUE *argv, VALUE klass)
{
    return write_file(argc, argv, klass, false);
}

static VALUE
io_s_binwrite(int argc, VALUE *argv, VALUE klass)
{
    return write_file(argc, argv, klass, true);
}

/* ---- lines ---- */

struct lines_args {
    VALUE io;
    struct io_line_args line;
};

/* Takes chomp: out of the keywords, and gives the others back for open. */
static VALUE
split_opts(VALUE opts, bool *chomp)
{
    *chomp = false;
    if (NIL_P(opts)) return opts;
    VALUE key = ID2SYM(rb_intern("chomp")), v = hash_get(opts, key);
    if (v == Qundef) return opts;
    *chomp = RTEST(v);
    opts = hash_dup(opts);
    hash_delete(opts, key);
    return hash_size(opts) ? opts : Qnil;
}

static void
prepare_lines(struct lines_args *a, int argc, VALUE *argv, VALUE klass, const char *what)
{
    bool chomp;
    VALUE opts = split_opts(io_take_opts(&argc, argv), &chomp);
    rb_check_arity(argc, 1, 3);
    io_line_args_plain(argc - 1, argv + 1, &a->line, NULL);
    a->line.chomp = chomp;
    if (a->line.limit == 0) rb_raise(rb_eArgError, "invalid limit: 0 for %s", what);
    a->io = open_by_opts(klass, argv[0], opts, Qnil, Qnil);
    a->line.rs = io_check_separator(a->line.rs, io_ptr(a->io));
}

static VALUE
foreach_body(VALUE p)
{
    struct lines_args *a = (struct lines_args *)p;
    for (;;) {
        rb_io_t *fptr = io_readable(a->io);
        VALUE line = io_next_line(&a->line, fptr);
        rb_lastline_set(line);
        if (NIL_P(line)) return Qnil;
        rb_yield(line);
    }
}

static VALUE
io_s_foreach(int argc, VALUE *argv, VALUE klass)
{
    if (argc < 1) rb_error_arity(argc, 1, 3); /* before an enumerator is made */
    RETURN_ENUMERATOR_KW(klass, argc, argv, RB_PASS_CALLED_KEYWORDS);
    struct lines_args a;
    prepare_lines(&a, argc, argv, klass, "foreach");
    return rb_ensure(foreach_body, (VALUE)&a, io_close_ensured, a.io);
}

static VALUE
readlines_body(VALUE p)
{
    struct lines_args *a = (struct lines_args *)p;
    return io_all_lines(&a->line, a->io);
}

static VALUE
io_s_readlines(int argc, VALUE *argv, VALUE klass)
{
    struct lines_args a;
    prepare_lines(&a, argc, argv, klass, "readlines");
    return rb_ensure(readlines_body, (VALUE)&a, io_close_ensured, a.io);
}

void
Init_io_class(void)
{
    rb_define_singleton_method(rb_cIO, "read", io_s_read, -1);
    rb_define_singleton_method(rb_cIO, "binread", io_s_binread, -1);
    rb_define_singleton_method(rb_cIO, "write", io_s_write, -1);
    rb_define_singleton_method(rb_cIO, "binwrite", io_s_binwrite, -1);
    rb_define_singleton_method(rb_cIO, "foreach", io_s_foreach, -1);
    rb_define_singleton_method(rb_cIO, "readlines", io_s_readlines, -1);
}
