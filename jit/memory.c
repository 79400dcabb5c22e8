/*
 * jit/memory.c - where native code lies.
 *
 * The pages of one shared anonymous object are mapped twice: within reach (2 GiB) of ruby's own code to be executed, anywhere
 * else to be written.  Code that runs often grows from the start of the region. Stubs and slow paths grow from its middle.
 *
 * JMEM-1    No page is writable and executable at one address.
 * JMEM-2    Addresses of code (jit_hot, jit_cold, points, displacements) are those where it runs; jit_writable() converts.
 * JMEM-3    The child of a fork has pages of its own before it runs native code.  The parent copies them before the fork, while
 *           it has the VM lock, and the child maps them over the parent's.
 * JMEM-4    Nothing is written past either half: jit_memory_room() leaves out what jit_reserve() has promised to points, so a
 *           point can always be redirected.  jit_take() ends the process rather than write elsewhere.
 *
 * Where a second mapping is refused there is one, writable between jit_write_begin() and jit_write_end() and executable
 * otherwise.  It costs two system calls a batch.  No thread runs native code meanwhile, because the VM lock is held.
 */
#include "internal/compiler.h"
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include "internal/jit/compiler.h"

uint8_t *jit_hot, *jit_cold;
const uint8_t *jit_hot_base;
size_t jit_memory_limit = 16u << 20;
ptrdiff_t jit_write_distance;
bool jit_single_mapping;

static uint8_t *base;
static size_t reserved; /* bytes of the cold half (JMEM-4) */
static unsigned writing;

enum { STEP = 16 << 20, HOT_ROOM = 8 * 1024, COLD_ROOM = 16 * 1024 /* bytes that one instruction takes, at most */ };

static size_t
jit_region_bytes(void)
{
    return 2 * jit_memory_limit;
}

/* Reserves the first free addresses near `code`.  Returns NULL if there are none. */
static uint8_t *
jit_reserve_near(const void *code, size_t bytes)
{
    uintptr_t home = (uintptr_t)code & ~(uintptr_t)(STEP - 1);
    for (uintptr_t k = 2; k < 100; k++) {
        for (int up = 0; up < 2; up++) {
            uintptr_t at = up ? home + k * STEP : home - k * STEP;
            void *p = mmap((void *)at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                           -1, 0);
            if (p == (void *)at) return p;
            if (p != MAP_FAILED) munmap(p, bytes);
        }
    }
    return NULL;
}

/* Maps a new shared object to be written.  Returns NULL if there is no memory. */
static uint8_t *
jit_new_pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* Maps the pages of the shared object at `pages` a second time, at `at`, with the right to execute them.
 * (mremap with an old size of 0 does not move.) */
static bool
jit_map_executable(uint8_t *pages, uint8_t *at, size_t bytes)
{
    return mremap(pages, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at) == at &&
           mprotect(at, bytes, PROT_READ | PROT_EXEC) == 0;
}

size_t
jit_memory_hot(void)
{
    return (size_t)(jit_hot - base);
}

size_t
jit_memory_cold(void)
{
    return (size_t)(jit_cold - base) - jit_memory_limit;
}

size_t
jit_memory_used(void)
{
    const size_t page = 4095;
    return ((jit_memory_hot() + page) & ~page) + ((jit_memory_cold() + page) & ~page);
}

/* ---- the child of a fork (JMEM-3) ---- */

static uint8_t *childs; /* pages made for the child */

static void
jit_before_fork(void)
{
    childs = jit_new_pages(jit_region_bytes());
    if (!childs) return;
    memcpy(childs, base, (size_t)(jit_hot - base));
    memcpy(childs + jit_memory_limit, base + jit_memory_limit, (size_t)(jit_cold - base) - jit_memory_limit);
}

static void
jit_after_fork_in_parent(void)
{
    if (childs) munmap(childs, jit_region_bytes());
    childs = NULL;
}

static void
jit_after_fork_in_child(void)
{
    if (!childs || !jit_map_executable(childs, base, jit_region_bytes()) ||
        mremap(childs, jit_region_bytes(), jit_region_bytes(), MREMAP_MAYMOVE | MREMAP_FIXED, jit_writable(base)) ==
            MAP_FAILED)
        vm_bug_at(__FILE__, __LINE__, "no memory for the native code of a child");
    childs = NULL;
}

/* ---- the region ---- */

static bool
jit_map_twice(void)
{
    uint8_t *pages = jit_new_pages(jit_region_bytes());
    if (!pages) return false;
    if (!jit_map_executable(pages, base, jit_region_bytes()) ||
        pthread_atfork(jit_before_fork, jit_after_fork_in_parent, jit_after_fork_in_child) != 0) {
        munmap(pages, jit_region_bytes());
        return false;
    }
    jit_write_distance = pages - base;
    return true;
}

static bool
jit_map_once(void)
{
    void *p = mmap(base, jit_region_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                   -1, 0);
    jit_single_mapping = true;
    return p == base && mprotect(base, jit_region_bytes(), PROT_READ | PROT_EXEC) == 0;
}

bool
jit_memory_init(void)
{
    base = jit_reserve_near((const void *)jit_memory_init, jit_region_bytes());
    if (!base) return false;
    if (!(!jit_single_mapping && jit_map_twice()) && !jit_map_once()) {
        munmap(base, jit_region_bytes());
        return false;
    }
    jit_hot_base = jit_hot = base;
    jit_cold = base + jit_memory_limit;
    return true;
}

static void
jit_protect(int how)
{
    if (jit_single_mapping && mprotect(base, jit_region_bytes(), how) != 0)
        vm_bug_at(__FILE__, __LINE__, "the JIT's memory cannot be protected");
}

void
jit_write_begin(void)
{
    if (writing++ == 0) jit_protect(PROT_READ | PROT_WRITE);
}

void
jit_write_end(void)
{
    if (--writing == 0) jit_protect(PROT_READ | PROT_EXEC);
}

bool
jit_memory_room_for(size_t hot, size_t cold)
{
    return jit_hot + HOT_ROOM + hot <= base + jit_memory_limit &&
           jit_cold + COLD_ROOM + cold + reserved <= base + jit_region_bytes();
}

bool
jit_memory_room(void)
{
    return jit_memory_room_for(0, 0);
}

void
jit_reserve(size_t bytes)
{
    reserved += bytes;
}

void
jit_unreserve(size_t bytes)
{
    VM_ASSERT(bytes <= reserved);
    reserved -= bytes;
}

uint8_t *
jit_take(uint8_t **half, size_t bytes)
{
    uint8_t *at = *half;
    const uint8_t *end = at < base + jit_memory_limit ? base + jit_memory_limit : base + jit_region_bytes();
    if (UNLIKELY(at + bytes > end)) vm_bug_at(__FILE__, __LINE__, "the JIT's memory is full");
    *half = at + bytes;
    return at;
}
