/*
 * class/method_table.c - method tables and how a method is found.
 *
 * A table's entry is the method that a program wrote.  A call uses a callable entry, whose defined_class is the place where super
 * continues.  For a class's own methods the two are the same entry.  A module's method has a copy for each iclass of its module,
 * made once and kept in the iclass.  An alias of an inherited method and a change of visibility resolve to a copy of the method
 * that they refer to.
 *
 * class/method_cache.c keeps the results of lookups by class until a definition changes them.
 */
#include "internal/class.h"

#include <stdlib.h>

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/iseq.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/vm/site.h"
#include "internal/vm/trace.h"

static inline struct method_entry *
me_of(VALUE v)
{
    return (struct method_entry *)v;
}

/* ---- definitions and entries ---- */

struct method_def *
method_def_new(enum method_kind kind, ID original_id)
{
    struct method_def *def = gc_raw_calloc(1, sizeof *def);
    def->kind = (uint8_t)kind;
    def->original_id = original_id;
    return def;
}

void
method_def_release(struct method_def *def)
{
    if (def && (def->refs == 0 || --def->refs == 0)) free(def);
}

static void
method_def_mark(const struct method_def *def)
{
    gc_mark(def->owner_of_def);
    switch ((enum method_kind)def->kind) {
    case METHOD_ISEQ:
        gc_mark(def->as.iseq.iseq);
        gc_mark(def->as.iseq.cref);
        break;
    case METHOD_ATTR_READER:
    case METHOD_ATTR_WRITER: gc_mark(def->as.attr.location); break;
    case METHOD_BMETHOD:
        gc_mark(def->as.bmethod.code);
        gc_mark(def->as.bmethod.proc);
        break;
    case METHOD_ALIAS: gc_mark(def->as.alias.orig_me); break;
    case METHOD_REFINED:
        gc_mark(def->as.refined.orig_me);
        gc_mark(def->as.refined.owner);
        break;
    default: break;
    }
}

static void
me_mark(VALUE v)
{
    struct method_entry *me = me_of(v);
    gc_mark(me->owner);
    gc_mark(me->defined_class);
    if (me->def) method_def_mark(me->def);
}

static void
me_free(VALUE v)
{
    method_def_release(me_of(v)->def);
}

static size_t
me_memsize(VALUE v)
{
    const struct method_def *def = me_of(v)->def;
    return def ? sizeof *def / (def->refs ? def->refs : 1) : 0; /* 0: of an entry that stands alone (respond_to_missing?) */
}

void
method_entry_boot(void)
{
    static const struct gc_type_ops ops = {.mark = me_mark, .free = me_free, .memsize = me_memsize};
    gc_register_imemo(IMEMO_ME, &ops);
}

static struct method_entry *
me_new(struct method_def *def, ID called_id, VALUE owner, VALUE defined_class, uint32_t flags)
{
    struct method_entry *me = me_of(gc_new_imemo(IMEMO_ME, sizeof *me));
    me->hdr.flags |= flags;
    me->def = def;
    if (def->refs++ && !(flags & ME_COMPLEMENTED)) def->named_again = true;
    me->called_id = called_id;
    me->owner = owner;
    me->defined_class = defined_class;
    gc_own((VALUE)me);
    return me;
}

enum { ME_COPIED = ME_VISI_MASK | ME_RUBY2_KEYWORDS | ME_CORE };

/* Returns the head of the place in a chain that p belongs to, which is the defined_class of an entry found in p. */
static inline VALUE
chain_head(VALUE p)
{
    VALUE head = obj_type(p) == T_ICLASS ? class_ext(p)->head : 0;
    return head ? head : p;
}

const struct method_entry *
method_complement(const struct method_entry *me, VALUE defined_class)
{
    struct class_ext *x = class_ext(defined_class);
    struct id_table **cache = obj_type(defined_class) == T_ICLASS ? &x->mc_tbl : NULL;
    if (cache) {
        struct method_entry *has = me_of(id_table_get(*cache, me->called_id));
        if (has && has->def == me->def && me_visi(has) == me_visi(me)) return has;
    }
    struct method_entry *copy = me_new(me->def, me->called_id, me->owner, defined_class,
                                       (me->hdr.flags & ME_COPIED) | ME_COMPLEMENTED);
    if (cache) {
        if (!*cache) *cache = id_table_new(0);
        id_table_set(*cache, me->called_id, (VALUE)copy);
        gc_wb(defined_class);
    }
    return copy;
}

