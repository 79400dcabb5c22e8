/*
 * file/path.c - paths as text: File.expand_path, join, basename, dirname, extname, split, realpath.
 *
 * These functions work on text alone.  Only realpath, the working directory and users' homes need the system.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/file.h"
#include "internal/gc.h"

/* ---- arguments ---- */

static void
check_ascii_compat(VALUE s)
{
    if (!enc_ascii_compat_p(str_enc(s)))
        rb_raise(rb_eEncCompatError, "path name must be ASCII-compatible (%s): %" PRIsVALUE, str_enc(s)->name,
                 rb_str_inspect(s));
}

static VALUE
path_check(VALUE s)
{
    check_ascii_compat(s);
    if (UNLIKELY(memchr(str_ptr(s), 0, str_len(s)) != NULL)) rb_raise(rb_eArgError, "path name contains null byte");
    return str_new_frozen(s);
}

VALUE
file_path(VALUE v)
{
    if (LIKELY(val_type_p(v, T_STRING))) return path_check(v);
    static ID id_to_path;
    if (!id_to_path) id_to_path = rb_intern("to_path");
    VALUE s = rb_check_funcall(v, id_to_path, 0, NULL);
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

/* ---- the pieces of a path ---- */

/* The last component: *end is past it.  Slashes at the end do not count.  A path of slashes only gives its last slash. */
static const char *
base_of(const char *p, const char *e, const char **end)
{
    while (e > p && e[-1] == '/') e--;
    if (e == p && *p == '/') {
        *end = p + 1;
        return p;
    }
    *end = e;
    while (e > p && e[-1] != '/') e--;
    return e;
}

const char *
path_find_ext(const char *base, const char *end)
{
    const char *p = base;
    while (p < end && *p == '.') p++;
    const char *dot = NULL;
    for (; p < end; p++) {
        if (*p == '.') dot = p;
    }
    return dot;
}

/* Returns the part p..e of path, which may be a copy that only the caller refers to. */
static VALUE
piece(VALUE path, const char *p, const char *e)
{
    VALUE part = str_new(p, (size_t)(e - p), str_enc_index(path));
    RB_GC_GUARD(path);
    return part;
}

/* Returns the end of base..end without the suffix. */
static const char *
strip_suffix(const char *base, const char *end, const char *suf, size_t n)
{
    if (n == 2 && suf[0] == '.' && suf[1] == '*') {
        const char *ext = path_find_ext(base, end);
        return ext ? ext : end;
    }
    if (n && n < (size_t)(end - base) && memcmp(end - n, suf, n) == 0) return end - n;
    return end;
}

VALUE
path_basename(VALUE path, VALUE suffix)
{
    const char *p = str_ptr(path), *end;
    if (str_len(path) == 0) return piece(path, p, p);
    const char *base = base_of(p, str_end(path), &end);
    if (!NIL_P(suffix) && *base != '/') end = strip_suffix(base, end, str_ptr(suffix), str_len(suffix));
    return piece(path, base, end);
}

VALUE
path_dirname(VALUE path, long levels)
{
    const char *p = str_ptr(path), *e = str_end(path), *root = p;
    while (root < e && *root == '/') root++;
    if (root > p + 1) p = root - 1; /* several slashes in front are one */
    if (levels == 0 && e > p) return piece(path, p, e);
    while (levels-- > 0 && e > root) {
        while (e > root && e[-1] == '/') e--;
        while (e > root && e[-1] != '/') e--;
        while (e > root && e[-1] == '/') e--;
    }
    if (e == p || (e <= root && root == p)) return str_new(".", 1, str_enc_index(path));
    return piece(path, p, e > root ? e : root);
}

VALUE
path_extname(VALUE path)
{
    const char *end, *p = str_ptr(path);
    if (str_len(path) == 0) return piece(path, p, p);
    const char *base = base_of(p, str_end(path), &end), *ext = path_find_ext(base, end);
    return ext ? piece(path, ext, end) : piece(path, end, end);
}

/* ---- join ---- */

static VALUE join_into(VALUE result, VALUE ary, bool *first);

static VALUE
join_array(VALUE ary, VALUE arg, int recursive)
{
    if (recursive) rb_raise(rb_eArgError, "recursive array");
    VALUE *args = (VALUE *)arg;
    return join_into(args[0], ary, (bool *)args[1]);
}

static VALUE
join_part(VALUE v)
{
    if (!val_type_p(v, T_STRING)) {
        v = file_path(v);
        return v;
    }
    check_ascii_compat(v);
    if (memchr(str_ptr(v), 0, str_len(v))) rb_raise(rb_eArgError, "string contains null byte");
    return v;
}

/* Appends "/" and part, or what of that is not there yet: slashes in front of part win over those at result's end. */
static void
join_append(VALUE result, VALUE part)
{
    size_t len = str_len(result), slashes = 0;
    const char *p = str_ptr(result);
    while (slashes < len && p[len - 1 - slashes] == '/') slashes++;
    if (str_len(part) && *str_ptr(part) == '/') {
        str_set_len(result, len - slashes);
    } else if (!slashes) {
        rb_str_cat(result, "/", 1);
    }
    rb_str_append(result, part);
}

static VALUE
join_into(VALUE result, VALUE ary, bool *first)
{
    for (size_t i = 0; i < ary_len(ary); i++) {
        VALUE v = ary_at(ary, i);
        if (val_type_p(v, T_ARRAY)) {
            VALUE sub = v;
            if (ary_len(sub) == 0) {
                v = rb_str_new(NULL, 0);
            } else {
                VALUE inner = str_buf_new(64);
                bool inner_first = true;
                VALUE args[2] = {inner, (VALUE)&inner_first};
                rb_exec_recursive(join_array, sub, (VALUE)args);
                v = inner;
            }
        } else {
            v = join_part(v);
        }
        if (*first) {
            *first = false;
            str_set_enc_index(result, str_enc_index(v));
            rb_str_append(result, v);
        } else {
            join_append(result, v);
        }
    }
    return result;
}

VALUE
path_join(VALUE ary)
{
    if (ary_len(ary) == 0) return str_new("", 0, ENCI_USASCII);
    VALUE result = str_buf_new(64);
    bool first = true;
    VALUE args[2] = {result, (VALUE)&first};
    rb_exec_recursive(join_array, ary, (VALUE)args);
    return result;
}

/* ---- homes and the working directory ---- */

VALUE
path_cwd(void)
{
    char *dir = getcwd(NULL, 0);
    if (!dir) rb_sys_fail("getcwd");
    size_t n = strlen(dir);
    VALUE s = 0;
    char small[512];
    if (n < sizeof small) {
        memcpy(small, dir, n + 1);
        free(dir);
        return rb_filesystem_str_new(small, (long)n);
    }
    s = rb_str_buf_new((long)n);
    rb_str_cat(s, dir, (long)n);
    free(dir);
    rb_enc_associate(s, rb_filesystem_encoding());
    return s;
}

static VALUE
home_of_env(void)
{
    const char *home = getenv("HOME");
    if (home) return rb_filesystem_str_new_cstr(home);
    struct passwd *pw = getpwuid(getuid());
    if (!pw || !pw->pw_dir) rb_raise(rb_eArgError, "couldn't find HOME environment -- expanding '~'");
    return rb_filesystem_str_new_cstr(pw->pw_dir);
}

static VALUE
home_of_user(VALUE user)
{
    struct passwd *pw = getpwnam(StringValueCStr(user));
    VALUE dir = pw && pw->pw_dir ? rb_filesystem_str_new_cstr(pw->pw_dir) : Qnil;
    endpwent();
    if (NIL_P(dir)) rb_raise(rb_eArgError, "user %" PRIsVALUE " doesn't exist", user);
    return dir;
}

VALUE
path_home(VALUE user)
{
    return NIL_P(user) ? home_of_env() : home_of_user(user);
}

/* ---- expand_path ---- */

/* Appends the components of p..e to the absolute path in out, resolving "." and "..".  root: bytes of out that stay. */
static void
add_components(VALUE out, const char *p, const char *e, size_t root)
{
    while (p < e) {
        while (p < e && *p == '/') p++;
        const char *c = p;
        while (p < e && *p != '/') p++;
        size_t n = (size_t)(p - c);
        if (n == 0 || (n == 1 && c[0] == '.')) continue;
        if (n == 2 && c[0] == '.' && c[1] == '.') {
            size_t len = str_len(out);
            const char *o = str_ptr(out);
            while (len > root && o[len - 1] != '/') len--;
            if (len > root) len--;
            str_set_len(out, len < root ? root : len);
            continue;
        }
        size_t len = str_len(out);
        if (len == 0 || str_ptr(out)[len - 1] != '/') rb_str_cat(out, "/", 1);
        rb_str_cat(out, c, (long)n);
    }
}

/* Returns whether p is the result of its own expand_path: an absolute path without "//", components "." or "..", or a last slash. */
static bool
plain_absolute_p(const char *p, size_t n)
{
    if (n == 0 || p[0] != '/') return false;
    if (n == 1) return true;
    if (p[n - 1] == '/') return false;
    for (const char *s = p, *e = p + n; (s = memchr(s, '/', (size_t)(e - s))) != NULL;) {
        if (++s >= e) break;
        if (*s == '/') return false;
        if (*s == '.') {
            const char *t = s + 1;
            if (t == e || *t == '/') return false;
            if (*t == '.' && (t + 1 == e || t[1] == '/')) return false;
        }
    }
    return true;
}

/* Starts out with the slashes in front of p; the bytes that make up the root. */
static size_t
begin_root(VALUE out, const char **p, const char *e)
{
    const char *s = *p;
    while (s < e && *s == '/') s++;
    rb_str_cat(out, *p, s - *p);
    size_t root = (size_t)(s - *p);
    *p = s;
    return root;
}

/* "~" or "~user" at the start: its home goes to *home, and *p moves behind it. */
static void
expand_tilde(VALUE path, const char **p, const char *e, VALUE *home)
{
    const char *s = *p + 1, *n = s;
    while (n < e && *n != '/') n++;
    VALUE user = n > s ? str_new(s, (size_t)(n - s), str_enc_index(path)) : Qnil;
    *home = path_home(user);
    if (str_len(*home) == 0 || *str_ptr(*home) != '/') {
        if (NIL_P(user)) rb_raise(rb_eArgError, "non-absolute home");
        rb_raise(rb_eArgError, "non-absolute home of %" PRIsVALUE, user);
    }
    *p = n;
}

static VALUE
expanded(VALUE path, VALUE dir, bool tilde)
{
    const char *p = str_ptr(path), *e = str_end(path);
    if (plain_absolute_p(p, (size_t)(e - p))) {
        VALUE copy = str_new(p, (size_t)(e - p), str_enc_index(path));
        RB_GC_GUARD(path);
        return copy;
    }
    VALUE base = Qnil;
    size_t skip = 0;
    if (tilde && p < e && *p == '~') {
        expand_tilde(path, &p, e, &base);
        skip = (size_t)(p - str_ptr(path));
    } else if (p == e || *p != '/') {
        base = NIL_P(dir) ? path_cwd() : path_expand(dir, Qnil, tilde);
    }
    VALUE out = str_buf_new(NIL_P(base) ? (size_t)(e - p) : str_len(base) + (size_t)(e - p) + 1);
    const struct enc *enc = str_enc(path);
    if (!NIL_P(base)) {
        const struct enc *both = skip ? str_enc(base) : enc_compatible(path, base);
        if (!both) enc_incompatible(str_enc(base), enc);
        if (skip || str_ascii_only(path) == false || str_ascii_only(base) == false || str_len(path) == 0) enc = both;
        if (skip && !str_ascii_only(path)) enc = enc_check(path, base);
    }
    str_set_enc_index(out, enc->index);
    p = str_ptr(path) + skip;
    e = str_end(path);
    size_t root;
    if (NIL_P(base)) {
        root = begin_root(out, &p, e);
    } else {
        const char *b = str_ptr(base);
        root = begin_root(out, &b, str_end(base));
        add_components(out, b, str_end(base), root);
    }
    add_components(out, p, e, root);
    RB_GC_GUARD(base);
    RB_GC_GUARD(path);
    return out;
}

VALUE
path_expand(VALUE path, VALUE dir, bool tilde)
{
    path = file_path(path);
    if (!NIL_P(dir)) dir = file_path(dir);
    return expanded(path, dir, tilde);
}

VALUE
rb_file_expand_path(VALUE path, VALUE dir)
{
    return path_expand(path, dir, true);
}

VALUE
rb_file_absolute_path(VALUE path, VALUE dir)
{
    return path_expand(path, dir, false);
}

VALUE
rb_file_s_expand_path(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 1, 2);
    return path_expand(argv[0], argc > 1 ? argv[1] : Qnil, true);
}

