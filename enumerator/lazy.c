/*
 * enumerator/lazy.c - Enumerator::Lazy: a source and the operations each of its elements goes through.
 *
 * Uses      enumerator.c
 * Algorithm A Lazy is an Enumerator over a Generator whose C function runs the chain: data [source, operations,
 *           arguments].  An operation is an Array [kind, block or argument, ...]; a run gives each one a memo (a count, a set, a list),
 *           so that a Lazy can be run again.  An element is pushed through the operations one after the other; one that
 *           answers "enough" ends the loop over the source.
 * Checked   test/test_lazy.rb, ruby/spec core/enumerator/lazy
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/vm/block_info.h"
#include "internal/object/compare.h"
#include "internal/enumerator.h"
#include "internal/hash.h"
#include <math.h>

static ID id_each, id_call, id_eqq, id_force, id_next;

/* The methods that Lazy redefines; Enumerable's versions are kept as _enumerable_NAME. */
static const char *const lazy_originals[] = {
    "map",  "collect", "flat_map", "collect_concat", "select",     "filter", "filter_map", "find_all", "reject",
    "grep", "grep_v",  "zip",      "take",           "take_while", "drop",   "drop_while", "uniq",     "with_index",
};

enum lazy_kind {
    LAZY_MAP,
    LAZY_FLAT_MAP,
    LAZY_SELECT,
    LAZY_REJECT,
    LAZY_FILTER_MAP,
    LAZY_GREP,
    LAZY_GREP_V,
    LAZY_TAKE,
    LAZY_TAKE_WHILE,
    LAZY_DROP,
    LAZY_DROP_WHILE,
    LAZY_ZIP,
    LAZY_UNIQ,
    LAZY_COMPACT,
    LAZY_WITH_INDEX,
    LAZY_CUSTOM,
};
enum { OP_KIND, OP_ARG, OP_BLOCK };

struct lazy_run {
    VALUE ops, memos, yielder;
    VALUE self; /* the memo this lies in: memo.h */
};

/* ---- running ---- */

static bool lazy_push(struct lazy_run *r, size_t i, VALUE v, bool packed);

/* Calls the operation's block with the element; an Array that stands for several values is spread. */
static VALUE
lazy_call(VALUE block, VALUE v, bool packed)
{
    VALUE r = packed ? rb_funcallv(block, id_call, (int)ary_len(v), ary_ptr(v)) : rb_funcallv(block, id_call, 1, &v);
    RB_GC_GUARD(v);
    return r;
}

static bool
lazy_emit(struct lazy_run *r, VALUE v)
{
    enumerator_yielder_push(r->yielder, v);
    return true;
}

struct lazy_nested {
    VALUE run;
    size_t i;
    bool more;
};

static VALUE
nested_each(RB_BLOCK_CALL_FUNC_ARGLIST(first, arg))
{
    struct lazy_nested *n = memo_body(arg);
    n->more = lazy_push(memo_body(n->run), n->i, enum_pack(argc, argv), argc > 1);
    if (!n->more) rb_iter_break();
    return Qnil;
}

static bool
lazy_flat(struct lazy_run *r, size_t i, VALUE v)
{
    VALUE list = ary_check(v);
    if (list != Qnil) {
        for (size_t k = 0; k < ary_len(list); k++) {
            if (!lazy_push(r, i, ary_at(list, k), false)) return false;
        }
        return true;
    }
    if (rb_respond_to(v, id_force) && rb_respond_to(v, id_each)) {
        struct lazy_nested n = {r->self, i, true};
        memo_call(v, id_each, 0, NULL, nested_each, &n, sizeof n);
        return n.more;
    }
    return lazy_push(r, i, v, false);
}

static VALUE
zip_next(VALUE e)
{
    return rb_funcallv(e, id_next, 0, NULL);
}

static VALUE
zip_ended(VALUE flag, VALUE exc UNUSED_OK)
{
    *(bool *)flag = true;
    return Qnil;
}

