/*
 * objspace.c - the ObjectSpace module: walking the heap, finalizers, ids.
 *
 * each_object first collects the objects in a hidden Array (a walk must not allocate) and then yields them: it does not yield
 * objects made by the block.  It skips hidden objects, the VM's own types, and metaclasses that the program has not used.
 */
#include "gc/page.h"
#include "internal/ractor.h"
#include "internal/class.h"

/* ---- each_object ---- */

/* Returns whether v is the metaclass of a class and has no metaclass of its own yet: the program has not used it. */
static bool
hidden_metaclass_p(VALUE v)
{
    if (!class_singleton_p(v)) return false;
    VALUE attached = class_ext(v)->attached;
    if (!val_heap_p(attached) || obj_type(attached) != T_CLASS) return false;
    VALUE meta = obj_class(v);
    return !(class_singleton_p(meta) && class_ext(meta)->attached == v);
}

static bool
internal_p(VALUE v)
{
    switch (obj_type(v)) {
    case T_NONE:
    case T_MOVED:
    case T_NODE:
    case T_IMEMO:
    case T_ICLASS:
    case T_ZOMBIE: return true;
    case T_CLASS: return !obj_class(v) || !class_ext(v) || hidden_metaclass_p(v);
    default: return !obj_class(v);
    }
}

struct each {
    VALUE klass; /* 0: all */
    VALUE found; /* Array; 0 while counting */
    size_t count, room;
};

static void
each_visit(VALUE v, void *p)
{
    struct each *e = p;
    if (internal_p(v) || (e->klass && !RTEST(rb_obj_is_kind_of(v, e->klass)))) return;
    e->count++;
    if (e->found && e->room) {
        e->room--;
        rb_ary_push(e->found, v); /* within its capacity: does not allocate */
    }
}

static VALUE
each_object(VALUE klass)
{
    struct each e = {klass, 0, 0, 0};
    gc_each_object(each_visit, &e);
    size_t n = e.count;
    VALUE found = rb_ary_hidden_new((long)n);
    e = (struct each){klass, found, 0, n};
    gc_each_object(each_visit, &e);
    long total = RARRAY_LEN(found);
    long hidden = 0;
    for (long i = 0; i < total; i++) {
        if (ractor_foreign_object_p(RARRAY_AREF(found, i))) hidden++;
        else rb_yield(RARRAY_AREF(found, i));
    }
    RB_GC_GUARD(found);
    return LONG2NUM(total - hidden);
}

static VALUE
objspace_m_each_object(int argc, VALUE *argv, VALUE self)
{
    VALUE klass;
    RETURN_ENUMERATOR(self, argc, argv);
    if (rb_scan_args(argc, argv, "01", &klass) == 0) return each_object(0);
    if (!RB_TYPE_P(klass, T_CLASS) && !RB_TYPE_P(klass, T_MODULE)) rb_raise(rb_eTypeError, "class or module required");
    return each_object(klass);
}

/* ---- count_objects ---- */

static const char *const type_names[] = {
    "T_NONE", "T_OBJECT", "T_CLASS",  "T_MODULE", "T_FLOAT",  "T_STRING", "T_REGEXP",  "T_ARRAY",
    "T_HASH", "T_STRUCT", "T_BIGNUM", "T_FILE",   "T_DATA",   "T_MATCH",  "T_COMPLEX", "T_RATIONAL",
    NULL,     "T_NIL",    "T_TRUE",   "T_FALSE",  "T_SYMBOL", "T_FIXNUM", "T_UNDEF",   NULL,
    NULL,     NULL,       "T_IMEMO",  "T_NODE",   "T_ICLASS", "T_ZOMBIE", "T_MOVED",   NULL,
};
_Static_assert(lengthof(type_names) == 32 && T_RATIONAL == 15 && T_UNDEF == 22 && T_MOVED == 30, "by type number");

static void
count_visit(VALUE v, void *counts)
{
    ((size_t *)counts)[obj_type(v)]++;
}

