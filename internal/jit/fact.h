/*
 * jit/fact.h - what the JIT can know of a value: a lattice of facts.
 *
 *                       ANY
 *       /        /       |        \
 *   FIXNUM   FLONUM    BOOL      OBJECT
 *                             /   /   \   \
 *                        ARRAY HASH STRING SHAPE
 *
 * Owns      the facts, their order, and their letters in the names of stencils and variants.
 * FACT-1    Facts form a tree: a fact implies itself and all that is above it.  A fact has a greater number than those it implies, so
 *           the join of two facts, the least that both imply, is the greatest number among what both imply.
 * FACT-2    A fact is stable if no code can make it untrue of a value.  ARRAY, HASH and STRING end with a singleton class, SHAPE with a
 *           change of the object; FACT_ARRAY is the first of these.
 * FACT-3    FACT_NONE is no fact: there is no cell, or no value to look at.  It implies nothing, and nothing implies it.
 * Threads   Any: constants.
 * Checked   test/internal/test_jit_fact.c
 */
#ifndef FACET_INTERNAL_JIT_FACT_H
#define FACET_INTERNAL_JIT_FACT_H

#include <stdbool.h>
#include <stdint.h>
#include "internal/value.h"

enum jit_fact {
    FACT_NONE,
    FACT_ANY,
    FACT_FIXNUM,
    FACT_FLONUM,
    FACT_BOOL,   /* true or false */
    FACT_OBJECT, /* in the heap */
    FACT_ARRAY,
    FACT_HASH,
    FACT_STRING, /* of the class itself, no subclass and no singleton class */
    FACT_SHAPE,  /* of a shape that is recorded elsewhere: the context's self_shape, or a site's key */
    FACT__COUNT
};

/* Returns whether each value that a holds of is one that b holds of. */
static inline bool
jit_fact_implies(enum jit_fact a, enum jit_fact b)
{
    enum { ANY = 1u << FACT_ANY, OBJECT = ANY | 1u << FACT_OBJECT };
    static const uint16_t implied[FACT__COUNT] = {
        [FACT_ANY] = ANY,
        [FACT_FIXNUM] = ANY | 1u << FACT_FIXNUM,
        [FACT_FLONUM] = ANY | 1u << FACT_FLONUM,
        [FACT_BOOL] = ANY | 1u << FACT_BOOL,
        [FACT_OBJECT] = OBJECT,
        [FACT_ARRAY] = OBJECT | 1u << FACT_ARRAY,
        [FACT_HASH] = OBJECT | 1u << FACT_HASH,
        [FACT_STRING] = OBJECT | 1u << FACT_STRING,
        [FACT_SHAPE] = OBJECT | 1u << FACT_SHAPE,
    };
    return implied[a] >> b & 1;
}

/* Returns the least fact that a and b imply. */
static inline enum jit_fact
jit_fact_join(enum jit_fact a, enum jit_fact b)
{
    enum jit_fact f = a < b ? a : b;
    while (f > FACT_ANY && !(jit_fact_implies(a, f) && jit_fact_implies(b, f))) f--;
    return f;
}

/* Returns whether a fact outlives any code that runs (FACT-2). */
static inline bool
jit_fact_stable_p(enum jit_fact f)
{
    return f < FACT_ARRAY;
}

/* Returns what is left of a fact after code that may have run Ruby. */
static inline enum jit_fact
jit_fact_lasting(enum jit_fact f)
{
    return jit_fact_stable_p(f) ? f : jit_fact_join(f, FACT_OBJECT);
}

/* Each fact's letter, as the names of stencils (doc/internals/jit.md) and --jit-dump have it. */
static const char jit_fact_letters[FACT__COUNT + 1] = "-vfdboahsk";

static inline char
jit_fact_letter(enum jit_fact f)
{
    return jit_fact_letters[f];
}

/* Returns the fact with this letter, which must exist. */
static inline enum jit_fact
jit_fact_of_letter(char letter)
{
    enum jit_fact f = FACT_NONE;
    while (jit_fact_letters[f] != letter) f++;
    return f;
}

/* jit/fact.c */
/* Returns the least fact that holds of v, of those that code can test: neither FACT_BOOL nor FACT_SHAPE. */
enum jit_fact jit_fact_of(VALUE v);
/* Returns whether f holds of v.  FACT_SHAPE: whether v is in the heap. */
bool jit_fact_holds_p(enum jit_fact f, VALUE v);

#endif
