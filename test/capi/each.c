/*
 * each.c - an extension with one method for each function of the C API that takes plain arguments: Each.rb_str_length("abc").
 * A row has the name and the call; a, b, c and d are the arguments, nil where the caller has given none.
 */
#include <ruby.h>
#include <ruby/debug.h>
#include <ruby/encoding.h>
#include <ruby/io.h>
#include <ruby/io/buffer.h>
#include <ruby/random.h>
#include <ruby/re.h>
#include <ruby/st.h>
#include <ruby/thread.h>
#include <ruby/util.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>

typedef VALUE row_fn(VALUE a, VALUE b, VALUE c, VALUE d);

static struct row {
    const char *name;
    VALUE (*method)(int argc, VALUE *argv, VALUE mod);
    struct row *next;
} *rows;

#define ARG(n) (argc > (n) ? argv[n] : Qnil)
#define ROW(name, ...)                                           \
    static VALUE row_##name(VALUE a, VALUE b, VALUE c, VALUE d)  \
    {                                                            \
        __VA_ARGS__;                                             \
    }                                                            \
    static VALUE method_##name(int argc, VALUE *argv, VALUE mod) \
    {                                                            \
        return row_##name(ARG(0), ARG(1), ARG(2), ARG(3));       \
    }                                                            \
    static struct row at_##name = {#name, method_##name, NULL};  \
    __attribute__((constructor)) static void add_##name(void)    \
    {                                                            \
        at_##name.next = rows;                                   \
        rows = &at_##name;                                       \
    }

#define BOOL(x) ((x) ? Qtrue : Qfalse)
#define PTR(v) RSTRING_PTR(v)
#define LEN(v) RSTRING_LEN(v)
#define END(v) RSTRING_END(v)
#define CSTR(v) StringValueCStr(v)
#define ENC(v) rb_to_encoding(v)
#define ID(v) rb_intern_str(rb_String(v))
#define PAIR(x, y) rb_assoc_new(x, y)
#define TEXT(p) ((p) ? rb_str_new_cstr(p) : Qnil)

/* ---- texts ---- */

ROW(rb_str_length, return rb_str_length(a))
ROW(rb_str_strlen, return LONG2NUM(rb_str_strlen(a)))
ROW(rb_str_offset, return LONG2NUM(rb_str_offset(a, NUM2LONG(b))))
ROW(rb_str_sublen, return LONG2NUM(rb_str_sublen(a, NUM2LONG(b))))
ROW(rb_str_new_shared, return rb_str_new_shared(a))
ROW(rb_str_new_frozen, VALUE s = rb_str_new_frozen(a); return PAIR(s, BOOL(OBJ_FROZEN(s))))
ROW(rb_str_new_static, return rb_str_new_static("static", NUM2LONG(a)))
ROW(rb_usascii_str_new_static, VALUE s = rb_usascii_str_new_static("static", NUM2LONG(a));
    return PAIR(s, rb_enc_from_encoding(rb_enc_get(s))))
ROW(rb_utf8_str_new_static, VALUE s = rb_utf8_str_new_static("static", NUM2LONG(a));
    return PAIR(s, rb_enc_from_encoding(rb_enc_get(s))))
ROW(rb_enc_str_new_static, return rb_enc_str_new_static("static", NUM2LONG(a), ENC(b)))
ROW(rb_external_str_new, return rb_external_str_new(PTR(a), LEN(a)))
ROW(rb_external_str_new_cstr, return rb_external_str_new_cstr(CSTR(a)))
ROW(rb_external_str_new_with_enc, return rb_external_str_new_with_enc(PTR(a), LEN(a), ENC(b)))
ROW(rb_locale_str_new, return rb_locale_str_new(PTR(a), LEN(a)))
ROW(rb_locale_str_new_cstr, return rb_locale_str_new_cstr(CSTR(a)))
ROW(rb_filesystem_str_new, return rb_filesystem_str_new(PTR(a), LEN(a)))
ROW(rb_filesystem_str_new_cstr, return rb_filesystem_str_new_cstr(CSTR(a)))
ROW(rb_enc_interned_str, VALUE s = rb_enc_interned_str(PTR(a), LEN(a), ENC(b));
    return PAIR(s, BOOL(s == rb_enc_interned_str(PTR(a), LEN(a), ENC(b)))))
ROW(rb_enc_interned_str_cstr, return rb_enc_interned_str_cstr(CSTR(a), NIL_P(b) ? NULL : ENC(b)))
ROW(rb_interned_str, return rb_interned_str(PTR(a), LEN(a)))
ROW(rb_str_to_interned_str, return rb_str_to_interned_str(a))
ROW(rb_str_resurrect, return rb_str_resurrect(a))
ROW(rb_str_shared_replace, rb_str_shared_replace(a, b); return PAIR(a, b))
ROW(rb_str_replace, return rb_str_replace(a, b))
ROW(rb_str_setter, VALUE v = Qnil; rb_str_setter(a, rb_intern("$text"), &v); return v)
ROW(rb_str_buf_append, return rb_str_buf_append(a, b))
ROW(rb_str_append, return rb_str_append(a, b))
ROW(rb_str_concat, return rb_str_concat(a, b))
ROW(rb_str_plus, return rb_str_plus(a, b))
ROW(rb_str_times, return rb_str_times(a, b))
ROW(rb_str_subseq, return rb_str_subseq(a, NUM2LONG(b), NUM2LONG(c)))
ROW(rb_str_substr, return rb_str_substr(a, NUM2LONG(b), NUM2LONG(c)))
ROW(rb_str_subpos, long n = NUM2LONG(c); char *p = rb_str_subpos(a, NUM2LONG(b), &n);
    return p ? PAIR(LONG2NUM(p - PTR(a)), LONG2NUM(n)) : Qnil)
ROW(rb_str_update, rb_str_update(a, NUM2LONG(b), NUM2LONG(c), d); return a)
ROW(rb_str_drop_bytes, return rb_str_drop_bytes(a, NUM2LONG(b)))
ROW(rb_str_resize, return rb_str_resize(a, NUM2LONG(b)))
ROW(rb_str_set_len, rb_str_set_len(a, NUM2LONG(b)); return a)
ROW(rb_str_modify_expand, rb_str_modify_expand(a, NUM2LONG(b)); return PAIR(a, BOOL(rb_str_capacity(a) >= 3)))
ROW(rb_str_freeze, return BOOL(OBJ_FROZEN(rb_str_freeze(a))))
ROW(rb_str_ellipsize, return rb_str_ellipsize(a, NUM2LONG(b)))
ROW(rb_str_scrub, return rb_str_scrub(a, b))
ROW(rb_str_succ, return rb_str_succ(a))
ROW(rb_str_inspect, return rb_str_inspect(a))
ROW(rb_str_dump, return rb_str_dump(a))
ROW(rb_str_split, return rb_str_split(a, CSTR(b)))
ROW(rb_str_intern, return rb_str_intern(a))
ROW(rb_str_comparable, return BOOL(rb_str_comparable(a, b)))
ROW(rb_str_cmp, return INT2NUM(rb_str_cmp(a, b)))
ROW(rb_str_equal, return rb_str_equal(a, b))
ROW(rb_str_hash_cmp, return BOOL(rb_str_hash_cmp(a, b)))
ROW(rb_str_hash, return BOOL(rb_str_hash(a) == rb_str_hash(b)))
ROW(rb_memcicmp, return INT2NUM(rb_memcicmp(PTR(a), PTR(b), NUM2LONG(c))))
ROW(rb_str_encode_ospath, return rb_str_encode_ospath(a))
ROW(rb_str_export, return rb_str_export(a))
ROW(rb_str_export_locale, return rb_str_export_locale(a))
ROW(rb_str_export_to_enc, return rb_str_export_to_enc(a, ENC(b)))
ROW(rb_str_conv_enc, return rb_str_conv_enc(a, NIL_P(b) ? NULL : ENC(b), NIL_P(c) ? NULL : ENC(c)))
ROW(rb_str_encode, return rb_str_encode(a, b, NUM2INT(c), d))
ROW(rb_str_to_str, return rb_str_to_str(a))
ROW(rb_string_value, return rb_string_value(&a))
ROW(rb_string_value_cstr, return TEXT(rb_string_value_cstr(&a)))
ROW(rb_must_asciicompat, rb_must_asciicompat(a); return Qtrue)
ROW(rb_obj_as_string, return rb_obj_as_string(a))
ROW(rb_check_string_type, return rb_check_string_type(a))
ROW(rb_str_to_inum, return rb_str_to_inum(a, NUM2INT(b), RTEST(c)))
ROW(rb_str2inum, return rb_str2inum(a, NUM2INT(b)))
ROW(rb_cstr2inum, return rb_cstr2inum(CSTR(a), NUM2INT(b)))
ROW(rb_cstr_to_inum, return rb_cstr_to_inum(CSTR(a), NUM2INT(b), RTEST(c)))
ROW(rb_str_to_dbl, return DBL2NUM(rb_str_to_dbl(a, RTEST(b))))
ROW(rb_cstr_to_dbl, return DBL2NUM(rb_cstr_to_dbl(CSTR(a), RTEST(b))))
ROW(ruby_strtoul, char *end; unsigned long n = ruby_strtoul(CSTR(a), &end, NUM2INT(b));
    return PAIR(ULONG2NUM(n), LONG2NUM(end - PTR(a))))
ROW(ruby_scan_hex, size_t n; unsigned long v = ruby_scan_hex(PTR(a), (size_t)NUM2LONG(b), &n);
    return PAIR(ULONG2NUM(v), SIZET2NUM(n)))
ROW(ruby_scan_oct, size_t n; unsigned long v = ruby_scan_oct(PTR(a), (size_t)NUM2LONG(b), &n);
    return PAIR(ULONG2NUM(v), SIZET2NUM(n)))

/* ---- symbols ---- */

