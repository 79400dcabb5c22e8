/*
 * class/mixin.c - include, prepend, ancestors; copying a class.
 *
 * Lookup walks a chain: klass, its prepended modules, its origin, its included modules, its superclass's chain.  Mixing in
 * copies the module's own chain (itself, its prepends, its origin, its includes) into the class's as iclasses, element by
 * element and in order.  A module that is in the chain already is not copied.  If it follows the point of insertion, that point
 * moves behind it; if it precedes the point or is in a superclass, it does not move.
 *
 * A module that changes after it was mixed in changes every chain it stands in: its iclasses are on its list of
 * subclasses.
 */
#include "internal/class.h"

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/variable.h"
#include "internal/vm.h"

/* Returns whether k represents the origin of its module. */
static bool
stands_for_origin_p(VALUE k)
{
    return obj_type(k) == T_ICLASS && class_ext(k)->head;
}

/* ---- origins ---- */

/* The iclass ic stands for a module that just got an origin: it becomes the head, and a copy of the origin follows. */
static void
iclass_split(VALUE ic)
{
    if (class_origin(ic) != ic) return;
    VALUE module = class_ext(ic)->attached;
    VALUE copy = iclass_new(class_origin(module), class_ext(ic)->includer);
    RB_OBJ_WRITE(copy, &class_ext(copy)->head, ic);
    class_set_super(copy, class_super(ic));
    class_set_super(ic, copy);
    RB_OBJ_WRITE(ic, &class_ext(ic)->origin, copy);
    rclass(ic)->m_tbl = rclass(module)->m_tbl;
}

static void
iclass_split_each(VALUE ic, void *arg)
{
    if (obj_type(ic) == T_ICLASS) iclass_split(ic);
}

/* Gives klass an origin, which takes its methods over, so that something can stand before them. */
static void
origin_ensure(VALUE klass)
{
    if (class_origin(klass) != klass) return;
    VALUE origin = class_new_raw(T_ICLASS | CLASS_ICLASS_ORIGIN, 0, 0);
    struct class_ext *x = class_ext(origin);
    RB_OBJ_WRITE(origin, &x->attached, klass);
    RB_OBJ_WRITE(origin, &x->includer, klass);
    RB_OBJ_WRITE(origin, &x->head, klass);
    class_set_super(origin, class_super(klass));
    rclass(origin)->m_tbl = rclass(klass)->m_tbl;
    gc_wb(origin);
    rclass(klass)->m_tbl = id_table_new(0);
    obj_write(klass, &rclass(klass)->super, origin);
    RB_OBJ_WRITE(klass, &class_ext(klass)->origin, origin);
    obj_hdr(klass)->flags |= CLASS_HAS_PREPENDED;
    if (obj_type(klass) == T_MODULE) class_each_subclass(klass, iclass_split_each, NULL);
}

/* ---- insertion ---- */

struct pending_head { /* a head iclass whose origin is still to come */
    VALUE origin, head;
};

/* Returns the iclass after `before` and before `until` that represents the same module part as m, or 0.  Sets *behind to whether it
 * follows `at` and precedes any superclass. */
static VALUE
chain_find(VALUE before, VALUE until, VALUE at, VALUE m, bool *behind)
{
    VALUE module = class_module_of(m);
    bool origin = stands_for_origin_p(m), seen = at == before, superclass = false;
    for (VALUE p = class_super(before); p && p != until; p = class_super(p)) {
        if (p == at) seen = true;
        if (obj_type(p) == T_CLASS) superclass = true;
        if (obj_type(p) != T_ICLASS || class_ext(p)->attached != module || stands_for_origin_p(p) != origin) continue;
        *behind = seen && !superclass;
        return p;
    }
    return 0;
}

