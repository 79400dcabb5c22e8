/*
 * hash.c - finding, storing and visiting the pairs of a Hash, in its slot or in a table.
 *
 * Owns      the two forms of T_HASH and the way from one to the other; the methods are in hash/methods.c and hash/iter.c.
 * Uses      hash/table.c, hash/value.c (hash and eql? of any value), gc
 * Algorithm Up to HASH_EMBED_MAX pairs lie in the slot, with one tag byte each.  All tags are compared in one word
 *           (SWAR), and a match is confirmed by the key.  Hash values are not stored: growth into a table computes them, and a
 *           String's tag is made from its bytes.  When a Hash outgrows its slot, its pairs are moved to a block and it
 *           keeps its tags: no key is hashed.  The functions for embedded pairs work on both.
 *           eql? may run Ruby code that changes the Hash; a search notices (flags, table, mods) and starts over.
 * Checked   hash_verify(), test/test_hash.rb
 */
#include "internal/compiler.h"
#include "internal/hash.h"
#include "internal/hash/layout.h"
#include "internal/string.h"
#include <string.h>

VALUE rb_cHash;

_Static_assert((HASH_BOUND_MASK & HASH_CAPA_MASK) == 0 && (HASH_CAPA_MASK & HASH_ITER_MASK) == 0 &&
                   ((HASH_IDENTITY | HASH_PROC_DEFAULT | HASH_KW_SPLAT | HASH_TABLE) & (HASH_BOUND_MASK | HASH_HOLES)) == 0,
               "flag bits are distinct");
_Static_assert((HASH_BLOCK & (HASH_CAPA_MASK | HASH_ITER_MASK)) == 0, "flag bits are distinct");

enum {
    HASH_EMBED_FLAGS = (int)(HASH_BOUND_MASK | HASH_HOLES | HASH_DEFAULT | HASH_CAPA_MASK | HASH_ITER_MASK | HASH_BLOCK),
    HASH_ITER_ONE = 1 << HASH_ITER_SHIFT,
    TAG_NONE = 0x80, /* no key has it */
};

static inline struct hash_embed *
hash_embed(VALUE h)
{
    return (struct hash_embed *)h;
}
/* The pairs, in the slot or in a block. */
static ALWAYS_INLINE VALUE *
embed_kv(VALUE h)
{
    return hash_embed_kv(h);
}
static inline struct hash_boxed *
hash_boxed(VALUE h)
{
    return (struct hash_boxed *)h;
}
static inline struct hash_table *
hash_table(VALUE h)
{
    return hash_boxed(h)->table;
}
static ALWAYS_INLINE unsigned
embed_bound(VALUE h)
{
    return (obj_flags(h) & HASH_BOUND_MASK) >> HASH_BOUND_SHIFT;
}
static ALWAYS_INLINE unsigned
embed_capa(VALUE h)
{
    return (obj_flags(h) & HASH_CAPA_MASK) >> HASH_CAPA_SHIFT;
}
static inline void
embed_set_bound(VALUE h, unsigned n)
{
    obj_hdr(h)->flags = (obj_flags(h) & ~HASH_BOUND_MASK) | n << HASH_BOUND_SHIFT;
}
static inline VALUE *
embed_default_at(VALUE h) /* the slot's last word */
{
    return (VALUE *)((char *)h + gc_slot_bytes(h)) - 1;
}

/* ---- making ---- */

/* Pairs that fit a slot of `bytes`, beside the default if there is one. */
static unsigned
embed_pairs(size_t bytes, bool with_default)
{
    size_t head = offsetof(struct hash_embed, kv) + (with_default ? sizeof(VALUE) : 0);
    size_t n = bytes > head ? (bytes - head) / (2 * sizeof(VALUE)) : 0;
    return n < HASH_EMBED_MAX ? (unsigned)n : HASH_EMBED_MAX;
}

/* Slot class for n pairs; SLOT_NO_CLASS when they need a table. */
static ALWAYS_INLINE unsigned
embed_class(size_t n)
{
    if (n > HASH_EMBED_MAX) return SLOT_NO_CLASS;
    return slot_class_for(offsetof(struct hash_embed, kv) + n * 2 * sizeof(VALUE));
}

static ALWAYS_INLINE unsigned
boxed_class(void)
{
    return slot_class_for(sizeof(struct hash_boxed));
}

static inline size_t
block_bytes(unsigned capa)
{
    return capa * 2 * sizeof(VALUE);
}

/* The pairs move to a block of this many, from the slot or a smaller block. */
static NOINLINE void
embed_move(VALUE h, unsigned capa)
{
    VALUE *kv;
    if (obj_flags(h) & HASH_BLOCK) {
        kv = gc_realloc(embed_kv(h), block_bytes(embed_capa(h)), block_bytes(capa));
    } else {
        kv = gc_malloc(block_bytes(capa));
        memcpy(kv, embed_kv(h), block_bytes(embed_bound(h)));
        gc_own(h);
    }
    hash_embed(h)->kv[0] = (VALUE)kv;
    obj_hdr(h)->flags = (obj_flags(h) & ~HASH_CAPA_MASK) | HASH_BLOCK | capa << HASH_CAPA_SHIFT;
}

/* block_outgrown estimates how many blocks of HASH_BLOCK_MIN pairs are outgrown: 0 is none, 256 is all.  It falls by a quarter with
 * each new block.  From BLOCK_OUTGROWN_MOST on, a new block has HASH_EMBED_MAX pairs.  Every eighth stays small, to update the
 * estimate. */
static unsigned block_outgrown, block_asked;
enum { BLOCK_OUTGROWN_ONE = LIMIT(64, 1), BLOCK_OUTGROWN_MOST = LIMIT(192, 2), BLOCK_ASK_EVERY = 8 };

static inline unsigned
block_first_capa(void)
{
    if (block_outgrown >= BLOCK_OUTGROWN_MOST && ++block_asked % BLOCK_ASK_EVERY) return HASH_EMBED_MAX;
    block_outgrown -= block_outgrown / 4;
    return HASH_BLOCK_MIN;
}

/* Makes room for more pairs than the slot or the block of h has, up to HASH_EMBED_MAX. */
static NOINLINE void
embed_grow(VALUE h)
{
    unsigned capa = HASH_EMBED_MAX;
    if (obj_flags(h) & HASH_BLOCK) block_outgrown += BLOCK_OUTGROWN_ONE;
    else if (embed_bound(h) < HASH_BLOCK_MIN) capa = block_first_capa();
    embed_move(h, capa);
}

/* h's slot takes another form, or h dies: the pairs are elsewhere or dead. */
static void
embed_free_block(VALUE h)
{
    if (obj_flags(h) & HASH_BLOCK) gc_free(embed_kv(h), block_bytes(embed_capa(h)));
}

static shape_id_t hash_shape[SLOT_CLASS_COUNT];

