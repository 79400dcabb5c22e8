/*
 * vm/bodies.h - the words that the bodies of insns.def are written in, beyond C.
 *
 * Owns      how a frame is pushed and how a site with several receivers calls; the interpreter (vm/exec.c) and the JIT's
 *           stencils (tool/jit/stencils.c) use the same meaning.
 * Uses      what its includer defines first: PUBLISH(), PUBLISH_C(), DISPATCH(), NEXT(insn), SLOW(fn), THROW(), and the locals
 *           pc, sp, fp, ec.
 */
#ifndef FACET_INTERNAL_VM_BODIES_H
#define FACET_INTERNAL_VM_BODIES_H

#include "internal/jit.h"
#include "internal/vm/shared_sites.h"
#include "internal/vm_insnhelper.h"

#define INSN_LEN(insn) INSN_LEN_##insn
/* Whether the site with cache cc is not linked for recv (SITE-2, SITE-9). */
#define SHAPE_MISS(cc, recv) UNLIKELY(val_shape(recv) != (cc)->key0)
#define SITE_MISS(cc, recv) (SHAPE_MISS(cc, recv) && !site_class_p(cc, recv))
/* Pushes the frame of a linked Ruby method and goes to its code. */
/* Gives obj the shape that the cache has for it, unless it keeps its own. */
#define IVAR_MOVE(obj, ic)                                      \
    do {                                                        \
        if ((ic)[1]) obj_hdr(obj)->shape = (shape_id_t)(ic)[1]; \
    } while (0)
#define CHECK_NEED(need)                                                                   \
    do {                                                                                   \
        if (UNLIKELY((VALUE)(sp + (need)) >= (VALUE)ec->stack_limit)) SLOW(vm_send_limit); \
    } while (0)
/* The value of the callee's leaf function for the n arguments on top of the stack, or Qundef: the method's function has to run. */
#define CALL_LEAF(c, recv, n)                                            \
    ((n) == 0   ? ((VALUE(*)(VALUE))callee_leaf(c))(recv)                \
     : (n) == 1 ? ((VALUE(*)(VALUE, VALUE))callee_leaf(c))(recv, sp[-1]) \
                : ((VALUE(*)(VALUE, VALUE, VALUE))callee_leaf(c))(recv, sp[-2], sp[-1]))
#define ENTER_ISEQ(insn, c, argc, block_handler) ENTER_FRAME(insn, c, callee_way(c), argc, block_handler, 0)
#define ENTER_FRAME(insn, c, w, argc, block_handler, flags)    \
    do {                                                       \
        CHECK_NEED(way_need(w, argc));                         \
        ENTER_CHECKED(insn, c, w, argc, block_handler, flags); \
    } while (0)
/* Does what ENTER_FRAME does, after CHECK_NEED. */
#define ENTER_CHECKED(insn, c, w, argc, block_handler, flags) \
    ENTER_AT(insn, vm_clear_locals(sp, way_nclear(w, argc)), (c)->me, way_target(w, argc), block_handler, flags)
/* Does what ENTER_CHECKED does, where the locals are laid out up to `at`. */
#define ENTER_AT(insn, at, entry, code, block_handler, flags) \
    do {                                                      \
        VALUE *nfp = (at);                                    \
        nfp[FP_LINK] = frame_link(nfp, fp, flags);            \
        nfp[FP_RETURN] = (VALUE)(pc + INSN_LEN(insn));        \
        nfp[FP_CODE] = (VALUE)(entry);                        \
        nfp[FP_UP] = (block_handler);                         \
        pc = (code);                                          \
        fp = nfp;                                             \
        sp = nfp + FRAME_CELLS;                               \
        DISPATCH();                                           \
    } while (0)

