/*
 * enumerator/chain.c - Enumerator::Chain (one after the other) and Enumerator::Product (all combinations).
 *
 * Owns      one layout for both: a list of enumerables and how far rewind has to go.
 * Uses      enumerator.c
 * Checked   test/test_enumerator.rb, ruby/spec core/enumerator/{chain,product}
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/enumerator.h"
#include "internal/hash.h"
#include "internal/object/recurse.h"
#include "internal/vm.h"
#include <math.h>

VALUE enum_cChain;
static VALUE cProduct;
static ID id_each, id_each_entry, id_size, id_rewind, id_inspect;

struct enum_list {
    VALUE enums; /* Array; Qundef: uninitialized */
    long pos;    /* Chain: the enumerables up to here were begun; -1 none */
};

static void
enum_list_mark(void *p)
{
    gc_mark(((struct enum_list *)p)->enums);
}

static const rb_data_type_t enum_list_data_type = {
    "chain",
    {enum_list_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

static const rb_data_type_t product_data_type = {
    "product",
    {enum_list_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    &enum_list_data_type,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

static VALUE
enum_list_alloc(VALUE klass, const rb_data_type_t *type)
{
    struct enum_list *l;
    VALUE v = TypedData_Make_Struct(klass, struct enum_list, type, l);
    l->enums = Qundef;
    l->pos = -1;
    return v;
}

static VALUE
chain_s_alloc(VALUE klass)
{
    return enum_list_alloc(klass, &enum_list_data_type);
}

static VALUE
product_s_alloc(VALUE klass)
{
    return enum_list_alloc(klass, &product_data_type);
}

static struct enum_list *
enum_list_raw(VALUE v)
{
    return rb_check_typeddata(v, &enum_list_data_type);
}

static struct enum_list *
enum_list_ptr(VALUE v, const char *what)
{
    struct enum_list *l = enum_list_raw(v);
    if (l->enums == Qundef) rb_raise(rb_eArgError, "uninitialized %s", what);
    return l;
}

static VALUE
enum_list_set(VALUE v, VALUE enums)
{
    rb_check_frozen(v);
    struct enum_list *l = enum_list_raw(v);
    RB_OBJ_WRITE(v, &l->enums, rb_ary_freeze(enums));
    l->pos = -1;
    return v;
}

static VALUE
enum_list_m_initialize_copy(VALUE v, VALUE other)
{
    if (v == other) return v;
    rb_obj_init_copy(v, other);
    struct enum_list *from = enum_list_ptr(other, rb_obj_class(v) == cProduct ? "product" : "chain");
    return enum_list_set(v, from->enums);
}

static VALUE
enum_list_inspect_rec(VALUE v, VALUE arg UNUSED_OK, int recursive)
{
    const struct enum_list *l = enum_list_raw(v);
    VALUE text = rb_str_new_cstr("#<");
    rb_str_append(text, rb_class_path(rb_obj_class(v)));
    if (l->enums == Qundef) return rb_str_cat_cstr(text, ": uninitialized>");
    rb_str_cat_cstr(text, ": ");
    if (recursive) return rb_str_cat_cstr(text, "...>");
    rb_str_append(text, rb_inspect(l->enums));
    return rb_str_cat_cstr(text, ">");
}

static VALUE
enum_list_m_inspect(VALUE v)
{
    return recurse_guard(id_inspect, enum_list_inspect_rec, v, 0);
}

/* ---- Chain ---- */

static VALUE
chain_m_initialize(VALUE v, VALUE enums)
{
    return enum_list_set(v, ary_dup(enums));
}

static VALUE
chain_new(VALUE enums)
{
    return enum_list_set(chain_s_alloc(enum_cChain), enums);
}

static VALUE
chain_m_size(VALUE v)
{
    VALUE enums = enum_list_ptr(v, "chain")->enums, total = int_fix(0);
    for (size_t i = 0; i < ary_len(enums); i++) {
        VALUE n = enum_size(ary_at(enums, i), 0, 0);
        if (n == Qnil || (val_float_p(n) && isinf(float_value(n)))) return n;
        if (!val_fix_p(n) && !val_type_p(n, T_BIGNUM)) return n;
        total = int_add(total, n);
    }
    return total;
}

static VALUE
chain_enum_size(VALUE v, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return chain_m_size(v);
}

static VALUE
chain_m_each(int argc, VALUE *argv, VALUE v)
{
    RETURN_SIZED_ENUMERATOR(v, argc, argv, argc > 0 ? chain_enum_size : enum_size);
    struct enum_list *l = enum_list_ptr(v, "chain");
    VALUE enums = l->enums;
    for (size_t i = 0; i < ary_len(enums); i++) {
        l->pos = (long)i;
        vm_send(vm_ec, ary_at(enums, i), id_each, argc, argv, vm_block_handler(vm_ec), rb_keyword_given_p(), 1);
    }
    return v;
}

static VALUE
chain_m_rewind(VALUE v)
{
    struct enum_list *l = enum_list_ptr(v, "chain");
    for (; l->pos >= 0; l->pos--) rb_check_funcall(ary_get(l->enums, l->pos), id_rewind, 0, NULL);
    return v;
}

static VALUE
enumerator_m_plus(VALUE v, VALUE other)
{
    return chain_new(rb_assoc_new(v, other));
}

static VALUE
enum_m_chain(int argc, VALUE *argv, VALUE v)
{
    VALUE enums = ary_new_from(&v, 1);
    ary_append_values(enums, argv, (size_t)argc);
    return chain_new(enums);
}

/* ---- Product ---- */

static void
product_reject_keywords(int argc, VALUE *argv)
{
    if (!rb_keyword_given_p() || argc == 0) return;
    VALUE h = argv[argc - 1];
    if (val_type_p(h, T_HASH) && hash_size(h) > 0) {
        ID none;
        rb_get_kwargs(h, &none, 0, 0, NULL);
    }
}

static VALUE
product_m_initialize(int argc, VALUE *argv, VALUE v)
{
    product_reject_keywords(argc, argv);
    return enum_list_set(v, ary_new_from(argv, (size_t)argc));
}

static VALUE
product_m_size(VALUE v)
{
    VALUE enums = enum_list_ptr(v, "product")->enums, total = int_fix(1);
    bool infinite = false, unknown = false; /* whichever comes first */
    for (size_t i = 0; i < ary_len(enums); i++) {
        VALUE e = ary_at(enums, i), n = rb_respond_to(e, id_size) ? rb_funcallv(e, id_size, 0, NULL) : Qnil;
        if (n == int_fix(0)) return n;
        if (val_fix_p(n) || val_type_p(n, T_BIGNUM)) total = int_mul(total, n);
        else if (val_float_p(n) && isinf(float_value(n))) infinite |= !unknown;
        else unknown |= !infinite;
    }
    if (unknown) return Qnil;
    return infinite ? float_new(HUGE_VAL) : total;
}

static VALUE
product_enum_size(VALUE v, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return product_m_size(v);
}

struct product_walk {
    VALUE enums, row; /* row: the values chosen so far */
    size_t i;
};

static VALUE product_level(VALUE memo);

static VALUE
product_each(RB_BLOCK_CALL_FUNC_ARGLIST(first, arg))
{
    struct product_walk *w = memo_body(arg);
    ary_store(w->row, (intptr_t)w->i, enum_pack(argc, argv));
    w->i++;
    product_level(arg);
    w->i--;
    return Qnil;
}

static VALUE
product_level(VALUE memo)
{
    struct product_walk *w = memo_body(memo);
    if (w->i == ary_len(w->enums)) return rb_yield(ary_new_from(ary_ptr(w->row), ary_len(w->row)));
    return rb_block_call(ary_at(w->enums, w->i), id_each_entry, 0, NULL, product_each, memo);
}

static VALUE
product_m_each(VALUE v)
{
    VALUE enums = enum_list_ptr(v, "product")->enums;
    RETURN_SIZED_ENUMERATOR(v, 0, 0, product_enum_size);
    struct product_walk w = {enums, ary_new_len(ary_len(enums)), 0};
    product_level(memo_new(&w, sizeof w));
    return v;
}

static VALUE
product_m_rewind(VALUE v)
{
    VALUE enums = enum_list_ptr(v, "product")->enums;
    for (size_t i = 0; i < ary_len(enums); i++) rb_check_funcall(ary_at(enums, i), id_rewind, 0, NULL);
    return v;
}

static VALUE
enumerator_s_product(int argc, VALUE *argv, VALUE klass UNUSED_OK)
{
    product_reject_keywords(argc, argv);
    VALUE v = enum_list_set(product_s_alloc(cProduct), ary_new_from(argv, (size_t)argc));
    if (!rb_block_given_p()) return v;
    product_m_each(v);
    return Qnil;
}

static void
undef_external(VALUE k) /* a chain has several `each`, so it cannot enumerate externally */
{
    static const char *const names[] = {"peek_values", "peek", "next_values", "next", "feed"};
    for (size_t i = 0; i < lengthof(names); i++) rb_undef_method(k, names[i]);
}

void
Init_enumerator_chain(void)
{
    id_each = rb_intern("each");
    id_each_entry = rb_intern("each_entry");
    id_size = rb_intern("size");
    id_rewind = rb_intern("rewind");
    id_inspect = rb_intern("inspect");
    VALUE k = enum_cChain = rb_define_class_under(rb_cEnumerator, "Chain", rb_cEnumerator);
    rb_gc_register_mark_object(k);
    rb_define_alloc_func(k, chain_s_alloc);
    rb_define_method(k, "initialize", chain_m_initialize, -2);
    rb_define_method(k, "initialize_copy", enum_list_m_initialize_copy, 1);
    rb_define_method(k, "each", chain_m_each, -1);
    rb_define_method(k, "size", chain_m_size, 0);
    rb_define_method(k, "rewind", chain_m_rewind, 0);
    rb_define_method(k, "inspect", enum_list_m_inspect, 0);
    undef_external(k);
    rb_define_method(rb_cEnumerator, "+", enumerator_m_plus, 1);
    rb_define_method(rb_mEnumerable, "chain", enum_m_chain, -1);

    k = cProduct = rb_define_class_under(rb_cEnumerator, "Product", rb_cEnumerator);
    rb_gc_register_mark_object(k);
    rb_define_alloc_func(k, product_s_alloc);
    rb_define_method(k, "initialize", product_m_initialize, -1);
    rb_define_method(k, "initialize_copy", enum_list_m_initialize_copy, 1);
    rb_define_method(k, "each", product_m_each, 0);
    rb_define_method(k, "size", product_m_size, 0);
    rb_define_method(k, "rewind", product_m_rewind, 0);
    rb_define_method(k, "inspect", enum_list_m_inspect, 0);
    undef_external(k);
    rb_define_singleton_method(rb_cEnumerator, "product", enumerator_s_product, -1);
}
