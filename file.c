/*
 * file.c - class File: what is done to files, open or by name.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/file.h"
#include "internal/gc.h"
#include "internal/platform.h"

VALUE rb_cFile;

/* ---- status ---- */

static VALUE
file_s_stat(VALUE klass, VALUE path)
{
    path = file_path(path);
    int err;
    VALUE s = stat_at(AT_FDCWD, str_ptr(path), 0, &err);
    if (s == Qundef) rb_exc_raise(rb_syserr_new_path_in("rb_file_s_stat", err, path));
    return s;
}

static VALUE
file_s_lstat(VALUE klass, VALUE path)
{
    path = file_path(path);
    int err;
    VALUE s = stat_at(AT_FDCWD, str_ptr(path), AT_SYMLINK_NOFOLLOW, &err);
    if (s == Qundef) rb_exc_raise(rb_syserr_new_path_in("rb_file_s_lstat", err, path));
    return s;
}

static VALUE
io_m_stat(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    int err;
    VALUE s = stat_at(fptr->fd, "", AT_EMPTY_PATH, &err);
    if (s == Qundef) io_fail_path(NULL, err, fptr);
    return s;
}

static VALUE
file_m_lstat(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    if (NIL_P(fptr->pathv)) return Qnil;
    int err;
    VALUE s = stat_at(AT_FDCWD, StringValueCStr(fptr->pathv), AT_SYMLINK_NOFOLLOW, &err);
    if (s == Qundef) io_fail_path("rb_file_lstat", err, fptr);
    return s;
}

static VALUE
file_s_ftype(VALUE klass, VALUE path)
{
    struct stat st;
    path = file_path(path);
    if (lstat(str_ptr(path), &st) < 0) rb_exc_raise(rb_syserr_new_path_in("rb_file_s_ftype", errno, path));
    return rb_str_new_cstr(file_type_name(st.st_mode));
}

enum which_time { TIME_A, TIME_M, TIME_C };

static struct timespec
pick_time(const struct stat *st, enum which_time which)
{
    return which == TIME_A ? st->st_atim : which == TIME_M ? st->st_mtim : st->st_ctim;
}

static VALUE
time_by_name(VALUE path, enum which_time which, const char *func)
{
    struct stat st;
    if (file_stat_of(path, &st) < 0) file_fail(func, errno, path);
    return time_of_timespec(pick_time(&st, which));
}

static VALUE
file_s_atime(VALUE klass, VALUE path)
{
    return time_by_name(path, TIME_A, "rb_file_s_atime");
}

static VALUE
file_s_mtime(VALUE klass, VALUE path)
{
    return time_by_name(path, TIME_M, "rb_file_s_mtime");
}

static VALUE
file_s_ctime(VALUE klass, VALUE path)
{
    return time_by_name(path, TIME_C, "rb_file_s_ctime");
}

static VALUE
birthtime(int fd, const char *path, int flags, VALUE name, const char *func)
{
    struct statx x;
    if (platform_statx(fd, path, flags, STATX_BTIME, &x) < 0) {
        if (NIL_P(name)) rb_syserr_fail(errno, func);
        rb_exc_raise(rb_syserr_new_path_in(func, errno, name));
    }
    if (!(x.stx_mask & STATX_BTIME)) rb_raise(rb_eNotImpError, "birthtime is unimplemented on this filesystem");
    return time_of_timespec((struct timespec){x.stx_btime.tv_sec, x.stx_btime.tv_nsec});
}

static VALUE
file_s_birthtime(VALUE klass, VALUE path)
{
    if (!val_type_p(path, T_STRING)) {
        VALUE io = rb_io_check_io(path);
        if (!NIL_P(io)) return birthtime(io_ptr(io)->fd, "", AT_EMPTY_PATH, io_ptr(io)->pathv, "rb_file_s_birthtime");
    }
    path = file_path(path);
    return birthtime(AT_FDCWD, str_ptr(path), 0, path, "rb_file_s_birthtime");
}

