/*
 * io/char.c - characters and single bytes in: getc, getbyte, each_char, each_byte, ungetc; eof.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/gc.h"
#include "internal/io.h"

/* ---- characters ---- */

static VALUE
take(struct io_buf *b, size_t n, int enc)
{
    VALUE s = str_new(b->ptr + b->off, n, enc);
    b->off += n;
    b->len -= n;
    return s;
}

/* Adds the next bytes of the stream to rbuf.  Returns false at the end. */
static bool
read_more(rb_io_t *fptr)
{
    struct io_buf *b = &fptr->priv->rbuf;
    if (b->off) {
        memmove(b->ptr, b->ptr + b->off, b->len);
        b->off = 0;
    }
    if (b->len == b->capa) return false;
    ssize_t n = io_sys_read(fptr, b->ptr + b->len, b->capa - b->len);
    if (n <= 0) return false;
    b->len += (size_t)n;
    return true;
}

/* The character at b's start, or the bytes of a broken one; `more` reads on when it is cut off. */
static VALUE
char_from(rb_io_t *fptr, struct io_buf *b, const struct enc *enc, bool (*more)(rb_io_t *))
{
    const char *p = b->ptr + b->off;
    if (enc_single_p(enc) || ((enc->flags & ENC_ASCII_COMPAT) && (int8_t)*p >= 0)) {
        VALUE s = take(b, 1, enc->index);
        str_set_cr(s, (int8_t)*str_ptr(s) >= 0 && enc_ascii_compat_p(enc) ? STR_CR_7BIT : STR_CR_UNKNOWN);
        return s;
    }
    for (;;) {
        int n = enc_precise_len(enc, b->ptr + b->off, b->ptr + b->off + b->len);
        if (n > 0) {
            VALUE s = take(b, (size_t)n, enc->index);
            return s;
        }
        if (n == ENC_INVALID || !more(fptr)) break;
    }
    size_t n = b->len < enc->min_len ? b->len : enc->min_len;
    return take(b, n, enc->index);
}

VALUE
io_getc(rb_io_t *fptr)
{
    const struct enc *enc = enc_at(io_read_enc(fptr));
    if (io_need_readconv(fptr)) {
        if (!io_fill_chars(fptr, false)) return Qnil;
        return char_from(fptr, &fptr->priv->cbuf, enc, io_more_chars);
    }
    if (!io_fill(fptr)) return Qnil;
    return char_from(fptr, &fptr->priv->rbuf, enc, read_more);
}

static VALUE
io_m_getc(VALUE io)
{
    return io_getc(io_readable(io));
}

static VALUE
io_m_readchar(VALUE io)
{
    VALUE c = io_m_getc(io);
    if (NIL_P(c)) rb_eof_error();
    return c;
}

static VALUE
io_m_each_char(VALUE io)
{
    RETURN_ENUMERATOR(io, 0, 0);
    VALUE c;
    while (!NIL_P(c = io_getc(io_readable(io)))) rb_yield(c);
    return io;
}

static VALUE
io_m_each_codepoint(VALUE io)
{
    RETURN_ENUMERATOR(io, 0, 0);
    VALUE c;
    while (!NIL_P(c = io_getc(io_readable(io)))) {
        int len;
        rb_yield(UINT2NUM(enc_codepoint_len(str_enc(c), str_ptr(c), str_end(c), &len)));
    }
    return io;
}

/* ---- bytes ---- */

static int
get_byte(rb_io_t *fptr)
{
    struct io_buf *b = &fptr->priv->rbuf;
    if (!b->len && !io_fill(fptr)) return -1;
    b->len--;
    return (unsigned char)b->ptr[b->off++];
}

VALUE
rb_io_getbyte(VALUE io)
{
    rb_io_t *fptr = io_byte_readable(io);
    if (!fptr->priv->rbuf.len && fptr->fd == 0 && (fptr->mode & FMODE_TTY) && io_p(rb_stdout)) rb_io_flush(rb_stdout);
    int c = get_byte(fptr);
    return c < 0 ? Qnil : INT2FIX(c);
}

static VALUE
io_m_getbyte(VALUE io)
{
    return rb_io_getbyte(io);
}

static VALUE
io_m_readbyte(VALUE io)
{
    VALUE c = rb_io_getbyte(io);
    if (NIL_P(c)) rb_eof_error();
    return c;
}

static VALUE
io_m_each_byte(VALUE io)
{
    RETURN_ENUMERATOR(io, 0, 0);
    int c;
    while ((c = get_byte(io_byte_readable(io))) >= 0) rb_yield(INT2FIX(c));
    return io;
}

