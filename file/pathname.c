/*
 * file/pathname.c - class Pathname: the name of a file, with queries and operations.
 *
 * Owns      the instance variable @path of a Pathname.
 * Uses      File, FileTest and Dir through their methods, so that what a program changes there holds here too.
 * PATH-1    @path is a String of the Pathname's own; to_s hands out copies.
 * PATH-2    '/' never occurs inside a character of a path (internal/file.h, FILE-1): components are found byte by byte.
 * PATH-3    Methods on syntax (cleanpath, +, relative_path_from, ...) never read the file system.
 *
 * A path is read as a prefix, which is empty or the leading slashes, and components between runs of slashes.  `struct comp`
 * walks over them in both directions without making strings.
 * Checked   test/test_pathname.rb, ruby/spec library/pathname
 */
#include "internal/compiler.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "internal/file.h"
#include "internal/gc.h"
#include "internal/string.h"

VALUE rb_cPathname;

static ID id_path, id_new, id_base;

/* ---- components ---- */

struct comp {
    const char *p; /* its first byte */
    long len;
};

static bool
comp_is(struct comp c, const char *name)
{
    return c.len == (long)strlen(name) && memcmp(c.p, name, c.len) == 0;
}

/* The component that follows s; false at the end. */
static bool
comp_next(const char *s, const char *end, struct comp *c)
{
    while (s < end && *s == '/') s++;
    c->p = s;
    while (s < end && *s != '/') s++;
    c->len = s - c->p;
    return c->len > 0;
}

/* The last component of start..end; false if there are only slashes. */
static bool
comp_last(const char *start, const char *end, struct comp *c)
{
    while (end > start && end[-1] == '/') end--;
    const char *s = end;
    while (s > start && s[-1] != '/') s--;
    c->p = s;
    c->len = end - s;
    return c->len > 0;
}

/* ---- the object ---- */

static VALUE
path_of(VALUE self)
{
    return rb_ivar_get(self, id_path);
}

static VALUE
text_of(VALUE self)
{
    VALUE path = path_of(self);
    return StringValue(path);
}

static VALUE
pathname_new_of(VALUE klass, VALUE path)
{
    if (klass == rb_cPathname) return rb_class_new_instance(1, &path, klass);
    return rb_funcallv(klass, id_new, 1, &path);
}

/* A Pathname of self's class. */
static VALUE
pathname_like(VALUE self, VALUE path)
{
    return pathname_new_of(rb_obj_class(self), path);
}

static VALUE
pathname_new(VALUE path)
{
    return pathname_new_of(rb_cPathname, path);
}

static bool
pathname_p(VALUE v)
{
    return RTEST(rb_obj_is_kind_of(v, rb_cPathname));
}

static VALUE
to_pathname(VALUE v)
{
    return pathname_p(v) ? v : pathname_new(v);
}

static VALUE
text_for_path(VALUE arg)
{
    if (!RB_TYPE_P(arg, T_STRING)) {
        ID to_path = rb_intern("to_path"), to_str = rb_intern("to_str");
        if (rb_respond_to(arg, to_path)) arg = rb_funcallv(arg, to_path, 0, NULL);
        if (!RB_TYPE_P(arg, T_STRING) && rb_respond_to(arg, to_str)) arg = rb_funcallv(arg, to_str, 0, NULL);
        if (!RB_TYPE_P(arg, T_STRING)) rb_raise(rb_eTypeError, "Pathname.new requires a String, #to_path or #to_str");
    }
    return arg;
}

static VALUE
pathname_m_initialize(VALUE self, VALUE arg)
{
    VALUE path = text_for_path(arg);
    rb_encoding *enc = rb_enc_get(path);
    if (!rb_enc_asciicompat(enc)) {
        rb_raise(rb_eEncCompatError, "path name must be ASCII-compatible (%s): %" PRIsVALUE, rb_enc_name(enc),
                 rb_str_inspect(path));
    }
    if (memchr(RSTRING_PTR(path), '\0', RSTRING_LEN(path))) rb_raise(rb_eArgError, "path name contains null byte");
    rb_ivar_set(self, id_path, rb_str_dup(path));
    return self;
}

static VALUE
pathname_m_path(VALUE self)
{
    return path_of(self);
}

static VALUE
pathname_m_to_s(VALUE self)
{
    return rb_obj_dup(path_of(self));
}

