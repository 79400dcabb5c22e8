/*
 * boot/options.c - reading the command line.
 */
#include "internal/compiler.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "internal/array.h"
#include "internal/jit.h"
#include "internal/boot/options.h"
#include "internal/string.h"
#include "internal/vm/crash.h"

struct reader {
    struct ruby_options *o;
    int argc, i;
    char **argv;
};

NORETURN static void
invalid(struct reader *r, const char *fmt, const char *what)
{
    (void)r;
    rb_raise(rb_eRuntimeError, fmt, what);
}

/* Returns the argument of a short switch: the rest of its word, or the next word. */
static const char *
argument(struct reader *r, const char **s)
{
    const char *a = *s + 1;
    *s = "";
    if (*a) return a;
    if (r->i + 1 < r->argc) return r->argv[++r->i];
    return NULL;
}

static void
add_script(struct ruby_options *o, const char *text)
{
    if (!o->e_script) o->e_script = str_new_utf8("", 0);
    str_append_bytes(o->e_script, text, strlen(text));
    str_append_bytes(o->e_script, "\n", 1);
}

static void
add_include(struct ruby_options *o, const char *dirs)
{
    while (*dirs) {
        size_t n = strcspn(dirs, ":");
        if (n) ary_push(o->includes, rb_enc_associate(rb_str_new(dirs, (long)n), rb_filesystem_encoding()));
        dirs += n;
        if (*dirs == ':') dirs++;
    }
}

/* Notes that the `which` encoding is to be name.  Raises RuntimeError if it was to be another; RUBYOPT yields to the command line. */
static void
set_encoding(struct reader *r, const char **at, const char *which, const char *name)
{
    if (r->o->in_rubyopt && r->o->said.encodings) return;
    r->o->said.encodings |= !r->o->in_rubyopt;
    if (*at && strcasecmp(*at, name)) rb_raise(rb_eRuntimeError, "default_%s already set to %s", which, *at);
    *at = name;
}

/* "external:internal", as the switch called name had it. */
static void
set_encodings(struct reader *r, const char *s, const char *name)
{
    const char *colon = strchr(s, ':'), *more = colon ? strchr(colon + 1, ':') : NULL;
    size_t n = colon ? (size_t)(colon - s) : strlen(s);
    if (more) rb_raise(rb_eRuntimeError, "extra argument for %s: %s", name, more + 1);
    if (n) set_encoding(r, &r->o->ext_enc, "external", strndup(s, n));
    if (colon && colon[1]) set_encoding(r, &r->o->int_enc, "internal", strdup(colon + 1));
}

static void
warn_category(struct ruby_options *o, const char *name)
{
    bool on = true;
    if (!strncmp(name, "no-", 3)) {
        on = false;
        name += 3;
    }
    static const char *const known[] = {"deprecated", "experimental", "performance", "strict_unused_block"};
    for (unsigned i = 0; i < lengthof(known); i++) {
        if (strcmp(name, known[i])) continue;
        if (i == 0 && o->in_rubyopt && (o->said.warning || o->said.deprecated)) return; /* the command line decides */
        if (i == 0 && !o->in_rubyopt) o->said.deprecated = true;
        if (i == 0 && !on) o->deprecated = false; /* of -w before it; the later one decides */
        rb_funcall(rb_const_get(rb_cObject, rb_intern("Warning")), rb_intern("[]="), 2, ID2SYM(rb_intern(name)),
                   val_bool(on));
        return;
    }
    fprintf(stderr, "%s: warning: unknown warning category: '%s'\n", o->program, name);
}

static void
set_warn_level(struct reader *r, int level)
{
    if (r->o->in_rubyopt && r->o->said.warning) return;
    r->o->said.warning |= !r->o->in_rubyopt;
    r->o->warn_level = level;
    if (r->o->in_rubyopt && r->o->said.deprecated) return;
    r->o->deprecated = level == 2;
    if (level < 2) warn_category(r->o, "no-deprecated");
}

static void
warn_switch(struct reader *r, const char **s)
{
    const char *p = *s + 1;
    if (*p == ':') {
        warn_category(r->o, p + 1);
        *s = "";
        return;
    }
    int level = 2;
    if (isdigit((unsigned char)*p)) level = *p++ - '0';
    set_warn_level(r, level > 2 ? 2 : level);
    *s = p;
}

