/*
 * vm/link.c - gives a call site the fastest form that call and callee allow.
 *
 * One receiver shape: the line itself and a handler made for the callee's kind.  Up to four: send_poly and the site's
 * entries.  More: send_mega and the table shared by all sites; or, for one class of many layouts, its class as the key.
 * Entry known but arguments to be laid out each time (splat, rest, keywords into a Hash): send_linked.  Receivers that need one
 * form after the other: send_table.  Protected methods, method_missing: send_any.
 *
 * Under refinements a site is linked like any other, as long as its code runs under these only; it keeps away from the
 * shared table.
 */
#include "internal/compiler.h"
#include "internal/ractor.h"
#include "internal/vm/callstats.h"
#include "internal/vm/shared_sites.h"
#include "internal/vm/trace.h"
#include <stdlib.h>
#include "internal/jit.h"
#include "internal/object.h"
#include "internal/struct.h"
#include "internal/vm.h"

enum {
    LEAF_MISSES = LIMIT(16, 2)
}; /* of a site whose leaf function answers in part, which then calls the method's function */
enum { ANSWER_MISSES = 4 }; /* of a site of respond_to?, which then calls C */
enum { MISSES_BEFORE_ANY = LIMIT(24, 3), MISSES_BEFORE_CLASS = LIMIT(2, 1), YIELDS_BEFORE_ANY = LIMIT(3, 1) };

static void
link_set_handler(const cell *pc, enum insn_id id)
{
    if (pc) insn_set_handler(pc, id);
}

/* The form of block that the caller passes. */
enum passing { PASS_NONE, PASS_LITERAL, PASS_ARG };

/* Required and optional parameters, all given, and *rest. */
static bool
link_rest(const cell *pc, struct call_site *cs, const struct iseq_body *body)
{
    struct callee *to = &site_cache(cs)->to;
    const struct iseq_params *p = &body->params;
    unsigned fixed = (unsigned)p->lead + p->opt;
    if (site_info(cs)->argc0 < fixed || p->rest_index != fixed || (p->flags & PARAM_RUBY2_KW)) return false;
    if (!callee_set_body(to, body, fixed, 0)) return false;
    to->kind = SITE_ISEQ_REST;
    to->form = (uint16_t)fixed;
    link_set_handler(pc, INSN_send_iseq_rest);
    return true;
}

static bool
link_iseq(const cell *pc, struct call_site *cs, VALUE recv, enum passing block)
{
    struct call_cache *cc = site_cache(cs);
    struct iseq_body *body = iseq_body(cc->to.me->def->as.iseq.iseq);
    const struct iseq_params *p = &body->params;
    unsigned argc = site_info(cs)->argc0;
    if (body->simple) {
        if (argc != p->lead) return false;
    } else {
        unsigned kinds = p->flags & PARAM_COMPLEX_MASK & ~(unsigned)(PARAM_OPT | PARAM_BLOCK);
        if (kinds == PARAM_REST && !block) return link_rest(pc, cs, body);
        if (kinds) return false;
        if (argc < p->lead || argc > (unsigned)p->lead + p->opt) return false;
    }
    if (!callee_set_body(&cc->to, body, argc, 0)) return false;
    cc->to.kind = SITE_ISEQ;
    if (block && (p->flags & PARAM_BLOCK)) { /* without a block the local is nil like those after it */
        cc->to.kind = SITE_ISEQ_BLOCK;
        cc->to.form = (uint16_t)callee_block_local(cc->to.me, argc);
        link_set_handler(pc, block == PASS_ARG ? INSN_send_iseq_blockarg_param : INSN_send_iseq_block_param);
    } else if (block) {
        link_set_handler(pc, block == PASS_ARG ? INSN_send_iseq_blockarg : INSN_send_iseq_block);
    } else if (cc->klass && val_heap_p(recv)) {
        link_set_handler(pc, INSN_send_iseq_klass);
    } else {
        link_set_handler(pc, INSN_send_iseq);
    }
    return true;
}

static bool
link_cfunc(const cell *pc, struct call_site *cs, enum passing block)
{
    struct callee *to = &site_cache(cs)->to;
    const struct method_def *def = to->me->def;
    int want = def->argc, argc = site_info(cs)->argc0;
    if (want >= 0 ? want != argc : want == -2) return false;
    callee_set_function(to, (const void *)def->as.cfunc.fn);
    if (block) {
        to->kind = SITE_CN;
        link_set_handler(pc, block == PASS_ARG ? INSN_send_c_blockarg : INSN_send_c_block);
        return true;
    }
    if (def->leaf == argc + 1 && (def->as.cfunc.leaf == def->as.cfunc.fn || (to->state & 0x7f) < LEAF_MISSES)) {
        static const enum insn_id leaves[] = {INSN_send_leaf0, INSN_send_leaf1, INSN_send_leaf2};
        callee_set_function(to, (const void *)def->as.cfunc.leaf);
        to->kind = (uint8_t)(SITE_LEAF0 + argc);
        link_set_handler(pc, leaves[argc]);
        return true;
    }
    if (want == -1) {
        to->kind = SITE_CN;
        link_set_handler(pc, INSN_send_cn);
        return true;
    }
    if (want > 2) return false;
    static const enum insn_id handlers[] = {INSN_send_c0, INSN_send_c1, INSN_send_c2};
    to->kind = (uint8_t)(SITE_C0 + want);
    link_set_handler(pc, handlers[want]);
    return true;
}

