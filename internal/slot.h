/*
 * slot.h - the geometry of the heap; the only reader of SLOT_*, CACHE_LINE_BYTES.
 *
 * Owns      slot classes and their sizes.
 * G1        slot_bytes() grows with the class; a class's bytes are a multiple of 8.
 * G2        Under SLOT_SCHEME_LINE no slot of up to 64 bytes crosses a 64-byte line (pages start their slots on a line).
 * G3        A fixed struct of the VM fits SLOT_MIN_BYTES, or goes through slot_class_for() and copes with "no such class".
 */
#ifndef FACET_INTERNAL_SLOT_H
#define FACET_INTERNAL_SLOT_H

#include "internal/compiler.h"

#if SLOT_SCHEME == SLOT_SCHEME_LINE
#define SLOT_SIZES {32, 64, 96, 128, 192, 256, 512, 1024}
enum { SLOT_CLASS_COUNT = 8, SLOT_MIN_BYTES = 32, SLOT_MAX_BYTES = 1024 };
#elif SLOT_SCHEME == SLOT_SCHEME_LINE80
#define SLOT_SIZES {32, 64, 80, 96, 128, 192, 256, 512, 1024}
enum { SLOT_CLASS_COUNT = 9, SLOT_MIN_BYTES = 32, SLOT_MAX_BYTES = 1024 };
#elif SLOT_SCHEME == SLOT_SCHEME_POW2
#define SLOT_SIZES {32, 64, 128, 256, 512, 1024}
enum { SLOT_CLASS_COUNT = 6, SLOT_MIN_BYTES = 32, SLOT_MAX_BYTES = 1024 };
#elif SLOT_SCHEME == SLOT_SCHEME_WORDS
#define SLOT_SIZES {SLOT_WORDS * 8}
enum { SLOT_CLASS_COUNT = 1, SLOT_MIN_BYTES = SLOT_WORDS * 8, SLOT_MAX_BYTES = SLOT_WORDS * 8 };
#elif SLOT_SCHEME == SLOT_SCHEME_VWA40
#define SLOT_SIZES {40, 80, 160, 320, 640}
enum { SLOT_CLASS_COUNT = 5, SLOT_MIN_BYTES = 40, SLOT_MAX_BYTES = 640 };
#else
#error "unknown SLOT_SCHEME"
#endif

enum {
    SLOT_GRANULE_BYTES = 8,                             /* every slot size is a multiple */
    SLOT_LINE_BYTES = CACHE_LINE_BYTES,
    SLOT_PAGE_BYTES = 65536,                            /* aligned to its size; one slot class a page */
    SLOT_TAIL_BYTES = 16,                               /* readable, not owned, after every body and page */
    SLOT_NO_CLASS = SLOT_CLASS_COUNT,
};

static const uint16_t slot_size_table[SLOT_CLASS_COUNT] = SLOT_SIZES;

/* Bytes in a slot of class cls, header included. */
static inline size_t
slot_bytes(unsigned cls)
{
    return slot_size_table[cls];
}

/* The smallest class whose slots hold `bytes` (header included); SLOT_NO_CLASS if none does.  Folds for constants. */
static ALWAYS_INLINE unsigned
slot_class_for(size_t bytes)
{
    unsigned cls = 0;
    while (cls < SLOT_CLASS_COUNT && slot_size_table[cls] < bytes) cls++;
    return cls;
}

#endif
