/*
 * object/compare.c - == and <=> between any two values, and digging into nested ones.
 *
 * Uses      string.h, numeric.h, class.h
 * Checked   test/test_compare.rb
 */
#include "internal/compiler.h"
#include "internal/object/compare.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/vm/call.h"
#include <string.h>

static ID id_eq, id_cmp, id_dig;

bool obj_eq_redefined;

bool
obj_equal_slow(VALUE a, VALUE b)
{
    if (UNLIKELY(obj_eq_redefined)) return val_truthy(rb_funcall(a, id_eq, 1, b));
    if (!val_heap_p(a)) {
        if (!val_fix_p(a) && !val_flonum_p(a)) return false; /* nil, true, false, Symbol: compared by identity */
    } else if (obj_type(a) == T_STRING && val_type_p(b, T_STRING)) {
        if (LIKELY(obj_class(a) == rb_cString)) return str_equal(a, b);
    } else if (obj_type(a) == T_SYMBOL) {
        return false;
    }
    if (val_float_p(a) && val_float_p(b)) return float_value(a) == float_value(b);
    return val_truthy(rb_funcall(a, id_eq, 1, b));
}

/* Returns which core classes have their own <=>.  The result is kept until a method changes or a collection runs. */
unsigned
cmp_basic(void)
{
    static unsigned epoch, answer;
    if (LIKELY(epoch == vm_call_epoch)) return answer;
    answer = (method_basic_p(rb_cInteger, id_cmp) ? CMP_INT : 0) | (method_basic_p(rb_cString, id_cmp) ? CMP_STR : 0) |
             (method_basic_p(rb_cFloat, id_cmp) ? CMP_FLO : 0);
    epoch = vm_call_epoch;
    return answer;
}

int
str_cmp_bytes(VALUE a, VALUE b)
{
    size_t n = str_len(a), m = str_len(b);
    int c = memcmp(str_ptr(a), str_ptr(b), n < m ? n : m);
    if (c) return c > 0 ? 1 : -1;
    if (n != m) return n > m ? 1 : -1;
    return rb_str_cmp(a, b); /* the encodings may still differ */
}

/* Two maxima side by side hide the compare's latency. */
static size_t
extreme_fixnums(const VALUE *p, size_t n, int sign, VALUE *best)
{
    intptr_t m0 = (intptr_t)*best, m1 = m0;
    size_t i = 0;
    if (sign > 0) {
        for (; i + 2 <= n && (p[i] & p[i + 1] & 1); i += 2) {
            m0 = (intptr_t)p[i] < m0 ? (intptr_t)p[i] : m0;
            m1 = (intptr_t)p[i + 1] < m1 ? (intptr_t)p[i + 1] : m1;
        }
        m0 = m1 < m0 ? m1 : m0;
        for (; i < n && val_fix_p(p[i]); i++) m0 = (intptr_t)p[i] < m0 ? (intptr_t)p[i] : m0;
    } else {
        for (; i + 2 <= n && (p[i] & p[i + 1] & 1); i += 2) {
            m0 = (intptr_t)p[i] > m0 ? (intptr_t)p[i] : m0;
            m1 = (intptr_t)p[i + 1] > m1 ? (intptr_t)p[i + 1] : m1;
        }
        m0 = m1 > m0 ? m1 : m0;
        for (; i < n && val_fix_p(p[i]); i++) m0 = (intptr_t)p[i] > m0 ? (intptr_t)p[i] : m0;
    }
    *best = (VALUE)m0;
    return i;
}

/* No flonum is NaN or -0.0. */
static size_t
extreme_flonums(const VALUE *p, size_t n, int sign, VALUE *best)
{
    double m = flonum_value(*best);
    size_t i = 0, at = SIZE_MAX;
    for (; i < n && val_flonum_p(p[i]); i++) {
        double d = flonum_value(p[i]);
        if (sign > 0 ? d < m : d > m) {
            m = d;
            at = i;
        }
    }
    if (at != SIZE_MAX) *best = p[at];
    return i;
}

static size_t
extreme_strings(const VALUE *p, size_t n, int sign, VALUE *best)
{
    uint64_t key = str_order_key(*best);
    size_t i = 0;
    for (; i < n && val_plain_string_p(p[i]); i++) {
        uint64_t k = str_order_key(p[i]);
        bool less = k < key;
        if (k == key) {
            int c = str_cmp_bytes(p[i], *best);
            if (c == 0) continue;
            less = c < 0;
        }
        if (less != (sign > 0)) continue;
        *best = p[i];
        key = k;
    }
    return i;
}