static VALUE
pathname_m_inspect(VALUE self)
{
    VALUE s = rb_utf8_str_new_cstr("#<");
    rb_str_append(s, rb_class_name(rb_obj_class(self)));
    rb_str_cat(s, ":", 1);
    rb_str_append(s, rb_obj_as_string(path_of(self)));
    return rb_str_cat(s, ">", 1);
}

static VALUE
pathname_m_freeze(VALUE self)
{
    rb_call_super(0, NULL);
    rb_obj_freeze(path_of(self));
    return self;
}

static VALUE
pathname_m_equal(VALUE self, VALUE other)
{
    if (!pathname_p(other)) return Qfalse;
    return rb_equal(path_of(self), path_of(other));
}

/* By bytes, but a slash before all else: a directory's entries stand together. */
static VALUE
pathname_m_cmp(VALUE self, VALUE other)
{
    if (!pathname_p(other)) return Qnil;
    VALUE a = text_of(self), b = text_of(other);
    const unsigned char *s = (unsigned char *)RSTRING_PTR(a), *t = (unsigned char *)RSTRING_PTR(b);
    long m = RSTRING_LEN(a), n = RSTRING_LEN(b);
    for (long i = 0; i < m && i < n; i++) {
        int c = s[i] == '/' ? 0 : s[i], d = t[i] == '/' ? 0 : t[i];
        if (c != d) return INT2FIX(c < d ? -1 : 1);
    }
    return INT2FIX(m < n ? -1 : m > n);
}

static VALUE
pathname_m_hash(VALUE self)
{
    return rb_hash(path_of(self));
}

static VALUE
pathname_m_sub(int argc, VALUE *argv, VALUE self)
{
    VALUE path = text_of(self);
    return pathname_like(self, rb_funcall_passing_block_kw(path, rb_intern("sub"), argc, argv, RB_PASS_CALLED_KEYWORDS));
}

static VALUE
pathname_m_sub_ext(VALUE self, VALUE repl)
{
    VALUE path = text_of(self), ext = path_extname(path);
    StringValue(repl);
    long keep = RSTRING_LEN(path) - RSTRING_LEN(ext);
    /* the extension may be followed by slashes, which go with it */
    const char *s = RSTRING_PTR(path);
    while (RSTRING_LEN(ext) && keep > 0 && memcmp(s + keep, RSTRING_PTR(ext), RSTRING_LEN(ext)) != 0) keep--;
    return pathname_like(self, rb_str_plus(rb_str_subseq(path, 0, keep), repl));
}

static VALUE
kernel_m_pathname(VALUE self, VALUE path)
{
    return to_pathname(path);
}

/* ---- syntax ---- */

static bool
absolute_p(VALUE path)
{
    return RSTRING_LEN(path) > 0 && *RSTRING_PTR(path) == '/';
}

static VALUE
pathname_m_absolute_p(VALUE self)
{
    return val_bool(absolute_p(text_of(self)));
}

static VALUE
pathname_m_relative_p(VALUE self)
{
    return val_bool(!absolute_p(text_of(self)));
}

static VALUE
pathname_m_root_p(VALUE self)
{
    VALUE path = text_of(self);
    struct comp c;
    return val_bool(absolute_p(path) && !comp_next(RSTRING_PTR(path), RSTRING_END(path), &c));
}

/* An empty string of path's encoding. */
static VALUE
text_like(VALUE path, long capa)
{
    VALUE s = rb_str_buf_new(capa);
    rb_enc_associate(s, rb_enc_get(path));
    return s;
}

static void
add_component(VALUE s, struct comp c)
{
    long n = RSTRING_LEN(s);
    if (n > 0 && RSTRING_PTR(s)[n - 1] != '/') rb_str_cat(s, "/", 1);
    rb_str_cat(s, c.p, c.len);
}

/* path without "." and with each ".." taken back against the component before it. */
static VALUE
clean_aggressively(VALUE path)
{
    VALUE s = text_like(path, RSTRING_LEN(path));
    bool abs = absolute_p(path);
    long depth = 0; /* components in s that a ".." can take back */
    if (abs) rb_str_cat(s, "/", 1);
    const char *end = RSTRING_END(path);
    struct comp c = {RSTRING_PTR(path), 0};
    while (comp_next(c.p + c.len, end, &c)) {
        if (comp_is(c, ".")) continue;
        if (!comp_is(c, "..")) {
            add_component(s, c);
            depth++;
        } else if (depth > 0) {
            struct comp last;
            comp_last(RSTRING_PTR(s), RSTRING_END(s), &last);
            long keep = last.p - RSTRING_PTR(s);
            if (keep > 1) keep--; /* the slash, if it is not the root's */
            rb_str_set_len(s, keep);
            depth--;
        } else if (!abs) {
            add_component(s, c);
        }
    }
    RB_GC_GUARD(path);
    if (RSTRING_LEN(s) == 0) rb_str_cat(s, ".", 1);
    return s;
}

