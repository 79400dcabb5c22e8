/*
 * numeric/float_text.c - Floats as text: Float#to_s, Float(), String#to_f, hexadecimal floats.
 *
 * One scanner gathers the significant digits of a number, without underscores.  It keeps at most KEEP_DIGITS of them, more
 * than the value of a double depends on, and adds a 1 if a later digit is not zero.  numeric/dtoa.cc converts decimal digits;
 * hexadecimal ones are put into 64 bits with a sticky lowest bit.
 */
#include "internal/compiler.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "internal/numeric/dtoa.h"
#include "internal/numeric.h"
#include "internal/numeric/numparse.h"
#include "internal/string.h"
#include "ruby/encoding.h"
#include "ruby/ruby.h"
#include "ruby/util.h"
#undef scan_hex

/* ---- writing ---- */

/* 0.DIGITS * 10**point is written without exponent between these; at 16, if digits are left for the fraction. */
enum { FIXED_POINT_MAX = 15, FIXED_POINT_MIN = -4 };

static char *
put_exponent(char *p, int e)
{
    *p++ = 'e';
    *p++ = e < 0 ? '-' : '+';
    if (e < 0) e = -e;
    if (e >= 100) {
        *p++ = (char)('0' + e / 100);
        e %= 100;
    }
    *p++ = (char)('0' + e / 10);
    *p++ = (char)('0' + e % 10);
    return p;
}

size_t
flo_text(double d, char *buf)
{
    char digits[DTOA_SHORTEST_MAX + 1], *p = buf;
    int n, point;
    if (isnan(d)) {
        memcpy(buf, "NaN", 3);
        return 3;
    }
    if (signbit(d)) {
        *p++ = '-';
        d = -d;
    }
    if (isinf(d)) {
        memcpy(p, "Infinity", 8);
        return (size_t)(p + 8 - buf);
    }
    if (d == 0) {
        memcpy(p, "0.0", 3);
        return (size_t)(p + 3 - buf);
    }
    n = dtoa_shortest(d, digits, &point);
    if (point > FIXED_POINT_MAX + (n > point) || point <= FIXED_POINT_MIN) {
        *p++ = digits[0];
        *p++ = '.';
        if (n > 1) memcpy(p, digits + 1, (size_t)n - 1), p += n - 1;
        else *p++ = '0';
        p = put_exponent(p, point - 1);
    } else if (point <= 0) {
        memcpy(p, "0.000", (size_t)(2 - point));
        p += 2 - point;
        memcpy(p, digits, (size_t)n);
        p += n;
    } else if (n <= point) {
        memcpy(p, digits, (size_t)n);
        memset(p + n, '0', (size_t)(point - n));
        p += point;
        memcpy(p, ".0", 2);
        p += 2;
    } else {
        memcpy(p, digits, (size_t)point);
        p[point] = '.';
        memcpy(p + point + 1, digits + point, (size_t)(n - point));
        p += n + 1;
    }
    return (size_t)(p - buf);
}

VALUE
flo_to_s(double d)
{
    char buf[FLO_TEXT_MAX];
    size_t n = flo_text(d, buf);
    VALUE s = str_new(buf, n, ENCI_USASCII);
    str_set_cr(s, STR_CR_7BIT);
    return s;
}

/* ---- reading ---- */

double
dbl_scale(uint64_t top, long exp)
{
    enum { LEAST = DBL_MIN_EXP - DBL_MANT_DIG }; /* exponent of the least subnormal's one bit */
    if (top == 0) return 0.0;
    long high = exp + 64 - __builtin_clzl(top); /* value in [2**(high-1), 2**high) */
    if (high > DBL_MAX_EXP) return HUGE_VAL;
    if (high >= DBL_MIN_EXP) return ldexp((double)top, (int)exp);
    long cut = LEAST - exp; /* bits of top below the least subnormal's */
    if (cut <= 0) return ldexp((double)top, (int)exp);
    if (cut > 64) return 0.0;
    uint64_t half = (uint64_t)1 << (cut - 1);
    uint64_t low = cut == 64 ? top : top & (((uint64_t)1 << cut) - 1), kept = cut == 64 ? 0 : top >> cut;
    if (low > half || (low == half && (kept & 1))) kept++;
    return ldexp((double)kept, LEAST);
}

