/*
 * log.c - `ruby --gc-log`: a line of text for each collection.
 *
 * A line is written when its collection is complete: after the sweep, which allocations do step by step, so before the next
 * collection or at the end of the process.  doc/internals/profiling.md describes the columns.  Times of the sweep are those of
 * GC.measure_total_time, and 0 while that is off.
 */
#include "gc/page.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool gc_log_on;

static struct {
    FILE *file;
    uint64_t opened, sweep_seen;
    bool pending; /* a collection has begun and has no line yet */
    /* of that collection */
    uint64_t number, at, longest, ns[GC_PHASE_COUNT], steps;
    uint64_t objects, bytes, marked_objects, marked_bytes, old, promoted;
    uint32_t reason;
    bool major;
} gc_logged;

static const char *
log_kind(void)
{
    if (gc_logged.reason & (GC_COMPACT | GC_COMPACT_ALL)) return "compact";
    return !gc_logged.major ? "minor" : gc_logged.steps ? "steps" : "major";
}

/* Writes the names of the reasons, with + between them. */
static void
log_reasons(char *to, size_t room)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {{GC_BY_NEWOBJ, "newobj"},       {GC_BY_MALLOC, "malloc"},
                 {GC_BY_METHOD, "method"},       {GC_BY_CAPI, "capi"},
                 {GC_BY_STRESS, "stress"},       {GC_MAJOR_BY_FORCE, "force"},
                 {GC_MAJOR_BY_NOFREE, "nofree"}, {GC_MAJOR_BY_OLDGEN, "oldgen"},
                 {GC_MAJOR_BY_SHADY, "shady"},   {GC_MAJOR_BY_OLDMALLOC, "oldmalloc"}};
    size_t n = 0;
    *to = 0;
    for (unsigned i = 0; i < lengthof(names); i++)
        if (gc_logged.reason & names[i].bit) n += (size_t)snprintf(to + n, room - n, "%s%s", n ? "+" : "", names[i].name);
    if (!n) snprintf(to, room, "none");
}

static uint64_t
log_pages(void)
{
    uint64_t n = gc.pages_free;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) n += gc.classes[c].page_count;
    for (const struct gc_page *p = gc.dead_pages; p; p = p->next) n++;
    return n;
}

/* Counts the slots in use, while nothing is left to sweep. */
static void
log_live(uint64_t *slots, uint64_t *bytes)
{
    *slots = *bytes = 0;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        uint64_t live = gc_class_allocated(c) - gc.classes[c].freed;
        *slots += live;
        *bytes += live * slot_bytes(c);
    }
}

static void
log_write(void)
{
    char reasons[128];
    if (!gc_logged.pending) return;
    gc_logged.pending = false;
    gc_logged.ns[GC_PHASE_SWEEP] = gc.sweep_ns - gc_logged.sweep_seen;
    log_reasons(reasons, sizeof reasons);
    fprintf(gc_logged.file, "%ju\t%.3f\t%s\t%s\t%ju\t%ju\t%ju\t%ju\t%ju\t%ju\t%ju\t%ju\t%ju\t%ju\t%ju\n",
            (uintmax_t)gc_logged.number, (double)gc_logged.at / 1e6, log_kind(), reasons,
            (uintmax_t)gc_logged.longest / 1000, (uintmax_t)gc_logged.ns[GC_PHASE_MARK] / 1000,
            (uintmax_t)gc_logged.ns[GC_PHASE_SWEEP] / 1000, (uintmax_t)gc_logged.ns[GC_PHASE_COMPACT] / 1000,
            (uintmax_t)gc_logged.steps, (uintmax_t)gc_logged.objects, (uintmax_t)gc_logged.marked_objects,
            (uintmax_t)gc_logged.bytes, (uintmax_t)gc_logged.marked_bytes, (uintmax_t)log_pages(),
            (uintmax_t)gc_logged.promoted);
}

bool
gc_log_open(const char *path)
{
    static char buffer[1024];
    int fd = *path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (fd < 0 || !(gc_logged.file = fdopen(fd, "w"))) return false;
    setvbuf(gc_logged.file, buffer, _IOLBF, sizeof buffer);
    fputs("#number\tat_ms\tkind\treason\tpause_us\tmark_us\tsweep_us\tcompact_us\tsteps\tobjects_before\tobjects_after\t"
          "bytes_before\tbytes_after\tpages\tpromoted\n",
          gc_logged.file);
    gc_logged.opened = gc_now_ns();
    return gc_log_on = true;
}

void
gc_log_begin(uint32_t reason)
{
    log_write();
    uint64_t now = gc_now_ns();
    memset(gc_logged.ns, 0, sizeof gc_logged.ns);
    gc_logged.pending = true;
    gc_logged.number = gc_count_total + 1;
    gc_logged.at = now - gc_logged.opened;
    gc_logged.longest = gc_logged.steps = gc_logged.promoted = 0;
    gc_logged.old = gc.old_objects;
    gc_logged.sweep_seen = gc.sweep_ns;
    gc_logged.reason = reason;
    log_live(&gc_logged.objects, &gc_logged.bytes);
}

void
gc_log_phase(enum gc_phase phase, uint64_t ns, bool step)
{
    gc_logged.ns[phase] += ns;
    gc_logged.steps += step;
    if (ns > gc_logged.longest) gc_logged.longest = ns;
}

void
gc_log_marked(uint32_t reason, bool major)
{
    gc_logged.reason = reason;
    gc_logged.major = major;
    gc_logged.promoted = gc.old_objects > gc_logged.old ? gc.old_objects - gc_logged.old
                                                        : 0; /* sweeping alone makes it smaller */
    gc_logged.marked_objects = gc.marked_slots;
    gc_logged.marked_bytes = gc.marked_bytes;
}

void
gc_log_end(uint64_t ns)
{
    if (ns > gc_logged.longest) gc_logged.longest = ns;
}

void
gc_log_close(void)
{
    if (!gc_log_on) return;
    log_write();
    gc_log_on = false;
    fclose(gc_logged.file);
}

void
gc_log_after_fork(void)
{
    gc_log_on = false;
}
