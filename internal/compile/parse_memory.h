/*
 * compile/parse_memory.h - the memory that the parser takes, until its tree has been compiled.
 *
 * Owns      struct parse_memory and all that libprism allocates.
 * Uses      gc (memory outside the slots)
 * PARSE-1   parse_memory_free() frees all blocks of one parse together, without a walk over the tree. libprism's own
 *           free makes a block usable again within the same parse.
 * PARSE-2   libprism does not check for NULL and never gets it.  If memory ends, the allocation jumps to `failed`,
 *           which the caller of libprism has set on the same machine stack.
 * PARSE-3   libprism runs only between parse_memory_enter() and parse_memory_leave(), with the VM lock, and calls nothing of ours.
 * Checked   test/oom/code.rb
 */
#ifndef FACET_INTERNAL_COMPILE_PARSE_MEMORY_H
#define FACET_INTERNAL_COMPILE_PARSE_MEMORY_H

#include "internal/compiler.h"
#include <setjmp.h>
#include <stddef.h>

enum {
    PARSE_STEP_BYTES = 16,
    PARSE_SMALL_BYTES = LIMIT(512, 64), /* larger blocks are malloc's, each for itself */
};

struct parse_chunk;
struct parse_large;

struct parse_memory {
    struct parse_chunk *chunks;
    struct parse_large *large;
    char *at, *end;                                        /* of the newest chunk, what is free */
    void *spare[PARSE_SMALL_BYTES / PARSE_STEP_BYTES + 1]; /* freed blocks by size, chained by their first words */
    jmp_buf failed;
};

void parse_memory_init(struct parse_memory *m);
void parse_memory_enter(struct parse_memory *m);
void parse_memory_leave(void);
void parse_memory_free(struct parse_memory *m);

#endif
