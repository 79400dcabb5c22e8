/*
 * malloc.c - memory outside the slots: accounting, and the collections that it causes.
 *
 * The system's malloc does the work.  The counts of this file decide when outside memory alone is reason to collect: an
 * object of 32 bytes may own a megabyte.  Counting never marks (gc.h): it closes the allocation runs, so that the next
 * object allocation takes the slow path and collects there, where every object in flight is complete.
 *
 * Counters are plain: freeing without the VM lock may lose an update, which only moves a collection.
 */
#include "internal/gc/body.h"
#include "gc/page.h"
#include "internal/memcheck.h"
#include "internal/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A sweep frees many megabytes that the program soon needs again.  By default glibc returns them to the system and gets them back as new
 * pages, each of which costs a page fault and a clearing. That took a third of the time of a generator of 500 kB Strings. */
enum { MALLOC_MMAP_BYTES = 32 << 20, MALLOC_TRIM_BYTES = 64 << 20 };

void
gc_malloc_limits_init(void)
{
    platform_keep_free(MALLOC_MMAP_BYTES, MALLOC_TRIM_BYTES);
    gc.malloc_limit = gc.params.malloc_limit_min;
    gc.oldmalloc_limit = gc.params.oldmalloc_limit_min;
}

/* ---- accounting ---- */

static void
want_collection(uint32_t reason)
{
    if (gc.wanted & reason || gc.disabled || gc.during) return;
    gc.wanted |= reason;
    gc_runs_close();
}

static void
account_more(size_t bytes)
{
    gc.malloc_increase += bytes;
    gc.oldmalloc_increase += bytes;
    if (UNLIKELY(gc.malloc_increase > gc.malloc_limit + gc.malloc_slack)) want_collection(GC_BY_MALLOC);
}

/* Subtracts bytes from the counters.  Bytes that a sweep frees were allocated before the collection and must not delay the next
 * one. */
static void
account_less(size_t bytes)
{
    if (!gc.during) gc.malloc_increase -= bytes < gc.malloc_increase ? bytes : gc.malloc_increase;
    gc.oldmalloc_increase -= bytes < gc.oldmalloc_increase ? bytes : gc.oldmalloc_increase;
}

void
gc_account(ptrdiff_t bytes)
{
    if (bytes >= 0) account_more((size_t)bytes);
    else account_less((size_t)-bytes);
}

/* ---- spare bodies (gc/body.h) ---- */

enum { BODY_STEP = 64, BODY_MIN = 1024, BODY_MAX = 8192, GC_SPARE_BYTES = LIMIT(512 << 10, 4096) };
static void
    *spare_bodies[BODY_MAX / BODY_STEP + 1]; /* at n: chained by their first words, n * BODY_STEP bytes or more each */
static size_t spare_bytes;

static void
spares_give_back(void)
{
    for (size_t i = 0; spare_bytes && i < lengthof(spare_bodies); i++) {
        for (void *p = spare_bodies[i], *next; p; p = next) {
            memcpy(&next, p, sizeof next);
            free(p);
            spare_bytes -= i * BODY_STEP;
        }
        spare_bodies[i] = NULL;
    }
}

void *
gc_body_malloc(size_t bytes)
{
    if (bytes <= BODY_MIN || bytes > BODY_MAX || gc.oom_countdown) return gc_malloc(bytes);
    size_t at = (bytes + BODY_STEP - 1) / BODY_STEP;
    void *p = spare_bodies[at];
    if (!p) { /* of the size that gc_body_free looks for */
        p = gc_malloc(at * BODY_STEP);
        account_less(at * BODY_STEP - bytes);
        return p;
    }
    memcpy(&spare_bodies[at], p, sizeof p);
    spare_bytes -= at * BODY_STEP;
    account_more(bytes);
    return p;
}

void
gc_body_free(void *p, size_t bytes)
{
    if (bytes > BODY_MIN && bytes <= BODY_MAX && spare_bytes < GC_SPARE_BYTES && p && !VM_ASAN) {
        size_t at = malloc_usable_size(p) / BODY_STEP;
        if (LIKELY(at <= BODY_MAX / BODY_STEP)) {
            account_less(bytes);
            memcpy(p, &spare_bodies[at], sizeof p);
            spare_bodies[at] = p;
            spare_bytes += at * BODY_STEP;
            return;
        }
    }
    gc_free(p, bytes);
}

static size_t
grown(size_t limit, double factor, size_t max)
{
    double next = (double)limit * factor;
    return next > (double)max ? max : (size_t)next;
}

/*
 * Limits follow what the program does: up when they were what triggered, slowly down when not.  Marking a small heap is cheap, so its
 * garbage may grow to a few times its size and no more. The heap then stays in the cache.
 */
