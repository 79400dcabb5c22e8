/*
 * numeric/sum.c - Array#sum, Enumerable#sum: adding up mixed numbers.
 *
 * Algorithm Neumaier's variant of Kahan's compensated summation (A. Neumaier, "Rundungsfehleranalyse einiger Verfahren
 *           zur Summation endlicher Summen", 1974) once a Float is seen.
 * Checked   test/test_enumerable.rb, ruby/spec core/array/sum_spec.rb
 */
#include "internal/compiler.h"
#include "internal/enum.h"
#include <math.h>

static inline bool
sum_integer_p(VALUE v)
{
    return val_fix_p(v) || val_type_p(v, T_BIGNUM);
}

void
sum_begin(struct sum_state *s, VALUE init)
{
    *s = (struct sum_state){.v = init, .mode = SUM_ANY};
    if (sum_integer_p(init) || val_type_p(init, T_RATIONAL)) {
        s->mode = SUM_EXACT;
    } else if (val_float_p(init)) {
        s->mode = SUM_FLOAT;
        s->f = float_value(init);
    }
}

static VALUE
sum_plus(VALUE a, VALUE b)
{
    if (sum_integer_p(a) && sum_integer_p(b)) return int_add(a, b);
    return rb_funcall(a, rb_intern("+"), 1, b);
}

static VALUE
sum_exact(struct sum_state *s) /* v and small in one */
{
    if (s->small) s->v = sum_plus(s->v, LONG2NUM(s->small));
    s->small = 0;
    return s->v;
}

static void
sum_float(struct sum_state *s, double x)
{
    if (isnan(s->f)) return;
    if (isnan(x) || isinf(x)) {
        s->f = isinf(x) && isinf(s->f) && signbit(x) != signbit(s->f) ? NAN : x;
        return;
    }
    if (isinf(s->f)) return;
    double t = s->f + x;
    if (fabs(s->f) >= fabs(x)) s->c += (s->f - t) + x;
    else s->c += (x - t) + s->f;
    s->f = t;
}

void
sum_add_slow(struct sum_state *s, VALUE v)
{
    bool exact = sum_integer_p(v) || val_type_p(v, T_RATIONAL);
    if (s->mode == SUM_EXACT) {
        if (exact) {
            s->v = sum_plus(sum_exact(s), v);
            return;
        }
        VALUE so_far = sum_exact(s);
        if (val_float_p(v)) {
            s->mode = SUM_FLOAT;
            s->f = NUM2DBL(so_far);
            s->c = 0.0;
        } else {
            s->mode = SUM_ANY;
        }
    }
    if (s->mode == SUM_FLOAT) {
        if (val_float_p(v) || exact) {
            sum_float(s, val_float_p(v) ? float_value(v) : NUM2DBL(v));
            return;
        }
        s->v = float_new(s->f); /* what was lost stays lost: as CRuby answers */
        s->mode = SUM_ANY;
    }
    s->v = rb_funcall(s->v, rb_intern("+"), 1, v);
}

VALUE
sum_end(struct sum_state *s)
{
    if (s->mode == SUM_EXACT) return sum_exact(s);
    if (s->mode == SUM_FLOAT) return float_new(s->f + s->c) /* NaN where finite terms overflow */;
    return s->v;
}
