/*
 * vm/stack.c - what happens when a machine stack is full.
 *
 * Whatever enters Ruby asks vm_check_machine_stack, which raises while there is still room (ec->machine_limit).  C that
 * recurses without asking runs on into the guard below the stack.  Its fault opens part of a reserve there and, if our own code
 * or an extension's was running, goes on in a function that raises SystemStackError; inside a library or the collector,
 * which must not be left half-way, the error waits for the next check, or the next part; with the last part it is raised
 * inside a library, too.  The reserve is closed when the throw has landed.
 *
 * K1        A stack's guard is VM_STACK_GUARD_BYTES: below it for threads and fibers (protected pages), by the
 *           resource limit for the main thread.
 * K2        A signal handler changes nothing but the reserve, the context it returns to and the interrupt bits.
 * Threads   The fault is the running context's own; a thread without the lock has no deep stack.
 * Checked   test/test_stack.rb
 */
#include "internal/compiler.h"
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include "internal/gc.h"
#include "internal/thread.h"
#include "internal/vm.h"
#include "internal/vm/stack.h"
#include "internal/cont/switch.h"
#include "ruby/ruby.h"

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
set_reserve(ec_t *ec, unsigned parts)
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
    if (&here > ec->machine_low + 16 * 1024) set_reserve(ec, 0); /* else a landing that is still too deep */
}

/* ---- another stack ---- */

static _Thread_local struct {
    void (*fn)(void *);
    void *arg;
    void *home, *spare; /* stack pointers */
    ec_t bounds;        /* of the other stack, then of this one, for vm_stack_leave */
} borrowed;

static void
borrowed_main(void)
{
    vm_stack_arrive(NULL);
    borrowed.fn(borrowed.arg);
    vm_stack_leave(NULL, &borrowed.bounds);
    cont_swap(&borrowed.spare, borrowed.home);
}

void
vm_stack_call(size_t bytes, void (*fn)(void *), void *arg)
{
    ec_t *ec = vm_ec;
    char here;
    if (!bytes || (&here > ec->machine_low && (size_t)(&here - ec->machine_low) > bytes)) {
        fn(arg);
        return;
    }
    char *low = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED) rb_memerror();
    borrowed.fn = fn;
    borrowed.arg = arg;
    borrowed.bounds.machine_low = low;
    borrowed.bounds.machine_base = low + bytes;
    void *saved = NULL;
    vm_stack_leave(&saved, &borrowed.bounds);
    borrowed.bounds.machine_low = ec->machine_low;
    borrowed.bounds.machine_base = ec->machine_base;
    cont_swap(&borrowed.home, cont_prepare(low + bytes, borrowed_main));
    vm_stack_arrive(saved);
    vm_stack_clean(low, bytes);
    munmap(low, bytes);
}

/* ---- the fault ---- */

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
context_sp(ucontext_t *u)
{
#if defined(__x86_64__)
    return (uintptr_t *)&u->uc_mcontext.gregs[REG_RSP];
#else
    return (uintptr_t *)&u->uc_mcontext.sp;
#endif
}

static uintptr_t *
context_pc(ucontext_t *u)
{
#if defined(__x86_64__)
    return (uintptr_t *)&u->uc_mcontext.gregs[REG_RIP];
#else
    return (uintptr_t *)&u->uc_mcontext.pc;
#endif
}

/* Code that may be left in the middle: ours, and that of extensions, which the C API's functions leave by longjmp anyway.
 * What has been noted stays.  Read by a signal handler: a range is whole before the count tells of it. */
static struct {
    uintptr_t start, end;
} code[512];
static unsigned code_count;

static int
note_code(struct dl_phdr_info *object, size_t bytes, void *address)
{
    (void)bytes;
    uintptr_t wanted = (uintptr_t)address;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD || wanted < start || wanted >= start + segment->p_memsz) continue;
        code[code_count].start = start;
        code[code_count].end = start + segment->p_memsz;
        __atomic_store_n(&code_count, code_count + 1, __ATOMIC_RELEASE);
        return 1;
    }
    return 0;
}

void
vm_stack_note_code(void *function)
{
    if (code_count < lengthof(code)) dl_iterate_phdr(note_code, function);
}

static bool
may_be_left(uintptr_t pc)
{
    for (unsigned i = 0, n = __atomic_load_n(&code_count, __ATOMIC_ACQUIRE); i < n; i++)
        if (pc >= code[i].start && pc < code[i].end) return true;
    return false;
}

/* signal.c: a fault at addr.  true: return from the handler and go on. */
bool
vm_fault_at(void *addr, void *context)
{
    ec_t *ec = vm_ec;
    if (!ec || !ec->machine_low) return false;
    uintptr_t sp = *context_sp(context), pc = *context_pc(context), low = (uintptr_t)ec->machine_low, at = (uintptr_t)addr;
    if (sp > (uintptr_t)ec->machine_limit || sp + (1 << 20) < low) return false;
    if (at >= low + 4096 || at + VM_STACK_GUARD_BYTES < low || ec->reserve_parts == VM_STACK_RESERVE_PARTS) return false;
    if (!set_reserve(ec, ec->reserve_parts + 1u)) return false;
    /* the last part: better an error out of somebody else's code than none */
    bool now = may_be_left(pc) || ec->reserve_parts == VM_STACK_RESERVE_PARTS;
    if (!now || rb_during_gc()) {
        vm_interrupt(ec, INTR_STACK);
        return true;
    }
    *context_sp(context) = ((sp - 256) & ~(uintptr_t)15) - CALL_PUSHES;
    *context_pc(context) = (uintptr_t)raise_after_fault;
    return true;
}
