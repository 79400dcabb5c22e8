/*
 * vm/stack.c - raises SystemStackError when a machine stack is full.
 *
 * Each entry into Ruby calls vm_check_machine_stack, which raises while there is still room (ec->machine_limit).  C that
 * recurses without that call runs on into the guard below the stack.  Its fault opens part of a reserve there.  If our own code
 * or an extension's was running, it continues in a function that raises SystemStackError.  A library or the collector must not be
 * left half-way: the error waits for the next check, or the next part.  With the last part it is raised inside a library, too.
 * The reserve is closed when the throw has landed.
 *
 * STACK-1   A stack's guard is VM_STACK_GUARD_BYTES: below it for threads and fibers (protected pages), by the
 *           resource limit for the main thread.
 * STACK-2   A signal handler changes nothing but the reserve, the context it returns to and the interrupt bits.
 * STACK-3   A fault in the guard raises wherever C was.  C that recurses without entering Ruby calls
 *           vm_check_machine_stack() before it changes anything, or completes the change in an rb_ensure() function.
 * Threads   The fault is the running context's own; a thread without the lock has no deep stack.
 * Checked   test/test_stack.rb
 */
#include "internal/compiler.h"
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include "internal/gc.h"
#include "internal/thread.h"
#include "internal/vm.h"
#include "internal/vm/stack.h"
#include "internal/cont/switch.h"
#include "ruby/ruby.h"

struct vm_stack_sizes vm_stack_sizes = {1 << 20, 1 << 20, 128 * 1024, 512 * 1024};

/* Reads a size from the environment and rounds it to whole pages.  Ignores text that is not a number. */
static void
stack_read_size(const char *name, size_t *bytes, size_t least)
{
    const char *text = getenv(name);
    char *end;
    if (!text || *text < '0' || *text > '9') return;
    unsigned long long n = strtoull(text, &end, 0);
    if (*end || n > (size_t)1 << 40) return;
    if (n < least) n = least;
    *bytes = ((size_t)n + 4095) & ~(size_t)4095;
}

void
vm_stack_read_sizes(void)
{
    struct vm_stack_sizes *s = &vm_stack_sizes;
    stack_read_size("RUBY_THREAD_VM_STACK_SIZE", &s->thread_vm, 16 * 1024);
    stack_read_size("RUBY_THREAD_MACHINE_STACK_SIZE", &s->thread_machine, 128 * 1024);
    stack_read_size("RUBY_FIBER_VM_STACK_SIZE", &s->fiber_vm, 16 * 1024);
    stack_read_size("RUBY_FIBER_MACHINE_STACK_SIZE", &s->fiber_machine, 128 * 1024);
}

/* The bounds of the stack that ec runs on, `low` being the lowest address in use before the guard. */
void
vm_stack_bounds(ec_t *ec, char *low, char *high, size_t margin, bool main)
{
    ec->machine_low = low;
    ec->machine_base = high;
    ec->machine_limit = low + margin;
    ec->stack_is_main = main;
    ec->reserve_parts = 0;
}

