/*
 * pack/unpack.c - String#unpack and #unpack1.
 *
 * One walk over format and bytes serves three ways of handing out: an Array, a block, or the first value alone.
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

struct unpacker {
    VALUE str;
    const char *start, *p, *end;
    enum { TO_ARRAY, TO_BLOCK, TO_FIRST } how;
    VALUE result; /* TO_ARRAY: the Array; TO_FIRST: Qundef until there is one */
    bool done;
};

static void
give(struct unpacker *u, VALUE v)
{
    switch (u->how) {
    case TO_ARRAY: ary_push(u->result, v); break;
    case TO_BLOCK: rb_yield(v); break;
    case TO_FIRST:
        u->result = v;
        u->done = true;
        break;
    }
}

static inline long
left(const struct unpacker *u)
{
    return u->end - u->p;
}

static VALUE
new_str(const char *p, long n, int enc)
{
    return str_new(p, (size_t)n, enc);
}

/* ---- numbers ---- */

static VALUE
load_integer(const char *p, int width, bool big, bool is_signed)
{
    uint64_t v = 0;
    for (int i = 0; i < width; i++) v |= (uint64_t)(unsigned char)p[big ? width - 1 - i : i] << (8 * i);
    if (!is_signed) return int_from_ulong(v);
    int shift = 64 - 8 * width;
    return int_from_long((int64_t)(v << shift) >> shift);
}

/* Unpacks whole items of `width` bytes.  If the count is larger than their number, gives nil for each missing one, but not to a
 * block. */
static void
unpack_fixed(struct unpacker *u, const struct pack_directive *d, long width,
             VALUE (*load)(const char *, const struct pack_directive *))
{
    long whole = left(u) / width, n = d->star || d->count > whole ? whole : d->count;
    for (long i = 0; i < n && !u->done; i++) {
        const char *p = u->p;
        u->p += width;
        give(u, load(p, d));
    }
    if (d->star) return;
    for (long i = n; i < d->count && !u->done && u->how != TO_BLOCK; i++) give(u, Qnil);
}

static VALUE
load_int(const char *p, const struct pack_directive *d)
{
    return load_integer(p, d->width, d->big, d->is_signed);
}

static VALUE
load_float(const char *p, const struct pack_directive *d)
{
    char buf[8];
    bool single = strchr("fFeg", d->letter) != NULL, big = d->letter == 'g' || d->letter == 'G';
    int size = single ? 4 : 8;
    for (int i = 0; i < size; i++) buf[i] = p[big ? size - 1 - i : i];
    if (single) {
        float f;
        memcpy(&f, buf, sizeof f);
        return float_new(f);
    }
    double v;
    memcpy(&v, buf, sizeof v);
    return float_new(v);
}

