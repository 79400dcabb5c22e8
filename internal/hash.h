/*
 * hash.h - how a Hash lies in memory, and the VM's fast way to it.
 *
 * Owns      the layout and flag bits of T_HASH, the insertion-ordered table behind it.
 * HASH-1    Pairs are visited in insertion order; deletion keeps the order.
 * HASH-2    A Hash under iteration (iter level > 0) takes no new keys ("can't add a new key into hash during iteration").
 * HASH-3    String keys of a Hash that does not compare by identity are frozen copies.
 * HASH-4    Outside of hash.c and hash/, these functions hide which form a Hash has.  Two other files read hash/layout.h:
 *           objspace/straddle.c and ext/json/generator.c.
 * HASH-5    Small hashes lie in their slot (EMBED_HASH): up to HASH_EMBED_MAX pairs, each with a tag of 7 bits of its
 *           key's hash.  All tags are compared at once.  Growth past the slot moves the pairs to a block of
 *           HASH_BLOCK_MIN, then HASH_EMBED_MAX pairs, and past that to a table, once.
 * HASH-6    While a Hash is iterated (HASH_ITER), its pairs stay in place: deletion leaves a hole (key Qundef).
 * Checked   hash_verify(), test/test_hash.rb
 */
/* Hash, embedded in a slot of S bytes: capa pairs       Hash with a table                       */
/* 0      4       8        16                  S         0      4       8         16      24      */
/* +------+-------+--------+-----------+-------+         +------+-------+---------+-------+       */
/* |flags | shape |tag[8]  | k0 v0 k1..|default|         |flags | shape | default | table |       */
/* +------+-------+--------+-----------+-------+         +------+-------+---------+-------+       */
/* Grown past its slot, to 8 pairs at most: k0's place holds the address of a block of pairs (HASH_BLOCK).               */
/* The default takes the slot's last word, and only when there is one (HASH_DEFAULT): three pairs fill 64 bytes. */
#ifndef FACET_INTERNAL_HASH_H
#define FACET_INTERNAL_HASH_H

#include "internal/class.h"
#include "internal/gc.h"

enum {
    HASH_IDENTITY = 1u << 12,     /* compare_by_identity */
    HASH_PROC_DEFAULT = 1u << 13, /* ifnone is a Proc */
    HASH_KW_SPLAT = 1u << 14,     /* ruby2_keywords flagged */
    HASH_TABLE = 1u << 15,        /* pairs in a table outside the slot */
    HASH_BOUND_SHIFT = 16,        /* embedded: pairs taken, holes included, 0-8 */
    HASH_BOUND_MASK = 15u << 16,
    HASH_HOLES = 1u << 20,   /* embedded: some key is Qundef */
    HASH_DEFAULT = 1u << 21, /* embedded: the last word is the default */
    HASH_CAPA_SHIFT = 22,    /* embedded: pairs that fit, 0-8 */
    HASH_CAPA_MASK = 15u << 22,
    HASH_BLOCK = 1u << 26, /* embedded: the pairs are in a block of their own, which HASH_CAPA counts */
    HASH_ITER_SHIFT = 27,  /* embedded: loops under way, 0-31; a 32nd loop moves the pairs to a table */
    HASH_ITER_MASK = 31u << 27,
    HASH_EMBED_MAX = LIMIT(8, 3), /* pairs; 8 at most, because all tags are compared as one word (HASH-5) */
    HASH_FEW_MAX = 8,             /* pairs up to which CRuby finds a key by comparing all: hash_few_p */
    /* Pairs of the first block.  It and a slot of 64 bytes take 160 bytes, with the block for 8 pairs 192 bytes. */
    HASH_BLOCK_MIN = LIMIT(6, 2),
};

VALUE hash_new(void);
VALUE hash_new_capa(size_t pairs);
/* Room for a result that will have n pairs or fewer: they are to stay in the slot if n could. */
static inline size_t
hash_capa_hint(size_t n)
{
    return n <= HASH_EMBED_MAX ? n : 0;
}
VALUE hash_new_from(const VALUE *kv, size_t n); /* n words: key, value, ...; a hash literal */
/* n triples hash, key, value: each key is an fstring or a Symbol (equal keys are one object), its hash obj_hash(key), the
 * lowest bit set.  The last of equal keys wins, in the place of the first; *repeated is set if there are any. */
VALUE hash_new_unique(const VALUE *triples, size_t n, bool *repeated);
VALUE hash_get(VALUE h, VALUE key);           /* Qundef when absent: no default */
VALUE hash_aref(VALUE h, VALUE key);          /* Hash#[]: default and default proc.  calls. */
void hash_set(VALUE h, VALUE key, VALUE val); /* Hash#[]= */
/* Does what hash_get() does, but neither raises, allocates nor calls back.  Returns false, and leaves *val undefined, if the search would
 * have to. */
bool hash_peek(VALUE h, VALUE key, VALUE *val);
VALUE hash_delete(VALUE h, VALUE key); /* Qundef when absent */
size_t hash_size(VALUE h);
VALUE hash_dup(VALUE h);                     /* plain Hash, no default */
VALUE hash_dup_room(VALUE h, unsigned more); /* hash_dup with room for that many more pairs in its slot, if they fit */
/* Returns a copy of h with these values in order, for a literal whose keys are constant. h has n pairs and never
 * changes. */
VALUE hash_dup_filled(VALUE h, const VALUE *vals, unsigned n);
void hash_merge_into(VALUE dst, VALUE src); /* src's pairs win */
void hash_each(VALUE h, int (*fn)(VALUE key, VALUE val, VALUE arg),
               VALUE arg); /* ST_CONTINUE/STOP/DELETE; safe under change */
