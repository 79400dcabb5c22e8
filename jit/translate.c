/*
 * jit/translate.c - from instructions to stencils, one stretch at a time.
 *
 * A version begins at a pc with a context and continues until the code jumps away, or until it needs a type that is unknown.
 * There a stub ends it, and the rest is compiled when the stub is reached and the values exist.
 */
#include "internal/compiler.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/jit/translate.h"
#include "internal/ractor.h"

/* ---- calls ---- */

static struct jit_iseq *
jit_of(struct iseq_body *body)
{
    if (!body->jit) jit_new_iseq(body);
    return jit_look(body);
}

/* Returns the door of a callee for a caller that passes a known block: `any` if the callee does not yield. */
static struct jit_door *
jit_door_of_closure(struct iseq_body *callee, struct jit_door *any, uint32_t closure)
{
    return closure && jit_of(callee)->yields ? jit_door_for(callee, any, closure) : any;
}

/* Locals of a callee that a call sets to nil one by one; a callee with more takes the general form. */
enum { JIT_CLEAR_MAX = LIMIT(12, 1) };

/* A call of a Ruby callee that is known. */
struct jit_known_call {
    const struct call_cache *cc; /* the site's; NULL: what is called follows from the context */
    const struct callee *to;     /* of it, or of its pic */
    shape_id_t key;              /* of the receiver; yield: none */
    bool by_class;               /* the site's class is compared, not the key */
    char type;                   /* type of the receiver, or of a yield's block; 0: code must test it */
    struct iseq_body *callee;
    struct jit_door *door;          /* of the callee */
    unsigned depth, taken;          /* cells above the receiver; of them arguments */
    intptr_t yself;                 /* yield: bytes from the block's parent down to self */
    const char *name;               /* of the stencil */
    const struct kw_link *keywords; /* NULL: none */
    int longer;                     /* cells of the instruction, less those of a send: where the callee returns to */
    unsigned flags;                 /* of the callee's frame, besides FRAME_NATIVE */
    uint8_t *miss;                  /* where it goes for another receiver; NULL: to a guard's stub */
};

static struct jit_values
jit_values_of_call(struct translation *t, const struct jit_known_call *k, unsigned recv, unsigned clear)
{
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)(k->miss ? k->miss : jit_guard_stub(t));
    v.of[HOLE_RCV] = jit_cell_offset(recv);
    v.of[HOLE_SPO] = jit_cell_offset(recv + 1 + k->taken + clear);
    v.of[HOLE_RES] = jit_cell_offset(recv);
    v.of[HOLE_PC] += (intptr_t)k->longer * (intptr_t)sizeof(cell);
    v.of[HOLE_NEED] = (intptr_t)(body_need(k->callee, 0) + k->depth) * 8;
    v.of[HOLE_KEY] = (intptr_t)k->key;
    v.of[HOLE_SITE] = k->to ? (intptr_t)k->to - (intptr_t)offsetof(struct call_cache, to) : 0;
    v.of[HOLE_ENTRY] = (intptr_t)jit_entry(k->door);
    v.of[HOLE_LINK] = v.of[HOLE_SPO] | (intptr_t)(FRAME_NATIVE | k->flags) << 32;
    v.of[HOLE_YSELF] = k->yself;
    return v;
}

/* The locals that a call with keywords in order leaves out, from what linking found. */
static void
jit_fill_keywords(struct translation *t, const struct kw_link *kw, unsigned first)
{
    struct jit_values v = jit_translate_values(t);
    for (unsigned i = 0; i < kw->fill; i++) {
        VALUE value = kw->values[kw->given + i];
        v.of[HOLE_CELL] = jit_cell_offset(first + i);
        v.of[HOLE_K] = (intptr_t)value;
        jit_put(t, jit_find(jit_fits32_p(value) ? "fill" : "fillfar"), &v);
    }
}

