/*
 * class.h - classes and modules, method entries, and looking methods up.
 *
 * Owns      the layout of T_CLASS, T_MODULE, T_ICLASS, and struct method_entry.
 * Uses      shape, id_table, gc
 * CLASS-1   A class's super chain goes class -> (iclass ...) -> superclass.  A class that was prepended to has an origin
 *           iclass, which carries its own m_tbl; without prepends origin == the class.
 * CLASS-2   Every class has a metaclass from birth (modules and objects get singleton classes on demand).
 * CLASS-3   A method entry never changes once published; redefinition makes a new one and invalidates sites by
 *           (method name, module) through vm_method_changed().
 * CLASS-4   An entry's `defined_class` is the class, or the iclass of the module, that it was found in; `super` starts
 *           behind that one's origin (method_lookup_super).
 * CLASS-5   An iclass represents its module once in one chain.  A prepended module has two iclasses there, one for the
 *           module's place before its prepends (the head) and one for its origin; the latter's `head` is the former.
 * CLASS-6   subclasses holds the classes whose superclass is this one, or the iclasses that stand for this module; weakly.
 * Checked   class_verify() (level 2), test/test_class.rb, test_module.rb
 */
#ifndef FACET_INTERNAL_CLASS_H
#define FACET_INTERNAL_CLASS_H

#include "internal/gc.h"
#include "internal/id_table.h"

/* 0       8       16       24       32      (OBJ_HEADER_BYTES more with a 16-byte header)   */
/* +-------+-------+--------+--------+                                                    */
/* |header | super | m_tbl  |  ext   |                                                    */
/* +-------+-------+--------+--------+                                                    */
struct rclass {
    struct obj_header hdr;
    VALUE super;
    struct id_table *m_tbl; /* ID -> struct method_entry *; an iclass borrows its module's */
    struct class_ext *ext;  /* owned; malloc */
};
SLOT_ASSERT_OPEN(struct rclass);

/* Flags of T_CLASS, T_MODULE, T_ICLASS, besides bits 0 to 11. */
enum {
    CLASS_SINGLETON = 1u << 13,     /* FL_USER1, FL_SINGLETON of the public API */
    CLASS_ICLASS_ORIGIN = 1u << 14, /* an origin iclass: owns its m_tbl */
    CLASS_REFINEMENT = 1u << 15,
    CLASS_INITIALIZED = 1u << 16, /* Class.allocate leaves it clear */
    CLASS_HAS_PREPENDED = 1u << 17,
    CLASS_TEMP_NAME = 1u << 18, /* classpath is not permanent */
    CLASS_PREPENDED_ICLASS = 1u << 19,
    CLASS_CVARS_SEEN = 1u << 20,
};

typedef VALUE (*alloc_func_t)(VALUE klass);

struct const_entry {
    VALUE value; /* Qundef: autoload */
    VALUE file;  /* String or nil */
    int32_t line;
    uint8_t is_private, is_deprecated;
};

struct class_ext {
    VALUE classpath;     /* frozen String, or 0 */
    VALUE attached;      /* singleton classes: the object; iclasses: the module (klass of the iclass) */
    VALUE origin;        /* CLASS-1 */
    VALUE head;          /* CLASS-5: iclass of an origin; 0 elsewhere */
    VALUE includer;      /* iclass: the class whose chain it is in */
    VALUE refined_class; /* refinement modules */
    VALUE refinement_owner;
    VALUE refinements;             /* module that refines: Hash class -> refinement module; 0 */
    VALUE refining;                /* and what is active in its `refine` blocks; 0 */
    alloc_func_t allocator;        /* 0: inherit */
    struct id_table *const_tbl;    /* ID -> struct const_entry * */
    struct id_table *cvar_tbl;     /* ID -> VALUE */
    struct id_table *autoload_tbl; /* ID -> autoload record, variable/const.c */
    struct id_table *refined_at;   /* refinements: class or iclass it acts on (as an ID) -> iclass to run its methods in */
    struct id_table *iv_index;     /* fields block of the class's own ivars: see gen_fields */
    VALUE *fields;                 /* the class object's own instance variables (shape SHAPE-8) */
    uint32_t fields_capa;
    struct id_table *mc_tbl; /* method lookup cache of this class: ID -> method_entry (or a negative entry) */
    VALUE *subclasses;       /* weak vector of direct subclasses and iclasses */
    uint32_t subclass_count, subclass_capa;
    uint32_t depth;             /* superclass count, for class_inherited_p */
    VALUE *ancestors;           /* superclass vector, the class itself at [depth]: T_CLASS only */
    bool subclasses_stale;      /* some entry of subclasses died in this collection */
    struct class_shapes shapes; /* last: its size depends on the geometry */
};