/* Performs a call of n arguments through the entry c, at the end of sends with several receivers. */
#define SEND_ENTRY(insn, c, n)                                                                                         \
    do {                                                                                                               \
        if (LIKELY((c)->kind == SITE_ISEQ)) ENTER_ISEQ(insn, c, n, 0);                                                 \
        VALUE *at_ = &sp[-1 - (n)];                                                                                    \
        VALUE val_;                                                                                                    \
        switch ((c)->kind) {                                                                                           \
        case SITE_ATTR_GET:                                                                                            \
        case SITE_STRUCT_GET: val_ = *(VALUE *)((char *)recv + callee_offset(c)); break;                               \
        case SITE_ATTR_GET_EXT: val_ = (*(VALUE **)((char *)recv + callee_block_at(c)))[callee_block_index(c)]; break; \
        case SITE_ATTR_SET:                                                                                            \
        case SITE_STRUCT_SET:                                                                                          \
            if (UNLIKELY(obj_flags(recv) & (HDR_FROZEN | HDR_OLD_CLEAN))) SLOW(vm_send_any);                           \
            val_ = sp[-1];                                                                                             \
            *(VALUE *)((char *)recv + callee_offset(c)) = val_;                                                        \
            break;                                                                                                     \
        case SITE_ATTR_ADD:                                                                                            \
            if (UNLIKELY(obj_flags(recv) & (HDR_FROZEN | HDR_OLD_CLEAN))) SLOW(vm_send_any);                           \
            val_ = sp[-1];                                                                                             \
            *(VALUE *)((char *)recv + callee_field_at(c)) = val_;                                                      \
            obj_hdr(recv)->shape = callee_next_shape(c);                                                               \
            break;                                                                                                     \
        case SITE_ATTR_ANY:                                                                                            \
            PUBLISH();                                                                                                 \
            val_ = vm_attr_read(recv, (c)->me);                                                                        \
            break;                                                                                                     \
        case SITE_NAMED: {                                                                                             \
            if (UNLIKELY(vm_refinements_used && vm_frame_refinements(ec, fp))) SLOW(vm_send_named);                    \
            unsigned form_ = (unsigned)callee_offset(c) | (unsigned)((n) - 1);                                         \
            SEND_NAMED(insn, form_, n);                                                                                \
        }                                                                                                              \
        case SITE_VALUE0:                                                                                              \
        case SITE_VALUE1: val_ = (VALUE)callee_offset(c); break;                                                       \
        case SITE_SELF0: val_ = recv; break;                                                                           \
        case SITE_PARAM1: val_ = sp[-1]; break;                                                                        \
        case SITE_NEW: {                                                                                               \
            struct callee to_ = *(c); /* the allocation may collect, which clears entries */                           \
            CHECK_NEED(way_need(callee_way(&to_), n));                                                                 \
            PUBLISH();                                                                                                 \
            *at_ = vm_new_object(recv);                                                                                \
            ENTER_CHECKED(insn, &to_, callee_way(&to_), n, 0, FRAME_NEW);                                              \
        }                                                                                                              \
        case SITE_NEW0:                                                                                                \
            PUBLISH();                                                                                                 \
            val_ = vm_new_object(recv);                                                                                \
            break;                                                                                                     \
        case SITE_LEAF0:                                                                                               \
        case SITE_LEAF1:                                                                                               \
        case SITE_LEAF2:                                                                                               \
            val_ = CALL_LEAF(c, recv, n);                                                                              \
            if (LIKELY(val_ != Qundef)) break;                                                                         \
            __attribute__((fallthrough));                                                                              \
        default:                                                                                                       \
            PUBLISH_C((c)->me, 0);                                                                                     \
            val_ = vm_cfunc_invoke((c)->me->def, recv, n, at_ + 1);                                                    \
            ec->c_me = NULL;                                                                                           \
            if (UNLIKELY(val_ == Qundef)) THROW();                                                                     \
        }                                                                                                              \
        sp = at_ + 1;                                                                                                  \
        *at_ = val_;                                                                                                   \
        NEXT(insn);                                                                                                    \
    } while (0)
/* SEND_ENTRY with a block literal. */
#define SEND_BLOCK_ENTRY(insn, c, n)                                                           \
    do {                                                                                       \
        if (LIKELY((c)->kind == SITE_ISEQ)) {                                                  \
            CHECK_NEED(way_need(callee_way(c), n));                                            \
            fp[FP_LITERAL] = (VALUE)block;                                                     \
            ENTER_CHECKED(insn, c, callee_way(c), n, bh_of_frame(fp), 0);                      \
        }                                                                                      \
        if ((c)->kind == SITE_ISEQ_BLOCK) {                                                    \
            CHECK_NEED(way_need(callee_way(c), n));                                            \
            fp[FP_LITERAL] = (VALUE)block;                                                     \
            VALUE *frame_ = vm_clear_locals(sp, way_nclear(callee_way(c), n));                 \
            sp[callee_block_local((c)->me, n)] = Qundef;                                       \
            ENTER_AT(insn, frame_, (c)->me, way_target(callee_way(c), n), bh_of_frame(fp), 0); \
        }                                                                                      \
        fp[FP_LITERAL] = (VALUE)block;                                                         \
        PUBLISH_C((c)->me, bh_of_frame(fp));                                                   \
        VALUE val_ = vm_cfunc_invoke((c)->me->def, recv, n, sp - (n));                         \
        ec->c_me = NULL;                                                                       \
        ec->c_block = 0;                                                                       \
        if (UNLIKELY(val_ == Qundef)) THROW();                                                 \
        sp -= (n);                                                                             \
        sp[-1] = val_;                                                                         \
        NEXT(insn);                                                                            \
    } while (0)
