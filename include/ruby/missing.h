/*
 * ruby/missing.h - libc functions that some systems lack. glibc and musl have them all.
 */
#ifndef RUBY_MISSING_H
#define RUBY_MISSING_H 1

#include "ruby/defines.h"

#ifndef HAVE_SETPROCTITLE
RBIMPL_SYMBOL_EXPORT_BEGIN()
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 1, 2) void ruby_setproctitle(const char *fmt, ...);
RBIMPL_SYMBOL_EXPORT_END()
# define setproctitle ruby_setproctitle
#endif

#endif
