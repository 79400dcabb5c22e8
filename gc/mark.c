/*
 * mark.c - finding what is alive: roots, remembered set, transitive closure.
 *
 * One explicit stack, no recursion.  Objects popped pass through a short ring and are prefetched on entering it, so that
 * a header is in the cache by the time it is read.
 *
 * Ageing happens here: an object marked for the second time in its life becomes old.  Scanning an old object (just
 * promoted, remembered, or any old one in a major collection) decides afresh whether it must be remembered: it must if
 * something it refers to is still young.  Unprotected objects never age; one that an old object refers to is remembered
 * itself, so that its old referrer need not be.
 */
#include "gc/page.h"
#include "internal/memcheck.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MARK_RING = 8, MARK_STACK_FIRST = LIMIT(1 << 15, 512), MARK_AGAIN_WINDOW = LIMIT(16, 1) };
enum mark_mode {
    MARK_IDLE,
    MARK_ON,
    MARK_VISIT,
    MARK_PIN,    /* marking before a compaction: a plain gc_mark also pins */
    MARK_UPDATE, /* after the moves: slots that may hold a moved object are rewritten, nothing is marked */
};

static struct {
    uint8_t mode;
    bool parent_old; /* the object being scanned is old ... */
    bool saw_young;  /* ... and refers to a young one */
    bool overflowed; /* objects were marked and not pushed */
    bool updates;    /* the object being scanned will rewrite what gc_mark_movable is shown */
    bool arms;       /* marking in steps: scanned objects get their barrier armed */
    bool doubts;     /* what gc_mark_maybe finds may still be filled without barriers: scan it again at the end */
    shape_id_t last_shape;
    VALUE last_old_class;
    struct mark_stack {
        VALUE *base, *top, *limit;
    } grey, again; /* again: black objects that were written to since (marking in steps) */
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

/* false: there is no memory.  What is marked but was not pushed is found again by mark_rescan. */
COLD static bool
mark_stack_grow(struct mark_stack *s)
{
    static VALUE spare[512]; /* when not even the first stack can be had */
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

static void
mark_stack_trim(struct mark_stack *s)
{
    size_t n = (size_t)(s->limit - s->base);
    if (n > MARK_STACK_FIRST) madvise(s->base + MARK_STACK_FIRST, (n - MARK_STACK_FIRST) * sizeof(VALUE), MADV_DONTNEED);
}

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

/* A reference that cannot be rewritten: what it leads to stays where it is. */
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

/* A reference that can be. */
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

/* The object whose slot holds the address, wherever it points into it. */
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
    if (obj_type(v) == T_ZOMBIE) return 0; /* goes when its free function has run, perhaps before the next step */
    b->pinned |= bit;
    return v;
}

/* Interior pointers count: the compiler may have kept RSTRING_PTR of an embedded string and dropped the string. */
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

void
gc_mark_machine_stack(const void *from, const void *to)
{
    if (from < to) gc_mark_maybe(from, to);
    else gc_mark_maybe(to, from);
}

bool
gc_live_p(VALUE v)
{
    if (!val_heap_p(v)) return true;
    struct gc_bit at = gc_bit_of(v);
    return (at.bits->mark & at.bit) || (at.page->state == GC_PAGE_SWEPT && !gc.during && (at.bits->alloc & at.bit));
}

/* ---- scanning ---- */

/* Its class is young?  shape_mark() marks each shape once, so the shape's other objects may have been seen first. */
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

static void
settle_old(VALUE v, struct gc_bit at)
{
    struct obj_header *h = obj_hdr(v);
    if (mk.saw_young || class_young_p(v)) {
        if (h->flags & HDR_OLD_CLEAN) h->flags &= ~(uint32_t)HDR_OLD_CLEAN;
        at.bits->remembered |= at.bit;
        at.page->remembered_lines |= 1u << at.line;
    } else {
        if (!(h->flags & HDR_OLD_CLEAN)) h->flags |= HDR_OLD_CLEAN;
        if (at.bits->remembered & at.bit) at.bits->remembered &= ~at.bit; /* armed objects may be remembered (GC-3) */
    }
}

/* Black from now on: a write must be told. */
COLD static void
arm_barrier(VALUE v, struct gc_bit at)
{
    struct obj_header *h = obj_hdr(v);
    if (!((h->flags & HDR_OLD_CLEAN) || (at.bits->unprotected & at.bit))) h->flags |= HDR_OLD_CLEAN;
}

static ALWAYS_INLINE void
scan_references(VALUE v)
{
    const struct gc_type_ops *ops = gc_ops_of(v);
    if (ops->mark) ops->mark(v);
    if (UNLIKELY(obj_flags(v) & HDR_EXIVAR)) ivar_mark(v);
}

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

/* Scans what is on the stack, at most `limit` objects.  false: some are left. */
static bool
drain_stack(size_t limit)
{
    VALUE ring[MARK_RING];
    unsigned first = 0, waiting = 0;
    for (;;) {
        if (mk.grey.top > mk.grey.base) {
            VALUE v = *--mk.grey.top;
            PREFETCH((void *)v);
            ring[(first + waiting) % MARK_RING] = v;
            if (++waiting < MARK_RING) continue;
        }
        if (!waiting) break;
        VALUE ready = ring[first];
        first = (first + 1) % MARK_RING;
        waiting--;
        scan_object(ready);
        if (UNLIKELY(--limit == 0)) break;
    }
    mk.parent_old = false;
    bool left = waiting || mk.grey.top > mk.grey.base;
    for (; waiting; waiting--, first = (first + 1) % MARK_RING) mark_push(ring[first]);
    return !left;
}

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

static void
mark_drain(void)
{
    drain_stack(SIZE_MAX);
    while (UNLIKELY(mk.overflowed)) {
        mk.overflowed = false;
        gc_each_page(mark_rescan, NULL);
    }
}

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

__attribute__((no_sanitize("address"))) NOINLINE static void
mark_stack_below_me(void)
{
    gc_mark_machine_stack(__builtin_frame_address(0), gc.stack_base);
}

/* The unwind-init spills every callee-saved register into this frame (setjmp would mangle some of them). */
NOINLINE static void
mark_registers_and_stack(void)
{
    __builtin_unwind_init();
    mark_stack_below_me();
    __asm__ volatile("" ::: "memory");
}

static void
mark_globals(void)
{
    for (size_t i = 0; i < global_count; i++) gc_mark(*globals[i]);
    gc_mark_range(kept, kept_count);
}

void
gc_mark_roots(void)
{
    if (gc.stack_base) mark_registers_and_stack();
    mark_globals();
    for (size_t i = 0; i < root_count; i++) roots[i].mark(roots[i].arg);
    gc_final_mark();
}

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

static void
page_clear_marks(struct gc_page *page, void *unused)
{
    (void)unused;
    page->marked = 0;
    for (unsigned i = 0; i < page->lines; i++) {
        struct gc_bits *b = &page->bits[i];
        b->mark = b->pinned = 0;
        b->remembered &= b->old; /* unprotected ones: found again when an old object is scanned */
    }
}

static void
page_start_minor(struct gc_page *page, void *unused)
{
    (void)unused;
    page->marked = page->old_count; /* mark == old already (PAGE-4) */
}

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

static void
mark_to_the_end(void)
{
    do mark_drain();
    while (gc_mark_left_behind && gc_mark_left_behind());
}

static void
mark_end(void)
{
    for (size_t i = 0; i < weak_count; i++) weak_sweepers[i]();
    shape_sweep();
    mk.mode = MARK_IDLE;
    mark_stack_trim(&mk.grey);
}

void
gc_mark_all(bool major, bool pin)
{
    mk.mode = pin ? MARK_PIN : MARK_ON;
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

/* ---- marking in steps (gc/incremental.c) ---- */

/* All roots, in the midst of things. */
static void
mark_roots_early(void)
{
    mk.doubts = true;
    gc_mark_roots();
    mk.doubts = false;
    mk.mode = MARK_IDLE;
}

void
gc_mark_open(void)
{
    mk.mode = MARK_ON;
    mk.arms = true;
    mark_begin();
    gc_each_page(page_clear_marks, NULL);
    mark_roots_early();
}

bool
gc_mark_step(size_t objects)
{
    mk.mode = MARK_ON;
    bool empty = drain_stack(objects);
    mk.mode = MARK_IDLE;
    return empty;
}

/* A stack often holds the same object several times. */
COLD void
gc_mark_again(VALUE v)
{
    const VALUE *p = mk.again.top;
    for (unsigned i = 0; i < MARK_AGAIN_WINDOW && p > mk.again.base; i++)
        if (*--p == v) return;
    stack_push(&mk.again, v);
}

static void
push_unprotected(struct gc_page *page, void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < page->lines; i++)
        for (uint64_t again = page->bits[i].mark & page->bits[i].unprotected; again; again &= again - 1)
            mark_push(gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(again)));
}

static void
push_again(void)
{
    for (const VALUE *p = mk.again.base; p < mk.again.top; p++) mark_push(*p);
    mk.again.top = mk.again.base;
}

void
gc_mark_look_again(void)
{
    mk.mode = MARK_ON;
    push_again();
    mark_roots_early();
}

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
    mk.arms = gc.marking = false; /* weak sweepers write with barriers */
    mark_stack_trim(&mk.again);
    mark_end();
}

static bool
stack_has_p(const struct mark_stack *s, VALUE v)
{
    for (const VALUE *p = s->base; p < s->top; p++)
        if (*p == v) return true;
    return false;
}

bool
gc_mark_grey_p(VALUE v)
{
    return mk.overflowed || stack_has_p(&mk.grey, v) || stack_has_p(&mk.again, v);
}
