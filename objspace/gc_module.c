/*
 * objspace/gc_module.c - the GC module, and the C API's switches.
 */
#include "gc/page.h"
#include "internal/thread.h"

#include <string.h>

VALUE rb_mGC;

static VALUE stress_mode = Qfalse; /* what GC.stress= was given */

enum { FULL_MARK = 1, IMMEDIATE_SWEEP = 2 };

/* Returns what the keywords of GC.start ask for, both unless told otherwise.  A function of its own, since what its frame holds would
 * be marked while GC.start collects. */
NOINLINE static unsigned
wanted_of(int argc, VALUE *argv)
{
    static const char *const names[] = {"full_mark", "immediate_mark", "immediate_sweep"};
    ID ids[3];
    VALUE opts, v[3] = {Qundef, Qundef, Qundef};
    for (int i = 0; i < 3; i++) ids[i] = rb_intern_const(names[i]);
    rb_scan_args(argc, argv, ":", &opts);
    if (opts != Qnil) rb_get_kwargs(opts, ids, 0, 3, v);
    return (v[0] == Qundef || RTEST(v[0]) ? FULL_MARK : 0u) | (v[2] == Qundef || RTEST(v[2]) ? IMMEDIATE_SWEEP : 0u);
}

static VALUE
collect_with(int argc, VALUE *argv)
{
    unsigned wanted = wanted_of(argc, argv);
    gc_collect(wanted & FULL_MARK, wanted & IMMEDIATE_SWEEP);
    thread_run_finalizers();
    return Qnil;
}

static VALUE
gc_m_start(int argc, VALUE *argv, VALUE self)
{
    return collect_with(argc, argv);
}

VALUE
gc_objspace_m_garbage_collect(int argc, VALUE *argv, VALUE self)
{
    return collect_with(argc, argv);
}

static VALUE
gc_m_enable(VALUE self)
{
    return rb_gc_enable();
}

static VALUE
gc_m_disable(VALUE self)
{
    return rb_gc_disable();
}

static VALUE
gc_m_count(VALUE self)
{
    return ULL2NUM(gc_count_total);
}

static VALUE
gc_m_stress(VALUE self)
{
    return stress_mode;
}

/* An Integer holds bits: 1 no major collection, 2 no immediate sweep. */
static VALUE
gc_m_set_stress(VALUE self, VALUE flag)
{
    stress_mode = flag;
    gc.stress_bits = FIXNUM_P(flag) ? (uint32_t)FIX2LONG(flag) : 0;
    gc_set_stress(RTEST(flag));
    return flag;
}

static VALUE
gc_m_stat(int argc, VALUE *argv, VALUE self)
{
    VALUE arg;
    rb_scan_args(argc, argv, "01", &arg);
    return gc_stat(arg);
}

static VALUE
gc_m_stat_heap(int argc, VALUE *argv, VALUE self)
{
    VALUE heap, arg;
    rb_scan_args(argc, argv, "02", &heap, &arg);
    return gc_stat_heap(heap, arg);
}

static VALUE
gc_m_latest_gc_info(int argc, VALUE *argv, VALUE self)
{
    VALUE arg;
    rb_scan_args(argc, argv, "01", &arg);
    return rb_gc_latest_gc_info(arg);
}

static VALUE
gc_m_total_time(VALUE self)
{
    return ULL2NUM(gc.mark_ns + gc.sweep_ns);
}

static VALUE
gc_m_measure_total_time(VALUE self)
{
    return gc.measure_time ? Qtrue : Qfalse;
}

static VALUE
gc_m_set_measure_total_time(VALUE self, VALUE flag)
{
    gc.measure_time = RTEST(flag);
    return flag;
}

/* ---- GC.config ---- */

static int
config_set(VALUE key, VALUE v, VALUE unused)
{
    Check_Type(key, T_SYMBOL);
    if (key == ID2SYM(rb_intern("implementation")))
        rb_raise(rb_eArgError, "Attempting to set read-only key \"Implementation\"");
    if (key == ID2SYM(rb_intern("rgengc_allow_full_mark"))) gc.no_auto_major = !RTEST(v);
    return ST_CONTINUE;
}

