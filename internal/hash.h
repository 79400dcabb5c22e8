/*
 * hash.h - how a Hash lies in memory, and the VM's fast way to it; the only reader of EMBED_HASH.
 *
 * Owns      the layout and flag bits of T_HASH, the insertion-ordered table behind it.
 * M1        Pairs are visited in insertion order; deletion keeps the order.
 * M2        A Hash under iteration (iter level > 0) takes no new keys ("can't add a new key into hash during iteration").
 * M3        String keys of a Hash that does not compare by identity are frozen copies.
 * M4        Everything outside hash.c goes through these functions: the embedded form and the table look the same.
 * Checked   hash_verify(), test/test_hash.rb
 */
#ifndef FACET_INTERNAL_HASH_H
#define FACET_INTERNAL_HASH_H

#include "internal/class.h"
#include "internal/gc.h"

enum {
    HASH_IDENTITY = 1u << 12,     /* compare_by_identity */
    HASH_PROC_DEFAULT = 1u << 13, /* ifnone is a Proc */
    HASH_KW_SPLAT = 1u << 14,     /* ruby2_keywords flagged */
    HASH_TABLE = 1u << 15,        /* pairs in a table outside the slot */
    /* bits 16-31: hash.c */
};

VALUE hash_new(void);
VALUE hash_new_capa(size_t pairs);
VALUE hash_get(VALUE h, VALUE key);                  /* Qundef when absent: no default */
VALUE hash_aref(VALUE h, VALUE key);                 /* Hash#[]: default and default proc.  calls. */
void hash_set(VALUE h, VALUE key, VALUE val);        /* Hash#[]= */
VALUE hash_delete(VALUE h, VALUE key);               /* Qundef when absent */
size_t hash_size(VALUE h);
VALUE hash_dup(VALUE h);                             /* plain Hash, no default */
void hash_merge_into(VALUE dst, VALUE src);          /* src's pairs win */
void hash_each(VALUE h, int (*fn)(VALUE key, VALUE val, VALUE arg), VALUE arg); /* ST_CONTINUE/STOP/DELETE; safe under change */
/* Iteration for Ruby-level loops: position *pos starts 0; false at the end.  Bracket with hash_iter_begin/end. */
bool hash_next(VALUE h, size_t *pos, VALUE *key, VALUE *val);
void hash_iter_begin(VALUE h);
void hash_iter_end(VALUE h);
void hash_mark(VALUE), hash_free(VALUE);
size_t hash_memsize(VALUE);

/* The hash value and equality of any object as Hash uses them: fast for core types, else #hash and #eql?.  calls. */
uint64_t obj_hash(VALUE v);
bool obj_eql(VALUE a, VALUE b);
uint64_t hash_bytes(const void *p, size_t n, uint64_t seed_more); /* seeded; SipHash or better */

#endif
