/*
 * string/capi.c - the C API of String and Symbol, over string.c and symbol.c.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/string.h"
#include <string.h>

VALUE rb_cString, rb_cSymbol;

static size_t
checked_len(long len)
{
    if (len < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    return (size_t)len;
}

static const char *
checked_cstr(const char *p)
{
    if (!p) rb_raise(rb_eArgError, "NULL pointer given");
    return p;
}

/* ---- new strings ---- */

VALUE
rb_str_new(const char *ptr, long len)
{
    return str_new(ptr, checked_len(len), ENCI_BINARY);
}

VALUE
rb_str_new_cstr(const char *ptr)
{
    checked_cstr(ptr);
    return str_new(ptr, strlen(ptr), ENCI_BINARY);
}

VALUE
rb_str_new_static(const char *ptr, long len)
{
    return str_new_static(ptr, checked_len(len), ENCI_BINARY);
}

VALUE
rb_str_new_shared(VALUE str)
{
    return str_dup(str);
}

VALUE
rb_str_new_frozen(VALUE str)
{
    return str_new_frozen(str);
}

VALUE
rb_str_dup_frozen(VALUE str)
{
    return str_new_frozen(str);
}

VALUE
rb_str_new_with_class(VALUE obj, const char *ptr, long len)
{
    return str_new_class(rb_obj_class(obj), ptr, checked_len(len), str_enc_index(obj));
}

VALUE
rb_usascii_str_new(const char *ptr, long len)
{
    VALUE s = str_new(ptr, checked_len(len), ENCI_USASCII);
    return s;
}

VALUE
rb_usascii_str_new_cstr(const char *ptr)
{
    checked_cstr(ptr);
    return str_new(ptr, strlen(ptr), ENCI_USASCII);
}

VALUE
rb_usascii_str_new_static(const char *ptr, long len)
{
    return str_new_static(ptr, checked_len(len), ENCI_USASCII);
}

VALUE
rb_utf8_str_new(const char *ptr, long len)
{
    return str_new(ptr, checked_len(len), ENCI_UTF8);
}

VALUE
rb_utf8_str_new_cstr(const char *ptr)
{
    checked_cstr(ptr);
    return str_new(ptr, strlen(ptr), ENCI_UTF8);
}

VALUE
rb_utf8_str_new_static(const char *ptr, long len)
{
    return str_new_static(ptr, checked_len(len), ENCI_UTF8);
}

VALUE
rb_enc_str_new(const char *ptr, long len, rb_encoding *enc)
{
    return str_new(ptr, checked_len(len), enc ? enc_of_pub(enc)->index : ENCI_BINARY);
}

VALUE
rb_enc_str_new_cstr(const char *ptr, rb_encoding *enc)
{
    checked_cstr(ptr);
    if (enc_of_pub(enc)->min_len != 1) rb_raise(rb_eArgError, "wchar encoding given");
    return str_new(ptr, strlen(ptr), enc_of_pub(enc)->index);
}

VALUE
rb_enc_str_new_static(const char *ptr, long len, rb_encoding *enc)
{
    return str_new_static(ptr, checked_len(len), enc ? enc_of_pub(enc)->index : ENCI_BINARY);
}

/* Returns a new String, converted to default_internal if that is set and the bytes convert. */
static VALUE
external_new(const char *ptr, long len, int enc_index)
{
    VALUE s = str_new(ptr, checked_len(len), enc_index);
    if (enc_index == ENCI_USASCII && !str_ascii_only(s)) {
        str_associate(s, ENCI_BINARY);
        return s;
    }
    if (enc_default_internal < 0 || enc_default_internal == enc_index) return s;
    if (enc_index == ENCI_BINARY) return s;
    return rb_str_conv_enc(s, enc_pub(enc_at(enc_index)), enc_pub(enc_at(enc_default_internal)));
}

VALUE
rb_external_str_new_with_enc(const char *ptr, long len, rb_encoding *enc)
{
    return external_new(ptr, len, enc_of_pub(enc)->index);
}

VALUE
rb_external_str_new(const char *ptr, long len)
{
    return external_new(ptr, len, enc_default_external);
}

VALUE
rb_external_str_new_cstr(const char *ptr)
{
    return external_new(ptr, (long)strlen(checked_cstr(ptr)), enc_default_external);
}

