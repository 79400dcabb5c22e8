/*
 * gc/page.h - chunks, pages, side bitmaps and the collector's state; for gc.c and gc/ only.
 *
 * Owns      struct gc_page and its bits; struct gc_heap, the one instance of which is `gc`.
 * Uses      gc.h, slot.h
 * PAGE-1    A chunk is GC_CHUNK_BYTES of address space aligned to its size: the records of all its pages come first, then
 *           the pages.  The address of a record follows from that of a slot without a load.  Records lie 33 lines
 *           apart, so those of neighbouring pages lie in different cache sets.  A collection after fork dirties the
 *           records' memory pages only.
 * PAGE-2    A page holds slots of one class, from its first byte on; its last SLOT_TAIL_BYTES are nobody's.
 * PAGE-3    Bits of 64 neighbouring slots are one cache line (struct gc_bits).  Bits past slot_count are 0.
 * PAGE-4    In a swept page every alloc bit is a live object or lies in its class's open run, and mark == old.  In a page
 *           to be swept, an object with alloc and no mark is dead.  Everything is swept before marking starts.  While
 *           marking in steps (gc.marking) every page is swept, and mark means found so far.
 * PAGE-5    old implies aged, alloc, and not unprotected.  remembered implies old or unprotected.
 * PAGE-6    An old object not remembered refers to old objects and to remembered unprotected ones only.
 * Threads   Under the VM lock.
 * Checked   gc_verify(), test/internal/test_gc.c
 */
#ifndef FACET_INTERNAL_GC_PAGE_H
#define FACET_INTERNAL_GC_PAGE_H

#include "internal/gc.h"

enum {
    GC_CHUNK_SHIFT = LIMIT(24, 20),
    GC_CHUNK_BYTES = 1 << GC_CHUNK_SHIFT,
    GC_PAGE_SHIFT = 16,
    GC_CHUNK_PAGES = GC_CHUNK_BYTES / SLOT_PAGE_BYTES,
    GC_PAGE_ROOM = SLOT_PAGE_BYTES - SLOT_TAIL_BYTES,
    GC_PAGE_LINES = (GC_PAGE_ROOM / SLOT_MIN_BYTES + 63) / 64,
    GC_NO_CLASS = 0xff,
};
_Static_assert(1 << GC_PAGE_SHIFT == SLOT_PAGE_BYTES, "shift");
_Static_assert(GC_PAGE_LINES <= 32, "remembered_lines has 32 bits");

/* Bit i of each word is the state of slot 64 * line + i. */
struct gc_bits {
    uint64_t alloc;       /* an object, or inside an open run */
    uint64_t mark;        /* PAGE-4 */
    uint64_t aged;        /* has survived one collection */
    uint64_t old;         /* has survived two: minor collections leave it alone */
    uint64_t remembered;  /* old: to be scanned by the next minor collection; unprotected: some old object refers to it */
    uint64_t unprotected; /* written to without barriers */
    uint64_t pinned;      /* last collection: found by a conservative root; before a compaction, by any fixed reference */
    uint64_t owns;        /* sweeping must call its free function */
};
_Static_assert(sizeof(struct gc_bits) == 64, "one cache line");

enum gc_page_state {
    GC_PAGE_UNUSED, /* never handed out, or given back to the system: reads as zeros */
    GC_PAGE_FREE,   /* in the pool, memory still ours, no bit set */
    GC_PAGE_SWEPT,
    GC_PAGE_TO_SWEEP,
    GC_PAGE_DEAD, /* to be swept, and nothing in it was marked; on gc.dead_pages, in no class's list */
};

struct gc_page {
    ALIGNED(64) char *base;    /* of its slots */
    struct gc_page *next;      /* in gc.dead_pages or gc.free_pages */
    uint32_t recip;            /* slot index = offset * recip >> 32 */
    uint32_t remembered_lines; /* lines that may have a remembered bit */
    uint32_t pooled_at;        /* GC_PAGE_FREE: low bits of gc_count_total */
    uint16_t slot_count;
    uint16_t slot_bytes;
    uint16_t marked; /* during and after marking: mark bits set */
    uint16_t old_count;
    uint8_t slot_class; /* GC_NO_CLASS: in no class */
    uint8_t state;
    uint8_t lines;
    ALIGNED(64) struct gc_bits bits[GC_PAGE_LINES];
};
_Static_assert(offsetof(struct gc_page, bits) == 64, "bits start on a line");

