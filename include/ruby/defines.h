/*
 * ruby/defines.h - the ground of the C API: configuration, libc, attributes, linkage.
 *
 * Owns      every compiler attribute and builtin that public headers use. Nothing here mentions a Ruby object.
 * DEFS-1    The headers are C99 and C++11; GNU extensions appear only under __extension__.
 * DEFS-2    Declarations between RBIMPL_SYMBOL_EXPORT_BEGIN() and _END() have C linkage and default visibility, even if the
 *           extension is compiled with another -fvisibility.
 */
#ifndef RUBY_DEFINES_H
#define RUBY_DEFINES_H 1

#include "ruby/config.h"
#ifdef RUBY_EXTCONF_H /* what an extconf.rb found, by create_header */
#include RUBY_EXTCONF_H
#endif

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#define RUBY

/* ---- compiler ------------------------------------------------------------------------------------------------- */

#ifdef __has_attribute
#define RBIMPL_HAS_ATTRIBUTE(x) __has_attribute(x)
#else
#define RBIMPL_HAS_ATTRIBUTE(x) 0
#endif
#ifdef __has_builtin
#define RBIMPL_HAS_BUILTIN(x) __has_builtin(x)
#else
#define RBIMPL_HAS_BUILTIN(x) 0
#endif
#ifdef __has_feature
#define RBIMPL_HAS_FEATURE(x) __has_feature(x)
#else
#define RBIMPL_HAS_FEATURE(x) 0
#endif
#ifdef __has_warning
#define RBIMPL_HAS_WARNING(x) __has_warning(x)
#else
#define RBIMPL_HAS_WARNING(x) 0
#endif

#define RB_GNUC_EXTENSION __extension__
#define RB_GNUC_EXTENSION_BLOCK(x) __extension__({ x; })

#define RBIMPL_CAST(expr) expr
#define RBIMPL_STMT_EXPR __extension__

#define RBIMPL_ATTR_NORETURN() __attribute__((__noreturn__))
#define RBIMPL_ATTR_FORMAT(x, y, z) __attribute__((__format__(x, y, z)))
#define RBIMPL_PRINTF_FORMAT __printf__
#define RBIMPL_SCANF_FORMAT __scanf__
#define RBIMPL_ATTR_NONNULL(list) __attribute__((__nonnull__ list))
#define RBIMPL_ATTR_RETURNS_NONNULL() __attribute__((__returns_nonnull__))
#define RBIMPL_ATTR_PURE() __attribute__((__pure__))
#define RBIMPL_ATTR_CONST() __attribute__((__const__))
#define RBIMPL_ATTR_COLD() __attribute__((__cold__))
#define RBIMPL_ATTR_HOT() __attribute__((__hot__))
#define RBIMPL_ATTR_UNUSED() __attribute__((__unused__))
#define RBIMPL_ATTR_MAYBE_UNUSED() __attribute__((__unused__))
#define RBIMPL_ATTR_NODISCARD() __attribute__((__warn_unused_result__))
#define RBIMPL_ATTR_NOINLINE() __attribute__((__noinline__))
#define RBIMPL_ATTR_FORCEINLINE() inline __attribute__((__always_inline__))
#define RBIMPL_ATTR_DEPRECATED(msg) __attribute__((__deprecated__ msg))
#define RBIMPL_ATTR_ALLOC_SIZE(tuple) __attribute__((__alloc_size__ tuple))
#define RBIMPL_ATTR_RESTRICT() __attribute__((__malloc__))
#define RBIMPL_ATTR_ARTIFICIAL() __attribute__((__artificial__))
#define RBIMPL_ATTR_WEAKREF(sym) __attribute__((__weakref__(#sym)))
#define RBIMPL_ATTR_PACKED_STRUCT_BEGIN()
#define RBIMPL_ATTR_PACKED_STRUCT_END() __attribute__((__packed__))
#define RBIMPL_ATTR_ERROR(msg)
#define RBIMPL_ATTR_NOALIAS()
#define RBIMPL_ATTR_LEAF()
#define RBIMPL_ATTR_NOEXCEPT(x)

