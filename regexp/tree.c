/*
 * regexp/tree.c - the memory a pattern's tree lives in, and its failures.
 */
#include "internal/regexp/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct re_chunk {
    struct re_chunk *next;
    size_t size;
    char bytes[];
};
enum { CHUNK_BYTES = LIMIT(4000, 128), ALIGN_BYTES = 8 };

void *
re_alloc(struct re_tree *t, size_t bytes)
{
    struct re_arena *a = &t->arena;
    bytes = (bytes + ALIGN_BYTES - 1) & ~(size_t)(ALIGN_BYTES - 1);
    if (!a->chunks || a->chunks->size - a->used < bytes) {
        size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        struct re_chunk *c = calloc(1, sizeof *c + size);
        if (!c) re_fail_memory(t);
        c->size = size;
        c->next = a->chunks;
        a->chunks = c;
        a->used = 0;
    }
    void *p = a->chunks->bytes + a->used;
    a->used += bytes;
    return p;
}

void *
re_regrow(struct re_tree *t, const void *old, size_t old_bytes, size_t bytes)
{
    void *p = re_alloc(t, bytes);
    if (old_bytes) memcpy(p, old, old_bytes);
    return p;
}

struct re_node *
re_node_new(struct re_tree *t, enum re_node_type type)
{
    struct re_node *n = re_alloc(t, sizeof *n);
    n->type = (uint8_t)type;
    return n;
}

void
re_fail(struct re_tree *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->error, sizeof t->error, format, args);
    va_end(args);
    longjmp(t->fail, 1);
}

void
re_warn(struct re_tree *t, const char *format, ...)
{
    struct re_warnings *w = t->warnings;
    if (!w || w->n == RE_WARNINGS_MAX) return;
    va_list args;
    va_start(args, format);
    vsnprintf(w->text[w->n++], RE_WARNING_BYTES, format, args);
    va_end(args);
}

bool
re_verbose_p(const struct re_tree *t)
{
    return t->warnings && t->warnings->verbose;
}

const char *
re_shown(struct re_tree *t, const char *name, size_t len)
{
    enum { SHOWN_BYTES = 47 };
    size_t n = len > SHOWN_BYTES ? SHOWN_BYTES : len;
    char *p = re_alloc(t, n + sizeof "...");
    memcpy(p, name, n);
    if (n < len) memcpy(p + n, "...", sizeof "...");
    return p;
}

void
re_fail_memory(struct re_tree *t)
{
    t->no_memory = true;
    re_fail(t, "failed to allocate memory");
}

void
re_tree_free(struct re_tree *t)
{
    for (struct re_chunk *c = t->arena.chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    t->arena.chunks = NULL;
}
