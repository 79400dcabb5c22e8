/*
 * ruby/missing.h - libc functions that some systems lack. glibc and musl have them all.
 */
#ifndef RUBY_MISSING_H
#define RUBY_MISSING_H 1

#include "ruby/defines.h"

RBIMPL_SYMBOL_EXPORT_BEGIN()
RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, 1, 2) void ruby_setproctitle(const char *fmt, ...);
/* As in BSD: always ended by '\0'; the length there would be with room enough. */
size_t ruby_strlcpy(char *dst, const char *src, size_t size);
size_t ruby_strlcat(char *dst, const char *src, size_t size);
RBIMPL_SYMBOL_EXPORT_END()

#ifndef HAVE_SETPROCTITLE
#define setproctitle ruby_setproctitle
#endif
#ifndef HAVE_STRLCPY
#define strlcpy ruby_strlcpy
#endif
#ifndef HAVE_STRLCAT
#define strlcat ruby_strlcat
#endif

#endif
