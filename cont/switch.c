/*
 * cont/switch.c - switching machine stacks.  x86-64 and aarch64, System V.
 */
#include "internal/compiler.h"

/*
 * void cont_swap(void **save, void *load)
 * Pushes the registers that calls keep, stores the stack pointer in *save, takes `load` as stack pointer, pops, returns.
 */
#if defined(__x86_64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl cont_swap\n"
        ".hidden cont_swap\n"
        ".type cont_swap,@function\n"
        "cont_swap:\n"
        "  pushq %rbp\n"
        "  pushq %rbx\n"
        "  pushq %r12\n"
        "  pushq %r13\n"
        "  pushq %r14\n"
        "  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbx\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size cont_swap,.-cont_swap\n");

/* A stack on which cont_swap will "return" into entry. */
void *
cont_prepare(void *high_end, void (*entry)(void))
{
    void **sp = (void **)((uintptr_t)high_end & ~(uintptr_t)15);
    *--sp = 0; /* the address entry would return to, and alignment as after a call */
    *--sp = (void *)entry;
    for (int i = 0; i < 6; i++) *--sp = 0;
    return sp;
}
#elif defined(__aarch64__)
__asm__(".text\n"
        ".p2align 4\n"
        ".globl cont_swap\n"
        ".hidden cont_swap\n"
        ".type cont_swap,%function\n"
        "cont_swap:\n"
        "  sub sp, sp, #176\n"
        "  stp d8, d9, [sp, #0]\n"
        "  stp d10, d11, [sp, #16]\n"
        "  stp d12, d13, [sp, #32]\n"
        "  stp d14, d15, [sp, #48]\n"
        "  stp x19, x20, [sp, #64]\n"
        "  stp x21, x22, [sp, #80]\n"
        "  stp x23, x24, [sp, #96]\n"
        "  stp x25, x26, [sp, #112]\n"
        "  stp x27, x28, [sp, #128]\n"
        "  stp x29, x30, [sp, #144]\n"
        "  mov x9, sp\n"
        "  str x9, [x0]\n"
        "  mov sp, x1\n"
        "  ldp d8, d9, [sp, #0]\n"
        "  ldp d10, d11, [sp, #16]\n"
        "  ldp d12, d13, [sp, #32]\n"
        "  ldp d14, d15, [sp, #48]\n"
        "  ldp x19, x20, [sp, #64]\n"
        "  ldp x21, x22, [sp, #80]\n"
        "  ldp x23, x24, [sp, #96]\n"
        "  ldp x25, x26, [sp, #112]\n"
        "  ldp x27, x28, [sp, #128]\n"
        "  ldp x29, x30, [sp, #144]\n"
        "  add sp, sp, #176\n"
        "  ret\n"
        ".size cont_swap,.-cont_swap\n");

void *
cont_prepare(void *high_end, void (*entry)(void))
{
    char *sp = (char *)((uintptr_t)high_end & ~(uintptr_t)15) - 176;
    for (int i = 0; i < 176; i++) sp[i] = 0;
    *(void **)(sp + 152) = (void *)entry; /* x30 */
    return sp;
}
#else
#error "no stack switch for this machine"
#endif
