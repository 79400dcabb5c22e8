/*
 * slot.h - the geometry of the heap; the only reader of SLOT_SCHEME, SLOT_WORDS and CACHE_LINE_BYTES.
 *
 * Owns      slot classes and their sizes.
 * SLOT-1    slot_bytes() grows with the class; a class's bytes are a multiple of 8.
 * SLOT-2    Where SLOT_WHOLE_LINES, no slot of up to SLOT_SMALL_BYTES crosses a line: their sizes divide a line, and pages
 *           start their slots on one.  gc_verify() looks at each object.
 * SLOT-3    A struct of the VM is of one of three kinds.  It fits the largest open class of every geometry
 *           (SLOT_ASSERT_OPEN).  Or its code calls slot_class_for() and handles SLOT_NO_CLASS. Or it is a fixed struct
 *           (SLOT_ASSERT_FIXED), and its code calls slot_class_fixed().
 * SLOT-4    slot_class_for() gives the open classes, the first SLOT_OPEN_CLASSES.  One class more is there only if no
 *           open one holds SLOT_FIXED_BYTES: five words hold no environment.  No String, Array, Hash, Struct or plain
 *           object ever lies in it, so what is measured of them is measured at the size under test.
 * SLOT-5    An object whose size the VM chooses (an environment with its cells) takes up to SLOT_VM_BYTES.
 */
#ifndef FACET_INTERNAL_SLOT_H
#define FACET_INTERNAL_SLOT_H

#include "internal/compiler.h"

#define OBJ_HEADER_BYTES HEADER_BYTES /* the name that all other files use; internal/value.h draws it */

#if SLOT_SCHEME == SLOT_SCHEME_LINE
#define SLOT_SIZES 32, 64, 96, 128, 192, 256, 512, 1024
enum { SLOT_OPEN_CLASSES = 8, SLOT_MIN_BYTES = 32, SLOT_MAX_BYTES = 1024 };
#elif SLOT_SCHEME == SLOT_SCHEME_LINE80
#define SLOT_SIZES 32, 64, 80, 96, 128, 192, 256, 512, 1024
enum { SLOT_OPEN_CLASSES = 9, SLOT_MIN_BYTES = 32, SLOT_MAX_BYTES = 1024 };
#elif SLOT_SCHEME == SLOT_SCHEME_POW2
#define SLOT_SIZES 32, 64, 128, 256, 512, 1024
enum { SLOT_OPEN_CLASSES = 6, SLOT_MIN_BYTES = 32, SLOT_MAX_BYTES = 1024 };
#elif SLOT_SCHEME == SLOT_SCHEME_WORDS
#define SLOT_SIZES SLOT_WORDS * 8
enum { SLOT_OPEN_CLASSES = 1, SLOT_MIN_BYTES = SLOT_WORDS * 8, SLOT_MAX_BYTES = SLOT_WORDS * 8 };
#elif SLOT_SCHEME == SLOT_SCHEME_VWA40
#define SLOT_SIZES 40, 80, 160, 320, 640
enum { SLOT_OPEN_CLASSES = 5, SLOT_MIN_BYTES = 40, SLOT_MAX_BYTES = 640 };
#else
#error "unknown SLOT_SCHEME"
#endif

enum {
    SLOT_GRANULE_BYTES = 8, /* every slot size is a multiple */
    SLOT_LINE_BYTES = CACHE_LINE_BYTES,
    SLOT_SMALL_BYTES = 64, /* "small", whatever the machine's lines are */
    SLOT_WHOLE_LINES = SLOT_SCHEME == SLOT_SCHEME_LINE || SLOT_SCHEME == SLOT_SCHEME_LINE80 ||
                       SLOT_SCHEME == SLOT_SCHEME_POW2,       /* SLOT-2 */
    SLOT_PAGE_BYTES = 65536,                                  /* aligned to its size; one slot class a page */
    SLOT_TAIL_BYTES = 16,                                     /* readable, not owned, after every body and page */
    SLOT_FIXED_BYTES = OBJ_HEADER_BYTES + 7 * 8,              /* the largest fixed struct: struct ifunc */
    SLOT_HAS_FIXED_CLASS = SLOT_MAX_BYTES < SLOT_FIXED_BYTES, /* SLOT-4 */
    SLOT_VM_BYTES = SLOT_HAS_FIXED_CLASS ? SLOT_FIXED_BYTES : SLOT_MAX_BYTES, /* SLOT-5 */
    SLOT_CLASS_COUNT = SLOT_OPEN_CLASSES + SLOT_HAS_FIXED_CLASS,
    SLOT_LARGEST_CLASS = SLOT_OPEN_CLASSES - 1, /* the class of SLOT_MAX_BYTES */
    SLOT_NO_CLASS = SLOT_CLASS_COUNT,
};

#ifdef JIT_STENCILS /* machine code that is copied leaves its constants behind */
extern const uint16_t jit_slot_sizes[SLOT_OPEN_CLASSES + 1];
#define slot_size_table jit_slot_sizes
#else
static const uint16_t slot_size_table[SLOT_OPEN_CLASSES + 1] = {SLOT_SIZES, SLOT_FIXED_BYTES};
#endif

/* Bytes in a slot of class cls, header included. */
static inline size_t
slot_bytes(unsigned cls)
{
    return slot_size_table[cls];
}

/* Returns the smallest open class whose slots hold `bytes` (header included), or SLOT_NO_CLASS. Folds for
 * constants. */
static ALWAYS_INLINE unsigned
slot_class_for(size_t bytes)
{
    unsigned cls = 0;
    while (cls < SLOT_OPEN_CLASSES && slot_size_table[cls] < bytes) cls++;
    return cls < SLOT_OPEN_CLASSES ? cls : SLOT_NO_CLASS;
}

#define SLOT_ASSERT_OPEN(type) _Static_assert(sizeof(type) <= SLOT_MAX_BYTES, #type " has an open slot class")
#define SLOT_ASSERT_FIXED(type) _Static_assert(sizeof(type) <= SLOT_FIXED_BYTES, #type " is a fixed struct")

/* Returns the slot class for a struct of the VM of at most SLOT_VM_BYTES. It always exists. */
static ALWAYS_INLINE unsigned
slot_class_fixed(size_t bytes)
{
    VM_ASSERT(bytes <= SLOT_VM_BYTES);
    unsigned cls = slot_class_for(bytes);
    return SLOT_HAS_FIXED_CLASS && cls == SLOT_NO_CLASS ? (unsigned)SLOT_OPEN_CLASSES : cls;
}

#endif
