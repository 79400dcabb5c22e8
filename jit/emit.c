/*
 * jit/emit.c - copies stencils and fills their holes.
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "internal/jit/compiler.h"

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
jit_relocate(const struct jit_stencil *s, const struct jit_values *v, uint8_t *hot, uint8_t *cold, const uint8_t *next)
{
    const struct jit_reloc *r = jit_stencil_relocs(s);
    for (unsigned i = 0; i < s->reloc_count; i++, r++) {
        intptr_t value;
        switch (r->hole) {
        case HOLE_NEXT: value = (intptr_t)next; break;
        case HOLE_HOT: value = (intptr_t)hot; break;
        case HOLE_COLD: value = (intptr_t)cold; break;
        case HOLE_KEY:
            value = v->of[HOLE_KEY];
            shape_keep_id((shape_id_t)value);
            break;
        default:
            if (r->hole < HOLE_FUNCTION) value = v->of[r->hole];
            else if (r->kind == RELOC_GOT) value = (intptr_t)jit_got(r->hole - HOLE_FUNCTION);
            else if (r->kind == RELOC_PC32) value = (intptr_t)jit_function_near(r->hole - HOLE_FUNCTION);
            else value = (intptr_t)jit_function(r->hole - HOLE_FUNCTION);
        }
        arch_fill_hole((r->cold ? cold : hot) + r->at, (enum jit_reloc_kind)r->kind, value + r->addend);
    }
}

/* Returns the form of the stencil that a copy with these values takes (STENC-3). */
static const struct jit_stencil *
jit_form(int stencil, const struct jit_values *v)
{
    const struct jit_stencil *s = jit_short_stencil_at(stencil);
    if (!s) return jit_stencil_at(stencil);
    const struct jit_reloc *r = jit_stencil_relocs(s), *end = r + s->reloc_count;
    for (; r < end && r->kind == RELOC_ABS8; r++) {
        intptr_t value = v->of[r->hole] + r->addend;
        if (value != (int8_t)value) return jit_stencil_at(stencil);
    }
    return s;
}

uint8_t *
jit_emit(int stencil, const struct jit_values *v)
{
    const struct jit_stencil *s = jit_form(stencil, v);
    uint8_t *hot = jit_take(&jit_hot, s->hot), *cold = jit_take(&jit_cold, s->cold);
    memcpy(jit_writable(hot), jit_stencil_code(s), s->hot);
    memcpy(jit_writable(cold), jit_stencil_code(s) + s->hot, s->cold);
    jit_relocate(s, v, hot, cold, jit_hot);
    if (UNLIKELY(jit_perf)) {
        jit_perf_note(hot, s->hot, jit_stencil_name(stencil));
        jit_perf_note(cold, s->cold, jit_stencil_name(stencil));
    }
    return hot;
}

uint8_t *
jit_emitted_call(int stencil, const struct jit_values *v, uint8_t *hot, enum jit_hole hole)
{
    const struct jit_stencil *s = jit_form(stencil, v);
    const struct jit_reloc *r = jit_stencil_relocs(s);
    for (unsigned i = 0; i < s->reloc_count; i++, r++)
        if (r->hole == (uint16_t)hole && !r->cold) return hot + r->at;
    return NULL;
}

size_t
jit_emit_cold_bytes(int stencil)
{
    const struct jit_stencil *s = jit_stencil_at(stencil);
    return (size_t)s->hot + (s->cold ? s->cold + ARCH_JUMP_BYTES : 0);
}

uint8_t *
jit_emit_cold(int stencil, const struct jit_values *v)
{
    const struct jit_stencil *s = jit_stencil_at(stencil);
    uint8_t *hot = jit_take(&jit_cold, s->hot), *next = jit_cold, *cold = next;
    memcpy(jit_writable(hot), jit_stencil_code(s), s->hot);
    if (s->cold) { /* the way on jumps over it */
        next = jit_take(&jit_cold, ARCH_JUMP_BYTES);
        cold = jit_take(&jit_cold, s->cold);
        memcpy(jit_writable(cold), jit_stencil_code(s) + s->hot, s->cold);
        arch_write_jump(next, jit_cold);
    }
    jit_relocate(s, v, hot, cold, next);
    if (UNLIKELY(jit_perf)) jit_perf_note(hot, (size_t)(jit_cold - hot), jit_stencil_name(stencil));
    return hot;
}

uint8_t *
jit_emit_jump_cold(const void *target)
{
    return arch_write_jump(jit_take(&jit_cold, ARCH_JUMP_BYTES), target);
}

uint8_t *
jit_emit_jump(const void *target)
{
    return arch_write_jump(jit_take(&jit_hot, ARCH_JUMP_BYTES), target);
}
