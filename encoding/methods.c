/*
 * encoding/methods.c - class Encoding, and the C API of encodings.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "ruby/util.h"
#include <ctype.h>
#include <langinfo.h>
#include <string.h>

VALUE rb_cEncoding, rb_eEncCompatError;

/* ---- Encoding objects: T_DATA over the table's entry ---- */

static const rb_data_type_t enc_data_type = {
    "encoding",
    {NULL, NULL, NULL, NULL, {0}},
    NULL,
    NULL,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE,
};

static bool
enc_object_p(VALUE v)
{
    return val_type_p(v, T_DATA) && rb_typeddata_is_kind_of(v, &enc_data_type);
}

static const struct enc *
enc_self(VALUE v)
{
    if (!enc_object_p(v)) rb_raise(rb_eTypeError, "wrong argument type %s (expected Encoding)", rb_obj_classname(v));
    return RTYPEDDATA_DATA(v);
}

VALUE
enc_object(const struct enc *e)
{
    struct enc *w = &enc_table[e->index];
    if (!w->object) {
        w->object = rb_data_typed_object_wrap(rb_cEncoding, w, &enc_data_type);
        gc_register_global(&w->object);
        rb_obj_freeze(w->object);
    }
    return w->object;
}

const struct enc *
enc_from_arg(VALUE v)
{
    if (enc_object_p(v)) return enc_self(v);
    v = str_of(v);
    if (!enc_ascii_compat_p(str_enc(v))) rb_raise(rb_eArgError, "invalid encoding name (non ASCII)");
    int i = enc_find_index(str_ptr(v), str_len(v));
    if (i < 0 && str_len(v) == 8 && strncasecmp(str_ptr(v), "internal", 8) == 0) i = ENCI_BINARY; /* not set */
    if (i < 0) rb_raise(rb_eArgError, "unknown encoding name - %" PRIsVALUE, v);
    return enc_at(i);
}

/* ---- finding ---- */

int
rb_define_dummy_encoding(const char *name)
{
    int i = enc_find_index(name, strlen(name));
    if (i >= 0) rb_raise(rb_eArgError, "encoding %s is already registered", name);
    i = enc_add_dummy(ruby_strdup(name));
    if (i < 0) rb_raise(rb_eEncodingError, "too many encoding (> %d)", ENC_MAX);
    return i;
}

int
rb_enc_dummy_p(rb_encoding *enc)
{
    return (enc_of_pub(enc)->flags & ENC_DUMMY) != 0;
}

int
rb_enc_to_index(rb_encoding *enc)
{
    return enc ? enc_of_pub(enc)->index : 0;
}

rb_encoding *
rb_enc_from_index(int index)
{
    return index >= 0 && index < enc_count ? enc_pub(enc_at(index)) : NULL;
}

int
rb_enc_find_index(const char *name)
{
    return enc_find_index(name, strlen(name));
}

rb_encoding *
rb_enc_find(const char *name)
{
    return rb_enc_from_index(rb_enc_find_index(name));
}

int
rb_enc_alias(const char *alias, const char *orig)
{
    if (rb_enc_find_index(alias) >= 0) rb_raise(rb_eArgError, "encoding %s is already registered", alias);
    int i = rb_enc_find_index(orig);
    return i < 0 ? -1 : enc_add_alias(ruby_strdup(alias), i);
}

int
rb_to_encoding_index(VALUE v)
{
    if (enc_object_p(v)) return enc_self(v)->index;
    VALUE s = str_check(v);
    if (s == Qnil || !enc_ascii_compat_p(str_enc(s))) return -1;
    return enc_find_index(str_ptr(s), str_len(s));
}

rb_encoding *
rb_to_encoding(VALUE v)
{
    return enc_pub(enc_from_arg(v));
}

rb_encoding *
rb_find_encoding(VALUE v)
{
    return rb_enc_from_index(rb_to_encoding_index(v));
}

VALUE
rb_enc_from_encoding(rb_encoding *enc)
{
    return enc ? enc_object(enc_of_pub(enc)) : Qnil;
}