#define RBIMPL_WARNING_PUSH() _Pragma("GCC diagnostic push")
#define RBIMPL_WARNING_POP() _Pragma("GCC diagnostic pop")
#define RBIMPL_WARNING_PRAGMA(x) _Pragma(#x)
#define RBIMPL_WARNING_ERROR(flag) RBIMPL_WARNING_PRAGMA(GCC diagnostic error #flag)
#define RBIMPL_WARNING_WARN(flag) RBIMPL_WARNING_PRAGMA(GCC diagnostic warning #flag)
#define RBIMPL_WARNING_IGNORED(flag) RBIMPL_WARNING_PRAGMA(GCC diagnostic ignored #flag)

#ifdef __cplusplus
#define RBIMPL_STATIC_ASSERT(name, expr) static_assert(expr, #name ": " #expr)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define RBIMPL_STATIC_ASSERT(name, expr) _Static_assert(expr, #name ": " #expr)
#else
#define RBIMPL_STATIC_ASSERT(name, expr) __extension__ _Static_assert(expr, #name ": " #expr)
#endif

#define RB_LIKELY(x) __builtin_expect(!!(x), 1)
#define RB_UNLIKELY(x) __builtin_expect(!!(x), 0)
#ifndef FACET_NO_ABI_SYMBOL /* the VM spells these its own way: internal/compiler.h */
#define NORETURN(decl) RBIMPL_ATTR_NORETURN() decl
#define NOINLINE(decl) RBIMPL_ATTR_NOINLINE() decl
#define ALWAYS_INLINE(decl) __attribute__((__always_inline__)) decl
#endif
#define RBIMPL_UNREACHABLE() __builtin_unreachable()
#define RBIMPL_UNREACHABLE_RETURN(v) return (__builtin_unreachable(), (v))
#define UNREACHABLE __builtin_unreachable()
#define UNREACHABLE_RETURN(v) return (__builtin_unreachable(), (v))
#define RBIMPL_ASSUME(e) ((e) ? (void)0 : __builtin_unreachable())
#define ASSUME(e) RBIMPL_ASSUME(e)
#define RBIMPL_CONSTANT_P(e) __builtin_constant_p(e)

#define CONSTFUNC(decl) RBIMPL_ATTR_CONST() decl
#define PUREFUNC(decl) RBIMPL_ATTR_PURE() decl
#define DEPRECATED(decl) RBIMPL_ATTR_DEPRECATED(("")) decl
#define DEPRECATED_BY(n, decl) RBIMPL_ATTR_DEPRECATED(("by: " #n)) decl
#define COLDFUNC RBIMPL_ATTR_COLD()
#define ERRORFUNC(msg, decl) decl
#define WARNINGFUNC(msg, decl) decl
#define WARN_UNUSED_RESULT(decl) RBIMPL_ATTR_NODISCARD() decl
#define RB_UNUSED_VAR(x) x __attribute__((__unused__))
#define PRINTF_ARGS(decl, string_index, first_to_check) \
    RBIMPL_ATTR_FORMAT(RBIMPL_PRINTF_FORMAT, string_index, first_to_check) decl
#ifndef MAYBE_UNUSED
#define MAYBE_UNUSED(decl) RBIMPL_ATTR_MAYBE_UNUSED() decl
#endif
#define FUNC_MINIMIZED(x) x
#define FUNC_UNOPTIMIZED(x) x

/* ---- linkage -------------------------------------------------------------------------------------------------- */

#ifdef __cplusplus
#define RBIMPL_EXTERN_C_BEGIN() extern "C" {
#define RBIMPL_EXTERN_C_END() }
#else
#define RBIMPL_EXTERN_C_BEGIN()
#define RBIMPL_EXTERN_C_END()
#endif

#define RBIMPL_SYMBOL_EXPORT_BEGIN() RBIMPL_EXTERN_C_BEGIN() _Pragma("GCC visibility push(default)")
#define RBIMPL_SYMBOL_EXPORT_END() _Pragma("GCC visibility pop") RBIMPL_EXTERN_C_END()
#define RUBY_SYMBOL_EXPORT_BEGIN RBIMPL_SYMBOL_EXPORT_BEGIN()
#define RUBY_SYMBOL_EXPORT_END RBIMPL_SYMBOL_EXPORT_END()

