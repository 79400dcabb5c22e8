/*
 * regexp.c - Regexp: compiling, searching, and the class.
 *
 * A Regexp keeps a program for its own encoding and at most one more for strings of another.  A pattern without operators
 * is looked for by mem_find.
 */
#include "internal/compiler.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/string/methods.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/regexp/object.h"
#include "internal/regexp/recent.h"
#include "internal/vm.h"
#include "ruby/re.h"

VALUE rb_cRegexp, rb_eRegexpError;
static VALUE eTimeout;
static int64_t default_timeout_ns = -1;

/* ---- memory ---- */

static void
regexp_mark(VALUE v)
{
    gc_mark(rregexp(v)->source);
    if (rregexp(v)->x) gc_mark(rregexp(v)->x->names);
}

static void
regexp_free(VALUE v)
{
    struct rregexp *r = rregexp(v);
    re_engine_free(r->prog);
    if (!r->x) return;
    re_engine_free(r->x->other);
    free(r->x->run);
    free(r->x);
}

static size_t
regexp_memsize(VALUE v)
{
    struct rregexp *r = rregexp(v);
    return re_engine_memsize(r->prog) +
           (r->x ? sizeof *r->x + re_engine_memsize(r->x->other) + (r->x->run ? sizeof *r->x->run : 0) : 0);
}

static VALUE
regexp_s_alloc(VALUE klass)
{
    VALUE v = obj_new(klass, T_REGEXP, sizeof(struct rregexp));
    rregexp(v)->source = 0;
    rregexp(v)->prog = NULL;
    rregexp(v)->x = NULL;
    return v;
}

void
regexp_check(VALUE re)
{
    if (!rregexp(re)->x) rb_raise(rb_eTypeError, "uninitialized Regexp");
}

/* ---- compiling ---- */

const char *
re_stack_limit(void)
{
    return vm_ec->machine_limit;
}

/* Returns the length of the character at p, or 0 if it is broken. */
static size_t
regexp_whole_char(const char *p, const char *end, rb_encoding *enc)
{
    int n = rb_enc_precise_mbclen(p, end, enc);
    return MBCLEN_CHARFOUND_P(n) ? (size_t)MBCLEN_CHARFOUND_LEN(n) : 0;
}

/* Returns the length of the character at p, with the one after it if it is a backslash.  Returns 0 if it is broken. */
static size_t
regexp_whole_unit(const char *p, const char *end, rb_encoding *enc)
{
    size_t n = regexp_whole_char(p, end, enc);
    if (!n || rb_enc_codepoint(p, end, enc) != '\\' || p + n >= end) return n;
    return n + regexp_whole_char(p + n, end, enc);
}

/* Returns whether part of the source does not print where messages go, or ends the literal. */
static bool
regexp_needs_escape_p(VALUE source)
{
    rb_encoding *enc = rb_enc_get(source), *out = rb_default_internal_encoding();
    if (!out) out = rb_default_external_encoding();
    const char *p = RSTRING_PTR(source), *end = RSTRING_END(source);
    while (p < end) {
        size_t n = regexp_whole_unit(p, end, enc);
        if (!n) return true;
        unsigned c = rb_enc_codepoint(p, end, enc);
        if (c == '/' || (c >= 0x80 && enc != out)) return true;
        if (!rb_enc_isprint(c, enc)) return true;
        size_t first = regexp_whole_char(p, end, enc);
        if (n > first && !rb_enc_isprint(rb_enc_codepoint(p + first, end, enc), enc)) return true;
        p += n;
    }
    return false;
}

/* Returns the source for a message, if part of it is not printable.  A character beyond ASCII becomes \uHHHH, or \x{} with all
 * its bytes.  A control character or a broken byte becomes \xHH, and / gets a backslash.  The rest is unchanged. */
static VALUE
regexp_escaped_source(VALUE source)
{
    rb_encoding *enc = rb_enc_get(source);
    const char *p = RSTRING_PTR(source), *end = RSTRING_END(source);
    VALUE text = rb_str_buf_new(end - p);
    while (p < end) {
        size_t n = regexp_whole_unit(p, end, enc);
        unsigned c = n ? rb_enc_codepoint(p, end, enc) : (unsigned char)*p;
        if (n && c == '/') rb_str_cat_cstr(text, "\\");
        if (n && c < 0x80 && (isprint((int)c) || isspace((int)c))) rb_str_cat(text, p, (long)n);
        else if (n && c >= 0x80 && rb_enc_unicode_p(enc)) rb_str_catf(text, c > 0xFFFF ? "\\u{%X}" : "\\u%04X", c);
        else if (n > 1 && c >= 0x80) rb_str_catf(text, "\\x{%X}", c);
        else rb_str_catf(text, "\\x%02X", c);
        p += n ? n : 1;
    }
    RB_GC_GUARD(source);
    return text;
}

/* Appends the source as it is shown to s, whose encoding has no part in it. */
static void
regexp_append_source(VALUE s, VALUE source)
{
    VALUE text = regexp_needs_escape_p(source) ? regexp_escaped_source(source) : source;
    rb_str_buf_cat(s, RSTRING_PTR(text), RSTRING_LEN(text));
    RB_GC_GUARD(text);
}

NORETURN static void
regexp_error(VALUE source, unsigned options, const char *msg)
{
    VALUE s = rb_sprintf("%s: /", msg);
    regexp_append_source(s, source);
    rb_str_catf(s, "/%s%s%s", options & RE_OPT_MULTILINE ? "m" : "", options & RE_OPT_IGNORECASE ? "i" : "",
                options & RE_OPT_EXTENDED ? "x" : "");
    rb_enc_associate(s, rb_enc_get(source));
    rb_exc_raise(rb_exc_new_str(rb_eRegexpError, s));
}

static const char *
regexp_enc_name(int index)
{
    return rb_enc_name(rb_enc_from_index(index));
}

/* Sets has for \d \w \s \h and their opposites, which the caller inverts, and for escaped punctuation.  Returns false for others. */
static bool
regexp_run_escape(char c, bool *has)
{
    switch (c) {
    case 'd':
    case 'D':
        for (int k = '0'; k <= '9'; k++) has[k] = true;
        return true;
    case 's':
    case 'S':
        for (const char *k = " \t\r\n\f\v"; *k; k++) has[(int)*k] = true;
        return true;
    case 'w':
    case 'W':
        for (int k = 0; k < 128; k++) has[k] |= k == '_' || isalnum(k);
        return true;
    case 'h':
    case 'H':
        for (int k = 0; k < 128; k++) has[k] |= isxdigit(k) != 0;
        return true;
    case 'n': has['\n'] = true; return true;
    case 't': has['\t'] = true; return true;
    case 'r': has['\r'] = true; return true;
    }
    if ((uint8_t)c >= 128 || !ispunct((unsigned char)c)) return false;
    has[(int)c] = true;
    return true;
}

/* Reads [...] with ASCII characters, ranges and the escapes above; p is after the bracket.  Returns its end, or NULL for other sets. */
static const char *
regexp_run_bracket(const char *p, const char *e, bool *has)
{
    const char *first = p;
    for (; p < e && *p != ']'; p++) {
        if ((uint8_t)*p >= 128 || *p == '[' || *p == '&' || (*p == '-' && p != first && p + 1 < e && p[1] != ']'))
            return NULL;
        if (*p == '\\') {
            if (++p == e || strchr("DSWH", *p) || !regexp_run_escape(*p, has)) return NULL;
            if (p + 2 < e && p[1] == '-' && p[2] != ']') return NULL;
        } else if (p + 2 < e && p[1] == '-' && p[2] != ']') {
            if ((uint8_t)p[2] >= 128 || p[2] == '\\' || p[2] == '[' || p[2] < p[0]) return NULL;
            for (int k = p[0]; k <= p[2]; k++) has[k] = true;
            p += 2;
        } else has[(int)*p] = true;
    }
    return p < e && p > first ? p + 1 : NULL;
}

