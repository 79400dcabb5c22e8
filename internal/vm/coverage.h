/*
 * vm/coverage.h - counters of the code that was run, in files compiled while coverage is set up.
 *
 * Owns      the records of files, the state of the measurement.
 * Uses      iseq.h; the compiler emits `coverage` instructions and declares branches.
 * COVER-1   A record is an Array: line counters or nil, branch counters or nil, branch bases or nil.  It belongs to the path
 *           until the file is loaded again or the measurement ends; code continues to count in the record it was
 *           compiled with.
 * COVER-2   Counters are an Array: nil where nothing can be counted, else a Fixnum.  With oneshot_lines it is 0, then
 *           the number of the event that came first, then -1 once it was reported.
 * COVER-3   A base is [type, line, column, last line, last column, branches]; a branch is the same with the index of its
 *           counter last.
 * Checked   test/test_coverage.rb
 */
#ifndef FACET_INTERNAL_COVERAGE_H
#define FACET_INTERNAL_COVERAGE_H

#include "internal/value.h"

enum { COVERAGE_LINES = 1, COVERAGE_BRANCHES = 2, COVERAGE_METHODS = 4, COVERAGE_ONESHOT = 8, COVERAGE_EVAL = 16 };
enum { COVERAGE_OF_LINES, COVERAGE_OF_BRANCHES, COVERAGE_BASES, COVERAGE_PARTS };

extern bool coverage_running;
extern unsigned coverage_mode; /* 0: not set up */

/* Runs the instruction `coverage`: counts at counter n.  pure */
void coverage_hit(VALUE counters, unsigned n);
/* Returns a new record for a file of so many lines that is being compiled, or nil if nothing is counted. again: also
 * if the path has one.  allocates */
VALUE coverage_of_file(VALUE path, long lines, bool again);
void Init_coverage(void);

#endif
