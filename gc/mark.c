/*
 * mark.c - marks the live objects: the roots, the remembered set, and everything reachable from them.
 *
 * Algorithm   Marking uses an explicit stack and no recursion.  A popped object waits in a ring (gc/mark_ring.h) before it is
 *             scanned.  It is prefetched when it enters the ring, so its header is in the cache when it is read.
 * Ageing      An object becomes old when it is marked for the second time in its life.  Each scan of an old object decides
 *             whether the object stays in the remembered set: it stays while it refers to a young object.
 * Unprotected An unprotected object never becomes old.  If an old object refers to it, the unprotected object itself is
 *             remembered.  The old object then does not have to be.
 * Threads     The caller holds the VM lock.
 * Checked     gc_verify() at check level 2; test/internal/test_gc.c.
 */
#include "gc/mark_ring.h"
#include "gc/page.h"
#include "internal/memcheck.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MARK_STACK_FIRST = LIMIT(1 << 15, 512), MARK_AGAIN_WINDOW = LIMIT(16, 1) };
enum mark_mode {
    MARK_IDLE,
    MARK_ON,     /* mark functions mark */
    MARK_VISIT,  /* mark functions call mk.visit; nothing is marked */
    MARK_PIN,    /* marking before a compaction: gc_mark also pins its object */
    MARK_UPDATE, /* after the moves of a compaction: gc_mark_slot rewrites its slot; nothing is marked */
};

static struct {
    uint8_t mode;
    bool parent_old;       /* the object being scanned is old */
    bool saw_young;        /* parent_old holds, and the object being scanned refers to a young protected object */
    bool overflowed;       /* the stack was full: some marked objects were not pushed */
    bool updates;          /* the object being scanned can rewrite the references it passes to gc_mark_movable */
    bool arms;             /* a collection in steps is open: scan_object arms the write barrier of each object */
    bool minor;            /* the marking in mode MARK_ON leaves old objects alone */
    bool doubts;           /* gc_mark_maybe puts its finds on `again`: C may still fill them without barriers */
    shape_id_t last_shape; /* shape of the object scanned last: shape_mark() has seen it */
    VALUE last_old_class;  /* the class that class_young_p() found to be old last */
    struct mark_stack {
        VALUE *base, *top, *limit;
    } grey, again; /* grey: objects to scan.  again: objects to scan a second time (collections in steps only) */
    void (*visit)(VALUE, void *);
    void *visit_arg;
} mk;

static struct gc_type_ops type_ops[32];
static struct gc_type_ops imemo_ops[IMEMO_LAST + 1];

void
gc_register_type(unsigned t_type, const struct gc_type_ops *ops)
{
    type_ops[t_type] = *ops;
}

void
gc_register_imemo(enum imemo_kind kind, const struct gc_type_ops *ops)
{
    imemo_ops[kind] = *ops;
}

const struct gc_type_ops *
gc_ops_of(VALUE v)
{
    unsigned t = obj_type(v);
    return t == T_IMEMO ? &imemo_ops[imemo_kind(v)] : &type_ops[t];
}

/* ---- the stack ---- */

/* Doubles the stack s, or maps its first MARK_STACK_FIRST entries.  Returns false if there is no memory; the caller
 * then drops the object it has marked, and mark_rescan() finds it. */
COLD static bool
mark_stack_grow(struct mark_stack *s)
{
    static VALUE spare[512]; /* the grey stack if the first mmap fails; it never grows */
    if (s->base == spare) return false;
    size_t n = (size_t)(s->limit - s->base), want = n ? n * 2 : MARK_STACK_FIRST;
    void *p = n ? mremap(s->base, n * sizeof(VALUE), want * sizeof(VALUE), MREMAP_MAYMOVE)
                : mmap(NULL, want * sizeof(VALUE), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        if (n || s != &mk.grey) return false;
        s->base = s->top = spare;
        s->limit = spare + lengthof(spare);
        return true;
    }
    s->base = p;
    s->top = s->base + n;
    s->limit = s->base + want;
    return true;
}

