/*
 * io/gets.c - lines in: gets, readline, each_line, readlines.
 *
 * The usual line (separator "\n", no limit, bytes that are ASCII where ASCII is due) is found by memchr in the buffer and
 * copied once.  All other cases (other separators, paragraphs, limits, converted streams, UTF-16) use the general way: it
 * reads chunks up to the separator's last byte, and then checks whether the whole separator precedes.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/array.h"
#include "internal/hash.h"
#include "internal/io.h"

/* ---- arguments ---- */

/* The separator as the stream spells it.  raises ArgumentError. */
VALUE
io_check_separator(VALUE rs, rb_io_t *fptr)
{
    if (NIL_P(rs) || !fptr) return rs;
    const struct enc *enc = enc_at(io_read_enc(fptr)), *sep = str_enc(rs);
    if (enc == sep || (str_ascii_only(rs) && enc_ascii_compat_p(enc))) return rs;
    if (rs == rb_default_rs && (enc->flags & ENC_DUMMY)) { /* UTF-16 and UTF-32: after the mark, big ends first */
        bool wide = strncmp(enc->name, "UTF-32", 6) == 0;
        if (!wide && strncmp(enc->name, "UTF-16", 6) != 0) return rs;
        return rb_obj_freeze(str_new(wide ? "\0\0\0\n" : "\0\n", wide ? 4 : 2, enc->index));
    }
    if (rs == rb_default_rs) {
        rs = rb_str_encode(rs, enc_object(enc), 0, Qnil);
        return rb_obj_freeze(rs);
    }
    if (str_len(rs) == 0) return rs;
    if (!str_ascii_only(rs) || !enc_ascii_compat_p(enc))
        rb_raise(rb_eArgError, "encoding mismatch: %s IO with %s RS", enc->name, sep->name);
    return rs;
}

void
io_line_args(int argc, const VALUE *argv, struct io_line_args *a, rb_io_t *fptr)
{
    VALUE opts = io_take_opts(&argc, argv);
    io_line_args_plain(argc, argv, a, fptr);
    if (!NIL_P(opts)) {
        VALUE v = hash_get(opts, ID2SYM(rb_intern("chomp")));
        a->chomp = v != Qundef && RTEST(v);
    }
}

void
io_line_args_plain(int argc, const VALUE *argv, struct io_line_args *a, rb_io_t *fptr)
{
    rb_check_arity(argc, 0, 2);
    VALUE first = argc ? argv[0] : rb_rs, limit = argc == 2 ? argv[1] : Qnil, separator = first;
    if (argc == 2 && !NIL_P(first)) {
        StringValue(separator);
    } else if (argc == 1 && !NIL_P(first)) { /* a String or what becomes one, else a limit */
        separator = rb_check_string_type(first);
        if (NIL_P(separator)) {
            separator = rb_rs;
            limit = first;
        }
    }
    a->chomp = false;
    a->limit = NIL_P(limit) ? -1 : NUM2LONG(limit);
    a->rs = io_check_separator(separator, fptr);
}

/* ---- the usual line ---- */

/* Adds a piece to the line so far (0: none yet). */
static VALUE
line_add(VALUE line, const char *p, size_t n, int enc)
{
    if (!line) return str_new(p, n, enc);
    size_t len = str_len(line);
    if (str_capa(line) < len + n) str_modify_expand(line, n > len ? n : len);
    memcpy(str_ptr(line) + len, p, n);
    str_set_len(line, len + n);
    return line;
}

static size_t
chomped(const char *p, size_t n)
{
    if (n && p[n - 1] == '\n') n--;
    if (n && p[n - 1] == '\r') n--;
    return n;
}

static VALUE
fast_line(rb_io_t *fptr, int enc, bool chomp)
{
    struct io_buf *b = &fptr->priv->rbuf;
    VALUE line = 0;
    for (;;) {
        if (!b->len && io_fill(fptr) == 0) break;
        const char *p = b->ptr + b->off, *nl = memchr(p, '\n', b->len);
        size_t n = nl ? (size_t)(nl - p) + 1 : b->len;
        if (nl && chomp && !line) line = str_new(p, chomped(p, n), enc);
        else line = line_add(line, p, n, enc);
        b->off += n;
        b->len -= n;
        if (!nl) continue;
        if (chomp && n <= str_len(line)) { /* the line came in pieces */
            size_t keep = chomped(str_ptr(line), str_len(line));
            if (str_len(line) && str_end(line)[-1] == '\n') str_set_len(line, keep);
        }
        break;
    }
    return line ? line : Qnil;
}

/* ---- the general way ---- */

struct reader {
    rb_io_t *fptr;
    struct io_buf *buf; /* rbuf or cbuf */
    bool conv;
    bool lines; /* whole lines that end in "\n" are read, so a line is converted at once */
    const struct enc *enc;
    bool cut; /* the limit ended the line */
};

