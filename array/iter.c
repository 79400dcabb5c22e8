/*
 * array/iter.c - Array methods that visit elements: each, map, select, find, sum, zip and others.
 *
 * Uses      array.c, object/compare.h
 * Invariant A loop that runs a block reads len and ptr again after each yield: the block may change the receiver.
 * Checked   test/test_array.rb, ruby/spec core/array
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/object/compare.h"
#include "internal/enum.h"
#include "internal/numeric.h"
#include "internal/vm/block_info.h"
#include <math.h>

static ID id_cmp, id_each, id_eqq, id_call;

static VALUE
ary_enum_len(VALUE a, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return int_fix((intptr_t)ary_len(a));
}

/* ---- each ---- */

VALUE
rb_ary_each(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    for (size_t i = 0; i < ary_len(a); i++) rb_yield(ary_at(a, i));
    return a;
}

static VALUE
ary_m_each_index(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    for (size_t i = 0; i < ary_len(a); i++) rb_yield(int_fix((intptr_t)i));
    return a;
}

static VALUE
ary_m_reverse_each(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    for (size_t i = ary_len(a); i > 0;) {
        rb_yield(ary_at(a, --i));
        if (i > ary_len(a)) i = ary_len(a);
    }
    return a;
}

static VALUE
ary_cycle_size(VALUE a, VALUE args, VALUE eobj UNUSED_OK)
{
    VALUE n = args && ary_len(args) > 0 ? ary_at(args, 0) : Qnil;
    if (ary_len(a) == 0) return int_fix(0);
    if (n == Qnil) return float_new(HUGE_VAL);
    long times = NUM2LONG(n);
    return times <= 0 ? int_fix(0) : int_mul(int_fix((intptr_t)ary_len(a)), LONG2NUM(times));
}

static VALUE
ary_m_cycle(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    RETURN_SIZED_ENUMERATOR(a, argc, argv, ary_cycle_size);
    if (argc == 0 || argv[0] == Qnil) {
        while (ary_len(a) > 0) {
            for (size_t i = 0; i < ary_len(a); i++) rb_yield(ary_at(a, i));
        }
        return Qnil;
    }
    for (long n = NUM2LONG(argv[0]); n > 0 && ary_len(a) > 0; n--) {
        for (size_t i = 0; i < ary_len(a); i++) rb_yield(ary_at(a, i));
    }
    return Qnil;
}

/* ---- mapping and selecting ---- */

static VALUE
ary_m_map(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    VALUE r = ary_new_capa(ary_len(a));
    for (size_t i = 0; i < ary_len(a); i++) ary_push(r, rb_yield(ary_at(a, i)));
    return r;
}

static VALUE
ary_filtered(VALUE a, bool want)
{
    VALUE r = ary_new();
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (val_truthy(rb_yield(v)) == want) ary_push(r, v);
    }
    return r;
}

static VALUE
ary_m_select(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    return ary_filtered(a, true);
}

static VALUE
ary_m_reject(VALUE a)
{
    RETURN_SIZED_ENUMERATOR(a, 0, 0, ary_enum_len);
    return ary_filtered(a, false);
}

static VALUE
ary_m_take(VALUE a, VALUE count)
{
    long n = NUM2LONG(count);
    if (n < 0) rb_raise(rb_eArgError, "attempt to take negative size");
    return rb_ary_subseq(a, 0, n);
}

static VALUE
ary_m_drop(VALUE a, VALUE count)
{
    long n = NUM2LONG(count);
    if (n < 0) rb_raise(rb_eArgError, "attempt to drop negative size");
    VALUE r = rb_ary_subseq(a, n, (long)ary_len(a));
    return r == Qnil ? ary_new() : r;
}

static size_t
ary_while(VALUE a) /* how many leading elements the block likes */
{
    size_t i = 0;
    while (i < ary_len(a) && val_truthy(rb_yield(ary_at(a, i)))) i++;
    return i;
}

static VALUE
ary_m_take_while(VALUE a)
{
    RETURN_ENUMERATOR(a, 0, 0);
    return ary_m_take(a, int_fix((intptr_t)ary_while(a)));
}

static VALUE
ary_m_drop_while(VALUE a)
{
    RETURN_ENUMERATOR(a, 0, 0);
    return ary_m_drop(a, int_fix((intptr_t)ary_while(a)));
}

/* ---- finding ---- */

