/*
 * range/step.c - Range#step, Range#%, Range#bsearch.
 *
 * step adds: begin, begin + step, and so on, for ends of any class.  For Strings and Symbols with an Integer step it keeps the
 * older meaning, every nth element.  bsearch on Floats runs over their bit patterns, which have the order of the numbers after
 * the negative ones are reversed; 64 probes find any double.
 */
#include "internal/compiler.h"

#include <math.h>
#include <string.h>

#include "internal/numeric/bignum.h"
#include "internal/range.h"
#include "internal/string.h"
#include "ruby/ruby.h"

/* ---- every nth of a String or Symbol range ---- */

struct every_nth {
    VALUE left, n; /* Integers: to skip before the next */
    bool symbols;
};

static void
every_nth_take(struct every_nth *s, VALUE v)
{
    s->left = int_sub(s->left, int_fix(1));
    if (s->left != int_fix(0)) return;
    rb_yield(s->symbols ? rb_str_intern(v) : v);
    s->left = s->n;
}

static VALUE
every_nth_i(RB_BLOCK_CALL_FUNC_ARGLIST(v, state))
{
    every_nth_take((struct every_nth *)state, v);
    return Qnil;
}

static void
step_string(VALUE beg, VALUE end, bool excl, VALUE n, bool symbols)
{
    struct every_nth s = {int_fix(1), n, symbols};
    if (NIL_P(end)) {
        for (VALUE v = rb_str_dup(beg);; v = rb_str_succ(v)) every_nth_take(&s, rb_str_dup(v));
    }
    VALUE args[2] = {end, val_bool(excl)};
    rb_block_call(beg, rb_intern("upto"), 2, args, every_nth_i, (VALUE)&s);
}

/* ---- step ---- */

static bool
numeric_p(VALUE v)
{
    return val_fix_p(v) || RTEST(rb_obj_is_kind_of(v, rb_cNumeric));
}

static void
step_fixnums(intptr_t i, intptr_t end, intptr_t by, bool excl)
{
    if (by < 0) {
        for (end += excl; i >= end; i += by) rb_yield(int_fix(i));
    } else {
        for (end -= excl; i <= end; i += by) rb_yield(int_fix(i));
    }
}

/* By + and <=>, in whatever direction the first step goes; nothing if that is away from the end. */
static void
step_generic(VALUE beg, VALUE end, VALUE by, bool excl)
{
    VALUE v = beg;
    int dir = range_order(beg, end);
    if (dir == 2) return;
    if (dir == 0) {
        if (!excl) rb_yield(v);
        return;
    }
    VALUE next = num_call(v, '+', by);
    if (range_order(beg, next) != dir) return;
    rb_yield(v);
    for (v = next;; v = num_call(v, '+', by)) {
        int c = range_order(v, end);
        if (c != dir && !(c == 0 && !excl)) return;
        rb_yield(v);
        if (c == 0) return;
    }
}

static void
step_numbers_down(VALUE beg, VALUE end, VALUE by, bool excl)
{
    for (VALUE v = beg;; v = num_call(v, '+', by)) {
        int c = range_order(v, end);
        if (c < 0 || c == 2 || (c == 0 && excl)) return;
        rb_yield(v);
        if (c == 0) return;
    }
}

static VALUE
range_step_size(VALUE range, VALUE args, VALUE e)
{
    VALUE beg = range_beg(range), end = range_end(range), by = int_fix(1);
    if (!NIL_P(args) && RARRAY_LEN(args) > 0) by = RARRAY_AREF(args, 0);
    if (NIL_P(end)) return float_new(HUGE_VAL);
    return num_interval_size(beg, end, by, range_excl(range));
}

static VALUE
range_step_enum(int argc, const VALUE *argv, VALUE range, VALUE by, const char *meth)
{
    VALUE beg = range_beg(range), end = range_end(range), name = ID2SYM(rb_intern(meth));
    bool numbers = numeric_p(beg) ? NIL_P(end) || numeric_p(end) : NIL_P(beg) && numeric_p(end);
    if (NIL_P(beg) && !(numbers && numeric_p(by))) {
        rb_raise(rb_eArgError, "#step for non-numeric beginless ranges is meaningless");
    }
    if (numbers && numeric_p(by)) {
        return arith_seq_new(range, name, argc, argv, range_step_size, beg, end, by, range_excl(range));
    }
    return rb_enumeratorize_with_size(range, name, argc, argv, NULL);
}