void
vm_link_leaf_missed(const cell *pc, struct call_site *cs)
{
    struct callee *to = &site_cache(cs)->to;
    if ((to->state & 0x7f) < 0x7f) to->state++;
    if ((to->state & 0x7f) >= LEAF_MISSES) link_cfunc(pc, cs, PASS_NONE);
}

/* A reader of a field outside the slot. */
static bool
link_attr_ext(const cell *pc, struct callee *to, const struct shape *s, unsigned field)
{
    unsigned cap = (unsigned)((slot_bytes(s->slot_class) - OBJ_HEADER_BYTES) / sizeof(VALUE)), index = field - (cap - 1);
    if (index > UINT16_MAX) return false;
    callee_set_offset(to, (OBJ_HEADER_BYTES + (cap - 1) * (unsigned)sizeof(VALUE)) | index << 16);
    to->kind = SITE_ATTR_GET_EXT;
    link_set_handler(pc, INSN_send_attr_get_ext);
    return true;
}

/* A writer whose field comes right after those that recv has, in the slot. */
static bool
link_attr_add(const cell *pc, struct callee *to, VALUE recv, ID ivar)
{
    shape_id_t id = obj_shape(recv), next = shape_add(id, ivar);
    const struct shape *s = shape_get(id), *after = shape_get(next);
    if (after->is_dict || after->slot_class != s->slot_class || after->field_count != s->field_count + 1) return false;
    unsigned at = shape_field_offset(after, s->field_count) / (unsigned)sizeof(VALUE);
    if (!at || at >> (32 - SHAPE_ID_BITS)) return false;
    callee_set_offset(to, at << SHAPE_ID_BITS | next);
    to->kind = SITE_ATTR_ADD;
    link_set_handler(pc, INSN_send_attr_add);
    return true;
}

/* A reader of a class's own field. */
static bool
link_attr_class(const cell *pc, struct callee *to, VALUE recv, ID ivar)
{
    cell where;
    if (ractor_many || vm_ivar_locate(recv, obj_shape(recv), ivar, &where) != VM_IVAR_CLASS) return false;
    callee_set_offset(to, (unsigned)(where >> 32));
    to->kind = SITE_ATTR_GET_CLASS;
    link_set_handler(pc, INSN_send_attr_get_class);
    return true;
}

/* A reader of ivar, or its writer. */
static bool
link_attr(const cell *pc, struct call_site *cs, VALUE recv, ID ivar, bool write)
{
    struct callee *to = &site_cache(cs)->to;
    if (site_info(cs)->argc0 != (write ? 1 : 0)) return false;
    if (!write && (val_type_p(recv, T_CLASS) || val_type_p(recv, T_MODULE))) return link_attr_class(pc, to, recv, ivar);
    if (!val_type_p(recv, T_OBJECT)) return false;
    const struct shape *s = shape_get(obj_shape(recv));
    if (s->is_dict) return false;
    int field = shape_field(s, ivar);
    if (field < 0) return write && link_attr_add(pc, to, recv, ivar);
    unsigned at = shape_field_offset(s, (unsigned)field);
    if (!at) return !write && link_attr_ext(pc, to, s, (unsigned)field);
    callee_set_offset(to, at);
    to->kind = write ? SITE_ATTR_SET : SITE_ATTR_GET;
    link_set_handler(pc, write ? INSN_send_attr_set : INSN_send_attr_get);
    return true;
}

static bool
link_struct(const cell *pc, struct call_site *cs, VALUE recv, bool write)
{
    struct callee *to = &site_cache(cs)->to;
    if (site_info(cs)->argc0 != (write ? 1 : 0) || (obj_flags(recv) & STRUCT_HEAP)) return false;
    callee_set_offset(to, (unsigned)(OBJ_HEADER_BYTES + to->me->def->as.index * sizeof(VALUE)));
    to->kind = write ? SITE_STRUCT_SET : SITE_STRUCT_GET;
    link_set_handler(pc, write ? INSN_send_attr_set : INSN_send_attr_get);
    return true;
}

/* Returns the site's record of where its keywords go, which is kept in place of the list of receivers. */
static struct kw_link *
site_kw_link(struct call_cache *cc)
{
    if (cc->pic) return (cc->bits & CACHE_KWARG) ? (struct kw_link *)cc->pic : NULL;
    cc->pic = gc_raw_try_calloc(1, sizeof(struct kw_link));
    if (cc->pic) cc->bits |= CACHE_KWARG;
    return (struct kw_link *)cc->pic;
}

/* A site without keywords may have several receivers again. */
static void
forget_kw_link(struct call_cache *cc)
{
    if (UNLIKELY(jit_on)) jit_site_changed(cc);
    free(cc->pic);
    cc->pic = NULL;
    cc->bits &= (uint16_t)~CACHE_KWARG;
}

