/*
 * ruby/internal/intern/string.h - String, Regexp, MatchData, and hashing of bytes.
 *
 * STRAPI-1  Lengths are bytes, except in `rb_str_substr`, `rb_str_sublen`, `rb_str_strlen` and `rb_str_offset`: characters.
 * STRAPI-2  Functions that modify raise FrozenError, and RuntimeError on a temporarily locked string.
 */
#ifndef RUBY_INTERNAL_INTERN_STRING_H
#define RUBY_INTERNAL_INTERN_STRING_H 1

#include "ruby/internal/core.h"
#include "ruby/st.h"

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- new strings: binary, US-ASCII, UTF-8, locale, external, filesystem; ptr may be null for len bytes to be filled ---- */
VALUE rb_str_new(const char *ptr, long len);
VALUE rb_str_new_cstr(const char *ptr);
VALUE rb_str_new_static(const char *ptr, long len); /* bytes that outlive the string are not copied */
VALUE rb_str_new_shared(VALUE str);
VALUE rb_str_new_frozen(VALUE str);
VALUE rb_str_new_with_class(VALUE obj, const char *ptr, long len);
VALUE rb_usascii_str_new(const char *ptr, long len);
VALUE rb_usascii_str_new_cstr(const char *ptr);
VALUE rb_usascii_str_new_static(const char *ptr, long len);
VALUE rb_utf8_str_new(const char *ptr, long len);
VALUE rb_utf8_str_new_cstr(const char *ptr);
VALUE rb_utf8_str_new_static(const char *ptr, long len);
VALUE rb_external_str_new(const char *ptr, long len); /* converted to the default internal encoding, if any */
VALUE rb_external_str_new_cstr(const char *ptr);
VALUE rb_locale_str_new(const char *ptr, long len);
VALUE rb_locale_str_new_cstr(const char *ptr);
VALUE rb_filesystem_str_new(const char *ptr, long len);
VALUE rb_filesystem_str_new_cstr(const char *ptr);
VALUE rb_str_buf_new(long capacity);
VALUE rb_str_buf_new_cstr(const char *ptr);
VALUE rb_str_tmp_new(long len);                   /* hidden */
VALUE rb_interned_str(const char *ptr, long len); /* the one frozen string of these bytes, US-ASCII */
VALUE rb_interned_str_cstr(const char *ptr);
VALUE rb_str_to_interned_str(VALUE str);
VALUE rb_str_dup(VALUE str);
VALUE rb_str_dup_frozen(VALUE str);
VALUE rb_str_resurrect(VALUE str);
VALUE rb_obj_as_string(VALUE obj);
VALUE rb_check_string_type(VALUE v); /* nil if there is no to_str */
void rb_str_free(VALUE str);

/* ---- length and capacity ---- */
size_t rb_str_capacity(VALUE str);
void rb_str_modify(VALUE str); /* make the bytes this string's own */
void rb_str_modify_expand(VALUE str, long more);
void rb_str_set_len(VALUE str, long len); /* within the capacity; ends the string with '\0' */
VALUE rb_str_resize(VALUE str, long len);
void rb_str_shared_replace(VALUE dst, VALUE src);
VALUE rb_str_replace(VALUE dst, VALUE src);
VALUE rb_str_length(VALUE str);
long rb_str_strlen(VALUE str);
long rb_str_offset(VALUE str, long chars);
long rb_str_sublen(VALUE str, long bytes);
void rb_str_setter(VALUE v, ID id, VALUE *var);
VALUE rb_str_locktmp(VALUE str);
VALUE rb_str_unlocktmp(VALUE str);
VALUE rb_str_freeze(VALUE str);

/* ---- adding; all return dst ---- */
VALUE rb_str_cat(VALUE dst, const char *src, long len); /* src may point into dst */
VALUE rb_str_cat_cstr(VALUE dst, const char *src);
VALUE rb_str_buf_append(VALUE dst, VALUE src);
VALUE rb_str_buf_cat_ascii(VALUE dst, const char *src);
VALUE rb_str_append(VALUE dst, VALUE src);
VALUE rb_str_concat(VALUE dst, VALUE str_or_codepoint);
VALUE rb_str_plus(VALUE a, VALUE b);
VALUE rb_str_times(VALUE str, VALUE n);
void rb_str_update(VALUE str, long beg, long len, VALUE v); /* chars */

