/*
 * enum/slice.c - Enumerable: runs of elements (each_slice, chunk, slice_when...), zip and cycle.
 *
 * Uses      enum.c, enumerator.c (chunk and slice_when return Enumerators)
 * Checked   test/test_enumerable.rb, ruby/spec core/enumerable
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/vm/block_info.h"
#include "internal/enum.h"
#include "internal/hash.h"
#include <limits.h>
#include <math.h>

static ID id_each, id_eqq, id_next, id_call, id_to_enum;

/* ---- each_slice, each_cons ---- */

struct run_walk {
    VALUE run;
    size_t size;
    bool keep; /* the block may hold on to the list: make a new one each time */
};

static VALUE
slice_each(int argc, const VALUE *argv, void *state)
{
    struct run_walk *w = state;
    ary_push(w->run, enum_pack(argc, argv));
    if (ary_len(w->run) < w->size) return Qnil;
    VALUE full = w->run;
    w->run = ary_new_capa(w->size < 31 ? w->size : 31);
    return rb_yield(full);
}

static long
run_size(VALUE count, const char *message)
{
    long n = NUM2LONG(count);
    if (n <= 0) rb_raise(rb_eArgError, "%s", message);
    return n;
}

static VALUE
each_slice_size(VALUE obj, VALUE args, VALUE eobj UNUSED_OK)
{
    long n = run_size(ary_at(args, 0), "invalid slice size");
    VALUE size = enum_size(obj, 0, 0);
    if (size == Qnil) return Qnil;
    if (val_float_p(size)) return size; /* Infinity */
    return int_div(int_add(size, int_fix(n - 1)), int_fix(n));
}

/* Returns obj.size if it is a Fixnum, else LONG_MAX. */
static long
known_size(VALUE obj)
{
    VALUE size = enum_size(obj, 0, 0);
    return val_fix_p(size) ? fix_int(size) : LONG_MAX;
}

/* Yields slices of `count` elements.  If obj.size is less than a slice, the slice is yielded with the last element, before `each`
 * returns. */
static VALUE
enum_m_each_slice(VALUE obj, VALUE count)
{
    long n = run_size(count, "invalid slice size");
    RETURN_SIZED_ENUMERATOR(obj, 1, &count, each_slice_size);
    long all = known_size(obj);
    if (all > 0 && all < n) n = all;
    struct run_walk w = {ary_new_capa(n < 31 ? (size_t)n : 31), (size_t)n, true};
    enum_each(obj, slice_each, &w);
    if (ary_len(w.run) > 0) rb_yield(w.run);
    return obj;
}

static VALUE
cons_each(int argc, const VALUE *argv, void *state)
{
    struct run_walk *w = state;
    if (ary_len(w->run) == w->size) ary_shift(w->run);
    ary_push(w->run, enum_pack(argc, argv));
    if (ary_len(w->run) < w->size) return Qnil;
    return rb_yield(ary_new_from(ary_ptr(w->run), w->size));
}

static VALUE
each_cons_size(VALUE obj, VALUE args, VALUE eobj UNUSED_OK)
{
    long n = run_size(ary_at(args, 0), "invalid size");
    VALUE size = enum_size(obj, 0, 0);
    if (size == Qnil) return Qnil;
    if (val_float_p(size)) return size;
    VALUE r = int_add(size, int_fix(1 - n));
    return int_cmp(r, int_fix(0)) < 0 ? int_fix(0) : r;
}

static VALUE
enum_m_each_cons(VALUE obj, VALUE count)
{
    long n = run_size(count, "invalid size");
    RETURN_SIZED_ENUMERATOR(obj, 1, &count, each_cons_size);
    if (known_size(obj) < n) return obj;
    struct run_walk w = {ary_tmp_new(n < 31 ? (size_t)n : 31), (size_t)n, true};
    enum_each(obj, cons_each, &w);
    return obj;
}

/* ---- cycle ---- */

static VALUE
cycle_each(int argc, const VALUE *argv, void *state)
{
    VALUE v = enum_pack(argc, argv);
    ary_push(*(VALUE *)state, argc > 1 ? v : ary_new_from(argv, (size_t)argc));
    enum_yield(argc, v);
    return Qnil;
}

static VALUE
cycle_size(VALUE obj, VALUE args, VALUE eobj UNUSED_OK)
{
    VALUE size = enum_size(obj, 0, 0), times = args && ary_len(args) > 0 ? ary_at(args, 0) : Qnil;
    if (size == Qnil) return size;
    long n = times == Qnil ? 0 : NUM2LONG(times);
    if (size == int_fix(0)) return size;
    if (times == Qnil) return float_new(HUGE_VAL);
    if (n <= 0) return int_fix(0);
    return rb_funcall(size, '*', 1, LONG2NUM(n));
}

