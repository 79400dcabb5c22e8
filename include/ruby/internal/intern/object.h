/*
 * ruby/internal/intern/object.h - Object, Class, conversions, Time, Marshal, Signal.
 */
#ifndef RUBY_INTERNAL_INTERN_OBJECT_H
#define RUBY_INTERNAL_INTERN_OBJECT_H 1

#include "ruby/internal/core.h"

#define RB_OBJ_INIT_COPY(obj, orig) ((obj) != (orig) && (rb_obj_init_copy((obj), (orig)), 1))
#define OBJ_INIT_COPY(obj, orig) RB_OBJ_INIT_COPY(obj, orig)

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_class_new_instance(int argc, const VALUE *argv, VALUE klass);
VALUE rb_class_new_instance_kw(int argc, const VALUE *argv, VALUE klass, int kw_splat);
VALUE rb_class_new_instance_pass_kw(int argc, const VALUE *argv, VALUE klass);
VALUE rb_obj_alloc(VALUE klass);
VALUE rb_obj_clone(VALUE obj);
VALUE rb_obj_dup(VALUE obj);
VALUE rb_obj_init_copy(VALUE obj, VALUE orig);
VALUE rb_obj_frozen_p(VALUE obj);
VALUE rb_obj_id(VALUE obj);
VALUE rb_memory_id(VALUE obj);
VALUE rb_obj_is_kind_of(VALUE obj, VALUE mod);
VALUE rb_obj_is_instance_of(VALUE obj, VALUE klass);
VALUE rb_obj_hash(VALUE obj);
VALUE rb_obj_is_fiber(VALUE v);
VALUE rb_class_real(VALUE klass);
VALUE rb_class_inherited_p(VALUE mod, VALUE other); /* true, false, or nil: mod <= other */
VALUE rb_class_superclass(VALUE klass);
VALUE rb_class_search_ancestor(VALUE klass, VALUE super);

VALUE rb_equal(VALUE a, VALUE b); /* == */
int rb_eql(VALUE a, VALUE b);     /* eql? */
VALUE rb_obj_equal(VALUE a, VALUE b);
VALUE rb_any_to_s(VALUE obj);
VALUE rb_inspect(VALUE obj);

/* method(v) must give a `type`; rb_check_* give nil when v does not respond or answers nil. */
VALUE rb_convert_type(VALUE v, int type, const char *type_name, const char *method);
VALUE rb_check_convert_type(VALUE v, int type, const char *type_name, const char *method);
VALUE rb_String(VALUE v);

/* ---- Time ---- */
VALUE rb_time_new(time_t sec, long usec);
VALUE rb_time_nano_new(time_t sec, long nsec);
VALUE rb_time_timespec_new(const struct timespec *ts, int utc_offset); /* INT_MAX: local time, INT_MAX - 1: UTC */
VALUE rb_time_num_new(VALUE sec, VALUE utc_offset);
struct timeval rb_time_interval(VALUE seconds);
struct timeval rb_time_timeval(VALUE time);
struct timespec rb_time_timespec(VALUE time);
struct timespec rb_time_timespec_interval(VALUE seconds);
VALUE rb_time_utc_offset(VALUE time);
VALUE rb_time_succ(VALUE time);
void rb_timespec_now(struct timespec *ts);

/* ---- Marshal ---- */
VALUE rb_marshal_dump(VALUE obj, VALUE io);
VALUE rb_marshal_load(VALUE source);
void rb_marshal_define_compat(VALUE new_class, VALUE old_class, VALUE (*dumper)(VALUE), VALUE (*loader)(VALUE, VALUE));

/* ---- signals ---- */
VALUE rb_f_kill(int argc, const VALUE *argv);
RBIMPL_SYMBOL_EXPORT_END()

/* Call an Init function that a second VM in the process could call again. */
#define InitVM(ext)              \
    {                            \
        void InitVM_##ext(void); \
        InitVM_##ext();          \
    }

#endif
