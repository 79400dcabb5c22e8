/*
 * string/encode.c - String#encode, its options, and rb_str_conv_enc.
 */
#include "internal/compiler.h"
#include "internal/hash.h"
#include "internal/string/methods.h"
#include "internal/encoding/transcode.h"
#include <string.h>

/* ---- options ---- */

static bool
sym_is(VALUE v, const char *name)
{
    return val_symbol_p(v) && strcmp(str_ptr(sym_name(v)), name) == 0;
}

static VALUE
option(VALUE hash, const char *name)
{
    VALUE v = hash_get(hash, ID2SYM(rb_intern2(name, (long)strlen(name))));
    return v == Qundef ? Qnil : v;
}

static int
newline_flags(VALUE hash)
{
    static const struct {
        const char *name;
        int flag;
    } ways[] = {{"universal", ECONV_UNIVERSAL_NEWLINE_DECORATOR},
                {"crlf", ECONV_CRLF_NEWLINE_DECORATOR},
                {"cr", ECONV_CR_NEWLINE_DECORATOR},
                {"lf", ECONV_LF_NEWLINE_DECORATOR}},
      switches[] = {{"universal_newline", ECONV_UNIVERSAL_NEWLINE_DECORATOR},
                    {"crlf_newline", ECONV_CRLF_NEWLINE_DECORATOR},
                    {"cr_newline", ECONV_CR_NEWLINE_DECORATOR},
                    {"lf_newline", ECONV_LF_NEWLINE_DECORATOR}};
    VALUE v = option(hash, "newline");
    int flags = 0, way = 0;
    bool given = false;
    for (size_t i = 0; i < lengthof(ways); i++)
        if (v != Qnil && sym_is(v, ways[i].name)) way = ways[i].flag;
    if (v != Qnil && !way) {
        if (val_symbol_p(v)) rb_raise(rb_eArgError, "unexpected value for newline option: %" PRIsVALUE, sym_name(v));
        rb_raise(rb_eArgError, "unexpected value for newline option");
    }
    for (size_t i = 0; i < lengthof(switches); i++) {
        VALUE on = option(hash, switches[i].name);
        given |= on != Qnil;
        if (val_truthy(on)) flags |= switches[i].flag;
    }
    if (way && given) rb_warning(":newline option precedes other newline options");
    return way ? way : flags;
}

static int
xml_flags(VALUE hash)
{
    VALUE v = option(hash, "xml");
    if (v == Qnil) return 0;
    if (sym_is(v, "text")) return ECONV_XML_TEXT_DECORATOR | ECONV_UNDEF_HEX_CHARREF;
    if (sym_is(v, "attr"))
        return ECONV_XML_ATTR_CONTENT_DECORATOR | ECONV_XML_ATTR_QUOTE_DECORATOR | ECONV_UNDEF_HEX_CHARREF;
    if (val_symbol_p(v)) rb_raise(rb_eArgError, "unexpected value for xml option: %" PRIsVALUE, sym_name(v));
    rb_raise(rb_eArgError, "unexpected value for xml option");
}

int
econv_flags_from_hash(VALUE hash, VALUE *opts, int flags)
{
    *opts = Qnil;
    if (hash == Qnil) return flags;
    VALUE v = option(hash, "invalid"), rest = Qnil;
    if (v != Qnil && !sym_is(v, "replace")) rb_raise(rb_eArgError, "unknown value for invalid character option");
    if (v != Qnil) flags |= ECONV_INVALID_REPLACE;
    v = option(hash, "undef");
    if (v != Qnil && !sym_is(v, "replace")) rb_raise(rb_eArgError, "unknown value for undefined character option");
    if (v != Qnil) flags |= ECONV_UNDEF_REPLACE;
    v = option(hash, "replace");
    if (v != Qnil && !(flags & ECONV_INVALID_REPLACE)) flags |= ECONV_UNDEF_REPLACE;
    if (v != Qnil) {
        v = str_of(v);
        if (str_cr_known(v) == STR_CR_BROKEN) rb_raise(rb_eArgError, "replacement string is broken: %" PRIsVALUE, v);
        rest = rb_hash_new();
        rb_hash_aset(rest, ID2SYM(rb_intern("replace")), str_new_frozen(v));
    }
    flags |= xml_flags(hash) | newline_flags(hash);
    v = option(hash, "fallback");
    if (v != Qnil) {
        if (rest == Qnil) rest = rb_hash_new();
        rb_hash_aset(rest, ID2SYM(rb_intern("fallback")), v);
    }
    *opts = rest;
    return flags;
}

