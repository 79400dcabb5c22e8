/*
 * string/succ.c - String#succ, next and upto.
 *
 * The rightmost letter or digit goes up by one.  If it wraps (z to a, 9 to 0), the next letter or digit to the left goes up as
 * well.  If the leftmost one wraps, the first of its kind (for a digit: 1) is inserted before it.  A letter's alphabet is the
 * run of letters around it in code points; one other character in the run is skipped.  A string without letters or digits
 * counts in the encoding's own order, through all characters of one length before the next length.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

enum kind { OTHER, LETTER, DIGIT };

static enum kind
kind_of(const struct enc *enc, uint32_t c)
{
    if (enc_ctype_p(enc, c, ONIGENC_CTYPE_DIGIT)) return DIGIT;
    return enc_ctype_p(enc, c, ONIGENC_CTYPE_ALPHA) ? LETTER : OTHER;
}

/* A valid character of n bytes? */
static bool
char_of_len(const struct enc *enc, uint32_t c, int n)
{
    char buf[8];
    if (enc->ops->code_len(c) != n) return false;
    enc_encode(enc, c, buf);
    return enc_precise_len(enc, buf, buf + n) == n;
}

/* Sets *c to the next code point whose character has n bytes too.  Returns false past the last, and in a wide encoding in front
 * of the surrogates. */
static bool
next_code(const struct enc *enc, uint32_t *c, int n)
{
    for (uint32_t k = *c + 1, tries = 0; tries < 0x20000 && k != 0; k++, tries++) {
        if (char_of_len(enc, k, n)) {
            *c = k;
            return true;
        }
        if (enc->ops->code_len(k) > n || (enc->min_len > 1 && k >= 0xd800 && k <= 0xdfff)) return false;
    }
    return false;
}

/* The first character of n bytes. */
static uint32_t
first_code(const struct enc *enc, int n)
{
    if (n == enc->min_len || enc_single_p(enc)) return 0;
    if (enc_unicode_p(enc) && enc->min_len == 1) return n == 2 ? 0x80 : n == 3 ? 0x800 : 0x10000;
    if (enc_unicode_p(enc)) return 0x10000;
    for (uint32_t c = 1u << (8 * (n - 1)), tries = 0; tries < 0x1000000; c++, tries++) {
        if (char_of_len(enc, c, n)) return c;
    }
    return 0;
}

enum turn { TURN_NEXT, TURN_WRAPPED, TURN_ALONE };

/* The letter or digit after *c of its kind.  When it wraps round *c becomes the first, *carry what goes in front of it; a
 * letter without neighbours of its kind is alone and counts as none. */
static enum turn
succ_alnum(const struct enc *enc, uint32_t *c, int n, enum kind kind, uint32_t *carry)
{
    uint32_t k = *c;
    for (int step = 0; step < 2; step++) {
        if (!next_code(enc, &k, n)) break;
        if (kind_of(enc, k) == kind) {
            *c = k;
            return TURN_NEXT;
        }
    }
    k = *c;
    while (k > 0 && char_of_len(enc, k - 1, n) && kind_of(enc, k - 1) == kind) k--;
    if (k == *c) return TURN_ALONE;
    *c = k;
    *carry = kind == DIGIT && kind_of(enc, k + 1) == DIGIT ? k + 1 : k;
    return TURN_WRAPPED;
}

/* One character of the string in place; code points are of valid characters. */
static uint32_t
char_at(VALUE s, size_t at, int *n)
{
    const struct enc *enc = str_enc(s);
    const char *p = str_ptr(s) + at, *e = str_end(s);
    *n = enc_precise_len(enc, p, e);
    if (*n > 0) return enc_decode(enc, p, e);
    *n = -enc_char_len(enc, p, e); /* broken: its bytes, negative */
    return 0;
}

static size_t
before(VALUE s, size_t at)
{
    const char *p = str_ptr(s);
    return (size_t)(enc_left_adjust(str_enc(s), p, p + at - 1, str_end(s)) - p);
}

static void
put_char(VALUE s, size_t at, uint32_t c)
{
    enc_encode(str_enc(s), c, str_ptr(s) + at);
}

