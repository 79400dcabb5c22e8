/*
 * sprintf.c - Kernel#sprintf, Kernel#format, String#%.
 *
 * A format is read once, left to right.  Each directive gathers its flags, width, precision and value in struct spec and
 * is then written to the result.  The encoding of the result follows the text appended.  Integers of any size are formatted from their
 * digits, and Floats by libc, which is exact.  Integers and Rationals under %f are exact too: they do not become Floats.
 */
#include "internal/compiler.h"

#include <limits.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/object/compare.h"
#include "internal/numeric/dtoa.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/string.h"
#include "ruby/encoding.h"
#include "ruby/ruby.h"

enum { F_SHARP = 1, F_MINUS = 2, F_PLUS = 4, F_ZERO = 8, F_SPACE = 16, F_WIDTH = 32, F_PREC = 64, F_STAR_PREC = 128 };

/* How arguments have been named so far; positive: that many in order. */
enum { ARGS_NUMBERED = -1, ARGS_NAMED = -2 };

struct spec {
    int flags, width, prec;
    VALUE value;      /* Qundef: not chosen yet */
    const char *name; /* of %<name>, for messages; NULL */
    int name_len;
    bool prec_given; /* also by a negative *, which counts as none */
};

struct fmt {
    VALUE out;
    const char *p, *end;
    int argc;
    const VALUE *argv; /* arguments, without the format */
    int args;          /* ARGS_... or how many were taken in order */
    int next;          /* the next one in order, from 1 */
    VALUE hash;
};

/* ---- arguments ---- */

static VALUE
arg_at(struct fmt *f, int n) /* from 1 */
{
    if (n > f->argc) rb_raise(rb_eArgError, "too few arguments");
    return f->argv[n - 1];
}

static VALUE
next_arg(struct fmt *f)
{
    if (f->args == ARGS_NUMBERED) rb_raise(rb_eArgError, "unnumbered(%d) mixed with numbered", f->next);
    if (f->args == ARGS_NAMED) rb_raise(rb_eArgError, "unnumbered(%d) mixed with named", f->next);
    f->args = f->next++;
    return arg_at(f, f->args);
}

static VALUE
numbered_arg(struct fmt *f, int n)
{
    if (f->args > 0) rb_raise(rb_eArgError, "numbered(%d) after unnumbered(%d)", n, f->args);
    if (f->args == ARGS_NAMED) rb_raise(rb_eArgError, "numbered(%d) after named", n);
    if (n < 1) rb_raise(rb_eArgError, "invalid index - %d$", n);
    f->args = ARGS_NUMBERED;
    return arg_at(f, n);
}

static VALUE
hash_arg(struct fmt *f)
{
    if (f->hash == Qundef) {
        VALUE h = f->argc == 1 ? rb_check_hash_type(f->argv[0]) : Qnil;
        if (NIL_P(h)) rb_raise(rb_eArgError, "one hash required");
        f->hash = h;
    }
    return f->hash;
}

/* name: with its brackets */
static VALUE
named_arg(struct fmt *f, const char *name, int len)
{
    rb_encoding *enc = rb_enc_get(f->out);
    if (f->args > 0) {
        rb_enc_raise(enc, rb_eArgError, "named%.*s after unnumbered(%d)", len, name, f->args);
    }
    if (f->args == ARGS_NUMBERED) rb_enc_raise(enc, rb_eArgError, "named%.*s after numbered", len, name);
    VALUE hash = hash_arg(f);
    f->args = ARGS_NAMED;
    VALUE key = ID2SYM(rb_intern3(name + 1, len - 2, enc));
    VALUE v = hash_get(hash, key);
    if (v != Qundef) return v;
    v = rb_funcallv(hash, rb_intern("default"), 1, &key);
    if (NIL_P(v)) key_error_raise(rb_enc_sprintf(enc, "key%.*s not found", len, name), hash, key);
    return v;
}

static VALUE
spec_value(struct fmt *f, struct spec *s)
{
    return s->value == Qundef ? s->value = next_arg(f) : s->value;
}

