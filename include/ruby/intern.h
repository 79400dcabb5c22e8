/*
 * ruby/intern.h - the functions behind Ruby's own classes, by class.
 */
#ifndef RUBY_INTERN_H
#define RUBY_INTERN_H 1

#include "ruby/internal/intern/array.h"
#include "ruby/internal/intern/hash.h"
#include "ruby/internal/intern/io.h"
#include "ruby/internal/intern/number.h"
#include "ruby/internal/intern/object.h"
#include "ruby/internal/intern/process.h"
#include "ruby/internal/intern/string.h"
#include "ruby/internal/intern/struct.h"
#include "ruby/internal/intern/thread.h"

#endif