/* Returns the run if the pattern is one set of characters, perhaps with +, or NULL.  Such a run is searched without preparing the
 * engine. */
static struct re_run *
regexp_run_parse(VALUE source, unsigned options)
{
    const char *p = str_ptr(source), *e = str_end(source);
    if (options & (RE_OPT_IGNORECASE | RE_OPT_EXTENDED) || e - p < 2) return NULL;
    struct re_run run = {.many = false};
    bool negated;
    if (*p == '\\') {
        if (!strchr("dDsSwWhH", p[1])) return NULL;
        negated = isupper((unsigned char)p[1]) != 0;
        regexp_run_escape(p[1], run.has);
        p += 2;
    } else if (*p == '[') {
        negated = p[1] == '^';
        if (!(p = regexp_run_bracket(p + 1 + negated, e, run.has))) return NULL;
    } else return NULL;
    if (p < e && *p == '+') {
        run.many = true;
        p++;
    }
    if (p != e) return NULL;
    for (int k = 0; negated && k < 256; k++) run.has[k] = !run.has[k];
    struct re_run *r = malloc(sizeof *r);
    if (r) *r = run;
    return r;
}

/* The position of the literal that is being compiled.  path is NULL if a call makes the Regexp. */
static struct literal_place {
    const char *path;
    int line;
} literal_place;

/* Returns the source for a warning.  Bytes that are not printable, newlines among them, become \xhh. */
static VALUE
regexp_warned_source(VALUE source)
{
    rb_encoding *enc = rb_enc_get(source);
    VALUE text = rb_str_buf_new(RSTRING_LEN(source));
    for (const char *p = RSTRING_PTR(source), *end = RSTRING_END(source); p < end;) {
        int n = rb_enc_precise_mbclen(p, end, enc);
        int step = MBCLEN_CHARFOUND_P(n) ? MBCLEN_CHARFOUND_LEN(n) : 1;
        if (step > 1 || isprint((unsigned char)*p)) rb_str_cat(text, p, step);
        else rb_str_catf(text, "\\x%02x", (unsigned char)*p);
        p += step;
    }
    RB_GC_GUARD(source);
    return rb_enc_associate(text, enc);
}

static void
regexp_print_warnings(const struct re_warnings *w, VALUE source, struct literal_place place)
{
    source = regexp_warned_source(source);
    for (int i = 0; i < w->n; i++) {
        if (place.path) rb_compile_warn(place.path, place.line, "%s: /%" PRIsVALUE "/", w->text[i], source);
        else rb_warn("%s: /%" PRIsVALUE "/", w->text[i], source);
    }
}

/* Compiles the pattern.  x belongs to a new Regexp, and only that warns; x is NULL if the pattern is compiled again for another
 * encoding.  Sets *warned to whether there were warnings. */
static struct re_prog *
regexp_compile_for(VALUE source, unsigned options, int enc, struct regexp_extra *x, struct literal_place place, bool *warned)
{
    char err[RE_ERROR_BYTES];
    bool no_memory = false, first = x && !NIL_P(ruby_verbose);
    struct re_warnings warnings = {.verbose = RTEST(ruby_verbose), .n = 0};
    struct re_prog *p = re_engine_compile(str_ptr(source), str_len(source), enc_at(enc), options, first ? &warnings : NULL,
                                          err, &no_memory);
    *warned = warnings.n > 0;
    if (warnings.n) regexp_print_warnings(&warnings, source, place);
    if (!p && no_memory) rb_memerror();
    if (!p) regexp_error(source, options, err);
    if (x) {
        x->literal = re_engine_literal(p, &x->literal_len);
        if (!x->literal && !x->run) x->run = regexp_run_parse(source, options);
    }
    return p;
}

/* Returns the encoding of the Regexp.  Sets RE_OPT_FIXED_ENC in *options if it is fixed, and *prog_enc to the encoding to compile
 * for. */
static int
regexp_settle_encoding(VALUE source, unsigned *options, int *prog_enc)
{
    struct re_facts f;
    char err[RE_ERROR_BYTES];
    int enc = str_enc_index(source);
    *prog_enc = -1;
    if ((*options & RE_OPT_NO_ENC) && enc != ENCI_BINARY && !str_ascii_only(source))
        regexp_error(source, *options, "/.../n has a non escaped non ASCII character in non ASCII-8BIT script");
    bool failed = re_engine_facts(str_ptr(source), str_len(source), enc_at(enc), *options, &f, err);
    if (failed && (*options & RE_OPT_NO_ENC || enc == ENCI_USASCII)) /* escapes above \x7f are bytes there */
        failed = re_engine_facts(str_ptr(source), str_len(source), enc_at(ENCI_BINARY), *options, &f, err);
    if (failed) regexp_error(source, *options, err);
    if (f.unicode) {
        bool other = *options & (RE_OPT_NO_ENC | RE_OPT_FIXED_ENC) && enc != ENCI_UTF8;
        if (!f.non_ascii && (other || (*options & RE_OPT_NO_ENC)))
            regexp_error(source, *options, "incompatible character encoding");
        if (enc != ENCI_UTF8 && f.non_ascii) regexp_error(source, *options, "UTF-8 character in non UTF-8 regexp");
        *options |= RE_OPT_FIXED_ENC;
        return ENCI_UTF8;
    }
    if (enc == ENCI_USASCII && f.non_ascii) *prog_enc = ENCI_BINARY;
    if (f.property) { /* what a property has depends on the encoding */
        *options |= RE_OPT_FIXED_ENC;
        return *options & RE_OPT_NO_ENC ? ENCI_BINARY : enc;
    }
    if (*options & RE_OPT_NO_ENC) {
        if (!f.non_ascii) return ENCI_USASCII;
        *options |= RE_OPT_FIXED_ENC;
        return ENCI_BINARY;
    }
    if (*options & RE_OPT_FIXED_ENC) return enc;
    if (f.non_ascii) {
        if (enc == ENCI_USASCII) return enc;
        *options |= RE_OPT_FIXED_ENC;
        return enc;
    }
    return rb_enc_asciicompat(rb_enc_from_index(enc)) ? ENCI_USASCII : enc;
}

/* Fills what all Regexps made of a source have; gives v its encoding and options. */
static struct regexp_extra *
regexp_begin(VALUE v, int prog_enc)
{
    struct regexp_extra *x = gc_raw_calloc(1, sizeof *x);
    rregexp(v)->x = x;
    gc_own(v);
    x->timeout_ns = -1;
    x->prog_enc = prog_enc;
    return x;
}

static void
regexp_end(VALUE v, unsigned options, int enc)
{
    obj_hdr(v)->flags = (obj_hdr(v)->flags & ~(63u << REGEXP_OPT_SHIFT) & ~STR_ENC_MASK) | options << REGEXP_OPT_SHIFT |
                        (uint32_t)enc << STR_ENC_SHIFT | REGEXP_INITIALIZED;
}

/* Returns source as the Regexp has it, in the Regexp's encoding. */
static VALUE
regexp_source_in(VALUE source, int enc)
{
    if (str_enc_index(source) == enc) return source;
    return rb_str_new_frozen(rb_enc_associate_index(rb_str_dup(source), enc));
}

/* Makes v of a pattern whose program is there (RECENT-1). */
static void
regexp_setup_recent(VALUE v, VALUE source, const struct re_recent *recent)
{
    struct re_recent r = *recent; /* what is allocated below may collect, and a finalizer may make Regexps */
    r.prog = re_engine_share(r.prog);
    rregexp(v)->prog = r.prog;
    struct re_run *run = r.run ? malloc(sizeof *run) : NULL;
    if (run) *run = *r.run;
    struct regexp_extra *x = regexp_begin(v, r.prog_enc);
    x->literal = re_engine_literal(r.prog, &x->literal_len);
    x->run = run; /* NULL if there was no memory: the engine finds the same */
    obj_write(v, &rregexp(v)->source, regexp_source_in(source, r.enc));
    regexp_end(v, r.options, r.enc);
}