/* ---- search ---- */

const struct method_entry *
method_search_raw(VALUE klass, ID mid, VALUE *defined_class)
{
    for (VALUE k = klass; k; k = class_super(k)) {
        VALUE me;
        if (!id_table_lookup(rclass(k)->m_tbl, mid, &me)) continue;
        if (defined_class) *defined_class = k;
        return me_of(me);
    }
    return NULL;
}

/* The place in the chain from k on that stands for module; module itself if there is none. */
static VALUE
chain_place_of(VALUE k, VALUE module)
{
    if (obj_type(module) == T_CLASS) return module;
    for (; k; k = class_super(k))
        if (class_module_of(k) == module) return chain_head(k);
    return module;
}

static const struct method_entry *
resolve_alias(const struct method_entry *me, VALUE holder)
{
    const struct method_entry *orig = me_of(me->def->as.alias.orig_me);
    while (orig->def->kind == METHOD_ALIAS) orig = me_of(orig->def->as.alias.orig_me);
    VALUE place = chain_place_of(chain_head(holder), class_module_of(orig->defined_class));
    return me_new(orig->def, me->called_id, me->owner, place, (me->hdr.flags & ME_COPIED) | ME_COMPLEMENTED);
}

static const struct method_entry *
resolve_zsuper(const struct method_entry *me, VALUE holder)
{
    VALUE at = 0, from = class_super(class_origin(chain_head(holder)));
    const struct method_entry *super = method_search_raw(from, me->called_id, &at);
    if (!super && obj_type(class_module_of(holder)) == T_MODULE) super = method_search_raw(rb_cObject, me->called_id, &at);
    const struct method_entry *real = super ? method_resolve(from, super, at) : NULL;
    if (!real) return NULL;
    return me_new(real->def, me->called_id, me->owner, real->defined_class, (me->hdr.flags & ME_COPIED) | ME_COMPLEMENTED);
}

const struct method_entry *
method_resolve(VALUE klass, const struct method_entry *me, VALUE holder)
{
    switch ((enum method_kind)me->def->kind) {
    case METHOD_UNDEF: return NULL;
    case METHOD_ALIAS: return resolve_alias(me, holder);
    case METHOD_ZSUPER: return resolve_zsuper(me, holder);
    case METHOD_REFINED:
        if (!me->def->as.refined.orig_me) return NULL;
        return method_resolve(klass, me_of(me->def->as.refined.orig_me), holder);
    default: return me->defined_class == chain_head(holder) ? me : method_complement(me, chain_head(holder));
    }
}

const struct method_entry *
method_lookup_uncached(VALUE klass, ID mid)
{
    VALUE holder = 0;
    const struct method_entry *me = method_search_raw(klass, mid, &holder);
    return me ? method_resolve(klass, me, holder) : NULL;
}

/* ---- change ---- */

/* Basic operations are pairs of a core class and a method that specialised instructions rely on.  vm_basic_op_redefined() is called
 * when the method of a pair is no longer the core's own. */
static VALUE watched_classes[24];
static size_t watched_class_count;
static struct id_table *watched_mids;
static ID id_not, id_nil_p;

static void
basic_op_check(VALUE module, ID mid)
{
    for (size_t i = 0; i < watched_class_count; i++) {
        VALUE klass = watched_classes[i];
        if (!class_inherited_p(klass, module)) continue;
        const struct method_entry *me = method_lookup(klass, mid);
        if (me && (me->hdr.flags & ME_CORE)) continue;
        vm_basic_op_redefined(klass, mid);
        if (mid == id_not) vm_basic_op_redefined(rb_cBasicObject, mid); /* these two are watched once for all classes */
        if (mid == id_nil_p) vm_basic_op_redefined(rb_mKernel, mid);
    }
}

