/*
 * source.c - the text of a Ripper: a String, or what lines `gets` gives.
 */
#include "ext/ripper/ripper.h"

#include <stdlib.h>
#include <string.h>

static VALUE
read_lines(VALUE source)
{
    static ID gets;
    if (!gets) gets = rb_intern("gets");
    VALUE text = Qnil;

    for (;;) {
        VALUE line = rb_funcallv(source, gets, 0, NULL);
        if (NIL_P(line)) break;
        if (!RB_TYPE_P(line, T_STRING))
            rb_raise(rb_eTypeError, "gets returned %s (expected String or nil)", rb_obj_classname(line));
        if (NIL_P(text)) text = rb_str_dup(line);
        else rb_str_buf_append(text, line);
    }
    return NIL_P(text) ? rb_utf8_str_new("", 0) : text;
}

void
rp_read_source(struct ripper *r)
{
    VALUE text = RB_TYPE_P(r->source, T_STRING) ? r->source : read_lines(r->source);

    r->enc = rb_enc_get(text);
    if (!rb_enc_asciicompat(r->enc)) rb_raise(rb_eArgError, "invalid source encoding");
    if (RSTRING_LEN(text) > INT32_MAX) rb_raise(rb_eArgError, "too long a source");
    r->size = RSTRING_LEN(text);
    r->text = malloc(r->size + 1);
    if (!r->text) rb_memerror();
    memcpy(r->text, RSTRING_PTR(text), r->size);
    r->text[r->size] = '\0';
    RB_GC_GUARD(text);
}
