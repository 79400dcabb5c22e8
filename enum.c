/*
 * enum.c - Enumerable: mapping, selecting, finding, collecting.
 *
 * Uses      vm/block_info.h, enum/fold.c (order and sums), enum/slice.c (runs, zip, cycle)
 * Invariant Every method goes through obj.each with a C block whose state lies on the C stack of the running method.
 *           The values of one yield are packed into one value (enum_pack) or passed on one by one, as the method requires.
 * Checked   test/test_enumerable.rb, ruby/spec core/enumerable
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/vm/block_info.h"
#include "internal/object/compare.h"
#include "internal/enum.h"
#include "internal/hash.h"
#include "internal/range.h"
#include "internal/regexp.h"
#include "internal/set.h"
#include <string.h>

VALUE rb_mEnumerable;
static ID id_each, id_size, id_eqq, id_call;

/* Most loops need no more than this. */
struct enum_walk {
    VALUE out, arg;
    intptr_t n;
    bool flag;
};

VALUE
rb_enum_values_pack(int argc, const VALUE *argv)
{
    if (argc == 0) return Qnil;
    return argc == 1 ? argv[0] : ary_new_from(argv, (size_t)argc);
}

/* ---- walking ---- */

struct enum_call {
    enum_fn *fn;
    void *state; /* direct walks: on the C stack */
    VALUE obj;
    bool pair;        /* Hash: key and value apart */
    uint64_t moved[]; /* calls: the state itself (memo.h MEMO-1) */
};

static VALUE
enum_call_each(RB_BLOCK_CALL_FUNC_ARGLIST(first, memo))
{
    struct enum_call *c = memo_body(memo);
    VALUE r = c->fn(argc, argv, c->moved);
    if (UNLIKELY(r == ENUM_STOP)) rb_iter_break();
    return r;
}

static void
enum_walk_array(VALUE a, enum_fn *fn, void *state)
{
    for (size_t i = 0; i < ary_len(a); i++) {
        VALUE v = ary_at(a, i);
        if (fn(1, &v, state) == ENUM_STOP) return;
    }
}

static VALUE
enum_walk_hash(VALUE p)
{
    struct enum_call *c = (struct enum_call *)p;
    size_t pos = 0;
    VALUE kv[2];
    while (hash_next(c->obj, &pos, &kv[0], &kv[1])) {
        VALUE pair = c->pair ? Qnil : ary_new_from(kv, 2);
        if (c->fn(c->pair ? 2 : 1, c->pair ? kv : &pair, c->state) == ENUM_STOP) break;
    }
    return Qnil;
}

static VALUE
enum_walk_set(VALUE p)
{
    struct enum_call *c = (struct enum_call *)p;
    size_t pos = 0;
    VALUE v, t;
    while (hash_next(c->obj, &pos, &v, &t)) {
        if (c->fn(1, &v, c->state) == ENUM_STOP) break;
    }
    return Qnil;
}

static void
enum_walk_range(intptr_t i, intptr_t end, enum_fn *fn, void *state)
{
    for (; i <= end; i++) {
        VALUE v = int_fix(i);
        if (fn(1, &v, state) == ENUM_STOP) return;
        if ((i & 1023) == 0) rb_thread_check_ints();
    }
}

/* Runs the loop itself if `each` is the core's.  Backtraces show a level of `each` all the same. */
static bool
enum_walk_core(VALUE obj, int min, enum_fn *fn, void *state)
{
    if (!val_heap_p(obj)) return false;
    unsigned t = obj_type(obj);
    if (t != T_ARRAY && t != T_HASH && t != T_STRUCT && t != T_DATA) return false;
    if (t == T_DATA && !set_p(obj)) return false;
    if (val_range_p(obj) ? !val_fix2_p(range_beg(obj), range_end(obj)) : t == T_STRUCT) return false;
    VALUE *outer = vm_enter_inner(obj, id_each);
    if (!outer) return false;
    if (t == T_DATA) {
        struct enum_call c = {fn, state, set_hash(obj), false};
        hash_with_iter(c.obj, enum_walk_set, (VALUE)&c);
    } else if (t == T_ARRAY) {
        enum_walk_array(obj, fn, state);
    } else if (t == T_HASH) {
        struct enum_call c = {fn, state, obj, min > 1};
        hash_with_iter(obj, enum_walk_hash, (VALUE)&c);
    } else {
        enum_walk_range(fix_int(range_beg(obj)), fix_int(range_end(obj)) - range_excl(obj), fn, state);
    }
    vm_leave_inner(outer);
    return true;
}

