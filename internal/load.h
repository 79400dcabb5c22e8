/*
 * load.h - require, load and the features that are in.
 *
 * Owns      declarations of load.c.
 * Uses      vm.h
 */
#ifndef FACET_INTERNAL_LOAD_H
#define FACET_INTERNAL_LOAD_H

#include "internal/value.h"

/* Returns whether the file of `require name` is being loaded, and stores the thread that loads it in *by. */
bool feature_being_loaded(VALUE name, VALUE *by);
void load_after_fork(void); /* in the child */
VALUE rb_get_load_path(void);
VALUE load_main_from_file(VALUE path); /* a program, compiled */

#endif