static void
regexp_setup(VALUE v, VALUE source, unsigned options)
{
    struct literal_place place = literal_place;
    literal_place.path = NULL;
    source = rb_str_new_frozen(source);
    bool literal = place.path; /* compiled once, and kept by its code */
    const struct re_recent *recent = literal ? NULL : re_recent_find(source, options);
    if (recent) {
        regexp_setup_recent(v, source, recent);
        return;
    }
    if (str_scan_cr(source) == STR_CR_BROKEN && str_enc_index(source) != ENCI_BINARY) {
        regexp_error(source, options, "invalid multibyte character");
    }
    unsigned given = options;
    int prog_enc, enc = regexp_settle_encoding(source, &options, &prog_enc);
    struct regexp_extra *x = regexp_begin(v, prog_enc >= 0 ? prog_enc : enc == ENCI_USASCII ? ENCI_UTF8 : enc);
    obj_write(v, &rregexp(v)->source, regexp_source_in(source, enc));
    bool warned;
    rregexp(v)->prog = regexp_compile_for(source, options, x->prog_enc, x, place,
                                          &warned); /* messages: in its own encoding */
    regexp_end(v, options, enc);
    if (!warned && !literal) re_recent_add(v, source, given);
    RB_GC_GUARD(source);
}

/* Self becomes what other is: the program is shared, the time-out is not. */
static void
regexp_setup_as(VALUE self, VALUE other)
{
    struct rregexp *r = rregexp(self), *from = rregexp(other);
    struct regexp_extra *x = gc_raw_calloc(1, sizeof *x);
    r->x = x;
    gc_own(self);
    x->timeout_ns = -1;
    x->prog_enc = from->x->prog_enc;
    x->literal = from->x->literal;
    x->literal_len = from->x->literal_len;
    if (from->x->run) {
        x->run = gc_raw_calloc(1, sizeof *x->run);
        *x->run = *from->x->run;
    }
    r->prog = re_engine_share(from->prog);
    obj_write(self, &r->source, from->source);
    uint32_t same = 63u << REGEXP_OPT_SHIFT | STR_ENC_MASK | REGEXP_INITIALIZED;
    obj_hdr(self)->flags = (obj_hdr(self)->flags & ~same) | (obj_hdr(other)->flags & same);
}

VALUE
regexp_new(VALUE source, unsigned options, VALUE klass)
{
    VALUE v = regexp_s_alloc(klass);
    regexp_setup(v, source, options);
    return v;
}

VALUE
rb_reg_new_str(VALUE source, int options)
{
    VALUE v = regexp_new(source, (unsigned)options & 63, rb_cRegexp);
    obj_hdr(v)->flags |= REGEXP_LITERAL | HDR_FROZEN;
    return v;
}

VALUE
regexp_new_literal(VALUE source, int options, const char *path, int line)
{
    literal_place = (struct literal_place){path, line};
    return rb_reg_new_str(source, options);
}

VALUE
rb_reg_new(const char *p, long len, int options)
{
    return regexp_new(rb_usascii_str_new(p, len), (unsigned)options & 63, rb_cRegexp);
}

VALUE
rb_enc_reg_new(const char *p, long len, rb_encoding *enc, int options)
{
    return regexp_new(rb_enc_str_new(p, len, enc), (unsigned)options & 63, rb_cRegexp);
}

VALUE
rb_reg_regcomp(VALUE str)
{
    return regexp_new(str, 0, rb_cRegexp);
}

VALUE
rb_reg_alloc(void)
{
    return regexp_s_alloc(rb_cRegexp);
}

VALUE
rb_reg_init_str(VALUE re, VALUE source, int options)
{
    regexp_setup(re, source, (unsigned)options & 63);
    return re;
}

/* The encoding that a part's characters fix, or -1; an escape may not go over the end of a part.  Raises error where it is wrong. */
static int
regexp_part_encoding(VALUE part, int options, VALUE error)
{
    struct re_facts facts;
    char err[RE_ERROR_BYTES];
    int enc = str_enc_index(part);
    bool binary = (options & RE_OPT_NO_ENC) || enc == ENCI_USASCII;
    bool ascii = str_ascii_only(part);
    if (ascii && !memchr(str_ptr(part), '\\', str_len(part))) return -1;
    if ((options & RE_OPT_NO_ENC) && !ascii && enc != ENCI_BINARY) {
        rb_raise(rb_eRegexpError, "/.../n has a non escaped non ASCII character in non ASCII-8BIT script");
    }
    const struct enc *of = binary ? enc_at(ENCI_BINARY) : str_enc(part);
    if (re_engine_facts(str_ptr(part), str_len(part), of, (unsigned)options & 63, &facts, err)) {
        if (error == rb_eRegexpError) regexp_error(part, (unsigned)options & 63, err);
        rb_raise(error, "%s", err);
    }
    if (facts.unicode && facts.non_ascii && enc != ENCI_UTF8) rb_raise(error, "non ASCII character in UTF-8 regexp");
    if (facts.unicode) return ENCI_UTF8;
    if (!facts.non_ascii || (enc == ENCI_USASCII && !(options & RE_OPT_NO_ENC))) return -1;
    return binary ? ENCI_BINARY : enc;
}

void
regexp_check_part(VALUE part, int options)
{
    regexp_part_encoding(part, options, rb_eRegexpError);
}

/* Returns the Regexp of /a#{b}c/.  The parts are Strings; an interpolated Regexp is its to_s.  An encoding in options is above
 * bit 8. */
VALUE
re_new_from_parts(const VALUE *parts, size_t n, int options)
{
    int fixed = -1;
    for (size_t i = 0; i < n; i++) {
        int own = regexp_part_encoding(parts[i], options, rb_eArgError);
        if (own >= 0 && fixed >= 0 && own != fixed) {
            rb_raise(rb_eRegexpError, "encoding mismatch in dynamic regexp : %s and %s", regexp_enc_name(fixed),
                     regexp_enc_name(own));
        }
        if (own >= 0) fixed = own;
    }
    VALUE src = n == 1 ? parts[0] : str_concat_n(parts, n);
    int wanted = fixed >= 0 ? fixed : str_enc_index(parts[0]);
    if (str_enc_index(src) != wanted && str_ascii_only(src)) src = rb_enc_associate_index(rb_str_dup(src), wanted);
    int enc = options & RE_OPT_NO_ENC ? ENCI_BINARY + 1 : options >> 8; /* //n: escapes above 0x7f are bytes */
    if (enc && str_enc_index(src) != enc - 1 && str_ascii_only(src)) src = rb_enc_associate_index(rb_str_dup(src), enc - 1);
    return rb_reg_new_str(src, options & 63);
}

/* ---- which program ---- */

static const char *
regexp_shown_name(int index)
{
    return index == ENCI_BINARY ? "BINARY (ASCII-8BIT)" : regexp_enc_name(index);
}

NORETURN static void
incompatible(VALUE re, VALUE str)
{
    rb_raise(rb_eEncCompatError, "incompatible encoding regexp match (%s regexp with %s string)",
             regexp_shown_name(str_enc_index(re)), regexp_shown_name(str_enc_index(str)));
}