/* Cleans a path without removing a name that may be a link: drops only "." and the root's "..".  Keeps an end that requires a
 * directory. */
static VALUE
clean_conservatively(VALUE path)
{
    VALUE s = text_like(path, RSTRING_LEN(path) + 2);
    bool abs = absolute_p(path);
    if (abs) rb_str_cat(s, "/", 1);
    long root = RSTRING_LEN(s);
    const char *end = RSTRING_END(path);
    struct comp c = {RSTRING_PTR(path), 0}, last = {"", 0}, seen = {"", 0};
    while (comp_next(c.p + c.len, end, &c)) {
        seen = c;
        if (comp_is(c, ".") || (abs && RSTRING_LEN(s) == root && comp_is(c, ".."))) continue;
        add_component(s, c);
        last = c;
    }
    if (RSTRING_LEN(s) == root) {
        if (!abs) rb_str_cat(s, ".", 1);
    } else if (!comp_is(last, "..")) {
        if (comp_is(seen, ".")) rb_str_cat(s, "/.", 2);
        else if (end[-1] == '/') rb_str_cat(s, "/", 1);
    }
    RB_GC_GUARD(path);
    return s;
}

static VALUE
pathname_m_cleanpath(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    VALUE path = text_of(self);
    return pathname_like(self, argc && RTEST(argv[0]) ? clean_conservatively(path) : clean_aggressively(path));
}

/*
 * Returns base + rel.  Drops each leading "." of rel.  Each leading ".." of rel removes the last component of base, if that is
 * a name.  The rest of rel is unchanged.
 */
static VALUE
path_plus(VALUE base, VALUE rel)
{
    if (absolute_p(rel)) return rel;
    const char *start = RSTRING_PTR(base), *stop = RSTRING_END(base), *end = RSTRING_END(rel);
    struct comp b, r;
    bool more = comp_next(RSTRING_PTR(rel), end, &r), found = false;
    for (;;) {
        while (more && comp_is(r, ".")) more = comp_next(r.p + r.len, end, &r);
        if (!comp_last(start, stop, &b)) break;
        stop = b.p;
        if (comp_is(b, ".")) continue;
        if (comp_is(b, "..") || !more || !comp_is(r, "..")) {
            stop = b.p + b.len;
            found = true;
            break;
        }
        more = comp_next(r.p + r.len, end, &r);
    }
    if (!found && absolute_p(base)) {
        while (more && comp_is(r, "..")) more = comp_next(r.p + r.len, end, &r);
    }
    VALUE s = rb_str_subseq(base, 0, stop - start);
    if (more) {
        if (found) rb_str_cat(s, "/", 1);
        s = rb_str_append(s, rb_str_subseq(rel, r.p - RSTRING_PTR(rel), end - r.p));
        RB_GC_GUARD(rel);
    } else if (RSTRING_LEN(s) == 0) {
        rb_str_cat(s, ".", 1);
    }
    return s;
}

static VALUE
pathname_m_plus(VALUE self, VALUE other)
{
    other = to_pathname(other);
    VALUE a = text_of(self), b = text_of(other);
    return pathname_new(path_plus(a, b));
}

static VALUE
pathname_m_join(int argc, VALUE *argv, VALUE self)
{
    if (argc == 0) return self;
    VALUE result = to_pathname(argv[argc - 1]);
    for (int i = argc - 2; i >= -1; i--) {
        if (absolute_p(text_of(result))) return result;
        result = pathname_m_plus(i < 0 ? self : to_pathname(argv[i]), result);
    }
    return result;
}

static VALUE
pathname_m_parent(VALUE self)
{
    VALUE path = text_of(self);
    return pathname_new(path_plus(path, rb_enc_str_new("..", 2, rb_enc_get(path))));
}

/* Yields the path, and then each path with one component less. */
static VALUE
pathname_m_ascend(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, NULL);
    VALUE path = text_of(self);
    struct comp c;
    const char *start = RSTRING_PTR(path), *stop = RSTRING_END(path);
    rb_yield(self);
    for (long n = stop - start; comp_last(start, start + n, &c);) {
        n = c.p - start;
        if (n == 0) break;
        while (n > 1 && start[n - 1] == '/') n--;
        rb_yield(pathname_like(self, rb_str_subseq(path, 0, n)));
        start = RSTRING_PTR(path);
    }
    return Qnil;
}