static inline struct rclass *
rclass(VALUE v)
{
    return (struct rclass *)v;
}
static inline VALUE
class_super(VALUE k) /* next in the chain, iclasses included */
{
    return rclass(k)->super;
}
static inline struct class_ext *
class_ext(VALUE k)
{
    return rclass(k)->ext;
}
static inline VALUE
class_origin(VALUE k)
{
    return rclass(k)->ext->origin;
}
static inline bool
class_singleton_p(VALUE k)
{
    return (obj_flags(k) & CLASS_SINGLETON) != 0;
}
/* Returns the module of an iclass, or the class itself. */
static inline VALUE
class_module_of(VALUE k)
{
    return obj_type(k) == T_ICLASS ? rclass(k)->ext->attached : k;
}

/* ---- classes (class.c) ---- */
VALUE class_of(VALUE v);       /* any VALUE, immediates too: singleton class or class */
VALUE class_real(VALUE klass); /* skips singletons and iclasses */
static inline VALUE
class_of_inline(VALUE v)
{
    return val_heap_p(v) ? obj_class(v) : class_of(v);
}
VALUE class_new_raw(unsigned t_type, VALUE meta, VALUE super);
VALUE class_boot(VALUE super); /* no metaclass yet */
VALUE class_new(VALUE super);  /* checks super, makes the metaclass; does not call inherited */
VALUE module_new(void);
VALUE class_singleton(VALUE obj);              /* rb_singleton_class; raises TypeError "can't define singleton" */
VALUE class_singleton_if_any(VALUE obj);       /* Qnil */
void class_include(VALUE klass, VALUE module); /* raises ArgumentError on cycles */
void class_prepend(VALUE klass, VALUE module);
bool class_inherited_p(VALUE klass, VALUE ancestor); /* klass <= ancestor, modules too */
VALUE class_name_or_nil(VALUE klass);
VALUE class_path(VALUE klass);                                /* always a String: "#<Class:0x...>" when anonymous */
void class_set_name_under(VALUE klass, VALUE under, ID name); /* names it on constant assignment */
void class_mark(VALUE), class_free(VALUE);
size_t class_memsize(VALUE);
alloc_func_t class_allocator(VALUE klass); /* inherited; NULL if undefined */
VALUE class_alloc_instance(VALUE klass);   /* calls the allocator; raises TypeError "allocator undefined for X" */
/* Slot class for the next plain instance of klass. */
unsigned class_instance_slot_class(VALUE klass);
unsigned vm_named_ivars(VALUE klass); /* vm/expect.c: instance variables that a new instance is likely to get; pure */
/* Root shape for instances of klass in slot class cls, made on first use. */
static inline shape_id_t
class_root_shape(VALUE klass, unsigned cls)
{
    shape_id_t s = klass ? class_ext(klass)->shapes.root[cls] : SHAPE_HIDDEN;
    return (s || !klass) ? s : shape_root(klass, cls);
}
/* Returns a new object of klass with `bytes` in all (header included; as for gc_new_imemo).  Its body is uninitialised
 * (gc.h GC-1). */
static ALWAYS_INLINE VALUE
obj_new(VALUE klass, unsigned t_type_and_flags, size_t bytes)
{
    unsigned cls = slot_class_fixed(bytes);
    return gc_new(cls, t_type_and_flags, class_root_shape(klass, cls));
}

