/*
 * ruby/internal/variable.h - constants, and variables of each kind.
 *
 * VARAPI-1  rb_iv_*, rb_cv_*, rb_gv_*, rb_define_const take the name as written in Ruby; rb_ivar_* and rb_const_* take IDs.
 *      A name without the sigil makes a variable that Ruby code cannot see.
 */
#ifndef RUBY_INTERNAL_VARIABLE_H
#define RUBY_INTERNAL_VARIABLE_H 1

#include "ruby/internal/value.h"

typedef VALUE rb_gvar_getter_t(ID id, VALUE *data);
typedef void rb_gvar_setter_t(VALUE v, ID id, VALUE *data);
typedef void rb_gvar_marker_t(VALUE *data);

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- constants.  rb_const_get: lexical ancestors then Object, with autoload and const_missing ---- */
void rb_define_const(VALUE klass, const char *name, VALUE v);
void rb_define_global_const(const char *name, VALUE v);
void rb_deprecate_constant(VALUE mod, const char *name);
VALUE rb_const_get(VALUE mod, ID name);
VALUE rb_const_get_at(VALUE mod, ID name);
VALUE rb_const_get_from(VALUE mod, ID name);
int rb_const_defined(VALUE mod, ID name);
int rb_const_defined_at(VALUE mod, ID name);
int rb_const_defined_from(VALUE mod, ID name);
void rb_const_set(VALUE mod, ID name, VALUE v);
VALUE rb_const_remove(VALUE mod, ID name);
VALUE rb_const_list(void *data);
void *rb_mod_const_at(VALUE mod, void *data);
void *rb_mod_const_of(VALUE mod, void *data);
VALUE rb_mod_constants(int argc, const VALUE *argv, VALUE mod);
VALUE rb_mod_remove_const(VALUE mod, VALUE name);
VALUE rb_mod_const_missing(VALUE mod, VALUE name);
VALUE rb_autoload_load(VALUE mod, ID name);
VALUE rb_autoload_p(VALUE mod, ID name);

/* ---- names of modules ---- */
VALUE rb_mod_name(VALUE mod);     /* nil if anonymous */
VALUE rb_class_name(VALUE klass); /* of the real class */
VALUE rb_class_path(VALUE mod);   /* "#<Class:0x...>" if anonymous */
VALUE rb_class_path_cached(VALUE mod);
void rb_set_class_path(VALUE mod, VALUE outer, const char *name);
void rb_set_class_path_string(VALUE mod, VALUE outer, VALUE name);
VALUE rb_path_to_class(VALUE path); /* raises ArgumentError, "undefined class/module X" */
VALUE rb_path2class(const char *path);
const char *rb_class2name(VALUE klass);
const char *rb_obj_classname(VALUE obj);

/* ---- instance variables ---- */
VALUE rb_ivar_get(VALUE obj, ID name); /* nil if undefined.  Effects: pure */
VALUE rb_ivar_set(VALUE obj, ID name, VALUE v);
VALUE rb_ivar_defined(VALUE obj, ID name);
void rb_ivar_foreach(VALUE obj, int (*func)(ID name, VALUE v, uintptr_t arg), uintptr_t arg);
size_t rb_ivar_count(VALUE obj);
VALUE rb_attr_get(VALUE obj, ID name);
VALUE rb_iv_get(VALUE obj, const char *name);
VALUE rb_iv_set(VALUE obj, const char *name, VALUE v);
VALUE rb_obj_instance_variables(VALUE obj);
VALUE rb_obj_remove_instance_variable(VALUE obj, VALUE name);

/* ---- class variables ---- */
VALUE rb_cvar_defined(VALUE klass, ID name);
VALUE rb_cvar_get(VALUE klass, ID name);
VALUE rb_cvar_find(VALUE klass, ID name, VALUE *front);
void rb_cvar_set(VALUE klass, ID name, VALUE v);
VALUE rb_cv_get(VALUE klass, const char *name);
void rb_cv_set(VALUE klass, const char *name, VALUE v);
void rb_define_class_variable(VALUE klass, const char *name, VALUE v);
VALUE rb_mod_class_variables(int argc, const VALUE *argv, VALUE mod);
VALUE rb_mod_remove_cvar(VALUE mod, VALUE name);

/* ---- global variables ---- */
VALUE rb_gv_get(const char *name);
VALUE rb_gv_set(const char *name, VALUE v);
VALUE rb_gvar_defined(ID name);
VALUE rb_f_global_variables(void);
void rb_alias_variable(ID dst, ID src);
void rb_define_variable(const char *name, VALUE *var);
void rb_define_readonly_variable(const char *name, const VALUE *var);
void rb_define_hooked_variable(const char *name, VALUE *var, rb_gvar_getter_t *getter, rb_gvar_setter_t *setter);
void rb_define_virtual_variable(const char *name, rb_gvar_getter_t *getter, rb_gvar_setter_t *setter);
VALUE rb_f_trace_var(int argc, const VALUE *argv);
VALUE rb_f_untrace_var(int argc, const VALUE *argv);

rb_gvar_getter_t rb_gvar_undef_getter, rb_gvar_val_getter, rb_gvar_var_getter;
rb_gvar_setter_t rb_gvar_undef_setter, rb_gvar_val_setter, rb_gvar_var_setter, rb_gvar_readonly_setter;
rb_gvar_marker_t rb_gvar_undef_marker, rb_gvar_val_marker, rb_gvar_var_marker;

RBIMPL_SYMBOL_EXPORT_END()

#endif
