/*
 * page.c - chunks of address space, pages of slots, and the runs that allocation walks through.
 *
 * A page goes  UNUSED -> SWEPT (in a class) -> TO_SWEEP -> SWEPT ...  or, when marking found nothing in it,
 * TO_SWEEP -> DEAD -> FREE (in the pool, any class may take it) -> SWEPT, or after a few collections back to UNUSED.
 *
 * Allocation takes runs, not slots.  A run is a stretch of neighbouring free slots.  Its alloc bits are set together when the
 * run is opened, so the inlined path only moves a cursor.  Slots between cursor and end carry an alloc bit and no
 * object; before anything walks the heap gc_runs_close() takes those bits back.
 *
 * Pages are searched in address order, which keeps the low ones full and lets the high ones empty.
 */
#include "gc/huge_pages.h"
#include "gc/page.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct gc_run gc_runs[SLOT_CLASS_COUNT];
struct gc_heap gc;

/* A heap of more pages than this fills a new page for certain, so that one call replaces sixteen page faults. */
enum { PAGE_PREFAULT_ABOVE = LIMIT(64, 2), PAGES_HELD = LIMIT(8, 1) };
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; older kernels answer EINVAL, and the faults come one by one */
#endif

/* ---- chunks ---- */

static uintptr_t
chunk_key(uintptr_t address)
{
    return address >> GC_CHUNK_SHIFT;
}

static void
chunk_table_insert(uintptr_t *table, uint32_t mask, uintptr_t chunk)
{
    uint32_t i = (uint32_t)chunk_key(chunk) & mask;
    while (table[i]) i = (i + 1) & mask;
    table[i] = chunk;
}

static bool
chunk_table_grow(void)
{
    uint32_t capa = gc.chunk_capa ? gc.chunk_capa * 2 : 8;
    struct gc_chunk **chunks = gc_raw_try_realloc(gc.chunks, capa * sizeof *chunks);
    if (!chunks) return false;
    gc.chunks = chunks;
    uintptr_t *table = gc_raw_try_calloc((size_t)capa * 4, sizeof *table);
    if (!table) return false;
    for (uint32_t i = 0; i < gc.chunk_count; i++) chunk_table_insert(table, capa * 4 - 1, (uintptr_t)chunks[i]);
    uintptr_t *before = gc.chunk_table;
    gc.chunk_table = table; /* a signal handler may look a page up: whole, and larger than the mask */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    gc.chunk_table_mask = capa * 4 - 1;
    free(before);
    gc.chunk_capa = capa;
    return true;
}

static bool
chunk_known_p(uintptr_t address)
{
    uintptr_t chunk = address & ~(uintptr_t)(GC_CHUNK_BYTES - 1);
    for (uint32_t i = (uint32_t)chunk_key(chunk) & gc.chunk_table_mask; gc.chunk_table[i]; i = (i + 1) & gc.chunk_table_mask)
        if (gc.chunk_table[i] == chunk) return true;
    return false;
}

