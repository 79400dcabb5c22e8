/*
 * object/module.c - the methods of Module and Class.
 *
 * public, private, protected and module_function without arguments change the default of the class body that calls them, which
 * is in the caller's cref.
 */
#include "internal/class.h"

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/iseq.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/variable.h"
#include "internal/vm.h"

static ID id_append_features, id_prepend_features, id_included, id_prepended, id_inherited;

static inline bool
namespace_p(VALUE v)
{
    return val_type_p(v, T_CLASS) || val_type_p(v, T_MODULE);
}

/* ---- making ---- */

VALUE
class_s_alloc(VALUE klass)
{
    return class_new_raw(T_CLASS, klass, 0);
}

VALUE
module_s_alloc(VALUE klass)
{
    return class_new_raw(T_MODULE | CLASS_INITIALIZED, klass, 0);
}

/* Runs the block of Class.new and Module.new as the module's body. */
static VALUE
run_body(VALUE mod)
{
    if (rb_block_given_p()) rb_mod_module_exec(1, &mod, mod);
    return mod;
}

/* Module#initialize */
static VALUE
mod_m_initialize(VALUE mod)
{
    return run_body(mod);
}

/* Module#initialize_clone */
static VALUE
mod_m_initialize_clone(int argc, VALUE *argv, VALUE mod)
{
    VALUE result = rb_call_super(argc, argv);
    VALUE orig = argv[0];
    if (class_ext(mod)->refined_class) rb_raise(rb_eTypeError, "can't clone %" PRIsVALUE, orig);
    return result;
}

/* Class#initialize */
static VALUE
class_m_initialize(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 0, 1);
    if ((obj_flags(klass) & CLASS_INITIALIZED) || class_super(klass)) rb_raise(rb_eTypeError, "already initialized class");
    VALUE super = argc ? argv[0] : rb_cObject;
    if (argc) {
        rb_check_inheritable(super);
        if (super != rb_cBasicObject && !(obj_flags(super) & CLASS_INITIALIZED))
            rb_raise(rb_eTypeError, "can't inherit uninitialized class");
    }
    class_set_super(klass, super);
    obj_hdr(klass)->flags |= CLASS_INITIALIZED;
    class_metaclass(klass);
    class_inherited_hook(super, klass);
    return run_body(klass);
}

/* Class#allocate */
static VALUE
class_m_allocate(VALUE klass)
{
    return class_alloc_instance(klass);
}

/* ---- around a class ---- */

VALUE
rb_class_superclass(VALUE klass)
{
    VALUE super = class_superclass(klass);
    if (super) return super;
    if (klass == rb_cBasicObject) return Qnil;
    rb_raise(rb_eTypeError, "uninitialized class");
}

VALUE
rb_class_attached_object(VALUE singleton)
{
    if (!class_singleton_p(singleton))
        rb_raise(rb_eTypeError, "'%" PRIsVALUE "' is not a singleton class", class_path(singleton));
    return class_attached(singleton);
}

static void
collect_subclass(VALUE k, void *list)
{
    if (obj_type(k) == T_CLASS && !class_singleton_p(k)) rb_ary_push((VALUE)list, k);
}

VALUE
rb_class_subclasses(VALUE klass)
{
    VALUE list = rb_ary_new();
    class_each_subclass(klass, collect_subclass, (void *)list);
    return rb_ary_reverse(list);
}

static void
collect_descendants(VALUE k, void *list)
{
    if (obj_type(k) != T_CLASS || class_singleton_p(k)) return;
    rb_ary_push((VALUE)list, k);
    class_each_subclass(k, collect_descendants, list);
}

VALUE
rb_class_descendants(VALUE klass)
{
    VALUE list = rb_ary_new();
    class_each_subclass(klass, collect_descendants, (void *)list);
    return list;
}

VALUE
rb_class_search_ancestor(VALUE klass, VALUE super)
{
    if (!class_inherited_p(klass, super)) return 0;
    if (obj_type(super) == T_CLASS) return super;
    for (VALUE k = klass; k; k = class_super(k))
        if (class_module_of(k) == super) return k;
    return 0;
}

/* ---- names and comparison ---- */

/* Module#== and ===, <, <=, >, >=, <=> */
static VALUE
mod_m_case_equal(VALUE mod, VALUE obj)
{
    return val_bool(class_inherited_p(class_of_inline(obj), mod));
}

