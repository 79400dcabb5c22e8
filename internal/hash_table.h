/*
 * hash_table.h - the insertion-ordered open-addressing table behind Hash and Set.
 *
 * Owns      the layout of a table: one malloc'ed block.
 * Uses      gc (malloc only), simd where there is one
 * T1        Entries lie in insertion order; entry i never moves while iter > 0.  A deleted entry has key Qundef.
 * T2        Entries [0, first) are deleted; [bound, capa) unused.
 * T3        ctrl has one byte for each slot: 7 bits of the hash, or CTRL_EMPTY, CTRL_DELETED.
 *           Small tables (index_bits 0): slot i is entry i, all groups are looked at.
 *           Larger ones: pos[slot] is the entry; groups of 16 slots are probed until one has an empty slot.
 * T4        At most capa slots are not empty, deleted ones included, and capa is 7/8 of the slots: a probe ends.  Each
 *           insertion takes a new entry and a rebuild drops all deleted slots, so deletions do not wear a table out.
 * T5        Values in a table belong to the object that owns it: it runs the write barriers.
 * Checked   hash_table_verify(), test/internal/test_hash_table.c
 */
/*  one block                                                                              */
/*  +--------+------------------+-----------------------------+-------------------------+  */
/*  | header | ctrl[slots]      | pos[slots]: 1, 2 or 4 bytes | entry[capa] of 24 bytes |  */
/*  +--------+------------------+-----------------------------+-------------------------+  */
#ifndef FACET_INTERNAL_HASH_TABLE_H
#define FACET_INTERNAL_HASH_TABLE_H

#include "internal/value.h"
#include <string.h>
#if defined(__SSE2__) && SIMD_LEVEL != SIMD_NONE
#include <emmintrin.h>
#elif defined(__ARM_NEON) && SIMD_LEVEL != SIMD_NONE
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
    uint32_t first; /* T2 */
    uint32_t capa;
    uint32_t iter;  /* loops under way */
    uint32_t mods;  /* counts insertions, deletions and rebuilds: a lookup that called Ruby code compares it */
    uint32_t slots;
    uint8_t pos_bytes; /* 0: small table */
    uint8_t unused[3];
    struct hash_entry *entries; /* into this block */
    uint8_t ctrl[] ALIGNED(16); /* slots of them, then pos */
};
_Static_assert(offsetof(struct hash_table, ctrl) % 16 == 0, "ctrl is read 16 bytes at a time");

enum { CTRL_EMPTY = 0x80, CTRL_DELETED = 0xfe, CTRL_GROUP = 16, HASH_TABLE_SMALL_MAX = 32 };
#define HASH_TABLE_MAX 0x70000000u /* entries: 7/8 of the largest power of two of slots */

/* The hash that slots are chosen by: the top 7 bits go to ctrl, the next ones choose the group.  One multiplication
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

#if defined(__SSE2__) && SIMD_LEVEL != SIMD_NONE
static ALWAYS_INLINE group_bits
group_match(const uint8_t *ctrl, uint8_t tag)
{
    __m128i g = _mm_loadu_si128((const __m128i *)ctrl);
    return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(g, _mm_set1_epi8((char)tag)));
}
enum { GROUP_STRIDE = 1 };
#elif defined(__ARM_NEON) && SIMD_LEVEL != SIMD_NONE
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

/* ---- positions ---- */
static ALWAYS_INLINE uint32_t
hash_table_pos(const struct hash_table *t, uint32_t slot)
{
    const uint8_t *p = t->ctrl + t->slots;
    if (t->pos_bytes == 1) return p[slot];
    if (t->pos_bytes == 2) return ((const uint16_t *)p)[slot];
    return ((const uint32_t *)p)[slot];
}

/* How a key is compared with a stored one of the same hash.  Returns 1 equal, 0 not, and -1 if Ruby code ran and changed
 * the table (t may be gone: start over). */
typedef int (*hash_table_eql_fn)(void *owner, VALUE key, VALUE stored);

struct hash_found {
    uint32_t pos;  /* entry */
    uint32_t slot;
};

/* A new table with room for n pairs.  allocates (malloc), raises. */
struct hash_table *hash_table_new(size_t n);
void hash_table_free(struct hash_table *t);
size_t hash_table_bytes(const struct hash_table *t);
/* A block of the same capacity and content, without iter. */
struct hash_table *hash_table_copy(const struct hash_table *t);
/* 1: found; 0: not; -1: eql said so. */
int hash_table_find(const struct hash_table *t, VALUE key, uint64_t hash, hash_table_eql_fn eql, void *owner,
                    struct hash_found *found);
/* Room for one more pair?  Else the caller replaces t by hash_table_rebuild(t) and frees t. */
static inline bool
hash_table_full(const struct hash_table *t)
{
    return t->bound == t->capa;
}
/* A new table with t's pairs compacted, and room for more. */
struct hash_table *hash_table_rebuild(const struct hash_table *t);
/* Adds a pair that is not there; t must not be full. */
void hash_table_add(struct hash_table *t, VALUE key, VALUE val, uint64_t hash);
/* Adds n triples hash, key, value to an empty table with room for them; keys are equal only if they are the same object.
 * Equal keys: the last value wins.  Returns whether there were any. */
bool hash_table_fill(struct hash_table *t, const VALUE *triples, size_t n);
void hash_table_remove(struct hash_table *t, struct hash_found at);
void hash_table_clear(struct hash_table *t); /* under iteration: entries are deleted in place */
/* The slot of live entry pos. */
struct hash_found hash_table_locate(const struct hash_table *t, uint32_t pos);
void hash_table_verify(const struct hash_table *t);

#endif
