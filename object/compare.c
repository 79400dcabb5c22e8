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
#include <string.h>

static ID id_eq, id_cmp, id_dig;

bool
obj_equal_slow(VALUE a, VALUE b)
{
    if (!val_heap_p(a)) {
        if (!val_fix_p(a) && !val_flonum_p(a)) return false; /* nil, true, false, Symbol: identity, unless b knows better */
    } else if (obj_type(a) == T_STRING && val_type_p(b, T_STRING)) {
        if (LIKELY(obj_class(a) == rb_cString)) return str_equal(a, b);
    } else if (obj_type(a) == T_SYMBOL) {
        return false;
    }
    if (val_float_p(a) && val_float_p(b)) return float_value(a) == float_value(b);
    return val_truthy(rb_funcall(a, id_eq, 1, b));
}

unsigned
cmp_basic(void)
{
    return (method_basic_p(rb_cInteger, id_cmp) ? CMP_INT : 0) | (method_basic_p(rb_cString, id_cmp) ? CMP_STR : 0) |
           (method_basic_p(rb_cFloat, id_cmp) ? CMP_FLO : 0);
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

int
obj_cmp_slow(VALUE a, VALUE b, unsigned basic)
{
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

void
Init_compare(void)
{
    id_eq = rb_intern("==");
    id_cmp = rb_intern("<=>");
    id_dig = rb_intern("dig");
}