static ALWAYS_INLINE shape_id_t
hash_shape_of(VALUE klass, unsigned cls)
{
    if (LIKELY(klass == rb_cHash && hash_shape[cls])) return hash_shape[cls];
    return class_root_shape(klass, cls);
}

static VALUE
hash_new_boxed(VALUE klass, size_t pairs)
{
    unsigned cls = boxed_class();
    VALUE h = gc_new(cls, T_HASH | HASH_TABLE, hash_shape_of(klass, cls));
    hash_boxed(h)->ifnone = Qnil;
    hash_boxed(h)->table = NULL;
    if (pairs) {
        hash_boxed(h)->table = hash_table_new(pairs);
        gc_own(h);
    }
    return h;
}

/* Whether every Hash of HASH_EMBED_MAX pairs has a slot: constant, true of the geometries of many sizes. */
enum { SLOT_HOLDS_EMBED_MAX = SLOT_MAX_BYTES >= offsetof(struct hash_embed, kv) + HASH_EMBED_MAX * 2 * sizeof(VALUE) };

/* The pairs of an embedded Hash just made. */
static ALWAYS_INLINE VALUE *
fresh_kv(VALUE h)
{
    return SLOT_HOLDS_EMBED_MAX ? hash_embed(h)->kv : embed_kv(h);
}

VALUE
hash_new_class(VALUE klass, size_t pairs)
{
    if (hash_starts_boxed(pairs)) return hash_new_boxed(klass, pairs);
    unsigned cls = embed_class(pairs < 3 ? 3 : pairs);
    if (!SLOT_HOLDS_EMBED_MAX && cls == SLOT_NO_CLASS) cls = SLOT_LARGEST_CLASS;
    VALUE h = gc_new(cls, T_HASH | embed_pairs(slot_bytes(cls), false) << HASH_CAPA_SHIFT, hash_shape_of(klass, cls));
    memset(hash_embed(h)->tag, TAG_NONE, 8);
    if (!SLOT_HOLDS_EMBED_MAX && pairs > embed_capa(h))
        embed_move(h, pairs <= HASH_BLOCK_MIN ? HASH_BLOCK_MIN : HASH_EMBED_MAX);
    return h;
}

VALUE
hash_new(void)
{
    return hash_new_class(rb_cHash, 0);
}

VALUE
hash_new_capa(size_t pairs)
{
    return hash_new_class(rb_cHash, pairs);
}

/* ---- comparing keys ---- */

/* Compares two different words as keys.  Sets *known to false if the types of the core do not decide it.  A search by identity
 * does not come here: the caller compares the words first. */
static ALWAYS_INLINE bool
key_eql_core(VALUE key, VALUE stored, bool *known)
{
    *known = true;
    if (!val_heap_p(key)) {
        if (LIKELY(!val_flonum_p(key))) return false;
        return val_type_p(stored, T_FLOAT) && obj_eql_slow(key, stored); /* 0.0 and -0.0 */
    }
    unsigned t = obj_type(key);
    if (t == T_STRING && val_type_p(stored, T_STRING)) return str_equal(key, stored);
    if (t == T_SYMBOL) return false;
    *known = false;
    return false;
}

/* The state of h that a search relies on, apart from the pairs themselves. */
struct hash_state {
    uint32_t flags;
    const struct hash_table *table;
    uint32_t mods;
};
static inline struct hash_state
hash_state(VALUE h)
{
    struct hash_state s = {obj_flags(h) & (HASH_TABLE | HASH_BOUND_MASK | HASH_HOLES | HASH_IDENTITY), NULL, 0};
    if (hash_table_p(h)) {
        s.table = hash_table(h);
        s.mods = s.table ? s.table->mods : 0;
    }
    return s;
}
static inline bool
hash_state_same(VALUE h, const struct hash_state *was)
{
    struct hash_state s = hash_state(h);
    return s.flags == was->flags && s.table == was->table && s.mods == was->mods;
}

/* hash_table_eql_fn; owner is the Hash. */
static int
hash_key_eql(void *owner, VALUE key, VALUE stored)
{
    VALUE h = (VALUE)owner;
    bool known, is = key_eql_core(key, stored, &known);
    if (known) return is;
    struct hash_state was = hash_state(h);
    is = obj_eql(key, stored);
    return hash_state_same(h, &was) ? is : -1;
}

static ALWAYS_INLINE uint64_t
hash_of_key(VALUE h, VALUE key)
{
    if (UNLIKELY(obj_flags(h) & HASH_IDENTITY)) return hash_identity(key);
    return obj_hash_inline(key);
}

/* ---- finding ---- */

/* Where a key is, or what a search for it has found out that an insertion can use. */
struct hash_spot {
    int64_t pos;   /* of the pair; -1: not there */
    uint64_t hash; /* table: the key's */
    uint32_t slot; /* table: valid with pos */
    uint8_t tag;   /* embedded: the key's */
};

/* SWAR: a byte of the result is 0x80 where the tag matches; now and then above a match too (the key decides). */
static ALWAYS_INLINE uint64_t
embed_match(VALUE h, uint8_t tag)
{
    uint64_t x;
    memcpy(&x, hash_embed(h)->tag, 8);
    x ^= 0x0101010101010101ull * tag;
    return (x - 0x0101010101010101ull) & ~x & 0x8080808080808080ull;
}

/* The pair whose key is this very object, -1 if none: no hash is needed to find it among so few.  Only for keys whose
 * hash cannot change. */
static ALWAYS_INLINE int
embed_find_same(VALUE h, VALUE key)
{
    const VALUE *kv = embed_kv(h);
    int n = (int)embed_bound(h);
    for (int i = 0; i < n; i++) {
        if (kv[2 * i] == key) return i;
    }
    return -1;
}

/* Returns whether only the key itself can be eql? to it. */
static ALWAYS_INLINE bool
key_unique_p(VALUE h, VALUE key)
{
    return (!val_heap_p(key) && !val_flonum_p(key)) || (obj_flags(h) & HASH_IDENTITY);
}

/* Among eight pairs a string needs no hash that withstands an attacker: its length and three of its bytes will do. */
static ALWAYS_INLINE uint8_t
str_tag(VALUE s)
{
    size_t n = str_len(s);
    const unsigned char *p = (const unsigned char *)str_ptr(s);
    uint64_t x = n;
    if (n) x += (uint64_t)p[0] << 8 | (uint64_t)p[n / 2] << 16 | (uint64_t)p[n - 1] << 24;
    return hash_tag(x);
}

static ALWAYS_INLINE int
embed_find_string(VALUE h, VALUE key, uint8_t tag)
{
    uint64_t m = embed_match(h, tag);
    unsigned bound = embed_bound(h);
    while (m) {
        unsigned i = (unsigned)__builtin_ctzll(m) >> 3;
        m &= m - 1;
        if (UNLIKELY(i >= bound)) break; /* above a match of the last pair */
        VALUE stored = embed_kv(h)[2 * i];
        if (val_type_p(stored, T_STRING) && str_equal(key, stored)) return (int)i;
    }
    return -1;
}