static VALUE
gc_m_config(int argc, VALUE *argv, VALUE self)
{
    VALUE arg;
    rb_scan_args(argc, argv, "01", &arg);
    if (RB_TYPE_P(arg, T_HASH)) rb_hash_foreach(arg, config_set, 0);
    else if (arg != Qnil) rb_exc_raise(rb_class_new_instance(0, NULL, rb_eArgError));
    VALUE h = rb_hash_new();
    rb_hash_aset(h, ID2SYM(rb_intern("rgengc_allow_full_mark")), gc.no_auto_major ? Qfalse : Qtrue);
    rb_hash_aset(h, ID2SYM(rb_intern("implementation")), rb_obj_freeze(rb_usascii_str_new_cstr("default")));
    return h;
}

static VALUE
gc_m_verify_internal_consistency(VALUE self)
{
    gc_verify();
    return Qnil;
}

/* ---- GC.compact and its family (compact.c) ---- */

static VALUE
counts_hash(const uint64_t *counts)
{
    static const char *const names[32] = {
        [T_OBJECT] = "T_OBJECT", [T_STRING] = "T_STRING",     [T_ARRAY] = "T_ARRAY",
        [T_HASH] = "T_HASH",     [T_STRUCT] = "T_STRUCT",     [T_FLOAT] = "T_FLOAT",
        [T_BIGNUM] = "T_BIGNUM", [T_RATIONAL] = "T_RATIONAL", [T_COMPLEX] = "T_COMPLEX",
    };
    uint64_t copy[32]; /* making the Hash may compact */
    memcpy(copy, counts, sizeof copy);
    VALUE h = rb_hash_new();
    for (unsigned t = 0; t < 32; t++)
        if (copy[t] && names[t]) rb_hash_aset(h, ID2SYM(rb_intern_const(names[t])), ULL2NUM(copy[t]));
    return h;
}

static VALUE
gc_m_latest_compact_info(VALUE self)
{
    struct gc_compaction last = gc_compaction;
    VALUE h = rb_hash_new();
    rb_hash_aset(h, ID2SYM(rb_intern_const("considered")), counts_hash(last.considered));
    rb_hash_aset(h, ID2SYM(rb_intern_const("moved")), counts_hash(last.moved));
    rb_hash_aset(h, ID2SYM(rb_intern_const("moved_up")), counts_hash(last.moved_up));
    rb_hash_aset(h, ID2SYM(rb_intern_const("moved_down")), counts_hash(last.moved_down));
    return h;
}

static void
compact_now(uint32_t how)
{
    if (!gc.during) gc_collect_for(GC_BY_METHOD | GC_MAJOR_BY_FORCE | GC_IMMEDIATE_SWEEP | how);
    thread_run_finalizers();
}

static VALUE
gc_m_compact(VALUE self)
{
    compact_now(GC_COMPACT);
    return gc_m_latest_compact_info(self);
}

/* The keywords choose how CRuby shuffles its heap; here everything that can move always does. */
static VALUE
gc_m_verify_compaction_references(int argc, VALUE *argv, VALUE self)
{
    static const char *const names[] = {"toward", "double_heap", "expand_heap"};
    ID ids[3];
    VALUE opts, v[3];
    for (int i = 0; i < 3; i++) ids[i] = rb_intern_const(names[i]);
    rb_scan_args(argc, argv, ":", &opts);
    if (opts != Qnil) rb_get_kwargs(opts, ids, 0, 3, v);
    compact_now(GC_COMPACT_ALL);
    return gc_m_latest_compact_info(self);
}

static VALUE
gc_m_auto_compact(VALUE self)
{
    return gc_compaction.auto_on ? Qtrue : Qfalse;
}

static VALUE
gc_m_set_auto_compact(VALUE self, VALUE flag)
{
    gc_compaction.auto_on = RTEST(flag);
    return flag;
}

/* ---- the C API ---- */

VALUE
rb_gc_start(void)
{
    rb_gc();
    return Qnil;
}

void
rb_gc(void)
{
    if (gc.during) return;
    gc_collect_for(GC_BY_CAPI | GC_MAJOR_BY_FORCE | GC_IMMEDIATE_SWEEP);
    thread_run_finalizers();
}