static void
range_step_yield(VALUE range, VALUE by, VALUE str, VALUE sym)
{
    VALUE beg = range_beg(range), end = range_end(range);
    bool excl = range_excl(range), numbers = numeric_p(beg) && numeric_p(by);
    if (val_fix2_p(beg, by) && val_fix_p(end)) {
        step_fixnums(fix_int(beg), fix_int(end), fix_int(by), excl);
    } else if (numbers && float_step_yield(beg, end, by, excl, NIL_P(end))) {
        return;
    } else if (!NIL_P(str) && val_fix_p(by)) {
        step_string(str, end, excl, by, false);
    } else if (!NIL_P(sym) && val_fix_p(by)) {
        step_string(sym, NIL_P(end) ? end : rb_sym2str(end), excl, by, true);
    } else if (NIL_P(end)) {
        for (VALUE v = beg;; v = num_call(v, '+', by)) rb_yield(v);
    } else if (numbers && num_negative_p(by)) {
        step_numbers_down(beg, end, by, excl);
    } else {
        step_generic(beg, end, by, excl);
    }
}

static VALUE
range_step(int argc, const VALUE *argv, VALUE range, const char *meth)
{
    VALUE beg = range_beg(range), by = int_fix(1);
    VALUE str = rb_check_string_type(beg), sym = SYMBOL_P(beg) ? rb_sym2str(beg) : Qnil;
    bool number = numeric_p(beg) || (NIL_P(beg) && numeric_p(range_end(range)));
    rb_check_arity(argc, 0, 1);
    if (argc) by = argv[0];
    else if (!number && NIL_P(str) && NIL_P(sym)) rb_raise(rb_eArgError, "step is required for non-numeric ranges");
    if (numeric_p(beg) && numeric_p(by) && num_equal_zero_p(by)) rb_raise(rb_eArgError, "step can't be 0");
    if (!rb_block_given_p()) return range_step_enum(argc, argv, range, by, meth);
    if (NIL_P(beg)) rb_raise(rb_eArgError, "#step iteration for beginless ranges is meaningless");
    range_step_yield(range, by, str, sym);
    return range;
}

static VALUE
range_m_step(int argc, const VALUE *argv, VALUE range)
{
    return range_step(argc, argv, range, "step");
}

static VALUE
range_m_percent(VALUE range, VALUE by)
{
    return range_step(1, &by, range, "%");
}

/* ---- bsearch ---- */

enum probe { PROBE_FOUND, PROBE_LOWER, PROBE_HIGHER };

/* Yields v.  A true result means that v satisfies, and that a lower value may too.  A number below 0 means: search lower. */
static enum probe
probe(VALUE v, VALUE *satisfied)
{
    VALUE r = rb_yield(v);
    if (r == int_fix(0)) {
        *satisfied = v;
        return PROBE_FOUND;
    }
    if (r == Qtrue) {
        *satisfied = v;
        return PROBE_LOWER;
    }
    if (!RTEST(r)) return PROBE_HIGHER;
    if (!numeric_p(r)) {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (must be numeric, true, false or nil)", rb_obj_class(r));
    }
    int c = rb_cmpint(num_call(r, rb_intern("<=>"), int_fix(0)), r, int_fix(0));
    if (c == 0) {
        *satisfied = v;
        return PROBE_FOUND;
    }
    return c < 0 ? PROBE_LOWER : PROBE_HIGHER;
}

/* low..high, both Integers. */
static VALUE
bsearch_integers(VALUE low, VALUE high)
{
    VALUE satisfied = Qnil;
    while (int_cmp(low, high) <= 0) {
        VALUE mid = int_shift(int_add(low, high), -1);
        switch (probe(mid, &satisfied)) {
        case PROBE_FOUND: return satisfied;
        case PROBE_LOWER: high = int_sub(mid, int_fix(1)); break;
        case PROBE_HIGHER: low = int_add(mid, int_fix(1)); break;
        }
    }
    return satisfied;
}