void
enum_each_state(VALUE obj, int argc, const VALUE *argv, int min, int max, enum_fn *fn, void *state, size_t bytes)
{
    if (argc == 0 && enum_walk_core(obj, min, fn, state)) return;
    VALUE memo = memo_new(NULL, sizeof(struct enum_call) + bytes);
    struct enum_call *c = memo_body(memo);
    c->fn = fn;
    memcpy(c->moved, state, bytes);
    if (min == 0 && max == UNLIMITED_ARGUMENTS)
        rb_block_call_kw(obj, id_each, argc, argv, enum_call_each, memo, argc && rb_keyword_given_p());
    else rb_lambda_call(obj, id_each, argc, argv, enum_call_each, min, max, memo);
    memcpy(state, c->moved, bytes);
    RB_GC_GUARD(memo);
}

VALUE
enum_yield(int argc, VALUE packed)
{
    if (argc > 1) return block_yield_spread(packed);
    return argc == 1 ? rb_yield(packed) : rb_yield_values2(0, NULL);
}

VALUE
enum_size(VALUE obj, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    VALUE n = rb_check_funcall(obj, id_size, 0, NULL);
    return n == Qundef ? Qnil : n;
}

/* ---- to lists ---- */

static VALUE
to_a_each(int argc, const VALUE *argv, void *state)
{
    ary_push(*(VALUE *)state, enum_pack(argc, argv));
    return Qnil;
}

VALUE
enum_to_a(VALUE obj, int argc, const VALUE *argv)
{
    VALUE r = ary_new();
    enum_each_with(obj, argc, argv, to_a_each, &r);
    return r;
}

static VALUE
enum_m_to_a(int argc, VALUE *argv, VALUE obj)
{
    return enum_to_a(obj, argc, argv);
}

static VALUE
to_h_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    VALUE v = w->flag ? rb_yield_values2(argc, argv) : enum_pack(argc, argv), pair = ary_check(v);
    if (pair == Qnil) {
        rb_raise(rb_eTypeError, "wrong element type %" PRIsVALUE " (expected array)", obj_type_name(v));
    }
    if (ary_len(pair) != 2) {
        rb_raise(rb_eArgError, "element has wrong array length (expected 2, was %ld)", (long)ary_len(pair));
    }
    hash_set(w->out, ary_at(pair, 0), ary_at(pair, 1));
    return Qnil;
}

static VALUE
enum_m_to_h(int argc, VALUE *argv, VALUE obj)
{
    struct enum_walk w = {.out = hash_new_capa(val_type_p(obj, T_ARRAY) ? hash_capa_hint(ary_len(obj)) : 0),
                          .flag = rb_block_given_p()};
    enum_each_with(obj, argc, argv, to_h_each, &w);
    return w.out;
}

static VALUE
first_each(int argc, const VALUE *argv, void *state)
{
    ((struct enum_walk *)state)->out = enum_pack(argc, argv);
    return ENUM_STOP;
}

static VALUE
take_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    ary_push(w->out, enum_pack(argc, argv));
    if (--w->n == 0) return ENUM_STOP;
    return Qnil;
}

static VALUE
enum_m_take(VALUE obj, VALUE count)
{
    struct enum_walk w = {.n = NUM2LONG(count)};
    if (w.n < 0) rb_raise(rb_eArgError, "attempt to take negative size");
    if (w.n == 0) return ary_new();
    if (w.n > (long)(LONG_MAX / sizeof(VALUE))) rb_raise(rb_eArgError, "array size too big");
    w.out = ary_new();
    enum_each(obj, take_each, &w);
    return w.out;
}

