/*
 * enumerator.c - Enumerator: a method call kept for later, run from inside (each) or from outside (next).
 *
 * Owns      class Enumerator, Yielder, Generator, StopIteration; enumerator/ has the rest.
 * Uses      fibers through rb_fiber_*: `next` runs `each` in a fiber that hands out one list of values a time.
 * Checked   test/test_enumerator.rb, ruby/spec core/enumerator
 */
#include "internal/object.h"
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/enumerator.h"
#include "internal/hash.h"
#include "internal/object/recurse.h"
#include "internal/string.h"
#include "internal/vm.h"
#include <math.h>

VALUE rb_cEnumerator, rb_eStopIteration; /* error.c makes the exception class */
VALUE enum_cLazy, enum_cGenerator, enum_cYielder;
static ID id_each, id_call, id_rewind, id_inspect, id_result;

#define EACH_ARGS RB_BLOCK_CALL_FUNC_ARGLIST(first, arg)

/* ---- the data ---- */

static void
enumerator_mark(void *p)
{
    struct enumerator *e = p;
    const VALUE all[] = {e->obj,  e->args, e->size,      e->fiber,      e->lookahead,
                         e->feed, e->stop, e->shown_obj, e->shown_meth, e->shown_args};
    for (size_t i = 0; i < lengthof(all); i++) gc_mark(all[i]);
}

