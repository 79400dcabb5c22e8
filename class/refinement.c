/*
 * class/refinement.c - refinements: what `refine` makes, what `using` activates, and lookup with them active.
 *
 * A refinement is a module whose methods come before a class's own wherever it is active.  The class itself has no mark of it.
 * Only a site under active refinements looks up here.  The lookup walks the receiver's chain; at each class or module in it,
 * before its prepends, it searches the active refinements of that class, the latest first.  A refined method runs as if it was
 * found in an iclass of the refinement whose superclass is the refined place, so that `super` finds the class's own method.
 *
 * A cref's refinements are a Hash by identity, class => Array of refinements, latest first; it is copied when it grows,
 * as crefs share it.
 */
#include "internal/class.h"

#include "internal/array.h"
#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/id_table.h"
#include "internal/iseq.h"
#include "internal/object.h"
#include "internal/vm.h"

static struct id_table *refined_names; /* every method name that some refinement has */

void
refinement_method_added(VALUE refinement, ID mid)
{
    if (!refined_names) refined_names = id_table_new(0);
    id_table_set(refined_names, mid, 1);
    VALUE klass = class_ext(refinement)->refined_class;
    if (!klass) return;
    if (method_cache_take_back(klass, mid)) callsite_facts_changed(mid);
    vm_basic_op_redefined(klass, mid);
    if (mid == rb_intern("!")) vm_basic_op_redefined(rb_cBasicObject, mid); /* these two are watched once for all classes */
    if (mid == rb_intern("nil?")) vm_basic_op_redefined(rb_mKernel, mid);
}

/* The iclass in which the refinement's methods run for the place k of a chain. */
static VALUE
refinement_place(VALUE refinement, VALUE k)
{
    struct class_ext *x = class_ext(refinement);
    VALUE ic = id_table_get(x->refined_at, k);
    if (ic) return ic;
    ic = iclass_new(refinement, class_module_of(k));
    obj_write(ic, &rclass(ic)->super, k);
    iclass_register(ic);
    if (!x->refined_at) x->refined_at = id_table_new(0);
    id_table_set(x->refined_at, k, ic);
    gc_wb(refinement);
    return ic;
}

/* Finds mid in the active refinements of the class or module at the place k.  Returns whether one of them has it: *found is
 * its entry, or NULL if it undefines the method. */
static bool
refined_entry(VALUE active, VALUE k, ID mid, const struct method_entry **found)
{
    VALUE list = hash_get(active, class_module_of(k));
    if (list == Qundef) return false;
    for (size_t i = 0; i < ary_len(list); i++) {
        VALUE refinement = ary_at(list, i), me;
        if (!id_table_lookup(rclass(class_origin(refinement))->m_tbl, mid, &me)) continue;
        const struct method_entry *entry = (const struct method_entry *)me;
        *found = method_resolve(k, entry, refinement_place(refinement, k));
        return true;
    }
    return false;
}

/* Finds mid in the chain that begins at `from`.  The refinements of the place `unrefined` are passed over. */
static const struct method_entry *
lookup_from(VALUE active, VALUE from, ID mid, VALUE unrefined)
{
    for (VALUE k = from; k; k = class_super(k)) {
        bool head = k != unrefined && (obj_type(k) != T_ICLASS || !class_ext(k)->head);
        const struct method_entry *me;
        if (head && refined_entry(active, k, mid, &me)) return me;
        VALUE raw;
        if (id_table_lookup(rclass(k)->m_tbl, mid, &raw)) return method_resolve(from, (const struct method_entry *)raw, k);
    }
    return NULL;
}

bool
refinement_name_p(ID mid)
{
    return id_table_find(refined_names, mid);
}

const struct method_entry *
method_lookup_refined(VALUE refinements, VALUE klass, ID mid)
{
    if (!refinements || !id_table_find(refined_names, mid)) return method_lookup(klass, mid);
    return lookup_from(refinements, klass, mid, 0);
}

const struct method_entry *
method_lookup_super_refined(VALUE refinements, VALUE defined_class, ID mid)
{
    if (!refinements || !id_table_find(refined_names, mid)) return method_lookup_super(defined_class, mid);
    VALUE from = class_super(class_origin(defined_class));
    bool in_refinement = obj_flags(class_module_of(defined_class)) & CLASS_REFINEMENT;
    return from ? lookup_from(refinements, from, mid, in_refinement ? from : 0) : NULL;
}

