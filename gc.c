/*
 * gc.c - when to collect, and the allocator's slow path.
 *
 * A collection marks with the world stopped, with GC_INCREMENTAL a major one of a large heap in steps (gc/incremental.c), and
 * leaves sweeping to the allocations that follow.  Minor collections take every old object for alive; a major one looks at all.
 *
 * The policy counts bytes rather than slots, so that a program may change its mix of sizes freely.  After a collection, a
 * slot class takes the free slots of its pages first.  Then it takes new pages until `budget` bytes have been allocated since
 * the collection, and collects after that; memory outside the slots counts to a part.  The budget is the share of the heap
 * that should be free after a collection, at least min_budget_bytes.  With GC_INCREMENTAL it is at most GC_BUDGET_MAX or a
 * GC_BUDGET_PART of the heap, which bounds the survivors that one pause marks.
 *
 * RUBY_GC_FIXED_HEAP replaces this budget by a number of pages: a collection starts when they are full (fixed_grow).
 *
 * A collection is major when the old or the unprotected objects have doubled since the last major one.  It is also major when
 * memory outside the slots has grown by the oldmalloc limit, or when no memory is left.
 */
#include "gc/page.h"
#include "internal/platform.h"
#include "ruby/internal/event.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gc_stress;
uint64_t gc_count_total;

enum {
    GC_TRIM_AFTER = 3,
    GC_OLD_LIMIT_MIN = LIMIT(25000, 200),
    GC_SHADY_LIMIT_MIN = LIMIT(2000, 20),
    GC_BUDGET_MAX = 16 << 20,
    GC_BUDGET_PART = 8,
    GC_BUDGET_OUTSIDE_PART = 4,
    GC_FREE_PART_MIN = 64,  /* of the heap: the least that a full collection must free once there is no memory for a page */
    GC_FIXED_MINOR_PART = 8 /* of a heap of fixed size: if the last collection left less free, the next one is major */
};

/* ---- collecting ---- */

uint32_t
gc_need_major(void)
{
    uint32_t reason = 0;
    if (gc.no_auto_major) return 0;
    if (gc.old_objects > gc.old_limit) reason |= GC_MAJOR_BY_OLDGEN;
    if (gc.shady_objects > gc.shady_limit) reason |= GC_MAJOR_BY_SHADY;
    if (gc.oldmalloc_increase > gc.oldmalloc_limit) reason |= GC_MAJOR_BY_OLDMALLOC;
    return reason;
}

static void
count_shady(struct gc_page *page, void *unused)
{
    (void)unused;
    for (uint32_t lines = page->remembered_lines; lines; lines &= lines - 1) {
        const struct gc_bits *b = &page->bits[__builtin_ctz(lines)];
        gc.shady_objects += (unsigned)__builtin_popcountll(b->remembered & b->unprotected & b->mark);
    }
}

static void
policy_after_mark(bool major)
{
    double live = (double)gc.marked_bytes, goal = gc.params.free_goal;
    gc.budget_bytes = (size_t)(live * goal / (1.0 - goal));
    size_t most = GC_BUDGET_MAX > gc.marked_bytes / GC_BUDGET_PART ? GC_BUDGET_MAX : gc.marked_bytes / GC_BUDGET_PART;
    if (GC_INCREMENTAL && gc.budget_bytes > most) gc.budget_bytes = most; /* what survives is marked in one pause */
    if (gc.budget_bytes < gc.params.min_budget_bytes) gc.budget_bytes = gc.params.min_budget_bytes;
    gc.allocated_bytes = 0;
    gc.shady_objects = 0;
    gc_each_page(count_shady, NULL);
    if (major) {
        double factor = gc.params.old_limit_factor;
        gc.old_limit = (uint64_t)((double)gc.old_marked * factor);
        if (gc.old_limit < GC_OLD_LIMIT_MIN) gc.old_limit = GC_OLD_LIMIT_MIN;
        gc.shady_limit = (uint64_t)((double)gc.shady_objects * factor);
        if (gc.shady_limit < GC_SHADY_LIMIT_MIN) gc.shady_limit = GC_SHADY_LIMIT_MIN;
    }
    gc_malloc_after_mark(major);
}