enum {
    GC_CHUNK_FIRST_PAGE = (int)((GC_CHUNK_PAGES * sizeof(struct gc_page) + SLOT_PAGE_BYTES - 1) / SLOT_PAGE_BYTES),
};

/* Lies over the records of the pages that the records themselves occupy. */
struct gc_chunk {
    uint32_t used;         /* pages handed out from the front: GC_CHUNK_FIRST_PAGE.. */
    uint32_t unused_count; /* given back: state GC_PAGE_UNUSED below `used` */
};
_Static_assert(sizeof(struct gc_chunk) <= GC_CHUNK_FIRST_PAGE * sizeof(struct gc_page), "header fits");

static ALWAYS_INLINE struct gc_page *
gc_page_of(VALUE v)
{
    VALUE chunk = v & ~(VALUE)(GC_CHUNK_BYTES - 1);
    return (struct gc_page *)chunk + ((v >> GC_PAGE_SHIFT) & (GC_CHUNK_PAGES - 1));
}

static inline struct gc_chunk *
gc_chunk_of(const void *p)
{
    return (struct gc_chunk *)((uintptr_t)p & ~(uintptr_t)(GC_CHUNK_BYTES - 1));
}

/* Index of the slot that holds address v; exact for any address in it. */
static ALWAYS_INLINE unsigned
gc_slot_index(const struct gc_page *page, VALUE v)
{
    return (unsigned)(((v & (SLOT_PAGE_BYTES - 1)) * page->recip) >> 32);
}

static ALWAYS_INLINE VALUE
gc_slot_at(const struct gc_page *page, unsigned index)
{
    return (VALUE)(page->base + (size_t)index * page->slot_bytes);
}

struct gc_bit {
    struct gc_page *page;
    struct gc_bits *bits;
    uint64_t bit;
    unsigned line;
};

static ALWAYS_INLINE struct gc_bit
gc_bit_of(VALUE v)
{
    struct gc_page *page = gc_page_of(v);
    unsigned i = gc_slot_index(page, v);
    return (struct gc_bit){page, &page->bits[i >> 6], (uint64_t)1 << (i & 63), i >> 6};
}

/* Slots that exist in a line: all but in the last one. */
static inline uint64_t
gc_line_mask(const struct gc_page *page, unsigned line)
{
    unsigned left = page->slot_count - line * 64;
    return left >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << left) - 1;
}

/* ---- state ---- */
struct gc_size_class {
    struct gc_page **pages; /* by address after a collection; new ones at the end */
    uint32_t page_count, page_capa;
    uint32_t next; /* pages[next..] have not been searched since the last collection */
    bool unsorted;
    struct gc_page *page; /* the one allocated from; NULL: none */
    uint32_t scan;        /* no free slot of `page` lies below this index, outside the open run */
    uint64_t allocated;   /* slots handed to runs since the start, unused tails taken back */
    uint64_t freed;
    uint64_t pages_taken;
    uint64_t forced_collections;
};

struct gc_hist { /* of durations: GC_HIST_SUB buckets for each power of two of nanoseconds */
    uint64_t bucket[64 * 4];
    uint64_t count, total_ns, max_ns;
};

struct gc_params {
    size_t min_budget_bytes; /* allocated between two collections at least */
    double free_goal;        /* share of the heap free after a collection */
    double old_limit_factor;
    size_t malloc_limit_min, malloc_limit_max;
    double malloc_limit_growth;
    size_t oldmalloc_limit_min, oldmalloc_limit_max;
    double oldmalloc_limit_growth;
    size_t fixed_pages; /* RUBY_GC_FIXED_HEAP: pages that the heap may have, 0: as many as it needs */
};

