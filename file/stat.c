/*
 * file/stat.c - File::Stat: the status of a file at one moment.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "internal/object/compare.h"
#include "internal/file.h"
#include "internal/gc.h"
#include "internal/platform.h"

VALUE rb_cStat;

/* ---- the object ---- */

struct file_stat {
    struct stat st;
    struct timespec birth;
    bool ready, has_birth;
};

static size_t
stat_memsize(const void *p)
{
    return sizeof(struct file_stat);
}

static const rb_data_type_t stat_type = {
    .wrap_struct_name = "stat",
    .function = {.dfree = RUBY_DEFAULT_FREE, .dsize = stat_memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};

static VALUE
stat_s_alloc(VALUE klass)
{
    struct file_stat *s;
    return TypedData_Make_Struct(klass, struct file_stat, &stat_type, s);
}

static struct file_stat *
stat_raw(VALUE v)
{
    return rb_check_typeddata(v, &stat_type);
}

static const struct stat *
stat_ptr(VALUE v)
{
    struct file_stat *s = stat_raw(v);
    if (!s->ready) rb_raise(rb_eTypeError, "uninitialized File::Stat");
    return &s->st;
}

VALUE
stat_new(const struct stat *st)
{
    VALUE v = stat_s_alloc(rb_cStat);
    struct file_stat *s = stat_raw(v);
    s->st = *st;
    s->ready = true;
    return v;
}

VALUE
rb_stat_new(const struct stat *st)
{
    return stat_new(st);
}

static void
from_statx(struct file_stat *s, const struct statx *x)
{
    s->st = (struct stat){
        .st_dev = makedev(x->stx_dev_major, x->stx_dev_minor),
        .st_ino = x->stx_ino,
        .st_mode = x->stx_mode,
        .st_nlink = x->stx_nlink,
        .st_uid = x->stx_uid,
        .st_gid = x->stx_gid,
        .st_rdev = makedev(x->stx_rdev_major, x->stx_rdev_minor),
        .st_size = (off_t)x->stx_size,
        .st_blksize = x->stx_blksize,
        .st_blocks = (blkcnt_t)x->stx_blocks,
        .st_atim = {x->stx_atime.tv_sec, x->stx_atime.tv_nsec},
        .st_mtim = {x->stx_mtime.tv_sec, x->stx_mtime.tv_nsec},
        .st_ctim = {x->stx_ctime.tv_sec, x->stx_ctime.tv_nsec},
    };
    s->birth = (struct timespec){x->stx_btime.tv_sec, x->stx_btime.tv_nsec};
    s->has_birth = (x->stx_mask & STATX_BTIME) != 0;
    s->ready = true;
}

VALUE
rb_statx_new(const struct statx *x)
{
    VALUE v = stat_s_alloc(rb_cStat);
    from_statx(stat_raw(v), x);
    return v;
}

/* Returns the status of a path or, with an empty path, of a descriptor.  flags are those of statx, which may follow links or not.
 * Returns Qundef and sets *err if it fails. */
VALUE
stat_at(int fd, const char *path, int flags, int *err)
{
    struct statx x;
    if (platform_statx(fd, path, flags, STATX_BASIC_STATS | STATX_BTIME, &x) < 0) {
        *err = errno;
        return Qundef;
    }
    VALUE v = stat_s_alloc(rb_cStat);
    from_statx(stat_raw(v), &x);
    return v;
}

/* ---- helpers of others ---- */

int
file_stat_of(VALUE v, struct stat *st)
{
    if (!val_type_p(v, T_STRING)) {
        VALUE io = rb_io_check_io(v);
        if (!NIL_P(io)) return fstat(io_ptr(io)->fd, st);
    }
    VALUE path = file_path(v);
    int r = stat(str_ptr(path), st);
    RB_GC_GUARD(path);
    return r;
}

int
file_lstat_of(VALUE v, struct stat *st)
{
    if (!val_type_p(v, T_STRING)) {
        VALUE io = rb_io_check_io(v);
        if (!NIL_P(io)) return fstat(io_ptr(io)->fd, st);
    }
    VALUE path = file_path(v);
    int r = lstat(str_ptr(path), st);
    RB_GC_GUARD(path);
    return r;
}

void
file_fail(const char *func, int err, VALUE path)
{
    if (!val_type_p(path, T_STRING)) {
        VALUE io = rb_io_check_io(path);
        path = NIL_P(io) ? file_path(path) : io_ptr_raw(io)->pathv;
        if (NIL_P(path)) rb_syserr_fail(err, func);
    }
    rb_exc_raise(rb_syserr_new_path_in(func, err, path));
}

VALUE
time_of_timespec(struct timespec ts)
{
    return rb_time_timespec_new(&ts, INT_MAX);
}

/* ---- methods ---- */

static VALUE
stat_m_initialize(VALUE self, VALUE path)
{
    path = file_path(path);
    int err;
    VALUE s = stat_at(AT_FDCWD, str_ptr(path), 0, &err);
    if (s == Qundef) rb_exc_raise(rb_syserr_new_path_in("rb_stat_init", err, path));
    *stat_raw(self) = *stat_raw(s);
    return Qnil;
}

static VALUE
stat_m_initialize_copy(VALUE copy, VALUE orig)
{
    if (copy == orig) return copy;
    rb_check_frozen(copy);
    if (!rb_obj_is_instance_of(orig, rb_obj_class(copy)))
        rb_raise(rb_eTypeError, "initialize_copy should take same class object");
    *stat_raw(copy) = *stat_raw(orig);
    return copy;
}

static VALUE
stat_m_cmp(VALUE self, VALUE other)
{
    if (!rb_obj_is_kind_of(other, rb_obj_class(self))) return Qnil;
    struct timespec a = stat_ptr(self)->st_mtim, b = stat_ptr(other)->st_mtim;
    if (a.tv_sec != b.tv_sec) return INT2FIX(a.tv_sec < b.tv_sec ? -1 : 1);
    if (a.tv_nsec != b.tv_nsec) return INT2FIX(a.tv_nsec < b.tv_nsec ? -1 : 1);
    return INT2FIX(0);
}

#define READER(name, expr)                      \
    static VALUE stat_m_##name(VALUE self)      \
    {                                           \
        const struct stat *st = stat_ptr(self); \
        return (expr);                          \
    }
READER(dev, ULL2NUM(st->st_dev))
READER(dev_major, UINT2NUM(major(st->st_dev)))
READER(dev_minor, UINT2NUM(minor(st->st_dev)))
READER(ino, ULL2NUM(st->st_ino))
READER(mode, UINT2NUM(st->st_mode))
READER(nlink, ULL2NUM(st->st_nlink))
READER(uid, UIDT2NUM(st->st_uid))
READER(gid, GIDT2NUM(st->st_gid))
READER(rdev, ULL2NUM(st->st_rdev))
READER(rdev_major, UINT2NUM(major(st->st_rdev)))
READER(rdev_minor, UINT2NUM(minor(st->st_rdev)))
READER(size, OFFT2NUM(st->st_size))
READER(blksize, ULL2NUM((unsigned long long)st->st_blksize))
READER(blocks, ULL2NUM((unsigned long long)st->st_blocks))
READER(atime, time_of_timespec(st->st_atim))
READER(mtime, time_of_timespec(st->st_mtim))
READER(ctime, time_of_timespec(st->st_ctim))
READER(directory_p, val_bool(S_ISDIR(st->st_mode)))
READER(file_p, val_bool(S_ISREG(st->st_mode)))
READER(pipe_p, val_bool(S_ISFIFO(st->st_mode)))
READER(symlink_p, val_bool(S_ISLNK(st->st_mode)))
READER(socket_p, val_bool(S_ISSOCK(st->st_mode)))
READER(blockdev_p, val_bool(S_ISBLK(st->st_mode)))
READER(chardev_p, val_bool(S_ISCHR(st->st_mode)))
READER(zero_p, val_bool(st->st_size == 0))
READER(size_p, st->st_size ? OFFT2NUM(st->st_size) : Qnil)
READER(owned_p, val_bool(st->st_uid == geteuid()))
READER(grpowned_p, val_bool(file_group_member(st->st_gid)))
READER(setuid_p, val_bool(st->st_mode &S_ISUID))
READER(setgid_p, val_bool(st->st_mode &S_ISGID))
READER(sticky_p, val_bool(st->st_mode &S_ISVTX))
READER(world_readable_p, (st->st_mode & S_IROTH) ? UINT2NUM(st->st_mode & 0777) : Qnil)
READER(world_writable_p, (st->st_mode & S_IWOTH) ? UINT2NUM(st->st_mode & 0777) : Qnil)
READER(readable_p, val_bool(stat_allows(st, 4, geteuid(), getegid())))
READER(readable_real_p, val_bool(stat_allows(st, 4, getuid(), getgid())))
READER(writable_p, val_bool(stat_allows(st, 2, geteuid(), getegid())))
READER(writable_real_p, val_bool(stat_allows(st, 2, getuid(), getgid())))
READER(executable_p, val_bool(stat_allows(st, 1, geteuid(), getegid())))
READER(executable_real_p, val_bool(stat_allows(st, 1, getuid(), getgid())))
READER(ftype, rb_str_new_cstr(file_type_name(st->st_mode)))
#undef READER

static VALUE
stat_m_birthtime(VALUE self)
{
    stat_ptr(self);
    if (!stat_raw(self)->has_birth) rb_raise(rb_eNotImpError, "birthtime is unimplemented on this filesystem");
    return time_of_timespec(stat_raw(self)->birth);
}

static VALUE
stat_m_inspect(VALUE self)
{
    struct file_stat *s = stat_raw(self);
    VALUE name = rb_class_name(rb_obj_class(self));
    if (!s->ready) return rb_sprintf("#<%" PRIsVALUE ": uninitialized>", name);
    const struct stat *st = &s->st;
    VALUE str = rb_sprintf("#<%" PRIsVALUE
                           " dev=0x%llx, ino=%llu, mode=0%o, nlink=%llu, uid=%u, gid=%u, rdev=0x%llx, size=%lld, "
                           "blksize=%lld, blocks=%lld",
                           name, (unsigned long long)st->st_dev, (unsigned long long)st->st_ino, st->st_mode,
                           (unsigned long long)st->st_nlink, st->st_uid, st->st_gid, (unsigned long long)st->st_rdev,
                           (long long)st->st_size, (long long)st->st_blksize, (long long)st->st_blocks);
    rb_str_catf(str, ", atime=%+" PRIsVALUE, time_of_timespec(st->st_atim));
    rb_str_catf(str, ", mtime=%+" PRIsVALUE, time_of_timespec(st->st_mtim));
    rb_str_catf(str, ", ctime=%+" PRIsVALUE, time_of_timespec(st->st_ctim));
    return rb_str_cat_cstr(str, ">");
}

static const struct {
    const char *name;
    VALUE (*fn)(VALUE);
} readers[] = {
    {"dev", stat_m_dev},
    {"dev_major", stat_m_dev_major},
    {"dev_minor", stat_m_dev_minor},
    {"ino", stat_m_ino},
    {"mode", stat_m_mode},
    {"nlink", stat_m_nlink},
    {"uid", stat_m_uid},
    {"gid", stat_m_gid},
    {"rdev", stat_m_rdev},
    {"rdev_major", stat_m_rdev_major},
    {"rdev_minor", stat_m_rdev_minor},
    {"size", stat_m_size},
    {"blksize", stat_m_blksize},
    {"blocks", stat_m_blocks},
    {"atime", stat_m_atime},
    {"mtime", stat_m_mtime},
    {"ctime", stat_m_ctime},
    {"birthtime", stat_m_birthtime},
    {"inspect", stat_m_inspect},
    {"ftype", stat_m_ftype},
    {"directory?", stat_m_directory_p},
    {"readable?", stat_m_readable_p},
    {"readable_real?", stat_m_readable_real_p},
    {"world_readable?", stat_m_world_readable_p},
    {"writable?", stat_m_writable_p},
    {"writable_real?", stat_m_writable_real_p},
    {"world_writable?", stat_m_world_writable_p},
    {"executable?", stat_m_executable_p},
    {"executable_real?", stat_m_executable_real_p},
    {"file?", stat_m_file_p},
    {"zero?", stat_m_zero_p},
    {"size?", stat_m_size_p},
    {"owned?", stat_m_owned_p},
    {"grpowned?", stat_m_grpowned_p},
    {"pipe?", stat_m_pipe_p},
    {"symlink?", stat_m_symlink_p},
    {"socket?", stat_m_socket_p},
    {"blockdev?", stat_m_blockdev_p},
    {"chardev?", stat_m_chardev_p},
    {"setuid?", stat_m_setuid_p},
    {"setgid?", stat_m_setgid_p},
    {"sticky?", stat_m_sticky_p},
};

void
Init_file_stat(void)
{
    rb_cStat = rb_define_class_under(rb_cFile, "Stat", rb_cObject);
    rb_define_alloc_func(rb_cStat, stat_s_alloc);
    rb_include_module(rb_cStat, rb_mComparable);
    rb_define_method(rb_cStat, "initialize", stat_m_initialize, 1);
    rb_define_method(rb_cStat, "initialize_copy", stat_m_initialize_copy, 1);
    rb_define_method(rb_cStat, "<=>", stat_m_cmp, 1);
    for (size_t i = 0; i < lengthof(readers); i++) rb_define_method(rb_cStat, readers[i].name, readers[i].fn, 0);
}
