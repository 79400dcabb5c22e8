/*
 * compact.c - moving objects together, so that sparse pages can go back to the system.
 *
 * Three steps, with the world stopped and everything swept:
 *
 *   1  A full marking (gc_mark_all with `pin`) has set the pinned bit of each object that a fixed reference leads to.  Such
 *      references lie in the machine stacks, the VM stack, roots, code, classes, environments, hidden Arrays and Hashes, T_DATA.
 *   2  Objects of a few types (movable_type) that are not pinned and whose address was not handed out (HDR_TOLD) are
 *      copied.  The old slot becomes a T_MOVED with the new address behind its header.  If an object's contents have
 *      outgrown its slot, or leave most of it empty, it gets a slot of the class that suits it now (`fitting` of its type).
 *      It gets the shape of that class, too, and `settle` takes in contents that were outside.
 *   3  The mark function of every live object runs again and now rewrites the references (gc_mark_slot).  The weak tables
 *      are updated after that, and the old slots are freed.
 *
 * The `fitting` function of each movable object's type returns the slot class that suits it, with or without `all`.  Without `all`,
 * an object that has this class stays for now, and the others go to the first free slots of their new class.
 *
 * Then pages are emptied.  A page that holds a fixed object cannot be emptied, and moving its other objects gains nothing.  So the
 * sparsest pages whose objects can all move are emptied, as many as the others have room for.  With `all` (stress mode,
 * GC.verify_compaction_references) everything that can move does, into fresh pages: code that kept an old address finds poison.
 *
 * MOVE-1    No object is made between step 1 and the end of step 3, no Ruby code runs.
 * MOVE-2    A moved object keeps its age, its class, its instance variables and all its bits; but it owns nothing outside
 *           (GC-6) once its contents lie in its slot.
 * MOVE-3    The slot class of a moved object is its old one or what its type's `fitting` returned, and its shape is of that
 *           class (SHAPE-1).  If no such shape can be had it is the old one.
 * MOVE-4    An object moves once, or twice: to a slot class, then out of a page to be emptied.  gc_moved follows both.
 * Checked   gc_verify() after each compaction with `all`; VM_STRESS=compact:N; test/test_gc_compact.rb
 */
#include "gc/page.h"
#include "internal/shape.h"

#include <stdlib.h>
#include <string.h>

struct gc_compaction gc_compaction;

/* ---- what can move ---- */

static bool
movable_type(unsigned t)
{
    switch (t) {
    case T_OBJECT:
    case T_STRING:
    case T_ARRAY:
    case T_HASH:
    case T_STRUCT:
    case T_FLOAT:
    case T_BIGNUM:
    case T_RATIONAL:
    case T_COMPLEX: return true;
    default: return false;
    }
}

static bool
movable_p(const struct gc_bits *b, uint64_t bit, VALUE v)
{
    uint32_t flags = obj_flags(v);
    unsigned t = flags & 0x1f;
    if ((b->pinned & bit) || (flags & HDR_TOLD) || !movable_type(t) || !obj_class(v)) return false;
    const struct gc_type_ops *ops = gc_ops_of(v);
    return !ops->locked || !ops->locked(v);
}

/* ---- one object ---- */

/* Moves the state bits of one object.  The same words hold the bits of 63 other slots, so each bit is moved on its own. */
static void
bits_move(struct gc_bit from, struct gc_bit to)
{
#define MOVE(field)                                                \
    do {                                                           \
        if (from.bits->field & from.bit) to.bits->field |= to.bit; \
        from.bits->field &= ~from.bit;                             \
    } while (0)
    MOVE(mark);
    MOVE(aged);
    MOVE(remembered);
    MOVE(unprotected);
    MOVE(owns);
    if (from.bits->old & from.bit) {
        from.page->old_count--;
        to.page->old_count++;
    }
    MOVE(old);
#undef MOVE
    VM_ASSERT(!((from.bits->old | from.bits->remembered | from.bits->owns) &
                from.bit));   /* a sweep of the old slot frees nothing */
    to.bits->alloc |= to.bit; /* the old slot stays taken till the end: it holds the address */
    if (to.bits->remembered & to.bit) to.page->remembered_lines |= 1u << to.line;
}