/* Returns the pages of s above MARK_STACK_FIRST entries to the system.  s is empty. */
static void
mark_stack_trim(struct mark_stack *s)
{
    size_t n = (size_t)(s->limit - s->base);
    if (n > MARK_STACK_FIRST) madvise(s->base + MARK_STACK_FIRST, (n - MARK_STACK_FIRST) * sizeof(VALUE), MADV_DONTNEED);
}

/* Pushes v on s.  Sets mk.overflowed if s is full and cannot grow. */
static ALWAYS_INLINE void
stack_push(struct mark_stack *s, VALUE v)
{
    if (UNLIKELY(s->top == s->limit) && !mark_stack_grow(s)) {
        mk.overflowed = true;
        return;
    }
    *s->top++ = v;
}

static ALWAYS_INLINE void
mark_push(VALUE v)
{
    stack_push(&mk.grey, v);
}

/* ---- one object ---- */

/* Marks v, ages it, and pushes it if it had no mark.  If the object being scanned is old, also records the
 * reference: a young protected v sets mk.saw_young, an unprotected v becomes remembered. */
static ALWAYS_INLINE void
mark_object(VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    struct gc_bits *b = at.bits;
    uint64_t bit = at.bit;
    VM_ASSERT(gc_page_find(v) && (b->alloc & bit));
    if (!(b->mark & bit)) {
        b->mark |= bit;
        at.page->marked++;
        if (b->aged & bit) {
            if (!(b->old & bit)) {
                b->old |= bit;
                at.page->old_count++;
                gc.old_objects++;
            }
        } else {
            b->aged |= bit & ~b->unprotected;
        }
        if (b->old & bit) gc.old_marked++;
        mark_push(v);
    }
    if (mk.parent_old && !(b->old & bit)) {
        if (b->unprotected & bit) {
            b->remembered |= bit;
            at.page->remembered_lines |= 1u << at.line;
        } else {
            mk.saw_young = true;
        }
    }
}

/* Handles v in every mode except MARK_ON.  The caller cannot rewrite the reference, so MARK_PIN pins v. */
COLD static void
mark_otherwise(VALUE v)
{
    if (mk.mode == MARK_VISIT) {
        mk.visit(v, mk.visit_arg);
    } else if (mk.mode == MARK_PIN) {
        struct gc_bit at = gc_bit_of(v);
        at.bits->pinned |= at.bit;
        mark_object(v);
    } else if (mk.mode == MARK_UPDATE) {
        VM_ASSERT(obj_type(v) != T_MOVED);
    }
}

/* Handles *at in every mode except MARK_ON.  The caller can rewrite the reference, so MARK_PIN does not pin the
 * object, and MARK_UPDATE stores the object's new address in *at. */
COLD static void
mark_slot_otherwise(VALUE *at)
{
    if (mk.mode == MARK_PIN) mark_object(*at);
    else if (mk.mode == MARK_UPDATE) *at = gc_moved(*at);
    else mark_otherwise(*at);
}

void
gc_mark(VALUE v)
{
    if (!val_heap_p(v)) return;
    if (LIKELY(mk.mode == MARK_ON)) mark_object(v);
    else mark_otherwise(v);
}

void
gc_mark_slot(VALUE *at)
{
    if (!val_heap_p(*at)) return;
    if (LIKELY(mk.mode == MARK_ON)) mark_object(*at);
    else mark_slot_otherwise(at);
}

void
gc_mark_movable(VALUE v)
{
    if (!val_heap_p(v)) return;
    if (mk.mode == MARK_ON || (mk.mode == MARK_PIN && mk.updates)) mark_object(v);
    else mark_otherwise(v);
}

