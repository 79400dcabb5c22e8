/*
 * string/search.c - looking for one String, or a Regexp, in another.
 *
 * Plain patterns are found by memchr/memmem.  A hit counts only on a character boundary; UTF-8 and single-byte text need
 * no such check, since a valid pattern cannot begin inside a character there.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/class.h"
#include "internal/encoding.h"
#include "internal/regexp.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* ---- bytes ---- */

#ifdef __SSE2__
/*
 * Sixteen places at a time: where the needle's first byte and its last byte both fit, the rest is compared.  Text in which
 * that happens too often goes to memmem, whose time does not depend on luck.
 */
static const char *
find_by_ends(const char *hay, size_t hay_len, const char *needle, size_t n)
{
    const __m128i first = _mm_set1_epi8(needle[0]), last = _mm_set1_epi8(needle[n - 1]);
    size_t places = hay_len - n + 1, i = 0, wasted = 0;
    for (; i + 16 <= places; i += 16) {
        __m128i a = _mm_cmpeq_epi8(first, _mm_loadu_si128((const __m128i *)(hay + i)));
        __m128i b = _mm_cmpeq_epi8(last, _mm_loadu_si128((const __m128i *)(hay + i + n - 1)));
        unsigned hits = (unsigned)_mm_movemask_epi8(_mm_and_si128(a, b));
        for (; hits; hits &= hits - 1) {
            const char *at = hay + i + __builtin_ctz(hits);
            if (memcmp(at, needle, n) == 0) return at;
            wasted += 1 + n / 16;
        }
        if (UNLIKELY(wasted * 8 > i + 256)) break;
    }
    return memmem(hay + i, hay_len - i, needle, n);
}
#endif

const char *
mem_find(const char *hay, size_t hay_len, const char *needle, size_t needle_len)
{
    if (needle_len == 0) return hay;
    if (needle_len > hay_len) return NULL;
    if (needle_len == 1) return memchr(hay, (uint8_t)*needle, hay_len);
#ifdef __SSE2__
    if (hay_len - needle_len >= 32) return find_by_ends(hay, hay_len, needle, needle_len);
#endif
    return memmem(hay, hay_len, needle, needle_len);
}

long
rb_memsearch(const void *needle, long needle_len, const void *hay, long hay_len, rb_encoding *enc)
{
    (void)enc;
    const char *p = mem_find(hay, (size_t)hay_len, needle, (size_t)needle_len);
    return p ? (long)(p - (const char *)hay) : -1;
}

/* The last occurrence beginning at or before from. */
static const char *
mem_rfind(const char *hay, size_t from, const char *needle, size_t needle_len)
{
    for (size_t n = from + 1; n > 0;) {
        const char *p = memrchr(hay, (uint8_t)*needle, n);
        if (!p) return NULL;
        if (memcmp(p, needle, needle_len) == 0) return p;
        n = (size_t)(p - hay);
    }
    return NULL;
}

/* Returns whether hits must be checked for a character boundary. */
static inline bool
boundary_matters(const struct enc *enc, VALUE s)
{
    return !enc_single_p(enc) && !enc_utf8_p(enc) && !str_ascii_only(s);
}

static inline bool
on_boundary(const struct enc *enc, const char *start, const char *at, const char *e)
{
    return at >= e || enc_left_adjust(enc, start, at, e) == at;
}

/* ---- one String in another ---- */

intptr_t
str_index(VALUE s, VALUE pat, size_t from)
{
    const struct enc *enc = enc_at(enc_check_str(s, pat));
    const char *p = str_ptr(s), *e = str_end(s), *at = p + from, *needle = str_ptr(pat);
    size_t len = str_len(pat);
    if (str_cr_known(pat) == STR_CR_BROKEN || from > (size_t)(e - p)) return -1;
    if (len == 0) return (intptr_t)from;
    bool check = boundary_matters(enc, s);
    while ((at = mem_find(at, (size_t)(e - at), needle, len))) {
        if (!check) return at - p;
        const char *head = enc_left_adjust(enc, p, at, e);
        if (head == at) return at - p;
        at = head + enc_char_len(enc, head, e);
    }
    return -1;
}

intptr_t
str_rindex(VALUE s, VALUE pat, size_t from)
{
    const struct enc *enc = enc_at(enc_check_str(s, pat));
    const char *p = str_ptr(s), *e = str_end(s), *needle = str_ptr(pat);
    size_t len = str_len(pat), whole = str_len(s);
    if (str_cr_known(pat) == STR_CR_BROKEN || len > whole) return -1;
    if (from > whole - len) from = whole - len;
    if (len == 0) return (intptr_t)from;
    bool check = boundary_matters(enc, s);
    for (;;) {
        const char *at = mem_rfind(p, from, needle, len);
        if (!at) return -1;
        if (!check || on_boundary(enc, p, at, e)) return at - p;
        if (at == p) return -1;
        from = (size_t)(at - p) - 1;
    }
}