static size_t
reader_fill(struct reader *r)
{
    if (r->buf->len) return r->buf->len;
    return r->conv ? io_fill_chars(r->fptr, r->lines) : io_fill(r->fptr);
}

static void
reader_drop(struct reader *r, size_t n)
{
    r->buf->off += n;
    r->buf->len -= n;
}

/* Skips the newlines around a paragraph.  `newline` is one in the stream's encoding, of `unit` bytes. */
static void
skip_newlines(struct reader *r, const char *newline, size_t unit)
{
    while (reader_fill(r)) {
        const char *p = r->buf->ptr + r->buf->off;
        size_t n = 0;
        while (r->buf->len - n >= unit && memcmp(p + n, newline, unit) == 0) n += unit;
        bool more = n == r->buf->len;
        reader_drop(r, n);
        if (!more) return;
    }
}

/* Returns whether line ends in sep, and sep begins at a character. */
static bool
ends_with(VALUE line, const char *sep, size_t n, const struct enc *enc)
{
    size_t len = str_len(line);
    if (len < n || memcmp(str_end(line) - n, sep, n) != 0) return false;
    const char *at = str_end(line) - n;
    return enc_single_p(enc) || enc_left_adjust(enc, str_ptr(line), at, str_end(line)) == at;
}

/* A limit cuts between characters: reads what the last one lacks. */
static void
complete_char(struct reader *r, VALUE line)
{
    if (enc_single_p(r->enc)) return;
    for (int extra = 0; extra < 16; extra++) {
        const char *e = str_end(line), *p = enc_left_adjust(r->enc, str_ptr(line), e - 1, e);
        int n = enc_precise_len(r->enc, p, e);
        if (n > 0 || n == ENC_INVALID) return;
        if (!reader_fill(r)) return;
        line_add(line, r->buf->ptr + r->buf->off, 1, r->enc->index);
        reader_drop(r, 1);
    }
}

static VALUE
general_line(struct reader *r, const char *sep, size_t sep_len, long limit)
{
    VALUE line = 0;
    while (reader_fill(r)) {
        const char *p = r->buf->ptr + r->buf->off;
        size_t n = r->buf->len;
        bool at_limit = false;
        if (limit >= 0) {
            size_t left = (size_t)limit - (line ? str_len(line) : 0);
            if (n >= left) {
                n = left;
                at_limit = true;
            }
        }
        const char *hit = sep_len ? memchr(p, (unsigned char)sep[sep_len - 1], n) : NULL;
        if (hit) n = (size_t)(hit - p) + 1;
        line = line_add(line, p, n, r->enc->index);
        reader_drop(r, n);
        if (hit && ends_with(line, sep, sep_len, r->enc)) break;
        if (at_limit && (size_t)limit <= str_len(line)) {
            complete_char(r, line);
            r->cut = true;
            break;
        }
    }
    return line ? line : Qnil;
}

static void
chomp_separator(VALUE line, const char *sep, size_t sep_len, bool newline, bool paragraph, const struct enc *enc)
{
    if (!sep_len || !ends_with(line, sep, sep_len, enc)) return;
    size_t keep = str_len(line) - sep_len;
    if (newline && keep && str_ptr(line)[keep - 1] == '\r') keep--;
    if (paragraph) keep = str_len(line) - sep_len;
    str_set_len(line, keep);
}

static VALUE
line_by_args(struct io_line_args *a, rb_io_t *fptr, bool *cut)
{
    bool conv = io_need_readconv(fptr);
    if (conv) io_make_readconv(fptr);
    struct reader r = {
        .fptr = fptr, .buf = conv ? &fptr->priv->cbuf : &fptr->priv->rbuf, .conv = conv, .enc = enc_at(io_read_enc(fptr))};
    if (NIL_P(a->rs)) {
        VALUE piece = general_line(&r, NULL, 0, a->limit);
        *cut = r.cut;
        return piece;
    }
    bool paragraph = str_len(a->rs) == 0,
         newline = a->rs == rb_default_rs || (str_len(a->rs) == 1 && *str_ptr(a->rs) == '\n');
    VALUE rs = a->rs;
    const char *skipped = "\n"; /* CRuby skips bytes where nothing is converted, in UTF-16 too */
    size_t unit = 1;
    r.lines = newline && a->limit < 0;
    if (paragraph) {
        rs = io_check_separator(rb_str_new_cstr("\n\n"), NULL);
        if (!enc_ascii_compat_p(r.enc)) rs = rb_str_encode(rs, enc_object(r.enc), 0, Qnil);
        if (conv) {
            skipped = str_ptr(rs);
            unit = str_len(rs) / 2;
        }
        skip_newlines(&r, skipped, unit);
    }
    VALUE line = general_line(&r, str_ptr(rs), str_len(rs), a->limit);
    if (!NIL_P(line) && a->chomp) chomp_separator(line, str_ptr(rs), str_len(rs), newline, paragraph, r.enc);
    if (paragraph) skip_newlines(&r, skipped, unit);
    *cut = r.cut;
    RB_GC_GUARD(rs);
    return line;
}

