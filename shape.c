/*
 * shape.c - the shape table and instance variables.
 *
 * A layout is a node of one tree shared by all classes: its parent's names and one more.  A shape is a layout seen
 * through a class and a slot class; shapes mirror the layout tree, one copy of the used paths below each root.  Adding an
 * instance variable follows an edge; the edges of a shape are one tagged id while there is a single child, a table later
 * (most shapes have one child: an initializer assigns in one order).
 *
 * The name of a field is found by walking up the layout, which is faster than hashing for few names.  A layout of more than
 * LAYOUT_WALK names gets an index at the first lookup.
 *
 * A class whose instances get their variables in ever new orders would fill the table.  After BRANCHES_PER_CLASS forks in its
 * paths, an object that would add a fork gets the dictionary shape instead (SHAPE-4).
 *
 * A dead class's shapes go to a quarantine, because inline caches may still hold their ids and sweeping reads them.  When
 * there are many, vm/ivar.c clears the caches and calls shape_release_swept(), which makes their ids available again.  An id
 * that native code compares with is never reused, which costs a few bytes of the table for each compiled guard.
 */
#include "internal/shape.h"

#include <stdlib.h>
#include <string.h>

#include "internal/gc.h"
#include "internal/id_table.h"

enum {
    LAYOUT_WALK = LIMIT(8, 1),
    BRANCHES_PER_CLASS = LIMIT(128, 4),
    DICT_KEY = 1, /* in a root's edges: its dictionary shape.  No name has ID 1. */
};

struct layout {
    struct layout *parent;
    ID name;                   /* the last one */
    uint32_t count;            /* names, parents' included */
    struct id_table *children; /* name -> struct layout * */
    struct id_table *index;    /* name -> field + 1; made on demand, dropped never */
};

struct shape *shape_chunks[SHAPE_CHUNKS];
static shape_id_t shape_count;     /* ids handed out so far */
static shape_id_t shape_free_list; /* linked through root */
static shape_id_t shape_quarantine;
static size_t shape_quarantine_count;
static struct layout layout_empty;
static shape_id_t *shape_roots; /* every root shape in use: what shape_sweep looks at */
static size_t shape_root_count, shape_root_capa;
uint64_t *shape_marked; /* one bit a shape: its class was marked in this collection */
static size_t shape_marked_words;

/* ---- layouts ---- */

static struct layout *
layout_add(struct layout *l, ID name)
{
    struct layout *child = (struct layout *)id_table_get(l->children, name);
    if (child) return child;
    if (!l->children) l->children = id_table_new(1);
    id_table_set(l->children, name, 0); /* room for it first: that may fail */
    child = gc_raw_calloc(1, sizeof *child);
    child->parent = l;
    child->name = name;
    child->count = l->count + 1;
    id_table_set(l->children, name, (VALUE)child);
    return child;
}

static void
layout_names(const struct layout *l, ID *names) /* l->count of them */
{
    for (; l->count; l = l->parent) names[l->count - 1] = l->name;
}

static int
layout_field(struct layout *l, ID name)
{
    if (l->count <= LAYOUT_WALK) {
        for (; l->count; l = l->parent)
            if (l->name == name) return (int)l->count - 1;
        return -1;
    }
    if (!l->index) {
        struct id_table *t = id_table_new(l->count);
        for (struct layout *p = l; p->count; p = p->parent) id_table_set(t, p->name, p->count);
        l->index = t;
    }
    return (int)id_table_get(l->index, name) - 1;
}

/* ---- the table ---- */

/* Makes room for the marks of so many ids.  Returns false if there is no memory. */
static bool
marked_grow(size_t ids)
{
    size_t words = (ids + 63) / 64;
    if (words <= shape_marked_words) return true;
    words = words * 2;
    uint64_t *marked = gc_raw_try_realloc(shape_marked, words * sizeof *shape_marked);
    if (!marked) return false;
    shape_marked = marked;
    memset(shape_marked + shape_marked_words, 0, (words - shape_marked_words) * sizeof *shape_marked);
    shape_marked_words = words;
    return true;
}

