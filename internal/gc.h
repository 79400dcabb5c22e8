/*
 * gc.h - allocation, barriers and marking, as the rest of the VM sees them.
 *
 * Owns      the allocation runs; pages, bitmaps and policy are gc.c's and gc/'s own (gc/page.h).  It owns the switch
 *           GC_INCREMENTAL: whether a major collection of a large heap marks in steps (GC-4 holds with and without).
 * Uses      slot.h, value.h
 * GC-1      gc_new() hands out a slot with a written header and an UNINITIALISED body: the caller writes every word that
 *           its type's mark function reads before it allocates again.  gc_new0() zeroes the body.
 * GC-2      Marking writes one bit of an object's line, HDR_OLD_CLEAN; mark, age, pin and allocation bits lie in the page's bitmaps.
 * GC-3      HDR_OLD_CLEAN is set in every old object that is not remembered.  It is never set in an unprotected
 *           object.  In any other object it costs one needless call of gc_remember().
 * GC-4      Every store of a VALUE into a heap object that may be old goes through obj_write()/RB_OBJ_WRITE.
 *           An object that anything but a machine stack refers to counts as old: marking in steps may have scanned it.
 * GC-5      An address is an object only if its allocation bit is set and it lies outside an open run.
 * GC-6      Sweeping calls a type's free function only for slots whose "owns outside memory" bit is set: gc_own(obj).
 * GC-7      An object moves only in a compaction (GC.compact, GC.auto_compact), and only if gc_mark_slot,
 *           gc_mark_slots or gc_mark_movable has seen every reference to it.  It never moves once its address was used
 *           (HDR_TOLD).  It may move to a slot of another class, and contents outside may move into the slot.  The
 *           address of contents is valid while the object is pinned.  Plain gc_mark and conservative roots pin.  A
 *           table that holds objects without marking them has an updater, or holds none that move.
 * GC-8      A function that calls Ruby while it uses an ALLOCV buffer calls gc_check_tmp_buffer() afterwards if it
 *           may return twice.  A continuation may enter the function again after its end.
 * Checked   gc_verify() at level 2 after each collection (each Nth: VM_STRESS=walk:N); VM_STRESS=gc collects at each allocation.
 */
#ifndef FACET_INTERNAL_GC_H
#define FACET_INTERNAL_GC_H

#include "internal/shape.h"
#include "internal/slot.h"
#include "internal/value.h"

struct gc_run {
    char *cursor; /* next slot to hand out */
    char *end;    /* cursor == end: the run is used up (or allocation must be seen by the slow path) */
};
extern struct gc_run gc_runs[SLOT_CLASS_COUNT];

/* Refills the run (sweeping, collecting, growing the heap) and allocates.  raises NoMemoryError. */
VALUE gc_new_slow(unsigned slot_class, uint32_t flags, shape_id_t shape);

/* Returns a new object.  allocates. */
static ALWAYS_INLINE VALUE
gc_new(unsigned slot_class, uint32_t flags, shape_id_t shape)
{
    struct gc_run *run = &gc_runs[slot_class];
    char *p = run->cursor;
    if (UNLIKELY(p >= run->end)) return gc_new_slow(slot_class, flags, shape);
    run->cursor = p + slot_bytes(slot_class);
    struct obj_header *h = (struct obj_header *)p;
    h->flags = flags;
    h->shape = shape;
#if OBJ_HEADER_BYTES == 16
    h->klass = shape_get(shape)->klass;
#endif
    return (VALUE)p;
}

static ALWAYS_INLINE VALUE
gc_new0(unsigned slot_class, uint32_t flags, shape_id_t shape)
{
    VALUE v = gc_new(slot_class, flags, shape);
    __builtin_memset((char *)v + OBJ_HEADER_BYTES, 0, slot_bytes(slot_class) - OBJ_HEADER_BYTES);
    return v;
}

/* Bytes, and class, of the slot v lives in. */
size_t gc_slot_bytes(VALUE v);
unsigned gc_slot_class(VALUE v);

COLD void gc_remember(VALUE owner);

/* The write barrier, after a VALUE was stored into owner (the value is not inspected). */
static ALWAYS_INLINE void
gc_wb(VALUE owner)
{
    if (UNLIKELY(obj_flags(owner) & HDR_OLD_CLEAN)) gc_remember(owner);
}

static ALWAYS_INLINE void
obj_write(VALUE owner, VALUE *at, VALUE v)
{
    *at = v;
    gc_wb(owner);
}

