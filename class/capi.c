/*
 * class/capi.c - the C API's ways to make classes, modules and methods.
 *
 * A class made from C is permanent: the results of rb_define_class and related functions are pinned.  Extensions keep them in
 * static variables, even if the program removes the constant.
 */
#include "internal/class.h"

#include <stdlib.h>

#include "internal/gc.h"
#include "internal/object.h"
#include "internal/proc.h"
#include "internal/string.h"
#include "internal/variable.h"
#include "internal/vm.h"

static VALUE *pinned;
static size_t pinned_count, pinned_capa;

static void
pinned_mark(void *unused)
{
    gc_mark_range(pinned, pinned_count);
}

static VALUE
pin(VALUE klass)
{
    for (size_t i = pinned_count; i-- > 0 && i + 8 > pinned_count;)
        if (pinned[i] == klass) return klass;
    if (pinned_count == pinned_capa) {
        if (!pinned_capa) gc_add_root(pinned_mark, NULL);
        size_t capa = pinned_capa ? pinned_capa * 2 : 512;
        pinned = gc_raw_realloc(pinned, capa * sizeof(VALUE));
        pinned_capa = capa;
    }
    pinned[pinned_count++] = klass;
    return klass;
}

/* ---- classes ---- */

static VALUE
full_name(VALUE outer, ID name)
{
    return outer == rb_cObject ? id_name(name) : rb_sprintf("%" PRIsVALUE "::%" PRIsVALUE, class_to_s(outer), id_name(name));
}

VALUE
rb_define_class_id_under(VALUE outer, ID name, VALUE super)
{
    VALUE has = const_own(outer, name);
    if (has != Qundef) {
        if (!val_type_p(has, T_CLASS)) {
            rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a class (%" PRIsVALUE ")", full_name(outer, name),
                     rb_obj_class(has));
        }
        if (super && class_real(class_superclass(has)) != super)
            rb_raise(rb_eTypeError, "superclass mismatch for class %" PRIsVALUE, full_name(outer, name));
        return pin(has);
    }
    if (!super) rb_raise(rb_eArgError, "no super class for '%" PRIsVALUE "'", full_name(outer, name));
    return pin(class_define_under(outer, name, super));
}

VALUE
rb_define_class_under(VALUE outer, const char *name, VALUE super)
{
    return rb_define_class_id_under(outer, rb_intern(name), super);
}

VALUE
rb_define_class(const char *name, VALUE super)
{
    return rb_define_class_id_under(rb_cObject, rb_intern(name), super);
}

VALUE
rb_define_class_id(ID name, VALUE super)
{
    VALUE k = class_new(super ? super : rb_cObject);
    return pin(k);
}

VALUE
rb_define_module_id_under(VALUE outer, ID name)
{
    VALUE has = const_own(outer, name);
    if (has != Qundef) {
        if (!val_type_p(has, T_MODULE)) {
            rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a module (%" PRIsVALUE ")", full_name(outer, name),
                     rb_obj_class(has));
        }
        return pin(has);
    }
    return pin(module_define_under(outer, name));
}

VALUE
rb_define_module_under(VALUE outer, const char *name)
{
    return rb_define_module_id_under(outer, rb_intern(name));
}

VALUE
rb_define_module(const char *name)
{
    return rb_define_module_id_under(rb_cObject, rb_intern(name));
}

VALUE
rb_define_module_id(ID name)
{
    return pin(module_new());
}

VALUE
rb_class_new(VALUE super)
{
    Check_Type(super, T_CLASS);
    return class_new(super);
}

VALUE
rb_module_new(void)
{
    return module_new();
}

VALUE
rb_singleton_class(VALUE obj)
{
    return class_singleton(obj);
}

VALUE
rb_class_of(VALUE v)
{
    return class_of(v);
}

VALUE
rb_basic_class(VALUE obj)
{
    return obj_class(obj);
}

VALUE
rb_class_real(VALUE klass)
{
    return class_real(klass);
}

VALUE
rb_obj_class(VALUE obj)
{
    return class_real(class_of(obj));
}

VALUE
rb_class_get_superclass(VALUE klass)
{
    return class_super(klass);
}

VALUE
rb_obj_hide(VALUE obj)
{
    if (val_heap_p(obj)) obj_set_shape(obj, SHAPE_HIDDEN);
    return obj;
}

VALUE
rb_obj_reveal(VALUE obj, VALUE klass)
{
    if (val_heap_p(obj)) obj_set_shape(obj, class_root_shape(klass, gc_slot_class(obj)));
    return obj;
}

/* ---- mixing in ---- */

VALUE
module_check_includable(VALUE module)
{
    Check_Type(module, T_MODULE);
    return module;
}

void
rb_include_module(VALUE klass, VALUE module)
{
    class_check_modifiable(klass);
    class_include(klass, module_check_includable(module));
}

