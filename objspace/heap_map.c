/*
 * heap_map.c - what ObjectSpace.heap_map draws: each slot of each page in two bytes.
 *
 * The facts are gathered here, in C, because a walk must not allocate; lib/heap_map.rb makes the page of them.
 *   pages   9 bytes each: the address in units of SLOT_PAGE_BYTES (6, low byte first), slot class (1), slots (2)
 *   slots   2 bytes each, in the order of pages.  The first has the type (bits 0-4; 0: free), age (5-6: new, aged, old,
 *           unprotected) and pinned (7).  The second is the number of the class in `classes`, 0 for none, or HEAP_MAP_OTHER.
 */
#include "gc/page.h"

#include "internal/class.h"

enum { HEAP_MAP_CLASSES = 254, HEAP_MAP_OTHER = 255, HEAP_MAP_PAGE_BYTES = 9 };

struct heap_map {
    struct gc_map counts;            /* class to objects, then class to number */
    VALUE top[HEAP_MAP_CLASSES + 1]; /* the classes with the most objects, by number from 1 */
    uint64_t top_count[HEAP_MAP_CLASSES + 1];
    size_t page_count, slot_count; /* counted first, then written so far */
    size_t page_room, slot_room;
    unsigned char *pages, *slots;
};

static VALUE
shown_class(VALUE v) /* 0: none */
{
    switch (obj_type(v)) {
    case T_NONE:
    case T_IMEMO:
    case T_ICLASS:
    case T_ZOMBIE:
    case T_MOVED:
    case T_NODE: return 0;
    }
    VALUE klass = obj_class(v);
    return klass ? class_real(klass) : 0;
}

static void
count_class(VALUE v, void *p)
{
    struct heap_map *m = p;
    VALUE klass = shown_class(v);
    uint64_t n = 0;
    if (!klass) return;
    gc_map_get(&m->counts, klass, &n);
    gc_map_put(&m->counts, klass, n + 1);
}

static void
count_page(struct gc_page *page, void *p)
{
    struct heap_map *m = p;
    m->page_count++;
    m->slot_count += page->slot_count;
}

/* Keeps the most frequent classes, in falling order; an insertion into a short list for each class. */
static void
choose_classes(struct heap_map *m)
{
    for (size_t i = 0; m->counts.keys && i <= m->counts.mask; i++) {
        uint64_t key = m->counts.keys[i], n = m->counts.values[i];
        if (!key || key == ~(uint64_t)0) continue;
        size_t at = HEAP_MAP_CLASSES + 1;
        while (at > 1 && n > m->top_count[at - 1]) at--;
        if (at > HEAP_MAP_CLASSES) continue;
        for (size_t k = HEAP_MAP_CLASSES; k > at; k--) {
            m->top[k] = m->top[k - 1];
            m->top_count[k] = m->top_count[k - 1];
        }
        m->top[at] = (VALUE)key;
        m->top_count[at] = n;
    }
    gc_map_release(&m->counts);
    for (size_t k = 1; k <= HEAP_MAP_CLASSES && m->top[k]; k++) gc_map_put(&m->counts, m->top[k], k);
}

static void
write_slots(const struct heap_map *m, struct gc_page *page, unsigned char *to)
{
    for (unsigned i = 0; i < page->slot_count; i++, to += 2) {
        const struct gc_bits *bits = &page->bits[i >> 6];
        uint64_t bit = (uint64_t)1 << (i & 63);
        to[0] = to[1] = 0;
        if (!(bits->alloc & bit)) continue;
        VALUE v = gc_slot_at(page, i), klass = shown_class(v);
        unsigned age = bits->unprotected & bit ? 3 : bits->old & bit ? 2 : bits->aged & bit ? 1 : 0;
        uint64_t number = klass ? HEAP_MAP_OTHER : 0;
        if (klass) gc_map_get(&m->counts, klass, &number);
        to[0] = (unsigned char)(obj_type(v) | age << 5 | (bits->pinned & bit ? 128 : 0));
        to[1] = (unsigned char)number;
    }
}

