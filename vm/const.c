/*
 * vm/const.c - constants: lexical lookup, and the cells that remember what was found.
 *
 * A found constant lies in the code, and its instruction becomes getconst_cached, which checks nothing.  So each filled
 * cell is listed under every name of its path; a change of a name (vm_const_changed) turns its cells back.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/ractor.h"
#include "internal/variable.h"
#include "internal/vm_insnhelper.h"
#include "ruby/ractor.h"

/* cells: [handler][path][value][iseq]; iseq: the owner of the code, 0 while not listed */
enum { CONST_PATH = 1, CONST_VALUE = 2, CONST_OWNER = 3 };

uint64_t vm_const_turned_back, vm_const_looked_up;

struct const_site {
    VALUE iseq; /* weak */
    uint32_t at;
};
struct const_list {
    uint32_t count, capa;
    struct const_site *sites;
};
static struct id_table *by_name; /* ID -> index + 1 */
static struct const_list *lists;
static uint32_t list_count, list_capa;

static void
const_list_site(ID name, VALUE iseq, uint32_t at)
{
    if (!by_name) by_name = id_table_new(0);
    VALUE i = id_table_get(by_name, name);
    if (!i) {
        if (list_count == list_capa) {
            uint32_t capa = list_capa ? list_capa * 2 : 256;
            lists = gc_raw_realloc(lists, capa * sizeof *lists);
            list_capa = capa;
        }
        lists[list_count] = (struct const_list){0};
        id_table_set(by_name, name, list_count + 1);
        i = ++list_count;
    }
    struct const_list *l = &lists[i - 1];
    if (l->count == l->capa) {
        uint32_t capa = l->capa ? l->capa * 2 : 4;
        l->sites = gc_raw_realloc(l->sites, capa * sizeof *l->sites);
        l->capa = capa;
    }
    l->sites[l->count++] = (struct const_site){iseq, at};
}

void
vm_const_changed(ID name)
{
    VALUE i = by_name ? id_table_get(by_name, name) : 0;
    if (!i) return;
    struct const_list *l = &lists[i - 1];
    vm_const_turned_back += l->count;
    for (uint32_t k = 0; k < l->count; k++) {
        cell *at = iseq_body(l->sites[k].iseq)->code + l->sites[k].at;
        insn_set_handler(at, INSN_getconst);
    }
    l->count = 0;
}

void
vm_const_forget_all(void)
{
    for (uint32_t i = 0; i < list_count; i++) {
        struct const_list *l = &lists[i];
        for (uint32_t k = 0; k < l->count; k++)
            insn_set_handler(iseq_body(l->sites[k].iseq)->code + l->sites[k].at, INSN_getconst);
        l->count = 0;
    }
}

void
vm_const_sweep(void)
{
    for (uint32_t i = 0; i < list_count; i++) {
        struct const_list *l = &lists[i];
        uint32_t w = 0;
        for (uint32_t r = 0; r < l->count; r++) {
            if (gc_live_p(l->sites[r].iseq)) l->sites[w++] = l->sites[r];
        }
        l->count = w;
    }
}

/* Do the two name the same classes in the same order? */
static bool
const_same_scope(VALUE a, VALUE b)
{
    while (a != b) {
        if (!a || !b || cref_of(a)->klass != cref_of(b)->klass) return false;
        a = cref_of(a)->next;
        b = cref_of(b)->next;
    }
    return true;
}

/* Turns back the cells of one method's or class body's code, its blocks included. */
static void
const_uncache(VALUE method_iseq)
{
    for (uint32_t i = 0; i < list_count; i++) {
        struct const_list *l = &lists[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < l->count; k++) {
            struct const_site site = l->sites[k];
            if (iseq_body(site.iseq)->method_iseq != method_iseq) l->sites[kept++] = site;
            else insn_set_handler(iseq_body(site.iseq)->code + site.at, INSN_getconst);
        }
        l->count = kept;
    }
}

/* The same code can serve several scopes: `def` and `class << o` in a method that runs often, methods of a copied class.
 * The value of a constant then depends on more than the code. */
