/*
 * ruby/assert.h - assertions of extensions. RUBY_DEBUG (0 unless given) turns them on.
 */
#ifndef RUBY_ASSERT_H
#define RUBY_ASSERT_H 1

#include "ruby/defines.h"

#ifndef RUBY_DEBUG
#define RUBY_DEBUG 0
#endif
#ifndef RUBY_NDEBUG
#define RUBY_NDEBUG (!RUBY_DEBUG)
#endif

RBIMPL_SYMBOL_EXPORT_BEGIN()
RBIMPL_ATTR_NORETURN()
void rb_assert_failure(const char *file, int line, const char *function, const char *expr);
RBIMPL_SYMBOL_EXPORT_END()

#define RUBY_ASSERT_FAIL(expr) rb_assert_failure(__FILE__, __LINE__, __func__, (expr))
#define RUBY_ASSERT_ALWAYS(expr) (RB_LIKELY(!!(expr)) ? (void)0 : RUBY_ASSERT_FAIL(#expr))
#define RUBY_ASSERT_MESG_WHEN(cond, expr, mesg) ((cond) ? (RB_LIKELY(!!(expr)) ? (void)0 : RUBY_ASSERT_FAIL(mesg)) : (void)0)
#define RUBY_ASSERT_WHEN(cond, expr) RUBY_ASSERT_MESG_WHEN(cond, expr, #expr)
#define RUBY_ASSERT_MESG(expr, mesg) RUBY_ASSERT_MESG_WHEN(RUBY_DEBUG, expr, mesg)
#define RUBY_ASSERT(expr) RUBY_ASSERT_MESG_WHEN(RUBY_DEBUG, expr, #expr)
#define RUBY_ASSERT_NDEBUG(expr) RUBY_ASSERT_MESG_WHEN(!RUBY_NDEBUG, expr, #expr)
#define RUBY_ASSERT_MESG_NDEBUG(expr, mesg) RUBY_ASSERT_MESG_WHEN(!RUBY_NDEBUG, expr, mesg)
#define RBIMPL_ASSERT_OR_ASSUME(expr) ((void)0)
#define RBIMPL_ASSERT_NOTHING ((void)0)

#endif