/* ---- output ---- */

static void
put(struct fmt *f, const char *p, size_t n)
{
    str_append_bytes(f->out, p, n);
}

static void
put_fill(struct fmt *f, char c, long n)
{
    char block[64];
    if (n <= 0) return;
    memset(block, c, sizeof block);
    for (; n > (long)sizeof block; n -= (long)sizeof block) put(f, block, sizeof block);
    put(f, block, (size_t)n);
}

/* Writes a text of `columns` columns, padded to the width of s. */
static void
put_field(struct fmt *f, const struct spec *s, const char *p, size_t n, long columns)
{
    long fill = (s->flags & F_WIDTH) ? s->width - columns : 0;
    if (!(s->flags & F_MINUS)) put_fill(f, ' ', fill);
    put(f, p, n);
    if (s->flags & F_MINUS) put_fill(f, ' ', fill);
}

static void
put_string(struct fmt *f, const struct spec *s, VALUE str)
{
    rb_encoding *enc = rb_enc_check(f->out, str);
    if (rb_enc_get_index(f->out) != rb_enc_to_index(enc)) rb_enc_associate(f->out, enc);
    long columns = 0;
    if (s->flags & (F_WIDTH | F_PREC)) {
        columns = rb_str_strlen(str);
        if ((s->flags & F_PREC) && s->prec < columns) {
            str = rb_str_substr(str, 0, s->prec);
            columns = s->prec;
        }
    }
    put_field(f, s, str_ptr(str), str_len(str), columns);
    RB_GC_GUARD(str);
}

/* ---- %c ---- */

static void
put_char(struct fmt *f, const struct spec *s, VALUE v)
{
    VALUE str = rb_check_string_type(v);
    if (!NIL_P(str)) {
        struct spec first = *s;
        first.flags &= ~F_PREC;
        rb_enc_associate(f->out, rb_enc_check(f->out, str)); /* what follows its first character counts, too */
        put_string(f, &first, rb_str_substr(str, 0, 1));
        return;
    }
    int c = NUM2INT(v), index = rb_enc_get_index(f->out);
    const struct enc *enc = enc_at(index);
    char buf[16];
    int n;
    if (c >= 0 && enc_single_p(enc)) {
        if (c > 0xff) rb_raise(rb_eRangeError, "%d out of char range", c);
        if (c > 0x7f && index == ENCI_USASCII) rb_enc_associate_index(f->out, ENCI_BINARY);
        buf[0] = (char)c;
        n = 1;
    } else if (c >= 0xd800 && c <= 0xdfff && enc_utf8_p(enc)) { /* a surrogate is written as it would be encoded */
        buf[0] = (char)(0xe0 | c >> 12), buf[1] = (char)(0x80 | (c >> 6 & 0x3f)), buf[2] = (char)(0x80 | (c & 0x3f));
        n = 3;
    } else {
        n = c < 0 ? -1 : enc->ops->code_len((uint32_t)c);
        if (n <= 0) rb_enc_raise(rb_enc_get(f->out), rb_eArgError, "invalid character");
        n = enc_encode(enc, (uint32_t)c, buf);
    }
    put_field(f, s, buf, (size_t)n, 1);
}

/* ---- integers ---- */

static VALUE
to_integer(VALUE v)
{
    if (val_int_p(v)) return v;
    if (val_float_p(v)) return flo_to_i(v);
    if (val_type_p(v, T_STRING)) return rb_str_to_inum(v, 0, 1);
    return rb_Integer(v);
}

/* Returns the digits of v < 0 in infinite two's complement.  One digit of the sign precedes those that differ from it: -255 in
 * base 16 is "f01". */
static VALUE
twos_digits(VALUE v, int bits_per_digit, char sign_digit)
{
    size_t digits = (int_bit_length(v) + (size_t)bits_per_digit - 1) / (size_t)bits_per_digit + 1;
    VALUE modulus = int_shift(int_fix(1), (intptr_t)(digits * (size_t)bits_per_digit));
    VALUE s = int_to_s(int_add(v, modulus), 1 << bits_per_digit);
    const char *p = str_ptr(s), *end = p + str_len(s);
    while (p + 1 < end && p[1] == sign_digit) p++;
    return rb_str_subseq(s, p - str_ptr(s), end - p);
}

