/*
 * hash/table.c - finding, adding and removing pairs in an insertion-ordered table.
 *
 * Algorithm Open addressing over groups of 16 control bytes, which are compared together, as in Abseil's "Swiss tables"
 *           (Kulukundis, CppCon 2017).  The slots hold positions in a dense array of entries.  The array keeps insertion
 *           order and makes iteration a scan (Hettinger's compact dict, 2012).  A deleted slot becomes empty at once if its group has
 *           an empty slot, for then no probe went past it.  Tables of up to 32 entries have no positions: the
 *           control bytes are in entry order, and at most two groups are compared.  Control bytes and positions of a
 *           group lie together, in a large table in one cache line (as in Bronson and Shi's F14, 2019).
 *           A large table doubles by mremap: no second copy of the entries exists at any time.
 * Checked   hash_table_verify(), test/internal/test_hash_table.c
 */
#include "internal/compiler.h"
#include "internal/hash/table.h"
#include "internal/gc.h"

enum { TABLE_AHEAD = LIMIT(12, 1) }; /* entries: a rebuild prefetches the group of the entry that is this far ahead */

static inline uint32_t
table_home(const struct hash_table *t, uint64_t hash)
{
    return (uint32_t)(hash_spread(hash) >> 25) & (t->groups - 1); /* the bits below the tag's */
}

static inline bool
table_mapped(const struct hash_table *t)
{
    return t->pos_bytes == 4;
}
static inline uint8_t **
table_map_at(struct hash_table *t)
{
    return (uint8_t **)(void *)t->ctrl;
}

struct table_geometry {
    uint32_t groups, capa;
    uint8_t pos_bytes;
};

/* n: pairs to hold.  Small tables take 8, 16 or 32 entries; larger ones 14 for each group, mapped ones 10. */
static struct table_geometry
table_geometry(size_t n)
{
    if (n <= HASH_TABLE_SMALL_MAX) {
        uint32_t capa = n <= 8 ? 8 : n <= 16 ? 16 : 32;
        return (struct table_geometry){capa <= 16 ? 1 : 2, capa, 0};
    }
    if (n > HASH_TABLE_MAX) rb_raise(rb_eArgError, "hash too big");
    uint32_t g = 4;
    while (g * 14 < n && g < 8192) g *= 2;
    if (g < 8192) return (struct table_geometry){g, g * 14, g * 14 <= 256 ? 1 : 2};
    while ((uint64_t)g * 10 < n) g *= 2;
    return (struct table_geometry){g, g * 10, 4};
}

static size_t
table_head_bytes(struct table_geometry g) /* header and groups of a block */
{
    return offsetof(struct hash_table, ctrl) + g.groups * hash_table_group_bytes(g.pos_bytes);
}
static inline size_t
table_map_bytes(uint32_t groups)
{
    return (size_t)groups * 64;
}
static inline size_t
table_entry_bytes(uint32_t capa)
{
    return (size_t)capa * sizeof(struct hash_entry);
}
enum { TABLE_MAPPED_HEAD = offsetof(struct hash_table, ctrl) + sizeof(uint8_t *) };

size_t
hash_table_bytes(const struct hash_table *t)
{
    if (table_mapped(t)) return TABLE_MAPPED_HEAD + table_map_bytes(t->groups) + table_entry_bytes(t->capa);
    return table_head_bytes((struct table_geometry){t->groups, t->capa, t->pos_bytes}) + table_entry_bytes(t->capa);
}

static void
table_forget_slots(struct hash_table *t)
{
    if (t->pos_bytes == 0) {
        memset(t->ctrl, CTRL_EMPTY, t->groups * (size_t)CTRL_GROUP);
        return;
    }
    size_t step = hash_table_group_bytes(t->pos_bytes);
    uint8_t *at = hash_table_group(t, 0);
    for (uint32_t g = 0; g < t->groups; g++, at += step) {
        memset(at, CTRL_EMPTY, CTRL_GROUP);
        if (table_mapped(t)) memset(at + 12, CTRL_NONE, 4);
    }
}

