/*
 * capi/vsprintf.c - rb_sprintf, ruby_snprintf and their families: printf formats from C, with VALUEs in the first.
 *
 * libc's snprintf does the numbers; `%s`, `%c` and VALUEs are appended here, with width and precision counted in bytes
 * for C strings and in characters for Strings. A VALUE's format is PRIsVALUE: `li` and the mark that only we know, so
 * the compiler checks the argument as a long. Flags: `+` inspects, ` ` quotes what cannot be printed.
 */
#include "internal/compiler.h"

#include <stdio.h>
#include <string.h>

#include "internal/string.h"
#include "ruby/encoding.h"
#include "ruby/ruby.h"

struct c_spec {
    bool minus, plus, space, sharp, zero;
    int width, prec; /* -1: none */
    char size[3];    /* length modifier as written */
    char conv;
    bool value; /* PRIsVALUE */
};

struct c_args {
    va_list ap; /* in a struct, so that functions advance the same one */
};

/* Where the text goes: a String, or a buffer that keeps what fits and counts all. */
struct out {
    VALUE str; /* 0: the buffer */
    char *buf;
    size_t room, len;
};

static void
out_bytes(struct out *out, const char *p, size_t n)
{
    if (out->str) {
        str_append_bytes(out->str, p, n);
        return;
    }
    if (out->len < out->room) memcpy(out->buf + out->len, p, n < out->room - out->len ? n : out->room - out->len);
    out->len += n;
}

/* The number or '*' at p. */
static const char *
scan_int(const char *p, int *out, struct c_args *args)
{
    if (*p == '*') {
        *out = va_arg(args->ap, int);
        return p + 1;
    }
    int n = 0;
    while (*p >= '0' && *p <= '9') n = n * 10 + (*p++ - '0');
    *out = n;
    return p;
}

/* Reads a conversion after '%'; returns what follows it. */
static const char *
scan_spec(const char *p, struct c_spec *s, struct c_args *args)
{
    memset(s, 0, sizeof *s);
    s->width = s->prec = -1;
    for (;; p++) {
        if (*p == '-') s->minus = true;
        else if (*p == '+') s->plus = true;
        else if (*p == ' ') s->space = true;
        else if (*p == '#') s->sharp = true;
        else if (*p == '0') s->zero = true;
        else break;
    }
    if (*p == '*' || (*p >= '1' && *p <= '9')) {
        p = scan_int(p, &s->width, args);
        if (s->width < 0) {
            s->minus = true;
            s->width = -s->width;
        }
    }
    if (*p == '.') {
        p = scan_int(p + 1, &s->prec, args);
        if (s->prec < 0) s->prec = -1;
    }
    for (int i = 0; i < 2 && *p && strchr("hlqjztL", *p); i++) s->size[i] = *p++;
    s->conv = *p;
    if (*p) p++;
    if (s->conv == 'i' && strcmp(s->size, "l") == 0 && *p == RUBY_PRI_VALUE_MARK[0]) {
        s->value = true;
        p++;
    }
    return p;
}

static void
append_fill(struct out *dst, int n)
{
    static const char blanks[] = "                                ";
    for (; n > 0; n -= (int)sizeof blanks - 1) {
        out_bytes(dst, blanks, (size_t)n < sizeof blanks - 1 ? (size_t)n : sizeof blanks - 1);
    }
}

/* width: columns already counted by the caller as `columns`. */
static void
append_padded(struct out *dst, const struct c_spec *s, const char *p, size_t len, long columns)
{
    int fill = s->width > columns ? s->width - (int)columns : 0;
    if (!s->minus) append_fill(dst, fill);
    out_bytes(dst, p, len);
    if (s->minus) append_fill(dst, fill);
}

static void
append_cstr(struct out *dst, const struct c_spec *s, const char *p)
{
    if (!p) p = "(null)";
    size_t n = s->prec >= 0 ? strnlen(p, (size_t)s->prec) : strlen(p);
    append_padded(dst, s, p, n, (long)n);
}

/* Whether str shows as it is: no control characters, no broken ones. */
static bool
printable_p(VALUE str)
{
    const char *p = str_ptr(str);
    for (size_t n = str_len(str), i = 0; i < n; i++) {
        if ((unsigned char)p[i] < ' ' || p[i] == 0x7f) return false;
    }
    return str_ascii_only(str) || str_scan_cr(str) == STR_CR_VALID;
}