/* Literal keywords, or none, to a method of required, then keyword parameters: all the matching is done here, once. */
static bool
link_kw(const cell *pc, struct call_site *cs)
{
    static const struct ci_kwarg none;
    struct call_cache *cc = site_cache(cs);
    struct iseq_body *body = iseq_body(cc->to.me->def->as.iseq.iseq);
    const struct iseq_params *p = &body->params;
    const struct ci_kwarg *kw = (site_info(cs)->flags & CI_KWARG) ? site_info(cs)->kw : &none;
    if ((p->flags & PARAM_COMPLEX_MASK & ~(unsigned)PARAM_BLOCK) != PARAM_KW)
        return false; /* no block: nil like other locals */
    if (kw->count > KW_MAX || p->kw_count > KW_MAX) return false;
    if (site_info(cs)->argc0 != p->lead + kw->count || kw->count < p->kw_required) return false;
    struct kw_link *k = site_kw_link(cc);
    if (!k) return false;
    intptr_t bits = 0;
    unsigned found = 0;
    for (unsigned i = 0; i < p->kw_count; i++) {
        unsigned j = 0;
        while (j < kw->count && kw->names[j] != p->kw_names[i]) j++;
        if (j < kw->count) {
            found++;
            k->values[i] = (VALUE)j << 32 | KW_FROM_STACK;
            continue;
        }
        if (i < p->kw_required) return false;
        VALUE d = p->kw_defaults[i - p->kw_required];
        if (d == Qundef) bits |= (intptr_t)1 << (i - p->kw_required);
        k->values[i] = d == Qundef ? Qnil : d;
    }
    if (found != kw->count) return false;
    k->positional = p->lead;
    k->given = (uint16_t)kw->count;
    k->params = p->kw_count;
    k->has_bits = p->kw_count > p->kw_required;
    k->bits = int_fix(bits);
    k->values[p->kw_count] = k->bits;
    k->placed = (uint16_t)(p->lead + p->kw_count + k->has_bits);
    k->clear = (uint16_t)(body->local_count - k->placed);
    unsigned after = p->kw_count + k->has_bits; /* among values */
    bool in_order = kw->count <= p->kw_count && after + k->clear <= KW_VALUES;
    for (unsigned i = 0; in_order && i < kw->count; i++) in_order = k->values[i] == ((VALUE)i << 32 | KW_FROM_STACK);
    k->fill = in_order ? (uint16_t)(after - kw->count + k->clear) : KW_SHUFFLED;
    for (unsigned i = 0; in_order && i < k->clear; i++) k->values[after + i] = Qnil;
    if (!callee_set_body(&cc->to, body, k->placed, k->placed + KW_ROOM)) return false;
    cc->to.kind = SITE_ISEQ_KW;
    link_set_handler(pc, INSN_send_iseq_kw);
    return true;
}

/* Calls of Proc#call, (), yield, === without a block. */
static bool
link_proc_call(const cell *pc, struct call_site *cs)
{
    site_cache(cs)->to.kind = SITE_PROC_CALL;
    link_set_handler(pc, INSN_send_proc_call);
    return true;
}

/* send, or public_send: as.index is 1. */
static bool
link_named(const cell *pc, struct call_site *cs)
{
    struct callee *to = &site_cache(cs)->to;
    if (!site_info(cs)->argc0) return false;
    callee_set_offset(to, to->me->def->as.index == 1 ? 0 : PIC_FCALL);
    to->kind = SITE_NAMED;
    link_set_handler(pc, INSN_send_named);
    return true;
}

static bool
link_new(const cell *pc, struct call_site *cs, VALUE klass)
{
    if (class_allocator(klass) != obj_s_alloc) return false;
    const struct method_entry *me = method_lookup(klass, rb_intern("initialize"));
    if (!me) return false;
    struct call_cache *cc = site_cache(cs);
    if (!callsite_linked(cs, klass, rb_intern("initialize"))) return false;
    callsite_set_me(cc, me);
    if (me->def->kind == METHOD_CFUNC) {
        if (me->owner != rb_cBasicObject || site_info(cs)->argc0) return false;
        cc->to.kind = SITE_NEW0;
        link_set_handler(pc, INSN_send_new0);
        return true;
    }
    cc->klass = 0;
    if (me->def->kind != METHOD_ISEQ) return false;
    bool keywords = site_info(cs)->flags & CI_KWARG;
    if (!keywords && link_iseq(pc, cs, klass, PASS_NONE)) {
        if (cc->to.kind != SITE_ISEQ) return false;
        link_set_handler(pc, INSN_send_new);
        cc->to.kind = SITE_NEW;
        return true;
    }
    if (!pc || !link_kw(pc, cs)) return false; /* an entry of the shared table has no place for keywords */
    link_set_handler(pc, INSN_send_new_kw);
    cc->to.kind = SITE_NEW_KW;
    return true;
}

