/*
 * vm/exec.c - the instruction loop: the generated handlers between the macros they are written in, and the way in from C.
 *
 * Two back ends come from the same bodies.  With clang 19 each instruction is a function that ends in a tail call, and pc,
 * sp, fp, ec live in registers that ordinary C calls keep (preserve_none).  Registers are allocated by instruction, so a
 * slow path never spoils a fast one.  Elsewhere the bodies are labels of one function and end in a computed goto.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/jit.h"
#include "internal/vm/coverage.h"
#include "internal/vm/bodies.h"
#include "internal/vm_insnhelper.h"
#include "internal/vm/stack.h"

#define PUBLISH() (ec->pc = pc, ec->sp = sp, ec->fp = fp)
#define PUBLISH_C(me, block) (PUBLISH(), ec->c_me = (me), ec->c_block = (block))
#define NEXT(insn)            \
    do {                      \
        pc += INSN_LEN(insn); \
        DISPATCH();           \
    } while (0)
/* Returns a double: as a flonum if it fits one, else as a new object. */
#define FLO_RESULT(val, d)   \
    do {                     \
        double d_ = (d);     \
        PUBLISH();           \
        val = float_new(d_); \
    } while (0)
#if VM_TAILCALL

typedef VALUE PRESERVE_NONE handler_t(const cell *pc, VALUE *sp, VALUE *fp, ec_t *ec);
#define DISPATCH() MUSTTAIL return ((handler_t *)pc[0])(pc, sp, fp, ec)
#define DISPATCH_TO(handler) MUSTTAIL return ((handler_t *)(handler))(pc, sp, fp, ec)
#define FINISH(v) return (v)
/* Runs the native code of the iseq that begins at pc.  Handlers and native code have one calling convention, which keeps no
 * register.  The call therefore saves ec alone.  jit_enter() saves six registers, and a slow function calls it. */
typedef VALUE PRESERVE_NONE native_code(ec_t *, VALUE *, VALUE, VALUE, VALUE, VALUE);
#define ENTER_NATIVE()                                                                                               \
    do {                                                                                                             \
        const cell *from_ = pc;                                                                                      \
        VALUE *frame_ = fp;                                                                                          \
        PUBLISH();                                                                                                   \
        (void)((native_code *)jit_iseq_of(pc)->first.code)(ec, fp, 0, 0, 0, 0);                                      \
        pc = ec->pc;                                                                                                 \
        sp = ec->sp;                                                                                                 \
        fp = ec->fp;                                                                                                 \
        if (UNLIKELY(jit_throw_end || (pc == from_ && fp == frame_))) SLOW(jit_entered); /* JIT-5, or no progress */ \
        DISPATCH();                                                                                                  \
    } while (0)
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

/* Runs the frame that C has pushed.  Native code runs without the instructions enter_native and finish around it; ec is then as finish
 * leaves it.  A throw that goes on below C does not come back here. */
static ALWAYS_INLINE VALUE
vm_run_entered(ec_t *ec)
{
    const cell *pc = ec->pc;
    if ((const void *)pc[0] != jit_first_handlers[1]) return vm_run(ec);
    VALUE *fp = ec->fp, *at = fp - iseq_body(frame_iseq(fp))->local_count - 1, *caller = frame_prev(fp);
    frame_flag(fp, FRAME_NATIVE | FRAME_DEEP);
    VALUE v = ((native_code *)jit_iseq_of(pc)->first.code)(ec, fp, 0, 0, 0, 0);
    VM_ASSERT(!jit_throw_end);
    ec->fp = caller;
    ec->sp = at;
    return v;
}

void
vm_exec_init(void)
{
    insn_init(vm_handler_table);
}

#else

static const void *const *vm_handlers_out;

#define ENTER_NATIVE() SLOW(jit_enter)
#define vm_run_entered(ec) vm_run(ec)
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
    VALUE v;
    if (LIKELY(setjmp(tag.buf) == 0)) {
        v = vm_run_entered(ec);
    } else {
        if (UNLIKELY(ec->reserve_parts)) vm_stack_close_reserve(ec);
        if (!(jit_on && jit_landed(ec)) && !vm_throw(ec)) {
            ec->tag = tag.prev;
            vm_jump(ec);
        }
        v = vm_run(ec);
    }
    ec->tag = tag.prev;
    if (UNLIKELY(v == Qundef)) vm_jump(ec);
    return v;
}

VALUE
vm_run_frame(ec_t *ec)
{
    return vm_run(ec);
}

/* `leave` of a frame with a side record or under trace. */
bool
vm_leave_slow(ec_t *ec)
{
    VALUE *fp = ec->fp;
    if (frame_flags(fp) & FRAME_RUN) { /* `leave` again, without the record */
        sides_pop(ec, fp);
        frame_unflag(fp, FRAME_SIDE);
        return true;
    }
    VALUE val = ec->sp[-1];
    VALUE *at = fp - iseq_body(frame_iseq(fp))->local_count - 1;
    if (frame_flags(fp) & FRAME_NEW) val = *at;
    if (frame_flags(fp) & FRAME_SIDE) sides_pop(ec, fp);
    ec->pc = frame_return(fp);
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
