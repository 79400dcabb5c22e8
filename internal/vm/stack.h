/*
 * vm/stack.h - machine stacks and what lies below them.
 *
 * Owns      ec->machine_low, ec->reserve_parts; the reserve in the guard of each stack.
 * Uses      vm, gc, signal.
 */
#ifndef FACET_INTERNAL_VM_STACK_H
#define FACET_INTERNAL_VM_STACK_H

#include "internal/vm.h"

enum {
    VM_STACK_RESERVE_PARTS = 3, /* the first fault may be in malloc, the second in a library of expressions */
    VM_STACK_RESERVE_BYTES = VM_ASAN ? 1 << 20
                                     : 192 * 1024, /* each: room to raise SystemStackError once the stack is full */
    VM_STACK_GUARD_BYTES = VM_STACK_RESERVE_PARTS * VM_STACK_RESERVE_BYTES + 64 * 1024,
    VM_ALT_STACK_BYTES = VM_ASAN ? 256 * 1024 : 32 * 1024, /* of a thread, for the signal handler */
};

/* The sizes of the stacks of threads and fibers in bytes.  They come from the environment (RUBY_THREAD_VM_STACK_SIZE
 * and so on) or are defaults; RubyVM::DEFAULT_PARAMS has them. */
struct vm_stack_sizes {
    size_t thread_vm, thread_machine, fiber_vm, fiber_machine;
};
extern struct vm_stack_sizes vm_stack_sizes;
void vm_stack_read_sizes(void); /* at boot, before the first stack is made */

/* Sets the bounds of the stack that ec runs on. low: the lowest address above the guard. margin: where
 * vm_check_machine_stack starts to raise, bytes above low. */
void vm_stack_bounds(ec_t *ec, char *low, char *high, size_t margin, bool main);
void vm_stack_close_reserve(ec_t *ec);
/* Registers the object that `code` lies in (our own, an extension): a SystemStackError may leave its code at any
 * instruction. */
void vm_stack_learn_code(const void *code);
/* Maps memory for a stack.  Its pages are taken when they are touched; the first `guard` bytes must not be touched.  If
 * there is no memory, a collection first frees dead stacks.  Returns NULL if there is still none. */
void *vm_stack_map(size_t bytes, size_t guard);
/* fn(arg) on a stack of so many bytes if there is less left on this one; fn may not raise, nor call Ruby, nor allocate. */
bool vm_stack_try_call(size_t bytes, void (*fn)(void *), void *arg); /* false: no memory for the stack, fn not called */

/* These notify AddressSanitizer when the machine stack changes, and when a stack taken from the pool is clean. */
#if VM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
static inline void
vm_stack_leave(void **save, const ec_t *to) /* save: NULL if this stack is left for good */
{
    __sanitizer_start_switch_fiber(save, to->machine_low, (size_t)(to->machine_base - to->machine_low));
}
static inline void
vm_stack_arrive(void *saved)
{
    __sanitizer_finish_switch_fiber(saved, NULL, NULL);
}
static inline void
vm_stack_clean(char *low, size_t bytes)
{
    __asan_unpoison_memory_region(low, bytes);
}
#else
static inline void
vm_stack_leave(void **save, const ec_t *to)
{
    (void)save, (void)to;
}
static inline void
vm_stack_arrive(void *saved)
{
    (void)saved;
}
static inline void
vm_stack_clean(char *low, size_t bytes)
{
    (void)low, (void)bytes;
}
#endif

bool vm_fault_at(void *addr, void *context); /* a fault at addr.  true: in a stack's guard, go on; false: a crash */

#endif
