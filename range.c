/*
 * range.c - class Range: ends, membership, iteration, extremes.
 *
 * Ranges of Integers are counted without calls of succ or <=>.  Ranges of Strings and Symbols use String#upto; other objects
 * need a method succ.  Steps and binary search are in range/step.c.
 */
#include "internal/compiler.h"

#include <math.h>

#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/object/compare.h"
#include "internal/hash.h"
#include "internal/range.h"
#include "internal/string.h"
#include "ruby/ruby.h"

VALUE rb_cRange;

/* ---- making ---- */

bool
val_range_p(VALUE v)
{
    return val_type_p(v, T_STRUCT) && (obj_class(v) == rb_cRange || class_inherited_p(obj_class(v), rb_cRange));
}

enum { RANGE_LEN_FLAGS = 3u << STRUCT_LEN_SHIFT };

static VALUE
range_s_alloc(VALUE klass)
{
    struct rrange *r = (struct rrange *)obj_new(klass, T_STRUCT | RANGE_LEN_FLAGS, sizeof *r);
    r->beg = r->end = r->excl = Qnil;
    return (VALUE)r;
}

VALUE
range_new(VALUE beg, VALUE end, bool exclude_end)
{
    struct rrange *r = (struct rrange *)obj_new(rb_cRange, T_STRUCT | RANGE_LEN_FLAGS | HDR_FROZEN, sizeof *r);
    r->beg = beg;
    r->end = end;
    r->excl = val_bool(exclude_end);
    return (VALUE)r;
}

/* raises ArgumentError "bad value for range" unless the ends compare (or one is nil). */
static void
range_check_ends(VALUE beg, VALUE end)
{
    if (val_fix2_p(beg, end) || NIL_P(beg) || NIL_P(end)) return;
    if (NIL_P(rb_funcallv(beg, rb_intern("<=>"), 1, &end))) rb_raise(rb_eArgError, "bad value for range");
}

VALUE
rb_range_new(VALUE beg, VALUE end, int exclusive)
{
    range_check_ends(beg, end);
    return range_new(beg, end, exclusive);
}

static VALUE
range_m_initialize(int argc, const VALUE *argv, VALUE range)
{
    VALUE beg, end, excl;
    rb_scan_args(argc, argv, "21", &beg, &end, &excl);
    rb_check_frozen(range);
    if (!NIL_P(rrange(range)->excl)) {
        rb_raise(rb_eFrozenError, "can't modify frozen %" PRIsVALUE ": %+" PRIsVALUE, rb_obj_class(range), range);
    }
    range_check_ends(beg, end);
    RB_OBJ_WRITE(range, &rrange(range)->beg, beg);
    RB_OBJ_WRITE(range, &rrange(range)->end, end);
    RB_OBJ_WRITE(range, &rrange(range)->excl, val_bool(RTEST(excl)));
    if (obj_class(range) == rb_cRange) OBJ_FREEZE(range);
    return Qnil;
}

static VALUE
range_m_initialize_copy(VALUE range, VALUE orig)
{
    rb_check_frozen(range); /* of the same Range too */
    if (rb_obj_init_copy(range, orig) == orig) return range;
    RB_OBJ_WRITE(range, &rrange(range)->beg, range_beg(orig));
    RB_OBJ_WRITE(range, &rrange(range)->end, range_end(orig));
    RB_OBJ_WRITE(range, &rrange(range)->excl, rrange(orig)->excl);
    return range;
}

/* ---- the C API ---- */

int
rb_range_values(VALUE range, VALUE *beg, VALUE *end, int *excl)
{
    if (val_range_p(range)) {
        *beg = range_beg(range);
        *end = range_end(range);
        *excl = range_excl(range);
        return 1;
    }
    if (!val_heap_p(range) || val_type_p(range, T_ARRAY) || val_type_p(range, T_STRING)) return 0;
    if (arith_seq_p(range)) return 0;
    VALUE b = rb_check_funcall(range, rb_intern("begin"), 0, NULL);
    if (b == Qundef) return 0;
    VALUE e = rb_check_funcall(range, rb_intern("end"), 0, NULL);
    if (e == Qundef) return 0;
    VALUE x = rb_check_funcall(range, rb_intern("exclude_end?"), 0, NULL);
    if (x == Qundef) return 0;
    *beg = b;
    *end = e;
    *excl = RTEST(x);
    return 1;
}

