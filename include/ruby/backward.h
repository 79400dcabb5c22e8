/*
 * ruby/backward.h - older names that 4.0 still supports.
 */
#ifndef RUBY_BACKWARD_H
#define RUBY_BACKWARD_H 1

#include "ruby/internal/value.h"

#define DECLARE_DEPRECATED_FEATURE(ver, func) func
#define rb_cFixnum rb_cInteger
#define rb_cBignum rb_cInteger
#define RB_INTEGER_UNIFIED_P 1
/* Objects are not tainted any more. */
#define OBJ_TAINTABLE(obj) 0
#define OBJ_TAINT(obj) ((void)(obj))
#define OBJ_UNTAINT(obj) ((void)(obj))
#define OBJ_TAINTED(obj) ((void)(obj), 0)
#define OBJ_TAINTED_RAW(obj) OBJ_TAINTED(obj)
#define OBJ_TAINT_RAW(obj) OBJ_TAINT(obj)
#define OBJ_INFECT(to, from) ((void)(to), (void)(from))
#define OBJ_INFECT_RAW(to, from) OBJ_INFECT(to, from)
#define RB_OBJ_TAINTABLE OBJ_TAINTABLE
#define RB_OBJ_TAINT OBJ_TAINT
#define RB_OBJ_TAINTED OBJ_TAINTED
#define RB_OBJ_INFECT OBJ_INFECT
#define rb_gc_force_recycle(obj) ((void)(obj))
#define rb_defout rb_stdout
#define CLONESETUP(clone, obj) ((void)(clone), (void)(obj))
#define DUPSETUP(dup, obj) ((void)(dup), (void)(obj))
#define RUBY_GLOBAL_SETUP

#endif