static struct gc_chunk *
chunk_new(void)
{
    if (gc.chunk_count == gc.chunk_capa && !chunk_table_grow()) return NULL;
    size_t span = 2 * (size_t)GC_CHUNK_BYTES;
    char *p = mmap(NULL, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return NULL;
    char *base = (char *)(((uintptr_t)p + GC_CHUNK_BYTES - 1) & ~(uintptr_t)(GC_CHUNK_BYTES - 1));
    if (base > p) munmap(p, (size_t)(base - p));
    char *end = base + GC_CHUNK_BYTES;
    if (end < p + span) munmap(end, (size_t)(p + span - end));
    huge_pages_advise(base, GC_CHUNK_BYTES, gc.chunk_count + 1);
    struct gc_chunk *chunk = (struct gc_chunk *)base;
    chunk->used = GC_CHUNK_FIRST_PAGE;
    gc.chunks[gc.chunk_count++] = chunk;
    chunk_table_insert(gc.chunk_table, gc.chunk_table_mask, (uintptr_t)chunk);
    if (!gc.lowest || (uintptr_t)base < gc.lowest) gc.lowest = (uintptr_t)base;
    if ((uintptr_t)end > gc.highest) gc.highest = (uintptr_t)end;
    return chunk;
}

static struct gc_page *
chunk_page(struct gc_chunk *chunk, unsigned index)
{
    return (struct gc_page *)chunk + index;
}

void
gc_chunks_return(void)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < gc.chunk_count; i++) {
        struct gc_chunk *chunk = gc.chunks[i];
        if (i && chunk->unused_count + GC_CHUNK_FIRST_PAGE == chunk->used) munmap(chunk, GC_CHUNK_BYTES);
        else gc.chunks[n++] = chunk;
    }
    if (n == gc.chunk_count) return;
    gc.chunk_count = n;
    memset(gc.chunk_table, 0, ((size_t)gc.chunk_table_mask + 1) * sizeof *gc.chunk_table);
    for (uint32_t i = 0; i < n; i++) chunk_table_insert(gc.chunk_table, gc.chunk_table_mask, (uintptr_t)gc.chunks[i]);
}

/* In place of *chunk, which has no page to spare, a new one. */
static bool
chunk_new_or(struct gc_chunk **chunk)
{
    struct gc_chunk *more = chunk_new();
    if (more && !*chunk) *chunk = more;
    return more != NULL;
}

/* Returns an unused page, or NULL if there is no memory.  The last PAGES_HELD pages are handed out only after NoMemoryError was
 * raised (gc.last_pages): the code that rescues it allocates too.  A heap of fixed size has PAGES_HELD more pages then. */
static struct gc_page *
page_map(void)
{
    if (gc.params.fixed_pages &&
        gc.pages_taken - gc.pages_returned >= gc.params.fixed_pages + (gc.last_pages ? PAGES_HELD : 0))
        return NULL;
    struct gc_chunk *chunk = NULL;
    uint32_t left = 0;
    for (uint32_t i = 0; i < gc.chunk_count && left <= PAGES_HELD; i++) {
        uint32_t here = gc.chunks[i]->unused_count + GC_CHUNK_PAGES - gc.chunks[i]->used;
        if (here && !chunk) chunk = gc.chunks[i];
        left += here;
    }
    if (left <= PAGES_HELD && (!gc.last_pages || !chunk) && !chunk_new_or(&chunk)) return NULL;
    unsigned index;
    if (chunk->unused_count) {
        for (index = GC_CHUNK_FIRST_PAGE; chunk_page(chunk, index)->state != GC_PAGE_UNUSED;) index++;
        chunk->unused_count--;
    } else {
        index = chunk->used++;
    }
    struct gc_page *page = chunk_page(chunk, index);
    page->base = (char *)chunk + (size_t)index * SLOT_PAGE_BYTES;
    gc.pages_taken++;
    if (gc.pages_taken - gc.pages_returned > PAGE_PREFAULT_ABOVE) madvise(page->base, SLOT_PAGE_BYTES, MADV_POPULATE_WRITE);
    return page;
}

struct gc_page *
gc_page_find(uintptr_t address)
{
    if (address < gc.lowest || address >= gc.highest || !chunk_known_p(address)) return NULL;
    struct gc_page *page = gc_page_of((VALUE)address);
    if (page - (struct gc_page *)gc_chunk_of(page) < GC_CHUNK_FIRST_PAGE) return NULL;
    return page->state >= GC_PAGE_SWEPT ? page : NULL;
}

void
gc_each_page(void (*fn)(struct gc_page *, void *), void *arg)
{
    for (uint32_t i = 0; i < gc.chunk_count; i++) {
        struct gc_chunk *chunk = gc.chunks[i];
        for (unsigned k = GC_CHUNK_FIRST_PAGE; k < chunk->used; k++) {
            struct gc_page *page = chunk_page(chunk, k);
            if (page->state >= GC_PAGE_SWEPT) fn(page, arg);
        }
    }
}