void
gc_malloc_after_mark(bool major)
{
    struct gc_params *p = &gc.params;
    size_t room = p->malloc_limit_min + 2 * gc.marked_bytes;
    if (room > p->malloc_limit_max) room = p->malloc_limit_max;
    if (gc.malloc_increase > gc.malloc_limit) {
        gc.malloc_limit = grown(gc.malloc_limit, p->malloc_limit_growth, room);
    } else {
        gc.malloc_limit = (size_t)((double)gc.malloc_limit * 0.98);
        if (gc.malloc_limit < p->malloc_limit_min) gc.malloc_limit = p->malloc_limit_min;
    }
    gc.malloc_increase = 0;
    if (!major) return;
    spares_give_back();
    if (gc.latest_reason & GC_MAJOR_BY_OLDMALLOC) {
        gc.oldmalloc_limit = grown(gc.oldmalloc_limit, p->oldmalloc_limit_growth, p->oldmalloc_limit_max);
    } else {
        gc.oldmalloc_limit = (size_t)((double)gc.oldmalloc_limit * 0.98);
        if (gc.oldmalloc_limit < p->oldmalloc_limit_min) gc.oldmalloc_limit = p->oldmalloc_limit_min;
    }
    gc.oldmalloc_increase = 0;
}

/* ---- failure ---- */

/* VM_STRESS=oom:N: the Nth request fails, and is not repeated. */
bool
gc_stress_fails(void)
{
    if (LIKELY(!gc.oom_countdown) || --gc.oom_countdown != 0) return false;
    errno = ENOMEM;
    return true;
}

void (*gc_on_shortage)(void);

/* Returns the free memory that sweeping left to the system. */
static void
give_back_spares(void)
{
    if (gc_on_shortage) gc_on_shortage();
    spares_give_back();
    gc_pages_trim(0);
    gc_chunks_return();
    platform_give_back();
}

/* Dead objects may still hold memory: sweeping changes no live object, so it is safe here, too. */
COLD static bool
release_dead(void)
{
    if (gc.during) return false;
    gc_sweep_all();
    give_back_spares();
    want_collection(GC_BY_MALLOC | GC_MAJOR_BY_NOFREE);
    return true;
}

bool
gc_collect_for_room(void)
{
    if (gc.during) return false;
    gc_collect_for(GC_BY_MALLOC | GC_MAJOR_BY_NOFREE | GC_IMMEDIATE_SWEEP);
    give_back_spares();
    return true;
}

/* Where there can be no exception (marking, sweeping) memory comes from a reserve, made again after the collection. */
enum { RESERVE_BYTES = 256 << 10 };
static void *reserve;

void
gc_reserve_refill(void)
{
    if (!reserve) reserve = malloc(RESERVE_BYTES);
}

COLD static void
reserve_release(void)
{
    if (!reserve) gc_out_of_memory();
    free(reserve);
    reserve = NULL;
}

void
gc_out_of_memory(void)
{
    static const char msg[] = "[FATAL] failed to allocate memory\n";
    if (write(STDERR_FILENO, msg, sizeof msg - 1) < 0) _exit(1);
    exit(EXIT_FAILURE);
}

/* ---- the internal face: what the collector does not count ---- */

void *
gc_raw_try_malloc(size_t bytes)
{
    if (gc_stress_fails()) return NULL;
    void *p = malloc(bytes);
    return LIKELY(p) || !release_dead() ? p : malloc(bytes);
}

void *
gc_raw_try_calloc(size_t n, size_t bytes)
{
    if (gc_stress_fails()) return NULL;
    void *p = calloc(n, bytes);
    return LIKELY(p) || !release_dead() ? p : calloc(n, bytes);
}

void *
gc_raw_try_realloc(void *p, size_t bytes)
{
    if (gc_stress_fails()) return NULL;
    void *q = realloc(p, bytes);
    return LIKELY(q) || !release_dead() ? q : realloc(p, bytes);
}

void *
gc_raw_try_aligned(size_t alignment, size_t bytes)
{
    if (gc_stress_fails()) return NULL;
    void *p = aligned_alloc(alignment, bytes);
    return LIKELY(p) || !release_dead() ? p : aligned_alloc(alignment, bytes);
}

static inline void *
there(void *p)
{
    if (UNLIKELY(!p)) rb_memerror();
    return p;
}

void *
gc_raw_malloc(size_t bytes)
{
    return there(gc_raw_try_malloc(bytes));
}

void *
gc_raw_calloc(size_t n, size_t bytes)
{
    return there(gc_raw_try_calloc(n, bytes));
}

void *
gc_raw_realloc(void *p, size_t bytes)
{
    return there(gc_raw_try_realloc(p, bytes));
}

