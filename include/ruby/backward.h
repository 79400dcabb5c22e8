/*
 * ruby/backward.h - older names that 4.0 still knows.
 */
#ifndef RUBY_BACKWARD_H
#define RUBY_BACKWARD_H 1

#include "ruby/ruby.h"

#define DECLARE_DEPRECATED_FEATURE(ver, func) func
#define rb_cFixnum rb_cInteger
#define rb_cBignum rb_cInteger
#define RB_INTEGER_UNIFIED_P 1

#endif
