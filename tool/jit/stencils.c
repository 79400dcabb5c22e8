/*
 * tool/jit/stencils.c - what the JIT copies: the bodies of insns.def between these macros, and a few pieces of its own.
 *
 * Not part of ruby: tool/jit/stencils compiles it with clang and turns the object into jit/table_PROCESSOR.inc.
 *
 * A stencil is a function whose arguments stay in their registers from one to the next: fp, ec, and the four lowest cells of
 * the operand stack.  Constants are addresses of symbols that do not exist (holes); the copier fills them in.  The
 * symbols that stand for bytes are aligned so that clang sees through (x >> 3) << 3.
 */
#define JIT_STENCILS 1
#include "internal/compiler.h"
#include "internal/jit.h"
#include "internal/jit/layout.h"
#include "internal/vm/coverage.h"
#include "internal/vm_insnhelper.h"

#define PN __attribute__((preserve_none))
/* fp is not in the first register of the convention, r12, because each address with that base takes a byte more. */
#define PARAMETERS ec_t *ec, VALUE *fp_, VALUE t0, VALUE t1, VALUE t2, VALUE t3
#define STENCIL(name) PN VALUE name(PARAMETERS)
#define JIT_GO(f) __attribute__((musttail)) return f(ec, fp_, t0, t1, t2, t3)
/* The registers from the h-th on hold nothing that is used again. */
#define JIT_DEAD(h) JIT_DEAD_(h)
#define JIT_DEAD_(h) JIT_DEAD##h
#define JIT_DEAD1 __asm__("" : "=r"(t1), "=r"(t2), "=r"(t3))
#define JIT_DEAD2 __asm__("" : "=r"(t2), "=r"(t3))
#define JIT_DEAD3 __asm__("" : "=r"(t3))
#define JIT_DEAD4 (void)0
/* The registers hold nothing from here on. */
#define JIT_SCRATCH __asm__("" : "=r"(t0), "=r"(t1), "=r"(t2), "=r"(t3))
PN VALUE NEXTTO(PARAMETERS), EXIT(PARAMETERS), SLOWTO(PARAMETERS), THROWTO(PARAMETERS), TGT(PARAMETERS);

#define HOLE __attribute__((visibility("hidden")))
#define BYTES HOLE __attribute__((aligned(8)))
extern char SPO[] BYTES, RCV[] BYTES, RES[] BYTES, CELL[] BYTES, A0[] BYTES, A1[] BYTES, A2[] BYTES, A3[] BYTES,
    NEED[] BYTES, YSELF[] BYTES;
