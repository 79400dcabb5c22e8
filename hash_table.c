/*
 * hash_table.c - finding, adding and removing pairs in an insertion-ordered table.
 *
 * Algorithm Open addressing over groups of 16 control bytes, compared at once, as in Abseil's "Swiss tables" (Kulukundis,
 *           CppCon 2017); the slots hold positions in a dense array of entries, which keeps insertion order and makes
 *           iteration a scan (Hettinger's compact dict, 2012).  A deleted slot becomes empty at once if its group has
 *           an empty slot, for then no probe went past it.  Tables of up to 32 entries have no positions: the
 *           control bytes are in entry order, and at most two groups are compared.
 * Checked   hash_table_verify(), test/internal/test_hash_table.c
 */
#include "internal/compiler.h"
#include "internal/hash_table.h"
#include "internal/gc.h"

static inline uint32_t
table_group_mask(const struct hash_table *t)
{
    return t->slots / CTRL_GROUP - 1;
}
static inline uint32_t
table_home(uint64_t hash)
{
    return (uint32_t)(hash_spread(hash) >> 25); /* the 32 bits below the tag's */
}

static size_t
table_block_bytes(uint32_t slots, uint8_t pos_bytes, uint32_t capa)
{
    size_t head = offsetof(struct hash_table, ctrl) + slots + (size_t)slots * pos_bytes;
    return ((head + 7) & ~(size_t)7) + (size_t)capa * sizeof(struct hash_entry);
}

/* n: pairs to hold.  Small tables take 8, 16 or 32 entries; larger ones 7/8 of a power of two. */
static void
table_geometry(size_t n, uint32_t *slots, uint32_t *capa, uint8_t *pos_bytes)
{
    if (n <= HASH_TABLE_SMALL_MAX) {
        *capa = n <= 8 ? 8 : n <= 16 ? 16 : 32;
        *slots = *capa <= 16 ? 16 : 32;
        *pos_bytes = 0;
        return;
    }
    if (n > HASH_TABLE_MAX) rb_raise(rb_eArgError, "hash too big");
    uint64_t s = 64;
    while (s / 8 * 7 < n) s *= 2;
    *slots = (uint32_t)s;
    *capa = (uint32_t)(s / 8 * 7);
    *pos_bytes = *capa <= 256 ? 1 : *capa <= 65536 ? 2 : 4;
}

struct hash_table *
hash_table_new(size_t n)
{
    uint32_t slots, capa;
    uint8_t pos_bytes;
    table_geometry(n, &slots, &capa, &pos_bytes);
    size_t bytes = table_block_bytes(slots, pos_bytes, capa);
    struct hash_table *t = gc_malloc(bytes);
    memset(t, 0, offsetof(struct hash_table, ctrl));
    t->capa = capa;
    t->slots = slots;
    t->pos_bytes = pos_bytes;
    t->entries = (struct hash_entry *)((char *)t + bytes - (size_t)capa * sizeof(struct hash_entry));
    memset(t->ctrl, CTRL_EMPTY, slots);
    return t;
}

size_t
hash_table_bytes(const struct hash_table *t)
{
    return table_block_bytes(t->slots, t->pos_bytes, t->capa);
}

void
hash_table_free(struct hash_table *t)
{
    gc_free(t, hash_table_bytes(t));
}

struct hash_table *
hash_table_copy(const struct hash_table *t)
{
    size_t bytes = hash_table_bytes(t);
    struct hash_table *n = gc_malloc(bytes);
    memcpy(n, t, bytes - (size_t)(t->capa - t->bound) * sizeof(struct hash_entry));
    n->entries = (struct hash_entry *)((char *)n + ((const char *)t->entries - (const char *)t));
    n->iter = 0;
    return n;
}

/* ---- finding ---- */

static ALWAYS_INLINE int
table_entry_is(const struct hash_entry *e, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner)
{
    if (e->key == key) return 1;
    if (e->hash != hash || !eql) return 0;
    return eql(owner, key, e->key);
}

static int
table_find_small(const struct hash_table *t, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner,
                 struct hash_found *found)
{
    uint8_t tag = hash_tag(hash);
    for (uint32_t g = 0; g < t->slots; g += CTRL_GROUP) {
        group_bits m = group_match(t->ctrl + g, tag);
        while (m) {
            uint32_t i = g + group_take(&m);
            int is = table_entry_is(&t->entries[i], key, hash, eql, owner);
            if (is > 0) *found = (struct hash_found){i, i};
            if (is) return is;
        }
    }
    return 0;
}

