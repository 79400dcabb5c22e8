/*
 * vm/coverage.c - Coverage: setting up, counting, results.
 *
 * Files compiled while it is set up have `coverage` instructions, which count in the file's record; they look at one flag
 * when the measurement is suspended.  Methods are counted by a hook on call events, and found by a walk of the heap when a
 * result is asked for.
 */
#include "internal/vm/coverage.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/proc.h"
#include "internal/vm/trace.h"
#include "internal/vm.h"
#include <stdlib.h>

bool coverage_running;
unsigned coverage_mode;

static bool legacy;        /* Coverage.start without options: a result is the lines */
static VALUE records;      /* Hash: path -> record; 0 while not set up */
static VALUE method_calls; /* Array: entry, count, entry, count ...; sorted by the address of entries */
static intptr_t oneshot_seq;

/* ---- counting ---- */

void
coverage_hit(VALUE counters, unsigned n)
{
    if (!coverage_running) return;
    VALUE *at = (VALUE *)ary_ptr(counters) + n; /* Fixnums: no barrier */
    if (!val_fix_p(*at)) return;
    if (!(coverage_mode & COVERAGE_ONESHOT)) *at = int_fix(fix_int(*at) < FIXNUM_MAX ? fix_int(*at) + 1 : FIXNUM_MAX);
    else if (*at == int_fix(0)) *at = int_fix(++oneshot_seq);
}

VALUE
coverage_of_file(VALUE path, long lines, bool again)
{
    if (!records || !coverage_mode || (!again && hash_get(records, path) != Qundef)) return Qnil;
    VALUE record = ary_new_capa(COVERAGE_PARTS), counters = Qnil;
    if (coverage_mode & (COVERAGE_LINES | COVERAGE_ONESHOT)) {
        counters = ary_new_capa((size_t)lines);
        for (long i = 0; i < lines; i++) ary_push(counters, Qnil);
    }
    ary_push(record, counters);
    bool branches = coverage_mode & COVERAGE_BRANCHES;
    ary_push(record, branches ? ary_new() : Qnil);
    ary_push(record, branches ? ary_new() : Qnil);
    hash_set(records, path, record);
    return record;
}

/* Where the entry is, or is to go, in method_calls. */
static size_t
coverage_calls_place(VALUE me)
{
    size_t low = 0, high = ary_len(method_calls) / 2;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ary_at(method_calls, middle * 2) < me) low = middle + 1;
        else high = middle;
    }
    return low * 2;
}

static void
coverage_count_call(VALUE data, rb_trace_arg_t *a)
{
    (void)data;
    VALUE iseq = frame_iseq(a->fp), me = (VALUE)vm_frame_method(a->ec, a->fp);
    if (!iseq_body(iseq)->coverage || !me) return;
    size_t at = coverage_calls_place(me);
    if (at < ary_len(method_calls) && ary_at(method_calls, at) == me) {
        ary_store(method_calls, (intptr_t)at + 1, int_fix(fix_int(ary_at(method_calls, at + 1)) + 1));
        return;
    }
    VALUE pair[2] = {me, int_fix(1)};
    ary_splice(method_calls, at, 0, pair, 2);
}

static rb_event_hook_func_t
coverage_call_hook(void)
{
    return (rb_event_hook_func_t)(void (*)(void))coverage_count_call;
}

/* ---- results ---- */

static VALUE
coverage_key(const char *name)
{
    return ID2SYM(rb_intern(name));
}

static VALUE
coverage_oneshot_result(VALUE counters)
{
    VALUE pairs = ary_new(), lines = ary_new();

    for (size_t i = 0; i < ary_len(counters); i++) {
        VALUE v = ary_at(counters, i);
        if (val_fix_p(v) && fix_int(v) > 0) ary_push(pairs, rb_assoc_new(v, int_fix((intptr_t)i + 1)));
    }
    rb_ary_sort_bang(pairs);
    for (size_t i = 0; i < ary_len(pairs); i++) ary_push(lines, ary_at(ary_at(pairs, i), 1));
    return lines;
}

/* [type, number, line, column, last line, last column], of the first five of v */
static VALUE
coverage_numbered(VALUE v, long *number)
{
    VALUE list = ary_new_capa(6);

    ary_push(list, ary_at(v, 0));
    ary_push(list, int_fix((*number)++));
    for (size_t i = 1; i < 5; i++) ary_push(list, ary_at(v, i));
    return list;
}