static void
write_page(struct gc_page *page, void *p)
{
    struct heap_map *m = p;
    if (m->page_count >= m->page_room || m->slot_count + page->slot_count > m->slot_room) return;
    unsigned char *to = m->pages + m->page_count++ * HEAP_MAP_PAGE_BYTES;
    uint64_t at = (uint64_t)(uintptr_t)page->base >> GC_PAGE_SHIFT;
    for (int k = 0; k < 6; k++) to[k] = (unsigned char)(at >> 8 * k);
    to[6] = page->slot_class;
    to[7] = (unsigned char)page->slot_count;
    to[8] = (unsigned char)(page->slot_count >> 8);
    write_slots(m, page, m->slots + m->slot_count * 2);
    m->slot_count += page->slot_count;
}

static void
put(VALUE hash, const char *key, VALUE value)
{
    rb_hash_aset(hash, ID2SYM(rb_intern(key)), value);
}

static VALUE
sizes_of_classes(void)
{
    VALUE sizes = rb_ary_new();
    for (unsigned cls = 0; cls < SLOT_CLASS_COUNT; cls++) rb_ary_push(sizes, SIZET2NUM(slot_bytes(cls)));
    return sizes;
}

static VALUE
names_of_classes(const struct heap_map *m)
{
    VALUE names = rb_ary_new();
    rb_ary_push(names, rb_utf8_str_new_cstr("(none)"));
    for (size_t k = 1; k <= HEAP_MAP_CLASSES && m->top[k]; k++) rb_ary_push(names, rb_class_path(m->top[k]));
    return names;
}

/* Returns the facts as a Hash with Symbol keys.  Sweeps pages that are not swept yet, but does not collect.  allocates, raises. */
static VALUE
objspace_s_heap_map_data(VALUE self)
{
    struct heap_map m = {.page_count = 0};
    VALUE holder_pages = 0, holder_slots = 0, data = rb_hash_new();
    (void)self;
    gc_each_object(count_class, &m);
    choose_classes(&m);
    gc_each_page(count_page, &m);
    m.page_room = m.page_count + 4; /* the buffers themselves may take a page */
    m.slot_room = m.slot_count + 4 * (size_t)(GC_PAGE_ROOM / SLOT_MIN_BYTES);
    m.pages = rb_alloc_tmp_buffer(&holder_pages, (long)(m.page_room * HEAP_MAP_PAGE_BYTES));
    m.slots = rb_alloc_tmp_buffer(&holder_slots, (long)(m.slot_room * 2));
    m.page_count = m.slot_count = 0;
    gc_runs_close();
    gc_sweep_all();
    gc_each_page(write_page, &m);
    gc_map_release(&m.counts);
    put(data, "pages", rb_str_new((char *)m.pages, (long)(m.page_count * HEAP_MAP_PAGE_BYTES)));
    put(data, "slots", rb_str_new((char *)m.slots, (long)(m.slot_count * 2)));
    rb_free_tmp_buffer(&holder_pages);
    rb_free_tmp_buffer(&holder_slots);
    put(data, "classes", names_of_classes(&m));
    put(data, "sizes", sizes_of_classes());
    put(data, "page_bytes", INT2FIX(SLOT_PAGE_BYTES));
    put(data, "line_bytes", INT2FIX(SLOT_LINE_BYTES));
    put(data, "header_bytes", INT2FIX(OBJ_HEADER_BYTES));
    return data;
}

/*
 * ObjectSpace.heap_map(file = nil, collect: true): the heap as a page for a browser, see lib/heap_map.rb.
 * Effects    allocates, calls, raises
 */
static VALUE
objspace_s_heap_map(int argc, VALUE *argv, VALUE self)
{
    rb_require("heap_map");
    VALUE maker = rb_const_get(self, rb_intern("HeapMap"));
    return rb_funcallv_kw(maker, rb_intern("make"), argc, argv, rb_keyword_given_p());
}

void
gc_heap_map_init(VALUE objspace)
{
    rb_define_singleton_method(objspace, "heap_map", objspace_s_heap_map, -1);
    rb_define_private_method(rb_singleton_class(objspace), "heap_map_data", objspace_s_heap_map_data, 0);
}