rb_encoding *
rb_ascii8bit_encoding(void)
{
    return enc_pub(enc_at(ENCI_BINARY));
}

rb_encoding *
rb_utf8_encoding(void)
{
    return enc_pub(enc_at(ENCI_UTF8));
}

rb_encoding *
rb_usascii_encoding(void)
{
    return enc_pub(enc_at(ENCI_USASCII));
}

rb_encoding *
rb_locale_encoding(void)
{
    return enc_pub(enc_at(enc_locale_index()));
}

rb_encoding *
rb_filesystem_encoding(void)
{
    return enc_pub(enc_at(rb_filesystem_encindex()));
}

rb_encoding *
rb_default_external_encoding(void)
{
    return enc_pub(enc_at(enc_default_external));
}

rb_encoding *
rb_default_internal_encoding(void)
{
    return rb_enc_from_index(enc_default_internal);
}

int
rb_ascii8bit_encindex(void)
{
    return ENCI_BINARY;
}

int
rb_utf8_encindex(void)
{
    return ENCI_UTF8;
}

int
rb_usascii_encindex(void)
{
    return ENCI_USASCII;
}

int
rb_locale_encindex(void)
{
    return enc_locale_index();
}

int
rb_filesystem_encindex(void)
{
    return enc_default_external;
}

VALUE
rb_enc_default_external(void)
{
    return enc_object(enc_at(enc_default_external));
}

VALUE
rb_enc_default_internal(void)
{
    return enc_default_internal < 0 ? Qnil : enc_object(enc_at(enc_default_internal));
}

void
rb_enc_set_default_external(VALUE v)
{
    if (v == Qnil) rb_raise(rb_eArgError, "default external can not be nil");
    enc_default_external = enc_from_arg(v)->index;
}

void
rb_enc_set_default_internal(VALUE v)
{
    enc_default_internal = v == Qnil ? -1 : enc_from_arg(v)->index;
}

VALUE
rb_locale_charmap(VALUE klass)
{
    (void)klass;
    return rb_usascii_str_new_cstr(nl_langinfo(CODESET));
}

/* ---- of objects ---- */

int
rb_enc_capable(VALUE v)
{
    if (!val_heap_p(v)) return (v & 0xff) == SYMBOL_FLAG;
    switch (obj_type(v)) {
    case T_STRING:
    case T_REGEXP:
    case T_FILE:
    case T_SYMBOL: return true;
    case T_DATA: return enc_object_p(v);
    default: return false;
    }
}

static int
io_enc_index(VALUE io)
{
    VALUE e = rb_funcallv(io, rb_intern("internal_encoding"), 0, NULL);
    if (e == Qnil) e = rb_funcallv(io, rb_intern("external_encoding"), 0, NULL);
    return enc_object_p(e) ? enc_self(e)->index : -1;
}

int
rb_enc_get_index(VALUE v)
{
    if (!val_heap_p(v)) return (v & 0xff) == SYMBOL_FLAG ? str_enc_index(sym_name(v)) : -1;
    switch (obj_type(v)) {
    case T_STRING:
    case T_REGEXP:
    case T_SYMBOL: return str_enc_index(v);
    case T_FILE: return io_enc_index(v);
    case T_DATA: return enc_object_p(v) ? enc_self(v)->index : -1;
    default: return -1;
    }
}

rb_encoding *
rb_enc_get(VALUE v)
{
    return rb_enc_from_index(rb_enc_get_index(v));
}

static void
check_has_encoding(VALUE v)
{
    if (!val_type_p(v, T_STRING) && !val_type_p(v, T_REGEXP))
        rb_raise(rb_eArgError, "cannot set encoding on non-encoding capable object");
}

void
rb_enc_set_index(VALUE v, int index)
{
    rb_check_frozen(v);
    check_has_encoding(v);
    if (val_type_p(v, T_STRING)) str_associate(v, index);
    else str_set_enc_index(v, index);
}

