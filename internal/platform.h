/*
 * platform.h - calls of glibc that another C library may lack, each once and with its replacement.
 *
 * Owns      platform_keep_free(), platform_give_back(), platform_main_stack(), platform_c_levels(), platform_statx() and, where libc has
 *           none, struct statx.
 * Uses      compiler.h
 * PLATFORM-1 Only this header names mallopt, malloc_trim, backtrace, __libc_stack_end and statx: a source that names one of them itself does
 *           not build for musl.
 * Checked   test/test_platform.rb, tool/check/musl_calls
 */
#ifndef FACET_INTERNAL_PLATFORM_H
#define FACET_INTERNAL_PLATFORM_H

#include "internal/compiler.h"
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Lets free() keep up to `trim` bytes at the end of the heap, and blocks below `map` bytes on the heap.  musl's malloc has no such limits. */
static inline void
platform_keep_free(int map, int trim)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, map);
    mallopt(M_TRIM_THRESHOLD, trim);
#else
    (void)map;
    (void)trim;
#endif
}

/* Returns free memory of malloc to the system.  musl's free() does that by itself. */
static inline void
platform_give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* Returns where the main thread's stack began, below arguments and environment, or NULL if libc does not record it.  In the latter case
 * pthread_getattr_np() finds the place; in musl that reads no file. */
static inline const void *
platform_main_stack(void)
{
#ifdef __GLIBC__
    extern void *__libc_stack_end;
    return __libc_stack_end;
#else
    return NULL;
#endif
}

/* ---- the levels of C ---- */

#if __has_include(<execinfo.h>)
#include <execinfo.h>

/* Stores the return addresses of the C functions that are being executed, the innermost first.  Returns how many were stored, at most
 * `most`. */
static inline int
platform_c_levels(void **places, int most)
{
    return backtrace(places, most);
}
#else
#include <unwind.h>

struct platform_levels {
    void **places;
    int count, most;
};

static inline _Unwind_Reason_Code
platform_add_level(struct _Unwind_Context *context, void *arg)
{
    struct platform_levels *l = arg;
    if (l->count == l->most) return _URC_END_OF_STACK;
    l->places[l->count++] = (void *)_Unwind_GetIP(context);
    return _URC_NO_REASON;
}

static inline int
platform_c_levels(void **places, int most)
{
    struct platform_levels l = {places, 0, most};
    _Unwind_Backtrace(platform_add_level, &l);
    return l.count;
}
#endif

/* ---- statx ---- */

#ifdef STATX_BTIME
static inline int
platform_statx(int fd, const char *path, int flags, unsigned mask, struct statx *x)
{
    return statx(fd, path, flags, mask, x);
}
#else
/* The kernel's record, for a musl older than 1.2.5.
 *
 *   0      4        8           16      20    24    28     32    40     48       56          64
 *   | mask | blksize | attributes | nlink | uid | gid | mode | ino | size | blocks | attr_mask |
 *   64 atime  80 btime  96 ctime  112 mtime    128 rdev  136 dev    144 reserved                256
 */
struct statx_timestamp {
    int64_t tv_sec;
    uint32_t tv_nsec;
    int32_t reserved;
};

struct statx {
    uint32_t stx_mask, stx_blksize;
    uint64_t stx_attributes;
    uint32_t stx_nlink, stx_uid, stx_gid;
    uint16_t stx_mode, reserved;
    uint64_t stx_ino, stx_size, stx_blocks, stx_attributes_mask;
    struct statx_timestamp stx_atime, stx_btime, stx_ctime, stx_mtime;
    uint32_t stx_rdev_major, stx_rdev_minor, stx_dev_major, stx_dev_minor;
    uint64_t spare[14];
};
_Static_assert(sizeof(struct statx) == 256 && offsetof(struct statx, stx_rdev_major) == 128, "the kernel's layout of statx");

enum { STATX_BASIC_STATS = 0x7ff, STATX_BTIME = 0x800 };

static inline int
platform_statx(int fd, const char *path, int flags, unsigned mask, struct statx *x)
{
    return (int)syscall(SYS_statx, fd, path, flags, mask, x);
}
#endif

#endif
