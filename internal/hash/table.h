/*
 * hash/table.h - the insertion-ordered open-addressing table behind Hash and Set.
 *
 * Owns      the layout of a table: one malloc'ed block, or from 65536 entries on a header and two mappings.
 * Uses      gc (malloc and pages only), simd where there is one
 * TABLE-1   Entries lie in insertion order; entry i never moves while iter > 0.  A deleted entry has key Qundef.
 * TABLE-2   Entries [0, first) are deleted; [bound, capa) unused.
 * TABLE-3   A group has 16 bytes of control, one for each slot: 7 bits of the hash, or CTRL_EMPTY, CTRL_DELETED.
 *           Small tables (pos_bytes 0): slot i is entry i, all groups are looked at.
 *           Larger ones: the positions of the slots' entries follow the control bytes of their group; groups are probed
 *           until one has an empty slot.
 * TABLE-4   At most capa slots are not empty, deleted ones included, and capa is 7/8 of the slots or less: a probe ends.  Each
 *           insertion takes a new entry and a rebuild drops all deleted slots, so deletions do not wear a table out.
 * TABLE-5   Values in a table belong to the object that owns it: it runs the write barriers.
 * TABLE-6   A mapped table (pos_bytes 4) grows where it is: its entries are never copied.  Its groups have 12 slots and are
 *           one cache line each (CTRL_NONE in the last 4 control bytes), so a search misses the cache twice, as does one
 *           in a table that has no control bytes.
 * Checked   hash_table_verify(), test/internal/test_hash_table.c
 */
/*  one block                                                                                                */
/*  +--------+-----------------------------------------------------+-------------------------+              */
/*  | header | groups: 16 control bytes, 16 positions of 0-2 bytes  | entry[capa] of 24 bytes |              */
/*  +--------+-----------------------------------------------------+-------------------------+              */
/*  mapped                                                                                                   */
/*  +----------------+    +--------------------------------------------------------+   +-------------+       */
/*  | header, groups | -> | groups: 12 control bytes, 4 unused, 12 positions of 4   |   | entry[capa] |       */
/*  +----------------+    +--------------------------------------------------------+   +-------------+       */
#ifndef FACET_INTERNAL_HASH_TABLE_H
#define FACET_INTERNAL_HASH_TABLE_H

#include "internal/simd.h"
#include "internal/value.h"
#include <string.h>
#if SIMD_BASE_SSE2
#include <emmintrin.h>
#elif SIMD_BASE_NEON
#include <arm_neon.h>
#endif

struct hash_entry {
    VALUE key; /* Qundef: deleted */
    VALUE val;
    uint64_t hash;
};

struct hash_table {
    uint32_t live;  /* pairs */
    uint32_t bound; /* entries taken, deleted ones included */
    uint32_t first; /* TABLE-2 */
    uint32_t capa;
    uint32_t iter;     /* loops under way */
    uint32_t mods;     /* counts insertions, deletions and rebuilds: a lookup that called Ruby code compares it */
    uint32_t groups;   /* a power of two */
    uint8_t pos_bytes; /* 0: small table; 4: mapped */
    uint8_t unused[3];
    struct hash_entry *entries; /* into this block, or a mapping */
    uint8_t ctrl[] ALIGNED(16); /* the groups; mapped: a pointer to them */
};
_Static_assert(offsetof(struct hash_table, ctrl) % 16 == 0, "ctrl is read 16 bytes at a time");

enum { CTRL_EMPTY = 0x80, CTRL_DELETED = 0xfe, CTRL_NONE = 0xff, CTRL_GROUP = 16, HASH_TABLE_SMALL_MAX = 32 };
#define HASH_TABLE_MAX 0x50000000u /* entries: ten for each of the largest power of two of groups */

/* Returns the hash that chooses slots: the top 7 bits go to ctrl, the next ones choose the group.  One multiplication
 * spreads hashes that user code made of small integers. */
static ALWAYS_INLINE uint64_t
hash_spread(uint64_t h)
{
    return h * 0x9e3779b97f4a7c15ull;
}
static ALWAYS_INLINE uint8_t
hash_tag(uint64_t h)
{
    return (uint8_t)(hash_spread(h) >> 57);
}

/* ---- a set of slots in a group of 16 ---- */
typedef uint64_t group_bits;