VALUE
rb_class_inherited_p(VALUE mod, VALUE other)
{
    if (mod == other) return Qtrue;
    if (!namespace_p(other)) rb_raise(rb_eTypeError, "compared with non class/module");
    if (class_inherited_p(mod, other)) return Qtrue;
    return class_inherited_p(other, mod) ? Qfalse : Qnil;
}

static VALUE
mod_m_lt(VALUE mod, VALUE other)
{
    return mod == other ? Qfalse : rb_class_inherited_p(mod, other);
}

static VALUE
mod_m_ge(VALUE mod, VALUE other)
{
    if (!namespace_p(other)) rb_raise(rb_eTypeError, "compared with non class/module");
    return rb_class_inherited_p(other, mod);
}

static VALUE
mod_m_gt(VALUE mod, VALUE other)
{
    return mod == other ? Qfalse : mod_m_ge(mod, other);
}

static VALUE
mod_m_cmp(VALUE mod, VALUE other)
{
    if (mod == other) return INT2FIX(0);
    if (!namespace_p(other)) return Qnil;
    VALUE below = rb_class_inherited_p(mod, other);
    return NIL_P(below) ? Qnil : INT2FIX(below == Qtrue ? -1 : 1);
}

static VALUE
mod_m_freeze(VALUE mod)
{
    class_path(mod);
    return rb_obj_freeze(mod);
}

static VALUE
mod_m_singleton_class_p(VALUE mod)
{
    return val_bool(class_singleton_p(mod));
}

static VALUE
mod_m_to_s(VALUE mod)
{
    VALUE text = class_to_s(mod);
    return obj_frozen(text) ? rb_str_dup(text) : text;
}

/* ---- mixing in ---- */

static void
check_modules(int argc, VALUE *argv, const char *what)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    for (int i = 0; i < argc; i++) {
        Check_Type(argv[i], T_MODULE);
        if (obj_flags(argv[i]) & CLASS_REFINEMENT) rb_raise(rb_eTypeError, "Cannot %s refinement", what);
    }
}

/* Module#include */
static VALUE
mod_m_include(int argc, VALUE *argv, VALUE mod)
{
    if (obj_flags(mod) & CLASS_REFINEMENT) rb_raise(rb_eTypeError, "Refinement#include has been removed");
    check_modules(argc, argv, "include");
    while (argc--) {
        rb_funcallv(argv[argc], id_append_features, 1, &mod);
        rb_funcallv(argv[argc], id_included, 1, &mod);
    }
    return mod;
}

/* Module#prepend */
static VALUE
mod_m_prepend(int argc, VALUE *argv, VALUE mod)
{
    if (obj_flags(mod) & CLASS_REFINEMENT) rb_raise(rb_eTypeError, "Refinement#prepend has been removed");
    check_modules(argc, argv, "prepend");
    while (argc--) {
        rb_funcallv(argv[argc], id_prepend_features, 1, &mod);
        rb_funcallv(argv[argc], id_prepended, 1, &mod);
    }
    return mod;
}

static VALUE
mod_m_append_features(VALUE mod, VALUE klass)
{
    if (!namespace_p(klass)) Check_Type(klass, T_CLASS);
    rb_include_module(klass, mod);
    return mod;
}

static VALUE
mod_m_prepend_features(VALUE mod, VALUE klass)
{
    if (!namespace_p(klass)) Check_Type(klass, T_CLASS);
    rb_prepend_module(klass, mod);
    return mod;
}

static VALUE
mod_m_extend_object(VALUE mod, VALUE obj)
{
    rb_extend_object(obj, mod);
    return obj;
}

static VALUE
mod_m_hook(VALUE mod, VALUE arg)
{
    return Qnil;
}

/* ---- lists of methods ---- */

static VALUE
list_methods(int argc, const VALUE *argv, VALUE mod, unsigned mask)
{
    rb_check_arity(argc, 0, 1);
    return method_list(mod, mask, argc == 0 || RTEST(argv[0]));
}

VALUE
rb_class_instance_methods(int argc, const VALUE *argv, VALUE mod)
{
    return list_methods(argc, argv, mod, 1u << VISI_PUBLIC | 1u << VISI_PROTECTED);
}

VALUE
rb_class_public_instance_methods(int argc, const VALUE *argv, VALUE mod)
{
    return list_methods(argc, argv, mod, 1u << VISI_PUBLIC);
}

VALUE
rb_class_private_instance_methods(int argc, const VALUE *argv, VALUE mod)
{
    return list_methods(argc, argv, mod, 1u << VISI_PRIVATE);
}

