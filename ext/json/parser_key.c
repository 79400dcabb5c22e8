/*
 * parser_key.c - the cache that makes a repeated key one comparison.
 *
 * Documents repeat their keys.  A table on the key's first 16 bytes and length, a place and its neighbour for each, gives
 * the fstring (or Symbol) and its hash, so that neither SipHash nor the table of fstrings is asked again.  Of two keys of one
 * place the newer has it; twitter's 94 keys, with one place each, missed a thousand times a document.  It lives for the process:
 * a server parses the same shapes over and over.  Entries are weak.
 */
#include "internal/compiler.h"

#include <string.h>

#include "ext/json/parser.h"
#include "internal/hash.h"
#include "ruby/ruby.h"

struct json_key json_keys[2][JSON_KEYS];

struct json_key *
json_key_miss(struct json_key *e, const char *from, size_t len, uint64_t head, uint64_t tail, bool symbol)
{
    struct json_key *other = &json_keys[symbol][(e - json_keys[symbol]) ^ 1];
    if (other->key && other->head == head && other->tail == tail && other->len == len &&
        (len <= JSON_KEY_INLINE || memcmp(str_ptr(symbol ? sym_name(other->key) : other->key) + 8, from + 8, len - 16) == 0))
        return other;
    VALUE key = fstr_lookup(from, len, ENCI_UTF8, true)->str;
    obj_hdr(key)->flags |= STR_JSON_CLEAN;
    uint64_t hash = str_hash(key) | 1;
    if (symbol) {
        key = str_intern(key);
        hash = obj_hash(key) | 1;
    }
    if (e->key) *other = *e;
    *e = (struct json_key){head, tail, key, hash, len};
    return e;
}

/* Between mark and sweep. */
static void
forget_dead(void)
{
    for (size_t t = 0; t < 2; t++) {
        for (size_t i = 0; i < JSON_KEYS; i++) {
            struct json_key *e = &json_keys[t][i];
            if (val_heap_p(e->key) && !gc_live_p(e->key)) e->key = 0;
        }
    }
}

static void
follow_moved(void)
{
    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < JSON_KEYS; i++) json_keys[t][i].key = gc_moved(json_keys[t][i].key);
}

void
json_key_init(void)
{
    gc_add_weak_sweeper(forget_dead);
    gc_add_weak_updater(follow_moved);
}
