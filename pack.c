/*
 * pack.c - Array#pack, and the reader of its formats.
 */
#include "internal/compiler.h"

#include <ctype.h>
#include <string.h>

#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/pack.h"
#include "internal/string.h"
#include "ruby/encoding.h"
#include "ruby/ruby.h"

/* ---- formats ---- */

static const char native_letters[] = "sSiIlLqQjJ";

/* Returns whether this text of inspect has no escapes except those of the quote, the backslash and the hash. */
static bool
inspected_plain_p(const char *p, const char *end)
{
    for (; p < end; p++) {
        if (*p != '\\') continue;
        if (p[1] != '"' && p[1] != '\\' && p[1] != '#') return false;
        p++;
    }
    return true;
}

/* Returns fmt for a message.  If it has a control character or a broken one, every character beyond ASCII is escaped. */
static VALUE
format_for_message(VALUE fmt)
{
    VALUE s = rb_str_inspect(fmt), out = rb_str_buf_new(32);
    const char *p = str_ptr(s) + 1, *end = str_end(s) - 1;
    if (inspected_plain_p(p, end)) return fmt;
    rb_enc_copy(out, s);
    while (p < end) {
        if ((unsigned char)*p >= 0x80) {
            int n = rb_enc_precise_mbclen(p, end, rb_enc_get(s));
            unsigned c = rb_enc_codepoint_len(p, end, NULL, rb_enc_get(s));
            rb_str_catf(out, c > 0xffff ? "\\u{%X}" : "\\u%04X", c);
            p += n;
        } else if (end - p >= 6 && memcmp(p, "\\u0000", 6) == 0) rb_str_cat(out, "\\0", 2), p += 6;
        else if (end - p >= 4 && memcmp(p, "\\x00", 4) == 0) rb_str_cat(out, "\\0", 2), p += 4;
        else if (end - p >= 6 && memcmp(p, "\\u007F", 6) == 0) rb_str_cat(out, "\\c?", 3), p += 6;
        else if (end - p >= 4 && memcmp(p, "\\x7F", 4) == 0) rb_str_cat(out, "\\c?", 3), p += 4;
        else if (end - p >= 2 && p[0] == '\\' && (p[1] == '"' || p[1] == '\\' || p[1] == '#'))
            rb_str_cat(out, p + 1, 1), p += 2;
        else rb_str_cat(out, p++, 1);
    }
    RB_GC_GUARD(s);
    return out;
}

void
pack_unknown(const struct pack_format *f, char letter)
{
    unsigned char c = (unsigned char)letter;
    char shown[8] = {letter, '\0'};
    if (c < ' ' || c >= 0x7f) snprintf(shown, sizeof shown, "\\x%02x", c);
    rb_raise(rb_eArgError, "unknown %s directive '%s' in '%" PRIsVALUE "'", f->what, shown, format_for_message(f->str));
}

/* The integer directive of a letter. */
struct integer_letter {
    uint8_t width;        /* bytes; 0: the letter is no integer directive */
    uint8_t native_width; /* with _ or !; 0: neither is allowed, nor < and > */
    bool is_signed, big;
};
static const struct integer_letter integer_letters[256] = {
    ['c'] = {1, 0, true, false},
    ['C'] = {1, 0, false, false},
    ['s'] = {2, sizeof(short), true, false},
    ['S'] = {2, sizeof(short), false, false},
    ['i'] = {sizeof(int), sizeof(int), true, false},
    ['I'] = {sizeof(int), sizeof(int), false, false},
    ['l'] = {4, sizeof(long), true, false},
    ['L'] = {4, sizeof(long), false, false},
    ['q'] = {8, sizeof(long long), true, false},
    ['Q'] = {8, sizeof(long long), false, false},
    ['j'] = {sizeof(intptr_t), sizeof(intptr_t), true, false},
    ['J'] = {sizeof(intptr_t), sizeof(intptr_t), false, false},
    ['n'] = {2, 0, false, true},
    ['N'] = {4, 0, false, true},
    ['v'] = {2, 0, false, false},
    ['V'] = {4, 0, false, false},
};

static bool
digit_p(char c)
{
    return c >= '0' && c <= '9';
}

