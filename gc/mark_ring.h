/*
 * gc/mark_ring.h - the ring of objects that wait between the mark stack and their scan.
 *
 * Owns      struct mark_ring.  It owns the switches GC_MARK_RING and GC_MARK_PREFETCH_LINES, which nothing else reads but version.c.
 * Uses      slot.h, value.h
 * RING-1    Objects leave the ring in the order in which they entered it.
 * RING-2    An object in the ring is marked and not scanned.  drain_stack() pushes what is left back before it returns.
 * Why       The header of an object that was popped from the stack is seldom in the cache.  While it is fetched, the objects before
 *           it in the ring are scanned.  doc/experiments/mark-prefetch.md has the measurement.
 * Checked   test/internal/test_gc.c; `make check-matrix` builds and tests other sizes.
 */
#ifndef FACET_INTERNAL_GC_MARK_RING_H
#define FACET_INTERNAL_GC_MARK_RING_H

#include "internal/slot.h"
#include "internal/value.h"

enum { MARK_RING = GC_MARK_RING ? GC_MARK_RING : 1 }; /* of one entry: each object is scanned when it was popped */
_Static_assert((MARK_RING & (MARK_RING - 1)) == 0, "an index is masked");

struct mark_ring {
    VALUE at[MARK_RING];
    unsigned first, waiting;
};

/* Puts v behind the others and prefetches it.  Returns whether the ring is full now; the caller then takes one object.  The ring
 * has room. */
static ALWAYS_INLINE bool
mark_ring_put(struct mark_ring *ring, VALUE v)
{
    if (GC_MARK_RING) {
        PREFETCH((void *)v);
        if (GC_MARK_PREFETCH_LINES > 1) PREFETCH((char *)v + SLOT_LINE_BYTES);
    }
    ring->at[(ring->first + ring->waiting) % MARK_RING] = v;
    return ++ring->waiting == MARK_RING;
}

/* Returns the object that has waited longest, which leaves the ring.  The ring is not empty. */
static ALWAYS_INLINE VALUE
mark_ring_take(struct mark_ring *ring)
{
    VALUE v = ring->at[ring->first];
    ring->first = (ring->first + 1) % MARK_RING;
    ring->waiting--;
    return v;
}

#endif