/* ---- the pool ---- */

void
gc_page_return(struct gc_page *page)
{
    VM_ASSERT(page->old_count == 0);
    page->slot_class = GC_NO_CLASS;
    page->state = GC_PAGE_FREE;
    page->remembered_lines = 0;
    page->pooled_at = (uint32_t)gc_count_total;
    page->next = gc.free_pages;
    gc.free_pages = page;
    gc.pages_free++;
}

void
gc_pages_trim(uint32_t keep_collections)
{
    for (struct gc_page **at = &gc.free_pages; *at;) {
        struct gc_page *page = *at;
        if ((uint32_t)gc_count_total - page->pooled_at < keep_collections) {
            at = &page->next;
            continue;
        }
        *at = page->next;
        madvise(page->base, SLOT_PAGE_BYTES, MADV_DONTNEED);
        page->state = GC_PAGE_UNUSED;
        gc_chunk_of(page)->unused_count++;
        gc.pages_free--;
        gc.pages_returned++;
    }
}

void
gc_class_list(struct gc_size_class *sc, struct gc_page *page)
{
    if (sc->page_count == sc->page_capa) {
        uint32_t capa = sc->page_capa ? sc->page_capa * 2 : 8;
        sc->pages = gc_raw_must_realloc(sc->pages, capa * sizeof(struct gc_page *));
        sc->page_capa = capa;
    }
    if (sc->page_count && sc->pages[sc->page_count - 1] > page) sc->unsorted = true;
    sc->pages[sc->page_count++] = page;
}

struct gc_page *
gc_page_take(unsigned slot_class)
{
    while (gc.dead_pages && !gc.free_pages) {
        struct gc_page *dead = gc.dead_pages;
        gc.dead_pages = dead->next;
        gc_sweep_dead_page(dead);
    }
    struct gc_page *page = gc.free_pages;
    if (page) {
        gc.free_pages = page->next;
        gc.pages_free--;
    } else {
        page = page_map();
        if (!page) return NULL;
    }
    size_t bytes = slot_bytes(slot_class);
    page->next = NULL;
    page->slot_class = (uint8_t)slot_class;
    page->slot_bytes = (uint16_t)bytes;
    page->slot_count = (uint16_t)(GC_PAGE_ROOM / bytes);
    page->lines = (uint8_t)((page->slot_count + 63) / 64);
    page->recip = (uint32_t)(((uint64_t)1 << 32) / bytes + 1);
    page->marked = page->old_count = 0;
    page->state = GC_PAGE_SWEPT;
    gc_class_list(&gc.classes[slot_class], page);
    gc.classes[slot_class].pages_taken++;
    return page;
}

/* ---- runs ---- */

static inline uint64_t
bits_from(unsigned first, unsigned n) /* n bits from `first` on; first + n <= 64, n > 0 */
{
    return (~(uint64_t)0 >> (64 - n)) << first;
}

/* The first free slot at or after `from`; slot_count if none. */
static unsigned
page_free_slot(const struct gc_page *page, unsigned from)
{
    unsigned line = from >> 6;
    if (line >= page->lines) return page->slot_count;
    uint64_t free = ~page->bits[line].alloc & gc_line_mask(page, line) & (~(uint64_t)0 << (from & 63));
    while (!free) {
        if (++line >= page->lines) return page->slot_count;
        free = ~page->bits[line].alloc & gc_line_mask(page, line);
    }
    return line * 64 + (unsigned)__builtin_ctzll(free);
}

