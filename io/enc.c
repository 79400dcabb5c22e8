/*
 * io/enc.c - encodings of streams: converters between the stream's bytes and the program's strings.
 *
 * Input is converted if the stream has two encodings (encs.enc2 of the stream, encs.enc of the strings) or turns CRLF into
 * newlines.  Output is converted if the stream has an encoding that is not binary, or turns newlines into CRLF.
 */
#include "internal/compiler.h"

#include <string.h>
#include <strings.h>

#include "internal/gc.h"
#include "internal/io.h"

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

enum reach { REACH_CHAR, REACH_LINE, REACH_ALL };

/* Returns where the input of one step of the conversion ends.  IO#pos counts each byte that was converted as read.  The input is
 * therefore one byte where a character is read, and at most a line where a line is read. */
static const unsigned char *
input_end(const unsigned char *in, size_t len, enum reach reach)
{
    if (reach == REACH_CHAR) return in + (len > 0);
    const unsigned char *nl = reach == REACH_LINE && len ? memchr(in, '\n', len) : NULL;
    return nl ? nl + 1 : in + len;
}

/* Puts the bytes behind a broken character back: the converter took them to see that it is broken, and a read of bytes does
 * not ask the converter. */
static void
put_back_after_error(struct rb_io_private *priv)
{
    struct io_buf *r = &priv->rbuf;
    size_t n = (size_t)rb_econv_putbackable(priv->readconv);
    if (n > r->off) n = r->off;
    r->off -= n;
    r->len += n;
    rb_econv_putback(priv->readconv, (unsigned char *)r->ptr + r->off, (int)n);
}

/* Converts some bytes of the stream into cbuf, as far as reach demands.  Returns false at the end. */
static bool
more_chars(rb_io_t *fptr, enum reach reach)
{
    struct rb_io_private *priv = fptr->priv;
    struct io_buf *c = &priv->cbuf, *r = &priv->rbuf;
    cbuf_make_room(c);
    for (bool ended = false;;) {
        if (!ended && !r->len && io_fill(fptr) == 0) ended = true;
        const unsigned char *in = (unsigned char *)r->ptr + r->off, *in_end = input_end(in, r->len, reach), *in_start = in;
        unsigned char *out = (unsigned char *)c->ptr + c->off + c->len, *out_start = out;
        unsigned char *out_end = (unsigned char *)c->ptr + c->capa;
        int flags = (ended ? 0 : ECONV_PARTIAL_INPUT) | ECONV_AFTER_OUTPUT;
        rb_econv_result_t result = rb_econv_convert(priv->readconv, &in, in_end, &out, out_end, flags);
        r->off += (size_t)(in - in_start);
        r->len -= (size_t)(in - in_start);
        c->len += (size_t)(out - out_start);
        if (result == econv_invalid_byte_sequence || result == econv_undefined_conversion ||
            result == econv_incomplete_input) {
            if (c->len) return true; /* the error is found again after what came before it is gone */
            put_back_after_error(priv);
            rb_econv_check_error(priv->readconv);
        }
        if (out > out_start) return true;
        if (result == econv_finished) return false;
        if (result == econv_destination_buffer_full) cbuf_make_room(c);
    }
}

bool
io_more_chars(rb_io_t *fptr)
{
    return more_chars(fptr, REACH_CHAR);
}