VALUE
rb_file_s_absolute_path(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 1, 2);
    return path_expand(argv[0], argc > 1 ? argv[1] : Qnil, false);
}

VALUE
rb_file_dirname(VALUE path)
{
    return path_dirname(file_path(path), 1);
}

/* ---- realpath ---- */

static VALUE
real_string(char *p)
{
    size_t n = strlen(p);
    char copy[PATH_MAX];
    if (n >= sizeof copy) n = sizeof copy - 1;
    memcpy(copy, p, n);
    free(p);
    return rb_filesystem_str_new(copy, (long)n);
}

NORETURN static void
real_fail(const char *func, int err, VALUE path)
{
    rb_exc_raise(rb_syserr_new_path_in(func, err, path));
}

/* realpath(3), or Qundef and errno. */
static VALUE
real_by_system(VALUE path)
{
    char *r = realpath(StringValueCStr(path), NULL);
    return r ? real_string(r) : Qundef;
}

static VALUE real_by_hand(VALUE done, const char *s, const char *end, bool strict);

/* One step from done, an existing folder: its entry name..end, which may be a link to nowhere if it is the last. */
static VALUE
real_step(VALUE done, const char *name, long len, bool may_miss)
{
    VALUE next = str_dup_plain(done);
    if (str_len(next) > 1) rb_str_cat(next, "/", 1);
    rb_str_cat(next, name, len);
    VALUE real = real_by_system(next);
    if (real != Qundef) return real;
    int err = errno;
    char link[PATH_MAX];
    ssize_t n = err == ENOENT ? readlink(StringValueCStr(next), link, sizeof link) : -1;
    if (n > 0) return real_by_hand(*link == '/' ? rb_str_new("/", 1) : done, link, link + n, !may_miss);
    if (err != ENOENT || !may_miss) real_fail("realpath_rec", err, next);
    return next;
}

