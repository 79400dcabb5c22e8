/*
 * ruby/internal/intern/array.h - Array.
 */
#ifndef RUBY_INTERNAL_INTERN_ARRAY_H
#define RUBY_INTERNAL_INTERN_ARRAY_H 1

#include "ruby/internal/core.h"

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_ary_new(void);
VALUE rb_ary_new_capa(long capacity);
VALUE rb_ary_new_from_args(long n, ...);
VALUE rb_ary_new_from_values(long n, const VALUE *elts);
VALUE rb_ary_hidden_new(long capacity);
VALUE rb_assoc_new(VALUE car, VALUE cdr);
VALUE rb_check_array_type(VALUE v); /* nil if there is no to_ary */
VALUE rb_Array(VALUE v);
VALUE rb_ary_to_ary(VALUE v);
VALUE rb_ary_dup(VALUE ary);
VALUE rb_ary_resurrect(VALUE ary);
VALUE rb_ary_freeze(VALUE ary);
void rb_ary_modify(VALUE ary);
void rb_ary_free(VALUE ary);
VALUE rb_ary_shared_with_p(VALUE a, VALUE b);
VALUE rb_get_values_at(VALUE obj, long len, int argc, const VALUE *argv, VALUE (*func)(VALUE obj, long i));

VALUE rb_ary_entry(VALUE ary, long i); /* nil when out of range; i < 0 counts from the end */
VALUE rb_ary_aref(int argc, const VALUE *argv, VALUE ary);
VALUE rb_ary_subseq(VALUE ary, long beg, long len);
void rb_ary_store(VALUE ary, long i, VALUE v); /* raises IndexError */
VALUE rb_ary_resize(VALUE ary, long len);
VALUE rb_ary_push(VALUE ary, VALUE v);
VALUE rb_ary_pop(VALUE ary);
VALUE rb_ary_shift(VALUE ary);
VALUE rb_ary_unshift(VALUE ary, VALUE v);
VALUE rb_ary_cat(VALUE ary, const VALUE *elts, long n);
VALUE rb_ary_concat(VALUE ary, VALUE other);
VALUE rb_ary_plus(VALUE a, VALUE b);
VALUE rb_ary_replace(VALUE ary, VALUE other);
VALUE rb_ary_clear(VALUE ary);
VALUE rb_ary_delete(VALUE ary, VALUE v);
VALUE rb_ary_delete_at(VALUE ary, long i);
VALUE rb_ary_includes(VALUE ary, VALUE v);
VALUE rb_ary_each(VALUE ary);
VALUE rb_ary_join(VALUE ary, VALUE separator);
VALUE rb_ary_reverse(VALUE ary);        /* in place */
VALUE rb_ary_rotate(VALUE ary, long n); /* in place */
VALUE rb_ary_sort(VALUE ary);
VALUE rb_ary_sort_bang(VALUE ary);
VALUE rb_ary_assoc(VALUE alist, VALUE key);
VALUE rb_ary_rassoc(VALUE alist, VALUE v);
VALUE rb_ary_cmp(VALUE a, VALUE b);
VALUE rb_ary_to_s(VALUE ary);
void rb_mem_clear(VALUE *mem, long n); /* fill with nil */
RBIMPL_SYMBOL_EXPORT_END()

#define rb_ary_new2 rb_ary_new_capa
#define rb_ary_new3 rb_ary_new_from_args
#define rb_ary_new4 rb_ary_new_from_values
#define rb_ary_tmp_new rb_ary_hidden_new

#endif