static VALUE
call_refined(VALUE recv, VALUE data, int argc, const VALUE *argv, VALUE block)
{
    ID mid = SYM2ID(ary_at(data, 0));
    if (argc == 0) rb_raise(rb_eArgError, "no receiver given");
    const struct method_entry *me = method_lookup_refined(ary_at(data, 1), class_of(argv[0]), mid);
    if (!me || me_visi(me) != VISI_PUBLIC) return rb_funcall_with_block(argv[0], mid, argc - 1, argv + 1, block);
    return vm_call0(vm_ec, argv[0], mid, me, argc - 1, argv + 1, NIL_P(block) ? BH_NONE : block, 0);
}

VALUE
refined_symbol_block(VALUE sym, VALUE refinements)
{
    if (!id_table_find(refined_names, SYM2ID(sym))) return sym;
    return proc_new_ifunc(call_refined, (const void *)rb_assoc_new(sym, refinements), 1, -1, true);
}

/* ---- making and activating ---- */

static VALUE
identity_hash(void)
{
    VALUE h = rb_hash_new();
    hash_make_identity(h);
    return h;
}

VALUE
refinement_of(VALUE module, VALUE klass)
{
    struct class_ext *x = class_ext(module);
    if (!x->refinements) RB_OBJ_WRITE(module, &x->refinements, identity_hash());
    VALUE refinement = hash_get(x->refinements, klass);
    if (refinement != Qundef) return refinement;
    refinement = class_new_raw(T_MODULE | CLASS_INITIALIZED | CLASS_REFINEMENT, rb_cRefinement, 0);
    RB_OBJ_WRITE(refinement, &class_ext(refinement)->refined_class, klass);
    RB_OBJ_WRITE(refinement, &class_ext(refinement)->refinement_owner, module);
    obj_write(refinement, &rclass(refinement)->super, klass); /* what alias, public and reflection find behind it */
    hash_set(x->refinements, klass, refinement);
    return refinement;
}

VALUE
rb_refinement_new(void)
{
    return class_new_raw(T_MODULE | CLASS_INITIALIZED | CLASS_REFINEMENT, rb_cRefinement, 0);
}

VALUE
refinements_activate(VALUE active, VALUE klass, VALUE refinement)
{
    VALUE list = active ? hash_get(active, klass) : Qundef;
    vm_refinements_used = true;
    vm_plain_eqq_clear();
    if (list != Qundef && ary_len(list) && ary_at(list, 0) == refinement) return active;
    VALUE grown = identity_hash();
    if (active) hash_merge_into(grown, active);
    VALUE first = rb_ary_new_from_args(1, refinement);
    for (size_t i = 0; list != Qundef && i < ary_len(list); i++)
        if (ary_at(list, i) != refinement) rb_ary_push(first, ary_at(list, i));
    hash_set(grown, klass, first);
    return grown;
}

/* Activates the refinements of a module and its ancestors.  The ancestors come first, so that the module's own take precedence. */
VALUE
refinements_using(VALUE active, VALUE module)
{
    VALUE ancestors = class_ancestors(module);
    for (size_t i = ary_len(ancestors); i-- > 0;) {
        VALUE own = class_ext(ary_at(ancestors, i))->refinements, klass, refinement;
        size_t pos = 0;
        while (own && hash_next(own, &pos, &klass, &refinement)) active = refinements_activate(active, klass, refinement);
    }
    return active;
}

VALUE
refinements_of_caller(void)
{
    if (LIKELY(!vm_refinements_used)) return 0;
    for (VALUE c = vm_cref(vm_ec); c; c = cref_of(c)->next)
        if (cref_of(c)->refinements) return cref_of(c)->refinements;
    return 0;
}

/* ---- methods ---- */

/* The blocks of all `refine` in one module see all its refinements, those that come later too: they share one Hash, which
 * starts with what was active around the first. */
