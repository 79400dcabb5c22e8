/*
 * object/recurse.h - guards against structures that contain themselves.
 *
 * Owns      a table for each fiber: which objects (or pairs) each method is at work on.
 * RECUR-1   An entry lives exactly as long as its call, exceptions included.
 * Checked   test/test_recurse.rb
 */
#ifndef FACET_INTERNAL_RECURSE_H
#define FACET_INTERNAL_RECURSE_H

#include "internal/value.h"

/* fn(obj, arg, recursive): recursive is 1 when obj is already being worked on under `mid`.  calls. */
VALUE recurse_guard(ID mid, VALUE (*fn)(VALUE obj, VALUE arg, int recursive), VALUE obj, VALUE arg);
/* Does what recurse_guard does for the pair of obj and `other`. */
VALUE recurse_guard_pair(ID mid, VALUE (*fn)(VALUE obj, VALUE arg, int recursive), VALUE obj, VALUE other, VALUE arg);
/* Does what recurse_guard does, but a recursion anywhere below leaves the outermost call, which returns fn(obj, arg,
 * 1). */
VALUE recurse_guard_outer(ID mid, VALUE (*fn)(VALUE obj, VALUE arg, int recursive), VALUE obj, VALUE arg);
/* Calls obj.mid, where the program defines the method (the only mid is hash).  Returns Qundef if a call below came
 * back to an object whose call is under way, and this is the outermost call.  calls. */
VALUE recurse_call_outer(VALUE obj, ID mid);

#endif
