/*
 * vm/exec.c - the instruction loop: the generated handlers between the macros they are written in, and the way in from C.
 *
 * Two back ends come from the same bodies.  With clang 19 each instruction is a function that ends in a tail call, and pc,
 * sp, fp, ec live in registers that ordinary C calls keep (preserve_none); register allocation is by instruction, so a
 * slow path never spoils a fast one.  Elsewhere the bodies are labels of one function and end in a computed goto.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/vm/coverage.h"
#include "internal/vm_insnhelper.h"
#include "internal/vm/stack.h"

#define PUBLISH() (ec->pc = pc, ec->sp = sp, ec->fp = fp)
#define PUBLISH_C(me, block) (PUBLISH(), ec->c_me = (me), ec->c_block = (block))
#define INSN_LEN(insn) INSN_LEN_##insn
#define NEXT(insn)            \
    do {                      \
        pc += INSN_LEN(insn); \
        DISPATCH();           \
    } while (0)
/* A double as a result: in place if it fits a flonum, else through the allocator. */
#define FLO_RESULT(val, d)   \
    do {                     \
        double d_ = (d);     \
        PUBLISH();           \
        val = float_new(d_); \
    } while (0)
/* Pushes the frame of a linked Ruby method and goes to its code. */
#define CHECK_NEED(need)                                                                   \
    do {                                                                                   \
        if (UNLIKELY((VALUE)(sp + (need)) >= (VALUE)ec->stack_limit)) SLOW(vm_send_limit); \
    } while (0)
#define ENTER_ISEQ(insn, c, argc, block_handler) ENTER_FRAME(insn, c, callee_way(c), argc, block_handler, 0)
#define ENTER_FRAME(insn, c, w, argc, block_handler, flags)    \
    do {                                                       \
        CHECK_NEED(way_need(w, argc));                         \
        ENTER_CHECKED(insn, c, w, argc, block_handler, flags); \
    } while (0)
/* The same where CHECK_NEED was done. */
#define ENTER_CHECKED(insn, c, w, argc, block_handler, flags) \
    ENTER_AT(insn, vm_clear_locals(sp, way_nclear(w, argc)), (c)->me, way_target(w, argc), block_handler, flags)
/* The same where the locals are laid out up to `at`. */
#define ENTER_AT(insn, at, entry, code, block_handler, flags)              \
    do {                                                                   \
        VALUE *nfp = (at);                                                 \
        nfp[0] = (VALUE)((char *)nfp - (char *)fp) | (VALUE)(flags) << 32; \
        nfp[1] = (VALUE)(pc + INSN_LEN(insn));                             \
        nfp[2] = (VALUE)(entry);                                           \
        nfp[3] = (block_handler);                                          \
        pc = (code);                                                       \
        fp = nfp;                                                          \
        sp = nfp + FRAME_CELLS;                                            \
        DISPATCH();                                                        \
    } while (0)

/* Performs a call of n arguments as c says: the end of sends that know several receivers. */
#define SEND_ENTRY(insn, c, n)                                                                     \
    do {                                                                                           \
        if (LIKELY((c)->kind == SITE_ISEQ)) ENTER_ISEQ(insn, c, n, 0);                             \
        VALUE *at_ = &sp[-1 - (n)];                                                                \
        VALUE val_;                                                                                \
        switch ((c)->kind) {                                                                       \
        case SITE_ATTR_GET:                                                                        \
        case SITE_STRUCT_GET: val_ = *(VALUE *)((char *)recv + callee_offset(c)); break;           \
        case SITE_ATTR_SET:                                                                        \
        case SITE_STRUCT_SET:                                                                      \
            if (UNLIKELY(obj_flags(recv) & (HDR_FROZEN | HDR_OLD_CLEAN))) SLOW(vm_send_any);       \
            val_ = sp[-1];                                                                         \
            *(VALUE *)((char *)recv + callee_offset(c)) = val_;                                    \
            break;                                                                                 \
        case SITE_LEAF0: val_ = ((VALUE(*)(VALUE))callee_function(c))(recv); break;                \
        case SITE_LEAF1: val_ = ((VALUE(*)(VALUE, VALUE))callee_function(c))(recv, sp[-1]); break; \
        case SITE_NEW: {                                                                           \
            struct callee to_ = *(c); /* the allocation may collect, which clears entries */       \
            CHECK_NEED(way_need(callee_way(&to_), n));                                             \
            PUBLISH();                                                                             \
            *at_ = vm_new_object(recv);                                                            \
            ENTER_CHECKED(insn, &to_, callee_way(&to_), n, 0, FRAME_NEW);                          \
        }                                                                                          \
        case SITE_NEW0:                                                                            \
            PUBLISH();                                                                             \
            val_ = vm_new_object(recv);                                                            \
            break;                                                                                 \
        default:                                                                                   \
            PUBLISH_C((c)->me, 0);                                                                 \
            val_ = vm_cfunc_invoke((c)->me->def, recv, n, at_ + 1);                                \
            ec->c_me = NULL;                                                                       \
            if (UNLIKELY(val_ == Qundef)) THROW();                                                 \
        }                                                                                          \
        sp = at_ + 1;                                                                              \
        *at_ = val_;                                                                               \
        NEXT(insn);                                                                                \
    } while (0)
