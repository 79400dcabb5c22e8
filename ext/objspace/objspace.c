/*
 * objspace.c - `require "objspace"`: sizes, counts and references of the heap's objects.
 *
 * Uses      objspace.h (allocation.c, dump.c), gc/page.h (walks, references), class.h
 * REACH-1   A walk allocates nothing: it counts first, and fills what was made ready after that.
 * REACH-2   The VM's own objects (no class, T_IMEMO, T_ICLASS) are shown in a wrapper.
 * Checked   test/test_objspace_library.rb
 */
#include "internal/compiler.h"

#include "ext/objspace/objspace.h"
#include "internal/string.h"
#include "internal/inits.h"

static VALUE cWrapper;

static bool
shown_p(VALUE v)
{
    switch (obj_type(v)) {
    case T_NONE:
    case T_MOVED:
    case T_NODE:
    case T_IMEMO:
    case T_ICLASS:
    case T_ZOMBIE: return false;
    default: return obj_class(v) != 0;
    }
}

/* ---- sizes ---- */

static VALUE
objspace_m_memsize_of(VALUE self, VALUE obj)
{
    return SIZET2NUM(rb_obj_memsize_of(obj));
}

struct sizes {
    VALUE klass; /* 0: all */
    size_t total, by_type[32];
};

static void
sizes_visit(VALUE v, void *p)
{
    struct sizes *s = p;
    if (s->klass && !(shown_p(v) && RTEST(rb_obj_is_kind_of(v, s->klass)))) return;
    size_t bytes = rb_obj_memsize_of(v);
    s->total += bytes;
    s->by_type[obj_type(v)] += bytes;
}

static VALUE
objspace_m_memsize_of_all(int argc, VALUE *argv, VALUE self)
{
    struct sizes s = {0};
    if (rb_check_arity(argc, 0, 1)) {
        s.klass = argv[0];
        if (!RB_TYPE_P(s.klass, T_CLASS) && !RB_TYPE_P(s.klass, T_MODULE))
            rb_raise(rb_eTypeError, "class or module required");
    }
    gc_each_object(sizes_visit, &s);
    return SIZET2NUM(s.total);
}

static int
zero_value(VALUE key, VALUE value, VALUE hash)
{
    rb_hash_aset(hash, key, INT2FIX(0));
    return ST_CONTINUE;
}

/* The Hash to fill: the argument, whose values become 0, or a new one. */
static VALUE
hash_arg(int argc, VALUE *argv)
{
    if (!rb_check_arity(argc, 0, 1)) return rb_hash_new();
    if (!RB_TYPE_P(argv[0], T_HASH)) rb_raise(rb_eTypeError, "non-hash given");
    rb_hash_foreach(argv[0], zero_value, argv[0]);
    return argv[0];
}

static const char *const type_names[32] = {
#define T(name) [name] = #name
    T(T_OBJECT),   T(T_CLASS),  T(T_MODULE), T(T_FLOAT),  T(T_STRING), T(T_REGEXP), T(T_ARRAY),
    T(T_HASH),     T(T_STRUCT), T(T_BIGNUM), T(T_FILE),   T(T_DATA),   T(T_MATCH),  T(T_COMPLEX),
    T(T_RATIONAL), T(T_SYMBOL), T(T_IMEMO),  T(T_ICLASS), T(T_ZOMBIE),
#undef T
};
static const char *const imemo_names[IMEMO_LAST + 1] = {
    [IMEMO_ME] = "ment",   [IMEMO_ISEQ] = "iseq",        [IMEMO_ENV] = "env",
    [IMEMO_CREF] = "cref", [IMEMO_IFUNC] = "ifunc",      [IMEMO_BUF] = "tmpbuf",
    [IMEMO_SVAR] = "svar", [IMEMO_THROW] = "throw_data", [IMEMO_MEMO] = "memo",
};
const char *const objspace_root_names[GC_ROOTS_COUNT] = {
    [GC_ROOTS_STACK] = "machine_context",
    [GC_ROOTS_GLOBALS] = "global_tbl",
    [GC_ROOTS_VM] = "vm",
};

const char *
objspace_type_name(unsigned type)
{
    return type < lengthof(type_names) ? type_names[type] : NULL;
}

const char *
objspace_imemo_name(unsigned kind)
{
    return kind < lengthof(imemo_names) ? imemo_names[kind] : NULL;
}

static VALUE
objspace_m_count_objects_size(int argc, VALUE *argv, VALUE self)
{
    VALUE hash = hash_arg(argc, argv);
    struct sizes s = {0};
    gc_each_object(sizes_visit, &s);
    for (unsigned t = 0; t < lengthof(type_names); t++) {
        if (type_names[t] && s.by_type[t]) rb_hash_aset(hash, ID2SYM(rb_intern(type_names[t])), SIZET2NUM(s.by_type[t]));
    }
    rb_hash_aset(hash, ID2SYM(rb_intern("TOTAL")), SIZET2NUM(s.total));
    return hash;
}