/* Ends a collection after its marking: sets the policy, and starts or does the sweep. */
static void
collect_settle(uint32_t reason, bool major, bool moves)
{
    gc.latest_reason = reason;
    gc_pages_after_mark();
    if (UNLIKELY(gc_log_on)) gc_log_marked(reason, major);
    gc.during = false;
    gc_event(RUBY_INTERNAL_EVENT_GC_END_MARK, 0);
    policy_after_mark(major);
    gc_reserve_refill();
    if (VM_CHECK_LEVEL >= 2 && gc_count_total % gc.walk_every == 0) gc_verify();
    /* memory outside the slots is needed now, or a hook waits for the end of the sweep */
    bool now = moves || (reason & (GC_IMMEDIATE_SWEEP | GC_BY_MALLOC)) ||
               (gc_events_wanted & RUBY_INTERNAL_EVENT_GC_END_SWEEP);
    if (now) {
        gc_sweep_all();
        gc_event(RUBY_INTERNAL_EVENT_GC_END_SWEEP, 0);
    }
    if (moves) {
        uint64_t t0 = gc_log_clock();
        gc_compact_heap((reason & GC_COMPACT_ALL) != 0);
        gc_log_since(GC_PHASE_COMPACT, t0);
    }
    gc_pages_trim(moves ? 0 : GC_TRIM_AFTER);
}

/* The last pause of a collection in steps. */
static void
collect_finish(uint32_t reason)
{
    gc_profile_start();
    gc.wanted = 0;
    gc.during = true;
    uint64_t t0 = gc_log_clock();
    uint32_t began_for = gc_incremental_finish();
    gc_log_since(GC_PHASE_MARK, t0);
    reason = (began_for & ~(uint32_t)GC_BY_MALLOC) | (reason & GC_IMMEDIATE_SWEEP);
    collect_settle(reason, true, false);
    gc_profile_end(reason);
}

/* Complete, or marking in steps has begun. */
static void
collect_whole(uint32_t *reason)
{
    gc_sweep_all();
    gc_profile_start();
    *reason |= gc_need_major();
    if (gc_compaction.auto_on && (*reason & GC_MAJOR)) *reason |= GC_COMPACT;
    bool moves = (*reason & (GC_COMPACT | GC_COMPACT_ALL)) != 0, major = moves || (*reason & GC_MAJOR);
    gc.latest_reason = *reason;
    if (UNLIKELY(gc_log_on)) gc_log_begin(*reason);
    gc.wanted = 0;
    gc_count_total++;
    if (major) gc.major_count++;
    else gc.minor_count++;
    gc_event(RUBY_INTERNAL_EVENT_GC_START, 0);
    uint64_t t0 = gc_log_clock();
    if (gc_incremental_wanted(*reason)) {
        gc_incremental_start(*reason);
        gc_log_since(GC_PHASE_MARK, t0);
        return;
    }
    gc.during = true;
    gc_mark_all(major, moves);
    gc_log_since(GC_PHASE_MARK, t0);
    collect_settle(*reason, major, moves);
    gc_profile_end(*reason);
}

/* Collects.  The machine stack is marked from the caller's frame: the collector's own frames refer to no object.  They may
 * have stale words of calls that have ended, and such a word would keep an object alive. */
NOINLINE static void
collect_below_me(uint32_t reason)
{
    gc.stack_top = __builtin_frame_address(0);
    int saved_errno = errno;
    uint64_t t0 = gc_now_ns(), sweep0 = gc.sweep_ns;
    VM_ASSERT(!gc.during);
    gc_runs_close();
    gc.last_pages = false;
    bool marking = gc.marking;
    gc_event(RUBY_INTERNAL_EVENT_GC_ENTER, 0);
    if (marking) collect_finish(reason);
    if (!marking || (reason & (GC_MAJOR | GC_COMPACT | GC_COMPACT_ALL | GC_BY_METHOD | GC_BY_CAPI))) collect_whole(&reason);
    gc_event(RUBY_INTERNAL_EVENT_GC_EXIT, 0);
    uint64_t ns = gc_now_ns() - t0;
    if (gc.measure_time) gc.mark_ns += ns - (gc.sweep_ns - sweep0);
    gc_hist_add(&gc.pauses, ns);
    if (UNLIKELY(gc_log_on)) gc_log_end(ns);
    gc.latest_had_finalizer =
        gc_final_pending_p(); /* also when steps only begin: the sweep before them may have left some */
    /* the thread that an earlier collection notified may have ended since */
    if (gc.latest_had_finalizer && gc_on_pending_finalizers) gc_on_pending_finalizers();
    gc.stack_top = NULL;
    errno = saved_errno;
}

