/*
 * variable/cvar.c - class variables.
 *
 * A class variable belongs to the topmost class of the chain that has it.  One defined above a class that already had its
 * own overtakes it, which is an error to touch.  The search from the singleton class of a class continues with the class.  Code within
 * `class << self` searches from the class around it, so only the methods of Module search from a singleton class.
 *
 * cvar_serial changes whenever some lookup could end elsewhere: caches keep the holder together with it.
 */
#include "internal/ractor.h"
#include "internal/class.h"

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/variable.h"
#include "internal/vm/call.h"

uint64_t cvar_serial = 1;

static inline bool
namespace_p(VALUE v)
{
    return val_type_p(v, T_CLASS) || val_type_p(v, T_MODULE);
}

/* Returns the class to start the search at: for the singleton class of a class or module, that class or module. */
static VALUE
search_start(VALUE klass)
{
    if (!class_singleton_p(klass)) return klass;
    VALUE of = class_attached(klass);
    return namespace_p(of) ? of : klass;
}

static struct id_entry *
own(VALUE klass, ID name)
{
    return id_table_find(class_ext(klass)->cvar_tbl, name);
}

/* Returns the class that has the variable, or 0 if none has.  Sets *front to the nearest class that has an entry. */
static VALUE
holder_search(VALUE klass, ID name, VALUE *front)
{
    VALUE start = search_start(klass), target = 0;
    if (start != klass && own(klass, name)) target = klass;
    *front = target;
    for (VALUE k = start; k; k = class_super(k)) {
        VALUE m = class_module_of(k);
        if (!own(m, name)) continue;
        if (!*front) *front = m;
        target = m;
    }
    return target;
}

VALUE
cvar_holder(VALUE klass, ID name)
{
    VALUE front, target = holder_search(klass, name, &front);
    if (target && target != front)
        rb_raise(rb_eRuntimeError, "class variable %" PRIsVALUE " of %" PRIsVALUE " is overtaken by %" PRIsVALUE,
                 id_name(name), class_path(front), class_path(target));
    return target;
}

NORETURN static void
uninitialized(VALUE klass, VALUE name)
{
    name_error_raise(klass, name, "uninitialized class variable %1$s in %2$s");
}

/* A cache of holders by class and name.  An entry is valid while cvar_serial does not change and no collection has freed a class. */
enum { CVAR_KNOWN = LIMIT(64, 1) };
static struct cvar_known {
    VALUE klass, holder;
    ID name;
    uint64_t serial;
    unsigned epoch;
} cvar_known[CVAR_KNOWN];

static VALUE
cvar_holder_known(VALUE klass, ID name)
{
    struct cvar_known *k = &cvar_known[(klass >> 5 ^ name) % CVAR_KNOWN];
    if (LIKELY(k->klass == klass && k->name == name && k->serial == cvar_serial && k->epoch == vm_call_epoch))
        return k->holder;
    VALUE holder = cvar_holder(klass, name);
    if (holder) *k = (struct cvar_known){klass, holder, name, cvar_serial, vm_call_epoch};
    return holder;
}

VALUE
cvar_get(VALUE klass, ID name)
{
    VALUE holder = cvar_holder_known(klass, name);
    if (!holder) uninitialized(klass, ID2SYM(name));
    if (ractor_confined_p()) ractor_check_cvar(holder, name);
    return own(holder, name)->val;
}

void
cvar_set(VALUE klass, ID name, VALUE v)
{
    VALUE holder = cvar_holder_known(klass, name);
    if (!holder) holder = klass;
    if (ractor_confined_p()) ractor_check_cvar(holder, name);
    rb_check_frozen(holder);
    struct class_ext *x = class_ext(holder);
    if (!x->cvar_tbl) x->cvar_tbl = id_table_new(0);
    if (!id_table_find(x->cvar_tbl, name)) cvar_serial++;
    id_table_set(x->cvar_tbl, name, v);
    gc_wb(holder);
}

bool
cvar_defined(VALUE klass, ID name)
{
    VALUE front, holder = holder_search(klass, name, &front);
    if (holder && ractor_confined_p()) ractor_check_cvar(holder, name);
    return holder != 0;
}

/* ---- the C API ---- */