/* ---- counts ---- */

static void
imemo_visit(VALUE v, void *counts)
{
    if (obj_type(v) == T_IMEMO) ((size_t *)counts)[imemo_kind(v)]++;
}

static VALUE
objspace_m_count_imemo_objects(int argc, VALUE *argv, VALUE self)
{
    VALUE hash = hash_arg(argc, argv);
    size_t counts[IMEMO_LAST + 1] = {0};
    gc_each_object(imemo_visit, counts);
    for (unsigned kind = 0; kind <= IMEMO_LAST; kind++) {
        if (!counts[kind]) continue;
        VALUE name = imemo_names[kind] ? rb_sprintf("imemo_%s", imemo_names[kind]) : rb_sprintf("imemo_%u", kind);
        rb_hash_aset(hash, rb_str_intern(name), SIZET2NUM(counts[kind]));
    }
    return hash;
}

/* Nodes of the syntax tree are no objects. */
static VALUE
objspace_m_count_nodes(int argc, VALUE *argv, VALUE self)
{
    return hash_arg(argc, argv);
}

/* Counts the Symbols.  A T_SYMBOL is immortal once it has an ID. */
static VALUE
objspace_m_count_symbols(int argc, VALUE *argv, VALUE self)
{
    VALUE hash = hash_arg(argc, argv), all = rb_sym_all_symbols();
    static const char *const names[] = {"mortal_dynamic_symbol", "immortal_dynamic_symbol", "immortal_static_symbol",
                                        "immortal_symbol"};
    size_t counts[4] = {0};
    for (long i = 0; i < RARRAY_LEN(all); i++) {
        VALUE sym = RARRAY_AREF(all, i);
        counts[!val_heap_p(sym) ? 2 : ((struct dyn_symbol *)sym)->id != 0]++;
    }
    counts[3] = counts[1] + counts[2];
    for (int i = 0; i < 4; i++) rb_hash_aset(hash, ID2SYM(rb_intern(names[i])), SIZET2NUM(counts[i]));
    return hash;
}

/* ---- what only the VM knows ---- */