/* Stores every callee-saved register in this frame, which is marked. */
void
gc_collect_for(uint32_t reason)
{
    __builtin_unwind_init();
    collect_below_me(reason);
    __asm__ volatile("" ::: "memory");
}

void
gc_collect(bool full, bool immediate_sweep)
{
    if (gc.during) return;
    gc_collect_for(GC_BY_METHOD | (full ? GC_MAJOR_BY_FORCE : 0u) | (immediate_sweep ? GC_IMMEDIATE_SWEEP : 0u));
}

static void
age_page(struct gc_page *page, void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < page->lines; i++) page->bits[i].aged |= page->bits[i].alloc & ~page->bits[i].unprotected;
}

void
gc_age_all(void)
{
    if (gc.during) return;
    gc_runs_close(); /* the free slots of an open run have the bit alloc, too */
    gc_each_page(age_page, NULL);
}

void
gc_release(void)
{
    if (gc.during) return;
    gc_sweep_all();
    gc_pages_trim(0);
    platform_give_back();
}

/* ---- allocating ---- */

/* VM_STRESS=gc mixes minor and major collections: a missing barrier shows in the former only. */
static void
stress_collect(void)
{
    if (gc.disabled) return;
    if (gc_stress) {
        gc_collect_for(GC_BY_STRESS | (gc.stress_bits & 1 ? 0u : GC_MAJOR_BY_FORCE) |
                       (gc.stress_bits & 2 ? 0u : GC_IMMEDIATE_SWEEP));
        return;
    }
    if (gc.stress_countdown-- > 1) return;
    gc.stress_countdown = gc.stress_every;
    if (gc.stress_steps) {
        if (!gc.marking) gc_collect_for(GC_BY_STRESS | GC_IMMEDIATE_SWEEP | GC_MAJOR_BY_OLDGEN);
        else if (gc_incremental_step()) gc_collect_for(GC_BY_STRESS | GC_IMMEDIATE_SWEEP);
        return;
    }
    if (gc.stress_moves) {
        gc_collect_for(GC_BY_STRESS | GC_MAJOR_BY_FORCE | GC_COMPACT_ALL);
        return;
    }
    gc_collect_for(GC_BY_STRESS | GC_IMMEDIATE_SWEEP | (gc_count_total % 4 == 3 ? GC_MAJOR_BY_FORCE : 0u));
}

/* Collects, or marks one step of an open collection, because malloc has set gc.wanted. */
static void
wanted_collect(void)
{
    uint32_t reason = gc.wanted;
    if (!gc.marking || (reason & GC_MAJOR)) gc_collect_for(reason);
    else if (gc_incremental_step()) gc_collect_for(reason);
}

/* Memory outside the slots counts for a part of the least budget at most: it has limits of its own, which follow the program. */
static bool
budget_spent(void)
{
    size_t most = gc.params.min_budget_bytes / GC_BUDGET_OUTSIDE_PART;
    return gc.allocated_bytes + (gc.malloc_increase < most ? gc.malloc_increase : most) >= gc.budget_bytes;
}

static void
count_slots(struct gc_page *page, void *total)
{
    *(size_t *)total += (size_t)page->slot_count * page->slot_bytes;
}

/* Returns whether the last full collection freed more than 1/GC_FREE_PART_MIN of all slot bytes.  If it freed less, almost every
 * allocation would start another full collection.  The caller then raises NoMemoryError, and the free slots are left for the
 * code that rescues it. */
static bool
worth_going_on(void)
{
    size_t total = 0;
    gc_each_page(count_slots, &total);
    return gc.marked_bytes < total - total / GC_FREE_PART_MIN;
}

/* Raises NoMemoryError, and lets the code that rescues it have the pages that are held back. */
NORETURN COLD static void
refuse_page(void)
{
    gc.last_pages = true;
    rb_memerror();
}

/* Finds a free slot in the pages of the class, or takes a page.  Returns whether it did. */
static bool
class_has_room(unsigned slot_class)
{
    bool found = gc_run_refill(slot_class, false);
    gc_runs_close();
    return found || gc_page_take(slot_class);
}