VALUE
rb_enc_associate_index(VALUE v, int index)
{
    rb_check_frozen(v);
    check_has_encoding(v);
    if (index < 0 || index >= enc_count) rb_raise(rb_eEncodingError, "encoding index out of bound: %d", index);
    if (val_type_p(v, T_STRING)) {
        str_check_frozen(v);
        str_associate(v, index);
    } else str_set_enc_index(v, index);
    return v;
}

VALUE
rb_enc_associate(VALUE v, rb_encoding *enc)
{
    return rb_enc_associate_index(v, rb_enc_to_index(enc));
}

void
rb_enc_copy(VALUE dst, VALUE src)
{
    rb_enc_associate_index(dst, rb_enc_get_index(src));
}

rb_encoding *
rb_enc_compatible(VALUE a, VALUE b)
{
    const struct enc *e = enc_compatible(a, b);
    return e ? enc_pub(e) : NULL;
}

rb_encoding *
rb_enc_check(VALUE a, VALUE b)
{
    return enc_pub(enc_check(a, b));
}

VALUE
rb_obj_encoding(VALUE v)
{
    int i = rb_enc_get_index(v);
    if (i < 0) rb_raise(rb_eTypeError, "unknown encoding");
    return enc_object(enc_at(i));
}

/* ---- strings ---- */

/* The public constants sit on other bits than ours: 7bit, valid and broken are 1, 2 and 3 of each field. */
int
rb_enc_coderange_get(VALUE v)
{
    return (int)(str_cr(v) >> STR_CR_SHIFT) * RUBY_ENC_CODERANGE_7BIT;
}

void
rb_enc_coderange_set(VALUE v, int cr)
{
    str_set_cr(v, (unsigned)(cr / RUBY_ENC_CODERANGE_7BIT) << STR_CR_SHIFT);
}

int
rb_enc_str_coderange(VALUE s)
{
    str_cr_known(s);
    return rb_enc_coderange_get(s);
}

int
rb_enc_str_asciionly_p(VALUE s)
{
    return str_ascii_only(s);
}

long
rb_str_coderange_scan_restartable(const char *s, const char *e, rb_encoding *pub, int *cr)
{
    const struct enc *enc = enc_of_pub(pub);
    const char *p = s;
    if (*cr == ENC_CODERANGE_BROKEN) return e - s;
    while (p < e) {
        int n = enc_precise_len(enc, p, e);
        if (n <= 0) {
            *cr = n == ENC_INVALID ? ENC_CODERANGE_BROKEN : ENC_CODERANGE_UNKNOWN;
            return p - s;
        }
        bool ascii = (int8_t)*p >= 0 && enc_ascii_compat_p(enc);
        if (*cr != ENC_CODERANGE_VALID) *cr = ascii ? ENC_CODERANGE_7BIT : ENC_CODERANGE_VALID;
        p += n;
    }
    return p - s;
}

long
rb_enc_strlen(const char *p, const char *e, rb_encoding *enc)
{
    return (long)enc_strlen(enc_of_pub(enc), p, e, STR_CR_UNKNOWN);
}

char *
rb_enc_nth(const char *p, const char *e, long nth, rb_encoding *enc)
{
    return (char *)(uintptr_t)enc_nth(enc_of_pub(enc), p, e, (size_t)nth, STR_CR_UNKNOWN);
}

VALUE
rb_enc_uint_chr(unsigned int code, rb_encoding *pub)
{
    const struct enc *enc = enc_of_pub(pub);
    int n = enc->ops->code_len(code);
    if (n == ENC_ERR_CODE) rb_raise(rb_eRangeError, "invalid codepoint 0x%X in %s", code, enc->name);
    if (n <= 0) rb_raise(rb_eRangeError, "%u out of char range", code);
    char buf[8];
    enc_encode(enc, code, buf);
    if (enc_precise_len(enc, buf, buf + n) != n) rb_raise(rb_eRangeError, "invalid codepoint 0x%X in %s", code, enc->name);
    return str_new(buf, (size_t)n, enc->index);
}

