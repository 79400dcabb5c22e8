/*
 * string/each.c - walking a String by bytes, characters, code points, grapheme clusters and lines.
 *
 * Each walk is one function over a sink, which yields or pushes: each_x and x share it.  A block sees the string as it was
 * when the walk began (bytes excepted, as in CRuby).
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include "internal/encoding/unicode.h"
#include <string.h>

/* Where parts go: an Array, or 0 for the block. */
static ALWAYS_INLINE void
give(VALUE out, VALUE part)
{
    if (out) ary_push(out, part);
    else rb_yield(part);
}

/* ---- bytes ---- */

static VALUE
size_in_bytes(VALUE s, VALUE args, VALUE eobj)
{
    return int_fix((intptr_t)str_len(s));
}

static VALUE
str_m_each_byte(VALUE self)
{
    RETURN_SIZED_ENUMERATOR(self, 0, 0, size_in_bytes);
    for (size_t i = 0; i < str_len(self); i++) rb_yield(int_fix((uint8_t)str_ptr(self)[i]));
    return self;
}

static VALUE
str_m_bytes(VALUE self)
{
    if (rb_block_given_p()) return str_m_each_byte(self);
    size_t len = str_len(self);
    VALUE out = ary_new_capa(len);
    for (size_t i = 0; i < len; i++) ary_push(out, int_fix((uint8_t)str_ptr(self)[i]));
    return out;
}

/* ---- characters ---- */

static void
walk_chars(VALUE s, VALUE out)
{
    const struct enc *enc = str_enc(s);
    size_t len = str_len(s), i = 0;
    bool single = str_single_byte_p(s);
    uint32_t one_byte_cr = str_cr(s) == STR_CR_7BIT ? STR_CR_7BIT : STR_CR_UNKNOWN;
    while (i < len) {
        const char *p = str_ptr(s);
        size_t n = single ? 1 : (size_t)enc_char_len(enc, p + i, p + len);
        VALUE c = str_new(p + i, n, enc->index);
        if (one_byte_cr) str_set_cr(c, STR_CR_7BIT);
        give(out, c);
        i += n;
    }
    RB_GC_GUARD(s);
}

static VALUE
size_in_chars(VALUE s, VALUE args, VALUE eobj)
{
    return int_fix((intptr_t)str_nchars(s));
}

static VALUE
str_m_each_char(VALUE self)
{
    RETURN_SIZED_ENUMERATOR(self, 0, 0, size_in_chars);
    walk_chars(str_new_frozen(self), 0);
    return self;
}

static VALUE
str_m_chars(VALUE self)
{
    if (rb_block_given_p()) return str_m_each_char(self);
    VALUE out = ary_new_capa(str_nchars(self));
    walk_chars(self, out);
    return out;
}

/* ---- code points ---- */

static void
walk_codepoints(VALUE s, VALUE out)
{
    const struct enc *enc = str_enc(s);
    size_t len = str_len(s), i = 0;
    if (str_single_byte_p(s)) {
        for (; i < len; i++) give(out, int_fix((uint8_t)str_ptr(s)[i]));
        return;
    }
    while (i < len) {
        int n;
        const char *p = str_ptr(s);
        uint32_t c = enc_codepoint_len(enc, p + i, p + len, &n);
        give(out, int_fix((intptr_t)c));
        i += (size_t)n;
    }
    RB_GC_GUARD(s);
}

static VALUE
str_m_each_codepoint(VALUE self)
{
    RETURN_SIZED_ENUMERATOR(self, 0, 0, size_in_chars);
    if (str_single_byte_p(self)) return str_m_each_byte(self);
    walk_codepoints(str_new_frozen(self), 0);
    return self;
}

static VALUE
str_m_codepoints(VALUE self)
{
    if (rb_block_given_p()) return str_m_each_codepoint(self);
    VALUE out = ary_new_capa(str_nchars(self));
    walk_codepoints(self, out);
    return out;
}

/* ---- grapheme clusters ---- */

/* Bytes of the cluster at p in a Unicode encoding other than UTF-8: decodes a window, widened until it ends inside. */
static size_t
wide_cluster(const struct enc *enc, const char *p, const char *e)
{
    uint32_t window[64];
    uint8_t sizes[64];
    size_t n = 0, bytes = 0;
    for (const char *q = p; q < e && n < lengthof(window);) {
        int k = enc_precise_len(enc, q, e);
        if (k <= 0) break;
        window[n] = enc_decode(enc, q, e);
        sizes[n++] = (uint8_t)k;
        q += k;
    }
    if (n == 0) return (size_t)enc_char_len(enc, p, e);
    size_t count = uni_grapheme(window, n);
    for (size_t i = 0; i < count; i++) bytes += sizes[i];
    return bytes;
}

