/*
 * objspace.c - `require "objspace"`: sizes, counts and references of the heap's objects.
 *
 * Uses      gc_page.h (walks, references), class.h
 * N1        A walk allocates nothing: it counts first, and fills what was made ready after that.
 * N2        Objects that only the VM knows (no class, T_IMEMO, T_ICLASS) are neither shown nor followed.
 * Missing   where an object was allocated, and dumps (doc/missing.md)
 * Checked   test/test_objspace_library.rb
 */
#include "internal/compiler.h"

#include "internal/class.h"
#include "internal/gc_page.h"

void Init_objspace(void);

static bool
shown_p(VALUE v)
{
    switch (obj_type(v)) {
      case T_NONE: case T_MOVED: case T_NODE: case T_IMEMO: case T_ICLASS: case T_ZOMBIE: return false;
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
    VALUE klass;                 /* 0: all */
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
        if (!RB_TYPE_P(s.klass, T_CLASS) && !RB_TYPE_P(s.klass, T_MODULE)) rb_raise(rb_eTypeError, "class or module required");
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
    if (!rb_check_arity(argc, 0, 1) || NIL_P(argv[0])) return rb_hash_new();
    if (!RB_TYPE_P(argv[0], T_HASH)) rb_raise(rb_eTypeError, "non-hash given");
    rb_hash_foreach(argv[0], zero_value, argv[0]);
    return argv[0];
}

static const struct {
    unsigned type;
    const char *name;
} types[] = {
#define T(name) {name, #name}
    T(T_OBJECT), T(T_CLASS), T(T_MODULE), T(T_FLOAT), T(T_STRING), T(T_REGEXP), T(T_ARRAY), T(T_HASH), T(T_STRUCT), T(T_BIGNUM),
    T(T_FILE), T(T_DATA), T(T_MATCH), T(T_COMPLEX), T(T_RATIONAL), T(T_SYMBOL), T(T_IMEMO), T(T_ICLASS),
#undef T
};

static VALUE
objspace_m_count_objects_size(int argc, VALUE *argv, VALUE self)
{
    VALUE hash = hash_arg(argc, argv);
    struct sizes s = {0};
    gc_each_object(sizes_visit, &s);
    for (size_t i = 0; i < lengthof(types); i++) {
        if (s.by_type[types[i].type]) rb_hash_aset(hash, ID2SYM(rb_intern(types[i].name)), SIZET2NUM(s.by_type[types[i].type]));
    }
    rb_hash_aset(hash, ID2SYM(rb_intern("TOTAL")), SIZET2NUM(s.total));
    return hash;
}

/* ---- lists of objects ---- */

struct list {
    VALUE found;                 /* Array with room; 0 while counting */
    size_t count, room;
    bool data_only;
};

static void
list_visit(VALUE v, void *p)
{
    struct list *l = p;
    if (!shown_p(v) || (l->data_only && obj_type(v) != T_DATA)) return;
    l->count++;
    if (!l->found || !l->room) return;
    l->room--;
    rb_ary_push(l->found, v); /* within its capacity: allocates nothing (N1) */
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

/* The class and what the object refers to, each once; nil for what is not in the heap. */
static VALUE
objspace_m_reachable_objects_from(VALUE self, VALUE obj)
{
    if (!val_heap_p(obj)) return Qnil;
    struct list l = {0};
    gc_visit_references(obj, list_visit, &l);
    VALUE found = rb_ary_new_capa((long)l.count + 1);
    rb_ary_push(found, rb_obj_class(obj));
    l.found = found;
    l.room = l.count;
    gc_visit_references(obj, list_visit, &l);
    VALUE seen = rb_ident_hash_new(), once = rb_ary_new();
    for (long i = 0; i < RARRAY_LEN(found); i++) {
        VALUE v = RARRAY_AREF(found, i);
        if (RTEST(rb_hash_lookup2(seen, v, Qfalse))) continue;
        rb_hash_aset(seen, v, Qtrue);
        rb_ary_push(once, v);
    }
    return once;
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
}
