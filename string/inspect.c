/*
 * string/inspect.c - inspect, dump and undump.
 *
 * Both writers copy runs of plain characters at once and stop at those that need an escape.  inspect shows a character
 * as it is if the reader's encoding is the string's and it is printable there; dump shows only printable ASCII.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <stdio.h>
#include <string.h>

static char
short_escape(uint32_t c)
{
    switch (c) {
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\f': return 'f';
    case '\v': return 'v';
    case '\b': return 'b';
    case '\a': return 'a';
    case 033: return 'e';
    default: return 0;
    }
}

static void
put_escaped_code(struct str_out *o, uint32_t c, bool unicode)
{
    char buf[16];
    const char *fmt = unicode ? (c > 0xffff ? "\\u{%X}" : "\\u%04X") : (c > 0xff ? "\\x{%X}" : "\\x%02X");
    int n = snprintf(buf, sizeof(buf), fmt, (unsigned)c);
    out_bytes(o, buf, (size_t)n);
}

static void
put_hex_bytes(struct str_out *o, const char *p, size_t n)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < n; i++) {
        uint8_t b = (uint8_t)p[i];
        char buf[4] = {'\\', 'x', digits[b >> 4], digits[b & 15]};
        out_bytes(o, buf, 4);
    }
}

/* Bytes of an encoding that is only a name. */
static void
put_dummy_bytes(struct str_out *o, const char *p, const char *e)
{
    for (; p < e; p++) {
        char buf[2] = {'\\', short_escape((uint8_t)*p)};
        if (buf[1]) out_bytes(o, buf, 2);
        else put_hex_bytes(o, p, 1);
    }
}

/* ASCII that stands for itself. */
static inline bool
plain_ascii_p(uint8_t c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '#';
}

/* #{ #$ #@ would interpolate. */
static inline bool
interpolates_p(const struct enc *enc, const char *next, const char *e)
{
    if (next >= e) return false;
    int n = enc_precise_len(enc, next, e);
    if (n <= 0) return false;
    uint32_t c = enc_decode(enc, next, e);
    return c == '{' || c == '$' || c == '@';
}

/* The encoding inspect's result is for. */
static const struct enc *
result_enc(void)
{
    const struct enc *e = enc_at(enc_default_internal >= 0 ? enc_default_internal : enc_default_external);
    return enc_ascii_compat_p(e) ? e : enc_at(ENCI_USASCII);
}

/* Writes the character at p, which is not plain ASCII.  Returns its number of bytes. */
static int
inspect_char(struct str_out *o, const struct enc *enc, const struct enc *to, const char *p, const char *e)
{
    int n = enc_precise_len(enc, p, e);
    if (n <= 0) {
        n = enc->min_len <= e - p ? enc->min_len : (int)(e - p);
        put_hex_bytes(o, p, (size_t)n);
        return n;
    }
    uint32_t c = enc_decode(enc, p, e);
    char buf[2] = {'\\', 0};
    if (c == '"' || c == '\\' || (c == '#' && interpolates_p(enc, p + n, e))) {
        buf[1] = (char)c;
        out_bytes(o, buf, 2);
    } else if ((buf[1] = short_escape(c))) out_bytes(o, buf, 2);
    else if (c < 0x7f && c >= 0x20) {
        buf[0] = (char)c;
        out_bytes(o, buf, 1);
    } else if (enc == to && c >= 0x80 && enc_ctype_p(enc, c, ONIGENC_CTYPE_PRINT)) out_bytes(o, p, (size_t)n);
    else put_escaped_code(o, c, enc_unicode_p(enc));
    return n;
}

