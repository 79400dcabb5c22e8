/*
 * time/strftime.c - Time#strftime.
 *
 * A directive is: % flags width [E or O] letter.  The flags are - (no padding), 0 and _ (padding with zeros or blanks), ^ (upper
 * case), # (other case) and : (before z).  Numbers have a default width, texts do not.  All other text is copied unchanged.
 */
#include "internal/compiler.h"

#include <ctype.h>
#include <string.h>

#include "internal/string.h"
#include "internal/time.h"
#include "ruby/ruby.h"

static const char *const day_names[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[12] = {"January", "February", "March",     "April",   "May",      "June",
                                            "July",    "August",   "September", "October", "November", "December"};

struct spec {
    char pad;      /* '0', '_'; 0: the directive's own */
    bool unpadded; /* '-', whatever follows it */
    bool upcase, swapcase;
    int colons;
    long width; /* -1: none */
    char letter;
};

struct out {
    VALUE str, time;
    struct rtime *t;
};

static void
put(struct out *o, const char *p, size_t n)
{
    str_append_bytes(o->str, p, n);
}

static void
put_fill(struct out *o, char c, long n)
{
    char block[64];
    memset(block, c, sizeof block);
    for (; n > 0; n -= (long)sizeof block) put(o, block, (size_t)(n < (long)sizeof block ? n : (long)sizeof block));
}

/* ---- texts ---- */

enum text_case { AS_IS, CASE_UP, CASE_DOWN };

static void
put_cased(struct out *o, const char *p, size_t n, enum text_case how)
{
    for (size_t i = 0; i < n; i++) {
        char c = p[i];
        if (how == CASE_UP) c = (char)toupper((unsigned char)c);
        else if (how == CASE_DOWN) c = (char)tolower((unsigned char)c);
        put(o, &c, 1);
    }
}

static void
put_text(struct out *o, const struct spec *s, const char *p, size_t n, enum text_case how)
{
    if (!s->unpadded) put_fill(o, s->pad == '0' ? '0' : ' ', s->width - (long)n);
    if (how == AS_IS) put(o, p, n);
    else put_cased(o, p, n, how);
}

/* Writes a name.  swapped is its case under the flag #. */
static void
put_name(struct out *o, const struct spec *s, const char *p, size_t n, enum text_case swapped)
{
    put_text(o, s, p, n, s->swapcase ? swapped : s->upcase ? CASE_UP : AS_IS);
}

/* A directive made of others: they see no flags, the whole is padded (a '-' notwithstanding). */
static void
put_composite(struct out *o, const struct spec *s, const char *fmt)
{
    VALUE text = time_format(o->time, fmt);
    size_t n = str_len(text);
    put_fill(o, s->pad == '0' ? '0' : ' ', s->width - (long)n);
    put_cased(o, str_ptr(text), n, s->upcase ? CASE_UP : AS_IS);
    RB_GC_GUARD(text);
}

/* ---- numbers ---- */

static void
put_digits(struct out *o, const struct spec *s, const char *digits, size_t n, bool negative, char pad, long width)
{
    if (s->unpadded) width = 0;
    else if (s->width >= 0) width = s->width;
    if (s->pad) pad = s->pad == '0' ? '0' : ' ';
    long fill = width - (long)n - negative;
    if (pad == '0') {
        if (negative) put(o, "-", 1);
        put_fill(o, '0', fill);
    } else {
        put_fill(o, ' ', fill);
        if (negative) put(o, "-", 1);
    }
    put(o, digits, n);
}

static void
put_number(struct out *o, const struct spec *s, long n, char pad, long width)
{
    char buf[24], *end = buf + sizeof buf, *p = end;
    unsigned long u = n < 0 ? 0 - (unsigned long)n : (unsigned long)n;
    do *--p = (char)('0' + u % 10);
    while ((u /= 10) != 0);
    put_digits(o, s, p, (size_t)(end - p), n < 0, pad, width);
}

static void
put_integer(struct out *o, const struct spec *s, VALUE v, char pad, long width)
{
    if (val_fix_p(v)) {
        put_number(o, s, fix_int(v), pad, width);
        return;
    }
    VALUE text = int_to_s(int_abs(v), 10);
    put_digits(o, s, str_ptr(text), str_len(text), int_neg_p(v), pad, width);
    RB_GC_GUARD(text);
}

/* A year has four digits, and a sign in front of them. */
static void
put_year(struct out *o, const struct spec *s, VALUE year)
{
    put_integer(o, s, year, '0', int_neg_p(year) ? 5 : 4);
}

/* Digits of the second's fraction: cut, or filled with zeros. */
static void
put_fraction(struct out *o, const struct spec *s, long digits)
{
    char ns[16];
    if (s->width > 0) digits = s->width;
    snprintf(ns, sizeof ns, "%09u", o->t->at.nsec);
    put(o, ns, (size_t)(digits < 9 ? digits : 9));
    if (digits <= 9) return;
    if (o->t->at.sub == int_fix(0)) {
        put_fill(o, '0', digits - 9);
        return;
    }
    VALUE more = rational_floor_i(rational_mul(rational_of(o->t->at.sub), rational_of(int_pow10(digits - 9))));
    VALUE text = int_to_s(more, 10);
    put_fill(o, '0', digits - 9 - (long)str_len(text));
    put(o, str_ptr(text), str_len(text));
    RB_GC_GUARD(text);
}

/* ---- the offset ---- */

static void
put_offset(struct out *o, const struct spec *s)
{
    VALUE offset = o->t->mode == TM_UTC ? int_fix(0) : o->t->civil.offset;
    bool negative = num_negative_p(offset) || (o->t->mode == TM_UTC && s->unpadded);
    VALUE exact = rational_of(offset), half = rb_rational_raw(int_fix(1), int_fix(2));
    if (num_negative_p(offset)) exact = rational_of(rational_sub(rational_of(int_fix(0)), exact));
    long secs = fix_int(rational_floor_i(rational_of(rational_add(exact, half)))); /* to the nearest second */
    long hour = secs / 3600, min = secs / 60 % 60, sec = secs % 60;
    int colons = s->colons;
    if (colons == 3) colons = sec ? 2 : min ? 1 : -1; /* as short as it can be; -1: hours alone */
    char rest[16];
    int n = colons == 2    ? snprintf(rest, sizeof rest, ":%02ld:%02ld", min, sec)
            : colons == 1  ? snprintf(rest, sizeof rest, ":%02ld", min)
            : colons == -1 ? 0
                           : snprintf(rest, sizeof rest, "%02ld", min);
    long hours = s->width - n - 1; /* columns for the hour's digits */
    if (hours < 2) hours = 2;
    char sign = negative ? '-' : '+', h[24];
    if (s->pad == '_') {
        int digits = snprintf(h, sizeof h, "%c%ld", sign, hour);
        put_fill(o, ' ', hours + 1 - digits);
        put(o, h, (size_t)digits);
    } else {
        int digits = snprintf(h, sizeof h, "%02ld", hour);
        put(o, &sign, 1);
        put_fill(o, '0', hours - digits);
        put(o, h, (size_t)digits);
    }
    put(o, rest, (size_t)n);
}

/* ---- weeks ---- */

/* Week of the year whose weeks begin on `first` (0 Sunday); days before the first such day are in week 0. */
static int
week_of_year(const struct civil *c, int first)
{
    return (c->yday - 1 + 7 - (c->wday - first + 7) % 7) / 7;
}

/* ISO 8601 week and its year: the week belongs to the year that has its Thursday. */
static int
iso_week(const struct civil *c, VALUE *year)
{
    int thursday = c->yday - (c->wday + 6) % 7 + 3; /* day of the year, perhaps of another one */
    *year = c->year;
    if (thursday < 1) {
        *year = int_sub(c->year, int_fix(1));
        thursday += civil_yday(*year, 12, 31);
    } else if (thursday > civil_yday(c->year, 12, 31)) {
        thursday -= civil_yday(c->year, 12, 31);
        *year = int_add(c->year, int_fix(1));
    }
    return (thursday - 1) / 7 + 1;
}

static long
two_digit_year(VALUE year)
{
    return (long)fix_int(int_mod(year, int_fix(100)));
}

/* ---- directives ---- */

static int
hour12(int hour)
{
    return hour % 12 ? hour % 12 : 12;
}

static void
put_zone_name(struct out *o, const struct spec *s)
{
    VALUE name = time_zone_abbr(o->time);
    if (NIL_P(name)) return;
    o->t = time_civil(o->time);
    put_name(o, s, str_ptr(name), str_len(name), CASE_DOWN);
    RB_GC_GUARD(name);
}

static void
put_literal(struct out *o, const struct spec *s, char c)
{
    put_text(o, s, &c, 1, AS_IS);
}

/* Letters that stand for other formats; NULL for the rest. */
static const char *
composite_of(char letter)
{
    switch (letter) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'T':
    case 'X': return "%H:%M:%S";
    case 'R': return "%H:%M";
    case 'r': return "%I:%M:%S %p";
    case 'v': return "%e-%^b-%4Y";
    default: return NULL;
    }
}