static VALUE
pathname_m_descend(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, NULL);
    VALUE path = rb_str_new_frozen(text_of(self));
    const char *start = RSTRING_PTR(path), *end = RSTRING_END(path);
    struct comp c = {start, 0}, after;
    bool more = comp_next(start, end, &c);
    if (absolute_p(path) && more) rb_yield(pathname_like(self, rb_str_subseq(path, 0, 1)));
    for (; more && comp_next(c.p + c.len, end, &after); c = after) {
        rb_yield(pathname_like(self, rb_str_subseq(path, 0, c.p + c.len - start)));
    }
    rb_yield(self);
    RB_GC_GUARD(path);
    return Qnil;
}

static VALUE
pathname_m_each_filename(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, NULL);
    VALUE path = rb_str_new_frozen(text_of(self));
    const char *start = RSTRING_PTR(path), *end = RSTRING_END(path);
    struct comp c = {start, 0};
    while (comp_next(c.p + c.len, end, &c)) rb_yield(rb_str_subseq(path, c.p - start, c.len));
    RB_GC_GUARD(path);
    return Qnil;
}

/* ---- from one path to another ---- */

NORETURN static void
different_prefix(VALUE dest, VALUE base)
{
    VALUE prefix = rb_str_subseq(dest, 0, absolute_p(dest) ? 1 : 0);
    rb_raise(rb_eArgError, "different prefix: %+" PRIsVALUE " and %+" PRIsVALUE, prefix, base);
}

static VALUE
path_relative(VALUE dest, VALUE base)
{
    if (absolute_p(dest) != absolute_p(base)) different_prefix(dest, base);
    const char *dend = RSTRING_END(dest), *bend = RSTRING_END(base);
    struct comp d, b;
    bool dmore = comp_next(RSTRING_PTR(dest), dend, &d), bmore = comp_next(RSTRING_PTR(base), bend, &b);
    if (dmore && comp_is(d, ".")) dmore = false;
    if (bmore && comp_is(b, ".")) bmore = false;
    while (dmore && bmore && d.len == b.len && memcmp(d.p, b.p, d.len) == 0) {
        dmore = comp_next(d.p + d.len, dend, &d);
        bmore = comp_next(b.p + b.len, bend, &b);
    }
    VALUE s = text_like(dest, RSTRING_LEN(dest));
    for (; bmore; bmore = comp_next(b.p + b.len, bend, &b)) {
        if (comp_is(b, "..")) rb_raise(rb_eArgError, "base_directory has ..: %+" PRIsVALUE, base);
        add_component(s, (struct comp){"..", 2});
    }
    for (; dmore; dmore = comp_next(d.p + d.len, dend, &d)) add_component(s, d);
    if (RSTRING_LEN(s) == 0) rb_str_cat(s, ".", 1);
    RB_GC_GUARD(dest);
    RB_GC_GUARD(base);
    return s;
}

static VALUE
pathname_m_relative_path_from(VALUE self, VALUE base)
{
    VALUE claims = rb_funcall(base, rb_intern("is_a?"), 1, rb_cPathname); /* a stand-in is asked for its cleaned path */
    if (RTEST(claims) && !RTEST(rb_obj_is_kind_of(base, rb_cPathname))) base = rb_funcall(base, rb_intern("cleanpath"), 0);
    base = to_pathname(base);
    VALUE dest = clean_aggressively(text_of(self));
    return pathname_new(path_relative(dest, clean_aggressively(text_of(base))));
}

/* ---- what File, FileTest and Dir answer about @path ---- */

static VALUE
ask(VALUE mod, const char *name, VALUE self)
{
    VALUE path = path_of(self);
    return rb_funcallv(mod, rb_intern(name), 1, &path);
}

/* mod.name(@path, *argv, &block) */
static VALUE
ask_with(VALUE mod, const char *name, VALUE self, int argc, const VALUE *argv)
{
    VALUE args_holder, *args = ALLOCV_N(VALUE, args_holder, argc + 1);
    args[0] = path_of(self);
    for (int i = 0; i < argc; i++) args[i + 1] = argv[i];
    VALUE result = rb_funcall_passing_block_kw(mod, rb_intern(name), argc + 1, args, RB_PASS_CALLED_KEYWORDS);
    ALLOCV_END(args_holder);
    return result;
}

