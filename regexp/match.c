/*
 * regexp/match.c - MatchData, and the C API of a match.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/regexp/object.h"
#include "ruby/re.h"

VALUE rb_cMatch;

static void
match_mark(VALUE v)
{
    gc_mark(rmatch(v)->str);
    gc_mark(rmatch(v)->regexp);
}

/* The Regexp of a plain-string match is made when asked for. */
VALUE
match_regexp(VALUE m)
{
    VALUE re = rmatch(m)->regexp;
    if (val_type_p(re, T_STRING)) {
        re = regexp_new(regexp_quote(re), 0, rb_cRegexp);
        obj_write(m, &rmatch(m)->regexp, re);
    }
    return re;
}

static VALUE
match_part(VALUE m, int64_t from, int64_t to)
{
    VALUE s = rb_str_subseq(rmatch(m)->str, (long)from, (long)(to - from));
    return s;
}

VALUE
match_group(VALUE m, int n)
{
    const int64_t *at = match_at(m);
    if (n < 0 || n >= rmatch(m)->count || at[2 * n] < 0) return Qnil;
    return match_part(m, at[2 * n], at[2 * n + 1]);
}

bool
re_group_span(VALUE m, int n, struct re_span *s)
{
    const int64_t *at = match_at(m);
    if (n < 0 || n >= rmatch(m)->count || at[2 * n] < 0) return false;
    *s = (struct re_span){(size_t)at[2 * n], (size_t)at[2 * n + 1]};
    return true;
}

int
re_group_number_of(VALUE m, const char *name, size_t len)
{
    if (val_type_p(rmatch(m)->regexp, T_STRING)) return -1;
    const int *g;
    int n = regexp_name_groups(rmatch(m)->regexp, name, len, &g);
    if (n == 0) return -1;
    for (int i = n; i-- > 0;) {
        if (g[i] < rmatch(m)->count && match_at(m)[2 * g[i]] >= 0) return g[i];
    }
    return g[n - 1];
}

int
re_group_number(VALUE m, VALUE name)
{
    VALUE s = rb_type(name) == T_SYMBOL ? sym_name(name) : name, re = rmatch(m)->regexp;
    int n = re_group_number_of(m, str_ptr(s), str_len(s));
    bool same = val_type_p(re, T_STRING) || str_enc_index(s) == str_enc_index(re) || str_ascii_only(s);
    if (!same) n = -1; /* the same bytes of another encoding are another name */
    if (n < 0) rb_raise(rb_eIndexError, "undefined group name reference: %" PRIsVALUE, s);
    return n;
}

int
rb_reg_backref_number(VALUE m, VALUE ref)
{
    if (rb_type(ref) == T_SYMBOL || val_type_p(ref, T_STRING)) return re_group_number(m, ref);
    return NUM2INT(ref);
}

/* ---- parts, for $1, $& ... ---- */

VALUE
rb_reg_nth_match(int n, VALUE m)
{
    if (m == Qnil) return Qnil;
    if (n < 0) {
        n += rmatch(m)->count;
        if (n <= 0) return Qnil;
    }
    return match_group(m, n);
}

VALUE
rb_reg_nth_defined(int n, VALUE m)
{
    if (m == Qnil) return Qnil;
    if (n < 0) {
        n += rmatch(m)->count;
        if (n <= 0) return Qnil;
    }
    if (n >= rmatch(m)->count) return Qnil;
    return val_bool(match_at(m)[2 * n] >= 0);
}

VALUE
rb_reg_last_match(VALUE m)
{
    return rb_reg_nth_match(0, m);
}

VALUE
rb_reg_match_pre(VALUE m)
{
    return m == Qnil ? Qnil : match_part(m, 0, match_at(m)[0]);
}

VALUE
rb_reg_match_post(VALUE m)
{
    return m == Qnil ? Qnil : match_part(m, match_at(m)[1], (int64_t)str_len(rmatch(m)->str));
}

VALUE
rb_reg_match_last(VALUE m)
{
    if (m == Qnil) return Qnil;
    for (int i = rmatch(m)->count; i-- > 1;) {
        if (match_at(m)[2 * i] >= 0) return match_group(m, i);
    }
    return Qnil;
}

long
rb_reg_search(VALUE re, VALUE str, long pos, int backward)
{
    VALUE m = 0;
    if (pos < 0 || (size_t)pos > str_len(str) || !re_search(re, str, (size_t)pos, backward, NULL, &m)) {
        re_publish_nil();
        return -1;
    }
    re_publish(m);
    return (long)match_at(m)[0];
}

