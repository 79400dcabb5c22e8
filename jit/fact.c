/*
 * jit/fact.c - the facts that hold of a value.
 *
 * Owns      the tests of values, which guards of stencils (guard_a, guard_h, ...) make in the same way.
 * Uses      jit/fact.h
 * Threads   All under the VM lock.
 * Checked   all tests with --jit-call-threshold=1; check level 2 compares contexts with values (jit/verify.c)
 */
#include "internal/compiler.h"
#include "internal/jit/compiler.h"

enum jit_fact
jit_fact_of(VALUE v)
{
    if (val_fix_p(v)) return FACT_FIXNUM;
    if (val_flonum_p(v)) return FACT_FLONUM;
    if (!val_heap_p(v)) return FACT_ANY;
    if (val_plain_array_p(v)) return FACT_ARRAY;
    if (val_plain_hash_p(v)) return FACT_HASH;
    if (val_plain_string_p(v)) return FACT_STRING;
    return FACT_OBJECT;
}

bool
jit_fact_holds_p(enum jit_fact f, VALUE v)
{
    if (f == FACT_BOOL) return v == Qtrue || v == Qfalse;
    if (f == FACT_SHAPE) return val_heap_p(v);
    return jit_fact_implies(jit_fact_of(v), f);
}
