/*
 * jit/memory.c - where native code lies.
 *
 * One mapping within reach (2 GiB) of ruby's own code, so that calls and jumps have 32-bit displacements.  Code that runs often
 * grows from its start, stubs and slow paths from its middle.  It is either writable or executable: a batch of writes stands
 * between jit_write_begin and jit_write_end; nobody runs native code meanwhile, for the VM lock is held.
 */
#include "internal/compiler.h"
#include <string.h>
#include <sys/mman.h>
#include "internal/jit/compiler.h"

uint8_t *jit_hot, *jit_cold;
const uint8_t *jit_hot_base;
size_t jit_memory_limit = 16u << 20;

static uint8_t *base;
static unsigned writing;

enum { ROOM = 64 * 1024, STEP = 16 << 20 };

/* The first free place near `code`. */
static uint8_t *
map_near(const void *code, size_t bytes)
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

bool
jit_memory_init(void)
{
    base = map_near((const void *)jit_memory_init, 2 * jit_memory_limit);
    if (!base) return false;
    if (mprotect(base, 2 * jit_memory_limit, PROT_READ | PROT_WRITE) != 0 ||
        mprotect(base, 2 * jit_memory_limit, PROT_READ | PROT_EXEC) != 0) {
        munmap(base, 2 * jit_memory_limit);
        return false;
    }
    jit_hot_base = jit_hot = base;
    jit_cold = base + jit_memory_limit;
    return true;
}

/* What is writable now.  mprotect costs by the pages there are, so it is asked for a window where code is added, and for the
 * pages of jumps that are changed; for all if those are many. */
enum { RANGES = 16, WINDOW = 256 * 1024 };
static struct {
    uint8_t *from, *to;
} ranges[RANGES];
static unsigned range_count;
static const uint8_t *hot_end, *cold_end; /* of the windows */

static void
protect(uint8_t *from, uint8_t *to, int how)
{
    if (mprotect(from, (size_t)(to - from), how) != 0) vm_bug_at(__FILE__, __LINE__, "the JIT's memory cannot be protected");
}

static void
unlock(const uint8_t *at, size_t bytes)
{
    uint8_t *end = base + 2 * jit_memory_limit;
    for (unsigned i = 0; i < range_count; i++)
        if (at >= ranges[i].from && at + bytes <= ranges[i].to) return;
    uint8_t *from = base + ((size_t)(at - base) & ~(size_t)4095),
            *to = base + (((size_t)(at - base) + bytes + 4095) & ~(size_t)4095);
    if (to > end) to = end;
    if (range_count == RANGES) {
        from = base;
        to = end;
        range_count = 0;
    }
    protect(from, to, PROT_READ | PROT_WRITE);
    ranges[range_count].from = from;
    ranges[range_count++].to = to;
}

void
jit_write_begin(void)
{
    if (writing++) return;
    unlock(jit_hot, WINDOW);
    unlock(jit_cold, WINDOW);
    hot_end = jit_hot + WINDOW;
    cold_end = jit_cold + WINDOW;
}

void
jit_write_end(void)
{
    if (--writing) return;
    for (unsigned i = 0; i < range_count; i++) protect(ranges[i].from, ranges[i].to, PROT_READ | PROT_EXEC);
    range_count = 0;
}

bool
jit_memory_room(void)
{
    if (writing && (jit_hot + ROOM > hot_end || jit_cold + ROOM > cold_end)) return false;
    return jit_hot + ROOM < base + jit_memory_limit && jit_cold + ROOM < base + 2 * jit_memory_limit;
}

void
jit_set_jump(uint8_t *displacement, const void *target)
{
    unlock(displacement - 1, 64); /* and what follows it in a stub */
    int32_t d = (int32_t)((const uint8_t *)target - (displacement + 4));
    memcpy(displacement, &d, sizeof d);
}