static void
jit_known_call(struct translation *t, const struct jit_known_call *k, int length)
{
    unsigned clear = k->callee->local_count - k->taken, recv = t->c.height - k->depth - 1;
    char type = k->by_class ? 'k' : k->type ? k->type : jit_receiver_type(t, k->key, recv);
    jit_spill_all(t);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    if (k->by_class) jit_guard_class(t, k->cc, recv, false);
    struct jit_values v = jit_values_of_call(t, k, recv, clear), fill = v;
    fill.of[HOLE_K] = (intptr_t)Qnil;
    for (unsigned i = 0; i < clear; i++) {
        fill.of[HOLE_CELL] = jit_cell_offset(recv + 1 + k->taken + i);
        jit_put(t, jit_find("fill"), &fill);
    }
    if (k->keywords) jit_fill_keywords(t, k->keywords, recv + 1 + k->depth);
    int stencil = jit_find("call%u__%s__%c", recv < JIT_REGISTERS ? recv : JIT_REGISTERS, k->name, type);
    uint8_t *code = jit_hot;
    jit_put(t, stencil, &v);
    if (!t->failed) jit_note_caller(k->door, jit_emitted_call(stencil, code, HOLE_ENTRY));
    if (k->cc) {
        jit_point_add(t->pc, t->pc, start, context, Qundef);
        jit_point_add(k->cc, t->pc, start, context, Qundef);
    }
    jit_drop(t, k->depth + 1);
    jit_push(t, 'v', recv < JIT_REGISTERS);
    t->pc += length;
    jit_forget_unstable(t);
    jit_check_frame(t);
}

/* A yield to the block that this version is for.  false: the block's parameters are not simple, or it lies further up. */
static bool
jit_yield_known(struct translation *t, int length)
{
    unsigned depth = *(const uint16_t *)(t->pc + 1), level = ((const uint16_t *)(t->pc + 1))[1];
    if (!t->c.block || level > 1 || t->c.generic || SITE_LAYOUT != SITE_LAYOUT_ONE_LINE) return false;
    const struct jit_closure *closure = jit_closure(t->c.block);
    struct jit_known_call k = {.callee = (struct iseq_body *)closure->body, .depth = depth, .name = "invokeblock_iseq"};
    unsigned lead = k.callee ? k.callee->params.lead : 0;
    if (!k.callee || !k.callee->plain_block || (depth == 1 && lead > 1)) return false;
    k.taken = depth < lead ? depth : lead;
    if (k.callee->local_count - k.taken > JIT_CLEAR_MAX || ci_flags((ci_word)t->pc[2]) & CI_SIMPLE_MASK) return false;
    k.type = level ? 'o' : 'k';
    k.door = jit_door_of_closure(k.callee, &jit_of(k.callee)->first, closure->outer);
    k.yself = ((intptr_t)iseq_body(k.callee->parent)->local_count + 1) * 8;
    jit_known_call(t, &k, length);
    return true;
}

static bool
jit_yield(struct translation *t, const struct call_cache *cc, int length)
{
    unsigned depth = *(const uint16_t *)(t->pc + 1);
    if (((const uint16_t *)(t->pc + 1))[1] != 0 || !cc->klass || cc->to.kind != SITE_YIELD) return false;
    struct jit_known_call k = {.cc = cc, .to = &cc->to, .callee = iseq_body(cc->klass), .depth = depth, .taken = depth};
    if (cc->drop || k.callee->local_count - depth > JIT_CLEAR_MAX)
        return false; /* what is dropped is there until the guards have passed */
    k.door = &jit_of(k.callee)->first;
    k.yself = (intptr_t)cc->to.form * 8;
    k.name = "invokeblock_iseq";
    jit_known_call(t, &k, length);
    return true;
}

/* Returns the callee of a site of several receivers for this shape, or NULL if the site has none. */
static const struct callee *
jit_entry_for(int id, const struct call_cache *cc, shape_id_t key)
{
    if (id != INSN_send_poly && id != INSN_send_block_poly) return cc->key0 == key ? &cc->to : NULL;
    for (unsigned i = 0; i < PIC_ENTRIES; i++)
        if (cc->pic->at[i].key == key) return &cc->pic->at[i].to;
    return NULL;
}

