/*
 * numeric/step.c - counting: Integer#times, #upto, #downto, Numeric#step.
 *
 * A loop with a Float computes the number of its turns first and each value from the start, so that errors do not add up.
 * CRuby does the same, and the values are equal to the last bit.  Integers are counted in a C variable while they fit.
 */
#include "internal/compiler.h"

#include <float.h>
#include <math.h>

#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/range.h"
#include "ruby/ruby.h"

/* ---- Floats ---- */

double
float_step_count(double beg, double end, double unit, bool exclude_end)
{
    double span = end - beg, n = span / unit;
    double err = (fabs(beg) + fabs(end) + fabs(span)) / fabs(unit) * DBL_EPSILON;
    if (isinf(unit)) return unit > 0 ? beg <= end : beg >= end;
    if (unit == 0) return HUGE_VAL;
    if (err > 0.5) err = 0.5;
    if (exclude_end) {
        if (n <= 0) return 0;
        n = n < 1 ? 0 : floor(n - err);
        double last = (n + 1) * unit + beg; /* not reached yet? then one more */
        if (beg < end ? last < end : last > end) n++;
        return n + 1;
    }
    if (n < 0) return 0;
    return floor(n + err) + 1;
}

bool
float_step_yield(VALUE from, VALUE to, VALUE step, bool exclude_end, bool endless)
{
    if (!val_float_p(from) && !val_float_p(to) && !val_float_p(step)) return false;
    const double first = num_to_double(from), by = num_to_double(step);
    const double limit = endless ? copysign(HUGE_VAL, by) : num_to_double(to);
    const double times = float_step_count(first, limit, by, exclude_end); /* endless for a step of 0 */
    for (double i = 0; i < times; i++) {
        double at = i == 0 ? first : first + i * by; /* an infinite step has one value at most */
        rb_yield(float_new(by < 0 ? fmax(at, limit) : by > 0 ? fmin(at, limit) : at)); /* rounding does not pass the limit */
        if (by == 0) i = 0;
    }
    return true;
}

static VALUE
count_from_double(double n)
{
    if (isinf(n)) return float_new(n);
    return int_from_double(n);
}

VALUE
num_interval_size(VALUE from, VALUE to, VALUE step, bool excl)
{
    if (val_fix2_p(from, to) && val_fix_p(step)) {
        intptr_t unit = fix_int(step), span = fix_int(to) - fix_int(from);
        if (unit == 0) return float_new(HUGE_VAL);
        if (unit < 0) {
            unit = -unit;
            span = -span;
        }
        if (excl) span--;
        return span < 0 ? int_fix(0) : int_from_long(span / unit + 1);
    }
    if (val_float_p(from) || val_float_p(to) || val_float_p(step)) {
        return count_from_double(float_step_count(num_to_double(from), num_to_double(to), num_to_double(step), excl));
    }
    int sign = rb_cmpint(num_call(step, rb_intern("<=>"), int_fix(0)), step, int_fix(0));
    if (sign == 0) return float_new(HUGE_VAL);
    ID beyond = sign > 0 ? '>' : '<';
    if (RTEST(num_call(from, beyond, to))) return int_fix(0);
    VALUE n = num_call(num_call(to, '-', from), rb_intern("div"), step);
    VALUE last = num_call(from, '+', num_call(n, '*', step));
    ID before = sign > 0 ? '<' : '>';
    if (!excl || RTEST(num_call(last, before, to))) return num_call(n, '+', int_fix(1));
    return n;
}

/* ---- times, upto, downto ---- */

static VALUE
int_times_size(VALUE x, VALUE args, VALUE e)
{
    return int_neg_p(x) ? int_fix(0) : x;
}

static VALUE
int_m_times(VALUE x)
{
    RETURN_SIZED_ENUMERATOR(x, 0, NULL, int_times_size);
    if (val_fix_p(x)) {
        intptr_t n = fix_int(x);
        for (intptr_t i = 0; i < n; i++) rb_yield(int_fix(i));
    } else {
        for (VALUE i = int_fix(0); int_cmp(i, x) < 0; i = int_add(i, int_fix(1))) rb_yield(i);
    }
    return x;
}

static VALUE
int_upto_size(VALUE x, VALUE args, VALUE e)
{
    return num_interval_size(x, ary_at(args, 0), int_fix(1), false);
}

static VALUE
int_downto_size(VALUE x, VALUE args, VALUE e)
{
    return num_interval_size(x, ary_at(args, 0), int_fix(-1), false);
}

static VALUE
int_m_upto(VALUE x, VALUE to)
{
    RETURN_SIZED_ENUMERATOR(x, 1, &to, int_upto_size);
    if (val_fix2_p(x, to)) {
        intptr_t end = fix_int(to);
        for (intptr_t i = fix_int(x); i <= end; i++) rb_yield(int_fix(i));
        return x;
    }
    for (VALUE i = x; !RTEST(int_m_gt(i, to)); i = int_add(i, int_fix(1))) rb_yield(i);
    return x;
}