/* Takes back what was found under mid in module and below, sites included. */
static void
take_back(VALUE module, ID mid)
{
    if (method_cache_take_back(module, mid)) callsite_facts_changed(mid);
}

void
vm_method_changed(VALUE module, ID mid)
{
    take_back(module, mid);
    if (UNLIKELY(obj_flags(module) & CLASS_REFINEMENT) && class_ext(module)->refined_class)
        take_back(class_ext(module)->refined_class, mid);
    if (core_is_done && id_table_find(watched_mids, mid)) basic_op_check(module, mid);
}

void
vm_methods_mixed_in(VALUE klass, VALUE module)
{
    for (VALUE m = module; m; m = class_super(m)) {
        uint32_t pos = 0;
        ID mid;
        VALUE me;
        while (id_table_next(rclass(m)->m_tbl, &pos, &mid, &me)) vm_method_changed(klass, mid);
    }
}

/* ---- adding ---- */

static ID id_initialize, id_initialize_copy, id_initialize_clone, id_initialize_dup, id_respond_to_missing;
static ID id_object_id, id__id__, id__send__;

static bool
always_private_p(ID mid)
{
    return mid == id_initialize || mid == id_initialize_copy || mid == id_initialize_clone || mid == id_initialize_dup ||
           mid == id_respond_to_missing;
}

void
class_check_modifiable(VALUE klass)
{
    if (LIKELY(!obj_frozen(klass))) return;
    rb_error_frozen_object(class_singleton_p(klass) ? class_attached(klass) : klass);
}

static void
warn_redefined(VALUE klass, ID mid, const struct method_entry *old, const struct method_def *def)
{
    const struct method_def *was = old->def;
    if (was->kind == METHOD_UNDEF || was->kind == METHOD_ZSUPER || was->kind == METHOD_ALIAS || was->named_again ||
        was->no_redef_warn || def->kind == METHOD_UNDEF || def->kind == METHOD_ZSUPER)
        return;
    rb_warning("method redefined; discarding old %" PRIsVALUE, id_name(mid));
    VALUE code = was->kind == METHOD_ISEQ ? was->as.iseq.iseq : 0;
    if (was->kind == METHOD_BMETHOD && proc_ptr(was->as.bmethod.proc)->kind == PROC_ISEQ)
        code = proc_ptr(was->as.bmethod.proc)->code;
    if (code) {
        const struct iseq_body *body = iseq_body(code);
        VALUE path = body->path;
        rb_compile_warning(StringValueCStr(path), body->first_line, "previous definition of %" PRIsVALUE " was here",
                           id_name(was->original_id));
    }
}

static void
warn_if_redefined(VALUE klass, ID mid, const struct method_def *def)
{
    const struct method_entry *old = me_of(id_table_get(rclass(class_origin(klass))->m_tbl, mid));
    if (UNLIKELY(old && RTEST(ruby_verbose) && old->def != def)) warn_redefined(klass, mid, old, def);
}

static void
warn_dangerous(VALUE klass, ID mid, const struct method_def *def)
{
    if (def->kind == METHOD_UNDEF || def->kind == METHOD_ZSUPER) return;
    if (mid == id_initialize && (klass == rb_cObject || klass == rb_cBasicObject))
        rb_warn("redefining Object#initialize may cause infinite loop");
    if ((mid == id_object_id || mid == id__id__ || mid == id__send__) && def->kind != METHOD_CFUNC &&
        method_search_raw(klass, mid, NULL))
        rb_warn("redefining '%" PRIsVALUE "' may cause serious problems", id_name(mid));
}

/* Puts me into klass's table under its name: no checks, no hooks. */
static void
table_put(VALUE klass, struct method_entry *me)
{
    VALUE holder = class_origin(klass);
    struct id_table *t = rclass(holder)->m_tbl;
    struct method_entry *old = me_of(id_table_get(t, me->called_id));
    if (old) old->hdr.flags |= ME_INVALID;
    id_table_set(t, me->called_id, (VALUE)me);
    gc_wb(holder);
    vm_method_changed(klass, me->called_id);
    if (obj_flags(klass) & CLASS_REFINEMENT) refinement_method_added(klass, me->called_id);
}

