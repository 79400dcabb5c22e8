/*
 * memcheck.h - requests to valgrind's memcheck about the heap and the stacks; they are empty in a build that is not for it.
 *
 * Owns      the requests to memcheck.  VM_MEMCHECK is given by tool/check/check_uninitialized, in CPPFLAGS.
 * Uses      compiler.h
 * Checked   tool/check/check_uninitialized memcheck
 */
#ifndef FACET_INTERNAL_MEMCHECK_H
#define FACET_INTERNAL_MEMCHECK_H

#include "internal/compiler.h"

#ifdef VM_MEMCHECK
#include <valgrind/memcheck.h>
/* Declares a word initialised that the collector has read from memory that may be uninitialised. */
#define MEMCHECK_DEFINED(variable) (void)VALGRIND_MAKE_MEM_DEFINED(&(variable), sizeof(variable))
/* Declares memory readable that memcheck takes for unused: pages that mremap moved to a fixed address, the part of a stack that a
 * continuation puts back. */
#define MEMCHECK_PAGES(start, bytes) (void)VALGRIND_MAKE_MEM_DEFINED(start, bytes)
/* Declares a machine stack, so that a switch to it is not taken for a change of the stack's height. */
#define MEMCHECK_STACK(start, end) (void)VALGRIND_STACK_REGISTER(start, end)
#else
#define MEMCHECK_PAGES(start, bytes) (void)0
#define MEMCHECK_STACK(start, end) (void)0
#define MEMCHECK_DEFINED(variable) (void)0
#endif

#endif
