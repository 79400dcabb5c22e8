/*
 * vm/callstats.h - counters of call sites: `ruby --call-stats`, RubyVM.call_stats, RubyVM.call_sites.
 *
 * Owns      the counters.
 * Uses      vm.h, vm/trace.h
 * STATS-1   Links and misses are always counted, in the slow half of calls.  The runs of a site are counted only under
 *           --call-stats: the tracer (INSN-5 of iseq/insn.h) is then in front of every instruction with a call site.
 *           Without the switch the runs cost no test anywhere.
 * Checked   test/test_call_stats.rb
 */
#ifndef FACET_INTERNAL_CALLSTATS_H
#define FACET_INTERNAL_CALLSTATS_H

#include "internal/vm.h"

enum call_slow {
    CALL_LINK /* a site got its form, for the first time or again */,
    CALL_MISS /* a linked site met a receiver that it was not linked for */,
    CALL_GENERAL /* looked up, or arguments laid out, as on every run */,
    CALL_SLOW__COUNT
};
extern size_t callstats_total[CALL_SLOW__COUNT];
extern bool callstats_on; /* --call-stats */
void callstats_note(const cell *pc, enum call_slow what);
static ALWAYS_INLINE void
callstats_slow(const cell *pc, enum call_slow what)
{
    callstats_total[what]++;
    if (UNLIKELY(callstats_on)) callstats_note(pc, what);
}
void callstats_start(void);         /* --call-stats: before the program is compiled */
void callstats_run(const cell *pc); /* the tracer met an instruction */
void callstats_arm(VALUE iseq);     /* new code, or code that a TracePoint let go of */
void callstats_forget(VALUE iseq);  /* it is about to be freed */
void callstats_print(void);         /* to standard error */

/* ---- facts about sites (vm/site.c); at: the operand ---- */

bool callsite_made_p(const cell *at);     /* it has run */
unsigned callsite_misses(const cell *at); /* saturates */
size_t callsite_memsize(const cell *at);  /* the records of one site, what they own included */
const char *callsite_layout(void);        /* "merged, flat" */
struct callsite_usage {
    size_t records, record_bytes; /* in use */
    size_t arena_bytes, list_bytes, polymorphic_bytes;
};
struct callsite_usage callsite_usage(void);

#endif
