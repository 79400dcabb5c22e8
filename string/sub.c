/*
 * string/sub.c - sub, gsub and scan.
 *
 * The result is built front to back in a new String.  The subject is a frozen share, so that a block may change self; the
 * error is raised afterwards.  $~ is set in each round if a block can read it, else once at the end.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/regexp.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

/* ---- where a pattern hits ---- */

struct hit {
    struct re_span span;
    VALUE match; /* MatchData when one was asked for */
};

/* want: a MatchData is needed, fresh or in h->match for reuse. */
static bool
find(VALUE str, VALUE pat, size_t from, bool want, struct hit *h)
{
    if (val_regexp_p(pat)) return re_search(pat, str, from, false, &h->span, want ? &h->match : NULL);
    intptr_t at = str_index(str, pat, from);
    if (at < 0) return false;
    h->span.begin = (size_t)at;
    h->span.end = (size_t)at + str_len(pat);
    if (want) h->match = re_match_literal(pat, str, h->span.begin);
    return true;
}

/* A broken String is refused as a Regexp is. */
static void
check_pattern_text(VALUE pat)
{
    if (val_type_p(pat, T_STRING) && str_cr_known(pat) == STR_CR_BROKEN) rb_reg_regcomp(pat);
}

/* ---- replacement templates: \1 \k<name> \0 \& \` \' \+ \\ ---- */

static void
append_span(VALUE out, VALUE str, size_t from, size_t to)
{
    if (to > from) str_append_enc(out, str_ptr(str) + from, to - from, str_enc_index(str), STR_CR_UNKNOWN);
    RB_GC_GUARD(str);
}

static void
append_group(VALUE out, VALUE str, const struct hit *h, int group)
{
    struct re_span span = h->span;
    if (group == 0 || (h->match && re_group_span(h->match, group, &span))) append_span(out, str, span.begin, span.end);
}

NORETURN COLD static void
bad_name(const char *name, const char *end, VALUE repl)
{
    VALUE s = str_new(name, (size_t)(end - name), str_enc_index(repl));
    rb_enc_raise(enc_pub(str_enc(repl)), rb_eIndexError, "undefined group name reference: %" PRIsVALUE, s);
}

static int
last_group(VALUE match, VALUE pat)
{
    struct re_span span;
    if (!match || !val_regexp_p(pat)) return -1;
    for (int g = (int)re_group_count(pat); g > 0; g--) {
        if (re_group_span(match, g, &span)) return g;
    }
    return -1;
}

/* Appends the replacement of an escape, whose character after the backslash is at p.  Returns the end of the escape, or NULL if it is
 * none. */
static const char *
append_escape(VALUE out, VALUE repl, const char *p, const char *e, VALUE str, VALUE pat, const struct hit *h)
{
    switch (*p) {
    case '0':
    case '&': append_group(out, str, h, 0); return p + 1;
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        if (val_regexp_p(pat) && !re_named_p(pat)) append_group(out, str, h, *p - '0');
        return p + 1;
    case '`': append_span(out, str, 0, h->span.begin); return p + 1;
    case '\'': append_span(out, str, h->span.end, str_len(str)); return p + 1;
    case '+': {
        int g = last_group(h->match, pat);
        if (g > 0) append_group(out, str, h, g);
        return p + 1;
    }
    case '\\': str_append_enc(out, p, 1, str_enc_index(repl), STR_CR_7BIT); return p + 1;
    case 'k': {
        if (p + 1 >= e || p[1] != '<') return NULL;
        const char *name = p + 2, *end = memchr(name, '>', (size_t)(e - name));
        if (!end) rb_raise(rb_eRuntimeError, "invalid group name reference format");
        int g = val_regexp_p(pat) && h->match ? re_group_number_of(h->match, name, (size_t)(end - name)) : -1;
        if (g < 1) bad_name(name, end, repl);
        append_group(out, str, h, g);
        return end + 1;
    }
    default: return NULL;
    }
}

/* The template's text for one hit, appended to out. */
static void
append_template(VALUE out, VALUE repl, VALUE str, VALUE pat, const struct hit *h)
{
    const struct enc *enc = str_enc(repl);
    const char *p = str_ptr(repl), *e = str_end(repl), *plain = p;
    while (p < e) {
        if (*p != '\\' && (enc_utf8_p(enc) || enc_single_p(enc))) {
            const char *q = memchr(p, '\\', (size_t)(e - p));
            p = q ? q : e;
            continue;
        }
        int n = enc_char_len(enc, p, e);
        if (*p != '\\' || n != 1 || p + 1 >= e) {
            p += n;
            continue;
        }
        if (p > plain) str_append_enc(out, plain, (size_t)(p - plain), enc->index, STR_CR_UNKNOWN);
        const char *next = append_escape(out, repl, p + 1, e, str, pat, h);
        plain = next ? next : p;
        p = next ? next : p + 1;
        if (!next && p < e) p += enc_char_len(enc, p, e);
    }
    if (e > plain) str_append_enc(out, plain, (size_t)(e - plain), enc->index, STR_CR_UNKNOWN);
    RB_GC_GUARD(repl);
}