/* Returns the slot class that v is to move to, its own if v has that already, and its shape there in *shape (MOVE-3). */
static unsigned
slot_class_fitting(VALUE v, shape_id_t *shape)
{
    const struct gc_type_ops *ops = gc_ops_of(v);
    unsigned own = gc_slot_class(v), cls = ops->fitting ? ops->fitting(v) : own;
    *shape = obj_shape(v);
    if (cls == own) return own;
    shape_id_t there = shape_in_slot_class(*shape, cls);
    if (!there) return own;
    *shape = there;
    return cls;
}

/* Finishes the move of `from` to the slot `to` of another class. */
static void
slot_class_changed(VALUE from, VALUE to)
{
    struct gc_page *was = gc_page_of(from), *is = gc_page_of(to);
    unsigned type = obj_type(to);
    gc_ops_of(to)->settle(from, to);
    gc.classes[was->slot_class].allocated--;
    gc.classes[is->slot_class].allocated++;
    gc.marked_bytes += (uint64_t)is->slot_bytes - was->slot_bytes;
    if (is->slot_bytes > was->slot_bytes) gc_compaction.moved_up[type]++;
    else gc_compaction.moved_down[type]++;
}

static void
object_move(VALUE v, VALUE to, shape_id_t shape)
{
    size_t had = gc_page_of(v)->slot_bytes, has = gc_page_of(to)->slot_bytes;
    VM_ASSERT(gc.during && obj_type(v) != T_MOVED);              /* a move is a step of a compaction, and v is whole */
    VM_ASSERT(!(gc_bit_of(to).bits->alloc & gc_bit_of(to).bit)); /* the new slot is free */
    VM_ASSERT(!(gc_bit_of(v).bits->pinned & gc_bit_of(v).bit));  /* every reference to v can be rewritten */
    memcpy((void *)to, (const void *)v, had < has ? had : has);
    obj_hdr(to)->shape = shape;
    bits_move(gc_bit_of(v), gc_bit_of(to));
    if (had != has) slot_class_changed(v, to);
    uint32_t flags = obj_flags(to);
    if (flags & HDR_EXIVAR) ivar_moved(v, to);
    if (flags & (HDR_FINALIZE | HDR_HAS_ID)) gc_final_moved(v, to);
    obj_hdr(v)->flags = T_MOVED;
    obj_hdr(v)->shape = SHAPE_HIDDEN;
#if OBJ_HEADER_BYTES == 16
    obj_hdr(v)->klass = 0;
#endif
    *(VALUE *)((char *)v + OBJ_HEADER_BYTES) = to;
    gc_compaction.moved[flags & 0x1f]++;
    gc_compaction.total_moved++;
}

/* ---- where to ---- */

struct target {
    struct gc_size_class *sc;
    unsigned slot_class;
    bool grows;             /* takes new pages when `pages` are full */
    struct gc_page **pages; /* to be filled in this order */
    uint32_t count, at;
    unsigned line;
};

/* Returns a free slot of the target, and takes a new page for it if the target grows.  Returns 0 if the target is full. */
static VALUE
target_slot(struct target *t)
{
    for (;;) {
        if (t->at == t->count) {
            if (!t->grows) return 0;
            struct gc_page *page = gc_page_take(t->slot_class);
            if (!page) return 0;
            t->pages = t->sc->pages; /* the list may have moved */
            t->at = t->sc->page_count - 1;
            t->count = t->at + 1;
            t->line = 0;
        }
        struct gc_page *page = t->pages[t->at];
        VM_ASSERT(page->slot_class == t->slot_class); /* a list of targets has one slot class */
        for (; t->line < page->lines; t->line++) {
            uint64_t room = ~page->bits[t->line].alloc & gc_line_mask(page, t->line);
            if (room) return gc_slot_at(page, t->line * 64 + (unsigned)__builtin_ctzll(room));
        }
        t->at++;
        t->line = 0;
    }
}