VALUE
rb_locale_str_new(const char *ptr, long len)
{
    return external_new(ptr, len, enc_locale_index());
}

VALUE
rb_locale_str_new_cstr(const char *ptr)
{
    return external_new(ptr, (long)strlen(checked_cstr(ptr)), enc_locale_index());
}

VALUE
rb_filesystem_str_new(const char *ptr, long len)
{
    return external_new(ptr, len, rb_filesystem_encindex());
}

VALUE
rb_filesystem_str_new_cstr(const char *ptr)
{
    return external_new(ptr, (long)strlen(checked_cstr(ptr)), rb_filesystem_encindex());
}

VALUE
rb_str_buf_new(long capa)
{
    return str_buf_new(capa < 0 ? 0 : (size_t)capa);
}

VALUE
rb_str_buf_new_cstr(const char *ptr)
{
    return rb_str_new_cstr(ptr);
}

VALUE
rb_str_tmp_new(long len)
{
    VALUE s = str_new_class(0, NULL, checked_len(len), ENCI_BINARY);
    memset(str_ptr(s), 0, str_len(s));
    return s;
}

VALUE
rb_interned_str(const char *ptr, long len)
{
    size_t n = checked_len(len);
    return str_fstring_cstr(ptr, n, enc_bytes_ascii_p(ptr, n) ? ENCI_USASCII : ENCI_BINARY);
}

VALUE
rb_interned_str_cstr(const char *ptr)
{
    return rb_interned_str(ptr, (long)strlen(ptr));
}

VALUE
rb_enc_interned_str(const char *ptr, long len, rb_encoding *enc)
{
    return str_fstring_cstr(ptr, checked_len(len), enc ? enc_of_pub(enc)->index : ENCI_BINARY);
}

VALUE
rb_enc_interned_str_cstr(const char *ptr, rb_encoding *enc)
{
    return rb_enc_interned_str(ptr, (long)strlen(ptr), enc);
}

VALUE
rb_str_to_interned_str(VALUE str)
{
    return str_fstring(str);
}

VALUE
rb_str_dup(VALUE str)
{
    return str_dup(str);
}

VALUE
rb_str_resurrect(VALUE str)
{
    return str_resurrect(str, false);
}

VALUE
rb_obj_as_string(VALUE obj)
{
    if (LIKELY(val_type_p(obj, T_STRING))) return obj;
    VALUE s = rb_funcallv(obj, rb_intern("to_s"), 0, NULL);
    return val_type_p(s, T_STRING) ? s : rb_any_to_s(obj);
}

VALUE
rb_check_string_type(VALUE v)
{
    return str_check(v);
}

VALUE
rb_str_to_str(VALUE v)
{
    return str_of(v);
}

VALUE
rb_string_value(volatile VALUE *v)
{
    if (!val_type_p(*v, T_STRING)) *v = str_of(*v);
    return *v;
}

char *
rb_string_value_ptr(volatile VALUE *v)
{
    return str_ptr(rb_string_value(v));
}

char *
rb_string_value_cstr(volatile VALUE *v)
{
    VALUE s = rb_string_value(v);
    const char *p = str_ptr(s);
    size_t len = str_len(s), wide = str_enc(s)->min_len;
    if (wide > 1) {
        for (size_t i = 0; i + wide <= len; i += wide) {
            if (p[i] == 0 && memcmp(p + i, "\0\0\0\0", wide) == 0) rb_raise(rb_eArgError, "string contains null char");
        }
    } else if (memchr(p, 0, len)) rb_raise(rb_eArgError, "string contains null byte");
    return str_ptr(s);
}

char *
rb_string_ptr(VALUE s)
{
    return str_ptr(s);
}

char *
rb_string_end(VALUE s)
{
    return str_end(s);
}

long
rb_string_len(VALUE s)
{
    return (long)str_len(s);
}

int
rb_string_len_int(VALUE s)
{
    size_t n = str_len(s);
    if (n > INT_MAX) rb_raise(rb_eRangeError, "integer %ld too big to convert to 'int'", (long)n);
    return (int)n;
}

void
rb_must_asciicompat(VALUE s)
{
    const struct enc *e = enc_at(rb_enc_get_index(s));
    if (!enc_ascii_compat_p(e)) rb_raise(rb_eEncCompatError, "ASCII incompatible encoding: %s", e->name);
}

