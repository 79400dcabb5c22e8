/*
 * vm/callstats.c - what call sites did, asked of the iseqs that are in the heap.
 *
 * The form of a site is what its instruction's handler is now; nothing is kept for it.  Under --call-stats a table keyed by
 * the instruction's address counts its runs and its visits to the slow half of calls.
 */
#include "internal/compiler.h"
#include "internal/vm/callstats.h"
#include <stdio.h>
#include <stdlib.h>
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/string.h"
#include "internal/vm/trace.h"
#include "ruby/st.h"

bool callstats_on;
size_t callstats_total[CALL_SLOW__COUNT];

struct counts {
    size_t runs, slow[CALL_SLOW__COUNT];
};
static st_table *table;    /* instruction's address -> struct counts * */
static struct counts gone; /* of code that was freed */

static struct counts *
callstats_counts_of(const cell *pc)
{
    st_data_t found;
    if (st_lookup(table, (st_data_t)pc, &found)) return (struct counts *)found;
    struct counts *c = gc_raw_calloc(1, sizeof *c);
    st_insert(table, (st_data_t)pc, (st_data_t)c);
    return c;
}

void
callstats_note(const cell *pc, enum call_slow what)
{
    callstats_counts_of(pc)->slow[what]++;
}

/* ---- the sites of an iseq ---- */

/* Calls fn for each instruction that has a call site; `site` is where its operand lies. */
static void
callstats_each_site(VALUE iseq, void (*fn)(VALUE iseq, cell *at, cell *site, void *arg), void *arg)
{
    const struct iseq_body *b = iseq_body(iseq);
    uint32_t next = 0;

    for (uint32_t at = 0; at < b->code_len && next < b->site_count; at += (uint32_t)insn_length_at(b->code + at)) {
        uint32_t end = at + (uint32_t)insn_length_at(b->code + at);
        if (b->site_cells[next] >= end) continue;
        fn(iseq, b->code + at, b->code + b->site_cells[next++], arg);
    }
}

struct walk {
    void (*fn)(VALUE iseq, cell *at, cell *site, void *arg);
    void *arg;
};

static void
callstats_walk_object(VALUE v, void *arg)
{
    struct walk *w = arg;
    if (obj_type(v) == T_IMEMO && imemo_kind(v) == IMEMO_ISEQ && iseq_body(v) && iseq_body(v)->code)
        callstats_each_site(v, w->fn, w->arg);
}

static void
callstats_each_site_of_all(void (*fn)(VALUE iseq, cell *at, cell *site, void *arg), void *arg)
{
    struct walk w = {fn, arg};
    gc_each_object(callstats_walk_object, &w);
}

/* ---- counting runs ---- */

void
callstats_run(const cell *pc)
{
    const struct iseq_body *b = iseq_body(frame_iseq(vm_ec->fp));
    if (pc >= b->code && pc < b->code + b->code_len) callstats_counts_of(pc)->runs++;
}

static void
callstats_arm_place(VALUE iseq, cell *at, cell *site, void *unused)
{
    (void)iseq, (void)site, (void)unused;
    insn_trace_on(at);
}

void
callstats_arm(VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);
    for (uint32_t at = 0; at < b->code_len; at += (uint32_t)insn_length_at(b->code + at)) {
        int id = insn_at(b->code + at);
        if (id != insn_base(id)) insn_set_handler(b->code + at, insn_base(id)); /* a part of the fusion may be a call */
    }
    callstats_each_site(iseq, callstats_arm_place, NULL);
}

static void
callstats_arm_object(VALUE v, void *unused)
{
    (void)unused;
    if (obj_type(v) == T_IMEMO && imemo_kind(v) == IMEMO_ISEQ && iseq_body(v) && iseq_body(v)->code) callstats_arm(v);
}

void
callstats_start(void)
{
    table = st_init_numtable();
    callstats_on = true;
    vm_trace_armed = true;
    gc_each_object(callstats_arm_object, NULL);
}

static void
callstats_forget_place(VALUE iseq, cell *at, cell *site, void *unused)
{
    (void)iseq, (void)site, (void)unused;
    st_data_t key = (st_data_t)at, found;
    insn_trace_off(at);
    if (!st_delete(table, &key, &found)) return;
    struct counts *c = (struct counts *)found;
    gone.runs += c->runs;
    for (int i = 0; i < CALL_SLOW__COUNT; i++) gone.slow[i] += c->slow[i];
    free(c);
}

void
callstats_forget(VALUE iseq)
{
    callstats_each_site(iseq, callstats_forget_place, NULL);
}

/* ---- what is told of a site ---- */

static const char *const form_names[SITE_FORM__COUNT] = {
    [SITE_FORM_none] = "unused",      [SITE_FORM_mono] = "monomorphic",  [SITE_FORM_poly] = "polymorphic",
    [SITE_FORM_mega] = "megamorphic", [SITE_FORM_class] = "class-keyed", [SITE_FORM_general] = "general",
    [SITE_FORM_operator] = "operator"};

static enum insn_site_form
callstats_form_of(const cell *at, const cell *site)
{
    int id = insn_base(insn_at(at));
    return id == insn_family(id) && !callsite_made_p(site) ? SITE_FORM_none : insn_site_form(id);
}

