/*
 * dir.c - class Dir: directories read, made, removed, changed into.
 */
#include "internal/compiler.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/dir.h"
#include "internal/gc.h"
#include "internal/thread.h"

VALUE rb_cDir;

struct dir {
    DIR *d;
    VALUE path; /* nil: made from a descriptor */
    int enc;
};

/* ---- the object ---- */

static void
dir_mark(void *p)
{
    gc_mark(((struct dir *)p)->path);
}

static void
dir_free(void *p)
{
    struct dir *d = p;
    if (d->d) closedir(d->d);
    xfree(d);
}

static size_t
dir_memsize(const void *p)
{
    return sizeof(struct dir);
}

static const rb_data_type_t dir_type = {
    .wrap_struct_name = "dir",
    .function = {.dmark = dir_mark, .dfree = dir_free, .dsize = dir_memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};

static VALUE
dir_s_alloc(VALUE klass)
{
    struct dir *d;
    VALUE v = TypedData_Make_Struct(klass, struct dir, &dir_type, d);
    d->path = Qnil;
    return v;
}

static struct dir *
dir_ptr(VALUE v)
{
    rb_check_frozen(v);
    return rb_check_typeddata(v, &dir_type);
}

static struct dir *
dir_open_ptr(VALUE v)
{
    struct dir *d = dir_ptr(v);
    if (!d->d) rb_raise(rb_eIOError, "closed directory");
    return d;
}

int
dir_fd(VALUE v)
{
    if (!rb_typeddata_is_kind_of(v, &dir_type)) return -1;
    return dirfd(dir_open_ptr(v)->d);
}

static VALUE
take_encoding(int *argc, VALUE *argv)
{
    VALUE opts = io_take_opts(argc, argv), v;
    if (NIL_P(opts)) return Qnil;
    ID key = rb_intern("encoding");
    rb_get_kwargs(rb_hash_dup(opts), &key, 0, 1, &v);
    return v == Qundef ? Qnil : v;
}

static void
init(VALUE self, VALUE path, VALUE encoding)
{
    int enc = NIL_P(encoding) ? rb_filesystem_encindex() : enc_from_arg(encoding)->index;
    path = file_path(path);
    struct dir *d = rb_check_typeddata(self, &dir_type);
    DIR *opened = opendir(str_ptr(path));
    if (!opened && (errno == EMFILE || errno == ENFILE)) {
        rb_gc();
        opened = opendir(str_ptr(path));
    }
    if (!opened) rb_exc_raise(rb_syserr_new_path_in("dir_initialize", errno, path));
    if (d->d) closedir(d->d);
    d->d = opened;
    d->enc = enc;
    RB_OBJ_WRITE(self, &d->path, path);
}

static VALUE
dir_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE encoding = take_encoding(&argc, argv);
    rb_check_arity(argc, 1, 1);
    init(self, argv[0], encoding);
    return self;
}

static VALUE
dir_open(VALUE klass, VALUE path, VALUE encoding)
{
    VALUE dir = dir_s_alloc(klass);
    init(dir, path, encoding);
    return dir;
}

static VALUE
dir_m_close(VALUE self)
{
    struct dir *d = rb_check_typeddata(self, &dir_type);
    if (!d->d) return Qnil;
    DIR *opened = d->d;
    d->d = NULL;
    if (closedir(opened) < 0) rb_sys_fail("closedir");
    return Qnil;
}

static VALUE
dir_s_open(int argc, VALUE *argv, VALUE klass)
{
    VALUE encoding = take_encoding(&argc, argv);
    rb_check_arity(argc, 1, 1);
    VALUE dir = rb_obj_alloc(klass);
    init(dir, argv[0], encoding);
    if (!rb_block_given_p()) return dir;
    return rb_ensure(rb_yield, dir, dir_m_close, dir);
}

static VALUE
dir_s_for_fd(VALUE klass, VALUE fd)
{
    VALUE dir = dir_s_alloc(klass);
    struct dir *d = rb_check_typeddata(dir, &dir_type);
    d->enc = rb_filesystem_encindex();
    d->d = fdopendir(NUM2INT(fd));
    if (!d->d) rb_sys_fail("fdopendir");
    return dir;
}

/* ---- reading ---- */

static VALUE
entry_name(const struct dir *d, const char *name)
{
    return rb_external_str_new_with_enc(name, (long)strlen(name), enc_pub(enc_at(d->enc)));
}

/* The next entry's name; NULL at the end. */
static const char *
next_name(struct dir *d)
{
    errno = 0;
    struct dirent *e = readdir(d->d);
    if (e) return e->d_name;
    if (errno) rb_sys_fail("readdir");
    return NULL;
}

