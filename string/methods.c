/*
 * string/methods.c - String's everyday methods: making, joining, comparing, encodings, bytes; and Init_String.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/class.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/numeric.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

/* ---- making ---- */

static VALUE
str_s_alloc(VALUE klass)
{
    return str_new_class(klass, NULL, 0, ENCI_BINARY);
}

static VALUE
str_s_try_convert(VALUE klass, VALUE v)
{
    return str_check(v);
}

/* initialize(str = "", encoding: nil, capacity: nil); str may be Qundef */
static void
initialize(VALUE self, VALUE orig, VALUE encoding, VALUE capacity)
{
    if (capacity != Qundef && capacity != Qnil) {
        long capa = NUM2LONG(capacity);
        long len = orig == Qundef ? 0 : (long)str_len(orig);
        if (capa > len) str_modify_expand(self, (size_t)capa - str_len(self));
    }
    if (orig == self) str_modify(self);
    if (orig != Qundef && orig != self) {
        str_modify(self);
        str_become(self, orig);
    }
    if (encoding != Qundef && encoding != Qnil) {
        str_check_frozen(self);
        str_associate(self, enc_from_arg(encoding)->index);
        str_set_cr(self, STR_CR_UNKNOWN);
    }
}

static void
initialize_args(int argc, const VALUE *argv, VALUE *orig, VALUE kw[2])
{
    static ID keys[2];
    VALUE opt;
    if (!keys[0]) {
        keys[0] = rb_intern("encoding");
        keys[1] = rb_intern("capacity");
    }
    *orig = kw[0] = kw[1] = Qundef;
    int n = rb_scan_args(argc, argv, "01:", orig, &opt);
    if (n == 0) *orig = Qundef;
    if (opt != Qnil) rb_get_kwargs(opt, keys, 0, 2, kw);
    if (*orig != Qundef) *orig = str_of(*orig);
}

static VALUE
str_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE orig, kw[2];
    if (argc == 0) return self;
    initialize_args(argc, argv, &orig, kw);
    initialize(self, orig, kw[0], kw[1]);
    return self;
}

static VALUE
str_s_new(int argc, VALUE *argv, VALUE klass)
{
    VALUE orig, kw[2];
    if (klass != rb_cString) {
        VALUE s = rb_obj_alloc(klass);
        rb_obj_call_init_kw(s, argc, argv, rb_keyword_given_p() ? RB_PASS_KEYWORDS : RB_NO_KEYWORDS);
        return s;
    }
    if (argc == 0) return str_new(NULL, 0, ENCI_BINARY);
    initialize_args(argc, argv, &orig, kw);
    if (kw[0] == Qundef && kw[1] == Qundef && orig != Qundef) return str_dup_plain(orig);
    size_t capa = 0;
    if (kw[1] != Qundef && kw[1] != Qnil) {
        long n = NUM2LONG(kw[1]);
        capa = n > 0 ? (size_t)n : 0;
    }
    size_t len = orig == Qundef ? 0 : str_len(orig);
    VALUE s = str_buf_new_class(klass, capa > len ? capa : len, orig == Qundef ? ENCI_BINARY : str_enc_index(orig));
    initialize(s, orig, kw[0], Qundef);
    return s;
}

static VALUE
str_m_replace(VALUE self, VALUE other)
{
    return rb_str_replace(self, other);
}

static bool
bare_p(VALUE s)
{
    return obj_class(s) == rb_cString && !(obj_flags(s) & HDR_EXIVAR);
}

static VALUE
str_m_dup(VALUE self)
{
    return bare_p(self) ? str_dup_plain(self) : rb_obj_dup(self);
}

static VALUE
str_m_to_s(VALUE self)
{
    return class_real(obj_class(self)) == rb_cString ? self : str_dup_plain(self);
}

static VALUE
str_m_freeze(VALUE self)
{
    return rb_str_freeze(self);
}

static VALUE
str_m_uplus(VALUE self)
{
    if (obj_flags(self) & (HDR_FROZEN | STR_CHILLED | STR_CHILLED_SYM)) return str_dup(self);
    return self;
}

static VALUE
str_m_uminus(VALUE self)
{
    if (obj_flags(self) & STR_FSTR) return self;
    if (bare_p(self)) return str_fstring(self);
    return obj_frozen(self) ? self : rb_str_freeze(str_dup(self));
}

/* ---- joining ---- */

static VALUE
str_m_plus(VALUE self, VALUE other)
{
    return str_plus(self, str_of(other));
}

