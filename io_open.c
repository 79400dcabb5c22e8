/*
 * io_open.c - opening: modes, permissions, encodings, descriptors; IO.read and its kin.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/io.h"

/* ---- mode strings ---- */

NORETURN static void
bad_mode(const char *mode)
{
    rb_raise(rb_eArgError, "invalid access mode %s", mode);
}

enum rb_io_mode
rb_io_modestr_fmode(const char *mode)
{
    int f;
    const char *m = mode;
    switch (*m++) {
      case 'r': f = FMODE_READABLE; break;
      case 'w': f = FMODE_WRITABLE | FMODE_TRUNC | FMODE_CREATE; break;
      case 'a': f = FMODE_WRITABLE | FMODE_APPEND | FMODE_CREATE; break;
      default: bad_mode(mode);
    }
    for (; *m && *m != ':'; m++) {
        switch (*m) {
          case 'b': f |= FMODE_BINMODE; break;
          case 't': f |= FMODE_TEXTMODE; break;
          case '+': f |= FMODE_READWRITE; break;
          case 'x':
            if (mode[0] != 'w') bad_mode(mode);
            f |= FMODE_EXCL;
            break;
          default: bad_mode(mode);
        }
    }
    if (*m == ':' && strncasecmp(m + 1, "BOM|", 4) == 0) f |= FMODE_SETENC_BY_BOM;
    if ((f & FMODE_BINMODE) && (f & FMODE_TEXTMODE)) bad_mode(mode);
    return f;
}

static int
fmode_oflags(int f)
{
    int o = 0;
    switch (f & FMODE_READWRITE) {
      case FMODE_READABLE: o = O_RDONLY; break;
      case FMODE_WRITABLE: o = O_WRONLY; break;
      case FMODE_READWRITE: o = O_RDWR; break;
    }
    if (f & FMODE_APPEND) o |= O_APPEND;
    if (f & FMODE_TRUNC) o |= O_TRUNC;
    if (f & FMODE_CREATE) o |= O_CREAT;
    if (f & FMODE_EXCL) o |= O_EXCL;
    return o;
}

int
rb_io_oflags_fmode(int o)
{
    int f = 0;
    switch (o & O_ACCMODE) {
      case O_RDONLY: f = FMODE_READABLE; break;
      case O_WRONLY: f = FMODE_WRITABLE; break;
      case O_RDWR: f = FMODE_READWRITE; break;
    }
    if (o & O_APPEND) f |= FMODE_APPEND;
    if (o & O_TRUNC) f |= FMODE_TRUNC;
    if (o & O_CREAT) f |= FMODE_CREATE;
    if (o & O_EXCL) f |= FMODE_EXCL;
    return f;
}

int
rb_io_modestr_oflags(const char *mode)
{
    return fmode_oflags(rb_io_modestr_fmode(mode));
}

/* ---- opening ---- */

void
io_init_open(VALUE io, VALUE path, const struct io_mode *m)
{
    int fd = io_sys_open(StringValueCStr(path), m->oflags, m->perm);
    if (fd < 0) rb_exc_raise(rb_syserr_new_path_in("rb_sysopen", errno, path));
    rb_io_t *fptr = io_new_ptr(io);
    fptr->fd = fd;
    fptr->mode = m->fmode;
    fptr->encs = m->enc;
    RB_OBJ_WRITE(io, &fptr->pathv, str_new_frozen(path));
    RB_OBJ_WRITTEN(io, Qundef, m->enc.ecopts);
    if (isatty(fd)) fptr->mode |= FMODE_TTY | FMODE_DUPLEX;
}

VALUE
io_open(VALUE klass, VALUE path, const struct io_mode *m)
{
    VALUE io = rb_obj_alloc(klass);
    io_init_open(io, path, m);
    return io;
}

static struct io_mode
simple_mode(const char *mode)
{
    int f = rb_io_modestr_fmode(mode);
    struct io_mode m = {.fmode = f, .oflags = fmode_oflags(f), .perm = 0666, .enc = {.ecopts = Qnil}};
    if (f & FMODE_BINMODE) m.enc.enc = rb_ascii8bit_encoding();
    return m;
}

VALUE
rb_file_open_str(VALUE path, const char *mode)
{
    struct io_mode m = simple_mode(mode);
    return io_open(rb_cFile, file_path(path), &m);
}

VALUE
rb_file_open(const char *path, const char *mode)
{
    return rb_file_open_str(rb_filesystem_str_new_cstr(path), mode);
}

static VALUE
file_m_initialize(int argc, VALUE *argv, VALUE io)
{
    rb_check_arity(argc, 1, 3);
    struct io_mode m = simple_mode(argc > 1 ? StringValueCStr(argv[1]) : "r");
    io_init_open(io, file_path(argv[0]), &m);
    return io;
}

static VALUE
close_ensured(VALUE io)
{
    io_close(io, true);
    return Qnil;
}

static VALUE
io_s_open(int argc, VALUE *argv, VALUE klass)
{
    VALUE io = rb_class_new_instance_kw(argc, argv, klass, RB_PASS_CALLED_KEYWORDS);
    if (!rb_block_given_p()) return io;
    return rb_ensure(rb_yield, io, close_ensured, io);
}

static VALUE
read_body(VALUE io)
{
    return io_read_all(io_ptr(io), Qnil);
}

static VALUE
io_s_read(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 4);
    struct io_mode m = simple_mode("r");
    VALUE io = io_open(rb_cFile, file_path(argv[0]), &m);
    return rb_ensure(read_body, io, close_ensured, io);
}

void
Init_io_open(void)
{
    rb_define_singleton_method(rb_cIO, "open", io_s_open, -1);
    rb_define_singleton_method(rb_cIO, "read", io_s_read, -1);
}

void
Init_File_open(void)
{
    rb_define_method(rb_cFile, "initialize", file_m_initialize, -1);
}
