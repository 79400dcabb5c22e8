/*
 * string/mod.c - trimming, padding and reversing: strip, chomp, chop, center, ljust, rjust, reverse.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

/* Cuts s to len bytes at from; s is writable. */
static void
keep_part(VALUE s, size_t from, size_t len)
{
    unsigned cr = str_cr(s);
    str_modify_keep_cr(s);
    if (from) memmove(str_ptr(s), str_ptr(s) + from, len);
    str_set_len(s, len);
    str_set_cr(s, cr == STR_CR_7BIT ? cr : STR_CR_UNKNOWN);
}

/* ---- strip ---- */

static void
not_dummy(const struct enc *enc)
{
    if (enc->flags & ENC_DUMMY) rb_raise(rb_eEncCompatError, "incompatible encoding with this operation: %s", enc->name);
}

static inline bool
strippable(uint32_t c)
{
    return c == 0 || ascii_space_p(c);
}

static size_t
left_blank(VALUE s)
{
    const char *p = str_ptr(s), *q = p, *e = str_end(s);
    if (str_single_byte_p(s)) {
        while (q < e && strippable((uint8_t)*q)) q++;
        return (size_t)(q - p);
    }
    const struct enc *enc = str_enc(s);
    while (q < e) {
        int n;
        if (!strippable(enc_codepoint_len(enc, q, e, &n))) break;
        q += n;
    }
    return (size_t)(q - p);
}

/* Blank bytes at the end, not going below from. */
static size_t
right_blank(VALUE s, size_t from)
{
    const struct enc *enc = str_enc(s);
    not_dummy(enc);
    if (str_cr_known(s) == STR_CR_BROKEN) rb_raise(rb_eEncCompatError, "invalid byte sequence in %s", enc->name);
    const char *start = str_ptr(s), *p = start + from, *e = str_end(s), *q = e;
    if (enc_utf8_p(enc) || str_single_byte_p(s)) {
        while (q > p && strippable((uint8_t)q[-1])) q--;
        return (size_t)(e - q);
    }
    while (q > p) {
        const char *h = enc_left_adjust(enc, start, q - 1, e);
        if (!strippable(enc_codepoint_len(enc, h, e, NULL))) break;
        q = h;
    }
    return (size_t)(e - q);
}

enum { STRIP_LEFT = 1, STRIP_RIGHT = 2 };

static void
strip_offsets(VALUE s, int sides, int argc, const VALUE *argv, size_t *left, size_t *right)
{
    *left = *right = 0;
    if (argc == 0) {
        if (sides & STRIP_LEFT) *left = left_blank(s);
        if (sides & STRIP_RIGHT) *right = right_blank(s, *left);
        return;
    }
    if (sides & STRIP_LEFT) *left = str_span_prefix(s, argc, argv);
    if (sides & STRIP_RIGHT) *right = str_span_suffix(s, *left, argc, argv);
}

static VALUE
strip_copy(VALUE s, int sides, int argc, const VALUE *argv)
{
    size_t left, right;
    strip_offsets(s, sides, argc, argv, &left, &right);
    return str_subseq(s, left, str_len(s) - left - right);
}

static VALUE
strip_bang(VALUE s, int sides, int argc, const VALUE *argv)
{
    size_t left, right;
    str_check_frozen(s);
    strip_offsets(s, sides, argc, argv, &left, &right);
    if (left == 0 && right == 0) return Qnil;
    keep_part(s, left, str_len(s) - left - right);
    return s;
}

static VALUE
str_m_strip(int argc, VALUE *argv, VALUE self)
{
    return strip_copy(self, STRIP_LEFT | STRIP_RIGHT, argc, argv);
}

static VALUE
str_m_lstrip(int argc, VALUE *argv, VALUE self)
{
    return strip_copy(self, STRIP_LEFT, argc, argv);
}

static VALUE
str_m_rstrip(int argc, VALUE *argv, VALUE self)
{
    return strip_copy(self, STRIP_RIGHT, argc, argv);
}

static VALUE
str_m_strip_bang(int argc, VALUE *argv, VALUE self)
{
    return strip_bang(self, STRIP_LEFT | STRIP_RIGHT, argc, argv);
}

static VALUE
str_m_lstrip_bang(int argc, VALUE *argv, VALUE self)
{
    return strip_bang(self, STRIP_LEFT, argc, argv);
}

static VALUE
str_m_rstrip_bang(int argc, VALUE *argv, VALUE self)
{
    return strip_bang(self, STRIP_RIGHT, argc, argv);
}