/* Fills to[0..total) with its first `len` bytes over and over. */
static void
repeat_bytes(char *to, size_t len, size_t total)
{
    size_t done = len;
    if (len == 1) {
        memset(to, to[0], total);
        return;
    }
    for (; done < total; done *= 2) memcpy(to + done, to, done * 2 <= total ? done : total - done);
}

VALUE
rb_str_times(VALUE self, VALUE times)
{
    long n = NUM2LONG(times);
    size_t len = str_len(self);
    if (n < 0) rb_raise(rb_eArgError, "negative argument");
    if (n == 1) return str_dup_plain(self);
    if (len && (unsigned long)n > (size_t)LONG_MAX / len) rb_raise(rb_eArgError, "argument too big");
    size_t total = len * (size_t)n;
    VALUE s = str_new(NULL, total, str_enc_index(self));
    if (total) {
        memcpy(str_ptr(s), str_ptr(self), len);
        repeat_bytes(str_ptr(s), len, total);
    }
    unsigned cr = str_cr(self);
    str_set_cr(s, cr == STR_CR_BROKEN || !total ? STR_CR_UNKNOWN : cr);
    return s;
}

/* s << an Integer: a character by its code point, which is refused before a frozen s is. */
static VALUE
append_codepoint(VALUE s, VALUE v)
{
    if (!val_fix_p(v)) rb_raise(rb_eRangeError, "bignum out of char range");
    intptr_t i = fix_int(v);
    if (i < 0 || i > (intptr_t)UINT32_MAX) rb_raise(rb_eRangeError, "%ld out of char range", (long)i);
    uint32_t c = (uint32_t)i;
    const struct enc *enc = str_enc(s);
    if (enc->index == ENCI_BINARY || enc->index == ENCI_USASCII) {
        char b = (char)c;
        if (c > 0xff) rb_raise(rb_eRangeError, "%u out of char range", c);
        if (enc->index == ENCI_USASCII && c > 0x7f) {
            str_modify(s);
            str_associate(s, ENCI_BINARY);
        }
        return str_append_bytes(s, &b, 1);
    }
    int n = enc->ops->code_len(c);
    if (n == ENC_ERR_CODE) rb_raise(rb_eRangeError, "invalid codepoint 0x%X in %s", c, enc->name);
    if (n <= 0) rb_raise(rb_eRangeError, "%u out of char range", c);
    char buf[8];
    enc_encode(enc, c, buf);
    if (enc_precise_len(enc, buf, buf + n) != n) rb_raise(rb_eRangeError, "invalid codepoint 0x%X in %s", c, enc->name);
    return str_append_enc(s, buf, (size_t)n, enc->index, c < 0x80 && enc_ascii_compat_p(enc) ? STR_CR_7BIT : STR_CR_VALID);
}

VALUE
rb_str_concat(VALUE self, VALUE v)
{
    if (LIKELY(val_type_p(v, T_STRING))) return str_append(self, v);
    if (val_fix_p(v) || val_type_p(v, T_BIGNUM)) return append_codepoint(self, v);
    return str_append(self, str_of(v));
}

static VALUE
str_m_concat(int argc, VALUE *argv, VALUE self)
{
    str_check_frozen(self);
    if (argc == 1) return rb_str_concat(self, argv[0]);
    if (argc == 0) return self;
    VALUE all = str_new(NULL, 0, str_enc_index(self));
    for (int i = 0; i < argc; i++) rb_str_concat(all, argv[i]);
    return str_append(self, all);
}

static VALUE
str_m_prepend(int argc, VALUE *argv, VALUE self)
{
    str_check_frozen(self);
    if (argc == 0) return self;
    VALUE all = argc == 1 ? str_of(argv[0]) : str_new(NULL, 0, str_enc_index(self));
    for (int i = 0; argc > 1 && i < argc; i++) str_append(all, str_of(argv[i]));
    str_splice(self, 0, 0, all);
    return self;
}

static VALUE
str_m_append_as_bytes(int argc, VALUE *argv, VALUE self)
{
    size_t more = 0;
    for (int i = 0; i < argc; i++) {
        VALUE v = argv[i];
        if (val_type_p(v, T_STRING)) more += str_len(v);
        else if (RB_INTEGER_TYPE_P(v)) more++;
        else rb_raise(rb_eTypeError, "wrong argument type %s (expected String or Integer)", rb_obj_classname(v));
    }
    str_check_frozen(self);
    size_t len = str_len(self);
    str_modify_expand(self, more);
    char *to = str_ptr(self) + len;
    for (int i = 0; i < argc; i++) {
        VALUE v = argv[i];
        if (val_type_p(v, T_STRING)) {
            size_t n = v == self ? len : str_len(v);
            memcpy(to, str_ptr(v), n);
            to += n;
        } else *to++ = (char)FIX2LONG(int_and(v, int_fix(0xff)));
    }
    str_set_len(self, len + more);
    return self;
}