/* One character of UTF-8 as it was before Unicode ended at 0x10ffff: up to six bytes. */
static VALUE
load_codepoint(struct unpacker *u)
{
    static const unsigned long least[] = {0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    unsigned char lead = (unsigned char)*u->p;
    if (lead < 0x80) {
        u->p++;
        return int_fix(lead);
    }
    if (lead < 0xc0 || lead >= 0xfe) rb_raise(rb_eArgError, "malformed UTF-8 character");
    int more = __builtin_clz((unsigned)(unsigned char)~lead << 24) - 1; /* leading ones, less one */
    long have = 1;
    unsigned long c = lead & (0x3fu >> more);
    while (have <= more && have < left(u) && ((unsigned char)u->p[have] & 0xc0) == 0x80) {
        c = c << 6 | ((unsigned char)u->p[have++] & 0x3f);
    }
    if (left(u) <= more)
        rb_raise(rb_eArgError, "malformed UTF-8 character (expected %d bytes, given %ld bytes)", more + 1, left(u));
    if (have <= more) rb_raise(rb_eArgError, "malformed UTF-8 character");
    if (c < least[more]) rb_raise(rb_eArgError, "redundant UTF-8 sequence");
    u->p += have;
    return int_from_ulong(c);
}

static void
unpack_codepoints(struct unpacker *u, const struct pack_directive *d)
{
    for (long n = d->star ? left(u) : d->count; n > 0 && left(u) > 0 && !u->done; n--) give(u, load_codepoint(u));
}

static void
unpack_compressed(struct unpacker *u, const struct pack_directive *d)
{
    long n = d->star ? left(u) : d->count;
    const char *from = u->p, *p = from;
    for (; n > 0 && p < u->end && !u->done; p++) {
        if (*p & 0x80) continue;
        VALUE v = rb_integer_unpack(from, (size_t)(p + 1 - from), 1, 1, INTEGER_PACK_BIG_ENDIAN);
        from = u->p = p + 1;
        n--;
        give(u, v);
    }
}

/* ---- strings and bits ---- */

static void
unpack_text(struct unpacker *u, const struct pack_directive *d)
{
    long n = d->star || d->count > left(u) ? left(u) : d->count, used = n;
    const char *p = u->p;
    if (d->letter == 'A') {
        while (n > 0 && (p[n - 1] == ' ' || p[n - 1] == '\0')) n--;
    } else if (d->letter == 'Z') {
        const char *nul = n ? memchr(p, '\0', (size_t)n) : NULL;
        if (nul) {
            n = nul - p;
            if (d->star) used = n + 1;
        }
    }
    u->p += used;
    give(u, new_str(p, n, ENCI_BINARY));
}

static void
unpack_bits(struct unpacker *u, const struct pack_directive *d)
{
    long n = d->star || d->count > left(u) * 8 ? left(u) * 8 : d->count;
    VALUE s = str_new(NULL, (size_t)n, ENCI_USASCII);
    char *out = str_ptr(s);
    for (long i = 0; i < n; i++) {
        unsigned byte = (unsigned char)u->p[i / 8];
        out[i] = (char)('0' + (byte >> (d->letter == 'B' ? 7 - i % 8 : i % 8) & 1));
    }
    u->p += (n + 7) / 8;
    give(u, s);
}

static void
unpack_nibbles(struct unpacker *u, const struct pack_directive *d)
{
    static const char hex[] = "0123456789abcdef";
    long n = d->star || d->count > left(u) * 2 ? left(u) * 2 : d->count;
    VALUE s = str_new(NULL, (size_t)n, ENCI_USASCII);
    char *out = str_ptr(s);
    for (long i = 0; i < n; i++) {
        unsigned byte = (unsigned char)u->p[i / 2];
        out[i] = hex[(i % 2 == 0) == (d->letter == 'H') ? byte >> 4 : byte & 15];
    }
    u->p += (n + 1) / 2;
    give(u, s);
}

/* ---- printable encodings ---- */

static int
base64_value(unsigned char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

COLD NORETURN static void
invalid_base64(void)
{
    rb_raise(rb_eArgError, "invalid base64");
}

/* Decodes base64 without a count: skips other characters, and ends at the padding. */
static long
base64_loose(struct unpacker *u, char *out)
{
    char *to = out;
    unsigned bits = 0, have = 0;
    for (; u->p < u->end && *u->p != '='; u->p++) {
        int v = base64_value((unsigned char)*u->p);
        if (v < 0) continue;
        bits = bits << 6 | (unsigned)v;
        if (++have == 4) {
            *to++ = (char)(bits >> 16), *to++ = (char)(bits >> 8), *to++ = (char)bits;
            bits = have = 0;
        }
    }
    if (have >= 2) *to++ = (char)(bits >> (have == 2 ? 4 : 10));
    if (have == 3) *to++ = (char)(bits >> 2);
    u->p = u->end;
    return to - out;
}

/* m0: RFC 4648, nothing else. */
static long
base64_strict(struct unpacker *u, char *out)
{
    char *to = out;
    if (left(u) % 4) invalid_base64();
    for (; u->p < u->end; u->p += 4) {
        int v[4];
        for (int i = 0; i < 4; i++) v[i] = base64_value((unsigned char)u->p[i]);
        bool last = left(u) == 4;
        if (v[0] < 0 || v[1] < 0) invalid_base64();
        *to++ = (char)(v[0] << 2 | v[1] >> 4);
        if (last && u->p[2] == '=' && u->p[3] == '=') {
            if (v[1] & 15) invalid_base64();
        } else if (v[2] < 0) {
            invalid_base64();
        } else if (last && u->p[3] == '=') {
            if (v[2] & 3) invalid_base64();
            *to++ = (char)(v[1] << 4 | v[2] >> 2);
        } else {
            if (v[3] < 0) invalid_base64();
            *to++ = (char)(v[1] << 4 | v[2] >> 2);
            *to++ = (char)(v[2] << 6 | v[3]);
        }
    }
    return to - out;
}

static void
unpack_base64(struct unpacker *u, const struct pack_directive *d)
{
    VALUE s = str_new(NULL, (size_t)(left(u) / 4 * 3 + 4), ENCI_BINARY);
    bool strict = d->counted && !d->star && d->count == 0;
    long n = strict ? base64_strict(u, str_ptr(s)) : base64_loose(u, str_ptr(s));
    str_set_len(s, (size_t)n);
    give(u, s);
}

static void
unpack_uu(struct unpacker *u)
{
    VALUE s = str_new(NULL, (size_t)(left(u) * 3 / 4), ENCI_BINARY);
    char *out = str_ptr(s), *to = out, *limit = out + left(u) * 3 / 4;
    while (u->p < u->end && *u->p > ' ' && *u->p < 'a') {
        long want = (*u->p++ - ' ') & 63;
        while (want > 0 && to < limit) { /* of a line that is too short, zeros */
            unsigned v[4];
            for (int i = 0; i < 4; i++)
                v[i] = u->p < u->end && *u->p >= ' ' && *u->p < 'a' ? (unsigned)(*u->p++ - ' ') & 63 : 0;
            char three[3] = {(char)(v[0] << 2 | v[1] >> 4), (char)(v[1] << 4 | v[2] >> 2), (char)(v[2] << 6 | v[3])};
            for (int i = 0; i < 3 && want > 0 && to < limit; i++, want--) *to++ = three[i];
        }
        long checksum = left(u) > 1 && *u->p != '\r' && *u->p != '\n'; /* a character of one, before the line's end */
        long end = checksum;
        if (end < left(u) && u->p[end] == '\r') end++;
        if (end < left(u) && u->p[end] == '\n') end++;
        if (end > checksum) u->p += end;
    }
    str_set_len(s, (size_t)(to - out));
    give(u, s);
}

static int
hex_value(unsigned char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Quoted-printable; from the first thing that is none, the rest is taken as it stands. */
static void
unpack_quoted(struct unpacker *u)
{
    VALUE s = str_new(NULL, (size_t)left(u), ENCI_BINARY);
    char *out = str_ptr(s), *to = out;
    const char *p = u->p, *good = p;
    while (p < u->end) {
        if (*p != '=') {
            *to++ = *p++;
        } else {
            if (++p == u->end) break;
            if (p + 1 < u->end && p[0] == '\r' && p[1] == '\n') p++;
            if (*p == '\n') {
                p++;
            } else {
                int high = hex_value((unsigned char)*p), low;
                if (high < 0 || ++p == u->end || (low = hex_value((unsigned char)*p)) < 0) break;
                *to++ = (char)(high << 4 | low);
                p++;
            }
        }
        good = p;
    }
    memcpy(to, good, (size_t)(u->end - good));
    str_set_len(s, (size_t)(to - out + (u->end - good)));
    u->p = u->end;
    give(u, s);
}

/* ---- positions and pointers ---- */

static void
unpack_move(struct unpacker *u, const struct pack_directive *d)
{
    long n = d->count;
    switch (d->letter) {
    case 'x':
        if (d->star) n = left(u);
        if (n > left(u)) rb_raise(rb_eArgError, "x outside of string");
        u->p += n;
        break;
    case 'X':
        if (d->star) n = left(u);
        if (n > u->p - u->start) rb_raise(rb_eArgError, "X outside of string");
        u->p -= n;
        break;
    default: /* '@' */
        if (d->star) break;
        if (!d->counted) n = 0;
        if (n > u->end - u->start) rb_raise(rb_eArgError, "@ outside of string");
        u->p = u->start + n;
        break;
    }
}

/* Only what pack put there may be followed. */
static VALUE
pointed_string(struct unpacker *u, const char *p, long want)
{
    VALUE kept = rb_attr_get(u->str, rb_intern("associated"));
    if (NIL_P(kept)) rb_raise(rb_eArgError, "no associated pointer");
    for (size_t i = 0; i < ary_len(kept); i++) {
        VALUE s = ary_at(kept, i);
        if (str_ptr(s) != p) continue;
        if (want < 0) return rb_str_new(p, (long)strlen(p));
        return rb_str_new(p, want > (long)str_len(s) ? (long)str_len(s) : want);
    }
    rb_raise(rb_eArgError, "non associated pointer");
}

static void
unpack_pointers(struct unpacker *u, const struct pack_directive *d)
{
    long whole = left(u) / (long)sizeof(char *), n = d->star || d->count > whole ? whole : d->count, want = -1;
    if (d->letter == 'P') {
        want = d->star ? left(u) : d->count;
        n = whole > 0;
    }
    for (; n > 0 && !u->done; n--) {
        const char *p;
        memcpy(&p, u->p, sizeof p);
        u->p += sizeof p;
        give(u, p ? pointed_string(u, p, want) : Qnil);
    }
}

/* ---- all ---- */

static void
unpack_one(struct unpacker *u, const struct pack_format *f, const struct pack_directive *d)
{
    if (d->width) {
        unpack_fixed(u, d, d->width, load_int);
        return;
    }
    switch (d->letter) {
    case 'a':
    case 'A':
    case 'Z': unpack_text(u, d); break;
    case 'B':
    case 'b': unpack_bits(u, d); break;
    case 'H':
    case 'h': unpack_nibbles(u, d); break;
    case 'f':
    case 'F':
    case 'e':
    case 'g': unpack_fixed(u, d, 4, load_float); break;
    case 'd':
    case 'D':
    case 'E':
    case 'G': unpack_fixed(u, d, 8, load_float); break;
    case 'U': unpack_codepoints(u, d); break;
    case 'w': unpack_compressed(u, d); break;
    case 'm': unpack_base64(u, d); break;
    case 'u': unpack_uu(u); break;
    case 'M': unpack_quoted(u); break;
    case 'x':
    case 'X':
    case '@': unpack_move(u, d); break;
    case 'p':
    case 'P': unpack_pointers(u, d); break;
    case '%': rb_raise(rb_eArgError, "%% is not supported");
    default: pack_unknown(f, d->letter);
    }
}

static VALUE
unpack_from(VALUE str, VALUE fmt, VALUE offset, int how)
{
    StringValue(fmt);
    long from = NUM2LONG(offset);
    if (from < 0) rb_raise(rb_eArgError, "offset can't be negative");
    if (from > (long)str_len(str)) rb_raise(rb_eArgError, "offset outside of string");

    VALUE source = how == TO_BLOCK ? rb_str_new_frozen(str) : str; /* a block may change str */
    struct unpacker u = {.str = str, .start = str_ptr(source), .how = how};
    struct pack_directive d;
    u.p = u.start + from;
    u.end = u.start + str_len(source);
    u.result = how == TO_ARRAY ? ary_new() : Qnil;
    if (how == TO_BLOCK) fmt = rb_str_new_frozen(fmt);
    rb_must_asciicompat(fmt);
    struct pack_format f = {str_ptr(fmt), str_end(fmt), fmt, "unpack"};
    while (!u.done && pack_next(&f, &d)) unpack_one(&u, &f, &d);
    RB_GC_GUARD(fmt);
    RB_GC_GUARD(source);
    return u.result;
}

VALUE
str_unpack1(VALUE str, VALUE fmt, VALUE offset)
{
    return unpack_from(str, fmt, offset, TO_FIRST);
}

static VALUE
str_unpack(int argc, const VALUE *argv, VALUE str, int how)
{
    VALUE fmt, opts, offset = Qundef;
    ID key = rb_intern("offset");
    rb_scan_args(argc, argv, "1:", &fmt, &opts);
    if (!NIL_P(opts)) rb_get_kwargs(opts, &key, 0, 1, &offset);
    return unpack_from(str, fmt, offset == Qundef ? int_fix(0) : offset, how);
}

static VALUE
str_m_unpack(int argc, const VALUE *argv, VALUE str)
{
    return str_unpack(argc, argv, str, rb_block_given_p() ? TO_BLOCK : TO_ARRAY);
}

static VALUE
str_m_unpack1(int argc, const VALUE *argv, VALUE str)
{
    return str_unpack(argc, argv, str, TO_FIRST);
}

void
Init_Unpack(void)
{
    rb_define_method(rb_cString, "unpack", str_m_unpack, -1);
    rb_define_method(rb_cString, "unpack1", str_m_unpack1, -1);
}