/* Moves the movable objects of the page to slots of the same class.  Returns false if the target is full. */
static bool
page_evacuate(struct gc_page *page, struct target *t)
{
    for (unsigned i = 0; i < page->lines; i++) {
        const struct gc_bits *b = &page->bits[i];
        for (uint64_t live = b->alloc; live; live &= live - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live));
            if (obj_type(v) == T_MOVED || !movable_p(b, live & -live, v)) continue;
            VALUE to = target_slot(t);
            if (!to) return false;
            VM_ASSERT(gc_page_of(to) != page); /* a page that is emptied receives nothing */
            object_move(v, to, obj_shape(v));
        }
    }
    return true;
}

/* ---- slot classes ---- */

/* Moves each object to the slot class that suits it.  An object that has this class already moves only with `all`. */
static void
page_refit(struct gc_page *page, struct target *targets, bool all)
{
    for (unsigned i = 0; i < page->lines; i++) {
        const struct gc_bits *b = &page->bits[i];
        for (uint64_t live = b->alloc; live; live &= live - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live));
            if (obj_type(v) == T_MOVED || !movable_p(b, live & -live, v)) continue;
            gc_compaction.considered[obj_type(v)]++;
            shape_id_t shape;
            unsigned cls = slot_class_fitting(v, &shape);
            if (cls == page->slot_class && !all) continue;
            VALUE to = target_slot(&targets[cls]);
            if (to) object_move(v, to, shape);
        }
    }
}

/* Refits each page that exists at the start.  With `all`, all targets are new pages. */
static void
heap_refit(bool all)
{
    struct target targets[SLOT_CLASS_COUNT];
    uint32_t pages[SLOT_CLASS_COUNT];
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        struct gc_size_class *sc = &gc.classes[c];
        uint32_t n = pages[c] = sc->page_count;
        targets[c] = (struct target){
            .sc = sc, .slot_class = c, .grows = true, .pages = sc->pages, .count = n, .at = all ? n : 0};
    }
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++)
        for (uint32_t i = 0; i < pages[c]; i++) page_refit(gc.classes[c].pages[i], targets, all);
}

/* ---- which pages ---- */

struct census {
    struct gc_page *page;
    unsigned live;
    unsigned taken; /* live, or left by an object that has moved */
    bool loose;     /* each live object can move */
};

static void
page_count(struct gc_page *page, struct census *c)
{
    *c = (struct census){.page = page, .loose = true};
    for (unsigned i = 0; i < page->lines; i++) {
        const struct gc_bits *b = &page->bits[i];
        c->taken += (unsigned)__builtin_popcountll(b->alloc);
        for (uint64_t live = b->alloc; live; live &= live - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live));
            if (obj_type(v) == T_MOVED) continue;
            c->live++;
            if (c->loose && !movable_p(b, live & -live, v)) c->loose = false;
        }
    }
}

/* Orders loose pages before the others: the sparsest loose page comes first, and the fullest of the others comes first. */
static int
census_compare(const void *x, const void *y)
{
    const struct census *a = x, *b = y;
    if (a->loose != b->loose) return a->loose ? -1 : 1;
    if (a->live != b->live) return (a->live < b->live) == a->loose ? -1 : 1;
    return (a->page > b->page) - (a->page < b->page);
}

/* Returns how many loose pages at the front have no more live objects, together, than all later pages have free slots. */
static uint32_t
pages_to_empty(const struct census *c, uint32_t n)
{
    uint64_t room = 0, need = 0;
    for (uint32_t i = 0; i < n; i++) room += c[i].page->slot_count - c[i].taken;
    uint32_t k = 0;
    for (; k < n && c[k].loose; k++) {
        room -= c[k].page->slot_count - c[k].taken;
        need += c[k].live;
        if (need > room) break;
    }
    return k;
}

