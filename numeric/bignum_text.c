/*
 * numeric/bignum_text.c - Integers to and from digits.
 *
 * A Fixnum is written two decimal digits at a time from a table. Longer numbers go through mpn_get_str and mpn_set_str,
 * which are sub-quadratic. Reading is one scanner (int_parse) behind Integer(), String#to_i and the C API; it finds
 * sign, prefix and underscores, then hands plain digits to int_from_digits().
 */
#include "internal/compiler.h"

#include <ctype.h>
#include <gmp.h>
#include <string.h>

#include "internal/numeric/bignum.h"
#include "internal/numeric/numparse.h"
#include "internal/string.h"
#include "ruby/encoding.h"

static const char digit_pairs[200] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142"
                                     "434445464748495051525354555657"
                                     "5859606162636465666768697071727374757677787980818283848586878889909192939495969798"
                                     "99";
static const char digit_chars[] = "0123456789abcdefghijklmnopqrstuvwxyz";

/* ---- writing ---- */

char *
ulong_to_digits(uint64_t u, char *end)
{
    while (u >= 100) {
        unsigned two = (unsigned)(u % 100);
        u /= 100;
        memcpy(end -= 2, digit_pairs + 2 * two, 2);
    }
    if (u >= 10) memcpy(end -= 2, digit_pairs + 2 * u, 2);
    else *--end = (char)('0' + u);
    return end;
}

COLD NORETURN static void
invalid_radix(long base)
{
    rb_raise(rb_eArgError, "invalid radix %ld", base);
}

static VALUE
fix_to_s(intptr_t i, int base)
{
    char buf[66], *end = buf + sizeof buf, *p = end;
    uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    if (base == 10) {
        p = ulong_to_digits(u, end);
    } else {
        do *--p = digit_chars[u % (unsigned)base];
        while ((u /= (unsigned)base) != 0);
    }
    if (i < 0) *--p = '-';
    VALUE s = str_new(p, (size_t)(end - p), ENCI_USASCII);
    str_set_cr(s, STR_CR_7BIT);
    return s;
}

/* Upper bound of the digits a magnitude of that many bits has. */
static size_t
digits_bound(size_t bits, int base)
{
    static const double per_bit[37] = {0,      0,      1,      .63093, .5,     .43068, .38686, .35621, .33334, .31547,
                                       .30103, .28907, .27895, .27024, .26265, .25596, .25,    .24466, .23982, .23541,
                                       .23138, .22767, .22425, .22107, .21811, .21535, .21275, .21031, .20802, .20585,
                                       .20380, .20186, .2,     .19824, .19656, .19496, .19343};
    return (size_t)((double)bits * (per_bit[base] + 1e-5)) + 2;
}

VALUE
big_to_s(VALUE a, int base)
{
    struct int_view x;
    int_view(a, &x);
    size_t bits = x.n * LIMB_BITS;
    bool power = (base & (base - 1)) == 0;
    size_t room = digits_bound(bits, base) + 1;
    VALUE s = str_buf_new(room + 1);
    str_set_enc_index(s, ENCI_USASCII);
    unsigned char *p = (unsigned char *)str_ptr(s) + 1;
    limb_t local[16], *d = (limb_t *)x.p;
    if (!power) { /* mpn_get_str destroys its source and needs one more limb */
        d = x.n + 1 <= lengthof(local) ? local : gc_malloc((x.n + 1) * sizeof(limb_t));
        memcpy(d, x.p, x.n * sizeof(limb_t));
    }
    size_t n = mpn_get_str(p, base, d, (mp_size_t)x.n);
    if (!power && d != local) gc_free(d, (x.n + 1) * sizeof(limb_t));
    size_t zeros = 0;
    while (zeros + 1 < n && p[zeros] == 0) zeros++;
    char *out = (char *)p - 1;
    if (x.neg) *out++ = '-';
    for (size_t i = zeros; i < n; i++) *out++ = digit_chars[p[i]];
    str_set_len(s, (size_t)(out - str_ptr(s)));
    str_set_cr(s, STR_CR_7BIT);
    RB_GC_GUARD(a);
    return s;
}

VALUE
int_to_s(VALUE a, int base)
{
    if (UNLIKELY(base < 2 || base > 36)) invalid_radix(base);
    return val_fix_p(a) ? fix_to_s(fix_int(a), base) : big_to_s(a, base);
}

VALUE
rb_fix2str(VALUE v, int base)
{
    return int_to_s(v, base);
}

VALUE
rb_big2str(VALUE v, int base)
{
    return int_to_s(v, base);
}

/* ---- reading ---- */

static inline int
digit_value(int c) /* 36 and more: no digit */
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

/* Most digits of a base that surely fit 63 bits. */
static inline size_t
digits_in_word(int base)
{
    if (base <= 2) return 62;
    if (base <= 8) return 20;
    if (base <= 10) return 18;
    if (base <= 16) return 15;
    return 12;
}

static VALUE
int_from_word_digits(const char *p, size_t n, int base, bool negative)
{
    intptr_t u = 0;
    for (size_t i = 0; i < n; i++) u = u * base + digit_value((unsigned char)p[i]);
    return int_from_long(negative ? -u : u);
}