/* Returns an unused id, or SHAPE_HIDDEN if the table is full or there is no memory. */
static shape_id_t
id_try_take(void)
{
    shape_id_t id = shape_free_list;
    if (id) {
        shape_free_list = shape_get(id)->root;
        return id;
    }
    if (shape_count >= (shape_id_t)SHAPE_CHUNK * SHAPE_CHUNKS) return SHAPE_HIDDEN;
    id = shape_count;
    if (!marked_grow(id + 1)) return SHAPE_HIDDEN;
    if (id % SHAPE_CHUNK == 0) {
        struct shape *chunk = gc_raw_try_aligned(64, SHAPE_CHUNK * sizeof(struct shape));
        if (!chunk) return SHAPE_HIDDEN;
        shape_chunks[id / SHAPE_CHUNK] = memset(chunk, 0, SHAPE_CHUNK * sizeof(struct shape));
    }
    shape_count = id + 1;
    return id;
}

shape_id_t
shape_id_limit(void)
{
    return shape_count;
}

bool
shape_next_edge(const struct shape *s, uint32_t *pos, ID *name, shape_id_t *child)
{
    uintptr_t e = (uintptr_t)s->edges;
    VALUE id = 0;
    if (e & 1) {
        if ((*pos)++) return false;
        id = e >> 1;
    } else if (!id_table_next(s->edges, pos, name, &id)) return false;
    *child = (shape_id_t)id;
    const struct shape *c = shape_get(*child);
    *name = c->is_dict ? 0 : shape_field_name(c, c->field_count - 1u);
    return true;
}

#define SHAPE_NEW_ROOT UINT32_MAX

static shape_id_t
shape_make(VALUE klass, struct layout *layout, unsigned slot_class, shape_id_t root)
{
    shape_id_t id = id_try_take();
    if (!id) return SHAPE_HIDDEN;
    struct shape *s = shape_get(id);
    s->klass = klass;
    s->layout = layout;
    s->field_count = layout ? (uint16_t)layout->count : 0;
    s->slot_class = (uint8_t)slot_class;
    s->is_dict = !layout;
    s->root = root == SHAPE_NEW_ROOT ? id : root;
    s->edges = NULL;
    return id;
}

/* The child of s over `key`, or 0. */
static shape_id_t
edge_get(const struct shape *s, ID key)
{
    uintptr_t e = (uintptr_t)s->edges;
    if (!e) return 0;
    if (e & 1) {
        shape_id_t child = (shape_id_t)(e >> 1);
        const struct shape *c = shape_get(child);
        ID name = c->is_dict ? DICT_KEY : c->layout->name;
        return name == key ? child : 0;
    }
    return (shape_id_t)id_table_get(s->edges, key);
}

/* Makes room for one more edge of s: edge_set cannot fail then.  Returns false if there is no memory. */
static bool
edge_try_reserve(struct shape *s)
{
    uintptr_t e = (uintptr_t)s->edges;
    if (!e) return true;
    if (!(e & 1)) return id_table_try_reserve(s->edges);
    shape_id_t first = (shape_id_t)(e >> 1);
    const struct shape *c = shape_get(first);
    struct id_table *t = id_table_try_new(4);
    if (!t) return false;
    id_table_set(t, c->is_dict ? DICT_KEY : c->layout->name, first);
    s->edges = t;
    return true;
}

static void
edge_set(struct shape *s, ID key, shape_id_t child)
{
    if (!s->edges) {
        s->edges = (struct id_table *)(((uintptr_t)child << 1) | 1);
        return;
    }
    if (!edge_try_reserve(s)) rb_memerror();
    id_table_set(s->edges, key, child);
}

/* Makes room for one more root shape in the list of them.  Returns false if there is no memory. */
static bool
roots_try_reserve(void)
{
    if (shape_root_count < shape_root_capa) return true;
    size_t capa = shape_root_capa ? shape_root_capa * 2 : 1024;
    shape_id_t *roots = gc_raw_try_realloc(shape_roots, capa * sizeof *shape_roots);
    if (!roots) return false;
    shape_roots = roots;
    shape_root_capa = capa;
    return true;
}

/* Makes a shape that an object cannot do without.  A full table causes two collections.  The first finds the dead classes; the
 * second clears the caches and releases their shapes (vm_ivar_sweep).  Raises NoMemoryError if that frees none. */
static shape_id_t
shape_must_make(VALUE klass, struct layout *layout, unsigned slot_class, shape_id_t root)
{
    shape_id_t id = shape_make(klass, layout, slot_class, root);
    for (int tries = 0; UNLIKELY(!id) && tries < 2 && gc_collect_for_room(); tries++)
        id = shape_make(klass, layout, slot_class, root);
    if (UNLIKELY(!id)) rb_memerror();
    RB_GC_GUARD(klass);
    return id;
}