ROW(rb_sym_to_s, return rb_sym_to_s(a))
ROW(rb_sym2str, return rb_sym2str(a))
ROW(rb_to_id, return ID2SYM(rb_to_id(a)))
ROW(rb_to_symbol, return rb_to_symbol(a))
ROW(rb_check_id, volatile VALUE v = a; ID id = rb_check_id(&v); return id ? ID2SYM(id) : Qnil)
ROW(rb_check_symbol, volatile VALUE v = a; return rb_check_symbol(&v))
ROW(rb_check_id_cstr, ID id = rb_check_id_cstr(PTR(a), LEN(a), rb_enc_get(a)); return id ? ID2SYM(id) : Qnil)
ROW(rb_check_symbol_cstr, return rb_check_symbol_cstr(PTR(a), LEN(a), rb_enc_get(a)))
ROW(rb_id_attrset, return ID2SYM(rb_id_attrset(ID(a))))
ROW(kinds, ID id = ID(a);
    return rb_ary_new_from_args(7, BOOL(rb_is_const_id(id)), BOOL(rb_is_instance_id(id)), BOOL(rb_is_class_id(id)),
                                BOOL(rb_is_global_id(id)), BOOL(rb_is_local_id(id)), BOOL(rb_is_attrset_id(id)),
                                BOOL(rb_is_junk_id(id))))
ROW(rb_enc_symname2_p, return BOOL(rb_enc_symname2_p(PTR(a), LEN(a), rb_enc_get(a))))
ROW(rb_enc_symname_p, return BOOL(rb_enc_symname_p(CSTR(a), rb_enc_get(a))))
ROW(rb_symname_p, return BOOL(rb_symname_p(CSTR(a))))
ROW(rb_sym_all_symbols, return BOOL(RARRAY_LEN(rb_sym_all_symbols()) > 100))
ROW(rb_id2name, return TEXT(rb_id2name(ID(a))))

/* ---- encodings ---- */

ROW(rb_define_dummy_encoding, int i = rb_define_dummy_encoding(CSTR(a)); return rb_enc_from_encoding(rb_enc_from_index(i)))
ROW(rb_enc_alias, return BOOL(rb_enc_alias(CSTR(a), CSTR(b)) >= 0))
ROW(rb_locale_encindex, return BOOL(rb_locale_encindex() == rb_enc_to_index(rb_locale_encoding())))
ROW(rb_enc_get_index, int i = rb_enc_get_index(a); return i < 0 ? INT2FIX(i) : rb_enc_from_encoding(rb_enc_from_index(i)))
ROW(rb_enc_set_index, rb_enc_set_index(a, rb_enc_to_index(ENC(b))); return a)
ROW(rb_enc_associate, return rb_enc_associate(a, ENC(b)))
ROW(rb_obj_encoding, return rb_obj_encoding(a))
ROW(rb_enc_capable, return BOOL(rb_enc_capable(a)))
ROW(rb_enc_find, return rb_enc_from_encoding(rb_enc_find(CSTR(a))))
ROW(rb_to_encoding, return rb_enc_from_encoding(rb_to_encoding(a)))
ROW(rb_to_encoding_index, int i = rb_to_encoding_index(a);
    return i < 0 ? INT2FIX(i) : rb_enc_from_encoding(rb_enc_from_index(i)))
ROW(rb_enc_compatible, return rb_enc_from_encoding(rb_enc_compatible(a, b)))
ROW(rb_enc_check, return rb_enc_from_encoding(rb_enc_check(a, b)))
ROW(rb_enc_copy, rb_enc_copy(a, b); return a)
ROW(rb_enc_nth, return LONG2NUM(rb_enc_nth(PTR(a), END(a), NUM2LONG(b), rb_enc_get(a)) - PTR(a)))
ROW(rb_enc_strlen, return LONG2NUM(rb_enc_strlen(PTR(a), END(a), rb_enc_get(a))))
ROW(rb_enc_fast_mbclen, return INT2NUM(rb_enc_fast_mbclen(PTR(a), END(a), rb_enc_get(a))))
ROW(rb_enc_mbclen, return INT2NUM(rb_enc_mbclen(PTR(a), END(a), rb_enc_get(a))))
ROW(rb_enc_precise_mbclen, int n = rb_enc_precise_mbclen(PTR(a), END(a), rb_enc_get(a));
    return MBCLEN_CHARFOUND_P(n) ? INT2NUM(MBCLEN_CHARFOUND_LEN(n)) : BOOL(MBCLEN_INVALID_P(n)))
ROW(rb_enc_ascget, int n = -9; int code = rb_enc_ascget(PTR(a), END(a), NIL_P(b) ? NULL : &n, rb_enc_get(a));
    return PAIR(INT2NUM(code), INT2NUM(n)))
ROW(rb_enc_codepoint_len, int n = -9; unsigned code = rb_enc_codepoint_len(PTR(a), END(a), &n, rb_enc_get(a));
    return PAIR(UINT2NUM(code), INT2NUM(n)))
ROW(rb_enc_codelen, return INT2NUM(rb_enc_codelen(NUM2INT(a), ENC(b))))
ROW(rb_enc_code_to_mbclen, return INT2NUM(rb_enc_code_to_mbclen(NUM2INT(a), ENC(b))))
ROW(rb_enc_mbc_to_codepoint, return UINT2NUM(rb_enc_mbc_to_codepoint(PTR(a), END(a), rb_enc_get(a))))
ROW(rb_enc_uint_chr, return rb_enc_uint_chr(NUM2UINT(a), ENC(b)))
ROW(rb_enc_toupper, return INT2NUM(rb_enc_toupper(NUM2INT(a), ENC(b))))
ROW(rb_enc_tolower, return INT2NUM(rb_enc_tolower(NUM2INT(a), ENC(b))))
ROW(rb_enc_left_char_head,
    return LONG2NUM(rb_enc_left_char_head(PTR(a), PTR(a) + NUM2LONG(b), END(a), rb_enc_get(a)) - PTR(a)))
ROW(rb_enc_right_char_head,
    return LONG2NUM(rb_enc_right_char_head(PTR(a), PTR(a) + NUM2LONG(b), END(a), rb_enc_get(a)) - PTR(a)))
ROW(rb_enc_prev_char, char *p = rb_enc_prev_char(PTR(a), PTR(a) + NUM2LONG(b), END(a), rb_enc_get(a));
    return p ? LONG2NUM(p - PTR(a)) : Qnil)
ROW(rb_enc_is_newline, return BOOL(rb_enc_is_newline(PTR(a), END(a), rb_enc_get(a))))
ROW(rb_enc_str_asciionly_p, return BOOL(rb_enc_str_asciionly_p(a)))
ROW(rb_enc_str_coderange, return INT2NUM(rb_enc_str_coderange(a) == ENC_CODERANGE_7BIT    ? 7
                                         : rb_enc_str_coderange(a) == ENC_CODERANGE_VALID ? 8
                                                                                          : 0))
ROW(rb_str_coderange_scan_restartable, int cr = FIX2INT(b) == 7   ? ENC_CODERANGE_7BIT
                                                : FIX2INT(b) == 8 ? ENC_CODERANGE_VALID
                                                : FIX2INT(b) == 1 ? ENC_CODERANGE_BROKEN
                                                                  : 0;
    long n = rb_str_coderange_scan_restartable(PTR(a), END(a), rb_enc_get(a), &cr);
    return rb_ary_new_from_args(4, LONG2NUM(n), BOOL(cr == ENC_CODERANGE_7BIT), BOOL(cr == ENC_CODERANGE_VALID),
                                BOOL(cr == ENC_CODERANGE_BROKEN)))
ROW(rb_enc_path_skip_prefix, return LONG2NUM(rb_enc_path_skip_prefix(PTR(a), END(a), rb_enc_get(a)) - PTR(a)))
ROW(rb_enc_path_next, return LONG2NUM(rb_enc_path_next(PTR(a), END(a), rb_enc_get(a)) - PTR(a)))
ROW(rb_enc_path_last_separator, char *p = rb_enc_path_last_separator(PTR(a), END(a), rb_enc_get(a));
    return p ? LONG2NUM(p - PTR(a)) : Qnil)
ROW(rb_enc_path_end, return LONG2NUM(rb_enc_path_end(PTR(a), END(a), rb_enc_get(a)) - PTR(a)))
ROW(ruby_enc_find_basename, long base; long all = LEN(a);
    const char *p = ruby_enc_find_basename(PTR(a), &base, &all, rb_enc_get(a));
    return rb_ary_new_from_args(3, LONG2NUM(p - PTR(a)), LONG2NUM(base), LONG2NUM(all)))
ROW(ruby_enc_find_extname, long n = LEN(a);
    const char *p = ruby_enc_find_extname(PTR(a), NIL_P(b) ? NULL : &n, rb_enc_get(a));
    return p ? PAIR(LONG2NUM(p - PTR(a)), LONG2NUM(n)) : Qnil)
ROW(rb_econv_has_convpath_p, return BOOL(rb_econv_has_convpath_p(CSTR(a), CSTR(b))))
ROW(rb_econv_str_convert, rb_econv_t *ec = rb_econv_open(CSTR(b), CSTR(c), NIL_P(d) ? 0 : FIX2INT(d)); if (!ec) return Qnil;
    VALUE s = rb_econv_str_convert(ec, a, 0); rb_econv_close(ec); return s)
ROW(rb_econv_substr_convert, rb_econv_t *ec = rb_econv_open(CSTR(b), CSTR(c), 0); if (!ec) return Qnil;
    VALUE s = rb_econv_substr_convert(ec, a, 1, LEN(a) - 1, 0); rb_econv_close(ec); return s)
ROW(rb_econv_str_append, rb_econv_t *ec = rb_econv_open(CSTR(b), CSTR(c), 0); if (!ec) return Qnil;
    VALUE s = rb_econv_str_append(ec, a, rb_str_new_cstr("dst:"), 0); rb_econv_close(ec); return s)
ROW(rb_econv_append, rb_econv_t *ec = rb_econv_open(CSTR(b), CSTR(c), 0); if (!ec) return Qnil;
    VALUE s = rb_econv_append(ec, PTR(a), LEN(a), rb_str_new_cstr("dst:"), 0); rb_econv_close(ec); return s)
