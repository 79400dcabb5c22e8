/*
 * vm/profile.h - `ruby --profile`: a sampling profiler of Ruby frames.
 *
 * Owns      the sampler thread, SIGPROF while a profile is taken, the table of frames and the tree of stacks.
 * Uses      vm.h, thread.h, vm/debug.h
 * PROF-1    Without --profile nothing runs: no thread, no signal, no test on a hot path.
 * PROF-2    The sampler thread reads a VALUE only while no thread has the VM lock, and keeps the lock free for that time.
 * PROF-3    The handler of SIGPROF writes captures only.  It runs on the holder of the lock, never inside profile_drain().
 * PROF-4    A weight is the time in ns since the previous sample of the same thread.  So no time is counted twice, and only the time after a
 *           thread's last sample is lost.
 * PROF-5    Every object that a capture or the table of frames names is a root.
 * PROF-6    The mode `alloc` has no thread and no signal: the collector's sample hook captures and counts at once.
 * Checked   test/test_profile.rb
 */
#ifndef FACET_INTERNAL_VM_PROFILE_H
#define FACET_INTERNAL_VM_PROFILE_H

#include "internal/vm.h"

struct profile_options {
    const char *
        to; /* the argument of --profile: "file", "cpu:file", "wall:file", "alloc:file"; "": a file in the current folder; NULL: off */
    unsigned interval_us; /* 0: the default */
};
/* Begins to sample.  raises RuntimeError if the file cannot be written. */
void profile_start(const struct profile_options *o);
/* Ends sampling and writes the file, once; prints one line to standard error if that fails.  calls */
void profile_finish(void);
void profile_serve(ec_t *ec);  /* INTR_PROFILE: counts the captures, at a safe point */
void profile_after_fork(void); /* in the child: ends the profile, or begins another if the file's name has %p */

#endif