/* The row of zip: arrays are read by index (memo: the count), others by next (memo: their Enumerators). */
static VALUE
lazy_zip_row(struct lazy_run *r, size_t i, VALUE op, VALUE v)
{
    VALUE others = ary_at(op, OP_ARG), memo = ary_at(r->memos, i), row = ary_new_from(&v, 1);
    if (val_truthy(ary_at(op, OP_BLOCK))) { /* all Arrays */
        intptr_t n = memo == Qnil ? 0 : fix_int(memo);
        for (size_t k = 0; k < ary_len(others); k++) ary_push(row, ary_get(ary_at(others, k), n));
        ary_store(r->memos, (intptr_t)i, int_fix(n + 1));
        return row;
    }
    if (memo == Qnil) {
        VALUE each = ID2SYM(id_each);
        memo = ary_new();
        for (size_t k = 0; k < ary_len(others); k++)
            ary_push(memo, rb_funcall(ary_at(others, k), rb_intern("to_enum"), 1, each));
        ary_store(r->memos, (intptr_t)i, memo);
    }
    for (size_t k = 0; k < ary_len(memo); k++) {
        VALUE e = ary_at(memo, k), got = Qnil;
        bool ended = false;
        if (e != Qnil) got = rb_rescue2(zip_next, e, zip_ended, (VALUE)&ended, rb_eStopIteration, (VALUE)0);
        if (ended) ary_store(memo, (intptr_t)k, Qnil);
        ary_push(row, got);
    }
    return row;
}

/* Counts down the operation's memo from its argument; returns what is left before this element. */
static intptr_t
lazy_countdown(struct lazy_run *r, size_t i, VALUE op)
{
    VALUE memo = ary_at(r->memos, i);
    intptr_t left = memo == Qnil ? fix_int(ary_at(op, OP_ARG)) : fix_int(memo);
    ary_store(r->memos, (intptr_t)i, int_fix(left > 0 ? left - 1 : 0));
    return left;
}

static bool
lazy_seen(struct lazy_run *r, size_t i, VALUE key) /* remembers key */
{
    VALUE memo = ary_at(r->memos, i), k, old;
    if (memo == Qnil) {
        memo = hash_new_class(0, 0);
        ary_store(r->memos, (intptr_t)i, memo);
    }
    if (hash_find_pair(memo, key, &k, &old)) return true;
    hash_set_raw(memo, key, Qtrue);
    return false;
}

static bool
lazy_with_index(struct lazy_run *r, size_t i, VALUE op, VALUE v)
{
    VALUE memo = ary_at(r->memos, i), index = memo == Qnil ? ary_at(op, OP_ARG) : memo, block = ary_at(op, OP_BLOCK);
    VALUE pair[2] = {v, index};
    ary_store(r->memos, (intptr_t)i, int_add(index, int_fix(1)));
    if (block == Qnil) return lazy_push(r, i + 1, ary_new_from(pair, 2), true);
    rb_funcallv(block, id_call, 2, pair);
    return lazy_push(r, i + 1, v, false);
}

/* A block of Enumerator::Lazy.new: it gets a Yielder that leads to the next operation. */
struct lazy_custom {
    VALUE run;
    size_t i;
    bool more;
};

static VALUE
custom_yield(RB_BLOCK_CALL_FUNC_ARGLIST(first, arg))
{
    struct lazy_custom *c = memo_body(arg);
    VALUE v = enum_pack(argc, argv);
    c->more = lazy_push(memo_body(c->run), c->i, v, argc > 1);
    return v;
}

static bool
lazy_custom(struct lazy_run *r, size_t i, VALUE op, VALUE v, bool packed)
{
    struct lazy_custom c = {r->self, i + 1, true};
    VALUE m = memo_new(&c, sizeof c), y = rb_block_call(enum_cYielder, rb_intern("new"), 0, NULL, custom_yield, m);
    VALUE args = ary_new_from(&y, 1);
    if (packed) ary_append_values(args, ary_ptr(v), ary_len(v));
    else ary_push(args, v);
    rb_funcallv(ary_at(op, OP_BLOCK), id_call, (int)ary_len(args), ary_ptr(args));
    RB_GC_GUARD(args);
    bool more = ((struct lazy_custom *)memo_body(m))->more;
    RB_GC_GUARD(m);
    return more;
}

