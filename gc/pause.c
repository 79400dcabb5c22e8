/*
 * pause.c - the clock, and the histogram of how long collections stop the program.
 *
 * Four buckets for each power of two of nanoseconds: a percentile is exact to 25 %, and recording one is two shifts.
 */
#include "gc/page.h"

#include <time.h>

uint64_t
gc_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static unsigned
hist_bucket(uint64_t ns)
{
    if (ns < 4) return (unsigned)ns;
    unsigned log = 63 - (unsigned)__builtin_clzll(ns);
    return log * 4 + (unsigned)((ns >> (log - 2)) & 3);
}

static uint64_t
hist_bucket_top(unsigned bucket)
{
    unsigned log = bucket / 4;
    return log < 2 ? bucket : ((uint64_t)(4 + bucket % 4 + 1) << (log - 2)) - 1;
}

void
gc_hist_add(struct gc_hist *h, uint64_t ns)
{
    h->bucket[hist_bucket(ns)]++;
    h->count++;
    h->total_ns += ns;
    if (ns > h->max_ns) h->max_ns = ns;
}

uint64_t
gc_hist_percentile(const struct gc_hist *h, double p)
{
    uint64_t rank = (uint64_t)((double)h->count * p), seen = 0;
    for (unsigned i = 0; i < lengthof(h->bucket); i++) {
        seen += h->bucket[i];
        if (seen > rank) {
            uint64_t top = hist_bucket_top(i);
            return top < h->max_ns ? top : h->max_ns;
        }
    }
    return h->max_ns;
}