void
gc_mark_slots(VALUE *at, size_t n)
{
    if (UNLIKELY(mk.mode != MARK_ON)) {
        for (size_t i = 0; i < n; i++) gc_mark_slot(&at[i]);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (val_heap_p(at[i])) mark_object(at[i]);
}

bool
gc_mark_updates(bool on)
{
    bool was = mk.updates;
    mk.updates = on;
    return was;
}

void
gc_mark_range(const VALUE *from, size_t n)
{
    if (UNLIKELY(mk.mode != MARK_ON)) {
        for (size_t i = 0; i < n; i++) gc_mark(from[i]);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (val_heap_p(from[i])) mark_object(from[i]);
}

/* Returns the object whose slot contains the address `word`, and pins it.  Returns 0 if `word` is in no live slot. */
static VALUE
conservative_object(uintptr_t word)
{
    struct gc_page *page = gc_page_find(word);
    if (!page) return 0;
    unsigned i = gc_slot_index(page, word);
    if (i >= page->slot_count) return 0;
    struct gc_bits *b = &page->bits[i >> 6];
    uint64_t bit = (uint64_t)1 << (i & 63);
    if (!(b->alloc & bit)) return 0;
    VALUE v = gc_slot_at(page, i);
    if (obj_type(v) == T_ZOMBIE) return 0; /* its slot goes once its free function has run */
    b->pinned |= bit;
    return v;
}

/* Marks and pins every object that a word in [from, to) points to.  A pointer into the middle of a slot counts: the
 * compiler may keep RSTRING_PTR of an embedded String and drop the VALUE of the String. */
__attribute__((no_sanitize("address"))) NOINLINE void
gc_mark_maybe(const void *from, const void *to)
{
    const uintptr_t *p = (const uintptr_t *)(((uintptr_t)from + 7) & ~(uintptr_t)7);
    for (; (const void *)(p + 1) <= to; p++) {
        uintptr_t word = *p;
        MEMCHECK_DEFINED(word);
        if (word - gc.lowest >= gc.highest - gc.lowest) continue;
        VALUE v = conservative_object(word);
        if (!v) continue;
        gc_mark(v);
        if (UNLIKELY(mk.doubts)) gc_mark_again(v);
    }
}

/* Calls gc_mark_maybe() with the two ends in ascending order. */
void
gc_mark_machine_stack(const void *from, const void *to)
{
    if (from < to) gc_mark_maybe(from, to);
    else gc_mark_maybe(to, from);
}

/* Returns whether v survives this collection.  Outside a collection, an object in a swept page is live if it is
 * allocated. */
bool
gc_live_p(VALUE v)
{
    if (!val_heap_p(v)) return true;
    struct gc_bit at = gc_bit_of(v);
    return (at.bits->mark & at.bit) || (at.page->state == GC_PAGE_SWEPT && !gc.during && (at.bits->alloc & at.bit));
}

/* ---- scanning ---- */

/* Returns whether the class of v is young.  mk.saw_young does not cover the class, because shape_mark() marks
 * the class of a shape once in a collection.  An object of the same shape may have been scanned before v. */
static bool
class_young_p(VALUE v)
{
    VALUE klass = obj_class(v);
    if (!klass || klass == mk.last_old_class) return false;
    struct gc_bit at = gc_bit_of(klass);
    if (!(at.bits->old & at.bit)) return true;
    mk.last_old_class = klass;
    return false;
}

/* Decides whether the old object v, just scanned, is in the remembered set (PAGE-6).  It is if v refers to a young
 * object or has a young class.  Writes the header only if HDR_OLD_CLEAN changes, so most scans leave the object's
 * cache line clean. */
static void
settle_old(VALUE v, struct gc_bit at)
{
    struct obj_header *h = obj_hdr(v);
    VM_ASSERT((at.bits->old & at.bit) && (at.bits->mark & at.bit)); /* v is old, and its scan has ended */
    if (mk.saw_young || class_young_p(v)) {
        if (h->flags & HDR_OLD_CLEAN) h->flags &= ~(uint32_t)HDR_OLD_CLEAN;
        at.bits->remembered |= at.bit;
        at.page->remembered_lines |= 1u << at.line;
    } else {
        if (!(h->flags & HDR_OLD_CLEAN)) h->flags |= HDR_OLD_CLEAN;
        /* arm_barrier() sets HDR_OLD_CLEAN in remembered objects too, so the flag does not tell whether the bit is set */
        if (at.bits->remembered & at.bit) at.bits->remembered &= ~at.bit;
    }
}

/* Arms the write barrier of v, which is black from now on: the next store into v calls gc_remember().  An
 * unprotected object is written without barriers, so it is not armed; gc_mark_close() scans it again instead. */
COLD static void
arm_barrier(VALUE v, struct gc_bit at)
{
    struct obj_header *h = obj_hdr(v);
    if (!((h->flags & HDR_OLD_CLEAN) || (at.bits->unprotected & at.bit))) h->flags |= HDR_OLD_CLEAN;
}

/* Calls the mark function of v's type, then marks the instance variables that v keeps in the side table. */
static ALWAYS_INLINE void
scan_references(VALUE v)
{
    const struct gc_type_ops *ops = gc_ops_of(v);
    if (ops->mark) ops->mark(v);
    if (UNLIKELY(obj_flags(v) & HDR_EXIVAR)) ivar_mark(v);
}

/* Rewrites the references of v to objects that a compaction has moved.  Calls the mark function only for the types
 * whose mark function uses gc_mark_slot(), and gc_data_update() for T_DATA.  The referents of the other types were pinned. */
void
gc_update_references(VALUE v)
{
    const struct gc_type_ops *ops = gc_ops_of(v);
    mk.mode = MARK_UPDATE;
    switch (obj_type(v)) {
    case T_OBJECT:
    case T_ARRAY:
    case T_HASH:
    case T_STRUCT:
    case T_STRING:
    case T_RATIONAL:
    case T_COMPLEX:
        if (ops->mark) ops->mark(v);
        break;
    case T_DATA: gc_data_update(v); break;
    }
    if (UNLIKELY(obj_flags(v) & HDR_EXIVAR)) ivar_mark(v);
    mk.mode = MARK_IDLE;
}

/* Marks everything that v refers to: its shape, its class, and its references.  v is black afterwards. */
static void
scan_object(VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    mk.parent_old = (at.bits->old & at.bit) != 0;
    mk.saw_young = false;
    shape_id_t shape = obj_shape(v);
    if (shape != mk.last_shape) {
        shape_mark(shape);
        mk.last_shape = shape;
    }
    scan_references(v);
    if (mk.parent_old) settle_old(v, at);
    if (UNLIKELY(mk.arms)) arm_barrier(v, at);
}

/* Pops and scans objects from the grey stack, at most `limit`.  Returns false if objects are left; those in the
 * ring are pushed back. */
static bool
drain_stack(size_t limit)
{
    struct mark_ring ring = {.first = 0};
    for (;;) {
        if (mk.grey.top > mk.grey.base && !mark_ring_put(&ring, *--mk.grey.top)) continue;
        if (!ring.waiting) break;
        scan_object(mark_ring_take(&ring));
        if (UNLIKELY(--limit == 0)) break;
    }
    mk.parent_old = false;
    bool left = ring.waiting || mk.grey.top > mk.grey.base;
    while (ring.waiting) mark_push(mark_ring_take(&ring));
    return !left;
}

/* Scans every marked object of the page again.  Used after an overflow: an object that was marked but not pushed is
 * among them. */
static void
mark_rescan(struct gc_page *page, void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < page->slot_count; i += 64) {
        for (uint64_t live = page->bits[i / 64].mark; live; live &= live - 1) {
            scan_object(gc_slot_at(page, i + (unsigned)__builtin_ctzll(live)));
            drain_stack(SIZE_MAX);
        }
    }
}

/* Scans until no object is grey.  Repeats with mark_rescan() on all pages while the stack overflows. */
static void
mark_drain(void)
{
    drain_stack(SIZE_MAX);
    while (UNLIKELY(mk.overflowed)) {
        mk.overflowed = false;
        gc_each_page(mark_rescan, NULL);
    }
}

/* Calls fn(object, arg) for each object that v refers to, except its class.  Marks nothing. */
void
gc_visit_references(VALUE v, void (*fn)(VALUE, void *), void *arg)
{
    uint8_t mode = mk.mode;
    VM_ASSERT(mode != MARK_ON && mode != MARK_PIN);
    mk.mode = MARK_VISIT;
    mk.visit = fn;
    mk.visit_arg = arg;
    scan_references(v);
    mk.mode = mode;
}

/* ---- roots ---- */

static struct gc_root {
    void (*mark)(void *);
    void *arg;
} *roots;
static size_t root_count, root_capa;
static void (**weak_sweepers)(void);
static size_t weak_count, weak_capa;
static void (**weak_updaters)(void);
static size_t updater_count, updater_capa;
static VALUE **globals;
static size_t global_count, global_capa;
static VALUE *kept;
static size_t kept_count, kept_capa;

/* Returns `list` with room for one more element.  Reallocates it to twice its capacity if it is full. */
static void *
list_room(void *list, size_t count, size_t *capa, size_t element_bytes)
{
    if (count < *capa) return list;
    *capa = *capa ? *capa * 2 : 16;
    return gc_raw_must_realloc(list, *capa * element_bytes);
}

void
gc_add_root(void (*mark)(void *), void *arg)
{
    roots = list_room(roots, root_count, &root_capa, sizeof *roots);
    roots[root_count++] = (struct gc_root){mark, arg};
}

void
gc_add_weak_sweeper(void (*fn)(void))
{
    weak_sweepers = list_room(weak_sweepers, weak_count, &weak_capa, sizeof *weak_sweepers);
    weak_sweepers[weak_count++] = fn;
}

void
gc_add_weak_updater(void (*fn)(void))
{
    weak_updaters = list_room(weak_updaters, updater_count, &updater_capa, sizeof *weak_updaters);
    weak_updaters[updater_count++] = fn;
}

void
gc_update_weak(void)
{
    for (size_t i = 0; i < updater_count; i++) weak_updaters[i]();
}

void
gc_register_global(VALUE *at)
{
    globals = list_room(globals, global_count, &global_capa, sizeof *globals);
    globals[global_count++] = at;
}

void
gc_unregister_global(VALUE *at)
{
    for (size_t i = global_count; i-- > 0;) {
        if (globals[i] != at) continue;
        memmove(&globals[i], &globals[i + 1], (global_count - i - 1) * sizeof *globals);
        global_count--;
        return;
    }
}

void
gc_keep(VALUE v)
{
    if (!val_heap_p(v)) return;
    kept = list_room(kept, kept_count, &kept_capa, sizeof *kept);
    kept[kept_count++] = v;
}

/* Marks conservatively to gc.stack_base, from the frame that began the collection or, without one, from the current frame. */
__attribute__((no_sanitize("address"))) NOINLINE static void
mark_stack_below_me(void)
{
    gc_mark_machine_stack(gc.stack_top ? gc.stack_top : __builtin_frame_address(0), gc.stack_base);
}

/* Marks the machine stack and the registers.  __builtin_unwind_init() stores every callee-saved register in this
 * frame.  setjmp() would not do: it mangles some of them. */
NOINLINE static void
mark_registers_and_stack(void)
{
    __builtin_unwind_init();
    mark_stack_below_me();
    __asm__ volatile("" ::: "memory");
}

/* Marks the registered C variables and the objects given to gc_keep(). */
static void
mark_globals(void)
{
    for (size_t i = 0; i < global_count; i++) gc_mark(*globals[i]);
    gc_mark_range(kept, kept_count);
}

/* Marks all roots.  If gc.stack_base is 0, the machine stack is skipped. */
void
gc_mark_roots(void)
{
    if (gc.stack_base) mark_registers_and_stack();
    mark_globals();
    for (size_t i = 0; i < root_count; i++) roots[i].mark(roots[i].arg);
    gc_final_mark();
}

/* Calls fn(object, arg) for each object that the roots of this kind refer to.  Marks nothing. */
void
gc_visit_roots(enum gc_root_kind kind, void (*fn)(VALUE, void *), void *arg)
{
    uint8_t mode = mk.mode;
    VM_ASSERT(mode == MARK_IDLE);
    mk.mode = MARK_VISIT;
    mk.visit = fn;
    mk.visit_arg = arg;
    switch (kind) {
    case GC_ROOTS_STACK:
        if (gc.stack_base) mark_registers_and_stack();
        break;
    case GC_ROOTS_GLOBALS: mark_globals(); break;
    case GC_ROOTS_VM:
        for (size_t i = 0; i < root_count; i++) roots[i].mark(roots[i].arg);
        gc_final_mark();
        break;
    case GC_ROOTS_COUNT: break;
    }
    mk.mode = mode;
}

/* ---- a collection's marking ---- */

/* Prepares the page for a major collection: clears its marks and pins. */
static void
page_clear_marks(struct gc_page *page, void *unused)
{
    (void)unused;
    page->marked = 0;
    for (unsigned i = 0; i < page->lines; i++) {
        struct gc_bits *b = &page->bits[i];
        b->mark = b->pinned = 0;
        b->remembered &= b->old; /* unprotected objects are remembered again when an old referrer is scanned */
    }
}

/* Prepares the page for a minor collection.  The sweep has left mark == old (PAGE-4), so every old object counts as
 * marked. */
static void
page_start_minor(struct gc_page *page, void *unused)
{
    (void)unused;
    page->marked = page->old_count;
}

/* Makes the remembered objects of the page grey.  An old one has its mark already (PAGE-4), so mark_object() would
 * not push it: it is pushed directly.  An unprotected one has no mark, so mark_object() marks and pushes it. */
static void
page_push_remembered(struct gc_page *page, void *unused)
{
    (void)unused;
    uint32_t lines = page->remembered_lines;
    page->remembered_lines = 0;
    while (lines) {
        unsigned i = (unsigned)__builtin_ctz(lines);
        lines &= lines - 1;
        uint64_t rem = page->bits[i].remembered;
        if (!rem) continue;
        page->remembered_lines |= 1u << i;
        for (; rem; rem &= rem - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(rem));
            if (page->bits[i].old & rem & -rem) mark_push(v);
            else mark_object(v);
        }
    }
    if (mk.grey.top - mk.grey.base > MARK_STACK_FIRST / 2) mark_drain();
}

