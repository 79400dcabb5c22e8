/*
 * heredoc.c - the indentation that a heredoc with ~ is without.
 *
 * A tab goes to the next multiple of eight columns; one that would go past the width stays.
 */
#include "ext/ripper/ripper.h"

size_t
rp_indent_bytes(const char *text, size_t size, int width, int *columns)
{
    size_t i = 0;
    int column = 0;

    for (; i < size && column < width; i++) {
        if (text[i] == ' ') column++;
        else if (text[i] == '\t') {
            int next = (column / 8 + 1) * 8;
            if (next > width) break;
            column = next;
        } else break;
    }
    *columns = column;
    return i;
}

/* Takes the indentation off the String itself.  Returns how many bytes are gone; a width that is negative as an int takes none. */
static VALUE
rp_s_dedent_string(VALUE self, VALUE text, VALUE width)
{
    int columns, wide = (int)NUM2UINT(width);

    StringValue(text);
    size_t cut = rp_indent_bytes(RSTRING_PTR(text), RSTRING_LEN(text), wide, &columns);
    if (cut) rb_str_replace(text, rb_str_subseq(text, cut, RSTRING_LEN(text) - cut));
    return SIZET2NUM(cut);
}

void
Init_ripper_heredoc(void)
{
    rb_define_singleton_method(rp_class, "dedent_string", rp_s_dedent_string, 2);
    rb_define_private_method(rp_class, "dedent_string", rp_s_dedent_string, 2);
}