/* Any other object: it may even call itself eql? to a String that has its hash.  -2: h has a table now; start over. */
static NOINLINE int
embed_find_other(VALUE h, VALUE key, uint8_t *tag)
{
    uint64_t hv = obj_hash(key);
    *tag = hash_tag(hv);
again:
    if (hash_table_p(h)) return -2;
    for (unsigned i = 0; i < embed_bound(h); i++) {
        VALUE stored = embed_kv(h)[2 * i];
        if (val_type_p(stored, T_STRING) ? obj_hash(stored) != hv : hash_embed(h)->tag[i] != *tag) continue;
        if (stored == key) return (int)i;
        struct hash_state was = hash_state(h);
        bool is = obj_eql(key, stored);
        if (!hash_state_same(h, &was) || embed_kv(h)[2 * i] != stored) goto again;
        if (is) return (int)i;
    }
    return -1;
}

/* Finds key in h, which has no table.  Returns its index, -1 if there is none, or -2 if h got a table meanwhile. */
static ALWAYS_INLINE int
embed_find(VALUE h, VALUE key, uint8_t *tag)
{
    if (key_unique_p(h, key)) {
        *tag = hash_tag(hash_identity(key));
        return embed_find_same(h, key);
    }
    if (val_type_p(key, T_STRING)) {
        int i;
        if ((obj_flags(key) & HDR_FROZEN) && (i = embed_find_same(h, key)) >= 0) return i;
        *tag = str_tag(key);
        return embed_find_string(h, key, *tag);
    }
    return embed_find_other(h, key, tag); /* calls #hash even for the same object, whose hash may have changed */
}

static ALWAYS_INLINE bool
key_shared_p(VALUE h, VALUE key) /* is stored as an fstring? */
{
    return val_type_p(key, T_STRING) && !(obj_flags(h) & HASH_IDENTITY) && !(obj_flags(key) & (HDR_FROZEN | HDR_EXIVAR)) &&
           obj_class(key) == rb_cString;
}

static ALWAYS_INLINE struct hash_spot
hash_find_for(VALUE h, VALUE key, bool to_add)
{
    struct hash_spot s = {-1, 0, 0, 0};
    for (;;) {
        if (!hash_table_p(h)) {
            int i = embed_find(h, key, &s.tag);
            s.pos = i;
            if (LIKELY(i != -2)) return s;
            s.pos = -1;
        }
        s.hash = hash_of_key(h, key); /* may run any code: test the form of h afterwards */
        if (UNLIKELY(!hash_table_p(h))) continue;
        struct hash_found f;
        const struct hash_table *t = hash_table(h);
        if (!t) return s;
        if (to_add && t->pos_bytes == 4 && key_shared_p(h, key))
            fstr_prefetch(key, s.hash); /* the table of fstrings is large, too */
        int r = hash_table_find(t, key, s.hash, (obj_flags(h) & HASH_IDENTITY) ? NULL : hash_key_eql, (void *)h, &f);
        if (r > 0) {
            s.pos = f.pos;
            s.slot = f.slot;
        }
        if (LIKELY(r >= 0)) return s;
    }
}

static ALWAYS_INLINE struct hash_spot
hash_find(VALUE h, VALUE key)
{
    return hash_find_for(h, key, false);
}

/* hash_table_eql_fn that calls nothing: -1 where it would have to. */
static int
hash_key_eql_core(void *owner, VALUE key, VALUE stored)
{
    (void)owner;
    bool known, is = key_eql_core(key, stored, &known);
    return known ? is : -1;
}

bool
hash_peek(VALUE h, VALUE key, VALUE *val)
{
    bool identity = obj_flags(h) & HASH_IDENTITY;
    if (identity ? val_heap_p(key) : !key_unique_p(h, key) && !val_type_p(key, T_STRING)) return false;
    if (!hash_table_p(h)) {
        uint8_t tag;
        int i = embed_find(h, key, &tag);
        *val = i < 0 ? Qundef : embed_kv(h)[2 * i + 1];
        return true;
    }
    struct hash_found f;
    const struct hash_table *t = hash_table(h);
    *val = Qundef;
    if (!t) return true;
    int r = hash_table_find(t, key, hash_of_key(h, key), identity ? NULL : hash_key_eql_core, (void *)h, &f);
    if (r > 0) *val = t->entries[f.pos].val;
    return r >= 0;
}

bool
hash_find_hashed(VALUE h, VALUE key, uint64_t hv)
{
    for (;;) {
        struct hash_found f;
        const struct hash_table *t = hash_table_p(h) ? hash_table(h) : NULL;
        if (!t) return hash_get(h, key) != Qundef;
        int r = hash_table_find(t, key, hv, (obj_flags(h) & HASH_IDENTITY) ? NULL : hash_key_eql, (void *)h, &f);
        if (LIKELY(r >= 0)) return r > 0;
    }
}

static inline VALUE *
hash_val_at(VALUE h, size_t pos)
{
    return hash_table_p(h) ? &hash_table(h)->entries[pos].val : &embed_kv(h)[2 * pos + 1];
}
static inline VALUE
hash_key_at(VALUE h, size_t pos)
{
    return hash_table_p(h) ? hash_table(h)->entries[pos].key : embed_kv(h)[2 * pos];
}

static ALWAYS_INLINE bool
hash_is_empty(VALUE h)
{
    return hash_table_p(h) ? !hash_table(h) || hash_table(h)->live == 0 : embed_bound(h) == 0;
}

/* Returns the value of an immediate key, or Qundef.  Equal immediate keys are the same word, so no Ruby code runs. */
static ALWAYS_INLINE VALUE
hash_get_immediate(VALUE h, VALUE key)
{
    if (!hash_table_p(h)) {
        int i = embed_find_same(h, key);
        return i < 0 ? Qundef : embed_kv(h)[2 * i + 1];
    }
    const struct hash_table *t = hash_table(h);
    const struct hash_entry *e = t ? hash_table_find_same(t, key, hash_identity(key)) : NULL;
    return e ? e->val : Qundef;
}

static NOINLINE VALUE
hash_get_any(VALUE h, VALUE key)
{
    if (hash_is_empty(h)) return Qundef;
    struct hash_spot s = hash_find(h, key);
    return s.pos < 0 ? Qundef : *hash_val_at(h, (size_t)s.pos);
}

VALUE
hash_get(VALUE h, VALUE key)
{
    if (LIKELY(!val_heap_p(key) && !val_flonum_p(key))) return hash_get_immediate(h, key);
    return hash_get_any(h, key);
}