struct method_entry *
method_add(VALUE klass, ID mid, struct method_def *def, enum method_visi visi)
{
    if (!def->owner_of_def) def->owner_of_def = klass;
    if (always_private_p(mid) && !class_singleton_p(klass)) visi = VISI_PRIVATE;
    uint32_t flags = (uint32_t)visi << ME_VISI_SHIFT;
    if (!core_is_done) flags |= ME_CORE;
    struct method_entry *me = me_new(def, mid, klass, klass, flags);
    if (core_is_done) {
        class_check_modifiable(klass);
        warn_if_redefined(klass, mid, def);
        warn_dangerous(klass, mid, def);
    }
    table_put(klass, me);
    if (core_is_done && def->kind != METHOD_UNDEF) method_hook(klass, rb_intern("method_added"), mid);
    return me;
}

void
method_add_iseq(VALUE klass, ID mid, VALUE iseq, VALUE cref, enum method_visi visi)
{
    struct method_def *def = method_def_new(METHOD_ISEQ, mid);
    def->as.iseq.iseq = iseq;
    def->as.iseq.cref = cref;
    iseq_scope(iseq, cref);
    method_add(klass, mid, def, visi);
    RB_GC_GUARD(iseq);
    RB_GC_GUARD(cref);
}

void
method_add_cfunc(VALUE klass, ID mid, cfunc_t fn, int argc, enum method_visi visi)
{
    if (argc < -2 || argc > 15) rb_raise(rb_eArgError, "arity out of range: %d for -2..15", argc);
    struct method_def *def = method_def_new(METHOD_CFUNC, mid);
    def->as.cfunc.fn = fn;
    def->argc = (signed char)argc;
    method_add(klass, mid, def, visi);
}

void
method_add_leaf(VALUE klass, const char *name, cfunc_t fn, int argc)
{
    ID mid = rb_intern(name);
    struct method_def *def = method_def_new(METHOD_CFUNC, mid);
    def->as.cfunc.fn = def->as.cfunc.leaf = fn;
    def->argc = (signed char)argc;
    def->leaf = (uint8_t)(argc + 1);
    method_add(klass, mid, def, VISI_PUBLIC);
}

void
method_set_leaf(VALUE klass, const char *name, cfunc_t leaf, int argc)
{
    struct method_def *def = method_of_own(klass, rb_intern(name))->def;
    VM_ASSERT(def->kind == METHOD_CFUNC && !def->leaf && argc <= LEAF_ARGS && (def->argc == argc || def->argc == -1));
    def->as.cfunc.leaf = leaf;
    def->leaf = (uint8_t)(argc + 1);
}

/* [path, line] of the running Ruby code, frozen; 0 if there is none. */
static VALUE
attr_location(void)
{
    if (!core_is_done) return 0;
    VALUE path = vm_caller_path(vm_ec);
    if (NIL_P(path)) return 0;
    return rb_obj_freeze(rb_assoc_new(path, INT2NUM(vm_caller_line(vm_ec))));
}

void
method_add_attr(VALUE klass, ID name, bool read, bool write, enum method_visi visi)
{
    VALUE ivar_str = rb_sprintf("@%" PRIsVALUE, id_name(name)), location = attr_location();
    ID ivar = rb_intern_str(ivar_str);
    if (read) {
        struct method_def *def = method_def_new(METHOD_ATTR_READER, name);
        def->as.attr.ivar = ivar;
        def->as.attr.location = location;
        method_add(klass, name, def, visi);
    }
    if (write) {
        struct method_def *def = method_def_new(METHOD_ATTR_WRITER, id_attrset(name));
        def->as.attr.ivar = ivar;
        def->as.attr.location = location;
        method_add(klass, id_attrset(name), def, visi);
    }
    RB_GC_GUARD(location);
}

void
method_add_bmethod(VALUE klass, ID mid, VALUE proc, enum method_visi visi)
{
    struct method_def *def = method_def_new(METHOD_BMETHOD, mid);
    def->as.bmethod.code = proc_ptr(proc)->kind == PROC_ISEQ ? proc_ptr(proc)->code : 0;
    def->as.bmethod.proc = proc;
    method_add(klass, mid, def, visi);
    RB_GC_GUARD(proc);
}