struct re_prog *
regexp_prog_for(VALUE re, VALUE str)
{
    struct rregexp *r = rregexp(re);
    struct regexp_extra *x = r->x;
    int se = str_enc_index(str), re_enc = str_enc_index(re);
    unsigned cr = str_cr(str) ? str_cr(str) : str_scan_cr(str);
    if (LIKELY(cr == STR_CR_7BIT && se <= ENCI_USASCII)) {
        if (LIKELY(re_enc <= ENCI_USASCII)) return r->prog;
        if (!rb_enc_asciicompat(rb_enc_from_index(re_enc))) incompatible(re, str);
    }
    if (cr == STR_CR_BROKEN) {
        rb_raise(rb_eArgError, "invalid byte sequence in %s", regexp_enc_name(se));
    }
    if ((regexp_options(re) & RE_OPT_NO_ENC) && re_enc == ENCI_USASCII && se != ENCI_BINARY && cr != STR_CR_7BIT)
        rb_warn("historical binary regexp match /.../n against %s string", regexp_enc_name(se));
    if (se == x->prog_enc && (se == re_enc || (re_enc == ENCI_USASCII && !(regexp_options(re) & RE_OPT_FIXED_ENC))))
        return r->prog;
    if (regexp_options(re) & RE_OPT_FIXED_ENC) {
        if (se != re_enc && (!rb_enc_asciicompat(rb_enc_from_index(se)) || cr != STR_CR_7BIT)) incompatible(re, str);
        return r->prog;
    }
    if (re_enc != ENCI_USASCII && se != re_enc && cr != STR_CR_7BIT) {
        incompatible(re, str);
    }
    if (!rb_enc_asciicompat(rb_enc_from_index(se)) && se != re_enc) incompatible(re, str);
    if (cr == STR_CR_7BIT || se == x->prog_enc) return r->prog;
    if (x->other && x->other_enc == se) return x->other;
    VALUE src = rb_enc_associate_index(rb_str_dup(r->source), se);
    struct re_facts facts;
    char err[RE_ERROR_BYTES];
    if (re_engine_facts(str_ptr(src), str_len(src), enc_at(se), regexp_options(re), &facts, err))
        rb_raise(rb_eArgError, "regexp preprocess failed: %s", err);
    bool warned;
    struct re_prog *p = regexp_compile_for(src, regexp_options(re), se, NULL, (struct literal_place){NULL, 0}, &warned);
    re_engine_free(x->other);
    x->other = p;
    x->other_enc = se;
    return p;
}

/* ---- searching ---- */

/* A search while it runs.  Its text is copied if it pauses, because other threads could change the String. */
struct running {
    struct re_text text;  /* first: what the engine hands back */
    VALUE str, held;      /* held: the owner of the bytes once the search has paused, or 0 */
    int64_t since, limit; /* ns on CLOCK_MONOTONIC; limit -1: none */
    int state;            /* of rb_protect */
};

static int64_t
regexp_now_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static VALUE
regexp_pause_body(VALUE p)
{
    struct running *r = (struct running *)p;
    if (!r->held) { /* other threads will run: they may change str, not this */
        r->held = obj_frozen(r->str) ? r->str : rb_str_new_frozen(r->str);
        r->text.str = str_ptr(r->held);
    }
    rb_thread_check_ints();
    if (r->limit >= 0 && regexp_now_ns() - r->since > r->limit) rb_raise(eTimeout, "regexp match timeout");
    return Qnil;
}

static bool
regexp_pause_search(struct re_text *text)
{
    struct running *r = (struct running *)text;
    rb_protect(regexp_pause_body, (VALUE)r, &r->state);
    return r->state == 0;
}

static struct running
regexp_running_of(VALUE re, VALUE str)
{
    int64_t own = rregexp(re)->x->timeout_ns, limit = own >= 0 ? own : default_timeout_ns;
    return (struct running){
        {str_ptr(str), str_len(str), regexp_pause_search, NULL}, str, 0, limit >= 0 ? regexp_now_ns() : 0, limit, 0};
}

/* Returns whether the result `at` of the engine is a match.  Raises if the search was stopped or had no memory. */
static bool
regexp_answered(intptr_t at, VALUE re, const struct running *r)
{
    if (UNLIKELY(at == RE_STOPPED)) rb_jump_tag(r->state);
    if (UNLIKELY(at == RE_NO_MEMORY)) regexp_error(rregexp(re)->source, regexp_options(re), "failed to allocate memory");
    return at >= 0;
}

/* A MatchData with room for count groups; reuses *match if it is private and fits. */
static VALUE
regexp_match_make(VALUE re, VALUE str, int count, VALUE old)
{
    if (old && old != Qnil && val_type_p(old, T_MATCH) && !rmatch(old)->busy && rmatch(old)->count == count) {
        obj_write(old, &rmatch(old)->str, str);
        obj_write(old, &rmatch(old)->regexp, re);
        return old;
    }
    return match_alloc(rb_cMatch, str, re, count);
}

static VALUE
regexp_frozen_subject(VALUE str)
{
    return obj_frozen(str) && str_cr(str) ? str : rb_str_new_frozen(str);
}

static void
regexp_match_fill(VALUE *match, VALUE re, VALUE str, const struct re_offsets *o)
{
    VALUE m = regexp_match_make(re, regexp_frozen_subject(str), o->count, *match);
    int64_t *at = match_at(m);
    for (int i = 0; i < o->count; i++) {
        at[2 * i] = o->beg[i];
        at[2 * i + 1] = o->end[i];
    }
    *match = m;
}

static void
regexp_match_fill_span(VALUE *match, VALUE re, VALUE str, struct re_span s)
{
    VALUE m = regexp_match_make(re, regexp_frozen_subject(str), 1, *match);
    match_at(m)[0] = (int64_t)s.begin;
    match_at(m)[1] = (int64_t)s.end;
    *match = m;
}

static struct re_offsets scratch; /* filled and read without anything in between that could search */

static bool
regexp_literal_search(VALUE re, VALUE str, size_t from, bool backward, struct re_span *s)
{
    struct regexp_extra *x = rregexp(re)->x;
    const char *p = str_ptr(str), *hit;
    size_t len = str_len(str), n = x->literal_len;
    if (backward) {
        if (n > len) return false;
        for (size_t at = from < len - n ? from : len - n;; at--) {
            if (memcmp(p + at, x->literal, n) == 0) {
                *s = (struct re_span){at, at + n};
                return true;
            }
            if (at == 0) return false;
        }
    }
    if (from > len) return false;
    hit = n == 1 ? memchr(p + from, x->literal[0], len - from) : mem_find(p + from, len - from, x->literal, n);
    if (!hit) return false;
    *s = (struct re_span){(size_t)(hit - p), (size_t)(hit - p) + n};
    return true;
}

/* mem_find finds characters only where bytes cannot be part of another: ASCII text, or UTF-8. */
static bool
regexp_literal_ok(VALUE re, VALUE str)
{
    struct regexp_extra *x = rregexp(re)->x;
    if (!x->literal) return false;
    int se = str_enc_index(str);
    return se == ENCI_UTF8 || se == ENCI_USASCII || (se == ENCI_BINARY && str_cr(str) == STR_CR_7BIT);
}

/* Sets know ASCII only; what is above counts as whole characters, which broken text does not consist of. */
static bool
regexp_run_ok(VALUE re, VALUE str)
{
    if (!rregexp(re)->x->run) return false;
    int se = str_enc_index(str);
    if (se != ENCI_UTF8 && se != ENCI_USASCII && se != ENCI_BINARY) return false;
    unsigned cr = str_cr_known(str);
    return cr == STR_CR_7BIT || (cr == STR_CR_VALID && se == ENCI_UTF8);
}

static bool
regexp_run_search(VALUE re, VALUE str, size_t from, struct re_span *s)
{
    const struct re_run *run = rregexp(re)->x->run;
    const uint8_t *p = (const uint8_t *)str_ptr(str);
    size_t len = str_len(str), at = from;
    while (at < len && !run->has[p[at]]) at++;
    if (at == len) return false;
    s->begin = at++;
    if (run->many)
        while (at < len && run->has[p[at]]) at++;
    else
        while (at < len && (p[at] & 0xc0) == 0x80) at++;
    s->end = at;
    return true;
}

