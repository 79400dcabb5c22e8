/*
 * sweep.c - giving back what marking did not find.
 *
 * Sweeping is lazy: after marking, pages wait in their class's list until an allocation needs a free slot, or the next
 * collection needs a clean heap.  Sweeping a line of 64 slots is a handful of word operations; only slots with an `owns` bit are
 * visited.  A swept line has mark == old, which the next minor collection requires.
 */
#include "gc/page.h"
#include "ruby/internal/event.h"

#include <stdlib.h>
#include <string.h>

/* Releases what dying object v owns outside its slot; true if the slot must stay (a free function that waits). */
static bool
release(VALUE v)
{
    uint32_t flags = obj_flags(v);
    if (UNLIKELY(flags & (HDR_FINALIZE | HDR_HAS_ID))) gc_final_dying(v);
    if (flags & HDR_EXIVAR) ivar_free(v);
    const struct gc_type_ops *ops = gc_ops_of(v);
    if (ops->free) ops->free(v);
    return obj_type(v) == T_ZOMBIE;
}

/* Visits the slots of `dead` that own something; returns those that stay. */
static uint64_t
line_release(struct gc_page *page, unsigned line, uint64_t dead)
{
    uint64_t stay = 0;
    for (uint64_t own = dead & page->bits[line].owns; own; own &= own - 1)
        if (release(gc_slot_at(page, line * 64 + (unsigned)__builtin_ctzll(own)))) stay |= own & -own;
    return stay;
}

/* Each dead object, while it is still whole. */
static NOINLINE void
line_tell(struct gc_page *page, unsigned line, uint64_t dead)
{
    for (; dead; dead &= dead - 1) {
        VALUE v = gc_slot_at(page, line * 64 + (unsigned)__builtin_ctzll(dead));
        if (obj_type(v) != T_IMEMO && obj_type(v) != T_NONE && obj_type(v) != T_ZOMBIE)
            gc_tell_event(RUBY_INTERNAL_EVENT_FREEOBJ, v);
    }
}

/* A reader of a dead object must notice at once. */
static void
line_poison(struct gc_page *page, unsigned line, uint64_t dead)
{
    for (; dead; dead &= dead - 1) {
        VALUE v = gc_slot_at(page, line * 64 + (unsigned)__builtin_ctzll(dead));
        memset((void *)v, 0xdb, page->slot_bytes);
        obj_hdr(v)->flags = T_NONE;
    }
}

/* Effects  calls free functions. */
void
gc_sweep_page(struct gc_page *page)
{
    bool during = gc.during;
    uint64_t freed = 0;
    gc.during = true;
    for (unsigned i = 0; i < page->lines; i++) {
        struct gc_bits *b = &page->bits[i];
        uint64_t dead = b->alloc & ~b->mark;
        if (dead) {
            if (UNLIKELY(gc_events_wanted & RUBY_INTERNAL_EVENT_FREEOBJ)) line_tell(page, i, dead);
            if (dead & b->owns) dead &= ~line_release(page, i, dead);
            if (VM_CHECK_LEVEL >= 2) line_poison(page, i, dead);
            freed += (unsigned)__builtin_popcountll(dead);
            unsigned old = (unsigned)__builtin_popcountll(dead & b->old);
            page->old_count -= old;
            gc.old_objects -= old;
            b->alloc &= ~dead;
            b->aged &= ~dead;
            b->old &= ~dead;
            b->remembered &= ~dead;
            b->unprotected &= ~dead;
            b->pinned &= ~dead;
            b->owns &= ~dead;
        }
        if (b->mark != b->old) b->mark = b->old;
    }
    gc.classes[page->slot_class].freed += freed;
    page->state = GC_PAGE_SWEPT;
    gc.during = during;
}

/* One slot, outside a sweep: a zombie whose free function has run. */
void
gc_slot_release(VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    struct gc_bits *b = at.bits;
    VM_ASSERT(b->alloc & at.bit);
    if (b->old & at.bit) {
        at.page->old_count--;
        gc.old_objects--;
    }
    b->alloc &= ~at.bit;
    b->mark &= ~at.bit;
    b->aged &= ~at.bit;
    b->old &= ~at.bit;
    b->remembered &= ~at.bit;
    b->unprotected &= ~at.bit;
    b->pinned &= ~at.bit;
    b->owns &= ~at.bit;
    gc.classes[at.page->slot_class].freed++;
}

/* For a sweep on allocation's behalf; gc_sweep_all() takes the time of many. */
void
gc_sweep_page_timed(struct gc_page *page)
{
    if (!gc.measure_time) {
        gc_sweep_page(page);
        return;
    }
    uint64_t t0 = gc_now_ns();
    gc_sweep_page(page);
    gc.sweep_ns += gc_now_ns() - t0;
}

static bool
page_empty_p(const struct gc_page *page)
{
    for (unsigned i = 0; i < page->lines; i++)
        if (page->bits[i].alloc) return false;
    return true;
}

void
gc_sweep_dead_page(struct gc_page *page)
{
    gc_sweep_page(page);
    struct gc_size_class *sc = &gc.classes[page->slot_class];
    if (page_empty_p(page)) gc_page_return(page);
    else gc_class_list(sc, page); /* a slot waits for its free function */
}

void
gc_sweep_all(void)
{
    if (!gc.sweeping_pending) return;
    uint64_t t0 = gc.measure_time ? gc_now_ns() : 0;
    while (gc.dead_pages) {
        struct gc_page *page = gc.dead_pages;
        gc.dead_pages = page->next;
        gc_sweep_dead_page(page);
    }
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        struct gc_size_class *sc = &gc.classes[c];
        for (uint32_t i = 0; i < sc->page_count; i++)
            if (sc->pages[i]->state == GC_PAGE_TO_SWEEP) gc_sweep_page(sc->pages[i]);
    }
    gc.sweeping_pending = false;
    if (gc.measure_time) gc.sweep_ns += gc_now_ns() - t0;
}

static int
page_compare(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)*(struct gc_page *const *)a, y = (uintptr_t)*(struct gc_page *const *)b;
    return x < y ? -1 : x > y;
}

/* Puts every page into the state after marking: it waits to be swept.  Pages without a mark leave their class. */
void
gc_pages_after_mark(void)
{
    gc.marked_slots = gc.marked_bytes = 0;
    gc.dead_pages = NULL;
    gc.dead_tail = &gc.dead_pages;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        struct gc_size_class *sc = &gc.classes[c];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < sc->page_count; i++) {
            struct gc_page *page = sc->pages[i];
            VM_ASSERT(page->state == GC_PAGE_SWEPT);
            gc.marked_slots += page->marked;
            gc.marked_bytes += (uint64_t)page->marked * page->slot_bytes;
            if (page->marked) {
                page->state = GC_PAGE_TO_SWEEP;
                sc->pages[kept++] = page;
            } else {
                page->state = GC_PAGE_DEAD;
                page->next = NULL;
                *gc.dead_tail = page;
                gc.dead_tail = &page->next;
            }
        }
        sc->page_count = kept;
        if (sc->unsorted) qsort(sc->pages, kept, sizeof *sc->pages, page_compare);
        sc->unsorted = false;
        sc->next = 0;
        sc->page = NULL;
        sc->scan = 0;
    }
    gc.sweeping_pending = true;
}
