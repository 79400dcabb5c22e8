/*
 * stat.c - figures of the collector: GC.stat, GC.stat_heap, GC.latest_gc_info.
 *
 * The keys are CRuby's where the thing exists here, in CRuby's order; ours follow (heap_bytes, live_bytes, pause_...).
 * Numbers are read from counters: nothing is swept or walked to produce them, but for the pages' fill in stat_heap.
 */
#include "gc/page.h"

/* ---- sums over classes ---- */

static uint64_t
class_slots(unsigned c)
{
    return (uint64_t)gc.classes[c].page_count * (GC_PAGE_ROOM / slot_bytes(c));
}

static uint64_t
dead_pages_of(unsigned c) /* SLOT_CLASS_COUNT: of all classes */
{
    uint64_t n = 0;
    for (const struct gc_page *p = gc.dead_pages; p; p = p->next) n += c == SLOT_CLASS_COUNT || p->slot_class == c;
    return n;
}

static uint64_t
sum_classes(uint64_t (*fn)(unsigned))
{
    uint64_t n = 0;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) n += fn(c);
    return n;
}

static uint64_t
class_freed(unsigned c)
{
    return gc.classes[c].freed;
}
static uint64_t
class_pages(unsigned c)
{
    return gc.classes[c].page_count + dead_pages_of(c);
}
static uint64_t
class_live(unsigned c)
{
    return gc_class_allocated(c) - class_freed(c);
}
static uint64_t
class_available(unsigned c)
{
    return class_slots(c) + dead_pages_of(c) * (GC_PAGE_ROOM / slot_bytes(c));
}

static uint64_t
stat_count(void)
{
    return gc_count_total;
}
static uint64_t
stat_time(void)
{
    return (gc.mark_ns + gc.sweep_ns) / 1000000;
}
static uint64_t
stat_marking_time(void)
{
    return gc.mark_ns / 1000000;
}
static uint64_t
stat_sweeping_time(void)
{
    return gc.sweep_ns / 1000000;
}
static uint64_t
stat_eden_pages(void)
{
    return sum_classes(class_pages);
}
static uint64_t
stat_empty_pages(void)
{
    return gc.pages_free;
}
static uint64_t
stat_pages(void)
{
    return stat_eden_pages() + gc.pages_free;
}
static uint64_t
stat_allocatable_slots(void)
{
    return gc.budget_bytes > gc.allocated_bytes ? (gc.budget_bytes - gc.allocated_bytes) / SLOT_MIN_BYTES : 0;
}
static uint64_t
stat_available(void)
{
    return sum_classes(class_available);
}
static uint64_t
stat_final(void)
{
    return gc_final_zombies();
}
static uint64_t
stat_live(void)
{
    return sum_classes(class_live) - stat_final();
}
static uint64_t
stat_free(void)
{
    return stat_available() - sum_classes(class_live);
}
static uint64_t
stat_marked(void)
{
    return gc.marked_slots;
}
static uint64_t
stat_pages_taken(void)
{
    return gc.pages_taken;
}
static uint64_t
stat_pages_returned(void)
{
    return gc.pages_returned;
}
uint64_t
gc_objects_allocated(void)
{
    return sum_classes(gc_class_allocated);
}
static uint64_t
stat_freed(void)
{
    return sum_classes(class_freed);
}
static uint64_t
stat_malloc(void)
{
    return gc.malloc_increase;
}
static uint64_t
stat_malloc_limit(void)
{
    return gc.malloc_limit;
}
static uint64_t
stat_minor(void)
{
    return gc.minor_count;
}
static uint64_t
stat_major(void)
{
    return gc.major_count;
}
static uint64_t
stat_zero(void)
{
    return 0;
}
static uint64_t
stat_compactions(void)
{
    return gc_compaction.count;
}
static uint64_t
stat_moved(void)
{
    return gc_compaction.total_moved;
}
static uint64_t
stat_shady(void)
{
    return gc.shady_objects;
}
static uint64_t
stat_shady_limit(void)
{
    return gc.shady_limit;
}
static uint64_t
stat_old(void)
{
    return gc.sweeping_pending ? gc.old_marked : gc.old_objects;
}
static uint64_t
stat_old_limit(void)
{
    return gc.old_limit;
}
static uint64_t
stat_oldmalloc(void)
{
    return gc.oldmalloc_increase;
}
static uint64_t
stat_oldmalloc_limit(void)
{
    return gc.oldmalloc_limit;
}
static uint64_t
stat_heap_bytes(void)
{
    return stat_pages() * SLOT_PAGE_BYTES;
}
static uint64_t
stat_live_bytes(void)
{
    return gc.marked_bytes;
}
static uint64_t
stat_pause_count(void)
{
    return gc.pauses.count;
}
static uint64_t
stat_pause_p50(void)
{
    return gc_hist_percentile(&gc.pauses, 0.50);
}
static uint64_t
stat_pause_p90(void)
{
    return gc_hist_percentile(&gc.pauses, 0.90);
}
static uint64_t
stat_pause_p99(void)
{
    return gc_hist_percentile(&gc.pauses, 0.99);
}
static uint64_t
stat_pause_max(void)
{
    return gc.pauses.max_ns;
}