/* Puts the n bytes of a character in front of `at`; they may lie in s. */
static void
insert_bytes(VALUE s, size_t at, const char *bytes, size_t n)
{
    char buf[8];
    size_t len = str_len(s);
    memcpy(buf, bytes, n);
    str_modify_expand(s, n);
    char *p = str_ptr(s) + at;
    memmove(p + n, p, len - at);
    memcpy(p, buf, n);
    str_set_len(s, len + n);
}

static void
insert_char(VALUE s, size_t at, uint32_t c)
{
    char buf[8];
    int n = enc_encode(str_enc(s), c, buf);
    insert_bytes(s, at, buf, (size_t)n);
}

/* Whether a letter or digit was found. */
static bool
succ_by_alnum(VALUE s)
{
    const struct enc *enc = str_enc(s);
    size_t at = str_len(s), carry_at = 0;
    enum kind last = OTHER; /* of the character that wrapped last */
    bool found = false, gap = false;
    uint32_t carry = 0;
    while (at > 0) {
        int n;
        at = before(s, at);
        uint32_t c = char_at(s, at, &n);
        enum kind kind = n > 0 ? kind_of(enc, c) : OTHER;
        if (kind != OTHER && gap && kind != last && c < 0x80) break; /* 1.9 is one number, a.9 is not */
        enum turn turn = kind == OTHER ? TURN_ALONE : succ_alnum(enc, &c, n, kind, &carry);
        if (turn == TURN_ALONE) {
            gap = found;
            continue;
        }
        gap = false;
        put_char(s, at, c);
        if (turn == TURN_NEXT) return true;
        found = true;
        last = kind;
        carry_at = at;
    }
    if (found) insert_char(s, carry_at, carry);
    return found;
}

/*
 * Counts in the order of the encoding, from the last valid character to the left.  If all wrap, one character is inserted before
 * the leftmost of them: 1, or in a wide encoding, whose last character does not wrap, that character again.  If all of the text
 * is broken, it gets the byte 1.
 */
static void
succ_by_code(VALUE s)
{
    const struct enc *enc = str_enc(s);
    size_t at = str_len(s), carry_at = 0;
    int width = 0; /* of the character that wrapped last */
    while (at > 0) {
        int n;
        at = before(s, at);
        uint32_t c = char_at(s, at, &n);
        if (n < 0) continue;
        if (next_code(enc, &c, n)) {
            put_char(s, at, c);
            return;
        }
        if (enc->min_len == 1) put_char(s, at, first_code(enc, n));
        carry_at = at;
        width = n;
    }
    if (width && !enc_ascii_compat_p(enc)) insert_bytes(s, carry_at, str_ptr(s) + carry_at, (size_t)width);
    else insert_bytes(s, carry_at, "\1", 1);
}

/* Increments ASCII text in place.  Returns false if it has neither a letter nor a digit. */
static bool
succ_ascii(VALUE s)
{
    static const struct {
        char first, last, carry;
    } kinds[] = {{'0', '9', '1'}, {'a', 'z', 'a'}, {'A', 'Z', 'A'}};
    char *p = str_ptr(s), carry = 0;
    size_t at = str_len(s), carry_at = 0;
    bool gap = false, last_digit = false;
    while (at-- > 0) {
        char c = p[at];
        unsigned k = c >= '0' && c <= '9' ? 0 : c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : 3;
        if (k == 3) {
            gap = carry != 0;
            continue;
        }
        if (gap && (k == 0) != last_digit) break;
        gap = false;
        if (c != kinds[k].last) {
            p[at]++;
            return true;
        }
        p[at] = kinds[k].first;
        carry = kinds[k].carry;
        carry_at = at;
        last_digit = k == 0;
    }
    if (carry) insert_char(s, carry_at, (uint32_t)carry);
    return carry != 0;
}

static VALUE
succ_in_place(VALUE s)
{
    if (str_len(s) == 0) return s;
    if (str_ascii_only(s)) {
        str_modify_keep_cr(s);
        if (succ_ascii(s)) {
            str_set_cr(s, STR_CR_7BIT);
            return s;
        }
    }
    str_modify(s);
    if (!succ_by_alnum(s)) succ_by_code(s);
    return s;
}

