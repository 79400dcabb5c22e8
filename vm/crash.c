/*
 * vm/crash.c - the crash report.
 *
 * Its sections are CRuby's, so that tools which read one read the other.  It goes to standard error, or
 * to the target of --crash-report or RUBY_CRASH_REPORT.  The target is a file, whose name may have the %-specifiers of core(5),
 * or a program after a |.  The memory that is read here may be broken, so no Ruby code runs, and signal.c lets a second fault kill the process.
 */
#include "internal/compiler.h"
#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include "internal/array.h"
#include "internal/platform.h"
#include "internal/string.h"
#include "internal/vm/crash.h"

extern char **environ;

enum { PATH_BYTES = 4096, LEVELS_MAX = 512, C_LEVELS_MAX = 128, WORDS_MAX = 16 };

const char *vm_crash_version;
static char *executable;     /* as it was called */
static char *template_given; /* of --crash-report, or NULL */

void
vm_crash_init(void)
{
    if (!executable) executable = strdup(program_invocation_name);
}

void
vm_crash_template(const char *template)
{
    free(template_given);
    template_given = strdup(template);
}

/* ---- where to ---- */

static void
crash_put_char(char **at, const char *end, char c)
{
    if (*at < end) *(*at)++ = c;
}

static void
crash_put_text(char **at, const char *end, const char *text, bool flat)
{
    for (; *text; text++) crash_put_char(at, end, flat && *text == '/' ? '!' : *text);
}

static const char *
crash_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *
crash_program_name(void)
{
    VALUE name = vm_ec ? rb_gv_get("$0") : 0;
    return name && val_type_p(name, T_STRING) ? str_ptr(name) : "ruby";
}

/* One %-specifier at p, behind the percent sign; returns what follows it.  An unknown one is dropped. */
static const char *
crash_put_specifier(char **at, const char *end, const char *p)
{
    char number[24];
    const char *program = crash_program_name();
    switch (*p) {
    case '%': crash_put_char(at, end, '%'); break;
    case 'e': crash_put_text(at, end, crash_base_name(executable), false); break;
    case 'E': crash_put_text(at, end, executable, true); break;
    case 'f': crash_put_text(at, end, crash_base_name(program), false); break;
    case 'F': crash_put_text(at, end, program, true); break;
    case 'p':
        snprintf(number, sizeof number, "%ld", (long)getpid());
        crash_put_text(at, end, number, false);
        break;
    case 't':
        snprintf(number, sizeof number, "%lld", (long long)time(NULL));
        crash_put_text(at, end, number, false);
        break;
    default:
        if (*p < '0' || *p > '7') break;
        int c = 0, digits = 0;
        for (; digits < 3 && p[digits] >= '0' && p[digits] <= '7'; digits++) c = c * 8 + (p[digits] - '0');
        crash_put_char(at, end, (char)c);
        return p + digits;
    }
    return *p ? p + 1 : p;
}

static void
crash_expand(const char *template, char *to, size_t room)
{
    const char *end = to + room - 1;
    for (const char *p = template; *p;) {
        if (*p == '%') p = crash_put_specifier(&to, end, p + 1);
        else crash_put_char(&to, end, *p++);
    }
    *to = 0;
}

/* Starts the program of a template, its words apart by blanks; its standard input, or NULL. */
static FILE *
crash_start_program(const char *template, pid_t *pid)
{
    static char texts[WORDS_MAX][PATH_BYTES], line[PATH_BYTES];
    char *words[WORDS_MAX + 1], *rest;
    int n = 0, ends[2];
    snprintf(line, sizeof line, "%s", template);
    for (char *word = strtok_r(line, " \t\n", &rest); word && n < WORDS_MAX; word = strtok_r(NULL, " \t\n", &rest), n++) {
        crash_expand(word, texts[n], PATH_BYTES);
        words[n] = texts[n];
    }
    words[n] = NULL;
    if (n == 0 || pipe(ends) < 0) return NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    int error = posix_spawn(pid, words[0], &actions, NULL, words, environ);
    close(ends[0]);
    if (!error) return fdopen(ends[1], "w");
    close(ends[1]);
    return NULL;
}

static FILE *
crash_open_report(pid_t *pid)
{
    static char path[PATH_BYTES];
    const char *template = template_given ? template_given : getenv("RUBY_CRASH_REPORT");
    FILE *out = NULL;
    *pid = 0;
    if (template && *template == '|') {
        signal(SIGPIPE, SIG_IGN); /* the program may not read it all */
        out = crash_start_program(template + 1, pid);
    } else if (template && *template) {
        crash_expand(template, path, sizeof path);
        out = fopen(path, "w");
    }
    return out ? out : stderr;
}

/* ---- what ---- */

static const char *
crash_text_of(VALUE v, const char *otherwise)
{
    return v && val_type_p(v, T_STRING) ? str_ptr(v) : otherwise;
}