static bool
link_optimized(const cell *pc, struct call_site *cs, VALUE recv, enum passing block)
{
    if (block) return false;
    switch ((enum method_optimized)site_cache(cs)->to.me->def->optimized) {
    case OPTIMIZED_NEW: return link_new(pc, cs, recv);
    case OPTIMIZED_STRUCT_AREF: return link_struct(pc, cs, recv, false);
    case OPTIMIZED_STRUCT_ASET: return link_struct(pc, cs, recv, true);
    case OPTIMIZED_PROC_CALL: return link_proc_call(pc, cs);
    case OPTIMIZED_SEND: return link_named(pc, cs);
    case OPTIMIZED_BLOCK_CALL: break;
    }
    return false;
}

/* Returns the name of the instance variable if the code stores its first parameter there and returns it, or 0. */
static ID
link_writer_body(const struct iseq_body *body)
{
    static const int ids[] = {INSN_getlocal, INSN_dup, INSN_setivar, INSN_leave};
    const cell *at = body->code, *store = NULL;
    for (unsigned i = 0; i < lengthof(ids); i++) {
        if (insn_family(insn_base(insn_at(at))) != ids[i]) return 0;
        if (ids[i] == INSN_setivar) store = at;
        if (ids[i] == INSN_getlocal && insn_get_operand(at, 0) != -(int64_t)body->local_count) return 0;
        at += insn_length(ids[i]);
    }
    return (ID)insn_get_operand(store, 1);
}

/* Links the site to a frameless form if body, the code of the callee, has one (SITE-12). */
static bool
link_trivial(const cell *pc, struct call_site *cs, VALUE recv, const struct iseq_body *body)
{
    struct callee *to = &site_cache(cs)->to;
    unsigned argc = site_info(cs)->argc0;
    if (vm_trace_used || !body->simple || body->params.lead != argc || argc > 1) return false;
    const cell *at = body->code;
    int id = insn_family(insn_base(insn_at(at)));
    bool whole = insn_base(insn_at(at + insn_length(id))) == INSN_leave;
    if (id == INSN_getlocal && !whole) {
        ID ivar = argc ? link_writer_body(body) : 0;
        return ivar && link_attr(pc, cs, recv, ivar, true);
    }
    if (!whole) return false;
    VALUE value;
    switch (id) {
    case INSN_getivar: return !argc && link_attr(pc, cs, recv, (ID)insn_get_operand(at, 1), false);
    case INSN_getlocal:
        if (!argc || insn_get_operand(at, 0) != -(int64_t)body->local_count) return false;
        to->kind = SITE_PARAM1;
        link_set_handler(pc, INSN_send_param1);
        return true;
    case INSN_putself:
        if (argc) return false;
        to->kind = SITE_SELF0;
        link_set_handler(pc, INSN_send_self0);
        return true;
    case INSN_putnil: value = Qnil; break;
    case INSN_putint: value = int_fix((int32_t)insn_get_operand(at, 0)); break;
    case INSN_putobject: value = (VALUE)insn_get_operand(at, 0); break;
    default: return false;
    }
    if (val_heap_p(value) || value > INT32_MAX) return false; /* the site has room for 31 bits in each layout */
    callee_set_offset(to, (unsigned)value);
    to->kind = argc ? SITE_VALUE1 : SITE_VALUE0;
    link_set_handler(pc, argc ? INSN_send_value1 : INSN_send_value0);
    return true;
}

static bool
link_bmethod(const cell *pc, struct call_site *cs, VALUE recv)
{
    struct callee *to = &site_cache(cs)->to;
    const struct rproc *p = proc_ptr(to->me->def->as.bmethod.proc);
    unsigned argc = site_info(cs)->argc0;
    if (p->kind != PROC_ISEQ) return false;
    struct iseq_body *body = iseq_body(p->code);
    if (link_trivial(pc, cs, recv, body)) return true;
    if (!body->simple || body->params.lead != argc) return false;
    if (!callee_set_body(to, body, argc, 0)) return false;
    to->kind = SITE_BMETHOD;
    link_set_handler(pc, INSN_send_bmethod);
    return true;
}

/* Forms made for the callee's kind. */
static bool
link_kind(const cell *pc, struct call_site *cs, VALUE recv, enum passing block)
{
    const struct method_def *def = site_cache(cs)->to.me->def;
    switch ((enum method_kind)def->kind) {
    case METHOD_ISEQ:
        if (site_info(cs)->flags & CI_KWARG) return link_kw(pc, cs);
        if (!block && link_trivial(pc, cs, recv, iseq_body(def->as.iseq.iseq))) return true;
        return link_iseq(pc, cs, recv, block) || (!block && link_kw(pc, cs));
    case METHOD_CFUNC: return link_cfunc(pc, cs, block);
    case METHOD_ATTR_READER: return !block && link_attr(pc, cs, recv, def->as.attr.ivar, false);
    case METHOD_ATTR_WRITER: return !block && link_attr(pc, cs, recv, def->as.attr.ivar, true);
    case METHOD_BMETHOD: return !block && LIKELY(!ractor_many) && link_bmethod(pc, cs, recv);
    case METHOD_OPTIMIZED: return link_optimized(pc, cs, recv, block);
    default: return false;
    }
}