enum { KEEP_DIGITS = 800, EXPONENT_CAP = 100000 };

struct dbl_scan {
    const char *p, *end;
    bool strict;
    bool bad;     /* strict, and no number */
    bool any;     /* a digit was seen */
    bool plain;   /* underscores are not read */
    bool sticky;  /* a non-zero digit was not kept */
    size_t n;     /* digits kept */
    long scale;   /* value = digits * base**scale, before the exponent */
    uint64_t hex; /* hexadecimal: the digits */
    char digits[KEEP_DIGITS + 1];
};

static inline bool
space_p(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline int
hex_value(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

static inline bool
digit_p(const struct dbl_scan *s, const char *p, int base)
{
    return p < s->end && hex_value((unsigned char)*p) < base;
}

static void
keep_digit(struct dbl_scan *s, int base, int digit, bool fraction)
{
    bool kept = true;
    s->any = true;
    if (base == 10) {
        if (s->n == 0 && digit == 0) kept = true; /* a leading zero weighs nothing */
        else if (s->n < KEEP_DIGITS) s->digits[s->n++] = (char)('0' + digit);
        else kept = false;
    } else if (s->hex >> 60 == 0) {
        s->hex = s->hex << 4 | (unsigned)digit;
    } else {
        kept = false;
    }
    if (!kept && digit) s->sticky = true;
    if (fraction) s->scale -= kept;
    else s->scale += !kept;
}

/* Digits with single underscores between them. */
static void
scan_digits(struct dbl_scan *s, int base, bool fraction)
{
    while (digit_p(s, s->p, base)) {
        keep_digit(s, base, hex_value((unsigned char)*s->p), fraction);
        s->p++;
        if (!s->plain && s->p < s->end && *s->p == '_' && digit_p(s, s->p + 1, base)) s->p++;
    }
}

/* An exponent after the letter; 0 and p left where it was if there is none. */
static long
scan_exponent(struct dbl_scan *s)
{
    const char *letter = s->p++;
    bool negative = false;
    long e = 0;
    if (s->p < s->end && (*s->p == '+' || *s->p == '-')) negative = *s->p++ == '-';
    if (!digit_p(s, s->p, 10)) {
        s->p = letter;
        s->bad = true;
        return 0;
    }
    while (digit_p(s, s->p, 10)) {
        if (e < EXPONENT_CAP) e = e * 10 + (*s->p - '0');
        s->p++;
        if (!s->plain && s->p < s->end && *s->p == '_' && digit_p(s, s->p + 1, 10)) s->p++;
    }
    return negative ? -e : e;
}

static double
scan_decimal(struct dbl_scan *s)
{
    scan_digits(s, 10, false);
    if (s->p < s->end && *s->p == '.') {
        if (digit_p(s, s->p + 1, 10)) {
            s->p++;
            scan_digits(s, 10, true);
        } else if (s->any) {
            s->p++; /* "1." and "1.e5" */
        }
    }
    if (!s->any) {
        s->bad = true;
        return 0.0;
    }
    long e = 0;
    if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) e = scan_exponent(s);
    if (s->n == 0) return 0.0;
    if (s->sticky) {
        s->digits[s->n++] = '1';
        s->scale--;
    }
    long exp = e + s->scale;
    if (exp > EXPONENT_CAP) exp = EXPONENT_CAP;
    if (exp < -EXPONENT_CAP) exp = -EXPONENT_CAP;
    if (exp + (long)s->n > DBL_MAX_10_EXP + 2) return HUGE_VAL;
    if (exp + (long)s->n < DBL_MIN_10_EXP - 20) return 0.0;
    return dtoa_from_digits(s->digits, s->n, (int)exp);
}

static double
scan_hex(struct dbl_scan *s)
{
    const char *start = s->p;
    scan_digits(s, 16, false);
    if (s->p < s->end && *s->p == '.') {
        s->p++;
        scan_digits(s, 16, true);
    }
    if (s->p == start) {
        s->bad = true;
        return 0.0;
    }
    long e = 0;
    if (s->p < s->end && (*s->p == 'p' || *s->p == 'P')) e = scan_exponent(s);
    return dbl_scale(s->hex | s->sticky, e + s->scale * 4);
}

COLD static void
warn_out_of_range(const char *from, const char *to)
{
    enum { SHOWN = 20 };
    int n = to - from > SHOWN ? SHOWN : (int)(to - from);
    rb_warning("Float %.*s%s out of range", n, from, to - from > SHOWN ? "..." : "");
}

/* Sign, number; hex: whether 0x is known.  s->p ends behind the number. */
static double
scan_number(struct dbl_scan *s, bool hex)
{
    bool negative = false;
    const char *start = s->p;
    double d;
    if (s->p < s->end && (*s->p == '+' || *s->p == '-')) negative = *s->p++ == '-';
    if (hex && s->end - s->p > 2 && s->p[0] == '0' && (s->p[1] | 0x20) == 'x') {
        s->p += 2;
        d = scan_hex(s);
    } else {
        d = scan_decimal(s);
    }
    if (UNLIKELY(isinf(d)) || (UNLIKELY(d == 0.0) && (s->n || s->hex))) warn_out_of_range(start, s->p);
    return negative && s->any ? -d : d;
}

static void
scan_open(struct dbl_scan *s, const char *p, size_t len, bool strict)
{
    s->p = p;
    s->end = p + len;
    s->strict = strict;
    s->bad = s->any = s->plain = s->sticky = false;
    s->n = 0;
    s->scale = 0;
    s->hex = 0;
    while (s->p < s->end && space_p((unsigned char)*s->p)) s->p++;
}

double
dbl_parse(const char *p, size_t len, bool strict, bool *ok)
{
    struct dbl_scan s;
    scan_open(&s, p, len, strict);
    double d = scan_number(&s, strict);
    while (s.p < s.end && space_p((unsigned char)*s.p)) s.p++;
    *ok = !strict || (!s.bad && s.p == s.end);
    return d;
}

double
dbl_parse_str(VALUE str, bool strict, bool raise, bool *ok)
{
    StringValue(str);
    rb_must_asciicompat(str);
    const char *p = str_ptr(str);
    size_t n = str_len(str);
    if (strict && memchr(p, '\0', n)) {
        *ok = false;
        if (raise) rb_raise(rb_eArgError, "string for Float contains null byte");
        return 0.0;
    }
    double d = dbl_parse(p, n, strict, ok);
    if (!*ok && raise) rb_raise(rb_eArgError, "invalid value for Float(): %+" PRIsVALUE, str);
    RB_GC_GUARD(str);
    return d;
}

double
rb_str_to_dbl(VALUE str, int badcheck)
{
    bool ok;
    return dbl_parse_str(str, badcheck, true, &ok);
}

double
rb_cstr_to_dbl(const char *p, int badcheck)
{
    bool ok;
    if (!p) return 0.0;
    double d = dbl_parse(p, strlen(p), badcheck, &ok);
    if (!ok) rb_raise(rb_eArgError, "invalid value for Float(): %+" PRIsVALUE, rb_str_new_cstr(p));
    return d;
}

/* strtod, but for locale, "inf" and "nan"; errno is ERANGE when out of range. */
double
ruby_strtod(const char *str, char **end)
{
    struct dbl_scan s;
    scan_open(&s, str, strlen(str), false);
    s.plain = true;
    bool negative = false;
    if (s.p < s.end && (*s.p == '+' || *s.p == '-')) negative = *s.p++ == '-';
    double d;
    if (s.end - s.p > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x' && hex_value((unsigned char)s.p[2]) < 16) {
        s.p += 2;
        d = scan_hex(&s);
    } else {
        d = scan_decimal(&s);
    }
    if (isinf(d) || (d == 0.0 && (s.n || s.hex))) errno = ERANGE;
    if (end) *end = (char *)(s.any ? s.p : str);
    return negative ? -d : d;
}
