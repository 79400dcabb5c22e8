/*
 * prelude.h - the part of the core that is written in Ruby (core/ *.rb), inside the binary.
 *
 * Owns      prelude_parts: compiled by miniruby.  A cross-built ruby has the sources, written by tool/mkprelude;
 *           miniruby has none.
 * PRELUD-1  Entries are in the order of their file names; each file stands alone.
 * PRELUD-2  Compiled parts were made by the same sources as the VM that reads them (internal/iseq/binary.h, BINARY-1).
 */
#ifndef FACET_INTERNAL_PRELUDE_H
#define FACET_INTERNAL_PRELUDE_H

#include "internal/compiler.h"

struct prelude_part {
    const char *name; /* <internal:array>, as in backtraces; NULL ends the list */
    const void *bytes;
    size_t length;
    bool compiled; /* bytes are iseq_dump()'s, else a source that ends in NUL */
};
extern const struct prelude_part prelude_parts[];

/* Evaluate core/ *.rb, in order, at start.  calls, raises */
void prelude_load(void);
/* miniruby's errand: compile the files and print prelude_data.c.  Returns an exit status. */
int prelude_make(int count, char **paths);

#endif