/* Returns whether a character begins at `at` or the one before ends there.  One of a fixed width ends behind e if it is cut. */
static bool
char_ends_at(const struct enc *enc, const char *start, const char *at, const char *e)
{
    const char *head = enc_left_adjust(enc, start, at, e);
    if (head == at) return true;
    int n = enc_precise_len(enc, head, e);
    if (enc->min_len == enc->max_len) n = enc->min_len;
    else if (n < 0) n = n == ENC_INVALID ? 1 : (int)(e - head);
    return head + n == at;
}

bool
str_starts_with(VALUE s, VALUE pat)
{
    size_t len = str_len(pat), whole = str_len(s);
    const struct enc *enc = enc_at(enc_check_str(s, pat));
    if (len == 0) return true;
    if (len > whole || memcmp(str_ptr(s), str_ptr(pat), len) != 0) return false;
    return enc_single_p(enc) || char_ends_at(enc, str_ptr(s), str_ptr(s) + len, str_end(s));
}

bool
str_ends_with(VALUE s, VALUE pat)
{
    size_t len = str_len(pat), whole = str_len(s);
    const struct enc *enc = enc_at(enc_check_str(s, pat));
    if (len == 0) return true;
    if (len > whole || memcmp(str_end(s) - len, str_ptr(pat), len) != 0) return false;
    return enc_single_p(enc) || on_boundary(enc, str_ptr(s), str_end(s) - len, str_end(s));
}

VALUE
str_pattern(VALUE pat)
{
    if (val_type_p(pat, T_STRING) || val_regexp_p(pat)) return pat;
    VALUE s = str_check(pat);
    if (s == Qnil) rb_raise(rb_eTypeError, "wrong argument type %s (expected Regexp)", class_in_message(pat));
    return s;
}

/* ---- index and its kin ---- */

/* Searches for a Regexp and sets $~; the byte offset or -1. */
static intptr_t
search_regexp(VALUE s, VALUE re, size_t from, bool backward)
{
    struct re_span span;
    VALUE match = 0;
    if (!re_search(re, s, from, backward, &span, &match)) {
        re_publish_nil();
        return -1;
    }
    re_publish(match);
    return (intptr_t)span.begin;
}

static VALUE
index_pattern(VALUE pat)
{
    return val_regexp_p(pat) ? pat : str_of(pat);
}

static VALUE
str_m_index(int argc, VALUE *argv, VALUE self)
{
    size_t from = 0;
    rb_check_arity(argc, 1, 2);
    VALUE pat = argv[0];
    if (argc == 2) {
        long pos = NUM2LONG(argv[1]), n = (long)str_nchars(self);
        if (pos < 0) pos += n;
        if (pos < 0 || pos > n) {
            if (val_regexp_p(pat)) re_publish_nil();
            return Qnil;
        }
        from = str_byte_of_char(self, (size_t)pos);
    }
    pat = index_pattern(pat);
    intptr_t at = val_regexp_p(pat) ? search_regexp(self, pat, from, false) : str_index(self, pat, from);
    return at < 0 ? Qnil : int_fix((intptr_t)str_char_of_byte(self, (size_t)at));
}

static void
check_byte_offset(VALUE s, long pos)
{
    const char *p = str_ptr(s), *e = str_end(s);
    if (pos % str_enc(s)->min_len || !on_boundary(str_enc(s), p, p + pos, e))
        rb_raise(rb_eIndexError, "offset %ld does not land on character boundary", pos);
}

static VALUE
str_m_byteindex(int argc, VALUE *argv, VALUE self)
{
    long pos = 0;
    rb_check_arity(argc, 1, 2);
    VALUE pat = argv[0];
    if (argc == 2) {
        long n = (long)str_len(self);
        pos = NUM2LONG(argv[1]);
        if (pos < 0) pos += n;
        if (pos < 0 || pos > n) {
            if (val_regexp_p(pat)) re_publish_nil();
            return Qnil;
        }
    }
    check_byte_offset(self, pos);
    pat = index_pattern(pat);
    intptr_t at = val_regexp_p(pat) ? search_regexp(self, pat, (size_t)pos, false) : str_index(self, pat, (size_t)pos);
    return at < 0 ? Qnil : int_fix(at);
}

