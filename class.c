/*
 * class.c - making classes, modules and singleton classes; what holds them together.
 *
 * Every class has its metaclass from birth (CLASS-2), whose superclass is the superclass's metaclass.  A metaclass gets its own
 * metaclass when the program first uses it.  Until then it borrows the class word of its superclass, so that lookup starts at the
 * nearest existing metaclass of a metaclass, in the end at Class's.
 *
 * A class keeps the vector of its superclasses, itself last, so that "is C below S" is one compare: S's depth is where it
 * must stand.
 *
 * The lists of subclasses are weak.  Between mark and sweep every class is visited once.  Dead classes are dropped from the
 * list of all classes, and the lists that held them are packed.
 */
#include "internal/class.h"

#include <stdlib.h>
#include <string.h>

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/shape.h"
#include "internal/string.h"
#include "internal/variable.h"

VALUE rb_cBasicObject, rb_cObject, rb_cModule, rb_cClass, rb_cRefinement;
bool core_is_done;

static VALUE *all_classes; /* T_CLASS, T_MODULE, T_ICLASS alive at the last collection or younger */
static size_t all_count, all_capa;

static void
list_push(VALUE **list, size_t count, size_t *capa, VALUE v)
{
    if (count == *capa) {
        size_t more = *capa ? *capa * 2 : 4;
        *list = gc_raw_realloc(*list, more * sizeof(VALUE));
        *capa = more;
    }
    (*list)[count] = v;
}

static void
subclass_add(VALUE parent, VALUE child)
{
    struct class_ext *x = class_ext(parent);
    size_t capa = x->subclass_capa;
    list_push(&x->subclasses, x->subclass_count, &capa, child);
    x->subclass_capa = (uint32_t)capa;
    x->subclass_count++;
}

/* ---- the thing itself ---- */

VALUE
class_new_raw(unsigned t_type, VALUE meta, VALUE super)
{
    unsigned cls = slot_class_for(sizeof(struct rclass));
    VALUE k = gc_new0(cls, t_type, class_root_shape(meta, cls));
    struct class_ext *x = gc_raw_calloc(1, sizeof *x);
    rclass(k)->ext = x;
    x->origin = k;
    gc_own(k);
    if ((t_type & T_MASK) != T_ICLASS) rclass(k)->m_tbl = id_table_new(0);
    list_push(&all_classes, all_count, &all_capa, k);
    all_count++;
    class_set_super(k, super);
    return k;
}

/* The next class up the chain. */
static VALUE
super_walk(VALUE klass)
{
    VALUE k = class_super(klass);
    while (k && obj_type(k) != T_CLASS) k = class_super(k);
    return k;
}

/* Sets the superclass, or 0, and what follows from it.  super may be an iclass: the rest of a chain. */
void
class_set_super(VALUE klass, VALUE super)
{
    obj_write(klass, &rclass(klass)->super, super);
    cvar_serial++;
    if (obj_type(klass) != T_CLASS) return;
    VALUE parent = super_walk(klass);
    struct class_ext *x = class_ext(klass);
    uint32_t depth = parent ? class_ext(parent)->depth + 1 : 0;
    VALUE *up = gc_raw_malloc((depth + 1) * sizeof(VALUE));
    if (parent) memcpy(up, class_ext(parent)->ancestors, depth * sizeof(VALUE));
    up[depth] = klass;
    free(x->ancestors);
    x->ancestors = up;
    x->depth = depth;
    if (parent) subclass_add(parent, klass);
}

VALUE
class_superclass(VALUE klass)
{
    if (obj_type(klass) != T_CLASS) return super_walk(klass);
    const struct class_ext *x = class_ext(klass);
    return x->depth ? x->ancestors[x->depth - 1] : 0; /* however many modules stand between */
}

VALUE
class_attached(VALUE klass)
{
    return class_ext(klass)->attached;
}

VALUE
class_boot(VALUE super)
{
    return class_new_raw(T_CLASS | CLASS_INITIALIZED, rb_cClass, super);
}

VALUE
class_real(VALUE klass)
{
    while (klass && (obj_type(klass) == T_ICLASS || class_singleton_p(klass))) klass = class_super(klass);
    return klass;
}

VALUE
class_of(VALUE v)
{
    if (val_heap_p(v)) return obj_class(v);
    if (val_fix_p(v)) return rb_cInteger;
    if (val_flonum_p(v)) return rb_cFloat;
    if (v == Qnil) return rb_cNilClass;
    if (v == Qfalse) return rb_cFalseClass;
    if (v == Qtrue) return rb_cTrueClass;
    return rb_cSymbol;
}