bool
range_clip(VALUE first, VALUE last, bool excl, long len, int err, long *begp, long *lenp)
{
    bool clip = err == 0 || err == 2, inclusive = NIL_P(last) || !excl;
    long from = NIL_P(first) ? 0 : NUM2LONG(first), stop = NIL_P(last) ? -1 : NUM2LONG(last);
    if (from < 0) from += len;
    if (stop < 0) stop += len;
    if (inclusive && stop < LONG_MAX) stop++; /* now the place behind the last */
    if (clip && stop > len) stop = len;
    if (from < 0 || (clip && from > len)) return false;
    *begp = from;
    *lenp = stop > from ? stop - from : 0;
    return true;
}

VALUE
rb_range_beg_len(VALUE range, long *begp, long *lenp, long len, int err)
{
    VALUE first, last;
    int excl;
    bool ranged = rb_range_values(range, &first, &last, &excl),
         inside = ranged && range_clip(first, last, excl, len, err, begp, lenp);
    if (ranged && !inside && err) rb_raise(rb_eRangeError, "%+" PRIsVALUE " out of range", range);
    return inside ? Qtrue : ranged ? Qnil : Qfalse;
}

/* ---- reading ---- */

static VALUE
range_m_begin(VALUE range)
{
    return range_beg(range);
}

static VALUE
range_m_end(VALUE range)
{
    return range_end(range);
}

static VALUE
range_m_exclude_end_p(VALUE range)
{
    return val_bool(range_excl(range));
}

/* ---- equality, text ---- */

static VALUE
range_equal_body(VALUE range, VALUE other, int recursive)
{
    if (recursive) return Qtrue;
    if (!rb_equal(range_beg(range), range_beg(other)) || !rb_equal(range_end(range), range_end(other))) return Qfalse;
    return val_bool(range_excl(range) == range_excl(other));
}

static VALUE
range_m_equal(VALUE range, VALUE other)
{
    if (range == other) return Qtrue;
    if (!val_range_p(other)) return Qfalse;
    return rb_exec_recursive_paired(range_equal_body, range, other, other);
}

static VALUE
range_eql_body(VALUE range, VALUE other, int recursive)
{
    if (recursive) return Qtrue;
    if (!rb_eql(range_beg(range), range_beg(other)) || !rb_eql(range_end(range), range_end(other))) return Qfalse;
    return val_bool(range_excl(range) == range_excl(other));
}

static VALUE
range_m_eql_p(VALUE range, VALUE other)
{
    if (range == other) return Qtrue;
    if (!val_range_p(other)) return Qfalse;
    return rb_exec_recursive_paired(range_eql_body, range, other, other);
}

static VALUE
range_m_hash(VALUE range)
{
    uint64_t parts[3] = {range_excl(range), 0, 0};
    parts[1] = (uint64_t)NUM2LONG(rb_hash(range_beg(range)));
    parts[2] = (uint64_t)NUM2LONG(rb_hash(range_end(range)));
    return hash_to_value(hash_bytes(parts, sizeof parts, 0x72616e67));
}

static VALUE
range_text(VALUE range, VALUE beg, VALUE end)
{
    VALUE s = rb_str_dup(beg);
    rb_str_cat(s, "...", range_excl(range) ? 3 : 2);
    return rb_str_append(s, end);
}

static VALUE
range_m_to_s(VALUE range)
{
    VALUE beg = rb_obj_as_string(range_beg(range));
    return range_text(range, beg, rb_obj_as_string(range_end(range)));
}

static VALUE
range_inspect_body(VALUE range, VALUE unused, int recursive)
{
    if (recursive) return rb_usascii_str_new_cstr(range_excl(range) ? "(... ... ...)" : "(... .. ...)");
    VALUE beg = range_beg(range), end = range_end(range);
    VALUE b = !NIL_P(beg) || NIL_P(end) ? rb_inspect(beg) : rb_str_new("", 0); /* binary, as in CRuby */
    VALUE e = NIL_P(beg) || !NIL_P(end) ? rb_inspect(end) : rb_usascii_str_new("", 0);
    return range_text(range, b, e);
}

static VALUE
range_m_inspect(VALUE range)
{
    return rb_exec_recursive(range_inspect_body, range, 0);
}

/* ---- membership ---- */

/* a <=> b as -1, 0, 1; 2 when they do not compare. */
int
range_order(VALUE a, VALUE b)
{
    if (val_fix2_p(a, b)) return int_cmp(a, b);
    VALUE r = rb_funcallv(a, rb_intern("<=>"), 1, &b);
    return NIL_P(r) ? 2 : rb_cmpint(r, a, b);
}