static VALUE
enum_m_first(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    if (argc) return enum_m_take(obj, argv[0]);
    struct enum_walk w = {.out = Qnil};
    enum_each(obj, first_each, &w);
    return w.out;
}

static VALUE
take_while_each(int argc, const VALUE *argv, void *state)
{
    if (!val_truthy(rb_yield_values2(argc, argv))) return ENUM_STOP;
    ary_push(*(VALUE *)state, enum_pack(argc, argv));
    return Qnil;
}

static VALUE
enum_m_take_while(VALUE obj)
{
    RETURN_ENUMERATOR(obj, 0, 0);
    VALUE r = ary_new();
    enum_each(obj, take_while_each, &r);
    return r;
}

static VALUE
drop_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    if (w->n > 0) w->n--;
    else ary_push(w->out, enum_pack(argc, argv));
    return Qnil;
}

static VALUE
enum_m_drop(VALUE obj, VALUE count)
{
    struct enum_walk w = {.out = ary_new(), .n = NUM2LONG(count)};
    if (w.n < 0) rb_raise(rb_eArgError, "attempt to drop negative size");
    enum_each(obj, drop_each, &w);
    return w.out;
}

static VALUE
drop_while_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    if (!w->flag && !val_truthy(enum_yield(argc, v))) w->flag = true;
    if (w->flag) ary_push(w->out, v);
    return Qnil;
}

static VALUE
enum_m_drop_while(VALUE obj)
{
    RETURN_ENUMERATOR(obj, 0, 0);
    struct enum_walk w = {.out = ary_new()};
    enum_each(obj, drop_while_each, &w);
    return w.out;
}

/* ---- mapping ---- */

static VALUE
map_each(int argc, const VALUE *argv, void *state)
{
    VALUE v = rb_yield_values2(argc, argv);
    ary_push(*(VALUE *)state, v);
    return Qnil;
}

/* The C block shows the arity of the real one: Hash#each then yields key and value apart for |k, v|. */
static VALUE
enum_m_map(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    VALUE r = ary_new();
    int max, min = block_min_max(&max);
    enum_each_state(obj, 0, NULL, min, max, map_each, &r, sizeof r);
    return r;
}

static VALUE
flat_map_each(int argc, const VALUE *argv, void *state)
{
    VALUE v = rb_yield_values2(argc, argv), list = ary_check(v);
    if (list == Qnil) ary_push(*(VALUE *)state, v);
    else ary_concat(*(VALUE *)state, list);
    return Qnil;
}

static VALUE
enum_m_flat_map(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    VALUE r = ary_new();
    enum_each(obj, flat_map_each, &r);
    return r;
}

static VALUE
filter_map_each(int argc, const VALUE *argv, void *state)
{
    VALUE v = rb_yield_values2(argc, argv);
    if (val_truthy(v)) ary_push(*(VALUE *)state, v);
    return Qnil;
}

static VALUE
enum_m_filter_map(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    VALUE r = ary_new();
    enum_each(obj, filter_map_each, &r);
    return r;
}

/* ---- selecting ---- */

static VALUE
select_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    if (val_truthy(enum_yield(argc, v)) == w->flag) ary_push(w->out, v);
    return Qnil;
}

static VALUE
enum_filtered(VALUE obj, bool want)
{
    struct enum_walk w = {.out = ary_new(), .flag = want};
    enum_each(obj, select_each, &w);
    return w.out;
}

static VALUE
enum_m_select(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    return enum_filtered(obj, true);
}

static VALUE
enum_m_reject(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    return enum_filtered(obj, false);
}

static VALUE
partition_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    ary_push(val_truthy(enum_yield(argc, v)) ? w->out : w->arg, v);
    return Qnil;
}