struct digits {
    const char *p;
    long n;
    char sign;          /* 0: none */
    const char *prefix; /* "0x" ... or "" */
    char fill;          /* what zero padding writes */
    bool dots;          /* ".." stands for endless leading digits */
};

/* Spaces, sign, prefix, dots, fill, digits, spaces. */
static void
put_digits(struct fmt *f, const struct spec *s, struct digits *d)
{
    long width = (s->flags & F_WIDTH) ? s->width : 0, prec = (s->flags & F_PREC) ? s->prec : -1;
    if (d->sign) width--;
    if (d->dots) {
        width -= 2;
        if (prec >= 0) prec -= 2;
    }
    width -= (long)strlen(d->prefix);
    if ((s->flags & (F_ZERO | F_MINUS | F_PREC)) == F_ZERO) {
        prec = width;
        width = 0;
    } else {
        if (prec < d->n) {
            if (prec == 0 && !*d->prefix && d->n == 1 && d->p[0] == '0') d->n = 0;
            prec = d->n;
        }
        width -= prec;
    }
    if (!(s->flags & F_MINUS)) put_fill(f, ' ', width);
    if (d->sign) put(f, &d->sign, 1);
    put(f, d->prefix, strlen(d->prefix));
    if (d->dots) put(f, "..", 2);
    put_fill(f, d->fill, prec - d->n);
    put(f, d->p, (size_t)d->n);
    if (s->flags & F_MINUS) put_fill(f, ' ', width);
}

static void
upcase_digits(VALUE s)
{
    char *p = str_ptr(s);
    for (size_t n = str_len(s), i = 0; i < n; i++) {
        if (p[i] >= 'a' && p[i] <= 'f') p[i] = (char)(p[i] - 'a' + 'A');
    }
}

static void
put_integer(struct fmt *f, struct spec *s, char conv)
{
    VALUE v = to_integer(spec_value(f, s)), text;
    int bits = conv == 'x' || conv == 'X' ? 4 : conv == 'o' ? 3 : conv == 'b' || conv == 'B' ? 1 : 0;
    bool negative = int_neg_p(v), shown_sign = bits == 0 || (s->flags & (F_PLUS | F_SPACE)) != 0;
    struct digits d = {NULL, 0, 0, "", '0', false};
    char top = bits == 4 ? 'f' : bits == 3 ? '7' : '1';
    if (negative && !shown_sign) {
        text = twos_digits(v, bits, top);
        d.dots = true;
        d.fill = conv == 'X' ? 'F' : top;
    } else {
        text = int_to_s(int_abs(v), bits ? 1 << bits : 10);
        if (negative) d.sign = '-';
        else if (s->flags & F_PLUS) d.sign = '+';
        else if (s->flags & F_SPACE) d.sign = ' ';
    }
    if (conv == 'X') upcase_digits(text);
    d.p = str_ptr(text);
    d.n = (long)str_len(text);
    if (s->flags & F_SHARP) {
        bool zero = v == int_fix(0);
        if (conv == 'o') {
            if (zero) {
                if (!((s->flags & F_PREC) && s->prec > 0)) d.n = 0, d.prefix = "0";
            } else if (!d.dots && !((s->flags & F_PREC) && s->prec > d.n)) {
                d.prefix = "0";
            }
        } else if (!zero) {
            d.prefix = conv == 'x' ? "0x" : conv == 'X' ? "0X" : conv == 'b' ? "0b" : conv == 'B' ? "0B" : "";
        }
    }
    put_digits(f, s, &d);
    RB_GC_GUARD(text);
}

/* ---- floats ---- */

static char
sign_for(const struct spec *s, bool negative)
{
    return negative ? '-' : (s->flags & F_PLUS) ? '+' : (s->flags & F_SPACE) ? ' ' : '\0';
}