static bool
child_p(const char *name)
{
    return !(name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2])));
}

static VALUE
dir_m_read(VALUE self)
{
    struct dir *d = dir_open_ptr(self);
    const char *name = next_name(d);
    return name ? entry_name(d, name) : Qnil;
}

static VALUE
each(VALUE self, bool children)
{
    struct dir *d = dir_open_ptr(self);
    rewinddir(d->d);
    const char *name;
    while ((name = next_name(d)) != NULL) {
        if (children && !child_p(name)) continue;
        rb_yield(entry_name(d, name));
        d = dir_open_ptr(self);
    }
    return self;
}

static VALUE
all(VALUE self, bool children)
{
    struct dir *d = dir_open_ptr(self);
    VALUE ary = ary_new();
    const char *name;
    while ((name = next_name(d)) != NULL) {
        if (!children || child_p(name)) ary_push(ary, entry_name(d, name));
    }
    return ary;
}

static VALUE
dir_m_each(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, 0);
    return each(self, false);
}

static VALUE
dir_m_each_child(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, 0);
    return each(self, true);
}

static VALUE
dir_m_children(VALUE self)
{
    rewinddir(dir_open_ptr(self)->d);
    return all(self, true);
}

static VALUE
each_all(VALUE dir)
{
    each(dir, false);
    return Qnil;
}

static VALUE
each_children(VALUE dir)
{
    each(dir, true);
    return Qnil;
}

static VALUE
open_args(int argc, VALUE *argv)
{
    VALUE encoding = take_encoding(&argc, argv);
    rb_check_arity(argc, 1, 1);
    return dir_open(rb_cDir, argv[0], encoding);
}

static VALUE
dir_s_foreach(int argc, VALUE *argv, VALUE klass)
{
    RETURN_ENUMERATOR_KW(klass, argc, argv, RB_PASS_CALLED_KEYWORDS);
    VALUE dir = open_args(argc, argv);
    return rb_ensure(each_all, dir, dir_m_close, dir);
}

static VALUE
dir_s_each_child(int argc, VALUE *argv, VALUE klass)
{
    RETURN_ENUMERATOR_KW(klass, argc, argv, RB_PASS_CALLED_KEYWORDS);
    VALUE dir = open_args(argc, argv);
    return rb_ensure(each_children, dir, dir_m_close, dir);
}

static VALUE
dir_s_entries(int argc, VALUE *argv, VALUE klass)
{
    VALUE dir = open_args(argc, argv), ary = all(dir, false);
    dir_m_close(dir);
    return ary;
}

static VALUE
dir_s_children(int argc, VALUE *argv, VALUE klass)
{
    VALUE dir = open_args(argc, argv), ary = all(dir, true);
    dir_m_close(dir);
    return ary;
}

static VALUE
dir_s_empty_p(VALUE klass, VALUE path)
{
    path = file_path(path);
    DIR *d = opendir(str_ptr(path));
    if (!d) {
        if (errno == ENOTDIR) return Qfalse;
        rb_exc_raise(rb_syserr_new_path_in("rb_dir_s_empty_p", errno, path));
    }
    bool empty = true;
    for (struct dirent *e; empty && (e = readdir(d)) != NULL;) empty = !child_p(e->d_name);
    closedir(d);
    return val_bool(empty);
}

/* ---- positions ---- */

static VALUE
dir_m_tell(VALUE self)
{
    return LONG2NUM(telldir(dir_open_ptr(self)->d));
}

static VALUE
dir_m_seek(VALUE self, VALUE pos)
{
    long p = NUM2LONG(pos);
    seekdir(dir_open_ptr(self)->d, p);
    return self;
}

static VALUE
dir_m_set_pos(VALUE self, VALUE pos)
{
    dir_m_seek(self, pos);
    return pos;
}

static VALUE
dir_m_rewind(VALUE self)
{
    rewinddir(dir_open_ptr(self)->d);
    return self;
}

static VALUE
dir_m_fileno(VALUE self)
{
    return INT2NUM(dirfd(dir_open_ptr(self)->d));
}

static VALUE
dir_m_path(VALUE self)
{
    struct dir *d = rb_check_typeddata(self, &dir_type);
    return NIL_P(d->path) ? Qnil : str_dup_plain(d->path);
}