/* Does what class_grow() does for a heap of fixed size: collects when every page is taken and the class has no free slot.  A
 * class cannot use the free slots of other classes, so the collection may leave room that this class does not get.  If a full
 * collection is followed by less than 1/GC_FREE_PART_MIN of the heap in allocations, the live objects do not fit.  raises
 * NoMemoryError. */
static void
fixed_grow(unsigned slot_class)
{
    if (gc_page_take(slot_class)) return;
    uint64_t heap = (uint64_t)gc.params.fixed_pages * SLOT_PAGE_BYTES;
    bool soon = gc.allocated_bytes < heap / GC_FREE_PART_MIN;
    if (soon && (gc.latest_reason & GC_MAJOR_BY_NOFREE) && !gc.last_pages) refuse_page();
    gc.classes[slot_class].forced_collections++;
    if (!soon && gc.marked_bytes < heap - heap / GC_FIXED_MINOR_PART) {
        gc_collect_for(GC_BY_NEWOBJ);
        if (class_has_room(slot_class)) return;
    }
    gc_collect_for(GC_BY_NEWOBJ | GC_MAJOR_BY_NOFREE | GC_IMMEDIATE_SWEEP);
    if (!gc_page_take(slot_class) && !(worth_going_on() && class_has_room(slot_class))) refuse_page();
}

/* The class has no free slot: collect, or take a page.  raises NoMemoryError. */
static void
class_grow(unsigned slot_class)
{
    if (gc.marking && !gc.disabled) {
        if (gc_incremental_step()) gc_collect_for(GC_BY_NEWOBJ);
        else if (!gc_page_take(slot_class)) gc_collect_for(GC_BY_NEWOBJ | GC_MAJOR_BY_NOFREE | GC_IMMEDIATE_SWEEP);
        return;
    }
    if (gc.params.fixed_pages) {
        fixed_grow(slot_class);
        return;
    }
    if (!gc.disabled && budget_spent()) {
        gc.classes[slot_class].forced_collections++;
        gc_collect_for(GC_BY_NEWOBJ);
        return;
    }
    if (gc_page_take(slot_class)) return;
    gc_collect_for(GC_BY_NEWOBJ | GC_MAJOR_BY_NOFREE | GC_IMMEDIATE_SWEEP);
    if (gc_page_take(slot_class)) return;
    if (!worth_going_on() || !gc_run_refill(slot_class, false)) refuse_page();
    gc_runs_close();
}

/* ---- who listens ---- */

uint32_t gc_events_wanted;
static void (*event_fn)(uint32_t event, VALUE obj);

void
gc_listen(uint32_t events, void (*fn)(uint32_t event, VALUE obj))
{
    gc_events_wanted = events;
    event_fn = fn;
    gc_runs_close(); /* what is left of a run would be taken without a word */
}

/* Calls the event hook.  No collection starts while the hook runs.  The hook may allocate only for NEWOBJ. */
NOINLINE void
gc_tell_event(uint32_t event, VALUE obj)
{
    bool disabled = gc.disabled, during = gc.during;
    gc.disabled = true;
    if (event != RUBY_INTERNAL_EVENT_NEWOBJ) gc.during = true;
    event_fn(event, obj);
    gc.during = during;
    gc.disabled = disabled;
}

static void (*new_hook)(VALUE);

void
gc_set_new_hook(void (*fn)(VALUE))
{
    new_hook = fn;
    gc_runs_close();
}

/* ---- samples of allocations ---- */

uint64_t
gc_class_allocated(unsigned slot_class)
{
    const struct gc_run *run = &gc_runs[slot_class];
    return gc.classes[slot_class].allocated - (uint64_t)(run->end - run->cursor) / slot_bytes(slot_class);
}

enum { GC_SAMPLE_OBJECTS = 128, GC_SAMPLE_SINGLES = 15 };
static struct {
    void (*fn)(VALUE, uint64_t);
    uint64_t seen[SLOT_CLASS_COUNT];   /* gc_class_allocated() at the last sample */
    uint8_t singles[SLOT_CLASS_COUNT]; /* runs of one slot that come before the next long one */
    uint32_t random;
} sampling;

