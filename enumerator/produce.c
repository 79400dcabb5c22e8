/*
 * enumerator/produce.c - Enumerator.produce: each value made from the one before.
 *
 * Uses      enumerator.c
 * Checked   test/test_enumerator.rb, ruby/spec core/enumerator/produce_spec.rb
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/enumerator.h"
#include <math.h>

static VALUE cProducer;
static ID id_call, id_each, id_size_kw;

struct producer {
    VALUE init; /* Qundef: none; also: uninitialized together with proc */
    VALUE proc; /* Qundef: uninitialized */
};

static void
producer_mark(void *p)
{
    gc_mark(((struct producer *)p)->init);
    gc_mark(((struct producer *)p)->proc);
}

static const rb_data_type_t producer_data_type = {
    "producer",
    {producer_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

static VALUE
producer_s_alloc(VALUE klass)
{
    struct producer *p;
    VALUE v = TypedData_Make_Struct(klass, struct producer, &producer_data_type, p);
    p->init = p->proc = Qundef;
    return v;
}

static VALUE
producer_loop(VALUE v)
{
    const struct producer *p = rb_check_typeddata(v, &producer_data_type);
    VALUE proc = p->proc, value = p->init;
    if (value == Qundef) value = Qnil;
    else rb_yield(value);
    for (;;) {
        value = rb_funcallv(proc, id_call, 1, &value);
        rb_yield(value);
    }
    return Qnil; /* never: StopIteration ends it */
}

static VALUE
producer_stopped(VALUE v UNUSED_OK, VALUE exc UNUSED_OK)
{
    return Qnil;
}

static VALUE
producer_m_each(VALUE v)
{
    const struct producer *p = rb_check_typeddata(v, &producer_data_type);
    if (p->proc == Qundef) rb_raise(rb_eArgError, "uninitialized producer");
    rb_need_block();
    rb_rescue2(producer_loop, v, producer_stopped, v, rb_eStopIteration, (VALUE)0);
    return v;
}

static VALUE
enumerator_s_produce(int argc, VALUE *argv, VALUE klass UNUSED_OK)
{
    VALUE init, opts, size = Qundef;
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "no block given");
    int given = rb_scan_args(argc, argv, "01:", &init, &opts);
    if (opts != Qnil) rb_get_kwargs(opts, &id_size_kw, 0, 1, &size);
    if (size == Qundef) size = float_new(HUGE_VAL);
    else if (size != Qnil && !rb_respond_to(size, id_call) && !(val_float_p(size) && isinf(float_value(size))))
        size = rb_to_int(size);
    VALUE v = producer_s_alloc(cProducer);
    struct producer *p = rb_check_typeddata(v, &producer_data_type);
    RB_OBJ_WRITE(v, &p->init, given ? init : Qundef);
    RB_OBJ_WRITE(v, &p->proc, rb_block_proc());
    return enumerator_init(enumerator_s_alloc(rb_cEnumerator), v, id_each, 0, NULL, NULL, size, false);
}

void
Init_enumerator_produce(void)
{
    id_call = rb_intern("call");
    id_each = rb_intern("each");
    id_size_kw = rb_intern("size");
    cProducer = rb_define_class_under(rb_cEnumerator, "Producer", rb_cObject);
    rb_gc_register_mark_object(cProducer);
    rb_define_alloc_func(cProducer, producer_s_alloc);
    rb_define_method(cProducer, "each", producer_m_each, 0);
    rb_define_singleton_method(rb_cEnumerator, "produce", enumerator_s_produce, -1);
}
