/*
 * symbol/methods.c - class Symbol.
 *
 * Most methods call the String method on the name, a frozen String, and make a Symbol of the result.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/proc.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

/* ---- inspect ---- */

/* Every character shows as it is in the reader's encoding. */
static bool
printable(VALUE name)
{
    const struct enc *enc = str_enc(name);
    const struct enc *to = enc_at(enc_default_internal >= 0 ? enc_default_internal : enc_default_external);
    bool ascii = str_ascii_only(name);
    if (!ascii && enc != to) return false;
    for (const char *p = str_ptr(name), *e = str_end(name); p < e;) {
        int n = enc_precise_len(enc, p, e);
        if (n <= 0 || !enc_ctype_p(enc, enc_decode(enc, p, e), ONIGENC_CTYPE_PRINT)) return false;
        p += n;
    }
    return true;
}

VALUE
sym_inspect(VALUE sym)
{
    VALUE name = sym_name(sym);
    enum id_class cls;
    if (sym_plain_p(str_ptr(name), str_len(name), str_enc(name), &cls) && printable(name)) {
        VALUE s = str_new(NULL, str_len(name) + 1, str_enc_index(name));
        *str_ptr(s) = ':';
        memcpy(str_ptr(s) + 1, str_ptr(name), str_len(name));
        return s;
    }
    VALUE quoted = rb_str_inspect(name), s = str_new(":", 1, str_enc_index(quoted));
    return str_append(s, quoted);
}

static VALUE
sym_m_inspect(VALUE self)
{
    return sym_inspect(self);
}

/* ---- names ---- */

static VALUE
sym_m_to_s(VALUE self)
{
    VALUE s = str_dup_plain(sym_name(self));
    obj_hdr(s)->flags |= STR_CHILLED_SYM;
    return s;
}

static VALUE
sym_m_name(VALUE self)
{
    return sym_name(self);
}

static VALUE
sym_m_to_sym(VALUE self)
{
    return self;
}

enum { PROC_CACHE = LIMIT(128, 2) };
static VALUE proc_cache[PROC_CACHE][2]; /* symbol, its Proc */

static void
mark_proc_cache(void *arg)
{
    (void)arg;
    gc_mark_range(&proc_cache[0][0], PROC_CACHE * 2);
}

VALUE
rb_sym_proc(VALUE sym)
{
    VALUE *at = proc_cache[(sym >> 8 ^ sym >> 5) % PROC_CACHE];
    if (at[0] != sym) {
        VALUE proc = proc_new_symbol(sym);
        at[0] = sym;
        at[1] = proc;
    }
    return at[1];
}

static VALUE
sym_m_to_proc(VALUE self)
{
    return rb_sym_proc(self);
}

struct all_symbols {
    VALUE out;
    size_t count;
};

static void
count_symbol(VALUE fstr, void *arg)
{
    struct fstr_entry *e = fstr_entry_of(fstr);
    if (e && fstr_sym(e)) ((struct all_symbols *)arg)->count++;
}

static void
push_symbol(VALUE fstr, void *arg)
{
    struct all_symbols *all = arg;
    struct fstr_entry *e = fstr_entry_of(fstr);
    if (!e || !fstr_sym(e) || all->count == 0) return;
    all->count--; /* room was made before: pushing does not allocate */
    ary_push(all->out, fstr_sym(e));
}

VALUE
rb_sym_all_symbols(void)
{
    struct all_symbols all = {0, 0};
    fstr_each(count_symbol, &all);
    all.out = ary_new_capa(all.count);
    fstr_each(push_symbol, &all);
    return all.out;
}

static VALUE
sym_s_all_symbols(VALUE klass)
{
    return rb_sym_all_symbols();
}

/* ---- comparing ---- */

static VALUE
sym_m_equal(VALUE self, VALUE other)
{
    return val_bool(self == other);
}

static VALUE
sym_m_cmp(VALUE self, VALUE other)
{
    return val_symbol_p(other) ? int_fix(str_compare(sym_name(self), sym_name(other))) : Qnil;
}

static VALUE
sym_m_casecmp(VALUE self, VALUE other)
{
    return val_symbol_p(other) ? str_casecmp(sym_name(self), sym_name(other)) : Qnil;
}

static VALUE
sym_m_casecmp_p(VALUE self, VALUE other)
{
    return val_symbol_p(other) ? str_casecmp_p(sym_name(self), sym_name(other)) : Qnil;
}

/* ---- asking the name ---- */

static VALUE
sym_m_length(VALUE self)
{
    return int_fix((intptr_t)str_nchars(sym_name(self)));
}

static VALUE
sym_m_empty_p(VALUE self)
{
    return val_bool(str_len(sym_name(self)) == 0);
}

static VALUE
sym_m_encoding(VALUE self)
{
    return enc_object(str_enc(sym_name(self)));
}