/* Kinds that SEND_ENTRY (vm/exec.c) performs. */
static bool
link_entry_kind_p(unsigned kind)
{
    switch (kind) {
    case SITE_ATTR_ANY:
    case SITE_ISEQ:
    case SITE_ISEQ_BLOCK:
    case SITE_C0:
    case SITE_C1:
    case SITE_C2:
    case SITE_CN:
    case SITE_LEAF0:
    case SITE_LEAF1:
    case SITE_LEAF2:
    case SITE_VALUE0:
    case SITE_VALUE1:
    case SITE_SELF0:
    case SITE_PARAM1:
    case SITE_ATTR_GET:
    case SITE_ATTR_GET_EXT:
    case SITE_ATTR_SET:
    case SITE_ATTR_ADD:
    case SITE_NAMED:
    case SITE_STRUCT_GET:
    case SITE_STRUCT_SET:
    case SITE_NEW:
    case SITE_NEW0: return true;
    default: return false;
    }
}

/* Kinds that depend on the receiver's class alone, and whose instructions compare it (SITE_MISS). */
static bool
link_class_wide_p(unsigned kind)
{
    switch (kind) {
    case SITE_ISEQ_KW:
    case SITE_ISEQ_BLOCK:
    case SITE_ISEQ_REST:
    case SITE_C0:
    case SITE_C1:
    case SITE_C2:
    case SITE_CN:
    case SITE_LEAF0:
    case SITE_LEAF1:
    case SITE_LEAF2:
    case SITE_VALUE0:
    case SITE_VALUE1:
    case SITE_SELF0:
    case SITE_PARAM1:
    case SITE_RESPOND_TO:
    case SITE_BMETHOD:
    case SITE_NAMED:
    case SITE_LINKED: return true;
    default: return false;
    }
}

/* The site is linked, and recv has another layout of the same class: the class becomes its key (SITE-9).  Returns false if the
 * site's kind depends on more. */
static bool
link_class(const cell *pc, struct call_cache *cc, VALUE recv, const struct method_entry *me, bool block)
{
    VALUE klass = class_of_inline(recv);
    int id = insn_base(insn_at(pc));
    if (!val_heap_p(recv) || cc->to.me != me || shape_get(cc->key0)->klass != klass) return false;
    bool by_argument = id == INSN_send_iseq_blockarg; /* its kind is SITE_ISEQ */
    bool several = id == INSN_send_poly || id == INSN_send_block_poly || id == INSN_send_mega || id == INSN_send_block_mega;
    bool by_block = block && (id == INSN_send_iseq_block || id == INSN_send_iseq_block_klass);
    if (several || !(by_argument || by_block || link_class_wide_p(cc->to.kind))) return false;
    if (UNLIKELY(jit_on)) jit_site_changed(cc);
    cc->klass = klass;
    if (id == INSN_send_iseq_block) link_set_handler(pc, INSN_send_iseq_block_klass);
    return true;
}

/* Returns whether the site has its answer of respond_to? for recv, too. */
static bool
link_same_answer_p(ec_t *ec, const struct call_cache *cc, VALUE recv)
{
    uint32_t known = callee_answer(&cc->to);
    VALUE klass = class_of_inline(recv), name = ec->sp[-1];
    return name == ((VALUE)(known >> 1) << 8 | SYMBOL_FLAG) && method_basic_p(klass, rb_intern("respond_to_missing?")) &&
           method_bound_p(klass, known >> 1, false) == (known & 1);
}

/* Lists the site under the names that the answer of respond_to?(mid) follows from. */
static bool
link_answer(struct call_site *cs, VALUE klass, ID mid)
{
    return callsite_linked(cs, klass, rb_intern("respond_to_missing?")) && callsite_linked(cs, klass, mid);
}

/* The site is linked to me, which recv's class inherits, too: recv's shape becomes one of those that hit (SITE-10).  Returns false if the site's
 * kind depends on more, or its set is full. */
static bool
link_shape(ec_t *ec, const cell *pc, struct call_site *cs, VALUE recv, const struct method_entry *me)
{
    struct call_cache *cc = site_cache(cs);
    int id = insn_base(insn_at(pc));
    bool several = id == INSN_send_poly || id == INSN_send_block_poly || id == INSN_send_mega || id == INSN_send_block_mega;
    if (several || cc->to.me != me || (cc->to.kind != SITE_ISEQ && !link_class_wide_p(cc->to.kind))) return false;
    if (cc->to.kind == SITE_LINKED) return false; /* a form of its own may be had for the new receiver (writers) */
    bool answers = cc->to.kind == SITE_RESPOND_TO;
    if (answers && !link_same_answer_p(ec, cc, recv)) return false;
    if (answers && !link_answer(cs, class_of_inline(recv), callee_answer(&cc->to) >> 1)) return false;
    if (!callsite_shape_linked(cs, recv)) return false;
    if (id == INSN_send_iseq) link_set_handler(pc, INSN_send_iseq_klass);
    if (id == INSN_send_iseq_block) link_set_handler(pc, INSN_send_iseq_block_klass);
    return true;
}