/* A method made by define_method, whose block takes just the parameters that are given.  false: another callee. */
static bool
jit_block_method(struct jit_known_call *k)
{
    if (k->to->kind != SITE_BMETHOD) return false;
    k->callee = iseq_body(proc_ptr(k->to->me->def->as.bmethod.proc)->code);
    if (k->callee->local_count - k->depth > JIT_CLEAR_MAX) return false;
    k->door = &jit_of(k->callee)->first;
    k->name = "send_bmethod";
    k->flags = FRAME_BMETHOD | FRAME_LAMBDA;
    return true;
}

/* Returns the door of a callee with required and optional parameters for `depth` arguments, or NULL for another callee. */
static struct jit_door *
jit_door_of(const struct callee *to, unsigned depth)
{
    if (to->kind != SITE_ISEQ || !to->me || to->me->def->kind != METHOD_ISEQ) return NULL;
    struct iseq_body *body = iseq_body(to->me->def->as.iseq.iseq);
    const cell *entry = way_target(callee_way(to), depth);
    if (body->local_count - depth > JIT_CLEAR_MAX || entry != body_entry(body, depth)) return NULL;
    jit_of(body);
    return jit_door_at(body, entry);
}

enum { KW_FILL_MAX = LIMIT(12, 1) };

/* Compiles a call whose keywords lie in the order of the callee's parameters. */
static bool
jit_keyword_call(struct translation *t, const struct call_cache *cc, unsigned depth, int length)
{
    const struct kw_link *kw = (const struct kw_link *)cc->pic;
    if (!(cc->bits & CACHE_KWARG) || !kw || kw->fill == KW_SHUFFLED || kw->fill > KW_FILL_MAX) return false;
    for (unsigned i = 0; i < kw->fill; i++)
        if (val_heap_p(kw->values[kw->given + i])) return false;
    if (!cc->key0 || !cc->to.me || cc->to.me->def->kind != METHOD_ISEQ) return false;
    struct jit_known_call k = {.cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .name = "send_iseq"};
    k.by_class = jit_wide_p(cc);
    k.callee = iseq_body(cc->to.me->def->as.iseq.iseq);
    k.taken = depth + kw->fill;
    if (k.taken != k.callee->local_count) return false;
    jit_of(k.callee);
    k.door = jit_door_at(k.callee, way_target(callee_way(&cc->to), kw->placed));
    if (!k.door) return false;
    k.keywords = kw;
    jit_known_call(t, &k, length);
    return true;
}

static bool
jit_translate_call(struct translation *t, int id, int length)
{
    unsigned depth = *(const uint16_t *)(t->pc + 1), recv = t->c.height - depth - 1;
    cell *operand = (cell *)t->pc + 2;
    if (t->c.generic || ci_packed_p(operand[0])) return false;
    const struct call_cache *cc = site_cache(site_made_at(operand));
    if (SITE_LAYOUT != SITE_LAYOUT_ONE_LINE || !cc) return false;
    if (id == INSN_invokeblock_iseq) return jit_yield(t, cc, length);
    if (id == INSN_send_iseq_kw) return jit_keyword_call(t, cc, depth, length);
    bool several = id == INSN_send_poly || id == INSN_send_block_poly;
    struct jit_known_call k = {.cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .taken = depth};
    k.by_class = !several && jit_wide_p(cc);
    if (several) {
        VALUE now = jit_value_now(t, recv);
        if (t->c.chain > JIT_CHAIN || site_info(site_made_at(operand))->argc0 != depth) return false;
        if (now == Qundef && t->first) return false;
        if (now == Qundef) { /* perhaps later, when there is something to be looked at */
            jit_put_off(t);
            return true;
        }
        k.key = val_shape(now);
        k.to = jit_entry_for(id, cc, k.key);
    }
    if (!k.to || !k.key) return false;
    if (insn_family(id) == INSN_send && depth <= 1 && jit_frameless(t, cc, k.to, k.key, several, length)) return true;
    if (insn_family(id) != INSN_send || !jit_block_method(&k)) {
        k.door = jit_door_of(k.to, depth);
        if (!k.door) return false;
        k.callee = iseq_body(k.to->me->def->as.iseq.iseq);
        k.name = "send_iseq";
    }
    if (insn_family(id) == INSN_send_block) {
        struct iseq_body *block = iseq_body((VALUE)insn_get_operand(t->pc, 2));
        jit_of(block);
        k.name = "send_iseq_block";
        if (jit_of(k.callee)->yields)
            k.door = jit_door_of_closure(k.callee, k.door, jit_closure_id(block, block->jit->yields ? t->c.block : 0));
    }
    if (several) {
        jit_spill_all(t);
        k.miss = jit_chain_stub(t);
    }
    jit_known_call(t, &k, length);
    return true;
}