void *
gc_raw_must_calloc(size_t n, size_t bytes)
{
    for (;;) {
        void *p = gc_raw_try_calloc(n, bytes);
        if (LIKELY(p)) return p;
        reserve_release();
    }
}

void *
gc_raw_must_realloc(void *p, size_t bytes)
{
    for (;;) {
        void *q = gc_raw_try_realloc(p, bytes);
        if (LIKELY(q)) return q;
        reserve_release();
    }
}

/* ---- the same, counted ---- */

void *
gc_malloc_try(size_t bytes)
{
    void *p = gc_raw_try_malloc(bytes ? bytes : 1);
    if (LIKELY(p)) account_more(bytes);
    return p;
}

void *
gc_malloc(size_t bytes)
{
    return there(gc_malloc_try(bytes));
}

void *
gc_calloc(size_t n, size_t bytes)
{
    size_t total;
    if (UNLIKELY(__builtin_mul_overflow(n, bytes, &total))) ruby_malloc_size_overflow(n, bytes);
    if (total == 0) n = bytes = total = 1;
    void *p = there(gc_raw_try_calloc(n, bytes));
    account_more(total);
    return p;
}

void *
gc_realloc(void *p, size_t old_bytes, size_t new_bytes)
{
    if (!p) return gc_malloc(new_bytes);
    if (!old_bytes) old_bytes = malloc_usable_size(p);
    void *q = there(gc_raw_try_realloc(p, new_bytes ? new_bytes : 1));
    gc_account((ptrdiff_t)new_bytes - (ptrdiff_t)old_bytes);
    return q;
}

void
gc_free(void *p, size_t bytes)
{
    if (!p) return;
    account_less(bytes ? bytes : malloc_usable_size(p));
    free(p);
}

/* ---- whole pages ---- */

/* From PAGES_HUGE_BYTES on a mapping begins on a boundary of huge pages and is advised to use them: a search in random order
 * misses the TLB less.  mremap would move it to any address, and a huge page that lands beside its boundary falls apart. */
enum { PAGES_HUGE_BYTES = 4 << 20, HUGE_PAGE_BYTES = 2 << 20 };

static size_t
page_round(size_t bytes)
{
    static size_t page;
    if (!page) page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) & ~(page - 1);
}

static void *
pages_map(size_t bytes)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void *
pages_map_aligned(size_t bytes)
{
    char *p = pages_map(bytes + HUGE_PAGE_BYTES);
    if (p == MAP_FAILED) return p;
    char *from = (char *)(((uintptr_t)p + HUGE_PAGE_BYTES - 1) & ~(uintptr_t)(HUGE_PAGE_BYTES - 1));
    size_t before = (size_t)(from - p);
    if (before) munmap(p, before);
    munmap(from + bytes, HUGE_PAGE_BYTES - before);
    return from;
}

#ifdef MREMAP_MAYMOVE
/* Where it is if there is room, else to a boundary of huge pages. */
static void *
pages_move_aligned(void *p, size_t old, size_t want)
{
    if (!((uintptr_t)p & (HUGE_PAGE_BYTES - 1))) {
        void *q = mremap(p, old, want, 0);
        if (q != MAP_FAILED) return q;
    }
    void *to = pages_map_aligned(want);
    if (to == MAP_FAILED) return to;
    void *q = mremap(p, old, want, MREMAP_MAYMOVE | MREMAP_FIXED, to);
    if (q == MAP_FAILED) munmap(to, want);
    return q;
}
#endif

static void *
pages_resize_once(void *p, size_t old, size_t want)
{
    void *q;
    if (!p) q = want >= PAGES_HUGE_BYTES ? pages_map_aligned(want) : pages_map(want);
#ifdef MREMAP_MAYMOVE
    else if (want >= PAGES_HUGE_BYTES && want > old) q = pages_move_aligned(p, old, want);
    else q = mremap(p, old, want, MREMAP_MAYMOVE);
#else
    else if (want < old) q = munmap((char *)p + want, old - want) ? MAP_FAILED : p;
    else if ((q = pages_map(want)) != MAP_FAILED) {
        memcpy(q, p, old);
        munmap(p, old);
    }
#endif
    return q == MAP_FAILED ? NULL : q;
}

void *
gc_pages_resize(void *p, size_t old, size_t want)
{
    old = page_round(old);
    want = page_round(want);
    if (old == want) return p;
    gc_account((ptrdiff_t)want - (ptrdiff_t)old);
    if (!want) {
        munmap(p, old);
        return NULL;
    }
    void *q = want > old && gc_stress_fails() ? NULL : pages_resize_once(p, old, want);
    if (UNLIKELY(!q) && want > old) {
        release_dead();
        q = pages_resize_once(p, old, want);
    }
    if (UNLIKELY(!q)) {
        gc_account((ptrdiff_t)old - (ptrdiff_t)want);
        return want < old ? p : NULL;
    }
    MEMCHECK_PAGES(q, want);
#ifdef MADV_HUGEPAGE
    if (want >= PAGES_HUGE_BYTES && want > old) madvise(q, want, MADV_HUGEPAGE);
#endif
    return q;
}