bool
rb_reg_start_with_p(VALUE re, VALUE str)
{
    VALUE m = 0;
    if (!re_match_at(re, str, 0, NULL, &m)) {
        re_publish_nil();
        return false;
    }
    re_publish(m);
    return true;
}

/* ---- the class ---- */

static int
match_group_arg(VALUE m, VALUE v)
{
    int n = rb_reg_backref_number(m, v);
    if (n < 0 || n >= rmatch(m)->count) rb_raise(rb_eIndexError, "index %d out of matches", n);
    return n;
}

static VALUE
match_char_offset(VALUE m, int64_t byte)
{
    return LONG2NUM(rb_str_sublen(rmatch(m)->str, (long)byte));
}

static VALUE
match_m_begin(VALUE m, VALUE n)
{
    int i = match_group_arg(m, n);
    return match_at(m)[2 * i] < 0 ? Qnil : match_char_offset(m, match_at(m)[2 * i]);
}

static VALUE
match_m_end(VALUE m, VALUE n)
{
    int i = match_group_arg(m, n);
    return match_at(m)[2 * i] < 0 ? Qnil : match_char_offset(m, match_at(m)[2 * i + 1]);
}

static VALUE
match_m_offset(VALUE m, VALUE n)
{
    return rb_ary_new_from_args(2, match_m_begin(m, n), match_m_end(m, n));
}

static VALUE
match_m_bytebegin(VALUE m, VALUE n)
{
    int i = match_group_arg(m, n);
    return match_at(m)[2 * i] < 0 ? Qnil : LONG2NUM((long)match_at(m)[2 * i]);
}

static VALUE
match_m_byteend(VALUE m, VALUE n)
{
    int i = match_group_arg(m, n);
    return match_at(m)[2 * i] < 0 ? Qnil : LONG2NUM((long)match_at(m)[2 * i + 1]);
}

static VALUE
match_m_byteoffset(VALUE m, VALUE n)
{
    return rb_ary_new_from_args(2, match_m_bytebegin(m, n), match_m_byteend(m, n));
}

static VALUE
match_groups_from(VALUE m, int from)
{
    VALUE a = ary_new_capa((size_t)rmatch(m)->count);
    for (int i = from; i < rmatch(m)->count; i++) ary_push(a, match_group(m, i));
    return a;
}

static VALUE
match_m_to_a(VALUE m)
{
    return match_groups_from(m, 0);
}

static VALUE
match_m_captures(VALUE m)
{
    return match_groups_from(m, 1);
}

static VALUE
match_names(VALUE m)
{
    return regexp_names(match_regexp(m));
}

static VALUE
match_m_names(VALUE m)
{
    return ary_dup(match_names(m));
}

static VALUE
match_m_aref(int argc, VALUE *argv, VALUE m)
{
    rb_check_arity(argc, 1, 2);
    if (argc == 1) {
        if (val_fix_p(argv[0]))
            return rb_reg_nth_match(
                (int)fix_int(argv[0]) < 0 && fix_int(argv[0]) + rmatch(m)->count == 0 ? 0 : (int)fix_int(argv[0]), m);
        if (rb_type(argv[0]) == T_SYMBOL || val_type_p(argv[0], T_STRING))
            return match_group(m, re_group_number(m, argv[0]));
    }
    return rb_funcallv(match_m_to_a(m), rb_intern("[]"), argc, argv);
}

static VALUE
match_m_named_captures(int argc, VALUE *argv, VALUE m)
{
    VALUE opts, h = hash_new(), names = match_names(m);
    bool symbols = false;
    rb_scan_args(argc, argv, "0:", &opts);
    if (opts != Qnil) {
        VALUE s = hash_get(opts, ID2SYM(rb_intern("symbolize_names")));
        symbols = s != Qundef && val_truthy(s);
    }
    for (size_t i = 0; i < ary_len(names); i++) {
        VALUE n = ary_at(names, i);
        hash_set(h, symbols ? str_intern(n) : n, match_group(m, re_group_number(m, n)));
    }
    return h;
}