VALUE
rb_class_protected_instance_methods(int argc, const VALUE *argv, VALUE mod)
{
    return list_methods(argc, argv, mod, 1u << VISI_PROTECTED);
}

/* Returns whether mod, or with `inherit` a superclass, has a method of that name with a visibility in mask. */
static VALUE
method_defined(int argc, VALUE *argv, VALUE mod, unsigned mask)
{
    rb_check_arity(argc, 1, 2);
    VALUE name = argv[0];
    ID mid = obj_name_if_known(&name);
    if (!mid) return Qfalse;
    bool own = argc == 2 && !RTEST(argv[1]);
    const struct method_entry *me = own ? method_of_own(mod, mid) : method_lookup(mod, mid);
    return val_bool(me && method_entry_bound_p(me) && (mask >> me_visi(me) & 1));
}

static VALUE
mod_m_method_defined(int argc, VALUE *argv, VALUE mod)
{
    return method_defined(argc, argv, mod, 1u << VISI_PUBLIC | 1u << VISI_PROTECTED);
}

static VALUE
mod_m_public_method_defined(int argc, VALUE *argv, VALUE mod)
{
    return method_defined(argc, argv, mod, 1u << VISI_PUBLIC);
}

static VALUE
mod_m_private_method_defined(int argc, VALUE *argv, VALUE mod)
{
    return method_defined(argc, argv, mod, 1u << VISI_PRIVATE);
}

static VALUE
mod_m_protected_method_defined(int argc, VALUE *argv, VALUE mod)
{
    return method_defined(argc, argv, mod, 1u << VISI_PROTECTED);
}

/* ---- changing methods ---- */

/* Returns the ID of a method that must exist.  Raises NameError if the name has no ID, because no method can have it. */
static ID
existing_name(VALUE mod, VALUE name, const char *missing)
{
    VALUE given = name;
    ID mid = obj_name_if_known(&given);
    class_check_modifiable(mod);
    if (!mid) name_error_raise(mod, given, missing);
    return mid;
}

static const char *
undefined_format(VALUE mod)
{
    return obj_type(mod) == T_MODULE ? "undefined method '%1$s' for module '%2$s'"
                                     : "undefined method '%1$s' for class '%2$s'";
}

/* Module#remove_method */
static VALUE
mod_m_remove_method(int argc, VALUE *argv, VALUE mod)
{
    for (int i = 0; i < argc; i++) method_remove(mod, existing_name(mod, argv[i], "method '%1$s' not defined in %2$s"));
    return mod;
}

/* Module#undef_method */
static VALUE
mod_m_undef_method(int argc, VALUE *argv, VALUE mod)
{
    for (int i = 0; i < argc; i++) method_undef(mod, existing_name(mod, argv[i], undefined_format(mod)));
    return mod;
}

/* Module#alias_method */
static VALUE
mod_m_alias_method(VALUE mod, VALUE new_name, VALUE old_name)
{
    ID old_id = existing_name(mod, old_name, undefined_format(mod)), new_id = obj_name_to_id(new_name);
    method_alias(mod, new_id, old_id);
    return ID2SYM(new_id);
}

static VALUE
define_attrs(int argc, VALUE *argv, VALUE mod, bool read, bool write)
{
    VALUE names = rb_ary_new();
    for (int i = 0; i < argc; i++) {
        ID name = obj_name_to_id(argv[i]);
        rb_attr(mod, name, read, write, true);
        if (read) rb_ary_push(names, ID2SYM(name));
        if (write) rb_ary_push(names, ID2SYM(id_attrset(name)));
    }
    return names;
}

/* Module#attr, with the old form attr(name, writable) */
static VALUE
mod_m_attr(int argc, VALUE *argv, VALUE mod)
{
    if (argc == 2 && (argv[1] == Qtrue || argv[1] == Qfalse)) {
        rb_category_warning(RB_WARN_CATEGORY_DEPRECATED, "optional boolean argument is obsoleted");
        return define_attrs(1, argv, mod, true, argv[1] == Qtrue);
    }
    return define_attrs(argc, argv, mod, true, false);
}

static VALUE
mod_m_attr_reader(int argc, VALUE *argv, VALUE mod)
{
    return define_attrs(argc, argv, mod, true, false);
}

static VALUE
mod_m_attr_writer(int argc, VALUE *argv, VALUE mod)
{
    return define_attrs(argc, argv, mod, false, true);
}