/* An operator that is a Ruby method of the receiver that is there now: a call like that of a send. */
static bool
jit_operator_call(struct translation *t, int id, int length)
{
    int family = insn_family(id);
    unsigned depth = family == INSN_send_op2 ? 2 : family == INSN_send_op;
    if (family != INSN_send_op && family != INSN_send_op0 && family != INSN_send_op2) return false;
    const cell *operand = t->pc + insn_operand_offset(id, 0) / (int)sizeof(cell);
    if (SITE_LAYOUT != SITE_LAYOUT_ONE_LINE || t->c.generic || ci_packed_p(*operand) || jit_restless_p(t->pc)) return false;
    unsigned recv = t->c.height - depth - 1;
    VALUE now = jit_value_now(t, recv);
    const struct call_cache *cc = site_cache(site_made_at(operand));
    if (now == Qundef || !val_heap_p(now) || !cc || !cc->key0 || cc->key0 != val_shape(now) || !cc->to.me) return false;
    const struct method_def *def = cc->to.me->def;
    if (def->kind != METHOD_ISEQ) return false;
    struct jit_known_call k = {
        .cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .taken = depth, .name = "send_iseq"};
    k.callee = iseq_body(def->as.iseq.iseq);
    if (!k.callee->simple || k.callee->params.lead != depth || k.callee->local_count - depth > JIT_CLEAR_MAX) return false;
    k.door = &jit_of(k.callee)->first;
    k.longer = length - insn_length(INSN_send_iseq);
    jit_known_call(t, &k, length);
    return true;
}

/* ---- one instruction ---- */

static void
jit_leave_frame(struct translation *t)
{
    unsigned top = t->c.height - 1, r = top < JIT_REGISTERS ? top : 0;
    struct jit_values v = jit_translate_values(t);
    if (top >= JIT_REGISTERS) {
        jit_spill_all(t);
        v.of[HOLE_CELL] = jit_cell_offset(top);
        jit_put(t, jit_find("load0"), &v);
    } else {
        jit_need_register(t, top);
    }
    v.of[HOLE_EXIT] = (intptr_t)jit_translate_stub(t, STUB_LEAVE, t->pc);
    v.of[HOLE_TGT] = (intptr_t)jit_hot;
    v.of[HOLE_EXIT] = (intptr_t)jit_emit_cold(jit_find("leaveside%u", r), &v);
    v.of[HOLE_CELL] = jit_self_offset(t);
    jit_put(t, jit_find("leave%u", r), &v);
    t->ended = true;
}