static VALUE
match_m_deconstruct_keys(VALUE m, VALUE keys)
{
    VALUE h = hash_new();
    if (keys == Qnil) {
        VALUE names = match_names(m);
        for (size_t i = 0; i < ary_len(names); i++) {
            VALUE n = ary_at(names, i);
            hash_set(h, str_intern(n), match_group(m, re_group_number(m, n)));
        }
        return h;
    }
    Check_Type(keys, T_ARRAY);
    if (ary_len(keys) > ary_len(match_names(m))) return h;
    for (size_t i = 0; i < ary_len(keys); i++) {
        VALUE k = ary_at(keys, i);
        if (rb_type(k) != T_SYMBOL) rb_raise(rb_eTypeError, "wrong argument type %s (expected Symbol)", rb_obj_classname(k));
        VALUE name = sym_name(k);
        int g = re_group_number_of(m, str_ptr(name), str_len(name));
        if (g < 0) break;
        hash_set(h, k, match_group(m, g));
    }
    return h;
}

static VALUE
match_m_values_at(int argc, VALUE *argv, VALUE m)
{
    VALUE out = ary_new();
    for (int i = 0; i < argc; i++) {
        if (rb_type(argv[i]) == T_SYMBOL || val_type_p(argv[i], T_STRING)) {
            ary_push(out, match_group(m, re_group_number(m, argv[i])));
            continue;
        }
        if (FIXNUM_P(argv[i]) && fix_int(argv[i]) < 0) { /* never the whole match, unlike in an Array */
            intptr_t group = fix_int(argv[i]) + rmatch(m)->count;
            ary_push(out, group > 0 ? match_group(m, (int)group) : Qnil);
            continue;
        }
        VALUE part_ = rb_funcall(match_m_to_a(m), rb_intern("values_at"), 1, argv[i]);
        ary_concat(out, part_);
    }
    return out;
}

static VALUE
match_m_size(VALUE m)
{
    return INT2FIX(rmatch(m)->count);
}

static VALUE
match_m_match(VALUE m, VALUE n)
{
    return match_group(m, match_group_arg(m, n));
}

static VALUE
match_m_match_length(VALUE m, VALUE n)
{
    VALUE s = match_m_match(m, n);
    return s == Qnil ? Qnil : LONG2NUM(rb_str_strlen(s));
}

static VALUE
match_m_to_s(VALUE m)
{
    VALUE s = match_group(m, 0);
    return s == Qnil ? rb_str_new_cstr("") : s;
}

static VALUE
match_m_string(VALUE m)
{
    return rmatch(m)->str;
}

static VALUE
match_m_regexp(VALUE m)
{
    return match_regexp(m);
}

/* Names of groups, by number; nil for one without. */
static VALUE
match_names_by_group(VALUE m)
{
    VALUE re = match_regexp(m), names = regexp_names(re), list = ary_new();
    for (size_t i = 0; i < ary_len(names); i++) {
        VALUE name = ary_at(names, i);
        const int *groups;
        int n = regexp_name_groups(re, str_ptr(name), str_len(name), &groups);
        for (int k = 0; k < n; k++) ary_store(list, groups[k], name);
    }
    return list;
}

static VALUE
match_m_inspect(VALUE m)
{
    VALUE s = rb_sprintf("#<%" PRIsVALUE " ", rb_class_name(rb_obj_class(m))), names = match_names_by_group(m);
    rb_enc_associate_index(s, ENCI_UTF8);
    rb_str_append(s, rb_inspect(match_group(m, 0)));
    for (int i = 1; i < rmatch(m)->count; i++) {
        VALUE name = rb_ary_entry(names, i);
        if (name != Qnil) rb_str_catf(s, " %" PRIsVALUE ":", name);
        else rb_str_catf(s, " %d:", i);
        rb_str_append(s, rb_inspect(match_group(m, i)));
    }
    return rb_str_cat_cstr(s, ">");
}

static VALUE
match_m_eq(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!val_type_p(b, T_MATCH)) return Qfalse;
    if (!str_eql_bytes(rmatch(a)->str, rmatch(b)->str) || rmatch(a)->count != rmatch(b)->count) return Qfalse;
    if (memcmp(match_at(a), match_at(b), match_at_bytes(a))) return Qfalse;
    return rb_equal(match_regexp(a), match_regexp(b));
}

static VALUE
match_m_hash(VALUE m)
{
    uint64_t h = hash_bytes(match_at(m), match_at_bytes(m), 0);
    uint64_t key[3] = {h, str_hash(rmatch(m)->str), NUM2ULL(rb_funcall(rb_hash(match_regexp(m)), rb_intern("abs"), 0))};
    return ST2FIX(hash_bytes(key, sizeof key, 0));
}

