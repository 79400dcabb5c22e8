/*
 * parser_string.c - strings with escapes.
 *
 * One pass copies blocks of 16 bytes, or of 32 or 64 after a long run without escapes.  It finds the stops of a block and
 * replaces each escape.  The text grows in the C frame or in a permanent scratch buffer, and is then copied into its String.
 * The second way is used for an error, for an option that allows one, and for a string longer than 1 MB.  It searches the end
 * first, and makes room for the raw length: text without escapes is never longer than with them.
 */
#include "internal/compiler.h"

#include <stdlib.h>
#include <string.h>

#include "ext/json/parser.h"
#include "ext/json/scan.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/memcheck.h"
#include "ruby/ruby.h"

enum { SCRATCH_BYTES = LIMIT(1024, 8) };
static scan_copy_fn scan_copy_wide; /* NULL: blocks of 16 are the widest there is */

void
json_parser_string_init(void)
{
    scan_copy_wide = scan_copy_choose(simd_level());
}

const char *
json_string_end(const struct json_parser *ps, const char *q, bool *escaped)
{
    static const char unclosed[] = "unexpected end of input, expected closing \"";
    const bool control = ps->config->allow_control, vec = simd_level() != SIMD_L_NONE;
    for (;;) {
        unsigned stops = scan_stops16(q, vec), step = 16;
        while (stops) {
            unsigned i = (unsigned)__builtin_ctz(stops);
            const char *at = q + i;
            if (LIKELY(*at == '\\')) {
                *escaped = true;
                if (UNLIKELY(at + 2 > ps->end)) json_fail(ps, unclosed, at + 2);
                if (i == 15) step = 17;
                stops &= ~0u << (i + 2);
                continue;
            }
            if (*at == '"') return at;
            if (at >= ps->end) json_fail(ps, unclosed, at);
            if (!control) json_fail(ps, "invalid ASCII control character in string: %s", at);
            stops &= stops - 1;
        }
        q += step;
    }
}

static const int8_t hex_values[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,
    ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
    ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16,
}; /* value + 1; 0: no digit */

/* Four hexadecimal digits; negative: not all are. */
static ALWAYS_INLINE int
hex4(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    int a = hex_values[u[0]] - 1, b = hex_values[u[1]] - 1, c = hex_values[u[2]] - 1, d = hex_values[u[3]] - 1;
    return (int)((unsigned)a << 12 | (unsigned)b << 8 | (unsigned)c << 4 | (unsigned)d);
}

static ALWAYS_INLINE char *
put_utf8(char *to, unsigned c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xc0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *to++ = (char)(0xe0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    } else {
        *to++ = (char)(0xf0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3f));
        *to++ = (char)(0x80 | (c >> 6 & 0x3f));
        *to++ = (char)(0x80 | (c & 0x3f));
    }
    return to;
}

/* \uXXXX at b, perhaps with the second half of a pair.  chunk: what an error shows.  A second half alone is let through. */
static ALWAYS_INLINE const char *
take_unicode(const struct json_parser *ps, const char *b, const char *end, const char *chunk, char **to)
{
    static const char incomplete[] = "incomplete unicode character escape sequence at %s";
    if (UNLIKELY(end - b < 6)) json_fail(ps, incomplete, chunk);
    int c = hex4(b + 2);
    if (UNLIKELY(c < 0)) json_fail(ps, incomplete, b);
    b += 6;
    if (UNLIKELY((c & 0xfc00) == 0xd800)) {
        if (end - b < 6 || b[0] != '\\' || b[1] != 'u') json_fail(ps, "incomplete surrogate pair at %s", chunk);
        int low = hex4(b + 2);
        if (low < 0) json_fail(ps, incomplete, b);
        if ((low & 0xfc00) != 0xdc00) json_fail(ps, "invalid surrogate pair at %s", chunk);
        c = 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
        b += 6;
    }
    *to = put_utf8(*to, (unsigned)c);
    return b;
}

NORETURN COLD static void
bad_escape(const struct json_parser *ps, const char *b)
{
    unsigned char c = (unsigned char)b[1];
    if (c == '\n') json_fail(ps, "Invalid unescaped newline character (\\n) in string: %s", b);
    if (c < 0x20 && !ps->config->allow_control) json_fail(ps, "invalid ASCII control character in string: %s", b);
    json_fail(ps, "invalid escape character in string: %s", b);
}