static VALUE
enum_m_cycle(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    RETURN_SIZED_ENUMERATOR(obj, argc, argv, cycle_size);
    bool forever = argc == 0 || argv[0] == Qnil;
    long n = forever ? 0 : NUM2LONG(argv[0]);
    if (!forever && n <= 0) return Qnil;
    VALUE seen = ary_tmp_new(0); /* Arrays of what was yielded each time */
    enum_each(obj, cycle_each, &seen);
    if (ary_len(seen) == 0) return Qnil;
    while (forever || --n > 0) {
        for (size_t i = 0; i < ary_len(seen); i++) {
            VALUE v = ary_at(seen, i);
            size_t k = ary_len(v);
            enum_yield((int)k, k == 1 ? ary_at(v, 0) : v);
        }
    }
    return Qnil;
}

/* ---- zip ---- */

struct zip_walk {
    VALUE out;    /* list of rows; nil with a block */
    VALUE others; /* Arrays, or Enumerators; nil for one that has ended */
    bool arrays, block;
    size_t n;
};

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

static VALUE
zip_item(struct zip_walk *w, size_t k)
{
    VALUE o = ary_at(w->others, k);
    if (w->arrays) return ary_get(o, (intptr_t)w->n);
    if (o == Qnil) return Qnil;
    bool ended = false;
    VALUE v = rb_rescue2(zip_next, o, zip_ended, (VALUE)&ended, rb_eStopIteration, (VALUE)0);
    if (ended) ary_store(w->others, (intptr_t)k, Qnil);
    return v;
}

static VALUE
zip_each(int argc, const VALUE *argv, void *state)
{
    struct zip_walk *w = state;
    VALUE row = ary_new_capa(ary_len(w->others) + 1);
    ary_push(row, enum_pack(argc, argv));
    for (size_t k = 0; k < ary_len(w->others); k++) ary_push(row, zip_item(w, k));
    w->n++;
    if (w->block) block_yield_spread(row);
    else ary_push(w->out, row);
    return Qnil;
}

static VALUE
enum_m_zip(int argc, VALUE *argv, VALUE obj)
{
    struct zip_walk w = {.others = ary_new_capa((size_t)argc), .arrays = true, .block = rb_block_given_p()};
    for (int i = 0; i < argc && w.arrays; i++) {
        VALUE a = ary_check(argv[i]);
        if (a == Qnil) w.arrays = false;
        else ary_push(w.others, a);
    }
    if (!w.arrays) {
        VALUE each = ID2SYM(id_each);
        ary_truncate(w.others, 0);
        for (int i = 0; i < argc; i++) {
            if (!rb_respond_to(argv[i], id_each)) {
                rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (must respond to :each)", rb_obj_class(argv[i]));
            }
            ary_push(w.others, rb_funcallv(argv[i], id_to_enum, 1, &each));
        }
    }
    w.out = w.block ? Qnil : ary_new();
    enum_each(obj, zip_each, &w);
    return w.out;
}

/* ---- chunk: an Enumerator over data [obj, block] ---- */

struct chunk_walk {
    VALUE block, yielder, key, run; /* run: Qundef, no run is open */
    VALUE alone, separator;
};

static void
chunk_flush(struct chunk_walk *w)
{
    if (w->run == Qundef) return;
    VALUE pair = rb_assoc_new(w->key, w->run);
    w->run = Qundef;
    enumerator_yielder_push(w->yielder, pair);
}

static VALUE
chunk_each(int argc, const VALUE *argv, void *state)
{
    struct chunk_walk *w = state;
    VALUE v = enum_pack(argc, argv), key = rb_funcallv(w->block, id_call, 1, &v);
    if (key == w->alone) {
        chunk_flush(w);
        enumerator_yielder_push(w->yielder, rb_assoc_new(key, ary_new_from(&v, 1)));
    } else if (key == Qnil || key == w->separator) {
        chunk_flush(w);
    } else if (RB_SYMBOL_P(key) && RSTRING_PTR(rb_sym2str(key))[0] == '_') {
        rb_raise(rb_eRuntimeError, "symbols beginning with an underscore are reserved");
    } else if (w->run != Qundef && rb_equal(w->key, key)) {
        ary_push(w->run, v);
    } else {
        chunk_flush(w);
        w->key = key;
        w->run = ary_new_from(&v, 1);
    }
    return Qnil;
}

static VALUE
chunk_run(RB_BLOCK_CALL_FUNC_ARGLIST(yielder, data))
{
    struct chunk_walk w = {
        ary_at(data, 1), yielder, Qnil, Qundef, ID2SYM(rb_intern("_alone")), ID2SYM(rb_intern("_separator"))};
    enum_each(ary_at(data, 0), chunk_each, &w);
    chunk_flush(&w);
    return Qnil;
}