/* Texts; false if the letter is none. */
static bool
put_text_directive(struct out *o, const struct spec *s)
{
    const struct civil *c = &o->t->civil;
    switch (s->letter) {
    case 'A': put_name(o, s, day_names[c->wday], strlen(day_names[c->wday]), CASE_UP); return true;
    case 'a': put_name(o, s, day_names[c->wday], 3, CASE_UP); return true;
    case 'B': put_name(o, s, month_names[c->mon - 1], strlen(month_names[c->mon - 1]), CASE_UP); return true;
    case 'b':
    case 'h': put_name(o, s, month_names[c->mon - 1], 3, CASE_UP); return true;
    case 'p': put_name(o, s, c->hour < 12 ? "AM" : "PM", 2, CASE_DOWN); return true;
    case 'P': put_name(o, s, c->hour < 12 ? "am" : "pm", 2, CASE_UP); return true;
    case 'Z': put_zone_name(o, s); return true;
    case 'n': put_literal(o, s, '\n'); return true;
    case 't': put_literal(o, s, '\t'); return true;
    case '%': put_literal(o, s, '%'); return true;
    default: return false;
    }
}

static bool
put_number_directive(struct out *o, const struct spec *s)
{
    const struct civil *c = &o->t->civil;
    VALUE year;
    switch (s->letter) {
    case 'Y': put_year(o, s, c->year); return true;
    case 'C': put_integer(o, s, int_div(c->year, int_fix(100)), '0', 2); return true;
    case 'y': put_number(o, s, two_digit_year(c->year), '0', 2); return true;
    case 'm': put_number(o, s, c->mon, '0', 2); return true;
    case 'd': put_number(o, s, c->mday, '0', 2); return true;
    case 'e': put_number(o, s, c->mday, ' ', 2); return true;
    case 'j': put_number(o, s, c->yday, '0', 3); return true;
    case 'H': put_number(o, s, c->hour, '0', 2); return true;
    case 'k': put_number(o, s, c->hour, ' ', 2); return true;
    case 'I': put_number(o, s, hour12(c->hour), '0', 2); return true;
    case 'l': put_number(o, s, hour12(c->hour), ' ', 2); return true;
    case 'M': put_number(o, s, c->min, '0', 2); return true;
    case 'S': put_number(o, s, c->sec, '0', 2); return true;
    case 'u': put_number(o, s, c->wday ? c->wday : 7, '0', 1); return true;
    case 'w': put_number(o, s, c->wday, '0', 1); return true;
    case 'U': put_number(o, s, week_of_year(c, 0), '0', 2); return true;
    case 'W': put_number(o, s, week_of_year(c, 1), '0', 2); return true;
    case 'V': put_number(o, s, iso_week(c, &year), '0', 2); return true;
    case 'G':
        iso_week(c, &year);
        put_year(o, s, year);
        return true;
    case 'g':
        iso_week(c, &year);
        put_number(o, s, two_digit_year(year), '0', 2);
        return true;
    case 's': put_integer(o, s, o->t->at.sec, '0', 1); return true;
    case 'L': put_fraction(o, s, 3); return true;
    case 'N': put_fraction(o, s, 9); return true;
    case 'z': put_offset(o, s); return true;
    default: return false;
    }
}