static bool
lazy_take(struct lazy_run *r, size_t i, VALUE op, VALUE v, bool packed)
{
    intptr_t left = lazy_countdown(r, i, op);
    bool more = left > 0 && lazy_push(r, i + 1, v, packed);
    return more && left > 1;
}

static bool
lazy_drop_while(struct lazy_run *r, size_t i, VALUE op, VALUE v, bool packed)
{
    if (ary_at(r->memos, i) == Qnil) {
        if (val_truthy(lazy_call(ary_at(op, OP_BLOCK), v, packed))) return true;
        ary_store(r->memos, (intptr_t)i, Qtrue);
    }
    return lazy_push(r, i + 1, v, packed);
}

static bool
lazy_grep(struct lazy_run *r, size_t i, VALUE op, VALUE v, bool want, bool packed)
{
    VALUE block = ary_at(op, OP_BLOCK);
    if (val_truthy(rb_funcall(ary_at(op, OP_ARG), id_eqq, 1, v)) != want) return true;
    if (block == Qnil) return lazy_push(r, i + 1, v, packed);
    return lazy_push(r, i + 1, rb_funcallv(block, id_call, 1, &v), false);
}

/* Pushes an element through operations i and up.  Returns false when the source need not go on. */
static bool
lazy_push(struct lazy_run *r, size_t i, VALUE v, bool packed)
{
    if (i == ary_len(r->ops)) return lazy_emit(r, v);
    VALUE op = ary_at(r->ops, i), block = ary_at(op, OP_BLOCK), got;
    switch ((enum lazy_kind)fix_int(ary_at(op, OP_KIND))) {
    case LAZY_MAP: return lazy_push(r, i + 1, lazy_call(block, v, packed), false);
    case LAZY_FLAT_MAP: return lazy_flat(r, i + 1, lazy_call(block, v, packed));
    case LAZY_SELECT: return !val_truthy(rb_funcallv(block, id_call, 1, &v)) || lazy_push(r, i + 1, v, packed);
    case LAZY_REJECT: return val_truthy(rb_funcallv(block, id_call, 1, &v)) || lazy_push(r, i + 1, v, packed);
    case LAZY_FILTER_MAP: got = lazy_call(block, v, packed); return !val_truthy(got) || lazy_push(r, i + 1, got, false);
    case LAZY_GREP: return lazy_grep(r, i, op, v, true, packed);
    case LAZY_GREP_V: return lazy_grep(r, i, op, v, false, packed);
    case LAZY_TAKE: return lazy_take(r, i, op, v, packed);
    case LAZY_TAKE_WHILE: return val_truthy(lazy_call(block, v, packed)) && lazy_push(r, i + 1, v, packed);
    case LAZY_DROP: return lazy_countdown(r, i, op) > 0 || lazy_push(r, i + 1, v, packed);
    case LAZY_DROP_WHILE: return lazy_drop_while(r, i, op, v, packed);
    case LAZY_ZIP: return lazy_push(r, i + 1, lazy_zip_row(r, i, op, v), packed);
    case LAZY_UNIQ: return lazy_seen(r, i, block == Qnil ? v : lazy_call(block, v, false)) || lazy_push(r, i + 1, v, packed);
    case LAZY_COMPACT: return v == Qnil || lazy_push(r, i + 1, v, packed);
    case LAZY_WITH_INDEX: return lazy_with_index(r, i, op, v);
    case LAZY_CUSTOM: return lazy_custom(r, i, op, v, packed);
    }
    VM_UNREACHABLE("lazy kind");
}

static VALUE
lazy_source_each(RB_BLOCK_CALL_FUNC_ARGLIST(first, arg))
{
    if (!lazy_push(memo_body(arg), 0, enum_pack(argc, argv), argc > 1)) rb_iter_break();
    return Qnil;
}

static VALUE
lazy_plain_each(RB_BLOCK_CALL_FUNC_ARGLIST(first, yielder))
{
    return yielder_push_values(yielder, argc, argv);
}