int
rb_econv_prepare_options(VALUE hash, VALUE *opts, int flags)
{
    return econv_flags_from_hash(hash, opts, flags);
}

int
rb_econv_prepare_opts(VALUE hash, VALUE *opts)
{
    return econv_flags_from_hash(hash, opts, 0);
}

rb_econv_t *
rb_econv_open_opts(const char *from, const char *to, int flags, VALUE opts)
{
    VALUE replace = opts == Qnil ? Qnil : option(opts, "replace");
    rb_econv_t *ec = rb_econv_open(from, to, flags);
    if (!ec || replace == Qnil) return ec;
    const char *enc = str_enc(replace)->name;
    int failed = rb_econv_set_replacement(ec, (uint8_t *)str_ptr(replace), str_len(replace), enc);
    RB_GC_GUARD(replace);
    if (!failed) return ec;
    rb_econv_close(ec);
    return NULL;
}

/* ---- fallback ---- */

static VALUE
call_fallback(VALUE fallback, VALUE c)
{
    if (val_type_p(fallback, T_HASH)) return rb_hash_aref(fallback, c);
    if (rb_obj_is_proc(fallback)) return rb_proc_call(fallback, rb_ary_new_from_args(1, c));
    if (rb_obj_is_method(fallback)) return rb_method_call(1, &c, fallback);
    VALUE r = rb_check_funcall(fallback, idAREF, 1, &c);
    return r == Qundef ? Qnil : r;
}

/* Writes the fallback's replacement for an undefined character.  Returns false if the fallback has none. */
static bool
use_fallback(rb_econv_t *ec, VALUE fallback)
{
    int index = enc_find_index(ec->error.source, strlen(ec->error.source));
    VALUE c = str_new((char *)ec->error.bytes, ec->error.len, index < 0 ? ENCI_BINARY : index);
    VALUE r = call_fallback(fallback, c);
    if (r == Qnil || r == Qundef) return false;
    r = str_of(r);
    int failed = rb_econv_insert_output(ec, (uint8_t *)str_ptr(r), str_len(r), str_enc(r)->name);
    RB_GC_GUARD(r);
    if (failed) rb_raise(rb_eArgError, "too big fallback string");
    return true;
}

/* ---- converting a whole String ---- */

/* Runs str through ec; a String of encoding `to_index`.  raises what ec reports. */
static VALUE
convert_all(rb_econv_t *ec, VALUE str, VALUE fallback, int to_index)
{
    size_t len = str_len(str), done = 0, at = 0;
    VALUE s = str_buf_new_class(rb_cString, len + len / 4 + 16, to_index);
    for (;;) {
        const uint8_t *base = (uint8_t *)str_ptr(str), *in = base + at;
        uint8_t *out = (uint8_t *)str_ptr(s), *w = out + done;
        rb_econv_result_t r = rb_econv_convert(ec, &in, base + len, &w, out + str_capa(s), 0);
        at = (size_t)(in - base);
        done = (size_t)(w - out);
        str_set_len(s, done);
        if (r == econv_finished) break;
        if (r == econv_destination_buffer_full) str_modify_expand(s, done + 64);
        else if (r == econv_undefined_conversion && fallback != Qnil && use_fallback(ec, fallback)) continue;
        else rb_econv_check_error(ec);
    }
    str_set_cr(s, STR_CR_UNKNOWN);
    RB_GC_GUARD(str);
    return s;
}

