/*
 * load.c - require, load, require_relative: which file a feature is, and running it once.
 *
 * $LOADED_FEATURES is the list of features.  A table from path to true is its index, and is rebuilt when the program has
 * changed the Array.  A feature being loaded has an entry in `loading`: another thread waits for it, and the same thread
 * gets a warning of a circular require.
 */
#include "internal/compiler.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "internal/array.h"
#include "internal/cont.h"
#include "internal/vm/stack.h"
#include "internal/vm/coverage.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/load.h"
#include "internal/thread/methods.h"
#include "internal/vm/stack.h"
#include "internal/vm/trace.h"
#include "internal/variable.h"
#include "internal/inits.h"

static VALUE load_path;      /* $LOAD_PATH */
static VALUE features;       /* $LOADED_FEATURES */
static VALUE features_seen;  /* copy of features that the index was made of */
static unsigned comparisons; /* of the two, element by element, since one was added */
static VALUE feature_index;  /* path -> true */
static VALUE feature_files;  /* a path's last part -> Array of the features that end in it, oldest first */
static VALUE realpath_index; /* realpath -> the feature it was loaded as; counts while that is in $LOADED_FEATURES */
static VALUE path_seen, path_expanded; /* $LOAD_PATH as last seen, and its absolute forms */
static bool path_lasts;    /* each is an absolute path as it stands: no working or home directory, no to_path to ask again */
static VALUE lookup_cache; /* name -> path, for the load path as seen */
static VALUE loading;      /* path -> [thread, waiters] */

/* ---- the load path ---- */

static bool
same_elements(VALUE a, VALUE b)
{
    if (ary_len(a) != ary_len(b)) return false;
    return ary_ptr(a) == ary_ptr(b) || memcmp(ary_ptr(a), ary_ptr(b), ary_len(a) * sizeof(VALUE)) == 0;
}

/* Gives path the encoding of `from`, or the file system's if that is US-ASCII or binary. */
static VALUE
path_encode(VALUE path, VALUE from)
{
    int index = str_enc_index(from);
    if (index == ENCI_USASCII || index == ENCI_BINARY) return rb_enc_associate(path, rb_filesystem_encoding());
    return rb_enc_associate_index(path, index);
}

/* Returns the path without links, or nil if realpath fails. */
static VALUE
realpath_of(VALUE path)
{
    char *p = realpath(StringValueCStr(path), NULL);
    if (!p) return Qnil;
    VALUE s = rb_str_new_cstr(p);
    free(p);
    return path_encode(s, path);
}

/* Returns the absolute path of a folder of the load path, without links if it exists. */
static VALUE
expand_dir(VALUE dir)
{
    VALUE path = rb_file_expand_path(dir, Qnil), real = realpath_of(path);
    return real == Qnil ? path : real;
}

/* Returns the earlier expansion of v, which is entry i of the `count` in the load path, or 0.  Finds v at the same distance from
 * the start or from the end, so that entries may have been added or removed on one side of it. */
static VALUE
expanded_before(VALUE v, size_t i, size_t count)
{
    if (!path_seen) return 0;
    size_t then = ary_len(path_seen), from_end = i + then - count;
    if (i < then && ary_at(path_seen, i) == v) return ary_at(path_expanded, i);
    return i + then >= count && from_end < then && ary_at(path_seen, from_end) == v ? ary_at(path_expanded, from_end) : 0;
}

static VALUE
expanded_load_path(void)
{
    if (path_lasts && path_seen && same_elements(path_seen, load_path)) return path_expanded;
    VALUE out = ary_new_capa(ary_len(load_path));
    VALUE seen = ary_dup(load_path);
    path_lasts = true;
    for (size_t i = 0; i < ary_len(seen); i++) {
        VALUE v = ary_at(seen, i);
        if (val_type_p(v, T_STRING)) rb_str_freeze(v); /* the expansion stays valid while the String does not change */
        VALUE dir = rb_get_path(v);
        bool lasts = v == dir && str_len(dir) && str_ptr(dir)[0] == '/';
        if (!lasts) path_lasts = false;
        VALUE known = lasts ? expanded_before(v, i, ary_len(seen)) : 0;
        ary_push(out, known ? known : expand_dir(dir));
    }
    path_seen = seen;
    path_expanded = out;
    lookup_cache = hash_new();
    return out;
}

VALUE
rb_get_load_path(void)
{
    return load_path;
}