#ifndef RUBY_EXTERN
#define RUBY_EXTERN extern
#endif
#ifdef __cplusplus
#define RUBY_FUNC_EXPORTED extern "C" __attribute__((__visibility__("default")))
#else
#define RUBY_FUNC_EXPORTED __attribute__((__visibility__("default")))
#endif
#define RUBY_ALIAS_FUNCTION(decl, name, args) decl
#define RUBY_FUNC_NONNULL(n, decl) RBIMPL_ATTR_NONNULL((n)) decl

/* ---- C dialect ------------------------------------------------------------------------------------------------ */

/* In C, `()` meant "any arguments" until C23 took that away; our own prototypes do not rely on it. */
#ifdef __cplusplus
#define ANYARGS ...
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202000L
#define ANYARGS ...
#else
#define ANYARGS
#endif

#ifndef FACET_NO_ABI_SYMBOL
#ifndef _
#define _(args) args /* prototypes were optional once */
#endif
#ifndef __
#define __(args) args
#endif
#endif
#define TOKEN_PASTE(x, y) x##y
#ifndef STRINGIZE
#define STRINGIZE0(expr) #expr
#define STRINGIZE(expr) STRINGIZE0(expr)
#endif
#ifndef PACKED_STRUCT_UNALIGNED
#define PACKED_STRUCT(x) x __attribute__((__packed__))
#define PACKED_STRUCT_UNALIGNED(x) x __attribute__((__packed__))
#endif

#ifdef HAVE_LONG_LONG
#undef HAVE_LONG_LONG
#endif
#define HAVE_LONG_LONG 1
#define HAVE_TRUE_LONG_LONG 1
#define LONG_LONG long long
#ifndef LLONG_MIN
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1)
#endif

/* printf modifiers.  PRIsVALUE is for rb_sprintf and related functions: `%li` followed by the mark prints a VALUE's to_s, or its
 * inspect with the flag `+`.  The compiler's format check takes the VALUE as a long. */
#define PRI_INT_PREFIX ""
#define PRI_LONG_PREFIX "l"
#define PRI_SHORT_PREFIX "h"
#define PRI_LL_PREFIX "ll"
#define PRI_64_PREFIX PRI_LONG_PREFIX
#define PRI_VALUE_PREFIX "l"
#define PRIdVALUE PRI_VALUE_PREFIX "d"
#define PRIoVALUE PRI_VALUE_PREFIX "o"
#define PRIuVALUE PRI_VALUE_PREFIX "u"
#define PRIxVALUE PRI_VALUE_PREFIX "x"
#define PRIXVALUE PRI_VALUE_PREFIX "X"
#define PRIsVALUE PRI_VALUE_PREFIX "i" RUBY_PRI_VALUE_MARK
#define RUBY_PRI_VALUE_MARK "\v"
#define PRI_SIZE_PREFIX "z"
#define PRIdSIZE PRI_SIZE_PREFIX "d"
#define PRIiSIZE PRI_SIZE_PREFIX "i"
#define PRIoSIZE PRI_SIZE_PREFIX "o"
#define PRIuSIZE PRI_SIZE_PREFIX "u"
#define PRIxSIZE PRI_SIZE_PREFIX "x"
#define PRIXSIZE PRI_SIZE_PREFIX "X"
#define PRI_PTRDIFF_PREFIX "t"
#define PRIdPTRDIFF PRI_PTRDIFF_PREFIX "d"
#define PRIiPTRDIFF PRI_PTRDIFF_PREFIX "i"
#define PRIuPTRDIFF PRI_PTRDIFF_PREFIX "u"
#define PRIxPTRDIFF PRI_PTRDIFF_PREFIX "x"
#define PRI_OFFT_PREFIX "l"
#define PRI_PIDT_PREFIX PRI_INT_PREFIX
#define PRI_UIDT_PREFIX PRI_INT_PREFIX
#define PRI_GIDT_PREFIX PRI_INT_PREFIX
#define PRI_TIMET_PREFIX PRI_LONG_PREFIX
#define PRI_DEVT_PREFIX PRI_LONG_PREFIX

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif
#define RUBY_VM 1 /* not a Ruby that walks trees */
#define RUBY_INTEGER_UNIFICATION 1
#define RUBY_MBCHAR_MAXSIZE INT_MAX
#define HAVE_NATIVETHREAD 1
#define HAVE_PROTOTYPES 1
#define HAVE_STDARG_PROTOTYPES 1
#define RSHIFT(x, y) ((x) >> (int)(y))
#define rb_mode_t mode_t
#define rb_time_t time_t
#define rb_clockid_t clockid_t
#define rb_rlim_t rlim_t
#define SIGNEDNESS_OF_OFF_T (-1)
#define SIGNEDNESS_OF_PID_T (-1)
#define SIGNEDNESS_OF_TIME_T (-1)
#define SIGNEDNESS_OF_UID_T (+1)
#define SIGNEDNESS_OF_GID_T (+1)
#define SIGNEDNESS_OF_MODE_T (+1)
#define SIGNEDNESS_OF_DEV_T (+1)

