/*
 * ruby/internal/intern/hash.h - Hash, Set, ENV, and hash codes.
 */
#ifndef RUBY_INTERNAL_INTERN_HASH_H
#define RUBY_INTERNAL_INTERN_HASH_H 1

#include "ruby/internal/core.h"
#include "ruby/st.h"

typedef VALUE rb_hash_update_func(VALUE key, VALUE oldv, VALUE newv);

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_hash_new(void);
VALUE rb_hash_new_capa(long capacity);
VALUE rb_ident_hash_new(void);
VALUE rb_hash_dup(VALUE hash);
VALUE rb_hash_freeze(VALUE hash);
VALUE rb_check_hash_type(VALUE v); /* nil if there is no to_hash */
VALUE rb_Hash(VALUE v);
VALUE rb_hash_aref(VALUE hash, VALUE key);   /* with the default */
VALUE rb_hash_lookup(VALUE hash, VALUE key); /* nil if absent */
VALUE rb_hash_lookup2(VALUE hash, VALUE key, VALUE absent);
VALUE rb_hash_fetch(VALUE hash, VALUE key);
VALUE rb_hash_has_key(VALUE hash, VALUE key);
VALUE rb_hash_aset(VALUE hash, VALUE key, VALUE v);
VALUE rb_hash_delete(VALUE hash, VALUE key); /* the value, or nil */
VALUE rb_hash_delete_if(VALUE hash);
VALUE rb_hash_clear(VALUE hash);
VALUE rb_hash_update_by(VALUE hash, VALUE other, rb_hash_update_func *func);
void rb_hash_bulk_insert(long argc, const VALUE *argv, VALUE hash);
void rb_hash_bulk_insert_into_st_table(long argc, const VALUE *argv, VALUE hash);
VALUE rb_hash_size(VALUE hash);
VALUE rb_hash_keys(VALUE hash);
VALUE rb_hash_values(VALUE hash);
VALUE rb_hash_set_default(VALUE hash, VALUE v);
VALUE rb_hash_set_default_proc(VALUE hash, VALUE proc);
/* func returns ST_CONTINUE, ST_STOP or ST_DELETE; adding a key meanwhile raises. */
void rb_hash_foreach(VALUE hash, int (*func)(VALUE key, VALUE v, VALUE arg), VALUE arg);
VALUE rb_hash(VALUE v); /* v.hash as an Integer */
st_index_t rb_any_hash(VALUE v);
VALUE rb_env_clear(void);
int rb_path_check(const char *path);

VALUE rb_set_new(void);
VALUE rb_set_new_capa(size_t capacity);
bool rb_set_lookup(VALUE set, VALUE v);
bool rb_set_add(VALUE set, VALUE v); /* whether it was new */
VALUE rb_set_clear(VALUE set);
bool rb_set_delete(VALUE set, VALUE v); /* whether it was there */
size_t rb_set_size(VALUE set);
void rb_set_foreach(VALUE set, int (*func)(VALUE v, VALUE arg), VALUE arg);
RBIMPL_SYMBOL_EXPORT_END()

#endif
