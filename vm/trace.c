/*
 * vm/trace.c - events: the list of hooks, arming of code, and delivery.
 *
 * A hook for an event that code is not armed for walks the heap's iseqs once.  The tracer is put in front of the instructions
 * that have such an event.  Events of C methods come from the slow half of calls, which all sends of C methods take while
 * code is armed for them (TRACE-2).  Code stays armed when the hook is removed, until it has run long enough without one to
 * pay for the walk that disarms it (TRACE-5).  Code that runs untraced makes no test.
 */
#include "internal/vm/trace.h"
#include "internal/vm/callstats.h"
#include <stdlib.h>
#include <string.h>
#include "internal/jit.h"
#include "internal/object.h"
#include "internal/struct.h"
#include "internal/thread.h"
#include "internal/inits.h"

uint32_t vm_trace_events;
bool vm_tracing_calls, vm_tracing_returns, vm_trace_armed, vm_trace_used;

struct trace_hook {
    struct trace_hook *next;
    rb_event_hook_func_t func;
    rb_event_flag_t events;
    VALUE data, thread, iseqs;
    int line;
    bool raw, deleted;
    const struct method_entry *bmethod; /* of the methods made of iseqs' first, the one whose events are meant; NULL: all */
};
static struct trace_hook *hooks;
static void trace_fire_here(ec_t *ec, struct rb_trace_arg_struct *a);
static unsigned delivering; /* while it is not 0, deleted hooks stay on the list */

enum {
    C_EVENTS = RUBY_EVENT_C_CALL | RUBY_EVENT_C_RETURN,
    PLACE_EVENTS = RUBY_EVENT_LINE | RUBY_EVENT_CALL | RUBY_EVENT_RETURN | RUBY_EVENT_B_CALL | RUBY_EVENT_B_RETURN |
                   RUBY_EVENT_CLASS | RUBY_EVENT_END | RUBY_EVENT_RESCUE,
    RETURN_EVENTS = RUBY_EVENT_RETURN | RUBY_EVENT_B_RETURN | RUBY_EVENT_C_RETURN | RUBY_EVENT_END,
};

enum { NOT_ARMED, ARMED, ARMED_AS_TARGET }; /* iseq_body.armed */

/* TRACE-5 */
static uint32_t armed_events; /* subset of PLACE_EVENTS and C_EVENTS that all code is armed for */
static uint32_t idle_hits;    /* armed places and calls that were reached without a hook since one was last wanted */
static uint32_t idle_limit;   /* the number of them after which a walk disarms all code */

static void
trace_mark_hooks(void *unused)
{
    (void)unused;
    for (struct trace_hook *h = hooks; h; h = h->next) {
        gc_mark(h->data);
        gc_mark(h->thread);
        gc_mark(h->iseqs);
        gc_mark((VALUE)h->bmethod);
    }
}

/* ---- arming ---- */

/* Code of core/ that stands for C (TRACE-3). */
static bool
trace_hidden_p(VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);
    return b->is_core && !iseq_body(b->method_iseq ? b->method_iseq : iseq)->attr_ruby;
}

static bool
trace_among_p(VALUE iseqs, VALUE iseq)
{
    for (size_t i = 0; i < ary_len(iseqs); i++)
        if (ary_at(iseqs, i) == iseq) return true;
    return false;
}

/* Returns the place events of an iseq that stand for `events`: in hidden code those of C methods, and a block may be a method. */
static uint32_t
trace_place_events_for(VALUE iseq, uint32_t events)
{
    if (trace_hidden_p(iseq)) {
        return ((events & RUBY_EVENT_C_CALL) ? RUBY_EVENT_CALL : 0) |
               ((events & RUBY_EVENT_C_RETURN) ? RUBY_EVENT_RETURN : 0);
    }
    if (events & RUBY_EVENT_CALL) events |= RUBY_EVENT_B_CALL;
    if (events & RUBY_EVENT_RETURN) events |= RUBY_EVENT_B_RETURN;
    return events & PLACE_EVENTS;
}