/* The same with a block literal. */
#define SEND_BLOCK_ENTRY(insn, c, n)                                                               \
    do {                                                                                           \
        if (LIKELY((c)->kind == SITE_ISEQ)) {                                                      \
            CHECK_NEED(way_need(callee_way(c), n));                                                \
            fp[4] = (VALUE)block;                                                                  \
            ENTER_CHECKED(insn, c, callee_way(c), n, (VALUE)fp | BH_ISEQ, 0);                      \
        }                                                                                          \
        if ((c)->kind == SITE_ISEQ_BLOCK) {                                                        \
            CHECK_NEED(way_need(callee_way(c), n));                                                \
            fp[4] = (VALUE)block;                                                                  \
            VALUE *frame_ = vm_clear_locals(sp, way_nclear(callee_way(c), n));                     \
            sp[callee_block_local((c)->me, n)] = Qundef;                                           \
            ENTER_AT(insn, frame_, (c)->me, way_target(callee_way(c), n), (VALUE)fp | BH_ISEQ, 0); \
        }                                                                                          \
        fp[4] = (VALUE)block;                                                                      \
        PUBLISH_C((c)->me, (VALUE)fp | BH_ISEQ);                                                   \
        VALUE val_ = vm_cfunc_invoke((c)->me->def, recv, n, sp - (n));                             \
        ec->c_me = NULL;                                                                           \
        ec->c_block = 0;                                                                           \
        if (UNLIKELY(val_ == Qundef)) THROW();                                                     \
        sp -= (n);                                                                                 \
        sp[-1] = val_;                                                                             \
        NEXT(insn);                                                                                \
    } while (0)
/* yield of `depth` values to &:name: the first is the receiver, the shared table has the method. */
#define YIELD_SYMBOL(insn, sym, depth)                                                                           \
    do {                                                                                                         \
        VALUE *at_ = sp - (depth) - 1, recv_ = at_[1], val_;                                                     \
        unsigned n_ = (depth) - 1u;                                                                              \
        uint32_t mid_ = (uint32_t)((sym) >> 8);                                                                  \
        shape_id_t key_ = (depth) ? val_shape(recv_) : SHAPE_HIDDEN;                                             \
        const struct pic_entry *e_ = mega_entry(key_, mid_, n_);                                                 \
        const struct callee *to_ = &e_->to;                                                                      \
        if (UNLIKELY(!key_ || e_->key != key_ || e_->mid != mid_ || to_->form != n_)) SLOW(vm_invokeblock_slow); \
        switch (to_->kind) {                                                                                     \
        case SITE_LEAF0: val_ = ((VALUE(*)(VALUE))callee_function(to_))(recv_); break;                           \
        case SITE_LEAF1: val_ = ((VALUE(*)(VALUE, VALUE))callee_function(to_))(recv_, sp[-1]); break;            \
        case SITE_ATTR_GET:                                                                                      \
        case SITE_STRUCT_GET: val_ = *(VALUE *)((char *)recv_ + callee_offset(to_)); break;                      \
        case SITE_ISEQ:                                                                                          \
            CHECK_NEED(way_need(callee_way(to_), n_));                                                           \
            vm_shift_down(at_, depth);                                                                           \
            sp--;                                                                                                \
            ENTER_CHECKED(insn, to_, callee_way(to_), n_, 0, 0);                                                 \
        case SITE_C0:                                                                                            \
        case SITE_C1:                                                                                            \
        case SITE_C2:                                                                                            \
        case SITE_CN:                                                                                            \
            vm_shift_down(at_, depth);                                                                           \
            PUBLISH_C(to_->me, 0);                                                                               \
            val_ = vm_cfunc_invoke(to_->me->def, recv_, (int)n_, at_ + 1);                                       \
            ec->c_me = NULL;                                                                                     \
            if (UNLIKELY(val_ == Qundef)) THROW();                                                               \
            break;                                                                                               \
        default: SLOW(vm_invokeblock_slow);                                                                      \
        }                                                                                                        \
        at_[0] = val_;                                                                                           \
        sp = at_ + 1;                                                                                            \
        NEXT(insn);                                                                                              \
    } while (0)

