/*
 * enumerator.h - what Enumerator, Lazy, Chain, Product and ArithmeticSequence share.
 *
 * Owns      struct enumerator, the data of a T_DATA of class Enumerator or a subclass that iterates by a method.
 * Uses      range.h (arith_seq_new is declared there)
 * ENUM-1    args is a frozen-in-practice Array or 0; meth is a Symbol's ID.
 * ENUM-2    fiber is 0 unless external iteration (next, peek) is under way.
 * Checked   test/test_enumerator.rb
 */
#ifndef FACET_INTERNAL_ENUMERATOR_H
#define FACET_INTERNAL_ENUMERATOR_H

#include "internal/class.h"
#include "internal/enum.h"

struct enumerator {
    VALUE obj; /* receiver; Qundef: uninitialized */
    ID meth;
    VALUE args; /* ENUM-1 */
    VALUE size; /* nil, a number, or something that answers call */
    rb_enumerator_size_func *size_fn;
    VALUE fiber;                             /* ENUM-2; 0 */
    VALUE lookahead;                         /* Array of values that peek saw; Qundef */
    VALUE feed;                              /* Qundef */
    VALUE stop;                              /* StopIteration, once the end was reached; 0 */
    VALUE shown_obj, shown_meth, shown_args; /* inspect shows these instead when shown_obj is not 0; shown_meth 0: none */
    bool kw_splat;
};

extern const rb_data_type_t enumerator_data_type;
extern VALUE enum_cLazy, enum_cGenerator, enum_cYielder, enum_cChain;

struct enumerator *enumerator_ptr(VALUE e); /* raises ArgumentError "uninitialized enumerator" */
VALUE enumerator_s_alloc(VALUE klass);
VALUE enumerator_init(VALUE e, VALUE obj, ID meth, int argc, const VALUE *argv, rb_enumerator_size_func *size_fn, VALUE size,
                      bool kw_splat);
/* e.each with fn as the block (NULL: the running method's own block). */
VALUE enumerator_run(VALUE e, rb_block_call_func_t fn, VALUE data);
VALUE enumerator_m_size(VALUE e);
VALUE generator_new_fn(rb_block_call_func_t fn, VALUE data); /* Generator that runs fn(yielder, data) */
VALUE generator_m_each(int argc, VALUE *argv, VALUE g);
VALUE yielder_push_values(VALUE yielder, int argc, const VALUE *argv);
/* Appends the arguments as inspect shows them, "(a, b, k: v)".  An empty list appends nothing. */
void enumerator_append_args(VALUE text, VALUE args);
VALUE lazy_enumeratorize(VALUE lazy, ID meth, int argc, const VALUE *argv, rb_enumerator_size_func *size_fn, VALUE size,
                         bool kw_splat);
void Init_enumerator_lazy(void), Init_enumerator_chain(void), Init_enumerator_seq(void), Init_enumerator_produce(void);

#endif