/* Returns the events of the hooks that have iseq as a target. */
static uint32_t
trace_target_events(VALUE iseq)
{
    uint32_t wanted = 0;
    for (struct trace_hook *h = hooks; h; h = h->next)
        if (!h->deleted && h->iseqs && trace_among_p(h->iseqs, iseq)) wanted |= h->events;
    return wanted;
}

static void
trace_arm_places(VALUE iseq)
{
    struct iseq_body *b = iseq_body(iseq);
    uint32_t targeted = trace_target_events(iseq), wanted = trace_place_events_for(iseq, armed_events | targeted);

    if (!wanted && b->armed == NOT_ARMED) return;
    b->armed = targeted ? ARMED_AS_TARGET : wanted ? ARMED : NOT_ARMED;
    for (uint32_t i = 0; i < b->info_count; i++) {
        if (!b->infos[i].events) continue;
        cell *at = b->code + b->infos[i].at;
        if (b->infos[i].events & wanted) insn_trace_on(at);
        else insn_trace_off(at);
    }
}

/* Operators go the general way while C calls are reported, and back. */
static void
trace_turn_operator(cell *at, int id, int family, bool on)
{
    if (on) {
        if (id != family) insn_set_handler(at, family);
        return;
    }
    int form = id == family ? compile_operator_insn(ci_mid(at[1]), ci_argc(at[1])) : -1;
    if (form >= 0 && insn_family(form) == family && !vm_insn_redefined_p(form)) insn_set_handler(at, form);
}

/* Unlinks the iseq's sends: vm/link.c links each by the events that are wanted now. */
static void
trace_turn_sends(VALUE iseq, bool on)
{
    struct iseq_body *b = iseq_body(iseq);

    for (uint32_t at = 0; at < b->code_len; at += (uint32_t)insn_length_at(b->code + at)) {
        cell *place = b->code + at;
        int id = insn_at(place);
        if (id != insn_base(id)) insn_set_handler(place, id = insn_base(id)); /* its parts may have to be seen */
        int family = insn_family(id);
        if (family == INSN_send || family == INSN_send_block || family == INSN_invokesuper || family == INSN_invokeblock) {
            if (id != family) insn_set_handler(place, family);
        } else if (insn_link(id) == LINK_operator && !b->is_core) {
            trace_turn_operator(place, id, family, on);
        }
    }
    if (!on) iseq_fuse(b);
}

struct code_walk {
    void (*fn)(VALUE iseq);
    uint64_t cells; /* of the code that was visited */
};

static void
trace_visit(VALUE v, void *arg)
{
    struct code_walk *walk = arg;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ISEQ) return;
    if (!iseq_body(v) || !iseq_body(v)->code) return;
    walk->cells += iseq_body(v)->code_len;
    walk->fn(v);
}

/* Calls fn for each iseq of the heap that has code.  Returns the number of cells of their code. */
static uint64_t
trace_each_iseq(void (*fn)(VALUE))
{
    struct code_walk walk = {fn, 0};
    gc_each_object(trace_visit, &walk);
    return walk.cells;
}

static void
trace_arm_iseq(VALUE iseq)
{
    trace_arm_places(iseq);
    if (UNLIKELY(callstats_on)) callstats_arm(iseq);
}

static void
trace_sends_on(VALUE iseq)
{
    trace_turn_sends(iseq, true);
}

static void
trace_sends_off(VALUE iseq)
{
    trace_turn_sends(iseq, false);
}

static void
trace_count_for_jit(VALUE iseq)
{
    jit_recount(iseq_body(iseq));
}

void
trace_new_code(VALUE iseq)
{
    trace_arm_iseq(iseq);
    if (vm_tracing_calls) trace_turn_sends(iseq, true);
}