static bool
range_covers(VALUE beg, VALUE end, bool excl, VALUE v)
{
    if (!NIL_P(beg)) {
        int c = range_order(beg, v);
        if (c > 0) return false;
    }
    if (NIL_P(end)) return true;
    int c = range_order(v, end);
    return excl ? c < 0 : c <= 0;
}

static VALUE
range_max_rescued(VALUE range)
{
    return rb_funcallv(range, rb_intern("max"), 0, NULL);
}

static VALUE
range_has_no_max(VALUE range, VALUE exc)
{
    return Qnil;
}

/* Every value of `inner` lies in range. */
static bool
range_covers_range(VALUE range, VALUE inner)
{
    VALUE beg = range_beg(range), end = range_end(range), b = range_beg(inner), e = range_end(inner);
    if (!NIL_P(beg) && NIL_P(b)) return false;
    if (!NIL_P(end) && NIL_P(e)) return false;
    if (!NIL_P(b) && !NIL_P(e)) { /* an empty inner range is not covered */
        int c = range_order(b, e);
        if (c > (range_excl(inner) ? -1 : 0)) return false;
    }
    if (!NIL_P(b) && !range_covers(beg, end, range_excl(range), b)) return false;
    if (NIL_P(end)) return !NIL_P(e) || !range_excl(range) || range_excl(inner);
    int c = range_order(e, end);
    if (range_excl(range) == range_excl(inner)) return c <= 0;
    if (range_excl(range)) return c < 0;
    if (c <= 0) return true;
    /* a..9 covers a...10 if the greatest value of the latter is known and small enough */
    if (c == 2) return false;
    VALUE max = rb_rescue2(range_max_rescued, inner, range_has_no_max, Qnil, rb_eTypeError, (VALUE)0);
    return !NIL_P(max) && range_order(max, end) <= 0 && range_order(max, end) != 2;
}

static VALUE
range_m_cover_p(VALUE range, VALUE v)
{
    if (val_range_p(v)) return val_bool(range_covers_range(range, v));
    return val_bool(range_covers(range_beg(range), range_end(range), range_excl(range), v));
}

static VALUE
range_m_eqq(VALUE range, VALUE v)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (val_fix2_p(beg, end) && val_fix_p(v)) {
        return val_bool((intptr_t)beg <= (intptr_t)v &&
                        (range_excl(range) ? v != end && (intptr_t)v < (intptr_t)end : (intptr_t)v <= (intptr_t)end));
    }
    return val_bool(range_covers(beg, end, range_excl(range), v));
}

/* Values between the ends are members because of their order: numbers and times. */
static bool
linear_p(VALUE v)
{
    return val_int_p(v) || val_float_p(v) ||
           (val_heap_p(v) &&
            (RTEST(rb_obj_is_kind_of(v, rb_cNumeric)) || RTEST((rb_cTime ? rb_obj_is_kind_of(v, rb_cTime) : Qfalse))));
}

static VALUE
range_upto_found_i(RB_BLOCK_CALL_FUNC_ARGLIST(v, wanted))
{
    VALUE *w = (VALUE *)wanted;
    if (!RTEST(rb_equal(v, w[0]))) return Qnil;
    w[1] = Qtrue;
    rb_iter_break();
}

/* Whether beg.upto(end) comes by v; all Strings. */
static bool
str_range_include(VALUE beg, VALUE end, bool excl, VALUE v)
{
    if (NIL_P(v = rb_check_string_type(v))) return false;
    if (str_len(beg) == 1 && str_len(end) == 1 && str_ascii_only(beg) && str_ascii_only(end)) {
        if (str_len(v) != 1 || !str_ascii_only(v)) return false;
        unsigned char b = (unsigned char)*str_ptr(beg), e = (unsigned char)*str_ptr(end), c = (unsigned char)*str_ptr(v);
        return b <= c && (excl ? c < e : c <= e);
    }
    VALUE args[2] = {end, val_bool(excl)}, wanted[2] = {v, Qfalse};
    rb_block_call(beg, rb_intern("upto"), 2, args, range_upto_found_i, (VALUE)wanted);
    return RTEST(wanted[1]);
}

