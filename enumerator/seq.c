/*
 * enumerator/seq.c - Enumerator::ArithmeticSequence: what Range#step, Range#% and Numeric#step answer.
 *
 * Uses      enumerator.c, range.h, numeric.h
 * Invariant An ArithmeticSequence is an Enumerator (its data begins with struct enumerator), made by arith_seq_new() only.
 * Checked   test/test_arithmetic_sequence.rb, ruby/spec core/enumerator/arithmetic_sequence
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/object/compare.h"
#include "internal/enumerator.h"
#include "internal/hash.h"
#include "internal/range.h"
#include "internal/string.h"
#include <math.h>

VALUE rb_cArithSeq;
#define cArithSeq rb_cArithSeq

struct arith_seq {
    struct enumerator e;
    VALUE beg, end, step;
    bool excl;
};

static void
arith_seq_mark(void *p)
{
    const struct arith_seq *s = p;
    enumerator_data_type.function.dmark(p);
    gc_mark(s->beg);
    gc_mark(s->end);
    gc_mark(s->step);
}

static const rb_data_type_t arith_seq_data_type = {
    "arithmetic_sequence",
    {arith_seq_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    &enumerator_data_type,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_EMBEDDABLE,
};

static VALUE
arith_seq_alloc(VALUE beg, VALUE end, VALUE step, bool exclude_end)
{
    struct arith_seq *s;
    VALUE v = TypedData_Make_Struct(cArithSeq, struct arith_seq, &arith_seq_data_type, s);
    s->e.lookahead = s->e.feed = Qundef;
    RB_OBJ_WRITE(v, &s->beg, beg);
    RB_OBJ_WRITE(v, &s->end, end);
    RB_OBJ_WRITE(v, &s->step, step);
    s->excl = exclude_end;
    return v;
}

VALUE
arith_seq_new(VALUE recv, VALUE meth, int argc, const VALUE *argv, rb_enumerator_size_func *size_fn, VALUE beg, VALUE end,
              VALUE step, bool exclude_end)
{
    VALUE seq = arith_seq_alloc(beg, end, step, exclude_end);
    return enumerator_init(seq, recv, rb_to_id(meth), argc, argv, size_fn, Qnil, rb_keyword_given_p());
}

bool
arith_seq_p(VALUE v)
{
    return val_type_p(v, T_DATA) && rb_typeddata_is_kind_of(v, &arith_seq_data_type);
}

static struct arith_seq *
arith_seq(VALUE v)
{
    return rb_check_typeddata(v, &arith_seq_data_type);
}

static VALUE
arith_seq_m_begin(VALUE v)
{
    return arith_seq(v)->beg;
}

static VALUE
arith_seq_m_end(VALUE v)
{
    return arith_seq(v)->end;
}

static VALUE
arith_seq_m_step(VALUE v)
{
    return arith_seq(v)->step;
}

static VALUE
arith_seq_m_exclude_end_p(VALUE v)
{
    return val_bool(arith_seq(v)->excl);
}

/* ---- how many, and which ---- */

static bool
integer_p(VALUE v)
{
    return val_fix_p(v) || val_type_p(v, T_BIGNUM);
}

static VALUE
num_add(VALUE a, VALUE b)
{
    return integer_p(a) && integer_p(b) ? int_add(a, b) : rb_funcall(a, '+', 1, b);
}

static VALUE
num_mul(VALUE a, VALUE b)
{
    return integer_p(a) && integer_p(b) ? int_mul(a, b) : rb_funcall(a, '*', 1, b);
}

static bool
arith_seq_float_p(const struct arith_seq *s)
{
    if (val_type_p(s->beg, T_COMPLEX) || val_type_p(s->step, T_COMPLEX)) return false;
    return val_float_p(s->beg) || val_float_p(s->end) || val_float_p(s->step);
}