bool
re_search(VALUE re, VALUE str, size_t from, bool backward, struct re_span *span, VALUE *match)
{
    regexp_check(re);
    size_t len = str_len(str);
    if (from > len) return false;
    struct re_prog *p = regexp_prog_for(re, str);
    struct re_span s;
    if (regexp_literal_ok(re, str) && !(backward && str_cr(str) != STR_CR_7BIT)) {
        if (!regexp_literal_search(re, str, from, backward, &s)) return false;
        if (span) *span = s;
        if (match) regexp_match_fill_span(match, re, str, s);
        return true;
    }
    if (!backward && regexp_run_ok(re, str)) {
        if (!regexp_run_search(re, str, from, &s)) return false;
        if (span) *span = s;
        if (match) regexp_match_fill_span(match, re, str, s);
        return true;
    }
    struct running r = regexp_running_of(re, str);
    bool found = regexp_answered(re_engine_search(p, &r.text, from, backward, span || match ? &scratch : NULL), re, &r);
    RB_GC_GUARD(str);
    RB_GC_GUARD(re);
    if (!found) return false;
    if (!span && !match) return true;
    s = (struct re_span){(size_t)scratch.beg[0], (size_t)scratch.end[0]};
    if (span) *span = s;
    if (match) regexp_match_fill(match, re, str, &scratch);
    return true;
}

bool
re_match_at(VALUE re, VALUE str, size_t at, struct re_span *span, VALUE *match)
{
    regexp_check(re);
    if (at > str_len(str)) return false;
    struct re_prog *p = regexp_prog_for(re, str);
    struct running r = regexp_running_of(re, str);
    bool found = regexp_answered(re_engine_match(p, &r.text, at, &scratch), re, &r);
    RB_GC_GUARD(str);
    RB_GC_GUARD(re);
    if (!found) return false;
    if (span) *span = (struct re_span){(size_t)scratch.beg[0], (size_t)scratch.end[0]};
    if (match) regexp_match_fill(match, re, str, &scratch);
    return true;
}

VALUE
re_match_literal(VALUE pat, VALUE str, size_t begin)
{
    VALUE m = 0;
    regexp_match_fill_span(&m, rb_str_new_frozen(pat), str, (struct re_span){begin, begin + str_len(pat)});
    return m;
}

VALUE
re_match_of_offsets(VALUE re, VALUE str, int count, const int64_t *offsets)
{
    VALUE m = regexp_match_make(re, regexp_frozen_subject(str), count, 0);
    memcpy(match_at(m), offsets, sizeof(int64_t) * 2 * (size_t)count);
    return m;
}

void
re_publish(VALUE match)
{
    rmatch(match)->busy = 1;
    rb_backref_set(match);
}

void
re_publish_nil(void)
{
    rb_backref_set(Qnil);
}

VALUE
re_from_pattern(VALUE pat)
{
    if (val_regexp_p(pat)) return pat;
    VALUE s = rb_check_string_type(pat);
    if (s == Qnil) rb_raise(rb_eTypeError, "wrong argument type %s (expected Regexp)", class_in_message(pat));
    return regexp_new(s, 0, rb_cRegexp);
}

/* ---- names ---- */

bool
re_blank_p(VALUE re)
{
    VALUE source = rregexp(re)->source;
    return str_len(source) == 1 && *str_ptr(source) == ' ';
}

bool
re_empty_p(VALUE re)
{
    regexp_check(re);
    return str_len(rregexp(re)->source) == 0;
}

unsigned
re_group_count(VALUE re)
{
    regexp_check(re);
    return (unsigned)re_engine_groups(rregexp(re)->prog);
}

VALUE
regexp_names(VALUE re)
{
    regexp_check(re);
    struct regexp_extra *x = rregexp(re)->x;
    if (x->names) return x->names;
    VALUE a = ary_new();
    const char *name;
    size_t len;
    const int *groups;
    for (int i = 0, n; re_engine_name(rregexp(re)->prog, i, &name, &len, &groups, &n); i++)
        ary_push(a, str_fstring_cstr(name, len, ENCI_UTF8));
    obj_write(re, &x->names, a);
    return a;
}

bool
re_named_p(VALUE re)
{
    const char *name;
    size_t len;
    const int *groups;
    int n;
    regexp_check(re);
    return re_engine_name(rregexp(re)->prog, 0, &name, &len, &groups, &n);
}

int
regexp_name_groups(VALUE re, const char *name, size_t len, const int **groups)
{
    return re_engine_name_groups(rregexp(re)->prog, name, len, groups);
}

/* ---- quoting, inspecting ---- */

/* Returns the character after the backslash in the escape of c, or 0 if a pattern needs no escape for c. */
static char
regexp_quoted_as(uint32_t c)
{
    static const char blanks[] = "\n\t\r\f\v", letters[] = "ntrfv";
    if (c == 0 || c >= 0x80) return 0;
    const char *blank = strchr(blanks, (int)c);
    if (blank) return letters[blank - blanks];
    return strchr(" []{}()|-*.\\?+^$#", (int)c) ? (char)c : 0;
}

/* For an encoding of wide characters, whose backslash is wide too. */
static VALUE
regexp_quote_wide(VALUE str)
{
    const struct enc *enc = str_enc(str);
    const char *p = str_ptr(str), *e = str_end(str);
    VALUE out = str_buf_new(str_len(str) * 2);
    rb_enc_associate_index(out, str_enc_index(str));
    for (int n; p < e; p += n) {
        n = enc_precise_len(enc, p, e);
        uint32_t c = n > 0 ? enc_decode(enc, p, e) : 0;
        if (n <= 0) n = rb_enc_mbclen(p, e, rb_enc_get(str));
        char as = regexp_quoted_as(c), wide[8];
        if (as) {
            str_append_bytes(out, wide, (size_t)enc_encode(enc, '\\', wide));
            str_append_bytes(out, wide, (size_t)enc_encode(enc, (uint8_t)as, wide));
        } else str_append_bytes(out, p, (size_t)n);
    }
    RB_GC_GUARD(str);
    return out;
}

VALUE
regexp_quote(VALUE str)
{
    if (!enc_ascii_compat_p(str_enc(str)) && !rb_enc_dummy_p(rb_enc_get(str))) return regexp_quote_wide(str);
    const char *p = str_ptr(str), *e = p + str_len(str);
    bool ascii = str_ascii_only(str);
    VALUE out = str_buf_new(str_len(str) + 16);
    rb_enc_associate_index(out, ascii ? ENCI_USASCII : str_enc_index(str));
    for (; p < e; p++) {
        if (!ascii && (unsigned char)*p >= 0x80) {
            int n = rb_enc_mbclen(p, e, rb_enc_get(str));
            str_append_bytes(out, p, (size_t)n);
            p += n - 1;
            continue;
        }
        char as = regexp_quoted_as((unsigned char)*p);
        if (as) str_append_bytes(out, "\\", 1);
        str_append_bytes(out, as ? &as : p, 1);
    }
    RB_GC_GUARD(str);
    return out;
}

VALUE
rb_reg_quote(VALUE str)
{
    return regexp_quote(str);
}

/*
 * Returns the source for to_s: control characters and broken bytes as \xHH, and / as \/ if escape_slash is set.  As in CRuby, what is
 * put in are bytes, also where the characters of the encoding are wider.
 */
static VALUE
regexp_inspect_source(VALUE src, bool escape_slash)
{
    const char *p = str_ptr(src), *e = p + str_len(src);
    VALUE out = str_buf_new(str_len(src));
    rb_enc_associate_index(out, str_ascii_only(src) ? ENCI_USASCII : str_enc_index(src));
    rb_encoding *enc = rb_enc_get(src);
    while (p < e) {
        size_t n = regexp_whole_unit(p, e, enc);
        unsigned c = n ? rb_enc_codepoint(p, e, enc) : (unsigned char)*p;
        if (n && c == '/' && escape_slash) str_append_bytes(out, "\\", 1);
        if (!n || (c < 0x80 && !isprint((int)c) && !isspace((int)c))) {
            char hex[8];
            snprintf(hex, sizeof hex, "\\x%02X", c);
            str_append_bytes(out, hex, 4);
        } else {
            str_append_bytes(out, p, n);
        }
        p += n ? n : 1;
    }
    RB_GC_GUARD(src);
    return out;
}

