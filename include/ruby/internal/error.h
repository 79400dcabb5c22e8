/*
 * ruby/internal/error.h - exceptions and warnings. Formats are rb_sprintf's.
 */
#ifndef RUBY_INTERNAL_ERROR_H
#define RUBY_INTERNAL_ERROR_H 1

#include "ruby/internal/value.h"
#include <errno.h>

typedef enum {
    RB_WARN_CATEGORY_NONE,
    RB_WARN_CATEGORY_DEPRECATED,
    RB_WARN_CATEGORY_EXPERIMENTAL,
    RB_WARN_CATEGORY_PERFORMANCE,
    RB_WARN_CATEGORY_STRICT_UNUSED_BLOCK
} rb_warning_category_t;

enum rb_io_wait_readwrite { RB_IO_WAIT_READABLE, RB_IO_WAIT_WRITABLE };
#define RB_IO_WAIT_READABLE RB_IO_WAIT_READABLE
#define RB_IO_WAIT_WRITABLE RB_IO_WAIT_WRITABLE

#define RBIMPL_RAISES(fmt, first) RBIMPL_ATTR_NORETURN() RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, fmt, first)
#define RBIMPL_WARNS(fmt, first) RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, fmt, first)

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- objects ---- */
VALUE rb_exc_new(VALUE klass, const char *ptr, long len);
VALUE rb_exc_new_cstr(VALUE klass, const char *message);
VALUE rb_exc_new_str(VALUE klass, VALUE message);
VALUE rb_syserr_new(int err, const char *message);
VALUE rb_syserr_new_str(int err, VALUE message);
VALUE rb_syserr_new_path_in(const char *func, int err, VALUE path);

/* ---- raising ---- */
RBIMPL_RAISES(2, 3) void rb_raise(VALUE klass, const char *fmt, ...);
RBIMPL_RAISES(1, 2) void rb_fatal(const char *fmt, ...);
RBIMPL_RAISES(1, 2) void rb_bug(const char *fmt, ...);
RBIMPL_ATTR_NORETURN() void rb_bug_errno(const char *message, int err);
RBIMPL_RAISES(1, 2) void rb_loaderror(const char *fmt, ...);
RBIMPL_RAISES(2, 3) void rb_loaderror_with_path(VALUE path, const char *fmt, ...);
RBIMPL_RAISES(2, 3) void rb_name_error(ID name, const char *fmt, ...);
RBIMPL_RAISES(2, 3) void rb_name_error_str(VALUE name, const char *fmt, ...);
RBIMPL_RAISES(2, 3) void rb_frozen_error_raise(VALUE recv, const char *fmt, ...);
RBIMPL_ATTR_NORETURN() void rb_invalid_str(const char *str, const char *type);
RBIMPL_ATTR_NORETURN() void rb_notimplement(void);
/* errno's class; message may be null. */
RBIMPL_ATTR_NORETURN() void rb_sys_fail(const char *message);
RBIMPL_ATTR_NORETURN() void rb_sys_fail_str(VALUE message);
RBIMPL_ATTR_NORETURN() void rb_syserr_fail(int err, const char *message);
RBIMPL_ATTR_NORETURN() void rb_syserr_fail_str(int err, VALUE message);
RBIMPL_ATTR_NORETURN() void rb_mod_sys_fail(VALUE mod, const char *message);
RBIMPL_ATTR_NORETURN() void rb_mod_sys_fail_str(VALUE mod, VALUE message);
RBIMPL_ATTR_NORETURN() void rb_mod_syserr_fail(VALUE mod, int err, const char *message);
RBIMPL_ATTR_NORETURN() void rb_mod_syserr_fail_str(VALUE mod, int err, VALUE message);
RBIMPL_ATTR_NORETURN() void rb_readwrite_sys_fail(enum rb_io_wait_readwrite waiting, const char *message);
RBIMPL_ATTR_NORETURN() void rb_readwrite_syserr_fail(enum rb_io_wait_readwrite waiting, int err, const char *message);
RBIMPL_ATTR_NORETURN() void rb_eof_error(void);
RBIMPL_ATTR_NORETURN() void rb_num_zerodiv(void);
RBIMPL_ATTR_NORETURN() void rb_cmperr(VALUE a, VALUE b);
void rb_check_copyable(VALUE obj, VALUE orig);

/* ---- warnings: rb_warning only when $VERBOSE is true, rb_warn unless it is nil ---- */
RBIMPL_WARNS(1, 2) void rb_warning(const char *fmt, ...);
RBIMPL_WARNS(1, 2) void rb_warn(const char *fmt, ...);
RBIMPL_WARNS(1, 2) void rb_sys_warning(const char *fmt, ...);
RBIMPL_WARNS(2, 3) void rb_category_warn(rb_warning_category_t category, const char *fmt, ...);
RBIMPL_WARNS(2, 3) void rb_category_warning(rb_warning_category_t category, const char *fmt, ...);
RBIMPL_WARNS(3, 4) void rb_compile_warn(const char *file, int line, const char *fmt, ...);
RBIMPL_WARNS(3, 4) void rb_compile_warning(const char *file, int line, const char *fmt, ...);
RBIMPL_WARNS(4, 5)
void rb_category_compile_warn(rb_warning_category_t category, const char *file, int line, const char *fmt, ...);
bool rb_warning_category_enabled_p(rb_warning_category_t category);

/* errno, for callers of another libc instance. */
int rb_errno(void);
void rb_errno_set(int err);
int *rb_errno_ptr(void);
VALUE *rb_ruby_verbose_ptr(void);
VALUE *rb_ruby_debug_ptr(void);
RBIMPL_SYMBOL_EXPORT_END()

#define ruby_verbose (*rb_ruby_verbose_ptr())
#define ruby_debug (*rb_ruby_debug_ptr())
#define rb_exc_new2 rb_exc_new_cstr
#define rb_exc_new3 rb_exc_new_str

#endif