void
gc_set_sample_hook(void (*fn)(VALUE, uint64_t))
{
    gc_runs_close();
    sampling.fn = fn;
    sampling.random = 1;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        sampling.seen[c] = gc_class_allocated(c);
        sampling.singles[c] = 0;
    }
}

/* Samples v, the first object of a new run, if enough objects were allocated.  Fresh pages have runs of one length: a program that
 * allocates in a fixed order would have the same object sampled each time.  Some runs of one slot shift the order. */
static NOINLINE void
sample_new(unsigned slot_class, VALUE v)
{
    if (sampling.singles[slot_class]) {
        sampling.singles[slot_class]--;
        return;
    }
    uint64_t now = gc_class_allocated(slot_class), objects = now - sampling.seen[slot_class];
    if (objects < GC_SAMPLE_OBJECTS) return;
    sampling.seen[slot_class] = now;
    sampling.random = sampling.random * 1664525 + 1013904223;
    sampling.singles[slot_class] = (uint8_t)(sampling.random >> 24 & GC_SAMPLE_SINGLES);
    sampling.fn(v, objects);
}

NOINLINE VALUE
gc_new_slow(unsigned slot_class, uint32_t flags, shape_id_t shape)
{
    int saved_errno = errno;
    if (UNLIKELY(gc.during)) vm_bug_at(__FILE__, __LINE__, "object allocation during garbage collection phase");
    bool stress = gc_stress || gc.stress_every, told = (gc_events_wanted & RUBY_INTERNAL_EVENT_NEWOBJ) != 0;
    if (UNLIKELY(stress)) stress_collect();
    else if (UNLIKELY(gc.wanted) && !gc.disabled) wanted_collect();
    bool single = stress || new_hook || told || sampling.singles[slot_class];
    while (!gc_run_refill(slot_class, single)) class_grow(slot_class);
    VALUE v = gc_new(slot_class, flags, shape);
    if (UNLIKELY(sampling.fn)) sample_new(slot_class, v);
    if (UNLIKELY(new_hook)) new_hook(v);
    if (UNLIKELY(told) && (flags & T_MASK) != T_IMEMO) gc_tell_event(RUBY_INTERNAL_EVENT_NEWOBJ, v);
    errno = saved_errno;
    return v;
}

VALUE
gc_new_imemo(enum imemo_kind kind, size_t bytes)
{
    unsigned cls = slot_class_fixed(bytes);
    return gc_new0(cls, T_IMEMO | ((uint32_t)kind << IMEMO_KIND_SHIFT), SHAPE_HIDDEN);
}

/* ---- switches ---- */

bool
gc_disable(void)
{
    bool was = gc.disabled;
    gc.disabled = true;
    return was;
}

bool
gc_enable(void)
{
    bool was = gc.disabled;
    gc.disabled = false;
    return was;
}

bool
gc_during_p(void)
{
    return gc.during;
}

void
gc_set_stress(bool on)
{
    gc_stress = on;
    gc_runs_close();
}

/* ---- walking ---- */

struct each_arg {
    void (*fn)(VALUE, void *);
    void *arg;
};

static void
each_in_page(struct gc_page *page, void *p)
{
    struct each_arg *each = p;
    for (unsigned i = 0; i < page->lines; i++) {
        for (uint64_t live = page->bits[i].alloc; live; live &= live - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live));
            if (obj_type(v) != T_ZOMBIE) each->fn(v, each->arg);
        }
    }
}

static void
each_owner_in_page(struct gc_page *page, void *p)
{
    struct each_arg *each = p;
    for (unsigned i = 0; i < page->lines; i++) {
        for (uint64_t live = page->bits[i].alloc & page->bits[i].owns; live; live &= live - 1) {
            each->fn(gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live)), each->arg);
        }
    }
}

void
gc_each_owner(void (*fn)(VALUE, void *), void *arg)
{
    struct each_arg each = {fn, arg};
    gc_runs_close();
    gc_sweep_all();
    gc_each_page(each_owner_in_page, &each);
}

void
gc_each_object(void (*fn)(VALUE, void *), void *arg)
{
    struct each_arg each = {fn, arg};
    gc_runs_close();
    gc_sweep_all();
    gc_each_page(each_in_page, &each);
}

/* ---- the machine stack ---- */