/* Returns the attached object of a singleton class, the module of an iclass, or 0 otherwise. */
VALUE class_attached(VALUE klass);
VALUE class_superclass(VALUE klass); /* Class#superclass without skipping singletons: next T_CLASS; 0 at the end */
void class_set_super(VALUE klass, VALUE super);
VALUE class_metaclass(VALUE klass);           /* the singleton class of a class, made if need be; its own metaclass is not */
VALUE class_dup_into(VALUE copy, VALUE orig); /* makes copy, just allocated, a copy of a class or module with all it holds */
VALUE singleton_class_clone(VALUE singleton, VALUE for_object); /* Kernel#clone; `singleton` may be a plain class */
void class_each_subclass(VALUE klass, void (*fn)(VALUE, void *), void *arg); /* entries of CLASS-6 alive now */
VALUE class_ancestors(VALUE klass);                                          /* Array */
VALUE class_to_s(VALUE klass);           /* Module#inspect: singleton classes and refinements too */
VALUE class_temporary_name(VALUE klass); /* "#<Class:0x...>" */
/* Defines the class of `class Foo < super` when Foo is not defined: makes it, names it, calls inherited, then
 * const_added. */
VALUE class_define_under(VALUE under, ID name, VALUE super);
VALUE module_define_under(VALUE under, ID name);
void class_inherited_hook(VALUE super, VALUE klass);
void class_check_modifiable(VALUE klass);    /* raises FrozenError: "can't modify frozen class: Foo" */
VALUE module_check_includable(VALUE module); /* raises TypeError */
void class_verify(VALUE klass);
void class_boot_all(void);  /* BasicObject, Object, Module, Class; needs shapes and the heap only */
void core_done(VALUE main); /* from here on, definitions are the program's: hooks run, redefinitions are watched */
extern bool core_is_done;

/* ---- refinements' data (class/refinement.c) ---- */
/* Returns the refinement of klass in module; makes it on first use. */
VALUE refinement_of(VALUE module, VALUE klass);
/* Adds what `using module` activates to a cref's Hash (0: none yet), which is copied; returns the new one. */
VALUE refinements_using(VALUE active, VALUE module);
/* Adds one refinement to a cref's Hash, as for the code inside its own body; returns the new Hash. */
VALUE refinements_activate(VALUE active, VALUE klass, VALUE refinement);

/* ---- method entries (class/method_table.c) ---- */
enum method_kind {
    METHOD_ISEQ, /* a Ruby method */
    METHOD_CFUNC,
    METHOD_ATTR_READER,
    METHOD_ATTR_WRITER,
    METHOD_BMETHOD, /* define_method with a proc */
    METHOD_ALIAS,   /* alias of an entry whose super search differs (alias in a module or of an inherited method) */
    METHOD_ZSUPER,  /* visibility changed in a subclass: calls super's method */
    METHOD_UNDEF,
    METHOD_MISSING,   /* respond_to_missing? Method object */
    METHOD_REFINED,   /* marks a method that some refinement refines; `orig` is the plain one or NULL */
    METHOD_OPTIMIZED, /* send, call, struct readers and writers ... */
};
enum method_optimized {
    OPTIMIZED_SEND,
    OPTIMIZED_PROC_CALL,
    OPTIMIZED_BLOCK_CALL,
    OPTIMIZED_STRUCT_AREF,
    OPTIMIZED_STRUCT_ASET,
    OPTIMIZED_NEW, /* Class#new: allocates, then runs initialize in its place */
};
enum method_visi { VISI_PUBLIC, VISI_PRIVATE, VISI_PROTECTED };

typedef VALUE (*cfunc_t)(void); /* cast to the arity's type before use */