VALUE
rb_gc_enable(void)
{
    return gc_enable() ? Qtrue : Qfalse;
}

VALUE
rb_gc_disable(void)
{
    return gc_disable() ? Qtrue : Qfalse;
}

int
rb_during_gc(void)
{
    return gc.during;
}

size_t
rb_gc_count(void)
{
    return (size_t)gc_count_total;
}

/* ---- setting up ---- */

static void
define_constants(VALUE m)
{
    static const struct {
        const char *name;
        long value;
    } constants[] = {
        {"BASE_SLOT_SIZE", SLOT_MIN_BYTES},
        {"RBASIC_SIZE", OBJ_HEADER_BYTES},
        {"RVALUE_OVERHEAD", 0},
        {"HEAP_PAGE_OBJ_LIMIT", GC_PAGE_ROOM / SLOT_MIN_BYTES},
        {"HEAP_PAGE_BITMAP_SIZE", GC_PAGE_LINES * 8},
        {"HEAP_PAGE_SIZE", SLOT_PAGE_BYTES},
        {"HEAP_COUNT", SLOT_CLASS_COUNT},
        {"RVARGC_MAX_ALLOCATE_SIZE", SLOT_MAX_BYTES},
        {"RVALUE_OLD_AGE", 2},
    };
    VALUE h = rb_hash_new();
    rb_hash_aset(h, ID2SYM(rb_intern("DEBUG")), Qfalse);
    for (unsigned i = 0; i < lengthof(constants); i++)
        rb_hash_aset(h, ID2SYM(rb_intern_const(constants[i].name)), LONG2FIX(constants[i].value));
    rb_define_const(m, "INTERNAL_CONSTANTS", rb_obj_freeze(h));
    static const char *const options[] = {"USE_RGENGC", "RGENGC_ESTIMATE_OLDMALLOC", "GC_ENABLE_LAZY_SWEEP"};
    VALUE opts = rb_ary_new();
    for (unsigned i = 0; i < lengthof(options); i++) rb_ary_push(opts, rb_obj_freeze(rb_usascii_str_new_cstr(options[i])));
    rb_define_const(m, "OPTS", rb_obj_freeze(opts));
}

void
Init_GC(void)
{
    gc_stat_intern();
    gc_register_global(&stress_mode);
    VALUE m = rb_mGC = rb_define_module("GC");
    rb_define_singleton_method(m, "start", gc_m_start, -1);
    rb_define_singleton_method(m, "enable", gc_m_enable, 0);
    rb_define_singleton_method(m, "disable", gc_m_disable, 0);
    rb_define_singleton_method(m, "count", gc_m_count, 0);
    rb_define_singleton_method(m, "stress", gc_m_stress, 0);
    rb_define_singleton_method(m, "stress=", gc_m_set_stress, 1);
    rb_define_singleton_method(m, "stat", gc_m_stat, -1);
    rb_define_singleton_method(m, "stat_heap", gc_m_stat_heap, -1);
    rb_define_singleton_method(m, "config", gc_m_config, -1);
    rb_define_singleton_method(m, "latest_gc_info", gc_m_latest_gc_info, -1);
    rb_define_singleton_method(m, "total_time", gc_m_total_time, 0);
    rb_define_singleton_method(m, "measure_total_time", gc_m_measure_total_time, 0);
    rb_define_singleton_method(m, "measure_total_time=", gc_m_set_measure_total_time, 1);
    rb_define_singleton_method(m, "verify_internal_consistency", gc_m_verify_internal_consistency, 0);
    rb_define_method(m, "garbage_collect", gc_objspace_m_garbage_collect, -1);
    rb_define_singleton_method(m, "compact", gc_m_compact, 0);
    rb_define_singleton_method(m, "auto_compact", gc_m_auto_compact, 0);
    rb_define_singleton_method(m, "auto_compact=", gc_m_set_auto_compact, 1);
    rb_define_singleton_method(m, "latest_compact_info", gc_m_latest_compact_info, 0);
    rb_define_singleton_method(m, "verify_compaction_references", gc_m_verify_compaction_references, -1);
    define_constants(m);
    gc_profiler_init(m);
    gc_objspace_init();
    gc_weakmap_init();
}