bool
hash_find_pair(VALUE h, VALUE key, VALUE *stored_key, VALUE *val)
{
    if (hash_is_empty(h)) return false;
    struct hash_spot s = hash_find(h, key);
    if (s.pos < 0) return false;
    *stored_key = hash_key_at(h, (size_t)s.pos);
    *val = *hash_val_at(h, (size_t)s.pos);
    return true;
}

bool
hash_few_p(VALUE h)
{
    if ((int)HASH_EMBED_NEW_MAX >= (int)HASH_FEW_MAX) return !hash_table_p(h);
    const struct hash_table *t = hash_table_p(h) ? hash_table(h) : NULL;
    return !t || t->bound <= HASH_FEW_MAX;
}

size_t
hash_size(VALUE h)
{
    if (hash_table_p(h)) return hash_table(h) ? hash_table(h)->live : 0;
    unsigned n = embed_bound(h), holes = 0;
    if (LIKELY(!(obj_flags(h) & HASH_HOLES))) return n;
    for (unsigned i = 0; i < n; i++) holes += embed_kv(h)[2 * i] == Qundef;
    return n - holes;
}

/* ---- from the slot to a table ---- */

/* Computes the keys' hashes, which may run Ruby code that changes h: then the caller starts over. */
static bool
embed_hashes(VALUE h, uint64_t *hv, VALUE *kv)
{
    unsigned n = embed_bound(h);
    memcpy(kv, embed_kv(h), 2 * n * sizeof(VALUE));
    for (unsigned i = 0; i < n; i++) hv[i] = kv[2 * i] == Qundef ? 0 : hash_of_key(h, kv[2 * i]);
    if (hash_table_p(h) || embed_bound(h) != n) return false;
    for (unsigned i = 0; i < n; i++) {
        if (embed_kv(h)[2 * i] != kv[2 * i]) return false;
    }
    memcpy(kv, embed_kv(h), 2 * n * sizeof(VALUE)); /* values may have changed */
    return true;
}

/* Effects   allocates, calls (#hash of keys that are not core types) */
static NOINLINE void
hash_to_table(VALUE h, size_t pairs)
{
    uint64_t hv[HASH_EMBED_MAX];
    VALUE kv[2 * HASH_EMBED_MAX];
    do {
        if (hash_table_p(h)) return;
    } while (!embed_hashes(h, hv, kv));
    struct hash_table *t = hash_table_new(pairs > HASH_EMBED_MAX ? pairs : HASH_EMBED_MAX); /* may collect */
    uint32_t f = obj_flags(h);
    unsigned n = embed_bound(h);
    VALUE ifnone = (f & HASH_DEFAULT) ? *embed_default_at(h) : Qnil;
    t->iter = (f & HASH_ITER_MASK) >> HASH_ITER_SHIFT;
    for (unsigned i = 0; i < n; i++) {
        if (kv[2 * i] != Qundef) {
            hash_table_add(t, kv[2 * i], kv[2 * i + 1], hv[i]);
        } else if (t->iter) { /* loops under way know positions (HASH-6) */
            t->entries[t->bound] = (struct hash_entry){Qundef, Qnil, 0};
            if (t->first == t->bound) t->first++;
            t->ctrl[t->bound++] = CTRL_DELETED;
        }
    }
    embed_free_block(h);
    hash_boxed(h)->ifnone = ifnone;
    hash_boxed(h)->table = t;
    obj_hdr(h)->flags = (f & ~(uint32_t)HASH_EMBED_FLAGS) | HASH_TABLE;
    gc_own(h);
    gc_wb(h);
}

static void
embed_compact(VALUE h) /* no loop is under way */
{
    VALUE *kv = embed_kv(h);
    uint8_t *tag = hash_embed(h)->tag;
    unsigned n = embed_bound(h), k = 0;
    for (unsigned i = 0; i < n; i++) {
        if (kv[2 * i] == Qundef) continue;
        kv[2 * k] = kv[2 * i];
        kv[2 * k + 1] = kv[2 * i + 1];
        tag[k++] = tag[i];
    }
    memset(tag + k, TAG_NONE, 8 - k);
    embed_set_bound(h, k);
    obj_hdr(h)->flags &= ~(uint32_t)HASH_HOLES;
}

/* ---- storing ---- */

void
hash_check_frozen(VALUE h)
{
    if (UNLIKELY(obj_flags(h) & HDR_FROZEN)) rb_error_frozen_object(h);
}

bool
hash_iterating_p(VALUE h)
{
    if (!hash_table_p(h)) return (obj_flags(h) & HASH_ITER_MASK) != 0;
    return hash_table(h) && hash_table(h)->iter;
}

static NOINLINE void
table_insert(VALUE h, VALUE key, VALUE val, uint64_t hv)
{
    struct hash_table *t = hash_table(h);
    if (UNLIKELY(!t)) {
        t = hash_boxed(h)->table = hash_table_new(1);
        gc_own(h);
    } else if (UNLIKELY(hash_table_full(t))) {
        t = hash_boxed(h)->table = hash_table_grow(t);
    }
    hash_table_add(t, key, val, hv);
    gc_wb(h);
}

void
hash_insert_hashed(VALUE h, VALUE key, VALUE val, uint64_t hv)
{
    table_insert(h, key, val, hv);
}

/* Adds a key that a search has not found. */
static ALWAYS_INLINE void
hash_insert(VALUE h, VALUE key, VALUE val, const struct hash_spot *s)
{
    uint64_t hv = s->hash;
    if (!hash_table_p(h)) {
        unsigned n = embed_bound(h);
        if (UNLIKELY(n >= embed_capa(h)) && (obj_flags(h) & HASH_HOLES)) {
            embed_compact(h);
            n = embed_bound(h);
        }
        if (UNLIKELY(n >= embed_capa(h)) && n < HASH_EMBED_MAX) embed_grow(h);
        if (LIKELY(n < embed_capa(h))) {
            VALUE *kv = embed_kv(h) + 2 * n;
            kv[0] = key;
            kv[1] = val;
            hash_embed(h)->tag[n] = s->tag;
            embed_set_bound(h, n + 1);
            gc_wb(h);
            return;
        }
        hash_to_table(h, n + 1);
        hv = hash_of_key(h, key);
    }
    table_insert(h, key, val, hv);
}

NORETURN COLD static void
hash_no_new_key(void)
{
    rb_raise(rb_eRuntimeError, "can't add a new key into hash during iteration");
}

/* hash: obj_hash(key), or 0 */
static VALUE
hash_key_copy(VALUE h, VALUE key, uint64_t hash)
{
    if (!val_type_p(key, T_STRING) || (obj_flags(h) & HASH_IDENTITY) || (obj_flags(key) & HDR_FROZEN)) return key;
    if (LIKELY(key_shared_p(h, key))) return str_fstring_hashed(key, hash);
    if (obj_class(key) == rb_cString) return rb_str_new_frozen(key);
    /* a String with a singleton class is copied; an instance of a subclass is the key itself */
    return rb_obj_class(key) == rb_cString ? rb_str_new_frozen(key) : key;
}