static VALUE
dir_m_inspect(VALUE self)
{
    struct dir *d = rb_check_typeddata(self, &dir_type);
    if (NIL_P(d->path)) return rb_any_to_s(self);
    VALUE s = rb_sprintf("#<%" PRIsVALUE ":", rb_class_name(rb_obj_class(self)));
    rb_str_append(s, d->path);
    return rb_str_cat_cstr(s, ">");
}

/* ---- the working directory ---- */

/* chdir blocks under way, and whose they are: the working directory is the process's. */
static struct {
    int depth;
    VALUE thread;
    VALUE file;
    int line;
} chdir_blocks;

struct chdir_call {
    VALUE old;  /* where to go back to: String, or a descriptor of ours */
    VALUE arg;  /* what the block gets; Qundef: nothing */
    VALUE path; /* String, or the descriptor */
    bool done;
};

static void
change_to(VALUE where)
{
    if (FIXNUM_P(where)) {
        if (fchdir(FIX2INT(where)) < 0) rb_sys_fail("fchdir");
        return;
    }
    if (chdir(StringValueCStr(where)) < 0) rb_exc_raise(rb_syserr_new_path_in("chdir_path", errno, where));
}

static VALUE
chdir_body(VALUE p)
{
    struct chdir_call *c = (struct chdir_call *)p;
    change_to(c->path);
    c->done = true;
    chdir_blocks.depth++;
    if (!chdir_blocks.thread) {
        chdir_blocks.thread = rb_thread_current();
        const char *file = rb_source_location_cstr(&chdir_blocks.line);
        chdir_blocks.file = file ? rb_str_new_cstr(file) : 0;
    }
    return c->arg == Qundef ? rb_yield_values2(0, NULL) : rb_yield(c->arg);
}

static VALUE
chdir_back(VALUE p)
{
    struct chdir_call *c = (struct chdir_call *)p;
    if (!c->done) {
        if (FIXNUM_P(c->old)) close(FIX2INT(c->old));
        return Qnil;
    }
    if (--chdir_blocks.depth == 0) chdir_blocks.thread = 0;
    if (!FIXNUM_P(c->old)) {
        change_to(c->old);
        return Qnil;
    }
    int fd = FIX2INT(c->old), err = fchdir(fd) < 0 ? errno : 0;
    close(fd);
    if (err) rb_syserr_fail(err, "fchdir");
    return Qnil;
}

static VALUE
here_as_fd(void)
{
    int fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) rb_sys_fail(".");
    return INT2FIX(fd);
}

static VALUE
chdir_to(VALUE where, VALUE block_arg)
{
    bool block = rb_block_given_p();
    if (chdir_blocks.depth > 0) {
        if (chdir_blocks.thread != rb_thread_current())
            rb_raise(rb_eRuntimeError, "conflicting chdir during another chdir block");
        if (!block && chdir_blocks.file)
            rb_warn("conflicting chdir during another chdir block\n%" PRIsVALUE ":%d: note: previous chdir was here",
                    chdir_blocks.file, chdir_blocks.line);
        else if (!block) rb_warn("conflicting chdir during another chdir block");
    }
    if (block) {
        struct chdir_call c = {.old = FIXNUM_P(where) ? here_as_fd() : path_cwd(), .arg = block_arg, .path = where};
        return rb_ensure(chdir_body, (VALUE)&c, chdir_back, (VALUE)&c);
    }
    change_to(where);
    return INT2FIX(0);
}

static VALUE
home_of_environment(void)
{
    static const char *const names[] = {"HOME", "LOGDIR"};
    for (unsigned i = 0; i < lengthof(names); i++) {
        const char *home = getenv(names[i]);
        if (home) return rb_filesystem_str_new_cstr(home);
    }
    rb_raise(rb_eArgError, "HOME/LOGDIR not set");
}

static VALUE
dir_s_chdir(int argc, VALUE *argv, VALUE klass)
{
    VALUE path = rb_check_arity(argc, 0, 1) ? file_path(argv[0]) : home_of_environment();
    return chdir_to(path, path);
}

static VALUE
dir_s_fchdir(VALUE klass, VALUE fd)
{
    return chdir_to(INT2FIX(NUM2INT(fd)), Qundef);
}

static VALUE
dir_m_chdir(VALUE self)
{
    return chdir_to(INT2FIX(dirfd(dir_open_ptr(self)->d)), Qundef);
}

VALUE
rb_dir_getwd(void)
{
    return path_cwd();
}

static VALUE
dir_s_getwd(VALUE klass)
{
    return path_cwd();
}

static VALUE
dir_s_home(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0 || NIL_P(argv[0])) return path_home(Qnil);
    VALUE user = argv[0];
    StringValueCStr(user);
    return path_home(str_len(user) ? user : Qnil);
}

