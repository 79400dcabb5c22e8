/*
 * ruby.c - from the command line to the program.
 */
#include "internal/compiler.h"
#include <ctype.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "build_config.h"
#include "internal/array.h"
#include "internal/vm/binding.h"
#include "internal/vm/callstats.h"
#include "internal/object.h"
#include "internal/prelude.h"
#include "internal/process.h"
#include "internal/boot/exit.h"
#include "internal/load.h"
#include "internal/ruby.h"
#include "internal/jit.h"
#include "internal/thread.h"
#include "internal/boot/options.h"
#include "internal/string.h"
#include "internal/variable.h"
#include "internal/vm/trace.h"
#include "internal/version.h"
#include "internal/vm.h"
#include "internal/vm/coverage.h"
#include "ruby/version.h"

#define API_FOLDER RUBY_API_VERSION_DIR

VALUE ruby_script_name, rb_argv0; /* $0; as it was before the program changed it */

/* Prism's flags for the switches that wrap the program. */
enum { CMD_A = 1, CMD_E = 2, CMD_L = 4, CMD_N = 8, CMD_P = 16, CMD_X = 32 };

struct start {
    int argc;
    char **argv;
    struct ruby_options o;
    VALUE iseq;
    int early_status; /* -1: a program is to run */
};

/* ---- where the library is ---- */

static bool
folder_p(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void
push_path(VALUE load_path, const char *prefix, const char *rest)
{
    ary_push(load_path, rb_enc_associate(rb_sprintf("%s/lib/ruby/%s", prefix, rest), rb_filesystem_encoding()));
}

/* The folder that the library lies below, for a binary or shared library in file: its own (a build folder) or the one above. */
static bool
find_prefix(char *file)
{
    char probe[PATH_MAX + 64];
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(file, '/');
        if (!slash) return false;
        *slash = 0;
        snprintf(probe, sizeof probe, "%s/lib/ruby/" API_FOLDER, file);
        if (folder_p(probe)) return true;
    }
    return false;
}

/* Writes the file that the shell runs for the command `name` into file: the first executable file of that name in a folder of PATH.
 * Returns whether there is one. */
static bool
find_command(const char *name, char file[PATH_MAX])
{
    const char *folder = getenv("PATH");
    while (folder) {
        size_t length = strcspn(folder, ":");
        char path[PATH_MAX];
        struct stat st;
        int n = snprintf(path, sizeof path, "%.*s%s%s", (int)length, folder, length ? "/" : "", name);
        if (n < PATH_MAX && stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0)
            return realpath(path, file);
        folder = folder[length] ? folder + length + 1 : NULL;
    }
    return false;
}

/* Finds the prefix of the library from the file that this code was loaded from: the interpreter, or libruby.  A program that is
 * linked with libruby.a may lie anywhere, so it uses the prefix given to configure. */
static bool
library_prefix(char prefix[PATH_MAX])
{
    static const char configured[] = RUBY_LIB_PREFIX; /* ends in /lib/ruby */
    Dl_info here;
    const char *name = dladdr(&ruby_script_name, &here) ? here.dli_fname : NULL;
    bool by_path = name && !strchr(name, '/'); /* a command's name is not a file of the current folder */
    if (name && !by_path && realpath(name, prefix) && find_prefix(prefix)) return true;
    ssize_t n = readlink("/proc/self/exe", prefix,
                         PATH_MAX - 1); /* the name in dli_fname may be relative to a folder left since */
    if (n > 0) {
        prefix[n] = 0;
        if (find_prefix(prefix)) return true;
    }
    if (by_path && find_command(name, prefix) && find_prefix(prefix)) return true; /* a system without /proc */
    snprintf(prefix, PATH_MAX, "%.*s", (int)(sizeof configured - sizeof "/lib/ruby"), configured);
    return folder_p(configured);
}

void
ruby_push_load_path(void)
{
    char prefix[PATH_MAX];
    VALUE load_path = rb_get_load_path();
    if (!library_prefix(prefix)) return;
    push_path(load_path, prefix, "site_ruby/" API_FOLDER);
    push_path(load_path, prefix, "site_ruby/" API_FOLDER "/" RUBY_PLATFORM);
    push_path(load_path, prefix, "site_ruby");
    push_path(load_path, prefix, "vendor_ruby/" API_FOLDER);
    push_path(load_path, prefix, "vendor_ruby/" API_FOLDER "/" RUBY_PLATFORM);
    push_path(load_path, prefix, "vendor_ruby");
    push_path(load_path, prefix, API_FOLDER);
    push_path(load_path, prefix, API_FOLDER "/" RUBY_PLATFORM);
}