static double
arith_seq_float_steps(const struct arith_seq *s)
{
    double step = NUM2DBL(s->step), end = s->end == Qnil ? (step < 0 ? -HUGE_VAL : HUGE_VAL) : NUM2DBL(s->end);
    return float_step_count(NUM2DBL(s->beg), end, step, s->excl);
}

/* Value i of a floating-point sequence; rounding does not carry it past the end. */
static VALUE
arith_seq_float_at(const struct arith_seq *s, double i)
{
    double step = NUM2DBL(s->step), d = i == 0 && isinf(step) ? NUM2DBL(s->beg) : i * step + NUM2DBL(s->beg);
    if (s->end != Qnil && !s->excl) {
        double end = NUM2DBL(s->end);
        if (step >= 0 ? end < d : d < end) d = end;
    }
    return float_new(d);
}

static VALUE
arith_seq_size(const struct arith_seq *s) /* Integer, or Infinity */
{
    if (arith_seq_float_p(s)) {
        double n = arith_seq_float_steps(s);
        if (isinf(n)) return float_new(n);
        return rb_dbl2big(n);
    }
    if (s->end == Qnil || s->step == int_fix(0)) return float_new(HUGE_VAL);
    if (!rb_obj_is_kind_of(s->step, rb_cNumeric)) return Qnil;
    VALUE span = rb_funcall(s->end, '-', 1, s->beg);
    VALUE n = integer_p(span) && integer_p(s->step) ? int_div(span, s->step)
                                                    : rb_funcall(span, rb_intern("div"), 1, s->step);
    if (span != int_fix(0) && num_negative_p(span) != num_negative_p(s->step)) return int_fix(0);
    VALUE last = num_add(s->beg, num_mul(n, s->step));
    if (s->excl && val_truthy(rb_equal(last, s->end))) return n;
    return int_add(n, int_fix(1));
}

static VALUE
arith_seq_m_size(VALUE v)
{
    return arith_seq_size(arith_seq(v));
}

static VALUE
arith_seq_at(const struct arith_seq *s, VALUE i)
{
    if (arith_seq_float_p(s)) return arith_seq_float_at(s, NUM2DBL(i));
    if (i == int_fix(0) || s->step == int_fix(0)) return s->beg;
    return num_add(s->beg, num_mul(i, s->step));
}

/* ---- visiting ---- */

static void
arith_seq_each_fixnum(const struct arith_seq *s)
{
    intptr_t i = fix_int(s->beg), end = fix_int(s->end), step = fix_int(s->step), next;
    if (step > 0) {
        for (; s->excl ? i < end : i <= end; i = next) {
            rb_yield(int_fix(i));
            if (__builtin_add_overflow(i, step, &next)) return;
        }
    } else {
        for (; s->excl ? i > end : i >= end; i = next) {
            rb_yield(int_fix(i));
            if (__builtin_add_overflow(i, step, &next)) return;
        }
    }
}

static VALUE
arith_seq_m_each(VALUE v)
{
    const struct arith_seq *s = arith_seq(v);
    if (!rb_block_given_p()) return v;
    if (arith_seq_float_p(s)) {
        double n = arith_seq_float_steps(s);
        for (double i = 0; i < n; i++) rb_yield(arith_seq_float_at(s, i));
    } else if (s->end == Qnil) {
        for (VALUE c = s->beg;; c = num_add(c, s->step)) rb_yield(c);
    } else if (val_fix2_p(s->beg, s->end) && val_fix_p(s->step) && s->step != int_fix(0)) {
        arith_seq_each_fixnum(s);
    } else {
        VALUE n = arith_seq_size(s);
        for (VALUE i = int_fix(0), c = s->beg; int_cmp(i, n) < 0; i = int_add(i, int_fix(1)), c = num_add(c, s->step))
            rb_yield(c);
    }
    return v;
}

