/*
 * ruby/internal/intern/struct.h - Struct, Data, Range, Enumerator, Comparable.
 */
#ifndef RUBY_INTERNAL_INTERN_STRUCT_H
#define RUBY_INTERNAL_INTERN_STRUCT_H 1

#include "ruby/internal/core.h"
#include "ruby/internal/eval.h"
#include "ruby/internal/method.h"
#include "ruby/internal/symbol.h"

typedef VALUE rb_enumerator_size_func(VALUE obj, VALUE args, VALUE enumerator);

typedef struct {
    VALUE begin;
    VALUE end;
    VALUE step;
    int exclude_end;
} rb_arithmetic_sequence_components_t;

RBIMPL_SYMBOL_EXPORT_BEGIN()
/* Member names as C strings, ended by a null pointer; name may be null for an anonymous class. */
VALUE rb_struct_define(const char *name, ...);
VALUE rb_struct_define_under(VALUE outer, const char *name, ...);
VALUE rb_struct_define_without_accessor(const char *name, VALUE super, rb_alloc_func_t alloc, ...);
VALUE rb_struct_define_without_accessor_under(VALUE outer, const char *name, VALUE super, rb_alloc_func_t alloc, ...);
VALUE rb_data_define(VALUE super, ...);
VALUE rb_struct_new(VALUE klass, ...);
VALUE rb_struct_alloc(VALUE klass, VALUE values);
VALUE rb_struct_alloc_noinit(VALUE klass);
VALUE rb_struct_initialize(VALUE self, VALUE values);
VALUE rb_struct_getmember(VALUE self, ID name);
VALUE rb_struct_s_members(VALUE klass);
VALUE rb_struct_members(VALUE self);

VALUE rb_range_new(VALUE beg, VALUE end, int exclusive);
/* Returns Qtrue with *begp and *lenp cut to len, or Qfalse if `range` is not a Range.  If it is outside, returns Qnil (err 0 or 2) or
 * raises RangeError (err 1). */
VALUE rb_range_beg_len(VALUE range, long *begp, long *lenp, long len, int err);
int rb_range_values(VALUE range, VALUE *begp, VALUE *endp, int *exclusive);
int rb_arithmetic_sequence_extract(VALUE seq, rb_arithmetic_sequence_components_t *components);
VALUE rb_arithmetic_sequence_beg_len_step(VALUE seq, long *begp, long *lenp, long *stepp, long len, int err);

VALUE rb_enumeratorize(VALUE recv, VALUE meth, int argc, const VALUE *argv);
VALUE rb_enumeratorize_with_size(VALUE recv, VALUE meth, int argc, const VALUE *argv, rb_enumerator_size_func *size);
VALUE rb_enumeratorize_with_size_kw(VALUE recv, VALUE meth, int argc, const VALUE *argv, rb_enumerator_size_func *size,
                                    int kw_splat);
VALUE rb_enum_values_pack(int argc, const VALUE *argv);

int rb_cmpint(VALUE result, VALUE a, VALUE b);
RBIMPL_SYMBOL_EXPORT_END()

#define SIZED_ENUMERATOR(obj, argc, argv, size_fn) \
    rb_enumeratorize_with_size((obj), ID2SYM(rb_frame_this_func()), (argc), (argv), (size_fn))
#define SIZED_ENUMERATOR_KW(obj, argc, argv, size_fn, kw_splat) \
    rb_enumeratorize_with_size_kw((obj), ID2SYM(rb_frame_this_func()), (argc), (argv), (size_fn), (kw_splat))
#define RETURN_SIZED_ENUMERATOR(obj, argc, argv, size_fn)                           \
    do {                                                                            \
        if (!rb_block_given_p()) return SIZED_ENUMERATOR(obj, argc, argv, size_fn); \
    } while (0)
#define RETURN_SIZED_ENUMERATOR_KW(obj, argc, argv, size_fn, kw_splat)                           \
    do {                                                                                         \
        if (!rb_block_given_p()) return SIZED_ENUMERATOR_KW(obj, argc, argv, size_fn, kw_splat); \
    } while (0)
#define RETURN_ENUMERATOR(obj, argc, argv) RETURN_SIZED_ENUMERATOR(obj, argc, argv, 0)
#define RETURN_ENUMERATOR_KW(obj, argc, argv, kw_splat) RETURN_SIZED_ENUMERATOR_KW(obj, argc, argv, 0, kw_splat)

#endif
