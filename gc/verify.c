/*
 * verify.c - the walker that trusts nothing: bitmaps, headers, runs, barriers.
 *
 * The walker checks every invariant of gc.h and gc/page.h that the heap shows.  While marking in steps the walker also checks
 * that no black object refers to a white one.  Then the object's type checks its own (verify in struct gc_type_ops).  A walk takes O(heap), and in the
 * middle of marking that times the number of objects waiting to be scanned.
 */
#include "gc/page.h"

#include <stdio.h>

static struct {
    void (*report)(const char *what, VALUE v);
    size_t problems;
    VALUE owner;
    bool owner_clean;
    bool owner_black;
} check;

void
gc_expect(bool holds, const char *what, VALUE v)
{
    if (holds) return;
    check.problems++;
    if (check.report) check.report(what, v);
}

static bool
in_open_run_p(VALUE v)
{
    const struct gc_run *run = &gc_runs[gc_page_of(v)->slot_class];
    return (char *)v >= run->cursor && (char *)v < run->end;
}

/* Returns whether a reference may lead to this object: it exists and will stay. */
static bool
alive_p(VALUE v)
{
    struct gc_page *page = gc_page_find(v);
    if (!page) return false;
    unsigned i = gc_slot_index(page, v);
    if (i >= page->slot_count || gc_slot_at(page, i) != v) return false;
    const struct gc_bits *b = &page->bits[i >> 6];
    uint64_t bit = (uint64_t)1 << (i & 63);
    if (!(b->alloc & bit)) return false;
    return page->state == GC_PAGE_SWEPT ? !in_open_run_p(v) : (b->mark & bit) != 0;
}

bool
gc_expect_live(VALUE to, const char *what, VALUE v)
{
    bool live = alive_p(to);
    gc_expect(live, what, v);
    return live;
}

static void
check_reference(VALUE to, void *unused)
{
    (void)unused;
    if (!alive_p(to)) {
        gc_expect(false, "an object refers to a dead one (GC-4, GC-5)", check.owner);
        return;
    }
    struct gc_bit at = gc_bit_of(to);
    if (check.owner_black)
        gc_expect(at.bits->mark & at.bit, "a black object refers to a white one (incremental.c)", check.owner);
    if (!check.owner_clean) return;
    gc_expect((at.bits->old & at.bit) || (at.bits->unprotected & at.bits->remembered & at.bit),
              "an old object that is not remembered refers to a young one (PAGE-6)", check.owner);
}

static void
check_object(VALUE v, struct gc_bits *b, uint64_t bit)
{
    uint32_t flags = obj_flags(v);
    unsigned t = flags & 0x1f;
    bool clean = (b->old & bit) && !(b->remembered & bit);
    gc_expect(t != T_NONE && t < 0x20, "an object has no type", v);
    if (t == T_ZOMBIE) return;
    gc_expect(flags & HDR_OLD_CLEAN ? !(b->unprotected & bit) : !clean || gc.marking,
              "HDR_OLD_CLEAN differs from the bitmaps (GC-3)", v);
    gc_expect(!(flags & (HDR_EXIVAR | HDR_FINALIZE | HDR_HAS_ID)) || (b->owns & bit),
              "an object with a finalizer, id or outside ivars is not marked as owner (GC-6)", v);
    size_t bytes = gc_slot_bytes(v);
    gc_expect(!SLOT_WHOLE_LINES || bytes > SLOT_SMALL_BYTES || v / SLOT_LINE_BYTES == (v + bytes - 1) / SLOT_LINE_BYTES,
              "a slot of up to 64 bytes lies on two lines (slot.h SLOT-2)", v);
    VALUE klass = obj_class(v);
    check.owner = v;
    check.owner_clean = clean && !gc.marking; /* while marking in steps, ages are settled as objects are scanned */
    check.owner_black = gc.marking && (b->mark & ~b->unprotected & bit) && !gc_mark_grey_p(v);
    if (klass) check_reference(klass, NULL);
    gc_visit_references(v, check_reference, NULL);
    const struct gc_type_ops *ops = gc_ops_of(v);
    if (ops->verify) ops->verify(v);
}

