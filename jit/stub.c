/*
 * jit/stub.c - the ends of native code that is there: places not compiled yet, guards that failed.
 *
 * A stub fills the cells that its context keeps in registers or as constants, calls jit_hit, loads the registers again and
 * jumps.  jit_hit chooses the target and writes that jump, which leads to the interpreter at first.
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal/jit/compiler.h"

enum { EXITS_BEFORE_COMPILING = LIMIT(8, 1) };

static struct jit_stub *stubs;
static uint32_t stub_count, stub_capa;
const void *jit_interpret_code;

struct jit_stub *
jit_stub_at(uint32_t id)
{
    return &stubs[id];
}

uint32_t
jit_stub_count(void)
{
    return stub_count;
}

static struct {
    int store[JIT_REGISTERS], load[JIT_REGISTERS], fill, fillfar, stub, check;
} stencils;

static void
jit_find_stencils(void)
{
    char name[16];
    if (stencils.stub) return;
    for (int i = 0; i < JIT_REGISTERS; i++) {
        snprintf(name, sizeof name, "store%d", i);
        stencils.store[i] = jit_stencil(name);
        snprintf(name, sizeof name, "load%d", i);
        stencils.load[i] = jit_stencil(name);
    }
    stencils.fill = jit_stencil("fill");
    stencils.fillfar = jit_stencil("fillfar");
    stencils.check = jit_stencil("checkcancel");
    stencils.stub = jit_stencil("stub");
}

static int
jit_filling(VALUE constant)
{
    return jit_fits32_p(constant) ? stencils.fill : stencils.fillfar;
}

size_t
jit_stub_bytes(const struct jit_context *c, const VALUE *constants)
{
    jit_find_stencils();
    size_t bytes = jit_emit_cold_bytes(stencils.stub) + ARCH_JUMP_BYTES;
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++) {
        if (c->in_register[i]) bytes += jit_emit_cold_bytes(stencils.store[i]) + jit_emit_cold_bytes(stencils.load[i]);
        else if (constants && constants[i] != Qundef) bytes += jit_emit_cold_bytes(jit_filling(constants[i]));
    }
    return bytes;
}

uint32_t
jit_stub_new(enum jit_stub_kind kind, const cell *pc, const struct jit_context *c, const VALUE *constants, uint8_t **code)
{
    jit_find_stencils();
    if (stub_count == stub_capa) {
        stub_capa = stub_capa ? stub_capa * 2 : 256;
        stubs = realloc(stubs, stub_capa * sizeof *stubs);
        if (!stubs) vm_bug_at(__FILE__, __LINE__, "no memory for the JIT");
    }
    struct jit_context known = *c;
    struct jit_values v;
    *code = jit_cold;
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++) {
        v.of[HOLE_CELL] = (intptr_t)(FRAME_CELLS + i) * 8;
        if (c->in_register[i]) {
            jit_emit_cold(stencils.store[i], &v);
        } else if (constants && constants[i] != Qundef) {
            v.of[HOLE_K] = (intptr_t)constants[i];
            jit_emit_cold(jit_filling(constants[i]), &v);
            known.type[i] = jit_fact_of(constants[i]);
        }
    }
    v.of[HOLE_ID] = stub_count;
    uint8_t *hit = jit_emit_cold(stencils.stub, &v);
    for (unsigned i = 0; i < c->height && i < JIT_REGISTERS; i++) {
        if (!c->in_register[i]) continue;
        v.of[HOLE_CELL] = (intptr_t)(FRAME_CELLS + i) * 8;
        jit_emit_cold(stencils.load[i], &v);
    }
    struct jit_stub *s = &stubs[stub_count];
    *s = (struct jit_stub){
        .pc = pc, .context = jit_context_id(&known), .kind = (uint8_t)kind, .height = c->height, .hit = hit};
    s->tail = jit_emit_jump_cold(jit_interpret_code);
    jit_stat_stubs++;
    return stub_count++;
}

/* Writes the call of stub `id` again if a jump was written over it. */
static void
jit_emit_call_again(uint8_t *hit, uint32_t id)
{
    struct jit_values v = {{0}};
    uint8_t *cold = jit_cold;
    if (!arch_jump_p(hit)) return;
    v.of[HOLE_ID] = id;
    jit_cold = hit;
    jit_emit_cold(stencils.stub, &v);
    jit_cold = cold;
}

void
jit_stubs_kill(void)
{
    for (uint32_t i = 0; i < stub_count; i++) {
        stubs[i].kind = STUB_DEAD;
        arch_set_target(stubs[i].tail, jit_interpret_code);
        jit_emit_call_again(stubs[i].hit, i);
    }
}

/* Returns whether a value of which `is` holds contradicts the context, which has `known`.  No guard tests for FACT_BOOL. */
static bool
jit_contradicts_p(enum jit_fact is, enum jit_fact known)
{
    return known != FACT_BOOL && !jit_fact_implies(is, known);
}

/* Puts the types of the current values into the context where it was wrong.  Returns whether the context changed. */
static bool
jit_look_again(struct jit_context *c, const VALUE *fp, const struct iseq_body *body)
{
    bool changed = false;
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++) {
        enum jit_fact is = jit_fact_of(fp[FRAME_CELLS + i]);
        if (!jit_contradicts_p(is, c->type[i])) continue;
        c->type[i] = is;
        changed = true;
    }
    for (unsigned i = 0; i < body->local_count && i < JIT_LOCALS; i++) {
        enum jit_fact is = jit_fact_of(fp[(intptr_t)i - body->local_count]);
        if (!jit_contradicts_p(is, c->local[i])) continue;
        c->local[i] = is;
        changed = true;
    }
    return changed;
}

