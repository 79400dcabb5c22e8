/*
 * shape.h - which class an object has, and which instance variable lives in which field.
 *
 * Owns      the shape table, layouts and shape ids; no other file creates or edits a shape.
 * Uses      id_table, gc.
 * SHAPE-1   A shape is {class, layout, slot class}; its id never changes meaning while an object or cache holds it.  An object
 *           gets a shape of another slot class only by a compaction that moves it (gc/compact.c).
 * SHAPE-2   Objects of equal shape id have the same class and keep the same ivar at the same field.
 * SHAPE-3   Layouts do not depend on a class: subclasses share them.  Layout 0 is empty.
 * SHAPE-4   Each (class, slot class) has one root shape (layout 0) and one dictionary shape; past SHAPE_MAX_FIELDS, or
 *           after remove_instance_variable, an object turns to the dictionary shape and does not come back.
 * SHAPE-5   Shape 0 has no class: hidden objects.
 * SHAPE-6   The table holds classes weakly; a dead class's shapes are reused once caches are swept.  The id of a shape that
 *           native code names is never reused, since code is not swept (shape_keep_id).
 * SHAPE-7   A T_OBJECT of slot capacity cap keeps fields 0..cap-1 in its slot while it has at most cap of them.  If it
 *           has more, field cap-1 of the slot is the pointer to an extension block, which holds fields cap-1 and up.
 * SHAPE-8   Other types keep their fields in a block outside the slot: classes in class_ext, the rest in a side table
 *           (variable.c) under HDR_EXIVAR. The code that frees such an object calls ivar_free.
 * Threads   Appended to under the VM lock; read without it (SHAPE-1).
 * Checked   shape_verify(), test/test_shape.rb.
 */
#ifndef FACET_INTERNAL_SHAPE_H
#define FACET_INTERNAL_SHAPE_H

#include "internal/slot.h"
#include "internal/value.h"

/* Ids with a fixed meaning, made by Init_shape.  Immediates have pseudo shapes, so that a call site compares one
 * number whatever the receiver is.  The root shapes of Array, String, Hash for slot class c are SHAPE_ARRAY0 + c and
 * so on.  One unsigned comparison thus tests for "an Array without ivars or singleton, whose class is Array
 * itself". */
enum {
    SHAPE_HIDDEN = 0,
    SHAPE_FIXNUM = 1,
    SHAPE_FLONUM = 2,
    SHAPE_SYMBOL = 3 /* static */,
    SHAPE_NIL = 4,
    SHAPE_TRUE = 5,
    SHAPE_FALSE = 6,
    SHAPE_ROOTS = 16, /* ids of each family below, whatever the number of slot classes */
    SHAPE_ARRAY0 = 16,
    SHAPE_STRING0 = SHAPE_ARRAY0 + SHAPE_ROOTS,
    SHAPE_HASH0 = SHAPE_STRING0 + SHAPE_ROOTS,
    SHAPE_FIRST_FREE = SHAPE_HASH0 + SHAPE_ROOTS,
    SHAPE_MAX_FIELDS = LIMIT(250, 12),
    SHAPE_CHUNK = 4096, /* shapes in one chunk of the table; chunks never move */
    SHAPE_CHUNKS = LIMIT(1024, 4),
    SHAPE_ID_BITS = 22,
};
_Static_assert((SHAPE_CHUNK * SHAPE_CHUNKS - 1) >> SHAPE_ID_BITS == 0, "an id fits");
_Static_assert((int)SLOT_CLASS_COUNT <= (int)SHAPE_ROOTS, "each slot class has its root shape");

/* The shapes of a class's instances.  The struct lies in the class; class_shapes (class.c) finds it. */
struct class_shapes {
    uint8_t
        instance_slot_class; /* slot class for the next instance, from what its instances needed (1 + class; 0 unknown) */
    uint16_t max_ivars;      /* most instance variables an instance has had */
    uint16_t named_ivars;    /* 1 + those that initialize names (vm_named_ivars); 0: not yet counted */
    uint16_t branches;       /* forks in the shapes of its instances */
    shape_id_t root[SLOT_CLASS_COUNT]; /* 0: not made yet; last, so that stencils fit all geometries */
};
struct class_shapes *class_shapes(VALUE klass);

