/*
 * jit/emit.c - copies stencils and fills their holes.
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "internal/jit/compiler.h"

static void
fill(uint8_t *at, enum jit_reloc_kind kind, intptr_t value)
{
    switch (kind) {
    case RELOC_ABS64: memcpy(at, &value, 8); break;
    case RELOC_PC32:
    case RELOC_GOT: value -= (intptr_t)at; /* fall through */
    case RELOC_ABS32:
    case RELOC_ABS32S: {
        int32_t v = (int32_t)value;
        if (UNLIKELY((kind == RELOC_ABS32 ? (intptr_t)(uint32_t)v : (intptr_t)v) != value))
            vm_bug_at(__FILE__, __LINE__, "a number does not fit its hole");
        memcpy(at, &v, 4);
    }
    }
}

/* /tmp/perf-PID.map, for perf: each copy under the name of its stencil. */
void
jit_perf_note(const uint8_t *from, size_t bytes, const char *what)
{
    static FILE *map;
    if (!jit_perf || !bytes) return;
    if (!map) {
        char name[48];
        snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
        map = fopen(name, "w");
        if (map) setvbuf(map, NULL, _IOLBF, BUFSIZ);
    }
    if (map) fprintf(map, "%lx %zx jit:%s\n", (unsigned long)(uintptr_t)from, bytes, what);
}

/* hot, cold: where the parts are; next: what follows. */
static void
relocate(const struct jit_stencil *s, const struct jit_values *v, uint8_t *hot, uint8_t *cold, const uint8_t *next)
{
    const struct jit_reloc *r = jit_stencil_relocs(s);
    for (unsigned i = 0; i < s->reloc_count; i++, r++) {
        intptr_t value;
        switch (r->hole) {
        case HOLE_NEXT: value = (intptr_t)next; break;
        case HOLE_HOT: value = (intptr_t)hot; break;
        case HOLE_COLD: value = (intptr_t)cold; break;
        default:
            if (r->hole < HOLE_FUNCTION) value = v->of[r->hole];
            else if (r->kind == RELOC_GOT) value = (intptr_t)jit_got(r->hole - HOLE_FUNCTION);
            else if (r->kind == RELOC_PC32) value = (intptr_t)jit_function_near(r->hole - HOLE_FUNCTION);
            else value = (intptr_t)jit_function(r->hole - HOLE_FUNCTION);
        }
        fill((r->cold ? cold : hot) + r->at, (enum jit_reloc_kind)r->kind, value + r->addend);
    }
}

uint8_t *
jit_emit(int stencil, const struct jit_values *v)
{
    const struct jit_stencil *s = jit_stencil_at(stencil);
    uint8_t *hot = jit_hot, *cold = jit_cold;
    memcpy(hot, jit_stencil_code(s), s->hot);
    memcpy(cold, jit_stencil_code(s) + s->hot, s->cold);
    jit_hot += s->hot;
    jit_cold += s->cold;
    relocate(s, v, hot, cold, jit_hot);
    if (UNLIKELY(jit_perf)) {
        jit_perf_note(hot, s->hot, jit_stencil_name(stencil));
        jit_perf_note(cold, s->cold, jit_stencil_name(stencil));
    }
    return hot;
}

uint8_t *
jit_emitted_call(int stencil, uint8_t *hot, enum jit_hole hole)
{
    const struct jit_stencil *s = jit_stencil_at(stencil);
    const struct jit_reloc *r = jit_stencil_relocs(s);
    for (unsigned i = 0; i < s->reloc_count; i++, r++)
        if (r->hole == (uint16_t)hole && !r->cold) return hot + r->at;
    return NULL;
}

uint8_t *
jit_emit_cold(int stencil, const struct jit_values *v)
{
    const struct jit_stencil *s = jit_stencil_at(stencil);
    uint8_t *hot = jit_cold, *cold, *next;
    memcpy(hot, jit_stencil_code(s), s->hot);
    jit_cold += s->hot;
    next = jit_cold;
    if (s->cold) { /* over it */
        jit_cold += 5;
        cold = jit_cold;
        memcpy(cold, jit_stencil_code(s) + s->hot, s->cold);
        jit_cold += s->cold;
        *next = 0xe9;
        jit_set_jump(next + 1, jit_cold);
    } else {
        cold = jit_cold;
    }
    relocate(s, v, hot, cold, next);
    return hot;
}

uint8_t *
jit_emit_jump_cold(const void *target)
{
    *jit_cold = 0xe9;
    jit_set_jump(jit_cold + 1, target);
    jit_cold += 5;
    return jit_cold - 4;
}

uint8_t *
jit_emit_jump(const void *target)
{
    *jit_hot = 0xe9;
    jit_set_jump(jit_hot + 1, target);
    jit_hot += 5;
    return jit_hot - 4;
}
