/*
 * vm/verify.c - the walker over value stacks: does each context keep the promises of vm.h about its frames?
 *
 * gc_verify(), which runs after each collection at check level 2, comes here for each live Thread (its root fiber) and Fiber:
 * the state looked at is what instructions published (FRAME-3).  A report has the frame's code, or 0.
 * Checked   test/internal/test_verify.rb
 */
#include "internal/vm.h"
#include "internal/vm/verify.h"

/* A frame's iseq if its cells name one that could be; 0. */
static VALUE
verify_sound_code(const VALUE *fp)
{
    VALUE owner = ep_owner(fp);
    if (!owner || !gc_object_p(owner) || obj_type(owner) != T_IMEMO) return 0;
    if (!ep_method_p(fp) && !ep_bmethod_p(fp)) return imemo_kind(owner) == IMEMO_ISEQ ? owner : 0;
    return imemo_kind(owner) == IMEMO_ME ? frame_iseq(fp) : 0;
}

/* FRAME-2: checks that the parent of a block's frame is a frame of any stack, an environment, or none. */
static bool
verify_sound_parent_p(VALUE parent)
{
    if (!parent) return true;
    if (!link_env_p(parent)) return vm_context_of((const VALUE *)parent) != NULL;
    return gc_object_p(link_env(parent)) && obj_type(link_env(parent)) == T_IMEMO &&
           imemo_kind(link_env(parent)) == IMEMO_ENV;
}

/* FRAME-2: checks that a frame returns to the end of an instruction of the frame below, or to C. */
static void
verify_return(const VALUE *fp, const VALUE *below, VALUE code)
{
    const cell *pc = frame_return(fp);
    if (pc == vm_finish_code) return;
    VALUE caller = frame_ruby_p(below) ? verify_sound_code(below) : 0;
    if (!caller) {
        gc_expect(false, "a frame returns into a frame that has no code (FRAME-2)", code);
        return;
    }
    const struct iseq_body *b = iseq_body(caller);
    gc_expect(pc > b->code && pc <= b->code + b->code_len, "a frame returns out of its caller's code (FRAME-2)", code);
}

static void
verify_ruby_frame(ec_t *ec, const VALUE *fp, const VALUE *below, const VALUE *top)
{
    VALUE code = verify_sound_code(fp);
    if (!code) {
        gc_expect(false, "a frame's third cell names neither a method nor code (FRAME-2)", 0);
        return;
    }
    const struct iseq_body *b = iseq_body(code);
    gc_expect(!(frame_flags(fp) & ~(unsigned)FRAME_ALL), "a frame has a flag that does not exist (FRAME-2)", code);
    gc_expect(fp - b->local_count - 1 >= ec->stack && fp - b->local_count > below,
              "a frame's locals lie in its caller (FRAME-1)", code);
    gc_expect(fp + b->frame_cells <= top, "a frame's cells lie above the top of the stack (FRAME-1)", code);
    if (!ep_method_p(fp))
        gc_expect(verify_sound_parent_p(ep_up(fp)), "a block's parent is neither a frame nor an environment (FRAME-2)",
                  code);
    verify_return(fp, below, code);
}

static void
verify_entry(ec_t *ec, const VALUE *fp)
{
    const VALUE *sp = entry_sp(fp);
    gc_expect(sp >= ec->stack && sp <= fp + ENTRY_CELLS, "an entry frame comes back to a stack top above itself (FRAME-4)",
              0);
}

/* FRAME-5: checks that the records are sorted, that each belongs to a frame with FRAME_SIDE, and that an open environment points at
 * its frame. */
static void
verify_sides(ec_t *ec, uint32_t flagged)
{
    gc_expect(flagged == ec->side_count, "frames with FRAME_SIDE and side records are not as many (FRAME-5)", 0);
    for (uint32_t i = 0; i < ec->side_count; i++) {
        const struct frame_side *s = &ec->sides[i];
        gc_expect(!i || s[-1].fp < s->fp, "side records are not sorted by frame (FRAME-5)", 0);
        gc_expect(frame_flags(s->fp) & FRAME_SIDE, "a frame with a side record is not flagged (FRAME-5)", 0);
        if (!s->env) continue;
        gc_expect(!env_closed_p(s->env) && env_of(s->env)->ep == s->fp, "a live frame's environment is not open (FRAME-6)",
                  s->env);
    }
}

void
vm_verify_frames(ec_t *ec)
{
    uint32_t flagged = 0;
    const VALUE *top = ec->sp, *fp = ec->fp;
    gc_expect(ec->stack_limit == NULL || ec->stack_limit <= ec->stack_end, "a stack's limit lies above its end (FRAME-8)",
              0);
    gc_expect(top >= ec->stack && top <= ec->stack_end, "a stack's top lies outside of it (FRAME-7)", 0);
    for (;;) {
        if (fp < ec->stack || fp >= top) {
            gc_expect(false, "a frame lies outside of its stack (FRAME-1)", 0);
            return;
        }
        const VALUE *below = frame_prev(fp);
        if (frame_flags(fp) & FRAME_SIDE) flagged++;
        if (!frame_ruby_p(fp)) verify_entry(ec, fp);
        if (below == fp) break;
        if (frame_ruby_p(fp)) verify_ruby_frame(ec, fp, below, top);
        top = fp;
        fp = below;
    }
    gc_expect(!frame_ruby_p(fp), "the lowest frame is not an entry frame (FRAME-4)", 0);
    verify_sides(ec, flagged);
}