struct layout; /* ivar names in order; shape.c */

struct shape {
    VALUE klass;           /* 0: hidden, or a free entry */
    struct layout *layout; /* NULL in a dictionary shape */
    uint16_t field_count;
    uint8_t slot_class;
    uint8_t is_dict : 1;
    uint8_t kept_id : 1;    /* native code names it (SHAPE-6) */
    shape_id_t root;        /* the root shape of (klass, slot_class) */
    struct id_table *edges; /* ivar id -> child shape id; NULL until the first child */
};

extern struct shape *shape_chunks[SHAPE_CHUNKS];

static ALWAYS_INLINE struct shape *
shape_get(shape_id_t id)
{
    return &shape_chunks[id / SHAPE_CHUNK][id % SHAPE_CHUNK];
}

/* Returns the object's class as method lookup sees it, perhaps a singleton class, or 0 for hidden objects. */
static ALWAYS_INLINE VALUE
obj_class(VALUE v)
{
#if OBJ_HEADER_BYTES == 16
    return obj_hdr(v)->klass;
#else
    return shape_get(obj_shape(v))->klass;
#endif
}

/* Gives immediates (and the reserved root shapes) their class once it exists: SHAPE_FIXNUM.., SHAPE_ARRAY0... */
void shape_reserve_class(shape_id_t first, VALUE klass);

static ALWAYS_INLINE shape_id_t
val_shape(VALUE v) /* of any VALUE */
{
    if (LIKELY(val_heap_p(v))) return obj_shape(v);
    if (v & 1) return SHAPE_FIXNUM;
    if ((v & 3) == 2) return SHAPE_FLONUM;
    if ((v & 0xff) == 0x0c) return SHAPE_SYMBOL;
    return v == Qnil ? SHAPE_NIL : v == Qtrue ? SHAPE_TRUE : SHAPE_FALSE;
}
static ALWAYS_INLINE bool
val_plain_array_p(VALUE v) /* class Array itself, no singleton, no ivars */
{
    return val_heap_p(v) && obj_shape(v) - SHAPE_ARRAY0 < SHAPE_ROOTS;
}
static ALWAYS_INLINE bool
val_plain_string_p(VALUE v)
{
    return val_heap_p(v) && obj_shape(v) - SHAPE_STRING0 < SHAPE_ROOTS;
}
static ALWAYS_INLINE bool
val_plain_hash_p(VALUE v)
{
    return val_heap_p(v) && obj_shape(v) - SHAPE_HASH0 < SHAPE_ROOTS;
}

/* Root shape of (klass, slot class), made on first use.  klass 0 gives SHAPE_HIDDEN.  allocates (malloc only: no GC). */
shape_id_t shape_root(VALUE klass, unsigned slot_class);
/* Returns the dictionary shape of the same class and slot class. */
shape_id_t shape_dict(shape_id_t id);
/* Returns the shape after adding ivar `name` to `id`, or a dictionary shape if full.  allocates (malloc only). */
shape_id_t shape_add(shape_id_t id, ID name);
/* Returns the shape of the same layout under another class (singleton class, extend), or the dictionary shape if a
 * shape of the layout cannot be made there: ivar_set_class. */
shape_id_t shape_with_class(shape_id_t id, VALUE klass);
/* Returns the shape of the same class and layout in another slot class, or SHAPE_HIDDEN if it cannot be made.  For a
 * collection: raises nothing, collects nothing. id is not SHAPE_HIDDEN. */
shape_id_t shape_in_slot_class(shape_id_t id, unsigned slot_class);
/* Returns the field index of `name`, or -1. s is not a dictionary shape. */
int shape_field(const struct shape *s, ID name);
/* Returns the name of field i. */
ID shape_field_name(const struct shape *s, unsigned i);
/* Sets shape (and the class word when there is one) and runs the write barrier on the class. */
void obj_set_shape(VALUE obj, shape_id_t id);
/* Called between mark and sweep of every collection, after the VM unlinked caches of dead classes: puts the shapes of
 * dead classes aside.  Marks nothing. */