static void
regexp_append_options(VALUE s, unsigned o)
{
    if (o & RE_OPT_MULTILINE) rb_str_cat_cstr(s, "m");
    if (o & RE_OPT_IGNORECASE) rb_str_cat_cstr(s, "i");
    if (o & RE_OPT_EXTENDED) rb_str_cat_cstr(s, "x");
}

static VALUE
regexp_m_inspect(VALUE re)
{
    if (!rregexp(re)->x) return rb_any_to_s(re);
    VALUE s = rb_str_new_cstr("/");
    regexp_append_source(s, rregexp(re)->source);
    rb_str_cat_cstr(s, "/");
    regexp_append_options(s, regexp_options(re));
    if (regexp_options(re) & RE_OPT_NO_ENC) rb_str_cat_cstr(s, "n");
    rb_encoding *enc = rb_enc_get(re);
    rb_enc_associate(s, rb_enc_asciicompat(enc) ? enc : rb_usascii_encoding());
    return s;
}

/* Reads the letters of (?mix-mix at p, up to ) or :.  Returns false if there are other letters. */
static bool
regexp_read_options(const char *p, size_t len, size_t *at, unsigned *options)
{
    bool minus = false;
    for (; *at < len && p[*at] != ':' && p[*at] != ')'; ++*at) {
        char c = p[*at];
        unsigned bit = c == 'm' ? RE_OPT_MULTILINE : c == 'i' ? RE_OPT_IGNORECASE : c == 'x' ? RE_OPT_EXTENDED : 0;
        if (c == '-' && !minus) minus = true;
        else if (!bit) return false;
        else *options = minus ? *options & ~bit : *options | bit;
    }
    return *at < len;
}

static bool
regexp_compiles_p(VALUE re, VALUE source, unsigned options)
{
    char err[RE_ERROR_BYTES];
    bool no_memory;
    const struct enc *enc = enc_at(rregexp(re)->x->prog_enc);
    struct re_prog *prog = re_engine_compile(str_ptr(source), str_len(source), enc, options, NULL, err, &no_memory);
    re_engine_free(prog);
    return prog != NULL;
}

/* The source without options that stand for all of it, which come to *options: (?i)a, (?i:a). */
static VALUE
regexp_without_options(VALUE re, unsigned *options)
{
    VALUE src = rregexp(re)->source;
    for (;;) {
        const char *p = str_ptr(src);
        size_t len = str_len(src), at = 2;
        unsigned on = *options;
        if (len < 4 || p[0] != '(' || p[1] != '?' || !regexp_read_options(p, len, &at, &on)) return src;
        if (p[at] == ')') {
            src = rb_str_subseq(src, (long)at + 1, (long)(len - at - 1));
            *options = on;
            continue;
        }
        if (p[len - 1] != ')') return src;
        VALUE inner = rb_str_subseq(src, (long)at + 1, (long)(len - at - 2));
        if (!regexp_compiles_p(re, inner, on)) return src;
        *options = on;
        return inner;
    }
}

/* (?-mix:source); a slash as \/, if wanted. */
static VALUE
regexp_to_s(VALUE re, bool escape_slash)
{
    regexp_check(re);
    unsigned o = regexp_options(re) & 7;
    int enc = str_enc_index(rregexp(re)->source);
    bool wide = !rb_enc_asciicompat(rb_enc_from_index(enc));
    VALUE src = wide ? rregexp(re)->source : regexp_without_options(re, &o), s = rb_usascii_str_new_cstr("(?");
    regexp_append_options(s, o);
    if (o != 7) {
        rb_str_cat_cstr(s, "-");
        if (!(o & RE_OPT_MULTILINE)) rb_str_cat_cstr(s, "m");
        if (!(o & RE_OPT_IGNORECASE)) rb_str_cat_cstr(s, "i");
        if (!(o & RE_OPT_EXTENDED)) rb_str_cat_cstr(s, "x");
    }
    rb_str_cat_cstr(s, ":");
    VALUE end = rb_usascii_str_new_cstr(")");
    if (wide) {
        VALUE to = rb_enc_from_encoding(rb_enc_from_index(enc));
        s = rb_str_encode(s, to, 0, Qnil);
        src = regexp_inspect_source(src, escape_slash);
        str_append_bytes(s, str_ptr(src), str_len(src));
        RB_GC_GUARD(src);
        return rb_str_append(s, rb_str_encode(end, to, 0, Qnil));
    }
    rb_enc_associate_index(s, enc);
    rb_str_append(s, regexp_inspect_source(src, escape_slash));
    return rb_str_append(s, end);
}

static VALUE
regexp_m_to_s(VALUE re)
{
    return regexp_to_s(re, true);
}

/* ---- the class ---- */

static int64_t
regexp_timeout_arg(VALUE v)
{
    if (v == Qnil) return -1;
    double d = NUM2DBL(v);
    if (d <= 0) rb_raise(rb_eArgError, "invalid timeout: %" PRIsVALUE, v);
    double ns = d * 1e9;
    return ns < (double)INT64_MAX ? (int64_t)ns : INT64_MAX; /* NaN too */
}

/* Returns a timeout as a Ruby value.  INT64_MAX stands for CRuby's longest. */
static VALUE
regexp_timeout_value(int64_t ns)
{
    if (ns < 0) return Qnil;
    return DBL2NUM(ns == INT64_MAX ? (double)UINT64_MAX / 1e9 : (double)ns / 1e9);
}

static unsigned
regexp_options_arg(VALUE v)
{
    if (v == Qnil || v == Qfalse) return 0;
    if (v == Qtrue) return RE_OPT_IGNORECASE;
    if (RB_INTEGER_TYPE_P(v)) return (unsigned)NUM2INT(v) & 63;
    if (val_type_p(v, T_STRING)) {
        unsigned o = 0;
        const char *p = StringValueCStr(v);
        for (; *p; p++) {
            if (*p == 'i') o |= RE_OPT_IGNORECASE;
            else if (*p == 'm') o |= RE_OPT_MULTILINE;
            else if (*p == 'x') o |= RE_OPT_EXTENDED;
            else rb_raise(rb_eArgError, "unknown regexp option: %" PRIsVALUE, v);
        }
        return o;
    }
    rb_warn("expected true or false as ignorecase: %" PRIsVALUE, rb_inspect(v));
    return RE_OPT_IGNORECASE;
}

static VALUE
regexp_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE src, opt, kw, timeout = Qnil;
    rb_scan_args(argc, argv, "11:", &src, &opt, &kw);
    if (obj_frozen(self) && rregexp(self)->x) rb_error_frozen_object(self);
    if (rregexp(self)->x) rb_raise(rb_eTypeError, "already initialized regexp");
    if (kw != Qnil) {
        timeout = hash_get(kw, ID2SYM(rb_intern("timeout")));
        if (timeout == Qundef) timeout = Qnil;
    }
    if (val_regexp_p(src)) {
        if (argc > 1 && opt != Qnil) rb_warn("flags ignored");
        regexp_check(src);
        regexp_setup_as(self, src);
    } else {
        StringValue(src);
        regexp_setup(self, src, regexp_options_arg(opt));
    }
    rregexp(self)->x->timeout_ns = regexp_timeout_arg(timeout);
    return self;
}

static VALUE
regexp_m_initialize_copy(VALUE self, VALUE other)
{
    if (self == other) return self;
    rb_check_frozen(self);
    if (!val_regexp_p(other)) rb_raise(rb_eTypeError, "wrong argument type");
    regexp_check(other);
    if (rregexp(self)->x) rb_raise(rb_eTypeError, "already initialized regexp");
    regexp_setup_as(self, other);
    return self;
}