ROW(rb_econv_decorate, rb_econv_t *ec = rb_econv_open(CSTR(b), CSTR(c), 0); if (!ec) return Qnil;
    int first = rb_econv_decorate_at_first(ec, CSTR(d)); int last = rb_econv_decorate_at_last(ec, CSTR(d));
    VALUE s = rb_econv_str_convert(ec, a, 0); rb_econv_close(ec);
    return rb_ary_new_from_args(3, INT2NUM(first), INT2NUM(last), s))
ROW(rb_econv_binmode, rb_econv_t *ec = rb_econv_open(CSTR(b), CSTR(c), FIX2INT(d)); if (!ec) return Qnil;
    rb_econv_binmode(ec); VALUE s = rb_econv_str_convert(ec, a, 0); rb_econv_close(ec); return s)
ROW(rb_econv_encoding_to_insert_output, rb_econv_t *ec = rb_econv_open(CSTR(a), CSTR(b), 0); if (!ec) return Qnil;
    VALUE s = TEXT(rb_econv_encoding_to_insert_output(ec)); rb_econv_close(ec); return s)
ROW(rb_econv_asciicompat_encoding, return TEXT(rb_econv_asciicompat_encoding(CSTR(a))))
ROW(rb_econv_prepare_options, VALUE opts = Qnil; int flags = rb_econv_prepare_opts(a, &opts);
    return PAIR(INT2NUM(flags), opts))

/* ---- patterns ---- */

static int
each_name(const OnigUChar *name, const OnigUChar *end, int count, int *groups, OnigRegex re, void *list)
{
    VALUE row = rb_ary_new_from_args(1, rb_str_new((const char *)name, end - name));
    for (int i = 0; i < count; i++) rb_ary_push(row, INT2NUM(groups[i]));
    rb_ary_push((VALUE)list, row);
    return RARRAY_LEN((VALUE)list) >= 3;
}

ROW(onig_foreach_name, VALUE list = rb_ary_new(); int n = onig_foreach_name(RREGEXP_PTR(a), each_name, (void *)list);
    return rb_ary_new_from_args(4, INT2NUM(n), list, INT2NUM(onig_number_of_names(RREGEXP_PTR(a))),
                                INT2NUM(onig_number_of_captures(RREGEXP_PTR(a)))))
ROW(onig_name_to_group_numbers, int *groups;
    int n = onig_name_to_group_numbers(RREGEXP_PTR(a), (OnigUChar *)PTR(b), (OnigUChar *)END(b), &groups);
    return n < 0 ? INT2NUM(n) : PAIR(INT2NUM(n), INT2NUM(groups[n - 1])))
ROW(onig_name_to_backref_number,
    return INT2NUM(onig_name_to_backref_number(RREGEXP_PTR(a), (OnigUChar *)PTR(b), (OnigUChar *)END(b),
                                               NIL_P(c) ? NULL : RMATCH_REGS(c))))
ROW(onig_region, OnigRegion *r = onig_region_new(); OnigRegion *s = onig_region_new(); int was = s->num_regs;
    onig_region_copy(r, RMATCH_REGS(a)); onig_region_copy(s, r); onig_region_copy(s, r);
    VALUE v = rb_ary_new_from_args(4, INT2NUM(was), INT2NUM(s->num_regs), LONG2NUM(s->beg[0]), LONG2NUM(s->end[0]));
    onig_region_free(r, 1); onig_region_free(s, 1); return v)
ROW(rb_reg_region_copy, struct re_registers r = {0}; int e = rb_reg_region_copy(&r, RMATCH_REGS(a));
    VALUE v = rb_ary_new_from_args(3, INT2NUM(e), INT2NUM(r.num_regs), LONG2NUM(r.end[0])); onig_region_free(&r, 0);
    return v)
ROW(rb_reg_adjust_startpos, return LONG2NUM(rb_reg_adjust_startpos(a, b, NUM2LONG(c), RTEST(d))))
ROW(rb_reg_search, return LONG2NUM(rb_reg_search(a, b, NUM2LONG(c), RTEST(d))))
ROW(rb_reg_nth_match, return rb_reg_nth_match(NUM2INT(a), b))
ROW(rb_reg_nth_defined, return rb_reg_nth_defined(NUM2INT(a), b))
ROW(rb_reg_backref_number, return INT2NUM(rb_reg_backref_number(a, b)))
ROW(rb_reg_last_match, return PAIR(rb_reg_last_match(a), PAIR(rb_reg_match_pre(a), rb_reg_match_post(a))))
ROW(rb_reg_match_last, return rb_reg_match_last(a))
ROW(rb_reg_match, return rb_reg_match(a, b))
ROW(rb_reg_quote, return rb_reg_quote(a))
ROW(rb_reg_new_str, return rb_reg_new_str(a, NUM2INT(b)))
ROW(rb_reg_regcomp, return rb_reg_regcomp(a))
ROW(rb_reg_new, return rb_reg_new(PTR(a), LEN(a), NUM2INT(b)))
ROW(rb_enc_reg_new, return rb_enc_reg_new(PTR(a), LEN(a), rb_enc_get(a), NUM2INT(b)))
ROW(rb_reg_options, return INT2NUM(rb_reg_options(a)))
ROW(rb_reg_regsub, return rb_reg_regsub(a, b, RMATCH_REGS(c), d))
ROW(rb_reg_alloc, VALUE r = rb_reg_alloc(); return PAIR(r, rb_reg_init_str(r, a, NUM2INT(b))))
ROW(rb_memsearch, return LONG2NUM(rb_memsearch(PTR(a), LEN(a), PTR(b), LEN(b), rb_enc_get(b))))

/* ---- arrays, hashes, sets ---- */

ROW(rb_ary_plus, return rb_ary_plus(a, b))
ROW(rb_ary_to_s, return rb_ary_to_s(a))
ROW(rb_ary_assoc, return rb_ary_assoc(a, b))
ROW(rb_ary_rassoc, return rb_ary_rassoc(a, b))
ROW(rb_ary_each, return rb_ary_each(a))
ROW(rb_ary_modify, rb_ary_modify(a); return a)
ROW(rb_ary_shared_with_p, return rb_ary_shared_with_p(a, b))
ROW(rb_ary_resurrect, VALUE c2 = rb_ary_resurrect(a); return PAIR(c2, BOOL(c2 == a)))
ROW(rb_ary_cmp, return rb_ary_cmp(a, b))
ROW(rb_ary_cat, return rb_ary_cat(a, RARRAY_CONST_PTR(b), RARRAY_LEN(b)))
ROW(rb_ary_store, rb_ary_store(a, NUM2LONG(b), c); return a)
ROW(rb_ary_entry, return rb_ary_entry(a, NUM2LONG(b)))
ROW(rb_ary_subseq, return rb_ary_subseq(a, NUM2LONG(b), NUM2LONG(c)))
ROW(rb_ary_resize, return rb_ary_resize(a, NUM2LONG(b)))
ROW(rb_ary_rotate, return rb_ary_rotate(a, NUM2LONG(b)))
ROW(rb_ary_delete, return PAIR(rb_ary_delete(a, b), a))
ROW(rb_ary_delete_at, return PAIR(rb_ary_delete_at(a, NUM2LONG(b)), a))
ROW(rb_ary_replace, return rb_ary_replace(a, b))
ROW(rb_ary_includes, return rb_ary_includes(a, b))
ROW(rb_get_values_at, VALUE at[2] = {b, c}; return rb_get_values_at(a, RARRAY_LEN(a), NIL_P(c) ? 1 : 2, at, rb_ary_entry))
ROW(rb_mem_clear, VALUE v[3] = {a, a, a}; rb_mem_clear(v, NUM2LONG(b)); return rb_ary_new_from_values(3, v))
ROW(rb_ary_ptr, VALUE *p = rb_ary_ptr_use_start(a); VALUE first = RARRAY_LEN(a) ? p[0] : Qundef; rb_ary_ptr_use_end(a);
    return first == Qundef ? Qnil : first)
ROW(rb_assoc_new, return rb_assoc_new(a, b))
ROW(rb_check_array_type, return rb_check_array_type(a))
ROW(rb_Array, return rb_Array(a))
ROW(rb_hash_freeze, return BOOL(OBJ_FROZEN(rb_hash_freeze(a))))
ROW(rb_hash_fetch, return rb_hash_fetch(a, b))
ROW(rb_hash_size, return PAIR(rb_hash_size(a), SIZET2NUM(rb_hash_size_num(a))))
ROW(rb_hash_set_ifnone, return rb_hash_aref(rb_hash_set_ifnone(a, b), c))
ROW(rb_hash_bulk_insert, rb_hash_bulk_insert(RARRAY_LEN(a), RARRAY_CONST_PTR(a), b); return b)
ROW(rb_hash_new_capa, VALUE h = rb_hash_new_capa(NUM2LONG(a)); rb_hash_aset(h, b, b); return h)
ROW(rb_hash_delete, return PAIR(rb_hash_delete(a, b), a))
ROW(rb_hash_delete_if, return rb_hash_delete_if(a))
ROW(rb_hash_clear, return rb_hash_clear(a))
ROW(rb_hash_dup, return rb_hash_dup(a))
ROW(rb_hash_lookup2, return rb_hash_lookup2(a, b, c))
ROW(rb_hash_update_by, return rb_hash_update_by(a, b, NULL))
static VALUE
sum_values(VALUE key, VALUE was, VALUE now)
{
    return rb_ary_new_from_args(3, key, was, now);
}
ROW(rb_hash_update_by_fn, return rb_hash_update_by(a, b, sum_values))
ROW(rb_Hash, return rb_Hash(a))

static int
collect(VALUE v, VALUE list)
{
    rb_ary_push(list, v);
    return RARRAY_LEN(list) < 3 ? ST_CONTINUE : ST_STOP;
}