static void
put_nonfinite(struct fmt *f, const struct spec *s, double d)
{
    char buf[8], *p = buf, sign = sign_for(s, !isnan(d) && d < 0);
    if (sign) *p++ = sign;
    memcpy(p, isnan(d) ? "NaN" : "Inf", 3);
    p += 3;
    put_field(f, s, buf, (size_t)(p - buf), p - buf);
}

/* %a: unlike libc's, subnormals are normalised. */
static void
put_hex_float(struct fmt *f, const struct spec *s, double v, char conv)
{
    static const char lower[] = "0123456789abcdef", upper[] = "0123456789ABCDEF";
    const char *hex = conv == 'a' ? lower : upper;
    int exp = 0, prec = (s->flags & F_PREC) ? s->prec : -1, n = 0;
    char head[4], tail[32], digits[16], sign = sign_for(s, signbit(v) != 0);
    double m = frexp(fabs(v), &exp);
    uint64_t bits = m == 0 ? 0 : (uint64_t)ldexp(m, 53) << 8; /* first bit, then 52 in 13 digits */
    exp = m == 0 ? 0 : exp - 1;
    unsigned lead = (unsigned)(bits >> 60);
    uint64_t rest = bits << 4;
    if (prec >= 0 && prec < 13) { /* round to nearest, ties to even, on the digits kept */
        unsigned drop = 64 - (unsigned)prec * 4;
        uint64_t low = drop == 64 ? rest : rest & (((uint64_t)1 << drop) - 1), half = (uint64_t)1 << (drop - 1);
        uint64_t kept = drop == 64 ? 0 : rest >> drop;
        bool odd = prec ? (kept & 1) != 0 : (lead & 1) != 0;
        if (low > half || (low == half && odd)) kept++;
        if (prec == 0 ? kept : kept >> (prec * 4)) {
            kept = 0;
            lead++;
        }
        if (lead == 2) lead = 1, exp++;
        rest = prec ? kept << drop : 0;
    }
    for (; rest; rest <<= 4) digits[n++] = hex[rest >> 60];
    if (prec < 0) prec = n;
    int h = snprintf(head, sizeof head, "%s%c", conv == 'a' ? "0x" : "0X", hex[lead]);
    int t = snprintf(tail, sizeof tail, "%c%+d", conv == 'a' ? 'p' : 'P', exp);
    bool point = prec > 0 || (s->flags & F_SHARP);
    long len = (sign != 0) + h + point + prec + t, fill = (s->flags & F_WIDTH) ? s->width - len : 0;
    bool zero = (s->flags & (F_ZERO | F_MINUS)) == F_ZERO;
    if (!zero && !(s->flags & F_MINUS)) put_fill(f, ' ', fill);
    if (sign) put(f, &sign, 1);
    put(f, head, 2);
    if (zero) put_fill(f, '0', fill);
    put(f, head + 2, (size_t)h - 2);
    if (point) put(f, ".", 1);
    put(f, digits, (size_t)(n < prec ? n : prec));
    put_fill(f, '0', prec - n);
    put(f, tail, (size_t)t);
    if (s->flags & F_MINUS) put_fill(f, ' ', fill);
}

/* Returns d, or a neighbour of d to be formatted instead.  d counts as halfway if its shortest digits end in a 5 just after the
 * last digit to print.  It is then rounded to even, even if its exact value is above or below the half. */
