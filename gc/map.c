/*
 * map.c - a map from word to word, by identity: object ids and finalizers.
 *
 * Open addressing, linear probing, deleted cells marked by key ~0.  Keys are addresses or small numbers, never 0 or ~0.
 * Plain malloc: it is used while sweeping, where nothing may raise.
 *
 * A table may be 7/8 full.  Multiplication by the golden ratio spreads neighbouring slots evenly, so probes stay short.  An object
 * with an id costs two words and little more.
 */
#include "gc/page.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t DELETED = ~(uint64_t)0;

static size_t
map_slot(uint64_t key, size_t mask)
{
    return (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
}

static size_t
map_find(const struct gc_map *m, uint64_t key) /* the cell of key, or SIZE_MAX */
{
    if (!m->keys) return SIZE_MAX;
    for (size_t i = map_slot(key, m->mask); m->keys[i]; i = (i + 1) & m->mask)
        if (m->keys[i] == key) return i;
    return SIZE_MAX;
}

static void
map_rebuild(struct gc_map *m)
{
    size_t cells = 16;
    while (cells < m->count * 2) cells *= 2;
    uint64_t *keys = gc_raw_try_calloc(cells, sizeof *keys), *values = gc_raw_try_malloc(cells * sizeof *values);
    if (!keys || !values) {
        free(keys);
        free(values);
        rb_memerror();
    }
    for (size_t i = 0; m->keys && i <= m->mask; i++) {
        if (!m->keys[i] || m->keys[i] == DELETED) continue;
        size_t k = map_slot(m->keys[i], cells - 1);
        while (keys[k]) k = (k + 1) & (cells - 1);
        keys[k] = m->keys[i];
        values[k] = m->values[i];
    }
    free(m->keys);
    free(m->values);
    m->keys = keys;
    m->values = values;
    m->mask = cells - 1;
    m->used = m->count;
}

bool
gc_map_get(const struct gc_map *m, uint64_t key, uint64_t *value)
{
    size_t i = map_find(m, key);
    if (i == SIZE_MAX) return false;
    if (value) *value = m->values[i];
    return true;
}

void
gc_map_put(struct gc_map *m, uint64_t key, uint64_t value)
{
    size_t i = map_find(m, key);
    if (i != SIZE_MAX) {
        m->values[i] = value;
        return;
    }
    if (!m->keys || (m->used + 1) * 8 > (m->mask + 1) * 7) map_rebuild(m);
    i = map_slot(key, m->mask);
    while (m->keys[i] && m->keys[i] != DELETED) i = (i + 1) & m->mask;
    if (!m->keys[i]) m->used++;
    m->keys[i] = key;
    m->values[i] = value;
    m->count++;
}

bool
gc_map_delete(struct gc_map *m, uint64_t key, uint64_t *value)
{
    size_t i = map_find(m, key);
    if (i == SIZE_MAX) return false;
    if (value) *value = m->values[i];
    m->keys[i] = DELETED;
    m->count--;
    return true;
}

void
gc_map_release(struct gc_map *m)
{
    free(m->keys);
    free(m->values);
    memset(m, 0, sizeof *m);
}