/* Component by component from the folder done, to tell which is missing.  strict: the last one must be there too. */
static VALUE
real_by_hand(VALUE done, const char *s, const char *end, bool strict)
{
    for (;;) {
        while (s < end && *s == '/') s++;
        if (s == end) return done;
        const char *e = s;
        while (e < end && *e != '/') e++;
        long len = e - s;
        if (len == 2 && s[0] == '.' && s[1] == '.') done = path_dirname(done, 1);
        else if (len != 1 || *s != '.') done = real_step(done, s, len, !strict && e == end);
        s = e;
    }
}

static VALUE
real_path(VALUE path, VALUE dir, bool strict)
{
    if (!NIL_P(dir) && (str_len(path) == 0 || *str_ptr(path) != '/')) {
        VALUE full = str_dup_plain(file_path(dir));
        rb_str_cat(full, "/", 1);
        path = rb_str_append(full, path);
    }
    if (strict || str_len(path) == 0) {
        VALUE real = real_by_system(str_len(path) || strict ? path : path_cwd());
        if (real != Qundef) return real;
        if (errno != ENOTDIR) real_fail("rb_check_realpath_internal", errno, path);
    }
    VALUE start = *str_ptr(path) == '/' ? rb_filesystem_str_new("/", 1) : path_cwd();
    VALUE real = real_by_hand(start, str_ptr(path), str_ptr(path) + str_len(path), strict);
    RB_GC_GUARD(path);
    return real;
}