static VALUE
coverage_branches_result(VALUE record)
{
    VALUE hash = hash_new(), bases = ary_at(record, COVERAGE_BASES), counters = ary_at(record, COVERAGE_OF_BRANCHES);
    long number = 0;

    for (size_t i = 0; i < ary_len(bases); i++) {
        VALUE base = ary_at(bases, i), branches = ary_at(base, 5), counts = hash_new();
        VALUE name = coverage_numbered(base, &number);
        for (size_t k = 0; k < ary_len(branches); k++) {
            VALUE branch = ary_at(branches, k);
            hash_set(counts, coverage_numbered(branch, &number), ary_at(counters, (size_t)fix_int(ary_at(branch, 5))));
        }
        hash_set(hash, name, counts);
    }
    return hash;
}

struct method_walk {
    VALUE *found;
    size_t count, capa;
};

static void
coverage_find_methods(VALUE v, void *arg)
{
    struct method_walk *w = arg;
    if (obj_type(v) != T_IMEMO || imemo_kind(v) != IMEMO_ME) return;
    const struct method_entry *me = (const struct method_entry *)v;
    if (!me->def) return;
    VALUE iseq = 0;
    if (me->def->kind == METHOD_ISEQ) iseq = me->def->as.iseq.iseq;
    else if (me->def->kind == METHOD_BMETHOD && proc_ptr(me->def->as.bmethod.proc)->kind == PROC_ISEQ)
        iseq = proc_ptr(me->def->as.bmethod.proc)->code;
    if (!iseq || !iseq_body(iseq)->coverage || !me->owner || obj_type(me->owner) == T_ICLASS) return;
    if (w->count == w->capa) {
        size_t capa = w->capa ? w->capa * 2 : 256;
        VALUE *found = gc_raw_try_realloc(w->found, capa * sizeof *found);
        if (!found) return;
        w->found = found;
        w->capa = capa;
    }
    w->found[w->count++] = v;
}

/* Entries of all methods in covered files. */
static VALUE
coverage_all_methods(void)
{
    struct method_walk w = {NULL, 0, 0};

    rb_gc_start();
    VALUE disabled = rb_gc_disable(); /* w.found is malloc'ed memory, which holds no objects */
    gc_each_object(coverage_find_methods, &w);
    VALUE list = ary_new_from(w.found, w.count);
    free(w.found);
    if (disabled == Qfalse) rb_gc_enable();
    return list;
}

/* path -> { [class, name, line, column, last line, last column] -> calls } */
static VALUE
coverage_methods_result(void)
{
    VALUE hash = hash_new(), found = coverage_all_methods();

    for (size_t i = ary_len(found); i-- > 0;) { /* CRuby's order, as far as there is one */
        VALUE mev = ary_at(found, i);
        const struct method_entry *me = (const struct method_entry *)mev;
        const struct iseq_body *b = iseq_body(me->def->kind == METHOD_ISEQ ? me->def->as.iseq.iseq
                                                                           : proc_ptr(me->def->as.bmethod.proc)->code);
        if (hash_get(records, b->path) == Qundef || hash_get(records, b->path) != b->coverage) continue;
        VALUE methods = hash_get(hash, b->path);
        if (methods == Qundef) hash_set(hash, b->path, methods = hash_new());
        VALUE name = ary_new_capa(6);
        ary_push(name, class_module_of(me->owner));
        ary_push(name, ID2SYM(me->def->original_id));
        ary_push(name, int_fix(b->first_line));
        ary_push(name, int_fix(b->first_column));
        ary_push(name, int_fix(b->last_line));
        ary_push(name, int_fix(b->last_column));
        size_t at = coverage_calls_place(mev);
        bool called = at < ary_len(method_calls) && ary_at(method_calls, at) == mev;
        VALUE before = hash_get(methods, name);
        intptr_t count = (called ? fix_int(ary_at(method_calls, at + 1)) : 0) + (before == Qundef ? 0 : fix_int(before));
        hash_set(methods, name, int_fix(count));
    }
    return hash;
}