static void
count_slots(struct gc_page *page, void *total)
{
    *(size_t *)total += page->slot_count;
}

static int
zero_value(VALUE key, VALUE value, VALUE hash)
{
    rb_hash_aset(hash, key, INT2FIX(0));
    return ST_CONTINUE;
}

static VALUE
objspace_m_count_objects(int argc, VALUE *argv, VALUE self)
{
    VALUE hash;
    size_t counts[32] = {0}, total = 0, live = 0;
    if (rb_scan_args(argc, argv, "01", &hash) == 1 && !RB_TYPE_P(hash, T_HASH)) rb_raise(rb_eTypeError, "non-hash given");
    gc_each_object(count_visit, counts);
    counts[T_ZOMBIE] = gc_final_zombies();
    gc_each_page(count_slots, &total);
    for (unsigned t = 0; t < 32; t++) live += counts[t];
    if (hash == Qnil) hash = rb_hash_new();
    else if (!RHASH_EMPTY_P(hash)) rb_hash_foreach(hash, zero_value, hash);
    rb_hash_aset(hash, ID2SYM(rb_intern("TOTAL")), SIZET2NUM(total));
    rb_hash_aset(hash, ID2SYM(rb_intern("FREE")), SIZET2NUM(total - live));
    for (unsigned t = 0; t < 32; t++)
        if (counts[t] && type_names[t]) rb_hash_aset(hash, ID2SYM(rb_intern_const(type_names[t])), SIZET2NUM(counts[t]));
    return hash;
}

/* ---- finalizers ---- */

static void
check_finalizable(VALUE obj)
{
    if (!val_heap_p(obj)) rb_raise(rb_eArgError, "cannot define finalizer for %s", rb_obj_classname(obj));
    rb_check_frozen(obj);
}

VALUE
rb_define_finalizer(VALUE obj, VALUE block)
{
    check_finalizable(obj);
    if (!rb_obj_respond_to(block, rb_intern("call"), 1))
        rb_raise(rb_eArgError, "wrong type argument %" PRIsVALUE " (should be callable)", rb_obj_class(block));
    for (size_t i = 0; i < gc_final_count(obj); i++) {
        VALUE known = gc_final_at(obj, i);
        if (RTEST(rb_equal(known, block))) return known;
    }
    gc_final_add(obj, block);
    return block;
}

VALUE
rb_undefine_finalizer(VALUE obj)
{
    rb_check_frozen(obj);
    gc_final_remove_all(obj);
    return obj;
}

void
rb_gc_copy_finalizer(VALUE dst, VALUE src)
{
    if (!val_heap_p(src) || !(obj_flags(src) & HDR_FINALIZE)) return;
    for (size_t i = 0; i < gc_final_count(src); i++) gc_final_add(dst, gc_final_at(src, i));
}

static VALUE
binding_receiver(VALUE proc)
{
    return rb_funcall(rb_funcall(proc, rb_intern("binding"), 0), rb_intern("receiver"), 0);
}

/* Returns the object that a Proc or Method keeps alive as its receiver, or Qundef if there is none. */
static VALUE
callable_receiver(VALUE block)
{
    if (RTEST(rb_obj_is_method(block))) return rb_funcall(block, rb_intern("receiver"), 0);
    if (!RTEST(rb_obj_is_proc(block))) return Qundef;
    int state = 0;
    VALUE errinfo = rb_errinfo(), receiver = rb_protect(binding_receiver, block, &state);
    if (!state) return receiver;
    rb_set_errinfo(errinfo); /* a Proc made by C has no binding */
    return Qundef;
}

static VALUE
objspace_m_define_finalizer(int argc, VALUE *argv, VALUE self)
{
    VALUE obj, block;
    if (rb_scan_args(argc, argv, "11", &obj, &block) == 1) block = rb_block_proc();
    check_finalizable(obj);
    if (callable_receiver(block) == obj) rb_warn("finalizer references object to be finalized");
    block = rb_define_finalizer(obj, block);
    return rb_obj_freeze(rb_ary_new_from_args(2, INT2FIX(0), block));
}

