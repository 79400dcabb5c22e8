/*
 * enum/fold.c - Enumerable: inject, sum, tally, group_by, and everything about order.
 *
 * Uses      enum.c, array/sort.c
 * Checked   test/test_enumerable.rb, ruby/spec core/enumerable
 */
#include "internal/range.h"
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/object/compare.h"
#include "internal/enum.h"
#include "internal/hash.h"

static ID id_plus;

/* ---- inject ---- */

struct inject_walk {
    VALUE memo;      /* Qundef before the first */
    ID op;           /* 0: the block */
    bool plain_plus; /* op is +, and Integer's is the core's */
};

static VALUE
inject_step(const struct inject_walk *w, VALUE v)
{
    if (!w->op) return rb_yield_values(2, w->memo, v);
    if (w->plain_plus && val_fix2_p(w->memo, v)) return int_add(w->memo, v);
    return rb_funcallv_public(w->memo, w->op, 1, &v);
}

/* The sum of an Array of Fixnums only, if it is a Fixnum; else Qundef. */
static VALUE
inject_fixnums(VALUE a)
{
    intptr_t total = 0, t;
    const VALUE *p = ary_ptr(a);
    size_t n = ary_len(a);
    for (size_t i = 0; i < n; i++) {
        if (!val_fix_p(p[i]) || __builtin_add_overflow(total, fix_int(p[i]), &t)) return Qundef;
        total = t;
    }
    return n && val_fixable(total) ? int_fix(total) : Qundef;
}

static VALUE
inject_each(int argc, const VALUE *argv, void *state)
{
    struct inject_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    w->memo = w->memo == Qundef ? v : inject_step(w, v);
    return Qnil;
}

/* Combines the elements of an Array by an operator without a call of each, which a backtrace would show.  The operator may
 * change the Array. */
static VALUE
inject_array(struct inject_walk *w, VALUE a)
{
    VALUE total = w->plain_plus && w->memo == Qundef ? inject_fixnums(a) : Qundef;
    if (total != Qundef) return total;
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        w->memo = w->memo == Qundef ? v : inject_step(w, v);
    }
    return w->memo == Qundef ? Qnil : w->memo;
}

static ID
inject_operator(VALUE v)
{
    if (RB_SYMBOL_P(v)) return sym_to_id(v);
    VALUE s = rb_check_string_type(v);
    if (s == Qnil) rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a symbol nor a string", rb_inspect(v));
    return id_intern_str(s);
}

static VALUE
enum_m_inject(int argc, VALUE *argv, VALUE obj)
{
    bool block = rb_block_given_p();
    struct inject_walk w = {Qundef, 0, false};
    rb_check_arity(argc, block ? 0 : 1, 2);
    if (argc == 2) {
        if (block) rb_warning("given block not used");
        w.memo = argv[0];
        w.op = inject_operator(argv[1]);
    } else if (argc == 1) {
        if (block) w.memo = argv[0];
        else w.op = inject_operator(argv[0]);
    }
    w.plain_plus = w.op == id_plus && method_basic_p(rb_cInteger, id_plus) &&
                   me_visi(method_lookup(rb_cInteger, id_plus)) == VISI_PUBLIC;
    if (w.op && val_type_p(obj, T_ARRAY) && method_basic_p(obj_class(obj), rb_intern("each"))) return inject_array(&w, obj);
    enum_each(obj, inject_each, &w);
    return w.memo == Qundef ? Qnil : w.memo;
}

/* ---- sum, tally, group_by ---- */

struct sum_walk {
    struct sum_state s;
    bool block;
};

static VALUE
sum_each(int argc, const VALUE *argv, void *state)
{
    struct sum_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    sum_add(&w->s, w->block ? rb_yield(v) : v);
    return Qnil;
}

static VALUE
enum_m_sum(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    struct sum_walk w = {.block = rb_block_given_p()};
    VALUE init = argc ? argv[0] : int_fix(0), sum;
    if (!w.block && range_sum_integers(obj, init, &sum)) return sum;
    sum_begin(&w.s, init);
    enum_each(obj, sum_each, &w);
    return sum_end(&w.s);
}