static double
settle_halfway(double d, char conv, int prec)
{
    enum { TRUSTED_DIGITS = 14 };
    char buf[DTOA_SHORTEST_MAX + 1];
    int point = 0, n = d == 0.0 ? 0 : dtoa_shortest(fabs(d), buf, &point);
    int digits = conv == 'f' ? point + prec : conv == 'e' || conv == 'E' ? prec + 1 : prec ? prec : 1;
    if (n < 2 || digits != n - 1 || digits > TRUSTED_DIGITS || buf[n - 1] != '5') return d;
    bool up = ((buf[n - 2] - '0') & 1) != 0;
    return nextafter(d, up ? (d < 0 ? -HUGE_VAL : HUGE_VAL) : 0.0);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void
put_float(struct fmt *f, const struct spec *s, double d, char conv)
{
    char format[16], buf[512], *q = format;
    if (!isfinite(d)) {
        put_nonfinite(f, s, d);
        return;
    }
    if (conv == 'a' || conv == 'A') {
        put_hex_float(f, s, d, conv);
        return;
    }
    *q++ = '%';
    if (s->flags & F_SHARP) *q++ = '#';
    if (s->flags & F_PLUS) *q++ = '+';
    if (s->flags & F_MINUS) *q++ = '-';
    if (s->flags & F_ZERO) *q++ = '0';
    if (s->flags & F_SPACE) *q++ = ' ';
    *q++ = '*', *q++ = '.', *q++ = '*', *q++ = conv, *q = '\0';
    int width = (s->flags & F_WIDTH) ? s->width : 0, prec = (s->flags & F_PREC) ? s->prec : -1;
    d = settle_halfway(d, conv, prec < 0 ? 6 : prec);
    int n = snprintf(buf, sizeof buf, format, width, prec, d);
    if (n < 0) rb_raise(rb_eNoMemError, "failed to allocate memory");
    if (n < (int)sizeof buf) {
        put(f, buf, (size_t)n);
        return;
    }
    str_modify_expand(f->out, (size_t)n + 1);
    size_t len = str_len(f->out);
    snprintf(str_ptr(f->out) + len, (size_t)n + 1, format, width, prec, d);
    str_set_len(f->out, len + (size_t)n);
}
#pragma GCC diagnostic pop

/* num / den under %f: exact, halves away from zero. */
static void
put_exact_fixed(struct fmt *f, const struct spec *s, VALUE num, VALUE den)
{
    int prec = (s->flags & F_PREC) ? s->prec : 6;
    char sign = sign_for(s, int_neg_p(num));
    num = int_abs(num);
    if (den != int_fix(1)) {
        num = int_mul(num, int_pow10(prec));
        num = int_div(int_add(int_shift(num, 1), den), int_shift(den, 1));
    }
    VALUE text = int_to_s(num, 10);
    long n = (long)str_len(text), whole = n, zeros = 0;
    if (den != int_fix(1)) {
        whole = n > prec ? n - prec : 0;
        zeros = prec - (n - whole); /* between the point and the digits */
    }
    long len = (sign != 0) + (whole ? whole : 1) + (prec > 0) + prec;
    long fill = (s->flags & F_WIDTH) ? s->width - len : 0;
    bool zero_fill = (s->flags & (F_ZERO | F_MINUS)) == F_ZERO;
    if (!zero_fill && !(s->flags & F_MINUS)) put_fill(f, ' ', fill);
    if (sign) put(f, &sign, 1);
    if (zero_fill) put_fill(f, '0', fill);
    if (whole) put(f, str_ptr(text), (size_t)whole);
    else put(f, "0", 1);
    if (prec > 0) {
        put(f, ".", 1);
        put_fill(f, '0', den == int_fix(1) ? prec : zeros);
        put(f, str_ptr(text) + whole, (size_t)(n - whole));
    }
    if (s->flags & F_MINUS) put_fill(f, ' ', fill);
    RB_GC_GUARD(text);
}

static void
put_real(struct fmt *f, struct spec *s, char conv)
{
    VALUE v = spec_value(f, s);
    if (conv == 'f') {
        if (val_int_p(v)) {
            put_exact_fixed(f, s, v, int_fix(1));
            return;
        }
        if (val_type_p(v, T_RATIONAL)) {
            put_exact_fixed(f, s, rrational(v)->num, rrational(v)->den);
            return;
        }
    }
    put_float(f, s, float_value(rb_Float(v)), conv);
}

/* ---- directives ---- */

COLD NORETURN static void
malformed(struct fmt *f)
{
    unsigned char c = f->p < f->end ? (unsigned char)*f->p : 0;
    if (isgraph(c) && c < 0x80) rb_raise(rb_eArgError, "malformed format string - %%%c", c);
    rb_raise(rb_eArgError, "malformed format string");
}

static int
scan_number(struct fmt *f, const char *what)
{
    int n = 0;
    for (; f->p < f->end && *f->p >= '0' && *f->p <= '9'; f->p++) {
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *f->p - '0', &n)) {
            rb_raise(rb_eArgError, "%s too big", what);
        }
    }
    if (f->p >= f->end) rb_raise(rb_eArgError, "malformed format string - %%*[0-9]");
    return n;
}

