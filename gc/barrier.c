/*
 * barrier.c - what keeps minor collections honest about old objects.
 *
 * The inlined barrier (gc.h) reads one header bit, HDR_OLD_CLEAN.  These are the slow paths behind it, and the way out
 * for objects whose holders write without telling.  While marking in steps the same bit catches stores into black objects
 * (incremental.c).
 */
#include "gc/page.h"

void
gc_remember_bit(struct gc_bit at)
{
    at.bits->remembered |= at.bit;
    at.page->remembered_lines |= 1u << at.line;
}

COLD void
gc_remember(VALUE owner)
{
    struct gc_bit at = gc_bit_of(owner);
    VM_ASSERT(!(at.bits->old & at.bits->unprotected & at.bit)); /* an unprotected object is never old */
    obj_hdr(owner)->flags &= ~(uint32_t)HDR_OLD_CLEAN;
    if (at.bits->old & at.bit) gc_remember_bit(at);
    if (UNLIKELY(gc.marking) && (at.bits->mark & at.bit)) gc_mark_again(owner);
}

/* Makes an old object young.  Its referrers are unknown, so it counts as referred to by an old one.
 * The old referrers of a young object are remembered already, and scanning them will find its new state. */
void
gc_unprotect(VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    struct gc_bits *b = at.bits;
    if (b->unprotected & at.bit) return;
    b->unprotected |= at.bit;
    obj_hdr(v)->flags &= ~(uint32_t)HDR_OLD_CLEAN;
    if (b->old & at.bit) {
        b->old &= ~at.bit;
        at.page->old_count--;
        gc.old_objects--;
        if (at.page->state == GC_PAGE_SWEPT && !gc.marking) b->mark &= ~at.bit; /* PAGE-4 */
        gc_remember_bit(at);
    }
    b->aged &= ~at.bit;
    VM_ASSERT(!((b->old | b->aged) & at.bit) &&
              !(obj_flags(v) & HDR_OLD_CLEAN)); /* v is young, and its barrier is off (GC-3) */
}

bool
gc_old_p(VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    return (at.bits->old & at.bit) != 0;
}

void
gc_own(VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    at.bits->owns |= at.bit;
}

/* Stays if something else about the object needs the sweeper's visit. */
void
gc_disown(VALUE v)
{
    if (obj_flags(v) & (HDR_EXIVAR | HDR_FINALIZE | HDR_HAS_ID)) return;
    struct gc_bit at = gc_bit_of(v);
    at.bits->owns &= ~at.bit;
}
