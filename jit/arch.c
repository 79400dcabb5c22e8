/*
 * jit/arch.c - jumps and holes in the processor's encoding, and the way from C into native code.
 *
 * x86-64: a jump is e9 and a displacement of 32 bits from its end.  Instruction and data caches are coherent, so nothing is
 * flushed.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/jit/arch.h"
#include "internal/jit/compiler.h"

#if ARCH_HAS_JIT

enum { JMP_REL32 = 0xe9 };

uint8_t *
arch_write_jump(uint8_t *at, const void *target)
{
    *jit_writable(at) = JMP_REL32;
    arch_set_target(at + 1, target);
    return at + 1;
}

void
arch_write_far_jump(uint8_t *at, const void *target)
{
    uint8_t code[ARCH_FAR_JUMP_BYTES] = {0x49, 0xbb, 0, 0,    0,    0,   0,
                                         0,    0,    0, 0x41, 0xff, 0xe3}; /* movabs $target, %r11; jmp *%r11 */
    memcpy(code + 2, &target, sizeof target);
    memcpy(jit_writable(at), code, sizeof code);
}

bool
arch_jump_p(const uint8_t *at)
{
    return *at == JMP_REL32;
}

void
arch_set_target(uint8_t *displacement, const void *target)
{
    int32_t d = (int32_t)((const uint8_t *)target - (displacement + ARCH_DISPLACEMENT_BYTES));
    memcpy(jit_writable(displacement), &d, sizeof d);
}

const uint8_t *
arch_target(const uint8_t *displacement)
{
    int32_t d;
    memcpy(&d, displacement, sizeof d);
    return displacement + ARCH_DISPLACEMENT_BYTES + d;
}

void
arch_fill_hole(uint8_t *at, enum jit_reloc_kind kind, intptr_t value)
{
    switch (kind) {
    case RELOC_ABS8:
        VM_ASSERT(value == (int8_t)value);
        *jit_writable(at) = (uint8_t)value;
        break;
    case RELOC_ABS64: memcpy(jit_writable(at), &value, 8); break;
    case RELOC_PC32:
    case RELOC_GOT: value -= (intptr_t)at; /* fall through */
    case RELOC_ABS32:
    case RELOC_ABS32S: {
        int32_t v = (int32_t)value;
        if (UNLIKELY((kind == RELOC_ABS32 ? (intptr_t)(uint32_t)v : (intptr_t)v) != value))
            vm_bug_at(__FILE__, __LINE__, "a number does not fit its hole");
        memcpy(jit_writable(at), &v, 4);
    }
    }
}

__asm__(".text\n.p2align 4\n.globl jit_call\n.hidden jit_call\n.type jit_call, @function\njit_call:\n"
        "\tpush %rbp\n\tpush %rbx\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\tsub $8, %rsp\n"
        "\tmov %rsi, %r13\n\tmov %rdx, %r12\n\tcall *%rdi\n"
        "\tadd $8, %rsp\n\tpop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbx\n\tpop %rbp\n\tret\n");

#else

/* Without a table of stencils jit_start() refuses, so that no native code is ever made. */
static void
unreachable(void)
{
    vm_bug_at(__FILE__, __LINE__, "native code where the JIT has no processor");
}

uint8_t *
arch_write_jump(uint8_t *at, const void *target)
{
    (void)target;
    unreachable();
    return at;
}

void
arch_write_far_jump(uint8_t *at, const void *target)
{
    (void)at, (void)target;
    unreachable();
}

bool
arch_jump_p(const uint8_t *at)
{
    (void)at;
    return false;
}

void
arch_set_target(uint8_t *displacement, const void *target)
{
    (void)displacement, (void)target;
    unreachable();
}

const uint8_t *
arch_target(const uint8_t *displacement)
{
    return displacement;
}

void
arch_fill_hole(uint8_t *at, enum jit_reloc_kind kind, intptr_t value)
{
    (void)at, (void)kind, (void)value;
    unreachable();
}

VALUE
jit_call(const void *code, VALUE *fp, ec_t *ec)
{
    (void)code, (void)fp, (void)ec;
    unreachable();
    return Qnil;
}
#endif