/* Resets the state of the scan.  mk.mode is set by the caller. */
static void
mark_begin(void)
{
    mk.updates = false;
    mk.parent_old = false;
    mk.last_shape = SHAPE_HIDDEN;
    mk.last_old_class = 0;
    if (!mk.grey.base) mark_stack_grow(&mk.grey);
    gc.old_marked = 0;
}

bool (*gc_mark_left_behind)(void);
void (*gc_old_no_longer)(VALUE v);

/* Scans until nothing is left, then calls the hook gc_mark_left_behind(), which may mark more.  Ends when the hook
 * marks nothing. */
static void
mark_to_the_end(void)
{
    do mark_drain();
    while (gc_mark_left_behind && gc_mark_left_behind());
}

/* Calls the weak sweepers, frees the unmarked shapes, and leaves the marking mode. */
static void
mark_end(void)
{
    for (size_t i = 0; i < weak_count; i++) weak_sweepers[i]();
    shape_sweep();
    mk.mode = MARK_IDLE;
    mk.minor = false;
    mark_stack_trim(&mk.grey);
}

/* Marks in one pause.  major: all objects are marked; otherwise old objects count as live.  pin: a compaction
 * follows. */
void
gc_mark_all(bool major, bool pin)
{
    mk.mode = pin ? MARK_PIN : MARK_ON;
    mk.minor = !major;
    mark_begin();
    if (major) {
        gc_each_page(page_clear_marks, NULL);
    } else {
        gc_each_page(page_start_minor, NULL);
        gc_each_page(page_push_remembered, NULL);
    }
    mark_drain();
    gc_mark_roots();
    mark_to_the_end();
    mark_end();
}