size_t
io_fill_chars(rb_io_t *fptr, bool line)
{
    struct io_buf *c = &fptr->priv->cbuf;
    io_make_readconv(fptr);
    if (!c->len) {
        c->off = 0;
        more_chars(fptr, line ? REACH_LINE : REACH_CHAR);
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
    io_make_readconv(fptr);
    while (c->len || more_chars(fptr, REACH_ALL)) {
        size_t n = c->len, len = str_len(str);
        str_modify_expand(str, n);
        memcpy(str_ptr(str) + len, c->ptr + c->off, n);
        str_set_len(str, len + n);
        c->off = c->len = 0;
    }
    return io_enc_str(str, fptr);
}

/* ---- writing ---- */

/* Newlines, and the quotes around all that is written; the rest is done for each String, if the stream has an encoding. */
enum { STREAM_DECORATORS = ECONV_NEWLINE_DECORATOR_MASK | ECONV_XML_ATTR_QUOTE_DECORATOR };

/* Makes a converter that stays: for decorators, and into encodings with states (ISO-2022-JP) or a mark in front (UTF-16). */
static void
make_writeconv(rb_io_t *fptr, rb_encoding *to, int flags)
{
    struct rb_io_private *priv = fptr->priv;
    if (priv->writeconv_made) return;
    const char *base = to ? rb_econv_asciicompat_encoding(rb_enc_name(to)) : NULL;
    const char *from = base ? base : "", *name = base ? rb_enc_name(to) : "";
    if (to) flags &= ~ECONV_DECORATOR_MASK | STREAM_DECORATORS;
    if (!base && !(flags & ECONV_DECORATOR_MASK)) {
        priv->writeconv_made = true;
        return;
    }
    priv->writeconv = rb_econv_open_opts(from, name, flags, fptr->encs.ecopts);
    if (!priv->writeconv) rb_exc_raise(rb_econv_open_exc(from, name, flags));
    VALUE asciicompat = base ? rb_str_new_cstr(base) : Qnil;
    RB_OBJ_WRITE(fptr->self, &priv->writeconv_asciicompat, asciicompat);
    priv->writeconv_made = true;
}

static bool
same_bytes_p(const struct enc *to, VALUE str)
{
    const struct enc *from = str_enc(str);
    if (from == to) return true;
    return enc_ascii_compat_p(to) && (str_ascii_only(str) || from->index == ENCI_BINARY);
}

VALUE
io_write_convert(rb_io_t *fptr, VALUE str)
{
    int flags = fptr->encs.ecflags & ~ECONV_NEWLINE_DECORATOR_READ_MASK;
    rb_encoding *to = fptr->encs.enc2 ? fptr->encs.enc2 : fptr->encs.enc;
    if (to && enc_of_pub(to)->index == ENCI_BINARY) to = NULL;
    if (!to && (fptr->encs.ecflags & ECONV_NEWLINE_DECORATOR_MASK) && !enc_ascii_compat_p(str_enc(str)))
        rb_raise(rb_eArgError, "ASCII incompatible string written for text mode IO without encoding conversion: %s",
                 str_enc(str)->name);
    if (!to && !(flags & ECONV_DECORATOR_MASK)) return str;
    struct rb_io_private *priv = fptr->priv;
    make_writeconv(fptr, to, flags);
    int plain = flags & ~STREAM_DECORATORS;
    if (!NIL_P(priv->writeconv_asciicompat)) str = rb_str_encode(str, priv->writeconv_asciicompat, plain, fptr->encs.ecopts);
    else if (to && ((plain & ECONV_DECORATOR_MASK) || !same_bytes_p(enc_of_pub(to), str)))
        str = rb_str_encode(str, enc_object(enc_of_pub(to)), plain, fptr->encs.ecopts);
    return priv->writeconv ? rb_econv_str_convert(priv->writeconv, str, ECONV_PARTIAL_INPUT) : str;
}

/* Writes the bytes that end a stateful encoding. */
void
io_finish_writeconv(rb_io_t *fptr)
{
    rb_econv_t *ec = fptr->priv->writeconv;
    if (!ec) return;
    unsigned char buf[256];
    for (;;) {
        const unsigned char *in = buf;
        unsigned char *out = buf;
        rb_econv_result_t r = rb_econv_convert(ec, &in, in, &out, buf + sizeof buf, 0);
        if (out > buf) io_write_bytes(fptr, (char *)buf, (size_t)(out - buf), true);
        if (r != econv_destination_buffer_full) break;
    }
    rb_econv_close(ec);
    fptr->priv->writeconv = NULL;
    fptr->priv->writeconv_made = false;
}

/* ---- the encodings of a stream ---- */

/* Frees the converters, which no longer match the encodings, and cbuf with all characters left in it. */
static void
drop_converters(rb_io_t *fptr)
{
    struct rb_io_private *priv = fptr->priv;
    if (priv->readconv) rb_econv_close(priv->readconv);
    if (priv->writeconv) rb_econv_close(priv->writeconv);
    priv->readconv = priv->writeconv = NULL;
    priv->readconv_made = priv->writeconv_made = false;
    priv->writeconv_asciicompat = Qnil;
    io_buf_free(&priv->cbuf);
}

void
io_set_encoding(rb_io_t *fptr, VALUE ext, VALUE intern, VALUE opts)
{
    struct rb_io_encoding e = {.ecopts = Qnil};
    int mode = fptr->mode;
    if (!NIL_P(intern)) {
        rb_encoding *x = NULL, *i = NULL;
        VALUE s = rb_check_string_type(intern);
        bool none = !NIL_P(s) && str_len(s) == 1 && *str_ptr(s) == '-';
        VALUE xs = rb_check_string_type(ext);
        if (!NIL_P(xs) && str_len(xs) > 4 && strncasecmp(str_ptr(xs), "BOM|", 4) == 0) {
            xs = str_subseq(xs, 4, str_len(xs) - 4);
            mode |= FMODE_SETENC_BY_BOM;
            x = io_find_encoding(xs);
        } else {
            x = io_find_encoding(ext);
        }
        if (!none) i = io_find_encoding(intern);
        if (i == x) {
            i = NULL;
            none = true;
        }
        e.enc = i ? i : x;
        e.enc2 = i ? x : NULL;
        if (e.enc2 && enc_of_pub(x)->index == ENCI_BINARY) {
            e.enc = x;
            e.enc2 = NULL;
        }
    } else if (NIL_P(ext)) {
        io_set_encs(&e, NULL, NULL, false, 0);
        opts = Qnil; /* options count with names only */
    } else {
        VALUE s = rb_check_string_type(ext);
        if (NIL_P(s)) opts = Qnil;
        if (!NIL_P(s)) io_parse_encodings(s, &e, &mode);
        else io_set_encs(&e, rb_to_encoding(ext), NULL, false, 0);
    }
    if ((mode & FMODE_READABLE) && !e.enc2 && !(mode & FMODE_BINMODE) &&
        !enc_ascii_compat_p(e.enc ? enc_of_pub(e.enc) : enc_at(enc_default_external)))
        rb_raise(rb_eArgError, "ASCII incompatible encoding needs binmode");
    VALUE ecopts = Qnil;
    if (!NIL_P(opts) && (mode & FMODE_BINMODE) && (rb_econv_prepare_opts(opts, &ecopts) & ECONV_NEWLINE_DECORATOR_MASK))
        rb_raise(rb_eArgError, "newline decorator with binary mode");
    int flags = fptr->encs.ecflags & ECONV_NEWLINE_DECORATOR_MASK;
    if (!NIL_P(opts)) {
        int wanted = rb_econv_prepare_opts(opts, &ecopts);
        flags = (wanted & ECONV_NEWLINE_DECORATOR_MASK) ? wanted : wanted | flags;
    }
    drop_converters(fptr);
    e.ecflags = flags;
    e.ecopts = ecopts;
    fptr->encs = e;
    fptr->mode = mode;
    RB_OBJ_WRITTEN(fptr->self, Qundef, ecopts);
}

static VALUE
io_m_set_encoding(int argc, VALUE *argv, VALUE io)
{
    VALUE opts = io_take_opts(&argc, argv);
    rb_check_arity(argc, 1, 2);
    io_set_encoding(io_ptr(io), argv[0], argc > 1 ? argv[1] : Qnil, opts);
    return io;
}

static VALUE
io_m_external_encoding(VALUE io)
{
    rb_io_t *fptr = io_ptr_init(io); /* a closed stream has encodings too */
    if (fptr->encs.enc2) return enc_object(enc_of_pub(fptr->encs.enc2));
    if (fptr->mode & FMODE_WRITABLE) return fptr->encs.enc ? enc_object(enc_of_pub(fptr->encs.enc)) : Qnil;
    return enc_object(enc_at(io_read_enc(fptr)));
}

static VALUE
io_m_internal_encoding(VALUE io)
{
    rb_io_t *fptr = io_ptr_init(io);
    return fptr->encs.enc2 ? enc_object(enc_at(io_read_enc(fptr))) : Qnil;
}

/* ---- byte order marks ---- */

struct bom {
    const char *bytes;
    size_t len;
    const char *enc;
};

/* The longest mark that the stream begins with is taken; other bytes are put back. */
static int
strip_bom(rb_io_t *fptr)
{
    static const struct bom marks[] = {
        {"\xFF\xFE\0\0", 4, "UTF-32LE"}, {"\0\0\xFE\xFF", 4, "UTF-32BE"}, {"\xEF\xBB\xBF", 3, "UTF-8"},
        {"\xFF\xFE", 2, "UTF-16LE"},     {"\xFE\xFF", 2, "UTF-16BE"},
    };
    char head[4];
    size_t n = 0;
    struct io_buf *b = &fptr->priv->rbuf;
    while (n < sizeof head && io_fill(fptr)) {
        head[n++] = b->ptr[b->off++];
        b->len--;
        bool possible = false;
        for (size_t i = 0; i < lengthof(marks); i++) possible |= n <= marks[i].len && !memcmp(head, marks[i].bytes, n);
        if (!possible) break;
    }
    size_t used = 0;
    int index = 0;
    for (size_t i = 0; i < lengthof(marks) && !used; i++) {
        if (n < marks[i].len || memcmp(head, marks[i].bytes, marks[i].len) != 0) continue;
        used = marks[i].len;
        index = rb_enc_find_index(marks[i].enc);
    }
    if (n > used) io_unget(fptr, rb_str_new(head + used, (long)(n - used)), true);
    return index;
}

void
io_encoding_by_bom(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    int index = (fptr->mode & FMODE_READABLE) ? strip_bom(fptr) : 0;
    rb_encoding *intern = fptr->encs.enc2 ? fptr->encs.enc : NULL;
    if (index) {
        rb_encoding *ext = rb_enc_from_index(index);
        if (intern && intern != ext) {
            fptr->encs.enc2 = ext;
        } else {
            fptr->encs.enc = ext;
            fptr->encs.enc2 = NULL;
        }
    } else {
        fptr->encs.enc2 = NULL;
    }
}

static VALUE
io_m_set_encoding_by_bom(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    if (!(fptr->mode & FMODE_BINMODE)) rb_raise(rb_eArgError, "ASCII incompatible encoding needs binmode");
    if (fptr->encs.enc2) rb_raise(rb_eArgError, "encoding conversion is set");
    if (fptr->encs.enc && enc_of_pub(fptr->encs.enc)->index != ENCI_BINARY)
        rb_raise(rb_eArgError, "encoding is set to %s already", rb_enc_name(fptr->encs.enc));
    if (!(fptr->mode & FMODE_READABLE)) return Qnil;
    int index = strip_bom(fptr);
    if (!index) return Qnil;
    fptr->encs.enc = rb_enc_from_index(index);
    return enc_object(enc_at(index));
}

/* ---- binmode ---- */

/* No conversion of any kind from here on; the encoding becomes BINARY. */
VALUE
rb_io_ascii8bit_binmode(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    fptr->mode |= FMODE_BINMODE;
    fptr->mode &= ~FMODE_TEXTMODE;
    drop_converters(fptr);
    fptr->encs = (struct rb_io_encoding){.enc = rb_ascii8bit_encoding(), .ecopts = Qnil};
    return io;
}

VALUE
rb_io_binmode(VALUE io)
{
    rb_io_t *fptr = io_ptr(io);
    rb_econv_t *const both[] = {fptr->priv->readconv, fptr->priv->writeconv};
    for (unsigned i = 0; i < lengthof(both); i++)
        if (both[i]) rb_econv_binmode(both[i]);
    fptr->encs.ecflags &= ~ECONV_NEWLINE_DECORATOR_MASK;
    fptr->mode = (fptr->mode & ~FMODE_TEXTMODE) | FMODE_BINMODE;
    return io;
}

static VALUE
io_m_binmode(VALUE io)
{
    rb_io_ascii8bit_binmode(io);
    VALUE w = io_write_side(io);
    if (w != io) rb_io_ascii8bit_binmode(w);
    return io;
}

static VALUE
io_m_binmode_p(VALUE io)
{
    return val_bool(io_ptr(io)->mode & FMODE_BINMODE);
}

void
Init_io_enc(void)
{
    rb_define_method(rb_cIO, "set_encoding", io_m_set_encoding, -1);
    rb_define_method(rb_cIO, "set_encoding_by_bom", io_m_set_encoding_by_bom, 0);
    rb_define_method(rb_cIO, "external_encoding", io_m_external_encoding, 0);
    rb_define_method(rb_cIO, "internal_encoding", io_m_internal_encoding, 0);
    rb_define_method(rb_cIO, "binmode", io_m_binmode, 0);
    rb_define_method(rb_cIO, "binmode?", io_m_binmode_p, 0);
}