static VALUE
refinement_activate_within(VALUE mod, VALUE klass, VALUE refinement, VALUE around)
{
    struct class_ext *x = class_ext(mod);
    if (!x->refining) {
        VALUE shared = identity_hash();
        if (around) hash_merge_into(shared, around);
        RB_OBJ_WRITE(mod, &x->refining, shared);
    }
    VALUE one = refinements_activate(x->refining, klass, refinement);
    hash_set(x->refining, klass, hash_get(one, klass));
    return x->refining;
}

/* Module#refine */
static VALUE
mod_m_refine(VALUE mod, VALUE klass)
{
    ec_t *ec = vm_ec;
    VALUE block = vm_block_handler(ec);
    if (!block || block == Qnil) rb_raise(rb_eArgError, "no block given");
    if ((block & 3) == 0 || (block & 3) == 2) rb_raise(rb_eArgError, "can't pass a Proc as a block to Module#refine");
    if (!val_type_p(klass, T_CLASS) && !val_type_p(klass, T_MODULE))
        rb_raise(rb_eTypeError, "wrong argument type %s (expected Class or Module)", rb_obj_classname(klass));
    VALUE refinement = refinement_of(mod, klass), cref = cref_new(refinement, vm_cref(ec), true);
    VALUE active = refinement_activate_within(mod, klass, refinement, cref_of(cref)->refinements);
    RB_OBJ_WRITE(cref, &cref_of(cref)->refinements, active);
    cref_of(cref)->refining = true;
    vm_yield_self(ec, block, refinement, cref, 0, NULL, BH_NONE, 0);
    return refinement;
}

/* Activates the refinements of `module` in the scope of the calling code. */
static void
using_in_caller(VALUE module)
{
    Check_Type(module, T_MODULE);
    if (obj_flags(module) & CLASS_REFINEMENT) rb_raise(rb_eTypeError, "wrong argument type Class (expected Module)");
    VALUE cref = vm_cref(vm_ec), active = refinements_using(cref_of(cref)->refinements, module);
    if (!active) return;
    VALUE *fp = vm_ruby_frame(vm_ec);
    struct frame_side *s = fp ? frame_side_if(vm_ec, fp) : NULL;
    if (s && s->cref == cref) s->cref = cref = cref_dup(cref); /* methods defined so far keep theirs */
    RB_OBJ_WRITE(cref, &cref_of(cref)->refinements, active);
    size_t pos = 0;
    VALUE klass, list;
    while (hash_next(active, &pos, &klass, &list)) callsite_invalidate(klass);
}

/* Returns whether the caller's frame is that of a method. */
static bool
called_in_method_p(void)
{
    VALUE iseq = vm_caller_iseq(vm_ec);
    return iseq && iseq_body(iseq_body(iseq)->method_iseq)->type == ISEQ_METHOD;
}

/* Module#using */
static VALUE
mod_m_using(VALUE self, VALUE module)
{
    if (called_in_method_p()) rb_raise(rb_eRuntimeError, "Module#using is not permitted in methods");
    if (cref_class(vm_cref(vm_ec)) != self) rb_raise(rb_eRuntimeError, "Module#using is not called on self");
    using_in_caller(module);
    return self;
}

/* main.using */
static VALUE
top_m_using(VALUE self, VALUE module)
{
    VALUE cref = vm_cref(vm_ec), outer = cref ? cref_of(cref)->next : 0;
    bool wrapped = self != vm_top_self && outer && !cref_of(outer)->next; /* load(file, true): a module around the file */
    if (called_in_method_p() || (outer && !wrapped && cref_class(cref) != rb_cObject))
        rb_raise(rb_eRuntimeError, "main.using is permitted only at toplevel");
    using_in_caller(module);
    return self;
}

void
refinement_define_top_methods(VALUE top_self)
{
    rb_define_private_method(class_singleton(top_self), "using", top_m_using, 1);
}

static int
collect_refinement(VALUE klass, VALUE refinement, VALUE list)
{
    rb_ary_push(list, refinement);
    return ST_CONTINUE;
}

/* Module#refinements */
static VALUE
mod_m_refinements(VALUE mod)
{
    VALUE list = rb_ary_new();
    if (class_ext(mod)->refinements) hash_each(class_ext(mod)->refinements, collect_refinement, list);
    return list;
}

/* Refinement#target */
static VALUE
refinement_m_target(VALUE self)
{
    VALUE klass = class_ext(self)->refined_class;
    return klass ? klass : Qnil;
}

