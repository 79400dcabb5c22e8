/*
 * id_table.h - a small ordered map from ID to a word: method tables, constants, edges of shapes.
 *
 * Owns      the layout of struct id_table.
 * IDTAB-1   Entries stay in the order of insertion; deletion leaves a hole until the table is next rebuilt.
 * IDTAB-2   Key 0 is a hole: it is never a key.
 * IDTAB-3   Up to ID_TABLE_LINEAR entries are searched in a row; above that an index of positions is added.
 * IDTAB-4   No function here starts a collection or calls Ruby.  A function that makes room raises NoMemoryError and
 *           leaves t unchanged.
 * Threads   Under the VM lock.
 * Checked   id_table_verify(), at level 2 after every rebuild
 */
#ifndef FACET_INTERNAL_ID_TABLE_H
#define FACET_INTERNAL_ID_TABLE_H

#include "internal/value.h"

enum { ID_TABLE_LINEAR = LIMIT(8, 1) };

struct id_entry {
    ID key; /* 0: a hole */
    VALUE val;
};

struct id_table {
    uint32_t count; /* live entries */
    uint32_t used;  /* entries written, holes too */
    uint32_t capa;  /* room in entries */
    uint32_t mask;  /* size of index - 1; 0: no index */
    struct id_entry *entries;
    uint32_t *index; /* position + 1; 0: empty; IDTAB-3 */
};

struct id_table *id_table_new(size_t capa);     /* capa 0: memory comes with the first entry */
struct id_table *id_table_try_new(size_t capa); /* id_table_new, but returns NULL if there is no memory */
void id_table_free(struct id_table *t);         /* NULL is fine */
void id_table_set(struct id_table *t, ID key, VALUE val);
void id_table_reserve(struct id_table *t);     /* the next id_table_set cannot fail */
bool id_table_try_reserve(struct id_table *t); /* returns false, and leaves t unchanged, if there is no memory */
/* Deletes a key.  Returns whether t had it; its value is in *old (old may be NULL). */
bool id_table_delete(struct id_table *t, ID key, VALUE *old);
void id_table_clear(struct id_table *t);
struct id_table *id_table_copy(const struct id_table *t);
size_t id_table_memsize(const struct id_table *t);
void id_table_verify(const struct id_table *t);
struct id_entry *id_table_find_indexed(const struct id_table *t, ID key);

static inline uint32_t
id_table_hash(ID key)
{
    return (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32);
}

/* Returns the entry of key, or NULL. Valid until the next id_table_set. t may be NULL. */
static inline struct id_entry *
id_table_find(const struct id_table *t, ID key)
{
    if (!t) return NULL;
    if (t->mask) return id_table_find_indexed(t, key);
    for (uint32_t i = 0; i < t->used; i++)
        if (t->entries[i].key == key) return &t->entries[i];
    return NULL;
}

/* Returns the value of key, or 0. t may be NULL. */
static inline VALUE
id_table_get(const struct id_table *t, ID key)
{
    struct id_entry *e = id_table_find(t, key);
    return e ? e->val : 0;
}

static inline bool
id_table_lookup(const struct id_table *t, ID key, VALUE *val)
{
    struct id_entry *e = id_table_find(t, key);
    if (!e) return false;
    *val = e->val;
    return true;
}

static inline size_t
id_table_size(const struct id_table *t)
{
    return t ? t->count : 0;
}

/* Iteration in order: *pos starts at 0; false at the end.  Deleting the current entry is fine, adding is not. */
static inline bool
id_table_next(const struct id_table *t, uint32_t *pos, ID *key, VALUE *val)
{
    if (!t) return false;
    while (*pos < t->used) {
        struct id_entry *e = &t->entries[(*pos)++];
        if (!e->key) continue;
        *key = e->key;
        *val = e->val;
        return true;
    }
    return false;
}

#endif