static void
setup_load_path(struct ruby_options *o)
{
    VALUE lp = rb_gv_get("$:");
    for (size_t i = 0; i < ary_len(o->includes); i++) ary_push(lp, rb_file_expand_path(ary_at(o->includes, i), Qnil));
    const char *env = getenv("RUBYLIB");
    while (env && *env) {
        size_t n = strcspn(env, ":");
        if (n) ary_push(lp, rb_file_expand_path(rb_str_new(env, (long)n), Qnil));
        env += n;
        if (*env) env++;
    }
    ruby_push_load_path();
}

/* ---- variables ---- */

static VALUE
program_name_get(ID id, VALUE *data)
{
    (void)id, (void)data;
    return ruby_script_name;
}

static void
program_name_set(VALUE v, ID id, VALUE *data)
{
    (void)id, (void)data;
    StringValue(v);
    ruby_script_name = rb_str_new_frozen(v);
    process_set_title(v);
}

static VALUE
read_only_flag(ID id, VALUE *data)
{
    (void)id;
    return *data;
}

/* ---- Kernel#chomp, chop, sub, gsub: on $_, under -n and -p only ---- */

static VALUE
on_last_line(const char *method, int argc, VALUE *argv)
{
    VALUE line = rb_lastline_get();
    if (!val_type_p(line, T_STRING))
        rb_raise(rb_eTypeError, "$_ value need to be String (%s given)", NIL_P(line) ? "nil" : rb_obj_classname(line));
    line = rb_funcall_passing_block(line, rb_intern(method), argc, argv);
    rb_lastline_set(line);
    return line;
}

static VALUE
kernel_m_chomp(int argc, VALUE *argv, VALUE self)
{
    return on_last_line("chomp", argc, argv);
}

static VALUE
kernel_m_chop(int argc, VALUE *argv, VALUE self)
{
    return on_last_line("chop", argc, argv);
}

static VALUE
kernel_m_sub(int argc, VALUE *argv, VALUE self)
{
    return on_last_line("sub", argc, argv);
}

static VALUE
kernel_m_gsub(int argc, VALUE *argv, VALUE self)
{
    return on_last_line("gsub", argc, argv);
}

static void
define_line_methods(void)
{
    rb_define_global_function("chomp", kernel_m_chomp, -1);
    rb_define_global_function("chop", kernel_m_chop, -1);
    rb_define_global_function("sub", kernel_m_sub, -1);
    rb_define_global_function("gsub", kernel_m_gsub, -1);
}

/* $=, of old */
static VALUE
ignore_case_get(ID id, VALUE *data)
{
    (void)id, (void)data;
    rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "variable $= is no longer effective");
    return Qfalse;
}

static void
ignore_case_set(VALUE v, ID id, VALUE *data)
{
    (void)v, (void)id, (void)data;
    rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "variable $= is no longer effective; ignored");
}

static VALUE flag_a, flag_l, flag_p, flag_i;

static void
define_variables(void)
{
    gc_register_global(&ruby_script_name);
    gc_register_global(&rb_argv0);
    gc_register_global(&flag_i);
    ruby_script_name = rb_argv0 = rb_str_new_frozen(rb_usascii_str_new_cstr("ruby"));
    flag_a = flag_l = flag_p = Qfalse;
    flag_i = Qnil;
    rb_define_hooked_variable("$0", &ruby_script_name, program_name_get, program_name_set);
    rb_define_hooked_variable("$PROGRAM_NAME", &ruby_script_name, program_name_get, program_name_set);
    rb_define_hooked_variable("$=", NULL, ignore_case_get, ignore_case_set);
    rb_define_hooked_variable("$-a", &flag_a, read_only_flag, rb_gvar_readonly_setter);
    rb_define_hooked_variable("$-l", &flag_l, read_only_flag, rb_gvar_readonly_setter);
    rb_define_hooked_variable("$-p", &flag_p, read_only_flag, rb_gvar_readonly_setter);
}

