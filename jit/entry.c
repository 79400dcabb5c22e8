/*
 * jit/entry.c - the ways between the interpreter and native code.
 *
 * In: the handler in front of hot code's first instruction (enter_native), hot back-edges (jit_loop), and machine calls of native
 * code.  Out: `interpret`, which returns to the loop that called, or runs the frame in a loop of its own (jit_run).
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include "internal/jit/compiler.h"
#include "internal/vm/stack.h"
#include "internal/vm/trace.h"

enum { STUCK = LIMIT(32, 2) };
unsigned jit_call_threshold = 500, jit_loop_threshold = 500;
uint64_t jit_window = 1000000;

/* ---- a throw that ends native frames (JIT-5) ---- */

VALUE *jit_throw_end;

/* Where the throw goes on, while machine frames are being left.  Nothing allocates meanwhile. */
static struct {
    VALUE *fp, *sp;
    const cell *pc;
    VALUE value; /* at sp[-1] */
    bool handler;
    bool cancelled; /* fp got FRAME_CANCEL for this */
} unwinding;

/* Ends the throw: the frame `to` is reached, and ec gets the place where the throw goes on. */
static void
jit_land(ec_t *ec)
{
    ec->fp = unwinding.fp;
    ec->sp = unwinding.sp;
    ec->pc = unwinding.pc;
    ec->sp[-1] = unwinding.value;
    if (unwinding.cancelled) frame_unflag(unwinding.fp, FRAME_CANCEL);
    jit_throw_end = NULL;
}

struct jit_cut jit_cut;

/* Ends all machine frames of the frames from `from` to the one that `to` called at once, if nothing but native code is between them
 * (JIT-7).  Returns false if that is not so. */
static bool
jit_cut_off(const ec_t *ec, VALUE *from, const VALUE *to)
{
    VALUE *fp = from;
    unsigned flags = frame_flags(fp);
    uintptr_t calls = 0;
    for (; frame_prev(fp) != to; fp = frame_prev(fp), flags = frame_flags(fp), calls++)
        if ((flags & (FRAME_NATIVE | FRAME_RUN | FRAME_DEEP | FRAME_ENTRY)) != FRAME_NATIVE) return false;
    if (flags & (FRAME_RUN | FRAME_ENTRY)) return false;
    if (!(flags & FRAME_NATIVE) && frame_flags(to) & FRAME_NATIVE) return false; /* `last` was entered by the interpreter */
    jit_cut = (struct jit_cut){.last = fp, .value = ec->sp[-1], .bytes = calls * ARCH_CALL_STACK};
    jit_stat_unwinds += calls + 1;
    return true;
}

/* Returns the last frame that was ended, or NULL if some machine frame cannot be left by its own code.  From the top there may
 * be the plain frames and the RUN frame of a loop that threw, then NATIVE frames, then one that the interpreter entered. */
static VALUE *
jit_last_left(VALUE *from, const VALUE *to, bool in_loop)
{
    VALUE *fp = from;
    if (in_loop) {
        while (fp != to && frame_ruby_p(fp) && !(frame_flags(fp) & (FRAME_NATIVE | FRAME_RUN))) fp = frame_prev(fp);
        if (fp == to || !frame_ruby_p(fp) || !(frame_flags(fp) & FRAME_RUN)) return NULL;
        if (frame_prev(fp) == to) return fp;
        fp = frame_prev(fp);
    }
    for (;; fp = frame_prev(fp)) {
        if (!frame_ruby_p(fp)) return NULL;
        bool last = frame_prev(fp) == to, native = (frame_flags(fp) & (FRAME_NATIVE | FRAME_RUN)) == FRAME_NATIVE;
        bool entered = !(frame_flags(fp) & FRAME_RUN) && !(frame_flags(to) & FRAME_NATIVE);
        if (last) return native || entered ? fp : NULL;
        if (!native) return NULL;
    }
}

bool
jit_unwind(ec_t *ec, VALUE *from, const struct throw_walk *walk, bool in_loop)
{
    VALUE *to = ec->fp, *last;
    if (vm_trace_armed || vm_trace_events || from == to || !(last = jit_last_left(from, to, in_loop))) return false;
    jit_throw_end = walk->handler ? to : last;
    unwinding.fp = to;
    unwinding.sp = ec->sp;
    unwinding.pc = ec->pc;
    unwinding.value = ec->sp[-1];
    unwinding.handler = walk->handler;
    unwinding.cancelled = walk->handler && !(frame_flags(to) & FRAME_CANCEL);
    for (VALUE *fp = from; fp != last; fp = frame_prev(fp), jit_stat_unwinds++) frame_flag(frame_prev(fp), FRAME_CANCEL);
    if (unwinding.cancelled) frame_flag(to, FRAME_CANCEL);
    ec->fp = from;
    return true;
}

