/*
 * string/norm.c - unicode_normalize and unicode_normalized?
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include "internal/encoding/unicode.h"
#include <string.h>

static enum uni_form
form_of(int argc, VALUE *argv)
{
    static const char *const names[] = {"nfc", "nfd", "nfkc", "nfkd"};
    if (rb_check_arity(argc, 0, 1) == 0) return UNI_NFC;
    if (val_symbol_p(argv[0])) {
        for (unsigned i = 0; i < lengthof(names); i++) {
            if (strcmp(str_ptr(sym_name(argv[0])), names[i]) == 0) return (enum uni_form)i;
        }
    }
    rb_raise(rb_eArgError, "Invalid normalization form %" PRIsVALUE ".", argv[0]);
}

/* Unicode, or an encoding that is Unicode's in other bytes. */
static bool
by_way_of_utf8(const struct enc *enc)
{
    return strcmp(enc->name, "GB18030") == 0;
}

static void
check_normalizable(const struct enc *enc)
{
    if (enc_unicode_p(enc) || by_way_of_utf8(enc)) return;
    rb_raise(rb_eEncCompatError, "Unicode Normalization not appropriate for %s", enc->name);
}

/* Nothing below U+0300 changes under NFC, nothing in ASCII under any form. */
static bool
unchanged_by_look(VALUE s, enum uni_form form)
{
    if (form != UNI_NFC || !enc_utf8_p(str_enc(s))) return false;
    for (const char *p = str_ptr(s), *e = str_end(s); p < e; p++) {
        if ((uint8_t)*p >= 0xcc) return false; /* U+0300 is cc 80 */
    }
    return true;
}

/* A hidden String of the code points of s. */
static VALUE
code_points(VALUE s, size_t *count)
{
    const struct enc *enc = str_enc(s);
    VALUE hold = str_new_class(0, NULL, str_nchars(s) * sizeof(uint32_t) + 8, ENCI_BINARY);
    uint32_t *to = (uint32_t *)(((uintptr_t)str_ptr(hold) + 7) & ~(uintptr_t)7);
    size_t n = 0;
    for (const char *p = str_ptr(s), *e = str_end(s); p < e; n++) {
        int len;
        to[n] = enc_codepoint_len(enc, p, e, &len);
        p += len;
    }
    *count = n;
    return hold;
}

static const uint32_t *
points_of(VALUE hold)
{
    return (uint32_t *)(((uintptr_t)str_ptr(hold) + 7) & ~(uintptr_t)7);
}

static VALUE
normalize_unicode(VALUE s, enum uni_form form)
{
    size_t n;
    const struct enc *enc = str_enc(s);
    VALUE from = code_points(s, &n);
    size_t room = uni_normalize(points_of(from), n, form, NULL, 0);
    VALUE to = str_new_class(0, NULL, room * sizeof(uint32_t) + 8, ENCI_BINARY);
    uint32_t *points = (uint32_t *)(uintptr_t)points_of(to);
    size_t len = uni_normalize(points_of(from), n, form, points, room);
    struct str_out o;
    out_start(&o, enc->index, str_len(s));
    for (size_t i = 0; i < len; i++) out_code(&o, enc, points[i]);
    RB_GC_GUARD(from);
    RB_GC_GUARD(to);
    return out_finish(&o, STR_CR_UNKNOWN);
}

/* Raises ArgumentError if s is broken.  In an encoding other than UTF-8, the error is that of the conversion to UTF-8. */
static void
check_whole(VALUE s)
{
    const struct enc *enc = str_enc(s);
    if (str_cr_known(s) != STR_CR_BROKEN) return;
    if (!enc_utf8_p(enc)) rb_str_encode(s, enc_object(enc_at(ENCI_UTF8)), 0, Qnil);
    rb_raise(rb_eArgError, "invalid byte sequence in %s", enc->name);
}

/* A normalized copy, or s itself if nothing can change. */
static VALUE
normalize(VALUE s, enum uni_form form)
{
    const struct enc *enc = str_enc(s);
    if (enc->index == ENCI_USASCII) return s;
    check_normalizable(enc);
    check_whole(s);
    if (str_cr(s) == STR_CR_7BIT || unchanged_by_look(s, form)) return s;
    if (enc_unicode_p(enc)) return normalize_unicode(s, form);
    VALUE utf8 = rb_str_conv_enc(s, enc_pub(enc), enc_pub(enc_at(ENCI_UTF8)));
    return rb_str_conv_enc(normalize_unicode(utf8, form), enc_pub(enc_at(ENCI_UTF8)), enc_pub(enc));
}

static VALUE
str_m_unicode_normalize(int argc, VALUE *argv, VALUE self)
{
    VALUE r = normalize(self, form_of(argc, argv));
    return r == self ? str_dup_plain(self) : r;
}

static VALUE
str_m_unicode_normalize_bang(int argc, VALUE *argv, VALUE self)
{
    VALUE r = normalize(self, form_of(argc, argv));
    return rb_str_replace(self, r);
}

static VALUE
str_m_unicode_normalized_p(int argc, VALUE *argv, VALUE self)
{
    return val_bool(str_equal(self, normalize(self, form_of(argc, argv))));
}

void
str_init_norm(VALUE c)
{
    rb_define_method(c, "unicode_normalize", str_m_unicode_normalize, -1);
    rb_define_method(c, "unicode_normalize!", str_m_unicode_normalize_bang, -1);
    rb_define_method(c, "unicode_normalized?", str_m_unicode_normalized_p, -1);
}