/* ---- pushing back ---- */

/* n free bytes in front of what b holds. */
static void
make_front(struct io_buf *b, size_t n)
{
    if (b->ptr && b->off >= n) return;
    size_t need = n + b->len, capa = b->capa > IO_RBUF_BYTES ? b->capa : IO_RBUF_BYTES;
    while (capa < need) capa *= 2;
    if (b->ptr && capa == b->capa) {
        memmove(b->ptr + capa - b->len, b->ptr + b->off, b->len);
    } else {
        char *p = gc_malloc(capa);
        if (b->len) memcpy(p + capa - b->len, b->ptr + b->off, b->len);
        if (b->ptr) gc_free(b->ptr, b->capa);
        b->ptr = p;
        b->capa = capa;
    }
    b->off = capa - b->len;
}

static void
push_front(struct io_buf *b, VALUE str)
{
    size_t n = str_len(str);
    size_t most = b->capa > IO_RBUF_BYTES ? b->capa : IO_RBUF_BYTES; /* the first push takes what it needs */
    if (n > (size_t)INT_MAX || (b->ptr && n + b->len > most)) rb_raise(rb_eIOError, "ungetbyte failed");
    make_front(b, n);
    memmove(b->ptr + b->off - n, str_ptr(str), n);
    b->off -= n;
    b->len += n;
}

void
io_unget(rb_io_t *fptr, VALUE str, bool bytes)
{
    if (str_len(str) == 0) return;
    if (!bytes && io_need_readconv(fptr)) {
        io_make_readconv(fptr);
        push_front(&fptr->priv->cbuf, str);
    } else {
        push_front(&fptr->priv->rbuf, str);
    }
}

VALUE
rb_io_ungetbyte(VALUE io, VALUE b)
{
    rb_io_t *fptr = io_byte_readable(io);
    if (NIL_P(b)) return Qnil;
    VALUE i = val_type_p(b, T_STRING) ? Qnil : rb_check_to_integer(b, "to_int");
    if (!NIL_P(i) && RB_INTEGER_TYPE_P(b)) {
        char c = (char)NUM2INT(rb_funcall(i, '&', 1, INT2FIX(0xff)));
        b = rb_str_new(&c, 1);
    } else {
        StringValue(b);
    }
    io_unget(fptr, b, true);
    return Qnil;
}

VALUE
rb_io_ungetc(VALUE io, VALUE c)
{
    rb_io_t *fptr = io_readable(io);
    if (RB_INTEGER_TYPE_P(c)) c = rb_enc_uint_chr(NUM2UINT(c), enc_pub(enc_at(io_read_enc(fptr))));
    else StringValue(c);
    io_unget(fptr, c, false);
    return Qnil;
}

static VALUE
io_m_ungetbyte(VALUE io, VALUE b)
{
    return rb_io_ungetbyte(io, b);
}

static VALUE
io_m_ungetc(VALUE io, VALUE c)
{
    return rb_io_ungetc(io, c);
}

/* ---- the end ---- */

VALUE
rb_io_eof(VALUE io)
{
    rb_io_t *fptr = io_readable(io);
    if (fptr->priv->cbuf.len || fptr->priv->rbuf.len) return Qfalse;
    if (io_need_readconv(fptr)) {
        io_make_readconv(fptr);
        return val_bool(!io_fill(fptr) && !io_fill_chars(fptr, false));
    }
    return val_bool(!io_fill(fptr));
}

static VALUE
io_m_eof_p(VALUE io)
{
    return rb_io_eof(io);
}

void
Init_io_char(void)
{
    rb_define_method(rb_cIO, "getc", io_m_getc, 0);
    rb_define_method(rb_cIO, "readchar", io_m_readchar, 0);
    rb_define_method(rb_cIO, "each_char", io_m_each_char, 0);
    rb_define_method(rb_cIO, "each_codepoint", io_m_each_codepoint, 0);
    rb_define_method(rb_cIO, "getbyte", io_m_getbyte, 0);
    rb_define_method(rb_cIO, "readbyte", io_m_readbyte, 0);
    rb_define_method(rb_cIO, "each_byte", io_m_each_byte, 0);
    rb_define_method(rb_cIO, "ungetbyte", io_m_ungetbyte, 1);
    rb_define_method(rb_cIO, "ungetc", io_m_ungetc, 1);
    rb_define_method(rb_cIO, "eof?", io_m_eof_p, 0);
    rb_define_method(rb_cIO, "eof", io_m_eof_p, 0);
}