bool
class_inherited_p(VALUE klass, VALUE ancestor)
{
    if (klass == ancestor) return true;
    if (obj_type(ancestor) == T_CLASS) {
        if (obj_type(klass) != T_CLASS) klass = class_superclass(klass);
        if (!klass) return false;
        uint32_t depth = class_ext(ancestor)->depth;
        return class_ext(klass)->depth >= depth && class_ext(klass)->ancestors[depth] == ancestor;
    }
    for (VALUE k = class_super(klass); k; k = class_super(k))
        if (obj_type(k) == T_ICLASS && class_ext(k)->attached == ancestor) return true;
    return false;
}

/* ---- singleton classes ---- */

static bool
metaclass_own_p(VALUE klass) /* does klass have a metaclass of its own? */
{
    VALUE meta = obj_class(klass);
    return meta && class_singleton_p(meta) && class_ext(meta)->attached == klass;
}

static void
singleton_attach(VALUE singleton, VALUE obj)
{
    RB_OBJ_WRITE(singleton, &class_ext(singleton)->attached, obj);
    ivar_set_class(obj, singleton);
    if (obj_frozen(obj)) obj_hdr(singleton)->flags |= HDR_FROZEN;
}

VALUE
class_metaclass(VALUE klass)
{
    if (metaclass_own_p(klass)) return obj_class(klass);
    VALUE super = class_superclass(klass);
    VALUE meta_super = super ? class_metaclass(super) : rb_cClass;
    VALUE meta = class_new_raw(T_CLASS | CLASS_SINGLETON | CLASS_INITIALIZED, obj_class(meta_super), meta_super);
    singleton_attach(meta, klass);
    return meta;
}

static bool
singleton_impossible_p(VALUE obj)
{
    if (!val_heap_p(obj)) return true;
    switch (obj_type(obj)) {
    case T_FLOAT:
    case T_BIGNUM:
    case T_SYMBOL:
    case T_IMEMO:
    case T_ICLASS: return true;
    case T_STRING: return (obj_flags(obj) & STR_FSTR) != 0;
    default: return false;
    }
}

VALUE
class_singleton_if_any(VALUE obj)
{
    if (!val_heap_p(obj)) return Qnil;
    VALUE k = obj_class(obj);
    return k && class_singleton_p(k) && class_ext(k)->attached == obj ? k : Qnil;
}

VALUE
class_singleton(VALUE obj)
{
    if (obj == Qnil) return rb_cNilClass;
    if (obj == Qtrue) return rb_cTrueClass;
    if (obj == Qfalse) return rb_cFalseClass;
    if (singleton_impossible_p(obj)) rb_raise(rb_eTypeError, "can't define singleton");
    if (obj_type(obj) == T_CLASS) {
        VALUE meta = class_metaclass(obj);
        class_metaclass(meta);
        return meta;
    }
    VALUE has = class_singleton_if_any(obj);
    if (has != Qnil) return has;
    VALUE klass = obj_class(obj);
    if (obj_type(obj) == T_STRING) str_thaw_chilled(obj);
    VALUE single = class_new_raw(T_CLASS | CLASS_SINGLETON | CLASS_INITIALIZED, obj_class(class_real(klass)), klass);
    singleton_attach(single, obj);
    return single;
}

/* ---- new classes and modules ---- */

void
rb_check_inheritable(VALUE super)
{
    if (!val_type_p(super, T_CLASS))
        rb_raise(rb_eTypeError, "superclass must be an instance of Class (given an instance of %" PRIsVALUE ")",
                 rb_obj_class(super));
    if (class_singleton_p(super)) rb_raise(rb_eTypeError, "can't make subclass of singleton class");
    if (super == rb_cClass) rb_raise(rb_eTypeError, "can't make subclass of Class");
}

VALUE
class_new(VALUE super)
{
    rb_check_inheritable(super);
    if (!(obj_flags(super) & CLASS_INITIALIZED)) rb_raise(rb_eTypeError, "can't inherit uninitialized class");
    VALUE k = class_boot(super);
    class_metaclass(k);
    return k;
}

VALUE
module_new(void)
{
    return class_new_raw(T_MODULE | CLASS_INITIALIZED, rb_cModule, 0);
}

/* ---- instances ---- */

static VALUE
alloc_undefined(VALUE klass)
{
    rb_raise(rb_eTypeError, "allocator undefined for %" PRIsVALUE, klass);
}