/* Returns whether the element matches the pattern or, without one, whether the block's value or the element is truthy. */
static inline bool
ary_matches(VALUE v, int argc, const VALUE *argv, bool block)
{
    if (argc) return val_truthy(rb_funcall(argv[0], id_eqq, 1, v));
    return val_truthy(block ? rb_yield(v) : v);
}

static bool
ary_match_args(int argc)
{
    rb_check_arity(argc, 0, 1);
    bool block = rb_block_given_p();
    if (block && argc) rb_warn("given block not used");
    return block;
}

static VALUE
ary_m_any_p(int argc, VALUE *argv, VALUE a)
{
    bool block = ary_match_args(argc);
    for (size_t i = 0; i < ary_len(a); i++) {
        if (ary_matches(ary_at(a, i), argc, argv, block)) return Qtrue;
    }
    return Qfalse;
}

static VALUE
ary_m_all_p(int argc, VALUE *argv, VALUE a)
{
    bool block = ary_match_args(argc);
    for (size_t i = 0; i < ary_len(a); i++) {
        if (!ary_matches(ary_at(a, i), argc, argv, block)) return Qfalse;
    }
    return Qtrue;
}

static VALUE
ary_m_none_p(int argc, VALUE *argv, VALUE a)
{
    bool block = ary_match_args(argc);
    for (size_t i = 0; i < ary_len(a); i++) {
        if (ary_matches(ary_at(a, i), argc, argv, block)) return Qfalse;
    }
    return Qtrue;
}

static VALUE
ary_m_one_p(int argc, VALUE *argv, VALUE a)
{
    bool block = ary_match_args(argc), seen = false;
    for (size_t i = 0; i < ary_len(a); i++) {
        if (!ary_matches(ary_at(a, i), argc, argv, block)) continue;
        if (seen) return Qfalse;
        seen = true;
    }
    return val_bool(seen);
}

static VALUE
ary_m_index(int argc, VALUE *argv, VALUE a)
{
    if (argc == 0) {
        RETURN_ENUMERATOR(a, 0, 0);
        for (size_t i = 0; i < ary_len(a); i++) {
            if (val_truthy(rb_yield(ary_at(a, i)))) return int_fix((intptr_t)i);
        }
        return Qnil;
    }
    ary_match_args(argc);
    for (size_t i = 0; i < ary_len(a); i++) {
        if (obj_equal(ary_at(a, i), argv[0])) return int_fix((intptr_t)i);
    }
    return Qnil;
}

static VALUE
ary_m_rindex(int argc, VALUE *argv, VALUE a)
{
    if (argc == 0) RETURN_ENUMERATOR(a, 0, 0);
    else ary_match_args(argc);
    for (size_t i = ary_len(a); i > 0;) {
        VALUE v = ary_at(a, --i);
        if (argc ? obj_equal(v, argv[0]) : val_truthy(rb_yield(v))) return int_fix((intptr_t)i);
        if (i > ary_len(a)) i = ary_len(a);
    }
    return Qnil;
}

static VALUE
ary_if_none(int argc, VALUE *argv)
{
    return argc && argv[0] != Qnil ? rb_funcallv(argv[0], id_call, 0, NULL) : Qnil;
}

static VALUE
ary_m_find(int argc, VALUE *argv, VALUE a)
{
    RETURN_ENUMERATOR(a, argc, argv);
    rb_check_arity(argc, 0, 1);
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (val_truthy(rb_yield(v))) return v;
    }
    return ary_if_none(argc, argv);
}

static VALUE
ary_m_rfind(int argc, VALUE *argv, VALUE a)
{
    RETURN_ENUMERATOR(a, argc, argv);
    rb_check_arity(argc, 0, 1);
    for (size_t i = ary_len(a); i > 0;) {
        VALUE v = ary_at(a, --i);
        if (val_truthy(rb_yield(v))) return v;
        if (i > ary_len(a)) i = ary_len(a);
    }
    return ary_if_none(argc, argv);
}

static VALUE
ary_m_count(int argc, VALUE *argv, VALUE a)
{
    intptr_t n = 0;
    bool block = ary_match_args(argc);
    if (argc == 0 && !block) return int_fix((intptr_t)ary_len(a));
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        n += argc ? obj_equal(v, argv[0]) : val_truthy(rb_yield(v));
    }
    return int_fix(n);
}

/* Returns the direction for the value of a bsearch block: -1 left, 0 found, 1 right.  Sets *ok to whether the element may be the
 * result. */