void
ruby_set_argv(int argc, char **argv)
{
    VALUE words = ary_new();
    for (int i = 0; i < argc; i++) ary_push(words, rb_enc_associate(rb_str_new_cstr(argv[i]), rb_locale_encoding()));
    ID name = rb_intern("ARGV");
    if (rb_const_defined(rb_cObject, name)) rb_ary_replace(rb_const_get(rb_cObject, name), words);
    else rb_define_global_const("ARGV", words);
}

static void
set_flag_variables(const struct ruby_options *o)
{
    flag_a = val_bool(o->autosplit);
    flag_l = val_bool(o->line_end);
    flag_p = val_bool(o->loop_p);
}

static void
set_variables(struct ruby_options *o)
{
    ruby_script_name = o->e_script ? rb_str_new_cstr("-e") : rb_str_new_cstr(o->script ? o->script : "-");
    rb_enc_associate(ruby_script_name, rb_locale_encoding());
    rb_argv0 = rb_str_new_frozen(ruby_script_name);
    set_flag_variables(o);
    if (o->loop_n || o->loop_p) define_line_methods();
    flag_i = o->inplace ? rb_str_new_cstr(o->inplace) : Qnil;
    ruby_set_argv(o->argc, o->argv);
}

/* -s: switches after the script's name become global variables. */
static void
script_switches(struct ruby_options *o)
{
    while (o->argc > 0 && o->argv[0][0] == '-' && o->argv[0][1]) {
        char *s = o->argv[0] + 1;
        o->argc--;
        o->argv++;
        if (!strcmp(s, "-")) return;
        char name[256];
        char *eq = strchr(s, '=');
        size_t n = eq ? (size_t)(eq - s) : strlen(s);
        if (n == 0 || !(isalpha((unsigned char)*s) || *s == '_' || *s == '-' || (unsigned char)*s >= 0x80))
            rb_raise(rb_eNameError, "invalid name for global variable - -%.*s", (int)n, s);
        snprintf(name, sizeof name, "$%.*s", (int)n, s);
        for (char *p = name; *p; p++) {
            if (*p == '-') *p = '_';
        }
        rb_gv_set(name, eq ? rb_str_new_cstr(eq + 1) : Qtrue);
    }
}

/* Returns the separator for what ruby_options.rs holds. */
static VALUE
separator(int rs)
{
    char c = (char)rs;
    return rs == 0777 ? Qnil : rs == 01000 ? rb_str_new_cstr("") : rb_str_new(&c, 1);
}

static void
apply_flags(struct ruby_options *o)
{
    compile_frozen_literals = o->frozen_string_literal;
    compile_located_literals = o->located_literals;
    if (o->warn_level >= 0) *rb_ruby_verbose_ptr() = o->warn_level == 0 ? Qnil : o->warn_level == 1 ? Qfalse : Qtrue;
    if (o->debug) *rb_ruby_debug_ptr() = Qtrue;
    if (o->ext_enc && *o->ext_enc) {
        int i = rb_enc_find_index(o->ext_enc);
        if (i < 0) rb_raise(rb_eRuntimeError, "unknown encoding name - %s", o->ext_enc);
        rb_enc_set_default_external(rb_enc_from_encoding(rb_enc_from_index(i)));
    }
    if (o->int_enc && *o->int_enc) {
        int i = rb_enc_find_index(o->int_enc);
        if (i < 0) rb_raise(rb_eRuntimeError, "unknown encoding name - %s", o->int_enc);
        rb_enc_set_default_internal(rb_enc_from_encoding(rb_enc_from_index(i)));
        VALUE io[] = {rb_stdin, rb_stdout, rb_stderr};
        for (size_t k = 0; k < lengthof(io); k++)
            rb_funcall(io[k], rb_intern("set_encoding"), 2, rb_enc_default_external(), rb_enc_default_internal());
    }
    if (o->split) rb_gv_set("$;", rb_reg_regcomp(rb_str_new_cstr(o->split)));
    if (o->rs_given) rb_gv_set("$/", separator(o->rs));
    if (o->line_end) rb_gv_set("$\\", separator(o->output_rs));
    if (o->inplace) {
        rb_gv_set("$-i", rb_str_new_cstr(o->inplace));
    }
    if (o->deprecated) { /* after the variables, which a program is warned of */
        VALUE w = rb_const_get(rb_cObject, rb_intern("Warning"));
        rb_funcall(w, rb_intern("[]="), 2, ID2SYM(rb_intern("deprecated")), Qtrue);
    }
}

/* ---- the program's text ---- */