/* Iteration for Ruby-level loops: position *pos starts 0; false at the end.  Bracket with hash_iter_begin/end. */
bool hash_next(VALUE h, size_t *pos, VALUE *key, VALUE *val);
void hash_iter_begin(VALUE h);
void hash_iter_end(VALUE h);
void hash_mark(VALUE), hash_free(VALUE);
size_t hash_memsize(VALUE);

/* Return the hash value and the equality of any objects as Hash uses them: fast for core types, else by #hash and
 * #eql?.  calls. */
uint64_t obj_hash(VALUE v);
bool obj_eql(VALUE a, VALUE b);
VALUE hash_to_value(uint64_t h);         /* the Integer that #hash answers; obj_hash(v) of core types */
uint64_t hash_from_value(VALUE integer); /* inverse, for the result of a user's #hash */
uint64_t hash_by_ruby(VALUE v);          /* hash/methods.c: of an object whose #hash is not C; calls */
/* h1 and x in one, order matters.  The seed is in both already. */
static ALWAYS_INLINE uint64_t
hash_mix(uint64_t h1, uint64_t x)
{
    unsigned __int128 p = (unsigned __int128)(h1 ^ x ^ 0x9e3779b97f4a7c15ull) * (x ^ 0xd6e8feb86659fd93ull);
    return ((uint64_t)p ^ (uint64_t)(p >> 64)) + (h1 << 5 | h1 >> 59);
}
uint64_t ary_hash(VALUE a);
extern uint64_t hash_seed[2]; /* drawn before main */
/* Any 64 bits; the lowest bit of a hash is 1, so that the word itself is a Fixnum (hash_to_value). */
static ALWAYS_INLINE uint64_t
hash_identity(VALUE v)
{
    if (val_heap_p(v)) gc_tell(v);
    unsigned __int128 p = (unsigned __int128)(v ^ hash_seed[0]) * (hash_seed[1] | 1);
    return ((uint64_t)p ^ (uint64_t)(p >> 64)) | 1;
}
uint64_t obj_hash_slow(VALUE v);
bool obj_eql_slow(VALUE a, VALUE b);
static ALWAYS_INLINE uint64_t
obj_hash_inline(VALUE v)
{
    return val_heap_p(v) ? obj_hash_slow(v) : hash_identity(v);
}

/* For hash/ and set.c */
VALUE hash_new_class(VALUE klass, size_t pairs);
/* hash/keys.c: the keys alone, as a Set uses them. */
void hash_keys_select(VALUE into, VALUE from, VALUE other,
                      bool found); /* adds the keys of from that other has (found) or lacks; into is empty */
void hash_keys_merge(VALUE into, VALUE from);
bool hash_keys_within(VALUE a, VALUE b);      /* whether b has all of a's */
int hash_keys_within_plain(VALUE a, VALUE b); /* hash_keys_within, but -1 at a key whose eql? could be Ruby code.  pure */
bool hash_keys_meet(VALUE a, VALUE b);        /* whether b has one of a's */
bool hash_keys_plain(VALUE h);                /* whether no key's eql? could be Ruby code; pure */
VALUE hash_keys_to_a(VALUE h);
VALUE hash_values_to_a(VALUE h);
bool hash_set_new(VALUE h, VALUE key, VALUE val); /* does nothing, and returns false, if h has key */
void hash_set_raw(VALUE h, VALUE key, VALUE val); /* no frozen check, no copy of a String key */
bool hash_add_raw(VALUE h, VALUE key, VALUE val); /* hash_set_raw, but returns false, and does nothing, if h has key */
/* Returns where key's value lies; stores `first` there if key is new.  Valid until h changes.  Call gc_wb(h) after
 * storing an object. */
VALUE *hash_upsert(VALUE h, VALUE key, VALUE first);
VALUE hash_default(VALUE h); /* value or Proc; nil */
void hash_set_default(VALUE h, VALUE ifnone, bool is_proc);
void hash_copy_default(VALUE dst, VALUE src);
void hash_clear(VALUE h);
VALUE hash_copy(VALUE h); /* same pairs, identity too; class Hash; no default */
VALUE hash_copy_class(VALUE klass, VALUE h);
void hash_replace_pairs(VALUE dst, VALUE src); /* dst's pairs become a copy of src's; default and class stay */
VALUE hash_s_alloc(VALUE klass), hash_alloc_like(VALUE klass, VALUE obj);
void hash_take_over(VALUE dst, VALUE tmp); /* dst's pairs are replaced by tmp's; tmp is emptied */
void hash_check_frozen(VALUE h);
/* Few pairs, and never more: `select` and `assoc` look at such one after the other, as CRuby does, not for hashes. */
bool hash_few_p(VALUE h);
bool hash_iterating_p(VALUE h);
void hash_make_identity(VALUE h); /* pairs are kept */
bool hash_find_pair(VALUE h, VALUE key, VALUE *stored_key, VALUE *val);
VALUE hash_shift_pair(VALUE h, VALUE *val);       /* key, or Qundef */
void hash_set_at(VALUE h, size_t pos, VALUE val); /* pos: that of hash_next, minus one */
void hash_delete_at(VALUE h, size_t pos);
VALUE hash_with_iter(VALUE h, VALUE (*body)(VALUE arg), VALUE arg); /* runs body between iter_begin and iter_end */
VALUE hash_inspect(VALUE h);
bool hash_same_p(VALUE a, VALUE b, bool eql);
void hash_verify(VALUE h);
static inline bool
hash_identity_p(VALUE h)
{
    return (obj_flags(h) & HASH_IDENTITY) != 0;
}
uint64_t hash_bytes(const void *p, size_t n, uint64_t seed_more); /* seeded; SipHash or better */

#endif