void
rb_str_free(VALUE s)
{
    str_free(s);
    if (obj_flags(s) & STR_HEAP) { /* the collector must not free it again */
        ((struct str_heap *)s)->ptr = NULL;
        ((struct str_heap *)s)->len = 0;
        gc_disown(s);
    }
}

/* ---- length and capacity ---- */

size_t
rb_str_capacity(VALUE s)
{
    return str_capa(s);
}

void
rb_str_modify(VALUE s)
{
    str_modify(s);
}

void
rb_str_modify_expand(VALUE s, long more)
{
    if (more < 0) rb_raise(rb_eArgError, "negative expanding string size");
    str_modify_expand(s, (size_t)more);
}

void
rb_str_set_len(VALUE s, long len)
{
    str_set_len(s, (size_t)len);
}

VALUE
rb_str_resize(VALUE s, long len)
{
    str_resize(s, checked_len(len));
    return s;
}

void
rb_str_shared_replace(VALUE dst, VALUE src)
{
    if (dst != src) str_steal(dst, src);
}

VALUE
rb_str_replace(VALUE dst, VALUE src)
{
    str_check_frozen(dst);
    src = str_of(src);
    if (dst == src) return dst;
    str_modify(dst);
    return str_become(dst, src);
}

VALUE
rb_str_length(VALUE s)
{
    return int_fix((intptr_t)str_nchars(s));
}

long
rb_str_strlen(VALUE s)
{
    return (long)str_nchars(s);
}

long
rb_str_offset(VALUE s, long chars)
{
    return (long)str_byte_of_char(s, (size_t)chars);
}

long
rb_str_sublen(VALUE s, long bytes)
{
    return (long)str_char_of_byte(s, (size_t)bytes);
}

void
rb_str_setter(VALUE v, ID id, VALUE *var)
{
    if (v != Qnil && !val_type_p(v, T_STRING))
        rb_raise(rb_eTypeError, "value of %" PRIsVALUE " must be String", id_name(id));
    *var = v;
}

VALUE
rb_str_locktmp(VALUE s)
{
    rb_check_frozen(s);
    if (obj_flags(s) & STR_LOCKED) rb_raise(rb_eRuntimeError, "temporal locking already locked string");
    obj_hdr(s)->flags |= STR_LOCKED;
    return s;
}

VALUE
rb_str_unlocktmp(VALUE s)
{
    rb_check_frozen(s);
    if (!(obj_flags(s) & STR_LOCKED)) rb_raise(rb_eRuntimeError, "temporal unlocking already unlocked string");
    obj_hdr(s)->flags &= ~STR_LOCKED;
    return s;
}

VALUE
rb_str_freeze(VALUE s)
{
    obj_hdr(s)->flags = (obj_flags(s) & ~(STR_CHILLED | STR_CHILLED_SYM)) | HDR_FROZEN;
    return s;
}

/* ---- adding ---- */