/* ---- the C API's ---- */

void
ruby_malloc_size_overflow(size_t count, size_t size)
{
    rb_raise(rb_eArgError, "malloc: possible integer overflow (%" PRIuSIZE "*%" PRIuSIZE ")", count, size);
}

static size_t
checked_product(size_t n, size_t size)
{
    size_t total;
    if (UNLIKELY(__builtin_mul_overflow(n, size, &total))) ruby_malloc_size_overflow(n, size);
    return total;
}

static size_t
checked_size(size_t size)
{
    if (UNLIKELY((ptrdiff_t)size < 0)) rb_raise(rb_eNoMemError, "too large allocation size");
    return size;
}

void *
ruby_xmalloc(size_t size)
{
    return gc_malloc(checked_size(size));
}

void *
ruby_xmalloc2(size_t n, size_t size)
{
    return gc_malloc(checked_size(checked_product(n, size)));
}

void *
ruby_xcalloc(size_t n, size_t size)
{
    checked_size(checked_product(n, size));
    return gc_calloc(n, size);
}

void *
ruby_xrealloc(void *ptr, size_t new_size)
{
    return gc_realloc(ptr, 0, checked_size(new_size));
}

void *
ruby_xrealloc2(void *ptr, size_t n, size_t new_size)
{
    return gc_realloc(ptr, 0, checked_size(checked_product(n, new_size)));
}

void
ruby_xfree(void *ptr)
{
    gc_free(ptr, 0);
}

void
rb_gc_adjust_memory_usage(ssize_t diff)
{
    gc_account(diff);
}

/* ---- ALLOCV: a hidden object owns the buffer, the C frame owns the object ---- */

/* 0        8     16     24  */
/* +--------+-----+------+   */
/* | header | ptr | words|   */
/* +--------+-----+------+   */
struct gc_buf {
    struct obj_header hdr;
    void *ptr;
    size_t words; /* scanned conservatively */
};
SLOT_ASSERT_FIXED(struct gc_buf);

static void
buf_mark(VALUE v)
{
    const struct gc_buf *b = (const struct gc_buf *)v;
    if (b->ptr) gc_mark_maybe(b->ptr, (const VALUE *)b->ptr + b->words);
}

static void
buf_free(VALUE v)
{
    struct gc_buf *b = (struct gc_buf *)v;
    gc_free(b->ptr, 0);
    b->ptr = NULL;
}

static size_t
buf_memsize(VALUE v)
{
    const struct gc_buf *b = (const struct gc_buf *)v;
    return b->ptr ? malloc_usable_size(b->ptr) : 0;
}

void
gc_buf_init(void)
{
    static const struct gc_type_ops ops = {.mark = buf_mark, .free = buf_free, .memsize = buf_memsize};
    gc_register_imemo(IMEMO_BUF, &ops);
}

void *
rb_alloc_tmp_buffer_with_count(volatile VALUE *holder, size_t size, size_t cnt)
{
    VALUE v = gc_new_imemo(IMEMO_BUF, sizeof(struct gc_buf));
    struct gc_buf *b = (struct gc_buf *)v;
    *holder = v;
    gc_own(v);
    gc_unprotect(v); /* the frame writes into the buffer */
    b->ptr = gc_malloc(size);
    b->words = cnt < size / sizeof(VALUE) ? cnt : size / sizeof(VALUE);
    return b->ptr;
}

void *
rb_alloc_tmp_buffer(volatile VALUE *holder, long len)
{
    if (len < 0) rb_raise(rb_eArgError, "negative buffer size (or size too big)");
    size_t words = ((size_t)len + sizeof(VALUE) - 1) / sizeof(VALUE);
    return rb_alloc_tmp_buffer_with_count(holder, words * sizeof(VALUE), words);
}

bool gc_code_may_return_twice;

void
gc_refuse_freed_buffer(VALUE holder, const char *what)
{
    if (!((const struct gc_buf *)holder)->words) rb_raise(rb_eRuntimeError, "%s reentered", what);
}

void
rb_free_tmp_buffer(volatile VALUE *holder)
{
    VALUE v = *holder;
    *holder = 0;
    if (!v) return;
    struct gc_buf *b = (struct gc_buf *)v;
    b->words = 0;
    buf_free(v);
    gc_disown(v);
}