static void
table_init(struct hash_table *t, struct table_geometry g)
{
    memset(t, 0, offsetof(struct hash_table, ctrl));
    t->capa = g.capa;
    t->groups = g.groups;
    t->pos_bytes = g.pos_bytes;
}

/* Header and both mappings; their content is not set. */
static struct hash_table *
table_new_mapped(struct table_geometry g)
{
    struct hash_table *t = gc_malloc(TABLE_MAPPED_HEAD);
    table_init(t, g);
    t->entries = gc_pages_resize(NULL, 0, table_entry_bytes(g.capa));
    *table_map_at(t) = t->entries ? gc_pages_resize(NULL, 0, table_map_bytes(g.groups)) : NULL;
    if (LIKELY(*table_map_at(t))) return t;
    if (t->entries) gc_pages_resize(t->entries, table_entry_bytes(g.capa), 0);
    gc_free(t, TABLE_MAPPED_HEAD);
    rb_memerror();
}

struct hash_table *
hash_table_new(size_t n)
{
    struct table_geometry g = table_geometry(n);
    struct hash_table *t;
    if (g.pos_bytes == 4) {
        t = table_new_mapped(g);
    } else {
        size_t head = table_head_bytes(g);
        t = gc_malloc(head + table_entry_bytes(g.capa));
        table_init(t, g);
        t->entries = (struct hash_entry *)(void *)((char *)t + head);
    }
    table_forget_slots(t);
    return t;
}

void
hash_table_free(struct hash_table *t)
{
    if (!table_mapped(t)) {
        gc_free(t, hash_table_bytes(t));
        return;
    }
    gc_pages_resize(t->entries, table_entry_bytes(t->capa), 0);
    gc_pages_resize(*table_map_at(t), table_map_bytes(t->groups), 0);
    gc_free(t, TABLE_MAPPED_HEAD);
}

struct hash_table *
hash_table_copy(const struct hash_table *t)
{
    struct hash_table *n;
    if (table_mapped(t)) {
        n = table_new_mapped((struct table_geometry){t->groups, t->capa, t->pos_bytes});
        memcpy(n->entries, t->entries, table_entry_bytes(t->bound));
        memcpy(hash_table_group(n, 0), hash_table_group(t, 0), table_map_bytes(t->groups));
        n->live = t->live;
        n->bound = t->bound;
        n->first = t->first;
        n->mods = t->mods;
        return n;
    }
    size_t bytes = hash_table_bytes(t);
    n = gc_malloc(bytes);
    memcpy(n, t, bytes - table_entry_bytes(t->capa - t->bound));
    n->entries = (struct hash_entry *)(void *)((char *)n + ((const char *)t->entries - (const char *)t));
    n->iter = 0;
    return n;
}

bool
hash_table_copy_into(struct hash_table *into, const struct hash_table *t)
{
    if (into->groups != t->groups || into->capa != t->capa || into->pos_bytes != t->pos_bytes) return false;
    if (into->iter || table_mapped(t) || t->bound != t->live) return false;
    struct hash_entry *entries = into->entries;
    uint32_t mods = into->mods + 1;
    memcpy(into, t, hash_table_bytes(t) - table_entry_bytes(t->capa - t->bound));
    into->entries = entries;
    into->mods = mods;
    into->iter = 0;
    return true;
}

/* ---- finding ---- */

static ALWAYS_INLINE int
table_entry_is(const struct hash_entry *e, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner)
{
    if (e->hash != hash) return 0; /* even the same object, if its #hash has changed since */
    if (e->key == key) return 1;
    return eql ? eql(owner, key, e->key) : 0;
}