/* Returns whether the sequence begins after its end.  An excluded end that is equal to the begin does not count. */
static bool
arith_seq_beyond_p(const struct arith_seq *s)
{
    if (s->end == Qnil) return false;
    int dir = rb_cmpint(rb_funcall(s->step, rb_intern("<=>"), 1, int_fix(0)), s->step, int_fix(0));
    return dir != 0 && val_truthy(rb_funcall(s->beg, dir > 0 ? '>' : '<', 1, s->end));
}

static VALUE
arith_seq_m_first(int argc, VALUE *argv, VALUE v)
{
    const struct arith_seq *s = arith_seq(v);
    rb_check_arity(argc, 0, 1);
    if (argc == 0) return s->beg == Qnil || arith_seq_beyond_p(s) ? Qnil : s->beg;
    long n = NUM2LONG(argv[0]);
    if (n < 0) rb_raise(rb_eArgError, "attempt to take negative size");
    bool unknown = arith_seq_float_p(s) && isnan(arith_seq_float_steps(s));
    VALUE size = unknown ? Qnil : arith_seq_size(s), r = ary_new();
    if (integer_p(size) && int_cmp(size, LONG2NUM(n)) < 0) n = NUM2LONG(size);
    for (long i = 0; i < n; i++) ary_push(r, arith_seq_at(s, LONG2NUM(i)));
    return r;
}

static VALUE
arith_seq_m_last(int argc, VALUE *argv, VALUE v)
{
    const struct arith_seq *s = arith_seq(v);
    rb_check_arity(argc, 0, 1);
    if (s->end == Qnil) rb_raise(rb_eRangeError, "cannot get the last element of endless arithmetic sequence");
    VALUE size = arith_seq_size(s);
    if (argc == 0) return size == int_fix(0) ? Qnil : arith_seq_at(s, int_sub(size, int_fix(1)));
    VALUE want = rb_to_int(argv[0]);
    if (num_negative_p(want)) rb_raise(rb_eArgError, "negative array size");
    long n = NUM2LONG(int_cmp(size, want) < 0 ? size : want);
    VALUE r = ary_new(), i = int_sub(size, LONG2NUM(n));
    bool integers = integer_p(s->beg) && integer_p(s->step); /* with a count, Rationals become Floats */
    for (long k = 0; k < n; k++, i = int_add(i, int_fix(1))) {
        VALUE at = arith_seq_at(s, i);
        ary_push(r, integers ? at : float_new(NUM2DBL(at)));
    }
    return r;
}

/* ---- comparing, showing ---- */

static VALUE
arith_seq_m_eq(VALUE a, VALUE b)
{
    if (rb_obj_is_kind_of(b, cArithSeq) == Qfalse) return Qfalse;
    const struct arith_seq *x = arith_seq(a), *y = arith_seq(b);
    return val_bool(obj_equal(x->beg, y->beg) && obj_equal(x->end, y->end) && obj_equal(x->step, y->step) &&
                    x->excl == y->excl);
}

static VALUE
arith_seq_m_hash(VALUE v)
{
    const struct arith_seq *s = arith_seq(v);
    uint64_t h = hash_mix(s->excl, obj_hash(s->beg));
    h = hash_mix(h, obj_hash(s->end));
    return hash_to_value(hash_mix(h, obj_hash(s->step)));
}

/* Appends the arguments to text.  Keywords are shown by to_s, as the receiver is; other arguments by inspect. */
static void
arith_seq_show_args(VALUE text, VALUE args)
{
    size_t pos = 0, n = args && args != Qnil ? ary_len(args) : 0;
    VALUE k, v, keywords = n ? ary_at(args, n - 1) : Qnil;
    if (!val_type_p(keywords, T_HASH)) {
        enumerator_append_args(text, args);
        return;
    }
    rb_str_cat_cstr(text, "(");
    for (size_t i = 0; i + 1 < n; i++) {
        rb_str_append(text, rb_inspect(ary_at(args, i)));
        rb_str_cat_cstr(text, ", ");
    }
    for (bool first = true; hash_next(keywords, &pos, &k, &v); first = false) {
        if (!first) rb_str_cat_cstr(text, ", ");
        rb_str_append(text, rb_sym2str(k));
        rb_str_cat_cstr(text, ": ");
        rb_str_append(text, rb_obj_as_string(v));
    }
    rb_str_cat_cstr(text, ")");
}

