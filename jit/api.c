/*
 * jit/api.c - RubyVM::YJIT, by which programs turn the JIT on and read its counters.
 *
 * The name is that of CRuby's compiler because programs use it: Rails calls RubyVM::YJIT.enable when it has booted.  The module is
 * defined only where the JIT can run, so `defined?(RubyVM::YJIT)` is nil elsewhere, as on CRuby.
 * Checked   test/test_jit_api.rb
 */
#include "internal/compiler.h"
#include <stdio.h>
#include <string.h>
#include "internal/hash.h"
#include "internal/jit/compiler.h"

/* ---- options in the words of CRuby ---- */

/* Applies an option of --yjit, `text` without "--yjit-".  Returns false if CRuby has no such option.  Options about parts that this
 * compiler does not have (its log, its collector of code, traces of exits) have no effect. */
bool
jit_peer_option(const char *text)
{
    static const char *const without_effect[] = {
        "disable", "log", "log=", "cold-threshold=", "code-gc", "trace-exits", "trace-exits=", "trace-exits-sample-rate=",
        "perf="};
    static const char *const ours[] = {"stats", "perf"};

    for (unsigned i = 0; i < lengthof(ours); i++)
        if (!strcmp(text, ours[i])) return jit_option(text);
    if (!strncmp(text, "call-threshold=", 15)) return jit_option(text);
    if (!strcmp(text, "stats=quiet")) return true;
    for (unsigned i = 0; i < 2; i++) {
        const char *name = i ? "mem-size=" : "exec-mem-size=";
        size_t length = strlen(name);
        if (strncmp(text, name, length) != 0) continue;
        char *end;
        unsigned long n = strtoul(text + length, &end, 10);
        return end != text + length && !*end && jit_set_memory(n);
    }
    for (unsigned i = 0; i < lengthof(without_effect); i++) {
        size_t length = strlen(without_effect[i]);
        if (without_effect[i][length - 1] == '=' ? !strncmp(text, without_effect[i], length)
                                                 : !strcmp(text, without_effect[i]))
            return true;
    }
    return false;
}

/* ---- RubyVM::YJIT ---- */

static VALUE
jit_m_enabled_p(VALUE self)
{
    (void)self;
    return jit_on ? Qtrue : Qfalse;
}

/* Returns the Integer that a keyword of `enable` was given. */
static unsigned long
jit_keyword_number(const char *name, VALUE v)
{
    if (!RB_INTEGER_TYPE_P(v)) rb_raise(rb_eArgError, "%s must be a Integer", name);
    return FIXNUM_P(v) && FIX2LONG(v) > 0 ? (unsigned long)FIX2LONG(v) : 0;
}

/* Is enable(mem_size: nil, call_threshold: nil, stats: false, log: false).  Returns false if the JIT was on already or cannot run. */
static VALUE
jit_m_enable(int argc, VALUE *argv, VALUE self)
{
    enum { MEM_SIZE, CALL_THRESHOLD, STATS, LOG, KEYWORDS };
    static ID names[KEYWORDS];
    VALUE options, kw[KEYWORDS] = {Qundef, Qundef, Qundef, Qundef};
    const char *why;
    (void)self;

    if (!names[0]) {
        names[MEM_SIZE] = rb_intern("mem_size");
        names[CALL_THRESHOLD] = rb_intern("call_threshold");
        names[STATS] = rb_intern("stats");
        names[LOG] = rb_intern("log");
    }
    rb_scan_args(argc, argv, "0:", &options);
    if (options != Qnil) rb_get_kwargs(options, names, 0, KEYWORDS, kw);
    if (jit_on) return Qfalse;
    if (kw[MEM_SIZE] != Qundef && kw[MEM_SIZE] != Qnil && !jit_set_memory(jit_keyword_number("mem_size", kw[MEM_SIZE])))
        rb_raise(rb_eArgError, "mem_size must be between 1 and 2048 MB");
    if (kw[CALL_THRESHOLD] != Qundef && kw[CALL_THRESHOLD] != Qnil) {
        unsigned long n = jit_keyword_number("call_threshold", kw[CALL_THRESHOLD]);
        if (n == 0) rb_raise(rb_eArgError, "call_threshold must be a positive integer");
        jit_set_call_threshold(n);
    }
    if (kw[STATS] == Qtrue) jit_option("stats");
    if (kw[LOG] == Qtrue) jit_option("dump");
    if (!jit_start(&why)) {
        rb_warn("the JIT stays off: %s", why);
        return Qfalse;
    }
    return Qtrue;
}

/* Stores what the JIT counts under CRuby's names for it; other names of CRuby's are absent. */
static VALUE
jit_stats(void)
{
    const struct {
        const char *name;
        size_t value;
    } counts[] = {
        {"inline_code_size", jit_memory_hot()},    {"outlined_code_size", jit_memory_cold()},
        {"code_region_size", jit_memory_used()},   {"compiled_iseq_count", jit_stat_iseqs},
        {"compiled_iseq_entry", jit_stat_entries}, {"compiled_block_count", jit_stat_blocks},
        {"compiled_branch_count", jit_stat_stubs}, {"invalidation_count", jit_stat_invalidations},
        {"side_exit_count", jit_stat_exits},
    };
    VALUE h = rb_hash_new();
    for (unsigned i = 0; i < lengthof(counts); i++)
        rb_hash_aset(h, ID2SYM(rb_intern(counts[i].name)), SIZET2NUM(counts[i].value));
    return h;
}

/* Is runtime_stats(key = nil).  Returns a Hash of all counters, or the counter of key.  Returns nil while the JIT is off, and for an unknown key. */
static VALUE
jit_m_runtime_stats(int argc, VALUE *argv, VALUE self)
{
    VALUE key = Qnil;
    (void)self;
    rb_scan_args(argc, argv, "01", &key);
    if (key != Qnil && !SYMBOL_P(key)) rb_raise(rb_eTypeError, "non-symbol given");
    if (!jit_on) return Qnil;
    VALUE all = jit_stats();
    return key == Qnil ? all : rb_hash_lookup(all, key);
}

/* Is reset_stats!.  Counts side exits from 0 again and keeps the counters of code that exists. */
static VALUE
jit_m_reset_stats(VALUE self)
{
    (void)self;
    jit_stat_exits = 0;
    return Qnil;
}

static VALUE
jit_m_stats_enabled_p(VALUE self)
{
    (void)self;
    return jit_on && jit_want_stats ? Qtrue : Qfalse;
}

static VALUE
jit_m_log_enabled_p(VALUE self)
{
    (void)self;
    return jit_on && jit_dumping ? Qtrue : Qfalse;
}

void
Init_JIT(void)
{
    if (!jit_table_fits()) return;
    VALUE m = rb_define_module_under(rb_define_class("RubyVM", rb_cObject), "YJIT");
    rb_define_singleton_method(m, "enabled?", jit_m_enabled_p, 0);
    rb_define_singleton_method(m, "enable", jit_m_enable, -1);
    rb_define_singleton_method(m, "runtime_stats", jit_m_runtime_stats, -1);
    rb_define_singleton_method(m, "reset_stats!", jit_m_reset_stats, 0);
    rb_define_singleton_method(m, "stats_enabled?", jit_m_stats_enabled_p, 0);
    rb_define_singleton_method(m, "log_enabled?", jit_m_log_enabled_p, 0);
}