/* Delivers an event of the collector, which has no place in code, to the hooks of the running thread. */
static void
trace_fire_internal(uint32_t event, VALUE obj)
{
    ec_t *ec = vm_ec;
    struct rb_trace_arg_struct a = {.event = event, .ec = ec, .line = -1, .self = Qnil, .data = obj, .script = Qnil};
    if (!ec || ec->trace_arg) return;
    trace_fire_here(ec, &a);
}

/* Arms all code for `events` and nothing else, apart from targets.  Walks the heap up to three times. */
static void
trace_arm_all(uint32_t events)
{
    bool calls_before = vm_tracing_calls;

    armed_events = events;
    vm_tracing_calls = (events & C_EVENTS) != 0;
    /* RDoc loaded: arming or disarming takes 17 ns a cell of code, and an idle call or place 22 ns (least of 9 runs, 2928949). */
    idle_limit = 1000 + (uint32_t)trace_each_iseq(trace_arm_iseq);
    idle_hits = 0;
    if (vm_tracing_calls != calls_before) trace_each_iseq(vm_tracing_calls ? trace_sends_on : trace_sends_off);
    if (!events && jit_on)
        trace_each_iseq(trace_count_for_jit); /* the tracer and the general forms took the places of the counters */
}

/* Recomputes what depends on the hooks, after the list has changed. */
static void
trace_update(void)
{
    uint32_t global = 0, all = 0;
    bool armed_before = vm_trace_armed, targets = false;

    for (struct trace_hook *h = hooks; h; h = h->next) {
        if (h->deleted) continue;
        all |= h->events;
        if (h->iseqs) targets = true;
        else global |= h->events;
    }
    vm_trace_events = global & ~(uint32_t)RUBY_INTERNAL_EVENT_OBJSPACE_MASK;
    if (gc_events_wanted != (all & RUBY_INTERNAL_EVENT_OBJSPACE_MASK))
        gc_listen(all & RUBY_INTERNAL_EVENT_OBJSPACE_MASK, trace_fire_internal);
    vm_plain_eqq_clear();
    vm_tracing_returns = (all & RETURN_EVENTS) != 0;
    global &= PLACE_EVENTS | C_EVENTS;
    vm_trace_armed = armed_events || global || targets || callstats_on;
    if (jit_on && !armed_before && (vm_trace_armed || vm_trace_events)) jit_cancel_all();
    if ((global || targets) && !vm_trace_used) {
        vm_trace_used = true;
        callsite_invalidate(0);
    }
    if (global) idle_hits = 0;
    if (global & ~armed_events) trace_arm_all(armed_events | global);
}

/* Counts n armed places or calls without a hook, and disarms all code after many of them (TRACE-5).  Places that only
 * --call-stats armed are not counted. */
static void
trace_count_idle(uint32_t n)
{
    if (!armed_events || (idle_hits += n) < idle_limit) return;
    trace_arm_all(vm_trace_events & (PLACE_EVENTS | C_EVENTS));
    trace_update();
}

void
trace_code_held_back(void)
{
    enum { HITS = 100 }; /* the caller would compile an iseq or loop that was entered some hundred times */
    if (!(vm_trace_events & armed_events)) trace_count_idle(HITS);
}

bool
trace_calls_wanted_p(void)
{
    if (LIKELY(vm_trace_events & C_EVENTS)) return true;
    trace_count_idle(1);
    return false;
}

unsigned
trace_places(VALUE iseq, rb_event_flag_t events, int line)
{
    const struct iseq_body *b = iseq_body(iseq);
    unsigned n = 0;

    if (line) events &= RUBY_EVENT_LINE;
    for (uint32_t i = 0; i < b->info_count; i++) n += (b->infos[i].events & events) && (!line || b->infos[i].line == line);
    return n;
}

/* ---- the list ---- */