static bool
has_escape(VALUE repl)
{
    return memchr(str_ptr(repl), '\\', str_len(repl)) != NULL;
}

VALUE
rb_reg_regsub(VALUE repl, VALUE src, struct re_registers *regs, VALUE re)
{
    VALUE out = str_new(NULL, 0, str_enc_index(repl)), list;
    int64_t *offsets = ALLOCV_N(int64_t, list, 2 * regs->num_regs);
    for (int i = 0; i < regs->num_regs; i++) {
        offsets[2 * i] = regs->beg[i];
        offsets[2 * i + 1] = regs->end[i];
    }
    struct hit h = {{(size_t)regs->beg[0], (size_t)regs->end[0]}, 0};
    if (val_regexp_p(re)) h.match = re_match_of_offsets(re, src, regs->num_regs, offsets);
    ALLOCV_END(list);
    append_template(out, repl, src, re, &h);
    return out;
}

/* ---- sub and gsub ---- */

enum source { FROM_STRING, FROM_HASH, FROM_BLOCK };

struct subst {
    VALUE self, pat, repl, hash;
    VALUE str; /* self's bytes, frozen */
    enum source source;
    bool plain;      /* FROM_STRING without escapes */
    bool groups;     /* a MatchData is needed in each round */
    bool copy;       /* works on a copy, so a block may change self */
    const char *ptr; /* self's body as it was, to notice a change */
    size_t len;
};

static void
check_unchanged(struct subst *k)
{
    if (str_ptr(k->self) != k->ptr || str_len(k->self) != k->len) rb_raise(rb_eRuntimeError, "string modified");
}

static void
prepare(struct subst *k, int argc, VALUE *argv, VALUE self)
{
    k->self = self;
    k->hash = Qnil;
    k->repl = Qnil;
    k->source = FROM_BLOCK;
    k->plain = false;
    k->copy = false;
    if (argc == 2) {
        k->source = FROM_HASH;
        k->hash = val_type_p(argv[1], T_STRING) ? Qnil : rb_check_hash_type(argv[1]);
        if (k->hash == Qnil) {
            k->repl = str_of(argv[1]);
            k->source = FROM_STRING;
            k->plain = !has_escape(k->repl);
        }
    }
    k->pat = str_pattern(argv[0]);
    check_pattern_text(k->pat);
    k->str = k->plain ? self : str_new_frozen(self); /* nothing of Ruby's runs in between */
    k->ptr = str_ptr(self);
    k->len = str_len(self);
    k->groups = k->source == FROM_BLOCK || (k->source == FROM_STRING && !k->plain && val_regexp_p(k->pat));
}

/* A block may have changed self where it lies, keeping its length. */
static VALUE
frozen_as_now(VALUE self, VALUE str)
{
    const char *p = str_ptr(self);
    return p == str_ptr(str) || memcmp(p, str_ptr(str), str_len(str)) == 0 ? str : str_new_frozen(self);
}

/* Appends to out self's bytes from `from` to the hit and what the hit is replaced by. */
static void
append_value(struct subst *k, VALUE out, size_t from, struct hit *h)
{
    if (k->source == FROM_STRING) {
        append_span(out, k->str, from, h->span.begin);
        if (k->plain) str_append(out, k->repl);
        else append_template(out, k->repl, k->str, k->pat, h);
        return;
    }
    VALUE got, part = str_subseq(k->str, h->span.begin, h->span.end - h->span.begin);
    if (k->source == FROM_HASH) got = rb_hash_aref(k->hash, part);
    else {
        re_publish(h->match);
        got = rb_yield(part);
    }
    got = rb_obj_as_string(got);
    if (!k->copy) {
        check_unchanged(k);
        k->str = frozen_as_now(k->self, k->str);
    }
    append_span(out, k->str, from, h->span.begin);
    str_append(out, got);
}

/* Replaces what sub! or gsub! found; value is the new content. */
static VALUE
store_result(VALUE self, VALUE value)
{
    str_modify(self);
    str_become(self, value);
    return self;
}

static VALUE
sub(int argc, VALUE *argv, VALUE self, bool bang)
{
    struct subst k;
    struct hit h = {{0, 0}, 0};
    rb_check_arity(argc, rb_block_given_p() ? 1 : 2, 2);
    prepare(&k, argc, argv, self);
    if (bang) str_check_frozen(self);
    k.copy = !bang;
    if (!find(k.str, k.pat, 0, true, &h)) {
        re_publish_nil();
        return bang ? Qnil : str_dup_plain(self);
    }
    re_publish(h.match);
    VALUE out = str_buf_new_class(rb_cString, str_len(k.str), str_enc_index(k.str));
    VALUE value = k.repl;
    if (!k.plain) {
        value = str_new(NULL, 0, k.source == FROM_STRING ? str_enc_index(k.repl) : str_enc_index(k.str));
        append_value(&k, value, h.span.begin, &h);
    }
    if (bang) {
        check_unchanged(&k);
        rb_check_frozen(self);
    }
    append_span(out, k.str, 0, h.span.begin);
    str_append(out, value);
    append_span(out, k.str, h.span.end, str_len(k.str));
    return bang ? store_result(self, out) : out;
}