static void
wrapper_mark(void *p)
{
    gc_mark((VALUE)p);
}
static const rb_data_type_t wrapper_type = {
    "ObjectSpace/InternalObjectWrapper", {wrapper_mark, NULL, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

/* The object itself if programs may see it. */
static VALUE
wrapped(VALUE v)
{
    return !val_heap_p(v) || shown_p(v) ? v : rb_data_typed_object_wrap(cWrapper, (void *)v, &wrapper_type);
}

static VALUE
unwrapped(VALUE v)
{
    return rb_typeddata_is_kind_of(v, &wrapper_type) ? (VALUE)RTYPEDDATA_DATA(v) : v;
}

static VALUE
wrapper_m_type(VALUE self)
{
    const char *name = objspace_type_name(obj_type(unwrapped(self)));
    return ID2SYM(rb_intern(name ? name : "T_NONE"));
}

static VALUE
wrapper_m_inspect(VALUE self)
{
    VALUE v = unwrapped(self);
    const char *type = objspace_type_name(obj_type(v)),
               *kind = obj_type(v) == T_IMEMO ? objspace_imemo_name(imemo_kind(v)) : NULL;
    return rb_sprintf("#<InternalObject:%p %s%s%s>", (void *)v, type ? type : "T_NONE", kind ? "/" : "", kind ? kind : "");
}

static VALUE
wrapper_m_internal_object_id(VALUE self)
{
    return rb_uint2inum(unwrapped(self));
}

static VALUE
objspace_m_internal_class_of(VALUE self, VALUE obj)
{
    obj = unwrapped(obj);
    if (!val_heap_p(obj)) return rb_obj_class(obj);
    VALUE klass = obj_type(obj) == T_ICLASS ? class_module_of(obj) : obj_class(obj);
    return klass ? wrapped(klass) : Qnil;
}

static VALUE
objspace_m_internal_super_of(VALUE self, VALUE obj)
{
    obj = unwrapped(obj);
    if (!val_type_p(obj, T_CLASS) && !val_type_p(obj, T_MODULE) && !val_type_p(obj, T_ICLASS))
        rb_raise(rb_eArgError, "class or module is expected");
    VALUE super = class_super(obj);
    return super ? wrapped(super) : Qnil;
}

/* ---- lists of objects ---- */

struct list {
    VALUE found; /* Array with room; 0 while counting */
    size_t count, room;
    bool data_only;
};

static void
list_visit(VALUE v, void *p)
{
    struct list *l = p;
    if (l->data_only && !(obj_type(v) == T_DATA && shown_p(v))) return;
    l->count++;
    if (!l->found || !l->room) return;
    l->room--;
    rb_ary_push(l->found, v); /* within its capacity: allocates nothing (REACH-1) */
}

/* The number of T_DATA objects of each class. */
static VALUE
objspace_m_count_tdata_objects(int argc, VALUE *argv, VALUE self)
{
    VALUE hash = hash_arg(argc, argv);
    struct list l = {.data_only = true};
    gc_each_object(list_visit, &l);
    VALUE found = rb_ary_hidden_new((long)l.count);
    l.found = found;
    l.room = l.count;
    gc_each_object(list_visit, &l);
    for (long i = 0; i < RARRAY_LEN(found); i++) {
        VALUE klass = rb_obj_class(RARRAY_AREF(found, i)), n = rb_hash_lookup2(hash, klass, INT2FIX(0));
        rb_hash_aset(hash, klass, LONG2FIX(FIX2LONG(n) + 1));
    }
    return hash;
}

static void
visit(VALUE owner, enum gc_root_kind kind, struct list *l)
{
    if (owner) gc_visit_references(owner, list_visit, l);
    else gc_visit_roots(kind, list_visit, l);
}

/* Returns the objects that `owner` refers to, or, if it is 0, the roots of that kind.  Each is in the Array once.  If `first` is
 * given, it is the first element. */
static VALUE
references(VALUE owner, enum gc_root_kind kind, VALUE first)
{
    enum { SLACK = 256 }; /* the stack may have more on it the second time */
    struct list l = {0};
    visit(owner, kind, &l);
    size_t room = l.count + (owner ? 0 : SLACK);
    VALUE found = rb_ary_hidden_new((long)room + 1);
    if (first) rb_ary_push(found, first);
    l = (struct list){.found = found, .room = room};
    visit(owner, kind, &l);
    VALUE seen = rb_hash_new(), once = rb_ary_new();
    for (long i = 0; i < RARRAY_LEN(found); i++) {
        VALUE v = RARRAY_AREF(found, i), address = rb_uint2inum(v);
        if (RTEST(rb_hash_lookup2(seen, address, Qfalse))) continue;
        rb_hash_aset(seen, address, Qtrue);
        rb_ary_push(once, wrapped(v));
    }
    RB_GC_GUARD(found);
    return once;
}

/* The class and what the object refers to, each once; nil for what is not in the heap. */
static VALUE
objspace_m_reachable_objects_from(VALUE self, VALUE obj)
{
    obj = unwrapped(obj);
    if (!val_heap_p(obj)) return Qnil;
    return references(obj, 0, shown_p(obj) ? rb_obj_class(obj) : obj_class(obj));
}

static VALUE
objspace_m_reachable_objects_from_root(VALUE self)
{
    VALUE hash = rb_hash_new();
    for (unsigned kind = 0; kind < GC_ROOTS_COUNT; kind++)
        rb_hash_aset(hash, rb_str_new_cstr(objspace_root_names[kind]), references(0, kind, 0));
    return hash;
}

void
Init_objspace(void)
{
    VALUE m = rb_define_module("ObjectSpace");
    rb_define_module_function(m, "memsize_of", objspace_m_memsize_of, 1);
    rb_define_module_function(m, "memsize_of_all", objspace_m_memsize_of_all, -1);
    rb_define_module_function(m, "count_objects_size", objspace_m_count_objects_size, -1);
    rb_define_module_function(m, "count_tdata_objects", objspace_m_count_tdata_objects, -1);
    rb_define_module_function(m, "reachable_objects_from", objspace_m_reachable_objects_from, 1);
    rb_define_module_function(m, "reachable_objects_from_root", objspace_m_reachable_objects_from_root, 0);
    rb_define_module_function(m, "count_imemo_objects", objspace_m_count_imemo_objects, -1);
    rb_define_module_function(m, "count_nodes", objspace_m_count_nodes, -1);
    rb_define_module_function(m, "count_symbols", objspace_m_count_symbols, -1);
    rb_define_module_function(m, "internal_class_of", objspace_m_internal_class_of, 1);
    rb_define_module_function(m, "internal_super_of", objspace_m_internal_super_of, 1);
    cWrapper = rb_define_class_under(m, "InternalObjectWrapper", rb_cObject);
    rb_undef_alloc_func(cWrapper);
    rb_define_method(cWrapper, "type", wrapper_m_type, 0);
    rb_define_method(cWrapper, "inspect", wrapper_m_inspect, 0);
    rb_define_method(cWrapper, "internal_object_id", wrapper_m_internal_object_id, 0);
    Init_objspace_allocation(m);
    Init_objspace_dump(m);
}