/* Stores; a String key is copied if `copy`.  Returns false, and does nothing, if the key is there and !replace. */
static ALWAYS_INLINE bool
hash_put(VALUE h, VALUE key, VALUE val, bool copy, bool replace)
{
    struct hash_spot s = hash_find_for(h, key, copy);
    if (s.pos >= 0) {
        if (!replace) return false;
        *hash_val_at(h, (size_t)s.pos) = val;
        gc_wb(h);
        return true;
    }
    if (UNLIKELY(hash_iterating_p(h))) hash_no_new_key();
    if (copy) key = hash_key_copy(h, key, s.hash);
    hash_insert(h, key, val, &s);
    return true;
}

/* Adds a key that is no object and not there, in the slot or block. */
static ALWAYS_INLINE void
embed_add_immediate(VALUE h, VALUE key, VALUE val, uint8_t tag)
{
    unsigned n = embed_bound(h);
    VALUE *kv = embed_kv(h) + 2 * n;
    kv[0] = key;
    kv[1] = val;
    hash_embed(h)->tag[n] = tag;
    obj_hdr(h)->flags += 1u << HASH_BOUND_SHIFT;
    gc_wb(h);
}

static NOINLINE void
embed_grow_immediate(VALUE h, VALUE key, VALUE val, uint8_t tag)
{
    embed_grow(h);
    embed_add_immediate(h, key, val, tag);
}

/* Stores under an immediate key, if the slot or a block has room.  Returns false, with h unchanged, otherwise. */
static ALWAYS_INLINE bool
embed_set_immediate(VALUE h, VALUE key, VALUE val)
{
    uint8_t tag = hash_tag(hash_identity(key));
    unsigned n = embed_bound(h);
    for (uint64_t m = embed_match(h, tag); UNLIKELY(m); m &= m - 1) {
        unsigned i = (unsigned)__builtin_ctzll(m) >> 3;
        if (i >= n) break; /* above a match of the last pair */
        if (embed_kv(h)[2 * i] != key) continue;
        embed_kv(h)[2 * i + 1] = val;
        gc_wb(h);
        return true;
    }
    if (UNLIKELY(obj_flags(h) & HASH_ITER_MASK)) return false;
    if (LIKELY(n < embed_capa(h))) {
        embed_add_immediate(h, key, val, tag);
        return true;
    }
    if (n == HASH_EMBED_MAX || (obj_flags(h) & HASH_HOLES)) return false;
    embed_grow_immediate(h, key, val, tag);
    return true;
}

static NOINLINE void
hash_set_any(VALUE h, VALUE key, VALUE val)
{
    hash_check_frozen(h);
    hash_put(h, key, val, true, true);
}

void
hash_set(VALUE h, VALUE key, VALUE val)
{
    if (LIKELY(!val_heap_p(key) && !val_flonum_p(key) && !hash_table_p(h) && !(obj_flags(h) & HDR_FROZEN)) &&
        embed_set_immediate(h, key, val))
        return;
    hash_set_any(h, key, val);
}

bool
hash_set_new(VALUE h, VALUE key, VALUE val)
{
    hash_check_frozen(h);
    return hash_put(h, key, val, true, false);
}

VALUE
hash_new_from(const VALUE *kv, size_t n)
{
    VALUE h = hash_new_class(rb_cHash, n / 2);
    if (hash_table_p(h)) {
        for (size_t i = 0; i < n; i += 2) hash_set(h, kv[i], kv[i + 1]);
        return h;
    }
    uint8_t *tags = hash_embed(h)->tag;
    VALUE *pairs = fresh_kv(h);
    unsigned k = 0;
    for (size_t i = 0; i < n; i += 2) {
        VALUE key = kv[i];
        if (LIKELY(!val_heap_p(key) && !val_flonum_p(key))) { /* new unless its tag is there already */
            uint8_t tag = hash_tag(hash_identity(key));
            if (LIKELY(!embed_match(h, tag))) {
                pairs[2 * k] = key;
                pairs[2 * k + 1] = kv[i + 1];
                tags[k++] = tag;
                continue;
            }
        } else if (val_type_p(key, T_STRING) && (obj_flags(key) & HDR_FROZEN)) {
            uint8_t tag = str_tag(key);
            if (LIKELY(!embed_match(h, tag))) {
                pairs[2 * k] = key;
                pairs[2 * k + 1] = kv[i + 1];
                tags[k++] = tag;
                continue;
            }
        }
        embed_set_bound(h, k);
        hash_set(h, key, kv[i + 1]);
        k = embed_bound(h);
    }
    embed_set_bound(h, k);
    gc_wb(h);
    return h;
}

VALUE
hash_new_unique(const VALUE *triples, size_t n, bool *repeated)
{
    VALUE h = hash_new_class(rb_cHash, n);
    if (hash_table_p(h)) {
        if (n && hash_table_fill(hash_table(h), triples, n)) *repeated = true;
        return h;
    }
    uint8_t *tags = hash_embed(h)->tag;
    VALUE *pairs = fresh_kv(h);
    unsigned k = 0;
    for (; n > 0; n--, triples += 3) {
        VALUE key = triples[1];
        uint8_t tag = val_type_p(key, T_STRING) ? str_tag(key) : hash_tag(triples[0]);
        uint64_t m = embed_match(h, tag);
        pairs[2 * k] = key;
        pairs[2 * k + 1] = triples[2];
        if (LIKELY(!m)) {
            tags[k++] = tag;
            continue;
        }
        unsigned i = 0;
        while (pairs[2 * i] != key) i++; /* k at the latest */
        if (i < k) {
            pairs[2 * i + 1] = triples[2];
            *repeated = true;
        } else {
            tags[k++] = tag;
        }
    }
    embed_set_bound(h, k);
    return h;
}

void
hash_set_raw(VALUE h, VALUE key, VALUE val)
{
    hash_put(h, key, val, false, true);
}

bool
hash_add_raw(VALUE h, VALUE key, VALUE val)
{
    return hash_put(h, key, val, false, false);
}

VALUE *
hash_upsert(VALUE h, VALUE key, VALUE first)
{
    hash_check_frozen(h);
    struct hash_spot s = hash_find(h, key);
    if (s.pos >= 0) return hash_val_at(h, (size_t)s.pos);
    if (UNLIKELY(hash_iterating_p(h))) hash_no_new_key();
    hash_insert(h, key, first, &s); /* a String too: the one user is tally, which copies none in CRuby */
    return hash_val_at(h, hash_table_p(h) ? hash_table(h)->bound - 1 : embed_bound(h) - 1);
}

void
hash_set_at(VALUE h, size_t pos, VALUE val)
{
    *hash_val_at(h, pos) = val;
    gc_wb(h);
}

/* ---- deleting ---- */

