/*
 * ruby/internal/method.h - classes, modules and methods made from C.
 *
 * METHOD-1  arity n >= 0: VALUE f(VALUE self, VALUE a1 ... an), n <= 15; -1: f(int argc, const VALUE *argv, VALUE self);
 *      -2: f(VALUE self, VALUE args_array). The functions' own types are cast away by the macros at the end.
 * METHOD-2  rb_define_class and related functions return an existing class or module.  They raise TypeError for a class with
 *      another superclass, or a constant of another kind.  Their results are kept alive.
 */
#ifndef RUBY_INTERNAL_METHOD_H
#define RUBY_INTERNAL_METHOD_H 1

#include "ruby/internal/value.h"

#ifdef __cplusplus
typedef VALUE rb_any_func_t(ANYARGS);
#else
typedef VALUE rb_any_func_t(VALUE self);
#endif

/* Any function to the type that method definitions take; `void (*)(void)` is the one stop compilers do not warn of. */
#define RBIMPL_ANY_FUNC(f) ((rb_any_func_t *)(void (*)(void))(f))
#ifdef __cplusplus
#define RB_METHOD_FUNC(f) ((VALUE(*)(ANYARGS))(void (*)(void))(f))
#else
#define RB_METHOD_FUNC(f) RBIMPL_ANY_FUNC(f)
#endif
#define RUBY_METHOD_FUNC(f) RB_METHOD_FUNC(f)

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- classes and modules ---- */
VALUE rb_define_class(const char *name, VALUE super);
VALUE rb_define_class_under(VALUE outer, const char *name, VALUE super);
VALUE rb_define_class_id(ID name, VALUE super);
VALUE rb_define_class_id_under(VALUE outer, ID name, VALUE super);
VALUE rb_define_module(const char *name);
VALUE rb_define_module_under(VALUE outer, const char *name);
VALUE rb_define_module_id(ID name);
VALUE rb_define_module_id_under(VALUE outer, ID name);
VALUE rb_class_new(VALUE super);
VALUE rb_module_new(void);
VALUE rb_refinement_new(void);
VALUE rb_mod_init_copy(VALUE clone, VALUE orig);
void rb_check_inheritable(VALUE super);
void rb_include_module(VALUE klass, VALUE module);
void rb_prepend_module(VALUE klass, VALUE module);
void rb_extend_object(VALUE obj, VALUE module);
VALUE rb_singleton_class(VALUE obj);
VALUE rb_class_attached_object(VALUE singleton);
VALUE rb_class_subclasses(VALUE klass);
VALUE rb_mod_included_modules(VALUE mod);
VALUE rb_mod_include_p(VALUE mod, VALUE other);
VALUE rb_mod_ancestors(VALUE mod);
VALUE rb_class_descendants(VALUE klass);
VALUE rb_class_instance_methods(int argc, const VALUE *argv, VALUE mod);
VALUE rb_class_public_instance_methods(int argc, const VALUE *argv, VALUE mod);
VALUE rb_class_private_instance_methods(int argc, const VALUE *argv, VALUE mod);
VALUE rb_class_protected_instance_methods(int argc, const VALUE *argv, VALUE mod);
VALUE rb_obj_singleton_methods(int argc, const VALUE *argv, VALUE obj);

/* ---- methods ---- */
void rb_define_method(VALUE klass, const char *name, rb_any_func_t *func, int arity);
void rb_define_method_id(VALUE klass, ID name, rb_any_func_t *func, int arity);
void rb_define_private_method(VALUE klass, const char *name, rb_any_func_t *func, int arity);
void rb_define_protected_method(VALUE klass, const char *name, rb_any_func_t *func, int arity);
void rb_define_singleton_method(VALUE obj, const char *name, rb_any_func_t *func, int arity);
void rb_define_module_function(VALUE module, const char *name, rb_any_func_t *func, int arity);
void rb_define_global_function(const char *name, rb_any_func_t *func, int arity);
void rb_undef_method(VALUE klass, const char *name);
void rb_undef(VALUE klass, ID name);
void rb_remove_method(VALUE klass, const char *name);
void rb_remove_method_id(VALUE klass, ID name);
void rb_define_alias(VALUE klass, const char *new_name, const char *old_name);
void rb_alias(VALUE klass, ID new_name, ID old_name);
void rb_define_attr(VALUE klass, const char *name, int read, int write);
void rb_attr(VALUE klass, ID name, int read, int write, int honour_visibility);
/* A method body that raises NotImplementedError and makes respond_to? false. */
VALUE rb_f_notimplement(int argc, const VALUE *argv, VALUE obj, VALUE marker);

