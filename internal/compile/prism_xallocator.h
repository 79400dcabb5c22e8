/*
 * compile/prism_xallocator.h - what libprism calls malloc.  The compiler includes it before each of libprism's files
 * (Makefile.in); ours never do.
 */
#ifndef FACET_INTERNAL_COMPILE_PRISM_XALLOCATOR_H
#define FACET_INTERNAL_COMPILE_PRISM_XALLOCATOR_H

#include <stddef.h>

void *parse_malloc(size_t bytes);
void *parse_calloc(size_t n, size_t bytes);
void *parse_realloc(void *p, size_t bytes);
void parse_free(void *p);

#ifndef xmalloc /* in ours it is the C API's */
#define xmalloc parse_malloc
#define xcalloc parse_calloc
#define xrealloc parse_realloc
#define xfree parse_free
#endif

#endif