/* The value of '*' or '*n$', at p behind the star. */
static int
star_arg(struct fmt *f, const char *what)
{
    const char *start = f->p;
    if (f->p >= f->end) rb_raise(rb_eArgError, "malformed format string - %%*[0-9]");
    if (*f->p >= '0' && *f->p <= '9') {
        int n = scan_number(f, what);
        if (*f->p == '$') {
            f->p++;
            return NUM2INT(numbered_arg(f, n));
        }
        f->p = start;
    }
    return NUM2INT(next_arg(f));
}

static void
check_flag(const struct spec *s)
{
    if (s->flags & F_WIDTH) rb_raise(rb_eArgError, "flag after width");
    if (s->flags & F_PREC) rb_raise(rb_eArgError, "flag after precision");
}

static void
check_width(const struct spec *s)
{
    if (s->flags & F_WIDTH) rb_raise(rb_eArgError, "width given twice");
    if (s->flags & F_PREC) rb_raise(rb_eArgError, "width after precision");
}

static void
set_width(struct spec *s, int n)
{
    s->flags |= F_WIDTH;
    if (n < 0) {
        s->flags |= F_MINUS;
        if (n == INT_MIN) rb_raise(rb_eArgError, "width too big");
        n = -n;
    }
    s->width = n;
}

static void
scan_precision(struct fmt *f, struct spec *s)
{
    if (s->prec_given) rb_raise(rb_eArgError, "precision given twice");
    s->prec_given = true;
    s->flags |= F_PREC;
    s->prec = 0;
    f->p++;
    if (f->p < f->end && *f->p == '*') {
        f->p++;
        s->prec = star_arg(f, "prec");
        if (s->prec < 0) s->flags &= ~F_PREC; /* as if there were none */
        return;
    }
    s->prec = scan_number(f, "precision");
}

/* %<name> and %{name}; true for the second, which is a whole directive. */
static bool
scan_name(struct fmt *f, struct spec *s)
{
    const char *start = f->p;
    char close = *start == '<' ? '>' : '}';
    const struct enc *enc = enc_at(rb_enc_get_index(f->out));
    while (f->p < f->end && *f->p != close) f->p += enc_char_len(enc, f->p, f->end);
    if (f->p >= f->end) rb_raise(rb_eArgError, "malformed name - unmatched parenthesis");
    int len = (int)(++f->p - start);
    if (s->name) {
        rb_enc_raise(rb_enc_get(f->out), rb_eArgError, "named%.*s after <%.*s>", len, start, s->name_len - 2, s->name + 1);
    }
    s->name = start;
    s->name_len = len;
    s->value = named_arg(f, start, len);
    return close == '}';
}

static void
scan_width_or_index(struct fmt *f, struct spec *s)
{
    int n = scan_number(f, "width");
    if (*f->p == '$') {
        if (s->value != Qundef) rb_raise(rb_eArgError, "value given twice - %d$", n);
        s->value = numbered_arg(f, n);
        f->p++;
        return;
    }
    check_width(s);
    set_width(s, n);
}

/* The letter that ends a directive. */
static void
finish_directive(struct fmt *f, struct spec *s)
{
    char c = *f->p;
    switch (c) {
    case '%':
        if (s->flags) rb_raise(rb_eArgError, "invalid format character - %%");
        put(f, "%", 1);
        break;
    case 'c': put_char(f, s, spec_value(f, s)); break;
    case 's': put_string(f, s, rb_obj_as_string(spec_value(f, s))); break;
    case 'p': put_string(f, s, rb_inspect(spec_value(f, s))); break;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B': put_integer(f, s, c); break;
    case 'f':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': put_real(f, s, c); break;
    default: malformed(f);
    }
    f->p++;
}

