/*
 * callsite_stub.h - stands in for internal/vm/site.h, included first, so that iseq/insn.c compiles without a VM.
 *
 * Three to an argument, so that a sum tells sp_inc and comptime_sp_inc apart.
 */
#define FACET_INTERNAL_CALLSITE_H
#include <stddef.h>
#include <stdint.h>

static inline int
ci_argc(uint64_t cs)
{
    return (int)cs * 3;
}

void *gc_raw_calloc(size_t n, size_t bytes); /* internal/gc.h's */
