/*
 * file/test.c - questions about files by name: FileTest, the same of File, Kernel#test.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/file.h"

VALUE rb_mFileTest;

/* ---- rights ---- */

bool
file_group_member(gid_t gid)
{
    if (gid == getgid() || gid == getegid()) return true;
    gid_t list[1024];
    int n = getgroups(lengthof(list), list);
    for (int i = 0; i < n; i++) {
        if (list[i] == gid) return true;
    }
    return false;
}

/* Returns whether uid, with gid and its groups, may do `bit` (4 read, 2 write, 1 execute). */
bool
stat_allows(const struct stat *st, unsigned bit, uid_t uid, gid_t gid)
{
    if (uid == 0) return bit != 1 || (st->st_mode & 0111);
    if (st->st_uid == uid) return st->st_mode & (bit << 6);
    if (st->st_gid == gid || file_group_member(st->st_gid)) return st->st_mode & (bit << 3);
    return st->st_mode & bit;
}

const char *
file_type_name(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "directory";
    case S_IFCHR: return "characterSpecial";
    case S_IFBLK: return "blockSpecial";
    case S_IFIFO: return "fifo";
    case S_IFLNK: return "link";
    case S_IFSOCK: return "socket";
    default: return "unknown";
    }
}

/* ---- questions ---- */

#define TEST(name, expr)                                \
    static VALUE file_s_##name(VALUE self, VALUE path)  \
    {                                                   \
        struct stat st;                                 \
        if (file_stat_of(path, &st) < 0) return Qfalse; \
        return val_bool(expr);                          \
    }
TEST(directory_p, S_ISDIR(st.st_mode))
TEST(exist_p, true)
TEST(file_p, S_ISREG(st.st_mode))
TEST(zero_p, st.st_size == 0)
TEST(owned_p, st.st_uid == geteuid())
TEST(grpowned_p, file_group_member(st.st_gid))
TEST(pipe_p, S_ISFIFO(st.st_mode))
TEST(socket_p, S_ISSOCK(st.st_mode))
TEST(blockdev_p, S_ISBLK(st.st_mode))
TEST(chardev_p, S_ISCHR(st.st_mode))
TEST(setuid_p, st.st_mode &S_ISUID)
TEST(setgid_p, st.st_mode &S_ISGID)
TEST(sticky_p, st.st_mode &S_ISVTX)
#undef TEST

static VALUE
file_s_symlink_p(VALUE self, VALUE path)
{
    struct stat st;
    if (file_lstat_of(path, &st) < 0) return Qfalse;
    return val_bool(S_ISLNK(st.st_mode));
}

static VALUE
access_p(VALUE path, int mode, bool effective)
{
    path = file_path(path);
    int r = effective ? faccessat(AT_FDCWD, str_ptr(path), mode, AT_EACCESS) : access(str_ptr(path), mode);
    RB_GC_GUARD(path);
    return val_bool(r == 0);
}

static VALUE
file_s_readable_p(VALUE self, VALUE path)
{
    return access_p(path, R_OK, true);
}

static VALUE
file_s_readable_real_p(VALUE self, VALUE path)
{
    return access_p(path, R_OK, false);
}

static VALUE
file_s_writable_p(VALUE self, VALUE path)
{
    return access_p(path, W_OK, true);
}

static VALUE
file_s_writable_real_p(VALUE self, VALUE path)
{
    return access_p(path, W_OK, false);
}

static VALUE
file_s_executable_p(VALUE self, VALUE path)
{
    return access_p(path, X_OK, true);
}

static VALUE
file_s_executable_real_p(VALUE self, VALUE path)
{
    return access_p(path, X_OK, false);
}

static VALUE
world_p(VALUE path, mode_t bit)
{
    struct stat st;
    if (file_stat_of(path, &st) < 0 || !(st.st_mode & bit)) return Qnil;
    return UINT2NUM(st.st_mode & 0777);
}

static VALUE
file_s_world_readable_p(VALUE self, VALUE path)
{
    return world_p(path, S_IROTH);
}

static VALUE
file_s_world_writable_p(VALUE self, VALUE path)
{
    return world_p(path, S_IWOTH);
}

static VALUE
file_s_size_p(VALUE self, VALUE path)
{
    struct stat st;
    if (file_stat_of(path, &st) < 0 || st.st_size == 0) return Qnil;
    return OFFT2NUM(st.st_size);
}

static VALUE
file_s_size(VALUE self, VALUE path)
{
    struct stat st;
    if (file_stat_of(path, &st) < 0) file_fail("rb_file_s_size", errno, path);
    return OFFT2NUM(st.st_size);
}