bool
jit_ended_p(const VALUE *fp)
{
    return jit_throw_end && !(fp == jit_throw_end && unwinding.handler);
}

/* A loop of the interpreter for the frame fp, which a machine call entered, has ended in a throw that goes on below. */
static VALUE
jit_left(ec_t *ec, const VALUE *fp)
{
    if (fp == jit_throw_end) jit_land(ec);
    return unwinding.value;
}

/* The interpreter runs a frame that a machine call entered, from ec->pc until it leaves. */
VALUE
jit_run(ec_t *ec, VALUE *fp)
{
    if (UNLIKELY(jit_throw_end)) {
        if (fp != jit_throw_end) return Qnil;
        jit_land(ec);
        if (!unwinding.handler) return unwinding.value;
    }
    frame_unflag(fp, FRAME_NATIVE | FRAME_DEEP);
    frame_flag(fp, FRAME_RUN);
    vm_check_machine_stack(ec);
    VALUE v = vm_run_frame(ec);
    if (UNLIKELY(v == Qundef)) {
        if (jit_throw_end) return jit_left(ec, fp);
        ec->tag = ec->tag->prev;
        vm_jump(ec);
    }
    return v;
}

/* A throw is under way in C that native code called.  Comes back if the interpreter goes on, at ec->pc. */
void
jit_throw(ec_t *ec)
{
    VALUE *from = ec->fp;
    struct throw_walk walk;
    if (vm_throw_native(ec, &walk)) {
        if (!(walk.flags & (FRAME_NATIVE | FRAME_RUN))) return;
        if (!walk.handler && !vm_trace_armed && !vm_trace_events && jit_cut_off(ec, from, ec->fp)) return;
        if (!jit_unwind(ec, from, &walk, false)) jit_flatten(ec);
        return;
    }
    ec->tag = ec->tag->prev;
    vm_jump(ec);
}

/* Native code for a frame that begins at ec->pc; NULL: there is none. */
const void *
jit_code_at(ec_t *ec, const VALUE *fp)
{
    const struct iseq_body *body = iseq_body(frame_iseq(fp));
    const struct jit_door *d = body->jit ? jit_door_at(body, ec->pc) : NULL;
    return d ? d->code : NULL;
}

/* Runs the frame that a slow function pushed for native code, to its end; its value goes where the caller has its receiver.
 * Returns false if a throw ended it and goes on below. */
static bool
jit_run_callee(ec_t *ec, VALUE *fp, VALUE *callee)
{
    VALUE *at = callee - iseq_body(frame_iseq(callee))->local_count - 1, v;
    const void *code = jit_code_at(ec, callee);
    if (LIKELY(code)) {
        vm_check_machine_stack(ec);
        frame_flag(callee, FRAME_NATIVE | FRAME_DEEP);
        v = jit_call(code, callee, ec);
    } else {
        v = jit_run(ec, callee);
    }
    ec->fp = fp;
    if (UNLIKELY(jit_throw_end)) return false;
    *at = v;
    ec->sp = at + 1;
    return true;
}

/* A slow function for the instruction at ec->pc; next: the one after it.  true: its result is in its cell.  false: the interpreter
 * goes on at ec->pc. */
bool
jit_slow(ec_t *ec, bool (*fn)(ec_t *), const cell *next)
{
    VALUE *fp = ec->fp;
    VM_ASSERT(next == ec->pc + insn_length_at(ec->pc));
    if (UNLIKELY(!fn(ec))) {
        jit_throw(ec);
        return false;
    }
    if (ec->fp == fp) return ec->pc == next;
    VALUE *callee = ec->fp;
    VM_ASSERT(frame_prev(callee) == fp && frame_return(callee) == next);
    if (!jit_run_callee(ec, fp, callee)) return false;
    ec->pc = next;
    return true;
}

/* ---- from the interpreter ---- */

static bool
jit_allowed_p(void)
{
    if (UNLIKELY(vm_trace_armed)) trace_code_held_back();
    return !vm_trace_armed && !vm_trace_events;
}

/* A class that no immediate is of. */
static bool
jit_heap_class_p(VALUE klass)
{
    const VALUE immediates[] = {rb_cInteger, rb_cFloat, rb_cSymbol, rb_cNilClass, rb_cTrueClass, rb_cFalseClass};
    if (!val_type_p(klass, T_CLASS)) return false;
    for (unsigned i = 0; i < lengthof(immediates); i++)
        if (class_inherited_p(immediates[i], klass)) return false;
    return true;
}