static VALUE
read_all(FILE *f)
{
    VALUE src = str_new_utf8("", 0);
    char buf[16384];
    size_t n;
    do { /* less than asked for is the end: a terminal would be read on behind it */
        n = fread(buf, 1, sizeof buf, f);
        str_append_bytes(src, buf, n);
    } while (n == sizeof buf);
    return src;
}

/* Warns, under -w, of a path that is too long.  folder is the part that was joined before that, or NULL if the name alone is
 * too long. */
static void
warn_too_long(const char *program, const char *folder, const char *name)
{
    enum { SHOWN = 100 };
    if (!RTEST(ruby_verbose)) return;
    VALUE text = rb_sprintf("%s: warning: openpath: pathname too long (ignored)\n", program);
    if (folder) rb_str_catf(text, "\tDirectory \"%s\"\n", folder);
    rb_str_catf(text, "\tFile \"%.*s\"%s\n", SHOWN, name, strlen(name) > SHOWN ? "..." : "");
    rb_str_cat_cstr(text, "\n");
    rb_io_write(rb_stderr, text);
}

/* folder/name, the home folder for a leading ~, into `to`; false if that is too long. */
static bool
join_path(char to[PATH_MAX], const char *program, const char *folder, size_t n, const char *name)
{
    const char *home = n && folder[0] == '~' && (n == 1 || folder[1] == '/') ? getenv("HOME") : NULL;
    size_t head = home ? strlen(home) : 0;
    if (home) folder++, n--;
    *to = '\0';
    if (head < PATH_MAX) memcpy(to, home ? home : "", head + (home != NULL));
    if (head + n + strlen(name) + 2 > PATH_MAX) {
        warn_too_long(program, to, name);
        return false;
    }
    snprintf(to + head, PATH_MAX - head, "%.*s/%s", (int)n, folder, name);
    return true;
}

/* A readable file called name in one of the folders of path; NULL. */
static const char *
file_in_path(const char *program, const char *path, const char *name)
{
    static char found[PATH_MAX];
    while (path && *path) {
        size_t n = strcspn(path, ":");
        if (join_path(found, program, path, n, name) && access(found, R_OK) == 0 && !folder_p(found)) return found;
        path += n;
        if (*path) path++;
    }
    return NULL;
}

/* Looks for the script in RUBYPATH, then in PATH (-S), and makes the file's whole name the script's: the program finds it in $0 and may
 * start itself again by it. */
static void
search_script(struct ruby_options *o)
{
    const char *name = o->script;
    if (strlen(name) >= PATH_MAX) warn_too_long(o->program, NULL, name);
    if (strchr(name, '/')) return;
    const char *found = file_in_path(o->program, getenv("RUBYPATH"), name);
    if (!found) found = file_in_path(o->program, getenv("PATH"), name);
    if (found) o->script = found;
}

static unsigned
command_line_flags(const struct ruby_options *o)
{
    return (o->autosplit ? CMD_A : 0) | (o->e_script ? CMD_E : 0) | (o->line_end ? CMD_L : 0) | (o->loop_n ? CMD_N : 0) |
           (o->loop_p ? CMD_P | CMD_N : 0) | (o->skip_x && !o->e_script ? CMD_X : 0);
}

NORETURN static void
open_failed(const struct ruby_options *o, const char *name)
{
    ruby_script_name = rb_str_new_cstr(o->program); /* the prefix of the message */
    int seen = access(name, F_OK);
    VALUE msg = rb_sprintf("%s -- %s", seen < 0 && errno == ENAMETOOLONG ? strerror(errno) : "No such file or directory",
                           name);
    if (folder_p(name)) msg = rb_sprintf("Is a directory -- %s", name);
    else if (seen == 0) msg = rb_sprintf("Permission denied -- %s", name);
    rb_exc_raise(rb_exc_new_str(rb_eLoadError, msg));
}

/* Raises LoadError if the script cannot be opened. */
static void
check_script(const struct ruby_options *o)
{
    const char *name = o->script;
    if (folder_p(name) || access(name, R_OK) < 0) open_failed(o, name);
}

/* Defines DATA, which reads the part of the script after __END__. */
static void
define_data(VALUE path, long offset)
{
    VALUE file = rb_funcall(rb_cFile, rb_intern("open"), 1, path);

    rb_funcall(file, rb_intern("seek"), 1, LONG2NUM(offset));
    rb_define_global_const("DATA", file);
}