/* ---- parts and comparison ---- */
VALUE rb_str_substr(VALUE str, long beg, long len); /* nil when out of range */
VALUE rb_str_subseq(VALUE str, long beg, long len); /* bytes, unchecked */
char *rb_str_subpos(VALUE str, long beg, long *len);
VALUE rb_str_drop_bytes(VALUE str, long n);
VALUE rb_str_ellipsize(VALUE str, long len);
VALUE rb_str_scrub(VALUE str, VALUE repl); /* nil if there was nothing to scrub */
VALUE rb_str_succ(VALUE str);
VALUE rb_str_split(VALUE str, const char *separator);
VALUE rb_str_equal(VALUE a, VALUE b);
int rb_str_cmp(VALUE a, VALUE b);
int rb_str_comparable(VALUE a, VALUE b);
int rb_str_hash_cmp(VALUE a, VALUE b); /* 0 if same bytes in comparable encodings */
st_index_t rb_str_hash(VALUE str);
VALUE rb_str_inspect(VALUE str);
VALUE rb_str_dump(VALUE str);
VALUE rb_str_encode_ospath(VALUE path);

/* ---- formatting; "%" PRIsVALUE takes a VALUE, "%+" PRIsVALUE its inspect ---- */
VALUE rb_f_sprintf(int argc, const VALUE *argv);
VALUE rb_str_format(int argc, const VALUE *argv, VALUE fmt);
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 1, 2) VALUE rb_sprintf(const char *fmt, ...);
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 1, 0) VALUE rb_vsprintf(const char *fmt, va_list ap);
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 2, 3) VALUE rb_str_catf(VALUE dst, const char *fmt, ...);
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 2, 0) VALUE rb_str_vcatf(VALUE dst, const char *fmt, va_list ap);

/* ---- hashing, seeded for this process ---- */
st_index_t rb_memhash(const void *ptr, long len);
st_index_t rb_hash_start(st_index_t seed);
int rb_memcicmp(const void *a, const void *b, long len); /* ignoring ASCII case */
long rb_memsearch(const void *needle, long needle_len, const void *hay, long hay_len, const struct OnigEncodingTypeST *enc);

/* ---- Regexp and MatchData ---- */
VALUE rb_reg_new(const char *ptr, long len, int options);
VALUE rb_reg_new_str(VALUE source, int options);
VALUE rb_reg_alloc(void);
VALUE rb_reg_init_str(VALUE re, VALUE source, int options);
VALUE rb_reg_regcomp(VALUE str);
VALUE rb_reg_regsub(VALUE repl, VALUE src, struct re_registers *regs, VALUE re);
VALUE rb_reg_quote(VALUE str);
int rb_reg_options(VALUE re);
int rb_reg_backref_number(VALUE match, VALUE backref);
VALUE rb_reg_match(VALUE re, VALUE str);
VALUE rb_reg_match2(VALUE re);
VALUE rb_reg_nth_defined(int n, VALUE match);
VALUE rb_reg_nth_match(int n, VALUE match);
VALUE rb_reg_last_match(VALUE match);
VALUE rb_reg_match_pre(VALUE match);
VALUE rb_reg_match_post(VALUE match);
VALUE rb_reg_match_last(VALUE match);
void rb_match_busy(VALUE match);
RBIMPL_SYMBOL_EXPORT_END()

#define rb_hash_uint32(h, i) st_hash_uint32((h), (i))
#define rb_hash_uint(h, i) st_hash_uint((h), (i))
#define rb_hash_end(h) st_hash_end(h)

#define rb_strlen_lit(str) ((long)(sizeof(str "") - 1))
#define rb_str_new_lit(str) rb_str_new_static((str), rb_strlen_lit(str))
#define rb_usascii_str_new_lit(str) rb_usascii_str_new_static((str), rb_strlen_lit(str))
#define rb_utf8_str_new_lit(str) rb_utf8_str_new_static((str), rb_strlen_lit(str))
#define rb_str_new_literal(str) rb_str_new_lit(str)
#define rb_usascii_str_new_literal(str) rb_usascii_str_new_lit(str)
#define rb_utf8_str_new_literal(str) rb_utf8_str_new_lit(str)
#define rb_str_cat_lit(str, lit) rb_str_cat((str), (lit), rb_strlen_lit(lit))

#define rb_str_new2 rb_str_new_cstr
#define rb_str_new3 rb_str_new_shared
#define rb_str_new4 rb_str_new_frozen
#define rb_str_new5 rb_str_new_with_class
#define rb_str_buf_new2 rb_str_buf_new_cstr
#define rb_usascii_str_new2 rb_usascii_str_new_cstr
#define rb_str_buf_cat rb_str_cat
#define rb_str_buf_cat2 rb_str_cat_cstr
#define rb_str_cat2 rb_str_cat_cstr

#endif