ROW(rb_set, VALUE s = NIL_P(b) ? rb_set_new() : rb_set_new_capa((size_t)NUM2LONG(b));
    for (long i = 0; i < RARRAY_LEN(a); i++) rb_set_add(s, RARRAY_AREF(a, i)); VALUE list = rb_ary_new();
    rb_set_foreach(s, collect, list); VALUE first = rb_ary_entry(a, 0);
    return rb_ary_new_from_args(6, s, SIZET2NUM(rb_set_size(s)), list, BOOL(rb_set_lookup(s, first)),
                                BOOL(rb_set_delete(s, first)), BOOL(rb_set_add(s, first))))

/* ---- numbers ---- */

ROW(rb_big2dbl, return DBL2NUM(rb_big2dbl(a)))
ROW(rb_big_pack, unsigned long w[3] = {7, 7, 7}; rb_big_pack(a, w, NUM2LONG(b));
    return rb_ary_new_from_args(3, ULONG2NUM(w[0]), ULONG2NUM(w[1]), ULONG2NUM(w[2])))
ROW(rb_big_unpack, unsigned long w[3] = {NUM2ULONG(a), NUM2ULONG(b), NUM2ULONG(c)};
    return rb_ary_new_from_args(3, rb_big_unpack(w, 1), rb_big_unpack(w, 2), rb_big_unpack(w, 3)))
ROW(rb_big_norm, return rb_big_norm(a))
ROW(rb_big_eql, return PAIR(rb_big_eql(a, b), rb_big_eq(a, b)))
ROW(rb_big_cmp, return rb_big_cmp(a, b))
ROW(rb_bigzero_p, return BOOL(rb_bigzero_p(a)))
ROW(rb_big_sign, return INT2NUM(rb_big_sign(a)))
ROW(rb_big2str, return rb_big2str(a, NUM2INT(b)))
ROW(rb_absint_size, int bits; size_t n = rb_absint_size(a, NIL_P(b) ? NULL : &bits);
    return NIL_P(b) ? SIZET2NUM(n) : PAIR(SIZET2NUM(n), INT2NUM(bits)))
ROW(rb_absint_numwords, size_t bits; size_t n = rb_absint_numwords(a, (size_t)NUM2LONG(b), &bits);
    return PAIR(SIZET2NUM(n), SIZET2NUM(bits)))
ROW(rb_absint_singlebit_p, return BOOL(rb_absint_singlebit_p(a)))
ROW(rb_integer_pack, unsigned char w[12]; memset(w, 0x55, sizeof w);
    int sign = rb_integer_pack(a, w, (size_t)NUM2LONG(b), (size_t)NUM2LONG(c), 0, NUM2INT(d));
    return PAIR(INT2NUM(sign), rb_str_new((char *)w, 12)))
ROW(rb_integer_unpack, return rb_integer_unpack(PTR(a), (size_t)NUM2LONG(b), (size_t)NUM2LONG(c), 0, NUM2INT(d)))
ROW(rb_int_positive_pow, return rb_int_positive_pow(NUM2LONG(a), NUM2ULONG(b)))
ROW(rb_num_coerce_bin, return rb_num_coerce_bin(a, b, '+'))
ROW(rb_num_coerce_cmp, return rb_num_coerce_cmp(a, b, rb_intern("<=>")))
ROW(rb_num_coerce_relop, return rb_num_coerce_relop(a, b, '<'))
ROW(rb_num_zerodiv, rb_num_zerodiv(); return Qnil)
ROW(rb_out_of_int, rb_out_of_int(NUM2LONG(a)); return Qnil)
ROW(rb_fix2int, return INT2NUM((int)rb_fix2int(a)))
ROW(rb_num2int, return INT2NUM((int)rb_num2int(a)))
ROW(rb_num2uint, return UINT2NUM((unsigned)rb_num2uint(a)))
ROW(rb_fix2uint, return UINT2NUM((unsigned)rb_fix2uint(a)))
ROW(rb_num2short, return INT2NUM(rb_num2short(a)))
ROW(rb_num2ushort, return INT2NUM(rb_num2ushort(a)))
ROW(rb_fix2str, return rb_fix2str(a, NUM2INT(b)))
ROW(rb_num2ll, return LL2NUM(rb_num2ll(a)))
ROW(rb_num2ull, return ULL2NUM(rb_num2ull(a)))
ROW(rb_num2ulong, return ULONG2NUM(rb_num2ulong(a)))
ROW(rb_num2dbl, return DBL2NUM(rb_num2dbl(a)))
ROW(rb_to_float, return rb_to_float(a))
ROW(rb_Float, return rb_Float(a))
ROW(rb_Integer, return rb_Integer(a))
ROW(rb_to_int, return rb_to_int(a))
ROW(rb_cmpint, return INT2NUM(rb_cmpint(a, b, c)))
ROW(rb_dbl2big, return rb_dbl2big(NUM2DBL(a)))
ROW(rb_float_new_in_heap, return rb_float_new_in_heap(NUM2DBL(a)))
ROW(rb_flt_rationalize, return rb_flt_rationalize(a))
ROW(rb_flt_rationalize_with_prec, return rb_flt_rationalize_with_prec(a, b))
ROW(rb_Rational, return rb_Rational(a, b))
ROW(rb_rational_new, return rb_rational_new(a, b))
ROW(rb_Complex, return rb_Complex(a, b))
ROW(rb_complex_new_polar, return rb_complex_new_polar(a, b))
ROW(rb_complex_abs, return PAIR(rb_complex_abs(a), rb_complex_arg(a)))
ROW(rb_complex_uminus, return PAIR(rb_complex_uminus(a), rb_complex_conjugate(a)))
ROW(rb_complex_ops, return rb_ary_new_from_args(4, rb_complex_plus(a, b), rb_complex_minus(a, b), rb_complex_mul(a, b),
                                                rb_complex_div(a, b)))
ROW(rb_complex_pow, return rb_complex_pow(a, b))
ROW(rb_random_real, return DBL2NUM(rb_random_real(a)))
ROW(rb_random_int32, return UINT2NUM(rb_random_int32(a)))
ROW(rb_random_bytes, return rb_random_bytes(a, NUM2LONG(b)))
ROW(rb_random_ulong_limited, return ULONG2NUM(rb_random_ulong_limited(a, NUM2ULONG(b))))
ROW(rb_genrand, double r = rb_genrand_real();
    return rb_ary_new_from_args(3, BOOL(r >= 0 && r < 1), BOOL(rb_genrand_ulong_limited(9) < 10),
                                (rb_genrand_int32(), Qtrue)))
ROW(rb_reset_random_seed, rb_reset_random_seed(); return Qnil)
ROW(rb_range_values, VALUE x; VALUE y; int excl;
    return rb_range_values(a, &x, &y, &excl) ? rb_ary_new_from_args(3, x, y, BOOL(excl)) : Qfalse)
ROW(rb_range_beg_len, long x; long n; VALUE r = rb_range_beg_len(a, &x, &n, NUM2LONG(b), NUM2INT(c));
    return RTEST(r) ? rb_ary_new_from_args(3, r, LONG2NUM(x), LONG2NUM(n)) : r)

/* ---- times ---- */

ROW(rb_time_new, return rb_funcall(rb_time_new((time_t)NUM2LONG(a), NUM2LONG(b)), rb_intern("to_r"), 0))
ROW(rb_time_nano_new, return rb_funcall(rb_time_nano_new((time_t)NUM2LONG(a), NUM2LONG(b)), rb_intern("to_r"), 0))
ROW(rb_time_num_new, VALUE t = rb_time_num_new(a, b);
    return PAIR(rb_funcall(t, rb_intern("to_r"), 0), NIL_P(b) ? Qnil : rb_funcall(t, rb_intern("utc_offset"), 0)))
ROW(rb_time_timespec_new, struct timespec ts = {NUM2LONG(a), NUM2LONG(b)}; VALUE t = rb_time_timespec_new(&ts, NUM2INT(c));
    return rb_ary_new_from_args(2, rb_funcall(t, rb_intern("to_r"), 0),
                                NUM2INT(c) == INT_MAX ? Qnil : rb_funcall(t, rb_intern("utc_offset"), 0)))
ROW(rb_time_timeval, struct timeval t = rb_time_timeval(a); return PAIR(LONG2NUM(t.tv_sec), LONG2NUM(t.tv_usec)))
ROW(rb_time_timespec, struct timespec t = rb_time_timespec(a); return PAIR(LONG2NUM(t.tv_sec), LONG2NUM(t.tv_nsec)))
ROW(rb_time_interval, struct timeval t = rb_time_interval(a); return PAIR(LONG2NUM(t.tv_sec), LONG2NUM(t.tv_usec)))
ROW(rb_time_timespec_interval, struct timespec t = rb_time_timespec_interval(a);
    return PAIR(LONG2NUM(t.tv_sec), LONG2NUM(t.tv_nsec)))
ROW(rb_time_utc_offset, return rb_time_utc_offset(a))
ROW(rb_timespec_now, struct timespec t; rb_timespec_now(&t); return BOOL(t.tv_sec > 1700000000))

/* ---- classes, methods, variables ---- */

ROW(rb_class_real, return rb_class_real(a))
ROW(rb_class_get_superclass, VALUE s = rb_class_get_superclass(a); return RTEST(s) ? Qtrue : s)
ROW(rb_class_superclass, return rb_class_superclass(a))
ROW(rb_class_inherited_p, return rb_class_inherited_p(a, b))
ROW(rb_class_name, return PAIR(rb_class_name(a), TEXT(rb_class2name(a))))
ROW(rb_mod_name, return PAIR(rb_mod_name(a), rb_class_path(a)))
ROW(rb_class_path_cached, return rb_class_path_cached(a))
ROW(rb_path2class, return rb_path2class(CSTR(a)))
ROW(rb_path_to_class, return rb_path_to_class(a))
ROW(rb_undef, rb_undef(a, ID(b)); return Qnil)
ROW(rb_undef_method, rb_undef_method(a, CSTR(b)); return Qnil)
ROW(rb_remove_method, rb_remove_method(a, CSTR(b)); return Qnil)
ROW(rb_remove_method_id, rb_remove_method_id(a, ID(b)); return Qnil)
ROW(rb_method_boundp, return rb_ary_new_from_args(3, BOOL(rb_method_boundp(a, ID(b), 0)),
                                                  BOOL(rb_method_boundp(a, ID(b), 1)), BOOL(rb_method_boundp(a, ID(b), 2))))