static VALUE
enum_m_partition(VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, 0, 0, enum_size);
    struct enum_walk w = {.out = ary_new(), .arg = ary_new()};
    enum_each(obj, partition_each, &w);
    return rb_assoc_new(w.out, w.arg);
}

struct grep_walk {
    VALUE out, pattern;
    bool want, block;
};

/* A Regexp of the core without a block: a search that leaves $~ alone. */
static VALUE
grep_regexp_each(int argc, const VALUE *argv, void *state)
{
    struct grep_walk *w = state;
    VALUE v = enum_pack(argc, argv), s = RB_SYMBOL_P(v) ? rb_sym2str(v) : val_heap_p(v) ? rb_check_string_type(v) : Qnil;
    if ((s != Qnil && re_search(w->pattern, s, 0, false, NULL, NULL)) == w->want) ary_push(w->out, v);
    return Qnil;
}

static VALUE
grep_each(int argc, const VALUE *argv, void *state)
{
    struct grep_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    if (val_truthy(rb_funcall(w->pattern, id_eqq, 1, v)) != w->want) return Qnil;
    ary_push(w->out, w->block ? enum_yield(argc, v) : v);
    return Qnil;
}

static VALUE
enum_grep(VALUE obj, VALUE pattern, bool want)
{
    struct grep_walk w = {ary_new(), pattern, want, rb_block_given_p()};
    bool plain = !w.block && val_type_p(pattern, T_REGEXP) && method_basic_p(obj_class(pattern), id_eqq);
    enum_each(obj, plain ? grep_regexp_each : grep_each, &w);
    return w.out;
}

static VALUE
enum_m_grep(VALUE obj, VALUE pattern)
{
    return enum_grep(obj, pattern, true);
}

static VALUE
enum_m_grep_v(VALUE obj, VALUE pattern)
{
    return enum_grep(obj, pattern, false);
}

static VALUE
compact_each(int argc, const VALUE *argv, void *state)
{
    VALUE v = enum_pack(argc, argv);
    if (v != Qnil) ary_push(*(VALUE *)state, v);
    return Qnil;
}

static VALUE
enum_m_compact(VALUE obj)
{
    VALUE r = ary_new();
    enum_each(obj, compact_each, &r);
    return r;
}

static VALUE
uniq_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    VALUE v = enum_pack(argc, argv), key = w->flag ? rb_yield_values2(argc, argv) : v, k, old;
    if (hash_find_pair(w->arg, key, &k, &old)) return Qnil;
    hash_set_raw(w->arg, key, Qtrue);
    ary_push(w->out, v);
    return Qnil;
}

static VALUE
enum_m_uniq(VALUE obj)
{
    struct enum_walk w = {.out = ary_new(), .arg = hash_new_class(0, 0), .flag = rb_block_given_p()};
    enum_each(obj, uniq_each, &w);
    return w.out;
}

/* ---- finding ---- */

static VALUE
find_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    VALUE v = enum_pack(argc, argv);
    if (!val_truthy(argc ? block_yield_spread(v) : enum_yield(argc, v))) return Qnil;
    w->out = v;
    w->flag = true;
    return ENUM_STOP;
}

static VALUE
enum_m_find(int argc, VALUE *argv, VALUE obj)
{
    rb_check_arity(argc, 0, 1);
    RETURN_ENUMERATOR(obj, argc, argv);
    struct enum_walk w = {.out = Qnil};
    enum_each(obj, find_each, &w);
    if (w.flag) return w.out;
    return argc && argv[0] != Qnil ? rb_funcallv(argv[0], id_call, 0, NULL) : Qnil;
}

static VALUE
find_index_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    bool found = w->arg == Qundef ? val_truthy(rb_yield_values2(argc, argv)) : obj_equal(enum_pack(argc, argv), w->arg);
    if (found) {
        w->out = int_fix(w->n);
        return ENUM_STOP;
    }
    w->n++;
    return Qnil;
}