static ALWAYS_INLINE int
table_find_indexed(const struct hash_table *t, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner,
                   struct hash_found *found)
{
    uint8_t tag = hash_tag(hash);
    uint32_t mask = table_group_mask(t), g = table_home(hash) & mask;
    for (uint32_t step = 1;; step++) {
        const uint8_t *ctrl = t->ctrl + (size_t)g * CTRL_GROUP;
        group_bits m = group_match(ctrl, tag);
        while (m) {
            uint32_t slot = g * CTRL_GROUP + group_take(&m), pos = hash_table_pos(t, slot);
            int is = table_entry_is(&t->entries[pos], key, hash, eql, owner);
            if (is > 0) *found = (struct hash_found){pos, slot};
            if (is) return is;
        }
        if (LIKELY(group_match(ctrl, CTRL_EMPTY))) return 0; /* T4 */
        g = (g + step) & mask;
    }
}

int
hash_table_find(const struct hash_table *t, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner,
                struct hash_found *found)
{
    if (t->pos_bytes == 0) return table_find_small(t, key, hash, eql, owner, found);
    return table_find_indexed(t, key, hash, eql, owner, found);
}

struct hash_found
hash_table_locate(const struct hash_table *t, uint32_t pos)
{
    if (t->pos_bytes == 0) return (struct hash_found){pos, pos};
    uint64_t hash = t->entries[pos].hash;
    uint8_t tag = hash_tag(hash);
    uint32_t mask = table_group_mask(t), g = table_home(hash) & mask;
    for (uint32_t step = 1;; step++) {
        group_bits m = group_match(t->ctrl + (size_t)g * CTRL_GROUP, tag);
        while (m) {
            uint32_t slot = g * CTRL_GROUP + group_take(&m);
            if (hash_table_pos(t, slot) == pos) return (struct hash_found){pos, slot};
        }
        VM_ASSERT(!group_match(t->ctrl + (size_t)g * CTRL_GROUP, CTRL_EMPTY));
        g = (g + step) & mask;
    }
}

/* ---- changing ---- */

static ALWAYS_INLINE void
table_set_pos(struct hash_table *t, uint32_t slot, uint32_t pos)
{
    uint8_t *p = t->ctrl + t->slots;
    if (t->pos_bytes == 1) p[slot] = (uint8_t)pos;
    else if (t->pos_bytes == 2) ((uint16_t *)p)[slot] = (uint16_t)pos;
    else ((uint32_t *)p)[slot] = pos;
}

/* Takes an empty slot, or else a deleted one, for entry pos. */
static ALWAYS_INLINE void
table_index(struct hash_table *t, uint32_t pos, uint64_t hash)
{
    uint8_t tag = hash_tag(hash);
    if (t->pos_bytes == 0) {
        t->ctrl[pos] = tag;
        return;
    }
    uint32_t mask = table_group_mask(t), g = table_home(hash) & mask;
    for (uint32_t step = 1;; step++) {
        const uint8_t *ctrl = t->ctrl + (size_t)g * CTRL_GROUP;
        group_bits m = group_match(ctrl, CTRL_DELETED);
        if (LIKELY(!m)) m = group_match(ctrl, CTRL_EMPTY);
        if (LIKELY(m)) {
            uint32_t slot = g * CTRL_GROUP + group_take(&m);
            t->ctrl[slot] = tag;
            table_set_pos(t, slot, pos);
            return;
        }
        g = (g + step) & mask;
    }
}

void
hash_table_add(struct hash_table *t, VALUE key, VALUE val, uint64_t hash)
{
    VM_ASSERT(t->bound < t->capa);
    uint32_t pos = t->bound++;
    t->entries[pos] = (struct hash_entry){key, val, hash};
    t->live++;
    t->mods++;
    table_index(t, pos, hash);
}

/* Where a key is among equal tags of a group's slots, by identity; -1: not there. */
static ALWAYS_INLINE int64_t
table_same_in(const struct hash_table *t, group_bits m, uint32_t slot0, VALUE key)
{
    while (UNLIKELY(m)) {
        uint32_t slot = slot0 + group_take(&m), pos = t->pos_bytes ? hash_table_pos(t, slot) : slot;
        if (t->entries[pos].key == key) return pos;
    }
    return -1;
}

static bool
table_fill_small(struct hash_table *t, const VALUE *triples, size_t n)
{
    uint32_t pos = 0;
    for (size_t i = 0; i < n; i++, triples += 3) {
        uint8_t tag = hash_tag(triples[0]);
        int64_t at = table_same_in(t, group_match(t->ctrl, tag), 0, triples[1]);
        if (UNLIKELY(at < 0 && pos > CTRL_GROUP))
            at = table_same_in(t, group_match(t->ctrl + CTRL_GROUP, tag), CTRL_GROUP, triples[1]);
        if (UNLIKELY(at >= 0)) {
            t->entries[at].val = triples[2];
            continue;
        }
        t->entries[pos] = (struct hash_entry){triples[1], triples[2], triples[0]};
        t->ctrl[pos++] = tag;
    }
    t->live = t->bound = pos;
    return pos < n;
}

