/*
 * malloc_count.c - counts memory from malloc; preloaded into a measured Ruby (glibc only).
 *
 * Owns      the functions of malloc's family, and getpgid, in the process that preloads it.
 * MALLOC-1  Counters are atomic and independent: a thread that allocates meanwhile is counted, too.
 * MALLOC-2  tool/measure/json_peak reads the counts by Process.getpgid of special numbers, without a library of its own.
 * MALLOC-3  The process that loaded the library appends its counts to the file that LAB_MALLOC names, as it ends.  A forked child appends
 *           nothing.
 * Checked   test/test_lab_measures.rb, make json-peak
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { ASK_RESET = -1001, ASK_PEAK = -1002, ASK_MALLOC = -1003, ASK_REALLOC = -1004, ASK_FREE = -1005 };

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_long live, peak, mallocs, reallocs, frees; /* live and peak in bytes, from the reset on */

static void
note_peak(long now)
{
    long was = atomic_load(&peak);
    while (now > was && !atomic_compare_exchange_weak(&peak, &was, now));
}

static void *
given(void *p)
{
    if (!p) return p;
    long bytes = (long)malloc_usable_size(p);
    atomic_fetch_add(&mallocs, 1);
    note_peak(atomic_fetch_add(&live, bytes) + bytes);
    return p;
}

void *
malloc(size_t n)
{
    return given(__libc_malloc(n));
}
void *
calloc(size_t n, size_t size)
{
    return given(__libc_calloc(n, size));
}
void *
aligned_alloc(size_t align, size_t n)
{
    return given(__libc_memalign(align, n));
}
void *
memalign(size_t align, size_t n)
{
    return given(__libc_memalign(align, n));
}

int
posix_memalign(void **p, size_t align, size_t n)
{
    *p = given(__libc_memalign(align, n));
    return *p ? 0 : 12; /* ENOMEM */
}

void *
realloc(void *p, size_t n)
{
    if (!p) return malloc(n);
    long old = (long)malloc_usable_size(p);
    char *q = __libc_realloc(p, n);
    if (!q) return q;
    long bytes = (long)malloc_usable_size(q);
    atomic_fetch_add(&reallocs, 1);
    if (q != (char *)p) note_peak(atomic_load(&live) + bytes); /* both were there while it copied */
    note_peak(atomic_fetch_add(&live, bytes - old) + bytes - old);
    return q;
}

void
free(void *p)
{
    if (!p) return;
    atomic_fetch_add(&frees, 1);
    atomic_fetch_sub(&live, (long)malloc_usable_size(p));
    __libc_free(p);
}

pid_t
getpgid(pid_t pid)
{
    switch (pid) {
    case ASK_RESET:
        atomic_store(&live, 0), atomic_store(&peak, 0);
        atomic_store(&mallocs, 0), atomic_store(&reallocs, 0), atomic_store(&frees, 0);
        return 0;
    case ASK_PEAK: return (pid_t)atomic_load(&peak);
    case ASK_MALLOC: return (pid_t)atomic_load(&mallocs);
    case ASK_REALLOC: return (pid_t)atomic_load(&reallocs);
    case ASK_FREE: return (pid_t)atomic_load(&frees);
    }
    return (pid_t)syscall(SYS_getpgid, pid);
}

static pid_t owner; /* the process that loaded the library */

__attribute__((constructor)) static void
count_from_here(void)
{
    owner = getpid();
}

/* Appends the counts to the file that LAB_MALLOC names. */
__attribute__((destructor)) static void
write_counts(void)
{
    const char *path = getenv("LAB_MALLOC");
    if (!path || getpid() != owner) return;
    long calls = atomic_load(&mallocs) + atomic_load(&reallocs), most = atomic_load(&peak);
    FILE *out = fopen(path, "a");
    if (!out) return;
    fprintf(out, "mallocs %ld\nmalloc-peak %.3f KiB\n", calls, (double)most / 1024);
    fclose(out);
}