static void
record_separator(struct reader *r, const char **s)
{
    const char *p = *s + 1;
    int v = 0, n = 0;
    for (; n < 3 && *p >= '0' && *p <= '7'; n++) v = v * 8 + (*p++ - '0');
    r->o->rs_given = true;
    r->o->rs = n ? v : 0;
    if (n && v == 0) r->o->rs = 01000; /* -00: paragraphs */
    if (n && v > 0377) r->o->rs = 0777;
    *s = p;
}

static void
kcode(struct reader *r, const char **s)
{
    static const char letters[] = "EeSsUuNnAa", *const names[] = {"EUC-JP", "Windows-31J", "UTF-8", "ASCII-8BIT",
                                                                  "ASCII-8BIT"};
    const char *letter = (*s)[1] ? strchr(letters, (*s)[1]) : NULL;
    *s += (*s)[1] ? 2 : 1; /* another letter has no meaning */
    if (!letter) return;
    if (!r->o->in_rubyopt || !r->o->said.encodings) {
        r->o->source_enc = names[(letter - letters) / 2];
        if (!r->o->ext_enc) r->o->ext_enc = r->o->source_enc; /* -E before it stays */
    }
    r->o->said.encodings |= !r->o->in_rubyopt;
}

/* ---- long switches ---- */

/* Returns whether the n bytes at s begin name: in either case, with - or _ between its words. */
static bool
feature_named(const char *name, const char *s, size_t n)
{
    if (n == 0 || n > strlen(name)) return false;
    for (size_t i = 0; i < n; i++) {
        if (tolower((unsigned char)s[i]) != name[i] && !(s[i] == '-' && name[i] == '_')) return false;
    }
    return true;
}

static void
unknown_feature(const struct ruby_options *o, const char *name, size_t n, bool on)
{
    fprintf(stderr,
            "%s: warning: unknown argument for --%s: '%.*s'\n"
            "%s: warning: features are [gems, error_highlight, did_you_mean, syntax_suggest, rubyopt, "
            "frozen_string_literal, yjit, zjit].\n",
            o->program, on ? "enable" : "disable", (int)n, name, o->program);
}

/* Sets the feature that s names, or all of them.  Returns false if there is none of that name. */
static bool
set_feature(struct ruby_options *o, const char *s, size_t n, bool on)
{
    struct {
        const char *name;
        bool *at; /* NULL: o->jit */
    } t[] = {
        {"gems", &o->gems},
        {"error_highlight", &o->error_highlight},
        {"did_you_mean", &o->did_you_mean},
        {"syntax_suggest", &o->syntax_suggest},
        {"rubyopt", &o->rubyopt},
        {"jit", NULL},
        {"yjit", NULL},
        {"zjit", NULL},
    };
    enum { JIT_ROWS = 3 };
    const unsigned jit_names = ((1u << JIT_ROWS) - 1) << (lengthof(t) - JIT_ROWS); /* one switch of three names */
    bool all = feature_named("all", s, n), known = all;

    for (unsigned i = 0; i < lengthof(t); i++) {
        if (!all && !feature_named(t[i].name, s, n)) continue;
        bool mine = !o->in_rubyopt || !(o->said.features >> i & 1);
        if (mine && t[i].at) *t[i].at = on;
        if (mine && !t[i].at) o->jit = on ? JIT_NOW : JIT_OFF;
        if (!o->in_rubyopt) o->said.features |= t[i].at ? 1u << i : jit_names;
        known = true;
    }
    if (all || feature_named("frozen_string_literal", s, n)) {
        if (!o->in_rubyopt || !o->said.frozen) o->frozen_string_literal = on;
        o->said.frozen |= !o->in_rubyopt;
        known = true;
    }
    return known;
}

static void
feature(struct reader *r, const char *list, bool on)
{
    while (*list) {
        size_t n = strcspn(list, ",");
        if (!set_feature(r->o, list, n, on)) unknown_feature(r->o, list, n, on);
        list += n;
        if (*list == ',') list++;
    }
}

