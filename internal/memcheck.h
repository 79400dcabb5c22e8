/*
 * memcheck.h - requests to valgrind's memcheck about the heap; they are empty in a build that is not for it.
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
#else
#define MEMCHECK_DEFINED(variable) (void)0
#endif

#endif
