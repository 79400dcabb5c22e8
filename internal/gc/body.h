/*
 * gc/body.h - memory for the bodies of Strings that outgrew their slots by little.
 *
 * Owns      gc_body_malloc, gc_body_free (gc/malloc.c).
 * BODY-1    A body is an ordinary block of malloc: gc_realloc, gc_free and free accept it. gc_body_free accepts any
 *           block of malloc.
 * BODY-2    Freed bodies of 1 to 8 kB wait in lists by size for the next String, GC_SPARE_BYTES at most; a major collection
 *           gives them back.  A sweep frees them one by one, and malloc would look for neighbours of each to join.
 * Threads   Under the VM lock.
 */
#ifndef FACET_INTERNAL_GC_BODY_H
#define FACET_INTERNAL_GC_BODY_H

#include "internal/gc.h"

void *gc_body_malloc(size_t bytes);       /* allocates, raises NoMemoryError */
void gc_body_free(void *p, size_t bytes); /* bytes: as it was accounted */

#endif