static void
crash_print_levels(FILE *out, const struct vm_level *levels, size_t n)
{
    fprintf(out, "-- Control frame information -----------------------------------------------\n");
    for (size_t i = 0; i < n; i++) {
        const struct vm_level *l = &levels[i];
        fprintf(out, "c:%04zu ", n - i);
        if (!l->ruby) fprintf(out, "%-6s :%s\n", l->kind, crash_text_of(l->name, "?"));
        else fprintf(out, "%-6s %s:%d\n", l->kind, crash_text_of(l->path, "?"), l->line);
    }
    fprintf(out, "\n");
    if (n == 0) return;
    fprintf(out, "-- Ruby level backtrace information ----------------------------------------\n");
    for (size_t i = n; i-- > 0;)
        fprintf(out, "%s:%d:in '%s'\n", crash_text_of(levels[i].path, "?"), levels[i].line,
                crash_text_of(levels[i].name, "?"));
    fprintf(out, "\n");
}

static void
crash_print_registers(FILE *out, const void *context)
{
#ifdef __x86_64__
    static const struct {
        const char *name;
        int at;
    } registers[] = {{"RIP", REG_RIP}, {"RBP", REG_RBP}, {"RSP", REG_RSP}, {"RAX", REG_RAX}, {"RBX", REG_RBX},
                     {"RCX", REG_RCX}, {"RDX", REG_RDX}, {"RDI", REG_RDI}, {"RSI", REG_RSI}, {" R8", REG_R8},
                     {" R9", REG_R9},  {"R10", REG_R10}, {"R11", REG_R11}, {"R12", REG_R12}, {"R13", REG_R13},
                     {"R14", REG_R14}, {"R15", REG_R15}, {"EFL", REG_EFL}};
    const ucontext_t *u = context;
    if (!u) return;
    fprintf(out, "-- Machine register context ------------------------------------------------\n");
    for (size_t i = 0; i < lengthof(registers); i++) {
        unsigned long long value = (unsigned long long)u->uc_mcontext.gregs[registers[i].at];
        fprintf(out, " %s: 0x%016llx%s", registers[i].name, value, i % 3 == 2 ? "\n" : "");
    }
    fprintf(out, "\n");
#else
    (void)out;
    (void)context;
#endif
}

static void
crash_print_c_levels(FILE *out)
{
    void *places[C_LEVELS_MAX];
    int n = platform_c_levels(places, C_LEVELS_MAX);
    fprintf(out, "-- C level backtrace information -------------------------------------------\n");
    for (int i = 0; i < n; i++) {
        Dl_info at;
        bool known = dladdr(places[i], &at) && at.dli_fname;
        const char *base = known ? at.dli_sname ? at.dli_saddr : at.dli_fbase : NULL;
        if (known) {
            fprintf(out, "%s(%s+0x%tx) ", at.dli_fname, at.dli_sname ? at.dli_sname : "", (const char *)places[i] - base);
        }
        fprintf(out, "[%p]\n", places[i]);
    }
    fprintf(out, "\n");
}

static void
crash_print_features(FILE *out)
{
    VALUE features = rb_gv_get("$LOADED_FEATURES");
    fprintf(out, "* Loaded features:\n\n");
    for (long i = 0; val_type_p(features, T_ARRAY) && i < (long)ary_len(features); i++)
        fprintf(out, " %4ld %s\n", i, crash_text_of(ary_at(features, i), "(no String)"));
    fprintf(out, "\n");
}

static void
crash_print_memory(FILE *out)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char buffer[1024];
    if (!maps) return;
    fprintf(out, "* Process memory map:\n\n");
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, maps)) > 0;) fwrite(buffer, 1, n, out);
    fprintf(out, "\n\n");
    fclose(maps);
}

void
vm_crash_report(const char *headline, const void *context)
{
    static struct vm_level levels[LEVELS_MAX];
    static bool begun;
    pid_t pid;
    if (begun) return;
    begun = true;
    size_t n = vm_ec ? vm_levels(vm_ec, levels, LEVELS_MAX) : 0;
    FILE *out = crash_open_report(&pid);
    if (n && levels[0].path) fprintf(out, "%s:%d: ", crash_text_of(levels[0].path, "?"), levels[0].line);
    fprintf(out, "[BUG] %s\n%s\n\n", headline, vm_crash_version ? vm_crash_version : "");
    crash_print_levels(out, levels, n);
    crash_print_registers(out, context);
    crash_print_c_levels(out);
    fprintf(out, "-- Other runtime information -----------------------------------------------\n\n");
    fprintf(out, "* Loaded script: %s\n\n", crash_program_name());
    if (vm_ec) crash_print_features(out);
    crash_print_memory(out);
    fflush(out);
    if (out == stderr) return;
    fclose(out);
    if (pid) waitpid(pid, NULL, 0);
}