static VALUE
callstats_sym_of(const char *text)
{
    return ID2SYM(rb_intern(text));
}

static void
callstats_set_size(VALUE hash, const char *key, size_t n)
{
    hash_set(hash, callstats_sym_of(key), SIZET2NUM(n));
}

struct totals {
    size_t sites, forms[SITE_FORM__COUNT];
};

static void
callstats_count_site(VALUE iseq, cell *at, cell *site, void *arg)
{
    (void)iseq;
    struct totals *t = arg;
    t->sites++;
    t->forms[callstats_form_of(at, site)]++;
}

/*
 * RubyVM.call_stats
 * Returns    a Hash: how many call sites there are and of which form, what they take, and how often calls took the slow way.
 * Effects    allocates; walks the heap
 */
static VALUE
vm_s_call_stats(VALUE self)
{
    struct totals t = {0};
    struct callsite_usage u = callsite_usage();
    VALUE hash = hash_new();

    (void)self;
    callstats_each_site_of_all(callstats_count_site, &t);
    hash_set(hash, callstats_sym_of("layout"), callstats_sym_of(callsite_layout()));
    callstats_set_size(hash, "sites", t.sites);
    for (int i = 0; i < SITE_FORM__COUNT; i++) callstats_set_size(hash, form_names[i], t.forms[i]);
    callstats_set_size(hash, "links", callstats_total[CALL_LINK]);
    callstats_set_size(hash, "misses", callstats_total[CALL_MISS]);
    callstats_set_size(hash, "general_calls", callstats_total[CALL_GENERAL]);
    callstats_set_size(hash, "records", u.records);
    callstats_set_size(hash, "record_bytes", u.record_bytes);
    callstats_set_size(hash, "operand_bytes", t.sites * SITE_CELLS * sizeof(cell));
    callstats_set_size(hash, "arena_bytes", u.arena_bytes);
    callstats_set_size(hash, "list_bytes", u.list_bytes + method_cache_memsize());
    callstats_set_size(hash, "definition_steps", method_cache_steps + callsite_steps);
    callstats_set_size(hash, "polymorphic_bytes", u.polymorphic_bytes);
    return hash;
}

static VALUE
callstats_method_name(const cell *site)
{
    ID mid = ci_mid(*site);
    return mid ? sym_from_id(mid) : Qnil;
}

static VALUE
callstats_describe(VALUE iseq, const cell *at, const cell *site)
{
    const struct iseq_body *b = iseq_body(iseq);
    VALUE hash = hash_new();
    st_data_t found = 0;

    hash_set(hash, callstats_sym_of("path"), b->path);
    hash_set(hash, callstats_sym_of("line"), INT2FIX(iseq_line_at(iseq, at)));
    hash_set(hash, callstats_sym_of("method"), callstats_method_name(site));
    hash_set(hash, callstats_sym_of("form"), callstats_sym_of(form_names[callstats_form_of(at, site)]));
    hash_set(hash, callstats_sym_of("instruction"), callstats_sym_of(insn_name(insn_base(insn_at(at)))));
    if (!table) {
        hash_set(hash, callstats_sym_of("misses"), INT2FIX((int)callsite_misses(site)));
        return hash;
    }
    st_lookup(table, (st_data_t)at, &found);
    const struct counts none = {0}, *c = found ? (const struct counts *)found : &none;
    callstats_set_size(hash, "calls", c->runs);
    callstats_set_size(hash, "links", c->slow[CALL_LINK]);
    callstats_set_size(hash, "misses", c->slow[CALL_MISS]);
    callstats_set_size(hash, "general_calls", c->slow[CALL_GENERAL]);
    return hash;
}

struct place {
    VALUE iseq;
    cell *at, *site;
    struct counts c;
};
struct places {
    struct place *list;
    size_t count, capa;
};

static void
callstats_add_place(VALUE iseq, cell *at, cell *site, void *arg)
{
    struct places *p = arg;
    st_data_t found = 0;
    if (p->count == p->capa) {
        size_t capa = p->capa ? p->capa * 2 : 1024;
        p->list = gc_raw_realloc(p->list, capa * sizeof *p->list);
        p->capa = capa;
    }
    if (table) st_lookup(table, (st_data_t)at, &found);
    p->list[p->count++] = (struct place){iseq, at, site, found ? *(struct counts *)found : (struct counts){0}};
}

/* The slow ways first, then the runs. */
static int
callstats_compare_places(const void *x, const void *y)
{
    const struct counts *a = &((const struct place *)x)->c, *b = &((const struct place *)y)->c;
    size_t slow_a = a->slow[CALL_MISS] + a->slow[CALL_GENERAL], slow_b = b->slow[CALL_MISS] + b->slow[CALL_GENERAL];

    if (slow_a != slow_b) return slow_a < slow_b ? 1 : -1;
    if (a->runs != b->runs) return a->runs < b->runs ? 1 : -1;
    return 0;
}