static bool
table_fill_indexed(struct hash_table *t, const VALUE *triples, size_t n)
{
    uint32_t pos = 0, mask = table_group_mask(t);
    for (size_t i = 0; i < n; i++, triples += 3) {
        uint64_t hash = triples[0];
        uint8_t tag = hash_tag(hash);
        uint32_t g = table_home(hash) & mask;
        for (uint32_t step = 1;; step++) { /* ends: T4 */
            const uint8_t *ctrl = t->ctrl + (size_t)g * CTRL_GROUP;
            int64_t at = table_same_in(t, group_match(ctrl, tag), g * CTRL_GROUP, triples[1]);
            if (UNLIKELY(at >= 0)) {
                t->entries[at].val = triples[2];
                break;
            }
            group_bits empty = group_match(ctrl, CTRL_EMPTY);
            if (LIKELY(empty)) {
                uint32_t slot = g * CTRL_GROUP + group_take(&empty);
                t->ctrl[slot] = tag;
                table_set_pos(t, slot, pos);
                t->entries[pos++] = (struct hash_entry){triples[1], triples[2], hash};
                break;
            }
            g = (g + step) & mask;
        }
    }
    t->live = t->bound = pos;
    return pos < n;
}

bool
hash_table_fill(struct hash_table *t, const VALUE *triples, size_t n)
{
    VM_ASSERT(t->bound == 0 && n <= t->capa);
    t->mods++;
    return t->pos_bytes ? table_fill_indexed(t, triples, n) : table_fill_small(t, triples, n);
}

static void
table_forget_all(struct hash_table *t)
{
    t->live = t->bound = t->first = 0;
    memset(t->ctrl, CTRL_EMPTY, t->slots);
}

void
hash_table_remove(struct hash_table *t, struct hash_found at)
{
    t->entries[at.pos].key = Qundef;
    t->entries[at.pos].val = Qnil;
    t->live--;
    t->mods++;
    if (t->pos_bytes == 0) {
        t->ctrl[at.slot] = CTRL_DELETED;
    } else {
        const uint8_t *ctrl = t->ctrl + (at.slot & ~(uint32_t)(CTRL_GROUP - 1));
        t->ctrl[at.slot] = group_match(ctrl, CTRL_EMPTY) ? CTRL_EMPTY : CTRL_DELETED;
    }
    if (at.pos == t->first) {
        uint32_t i = t->first;
        while (i < t->bound && t->entries[i].key == Qundef) i++;
        t->first = i;
    }
    if (t->iter) return;
    if (t->live == 0 && (t->bound > t->capa / 2 || t->pos_bytes == 0)) {
        table_forget_all(t);
    } else if (t->pos_bytes == 0 && at.pos + 1 == t->bound) {
        t->ctrl[at.slot] = CTRL_EMPTY;
        t->bound--;
        if (t->first > t->bound) t->first = t->bound;
    }
}

void
hash_table_clear(struct hash_table *t)
{
    t->mods++;
    if (!t->iter) {
        table_forget_all(t);
        return;
    }
    for (uint32_t i = 0; i < t->bound; i++) {
        t->entries[i].key = Qundef;
        t->entries[i].val = Qnil;
    }
    t->live = 0;
    t->first = t->bound;
    memset(t->ctrl, t->pos_bytes ? CTRL_EMPTY : CTRL_DELETED, t->slots);
    if (t->pos_bytes == 0) memset(t->ctrl + t->bound, CTRL_EMPTY, t->slots - t->bound);
}

struct hash_table *
hash_table_rebuild(const struct hash_table *t)
{
    size_t want = t->live + t->live / 4 + 1; /* no growth if a quarter or so was holes */
    if (want < t->capa && t->live > t->capa / 4) want = t->capa;
    struct hash_table *n = hash_table_new(want);
    struct hash_entry *to = n->entries;
    uint32_t k = 0;
    for (uint32_t i = t->first; i < t->bound; i++) {
        const struct hash_entry *e = &t->entries[i];
        if (e->key == Qundef) continue;
        to[k] = *e;
        table_index(n, k, e->hash);
        k++;
    }
    VM_ASSERT(k == t->live);
    n->live = n->bound = k;
    n->mods = t->mods + 1;
    n->iter = t->iter;
    return n;
}

void
hash_table_verify(const struct hash_table *t)
{
    uint32_t live = 0, taken = 0;
    VM_ASSERT(t->bound <= t->capa && t->first <= t->bound && t->slots % CTRL_GROUP == 0);
    for (uint32_t i = 0; i < t->bound; i++) {
        if (t->entries[i].key == Qundef) continue;
        VM_ASSERT(i >= t->first); /* T2 */
        struct hash_found f = hash_table_locate(t, i);
        VM_ASSERT(t->ctrl[f.slot] == hash_tag(t->entries[i].hash)); /* T3 */
        live++;
    }
    VM_ASSERT(live == t->live);
    uint32_t full = 0;
    for (uint32_t s = 0; s < t->slots; s++) {
        taken += t->ctrl[s] != CTRL_EMPTY;
        full += t->ctrl[s] < CTRL_EMPTY;
    }
    VM_ASSERT(full == live);
    VM_ASSERT(taken <= t->capa); /* T4 */
}