static VALUE
time_of_open(VALUE io, enum which_time which)
{
    rb_io_t *fptr = io_ptr(io);
    struct stat st;
    if (fstat(fptr->fd, &st) < 0) io_fail_path(NULL, errno, fptr);
    return time_of_timespec(pick_time(&st, which));
}

static VALUE
file_m_atime(VALUE io)
{
    return time_of_open(io, TIME_A);
}

static VALUE
file_m_mtime(VALUE io)
{
    return time_of_open(io, TIME_M);
}

static VALUE
file_m_ctime(VALUE io)
{
    return time_of_open(io, TIME_C);
}

static VALUE
file_m_birthtime(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    return birthtime(fptr->fd, "", AT_EMPTY_PATH, fptr->pathv, "rb_file_birthtime");
}

off_t
rb_file_size(VALUE file)
{
    if (!io_p(file)) {
        VALUE n = rb_funcall(file, rb_intern("size"), 0);
        return NUM2OFFT(n);
    }
    rb_io_t *fptr = io_ptr(file);
    if (fptr->mode & FMODE_WRITABLE) rb_io_flush(file);
    struct stat st;
    if (fstat(fptr->fd, &st) < 0) io_fail_path(NULL, errno, fptr);
    return st.st_size;
}

static VALUE
file_m_size(VALUE io)
{
    return OFFT2NUM(rb_file_size(io));
}

/* ---- the same to each of several files ---- */

struct apply {
    int (*fn)(const char *path, void *arg);
    void *arg;
};

static VALUE
apply_to_files(int argc, const VALUE *argv, int (*fn)(const char *, void *), void *arg)
{
    VALUE paths = ary_new_capa((size_t)argc);
    for (int i = 0; i < argc; i++) ary_push(paths, file_path(argv[i]));
    for (int i = 0; i < argc; i++) {
        VALUE path = ary_at(paths, (size_t)i);
        if (fn(str_ptr(path), arg) < 0) rb_exc_raise(rb_syserr_new_path_in("apply2files", errno, path));
    }
    return INT2FIX(argc);
}

static int
do_unlink(const char *path, void *arg)
{
    return unlink(path);
}

static VALUE
file_s_unlink(int argc, VALUE *argv, VALUE klass)
{
    return apply_to_files(argc, argv, do_unlink, NULL);
}

static int
do_chmod(const char *path, void *arg)
{
    return chmod(path, *(mode_t *)arg);
}

static int
do_lchmod(const char *path, void *arg)
{
    return lchmod(path, *(mode_t *)arg);
}

static VALUE
file_s_chmod(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    mode_t mode = NUM2MODET(argv[0]);
    return apply_to_files(argc - 1, argv + 1, do_chmod, &mode);
}

static VALUE
file_s_lchmod(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    mode_t mode = NUM2MODET(argv[0]);
    return apply_to_files(argc - 1, argv + 1, do_lchmod, &mode);
}

struct owner {
    uid_t uid;
    gid_t gid;
};

static int
do_chown(const char *path, void *arg)
{
    struct owner *o = arg;
    return chown(path, o->uid, o->gid);
}

static int
do_lchown(const char *path, void *arg)
{
    struct owner *o = arg;
    return lchown(path, o->uid, o->gid);
}

static struct owner
owner_args(VALUE uid, VALUE gid)
{
    return (struct owner){NIL_P(uid) ? (uid_t)-1 : NUM2UIDT(uid), NIL_P(gid) ? (gid_t)-1 : NUM2GIDT(gid)};
}

static VALUE
file_s_chown(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 2, UNLIMITED_ARGUMENTS);
    struct owner o = owner_args(argv[0], argv[1]);
    return apply_to_files(argc - 2, argv + 2, do_chown, &o);
}

static VALUE
file_s_lchown(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 2, UNLIMITED_ARGUMENTS);
    struct owner o = owner_args(argv[0], argv[1]);
    return apply_to_files(argc - 2, argv + 2, do_lchown, &o);
}

