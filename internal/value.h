/*
 * value.h - VALUE, the object header, and flags; with slot.h the only readers of HEADER_BYTES.
 *
 * Owns      the header every heap object starts with, and the meaning of flag bits 0 to 11.
 * VALUE-1   An object is 8-byte aligned, so the low three bits of a VALUE tell immediates apart.
 * VALUE-2   flags are the low 32 bits of the first word, the shape id the high 32; the public struct RBasic sees
 *           them as one VALUE.
 * VALUE-3   Bits 12 to 31 belong to the type (T_DATA: to the extension that made it).
 * VALUE-4   obj_class() is the only way to the class.
 */
/* 0      4       8              16 (HEADER_BYTES=16)       */
/* +------+-------+ +-----------+                           */
/* |flags | shape | |  class    |  body ...                 */
/* +------+-------+ +-----------+                           */
#ifndef FACET_INTERNAL_VALUE_H
#define FACET_INTERNAL_VALUE_H

#include "internal/compiler.h"
#include "ruby/ruby.h"

typedef uint32_t shape_id_t;

struct obj_header {
    uint32_t flags;
    shape_id_t shape;
#if HEADER_BYTES == 16
    VALUE klass;
#endif
};
_Static_assert(sizeof(struct obj_header) == HEADER_BYTES, "drawing above");

/* Flag bits. 0-4 are the type, 5-11 are below, 12-31 belong to the type.
 *   5  HDR_OLD_CLEAN   old and not remembered: the one GC bit in the object, all that the inlined barrier reads
 *   6  HDR_TOLD        its address is visible (in a hash value, in inspect): it never moves
 *   7  HDR_FINALIZE    has a finalizer
 *   8  HDR_SHAREABLE   Ractor.make_shareable saw it
 *   9  HDR_HAS_ID      has an object id in the id table
 *  10  FL_EXIVAR       instance variables live in a side table
 *  11  FL_FREEZE       frozen */
enum {
    HDR_OLD_CLEAN = 1u << 5,
    HDR_TOLD = 1u << 6,
    HDR_FINALIZE = 1u << 7,
    HDR_SHAREABLE = 1u << 8,
    HDR_HAS_ID = 1u << 9,
    HDR_EXIVAR = 1u << 10,
    HDR_FROZEN = 1u << 11,
    HDR_USER_SHIFT = 12,
};

static inline struct obj_header *
obj_hdr(VALUE v)
{
    return (struct obj_header *)v;
}

static inline uint32_t
obj_flags(VALUE v)
{
    return obj_hdr(v)->flags;
}

static inline shape_id_t
obj_shape(VALUE v)
{
    return obj_hdr(v)->shape;
}

static inline unsigned
obj_type(VALUE v) /* a heap object's T_ */
{
    return obj_hdr(v)->flags & 0x1f;
}

static ALWAYS_INLINE bool
val_heap_p(VALUE v) /* an object on the heap, not an immediate */
{
    return (v & 7) == 0 && v != Qfalse; /* nil has bit 2 */
}

static ALWAYS_INLINE bool
val_type_p(VALUE v, unsigned type) /* a heap object of that T_ */
{
    return val_heap_p(v) && obj_type(v) == type;
}

static ALWAYS_INLINE bool
val_fix_p(VALUE v)
{
    return (v & 1) != 0;
}

static ALWAYS_INLINE bool
val_fix2_p(VALUE a, VALUE b)
{
    return (a & b & 1) != 0;
}

static ALWAYS_INLINE bool
val_flonum_p(VALUE v)
{
    return (v & 3) == 2;
}

static ALWAYS_INLINE bool
val_truthy(VALUE v)
{
    return (v & ~(VALUE)Qnil) != 0;
}

static ALWAYS_INLINE VALUE
val_bool(bool b)
{
    return b ? Qtrue : Qfalse;
}

static ALWAYS_INLINE intptr_t
fix_int(VALUE v)
{
    return (intptr_t)v >> 1;
}

static ALWAYS_INLINE VALUE
int_fix(intptr_t i) /* i must fit; see val_fixable */
{
    return ((VALUE)i << 1) | 1;
}

static ALWAYS_INLINE bool
val_fixable(intptr_t i)
{
    return i <= (INTPTR_MAX >> 1) && i >= (INTPTR_MIN >> 1);
}

static ALWAYS_INLINE bool
obj_frozen(VALUE v) /* immediates are frozen */
{
    return !val_heap_p(v) || (obj_flags(v) & HDR_FROZEN);
}

#endif