static VALUE
int_m_downto(VALUE x, VALUE to)
{
    RETURN_SIZED_ENUMERATOR(x, 1, &to, int_downto_size);
    if (val_fix2_p(x, to)) {
        intptr_t end = fix_int(to);
        for (intptr_t i = fix_int(x); i >= end; i--) rb_yield(int_fix(i));
        return x;
    }
    for (VALUE i = x; !RTEST(int_m_lt(i, to)); i = int_sub(i, int_fix(1))) rb_yield(i);
    return x;
}

/* ---- Numeric#step ---- */

struct step_args {
    VALUE to, by; /* as given; Qundef when not */
};

static void
step_scan(int argc, const VALUE *argv, struct step_args *s)
{
    VALUE opts, kw[2], to, by;
    ID keys[2] = {rb_intern("to"), rb_intern("by")};
    argc = rb_scan_args(argc, argv, "02:", &to, &by, &opts);
    s->to = argc > 0 ? to : Qundef;
    s->by = argc > 1 ? by : Qundef;
    if (NIL_P(opts)) return;
    rb_get_kwargs(opts, keys, 0, 2, kw);
    if (kw[0] != Qundef) {
        if (argc > 0) rb_raise(rb_eArgError, "to is given twice");
        s->to = kw[0];
    }
    if (kw[1] != Qundef) {
        if (argc > 1) rb_raise(rb_eArgError, "step is given twice");
        s->by = kw[1];
    }
}

/* Fills in what was left out; a step of 0 is refused.  Returns whether the count goes down. */
static bool
step_settle(struct step_args *s)
{
    if (s->by == Qundef || NIL_P(s->by)) s->by = int_fix(1);
    if (s->to == Qundef) s->to = Qnil;
    if (!rb_respond_to(s->by, '<')) rb_raise(rb_eTypeError, "0 can't be coerced into %" PRIsVALUE, rb_obj_class(s->by));
    bool down = num_negative_p(s->by);
    if (num_equal_zero_p(s->by)) rb_raise(rb_eArgError, "step can't be 0");
    return down;
}

static VALUE
num_step_size(VALUE from, VALUE args, VALUE e)
{
    struct step_args s;
    int argc = NIL_P(args) ? 0 : (int)ary_len(args);
    s.to = argc > 0 ? ary_at(args, 0) : Qundef;
    s.by = argc > 1 ? ary_at(args, 1) : Qundef;
    if (argc > 0 && val_type_p(ary_at(args, argc - 1), T_HASH)) step_scan(argc, ary_ptr(args), &s);
    step_settle(&s);
    if (NIL_P(s.to)) return float_new(HUGE_VAL);
    return num_interval_size(from, s.to, s.by, false);
}

static VALUE
num_step_enum(int argc, const VALUE *argv, VALUE from, struct step_args *s)
{
    VALUE by = s->by == Qundef || NIL_P(s->by) ? int_fix(1) : s->by;
    VALUE to = s->to == Qundef ? Qnil : s->to;
    VALUE meth = ID2SYM(rb_intern("step"));
    bool numeric_by = rb_obj_is_kind_of(by, rb_cNumeric) == Qtrue;
    if (numeric_by && num_equal_zero_p(by)) rb_raise(rb_eArgError, "step can't be 0");
    if (numeric_by && (NIL_P(to) || RTEST(rb_obj_is_kind_of(to, rb_cNumeric)))) {
        return arith_seq_new(from, meth, argc, argv, num_step_size, from, to, by, false);
    }
    VALUE args[2] = {to, by};
    return rb_enumeratorize_with_size_kw(from, meth, 2, args, num_step_size, RB_NO_KEYWORDS);
}

static VALUE
num_m_step(int argc, const VALUE *argv, VALUE from)
{
    struct step_args s;
    step_scan(argc, argv, &s);
    if (!rb_block_given_p()) return num_step_enum(argc, argv, from, &s);
    if (argc > 1 && NIL_P(argv[1])) rb_raise(rb_eTypeError, "step must be numeric"); /* by: nil is none given */

    bool down = step_settle(&s), endless = NIL_P(s.to);
    if (val_fix2_p(from, s.by) && (endless || val_fix_p(s.to))) {
        intptr_t i = fix_int(from), by = fix_int(s.by);
        if (endless) {
            VALUE v = from;
            for (;; v = int_add(v, s.by)) rb_yield(v);
        }
        intptr_t to = fix_int(s.to);
        if (down) {
            for (; i >= to; i += by) rb_yield(int_fix(i));
        } else {
            for (; i <= to; i += by) rb_yield(int_fix(i));
        }
        return from;
    }
    if (float_step_yield(from, s.to, s.by, false, endless)) return from;
    ID beyond = down ? '<' : '>';
    for (VALUE i = from; endless || !RTEST(num_call(i, beyond, s.to)); i = num_call(i, '+', s.by)) rb_yield(i);
    return from;
}

void
Init_NumericStep(void)
{
    rb_define_method(rb_cInteger, "times", int_m_times, 0);
    rb_define_method(rb_cInteger, "upto", int_m_upto, 1);
    rb_define_method(rb_cInteger, "downto", int_m_downto, 1);
    rb_define_method(rb_cNumeric, "step", num_m_step, -1);
}