static void
class_compact(unsigned slot_class)
{
    struct gc_size_class *sc = &gc.classes[slot_class];
    uint32_t n = sc->page_count;
    struct census *c = n > 1 ? gc_raw_try_malloc(n * (sizeof *c + sizeof(struct gc_page *))) : NULL;
    if (!c) return; /* if there is no memory for the census, the class is left unchanged */
    struct gc_page **fill = (struct gc_page **)(c + n);
    for (uint32_t i = 0; i < n; i++) page_count(sc->pages[i], &c[i]);
    qsort(c, n, sizeof *c, census_compare);
    uint32_t k = pages_to_empty(c, n), filled = 0;
    for (uint32_t i = n; i-- > k;) /* backwards: the fullest of the loose ones that stay */
        if (c[i].loose) fill[filled++] = c[i].page;
    for (uint32_t i = k; i < n; i++)
        if (!c[i].loose) fill[filled++] = c[i].page;
    VM_ASSERT(filled == n - k); /* each page is emptied or filled */
    struct target t = {.sc = sc, .slot_class = slot_class, .pages = fill, .count = filled};
    for (uint32_t i = 0; i < k && page_evacuate(c[i].page, &t);) i++;
    free(c);
}

/* ---- afterwards ---- */

static void
page_update(struct gc_page *page, void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < page->lines; i++) {
        for (uint64_t live = page->bits[i].alloc; live; live &= live - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live));
            unsigned t = obj_type(v);
            if (t != T_MOVED && t != T_ZOMBIE) gc_update_references(v);
        }
    }
}

static void
page_drop_moved(struct gc_page *page, void *poison)
{
    for (unsigned i = 0; i < page->lines; i++) {
        for (uint64_t live = page->bits[i].alloc; live; live &= live - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live));
            if (obj_type(v) != T_MOVED) continue;
            page->bits[i].alloc &= ~(live & -live);
            page->bits[i].pinned &= ~(live & -live);
            if (poison) memset((void *)v, 0xdb, page->slot_bytes);
            obj_hdr(v)->flags = T_NONE;
        }
    }
}

static bool
page_empty_p(const struct gc_page *page)
{
    for (unsigned i = 0; i < page->lines; i++)
        if (page->bits[i].alloc) return false;
    return true;
}

static void
class_drop_empty(unsigned slot_class)
{
    struct gc_size_class *sc = &gc.classes[slot_class];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sc->page_count; i++) {
        if (page_empty_p(sc->pages[i])) gc_page_return(sc->pages[i]);
        else sc->pages[kept++] = sc->pages[i];
    }
    sc->page_count = kept;
    sc->next = 0;
    sc->page = NULL;
    sc->scan = 0;
}

void
gc_compact_heap(bool all)
{
    bool during = gc.during;
    VM_ASSERT(!gc.marking); /* no marking in steps is under way: its stack would keep old addresses */
    gc.during = true;
    memset(gc_compaction.considered, 0, sizeof gc_compaction.considered);
    memset(gc_compaction.moved, 0, sizeof gc_compaction.moved);
    memset(gc_compaction.moved_up, 0, sizeof gc_compaction.moved_up);
    memset(gc_compaction.moved_down, 0, sizeof gc_compaction.moved_down);
    uint64_t before = gc_compaction.total_moved;
    heap_refit(all);
    for (unsigned c = 0; c < SLOT_CLASS_COUNT && !all; c++) class_compact(c);
    if (gc_compaction.total_moved != before) {
        gc_each_page(page_update, NULL);
        gc_update_weak();
        gc_each_page(page_drop_moved, all || VM_CHECK_LEVEL >= 2 ? &gc : NULL);
        for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) class_drop_empty(c);
    }
    gc_compaction.count++;
    gc.during = during;
    if (all || VM_CHECK_LEVEL >= 2) gc_verify();
}