/* The switches on the script's first line. */
static void
shebang(struct ruby_options *o, VALUE src)
{
    const char *p = str_ptr(src), *end = p + str_len(src);
    const char *line_end = memchr(p, '\n', (size_t)(end - p));
    bool foreign = end - p > 2 && p[0] == '#' && p[1] == '!' &&
                   !memmem(p, (size_t)((line_end ? line_end : end) - p), "ruby", 4);
    while ((o->skip_x || foreign) && p < end) { /* the program begins at a line of its own */
        const char *next = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)((next ? next : end) - p);
        if (n > 2 && p[0] == '#' && p[1] == '!' && memmem(p, n, "ruby", 4)) break;
        p = next ? next + 1 : end;
    }
    const char *eol = memchr(p, '\n', (size_t)(end - p));
    bool had_s = o->switches_s, had_loop = o->loop_n || o->loop_p;

    if (end - p < 2 || p[0] != '#' || p[1] != '!') return;
    if (!ruby_options_shebang(o, p, (size_t)((eol ? eol : end) - p))) return;
    apply_flags(o);
    if (o->switches_s && !had_s) script_switches(o);
    ruby_set_argv(o->argc, o->argv);
    set_flag_variables(o);
    if ((o->loop_n || o->loop_p) && !had_loop) define_line_methods();
}

static VALUE
compile_program(struct ruby_options *o)
{
    VALUE src, path, iseq, real = Qnil;
    long data_offset = -1;
    if (o->e_script) {
        src = o->e_script;
        rb_enc_associate(src, rb_locale_encoding());
        path = rb_str_new_cstr("-e");
    } else if (!o->script) {
        src = read_all(stdin);
        path = rb_utf8_str_new_cstr("-");
    } else {
        const char *name = o->script;
        FILE *f = folder_p(name) ? NULL : fopen(name, "rb");
        if (!f) open_failed(o, name);
        src = read_all(f);
        fclose(f);
        path = rb_enc_associate(rb_str_new_cstr(name), rb_filesystem_encoding());
        char *rp = realpath(name, NULL);
        real = rp ? rb_enc_associate(rb_str_new_cstr(rp), rb_filesystem_encoding()) : Qnil;
        free(rp);
    }
    path = rb_str_new_frozen(path);
    if (!o->e_script) shebang(o, src);
    if (o->source_enc) rb_enc_associate_index(src, rb_enc_find_index(o->source_enc));
    struct compile_options opt = {
        .encoding = o->source_enc,
        .path = StringValueCStr(path),
        .path_str = path,
        .realpath = real,
        .line = 1,
        .frozen_string_literal = -1,
        .main_script = true,
        .coverage = coverage_mode != 0 && o->script,
        .command_line_flags = command_line_flags(o),
        .data_offset = &data_offset,
    };
    iseq = compile_string(src, ISEQ_MAIN, &opt);
    iseq_body(iseq)->first_line = 0; /* the first line of a whole file, as in CRuby */
    if (UNLIKELY(vm_trace_events)) trace_script_compiled(vm_ec, iseq, o->e_script ? src : Qnil);
    if (data_offset >= 0 && o->script) define_data(path, data_offset);
    else if (data_offset >= 0 && !o->e_script) { /* what was read too much of standard input goes back */
        rb_io_ungetbyte(rb_stdin, rb_str_subseq(src, data_offset, (long)str_len(src) - data_offset));
        rb_define_global_const("DATA", rb_stdin);
    }
    return iseq;
}

/* ---- start ---- */

/* Returns whether the program is only parsed or printed, as -c, -y and --dump=insns request. */
static bool
inspects_only_p(const struct ruby_options *o)
{
    return o->check_syntax || o->dump_insns || o->parse_log;
}

static void
load_rubygems(struct ruby_options *o)
{
    if (!o->gems) return;
    int state;
    static const char *const features[] = {"rubygems", "error_highlight", "did_you_mean", "syntax_suggest/core_ext"};
    bool want[] = {true, o->error_highlight, o->did_you_mean, o->syntax_suggest && !inspects_only_p(o)};
    for (unsigned i = 0; i < lengthof(features); i++) {
        if (!want[i]) continue;
        VALUE found = rb_funcall(rb_gv_get("$:"), rb_intern("resolve_feature_path"), 1, rb_str_new_cstr(features[i]));
        if (found == Qnil && i == 0)
            rb_warn("the standard library is missing: there is no lib/ruby/" API_FOLDER
                    " in the folder of the interpreter or above it");
        if (found == Qnil) continue;
        rb_protect(rb_require_string, rb_str_new_cstr(features[i]), &state);
        if (state) {
            error_print(vm_ec->errinfo);
            vm_ec->errinfo = Qnil;
        }
    }
}