static VALUE
file_s_identical_p(VALUE self, VALUE a, VALUE b)
{
    struct stat x, y;
    if (file_stat_of(a, &x) < 0) return Qfalse;
    if (file_stat_of(b, &y) < 0) return Qfalse;
    return val_bool(x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

VALUE
rb_file_directory_p(VALUE unused, VALUE path)
{
    return file_s_directory_p(Qnil, path);
}

/* ---- Kernel#test ---- */

static VALUE
mtime_of(VALUE path, const char *func, int which)
{
    struct stat st;
    if (file_stat_of(path, &st) < 0) file_fail(func, errno, path);
    return time_of_timespec(which == 'A' ? st.st_atim : which == 'C' ? st.st_ctim : st.st_mtim);
}

static VALUE
compare_mtimes(int cmd, VALUE a, VALUE b)
{
    struct stat x, y;
    if (file_stat_of(a, &x) < 0) return Qfalse;
    if (file_stat_of(b, &y) < 0) return Qfalse;
    int64_t d = (int64_t)x.st_mtim.tv_sec - y.st_mtim.tv_sec;
    if (!d) d = (int64_t)x.st_mtim.tv_nsec - y.st_mtim.tv_nsec;
    return val_bool(cmd == '=' ? d == 0 : cmd == '>' ? d > 0 : d < 0);
}

static const struct {
    char cmd;
    VALUE (*fn)(VALUE, VALUE);
} test_commands[] = {
    {'d', file_s_directory_p}, {'e', file_s_exist_p},         {'r', file_s_readable_p},   {'R', file_s_readable_real_p},
    {'w', file_s_writable_p},  {'W', file_s_writable_real_p}, {'x', file_s_executable_p}, {'X', file_s_executable_real_p},
    {'s', file_s_size_p},      {'f', file_s_file_p},          {'z', file_s_zero_p},       {'l', file_s_symlink_p},
    {'p', file_s_pipe_p},      {'S', file_s_socket_p},        {'u', file_s_setuid_p},     {'g', file_s_setgid_p},
    {'k', file_s_sticky_p},    {'b', file_s_blockdev_p},      {'c', file_s_chardev_p},    {'o', file_s_owned_p},
    {'G', file_s_grpowned_p},
};

static VALUE
kernel_m_test(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 2, 3);
    int cmd = NUM2CHR(argv[0]);
    if (cmd && strchr("=<>-", cmd)) {
        rb_check_arity(argc, 3, 3);
        return cmd == '-' ? file_s_identical_p(Qnil, argv[1], argv[2]) : compare_mtimes(cmd, argv[1], argv[2]);
    }
    for (size_t i = 0; i < lengthof(test_commands); i++) {
        if (test_commands[i].cmd != cmd) continue;
        rb_check_arity(argc, 2, 2);
        return test_commands[i].fn(Qnil, argv[1]);
    }
    if (cmd == 'O') {
        rb_check_arity(argc, 2, 2);
        struct stat st;
        return file_stat_of(argv[1], &st) < 0 ? Qfalse : val_bool(st.st_uid == getuid());
    }
    if (cmd && strchr("MAC", cmd)) {
        rb_check_arity(argc, 2, 2);
        return mtime_of(argv[1], "rb_file_s_mtime", cmd);
    }
    if (ISPRINT(cmd)) rb_raise(rb_eArgError, "unknown command '%s%c'", cmd == '\'' || cmd == '\\' ? "\\" : "", cmd);
    rb_raise(rb_eArgError, "unknown command \"\\x%02X\"", cmd & 0xff);
}

static void
define(const char *name, VALUE (*fn)(VALUE, VALUE))
{
    rb_define_module_function(rb_mFileTest, name, fn, 1);
    rb_define_singleton_method(rb_cFile, name, fn, 1);
}

void
Init_file_test(void)
{
    rb_mFileTest = rb_define_module("FileTest");
    define("directory?", file_s_directory_p);
    define("exist?", file_s_exist_p);
    define("readable?", file_s_readable_p);
    define("readable_real?", file_s_readable_real_p);
    define("world_readable?", file_s_world_readable_p);
    define("writable?", file_s_writable_p);
    define("writable_real?", file_s_writable_real_p);
    define("world_writable?", file_s_world_writable_p);
    define("executable?", file_s_executable_p);
    define("executable_real?", file_s_executable_real_p);
    define("file?", file_s_file_p);
    define("zero?", file_s_zero_p);
    define("empty?", file_s_zero_p);
    define("size?", file_s_size_p);
    define("size", file_s_size);
    define("owned?", file_s_owned_p);
    define("grpowned?", file_s_grpowned_p);
    define("setuid?", file_s_setuid_p);
    define("setgid?", file_s_setgid_p);
    define("sticky?", file_s_sticky_p);
    define("symlink?", file_s_symlink_p);
    define("pipe?", file_s_pipe_p);
    define("socket?", file_s_socket_p);
    define("blockdev?", file_s_blockdev_p);
    define("chardev?", file_s_chardev_p);
    rb_define_module_function(rb_mFileTest, "identical?", file_s_identical_p, 2);
    rb_define_singleton_method(rb_cFile, "identical?", file_s_identical_p, 2);
    rb_define_global_function("test", kernel_m_test, -1);
}
