/*
 * dir/glob.c - Dir.glob: names that match a pattern.
 *
 * Braces are expanded first; each result is parted into components.  The walk keeps, for the directory it is in, the set of
 * components that come next (several, once there was a `**` + `/`, which matches no directory, too), so that each directory is
 * read once.  If only a plain name comes next, nothing is read: the name is appended and later found to exist or not.
 */
#include "internal/compiler.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/dir.h"
#include "internal/gc.h"
#include "internal/hash.h"

enum part_kind {
    PART_PLAIN, /* a name without wildcards */
    PART_MAGIC, /* has * ? [ */
    PART_DEEP,  /* ** and a slash */
    PART_DIR,   /* nothing after a slash: a directory is wanted */
};

struct part {
    enum part_kind kind;
    uint32_t at, len;         /* text in `text`; plain ones unescaped */
    uint32_t sep_at, sep_len; /* the slashes before it */
};

/* Sets of parts: bit i for parts[i]. */
typedef uint64_t part_set;
enum { PARTS_MAX = 64 };

struct glob {
    struct part *parts;
    unsigned n;
    const char *text;
    const struct enc *enc;
    int flags;
    int base_fd;
    bool sort;
    VALUE path; /* String: where the walk is */
    VALUE out;
};

/* ---- patterns ---- */

static bool
magic_p(const char *p, const char *e, bool escape)
{
    for (; p < e; p++) {
        if (*p == '*' || *p == '?' || *p == '[') return true;
        if (*p == '\\' && escape && p + 1 < e) p++;
    }
    return false;
}

/* Parts the pattern; texts go to buf, whose bytes the parts point into. */
static unsigned
parse(struct part *parts, VALUE buf, const char *p, const char *e, bool escape)
{
    unsigned n = 0;
    while (p < e) {
        const char *sep = p;
        while (p < e && *p == '/') p++;
        struct part part = {.sep_at = (uint32_t)str_len(buf), .sep_len = (uint32_t)(p - sep)};
        rb_str_cat(buf, sep, p - sep);
        part.at = (uint32_t)str_len(buf);
        const char *c = p;
        p = fnmatch_component_end(p, e, escape);
        if (c == e) {
            part.kind = PART_DIR;
        } else if (p - c == 2 && c[0] == '*' && c[1] == '*' && p < e) {
            part.kind = PART_DEEP;
            if (n && parts[n - 1].kind == PART_DEEP) continue;
        } else if (magic_p(c, p, escape)) {
            part.kind = PART_MAGIC;
            rb_str_cat(buf, c, p - c);
        } else {
            part.kind = PART_PLAIN;
            for (const char *s = c; s < p; s++) {
                if (*s == '\\' && escape && ++s == p) break; /* at the end of the pattern: escapes nothing */
                rb_str_cat(buf, s, 1);
            }
        }
        part.len = (uint32_t)str_len(buf) - part.at;
        if (part.kind == PART_PLAIN && part.len == 0) part.kind = PART_DIR;
        if (n && parts[n - 1].kind == PART_DEEP) { /* "a//" "**" "/" "b": "a//b" */
            part.sep_at = parts[n - 1].sep_at;
            part.sep_len = n == 1 && part.kind == PART_DIR ? 0 : parts[n - 1].sep_len;
        }
        if (n == PARTS_MAX) rb_raise(rb_eArgError, "glob pattern has too many components");
        parts[n++] = part;
    }
    return n;
}

/* ---- the file system ---- */

static const char *
path_cstr(struct glob *g)
{
    return str_len(g->path) ? StringValueCStr(g->path) : ".";
}

static bool
is_dir_now(struct glob *g)
{
    struct stat st;
    return fstatat(g->base_fd, path_cstr(g), &st, 0) == 0 && S_ISDIR(st.st_mode);
}

static bool
exists_now(struct glob *g)
{
    struct stat st;
    return fstatat(g->base_fd, path_cstr(g), &st, AT_SYMLINK_NOFOLLOW) == 0;
}