void
rb_prepend_module(VALUE klass, VALUE module)
{
    class_check_modifiable(klass);
    class_prepend(klass, module_check_includable(module));
}

void
rb_extend_object(VALUE obj, VALUE module)
{
    rb_include_module(class_singleton(obj), module);
}

/* ---- methods ---- */

void(rb_define_method_id)(VALUE klass, ID name, rb_any_func_t *func, int arity)
{
    method_add_cfunc(klass, name, (cfunc_t)(void (*)(void))func, arity, VISI_PUBLIC);
}

void(rb_define_method)(VALUE klass, const char *name, rb_any_func_t *func, int arity)
{
    method_add_cfunc(klass, rb_intern(name), (cfunc_t)(void (*)(void))func, arity, VISI_PUBLIC);
}

void(rb_define_private_method)(VALUE klass, const char *name, rb_any_func_t *func, int arity)
{
    method_add_cfunc(klass, rb_intern(name), (cfunc_t)(void (*)(void))func, arity, VISI_PRIVATE);
}

void(rb_define_protected_method)(VALUE klass, const char *name, rb_any_func_t *func, int arity)
{
    method_add_cfunc(klass, rb_intern(name), (cfunc_t)(void (*)(void))func, arity, VISI_PROTECTED);
}

void(rb_define_singleton_method)(VALUE obj, const char *name, rb_any_func_t *func, int arity)
{
    (rb_define_method)(obj_type(obj) == T_CLASS ? class_metaclass(obj) : class_singleton(obj), name, func, arity);
}

void(rb_define_module_function)(VALUE module, const char *name, rb_any_func_t *func, int arity)
{
    (rb_define_private_method)(module, name, func, arity);
    (rb_define_singleton_method)(module, name, func, arity);
}

void(rb_define_global_function)(const char *name, rb_any_func_t *func, int arity)
{
    (rb_define_module_function)(rb_mKernel, name, func, arity);
}

void
rb_undef(VALUE klass, ID name)
{
    method_undef(klass, name);
}

/* From C the method need not exist. */
void
rb_undef_method(VALUE klass, const char *name)
{
    method_add(klass, rb_intern(name), method_def_new(METHOD_UNDEF, rb_intern(name)), VISI_PUBLIC);
}

void
rb_remove_method_id(VALUE klass, ID name)
{
    method_remove(klass, name);
}

void
rb_remove_method(VALUE klass, const char *name)
{
    method_remove(klass, rb_intern(name));
}

void
rb_alias(VALUE klass, ID new_name, ID old_name)
{
    method_alias(klass, new_name, old_name);
}

void
rb_define_alias(VALUE klass, const char *new_name, const char *old_name)
{
    method_alias(klass, rb_intern(new_name), rb_intern(old_name));
}

void
rb_define_attr(VALUE klass, const char *name, int read, int write)
{
    method_add_attr(klass, rb_intern(name), read, write, VISI_PUBLIC);
}

/* honour_visibility: the default visibility of the running class body. */
void
rb_attr(VALUE klass, ID name, int read, int write, int honour_visibility)
{
    enum method_visi visi = VISI_PUBLIC;
    VALUE cref = honour_visibility ? vm_cref(vm_ec) : 0;
    if (cref && cref_of(cref)->klass == klass) {
        visi = (enum method_visi)cref_of(cref)->visi;
        if (cref_of(cref)->module_func) {
            rb_warning("attribute accessor as module_function");
            visi = VISI_PRIVATE;
        }
    }
    if (!rb_is_local_id(name) && !rb_is_const_id(name))
        name_error_raise(klass, ID2SYM(name), "invalid attribute name '%1$s'");
    method_add_attr(klass, name, read, write, visi);
}

VALUE
rb_f_notimplement(int argc, const VALUE *argv, VALUE obj, VALUE marker)
{
    rb_notimplement();
}

/* ---- odds and ends that extensions know ---- */

void
rb_frozen_class_p(VALUE klass)
{
    class_check_modifiable(klass);
}

void
rb_freeze_singleton_class(VALUE obj)
{
    VALUE k = class_singleton_if_any(obj);
    if (k != Qnil) obj_hdr(k)->flags |= HDR_FROZEN;
}

VALUE
rb_singleton_class_clone(VALUE obj)
{
    return singleton_class_clone(obj_class(obj), 0);
}

void
rb_singleton_class_attached(VALUE klass, VALUE obj)
{
    if (class_singleton_p(klass)) RB_OBJ_WRITE(klass, &class_ext(klass)->attached, obj);
}

VALUE
rb_mod_init_copy(VALUE clone, VALUE orig)
{
    return clone == orig ? clone : class_dup_into(clone, orig);
}