static VALUE
str_m_rindex(int argc, VALUE *argv, VALUE self)
{
    size_t from = str_len(self);
    rb_check_arity(argc, 1, 2);
    VALUE pat = argv[0];
    if (argc == 2) {
        long pos = NUM2LONG(argv[1]), n = (long)str_nchars(self);
        if (pos < 0 && (pos += n) < 0) {
            if (val_regexp_p(pat)) re_publish_nil();
            return Qnil;
        }
        from = str_byte_of_char(self, (size_t)pos);
    }
    pat = index_pattern(pat);
    intptr_t at = val_regexp_p(pat) ? search_regexp(self, pat, from, true) : str_rindex(self, pat, from);
    return at < 0 ? Qnil : int_fix((intptr_t)str_char_of_byte(self, (size_t)at));
}

static VALUE
str_m_byterindex(int argc, VALUE *argv, VALUE self)
{
    long n = (long)str_len(self), pos = n;
    rb_check_arity(argc, 1, 2);
    VALUE pat = argv[0];
    if (argc == 2) {
        pos = NUM2LONG(argv[1]);
        if (pos < 0 && (pos += n) < 0) {
            if (val_regexp_p(pat)) re_publish_nil();
            return Qnil;
        }
        if (pos > n) pos = n;
    }
    check_byte_offset(self, pos);
    pat = index_pattern(pat);
    intptr_t at = val_regexp_p(pat) ? search_regexp(self, pat, (size_t)pos, true) : str_rindex(self, pat, (size_t)pos);
    return at < 0 ? Qnil : int_fix(at);
}

static VALUE
str_m_include_p(VALUE self, VALUE pat)
{
    return val_bool(str_index(self, str_of(pat), 0) >= 0);
}

VALUE
str_m_start_with_p(int argc, VALUE *argv, VALUE self)
{
    for (int i = 0; i < argc; i++) {
        if (val_regexp_p(argv[i])) {
            VALUE match = 0;
            if (re_match_at(argv[i], self, 0, NULL, &match)) {
                re_publish(match);
                return Qtrue;
            }
            re_publish_nil();
        } else if (str_starts_with(self, str_of(argv[i]))) return Qtrue;
    }
    return Qfalse;
}

VALUE
str_m_end_with_p(int argc, VALUE *argv, VALUE self)
{
    for (int i = 0; i < argc; i++) {
        if (str_ends_with(self, str_of(argv[i]))) return Qtrue;
    }
    return Qfalse;
}

/* Leaf functions of start_with? and end_with? (method_set_leaf). */
static VALUE
str_leaf_start_with(VALUE self, VALUE prefix)
{
    if (!val_type_p(prefix, T_STRING) || str_enc_index(self) != str_enc_index(prefix)) return Qundef;
    return val_bool(str_starts_with(self, prefix));
}

static VALUE
str_leaf_end_with(VALUE self, VALUE suffix)
{
    if (!val_type_p(suffix, T_STRING) || str_enc_index(self) != str_enc_index(suffix)) return Qundef;
    return val_bool(str_ends_with(self, suffix));
}

/* ---- delete_prefix, delete_suffix ---- */

static size_t
prefix_len(VALUE s, VALUE prefix)
{
    prefix = str_of(prefix);
    bool ascii = enc_ascii_compat_p(str_enc(s)) && enc_ascii_compat_p(str_enc(prefix));
    if (ascii && str_cr_known(prefix) == STR_CR_BROKEN && str_cr_known(s) != STR_CR_BROKEN)
        return 0; /* of whatever encoding */
    return str_starts_with(s, prefix) ? str_len(prefix) : 0;
}

static size_t
suffix_len(VALUE s, VALUE suffix)
{
    suffix = str_of(suffix);
    if (str_cr_known(suffix) == STR_CR_BROKEN) return 0;
    return str_ends_with(s, suffix) ? str_len(suffix) : 0;
}

static VALUE
str_m_delete_prefix(VALUE self, VALUE prefix)
{
    size_t n = prefix_len(self, prefix);
    return str_subseq(self, n, str_len(self) - n);
}

static VALUE
str_m_delete_suffix(VALUE self, VALUE suffix)
{
    size_t n = suffix_len(self, suffix);
    return str_subseq(self, 0, str_len(self) - n);
}

static VALUE
str_m_delete_prefix_bang(VALUE self, VALUE prefix)
{
    str_check_frozen(self);
    size_t n = prefix_len(self, prefix);
    if (n == 0) return Qnil;
    return rb_str_drop_bytes(self, (long)n);
}

static VALUE
str_m_delete_suffix_bang(VALUE self, VALUE suffix)
{
    str_check_frozen(self);
    size_t n = suffix_len(self, suffix);
    if (n == 0) return Qnil;
    str_set_len(self, str_len(self) - n);
    return self;
}

/* ---- partition ---- */

static VALUE
three_parts(VALUE s, size_t begin, size_t end)
{
    VALUE parts[3];
    parts[0] = str_subseq(s, 0, begin);
    parts[1] = str_subseq(s, begin, end - begin);
    parts[2] = str_subseq(s, end, str_len(s) - end);
    return rb_ary_new_from_values(3, parts);
}