void
iseq_scope(VALUE iseq, VALUE cref)
{
    struct iseq_body *body = iseq_body(iseq);
    if (UNLIKELY(vm_refinements_used) && body->scope && cref && !body->many_refinements &&
        cref_refinements(body->scope) != cref_refinements(cref)) {
        body->many_refinements = true;
        callsite_invalidate(0); /* what was linked under the one is not for the other */
    }
    if (body->many_scopes || !cref) return;
    if (!body->scope) {
        RB_OBJ_WRITE(iseq, &body->scope, cref);
    } else if (!const_same_scope(body->scope, cref)) {
        body->many_scopes = true;
        const_uncache(iseq);
    }
}

/* ---- lookup ---- */

static VALUE
const_check_module(VALUE cbase)
{
    if (!val_type_p(cbase, T_CLASS) && !val_type_p(cbase, T_MODULE)) {
        rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a class/module", rb_inspect(cbase));
    }
    return cbase;
}

/* Returns the constant by lexical scope, then by the ancestors of the innermost class, or what const_missing returns.  Sets *eval_scope
 * if a cref was pushed by eval: then the result depends on more than the code. */
static VALUE
const_lexical_get(ec_t *ec, ID name, bool *eval_scope)
{
    VALUE cr = vm_cref(ec), top = cr;
    while (top && cref_of(top)->pushed_by_eval && cref_of(top)->next) {
        *eval_scope = true;
        top = cref_of(top)->next;
    }
    for (VALUE k = top; k && cref_of(k)->next; k = cref_of(k)->next) {
        if (cref_of(k)->pushed_by_eval) {
            *eval_scope = true;
            continue;
        }
        VALUE klass = cref_of(k)->klass;
        if (klass == Qundef || !const_entry_own(klass, name)) continue; /* Qundef: a singleton class that is not there yet */
        if (ractor_confined_p()) ractor_check_own_const(klass, name);
        VALUE v = const_get_or_undef(klass, name, false, true);
        if (v != Qundef) return v;
    }
    VALUE base = top && cref_of(top)->next ? cref_class(top) : rb_cObject;
    VALUE v = const_get_or_undef(base, name, true, true);
    if (v == Qundef && obj_type(base) == T_MODULE) v = const_get_or_undef(rb_cObject, name, true, true);
    return v == Qundef ? const_missing(base, name) : v;
}

VALUE
vm_const_from(ec_t *ec, VALUE cbase, ID name)
{
    (void)ec;
    return rb_public_const_get_from(const_check_module(cbase), name);
}

bool
vm_getconst_slow(ec_t *ec)
{
    cell *pc = (cell *)ec->pc;
    VALUE path = (VALUE)pc[CONST_PATH], v = Qundef;
    vm_const_looked_up++;
    bool eval_scope = false;
    uint64_t missed = const_missing_calls;
    size_t n = ary_len(path);
    for (size_t i = 0; i < n; i++) {
        VALUE sym = ary_at(path, i);
        if (i == 0 && sym == Qnil) {
            v = rb_cObject;
            continue;
        }
        ID name = sym_to_id(sym);
        v = i == 0 ? const_lexical_get(ec, name, &eval_scope) : vm_const_from(ec, v, name);
    }
    pc = (cell *)ec->pc;
    VALUE iseq = frame_iseq(ec->fp);
    bool fixed = !eval_scope && missed == const_missing_calls && !iseq_body(iseq_body(iseq)->method_iseq)->many_scopes &&
                 (LIKELY(!ractor_many) || rb_ractor_shareable_p(v));
    if (fixed) {
        for (size_t i = 0; i < n; i++) {
            VALUE sym = ary_at(path, i);
            if (sym != Qnil) const_list_site(sym_to_id(sym), iseq, (uint32_t)(pc - iseq_body(iseq)->code));
        }
        pc[CONST_VALUE] = (cell)v;
        gc_wb(iseq);
        insn_set_handler(pc, INSN_getconst_cached);
    }
    *ec->sp++ = v;
    ec->pc += INSN_LEN_getconst;
    return true;
}

/* Warns if self is a refinement: constants and class variables of the block of `refine` belong to the module around it. */
void
vm_warn_in_refinement(ec_t *ec)
{
    VALUE self = frame_self(ec->fp);
    if (val_type_p(self, T_MODULE) && (obj_flags(self) & CLASS_REFINEMENT))
        rb_warn("not defined at the refinement, but at the outer class/module");
}

void
vm_const_assign(ec_t *ec, VALUE cbase, ID name, VALUE val)
{
    vm_warn_in_refinement(ec);
    rb_const_set(const_check_module(cbase), name, val);
}