#undef RB_OBJ_WRITE
#undef RB_OBJ_WRITTEN
#define RB_OBJ_WRITE(owner, at, v) obj_write((VALUE)(owner), (VALUE *)(at), (VALUE)(v))
#define RB_OBJ_WRITTEN(owner, old, v) ((void)(old), (void)(v), gc_wb((VALUE)(owner)))

/* Returns where v is now; v itself if it has not moved.  Only while references are rewritten.  An object may have moved twice. */
static ALWAYS_INLINE VALUE
gc_moved(VALUE v)
{
    while (val_heap_p(v) && (obj_flags(v) & 0x1f) == T_MOVED) v = *(VALUE *)((char *)v + OBJ_HEADER_BYTES);
    return v;
}
/* Records that the address of v has become visible (hash value, inspect): v never moves. */
static ALWAYS_INLINE void
gc_tell(VALUE v)
{
    if (!(obj_flags(v) & HDR_TOLD)) obj_hdr(v)->flags |= HDR_TOLD;
}

/* Records that v owns memory outside its slot: sweeping will call its type's free function. */
void gc_own(VALUE v);
void gc_disown(VALUE v);
/* Makes v unprotected, because its holder writes without barriers. v is then marked at every collection and never
 * promoted. */
void gc_unprotect(VALUE v);

bool gc_old_p(VALUE v);

/* ---- marking (inside mark functions only) ---- */
void gc_mark(VALUE v);                           /* ignores immediates and 0 */
void gc_mark_range(const VALUE *from, size_t n); /* precise */
/* Marks *at and lets the object move: the mark function is called again to rewrite *at, and must pass the same slots
 * in both calls.  For the mark functions of T_OBJECT, T_ARRAY, T_HASH, T_STRUCT, T_STRING, T_RATIONAL and T_COMPLEX,
 * and for ivar_mark. */
void gc_mark_slot(VALUE *at);
void gc_mark_slots(VALUE *at, size_t n);
void gc_mark_movable(VALUE v);                        /* rb_gc_mark_movable */
void gc_mark_maybe(const void *from, const void *to); /* conservative: machine words, interior pointers too */
/* Marks a machine stack that is not running (a thread's, a fiber's), with its registers saved on it.  The ends may be
 * in either order. */
void gc_mark_machine_stack(const void *from, const void *to);
bool gc_minor_p(void);         /* between mark and sweep: are only objects that are not old freed? */
bool gc_live_p(VALUE v);       /* between mark and sweep: survives this collection? */
bool gc_object_p(VALUE maybe); /* GC-5 */

/* The operations of a type for the collector.  They are registered once, before the first object of the type. */
struct gc_type_ops {
    void (*mark)(VALUE);      /* NULL: nothing to mark */
    void (*free)(VALUE);      /* releases outside memory; NULL: owns none.  Must not touch other objects, and must
                                    * cope with an object of the type that owns nothing (it had an id, or a finalizer) */
    size_t (*memsize)(VALUE); /* bytes outside the slot; NULL: 0 */
    /* Returns whether C code reads the body at this address now, so that compaction must not move the object.  NULL:
     * false.  pure */
    bool (*locked)(VALUE);
    /* Returns the slot class that suits the object as it is now: one of no more room than its contents need, its own if there is
     * none.  NULL: every object of the type keeps its slot class.  pure */
    unsigned (*fitting)(VALUE);
    /* Completes a move to a slot of the class that `fitting` gave, another than the old one: `to` has the bytes of `from` (as many
     * as both slots have), and the shape of its slot class.  Takes contents from outside in where they are to be, and frees and
     * disowns that memory.  Allocates nothing, raises nothing. */
    void (*settle)(VALUE from, VALUE to);
    /* Passes each broken invariant of the type to gc_expect; NULL: none to check.  pure: the heap is being walked. */
    void (*verify)(VALUE);
};
void gc_register_type(unsigned t_type, const struct gc_type_ops *ops);
/* Registers a verify function for the objects (T_DATA) of one rb_data_type_t, which has no field for it. */
void gc_register_data_verify(const rb_data_type_t *type, void (*verify)(VALUE));
/* Registers a verify function that each walk of the heap calls once, for memory outside the heap. */
void gc_register_walk(void (*verify)(void));
/* Inside verify functions only, at every check level: reports `what` (static text, with the invariant's code) about v
 * unless the condition holds. */
