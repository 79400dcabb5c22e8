/*
 * encoding/transcode_methods.c - class Encoding::Converter, the exceptions of conversion, and rb_econv_* for Strings.
 */
#include "internal/compiler.h"
#include "internal/hash.h"
#include "internal/encoding/transcode.h"
#include <string.h>

static VALUE rb_cEncodingConverter;
VALUE rb_eUndefinedConversionError, rb_eInvalidByteSequenceError, rb_eConverterNotFoundError;

/* ---- the holder ---- */

static void
holder_free(void *p)
{
    if (p) rb_econv_close(p);
}

static size_t
holder_memsize(const void *p)
{
    const rb_econv_t *ec = p;
    return sizeof(*ec) + (size_t)ec->count * sizeof(*ec->stages);
}

static const rb_data_type_t econv_data_type = {
    "econv", {NULL, holder_free, holder_memsize, NULL, {0}},        NULL,
    NULL,    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};

VALUE
econv_holder(rb_econv_t *ec)
{
    return rb_data_typed_object_wrap(0, ec, &econv_data_type);
}

static VALUE
conv_s_alloc(VALUE klass)
{
    return rb_data_typed_object_wrap(klass, NULL, &econv_data_type);
}

static rb_econv_t *
conv_self(VALUE self)
{
    rb_econv_t *ec = rb_check_typeddata(self, &econv_data_type);
    if (!ec) rb_raise(rb_eTypeError, "uninitialized encoding converter");
    return ec;
}

/* ---- encodings as arguments ---- */

void
econv_encoding_arg(VALUE v, const char **name, const struct enc **enc)
{
    int i = rb_to_encoding_index(v);
    if (i >= 0) {
        *enc = enc_at(i);
        *name = (*enc)->name;
        return;
    }
    VALUE s = str_of(v);
    *enc = NULL;
    *name = rb_string_value_cstr(&s);
}

static VALUE
encoding_or_nil(const char *name)
{
    int i = name && *name ? enc_find_index(name, strlen(name)) : -1;
    return i < 0 ? Qnil : enc_object(enc_at(i));
}

/* ---- exceptions ---- */

static VALUE
open_failure_message(const char *from, const char *to, int flags)
{
    static const struct {
        int flag;
        const char *name;
    } names[] = {
        {ECONV_UNIVERSAL_NEWLINE_DECORATOR, "universal_newline"},
        {ECONV_CRLF_NEWLINE_DECORATOR, "crlf_newline"},
        {ECONV_CR_NEWLINE_DECORATOR, "cr_newline"},
        {ECONV_LF_NEWLINE_DECORATOR, "lf_newline"},
        {ECONV_XML_TEXT_DECORATOR, "xml_text"},
        {ECONV_XML_ATTR_CONTENT_DECORATOR, "xml_attr_content"},
        {ECONV_XML_ATTR_QUOTE_DECORATOR, "xml_attr_quote"},
    };
    VALUE s = rb_str_new_cstr("");
    bool ends = *from || *to, first = true;
    if (ends) rb_str_catf(s, "%s to %s", from, to);
    for (size_t i = 0; i < lengthof(names); i++) {
        if (!(flags & names[i].flag)) continue;
        rb_str_catf(s, "%s%s", first ? (ends ? " with " : "") : ",", names[i].name);
        first = false;
    }
    if (!ends && first) rb_str_cat_cstr(s, "no-conversion");
    return s;
}

VALUE
rb_econv_open_exc(const char *from, const char *to, int flags)
{
    VALUE msg = rb_sprintf("code converter not found (%" PRIsVALUE ")", open_failure_message(from, to, flags));
    return rb_exc_new_str(rb_eConverterNotFoundError, msg);
}

void
econv_not_found(const char *from, const char *to, int flags)
{
    rb_exc_raise(rb_econv_open_exc(from, to, flags));
}

static void
set_attr(VALUE exc, const char *name, VALUE v)
{
    rb_ivar_set(exc, rb_intern2(name, (long)strlen(name)), v);
}

static VALUE
error_bytes(rb_econv_t *ec)
{
    return str_new((char *)ec->error.bytes, ec->error.len, ENCI_BINARY);
}