shape_id_t
shape_root(VALUE klass, unsigned slot_class)
{
    if (!klass) return SHAPE_HIDDEN;
    shape_id_t *at = &class_shapes(klass)->root[slot_class];
    if (*at) return *at;
    shape_id_t id = shape_must_make(klass, &layout_empty, slot_class, SHAPE_NEW_ROOT);
    if (!roots_try_reserve()) rb_memerror();
    shape_roots[shape_root_count++] = id;
    *at = id;
    return id;
}

shape_id_t
shape_dict(shape_id_t id)
{
    if (shape_get(id)->is_dict) return id;
    shape_id_t root = shape_get(id)->root;
    struct shape *r = shape_get(root);
    shape_id_t dict = edge_get(r, DICT_KEY);
    if (dict) return dict;
    dict = shape_must_make(r->klass, NULL, r->slot_class, root);
    edge_set(r, DICT_KEY, dict);
    return dict;
}

/* Records in the class that one of its instances has had this many fields. */
static void
class_learn(VALUE klass, unsigned fields)
{
    if (!klass) return;
    struct class_shapes *x = class_shapes(klass);
    if (fields <= x->max_ivars) return;
    x->max_ivars = (uint16_t)fields;
    x->instance_slot_class = 0;
}

shape_id_t
shape_add(shape_id_t id, ID name)
{
    struct shape *s = shape_get(id);
    if (s->is_dict) return id;
    shape_id_t child = edge_get(s, name);
    if (child) return child;
    if (s->field_count >= SHAPE_MAX_FIELDS) return shape_dict(id);
    if (s->klass && s->edges && class_shapes(s->klass)->branches++ >= BRANCHES_PER_CLASS) {
        class_shapes(s->klass)->branches--;
        return shape_dict(id);
    }
    child = shape_make(s->klass, layout_add(s->layout, name), s->slot_class, s->root);
    if (!child) return shape_dict(id);
    edge_set(s, name, child);
    class_learn(s->klass, s->field_count + 1u);
    return child;
}

/* The shape of (klass, slot_class) with that layout; its dictionary shape if the way there is closed. */
static shape_id_t
shape_of_layout(VALUE klass, unsigned slot_class, const struct layout *layout)
{
    shape_id_t to = shape_root(klass, slot_class);
    if (!layout) return shape_dict(to);
    ID names[SHAPE_MAX_FIELDS];
    layout_names(layout, names);
    for (uint32_t i = 0; i < layout->count; i++) to = shape_add(to, names[i]);
    return to;
}

shape_id_t
shape_with_class(shape_id_t id, VALUE klass)
{
    const struct shape *s = shape_get(id);
    if (s->klass == klass) return id;
    return shape_of_layout(klass, s->slot_class, s->layout);
}

/* Returns the child of shape id over `key`, made if there is none: of that layout, or the dictionary shape if NULL.  Returns
 * SHAPE_HIDDEN if it cannot be made, because the class has too many forks, the table is full or there is no memory. */
static shape_id_t
shape_try_child(shape_id_t id, ID key, struct layout *layout)
{
    struct shape *s = shape_get(id);
    shape_id_t child = edge_get(s, key);
    if (child) return child;
    struct class_shapes *x = class_shapes(s->klass);
    bool forks = layout && s->edges;
    if ((forks && x->branches >= BRANCHES_PER_CLASS) || !edge_try_reserve(s)) return SHAPE_HIDDEN;
    child = shape_make(s->klass, layout, s->slot_class, s->root);
    if (!child) return SHAPE_HIDDEN;
    x->branches += forks;
    edge_set(s, key, child);
    return child;
}

shape_id_t
shape_in_slot_class(shape_id_t id, unsigned slot_class)
{
    const struct shape *s = shape_get(id);
    shape_id_t *at = &class_shapes(s->klass)->root[slot_class];
    if (!*at) {
        if (!roots_try_reserve()) return SHAPE_HIDDEN;
        shape_id_t root = shape_make(s->klass, &layout_empty, slot_class, SHAPE_NEW_ROOT);
        if (!root) return SHAPE_HIDDEN;
        shape_roots[shape_root_count++] = *at = root;
    }
    if (s->is_dict) return shape_try_child(*at, DICT_KEY, NULL);
    struct layout *path[SHAPE_MAX_FIELDS];
    for (struct layout *l = s->layout; l->count; l = l->parent) path[l->count - 1] = l;
    shape_id_t to = *at;
    for (uint32_t i = 0; to && i < s->field_count; i++) to = shape_try_child(to, path[i]->name, path[i]);
    return to;
}