static VALUE
enum_m_find_index(int argc, VALUE *argv, VALUE obj)
{
    if (argc > 1) rb_error_arity(argc, 1, 1);
    if (argc == 0) RETURN_ENUMERATOR(obj, 0, 0);
    else if (rb_block_given_p()) rb_warn("given block not used");
    struct enum_walk w = {.out = Qnil, .arg = argc ? argv[0] : Qundef};
    enum_each(obj, find_index_each, &w);
    return w.out;
}

static VALUE
include_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    if (!obj_equal(enum_pack(argc, argv), w->arg)) return Qnil;
    w->flag = true;
    return ENUM_STOP;
}

static VALUE
enum_m_include_p(VALUE obj, VALUE v)
{
    struct enum_walk w = {.arg = v};
    enum_each(obj, include_each, &w);
    return val_bool(w.flag);
}

static VALUE
count_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    if (w->arg != Qundef) w->n += obj_equal(enum_pack(argc, argv), w->arg);
    else w->n += !w->flag || val_truthy(rb_yield_values2(argc, argv));
    return Qnil;
}

static VALUE
enum_m_count(int argc, VALUE *argv, VALUE obj)
{
    if (argc > 1) rb_error_arity(argc, 1, 1);
    struct enum_walk w = {.arg = argc ? argv[0] : Qundef, .flag = rb_block_given_p()};
    if (argc && w.flag) rb_warn("given block not used");
    enum_each(obj, count_each, &w);
    return LONG2NUM(w.n);
}

/* ---- all?, any?, none?, one? ---- */

struct match_walk {
    VALUE pattern; /* Qundef: none */
    bool block;
    long hits, stop_hits; /* stop once there are so many hits ... */
    bool stop_at_miss;    /* ... or at the first miss */
    bool missed;
};

static VALUE
match_each(int argc, const VALUE *argv, void *state)
{
    struct match_walk *w = state;
    VALUE v;
    if (w->pattern != Qundef) v = rb_funcall(w->pattern, id_eqq, 1, enum_pack(argc, argv));
    else v = w->block ? rb_yield_values2(argc, argv) : enum_pack(argc, argv);
    if (val_truthy(v)) {
        if (++w->hits == w->stop_hits) return ENUM_STOP;
    } else {
        w->missed = true;
        if (w->stop_at_miss) return ENUM_STOP;
    }
    return Qnil;
}

static struct match_walk
enum_match(int argc, VALUE *argv, VALUE obj, long stop_hits, bool stop_at_miss)
{
    rb_check_arity(argc, 0, 1);
    struct match_walk w = {argc ? argv[0] : Qundef, rb_block_given_p(), 0, stop_hits, stop_at_miss, false};
    if (argc && w.block) rb_warn("given block not used");
    enum_each(obj, match_each, &w);
    return w;
}

static VALUE
enum_m_all_p(int argc, VALUE *argv, VALUE obj)
{
    return val_bool(!enum_match(argc, argv, obj, -1, true).missed);
}

static VALUE
enum_m_any_p(int argc, VALUE *argv, VALUE obj)
{
    return val_bool(enum_match(argc, argv, obj, 1, false).hits > 0);
}

static VALUE
enum_m_none_p(int argc, VALUE *argv, VALUE obj)
{
    return val_bool(enum_match(argc, argv, obj, 1, false).hits == 0);
}

static VALUE
enum_m_one_p(int argc, VALUE *argv, VALUE obj)
{
    return val_bool(enum_match(argc, argv, obj, 2, false).hits == 1);
}

/* ---- each with something ---- */

static VALUE
with_index_each(int argc, const VALUE *argv, void *state)
{
    struct enum_walk *w = state;
    return rb_yield_values(2, enum_pack(argc, argv), LONG2NUM(w->n++));
}

static VALUE
enum_m_each_with_index(int argc, VALUE *argv, VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, argc, argv, enum_size);
    struct enum_walk w = {.n = 0};
    enum_each_with(obj, argc, argv, with_index_each, &w);
    return obj;
}

static VALUE
with_object_each(int argc, const VALUE *argv, void *state)
{
    return rb_yield_values(2, enum_pack(argc, argv), *(VALUE *)state);
}