static VALUE
value_text(const struct c_spec *s, VALUE v)
{
    if (s->plus) return rb_inspect(v);
    if (SYMBOL_P(v)) v = rb_sym2str(v);
    v = rb_obj_as_string(v);
    if (s->space && !printable_p(v)) {
        v = rb_str_inspect(v); /* escaped as in inspect, without its quotes */
        v = rb_str_subseq(v, 1, RSTRING_LEN(v) - 2);
    }
    return v;
}

static void
append_value(struct out *dst, const struct c_spec *s, VALUE v)
{
    VALUE str = value_text(s, v);
    rb_encoding *enc = rb_enc_compatible(dst->str, str);
    if (enc) {
        rb_enc_associate(dst->str, enc);
    } else {
        enc = rb_enc_get(dst->str);
        str = rb_str_conv_enc_opts(str, rb_enc_get(str), enc, ECONV_UNDEF_REPLACE | ECONV_INVALID_REPLACE, Qnil);
    }
    size_t bytes = str_len(str); /* width and precision count bytes, as for %s */
    if (s->prec >= 0 && bytes > (size_t)s->prec) bytes = (size_t)s->prec;
    append_padded(dst, s, str_ptr(str), bytes, (long)bytes);
    RB_GC_GUARD(str);
}

/* The format for libc, without width and precision in digits: they are passed as arguments. */
static void
libc_format(const struct c_spec *s, char *to)
{
    *to++ = '%';
    if (s->minus) *to++ = '-';
    if (s->plus) *to++ = '+';
    if (s->space) *to++ = ' ';
    if (s->sharp) *to++ = '#';
    if (s->zero) *to++ = '0';
    *to++ = '*';
    *to++ = '.';
    *to++ = '*';
    for (const char *p = s->size; *p; p++) *to++ = *p;
    *to++ = s->conv;
    *to = '\0';
}

/* One number through libc: `arg` is a typed value, `s` has its format. */
#define APPEND_NUMBER(arg)                                                             \
    do {                                                                               \
        int len_ = snprintf(buf, sizeof buf, fmt, width, s->prec, (arg));              \
        if (len_ < (int)sizeof buf) {                                                  \
            out_bytes(dst, buf, (size_t)len_);                                         \
        } else if (!dst->str) {                                                        \
            size_t left_ = dst->room > dst->len ? dst->room - dst->len : 0;            \
            snprintf(dst->buf + dst->room - left_, left_, fmt, width, s->prec, (arg)); \
            dst->len += (size_t)len_;                                                  \
        } else {                                                                       \
            VALUE holder_;                                                             \
            char *more_ = ALLOCV_N(char, holder_, (size_t)len_ + 1);                   \
            snprintf(more_, (size_t)len_ + 1, fmt, width, s->prec, (arg));             \
            out_bytes(dst, more_, (size_t)len_);                                       \
            ALLOCV_END(holder_);                                                       \
        }                                                                              \
    } while (0)