/* In the encoding of the path given, if it can be converted; strict: else too. */
VALUE
path_real(VALUE path, VALUE dir, bool strict)
{
    path = file_path(path);
    VALUE real = real_path(path, dir, strict), s;
    const struct enc *enc = str_enc(path);
    if (enc == str_enc(real) || (enc->index == ENCI_USASCII && !str_ascii_only(real))) return real;
    s = rb_str_conv_enc(real, rb_filesystem_encoding(), enc_pub(enc));
    if (s == real && !strict) return real;
    str_associate(s, enc->index);
    return s;
}

/* ---- methods ---- */

static VALUE
file_s_expand_path(int argc, VALUE *argv, VALUE klass)
{
    return rb_file_s_expand_path(argc, argv);
}

static VALUE
file_s_absolute_path(int argc, VALUE *argv, VALUE klass)
{
    return rb_file_s_absolute_path(argc, argv);
}

static VALUE
file_s_absolute_path_p(VALUE klass, VALUE path)
{
    path = file_path(path);
    return val_bool(str_len(path) && *str_ptr(path) == '/');
}

static VALUE
file_s_realpath(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 2);
    return path_real(argv[0], argc > 1 ? argv[1] : Qnil, true);
}

static VALUE
file_s_realdirpath(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 2);
    return path_real(argv[0], argc > 1 ? argv[1] : Qnil, false);
}