static size_t
cluster_len(const struct enc *enc, const char *p, const char *e)
{
    if (enc_utf8_p(enc)) return uni_grapheme_utf8(p, e);
    return enc_unicode_p(enc) ? wide_cluster(enc, p, e) : (size_t)enc_char_len(enc, p, e);
}

/* Returns whether the rest is the beginning of a character.  As in CRuby, it does not count as a cluster. */
static bool
cut_off_p(const struct enc *enc, const char *p, const char *e)
{
    return e - p < 4 && enc_precise_len(enc, p, e) < -1;
}

static void
walk_clusters(VALUE s, VALUE out)
{
    const struct enc *enc = str_enc(s);
    size_t len = str_len(s);
    for (size_t i = 0; i < len;) {
        const char *p = str_ptr(s);
        if (enc_unicode_p(enc) && cut_off_p(enc, p + i, p + len)) break;
        size_t n = cluster_len(enc, p + i, p + len);
        give(out, str_subseq(s, i, n));
        i += n;
    }
    RB_GC_GUARD(s);
}

static VALUE
size_in_clusters(VALUE s, VALUE args, VALUE eobj)
{
    const struct enc *enc = str_enc(s);
    size_t count = 0;
    if (!enc_unicode_p(enc)) return size_in_chars(s, args, eobj);
    for (const char *p = str_ptr(s), *e = str_end(s); p < e && !cut_off_p(enc, p, e); count++) p += cluster_len(enc, p, e);
    return int_fix((intptr_t)count);
}

static VALUE
str_m_each_grapheme_cluster(VALUE self)
{
    RETURN_SIZED_ENUMERATOR(self, 0, 0, size_in_clusters);
    walk_clusters(str_new_frozen(self), 0);
    return self;
}

static VALUE
str_m_grapheme_clusters(VALUE self)
{
    if (rb_block_given_p()) return str_m_each_grapheme_cluster(self);
    VALUE out = rb_ary_new();
    walk_clusters(self, out);
    return out;
}

/* ---- lines ---- */

struct lines {
    VALUE str;
    const struct enc *enc;
    VALUE out;
    bool chomp;
};

/* Bytes of a line end beginning at p: \n, or \r\n; 0. */
static size_t
line_end_at(const struct enc *enc, const char *p, const char *e)
{
    int n = p < e ? enc_precise_len(enc, p, e) : 0;
    if (n <= 0) return 0;
    uint32_t c = enc_decode(enc, p, e);
    if (c == '\n') return (size_t)n;
    if (c != '\r') return 0;
    int m = p + n < e ? enc_precise_len(enc, p + n, e) : 0;
    return m > 0 && enc_decode(enc, p + n, e) == '\n' ? (size_t)(n + m) : 0;
}

/* Returns the next newline character at or after p, or NULL.  Sets *n to its number of bytes. */
static const char *
find_newline(const struct enc *enc, const char *start, const char *p, const char *e, size_t *n)
{
    if (enc->flags & ENC_DUMMY) return NULL;
    if (enc_utf8_p(enc) || enc_single_p(enc)) {
        *n = 1;
        return memchr(p, '\n', (size_t)(e - p));
    }
    while (p < e) {
        int k = enc_char_len(enc, p, e);
        if (enc_precise_len(enc, p, e) > 0 && enc_decode(enc, p, e) == '\n') {
            *n = (size_t)k;
            return p;
        }
        p += k;
    }
    (void)start;
    return NULL;
}

/* A \r that ends p..at goes too when chomping. */
static size_t
without_cr(const struct enc *enc, const char *p, const char *at)
{
    if (at <= p) return 0;
    const char *h = enc_left_adjust(enc, p, at - 1, at);
    return enc_precise_len(enc, h, at) > 0 && enc_decode(enc, h, at) == '\r' ? (size_t)(at - h) : 0;
}

static void
walk_newlines(struct lines *l)
{
    size_t len = str_len(l->str), from = 0, n;
    while (from < len) {
        const char *p = str_ptr(l->str), *at = find_newline(l->enc, p, p + from, p + len, &n);
        if (!at) {
            give(l->out, str_subseq(l->str, from, len - from));
            return;
        }
        size_t end = (size_t)(at - p) + n, keep = end - from;
        if (l->chomp) keep -= n + without_cr(l->enc, p + from, at);
        give(l->out, str_subseq(l->str, from, keep));
        from = end;
    }
}