/* Returns what is known of self where a frame of body begins: FACT_OBJECT or FACT_ANY. */
static enum jit_fact
jit_known_self(struct iseq_body *body, const VALUE *fp)
{
    struct jit_iseq *j = body->jit;
    if (body->any_self || !frame_method_p(fp) || body->type != ISEQ_METHOD) return FACT_ANY;
    if (j->self_heap) return FACT_OBJECT;
    if (!jit_heap_class_p(ep_method(fp)->owner)) return FACT_ANY;
    j->self_heap = true;
    return FACT_OBJECT;
}

void
jit_method_added(struct iseq_body *body, VALUE klass)
{
    if (body->any_self || jit_heap_class_p(klass)) return;
    body->any_self = true;
    if (body->jit && body->jit->self_heap) jit_close(body);
}

static bool
compile_entry(struct iseq_body *body, struct jit_door *d, VALUE *fp)
{
    struct jit_context c;
    jit_open_context(&c, 0);
    c.self = jit_known_self(body, fp);
    c.block = d->block;
    jit_write_begin();
    const uint8_t *code = jit_version(d->pc, &c, fp);
    if (code) jit_set_entry(d, code);
    jit_write_end();
    if (!code) {
        body->jit->gave_up = true;
        return false;
    }
    d->code = code;
    jit_stat_entries++;
    if (!d->block) insn_set_entry(d->pc, d->pc == body->code ? INSN_enter_native : INSN_enter_more_native);
    return true;
}

/* ---- what is compiled ---- */

/* So many entries, or turns of a loop, were counted since *since.  Returns whether they were close together; if not, counting starts
 * again from zero.  Objects are the clock because their number is the same in each run, and grows by some thousands a millisecond in programs
 * that spend their time here and there.  A program that makes none has only what runs often. */
static bool
jit_frequent_p(uint64_t *since)
{
    if (!jit_window) return true;
    uint64_t now = gc_objects_allocated(), passed = now - *since;
    *since = now;
    return passed <= jit_window;
}

enum { SPARSE_WINDOWS = LIMIT(4, 1) }; /* JIT-6 */
enum { SPECIAL_CALLS = LIMIT(200, 1) };

/* A machine call for one block, which has no code of its own yet.  Returns the code to run, or NULL: the interpreter runs it. */
const void *
jit_enter_special(ec_t *ec, struct jit_door *d)
{
    struct iseq_body *body = iseq_body(frame_iseq(ec->fp));
    if (++d->calls >= (jit_call_threshold < SPECIAL_CALLS ? jit_call_threshold : SPECIAL_CALLS) && !body->jit->gave_up &&
        jit_allowed_p() && compile_entry(body, d, ec->fp))
        return d->code;
    return jit_door_at(body, d->pc)->code;
}

const void *
jit_count_entry(ec_t *ec)
{
    struct iseq_body *body = iseq_body(frame_iseq(ec->fp));
    struct jit_iseq *j = body->jit;
    const void *own = insn_own_handler(ec->pc);
    struct jit_door *d = jit_door_at(body, ec->pc);
    if (UNLIKELY(j->loops_due)) jit_count_loops(body);
    if (d != &j->first && --j->head.left) return own;
    if (!j->hot && (!j->counting || !jit_frequent_p(&j->since))) {
        j->head.left = jit_call_threshold;
        if (!j->counting) j->since = gc_objects_allocated();
        else if (++j->sparse >= SPARSE_WINDOWS) jit_rest(body);
        j->counting = true;
        return own;
    }
    j->head.left = 1; /* stays so: other doors are compiled when they are next entered */
    j->hot = true;
    if (!jit_allowed_p()) return own;
    if (!j->gave_up && compile_entry(body, d, ec->fp)) return NULL;
    insn_clear_entry(d->pc);
    return own;
}

/* Native code has returned by a throw (JIT-5), or where it began, at d. */
static void
jit_came_back(ec_t *ec, struct jit_door *d)
{
    if (jit_throw_end) jit_land(ec);
    else if (++d->stuck >= STUCK) jit_close(iseq_body(frame_iseq(ec->fp))); /* it leaves at once, again and again */
}

static ALWAYS_INLINE bool
jit_entry_enter(ec_t *ec, struct jit_door *d)
{
    VALUE *fp = ec->fp;
    jit_call(d->code, fp, ec);
    if (UNLIKELY(jit_throw_end || (ec->pc == d->pc && ec->fp == fp))) jit_came_back(ec, d);
    return true;
}