static VALUE
mod_m_attr_accessor(int argc, VALUE *argv, VALUE mod)
{
    return define_attrs(argc, argv, mod, true, true);
}

/* ---- visibility ---- */

/* Calls fn for each name in argv, which may be one Array of names. */
static void
each_name(int argc, const VALUE *argv, VALUE mod, void (*fn)(VALUE, ID, int), int arg)
{
    VALUE list = argc == 1 ? rb_check_array_type(argv[0]) : Qnil;
    if (!NIL_P(list)) {
        for (long i = 0; i < RARRAY_LEN(list); i++) {
            VALUE name = rb_ary_entry(list, i);
            fn(mod, existing_name(mod, name, undefined_format(mod)), arg);
        }
        return;
    }
    for (int i = 0; i < argc; i++) fn(mod, existing_name(mod, argv[i], undefined_format(mod)), arg);
}

static void
set_one(VALUE mod, ID mid, int visi)
{
    method_set_visi(mod, mid, (enum method_visi)visi);
}

static VALUE
named_result(int argc, VALUE *argv)
{
    if (argc == 0) return Qnil;
    return argc == 1 ? argv[0] : rb_ary_new_from_values(argc, argv);
}

static void
default_visi(VALUE mod, enum method_visi visi, bool module_func)
{
    VALUE cref = vm_cref(vm_ec);
    if (!cref) return;
    if (vm_cref_of_method_p(vm_ec)) {
        rb_warn("calling %" PRIsVALUE " without arguments inside a method may not have the intended effect",
                rb_id2str(rb_frame_this_func()));
        return;
    }
    cref_of(cref)->visi = (uint8_t)visi;
    cref_of(cref)->module_func = module_func;
}

static VALUE
set_visibility(int argc, VALUE *argv, VALUE mod, enum method_visi visi)
{
    class_check_modifiable(mod);
    if (argc == 0) default_visi(mod, visi, false);
    else each_name(argc, argv, mod, set_one, visi);
    return named_result(argc, argv);
}

static VALUE
mod_m_public(int argc, VALUE *argv, VALUE mod)
{
    return set_visibility(argc, argv, mod, VISI_PUBLIC);
}

static VALUE
mod_m_private(int argc, VALUE *argv, VALUE mod)
{
    return set_visibility(argc, argv, mod, VISI_PRIVATE);
}

static VALUE
mod_m_protected(int argc, VALUE *argv, VALUE mod)
{
    return set_visibility(argc, argv, mod, VISI_PROTECTED);
}

static VALUE mod_m_ruby2_keywords(int argc, VALUE *argv, VALUE mod);

/* Where definitions at the top go: Object, or in a file under load(file, true) the module around it. */
static VALUE
top_class(VALUE self)
{
    VALUE cref = self == vm_top_self ? 0 : vm_cref(vm_ec);
    return cref ? cref_class(cref) : rb_cObject;
}

static VALUE
top_class_told(VALUE self, const char *method)
{
    VALUE klass = top_class(self);
    if (klass != rb_cObject) rb_warning("main.%s in the wrapped load is effective only in wrapper module", method);
    return klass;
}

/* The methods of Module that main has. */
static VALUE
top_m_public(int argc, VALUE *argv, VALUE self)
{
    return mod_m_public(argc, argv, top_class_told(self, "public"));
}

static VALUE
top_m_private(int argc, VALUE *argv, VALUE self)
{
    return mod_m_private(argc, argv, top_class_told(self, "private"));
}

static VALUE
top_m_ruby2_keywords(int argc, VALUE *argv, VALUE self)
{
    return mod_m_ruby2_keywords(argc, argv, rb_cObject);
}

static VALUE
top_m_include(int argc, VALUE *argv, VALUE self)
{
    return mod_m_include(argc, argv, top_class(self));
}

static VALUE
mod_m_public_class_method(int argc, VALUE *argv, VALUE mod)
{
    if (argc) each_name(argc, argv, class_singleton(mod), set_one, VISI_PUBLIC);
    return mod;
}

static VALUE
mod_m_private_class_method(int argc, VALUE *argv, VALUE mod)
{
    if (argc) each_name(argc, argv, class_singleton(mod), set_one, VISI_PRIVATE);
    return mod;
}