static void
scan_modifiers(struct pack_format *f, struct pack_directive *d)
{
    char order = '\0';
    for (; f->p < f->end; f->p++) {
        char c = *f->p;
        if (c != '_' && c != '!' && c != '<' && c != '>') break;
        if (!integer_letters[(unsigned char)d->letter].native_width) {
            rb_raise(rb_eArgError, "'%c' allowed only after types %s", c, native_letters);
        }
        if (c == '_' || c == '!') {
            d->native = true;
        } else {
            if (order) rb_raise(rb_eRangeError, "Can't use both '<' and '>'");
            order = c;
        }
    }
    d->big = order == '>';
}

static void
scan_count(struct pack_format *f, struct pack_directive *d)
{
    d->count = 1;
    if (f->p < f->end && *f->p == '*') {
        d->star = d->counted = true;
        f->p++;
        return;
    }
    if (f->p >= f->end || !digit_p(*f->p)) return;
    d->counted = true;
    d->count = 0;
    for (; f->p < f->end && digit_p(*f->p); f->p++) {
        if (__builtin_mul_overflow(d->count, 10, &d->count) || __builtin_add_overflow(d->count, *f->p - '0', &d->count)) {
            rb_raise(rb_eRangeError, "pack length too big");
        }
    }
}

bool
pack_next(struct pack_format *f, struct pack_directive *d)
{
    for (; f->p < f->end; f->p++) {
        if (*f->p == '#') {
            while (f->p < f->end && *f->p != '\n') f->p++;
            if (f->p >= f->end) return false;
        } else if (!isspace((unsigned char)*f->p)) {
            break;
        }
    }
    if (f->p >= f->end) return false;
    *d = (struct pack_directive){.letter = *f->p++};
    if (d->letter) scan_modifiers(f, d);
    scan_count(f, d);
    const struct integer_letter *l = &integer_letters[(unsigned char)d->letter];
    d->width = d->native ? l->native_width : l->width;
    d->is_signed = l->is_signed;
    d->big |= l->big;
    return true;
}

/* ---- the packer ---- */

struct packer {
    VALUE out;
    size_t start; /* where the buffer's own text ends: '@' counts from the buffer's beginning */
    VALUE ary;
    size_t next;
    VALUE kept; /* Strings that pointers point into; 0 */
    enum { ENC_ASCII, ENC_BYTES, ENC_UTF } enc;
};

static void
put(struct packer *k, const void *p, size_t n)
{
    str_append_bytes(k->out, p, n);
}

static void
put_fill(struct packer *k, char c, long n)
{
    if (n <= 0) return;
    size_t len = str_len(k->out);
    if ((size_t)n > (size_t)LONG_MAX - len) rb_raise(rb_eArgError, "string size too big");
    str_modify_expand_keep_cr(k->out, (size_t)n);
    memset(str_ptr(k->out) + len, c, (size_t)n);
    str_set_len(k->out, len + (size_t)n);
}

static VALUE
next_item(struct packer *k)
{
    if (k->next >= ary_len(k->ary)) rb_raise(rb_eArgError, "too few arguments");
    return ary_at(k->ary, k->next++);
}

/* Returns the number of items for a directive: '*' takes all that are left. */
static long
item_count(const struct packer *k, const struct pack_directive *d)
{
    if (!d->star) return d->count;
    return k->next < ary_len(k->ary) ? (long)(ary_len(k->ary) - k->next) : 0;
}

/* ---- strings and bits ---- */

/* Zeros behind the digits given: room for all is asked for first, more than there is raises NoMemoryError. */
static void
put_zeros(struct packer *k, long n)
{
    if (n < 0) rb_raise(rb_eArgError, "negative expanding string size");
    if (n > 0) rb_str_modify_expand(k->out, n);
    put_fill(k, '\0', n);
}

static void
pack_bits(struct packer *k, const char *p, long len, long want, bool high_first)
{
    long extra = want > len ? (want - len) / 2 + (want - len) % 2 : 0; /* bytes, as many as CRuby adds */
    if (want > len) want = len;
    unsigned byte = 0;
    for (long i = 0; i < want; i++) {
        byte |= (unsigned)(p[i] & 1) << (high_first ? 7 - i % 8 : i % 8);
        if (i % 8 == 7 || i + 1 == want) {
            char c = (char)byte;
            put(k, &c, 1);
            byte = 0;
        }
    }
    put_zeros(k, extra);
}