bool
jit_enter(ec_t *ec)
{
    return jit_entry_enter(ec, &jit_iseq_of(ec->pc)->first);
}

bool
jit_entered(ec_t *ec)
{
    jit_came_back(ec, jit_throw_end ? NULL : &jit_iseq_of(ec->pc)->first); /* after a throw ec->pc may be anywhere */
    return true;
}

bool
jit_enter_more(ec_t *ec)
{
    return jit_entry_enter(ec, jit_door_at(iseq_body(frame_iseq(ec->fp)), ec->pc));
}

/* The closure that the frame of a loop yields to, if it is a literal that is hot itself; 0. */
static uint32_t
jit_closure_of_loop(const VALUE *fp)
{
    if (!frame_method_p(fp) || (frame_flags(fp) & FRAME_SIDE) || !bh_literal_p(ep_up(fp))) return 0;
    struct iseq_body *block = iseq_body(frame_literal(bh_home(ep_up(fp))));
    return block->jit && block->jit->hot ? jit_closure_id(block, 0) : 0;
}

/* Native code for the loop that begins at ec->pc, compiled if it is hot; NULL: there is none (yet). */
static const uint8_t *
jit_loop_code(ec_t *ec, struct jit_iseq *j, enum jit_fact self, uint32_t block)
{
    struct jit_context c;
    unsigned versions;
    jit_open_context(&c, (unsigned)(ec->sp - ec->fp - FRAME_CELLS));
    c.self = self;
    c.block = block;
    struct jit_block *b = jit_block_find(ec->pc, jit_context_id(&c), &versions);
    if (b) return b->code;
    const uint8_t *code = jit_version(ec->pc, &c, ec->fp);
    if (!code) j->gave_up = true;
    return code;
}

/* A back-edge is taken: what the interpreter would do, and native code for the loop if it is hot. */
bool
jit_loop(ec_t *ec)
{
    if (UNLIKELY((VALUE)ec->sp >= (VALUE)ec->stack_limit)) {
        extern bool vm_backedge_slow(ec_t * ec);
        return vm_backedge_slow(ec);
    }
    const cell *pc = ec->pc;
    VALUE *fp = ec->fp;
    struct iseq_body *body = iseq_body(frame_iseq(fp));
    struct jit_iseq *j = body->jit;
    ec->sp -= insn_branch(insn_base(insn_at(pc))) != BRANCH_always;
    ec->pc = pc + (int32_t)insn_get_operand(pc, 0);
    if (j->gave_up || (frame_flags(fp) & FRAME_CANCEL) || !jit_allowed_p()) return true;
    if (j->loops < jit_loop_threshold) {
        if (!j->loops++) j->loop_since = jit_window ? gc_objects_allocated() : 0;
        if (j->loops < jit_loop_threshold) return true;
        if (!jit_frequent_p(&j->loop_since)) {
            j->loops = 1;
            if (++j->loop_sparse >= SPARSE_WINDOWS && !j->hot) jit_rest_loops(body);
            return true;
        }
    }
    uint32_t block = jit_look(body)->yields ? jit_closure_of_loop(fp) : 0;
    enum jit_fact self = jit_known_self(body, fp);
    struct jit_loop_entry *entry = &j->loop;
    if (entry->pc != ec->pc || entry->block != block || entry->self != self || entry->epoch != jit_code_epoch) {
        const uint8_t *code = jit_loop_code(ec, j, self, block);
        if (!code) return true;
        *entry = (struct jit_loop_entry){ec->pc, code, block, jit_code_epoch, self};
    }
    jit_call(entry->code, fp, ec);
    if (UNLIKELY(jit_throw_end)) jit_land(ec);
    return true;
}

/* ---- throws ---- */

static bool flattened;

/* The frames of the innermost exec go on in the interpreter. */
static void
jit_make_plain(ec_t *ec)
{
    for (VALUE *fp = ec->fp; fp != ec->tag->fp; fp = frame_prev(fp)) {
        if (frame_ruby_p(fp)) frame_unflag(fp, FRAME_NATIVE | FRAME_RUN | FRAME_DEEP);
        if (frame_prev(fp) == fp) break;
    }
}

void
jit_flatten(ec_t *ec)
{
    jit_make_plain(ec);
    flattened = true;
    longjmp(ec->tag->buf, 1);
}

bool
jit_landed(ec_t *ec)
{
    bool found = flattened;
    flattened = false;
    if (!found) jit_make_plain(ec);
    return found;
}
