/*
 * io/buffer_text.c - an IO::Buffer's bytes as Strings, copied in and out, and the forms in which it prints itself.
 *
 * Checked   test/test_io_buffer.rb, ruby/spec core/io/buffer
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/io/buffer.h"

enum { DUMP_WIDTH = 16, INSPECT_BYTES = 256 };

/* ---- printed ---- */

VALUE
io_buffer_to_s(VALUE self)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {
        {RB_IO_BUFFER_EXTERNAL, " EXTERNAL"}, {RB_IO_BUFFER_INTERNAL, " INTERNAL"}, {RB_IO_BUFFER_MAPPED, " MAPPED"},
        {RB_IO_BUFFER_FILE, " FILE"},         {RB_IO_BUFFER_SHARED, " SHARED"},     {RB_IO_BUFFER_LOCKED, " LOCKED"},
        {RB_IO_BUFFER_PRIVATE, " PRIVATE"},   {RB_IO_BUFFER_READONLY, " READONLY"},
    };
    const struct io_buffer *b = io_buffer_of(self);
    VALUE s = rb_sprintf("#<%" PRIsVALUE " 0x%016lx+%lu", rb_obj_class(self), (unsigned long)b->base,
                         (unsigned long)b->size);
    if (!b->base) rb_str_cat_cstr(s, " NULL");
    for (size_t i = 0; i < lengthof(names); i++) {
        if (b->flags & names[i].flag) rb_str_cat_cstr(s, names[i].name);
    }
    if (!NIL_P(b->source)) rb_str_cat_cstr(s, " SLICE");
    if (!io_buffer_valid(b)) rb_str_cat_cstr(s, " INVALID");
    return rb_str_cat_cstr(s, ">");
}

/* Lines of `width` bytes from..to: address, bytes, characters.  first: no newline before the first line. */
static void
dump(VALUE s, const unsigned char *base, size_t from, size_t to, size_t width, bool first)
{
    for (size_t at = from; at < to; at += width) {
        size_t n = to - at < width ? to - at : width;
        rb_str_catf(s, first ? "0x%08lx " : "\n0x%08lx ", (unsigned long)at);
        first = false;
        for (size_t i = 0; i < width; i++) {
            if (i < n) rb_str_catf(s, " %02x", base[at + i]);
            else rb_str_cat(s, "   ", 3);
        }
        rb_str_cat(s, " ", 1);
        for (size_t i = 0; i < n; i++) {
            char c = (char)base[at + i];
            rb_str_cat(s, c >= 0x20 && c < 0x7f ? &c : ".", 1);
        }
    }
}

static VALUE
buffer_m_hexdump(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 3);
    struct io_buffer *b = io_buffer_of(self);
    size_t offset, length, width = DUMP_WIDTH;
    io_buffer_range(b, argc, argv, &offset, &length);
    if (argc > 2) width = io_buffer_number(argv[2], "Width");
    if (width < 1) rb_raise(rb_eArgError, "Width must be at least 1!");
    if (!b->base || !io_buffer_valid(b)) return Qnil;
    VALUE s = rb_str_buf_new(0);
    dump(s, b->base, offset, offset + length, width, true);
    return s;
}

static VALUE
buffer_m_inspect(VALUE self)
{
    const struct io_buffer *b = io_buffer_of(self);
    VALUE s = io_buffer_to_s(self);
    if (!b->base || !io_buffer_valid(b)) return s;
    size_t n = b->size < INSPECT_BYTES ? b->size : INSPECT_BYTES;
    dump(s, b->base, 0, n, DUMP_WIDTH, false);
    if (n < b->size) rb_str_catf(s, "\n(and %lu more bytes not printed)", (unsigned long)(b->size - n));
    return s;
}

/* ---- strings ---- */

static VALUE
buffer_m_get_string(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 3);
    struct io_buffer *b = io_buffer_of(self);
    rb_encoding *enc = NULL;
    if (argc > 2) {
        if (!rb_obj_is_kind_of(argv[2], rb_cEncoding)) StringValue(argv[2]);
        enc = rb_find_encoding(argv[2]);
    }
    size_t offset, length, size;
    io_buffer_range(b, argc, argv, &offset, &length);
    const char *base = io_buffer_reading(b, &size);
    return rb_enc_str_new(base ? base + offset : "", (long)length, enc ? enc : rb_ascii8bit_encoding());
}

/* Copies from[source_offset..] to to[offset..].  argv has offset, length and source_offset.  Returns the number of bytes. */
static VALUE
copy_in(struct io_buffer *to, const char *from, size_t from_size, int argc, const VALUE *argv)
{
    size_t offset = argc > 0 ? io_buffer_number(argv[0], "Offset") : 0, length, size;
    size_t source_offset = argc > 2 ? io_buffer_number(argv[2], "Offset") : 0;
    if (source_offset > from_size) rb_raise(rb_eArgError, "The given source offset is bigger than the source itself!");
    length = argc > 1 && !NIL_P(argv[1]) ? io_buffer_number(argv[1], "Length") : from_size - source_offset;
    char *base = io_buffer_writing(to, &size);
    io_buffer_check_range(to, offset, length);
    if (length > from_size - source_offset) {
        rb_raise(rb_eArgError, "The computed source range exceeds the size of the source buffer!");
    }
    if (length) memmove(base + offset, from + source_offset, length);
    return SIZET2NUM(length);
}

static VALUE
buffer_m_set_string(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 4);
    VALUE s = argv[0];
    StringValue(s);
    VALUE result = copy_in(io_buffer_of(self), RSTRING_PTR(s), (size_t)RSTRING_LEN(s), argc - 1, argv + 1);
    RB_GC_GUARD(s);
    return result;
}

static VALUE
buffer_m_copy(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 4);
    size_t size;
    const char *from = io_buffer_reading(io_buffer_of(argv[0]), &size);
    return copy_in(io_buffer_of(self), from, size, argc - 1, argv + 1);
}

void
Init_IOBufferText(void)
{
    VALUE c = rb_cIOBuffer;
    rb_define_method(c, "to_s", io_buffer_to_s, 0);
    rb_define_method(c, "inspect", buffer_m_inspect, 0);
    rb_define_method(c, "hexdump", buffer_m_hexdump, -1);
    rb_define_method(c, "get_string", buffer_m_get_string, -1);
    rb_define_method(c, "set_string", buffer_m_set_string, -1);
    rb_define_method(c, "copy", buffer_m_copy, -1);
}