static VALUE
file_s_basename(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 2);
    VALUE suffix = Qnil;
    if (argc > 1) {
        suffix = argv[1];
        StringValue(suffix);
        check_ascii_compat(suffix);
    }
    VALUE path = file_path(argv[0]);
    if (argc > 1) enc_check(path, suffix);
    return path_basename(path, suffix);
}

static VALUE
file_s_dirname(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 1, 2);
    long n = argc > 1 ? NUM2INT(argv[1]) : 1;
    if (n < 0) rb_raise(rb_eArgError, "negative level: %ld", n);
    return path_dirname(file_path(argv[0]), n);
}

static VALUE
file_s_extname(VALUE klass, VALUE path)
{
    return path_extname(file_path(path));
}

static VALUE
file_s_split(VALUE klass, VALUE path)
{
    path = file_path(path);
    VALUE pair[2] = {path_dirname(path, 1), path_basename(path, Qnil)};
    return ary_new_from(pair, 2);
}

static VALUE
file_s_join(VALUE klass, VALUE args)
{
    return path_join(args);
}

static VALUE
file_s_path(VALUE klass, VALUE path)
{
    return str_new_frozen(file_path(path));
}

void
Init_file_path(void)
{
    rb_define_singleton_method(rb_cFile, "expand_path", file_s_expand_path, -1);
    rb_define_singleton_method(rb_cFile, "absolute_path", file_s_absolute_path, -1);
    rb_define_singleton_method(rb_cFile, "absolute_path?", file_s_absolute_path_p, 1);
    rb_define_singleton_method(rb_cFile, "realpath", file_s_realpath, -1);
    rb_define_singleton_method(rb_cFile, "realdirpath", file_s_realdirpath, -1);
    rb_define_singleton_method(rb_cFile, "basename", file_s_basename, -1);
    rb_define_singleton_method(rb_cFile, "dirname", file_s_dirname, -1);
    rb_define_singleton_method(rb_cFile, "extname", file_s_extname, 1);
    rb_define_singleton_method(rb_cFile, "split", file_s_split, 1);
    rb_define_singleton_method(rb_cFile, "join", file_s_join, -2);
    rb_define_singleton_method(rb_cFile, "path", file_s_path, 1);
}