/* Arms or disarms the code that h has as its target, after h was added or deleted. */
static void
trace_arm_targets(const struct trace_hook *h)
{
    for (size_t i = 0; h->iseqs && i < ary_len(h->iseqs); i++) {
        VALUE iseq = ary_at(h->iseqs, i);
        if (!iseq_body(iseq) || !iseq_body(iseq)->code) continue;
        trace_arm_iseq(iseq);
    }
}

static void
trace_delete_hook(struct trace_hook *h)
{
    h->deleted = true;
    trace_arm_targets(h);
}

struct trace_hook *
trace_hook_add(rb_event_hook_func_t func, rb_event_flag_t events, VALUE data, bool raw, VALUE thread, VALUE iseqs, int line)
{
    if ((events & RUBY_INTERNAL_EVENT_MASK) && (events & ~(rb_event_flag_t)RUBY_INTERNAL_EVENT_MASK))
        rb_raise(rb_eTypeError, "Can not specify normal event and internal event simultaneously.");
    struct trace_hook *h = gc_raw_calloc(1, sizeof *h);
    *h = (struct trace_hook){hooks, func, events, data, thread, iseqs, line, raw, false, NULL}; /* the newest comes first */
    hooks = h;
    trace_update();
    trace_arm_targets(h);
    return h;
}

void
trace_hook_limit(struct trace_hook *h, const struct method_entry *bmethod)
{
    h->bmethod = bmethod;
}

static void
trace_free_deleted(void)
{
    for (struct trace_hook **at = &hooks; *at;) {
        struct trace_hook *h = *at;
        if (!h->deleted) {
            at = &h->next;
            continue;
        }
        *at = h->next;
        free(h);
    }
}

void
trace_hook_remove(struct trace_hook *h)
{
    trace_delete_hook(h);
    trace_update();
    if (!delivering) trace_free_deleted();
}

int
trace_hook_remove_matching(rb_event_hook_func_t func, bool any_data, VALUE data, VALUE thread)
{
    int n = 0;

    for (struct trace_hook *h = hooks; h; h = h->next) {
        if (h->deleted || h->func != func || h->thread != thread || !(any_data || h->data == data)) continue;
        trace_delete_hook(h);
        n++;
    }
    if (n) trace_update();
    if (!delivering) trace_free_deleted();
    return n;
}

void
trace_thread_gone(VALUE thread)
{
    for (struct trace_hook *h = hooks; h; h = h->next)
        if (h->thread == thread && !h->deleted) trace_delete_hook(h);
    trace_update();
    if (!delivering) trace_free_deleted();
}

unsigned
trace_hook_count(void)
{
    unsigned n = 0;
    for (struct trace_hook *h = hooks; h; h = h->next) n += !h->deleted;
    return n;
}

/* ---- delivery ---- */

/* Returns whether the event is of another method, made of the same block, than the one that h has as its target. */
static bool
trace_other_bmethod_p(const struct trace_hook *h, const struct rb_trace_arg_struct *a, VALUE iseq)
{
    if (!h->bmethod || !(frame_flags(a->fp) & FRAME_BMETHOD) || iseq != ary_at(h->iseqs, 0)) return false;
    const struct method_entry *me = vm_frame_method(a->ec, a->fp);
    return me && me->def != h->bmethod->def;
}

static bool
trace_hook_wants_p(const struct trace_hook *h, const struct rb_trace_arg_struct *a, VALUE iseq)
{
    if (h->deleted || !(h->events & a->event)) return false;
    if (h->thread && h->thread != a->ec->thread->self) return false;
    if (!h->iseqs) return true;
    if (!iseq || !trace_among_p(h->iseqs, iseq) || trace_other_bmethod_p(h, a, iseq)) return false;
    return !h->line || (a->event == RUBY_EVENT_LINE && iseq_line_at(iseq, a->pc) == h->line);
}