static VALUE
enum_m_chunk(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    VALUE data = rb_assoc_new(obj, rb_block_proc());
    return enumerator_from_fn(chunk_run, data);
}

/* ---- slice_before, slice_after, slice_when, chunk_while: data [obj, test, kind] ---- */

enum cut_kind { CUT_BEFORE, CUT_AFTER, CUT_WHEN, CUT_UNLESS };

struct cut_walk {
    VALUE test, yielder, run, last; /* run: Qundef, none is open; last: Qundef before the first */
    enum cut_kind kind;
    bool by_pattern;
};

static bool
cut_test(struct cut_walk *w, VALUE v)
{
    return val_truthy(rb_funcallv(w->test, w->by_pattern ? id_eqq : id_call, 1, &v));
}

static void
cut_flush(struct cut_walk *w)
{
    VALUE run = w->run;
    w->run = Qundef;
    if (run != Qundef) enumerator_yielder_push(w->yielder, run);
}

static bool
cut_here(struct cut_walk *w, VALUE v) /* between the last element and v? */
{
    switch (w->kind) {
    case CUT_BEFORE: return cut_test(w, v);
    case CUT_AFTER: return false;
    default: {
        if (w->last == Qundef) return false;
        VALUE pair[2] = {w->last, v};
        bool said = val_truthy(rb_funcallv(w->test, id_call, 2, pair));
        return w->kind == CUT_WHEN ? said : !said;
    }
    }
}

static VALUE
cut_each(int argc, const VALUE *argv, void *state)
{
    struct cut_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    if (cut_here(w, v)) cut_flush(w);
    if (w->run == Qundef) w->run = ary_new_from(&v, 1);
    else ary_push(w->run, v);
    w->last = v;
    if (w->kind == CUT_AFTER && cut_test(w, v)) cut_flush(w);
    return Qnil;
}

static VALUE
cut_run(RB_BLOCK_CALL_FUNC_ARGLIST(yielder, data))
{
    struct cut_walk w = {
        ary_at(data, 1), yielder, Qundef, Qundef, (enum cut_kind)fix_int(ary_at(data, 2)), val_truthy(ary_at(data, 3))};
    enum_each(ary_at(data, 0), cut_each, &w);
    cut_flush(&w);
    return Qnil;
}

static VALUE
enum_cut(VALUE obj, VALUE test, enum cut_kind kind, bool by_pattern)
{
    VALUE data[4] = {obj, test, int_fix(kind), val_bool(by_pattern)};
    return enumerator_from_fn(cut_run, ary_new_from(data, 4));
}

static VALUE
enum_cut_by(int argc, VALUE *argv, VALUE obj, enum cut_kind kind)
{
    if (rb_block_given_p()) {
        if (argc != 0) rb_error_arity(argc, 0, 0);
        return enum_cut(obj, rb_block_proc(), kind, false);
    }
    rb_check_arity(argc, 1, 1);
    return enum_cut(obj, argv[0], kind, kind == CUT_AFTER || argv[0] != Qnil); /* CRuby takes nil before for a block */
}

static VALUE
enum_m_slice_before(int argc, VALUE *argv, VALUE obj)
{
    return enum_cut_by(argc, argv, obj, CUT_BEFORE);
}

static VALUE
enum_m_slice_after(int argc, VALUE *argv, VALUE obj)
{
    return enum_cut_by(argc, argv, obj, CUT_AFTER);
}

static VALUE
enum_m_slice_when(VALUE obj)
{
    return enum_cut(obj, rb_block_proc(), CUT_WHEN, false);
}

static VALUE
enum_m_chunk_while(VALUE obj)
{
    return enum_cut(obj, rb_block_proc(), CUT_UNLESS, false);
}

void
Init_enum_slice(void)
{
    VALUE m = rb_mEnumerable;
    id_each = rb_intern("each");
    id_eqq = rb_intern("===");
    id_next = rb_intern("next");
    id_call = rb_intern("call");
    id_to_enum = rb_intern("to_enum");
    rb_define_method(m, "each_slice", enum_m_each_slice, 1);
    rb_define_method(m, "each_cons", enum_m_each_cons, 1);
    rb_define_method(m, "cycle", enum_m_cycle, -1);
    rb_define_method(m, "zip", enum_m_zip, -1);
    rb_define_method(m, "chunk", enum_m_chunk, 0);
    rb_define_method(m, "slice_before", enum_m_slice_before, -1);
    rb_define_method(m, "slice_after", enum_m_slice_after, -1);
    rb_define_method(m, "slice_when", enum_m_slice_when, 0);
    rb_define_method(m, "chunk_while", enum_m_chunk_while, 0);
}