VALUE
rb_str_inspect(VALUE s)
{
    const struct enc *enc = str_enc(s), *to = result_enc();
    const char *p = str_ptr(s), *e = str_end(s);
    struct str_out o;
    out_start(&o, to->index, str_len(s) + 2);
    out_bytes(&o, "\"", 1);
    if (enc->flags & ENC_DUMMY) put_dummy_bytes(&o, p, e);
    else {
        bool ascii = enc_ascii_compat_p(enc);
        while (p < e) {
            const char *q = p;
            while (ascii && q < e && plain_ascii_p((uint8_t)*q)) q++;
            if (q > p) {
                out_bytes(&o, p, (size_t)(q - p));
                p = q;
                continue;
            }
            p += inspect_char(&o, enc, to, p, e);
        }
    }
    out_bytes(&o, "\"", 1);
    RB_GC_GUARD(s);
    return out_finish(&o, STR_CR_UNKNOWN);
}

/* ---- dump ---- */

VALUE
rb_str_dump(VALUE s)
{
    const struct enc *enc = str_enc(s);
    const char *p = str_ptr(s), *e = str_end(s);
    bool utf8 = enc_utf8_p(enc), compat = enc_ascii_compat_p(enc);
    struct str_out o;
    out_start(&o, compat ? enc->index : ENCI_BINARY, str_len(s) + 2);
    out_bytes(&o, "\"", 1);
    while (p < e) {
        uint8_t c = (uint8_t)*p;
        char buf[2] = {'\\', 0};
        if (plain_ascii_p(c)) {
            out_bytes(&o, p++, 1);
            continue;
        }
        if (c == '"' || c == '\\' || (c == '#' && p + 1 < e && strchr("{$@", p[1]) && p[1])) buf[1] = (char)c;
        else buf[1] = short_escape(c);
        if (buf[1]) out_bytes(&o, buf, 2);
        else if (c == '#') out_bytes(&o, p, 1);
        else if (c > 0x7f && utf8 && enc_precise_len(enc, p, e) > 1) {
            int n = enc_precise_len(enc, p, e);
            put_escaped_code(&o, enc_decode(enc, p, e), true);
            p += n;
            continue;
        } else put_hex_bytes(&o, p, 1);
        p++;
    }
    out_bytes(&o, "\"", 1);
    if (!compat) {
        static const char open[] = ".dup.force_encoding(\"";
        out_bytes(&o, open, sizeof(open) - 1);
        out_bytes(&o, enc->name, strlen(enc->name));
        out_bytes(&o, "\")", 2);
    }
    RB_GC_GUARD(s);
    return out_finish(&o, STR_CR_7BIT);
}

/* ---- undump ---- */

struct undump {
    struct str_out o;
    const struct enc *enc;
    bool hex, unicode;
};

NORETURN COLD static void
undump_error(const char *what)
{
    rb_raise(rb_eRuntimeError, "%s", what);
}

static int
hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads up to max hex digits at *p into *value, and returns their number. */
static int
hex_number(const char **p, const char *e, int max, uint32_t *value)
{
    int n = 0;
    *value = 0;
    while (n < max && *p < e && hex_digit(**p) >= 0) {
        *value = *value << 4 | (uint32_t)hex_digit(**p);
        (*p)++;
        n++;
    }
    return n;
}

static void
undump_code(struct undump *u, uint32_t c)
{
    if (c > 0x10ffff) undump_error("invalid Unicode codepoint (too large)");
    if (c >= 0xd800 && c <= 0xdfff) undump_error("invalid Unicode codepoint");
    u->o.len += (size_t)enc_utf8_put(c, out_room(&u->o, 4));
}

/* \uXXXX or \u{X X}; p is past the u. */
static const char *
undump_unicode(struct undump *u, const char *p, const char *e)
{
    uint32_t c;
    if (u->hex) undump_error("hex escape and Unicode escape are mixed");
    u->unicode = true;
    if (p >= e) undump_error("invalid Unicode escape");
    if (u->enc->index != ENCI_UTF8) {
        u->enc = enc_at(ENCI_UTF8);
        str_set_enc_index(u->o.s, ENCI_UTF8);
    }
    if (*p != '{') {
        if (hex_number(&p, e, 4, &c) != 4) undump_error("invalid Unicode escape");
        undump_code(u, c);
        return p;
    }
    for (p++;;) {
        while (p < e && *p == ' ') p++;
        if (p >= e) undump_error("unterminated Unicode escape");
        if (*p == '}') return p + 1;
        int n = hex_number(&p, e, 7, &c);
        if (n == 0 || (p < e && *p != ' ' && *p != '}')) undump_error("invalid Unicode escape");
        undump_code(u, c);
    }
}