static void
embed_delete(VALUE h, unsigned i)
{
    VALUE *kv = embed_kv(h);
    uint8_t *tag = hash_embed(h)->tag;
    unsigned n = embed_bound(h);
    if (UNLIKELY(obj_flags(h) & HASH_ITER_MASK)) {
        kv[2 * i] = Qundef;
        kv[2 * i + 1] = Qnil;
        tag[i] = TAG_NONE;
        obj_hdr(h)->flags |= HASH_HOLES;
        return;
    }
    memmove(&kv[2 * i], &kv[2 * i + 2], 2 * (n - i - 1) * sizeof(VALUE));
    memmove(&tag[i], &tag[i + 1], n - i - 1);
    tag[n - 1] = TAG_NONE;
    embed_set_bound(h, n - 1);
}

/* Removes a pair of a hash with a table.  The last pair takes a large table with it. */
static void
table_delete(VALUE h, struct hash_found at)
{
    struct hash_table *t = hash_table(h);
    hash_table_remove(t, at);
    if (UNLIKELY(t->live == 0) && !t->iter && t->capa > HASH_TABLE_SMALL_MAX) hash_clear(h);
}

void
hash_delete_at(VALUE h, size_t pos)
{
    if (hash_key_at(h, pos) == Qundef) return;
    if (hash_table_p(h)) table_delete(h, hash_table_locate(hash_table(h), (uint32_t)pos));
    else embed_delete(h, (unsigned)pos);
}

VALUE
hash_delete(VALUE h, VALUE key)
{
    if (hash_is_empty(h)) return Qundef;
    struct hash_spot s = hash_find(h, key);
    if (s.pos < 0) return Qundef;
    VALUE val = *hash_val_at(h, (size_t)s.pos);
    if (hash_table_p(h)) table_delete(h, (struct hash_found){(uint32_t)s.pos, s.slot});
    else embed_delete(h, (unsigned)s.pos);
    return val;
}

VALUE
hash_shift_pair(VALUE h, VALUE *val)
{
    size_t pos = 0;
    VALUE key;
    if (!hash_next(h, &pos, &key, val)) return Qundef;
    hash_delete_at(h, pos - 1);
    return key;
}

void
hash_clear(VALUE h)
{
    if (!hash_table_p(h)) {
        if (obj_flags(h) & HASH_ITER_MASK) {
            for (unsigned i = 0; i < embed_bound(h); i++) embed_delete(h, i);
        } else {
            memset(hash_embed(h)->tag, TAG_NONE, 8);
            embed_set_bound(h, 0);
            obj_hdr(h)->flags &= ~(uint32_t)HASH_HOLES;
        }
        return;
    }
    struct hash_table *t = hash_table(h);
    if (!t) return;
    if (t->iter || t->capa <= HASH_TABLE_SMALL_MAX) {
        hash_table_clear(t);
    } else {
        hash_boxed(h)->table = NULL;
        hash_table_free(t);
        gc_disown(h);
    }
}

/* ---- the default ---- */

VALUE
hash_default(VALUE h)
{
    if (hash_table_p(h)) return hash_boxed(h)->ifnone;
    return (obj_flags(h) & HASH_DEFAULT) ? *embed_default_at(h) : Qnil;
}

void
hash_set_default(VALUE h, VALUE ifnone, bool is_proc)
{
    if (!hash_table_p(h)) {
        unsigned fit = embed_pairs(gc_slot_bytes(h), ifnone != Qnil);
        if (!(obj_flags(h) & HASH_BLOCK) && embed_bound(h) > fit) embed_grow(h);
        unsigned capa = (obj_flags(h) & HASH_BLOCK) ? embed_capa(h) : fit;
        uint32_t f = obj_flags(h) & ~(uint32_t)(HASH_CAPA_MASK | HASH_DEFAULT);
        obj_hdr(h)->flags = f | capa << HASH_CAPA_SHIFT | (ifnone != Qnil ? HASH_DEFAULT : 0);
        if (ifnone != Qnil) *embed_default_at(h) = ifnone;
    }
    if (hash_table_p(h)) hash_boxed(h)->ifnone = ifnone;
    gc_wb(h);
    uint32_t f = obj_flags(h) & ~(uint32_t)HASH_PROC_DEFAULT;
    obj_hdr(h)->flags = f | (is_proc ? HASH_PROC_DEFAULT : 0);
}

void
hash_copy_default(VALUE dst, VALUE src)
{
    VALUE ifnone = hash_default(src);
    if (ifnone == Qnil && hash_default(dst) == Qnil) return;
    hash_set_default(dst, ifnone, (obj_flags(src) & HASH_PROC_DEFAULT) != 0);
}

/* ---- visiting ---- */

bool
hash_next(VALUE h, size_t *pos, VALUE *key, VALUE *val)
{
    size_t i = *pos;
    if (!hash_table_p(h)) {
        const VALUE *kv = embed_kv(h);
        for (unsigned n = embed_bound(h); i < n; i++) {
            if (kv[2 * i] == Qundef) continue;
            *key = kv[2 * i];
            *val = kv[2 * i + 1];
            *pos = i + 1;
            return true;
        }
        return false;
    }
    const struct hash_table *t = hash_table(h);
    if (!t) return false;
    if (i < t->first) i = t->first;
    for (const struct hash_entry *e = t->entries + i; i < t->bound; i++, e++) {
        if (e->key == Qundef) continue;
        *key = e->key;
        *val = e->val;
        *pos = i + 1;
        return true;
    }
    return false;
}

void
hash_iter_begin(VALUE h)
{
    if (!hash_table_p(h)) {
        if (LIKELY((obj_flags(h) & HASH_ITER_MASK) != HASH_ITER_MASK)) {
            obj_hdr(h)->flags += HASH_ITER_ONE;
            return;
        }
        hash_to_table(h, embed_bound(h));
    }
    if (!hash_table(h)) {
        hash_boxed(h)->table = hash_table_new(1);
        gc_own(h);
    }
    hash_table(h)->iter++;
}

void
hash_iter_end(VALUE h)
{
    if (!hash_table_p(h)) {
        if (!(obj_flags(h) & HASH_ITER_MASK)) return;
        obj_hdr(h)->flags -= HASH_ITER_ONE;
        if ((obj_flags(h) & (HASH_HOLES | HASH_ITER_MASK)) == HASH_HOLES) embed_compact(h);
    } else if (hash_table(h) && hash_table(h)->iter) {
        hash_table(h)->iter--;
    }
}

struct hash_loop {
    VALUE h;
    VALUE (*body)(VALUE);
    VALUE arg;
};

static VALUE
hash_loop_end(VALUE h)
{
    hash_iter_end(h);
    return Qnil;
}