#if SIMD_BASE_SSE2
static ALWAYS_INLINE group_bits
group_match(const uint8_t *ctrl, uint8_t tag)
{
    __m128i g = _mm_loadu_si128((const __m128i *)ctrl);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(g, _mm_set1_epi8((char)tag)));
}
enum { GROUP_STRIDE = 1 };
#elif SIMD_BASE_NEON
static ALWAYS_INLINE group_bits
group_match(const uint8_t *ctrl, uint8_t tag) /* four bits for each slot, narrowed from a byte */
{
    uint8x16_t eq = vceqq_u8(vld1q_u8(ctrl), vdupq_n_u8(tag));
    uint8x8_t n = vshrn_n_u16(vreinterpretq_u16_u8(eq), 4);
    return vget_lane_u64(vreinterpret_u64_u8(n), 0) & 0x1111111111111111ull;
}
enum { GROUP_STRIDE = 4 };
#else
static ALWAYS_INLINE uint64_t
group_match8(const uint8_t *ctrl, uint8_t tag) /* exact: bit 8k is set when byte k equals tag */
{
    uint64_t x;
    memcpy(&x, ctrl, 8);
    x ^= 0x0101010101010101ull * tag;
    uint64_t low7 = (x & 0x7f7f7f7f7f7f7f7full) + 0x7f7f7f7f7f7f7f7full;
    return ~(low7 | x | 0x7f7f7f7f7f7f7f7full) >> 7;
}
static ALWAYS_INLINE group_bits
group_match(const uint8_t *ctrl, uint8_t tag)
{
    return ((group_match8(ctrl, tag) * 0x0102040810204080ull) >> 56) |
           ((group_match8(ctrl + 8, tag) * 0x0102040810204080ull) >> 56) << 8;
}
enum { GROUP_STRIDE = 1 };
#endif

static ALWAYS_INLINE unsigned
group_take(group_bits *m) /* removes the lowest slot of a non-empty set */
{
    unsigned i = (unsigned)__builtin_ctzll(*m) / GROUP_STRIDE;
    *m &= *m - 1;
    return i;
}

/* ---- slots: number 16 * group + place in the group ---- */
static ALWAYS_INLINE size_t
hash_table_group_bytes(unsigned pos_bytes)
{
    return pos_bytes == 4 ? 64 : 16 + 16 * (size_t)pos_bytes;
}
static ALWAYS_INLINE uint8_t *
hash_table_group(const struct hash_table *t, uint32_t g)
{
    if (t->pos_bytes == 4) return *(uint8_t *const *)(const void *)t->ctrl + (size_t)g * 64;
    return (uint8_t *)t->ctrl + g * hash_table_group_bytes(t->pos_bytes);
}
static ALWAYS_INLINE uint32_t
hash_group_pos(const uint8_t *group, unsigned pos_bytes, uint32_t place)
{
    const uint8_t *p = group + CTRL_GROUP;
    if (pos_bytes == 4) return ((const uint32_t *)(const void *)p)[place];
    if (pos_bytes == 2) return ((const uint16_t *)(const void *)p)[place];
    return p[place];
}

/* Compares a key with a stored one of the same hash.  Returns 1 if they are equal, 0 if not, and -1 if Ruby code ran
 * and changed the table (t may be gone: start over). */
typedef int (*hash_table_eql_fn)(void *owner, VALUE key, VALUE stored);

struct hash_found {
    uint32_t pos; /* entry */
    uint32_t slot;
};

/* Returns a new table with room for n pairs.  allocates (malloc), raises. */
struct hash_table *hash_table_new(size_t n);
void hash_table_free(struct hash_table *t);
size_t hash_table_bytes(const struct hash_table *t);
/* Returns a copy of the same capacity and content, without iter. */
struct hash_table *hash_table_copy(const struct hash_table *t);
/* Copies t into an existing block.  Returns false if the block has another capacity or is being walked, or if t has
 * deleted entries. */
bool hash_table_copy_into(struct hash_table *into, const struct hash_table *t);
/* Returns 1 if key was found, 0 if not, and -1 if eql returned -1. */
int hash_table_find(const struct hash_table *t, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner,
                    struct hash_found *found);
/* Returns the entry of a key that equals only itself, or NULL if t does not have it. */
const struct hash_entry *hash_table_find_same(const struct hash_table *t, VALUE key, uint64_t hash);
/* Returns whether there is room for one more pair.  If not, the caller replaces t by hash_table_grow(t). */
static inline bool
hash_table_full(const struct hash_table *t)
{
    return t->bound == t->capa;
}
/* t's pairs compacted, with room for more: t itself, or a new table and t is gone.  t has no loops.  raises (t is as it was). */
struct hash_table *hash_table_grow(struct hash_table *t);
/* Returns a new table with t's pairs compacted, without iter. */
struct hash_table *hash_table_compacted(const struct hash_table *t);
/* Adds a pair that is not there; t must not be full. */
void hash_table_add(struct hash_table *t, VALUE key, VALUE val, uint64_t hash);
/* Adds n triples hash, key, value to an empty table with room for them; keys are equal only if they are the same object.
 * Equal keys: the last value wins.  Returns whether there were any. */
bool hash_table_fill(struct hash_table *t, const VALUE *triples, size_t n);
void hash_table_remove(struct hash_table *t, struct hash_found at);
void hash_table_clear(struct hash_table *t); /* under iteration: entries are deleted in place */
/* Returns the slot of live entry pos. */
struct hash_found hash_table_locate(const struct hash_table *t, uint32_t pos);
void hash_table_verify(const struct hash_table *t, VALUE owner); /* reports to gc_expect, about owner */

#endif