/* ---- features ---- */

/* Comparisons after which `features` and its copy share a buffer.  A write to either ends the sharing, so comparing the addresses
 * is enough.  They do not share after the first one: each loaded file would then leave a buffer behind. */
enum { FEATURES_SHARE_AFTER = LIMIT(32, 1) };

/* The last part of a path, ext behind it. */
static VALUE
file_part(const char *path, size_t len, const char *ext)
{
    const char *slash = memrchr(path, '/', len), *part = slash ? slash + 1 : path;
    VALUE s = rb_str_new(part, path + len - part);
    return rb_str_cat_cstr(s, ext);
}

static void
index_feature(VALUE f)
{
    hash_set(feature_index, f, Qtrue);
    VALUE part = file_part(str_ptr(f), str_len(f), ""), list = hash_get(feature_files, part);
    if (list != Qundef) ary_push(list, f);
    else hash_set(feature_files, part, ary_new_from(&f, 1));
}

static void
index_features(void)
{
    if (features_seen && same_elements(features_seen, features)) {
        if (ary_ptr(features_seen) != ary_ptr(features) && ++comparisons >= FEATURES_SHARE_AFTER) {
            features_seen = ary_dup(features);
            comparisons = 0;
        }
        return;
    }
    feature_index = hash_new();
    feature_files = hash_new();
    for (size_t i = 0; i < ary_len(features); i++) {
        VALUE f = ary_at(features, i);
        if (val_type_p(f, T_STRING)) index_feature(f);
    }
    features_seen = ary_dup(features);
}

static bool
feature_loaded(VALUE path)
{
    index_features();
    return hash_get(feature_index, path) != Qundef;
}

static void
add_feature(VALUE path)
{
    if (obj_frozen(features)) rb_raise(rb_eRuntimeError, "$LOADED_FEATURES is frozen; cannot append feature");
    index_features();
    VALUE f = str_fstring(path);
    ary_push(features, f);
    index_feature(f);
    ary_push(features_seen, f);
    comparisons = 0;
}

void
rb_provide(const char *name)
{
    add_feature(rb_enc_associate(rb_str_new_cstr(name), rb_filesystem_encoding()));
}

static bool
provided_as(const char *name, const char *ext)
{
    VALUE s = rb_str_cat_cstr(rb_str_new_cstr(name), ext);
    return feature_loaded(s);
}

static const char *
extension_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && !strchr(dot, '/') ? dot : NULL;
}

int
rb_provided(const char *name)
{
    return rb_feature_provided(name, NULL);
}

int
rb_feature_provided(const char *name, const char **loading_out)
{
    (void)loading_out;
    const char *ext = extension_of(name);
    if (ext && (!strcmp(ext, ".rb") || !strcmp(ext, ".so"))) return provided_as(name, "");
    return provided_as(name, ".rb") || provided_as(name, ".so") || provided_as(name, "");
}

/* ---- finding ---- */

static bool
regular_file_p(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode) && access(path, R_OK) == 0;
}

enum feature_kind { FEATURE_NONE, FEATURE_RB, FEATURE_SO };

static bool
try_file(VALUE dir, VALUE name, const char *ext, VALUE *path)
{
    char buf[PATH_MAX];
    int n = dir == Qnil ? snprintf(buf, sizeof buf, "%s%s", str_ptr(name), ext)
                        : snprintf(buf, sizeof buf, "%s/%s%s", str_ptr(dir), str_ptr(name), ext);
    if (n <= 0 || (size_t)n >= sizeof buf || !regular_file_p(buf)) return false;
    *path = rb_str_new(buf, n);
    path_encode(*path, dir == Qnil ? name : dir);
    if (dir != Qnil && strstr(str_ptr(name), "..")) *path = rb_file_expand_path(*path, Qnil);
    return true;
}

static enum feature_kind
try_dir(VALUE dir, VALUE name, enum feature_kind want, VALUE *path)
{
    if (want != FEATURE_SO && try_file(dir, name, want == FEATURE_RB ? "" : ".rb", path)) return FEATURE_RB;
    if (want != FEATURE_RB && try_file(dir, name, want == FEATURE_SO ? "" : ".so", path)) return FEATURE_SO;
    return FEATURE_NONE;
}

static bool
absolute_p(const char *s)
{
    return s[0] == '/' || s[0] == '~' || !strncmp(s, "./", 2) || !strncmp(s, "../", 3);
}

