/*
 * jit/call.c - machine calls between compiled methods.
 *
 * A call of a known callee has the callee's entry in its five bytes, so it reads nothing of the callee; whoever changes the entry
 * writes it into all calls there are.  A call whose code is no longer reached keeps its place in the list: code memory is
 * never used again, and to write there harms nobody.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/jit/compiler.h"

void
jit_set_entry(struct jit_iseq *j, const void *code)
{
    j->entry = code;
    if (!j->callers) return;
    jit_write_begin();
    for (const struct jit_caller *c = j->callers; c; c = c->next) jit_set_jump(c->displacement, code);
    jit_write_end();
}

/* NULL: the stencil was not there, and the translation has failed. */
void
jit_note_caller(struct jit_iseq *j, uint8_t *displacement)
{
    if (!displacement) return;
    struct jit_caller *c = malloc(sizeof *c);
    if (!c) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    *c = (struct jit_caller){j->callers, displacement};
    j->callers = c;
}

void
jit_forget_callers(struct jit_iseq *j)
{
    struct jit_caller *next;
    for (struct jit_caller *c = j->callers; c; c = next) {
        next = c->next;
        free(c);
    }
    j->callers = NULL;
}
