/*
 * gc/huge_pages.h - which chunks of the heap the system may back with huge pages.
 *
 * Owns      the advice for a chunk.  It owns the switch GC_HUGE_FROM, which nothing else reads but version.c.
 * Uses      madvise
 * HUGE-1    With GC_HUGE_FROM = N > 0, the Nth chunk and all later ones are advised to have huge pages.
 * HUGE-2    The first chunk has small pages unless N is 1.  Chunks between it and the Nth have what the system's setting gives them.
 * HUGE-3    With N = 0 every chunk has small pages.
 * Why       A huge page spares misses of the TLB and page faults.  It is resident as a whole, so a small process
 *           would need up to 4 MiB more.  doc/experiments/huge-pages.md has the measurement.
 * Checked   test/test_huge_pages.rb; `make check-matrix` builds and tests other values.
 */
#ifndef FACET_INTERNAL_GC_HUGE_PAGES_H
#define FACET_INTERNAL_GC_HUGE_PAGES_H

#include "internal/value.h"

#include <sys/mman.h>

/* Advises the system about a chunk.  nth counts the chunks that exist, from 1.  An old kernel's refusal has no effect. */
static inline void
huge_pages_advise(void *chunk, size_t bytes, uint32_t nth)
{
    if (GC_HUGE_FROM && nth >= GC_HUGE_FROM) madvise(chunk, bytes, MADV_HUGEPAGE);
    else if (!GC_HUGE_FROM || nth == 1) madvise(chunk, bytes, MADV_NOHUGEPAGE);
}

#endif