/* Compiles the instructions that need no code of insns.def.  Returns false if id is another one. */
static bool
jit_simple(struct translation *t, int id, int length)
{
    int64_t n = insn_operand_count(id) ? insn_get_operand(t->pc, 0) : 0;
    switch (id) {
    case INSN_nop: break;
    case INSN_pop: jit_drop(t, 1); break;
    case INSN_dup: jit_copy_up(t, t->c.height - 1u); break;
    case INSN_dupn:
        for (int64_t i = 0; i < n; i++) jit_copy_up(t, t->c.height - (unsigned)n);
        break;
    case INSN_swap: jit_swap_top(t); break;
    case INSN_topn: jit_copy_up(t, t->c.height - 1u - (unsigned)n); break;
    case INSN_setn: jit_set_below(t, (unsigned)n); break;
    case INSN_adjuststack: jit_drop(t, (unsigned)n); break;
    case INSN_putnil: jit_push_constant(t, Qnil); break;
    case INSN_putint: jit_push_constant(t, int_fix(n)); break;
    case INSN_putobject:
        if (val_heap_p((VALUE)n)) return false;
        jit_push_constant(t, (VALUE)n);
        break;
    case INSN_putself: {
        unsigned h = t->c.height;
        jit_get_local(t, (int)n);
        if (h < JIT_SLOTS) t->origin[h] = ORIGIN_SELF, t->c.type[h] = t->c.self == 'v' ? 'v' : 'o';
        break;
    }
    case INSN_getlocal: jit_get_local(t, (int)n); break;
    case INSN_setlocal: jit_set_local(t, (int)n); break;
    default: return false;
    }
    t->pc += length;
    return true;
}

/* Compiles a send or yield whose site holds the callee. */
static bool
jit_linked_p(int id)
{
    switch (id) {
    case INSN_send_iseq:
    case INSN_send_iseq_block:
    case INSN_send_iseq_klass:
    case INSN_send_iseq_block_klass:
    case INSN_send_iseq_kw:
    case INSN_send_bmethod:
    case INSN_send_poly:
    case INSN_send_block_poly:
    case INSN_send_leaf0:
    case INSN_send_leaf1:
    case INSN_send_value0:
    case INSN_send_value1:
    case INSN_send_self0:
    case INSN_send_param1:
    case INSN_send_respond_to:
    case INSN_send_attr_get:
    case INSN_send_attr_get_ext:
    case INSN_send_attr_get_class:
    case INSN_invokeblock_iseq: return true;
    default: return false;
    }
}

/* Compiles the instruction at t->pc.  Tries the special forms first and the general form last. */
static void
jit_instruction(struct translation *t)
{
    int id = insn_base(insn_at(t->pc)), length = insn_length(id), family = insn_family(id);
    const cell *pc = t->pc;
    if (jit_simple(t, id, length)) {
    } else if ((family == INSN_getivar || family == INSN_setivar) && jit_instance_variable(t, id, length)) {
    } else if (family == INSN_invokeblock && jit_yield_known(t, length)) {
    } else if (jit_lasting_form(t->pc, id) >= 0 && jit_restless_p(t->pc)) {
        jit_in_general(t, jit_lasting_form(t->pc, id), length);
    } else if (family == INSN_jump) {
        jit_go_to(t, t->pc + (int32_t)insn_get_operand(t->pc, 0));
    } else if (family == INSN_jumpback) {
        jit_poll(t, t->pc, Qundef);
        jit_go_to(t, pc + (int32_t)insn_get_operand(pc, 0));
    } else if (family == INSN_branchif || family == INSN_branchunless || family == INSN_branchnil ||
               family == INSN_branchif_back || family == INSN_branchunless_back) {
        jit_branch(t, id, NULL, NULL);
    } else if (id == INSN_opt_case_dispatch && jit_case_dispatch(t, length)) {
    } else if (id == INSN_leave) {
        jit_leave_frame(t);
    } else if (jit_linked_p(id) && jit_translate_call(t, id, length)) {
    } else if (jit_operator_call(t, id, length) || jit_leaf(t, id, length) || jit_typed(t, id, length)) {
    } else {
        jit_in_general(t, id, length);
    }
    if (t->pc != pc) t->c.generic = t->c.chain = 0;
}

/* ---- a version ---- */

void
jit_open_context(struct jit_context *c, unsigned height)
{
    memset(c, 0, sizeof *c);
    c->height = (uint8_t)height;
    c->self = 'v';
    memset(c->local, 'v', sizeof c->local);
    for (unsigned i = 0; i < height && i < JIT_SLOTS; i++) c->type[i] = 'v';
}