/* Sets the flag of the item to dump whose name begins with these n bytes.  Returns false if there is none. */
static bool
dump_item(struct ruby_options *o, const char *s, size_t n)
{
    struct {
        const char *name;
        bool *at;
    } t[] = {
        {"version", &o->version},   {"copyright", &o->copyright}, {"usage", &o->help_short}, {"help", &o->help_long},
        {"yydebug", &o->parse_log}, {"syntax", &o->check_syntax}, {"parsetree", NULL},       {"insns", &o->dump_insns},
    };

    if (n > 0 && (*s == '-' || *s == '+')) return true; /* an option of a dump */
    for (unsigned i = 0; i < lengthof(t); i++) {
        if (!feature_named(t[i].name, s, n)) continue;
        if (!t[i].at) rb_raise(rb_eNotImpError, "--dump=%s is not implemented", t[i].name);
        *t[i].at = true;
        return true;
    }
    return false;
}

static void
dump(struct reader *r, const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");
        if (!dump_item(r->o, list, n)) {
            fprintf(stderr,
                    "%s: warning: don't know how to dump '%.*s',\n"
                    "%s: warning: but only [version, copyright, usage, help, yydebug, syntax, parsetree, insns].\n",
                    r->o->program, (int)n, list, r->o->program);
        }
        list += n;
        if (*list == ',') list++;
    }
}

/* Sets where the report of a crash goes.  The last template of the command line decides, then that of RUBYOPT. */
static void
crash_report(struct reader *r, const char *template)
{
    if (!r->o->in_rubyopt || !r->o->said.crash_report) vm_crash_template(template);
    r->o->said.crash_report |= !r->o->in_rubyopt;
}

/* "name" or "name=value" in s: the value, "" for none, NULL if it is another switch. */
static const char *
long_value(const char *s, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(s, name, n)) return NULL;
    if (s[n] == '=') return s + n + 1;
    return s[n] ? NULL : "";
}

static const char *
need_value(struct reader *r, const char *s, const char *name)
{
    const char *v = long_value(s, name);
    if (!v) return NULL;
    if (*v) return v;
    if (strchr(s, '=') || r->i + 1 >= r->argc) rb_raise(rb_eRuntimeError, "missing argument for --%s", name);
    return r->argv[++r->i];
}

/* Raises RuntimeError if the switch may not come from RUBYOPT. */
static void
refuse_long(struct reader *r, const char *s)
{
    static const char *const refused[] = {"copyright", "version", "dump", "help", "yydebug"};
    for (unsigned i = 0; i < lengthof(refused); i++) {
        if (!long_value(s, refused[i])) continue;
        rb_raise(rb_eRuntimeError, "invalid switch in RUBYOPT: --%s", refused[i]);
    }
}

/* --jit, --jit-OPTION, and the same in the words of CRuby's compilers: --yjit, --yjit-OPTION, --zjit, --zjit-OPTION. */
static void
jit_switch(struct reader *r, const char *s)
{
    bool ours = *s == 'j', yjit = *s == 'y';
    const char *rest = s + (ours ? 3 : 4), *option = *rest ? rest + 1 : rest;

    if (*rest && !(*option && *rest == '-') && !(yjit && *rest == '='))
        rb_raise(rb_eRuntimeError, "invalid option --%s  (-h will show valid options)", s);
    if (ours && *option && !jit_option(option))
        rb_raise(rb_eRuntimeError, "invalid option --%s  (-h will show valid options)", s);
    if (yjit && *option && !jit_peer_option(option))
        rb_raise(rb_eRuntimeError, "invalid YJIT option '%s' (--help will show valid yjit options)", option);
    set_feature(r->o, "jit", 3, strcmp(s, "yjit-disable") != 0);
}

/* Sets the microseconds between two samples.  Raises RuntimeError unless they are between 50 and a second. */
static void
profile_interval(struct reader *r, const char *text)
{
    char *end;
    unsigned long us = strtoul(text, &end, 10);
    if (*end || end == text || us < 50 || us > 1000000)
        rb_raise(rb_eRuntimeError, "wrong --profile-interval: %s (50 to 1000000 microseconds)", text);
    r->o->profile.interval_us = (unsigned)us;
}