static VALUE
enum_m_each_with_object(VALUE obj, VALUE memo)
{
    RETURN_SIZED_ENUMERATOR(obj, 1, &memo, enum_size);
    enum_each(obj, with_object_each, &memo);
    return memo;
}

static VALUE
entry_each(int argc, const VALUE *argv, void *state)
{
    VALUE v = enum_pack(argc, argv);
    enum_yield(argc, v);
    return v;
}

static VALUE
enum_m_each_entry(int argc, VALUE *argv, VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, argc, argv, enum_size);
    VALUE none = Qnil;
    enum_each_with(obj, argc, argv, entry_each, &none);
    return obj;
}

static VALUE
enum_m_reverse_each(int argc, VALUE *argv, VALUE obj)
{
    RETURN_SIZED_ENUMERATOR(obj, argc, argv, enum_size);
    VALUE list = enum_to_a(obj, argc, argv);
    for (size_t i = ary_len(list); i > 0;) {
        rb_yield(ary_at(list, --i));
        if (i > ary_len(list)) i = ary_len(list);
    }
    return obj;
}

void
Init_Enumerable(void)
{
    id_each = rb_intern("each");
    id_size = rb_intern("size");
    id_eqq = rb_intern("===");
    id_call = rb_intern("call");
    if (!rb_mEnumerable) rb_mEnumerable = rb_define_module("Enumerable");
    VALUE m = rb_mEnumerable;
    rb_define_method(m, "to_a", enum_m_to_a, -1);
    rb_define_method(m, "entries", enum_m_to_a, -1);
    rb_define_method(m, "to_h", enum_m_to_h, -1);
    rb_define_method(m, "first", enum_m_first, -1);
    rb_define_method(m, "take", enum_m_take, 1);
    rb_define_method(m, "take_while", enum_m_take_while, 0);
    rb_define_method(m, "drop", enum_m_drop, 1);
    rb_define_method(m, "drop_while", enum_m_drop_while, 0);
    rb_define_method(m, "map", enum_m_map, 0);
    rb_define_method(m, "collect", enum_m_map, 0);
    rb_define_method(m, "flat_map", enum_m_flat_map, 0);
    rb_define_method(m, "collect_concat", enum_m_flat_map, 0);
    rb_define_method(m, "filter_map", enum_m_filter_map, 0);
    rb_define_method(m, "select", enum_m_select, 0);
    rb_define_method(m, "filter", enum_m_select, 0);
    rb_define_method(m, "find_all", enum_m_select, 0);
    rb_define_method(m, "reject", enum_m_reject, 0);
    rb_define_method(m, "partition", enum_m_partition, 0);
    rb_define_method(m, "grep", enum_m_grep, 1);
    rb_define_method(m, "grep_v", enum_m_grep_v, 1);
    rb_define_method(m, "compact", enum_m_compact, 0);
    rb_define_method(m, "uniq", enum_m_uniq, 0);
    rb_define_method(m, "find", enum_m_find, -1);
    rb_define_method(m, "detect", enum_m_find, -1);
    rb_define_method(m, "find_index", enum_m_find_index, -1);
    rb_define_method(m, "include?", enum_m_include_p, 1);
    rb_define_method(m, "member?", enum_m_include_p, 1);
    rb_define_method(m, "count", enum_m_count, -1);
    rb_define_method(m, "all?", enum_m_all_p, -1);
    rb_define_method(m, "any?", enum_m_any_p, -1);
    rb_define_method(m, "none?", enum_m_none_p, -1);
    rb_define_method(m, "one?", enum_m_one_p, -1);
    rb_define_method(m, "each_with_index", enum_m_each_with_index, -1);
    rb_define_method(m, "each_with_object", enum_m_each_with_object, 1);
    rb_define_method(m, "each_entry", enum_m_each_entry, -1);
    rb_define_method(m, "reverse_each", enum_m_reverse_each, -1);
    Init_enum_fold();
    Init_enum_slice();
}
