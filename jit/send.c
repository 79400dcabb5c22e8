/*
 * jit/send.c - calls of Ruby code that is known: methods, blocks, and operators that are Ruby methods.
 *
 * Owns      struct jit_known_call: all that a machine call of a callee is made of.
 * Uses      jit/translate.h, the site's link (call_cache), the callee's doors (jit/call.c)
 * SEND-1    A call made from a site's link has two points, by the instruction and by the link (JIT-4): it is compiled again when
 *           either changes.  A yield to the block of a version's closure depends on neither.
 * SEND-2    The callee's frame begins at the receiver's cell; arguments are stored in their cells, other locals are set to nil or to
 *           the defaults of keywords, before the call.
 * SEND-3    A receiver of another class goes to a guard's stub.  At a site with several receivers it goes to the next link of the
 *           chain.
 * Threads   All under the VM lock.
 * Checked   test/test_jit.rb, all tests with --jit-call-threshold=1
 */
#include "internal/compiler.h"
#include "internal/jit/translate.h"

/* Locals of a callee that a call sets to nil one by one; a callee with more takes the general form. */
enum { JIT_CLEAR_MAX = LIMIT(12, 1) };

/* A call of a Ruby callee that is known. */
struct jit_known_call {
    const struct call_cache *cc; /* the site's; NULL: what is called follows from the context */
    const struct callee *to;     /* of it, or of its pic */
    shape_id_t key;              /* of the receiver; yield: none */
    bool by_class;               /* the site's class is compared, not the key */
    enum jit_fact type;          /* of the receiver, or of a yield's block; FACT_NONE: jit_receiver_type() decides */
    struct iseq_body *callee;
    struct jit_door *door;          /* of the callee */
    unsigned depth, taken;          /* cells above the receiver; of them arguments */
    intptr_t yself;                 /* yield: bytes from the block's parent down to self */
    int form;                       /* the instruction whose body the call has */
    const struct kw_link *keywords; /* NULL: none */
    unsigned flags;                 /* of the callee's frame, besides FRAME_NATIVE */
    uint8_t *miss;                  /* where it goes for another receiver; NULL: to a guard's stub */
};

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

static struct jit_values
jit_values_of_call(struct translation *t, const struct jit_known_call *k, int length, unsigned recv, unsigned clear)
{
    struct jit_values v = jit_translate_values(t);
    v.of[HOLE_EXIT] = (intptr_t)(k->miss ? k->miss : jit_guard_stub(t));
    v.of[HOLE_RCV] = jit_cell_offset(recv);
    v.of[HOLE_SPO] = jit_cell_offset(recv + 1 + k->taken + clear);
    v.of[HOLE_RES] = jit_cell_offset(recv);
    v.of[HOLE_PC] += (intptr_t)length * (intptr_t)sizeof(cell);
    v.of[HOLE_NEED] = jit_cell_offset(recv + 1) + (intptr_t)(body_need(k->callee, 0) + k->depth) * 8;
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
        jit_put(t, jit_numbered(jit_fits32_p(value) ? NAME_FILL : NAME_FILLFAR), &v);
    }
}

static void
jit_known_call(struct translation *t, const struct jit_known_call *k, int length)
{
    unsigned clear = k->callee->local_count - k->taken, recv = t->c.height - k->depth - 1;
    enum jit_fact type = k->by_class ? FACT_SHAPE : k->type ? k->type : jit_receiver_type(t, k->key, recv);
    jit_spill_all(t);
    uint32_t context = jit_context_id(&t->c);
    uint8_t *start = jit_hot;
    if (k->by_class) jit_guard_class(t, k->cc, recv, false);
    struct jit_values v = jit_values_of_call(t, k, length, recv, clear), fill = v;
    fill.of[HOLE_K] = (intptr_t)Qnil;
    for (unsigned i = 0; i < clear; i++) {
        fill.of[HOLE_CELL] = jit_cell_offset(recv + 1 + k->taken + i);
        jit_put(t, jit_numbered(NAME_FILL), &fill);
    }
    if (k->keywords) jit_fill_keywords(t, k->keywords, recv + 1 + k->depth);
    int stencil = jit_numbered_of(NAME_CALL, recv < JIT_REGISTERS ? recv : JIT_REGISTERS, (unsigned)k->form, type);
    uint8_t *code = jit_hot;
    jit_put(t, stencil, &v);
    if (!t->failed) jit_note_caller(k->door, jit_emitted_call(stencil, &v, code, HOLE_ENTRY));
    if (k->cc) {
        jit_point_add(t->pc, t->pc, start, context, Qundef);
        jit_point_add(k->cc, t->pc, start, context, Qundef);
    }
    if (k->key && !k->by_class) jit_see(t, recv, k->key, NULL);
    jit_drop(t, k->depth + 1);
    jit_push(t, FACT_ANY, recv < JIT_REGISTERS);
    t->pc += length;
    jit_forget_unstable(t);
    jit_check_frame(t);
}

