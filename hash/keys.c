/*
 * hash/keys.c - a Hash's keys without its values: what they have in common with another's, and as a list.
 *
 * Uses      hash.c, hash/table.c
 * Algorithm A table keeps its keys' hashes, so between two tables nothing is hashed again.  A key that is known to be new
 *           is added without a search.
 * Invariant eql? may run Ruby code: positions are held, not entries (hash/layout.h LAYOUT-1).
 * Checked   test/test_set.rb, test/test_set_operators.rb
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/hash/layout.h"

struct walked_key {
    VALUE key;
    uint64_t hash;
    bool hashed; /* hash is that of the other Hash's keys, too */
};

/* The next key of h from *pos on.  other: whose hashes are wanted. */
static ALWAYS_INLINE bool
keys_next(VALUE h, size_t *pos, VALUE other, struct walked_key *k)
{
    if (!hash_table_p(h)) {
        VALUE v;
        k->hashed = false;
        return hash_next(h, pos, &k->key, &v);
    }
    const struct hash_table *t = ((struct hash_boxed *)h)->table;
    if (!t) return false;
    size_t i = *pos < t->first ? t->first : *pos;
    while (i < t->bound && t->entries[i].key == Qundef) i++;
    if (i >= t->bound) return false;
    *pos = i + 1;
    k->key = t->entries[i].key;
    k->hash = t->entries[i].hash;
    k->hashed = ((obj_flags(h) ^ obj_flags(other)) & HASH_IDENTITY) == 0;
    return true;
}

static ALWAYS_INLINE bool
keys_has(VALUE h, const struct walked_key *k)
{
    if (!k->hashed || !hash_table_p(h)) return hash_get(h, k->key) != Qundef;
    const struct hash_table *t = ((struct hash_boxed *)h)->table;
    if (!t) return false;
    if (!val_heap_p(k->key) && !val_flonum_p(k->key)) return hash_table_find_same(t, k->key, k->hash) != NULL;
    return hash_find_hashed(h, k->key, k->hash);
}

static ALWAYS_INLINE void
keys_add(VALUE h, const struct walked_key *k)
{
    if (k->hashed && hash_table_p(h)) hash_insert_hashed(h, k->key, Qtrue, k->hash);
    else hash_set_new(h, k->key, Qtrue);
}

void
hash_keys_select(VALUE into, VALUE from, VALUE other, bool found)
{
    struct walked_key k;
    for (size_t pos = 0; keys_next(from, &pos, other, &k);) {
        if (keys_has(other, &k) == found) keys_add(into, &k);
    }
}

void
hash_keys_merge(VALUE into, VALUE from)
{
    struct walked_key k;
    for (size_t pos = 0; keys_next(from, &pos, into, &k);) {
        if (!k.hashed) hash_set_new(into, k.key, Qtrue);
        else if (!keys_has(into, &k)) keys_add(into, &k);
    }
}

bool
hash_keys_within(VALUE a, VALUE b)
{
    struct walked_key k;
    for (size_t pos = 0; keys_next(a, &pos, b, &k);) {
        if (!keys_has(b, &k)) return false;
    }
    return true;
}

bool
hash_keys_meet(VALUE a, VALUE b)
{
    struct walked_key k;
    for (size_t pos = 0; keys_next(a, &pos, b, &k);) {
        if (keys_has(b, &k)) return true;
    }
    return false;
}

static ALWAYS_INLINE bool
key_plain_p(VALUE key)
{
    return !val_heap_p(key) || val_plain_string_p(key);
}

int
hash_keys_within_plain(VALUE a, VALUE b)
{
    struct walked_key k;
    for (size_t pos = 0; keys_next(a, &pos, b, &k);) {
        if (!key_plain_p(k.key)) return -1;
        if (!keys_has(b, &k)) return 0;
    }
    return 1;
}

bool
hash_keys_plain(VALUE h)
{
    struct hash_span s = hash_span(h);
    for (size_t i = 0; i < s.bound; i++) {
        VALUE key = s.first[i * s.stride];
        if (key != Qundef && !key_plain_p(key)) return false;
    }
    return true;
}

static ALWAYS_INLINE VALUE
span_to_a(VALUE h, unsigned word)
{
    size_t n = hash_size(h), i = 0;
    VALUE ary = ary_new_len(n), *to = ary_wptr(ary);
    struct hash_span s = hash_span(h);
    for (const VALUE *p = s.first; i < n; p += s.stride) {
        if (p[0] != Qundef) to[i++] = p[word];
    }
    gc_wb(ary);
    return ary;
}

VALUE
hash_keys_to_a(VALUE h)
{
    return span_to_a(h, 0);
}

VALUE
hash_values_to_a(VALUE h)
{
    return span_to_a(h, 1);
}