const rb_data_type_t enumerator_data_type = {
    "enumerator",
    {enumerator_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

VALUE
enumerator_s_alloc(VALUE klass)
{
    struct enumerator *e;
    VALUE v = TypedData_Make_Struct(klass, struct enumerator, &enumerator_data_type, e);
    e->obj = e->lookahead = e->feed = Qundef;
    e->size = Qnil;
    return v;
}

static struct enumerator *
enumerator_raw(VALUE v)
{
    return rb_check_typeddata(v, &enumerator_data_type);
}

struct enumerator *
enumerator_ptr(VALUE v)
{
    struct enumerator *e = enumerator_raw(v);
    if (e->obj == Qundef) rb_raise(rb_eArgError, "uninitialized enumerator");
    return e;
}

VALUE
enumerator_init(VALUE v, VALUE obj, ID meth, int argc, const VALUE *argv, rb_enumerator_size_func *size_fn, VALUE size,
                bool kw_splat)
{
    rb_check_frozen(v);
    struct enumerator *e = enumerator_raw(v);
    VALUE args = argc ? ary_new_from(argv, (size_t)argc) : 0;
    RB_OBJ_WRITE(v, &e->obj, obj);
    e->meth = meth;
    RB_OBJ_WRITE(v, &e->args, args);
    e->fiber = e->stop = 0;
    e->lookahead = e->feed = Qundef;
    e->size_fn = size_fn;
    RB_OBJ_WRITE(v, &e->size, size);
    e->kw_splat = kw_splat;
    return v;
}

/* ---- from C ---- */

VALUE
rb_enumeratorize_with_size_kw(VALUE obj, VALUE meth, int argc, const VALUE *argv, rb_enumerator_size_func *size_fn,
                              int kw_splat)
{
    ID mid = rb_to_id(meth);
    bool kw = kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat != 0;
    if (rb_obj_is_kind_of(obj, enum_cLazy) != Qfalse) return lazy_enumeratorize(obj, mid, argc, argv, size_fn, Qnil, kw);
    return enumerator_init(enumerator_s_alloc(rb_cEnumerator), obj, mid, argc, argv, size_fn, Qnil, kw);
}

VALUE
rb_enumeratorize_with_size(VALUE obj, VALUE meth, int argc, const VALUE *argv, rb_enumerator_size_func *size_fn)
{
    return rb_enumeratorize_with_size_kw(obj, meth, argc, argv, size_fn, rb_keyword_given_p());
}

VALUE
rb_enumeratorize(VALUE obj, VALUE meth, int argc, const VALUE *argv)
{
    return rb_enumeratorize_with_size(obj, meth, argc, argv, NULL);
}

/* Kernel#to_enum, #enum_for */
static VALUE
kernel_m_to_enum(int argc, VALUE *argv, VALUE obj)
{
    VALUE meth = ID2SYM(id_each), size = rb_block_given_p() ? rb_block_proc() : Qnil;
    bool kw = rb_keyword_given_p() != 0;
    if (argc > 0) {
        meth = argv[0];
        argc--;
        argv++;
    }
    return enumerator_init(enumerator_s_alloc(rb_cEnumerator), obj, rb_to_id(meth), argc, argv, NULL, size, kw);
}

/* ---- making ---- */

static VALUE
enumerator_check_size(VALUE size)
{
    if (size == Qnil || rb_respond_to(size, id_call)) return size;
    if (val_float_p(size) && float_value(size) == HUGE_VAL) return size;
    return rb_to_int(size);
}

static VALUE
enumerator_m_initialize(int argc, VALUE *argv, VALUE v)
{
    VALUE proc = rb_block_proc(), gen = rb_obj_alloc(enum_cGenerator);
    rb_check_arity(argc, 0, 1);
    VALUE size = argc ? enumerator_check_size(argv[0]) : Qnil;
    rb_funcallv(gen, rb_intern("initialize"), 1, &proc);
    return enumerator_init(v, gen, id_each, 0, NULL, NULL, size, false);
}

static VALUE
enumerator_m_initialize_copy(VALUE v, VALUE other)
{
    if (rb_obj_init_copy(v, other) == other) return v;
    struct enumerator *from = enumerator_ptr(other), *to = enumerator_raw(v);
    if (from->fiber) rb_raise(rb_eTypeError, "can't copy execution context");
    *to = *from;
    to->lookahead = to->feed = Qundef;
    to->stop = 0;
    gc_wb(v);
    return v;
}

VALUE
enumerator_from_fn(rb_block_call_func_t fn, VALUE data)
{
    return enumerator_init(enumerator_s_alloc(rb_cEnumerator), generator_new_fn(fn, data), id_each, 0, NULL, NULL, Qnil,
                           false);
}

/* ---- running ---- */

VALUE
enumerator_run(VALUE v, rb_block_call_func_t fn, VALUE data)
{
    const struct enumerator *e = enumerator_ptr(v);
    int argc = e->args ? (int)ary_len(e->args) : 0;
    const VALUE *argv = e->args ? ary_ptr(e->args) : NULL;
    VALUE args = e->args;
    VALUE r = fn ? rb_block_call_kw(e->obj, e->meth, argc, argv, fn, data, e->kw_splat)
                 : vm_send(vm_ec, e->obj, e->meth, argc, argv, vm_block_handler(vm_ec), e->kw_splat, 1);
    RB_GC_GUARD(args);
    return r;
}

static VALUE
enumerator_m_each(int argc, VALUE *argv, VALUE v)
{
    struct enumerator *e = enumerator_ptr(v);
    if (argc > 0) {
        v = rb_obj_dup(v);
        e = enumerator_ptr(v);
        VALUE args = e->args ? ary_dup(e->args) : ary_new();
        ary_append_values(args, argv, (size_t)argc);
        RB_OBJ_WRITE(v, &e->args, args);
        e->size = Qnil;
        e->size_fn = NULL;
        if (rb_keyword_given_p()) e->kw_splat = true;
    }
    return rb_block_given_p() ? enumerator_run(v, NULL, v) : v;
}

VALUE
enumerator_m_size(VALUE v)
{
    const struct enumerator *e = enumerator_ptr(v);
    if (e->size_fn) return e->size_fn(e->obj, e->args, v);
    int argc = e->args ? (int)ary_len(e->args) : 0;
    VALUE n = rb_check_funcall_kw(e->size, id_call, argc, e->args ? ary_ptr(e->args) : NULL, e->kw_splat);
    return n == Qundef ? e->size : n;
}

static VALUE
enumerator_enum_size(VALUE v, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return rb_check_funcall(v, rb_intern("size"), 0, NULL);
}

/* A Chain is no call of a method: with_index and with_object take its `each`. */
static VALUE
enumerator_or_each(VALUE v)
{
    if (rb_obj_is_kind_of(v, enum_cChain) == Qfalse) return v;
    return enumerator_init(enumerator_s_alloc(rb_cEnumerator), v, id_each, 0, NULL, enum_size, Qnil, false);
}

struct index_walk {
    VALUE index;
};

static VALUE
with_index_each(EACH_ARGS)
{
    struct index_walk *w = memo_body(arg);
    VALUE i = w->index;
    w->index = int_add(i, int_fix(1));
    return rb_yield_values(2, enum_pack(argc, argv), i);
}

static VALUE
enumerator_with_index(VALUE v, VALUE from)
{
    struct index_walk w = {from == Qnil ? int_fix(0) : rb_to_int(from)};
    return enumerator_run(v, with_index_each, memo_new(&w, sizeof w));
}

static VALUE
enumerator_m_with_index(int argc, VALUE *argv, VALUE v)
{
    rb_check_arity(argc, 0, 1);
    v = enumerator_or_each(v);
    RETURN_SIZED_ENUMERATOR(v, argc, argv, enumerator_enum_size);
    return enumerator_with_index(v, argc ? argv[0] : Qnil);
}

static VALUE
enumerator_m_each_with_index(VALUE v)
{
    v = enumerator_or_each(v);
    RETURN_SIZED_ENUMERATOR(v, 0, 0, enumerator_enum_size);
    return enumerator_with_index(v, Qnil);
}

static VALUE
with_object_each(EACH_ARGS)
{
    return rb_yield_values(2, enum_pack(argc, argv), arg);
}

static VALUE
enumerator_m_with_object(VALUE v, VALUE memo)
{
    v = enumerator_or_each(v);
    RETURN_SIZED_ENUMERATOR(v, 1, &memo, enumerator_enum_size);
    enumerator_run(v, with_object_each, memo);
    return memo;
}

/* ---- from outside: a fiber runs each ---- */

static VALUE
next_each(EACH_ARGS)
{
    struct enumerator *e = enumerator_raw(arg);
    VALUE values = ary_new_from(argv, (size_t)argc);
    rb_fiber_yield(1, &values);
    VALUE fed = e->feed;
    e->feed = Qundef;
    return fed == Qundef ? Qnil : fed;
}

/* A StopIteration with what the iteration returned. */
static VALUE
stop_iteration(VALUE message, VALUE result)
{
    VALUE stop = rb_exc_new_str(rb_eStopIteration, message);
    ivar_set(stop, id_result, result);
    return stop;
}

static VALUE
next_fiber(EACH_ARGS)
{
    VALUE result = rb_block_call(arg, id_each, 0, NULL, next_each, arg), nil = Qnil;
    VALUE stop = stop_iteration(rb_str_new_cstr("iteration reached an end"), result);
    RB_OBJ_WRITE(arg, &enumerator_raw(arg)->stop, stop);
    return rb_fiber_yield(1, &nil);
}

/* Raises the StopIteration that was kept, with a backtrace of this call; the first becomes its cause. */
NORETURN static void
next_raise_stop(VALUE v)
{
    struct enumerator *e = enumerator_raw(v);
    VALUE first = e->stop, result = ivar_get(first, id_result);
    VALUE again = stop_iteration(rb_funcallv(first, rb_intern("message"), 0, NULL), result == Qundef ? Qnil : result);
    exc_set_cause_raw(again, first);
    rb_exc_raise(again);
}

static VALUE
next_values(VALUE v)
{
    struct enumerator *e = enumerator_ptr(v);
    if (e->stop) next_raise_stop(v);
    if (!e->fiber || !val_truthy(rb_fiber_alive_p(e->fiber))) {
        VALUE f = rb_fiber_new(next_fiber, v);
        e->lookahead = Qundef;
        RB_OBJ_WRITE(v, &e->fiber, f);
    }
    VALUE here = rb_fiber_current(), values = rb_fiber_resume(e->fiber, 1, &here);
    if (e->stop) {
        e->fiber = 0;
        e->lookahead = e->feed = Qundef;
        rb_exc_raise(e->stop);
    }
    return values;
}

static VALUE
peek_values(VALUE v)
{
    rb_check_frozen(v);
    struct enumerator *e = enumerator_ptr(v);
    if (e->lookahead == Qundef) {
        VALUE values = next_values(v);
        RB_OBJ_WRITE(v, &e->lookahead, values);
    }
    return e->lookahead;
}

static VALUE
enumerator_m_next_values(VALUE v)
{
    rb_check_frozen(v);
    struct enumerator *e = enumerator_ptr(v);
    VALUE values = e->lookahead;
    if (values == Qundef) return next_values(v);
    e->lookahead = Qundef;
    return values;
}

static VALUE
values_to_one(VALUE values, bool copy)
{
    if (val_type_p(values, T_ARRAY)) {
        size_t n = ary_len(values);
        if (n < 2) return n ? ary_at(values, 0) : Qnil;
        if (copy) return ary_dup(values);
    }
    return values;
}

static VALUE
enumerator_m_next(VALUE v)
{
    return values_to_one(enumerator_m_next_values(v), false);
}

static VALUE
enumerator_m_peek(VALUE v)
{
    return values_to_one(peek_values(v), true);
}

static VALUE
enumerator_m_peek_values(VALUE v)
{
    return ary_dup(peek_values(v));
}

static VALUE
enumerator_m_feed(VALUE v, VALUE fed)
{
    rb_check_frozen(v);
    struct enumerator *e = enumerator_ptr(v);
    if (e->feed != Qundef) rb_raise(rb_eTypeError, "feed value already set");
    RB_OBJ_WRITE(v, &e->feed, fed);
    return Qnil;
}

/* Drops the fiber that walks for `next`, with what it had ready. */
static void
forget_walk(struct enumerator *e)
{
    e->lookahead = e->feed = Qundef;
    e->fiber = e->stop = 0;
}

static VALUE
enumerator_m_rewind(VALUE v)
{
    rb_check_frozen(v);
    rb_check_funcall(enumerator_ptr(v)->obj, id_rewind, 0, NULL);
    forget_walk(enumerator_ptr(v));
    return v;
}

static VALUE
stop_iteration_m_result(VALUE exc)
{
    VALUE r = ivar_get(exc, id_result);
    return r == Qundef ? Qnil : r;
}

/* ---- as text ---- */

static void
append_keywords(VALUE text, VALUE h)
{
    size_t pos = 0;
    VALUE k, v;
    bool first = true;
    while (hash_next(h, &pos, &k, &v)) {
        if (!first) rb_str_cat_cstr(text, ", ");
        rb_str_append(text, rb_sym2str(k));
        rb_str_cat_cstr(text, ": ");
        rb_str_append(text, rb_inspect(v));
        first = false;
    }
}

/* Whether it was passed as keywords or not: as CRuby shows it. */
static bool
looks_like_keywords(VALUE v)
{
    size_t pos = 0;
    VALUE k, val;
    if (!val_type_p(v, T_HASH) || hash_size(v) == 0) return false;
    while (hash_next(v, &pos, &k, &val)) {
        if (!RB_SYMBOL_P(k)) return false;
    }
    return true;
}

void
enumerator_append_args(VALUE text, VALUE args)
{
    if (!args || args == Qnil || ary_len(args) == 0) return;
    rb_str_cat_cstr(text, "(");
    size_t n = ary_len(args);
    for (size_t i = 0; i < n; i++) {
        VALUE a = ary_at(args, i);
        if (i > 0) rb_str_cat_cstr(text, ", ");
        if (i == n - 1 && looks_like_keywords(a)) append_keywords(text, a);
        else rb_str_append(text, rb_inspect(a));
    }
    rb_str_cat_cstr(text, ")");
}

static VALUE
inspect_rec(VALUE v, VALUE arg UNUSED_OK, int recursive)
{
    const struct enumerator *e = enumerator_raw(v);
    VALUE text = rb_str_new_cstr("#<");
    rb_str_append(text, rb_class_path(rb_obj_class(v)));
    if (e->obj == Qundef) return rb_str_cat_cstr(text, ": uninitialized>");
    if (recursive) return rb_str_cat_cstr(text, ": ...>");
    rb_str_cat_cstr(text, ": ");
    bool shown = e->shown_obj != 0;
    rb_str_append(text, rb_inspect(shown ? e->shown_obj : e->obj));
    if (!shown || e->shown_meth) {
        rb_str_cat_cstr(text, ":");
        rb_str_append(text, shown ? rb_sym2str(e->shown_meth) : rb_id2str(e->meth));
    }
    enumerator_append_args(text, shown ? e->shown_args : e->args);
    return rb_str_cat_cstr(text, ">");
}

static VALUE
enumerator_m_inspect(VALUE v)
{
    return recurse_guard(id_inspect, inspect_rec, v, 0);
}

/* ---- Yielder: hands values to the block of Generator#each ---- */

struct yielder {
    VALUE proc; /* Qundef: uninitialized */
};

static void
yielder_mark(void *p)
{
    gc_mark(((struct yielder *)p)->proc);
}

static const rb_data_type_t yielder_data_type = {
    "yielder",
    {yielder_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

static VALUE
yielder_s_alloc(VALUE klass)
{
    struct yielder *y;
    VALUE v = TypedData_Make_Struct(klass, struct yielder, &yielder_data_type, y);
    y->proc = Qundef;
    return v;
}

static VALUE
yielder_set(VALUE v, VALUE proc)
{
    struct yielder *y = rb_check_typeddata(v, &yielder_data_type);
    RB_OBJ_WRITE(v, &y->proc, proc);
    return v;
}

static VALUE
yielder_m_initialize(VALUE v)
{
    rb_need_block();
    return yielder_set(v, rb_block_proc());
}

static VALUE
yielder_call(VALUE v, int argc, const VALUE *argv, int kw_splat)
{
    struct yielder *y = rb_check_typeddata(v, &yielder_data_type);
    if (y->proc == Qundef) rb_raise(rb_eArgError, "uninitialized yielder");
    return vm_call_proc(vm_ec, y->proc, argc, argv, BH_NONE, kw_splat);
}

VALUE
yielder_push_values(VALUE v, int argc, const VALUE *argv)
{
    return yielder_call(v, argc, argv, 0);
}

static VALUE
yielder_m_yield(int argc, VALUE *argv, VALUE v)
{
    return yielder_call(v, argc, argv, rb_keyword_given_p());
}

static VALUE
yielder_m_push(VALUE v, VALUE arg)
{
    yielder_call(v, 1, &arg, 0);
    return v;
}

VALUE
enumerator_yielder_push(VALUE v, VALUE arg)
{
    if (rb_obj_class(v) == enum_cYielder) return yielder_m_push(v, arg);
    return rb_funcallv(v, rb_intern("<<"), 1, &arg);
}

static VALUE
yielder_m_to_proc(VALUE v)
{
    return rb_funcall(rb_obj_method(v, ID2SYM(rb_intern("yield"))), rb_intern("to_proc"), 0);
}

/* ---- Generator: runs a proc with a Yielder ---- */

struct generator {
    VALUE proc; /* Qundef: uninitialized */
};

static void
generator_mark(void *p)
{
    gc_mark(((struct generator *)p)->proc);
}

static const rb_data_type_t generator_data_type = {
    "generator",
    {generator_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

static VALUE
generator_s_alloc(VALUE klass)
{
    struct generator *g;
    VALUE v = TypedData_Make_Struct(klass, struct generator, &generator_data_type, g);
    g->proc = Qundef;
    return v;
}

static VALUE
generator_set(VALUE v, VALUE proc)
{
    rb_check_frozen(v);
    struct generator *g = rb_check_typeddata(v, &generator_data_type);
    RB_OBJ_WRITE(v, &g->proc, proc);
    return v;
}

static VALUE
generator_proc(VALUE v)
{
    struct generator *g = rb_check_typeddata(v, &generator_data_type);
    if (g->proc == Qundef) rb_raise(rb_eArgError, "uninitialized generator");
    return g->proc;
}

VALUE
generator_new_fn(rb_block_call_func_t fn, VALUE data)
{
    return generator_set(generator_s_alloc(enum_cGenerator), rb_proc_new(fn, data));
}

static VALUE
generator_m_initialize(int argc, VALUE *argv, VALUE v)
{
    if (argc == 0) {
        if (!rb_block_given_p()) rb_raise(rb_eLocalJumpError, "no block given");
        return generator_set(v, rb_block_proc());
    }
    rb_check_arity(argc, 0, 1);
    if (!val_truthy(rb_obj_is_proc(argv[0]))) {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected Proc)", rb_obj_class(argv[0]));
    }
    if (rb_block_given_p()) rb_warn("given block not used");
    return generator_set(v, argv[0]);
}

static VALUE
generator_m_initialize_copy(VALUE v, VALUE other)
{
    return rb_obj_init_copy(v, other) == other ? v : generator_set(v, generator_proc(other));
}

VALUE
generator_m_each(int argc, VALUE *argv, VALUE v)
{
    VALUE proc = generator_proc(v), y = yielder_s_alloc(enum_cYielder), args = ary_new_capa((size_t)argc + 1);
    yielder_set(y, rb_block_proc());
    ary_push(args, y);
    ary_append_values(args, argv, (size_t)argc);
    VALUE r = vm_call_proc(vm_ec, proc, argc + 1, ary_ptr(args), BH_NONE, rb_keyword_given_p());
    RB_GC_GUARD(args);
    return r;
}

/* ---- Init ---- */

static void
enumerator_define_methods(VALUE k)
{
    rb_define_method(k, "initialize", enumerator_m_initialize, -1);
    rb_define_method(k, "initialize_copy", enumerator_m_initialize_copy, 1);
    rb_define_method(k, "each", enumerator_m_each, -1);
    rb_define_method(k, "each_with_index", enumerator_m_each_with_index, 0);
    rb_define_method(k, "with_index", enumerator_m_with_index, -1);
    rb_define_method(k, "each_with_object", enumerator_m_with_object, 1);
    rb_define_method(k, "with_object", enumerator_m_with_object, 1);
    rb_define_method(k, "next_values", enumerator_m_next_values, 0);
    rb_define_method(k, "peek_values", enumerator_m_peek_values, 0);
    rb_define_method(k, "next", enumerator_m_next, 0);
    rb_define_method(k, "peek", enumerator_m_peek, 0);
    rb_define_method(k, "feed", enumerator_m_feed, 1);
    rb_define_method(k, "rewind", enumerator_m_rewind, 0);
    rb_define_method(k, "inspect", enumerator_m_inspect, 0);
    rb_define_method(k, "size", enumerator_m_size, 0);
}

void
Init_Enumerator(void)
{
    id_each = rb_intern("each");
    id_call = rb_intern("call");
    id_rewind = rb_intern("rewind");
    id_inspect = rb_intern("inspect");
    id_result = rb_intern("result");
    VALUE k = rb_cEnumerator = rb_define_class("Enumerator", rb_cObject);
    rb_include_module(k, rb_mEnumerable);
    rb_define_alloc_func(k, enumerator_s_alloc);
    enumerator_define_methods(k);
    rb_define_method(rb_mKernel, "to_enum", kernel_m_to_enum, -1);
    rb_define_method(rb_mKernel, "enum_for", kernel_m_to_enum, -1);

    rb_define_method(rb_eStopIteration, "result", stop_iteration_m_result, 0);

    VALUE g = enum_cGenerator = rb_define_class_under(k, "Generator", rb_cObject);
    rb_include_module(g, rb_mEnumerable);
    rb_define_alloc_func(g, generator_s_alloc);
    rb_define_method(g, "initialize", generator_m_initialize, -1);
    rb_define_method(g, "initialize_copy", generator_m_initialize_copy, 1);
    rb_define_method(g, "each", generator_m_each, -1);

    VALUE y = enum_cYielder = rb_define_class_under(k, "Yielder", rb_cObject);
    rb_define_alloc_func(y, yielder_s_alloc);
    rb_define_method(y, "initialize", yielder_m_initialize, 0);
    rb_define_method(y, "yield", yielder_m_yield, -1);
    rb_define_method(y, "<<", yielder_m_push, 1);
    rb_define_method(y, "to_proc", yielder_m_to_proc, 0);
    rb_gc_register_mark_object(g);
    rb_gc_register_mark_object(y);

    Init_enumerator_lazy();
    Init_enumerator_chain();
    Init_enumerator_seq();
    Init_enumerator_produce();
}