void
rb_enc_raise(rb_encoding *enc, VALUE klass, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    VALUE msg = rb_enc_vsprintf(enc, fmt, ap);
    va_end(ap);
    rb_exc_raise(rb_exc_new_str(klass, msg));
}

/* ---- characters ---- */

int
rb_enc_precise_mbclen(const char *p, const char *e, rb_encoding *enc)
{
    return enc_precise_len(enc_of_pub(enc), p, e);
}

int
rb_enc_mbclen(const char *p, const char *e, rb_encoding *enc)
{
    return p < e ? enc_char_len(enc_of_pub(enc), p, e) : 0;
}

int
rb_enc_fast_mbclen(const char *p, const char *e, rb_encoding *enc)
{
    return rb_enc_mbclen(p, e, enc);
}

int
rb_enc_ascget(const char *p, const char *e, int *len, rb_encoding *pub)
{
    const struct enc *enc = enc_of_pub(pub);
    if (e <= p) return -1;
    if (enc_ascii_compat_p(enc)) {
        if ((int8_t)*p < 0) return -1;
        if (len) *len = 1;
        return (uint8_t)*p;
    }
    int n = enc_precise_len(enc, p, e);
    if (n <= 0) return -1;
    uint32_t c = enc_decode(enc, p, e);
    if (c >= 0x80) return -1;
    if (len) *len = n;
    return (int)c;
}

unsigned int
rb_enc_codepoint_len(const char *p, const char *e, int *len, rb_encoding *enc)
{
    return enc_codepoint_len(enc_of_pub(enc), p, e, len);
}

unsigned int
rb_enc_codepoint(const char *p, const char *e, rb_encoding *enc)
{
    return enc_codepoint_len(enc_of_pub(enc), p, e, NULL);
}

/* Returns a negative number if the encoding has no such character: StringIO#ungetc then lets rb_enc_uint_chr raise. */
int
rb_enc_codelen(int code, rb_encoding *enc)
{
    int n = enc_of_pub(enc)->ops->code_len((uint32_t)code);
    return n > 0 ? n : ENC_ERR_CODE;
}