static void
check_line(struct gc_page *page, unsigned i)
{
    struct gc_bits *b = &page->bits[i];
    VALUE at = gc_slot_at(page, i * 64);
    uint64_t beyond = ~gc_line_mask(page, i);
    gc_expect(!((b->alloc | b->mark | b->aged | b->old | b->remembered | b->unprotected | b->pinned | b->owns) & beyond),
              "bits past the last slot (PAGE-3)", at);
    gc_expect(!((b->mark | b->aged | b->old | b->remembered | b->unprotected | b->pinned | b->owns) & ~b->alloc),
              "a free slot has a bit set (PAGE-3)", at);
    gc_expect(!(b->old & ~b->aged), "old but not aged (PAGE-5)", at);
    gc_expect(!(b->old & b->unprotected), "old and unprotected (PAGE-5)", at);
    gc_expect(!(b->remembered & ~(b->old | b->unprotected)), "remembered but neither old nor unprotected (PAGE-5)", at);
    gc_expect(!b->remembered || (page->remembered_lines >> i & 1), "remembered_lines misses a line", at);
    if (page->state == GC_PAGE_SWEPT && !gc.marking)
        gc_expect(b->mark == b->old, "a swept line's marks differ from its old ones (PAGE-4)", at);
}

static void
check_run_slot(VALUE v, struct gc_bits *b, uint64_t bit)
{
    gc_expect(!((b->mark | b->aged | b->old | b->remembered | b->unprotected | b->pinned | b->owns) & bit),
              "an open run holds a live slot", v);
}

static void
check_page(struct gc_page *page, void *unused)
{
    (void)unused;
    unsigned old = 0;
    gc_expect(page->slot_class < SLOT_CLASS_COUNT && page->slot_bytes == slot_bytes(page->slot_class),
              "a page's class and slot size disagree", (VALUE)page->base);
    for (unsigned i = 0; i < page->lines; i++) {
        struct gc_bits *b = &page->bits[i];
        check_line(page, i);
        old += (unsigned)__builtin_popcountll(b->old);
        uint64_t live = page->state == GC_PAGE_SWEPT ? b->alloc : b->alloc & b->mark;
        for (; live; live &= live - 1) {
            VALUE v = gc_slot_at(page, i * 64 + (unsigned)__builtin_ctzll(live));
            if (page->state == GC_PAGE_SWEPT && in_open_run_p(v)) check_run_slot(v, b, live & -live);
            else check_object(v, b, live & -live);
        }
    }
    gc_expect(old == page->old_count, "a page's count of old objects is wrong", (VALUE)page->base);
}

static void
check_runs(void)
{
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        const struct gc_run *run = &gc_runs[c];
        if (run->cursor == run->end) continue;
        struct gc_page *page = gc_page_find((uintptr_t)run->cursor);
        gc_expect(run->cursor < run->end && page && page == gc.classes[c].page && page->slot_class == c &&
                      run->end <= page->base + (size_t)page->slot_count * page->slot_bytes,
                  "an open run does not lie in its class's page", (VALUE)run->cursor);
    }
}

enum { WALKS_MAX = 4 };
static void (*walks[WALKS_MAX])(void);
static unsigned walk_count;

void
gc_register_walk(void (*verify)(void))
{
    if (walk_count == WALKS_MAX) vm_bug_at(__FILE__, __LINE__, "too many verifiers of memory outside the heap");
    walks[walk_count++] = verify;
}

size_t
gc_verify_report(void (*report)(const char *what, VALUE v))
{
    bool during = gc.during;
    gc.during = true; /* a verifier may allocate; where that fails, nothing is swept under the walk */
    check.report = report;
    check.problems = 0;
    check_runs();
    gc_each_page(check_page, NULL);
    for (unsigned i = 0; i < walk_count; i++) walks[i]();
    gc.during = during;
    return check.problems;
}

static void
print_problem(const char *what, VALUE v)
{
    if (check.problems > 20) return;
    fprintf(stderr, "gc_verify: %s: %p", what, (void *)v);
    if (v && gc_page_find(v)) fprintf(stderr, " (flags %08x shape %u)", obj_flags(v), obj_shape(v));
    fputc('\n', stderr);
}

void
gc_verify(void)
{
    if (gc_verify_report(print_problem)) vm_bug_at(__FILE__, __LINE__, "the heap is inconsistent");
}