size_t
obj_extreme_run(const VALUE *p, size_t n, int sign, unsigned basic, VALUE *best)
{
    if (val_fix_p(*best)) return (basic & CMP_INT) ? extreme_fixnums(p, n, sign, best) : 0;
    if (val_flonum_p(*best)) return (basic & CMP_FLO) ? extreme_flonums(p, n, sign, best) : 0;
    if (val_plain_string_p(*best)) return (basic & CMP_STR) ? extreme_strings(p, n, sign, best) : 0;
    return 0;
}

/* An Integer and a Float, in either order; 2 if neither is greater (NaN). */
static int
cmp_mixed(VALUE a, VALUE b)
{
    double x = val_fix_p(a) ? (double)fix_int(a) : float_value(a), y = val_fix_p(b) ? (double)fix_int(b) : float_value(b);
    if (x < y) return -1;
    if (x > y) return 1;
    return x == y ? 0 : 2;
}

/* Integers that a double holds exactly. */
static bool
double_holds_p(VALUE v)
{
    return val_fix_p(v) && fix_int(v) >= -((intptr_t)1 << 53) && fix_int(v) <= (intptr_t)1 << 53;
}

int
obj_cmp_slow(VALUE a, VALUE b, unsigned basic)
{
    if ((basic & (CMP_INT | CMP_FLO)) == (CMP_INT | CMP_FLO) &&
        ((double_holds_p(a) && val_float_p(b)) || (val_float_p(a) && double_holds_p(b)))) {
        int c = cmp_mixed(a, b);
        if (c == 2) rb_cmperr(a, b);
        return c;
    }
    if (val_type_p(a, T_STRING) && val_type_p(b, T_STRING) && (basic & CMP_STR)) return str_cmp_bytes(a, b);
    if (val_float_p(a) && val_float_p(b) && (basic & CMP_FLO)) {
        double x = float_value(a), y = float_value(b);
        if (x == y) return 0;
        if (x > y) return 1;
        if (x < y) return -1;
        rb_cmperr(a, b); /* NaN */
    }
    return rb_cmpint(rb_funcall(a, id_cmp, 1, b), a, b);
}

VALUE
obj_dig(int argc, VALUE *argv, VALUE v)
{
    for (int i = 0; i < argc; i++) {
        if (v == Qnil) return Qnil;
        if (val_type_p(v, T_ARRAY) && method_basic_p(obj_class(v), id_dig)) {
            v = ary_get(v, NUM2LONG(argv[i]));
        } else if (val_type_p(v, T_HASH) && method_basic_p(obj_class(v), id_dig)) {
            v = hash_aref(v, argv[i]);
        } else {
            if (!rb_respond_to(v, id_dig)) {
                rb_raise(rb_eTypeError, "%" PRIsVALUE " does not have #dig method", rb_obj_class(v));
            }
            return rb_funcallv(v, id_dig, argc - i, argv + i);
        }
    }
    return v;
}

VALUE
obj_type_name(VALUE v)
{
    return v == Qnil || v == Qtrue || v == Qfalse ? rb_inspect(v) : rb_obj_class(v);
}

NORETURN COLD void
key_error_raise(VALUE message, VALUE receiver, VALUE key)
{
    VALUE opts = hash_new(), args[2] = {message, opts};
    hash_set(opts, ID2SYM(rb_intern("receiver")), receiver);
    hash_set(opts, ID2SYM(rb_intern("key")), key);
    rb_exc_raise(rb_class_new_instance_kw(2, args, rb_eKeyError, RB_PASS_KEYWORDS));
}

VALUE
rb_equal(VALUE a, VALUE b)
{
    return val_bool(obj_equal(a, b));
}

/* BasicObject#!= */
static VALUE
obj_m_not_equal(VALUE self, VALUE other)
{
    const struct method_entry *me = method_lookup(class_of_inline(self), id_eq);
    if (me && me->def->kind == METHOD_CFUNC && me->def->as.cfunc.fn == (cfunc_t)(void (*)(void))rb_obj_equal &&
        !vm_tracing_calls)
        return val_bool(self != other);
    return val_bool(!RTEST(rb_funcallv(self, id_eq, 1, &other)));
}

void
Init_compare(void)
{
    id_eq = rb_intern("==");
    id_cmp = rb_intern("<=>");
    id_dig = rb_intern("dig");
    rb_define_method(rb_cBasicObject, "!=", obj_m_not_equal, 1);
}