int
rb_enc_toupper(int c, rb_encoding *enc)
{
    (void)enc;
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

int
rb_enc_tolower(int c, rb_encoding *enc)
{
    (void)enc;
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int
rb_enc_unicode_p(rb_encoding *enc)
{
    return enc_unicode_p(enc_of_pub(enc));
}

OnigCodePoint
rb_enc_mbc_to_codepoint_fn(const char *p, const char *e, rb_encoding *enc)
{
    return p < e ? enc_decode(enc_of_pub(enc), p, e) : 0;
}

int
rb_enc_code_to_mbclen_fn(int code, rb_encoding *enc)
{
    return enc_of_pub(enc)->ops->code_len((uint32_t)code);
}

int
rb_enc_mbcput_fn(unsigned int code, void *buf, rb_encoding *enc)
{
    return enc_encode(enc_of_pub(enc), code, buf);
}

char *
rb_enc_left_char_head_fn(const char *s, const char *p, const char *e, rb_encoding *enc)
{
    return (char *)(uintptr_t)enc_left_adjust(enc_of_pub(enc), s, p, e);
}

int
rb_enc_is_ctype_fn(OnigCodePoint code, OnigCtype ctype, rb_encoding *enc)
{
    return enc_ctype_p(enc_of_pub(enc), code, ctype);
}

int
rb_enc_is_newline_fn(const char *p, const char *e, rb_encoding *enc)
{
    return rb_enc_ascget(p, e, NULL, enc) == '\n';
}

/* ---- class Encoding ---- */

static VALUE
enc_m_name(VALUE self)
{
    const char *name = enc_self(self)->name;
    return str_fstring_cstr(name, strlen(name), ENCI_USASCII);
}

static VALUE
enc_m_inspect(VALUE self)
{
    const struct enc *e = enc_self(self);
    return rb_enc_sprintf(rb_usascii_encoding(), "#<%s:%s%s>", rb_obj_classname(self), enc_inspect_name(e),
                          e->flags & ENC_DUMMY ? " (dummy)" : "");
}

struct name_walk {
    VALUE out;
    int index; /* of the encoding asked for, or -1 */
};

static void
push_name(const char *name, int index, bool is_alias, void *arg)
{
    struct name_walk *w = arg;
    if (w->index < 0 || w->index == index) rb_ary_push(w->out, str_fstring_cstr(name, strlen(name), ENCI_USASCII));
}

/* The names that stand for settings, while they stand for `index` (or for all: -1). */
static void
push_setting_names(VALUE out, int index)
{
    static const char *const names[] = {"locale", "external", "filesystem", "internal"};
    for (size_t i = 0; i < lengthof(names); i++) {
        int at = enc_find_index(names[i], strlen(names[i]));
        if (index < 0 || at == index) rb_ary_push(out, str_fstring_cstr(names[i], strlen(names[i]), ENCI_USASCII));
    }
}

static VALUE
enc_m_names(VALUE self)
{
    struct name_walk w = {rb_ary_new(), enc_self(self)->index};
    enc_each_name(push_name, &w);
    push_setting_names(w.out, w.index);
    return w.out;
}

static VALUE
enc_m_dummy_p(VALUE self)
{
    return val_bool(enc_self(self)->flags & ENC_DUMMY);
}

static VALUE
enc_m_ascii_compatible_p(VALUE self)
{
    return val_bool(enc_ascii_compat_p(enc_self(self)));
}

static VALUE
enc_m_dump(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    return enc_m_name(self);
}

static VALUE
enc_s_load(VALUE klass, VALUE name)
{
    return enc_object(enc_from_arg(name));
}

static VALUE
enc_s_list(VALUE klass)
{
    VALUE list = rb_ary_new_capa(enc_count);
    for (int i = 0; i < enc_count; i++) rb_ary_push(list, enc_object(enc_at(i)));
    return list;
}

static VALUE
enc_s_name_list(VALUE klass)
{
    struct name_walk w = {rb_ary_new(), -1};
    enc_each_name(push_name, &w);
    push_setting_names(w.out, -1);
    return w.out;
}

static void
set_alias(const char *name, int index, bool is_alias, void *arg)
{
    const char *orig = enc_at(index)->name;
    if (!is_alias) return;
    VALUE key = str_fstring_cstr(name, strlen(name), ENCI_USASCII);
    rb_hash_aset((VALUE)arg, key, str_fstring_cstr(orig, strlen(orig), ENCI_USASCII));
}

static VALUE
enc_s_aliases(VALUE klass)
{
    static const char *const settings[] = {"locale", "external", "filesystem", "internal"};
    VALUE h = rb_hash_new();
    enc_each_name(set_alias, (void *)h);
    for (size_t i = 0; i < lengthof(settings); i++) {
        int at = enc_find_index(settings[i], strlen(settings[i]));
        if (at >= 0) set_alias(settings[i], at, true, (void *)h);
    }
    return h;
}

static VALUE
enc_s_find(VALUE klass, VALUE name)
{
    if (enc_object_p(name)) return name;
    name = str_of(name);
    if (str_len(name) == 8 && strncasecmp(str_ptr(name), "internal", 8) == 0 && enc_default_internal < 0) return Qnil;
    return enc_object(enc_from_arg(name));
}

static VALUE
enc_s_compatible_p(VALUE klass, VALUE a, VALUE b)
{
    if (!rb_enc_capable(a) || !rb_enc_capable(b)) return Qnil;
    const struct enc *e = enc_compatible(a, b);
    return e ? enc_object(e) : Qnil;
}

static VALUE
enc_s_default_external(VALUE klass)
{
    return rb_enc_default_external();
}

static VALUE
enc_s_default_internal(VALUE klass)
{
    return rb_enc_default_internal();
}

static VALUE
enc_s_set_default_external(VALUE klass, VALUE v)
{
    rb_warning("setting Encoding.default_external");
    rb_enc_set_default_external(v);
    return v;
}

static VALUE
enc_s_set_default_internal(VALUE klass, VALUE v)
{
    rb_warning("setting Encoding.default_internal");
    rb_enc_set_default_internal(v);
    return v;
}

/* ---- constants ---- */

/* Defines the constants of a name, in which punctuation becomes an underscore.  A name that begins in lower case is capitalized if it
 * has other capitals.  A name with small letters is also defined in capitals throughout. */
static void
define_name(const char *name, int index, bool is_alias, void *arg)
{
    char as_is[64], upper[64];
    size_t n = strlen(name);
    bool has_lower = false, has_upper = false;
    if (isdigit((unsigned char)name[0]) || n >= sizeof(as_is)) return;
    for (size_t i = 0; i <= n; i++) {
        unsigned char c = (unsigned char)name[i];
        has_lower |= islower(c) != 0;
        has_upper |= isupper(c) != 0;
        as_is[i] = c && !isalnum(c) ? '_' : (char)c;
        upper[i] = (char)toupper((unsigned char)as_is[i]);
    }
    VALUE object = enc_object(enc_at(index));
    if (isupper((unsigned char)as_is[0])) rb_define_const(rb_cEncoding, as_is, object);
    else if (has_upper) {
        as_is[0] = (char)toupper((unsigned char)as_is[0]);
        rb_define_const(rb_cEncoding, as_is, object);
    }
    bool differs = !isupper((unsigned char)as_is[0]) || strcmp(as_is, upper) != 0;
    if (has_lower && differs) rb_define_const(rb_cEncoding, upper, object);
}

void
Init_Encoding(void)
{
    rb_cEncoding = rb_define_class("Encoding", rb_cObject);
    rb_undef_alloc_func(rb_cEncoding);
    rb_undef_method(rb_singleton_class(rb_cEncoding), "new");
    rb_define_method(rb_cEncoding, "to_s", enc_m_name, 0);
    rb_define_method(rb_cEncoding, "inspect", enc_m_inspect, 0);
    rb_define_method(rb_cEncoding, "name", enc_m_name, 0);
    rb_define_method(rb_cEncoding, "names", enc_m_names, 0);
    rb_define_method(rb_cEncoding, "dummy?", enc_m_dummy_p, 0);
    rb_define_method(rb_cEncoding, "ascii_compatible?", enc_m_ascii_compatible_p, 0);
    rb_define_method(rb_cEncoding, "_dump", enc_m_dump, -1);
    rb_define_singleton_method(rb_cEncoding, "_load", enc_s_load, 1);
    rb_define_singleton_method(rb_cEncoding, "list", enc_s_list, 0);
    rb_define_singleton_method(rb_cEncoding, "name_list", enc_s_name_list, 0);
    rb_define_singleton_method(rb_cEncoding, "aliases", enc_s_aliases, 0);
    rb_define_singleton_method(rb_cEncoding, "find", enc_s_find, 1);
    rb_define_singleton_method(rb_cEncoding, "compatible?", enc_s_compatible_p, 2);
    rb_define_singleton_method(rb_cEncoding, "default_external", enc_s_default_external, 0);
    rb_define_singleton_method(rb_cEncoding, "default_external=", enc_s_set_default_external, 1);
    rb_define_singleton_method(rb_cEncoding, "default_internal", enc_s_default_internal, 0);
    rb_define_singleton_method(rb_cEncoding, "default_internal=", enc_s_set_default_internal, 1);
    rb_define_singleton_method(rb_cEncoding, "locale_charmap", rb_locale_charmap, 0);
    rb_eEncCompatError = rb_define_class_under(rb_cEncoding, "CompatibilityError", rb_eEncodingError);
    enc_each_name(define_name, NULL);
    rb_define_const(rb_cEncoding, "UNICODE_VERSION", rb_obj_freeze(rb_usascii_str_new_cstr("17.0.0")));
}