/* The reasons of a collection: bits of gc.latest_reason. */
enum gc_reason {
    GC_BY_NEWOBJ = 1,
    GC_BY_MALLOC = 2,
    GC_BY_METHOD = 4,
    GC_BY_CAPI = 8,
    GC_BY_STRESS = 16,
    GC_MAJOR_BY_FORCE = 32,
    GC_MAJOR_BY_NOFREE = 64,
    GC_MAJOR_BY_OLDGEN = 128,
    GC_MAJOR_BY_SHADY = 256,
    GC_MAJOR_BY_OLDMALLOC = 512,
    GC_MAJOR = GC_MAJOR_BY_FORCE | GC_MAJOR_BY_NOFREE | GC_MAJOR_BY_OLDGEN | GC_MAJOR_BY_SHADY | GC_MAJOR_BY_OLDMALLOC,
    GC_IMMEDIATE_SWEEP = 1024,
    GC_COMPACT = 2048,     /* major, and empties sparse pages */
    GC_COMPACT_ALL = 4096, /* major, and moves whatever can be moved */
};

struct gc_heap {
    struct gc_size_class classes[SLOT_CLASS_COUNT];
    /* pages */
    struct gc_chunk **chunks; /* by age */
    uint32_t chunk_count, chunk_capa;
    uintptr_t *chunk_table; /* open addressing by address >> GC_CHUNK_SHIFT; 0: empty */
    uint32_t chunk_table_mask;
    uintptr_t lowest, highest;  /* addresses of the heap */
    struct gc_page *free_pages; /* GC_PAGE_FREE, newest first */
    struct gc_page *dead_pages; /* GC_PAGE_DEAD, lowest first */
    struct gc_page **dead_tail;
    uint64_t pages_free;
    /* policy */
    struct gc_params params;
    bool disabled;
    bool during;           /* marking, or inside a free function */
    bool sweeping_pending; /* some page may be to be swept */
    bool measure_time;
    bool no_auto_major; /* GC.config(rgengc_allow_full_mark: false) */
    bool latest_had_finalizer;
    bool booted;  /* Init_gc_early has run */
    bool marking; /* a major collection is marking in steps (gc/incremental.c) */
    bool exiting;
    uint32_t stress_every; /* VM_STRESS=gc:N */
    uint32_t walk_every;   /* VM_STRESS=walk:N, 1 by itself: the collections between two walks of the heap at level 2 */
    uint32_t stress_countdown;
    bool stress_moves;        /* VM_STRESS=compact:N */
    bool stress_steps;        /* VM_STRESS=step:N */
    uint32_t stress_bits;     /* GC.stress = Integer: 1 no major collection, 2 no immediate sweep */
    uint64_t oom_countdown;   /* VM_STRESS=oom:N; 0: never */
    uint64_t oom_late;        /* oom:+N, until the program starts */
    bool oom_counted;         /* oom:? */
    bool last_pages;          /* NoMemoryError was raised since the last collection (gc/page.c: page_map) */
    uint32_t wanted;          /* enum gc_reason bits: collect at the next allocation */
    size_t budget_bytes;      /* new pages are taken without a collection until this much was allocated */
    uint64_t allocated_bytes; /* since the last collection */
    /* malloc */
    size_t malloc_increase, malloc_limit;
    size_t malloc_slack; /* beyond the limit, while marking in steps */
    size_t oldmalloc_increase, oldmalloc_limit;
    /* counters */
    uint64_t minor_count, major_count;
    uint64_t old_objects, old_limit;      /* dead ones not swept yet count */
    uint64_t old_marked;                  /* old objects that the last collection marked (all, if major) */
    uint64_t shady_objects, shady_limit;  /* remembered unprotected objects, at the last major; limit */
    uint64_t marked_slots, marked_bytes;  /* by the last collection */
    uint64_t pages_taken, pages_returned; /* from and to the system */
    uint64_t mark_ns, sweep_ns;
    uint64_t weak_count, weak_retained; /* entries of weak maps before and after the last collection */
    uint32_t latest_reason;
    struct gc_hist pauses;
    const char *stack_base; /* high end of the machine stack in use */
    const char *stack_top;  /* during a collection: its low end as the collection began */
};
extern struct gc_heap gc;

