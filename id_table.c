/*
 * id_table.c - the map from ID to a word.
 *
 * Entries lie in a dense array in the order they came, so that reflection lists methods and constants as the program
 * wrote them.  Most tables are tiny (a class has a handful of methods): those are scanned.  Larger ones have an index,
 * a power of two of 32-bit positions probed linearly, at most half full.  Deleting turns an entry into a hole and
 * leaves its index cell pointing there, so probing goes on past it; the next rebuild drops both.
 */
#include "internal/id_table.h"
#include "internal/gc.h"

#include <stdlib.h>
#include <string.h>

void
id_table_free(struct id_table *t)
{
    if (!t) return;
    free(t->entries);
    free(t->index);
    free(t);
}

void
id_table_clear(struct id_table *t)
{
    free(t->entries);
    free(t->index);
    memset(t, 0, sizeof *t);
}

struct id_entry *
id_table_find_indexed(const struct id_table *t, ID key)
{
    for (uint32_t i = id_table_hash(key) & t->mask;; i = (i + 1) & t->mask) {
        uint32_t at = t->index[i];
        if (!at) return NULL;
        if (t->entries[at - 1].key == key) return &t->entries[at - 1];
    }
}

static void
index_add(struct id_table *t, uint32_t pos)
{
    uint32_t i = id_table_hash(t->entries[pos].key) & t->mask;
    while (t->index[i]) i = (i + 1) & t->mask;
    t->index[i] = pos + 1;
}

/* Drops the holes of t, makes room for capa entries, and rebuilds the index.  Returns false, with t unchanged, if there is no memory. */
static bool
table_rebuild(struct id_table *t, uint32_t capa)
{
    uint32_t n = 0, size = 0, *index = NULL;
    struct id_entry *entries = gc_raw_try_calloc(capa, sizeof *entries);
    if (!entries) return false;
    if (capa > ID_TABLE_LINEAR) {
        for (size = 16; size < capa * 2;) size *= 2;
        index = gc_raw_try_calloc(size, sizeof *index);
        if (!index) {
            free(entries);
            return false;
        }
    }
    for (uint32_t i = 0; i < t->used; i++)
        if (t->entries[i].key) entries[n++] = t->entries[i];
    VM_ASSERT(n == t->count);
    free(t->entries);
    free(t->index);
    t->entries = entries;
    t->used = n;
    t->capa = capa;
    t->index = index;
    t->mask = index ? size - 1 : 0;
    for (uint32_t i = 0; index && i < n; i++) index_add(t, i);
    if (VM_CHECK_LEVEL >= 2) id_table_verify(t);
    return true;
}

struct id_table *
id_table_try_new(size_t capa)
{
    struct id_table *t = gc_raw_try_calloc(1, sizeof *t);
    if (t && capa && !table_rebuild(t, (uint32_t)capa)) {
        free(t);
        return NULL;
    }
    return t;
}

struct id_table *
id_table_new(size_t capa)
{
    struct id_table *t = id_table_try_new(capa);
    if (!t) rb_memerror();
    return t;
}

bool
id_table_try_reserve(struct id_table *t)
{
    return t->used < t->capa || table_rebuild(t, t->count < 4 ? 4 : t->count * 2);
}

void
id_table_reserve(struct id_table *t)
{
    if (!id_table_try_reserve(t)) rb_memerror();
}

void
id_table_set(struct id_table *t, ID key, VALUE val)
{
    VM_ASSERT(key != 0);
    struct id_entry *e = id_table_find(t, key);
    if (e) {
        e->val = val;
        return;
    }
    id_table_reserve(t);
    t->entries[t->used] = (struct id_entry){key, val};
    if (t->mask) index_add(t, t->used);
    t->used++;
    t->count++;
}

bool
id_table_delete(struct id_table *t, ID key, VALUE *old)
{
    struct id_entry *e = id_table_find(t, key);
    if (!e) return false;
    if (old) *old = e->val;
    e->key = 0;
    e->val = 0;
    t->count--;
    return true;
}

struct id_table *
id_table_copy(const struct id_table *t)
{
    if (!t) return NULL;
    struct id_table *copy = id_table_new(t->count);
    uint32_t pos = 0;
    ID key;
    VALUE val;
    while (id_table_next(t, &pos, &key, &val)) id_table_set(copy, key, val);
    return copy;
}

size_t
id_table_memsize(const struct id_table *t)
{
    if (!t) return 0;
    return sizeof *t + t->capa * sizeof(struct id_entry) + (t->mask ? (t->mask + 1) * sizeof *t->index : 0);
}

void
id_table_verify(const struct id_table *t)
{
    uint32_t live = 0;
    for (uint32_t i = 0; i < t->used; i++) {
        if (!t->entries[i].key) continue;
        live++;
        if (id_table_find(t, t->entries[i].key) != &t->entries[i])
            vm_bug_at(__FILE__, __LINE__, "an id table does not find one of its keys");
    }
    if (live != t->count || t->used > t->capa) vm_bug_at(__FILE__, __LINE__, "an id table miscounts (IDTAB-1)");
}
