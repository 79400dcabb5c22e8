/*
 * ruby/ractor.h - Ractors from C: local storage and sharing.
 */
#ifndef RUBY_RACTOR_H
#define RUBY_RACTOR_H 1

#include "ruby/ruby.h"

struct rb_ractor_local_storage_type {
    void (*mark)(void *data);
    void (*free)(void *data);
};
typedef struct rb_ractor_local_key_struct *rb_ractor_local_key_t;

RBIMPL_SYMBOL_EXPORT_BEGIN()
RUBY_EXTERN const struct rb_ractor_local_storage_type rb_ractor_local_storage_type_free;
#define RB_RACTOR_LOCAL_STORAGE_TYPE_FREE (&rb_ractor_local_storage_type_free)

VALUE rb_ractor_stdin(void);
VALUE rb_ractor_stdout(void);
VALUE rb_ractor_stderr(void);
void rb_ractor_stdin_set(VALUE io);
void rb_ractor_stdout_set(VALUE io);
void rb_ractor_stderr_set(VALUE io);
rb_ractor_local_key_t rb_ractor_local_storage_value_newkey(void);
VALUE rb_ractor_local_storage_value(rb_ractor_local_key_t key); /* nil if unset */
bool rb_ractor_local_storage_value_lookup(rb_ractor_local_key_t key, VALUE *v);
void rb_ractor_local_storage_value_set(rb_ractor_local_key_t key, VALUE v);
rb_ractor_local_key_t rb_ractor_local_storage_ptr_newkey(const struct rb_ractor_local_storage_type *type);
void *rb_ractor_local_storage_ptr(rb_ractor_local_key_t key);
void rb_ractor_local_storage_ptr_set(rb_ractor_local_key_t key, void *ptr);
VALUE rb_obj_set_shareable(VALUE obj);
VALUE rb_ractor_make_shareable(VALUE obj);
VALUE rb_ractor_make_shareable_copy(VALUE obj);
bool rb_ractor_shareable_p_continue(VALUE obj);
RBIMPL_SYMBOL_EXPORT_END()

#define RB_OBJ_SHAREABLE_P(obj) FL_TEST_RAW((obj), RUBY_FL_SHAREABLE)
#define RB_OBJ_SET_SHAREABLE(obj) rb_obj_set_shareable(obj)
#define RB_OBJ_SET_FROZEN_SHAREABLE(obj) rb_obj_set_shareable(rb_obj_freeze(obj))

static inline bool
rb_ractor_shareable_p(VALUE obj)
{
    return SPECIAL_CONST_P(obj) || RB_OBJ_SHAREABLE_P(obj) || rb_ractor_shareable_p_continue(obj);
}

#endif