/* Copies module's chain behind `at` in includer's.  Elements found between `before` and `until` are not copied again. */
static bool
chain_insert(VALUE includer, VALUE at, VALUE before, VALUE until, VALUE module)
{
    bool changed = false;
    struct pending_head heads[64];
    size_t head_count = 0;
    for (VALUE m = module; m; m = class_super(m)) {
        bool behind = false;
        VALUE there = chain_find(before, until, at, m, &behind);
        if (there) {
            if (behind) at = there;
            continue;
        }
        VALUE ic = iclass_new(m, includer);
        if (!stands_for_origin_p(m)) {
            iclass_register(ic);
            VALUE origin = class_origin(m);
            if (origin != m && head_count < lengthof(heads)) heads[head_count++] = (struct pending_head){origin, ic};
        } else if (head_count && heads[head_count - 1].origin == m) {
            VALUE head = heads[--head_count].head;
            RB_OBJ_WRITE(ic, &class_ext(ic)->head, head);
            RB_OBJ_WRITE(head, &class_ext(head)->origin, ic);
        }
        obj_write(ic, &rclass(ic)->super, class_super(at));
        obj_write(at, &rclass(at)->super, ic);
        cvar_serial++;
        at = ic;
        changed = true;
    }
    return changed;
}

static bool
chain_has_module_p(VALUE chain, VALUE module)
{
    for (VALUE m = chain; m; m = class_super(m))
        if (class_module_of(m) == module) return true;
    return false;
}

static void
consts_changed(VALUE module)
{
    for (VALUE m = module; m; m = class_super(m)) {
        uint32_t pos = 0;
        ID name;
        VALUE entry;
        while (id_table_next(class_ext(class_module_of(m))->const_tbl, &pos, &name, &entry)) vm_const_changed(name);
    }
}

static void
include_again(VALUE ic, void *arg)
{
    if (obj_type(ic) != T_ICLASS) return;
    VALUE includer = class_ext(ic)->includer;
    if (chain_insert(includer, class_origin(ic), includer, 0, (VALUE)arg)) vm_methods_mixed_in(includer, (VALUE)arg);
}

static void
prepend_again(VALUE ic, void *arg)
{
    if (obj_type(ic) != T_ICLASS) return;
    VALUE includer = class_ext(ic)->includer;
    iclass_split(ic);
    if (chain_insert(includer, ic, ic, class_origin(ic), (VALUE)arg)) vm_methods_mixed_in(includer, (VALUE)arg);
}

void
class_include(VALUE klass, VALUE module)
{
    if (chain_has_module_p(module, klass)) rb_raise(rb_eArgError, "cyclic include detected");
    bool changed = chain_insert(klass, class_origin(klass), klass, 0, module);
    if (obj_type(klass) == T_MODULE) class_each_subclass(klass, include_again, (void *)module);
    if (!changed) return;
    vm_methods_mixed_in(klass, module);
    consts_changed(module);
}

void
class_prepend(VALUE klass, VALUE module)
{
    if (chain_has_module_p(module, klass)) rb_raise(rb_eArgError, "cyclic prepend detected");
    origin_ensure(klass);
    bool changed = chain_insert(klass, klass, klass, class_origin(klass), module);
    if (obj_type(klass) == T_MODULE) class_each_subclass(klass, prepend_again, (void *)module);
    if (!changed) return;
    vm_methods_mixed_in(klass, module);
    consts_changed(module);
}

/* ---- questions ---- */

VALUE
class_ancestors(VALUE klass)
{
    VALUE list = rb_ary_new(), refined = class_ext(klass)->refined_class; /* a refinement's chain goes on with its class */
    for (VALUE k = klass; k && k != refined; k = class_super(k)) {
        if (class_origin(k) != k) continue;
        rb_ary_push(list, class_module_of(k));
    }
    return list;
}

VALUE
rb_mod_ancestors(VALUE mod)
{
    return class_ancestors(mod);
}

VALUE
rb_mod_included_modules(VALUE mod)
{
    VALUE list = rb_ary_new(), origin = class_origin(mod), refined = class_ext(mod)->refined_class;
    for (VALUE k = class_super(mod); k && k != refined; k = class_super(k)) {
        if (k == origin || obj_type(k) != T_ICLASS || class_origin(k) != k) continue;
        VALUE module = class_ext(k)->attached;
        if (obj_type(module) == T_MODULE) rb_ary_push(list, module);
    }
    return list;
}

VALUE
rb_mod_include_p(VALUE mod, VALUE other)
{
    Check_Type(other, T_MODULE);
    return val_bool(mod != other && class_inherited_p(mod, other));
}

/* ---- copying ---- */