/* ---- gc/page.c ---- */
struct gc_page *gc_page_take(unsigned slot_class); /* a swept empty page, listed in its class; NULL: no memory */
void gc_page_return(struct gc_page *page);         /* empty and swept, in no class's list: into the pool */
void gc_release(void); /* Process.warmup: what lies empty, pages and malloc's own, goes back to the system */
void gc_pages_trim(uint32_t keep_collections);          /* gives pool pages not used for so long back to the system */
bool gc_run_refill(unsigned slot_class, bool one_slot); /* opens a run in the class's pages; false: none free */
void gc_chunks_return(void);                            /* whole chunks without a page in use, to the system */
void gc_runs_close(void);
void gc_reserve_refill(void); /* after a collection, and at the start */
void gc_class_list(struct gc_size_class *sc, struct gc_page *page);
struct gc_page *gc_page_find(uintptr_t address);                    /* the page in a class that holds it; NULL */
void gc_each_page(void (*fn)(struct gc_page *, void *), void *arg); /* pages in a class and dead ones */

/* ---- gc/mark.c ---- */
void gc_mark_all(bool major, bool pin); /* roots, remembered set, closure, weak tables; pin: before a compaction */
void gc_mark_roots(void);
/* In steps; runs are closed. */
void gc_mark_open(void);           /* clears the marks, marks the roots */
bool gc_mark_step(size_t objects); /* scans so many; true: none is left */
void gc_mark_look_again(void);     /* roots, and objects that were written to, are grey again */
void gc_mark_close(void);          /* roots again, unprotected objects, all that is left; then weak tables */
void gc_mark_again(VALUE v);       /* a black object was written to */
bool gc_mark_grey_p(VALUE v);      /* O(stack) */
void gc_visit_references(VALUE v, void (*fn)(VALUE, void *), void *arg); /* each object v refers to; not the class */
/* Calls fn for each object that the roots refer to: the machine stack, variables of C, or all others. */
enum gc_root_kind { GC_ROOTS_STACK, GC_ROOTS_GLOBALS, GC_ROOTS_VM, GC_ROOTS_COUNT };
void gc_visit_roots(enum gc_root_kind kind, void (*fn)(VALUE, void *), void *arg);
const struct gc_type_ops *gc_ops_of(VALUE v);
/* From now on what gc_mark_movable is shown need not be pinned: its holder has a way to rewrite it.  Returns what held. */
bool gc_mark_updates(bool on);
void gc_update_references(VALUE v); /* of a live object, after others have moved */
void gc_update_weak(void);

/* ---- gc/incremental.c ---- */
bool gc_incremental_wanted(uint32_t reason);
void gc_incremental_start(uint32_t reason);
bool gc_incremental_step(void); /* true: finish */
uint32_t gc_incremental_finish(void);

/* ---- gc/compact.c ---- */
struct gc_compaction { /* the last one, objects by T_... */
    uint64_t considered[32], moved[32];
    uint64_t moved_up[32], moved_down[32]; /* to larger and smaller slots */
    uint64_t count, total_moved;           /* since the start */
    bool auto_on;                          /* GC.auto_compact */
};
extern struct gc_compaction gc_compaction;
/* Everything is swept, pinned bits are those of a marking with `pin`.  all: moves each object that can be moved into pages of
 * their own.  Otherwise moves the objects that another slot class fits, and those whose moving empties a page. */
void gc_compact_heap(bool all);

/* ---- gc/sweep.c ---- */
void gc_sweep_page(struct gc_page *page);
void gc_sweep_page_timed(struct gc_page *page);
void gc_sweep_all(void);
void gc_sweep_dead_page(struct gc_page *page); /* a GC_PAGE_DEAD: into the pool, or back to its class */
void gc_pages_after_mark(void);
void gc_slot_release(VALUE v);

/* ---- gc/barrier.c ---- */
void gc_remember_bit(struct gc_bit b);

/* ---- gc/malloc.c ---- */
void gc_buf_init(void);
void gc_malloc_after_mark(bool major);
void gc_malloc_limits_init(void);