/* ---- comparing ---- */

static VALUE
str_m_equal(VALUE self, VALUE other)
{
    return rb_str_equal(self, other);
}

static VALUE
str_m_eql_p(VALUE self, VALUE other)
{
    return val_bool(val_type_p(other, T_STRING) && str_equal(self, other));
}

static VALUE
compare_reversed(VALUE self, VALUE other, int recursive)
{
    if (recursive) return Qnil;
    VALUE r = rb_check_funcall(other, idCmp, 1, &self);
    if (r == Qundef || r == Qnil) return Qnil;
    int n = -rb_cmpint(r, other, self);
    return int_fix(n);
}

static VALUE
str_m_cmp(VALUE self, VALUE other)
{
    VALUE s = str_check(other);
    if (s != Qnil) return int_fix(str_compare(self, s));
    return rb_exec_recursive(compare_reversed, self, other);
}

static VALUE
str_m_hash(VALUE self)
{
    return hash_to_value(obj_hash(self)); /* the same a Hash uses */
}

/* ---- size and content ---- */

static VALUE
str_m_length(VALUE self)
{
    return int_fix((intptr_t)str_nchars(self));
}

static VALUE
str_m_bytesize(VALUE self)
{
    return int_fix((intptr_t)str_len(self));
}

static VALUE
str_m_empty_p(VALUE self)
{
    return val_bool(str_len(self) == 0);
}

static VALUE
str_m_clear(VALUE self)
{
    str_modify(self);
    str_set_len(self, 0);
    str_set_cr(self, enc_ascii_compat_p(str_enc(self)) ? STR_CR_7BIT : STR_CR_VALID);
    return self;
}

static VALUE
str_m_getbyte(VALUE self, VALUE index)
{
    long i = NUM2LONG(index);
    size_t len = str_len(self);
    if (i < 0) i += (long)len;
    if (i < 0 || (size_t)i >= len) return Qnil;
    return int_fix((uint8_t)str_ptr(self)[i]);
}

static VALUE
str_m_setbyte(VALUE self, VALUE index, VALUE value)
{
    long i = NUM2LONG(index), at = i;
    VALUE low = int_and(rb_to_int(value), int_fix(0xff));
    size_t len = str_len(self);
    if (at < 0) at += (long)len;
    if (at < 0 || (size_t)at >= len) rb_raise(rb_eIndexError, "index %ld out of string", i);
    str_check_frozen(self);
    str_modify(self);
    str_ptr(self)[at] = (char)fix_int(low);
    return value;
}

/* ---- leaf functions (method_set_leaf) ---- */

static VALUE
str_leaf_getbyte(VALUE self, VALUE index)
{
    return val_fix_p(index) ? str_m_getbyte(self, index) : Qundef;
}

static VALUE
str_leaf_setbyte(VALUE self, VALUE index, VALUE value)
{
    if (!val_fix2_p(index, value) || !str_writable_p(self)) return Qundef;
    intptr_t i = fix_int(index), len = (intptr_t)str_len(self);
    if (i < 0) i += len;
    if (i < 0 || i >= len) return Qundef;
    obj_hdr(self)->flags &= ~(STR_JSON_CLEAN | STR_CR_MASK);
    str_ptr(self)[i] = (char)fix_int(value);
    return value;
}

static VALUE
str_leaf_to_s(VALUE self)
{
    return obj_class(self) == rb_cString ? self : Qundef;
}

static VALUE
str_leaf_ord(VALUE self)
{
    if (!str_len(self) || !str_single_byte_p(self)) return Qundef;
    return int_fix((uint8_t)*str_ptr(self));
}

static void
str_set_leaves(VALUE c)
{
    method_set_leaf(c, "getbyte", (cfunc_t)(void *)str_leaf_getbyte, 1);
    method_set_leaf(c, "setbyte", (cfunc_t)(void *)str_leaf_setbyte, 2);
    method_set_leaf(c, "to_s", (cfunc_t)(void *)str_leaf_to_s, 0);
    method_set_leaf(c, "to_str", (cfunc_t)(void *)str_leaf_to_s, 0);
    method_set_leaf(c, "ord", (cfunc_t)(void *)str_leaf_ord, 0);
}

static VALUE
str_m_to_sym(VALUE self)
{
    return str_intern(self);
}

static VALUE
str_m_ord(VALUE self)
{
    return UINT2NUM(enc_codepoint_len(str_enc(self), str_ptr(self), str_end(self), NULL));
}

static VALUE
str_m_chr(VALUE self)
{
    return rb_str_substr(self, 0, 1);
}