/* The Generator's function.  argv: the Yielder, and arguments for the source's each. */
static VALUE
lazy_generate(RB_BLOCK_CALL_FUNC_ARGLIST(yielder, data))
{
    VALUE source = ary_at(data, 0), ops = ary_at(data, 1);
    if (ary_len(ops) == 0) return rb_block_call(source, id_each, argc - 1, argv + 1, lazy_plain_each, yielder);
    for (size_t i = 0; i < ary_len(ops); i++) { /* take(0) does not call the source */
        VALUE op = ary_at(ops, i);
        if (ary_at(op, OP_KIND) == int_fix(LAZY_TAKE) && ary_at(op, OP_ARG) == int_fix(0)) return Qnil;
    }
    struct lazy_run r = {ops, ary_new_len(ary_len(ops)), yielder, 0};
    VALUE m = memo_new(&r, sizeof r);
    ((struct lazy_run *)memo_body(m))->self = m;
    VALUE args = ary_at(data, 2);
    if (args == Qnil) rb_block_call(source, id_each, argc - 1, argv + 1, lazy_source_each, m);
    else rb_block_call(source, id_each, (int)ary_len(args), ary_ptr(args), lazy_source_each, m);
    RB_GC_GUARD(args);
    return Qnil;
}

/* ---- making ---- */

/* Names the hidden variable of a Lazy that holds its chain: [source, operations, arguments].  The arguments are those of the source's
 * each, or nil for those of the run. */
static ID id_chain;

static VALUE
lazy_chain(VALUE lazy)
{
    VALUE c = ivar_get(lazy, id_chain);
    return c == Qundef ? Qnil : c;
}

static VALUE
lazy_make(VALUE source, VALUE ops, VALUE args, rb_enumerator_size_func *size_fn, VALUE size)
{
    VALUE lazy = enumerator_s_alloc(enum_cLazy), parts[3] = {source, ops, args}, chain = ary_new_from(parts, 3);
    enumerator_init(lazy, generator_new_fn(lazy_generate, chain), id_each, 0, NULL, size_fn, size, false);
    ivar_set(lazy, id_chain, chain);
    return lazy;
}

static void
lazy_show(VALUE lazy, VALUE obj, VALUE meth, VALUE args, bool kw)
{
    struct enumerator *e = enumerator_ptr(lazy);
    RB_OBJ_WRITE(lazy, &e->shown_obj, obj);
    RB_OBJ_WRITE(lazy, &e->shown_meth, meth);
    RB_OBJ_WRITE(lazy, &e->shown_args, args);
    e->kw_splat = kw;
}

/* A Lazy that goes on where `lazy` ends.  size_fn(receiver, args, new lazy). */
static VALUE
lazy_add(VALUE lazy, const char *name, enum lazy_kind kind, VALUE arg, VALUE block, VALUE shown_args,
         rb_enumerator_size_func *size_fn)
{
    VALUE chain = lazy_chain(lazy), op[3] = {int_fix(kind), arg, block}, ops, source, each_args = Qnil;
    if (chain == Qnil) { /* made by to_enum: its own each is the source */
        source = lazy;
        ops = ary_new();
    } else {
        source = ary_at(chain, 0);
        ops = ary_dup(ary_at(chain, 1));
        VALUE given = enumerator_ptr(lazy)->args; /* source.lazy.each(arguments) */
        each_args = ary_len(ops) ? ary_at(chain, 2) : given ? given : Qnil;
    }
    ary_push(ops, ary_new_from(op, 3));
    VALUE n = lazy_make(source, ops, each_args, size_fn, Qnil);
    ID called = rb_frame_callee(); /* collect is shown as collect */
    lazy_show(n, lazy, ID2SYM(called ? called : rb_intern(name)), shown_args, false);
    return n;
}

static VALUE
lazy_need_block(const char *name)
{
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "tried to call lazy %s without a block", name);
    return rb_block_proc();
}

/* size functions get the Generator as their receiver: the Lazy that was continued is shown_obj */
static VALUE
lazy_receiver_size(VALUE gen UNUSED_OK, VALUE args UNUSED_OK, VALUE lazy)
{
    return enum_size(enumerator_ptr(lazy)->shown_obj, 0, 0);
}

