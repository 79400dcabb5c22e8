/*
 * compile/parse_memory.c - blocks cut from chunks.
 *
 * A parse allocates thousands of small nodes, frees few of them, and ends soon.  A small block is cut from the newest chunk,
 * after a word that has its size.  A freed block is put in a list of its size and used for the next block of that size, since
 * lists of nodes grow by doubling.  Large blocks come from malloc and are linked in a list.  One chunk is kept from parse to
 * parse, so that an eval of a line does not call malloc.
 */
#include "internal/compiler.h"
#include "internal/compile/parse_memory.h"
#include "internal/gc.h"
#include <stdlib.h>
#include <string.h>
#include "internal/compile/prism_xallocator.h"

enum { CHUNK_BYTES = LIMIT(16 << 10, 1 << 10), CHUNK_MAX_BYTES = LIMIT(64 << 10, 2 << 10) };

/* 0      8       16          */
/* +------+-------+-------    */
/* | next | bytes | blocks    */
/* +------+-------+-------    */
struct parse_chunk {
    struct parse_chunk *next;
    size_t bytes; /* this head included */
    char blocks[];
};

/* The header of a large block.  `bytes` is the word before each block, small or large. */
struct parse_large {
    struct parse_large *next, *prev;
    size_t unused; /* so that the block lies as malloc would lay it */
    size_t bytes;
};

static struct parse_memory *current;
static struct parse_chunk *kept;

void
parse_memory_init(struct parse_memory *m)
{
    memset(m, 0, offsetof(struct parse_memory, failed));
}

void
parse_memory_enter(struct parse_memory *m)
{
    VM_ASSERT(!current);
    current = m;
}

void
parse_memory_leave(void)
{
    current = NULL;
}

void
parse_memory_free(struct parse_memory *m)
{
    for (struct parse_large *l = m->large, *next; l; l = next) {
        next = l->next;
        free(l);
    }
    for (struct parse_chunk *c = m->chunks, *next; c; c = next) {
        next = c->next;
        if (!kept && c->bytes == CHUNK_BYTES) kept = c;
        else free(c);
    }
    parse_memory_init(m);
    if (current == m) current = NULL; /* an exception came between */
}

static void *
parse_taken(void *p)
{
    if (UNLIKELY(!p)) longjmp(current->failed, 1);
    return p;
}

static size_t
parse_bytes_of(const void *block)
{
    return ((const size_t *)block)[-1];
}

/* ---- chunks ---- */

static void
parse_chunk_add(struct parse_memory *m)
{
    struct parse_chunk *c = kept;
    kept = NULL;
    if (!c) {
        size_t bytes = m->chunks ? m->chunks->bytes * 2 : CHUNK_BYTES;
        if (bytes > CHUNK_MAX_BYTES) bytes = CHUNK_MAX_BYTES;
        c = parse_taken(gc_raw_try_malloc(bytes));
        c->bytes = bytes;
    }
    c->next = m->chunks;
    m->chunks = c;
    m->at = c->blocks;
    m->end = (char *)c + c->bytes;
}

static void *
parse_small_malloc(struct parse_memory *m, size_t bytes) /* a multiple of PARSE_STEP_BYTES */
{
    void **list = &m->spare[bytes / PARSE_STEP_BYTES], *p = *list;
    if (p) {
        memcpy(list, p, sizeof p);
        return p;
    }
    if (UNLIKELY((size_t)(m->end - m->at) < sizeof(size_t) + bytes)) parse_chunk_add(m);
    size_t *head = (size_t *)m->at;
    m->at += sizeof(size_t) + bytes;
    *head = bytes;
    return head + 1;
}

/* ---- large blocks ---- */

static void *
parse_large_link(struct parse_memory *m, struct parse_large *l, size_t bytes)
{
    l->bytes = bytes;
    l->prev = NULL;
    l->next = m->large;
    if (l->next) l->next->prev = l;
    m->large = l;
    return l + 1;
}

static struct parse_large *
parse_large_unlink(struct parse_memory *m, void *block)
{
    struct parse_large *l = (struct parse_large *)block - 1;
    if (l->next) l->next->prev = l->prev;
    if (l->prev) l->prev->next = l->next;
    else m->large = l->next;
    return l;
}

static void *
parse_large_malloc(struct parse_memory *m, size_t bytes)
{
    return parse_large_link(m, parse_taken(gc_raw_try_malloc(sizeof(struct parse_large) + bytes)), bytes);
}

static void *
parse_large_realloc(struct parse_memory *m, void *block, size_t bytes)
{
    struct parse_large *old = parse_large_unlink(m, block);
    size_t old_bytes = old->bytes;
    struct parse_large *l = gc_raw_try_realloc(old, sizeof *l + bytes);
    if (UNLIKELY(!l)) parse_large_link(m, old, old_bytes); /* still there, and to be freed */
    return parse_large_link(m, parse_taken(l), bytes);
}

/* ---- what libprism calls ---- */

void *
parse_malloc(size_t bytes)
{
    bytes = bytes ? (bytes + PARSE_STEP_BYTES - 1) & ~(size_t)(PARSE_STEP_BYTES - 1) : PARSE_STEP_BYTES;
    return bytes <= PARSE_SMALL_BYTES ? parse_small_malloc(current, bytes) : parse_large_malloc(current, bytes);
}

void *
parse_calloc(size_t n, size_t bytes)
{
    size_t total;
    if (__builtin_mul_overflow(n, bytes, &total)) parse_taken(NULL);
    return memset(parse_malloc(total), 0, total);
}

void
parse_free(void *p)
{
    if (!p) return;
    size_t bytes = parse_bytes_of(p);
    if (bytes > PARSE_SMALL_BYTES) {
        free(parse_large_unlink(current, p));
        return;
    }
    void **list = &current->spare[bytes / PARSE_STEP_BYTES];
    memcpy(p, list, sizeof *list);
    *list = p;
}

void *
parse_realloc(void *p, size_t bytes)
{
    if (!p) return parse_malloc(bytes);
    size_t old = parse_bytes_of(p);
    if (bytes <= old && old <= PARSE_SMALL_BYTES) return p;
    if (old > PARSE_SMALL_BYTES && bytes > PARSE_SMALL_BYTES) return parse_large_realloc(current, p, bytes);
    void *q = parse_malloc(bytes);
    memcpy(q, p, old < bytes ? old : bytes);
    parse_free(p);
    return q;
}