/* QUESTIONS has the methods without arguments, QUESTIONS_WITH those that pass their arguments on, and PATHS those that return a path.
   The functions below and their definitions in Init are made from these lists.  Only each_line and opendir have another name here
   than in File and Dir. */
/* clang-format off */
#define QUESTIONS(ASK) \
    ASK(atime, rb_cFile, "atime") \
    ASK(birthtime, rb_cFile, "birthtime") \
    ASK(ctime, rb_cFile, "ctime") \
    ASK(mtime, rb_cFile, "mtime") \
    ASK(ftype, rb_cFile, "ftype") \
    ASK(stat, rb_cFile, "stat") \
    ASK(lstat, rb_cFile, "lstat") \
    ASK(extname, rb_cFile, "extname") \
    ASK(blockdev_p, rb_mFileTest, "blockdev?") \
    ASK(chardev_p, rb_mFileTest, "chardev?") \
    ASK(directory_p, rb_mFileTest, "directory?") \
    ASK(executable_p, rb_mFileTest, "executable?") \
    ASK(executable_real_p, rb_mFileTest, "executable_real?") \
    ASK(exist_p, rb_mFileTest, "exist?") \
    ASK(file_p, rb_mFileTest, "file?") \
    ASK(grpowned_p, rb_mFileTest, "grpowned?") \
    ASK(owned_p, rb_mFileTest, "owned?") \
    ASK(pipe_p, rb_mFileTest, "pipe?") \
    ASK(readable_p, rb_mFileTest, "readable?") \
    ASK(readable_real_p, rb_mFileTest, "readable_real?") \
    ASK(setgid_p, rb_mFileTest, "setgid?") \
    ASK(setuid_p, rb_mFileTest, "setuid?") \
    ASK(size, rb_mFileTest, "size") \
    ASK(size_p, rb_mFileTest, "size?") \
    ASK(socket_p, rb_mFileTest, "socket?") \
    ASK(sticky_p, rb_mFileTest, "sticky?") \
    ASK(symlink_p, rb_mFileTest, "symlink?") \
    ASK(world_readable_p, rb_mFileTest, "world_readable?") \
    ASK(world_writable_p, rb_mFileTest, "world_writable?") \
    ASK(writable_p, rb_mFileTest, "writable?") \
    ASK(writable_real_p, rb_mFileTest, "writable_real?") \
    ASK(zero_p, rb_mFileTest, "zero?") \
    ASK(rmdir, rb_cDir, "rmdir")

#define QUESTIONS_WITH(ASK) \
    ASK(binread, rb_cFile, "binread") \
    ASK(binwrite, rb_cFile, "binwrite") \
    ASK(open, rb_cFile, "open") \
    ASK(read, rb_cFile, "read") \
    ASK(readlines, rb_cFile, "readlines") \
    ASK(sysopen, rb_cFile, "sysopen") \
    ASK(write, rb_cFile, "write") \
    ASK(mkdir, rb_cDir, "mkdir")

#define PATHS(ASK) \
    ASK(basename, "basename") \
    ASK(expand_path, "expand_path") \
    ASK(realdirpath, "realdirpath") \
    ASK(realpath, "realpath")
/* clang-format on */

#define ASK(fn, mod, name)                   \
    static VALUE pathname_m_##fn(VALUE self) \
    {                                        \
        return ask(mod, name, self);         \
    }
#define ASK_WITH(fn, mod, name)                                     \
    static VALUE pathname_m_##fn(int argc, VALUE *argv, VALUE self) \
    {                                                               \
        return ask_with(mod, name, self, argc, argv);               \
    }
#define ASK_PATHNAME(fn, name)                                                  \
    static VALUE pathname_m_##fn(int argc, VALUE *argv, VALUE self)             \
    {                                                                           \
        return pathname_like(self, ask_with(rb_cFile, name, self, argc, argv)); \
    }
QUESTIONS(ASK)
QUESTIONS_WITH(ASK_WITH)
ASK_WITH(each_line, rb_cFile, "foreach")
PATHS(ASK_PATHNAME)
#undef ASK
#undef ASK_WITH
#undef ASK_PATHNAME

static VALUE
pathname_m_dirname(VALUE self)
{
    return pathname_like(self, ask(rb_cFile, "dirname", self));
}

static VALUE
pathname_m_readlink(VALUE self)
{
    return pathname_like(self, ask(rb_cFile, "readlink", self));
}