static VALUE
range_m_include_p(VALUE range, VALUE v)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (linear_p(beg) || linear_p(end) || !NIL_P(rb_check_to_integer(beg, "to_int")) ||
        !NIL_P(rb_check_to_integer(end, "to_int"))) {
        return val_bool(range_covers(beg, end, range_excl(range), v));
    }
    if (NIL_P(beg) && NIL_P(end) && linear_p(v)) return Qtrue;
    if (NIL_P(beg) || NIL_P(end)) {
        rb_raise(rb_eTypeError, "cannot determine inclusion in beginless/endless ranges");
    }
    if (val_type_p(beg, T_STRING) && val_type_p(end, T_STRING)) {
        return val_bool(str_range_include(beg, end, range_excl(range), v));
    }
    return rb_call_super(1, &v);
}

/* Has no value: the ends are in the wrong order, or equal and excluded. */
static bool
range_empty_p(VALUE beg, VALUE end, bool excl)
{
    if (NIL_P(beg) || NIL_P(end)) return false;
    int c = range_order(beg, end);
    return c == 2 || c > 0 || (c == 0 && excl);
}

static VALUE
range_m_overlap_p(VALUE range, VALUE other)
{
    if (!val_range_p(other)) {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected Range)", rb_obj_class(other));
    }
    VALUE sb = range_beg(range), se = range_end(range), ob = range_beg(other), oe = range_end(other);
    if (range_empty_p(sb, oe, range_excl(other)) || range_empty_p(ob, se, range_excl(range))) return Qfalse;
    if (!NIL_P(sb) && !NIL_P(ob)) {
        int c = range_order(sb, ob);
        if (c == 2) return Qfalse;
        if (c == 0) return val_bool(!range_empty_p(sb, se, range_excl(range)) && !range_empty_p(ob, oe, range_excl(other)));
    }
    if (NIL_P(sb) && NIL_P(ob) && !NIL_P(se) && !NIL_P(oe) && range_order(se, oe) == 2) return Qfalse;
    return val_bool(!range_empty_p(sb, se, range_excl(range)) && !range_empty_p(ob, oe, range_excl(other)));
}

/* ---- iteration ---- */

COLD NORETURN void
range_cannot_iterate(VALUE from)
{
    rb_raise(rb_eTypeError, "can't iterate from %s", rb_obj_classname(from));
}

static void
must_have_succ(VALUE beg)
{
    if (!rb_obj_respond_to(beg, rb_intern("succ"), true)) range_cannot_iterate(beg);
}

static VALUE
each_string_i(RB_BLOCK_CALL_FUNC_ARGLIST(v, symbols))
{
    rb_yield(symbols ? rb_str_intern(v) : v);
    return Qnil;
}

static void
each_string(VALUE beg, VALUE end, bool excl, bool symbols)
{
    if (NIL_P(end)) {
        for (VALUE s = rb_str_dup(beg);; s = rb_str_succ(s)) rb_yield(symbols ? rb_str_intern(s) : rb_str_dup(s));
    }
    VALUE args[2] = {end, val_bool(excl)};
    rb_block_call(beg, rb_intern("upto"), 2, args, each_string_i, symbols);
}

static void
each_integer(VALUE beg, VALUE end, bool excl)
{
    if (val_fix2_p(beg, end)) {
        intptr_t last = fix_int(end) - excl;
        for (intptr_t i = fix_int(beg); i <= last; i++) rb_yield(int_fix(i));
        return;
    }
    for (VALUE i = beg;; i = int_add(i, int_fix(1))) {
        if (!NIL_P(end)) {
            int c = int_cmp(i, end);
            if (c > 0 || (c == 0 && excl)) return;
        }
        rb_yield(i);
    }
}

static void
each_succ(VALUE beg, VALUE end, bool excl)
{
    ID succ = rb_intern("succ");
    must_have_succ(beg);
    for (VALUE v = beg;; v = rb_funcallv(v, succ, 0, NULL)) {
        int c = NIL_P(end) ? -1 : range_order(v, end);
        if (c > 0 || (c == 0 && excl)) return;
        rb_yield(v);
        if (c == 0) return;
    }
}

static VALUE range_enum_size(VALUE range, VALUE args, VALUE e);