/* Searches low..high by machine integers, for each of which value() returns the element.  The middle is rounded as in CRuby. */
static VALUE
bsearch_int64(int64_t low, int64_t high, VALUE (*value)(int64_t))
{
    VALUE satisfied = Qnil;
    while (low <= high) {
        int64_t mid = (low < 0) == (high < 0) ? low + (high - low) / 2 : (low + high) / 2;
        switch (probe(value(mid), &satisfied)) {
        case PROBE_FOUND: return satisfied;
        case PROBE_LOWER: high = mid - 1; break;
        case PROBE_HIGHER: low = mid + 1; break;
        }
    }
    return satisfied;
}

static VALUE
fixnum_value(int64_t i)
{
    return int_fix(i);
}

/* One end is open: strides that double find the stretch to search. */
static VALUE
bsearch_endless(VALUE from)
{
    VALUE satisfied = Qnil;
    for (VALUE stride = int_fix(1);; stride = int_shift(stride, 1)) {
        VALUE to = int_add(from, stride);
        enum probe p = probe(to, &satisfied);
        if (p == PROBE_FOUND) return satisfied;
        if (p == PROBE_LOWER) return bsearch_integers(from, to);
        from = to;
    }
}

/* Searches a range of Integers without a begin.  As in CRuby, its end is tested even if it is excluded. */
static VALUE
bsearch_beginless(VALUE to)
{
    VALUE satisfied = Qnil;
    for (VALUE stride = int_fix(1);; stride = int_shift(stride, 1)) {
        VALUE from = int_sub(to, stride);
        enum probe p = probe(from, &satisfied);
        if (p == PROBE_FOUND) return satisfied;
        if (p == PROBE_HIGHER) return bsearch_integers(from, to);
        to = from;
    }
}

/* Doubles in order of size are these integers in order. */
static int64_t
dbl_to_order(double d)
{
    int64_t i;
    if (d == 0) d = 0; /* -0.0 */
    memcpy(&i, &d, sizeof i);
    return i < 0 ? INT64_MIN - i : i;
}

static double
order_to_dbl(int64_t i)
{
    double d;
    if (i < 0) i = INT64_MIN - i;
    memcpy(&d, &i, sizeof d);
    return d;
}

static VALUE
float_in_order(int64_t i)
{
    return float_new(order_to_dbl(i));
}

static VALUE
bsearch_floats(VALUE beg, VALUE end, bool excl)
{
    int64_t low = dbl_to_order(NIL_P(beg) ? -HUGE_VAL : num_to_double(beg));
    int64_t high = dbl_to_order(NIL_P(end) ? HUGE_VAL : num_to_double(end));
    return bsearch_int64(low, high - excl, float_in_order);
}

static VALUE
range_m_bsearch(VALUE range)
{
    VALUE beg = range_beg(range), end = range_end(range);
    bool excl = range_excl(range), integers = val_int_p(beg) ? val_int_p(end) || NIL_P(end) : NIL_P(beg) && val_int_p(end);
    bool floats = (val_float_p(beg) && (NIL_P(end) || numeric_p(end))) ||
                  (val_float_p(end) && (NIL_P(beg) || numeric_p(beg)));
    if (!integers && !floats) rb_raise(rb_eTypeError, "can't do binary search for %s", rb_obj_classname(beg));
    RETURN_ENUMERATOR(range, 0, NULL);
    if (floats) return bsearch_floats(beg, end, excl);
    if (NIL_P(end)) return bsearch_endless(beg);
    if (NIL_P(beg)) return bsearch_beginless(end);
    if (val_fix2_p(beg, end)) return bsearch_int64(fix_int(beg), fix_int(end) - excl, fixnum_value);
    return bsearch_integers(beg, excl ? int_sub(end, int_fix(1)) : end);
}

void
Init_RangeStep(void)
{
    rb_define_method(rb_cRange, "step", range_m_step, -1);
    rb_define_method(rb_cRange, "%", range_m_percent, 1);
    rb_define_method(rb_cRange, "bsearch", range_m_bsearch, 0);
}