/* Calls the hooks that have a target, or those without one. */
static void
trace_call_hooks_of(struct rb_trace_arg_struct *a, VALUE iseq, bool targeted)
{
    for (struct trace_hook *h = hooks; h; h = h->next) {
        if ((h->iseqs != 0) != targeted || !trace_hook_wants_p(h, a, iseq)) continue;
        if (h->raw) {
            ((void (*)(VALUE, rb_trace_arg_t *))(void (*)(void))h->func)(h->data, a);
            continue;
        }
        h->func(a->event, h->data, a->self, a->me ? a->me->def->original_id : 0, a->me ? class_module_of(a->me->owner) : 0);
    }
}

static void
trace_call_hooks(struct rb_trace_arg_struct *a, VALUE iseq)
{
    trace_call_hooks_of(a, iseq, false);
    if (iseq) trace_call_hooks_of(a, iseq, true);
}

/* A throw may be under way while an event is delivered: it goes on afterwards, unless a hook starts one of its own. */
struct throw_saved {
    int kind;
    VALUE value, *target, errinfo, errinfo_outer;
};

static struct throw_saved
trace_throw_save(ec_t *ec)
{
    return (struct throw_saved){ec->throw_kind, ec->throw_value, ec->throw_target, ec->errinfo, ec->errinfo_outer};
}

static void
trace_throw_restore(ec_t *ec, const struct throw_saved *s)
{
    ec->throw_kind = s->kind;
    ec->throw_value = s->value;
    ec->throw_target = s->target;
    ec->errinfo = s->errinfo;
    ec->errinfo_outer = s->errinfo_outer;
}

/* iseq: whose place event it is, for hooks with a target; 0 for the others. */
static void
trace_deliver(struct rb_trace_arg_struct *a, VALUE iseq)
{
    ec_t *ec = a->ec;
    struct throw_saved before = trace_throw_save(ec);
    volatile VALUE guard = before.value;
    bool hide = ec->hide_c;
    struct vm_tag tag;

    ec->trace_arg = a;
    ec->hide_c = false;
    delivering++;
    if (VM_TRY(ec, tag)) {
        trace_call_hooks(a, iseq);
        vm_tag_pop(ec, &tag);
    } else {
        struct throw_saved now = trace_throw_save(ec);
        vm_tag_caught(ec, &tag);
        ec->trace_arg = NULL;
        if (--delivering == 0) trace_free_deleted();
        trace_throw_restore(ec, &now);
        vm_jump(ec);
    }
    ec->trace_arg = NULL;
    ec->hide_c = hide;
    if (--delivering == 0) trace_free_deleted();
    trace_throw_restore(ec, &before);
    RB_GC_GUARD(guard);
}

/* The Ruby frame that shows, from frame fp at pc downwards: code that stands for C is passed over. */
static void
trace_find_place(struct rb_trace_arg_struct *a, VALUE *fp, const cell *pc)
{
    for (;;) {
        VALUE *prev = frame_prev(fp);
        if (!frame_ruby_p(fp)) pc = entry_pc(fp);
        else if (!trace_hidden_p(frame_iseq(fp))) {
            a->fp = fp;
            a->pc = pc;
            return;
        } else pc = frame_return(fp) - 1;
        if (prev == fp) return;
        fp = prev;
    }
}

static void
trace_fire_c(ec_t *ec, rb_event_flag_t event, VALUE *fp, const cell *pc, const struct method_entry *me, VALUE self,
             VALUE data)
{
    struct rb_trace_arg_struct a = {
        .event = event, .ec = ec, .line = -1, .me = me, .self = self, .data = data, .script = Qnil};
    if (ec->trace_arg || !(vm_trace_events & event)) return;
    trace_find_place(&a, fp, pc);
    trace_deliver(&a, 0);
}

static void
trace_fire_place(ec_t *ec, rb_event_flag_t event, VALUE *fp, const cell *pc, int line, VALUE data)
{
    struct rb_trace_arg_struct a = {event, ec, fp, pc, line, NULL, frame_self(fp), data, Qnil};
    trace_deliver(&a, frame_iseq(fp));
}