static VALUE
range_m_each(VALUE range)
{
    RETURN_SIZED_ENUMERATOR(range, 0, NULL, range_enum_size);
    VALUE beg = range_beg(range), end = range_end(range);
    bool excl = range_excl(range);
    if (val_int_p(beg) && (val_int_p(end) || NIL_P(end))) {
        each_integer(beg, end, excl);
    } else if (SYMBOL_P(beg) && (SYMBOL_P(end) || NIL_P(end))) {
        each_string(rb_sym2str(beg), NIL_P(end) ? end : rb_sym2str(end), excl, true);
    } else {
        VALUE s = rb_check_string_type(beg);
        if (!NIL_P(s)) each_string(s, end, excl, false);
        else each_succ(beg, end, excl);
    }
    return range;
}

static VALUE
range_m_size(VALUE range)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (val_int_p(beg)) {
        if (RTEST(rb_obj_is_kind_of(end, rb_cNumeric))) return num_interval_size(beg, end, int_fix(1), range_excl(range));
        if (NIL_P(end)) return float_new(HUGE_VAL);
    }
    must_have_succ(beg);
    return Qnil;
}

static VALUE
range_enum_size(VALUE range, VALUE args, VALUE e)
{
    return range_m_size(range);
}

static VALUE
range_m_to_a(VALUE range)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (NIL_P(end)) rb_raise(rb_eRangeError, "cannot convert endless range to an array");
    if (!val_fix2_p(beg, end) || !method_basic_p(obj_class(range), rb_intern("each"))) return rb_call_super(0, NULL);
    intptr_t from = fix_int(beg), last = fix_int(end) - range_excl(range);
    if (last < from) return rb_ary_new();
    VALUE ary = rb_ary_new_capa(last - from + 1);
    for (intptr_t i = from; i <= last; i++) ary_push(ary, int_fix(i));
    return ary;
}

static VALUE
range_m_to_set(int argc, const VALUE *argv, VALUE range)
{
    if (NIL_P(range_end(range))) rb_raise(rb_eRangeError, "cannot convert endless range to a set");
    return rb_call_super(argc, argv);
}

static VALUE
range_m_count(int argc, const VALUE *argv, VALUE range)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (argc > 0 || rb_block_given_p()) return rb_call_super(argc, argv);
    if (NIL_P(beg) || NIL_P(end)) return float_new(HUGE_VAL);
    if (val_int_p(beg) && val_int_p(end)) return num_interval_size(beg, end, int_fix(1), range_excl(range));
    return rb_call_super(0, NULL);
}

bool
range_sum_integers(VALUE range, VALUE init, VALUE *sum)
{
    if (!val_range_p(range)) return false;
    VALUE beg = range_beg(range), end = range_end(range);
    if (!val_int_p(beg) || !val_int_p(end) || !method_basic_p(obj_class(range), rb_intern("each"))) return false;
    if (range_excl(range)) end = int_sub(end, int_fix(1));
    *sum = init;
    if (int_cmp(beg, end) > 0) return true;
    VALUE n = int_add(int_sub(end, beg), int_fix(1)), all = int_shift(int_mul(n, int_add(beg, end)), -1);
    *sum = val_int_p(init) ? int_add(init, all) : float_new(num_to_double(rb_Float(init)) + num_to_double(all));
    return true;
}

/* ---- reverse_each ---- */

static VALUE
range_reverse_size(VALUE range, VALUE args, VALUE e)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (NIL_P(end)) range_cannot_iterate(end);
    if (val_int_p(end)) {
        if (NIL_P(beg)) return float_new(HUGE_VAL);
        if (val_int_p(beg)) return num_interval_size(beg, end, int_fix(1), range_excl(range));
        range_cannot_iterate(end);
    }
    if (NIL_P(beg)) range_cannot_iterate(end);
    return range_m_size(range);
}

static VALUE
range_m_reverse_each(VALUE range)
{
    RETURN_SIZED_ENUMERATOR(range, 0, NULL, range_reverse_size);
    VALUE beg = range_beg(range), end = range_end(range);
    if (NIL_P(end)) range_cannot_iterate(end);
    if (!val_int_p(end) || !(NIL_P(beg) || val_int_p(beg))) return rb_call_super(0, NULL);
    VALUE i = range_excl(range) ? int_sub(end, int_fix(1)) : end;
    if (val_fix2_p(i, beg)) {
        for (intptr_t j = fix_int(i), first = fix_int(beg); j >= first; j--) rb_yield(int_fix(j));
        return range;
    }
    for (; NIL_P(beg) || int_cmp(i, beg) >= 0; i = int_sub(i, int_fix(1))) rb_yield(i);
    return range;
}

/* ---- first, last, min, max ---- */