/* live_bytes: marked by the last collection.  pause_...: world-stopping part of collections, in nanoseconds. */
static const struct {
    const char *name;
    uint64_t (*get)(void);
} stats[] = {
    {"count", stat_count},
    {"time", stat_time},
    {"marking_time", stat_marking_time},
    {"sweeping_time", stat_sweeping_time},
    {"heap_allocated_pages", stat_pages},
    {"heap_empty_pages", stat_empty_pages},
    {"heap_allocatable_slots", stat_allocatable_slots},
    {"heap_available_slots", stat_available},
    {"heap_live_slots", stat_live},
    {"heap_free_slots", stat_free},
    {"heap_final_slots", stat_final},
    {"heap_marked_slots", stat_marked},
    {"heap_eden_pages", stat_eden_pages},
    {"total_allocated_pages", stat_pages_taken},
    {"total_freed_pages", stat_pages_returned},
    {"total_allocated_objects", gc_objects_allocated},
    {"total_freed_objects", stat_freed},
    {"malloc_increase_bytes", stat_malloc},
    {"malloc_increase_bytes_limit", stat_malloc_limit},
    {"minor_gc_count", stat_minor},
    {"major_gc_count", stat_major},
    {"compact_count", stat_compactions},
    {"read_barrier_faults", stat_zero},
    {"total_moved_objects", stat_moved},
    {"remembered_wb_unprotected_objects", stat_shady},
    {"remembered_wb_unprotected_objects_limit", stat_shady_limit},
    {"old_objects", stat_old},
    {"old_objects_limit", stat_old_limit},
    {"oldmalloc_increase_bytes", stat_oldmalloc},
    {"oldmalloc_increase_bytes_limit", stat_oldmalloc_limit},
    {"heap_bytes", stat_heap_bytes},
    {"live_bytes", stat_live_bytes},
    {"pause_count", stat_pause_count},
    {"pause_p50_ns", stat_pause_p50},
    {"pause_p90_ns", stat_pause_p90},
    {"pause_p99_ns", stat_pause_p99},
    {"pause_max_ns", stat_pause_max},
};

static uint64_t
heap_slot_size(unsigned c)
{
    return slot_bytes(c);
}
static uint64_t
heap_free(unsigned c)
{
    return class_available(c) - class_live(c);
}
static uint64_t
heap_final(unsigned c)
{
    return gc_final_zombies_of(c);
}
static uint64_t
heap_live(unsigned c)
{
    return class_live(c) - heap_final(c);
}
static uint64_t
heap_taken(unsigned c)
{
    return gc.classes[c].pages_taken;
}
static uint64_t
heap_forced(unsigned c)
{
    return gc.classes[c].forced_collections;
}
static uint64_t
heap_zero(unsigned c)
{
    return c & 0;
}
static uint64_t
heap_fill_percent(unsigned c)
{
    uint64_t all = class_available(c);
    return all ? class_live(c) * 100 / all : 0;
}

