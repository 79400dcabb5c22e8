/*
 * compiler.h - attributes, builtins and assertions, each spelled once.
 *
 * Owns      the spelling of what is not ISO C, and VM_ASSERT; owns the switches VM_CHECK_LEVEL (which assertions run),
 *           SMALL_LIMITS (LIMIT) and VM_TAILCALL (the calling convention of an instruction's code).
 * Uses      vm_config.h
 */
#ifndef FACET_INTERNAL_COMPILER_H
#define FACET_INTERNAL_COMPILER_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "vm_config.h"
#ifndef FACET_NO_ABI_SYMBOL
#define FACET_NO_ABI_SYMBOL 1 /* we are the VM: no extension ABI symbol is planted */
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NOINLINE __attribute__((noinline))
#define ALWAYS_INLINE __attribute__((always_inline)) inline
#define COLD __attribute__((cold))
#define NORETURN __attribute__((noreturn))
#define UNUSED_OK __attribute__((unused))
#define ALIGNED(n) __attribute__((aligned(n)))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define PREFETCH(p) __builtin_prefetch(p)
/* In front of a loop that runs a few times: setting up vector code would cost more than it saves. */
#ifdef __clang__
#define SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define SHORT_LOOP
#endif
#if VM_TAILCALL
#define PRESERVE_NONE __attribute__((preserve_none))
#define MUSTTAIL __attribute__((musttail))
#endif
#if defined(__SANITIZE_ADDRESS__)
#define VM_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define VM_ASAN 1
#endif
#endif
#ifndef VM_ASAN
#define VM_ASAN 0
#endif

/* The constant of a limit: `normal`, or `small` in a test build with small limits.  Results are the same, the ways to them differ. */
#define LIMIT(normal, small) (SMALL_LIMITS ? (small) : (normal))

#define lengthof(a) (sizeof(a) / sizeof((a)[0]))

/* Stops the process with the failed invariant; never returns.  Nothing a script does should reach it. */
NORETURN COLD void vm_bug_at(const char *file, int line, const char *what);

/* The condition is type-checked at every level and vanishes at level 0.  A check that costs too much at every place
 * belongs to a type's verify operation, which gc_verify() calls at level 2 after each collection. */
#define VM_ASSERT(c) ((void)(VM_CHECK_LEVEL >= 1 && !(c) && (vm_bug_at(__FILE__, __LINE__, #c), 0)))
#define VM_UNREACHABLE(what) (VM_CHECK_LEVEL >= 1 ? vm_bug_at(__FILE__, __LINE__, what) : __builtin_unreachable())

#endif