struct times {
    struct timespec ts[2];
    int flags;
};

static int
do_utime(const char *path, void *arg)
{
    struct times *t = arg;
    return utimensat(AT_FDCWD, path, t->ts, t->flags);
}

static struct timespec
time_arg(VALUE v)
{
    if (NIL_P(v)) return (struct timespec){.tv_nsec = UTIME_NOW};
    return rb_time_timespec(v);
}

static VALUE
set_times(int argc, VALUE *argv, int flags)
{
    rb_check_arity(argc, 2, UNLIMITED_ARGUMENTS);
    struct times t = {.flags = flags};
    t.ts[0] = time_arg(argv[0]);
    t.ts[1] = time_arg(argv[1]);
    return apply_to_files(argc - 2, argv + 2, do_utime, &t);
}

static VALUE
file_s_utime(int argc, VALUE *argv, VALUE klass)
{
    return set_times(argc, argv, 0);
}

static VALUE
file_s_lutime(int argc, VALUE *argv, VALUE klass)
{
    return set_times(argc, argv, AT_SYMLINK_NOFOLLOW);
}

/* ---- names ---- */

NORETURN static void
fail_two(const char *func, VALUE a, VALUE b)
{
    int err = errno;
    if (err == EEXIST) rb_exc_raise(rb_syserr_new_path_in("syserr_fail2_in", err, b));
    rb_exc_raise(rb_syserr_new_path_in(func, err, rb_sprintf("(%" PRIsVALUE ", %" PRIsVALUE ")", a, b)));
}

static VALUE
file_s_link(VALUE klass, VALUE from, VALUE to)
{
    from = file_path(from);
    to = file_path(to);
    if (link(str_ptr(from), str_ptr(to)) < 0) fail_two("rb_file_s_link", from, to);
    return INT2FIX(0);
}

static VALUE
file_s_symlink(VALUE klass, VALUE from, VALUE to)
{
    from = file_path(from);
    to = file_path(to);
    if (symlink(str_ptr(from), str_ptr(to)) < 0) fail_two("rb_file_s_symlink", from, to);
    return INT2FIX(0);
}

static VALUE
file_s_rename(VALUE klass, VALUE from, VALUE to)
{
    from = file_path(from);
    to = file_path(to);
    if (rename(str_ptr(from), str_ptr(to)) < 0) fail_two("rb_file_s_rename", from, to);
    return INT2FIX(0);
}

static VALUE
file_s_readlink(VALUE klass, VALUE path)
{
    path = file_path(path);
    VALUE s = str_new(NULL, 256, rb_filesystem_encindex());
    for (;;) {
        size_t capa = str_len(s);
        ssize_t n = readlink(str_ptr(path), str_ptr(s), capa);
        if (n < 0) rb_exc_raise(rb_syserr_new_path_in("rb_readlink", errno, path));
        if ((size_t)n < capa) {
            str_set_len(s, (size_t)n);
            return s;
        }
        str_resize(s, capa * 2);
    }
}

static VALUE
file_s_umask(int argc, VALUE *argv, VALUE klass)
{
    mode_t old;
    rb_check_arity(argc, 0, 1);
    if (argc == 0) {
        old = umask(0);
        umask(old);
    } else {
        old = umask(NUM2MODET(argv[0]));
    }
    return UINT2NUM(old);
}

static VALUE
file_s_truncate(VALUE klass, VALUE path, VALUE length)
{
    off_t n = NUM2OFFT(length);
    path = file_path(path);
    if (truncate(str_ptr(path), n) < 0) rb_exc_raise(rb_syserr_new_path_in("rb_file_s_truncate", errno, path));
    return INT2FIX(0);
}

struct fifo {
    const char *path;
    mode_t mode;
};

static intptr_t
do_mkfifo(void *p)
{
    struct fifo *f = p;
    return mkfifo(f->path, f->mode);
}