typedef VALUE (*rb_alloc_func_t)(VALUE klass);
void rb_define_alloc_func(VALUE klass, rb_alloc_func_t func);
void rb_undef_alloc_func(VALUE klass);
rb_alloc_func_t rb_get_alloc_func(VALUE klass);

int rb_respond_to(VALUE obj, ID name);
int rb_obj_respond_to(VALUE obj, ID name, int include_private);
/* Whether klass has the method; exclude_private 1 leaves private ones out.  Effects: pure */
int rb_method_boundp(VALUE klass, ID name, int exclude_private);
int rb_method_basic_definition_p(VALUE klass, ID name);
int rb_mod_method_arity(VALUE mod, ID name);
int rb_obj_method_arity(VALUE obj, ID name);
void rb_clear_constant_cache_for_id(ID id);
void rb_clear_all_refinement_method_cache(void);
void rb_frozen_class_p(VALUE klass);
RBIMPL_SYMBOL_EXPORT_END()

#ifdef __cplusplus
/* Selects the overload of f with the parameters of the arity.  A function without overloads is only cast. */
#define RBIMPL_METHOD_FUNC(f, arity) rbimpl_method<(arity)>::of(f)
#define RBIMPL_METHOD_REST                               \
    template <typename F> static rb_any_func_t *of(F *f) \
    {                                                    \
        return RBIMPL_ANY_FUNC(f);                       \
    }
#define RBIMPL_METHOD_OF(arity, ...)          \
    template <> struct rbimpl_method<arity> { \
        static rb_any_func_t *                \
        of(VALUE (*f)(__VA_ARGS__))           \
        {                                     \
            return RBIMPL_ANY_FUNC(f);        \
        }                                     \
        RBIMPL_METHOD_REST                    \
    };
extern "C++" { /* templates have no C linkage, though a program may include ruby.h under extern "C" */
template <int arity> struct rbimpl_method {
    RBIMPL_METHOD_REST
};
template <> struct rbimpl_method<-1> {
    static rb_any_func_t *
    of(VALUE (*f)(int, VALUE *, VALUE))
    {
        return RBIMPL_ANY_FUNC(f);
    }
    static rb_any_func_t *
    of(VALUE (*f)(int, const VALUE *, VALUE))
    {
        return RBIMPL_ANY_FUNC(f);
    }
    RBIMPL_METHOD_REST
};
RBIMPL_METHOD_OF(-2, VALUE, VALUE)
RBIMPL_METHOD_OF(0, VALUE)
RBIMPL_METHOD_OF(1, VALUE, VALUE)
RBIMPL_METHOD_OF(2, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(3, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(4, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(5, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(6, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(7, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(8, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(9, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(10, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(11, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(12, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(13, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(14, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)
RBIMPL_METHOD_OF(15, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE,
                 VALUE)
} /* extern "C++" */
#undef RBIMPL_METHOD_OF
#undef RBIMPL_METHOD_REST
#else
#define RBIMPL_METHOD_FUNC(f, arity) RBIMPL_ANY_FUNC(f)
#endif

#define rb_define_method(klass, name, func, arity) \
    (rb_define_method)((klass), (name), RBIMPL_METHOD_FUNC(func, arity), (arity))
#define rb_define_method_id(klass, name, func, arity) \
    (rb_define_method_id)((klass), (name), RBIMPL_METHOD_FUNC(func, arity), (arity))
#define rb_define_private_method(klass, name, func, arity) \
    (rb_define_private_method)((klass), (name), RBIMPL_METHOD_FUNC(func, arity), (arity))
#define rb_define_protected_method(klass, name, func, arity) \
    (rb_define_protected_method)((klass), (name), RBIMPL_METHOD_FUNC(func, arity), (arity))
#define rb_define_singleton_method(obj, name, func, arity) \
    (rb_define_singleton_method)((obj), (name), RBIMPL_METHOD_FUNC(func, arity), (arity))
#define rb_define_module_function(module, name, func, arity) \
    (rb_define_module_function)((module), (name), RBIMPL_METHOD_FUNC(func, arity), (arity))
#define rb_define_global_function(name, func, arity) \
    (rb_define_global_function)((name), RBIMPL_METHOD_FUNC(func, arity), (arity))

#endif