static void
long_switch(struct reader *r, const char *s)
{
    struct ruby_options *o = r->o;
    const char *v;
    if (o->in_rubyopt) refuse_long(r, s);
    if (!strcmp(s, "copyright")) o->copyright = true;
    else if (!strcmp(s, "version")) o->version = true;
    else if (!strcmp(s, "verbose")) o->verbose_flag = true, o->warn_level = 2, o->do_work_off = false;
    else if (!strcmp(s, "switches")) o->version_switches = true;
    else if (!strcmp(s, "debug")) o->debug = o->located_literals = true, o->warn_level = 2;
    else if (!strcmp(s, "debug=frozen-string-literal")) o->located_literals = true;
    else if (!strcmp(s, "help")) o->help_long = true;
    else if (!strcmp(s, "yydebug")) o->parse_log = true;
    else if (!strcmp(s, "debug-frozen-string-literal")) o->located_literals = true;
    else if (!strncmp(s, "jit", 3) || !strncmp(s, "yjit", 4) || !strncmp(s, "zjit", 4)) jit_switch(r, s);
    else if ((v = long_value(s, "parser"))) {
        if (strcmp(v, "prism") && strcmp(v, "parse.y")) rb_raise(rb_eRuntimeError, "unknown parser %s", v);
    } else if ((v = need_value(r, s, "crash-report"))) crash_report(r, v);
    else if ((v = long_value(s, "profile"))) o->profile.to = v;
    else if ((v = long_value(s, "gc-log"))) o->gc_log = v;
    else if ((v = need_value(r, s, "profile-interval"))) profile_interval(r, v);
    else if (!strcmp(s, "call-stats")) o->call_stats = true;
    else if (!strncmp(s, "enable-", 7)) feature(r, s + 7, true);
    else if (!strncmp(s, "disable-", 8)) feature(r, s + 8, false);
    else if ((v = need_value(r, s, "enable"))) feature(r, v, true);
    else if ((v = need_value(r, s, "disable"))) feature(r, v, false);
    else if ((v = need_value(r, s, "dump"))) dump(r, v);
    else if ((v = need_value(r, s, "heap-map"))) o->heap_map = v;
    else if ((v = need_value(r, s, "encoding"))) set_encodings(r, v, "--encoding");
    else if ((v = need_value(r, s, "external-encoding"))) set_encoding(r, &o->ext_enc, "external", v);
    else if ((v = need_value(r, s, "internal-encoding"))) set_encoding(r, &o->int_enc, "internal", v);
    else if ((v = need_value(r, s, "backtrace-limit"))) {
        char *end;
        long limit = strtol(v, &end, 10);
        if (*end || end == v || limit < -1) rb_raise(rb_eRuntimeError, "wrong limit for backtrace length");
        if (!o->in_rubyopt || !o->said.limit) o->backtrace_limit = limit;
        o->said.limit |= !o->in_rubyopt;
    } else {
        char buf[256];
        snprintf(buf, sizeof buf, "--%s", s);
        invalid(r, "invalid option %s  (-h will show valid options)", buf);
    }
}

/* ---- short switches ---- */

/* Sets the option of a switch that is one letter without an argument.  Returns false if c is another switch. */
static bool
plain_switch(struct reader *r, char c)
{
    struct ruby_options *o = r->o;
    switch (c) {
    case 'a': o->autosplit = true; return true;
    case 'c': o->check_syntax = true; return true;
    case 'd':
        o->debug = o->located_literals = true;
        o->warn_level = 2;
        return true;
    case 'h': o->help_short = true; return true;
    case 'l':
        o->line_end = true;
        o->output_rs = o->rs_given ? o->rs : '\n'; /* a -0 that follows changes $/ alone */
        return true;
    case 'n': o->loop_n = true; return true;
    case 'p': o->loop_p = true; return true;
    case 's': o->switches_s = true; return true;
    case 'S': o->search_S = true; return true;
    case 'U': set_encoding(r, &o->int_enc, "internal", "UTF-8"); return true;
    case 'v':
        o->version = o->verbose_flag = o->deprecated = true;
        o->warn_level = 2;
        return true;
    case 'w': set_warn_level(r, 2); return true;
    case 'y': o->parse_log = true; return true;
    default: return false;
    }
}