static VALUE
lazy_shown_count(VALUE lazy)
{
    return ary_at(enumerator_ptr(lazy)->shown_args, 0);
}

static VALUE
lazy_take_size(VALUE gen, VALUE args, VALUE lazy)
{
    VALUE n = lazy_shown_count(lazy), size = lazy_receiver_size(gen, args, lazy);
    if (size == Qnil || (val_fix_p(size) && fix_int(size) < NUM2LONG(n))) return size;
    return n;
}

static VALUE
lazy_drop_size(VALUE gen, VALUE args, VALUE lazy)
{
    VALUE n = lazy_shown_count(lazy), size = lazy_receiver_size(gen, args, lazy);
    if (size == Qnil || val_float_p(size)) return size;
    VALUE left = int_sub(size, n);
    return int_cmp(left, int_fix(0)) < 0 ? int_fix(0) : left;
}

static VALUE
enum_m_lazy(VALUE obj)
{
    VALUE lazy = lazy_make(obj, ary_new(), Qnil, NULL, Qnil);
    lazy_show(lazy, obj, 0, 0, false);
    enumerator_ptr(lazy)->size_fn = lazy_receiver_size;
    return lazy;
}

static VALUE
lazy_m_initialize(int argc, VALUE *argv, VALUE lazy)
{
    rb_check_arity(argc, 1, 2);
    VALUE block = lazy_need_block("new"), op[3] = {int_fix(LAZY_CUSTOM), Qnil, block}, o = ary_new_from(op, 3);
    VALUE parts[3] = {argv[0], ary_new_from(&o, 1), Qnil}, chain = ary_new_from(parts, 3);
    enumerator_init(lazy, generator_new_fn(lazy_generate, chain), id_each, 0, NULL, NULL, argc > 1 ? argv[1] : Qnil, false);
    ivar_set(lazy, id_chain, chain);
    lazy_show(lazy, argv[0], ID2SYM(id_each), 0, false);
    return lazy;
}

static VALUE
lazy_source_size(VALUE gen UNUSED_OK, VALUE args UNUSED_OK, VALUE lazy)
{
    return enumerator_m_size(ary_at(lazy_chain(lazy), 0));
}

/* lazy.meth(*argv) kept for later, and lazy again: each_slice and all that RETURN_ENUMERATOR makes; to_enum. */
VALUE
lazy_enumeratorize(VALUE lazy, ID meth, int argc, const VALUE *argv, rb_enumerator_size_func *size_fn, VALUE size, bool kw)
{
    VALUE source = enumerator_init(enumerator_s_alloc(rb_cEnumerator), lazy, meth, argc, argv, size_fn, size, kw);
    VALUE n = lazy_make(source, ary_new(), Qnil, lazy_source_size, Qnil);
    lazy_show(n, lazy, ID2SYM(meth), argc ? ary_new_from(argv, (size_t)argc) : 0, kw);
    return n;
}

static VALUE
lazy_m_to_enum(int argc, VALUE *argv, VALUE lazy)
{
    VALUE meth = ID2SYM(id_each), size = rb_block_given_p() ? rb_block_proc() : Qnil;
    bool kw = rb_keyword_given_p() != 0;
    if (argc > 0) {
        meth = argv[0];
        argc--;
        argv++;
    }
    ID mid = rb_to_id(meth);
    char buf[64];
    for (size_t i = 0; i < lengthof(lazy_originals); i++) { /* Enumerable's, not the lazy one */
        if (mid != rb_intern(lazy_originals[i])) continue;
        snprintf(buf, sizeof buf, "_enumerable_%s", lazy_originals[i]);
        VALUE n = lazy_enumeratorize(lazy, rb_intern(buf), argc, argv, NULL, size, kw);
        RB_OBJ_WRITE(n, &enumerator_ptr(n)->shown_meth, ID2SYM(mid));
        return n;
    }
    return lazy_enumeratorize(lazy, mid, argc, argv, NULL, size, kw);
}

/* ---- operations ---- */