static VALUE
coverage_record_result(VALUE path, VALUE record, VALUE methods)
{
    if (legacy) return ary_dup(ary_at(record, COVERAGE_OF_LINES));
    VALUE hash = hash_new();
    if (coverage_mode & COVERAGE_LINES) hash_set(hash, coverage_key("lines"), ary_dup(ary_at(record, COVERAGE_OF_LINES)));
    if (coverage_mode & COVERAGE_ONESHOT)
        hash_set(hash, coverage_key("oneshot_lines"), coverage_oneshot_result(ary_at(record, COVERAGE_OF_LINES)));
    if (coverage_mode & COVERAGE_BRANCHES) hash_set(hash, coverage_key("branches"), coverage_branches_result(record));
    if (coverage_mode & COVERAGE_METHODS) {
        VALUE of_file = hash_get(methods, path);
        hash_set(hash, coverage_key("methods"), of_file == Qundef ? hash_new() : of_file);
    }
    return hash;
}

static void
coverage_need_setup(void)
{
    if (!coverage_mode) rb_raise(rb_eRuntimeError, "coverage measurement is not enabled");
}

static VALUE
cov_s_peek_result(VALUE klass)
{
    (void)klass;
    coverage_need_setup();
    VALUE result = hash_new(), methods = (coverage_mode & COVERAGE_METHODS) ? coverage_methods_result() : Qnil, path, record;
    size_t pos = 0;
    while (hash_next(records, &pos, &path, &record)) hash_set(result, path, coverage_record_result(path, record, methods));
    return result;
}

static void
coverage_clear_counters(VALUE counters)
{
    if (counters == Qnil) return;
    for (size_t i = 0; i < ary_len(counters); i++) {
        VALUE v = ary_at(counters, i);
        if (!val_fix_p(v)) continue;
        if (!(coverage_mode & COVERAGE_ONESHOT)) v = int_fix(0);
        else if (v != int_fix(0)) v = int_fix(-1);
        ary_store(counters, (intptr_t)i, v);
    }
}

static void
coverage_clear_all(void)
{
    size_t pos = 0;
    VALUE path, record;

    while (hash_next(records, &pos, &path, &record)) {
        coverage_clear_counters(ary_at(record, COVERAGE_OF_LINES));
        coverage_clear_counters(ary_at(record, COVERAGE_OF_BRANCHES));
    }
    method_calls = ary_new();
}

/* ---- the state ---- */

static bool
coverage_option(VALUE opt, const char *name)
{
    VALUE v = hash_get(opt, coverage_key(name));
    return v != Qundef && val_truthy(v);
}

static unsigned
coverage_mode_of(VALUE opt)
{
    enum { ALL = COVERAGE_LINES | COVERAGE_BRANCHES | COVERAGE_METHODS | COVERAGE_EVAL };
    unsigned mode = 0;

    if (opt == coverage_key("all")) return ALL;
    opt = rb_convert_type(opt, T_HASH, "Hash", "to_hash");
    if (coverage_option(opt, "lines")) mode |= COVERAGE_LINES;
    if (coverage_option(opt, "oneshot_lines")) {
        if (mode & COVERAGE_LINES) rb_raise(rb_eRuntimeError, "cannot enable lines and oneshot_lines simultaneously");
        mode |= COVERAGE_ONESHOT;
    }
    if (coverage_option(opt, "branches")) mode |= COVERAGE_BRANCHES;
    if (coverage_option(opt, "methods")) mode |= COVERAGE_METHODS;
    if (coverage_option(opt, "eval")) mode |= COVERAGE_EVAL;
    return mode;
}

static VALUE
cov_s_setup(int argc, VALUE *argv, VALUE klass)
{
    VALUE opt;

    (void)klass;
    if (coverage_mode) rb_raise(rb_eRuntimeError, "coverage measurement is already setup");
    rb_scan_args(argc, argv, "01", &opt);
    unsigned mode = argc ? coverage_mode_of(opt) : 0;
    legacy = mode == 0;
    coverage_mode = legacy ? COVERAGE_LINES : mode;
    records = hash_new();
    method_calls = ary_new();
    oneshot_seq = 0;
    return Qnil;
}

static VALUE
cov_s_resume(VALUE klass)
{
    (void)klass;
    if (!coverage_mode) rb_raise(rb_eRuntimeError, "coverage measurement is not set up yet");
    if (coverage_running) rb_raise(rb_eRuntimeError, "coverage measurement is already running");
    coverage_running = true;
    if (coverage_mode & COVERAGE_METHODS) trace_hook_add(coverage_call_hook(), RUBY_EVENT_CALL, Qnil, true, 0, 0, 0);
    return Qnil;
}