/* Performs a call of recv with the n arguments on top of the stack, as entry to_ of the shared table has it.  The result goes to the
 * cell `at`.  For a Ruby callee the `above` cells above `gap` move down by one, so that its arguments follow its receiver.  slow
 * serves the other kinds. */
#define NAMED_ENTRY(insn, to_, recv, n, at, gap, above, slow)                                                              \
    do {                                                                                                                   \
        VALUE val_;                                                                                                        \
        switch ((to_)->kind) {                                                                                             \
        case SITE_ISEQ:                                                                                                    \
            CHECK_NEED(way_need(callee_way(to_), n));                                                                      \
            vm_shift_down(gap, above);                                                                                     \
            sp--;                                                                                                          \
            ENTER_CHECKED(insn, to_, callee_way(to_), n, 0, 0);                                                            \
        case SITE_VALUE0:                                                                                                  \
        case SITE_VALUE1: val_ = (VALUE)callee_offset(to_); break;                                                         \
        case SITE_SELF0: val_ = recv; break;                                                                               \
        case SITE_PARAM1: val_ = sp[-1]; break;                                                                            \
        case SITE_ATTR_GET:                                                                                                \
        case SITE_STRUCT_GET: val_ = *(VALUE *)((char *)recv + callee_offset(to_)); break;                                 \
        case SITE_ATTR_GET_EXT: val_ = (*(VALUE **)((char *)recv + callee_block_at(to_)))[callee_block_index(to_)]; break; \
        case SITE_ATTR_ANY:                                                                                                \
            PUBLISH();                                                                                                     \
            val_ = vm_attr_read(recv, (to_)->me);                                                                          \
            break;                                                                                                         \
        case SITE_LEAF0:                                                                                                   \
        case SITE_LEAF1:                                                                                                   \
        case SITE_LEAF2:                                                                                                   \
            val_ = CALL_LEAF(to_, recv, n);                                                                                \
            if (LIKELY(val_ != Qundef)) break;                                                                             \
            __attribute__((fallthrough));                                                                                  \
        case SITE_C0:                                                                                                      \
        case SITE_C1:                                                                                                      \
        case SITE_C2:                                                                                                      \
        case SITE_CN:                                                                                                      \
            PUBLISH_C((to_)->me, 0);                                                                                       \
            val_ = vm_cfunc_invoke((to_)->me->def, recv, (int)(n), sp - (n));                                              \
            ec->c_me = NULL;                                                                                               \
            if (UNLIKELY(val_ == Qundef)) THROW();                                                                         \
            break;                                                                                                         \
        default: SLOW(slow);                                                                                               \
        }                                                                                                                  \
        *(at) = val_;                                                                                                      \
        sp = (at) + 1;                                                                                                     \
        NEXT(insn);                                                                                                        \
    } while (0)
/* send or public_send of n arguments, the first of which is the name.  form: of the call without it. */
#define SEND_NAMED(insn, form, n)                                                  \
    do {                                                                           \
        VALUE *name_ = sp - (n);                                                   \
        unsigned n_ = (unsigned)(n) - 1u;                                          \
        uint32_t mid_ = (uint32_t)(*name_ >> 8);                                   \
        shape_id_t key_ = val_shape(recv);                                         \
        const struct pic_entry *e_ = shared_site_find(key_, mid_, form);           \
        if (UNLIKELY((*name_ & 0xff) != SYMBOL_FLAG || !e_)) SLOW(vm_send_named);  \
        NAMED_ENTRY(insn, &e_->to, recv, n_, name_ - 1, name_, n_, vm_send_named); \
    } while (0)
/* yield of `depth` values to &:name: the first is the receiver, the shared table has the method. */
#define YIELD_SYMBOL(insn, sym, depth)                                               \
    do {                                                                             \
        VALUE *at_ = sp - (depth) - 1, recv_ = at_[1];                               \
        unsigned n_ = (depth) - 1u;                                                  \
        uint32_t mid_ = (uint32_t)((sym) >> 8);                                      \
        shape_id_t key_ = (depth) ? val_shape(recv_) : SHAPE_HIDDEN;                 \
        const struct pic_entry *e_ = shared_site_find(key_, mid_, n_);               \
        if (UNLIKELY(!key_ || !e_)) SLOW(vm_invokeblock_slow);                       \
        NAMED_ENTRY(insn, &e_->to, recv_, n_, at_, at_, depth, vm_invokeblock_slow); \
    } while (0)

#endif