/* Returns whether klass has the class variable, or an instance variable of that name: extensions call it with both kinds of name. */
VALUE
rb_cvar_defined(VALUE klass, ID name)
{
    return val_bool(cvar_defined(klass, name) || ivar_get(klass, name) != Qundef);
}

VALUE
rb_cvar_get(VALUE klass, ID name)
{
    return cvar_get(klass, name);
}

VALUE
rb_cvar_find(VALUE klass, ID name, VALUE *front)
{
    VALUE nearest;
    holder_search(klass, name, &nearest);
    if (front) *front = nearest;
    return cvar_get(klass, name);
}

void
rb_cvar_set(VALUE klass, ID name, VALUE v)
{
    cvar_set(klass, name, v);
}

static ID
cvar_id(VALUE klass, const char *name)
{
    ID id = rb_intern(name);
    if (!rb_is_class_id(id)) name_error_raise(klass, ID2SYM(id), "wrong class variable name %1$s");
    return id;
}

VALUE
rb_cv_get(VALUE klass, const char *name)
{
    return cvar_get(klass, cvar_id(klass, name));
}

void
rb_cv_set(VALUE klass, const char *name, VALUE v)
{
    cvar_set(klass, cvar_id(klass, name), v);
}

void
rb_define_class_variable(VALUE klass, const char *name, VALUE v)
{
    rb_cv_set(klass, name, v);
}

/* ---- Module's methods ---- */

#define NOT_ALLOWED "'%1$s' is not allowed as a class variable name"

/* Module#class_variable_get */
static VALUE
mod_m_class_variable_get(VALUE mod, VALUE name)
{
    ID id = obj_name_of_class_if_known(mod, name, ID_CVAR, NOT_ALLOWED);
    if (!id) uninitialized(mod, rb_to_symbol(name));
    return cvar_get(mod, id);
}

/* Module#class_variable_set */
static VALUE
mod_m_class_variable_set(VALUE mod, VALUE name, VALUE v)
{
    cvar_set(mod, obj_name_of_class(mod, name, ID_CVAR, NOT_ALLOWED), v);
    return v;
}

/* Module#class_variable_defined? */
static VALUE
mod_m_class_variable_defined(VALUE mod, VALUE name)
{
    ID id = obj_name_of_class_if_known(mod, name, ID_CVAR, NOT_ALLOWED);
    return val_bool(id && cvar_defined(mod, id));
}

VALUE
rb_mod_remove_cvar(VALUE mod, VALUE name)
{
    ID id = obj_name_of_class_if_known(mod, name, ID_CVAR, "wrong class variable name %1$s");
    VALUE v, sym = rb_to_symbol(name);
    rb_check_frozen(mod);
    if (id && class_ext(mod)->cvar_tbl && id_table_delete(class_ext(mod)->cvar_tbl, id, &v)) {
        cvar_serial++;
        return v;
    }
    if (id && cvar_defined(mod, id)) name_error_raise(mod, sym, "cannot remove %1$s for %2$s");
    name_error_raise(mod, sym, "class variable %1$s not defined for %2$s");
}

VALUE
rb_mod_class_variables(int argc, const VALUE *argv, VALUE mod)
{
    rb_check_arity(argc, 0, 1);
    bool inherit = argc == 0 || RTEST(argv[0]);
    struct id_table *found = id_table_new(0);
    ID name;
    VALUE v;
    VALUE start = search_start(mod);
    for (VALUE k = mod; k; k = !inherit ? 0 : k == mod && start != mod ? start : class_super(k))
        for (uint32_t pos = 0; id_table_next(class_ext(class_module_of(k))->cvar_tbl, &pos, &name, &v);)
            id_table_set(found, name, 1);
    VALUE list = rb_ary_new();
    for (uint32_t pos = 0; id_table_next(found, &pos, &name, &v);) rb_ary_push(list, ID2SYM(name));
    id_table_free(found);
    return list;
}

void
Init_ClassVariables(void)
{
    rb_define_method(rb_cModule, "class_variable_get", mod_m_class_variable_get, 1);
    rb_define_method(rb_cModule, "class_variable_set", mod_m_class_variable_set, 2);
    rb_define_method(rb_cModule, "class_variable_defined?", mod_m_class_variable_defined, 1);
    rb_define_method(rb_cModule, "class_variables", rb_mod_class_variables, -1);
    rb_define_method(rb_cModule, "remove_class_variable", rb_mod_remove_cvar, 1);
}