void
method_add_optimized(VALUE klass, ID mid, enum method_optimized opt, uint32_t index, enum method_visi visi)
{
    struct method_def *def = method_def_new(METHOD_OPTIMIZED, mid);
    def->optimized = (uint8_t)opt;
    def->as.index = index;
    method_add(klass, mid, def, visi);
}

/* ---- cref of copied methods ---- */

/* Returns the cref of a method of `from` for the copy `to`: each `from` in it is replaced by `to`. */
static VALUE
cref_rewrite(VALUE cref, VALUE from, VALUE to)
{
    if (!cref) return 0;
    const struct cref *c = cref_of(cref);
    VALUE next = cref_rewrite(c->next, from, to);
    if (next == c->next && c->klass != from) return cref;
    bool own = c->klass == from;
    VALUE copy = cref_new(own ? to : c->klass, next, c->pushed_by_eval && !own);
    RB_OBJ_WRITE(copy, &cref_of(copy)->refinements, c->refinements);
    RB_OBJ_WRITE(copy, &cref_of(copy)->self_for_singleton, c->self_for_singleton);
    cref_of(copy)->visi = c->visi;
    cref_of(copy)->singleton = c->singleton;
    return copy;
}

void
method_copy_to(VALUE copy, ID mid, struct method_entry *me, VALUE orig)
{
    struct method_def *def = me->def;
    if (def->kind == METHOD_ISEQ && def->as.iseq.cref) {
        VALUE cref = cref_rewrite(def->as.iseq.cref, orig, copy);
        if (cref != def->as.iseq.cref) {
            struct method_def *own = method_def_new(METHOD_ISEQ, def->original_id);
            own->as.iseq.iseq = def->as.iseq.iseq;
            own->as.iseq.cref = cref;
            own->owner_of_def = copy;
            iseq_scope(own->as.iseq.iseq, cref);
            def = own;
        }
    }
    struct method_entry *put = me_new(def, mid, copy, copy, me->hdr.flags & ME_COPIED);
    table_put(copy, put);
}

void
method_add_shared(VALUE klass, ID mid, const struct method_entry *me, enum method_visi visi)
{
    uint32_t flags = (me->hdr.flags & ME_RUBY2_KEYWORDS) | (uint32_t)visi << ME_VISI_SHIFT | (core_is_done ? 0 : ME_CORE);
    class_check_modifiable(klass);
    table_put(klass, me_new(me->def, mid, klass, klass, flags));
    if (core_is_done) method_hook(klass, rb_intern("method_added"), mid);
}

/* ---- alias, undef, remove, visibility ---- */

/* The raw entry of mid from `from` on for klass, as `alias`, `public` and the like see it; raises NameError. */
static const struct method_entry *
search_from_or_fail(VALUE from, VALUE klass, ID mid, VALUE *holder)
{
    const struct method_entry *me = method_search_raw(from, mid, holder);
    if (!me && obj_type(klass) == T_MODULE) me = method_search_raw(rb_cObject, mid, holder);
    if (!me || !method_resolve(klass, me, *holder)) name_error_method(klass, sym_from_id(mid));
    return me;
}

static const struct method_entry *
search_or_fail(VALUE klass, ID mid, VALUE *holder)
{
    return search_from_or_fail(klass, klass, mid, holder);
}

void
method_alias(VALUE klass, ID new_name, ID old_name)
{
    class_check_modifiable(klass);
    VALUE holder;
    const struct method_entry *me = search_or_fail(klass, old_name, &holder);
    enum method_visi visi = me_visi(me);
    while (me->def->kind == METHOD_ZSUPER) {
        me = method_search_raw(class_super(class_origin(chain_head(holder))), old_name, &holder);
        if (!me) name_error_method(klass, sym_from_id(old_name));
    }
    struct method_def *def = me->def;
    if (new_name == old_name) def->no_redef_warn = true; /* the idiom that suppresses the warning */
    if (me->owner != klass && def->kind != METHOD_ALIAS) {
        def = method_def_new(METHOD_ALIAS, old_name);
        def->as.alias.orig_me = (VALUE)me;
        def->owner_of_def = klass;
    }
    struct method_entry *alias = me_new(
        def, new_name, klass, klass,
        (me->hdr.flags & (ME_RUBY2_KEYWORDS | ME_CORE)) |
            (uint32_t)(always_private_p(new_name) && !class_singleton_p(klass) ? VISI_PRIVATE : visi) << ME_VISI_SHIFT);
    if (core_is_done) {
        alias->hdr.flags &= ~(uint32_t)ME_CORE;
        warn_if_redefined(klass, new_name, def);
        warn_dangerous(klass, new_name, def);
    }
    table_put(klass, alias);
    if (core_is_done) method_hook(klass, rb_intern("method_added"), new_name);
}

