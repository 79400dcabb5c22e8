/*
 * incremental.c - a major collection in steps; the owner of the flag that one is under way.
 *
 * A large heap is not marked in one pause.  gc_incremental_start() clears the marks and marks the roots.  After that, each page
 * that an allocation takes and each portion of malloc runs one step, which scans GC_STEP_OBJECTS objects.  When no object is
 * left to scan, gc_collect_for() finishes with a pause that scans again what may have changed.
 *
 * In the words of the trade (Dijkstra et al., "On-the-fly garbage collection", 1978; the barrier is Steele's, 1975):
 *   white   no mark bit.  Objects allocated meanwhile are white.
 *   grey    marked, and on the mark stack or the list of objects to be scanned again
 *   black   marked and scanned: every object it refers to is marked (checked by gc_verify)
 * The barrier of the generations keeps the last line true.  It fires on HDR_OLD_CLEAN.  While steps run, scanning arms that
 * bit in every protected object, old or young.  gc_remember() disarms the bit and puts the object on the list.  After the last
 * pause, armed young objects stay armed: one needless call each (gc.h GC-3).
 *
 * The last pause scans again: the roots, the list, and all marked unprotected objects.  An object that a conservative root leads
 * to goes on the list at once: C code may still be filling it without barriers (gc.h GC-4).
 *
 * Small heaps, forced collections, compaction and stress other than VM_STRESS=step are marked in one pause.
 */
#include "gc/page.h"

enum {
    GC_STEP_OBJECTS = LIMIT(32768, 64),
    GC_STEP_STRESS_OBJECTS = 64,
    GC_STEP_MALLOC_BYTES = 256 << 10,          /* malloc beyond its limit between two steps */
    GC_STEPS_MIN_BYTES = LIMIT(4 << 20, 4096), /* a heap with fewer marked bytes is marked in one pause */
    GC_STEPS_BUDGETS = 2,                      /* after so many budgets of allocation the last pause begins */
    GC_LOOK_AGAIN = 2,                         /* times that roots and list are scanned outside the last pause */
};

static struct {
    uint32_t reason;
    unsigned looked;
    uint64_t ns; /* of the steps so far */
} inc;

bool
gc_incremental_wanted(uint32_t reason)
{
    if (!(reason & GC_MAJOR) || !(GC_INCREMENTAL || gc.stress_steps)) return false;
    if (gc.params.fixed_pages && !gc.stress_steps)
        return false; /* a full heap has no room for what is allocated between steps */
    if (reason & (GC_MAJOR_BY_FORCE | GC_MAJOR_BY_NOFREE | GC_COMPACT | GC_COMPACT_ALL)) return false;
    return gc.stress_steps || gc.marked_bytes >= GC_STEPS_MIN_BYTES;
}

static void
timed_end(uint64_t t0)
{
    uint64_t ns = gc_now_ns() - t0;
    inc.ns += ns;
    gc_hist_add(&gc.pauses, ns);
    if (UNLIKELY(gc_log_on)) gc_log_phase(GC_PHASE_MARK, ns, true);
    if (gc.measure_time) gc.mark_ns += ns;
}

void
gc_incremental_start(uint32_t reason)
{
    VM_ASSERT(!gc.marking && !gc.during);     /* one marking at a time */
    VM_ASSERT(gc_incremental_wanted(reason)); /* neither forced nor a compaction */
    inc.reason = reason;
    inc.looked = 0;
    gc.marking = true;
    gc.during = true;
    gc_mark_open();
    gc.during = false;
}

/* Runs one step.  Returns whether the last pause is due: no object is left to scan, or too much was allocated meanwhile. */
bool
gc_incremental_step(void)
{
    uint64_t t0 = gc_now_ns();
    VM_ASSERT(gc.marking && !gc.during);
    VM_ASSERT(inc.reason & GC_MAJOR); /* gc_incremental_start() came before */
    gc_runs_close();                  /* conservative marking must not see them */
    gc.during = true;
    bool empty = gc_mark_step(gc.stress_steps ? GC_STEP_STRESS_OBJECTS : GC_STEP_OBJECTS);
    if (empty && inc.looked < GC_LOOK_AGAIN) {
        inc.looked++;
        gc_mark_look_again();
        empty = false;
    }
    VM_ASSERT(gc.marking && gc.during && inc.looked <= GC_LOOK_AGAIN); /* only the last pause ends the marking */
    gc.during = false;
    if (gc.wanted) {
        gc.malloc_slack = gc.malloc_increase > gc.malloc_limit ? gc.malloc_increase - gc.malloc_limit : 0;
        gc.malloc_slack += GC_STEP_MALLOC_BYTES;
        gc.wanted = 0;
    }
    timed_end(t0);
    return empty || gc.allocated_bytes > GC_STEPS_BUDGETS * (uint64_t)gc.budget_bytes;
}

/* Marks in the last pause, for a collection that is under way.  Returns the reason that the marking was started with. */
uint32_t
gc_incremental_finish(void)
{
    VM_ASSERT(gc.marking && gc.during);
    VM_ASSERT(inc.reason & GC_MAJOR); /* the pause ends what gc_incremental_start() began */
    gc_mark_close();
    gc.malloc_slack = 0;
    return inc.reason;
}