/* The character that a backslash and a letter are the escape of, or 0. */
static const char escape_values[256] = {
    ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t', ['"'] = '"', ['/'] = '/', ['\\'] = '\\'};

/* The bits of a block's bytes from position n on. */
static ALWAYS_INLINE unsigned
from_bit(unsigned bits, size_t n)
{
    return n < 16 ? bits & (~0u << n) : 0;
}

/* Writes the text of from..end without escapes to `to`, which has room for end - from + 16 bytes.  Returns its end. */
static char *
unescape(const struct json_parser *ps, const char *from, const char *end, char *to)
{
    const bool vec = simd_level() != SIMD_L_NONE;
    const char *chunk = from, *s = from, *block = from;
    while (block < end) {
        unsigned slashes = from_bit(scan_slashes16(block, vec), (size_t)(s - block));
        const char *next = block + 16;
        while (slashes) {
            const char *b = block + __builtin_ctz(slashes);
            if (UNLIKELY(b >= end)) break;
            memcpy(to, s, 16);
            to += b - s;
            unsigned char c = (unsigned char)b[1];
            if (c == 'u') {
                chunk = s = take_unicode(ps, b, end, chunk, &to);
            } else if (LIKELY(escape_values[c])) {
                *to++ = escape_values[c];
                s = b + 2;
                chunk = c == '"' || c == '/' ? s - 1 : s;
            } else {
                if (!ps->config->allow_invalid_escape || (c < 0x20 && !ps->config->allow_control)) bad_escape(ps, b);
                *to++ = (char)c;
                s = b + 2;
            }
            slashes = from_bit(slashes, (size_t)(s - block));
        }
        if (s < next && s < end) {
            size_t n = (size_t)((next < end ? next : end) - s);
            memcpy(to, s, 16);
            to += n;
            s += n;
        }
        block = s > next ? s : next;
    }
    return to;
}

static VALUE
finish(const char *p, size_t n, bool intern, bool ascii)
{
    if (intern) return json_frozen_string(p, n, 0);
    VALUE v = str_new(p, n, ENCI_UTF8);
    if (ascii) str_set_cr(v, STR_CR_7BIT);
    return v;
}

/* Writes the character of the escape \uXXXX at s, or of a pair of them, and returns its end.  Returns NULL if there is an error. */
static ALWAYS_INLINE const char *
take_good_unicode(const char *s, char **to)
{
    int c = hex4(s + 2);
    if (UNLIKELY(c < 0)) return NULL;
    s += 6;
    if (UNLIKELY((c & 0xfc00) == 0xd800)) {
        if (s[0] != '\\' || s[1] != 'u') return NULL;
        int low = hex4(s + 2);
        if (low < 0 || (low & 0xfc00) != 0xdc00) return NULL;
        c = 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
        s += 6;
    }
    *to = put_utf8(*to, (unsigned)c);
    return s;
}

/* A string without flaws, in one pass. */
struct unescape {
    const char *at;   /* what comes next */
    const char *end;  /* of the document */
    char *to, *limit; /* UNESCAPE_SLACK bytes may be written from limit on */
    unsigned tops;    /* not 0: some byte is not ASCII */
};
enum { UNESCAPE_SLACK = 96, UNESCAPE_LONG_RUN = 4 };

/* Writes the text up to the closing quote and returns the quote.  Returns NULL if u->to passed its limit, or if the text has an
 * error or a character that an option must allow. */
static ALWAYS_INLINE const char *
unescape_pass(struct unescape *u, const bool vec)
{
    const char *s = u->at;
    char *to = u->to;
    unsigned all = 0, run = 0;
    for (;;) {
        unsigned tops, stops = scan_block16(s, &tops, vec);
        const char *const block = s;
        if (UNLIKELY(to > u->limit)) break;
        memcpy(to, s, 16);
        if (!stops) {
            all |= tops;
            to += 16, s += 16;
            if (vec && ++run == UNESCAPE_LONG_RUN && scan_copy_wide) {
                run = 0;
                s = scan_copy_wide(s, u->end, &to, u->limit, &all);
            }
            continue;
        }
        for (;;) {
            const char *b = block + __builtin_ctz(stops);
            to += b - s;
            if (*b != '\\') {
                u->to = to;
                u->tops |= all | (tops & ((1u << (b - block)) - 1));
                return *b == '"' ? b : NULL;
            }
            unsigned char c = (unsigned char)b[1];
            if (c == 'u') {
                do { /* they come in rows */
                    s = take_good_unicode(b, &to);
                    if (UNLIKELY(!s)) return NULL;
                    all |= to[-1] & 0x80;
                    b = s;
                } while (s[0] == '\\' && s[1] == 'u' && to <= u->limit);
            } else {
                if (UNLIKELY(!escape_values[c])) return NULL;
                *to++ = escape_values[c];
                s = b + 2;
            }
            if (s >= block + 16) break;
            memcpy(to, s, 16);
            stops &= ~0u << (s - block);
            if (!stops) {
                to += block + 16 - s;
                s = block + 16;
                break;
            }
        }
        all |= tops;
        run = 0;
    }
    u->at = s;
    u->to = to;
    u->tops |= all;
    return NULL;
}

static const char *
unescape_vector(struct unescape *u)
{
    return unescape_pass(u, true);
}

static const char *
unescape_plain(struct unescape *u)
{
    return unescape_pass(u, false);
}

/* Room for strings that outgrow the C frame; kept for the next one. */
static char *wide_scratch;
static size_t wide_capa;
enum { WIDE_SCRATCH_MAX = 1 << 22, WIDE_SCRATCH_KEPT = 1 << 19 };

/* Moves the text so far to a scratch of twice the room.  Returns false if it is long enough for the second way, or if there is no
 * memory. */
static bool
unescape_grow(struct unescape *u, char **start)
{
    size_t n = (size_t)(u->to - *start), capa = n < 4096 ? 16384 : 4 * n;
    if (capa > WIDE_SCRATCH_MAX) return false;
    if (capa > wide_capa) {
        char *bigger = gc_raw_try_realloc(wide_scratch, capa + UNESCAPE_SLACK);
        if (!bigger) return false;
        if (*start == wide_scratch) *start = bigger;
        wide_scratch = bigger;
        wide_capa = capa;
    }
    if (*start != wide_scratch) memcpy(wide_scratch, *start, n);
    *start = wide_scratch;
    u->to = wide_scratch + n;
    u->limit = wide_scratch + wide_capa;
    return true;
}

static void
give_up_scratch(void)
{
    if (LIKELY(wide_capa <= WIDE_SCRATCH_KEPT)) return;
    free(wide_scratch);
    wide_scratch = NULL;
    wide_capa = 0;
}

static VALUE
unescape_long(const struct json_parser *ps, const char *from, const char *to, bool intern)
{
    size_t raw = (size_t)(to - from);
    VALUE s = str_buf_new_class(rb_cString, raw + 16, ENCI_UTF8);
    char *at = str_ptr(s);
    size_t n = (size_t)(unescape(ps, from, to, at) - at);
    VALUE v = s;
    if (intern || n < raw / 2) {
        v = finish(at, n, intern, enc_bytes_ascii_p(at, n));
    } else {
        bool ascii = enc_bytes_ascii_p(at, n);
        str_set_len(s, n);
        if (ascii) str_set_cr(s, STR_CR_7BIT);
    }
    RB_GC_GUARD(s);
    return v;
}

const char *
json_string_escaped(const struct json_parser *ps, const char *from, const char *stop, bool high, VALUE *v, bool intern)
{
    char scratch[SCRATCH_BYTES + UNESCAPE_SLACK], *start = scratch;
    const char *(*pass)(struct unescape *) = simd_level() != SIMD_L_NONE ? unescape_vector : unescape_plain;
    struct unescape u = {from, ps->end, scratch, scratch + SCRATCH_BYTES, 0};
    size_t clean = (size_t)(stop - from);
    if (clean <= SCRATCH_BYTES) { /* else the pass begins where the string does */
        memcpy(scratch, from, clean);
        u.at = stop;
        u.to += clean;
        u.tops = high;
    }
    const char *end;
    while (!(end = pass(&u)) && u.to > u.limit && unescape_grow(&u, &start));
    MEMCHECK_DEFINED(u.tops); /* bytes beyond the end of the document may only keep the String from being marked as ASCII */
    if (LIKELY(end)) {
        *v = finish(start, (size_t)(u.to - start), intern, !u.tops);
        give_up_scratch();
        return end;
    }
    bool escaped = false;
    give_up_scratch();
    end = json_string_end(ps, stop, &escaped);
    if (escaped) *v = unescape_long(ps, from, end, intern);
    else
        *v = finish(from, (size_t)(end - from), intern,
                    enc_bytes_ascii_p(from, (size_t)(end - from))); /* control characters were allowed */
    return end;
}

const char *
json_key_escaped(const struct json_parser *ps, const char *from, const char *stop, bool high, VALUE *key, uint64_t *hash)
{
    const char *end = json_string_escaped(ps, from, stop, high, key, true);
    if (ps->config->symbolize) *key = str_intern(*key);
    *hash = obj_hash(*key) | 1;
    return end;
}
