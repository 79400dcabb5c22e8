/*
 * ruby/internal/core.h - reading the core types: strings, arrays, hashes, structs, regexps, floats, files.
 *
 * CORE-1    No layout is public; each reader is a function of the VM. Macros bear the traditional names.
 * CORE-2    A pointer into a String or an Array is good until the next call that may change or free the object: keep the
 *      object alive with RB_GC_GUARD.
 * CORE-3    RSTRING_PTR(s)[RSTRING_LEN(s)] is '\0'; the elements of RARRAY_CONST_PTR(a) are contiguous.
 */
#ifndef RUBY_INTERNAL_CORE_H
#define RUBY_INTERNAL_CORE_H 1

#include "ruby/internal/value.h"
#include "ruby/internal/number.h"

struct RString;
struct RArray;
struct RHash;
struct RObject;
struct RClass;
struct RStruct;
struct RRegexp;
struct RMatch;
struct RFloat;
struct RBignum;
struct rb_io;
struct re_registers;
struct re_pattern_buffer;

#define RSTRING(v) ((struct RString *)(v))
#define RARRAY(v) ((struct RArray *)(v))
#define ROBJECT(v) ((struct RObject *)(v))
#define RCLASS(v) ((struct RClass *)(v))
#define RMODULE RCLASS
#define RREGEXP(v) ((struct RRegexp *)(v))
#define RMATCH(v) ((struct RMatch *)(v))

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- String.  The first four: pure. ---- */
char *rb_string_ptr(VALUE str);
char *rb_string_end(VALUE str);
long rb_string_len(VALUE str);
int rb_string_len_int(VALUE str); /* raises RangeError past INT_MAX */
/* Convert *v with to_str if it is no String, store and return it.  Effects: calls, raises TypeError */
VALUE rb_string_value(volatile VALUE *v);
char *rb_string_value_ptr(volatile VALUE *v);
/* Does what rb_string_value_ptr does.  Raises ArgumentError ("string contains null byte") if the String has one. */
char *rb_string_value_cstr(volatile VALUE *v);
VALUE rb_str_to_str(VALUE v);
VALUE rb_str_export(VALUE str);
VALUE rb_str_export_locale(VALUE str);
VALUE rb_get_path(VALUE v); /* to_path, then to_str; no null byte. */
VALUE rb_get_path_no_checksafe(VALUE v);
void rb_check_safe_str(VALUE v);
void rb_must_asciicompat(VALUE str);

/* ---- Array ---- */
long rb_array_len(VALUE ary);
const VALUE *rb_array_const_ptr(VALUE ary);
/* A pointer that may be written through: from now on the collector watches the whole array at each collection. */
VALUE *rb_array_ptr(VALUE ary);
VALUE *rb_ary_ptr_use_start(VALUE ary);
void rb_ary_ptr_use_end(VALUE ary);
/* ary[i] = v within the length, with the write barrier. */
void rb_array_aset(VALUE ary, long i, VALUE v);

/* ---- Hash ---- */
size_t rb_hash_size_num(VALUE hash);
VALUE rb_hash_ifnone(VALUE hash);
VALUE rb_hash_set_ifnone(VALUE hash, VALUE ifnone);
/* A copy of hash's pairs as a table; it belongs to the hash and is good until the next call. */
struct st_table *rb_hash_tbl(VALUE hash, const char *file, int line);

/* ---- Struct ---- */
VALUE rb_struct_size(VALUE st);
VALUE rb_struct_aref(VALUE st, VALUE index);
VALUE rb_struct_aset(VALUE st, VALUE index, VALUE v);

/* ---- Regexp and MatchData ---- */
struct re_pattern_buffer *rb_regexp_pattern(VALUE re);
VALUE rb_regexp_source(VALUE re);
struct re_registers *rb_match_registers(VALUE match);

/* ---- Integer ---- */
int rb_big_sign(VALUE big); /* 1 if big >= 0, else 0 */

/* ---- Class ---- */
VALUE rb_class_get_superclass(VALUE klass);

/* ---- IO ---- */
struct rb_io *rb_io_pointer(VALUE io);
RBIMPL_SYMBOL_EXPORT_END()