static VALUE
transcode_with(VALUE str, const char *from, const char *to, int flags, VALUE opts, int to_index)
{
    VALUE fallback = opts == Qnil ? Qnil : option(opts, "fallback");
    rb_econv_t *ec = rb_econv_open_opts(from, to, flags, opts);
    if (!ec) econv_not_found(from, to, flags);
    VALUE holder = econv_holder(ec);
    VALUE r = convert_all(ec, str, fallback, to_index);
    RB_GC_GUARD(holder);
    return r;
}

/* The two ends of a conversion: their names as given, and their encodings, or NULL for an unknown name. */
struct ends {
    const char *from, *to;
    const struct enc *from_enc, *to_enc;
};

static bool
nothing_to_do(VALUE str, const struct ends *k)
{
    if (!k->from_enc || !k->to_enc) return false;
    if (k->from_enc == k->to_enc) return true;
    return enc_ascii_compat_p(k->from_enc) && enc_ascii_compat_p(k->to_enc) && str_ascii_only(str) &&
           k->from_enc->index == str_enc_index(str);
}

static VALUE
relabel(VALUE str, int index)
{
    VALUE r = str_dup_plain(str);
    str_associate(r, index);
    return r;
}

static int
define_if_unknown(const char *name, const struct enc *enc)
{
    return enc ? enc->index : rb_define_dummy_encoding(name);
}

/* Returns a copy of str after the decorators of `flags`; they work on ASCII's bytes, so the text goes through UTF-8. */
static VALUE
decorate_wide(VALUE str, const struct enc *enc, int flags, VALUE opts)
{
    VALUE utf8 = transcode_with(str, enc->name, "UTF-8", flags & ECONV_ERROR_HANDLER_MASK, opts, ENCI_UTF8);
    return transcode_with(utf8, "UTF-8", enc->name, flags, opts, enc->index);
}

/* The encoded copy. */
static VALUE
encode(VALUE str, int argc, const VALUE *argv, int flags, VALUE opts)
{
    struct ends k = {NULL, NULL, NULL, NULL};
    bool explicit_replace = true;
    if (argc == 0) {
        k.to_enc = enc_default_internal < 0 ? NULL : enc_at(enc_default_internal);
        if (!k.to_enc) {
            if (!flags) return str_dup_plain(str);
            k.to_enc = str_enc(str);
        }
        if (!(flags & ECONV_INVALID_MASK)) explicit_replace = false;
        flags |= ECONV_INVALID_REPLACE; /* towards the default, nothing raises */
        if (!(flags & ECONV_UNDEF_MASK)) flags |= ECONV_UNDEF_REPLACE;
        k.to = k.to_enc->name;
    } else econv_encoding_arg(argv[0], &k.to, &k.to_enc);
    if (argc < 2 || argv[1] == Qnil) {
        k.from_enc = str_enc(str);
        k.from = k.from_enc->name;
    } else econv_encoding_arg(argv[1], &k.from, &k.from_enc);

    if (!(flags & (ECONV_NEWLINE_DECORATOR_MASK | ECONV_DECORATOR_MASK))) {
        if (k.from_enc && k.from_enc == k.to_enc) {
            if ((flags & ECONV_INVALID_MASK) && explicit_replace) {
                VALUE rep = opts == Qnil ? Qnil : option(opts, "replace");
                VALUE src = str_enc(str) == k.from_enc ? str : relabel(str, k.from_enc->index);
                VALUE r = str_scrub_with(src, rep);
                return r == Qnil ? str_dup_plain(src) : r;
            }
            return argc < 2 || argv[1] == Qnil ? str_dup_plain(str) : relabel(str, k.to_enc->index);
        }
        if (nothing_to_do(str, &k)) return relabel(str, k.to_enc->index);
        if (strcasecmp(k.from, k.to) == 0) return str_dup_plain(str);
        if (k.from_enc && k.to_enc && opts == Qnil) {
            VALUE r = econv_direct(str, k.from_enc->index, k.to_enc->index);
            if (r != Qundef) return r;
        }
    } else if ((k.from_enc && k.from_enc == k.to_enc) || strcasecmp(k.from, k.to) == 0) {
        if (k.from_enc && !enc_ascii_compat_p(k.from_enc)) return decorate_wide(str, k.from_enc, flags, opts);
        return transcode_with(str, "", "", flags, opts, k.to_enc ? k.to_enc->index : str_enc_index(str));
    }
    VALUE r = transcode_with(str, k.from, k.to, flags, opts, k.to_enc ? k.to_enc->index : ENCI_BINARY);
    if (!k.to_enc) str_associate(r, define_if_unknown(k.to, NULL));
    return r;
}

