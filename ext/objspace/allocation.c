/*
 * allocation.c - where objects were made: ObjectSpace.trace_object_allocations and the methods that read its records.
 *
 * During tracing every run has one slot, so that each allocation goes through gc_new_slow(), which calls `record`.  Sites are in
 * a dense array; a map finds them by the object's address.  Both are weak: entries of dead objects are removed between mark and
 * sweep, and those of moved objects get a new place in the map.
 *
 * Owns      the table of sites
 * Uses      gc/page.h (the hook, the map), vm.h (what runs now)
 * ALLOCS-1  `record` allocates no object: it runs in the middle of an allocation.
 * ALLOCS-2  The path and class of a site are marked as long as its object lives.
 * Checked   test/test_objspace_library.rb
 */
#include "internal/compiler.h"

#include "ext/objspace/objspace.h"
#include "internal/vm.h"

#include <stdlib.h>

struct entry {
    VALUE obj;
    struct alloc_site site;
};
static struct entry *entries;
static size_t count, room;
static struct gc_map index_of; /* object -> number of its entry */
static unsigned tracers;       /* calls of _start without a _stop */
static bool registered;

/* ---- the table ---- */

const struct alloc_site *
alloc_site_of(VALUE obj)
{
    uint64_t i;
    return val_heap_p(obj) && gc_map_get(&index_of, obj, &i) ? &entries[i].site : NULL;
}

static bool
make_room(void)
{
    if (count < room) return true;
    size_t want = room ? room * 2 : 1024;
    struct entry *p = realloc(entries, want * sizeof *p);
    if (!p) return false;
    entries = p;
    room = want;
    return true;
}

static void
record(VALUE obj)
{
    uint64_t i;
    if (obj_type(obj) == T_IMEMO || obj_type(obj) == T_NONE) return;
    if (!gc_map_get(&index_of, obj, &i)) {
        if (!make_room()) return; /* tracing is no reason to fail */
        i = count++;
        gc_map_put(&index_of, obj, i);
    }
    struct vm_place place = vm_running_place(vm_ec);
    entries[i] = (struct entry){obj,
                                {.path = place.path,
                                 .klass = place.me ? place.me->defined_class : 0,
                                 .mid = place.me ? place.me->called_id : 0,
                                 .line = place.line,
                                 .generation = gc_count_total}};
}

/* ALLOCS-2 */
static void
mark_sites(void *unused)
{
    (void)unused;
    for (size_t i = 0; i < count; i++) {
        gc_mark(entries[i].site.path);
        gc_mark(entries[i].site.klass);
    }
}

static void
forget_dead(void)
{
    uint64_t unused;
    for (size_t i = 0; i < count;) {
        if (gc_live_p(entries[i].obj)) {
            i++;
            continue;
        }
        gc_map_delete(&index_of, entries[i].obj, &unused);
        entries[i] = entries[--count];
        if (i < count) gc_map_put(&index_of, entries[i].obj, i);
    }
}

static void
follow_moved(void)
{
    gc_map_release(&index_of);
    for (size_t i = 0; i < count; i++) {
        entries[i].obj = gc_moved(entries[i].obj);
        gc_map_put(&index_of, entries[i].obj, i);
    }
}

/* ---- switches ---- */

static VALUE
objspace_m_trace_start(VALUE self)
{
    if (!registered) {
        registered = true;
        gc_add_root(mark_sites, NULL);
        gc_add_weak_sweeper(forget_dead);
        gc_add_weak_updater(follow_moved);
    }
    if (tracers++ == 0) gc_set_new_hook(record);
    return Qnil;
}

static VALUE
objspace_m_trace_stop(VALUE self)
{
    if (tracers && --tracers == 0) gc_set_new_hook(NULL);
    return Qnil;
}

static VALUE
objspace_m_trace_clear(VALUE self)
{
    gc_map_release(&index_of);
    count = 0;
    return Qnil;
}

static VALUE
objspace_m_trace(VALUE self)
{
    rb_need_block();
    objspace_m_trace_start(self);
    return rb_ensure(rb_yield, Qnil, objspace_m_trace_stop, self);
}

/* ---- questions ---- */

VALUE
alloc_site_class(const struct alloc_site *site)
{
    if (!site->klass) return 0;
    VALUE klass = class_module_of(site->klass);
    return class_singleton_p(klass) || class_name_or_nil(klass) == Qnil ? 0 : klass;
}

static VALUE
class_path_of(const struct alloc_site *site)
{
    VALUE klass = alloc_site_class(site);
    return klass ? class_name_or_nil(klass) : Qnil;
}

/* allocation_NAME(object): nil when the site was not seen, or does not know. */
#define READERS(R)                                            \
    R(sourcefile, site->path ? rb_str_dup(site->path) : Qnil) \
    R(sourceline, site->path ? INT2FIX(site->line) : Qnil)    \
    R(class_path, class_path_of(site))                        \
    R(method_id, site->mid ? ID2SYM(site->mid) : Qnil)        \
    R(generation, ULL2NUM(site->generation))
#define BODY(name, value)                                   \
    static VALUE objspace_m_##name(VALUE self, VALUE obj)   \
    {                                                       \
        const struct alloc_site *site = alloc_site_of(obj); \
        return site ? (value) : Qnil;                       \
    }
READERS(BODY)
#undef BODY

void
Init_objspace_allocation(VALUE m)
{
    rb_define_module_function(m, "trace_object_allocations", objspace_m_trace, 0);
    rb_define_module_function(m, "trace_object_allocations_start", objspace_m_trace_start, 0);
    rb_define_module_function(m, "trace_object_allocations_stop", objspace_m_trace_stop, 0);
    rb_define_module_function(m, "trace_object_allocations_clear", objspace_m_trace_clear, 0);
    rb_define_module_function(m, "trace_object_allocations_debug_start", objspace_m_trace_start, 0);
#define DEFINE(name, value) rb_define_module_function(m, "allocation_" #name, objspace_m_##name, 1);
    READERS(DEFINE)
#undef DEFINE
}
#undef READERS