#define RSTRING_PTR(str) rb_string_ptr(str)
#define RSTRING_END(str) rb_string_end(str)
#define RSTRING_LEN(str) rb_string_len(str)
#define RSTRING_LENINT(str) rb_string_len_int(str)
#define RSTRING_GETMEM(str, ptrvar, lenvar) ((void)((ptrvar) = RSTRING_PTR(str), (lenvar) = RSTRING_LEN(str)))
#define StringValue(v) rb_string_value(&(v))
#define StringValuePtr(v) rb_string_value_ptr(&(v))
#define StringValueCStr(v) rb_string_value_cstr(&(v))
#define SafeStringValue(v) StringValue(v)
#define ExportStringValue(v)    \
    do {                        \
        StringValue(v);         \
        (v) = rb_str_export(v); \
    } while (0)
#define FilePathValue(v) (RB_GC_GUARD(v) = rb_get_path(v))
#define FilePathStringValue(v) ((v) = rb_get_path(v))
#define Check_SafeStr(v) rb_check_safe_str((VALUE)(v))

static inline char
rb_num2char_inline(VALUE v)
{
    if (RB_TYPE_P(v, RUBY_T_STRING) && rb_string_len(v) >= 1) return rb_string_ptr(v)[0];
    return (char)rb_num2int_inline(v);
}

#define RB_NUM2CHR rb_num2char_inline
#define NUM2CHR(v) rb_num2char_inline(v)

#define RARRAY_LEN(ary) rb_array_len(ary)
#define RARRAY_LENINT(ary) rb_long2int_inline(RARRAY_LEN(ary))
#define RARRAY_CONST_PTR(ary) rb_array_const_ptr(ary)
#define RARRAY_PTR(ary) rb_array_ptr(ary)
#define RARRAY_AREF(ary, i) (RARRAY_CONST_PTR(ary)[i])
#define RARRAY_ASET(ary, i, v) rb_array_aset((ary), (i), (v))
#define RARRAY_PTR_USE(ary, ptrvar, expr)                      \
    do {                                                       \
        VALUE rbimpl_used_ary = (ary);                         \
        VALUE *ptrvar = rb_ary_ptr_use_start(rbimpl_used_ary); \
        expr;                                                  \
        rb_ary_ptr_use_end(rbimpl_used_ary);                   \
    } while (0)
#define FIX_CONST_VALUE_PTR(x) (x)

#define RHASH_SIZE(hash) rb_hash_size_num(hash)
#define RHASH_EMPTY_P(hash) (RHASH_SIZE(hash) == 0)
#define RHASH_IFNONE(hash) rb_hash_ifnone(hash)
#define RHASH_SET_IFNONE(h, v) rb_hash_set_ifnone((VALUE)(h), (v))
#define RHASH_TBL(hash) rb_hash_tbl((hash), __FILE__, __LINE__)

#define RSTRUCT_LEN(st) RB_NUM2LONG(rb_struct_size(st))
#define RSTRUCT_GET(st, i) rb_struct_aref((st), RB_INT2NUM(i))
#define RSTRUCT_SET(st, i, v) rb_struct_aset((st), RB_INT2NUM(i), (v))

#define RREGEXP_PTR(re) rb_regexp_pattern(re)
#define RREGEXP_SRC(re) rb_regexp_source(re)
#define RREGEXP_SRC_PTR(re) RSTRING_PTR(RREGEXP_SRC(re))
#define RREGEXP_SRC_LEN(re) RSTRING_LEN(RREGEXP_SRC(re))
#define RREGEXP_SRC_END(re) RSTRING_END(RREGEXP_SRC(re))
#define RMATCH_REGS(match) rb_match_registers(match)

#define RBIGNUM_SIGN(big) rb_big_sign(big)
#define RBIGNUM_POSITIVE_P(big) (RBIGNUM_SIGN(big) != 0)
#define RBIGNUM_NEGATIVE_P(big) (RBIGNUM_SIGN(big) == 0)

#define RCLASS_SUPER(klass) rb_class_get_superclass(klass)

#endif