/* All entries are of one class, and so is recv. */
static bool
link_one_class_p(const struct call_cache *cc, VALUE klass)
{
    for (unsigned i = 0; i < PIC_ENTRIES; i++) {
        shape_id_t key = cc->pic->at[i].key;
        if (key && shape_get(key)->klass != klass) return false;
    }
    return true;
}

/* The site has just been linked to one more receiver: chooses among the forms for several. */
static void
link_several(ec_t *ec, const cell *pc, struct call_site *cs, VALUE recv, bool literal)
{
    struct call_cache *cc = site_cache(cs);
    if (!literal && cc->to.kind == SITE_ISEQ && val_heap_p(recv) && callsite_pic_count(cc) >= MISSES_BEFORE_CLASS &&
        link_one_class_p(cc, class_of_inline(recv))) {
        cc->klass = class_of_inline(recv);
        link_set_handler(pc, INSN_send_iseq_klass);
    } else if (callsite_pic_add(cc)) {
        link_set_handler(pc, literal ? INSN_send_block_poly : INSN_send_poly);
    } else if (vm_active_refinements(ec)) {
        /* the shared table has no refined methods, so each call looks for a refinement that has the name */
        bool refined = vm_active_refinements_of(ec, site_info(cs)->mid);
        callsite_unlink(cc);
        cc->to.kind = SITE_OTHER;
        if (refined) link_set_handler(pc, literal ? INSN_send_block_any : INSN_send_any);
        else link_set_handler(pc, literal ? INSN_send_block_table : INSN_send_table);
    } else {
        shared_site_add(cs, literal);
        link_set_handler(pc, literal ? INSN_send_block_mega : INSN_send_mega);
    }
}

/* Returns whether the shared table serves the site at pc. */
static bool
link_mega_p(ec_t *ec, const cell *pc)
{
    int id = insn_base(insn_at(pc));
    return (id == INSN_send_mega || id == INSN_send_block_mega) && !vm_active_refinements(ec);
}

static void
link_none(const cell *pc, struct call_site *cs, const struct method_entry *me, VALUE recv, bool literal, bool linkable)
{
    struct call_cache *cc = site_cache(cs);
    linkable = linkable && callsite_linked(cs, class_of_inline(recv), site_info(cs)->mid);
    callsite_unlink(cc);
    if (linkable && me->def->kind != METHOD_MISSING) {
        callsite_set_me(cc, me);
        cc->key0 = val_shape(recv);
        cc->to.kind = SITE_LINKED;
        link_set_handler(pc, literal ? INSN_send_block_linked : INSN_send_linked);
        return;
    }
    cc->to.kind = SITE_OTHER;
    link_set_handler(pc, literal ? INSN_send_block_any : INSN_send_any);
}

/* respond_to?(:name) of the core, for a receiver without a respond_to_missing?.  The site is listed under both names, too. */
static bool
link_respond_to(ec_t *ec, const cell *pc, struct call_site *cs, VALUE recv)
{
    struct callee *to = &site_cache(cs)->to;
    VALUE klass = class_of_inline(recv), name = ec->sp[-1];
    ID missing = rb_intern("respond_to_missing?");
    if ((to->state & 0x7f) > ANSWER_MISSES) return false;
    if (site_info(cs)->argc0 != 1 || site_info(cs)->mid != rb_intern("respond_to?") || !(to->me->hdr.flags & ME_CORE))
        return false;
    ID mid = name >> 8;
    if ((name & 0xff) != SYMBOL_FLAG || mid > UINT32_MAX >> 1 || vm_active_refinements_of(ec, mid)) return false;
    bool answer = method_bound_p(klass, mid, false);
    if (!method_basic_p(klass, missing) || !link_answer(cs, klass, mid)) return false;
    callee_set_offset(to, (unsigned)(mid << 1 | answer));
    to->kind = SITE_RESPOND_TO;
    link_set_handler(pc, INSN_send_respond_to);
    return true;
}

/* Returns whether the shared table may have the callee linked; it has no place for what keywords and rest parameters need. */
static bool
link_entry_possible_p(const struct method_def *def)
{
    switch ((enum method_kind)def->kind) {
    case METHOD_ISEQ:
        return !(iseq_body(def->as.iseq.iseq)->params.flags & PARAM_COMPLEX_MASK & ~(unsigned)(PARAM_OPT | PARAM_BLOCK));
    case METHOD_CFUNC: return def->argc != -2;
    case METHOD_ATTR_READER:
    case METHOD_ATTR_WRITER:
    case METHOD_OPTIMIZED: return true;
    default: return false;
    }
}

/* Returns the kind of an entry whose callee has no form of its own for such a call; SITE_OTHER: it may not be an entry. */
static enum site_kind
link_other_entry_kind(const struct method_def *def, unsigned argc, bool literal)
{
    switch ((enum method_kind)def->kind) {
    case METHOD_ATTR_READER: return argc || literal ? SITE_LINKED : SITE_ATTR_ANY;
    case METHOD_ISEQ:
    case METHOD_CFUNC:
    case METHOD_ATTR_WRITER:
    case METHOD_BMETHOD:
    case METHOD_OPTIMIZED: return SITE_LINKED;
    default: return SITE_OTHER;
    }
}