static bool
script_given_p(const struct ruby_options *o)
{
    return o->e_script || o->script || o->script_is_stdin;
}

static VALUE
prepare(VALUE p)
{
    struct start *s = (struct start *)p;
    struct ruby_options *o = &s->o;
    o->libraries = ary_new();
    o->includes = ary_new();
    rb_gc_register_mark_object(o->libraries);
    rb_gc_register_mark_object(o->includes);
    o->jit = jit_env();
    ruby_options_parse(o, s->argc, s->argv);
    if (o->e_script) rb_gc_register_mark_object(o->e_script);
    const char *env = getenv("RUBYOPT");
    if (o->rubyopt && env && *env) ruby_options_env(o, env);
    if (o->copyright) {
        version_print_copyright(stdout);
        s->early_status = EXIT_SUCCESS;
        return Qnil;
    }
    if (o->version || o->version_switches) {
        version_print(stdout);
        if (o->version_switches) version_print_switches(stdout);
        fflush(stdout);
        if (!script_given_p(o) && !(o->verbose_flag && o->argc)) {
            s->early_status = EXIT_SUCCESS;
            return Qnil;
        }
    }
    if (o->help_short || o->help_long) {
        ruby_print_usage(o->help_long, s->argv[0]);
        s->early_status = EXIT_SUCCESS;
        return Qnil;
    }
    if (o->verbose_flag && !o->version && !script_given_p(o)) {
        s->early_status = EXIT_SUCCESS;
        return Qnil;
    }
    apply_flags(o);
    if (o->source_enc && o->warn_level == 2)
        rb_warning("-K is specified; it is for 1.8 compatibility and may cause odd behavior");
    if (o->call_stats) callstats_start();
    if (o->gc_log && !gc_log_open(o->gc_log))
        rb_raise(rb_eRuntimeError, "--gc-log: cannot write %s: %s", o->gc_log, strerror(errno));
    if (o->profile.to) profile_start(&o->profile);
    const char *why;
    if (o->jit == JIT_NOW && !jit_start(&why)) rb_warning("--jit: %s", why);
    if (o->jit == JIT_AUTO) {
        jit_auto_wait();
        jit_auto_thread(&thread_self_native()->jit_timer);
    }
    if (o->switches_s) script_switches(o);
    if (o->search_S && o->script) search_script(o);
    set_variables(o);
    setup_load_path(o);
    error_backtrace_limit = o->backtrace_limit;
    return Qnil;
}

static VALUE toplevel_binding;

/* Before the program is there, its scope is an empty one; running it puts its own environment in. */
static void
define_toplevel_binding(void)
{
    VALUE path = str_fstring_cstr("main", 4, ENCI_UTF8), env;
    struct compile_options opt = {
        .path = "main", .path_str = path, .realpath = Qnil, .line = 1, .frozen_string_literal = -1};
    VALUE iseq = compile_string(rb_str_new_cstr(""), ISEQ_EVAL, &opt);
    vm_run_eval(vm_ec, iseq, vm_top_self, 0, vm_top_cref, &env);
    toplevel_binding = binding_new(env, vm_top_self, path, 1);
    gc_register_global(&toplevel_binding);
    rb_define_global_const("TOPLEVEL_BINDING", toplevel_binding);
}

/* --heap-map: drawn before what the program leaves to the end of the process. */
static VALUE
draw_heap_at_exit(VALUE proc_arg, VALUE path, int argc, const VALUE *argv, VALUE block)
{
    (void)proc_arg, (void)argc, (void)argv, (void)block;
    return rb_funcall(rb_const_get(rb_cObject, rb_intern("ObjectSpace")), rb_intern("heap_map"), 1, path);
}

