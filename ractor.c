/*
 * ractor.c - Ractor: not there yet (doc/missing.md), but what "shareable" means is.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/vm.h"
#include "ruby/ractor.h"

VALUE rb_cRactor, rb_eRactorIsolationError;
static VALUE eRactorError;

/* ---- shareable: frozen all the way down ---- */

enum { SHAREABLE_TEST, SHAREABLE_MAKE };

struct sharing {
    int mode;
    bool ok;
    VALUE seen; /* identity Hash */
};

static void share(struct sharing *s, VALUE v);

static int
share_pair(VALUE k, VALUE v, VALUE arg)
{
    share((struct sharing *)arg, k);
    share((struct sharing *)arg, v);
    return ST_CONTINUE;
}

static int
share_ivar(ID name, VALUE v, void *arg)
{
    (void)name;
    share(arg, v);
    return ST_CONTINUE;
}

static bool
always_shareable(VALUE v)
{
    if (!val_heap_p(v)) return true;
    switch (obj_type(v)) {
    case T_CLASS:
    case T_MODULE:
    case T_ICLASS:
    case T_FLOAT:
    case T_BIGNUM:
    case T_SYMBOL: return true;
    default: return (obj_flags(v) & HDR_SHAREABLE) != 0;
    }
}

static bool run(VALUE v, int mode);

static void
share(struct sharing *s, VALUE v)
{
    if (!s->ok || always_shareable(v)) return;
    if (hash_get(s->seen, v) != Qundef) return;
    hash_set(s->seen, v, Qtrue);
    if (val_proc_p(v)) {
        VALUE self = proc_ptr(v)->self;
        if (s->mode == SHAREABLE_TEST || !(always_shareable(self) || run(self, SHAREABLE_TEST))) {
            s->ok = false;
            if (s->mode == SHAREABLE_MAKE)
                rb_raise(rb_eRactorIsolationError, "Proc's self is not shareable: %" PRIsVALUE, rb_inspect(v));
            return;
        }
    }
    if (!obj_frozen(v)) {
        if (s->mode == SHAREABLE_TEST) {
            s->ok = false;
            return;
        }
        rb_funcall(v, rb_intern("freeze"), 0);
        if (!obj_frozen(v)) rb_raise(eRactorError, "#freeze does not freeze object correctly");
    }
    switch (obj_type(v)) {
    case T_ARRAY:
        for (size_t i = 0; i < ary_len(v); i++) share(s, ary_at(v, i));
        break;
    case T_HASH: hash_each(v, share_pair, (VALUE)s); break;
    case T_STRUCT:
        for (long i = 0, n = RSTRUCT_LEN(v); i < n; i++) share(s, rb_struct_aref(v, int_fix(i)));
        break;
    default: break;
    }
    ivar_foreach(v, share_ivar, s);
    if (s->ok && s->mode == SHAREABLE_MAKE) obj_hdr(v)->flags |= HDR_SHAREABLE;
}

static bool
run(VALUE v, int mode)
{
    struct sharing s = {mode, true, rb_hash_new()};
    rb_funcall(s.seen, rb_intern("compare_by_identity"), 0);
    share(&s, v);
    return s.ok;
}

/* The caller knows that nothing unshareable can be reached from it. */
VALUE
rb_obj_set_shareable(VALUE v)
{
    if (val_heap_p(v)) obj_hdr(v)->flags |= HDR_SHAREABLE;
    return v;
}

bool
rb_ractor_shareable_p_continue(VALUE v)
{
    return run(v, SHAREABLE_TEST);
}

VALUE
rb_ractor_make_shareable(VALUE v)
{
    run(v, SHAREABLE_MAKE);
    return v;
}

VALUE
rb_ractor_make_shareable_copy(VALUE v)
{
    if (run(v, SHAREABLE_TEST)) return v;
    return rb_ractor_make_shareable(
        rb_funcall(rb_const_get(rb_cObject, rb_intern("Marshal")), rb_intern("load"), 1,
                   rb_funcall(rb_const_get(rb_cObject, rb_intern("Marshal")), rb_intern("dump"), 1, v)));
}