ROW(rb_method_basic_definition_p, return BOOL(rb_method_basic_definition_p(a, ID(b))))
ROW(rb_obj_method, return rb_obj_method(a, b))
ROW(rb_obj_method_arity, return INT2NUM(rb_obj_method_arity(a, ID(b))))
ROW(rb_mod_method_arity, return INT2NUM(rb_mod_method_arity(a, ID(b))))
ROW(rb_respond_to, return BOOL(rb_respond_to(a, ID(b))))
ROW(rb_obj_respond_to, return BOOL(rb_obj_respond_to(a, ID(b), RTEST(c))))
ROW(rb_singleton_class_clone, return BOOL(rb_singleton_class_clone(a) != rb_singleton_class(a)))
ROW(rb_define_class_id, VALUE k = rb_define_class_id(ID(a), b); return PAIR(rb_mod_name(k), rb_class_superclass(k)))
ROW(rb_define_module_id, return rb_mod_name(rb_define_module_id(ID(a))))
ROW(rb_define_class, return rb_define_class(CSTR(a), b))
ROW(rb_define_class_under, return rb_define_class_under(a, CSTR(b), c))
ROW(rb_define_module, return rb_define_module(CSTR(a)))
ROW(rb_define_module_under, return rb_define_module_under(a, CSTR(b)))
ROW(rb_define_alias, rb_define_alias(a, CSTR(b), CSTR(c)); return Qnil)
ROW(rb_define_attr, rb_define_attr(a, CSTR(b), RTEST(c), RTEST(d)); return Qnil)
ROW(rb_attr_get, return rb_attr_get(a, ID(b)))
ROW(rb_extend_object, rb_extend_object(a, b); return Qnil)
ROW(rb_include_module, rb_include_module(a, b); return rb_mod_ancestors(a))
ROW(rb_prepend_module, rb_prepend_module(a, b); return rb_mod_ancestors(a))
ROW(rb_mod_include_p, return PAIR(rb_mod_include_p(a, b), rb_mod_included_modules(a)))
ROW(rb_mod_module_eval, return rb_mod_module_eval(1, &b, a))
ROW(rb_obj_instance_eval, return rb_obj_instance_eval(1, &b, a))
ROW(rb_mod_remove_const, return rb_mod_remove_const(a, b))
ROW(rb_mod_remove_cvar, return rb_mod_remove_cvar(a, b))
ROW(rb_class_descendants, return rb_class_subclasses(a))
ROW(rb_class_attached_object, return rb_class_attached_object(a))
ROW(rb_class_instance_methods, return rb_class_instance_methods(1, &b, a))
ROW(rb_obj_singleton_methods, return rb_obj_singleton_methods(NIL_P(b) ? 0 : 1, &b, a))
ROW(rb_obj_init_copy, return rb_obj_init_copy(a, b))
ROW(rb_obj_alloc, return rb_obj_class(rb_obj_alloc(a)))
ROW(rb_obj_setup, return BOOL(rb_obj_is_instance_of(a, b)))
ROW(rb_obj_is_fiber, return rb_ary_new_from_args(3, rb_obj_is_fiber(a), rb_obj_is_proc(a), rb_obj_is_method(a)))
ROW(rb_const_get_from, return rb_const_get_from(a, ID(b)))
ROW(rb_const_get, return rb_const_get(a, ID(b)))
ROW(rb_const_get_at, return rb_const_get_at(a, ID(b)))
ROW(rb_const_defined, return rb_ary_new_from_args(3, BOOL(rb_const_defined(a, ID(b))), BOOL(rb_const_defined_at(a, ID(b))),
                                                  BOOL(rb_const_defined_from(a, ID(b)))))
ROW(rb_const_set, rb_const_set(a, ID(b), c); return Qnil)
ROW(rb_const_remove, return rb_const_remove(a, ID(b)))
ROW(rb_const_list, return rb_const_list(rb_mod_const_of(a, NULL)))
ROW(rb_const_list_at, return rb_const_list(rb_mod_const_at(a, NULL)))
ROW(rb_mod_constants, return rb_mod_constants(NIL_P(b) ? 0 : 1, &b, a))
ROW(rb_define_const, rb_define_const(a, CSTR(b), c); return Qnil)
ROW(rb_autoload_p, return rb_autoload_p(a, ID(b)))
ROW(rb_autoload_load, return rb_autoload_load(a, ID(b)))
ROW(rb_cvar_find, VALUE front = 0; VALUE v = rb_cvar_find(a, ID(b), &front); return PAIR(v, front ? front : Qnil))
ROW(rb_cvar_get, return rb_cvar_get(a, ID(b)))
ROW(rb_cvar_set, rb_cvar_set(a, ID(b), c); return rb_cvar_get(a, ID(b)))
ROW(rb_cvar_defined, return rb_cvar_defined(a, ID(b)))
ROW(rb_cv_get, return rb_cv_get(a, CSTR(b)))
ROW(rb_cv_set, rb_cv_set(a, CSTR(b), c); return rb_cv_get(a, CSTR(b)))
ROW(rb_define_class_variable, rb_define_class_variable(a, CSTR(b), c); return Qnil)
ROW(rb_iv_get, return rb_iv_get(a, CSTR(b)))
ROW(rb_iv_set, return rb_iv_set(a, CSTR(b), c))
ROW(rb_ivar_defined, return rb_ivar_defined(a, ID(b)))
ROW(rb_ivar_count, return SIZET2NUM((size_t)rb_ivar_count(a)))
ROW(rb_obj_instance_variables, return rb_obj_instance_variables(a))
ROW(rb_obj_remove_instance_variable, return rb_obj_remove_instance_variable(a, b))
ROW(rb_copy_generic_ivar, rb_copy_generic_ivar(a, b); return rb_obj_instance_variables(a))
ROW(rb_gv_get, return rb_gv_get(CSTR(a)))
ROW(rb_gv_set, return rb_gv_set(CSTR(a), b))
ROW(rb_f_global_variables, return BOOL(RARRAY_LEN(rb_f_global_variables()) > 10))
ROW(rb_alias_variable, rb_alias_variable(ID(a), ID(b)); return Qnil)

/* ---- structs ---- */

ROW(rb_struct_s_members, return rb_ary_dup(rb_struct_s_members(a)))
ROW(rb_struct_members, return PAIR(rb_ary_dup(rb_struct_members(a)), rb_struct_size(a)))
ROW(rb_struct_alloc, return rb_struct_alloc(a, b))
ROW(rb_struct_alloc_noinit, return rb_struct_alloc_noinit(a))
ROW(rb_struct_initialize, rb_struct_initialize(a, b); return a)
ROW(rb_struct_getmember, return rb_struct_getmember(a, ID(b)))
ROW(rb_struct_aref, return rb_struct_aref(a, b))
ROW(rb_struct_aset, return rb_struct_aset(a, b, c))
ROW(rb_struct_new, return rb_struct_new(a, b, c, d))
ROW(rb_struct_define, return rb_struct_define(NIL_P(a) ? NULL : CSTR(a), "one", "two", NULL))
ROW(rb_struct_define_under, return rb_struct_define_under(a, CSTR(b), "one", NULL))
ROW(rb_struct_define_without_accessor,
    return rb_struct_define_without_accessor(NIL_P(a) ? NULL : CSTR(a), b, rb_struct_alloc_noinit, "one", NULL))
ROW(rb_struct_define_without_accessor_under,
    return rb_struct_define_without_accessor_under(a, CSTR(b), c, rb_struct_alloc_noinit, "one", NULL))
ROW(rb_data_define, return rb_ary_dup(rb_struct_s_members(NIL_P(a) ? rb_data_define(0, "one", "two", NULL)
                                                                   : rb_data_define(a, "one", NULL))))

/* ---- evaluation ---- */

ROW(rb_eval_string, return rb_eval_string(CSTR(a)))
ROW(rb_eval_string_protect, int state = 0; VALUE v = rb_eval_string_protect(CSTR(a), NIL_P(b) ? NULL : &state);
    if (state) rb_set_errinfo(Qnil); return PAIR(v, BOOL(state)))
ROW(rb_eval_string_wrap, int state = 0; VALUE v = rb_eval_string_wrap(CSTR(a), &state); if (state) rb_set_errinfo(Qnil);
    return PAIR(v, BOOL(state)))
ROW(rb_funcallv_public_kw, return rb_funcallv_public_kw(a, ID(b), 1, &c, RTEST(d)))
ROW(rb_funcallv_kw, return rb_funcallv_kw(a, ID(b), 1, &c, RTEST(d)))
ROW(rb_funcall_with_block, return rb_funcall_with_block(a, ID(b), 0, NULL, c))
ROW(rb_funcall_with_block_kw, return rb_funcall_with_block_kw(a, ID(b), 1, &c, d, RB_PASS_KEYWORDS))
ROW(rb_funcall_passing_block, return rb_funcall_passing_block(a, ID(b), 0, NULL))
ROW(rb_funcall_passing_block_kw, return rb_funcall_passing_block_kw(a, ID(b), 1, &c, RB_PASS_KEYWORDS))
ROW(rb_check_funcall, VALUE v = rb_check_funcall(a, ID(b), NIL_P(c) ? 0 : 1, &c);
    return v == Qundef ? ID2SYM(rb_intern("undef")) : v)
ROW(rb_check_funcall_kw, VALUE v = rb_check_funcall_kw(a, ID(b), 1, &c, RB_PASS_KEYWORDS);
    return v == Qundef ? ID2SYM(rb_intern("undef")) : v)
