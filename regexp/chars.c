/*
 * regexp/chars.c - from the bytes of a pattern to its characters.
 *
 * An escape that names bytes or a code point by number (\xE3\x81\x82, \u3042, \343, \C-a, \M-a) becomes a character, marked
 * literal.  Other escapes keep their backslash for the parser.  Numbers of bytes above 7F must make whole characters.
 */
#include "internal/regexp/tree.h"

#include <string.h>

struct reading {
    struct re_tree *t;
    const uint8_t *p, *e;
    struct re_chars *out;
    struct re_facts *facts;
    bool extended;
    int in_class;
    bool control, meta; /* seen in the escape that is being read */
};

static void
re_put(struct reading *r, uint32_t c, bool literal)
{
    r->out->at[r->out->n++] = c | (literal ? RE_LITERAL : 0);
}

static int
re_hex_value(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool
re_octal_p(int c)
{
    return c >= '0' && c <= '7';
}

/* ---- \u ---- */

static void
re_put_unicode(struct reading *r, uint32_t c)
{
    if (c > 0x10ffff) re_fail(r->t, "invalid Unicode range");
    if (c >= 0xd800 && c <= 0xdfff) re_fail(r->t, "invalid Unicode codepoint");
    if (c >= 0x80) r->facts->unicode = true;
    re_put(r, c, true);
}

static void
re_skip_blanks(struct reading *r)
{
    while (r->p < r->e && (*r->p == ' ' || *r->p == '\t')) r->p++;
}

/* \u{41 42}: p is behind the brace. */
static void
re_unicode_list(struct reading *r)
{
    int n = 0;
    for (;; n++) {
        re_skip_blanks(r);
        if (r->p >= r->e) re_fail(r->t, n ? "unterminated Unicode escape" : "invalid Unicode list");
        if (*r->p == '}') break;
        uint32_t c = 0;
        int digits = 0;
        for (; r->p < r->e && re_hex_value(*r->p) >= 0; r->p++) {
            c = c * 16 + (uint32_t)re_hex_value(*r->p);
            if (++digits > 6) re_fail(r->t, "invalid Unicode range");
        }
        if (!digits) re_fail(r->t, "invalid Unicode list");
        re_put_unicode(r, c);
    }
    if (!n) re_fail(r->t, "invalid Unicode list");
    r->p++;
}

static void
re_unicode_escape(struct reading *r)
{
    if (r->p < r->e && *r->p == '{') {
        r->p++;
        re_unicode_list(r);
        return;
    }
    uint32_t c = 0;
    for (int i = 0; i < 4; i++, r->p++) {
        if (r->p >= r->e || re_hex_value(*r->p) < 0) re_fail(r->t, "invalid Unicode escape");
        c = c * 16 + (uint32_t)re_hex_value(*r->p);
    }
    re_put_unicode(r, c);
}

/* ---- bytes ---- */

static int re_read_byte_escape(struct reading *r);

/* Reads the byte that \C- or \M- modifies. */
static int
re_modified_byte(struct reading *r, const char *too_short)
{
    if (r->p >= r->e || *r->p >= 0x80) re_fail(r->t, "%s", too_short);
    if (*r->p != '\\') return *r->p++;
    r->p++;
    if (r->p >= r->e) re_fail(r->t, "too short escape sequence");
    if (*r->p == '\\') return *r->p++;
    if (re_octal_p(*r->p) && *r->p > '3' && r->e - r->p > 2 && re_octal_p(r->p[1]) && re_octal_p(r->p[2])) {
        re_fail(r->t, "invalid escape code");
    }
    return re_read_byte_escape(r);
}

static int
re_number_byte(struct reading *r, int base, int max_digits)
{
    int c = 0, digits = 0;
    for (; digits < max_digits && r->p < r->e; digits++, r->p++) {
        int v = base == 8 ? (re_octal_p(*r->p) ? *r->p - '0' : -1) : re_hex_value(*r->p);
        if (v < 0) break;
        c = c * base + v;
    }
    if (!digits) re_fail(r->t, "invalid hex escape");
    return c & 0xff;
}

/* \C- and \M- go once each to a byte. */
static void
re_once(struct reading *r, bool *seen, const char *what)
{
    if (*seen) re_fail(r->t, "duplicate %s escape", what);
    *seen = true;
}

static int
re_control_byte(struct reading *r)
{
    re_once(r, &r->control, "control");
    return re_modified_byte(r, "too short control escape") & 0x9f;
}

/* An escape that stands for one byte; p is behind the backslash. */
static int
re_read_byte_escape(struct reading *r)
{
    int c = *r->p++;
    switch (c) {
    case 'x': return re_number_byte(r, 16, 2);
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'a': return '\a';
    case 'e': return 033;
    case 'c': return re_control_byte(r);
    case 'C':
        if (r->p >= r->e || *r->p != '-') re_fail(r->t, "too short control escape");
        r->p++;
        return re_control_byte(r);
    case 'M':
        if (r->p >= r->e || *r->p != '-') re_fail(r->t, "too short meta escape");
        r->p++;
        re_once(r, &r->meta, "meta");
        return re_modified_byte(r, "too short meta escape") | 0x80;
    default: break;
    }
    if (re_octal_p(c)) {
        r->p--;
        return re_number_byte(r, 8, 3);
    }
    re_fail(r->t, "unexpected escape sequence");
}

/* Bytes by number: those above 7F with what follows of the same kind, until they make a character. */
static void
re_byte_escape(struct reading *r)
{
    r->control = r->meta = false;
    int c = re_read_byte_escape(r);
    if (c < 0x80) {
        re_put(r, (uint32_t)c, true);
        return;
    }
    char bytes[8];
    int n = 0, len;
    bytes[n++] = (char)c;
    const struct enc *enc = r->t->enc;
    while ((len = enc_precise_len(enc, bytes, bytes + n)) < ENC_INVALID && n < (int)sizeof bytes) {
        if (r->e - r->p < 2 || *r->p != '\\' || !strchr("xcCM01234567", r->p[1]))
            re_fail(r->t, "too short escaped multibyte character");
        r->p++;
        r->control = r->meta = false;
        bytes[n++] = (char)re_read_byte_escape(r);
    }
    if (len <= 0) re_fail(r->t, "invalid multibyte escape");
    r->facts->non_ascii = r->facts->bytes_by_number = true;
    re_put(r, enc_decode(enc, bytes, bytes + n), true);
}

/* ---- all ---- */

static void
plain_char(struct reading *r)
{
    const char *p = (const char *)r->p, *e = (const char *)r->e;
    int n = enc_precise_len(r->t->enc, p, e);
    if (n <= 0) {
        if (!enc_single_p(r->t->enc)) re_fail(r->t, "invalid multibyte character");
        n = 1;
    }
    uint32_t c = enc_decode(r->t->enc, p, e);
    if (c >= 0x80) r->facts->non_ascii = true;
    re_put(r, c, c >= 0x80 && enc_ascii_compat_p(r->t->enc));
    r->p += n;
}

static void
re_escape(struct reading *r)
{
    r->p++;
    if (r->p >= r->e) re_fail(r->t, "too short escape sequence");
    int c = *r->p;
    if (c >= 0x80) { /* an escaped character: itself */
        plain_char(r);
        return;
    }
    if (c == 'u') {
        r->p++;
        re_unicode_escape(r);
        return;
    }
    if (c >= '4' && c <= '7' && r->e - r->p > 2 && re_octal_p(r->p[1]) && re_octal_p(r->p[2]))
        re_fail(r->t, "invalid escape code");
    bool high_octal = c >= '2' && c <= '3' && r->e - r->p > 2 && re_octal_p(r->p[1]) && re_octal_p(r->p[2]);
    if (high_octal || (c && strchr("0xcCM", c))) {
        re_byte_escape(r);
        return;
    }
    if (c == 'p' || c == 'P') r->facts->property = true;
    re_put(r, '\\', false);
    re_put(r, (uint32_t)c, false);
    r->p++;
}

static void
re_comment(struct reading *r)
{
    while (r->p < r->e && *r->p != '\n') {
        if (*r->p >= 0x80) plain_char(r);
        else re_put(r, *r->p++, false);
    }
}

void
re_read(struct re_tree *t, const char *src, size_t len, unsigned options, struct re_chars *out, struct re_facts *facts)
{
    struct reading r = {
        t, (const uint8_t *)src, (const uint8_t *)src + len, out, facts, (options & RE_OPT_EXTENDED) != 0, 0, false, false};
    memset(facts, 0, sizeof *facts);
    out->at = re_alloc(t, (len + 1) * sizeof *out->at);
    out->n = 0;
    bool ascii = enc_ascii_compat_p(t->enc);
    while (r.p < r.e) {
        int c = ascii ? *r.p : 0x80;
        if (c >= 0x80) plain_char(&r);
        else if (c == '\\') re_escape(&r);
        else if (c == '#' && r.extended && !r.in_class) re_comment(&r);
        else {
            if (c == '[') r.in_class++;
            if (c == ']' && r.in_class) r.in_class--;
            re_put(&r, (uint32_t)c, false);
            r.p++;
        }
    }
}