static VALUE
arith_seq_m_inspect(VALUE v)
{
    const struct arith_seq *s = arith_seq(v);
    VALUE text = rb_str_new_cstr("(");
    bool range = val_range_p(s->e.obj);
    if (range) rb_str_cat_cstr(text, "(");
    rb_str_append(text, rb_obj_as_string(s->e.obj));
    rb_str_cat_cstr(text, range ? ")." : ".");
    rb_str_append(text, rb_id2str(s->e.meth));
    arith_seq_show_args(text, s->e.args);
    return rb_str_cat_cstr(text, ")");
}

/* ---- public C API ---- */

int
rb_arithmetic_sequence_extract(VALUE v, rb_arithmetic_sequence_components_t *c)
{
    if (arith_seq_p(v)) {
        const struct arith_seq *s = arith_seq(v);
        *c = (rb_arithmetic_sequence_components_t){s->beg, s->end, s->step, s->excl};
        return 1;
    }
    c->step = int_fix(1);
    return rb_range_values(v, &c->begin, &c->end, &c->exclude_end) != 0;
}

VALUE
rb_arithmetic_sequence_beg_len_step(VALUE v, long *begp, long *lenp, long *stepp, long len, int err)
{
    rb_arithmetic_sequence_components_t c;
    if (!val_heap_p(v) || !rb_arithmetic_sequence_extract(v, &c)) return Qfalse;
    const long step = NIL_P(c.step) ? 1 : NUM2LONG(c.step);
    const bool backwards = step < 0, strict = err == 0 && labs(step) > 1; /* a step of its own clips nothing */
    VALUE low = c.begin, high = c.end;
    bool excl = c.exclude_end;
    *stepp = step;
    if (backwards) { /* the same elements from the other end */
        high = c.begin;
        low = excl && !NIL_P(c.end) ? LONG2NUM(NUM2LONG(c.end) + 1) : c.end;
        excl = false;
    }
    bool inside = range_clip(low, high, excl, len, strict ? 1 : err, begp, lenp);
    if (strict) inside = inside && *begp <= len && *lenp <= len;
    if (inside) return Qtrue;
    if (!strict) return Qnil; /* unlike rb_range_beg_len, with err == 1 too */
    rb_raise(rb_eRangeError, "%+" PRIsVALUE " out of range", v);
}

void
Init_enumerator_seq(void)
{
    VALUE k = cArithSeq = rb_define_class_under(rb_cEnumerator, "ArithmeticSequence", rb_cEnumerator);
    rb_gc_register_mark_object(k);
    rb_undef_alloc_func(k);
    rb_undef_method(rb_singleton_class(k), "new");
    rb_define_method(k, "begin", arith_seq_m_begin, 0);
    rb_define_method(k, "end", arith_seq_m_end, 0);
    rb_define_method(k, "step", arith_seq_m_step, 0);
    rb_define_method(k, "exclude_end?", arith_seq_m_exclude_end_p, 0);
    rb_define_method(k, "first", arith_seq_m_first, -1);
    rb_define_method(k, "last", arith_seq_m_last, -1);
    rb_define_method(k, "each", arith_seq_m_each, 0);
    rb_define_method(k, "size", arith_seq_m_size, 0);
    rb_define_method(k, "inspect", arith_seq_m_inspect, 0);
    rb_define_method(k, "==", arith_seq_m_eq, 1);
    rb_define_method(k, "===", arith_seq_m_eq, 1);
    rb_define_method(k, "eql?", arith_seq_m_eq, 1);
    rb_define_method(k, "hash", arith_seq_m_hash, 0);
}
