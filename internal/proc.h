/*
 * proc.h - functions that Proc and Method objects share.
 *
 * Owns      declarations of proc.c and proc/method.c.
 * Uses      vm.h
 */
#ifndef FACET_INTERNAL_PROC_H
#define FACET_INTERNAL_PROC_H

#include "internal/vm.h"

/* proc.c */
VALUE proc_new_method(VALUE method, bool lambda);
VALUE proc_new_symbol(VALUE sym);
VALUE proc_dup(VALUE proc);
int proc_arity(VALUE proc);
VALUE proc_source_location(VALUE proc); /* [path, line], or nil for code of the core */
VALUE parameters_unnamed(int arity);    /* [[:req], [:rest]] */
VALUE proc_curry(int argc, VALUE *argv, VALUE proc, int arity);
VALUE callable_compose(VALUE first, VALUE then, bool lambda);
VALUE proc_m_rshift(VALUE self, VALUE g), proc_m_lshift(VALUE self, VALUE g);

/* proc/method.c */
int method_object_arity(VALUE method);
VALUE method_object_parameters(VALUE method);
VALUE method_object_source_location(VALUE method);
VALUE method_object_binding(VALUE method); /* that of the Proc which Method#to_proc returns */
const struct method_entry *method_object_entry(VALUE method, VALUE *recv);

#endif