/* The definition of a method.  Aliases share it; a reference count frees it with its last entry. */
struct method_def {
    uint8_t kind;         /* enum method_kind */
    uint8_t optimized;    /* enum method_optimized */
    uint8_t leaf;         /* cfunc: 1 + the number of arguments that as.cfunc.leaf takes; 0: there is none */
    signed char argc : 6; /* cfunc: -2 (recv, ary), -1 (argc, argv, recv), 0..15 (recv, a0, ...) */
    uint8_t no_redef_warn : 1;
    uint8_t named_again : 1; /* by an alias, module_function, a copied class: replacing one of its entries loses nothing */
    uint32_t refs;
    ID original_id;
    VALUE owner_of_def; /* module it was first defined in (Method#owner of aliases, super_method) */
    union {
        struct {
            VALUE iseq;
            VALUE cref;
        } iseq;
        struct {
            cfunc_t fn;
            cfunc_t leaf; /* see method_set_leaf(); NULL: none */
        } cfunc;
        struct {
            ID ivar;
            VALUE location;
        } attr;
        struct {
            VALUE code; /* the iseq of a Proc made in Ruby, at the offset of iseq.iseq (frame_iseq reads either); else 0 */
            VALUE proc;
        } bmethod;
        struct {
            VALUE orig_me;
        } alias; /* struct method_entry */
        struct {
            VALUE orig_me;
            VALUE owner;
        } refined;
        uint32_t index; /* OPTIMIZED_STRUCT_* */
    } as;
};

/* T_IMEMO, IMEMO_ME.  Flags: visibility in bits 16-17, ME_... below.
 * 0        8     16           24       32              40  */
/* +--------+-----+------------+--------+---------------+    */
/* |header  | def | called_id  | owner  | defined_class |    */
/* +--------+-----+------------+--------+---------------+    */
struct method_entry {
    struct obj_header hdr;
    struct method_def *def;
    ID called_id;
    VALUE owner;         /* class or module where the method is found (Method#owner) */
    VALUE defined_class; /* CLASS-4; for a module's method looked up through an iclass: that iclass */
};
SLOT_ASSERT_FIXED(struct method_entry);
enum {
    ME_VISI_SHIFT = 16,
    ME_VISI_MASK = 3u << 16,
    ME_INVALID = 1u << 18,      /* replaced or removed; kept for frames that still run it */
    ME_COMPLEMENTED = 1u << 19, /* a copy made for one iclass (defined_class differs from the table's entry) */
    ME_RUBY2_KEYWORDS = 1u << 20,
    ME_TRACED = 1u << 21,
    ME_CORE = 1u << 22, /* defined before core_done() */
};
static inline enum method_visi
me_visi(const struct method_entry *me)
{
    return (enum method_visi)((me->hdr.flags & ME_VISI_MASK) >> ME_VISI_SHIFT);
}

/* Looks `mid` up from klass upwards through the class's cache.  Returns the callable entry (defined_class set), or
 * NULL for METHOD_UNDEF. REFINED is resolved to the unrefined entry; ALIAS and ZSUPER are resolved too.  So def->kind
 * is never ALIAS, ZSUPER, UNDEF or REFINED. allocates (a complemented entry). */
const struct method_entry *method_lookup(VALUE klass, ID mid);
const struct method_entry *method_lookup_uncached(VALUE klass, ID mid);
/* Returns the next method after defined_class, for super. */
const struct method_entry *method_lookup_super(VALUE defined_class, ID mid);
/* ---- lookup under the refinements of a cref (class/method_table.c: refinement resolution) ---- */
bool refinement_name_p(ID mid); /* whether a refinement of the program has such a method */
const struct method_entry *method_lookup_refined(VALUE refinements, VALUE klass, ID mid);
/* method_lookup_super() under `refinements` (0: none).  super in a refined method passes over the place's other refinements. */
const struct method_entry *method_lookup_super_refined(VALUE refinements, VALUE defined_class, ID mid);
/* Returns the raw entry in the table (any kind), and the class that has it in *defined_class; or NULL. */
const struct method_entry *method_search_raw(VALUE klass, ID mid, VALUE *defined_class);

struct method_entry *method_add(VALUE klass, ID mid, struct method_def *def, enum method_visi visi); /* calls method_added */
void method_add_iseq(VALUE klass, ID mid, VALUE iseq, VALUE cref, enum method_visi visi);
void method_add_cfunc(VALUE klass, ID mid, cfunc_t fn, int argc, enum method_visi visi);
/* A leaf function answers a call as the method's function does, but neither raises, allocates nor calls back, so that nothing is
 * published before it runs.  Where the method has to do one of those it returns Qundef, having changed nothing, and the method's function runs. */