/* ---- made and removed ---- */

static VALUE
dir_s_mkdir(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 2);
    mode_t mode = argc > 1 && !NIL_P(argv[1]) ? NUM2MODET(argv[1]) : 0777;
    VALUE path = file_path(argv[0]);
    if (mkdir(str_ptr(path), mode) < 0) rb_exc_raise(rb_syserr_new_path_in("dir_s_mkdir", errno, path));
    return INT2FIX(0);
}

static VALUE
dir_s_rmdir(VALUE klass, VALUE path)
{
    path = file_path(path);
    if (rmdir(str_ptr(path)) < 0) rb_exc_raise(rb_syserr_new_path_in("dir_s_rmdir", errno, path));
    return INT2FIX(0);
}

static VALUE
dir_s_chroot(VALUE klass, VALUE path)
{
    path = file_path(path);
    if (chroot(str_ptr(path)) < 0) rb_exc_raise(rb_syserr_new_path_in("dir_s_chroot", errno, path));
    return INT2FIX(0);
}

static VALUE
dir_s_exist_p(VALUE klass, VALUE path)
{
    return rb_file_directory_p(klass, path);
}

void
Init_Dir(void)
{
    gc_register_global(&chdir_blocks.thread);
    gc_register_global(&chdir_blocks.file);
    rb_cDir = rb_define_class("Dir", rb_cObject);
    rb_include_module(rb_cDir, rb_mEnumerable);
    rb_define_alloc_func(rb_cDir, dir_s_alloc);
    Init_dir_glob();
    rb_define_singleton_method(rb_cDir, "open", dir_s_open, -1);
    rb_define_singleton_method(rb_cDir, "for_fd", dir_s_for_fd, 1);
    rb_define_singleton_method(rb_cDir, "foreach", dir_s_foreach, -1);
    rb_define_singleton_method(rb_cDir, "each_child", dir_s_each_child, -1);
    rb_define_singleton_method(rb_cDir, "entries", dir_s_entries, -1);
    rb_define_singleton_method(rb_cDir, "children", dir_s_children, -1);
    rb_define_singleton_method(rb_cDir, "empty?", dir_s_empty_p, 1);
    rb_define_singleton_method(rb_cDir, "exist?", dir_s_exist_p, 1);
    rb_define_singleton_method(rb_cDir, "chdir", dir_s_chdir, -1);
    rb_define_singleton_method(rb_cDir, "fchdir", dir_s_fchdir, 1);
    rb_define_singleton_method(rb_cDir, "getwd", dir_s_getwd, 0);
    rb_define_singleton_method(rb_cDir, "pwd", dir_s_getwd, 0);
    rb_define_singleton_method(rb_cDir, "home", dir_s_home, -1);
    rb_define_singleton_method(rb_cDir, "mkdir", dir_s_mkdir, -1);
    rb_define_singleton_method(rb_cDir, "rmdir", dir_s_rmdir, 1);
    rb_define_singleton_method(rb_cDir, "delete", dir_s_rmdir, 1);
    rb_define_singleton_method(rb_cDir, "unlink", dir_s_rmdir, 1);
    rb_define_singleton_method(rb_cDir, "chroot", dir_s_chroot, 1);
    rb_define_method(rb_cDir, "initialize", dir_m_initialize, -1);
    rb_define_method(rb_cDir, "fileno", dir_m_fileno, 0);
    rb_define_method(rb_cDir, "path", dir_m_path, 0);
    rb_define_method(rb_cDir, "to_path", dir_m_path, 0);
    rb_define_method(rb_cDir, "inspect", dir_m_inspect, 0);
    rb_define_method(rb_cDir, "read", dir_m_read, 0);
    rb_define_method(rb_cDir, "each", dir_m_each, 0);
    rb_define_method(rb_cDir, "each_child", dir_m_each_child, 0);
    rb_define_method(rb_cDir, "children", dir_m_children, 0);
    rb_define_method(rb_cDir, "rewind", dir_m_rewind, 0);
    rb_define_method(rb_cDir, "tell", dir_m_tell, 0);
    rb_define_method(rb_cDir, "pos", dir_m_tell, 0);
    rb_define_method(rb_cDir, "seek", dir_m_seek, 1);
    rb_define_method(rb_cDir, "pos=", dir_m_set_pos, 1);
    rb_define_method(rb_cDir, "close", dir_m_close, 0);
    rb_define_method(rb_cDir, "chdir", dir_m_chdir, 0);
}