static const struct {
    const char *name;
    uint64_t (*get)(unsigned);
} heap_stats[] = {
    {"slot_size", heap_slot_size},
    {"heap_live_slots", heap_live},
    {"heap_free_slots", heap_free},
    {"heap_final_slots", heap_final},
    {"heap_eden_pages", class_pages},
    {"heap_eden_slots", class_available},
    {"total_allocated_pages", heap_taken},
    {"force_major_gc_count", heap_forced},
    {"force_incremental_marking_finish_count", heap_zero},
    {"total_allocated_objects", gc_class_allocated},
    {"total_freed_objects", class_freed},
    {"fill_percent", heap_fill_percent},
};

/* ---- as Ruby values ---- */

/* A hook may read these while a collection runs and no Symbol can be made, so the collector's words are interned at boot. */
static VALUE
key_of(const char *name)
{
    return ID2SYM(rb_intern_const(name));
}

NORETURN static void
unknown_key(VALUE key)
{
    rb_raise(rb_eArgError, "unknown key: %" PRIsVALUE, rb_sym2str(key));
}

static VALUE
stat_fill(VALUE hash)
{
    for (unsigned i = 0; i < lengthof(stats); i++) rb_hash_aset(hash, key_of(stats[i].name), ULL2NUM(stats[i].get()));
    return hash;
}

static uint64_t
stat_one(VALUE key)
{
    for (unsigned i = 0; i < lengthof(stats); i++)
        if (key_of(stats[i].name) == key) return stats[i].get();
    unknown_key(key);
}

/* Hash or nil: the filled hash; Symbol: one value. */
VALUE
gc_stat(VALUE arg)
{
    if (arg == Qnil) arg = rb_hash_new();
    if (SYMBOL_P(arg)) return ULL2NUM(stat_one(arg));
    if (!RB_TYPE_P(arg, T_HASH)) rb_raise(rb_eTypeError, "non-hash or symbol given");
    return stat_fill(arg);
}

size_t
rb_gc_stat(VALUE key_or_hash)
{
    if (SYMBOL_P(key_or_hash)) return (size_t)stat_one(key_or_hash);
    gc_stat(key_or_hash);
    return 0;
}

static VALUE
heap_fill(VALUE hash, unsigned c)
{
    for (unsigned i = 0; i < lengthof(heap_stats); i++)
        rb_hash_aset(hash, key_of(heap_stats[i].name), ULL2NUM(heap_stats[i].get(c)));
    return hash;
}

static VALUE
heap_fill_all(VALUE hash)
{
    if (hash == Qnil) hash = rb_hash_new();
    if (!RB_TYPE_P(hash, T_HASH)) rb_raise(rb_eTypeError, "non-hash given");
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        VALUE one = rb_hash_aref(hash, INT2FIX(c));
        rb_hash_aset(hash, INT2FIX(c), heap_fill(one == Qnil ? rb_hash_new() : one, c));
    }
    return hash;
}

VALUE
gc_stat_heap(VALUE heap, VALUE arg)
{
    if (heap == Qnil) return heap_fill_all(arg);
    if (!FIXNUM_P(heap)) rb_raise(rb_eTypeError, "heap_name must be nil or an Integer");
    int c = NUM2INT(heap);
    if (c < 0 || c >= SLOT_CLASS_COUNT) rb_raise(rb_eArgError, "size pool index out of range");
    if (arg == Qnil) arg = rb_hash_new();
    if (RB_TYPE_P(arg, T_HASH)) return heap_fill(arg, (unsigned)c);
    if (!SYMBOL_P(arg)) rb_raise(rb_eTypeError, "non-hash or symbol given");
    for (unsigned i = 0; i < lengthof(heap_stats); i++)
        if (key_of(heap_stats[i].name) == arg) return ULL2NUM(heap_stats[i].get((unsigned)c));
    unknown_key(arg);
}