VALUE
hash_with_iter(VALUE h, VALUE (*body)(VALUE), VALUE arg)
{
    if (hash_size(h) == 0) return Qnil;
    if (obj_flags(h) & HDR_FROZEN) return body(arg); /* which counts no iterations */
    hash_iter_begin(h);
    return rb_ensure(body, arg, hash_loop_end, h);
}

struct hash_each_arg {
    VALUE h;
    int (*fn)(VALUE, VALUE, VALUE);
    VALUE arg;
};

static VALUE
hash_each_body(VALUE p)
{
    struct hash_each_arg *a = (struct hash_each_arg *)p;
    size_t pos = 0;
    VALUE key, val;
    while (hash_next(a->h, &pos, &key, &val)) {
        switch (a->fn(key, val, a->arg)) {
        case ST_CONTINUE:
        case ST_CHECK: break;
        case ST_DELETE: hash_delete_at(a->h, pos - 1); break;
        default: return Qnil;
        }
    }
    return Qnil;
}

void
hash_each(VALUE h, int (*fn)(VALUE key, VALUE val, VALUE arg), VALUE arg)
{
    struct hash_each_arg a = {h, fn, arg};
    hash_with_iter(h, hash_each_body, (VALUE)&a);
}

/* ---- copies ---- */

/* h's pairs replace dst's; dst has none of its own, no loop, and keeps its class and default. */
static void
hash_copy_pairs(VALUE dst, VALUE src)
{
    uint32_t id = obj_flags(src) & HASH_IDENTITY;
    if (hash_table_p(src)) {
        const struct hash_table *from = hash_table(src);
        if (!from || from->live == 0) {
            obj_hdr(dst)->flags = (obj_flags(dst) & ~(uint32_t)HASH_IDENTITY) | id;
            return;
        }
        struct hash_table *t = from->bound == from->live ? hash_table_copy(from) : hash_table_compacted(from);
        VALUE ifnone = hash_default(dst);
        if (!hash_table_p(dst)) embed_free_block(dst);
        hash_boxed(dst)->table = t;
        hash_boxed(dst)->ifnone = ifnone;
        obj_hdr(dst)->flags = (obj_flags(dst) & ~(uint32_t)(HASH_EMBED_FLAGS | HASH_IDENTITY)) | HASH_TABLE | id;
        gc_own(dst);
    } else if (!hash_table_p(dst) && embed_bound(src) <= embed_capa(dst)) {
        memcpy(hash_embed(dst)->tag, hash_embed(src)->tag, 8);
        memcpy(embed_kv(dst), embed_kv(src), 2 * embed_bound(src) * sizeof(VALUE));
        embed_set_bound(dst, embed_bound(src));
        obj_hdr(dst)->flags = (obj_flags(dst) & ~(uint32_t)HASH_IDENTITY) | id | (obj_flags(src) & HASH_HOLES);
        if (obj_flags(dst) & HASH_HOLES) embed_compact(dst);
    } else {
        size_t pos = 0;
        VALUE key, val;
        obj_hdr(dst)->flags = (obj_flags(dst) & ~(uint32_t)HASH_IDENTITY) | id;
        while (hash_next(src, &pos, &key, &val)) hash_set_raw(dst, key, val);
    }
    gc_wb(dst);
}

void
hash_replace_pairs(VALUE dst, VALUE src)
{
    bool fresh = hash_table_p(dst) ? !hash_table(dst) : embed_bound(dst) == 0;
    if (fresh) {
        hash_copy_pairs(dst, src);
    } else if (hash_table_p(dst) && hash_table_p(src) && hash_table(src) &&
               hash_table_copy_into(hash_table(dst), hash_table(src))) {
        obj_hdr(dst)->flags = (obj_flags(dst) & ~(uint32_t)HASH_IDENTITY) | (obj_flags(src) & HASH_IDENTITY);
        gc_wb(dst);
    } else if (!hash_table_p(dst) && !hash_table_p(src) && dst != src && !hash_iterating_p(dst)) {
        hash_clear(dst);
        hash_copy_pairs(dst, src);
    } else {
        hash_take_over(dst, hash_copy_class(0, src));
    }
}

/* An empty Hash with room for obj's pairs, if they lie in its slot: for dup and clone. */
VALUE
hash_alloc_like(VALUE klass, VALUE obj)
{
    return hash_new_class(klass, hash_table_p(obj) ? 0 : embed_bound(obj));
}

VALUE
hash_copy_class(VALUE klass, VALUE h)
{
    VALUE n = hash_new_class(klass, hash_table_p(h) ? 0 : embed_bound(h));
    hash_copy_pairs(n, h);
    return n;
}

VALUE
hash_copy(VALUE h)
{
    return hash_copy_class(rb_cHash, h);
}

VALUE
hash_dup(VALUE h)
{
    return hash_dup_room(h, 0);
}

VALUE
hash_dup_room(VALUE h, unsigned more)
{
    if (hash_table_p(h) || (obj_flags(h) & (HASH_HOLES | HASH_IDENTITY))) return hash_copy(h);
    unsigned n = embed_bound(h);
    VALUE copy = hash_new_class(rb_cHash, n + more <= HASH_EMBED_MAX ? n + more : n);
    if (hash_table_p(copy)) return hash_copy(h);
    const VALUE *from = embed_kv(h);
    VALUE *to = fresh_kv(copy);
    memcpy(hash_embed(copy)->tag, hash_embed(h)->tag, 8);
    for (unsigned i = 0; i < 2 * n; i++) to[i] = from[i];
    embed_set_bound(copy, n);
    return copy;
}

VALUE
hash_dup_filled(VALUE h, const VALUE *vals, unsigned n)
{
    if (LIKELY(!hash_table_p(h) && !(obj_flags(h) & (HASH_HOLES | HASH_IDENTITY)) && embed_bound(h) == n)) {
        VALUE copy = hash_new_class(rb_cHash, n);
        if (LIKELY(!hash_table_p(copy))) {
            const VALUE *from = embed_kv(h);
            VALUE *to = fresh_kv(copy);
            memcpy(hash_embed(copy)->tag, hash_embed(h)->tag, 8);
            for (unsigned i = 0; i < n; i++) {
                to[2 * i] = from[2 * i];
                to[2 * i + 1] = vals[i];
            }
            embed_set_bound(copy, n);
            return copy;
        }
    }
    VALUE copy = hash_dup(h);
    if (LIKELY(!hash_table_p(copy))) {
        VALUE *kv = embed_kv(copy);
        for (unsigned i = 0; i < n; i++) kv[2 * i + 1] = vals[i];
    } else {
        for (unsigned i = 0; i < n; i++) hash_set_at(copy, i, vals[i]);
    }
    return copy;
}