VALUE
match_alloc(VALUE klass, VALUE str, VALUE regexp, int count)
{
    size_t pairs = sizeof(int64_t) * 2 * (size_t)count;
    unsigned cls = slot_class_for(sizeof(struct rmatch) + pairs);
    bool outside = UNLIKELY(cls == SLOT_NO_CLASS);
    if (outside) cls = slot_class_fixed(sizeof(struct rmatch) + sizeof(int64_t *));
    VALUE m = gc_new(cls, T_MATCH, class_root_shape(klass, cls));
    struct rmatch *r = rmatch(m);
    r->str = str;
    r->regexp = regexp;
    r->count = outside ? 0 : count;
    r->busy = 0;
    if (outside) {
        r->at[0] = (int64_t)(uintptr_t)gc_malloc(pairs);
        r->hdr.flags |= MATCH_OUTSIDE;
        r->count = count;
        gc_own(m);
    }
    return m;
}

static void
match_free(VALUE m)
{
    if (obj_flags(m) & MATCH_OUTSIDE) gc_free(match_at(m), match_at_bytes(m));
}

static size_t
match_memsize(VALUE m)
{
    return (obj_flags(m) & MATCH_OUTSIDE) ? match_at_bytes(m) : 0;
}

static VALUE
match_copy(VALUE m)
{
    const struct rmatch *r = rmatch(m);
    VALUE c = match_alloc(rb_obj_class(m), r->str, r->regexp, r->count);
    rmatch(c)->busy = 1;
    memcpy(match_at(c), match_at(m), match_at_bytes(m));
    return c;
}

static VALUE
match_m_dup(VALUE m)
{
    VALUE copy = match_copy(m);
    ivar_copy(copy, m);
    rb_gc_copy_finalizer(copy, m);
    return copy;
}

static VALUE
match_m_clone(VALUE m)
{
    VALUE copy = match_m_dup(m);
    if (obj_frozen(m)) rb_obj_freeze(copy);
    return copy;
}

void
Init_MatchData(void)
{
    static const struct gc_type_ops ops = {.mark = match_mark, .free = match_free, .memsize = match_memsize};
    gc_register_type(T_MATCH, &ops);
    VALUE k = rb_cMatch = rb_define_class("MatchData", rb_cObject);
    rb_undef_alloc_func(k);
    rb_undef_method(CLASS_OF(k), "new");
    rb_undef_method(CLASS_OF(k), "allocate");
    rb_define_method(k, "dup", match_m_dup, 0);
    rb_define_method(k, "clone", match_m_clone, 0);
    rb_define_method(k, "regexp", match_m_regexp, 0);
    rb_define_method(k, "names", match_m_names, 0);
    rb_define_method(k, "size", match_m_size, 0);
    rb_define_method(k, "length", match_m_size, 0);
    rb_define_method(k, "offset", match_m_offset, 1);
    rb_define_method(k, "byteoffset", match_m_byteoffset, 1);
    rb_define_method(k, "bytebegin", match_m_bytebegin, 1);
    rb_define_method(k, "byteend", match_m_byteend, 1);
    rb_define_method(k, "begin", match_m_begin, 1);
    rb_define_method(k, "end", match_m_end, 1);
    rb_define_method(k, "match", match_m_match, 1);
    rb_define_method(k, "match_length", match_m_match_length, 1);
    rb_define_method(k, "to_a", match_m_to_a, 0);
    rb_define_method(k, "[]", match_m_aref, -1);
    rb_define_method(k, "captures", match_m_captures, 0);
    rb_define_method(k, "deconstruct", match_m_captures, 0);
    rb_define_method(k, "named_captures", match_m_named_captures, -1);
    rb_define_method(k, "deconstruct_keys", match_m_deconstruct_keys, 1);
    rb_define_method(k, "values_at", match_m_values_at, -1);
    rb_define_method(k, "pre_match", rb_reg_match_pre, 0);
    rb_define_method(k, "post_match", rb_reg_match_post, 0);
    rb_define_method(k, "to_s", match_m_to_s, 0);
    rb_define_method(k, "inspect", match_m_inspect, 0);
    rb_define_method(k, "string", match_m_string, 0);
    rb_define_method(k, "hash", match_m_hash, 0);
    rb_define_method(k, "eql?", match_m_eq, 1);
    rb_define_method(k, "==", match_m_eq, 1);
}