static ALWAYS_INLINE int
table_find_small(const struct hash_table *t, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner,
                 struct hash_found *found)
{
    uint8_t tag = hash_tag(hash);
    for (uint32_t g = 0; g < t->groups * CTRL_GROUP; g += CTRL_GROUP) {
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
table_find_grouped(const struct hash_table *t, unsigned pos_bytes, const uint8_t *groups, VALUE key, uint64_t hash,
                   hash_table_eql_fn eql, void *owner, struct hash_found *found)
{
    uint8_t tag = hash_tag(hash);
    uint32_t g = table_home(t, hash);
    for (uint32_t step = 1;; step++) {
        const uint8_t *group = groups + g * hash_table_group_bytes(pos_bytes);
        group_bits m = group_match(group, tag);
        while (m) {
            uint32_t place = group_take(&m), pos = hash_group_pos(group, pos_bytes, place);
            int is = table_entry_is(&t->entries[pos], key, hash, eql, owner);
            if (is > 0) *found = (struct hash_found){pos, g * CTRL_GROUP + place};
            if (is) return is;
        }
        if (LIKELY(group_match(group, CTRL_EMPTY))) return 0; /* TABLE-4 */
        g = (g + step) & (t->groups - 1);
    }
}

int
hash_table_find(const struct hash_table *t, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner,
                struct hash_found *found)
{
    switch (t->pos_bytes) {
    case 0: return table_find_small(t, key, hash, eql, owner, found);
    case 1: return table_find_grouped(t, 1, t->ctrl, key, hash, eql, owner, found);
    case 2: return table_find_grouped(t, 2, t->ctrl, key, hash, eql, owner, found);
    default: return table_find_grouped(t, 4, hash_table_group(t, 0), key, hash, eql, owner, found);
    }
}

/* One function for each kind of table: each saves the registers that it needs and no more. */
static NOINLINE const struct hash_entry *
table_same_small(const struct hash_table *t, VALUE key, uint64_t hash)
{
    struct hash_found at;
    return table_find_small(t, key, hash, NULL, NULL, &at) ? &t->entries[at.pos] : NULL;
}
static NOINLINE const struct hash_entry *
table_same_1(const struct hash_table *t, VALUE key, uint64_t hash)
{
    struct hash_found at;
    return table_find_grouped(t, 1, t->ctrl, key, hash, NULL, NULL, &at) ? &t->entries[at.pos] : NULL;
}
static NOINLINE const struct hash_entry *
table_same_2(const struct hash_table *t, VALUE key, uint64_t hash)
{
    struct hash_found at;
    return table_find_grouped(t, 2, t->ctrl, key, hash, NULL, NULL, &at) ? &t->entries[at.pos] : NULL;
}
static NOINLINE const struct hash_entry *
table_same_mapped(const struct hash_table *t, VALUE key, uint64_t hash)
{
    struct hash_found at;
    return table_find_grouped(t, 4, hash_table_group(t, 0), key, hash, NULL, NULL, &at) ? &t->entries[at.pos] : NULL;
}

const struct hash_entry *
hash_table_find_same(const struct hash_table *t, VALUE key, uint64_t hash)
{
    switch (t->pos_bytes) {
    case 0: return table_same_small(t, key, hash);
    case 1: return table_same_1(t, key, hash);
    case 2: return table_same_2(t, key, hash);
    default: return table_same_mapped(t, key, hash);
    }
}

struct hash_found
hash_table_locate(const struct hash_table *t, uint32_t pos)
{
    if (t->pos_bytes == 0) return (struct hash_found){pos, pos};
    uint64_t hash = t->entries[pos].hash;
    uint8_t tag = hash_tag(hash);
    uint32_t g = table_home(t, hash);
    for (uint32_t step = 1;; step++) {
        const uint8_t *group = hash_table_group(t, g);
        group_bits m = group_match(group, tag);
        while (m) {
            uint32_t place = group_take(&m);
            if (hash_group_pos(group, t->pos_bytes, place) == pos) return (struct hash_found){pos, g * CTRL_GROUP + place};
        }
        VM_ASSERT(!group_match(group, CTRL_EMPTY));
        g = (g + step) & (t->groups - 1);
    }
}

/* ---- changing ---- */

static ALWAYS_INLINE void
group_set_pos(uint8_t *group, unsigned pos_bytes, uint32_t place, uint32_t pos)
{
    uint8_t *p = group + CTRL_GROUP;
    if (pos_bytes == 1) p[place] = (uint8_t)pos;
    else if (pos_bytes == 2) ((uint16_t *)(void *)p)[place] = (uint16_t)pos;
    else ((uint32_t *)(void *)p)[place] = pos;
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
    uint32_t g = table_home(t, hash);
    for (uint32_t step = 1;; step++) {
        uint8_t *group = hash_table_group(t, g);
        group_bits m = group_match(group, CTRL_DELETED);
        if (LIKELY(!m)) m = group_match(group, CTRL_EMPTY);
        if (LIKELY(m)) {
            uint32_t place = group_take(&m);
            group[place] = tag;
            group_set_pos(group, t->pos_bytes, place, pos);
            return;
        }
        g = (g + step) & (t->groups - 1);
    }
}

/* All of a table's entries, which have no holes; its slots are empty. */
static void
table_index_all(struct hash_table *t)
{
    uint32_t n = t->bound;
    for (uint32_t i = 0; i < n; i++) {
        if (table_mapped(t) && i + TABLE_AHEAD < n)
            __builtin_prefetch(hash_table_group(t, table_home(t, t->entries[i + TABLE_AHEAD].hash)), 1);
        table_index(t, i, t->entries[i].hash);
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

/* Returns the index of a key among the places m of a group whose entries begin with `from`, by identity, or -1. */
static ALWAYS_INLINE int64_t
table_same_in(const struct hash_table *t, group_bits m, const uint8_t *group, uint32_t from, VALUE key)
{
    while (UNLIKELY(m)) {
        uint32_t place = group_take(&m), pos = t->pos_bytes ? hash_group_pos(group, t->pos_bytes, place) : from + place;
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
        int64_t at = table_same_in(t, group_match(t->ctrl, tag), t->ctrl, 0, triples[1]);
        if (UNLIKELY(at < 0 && pos > CTRL_GROUP))
            at = table_same_in(t, group_match(t->ctrl + CTRL_GROUP, tag), t->ctrl, CTRL_GROUP, triples[1]);
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
    uint32_t pos = 0;
    for (size_t i = 0; i < n; i++, triples += 3) {
        uint64_t hash = triples[0];
        uint8_t tag = hash_tag(hash);
        uint32_t g = table_home(t, hash);
        for (uint32_t step = 1;; step++) { /* ends: TABLE-4 */
            uint8_t *group = hash_table_group(t, g);
            int64_t at = table_same_in(t, group_match(group, tag), group, 0, triples[1]);
            if (UNLIKELY(at >= 0)) {
                t->entries[at].val = triples[2];
                break;
            }
            group_bits empty = group_match(group, CTRL_EMPTY);
            if (LIKELY(empty)) {
                uint32_t place = group_take(&empty);
                group[place] = tag;
                group_set_pos(group, t->pos_bytes, place, pos);
                t->entries[pos++] = (struct hash_entry){triples[1], triples[2], hash};
                break;
            }
            g = (g + step) & (t->groups - 1);
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
    table_forget_slots(t);
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
        uint8_t *group = hash_table_group(t, at.slot / CTRL_GROUP);
        group[at.slot % CTRL_GROUP] = group_match(group, CTRL_EMPTY) ? CTRL_EMPTY : CTRL_DELETED;
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
    table_forget_slots(t);
    if (t->pos_bytes == 0) memset(t->ctrl, CTRL_DELETED, t->bound);
}

/* ---- growing ---- */

/* Entries for as many pairs as t has and some more: no growth if a quarter or so was holes. */
static size_t
table_wanted(const struct hash_table *t)
{
    size_t want = t->live + t->live / 4 + 1;
    return want < t->capa && t->live > t->capa / 4 ? t->capa : want;
}

/* t's live entries, in order, to `to`, which may be t's own. */
static void
table_compact_to(const struct hash_table *t, struct hash_entry *to)
{
    if (t->live == t->bound) {
        if (to != t->entries) memcpy(to, t->entries, table_entry_bytes(t->live));
        return;
    }
    uint32_t k = 0;
    for (uint32_t i = t->first; i < t->bound; i++) {
        if (t->entries[i].key != Qundef) to[k++] = t->entries[i];
    }
    VM_ASSERT(k == t->live);
}

struct hash_table *
hash_table_compacted(const struct hash_table *t)
{
    struct hash_table *n = hash_table_new(table_wanted(t));
    table_compact_to(t, n->entries);
    n->live = n->bound = t->live;
    n->mods = t->mods + 1;
    table_index_all(n);
    return n;
}

/* A mapped table where it is (TABLE-6). */
static void
table_regrow(struct hash_table *t, struct table_geometry g)
{
    if (g.groups > t->groups) {
        struct hash_entry *e = gc_pages_resize(t->entries, table_entry_bytes(t->capa), table_entry_bytes(g.capa));
        if (!e) rb_memerror();
        t->entries = e;
        uint8_t *m = gc_pages_resize(*table_map_at(t), table_map_bytes(t->groups), table_map_bytes(g.groups));
        if (!m) {
            t->entries = gc_pages_resize(e, table_entry_bytes(g.capa), table_entry_bytes(t->capa));
            rb_memerror();
        }
        *table_map_at(t) = m;
    }
    table_compact_to(t, t->entries);
    if (g.groups < t->groups) {
        t->entries = gc_pages_resize(t->entries, table_entry_bytes(t->capa), table_entry_bytes(g.capa));
        *table_map_at(t) = gc_pages_resize(*table_map_at(t), table_map_bytes(t->groups), table_map_bytes(g.groups));
    }
    t->groups = g.groups;
    t->capa = g.capa;
    t->bound = t->live;
    t->first = 0;
    t->mods++;
    table_forget_slots(t);
    table_index_all(t);
}

struct hash_table *
hash_table_grow(struct hash_table *t)
{
    VM_ASSERT(!t->iter);
    struct table_geometry g = table_geometry(table_wanted(t));
    if (table_mapped(t) && g.pos_bytes == 4) {
        table_regrow(t, g);
        return t;
    }
    struct hash_table *n = hash_table_compacted(t);
    hash_table_free(t);
    return n;
}

/* One group: each full slot leads to a live entry of its tag (TABLE-3).  *taken: slots that are not empty.  Returns the full ones. */
static uint32_t
verify_group(const struct hash_table *t, uint32_t g, uint32_t *taken, VALUE owner)
{
    const uint8_t *group = hash_table_group(t, g);
    uint32_t full = 0;
    for (uint32_t place = 0; place < CTRL_GROUP; place++) {
        bool none = table_mapped(t) && place >= 12;
        gc_expect((group[place] == CTRL_NONE) == none, "a group's unused slots are used, or a slot is lost (TABLE-6)",
                  owner);
        *taken += group[place] != CTRL_EMPTY && !none;
        if (group[place] >= CTRL_EMPTY) continue;
        full++;
        uint32_t pos = t->pos_bytes ? hash_group_pos(group, t->pos_bytes, place) : g * CTRL_GROUP + place;
        bool there = pos < t->bound && t->entries[pos].key != Qundef;
        gc_expect(there && group[place] == hash_tag(t->entries[pos].hash),
                  "a slot's control byte is not its entry's tag (TABLE-3)", owner);
    }
    return full;
}

void
hash_table_verify(const struct hash_table *t, VALUE owner)
{
    uint32_t live = 0, taken = 0, full = 0;
    if (t->bound > t->capa || t->first > t->bound) {
        gc_expect(false, "a table's bounds are out of order (TABLE-2)", owner);
        return;
    }
    for (uint32_t i = 0; i < t->bound; i++) {
        if (t->entries[i].key == Qundef) continue;
        gc_expect(i >= t->first, "a live entry lies where deleted ones are (TABLE-2)", owner);
        live++;
    }
    gc_expect(live == t->live, "a table's count of pairs is wrong", owner);
    for (uint32_t g = 0; g < t->groups; g++) full += verify_group(t, g, &taken, owner);
    gc_expect(full == live, "the groups hold another number of pairs than the entries (TABLE-3)", owner);
    gc_expect(taken <= t->capa, "more slots are taken than a probe allows (TABLE-4)", owner);
}