/* Reads a switch whose argument is the rest of its word or, if that is empty, the next word.  Returns false if it is another switch. */
static bool
switch_with_argument(struct reader *r, const char **s)
{
    char c = **s;
    if (!strchr("erICXE", c)) return false;
    const char *a = argument(r, s);
    switch (c) {
    case 'e':
        if (!a) invalid(r, "no code specified for -%s", "e");
        add_script(r->o, a);
        break;
    case 'r':
        if (a) ary_push(r->o->libraries, rb_enc_associate(rb_str_new_cstr(a), rb_filesystem_encoding()));
        break;
    case 'I':
        if (a) add_include(r->o, a);
        break;
    case 'E':
        if (!a) invalid(r, "missing argument for -%s", "E");
        set_encodings(r, a, "-E");
        break;
    default: /* C, X */
        if (!a || !*a) rb_raise(rb_eFatal, "Can't chdir");
        if (chdir(a) < 0) rb_raise(rb_eFatal, "Can't chdir to %s", a);
    }
    return true;
}

NORETURN static void
unknown_switch(struct reader *r, unsigned char c)
{
    char shown[8];
    if (c == '\r') strcpy(shown, "\\r");
    else snprintf(shown, sizeof shown, c < ' ' || c > '~' ? "\\x%02x" : "%c", c);
    invalid(r, "invalid option -%s  (-h will show valid options)", shown);
}

/* Raises RuntimeError if the letter is a switch that may not come from RUBYOPT. */
static void
refuse_short(struct reader *r, char c)
{
    char shown[] = {'-', c, 0};
    if (strchr("0CFSXacehilnpsxy", c)) invalid(r, "invalid switch in RUBYOPT: %s", shown);
}

static void
short_switches(struct reader *r, const char *s)
{
    struct ruby_options *o = r->o;
    while (*s) {
        if (o->in_rubyopt) refuse_short(r, *s);
        if (plain_switch(r, *s)) {
            s++;
            continue;
        }
        if (switch_with_argument(r, &s)) continue;
        switch (*s) {
        case 'W': warn_switch(r, &s); break;
        case '0': record_separator(r, &s); break;
        case 'K': kcode(r, &s); break;
        case 'x':
            o->skip_x = true;
            o->chdir_x = s[1] ? s + 1 : NULL;
            return;
        case 'i': o->inplace = s + 1; return;
        case 'F': o->split = s[1] ? s + 1 : NULL; return;
        default:
            if (*s == '\r' && (s[1] == '\n' || !s[1])) return; /* a script's first line that ends as on Windows */
            unknown_switch(r, (unsigned char)*s);
        }
    }
}

void
ruby_options_parse(struct ruby_options *o, int argc, char **argv)
{
    struct reader r = {.o = o, .argc = argc, .i = 1, .argv = argv};
    for (; r.i < argc; r.i++) {
        const char *s = argv[r.i];
        if (s[0] != '-' || !s[1]) break;
        if (s[1] != '-') {
            short_switches(&r, s + 1);
            continue;
        }
        if (!s[2]) {
            r.i++;
            break;
        }
        long_switch(&r, s + 2);
    }
    if (!o->e_script && r.i < argc) {
        o->script = argv[r.i++];
        if (!*o->script || !strcmp(o->script, "-")) o->script = NULL, o->script_is_stdin = true;
    }
    o->argc = argc - r.i;
    o->argv = argv + r.i;
}

void
ruby_options_env(struct ruby_options *o, const char *text)
{
    char *copy = strdup(text), *p = copy, *words[64];
    int n = 1;
    words[0] = copy;
    while (n < 63) {
        while (isspace((unsigned char)*p)) p++;
        if (!*p) break;
        words[n++] = p;
        while (*p && !isspace((unsigned char)*p)) p++;
        if (*p) *p++ = 0;
    }
    struct reader r = {.o = o, .argc = n, .i = 1, .argv = words};
    o->in_rubyopt = true;
    for (; r.i < n; r.i++) {
        char *w = words[r.i];
        if (w[0] == '-' && w[1] == '-') {
            long_switch(&r, w + 2);
            continue;
        }
        short_switches(&r, w[0] == '-' ? w + 1 : w);
    }
    o->in_rubyopt = false;
    /* words are kept: options point into them */
}