void gc_expect(bool holds, const char *what, VALUE v);
/* Does what gc_expect does for "an object is at `to`", whatever `to` is.  Returns whether one is. */
bool gc_expect_live(VALUE to, const char *what, VALUE v);
/* T_IMEMO objects have a kind in flag bits 12-15. */
enum imemo_kind {
    IMEMO_ME,    /* struct method_entry */
    IMEMO_THROW, /* a pending throw/break/return */
    IMEMO_ENV,   /* struct env */
    IMEMO_CREF,  /* struct cref */
    IMEMO_IFUNC, /* struct ifunc: a C function as a block, when it outlives its frame */
    IMEMO_BUF,   /* struct gc_buf: malloc'ed memory tied to an object's life (ALLOCV) */
    IMEMO_SVAR,  /* $~ and $_ of a closed environment */
    IMEMO_ISEQ,  /* struct iseq; the debug gem's collector of iseqs compares with the number 7 */
    IMEMO_MEMO,  /* state of a C block: memo.h */
    IMEMO_LAST = 15,
};
_Static_assert(IMEMO_ISEQ == 7, "debug gem: iseq_collector.c");
enum { IMEMO_KIND_SHIFT = 12 };
static inline enum imemo_kind
imemo_kind(VALUE v)
{
    return (enum imemo_kind)((obj_flags(v) >> IMEMO_KIND_SHIFT) & 15);
}
void gc_register_imemo(enum imemo_kind kind, const struct gc_type_ops *ops);
/* bytes: header included, at most SLOT_FIXED_BYTES or what an open class holds (slot.h SLOT-4).  Body zeroed. */
VALUE gc_new_imemo(enum imemo_kind kind, size_t bytes);

/* ---- event hooks (vm/trace.c): RUBY_INTERNAL_EVENT_NEWOBJ, FREEOBJ, GC_* ---- */
extern uint32_t gc_events_wanted;
/* Adds a hook.  fn may not raise, and may allocate for NEWOBJ only.  While NEWOBJ has a hook each allocation takes the slow path. */
void gc_listen(uint32_t events, void (*fn)(uint32_t event, VALUE obj));
void gc_tell_event(uint32_t event, VALUE obj);
static inline void
gc_event(uint32_t event, VALUE obj)
{
    if (UNLIKELY(gc_events_wanted & event)) gc_tell_event(event, obj);
}

/* ---- roots ---- */
void gc_add_root(void (*mark)(void *), void *arg); /* called at each collection, minor ones too */
void gc_add_weak_sweeper(void (*fn)(void));        /* called between mark and sweep; uses gc_live_p */
/* Called when nothing is left to mark.  Marks the objects that a live object (gc_live_p) needs although no mark
 * function reached them.  Returns whether it marked anything; it is called again until it returns false.  The one user
 * is cont.c, for environments of unreachable fibers. */
extern bool (*gc_mark_left_behind)(void);
/* Called when an extension has unprotected v, which may have been old.  The one user is vm.c, for weak tables that minor collections look
 * at only as far as they refer to what is not old. */
extern void (*gc_old_no_longer)(VALUE v);
/* Called when objects have moved: rewrites its weak references with gc_moved. */
void gc_add_weak_updater(void (*fn)(void));
void gc_register_global(VALUE *at); /* rb_gc_register_address */
void gc_unregister_global(VALUE *at);
void gc_keep(VALUE v); /* permanently: rb_gc_register_mark_object */
/* Sets the high end of the machine stack that runs now (0: do not scan).  A switch of threads or fibers calls it. */
void gc_set_stack_base(const void *high_end);
/* Returns the high end of the calling thread's own machine stack. */
const void *gc_thread_stack_base(void);

/* ---- malloc with accounting; raise NoMemoryError (gc_malloc_try: NULL instead) ----
 * None of them marks.  A collection that becomes due runs at the next object allocation. */
void *gc_malloc(size_t bytes);
/* Whether a continuation was made, so that a function may continue after its end.  A function that calls Ruby while it
 * uses an ALLOCV buffer then checks that the buffer still exists (GC-8).  raises RuntimeError "what reentered". */
extern bool gc_code_may_return_twice;
void gc_refuse_freed_buffer(VALUE holder, const char *what);
static inline void
gc_check_tmp_buffer(VALUE holder, const char *what)
{
    if (UNLIKELY(gc_code_may_return_twice)) gc_refuse_freed_buffer(holder, what);
}
void *gc_malloc_try(size_t bytes);
void *gc_calloc(size_t n, size_t bytes);
void *gc_realloc(void *p, size_t old_bytes, size_t new_bytes); /* old_bytes may be 0 if unknown */
/* Allocate memory that the collector does not count: tables of the VM's own, freed by free.  If there is no memory,
 * gc_raw_X raises NoMemoryError and gc_raw_try_X returns NULL. The function gc_raw_must_X is for code that must not
 * raise: it takes the memory from a reserve, and ends the process when the reserve is spent. */