/* ---- chomp, chop ---- */

/* The code point that ends s before byte `end`, and its bytes; 0 bytes at the start. */
static uint32_t
char_before(VALUE s, size_t end, size_t *n)
{
    const struct enc *enc = str_enc(s);
    const char *p = str_ptr(s), *e = p + end;
    *n = 0;
    if (end == 0) return UINT32_MAX;
    const char *h = enc_left_adjust(enc, p, e - 1, e);
    int len = enc_precise_len(enc, h, e);
    *n = (size_t)(e - h);
    return len > 0 && (size_t)len == *n ? enc_decode(enc, h, e) : UINT32_MAX;
}

/* Bytes of one line end before `end`: \r\n, \n or (if cr_too) \r. */
static size_t
line_end_len(VALUE s, size_t end, bool cr_too)
{
    size_t n, m;
    uint32_t c = char_before(s, end, &n);
    if (c == '\n') return char_before(s, end - n, &m) == '\r' ? n + m : n;
    return c == '\r' && cr_too ? n : 0;
}

static size_t
chomp_len(VALUE s, VALUE rs)
{
    size_t len = str_len(s);
    if (len == 0) return 0;
    if (rs == rb_default_rs) return line_end_len(s, len, true);
    const struct enc *enc = str_enc(s);
    size_t rlen = str_len(rs);
    if (rlen == 0) { /* paragraph mode: all of them, but not a lone \r */
        size_t end = len, n;
        while ((n = line_end_len(s, end, false))) end -= n;
        return len - end;
    }
    if (rlen > len) return 0;
    const struct enc *renc = str_enc(rs); /* a newline in any encoding stands for a newline of s */
    if (rlen == renc->min_len && enc_precise_len(renc, str_ptr(rs), str_end(rs)) == (int)rlen &&
        enc_decode(renc, str_ptr(rs), str_end(rs)) == '\n')
        return line_end_len(s, len, true);
    enc = enc_at(enc_check_str(s, rs));
    if (str_cr_known(rs) == STR_CR_BROKEN) return 0;
    const char *p = str_ptr(s), *at = p + len - rlen;
    if (memcmp(at, str_ptr(rs), rlen) != 0) return 0;
    return enc_left_adjust(enc, p, at, p + len) == at ? rlen : 0;
}

/* The separator: an argument, nil (nothing to do), or $/. */
static VALUE
separator(int argc, VALUE *argv)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0) return rb_rs;
    return argv[0] == Qnil ? Qnil : str_of(argv[0]);
}

static VALUE
str_m_chomp(int argc, VALUE *argv, VALUE self)
{
    VALUE rs = separator(argc, argv);
    if (rs == Qnil) return str_dup_plain(self);
    return str_subseq(self, 0, str_len(self) - chomp_len(self, rs));
}

static VALUE
str_m_chomp_bang(int argc, VALUE *argv, VALUE self)
{
    str_check_frozen(self);
    VALUE rs = separator(argc, argv);
    if (rs == Qnil) return Qnil;
    size_t n = chomp_len(self, rs);
    if (n == 0) return Qnil;
    keep_part(self, 0, str_len(self) - n);
    return self;
}

static size_t
chop_len(VALUE s)
{
    size_t n, m;
    if (str_len(s) == 0) return 0;
    uint32_t c = char_before(s, str_len(s), &n);
    if (c == '\n' && char_before(s, str_len(s) - n, &m) == '\r') n += m;
    return n;
}

static VALUE
str_m_chop(VALUE self)
{
    return str_subseq(self, 0, str_len(self) - chop_len(self));
}

static VALUE
str_m_chop_bang(VALUE self)
{
    str_check_frozen(self);
    if (str_len(self) == 0) return Qnil;
    keep_part(self, 0, str_len(self) - chop_len(self));
    return self;
}

/* ---- center, ljust, rjust ---- */

/* Bytes of `chars` characters of pad, over and over. */
static size_t
padding_bytes(VALUE pad, size_t unit, size_t chars)
{
    return chars / unit * str_len(pad) + (chars % unit ? str_byte_of_char(pad, chars % unit) : 0);
}

static char *
put_padding(char *to, VALUE pad, size_t bytes)
{
    size_t len = str_len(pad), done = len < bytes ? len : bytes;
    if (len == 1) {
        memset(to, *str_ptr(pad), bytes);
        return to + bytes;
    }
    memcpy(to, str_ptr(pad), done);
    for (; done < bytes; done += len) memcpy(to + done, to, len < bytes - done ? len : bytes - done);
    return to + bytes;
}