/* Paragraphs end in two line ends; further ones are skipped. */
static void
walk_paragraphs(struct lines *l)
{
    size_t len = str_len(l->str), from = 0, i = 0;
    while (i < len) {
        const char *p = str_ptr(l->str), *e = p + len;
        size_t first = line_end_at(l->enc, p + i, e), second = first ? line_end_at(l->enc, p + i + first, e) : 0;
        if (!second) {
            i += first ? first : (size_t)enc_char_len(l->enc, p + i, e);
            continue;
        }
        size_t end = i + first + second;
        give(l->out, str_subseq(l->str, from, l->chomp ? i - from : end - from));
        p = str_ptr(l->str);
        for (size_t more; (more = line_end_at(l->enc, p + end, p + len));) end += more;
        from = i = end;
    }
    if (from < len) give(l->out, str_subseq(l->str, from, len - from));
}

static void
walk_separated(struct lines *l, VALUE rs)
{
    size_t len = str_len(l->str), from = 0, n = str_len(rs);
    while (from < len) {
        intptr_t at = str_index(l->str, rs, from);
        if (at < 0) break;
        size_t end = (size_t)at + n;
        give(l->out, str_subseq(l->str, from, l->chomp ? (size_t)at - from : end - from));
        from = end;
    }
    if (from < len) give(l->out, str_subseq(l->str, from, len - from));
}

static bool
newline_p(VALUE rs)
{
    const struct enc *enc = str_enc(rs);
    int n = enc_precise_len(enc, str_ptr(rs), str_end(rs));
    return n > 0 && (size_t)n == str_len(rs) && enc_decode(enc, str_ptr(rs), str_end(rs)) == '\n';
}

static void
line_arguments(int argc, VALUE *argv, VALUE *rs, bool *chomp)
{
    static ID keys[1];
    VALUE opt, val = Qundef;
    if (!keys[0]) keys[0] = rb_intern("chomp");
    if (rb_scan_args(argc, argv, "01:", rs, &opt) == 0) *rs = rb_rs;
    if (opt != Qnil) rb_get_kwargs(opt, keys, 0, 1, &val);
    *chomp = val != Qundef && val_truthy(val);
}

static VALUE
each_line(int argc, VALUE *argv, VALUE self, VALUE out)
{
    VALUE rs;
    struct lines l = {str_new_frozen(self), str_enc(self), out, false};
    line_arguments(argc, argv, &rs, &l.chomp);
    if (rs == Qnil) {
        give(out, out ? str_dup_plain(self) : self);
        return self;
    }
    if (str_len(self) == 0) return self;
    rs = str_of(rs);
    if (rs != rb_default_rs && str_len(rs) > 0) l.enc = enc_at(enc_check_str(self, rs));
    if (str_len(rs) == 0) walk_paragraphs(&l);
    else if (rs == rb_default_rs || newline_p(rs)) walk_newlines(&l);
    else walk_separated(&l, rs);
    RB_GC_GUARD(l.str);
    return self;
}

static VALUE
str_m_each_line(int argc, VALUE *argv, VALUE self)
{
    RETURN_SIZED_ENUMERATOR_KW(self, argc, argv, 0, rb_keyword_given_p());
    return each_line(argc, argv, self, 0);
}

static VALUE
str_m_lines(int argc, VALUE *argv, VALUE self)
{
    if (rb_block_given_p()) return each_line(argc, argv, self, 0);
    VALUE out = rb_ary_new();
    each_line(argc, argv, self, out);
    return out;
}

void
str_init_each(VALUE c)
{
    rb_define_method(c, "each_byte", str_m_each_byte, 0);
    rb_define_method(c, "bytes", str_m_bytes, 0);
    rb_define_method(c, "each_char", str_m_each_char, 0);
    rb_define_method(c, "chars", str_m_chars, 0);
    rb_define_method(c, "each_codepoint", str_m_each_codepoint, 0);
    rb_define_method(c, "codepoints", str_m_codepoints, 0);
    rb_define_method(c, "each_grapheme_cluster", str_m_each_grapheme_cluster, 0);
    rb_define_method(c, "grapheme_clusters", str_m_grapheme_clusters, 0);
    rb_define_method(c, "each_line", str_m_each_line, -1);
    rb_define_method(c, "lines", str_m_lines, -1);
}