/* ---- the last collection ---- */

static VALUE
symbol_or_nil(const char *name)
{
    return name ? key_of(name) : Qnil;
}

static const char *
major_name(uint32_t r)
{
    return r & GC_MAJOR_BY_NOFREE      ? "nofree"
           : r & GC_MAJOR_BY_OLDGEN    ? "oldgen"
           : r & GC_MAJOR_BY_SHADY     ? "shady"
           : r & GC_MAJOR_BY_FORCE     ? "force"
           : r & GC_MAJOR_BY_OLDMALLOC ? "oldmalloc"
                                       : NULL;
}

static const char *
cause_name(uint32_t r)
{
    return r & GC_BY_NEWOBJ   ? "newobj"
           : r & GC_BY_MALLOC ? "malloc"
           : r & GC_BY_METHOD ? "method"
           : r & GC_BY_CAPI   ? "capi"
           : r & GC_BY_STRESS ? "stress"
                              : NULL;
}

static VALUE
info_major_by(void)
{
    return symbol_or_nil(major_name(gc.latest_reason));
}
static VALUE
info_need_major(void)
{
    return symbol_or_nil(major_name(gc_need_major()));
}
static VALUE
info_gc_by(void)
{
    return symbol_or_nil(cause_name(gc.latest_reason));
}
static VALUE
info_finalizer(void)
{
    return gc.latest_had_finalizer ? Qtrue : Qfalse;
}
static VALUE
info_immediate(void)
{
    return gc.latest_reason & GC_IMMEDIATE_SWEEP ? Qtrue : Qfalse;
}
static VALUE
info_state(void)
{
    return key_of(gc.marking ? "marking" : gc.sweeping_pending ? "sweeping" : "none");
}
static VALUE
info_weak(void)
{
    return ULL2NUM(gc.weak_count);
}
static VALUE
info_weak_retained(void)
{
    return ULL2NUM(gc.weak_retained);
}

static const struct {
    const char *name;
    VALUE (*get)(void);
} infos[] = {
    {"major_by", info_major_by},
    {"need_major_by", info_need_major},
    {"gc_by", info_gc_by},
    {"have_finalizer", info_finalizer},
    {"immediate_sweep", info_immediate},
    {"state", info_state},
    {"weak_references_count", info_weak},
    {"retained_weak_references_count", info_weak_retained},
};

void
gc_stat_intern(void)
{
    static const char *const words[] = {"marking",   "sweeping", "none",   "nofree", "oldgen", "shady", "force",
                                        "oldmalloc", "newobj",   "malloc", "method", "capi",   "stress"};
    for (unsigned i = 0; i < lengthof(words); i++) key_of(words[i]);
    for (unsigned i = 0; i < lengthof(stats); i++) key_of(stats[i].name);
    for (unsigned i = 0; i < lengthof(heap_stats); i++) key_of(heap_stats[i].name);
    for (unsigned i = 0; i < lengthof(infos); i++) key_of(infos[i].name);
}

VALUE
rb_gc_latest_gc_info(VALUE arg)
{
    if (arg == Qnil) arg = rb_hash_new();
    if (!SYMBOL_P(arg) && !RB_TYPE_P(arg, T_HASH)) rb_raise(rb_eTypeError, "non-hash or symbol given");
    for (unsigned i = 0; i < lengthof(infos); i++) {
        if (arg == key_of(infos[i].name)) return infos[i].get();
        if (!SYMBOL_P(arg)) rb_hash_aset(arg, key_of(infos[i].name), infos[i].get());
    }
    if (SYMBOL_P(arg)) unknown_key(arg);
    return arg;
}