alloc_func_t
class_allocator(VALUE klass)
{
    struct class_ext *x = class_ext(klass);
    for (uint32_t i = x->depth + 1; i-- > 0;) {
        alloc_func_t f = class_ext(x->ancestors[i])->allocator;
        if (f) return f == alloc_undefined ? NULL : f;
    }
    return NULL;
}

void
rb_define_alloc_func(VALUE klass, rb_alloc_func_t func)
{
    Check_Type(klass, T_CLASS);
    class_ext(klass)->allocator = func;
}

void
rb_undef_alloc_func(VALUE klass)
{
    rb_define_alloc_func(klass, alloc_undefined);
}

rb_alloc_func_t
rb_get_alloc_func(VALUE klass)
{
    Check_Type(klass, T_CLASS);
    return class_allocator(klass);
}

VALUE
class_alloc_instance(VALUE klass)
{
    alloc_func_t f = class_allocator(klass);
    if (UNLIKELY(!(obj_flags(klass) & CLASS_INITIALIZED)) && !class_super(klass))
        rb_raise(rb_eTypeError, "can't instantiate uninitialized class");
    if (UNLIKELY(class_singleton_p(klass))) rb_raise(rb_eTypeError, "can't create instance of singleton class");
    if (UNLIKELY(!f)) rb_raise(rb_eTypeError, "allocator undefined for %" PRIsVALUE, klass);
    VALUE obj = f(klass);
    if (UNLIKELY(!val_heap_p(obj) || class_real(obj_class(obj)) != class_real(klass)))
        rb_raise(rb_eTypeError, "wrong instance allocation");
    return obj;
}

unsigned
class_instance_slot_class(VALUE klass)
{
    struct class_ext *x = class_ext(klass);
    if (LIKELY(x->shapes.instance_slot_class)) return x->shapes.instance_slot_class - 1u;
    if (!x->shapes.max_ivars && x->depth) x->shapes.max_ivars = class_ext(x->ancestors[x->depth - 1])->shapes.max_ivars;
    enum {
        LARGEST = LIMIT(256, 48)
    }; /* bytes: one odd instance should not make all the others big; what initialize names, all have */
    if (!x->shapes.named_ivars) x->shapes.named_ivars = (uint16_t)(1 + vm_named_ivars(klass));
    size_t bytes = OBJ_HEADER_BYTES + x->shapes.max_ivars * sizeof(VALUE),
           named = OBJ_HEADER_BYTES + (x->shapes.named_ivars - 1u) * sizeof(VALUE);
    if (bytes > LARGEST) bytes = LARGEST;
    if (bytes < named) bytes = named < SLOT_MAX_BYTES ? named : SLOT_MAX_BYTES;
    unsigned cls = slot_class_for(bytes);
    if (cls == SLOT_NO_CLASS) cls = SLOT_LARGEST_CLASS;
    x->shapes.instance_slot_class = (uint8_t)(cls + 1);
    return cls;
}

/* ---- collection ---- */

static void
mark_table_values(const struct id_table *t)
{
    uint32_t pos = 0;
    ID key;
    VALUE val;
    while (id_table_next(t, &pos, &key, &val)) gc_mark(val);
}

static bool
m_tbl_owned_p(VALUE k)
{
    return obj_type(k) != T_ICLASS || (obj_flags(k) & CLASS_ICLASS_ORIGIN);
}

void
class_mark(VALUE k)
{
    struct class_ext *x = class_ext(k);
    gc_mark(class_super(k));
    if (!x) return;
    if (m_tbl_owned_p(k)) mark_table_values(rclass(k)->m_tbl);
    gc_mark(x->classpath);
    gc_mark(x->attached);
    gc_mark(x->origin);
    gc_mark(x->head);
    gc_mark(x->includer);
    gc_mark(x->refined_class);
    gc_mark(x->refinement_owner);
    gc_mark(x->refinements);
    gc_mark(x->refining);
    mark_table_values(x->cvar_tbl);
    mark_table_values(x->mc_tbl);
    mark_table_values(x->autoload_tbl);
    mark_table_values(x->refined_at);
    const_table_mark(x->const_tbl);
    ivar_mark(k);
}

void
class_free(VALUE k)
{
    struct class_ext *x = class_ext(k);
    if (!x) return;
    if (m_tbl_owned_p(k)) id_table_free(rclass(k)->m_tbl);
    ivar_free(k);
    const_table_free(x->const_tbl);
    id_table_free(x->cvar_tbl);
    id_table_free(x->mc_tbl);
    id_table_free(x->autoload_tbl);
    id_table_free(x->refined_at);
    free(x->subclasses);
    free(x->ancestors);
    free(x);
}