static const char *
undump_escape(struct undump *u, const char *p, const char *e)
{
    static const char names[] = "nrtfvbae", codes[] = "\n\r\t\f\v\b\a\033";
    const char *at;
    uint32_t c;
    if (p >= e) undump_error("invalid escape");
    if (*p == '\\' || *p == '"' || *p == '#') {
        out_bytes(&u->o, p, 1);
        return p + 1;
    }
    if ((at = strchr(names, *p)) && *p) {
        out_bytes(&u->o, &codes[at - names], 1);
        return p + 1;
    }
    if (*p == 'u') return undump_unicode(u, p + 1, e);
    if (*p == 'x') {
        p++;
        if (hex_number(&p, e, 2, &c) != 2) undump_error("invalid hex escape");
        if (c >= 0x80) { /* ASCII goes with either */
            if (u->unicode) undump_error("hex escape and Unicode escape are mixed");
            u->hex = true;
        }
        char b = (char)c;
        out_bytes(&u->o, &b, 1);
        return p;
    }
    out_bytes(&u->o, p - 1, 2);
    return p + 1;
}

/* Reads the text after the closing quote: none, or .force_encoding("name"), with .dup before it or not.  Returns the encoding. */
static int
undump_suffix(const char *p, const char *e, int enc_index)
{
    static const char dup[] = ".dup", force[] = ".force_encoding(\"";
    static const char bad_form[] = "invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form";
    if (p == e) return enc_index;
    if ((size_t)(e - p) >= sizeof(dup) - 1 && memcmp(p, dup, sizeof(dup) - 1) == 0) p += sizeof(dup) - 1;
    if ((size_t)(e - p) < sizeof(force) - 1 || memcmp(p, force, sizeof(force) - 1) != 0) undump_error(bad_form);
    p += sizeof(force) - 1;
    const char *q = memchr(p, '"', (size_t)(e - p));
    if (!q || e - q != 2 || q[1] != ')') undump_error(bad_form);
    int i = enc_find_index(p, (size_t)(q - p));
    if (i < 0) undump_error("dumped string has unknown encoding name");
    return i;
}

static VALUE
str_m_undump(VALUE self)
{
    rb_must_asciicompat(self);
    const char *p = str_ptr(self), *e = str_end(self);
    struct undump u = {.enc = str_enc(self)};
    if (!str_ascii_only(self)) undump_error("non-ASCII character detected");
    if (memchr(p, 0, str_len(self))) undump_error("string contains null byte");
    if (str_len(self) < 2 || *p != '"')
        undump_error("invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form");
    out_start(&u.o, u.enc->index, str_len(self));
    for (p++;;) {
        if (p >= e) undump_error("unterminated dumped string");
        if (*p == '"') break;
        if (*p == '\\') p = undump_escape(&u, p + 1, e);
        else out_bytes(&u.o, p++, 1);
    }
    int enc = undump_suffix(p + 1, e, u.enc->index);
    if (p + 1 < e && u.unicode) undump_error("dumped string contained Unicode escape but used force_encoding");
    VALUE r = out_finish(&u.o, STR_CR_UNKNOWN);
    str_associate(r, enc);
    str_set_cr(r, STR_CR_UNKNOWN);
    RB_GC_GUARD(self);
    return r;
}

void
str_init_inspect(VALUE c)
{
    rb_define_method(c, "inspect", rb_str_inspect, 0);
    rb_define_method(c, "dump", rb_str_dump, 0);
    rb_define_method(c, "undump", str_m_undump, 0);
}