static VALUE
lazy_m_map(VALUE lazy)
{
    return lazy_add(lazy, "map", LAZY_MAP, Qnil, lazy_need_block("map"), 0, lazy_receiver_size);
}

static VALUE
lazy_m_flat_map(VALUE lazy)
{
    return lazy_add(lazy, "flat_map", LAZY_FLAT_MAP, Qnil, lazy_need_block("flat_map"), 0, NULL);
}

static VALUE
lazy_m_select(VALUE lazy)
{
    return lazy_add(lazy, "select", LAZY_SELECT, Qnil, lazy_need_block("select"), 0, NULL);
}

static VALUE
lazy_m_reject(VALUE lazy)
{
    return lazy_add(lazy, "reject", LAZY_REJECT, Qnil, lazy_need_block("reject"), 0, NULL);
}

static VALUE
lazy_m_filter_map(VALUE lazy)
{
    return lazy_add(lazy, "filter_map", LAZY_FILTER_MAP, Qnil, lazy_need_block("filter_map"), 0, NULL);
}

static VALUE
lazy_optional_block(void)
{
    return rb_block_given_p() ? rb_block_proc() : Qnil;
}

static VALUE
lazy_m_grep(VALUE lazy, VALUE pattern)
{
    return lazy_add(lazy, "grep", LAZY_GREP, pattern, lazy_optional_block(), ary_new_from(&pattern, 1), NULL);
}

static VALUE
lazy_m_grep_v(VALUE lazy, VALUE pattern)
{
    return lazy_add(lazy, "grep_v", LAZY_GREP_V, pattern, lazy_optional_block(), ary_new_from(&pattern, 1), NULL);
}

static VALUE
lazy_m_take(VALUE lazy, VALUE count)
{
    long n = NUM2LONG(count);
    if (n < 0) rb_raise(rb_eArgError, "attempt to take negative size");
    VALUE c = LONG2NUM(n);
    return lazy_add(lazy, "take", LAZY_TAKE, c, Qnil, ary_new_from(&c, 1), lazy_take_size);
}

static VALUE
lazy_m_drop(VALUE lazy, VALUE count)
{
    long n = NUM2LONG(count);
    if (n < 0) rb_raise(rb_eArgError, "attempt to drop negative size");
    VALUE c = LONG2NUM(n);
    return lazy_add(lazy, "drop", LAZY_DROP, c, Qnil, ary_new_from(&c, 1), lazy_drop_size);
}

static VALUE
lazy_m_take_while(VALUE lazy)
{
    return lazy_add(lazy, "take_while", LAZY_TAKE_WHILE, Qnil, lazy_need_block("take_while"), 0, NULL);
}

static VALUE
lazy_m_drop_while(VALUE lazy)
{
    return lazy_add(lazy, "drop_while", LAZY_DROP_WHILE, Qnil, lazy_need_block("drop_while"), 0, NULL);
}

static VALUE
lazy_m_uniq(VALUE lazy)
{
    return lazy_add(lazy, "uniq", LAZY_UNIQ, Qnil, lazy_optional_block(), 0, NULL);
}

static VALUE
lazy_m_compact(VALUE lazy)
{
    return lazy_add(lazy, "compact", LAZY_COMPACT, Qnil, Qnil, 0, NULL);
}

static VALUE
lazy_m_zip(int argc, VALUE *argv, VALUE lazy)
{
    if (rb_block_given_p()) return rb_call_super(argc, argv);
    VALUE others = ary_new_from(argv, (size_t)argc), arrays = ary_new();
    for (int i = 0; i < argc && arrays != Qnil; i++) {
        VALUE a = ary_check(argv[i]);
        arrays = a == Qnil ? Qnil : ary_push(arrays, a);
    }
    for (int i = 0; i < argc && arrays == Qnil; i++) {
        if (!rb_respond_to(argv[i], id_each)) {
            rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (must respond to :each)", rb_obj_class(argv[i]));
        }
    }
    return lazy_add(lazy, "zip", LAZY_ZIP, arrays == Qnil ? others : arrays, val_bool(arrays != Qnil), others,
                    lazy_receiver_size);
}

