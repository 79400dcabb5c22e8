/*
 * time/parse.c - Time.new("2000-12-31 23:59:59.5 +09:00").
 *
 * The form is strict, to reject ambiguous texts.  A year has at least four digits and other fields have two; a time of day has
 * hour, minute and second.  Each error shows the place.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/string.h"
#include "internal/time.h"
#include "ruby/ruby.h"

struct scan {
    VALUE str;
    const char *p, *end;
    const char *clock; /* where the time of day begins */
};

static inline bool
digit_at(const struct scan *s, long i)
{
    return s->end - s->p > i && s->p[i] >= '0' && s->p[i] <= '9';
}

static inline char
peek(const struct scan *s)
{
    return s->p < s->end ? *s->p : '\0';
}

COLD NORETURN static void
cannot_parse(const struct scan *s)
{
    rb_raise(rb_eArgError, "can't parse: %+" PRIsVALUE, s->str);
}

static int
shown(const struct scan *s, const char *from, const char *to)
{
    return (int)((to < s->end ? to : s->end) - from);
}

/* Exactly two digits; `after` is the character before them, '\0' if that is not worth telling. */
static int
two_digits(struct scan *s, const char *what, char after)
{
    enum { SHOWN = 10 };
    if (digit_at(s, 0) && digit_at(s, 1) && !digit_at(s, 2)) {
        int n = (s->p[0] - '0') * 10 + (s->p[1] - '0');
        s->p += 2;
        return n;
    }
    const char *from = s->p - 1;
    int n = shown(s, from, s->p + SHOWN);
    if (after) rb_raise(rb_eArgError, "two digits %s is expected after '%c': %.*s", what, after, n, from);
    rb_raise(rb_eArgError, "two digits %s is expected: %.*s", what, n, from);
}

static void
no_fraction(const struct scan *s, const char *what)
{
    if (peek(s) != '.') return;
    rb_raise(rb_eArgError, "fraction %s is not supported: %.*s", what, shown(s, s->clock, s->p + 1), s->clock);
}

static void
need_colon(struct scan *s, const char *what)
{
    if (peek(s) == ':') {
        s->p++;
        return;
    }
    rb_raise(rb_eArgError, "missing %s part: %.*s", what, shown(s, s->clock, s->p + 1), s->clock);
}

static VALUE
scan_year(struct scan *s)
{
    const char *from = s->p;
    bool negative = false;
    if (peek(s) == '-' || peek(s) == '+') negative = *s->p++ == '-';
    const char *digits = s->p;
    while (digit_at(s, 0)) s->p++;
    if (s->p == digits) cannot_parse(s);
    if (s->p - digits < 4) {
        rb_raise(rb_eArgError, "year must be 4 or more digits: %.*s", (int)(s->p - from), from);
    }
    return int_from_digits(digits, (size_t)(s->p - digits), 10, negative);
}

/* Reads the digits after the point: as many as the precision allows.  Skips the others. */
static VALUE
scan_subsec(struct scan *s, long precision)
{
    const char *digits = s->p;
    while (digit_at(s, 0)) s->p++;
    long n = s->p - digits;
    if (precision >= 0 && n > precision) n = precision;
    if (n == 0) {
        rb_raise(rb_eArgError, "subsecond expected after dot: %.*s", shown(s, s->clock, digits + 1), s->clock);
    }
    VALUE num = int_from_digits(digits, (size_t)n, 10, false);
    return num == int_fix(0) ? num : rational_new(num, int_pow10(n));
}

static void
scan_clock(struct scan *s, long precision, struct time_text *out)
{
    struct civil *c = &out->civil;
    s->clock = s->p;
    c->hour = two_digits(s, "hour", '\0');
    no_fraction(s, "hour");
    need_colon(s, "min");
    c->min = two_digits(s, "min", ':');
    no_fraction(s, "min");
    need_colon(s, "sec");
    c->sec = two_digits(s, "sec", ':');
    if (peek(s) == '.') {
        s->p++;
        out->subsec = scan_subsec(s, precision);
    }
}

/* -mon [-mday [T or blank, time of day]].  The ranges of all but mday are checked after the text is read (civil_check). */
static void
scan_date(struct scan *s, long precision, struct time_text *out)
{
    if (peek(s) != '-') return;
    s->p++;
    out->civil.mon = two_digits(s, "mon", '-');
    if (peek(s) != '-') return;
    s->p++;
    out->civil.mday = two_digits(s, "mday", '-');
    if (out->civil.mday < 1 || out->civil.mday > 31) rb_raise(rb_eArgError, "mday out of range");
    if ((peek(s) != ' ' && peek(s) != 'T') || !digit_at(s, 1)) return;
    s->p++;
    scan_clock(s, precision, out);
}

static inline bool
space_p(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A word behind blanks, to the end. */
static VALUE
scan_zone(struct scan *s)
{
    while (s->p < s->end && space_p(*s->p)) s->p++;
    const char *from = s->p;
    while (s->p < s->end && !space_p(*s->p)) s->p++;
    size_t n = (size_t)(s->p - from);
    while (s->p < s->end && space_p(*s->p)) s->p++;
    if (s->p < s->end) rb_raise(rb_eArgError, "can't parse at: %.*s", (int)(s->end - s->p), s->p);
    return n ? rb_str_subseq(s->str, from - str_ptr(s->str), (long)n) : Qnil;
}

void
time_parse(VALUE str, long precision, struct time_text *out)
{
    if (!rb_enc_str_asciicompat_p(str)) rb_raise(rb_eArgError, "time string should have ASCII compatible encoding");
    str = rb_str_new_frozen(str);
    struct scan s = {str, str_ptr(str), str_end(str), NULL};
    if (memchr(s.p, '\0', str_len(str))) rb_raise(rb_eArgError, "string contains null byte");
    if (s.p == s.end || space_p(*s.p) || space_p(s.end[-1])) cannot_parse(&s);
    out->civil = (struct civil){int_fix(0), 1, 1, -1, 0, 0, 0, 0, false, int_fix(0)};
    out->subsec = int_fix(0);
    out->zone = Qnil;
    out->civil.year = scan_year(&s);
    out->year_only = s.p == s.end;
    if (!out->year_only) {
        scan_date(&s, precision, out);
        out->zone = scan_zone(&s);
        if (out->civil.hour < 0 && NIL_P(out->zone)) rb_raise(rb_eArgError, "no time information");
    }
    if (out->civil.hour < 0) out->civil.hour = 0;
    RB_GC_GUARD(str);
}