size_t
class_memsize(VALUE k)
{
    struct class_ext *x = class_ext(k);
    if (!x) return 0;
    size_t n = sizeof *x + id_table_memsize(x->const_tbl) + id_table_memsize(x->cvar_tbl) + id_table_memsize(x->mc_tbl);
    if (m_tbl_owned_p(k)) n += id_table_memsize(rclass(k)->m_tbl);
    n += x->subclass_capa * sizeof(VALUE) + (x->ancestors ? (x->depth + 1) * sizeof(VALUE) : 0);
    return n + ivar_memsize(k) + id_table_size(x->const_tbl) * sizeof(struct const_entry);
}

/* The class or module on whose list of subclasses k is; 0. */
static VALUE
subclass_parent(VALUE k)
{
    switch (obj_type(k)) {
    case T_ICLASS: return class_ext(k)->head ? 0 : class_ext(k)->attached;
    case T_CLASS: return class_ext(k)->depth ? class_ext(k)->ancestors[class_ext(k)->depth - 1] : 0;
    default: return 0;
    }
}

static void
subclasses_pack(struct class_ext *x)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->subclass_count; i++)
        if (gc_live_p(x->subclasses[i])) x->subclasses[kept++] = x->subclasses[i];
    x->subclass_count = kept;
    x->subclasses_stale = false;
}

/* Between mark and sweep: the dead leave the lists. */
static void
class_weak_sweep(void)
{
    size_t kept = 0;
    bool stale = false;
    for (size_t i = 0; i < all_count; i++) {
        VALUE k = all_classes[i];
        if (gc_live_p(k)) {
            all_classes[kept++] = k;
            continue;
        }
        if (!class_ext(k)) continue;
        method_cache_class_died(k);
        VALUE parent = subclass_parent(k);
        if (parent && gc_live_p(parent)) class_ext(parent)->subclasses_stale = stale = true;
    }
    all_count = kept;
    method_cache_sweep();
    for (size_t i = 0; stale && i < all_count; i++)
        if (class_ext(all_classes[i])->subclasses_stale) subclasses_pack(class_ext(all_classes[i]));
}

/* Checks CLASS-1, CLASS-5, CLASS-6 and the superclass vector of one class, module or iclass. */
void
class_verify(VALUE k)
{
    const struct class_ext *x = class_ext(k);
    if (!x) return; /* being made */
    /* a head has the origin's table while prepending is under way */
    gc_expect(m_tbl_owned_p(k) || !x->attached || rclass(k)->m_tbl == rclass(class_origin(x->attached))->m_tbl ||
                  (!x->head && rclass(k)->m_tbl == rclass(x->attached)->m_tbl),
              "an iclass does not have its module's methods (CLASS-5)", k);
    if (obj_type(k) == T_CLASS) {
        if (!x->ancestors || x->ancestors[x->depth] != k) {
            gc_expect(false, "a class is not the end of its vector of superclasses", k);
            return;
        }
        gc_expect(!x->depth || x->ancestors[x->depth - 1] == class_superclass(k),
                  "a class's vector of superclasses and its chain disagree (CLASS-1)", k);
    }
    VALUE parent = subclass_parent(k);
    bool listed = !parent || (obj_flags(k) & CLASS_ICLASS_ORIGIN);
    for (uint32_t j = 0; !listed && j < class_ext(parent)->subclass_count; j++)
        listed = class_ext(parent)->subclasses[j] == k;
    gc_expect(listed, "a class is not on its parent's list (CLASS-6)", k);
    if (k == rb_cBasicObject) method_cache_verify();
}

void
class_each_subclass(VALUE klass, void (*fn)(VALUE, void *), void *arg)
{
    for (uint32_t i = 0; i < class_ext(klass)->subclass_count; i++) fn(class_ext(klass)->subclasses[i], arg);
}

/* An iclass for `module` in includer's chain; m is the module or the iclass of its chain that is being copied. */
VALUE
iclass_new(VALUE m, VALUE includer)
{
    VALUE module = class_module_of(m);
    VALUE ic = class_new_raw(T_ICLASS, 0, 0);
    rclass(ic)->m_tbl = rclass(m)->m_tbl;
    RB_OBJ_WRITE(ic, &class_ext(ic)->attached, module);
    RB_OBJ_WRITE(ic, &class_ext(ic)->includer, includer);
    return ic;
}

void
iclass_register(VALUE ic)
{
    subclass_add(class_ext(ic)->attached, ic);
}