static VALUE
lazy_m_with_index(int argc, VALUE *argv, VALUE lazy)
{
    rb_check_arity(argc, 0, 1);
    VALUE from = argc == 0 || argv[0] == Qnil ? int_fix(0) : rb_to_int(argv[0]);
    return lazy_add(lazy, "with_index", LAZY_WITH_INDEX, from, lazy_optional_block(), ary_new_from(&from, 1),
                    lazy_receiver_size);
}

/* Implements chunk, chain and others: calls Enumerable's method and makes its result lazy. */
static VALUE
lazy_m_super(int argc, VALUE *argv, VALUE lazy UNUSED_OK)
{
    return enum_m_lazy(rb_call_super(argc, argv));
}

static VALUE
lazy_m_eager(VALUE lazy)
{
    return enumerator_init(enumerator_s_alloc(rb_cEnumerator), lazy, id_each, 0, NULL, enum_size, Qnil, false);
}

static VALUE
lazy_m_force(int argc, VALUE *argv, VALUE lazy)
{
    return enum_to_a(lazy, argc, argv);
}

static VALUE
lazy_m_lazy(VALUE lazy)
{
    return lazy;
}

/* Enumerable's own versions stay reachable under private names. */
static void
lazy_alias_originals(VALUE k)
{
    char buf[64];
    for (size_t i = 0; i < lengthof(lazy_originals); i++) {
        snprintf(buf, sizeof buf, "_enumerable_%s", lazy_originals[i]);
        rb_define_alias(k, buf, lazy_originals[i]);
        method_set_visi(k, rb_intern(buf), VISI_PRIVATE);
    }
}

void
Init_enumerator_lazy(void)
{
    id_each = rb_intern("each");
    id_call = rb_intern("call");
    id_eqq = rb_intern("===");
    id_force = rb_intern("force");
    id_next = rb_intern("next");
    id_chain = rb_intern("__chain__");
    VALUE k = enum_cLazy = rb_define_class_under(rb_cEnumerator, "Lazy", rb_cEnumerator);
    rb_gc_register_mark_object(k);
    rb_define_method(rb_mEnumerable, "lazy", enum_m_lazy, 0);
    lazy_alias_originals(k);
    rb_define_method(k, "initialize", lazy_m_initialize, -1);
    rb_define_method(k, "to_enum", lazy_m_to_enum, -1);
    rb_define_method(k, "enum_for", lazy_m_to_enum, -1);
    rb_define_method(k, "eager", lazy_m_eager, 0);
    rb_define_method(k, "force", lazy_m_force, -1);
    rb_define_method(k, "lazy", lazy_m_lazy, 0);
    rb_define_method(k, "map", lazy_m_map, 0);
    rb_define_alias(k, "collect", "map");
    rb_define_method(k, "flat_map", lazy_m_flat_map, 0);
    rb_define_alias(k, "collect_concat", "flat_map");
    rb_define_method(k, "select", lazy_m_select, 0);
    rb_define_alias(k, "find_all", "select");
    rb_define_alias(k, "filter", "select");
    rb_define_method(k, "reject", lazy_m_reject, 0);
    rb_define_method(k, "filter_map", lazy_m_filter_map, 0);
    rb_define_method(k, "grep", lazy_m_grep, 1);
    rb_define_method(k, "grep_v", lazy_m_grep_v, 1);
    rb_define_method(k, "zip", lazy_m_zip, -1);
    rb_define_method(k, "take", lazy_m_take, 1);
    rb_define_method(k, "take_while", lazy_m_take_while, 0);
    rb_define_method(k, "drop", lazy_m_drop, 1);
    rb_define_method(k, "drop_while", lazy_m_drop_while, 0);
    rb_define_method(k, "uniq", lazy_m_uniq, 0);
    rb_define_method(k, "compact", lazy_m_compact, 0);
    rb_define_method(k, "with_index", lazy_m_with_index, -1);
    static const char *const by_super[] = {"chunk", "slice_before", "slice_after", "slice_when", "chunk_while", "chain",
                                           "+"};
    for (size_t i = 0; i < lengthof(by_super); i++) rb_define_method(k, by_super[i], lazy_m_super, -1);
}