/* ---- events of places ---- */

static uint32_t
trace_events_at(const struct iseq_body *b, const cell *pc)
{
    uint32_t at = (uint32_t)(pc - b->code), low = 0, high = b->info_count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (b->infos[middle].at <= at) low = middle;
        else high = middle;
    }
    return b->info_count && b->infos[low].at == at ? b->infos[low].events : 0;
}

static void
trace_fire_hidden(ec_t *ec, VALUE *fp, uint32_t events)
{
    if (!ep_method_p(fp)) return; /* a block in it */
    const struct method_entry *me = ep_method(fp);
    VALUE self = frame_self(fp);
    if (events & RUBY_EVENT_CALL) trace_fire_c(ec, RUBY_EVENT_C_CALL, fp, ec->pc, me, self, Qundef);
    if (events & RUBY_EVENT_RETURN) trace_fire_c(ec, RUBY_EVENT_C_RETURN, fp, ec->pc, me, self, ec->sp[-1]);
}

const void *
vm_trace_insn(ec_t *ec)
{
    static const rb_event_flag_t order[] = {
        RUBY_EVENT_CLASS, RUBY_EVENT_CALL,     RUBY_EVENT_B_CALL, RUBY_EVENT_RESCUE,
        RUBY_EVENT_LINE,  RUBY_EVENT_B_RETURN, RUBY_EVENT_RETURN, RUBY_EVENT_END,
    };
    enum { STARTS = RUBY_EVENT_CLASS | RUBY_EVENT_CALL | RUBY_EVENT_B_CALL };
    const cell *pc = ec->pc;
    VALUE *fp = ec->fp, iseq = frame_iseq(fp);
    const struct iseq_body *b = iseq_body(iseq);
    uint32_t events = ec->trace_arg ? 0 : trace_events_at(b, pc);

    if (UNLIKELY(callstats_on)) callstats_run(pc);
    if (events && b->armed != ARMED_AS_TARGET && !(events & trace_place_events_for(iseq, vm_trace_events))) {
        trace_count_idle(1);
        events = 0;
    }
    if (events && trace_hidden_p(iseq)) {
        trace_fire_hidden(ec, fp, events);
        events = 0;
    }
    if (frame_flags(fp) & FRAME_TRACE) events &= ~(uint32_t)RETURN_EVENTS; /* reported already, or suppressed */
    if (frame_flags(fp) & FRAME_BMETHOD) {
        if (events & RUBY_EVENT_B_CALL) events |= RUBY_EVENT_CALL;
        if (events & RUBY_EVENT_B_RETURN) events |= RUBY_EVENT_RETURN;
    }
    for (unsigned i = 0; events && i < lengthof(order); i++) {
        if (!(events & order[i])) continue;
        VALUE data = (order[i] & RETURN_EVENTS) ? ec->sp[-1] : order[i] == RUBY_EVENT_RESCUE ? ec->errinfo : Qundef;
        trace_fire_place(ec, order[i], fp, pc, (order[i] & STARTS) ? b->first_line : -1, data);
    }
    return insn_own_handler(pc);
}

/* ---- C methods ---- */

/* Runs what is not Ruby code. */
static VALUE
trace_invoke(ec_t *ec, const struct method_def *def, VALUE recv, int argc, const VALUE *argv)
{
    if (def->kind == METHOD_OPTIMIZED && def->optimized == OPTIMIZED_NEW) {
        VALUE obj = class_alloc_instance(recv);
        ID mid = rb_intern("initialize");
        vm_call0(ec, obj, mid, method_lookup(recv, mid), argc, argv, vm_block_handler(ec), c_block_kw_p(ec->c_block));
        return obj;
    }
    switch (def->kind) {
    case METHOD_CFUNC: return vm_cfunc_invoke(def, recv, argc, argv);
    case METHOD_ATTR_READER: {
        rb_check_arity(argc, 0, 0);
        VALUE v = ivar_get(recv, def->as.attr.ivar);
        return v == Qundef ? Qnil : v;
    }
    case METHOD_ATTR_WRITER:
        rb_check_arity(argc, 1, 1);
        ivar_set(recv, def->as.attr.ivar, argv[0]);
        return argv[0];
    default: break;
    }
    bool set = def->optimized == OPTIMIZED_STRUCT_ASET;
    rb_check_arity(argc, set, set);
    VALUE index = int_fix((intptr_t)def->as.index);
    return set ? rb_struct_aset(recv, index, argv[0]) : rb_struct_aref(recv, index);
}