struct class_shapes *
class_shapes(VALUE klass)
{
    return &class_ext(klass)->shapes;
}

void
core_done(VALUE main)
{
    module_define_top_methods(main);
    method_watch_core();
    core_is_done = true;
}

/* ---- the first classes ---- */

static VALUE
boot_class(VALUE super)
{
    return class_new_raw(T_CLASS | CLASS_INITIALIZED, 0, super);
}

/* Classes whose instances have shapes known in advance (shape.h).  They get their names from core_classes_name(), once
 * there can be names. */
static const struct {
    VALUE *at, *super;
    shape_id_t shape;
    const char *name;
} core_classes[] = {
    {&rb_cString, &rb_cObject, SHAPE_STRING0, "String"},
    {&rb_cArray, &rb_cObject, SHAPE_ARRAY0, "Array"},
    {&rb_cHash, &rb_cObject, SHAPE_HASH0, "Hash"},
    {&rb_cSymbol, &rb_cObject, SHAPE_SYMBOL, "Symbol"},
    {&rb_cNumeric, &rb_cObject, 0, "Numeric"},
    {&rb_cInteger, &rb_cNumeric, SHAPE_FIXNUM, "Integer"},
    {&rb_cFloat, &rb_cNumeric, SHAPE_FLONUM, "Float"},
    {&rb_cNilClass, &rb_cObject, SHAPE_NIL, "NilClass"},
    {&rb_cTrueClass, &rb_cObject, SHAPE_TRUE, "TrueClass"},
    {&rb_cFalseClass, &rb_cObject, SHAPE_FALSE, "FalseClass"},
};

static void
boot_core_classes(void)
{
    for (size_t i = 0; i < lengthof(core_classes); i++) {
        gc_register_global(core_classes[i].at);
        *core_classes[i].at = class_new(*core_classes[i].super);
        if (core_classes[i].shape) shape_reserve_class(core_classes[i].shape, *core_classes[i].at);
    }
}

void
core_classes_name(void)
{
    const_set(rb_cObject, rb_intern("BasicObject"), rb_cBasicObject);
    const_set(rb_cBasicObject, rb_intern("BasicObject"), rb_cBasicObject);
    const_set(rb_cObject, rb_intern("Object"), rb_cObject);
    const_set(rb_cObject, rb_intern("Module"), rb_cModule);
    const_set(rb_cObject, rb_intern("Class"), rb_cClass);
    for (size_t i = 0; i < lengthof(core_classes); i++)
        const_set(rb_cObject, rb_intern(core_classes[i].name), *core_classes[i].at);
}

void
class_boot_all(void)
{
    static const struct gc_type_ops class_ops = {
        .mark = class_mark, .free = class_free, .memsize = class_memsize, .verify = class_verify};
    static const struct gc_type_ops object_ops = {
        .mark = ivar_mark, .free = ivar_free, .memsize = ivar_memsize, .fitting = ivar_fitting, .settle = ivar_settle};
    gc_register_type(T_CLASS, &class_ops);
    gc_register_type(T_MODULE, &class_ops);
    gc_register_type(T_ICLASS, &class_ops);
    gc_register_type(T_OBJECT, &object_ops);
    gc_add_weak_sweeper(class_weak_sweep);
    method_entry_boot();

    gc_register_global(&rb_cBasicObject);
    gc_register_global(&rb_cObject);
    gc_register_global(&rb_cModule);
    gc_register_global(&rb_cClass);
    rb_cBasicObject = boot_class(0);
    rb_cObject = boot_class(rb_cBasicObject);
    rb_cModule = boot_class(rb_cObject);
    rb_cClass = boot_class(rb_cModule);
    VALUE first[] = {rb_cBasicObject, rb_cObject, rb_cModule, rb_cClass};
    shape_id_t as_class = class_root_shape(rb_cClass, slot_class_for(sizeof(struct rclass)));
    for (size_t i = 0; i < lengthof(first); i++) obj_set_shape(first[i], as_class);
    for (size_t i = 0; i < lengthof(first); i++) class_metaclass(first[i]);
    shape_id_t as_meta = class_root_shape(obj_class(rb_cClass), slot_class_for(sizeof(struct rclass)));
    for (size_t i = 0; i < lengthof(first); i++) obj_set_shape(obj_class(first[i]), as_meta);
    class_ext(rb_cClass)->allocator = class_s_alloc;
    class_ext(rb_cModule)->allocator = module_s_alloc;
    class_ext(rb_cBasicObject)->allocator = obj_s_alloc;
    boot_core_classes();
}