static VALUE
objspace_m_undefine_finalizer(VALUE self, VALUE obj)
{
    return rb_undefine_finalizer(obj);
}

/* ---- ids ---- */

/* An immediate's id is its own bits, as a signed number. */
VALUE
rb_obj_id(VALUE obj)
{
    return val_heap_p(obj) ? gc_object_id(obj) : LL2NUM((LONG_LONG)obj);
}

VALUE
rb_memory_id(VALUE obj)
{
    if (val_heap_p(obj)) gc_tell(obj);
    return val_heap_p(obj) ? rb_uint2inum((uintptr_t)obj) : LL2NUM((LONG_LONG)obj);
}

static VALUE
obj_m_object_id(VALUE self)
{
    return rb_obj_id(self);
}

/* Returns the immediate with this id, or Qundef if there is none. */
static VALUE
immediate_of_id(VALUE id)
{
    uint64_t bits = 0;
    if (FIXNUM_P(id)) bits = (uint64_t)FIX2LONG(id);
    else rb_integer_pack(id, &bits, 1, sizeof bits, 0, INTEGER_PACK_NATIVE_BYTE_ORDER | INTEGER_PACK_2COMP);
    VALUE v = (VALUE)bits;
    if (!FIXNUM_P(id) && !RTEST(rb_equal(LL2NUM((LONG_LONG)bits), id))) return Qundef; /* did not fit */
    if (v == Qnil || v == Qtrue || v == Qfalse || FIXNUM_P(v) || FLONUM_P(v)) return v;
    if (!STATIC_SYM_P(v)) return Qundef;
    VALUE name = rb_id2str(v >> RUBY_SPECIAL_SHIFT);
    if (!name || rb_intern_str(name) != v >> RUBY_SPECIAL_SHIFT)
        rb_raise(rb_eRangeError, "0x%016lx is not a symbol id value", v);
    return v;
}

static VALUE
objspace_m_id2ref(VALUE self, VALUE id)
{
    rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "ObjectSpace._id2ref is deprecated");
    id = rb_to_int(id);
    VALUE v = immediate_of_id(id);
    if (v != Qundef) return v;
    v = gc_id_to_object(id);
    if (v != Qundef && ractor_foreign_object_p(v))
        rb_raise(rb_eRangeError, "%+" PRIsVALUE " is the id of an unshareable object on multi-ractor", id);
    if (v != Qundef) return v;
    VALUE text = FIXNUM_P(id) ? rb_fix2str(id, 10) : rb_big2str(id, 10);
    bool was = FIXNUM_P(id) && FIX2LONG(id) % 8 == 0 && (FIX2LONG(id) <= 0 || gc_id_given_p(id));
    if (was) rb_raise(rb_eRangeError, "\"%" PRIsVALUE "\" is a recycled object", text);
    rb_raise(rb_eRangeError, "\"%" PRIsVALUE "\" is not an id value", text);
}

/* ---- setting up ---- */

void
gc_objspace_init(void)
{
    VALUE m = rb_define_module("ObjectSpace");
    rb_define_module_function(m, "each_object", objspace_m_each_object, -1);
    rb_define_module_function(m, "garbage_collect", gc_objspace_m_garbage_collect, -1);
    rb_define_module_function(m, "define_finalizer", objspace_m_define_finalizer, -1);
    rb_define_module_function(m, "undefine_finalizer", objspace_m_undefine_finalizer, 1);
    rb_define_module_function(m, "_id2ref", objspace_m_id2ref, 1);
    rb_define_module_function(m, "count_objects", objspace_m_count_objects, -1);
    gc_straddle_init();
    gc_heap_map_init(m);
    rb_define_method(rb_cBasicObject, "__id__", obj_m_object_id, 0);
    rb_define_method(rb_mKernel, "object_id", obj_m_object_id, 0);
}