static VALUE
pathname_m_split(VALUE self)
{
    VALUE parts = rb_Array(ask(rb_cFile, "split", self));
    return rb_assoc_new(pathname_like(self, rb_ary_entry(parts, 0)), pathname_like(self, rb_ary_entry(parts, 1)));
}

static VALUE
pathname_m_opendir(VALUE self)
{
    return ask_with(rb_cDir, "open", self, 0, NULL);
}

static VALUE
pathname_m_empty_p(VALUE self)
{
    return ask(RTEST(pathname_m_directory_p(self)) ? rb_cDir : rb_mFileTest, "empty?", self);
}

/* Returns whether self is the root of a file system: its parent is on another one, or is self. */
static VALUE
pathname_m_mountpoint_p(VALUE self)
{
    struct stat here, above;
    if (file_lstat_of(text_of(self), &here) < 0) return Qfalse;
    if (file_lstat_of(text_of(pathname_m_parent(self)), &above) < 0) return Qfalse;
    return val_bool(here.st_dev != above.st_dev || here.st_ino == above.st_ino);
}

/* ---- changes ---- */

/* File.name(*args, @path) */
static VALUE
change(const char *name, VALUE self, int argc, const VALUE *argv)
{
    VALUE args[3];
    for (int i = 0; i < argc; i++) args[i] = argv[i];
    args[argc] = path_of(self);
    return rb_funcallv(rb_cFile, rb_intern(name), argc + 1, args);
}

/* The methods with one argument and with two, and their names in File. */
#define CHANGES1(CHANGE) \
    CHANGE(chmod, "chmod") CHANGE(lchmod, "lchmod") CHANGE(make_link, "link") CHANGE(make_symlink, "symlink")
#define CHANGES2(CHANGE) CHANGE(chown, "chown") CHANGE(lchown, "lchown") CHANGE(utime, "utime") CHANGE(lutime, "lutime")

#define CHANGE1(fn, name)                             \
    static VALUE pathname_m_##fn(VALUE self, VALUE a) \
    {                                                 \
        return change(name, self, 1, &a);             \
    }
#define CHANGE2(fn, name)                                      \
    static VALUE pathname_m_##fn(VALUE self, VALUE a, VALUE b) \
    {                                                          \
        return change(name, self, 2, (VALUE[]){a, b});         \
    }
CHANGES1(CHANGE1)
CHANGES2(CHANGE2)
#undef CHANGE1
#undef CHANGE2

static VALUE
pathname_m_rename(VALUE self, VALUE to)
{
    return ask_with(rb_cFile, "rename", self, 1, &to);
}

static VALUE
pathname_m_truncate(VALUE self, VALUE length)
{
    return ask_with(rb_cFile, "truncate", self, 1, &length);
}

static VALUE
unlink_as_dir(VALUE self)
{
    return ask(rb_cDir, "unlink", self);
}

static VALUE
unlink_as_file(VALUE self, VALUE exc)
{
    return ask(rb_cFile, "unlink", self);
}

static VALUE
pathname_m_unlink(VALUE self)
{
    VALUE enotdir = rb_const_get(rb_mErrno, rb_intern("ENOTDIR"));
    return rb_rescue2(unlink_as_dir, self, unlink_as_file, self, enotdir, (VALUE)0);
}

struct mkpath {
    VALUE path, mode;
};

static VALUE
mkpath_make(VALUE arg)
{
    struct mkpath *m = (struct mkpath *)arg;
    int argc = NIL_P(m->mode) ? 1 : 2;
    rb_funcallv(rb_cDir, rb_intern("mkdir"), argc, (VALUE[]){m->path, m->mode});
    if (argc == 2) rb_funcallv(rb_cFile, rb_intern("chmod"), 2, (VALUE[]){m->mode, m->path}); /* whatever the umask */
    return Qnil;
}

/* Raises exc unless the directory exists: another process may have made it meanwhile. */
static VALUE
mkpath_failed(VALUE arg, VALUE exc)
{
    struct mkpath *m = (struct mkpath *)arg;
    if (!RTEST(rb_funcallv(rb_mFileTest, rb_intern("directory?"), 1, &m->path))) rb_exc_raise(exc);
    return Qnil;
}

static void
mkpath(VALUE path, VALUE mode)
{
    struct stat st;
    if (file_stat_of(path, &st) == 0 && S_ISDIR(st.st_mode)) return;
    VALUE above = path_dirname(path, 1);
    if (!RTEST(rb_str_equal(above, path))) mkpath(above, mode);
    struct mkpath m = {path, mode};
    rb_rescue2(mkpath_make, (VALUE)&m, mkpath_failed, (VALUE)&m, rb_eSystemCallError, (VALUE)0);
}

