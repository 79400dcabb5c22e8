/*
 * variable.c - where instance variables are kept.
 *
 * Three stores share one set of shapes (shape.h SHAPE-7, SHAPE-8).  A T_OBJECT has its slot and an extension block, a class has a
 * block in its class_ext, and objects of every other type have the side table.  A block's capacity is computed from the number of fields, so
 * no field holds it.  An object of a dictionary shape has an id_table instead.  A T_OBJECT keeps it in field 0, a class in
 * iv_index, any other type in the side table.
 *
 * The side table is open addressing keyed by the object's address; deletion shifts the run back, so there are no
 * tombstones.  An object that moves takes its cell along (ivar_moved).
 */
#include "internal/shape.h"

#include <stdlib.h>
#include <string.h>

#include "internal/class.h"
#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/string.h"

/* ---- the side table ---- */

struct gen_cell {
    VALUE obj;   /* 0: empty */
    void *block; /* VALUE[], or struct id_table * under a dictionary shape */
};
static struct gen_cell *gen_cells;
static size_t gen_mask; /* size - 1; 0: no table yet */
static size_t gen_count;

static inline size_t
gen_hash(VALUE obj)
{
    return (size_t)(((uint64_t)obj >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 20);
}

static struct gen_cell *
gen_find(VALUE obj)
{
    if (!gen_mask) return NULL;
    for (size_t i = gen_hash(obj) & gen_mask;; i = (i + 1) & gen_mask) {
        if (gen_cells[i].obj == obj) return &gen_cells[i];
        if (!gen_cells[i].obj) return NULL;
    }
}

static void
gen_put_raw(struct gen_cell *cells, size_t mask, VALUE obj, void *block)
{
    size_t i = gen_hash(obj) & mask;
    while (cells[i].obj) i = (i + 1) & mask;
    cells[i] = (struct gen_cell){obj, block};
}

static void
gen_set(VALUE obj, void *block)
{
    struct gen_cell *c = gen_find(obj);
    if (c) {
        c->block = block;
        return;
    }
    if ((gen_count + 1) * 4 > (gen_mask + 1) * 3 || !gen_mask) {
        size_t size = gen_mask ? (gen_mask + 1) * 2 : 64;
        struct gen_cell *cells = gc_raw_calloc(size, sizeof *cells);
        for (size_t i = 0; gen_mask && i <= gen_mask; i++)
            if (gen_cells[i].obj) gen_put_raw(cells, size - 1, gen_cells[i].obj, gen_cells[i].block);
        free(gen_cells);
        gen_cells = cells;
        gen_mask = size - 1;
    }
    gen_put_raw(gen_cells, gen_mask, obj, block);
    gen_count++;
    obj_hdr(obj)->flags |= HDR_EXIVAR;
}

static void
gen_delete(VALUE obj)
{
    struct gen_cell *c = gen_find(obj);
    if (!c) return;
    size_t hole = (size_t)(c - gen_cells);
    gen_count--;
    for (size_t i = (hole + 1) & gen_mask; gen_cells[i].obj; i = (i + 1) & gen_mask) {
        size_t home = gen_hash(gen_cells[i].obj) & gen_mask;
        if (((i - home) & gen_mask) < ((i - hole) & gen_mask)) continue;
        gen_cells[hole] = gen_cells[i];
        hole = i;
    }
    gen_cells[hole].obj = 0;
    obj_hdr(obj)->flags &= ~(uint32_t)HDR_EXIVAR;
}

/* ---- places ---- */

static inline bool
class_type_p(unsigned t)
{
    return t == T_CLASS || t == T_MODULE || t == T_ICLASS;
}

static inline VALUE *
slot_fields(VALUE obj)
{
    return (VALUE *)((char *)obj + OBJ_HEADER_BYTES);
}

static inline unsigned
slot_field_capa(const struct shape *s)
{
    return (unsigned)((slot_bytes(s->slot_class) - OBJ_HEADER_BYTES) / sizeof(VALUE));
}

/* Fields a block for n fields has room for. */
static inline size_t
block_capa(size_t n)
{
    size_t capa = 2;
    while (capa < n) capa *= 2;
    return capa;
}

/* Returns the number of fields in the block of an object of shape s: all except those in a T_OBJECT's slot. */
static inline size_t
block_fields(unsigned type, const struct shape *s)
{
    if (type != T_OBJECT) return s->field_count;
    unsigned cap = slot_field_capa(s);
    return s->field_count > cap ? s->field_count - (cap - 1) : 0;
}

static VALUE *
block_of(VALUE obj, unsigned type, const struct shape *s)
{
    if (type == T_OBJECT) return (VALUE *)slot_fields(obj)[slot_field_capa(s) - 1];
    if (class_type_p(type)) return class_ext(obj)->fields;
    struct gen_cell *c = gen_find(obj);
    return c ? c->block : NULL;
}

VALUE *
ivar_fields_outside(VALUE obj)
{
    return block_of(obj, obj_type(obj), NULL);
}

static void
block_set(VALUE obj, unsigned type, const struct shape *s, VALUE *block)
{
    if (type == T_OBJECT) {
        slot_fields(obj)[slot_field_capa(s) - 1] = (VALUE)block;
        gc_own(obj);
    } else if (class_type_p(type)) {
        class_ext(obj)->fields = block;
    } else {
        gen_set(obj, block);
        gc_own(obj);
    }
}

static VALUE *
field_at(VALUE obj, const struct shape *s, unsigned i)
{
    unsigned type = obj_type(obj);
    if (type == T_OBJECT) {
        unsigned cap = slot_field_capa(s);
        if (s->field_count <= cap || i < cap - 1) return &slot_fields(obj)[i];
        return &block_of(obj, type, s)[i - (cap - 1)];
    }
    return &block_of(obj, type, s)[i];
}

static struct id_table *
dict_of(VALUE obj)
{
    unsigned type = obj_type(obj);
    if (type == T_OBJECT) return (struct id_table *)slot_fields(obj)[0];
    if (class_type_p(type)) return class_ext(obj)->iv_index;
    struct gen_cell *c = gen_find(obj);
    return c ? c->block : NULL;
}

static void
dict_set(VALUE obj, struct id_table *dict)
{
    unsigned type = obj_type(obj);
    if (type == T_OBJECT) {
        slot_fields(obj)[0] = (VALUE)dict;
        gc_own(obj);
    } else if (class_type_p(type)) {
        class_ext(obj)->iv_index = dict;
    } else {
        gen_set(obj, dict);
        gc_own(obj);
    }
}

/* Gives the block up, if the shape has one. */
static void
block_drop(VALUE obj, unsigned type, const struct shape *s)
{
    size_t n = block_fields(type, s);
    if (n) gc_free(block_of(obj, type, s), block_capa(n) * sizeof(VALUE));
    if (class_type_p(type)) class_ext(obj)->fields = NULL;
}

/* Moves every field into an id_table and turns obj to its dictionary shape. */
static struct id_table *
dict_turn(VALUE obj)
{
    const struct shape *s = shape_get(obj_shape(obj));
    shape_id_t to = shape_dict(obj_shape(obj)); /* may raise or collect, so it comes before the fields move */
    struct id_table *dict = id_table_new(s->field_count + 1u);
    for (unsigned i = 0; i < s->field_count; i++) id_table_set(dict, shape_field_name(s, i), *field_at(obj, s, i));
    block_drop(obj, obj_type(obj), s);
    dict_set(obj, dict);
    obj_set_shape(obj, to);
    return dict;
}

void
ivar_set_class(VALUE obj, VALUE klass)
{
    shape_id_t to = shape_with_class(obj_shape(obj), klass);
    if (UNLIKELY(shape_get(to)->is_dict && !shape_get(obj_shape(obj))->is_dict)) {
        dict_turn(obj);
        to = shape_with_class(obj_shape(obj), klass);
    }
    obj_set_shape(obj, to);
}

/* ---- reading and writing ---- */

VALUE
ivar_get(VALUE obj, ID name)
{
    if (!val_heap_p(obj)) return Qundef;
    const struct shape *s = shape_get(obj_shape(obj));
    if (s->is_dict) {
        struct id_entry *e = id_table_find(dict_of(obj), name);
        return e ? e->val : Qundef;
    }
    if (!s->field_count) return Qundef;
    int i = shape_field(s, name);
    return i < 0 ? Qundef : *field_at(obj, s, (unsigned)i);
}

/* Makes room for field i = field_count of the shape obj has; next is the shape it is about to get.  Returns its place. */
static VALUE *
field_make_room(VALUE obj, const struct shape *s, const struct shape *next)
{
    unsigned type = obj_type(obj), i = s->field_count;
    size_t had = block_fields(type, s), needs = block_fields(type, next);
    if (!needs) return &slot_fields(obj)[i];
    VALUE *block = had ? block_of(obj, type, s) : NULL;
    if (!had || block_capa(had) < needs) {
        size_t old_bytes = had ? block_capa(had) * sizeof(VALUE) : 0;
        VALUE *bigger = gc_malloc(block_capa(needs) * sizeof(VALUE));
        if (had) memcpy(bigger, block, had * sizeof(VALUE));
        if (type == T_OBJECT && !had) bigger[0] = slot_fields(obj)[slot_field_capa(s) - 1];
        block_set(obj, type, s, bigger);
        if (had) gc_free(block, old_bytes);
        block = bigger;
    }
    return &block[needs - 1];
}

void
ivar_append(VALUE obj, shape_id_t next, VALUE val)
{
    *field_make_room(obj, shape_get(obj_shape(obj)), shape_get(next)) = val;
    obj_set_shape(obj, next);
}

void
ivar_set_raw(VALUE obj, ID name, VALUE val)
{
    shape_id_t id = obj_shape(obj);
    const struct shape *s = shape_get(id);
    struct id_table *dict;
    if (!s->is_dict) {
        int i = s->field_count ? shape_field(s, name) : -1;
        if (i >= 0) {
            obj_write(obj, field_at(obj, s, (unsigned)i), val);
            return;
        }
        shape_id_t next = shape_add(id, name);
        if (!shape_get(next)->is_dict) {
            ivar_append(obj, next, val);
            return;
        }
        dict = dict_turn(obj);
    } else {
        dict = dict_of(obj);
        if (!dict) dict_set(obj, dict = id_table_new(0));
    }
    id_table_set(dict, name, val);
    gc_wb(obj);
}

void
ivar_set(VALUE obj, ID name, VALUE val)
{
    if (UNLIKELY(obj_frozen(obj))) rb_error_frozen_object(obj);
    if (obj_type(obj) == T_STRING) str_thaw_chilled(obj);
    ivar_set_raw(obj, name, val);
}

VALUE
ivar_remove(VALUE obj, ID name)
{
    if (obj_frozen(obj)) rb_error_frozen_object(obj);
    VALUE old = ivar_get(obj, name);
    if (old == Qundef) return Qundef;
    struct id_table *dict = shape_get(obj_shape(obj))->is_dict ? dict_of(obj) : dict_turn(obj);
    id_table_delete(dict, name, NULL);
    return old;
}

unsigned
ivar_count(VALUE obj)
{
    if (!val_heap_p(obj)) return 0;
    const struct shape *s = shape_get(obj_shape(obj));
    return s->is_dict ? (unsigned)id_table_size(dict_of(obj)) : s->field_count;
}

/* fn may do anything to obj: the names are those at the start, the values those of the moment. */
void
ivar_foreach(VALUE obj, int (*fn)(ID, VALUE, void *), void *arg)
{
    unsigned n = ivar_count(obj);
    if (!n) return;
    const struct shape *s = shape_get(obj_shape(obj));
    VALUE held = 0;
    ID few[16], *names = n <= lengthof(few) ? few : rb_alloc_tmp_buffer(&held, (long)(n * sizeof(ID)));
    if (s->is_dict) {
        uint32_t pos = 0;
        VALUE val;
        for (unsigned i = 0; i < n; i++) id_table_next(dict_of(obj), &pos, &names[i], &val);
    } else {
        for (unsigned i = 0; i < n; i++) names[i] = shape_field_name(s, i);
    }
    for (unsigned i = 0; i < n; i++) {
        VALUE val = ivar_get(obj, names[i]);
        if (val != Qundef && fn(names[i], val, arg) == ST_STOP) break;
    }
    if (held) rb_free_tmp_buffer(&held);
}

/* ---- copying, freeing, marking ---- */

void
ivar_free(VALUE obj)
{
    const struct shape *s = shape_get(obj_shape(obj));
    unsigned type = obj_type(obj);
    if (s->is_dict) id_table_free(dict_of(obj));
    else block_drop(obj, type, s);
    if (class_type_p(type)) class_ext(obj)->iv_index = NULL;
    else if (type != T_OBJECT) gen_delete(obj);
}

/* Forgets every instance variable; the object keeps its class. */
void
ivar_clear(VALUE obj)
{
    if (!ivar_count(obj) && !shape_get(obj_shape(obj))->is_dict) return;
    ivar_free(obj);
    obj_set_shape(obj, shape_get(obj_shape(obj))->root);
}

void
ivar_copy(VALUE dst, VALUE src)
{
    ivar_clear(dst);
    const struct shape *from = shape_get(obj_shape(src));
    unsigned n = ivar_count(src), type = obj_type(dst);
    if (!n) return;
    if (from->is_dict) {
        shape_id_t dict = shape_dict(obj_shape(dst)); /* may raise and collect */
        dict_set(dst, id_table_copy(dict_of(src)));
        obj_set_shape(dst, dict);
        return;
    }
    shape_id_t to_id = obj_shape(dst);
    ID names[SHAPE_MAX_FIELDS];
    for (unsigned i = 0; i < n; i++) to_id = shape_add(to_id, names[i] = shape_field_name(from, i));
    const struct shape *to = shape_get(to_id);
    if (to->is_dict) {
        for (unsigned i = 0; i < n; i++) ivar_set_raw(dst, names[i], *field_at(src, from, i));
        return;
    }
    size_t in_block = block_fields(type, to);
    if (in_block) {
        VALUE *block = gc_malloc(block_capa(in_block) * sizeof(VALUE));
        block_set(dst, type, to, block);
    }
    obj_hdr(dst)->shape = to_id;
    for (unsigned i = 0; i < n; i++) *field_at(dst, to, i) = *field_at(src, from, i);
    obj_set_shape(dst, to_id);
}

void
ivar_moved(VALUE from, VALUE to)
{
    struct gen_cell *c = gen_find(from);
    if (!c) return;
    void *block = c->block;
    gen_delete(from);
    gen_put_raw(gen_cells, gen_mask, to, block);
    gen_count++;
}

/* Returns the slot class that has room for all fields of a T_OBJECT with an extension block, if one has.  Otherwise returns the
 * slot class that obj has. */
unsigned
ivar_fitting(VALUE obj)
{
    const struct shape *s = shape_get(obj_shape(obj));
    if (s->is_dict || !block_fields(T_OBJECT, s)) return s->slot_class;
    unsigned cls = slot_class_for(OBJ_HEADER_BYTES + s->field_count * sizeof(VALUE));
    return cls == SLOT_NO_CLASS ? s->slot_class : cls;
}

/* Moves the fields in the extension block of `from` to the slot of `to`, which has room for all (SHAPE-7). */
void
ivar_settle(VALUE from, VALUE to)
{
    const struct shape *s = shape_get(obj_shape(from));
    size_t in_block = block_fields(T_OBJECT, s);
    VALUE *block = block_of(from, T_OBJECT, s);
    memcpy(slot_fields(to) + slot_field_capa(s) - 1, block, in_block * sizeof(VALUE));
    gc_free(block, block_capa(in_block) * sizeof(VALUE));
    gc_disown(to);
}

static void
ivar_mark_fixed(VALUE obj, unsigned type, const struct shape *s)
{
    size_t in_block = block_fields(type, s);
    if (type == T_OBJECT) gc_mark_range(slot_fields(obj), in_block ? slot_field_capa(s) - 1 : s->field_count);
    if (in_block) gc_mark_range(block_of(obj, type, s), in_block);
}

void
ivar_mark(VALUE obj)
{
    const struct shape *s = shape_get(obj_shape(obj));
    unsigned type = obj_type(obj);
    if (s->is_dict) {
        uint32_t pos = 0;
        ID name;
        VALUE val;
        struct id_table *dict = dict_of(obj);
        while (id_table_next(dict, &pos, &name, &val)) gc_mark(val);
        return;
    }
    size_t n = s->field_count;
    if (!n) return;
    size_t in_block = block_fields(type, s);
    if (UNLIKELY(!s->klass || class_type_p(type) || type == T_DATA || type == T_FILE)) {
        ivar_mark_fixed(obj, type, s); /* C code may know them */
        return;
    }
    if (type == T_OBJECT) gc_mark_slots(slot_fields(obj), in_block ? slot_field_capa(s) - 1 : n);
    if (in_block) gc_mark_slots(block_of(obj, type, s), in_block);
}

size_t
ivar_memsize(VALUE obj)
{
    const struct shape *s = shape_get(obj_shape(obj));
    if (s->is_dict) return id_table_memsize(dict_of(obj));
    size_t n = block_fields(obj_type(obj), s);
    return n ? block_capa(n) * sizeof(VALUE) : 0;
}