/* Puts what a send of this form to recv calls into the shared table.  No site changes. */
static void
link_entry(const struct call_info *ci, VALUE recv, const struct method_entry *me, bool literal)
{
    cell at[SITE_CELLS] = {0};
    at[0] = ci_pack(ci->mid, ci->flags, ci->argc0);
    struct call_site *cs = callsite_at(at);
    struct call_cache *cc = site_cache(cs);
    cc->key0 = val_shape(recv);
    callsite_set_me(cc, me);
    bool linked = link_entry_possible_p(me->def) && link_kind(NULL, cs, recv, literal ? PASS_LITERAL : PASS_NONE);
    if (!linked || !link_entry_kind_p(cc->to.kind)) {
        callsite_set_me(cc, me); /* link_new() may have put another there */
        cc->to.kind = (uint8_t)link_other_entry_kind(me->def, ci->argc0, literal);
    }
    if (cc->to.kind != SITE_OTHER) shared_site_add(cs, literal);
    callsite_free(at);
}

static bool
link_me_new_p(const struct method_entry *me)
{
    return me->def->kind == METHOD_OPTIMIZED && me->def->optimized == OPTIMIZED_NEW;
}

/* Returns whether the method is visible to every call with these flags.  A protected one is to calls of self. */
static bool
link_visible_p(const struct method_entry *me, unsigned flags)
{
    return me_visi(me) != VISI_PROTECTED || (flags & CI_FCALL);
}

void
vm_link_send(ec_t *ec, const cell *pc, struct call_site *cs, VALUE recv, const struct method_entry *me, bool literal)
{
    struct call_cache *cc = site_cache(cs);
    unsigned how = site_info(cs)->flags & CI_SIMPLE_MASK;
    callstats_slow(pc, CALL_LINK);
    bool linkable = link_visible_p(me, site_info(cs)->flags) && vm_refinements_settled(ec) && !vm_tracing_calls;
    bool fits = linkable &&
                (how == 0 || (how == CI_KWARG && !literal && (me->def->kind == METHOD_ISEQ || link_me_new_p(me))) ||
                 (how == CI_BLOCKARG && !literal));
    if (fits && how == 0 && link_mega_p(ec, pc)) { /* the site keeps its handler, its native code and the link it had */
        link_entry(site_info(cs), recv, me, literal);
        return;
    }
    bool again = cc->key0 && cc->to.me && cc->key0 != val_shape(recv); /* linked, to another receiver */
    bool several = again && how == 0 && link_entry_kind_p(cc->to.kind);
    if (again && linkable && !(cc->bits & CACHE_SHAPES) && link_class(pc, cc, recv, me, literal)) return;
    if (again && linkable && link_shape(ec, pc, cs, recv, me)) return;
    callsite_shapes_end(cc);
    if (again && !several && (cc->to.state & 0x7f) >= MISSES_BEFORE_ANY) {
        link_none(pc, cs, me, recv, literal, false);
        if (how == 0) link_set_handler(pc, literal ? INSN_send_block_table : INSN_send_table);
        return;
    }
    if (how == 0 && (cc->bits & CACHE_KWARG)) forget_kw_link(cc);
    if (several && callsite_pic_count(cc) == 0) callsite_pic_add(cc);
    if (fits) fits = callsite_linked(cs, class_of_inline(recv), site_info(cs)->mid);
    callsite_set_me(cc, me);
    cc->klass = 0;
    cc->key0 = val_shape(recv);
    callsite_key_refers(cc->key0);
    if (fits && !again && how == 0 && !literal && link_respond_to(ec, pc, cs, recv)) return;
    if (fits && link_kind(pc, cs, recv, literal ? PASS_LITERAL : how == CI_BLOCKARG ? PASS_ARG : PASS_NONE)) {
        if (several && link_entry_kind_p(cc->to.kind)) link_several(ec, pc, cs, recv, literal);
        return;
    }
    link_none(pc, cs, me, recv, literal, linkable);
}

/* A send of the form of cs to recv has just been looked up, and was not in the shared table. */
void
vm_link_entry(ec_t *ec, const struct call_site *cs, VALUE recv, const struct method_entry *me, bool literal)
{
    if (vm_tracing_calls || vm_active_refinements_of(ec, site_info(cs)->mid) || !link_visible_p(me, site_info(cs)->flags))
        return;
    link_entry(site_info(cs), recv, me, literal);
}

/* Links a yield to &:name: puts the method that a send of that name calls into the shared table. */
void
vm_link_symbol(ec_t *ec, VALUE sym, VALUE recv, unsigned argc)
{
    ID mid = sym_id_if_any(sym);
    if (vm_tracing_calls || vm_active_refinements_of(ec, mid)) return;
    const struct method_entry *me = mid ? method_lookup(class_of_inline(recv), mid) : NULL;
    if (!me || me_visi(me) != VISI_PUBLIC) return;
    link_entry(&(struct call_info){.mid = (uint32_t)mid, .argc0 = (uint16_t)argc}, recv, me, false);
}