const void *
gc_thread_stack_base(void)
{
    static pthread_t first;
    static bool first_known, first_is_main;
    const void *main_stack = platform_main_stack();
    pthread_attr_t attr;
    void *low;
    size_t bytes;
    if (!first_known) { /* gc_init's own call */
        first_known = true;
        first_is_main = getpid() == gettid();
        first = pthread_self();
    }
    /* glibc's pthread_getattr_np would read /proc/self/maps.  A child of fork keeps the stack of the thread that forked. */
    if (main_stack && first_is_main && pthread_equal(first, pthread_self())) return main_stack;
    if (pthread_getattr_np(pthread_self(), &attr)) return NULL;
    pthread_attr_getstack(&attr, &low, &bytes);
    pthread_attr_destroy(&attr);
    return (char *)low + bytes;
}

void
gc_set_stack_base(const void *high_end)
{
    gc.stack_base = high_end;
}

/* ---- starting ---- */

/* Reads a number with a unit of k, m, g or none.  Returns the end of what was read: s if there is no number above 0, or none that a size_t
 * holds. */
static const char *
size_read(const char *s, size_t *at)
{
    char *end;
    double n = strtod(s, &end);
    double unit = *end == 'k' || *end == 'K'   ? 1 << 10
                  : *end == 'm' || *end == 'M' ? 1 << 20
                  : *end == 'g' || *end == 'G' ? 1 << 30
                                               : 1;
    if (end == s || !(n > 0) || n * unit >= 0x1p64) return s;
    *at = (size_t)(n * unit);
    return end + (unit != 1);
}

static void
env_size(const char *name, size_t *at)
{
    const char *s = getenv(name);
    if (s && *s) size_read(s, at);
}

static void
env_double(const char *name, double low, double high, double *at)
{
    const char *s = getenv(name);
    if (!s || !*s) return;
    char *end;
    double n = strtod(s, &end);
    if (end != s && n > low && n < high) *at = n;
}

/* RUBY_GC_HEAP_INIT_SLOTS (of the smallest class), RUBY_GC_HEAP_0_INIT_SLOTS and so on: 0 if none is set. */
static size_t
env_init_bytes(void)
{
    size_t slots = 0, bytes = 0;
    env_size("RUBY_GC_HEAP_INIT_SLOTS", &slots);
    bytes = slots * SLOT_MIN_BYTES;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        char name[40];
        snprintf(name, sizeof name, "RUBY_GC_HEAP_%u_INIT_SLOTS", c);
        slots = 0;
        env_size(name, &slots);
        bytes += slots * slot_bytes(c);
    }
    return bytes;
}

static void
params_init(void)
{
    struct gc_params *p = &gc.params;
    *p = (struct gc_params){
        .min_budget_bytes = 7u << 19,
        .free_goal = 0.40,
        .old_limit_factor = 2.0,
        .malloc_limit_min = 2u << 20,
        .malloc_limit_max = 32u << 20,
        .malloc_limit_growth = 1.4,
        .oldmalloc_limit_min = 16u << 20,
        .oldmalloc_limit_max = 128u << 20,
        .oldmalloc_limit_growth = 1.2,
    };
    size_t wanted = env_init_bytes();
    if (wanted) p->min_budget_bytes = wanted;
    env_double("RUBY_GC_HEAP_FREE_SLOTS_GOAL_RATIO", 0.0, 0.95, &p->free_goal);
    env_double("RUBY_GC_HEAP_OLDOBJECT_LIMIT_FACTOR", 0.0, 1e6, &p->old_limit_factor);
    env_size("RUBY_GC_MALLOC_LIMIT", &p->malloc_limit_min);
    env_size("RUBY_GC_MALLOC_LIMIT_MAX", &p->malloc_limit_max);
    env_double("RUBY_GC_MALLOC_LIMIT_GROWTH_FACTOR", 1.0, 1e6, &p->malloc_limit_growth);
    env_size("RUBY_GC_OLDMALLOC_LIMIT", &p->oldmalloc_limit_min);
    env_size("RUBY_GC_OLDMALLOC_LIMIT_MAX", &p->oldmalloc_limit_max);
    env_double("RUBY_GC_OLDMALLOC_LIMIT_GROWTH_FACTOR", 1.0, 1e6, &p->oldmalloc_limit_growth);
    gc.budget_bytes = p->min_budget_bytes;
    gc.old_limit = GC_OLD_LIMIT_MIN;
    gc.shady_limit = GC_SHADY_LIMIT_MIN;
    gc_malloc_limits_init();
}