VALUE
int_from_digits(const char *p, size_t n, int base, bool negative)
{
    while (n > 0 && *p == '0') p++, n--;
    if (n <= digits_in_word(base)) return int_from_word_digits(p, n, base, negative);
    limb_t *d;
    static const unsigned char bits_per_digit[37] = {0, 0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5,
                                                     5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6};
    if (n / 8 > BIG_MAX_LIMBS) rb_raise(rb_eNoMemError, "failed to allocate memory");
    size_t room = n * bits_per_digit[base] / LIMB_BITS + 2;
    VALUE v = big_alloc(room, &d);
    unsigned char local[256], *values = n <= sizeof local ? local : gc_malloc(n);
    for (size_t i = 0; i < n; i++) values[i] = (unsigned char)digit_value((unsigned char)p[i]);
    size_t len = (size_t)mpn_set_str(d, values, n, base);
    if (values != local) gc_free(values, n);
    return big_finish(v, len, negative);
}

/* Finds the base from a prefix at *p, which it skips.  base 0 allows any base, 2..36 that one, and -2..-36 that one as the default
 * without a prefix.  Returns the base, or 0 if a prefix contradicts it. */
static int
parse_prefix(const char **p, const char *end, int base)
{
    int found = 0, skip = 0;
    if (end - *p >= 2 && **p == '0') {
        switch ((*p)[1]) {
        case 'x':
        case 'X': found = 16, skip = 2; break;
        case 'b':
        case 'B': found = 2, skip = 2; break;
        case 'o':
        case 'O': found = 8, skip = 2; break;
        case 'd':
        case 'D': found = 10, skip = 2; break;
        default: found = 8, skip = 1; break; /* a plain 0 */
        }
    }
    if (base > 0) {
        if (found == base && skip == 2) *p += 2;
        return base;
    }
    if (!found) return base == 0 || base == -1 ? 10 : -base;
    *p += skip;
    return found;
}

static inline bool
space_p(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Raises when no number of this base can be read.  Text that ends after its sign is found wrong before its base is. */
static void
check_radix(const char *p, size_t len, int base)
{
    const char *end = p + len;
    if (base >= -36 && base <= 36 && base != 1) return;
    while (p < end && space_p((unsigned char)*p)) p++;
    if (p < end && (*p == '+' || *p == '-')) p++;
    if (len > 0 && p == end) return;
    if (base < 0 && parse_prefix(&p, end, base) != -base) return;
    invalid_radix(base < 0 ? -(long)base : base);
}

void
int_check_radix(VALUE str, int base)
{
    check_radix(str_ptr(str), str_len(str), base);
    RB_GC_GUARD(str);
}

/* Copies digits without underscores to out (room for end - p).  Stops at the first byte that does not belong. */
static size_t
take_digits(const char **at, const char *end, int base, char *out)
{
    const char *p = *at;
    size_t n = 0;
    while (p < end) {
        if (digit_value((unsigned char)*p) < base) {
            out[n++] = *p++;
        } else if (*p == '_' && n > 0 && p + 1 < end && digit_value((unsigned char)p[1]) < base) {
            p++;
        } else {
            break;
        }
    }
    *at = p;
    return n;
}

/* Reads an Integer.  Without `prefix`, a base of 0 or below ignores the prefix of the text. */
static VALUE
parse(const char *p, size_t len, int base, bool strict, bool prefix)
{
    const char *end = p + len;
    bool negative = false;
    check_radix(p, len, base);
    while (p < end && space_p((unsigned char)*p)) p++;
    if (p < end && (*p == '+' || *p == '-')) negative = *p++ == '-';
    const char *start = p;
    if (prefix || base > 0) base = parse_prefix(&p, end, base);
    else base = base == 0 || base == -1 ? 10 : -base;
    bool octal_zero = p == start + 1; /* the 0 of "017" is a digit as well: "0", "0_7" */
    if (octal_zero) {
        if (p < end && *p == '_' && p + 1 < end && digit_value((unsigned char)p[1]) < base) p++;
    }
    char local[128], *digits = local;
    VALUE holder = 0;
    size_t room = (size_t)(end - p);
    if (room > sizeof local) digits = ALLOCV_N(char, holder, room);
    size_t n = take_digits(&p, end, base, digits);
    VALUE result = Qundef;
    if (n > 0 || octal_zero || !strict) result = int_from_digits(digits, n, base, negative);
    if (strict) {
        while (p < end && space_p((unsigned char)*p)) p++;
        if (p < end) result = Qundef;
    }
    if (holder) ALLOCV_END(holder);
    return result;
}

VALUE
int_parse(const char *p, size_t len, int base, bool strict)
{
    return parse(p, len, base, strict, true);
}

COLD NORETURN static void
invalid_string(VALUE str)
{
    rb_raise(rb_eArgError, "invalid value for Integer(): %+" PRIsVALUE, str);
}

VALUE
int_parse_str(VALUE str, int base, bool strict, bool raise)
{
    StringValue(str);
    rb_must_asciicompat(str);
    VALUE v = int_parse(str_ptr(str), str_len(str), base, strict);
    if (v == Qundef) {
        if (raise) invalid_string(str);
        return Qnil;
    }
    RB_GC_GUARD(str);
    return v;
}

VALUE
rb_str_to_inum(VALUE str, int base, int badcheck)
{
    return int_parse_str(str, base, badcheck, true);
}

VALUE
rb_str2inum(VALUE str, int base)
{
    return int_parse_str(str, base, base == 0, true);
}

/* Only a positive base accepts its own prefix here, unlike in rb_str_to_inum: "0x1f" is 31 with 16, and 0 with 0 or -16. */
VALUE
rb_cstr_to_inum(const char *str, int base, int badcheck)
{
    VALUE v = parse(str, strlen(str), base, badcheck, false);
    if (v == Qundef) invalid_string(rb_str_new_cstr(str));
    return v;
}

VALUE
rb_cstr2inum(const char *str, int base)
{
    return rb_cstr_to_inum(str, base, base == 0);
}