/* Appends "Inf", "-Inf" or "NaN" as Ruby writes them, with leading zeros if the format has the flag 0. */
static void
append_not_finite(struct out *dst, struct c_spec *s, double d)
{
    char text[8];
    bool negative = !isnan(d) && d < 0;
    const char *sign = negative ? "-" : s->plus ? "+" : s->space ? " " : "";
    int n = snprintf(text, sizeof text, "%s%s", sign, isnan(d) ? "NaN" : "Inf");
    if (s->zero && !s->minus) {
        out_bytes(dst, sign, strlen(sign));
        for (int k = n; k < s->width; k++) out_bytes(dst, "0", 1);
        out_bytes(dst, text + strlen(sign), (size_t)n - strlen(sign));
    } else append_padded(dst, s, text, (size_t)n, n);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void
append_number(struct out *dst, struct c_spec *s, struct c_args *args)
{
    char buf[512], fmt[16];
    int width = s->width < 0 ? 0 : s->width;
    if (s->size[0] == 'q') memcpy(s->size, "ll", 3);
    libc_format(s, fmt);
    if (strchr("fFeEgGaA", s->conv)) {
        long double wide = 0;
        double d = 0;
        if (s->size[0] == 'L') d = (double)(wide = va_arg(args->ap, long double));
        else d = va_arg(args->ap, double);
        if (!isfinite(d) && (s->size[0] != 'L' || !isfinite(wide))) append_not_finite(dst, s, d);
        else if (s->size[0] == 'L') APPEND_NUMBER(wide);
        else APPEND_NUMBER(d);
    } else if (s->size[0] == 'l' || s->size[0] == 'j' || s->size[0] == 'z' || s->size[0] == 't') {
        APPEND_NUMBER(va_arg(args->ap, long)); /* all of them have 64 bits */
    } else {
        APPEND_NUMBER(va_arg(args->ap, int));
    }
}
#pragma GCC diagnostic pop
#undef APPEND_NUMBER

/* Sixteen digits whatever the precision, as in CRuby. */
static void
append_pointer(struct out *dst, const struct c_spec *s, const void *p)
{
    char text[24];
    int n = snprintf(text, sizeof text, "0x%016lx", (unsigned long)p);
    append_padded(dst, s, text, (size_t)n, n);
}

static void
append_spec(struct out *dst, struct c_spec *s, struct c_args *args)
{
    if (s->value) {
        if (dst->str) {
            append_value(dst, s, va_arg(args->ap, VALUE));
        } else {
            append_number(dst, s, args);
            out_bytes(dst, RUBY_PRI_VALUE_MARK, 1);
        }
        return;
    }
    switch (s->conv) {
    case 's': append_cstr(dst, s, va_arg(args->ap, const char *)); break;
    case 'c': {
        char c = (char)va_arg(args->ap, int);
        append_padded(dst, s, &c, 1, 1);
        break;
    }
    case 'p': append_pointer(dst, s, va_arg(args->ap, void *)); break;
    case '%': out_bytes(dst, "%", 1); break;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': append_number(dst, s, args); break;
    default: /* nothing we know: as it stands */ out_bytes(dst, &s->conv, s->conv != '\0');
    }
}

static void
append_format(struct out *dst, const char *fmt, va_list ap)
{
    struct c_args args;
    struct c_spec spec;
    va_copy(args.ap, ap);
    while (*fmt) {
        const char *percent = strchrnul(fmt, '%');
        if (percent > fmt) out_bytes(dst, fmt, (size_t)(percent - fmt));
        if (!*percent) break;
        fmt = scan_spec(percent + 1, &spec, &args);
        append_spec(dst, &spec, &args);
    }
    va_end(args.ap);
}

/* ---- the API ---- */

VALUE
rb_enc_vsprintf(rb_encoding *enc, const char *fmt, va_list ap)
{
    VALUE dst = str_buf_new(strlen(fmt) + 32);
    str_set_enc_index(dst, ENCI_BINARY);
    if (enc) {
        if (!rb_enc_asciicompat(enc)) {
            rb_raise(rb_eArgError, "cannot construct wide character string: %s", rb_enc_name(enc));
        }
        rb_enc_associate(dst, enc);
    }
    append_format(&(struct out){.str = dst}, fmt, ap);
    return dst;
}

VALUE
rb_enc_sprintf(rb_encoding *enc, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE s = rb_enc_vsprintf(enc, fmt, ap);
    va_end(ap);
    return s;
}

VALUE
rb_vsprintf(const char *fmt, va_list ap)
{
    return rb_enc_vsprintf(NULL, fmt, ap);
}

VALUE
rb_sprintf(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE s = rb_vsprintf(fmt, ap);
    va_end(ap);
    return s;
}

VALUE
rb_str_vcatf(VALUE dst, const char *fmt, va_list ap)
{
    StringValue(dst);
    str_modify(dst);
    append_format(&(struct out){.str = dst}, fmt, ap);
    return dst;
}

VALUE
rb_str_catf(VALUE dst, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    rb_str_vcatf(dst, fmt, ap);
    va_end(ap);
    return dst;
}

int
ruby_vsnprintf(char *buf, size_t size, const char *fmt, va_list ap)
{
    struct out out = {.buf = buf, .room = size};
    append_format(&out, fmt, ap);
    if (size) buf[out.len < size ? out.len : size - 1] = '\0';
    return (int)out.len;
}

int
ruby_snprintf(char *buf, size_t size, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = ruby_vsnprintf(buf, size, fmt, ap);
    va_end(ap);
    return n;
}
