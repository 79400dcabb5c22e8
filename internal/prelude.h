/*
 * prelude.h - the part of the core that is written in Ruby (core/ *.rb), inside the binary.
 *
 * Owns      prelude_sources (made by tool/mkprelude; empty in miniruby).
 * P1        Entries are in the order of their file names; each file stands alone.
 */
#ifndef FACET_INTERNAL_PRELUDE_H
#define FACET_INTERNAL_PRELUDE_H

#include "internal/compiler.h"

struct prelude_source {
    const char *name; /* <internal:array>, as in backtraces; NULL ends the list */
    const char *text; /* NUL-terminated */
    size_t length;    /* bytes */
};
extern const struct prelude_source prelude_sources[];

/* Evaluate core/ *.rb, in order, at start.  calls, raises */
void prelude_load(void);

#endif
