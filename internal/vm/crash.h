/*
 * vm/crash.h - the report of a process that dies of a fault of ours, or of an extension's.
 *
 * Owns      the place of the report (--crash-report, RUBY_CRASH_REPORT).
 * Uses      vm
 * CRASH-1   A second fault while the report is written ends the process at once.
 * Threads   From a signal handler too, on the alternate stack; takes no lock of ours.
 * Checked   test/test_crash_report.rb
 */
#ifndef FACET_INTERNAL_VM_CRASH_H
#define FACET_INTERNAL_VM_CRASH_H

#include "internal/vm.h"

/* Stores the path of the executable as it was called, at boot. */
void vm_crash_init(void);
/* The second line of the report, static text: RUBY_DESCRIPTION; NULL: not known yet. */
extern const char *vm_crash_version;
/* Keeps a copy of the template of --crash-report, which goes before RUBY_CRASH_REPORT. */
void vm_crash_template(const char *template);
/* Writes the report: the headline, frames, registers (context: a ucontext_t or NULL), features, the memory's map. */
void vm_crash_report(const char *headline, const void *context);

#endif