static enum feature_kind
wanted_kind(const char *name)
{
    const char *ext = extension_of(name);
    if (!ext) return FEATURE_NONE;
    if (!strcmp(ext, ".rb")) return FEATURE_RB;
    if (!strcmp(ext, ".so") || !strcmp(ext, ".o") || !strcmp(ext, ".dll")) return FEATURE_SO;
    return FEATURE_NONE;
}

static enum feature_kind
find_feature(VALUE name, VALUE *path)
{
    const char *s = StringValueCStr(name);
    enum feature_kind want = wanted_kind(s);
    if (absolute_p(s)) return try_dir(Qnil, rb_file_expand_path(name, Qnil), want, path);
    VALUE dirs = expanded_load_path();
    VALUE hit = hash_get(lookup_cache, name);
    if (hit != Qundef) {
        *path = hit;
        return wanted_kind(str_ptr(hit));
    }
    static const struct {
        enum feature_kind kind;
        const char *ext;
    } turns[] = {{FEATURE_RB, ".rb"}, {FEATURE_SO, ".so"}}; /* a bare name is a .rb wherever there is one */
    for (unsigned t = 0; t < lengthof(turns); t++) {
        if (want != FEATURE_NONE && want != turns[t].kind) continue;
        for (size_t i = 0; i < ary_len(dirs); i++) {
            if (!try_file(ary_at(dirs, i), name, want == FEATURE_NONE ? turns[t].ext : "", path)) continue;
            hash_set(lookup_cache, str_fstring(name), *path);
            return turns[t].kind;
        }
    }
    return FEATURE_NONE;
}

VALUE
rb_find_file(VALUE name)
{
    VALUE path;
    const char *s = StringValueCStr(name);
    if (absolute_p(s)) {
        path = path_encode(rb_file_expand_path(name, Qnil), name);
        return regular_file_p(StringValueCStr(path)) ? path : 0;
    }
    VALUE dirs = expanded_load_path();
    for (size_t i = 0; i < ary_len(dirs); i++) {
        if (try_file(ary_at(dirs, i), name, "", &path)) return path;
    }
    return 0;
}

/* *path, as it is or with one of the extensions: which of them, counted from 1, and *path the file; 0. */
int
rb_find_file_ext(VALUE *path, const char *const *ext)
{
    const char *s = StringValueCStr(*path);
    bool absolute = absolute_p(s);
    VALUE name = absolute ? rb_file_expand_path(*path, Qnil) : *path, dirs = absolute ? ary_new() : expanded_load_path(),
          file;
    if (absolute) ary_push(dirs, Qnil);
    for (int e = 0; ext[e]; e++)
        for (size_t i = 0; i < ary_len(dirs); i++) {
            if (!try_file(ary_at(dirs, i), name, ext[e], &file)) continue;
            *path = file;
            return e + 1;
        }
    return 0;
}

/* ---- running ---- */

struct source_read {
    int fd;
    bool fifo;
    VALUE text;
};

/* Reads the file to its end.  A named pipe has neither data nor an end until a writer opens it: other threads run meanwhile. */
static VALUE
read_source_body(VALUE p)
{
    struct source_read *s = (struct source_read *)p;
    char buf[16384];
    ssize_t n;
    if (s->fifo) rb_thread_wait_fd(s->fd);
    while ((n = read(s->fd, buf, sizeof buf)) != 0) {
        if (n > 0) str_append_bytes(s->text, buf, (size_t)n);
        else if (errno == EAGAIN) rb_thread_wait_fd(s->fd);
        else if (errno != EINTR) break;
    }
    return s->text;
}

static VALUE
read_source_end(VALUE p)
{
    close(((struct source_read *)p)->fd);
    return Qnil;
}

static VALUE
read_source(VALUE path)
{
    int fd = open(StringValueCStr(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) < 0) {
        int e = errno;
        if (fd >= 0) close(fd);
        rb_loaderror("cannot load such file -- %s (%s)", str_ptr(path), strerror(e));
    }
    struct source_read s = {fd, S_ISFIFO(st.st_mode), str_buf_new((size_t)st.st_size)};
    rb_enc_associate_index(s.text, ENCI_UTF8);
    return rb_ensure(read_source_body, (VALUE)&s, read_source_end, (VALUE)&s);
}