bool
ruby_options_shebang(struct ruby_options *o, const char *line, size_t n)
{
    char *copy = strndup(line, n), *p = strstr(copy, "ruby"); /* kept: options point into it */
    char *words[64] = {copy};
    int count = 1;
    if (!p) return false;
    for (p = strpbrk(p, " \t\r\n"); p && count < 63; p = strpbrk(p, " \t\r\n")) {
        *p++ = 0;
        while (isspace((unsigned char)*p)) p++;
        if (p[0] != '-' || !strcmp(p, "--") || !strncmp(p, "-- ", 3)) break;
        words[count++] = p;
    }
    struct reader r = {.o = o, .argc = count, .i = 1, .argv = words};
    for (; r.i < count; r.i++) {
        const char *w = words[r.i];
        if (w[1] == '-') long_switch(&r, w + 2);
        else short_switches(&r, w + 1);
    }
    return count > 1;
}

static const char *const usage_lines[] = {
    "  -0[octal]       Take the character of this code for $/; -00 reads paragraphs,",
    "                  -0777 whole files, -0 parts at the zero byte.",
    "  -a              With -n or -p: $F holds the fields of each line.",
    "  -c              Parse the program and end there.",
    "  -Cdirpath       Change to this folder first.",
    "  -d, --debug     Turn on $DEBUG and full warnings.",
    "  -e 'code'       Run this text; several -e are lines of one program.",
    "  -Eex[:in]       Choose the external encoding, and the internal one.",
    "  -Fpattern       Fields of -a are parted by this pattern ($;).",
    "  -i[extension]   Edit the files among the arguments; keep copies so named.",
    "  -Idirpath       Look here for libraries before the other folders.",
    "  -l              Chomp lines that are read; end printed ones with $/.",
    "  -n, -p          Run once for each line, which is $_; -p prints $_ then.",
    "  -rlibrary       Load this library before the program.",
    "  -s              Make global variables of the switches behind the program.",
    "  -S              Look for the program in $RUBYPATH and $PATH.",
    "  -v              Say which version this is; turn on full warnings.",
    "  -w              Turn on full warnings; the same as -W.",
    "  -W[level|:category]",
    "                  Warn never (0), if grave (1), always (2), or of a category.",
    "  -x[dirpath]     The program begins below the first #! line that has \"ruby\".",
};

