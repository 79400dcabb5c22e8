/*
 * jit/layout.h - the offsets and flag values that stencils depend on, summed up in one number.
 *
 * The table of stencils has the number that it was made with.  A ruby with another number runs without the JIT.
 */
#ifndef FACET_INTERNAL_JIT_LAYOUT_H
#define FACET_INTERNAL_JIT_LAYOUT_H

#include "internal/array.h"
#include "internal/jit.h"
#include "internal/vm_insnhelper.h"

#define JIT_L(sum, value) ((sum) * UINT64_C(0x100000001b3) + (uint64_t)(value))
#define JIT_L2(sum, a, b) JIT_L(JIT_L(sum, a), b)
#define JIT_L4(sum, a, b, c, d) JIT_L2(JIT_L2(sum, a, b), c, d)
#define JIT_L8(sum, a, b, c, d, e, f, g, h) JIT_L4(JIT_L4(sum, a, b, c, d), e, f, g, h)
#define JIT_EC(field) offsetof(struct exec_context, field)
#define JIT_BODY(field) offsetof(struct iseq_body, field)
#define JIT_LAYOUT_1                                                                                                   \
    JIT_L8(1, JIT_EC(pc), JIT_EC(sp), JIT_EC(fp), JIT_EC(stack_limit), JIT_EC(c_me), JIT_EC(c_block), JIT_EC(errinfo), \
           sizeof(struct obj_header))
#define JIT_LAYOUT_2                                                                                        \
    JIT_L8(JIT_LAYOUT_1, JIT_BODY(code), JIT_BODY(local_count), JIT_BODY(stack_max), JIT_BODY(plain_block), \
           JIT_BODY(params), JIT_BODY(parent), JIT_BODY(jit), sizeof(struct iseq_params))
#define JIT_LAYOUT_3                                                                                                \
    JIT_L8(JIT_LAYOUT_2, offsetof(struct call_cache, key0), offsetof(struct call_cache, to), sizeof(struct callee), \
           offsetof(struct callee, me), offsetof(struct call_cache, klass), offsetof(struct call_cache, pic),       \
           sizeof(struct call_cache), sizeof(struct pic_entry))
#define JIT_LAYOUT_4                                                                                                     \
    JIT_L8(JIT_LAYOUT_3, offsetof(struct method_entry, def), offsetof(struct method_def, as), sizeof(struct method_def), \
           offsetof(struct rproc, code), offsetof(struct rproc, env), offsetof(struct env, ep), FRAME_CELLS, SITE_LAYOUT)
#define JIT_LAYOUT_5                                                                            \
    JIT_L8(JIT_LAYOUT_4, ARY_HEAP, ARY_LEN_MASK, ARY_LEN_SHIFT, offsetof(struct ary_heap, ptr), \
           offsetof(struct ary_heap, len), SHAPE_ARRAY0, SHAPE_STRING0, SHAPE_HASH0)
#define JIT_LAYOUT                                                                                                      \
    JIT_L8(JIT_LAYOUT_5, HDR_FROZEN, HDR_OLD_CLEAN, FRAME_NATIVE * 16 + FRAME_RUN + FRAME_SIDE + FRAME_DEEP, FRAME_NEW, \
           Qnil, Qundef, offsetof(struct jit_iseq, first.entry), sizeof(struct ivar_entry))

#endif