/* Copies the elements of orig's chain that are its own: what lies before its superclass. */
static void
copy_chain(VALUE copy, VALUE orig)
{
    VALUE origin = class_origin(orig), at = copy;
    struct pending_head heads[64];
    size_t head_count = 0;
    if (origin != orig) origin_ensure(copy);
    for (VALUE m = class_super(orig); m && obj_type(m) == T_ICLASS; m = class_super(m)) {
        if (m == origin) {
            at = class_origin(copy);
            continue;
        }
        VALUE ic = iclass_new(m, copy);
        if (!stands_for_origin_p(m)) {
            iclass_register(ic);
            if (class_origin(m) != m && head_count < lengthof(heads))
                heads[head_count++] = (struct pending_head){class_origin(m), ic};
        } else if (head_count && heads[head_count - 1].origin == m) {
            VALUE head = heads[--head_count].head;
            RB_OBJ_WRITE(ic, &class_ext(ic)->head, head);
            RB_OBJ_WRITE(head, &class_ext(head)->origin, ic);
        }
        obj_write(ic, &rclass(ic)->super, class_super(at));
        obj_write(at, &rclass(at)->super, ic);
        cvar_serial++;
        at = ic;
    }
}

static void
copy_tables(VALUE copy, VALUE orig)
{
    struct id_table *from = rclass(class_origin(orig))->m_tbl;
    uint32_t pos = 0;
    ID mid;
    VALUE me;
    while (id_table_next(from, &pos, &mid, &me)) method_copy_to(copy, mid, (struct method_entry *)me, orig);
    const_table_copy(copy, orig);
    struct id_table *cvars = class_ext(orig)->cvar_tbl;
    if (cvars) {
        class_ext(copy)->cvar_tbl = id_table_copy(cvars);
        cvar_serial++;
        gc_wb(copy);
    }
}

VALUE
singleton_class_clone(VALUE singleton, VALUE for_object)
{
    if (!class_singleton_p(singleton)) return singleton;
    VALUE super = class_superclass(singleton);
    VALUE copy = class_new_raw(T_CLASS | CLASS_SINGLETON | CLASS_INITIALIZED, obj_class(super), super);
    RB_OBJ_WRITE(copy, &class_ext(copy)->attached, for_object);
    class_ext(copy)->allocator = class_ext(singleton)->allocator;
    copy_chain(copy, singleton);
    copy_tables(copy, singleton);
    ivar_copy(copy, singleton);
    VALUE meta = class_singleton_if_any(singleton);
    if (meta != Qnil) {
        VALUE own = singleton_class_clone(meta, copy);
        ivar_set_class(copy, own);
    }
    return copy;
}

/* The copy of orig's metaclass for a class that is being made from it. */
static void
copy_metaclass(VALUE copy, VALUE orig)
{
    VALUE old = class_singleton_if_any(orig);
    if (old == Qnil) {
        if (obj_type(copy) == T_CLASS) class_metaclass(copy);
        return;
    }
    VALUE meta = singleton_class_clone(old, copy);
    ivar_set_class(copy, meta);
}

static void
dup_place(VALUE copy, VALUE orig)
{
    if (orig == rb_cBasicObject) rb_raise(rb_eTypeError, "can't copy the root class");
    if (class_singleton_p(orig)) rb_raise(rb_eTypeError, "can't copy singleton class");
    if ((obj_flags(copy) & CLASS_INITIALIZED) || class_super(copy)) rb_raise(rb_eTypeError, "already initialized class");
    class_set_super(copy, class_superclass(orig));
    class_ext(copy)->allocator = class_ext(orig)->allocator;
    class_ext(copy)->shapes.max_ivars = class_ext(orig)->shapes.max_ivars;
    copy_metaclass(copy, orig);
}

VALUE
class_dup_into(VALUE copy, VALUE orig)
{
    if (obj_type(orig) == T_MODULE) {
        copy_metaclass(copy, orig);
    } else {
        dup_place(copy, orig);
    }
    obj_hdr(copy)->flags |= CLASS_INITIALIZED | (obj_flags(orig) & CLASS_REFINEMENT);
    copy_chain(copy, orig);
    copy_tables(copy, orig);
    ivar_copy(copy, orig);
    method_cache_clear(copy);
    return copy;
}