/* ---- gc/final.c ---- */
void gc_final_moved(VALUE from, VALUE to); /* an object with HDR_FINALIZE or HDR_HAS_ID */
void gc_final_mark(void);
void gc_final_dying(VALUE v); /* while sweeping: an object with HDR_FINALIZE or HDR_HAS_ID */
/* While sweeping: fn(data) must wait until the mutator is at a safe point; the slot stays as a T_ZOMBIE till then. */
void gc_final_defer_free(VALUE v, void (*fn)(void *), void *data);
size_t gc_final_zombies(void);
size_t gc_final_zombies_of(unsigned slot_class);
bool gc_id_given_p(VALUE id);
size_t gc_final_count(VALUE v);
VALUE gc_final_at(VALUE v, size_t i);
bool gc_final_pending_p(void);
void gc_final_add(VALUE v, VALUE proc);
void gc_final_remove_all(VALUE v);

/* ---- gc/verify.c ---- */
/* Walks everything; calls report for each invariant that does not hold.  Returns how many. */
size_t gc_verify_report(void (*report)(const char *what, VALUE v));

/* ---- gc/data.c ---- */
void gc_data_update(VALUE v); /* dcompact, or the declared references */
void gc_data_init(void);      /* T_DATA's operations */

/* ---- gc/stat.c ---- */
VALUE gc_stat(VALUE hash_or_key);
VALUE gc_stat_heap(VALUE heap, VALUE hash_or_key);

/* ---- gc/pause.c ---- */
void gc_hist_add(struct gc_hist *h, uint64_t ns);
uint64_t gc_hist_percentile(const struct gc_hist *h, double p);
uint64_t gc_now_ns(void);

/* ---- gc/log.c ---- */
enum gc_phase { GC_PHASE_MARK, GC_PHASE_SWEEP, GC_PHASE_COMPACT, GC_PHASE_COUNT };
extern bool gc_log_on;
void gc_log_begin(uint32_t reason); /* nothing is left to sweep */
void gc_log_phase(enum gc_phase phase, uint64_t ns, bool step);
void gc_log_marked(uint32_t reason, bool major);
void gc_log_end(uint64_t ns); /* a pause took so long; the sweep may continue */
void gc_log_after_fork(void); /* the child writes no lines */
/* Returns the time if there is a log, for gc_log_since(); else 0. */
static inline uint64_t
gc_log_clock(void)
{
    return UNLIKELY(gc_log_on) ? gc_now_ns() : 0;
}
static inline void
gc_log_since(enum gc_phase phase, uint64_t t0)
{
    if (UNLIKELY(gc_log_on)) gc_log_phase(phase, gc_now_ns() - t0, false);
}

/* ---- gc.c ---- */
uint64_t gc_class_allocated(unsigned slot_class); /* objects, since the start */
void gc_collect_for(uint32_t reason);             /* enum gc_reason bits */
uint32_t gc_need_major(void);                     /* GC_MAJOR_... bits that hold now */

/* Called with each new object, of which nothing but the header is written; must not allocate objects.  NULL: no more. */
void gc_set_new_hook(void (*fn)(VALUE));

/* ---- objspace/gc_module.c, objspace/profiler.c, objspace.c, objspace/weakmap.c ---- */
VALUE gc_objspace_m_garbage_collect(int argc, VALUE *argv, VALUE self);
void gc_profile_start(void);
void gc_profile_end(uint32_t reason);
void gc_profiler_init(VALUE gc_module);
void gc_objspace_init(void), gc_straddle_init(void);
void gc_heap_map_init(VALUE objspace); /* objspace/heap_map.c */
void gc_weakmap_init(void);

/* Identity map of words, for ids and finalizers (gc/map.c).  Key 0 is not allowed. */
struct gc_map {
    uint64_t *keys, *values;
    size_t count, mask, used; /* used counts deleted cells too */
};
bool gc_map_get(const struct gc_map *m, uint64_t key, uint64_t *value);
void gc_map_put(struct gc_map *m, uint64_t key, uint64_t value);
bool gc_map_delete(struct gc_map *m, uint64_t key, uint64_t *value);
void gc_map_release(struct gc_map *m);

#endif