VALUE
rb_str_encode(VALUE str, VALUE to, int flags, VALUE opts)
{
    return encode(str, 1, &to, flags, opts);
}

static VALUE
encode_args(int argc, VALUE *argv, VALUE self)
{
    VALUE to, from, hash, opts;
    int n = rb_scan_args(argc, argv, "02:", &to, &from, &hash);
    int flags = econv_flags_from_hash(hash, &opts, 0);
    VALUE args[2] = {to, from};
    return encode(self, n, args, flags, opts);
}

static VALUE
str_m_encode(int argc, VALUE *argv, VALUE self)
{
    return encode_args(argc, argv, self);
}

static VALUE
str_m_encode_bang(int argc, VALUE *argv, VALUE self)
{
    str_check_frozen(self);
    VALUE r = encode_args(argc, argv, self);
    str_modify(self);
    return str_become(self, r);
}

/* ---- quiet conversion ---- */

VALUE
rb_str_conv_enc_opts(VALUE str, rb_encoding *from_pub, rb_encoding *to_pub, int flags, VALUE opts)
{
    if (!to_pub) return str;
    if (!from_pub) from_pub = enc_pub(str_enc(str));
    const struct enc *from = enc_of_pub(from_pub), *to = enc_of_pub(to_pub);
    if (from == to) return str;
    if ((enc_ascii_compat_p(to) && str_ascii_only(str)) || to->index == ENCI_BINARY) {
        if (str_enc(str) == to) return str;
        return relabel(str, to->index);
    }
    if (!flags && opts == Qnil) {
        VALUE r = econv_direct(str, from->index, to->index);
        if (r != Qundef) return r;
    }
    rb_econv_t *ec = rb_econv_open_opts(from->name, to->name, flags, opts);
    if (!ec) return str;
    VALUE holder = econv_holder(ec), s = str_buf_new_class(rb_cString, str_len(str) * 2 + 16, to->index);
    size_t done = 0, at = 0, len = str_len(str);
    for (;;) {
        const uint8_t *base = (uint8_t *)str_ptr(str), *in = base + at;
        uint8_t *out = (uint8_t *)str_ptr(s), *w = out + done;
        rb_econv_result_t r = rb_econv_convert(ec, &in, base + len, &w, out + str_capa(s), 0);
        at = (size_t)(in - base);
        done = (size_t)(w - out);
        str_set_len(s, done);
        if (r == econv_finished) break;
        if (r != econv_destination_buffer_full) return str;
        str_modify_expand(s, done + 64);
    }
    RB_GC_GUARD(holder);
    return s;
}

VALUE
rb_str_conv_enc(VALUE str, rb_encoding *from, rb_encoding *to)
{
    return rb_str_conv_enc_opts(str, from, to, 0, Qnil);
}

void
str_init_encode(VALUE c)
{
    rb_define_method(c, "encode", str_m_encode, -1);
    rb_define_method(c, "encode!", str_m_encode_bang, -1);
}
