/*
 * hash/layout.h - the two forms of a Hash, for hash.c and for those that must walk pairs without a call for each.
 *
 * Owns      struct hash_embed, struct hash_boxed (drawn in hash.h); with version.c, which prints it, the only reader of EMBED_HASH.
 * LAYOUT-1  A walker holds positions, not addresses, across anything that may allocate or call.
 * LAYOUT-2  A position, as in hash_next(), is pair i of the slot or entry i of the table.  A key Qundef is a hole.
 */
#ifndef FACET_INTERNAL_HASH_LAYOUT_H
#define FACET_INTERNAL_HASH_LAYOUT_H

#include "internal/hash.h"
#include "internal/hash/table.h"

struct hash_embed {
    struct obj_header hdr;
    uint8_t tag[8];
    VALUE kv[];
};
struct hash_boxed {
    struct obj_header hdr;
    VALUE ifnone;             /* nil, a value, or a Proc */
    struct hash_table *table; /* NULL: empty */
};
SLOT_ASSERT_OPEN(struct hash_boxed);
_Static_assert(offsetof(struct hash_embed, kv) == OBJ_HEADER_BYTES + 8, "drawing in hash.h");
_Static_assert(offsetof(struct hash_boxed, table) == OBJ_HEADER_BYTES + 8, "drawing in hash.h");
_Static_assert(HASH_EMBED_MAX <= 8, "each pair has a byte of tag[8], which embed_match() reads as one word");
_Static_assert(HASH_BLOCK_MIN <= HASH_EMBED_MAX, "the first block of pairs is the smaller one");

/* Returns the pairs of a Hash without a table. */
static ALWAYS_INLINE VALUE *
hash_embed_kv(VALUE h)
{
    VALUE *kv = ((struct hash_embed *)h)->kv;
    return UNLIKELY(obj_flags(h) & HASH_BLOCK) ? (VALUE *)kv[0] : kv;
}

/* A new Hash for up to so many pairs is made embedded; 0 where none is. */
enum { HASH_EMBED_NEW_MAX = EMBED_HASH ? HASH_EMBED_MAX : 0 };

/* Returns whether a new Hash for so many pairs has the form with a table.  An empty one does, too, where none is embedded. */
static ALWAYS_INLINE bool
hash_starts_boxed(size_t pairs)
{
    return !EMBED_HASH || pairs > HASH_EMBED_NEW_MAX;
}

/* Returns whether h is in the form that has a table (or none yet). */
static ALWAYS_INLINE bool
hash_table_p(VALUE h)
{
    return !EMBED_HASH || (obj_flags(h) & HASH_TABLE);
}

/* The pairs in memory: the key of position i is at first + i * stride, its value in the next word.  There are `bound`
 * positions. */
struct hash_span {
    const VALUE *first;
    size_t bound;
    unsigned stride; /* words */
};
static ALWAYS_INLINE struct hash_span
hash_span(VALUE h)
{
    if (!hash_table_p(h)) {
        return (struct hash_span){hash_embed_kv(h), (obj_flags(h) & HASH_BOUND_MASK) >> HASH_BOUND_SHIFT, 2};
    }
    const struct hash_table *t = ((struct hash_boxed *)h)->table;
    if (!t) return (struct hash_span){NULL, 0, 3};
    return (struct hash_span){&t->entries->key, t->bound, sizeof(struct hash_entry) / sizeof(VALUE)};
}

/* Returns whether h has a key whose hash is known. h has a table, or may lose it meanwhile.  calls. */
bool hash_find_hashed(VALUE h, VALUE key, uint64_t hash);
/* Adds a key that is not there to a Hash that has a table.  allocates. */
void hash_insert_hashed(VALUE h, VALUE key, VALUE val, uint64_t hash);

#endif