static int
ary_bsearch_verdict(VALUE said, bool *ok)
{
    *ok = false;
    if (said == int_fix(0)) {
        *ok = true;
        return 0;
    }
    if (said == Qtrue) {
        *ok = true;
        return -1;
    }
    if (!val_truthy(said)) return 1;
    if (!rb_obj_is_kind_of(said, rb_cNumeric)) {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (must be numeric, true, false or nil)",
                 rb_obj_class(said));
    }
    int c = rb_cmpint(rb_funcall(said, id_cmp, 1, int_fix(0)), said, int_fix(0));
    *ok = c == 0;
    return c == 0 ? 0 : c < 0 ? -1 : 1;
}

static intptr_t
ary_bsearch(VALUE a) /* index, or -1 */
{
    size_t low = 0, high = ary_len(a);
    intptr_t best = -1;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        bool ok;
        int go = ary_bsearch_verdict(rb_yield(ary_get(a, (intptr_t)mid)), &ok);
        if (ok) best = (intptr_t)mid;
        if (go == 0) return best;
        if (go < 0) high = mid;
        else low = mid + 1;
    }
    return best;
}

static VALUE
ary_m_bsearch(VALUE a)
{
    RETURN_ENUMERATOR(a, 0, 0);
    intptr_t i = ary_bsearch(a);
    return i < 0 ? Qnil : ary_get(a, i);
}

static VALUE
ary_m_bsearch_index(VALUE a)
{
    RETURN_ENUMERATOR(a, 0, 0);
    intptr_t i = ary_bsearch(a);
    return i < 0 ? Qnil : int_fix(i);
}

/* ---- folding ---- */

static VALUE
ary_m_sum(int argc, VALUE *argv, VALUE a)
{
    rb_check_arity(argc, 0, 1);
    struct sum_state s;
    bool block = rb_block_given_p();
    sum_begin(&s, argc ? argv[0] : int_fix(0));
    if (s.mode == SUM_FLOAT) s.mode = SUM_ANY; /* from a Float on just +, as CRuby answers; Enumerable#sum compensates */
    size_t i = 0;
    if (!block && s.mode == SUM_EXACT) { /* as long as they are Fixnums */
        const VALUE *p = ary_ptr(a);
        intptr_t total = s.small, t;
        for (size_t n = ary_len(a); i < n && val_fix_p(p[i]) && !__builtin_add_overflow(total, fix_int(p[i]), &t); i++)
            total = t;
        s.small = total;
    }
    for (; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        sum_add(&s, block ? rb_yield(v) : v);
    }
    return sum_end(&s);
}

/* The least (sign 1) or greatest (sign -1) element; Qundef if there is none. */
static VALUE
ary_extreme(VALUE a, int sign, bool block)
{
    if (ary_len(a) == 0) return Qundef;
    VALUE best = ary_at(a, 0);
    unsigned basic = block ? 0 : cmp_basic();
    size_t i = 1;
    if (!block) i += obj_extreme_run(ary_ptr(a) + 1, ary_len(a) - 1, sign, basic, &best);
    for (; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        int c;
        if (block) c = rb_cmpint(rb_yield_values(2, v, best), v, best);
        else c = -obj_cmp(best, v, basic); /* whom <=> is asked of shows in messages */
        if (c * sign < 0) best = v;
    }
    return best;
}

/* The n least (sign 1) or greatest (sign -1) elements by <=> or the block, in order. */
static VALUE
ary_extremes(VALUE a, VALUE count, int sign)
{
    struct ary_pick k;
    ary_pick_begin(&k, count, sign, false);
    if (k.n == 0) return ary_new();
    for (size_t i = 0; i < ary_len(a); i++) ary_pick_add(&k, ary_at(a, i), ary_at(a, i));
    return ary_pick_end(&k);
}

static VALUE
ary_min_max(int argc, VALUE *argv, VALUE a, int sign)
{
    rb_check_arity(argc, 0, 1);
    bool block = rb_block_given_p();
    if (argc && argv[0] != Qnil) return ary_extremes(a, argv[0], sign);
    VALUE v = ary_extreme(a, sign, block);
    return v == Qundef ? Qnil : v;
}

static VALUE
ary_m_min(int argc, VALUE *argv, VALUE a)
{
    return ary_min_max(argc, argv, a, 1);
}

static VALUE
ary_m_max(int argc, VALUE *argv, VALUE a)
{
    return ary_min_max(argc, argv, a, -1);
}