int
shape_field(const struct shape *s, ID name)
{
    return layout_field(s->layout, name);
}

ID
shape_field_name(const struct shape *s, unsigned i)
{
    const struct layout *l = s->layout;
    while (l->count > i + 1) l = l->parent;
    return l->name;
}

/* Shapes with ids known at compile time: one for immediates, one per slot class for the core's containers. */
void
shape_reserve_class(shape_id_t first, VALUE klass)
{
    unsigned n = first >= SHAPE_ARRAY0 ? SLOT_CLASS_COUNT : 1;
    for (unsigned cls = 0; cls < n; cls++) {
        struct shape *s = shape_get(first + cls);
        s->klass = klass;
        s->layout = &layout_empty;
        s->slot_class = (uint8_t)cls;
        s->root = first + cls;
        if (first >= SHAPE_ARRAY0) class_shapes(klass)->root[cls] = first + cls;
    }
}

void
obj_set_shape(VALUE obj, shape_id_t id)
{
    obj_hdr(obj)->shape = id;
#if OBJ_HEADER_BYTES == 16
    obj_hdr(obj)->klass = shape_get(id)->klass;
#endif
    gc_wb(obj);
}

/* ---- collection ---- */

void
shape_mark_slow(shape_id_t id)
{
    shape_marked[id / 64] |= UINT64_C(1) << (id % 64);
    VALUE klass = shape_get(id)->klass;
    if (klass) gc_mark(klass);
}

static void
shape_free_tree(shape_id_t id)
{
    struct shape *s = shape_get(id);
    uintptr_t e = (uintptr_t)s->edges;
    if (e & 1) {
        shape_free_tree((shape_id_t)(e >> 1));
    } else if (e) {
        uint32_t pos = 0;
        ID key;
        VALUE child;
        while (id_table_next(s->edges, &pos, &key, &child)) shape_free_tree((shape_id_t)child);
        id_table_free(s->edges);
    }
    s->klass = 0; /* the rest stays readable: sweeping reads it when it frees the variables of dead objects */
    s->edges = NULL;
    s->root = shape_quarantine;
    shape_quarantine = id;
    shape_quarantine_count++;
}

void
shape_sweep(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < shape_root_count; i++) {
        shape_id_t id = shape_roots[i];
        if (gc_live_p(shape_get(id)->klass)) shape_roots[kept++] = id;
        else shape_free_tree(id);
    }
    shape_root_count = kept;
    if (VM_CHECK_LEVEL >= 2) shape_verify();
    memset(shape_marked, 0, shape_marked_words * sizeof *shape_marked); /* for the next collection */
}

size_t
shape_quarantined(void)
{
    return shape_quarantine_count;
}

void
shape_keep_id(shape_id_t id)
{
    shape_get(id)->kept_id = true;
}

void
shape_release_swept(void)
{
    shape_quarantine_count = 0;
    while (shape_quarantine) {
        shape_id_t id = shape_quarantine;
        struct shape *s = shape_get(id);
        shape_quarantine = s->root;
        if (s->kept_id) continue;
        s->root = shape_free_list;
        shape_free_list = id;
    }
}

void
shape_verify(void)
{
    for (size_t i = 0; i < shape_root_count; i++) {
        const struct shape *s = shape_get(shape_roots[i]);
        if (!s->klass || s->layout != &layout_empty || s->root != shape_roots[i])
            vm_bug_at(__FILE__, __LINE__, "a root shape is not one (SHAPE-4)");
        if (class_shapes(s->klass)->root[s->slot_class] != shape_roots[i])
            vm_bug_at(__FILE__, __LINE__, "a class does not know its root shape (SHAPE-4)");
    }
}

void
Init_shape(void)
{
    shape_id_t hidden = id_try_take(); /* the table is empty: id 0 */
    struct shape *s = shape_get(hidden);
    s->layout = &layout_empty;
    VM_ASSERT(hidden == SHAPE_HIDDEN);
    while (shape_count < SHAPE_FIRST_FREE) id_try_take();
}