ROW(rb_yield, return rb_yield(a))
ROW(rb_yield_values, return PAIR(rb_yield_values(0), rb_yield_values(2, a, b)))
ROW(rb_yield_values2, VALUE v[2] = {a, b}; return rb_yield_values2(2, v))
ROW(rb_yield_values_kw, VALUE v[2] = {a, b}; return rb_yield_values_kw(2, v, RTEST(c)))
ROW(rb_yield_splat, return rb_yield_splat(a))
ROW(rb_yield_splat_kw, return rb_yield_splat_kw(a, RTEST(b)))
ROW(rb_block_lambda, return rb_block_lambda())
ROW(rb_block_proc, return rb_proc_call(rb_block_proc(), a))
ROW(rb_proc_arity, return PAIR(INT2NUM(rb_proc_arity(a)), rb_proc_lambda_p(a)))
ROW(rb_proc_call_kw, return rb_proc_call_kw(a, b, RTEST(c)))
ROW(rb_proc_call_with_block, return rb_proc_call_with_block(a, 1, &b, c))
ROW(rb_proc_call_with_block_kw, return rb_proc_call_with_block_kw(a, 1, &b, c, RTEST(d)))
ROW(rb_binding_new, return rb_obj_class(rb_binding_new()))
ROW(rb_current_receiver, return rb_current_receiver())
ROW(rb_make_backtrace, return BOOL(RARRAY_LEN(rb_make_backtrace()) > 1))
ROW(rb_class_new_instance_kw, return rb_class_new_instance_kw(1, &b, a, RTEST(c)))
ROW(rb_class_new_instance_pass_kw, return rb_class_new_instance_pass_kw(1, &b, a))
ROW(rb_enumeratorize, return rb_enumeratorize(a, b, NIL_P(c) ? 0 : 1, &c))
ROW(rb_enumeratorize_with_size_kw, return rb_enumeratorize_with_size_kw(a, b, 1, &c, NULL, RTEST(d)))
ROW(rb_obj_instance_exec, return rb_obj_instance_exec(1, &b, a))
ROW(rb_iter_break_value, rb_iter_break_value(a); return Qnil)
ROW(rb_throw, rb_throw(CSTR(a), b); return Qnil)
ROW(rb_throw_obj, rb_throw_obj(a, b); return Qnil)
static VALUE
throw_data(RB_BLOCK_CALL_FUNC_ARGLIST(tag, data))
{
    if (RTEST(data)) rb_throw_obj(tag, data);
    return ID2SYM(rb_intern("fell"));
}
ROW(rb_catch, return rb_catch(CSTR(a), throw_data, b))
ROW(rb_catch_obj, return rb_catch_obj(a, throw_data, b))
ROW(rb_frame, ID id = 0; VALUE k = Qnil; int r = rb_frame_method_id_and_class(&id, &k);
    return rb_ary_new_from_args(4, INT2NUM(r), ID2SYM(id), k, ID2SYM(rb_frame_callee())))
ROW(rb_require, return rb_require(CSTR(a)))
ROW(rb_f_require, return rb_f_require(Qnil, a))
ROW(rb_provided, return PAIR(BOOL(rb_provided(CSTR(a))), BOOL(rb_feature_provided(CSTR(a), NULL))))
ROW(rb_provide, rb_provide(CSTR(a)); return BOOL(rb_provided(CSTR(a))))
ROW(rb_find_file, return BOOL(RTEST(rb_find_file(a))))
ROW(rb_find_file_ext, const char *ext[3] = {".rb", ".so", NULL}; VALUE path = a; int n = rb_find_file_ext(&path, ext);
    return PAIR(INT2NUM(n), n ? rb_funcall(rb_cFile, rb_intern("basename"), 1, path) : Qnil))
ROW(rb_load_protect, int state = 0; rb_load_protect(a, RTEST(b), &state); VALUE e = rb_errinfo(); rb_set_errinfo(Qnil);
    return state ? rb_obj_class(e) : Qnil)

/* ---- exceptions ---- */

ROW(rb_key_err_raise, rb_exc_raise(rb_exc_new_str(a, b)); return Qnil)
ROW(rb_loaderror, rb_loaderror("cannot %s", CSTR(a)); return Qnil)
ROW(rb_loaderror_with_path, rb_loaderror_with_path(a, "cannot %s", CSTR(a)); return Qnil)
ROW(rb_invalid_str, rb_invalid_str(CSTR(a), "Kind"); return Qnil)
ROW(rb_frozen_error_raise, rb_frozen_error_raise(a, "frozen %s", CSTR(b)); return Qnil)
ROW(rb_error_frozen, rb_error_frozen(CSTR(a)); return Qnil)
ROW(rb_error_frozen_object, rb_error_frozen_object(a); return Qnil)
ROW(rb_error_arity, rb_error_arity(NUM2INT(a), NUM2INT(b), NUM2INT(c)); return Qnil)
ROW(rb_check_frozen, rb_check_frozen(a); return Qnil)
ROW(rb_check_copyable, rb_check_copyable(a, b); return Qnil)
ROW(rb_check_type, rb_check_type(a, NUM2INT(b)); return Qnil)
ROW(rb_unexpected_type, rb_unexpected_type(a, NUM2INT(b)); return Qnil)
ROW(rb_name_error, rb_name_error(ID(a), "name %s", "x"); return Qnil)
ROW(rb_name_error_str, rb_name_error_str(a, "name %s", "x"); return Qnil)
ROW(rb_enc_raise, rb_enc_raise(ENC(a), rb_eArgError, "text %d", 5); return Qnil)
ROW(rb_notimplement, rb_notimplement(); return Qnil)
ROW(rb_f_notimplement, return rb_f_notimplement(0, NULL, a, b))
ROW(rb_syserr_fail, rb_syserr_fail(NUM2INT(a), NIL_P(b) ? NULL : CSTR(b)); return Qnil)
ROW(rb_syserr_fail_str, rb_syserr_fail_str(NUM2INT(a), b); return Qnil)
ROW(rb_syserr_new, return rb_syserr_new(NUM2INT(a), NIL_P(b) ? NULL : CSTR(b)))
ROW(rb_syserr_new_str, return rb_syserr_new_str(NUM2INT(a), b))
ROW(rb_sys_fail, errno = NUM2INT(a); rb_sys_fail(NIL_P(b) ? NULL : CSTR(b)); return Qnil)
ROW(rb_sys_fail_str, errno = NUM2INT(a); rb_sys_fail_str(b); return Qnil)
ROW(rb_mod_sys_fail, errno = NUM2INT(b); rb_mod_sys_fail(a, CSTR(c)); return Qnil)
ROW(rb_mod_sys_fail_str, errno = NUM2INT(b); rb_mod_sys_fail_str(a, c); return Qnil)
ROW(rb_mod_syserr_fail, rb_mod_syserr_fail(a, NUM2INT(b), CSTR(c)); return Qnil)
ROW(rb_mod_syserr_fail_str, rb_mod_syserr_fail_str(a, NUM2INT(b), c); return Qnil)
ROW(rb_readwrite_syserr_fail,
    rb_readwrite_syserr_fail(RTEST(a) ? RB_IO_WAIT_READABLE : RB_IO_WAIT_WRITABLE, NUM2INT(b), CSTR(c));
    return Qnil)
ROW(rb_readwrite_sys_fail, errno = NUM2INT(b);
    rb_readwrite_sys_fail(RTEST(a) ? RB_IO_WAIT_READABLE : RB_IO_WAIT_WRITABLE, CSTR(c)); return Qnil)
ROW(rb_errno, int was = rb_errno(); rb_errno_set(NUM2INT(a)); VALUE v = INT2NUM(rb_errno()); *rb_errno_ptr() = was; return v)
ROW(rb_warn, rb_warn("%s", CSTR(a)); return Qnil)
ROW(rb_warning, rb_warning("%s", CSTR(a)); return Qnil)
ROW(rb_category_warn, rb_category_warn(NUM2INT(b), "%s", CSTR(a)); return Qnil)
ROW(rb_category_warning, rb_category_warning(NUM2INT(b), "%s", CSTR(a)); return Qnil)
ROW(rb_sys_warning, errno = ENOENT; rb_sys_warning("%s", CSTR(a)); return Qnil)
ROW(rb_exc_new, return PAIR(rb_exc_new(a, PTR(b), LEN(b)), rb_exc_new_cstr(a, CSTR(b))))
ROW(rb_errinfo, rb_set_errinfo(a); VALUE v = rb_errinfo(); rb_set_errinfo(Qnil); return v)

/* ---- files and streams ---- */

static int
globbed(const char *path, VALUE list, void *enc)
{
    rb_ary_push(list, rb_str_new_cstr(path));
    return 0;
}
static void
found(const char *path, VALUE list, void *enc)
{
    rb_ary_push(list, rb_str_new_cstr(path));
}
#define SORTED(list) rb_funcall(list, rb_intern("sort"), 0)
ROW(rb_glob, VALUE list = rb_ary_new(); rb_glob(CSTR(a), found, list); return SORTED(list))
ROW(ruby_glob, VALUE list = rb_ary_new(); int n = ruby_glob(CSTR(a), NUM2INT(b), globbed, list);
    return PAIR(INT2NUM(n), SORTED(list)))
ROW(ruby_brace_glob, VALUE list = rb_ary_new(); int n = ruby_brace_glob(CSTR(a), NUM2INT(b), globbed, list);
    return PAIR(INT2NUM(n), SORTED(list)))
ROW(rb_dir_getwd, return BOOL(RTEST(rb_str_equal(rb_dir_getwd(), rb_funcall(rb_cDir, rb_intern("pwd"), 0)))))
ROW(rb_is_absolute_path, return BOOL(rb_is_absolute_path(CSTR(a))))
ROW(rb_get_path_no_checksafe, return rb_get_path_no_checksafe(a))
ROW(rb_get_path, return rb_get_path(a))
ROW(rb_file_absolute_path, return rb_file_absolute_path(a, b))
ROW(rb_file_expand_path, return rb_file_expand_path(a, b))
ROW(rb_file_dirname, return rb_file_dirname(a))
ROW(rb_file_directory_p, return rb_file_directory_p(Qnil, a))
ROW(rb_file_size, return rb_file_size(a))
ROW(rb_stat_new, struct stat st; if (stat(CSTR(a), &st) < 0) return Qnil;
    return rb_funcall(rb_stat_new(&st), rb_intern("size"), 0))