static const char *const long_usage_lines[] = {
    "  -Kletter        Choose the encoding of sources and of data: e, s, u or n.",
    "  -U              Make UTF-8 the internal encoding.",
    "  -Xdirpath       Change to this folder first, as -C does.",
    "  --backtrace-limit=num",
    "                  Print so many lines of a backtrace at most.",
    "  --call-stats    Print to standard error at exit what call sites did.",
    "  --copyright     Show the copyright line, and end.",
    "  --crash-report=template",
    "                  Write the report of a crash to a file of this name.",
    "  --debug-frozen-string-literal",
    "                  Keep where each literal stands; errors and warnings name it.",
    "  --disable=features, --enable=features",
    "                  Leave out, or load, what the list of features has below.",
    "  --dump=items    Print what the list of items has below, and end.",
    "  --encoding=ex[:in], --external-encoding=ex, --internal-encoding=in",
    "                  Choose encodings, as -E does.",
    "  --gc-log=file   Write a line for each collection; without a name, to",
    "                  standard error.",
    "  --heap-map=file Draw the heap as it is at the end: a page for a browser.",
    "  -h, --help      Show the short options alone, or these lines.",
    "  --jit           Compile hot code to machine code from the start, and not\n"
    "                  after 50 ms of processor time; options of it are below.",
    "  --parser=parser Accept prism or parse.y; prism reads the program with both.",
    "  --profile=file  Sample the program's frames and write this file at exit.  Its",
    "                  ending chooses: .json for the Firefox Profiler, .pb.gz for",
    "                  pprof, .html for a flame graph, else a line for each stack.",
    "                  %p in the name is the process id (default: profile-%p.txt);",
    "                  with it, forked children write files of their own.",
    "  --profile=wall:file",
    "                  Sample all threads by the clock, not by processor time.",
    "  --profile=alloc:file",
    "                  Sample allocations, by class; weights are objects.",
    "  --profile-interval=num",
    "                  Microseconds between two samples (default: 1000).",
    "  --verbose       Turn on full warnings; run nothing from standard input.",
    "  --version       Print which version this is, and end.",
    "  -v --switches   Print the values of the experiments' switches.",
    "  -y, --yydebug   Accepted for programs that pass it; there is no such log.",
    "  --yjit, --zjit  The same as --jit, for programs that pass them; so are",
    "                  options such as --yjit-mem-size=num and --yjit-stats.",
    "Items for --dump:",
    "  insns           The instructions of the program.",
    "  syntax          Whether the program can be parsed, as -c.",
    "  version         The text of --version.",
    "  copyright       The text of --copyright.",
    "  usage           The text of -h.",
    "  help            This text.",
    "  yydebug         Accepted, without effect, as --yydebug.",
    "  parsetree       Refused: there is no such text of a tree yet.",
    "  -optimize       Accepted, without effect.",
    "  +error-tolerant Accepted, without effect.",
    "  +comment        Accepted, without effect.",
    "Features:",
    "  gems            RubyGems; loaded at the start.",
    "  error_highlight Errors show the part of the line; loaded at the start.",
    "  did_you_mean    Errors propose names that exist; loaded at the start.",
    "  syntax_suggest  Syntax errors show where an end lacks; loaded when needed.",
    "  rubyopt         The options in $RUBYOPT; read at the start.",
    "  frozen-string-literal",
    "                  All literal Strings are frozen; disabled at the start.",
    "  jit, yjit, zjit Machine code of hot code: from the start, or never; without\n"
    "                  a word, after 50 ms of processor time.",
    "Categories of -W:",
    "  deprecated      What a later version will not have; off unless -w or -W2.",
    "  experimental    What may still change; on.",
    "  performance     What makes a program slow; off.",
    "  strict_unused_block",
    "                  Blocks that the called method never uses; off.",
    "Options of --jit, each of which turns it on:",
    "  --jit-call-threshold=num",
    "                  Compile a method at this call of it, however late it comes.",
    "  --jit-loop-threshold=num",
    "                  Compile a loop at this turn of it (default: 500).",
    "  --jit-window=num",
    "                  Compile what is called 500 times while so many objects are",
    "                  allocated (default: 1000000).",
    "  --jit-mem-size=num",
    "                  MiB of machine code at most; KiB with a K (default: 16).",
    "  --jit-max-versions=num",
    "                  Compile so many pieces of code, then no more.",
    "  --jit-stats     Print counts to standard error at exit.",
    "  --jit-dump      Print to standard error what is compiled.",
    "  --jit-perf      Name the code for perf, in /tmp/perf-PID.map.",
    "  --jit-stress=num",
    "                  Fail one guard in this number without cause, for tests.",
    "  --jit-single-mapping",
    "                  Map the code's memory once, as some systems demand.",
    "Variables of the environment:",
    "  RUBYLIB         Folders for libraries, after those of -I.",
    "  RUBYOPT         Options that are read as if they were here.",
    "  RUBYPATH        Folders in which -S looks first.",
    "  RUBY_JIT        1, or options of --jit without \"--jit-\", between blanks.",
    "  RUBY_YJIT_ENABLE",
    "                  1, yes or true turns --jit on, unless RUBY_JIT is set.",
    "  RUBY_CRASH_REPORT",
    "                  The template of --crash-report.",
    "  RUBY_GC_FIXED_HEAP",
    "                  The size of the heap, as 24m, which then never grows.",
    "  RUBY_IO_BUFFER_DEFAULT_SIZE",
    "                  Bytes of an IO::Buffer for which none are given.",
    "  GEM_HOME, GEM_PATH",
    "                  Folders where gems are installed, and are found.",
    "  FACET_PLATFORM_GEMS",
    "                  Gems installed as published for this platform.",
};

void
ruby_print_usage(bool full, const char *name)
{
    printf("Usage: %s [option...] [--] [program [argument...]]\n", name);
    for (unsigned i = 0; i < lengthof(usage_lines); i++) puts(usage_lines[i]);
    if (!full) {
        puts("  -h, --help      Show these lines, or with --help the long options too.");
        return;
    }
    for (unsigned i = 0; i < lengthof(long_usage_lines); i++) puts(long_usage_lines[i]);
}