static VALUE
tally_each(int argc, const VALUE *argv, void *state)
{
    VALUE h = *(VALUE *)state, v = enum_pack(argc, argv), *at = hash_upsert(h, v, int_fix(0)), n = *at;
    if (val_fix_p(n) && fix_int(n) >= 0 && n != int_fix(FIXNUM_MAX)) {
        *at = int_fix(fix_int(n) + 1);
    } else if (val_type_p(n, T_BIGNUM)) { /* other Fixnums CRuby refuses, with these words */
        hash_set(h, v, int_add(n, int_fix(1)));
    } else {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected Integer)", obj_type_name(n));
    }
    return Qnil;
}

static VALUE
enum_m_tally(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    VALUE h;
    if (argc) {
        h = val_type_p(argv[0], T_HASH) ? argv[0] : rb_convert_type(argv[0], T_HASH, "Hash", "to_hash");
        hash_check_frozen(h);
    } else {
        h = hash_new();
    }
    enum_each(obj, tally_each, &h);
    return h;
}

static VALUE
group_by_each(int argc, const VALUE *argv, void *state)
{
    VALUE h = *(VALUE *)state, v = enum_pack(argc, argv), key = enum_yield(argc, v), list = hash_get(h, key);
    if (list == Qundef) hash_set(h, key, ary_new_from(&v, 1));
    else ary_push(list, v);
    return Qnil;
}

static VALUE
enum_m_group_by(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    VALUE h = hash_new();
    enum_each(obj, group_by_each, &h);
    return h;
}

/* ---- least and greatest ---- */

enum { WANT_MIN = 1, WANT_MAX = 2 };

struct extreme_walk {
    VALUE least, most;         /* Qundef before the first */
    VALUE least_key, most_key; /* what is compared: the element itself, or its key */
    VALUE odd, odd_key;        /* both wanted: elements are compared in pairs first; the one that waits for its partner */
    unsigned basic;
    bool block, by_key;
    int want;
};

static int
extreme_cmp(const struct extreme_walk *w, VALUE a, VALUE b)
{
    if (w->block) return rb_cmpint(rb_yield_values(2, a, b), a, b);
    return obj_cmp(a, b, w->basic);
}

static void
extreme_low(struct extreme_walk *w, VALUE v, VALUE key)
{
    if (w->least != Qundef && extreme_cmp(w, key, w->least_key) >= 0) return;
    w->least = v;
    w->least_key = key;
}

static void
extreme_high(struct extreme_walk *w, VALUE v, VALUE key)
{
    if (w->most != Qundef && extreme_cmp(w, key, w->most_key) <= 0) return;
    w->most = v;
    w->most_key = key;
}

static VALUE
extreme_each(int argc, const VALUE *argv, void *state)
{
    struct extreme_walk *w = state;
    VALUE v = enum_pack(argc, argv), key = w->by_key ? enum_yield(argc, v) : v;
    if (w->want == WANT_MIN) {
        extreme_low(w, v, key);
    } else if (w->want == WANT_MAX) {
        extreme_high(w, v, key);
    } else if (w->odd == Qundef) {
        w->odd = v;
        w->odd_key = key;
    } else {
        VALUE first = w->odd, first_key = w->odd_key;
        w->odd = Qundef;
        int c = extreme_cmp(w, first_key, key);
        extreme_low(w, c <= 0 ? first : v, c <= 0 ? first_key : key);
        extreme_high(w, c < 0 ? v : first, c < 0 ? key : first_key);
    }
    return Qnil;
}

static struct extreme_walk
enum_extremes(VALUE obj, int want, bool by_key)
{
    struct extreme_walk w = {.least = Qundef, .most = Qundef, .odd = Qundef, .by_key = by_key, .want = want};
    w.block = !by_key && rb_block_given_p();
    w.basic = cmp_basic();
    enum_each(obj, extreme_each, &w);
    if (w.odd != Qundef) {
        extreme_low(&w, w.odd, w.odd_key);
        extreme_high(&w, w.odd, w.odd_key);
    }
    if (w.least == Qundef) w.least = Qnil;
    if (w.most == Qundef) w.most = Qnil;
    return w;
}

