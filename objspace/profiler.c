/*
 * profiler.c - GC::Profiler: one record for each collection while it is enabled.
 *
 * Times are CPU seconds of the process, as CRuby's are.  Records are made inside a collection, so they are plain C;
 * the Ruby values are built when asked for.
 */
#include "gc/page.h"

#include <stdlib.h>
#include <time.h>

struct record {
    uint32_t reason;
    bool had_finalizer;
    double time, invoked_at;
    uint64_t use_bytes, total_bytes, total_objects;
    uint64_t weak_count, weak_retained;
};

static bool enabled;
static struct record *records;
static size_t record_count, record_capa;
static double total_time, started_at;

static double
cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void
gc_profile_start(void)
{
    if (enabled) started_at = cpu_seconds();
}

void
gc_profile_end(uint32_t reason)
{
    if (!enabled) return;
    if (record_count == record_capa) {
        size_t capa = record_capa ? record_capa * 2 : 64;
        struct record *p = gc_raw_try_realloc(records, capa * sizeof *p);
        if (!p) return;
        records = p;
        record_capa = capa;
    }
    uint64_t slots = 0, bytes = 0;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        uint64_t n = (uint64_t)gc.classes[c].page_count * (GC_PAGE_ROOM / slot_bytes(c));
        slots += n;
        bytes += n * slot_bytes(c);
    }
    double time = cpu_seconds() - started_at;
    total_time += time;
    records[record_count++] = (struct record){
        reason, gc.latest_had_finalizer, time, started_at, gc.marked_bytes, bytes, slots, gc.weak_count, gc.weak_retained,
    };
}

static VALUE
prof_m_enabled_p(VALUE self)
{
    return enabled ? Qtrue : Qfalse;
}

static VALUE
prof_m_enable(VALUE self)
{
    enabled = true;
    return Qnil;
}

static VALUE
prof_m_disable(VALUE self)
{
    enabled = false;
    return Qnil;
}

static VALUE
prof_m_clear(VALUE self)
{
    free(records);
    records = NULL;
    record_count = record_capa = 0;
    total_time = 0;
    return Qnil;
}

static void
set(VALUE hash, const char *name, VALUE v)
{
    rb_hash_aset(hash, ID2SYM(rb_intern_const(name)), v);
}

static VALUE
record_flags(const struct record *r)
{
    uint32_t saved = gc.latest_reason;
    VALUE flags = rb_hash_new();
    gc.latest_reason = r->reason;
    VALUE major = rb_gc_latest_gc_info(ID2SYM(rb_intern("major_by")));
    VALUE by = rb_gc_latest_gc_info(ID2SYM(rb_intern("gc_by")));
    gc.latest_reason = saved;
    set(flags, "major_by", major);
    set(flags, "gc_by", by);
    set(flags, "have_finalizer", r->had_finalizer ? Qtrue : Qfalse);
    set(flags, "immediate_sweep", r->reason & GC_IMMEDIATE_SWEEP ? Qtrue : Qfalse);
    set(flags, "weak_references_count", ULL2NUM(r->weak_count));
    set(flags, "retained_weak_references_count", ULL2NUM(r->weak_retained));
    return flags;
}

static VALUE
prof_m_raw_data(VALUE self)
{
    if (!enabled) return Qnil;
    VALUE all = rb_ary_new();
    for (size_t i = 0, n = record_count; i < n && i < record_count; i++) {
        struct record r = records[i];
        VALUE h = rb_hash_new();
        set(h, "GC_FLAGS", record_flags(&r));
        set(h, "GC_TIME", DBL2NUM(r.time));
        set(h, "GC_INVOKE_TIME", DBL2NUM(r.invoked_at));
        set(h, "HEAP_USE_SIZE", ULL2NUM(r.use_bytes));
        set(h, "HEAP_TOTAL_SIZE", ULL2NUM(r.total_bytes));
        set(h, "HEAP_TOTAL_OBJECTS", ULL2NUM(r.total_objects));
        set(h, "MOVED_OBJECTS", INT2FIX(0));
        set(h, "GC_IS_MARKED", Qtrue);
        rb_ary_push(all, h);
    }
    return all;
}

static VALUE
prof_m_result(VALUE self)
{
    VALUE out = rb_str_new(NULL, 0);
    if (!enabled || record_count == 0) return out;
    rb_str_catf(out, "GC %" PRIuSIZE " invokes.\n", (size_t)gc_count_total);
    rb_str_cat_cstr(out, "Index    Invoke Time(sec)       Use Size(byte)     Total Size(byte)         Total Object"
                         "                    GC Time(ms)\n");
    for (size_t i = 0; i < record_count; i++) {
        struct record r = records[i];
        rb_str_catf(out, "%5" PRIuSIZE " %19.3f %20" PRIuSIZE " %20" PRIuSIZE " %20" PRIuSIZE " %30.20f\n", i + 1,
                    r.invoked_at, (size_t)r.use_bytes, (size_t)r.total_bytes, (size_t)r.total_objects, r.time * 1000);
    }
    return out;
}

static VALUE
prof_m_report(int argc, VALUE *argv, VALUE self)
{
    VALUE out;
    if (rb_scan_args(argc, argv, "01", &out) == 0) out = rb_stdout;
    if (enabled && record_count) rb_io_write(out, prof_m_result(self));
    return Qnil;
}

static VALUE
prof_m_total_time(VALUE self)
{
    return DBL2NUM(enabled ? total_time : 0.0);
}

void
gc_profiler_init(VALUE gc_module)
{
    VALUE m = rb_define_module_under(gc_module, "Profiler");
    rb_define_singleton_method(m, "enabled?", prof_m_enabled_p, 0);
    rb_define_singleton_method(m, "enable", prof_m_enable, 0);
    rb_define_singleton_method(m, "raw_data", prof_m_raw_data, 0);
    rb_define_singleton_method(m, "disable", prof_m_disable, 0);
    rb_define_singleton_method(m, "clear", prof_m_clear, 0);
    rb_define_singleton_method(m, "result", prof_m_result, 0);
    rb_define_singleton_method(m, "report", prof_m_report, -1);
    rb_define_singleton_method(m, "total_time", prof_m_total_time, 0);
}