/* Flags, width and letter at p (behind the '%'); returns what follows, NULL if it is no directive.  *cut: the format
 * ended inside of it. */
static const char *
scan_spec(const char *p, const char *end, struct spec *s, bool *cut)
{
    *s = (struct spec){.width = -1};
    *cut = false;
    for (; p < end; p++) {
        if (*p == '0' || *p == '_') s->pad = *p;
        else if (*p == '-') s->unpadded = true, s->pad = 0;
        else if (*p == '^') s->upcase = true;
        else if (*p == '#') s->swapcase = true;
        else break;
    }
    if (p < end && *p >= '1' && *p <= '9') {
        s->width = 0;
        for (; p < end && *p >= '0' && *p <= '9'; p++) {
            s->width = s->width * 10 + (*p - '0');
            if (s->width > INT_MAX) return NULL;
        }
    }
    if (p >= end) {
        *cut = true;
        return NULL;
    }
    while (p < end && *p == ':') s->colons++, p++;
    if (p >= end) return NULL;
    if (s->colons) {
        if (*p != 'z' || s->colons > 3) return NULL;
    } else if (*p == 'E' || *p == 'O') {
        const char *allowed = *p == 'E' ? "cCxXyY" : "deHkIlmMSuUVwWy";
        if (p + 1 >= end || p[1] == '\0' || !strchr(allowed, p[1])) return NULL;
        p++;
    }
    s->letter = *p;
    return p + 1;
}

VALUE
time_strftime(VALUE time, const char *fmt, size_t len, int enc_index)
{
    struct out o = {str_buf_new(len + 32), time, time_civil(time)};
    const char *p = fmt, *end = fmt + len;
    str_set_enc_index(o.str, enc_index);
    while (p < end) {
        const char *percent = memchr(p, '%', (size_t)(end - p));
        if (!percent) percent = end;
        if (percent > p) put(&o, p, (size_t)(percent - p));
        if (percent == end) break;
        struct spec s;
        bool cut;
        const char *next = scan_spec(percent + 1, end, &s, &cut), *whole;
        if (cut) rb_raise(rb_eArgError, "invalid format: %.*s", (int)len, fmt);
        if (next && (whole = composite_of(s.letter)) != NULL) {
            put_composite(&o, &s, whole);
        } else if (!next || (!put_text_directive(&o, &s) && !put_number_directive(&o, &s))) {
            put(&o, "%", 1); /* nothing we know: as it stands */
            next = percent + 1;
        }
        p = next;
    }
    return o.str;
}

VALUE
time_format(VALUE t, const char *fmt)
{
    VALUE s = time_strftime(t, fmt, strlen(fmt), ENCI_USASCII);
    return s;
}