/* ---- order ---- */

static VALUE
sort_by_each(int argc, const VALUE *argv, void *state)
{
    VALUE v = enum_pack(argc, argv), key = enum_yield(argc, v);
    ary_push(*(VALUE *)state, key);
    ary_push(*(VALUE *)state, v);
    return Qnil;
}

static VALUE
enum_m_sort(VALUE obj)
{
    return rb_ary_sort_bang(enum_to_a(obj, 0, NULL));
}

static VALUE
enum_m_sort_by(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    VALUE pairs = ary_tmp_new(0);
    enum_each(obj, sort_by_each, &pairs);
    return ary_sort_by_keys(pairs, ary_len(pairs) / 2);
}

struct pick_walk {
    struct ary_pick pick;
    bool by_key;
};

static VALUE
pick_each(int argc, const VALUE *argv, void *state)
{
    struct pick_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    ary_pick_add(&w->pick, w->by_key ? enum_yield(argc, v) : v, v);
    return Qnil;
}

/* The n least (sign 1) or greatest, in order: by <=> or the block, or by the block's keys. */
static VALUE
enum_n_extremes(VALUE obj, VALUE count, int sign, bool by_key)
{
    struct pick_walk w = {.by_key = by_key};
    ary_pick_begin(&w.pick, count, sign, by_key);
    if (w.pick.n == 0) return ary_new();
    enum_each(obj, pick_each, &w);
    return ary_pick_end(&w.pick);
}

static VALUE
enum_m_min(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    if (argc && argv[0] != Qnil) return enum_n_extremes(obj, argv[0], 1, false);
    return enum_extremes(obj, WANT_MIN, false).least;
}

static VALUE
enum_m_max(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    if (argc && argv[0] != Qnil) return enum_n_extremes(obj, argv[0], -1, false);
    return enum_extremes(obj, WANT_MAX, false).most;
}

static VALUE
enum_m_minmax(VALUE obj)
{
    struct extreme_walk w = enum_extremes(obj, WANT_MIN | WANT_MAX, false);
    return rb_assoc_new(w.least, w.most);
}

static VALUE
enum_m_min_by(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    RETURN_SIZED_ENUMERATOR(obj, argc, argv, enum_size);
    if (argc && argv[0] != Qnil) return enum_n_extremes(obj, argv[0], 1, true);
    return enum_extremes(obj, WANT_MIN, true).least;
}

static VALUE
enum_m_max_by(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    RETURN_SIZED_ENUMERATOR(obj, argc, argv, enum_size);
    if (argc && argv[0] != Qnil) return enum_n_extremes(obj, argv[0], -1, true);
    return enum_extremes(obj, WANT_MAX, true).most;
}

static VALUE
enum_m_minmax_by(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    struct extreme_walk w = enum_extremes(obj, WANT_MIN | WANT_MAX, true);
    return rb_assoc_new(w.least, w.most);
}

void
Init_enum_fold(void)
{
    VALUE m = rb_mEnumerable;
    id_plus = rb_intern("+");
    rb_define_method(m, "inject", enum_m_inject, -1);
    rb_define_method(m, "reduce", enum_m_inject, -1);
    rb_define_method(m, "sum", enum_m_sum, -1);
    rb_define_method(m, "tally", enum_m_tally, -1);
    rb_define_method(m, "group_by", enum_m_group_by, 0);
    rb_define_method(m, "sort", enum_m_sort, 0);
    rb_define_method(m, "sort_by", enum_m_sort_by, 0);
    rb_define_method(m, "min", enum_m_min, -1);
    rb_define_method(m, "max", enum_m_max, -1);
    rb_define_method(m, "minmax", enum_m_minmax, 0);
    rb_define_method(m, "min_by", enum_m_min_by, -1);
    rb_define_method(m, "max_by", enum_m_max_by, -1);
    rb_define_method(m, "minmax_by", enum_m_minmax_by, 0);
}