/* Makes a public copy of mod's method in its singleton class. */
static void
export_one(VALUE mod, ID mid, int unused)
{
    const struct method_entry *me = method_lookup(mod, mid);
    if (!me && obj_type(mod) == T_MODULE) me = method_lookup(rb_cObject, mid);
    if (!me) name_error_method(mod, sym_from_id(mid));
    method_add_shared(class_singleton(mod), mid, me, VISI_PUBLIC);
}

/* Module#module_function */
static VALUE
mod_m_module_function(int argc, VALUE *argv, VALUE mod)
{
    if (obj_type(mod) != T_MODULE) rb_raise(rb_eTypeError, "module_function must be called for modules");
    if (argc == 0) {
        default_visi(mod, VISI_PRIVATE, true);
        return Qnil;
    }
    each_name(argc, argv, mod, set_one, VISI_PRIVATE);
    each_name(argc, argv, mod, export_one, 0);
    return named_result(argc, argv);
}

/* ---- ruby2_keywords ---- */

static void
skip_ruby2_keywords(ID mid, const char *why)
{
    rb_warn("Skipping set of ruby2_keywords flag for %" PRIsVALUE " (%s)", rb_id2str(mid), why);
}

/* The iseq behind a method or define_method; 0. */
static VALUE
iseq_behind(const struct method_entry *me)
{
    if (me->def->kind == METHOD_ISEQ) return me->def->as.iseq.iseq;
    if (me->def->kind != METHOD_BMETHOD) return 0;
    const struct rproc *p = proc_ptr(me->def->as.bmethod.proc);
    return p->kind == PROC_ISEQ ? p->code : 0;
}

static void
flag_ruby2_keywords(VALUE mod, ID mid)
{
    VALUE holder = 0;
    const struct method_entry *me = method_search_raw(mod, mid, &holder);
    if (!me && obj_type(mod) == T_MODULE) me = method_search_raw(rb_cObject, mid, &holder);
    if (!me || me->def->kind == METHOD_UNDEF) name_error_method(mod, sym_from_id(mid));
    if (me->owner != mod) {
        skip_ruby2_keywords(mid, "can only set in method defining module");
        return;
    }
    VALUE iseq = iseq_behind(me);
    if (!iseq) {
        skip_ruby2_keywords(mid,
                            me->def->kind == METHOD_BMETHOD ? "bmethod not defined in Ruby" : "method not defined in Ruby");
        return;
    }
    struct iseq_params *params = &iseq_body(iseq)->params;
    if ((params->flags & PARAM_REST) && !(params->flags & (PARAM_KW | PARAM_KWREST | PARAM_POST))) {
        params->flags |= PARAM_RUBY2_KW;
        vm_method_changed(mod, mid);
        return;
    }
    skip_ruby2_keywords(mid, "method accepts keywords or post arguments or method does not accept argument splat");
}

/* Module#ruby2_keywords */
static VALUE
mod_m_ruby2_keywords(int argc, VALUE *argv, VALUE mod)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    class_check_modifiable(mod);
    for (int i = 0; i < argc; i++) flag_ruby2_keywords(mod, existing_name(mod, argv[i], undefined_format(mod)));
    return Qnil;
}

/* ---- tables ---- */

static void
define_module_reflection(void)
{
    VALUE k = rb_cModule;
    rb_define_method(k, "name", mod_m_name, 0);
    rb_define_method(k, "set_temporary_name", mod_m_set_temporary_name, 1);
    rb_define_method(k, "to_s", mod_m_to_s, 0);
    rb_define_alias(k, "inspect", "to_s");
    method_add_leaf(k, "===", (cfunc_t)(void (*)(void))mod_m_case_equal, 1);
    rb_define_method(k, "==", rb_obj_equal, 1);
    rb_define_method(k, "<", mod_m_lt, 1);
    rb_define_method(k, "<=", rb_class_inherited_p, 1);
    rb_define_method(k, ">", mod_m_gt, 1);
    rb_define_method(k, ">=", mod_m_ge, 1);
    rb_define_method(k, "<=>", mod_m_cmp, 1);
    rb_define_method(k, "freeze", mod_m_freeze, 0);
    rb_define_method(k, "ancestors", rb_mod_ancestors, 0);
    rb_define_method(k, "include?", rb_mod_include_p, 1);
    rb_define_method(k, "included_modules", rb_mod_included_modules, 0);
    rb_define_method(k, "singleton_class?", mod_m_singleton_class_p, 0);
    rb_define_method(k, "instance_methods", rb_class_instance_methods, -1);
    rb_define_method(k, "public_instance_methods", rb_class_public_instance_methods, -1);
    rb_define_method(k, "private_instance_methods", rb_class_private_instance_methods, -1);
    rb_define_method(k, "protected_instance_methods", rb_class_protected_instance_methods, -1);
    rb_define_method(k, "undefined_instance_methods", method_list_undefined, 0);
    rb_define_method(k, "method_defined?", mod_m_method_defined, -1);
    rb_define_method(k, "public_method_defined?", mod_m_public_method_defined, -1);
    rb_define_method(k, "private_method_defined?", mod_m_private_method_defined, -1);
    rb_define_method(k, "protected_method_defined?", mod_m_protected_method_defined, -1);
}