VALUE
rb_str_cat(VALUE dst, const char *src, long len)
{
    if (len < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    return str_append_bytes(dst, src, (size_t)len);
}

VALUE
rb_str_cat_cstr(VALUE dst, const char *src)
{
    return str_append_bytes(dst, checked_cstr(src), strlen(src));
}

VALUE
rb_enc_str_buf_cat(VALUE dst, const char *src, long len, rb_encoding *enc)
{
    return str_append_enc(dst, src, (size_t)len, enc_of_pub(enc)->index, STR_CR_UNKNOWN);
}

VALUE
rb_str_buf_append(VALUE dst, VALUE src)
{
    return str_append(dst, src);
}

VALUE
rb_str_buf_cat_ascii(VALUE dst, const char *src)
{
    const struct enc *e = str_enc(dst);
    if (enc_ascii_compat_p(e)) return str_append_enc(dst, src, strlen(src), ENCI_USASCII, STR_CR_7BIT);
    for (; *src; src++) {
        char buf[8];
        int n = enc_encode(e, (uint8_t)*src, buf);
        str_append_bytes(dst, buf, (size_t)n);
    }
    return dst;
}

VALUE
rb_str_append(VALUE dst, VALUE src)
{
    return str_append(dst, str_of(src));
}

VALUE
rb_str_plus(VALUE a, VALUE b)
{
    return str_plus(a, str_of(b));
}

/* ---- parts and comparison ---- */

VALUE
rb_str_substr(VALUE s, long beg, long len)
{
    size_t b, n;
    return str_char_range(s, beg, len, &b, &n) ? str_subseq(s, b, n) : Qnil;
}

VALUE
rb_str_subseq(VALUE s, long beg, long len)
{
    return str_subseq(s, (size_t)beg, (size_t)len);
}

char *
rb_str_subpos(VALUE s, long beg, long *len)
{
    size_t b, n;
    if (!str_char_range(s, beg, *len, &b, &n)) return NULL;
    *len = (long)n;
    return str_ptr(s) + b;
}

VALUE
rb_str_drop_bytes(VALUE s, long n)
{
    size_t len = str_len(s), skip = (size_t)n < len ? (size_t)n : len;
    str_modify(s);
    memmove(str_ptr(s), str_ptr(s) + skip, len - skip);
    str_set_len(s, len - skip);
    return s;
}

VALUE
rb_str_ellipsize(VALUE s, long len)
{
    static const char dots[] = "...";
    if (len < 0) rb_raise(rb_eIndexError, "negative length %ld", len);
    if ((size_t)len >= str_nchars(s)) return s;
    size_t keep = len <= 3 ? 0 : str_byte_of_char(s, (size_t)len - 3);
    VALUE r = str_subseq(s, 0, keep);
    const struct enc *e = str_enc(s);
    for (long i = 0; i < (len < 3 ? len : 3); i++) {
        char buf[8];
        str_append_bytes(r, buf, (size_t)enc_encode(e, (uint8_t)dots[i], buf));
    }
    return r;
}

VALUE
rb_str_equal(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!val_type_p(b, T_STRING)) {
        if (!rb_respond_to(b, rb_intern("to_str"))) return Qfalse;
        return val_bool(val_truthy(rb_funcall(b, rb_intern("=="), 1, a)));
    }
    return val_bool(str_equal(a, b));
}

int
rb_str_cmp(VALUE a, VALUE b)
{
    return str_compare(a, b);
}

int
rb_str_comparable(VALUE a, VALUE b)
{
    return str_comparable(a, b);
}

int
rb_str_hash_cmp(VALUE a, VALUE b)
{
    return !str_equal(a, b);
}

st_index_t
rb_str_hash(VALUE s)
{
    return (st_index_t)str_hash(s);
}

int
rb_memcicmp(const void *a, const void *b, long len)
{
    const uint8_t *p = a, *q = b;
    for (long i = 0; i < len; i++) {
        int x = p[i] - 'A' + 0u < 26u ? p[i] | 32 : p[i], y = q[i] - 'A' + 0u < 26u ? q[i] | 32 : q[i];
        if (x != y) return x - y;
    }
    return 0;
}

VALUE
rb_str_encode_ospath(VALUE path)
{
    return path;
}

VALUE
rb_str_export(VALUE s)
{
    return rb_str_export_to_enc(s, enc_pub(enc_at(enc_default_external)));
}

VALUE
rb_str_export_locale(VALUE s)
{
    return rb_str_export_to_enc(s, enc_pub(enc_at(enc_locale_index())));
}

VALUE
rb_str_export_to_enc(VALUE s, rb_encoding *enc)
{
    return rb_str_conv_enc(s, enc_pub(str_enc(s)), enc);
}

/* ---- names ---- */

ID(rb_intern)(const char *name)
{
    return id_intern(name, strlen(name), ENCI_USASCII);
}

ID
rb_intern2(const char *name, long len)
{
    return id_intern(name, (size_t)len, ENCI_USASCII);
}

ID
rb_intern3(const char *name, long len, rb_encoding *enc)
{
    return id_intern(name, (size_t)len, enc_of_pub(enc)->index);
}

ID
rb_intern_str(VALUE str)
{
    return id_intern_str(str);
}

ID
rb_sym2id(VALUE sym)
{
    if (!val_symbol_p(sym)) rb_raise(rb_eTypeError, "wrong argument type %s (expected Symbol)", rb_obj_classname(sym));
    return sym_to_id(sym);
}

VALUE
rb_id2sym(ID id)
{
    return sym_from_id(id);
}