static VALUE
cov_s_suspend(VALUE klass)
{
    (void)klass;
    if (!coverage_running) rb_raise(rb_eRuntimeError, "coverage measurement is not running");
    coverage_running = false;
    if (coverage_mode & COVERAGE_METHODS) trace_hook_remove_matching(coverage_call_hook(), true, 0, 0);
    return Qnil;
}

static VALUE
cov_s_start(int argc, VALUE *argv, VALUE klass)
{
    cov_s_setup(argc, argv, klass);
    return cov_s_resume(klass);
}

static VALUE
cov_s_result(int argc, VALUE *argv, VALUE klass)
{
    VALUE opt;
    bool stop = true, clear = true;

    coverage_need_setup();
    rb_scan_args(argc, argv, "01", &opt);
    if (argc && opt != Qnil) {
        opt = rb_convert_type(opt, T_HASH, "Hash", "to_hash");
        stop = coverage_option(opt, "stop");
        clear = coverage_option(opt, "clear");
    }
    VALUE result = cov_s_peek_result(klass);
    if (stop && !clear) {
        rb_warn("stop implies clear");
        clear = true;
    }
    if (clear) coverage_clear_all();
    if (stop) {
        if (coverage_running) cov_s_suspend(klass);
        coverage_mode = 0;
        records = 0;
        method_calls = 0;
    }
    return result;
}

static VALUE
cov_s_running_p(VALUE klass)
{
    (void)klass;
    return val_bool(coverage_running);
}

static VALUE
cov_s_state(VALUE klass)
{
    (void)klass;
    return coverage_key(coverage_running ? "running" : coverage_mode ? "suspended" : "idle");
}

static VALUE
cov_s_supported_p(VALUE klass, VALUE mode)
{
    static const char *const modes[] = {"lines", "oneshot_lines", "branches", "methods", "eval"};

    (void)klass;
    if (rb_type(mode) != T_SYMBOL)
        rb_raise(rb_eTypeError, "wrong argument type %s (expected Symbol)", rb_obj_classname(mode));
    for (unsigned i = 0; i < lengthof(modes); i++)
        if (mode == coverage_key(modes[i])) return Qtrue;
    return Qfalse;
}

/* Coverage.line_stub(file): returns an Array with 0 for each line that can be counted. */
static VALUE
cov_s_line_stub(VALUE klass, VALUE file)
{
    VALUE source = rb_funcall(rb_cFile, rb_intern("read"), 1, file), lines = ary_new();
    long n = NUM2LONG(rb_funcall(rb_funcall(source, rb_intern("lines"), 0), rb_intern("size"), 0));
    VALUE c = rb_path2class("RubyVM::InstructionSequence"), iseq = rb_funcall(c, rb_intern("compile_file"), 1, file);
    VALUE pending = rb_ary_new_from_args(1, iseq);

    (void)klass;
    for (long i = 0; i < n; i++) ary_push(lines, Qnil);
    while (ary_len(pending)) {
        VALUE w = rb_ary_pop(pending), code = iseq_of_object(w);
        const struct iseq_body *b = iseq_body(code);
        for (uint32_t i = 0; i < b->info_count; i++)
            if ((b->infos[i].events & RUBY_EVENT_LINE) && b->infos[i].line <= n)
                ary_store(lines, b->infos[i].line - 1, int_fix(0));
        for (uint32_t i = 0; i < b->value_count; i++) {
            VALUE v = (VALUE)b->code[b->value_cells[i]];
            if (val_type_p(v, T_IMEMO) && imemo_kind(v) == IMEMO_ISEQ) ary_push(pending, iseq_wrapper(v));
        }
    }
    return lines;
}

void
Init_coverage(void)
{
    VALUE m = rb_define_module("Coverage");

    rb_gc_register_address(&records);
    rb_gc_register_address(&method_calls);
    rb_define_module_function(m, "setup", cov_s_setup, -1);
    rb_define_module_function(m, "start", cov_s_start, -1);
    rb_define_module_function(m, "resume", cov_s_resume, 0);
    rb_define_module_function(m, "suspend", cov_s_suspend, 0);
    rb_define_module_function(m, "result", cov_s_result, -1);
    rb_define_module_function(m, "peek_result", cov_s_peek_result, 0);
    rb_define_module_function(m, "state", cov_s_state, 0);
    rb_define_module_function(m, "running?", cov_s_running_p, 0);
    rb_define_module_function(m, "supported?", cov_s_supported_p, 1);
    rb_define_singleton_method(m, "line_stub", cov_s_line_stub, 1);
}