static VALUE
file_s_mkfifo(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 2);
    mode_t mode = argc > 1 ? NUM2MODET(argv[1]) : 0666;
    VALUE path = file_path(argv[0]);
    struct fifo f = {str_ptr(path), mode};
    if (io_sys_call_nofd(do_mkfifo, &f) < 0) rb_exc_raise(rb_syserr_new_path_in("rb_file_s_mkfifo", errno, path));
    return INT2FIX(0);
}

/* ---- open files ---- */

static VALUE
file_m_chmod(VALUE io, VALUE mode)
{
    mode_t m = NUM2MODET(mode);
    rb_io_t *fptr = io_ptr(io);
    if (fchmod(fptr->fd, m) < 0) io_fail_path("rb_file_chmod", errno, fptr);
    return INT2FIX(0);
}

static VALUE
file_m_chown(VALUE io, VALUE uid, VALUE gid)
{
    struct owner o = owner_args(uid, gid);
    rb_io_t *fptr = io_ptr(io);
    if (fchown(fptr->fd, o.uid, o.gid) < 0) io_fail_path("rb_file_chown", errno, fptr);
    return INT2FIX(0);
}

static VALUE
file_m_truncate(VALUE io, VALUE length)
{
    off_t n = NUM2OFFT(length);
    rb_io_t *fptr = io_ptr(io);
    if (!(fptr->mode & FMODE_WRITABLE)) rb_raise(rb_eIOError, "not opened for writing");
    if (fptr->priv->wbuf.len && io_flush_wbuf(fptr) < 0) io_fail_path(NULL, errno, fptr);
    if (ftruncate(fptr->fd, n) < 0) io_fail_path("rb_file_truncate", errno, fptr);
    return INT2FIX(0);
}

struct lock {
    int fd, op;
};

static intptr_t
do_flock(void *p)
{
    struct lock *l = p;
    return flock(l->fd, l->op);
}

static VALUE
file_m_flock(VALUE io, VALUE op)
{
    struct lock l = {.op = NUM2INT(op)};
    rb_io_t *fptr = io_ptr(io);
    if (fptr->mode & FMODE_WRITABLE) rb_io_flush(io);
    l.fd = fptr->fd;
    if (io_sys_call(fptr, do_flock, &l) == 0) return INT2FIX(0);
    if ((errno == EAGAIN || errno == EACCES) && (l.op & LOCK_NB)) return Qfalse;
    io_fail_path(NULL, errno, fptr);
}

/* ---- constants ---- */

static void
define_constants(void)
{
    VALUE m = rb_define_module_under(rb_cFile, "Constants");
    static const struct {
        const char *name;
        int value;
    } values[] = {
        {"RDONLY", O_RDONLY},       {"WRONLY", O_WRONLY},
        {"RDWR", O_RDWR},           {"APPEND", O_APPEND},
        {"CREAT", O_CREAT},         {"EXCL", O_EXCL},
        {"NONBLOCK", O_NONBLOCK},   {"TRUNC", O_TRUNC},
        {"NOCTTY", O_NOCTTY},       {"BINARY", 0},
        {"SHARE_DELETE", 0},        {"SYNC", O_SYNC},
        {"DSYNC", O_DSYNC},         {"RSYNC", O_RSYNC},
        {"NOFOLLOW", O_NOFOLLOW},   {"DIRECTORY", O_DIRECTORY},
        {"TMPFILE", O_TMPFILE},     {"NOATIME", O_NOATIME},
        {"DIRECT", O_DIRECT},       {"LOCK_SH", LOCK_SH},
        {"LOCK_EX", LOCK_EX},       {"LOCK_NB", LOCK_NB},
        {"LOCK_UN", LOCK_UN},       {"FNM_NOESCAPE", FNM_NOESC},
        {"FNM_PATHNAME", FNM_PATH}, {"FNM_DOTMATCH", FNM_DOT},
        {"FNM_CASEFOLD", FNM_FOLD}, {"FNM_EXTGLOB", FNM_BRACES},
        {"FNM_SYSCASE", 0},         {"FNM_SHORTNAME", FNM_SHORT},
    };
    for (size_t i = 0; i < lengthof(values); i++) {
        if (strcmp(values[i].name, "DIRECTORY") == 0) continue; /* CRuby has none */
        rb_define_const(m, values[i].name, INT2FIX(values[i].value));
    }
    rb_define_const(m, "NULL", str_fstring_cstr("/dev/null", 9, ENCI_USASCII));
    rb_include_module(rb_cIO, m);
    VALUE separator = str_fstring_cstr("/", 1, ENCI_USASCII);
    rb_define_const(rb_cFile, "Separator", separator);
    rb_define_const(rb_cFile, "SEPARATOR", separator);
    rb_define_const(rb_cFile, "ALT_SEPARATOR", Qnil);
    rb_define_const(rb_cFile, "PATH_SEPARATOR", str_fstring_cstr(":", 1, ENCI_USASCII));
}