static VALUE
regexp_quote_arg(VALUE v)
{
    if (rb_type(v) == T_SYMBOL) return sym_name(v);
    StringValue(v);
    return v;
}

static VALUE
regexp_s_quote(VALUE klass, VALUE v)
{
    (void)klass;
    return regexp_quote(regexp_quote_arg(v));
}

static VALUE
regexp_s_try_convert(VALUE klass, VALUE v)
{
    (void)klass;
    return rb_check_convert_type(v, T_REGEXP, "Regexp", "to_regexp");
}

static VALUE
regexp_union_source(VALUE v)
{
    VALUE re = regexp_s_try_convert(rb_cRegexp, v);
    return re != Qnil ? regexp_to_s(re, false) : regexp_quote(regexp_quote_arg(v));
}

/* Encodings met so far. */
struct union_enc {
    int fixed;  /* that text beyond ASCII, or a Regexp of its own, is bound to; -1 */
    int wide;   /* not compatible with ASCII; -1 */
    bool ascii; /* something that goes with any but a wide one */
};

NORETURN static void
union_clash(int a, int b)
{
    rb_raise(rb_eArgError, "incompatible encodings: %s and %s", regexp_enc_name(a), regexp_enc_name(b));
}

static VALUE
regexp_union_note(struct union_enc *u, VALUE v)
{
    VALUE re = regexp_s_try_convert(rb_cRegexp, v), s = re != Qnil ? re : rb_str_to_str(v);
    int enc = str_enc_index(s);
    bool free = re != Qnil ? enc == ENCI_USASCII && !(regexp_options(re) & RE_OPT_FIXED_ENC) : str_ascii_only(s);
    if (!rb_enc_asciicompat(rb_enc_from_index(enc))) {
        if (u->wide >= 0 && u->wide != enc) union_clash(u->wide, enc);
        if (u->fixed >= 0) union_clash(enc, u->fixed);
        u->wide = enc;
    } else if (free) {
        u->ascii = true;
    } else {
        if (u->wide >= 0) union_clash(u->wide, enc);
        if (u->fixed >= 0 && u->fixed != enc) union_clash(u->fixed, enc);
        u->fixed = enc;
    }
    if (u->ascii && u->wide >= 0) rb_raise(rb_eArgError, "ASCII incompatible encoding: %s", regexp_enc_name(u->wide));
    return s;
}

static VALUE
regexp_s_union(int argc, VALUE *argv, VALUE klass)
{
    VALUE list = argc == 1 && rb_check_array_type(argv[0]) != Qnil ? rb_check_array_type(argv[0])
                                                                   : ary_new_from(argv, (size_t)argc);
    size_t n = ary_len(list);
    if (n == 0) return rb_class_new_instance(1, (VALUE[]){rb_str_new_cstr("(?!)")}, klass);
    if (n == 1) {
        VALUE re = regexp_s_try_convert(rb_cRegexp, ary_at(list, 0));
        if (re != Qnil) return re;
        VALUE q = regexp_quote(regexp_quote_arg(ary_at(list, 0)));
        return rb_class_new_instance(1, &q, klass);
    }
    struct union_enc u = {-1, -1, false};
    list = ary_dup(list); /* converted, each once */
    for (size_t i = 0; i < n; i++) ary_store(list, (intptr_t)i, regexp_union_note(&u, ary_at(list, i)));
    int enc = u.wide >= 0 ? u.wide : u.fixed >= 0 ? u.fixed : ENCI_USASCII;
    VALUE s = str_new(NULL, 0, enc), bar = rb_usascii_str_new("|", 1);
    if (u.wide >= 0) bar = rb_str_encode(bar, rb_enc_from_encoding(rb_enc_from_index(enc)), 0, Qnil);
    for (size_t i = 0; i < n; i++) {
        VALUE part = regexp_union_source(ary_at(list, i));
        if (i) rb_str_buf_append(s, bar);
        rb_str_buf_append(s, part);
    }
    return rb_class_new_instance(1, &s, klass);
}

static VALUE
regexp_s_last_match(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    rb_check_arity(argc, 0, 1);
    VALUE m = rb_backref_get();
    if (argc == 0 || m == Qnil) return m;
    return rb_reg_nth_match(rb_reg_backref_number(m, argv[0]), m);
}

static VALUE
regexp_s_timeout(VALUE klass)
{
    (void)klass;
    return regexp_timeout_value(default_timeout_ns);
}

static VALUE
regexp_s_set_timeout(VALUE klass, VALUE v)
{
    (void)klass;
    default_timeout_ns = regexp_timeout_arg(v);
    return v;
}

static VALUE
regexp_m_timeout(VALUE re)
{
    regexp_check(re);
    return regexp_timeout_value(rregexp(re)->x->timeout_ns);
}

static VALUE
regexp_m_source(VALUE re)
{
    regexp_check(re);
    VALUE s = rb_str_dup(rregexp(re)->source);
    return s;
}

static VALUE
regexp_m_options(VALUE re)
{
    regexp_check(re);
    return INT2FIX(regexp_options(re));
}

int
rb_reg_options(VALUE re)
{
    regexp_check(re);
    return (int)regexp_options(re);
}

static VALUE
regexp_m_casefold_p(VALUE re)
{
    regexp_check(re);
    return val_bool(regexp_options(re) & RE_OPT_IGNORECASE);
}

static VALUE
regexp_m_fixed_encoding_p(VALUE re)
{
    return val_bool(regexp_options(re) & RE_OPT_FIXED_ENC);
}

static VALUE
regexp_m_encoding(VALUE re)
{
    if (!rregexp(re)->x) return rb_enc_from_encoding(rb_ascii8bit_encoding());
    return rb_enc_from_encoding(rb_enc_from_index(str_enc_index(re)));
}

static VALUE
regexp_m_hash(VALUE re)
{
    regexp_check(re);
    VALUE src = rregexp(re)->source;
    uint64_t key[2] = {hash_bytes(str_ptr(src), str_len(src), 0), regexp_options(re) & ~(unsigned)RE_OPT_NO_ENC};
    return ST2FIX(hash_bytes(key, sizeof key, 0));
}

static VALUE
regexp_m_eq(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!val_regexp_p(b)) return Qfalse;
    regexp_check(a);
    regexp_check(b);
    return val_bool(!((regexp_options(a) ^ regexp_options(b)) & ~(unsigned)RE_OPT_NO_ENC) &&
                    str_enc_index(a) == str_enc_index(b) && str_eql_bytes(rregexp(a)->source, rregexp(b)->source));
}

static VALUE
regexp_subject(VALUE v, bool strict)
{
    if (rb_type(v) == T_SYMBOL) return sym_name(v);
    VALUE s = rb_check_string_type(v);
    if (s == Qnil && strict) StringValue(v);
    return s;
}

/* Byte offset of character pos; -1 outside. */
static intptr_t
regexp_byte_pos(VALUE str, long pos)
{
    long n = str_single_byte_p(str) ? (long)str_len(str) : rb_str_strlen(str);
    if (pos < 0) pos += n;
    if (pos < 0 || pos > n) return -1;
    return rb_str_offset(str, pos);
}

static VALUE
regexp_match_result(VALUE re, VALUE v, long pos, bool strict)
{
    if (v == Qnil) {
        re_publish_nil();
        return Qnil;
    }
    VALUE str = regexp_subject(v, strict), m = 0;
    if (str == Qnil) {
        re_publish_nil();
        return Qnil;
    }
    intptr_t at = pos ? regexp_byte_pos(str, pos) : 0;
    if (at < 0 || !re_search(re, str, (size_t)at, false, NULL, &m)) {
        re_publish_nil();
        return Qnil;
    }
    re_publish(m);
    return m;
}

static VALUE
regexp_match_index(VALUE m)
{
    if (m == Qnil) return Qnil;
    return LONG2NUM(rb_str_sublen(rmatch(m)->str, (long)match_at(m)[0]));
}

