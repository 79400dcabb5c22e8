/*
 * ruby/ruby.h - the C API.
 *
 * Contracts use these words for Effects: `pure` (no allocation, no Ruby), `allocates` (the collector may run), `calls` (any
 * Ruby code may run), `raises` (may leave by longjmp), `blocks` (releases the VM's lock).  A function without such a word
 * allocates and raises.  `calls` implies both.
 */
#ifndef RUBY_RUBY_H
#define RUBY_RUBY_H 1

#include "ruby/defines.h"
#include "ruby/internal/value.h"
#include "ruby/internal/number.h"
#include "ruby/internal/core.h"
#include "ruby/internal/gc.h"
#include "ruby/internal/data.h"
#include "ruby/internal/globals.h"
#include "ruby/internal/symbol.h"
#include "ruby/internal/method.h"
#include "ruby/internal/variable.h"
#include "ruby/internal/eval.h"
#include "ruby/internal/error.h"
#include "ruby/internal/event.h"
#include "ruby/internal/ctype.h"
#include "ruby/assert.h"
#include "ruby/intern.h"
#include "ruby/missing.h"
#ifndef FACET_NO_ABI_SYMBOL
#include "ruby/backward.h"
#endif
#ifdef __cplusplus
#include "ruby/internal/cxxanyargs.hpp"
#endif

RBIMPL_SYMBOL_EXPORT_BEGIN()
/* printf as rb_sprintf does it, without PRIsVALUE: %p has sixteen digits, and "Inf" is infinite.  Returns what snprintf would. */
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 3, 4) int ruby_snprintf(char *buf, size_t size, const char *fmt, ...);
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 3, 0) int ruby_vsnprintf(char *buf, size_t size, const char *fmt, va_list ap);
RBIMPL_SYMBOL_EXPORT_END()

/* An extension refers to the VM it was compiled for; loading one that does not raises LoadError, and one that was built
 * for another layout fails to link. */
#ifndef FACET_NO_ABI_SYMBOL
RBIMPL_SYMBOL_EXPORT_BEGIN()
extern const char ruby_abi_facet1;
RBIMPL_SYMBOL_EXPORT_END()
static const char *const ruby_abi_of_this_object __attribute__((__used__)) = &ruby_abi_facet1;
#ifndef RUBY_DONT_SUBST
#include "ruby/subst.h"
#endif
#endif

#endif