/*
 * RubyVM.call_sites
 * Returns    an Array with a Hash for each call site that has run: path, line, method, form, instruction, misses; under
 *            --call-stats also calls, links, general_calls, and misses are exact (without, they are counted to 127).
 * Effects    allocates; walks the heap
 */
static VALUE
vm_s_call_sites(VALUE self)
{
    struct places p = {0};
    VALUE list = ary_new(), hold = ary_new();

    (void)self;
    callstats_each_site_of_all(callstats_add_place, &p);
    for (size_t i = 0; i < p.count; i++)
        if (i == 0 || p.list[i].iseq != p.list[i - 1].iseq)
            ary_push(hold, p.list[i].iseq); /* they stay while Hashes are made */
    qsort(p.list, p.count, sizeof *p.list, callstats_compare_places);
    for (size_t i = 0; i < p.count; i++)
        if (callsite_made_p(p.list[i].site) || p.list[i].c.runs)
            ary_push(list, callstats_describe(p.list[i].iseq, p.list[i].at, p.list[i].site));
    free(p.list);
    RB_GC_GUARD(hold);
    return list;
}

/* ---- at exit ---- */

enum { PRINTED = 100 };

static double
callstats_hit_rate(const struct counts *c)
{
    size_t slow = c->slow[CALL_LINK] + c->slow[CALL_GENERAL];
    return c->runs ? 100.0 * (double)(c->runs > slow ? c->runs - slow : 0) / (double)c->runs : 0;
}

void
callstats_print(void)
{
    struct places p = {0};
    struct counts all = gone;
    struct totals t = {0};

    if (!callstats_on) return;
    callstats_on = false;
    callstats_each_site_of_all(callstats_add_place, &p);
    callstats_each_site_of_all(callstats_count_site, &t);
    qsort(p.list, p.count, sizeof *p.list, callstats_compare_places);
    for (size_t i = 0; i < p.count; i++) {
        all.runs += p.list[i].c.runs;
        for (int k = 0; k < CALL_SLOW__COUNT; k++) all.slow[k] += p.list[i].c.slow[k];
    }
    fprintf(stderr, "call sites: %zu (%s);", t.sites, callsite_layout());
    for (int i = 0; i < SITE_FORM__COUNT; i++)
        fprintf(stderr, " %zu %s%s", t.forms[i], form_names[i], i + 1 < SITE_FORM__COUNT ? "," : "\n");
    fprintf(stderr, "calls: %zu, hits %.2f %%; links %zu, misses %zu, general %zu\n", all.runs, callstats_hit_rate(&all),
            all.slow[CALL_LINK], all.slow[CALL_MISS], all.slow[CALL_GENERAL]);
    fprintf(stderr, "%12s %7s %7s %8s %10s  %-12s %-22s %s\n", "calls", "hits %", "links", "misses", "general", "form",
            "method", "place");
    for (size_t i = 0; i < p.count && i < PRINTED && p.list[i].c.runs; i++) {
        const struct place *s = &p.list[i];
        const struct iseq_body *b = iseq_body(s->iseq);
        ID mid = ci_mid(*s->site);
        fprintf(stderr, "%12zu %7.2f %7zu %8zu %10zu  %-12s %-22s %s:%d\n", s->c.runs, callstats_hit_rate(&s->c),
                s->c.slow[CALL_LINK], s->c.slow[CALL_MISS], s->c.slow[CALL_GENERAL],
                form_names[callstats_form_of(s->at, s->site)], mid ? str_ptr(id_name(mid)) : "super", str_ptr(b->path),
                iseq_line_at(s->iseq, s->at));
    }
    free(p.list);
}

/* ---- RubyVM.stat ---- */

static VALUE
vm_s_stat(int argc, VALUE *argv, VALUE self)
{
    const struct {
        const char *name;
        uint64_t value;
    } stats[] = {
        {"constant_cache_invalidations", vm_const_turned_back},
        {"constant_cache_misses", vm_const_looked_up},
        {"global_cvar_state", cvar_serial},
        {"next_shape_id", shape_id_limit()},
    };
    (void)self;
    rb_check_arity(argc, 0, 1);
    VALUE into = argc ? argv[0] : Qnil;
    if (SYMBOL_P(into)) {
        for (size_t i = 0; i < lengthof(stats); i++)
            if (into == ID2SYM(rb_intern(stats[i].name))) return ULL2NUM(stats[i].value);
        rb_raise(rb_eArgError, "unknown key: %" PRIsVALUE, rb_sym2str(into));
    }
    if (NIL_P(into)) into = rb_hash_new();
    else if (!RB_TYPE_P(into, T_HASH)) rb_raise(rb_eTypeError, "non-hash or symbol given");
    for (size_t i = 0; i < lengthof(stats); i++)
        rb_hash_aset(into, ID2SYM(rb_intern(stats[i].name)), ULL2NUM(stats[i].value));
    return into;
}

void
Init_CallStats(void)
{
    VALUE vm = rb_define_class("RubyVM", rb_cObject);
    rb_define_singleton_method(vm, "call_stats", vm_s_call_stats, 0);
    rb_define_singleton_method(vm, "call_sites", vm_s_call_sites, 0);
    rb_define_singleton_method(vm, "stat", vm_s_stat, -1);
}
