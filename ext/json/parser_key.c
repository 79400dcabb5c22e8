/*
 * parser_key.c - the cache that makes a repeated key one comparison.
 *
 * Documents repeat their keys.  A direct-mapped table on the key's first 16 bytes and length gives the fstring (or
 * Symbol) and its hash, so that neither SipHash nor the table of fstrings is asked again.  It lives for the process:
 * a server parses the same shapes over and over.  Entries are weak.
 */
#include "internal/compiler.h"

#include <string.h>

#include "ext/json/parser.h"
#include "internal/hash.h"
#include "ruby/ruby.h"

struct json_key json_keys[2][JSON_KEYS];

VALUE
json_key_miss(struct json_key *e, const char *from, size_t len, uint64_t head, uint64_t tail, bool symbol)
{
    VALUE key = fstr_lookup(from, len, ENCI_UTF8, true)->str;
    obj_hdr(key)->flags |= STR_JSON_CLEAN;
    uint64_t hash = str_hash(key) | 1;
    if (symbol) {
        key = str_intern(key);
        hash = obj_hash(key) | 1;
    }
    *e = (struct json_key){head, tail, key, hash, len};
    return key;
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

void
json_key_init(void)
{
    gc_add_weak_sweeper(forget_dead);
}