static VALUE
error_again(rb_econv_t *ec)
{
    return str_new((char *)ec->error.bytes + ec->error.len, ec->error.again, ENCI_BINARY);
}

static VALUE
invalid_exception(rb_econv_t *ec)
{
    VALUE bytes = error_bytes(ec), again = error_again(ec), shown = rb_str_dump(bytes), msg;
    bool incomplete = ec->error.result == econv_incomplete_input;
    if (incomplete) msg = rb_sprintf("incomplete %" PRIsVALUE " on %s", shown, ec->error.source);
    else if (ec->error.again)
        msg = rb_sprintf("%" PRIsVALUE " followed by %" PRIsVALUE " on %s", shown, rb_str_dump(again), ec->error.source);
    else msg = rb_sprintf("%" PRIsVALUE " on %s", shown, ec->error.source);
    VALUE exc = rb_exc_new_str(rb_eInvalidByteSequenceError, msg);
    set_attr(exc, "error_bytes", bytes);
    set_attr(exc, "readagain_bytes", ec->error.again ? again : Qnil);
    set_attr(exc, "incomplete_input", val_bool(incomplete));
    return exc;
}

static VALUE
undefined_exception(rb_econv_t *ec)
{
    VALUE bytes = error_bytes(ec), shown;
    if (strcmp(ec->error.source, "UTF-8") == 0)
        shown = rb_sprintf("U+%04X", (unsigned)enc_utf8_decode(ec->error.bytes, ec->error.bytes + ec->error.len));
    else shown = rb_str_dump(bytes);
    VALUE msg;
    if (strcmp(ec->error.source, ec->source_name) == 0 && strcmp(ec->error.destination, ec->destination_name) == 0)
        msg = rb_sprintf("%" PRIsVALUE " from %s to %s", shown, ec->error.source, ec->error.destination);
    else {
        msg = rb_sprintf("%" PRIsVALUE " to %s in conversion from %s", shown, ec->error.destination, ec->source_name);
        for (int i = 0; i < ec->count; i++) {
            if (ec->stages[i].conv->kind != CONV_DECORATOR) rb_str_catf(msg, " to %s", ec->stages[i].conv->to);
        }
    }
    VALUE exc = rb_exc_new_str(rb_eUndefinedConversionError, msg);
    int i = enc_find_index(ec->error.source, strlen(ec->error.source));
    if (i >= 0) str_associate(bytes, i);
    set_attr(exc, "error_char", bytes);
    return exc;
}

VALUE
rb_econv_make_exception(rb_econv_t *ec)
{
    VALUE exc;
    switch (ec->error.result) {
    case econv_invalid_byte_sequence:
    case econv_incomplete_input: exc = invalid_exception(ec); break;
    case econv_undefined_conversion: exc = undefined_exception(ec); break;
    default: return Qnil;
    }
    set_attr(exc, "source_encoding_name", rb_str_new_cstr(ec->error.source));
    set_attr(exc, "destination_encoding_name", rb_str_new_cstr(ec->error.destination));
    set_attr(exc, "source_encoding", encoding_or_nil(ec->error.source));
    set_attr(exc, "destination_encoding", encoding_or_nil(ec->error.destination));
    return exc;
}

void
rb_econv_check_error(rb_econv_t *ec)
{
    VALUE exc = rb_econv_make_exception(ec);
    if (exc != Qnil) rb_exc_raise(exc);
}