enum { TRACED_ME = ENTRY_CELLS }; /* TRACE-2: the cell after the usual ones */

enum call_outcome
trace_call_method(ec_t *ec, struct calling *c)
{
    const VALUE *argv = c->base + 1;
    VALUE recv = c->base[0], *sp = ec->sp, block = c->block;
    bool kw = (c->flags & (CI_SPLAT | CI_KWARG | CI_KW_SPLAT)) && vm_args_flatten(ec, c, &argv);
    VALUE *top = vm_args_end(c, argv);

    if (top > sp) ec->sp = top;
    VALUE *fp = vm_push_entry(ec);
    fp[ENTRY_SP] = (VALUE)sp;
    fp[ENTRY_RECV] = recv;
    fp[TRACED_ME] = (VALUE)c->me;
    ec->sp = fp + ENTRY_CELLS + 1;
    trace_fire_c(ec, RUBY_EVENT_C_CALL, fp, NULL, c->me, recv, Qundef);
    frame_flag(fp, FRAME_TRACE);
    if (kw) {
        if (bh_symbol_p(block)) block = proc_from_handler(ec, block, false);
        block |= C_BLOCK_KW;
    }
    ec->c_me = c->me;
    ec->c_block = block;
    VALUE val = trace_invoke(ec, c->me->def, recv, c->argc, argv);
    ec->c_me = NULL;
    ec->c_block = 0;
    if (val == Qundef) return CALL_THROW;
    VM_ASSERT(ec->fp == fp);
    frame_unflag(fp, FRAME_TRACE);
    trace_fire_c(ec, RUBY_EVENT_C_RETURN, fp, NULL, c->me, recv, val);
    vm_pop_entry(ec);
    c->value = val;
    return CALL_VALUE;
}

/* The ENTRY frame of a traced C method goes. */
static void
trace_entry_gone(ec_t *ec, VALUE *fp)
{
    if (!(frame_flags(fp) & FRAME_TRACE)) return;
    frame_unflag(fp, FRAME_TRACE); /* once, even if a hook raises */
    trace_fire_c(ec, RUBY_EVENT_C_RETURN, fp, NULL, (const struct method_entry *)fp[TRACED_ME], fp[ENTRY_RECV], Qnil);
}

void
vm_fire_unwind_c(ec_t *ec, VALUE *to)
{
    for (VALUE *fp = ec->fp; fp > to && !frame_ruby_p(fp); fp = frame_prev(fp)) trace_entry_gone(ec, fp);
}

void
vm_fire_unwind(ec_t *ec, VALUE *fp, VALUE val)
{
    if (ec->trace_arg) return;
    if (!frame_ruby_p(fp)) {
        trace_entry_gone(ec, fp);
        return;
    }
    VALUE iseq = frame_iseq(fp);
    const struct iseq_body *b = iseq_body(iseq);
    if (trace_hidden_p(iseq)) {
        if (ep_method_p(fp)) trace_fire_c(ec, RUBY_EVENT_C_RETURN, fp, ec->pc, ep_method(fp), frame_self(fp), val);
        return;
    }
    if (b->type == ISEQ_BLOCK) trace_fire_place(ec, RUBY_EVENT_B_RETURN, fp, ec->pc, -1, val);
    if (b->type == ISEQ_METHOD || (frame_flags(fp) & FRAME_BMETHOD))
        trace_fire_place(ec, RUBY_EVENT_RETURN, fp, ec->pc, -1, val);
    if (b->type == ISEQ_CLASS) trace_fire_place(ec, RUBY_EVENT_END, fp, ec->pc, -1, val);
}