VALUE
rb_reg_match(VALUE re, VALUE str)
{
    return regexp_match_index(regexp_match_result(re, str, 0, true));
}

VALUE
rb_reg_match2(VALUE re)
{
    VALUE line = rb_lastline_get();
    if (!val_type_p(line, T_STRING)) {
        re_publish_nil();
        return Qnil;
    }
    return rb_reg_match(re, line);
}

static VALUE
regexp_m_eqq(VALUE re, VALUE v)
{
    VALUE str = regexp_subject(v, false), m = 0;
    if (str == Qnil) {
        re_publish_nil();
        return Qfalse;
    }
    if (!re_search(re, str, 0, false, NULL, &m)) {
        re_publish_nil();
        return Qfalse;
    }
    re_publish(m);
    return Qtrue;
}

static VALUE
regexp_m_match(int argc, VALUE *argv, VALUE re)
{
    rb_check_arity(argc, 1, 2);
    VALUE m = regexp_match_result(re, argv[0], argc > 1 ? NUM2LONG(argv[1]) : 0, true);
    if (m != Qnil && rb_block_given_p()) return rb_yield(m);
    return m;
}

static VALUE
regexp_m_match_p(int argc, VALUE *argv, VALUE re)
{
    rb_check_arity(argc, 1, 2);
    regexp_check(re);
    if (argv[0] == Qnil) return Qfalse;
    VALUE str = regexp_subject(argv[0], true);
    intptr_t at = argc > 1 ? regexp_byte_pos(str, NUM2LONG(argv[1])) : 0;
    return val_bool(at >= 0 && re_search(re, str, (size_t)at, false, NULL, NULL));
}

static VALUE
regexp_m_names(VALUE re)
{
    return ary_dup(regexp_names(re));
}

static VALUE
regexp_m_named_captures(VALUE re)
{
    VALUE names = regexp_names(re), h = hash_new();
    for (size_t i = 0; i < ary_len(names); i++) {
        VALUE n = ary_at(names, i), a = ary_new();
        const int *g;
        int k = regexp_name_groups(re, str_ptr(n), str_len(n), &g);
        for (int j = 0; j < k; j++) ary_push(a, INT2FIX(g[j]));
        hash_set(h, n, a);
    }
    return h;
}

/* See regexp/linear.c. */
static VALUE
regexp_s_linear_time_p(int argc, VALUE *argv, VALUE klass)
{
    if (argc > 1 && val_regexp_p(argv[0]) && !(argc == 2 && rb_keyword_given_p())) rb_warn("flags ignored");
    VALUE re = argc > 0 && val_regexp_p(argv[0]) ? argv[0]
                                                 : rb_class_new_instance_kw(argc, argv, klass, rb_keyword_given_p());
    regexp_check(re);
    return val_bool(re_engine_linear_p(rregexp(re)->prog));
}

/* ---- $~ and the like ---- */

static VALUE
regexp_get_last_match(ID id, VALUE *data)
{
    (void)id, (void)data;
    return rb_backref_get();
}

static void
regexp_set_last_match(VALUE v, ID id, VALUE *data)
{
    (void)id, (void)data;
    if (v != Qnil) Check_Type(v, T_MATCH);
    rb_backref_set(v);
}

static VALUE
regexp_get_whole(ID id, VALUE *data)
{
    (void)id, (void)data;
    return rb_reg_last_match(rb_backref_get());
}

static VALUE
regexp_get_pre(ID id, VALUE *data)
{
    (void)id, (void)data;
    return rb_reg_match_pre(rb_backref_get());
}

static VALUE
regexp_get_post(ID id, VALUE *data)
{
    (void)id, (void)data;
    return rb_reg_match_post(rb_backref_get());
}

static VALUE
regexp_get_last_group(ID id, VALUE *data)
{
    (void)id, (void)data;
    return rb_reg_match_last(rb_backref_get());
}

static void
regexp_define_methods(VALUE k)
{
    rb_define_method(k, "initialize", regexp_m_initialize, -1);
    rb_define_method(k, "initialize_copy", regexp_m_initialize_copy, 1);
    rb_define_method(k, "hash", regexp_m_hash, 0);
    rb_define_method(k, "eql?", regexp_m_eq, 1);
    rb_define_method(k, "==", regexp_m_eq, 1);
    rb_define_method(k, "=~", rb_reg_match, 1);
    rb_define_method(k, "===", regexp_m_eqq, 1);
    rb_define_method(k, "~", rb_reg_match2, 0);
    rb_define_method(k, "match", regexp_m_match, -1);
    rb_define_method(k, "match?", regexp_m_match_p, -1);
    rb_define_method(k, "to_s", regexp_m_to_s, 0);
    rb_define_method(k, "inspect", regexp_m_inspect, 0);
    rb_define_method(k, "source", regexp_m_source, 0);
    rb_define_method(k, "casefold?", regexp_m_casefold_p, 0);
    rb_define_method(k, "options", regexp_m_options, 0);
    rb_define_method(k, "encoding", regexp_m_encoding, 0);
    rb_define_method(k, "fixed_encoding?", regexp_m_fixed_encoding_p, 0);
    rb_define_method(k, "names", regexp_m_names, 0);
    rb_define_method(k, "named_captures", regexp_m_named_captures, 0);
    rb_define_method(k, "timeout", regexp_m_timeout, 0);
    rb_define_const(k, "IGNORECASE", INT2FIX(RE_OPT_IGNORECASE));
    rb_define_const(k, "EXTENDED", INT2FIX(RE_OPT_EXTENDED));
    rb_define_const(k, "MULTILINE", INT2FIX(RE_OPT_MULTILINE));
    rb_define_const(k, "FIXEDENCODING", INT2FIX(RE_OPT_FIXED_ENC));
    rb_define_const(k, "NOENCODING", INT2FIX(RE_OPT_NO_ENC));
}

static void
regexp_define_singletons(VALUE k)
{
    rb_define_singleton_method(k, "compile", rb_class_new_instance_pass_kw, -1);
    rb_define_singleton_method(k, "quote", regexp_s_quote, 1);
    rb_define_singleton_method(k, "escape", regexp_s_quote, 1);
    rb_define_singleton_method(k, "union", regexp_s_union, -1);
    rb_define_singleton_method(k, "last_match", regexp_s_last_match, -1);
    rb_define_singleton_method(k, "try_convert", regexp_s_try_convert, 1);
    rb_define_singleton_method(k, "timeout", regexp_s_timeout, 0);
    rb_define_singleton_method(k, "timeout=", regexp_s_set_timeout, 1);
    rb_define_singleton_method(k, "linear_time?", regexp_s_linear_time_p, -1);
}

void
Init_Regexp(void)
{
    static const struct gc_type_ops ops = {.mark = regexp_mark, .free = regexp_free, .memsize = regexp_memsize};
    gc_register_type(T_REGEXP, &ops);
    rb_eRegexpError = rb_define_class("RegexpError", rb_eStandardError);
    rb_cRegexp = rb_define_class("Regexp", rb_cObject);
    eTimeout = rb_define_class_under(rb_cRegexp, "TimeoutError", rb_eRegexpError);
    rb_define_alloc_func(rb_cRegexp, regexp_s_alloc);
    regexp_define_singletons(rb_cRegexp);
    regexp_define_methods(rb_cRegexp);
    rb_define_virtual_variable("$~", regexp_get_last_match, regexp_set_last_match);
    rb_define_virtual_variable("$&", regexp_get_whole, rb_gvar_readonly_setter);
    rb_define_virtual_variable("$`", regexp_get_pre, rb_gvar_readonly_setter);
    rb_define_virtual_variable("$'", regexp_get_post, rb_gvar_readonly_setter);
    rb_define_virtual_variable("$+", regexp_get_last_group, rb_gvar_readonly_setter);
    Init_MatchData();
}