VALUE
rb_id2str(ID id)
{
    return id_name(id);
}

const char *
rb_id2name(ID id)
{
    VALUE s = id_name(id);
    return s ? str_ptr(s) : NULL;
}

VALUE
rb_sym2str(VALUE sym)
{
    return sym_name(sym);
}

VALUE
rb_sym_to_s(VALUE sym)
{
    return str_dup_plain(sym_name(sym));
}

VALUE
rb_str_intern(VALUE str)
{
    return str_intern(str);
}

/* A Symbol, a String or what has to_str; a String otherwise raises. */
static VALUE
name_argument(VALUE name)
{
    if (val_symbol_p(name) || val_type_p(name, T_STRING)) return name;
    VALUE s = str_check(name);
    if (s == Qnil) rb_raise(rb_eTypeError, "%+" PRIsVALUE " is not a symbol nor a string", name);
    return s;
}

ID
rb_to_id(VALUE name)
{
    name = name_argument(name);
    return val_symbol_p(name) ? sym_to_id(name) : id_intern_str(name);
}

VALUE
rb_to_symbol(VALUE name)
{
    name = name_argument(name);
    return val_symbol_p(name) ? name : str_intern(name);
}

/* A name that no symbol has is refused as str_intern would: if it cannot become one. */
static void
check_name_valid(VALUE name)
{
    if (UNLIKELY(str_scan_cr(name) == STR_CR_BROKEN)) str_intern(name);
}

VALUE
rb_check_symbol(volatile VALUE *name)
{
    VALUE v = *name = name_argument(*name);
    if (val_symbol_p(v)) return v;
    VALUE sym = sym_find(str_ptr(v), str_len(v), str_enc_index(v));
    if (!sym) check_name_valid(v);
    return sym ? sym : Qnil;
}

ID
rb_check_id(volatile VALUE *name)
{
    VALUE v = *name = name_argument(*name);
    if (val_symbol_p(v)) return sym_id_if_any(v);
    ID id = id_find(str_ptr(v), str_len(v), str_enc_index(v));
    if (!id) check_name_valid(v);
    return id;
}

ID
rb_check_id_cstr(const char *ptr, long len, rb_encoding *enc)
{
    ID id = id_find(ptr, (size_t)len, enc_of_pub(enc)->index);
    if (!id) check_name_valid(rb_enc_str_new(ptr, len, enc));
    return id;
}

VALUE
rb_check_symbol_cstr(const char *ptr, long len, rb_encoding *enc)
{
    VALUE sym = sym_find(ptr, (size_t)len, enc_of_pub(enc)->index);
    if (!sym) check_name_valid(rb_enc_str_new(ptr, len, enc));
    return sym ? sym : Qnil;
}

VALUE
rb_sym_interned_p(VALUE str)
{
    return val_bool(sym_find(str_ptr(str), str_len(str), str_enc_index(str)) != 0);
}

ID
rb_id_attrset(ID id)
{
    return id_attrset(id);
}

int
rb_is_const_id(ID id)
{
    return id_const_p(id);
}

int
rb_is_instance_id(ID id)
{
    return id_ivar_p(id);
}

int
rb_is_class_id(ID id)
{
    return id_cvar_p(id);
}

int
rb_is_global_id(ID id)
{
    return id_gvar_p(id);
}

int
rb_is_local_id(ID id)
{
    return id_local_p(id);
}

int
rb_is_attrset_id(ID id)
{
    return id_attrset_p(id);
}

int
rb_is_junk_id(ID id)
{
    return id_class(id) == ID_JUNK;
}

int
rb_enc_symname2_p(const char *name, long len, rb_encoding *enc)
{
    enum id_class cls;
    return sym_plain_p(name, (size_t)len, enc_of_pub(enc), &cls);
}

int
rb_enc_symname_p(const char *name, rb_encoding *enc)
{
    return rb_enc_symname2_p(name, (long)strlen(name), enc);
}

int
rb_symname_p(const char *name)
{
    return rb_enc_symname_p(name, enc_pub(enc_at(ENCI_BINARY)));
}

VALUE
rb_str_symname_p(VALUE s)
{
    enum id_class cls;
    return val_bool(sym_plain_p(str_ptr(s), str_len(s), str_enc(s), &cls));
}