/* The parts around pat, which was found at byte `at`. */
static VALUE
around(VALUE s, size_t at, VALUE pat)
{
    VALUE before = str_subseq(s, 0, at);
    size_t end = at + str_len(pat);
    return rb_ary_new_from_args(3, before, pat, str_subseq(s, end, str_len(s) - end));
}

static VALUE
empty_like(VALUE s)
{
    return str_new(NULL, 0, str_enc_index(s));
}

static VALUE
str_m_partition(VALUE self, VALUE sep)
{
    struct re_span span;
    sep = str_pattern(sep);
    if (val_regexp_p(sep)) {
        intptr_t at = search_regexp(self, sep, 0, false);
        if (at >= 0 && re_group_span(rb_backref_get(), 0, &span)) return three_parts(self, span.begin, span.end);
    } else {
        intptr_t at = str_index(self, sep, 0);
        if (at >= 0) return around(self, (size_t)at, sep);
    }
    return rb_ary_new_from_args(3, str_dup_plain(self), empty_like(self), empty_like(self));
}

static VALUE
str_m_rpartition(VALUE self, VALUE sep)
{
    struct re_span span;
    if (val_regexp_p(sep)) {
        intptr_t at = search_regexp(self, sep, str_len(self), true);
        if (at >= 0 && re_group_span(rb_backref_get(), 0, &span)) return three_parts(self, span.begin, span.end);
    } else {
        VALUE pat = str_pattern(sep);
        intptr_t at = str_rindex(self, pat, str_len(self));
        if (at >= 0) return around(self, (size_t)at, pat);
    }
    return rb_ary_new_from_args(3, empty_like(self), empty_like(self), str_dup_plain(self));
}

/* ---- matching ---- */

VALUE
str_m_match_op(VALUE self, VALUE other)
{
    if (val_type_p(other, T_STRING)) rb_raise(rb_eTypeError, "type mismatch: String given");
    if (val_regexp_p(other)) return rb_reg_match(other, self);
    return rb_funcall(other, idEqTilde, 1, self);
}

VALUE
str_m_match(int argc, VALUE *argv, VALUE self)
{
    if (argc < 1) rb_check_arity(argc, 1, 2);
    VALUE re = re_from_pattern(argv[0]), hold = 0, *args = ALLOCV_N(VALUE, hold, argc); /* how many it takes is its affair */
    args[0] = self;
    memcpy(args + 1, argv + 1, sizeof(VALUE) * (size_t)(argc - 1));
    VALUE match = rb_funcallv(re, rb_intern("match"), argc, args);
    ALLOCV_END(hold);
    if (match != Qnil && rb_block_given_p()) return rb_yield(match);
    return match;
}

VALUE
str_m_match_p(int argc, VALUE *argv, VALUE self)
{
    size_t from = 0;
    rb_check_arity(argc, 1, 2);
    VALUE re = re_from_pattern(argv[0]);
    if (argc == 2) {
        long pos = NUM2LONG(argv[1]), n = (long)str_nchars(self);
        if (pos < 0) pos += n;
        if (pos < 0 || pos > n) return Qfalse;
        from = str_byte_of_char(self, (size_t)pos);
    }
    return val_bool(re_search(re, self, from, false, NULL, NULL));
}

void
str_init_search(VALUE c)
{
    rb_define_method(c, "index", str_m_index, -1);
    rb_define_method(c, "byteindex", str_m_byteindex, -1);
    rb_define_method(c, "rindex", str_m_rindex, -1);
    rb_define_method(c, "byterindex", str_m_byterindex, -1);
    rb_define_method(c, "include?", str_m_include_p, 1);
    rb_define_method(c, "start_with?", str_m_start_with_p, -1);
    method_set_leaf(c, "start_with?", (cfunc_t)(void *)str_leaf_start_with, 1);
    rb_define_method(c, "end_with?", str_m_end_with_p, -1);
    method_set_leaf(c, "end_with?", (cfunc_t)(void *)str_leaf_end_with, 1);
    rb_define_method(c, "delete_prefix", str_m_delete_prefix, 1);
    rb_define_method(c, "delete_suffix", str_m_delete_suffix, 1);
    rb_define_method(c, "delete_prefix!", str_m_delete_prefix_bang, 1);
    rb_define_method(c, "delete_suffix!", str_m_delete_suffix_bang, 1);
    rb_define_method(c, "partition", str_m_partition, 1);
    rb_define_method(c, "rpartition", str_m_rpartition, 1);
    rb_define_method(c, "=~", str_m_match_op, 1);
    rb_define_method(c, "match", str_m_match, -1);
    rb_define_method(c, "match?", str_m_match_p, -1);
}