bool
gc_minor_p(void)
{
    return mk.minor;
}

/* ---- marking in steps (gc/incremental.c) ---- */

/* Marks all roots before the last pause.  The program runs on afterwards and can still write to an object found by
 * a conservative root without a barrier, so mk.doubts puts each such object on `again`. */
static void
mark_roots_early(void)
{
    mk.doubts = true;
    gc_mark_roots();
    mk.doubts = false;
    mk.mode = MARK_IDLE;
}

/* Starts a major collection in steps: clears the marks and marks the roots. */
void
gc_mark_open(void)
{
    mk.mode = MARK_ON;
    mk.arms = true;
    mark_begin();
    gc_each_page(page_clear_marks, NULL);
    mark_roots_early();
}

/* Scans at most `objects` grey objects.  Returns true if the grey stack is empty. */
bool
gc_mark_step(size_t objects)
{
    mk.mode = MARK_ON;
    bool empty = drain_stack(objects);
    mk.mode = MARK_IDLE;
    return empty;
}

/* Puts v on the list `again`, unless v is one of the last MARK_AGAIN_WINDOW entries: a machine stack often holds
 * the same object several times. */
COLD void
gc_mark_again(VALUE v)
{
    VM_ASSERT(gc.marking || gc.during); /* the list lives as long as one marking */
    const VALUE *p = mk.again.top;
    for (unsigned i = 0; i < MARK_AGAIN_WINDOW && p > mk.again.base; i++)
        if (*--p == v) return;
    stack_push(&mk.again, v);
}