bool
jit_yield_known(struct translation *t, int length)
{
    unsigned depth = *(const uint16_t *)(t->pc + 1), level = ((const uint16_t *)(t->pc + 1))[1];
    if (!t->c.block || level > 1 || t->c.generic || SITE_LAYOUT != SITE_LAYOUT_ONE_LINE) return false;
    const struct jit_closure *closure = jit_closure(t->c.block);
    struct jit_known_call k = {.callee = (struct iseq_body *)closure->body, .depth = depth, .form = INSN_invokeblock_iseq};
    unsigned lead = k.callee ? k.callee->params.lead : 0;
    if (!k.callee || !k.callee->plain_block || (depth == 1 && lead > 1)) return false;
    k.taken = depth < lead ? depth : lead;
    if (k.callee->local_count - k.taken > JIT_CLEAR_MAX || ci_flags((ci_word)t->pc[2]) & CI_SIMPLE_MASK) return false;
    k.type = level ? FACT_OBJECT : FACT_SHAPE;
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
    k.form = INSN_invokeblock_iseq;
    jit_known_call(t, &k, length);
    return true;
}

/* Returns the callee of a site of several receivers for this shape, or NULL if the site has none. */
static const struct callee *
jit_entry_for(int id, const struct call_cache *cc, shape_id_t key)
{
    if (insn_link(id) != LINK_several) return cc->key0 == key ? &cc->to : NULL;
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
    k->form = INSN_send_bmethod;
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
    struct jit_known_call k = {.cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .form = INSN_send_iseq};
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

bool
jit_translate_call(struct translation *t, int id, int length)
{
    enum insn_link link = insn_link(id);
    if (link == LINK_none || link == LINK_operator) return false;
    unsigned depth = *(const uint16_t *)(t->pc + 1), recv = t->c.height - depth - 1;
    cell *operand = (cell *)t->pc + 2;
    if (t->c.generic || ci_packed_p(operand[0])) return false;
    const struct call_cache *cc = site_cache(site_made_at(operand));
    if (SITE_LAYOUT != SITE_LAYOUT_ONE_LINE || !cc) return false;
    if (link == LINK_block) return jit_yield(t, cc, length);
    if (link == LINK_keywords) return jit_keyword_call(t, cc, depth, length);
    bool several = link == LINK_several;
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
    if (insn_family(id) == INSN_send && depth <= LEAF_ARGS && jit_frameless(t, cc, k.to, k.key, several, length))
        return true;
    if (insn_family(id) != INSN_send || !jit_block_method(&k)) {
        k.door = jit_door_of(k.to, depth);
        if (!k.door) return false;
        k.callee = iseq_body(k.to->me->def->as.iseq.iseq);
        k.form = INSN_send_iseq;
    }
    if (insn_family(id) == INSN_send_block) {
        struct iseq_body *block = iseq_body((VALUE)insn_get_operand(t->pc, 2));
        jit_of(block);
        k.form = INSN_send_iseq_block;
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

bool
jit_operator_call(struct translation *t, int id, int length)
{
    if (insn_link(id) != LINK_operator) return false;
    unsigned depth = (unsigned)insn_call_depth(t->pc);
    const cell *operand = t->pc + insn_operand_offset(id, 0) / (int)sizeof(cell);
    if (SITE_LAYOUT != SITE_LAYOUT_ONE_LINE || t->c.generic || ci_packed_p(*operand) || jit_restless_p(t->pc)) return false;
    unsigned recv = t->c.height - depth - 1;
    VALUE now = jit_value_now(t, recv);
    const struct call_cache *cc = site_cache(site_made_at(operand));
    if (now == Qundef || !val_heap_p(now) || !cc || !cc->key0 || cc->key0 != val_shape(now) || !cc->to.me) return false;
    const struct method_def *def = cc->to.me->def;
    if (def->kind != METHOD_ISEQ) return false;
    struct jit_known_call k = {
        .cc = cc, .to = &cc->to, .key = cc->key0, .depth = depth, .taken = depth, .form = INSN_send_iseq};
    k.callee = iseq_body(def->as.iseq.iseq);
    if (!k.callee->simple || k.callee->params.lead != depth || k.callee->local_count - depth > JIT_CLEAR_MAX) return false;
    k.door = &jit_of(k.callee)->first;
    jit_known_call(t, &k, length);
    return true;
}