enum { LEAF_ARGS = 2 }; /* that a leaf function takes at most */
/* Defines a method whose function is a leaf function and never returns Qundef. */
void method_add_leaf(VALUE klass, const char *name, cfunc_t fn, int argc);
/* Gives klass's own C method a leaf function for calls with argc arguments. */
void method_set_leaf(VALUE klass, const char *name, cfunc_t leaf, int argc);
void method_add_attr(VALUE klass, ID name, bool read, bool write, enum method_visi visi);
void method_add_bmethod(VALUE klass, ID mid, VALUE proc, enum method_visi visi);
void method_add_optimized(VALUE klass, ID mid, enum method_optimized opt, uint32_t index, enum method_visi visi);
void method_alias(VALUE klass, ID new_name, ID old_name); /* raises NameError */
void method_undef(VALUE klass, ID mid);
void method_remove(VALUE klass, ID mid);
void method_set_visi(VALUE klass, ID mid, enum method_visi visi);
bool method_basic_p(VALUE klass, ID mid); /* whether klass's mid is still the one that the core defined */
int method_arity(const struct method_entry *me);
VALUE method_parameters(const struct method_entry *me);
struct method_def *method_def_new(enum method_kind kind, ID original_id);
void method_def_release(struct method_def *def);

/* Records that the method mid of `module` was added, removed, undefined, made visible or refined.  Drops the results
 * of lookups of that name in module and below, and unlinks the call sites concerned. */
void vm_method_changed(VALUE module, ID mid);
void vm_methods_mixed_in(VALUE klass,
                         VALUE module); /* calls vm_method_changed for each method that klass has from module now */

/* ---- class/method_cache.c ---- */
/* Drops the results of lookups of mid in module and below, with the call sites.  Returns whether there was any. */
bool method_cache_take_back(VALUE module, ID mid);
bool method_kept_p(VALUE klass, ID mid);   /* looks mid up; false: its result could not be kept (no memory, METHC-3) */
void method_cache_clear(VALUE klass);      /* everything that klass keeps */
void method_cache_class_died(VALUE klass); /* between mark and sweep, for each class that died; then: */
void method_cache_sweep(void);
void method_cache_verify(void);
size_t method_cache_memsize(void); /* bytes of the lists of classes by name */
extern size_t method_cache_steps;  /* classes that definitions looked at, so far */

/* Visibility and existence, refinements aside. */
bool method_bound_p(VALUE klass, ID mid, bool with_private);
bool method_entry_bound_p(const struct method_entry *me);       /* false: not implemented on this machine */
const struct method_entry *method_of_own(VALUE module, ID mid); /* resolved; below what is prepended; NULL */
int obj_respond_to(VALUE obj, ID mid, bool with_private);       /* respond_to?, overridden or not.  calls. */
int obj_respond_to_own(VALUE obj, ID mid, bool with_private);   /* the overridden one; -1: there is none.  calls. */
/* Names with visibility in `mask` (1 << enum method_visi), as an Array of Symbols; inherit: superclasses too. */
VALUE method_list(VALUE klass, unsigned mask, bool inherit);
void method_hook(VALUE klass, ID hook, ID mid); /* method_added and the like, or its singleton_ form.  calls. */
/* Follows ALIAS and ZSUPER to the entry with the definition and its owner.  Returns NULL if there is none. */
const struct method_entry *method_resolve(VALUE klass, const struct method_entry *me, VALUE holder);

/* Constants and class variables: internal/variable.h has the rest. */
/* raises NameError for nothing: Qundef when absent.  autoload: loads it if need be (calls). */
VALUE const_get_or_undef(VALUE klass, ID name, bool inherit, bool autoload);
void const_set(VALUE klass, ID name, VALUE value);
VALUE gvar_get(ID name);
void gvar_set(ID name, VALUE val);
struct const_entry *const_entry_own(VALUE klass, ID name); /* NULL */

#endif