struct first_n {
    VALUE ary;
    long left;
};

static VALUE
first_i(RB_BLOCK_CALL_FUNC_ARGLIST(v, state))
{
    struct first_n *f = (struct first_n *)state;
    if (f->left > 0) ary_push(f->ary, argc > 1 ? rb_enum_values_pack(argc, argv) : v);
    if (--f->left <= 0) rb_iter_break();
    return Qnil;
}

/* The first n values that range's method `each` yields. */
static VALUE
range_first_n(VALUE range, VALUE n, ID each)
{
    struct first_n f = {0, NUM2LONG(n)};
    if (f.left < 0) rb_raise(rb_eArgError, "negative array size (or size too big)");
    if (f.left > (long)(LONG_MAX / sizeof(VALUE))) rb_raise(rb_eArgError, "array size too big");
    f.ary = rb_ary_new();
    rb_block_call(range, each, 0, NULL, first_i, (VALUE)&f);
    return f.ary;
}

static VALUE
range_m_first(int argc, const VALUE *argv, VALUE range)
{
    if (NIL_P(range_beg(range))) rb_raise(rb_eRangeError, "cannot get the first element of beginless range");
    rb_check_arity(argc, 0, 1);
    return argc == 0 ? range_beg(range) : range_first_n(range, argv[0], rb_intern("each"));
}

/* Returns the last `count` values of a range of Integers, in order.  The begin may be nil. */
static VALUE
int_range_last(VALUE beg, VALUE end, bool excl, VALUE count)
{
    long n = NUM2LONG(count);
    if (n < 0) rb_raise(rb_eArgError, "negative array size");
    VALUE last = excl ? int_sub(end, int_fix(1)) : end, from = int_sub(last, int_from_long(n - 1));
    if (!NIL_P(beg) && int_cmp(from, beg) < 0) from = beg;
    VALUE ary = rb_ary_new();
    for (VALUE i = from; n > 0 && int_cmp(i, last) <= 0; i = int_add(i, int_fix(1))) ary_push(ary, i);
    return ary;
}

static VALUE
range_m_last(int argc, const VALUE *argv, VALUE range)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (NIL_P(end)) rb_raise(rb_eRangeError, "cannot get the last element of endless range");
    rb_check_arity(argc, 0, 1);
    if (argc == 0) return end;
    if (val_int_p(end) && (val_int_p(beg) || NIL_P(beg)) && method_basic_p(obj_class(range), rb_intern("each"))) {
        return int_range_last(beg, end, range_excl(range), argv[0]);
    }
    VALUE ary = rb_Array(range);
    return rb_funcallv(ary, rb_intern("last"), argc, argv);
}

static VALUE
range_m_min(int argc, const VALUE *argv, VALUE range)
{
    VALUE beg = range_beg(range), end = range_end(range);
    if (NIL_P(beg)) rb_raise(rb_eRangeError, "cannot get the minimum of beginless range");
    if (rb_block_given_p()) {
        if (NIL_P(end)) {
            rb_raise(rb_eRangeError, "cannot get the minimum of endless range with custom comparison method");
        }
        return rb_call_super(argc, argv);
    }
    if (argc) return range_m_first(argc, argv, range);
    int c = NIL_P(end) ? -1 : obj_cmp(beg, end, cmp_basic());
    return c > 0 || (c == 0 && range_excl(range)) ? Qnil : beg;
}

static VALUE
range_max_n(int argc, const VALUE *argv, VALUE range)
{
    rb_check_arity(argc, 0, 1);
    if (NUM2LONG(argv[0]) < 0) rb_raise(rb_eArgError, "negative array size (or size too big)");
    return range_first_n(range, argv[0], rb_intern("reverse_each"));
}

static VALUE
range_m_max(int argc, const VALUE *argv, VALUE range)
{
    VALUE beg = range_beg(range), end = range_end(range);
    bool excl = range_excl(range), numeric = val_int_p(end) || RTEST(rb_obj_is_kind_of(end, rb_cNumeric));
    if (NIL_P(end)) rb_raise(rb_eRangeError, "cannot get the maximum of endless range");
    if (rb_block_given_p() || (excl && !numeric)) {
        if (NIL_P(beg)) {
            rb_raise(rb_eRangeError, "cannot get the maximum of beginless range with custom comparison method");
        }
        return rb_call_super(argc, argv);
    }
    if (argc) return range_max_n(argc, argv, range);
    int c = NIL_P(beg) ? -1 : obj_cmp(beg, end, cmp_basic());
    if (c > 0) return Qnil;
    if (!excl) return end;
    if (!val_int_p(end)) rb_raise(rb_eTypeError, "cannot exclude non Integer end value");
    if (c == 0) return Qnil;
    if (!NIL_P(beg) && !val_int_p(beg)) rb_raise(rb_eTypeError, "cannot exclude end value with non Integer begin value");
    return int_sub(end, int_fix(1));
}

