/*
 * jit/closure.c - block literals by number, so that an iterator has code of its own for each block it is given.
 *
 * A number identifies a block's code and the closure that a yield inside that block runs.  As a result, a method like
 * `def each; @all.each { |x| yield x }; end` has code of its own for each of its callers.  A number is never used
 * for another block, so code made for a freed one is simply no longer reached.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/jit/compiler.h"

static struct jit_closure *closures; /* from number 1 */
static uint32_t closure_count, closure_capa;
static uint32_t *slots; /* by hash: numbers, 0: free */
static uint32_t slot_count;

static uint32_t
jit_slot_of(const struct iseq_body *body, uint32_t outer)
{
    uint64_t h = ((uintptr_t)body >> 4) * UINT64_C(0x9E3779B97F4A7C15) + outer * UINT64_C(0xC2B2AE3D27D4EB4F);
    uint32_t i = (uint32_t)(h >> 32) & (slot_count - 1);
    while (slots[i] && (closures[slots[i] - 1].body != body || closures[slots[i] - 1].outer != outer))
        i = (i + 1) & (slot_count - 1);
    return i;
}

static void
jit_make_room(void)
{
    if (closure_count == closure_capa) {
        closure_capa = closure_capa ? closure_capa * 2 : 64;
        closures = realloc(closures, closure_capa * sizeof *closures);
        if (!closures) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    }
    if (closure_count * 2 < slot_count) return;
    slot_count = slot_count ? slot_count * 2 : 256;
    free(slots);
    slots = calloc(slot_count, sizeof *slots);
    if (!slots) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    for (uint32_t i = 0; i < closure_count; i++)
        if (closures[i].body) slots[jit_slot_of(closures[i].body, closures[i].outer)] = i + 1;
}

uint32_t
jit_closure_id(struct iseq_body *body, uint32_t outer)
{
    jit_make_room();
    uint32_t i = jit_slot_of(body, outer);
    if (slots[i]) return slots[i];
    body->jit->closure = true;
    closures[closure_count] = (struct jit_closure){body, outer};
    return slots[i] = ++closure_count;
}

const struct jit_closure *
jit_closure(uint32_t id)
{
    return &closures[id - 1];
}

/* body is freed: its address may become another one's. */
void
jit_closures_forget(const struct iseq_body *body)
{
    for (uint32_t i = 0; i < closure_count; i++)
        if (closures[i].body == body) closures[i].body = NULL;
}