extern char N0[] HOLE, N1[] HOLE, N2[] HOLE, N3[] HOLE, K[] HOLE, IC0[] HOLE, IC0H[] HOLE, IC1[] HOLE, KEY[] HOLE;
#define AT(hole) (*(VALUE *)((char *)fp_ + (intptr_t)(hole)))
#define ADDRESS(hole)                                 \
    ({                                                \
        void *p_;                                     \
        __asm__("movabsq $" #hole ", %0" : "=r"(p_)); \
        p_;                                           \
    })
#define JIT_PC ((const cell *)ADDRESS(PC))
#define JIT_CONSTANT ((VALUE)(intptr_t)K)
#define JIT_INDEX(n) ((intptr_t)A##n >> 3)
#define JIT_NUMBER(type, n) ((type)(intptr_t)N##n)
#define JIT_TRUE(v) true
#define JIT_FALSE(v) false
#define JIT_NO_FLAGS(v) 0u
#define JIT_SHAPE_KNOWN(v) ((shape_id_t)(intptr_t)IC0)
#define JIT_CACHE(ic) \
    const uint64_t ic[2] = {(uint32_t)(intptr_t)IC0 | (uint64_t)(uint32_t)(intptr_t)IC0H << 32, (uint32_t)(intptr_t)IC1}
#define JIT_SITE(cs) struct call_site *const cs = &site_

/* ---- operands in their cells ---- */

#include "internal/vm/bodies.h"

#define PUBLISH() (ec->pc = pc, ec->sp = sp, ec->fp = fp)
#define PUBLISH_C(me, block) (PUBLISH(), ec->c_me = (me), ec->c_block = (block))
#define JIT_MEMORY_BEGIN     \
    const cell *pc = JIT_PC; \
    VALUE *fp = fp_;         \
    VALUE *sp = &AT(SPO);    \
    (void)pc, (void)fp, (void)sp
#define JIT_MEMORY_END \
    JIT_SCRATCH;       \
    JIT_GO(NEXTTO)
#define NEXT(insn)      \
    do {                \
        JIT_MEMORY_END; \
    } while (0)
#define SLOW(fn)                 \
    do {                         \
        JIT_SCRATCH;             \
        t0 = (VALUE)ADDRESS(fn); \
        JIT_GO(SLOWTO);          \
    } while (0)
#define THROW()          \
    do {                 \
        JIT_SCRATCH;     \
        JIT_GO(THROWTO); \
    } while (0)
#define FLO_RESULT(val, d)   \
    do {                     \
        double d_ = (d);     \
        PUBLISH();           \
        val = float_new(d_); \
    } while (0)
/* A frame was pushed: fp is its, pc where it starts. */
typedef PN VALUE native_code(PARAMETERS);
PN VALUE jit_stub_interpret(PARAMETERS), jit_stub_resume(PARAMETERS), jit_stub_run(PARAMETERS), jit_stub_cut(PARAMETERS);
bool jit_slow(ec_t *ec, bool (*fn)(ec_t *), const cell *next);
void jit_throw(ec_t *ec), jit_hit(ec_t *ec, uint32_t id);
VALUE jit_run(ec_t *ec, VALUE *fp);
const void *jit_code_at(ec_t *ec, const VALUE *fp), *jit_enter_special(ec_t *ec, struct jit_door *d);
extern char STUB[] HOLE;
static ALWAYS_INLINE native_code *
entry_of(VALUE *fp, const cell *pc)
{
    const void *handler = (const void *)pc[0];
    (void)fp;
    if (LIKELY(handler == jit_first_handlers[1] || handler == jit_first_handlers[0]))
        return (native_code *)jit_iseq_of(pc)->first.entry;
    if (handler == jit_first_handlers[3] || handler == jit_first_handlers[2]) return (native_code *)ADDRESS(jit_stub_resume);
    return (native_code *)ADDRESS(jit_stub_run);
}
/* Runs the frame that was pushed, by a machine call, and gives its value. */
#define RUN_CALLEE()                               \
    ({                                             \
        frame_flag(fp, FRAME_NATIVE | FRAME_DEEP); \
        ec->pc = pc;                               \
        entry_of(fp, pc)(ec, fp, 0, 0, 0, 0);      \
    })
#define DISPATCH()                   \
    do {                             \
        VALUE value_ = RUN_CALLEE(); \
        AT(RES) = value_;            \
        JIT_MEMORY_END;              \
    } while (0)

/* ---- bodies that all places call: pc is in t0, sp in t1, the address of the result's cell in t2 ---- */

#define JIT_FAR_BEGIN                          \
    const cell *pc = (const cell *)t0;         \
    const cell *const next_ = pc + JIT_LENGTH; \
    VALUE *fp = fp_, *sp = (VALUE *)t1;        \
    VALUE *const result_ = (VALUE *)t2;        \
    (void)pc, (void)fp, (void)sp, (void)next_, (void)result_
/* fp and ec go back in their registers, so that the place need not save them. */
PN VALUE jit_stub_yes(PARAMETERS), jit_stub_no(PARAMETERS);
#define JIT_FAR_RETURN(answer) __attribute__((musttail)) return jit_stub_##answer(ec, fp_, 0, 0, 0, 0)
#define JIT_FAR_END JIT_FAR_RETURN(yes)
/* Publishes the arguments, whatever the body has made of pc, sp and fp, and calls a slow function. */
#define JIT_FAR_SLOW(fn)                                                     \
    do {                                                                     \
        ec->pc = (const cell *)t0;                                           \
        ec->sp = (VALUE *)t1;                                                \
        ec->fp = fp_;                                                        \
        if (UNLIKELY(!jit_slow(ec, ADDRESS(fn), next_))) JIT_FAR_RETURN(no); \
        JIT_FAR_RETURN(yes);                                                 \
    } while (0)
#define JIT_FAR_THROW()     \
    do {                    \
        ec->fp = fp_;       \
        jit_throw(ec);      \
        JIT_FAR_RETURN(no); \
    } while (0)
#define JIT_FAR_DISPATCH()       \
    do {                         \
        *result_ = RUN_CALLEE(); \
        JIT_FAR_END;             \
    } while (0)

/* ---- shapes ---- */

/* Whether the heap object v has another shape than the hole's.  clang would load both; this is one comparison with memory. */
static ALWAYS_INLINE bool
jit_other_shape(VALUE v)
{
#ifdef __x86_64__
    __asm__ goto("cmpl $KEY, %0\n\tjne %l1" : : "m"(obj_hdr(v)->shape) : "cc" : other);
    return false;
other:
    return true;
#else
    return obj_shape(v) != (shape_id_t)(intptr_t)KEY;
#endif
}
#define JIT_SHAPE_MISS(cc, recv) \
    UNLIKELY(UNLIKELY(!val_heap_p(recv)) ? val_shape(recv) != (cc)->key0 : UNLIKELY(jit_other_shape(recv)))
#define JIT_OBJ_SHAPE_MISS(cc, recv) UNLIKELY(jit_other_shape(recv))
#define JIT_NO_SHAPE_MISS(cc, recv) false

/* ---- operands in registers ---- */

#define JIT_REGISTER_BEGIN  \
    VALUE *fp = fp_;        \
    struct call_site site_; \
    (void)fp, (void)site_
#define JIT_REGISTER_BEGIN_PC \
    const cell *pc = JIT_PC;  \
    JIT_REGISTER_BEGIN
/* The macros SLOW, FLO_RESULT and THROW of typed forms leave the native code if the form cannot finish.  Its operands are then
 * unchanged.  Typed forms must not publish: the function below is not defined, so the table could not contain such a form. */
void jit_publishes_in_registers(void);
#define JIT_NO_PUBLISH() jit_publishes_in_registers()
/* Typed forms have no site. */
#define JIT_NO_LEAF(...) Qundef
#define JIT_LEAVE(fn) JIT_GO(EXIT)
#define JIT_FLO_RESULT(val, d)                                                         \
    do {                                                                               \
        union {                                                                        \
            double flo;                                                                \
            VALUE bits;                                                                \
        } u_;                                                                          \
        u_.flo = (d);                                                                  \
        unsigned bits_ = (unsigned)(u_.bits >> 60) & 7;                                \
        if (UNLIKELY(u_.bits == 0x3000000000000000ul || (bits_ != 3 && bits_ != 4))) { \
            if (u_.bits) JIT_GO(EXIT);                                                 \
            val = FLONUM_ZERO;                                                         \
        } else {                                                                       \
            val = (((u_.bits << 3) | (u_.bits >> 61)) & ~(VALUE)3) | 2;                \
        }                                                                              \
    } while (0)

#define JIT_NO_MOVE(obj, ic) (void)0 /* the translator puts setshape behind, where the shape changes */
#define JIT_BLOCK_AT(c) ((uintptr_t)(intptr_t)A2)
#define JIT_BLOCK_INDEX(c) ((uintptr_t)JIT_INDEX(3))
#define JIT_OFFSET(to) ((uintptr_t)(intptr_t)A2)
extern char ENTRY[] HOLE;
#define JIT_CALLEE(to) ((void *)ENTRY) /* leaf functions are in ruby itself, which is near (JMEM-1) */
#define JIT_LEAVE_SITE(fn)    \
    do {                      \
        JIT_DEAD(JIT_HEIGHT); \
        JIT_GO(EXIT);         \
    } while (0)
#define JIT_ANSWER(to) ((uint32_t)(uintptr_t)ADDRESS(K))
#define JIT_SITE_BEGIN                                                       \
    VALUE *fp = fp_;                                                         \
    struct call_site site_ = {.cache = {.key0 = (shape_id_t)(intptr_t)KEY}}; \
    (void)fp, (void)site_

/* ---- calls whose callee is known ---- */

/* Builds the data of the site's line from constants.  me and klass are read from the line, because those objects move. */
#define JIT_CALL_SITE                                     \
    const struct call_cache *const line_ = ADDRESS(SITE); \
    struct call_site site_ = {                            \
        .cache = {.key0 = (shape_id_t)(intptr_t)KEY, .to = {.me = line_->to.me}, .klass = JIT_CALL_KLASS(line_)}}
#define JIT_CALL_KLASS(line) (line)->klass
/* A yield to a literal that is known, of this frame's method, or of the one that a block's frame is in. */
#define JIT_LITERAL(line)                   \
    ({                                      \
        VALUE h_ = ep_up(fp);               \
        __builtin_assume(bh_literal_p(h_)); \
        frame_literal(bh_home(h_));         \
    })
#define JIT_LITERAL_UP(line)                                      \
    ({                                                            \
        VALUE h_ = ep_up(JIT_ONE_UP(fp, 1));                      \
        bh_literal_p(h_) ? frame_literal(bh_home(h_)) : (VALUE)0; \
    })
/* The hole has the place where the callee returns to, which is stored as it is. */
#define JIT_CALL_BEGIN                    \
    const cell *pc = JIT_PC - JIT_LENGTH; \
    VALUE *fp = fp_;                      \
    VALUE *sp = &AT(RCV) + 1;             \
    JIT_CALL_SITE;                        \
    (void)pc, (void)fp, (void)sp
/* sp lies above the receiver, as if there were no arguments: one hole for both. */
#define JIT_ARGC(cs, depth) 0
#define JIT_CALL_FRAME(sp, n) (&AT(SPO))
#define JIT_NO_CLEAR(w, argc) 0
/* The hole has the place where the callee's cells end. */
#define JIT_CALL_CHECK(need)                                                \
    do {                                                                    \
        if (UNLIKELY((VALUE) & AT(NEED) >= (VALUE)ec->stack_limit)) SLOW(); \
    } while (0)
#define JIT_NO_LEVEL(fp, level) (fp)
#define JIT_ONE_UP(fp, level) ep_resolve(ep_up(fp))
#define JIT_NO_DROP(cc, w, argc) 0
#define JIT_NO_CLASS(cc, recv) false /* the translator puts a guard of the class in front (jit_guard_class) */
#define JIT_BLOCK_SELF(cc, w) ((intptr_t)YSELF >> 3)
#define JIT_T_(h) t##h
#define JIT_T(h) JIT_T_(h)
#define t4 AT(RES)
/* The machine call, written for the callee's entry as it is (jit_set_entry): everything but fp and ec is lost, and fp comes
 * back as the callee's. */
#define JIT_ENTER()                                                                                                   \
    do {                                                                                                              \
        fp[FP_LINK] = (VALUE)ADDRESS(LINK);                                                                           \
        register VALUE *f_ __asm__("r13") = fp;                                                                       \
        register ec_t *e_ __asm__("r12") = ec;                                                                        \
        register VALUE v_ __asm__("rax");                                                                             \
        __asm__ volatile("subq $8, %%rsp\n\tcall ENTRY\n\taddq $8, %%rsp\n\tsubq $SPO, %0"                            \
                         : "+r"(f_), "+r"(e_), "=r"(v_)                                                               \
                         :                                                                                            \
                         : "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r14", "r15", "memory", "cc", \
                           "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",   \
                           "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");                                              \
        fp_ = f_;                                                                                                     \
        ec = e_;                                                                                                      \
        VALUE value_ = v_;                                                                                            \
        JIT_SCRATCH;                                                                                                  \
        JIT_T(JIT_RESULT) = value_;                                                                                   \
        JIT_GO(NEXTTO);                                                                                               \
    } while (0)

#define JIT_BRANCH_if(v)            \
    if (val_truthy(v)) JIT_GO(TGT); \
    JIT_GO(NEXTTO)
#define JIT_BRANCH_unless(v)         \
    if (!val_truthy(v)) JIT_GO(TGT); \
    JIT_GO(NEXTTO)

#include "jit_bodies.inc"

/* ---- pieces of the JIT's own ---- */

#define FOR_REGISTERS(m) m(0) m(1) m(2) m(3)
#define LOAD(h)          \
    STENCIL(load##h)     \
    {                    \
        t##h = AT(CELL); \
        JIT_GO(NEXTTO);  \
    }
#define STORE(h)         \
    STENCIL(store##h)    \
    {                    \
        AT(CELL) = t##h; \
        JIT_GO(NEXTTO);  \
    }
#define PUT(h)                               \
    STENCIL(put##h)                          \
    {                                        \
        __asm__("movq $K, %0" : "=r"(t##h)); \
        JIT_GO(NEXTTO);                      \
    }
#define PUTFAR(h)                 \
    STENCIL(putfar##h)            \
    {                             \
        t##h = (VALUE)ADDRESS(K); \
        JIT_GO(NEXTTO);           \
    }

FOR_REGISTERS(LOAD)
FOR_REGISTERS(STORE)
FOR_REGISTERS(PUT)
FOR_REGISTERS(PUTFAR)
#define MOVE(a, b)         \
    STENCIL(move##a##_##b) \
    {                      \
        t##a = t##b;       \
        JIT_GO(NEXTTO);    \
    }
MOVE(0, 1)
MOVE(0, 2)
MOVE(0, 3)
MOVE(1, 0)
MOVE(1, 2)
MOVE(1, 3)
MOVE(2, 0)
MOVE(2, 1)
MOVE(2, 3)
MOVE(3, 0)
MOVE(3, 1)
MOVE(3, 2)

/* Stores a constant into a cell. */
STENCIL(fill)
{
    __asm__ volatile("movq $K, %0" : "=m"(AT(CELL)));
    JIT_GO(NEXTTO);
}
STENCIL(fillfar)
{
    AT(CELL) = (VALUE)ADDRESS(K);
    JIT_GO(NEXTTO);
}

#define GUARD(name, h, test)                 \
    STENCIL(guard_##name##h)                 \
    {                                        \
        VALUE v = t##h;                      \
        if (UNLIKELY(!(test))) JIT_GO(EXIT); \
        JIT_GO(NEXTTO);                      \
    }
#define GUARDS(h)                      \
    GUARD(f, h, val_fix_p(v))          \
    GUARD(d, h, val_flonum_p(v))       \
    GUARD(a, h, val_plain_array_p(v))  \
    GUARD(h, h, val_plain_hash_p(v))   \
    GUARD(s, h, val_plain_string_p(v)) \
    GUARD(o, h, val_heap_p(v))
FOR_REGISTERS(GUARDS)
#define GUARD_CELL(name, test)               \
    STENCIL(guardcell_##name)                \
    {                                        \
        VALUE v = AT(CELL);                  \
        if (UNLIKELY(!(test))) JIT_GO(EXIT); \
        JIT_GO(NEXTTO);                      \
    }
GUARD_CELL(f, val_fix_p(v))
GUARD_CELL(d, val_flonum_p(v))
GUARD_CELL(a, val_plain_array_p(v))
GUARD_CELL(h, val_plain_hash_p(v))
GUARD_CELL(s, val_plain_string_p(v))
GUARD_CELL(o, val_heap_p(v))
/* self, a heap object, is of this shape. */
STENCIL(guard_shape)
{
    if (UNLIKELY(jit_other_shape(AT(CELL)))) JIT_GO(EXIT);
    JIT_GO(NEXTTO);
}

/* The receiver in a register is of a site's shape; o: it is in the heap. */
#define GUARD_KEY(h)                                                                                              \
    STENCIL(guardkey##h##_v)                                                                                      \
    {                                                                                                             \
        if (UNLIKELY(!val_heap_p(t##h)) ? val_shape(t##h) != (shape_id_t)(intptr_t)KEY : jit_other_shape(t##h)) { \
            JIT_GO(EXIT);                                                                                         \
        }                                                                                                         \
        JIT_GO(NEXTTO);                                                                                           \
    }                                                                                                             \
    STENCIL(guardkey##h##_o)                                                                                      \
    {                                                                                                             \
        if (UNLIKELY(jit_other_shape(t##h))) JIT_GO(EXIT);                                                        \
        JIT_GO(NEXTTO);                                                                                           \
    }
FOR_REGISTERS(GUARD_KEY)

/* The receiver of a site is of the class that its line has. */
#define CLASS_MISS(v) UNLIKELY(!val_heap_p(v) || obj_class(v) != ((const struct call_cache *)ADDRESS(SITE))->klass)
#define GUARD_CLASS(h)                      \
    STENCIL(guardclass##h)                  \
    {                                       \
        if (CLASS_MISS(t##h)) JIT_GO(EXIT); \
        JIT_GO(NEXTTO);                     \
    }
FOR_REGISTERS(GUARD_CLASS)
STENCIL(guardcell_class)
{
    VALUE v = AT(CELL);
    if (CLASS_MISS(v)) JIT_GO(EXIT);
    JIT_GO(NEXTTO);
}

/* The receiver's shape is one of those of the site.  The comparisons would take 100 bytes at each place. */
bool jit_site_shape_p(const struct call_cache *cc, VALUE v);
#define SHAPES_MISS(v) UNLIKELY(!jit_shapes(ADDRESS(SITE), v))
static ALWAYS_INLINE bool
jit_shapes(void *cc, VALUE v)
{
    register VALUE value_ __asm__("rsi") = v;
    register void *cc_ __asm__("rdi") = cc;
    register VALUE found_ __asm__("rax");
    __asm__ volatile("subq $8, %%rsp\n\tcall jit_site_shape_p\n\taddq $8, %%rsp"
                     : "=r"(found_), "+r"(value_), "+r"(cc_)
                     :
                     : "rcx", "rdx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4",
                       "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
    return (uint8_t)found_;
}
#define GUARD_SHAPES(h)                      \
    STENCIL(guardshapes##h)                  \
    {                                        \
        if (SHAPES_MISS(t##h)) JIT_GO(EXIT); \
        JIT_GO(NEXTTO);                      \
    }
FOR_REGISTERS(GUARD_SHAPES)
STENCIL(guardcell_shapes)
{
    bool miss = SHAPES_MISS(AT(CELL));
    JIT_SCRATCH;
    if (miss) JIT_GO(EXIT);
    JIT_GO(NEXTTO);
}

#define BRANCH(h)                           \
    STENCIL(branchif##h)                    \
    {                                       \
        if (val_truthy(t##h)) JIT_GO(TGT);  \
        JIT_GO(NEXTTO);                     \
    }                                       \
    STENCIL(branchunless##h)                \
    {                                       \
        if (!val_truthy(t##h)) JIT_GO(TGT); \
        JIT_GO(NEXTTO);                     \
    }                                       \
    STENCIL(branchnil##h)                   \
    {                                       \
        if (t##h == Qnil) JIT_GO(TGT);      \
        JIT_GO(NEXTTO);                     \
    }
FOR_REGISTERS(BRANCH)
STENCIL(jump)
{
    JIT_GO(TGT);
}

/* ---- case over literals (jit/translate.c: case_dispatch); t is the key, or after casefind the offset of its way ---- */

/* === is what the literals' classes have. */
STENCIL(casebasic)
{
    if (UNLIKELY(vm_case_redefined)) JIT_GO(EXIT);
    JIT_GO(NEXTTO);
}
#define CASE_BRANCH(name, h, test) \
    STENCIL(name##h)               \
    {                              \
        VALUE v = t##h;            \
        __asm__("" : "+r"(v));     \
        if (test) JIT_GO(TGT);     \
        JIT_GO(NEXTTO);            \
    }
/* The asm keeps the compiler from loading t again as the constant it was compared with.  caseimmediate and caseobject reject keys that
 * cannot be equal to a literal, if the table has no heap objects.  Such a key is an immediate that is not in the table, or an object
 * of a type that cannot be equal to an Integer. */
#define CASE(h)                                                                                                   \
    CASE_BRANCH(caseis, h, v == JIT_CONSTANT)                                                                     \
    CASE_BRANCH(caseisfar, h, v == (VALUE)ADDRESS(K))                                                             \
    CASE_BRANCH(caseimmediate, h, !val_heap_p(v) && !val_flonum_p(v))                                             \
    CASE_BRANCH(caseobject, h,                                                                                    \
                val_heap_p(v) && obj_type(v) != T_STRING && obj_type(v) != T_SYMBOL && obj_type(v) != T_BIGNUM && \
                    obj_type(v) != T_FLOAT)                                                                       \
    CASE_BRANCH(caseat, h, (int32_t)v == JIT_NUMBER(int32_t, 0))                                                  \
    CASE_BRANCH(casebelow, h, (int32_t)v < JIT_NUMBER(int32_t, 0))                                                \
    STENCIL(casefloat##h)                                                                                         \
    {                                                                                                             \
        if (val_float_p(t##h)) JIT_GO(EXIT);                                                                      \
        JIT_GO(NEXTTO);                                                                                           \
    }                                                                                                             \
    STENCIL(casefind##h)                                                                                          \
    {                                                                                                             \
        const cell *pc = JIT_PC;                                                                                  \
        ec->pc = pc;                                                                                              \
        ec->sp = &AT(SPO);                                                                                        \
        ec->fp = fp_;                                                                                             \
        int32_t to_ = vm_case_dispatch(*(const VALUE *)((const char *)pc + (intptr_t)A2), JIT_NUMBER(int32_t, 0), \
                                       AT(CELL));                                                                 \
        JIT_SCRATCH;                                                                                              \
        t##h = (VALUE)(uint32_t)to_;                                                                              \
        JIT_GO(NEXTTO);                                                                                           \
    }
FOR_REGISTERS(CASE)

/* Leaves at a back-edge if an interrupt is pending. */
STENCIL(poll)
{
    if (UNLIKELY((VALUE)&AT(SPO) >= (VALUE)ec->stack_limit)) JIT_GO(EXIT);
    JIT_GO(NEXTTO);
}

/* Ends the frame with the value in a register: by `ret` into native code, or (no NATIVE flag) as `leave` does it, into the loop
 * that called.  FRAME_LEAVES are the other flags that a frame may have. */
#define FRAME_LEAVES (FRAME_NEW | FRAME_LAMBDA | FRAME_BMETHOD | FRAME_EVAL | FRAME_DEEP)
/* Half of a cell: clang would load the cell, keep it for the rare case and shift it. */
#define FLAGS_HALF (*(volatile uint32_t *)((char *)fp_ + 4))
#define LEAVE(h)                                                      \
    STENCIL(leave##h)                                                 \
    {                                                                 \
        uint32_t flags = FLAGS_HALF;                                  \
        VALUE v = t##h;                                               \
        if (UNLIKELY(flags != FRAME_NATIVE)) {                        \
            if (flags & ~(FRAME_LEAVES | FRAME_NATIVE)) JIT_GO(EXIT); \
            if (flags & FRAME_NEW) v = AT(CELL);                      \
            if (!(flags & FRAME_NATIVE)) {                            \
                ec->pc = (const cell *)fp_[1];                        \
                AT(CELL) = v;                                         \
                ec->sp = &AT(CELL) + 1;                               \
                ec->fp = (VALUE *)((char *)fp_ - (uint32_t)fp_[0]);   \
            }                                                         \
        }                                                             \
        return v;                                                     \
    }
FOR_REGISTERS(LEAVE)
/* Handles a frame that `leave` cannot end.  If only its side record prevents that, removes the record and jumps back (TGT). */
#define LEAVE_SIDE(h)                                                          \
    STENCIL(leaveside##h)                                                      \
    {                                                                          \
        uint32_t flags = frame_flags(fp_);                                     \
        if (flags & ~(FRAME_LEAVES | FRAME_NATIVE | FRAME_SIDE)) JIT_GO(EXIT); \
        sides_pop(ec, fp_);                                                    \
        frame_unflag(fp_, FRAME_SIDE);                                         \
        JIT_GO(TGT);                                                           \
    }
FOR_REGISTERS(LEAVE_SIDE)

/* Leaves, after C or Ruby code ran, if the frame has such a flag: an environment was made of it, or an event must be reported. */
#define CHECK(name, flags)                                      \
    STENCIL(name)                                               \
    {                                                           \
        if (UNLIKELY(frame_flags(fp_) & (flags))) JIT_GO(EXIT); \
        JIT_GO(NEXTTO);                                         \
    }
CHECK(check, FRAME_CANCEL | FRAME_SIDE)
CHECK(checkcancel, FRAME_CANCEL)

/* Self, a heap object, gets the shape that follows its own. */
STENCIL(setshape)
{
    obj_hdr(AT(A0))->shape = (shape_id_t)(intptr_t)IC1;
    JIT_GO(NEXTTO);
}

/* Room for a jump. */
STENCIL(nops)
{
    __asm__ volatile("nopl 0(%rax,%rax)");
    JIT_GO(NEXTTO);
}

/* --jit-stress: a guard that fails because it is its turn. */
STENCIL(stress)
{
    if (UNLIKELY(--*(int *)ADDRESS(K) <= 0)) JIT_GO(EXIT);
    JIT_GO(NEXTTO);
}

/* The result of a slow function is where the interpreter would have it.  A0: bytes of the instruction. */
STENCIL(slow)
{
    ec->pc = JIT_PC;
    ec->sp = &AT(SPO);
    ec->fp = fp_;
    if (UNLIKELY(!jit_slow(ec, (bool (*)(ec_t *))t0, (const cell *)((const char *)ec->pc + (intptr_t)A0)))) {
        JIT_SCRATCH;
        JIT_GO(jit_stub_interpret);
    }
    JIT_SCRATCH;
    JIT_GO(NEXTTO);
}
STENCIL(throw)
{
    ec->fp = fp_;
    jit_throw(ec);
    JIT_SCRATCH;
    JIT_GO(jit_stub_interpret);
}

/* Calls jit_hit at a place that is not compiled yet, or after a failed guard.  The operands are in their cells.  jit_hit rewrites the
 * jump that follows. */
STENCIL(stub)
{
    ec->fp = fp_;
    jit_hit(ec, (uint32_t)(intptr_t)STUB);
    JIT_SCRATCH;
    JIT_GO(NEXTTO);
}

/* Calls the one copy of the body of an instruction with jit(far), which is TGT.  EXIT leads to the interpreter. */
STENCIL(far)
{
    register ec_t *ec_ __asm__("r12") = ec;
    register VALUE *frame_ __asm__("r13") = fp_;
    register VALUE pc_ __asm__("r14") = (VALUE)JIT_PC;
    register VALUE sp_ __asm__("r15") = (VALUE)&AT(SPO);
    register VALUE result_ __asm__("rdi") = (VALUE)&AT(RES);
    register VALUE on_ __asm__("rax");
    __asm__ volatile("subq $8, %%rsp\n\tcall TGT\n\taddq $8, %%rsp"
                     : "+r"(ec_), "+r"(frame_), "+r"(pc_), "+r"(sp_), "+r"(result_), "=r"(on_)
                     :
                     : "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3",
                       "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
    ec = ec_;
    fp_ = frame_;
    bool on = (uint8_t)on_;
    JIT_SCRATCH;
    if (UNLIKELY(!on)) JIT_GO(EXIT);
    JIT_GO(NEXTTO);
}

/* ---- entries and exits, copied once ---- */

/* The end of a far body: whether native code goes on. */
STENCIL(yes)
{
    return true;
}
STENCIL(no)
{
    return false;
}
/* Returns the value in t0 from the frame fp_, whose return address lies t1 bytes above the one on top of the machine stack (JIT-7). */
STENCIL(cut)
{
    register VALUE v_ __asm__("rax") = t0;
    register VALUE *frame_ __asm__("r13") = fp_;
    register ec_t *ec_ __asm__("r12") = ec;
    __asm__ volatile("addq %0, %%rsp\n\tret" : : "r"(t1), "r"(v_), "r"(frame_), "r"(ec_) : "memory", "cc");
    __builtin_unreachable();
}
/* Published: where the interpreter goes on. */
STENCIL(interpret)
{
    if (UNLIKELY(jit_cut.last != NULL)) {
        fp_ = jit_cut.last;
        t0 = jit_cut.value;
        t1 = jit_cut.bytes;
        jit_cut.last = NULL;
        JIT_GO(jit_stub_cut);
    }
    if (ec->fp == fp_ && (fp_[0] >> 32 & FRAME_NATIVE)) return jit_run(ec, fp_);
    return Qnil;
}
/* A callee without native code was entered by a machine call. */
STENCIL(start)
{
    const struct iseq_body *body = iseq_body(frame_iseq(fp_));
    ec->pc = body->code;
    ec->sp = fp_ + FRAME_CELLS;
    ec->fp = fp_;
    return jit_run(ec, fp_);
}
/* Starts a callee without native code at another place than its first (HOLE_PC).  It is copied once for each place. */
STENCIL(startat)
{
    ec->pc = JIT_PC;
    ec->sp = fp_ + FRAME_CELLS;
    ec->fp = fp_;
    return jit_run(ec, fp_);
}
/* Starts the version of a callee for one block (HOLE_K), and may compile it. */
STENCIL(startspecial)
{
    ec->pc = JIT_PC;
    ec->sp = fp_ + FRAME_CELLS;
    ec->fp = fp_;
    const void *code = jit_enter_special(ec, ADDRESS(K));
    if (!code) return jit_run(ec, fp_);
    JIT_SCRATCH;
    JIT_GO(((native_code *)code));
}
/* Continues at ec->pc, in native code if there is some. */
STENCIL(resume)
{
    ec->sp = fp_ + FRAME_CELLS;
    ec->fp = fp_;
    const void *code = jit_code_at(ec, fp_);
    if (!code) return jit_run(ec, fp_);
    JIT_SCRATCH;
    JIT_GO(((native_code *)code));
}

/* Runs a callee that has no native code, from ec->pc. */
STENCIL(run)
{
    ec->sp = fp_ + FRAME_CELLS;
    ec->fp = fp_;
    return jit_run(ec, fp_);
}

const uint64_t jit_layout_hash = JIT_LAYOUT;
