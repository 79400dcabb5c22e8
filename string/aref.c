/*
 * string/aref.c - parts of a String, read and written: [], []=, slice!, insert, byteslice, bytesplice.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/regexp.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

/* ---- reading ---- */

/* Character i; nil outside. */
static VALUE
char_at(VALUE s, long i)
{
    size_t len = str_len(s);
    if (LIKELY(str_single_byte_p(s))) {
        if (i < 0) i += (long)len;
        if (i < 0 || (size_t)i >= len) return Qnil;
        VALUE r = str_new(str_ptr(s) + i, 1, str_enc_index(s));
        str_set_cr(r, str_cr(s) == STR_CR_7BIT ? STR_CR_7BIT : STR_CR_UNKNOWN);
        return r;
    }
    size_t b, n;
    if (!str_char_range(s, i, 1, &b, &n) || n == 0) return Qnil;
    return str_subseq(s, b, n);
}

/* s[/re/, group] */
static VALUE
sub_match(VALUE s, VALUE re, VALUE group)
{
    VALUE match = 0;
    if (!re_search(re, s, 0, false, NULL, &match)) {
        re_publish_nil();
        return Qnil;
    }
    re_publish(match);
    if (group == int_fix(0)) return rb_reg_nth_match(0, match);
    return rb_reg_nth_match(rb_reg_backref_number(match, group), match);
}

static VALUE
aref1(VALUE s, VALUE index)
{
    if (val_fix_p(index)) return char_at(s, (long)fix_int(index));
    if (val_regexp_p(index)) return sub_match(s, index, int_fix(0));
    if (val_type_p(index, T_STRING)) return str_index(s, index, 0) >= 0 ? str_dup_plain(index) : Qnil;
    long beg, len;
    VALUE r = rb_range_beg_len(index, &beg, &len, (long)str_nchars(s), 0);
    if (r == Qnil) return Qnil;
    if (r != Qfalse) return rb_str_substr(s, beg, len);
    return char_at(s, NUM2LONG(index));
}

VALUE
str_m_aref(int argc, VALUE *argv, VALUE self)
{
    if (LIKELY(argc == 1)) return aref1(self, argv[0]);
    rb_check_arity(argc, 1, 2);
    if (val_regexp_p(argv[0])) return sub_match(self, argv[0], argv[1]);
    return rb_str_substr(self, NUM2LONG(argv[0]), NUM2LONG(argv[1]));
}

/* ---- writing ---- */

void
str_splice(VALUE s, size_t from, size_t len, VALUE val)
{
    str_check_frozen(s);
    int enc = enc_check_str(s, val);
    unsigned cs = str_cr_known(s), cv = str_cr_known(val), cr = STR_CR_UNKNOWN;
    size_t old = str_len(s), put = str_len(val);
    if (val == s) val = str_dup_plain(s);
    if (cs == STR_CR_7BIT && cv == STR_CR_7BIT) cr = STR_CR_7BIT;
    else if (cs <= STR_CR_VALID && cv == STR_CR_VALID) cr = STR_CR_VALID;
    if (put > len) str_modify_expand(s, put - len);
    else str_modify(s);
    char *p = str_ptr(s);
    memmove(p + from + put, p + from + len, old - from - len);
    memcpy(p + from, str_ptr(val), put);
    str_set_len(s, old - len + put);
    str_associate(s, enc);
    str_set_cr(s, cr);
    RB_GC_GUARD(val);
}

NORETURN COLD static void
out_of_string(long i)
{
    rb_raise(rb_eIndexError, "index %ld out of string", i);
}

void
rb_str_update(VALUE s, long beg, long len, VALUE val)
{
    size_t b, n;
    if (len < 0) rb_raise(rb_eIndexError, "negative length %ld", len);
    val = str_of(val);
    enc_check_str(s, val);
    if (!str_char_range(s, beg, len, &b, &n)) out_of_string(beg);
    str_splice(s, b, n, val);
}

