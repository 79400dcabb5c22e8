/*
 * variable.h - constants, class variables and global variables, as the VM sees them.
 *
 * Owns      struct gvar; the use of class_ext's const_tbl, cvar_tbl and autoload_tbl.
 * Uses      class, id_table
 * VAR-1     A constant whose value is Qundef is an autoload; its record is in autoload_tbl under the same name.
 * VAR-2     Every change that could turn a constant lookup out differently calls vm_const_changed(name).
 * VAR-3     A global variable's struct is never freed, so instructions keep its address; an alias shares its `var`.
 */
#ifndef FACET_INTERNAL_VARIABLE_H
#define FACET_INTERNAL_VARIABLE_H

#include "internal/class.h"

/* ---- constants (variable/const.c, variable/autoload.c) ---- */
/* Returns the constant in the table of klass itself (a class or module), or Qundef if there is none.  Loads it if it
 * is an autoload.  Returns private constants too; deprecated ones warn.  calls, raises. */
VALUE const_own(VALUE klass, ID name);
/* Returns klass::name as `Foo::Bar` does, with const_missing.  Private constants raise, and Object's are not found
 * below other classes.  calls, raises. */
VALUE rb_public_const_get_from(VALUE klass, ID name);
VALUE const_get_missing(VALUE klass, ID name); /* with const_missing, private ones too, as in rb_const_get */
/* defined?: loads nothing, warns of nothing.  public_only: as Foo::Bar */
bool const_defined_quiet(VALUE klass, ID name, bool inherit, bool public_only);
VALUE const_missing(VALUE klass, ID name);                 /* calls klass.const_missing */
extern uint64_t const_missing_calls;                       /* counts them: a value that came from one must not be cached */
void const_set_quietly(VALUE klass, ID name, VALUE value); /* does not name the value */
void const_added(VALUE klass, ID name);                    /* calls the hook; const_set does not, rb_const_set does */
void const_set_autoload(VALUE klass, ID name, VALUE path);
VALUE autoload_path(VALUE klass, ID name, bool inherit); /* nil */
/* Loads the feature of klass's autoload constant.  Returns whether the constant has a value now.  calls, raises. */
bool autoload_load(VALUE klass, ID name);
/* Returns the value that code inside the loading feature sees, or Qundef if there is none. */
VALUE autoload_pending_value(VALUE klass, ID name);
bool autoload_set_pending(VALUE klass, ID name, VALUE value);
VALUE autoload_pending_location(VALUE klass, ID name);
void autoload_forget(VALUE klass, ID name);
void autoload_after_fork(void); /* in the child */
void const_drop(VALUE klass, ID name);
void Init_Autoload(void);
void const_table_mark(struct id_table *t);
void const_table_free(struct id_table *t);
void const_table_copy(VALUE copy, VALUE orig);
/* Returns "\nfile:line: previous definition of X was here", or "", to append to "X is not a class". */
VALUE const_previous_definition(VALUE klass, ID name);
VALUE mod_m_const_get(int argc, VALUE *argv, VALUE mod);

/* ---- class variables (variable/cvar.c) ---- */
/* Raise NameError, or RuntimeError when overtaken. */
VALUE cvar_get(VALUE klass, ID name);
void cvar_set(VALUE klass, ID name, VALUE v);
bool cvar_defined(VALUE klass, ID name);
VALUE cvar_holder(VALUE klass, ID name); /* the class whose cvar_tbl has it, overtaking checked; 0 */
extern uint64_t cvar_serial;             /* a holder found stays right while this does not change */

/* ---- global variables (variable/gvar.c) ---- */
struct gvar_var; /* variable/gvar.c */
struct gvar {
    struct gvar_var *var;
    ID id;
};
struct gvar *gvar_entry(ID id); /* made undefined if need be */
VALUE gvar_entry_get(struct gvar *g);
void gvar_entry_set(struct gvar *g, VALUE v);
bool gvar_entry_defined(struct gvar *g);
bool gvar_defined(ID name);
/* $-name and the like share one variable; the setter runs for both. */
void gvar_alias(ID new_name, ID old_name);

#endif
