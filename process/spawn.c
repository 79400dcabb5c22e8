/*
 * process/spawn.c - reads the arguments of spawn, exec, system and popen into a plan.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/process.h"

/* ---- the plan ---- */

static void
plan_mark(void *p)
{
    struct exec_plan *x = p;
    gc_mark(x->keep);
    gc_mark(x->name);
}

static void
plan_free(void *p)
{
    struct exec_plan *x = p;
    for (size_t i = 0; i < x->opened_count; i++) close(x->opened[i]);
    free(x->argv_block);
    free(x->envp);
    free(x->dups);
    free(x->child_dups);
    free(x->closes);
    free(x->opened);
    free(x->limits);
    free(x);
}

const rb_data_type_t exec_plan_type = {
    .wrap_struct_name = "exec_plan",
    .function = {.dmark = plan_mark, .dfree = plan_free},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

struct exec_plan *
exec_plan_ptr(VALUE v)
{
    return RTYPEDDATA_GET_DATA(v);
}

static VALUE
plan_alloc(void)
{
    VALUE v = rb_data_typed_object_wrap(0, NULL, &exec_plan_type);
    struct exec_plan *x = RTYPEDDATA(v)->data = gc_raw_calloc(1, sizeof *x);
    x->keep = x->name = Qnil;
    x->keep = ary_tmp_new(8); /* hidden, so its elements do not move */
    return v;
}

/* Room for one more element; p is NULL or a block of n elements. */
static void *
grow(void *p, size_t n, size_t bytes)
{
    if (n & (n - 1)) return p; /* room doubles at powers of two */
    return gc_raw_realloc(p, (n ? 2 * n : 1) * bytes);
}

void
exec_plan_add_dup(VALUE v, int to, int from)
{
    struct exec_plan *x = exec_plan_ptr(v);
    x->dups = grow(x->dups, x->dup_count, sizeof *x->dups);
    x->dups[x->dup_count++] = (struct redirect){to, from};
}

static void
add_child_dup(struct exec_plan *x, int to, int from)
{
    x->child_dups = grow(x->child_dups, x->child_dup_count, sizeof *x->child_dups);
    x->child_dups[x->child_dup_count++] = (struct redirect){to, from};
}

static void
add_close(struct exec_plan *x, int fd)
{
    x->closes = grow(x->closes, x->close_count, sizeof *x->closes);
    x->closes[x->close_count++] = fd;
}

static void
add_opened(struct exec_plan *x, int fd)
{
    x->opened = grow(x->opened, x->opened_count, sizeof *x->opened);
    x->opened[x->opened_count++] = fd;
}

void
exec_plan_done(VALUE v)
{
    struct exec_plan *x = exec_plan_ptr(v);
    while (x->opened_count) close(x->opened[--x->opened_count]);
}

static const char *
kept_cstr(struct exec_plan *x, VALUE s)
{
    s = str_new_frozen(s);
    ary_push(x->keep, s);
    return StringValueCStr(s);
}

/* ---- redirections ---- */

static int
std_fd(VALUE sym)
{
    if (sym == ID2SYM(rb_intern("in"))) return 0;
    if (sym == ID2SYM(rb_intern("out"))) return 1;
    if (sym == ID2SYM(rb_intern("err"))) return 2;
    return FD_NONE;
}

/* Returns the descriptor that an Integer, :in, or an IO names.  A negative one is for the child to deal with, or an error. */
static int
fd_arg(struct exec_plan *x, VALUE v, bool negative, const char *wrong)
{
    int fd;
    if (FIXNUM_P(v)) {
        fd = FIX2INT(v);
    } else if (SYMBOL_P(v)) {
        fd = std_fd(v);
        if (fd == FD_NONE) rb_raise(rb_eArgError, "%s", wrong);
    } else {
        VALUE io = rb_io_check_io(v);
        if (NIL_P(io)) rb_raise(rb_eArgError, "%s", wrong);
        rb_io_t *fptr = io_ptr(io);
        if (fptr->tied_io_for_writing) rb_raise(rb_eArgError, "duplex IO redirection");
        ary_push(x->keep, io);
        fd = fptr->fd;
    }
    if (fd < 0 && !negative) rb_raise(rb_eArgError, "negative file descriptor");
    return fd;
}

/* fn for each descriptor of a key. */
static size_t
key_count(VALUE key)
{
    return val_type_p(key, T_ARRAY) ? ary_len(key) : 1;
}

static int
key_fd(struct exec_plan *x, VALUE key, size_t i)
{
    return fd_arg(x, val_type_p(key, T_ARRAY) ? ary_get(key, (intptr_t)i) : key, false, "wrong exec redirect");
}

static void
redirect_to_file(VALUE v, VALUE key, VALUE path, int flags, mode_t perm)
{
    struct exec_plan *x = exec_plan_ptr(v);
    ary_push(x->keep, path);
    int fd = io_sys_open(StringValueCStr(path), flags, perm);
    if (fd < 0) rb_syserr_fail_str(errno, path);
    add_opened(x, fd);
    for (size_t i = 0; i < key_count(key); i++) exec_plan_add_dup(v, key_fd(x, key, i), fd);
}

static int
default_flags(struct exec_plan *x, VALUE key)
{
    size_t n = key_count(key);
    for (size_t i = 0; i < n; i++) {
        int fd = key_fd(x, key, i);
        if (fd != 1 && fd != 2) return O_RDONLY;
    }
    return n ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY;
}

/* [:child, fd], or [path, mode, perm] */
static void
redirect_by_array(VALUE v, VALUE key, VALUE ary)
{
    struct exec_plan *x = exec_plan_ptr(v);
    if (ary_len(ary) == 2 && ary_at(ary, 0) == ID2SYM(rb_intern("child"))) {
        int from = fd_arg(x, ary_at(ary, 1), false, "wrong exec redirect");
        for (size_t i = 0; i < key_count(key); i++) add_child_dup(x, key_fd(x, key, i), from);
        return;
    }
    VALUE path = file_path(ary_get(ary, 0)), mode = ary_get(ary, 1), perm = ary_get(ary, 2);
    int flags = O_RDONLY;
    if (!NIL_P(mode)) {
        if (val_type_p(mode, T_STRING)) flags = rb_io_modestr_oflags(StringValueCStr(mode));
        else flags = NUM2INT(mode);
    }
    redirect_to_file(v, key, path, flags, NIL_P(perm) ? 0644 : NUM2MODET(perm));
}

static bool
redirected_p(const struct exec_plan *x, int fd)
{
    if (fd < 3 && (x->will_redirect & 1u << fd)) return true;
    for (size_t i = 0; i < x->dup_count; i++) {
        if (x->dups[i].to == fd) return true;
    }
    for (size_t i = 0; i < x->close_count; i++) {
        if (x->closes[i] == fd) return true;
    }
    return false;
}

/* A descriptor gets one meaning. */
static void
once_each(struct exec_plan *x, VALUE key)
{
    for (size_t i = 0; i < key_count(key); i++) {
        int fd = key_fd(x, key, i);
        bool again = redirected_p(x, fd);
        for (size_t k = 0; k < i && !again; k++) again = key_fd(x, key, k) == fd;
        for (size_t k = 0; k < x->child_dup_count && !again; k++) again = x->child_dups[k].to == fd;
        if (again) rb_raise(rb_eArgError, "fd %d specified twice", fd);
    }
}

static void
redirect(VALUE v, VALUE key, VALUE val)
{
    struct exec_plan *x = exec_plan_ptr(v);
    int from;
    once_each(x, key);
    if (SYMBOL_P(val)) {
        if (val == ID2SYM(rb_intern("close"))) {
            for (size_t i = 0; i < key_count(key); i++) add_close(x, key_fd(x, key, i));
            return;
        }
        from = std_fd(val);
        if (from == FD_NONE) rb_raise(rb_eArgError, "wrong exec redirect symbol: %" PRIsVALUE, sym_name(val));
    } else if (val_type_p(val, T_ARRAY)) {
        redirect_by_array(v, key, val);
        return;
    } else if (val_type_p(val, T_STRING)) {
        redirect_to_file(v, key, file_path(val), default_flags(x, key), 0644);
        return;
    } else {
        from = fd_arg(x, val, true, "wrong exec redirect action");
    }
    for (size_t i = 0; i < key_count(key); i++) exec_plan_add_dup(v, key_fd(x, key, i), from);
}

/* [:child, fd] names a descriptor that is redirected itself; chains of them are followed to the end. */
static void
resolve_child_dups(struct exec_plan *x)
{
    for (size_t i = 0; i < x->child_dup_count; i++) {
        int from = x->child_dups[i].from;
        for (size_t hops = 0;; hops++) {
            size_t j = 0;
            while (j < x->child_dup_count && x->child_dups[j].to != from) j++;
            if (j == x->child_dup_count) break;
            if (hops > x->child_dup_count)
                rb_raise(rb_eArgError, "cyclic child fd redirection from %d", x->child_dups[i].from);
            from = x->child_dups[j].from;
        }
        if (!redirected_p(x, from)) rb_raise(rb_eArgError, "child fd %d is not redirected", from);
        x->child_dups[i].from = from;
    }
}

/* ---- other options ---- */

static void
add_limit(struct exec_plan *x, int resource, VALUE val)
{
    VALUE ary = rb_check_array_type(val), soft = val, hard = val;
    if (!NIL_P(ary)) {
        size_t n = ary_len(ary);
        if (n != 1 && n != 2) rb_raise(rb_eArgError, "wrong exec rlimit option");
        soft = ary_at(ary, 0);
        hard = ary_at(ary, n - 1);
    }
    soft = rb_to_int(soft);
    hard = rb_to_int(hard);
    struct rlimit l = {process_limit_arg(soft), process_limit_arg(hard)};
    x->limits = grow(x->limits, x->limit_count, sizeof *x->limits);
    x->limits[x->limit_count++] = (struct exec_limit){resource, l};
}

static bool
bool_arg(VALUE v, const char *name)
{
    if (NIL_P(v) || v == Qfalse) return false;
    if (v == Qtrue) return true;
    rb_raise(rb_eArgError, "expected true or false as %s: %+" PRIsVALUE, name, v);
}

/* A number, or a name that Process::UID or GID finds one for. */
static VALUE
id_arg(VALUE v, const char *module)
{
    VALUE name = rb_check_string_type(v);
    if (NIL_P(name)) return rb_to_int(v);
    return rb_funcall(rb_const_get(rb_mProcess, rb_intern(module)), rb_intern("from_name"), 1, name);
}

struct option_scan {
    VALUE plan;
    bool system;
    bool clear_env;
};

/* Sets the option of a Symbol.  Returns false if it is not an option. */
static bool
take_symbol(struct option_scan *s, VALUE key, VALUE val)
{
    struct exec_plan *x = exec_plan_ptr(s->plan);
    VALUE name = sym_name(key);
    const char *n = str_ptr(name);
    if (strlen(n) != str_len(name)) return false; /* a null byte within */
    if (!strcmp(n, "pgroup")) {
        if (x->has_pgroup) rb_raise(rb_eArgError, "pgroup option specified twice");
        if (!RTEST(val)) return true;
        x->pgroup = val == Qtrue ? 0 : NUM2PIDT(val);
        if (x->pgroup < 0) rb_raise(rb_eArgError, "negative process group ID : %ld", (long)x->pgroup);
        x->has_pgroup = true;
    } else if (!strcmp(n, "unsetenv_others")) {
        s->clear_env = bool_arg(val, n);
    } else if (!strcmp(n, "chdir")) {
        x->chdir = kept_cstr(x, file_path(val));
    } else if (!strcmp(n, "umask")) {
        x->umask = NUM2MODET(val);
        x->has_umask = true;
    } else if (!strcmp(n, "uid")) {
        x->uid = (uid_t)NUM2UINT(id_arg(val, "UID"));
        x->has_uid = true;
    } else if (!strcmp(n, "gid")) {
        x->gid = (gid_t)NUM2UINT(id_arg(val, "GID"));
        x->has_gid = true;
    } else if (!strcmp(n, "close_others")) {
        x->close_others = bool_arg(val, n);
    } else if (!strcmp(n, "in") || !strcmp(n, "out") || !strcmp(n, "err")) {
        redirect(s->plan, key, val);
    } else if (!strcmp(n, "exception")) {
        if (!s->system) {
            rb_raise(rb_eArgError, "exception option is not allowed");
        }
        x->exception = bool_arg(val, n);
        x->exception_given = true;
    } else if (!strncmp(n, "rlimit_", 7)) {
        if (n[7] >= 'A' && n[7] <= 'Z') return false;
        int r = process_resource(n + 7, strlen(n + 7), true);
        if (r < 0) return false;
        add_limit(x, r, val);
    } else {
        return false;
    }
    return true;
}

static int
take_option(VALUE key, VALUE val, VALUE arg)
{
    struct option_scan *s = (struct option_scan *)arg;
    bool taken = true;
    if (SYMBOL_P(key)) taken = take_symbol(s, key, val);
    else if (FIXNUM_P(key) || val_type_p(key, T_ARRAY) || io_p(key) || !NIL_P(rb_io_check_io(key)))
        redirect(s->plan, key, val);
    else taken = false;
    if (!taken) {
        if (SYMBOL_P(key)) rb_raise(rb_eArgError, "wrong exec option symbol: %" PRIsVALUE, sym_name(key));
        rb_raise(rb_eArgError, "wrong exec option");
    }
    return ST_CONTINUE;
}

/* ---- environment ---- */

static void
env_add(struct exec_plan *x, size_t *n, const char *entry)
{
    if (*n + 2 > x->envp_capa) {
        size_t capa = x->envp_capa ? x->envp_capa * 2 : 64;
        x->envp = gc_raw_realloc(x->envp, capa * sizeof *x->envp);
        x->envp_capa = capa;
    }
    x->envp[(*n)++] = (char *)entry;
    x->envp[*n] = NULL;
}

static int
check_env_pair(VALUE key, VALUE val, VALUE pairs)
{
    const char *k = StringValueCStr(key);
    if (strchr(k, '='))
        rb_raise(rb_eArgError, "environment name contains a equal : %" PRIsVALUE,
                 rb_enc_associate(rb_str_new_cstr(k), rb_locale_encoding()));
    if (!NIL_P(val)) StringValueCStr(val);
    ary_push(pairs, str_new_frozen(key));
    ary_push(pairs, NIL_P(val) ? Qnil : str_new_frozen(val));
    return ST_CONTINUE;
}

static bool
named_p(const char *entry, VALUE name)
{
    size_t n = str_len(name);
    return strncmp(entry, str_ptr(name), n) == 0 && entry[n] == '=';
}

/* The child's environment: ours (unless cleared) changed by env.  Its PATH goes to *path, if it has one of its own. */
static void
build_env(struct exec_plan *x, VALUE env, bool clear, const char **path)
{
    VALUE pairs = ary_new();
    ary_push(x->keep, pairs);
    if (!NIL_P(env)) hash_each(env, check_env_pair, pairs);
    if (!clear && ary_len(pairs) == 0) return;
    size_t n = 0;
    for (char **e = environ; !clear && e && *e; e++) {
        bool replaced = false;
        for (size_t i = 0; i < ary_len(pairs) && !replaced; i += 2) replaced = named_p(*e, ary_at(pairs, i));
        if (replaced) continue;
        VALUE copy = rb_str_new_cstr(*e); /* environ may change */
        env_add(x, &n, kept_cstr(x, copy));
    }
    for (size_t i = 0; i < ary_len(pairs); i += 2) {
        VALUE val = ary_at(pairs, i + 1);
        if (NIL_P(val)) continue;
        VALUE entry = rb_sprintf("%" PRIsVALUE "=%" PRIsVALUE, ary_at(pairs, i), val);
        const char *s = kept_cstr(x, entry);
        if (strncmp(s, "PATH=", 5) == 0) *path = s + 5;
        env_add(x, &n, s);
    }
    if (!x->envp) x->envp = gc_raw_calloc(1, sizeof *x->envp);
}

/* ---- the command ---- */

static void
add_arg(struct exec_plan *x, size_t *n, const char *arg)
{
    if (*n + 3 > x->argv_capa) {
        size_t capa = x->argv_capa ? x->argv_capa * 2 : 16;
        x->argv_block = gc_raw_realloc(x->argv_block, capa * sizeof *x->argv_block);
        x->argv_capa = capa;
    }
    x->argv = x->argv_block + 1;
    x->argv[(*n)++] = (char *)arg;
    x->argv[*n] = NULL;
}

static bool
executable_p(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* The file that name stands for in PATH; NULL. */
static const char *
find_program(struct exec_plan *x, const char *name, const char *path)
{
    if (strchr(name, '/')) return name;
    if (!*name) return NULL;
    if (!path) path = getenv("PATH");
    if (!path) path = "/usr/local/bin:/usr/ucb:/usr/bin:/bin:.";
    for (const char *p = path;;) {
        const char *e = strchr(p, ':');
        size_t n = e ? (size_t)(e - p) : strlen(p);
        VALUE file = n ? rb_str_new(p, (long)n) : rb_str_new_cstr(".");
        rb_str_cat_cstr(file, "/");
        rb_str_cat_cstr(file, name);
        if (executable_p(StringValueCStr(file))) return kept_cstr(x, file);
        if (!e) return NULL;
        p = e + 1;
    }
}

/* Words that only a shell understands. */
static bool
shell_word_p(const char *p, size_t n)
{
    static const char *const words[] = {
        "!",      ".",    ":",     "break", "case",   "continue", "do",    "done",  "elif",  "else",
        "esac",   "eval", "exec",  "exit",  "export", "fi",       "for",   "if",    "in",    "readonly",
        "return", "set",  "shift", "then",  "times",  "trap",     "unset", "until", "while",
    };
    for (size_t i = 0; i < lengthof(words); i++) {
        if (strlen(words[i]) == n && memcmp(words[i], p, n) == 0) return true;
    }
    return false;
}

static bool
needs_shell_p(const char *s)
{
    if (strpbrk(s, "*?{}[]<>()~&|\\$;'`\"\n#")) return true;
    const char *word = s + strspn(s, " \t");
    size_t n = strcspn(word, " \t");
    return memchr(word, '=', n) || shell_word_p(word, n);
}

/* Sets the plan for a whole command line, which is passed to the shell or split at blanks. */
static void
set_command_line(struct exec_plan *x, VALUE line, const char *path)
{
    const char *s = kept_cstr(x, line);
    x->name = line;
    if (needs_shell_p(s)) {
        x->shell_script = s;
        x->file = "/bin/sh";
        return;
    }
    size_t n = 0;
    for (const char *p = s;;) {
        p += strspn(p, " \t");
        size_t len = strcspn(p, " \t");
        if (!len) break;
        VALUE word = rb_enc_str_new(p, (long)len, rb_enc_get(line));
        if (n == 0) x->name = word;
        add_arg(x, &n, kept_cstr(x, word));
        p += len;
    }
    if (n == 0) {
        add_arg(x, &n, "");
        x->name = rb_str_new_cstr("");
    }
    x->file = find_program(x, x->argv[0], path);
}

/* The arguments as Strings, each converted once: program, name it goes by (nil: the same), then the others. */
static VALUE
command_words(int argc, const VALUE *argv)
{
    VALUE words = ary_new(), pair = rb_check_array_type(argv[0]), name = Qnil, program = argv[0];
    if (!NIL_P(pair)) {
        if (ary_len(pair) != 2) rb_raise(rb_eArgError, "wrong first argument");
        program = ary_at(pair, 0);
        name = ary_at(pair, 1);
    }
    StringValueCStr(program);
    if (!NIL_P(pair)) StringValueCStr(name);
    ary_push(words, program);
    ary_push(words, name);
    for (int i = 1; i < argc; i++) {
        VALUE arg = argv[i];
        StringValueCStr(arg);
        ary_push(words, arg);
    }
    return words;
}

static void
set_command(struct exec_plan *x, VALUE words, const char *path)
{
    VALUE program = ary_at(words, 0), name = ary_at(words, 1);
    if (NIL_P(name) && ary_len(words) == 2) {
        set_command_line(x, program, path);
        return;
    }
    size_t n = 0;
    add_arg(x, &n, kept_cstr(x, NIL_P(name) ? program : name));
    for (size_t i = 2; i < ary_len(words); i++) add_arg(x, &n, kept_cstr(x, ary_at(words, i)));
    x->name = program;
    x->file = find_program(x, kept_cstr(x, program), path);
}

/* Returns v as a Hash, by to_hash if needed, or nil.  Does not call to_hash of a String or Array, which is a command. */
static VALUE
hash_arg(VALUE v)
{
    return val_type_p(v, T_STRING) || val_type_p(v, T_ARRAY) ? Qnil : rb_check_hash_type(v);
}

VALUE
exec_plan_new(int argc, const VALUE *argv, VALUE opts, bool system, unsigned will_redirect)
{
    VALUE v = plan_alloc(), env = Qnil;
    struct exec_plan *x = exec_plan_ptr(v);
    x->will_redirect = will_redirect;
    if (NIL_P(opts) && argc > 0) {
        opts = hash_arg(argv[argc - 1]);
        if (!NIL_P(opts)) argc--;
    }
    if (argc > 0 && !val_type_p(argv[0], T_STRING)) {
        env = hash_arg(argv[0]);
        if (!NIL_P(env)) {
            argc--;
            argv++;
        }
    }
    if (argc < 1) rb_error_arity(argc, 1, UNLIMITED_ARGUMENTS);
    VALUE words = command_words(argc, argv);
    struct option_scan s = {.plan = v, .system = system};
    const char *path = NULL;
    if (!NIL_P(opts)) hash_each(opts, take_option, (VALUE)&s);
    build_env(x, env, s.clear_env, &path);
    set_command(x, words, path);
    resolve_child_dups(x);
    return v;
}

static bool
exec_option_p(VALUE key)
{
    if (!SYMBOL_P(key)) return FIXNUM_P(key) || val_type_p(key, T_ARRAY) || io_p(key) || !NIL_P(rb_io_check_io(key));
    static const char *const names[] = {"pgroup", "unsetenv_others", "chdir", "umask", "uid",
                                        "gid",    "close_others",    "in",    "out",   "err"};
    VALUE name = sym_name(key);
    const char *n = StringValueCStr(name);
    for (size_t i = 0; i < lengthof(names); i++) {
        if (!strcmp(n, names[i])) return true;
    }
    return !strncmp(n, "rlimit_", 7);
}

/* Parts opts in those for exec and the others; nil when there are none. */
void
exec_opts_split(VALUE opts, VALUE *exec_opts, VALUE *others)
{
    *exec_opts = *others = Qnil;
    if (NIL_P(opts)) return;
    size_t pos = 0;
    VALUE key, val;
    while (hash_next(opts, &pos, &key, &val)) {
        VALUE *to = exec_option_p(key) ? exec_opts : others;
        if (NIL_P(*to)) *to = hash_new();
        hash_set(*to, key, val);
    }
}