/* Compiles the file at path.  `real` is its realpath, or nil if that is unknown. */
static VALUE
iseq_from_file(VALUE path, VALUE real, bool main_script, unsigned command_line_flags)
{
    VALUE src = read_source(path);
    struct compile_options opt = {
        .path = StringValueCStr(path),
        .path_str = path,
        .realpath = real == Qnil ? rb_file_expand_path(path, Qnil) : real,
        .line = 1,
        .frozen_string_literal = -1,
        .main_script = main_script,
        .command_line_flags = command_line_flags,
        .coverage = coverage_mode != 0,
    };
    VALUE iseq = compile_string(src, main_script ? ISEQ_MAIN : ISEQ_TOP, &opt);
    iseq_body(iseq)->first_line = 0;
    if (UNLIKELY(vm_trace_events)) trace_script_compiled(vm_ec, iseq, Qnil);
    return iseq;
}

VALUE
load_main_from_file(VALUE path)
{
    return iseq_from_file(path, realpath_of(path), true, 0);
}

static VALUE
file_cref(VALUE wrap)
{
    VALUE top = cref_new(rb_cObject, 0, false);
    cref_of(top)->visi = VISI_PRIVATE;
    if (!wrap) return top;
    VALUE c = cref_new(wrap, top, false);
    cref_of(c)->visi = VISI_PRIVATE;
    return c;
}

static void
load_rb(VALUE path, VALUE real, VALUE wrap)
{
    VALUE iseq = iseq_from_hook(path);
    if (!iseq) iseq = iseq_from_file(path, real, false, 0);
    VALUE self = vm_top_self;
    if (wrap) {
        self = rb_obj_clone(vm_top_self);
        rb_extend_object(self, wrap);
    }
    vm_run_top(vm_ec, iseq, self, file_cref(wrap));
}

/* Returns whether the library refers to our ABI symbol.  Searches the file, before any code of it runs. */
static bool
made_for_us(const char *path)
{
    static const char mark[] = "\0ruby_abi_facet1";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0) return true; /* dlopen will say what is wrong */
    bool ok = true;
    if (fstat(fd, &st) == 0 && st.st_size > 0) {
        void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (p != MAP_FAILED) {
            ok = memmem(p, (size_t)st.st_size, mark, sizeof mark) != NULL;
            munmap(p, (size_t)st.st_size);
        }
    }
    close(fd);
    return ok;
}

static VALUE
call_init(VALUE fn)
{
    ((void (*)(void))fn)();
    return Qnil;
}

/* Libraries stay loaded; the list is for rb_ext_resolve_symbol. */
struct library {
    void *handle;
    struct library *next;
    char path[];
};
static struct library *libraries;

static void
library_keep(const char *path, void *handle)
{
    struct library *l = gc_malloc(sizeof *l + strlen(path) + 1);
    strcpy(l->path, path);
    l->handle = handle;
    l->next = libraries;
    libraries = l;
}

/* Whether a path is what `require feature` found, by its end. */
static bool
path_is_feature(const char *path, const char *feature)
{
    size_t n = strlen(path), m = strlen(feature);
    if (n > 3 && strcmp(path + n - 3, ".so") == 0 && !(m > 3 && strcmp(feature + m - 3, ".so") == 0)) n -= 3;
    return n >= m && memcmp(path + n - m, feature, m) == 0 && (n == m || path[n - m - 1] == '/');
}

/* The address of a symbol of a loaded extension; null if there is no such extension or symbol.  Effects: pure */
void *
rb_ext_resolve_symbol(const char *feature, const char *symbol)
{
    for (struct library *l = libraries; l; l = l->next)
        if (path_is_feature(l->path, feature)) return dlsym(l->handle, symbol);
    return NULL;
}

static void
load_so(VALUE path)
{
    const char *p = StringValueCStr(path), *base = strrchr(p, '/');
    char name[256];
    if (!made_for_us(p)) rb_loaderror("%s was not built for this Ruby (no ruby_abi_facet1)", p);
    void *lib = dlopen(p, RTLD_NOW); /* a function that is missing is an error here, not the end of the process later */
    if (!lib) rb_loaderror("%s - %s", dlerror(), p);
    base = base ? base + 1 : p;
    size_t len = strcspn(base, ".");
    if (len > sizeof name - sizeof "Init_") len = sizeof name - sizeof "Init_";
    memcpy(name, "Init_", 5);
    memcpy(name + 5, base, len);
    name[5 + len] = '\0';
    void (*init)(void) = (void (*)(void))dlsym(lib, name);
    if (!init) {
        rb_loaderror("dlsym: undefined symbol: %s - %s", name, p);
    }
    vm_stack_learn_code((const void *)init);
    library_keep(p, lib);
    call_init((VALUE)init);
}