VALUE
io_next_line(struct io_line_args *a, rb_io_t *fptr)
{
    VALUE line;
    bool cut = false;
    if (NIL_P(a->rs) && a->limit < 0) {
        line = io_read_all(fptr, Qnil);
        if (str_len(line) == 0) return Qnil;
    } else if (a->limit == 0) {
        return str_new(NULL, 0, io_read_enc(fptr));
    } else if (a->limit < 0 && a->rs == rb_default_rs && !io_need_readconv(fptr) &&
               enc_ascii_compat_p(enc_at(io_read_enc(fptr)))) {
        line = fast_line(fptr, io_read_enc(fptr), a->chomp);
    } else {
        line = line_by_args(a, fptr, &cut);
    }
    if (!NIL_P(line) && !cut) io_set_last_lineno(++fptr->lineno);
    return line;
}

/* ---- gets, readline ---- */

VALUE
rb_io_gets(VALUE io)
{
    struct io_line_args a = {rb_default_rs, -1, false};
    rb_io_t *fptr = io_readable(io);
    return io_next_line(&a, fptr);
}

static VALUE
gets(int argc, const VALUE *argv, VALUE io)
{
    struct io_line_args a = {rb_rs, -1, false};
    rb_io_t *fptr = io_readable(io);
    if (argc || a.rs != rb_default_rs || !enc_ascii_compat_p(enc_at(io_read_enc(fptr)))) io_line_args(argc, argv, &a, fptr);
    return io_next_line(&a, fptr);
}

static VALUE
io_m_gets(int argc, VALUE *argv, VALUE io)
{
    VALUE line = gets(argc, argv, io);
    rb_lastline_set(line);
    return line;
}

static VALUE
io_m_readline(int argc, VALUE *argv, VALUE io)
{
    VALUE line = io_m_gets(argc, argv, io);
    if (NIL_P(line)) rb_eof_error();
    return line;
}

/* ---- each_line, readlines ---- */

VALUE
io_each_line(struct io_line_args *a, VALUE io)
{
    if (a->limit == 0) rb_raise(rb_eArgError, "invalid limit: 0 for each_line");
    for (;;) {
        rb_io_t *fptr = io_readable(io);
        VALUE line = io_next_line(a, fptr);
        if (NIL_P(line)) return Qnil;
        rb_yield(line);
    }
}

VALUE
io_all_lines(struct io_line_args *a, VALUE io)
{
    if (a->limit == 0) rb_raise(rb_eArgError, "invalid limit: 0 for readlines");
    VALUE lines = ary_new(), line;
    rb_io_t *fptr = io_readable(io);
    while (!NIL_P(line = io_next_line(a, fptr))) {
        ary_push(lines, line);
    }
    return lines;
}

static VALUE
io_m_each_line(int argc, VALUE *argv, VALUE io)
{
    RETURN_ENUMERATOR_KW(io, argc, argv, RB_PASS_CALLED_KEYWORDS);
    struct io_line_args a;
    io_line_args(argc, argv, &a, io_ptr_init(io));
    io_each_line(&a, io);
    return io;
}

static VALUE
io_m_readlines(int argc, VALUE *argv, VALUE io)
{
    struct io_line_args a;
    io_line_args(argc, argv, &a, io_ptr_init(io));
    return io_all_lines(&a, io);
}

static VALUE
io_m_lineno(VALUE io)
{
    rb_io_t *fptr = io_readable(io);
    return INT2NUM(fptr->lineno);
}

static VALUE
io_m_set_lineno(VALUE io, VALUE n)
{
    rb_io_t *fptr = io_readable(io);
    fptr->lineno = NUM2INT(n);
    return n;
}

void
Init_io_gets(void)
{
    rb_define_method(rb_cIO, "gets", io_m_gets, -1);
    rb_define_method(rb_cIO, "readline", io_m_readline, -1);
    rb_define_method(rb_cIO, "each_line", io_m_each_line, -1);
    rb_define_method(rb_cIO, "each", io_m_each_line, -1);
    rb_define_method(rb_cIO, "readlines", io_m_readlines, -1);
    rb_define_alias(rb_cIO, "to_a", "readlines");
    rb_define_method(rb_cIO, "lineno", io_m_lineno, 0);
    rb_define_method(rb_cIO, "lineno=", io_m_set_lineno, 1);
}