static void
emit(struct glob *g, const char *tail, size_t n)
{
    VALUE s = str_new(NULL, str_len(g->path) + n, g->enc->index);
    memcpy(str_ptr(s), str_ptr(g->path), str_len(g->path));
    if (n) memcpy(str_ptr(s) + str_len(g->path), tail, n);
    ary_push(g->out, s);
}

/* ---- reading a directory ---- */

struct entry {
    uint32_t at;  /* of the name in names */
    uint8_t type; /* DT_ */
};

struct listing {
    VALUE names;   /* String: names, each with its NUL */
    VALUE entries; /* String: struct entry */
    size_t n;
};

static int
compare_entries(const void *a, const void *b, void *names)
{
    return strcmp((const char *)names + ((const struct entry *)a)->at, (const char *)names + ((const struct entry *)b)->at);
}

static bool
too_many_files_p(int fd)
{
    return fd < 0 && (errno == EMFILE || errno == ENFILE);
}

/* Opens the directory `name`, shown as `path` in an error.  Returns -1 if it cannot be read; raises if too many files are open
 * even after a collection. */
static int
open_listed(int base_fd, const char *name, VALUE path)
{
    int fd = openat(base_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (too_many_files_p(fd)) {
        rb_gc();
        fd = openat(base_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    if (too_many_files_p(fd)) rb_sys_fail_str(path);
    return fd;
}

static DIR *
open_dir(struct glob *g)
{
    int fd = open_listed(g->base_fd, path_cstr(g), g->path);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    if (!d && fd >= 0) close(fd);
    return d;
}

static bool
read_dir(struct glob *g, struct listing *l)
{
    DIR *d = open_dir(g);
    if (!d) return false;
    l->names = str_buf_new(512);
    l->entries = str_buf_new(128);
    l->n = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        struct entry entry = {(uint32_t)str_len(l->names), e->d_type};
        str_append_bytes(l->names, e->d_name, strlen(e->d_name) + 1);
        str_append_bytes(l->entries, (const char *)&entry, sizeof entry);
        l->n++;
    }
    closedir(d);
    if (g->sort) qsort_r(str_ptr(l->entries), l->n, sizeof(struct entry), compare_entries, str_ptr(l->names));
    return true;
}

/* ---- the walk ---- */

static void walk(struct glob *g, part_set next, part_set below);

/* Adds what may come next although no directory is between. */
static part_set
closure(const struct glob *g, part_set s)
{
    for (unsigned i = 0; i + 1 < g->n; i++) {
        if ((s >> i & 1) && g->parts[i].kind == PART_DEEP) s |= (part_set)1 << (i + 1);
    }
    return s;
}

static bool
match_name(struct glob *g, const struct part *part, const char *name, size_t n)
{
    const char *text = g->text + part->at;
    if (part->kind == PART_PLAIN) return part->len == n && memcmp(text, name, n) == 0;
    return fnmatch_p(g->enc, text, text + part->len, name, name + n, g->flags | FNM_PATH);
}

/* The slashes that stand before the entries of the directory: as the pattern has them. */
static void
append_name(struct glob *g, const char *sep, size_t sep_len, const char *name, size_t n)
{
    if (str_len(g->path) && str_end(g->path)[-1] != '/')
        str_append_bytes(g->path, sep_len ? sep : "/", sep_len ? sep_len : 1);
    str_append_bytes(g->path, name, n);
}

static uint8_t
entry_type(struct glob *g, uint8_t type)
{
    struct stat st;
    if (type != DT_UNKNOWN) return type;
    if (fstatat(g->base_fd, path_cstr(g), &st, AT_SYMLINK_NOFOLLOW) < 0) return DT_UNKNOWN;
    return S_ISDIR(st.st_mode) ? DT_DIR : S_ISLNK(st.st_mode) ? DT_LNK : DT_REG;
}

/* Returns whether part i was reached through directories that match its "**". */
static bool
below_p(const struct glob *g, unsigned i, part_set below)
{
    return (below >> i & 1) || (i > 0 && g->parts[i - 1].kind == PART_DEEP && (below >> (i - 1) & 1));
}

/* One entry of the directory against all that may come next. */
static void
walk_entry(struct glob *g, part_set s, const char *name, uint8_t type, part_set below)
{
    size_t n = strlen(name), saved = str_len(g->path);
    bool dot = n == 1 && name[0] == '.', deep = false, fresh = false;
    if (n == 2 && name[0] == '.' && name[1] == '.') return;
    for (unsigned i = 0; i < g->n; i++) {
        if (!(s >> i & 1) || g->parts[i].kind != PART_DEEP) continue;
        deep = true;
        fresh |= !(below >> i & 1);
    }
    if (dot && deep && (!fresh || !(g->flags & FNM_DOT))) return;
    part_set next = 0;
    bool final = false;
    const char *sep = "/";
    size_t sep_len = 1;
    part_set descend = 0;
    for (unsigned i = 0; i < g->n; i++) {
        if (!(s >> i & 1)) continue;
        const struct part *part = &g->parts[i];
        if (part->kind == PART_DIR) continue;
        if (part->kind == PART_DEEP) {
            if (dot || (*name == '.' && !(g->flags & FNM_DOT))) continue;
            descend |= (part_set)1 << i;
            if (part->sep_len && !below_p(g, i, below)) {
                sep = g->text + part->sep_at;
                sep_len = part->sep_len;
            }
            continue;
        }
        if (dot && part->kind == PART_PLAIN) continue;
        if (!match_name(g, part, name, n)) continue;
        if (part->sep_len && !below_p(g, i, below)) {
            sep = g->text + part->sep_at;
            sep_len = part->sep_len;
        }
        if (i + 1 == g->n) final = true;
        else next |= (part_set)1 << (i + 1);
    }
    if (!final && !next && !descend) return;
    append_name(g, sep, sep_len, name, n);
    if (final) emit(g, NULL, 0);
    if (next | descend) {
        type = entry_type(g, type);
        below = type == DT_DIR ? descend & ~next : 0;
        if (type == DT_DIR) next |= descend;
        if (next && (type == DT_DIR || type == DT_LNK || type == DT_UNKNOWN)) walk(g, next, below);
    }
    str_set_len(g->path, saved);
}

static void
walk_plain(struct glob *g, unsigned i)
{
    const struct part *part = &g->parts[i];
    size_t saved = str_len(g->path);
    append_name(g, g->text + part->sep_at, part->sep_len, g->text + part->at, part->len);
    if (i + 1 < g->n) walk(g, (part_set)1 << (i + 1), 0);
    else if (exists_now(g)) emit(g, NULL, 0);
    str_set_len(g->path, saved);
}

/* below: those of the set, "**" all, that have taken in a directory. */
static void
walk(struct glob *g, part_set s, part_set below)
{
    s = closure(g, s);
    bool scan = false;
    for (unsigned i = 0; i < g->n; i++) {
        if (!(s >> i & 1)) continue;
        const struct part *part = &g->parts[i];
        if (part->kind == PART_DIR) {
            if ((str_len(g->path) || g->base_fd != AT_FDCWD) && is_dir_now(g)) {
                size_t n = part->sep_len;
                const char *sep = g->text + part->sep_at;
                if (i > 0 && g->parts[i - 1].kind == PART_DEEP) {
                    sep = "/";
                    n = 1;
                }
                if (str_len(g->path) && str_end(g->path)[-1] == '/') n = 0;
                emit(g, n ? sep : "", n);
            }
        } else if (part->kind != PART_PLAIN) {
            scan = true;
        }
    }
    if (!scan) {
        for (unsigned i = 0; i < g->n; i++) {
            if ((s >> i & 1) && g->parts[i].kind == PART_PLAIN) walk_plain(g, i);
        }
        return;
    }
    struct listing l;
    if (!read_dir(g, &l)) return;
    for (size_t i = 0; i < l.n; i++) {
        const struct entry *e = (const struct entry *)str_ptr(l.entries) + i;
        walk_entry(g, s, str_ptr(l.names) + e->at, e->type, below);
    }
    RB_GC_GUARD(l.names);
    RB_GC_GUARD(l.entries);
}

/* ---- entry ---- */

struct glob_call {
    VALUE out;
    int flags;
    int base_fd;
    bool sort;
};

static bool
glob_one(VALUE pattern, void *arg)
{
    struct glob_call *c = arg;
    struct part parts[PARTS_MAX];
    VALUE buf = str_buf_new(str_len(pattern) + 16);
    const struct enc *enc = str_enc(pattern);
    if (enc->index == ENCI_USASCII) enc = enc_at(rb_filesystem_encindex());
    if (str_len(pattern) == 0) return false;
    struct glob g = {.parts = parts, .enc = enc, .flags = c->flags, .base_fd = c->base_fd, .sort = c->sort, .out = c->out};
    g.n = parse(parts, buf, str_ptr(pattern), str_end(pattern), !(c->flags & FNM_NOESC));
    g.text = str_ptr(buf);
    g.path = str_buf_new(128);
    if (g.n && parts[0].sep_len) { /* absolute */
        str_append_bytes(g.path, g.text + parts[0].sep_at, parts[0].sep_len);
        parts[0].sep_len = 0;
        g.base_fd = AT_FDCWD;
    }
    walk(&g, 1, 0);
    RB_GC_GUARD(buf);
    return false;
}

static VALUE
glob_body(VALUE p)
{
    VALUE *args = (VALUE *)p;
    struct glob_call *c = (struct glob_call *)args[1];
    fnmatch_braces(args[0], c->flags, glob_one, c);
    return Qnil;
}

static VALUE
close_base(VALUE fd)
{
    close((int)fd);
    return Qnil;
}

/* Returns a descriptor of the directory base, or -1 if there is none.  Sets *ours if the caller must close it. */
static int
open_base(VALUE base, bool *ours)
{
    *ours = false;
    if (NIL_P(base)) return AT_FDCWD;
    if (!val_type_p(base, T_STRING)) {
        int fd = dir_fd(base);
        if (fd >= 0) return fd;
        VALUE io = rb_io_check_io(base);
        if (!NIL_P(io)) return io_ptr(io)->fd;
        base = file_path(base);
    }
    base = file_path(base);
    if (str_len(base) == 0) return AT_FDCWD;
    *ours = true;
    return open_listed(AT_FDCWD, str_ptr(base), base);
}

void
dir_glob_into(VALUE out, VALUE pattern, int flags, VALUE base, bool sort)
{
    if (memchr(str_ptr(pattern), 0, str_len(pattern))) rb_raise(rb_eArgError, "nul-separated glob pattern is deprecated");
    bool ours;
    int fd = open_base(base, &ours);
    if (fd == -1) return;
    struct glob_call c = {out, flags & ~(FNM_BRACES | FNM_FOLD), fd, sort}; /* case counts, as in CRuby */
    VALUE args[2] = {str_new_frozen(pattern), (VALUE)&c};
    if (ours) rb_ensure(glob_body, (VALUE)args, close_base, (VALUE)fd);
    else glob_body((VALUE)args);
}

static VALUE
pattern_arg(VALUE v)
{
    if (val_type_p(v, T_STRING)) return v;
    VALUE s = rb_check_funcall(v, rb_intern("to_path"), 0, NULL);
    if (s == Qundef) s = v;
    StringValue(s);
    return s;
}

VALUE
dir_glob_args(VALUE patterns, int flags, VALUE base, bool sort)
{
    VALUE out = ary_new(), ary = rb_check_array_type(patterns);
    if (NIL_P(ary)) {
        VALUE pattern = pattern_arg(patterns);
        if (!enc_ascii_compat_p(str_enc(pattern)))
            rb_raise(rb_eEncCompatError, "incompatible character encodings: %s and US-ASCII", str_enc(pattern)->name);
        dir_glob_into(out, pattern, flags, base, sort);
        return out;
    }
    for (size_t i = 0; i < ary_len(ary); i++) {
        VALUE pattern = pattern_arg(ary_at(ary, i));
        if (!enc_ascii_compat_p(str_enc(pattern))) file_path(pattern); /* raises with another text than for one pattern */
        dir_glob_into(out, pattern, flags, base, sort);
    }
    return out;
}

/* base:, sort:, and flags: if it may be given */
static void
glob_opts(VALUE opts, VALUE *base, bool *sort, int *flags)
{
    *base = Qnil;
    *sort = true;
    if (NIL_P(opts)) return;
    ID names[3] = {rb_intern("base"), rb_intern("sort"), rb_intern("flags")};
    VALUE v[3];
    rb_get_kwargs(rb_hash_dup(opts), names, 0, flags ? 3 : 2, v);
    if (v[0] != Qundef) *base = v[0];
    if (v[1] != Qundef) {
        if (v[1] != Qtrue && v[1] != Qfalse) rb_raise(rb_eArgError, "expected true or false as sort: %+" PRIsVALUE, v[1]);
        *sort = v[1] == Qtrue;
    }
    if (flags && v[2] != Qundef) *flags = NUM2INT(v[2]);
    if (!NIL_P(*base) && !val_type_p(*base, T_STRING) && dir_fd(*base) < 0 && NIL_P(rb_io_check_io(*base)))
        *base = file_path(*base);
}

static VALUE
dir_s_glob(int argc, VALUE *argv, VALUE klass)
{
    VALUE opts = io_take_opts(&argc, argv), base;
    bool sort;
    int flags = 0;
    rb_check_arity(argc, 1, 2);
    const int none = INT_MIN;
    flags = none;
    glob_opts(opts, &base, &sort, &flags);
    if (flags == none) flags = argc > 1 ? NUM2INT(argv[1]) : 0;
    VALUE found = dir_glob_args(argv[0], flags, base, sort);
    if (!rb_block_given_p()) return found;
    for (size_t i = 0; i < ary_len(found); i++) rb_yield(ary_at(found, i));
    return Qnil;
}

static VALUE
dir_s_aref(int argc, VALUE *argv, VALUE klass)
{
    VALUE opts = io_take_opts(&argc, argv), base;
    bool sort;
    glob_opts(opts, &base, &sort, NULL);
    if (argc == 1) return dir_glob_args(pattern_arg(argv[0]), 0, base, sort); /* no Array of patterns */
    return dir_glob_args(ary_new_from(argv, (size_t)argc), 0, base, sort);
}

void
rb_glob(const char *pattern, void (*func)(const char *, VALUE, void *), VALUE arg)
{
    VALUE found = dir_glob_args(rb_filesystem_str_new_cstr(pattern), 0, Qnil, true);
    for (size_t i = 0; i < ary_len(found); i++) {
        VALUE s = ary_at(found, i);
        func(StringValueCStr(s), arg, (void *)rb_filesystem_encoding());
        RB_GC_GUARD(s);
    }
}

/* Calls func for each path.  Returns the first result that is not 0, which ends the walk, or 0. */
int
ruby_glob(const char *pattern, int flags, ruby_glob_func *func, VALUE arg)
{
    VALUE found = dir_glob_args(rb_filesystem_str_new_cstr(pattern), flags, Qnil, true);
    int status = 0;
    for (size_t i = 0; i < ary_len(found) && status == 0; i++) {
        VALUE s = ary_at(found, i);
        status = func(StringValueCStr(s), arg, (void *)rb_filesystem_encoding());
        RB_GC_GUARD(s);
    }
    return status;
}

/* Braces have their meaning in ruby_glob, too. */
int
ruby_brace_glob(const char *pattern, int flags, ruby_glob_func *func, VALUE arg)
{
    return ruby_glob(pattern, flags, func, arg);
}

void
Init_dir_glob(void)
{
    rb_define_singleton_method(rb_cDir, "glob", dir_s_glob, -1);
    rb_define_singleton_method(rb_cDir, "[]", dir_s_aref, -1);
}