void
method_undef(VALUE klass, ID mid)
{
    class_check_modifiable(klass);
    if (core_is_done && (mid == id_object_id || mid == id__id__ || mid == id__send__ || mid == id_initialize))
        rb_warn("undefining '%" PRIsVALUE "' may cause serious problems", id_name(mid));
    VALUE holder, named = class_singleton_p(klass) ? class_attached(klass) : klass;
    if (!method_lookup(klass, mid) && obj_type(klass) == T_CLASS)
        name_error_method(val_type_p(named, T_CLASS) || val_type_p(named, T_MODULE) ? named : klass, sym_from_id(mid));
    search_or_fail(klass, mid, &holder);
    method_add(klass, mid, method_def_new(METHOD_UNDEF, mid), VISI_PUBLIC);
    if (core_is_done) method_hook(klass, rb_intern("method_undefined"), mid);
}

void
method_remove(VALUE klass, ID mid)
{
    class_check_modifiable(klass);
    if (mid == id_object_id || mid == id__id__ || mid == id__send__ || mid == id_initialize)
        rb_warn("removing '%" PRIsVALUE "' may cause serious problems", id_name(mid));
    VALUE me;
    struct id_table *t = rclass(class_origin(klass))->m_tbl;
    if (!id_table_lookup(t, mid, &me) || me_of(me)->def->kind == METHOD_UNDEF)
        name_error_raise(klass, ID2SYM(mid), "method '%1$s' not defined in %2$s");
    id_table_delete(t, mid, NULL);
    me_of(me)->hdr.flags |= ME_INVALID;
    vm_method_changed(klass, mid);
    if (core_is_done) method_hook(klass, rb_intern("method_removed"), mid);
}

void
method_set_visi(VALUE klass, ID mid, enum method_visi visi)
{
    class_check_modifiable(klass);
    VALUE holder; /* what klass prepends is not concerned */
    const struct method_entry *me = search_from_or_fail(class_origin(klass), klass, mid, &holder);
    if (me_visi(me) == visi) return;
    uint32_t flags = (me->hdr.flags & ME_COPIED & ~ME_VISI_MASK) | (uint32_t)visi << ME_VISI_SHIFT;
    if (chain_head(holder) == klass) {
        table_put(klass, me_new(me->def, mid, klass, klass, flags));
        return;
    }
    struct method_def *def = method_def_new(METHOD_ZSUPER, mid);
    def->owner_of_def = klass;
    table_put(klass, me_new(def, mid, klass, klass, flags));
    if (core_is_done) method_hook(klass, rb_intern("method_added"), mid);
}

/* ---- questions ---- */

bool
method_basic_p(VALUE klass, ID mid)
{
    const struct method_entry *me = method_lookup(klass, mid);
    return me && (me->hdr.flags & ME_CORE);
}

const struct method_entry *
method_of_own(VALUE module, ID mid)
{
    VALUE holder = class_origin(module), me = id_table_get(rclass(holder)->m_tbl, mid);
    return me ? method_resolve(holder, me_of(me), holder) : NULL;
}

bool
method_entry_bound_p(const struct method_entry *me)
{
    return me->def->kind != METHOD_CFUNC || me->def->as.cfunc.fn != (cfunc_t)rb_f_notimplement;
}

bool
method_bound_p(VALUE klass, ID mid, bool with_private)
{
    const struct method_entry *me = method_lookup(klass, mid);
    if (!me || !method_entry_bound_p(me)) return false;
    return with_private || me_visi(me) == VISI_PUBLIC;
}