/* ---- once ---- */

struct load_call {
    VALUE path, real; /* real: nil if realpath fails */
    enum feature_kind kind;
};

static VALUE
load_body(VALUE p)
{
    struct load_call *c = (struct load_call *)p;
    if (c->kind == FEATURE_RB) load_rb(c->path, c->real, 0);
    else load_so(c->path);
    add_feature(c->path);
    if (c->real != Qnil) hash_set(realpath_index, c->real, c->path);
    return Qtrue;
}

static VALUE
load_end(VALUE p)
{
    struct load_call *c = (struct load_call *)p;
    VALUE entry = hash_delete(loading, c->path);
    if (entry == Qundef) return Qnil;
    VALUE waiters = ary_at(entry, 1);
    for (size_t i = 0; i < ary_len(waiters); i++) rb_thread_wakeup_alive(ary_at(waiters, i));
    return Qnil;
}

/* Warns of a circular require, with the backtrace, outermost first.  The position is printed twice, as in CRuby. */
static void
warn_of_circle(VALUE path)
{
    int line = 0;
    const char *file = rb_source_location_cstr(&line);
    VALUE text = file ? rb_sprintf("%s:%d: warning: ", file, line) : rb_sprintf("warning: ");
    rb_str_catf(text, "loading in progress, circular require considered harmful - %" PRIsVALUE "\n", path);
    rb_warning("%" PRIsVALUE, backtrace_add_reversed(text));
}

/* Waits for the end of a load by another thread.  Returns false if this thread loads it (a circle). */
static bool
wait_for_loader(VALUE path, VALUE entry)
{
    VALUE self = rb_thread_current();
    if (ary_at(entry, 0) == self) {
        if (val_truthy(*rb_ruby_verbose_ptr())) warn_of_circle(path);
        return false;
    }
    ary_push(ary_at(entry, 1), self);
    while (hash_get(loading, path) == entry) thread_sleep(thread_current(), thread_now_ns() + 50000000, false);
    return true;
}

/* Drops, in the child of a fork, the features that threads of the parent were loading. */
void
load_after_fork(void)
{
    VALUE paths = rb_hash_keys(loading), self = rb_thread_current();
    for (size_t i = 0; i < ary_len(paths); i++) {
        if (ary_at(hash_get(loading, ary_at(paths, i)), 0) != self) hash_delete(loading, ary_at(paths, i));
    }
}

NORETURN static void
load_failed(VALUE name)
{
    VALUE exc = rb_exc_new_str(rb_eLoadError, rb_sprintf("cannot load such file -- %" PRIsVALUE, name));
    rb_ivar_set(exc, rb_intern("@path"), name);
    rb_exc_raise(exc);
}

/* Libraries built into the binary: they come up when their feature is asked for and no file of that name is found. */
static const struct {
    const char *feature;
    void (*init)(void);
} builtin_features[] = {
    {"json/ext/parser.so", Init_json}, {"json/ext/generator.so", Init_json},   {"coverage.so", Init_coverage},
    {"objspace.so", Init_objspace},    {"continuation.so", Init_continuation}, {"ripper.so", Init_ripper},
};

/* Returns whether name is one of CRuby's extensions for encodings and converters, which are built in here. */
static bool
encoding_feature_p(const char *name)
{
    static const char *const names[] = {"enc/encdb", "enc/trans/transdb", "enc/trans/single_byte", "enc/trans/all"};
    for (unsigned i = 0; i < lengthof(names); i++) {
        size_t n = strlen(names[i]);
        if (!strncmp(name, names[i], n) && (!name[n] || !strcmp(name + n, ".so"))) return true;
    }
    return false;
}

static bool
load_builtin(const char *name)
{
    if (encoding_feature_p(name)) {
        VALUE feature = rb_str_new_cstr(name);
        if (!extension_of(name)) rb_str_cat_cstr(feature, ".so");
        rb_provide(StringValueCStr(feature));
        return true;
    }
    for (unsigned i = 0; i < lengthof(builtin_features); i++) {
        const char *feature = builtin_features[i].feature;
        if (strlen(feature) - strlen(name) > 3 || !path_is_feature(feature, name)) continue;
        call_init((VALUE)builtin_features[i].init);
        rb_provide(feature);
        return true;
    }
    return false;
}