/* Forgets the types of a context, because the pc has enough versions.  Values in registers stay there. */
static void
jit_widen(struct jit_context *c)
{
    memset(c->local, 'v', sizeof c->local);
    c->self = 'v';
    c->self_shape = 0;
    for (unsigned i = 0; i < c->height && i < JIT_SLOTS; i++) c->type[i] = 'v';
}

static bool
jit_target_p(const struct translation *t)
{
    size_t at = (size_t)(t->pc - t->body->code);
    return t->j->targets[at / 8] >> at % 8 & 1;
}

/* Begins a version where other code may jump to, which has only the context's facts.  Returns true if that version exists. */
static bool
jit_join(struct translation *t)
{
    unsigned versions;
    jit_settle(t);
    for (unsigned i = 0; i < JIT_SLOTS; i++) t->origin[i] = ORIGIN_NONE;
    uint32_t context = jit_context_id(&t->c);
    struct jit_block *b = jit_block_find(t->pc, context, &versions);
    if (b) {
        jit_emit_jump(b->code);
        return true;
    }
    jit_block_add(t->j, t->pc, context, jit_hot);
    return false;
}

/* An instruction whose operands lie too high for registers. */
static void
jit_in_cells(struct translation *t)
{
    int id = insn_base(insn_at(t->pc));
    jit_in_general(t, id, insn_length(id));
    for (unsigned i = 0; i < t->c.height && i < JIT_SLOTS && !t->ended; i++) t->c.type[i] = 'v', t->origin[i] = ORIGIN_NONE;
    if (t->failed) vm_bug_at(__FILE__, __LINE__, insn_name(id));
}

static bool
jit_too_tall_p(const struct iseq_body *body)
{
    return body->stack_max > 200 || body->local_count > 2000;
}

enum {
    BLOCK_INSNS_MAX = LIMIT(400, 5)
}; /* of a straight run: the code after it is a block of its own, compiled when it is reached */

static const uint8_t *
translate(const cell *pc, const struct jit_context *c, VALUE *fp)
{
    struct translation t = {.pc = pc, .c = *c, .fp = fp, .first = true};
    t.body = iseq_body(frame_iseq(fp));
    t.j = t.body->jit;
    for (unsigned i = 0; i < JIT_SLOTS; i++) t.constant[i] = Qundef, t.origin[i] = ORIGIN_CELL;
    const uint8_t *code = jit_hot;
    jit_block_add(t.j, pc, jit_context_id(c), code);
    for (unsigned n = 0; !t.ended; n++) {
        if (!jit_memory_room()) {
            jit_spill_all(&t);
            jit_leave_here(&t);
            break;
        }
        if (n == BLOCK_INSNS_MAX) {
            jit_put_off(&t);
            break;
        }
        if (n && jit_target_p(&t) && jit_join(&t)) break;
        struct translation before = t;
        jit_instruction(&t);
        if (!t.failed) continue;
        t = before; /* what was emitted of it only moved values to registers or cells: they are where they were, too */
        jit_in_cells(&t);
    }
    return code;
}

const uint8_t *
jit_version(const cell *pc, const struct jit_context *c, VALUE *fp)
{
    unsigned versions;
    struct jit_context wanted = *c;
    struct iseq_body *body = iseq_body(frame_iseq(fp));
    if (jit_max_versions && jit_stat_blocks >= jit_max_versions) return NULL;
    if (!body->jit || jit_too_tall_p(body) || !jit_memory_room()) return NULL;
    struct jit_block *b = jit_block_find(pc, jit_context_id(&wanted), &versions);
    if (b) return b->code;
    if (versions >= JIT_VERSIONS) {
        jit_widen(&wanted);
        b = jit_block_find(pc, jit_context_id(&wanted), &versions);
        if (b) return b->code;
    }
    jit_look(body);
    jit_write_begin();
    if (jit_dumping) jit_dump(body, pc, &wanted);
    const uint8_t *code = translate(pc, &wanted, fp);
    jit_write_end();
    return code;
}