static VALUE
ary_m_minmax(VALUE a)
{
    if (rb_block_given_p()) return rb_call_super(0, NULL); /* Enumerable's makes fewer calls */
    VALUE max = ary_m_max(0, NULL, a);
    return rb_assoc_new(ary_m_min(0, NULL, a), max);
}

/* ---- zip ---- */

struct ary_take {
    VALUE out;
    size_t want;
};

static VALUE
ary_take_each(RB_BLOCK_CALL_FUNC_ARGLIST(v, p))
{
    struct ary_take *t = memo_body(p);
    ary_push(t->out, rb_enum_values_pack(argc, argv));
    if (--t->want == 0) rb_iter_break();
    return Qnil;
}

/* Returns at most n elements of an Array or of an object with each. */
static VALUE
ary_take_items(VALUE v, size_t n)
{
    if (n == 0) return ary_new();
    VALUE r = ary_check(v);
    if (r != Qnil) return ary_subseq(r, 0, ary_len(r) < n ? ary_len(r) : n);
    if (!rb_respond_to(v, id_each)) {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (must respond to :each)", rb_obj_class(v));
    }
    struct ary_take t = {ary_new(), n};
    memo_call(v, id_each, 0, NULL, ary_take_each, &t, sizeof t);
    return t.out;
}

static VALUE
ary_m_zip(int argc, VALUE *argv, VALUE a)
{
    bool block = rb_block_given_p();
    size_t n = ary_len(a); /* the rows of a result; a block also gets those of elements that are appended meanwhile */
    VALUE others = ary_tmp_new((size_t)argc), r = block ? Qnil : ary_new_capa(n);
    for (int k = 0; k < argc; k++) ary_push(others, ary_take_items(argv[k], ary_len(a)));
    for (size_t i = 0; i < (block ? ary_len(a) : n); i++) {
        VALUE row = ary_new_len((size_t)argc + 1), *to = ary_wptr(row);
        to[0] = ary_get(a, (intptr_t)i);
        for (int k = 0; k < argc; k++) to[k + 1] = ary_get(ary_at(others, (size_t)k), (intptr_t)i);
        gc_wb(row);
        if (block) block_yield_spread(row);
        else ary_push(r, row);
    }
    return r;
}

void
Init_array_iter(void)
{
    VALUE k = rb_cArray;
    id_cmp = rb_intern("<=>");
    id_each = rb_intern("each");
    id_eqq = rb_intern("===");
    id_call = rb_intern("call");
    rb_define_method(k, "each", rb_ary_each, 0);
    rb_define_method(k, "each_index", ary_m_each_index, 0);
    rb_define_method(k, "reverse_each", ary_m_reverse_each, 0);
    rb_define_method(k, "cycle", ary_m_cycle, -1);
    rb_define_method(k, "map", ary_m_map, 0);
    rb_define_method(k, "collect", ary_m_map, 0);
    rb_define_method(k, "select", ary_m_select, 0);
    rb_define_method(k, "filter", ary_m_select, 0);
    rb_define_method(k, "reject", ary_m_reject, 0);
    rb_define_method(k, "take", ary_m_take, 1);
    rb_define_method(k, "drop", ary_m_drop, 1);
    rb_define_method(k, "take_while", ary_m_take_while, 0);
    rb_define_method(k, "drop_while", ary_m_drop_while, 0);
    rb_define_method(k, "any?", ary_m_any_p, -1);
    rb_define_method(k, "all?", ary_m_all_p, -1);
    rb_define_method(k, "none?", ary_m_none_p, -1);
    rb_define_method(k, "one?", ary_m_one_p, -1);
    rb_define_method(k, "index", ary_m_index, -1);
    rb_define_method(k, "find_index", ary_m_index, -1);
    rb_define_method(k, "rindex", ary_m_rindex, -1);
    rb_define_method(k, "find", ary_m_find, -1);
    rb_define_method(k, "detect", ary_m_find, -1);
    rb_define_method(k, "rfind", ary_m_rfind, -1);
    rb_define_method(k, "count", ary_m_count, -1);
    rb_define_method(k, "bsearch", ary_m_bsearch, 0);
    rb_define_method(k, "bsearch_index", ary_m_bsearch_index, 0);
    rb_define_method(k, "sum", ary_m_sum, -1);
    rb_define_method(k, "min", ary_m_min, -1);
    rb_define_method(k, "max", ary_m_max, -1);
    rb_define_method(k, "minmax", ary_m_minmax, 0);
    rb_define_method(k, "zip", ary_m_zip, -1);
}