struct listing {
    struct id_table *seen; /* name -> 1 + visibility, or 1 + 3: hidden */
    unsigned mask;
};

static void
list_table(struct listing *l, const struct id_table *t)
{
    uint32_t pos = 0;
    ID mid;
    VALUE me;
    while (id_table_next(t, &pos, &mid, &me)) {
        if (id_table_find(l->seen, mid) || !rb_id2str(mid)) continue;
        bool hidden = me_of(me)->def->kind == METHOD_UNDEF;
        id_table_set(l->seen, mid, hidden ? 4 : 1 + me_visi(me_of(me)));
    }
}

static VALUE
listing_array(struct listing *l)
{
    VALUE list = rb_ary_new();
    uint32_t pos = 0;
    ID mid;
    VALUE visi;
    while (id_table_next(l->seen, &pos, &mid, &visi))
        if (visi <= 3 && (l->mask >> (visi - 1) & 1)) rb_ary_push(list, ID2SYM(mid));
    id_table_free(l->seen);
    return list;
}

VALUE
method_list(VALUE klass, unsigned mask, bool inherit)
{
    struct listing l = {id_table_new(0), mask};
    if (!inherit) {
        list_table(&l, rclass(class_origin(klass))->m_tbl);
        return listing_array(&l);
    }
    for (VALUE k = klass; k; k = class_super(k)) list_table(&l, rclass(k)->m_tbl);
    return listing_array(&l);
}

/* Returns the methods of an object without those of its superclasses: from its singleton class, the modules that extend it, and its
 * class. */
VALUE
method_list_object(VALUE klass, unsigned mask)
{
    struct listing l = {id_table_new(0), mask};
    VALUE k = klass;
    for (; k && (class_singleton_p(k) || obj_type(k) == T_ICLASS); k = class_super(k)) list_table(&l, rclass(k)->m_tbl);
    VALUE last = k ? class_origin(k) : 0;
    for (; k; k = class_super(k)) {
        list_table(&l, rclass(k)->m_tbl);
        if (k == last) break;
    }
    return listing_array(&l);
}

/* Lists the public and protected singleton methods of obj.  With `all`, adds those of the modules that extend it and of the
 * singleton classes above; a singleton class without one of its own has those of its superclass's. */
VALUE
method_list_singleton(VALUE obj, bool all)
{
    struct listing l = {id_table_new(0), 1u << VISI_PUBLIC | 1u << VISI_PROTECTED};
    VALUE k = class_of(obj);
    if (class_singleton_if_any(obj) != Qnil) {
        list_table(&l, rclass(class_origin(k))->m_tbl);
        k = class_super(class_origin(k));
    }
    if (all)
        for (; k && (class_singleton_p(k) || obj_type(k) == T_ICLASS); k = class_super(k)) list_table(&l, rclass(k)->m_tbl);
    return listing_array(&l);
}

VALUE
method_list_undefined(VALUE klass)
{
    VALUE list = rb_ary_new();
    uint32_t pos = 0;
    ID mid;
    VALUE me;
    while (id_table_next(rclass(class_origin(klass))->m_tbl, &pos, &mid, &me))
        if (me_of(me)->def->kind == METHOD_UNDEF) rb_ary_push(list, ID2SYM(mid));
    return list;
}

int
method_arity(const struct method_entry *me)
{
    const struct method_def *def = me->def;
    switch ((enum method_kind)def->kind) {
    case METHOD_ISEQ: return iseq_arity(def->as.iseq.iseq);
    case METHOD_CFUNC: return def->argc < 0 ? -1 : def->argc;
    case METHOD_ATTR_READER: return 0;
    case METHOD_ATTR_WRITER: return 1;
    case METHOD_BMETHOD: {
        const struct rproc *p = proc_ptr(def->as.bmethod.proc);
        return p->kind == PROC_ISEQ ? iseq_arity(p->code) : rb_proc_arity(def->as.bmethod.proc);
    }
    case METHOD_OPTIMIZED:
        if (def->optimized == OPTIMIZED_STRUCT_AREF) return 0;
        return def->optimized == OPTIMIZED_STRUCT_ASET ? 1 : -1;
    default: return -1;
    }
}