#define ERROR_READER(name)                          \
    static VALUE err_m_##name(VALUE self)           \
    {                                               \
        return rb_attr_get(self, rb_intern(#name)); \
    }
ERROR_READER(source_encoding_name)
ERROR_READER(destination_encoding_name)
ERROR_READER(source_encoding)
ERROR_READER(destination_encoding)
ERROR_READER(error_char)
ERROR_READER(error_bytes)
ERROR_READER(readagain_bytes)
ERROR_READER(incomplete_input)
#undef ERROR_READER

/* ---- Encoding::Converter.new ---- */

/* (convpath): pairs, and names of decorators. */
static rb_econv_t *
open_by_path(VALUE path)
{
    long n = RARRAY_LEN(path);
    rb_econv_t *ec = econv_new("", "");
    VALUE holder = econv_holder(ec);
    const char *first = NULL, *last = NULL;
    for (long i = 0; i < n; i++) {
        VALUE v = rb_ary_entry(path, i), pair = rb_check_array_type(v);
        if (pair == Qnil) {
            VALUE name = str_of(v);
            if (!conv_decorator(rb_string_value_cstr(&name)) || !econv_add(ec, conv_decorator(str_ptr(name)), ec->count))
                rb_raise(rb_eArgError, "decoration failed: %" PRIsVALUE, name);
            continue;
        }
        if (RARRAY_LEN(pair) != 2) rb_raise(rb_eArgError, "not a 2-element array in convpath");
        const char *from, *to;
        const struct enc *from_enc, *to_enc;
        const struct converter **way = NULL;
        econv_encoding_arg(rb_ary_entry(pair, 0), &from, &from_enc);
        econv_encoding_arg(rb_ary_entry(pair, 1), &to, &to_enc);
        int k = conv_search(from, to, &way);
        bool ok = k >= 0;
        for (int j = 0; j < k && ok; j++) ok = econv_add(ec, way[j], ec->count);
        if (k >= 0) gc_free(way, 0);
        if (!ok) rb_raise(rb_eArgError, "adding conversion failed: %s to %s", from, to);
        if (!first) {
            first = from;
            ec->source = from_enc;
        }
        last = to;
        ec->destination = to_enc;
    }
    if (first) {
        gc_free((void *)(uintptr_t)ec->source_name, 0);
        gc_free((void *)(uintptr_t)ec->destination_name, 0);
        ec->source_name = ruby_strdup(first);
        ec->destination_name = ruby_strdup(last);
    }
    RTYPEDDATA_DATA(holder) = NULL; /* the caller's now */
    RB_GC_GUARD(holder);
    return ec;
}

struct conv_args {
    const char *from, *to;
    const struct enc *from_enc, *to_enc;
    int flags;
    VALUE opts;
};

static void
parse_args(int argc, VALUE *argv, struct conv_args *a)
{
    VALUE from, to, flags, hash;
    rb_scan_args(argc, argv, "21:", &from, &to, &flags, &hash);
    a->opts = Qnil;
    a->flags = 0;
    if (flags != Qnil) {
        if (hash != Qnil) rb_error_arity(argc + 1, 2, 3);
        VALUE as_hash = rb_check_hash_type(flags);
        if (as_hash != Qnil) hash = as_hash;
        else a->flags = NUM2INT(flags);
    }
    if (hash != Qnil) a->flags = econv_flags_from_hash(hash, &a->opts, 0);
    econv_encoding_arg(from, &a->from, &a->from_enc);
    econv_encoding_arg(to, &a->to, &a->to_enc);
}

static VALUE
conv_m_initialize(int argc, VALUE *argv, VALUE self)
{
    rb_econv_t *ec;
    VALUE path;
    if (rb_check_typeddata(self, &econv_data_type)) rb_raise(rb_eTypeError, "already initialized");
    if (argc == 1 && (path = rb_check_array_type(argv[0])) != Qnil) ec = open_by_path(path);
    else {
        struct conv_args a;
        parse_args(argc, argv, &a);
        ec = rb_econv_open_opts(a.from, a.to, a.flags, a.opts);
        if (!ec) econv_not_found(a.from, a.to, a.flags);
        ec->source = a.from_enc;
        ec->destination = a.to_enc;
    }
    if ((ec->flags & ECONV_DECORATOR_MASK) && !*ec->source_name && !*ec->destination_name)
        ec->source = ec->destination = NULL;
    RTYPEDDATA_DATA(self) = ec;
    return self;
}

/* ---- asking ---- */

static VALUE
stage_value(const struct converter *c)
{
    if (c->kind == CONV_DECORATOR) return rb_str_new_cstr(c->to);
    VALUE from = encoding_or_nil(c->from), to = encoding_or_nil(c->to);
    return rb_ary_new_from_args(2, from == Qnil ? rb_str_new_cstr(c->from) : from, to == Qnil ? rb_str_new_cstr(c->to) : to);
}

static VALUE
conv_m_convpath(VALUE self)
{
    rb_econv_t *ec = conv_self(self);
    VALUE list = rb_ary_new();
    for (int i = 0; i < ec->count; i++) rb_ary_push(list, stage_value(ec->stages[i].conv));
    return list;
}

static VALUE
conv_s_search_convpath(int argc, VALUE *argv, VALUE klass)
{
    struct conv_args a;
    const struct converter **path = NULL;
    const char *decorators[DECORATORS_MAX];
    parse_args(argc, argv, &a);
    int d = conv_decorator_names(a.flags, decorators), n = d < 0 ? -1 : conv_search(a.from, a.to, &path);
    if (n < 0) econv_not_found(a.from, a.to, a.flags);
    VALUE list = rb_ary_new();
    bool encoder = path[n - 1]->kind == CONV_ENCODER;
    for (int i = 0; i < n; i++) {
        if (i == n - 1 && encoder) {
            for (int j = 0; j < d; j++) rb_ary_push(list, rb_str_new_cstr(decorators[j]));
        }
        rb_ary_push(list, stage_value(path[i]));
    }
    gc_free(path, 0);
    for (int j = 0; j < d && !encoder; j++) rb_ary_push(list, rb_str_new_cstr(decorators[j]));
    return list;
}

static VALUE
conv_s_asciicompat_encoding(VALUE klass, VALUE v)
{
    const char *name;
    const struct enc *enc;
    econv_encoding_arg(v, &name, &enc);
    const char *result = rb_econv_asciicompat_encoding(name);
    return result ? encoding_or_nil(result) : Qnil;
}

static VALUE
conv_m_source_encoding(VALUE self)
{
    rb_econv_t *ec = conv_self(self);
    return ec->source ? enc_object(ec->source) : Qnil;
}

static VALUE
conv_m_destination_encoding(VALUE self)
{
    rb_econv_t *ec = conv_self(self);
    return ec->destination ? enc_object(ec->destination) : Qnil;
}

static VALUE
conv_m_inspect(VALUE self)
{
    rb_econv_t *ec = rb_check_typeddata(self, &econv_data_type);
    if (!ec) return rb_sprintf("#<%s: uninitialized>", rb_obj_classname(self));
    VALUE what = open_failure_message(ec->source_name, ec->destination_name, ec->flags);
    return rb_sprintf("#<%s: %" PRIsVALUE ">", rb_obj_classname(self), what);
}

static bool
same_chain(const rb_econv_t *a, const rb_econv_t *b)
{
    if (strcmp(a->source_name, b->source_name) != 0 || strcmp(a->destination_name, b->destination_name) != 0) return false;
    if (a->flags != b->flags || a->count != b->count) return false;
    if (!a->replacement != !b->replacement) return false;
    if (a->replacement && (a->replacement_len != b->replacement_len || strcmp(a->replacement_enc, b->replacement_enc) != 0 ||
                           memcmp(a->replacement, b->replacement, a->replacement_len) != 0))
        return false;
    for (int i = 0; i < a->count; i++) {
        if (a->stages[i].conv != b->stages[i].conv) return false;
    }
    return true;
}

static VALUE
conv_m_equal(VALUE self, VALUE other)
{
    rb_econv_t *a = conv_self(self);
    if (!rb_typeddata_is_kind_of(other, &econv_data_type)) return Qfalse;
    rb_econv_t *b = RTYPEDDATA_DATA(other);
    return val_bool(b && same_chain(a, b));
}

/* ---- converting ---- */

static VALUE
result_symbol(rb_econv_result_t r)
{
    static const char *const names[] = {
        "invalid_byte_sequence", "undefined_conversion", "destination_buffer_full", "source_buffer_empty", "finished",
        "after_output",          "incomplete_input",
    };
    return ID2SYM(rb_intern2(names[r], (long)strlen(names[r])));
}

static int
convert_flags(VALUE opt, VALUE hash)
{
    int flags = 0;
    if (opt != Qnil) return NUM2INT(opt);
    if (hash == Qnil) return 0;
    if (val_truthy(rb_hash_aref(hash, ID2SYM(rb_intern("partial_input"))))) flags |= ECONV_PARTIAL_INPUT;
    if (val_truthy(rb_hash_aref(hash, ID2SYM(rb_intern("after_output"))))) flags |= ECONV_AFTER_OUTPUT;
    return flags;
}

/* One call of primitive_convert into output at offset; room < 0: as much as it takes. */
static rb_econv_result_t
convert_into(rb_econv_t *ec, VALUE input, VALUE output, size_t offset, long room, int flags)
{
    size_t len = input == Qnil ? 0 : str_len(input), at = 0, done = offset;
    size_t bytes = room >= 0 ? (size_t)room : len + 16;
    for (;;) {
        size_t have = str_len(output);
        if (offset + bytes > have) str_modify_expand(output, offset + bytes - have);
        else str_modify(output);
        const uint8_t *base = input == Qnil ? NULL : (uint8_t *)str_ptr(input), *in = base ? base + at : NULL;
        uint8_t *out = (uint8_t *)str_ptr(output), *w = out + done;
        const uint8_t *end = base ? base + len : NULL;
        rb_econv_result_t r = rb_econv_convert(ec, base ? &in : NULL, end, &w, out + offset + bytes, flags);
        at = base ? (size_t)(in - base) : 0;
        done = (size_t)(w - out);
        str_set_len(output, done);
        if (r == econv_destination_buffer_full && room < 0) {
            bytes = (bytes + 16) * 2;
            continue;
        }
        if (input != Qnil && at) rb_str_drop_bytes(input, (long)at);
        return r;
    }
}

static VALUE
conv_m_primitive_convert(int argc, VALUE *argv, VALUE self)
{
    rb_econv_t *ec = conv_self(self);
    VALUE input, output, off, size, opt, hash;
    rb_scan_args(argc, argv, "23:", &input, &output, &off, &size, &opt, &hash);
    long offset = off == Qnil ? 0 : NUM2LONG(off), room = size == Qnil ? -1 : NUM2LONG(size);
    int flags = convert_flags(opt, hash);
    output = str_of(output);
    if (input != Qnil) input = str_of(input);
    str_modify(output);
    if (off == Qnil) offset = (long)str_len(output);
    if (offset < 0) rb_raise(rb_eArgError, "negative output_byteoffset");
    if (size != Qnil && room < 0) rb_raise(rb_eArgError, "negative output_bytesize");
    if ((size_t)offset > str_len(output)) rb_raise(rb_eArgError, "output_byteoffset too big");
    if (input != Qnil) str_check_frozen(input);
    rb_econv_result_t r = convert_into(ec, input, output, (size_t)offset, room, flags);
    if (ec->destination) str_associate(output, ec->destination->index);
    str_set_cr(output, STR_CR_UNKNOWN);
    return result_symbol(r);
}

static VALUE
conv_m_primitive_errinfo(VALUE self)
{
    rb_econv_t *ec = conv_self(self);
    VALUE list = rb_ary_new_capa(5);
    bool error = ec->error.source != NULL;
    rb_ary_push(list, result_symbol(ec->error.result));
    rb_ary_push(list, error ? rb_str_new_cstr(ec->error.source) : Qnil);
    rb_ary_push(list, error ? rb_str_new_cstr(ec->error.destination) : Qnil);
    rb_ary_push(list, error ? error_bytes(ec) : Qnil);
    rb_ary_push(list, error ? error_again(ec) : Qnil);
    return list;
}

/* convert and finish: errors raise, and the converter goes on after them if it can. */
static VALUE
convert_checked(rb_econv_t *ec, VALUE input, int flags)
{
    VALUE out = str_new(NULL, 0, ENCI_BINARY);
    VALUE copy = input == Qnil ? Qnil : str_dup_plain(input);
    rb_econv_result_t r = convert_into(ec, copy, out, 0, -1, flags);
    if (r == econv_invalid_byte_sequence || r == econv_undefined_conversion || r == econv_incomplete_input) {
        VALUE exc = rb_econv_make_exception(ec);
        rb_exc_raise(exc);
    }
    if (r == econv_finished && (flags & ECONV_PARTIAL_INPUT)) rb_raise(rb_eArgError, "converter already finished");
    if (r != econv_finished && r != econv_source_buffer_empty)
        rb_bug("unexpected result of econv_primitive_convert: %d", (int)r);
    if (ec->destination) str_associate(out, ec->destination->index);
    str_set_cr(out, STR_CR_UNKNOWN);
    return out;
}

static VALUE
conv_m_convert(VALUE self, VALUE source)
{
    return convert_checked(conv_self(self), str_of(source), ECONV_PARTIAL_INPUT);
}

static VALUE
conv_m_finish(VALUE self)
{
    return convert_checked(conv_self(self), Qnil, 0);
}

static VALUE
conv_m_insert_output(VALUE self, VALUE text)
{
    rb_econv_t *ec = conv_self(self);
    text = str_of(text);
    const char *to = econv_insert_enc(ec);
    VALUE as = *to ? rb_str_encode(text, rb_str_new_cstr(to), 0, Qnil) : text;
    int r = rb_econv_insert_output(ec, (uint8_t *)str_ptr(as), str_len(as), to);
    RB_GC_GUARD(as);
    if (r < 0) rb_raise(rb_eArgError, "too big string");
    return Qnil;
}

static VALUE
conv_m_putback(int argc, VALUE *argv, VALUE self)
{
    rb_econv_t *ec = conv_self(self);
    int have = rb_econv_putbackable(ec), n = have;
    if (rb_check_arity(argc, 0, 1) && argv[0] != Qnil) {
        n = NUM2INT(argv[0]);
        if (n > have) n = have;
    }
    if (n < 0) n = 0;
    VALUE s = str_new(NULL, (size_t)n, ec->source ? ec->source->index : ENCI_BINARY);
    rb_econv_putback(ec, (uint8_t *)str_ptr(s), n);
    return s;
}

static VALUE
conv_m_last_error(VALUE self)
{
    return rb_econv_make_exception(conv_self(self));
}

static VALUE
conv_m_replacement(VALUE self)
{
    rb_econv_t *ec = conv_self(self);
    if (!econv_make_replacement(ec)) rb_raise(rb_eUndefinedConversionError, "replacement character setup failed");
    int i = enc_find_index(ec->replacement_enc, strlen(ec->replacement_enc));
    return str_new((char *)ec->replacement, ec->replacement_len, i < 0 ? ENCI_BINARY : i);
}

static VALUE
conv_m_set_replacement(VALUE self, VALUE v)
{
    rb_econv_t *ec = conv_self(self);
    VALUE s = str_of(v);
    int failed = rb_econv_set_replacement(ec, (uint8_t *)str_ptr(s), str_len(s), str_enc(s)->name);
    RB_GC_GUARD(s);
    if (failed) rb_raise(rb_eUndefinedConversionError, "replacement character setup failed");
    return v;
}

/* ---- rb_econv_* over Strings ---- */

VALUE
rb_econv_append(rb_econv_t *ec, const char *bytes, long len, VALUE dst, int flags)
{
    VALUE src = str_new(bytes, (size_t)len, ENCI_BINARY);
    return rb_econv_substr_append(ec, src, 0, len, dst, flags);
}

VALUE
rb_econv_substr_append(rb_econv_t *ec, VALUE src, long offset, long len, VALUE dst, int flags)
{
    if (dst == Qnil) {
        dst = str_new(NULL, 0, ENCI_BINARY);
        if (ec->destination) str_associate(dst, ec->destination->index);
    }
    VALUE part = str_subseq(src, (size_t)offset, (size_t)len);
    convert_into(ec, part, dst, str_len(dst), -1, flags);
    rb_econv_check_error(ec);
    str_set_cr(dst, STR_CR_UNKNOWN);
    return dst;
}

VALUE
rb_econv_str_append(rb_econv_t *ec, VALUE src, VALUE dst, int flags)
{
    return rb_econv_substr_append(ec, src, 0, RSTRING_LEN(src), dst, flags);
}

VALUE
rb_econv_substr_convert(rb_econv_t *ec, VALUE src, long offset, long len, int flags)
{
    return rb_econv_substr_append(ec, src, offset, len, Qnil, flags);
}

VALUE
rb_econv_str_convert(rb_econv_t *ec, VALUE src, int flags)
{
    return rb_econv_substr_append(ec, src, 0, RSTRING_LEN(src), Qnil, flags);
}

/* ---- start ---- */

static void
define_constants(VALUE c)
{
    static const struct {
        const char *name;
        int value;
    } flags[] = {
        {"INVALID_MASK", ECONV_INVALID_MASK},
        {"INVALID_REPLACE", ECONV_INVALID_REPLACE},
        {"UNDEF_MASK", ECONV_UNDEF_MASK},
        {"UNDEF_REPLACE", ECONV_UNDEF_REPLACE},
        {"UNDEF_HEX_CHARREF", ECONV_UNDEF_HEX_CHARREF},
        {"PARTIAL_INPUT", ECONV_PARTIAL_INPUT},
        {"AFTER_OUTPUT", ECONV_AFTER_OUTPUT},
        {"UNIVERSAL_NEWLINE_DECORATOR", ECONV_UNIVERSAL_NEWLINE_DECORATOR},
        {"LF_NEWLINE_DECORATOR", ECONV_LF_NEWLINE_DECORATOR},
        {"CRLF_NEWLINE_DECORATOR", ECONV_CRLF_NEWLINE_DECORATOR},
        {"CR_NEWLINE_DECORATOR", ECONV_CR_NEWLINE_DECORATOR},
        {"XML_TEXT_DECORATOR", ECONV_XML_TEXT_DECORATOR},
        {"XML_ATTR_CONTENT_DECORATOR", ECONV_XML_ATTR_CONTENT_DECORATOR},
        {"XML_ATTR_QUOTE_DECORATOR", ECONV_XML_ATTR_QUOTE_DECORATOR},
    };
    for (size_t i = 0; i < lengthof(flags); i++) rb_define_const(c, flags[i].name, INT2FIX(flags[i].value));
}

static void
define_errors(void)
{
    rb_eUndefinedConversionError = rb_define_class_under(rb_cEncoding, "UndefinedConversionError", rb_eEncodingError);
    rb_eInvalidByteSequenceError = rb_define_class_under(rb_cEncoding, "InvalidByteSequenceError", rb_eEncodingError);
    rb_eConverterNotFoundError = rb_define_class_under(rb_cEncoding, "ConverterNotFoundError", rb_eEncodingError);
    VALUE both[2] = {rb_eUndefinedConversionError, rb_eInvalidByteSequenceError};
    for (int i = 0; i < 2; i++) {
        rb_define_method(both[i], "source_encoding_name", err_m_source_encoding_name, 0);
        rb_define_method(both[i], "destination_encoding_name", err_m_destination_encoding_name, 0);
        rb_define_method(both[i], "source_encoding", err_m_source_encoding, 0);
        rb_define_method(both[i], "destination_encoding", err_m_destination_encoding, 0);
    }
    rb_define_method(both[0], "error_char", err_m_error_char, 0);
    rb_define_method(both[1], "error_bytes", err_m_error_bytes, 0);
    rb_define_method(both[1], "readagain_bytes", err_m_readagain_bytes, 0);
    rb_define_method(both[1], "incomplete_input?", err_m_incomplete_input, 0);
}

void
Init_Transcode(void)
{
    define_errors();
    VALUE c = rb_cEncodingConverter = rb_define_class_under(rb_cEncoding, "Converter", rb_cObject);
    rb_define_alloc_func(c, conv_s_alloc);
    rb_define_singleton_method(c, "asciicompat_encoding", conv_s_asciicompat_encoding, 1);
    rb_define_singleton_method(c, "search_convpath", conv_s_search_convpath, -1);
    rb_define_private_method(c, "initialize", conv_m_initialize, -1);
    rb_define_method(c, "inspect", conv_m_inspect, 0);
    rb_define_method(c, "convpath", conv_m_convpath, 0);
    rb_define_method(c, "source_encoding", conv_m_source_encoding, 0);
    rb_define_method(c, "destination_encoding", conv_m_destination_encoding, 0);
    rb_define_method(c, "primitive_convert", conv_m_primitive_convert, -1);
    rb_define_method(c, "primitive_errinfo", conv_m_primitive_errinfo, 0);
    rb_define_method(c, "convert", conv_m_convert, 1);
    rb_define_method(c, "finish", conv_m_finish, 0);
    rb_define_method(c, "insert_output", conv_m_insert_output, 1);
    rb_define_method(c, "putback", conv_m_putback, -1);
    rb_define_method(c, "last_error", conv_m_last_error, 0);
    rb_define_method(c, "replacement", conv_m_replacement, 0);
    rb_define_method(c, "replacement=", conv_m_set_replacement, 1);
    rb_define_method(c, "==", conv_m_equal, 1);
    define_constants(c);
}