static void
define_by_name(void)
{
    rb_define_singleton_method(rb_cFile, "stat", file_s_stat, 1);
    rb_define_singleton_method(rb_cFile, "lstat", file_s_lstat, 1);
    rb_define_singleton_method(rb_cFile, "ftype", file_s_ftype, 1);
    rb_define_singleton_method(rb_cFile, "atime", file_s_atime, 1);
    rb_define_singleton_method(rb_cFile, "mtime", file_s_mtime, 1);
    rb_define_singleton_method(rb_cFile, "ctime", file_s_ctime, 1);
    rb_define_singleton_method(rb_cFile, "birthtime", file_s_birthtime, 1);
    rb_define_singleton_method(rb_cFile, "utime", file_s_utime, -1);
    rb_define_singleton_method(rb_cFile, "lutime", file_s_lutime, -1);
    rb_define_singleton_method(rb_cFile, "chmod", file_s_chmod, -1);
    rb_define_singleton_method(rb_cFile, "lchmod", file_s_lchmod, -1);
    rb_define_singleton_method(rb_cFile, "chown", file_s_chown, -1);
    rb_define_singleton_method(rb_cFile, "lchown", file_s_lchown, -1);
    rb_define_singleton_method(rb_cFile, "link", file_s_link, 2);
    rb_define_singleton_method(rb_cFile, "symlink", file_s_symlink, 2);
    rb_define_singleton_method(rb_cFile, "readlink", file_s_readlink, 1);
    rb_define_singleton_method(rb_cFile, "unlink", file_s_unlink, -1);
    rb_define_singleton_method(rb_cFile, "delete", file_s_unlink, -1);
    rb_define_singleton_method(rb_cFile, "rename", file_s_rename, 2);
    rb_define_singleton_method(rb_cFile, "umask", file_s_umask, -1);
    rb_define_singleton_method(rb_cFile, "truncate", file_s_truncate, 2);
    rb_define_singleton_method(rb_cFile, "mkfifo", file_s_mkfifo, -1);
}

void
Init_File(void)
{
    rb_cFile = rb_define_class("File", rb_cIO);
    define_constants();
    Init_File_open();
    Init_file_path();
    Init_file_test();
    Init_file_stat();
    Init_fnmatch();
    define_by_name();
    rb_define_method(rb_cIO, "stat", io_m_stat, 0);
    rb_define_method(rb_cFile, "lstat", file_m_lstat, 0);
    rb_define_method(rb_cFile, "atime", file_m_atime, 0);
    rb_define_method(rb_cFile, "mtime", file_m_mtime, 0);
    rb_define_method(rb_cFile, "ctime", file_m_ctime, 0);
    rb_define_method(rb_cFile, "birthtime", file_m_birthtime, 0);
    rb_define_method(rb_cFile, "size", file_m_size, 0);
    rb_define_method(rb_cFile, "chmod", file_m_chmod, 1);
    rb_define_method(rb_cFile, "chown", file_m_chown, 2);
    rb_define_method(rb_cFile, "truncate", file_m_truncate, 1);
    rb_define_method(rb_cFile, "flock", file_m_flock, 1);
}