struct used {
    VALUE list;
    bool modules;
};

static int
collect_used(VALUE klass, VALUE refinements, VALUE arg)
{
    struct used *u = (struct used *)arg;
    for (size_t i = 0; i < ary_len(refinements); i++) {
        VALUE refinement = ary_at(refinements, i);
        VALUE what = u->modules ? class_ext(refinement)->refinement_owner : refinement;
        if (!RTEST(rb_ary_includes(u->list, what))) rb_ary_push(u->list, what);
    }
    return ST_CONTINUE;
}

static VALUE
used_by_caller(bool modules)
{
    struct used u = {rb_ary_new(), modules};
    for (VALUE c = vm_cref(vm_ec); c; c = cref_of(c)->next) {
        if (!cref_of(c)->refinements) continue;
        hash_each(cref_of(c)->refinements, collect_used, (VALUE)&u);
        break;
    }
    return u.list;
}

/* Module.used_modules */
static VALUE
mod_s_used_modules(VALUE klass)
{
    return used_by_caller(true);
}

/* Module.used_refinements */
static VALUE
mod_s_used_refinements(VALUE klass)
{
    return used_by_caller(false);
}

/* An imported method runs with the refinement active, as if written in its body. */
static void
import_method(VALUE refinement, ID mid, const struct method_entry *me)
{
    struct method_def *def = method_def_new(METHOD_ISEQ, me->def->original_id);
    VALUE old = me->def->as.iseq.cref;
    VALUE cref = cref_new(old ? cref_of(old)->klass : refinement, old ? cref_of(old)->next : 0, false);
    VALUE active = refinements_activate(old ? cref_of(old)->refinements : 0, class_ext(refinement)->refined_class,
                                        refinement);
    RB_OBJ_WRITE(cref, &cref_of(cref)->refinements, active);
    def->as.iseq.iseq = me->def->as.iseq.iseq;
    def->as.iseq.cref = cref;
    iseq_scope(def->as.iseq.iseq, cref);
    method_add(refinement, mid, def, me_visi(me));
    RB_GC_GUARD(cref);
}

static void
import_check(VALUE module)
{
    uint32_t pos = 0;
    ID mid;
    VALUE me;
    Check_Type(module, T_MODULE);
    if (class_super(module))
        rb_warn("%" PRIsVALUE " has ancestors, but Refinement#import_methods doesn't import their methods",
                class_path(module));
    while (id_table_next(rclass(class_origin(module))->m_tbl, &pos, &mid, &me))
        if (((struct method_entry *)me)->def->kind != METHOD_ISEQ)
            rb_raise(rb_eArgError, "Can't import method which is not defined with Ruby code: %" PRIsVALUE "#%" PRIsVALUE,
                     class_path(module), rb_id2str(mid));
}

/* Refinement#import_methods */
static VALUE
refinement_m_import_methods(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    for (int i = 0; i < argc; i++) import_check(argv[i]);
    for (int i = 0; i < argc; i++) {
        uint32_t pos = 0;
        ID mid;
        VALUE me;
        while (id_table_next(rclass(class_origin(argv[i]))->m_tbl, &pos, &mid, &me))
            import_method(self, mid, (const struct method_entry *)me);
    }
    return self;
}

void
Init_Refinement(void)
{
    rb_cRefinement = rb_define_class("Refinement", rb_cModule);
    rb_undef_method(rb_singleton_class(rb_cRefinement), "allocate");
    rb_define_private_method(rb_cModule, "refine", mod_m_refine, 1);
    rb_define_private_method(rb_cModule, "using", mod_m_using, 1);
    rb_define_method(rb_cModule, "refinements", mod_m_refinements, 0);
    rb_define_singleton_method(rb_cModule, "used_modules", mod_s_used_modules, 0);
    rb_define_singleton_method(rb_cModule, "used_refinements", mod_s_used_refinements, 0);
    rb_define_method(rb_cRefinement, "target", refinement_m_target, 0);
    rb_define_private_method(rb_cRefinement, "import_methods", refinement_m_import_methods, -1);
    rb_undef_method(rb_cRefinement, "append_features");
    rb_undef_method(rb_cRefinement, "prepend_features");
    rb_undef_method(rb_cRefinement, "extend_object");
}