static void
pack_nibbles(struct packer *k, const char *p, long len, long want, bool high_first)
{
    if (want == LONG_MAX) rb_raise(rb_eArgError, "negative expanding string size"); /* what CRuby makes of want + 1 */
    long extra = want > len ? (want + 1) / 2 - (len + 1) / 2 : 0;
    if (want > len) want = len;
    unsigned byte = 0;
    for (long i = 0; i < want; i++) {
        unsigned char c = (unsigned char)p[i];
        unsigned nibble = isalpha(c) ? (c & 15u) + 9 : c & 15u;
        byte |= (nibble & 15u) << ((i % 2 == 0) == high_first ? 4 : 0);
        if (i % 2 == 1 || i + 1 == want) {
            char b = (char)byte;
            put(k, &b, 1);
            byte = 0;
        }
    }
    put_zeros(k, extra);
}

static void
pack_string(struct packer *k, const struct pack_directive *d)
{
    VALUE s = next_item(k);
    const char *p = "";
    long len = 0;
    if (!NIL_P(s)) {
        StringValue(s);
        p = str_ptr(s);
        len = (long)str_len(s);
    }
    long want = d->star ? (d->letter == 'P' ? 1 : d->letter == 'Z' ? len + 1 : len) : d->count;
    switch (d->letter) {
    case 'B':
    case 'b': pack_bits(k, p, len, want, d->letter == 'B'); break;
    case 'H':
    case 'h': pack_nibbles(k, p, len, want, d->letter == 'H'); break;
    default: put(k, p, (size_t)(want < len ? want : len)); put_fill(k, d->letter == 'A' ? ' ' : '\0', want - len);
    }
    RB_GC_GUARD(s);
}

/* ---- numbers ---- */

/* Writes the low bytes of a Fixnum. */
static ALWAYS_INLINE void
store_fixnum(char *to, VALUE v, int width, bool big)
{
    uint64_t n = (uint64_t)fix_int(v);
    if (big) n = __builtin_bswap64(n) >> (64 - 8 * width);
    if (width == 1) *to = (char)n;
    else if (width == 2) memcpy(to, &(uint16_t){(uint16_t)n}, 2);
    else if (width == 4) memcpy(to, &(uint32_t){(uint32_t)n}, 4);
    else memcpy(to, &n, 8);
}

/* Packs d->count integers.  Fixnums are gathered on the stack.  They are written out before another item is converted, because its
 * to_int may read the buffer. */
static void
pack_integers(struct packer *k, const struct pack_directive *d)
{
    enum { ROOM = 64 };
    char gathered[ROOM * 8];
    size_t used = 0, width = (size_t)d->width;
    for (long n = item_count(k, d); n > 0; n--) {
        if (used + width > sizeof gathered || (k->next >= ary_len(k->ary) && used)) {
            put(k, gathered, used);
            used = 0;
        }
        VALUE v = next_item(k);
        if (LIKELY(val_fix_p(v))) {
            store_fixnum(gathered + used, v, d->width, d->big);
            used += width;
            continue;
        }
        if (used) put(k, gathered, used);
        used = 0;
        char buf[8];
        rb_integer_pack(rb_to_int(v), buf, width, 1, 0,
                        INTEGER_PACK_2COMP | (d->big ? INTEGER_PACK_BIG_ENDIAN : INTEGER_PACK_LITTLE_ENDIAN));
        put(k, buf, width);
    }
    if (used) put(k, gathered, used);
}

static void
reverse_bytes(char *p, int n)
{
    for (int i = 0; i < n / 2; i++) {
        char c = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = c;
    }
}

static void
pack_floats(struct packer *k, const struct pack_directive *d)
{
    bool single = strchr("fFeg", d->letter) != NULL, big = d->letter == 'g' || d->letter == 'G';
    for (long n = item_count(k, d); n > 0; n--) {
        char buf[8];
        double v = float_value(rb_to_float(next_item(k)));
        float f = (float)v;
        int size = single ? 4 : 8;
        if (single) memcpy(buf, &f, 4);
        else memcpy(buf, &v, 8);
        if (big) reverse_bytes(buf, size);
        put(k, buf, (size_t)size);
    }
}

static void
pack_codepoints(struct packer *k, const struct pack_directive *d)
{
    for (long n = item_count(k, d); n > 0; n--) {
        char buf[8];
        long c = NUM2LONG(rb_to_int(next_item(k)));
        if (c < 0) rb_raise(rb_eRangeError, "pack(U): value out of range");
        put(k, buf, (size_t)rb_uv_to_utf8(buf, (unsigned long)c));
    }
}