static void
define_module_changes(void)
{
    VALUE k = rb_cModule;
    rb_define_private_method(k, "initialize", mod_m_initialize, 0);
    rb_define_private_method(k, "initialize_clone", mod_m_initialize_clone, -1);
    rb_define_method(k, "include", mod_m_include, -1);
    rb_define_method(k, "prepend", mod_m_prepend, -1);
    rb_define_private_method(k, "append_features", mod_m_append_features, 1);
    rb_define_private_method(k, "prepend_features", mod_m_prepend_features, 1);
    rb_define_private_method(k, "extend_object", mod_m_extend_object, 1);
    static const char *const hooks[] = {"included",     "prepended",      "extended",
                                        "method_added", "method_removed", "method_undefined"};
    for (size_t i = 0; i < lengthof(hooks); i++) rb_define_private_method(k, hooks[i], mod_m_hook, 1);
    rb_define_method(k, "remove_method", mod_m_remove_method, -1);
    rb_define_method(k, "undef_method", mod_m_undef_method, -1);
    rb_define_method(k, "alias_method", mod_m_alias_method, 2);
    rb_define_method(k, "attr", mod_m_attr, -1);
    rb_define_method(k, "attr_reader", mod_m_attr_reader, -1);
    rb_define_method(k, "attr_writer", mod_m_attr_writer, -1);
    rb_define_method(k, "attr_accessor", mod_m_attr_accessor, -1);
    rb_define_private_method(k, "public", mod_m_public, -1);
    rb_define_private_method(k, "private", mod_m_private, -1);
    rb_define_private_method(k, "protected", mod_m_protected, -1);
    rb_define_private_method(k, "module_function", mod_m_module_function, -1);
    rb_define_private_method(k, "ruby2_keywords", mod_m_ruby2_keywords, -1);
    rb_define_method(k, "public_class_method", mod_m_public_class_method, -1);
    rb_define_method(k, "private_class_method", mod_m_private_class_method, -1);
}

/* Methods of main, once it is there. */
void
module_define_top_methods(VALUE top_self)
{
    VALUE k = class_singleton(top_self);
    rb_define_private_method(k, "public", top_m_public, -1);
    rb_define_private_method(k, "private", top_m_private, -1);
    rb_define_private_method(k, "include", top_m_include, -1);
    rb_define_private_method(k, "ruby2_keywords", top_m_ruby2_keywords, -1);
    refinement_define_top_methods(top_self);
}

void
Init_Module(void)
{
    id_append_features = rb_intern("append_features");
    id_prepend_features = rb_intern("prepend_features");
    id_included = rb_intern("included");
    id_prepended = rb_intern("prepended");
    id_inherited = rb_intern("inherited");
    define_module_reflection();
    define_module_changes();
    VALUE k = rb_cClass;
    rb_define_method(k, "allocate", class_m_allocate, 0);
    method_add_optimized(k, rb_intern("new"), OPTIMIZED_NEW, 0, VISI_PUBLIC);
    rb_define_private_method(k, "initialize", class_m_initialize, -1);
    rb_define_private_method(k, "inherited", mod_m_hook, 1);
    rb_define_method(k, "superclass", rb_class_superclass, 0);
    rb_define_method(k, "subclasses", rb_class_subclasses, 0);
    rb_define_method(k, "attached_object", rb_class_attached_object, 0);
    static const char *const not_for_classes[] = {"module_function", "append_features", "prepend_features", "extend_object",
                                                  "refine"};
    for (size_t i = 0; i < lengthof(not_for_classes); i++) rb_undef_method(k, not_for_classes[i]);
    rb_undef_method(class_metaclass(rb_cModule), "allocate");
    rb_define_method(class_metaclass(k), "allocate", class_m_allocate, 0);
}
