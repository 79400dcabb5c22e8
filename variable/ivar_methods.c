/*
 * variable/ivar_methods.c - instance variables for C and for Kernel's methods about them.
 */
#include "internal/ractor.h"
#include "internal/class.h"

#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/shape.h"
#include "internal/string.h"

VALUE
rb_ivar_get(VALUE obj, ID name)
{
    VALUE v = ivar_get(obj, name);
    if (ractor_confined_p()) ractor_check_ivar(obj, name, v);
    return v == Qundef ? Qnil : v;
}

VALUE
rb_attr_get(VALUE obj, ID name)
{
    return rb_ivar_get(obj, name);
}

VALUE
rb_ivar_set(VALUE obj, ID name, VALUE v)
{
    if (ractor_confined_p()) ractor_check_ivar_set(obj);
    ivar_set(obj, name, v);
    return v;
}

VALUE
rb_ivar_defined(VALUE obj, ID name)
{
    return val_bool(ivar_get(obj, name) != Qundef);
}

struct visit {
    int (*fn)(ID, VALUE, uintptr_t);
    uintptr_t arg;
};

static int
visit_one(ID name, VALUE v, void *arg)
{
    struct visit *visit = arg;
    return visit->fn(name, v, visit->arg);
}

/* Visits the class variables of klass itself.  Returns false if fn ended the visit. */
static bool
visit_cvars(VALUE klass, struct visit *visit)
{
    ID name;
    VALUE v;
    for (uint32_t pos = 0; id_table_next(class_ext(klass)->cvar_tbl, &pos, &name, &v);)
        if (visit->fn(name, v, visit->arg) == ST_STOP) return false;
    return true;
}

/* Visits the variables of obj; those of a class begin with its class variables. */
void
rb_ivar_foreach(VALUE obj, int (*fn)(ID, VALUE, uintptr_t), uintptr_t arg)
{
    struct visit visit = {fn, arg};
    if ((val_type_p(obj, T_CLASS) || val_type_p(obj, T_MODULE)) && !visit_cvars(obj, &visit)) return;
    ivar_foreach(obj, visit_one, &visit);
}

size_t
rb_ivar_count(VALUE obj)
{
    return ivar_count(obj);
}

VALUE
rb_iv_get(VALUE obj, const char *name)
{
    return rb_ivar_get(obj, rb_intern(name));
}

VALUE
rb_iv_set(VALUE obj, const char *name, VALUE v)
{
    return rb_ivar_set(obj, rb_intern(name), v);
}

void
rb_copy_generic_ivar(VALUE copy, VALUE obj)
{
    ivar_copy(copy, obj);
}

void
rb_free_generic_ivar(VALUE obj)
{
    if (obj_flags(obj) & HDR_EXIVAR) ivar_clear(obj);
}

size_t
rb_generic_ivar_memsize(VALUE obj)
{
    return obj_flags(obj) & HDR_EXIVAR ? ivar_memsize(obj) : 0;
}

/* ---- names given by programs ---- */

ID
obj_name_if_known(VALUE *name)
{
    return rb_check_id(name);
}

ID
obj_name_to_id(VALUE name)
{
    return rb_to_id(name);
}

ID
obj_name_of_class_if_known(VALUE recv, VALUE name, enum id_class cls, const char *refusal)
{
    VALUE given = name;
    ID id = rb_check_id(&given);
    if ((id ? id_class(id) : name_class(given)) != cls)
        name_error_raise(recv, id && cls == ID_CONST ? ID2SYM(id) : given, refusal);
    return id;
}

ID
obj_name_of_class(VALUE recv, VALUE name, enum id_class cls, const char *refusal)
{
    ID id = obj_name_of_class_if_known(recv, name, cls, refusal);
    return id ? id : rb_to_id(name);
}

#define NOT_ALLOWED "'%1$s' is not allowed as an instance variable name"

/* Kernel#instance_variable_get */
static VALUE
obj_m_instance_variable_get(VALUE self, VALUE name)
{
    ID id = obj_name_of_class_if_known(self, name, ID_IVAR, NOT_ALLOWED);
    return id ? rb_ivar_get(self, id) : Qnil;
}

/* Kernel#instance_variable_set */
static VALUE
obj_m_instance_variable_set(VALUE self, VALUE name, VALUE v)
{
    return rb_ivar_set(self, obj_name_of_class(self, name, ID_IVAR, NOT_ALLOWED), v);
}

/* Kernel#instance_variable_defined? */
static VALUE
obj_m_instance_variable_defined(VALUE self, VALUE name)
{
    ID id = obj_name_of_class_if_known(self, name, ID_IVAR, NOT_ALLOWED);
    return id ? rb_ivar_defined(self, id) : Qfalse;
}

static int
collect_name(ID name, VALUE v, void *list)
{
    if (rb_is_instance_id(name)) rb_ary_push((VALUE)list, ID2SYM(name));
    return ST_CONTINUE;
}

VALUE
rb_obj_instance_variables(VALUE obj)
{
    VALUE list = rb_ary_new();
    ivar_foreach(obj, collect_name, (void *)list);
    return list;
}

VALUE
rb_obj_remove_instance_variable(VALUE obj, VALUE name)
{
    if (ractor_confined_p()) ractor_check_ivar_set(obj);
    ID id = obj_name_of_class_if_known(obj, name, ID_IVAR, NOT_ALLOWED);
    if (!id) rb_check_frozen(obj);
    VALUE v = id ? ivar_remove(obj, id) : Qundef;
    if (v == Qundef) name_error_raise(obj, rb_to_symbol(name), "instance variable %1$s not defined");
    return v;
}

void
Init_InstanceVariables(void)
{
    rb_define_method(rb_mKernel, "instance_variables", rb_obj_instance_variables, 0);
    rb_define_method(rb_mKernel, "instance_variable_get", obj_m_instance_variable_get, 1);
    rb_define_method(rb_mKernel, "instance_variable_set", obj_m_instance_variable_set, 2);
    rb_define_method(rb_mKernel, "instance_variable_defined?", obj_m_instance_variable_defined, 1);
    rb_define_method(rb_mKernel, "remove_instance_variable", rb_obj_remove_instance_variable, 1);
}
