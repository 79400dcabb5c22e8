/*
 * object.h - what the files of the object model tell each other, and exceptions' insides.
 *
 * Owns      the hidden instance variables of exceptions.
 * Uses      class, shape
 * OBJECT-1  An exception keeps its message, backtrace and cause in instance variables without @, which Ruby does not see:
 *           mesg, bt (an Array of String, a backtrace object of vm/backtrace.c, or nil), bt_locations, cause.
 */
#ifndef FACET_INTERNAL_OBJECT_H
#define FACET_INTERNAL_OBJECT_H

#include "internal/string.h"
#include "internal/class.h"

/* ---- class.c, class/mixin.c, class/name.c, class/method_table.c to each other ---- */
void method_entry_boot(void);
void core_classes_name(void);
VALUE iclass_new(VALUE m, VALUE includer);
void iclass_register(VALUE ic);
VALUE class_s_alloc(VALUE klass), module_s_alloc(VALUE klass), obj_s_alloc(VALUE klass);
VALUE mod_m_name(VALUE mod), mod_m_set_temporary_name(VALUE mod, VALUE name);
/* Puts a copy of me, found in class orig, into copy's table. */
void method_copy_to(VALUE copy, ID mid, struct method_entry *me, VALUE orig);
/* Returns a callable copy of me that runs as if it was found in defined_class. */
const struct method_entry *method_complement(const struct method_entry *me, VALUE defined_class);
void refinement_method_added(VALUE refinement, ID mid);
VALUE method_list_object(VALUE klass, unsigned mask);
VALUE method_list_singleton(VALUE obj, bool all), method_list_undefined(VALUE klass);
/* Puts a new entry of me's definition into klass's table. */
void method_add_shared(VALUE klass, ID mid, const struct method_entry *me, enum method_visi visi);
VALUE refinements_of_caller(void); /* Hash, or 0 */
/* &:name where refinements are in force: a Proc that sees them if some refinement has the name, else the Symbol. */
VALUE refined_symbol_block(VALUE sym, VALUE refinements);
void refinement_define_top_methods(VALUE top_self);
void module_define_top_methods(VALUE top_self); /* include, public, private, using... of main */
void method_watch_core(void);                   /* when all core classes are there */

/* ---- object.c ---- */
/* "can't define singleton" and friends aside, what Kernel#singleton_class and clone need. */
VALUE obj_clone(VALUE obj, VALUE freeze); /* freeze: true, false, nil (as the original) */
/* Calls mid, private or not, with the block of the running C method. */
VALUE obj_call_passing_block(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat);
/* Symbol or String (or to_str) to ID; raises TypeError "3 is not a symbol nor a string".  obj_name_if_known: 0 if there
 * is none (string.h STRING-6); *name becomes the String or Symbol itself. */
ID obj_name_to_id(VALUE name);
ID obj_name_if_known(VALUE *name);
/* Converts a name that must be of the class cls.  Raises NameError with recv as receiver and the text of
 * name_error_raise. */
ID obj_name_of_class(VALUE recv, VALUE name, enum id_class cls, const char *refusal);          /* to store */
ID obj_name_of_class_if_known(VALUE recv, VALUE name, enum id_class cls, const char *refusal); /* to look; 0: none */
/* nil, true, false, or the class name: what error messages call a value ("no implicit conversion of X into Y"). */
VALUE obj_name_for_error(VALUE v);

/* ---- error.c ---- */
extern VALUE rb_eUncaughtThrow;
VALUE exc_backtrace(VALUE exc); /* Array of String or nil: what Exception#backtrace of the core gives */
void exc_set_backtrace_raw(VALUE exc, VALUE bt);
VALUE exc_cause(VALUE exc); /* nil; Qundef: never set */
void exc_set_cause_raw(VALUE exc, VALUE cause);
/* raise's "cause:": raises TypeError, ArgumentError "circular causes". */
void exc_check_cause(VALUE exc, VALUE cause);
bool exc_p(VALUE v);
/* Raises NameError.  In fmt %1$s is the name, %2$s recv: a class's name, else inspect. */
NORETURN void name_error_raise(VALUE recv, VALUE name, const char *fmt);
/* Returns the exception that method_missing raises.  Its text is computed when it is first used: fmt's %1$s is the
 * name, %2$s error_receiver_text(recv).
 * klass: NameError, or NoMethodError with args (an Array). */
VALUE name_error_new(VALUE klass, VALUE recv, VALUE name, const char *fmt, VALUE args, bool private_call);
/* Raises NameError "undefined method 'x' for class 'Foo'". */
NORETURN void name_error_method(VALUE klass, VALUE name);
/* Returns the text for a receiver in a NoMethodError: "nil", "an instance of Foo", "class Foo", "main". */
VALUE error_receiver_text(VALUE recv);

void exc_set_backtrace(VALUE exc, VALUE bt); /* as programs give it; raises TypeError */
bool exc_backtrace_missing(VALUE exc);
bool exc_internal_ivar_p(ID name); /* of those that only this VM may see: Marshal leaves them out */
void exc_set_backtrace_object(VALUE exc, VALUE bt);
bool exc_late_message_p(VALUE v); /* NameError::message: to_s makes the text */
bool backtrace_object_p(VALUE v); /* vm/backtrace.c */
/* Captures the backtrace of exc if it is new and its class has no methods of its own for that.  Returns false, and
 * does nothing, otherwise. */
bool exc_set_backtrace_quickly(VALUE exc);
/* Returns the exception of raise "text", raise Class, or raise Class, message, made without a call.  Returns Qundef if
 * making it takes a call. */
VALUE exc_new_plain(int argc, const VALUE *argv);
void exc_classes_clear(void); /* a method changed, or classes may die */
void exc_set_cause_implicit(VALUE exc, VALUE cause);
VALUE exc_detailed_message_with(VALUE exc, bool highlight, VALUE options);
VALUE rb_check_backtrace(VALUE bt);
VALUE rb_key_err_new(VALUE message, VALUE recv, VALUE key);
VALUE local_jump_error_new(const char *message, VALUE value, const char *reason);

/* ---- error/print.c, error/warning.c ---- */
VALUE warning_kernel_warn(VALUE self, VALUE messages, VALUE uplevel, VALUE category); /* Kernel#warn */
/* Float(v, exception: exception).  calls, raises. */
VALUE conv_float(VALUE v, VALUE exception);
VALUE error_decorate(VALUE exc, VALUE message, bool highlight);
VALUE error_full_message_with(VALUE exc, bool highlight, bool reverse, VALUE options);
bool error_to_tty_p(void);         /* $stderr is the terminal */
void error_write(VALUE text);      /* to $stderr; raw to fd 2 if that fails */
extern long error_backtrace_limit; /* --backtrace-limit; -1: none */
void warning_category_set(rb_warning_category_t category, bool on);
void error_print(VALUE exc);        /* an uncaught exception, to $stderr */
void error_print_raised(VALUE exc); /* under $DEBUG */

void Init_object_model(void);
void Init_RespondTo(void), Init_InstanceVariables(void);
void Init_Object(void), Init_Module(void), Init_Method_model(void), Init_Refinement(void), Init_NilTrueFalse(void);
void Init_Convert(void), Init_Comparable(void), Init_Exception(void), Init_Errno(void), Init_Warning(void);
void Init_Constants(void), Init_GlobalVariables(void), Init_ErrorPrint(void), Init_ClassVariables(void);

#endif