static VALUE
pathname_m_mkpath(int argc, VALUE *argv, VALUE self)
{
    static ID keywords[1];
    VALUE opts, mode;
    if (!keywords[0]) keywords[0] = rb_intern("mode");
    rb_scan_args(argc, argv, "0:", &opts);
    rb_get_kwargs(opts, keywords, 0, 1, &mode);
    mkpath(text_of(self), mode == Qundef ? Qnil : mode);
    return self;
}

/* ---- directories ---- */

static VALUE
pathname_each_new(RB_BLOCK_CALL_FUNC_ARGLIST(name, self))
{
    return rb_yield(pathname_like(self, name));
}

static VALUE
pathname_m_each_entry(VALUE self)
{
    RETURN_ENUMERATOR(self, 0, NULL);
    VALUE path = path_of(self);
    return rb_block_call(rb_cDir, rb_intern("foreach"), 1, &path, pathname_each_new, self);
}

/* Replaces each String of list by a Pathname of klass, in place. */
static VALUE
pathnames(VALUE list, VALUE klass)
{
    for (long i = 0; i < RARRAY_LEN(list); i++) rb_ary_store(list, i, pathname_new_of(klass, rb_ary_entry(list, i)));
    return list;
}

static VALUE
pathname_m_entries(VALUE self)
{
    return pathnames(rb_Array(ask(rb_cDir, "entries", self)), rb_obj_class(self));
}

static VALUE
pathname_m_children(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    VALUE path = text_of(self), list = rb_Array(ask(rb_cDir, "children", self));
    bool with_directory = argc == 0 || RTEST(argv[0]);
    if (RSTRING_LEN(path) == 1 && *RSTRING_PTR(path) == '.') with_directory = false;
    for (long i = 0; with_directory && i < RARRAY_LEN(list); i++) {
        rb_ary_store(list, i, path_join(rb_assoc_new(path, rb_ary_entry(list, i))));
    }
    return pathnames(list, rb_obj_class(self));
}

static VALUE
pathname_m_each_child(int argc, VALUE *argv, VALUE self)
{
    return rb_funcall_passing_block(pathname_m_children(argc, argv, self), rb_intern("each"), 0, NULL);
}

/* Dir.glob(*argv, **opts, base: base): a list, nothing yielded. */
static VALUE
glob_list(int argc, const VALUE *argv, VALUE base)
{
    VALUE opts = Qnil, args[3] = {Qnil, Qnil, Qnil};
    if (rb_keyword_given_p()) opts = rb_hash_dup(argv[--argc]);
    rb_check_arity(argc, 1, 2);
    for (int i = 0; i < argc; i++) args[i] = argv[i];
    if (NIL_P(opts)) opts = rb_hash_new();
    if (base != Qundef) rb_hash_aset(opts, ID2SYM(id_base), base);
    if (RHASH_SIZE(opts) > 0) args[argc++] = opts;
    return rb_funcallv_kw(rb_cDir, rb_intern("glob"), argc, args, RHASH_SIZE(opts) > 0);
}

/* The list, or each of it to the block. */
static VALUE
glob_give(VALUE list)
{
    if (!rb_block_given_p()) return list;
    for (long i = 0; i < RARRAY_LEN(list); i++) rb_yield(rb_ary_entry(list, i));
    return Qnil;
}

static VALUE
pathname_s_glob(int argc, VALUE *argv, VALUE klass)
{
    return glob_give(pathnames(glob_list(argc, argv, Qundef), klass));
}

static VALUE
pathname_m_glob(int argc, VALUE *argv, VALUE self)
{
    VALUE list = glob_list(argc, argv, path_of(self));
    for (long i = 0; i < RARRAY_LEN(list); i++) rb_ary_store(list, i, pathname_m_plus(self, rb_ary_entry(list, i)));
    return glob_give(list);
}

static VALUE
pathname_s_getwd(VALUE klass)
{
    return pathname_new_of(klass, rb_funcallv(rb_cDir, rb_intern("getwd"), 0, NULL));
}

