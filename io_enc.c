/*
 * io_enc.c - encodings of streams: converters between the stream's bytes and the program's strings.
 *
 * A stream converts what it reads if it has two encodings (encs.enc2: the stream's, encs.enc: the strings') or turns CRLF
 * into newlines; it converts what it writes if it has an encoding that is not binary, or turns newlines into CRLF.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/gc.h"
#include "internal/io.h"

#pragma weak rb_econv_open_opts /* until there is transcode.c */
#pragma weak rb_econv_open_exc
#pragma weak rb_econv_convert
#pragma weak rb_econv_check_error
#pragma weak rb_str_encode

/* ---- reading ---- */

void
io_make_readconv(rb_io_t *fptr)
{
    struct rb_io_private *priv = fptr->priv;
    if (priv->readconv_made) return;
    int flags = fptr->encs.ecflags & ~ECONV_NEWLINE_DECORATOR_WRITE_MASK;
    const char *from = "", *to = "";
    if (fptr->encs.enc2) {
        from = rb_enc_name(fptr->encs.enc2);
        to = rb_enc_name(fptr->encs.enc);
    }
    priv->readconv = rb_econv_open_opts(from, to, flags, fptr->encs.ecopts);
    if (!priv->readconv) rb_exc_raise(rb_econv_open_exc(from, to, flags));
    priv->readconv_made = true;
    if (!priv->cbuf.ptr) {
        priv->cbuf.ptr = gc_malloc(IO_CBUF_BYTES);
        priv->cbuf.capa = IO_CBUF_BYTES;
    }
    priv->cbuf.off = priv->cbuf.len = 0;
}

/* Room for some output behind what is there. */
static void
cbuf_make_room(struct io_buf *c)
{
    if (c->off) {
        memmove(c->ptr, c->ptr + c->off, c->len);
        c->off = 0;
    }
    if (c->len < c->capa) return;
    c->ptr = gc_realloc(c->ptr, c->capa, c->capa * 2);
    c->capa *= 2;
}

bool
io_more_chars(rb_io_t *fptr)
{
    struct rb_io_private *priv = fptr->priv;
    struct io_buf *c = &priv->cbuf, *r = &priv->rbuf;
    cbuf_make_room(c);
    for (bool ended = false;;) {
        if (!ended && !r->len && io_fill(fptr) == 0) ended = true;
        const unsigned char *in = (unsigned char *)r->ptr + r->off, *in_end = in + r->len, *in_start = in;
        unsigned char *out = (unsigned char *)c->ptr + c->off + c->len, *out_start = out;
        unsigned char *out_end = (unsigned char *)c->ptr + c->capa;
        int flags = (ended ? 0 : ECONV_PARTIAL_INPUT) | ECONV_AFTER_OUTPUT;
        rb_econv_result_t result = rb_econv_convert(priv->readconv, &in, in_end, &out, out_end, flags);
        r->off += (size_t)(in - in_start);
        r->len -= (size_t)(in - in_start);
        c->len += (size_t)(out - out_start);
        if (result == econv_invalid_byte_sequence || result == econv_undefined_conversion || result == econv_incomplete_input) {
            if (c->len) return true; /* the error is found again after what came before it is gone */
            rb_econv_check_error(priv->readconv);
        }
        if (out > out_start) return true;
        if (result == econv_finished) return false;
        if (result == econv_destination_buffer_full) cbuf_make_room(c);
    }
}

size_t
io_fill_chars(rb_io_t *fptr)
{
    struct io_buf *c = &fptr->priv->cbuf;
    io_make_readconv(fptr);
    if (!c->len) {
        c->off = 0;
        io_more_chars(fptr);
    }
    return c->len;
}

VALUE
io_read_all_converted(rb_io_t *fptr, VALUE str)
{
    struct io_buf *c = &fptr->priv->cbuf;
    if (NIL_P(str)) str = str_buf_new(IO_CBUF_BYTES);
    else str_set_len(str, 0);
    str_set_enc_index(str, io_read_enc(fptr));
    while (io_fill_chars(fptr)) {
        size_t n = c->len, len = str_len(str);
        str_modify_expand(str, n);
        memcpy(str_ptr(str) + len, c->ptr + c->off, n);
        str_set_len(str, len + n);
        c->off = c->len = 0;
    }
    return io_enc_str(str, fptr);
}

/* ---- writing ---- */

VALUE
io_write_convert(rb_io_t *fptr, VALUE str)
{
    int flags = fptr->encs.ecflags & ~ECONV_NEWLINE_DECORATOR_READ_MASK;
    rb_encoding *to = fptr->encs.enc2 ? fptr->encs.enc2 : fptr->encs.enc;
    bool convert = to && enc_of_pub(to)->index != ENCI_BINARY;
    if (convert) {
        const struct enc *e = enc_of_pub(to), *from = str_enc(str);
        if (from == e || (enc_ascii_compat_p(e) && str_ascii_only(str)) || from->index == ENCI_BINARY) {
            if (from == e || enc_ascii_compat_p(e)) convert = false;
        }
    }
    int newline = flags & ECONV_NEWLINE_DECORATOR_MASK;
    if (!convert && !newline) return str;
    VALUE target = convert ? enc_object(enc_of_pub(to)) : Qnil;
    return rb_str_encode(str, target, flags, fptr->encs.ecopts);
}