void *gc_raw_malloc(size_t bytes), *gc_raw_calloc(size_t n, size_t bytes), *gc_raw_realloc(void *p, size_t bytes);
void *gc_raw_try_malloc(size_t bytes), *gc_raw_try_calloc(size_t n, size_t bytes),
    *gc_raw_try_realloc(void *p, size_t bytes);
void *gc_raw_try_aligned(size_t alignment, size_t bytes);
void *gc_raw_must_calloc(size_t n, size_t bytes), *gc_raw_must_realloc(void *p, size_t bytes);
void gc_fix_heap(
    void); /* the VM has started: RUBY_GC_FIXED_HEAP is in force from here on.  exits if it is no size, or too small */
/* VM_STRESS=oom:+N and oom:? count from here, to there. */
void gc_stress_begin(void), gc_stress_end(void);
bool gc_stress_fails(void);                /* VM_STRESS=oom: is the request about to be made the one that fails? */
NORETURN COLD void gc_out_of_memory(void); /* prints a message and ends the process */
void gc_free(void *p, size_t bytes);       /* bytes may be 0 if unknown */
/* Resizes a buffer in whole pages, which grows without a copy and returns to the system when freed.  `old` bytes at p
 * (NULL and 0: none yet) become `want` (0: none).  New bytes are 0.  Returns NULL, and leaves p unchanged, if there is
 * no memory.  Never returns NULL if it shrinks.  Does not raise. */
void *gc_pages_resize(void *p, size_t old, size_t want);
void gc_account(ptrdiff_t bytes); /* outside memory grew or shrank by other means */

/* ---- policy ---- */
void gc_collect(bool full, bool immediate_sweep);
void gc_age_all(void); /* the next full collection makes old what it marks, also what has not survived one before.  pure */
/* Runs a full collection that frees at once, because the system refused something (a mapping, a thread) that dead
 * objects may hold.  Returns false if no collection may run now.  Objects in flight are complete. */
bool gc_collect_for_room(void);
bool gc_disable(void); /* returns whether it was disabled before */
bool gc_enable(void);
extern bool gc_stress;
void gc_set_stress(bool on);
extern uint64_t gc_count_total;
uint64_t gc_objects_allocated(void); /* since the start */
bool gc_during_p(void);              /* a collection is under way: nothing may be allocated */
void gc_verify(void);                /* level 2 walker: stops the process when a bitmap, barrier or free run is wrong */
void gc_finalize_all(void);          /* runs every finalizer, those that they define too.  calls */
void gc_at_exit(
    void); /* gc_finalize_all, then the free functions of objects that hold foreign resources; the last use of a heap */
void gc_after_fork(void);

/* From now on calls fn(v, objects) with some new objects: v is one out of `objects`, of which the call stands for all.  fn may not
 * allocate or raise; only the header of v is written.  Only refills of runs are looked at, so other allocations cost nothing.  NULL: no more. */
void gc_set_sample_hook(void (*fn)(VALUE v, uint64_t objects));

/* Begins to write a line for each collection to the file at path (--gc-log, gc/log.c), or to standard error if path is "".  Returns false
 * and sets errno if the file cannot be written. */
bool gc_log_open(const char *path);
void gc_log_close(void); /* at the end of the process; again: nothing */

/* Calls fn for each live object (hidden ones too); fn must not allocate. */
void gc_each_object(void (*fn)(VALUE, void *), void *arg);
/* Calls fn for each live object that owns memory outside its slot (gc_own). */
void gc_each_owner(void (*fn)(VALUE, void *), void *arg);

/* Finalizers and ids (gc/final.c) */
VALUE gc_object_id(VALUE v);
VALUE gc_id_to_object(VALUE id);      /* Qundef if dead */
void gc_run_pending_finalizers(void); /* calls */
/* Called (from inside a sweep: set a flag, no more) when finalizers are waiting; the VM then calls the above at a safe point. */
extern void (*gc_on_pending_finalizers)(void);
/* Called when an allocation failed: gives back memory kept for later (stacks of ended fibers).  It allocates nothing. */
extern void (*gc_on_shortage)(void);

void Init_gc_early(void);  /* before the first object; reads VM_STRESS */
void Init_GC(void);        /* GC and ObjectSpace modules */
void gc_stat_intern(void); /* the words that rb_gc_stat and rb_gc_latest_gc_info answer with */

#endif