/* ---- encodings ---- */

static VALUE
str_m_encoding(VALUE self)
{
    return enc_object(str_enc(self));
}

static VALUE
str_m_force_encoding(VALUE self, VALUE encoding)
{
    str_check_frozen(self);
    int i = enc_from_arg(encoding)->index;
    if (i == str_enc_index(self)) return self;
    str_associate(self, i);
    return self;
}

static VALUE
str_m_valid_encoding_p(VALUE self)
{
    return val_bool(str_cr_known(self) != STR_CR_BROKEN);
}

static VALUE
str_m_ascii_only_p(VALUE self)
{
    return val_bool(str_ascii_only(self));
}

static VALUE
str_m_b(VALUE self)
{
    VALUE s = str_dup_plain(self);
    unsigned cr = str_cr(s);
    str_set_enc_index(s, ENCI_BINARY);
    str_set_cr(s, cr == STR_CR_7BIT ? cr : cr == STR_CR_UNKNOWN ? cr : STR_CR_UNKNOWN);
    return s;
}

/* ---- start ---- */

static void
init_joining(VALUE c)
{
    rb_define_method(c, "+", str_m_plus, 1);
    rb_define_method(c, "*", rb_str_times, 1);
    rb_define_method(c, "<<", rb_str_concat, 1);
    rb_define_method(c, "concat", str_m_concat, -1);
    rb_define_method(c, "prepend", str_m_prepend, -1);
    rb_define_method(c, "append_as_bytes", str_m_append_as_bytes, -1);
    rb_define_method(c, "==", str_m_equal, 1);
    rb_define_method(c, "===", str_m_equal, 1);
    rb_define_method(c, "eql?", str_m_eql_p, 1);
    rb_define_method(c, "<=>", str_m_cmp, 1);
    rb_define_method(c, "hash", str_m_hash, 0);
}

static void
init_content(VALUE c)
{
    rb_define_method(c, "length", str_m_length, 0);
    rb_define_method(c, "size", str_m_length, 0);
    method_add_leaf(c, "bytesize", (cfunc_t)(void *)str_m_bytesize, 0);
    method_add_leaf(c, "empty?", (cfunc_t)(void *)str_m_empty_p, 0);
    rb_define_method(c, "clear", str_m_clear, 0);
    rb_define_method(c, "getbyte", str_m_getbyte, 1);
    rb_define_method(c, "setbyte", str_m_setbyte, 2);
    rb_define_method(c, "to_sym", str_m_to_sym, 0);
    rb_define_method(c, "intern", str_m_to_sym, 0);
    rb_define_method(c, "ord", str_m_ord, 0);
    rb_define_method(c, "chr", str_m_chr, 0);
    rb_define_method(c, "encoding", str_m_encoding, 0);
    rb_define_method(c, "force_encoding", str_m_force_encoding, 1);
    rb_define_method(c, "valid_encoding?", str_m_valid_encoding_p, 0);
    rb_define_method(c, "ascii_only?", str_m_ascii_only_p, 0);
    rb_define_method(c, "b", str_m_b, 0);
}

void
Init_String(void)
{
    if (!rb_cString) rb_cString = rb_define_class("String", rb_cObject);
    VALUE c = rb_cString;
    str_class_ready();
    rb_include_module(c, rb_mComparable);
    rb_define_alloc_func(c, str_s_alloc);
    rb_define_singleton_method(c, "new", str_s_new, -1);
    rb_define_singleton_method(c, "try_convert", str_s_try_convert, 1);
    rb_define_private_method(c, "initialize", str_m_initialize, -1);
    rb_define_private_method(c, "initialize_copy", str_m_replace, 1);
    rb_define_method(c, "replace", str_m_replace, 1);
    rb_define_method(c, "dup", str_m_dup, 0);
    rb_define_method(c, "to_s", str_m_to_s, 0);
    rb_define_method(c, "to_str", str_m_to_s, 0);
    rb_define_method(c, "freeze", str_m_freeze, 0);
    rb_define_method(c, "+@", str_m_uplus, 0);
    rb_define_method(c, "-@", str_m_uminus, 0);
    rb_define_method(c, "dedup", str_m_uminus, 0);
    init_joining(c);
    init_content(c);
    str_init_aref(c);
    str_init_search(c);
    str_init_case(c);
    str_init_split(c);
    str_init_sub(c);
    str_init_mod(c);
    str_init_tr(c);
    str_init_succ(c);
    str_init_inspect(c);
    str_init_each(c);
    str_init_num(c);
    str_init_scrub(c);
    str_init_norm(c);
    str_init_encode(c);
    str_set_leaves(c);
}
