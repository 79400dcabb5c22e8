/*
 * jit/arch.h - the processor, as the JIT's own code needs it: jumps, holes of stencils, the way in.
 *
 * Owns      the encoding of each byte of machine code that does not come out of the table of stencils.
 * Uses      jit/memory.c: code is written through jit_writable().
 * ARCH-1    No other file of jit/ contains machine code or a displacement's arithmetic.
 * ARCH-2    An address in these functions is one where the code runs; the functions find where it is written.
 * Threads   All under the VM lock.
 * Checked   test/test_jit.rb, all tests with --jit-call-threshold=1
 */
#ifndef FACET_INTERNAL_JIT_ARCH_H
#define FACET_INTERNAL_JIT_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "internal/jit/stencil.h"
#include "internal/vm.h"

#if defined(__x86_64__)
enum {
    ARCH_JUMP_BYTES = 5,         /* a jump to any place in reach */
    ARCH_DISPLACEMENT_BYTES = 4, /* the last bytes of a jump, branch or call */
    ARCH_FAR_JUMP_BYTES = 13,    /* a jump to any address */
    ARCH_REACH = 1 << 30,        /* bytes between code and what it calls or jumps to, at most */
    ARCH_CALL_STACK = 16         /* bytes of machine stack that a machine call of native code takes (JIT-7) */
};
#define ARCH_HAS_JIT 1
#else
enum {
    ARCH_JUMP_BYTES = 4,
    ARCH_DISPLACEMENT_BYTES = 4,
    ARCH_FAR_JUMP_BYTES = 16,
    ARCH_REACH = 1 << 27,
    ARCH_CALL_STACK = 16
};
#define ARCH_HAS_JIT 0
#endif

/* Writes a jump to target over the ARCH_JUMP_BYTES at `at`.  Returns the place of its displacement. */
uint8_t *arch_write_jump(uint8_t *at, const void *target);
/* Writes a jump to any address over the ARCH_FAR_JUMP_BYTES at `at`. */
void arch_write_far_jump(uint8_t *at, const void *target);
/* Returns whether the bytes at `at` are what arch_write_jump() writes. */
bool arch_jump_p(const uint8_t *at);
/* Redirects the jump, branch or call whose displacement is at `displacement`. */
void arch_set_target(uint8_t *displacement, const void *target);
const uint8_t *arch_target(const uint8_t *displacement);
/* Fills a hole of a stencil's copy at `at`.  The process ends if the value does not fit. */
void arch_fill_hole(uint8_t *at, enum jit_reloc_kind kind, intptr_t value);

/* Runs native code with fp and ec in their registers.  Keeps all registers that C keeps.  Returns the value of a frame that was
 * entered by a machine call, else an arbitrary one. */
VALUE jit_call(const void *code, VALUE *fp, ec_t *ec);

#endif
