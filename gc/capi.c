/*
 * capi.c - the collector's public face that is not policy: marking, roots, barriers, sizes, bare objects.
 */
#include "gc/page.h"
#include "internal/class.h"

/* ---- marking ---- */

void
rb_gc_mark(VALUE obj)
{
    gc_mark(obj);
}

void
rb_gc_mark_movable(VALUE obj)
{
    gc_mark_movable(obj);
}

void
rb_gc_mark_maybe(VALUE obj)
{
    if (gc_object_p(obj)) gc_mark(obj);
}

void
rb_gc_mark_locations(const VALUE *start, const VALUE *end)
{
    if (start < end) gc_mark_maybe(start, end);
}

/* For a dcompact function: where obj is now. */
VALUE
rb_gc_location(VALUE obj)
{
    return gc_moved(obj);
}

static int
value_moved(st_data_t key, st_data_t value, st_data_t unused, int error)
{
    return gc_moved((VALUE)value) == (VALUE)value ? ST_CONTINUE : ST_REPLACE;
}

static int
replace_value(st_data_t *key, st_data_t *value, st_data_t unused, int existing)
{
    *value = (st_data_t)gc_moved((VALUE)*value);
    return ST_CONTINUE;
}

void
rb_gc_update_tbl_refs(struct st_table *tbl)
{
    if (tbl && tbl->num_entries) st_foreach_with_replace(tbl, value_moved, replace_value, 0);
}

static int
mark_value(st_data_t key, st_data_t value, st_data_t unused)
{
    gc_mark((VALUE)value);
    return ST_CONTINUE;
}

static int
mark_value_movable(st_data_t key, st_data_t value, st_data_t unused)
{
    gc_mark_movable((VALUE)value);
    return ST_CONTINUE;
}

static int
mark_key(st_data_t key, st_data_t value, st_data_t unused)
{
    gc_mark((VALUE)key);
    return ST_CONTINUE;
}

static int
mark_pair(st_data_t key, st_data_t value, st_data_t unused)
{
    gc_mark((VALUE)key);
    gc_mark((VALUE)value);
    return ST_CONTINUE;
}

void
rb_mark_tbl(struct st_table *tbl)
{
    if (tbl) st_foreach(tbl, mark_value, 0);
}

void
rb_mark_tbl_no_pin(struct st_table *tbl)
{
    if (tbl) st_foreach(tbl, mark_value_movable, 0);
}

void
rb_mark_set(struct st_table *tbl)
{
    if (tbl) st_foreach(tbl, mark_key, 0);
}

void
rb_mark_hash(struct st_table *tbl)
{
    if (tbl) st_foreach(tbl, mark_pair, 0);
}

/* ---- roots ---- */

void
rb_gc_register_address(VALUE *address)
{
    gc_register_global(address);
}

void
rb_gc_unregister_address(VALUE *address)
{
    gc_unregister_global(address);
}

void
rb_global_variable(VALUE *address)
{
    gc_register_global(address);
}

void
rb_gc_register_mark_object(VALUE obj)
{
    gc_keep(obj);
}

/* ---- barriers ---- */

void
rb_gc_writebarrier(VALUE parent, VALUE child)
{
    (void)child;
    gc_wb(parent);
}

void
rb_gc_writebarrier_unprotect(VALUE obj)
{
    gc_unprotect(obj);
    if (gc_old_no_longer) gc_old_no_longer(obj);
}

/* ---- what an object takes ---- */

size_t
rb_obj_memsize_of(VALUE obj)
{
    if (!val_heap_p(obj)) return 0;
    const struct gc_type_ops *ops = gc_ops_of(obj);
    size_t bytes = gc_slot_bytes(obj);
    if (ops->memsize) bytes += ops->memsize(obj);
    if (obj_flags(obj) & HDR_EXIVAR) bytes += ivar_memsize(obj);
    return bytes;
}

/* ---- bare objects ---- */

enum { BARE_OBJECT_BYTES = 40 };
_Static_assert((int)BARE_OBJECT_BYTES <= (int)SLOT_MAX_BYTES, "a bare object has an open slot class");

VALUE
rb_newobj_of(VALUE klass, VALUE flags)
{
    unsigned cls = slot_class_for(BARE_OBJECT_BYTES);
    return gc_new0(cls, (uint32_t)flags, class_root_shape(klass, cls));
}

VALUE
rb_newobj(void)
{
    return rb_newobj_of(0, T_NONE);
}

VALUE
rb_obj_setup(VALUE obj, VALUE klass, VALUE type)
{
    obj_hdr(obj)->flags = (obj_hdr(obj)->flags & HDR_OLD_CLEAN) | (uint32_t)type;
    ivar_set_class(obj, klass);
    return obj;
}
