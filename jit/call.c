/*
 * jit/call.c - the doors of an iseq, and machine calls between compiled methods.
 *
 * A call of a known callee has the callee's entry in its five bytes, so it reads nothing of the callee; whoever changes the entry
 * writes it into all calls there are.  A call whose code is no longer reached keeps its place in the list: code memory is
 * never used again, and to write there harms nobody.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/jit/compiler.h"

struct jit_door *
jit_door_at(const struct iseq_body *body, const cell *pc)
{
    struct jit_iseq *j = body->jit;
    if (pc == j->first.pc) return &j->first;
    for (uint32_t i = 0; i < j->more_count; i++)
        if (pc == j->more[i].pc) return &j->more[i];
    return NULL;
}

/* `start` of the first instruction serves all iseqs; those of others know where to begin. */
const void *
jit_entry(struct jit_door *d)
{
    if (!d->start) {
        struct jit_values v = {{0}};
        v.of[HOLE_PC] = (intptr_t)d->pc;
        d->start = jit_emit_cold(jit_stencil("startat"), &v);
    }
    if (!d->entry) d->entry = d->code ? d->code : d->start;
    return d->entry;
}

void
jit_set_entry(struct jit_door *d, const void *code)
{
    d->entry = code;
    if (!d->callers) return;
    jit_write_begin();
    for (const struct jit_caller *c = d->callers; c; c = c->next) jit_set_jump(c->displacement, code);
    jit_write_end();
}

static void
close_door(struct jit_door *d)
{
    insn_clear_entry(d->pc);
    d->code = NULL;
    jit_set_entry(d, d->start);
}

void
jit_close(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    close_door(&j->first);
    for (uint32_t i = 0; i < j->more_count; i++) close_door(&j->more[i]);
    j->gave_up = true;
}

/* NULL: the stencil was not there, and the translation has failed. */
void
jit_note_caller(struct jit_door *d, uint8_t *displacement)
{
    if (!displacement) return;
    struct jit_caller *c = malloc(sizeof *c);
    if (!c) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    *c = (struct jit_caller){d->callers, displacement};
    d->callers = c;
}

static void
forget_callers_of(struct jit_door *d)
{
    struct jit_caller *next;
    for (struct jit_caller *c = d->callers; c; c = next) {
        next = c->next;
        free(c);
    }
    d->callers = NULL;
}

void
jit_forget_callers(struct jit_iseq *j)
{
    forget_callers_of(&j->first);
    for (uint32_t i = 0; i < j->more_count; i++) forget_callers_of(&j->more[i]);
}