ROW(rb_file_open, VALUE f = rb_file_open(CSTR(a), CSTR(b)); VALUE v = INT2NUM(rb_io_mode(f)); rb_io_close(f); return v)
ROW(rb_file_open_str, VALUE f = rb_file_open_str(a, CSTR(b)); VALUE v = rb_io_gets(f); rb_io_close(f); return v)
ROW(rb_io_get_io, return rb_obj_class(rb_io_get_io(a)))
ROW(rb_io_closed_p, return rb_io_closed_p(a))
ROW(rb_io_mode, return INT2NUM(rb_io_mode(a)))
ROW(rb_io_path, return rb_io_path(a))
ROW(rb_io_timeout, rb_io_set_timeout(a, b); return rb_io_timeout(a))
ROW(rb_io_descriptor, return BOOL(rb_io_descriptor(a) >= 0))
ROW(rb_io_binmode, return rb_funcall(rb_io_binmode(a), rb_intern("external_encoding"), 0))
ROW(rb_io_ascii8bit_binmode, return rb_funcall(rb_io_ascii8bit_binmode(a), rb_intern("external_encoding"), 0))
ROW(rb_io_gets, return rb_io_gets(a))
ROW(rb_io_getbyte, return rb_io_getbyte(a))
ROW(rb_io_ungetbyte, return PAIR(rb_io_ungetbyte(a, b), rb_io_gets(a)))
ROW(rb_io_ungetc, return PAIR(rb_io_ungetc(a, b), rb_io_gets(a)))
ROW(rb_io_eof, return rb_io_eof(a))
ROW(rb_io_write, return rb_io_write(a, b))
ROW(rb_io_puts, return rb_io_puts(1, &b, a))
ROW(rb_io_print, return rb_io_print(1, &b, a))
ROW(rb_io_printf, VALUE v[2] = {b, c}; return rb_io_printf(2, v, a))
ROW(rb_io_addstr, return BOOL(rb_io_addstr(a, b) == a))
ROW(rb_io_bufwrite, ssize_t n = rb_io_bufwrite(a, PTR(b), (size_t)LEN(b)); rb_io_flush(a); return LONG2NUM(n))
ROW(rb_io_taint_check, return BOOL(rb_io_taint_check(a) == a))
ROW(rb_io_check_readable, rb_io_t *f; GetOpenFile(a, f); rb_io_check_readable(f); rb_io_check_char_readable(f);
    rb_io_check_byte_readable(f); return Qtrue)
ROW(rb_io_check_writable, rb_io_t *f; GetOpenFile(a, f); rb_io_check_writable(f); return Qtrue)
ROW(rb_io_read_pending, rb_io_t *f; GetOpenFile(a, f); return BOOL(rb_io_read_pending(f)))
ROW(rb_io_read_check, rb_io_t *f; GetOpenFile(a, f); rb_io_read_check(f); return Qtrue)
ROW(rb_io_stdio_file, rb_io_t *f; GetOpenFile(a, f); FILE *s = rb_io_stdio_file(f);
    return PAIR(BOOL(s), BOOL(s == rb_io_stdio_file(f))))
ROW(rb_io_synchronized, rb_io_t *f; GetOpenFile(a, f); rb_io_synchronized(f); return rb_funcall(a, rb_intern("sync"), 0))
ROW(rb_io_get_write_io, return BOOL(rb_io_get_write_io(a) == a))
ROW(rb_io_check_closed, rb_io_t *f = RFILE(rb_io_taint_check(a))->fptr; rb_io_check_closed(f); return Qtrue)
ROW(rb_io_extract_modeenc, VALUE mode = a; VALUE perm = Qnil; int oflags; enum rb_io_mode fmode; struct rb_io_encoding conv;
    rb_io_extract_modeenc(&mode, &perm, b, &oflags, &fmode, &conv);
    return rb_ary_new_from_args(4, INT2NUM(oflags &(O_ACCMODE | O_APPEND | O_CREAT | O_TRUNC | O_EXCL)),
                                rb_enc_from_encoding(conv.enc), rb_enc_from_encoding(conv.enc2), INT2NUM(conv.ecflags)))
ROW(rb_io_oflags, return PAIR(INT2NUM(rb_io_modestr_oflags(CSTR(a))), INT2NUM(rb_io_modestr_fmode(CSTR(a)))))
ROW(rb_cloexec_open, int fd = rb_cloexec_open(CSTR(a), O_RDONLY, 0); if (fd < 0) return Qnil; int fl = fcntl(fd, F_GETFD);
    close(fd); return BOOL(fl & FD_CLOEXEC))
ROW(rb_cloexec_fcntl_dupfd, int fd = rb_cloexec_fcntl_dupfd(NUM2INT(a), NUM2INT(b)); if (fd < 0) return Qnil;
    int fl = fcntl(fd, F_GETFD); close(fd); return PAIR(BOOL(fd >= NUM2INT(b)), BOOL(fl &FD_CLOEXEC)))
ROW(rb_cloexec_dup, int fd = rb_cloexec_dup(NUM2INT(a)); if (fd < 0) return Qnil; int fl = fcntl(fd, F_GETFD); close(fd);
    return BOOL(fl & FD_CLOEXEC))
ROW(rb_cloexec_dup2, int fd = rb_cloexec_dup2(NUM2INT(a), NUM2INT(b)); return INT2NUM(fd))
ROW(rb_cloexec_pipe, int fd[2]; if (rb_cloexec_pipe(fd) < 0) return Qnil; int fl = fcntl(fd[1], F_GETFD); close(fd[0]);
    close(fd[1]); return BOOL(fl & FD_CLOEXEC))
ROW(rb_fd_fix_cloexec, int fd = dup(NUM2INT(a)); rb_fd_fix_cloexec(fd); int fl = fcntl(fd, F_GETFD); close(fd);
    return BOOL(fl & FD_CLOEXEC))
ROW(rb_update_max_fd, rb_update_max_fd(NUM2INT(a)); return BOOL(rb_reserved_fd_p(NUM2INT(a))))
ROW(rb_close_before_exec, int low = fcntl(0, F_DUPFD, 30); int high = fcntl(0, F_DUPFD, 31); VALUE keep = rb_hash_new();
    if (RTEST(a)) rb_hash_aset(keep, INT2FIX(high), Qtrue); rb_close_before_exec(low, high, RTEST(b) ? keep : Qnil);
    VALUE v = PAIR(BOOL(fcntl(low, F_GETFD) & FD_CLOEXEC), BOOL(fcntl(high, F_GETFD) & FD_CLOEXEC)); close(low); close(high);
    return v)
ROW(rb_fdopen, int fd[2]; if (pipe(fd)) return Qnil; FILE *f = rb_fdopen(fd[0], CSTR(a)); fclose(f); close(fd[1]);
    return BOOL(f))
ROW(rb_io_fdopen, VALUE f = rb_io_fdopen(dup(NUM2INT(a)), NUM2INT(b), CSTR(c));
    VALUE v = PAIR(rb_obj_class(f), rb_io_path(f)); rb_io_close(f); return v)
ROW(rb_io_open_descriptor, VALUE f = rb_io_open_descriptor(rb_cIO, dup(NUM2INT(a)), NUM2INT(b), c, d, NULL);
    VALUE v = rb_ary_new_from_args(3, rb_io_path(f), rb_io_timeout(f), INT2NUM(rb_io_mode(f) & FMODE_READWRITE));
    rb_io_close(f); return v)
ROW(rb_io_wait, return rb_io_wait(a, b, c))
ROW(rb_io_maybe_wait, return rb_io_maybe_wait(NUM2INT(b), a, INT2FIX(RUBY_IO_WRITABLE), c))
ROW(rb_io_maybe_wait_readable, return INT2NUM(rb_io_maybe_wait_readable(NUM2INT(b), a, c)))
ROW(rb_io_maybe_wait_writable, return INT2NUM(rb_io_maybe_wait_writable(NUM2INT(b), a, c)))
ROW(rb_io_wait_readable, errno = NUM2INT(b); return INT2NUM(rb_io_wait_readable(rb_io_descriptor(a))))
ROW(rb_io_wait_writable, errno = NUM2INT(b); return INT2NUM(rb_io_wait_writable(rb_io_descriptor(a))))
ROW(rb_thread_fd_writable, return INT2NUM(rb_thread_fd_writable(rb_io_descriptor(a))))
ROW(rb_thread_wait_fd, rb_thread_wait_fd(rb_io_descriptor(a)); return Qtrue)
ROW(rb_wait_for_single_fd, struct timeval t = {0, 1000};
    return INT2NUM(rb_wait_for_single_fd(rb_io_descriptor(a), NUM2INT(b), NIL_P(c) ? NULL : &t)))
ROW(rb_thread_fd_close, rb_thread_fd_close(999); return Qnil)
ROW(rb_gets, return rb_gets())
ROW(rb_get_argv, return rb_get_argv())
ROW(rb_write_error, rb_write_error2(PTR(a), LEN(a)); return Qnil)
ROW(rb_p, rb_p(a); return Qnil)
ROW(rb_pipe, int fd[2]; if (rb_pipe(fd)) return Qnil; close(fd[0]); close(fd[1]); return Qtrue)
ROW(rb_io_getbyte_eof, return PAIR(rb_io_getbyte(a), rb_io_getbyte(a)))
ROW(rb_io_set_write_io, return rb_io_set_write_io(a, b))
ROW(rb_marshal, return rb_marshal_load(rb_marshal_dump(a, Qnil)))
ROW(rb_marshal_dump, return rb_marshal_dump(a, b))
ROW(rb_marshal_load, return rb_marshal_load(a))
ROW(rb_lastline, rb_lastline_set(a); return rb_lastline_get())
ROW(rb_backref, rb_backref_set(a); return rb_backref_get())