void
hash_take_over(VALUE dst, VALUE tmp)
{
    if (hash_table_p(dst) && hash_table(dst)) {
        hash_table_free(hash_table(dst));
        hash_boxed(dst)->table = NULL;
        gc_disown(dst);
    } else {
        hash_clear(dst);
    }
    if (hash_table_p(tmp) && hash_table(tmp)) {
        VALUE ifnone = hash_default(dst);
        if (!hash_table_p(dst)) embed_free_block(dst);
        uint32_t id = obj_flags(tmp) & HASH_IDENTITY;
        hash_boxed(dst)->table = hash_table(tmp);
        hash_boxed(dst)->ifnone = ifnone;
        hash_boxed(tmp)->table = NULL;
        gc_disown(tmp);
        obj_hdr(dst)->flags = (obj_flags(dst) & ~(uint32_t)(HASH_EMBED_FLAGS | HASH_IDENTITY)) | HASH_TABLE | id;
        gc_own(dst);
        gc_wb(dst);
    } else {
        hash_copy_pairs(dst, tmp);
    }
}

void
hash_make_identity(VALUE h)
{
    VALUE n = hash_new_class(0, hash_size(h));
    obj_hdr(n)->flags |= HASH_IDENTITY;
    size_t pos = 0;
    VALUE key, val;
    while (hash_next(h, &pos, &key, &val)) hash_set_raw(n, key, val);
    hash_take_over(h, n);
    obj_hdr(h)->flags |= HASH_IDENTITY;
}

void
hash_merge_into(VALUE dst, VALUE src)
{
    size_t pos = 0;
    VALUE key, val;
    while (hash_next(src, &pos, &key, &val)) hash_set(dst, key, val);
}

/* ---- for the collector ---- */

/* Marks a hidden Hash and pins its keys and values, because C code may hold pointers to them. */
static void
hash_mark_fixed(VALUE h)
{
    if (!hash_table_p(h)) {
        gc_mark_range(embed_kv(h), 2 * embed_bound(h));
        if (obj_flags(h) & HASH_DEFAULT) gc_mark(*embed_default_at(h));
        return;
    }
    gc_mark(hash_boxed(h)->ifnone);
    const struct hash_table *t = hash_table(h);
    for (uint32_t i = t ? t->first : 0; t && i < t->bound; i++) {
        if (t->entries[i].key == Qundef) continue;
        gc_mark(t->entries[i].key);
        gc_mark(t->entries[i].val);
    }
}

/* Marks the keys and values of h, which may move.  hash_identity() has pinned the keys whose hash is their address. */
void
hash_mark(VALUE h)
{
    if (!obj_shape(h)) {
        hash_mark_fixed(h);
        return;
    }
    if (!hash_table_p(h)) {
        gc_mark_slots(embed_kv(h), 2 * embed_bound(h));
        if (obj_flags(h) & HASH_DEFAULT) gc_mark_slot(embed_default_at(h));
        return;
    }
    gc_mark_slot(&hash_boxed(h)->ifnone);
    struct hash_table *t = hash_table(h);
    if (!t) return;
    for (uint32_t i = t->first; i < t->bound; i++) {
        if (t->entries[i].key == Qundef) continue;
        gc_mark_slot(&t->entries[i].key);
        gc_mark_slot(&t->entries[i].val);
    }
}

void
hash_free(VALUE h)
{
    if (!hash_table_p(h)) embed_free_block(h);
    else if (hash_table(h)) hash_table_free(hash_table(h));
}

size_t
hash_memsize(VALUE h)
{
    if (!hash_table_p(h)) return (obj_flags(h) & HASH_BLOCK) ? block_bytes(embed_capa(h)) : 0;
    return hash_table(h) ? hash_table_bytes(hash_table(h)) : 0;
}

/* Returns the slot class for the pairs (three at least, as hash_new_class has it) and the default, or for a table's form. */
static unsigned
hash_fitting(VALUE h)
{
    if (hash_table_p(h)) return boxed_class();
    size_t least = offsetof(struct hash_embed, kv) + block_bytes(3),
           bytes = offsetof(struct hash_embed, kv) + block_bytes(embed_bound(h));
    if (obj_flags(h) & HASH_DEFAULT) bytes += sizeof(VALUE);
    unsigned cls = slot_class_for(bytes < least ? least : bytes);
    return cls == SLOT_NO_CLASS ? gc_slot_class(h) : cls;
}

/* Moves the pairs of an embedded Hash in a block to the slot of `to`, where they fit, and the default to its end (HASH-5). */
static void
hash_settle(VALUE from, VALUE to)
{
    if (hash_table_p(from)) return;
    uint32_t f = obj_flags(from);
    unsigned capa = embed_pairs(gc_slot_bytes(to), (f & HASH_DEFAULT) != 0);
    if (f & HASH_BLOCK && embed_bound(from) <= capa) {
        memcpy(hash_embed(to)->kv, embed_kv(from), block_bytes(embed_bound(from)));
        embed_free_block(from);
        f &= ~(uint32_t)HASH_BLOCK;
        gc_disown(to);
    }
    if (!(f & HASH_BLOCK)) f = (f & ~(uint32_t)HASH_CAPA_MASK) | capa << HASH_CAPA_SHIFT;
    obj_hdr(to)->flags = f;
    if (f & HASH_DEFAULT) *embed_default_at(to) = *embed_default_at(from);
}

void
hash_verify(VALUE h)
{
    if (hash_table_p(h)) {
        if (hash_table(h)) hash_table_verify(hash_table(h), h);
        return;
    }
    unsigned n = embed_bound(h), capa = embed_capa(h);
    bool holes = false;
    gc_expect(n <= capa, "an embedded hash has more pairs than room (HASH-1)", h);
    if (obj_flags(h) & HASH_BLOCK)
        gc_expect(capa == HASH_BLOCK_MIN || capa == HASH_EMBED_MAX, "a hash's block has another size than blocks have", h);
    else
        gc_expect(capa == embed_pairs(gc_slot_bytes(h), (obj_flags(h) & HASH_DEFAULT) != 0),
                  "an embedded hash does not use its slot as it should", h);
    for (unsigned i = 0; i < HASH_EMBED_MAX && n <= capa; i++) {
        bool none = i >= n || embed_kv(h)[2 * i] == Qundef;
        gc_expect((hash_embed(h)->tag[i] == TAG_NONE) == none, "a tag and its pair disagree", h);
        holes |= i < n && none;
    }
    gc_expect(holes == !!(obj_flags(h) & HASH_HOLES), "HASH_HOLES does not tell whether there are deleted pairs", h);
}

static const struct gc_type_ops hash_type_ops = {
    .mark = hash_mark,
    .free = hash_free,
    .memsize = hash_memsize,
    .fitting = hash_fitting,
    .settle = hash_settle,
    .verify = hash_verify,
};

/* Before the first Hash: class Hash exists, its methods do not. */
void
Init_hash_early(void)
{
    gc_register_type(T_HASH, &hash_type_ops);
    for (unsigned cls = 0; cls < SLOT_CLASS_COUNT; cls++) hash_shape[cls] = class_root_shape(rb_cHash, cls);
}
