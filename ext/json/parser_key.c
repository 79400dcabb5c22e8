/*
 * parser_key.c - the caches that make a repeated key, or a repeated frozen value, one comparison.
 *
 * Documents repeat their keys.  A table, indexed by the key's first 16 bytes and length, holds the fstring (or Symbol) and its
 * hash, so that SipHash and the table of fstrings are not used again.  A key may be in either of two neighbouring places, and
 * the newer key replaces the older one.  With one place each, twitter's 94 keys missed a thousand times a document.  The table
 * is permanent, because a server parses documents of the same form again and again.  Entries are weak.
 *
 * Keys also come in the same order.  An entry has the index of the key that last followed it.  The text is compared with that
 * key and a quote first, before its end is searched.
 *
 * Frozen values (freeze: true) repeat too, but are longer: their table is indexed by a quick hash of all bytes, with one place
 * for each.  Text made to collide causes only misses.
 */
#include "internal/compiler.h"

#include <string.h>

#include "ext/json/parser.h"
#include "internal/hash.h"
#include "ruby/ruby.h"

struct json_key json_keys[2][JSON_KEYS];
static bool keys_used[2], frozen_used; /* false: the table is empty, a collection need not look at it */

struct json_key *
json_key_miss(struct json_key *e, const char *from, size_t len, uint64_t head, uint64_t tail, bool symbol)
{
    struct json_key *other = &json_keys[symbol][(e - json_keys[symbol]) ^ 1];
    if (other->key && other->head == head && other->tail == tail && other->len == len &&
        (len <= JSON_KEY_INLINE || memcmp(other->text + 8, from + 8, len - 16) == 0))
        return other;
    VALUE key, name;
    uint64_t hash;
    if (symbol) {
        key = sym_intern(from, len, ENCI_UTF8);
        name = sym_name(key);
        hash = obj_hash(key) | 1;
    } else {
        key = name = str_fstring_cstr(from, len, ENCI_UTF8);
        obj_hdr(key)->flags |= STR_JSON_CLEAN;
        hash = str_hash(key) | 1;
    }
    if (e->key) *other = *e;
    keys_used[symbol] = true;
    *e = (struct json_key){head, tail, key, str_ptr(name), hash, (uint32_t)len, e->next};
    return e;
}

/* ---- frozen values ---- */

enum { FROZEN_BITS = 12 };
static struct {
    uint64_t hash;
    VALUE string; /* fstring; 0: an empty entry */
} frozen_strings[1 << FROZEN_BITS];

static ALWAYS_INLINE uint64_t
load8(const char *p)
{
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
}

static ALWAYS_INLINE uint64_t
fold(uint64_t a, uint64_t b)
{
    unsigned __int128 x = (unsigned __int128)a * b;
    return (uint64_t)x ^ (uint64_t)(x >> 64);
}

/* A product for each 16 bytes, as in wyhash (Wang Yi). */
static ALWAYS_INLINE uint64_t
quick_hash(const char *p, size_t n)
{
    static const uint64_t k0 = 0x9e3779b97f4a7c15ull, k1 = 0xe7037ed1a0b428dbull;
    uint64_t h = n * k0, a, b;
    for (; n > 16; p += 16, n -= 16) h = fold(load8(p) ^ k1, load8(p + 8) ^ h);
    if (n >= 8) a = load8(p), b = load8(p + n - 8);
    else a = load8(p) & (((uint64_t)1 << 8 * n) - 1), b = n;
    return fold(a ^ k1, b ^ h);
}

VALUE
json_frozen_string(const char *from, size_t n, uint32_t flags)
{
    uint64_t hash = quick_hash(from, n);
    size_t at = hash >> (64 - FROZEN_BITS);
    VALUE s = frozen_strings[at].string;
    if (LIKELY(s && frozen_strings[at].hash == hash) && str_len(s) == n && memcmp(str_ptr(s), from, n) == 0) return s;
    s = str_fstring_cstr(from, n, ENCI_UTF8);
    obj_hdr(s)->flags |= flags;
    frozen_strings[at].hash = hash;
    frozen_strings[at].string = s;
    frozen_used = true;
    return s;
}

/* Empties the entries whose String or Symbol is dead.  Called between mark and sweep. */
static void
forget_dead(void)
{
    for (size_t t = 0; t < 2; t++) {
        if (!keys_used[t]) continue;
        keys_used[t] = false;
        for (size_t i = 0; i < JSON_KEYS; i++) {
            struct json_key *e = &json_keys[t][i];
            if (!e->key) continue;
            if (val_heap_p(e->key) && !gc_live_p(e->key)) e->key = 0;
            else keys_used[t] = true;
        }
    }
    if (!frozen_used) return;
    frozen_used = false;
    for (size_t i = 0; i < lengthof(frozen_strings); i++) {
        VALUE s = frozen_strings[i].string;
        if (!s) continue;
        if (!gc_live_p(s)) frozen_strings[i].string = 0;
        else frozen_used = true;
    }
}

static void
follow_moved(void)
{
    for (size_t t = 0; t < 2; t++) {
        for (size_t i = 0; i < JSON_KEYS; i++) {
            struct json_key *e = &json_keys[t][i];
            if (!e->key) continue;
            e->key = gc_moved(e->key);
            if (t == 0) e->text = str_ptr(e->key); /* names of Symbols stay */
        }
    }
    for (size_t i = 0; i < lengthof(frozen_strings); i++) {
        if (frozen_strings[i].string) frozen_strings[i].string = gc_moved(frozen_strings[i].string);
    }
}

void
json_key_init(void)
{
    gc_add_weak_sweeper(forget_dead);
    gc_add_weak_updater(follow_moved);
}