/* ---- buffers ---- */

ROW(rb_io_buffer_get_bytes, void *p; size_t n; enum rb_io_buffer_flags f = rb_io_buffer_get_bytes(a, &p, &n);
    return rb_ary_new_from_args(3, INT2NUM(f), BOOL(p), SIZET2NUM(n)))
ROW(rb_io_buffer_get_bytes_for_reading, const void *p; size_t n; rb_io_buffer_get_bytes_for_reading(a, &p, &n);
    return rb_str_new(p, (long)n))
ROW(rb_io_buffer_get_bytes_for_writing, void *p; size_t n; rb_io_buffer_get_bytes_for_writing(a, &p, &n);
    if (n) memset(p, 'w', n); return SIZET2NUM(n))
ROW(rb_io_buffer_new, VALUE v = rb_io_buffer_new(NULL, (size_t)NUM2LONG(a), NUM2INT(b));
    return rb_funcall(v, rb_intern("size"), 0))
ROW(rb_io_buffer_lock, VALUE v = rb_io_buffer_lock(a); VALUE was = rb_funcall(a, rb_intern("locked?"), 0);
    rb_io_buffer_unlock(a); return PAIR(BOOL(v == a), was))
ROW(rb_io_buffer_unlock, return rb_io_buffer_unlock(a))
ROW(rb_io_buffer_free, return rb_funcall(rb_io_buffer_free(a), rb_intern("null?"), 0))
ROW(rb_io_buffer_free_locked, rb_io_buffer_lock(a); return rb_funcall(rb_io_buffer_free_locked(a), rb_intern("null?"), 0))
ROW(rb_io_buffer_read, return rb_io_buffer_read(a, b, (size_t)NUM2LONG(c), (size_t)NUM2LONG(d)))
ROW(rb_io_buffer_write, return rb_io_buffer_write(a, b, (size_t)NUM2LONG(c), (size_t)NUM2LONG(d)))
ROW(rb_io_buffer_pread, return rb_io_buffer_pread(a, b, 1, (size_t)NUM2LONG(c), (size_t)NUM2LONG(d)))
ROW(rb_io_buffer_pwrite, return rb_io_buffer_pwrite(a, b, 1, (size_t)NUM2LONG(c), (size_t)NUM2LONG(d)))
ROW(rb_io_buffer_map,
    return rb_funcall(rb_io_buffer_map(a, (size_t)NUM2LONG(b), 0, RB_IO_BUFFER_READONLY), rb_intern("get_string"), 0))

/* ---- threads ---- */

ROW(rb_thread_kill, return BOOL(rb_thread_kill(a) == a))
ROW(rb_thread_wakeup, return BOOL(rb_thread_wakeup(a) == a))
ROW(rb_thread_wakeup_alive, return BOOL(RTEST(rb_thread_wakeup_alive(a))))
ROW(rb_thread_run, return BOOL(rb_thread_run(a) == a))
ROW(rb_thread_interrupted, return BOOL(rb_thread_interrupted(a)))
ROW(rb_thread_local, return PAIR(rb_thread_local_aset(a, ID(b), c), rb_thread_local_aref(a, ID(b))))
ROW(rb_thread_sleep, rb_thread_sleep(NUM2INT(a)); return Qnil)
ROW(rb_thread_sleep_forever, rb_thread_sleep_forever(); return Qtrue)
ROW(rb_thread_sleep_deadly, rb_thread_sleep_deadly(); return Qtrue)
ROW(rb_thread_stop, return rb_thread_stop())
ROW(rb_thread_alone, return BOOL(rb_thread_alone()))
ROW(rb_thread_main, return PAIR(BOOL(rb_thread_main() == a), BOOL(rb_thread_current() == a)))
ROW(rb_thread_schedule, rb_thread_schedule(); rb_thread_check_ints(); return Qnil)
ROW(rb_mutex, VALUE m = rb_mutex_new(); rb_mutex_lock(m); VALUE was = rb_mutex_locked_p(m);
    VALUE again = rb_mutex_trylock(m); rb_mutex_unlock(m); return rb_ary_new_from_args(3, was, again, rb_mutex_locked_p(m)))
ROW(rb_mutex_sleep, VALUE m = rb_mutex_new(); rb_mutex_lock(m); return BOOL(FIXNUM_P(rb_mutex_sleep(m, a))))

/* ---- the rest ---- */

ROW(rb_gc_count, return BOOL(rb_gc_count() > 0))
ROW(rb_gc_stat, return BOOL(rb_gc_stat(a) > 0))
ROW(rb_gc_latest_gc_info, return rb_gc_latest_gc_info(a))
ROW(rb_memory_id, return BOOL(RTEST(rb_equal(rb_memory_id(a), rb_memory_id(a)))))
ROW(rb_obj_id, return BOOL(RTEST(rb_equal(rb_obj_id(a), rb_obj_id(a)))))
ROW(rb_any_to_s, return BOOL(LEN(rb_any_to_s(a)) > 5))
ROW(rb_inspect, return rb_inspect(a))
ROW(rb_equal, return PAIR(rb_equal(a, b), BOOL(rb_eql(a, b))))
ROW(rb_obj_clone, VALUE v = rb_obj_clone(a); return PAIR(v, BOOL(OBJ_FROZEN(v))))
ROW(rb_obj_dup, return rb_obj_dup(a))
ROW(rb_convert_type, return rb_convert_type(a, NUM2INT(b), "Kind", CSTR(c)))
ROW(rb_check_convert_type, return rb_check_convert_type(a, NUM2INT(b), "Kind", CSTR(c)))
ROW(rb_check_to_integer, return rb_check_to_integer(a, CSTR(b)))
ROW(rb_check_to_float, return rb_check_to_float(a))
ROW(rb_check_hash_type, return rb_check_hash_type(a))
ROW(rb_each, return rb_each(a))
ROW(rb_sprintf, return rb_sprintf("%" PRIsVALUE "|%+" PRIsVALUE "|%10.3s|%-6d|%06x|%c", a, a, "abcdef", 42, 255, 'x'))
ROW(rb_str_format, VALUE v[2] = {b, c}; return rb_str_format(2, v, a))
ROW(ruby_signal_name, return TEXT(ruby_signal_name(NUM2INT(a))))
ROW(rb_f_kill, VALUE v[2] = {a, b}; return rb_f_kill(2, v))
ROW(rb_proc_times, return rb_obj_class(rb_proc_times(Qnil)))
ROW(rb_last_status, rb_last_status_set(NUM2INT(a), 99); return rb_funcall(rb_last_status_get(), rb_intern("to_i"), 0))
ROW(rb_detach_process, return rb_obj_is_kind_of(rb_detach_process((rb_pid_t)NUM2INT(a)), rb_cThread))
ROW(rb_env, return BOOL(getenv(CSTR(a))))
ROW(ruby_setenv, ruby_setenv(CSTR(a), NIL_P(b) ? NULL : CSTR(b));
    return rb_funcall(rb_const_get(rb_cObject, rb_intern("ENV")), rb_intern("[]"), 1, a))
ROW(ruby_strdup, char *p = ruby_strdup(CSTR(a)); VALUE s = TEXT(p); xfree(p); return s)
ROW(ruby_getcwd, char *p = ruby_getcwd(); VALUE s = BOOL(p[0] == '/'); xfree(p); return s)
static st_data_t
same_key(st_data_t key)
{
    return key + 1;
}
ROW(st_numtable, st_table *t = st_init_numtable_with_size(4); st_add_direct(t, 1, 2); st_insert2(t, 3, 4, same_key);
    st_data_t k = 1; st_data_t v = 0; int gone = st_delete_safe(t, &k, &v, Qundef);
    VALUE r = rb_ary_new_from_args(3, INT2NUM(gone), ULONG2NUM(v), SIZET2NUM(t->num_entries)); st_cleanup_safe(t, Qundef);
    st_free_table(t); return r)
ROW(st_keys, st_table *t = st_init_numtable(); for (st_data_t i = 0; i < 20; i++) st_insert(t, i, i *i); st_data_t k[30];
    long n = (long)st_keys(t, k, (st_index_t)NUM2LONG(a)); long m = (long)st_values(t, k + 5, 5);
    VALUE r = rb_ary_new_from_args(4, LONG2NUM(n), LONG2NUM(m), ULONG2NUM(k[1]), ULONG2NUM(k[9])); st_free_table(t);
    return r)
ROW(st_strtable, st_table *t = RTEST(b) ? st_init_strcasetable_with_size(8) : st_init_strtable_with_size(8);
    st_insert(t, (st_data_t) "Key", 5); st_data_t v = 0; int hit = st_lookup(t, (st_data_t)CSTR(a), &v); st_free_table(t);
    return PAIR(INT2NUM(hit), ULONG2NUM(v)))
ROW(st_hash, return rb_ary_new_from_args(3, BOOL(rb_st_hash_uint(5, 6) == rb_st_hash_uint(5, 6)),
                                         BOOL(rb_st_hash_uint32(5, 6) == rb_st_hash_uint32(5, 6)),
                                         BOOL(rb_hash_start(3) == rb_hash_start(3))))
ROW(st_locale, return PAIR(INT2NUM(st_locale_insensitive_strcasecmp(CSTR(a), CSTR(b)) < 0
                                       ? -1
                                       : st_locale_insensitive_strcasecmp(CSTR(a), CSTR(b)) > 0),
                           INT2NUM(st_locale_insensitive_strncasecmp(CSTR(a), CSTR(b), 2) == 0)))
ROW(st_numcmp, return PAIR(INT2NUM(st_numcmp(3, 4)), BOOL(st_numhash(9) == st_numhash(9))))

void
Init_each(void)
{
    VALUE mod = rb_define_module("Each");
    for (struct row *r = rows; r; r = r->next) rb_define_singleton_method(mod, r->name, r->method, -1);
}