/* Sets the alloc bits of the free slots from `start` on, up to the next object or `limit` slots; returns how many. */
static unsigned
page_claim(struct gc_page *page, unsigned start, unsigned limit)
{
    unsigned n = 0;
    for (unsigned i = start; n < limit && i < page->slot_count;) {
        struct gc_bits *b = &page->bits[i >> 6];
        unsigned at = i & 63;
        uint64_t taken = (b->alloc | ~gc_line_mask(page, i >> 6)) >> at;
        unsigned len = taken ? (unsigned)__builtin_ctzll(taken) : 64 - at;
        if (len > limit - n) len = limit - n;
        if (len == 0) break;
        b->alloc |= bits_from(at, len);
        n += len;
        i += len;
        if (i & 63) break;
    }
    return n;
}

static bool
run_open(unsigned slot_class, bool one_slot)
{
    struct gc_size_class *sc = &gc.classes[slot_class];
    struct gc_page *page = sc->page;
    unsigned start = page_free_slot(page, sc->scan);
    if (start >= page->slot_count) return false;
    unsigned n = page_claim(page, start, one_slot ? 1 : page->slot_count);
    struct gc_run *run = &gc_runs[slot_class];
    run->cursor = (char *)gc_slot_at(page, start);
    run->end = run->cursor + (size_t)n * page->slot_bytes;
    sc->scan = start + n;
    sc->allocated += n;
    gc.allocated_bytes += (uint64_t)n * page->slot_bytes;
    return true;
}

bool
gc_run_refill(unsigned slot_class, bool one_slot)
{
    struct gc_size_class *sc = &gc.classes[slot_class];
    VM_ASSERT(gc_runs[slot_class].cursor == gc_runs[slot_class].end);
    for (;;) {
        if (sc->page && run_open(slot_class, one_slot)) return true;
        if (sc->next >= sc->page_count) break;
        sc->page = sc->pages[sc->next++];
        sc->scan = 0;
        if (sc->page->state == GC_PAGE_TO_SWEEP) gc_sweep_page_timed(sc->page);
    }
    sc->page = NULL;
    return false;
}

static void
run_close(unsigned slot_class)
{
    struct gc_run *run = &gc_runs[slot_class];
    struct gc_size_class *sc = &gc.classes[slot_class];
    if (run->cursor < run->end) {
        unsigned first = gc_slot_index(sc->page, (VALUE)run->cursor);
        unsigned end = first + (unsigned)((run->end - run->cursor) / sc->page->slot_bytes);
        for (unsigned i = first; i < end;) {
            unsigned at = i & 63, len = end - i < 64 - at ? end - i : 64 - at;
            sc->page->bits[i >> 6].alloc &= ~bits_from(at, len);
            i += len;
        }
        sc->allocated -= end - first;
        gc.allocated_bytes -= (uint64_t)(end - first) * sc->page->slot_bytes;
        sc->scan = first;
    }
    run->cursor = run->end = NULL;
}

void
gc_runs_close(void)
{
    for (unsigned i = 0; i < SLOT_CLASS_COUNT; i++) run_close(i);
}

size_t
gc_slot_bytes(VALUE v)
{
    return gc_page_of(v)->slot_bytes;
}

unsigned
gc_slot_class(VALUE v)
{
    return gc_page_of(v)->slot_class;
}

bool
gc_object_p(VALUE maybe)
{
    if (!val_heap_p(maybe)) return false;
    struct gc_page *page = gc_page_find(maybe);
    if (!page) return false;
    unsigned i = gc_slot_index(page, maybe);
    if (i >= page->slot_count || gc_slot_at(page, i) != maybe) return false;
    const struct gc_bits *b = &page->bits[i >> 6];
    uint64_t bit = (uint64_t)1 << (i & 63);
    if (!(b->alloc & bit)) return false;
    if (page->state != GC_PAGE_SWEPT && !gc.during) return (b->mark & bit) != 0;
    const struct gc_run *run = &gc_runs[page->slot_class];
    return !((char *)maybe >= run->cursor && (char *)maybe < run->end);
}
