/*
 * buffer.h - where the generator's text grows; the only reader of JSON_BUFFER.
 *
 * Owns      gen_open, gen_pause, gen_grow, gen_close.
 * Uses      gc (the allocation run of the largest slots), string
 * JBUF-1    JSON_BUFFER_STRING: text starts in the slot that the next large String would get, without taking it.  If it
 *           fits a smaller slot at the end it is copied there (less than 512 bytes) and the slot stays free; else the
 *           slot becomes the String where it lies.  So a document that fits a slot costs no malloc.
 * JBUF-2    Text that outgrows the slot moves to a malloc'ed body.  A hidden String owns the body and becomes the result, without
 *           a copy.  The first size is estimated from earlier results; growth doubles it, and is not accounted until the end.
 * JBUF-3    JSON_BUFFER_STACK, _HEAP: text starts on the C stack, or in a malloc'ed body, and is copied at the end.
 * JBUF-4    g->limit leaves GEN_SLACK bytes of the buffer, terminator and vector stores included.
 */
#ifndef FACET_EXT_JSON_BUFFER_H
#define FACET_EXT_JSON_BUFFER_H

#include <stdlib.h>
#include <string.h>

#include "ext/json/generator.h"
#include "internal/gc.h"

enum {
    GEN_SLACK = 80, /* two quotes, a comma, and one store of 64 bytes that begins at the last byte of a string */
    GEN_BODY_EXTRA = 4 + SLOT_TAIL_BYTES, /* as string.c gives its bodies */
    GEN_SLOT_CLASS = SLOT_LARGEST_CLASS,
    GEN_STACK_BYTES = LIMIT(1024, 128),
    GEN_IO_BYTES = 16384,
};

extern size_t gen_size_hint; /* bytes: estimate of the next result's size; generator.c */

/* A hidden String with room for `capa` bytes outside its slot.  allocates. */
VALUE gen_heap_string(struct gen *g, size_t capa);
/* p after making room for `more` bytes and GEN_SLACK.  allocates. */
NOINLINE char *gen_grow(struct gen *g, char *p, size_t more);
NOINLINE VALUE gen_close_slow(struct gen *g, char *p);
NOINLINE char *gen_claim(struct gen *g, char *p);

/* GEN_IN_STRING: text starts where the String will lie (JBUF-1).  GEN_LOCAL_BYTES: of the C stack, for gen_open. */
enum {
    GEN_IN_STRING = JSON_BUFFER == JSON_BUFFER_STRING,
    GEN_LOCAL_BYTES = JSON_BUFFER == JSON_BUFFER_STACK ? GEN_STACK_BYTES : 1,
};

static inline void
gen_use_body(struct gen *g)
{
    g->base = str_ptr(g->str);
    g->limit = g->base + ((struct str_heap *)g->str)->aux.capa + GEN_BODY_EXTRA - GEN_SLACK;
}

/* The place of the first byte.  stack: GEN_STACK_BYTES that live as long as g. */
static ALWAYS_INLINE char *
gen_open(struct gen *g, char *stack)
{
    if (JSON_BUFFER == JSON_BUFFER_STACK && !g->io) {
        g->base = stack;
        g->limit = stack + GEN_STACK_BYTES - GEN_SLACK;
        return g->base;
    }
    struct gc_run *run = &gc_runs[GEN_SLOT_CLASS];
    if (JSON_BUFFER == JSON_BUFFER_STRING && LIKELY(!g->io && gen_size_hint <= STR_EMBED_MAX)) {
        if (UNLIKELY(run->cursor >= run->end)) return gen_claim(g, g->base); /* opens a run for the next ones, too */
        g->base = ((struct str_embed *)run->cursor)->bytes;
        g->limit = run->cursor + SLOT_MAX_BYTES - GEN_SLACK;
        return g->base;
    }
    size_t capa = g->io                             ? GEN_IO_BYTES
                  : JSON_BUFFER == JSON_BUFFER_HEAP ? (size_t)g->o->buffer_initial_length
                                                    : gen_size_hint;
    g->str = gen_heap_string(g, capa > 256 ? capa : 256);
    gen_use_body(g);
    return g->base;
}

/* The text so far becomes safe from whatever the garbage collector or Ruby code may do.  Returns p, perhaps elsewhere. */
static inline char *
gen_own(struct gen *g, char *p)
{
    if (JSON_BUFFER == JSON_BUFFER_STRING && !g->str) return gen_claim(g, p);
    return p;
}

/* The finished String. */
static ALWAYS_INLINE VALUE
gen_close(struct gen *g, char *p)
{
    size_t len = (size_t)(p - g->base);
    uint32_t flags = T_STRING | (uint32_t)ENCI_UTF8 << STR_ENC_SHIFT |
                     (UNLIKELY(g->raw) ? STR_CR_UNKNOWN
                      : g->high        ? STR_CR_VALID
                                       : STR_CR_7BIT);
    if (LIKELY(!g->str && len < STR_EMBED_MAX)) {
        unsigned cls = slot_class_for(offsetof(struct str_embed, bytes) + len + 1);
        if (JSON_BUFFER == JSON_BUFFER_STACK || LIKELY(gc_runs[cls].cursor < gc_runs[cls].end)) {
            VALUE s = gc_new(cls, flags, SHAPE_STRING0 + cls);
            char *to = ((struct str_embed *)s)->bytes;
            ((struct str_embed *)s)->len = (uint16_t)len;
            if (to != g->base) memcpy(to, g->base, len);
            to[len] = 0;
            if (JSON_BUFFER == JSON_BUFFER_STRING) gen_size_hint -= gen_size_hint / 4;
            return s;
        }
    }
    VALUE s = gen_close_slow(g, p);
    obj_hdr(s)->flags = (obj_flags(s) & ~(STR_ENC_MASK | STR_CR_MASK)) | (flags & (STR_ENC_MASK | STR_CR_MASK));
    return s;
}

#endif