/* Pushes the marked unprotected objects of the page.  They are written without barriers, so they are scanned again. */
static void
push_unprotected(struct gc_page *page, void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < page->lines; i++)
        for (uint64_t again = page->bits[i].mark & page->bits[i].unprotected; again; again &= again - 1)
            mark_push(gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(again)));
}

/* Moves the list `again` to the grey stack. */
static void
push_again(void)
{
    for (const VALUE *p = mk.again.base; p < mk.again.top; p++) mark_push(*p);
    mk.again.top = mk.again.base;
}

/* Makes the objects on `again`, and those found from the roots, grey.  Called between steps so that the last pause
 * has less to scan. */
void
gc_mark_look_again(void)
{
    mk.mode = MARK_ON;
    push_again();
    mark_roots_early();
}

/* Marks what is left of a collection in steps: the list `again`, the unprotected objects that
 * have a mark, and the roots.  This is the last pause. */
void
gc_mark_close(void)
{
    mk.mode = MARK_ON;
    push_again();
    gc_each_page(push_unprotected, NULL);
    gc_mark_roots();
    mark_to_the_end();
    mk.mode = MARK_IDLE;
    if (VM_CHECK_LEVEL >= 2) gc_verify();
    mk.arms = gc.marking = false; /* first: the stores of weak sweepers must not reach gc_mark_again() */
    mark_stack_trim(&mk.again);
    mark_end();
}

/* Returns whether v is on s.  Takes time proportional to the size of s. */
static bool
stack_has_p(const struct mark_stack *s, VALUE v)
{
    for (const VALUE *p = s->base; p < s->top; p++)
        if (*p == v) return true;
    return false;
}

/* Returns whether v may be grey.  After an overflow every object may be.  For gc_verify() only. */
bool
gc_mark_grey_p(VALUE v)
{
    return mk.overflowed || stack_has_p(&mk.grey, v) || stack_has_p(&mk.again, v);
}