/* Returns the parameters of a method without names: [[:req]] for each required one, and [[:rest]] if there is a rest. */
static VALUE
unnamed_parameters(int arity)
{
    VALUE list = rb_ary_new();
    for (int i = arity < 0 ? -arity - 1 : arity; i > 0; i--)
        rb_ary_push(list, rb_ary_new_from_args(1, ID2SYM(rb_intern("req"))));
    if (arity < 0) rb_ary_push(list, rb_ary_new_from_args(1, ID2SYM(rb_intern("rest"))));
    return list;
}

VALUE
method_parameters(const struct method_entry *me)
{
    const struct method_def *def = me->def;
    if (def->kind == METHOD_ISEQ) return iseq_parameters(def->as.iseq.iseq, true);
    if (def->kind == METHOD_BMETHOD && proc_ptr(def->as.bmethod.proc)->kind == PROC_ISEQ)
        return iseq_parameters(proc_ptr(def->as.bmethod.proc)->code, true);
    if (def->kind == METHOD_OPTIMIZED && def->optimized == OPTIMIZED_STRUCT_ASET)
        return rb_ary_new_from_args(1, rb_assoc_new(ID2SYM(rb_intern("req")), ID2SYM(rb_intern("_"))));
    return unnamed_parameters(method_arity(me));
}

/* ---- hooks ---- */

void
method_hook(VALUE klass, ID hook, ID mid)
{
    VALUE recv = klass, sym = ID2SYM(mid);
    if (class_singleton_p(klass)) {
        recv = class_attached(klass);
        hook = rb_intern_str(rb_sprintf("singleton_%" PRIsVALUE, id_name(hook)));
    }
    /* Numeric's own hook refuses singleton methods; the others of the core do nothing. */
    if (LIKELY(!vm_tracing_calls) && method_basic_p(class_of(recv), hook) && !class_inherited_p(class_of(recv), rb_cNumeric))
        return;
    rb_funcallv(recv, hook, 1, &sym);
}

void
Init_Method_model(void)
{
    id_initialize = rb_intern("initialize");
    id_initialize_copy = rb_intern("initialize_copy");
    id_initialize_clone = rb_intern("initialize_clone");
    id_initialize_dup = rb_intern("initialize_dup");
    id_respond_to_missing = rb_intern("respond_to_missing?");
    id_object_id = rb_intern("object_id");
    id__id__ = rb_intern("__id__");
    id__send__ = rb_intern("__send__");
    id_not = rb_intern("!");
    id_nil_p = rb_intern("nil?");
    static const char *const mids[] = {
        "+",      "-",     "*",     "/",      "%",      "**",       "==",   "!=",     "<",   "<=",   ">",       ">=",
        "<=>",    "===",   "=~",    "!",      "[]",     "[]=",      "<<",   ">>",     "&",   "|",    "^",       "~",
        "-@",     "+@",    "size",  "length", "empty?", "nil?",     "succ", "min",    "max", "hash", "call",    "yield",
        "freeze", "first", "last",  "each",   "times",  "include?", "pack", "to_s",   "dup", "!~",   "default", "pred",
        "even?",  "odd?",  "zero?", "key?",   "any?",   "match?",   "eql?", "equal?",
    };
    watched_mids = id_table_new(lengthof(mids));
    for (size_t i = 0; i < lengthof(mids); i++) id_table_set(watched_mids, rb_intern(mids[i]), 1);
}

/* When all core classes are there. */
void
method_watch_core(void)
{
    VALUE list[] = {rb_cInteger,    rb_cFloat, rb_cString, rb_cArray, rb_cHash,   rb_cSymbol,   rb_cNilClass, rb_cTrueClass,
                    rb_cFalseClass, rb_cProc,  rb_cRegexp, rb_cRange, rb_cStruct, rb_cRational, rb_cComplex,  rb_cTime};
    for (size_t i = 0; i < lengthof(list); i++)
        if (list[i]) watched_classes[watched_class_count++] = list[i];
}