void shape_sweep(void);
/* Returns the number of ids that shape_sweep has put aside. */
size_t shape_quarantined(void);
/* Notes that native code names shape `id`, which is then not reused when its class has died (SHAPE-6). */
void shape_keep_id(shape_id_t id);
/* Makes the ids put aside available again, except those that native code names.  A weak sweeper calls it.  All of them
 * died in earlier collections, so no object has them any more.  The caller has cleared the inline caches with ids of
 * dead shapes (shape_dead_p). */
void shape_release_swept(void);
/* Marks the class of shape `id` once per collection; gc/mark.c calls it for each object's shape. */
extern uint64_t *shape_marked; /* private to shape_mark */
void shape_mark_slow(shape_id_t id);
static ALWAYS_INLINE void
shape_mark(shape_id_t id)
{
    if (UNLIKELY(!(shape_marked[id / 64] >> (id % 64) & 1))) shape_mark_slow(id);
}
static inline bool
shape_dead_p(shape_id_t id)
{
    return id && !shape_get(id)->klass;
}
shape_id_t shape_id_limit(void); /* ids below it were handed out */
/* Stores the next shape made from s; starts with *pos = 0.  *name is the ivar added, or 0 for the dictionary shape.
 * Returns false at the end. */
bool shape_next_edge(const struct shape *s, uint32_t *pos, ID *name, shape_id_t *child);
void shape_verify(void);
void Init_shape(void); /* before any object exists */

/* Returns an instance variable of any object, or Qundef when absent. */
VALUE ivar_get(VALUE obj, ID name);
/* raises FrozenError.  allocates. */
void ivar_set(VALUE obj, ID name, VALUE val);
VALUE *ivar_fields_outside(VALUE obj);            /* obj: not a T_OBJECT, has fields, has no dictionary shape */
void ivar_set_raw(VALUE obj, ID name, VALUE val); /* even if frozen */
/* Adds the one field that the shape `next`, from shape_add of obj's shape, has more.  `next` is not a dictionary
 * shape.  allocates. */
void ivar_append(VALUE obj, shape_id_t next, VALUE val);
VALUE ivar_remove(VALUE obj, ID name);                                 /* Qundef when absent */
void ivar_foreach(VALUE obj, int (*fn)(ID, VALUE, void *), void *arg); /* ST_STOP ends */
unsigned ivar_count(VALUE obj);
void ivar_copy(VALUE dst, VALUE src);        /* dst of the same T_; for dup/clone */
void ivar_clear(VALUE obj);                  /* forgets every instance variable; the object keeps its class */
void ivar_set_class(VALUE obj, VALUE klass); /* the object keeps its variables */
void ivar_free(VALUE obj); /* releases the side-table block of a dying object (SHAPE-8) and T_OBJECT's extension */
void ivar_mark(VALUE obj); /* marks fields, in the slot or outside */
size_t ivar_memsize(VALUE obj);
void ivar_moved(VALUE from, VALUE to); /* an object with HDR_EXIVAR has moved */
/* The operations `fitting` and `settle` of T_OBJECT (struct gc_type_ops). */
unsigned ivar_fitting(VALUE obj);
void ivar_settle(VALUE from, VALUE to);

/* Returns the bytes from the object's address to field i if the field lies in the slot of a T_OBJECT of this shape.
 * Returns 0 otherwise (extension, dictionary, other type).  Inline caches use it. */
static inline unsigned
shape_field_offset(const struct shape *s, unsigned i)
{
    unsigned cap = (unsigned)((slot_bytes(s->slot_class) - OBJ_HEADER_BYTES) / sizeof(VALUE));
    if (s->is_dict || (s->field_count > cap && i >= cap - 1) || i >= cap) return 0;
    return OBJ_HEADER_BYTES + i * (unsigned)sizeof(VALUE);
}

#endif