/* Returns the method that an entry calls with its receiver as self; NULL for Class#new, whose entries have initialize. */
static const struct method_entry *
link_entry_method(const struct pic_entry *e)
{
    return e && e->to.kind != SITE_NEW && e->to.kind != SITE_NEW0 ? e->to.me : NULL;
}

/* Puts the method that send(name) with argc more arguments calls into the shared table.  Returns it, or
 * NULL if the caller must look it up. */
const struct method_entry *
vm_link_named(ec_t *ec, VALUE recv, VALUE name, unsigned argc, bool public_only)
{
    ID mid = name >> 8;
    if (vm_tracing_calls || (name & 0xff) != SYMBOL_FLAG || vm_active_refinements_of(ec, mid)) return NULL;
    const struct call_info ci = {.mid = (uint32_t)mid, .flags = public_only ? 0 : CI_FCALL, .argc0 = (uint16_t)argc};
    unsigned form = callsite_form(&ci, false);
    shape_id_t key = val_shape(recv);
    const struct pic_entry *e = shared_site_find(key, ci.mid, form);
    if (e) return link_entry_method(e); /* of a kind that goes the slow way */
    const struct method_entry *me = method_lookup(class_of_inline(recv), mid);
    if (!me || (public_only && me_visi(me) != VISI_PUBLIC)) return NULL;
    link_entry(&ci, recv, me, false);
    return link_entry_method(shared_site_find(key, ci.mid, form));
}

/* ---- super ---- */

/* Links a super: `me` is the method that super from `cur` calls for this self. */
void
vm_link_super(const cell *pc, struct call_site *cs, VALUE self, const struct method_entry *me,
              const struct method_entry *cur, ID mid)
{
    struct call_cache *cc = site_cache(cs);
    struct call_info *ci = site_info(cs);
    if ((ci->flags & CI_SIMPLE_MASK) || vm_tracing_calls) return;
    if ((cc->to.state & 0x80) && ci->mid != mid) return; /* listed under another name: one body, two methods */
    ci->mid = (uint32_t)mid;
    callsite_set_me(cc, me);
    cc->klass = 0;
    const struct method_def *def = me->def;
    if (def->kind == METHOD_ISEQ) {
        struct iseq_body *body = iseq_body(def->as.iseq.iseq);
        if (!body->simple || body->params.lead != ci->argc0 || !callee_set_body(&cc->to, body, ci->argc0, 0)) return;
        cc->to.kind = SITE_SUPER_ISEQ;
    } else if (def->kind == METHOD_CFUNC && (def->argc == -1 || def->argc == (int)ci->argc0)) {
        cc->to.kind = SITE_SUPER_C;
    } else {
        return;
    }
    callstats_slow(pc, CALL_LINK);
    if (!callsite_linked(cs, class_of_inline(self), mid)) return;
    cc->key0 = val_shape(self);
    cc->caller = cur;
    callsite_refers((VALUE)cur);
    link_set_handler(pc, cc->to.kind == SITE_SUPER_ISEQ ? INSN_invokesuper_iseq : INSN_invokesuper_c);
}

/* ---- yield ---- */

static bool
link_yield_literal(const cell *pc, struct call_site *cs, VALUE iseq, unsigned depth)
{
    struct iseq_body *body = iseq_body(iseq);
    unsigned lead = body->params.lead, drop = depth > lead ? depth - lead : 0;
    if (!body->plain_block || (depth == 1 && lead > 1)) return false;
    struct call_cache *cc = site_cache(cs);
    if (!callee_set_body(&cc->to, body, depth - drop, 0)) return false;
    cc->klass = iseq;
    callsite_refers(iseq);
    cc->to.form = (uint16_t)(iseq_body(body->parent)->local_count + 1);
    cc->drop = (uint16_t)drop;
    cc->to.kind = SITE_YIELD;
    if (!callsite_linked(cs, 0, 0)) {
        callsite_unlink(cc);
        return false;
    }
    link_set_handler(pc, INSN_invokeblock_iseq);
    return true;
}

void
vm_link_yield(const cell *pc, struct call_site *cs, VALUE handler)
{
    unsigned depth = *(const uint16_t *)(pc + 1), misses = site_cache(cs)->to.state & 0x7f;
    if ((site_info(cs)->flags & CI_SIMPLE_MASK) || bh_ifunc_p(handler) || vm_tracing_calls) return;
    if (bh_literal_p(handler) && misses < YIELDS_BEFORE_ANY && link_yield_literal(pc, cs, vm_handler_iseq(handler), depth)) {
        callstats_slow(pc, CALL_LINK);
        site_cache(cs)->to.state++;
        return;
    }
    if (insn_base(insn_at(pc)) == INSN_invokeblock_any) return;
    if (bh_literal_p(handler) || bh_symbol_p(handler) || val_proc_p(handler)) link_set_handler(pc, INSN_invokeblock_any);
}