/* Unlinks all call sites, so that each looks its method up again.  Sites with active refinements are linked like others. */
void
rb_clear_all_refinement_method_cache(void)
{
    callsite_invalidate(0);
}

/* ---- asking ---- */

int
rb_method_boundp(VALUE klass, ID name, int exclude_private)
{
    const struct method_entry *me = method_lookup(klass, name);
    if (!me || !method_bound_p(klass, name, true)) return 0;
    if ((exclude_private & 1) && me_visi(me) == VISI_PRIVATE) return 0;
    if ((exclude_private & 2) && me_visi(me) == VISI_PROTECTED) return 0;
    return 1;
}

int
rb_method_basic_definition_p(VALUE klass, ID name)
{
    return klass && method_basic_p(klass, name);
}

/* respond_to? as the core defines it, for a receiver that has not its own. */
static int
respond_to_basic(VALUE obj, VALUE klass, ID mid, bool with_private)
{
    static ID missing;
    if (!missing) missing = rb_intern("respond_to_missing?");
    VALUE refinements = refinements_of_caller();
    if (method_bound_p(klass, mid, with_private)) return 1;
    if (refinements && method_lookup_refined(refinements, klass, mid)) return 1;
    if (method_basic_p(klass, missing) || !method_lookup(klass, missing)) return 0;
    VALUE args[] = {ID2SYM(mid), val_bool(with_private)};
    return RTEST(rb_funcallv(obj, missing, 2, args));
}

/* respond_to? that takes one parameter was asked for private methods too. */
static void
warn_of_old_respond_to(VALUE obj, VALUE klass, ID mid)
{
    bool single = class_singleton_p(klass);
    rb_category_warn(RB_WARN_CATEGORY_DEPRECATED,
                     "%" PRIsVALUE "%crespond_to?(:%" PRIsVALUE
                     ") uses the deprecated method signature, which takes one parameter",
                     single ? obj : klass, single ? '.' : '#', id_name(mid));
    VALUE at = method_object_source_location(rb_obj_method(obj, ID2SYM(rb_intern("respond_to?"))));
    if (!NIL_P(at) && RSTRING_LEN(rb_ary_entry(at, 0)))
        rb_category_compile_warn(RB_WARN_CATEGORY_DEPRECATED, RSTRING_PTR(rb_ary_entry(at, 0)), FIX2INT(rb_ary_entry(at, 1)),
                                 "respond_to? is defined here");
    RB_GC_GUARD(at);
}

int
obj_respond_to_own(VALUE obj, ID mid, bool with_private)
{
    static ID respond_to;
    if (!respond_to) respond_to = rb_intern("respond_to?");
    VALUE klass = class_of(obj);
    const struct method_entry *me = method_lookup(klass, respond_to);
    if (!me || (me->hdr.flags & ME_CORE)) return -1;
    int arity = method_arity(me), required = arity < 0 ? -arity - 1 : arity;
    if (required > 2) rb_raise(rb_eArgError, "respond_to? must accept 1 or 2 arguments (requires %d)", required);
    if (with_private && arity == 1) {
        warn_of_old_respond_to(obj, klass, mid);
        with_private = false;
    }
    VALUE args[] = {ID2SYM(mid), Qtrue};
    return RTEST(rb_funcallv(obj, respond_to, with_private ? 2 : 1, args));
}

int
obj_respond_to(VALUE obj, ID mid, bool with_private)
{
    int own = obj_respond_to_own(obj, mid, with_private);
    return own >= 0 ? own : respond_to_basic(obj, class_of(obj), mid, with_private);
}

int
rb_obj_respond_to(VALUE obj, ID name, int include_private)
{
    return obj_respond_to(obj, name, include_private);
}

int
rb_respond_to(VALUE obj, ID name)
{
    return obj_respond_to(obj, name, false);
}

/* Kernel#respond_to? */
static VALUE
obj_m_respond_to(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 1, 2);
    bool with_private = argc == 2 && RTEST(argv[1]);
    VALUE name = argv[0];
    ID mid = obj_name_if_known(&name);
    if (mid) return val_bool(respond_to_basic(obj, class_of(obj), mid, with_private));
    ID missing = rb_intern("respond_to_missing?");
    if (method_basic_p(class_of(obj), missing)) return Qfalse;
    VALUE args[] = {rb_to_symbol(name), val_bool(with_private)};
    return val_bool(RTEST(rb_funcallv(obj, missing, 2, args)));
}

/* Kernel#respond_to_missing? */
static VALUE
obj_m_respond_to_missing(VALUE obj, VALUE mid, VALUE with_private)
{
    return Qfalse;
}

void
Init_RespondTo(void)
{
    rb_define_method(rb_mKernel, "respond_to?", obj_m_respond_to, -1);
    rb_define_private_method(rb_mKernel, "respond_to_missing?", obj_m_respond_to_missing, 2);
}