static VALUE
ractor_s_make_shareable(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    VALUE v, opts;
    rb_scan_args(argc, argv, "1:", &v, &opts);
    VALUE copy = opts == Qnil ? Qundef : hash_get(opts, ID2SYM(rb_intern("copy")));
    return copy != Qundef && val_truthy(copy) ? rb_ractor_make_shareable_copy(v) : rb_ractor_make_shareable(v);
}

static VALUE
ractor_s_shareable_p(VALUE klass, VALUE v)
{
    (void)klass;
    return val_bool(always_shareable(v) || run(v, SHAREABLE_TEST));
}

static VALUE
ractor_s_new(int argc, VALUE *argv, VALUE klass)
{
    (void)argc, (void)argv, (void)klass;
    rb_raise(rb_eNotImpError, "Ractor.new is not implemented yet");
}

static VALUE
ractor_s_count(VALUE klass)
{
    (void)klass;
    return int_fix(1);
}

static VALUE
ractor_s_main_p(VALUE klass)
{
    (void)klass;
    return Qtrue;
}

/* ---- the one there is, and what it keeps ---- */

static VALUE main_ractor, storage;

static VALUE
ractor_s_current(VALUE klass)
{
    (void)klass;
    return main_ractor;
}

static VALUE
ractor_m_inspect(VALUE self)
{
    (void)self;
    return rb_usascii_str_new_lit("#<Ractor:#1 running>");
}

static VALUE
ractor_m_name(VALUE self)
{
    (void)self;
    return Qnil;
}

static VALUE
storage_key(VALUE name)
{
    return ID2SYM(rb_to_id(name));
}

static VALUE
ractor_m_aref(VALUE self, VALUE name)
{
    (void)self;
    VALUE v = hash_get(storage, storage_key(name));
    return v == Qundef ? Qnil : v;
}

static VALUE
ractor_m_aset(VALUE self, VALUE name, VALUE v)
{
    (void)self;
    hash_set(storage, storage_key(name), v);
    return v;
}

static VALUE
ractor_s_store_if_absent(VALUE klass, VALUE name)
{
    (void)klass;
    VALUE key = storage_key(name), v = hash_get(storage, key);
    if (v != Qundef) return v;
    v = rb_yield(Qnil);
    hash_set(storage, key, v);
    return v;
}

static void
define_storage(void)
{
    storage = hash_new();
    rb_gc_register_mark_object(storage);
    main_ractor = rb_data_object_wrap(rb_cRactor, NULL, NULL, RUBY_NEVER_FREE);
    rb_gc_register_mark_object(main_ractor);
    rb_define_singleton_method(rb_cRactor, "current", ractor_s_current, 0);
    rb_define_singleton_method(rb_cRactor, "main", ractor_s_current, 0);
    rb_define_singleton_method(rb_cRactor, "[]", ractor_m_aref, 1);
    rb_define_singleton_method(rb_cRactor, "[]=", ractor_m_aset, 2);
    rb_define_singleton_method(rb_cRactor, "store_if_absent", ractor_s_store_if_absent, 1);
    rb_define_method(rb_cRactor, "[]", ractor_m_aref, 1);
    rb_define_method(rb_cRactor, "[]=", ractor_m_aset, 2);
    rb_define_method(rb_cRactor, "inspect", ractor_m_inspect, 0);
    rb_define_alias(rb_cRactor, "to_s", "inspect");
    rb_define_method(rb_cRactor, "name", ractor_m_name, 0);
}

void
Init_Ractor(void)
{
    rb_cRactor = rb_define_class("Ractor", rb_cObject);
    rb_undef_alloc_func(rb_cRactor);
    eRactorError = rb_define_class_under(rb_cRactor, "Error", rb_eStandardError);
    rb_eRactorIsolationError = rb_define_class_under(rb_cRactor, "IsolationError", eRactorError);
    rb_define_singleton_method(rb_cRactor, "new", ractor_s_new, -1);
    rb_define_singleton_method(rb_cRactor, "make_shareable", ractor_s_make_shareable, -1);
    rb_define_singleton_method(rb_cRactor, "shareable?", ractor_s_shareable_p, 1);
    rb_define_singleton_method(rb_cRactor, "count", ractor_s_count, 0);
    rb_define_singleton_method(rb_cRactor, "main?", ractor_s_main_p, 0);
    define_storage();
}