static void
aset_match(VALUE s, VALUE re, VALUE group, VALUE val)
{
    VALUE match = 0;
    struct re_span span;
    if (!re_search(re, s, 0, false, NULL, &match)) rb_raise(rb_eIndexError, "regexp not matched");
    re_publish(match);
    int n = rb_reg_backref_number(match, group), groups = (int)re_group_count(re) + 1;
    if (n >= groups || (n < 0 && -n >= groups)) rb_raise(rb_eIndexError, "index %d out of regexp", n);
    if (n < 0) n += groups;
    if (!re_group_span(match, n, &span)) rb_raise(rb_eIndexError, "regexp group %d not matched", n);
    val = str_of(val);
    str_splice(s, span.begin, span.end - span.begin, val);
}

static VALUE
aset1(VALUE s, VALUE index, VALUE val)
{
    if (val_fix_p(index)) {
        rb_str_update(s, (long)fix_int(index), 1, val);
        return val;
    }
    if (val_regexp_p(index)) {
        aset_match(s, index, int_fix(0), val);
        return val;
    }
    if (val_type_p(index, T_STRING)) {
        intptr_t at = str_index(s, index, 0);
        if (at < 0) rb_raise(rb_eIndexError, "string not matched");
        str_splice(s, (size_t)at, str_len(index), str_of(val));
        return val;
    }
    long beg, len;
    if (val_truthy(rb_range_beg_len(index, &beg, &len, (long)str_nchars(s), 2))) rb_str_update(s, beg, len, val);
    else rb_str_update(s, NUM2LONG(index), 1, val);
    return val;
}

static VALUE
str_m_aset(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 2, 3);
    VALUE value = argv[argc - 1];
    if (argc == 2) aset1(self, argv[0], value);
    else if (val_regexp_p(argv[0])) aset_match(self, argv[0], argv[1], value);
    else rb_str_update(self, NUM2LONG(argv[0]), NUM2LONG(argv[1]), value);
    return value;
}

static VALUE
str_m_insert(VALUE self, VALUE index, VALUE val)
{
    long i = NUM2LONG(index);
    if (i == -1) return str_append(self, str_of(val));
    if (i < 0) i++;
    rb_str_update(self, i, 0, val);
    return self;
}

/* Finds the place of slice!'s part.  Returns false if there is none. */
static bool
slice_place(VALUE s, int argc, const VALUE *argv, size_t *b, size_t *n, VALUE *result)
{
    VALUE index = argv[0];
    long beg, len;
    *result = Qundef;
    if (val_regexp_p(index)) {
        struct re_span span;
        VALUE got = sub_match(s, index, argc == 2 ? argv[1] : int_fix(0));
        if (got == Qnil) return false;
        VALUE match = rb_backref_get();
        int group = argc == 2 ? rb_reg_backref_number(match, argv[1]) : 0;
        if (group < 0) group += (int)re_group_count(index) + 1;
        if (!re_group_span(match, group, &span)) return false;
        *b = span.begin;
        *n = span.end - span.begin;
        *result = got;
        return true;
    }
    if (argc == 2) return str_char_range(s, NUM2LONG(index), NUM2LONG(argv[1]), b, n);
    if (val_type_p(index, T_STRING)) {
        intptr_t at = str_index(s, index, 0);
        if (at < 0) return false;
        *b = (size_t)at;
        *n = str_len(index);
        *result = str_dup_plain(index);
        return true;
    }
    if (!val_fix_p(index)) {
        VALUE r = rb_range_beg_len(index, &beg, &len, (long)str_nchars(s), 0);
        if (r == Qnil) return false;
        if (r != Qfalse) return str_char_range(s, beg, len, b, n);
    }
    return str_char_range(s, NUM2LONG(index), 1, b, n) && *n > 0;
}

static VALUE
str_m_slice_bang(int argc, VALUE *argv, VALUE self)
{
    size_t b, n;
    VALUE result;
    rb_check_arity(argc, 1, 2);
    str_check_frozen(self);
    if (!slice_place(self, argc, argv, &b, &n, &result)) return Qnil;
    if (result == Qundef) result = str_subseq(self, b, n);
    if (n == 0) return result;
    unsigned cr = str_cr(self);
    size_t len = str_len(self);
    str_modify(self);
    char *p = str_ptr(self);
    memmove(p + b, p + b + n, len - b - n);
    str_set_len(self, len - n);
    str_set_cr(self, cr == STR_CR_BROKEN || !cr ? STR_CR_UNKNOWN : cr == STR_CR_7BIT ? cr : STR_CR_UNKNOWN);
    return result;
}