static VALUE
sym_m_succ(VALUE self)
{
    return str_intern(rb_str_succ(sym_name(self)));
}

static VALUE
sym_m_aref(int argc, VALUE *argv, VALUE self)
{
    return str_m_aref(argc, argv, sym_name(self));
}

static VALUE
sym_m_match_op(VALUE self, VALUE other)
{
    return str_m_match_op(sym_name(self), other);
}

static VALUE
sym_m_match(int argc, VALUE *argv, VALUE self)
{
    return str_m_match(argc, argv, sym_name(self));
}

static VALUE
sym_m_match_p(int argc, VALUE *argv, VALUE self)
{
    return str_m_match_p(argc, argv, sym_name(self));
}

static VALUE
sym_m_start_with_p(int argc, VALUE *argv, VALUE self)
{
    return str_m_start_with_p(argc, argv, sym_name(self));
}

static VALUE
sym_m_end_with_p(int argc, VALUE *argv, VALUE self)
{
    return str_m_end_with_p(argc, argv, sym_name(self));
}

static VALUE
sym_m_upcase(int argc, VALUE *argv, VALUE self)
{
    return str_intern(str_case_method(sym_name(self), argc, argv, 'u'));
}

static VALUE
sym_m_downcase(int argc, VALUE *argv, VALUE self)
{
    return str_intern(str_case_method(sym_name(self), argc, argv, 'd'));
}

static VALUE
sym_m_capitalize(int argc, VALUE *argv, VALUE self)
{
    return str_intern(str_case_method(sym_name(self), argc, argv, 'c'));
}

static VALUE
sym_m_swapcase(int argc, VALUE *argv, VALUE self)
{
    return str_intern(str_case_method(sym_name(self), argc, argv, 's'));
}

/* ---- start ---- */

static void
adopt(VALUE fstr, void *arg)
{
    struct fstr_entry *e = fstr_entry_of(fstr);
    if (e && fstr_sym(e) && val_heap_p(fstr_sym(e)) && obj_class(fstr_sym(e)) == 0)
        obj_set_shape(fstr_sym(e), class_root_shape(rb_cSymbol, gc_slot_class(fstr_sym(e))));
}

static void
define_text_methods(VALUE c)
{
    rb_define_method(c, "length", sym_m_length, 0);
    rb_define_method(c, "size", sym_m_length, 0);
    rb_define_method(c, "empty?", sym_m_empty_p, 0);
    rb_define_method(c, "encoding", sym_m_encoding, 0);
    rb_define_method(c, "succ", sym_m_succ, 0);
    rb_define_method(c, "next", sym_m_succ, 0);
    rb_define_method(c, "[]", sym_m_aref, -1);
    rb_define_method(c, "slice", sym_m_aref, -1);
    rb_define_method(c, "=~", sym_m_match_op, 1);
    rb_define_method(c, "match", sym_m_match, -1);
    rb_define_method(c, "match?", sym_m_match_p, -1);
    rb_define_method(c, "start_with?", sym_m_start_with_p, -1);
    rb_define_method(c, "end_with?", sym_m_end_with_p, -1);
    rb_define_method(c, "upcase", sym_m_upcase, -1);
    rb_define_method(c, "downcase", sym_m_downcase, -1);
    rb_define_method(c, "capitalize", sym_m_capitalize, -1);
    rb_define_method(c, "swapcase", sym_m_swapcase, -1);
}

void
Init_Symbol(void)
{
    if (!rb_cSymbol) rb_cSymbol = rb_define_class("Symbol", rb_cObject);
    VALUE c = rb_cSymbol;
    fstr_each(adopt, NULL);
    gc_add_root(mark_proc_cache, NULL);
    rb_include_module(c, rb_mComparable);
    rb_undef_alloc_func(c);
    rb_undef_method(rb_singleton_class(c), "new");
    rb_define_singleton_method(c, "all_symbols", sym_s_all_symbols, 0);
    rb_define_method(c, "==", sym_m_equal, 1);
    rb_define_method(c, "===", sym_m_equal, 1);
    rb_define_method(c, "<=>", sym_m_cmp, 1);
    rb_define_method(c, "casecmp", sym_m_casecmp, 1);
    rb_define_method(c, "casecmp?", sym_m_casecmp_p, 1);
    rb_define_method(c, "inspect", sym_m_inspect, 0);
    rb_define_method(c, "to_s", sym_m_to_s, 0);
    rb_define_method(c, "id2name", sym_m_to_s, 0);
    rb_define_method(c, "name", sym_m_name, 0);
    rb_define_method(c, "to_sym", sym_m_to_sym, 0);
    rb_define_method(c, "intern", sym_m_to_sym, 0);
    rb_define_method(c, "to_proc", sym_m_to_proc, 0);
    define_text_methods(c);
}