/* A bare name means a .rb before a library: "pathname" is pathname.rb, though pathname.so is built in. */
static bool
provided_already(VALUE name)
{
    const char *s = str_ptr(name);
    if (extension_of(s) || provided_as(s, ".rb")) return rb_feature_provided(s, NULL);
    VALUE path;
    return provided_as(s, ".so") && find_feature(name, &path) != FEATURE_RB;
}

/* Returns whether a file `name` with ext was loaded from a folder of $LOAD_PATH, even if an earlier folder has one too. */
static bool
loaded_from_path(VALUE name, const char *ext)
{
    size_t n = str_len(name), e = strlen(ext);
    VALUE dirs = 0, likely = hash_get(feature_files, file_part(str_ptr(name), n, ext));
    for (size_t i = likely == Qundef ? 0 : ary_len(likely); i-- > 0;) {
        VALUE f = ary_at(likely, i);
        if (str_len(f) < n + e + 2) continue;
        size_t dir = str_len(f) - n - e - 1;
        const char *p = str_ptr(f);
        if (p[dir] != '/' || memcmp(p + dir + 1, str_ptr(name), n) || memcmp(p + dir + 1 + n, ext, e)) continue;
        if (!dirs) dirs = expanded_load_path();
        for (size_t k = 0; k < ary_len(dirs); k++) {
            VALUE d = ary_at(dirs, k);
            if (str_len(d) == dir && memcmp(str_ptr(d), p, dir) == 0) return true;
        }
        RB_GC_GUARD(f);
    }
    return false;
}

/*
 * Returns whether a feature of that name was loaded from a folder of $LOAD_PATH.  A bare name means an extension only if no folder
 * has a .rb of that name.  A gem's folder that is put before the folder of a loaded extension does not load it again.
 */
static bool
provided_on_path(VALUE name)
{
    index_features();
    if (wanted_kind(str_ptr(name)) != FEATURE_NONE) return loaded_from_path(name, "");
    VALUE path;
    return loaded_from_path(name, ".rb") || (loaded_from_path(name, ".so") && find_feature(name, &path) != FEATURE_RB);
}

/* 1 loaded now, 0 was there, -1 not found */
static int
require_path(VALUE name)
{
    VALUE path;
    const char *s = StringValueCStr(name);
    if (!absolute_p(s) ? provided_on_path(name) || provided_already(name)
                       : *s == '.' && extension_of(s) && feature_loaded(name))
        return 0;
    enum feature_kind kind = find_feature(name, &path);
    if (kind == FEATURE_NONE) return load_builtin(s) ? 1 : feature_loaded(name) ? 0 : -1;
    for (;;) {
        if (feature_loaded(path)) return 0;
        VALUE entry = hash_get(loading, path);
        if (entry == Qundef) break;
        if (!wait_for_loader(path, entry)) return 0;
    }
    VALUE real = realpath_of(path);
    VALUE as = real == Qnil ? Qundef : hash_get(realpath_index, real);
    if (as != Qundef && feature_loaded(as)) return 0;
    hash_set(loading, path, rb_ary_new_from_args(2, rb_thread_current(), ary_new()));
    struct load_call c = {path, real, kind};
    rb_ensure(load_body, (VALUE)&c, load_end, (VALUE)&c);
    return 1;
}

/* Returns whether the file that `require name` means is being loaded, and sets *by to the thread that loads it. */
bool
feature_being_loaded(VALUE name, VALUE *by)
{
    VALUE path;
    if (!loading || !hash_size(loading) || find_feature(name, &path) == FEATURE_NONE) return false;
    VALUE entry = hash_get(loading, path);
    if (entry == Qundef) return false;
    *by = ary_at(entry, 0);
    return true;
}

VALUE
rb_require_string(VALUE name)
{
    name = rb_get_path(name);
    VALUE err = vm_ec->errinfo;
    int r = require_path(name);
    if (r < 0) load_failed(name);
    vm_ec->errinfo = err;
    return val_bool(r > 0);
}

VALUE
rb_f_require(VALUE self, VALUE name)
{
    (void)self;
    return rb_require_string(name);
}

VALUE
rb_require(const char *name)
{
    return rb_require_string(rb_str_new_cstr(name));
}