#if VM_TAILCALL

typedef VALUE PRESERVE_NONE handler_t(const cell *pc, VALUE *sp, VALUE *fp, ec_t *ec);
#define DISPATCH() MUSTTAIL return ((handler_t *)pc[0])(pc, sp, fp, ec)
#define DISPATCH_TO(handler) MUSTTAIL return ((handler_t *)(handler))(pc, sp, fp, ec)
#define FINISH(v) return (v)
#include "vm_tail.inc"
static const void *const vm_handler_table[] = {
#define INSN_HANDLER_LINES
#include "vm_tail.inc"
};

static VALUE
vm_run(ec_t *ec)
{
    const cell *pc = ec->pc;
    return ((handler_t *)pc[0])(pc, ec->sp, ec->fp, ec);
}

void
vm_exec_init(void)
{
    insn_init(vm_handler_table);
}

#else

static const void *const *vm_handlers_out;

#define DISPATCH() goto *(void *)pc[0]
#define DISPATCH_TO(handler) goto *(void *)(handler)
#define FINISH(v) return (v)
/* No two handlers are the same code, which gcc would put at one address (iseq/insn.c tells handlers apart by it). */
#define INSN_ENTER(name) __asm__ volatile("" : : "i"(INSN_##name))

static VALUE
vm_run(ec_t *ec)
{
    static const void *const vm_handler_table[] = {
#define INSN_HANDLER_LINES
#include "vm_goto.inc"
    };
    if (UNLIKELY(!ec)) {
        vm_handlers_out = vm_handler_table;
        return Qnil;
    }
    const cell *pc = ec->pc;
    VALUE *sp = ec->sp;
    VALUE *fp = ec->fp;
    DISPATCH();
#include "vm_goto.inc"
}

void
vm_exec_init(void)
{
    vm_run(NULL);
    insn_init(vm_handlers_out);
}

#endif

VALUE
vm_exec(ec_t *ec)
{
    struct vm_tag tag;
    vm_check_machine_stack(ec);
    vm_tag_push(ec, &tag);
    tag.is_exec = true;
    tag.fp = frame_prev(ec->fp); /* the ENTRY frame below the one to run */
    if (UNLIKELY(setjmp(tag.buf) != 0)) {
        if (UNLIKELY(ec->reserve_parts)) vm_stack_close_reserve(ec);
        if (!vm_throw(ec)) {
            ec->tag = tag.prev;
            vm_jump(ec);
        }
    }
    VALUE v = vm_run(ec);
    ec->tag = tag.prev;
    if (UNLIKELY(v == Qundef)) vm_jump(ec);
    return v;
}

/* `leave` of a frame with a side record or under trace. */
bool
vm_leave_slow(ec_t *ec)
{
    VALUE *fp = ec->fp;
    VALUE val = ec->sp[-1];
    VALUE *at = fp - iseq_body(frame_iseq(fp))->local_count - 1;
    if (frame_flags(fp) & FRAME_NEW) val = *at;
    if (frame_flags(fp) & FRAME_SIDE) sides_pop(ec, fp);
    ec->pc = (const cell *)fp[1];
    ec->fp = frame_prev(fp);
    *at = val;
    ec->sp = at + 1;
    return true;
}

bool
vm_backedge_slow(ec_t *ec)
{
    return vm_check_interrupts(ec);
}