static void
load_libraries(struct ruby_options *o)
{
    load_rubygems(o);
    if (o->heap_map)
        rb_funcall_with_block(rb_mKernel, rb_intern("at_exit"), 0, NULL,
                              rb_proc_new(draw_heap_at_exit, rb_str_new_cstr(o->heap_map)));
    bool runs = !inspects_only_p(o);                             /* libraries are loaded only if the program runs */
    for (size_t i = 0; runs && i < ary_len(o->libraries); i++) { /* a method call: RubyGems' require finds gems too */
        VALUE name = ary_at(o->libraries, i);
        rb_funcallv(vm_top_self, rb_intern("require"), 1, &name);
    }
    if (o->skip_x && o->chdir_x && chdir(o->chdir_x) < 0) {
        ruby_script_name = rb_str_new_cstr(o->program);
        rb_raise(rb_eFatal, "Can't chdir to %s", o->chdir_x);
    }
}

/* Returns the program's iseq, or nil after a switch that only inspects the program. */
static VALUE
load_program(VALUE p)
{
    struct start *s = (struct start *)p;
    struct ruby_options *o = &s->o;
    if (o->script && !o->chdir_x) check_script(o); /* before -r's libraries run */
    load_libraries(o);
    if (inspects_only_p(o)) ruby_script_name = rb_str_new_cstr(o->program); /* the prefix of an error's message */
    VALUE iseq = compile_program(o);
    if (o->check_syntax) rb_io_puts(1, (VALUE[]){rb_str_new_cstr("Syntax OK")}, rb_stdout);
    else if (o->dump_insns) rb_io_write(rb_stdout, iseq_disasm(iseq));
    else if (!o->parse_log) return s->iseq = iseq;
    return Qnil;
}

VALUE
ruby_run_main(VALUE iseq)
{
    return vm_run_main(vm_ec, iseq, vm_top_self, vm_top_cref, toplevel_binding);
}

static VALUE
run_program(VALUE p)
{
    VALUE iseq = load_program(p);
    return iseq == Qnil ? Qnil : ruby_run_main(iseq);
}

/* A wrong command line: "ruby: message (Class)", no backtrace. */
static int
report_start_error(const char *name)
{
    VALUE err = vm_ec->errinfo;
    if (val_truthy(rb_obj_is_kind_of(err, rb_eSystemExit))) return NUM2INT(rb_funcall(err, rb_intern("status"), 0));
    VALUE msg = rb_obj_as_string(err);
    fprintf(stderr, "%s: %.*s (%s)\n", name, (int)str_len(msg), str_ptr(msg), rb_obj_classname(err));
    return EXIT_FAILURE;
}

void
ruby_boot(void)
{
    rb_call_inits();
    define_variables();
    define_toplevel_binding();
    gc_fix_heap();
}

/* miniruby --make-prelude core/ *.rb */
static VALUE
make_prelude(VALUE arg)
{
    struct start *s = (struct start *)arg;
    s->early_status = prelude_make(s->argc - 2, s->argv + 2);
    return Qnil;
}

static bool
prelude_wanted_p(const struct start *s)
{
    return !prelude_parts[0].name && s->argc > 1 && strcmp(s->argv[1], "--make-prelude") == 0;
}

static struct start
start_for(int argc, char **argv)
{
    struct start s = {.argc = argc, .argv = argv, .early_status = -1};
    s.o.program = argv[0];
    s.o.warn_level = -1;
    s.o.backtrace_limit = -1;
    s.o.frozen_string_literal = -1;
    s.o.gems = s.o.error_highlight = s.o.did_you_mean = s.o.syntax_suggest = s.o.rubyopt = true;
    return s;
}

int
ruby_run(int argc, char **argv)
{
    struct start s = start_for(argc, argv);
    int state;
    ruby_boot();
    rb_protect(prelude_wanted_p(&s) ? make_prelude : prepare, (VALUE)&s, &state);
    if (state) return report_start_error(argv[0]);
    if (s.early_status >= 0) return s.early_status;
    gc_stress_begin();
    int status = ruby_protect_main(run_program, (VALUE)&s);
    gc_stress_end();
    return ruby_finish(status);
}

int
ruby_read_program(int argc, char **argv, VALUE *iseq)
{
    struct start s = start_for(argc, argv);
    int state;
    *iseq = Qnil;
    rb_protect(prepare, (VALUE)&s, &state);
    if (state) return report_start_error(argv[0]);
    if (s.early_status >= 0) return s.early_status;
    int status = ruby_protect_main(load_program, (VALUE)&s);
    if (s.iseq) *iseq = s.iseq;
    return status;
}