VALUE
rb_str_succ(VALUE s)
{
    VALUE next = succ_in_place(str_new(str_ptr(s), str_len(s), str_enc_index(s)));
    RB_GC_GUARD(s); /* s may be an iterator's last value, to which only this frame refers */
    return next;
}

static VALUE
str_m_succ_bang(VALUE self)
{
    str_check_frozen(self);
    return succ_in_place(self);
}

/* ---- upto ---- */

typedef int each_fn(VALUE s, VALUE arg); /* nonzero stops */

static bool
all_digits(VALUE s)
{
    const char *p = str_ptr(s), *e = str_end(s);
    if (p == e) return false;
    for (; p < e; p++) {
        if (*p < '0' || *p > '9') return false;
    }
    return true;
}

/* Digits on both sides: counts as numbers, as wide as the beginning.  Whether it applied. */
static bool
upto_numbers(VALUE beg, VALUE end, bool excl, each_fn *fn, VALUE arg)
{
    if (!str_ascii_only(beg) || !str_ascii_only(end) || !all_digits(beg) || !all_digits(end)) return false;
    int width = (int)str_len(beg);
    VALUE b = rb_str_to_inum(beg, 10, 0), e = rb_str_to_inum(end, 10, 0);
    if (val_fix2_p(b, e)) {
        for (intptr_t i = fix_int(b), last = fix_int(e); i <= last; i++) {
            if (excl && i == last) break;
            if (fn(rb_enc_sprintf(rb_usascii_encoding(), "%.*ld", width, (long)i), arg)) break;
        }
        return true;
    }
    VALUE fmt[2] = {rb_usascii_str_new_cstr("%.*d"), Qnil};
    for (; rb_cmpint(rb_funcall(b, idCmp, 1, e), b, e) < (excl ? 0 : 1); b = rb_funcall(b, rb_intern("succ"), 0)) {
        VALUE args[2] = {INT2FIX(width), b};
        if (fn(rb_str_format(2, args, fmt[0]), arg)) break;
    }
    return true;
}

int
str_upto_each(VALUE beg, VALUE end, bool excl, each_fn *fn, VALUE arg)
{
    enc_check_str(beg, end);
    bool ascii = str_ascii_only(beg) && str_ascii_only(end);
    if (str_len(beg) == 1 && str_len(end) == 1 && ascii) { /* single characters: by code */
        uint8_t c = (uint8_t)*str_ptr(beg), last = (uint8_t)*str_ptr(end);
        if (c > last || (excl && c == last)) return 0;
        for (;; c++) {
            char b = (char)c;
            VALUE s = str_new(&b, 1, str_enc_index(beg));
            str_set_cr(s, STR_CR_7BIT);
            if (fn(s, arg)) return 1;
            if (c >= last || (excl && c + 1 == last)) return 0;
        }
    }
    if (ascii && upto_numbers(beg, end, excl, fn, arg)) return 0;
    int n = str_compare(beg, end);
    if (n > 0 || (excl && n == 0)) return 0;
    VALUE after = rb_funcallv(end, rb_intern("succ"), 0, NULL), cur = str_dup_plain(beg);
    while (!str_equal(cur, after)) {
        VALUE next = Qnil;
        bool at_end = str_equal(cur, end);
        if (excl && at_end) break;
        if (!at_end) next = rb_funcallv(cur, rb_intern("succ"), 0, NULL);
        if (fn(cur, arg)) return 1;
        if (next == Qnil) break;
        cur = str_of(next);
        if (str_len(cur) > str_len(end) || str_len(cur) == 0) break;
    }
    return 0;
}

static int
yield_one(VALUE s, VALUE arg)
{
    rb_yield(s);
    return 0;
}

static VALUE
str_m_upto(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    RETURN_ENUMERATOR(self, argc, argv);
    str_upto_each(self, str_of(argv[0]), argc == 2 && val_truthy(argv[1]), yield_one, Qnil);
    return self;
}

void
str_init_succ(VALUE c)
{
    rb_define_method(c, "succ", rb_str_succ, 0);
    rb_define_method(c, "next", rb_str_succ, 0);
    rb_define_method(c, "succ!", str_m_succ_bang, 0);
    rb_define_method(c, "next!", str_m_succ_bang, 0);
    rb_define_method(c, "upto", str_m_upto, -1);
}