static VALUE
fnmatch_path(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    VALUE args_holder, *args = ALLOCV_N(VALUE, args_holder, argc + 1);
    args[0] = argv[0];
    args[1] = path_of(self);
    for (int i = 1; i < argc; i++) args[i + 1] = argv[i];
    VALUE result = rb_funcallv(rb_cFile, rb_intern("fnmatch"), argc + 1, args);
    ALLOCV_END(args_holder);
    return result;
}

/* ---- Init ---- */

#define DEF(name, fn, arity) rb_define_method(rb_cPathname, name, pathname_m_##fn, arity)
#define ALIAS(name, of) rb_define_alias(rb_cPathname, name, of)

static void
define_syntax(void)
{
    rb_define_private_method(rb_cPathname, "initialize", pathname_m_initialize, 1);
    rb_define_protected_method(rb_cPathname, "path", pathname_m_path, 0);
    DEF("to_s", to_s, 0);
    DEF("inspect", inspect, 0);
    DEF("freeze", freeze, 0);
    DEF("==", equal, 1);
    DEF("<=>", cmp, 1);
    DEF("hash", hash, 0);
    DEF("sub", sub, -1);
    DEF("sub_ext", sub_ext, 1);
    DEF("absolute?", absolute_p, 0);
    DEF("relative?", relative_p, 0);
    DEF("root?", root_p, 0);
    DEF("cleanpath", cleanpath, -1);
    DEF("+", plus, 1);
    DEF("join", join, -1);
    DEF("parent", parent, 0);
    DEF("ascend", ascend, 0);
    DEF("descend", descend, 0);
    DEF("each_filename", each_filename, 0);
    DEF("relative_path_from", relative_path_from, 1);
    DEF("dirname", dirname, 0);
    DEF("split", split, 0);
    rb_define_method(rb_cPathname, "fnmatch", fnmatch_path, -1);
    rb_define_method(rb_cPathname, "fnmatch?", fnmatch_path, -1);
    ALIAS("to_path", "to_s");
    ALIAS("===", "==");
    ALIAS("eql?", "==");
    ALIAS("/", "+");
}

/* Defines the methods that call File, FileTest and Dir: those of the lists, and those with a function of their own. */
static void
define_questions(void)
{
#define DEF_ASKED(fn, mod, name) DEF(name, fn, 0);
#define DEF_ASKED_WITH(fn, mod, name) DEF(name, fn, -1);
#define DEF_PATH(fn, name) DEF(name, fn, -1);
#define DEF_CHANGE1(fn, name) DEF(#fn, fn, 1);
#define DEF_CHANGE2(fn, name) DEF(#fn, fn, 2);
    QUESTIONS(DEF_ASKED)
    QUESTIONS_WITH(DEF_ASKED_WITH)
    PATHS(DEF_PATH)
    CHANGES1(DEF_CHANGE1)
    CHANGES2(DEF_CHANGE2)
#undef DEF_ASKED
#undef DEF_ASKED_WITH
#undef DEF_PATH
#undef DEF_CHANGE1
#undef DEF_CHANGE2
    DEF("empty?", empty_p, 0);
    DEF("mountpoint?", mountpoint_p, 0);
}

static void
define_actions(void)
{
    DEF("children", children, -1);
    DEF("each_child", each_child, -1);
    DEF("each_entry", each_entry, 0);
    DEF("each_line", each_line, -1);
    DEF("entries", entries, 0);
    DEF("glob", glob, -1);
    DEF("mkpath", mkpath, -1);
    DEF("opendir", opendir, 0);
    DEF("readlink", readlink, 0);
    DEF("rename", rename, 1);
    DEF("truncate", truncate, 1);
    DEF("unlink", unlink, 0);
    ALIAS("delete", "unlink");
}
#undef DEF
#undef ALIAS

void
Init_Pathname(void)
{
    id_path = rb_intern("@path");
    id_new = rb_intern("new");
    id_base = rb_intern("base");
    rb_cPathname = rb_define_class("Pathname", rb_cObject);
    rb_define_const(rb_cPathname, "VERSION", rb_obj_freeze(rb_usascii_str_new_cstr("0.4.0")));
    rb_define_const(rb_cPathname, "SEPARATOR_PAT", rb_reg_new("/", 1, 0));
    rb_define_singleton_method(rb_cPathname, "glob", pathname_s_glob, -1);
    rb_define_singleton_method(rb_cPathname, "getwd", pathname_s_getwd, 0);
    rb_define_singleton_method(rb_cPathname, "pwd", pathname_s_getwd, 0);
    define_syntax();
    define_questions();
    define_actions();
    rb_define_global_function("Pathname", kernel_m_pathname, 1);
}