/* Makes the next part of the guard usable, or the parts it consists of unusable again. */
static bool
stack_set_reserve(ec_t *ec, unsigned parts)
{
    size_t old = ec->reserve_parts * (size_t)VM_STACK_RESERVE_BYTES, new = parts *(size_t)VM_STACK_RESERVE_BYTES;
    if (ec->stack_is_main) {
        struct rlimit limit;
        if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
        limit.rlim_cur += new - old;
        if (limit.rlim_cur > limit.rlim_max) return false;
        if (new < old) munmap(ec->machine_low - old, old - new); /* what the stack grew by */
        if (setrlimit(RLIMIT_STACK, &limit) != 0) return false;
    } else {
        size_t more = new > old ? new : old, less = new > old ? old : new;
        if (mprotect(ec->machine_low - more, more - less, new > old ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) return false;
    }
    ec->reserve_parts = (uint8_t)parts;
    return true;
}

void
vm_stack_close_reserve(ec_t *ec)
{
    char here;
    if (&here > ec->machine_low + 16 * 1024) stack_set_reserve(ec, 0); /* else a landing that is still too deep */
}

static void *
stack_map_once(size_t bytes, size_t guard)
{
    char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (!guard || mprotect(p, guard, PROT_NONE) == 0) return p; /* else: no mapping more, the guard would be one */
    munmap(p, bytes);
    return NULL;
}

void *
vm_stack_map(size_t bytes, size_t guard)
{
    void *p = gc_stress_fails() ? NULL : stack_map_once(bytes, guard);
    return p || !gc_collect_for_room() ? p : stack_map_once(bytes, guard);
}

/* ---- another stack ---- */

static _Thread_local struct {
    void (*fn)(void *);
    void *arg;
    void *home, *spare; /* stack pointers */
    ec_t bounds;        /* of the other stack, then of this one, for vm_stack_leave */
} borrowed;

static void
stack_borrowed_main(void)
{
    vm_stack_arrive(NULL);
    borrowed.fn(borrowed.arg);
    vm_stack_leave(NULL, &borrowed.bounds);
    cont_swap(&borrowed.spare, borrowed.home);
}

bool
vm_stack_try_call(size_t bytes, void (*fn)(void *), void *arg)
{
    ec_t *ec = vm_ec;
    char here;
    if (!bytes || (&here > ec->machine_low && (size_t)(&here - ec->machine_low) > bytes)) {
        fn(arg);
        return true;
    }
    char *low = vm_stack_map(bytes, 0);
    if (!low) return false;
    borrowed.fn = fn;
    borrowed.arg = arg;
    borrowed.bounds.machine_low = low;
    borrowed.bounds.machine_base = low + bytes;
    void *saved = NULL;
    vm_stack_leave(&saved, &borrowed.bounds);
    borrowed.bounds.machine_low = ec->machine_low;
    borrowed.bounds.machine_base = ec->machine_base;
    cont_swap(&borrowed.home, cont_prepare(low + bytes, stack_borrowed_main));
    vm_stack_arrive(saved);
    vm_stack_clean(low, bytes);
    munmap(low, bytes);
    return true;
}

/* ---- the fault ---- */

/* The machine code of extensions, by address.  Written under the lock; the handler reads for a thread that holds it. */
static struct code_range {
    uintptr_t from, end;
} *extensions;
static size_t extension_count;

static int
stack_learn_object(struct dl_phdr_info *info, size_t size, void *code)
{
    struct code_range found = {0};
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD && (h->p_flags & PF_X) && (uintptr_t)code - from < h->p_memsz)
            found = (struct code_range){from, from + h->p_memsz};
    }
    if (!found.end) return 0;
    struct code_range *p = gc_raw_try_realloc(extensions, (extension_count + 1) * sizeof *p); /* the linker's lock is held */
    if (!p) return 1;
    extensions = p;
    extensions[extension_count++] = found;
    return 1;
}

void
vm_stack_learn_code(const void *code)
{
    for (size_t i = 0; i < extension_count; i++)
        if ((uintptr_t)code >= extensions[i].from && (uintptr_t)code < extensions[i].end) return;
    dl_iterate_phdr(stack_learn_object, (void *)code);
}

/* Returns whether the code at pc may be left by a longjmp at any instruction: vm_stack_learn_code() has registered it. */
static bool
stack_code_ours_p(uintptr_t pc)
{
    for (size_t i = 0; i < extension_count; i++)
        if (pc >= extensions[i].from && pc < extensions[i].end) return true;
    return false;
}

void
vm_stack_probe(void)
{
    volatile char room[1024];
    room[0] = 0;
    (void)room[0];
}

/* Runs on the reserve, as if the code at fault had called it. */
NORETURN static void
raise_after_fault(void)
{
    vm_raise_stack_error(vm_ec);
}

/* A call leaves the stack 16-aligned before its return address. */
#if defined(__x86_64__)
enum { CALL_PUSHES = 8 };
#else
enum { CALL_PUSHES = 0 };
#endif

static uintptr_t *
stack_context_sp(ucontext_t *u)
{
#if defined(__x86_64__)
    return (uintptr_t *)&u->uc_mcontext.gregs[REG_RSP];
#else
    return (uintptr_t *)&u->uc_mcontext.sp;
#endif
}

static uintptr_t *
stack_context_pc(ucontext_t *u)
{
#if defined(__x86_64__)
    return (uintptr_t *)&u->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t *)&u->uc_mcontext.pc;
#endif
}

/* signal.c: a fault at addr.  true: return from the handler and go on. */
bool
vm_fault_at(void *addr, void *context)
{
    ec_t *ec = vm_ec;
    if (!ec || !ec->machine_low) return false;
    uintptr_t sp = *stack_context_sp(context), pc = *stack_context_pc(context), low = (uintptr_t)ec->machine_low,
              at = (uintptr_t)addr;
    if (sp > (uintptr_t)ec->machine_limit || sp + (1 << 20) < low) return false;
    if (at >= low + 4096 || at + VM_STACK_GUARD_BYTES < low || ec->reserve_parts == VM_STACK_RESERVE_PARTS) return false;
    if (!stack_set_reserve(ec, ec->reserve_parts + 1u)) return false;
    /* the reserve is used up: raise even inside a library, because the next fault would kill the process */
    bool now = stack_code_ours_p(pc) || ec->reserve_parts == VM_STACK_RESERVE_PARTS;
    if (!now || rb_during_gc()) {
        vm_interrupt(ec, INTR_STACK);
        return true;
    }
    *stack_context_sp(context) = ((sp - 256) & ~(uintptr_t)15) - CALL_PUSHES;
    *stack_context_pc(context) = (uintptr_t)raise_after_fault;
    return true;
}