static VALUE
kernel_m_require_relative(VALUE self, VALUE name)
{
    (void)self;
    VALUE iseq = vm_caller_iseq(vm_ec);
    name = rb_get_path(name);
    VALUE real = iseq ? iseq_body(iseq)->realpath : Qnil;
    if (real == Qnil) {
        VALUE path = iseq ? iseq_body(iseq)->path : Qnil;
        if (path == Qnil || !strncmp(str_ptr(path), "(eval", 5)) rb_loaderror("cannot infer basepath");
        real = rb_file_expand_path(path, Qnil);
    }
    VALUE dir = rb_file_dirname(real);
    return rb_require_string(rb_file_expand_path(name, dir));
}

/* Returns the folder of the calling file, "." for -e and the standard input, or nil for eval. */
static VALUE
kernel_m_dir(VALUE self)
{
    (void)self;
    VALUE iseq = vm_caller_iseq(vm_ec);
    VALUE real = iseq ? iseq_body(iseq)->realpath : Qnil;
    if (real == Qnil && iseq) { /* a text evaluated under the name it was given */
        real = iseq_body(iseq)->path;
        return strncmp(str_ptr(real), "(eval at ", 9) != 0 ? rb_file_dirname(real) : Qnil;
    }
    if (real == Qnil) return Qnil;
    if (str_ptr(real)[0] != '/') real = rb_file_expand_path(real, Qnil);
    return rb_file_dirname(real);
}

/* Returns the path that `load name` reads.  A file that is not found in the load path keeps the given name. */
static VALUE
path_to_load(VALUE name)
{
    VALUE path = rb_find_file(name);
    if (path) return path;
    if (!regular_file_p(StringValueCStr(name))) load_failed(name);
    return rb_str_new_frozen(name);
}

void
rb_load(VALUE name, int wrap)
{
    VALUE path = path_to_load(name);
    load_rb(path, realpath_of(path), wrap ? module_new() : 0);
}

static VALUE
kernel_m_load(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 1, 2);
    VALUE name = rb_get_path(argv[0]), wrap = argc > 1 && val_truthy(argv[1]) ? argv[1] : 0;
    VALUE path = path_to_load(name);
    if (wrap && !val_type_p(wrap, T_MODULE)) wrap = module_new();
    load_rb(path, realpath_of(path), wrap);
    return Qtrue;
}

static VALUE
load_path_m_resolve(VALUE self, VALUE name)
{
    (void)self;
    VALUE path;
    name = rb_get_path(name);
    enum feature_kind k = find_feature(name, &path);
    if (k == FEATURE_NONE) return Qnil;
    return rb_ary_new_from_args(2, ID2SYM(rb_intern(k == FEATURE_RB ? "rb" : "so")), path);
}

static VALUE
get_array(ID id, VALUE *data)
{
    (void)id;
    return *data;
}

static void
define_builtin_features(void)
{
    static const char *const names[] = {"enumerator.so", "thread.rb",         "fiber.so", "rational.so",
                                        "complex.so",    "ruby2_keywords.rb", "set.rb",   "pathname.so"};
    for (unsigned i = 0; i < lengthof(names); i++) rb_provide(names[i]);
}

void
Init_Load(void)
{
    static VALUE *const roots[] = {&load_path,      &features,  &features_seen, &feature_index, &feature_files,
                                   &realpath_index, &path_seen, &path_expanded, &lookup_cache,  &loading};
    for (unsigned i = 0; i < lengthof(roots); i++) gc_register_global(roots[i]);
    load_path = ary_new();
    features = ary_new();
    realpath_index = hash_new();
    loading = hash_new();
    rb_define_hooked_variable("$:", &load_path, get_array, rb_gvar_readonly_setter);
    rb_alias_variable(rb_intern("$-I"), rb_intern("$:"));
    rb_alias_variable(rb_intern("$LOAD_PATH"), rb_intern("$:"));
    rb_define_hooked_variable("$\"", &features, get_array, rb_gvar_readonly_setter);
    rb_alias_variable(rb_intern("$LOADED_FEATURES"), rb_intern("$\""));
    rb_define_singleton_method(load_path, "resolve_feature_path", load_path_m_resolve, 1);
    rb_define_global_function("require", rb_f_require, 1);
    rb_define_global_function("require_relative", kernel_m_require_relative, 1);
    rb_define_global_function("load", kernel_m_load, -1);
    rb_define_global_function("__dir__", kernel_m_dir, 0);
    define_builtin_features();
}