/* Under --jit-stress, a guard has failed without cause.  One time in four, drops or invalidates the code for pc, so that it is
 * compiled again. */
static void
jit_upset(const cell *pc)
{
    static uint32_t state = 2463534242u;
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    jit_stress_left = (int)(state % (2 * jit_stress)) + 1;
    if (state >> 16 & 3) return;
    if (jit_changed_often_p(pc)) return; /* each change leaves one jump more on the way there */
    if (state >> 18 & 1) jit_insn_changed(pc);
    else jit_blocks_drop(pc);
}

/* Redirects the stub to `code`. */
static void
jit_lead_to(struct jit_stub *s, const uint8_t *code)
{
    arch_set_target(s->tail, code);
    arch_write_jump(s->hit, code); /* what it did before it called is what `code` expects */
    if (s->jump) arch_set_target(s->jump, code);
    s->jump = NULL;
}

/* Returns code that leaves if the frame has FRAME_CANCEL (JIT-5), and goes on to `code`, which is for frames that were looked at.
 * Returns NULL if there is no room. */
static const uint8_t *
jit_check_again(const struct jit_stub *s, const struct jit_context *c, const uint8_t *code)
{
    uint8_t *leave;
    size_t bytes = jit_stub_bytes(c, NULL); /* finds the stencils, too */
    if (!jit_memory_room_for(0, bytes + jit_emit_cold_bytes(stencils.check) + ARCH_JUMP_BYTES)) return NULL;
    jit_stub_new(STUB_LEAVE, s->pc, c, NULL, &leave);
    struct jit_values v = {{0}};
    v.of[HOLE_EXIT] = (intptr_t)leave;
    const uint8_t *at = jit_emit_cold(stencils.check, &v);
    jit_emit_jump_cold(code);
    return at;
}

/* Stub id was reached, cells are filled. */
void
jit_hit(ec_t *ec, uint32_t id)
{
    struct jit_stub *s = &stubs[id];
    VALUE *fp = ec->fp;
    if (UNLIKELY(jit_ended_p(fp))) return; /* the stub leads to the interpreter, and so to jit_run() */
    ec->pc = s->pc;
    ec->sp = fp + FRAME_CELLS + s->height;
    jit_stat_exits += s->kind != STUB_BRANCH;
    s->exits += s->kind != STUB_BRANCH;
    if (VM_CHECK_LEVEL >= 2) jit_verify_exit(s, fp);
    if (s->kind == STUB_DEAD || s->kind == STUB_LEAVE) return;
    if (jit_stress && jit_stress_left <= 0) {
        jit_upset(s->pc);
        s = &stubs[id]; /* they may have moved */
    }
    unsigned flags = frame_flags(fp);
    bool writes = false;
    struct jit_context c = *jit_context(s->context);
    if (s->kind == STUB_CHECK) {
        if (flags & FRAME_CANCEL) return;
        if (c.escaped) return;
        c.escaped = 1;
        c.block = 0;
        memset(c.local, FACT_ANY, sizeof c.local);
        writes = true;
    } else if (s->kind == STUB_GUARD) {
        if (++s->count < EXITS_BEFORE_COMPILING) return;
        jit_look_again(&c, fp, iseq_body(frame_iseq(fp)));
        unsigned versions; /* the same context again, or too many versions: the form that fits all */
        if (jit_block_find(s->pc, jit_context_id(&c), &versions) || versions >= JIT_VERSIONS) c.generic = 1;
        writes = true;
    } else {
        writes = true;
    }
    if (!writes || (flags & FRAME_CANCEL)) return;
    jit_write_begin();
    const uint8_t *code = jit_version(s->pc, &c, fp);
    if (code && stubs[id].kind == STUB_CHECK) {
        struct jit_stub checked = stubs[id];
        code = jit_check_again(&checked, &c, code);
    }
    if (code) jit_lead_to(&stubs[id], code); /* they may have moved */
    else stubs[id].kind = STUB_LEAVE;
    jit_write_end();
}

/* ---- for --jit-stats ---- */

static int
jit_by_exits(const void *a, const void *b)
{
    uint32_t x = stubs[*(const uint32_t *)a].exits, y = stubs[*(const uint32_t *)b].exits;
    return (x < y) - (x > y);
}

struct owner { /* of a pc, once found */
    const cell *pc;
    VALUE iseq;
};

static void
jit_find_owner(VALUE v, void *arg)
{
    struct owner *o = arg;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ISEQ) return;
    const struct iseq_body *body = iseq_body(v);
    if (body && o->pc >= body->code && o->pc < body->code + body->code_len) o->iseq = v;
}

void
jit_stubs_print(unsigned most)
{
    static const char *const kinds[] = {"branch", "guard", "leave", "check", "dead"};
    uint32_t *order = malloc((stub_count + 1) * sizeof *order);
    if (!order) return;
    for (uint32_t i = 0; i < stub_count; i++) order[i] = i;
    qsort(order, stub_count, sizeof *order, jit_by_exits);
    for (uint32_t i = 0; i < stub_count && i < most && stubs[order[i]].exits; i++) {
        const struct jit_stub *s = &stubs[order[i]];
        struct owner o = {s->pc, Qnil};
        gc_each_object(jit_find_owner, &o);
        fprintf(stderr, "%10u %s", s->exits, kinds[s->kind]);
        if (val_heap_p(o.iseq)) {
            fprintf(stderr, " %s %s:%d %s", insn_name(insn_base(insn_at(s->pc))), str_ptr(iseq_body(o.iseq)->path),
                    iseq_line_at(o.iseq, s->pc), str_ptr(iseq_body(o.iseq)->name));
        }
        fputc('\n', stderr);
    }
    free(order);
}