/* Reads RUBY_GC_FIXED_HEAP and fixes the heap at that many pages.  The heap grows until then, so the sentence about a size that is too
 * small names the size that the VM has filled.  Ends the process if the text is not a size: a default would measure another heap. */
void
gc_fix_heap(void)
{
    const char *s = getenv("RUBY_GC_FIXED_HEAP");
    size_t bytes = 0, filled = (gc.pages_taken - gc.pages_returned) * SLOT_PAGE_BYTES;
    if (!s || !*s) return;
    if (*size_read(s, &bytes) || bytes > (size_t)1 << 46) {
        fprintf(stderr, "ruby: RUBY_GC_FIXED_HEAP=%s is not a size (a number with k, m, g or no unit)\n", s);
        exit(EXIT_FAILURE);
    }
    if (bytes < filled) {
        fprintf(stderr, "ruby: RUBY_GC_FIXED_HEAP=%s is too small: the interpreter needs %zuk before a program starts\n", s,
                filled >> 10);
        exit(EXIT_FAILURE);
    }
    gc.params.fixed_pages = bytes / SLOT_PAGE_BYTES;
}

/* Reads the text after "oom" in VM_STRESS: empty, :N, :+N or :?. */
static void
stress_oom(const char *s)
{
    if (*s == ':') s++;
    bool late = *s == '+', count = *s == '?';
    uint64_t n = count ? UINT64_MAX : strtoull(s + late, NULL, 10);
    if (!n) n = 1;
    gc.oom_counted = count;
    if (late || count) gc.oom_late = n;
    else gc.oom_countdown = n;
}

void
gc_stress_begin(void)
{
    if (gc.oom_late) gc.oom_countdown = gc.oom_late;
}

void
gc_stress_end(void)
{
    if (gc.oom_counted) fprintf(stderr, "oom: %llu\n", (unsigned long long)(UINT64_MAX - gc.oom_countdown));
}

/*
 * Reads VM_STRESS, a list of words such as gc:10,oom:2000.  Words of other modules are skipped.
 *   gc:100        collects at each 100th allocation; gc alone, at each.
 *   compact:1000  compacts at each 1000th allocation.
 *   step:1        marks one step at each allocation.
 *   oom:5         makes the 5th request for memory fail.
 *   oom:+5        counts from the program's start.
 *   oom:?         prints the number of requests.
 *   walk:9        verifies the heap after each 9th collection, at check level 2.  It is odd because each 4th collection is major.
 */
static void
stress_init(void)
{
    const char *s = getenv("VM_STRESS");
    gc.walk_every = 1;
    while (s && *s) {
        size_t word = strcspn(s, ":,");
        unsigned long n = s[word] == ':' ? strtoul(s + word + 1, NULL, 10) : 1;
        if (word == 2 && !strncmp(s, "gc", 2)) gc.stress_every = gc.stress_countdown = n ? (uint32_t)n : 1;
        if (word == 7 && !strncmp(s, "compact", 7)) {
            gc.stress_every = gc.stress_countdown = n ? (uint32_t)n : 1;
            gc.stress_moves = true;
        }
        if (word == 4 && !strncmp(s, "step", 4)) {
            gc.stress_every = gc.stress_countdown = n ? (uint32_t)n : 1;
            gc.stress_steps = true;
        }
        if (word == 3 && !strncmp(s, "oom", 3)) stress_oom(s + word);
        if (word == 4 && !strncmp(s, "walk", 4) && n) gc.walk_every = (uint32_t)n;
        s += strcspn(s, ",");
        if (*s) s++;
    }
}

void
Init_gc_early(void)
{
    if (gc.booted) return;
    gc.booted = true;
    gc.measure_time = true;
    gc.dead_tail = &gc.dead_pages;
    gc.stack_base = gc_thread_stack_base();
    params_init();
    stress_init();
    gc_reserve_refill();
    gc_buf_init();
    gc_data_init();
}

void
gc_after_fork(void)
{
    /* The child has one thread and the same stack, and the collector holds no lock.  Pauses are counted per process. */
    memset(&gc.pauses, 0, sizeof gc.pauses);
    gc_log_after_fork();
}