void
trace_core_call(ec_t *ec, VALUE recv, const char *name, VALUE result)
{
    const struct method_entry *me = method_lookup(class_of_inline(recv), rb_intern(name));

    if (!me || me->def->kind != METHOD_CFUNC || ec->trace_arg) return;
    trace_fire_c(ec, RUBY_EVENT_C_CALL, ec->fp, ec->pc, me, recv, Qundef);
    trace_fire_c(ec, RUBY_EVENT_C_RETURN, ec->fp, ec->pc, me, recv, result);
}

void
trace_core_return(ec_t *ec, VALUE self, VALUE result)
{
    if (ec->c_me) trace_fire_c(ec, RUBY_EVENT_C_RETURN, ec->fp, ec->pc, ec->c_me, self, result);
}

/* ---- other events ---- */

static void
trace_fire_here(ec_t *ec, struct rb_trace_arg_struct *a)
{
    VALUE *fp = ec->fp;
    const struct method_entry *me = ec->hide_c ? NULL : ec->c_me;

    trace_find_place(a, fp, ec->pc);
    if (me) a->me = me;
    else if (frame_ruby_p(fp) && trace_hidden_p(frame_iseq(fp)) && ep_method_p(fp)) a->me = ep_method(fp);
    if (a->self == Qundef) {
        a->self = me ? vm_current_receiver(ec) : a->me ? frame_self(fp) : a->fp ? frame_self(a->fp) : Qnil;
    }
    trace_deliver(a, 0);
}

void
trace_fire(ec_t *ec, rb_event_flag_t event, VALUE self, VALUE data)
{
    struct rb_trace_arg_struct a = {.event = event, .ec = ec, .line = -1, .self = self, .data = data, .script = Qnil};
    if (ec->trace_arg || !(vm_trace_events & event)) return;
    trace_fire_here(ec, &a);
}

struct thread_event {
    ec_t *ec;
    rb_event_flag_t event;
    VALUE thread;
};

static VALUE
trace_fire_thread_event(VALUE arg)
{
    const struct thread_event *e = (const struct thread_event *)arg;
    trace_fire(e->ec, e->event, e->thread, Qundef);
    return Qnil;
}

void
trace_thread_event(ec_t *ec, rb_event_flag_t event, VALUE thread)
{
    struct thread_event e = {ec, event, thread};
    struct throw_saved before = trace_throw_save(ec);
    int state;
    rb_protect(trace_fire_thread_event, (VALUE)&e, &state);
    trace_throw_restore(ec, &before);
}

void
trace_script_compiled(ec_t *ec, VALUE iseq, VALUE script)
{
    struct rb_trace_arg_struct a = {
        .event = RUBY_EVENT_SCRIPT_COMPILED,
        .ec = ec,
        .line = -1,
        .self = Qundef,
        .data = iseq,
        .script = script,
    };
    if (ec->trace_arg || !(vm_trace_events & a.event)) return;
    trace_fire_here(ec, &a);
}

void
vm_fire_raise(ec_t *ec, VALUE exc)
{
    if (ec->trace_arg) return;
    if (vm_tracing_calls) {
        bool hide = ec->hide_c;
        if (hide && !frame_ruby_p(ec->fp)) trace_entry_gone(ec, ec->fp); /* raise itself is over */
        trace_core_call(ec, exc, "backtrace", Qnil);
        ec->hide_c = hide;
    }
    trace_fire(ec, RUBY_EVENT_RAISE, Qundef, exc);
}

void
Init_vm_trace(void)
{
    gc_add_root(trace_mark_hooks, NULL);
    Init_TracePoint();
}