/* Base 128, the highest digit first, all but the last with the top bit. */
static void
pack_compressed(struct packer *k, const struct pack_directive *d)
{
    for (long n = item_count(k, d); n > 0; n--) {
        VALUE v = rb_to_int(next_item(k));
        if (int_neg_p(v)) rb_raise(rb_eArgError, "can't compress negative numbers");
        size_t digits = rb_absint_numwords(v, 7, NULL);
        if (digits == 0) digits = 1;
        str_modify_expand(k->out, digits);
        size_t len = str_len(k->out);
        char *p = str_ptr(k->out) + len;
        rb_integer_pack(v, p, digits, 1, 1, INTEGER_PACK_BIG_ENDIAN);
        for (size_t i = 0; i + 1 < digits; i++) p[i] |= (char)0x80;
        str_set_len(k->out, len + digits);
    }
}

/* ---- printable encodings ---- */

static const char base64_chars[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char uu_chars[] = "`!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_";

/* Three bytes to four characters; a short end is filled. */
static void
put_triples(struct packer *k, const unsigned char *p, long n, const char *chars, char fill)
{
    char buf[256];
    size_t at = 0;
    for (; n > 0; p += 3, n -= 3) {
        unsigned a = p[0], b = n > 1 ? p[1] : 0, c = n > 2 ? p[2] : 0;
        buf[at++] = chars[a >> 2];
        buf[at++] = chars[(a & 3) << 4 | b >> 4];
        buf[at++] = n > 1 ? chars[(b & 15) << 2 | c >> 6] : fill;
        buf[at++] = n > 2 ? chars[c & 63] : fill;
        if (at == sizeof buf) {
            put(k, buf, at);
            at = 0;
        }
    }
    put(k, buf, at);
}

static void
pack_triples(struct packer *k, const struct pack_directive *d)
{
    VALUE s = next_item(k);
    StringValue(s);
    s = rb_str_new_frozen(s);
    const unsigned char *p = (const unsigned char *)str_ptr(s);
    long len = (long)str_len(s), line = d->star || d->count <= 2 ? 45 : d->count / 3 * 3;
    bool uu = d->letter == 'u';
    if (uu && line > 63) line = 63;
    if (!uu && d->counted && !d->star && d->count == 0) {
        put_triples(k, p, len, base64_chars, '=');
    } else {
        for (; len > 0; p += line, len -= line) {
            long n = len < line ? len : line;
            if (uu) {
                char c = (char)(n + ' ');
                put(k, &c, 1);
            }
            put_triples(k, p, n, uu ? uu_chars : base64_chars, uu ? '`' : '=');
            put(k, "\n", 1);
        }
    }
    RB_GC_GUARD(s);
}

/* Quoted-printable (RFC 2045); lines are cut once they are longer than `line`. */
static void
pack_quoted(struct packer *k, const struct pack_directive *d)
{
    static const char hex[] = "0123456789ABCDEF";
    VALUE s = rb_obj_as_string(next_item(k));
    long line = d->star || d->count <= 1 ? 72 : d->count, column = 0;
    int previous = -1;
    const unsigned char *p = (const unsigned char *)str_ptr(s), *end = p + str_len(s);
    for (; p < end; p++) {
        unsigned char c = *p;
        if (c > 126 || (c < 32 && c != '\n' && c != '\t') || c == '=') {
            char code[3] = {'=', hex[c >> 4], hex[c & 15]};
            put(k, code, 3);
            column += 3;
            previous = -1;
        } else if (c == '\n') {
            if (previous == ' ' || previous == '\t') put(k, "=\n", 2);
            put(k, "\n", 1);
            column = 0;
            previous = '\n';
        } else {
            put(k, p, 1);
            column++;
            previous = c;
        }
        if (column > line) {
            put(k, "=\n", 2);
            column = 0;
            previous = '\n';
        }
    }
    if (column > 0) put(k, "=\n", 2);
    RB_GC_GUARD(s);
}

/* ---- positions and pointers ---- */

static void
pack_back(struct packer *k, const struct pack_directive *d)
{
    long n = d->star ? 0 : d->count, len = (long)str_len(k->out);
    if (n > len) rb_raise(rb_eArgError, "X outside of string");
    str_set_len(k->out, (size_t)(len - n));
}

static void
pack_position(struct packer *k, const struct pack_directive *d)
{
    long to = d->star ? 0 : d->count, len = (long)str_len(k->out);
    if (to >= len) put_fill(k, '\0', to - len);
    else if (!d->star) str_set_len(k->out, (size_t)to);
}

static void
put_pointer(struct packer *k, VALUE s)
{
    const char *p = NULL;
    if (!NIL_P(s)) {
        p = StringValuePtr(s);
        if (!k->kept) k->kept = rb_ary_new();
        rb_ary_push(k->kept, s);
        gc_tell(s); /* its bytes may lie in its slot */
    }
    put(k, &p, sizeof p);
}

static void
pack_pointers(struct packer *k, const struct pack_directive *d)
{
    if (d->letter == 'P') {
        VALUE s = next_item(k);
        long want = d->star ? 1 : d->count;
        if (!NIL_P(s)) {
            StringValue(s);
            if ((long)str_len(s) < want) {
                rb_raise(rb_eArgError, "too short buffer for P(%ld for %ld)", (long)str_len(s), want);
            }
        }
        put_pointer(k, s);
        return;
    }
    for (long n = item_count(k, d); n > 0; n--) {
        VALUE s = next_item(k);
        if (!NIL_P(s)) StringValue(s);
        put_pointer(k, s);
    }
}

/* ---- all ---- */

static void
note_encoding(struct packer *k, char letter)
{
    if (letter == 'U') {
        if (k->enc == ENC_ASCII) k->enc = ENC_UTF;
    } else if (letter != 'm' && letter != 'M' && letter != 'u') {
        k->enc = ENC_BYTES;
    }
}

static void
pack_one(struct packer *k, const struct pack_format *f, const struct pack_directive *d)
{
    note_encoding(k, d->letter);
    if (d->width) {
        pack_integers(k, d);
        return;
    }
    switch (d->letter) {
    case 'a':
    case 'A':
    case 'Z':
    case 'B':
    case 'b':
    case 'H':
    case 'h': pack_string(k, d); break;
    case 'd':
    case 'D':
    case 'f':
    case 'F':
    case 'E':
    case 'e':
    case 'G':
    case 'g': pack_floats(k, d); break;
    case 'U': pack_codepoints(k, d); break;
    case 'w': pack_compressed(k, d); break;
    case 'm':
    case 'u': pack_triples(k, d); break;
    case 'M': pack_quoted(k, d); break;
    case 'x': put_fill(k, '\0', d->star ? 0 : d->count); break;
    case 'X': pack_back(k, d); break;
    case '@': pack_position(k, d); break;
    case 'p':
    case 'P': pack_pointers(k, d); break;
    case '%': rb_raise(rb_eArgError, "%% is not supported");
    default: pack_unknown(f, d->letter);
    }
}

VALUE
ary_pack(VALUE ary, VALUE fmt, VALUE buffer)
{
    struct packer k = {0, 0, ary, 0, 0, ENC_ASCII};
    struct pack_directive d;
    VALUE given = StringValue(fmt);
    fmt = rb_str_new_frozen(fmt);
    if (NIL_P(buffer)) {
        k.out = str_buf_new(0);
        str_set_enc_index(k.out, ENCI_BINARY);
    } else {
        if (!val_type_p(buffer, T_STRING)) {
            rb_raise(rb_eTypeError, "buffer must be String, not %" PRIsVALUE, rb_obj_class(buffer));
        }
        rb_str_modify(buffer);
        k.out = buffer;
    }
    str_set_cr(k.out, STR_CR_UNKNOWN); /* bytes are appended without a look at them */
    rb_must_asciicompat(fmt);
    struct pack_format f = {str_ptr(fmt), str_end(fmt), fmt, "pack"};
    const char *text = str_ptr(given);
    size_t len = str_len(given);
    while (pack_next(&f, &d)) {
        pack_one(&k, &f, &d);
        if (str_ptr(given) != text || str_len(given) != len) rb_raise(rb_eRuntimeError, "format string modified");
    }
    if (k.kept) rb_ivar_set(k.out, rb_intern("associated"), k.kept);
    if (NIL_P(buffer)) {
        static const int index[] = {ENCI_USASCII, ENCI_BINARY, ENCI_UTF8};
        str_set_enc_index(k.out, index[k.enc]);
    }
    str_set_cr(k.out, STR_CR_UNKNOWN);
    RB_GC_GUARD(fmt);
    return k.out;
}

VALUE
rb_pack(VALUE ary, VALUE fmt)
{
    return ary_pack(ary, fmt, Qnil);
}

void
Init_Pack(void)
{
    Init_Unpack();
}