/* ---- bytes ---- */

static VALUE
byte_part(VALUE s, long beg, long len)
{
    long whole = (long)str_len(s);
    if (len < 0 || beg > whole) return Qnil;
    if (beg < 0) {
        beg += whole;
        if (beg < 0) return Qnil;
    }
    if (len > whole - beg) len = whole - beg;
    return str_subseq(s, (size_t)beg, (size_t)len);
}

static VALUE
str_m_byteslice(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    if (argc == 2) return byte_part(self, NUM2LONG(argv[0]), NUM2LONG(argv[1]));
    long beg, len;
    if (!val_fix_p(argv[0])) {
        VALUE r = rb_range_beg_len(argv[0], &beg, &len, (long)str_len(self), 0);
        if (r == Qnil) return Qnil;
        if (r != Qfalse) return byte_part(self, beg, len);
    }
    beg = NUM2LONG(argv[0]);
    if (beg == (long)str_len(self)) return Qnil;
    return byte_part(self, beg, 1);
}

static void
check_boundary(VALUE s, long at)
{
    const char *p = str_ptr(s), *e = p + str_len(s);
    if (at < 0 || (size_t)at > str_len(s)) out_of_string(at);
    if (at % str_enc(s)->min_len || (p + at < e && enc_left_adjust(str_enc(s), p, p + at, e) != p + at))
        rb_raise(rb_eIndexError, "offset %ld does not land on character boundary", at);
}

/* Resolves (beg, len), in bytes of s, by the rules of bytesplice. */
static void
splice_part(VALUE s, long *beg, long *len)
{
    long whole = (long)str_len(s), given = *beg;
    if (*len < 0) rb_raise(rb_eIndexError, "negative length %ld", *len);
    if (*beg < 0) *beg += whole;
    if (*beg < 0 || *beg > whole) out_of_string(given);
    if (*len > whole - *beg) *len = whole - *beg;
    check_boundary(s, *beg);
    check_boundary(s, *beg + *len);
}

static void
splice_range(VALUE s, VALUE range, long *beg, long *len)
{
    if (!val_truthy(rb_range_beg_len(range, beg, len, (long)str_len(s), 2)))
        rb_raise(rb_eTypeError, "wrong argument type %s (expected Range)", class_in_message(range));
    splice_part(s, beg, len);
}

static VALUE
str_m_bytesplice(int argc, VALUE *argv, VALUE self)
{
    long beg, len, vbeg = 0, vlen;
    VALUE val;
    rb_check_arity(argc, 2, 5);
    if (argc == 4) rb_raise(rb_eArgError, "wrong number of arguments (given 4, expected 2, 3, or 5)");
    if (argc == 2 || (argc == 3 && !RB_INTEGER_TYPE_P(argv[0]))) {
        val = str_of(argv[1]);
        splice_range(self, argv[0], &beg, &len);
        vlen = (long)str_len(val);
        if (argc == 3) splice_range(val, argv[2], &vbeg, &vlen);
    } else {
        beg = NUM2LONG(argv[0]);
        len = NUM2LONG(argv[1]);
        val = str_of(argv[2]);
        splice_part(self, &beg, &len);
        vlen = (long)str_len(val);
        if (argc == 5) {
            vbeg = NUM2LONG(argv[3]);
            vlen = NUM2LONG(argv[4]);
            splice_part(val, &vbeg, &vlen);
        }
    }
    str_check_frozen(self);
    if (vbeg != 0 || (size_t)vlen != str_len(val)) val = str_subseq(val, (size_t)vbeg, (size_t)vlen);
    str_splice(self, (size_t)beg, (size_t)len, val);
    return self;
}

void
str_init_aref(VALUE c)
{
    rb_define_method(c, "[]", str_m_aref, -1);
    rb_define_method(c, "slice", str_m_aref, -1);
    rb_define_method(c, "[]=", str_m_aset, -1);
    rb_define_method(c, "slice!", str_m_slice_bang, -1);
    rb_define_method(c, "insert", str_m_insert, 2);
    rb_define_method(c, "byteslice", str_m_byteslice, -1);
    rb_define_method(c, "bytesplice", str_m_bytesplice, -1);
}