/* The rounds of gsub, out already holding nothing; h is the first hit.  Returns the offset where the last hit was sought. */
static size_t
gsub_rounds(struct subst *k, VALUE out, struct hit *h)
{
    const struct enc *enc = str_enc(k->str);
    size_t len = str_len(k->str), offset = 0, sought = 0;
    do {
        append_value(k, out, offset, h);
        sought = offset;
        offset = h->span.end;
        if (h->span.begin == h->span.end) { /* step over one character */
            if (len <= offset) break;
            const char *p = str_ptr(k->str);
            size_t n = (size_t)enc_char_len(enc, p + offset, p + len);
            append_span(out, k->str, offset, offset + n);
            offset += n;
        }
        if (offset > len) break;
        if (k->source == FROM_BLOCK) h->match = 0; /* Ruby has seen it */
    } while (find(k->str, k->pat, offset, k->groups, h));
    append_span(out, k->str, offset, len);
    return sought;
}

static VALUE
gsub(int argc, VALUE *argv, VALUE self, bool bang)
{
    struct subst k;
    struct hit h = {{0, 0}, 0};
    rb_check_arity(argc, 1, 2);
    if (bang) str_check_frozen(self);
    prepare(&k, argc, argv, self);
    if (!find(k.str, k.pat, 0, k.groups, &h)) {
        re_publish_nil();
        return bang ? Qnil : str_dup_plain(self);
    }
    VALUE out = str_buf_new_class(rb_cString, str_len(k.str) + 30, str_enc_index(k.str));
    size_t sought = gsub_rounds(&k, out, &h);
    struct hit last = {{0, 0}, 0};
    if (find(k.str, k.pat, sought, true, &last)) re_publish(last.match);
    if (!bang) return out;
    rb_check_frozen(self);
    return store_result(self, out);
}

static VALUE
str_m_sub(int argc, VALUE *argv, VALUE self)
{
    return sub(argc, argv, self, false);
}

static VALUE
str_m_sub_bang(int argc, VALUE *argv, VALUE self)
{
    return sub(argc, argv, self, true);
}

static VALUE
str_m_gsub(int argc, VALUE *argv, VALUE self)
{
    if (argc == 1) RETURN_ENUMERATOR(self, argc, argv);
    return gsub(argc, argv, self, false);
}

static VALUE
str_m_gsub_bang(int argc, VALUE *argv, VALUE self)
{
    str_check_frozen(self);
    if (argc == 1) RETURN_ENUMERATOR(self, argc, argv);
    return gsub(argc, argv, self, true);
}

/* ---- scan ---- */

static VALUE
scan_value(VALUE str, VALUE pat, unsigned groups, const struct hit *h)
{
    if (groups == 0) return str_subseq(str, h->span.begin, h->span.end - h->span.begin);
    VALUE list = ary_new_capa(groups);
    for (unsigned g = 1; g <= groups; g++) {
        struct re_span span;
        bool there = re_group_span(h->match, (int)g, &span);
        ary_push(list, there ? str_subseq(str, span.begin, span.end - span.begin) : Qnil);
    }
    return list;
}

static VALUE
str_m_scan(VALUE self, VALUE pat)
{
    pat = str_pattern(pat);
    VALUE str = str_new_frozen(self);
    const struct enc *enc = str_enc(str);
    check_pattern_text(pat);
    if (val_type_p(pat, T_STRING) && str_cr_known(str) == STR_CR_BROKEN) {
        rb_raise(rb_eArgError, "invalid byte sequence in %s", rb_enc_name(rb_enc_get(str)));
    }
    const char *ptr = str_ptr(self);
    size_t len = str_len(str), at = 0, last = 0;
    unsigned groups = val_regexp_p(pat) ? re_group_count(pat) : 0;
    bool to_block = rb_block_given_p(), any = false;
    VALUE out = to_block ? self : rb_ary_new();
    struct hit h = {{0, 0}, 0};
    while (at <= len && find(str, pat, at, to_block || groups, &h)) {
        const char *p = str_ptr(str);
        last = at;
        any = true;
        at = h.span.end;
        if (h.span.begin == h.span.end) at += at < len ? (size_t)enc_char_len(enc, p + at, p + len) : 1;
        VALUE v = scan_value(str, pat, groups, &h);
        if (!to_block) {
            ary_push(out, v);
            continue;
        }
        re_publish(h.match);
        h.match = 0;
        rb_yield(v);
        if (str_ptr(self) != ptr || str_len(self) != len) rb_raise(rb_eRuntimeError, "string modified");
        str = frozen_as_now(self, str);
    }
    h.match = 0;
    if (any && find(str, pat, last, true, &h)) re_publish(h.match);
    else re_publish_nil();
    return out;
}

void
str_init_sub(VALUE c)
{
    rb_define_method(c, "sub", str_m_sub, -1);
    rb_define_method(c, "sub!", str_m_sub_bang, -1);
    rb_define_method(c, "gsub", str_m_gsub, -1);
    rb_define_method(c, "gsub!", str_m_gsub_bang, -1);
    rb_define_method(c, "scan", str_m_scan, 1);
}
