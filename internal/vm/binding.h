/*
 * vm/binding.h - Binding objects, and running text in one.
 *
 * Owns      struct rbinding.
 * Uses      vm.h
 * BIND-1    env is an environment (IMEMO_ENV) whose ep has the code and the locals.  New locals of an eval in the
 *           binding are in a new environment in front, which becomes env.
 */
#ifndef FACET_INTERNAL_BINDING_H
#define FACET_INTERNAL_BINDING_H

#include "internal/vm.h"

struct rbinding {
    VALUE env;
    VALUE self;
    VALUE path; /* String */
    int line;
};
static inline struct rbinding *
binding_ptr(VALUE v)
{
    return (struct rbinding *)rb_check_typeddata(v, &binding_data_type);
}
/* Returns a Binding of the innermost Ruby frame. */
VALUE binding_new_here(ec_t *ec);
VALUE binding_new(VALUE env, VALUE self, VALUE path, int line);
VALUE binding_eval(ec_t *ec, VALUE binding, VALUE source, VALUE path, int line);
/* Local variables by name, innermost scope first: Qundef when absent.  set makes a new one if need be. */
VALUE binding_local_get(VALUE binding, ID name);
void binding_local_set(VALUE binding, ID name, VALUE v);
/* Makes env the binding's environment; locals of the one before that env lacks are copied into a fresh one in front of it. */
void binding_move(VALUE binding, VALUE env);
VALUE env_local_names(VALUE env); /* Array of Symbols */
/* Returns the code that an environment's cells belong to. */
static inline VALUE
env_iseq(VALUE env)
{
    return frame_iseq(env_of(env)->ep);
}

/* Scopes and exceptions for C methods. vm_caller_cref() has the default visibility for def (private, public,
 * module_function). */
VALUE vm_caller_cref(void); /* cref of the Ruby frame that called the running C method */
VALUE vm_instance_exec(VALUE self, VALUE cref, int argc, const VALUE *argv, int kw_splat);
VALUE vm_raise_exception(int argc, const VALUE *args, const char *no_args); /* "": $! or unhandled exception */
VALUE vm_at_exit(VALUE proc);
void vm_run_at_exit(void);

bool name_numbered_p(VALUE name);                   /* _1 to _9, a Symbol or String */
VALUE binding_implicit_names(VALUE binding);        /* Array of Symbols */
VALUE binding_implicit_get(VALUE binding, ID name); /* Qundef */

#endif