/* Constants that follow from <stdint.h>. */
#define SIZEOF_UINT8_T 1
#define SIZEOF_UINT16_T 2
#define SIZEOF_UINT32_T 4
#define SIZEOF_UINT64_T 8
#define RBIMPL_STDBOOL_H 1
#define RUBY_ALIGNAS(n) __attribute__((__aligned__(n)))
#define RUBY_ALIGNOF __alignof__
#define RBIMPL_ALIGNAS RUBY_ALIGNAS
#define RBIMPL_ALIGNOF RUBY_ALIGNOF

#ifdef __CYGWIN__
#error "64-bit Linux only"
#endif
#ifndef rb_pid_t
#define rb_pid_t pid_t
#endif
#define rb_uid_t uid_t
#define rb_gid_t gid_t
#define rb_dev_t dev_t
#define rb_off_t off_t
#define PATH_SEP ":"
#define PATH_SEP_CHAR ':'
#define PATH_ENV "PATH"
#define CASEFOLD_FILESYSTEM 0

RBIMPL_SYMBOL_EXPORT_BEGIN()
/* Effects: allocates, raises NoMemoryError. Memory counts towards the next collection; free with xfree. */
RBIMPL_ATTR_RETURNS_NONNULL() RBIMPL_ATTR_ALLOC_SIZE((1)) void *ruby_xmalloc(size_t bytes);
RBIMPL_ATTR_RETURNS_NONNULL() RBIMPL_ATTR_ALLOC_SIZE((1, 2)) void *ruby_xmalloc2(size_t n, size_t elt_bytes);
RBIMPL_ATTR_RETURNS_NONNULL() RBIMPL_ATTR_ALLOC_SIZE((1, 2)) void *ruby_xcalloc(size_t n, size_t elt_bytes);
RBIMPL_ATTR_RETURNS_NONNULL() RBIMPL_ATTR_ALLOC_SIZE((2)) void *ruby_xrealloc(void *ptr, size_t bytes);
RBIMPL_ATTR_RETURNS_NONNULL() RBIMPL_ATTR_ALLOC_SIZE((2, 3)) void *ruby_xrealloc2(void *ptr, size_t n, size_t elt_bytes);
void ruby_xfree(void *ptr);
RBIMPL_ATTR_NORETURN() void ruby_malloc_size_overflow(size_t n, size_t elt_bytes);
RBIMPL_SYMBOL_EXPORT_END()

#define USE_GC_MALLOC_OBJ_INFO_DETAILS 0
#define xmalloc ruby_xmalloc
#define xmalloc2 ruby_xmalloc2
#define xcalloc ruby_xcalloc
#define xrealloc ruby_xrealloc
#define xrealloc2 ruby_xrealloc2
#define xfree ruby_xfree

#endif
