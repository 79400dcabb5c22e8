/*
 * jit/call.c - the doors of an iseq, and machine calls between compiled methods.
 *
 * A call of a known callee has the callee's entry in its five bytes, so it reads nothing of the callee.  A change of the entry
 * is written into all calls.  A call whose code is no longer reached keeps its place in the list: a write there does no harm,
 * because code memory is never used again.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/jit/compiler.h"

struct jit_door *
jit_door_of_more(struct jit_iseq *j, const cell *pc)
{
    for (uint32_t i = 0; i < j->more_count; i++)
        if (pc == j->more[i].pc) return &j->more[i];
    return NULL;
}

static void
jit_forget_callers(struct jit_door *d)
{
    struct jit_caller *next;
    for (struct jit_caller *c = d->callers; c; c = next) {
        next = c->next;
        free(c);
    }
    d->callers = NULL;
}

enum { SPECIAL_MAX = LIMIT(200, 4) };

/* Returns the door for one closure, next to `any`, which is for all.  Uses the door of a freed block again. */
struct jit_door *
jit_door_for(const struct iseq_body *body, struct jit_door *any, uint32_t closure)
{
    struct jit_iseq *j = body->jit;
    struct jit_door *d, *gone = NULL;
    for (d = j->special; d; d = d->next) {
        if (d->pc == any->pc && d->block == closure) return d;
        if (!jit_closure(d->block)->body) gone = d;
    }
    if (gone) {
        jit_forget_callers(gone);
        *gone = (struct jit_door){.pc = any->pc, .block = closure, .next = gone->next};
        return gone;
    }
    if (j->special_count == SPECIAL_MAX) return any;
    d = malloc(sizeof *d);
    if (!d) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    *d = (struct jit_door){.pc = any->pc, .block = closure, .next = j->special};
    j->special = d;
    j->special_count++;
    return d;
}

/* `start` of the first instruction serves all iseqs; a `start` of another instruction holds its pc. */
const void *
jit_entry(struct jit_door *d)
{
    if (!d->start) {
        struct jit_values v = {{0}};
        v.of[HOLE_PC] = (intptr_t)d->pc;
        v.of[HOLE_K] = (intptr_t)d;
        d->start = jit_emit_cold(jit_stencil(d->block ? "startspecial" : "startat"), &v);
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
    for (const struct jit_caller *c = d->callers; c; c = c->next) arch_set_target(c->displacement, code);
    jit_write_end();
}

static void
jit_close_door(struct jit_door *d)
{
    if (!d->block) insn_clear_entry(d->pc);
    d->code = NULL;
    jit_set_entry(d, d->start);
}

void
jit_close(struct iseq_body *body)
{
    struct jit_iseq *j = body->jit;
    jit_close_door(&j->first);
    for (uint32_t i = 0; i < j->more_count; i++) jit_close_door(&j->more[i]);
    for (struct jit_door *d = j->special; d; d = d->next) jit_close_door(d);
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

/* Nothing of an iseq that is freed remembers calls. */
void
jit_forget_doors(struct jit_iseq *j)
{
    struct jit_door *next;
    jit_forget_callers(&j->first);
    for (uint32_t i = 0; i < j->more_count; i++) jit_forget_callers(&j->more[i]);
    for (struct jit_door *d = j->special; d; d = next) {
        next = d->next;
        jit_forget_callers(d);
        free(d);
    }
    free(j->more);
}

/* Returns whether v has one of the shapes of the site; native code calls it (SITE-10). */
bool
jit_site_shape_p(const struct call_cache *cc, VALUE v)
{
    return site_shape_p(cc, val_shape(v));
}
