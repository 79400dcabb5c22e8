/*
 * ruby/internal/symbol.h - names: ID (a number for a name, forever) and Symbol (an object, may be collected).
 */
#ifndef RUBY_INTERNAL_SYMBOL_H
#define RUBY_INTERNAL_SYMBOL_H 1

#include "ruby/internal/value.h"

RBIMPL_SYMBOL_EXPORT_BEGIN()
ID rb_intern(const char *name);
ID rb_intern2(const char *name, long len);
ID rb_intern_str(VALUE str);
ID rb_intern3(const char *name, long len, const struct OnigEncodingTypeST *enc);
ID rb_sym2id(VALUE sym);
VALUE rb_id2sym(ID id);
const char *rb_id2name(ID id);
VALUE rb_id2str(ID id);
VALUE rb_sym2str(VALUE sym);
/* A name: Symbol, String or to_str.  Effects: calls, raises TypeError ("... is not a symbol nor a string") */
ID rb_to_id(VALUE name);
VALUE rb_to_symbol(VALUE name);
/* The ID or Symbol if the name is known, else 0 or nil; *name becomes a String then.  No new name is made. */
ID rb_check_id(volatile VALUE *name);
VALUE rb_check_symbol(volatile VALUE *name);
ID rb_check_id_cstr(const char *ptr, long len, const struct OnigEncodingTypeST *enc);
VALUE rb_check_symbol_cstr(const char *ptr, long len, const struct OnigEncodingTypeST *enc);
VALUE rb_sym_all_symbols(void);
VALUE rb_sym_to_s(VALUE sym);
VALUE rb_sym_proc(VALUE sym);
VALUE rb_sym_interned_p(VALUE str);
VALUE rb_str_intern(VALUE str);
VALUE rb_str_symname_p(VALUE str);
ID rb_id_attrset(ID id);
int rb_is_const_id(ID id);
int rb_is_instance_id(ID id);
int rb_is_class_id(ID id);
int rb_is_global_id(ID id);
int rb_is_local_id(ID id);
int rb_is_attrset_id(ID id);
int rb_is_junk_id(ID id);
int rb_symname_p(const char *name);
int rb_enc_symname_p(const char *name, const struct OnigEncodingTypeST *enc);
int rb_enc_symname2_p(const char *name, long len, const struct OnigEncodingTypeST *enc);
RBIMPL_SYMBOL_EXPORT_END()

static inline ID
rb_intern_const(const char *name)
{
    return rb_intern2(name, (long)strlen(name));
}

static inline ID
rbimpl_intern_const(ID *cache, const char *name)
{
    if (RB_UNLIKELY(!*cache)) *cache = rb_intern_const(name);
    return *cache;
}

/* A literal is looked up once for each place that names it. */
#define rbimpl_intern_cached(name)                      \
    __extension__({                                     \
        static ID rbimpl_cached_id;                     \
        rbimpl_intern_const(&rbimpl_cached_id, (name)); \
    })
#define rb_intern(name) (__builtin_constant_p(name) ? rbimpl_intern_cached(name) : (rb_intern)(name))

#define RUBY_CONST_ID_CACHE(result, name) \
    static ID rbimpl_cached_id;           \
    result rbimpl_intern_const(&rbimpl_cached_id, (name))
#define RUBY_CONST_ID(var, name)                                \
    do {                                                        \
        static ID rbimpl_cached_id;                             \
        (var) = rbimpl_intern_const(&rbimpl_cached_id, (name)); \
    } while (0)
#define CONST_ID(var, name) RUBY_CONST_ID(var, name)
#define CONST_ID_CACHE(result, name) RUBY_CONST_ID_CACHE(result, name)

#define RB_ID2SYM(id) rb_id2sym(id)
#define RB_SYM2ID(sym) rb_sym2id(sym)
#define ID2SYM(id) rb_id2sym(id)
#define SYM2ID(sym) rb_sym2id(sym)

#endif