/* p behind the '%'. */
static void
format_directive(struct fmt *f)
{
    struct spec s = {0, 0, 0, Qundef, NULL, 0, false};
    if (f->p >= f->end) rb_raise(rb_eArgError, "incomplete format specifier; use %%%% (double %%) instead");
    for (;;) {
        if (f->p >= f->end) malformed(f);
        switch (*f->p) {
        case ' ':
            check_flag(&s);
            s.flags |= F_SPACE;
            f->p++;
            break;
        case '#':
            check_flag(&s);
            s.flags |= F_SHARP;
            f->p++;
            break;
        case '+':
            check_flag(&s);
            s.flags |= F_PLUS;
            f->p++;
            break;
        case '-':
            check_flag(&s);
            s.flags |= F_MINUS;
            f->p++;
            break;
        case '0':
            check_flag(&s);
            s.flags |= F_ZERO;
            f->p++;
            break;
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7':
        case '8':
        case '9': scan_width_or_index(f, &s); break;
        case '<':
        case '{':
            if (scan_name(f, &s)) {
                put_string(f, &s, rb_obj_as_string(s.value));
                return;
            }
            break;
        case '*':
            check_width(&s);
            f->p++;
            set_width(&s, star_arg(f, "width"));
            break;
        case '.': scan_precision(f, &s); break;
        default: finish_directive(f, &s); return;
        }
    }
}

COLD static void
too_many_arguments(void)
{
    const char *message = "too many arguments for format string";
    if (RTEST(ruby_debug)) rb_raise(rb_eArgError, "%s", message);
    if (RTEST(ruby_verbose)) rb_warn("%s", message);
}

VALUE
rb_str_format(int argc, const VALUE *argv, VALUE fmt)
{
    struct fmt f = {0, NULL, NULL, argc, argv, 0, 1, Qundef};
    StringValue(fmt);
    rb_must_asciicompat(fmt);
    fmt = rb_str_new_frozen(fmt); /* a to_s that is called may change the original */
    f.p = str_ptr(fmt);
    f.end = f.p + str_len(fmt);
    f.out = str_buf_new(str_len(fmt) + 16);
    rb_enc_copy(f.out, fmt);
    while (f.p < f.end) {
        const char *percent = memchr(f.p, '%', (size_t)(f.end - f.p));
        if (!percent) percent = f.end;
        if (percent > f.p) put(&f, f.p, (size_t)(percent - f.p));
        if (percent == f.end) break;
        f.p = percent + 1;
        format_directive(&f);
    }
    if (f.args >= 0 && f.next <= argc && !(argc == 1 && val_type_p(argv[0], T_HASH))) too_many_arguments();
    RB_GC_GUARD(fmt);
    return f.out;
}

VALUE
rb_f_sprintf(int argc, const VALUE *argv)
{
    if (argc == 0) rb_raise(rb_eArgError, "too few arguments");
    return rb_str_format(argc - 1, argv + 1, argv[0]);
}

static VALUE
kernel_m_sprintf(int argc, const VALUE *argv, VALUE self)
{
    return rb_f_sprintf(argc, argv);
}

static VALUE
str_m_format(VALUE str, VALUE arg)
{
    VALUE ary = rb_check_array_type(arg);
    if (NIL_P(ary)) return rb_str_format(1, &arg, str);
    ary = ary_dup(ary);
    VALUE s = rb_str_format((int)ary_len(ary), ary_ptr(ary), str);
    RB_GC_GUARD(ary);
    return s;
}

void
Init_Sprintf(void)
{
    rb_define_global_function("sprintf", kernel_m_sprintf, -1);
    rb_define_global_function("format", kernel_m_sprintf, -1);
    rb_define_method(rb_cString, "%", str_m_format, 1);
}