static VALUE
range_m_minmax(VALUE range)
{
    if (rb_block_given_p()) return rb_call_super(0, NULL);
    if (NIL_P(range_end(range))) rb_raise(rb_eRangeError, "cannot get the maximum of endless range");
    VALUE min = rb_funcallv(range, rb_intern("min"), 0, NULL);
    return rb_assoc_new(min, rb_funcallv(range, rb_intern("max"), 0, NULL));
}

/* ---- Marshal: as an Object with three variables ---- */

static VALUE
range_marshal_dumper(VALUE range)
{
    VALUE o = rb_obj_alloc(rb_cObject);
    rb_ivar_set(o, rb_intern("excl"), rrange(range)->excl);
    rb_ivar_set(o, rb_intern("begin"), range_beg(range));
    rb_ivar_set(o, rb_intern("end"), range_end(range));
    return o;
}

static VALUE
range_marshal_loader(VALUE range, VALUE o)
{
    if (!RB_TYPE_P(o, T_OBJECT) || RBASIC_CLASS(o) != rb_cObject) rb_raise(rb_eTypeError, "not a dumped range object");
    VALUE beg = rb_ivar_get(o, rb_intern("begin")), end = rb_ivar_get(o, rb_intern("end"));
    if (NIL_P(rb_ivar_get(o, rb_intern("excl")))) return range; /* dumped before its initialize */
    range_check_ends(beg, end);
    RB_OBJ_WRITE(range, &rrange(range)->beg, beg);
    RB_OBJ_WRITE(range, &rrange(range)->end, end);
    RB_OBJ_WRITE(range, &rrange(range)->excl, val_bool(RTEST(rb_ivar_get(o, rb_intern("excl")))));
    if (obj_class(range) == rb_cRange) OBJ_FREEZE(range);
    return range;
}

void
Init_Range(void)
{
    VALUE c = rb_cRange = rb_define_class("Range", rb_cObject);
    rb_include_module(c, rb_mEnumerable);
    rb_define_alloc_func(c, range_s_alloc);
    rb_marshal_define_compat(c, rb_cObject, range_marshal_dumper, range_marshal_loader);

    rb_define_private_method(c, "initialize", range_m_initialize, -1);
    rb_define_private_method(c, "initialize_copy", range_m_initialize_copy, 1);
    rb_define_method(c, "begin", range_m_begin, 0);
    rb_define_method(c, "end", range_m_end, 0);
    rb_define_method(c, "exclude_end?", range_m_exclude_end_p, 0);
    rb_define_method(c, "==", range_m_equal, 1);
    rb_define_method(c, "eql?", range_m_eql_p, 1);
    rb_define_method(c, "hash", range_m_hash, 0);
    rb_define_method(c, "to_s", range_m_to_s, 0);
    rb_define_method(c, "inspect", range_m_inspect, 0);
    rb_define_method(c, "===", range_m_eqq, 1);
    rb_define_method(c, "cover?", range_m_cover_p, 1);
    rb_define_method(c, "include?", range_m_include_p, 1);
    rb_define_method(c, "member?", range_m_include_p, 1);
    rb_define_method(c, "overlap?", range_m_overlap_p, 1);
    rb_define_method(c, "each", range_m_each, 0);
    rb_define_method(c, "reverse_each", range_m_reverse_each, 0);
    rb_define_method(c, "size", range_m_size, 0);
    rb_define_method(c, "count", range_m_count, -1);
    rb_define_method(c, "to_a", range_m_to_a, 0);
    rb_define_method(c, "entries", range_m_to_a, 0);
    rb_define_method(c, "to_set", range_m_to_set, -1);
    rb_define_method(c, "first", range_m_first, -1);
    rb_define_method(c, "last", range_m_last, -1);
    rb_define_method(c, "min", range_m_min, -1);
    rb_define_method(c, "max", range_m_max, -1);
    rb_define_method(c, "minmax", range_m_minmax, 0);
}