static VALUE
justify(int argc, VALUE *argv, VALUE self, char where)
{
    rb_check_arity(argc, 1, 2);
    long width = NUM2LONG(argv[0]), len = (long)str_nchars(self);
    const struct enc *enc = str_enc(self);
    VALUE pad = 0;
    if (argc == 2) {
        pad = str_of(argv[1]);
        enc = enc_at(enc_check_str(self, pad));
        if (str_len(pad) == 0) rb_raise(rb_eArgError, "zero width padding");
    }
    if (width <= len) return str_dup_plain(self);
    if (!pad) pad = str_new(" ", 1, enc->index); /* a byte in the wide encodings too, as in CRuby */
    unsigned cp = str_cr_known(pad), cs = str_cr_known(self);
    size_t more = (size_t)(width - len), left = where == 'l' ? 0 : where == 'r' ? more : more / 2;
    size_t unit = argc == 2 ? str_nchars(pad) : 1;
    if (more / unit > ((size_t)LONG_MAX - str_len(self)) / str_len(pad) / 2) rb_raise(rb_eArgError, "argument too big");
    size_t before = padding_bytes(pad, unit, left), after = padding_bytes(pad, unit, more - left), own = str_len(self);
    VALUE out = str_new(NULL, before + own + after, enc->index);
    char *to = put_padding(str_ptr(out), pad, before);
    memcpy(to, str_ptr(self), own);
    put_padding(to + own, pad, after);
    if (cs != STR_CR_BROKEN && cp != STR_CR_BROKEN && enc_ascii_compat_p(enc)) str_set_cr(out, cs > cp ? cs : cp);
    RB_GC_GUARD(pad);
    return out;
}

static VALUE
str_m_center(int argc, VALUE *argv, VALUE self)
{
    return justify(argc, argv, self, 'c');
}

static VALUE
str_m_ljust(int argc, VALUE *argv, VALUE self)
{
    return justify(argc, argv, self, 'l');
}

static VALUE
str_m_rjust(int argc, VALUE *argv, VALUE self)
{
    return justify(argc, argv, self, 'r');
}

/* ---- reverse ---- */

static VALUE
str_m_reverse(VALUE self)
{
    const struct enc *enc = str_enc(self);
    size_t len = str_len(self);
    bool single = str_single_byte_p(self);
    VALUE r = str_new(NULL, len, enc->index);
    const char *p = str_ptr(self), *e = p + len;
    char *w = str_ptr(r) + len;
    if (single) {
        while (p < e) *--w = *p++;
    } else {
        for (int n; p < e; p += n) {
            n = enc_char_len(enc, p, e);
            w -= n;
            memcpy(w, p, (size_t)n);
        }
    }
    str_set_cr(r, str_cr(self) == STR_CR_BROKEN ? STR_CR_UNKNOWN : str_cr(self));
    RB_GC_GUARD(self);
    return r;
}

static VALUE
str_m_reverse_bang(VALUE self)
{
    str_check_frozen(self);
    if (str_len(self) <= 1) return self;
    if (!str_single_byte_p(self)) {
        VALUE r = str_m_reverse(self);
        str_modify(self);
        return str_become(self, r);
    }
    str_modify_keep_cr(self);
    char *a = str_ptr(self), *b = str_end(self) - 1;
    while (a < b) {
        char c = *a;
        *a++ = *b;
        *b-- = c;
    }
    return self;
}

void
str_init_mod(VALUE c)
{
    rb_define_method(c, "strip", str_m_strip, -1);
    rb_define_method(c, "lstrip", str_m_lstrip, -1);
    rb_define_method(c, "rstrip", str_m_rstrip, -1);
    rb_define_method(c, "strip!", str_m_strip_bang, -1);
    rb_define_method(c, "lstrip!", str_m_lstrip_bang, -1);
    rb_define_method(c, "rstrip!", str_m_rstrip_bang, -1);
    rb_define_method(c, "chomp", str_m_chomp, -1);
    rb_define_method(c, "chomp!", str_m_chomp_bang, -1);
    rb_define_method(c, "chop", str_m_chop, 0);
    rb_define_method(c, "chop!", str_m_chop_bang, 0);
    rb_define_method(c, "center", str_m_center, -1);
    rb_define_method(c, "ljust", str_m_ljust, -1);
    rb_define_method(c, "rjust", str_m_rjust, -1);
    rb_define_method(c, "reverse", str_m_reverse, 0);
    rb_define_method(c, "reverse!", str_m_reverse_bang, 0);
}
