/*
 * set.c - Set: a Hash with keys only.
 *
 * Owns      the data of T_DATA of class Set: one hidden Hash whose values are true.
 * Uses      hash.h: order, identity, loops and growth are the Hash's.
 * Invariant The hidden Hash is the Set's own: no other object refers to it.
 * Checked   test/test_set.rb, ruby/spec core/set
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/class.h"
#include "internal/vm/block_info.h"
#include "internal/object/compare.h"
#include "internal/enum.h"
#include "internal/hash.h"
#include "internal/object/recurse.h"
#include "internal/set.h"
#include "internal/string.h"

VALUE rb_cSet;
static VALUE cCoreSet;
static ID id_each, id_each_entry, id_hash, id_eq, id_inspect, id_new;

enum {
    SET_EXPECT_MAX = LIMIT(256, 1)
}; /* elements: a new Set makes room for at most this many, because some may be equal */

struct set_data {
    VALUE hash; /* 0 until the first element of a Set that came from allocate */
};

static void
set_mark(void *p)
{
    gc_mark(((struct set_data *)p)->hash);
}

static const rb_data_type_t set_data_type = {
    "set",
    {set_mark, RUBY_DEFAULT_FREE, 0, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE,
};

static struct set_data *
set_data(VALUE s)
{
    return rb_check_typeddata(s, &set_data_type);
}

static void
set_give_hash(VALUE s, VALUE h)
{
    struct set_data *d = set_data(s);
    RB_OBJ_WRITE(s, &d->hash, h);
}

/* Returns an empty Set with room for n elements. */
static VALUE
set_s_sized(VALUE klass, size_t n)
{
    struct set_data *d;
    VALUE s = TypedData_Make_Struct(klass, struct set_data, &set_data_type, d);
    RB_OBJ_WRITE(s, &d->hash, hash_new_class(0, n));
    return s;
}

static VALUE
set_s_alloc(VALUE klass)
{
    return set_s_sized(klass, 0);
}

/* Returns the Hash of what is surely a Set, or 0. */
static ALWAYS_INLINE VALUE
set_hash_or_none(VALUE s)
{
    if (UNLIKELY(!val_type_p(s, T_DATA) || !RTYPEDDATA_P(s) || RTYPEDDATA(s)->type != &set_data_type)) return 0;
    return ((struct set_data *)RTYPEDDATA(s)->data)->hash;
}

VALUE
set_hash(VALUE s)
{
    VALUE h = set_hash_or_none(s);
    return LIKELY(h) ? h : set_data(s)->hash;
}

bool
set_p(VALUE v)
{
    return val_type_p(v, T_DATA) && rb_typeddata_is_kind_of(v, &set_data_type);
}

static void
set_modify(VALUE s)
{
    if (UNLIKELY(obj_flags(s) & HDR_FROZEN)) rb_error_frozen_object(s);
}

static size_t
set_size(VALUE s)
{
    return hash_size(set_hash(s));
}

/* Returns a Set of class klass with the elements and the comparison of s. */
static VALUE
set_copy(VALUE klass, VALUE s)
{
    VALUE n = set_s_alloc(klass);
    set_give_hash(n, hash_copy_class(0, set_hash(s)));
    return n;
}

/* Empty, of the same class; by eql?, whatever s compares by. */
static VALUE
set_new_like(VALUE s)
{
    return set_s_alloc(rb_obj_class(s));
}

static bool
set_has(VALUE s, VALUE v)
{
    return hash_get(set_hash(s), v) != Qundef;
}

/* Returns whether v was new. */
static bool
set_add_raw(VALUE s, VALUE v)
{
    VALUE h = set_hash(s);
    if (UNLIKELY(hash_iterating_p(h))) {
        if (hash_get(h, v) != Qundef) return false;
        rb_raise(rb_eRuntimeError, "can't add a new item into set during iteration");
    }
    return hash_set_new(h, v, Qtrue);
}

static bool
set_remove(VALUE s, VALUE v)
{
    return hash_delete(set_hash(s), v) != Qundef;
}

static bool
set_next(VALUE s, size_t *pos, VALUE *v)
{
    VALUE t;
    return hash_next(set_hash(s), pos, v, &t);
}

/* ---- any enumerable as a list of elements ---- */

struct set_visit {
    void (*fn)(void *state, VALUE v);
    void *state;
};

static VALUE
visit_each(RB_BLOCK_CALL_FUNC_ARGLIST(first, arg))
{
    struct set_visit *w = memo_body(arg);
    w->fn(w->state, argc > 0 ? first : Qnil);
    return Qnil;
}

static VALUE
visit_set(VALUE p)
{
    VALUE *a = (VALUE *)p, v;
    struct set_visit *w = (struct set_visit *)a[1];
    size_t pos = 0;
    while (set_next(a[0], &pos, &v)) w->fn(w->state, v);
    return Qnil;
}

/* Calls fn(state, element) for each.  raises ArgumentError "value must be enumerable". */
static void
each_element(VALUE list, void (*fn)(void *, VALUE), void *state)
{
    struct set_visit w = {fn, state};
    if (set_p(list)) { /* without calling `each`, which a subclass may define */
        VALUE a[2] = {list, (VALUE)&w};
        hash_with_iter(set_hash(list), visit_set, (VALUE)a);
    } else if (val_type_p(list, T_ARRAY)) {
        for (size_t i = 0; i < ary_len(list); i++) fn(state, ary_at(list, i));
    } else if (rb_respond_to(list, id_each_entry)) {
        memo_call(list, id_each_entry, 0, NULL, visit_each, &w, sizeof w);
    } else if (rb_respond_to(list, id_each)) {
        memo_call(list, id_each, 0, NULL, visit_each, &w, sizeof w);
    } else {
        rb_raise(rb_eArgError, "value must be enumerable");
    }
}

static VALUE
set_check(VALUE v)
{
    if (!set_p(v)) rb_raise(rb_eArgError, "value must be a set");
    return v;
}

/* ---- making ---- */

static void
add_element(void *s, VALUE v)
{
    set_add_raw((VALUE)s, v);
}

static void
add_yielded(void *s, VALUE v)
{
    set_add_raw((VALUE)s, rb_yield(v));
}

/* Room for n elements at once; returns the hash that has it. */
static VALUE
set_widen(VALUE s, size_t n)
{
    VALUE h = hash_new_class(0, n);
    hash_keys_merge(h, set_hash(s));
    set_give_hash(s, h);
    return h;
}

/* If nearly all of the first SET_EXPECT_MAX elements were different, as many of the others are expected. */
static void
add_array(VALUE s, VALUE list)
{
    VALUE h = set_hash(s);
    bool ours = set_size(s) == 0 && !hash_identity_p(h);
    for (size_t i = 0; i < ary_len(list); i++) {
        if (UNLIKELY(i == SET_EXPECT_MAX) && ours && ary_len(list) >= 2 * SET_EXPECT_MAX && set_hash(s) == h &&
            set_size(s) >= SET_EXPECT_MAX - SET_EXPECT_MAX / 8 && !hash_iterating_p(h))
            h = set_widen(s, ary_len(list));
        hash_set_new(h, ary_at(list, i), Qtrue);
    }
}

/* Adds the elements of any enumerable to s, which is under no loop. */
static void
add_all(VALUE s, VALUE list)
{
    VALUE h = set_hash(s);
    if (set_p(list) && !hash_iterating_p(h)) {
        hash_keys_merge(h, set_hash(list));
    } else if (val_type_p(list, T_ARRAY) && !hash_iterating_p(h)) {
        add_array(s, list);
    } else {
        each_element(list, add_element, (void *)s);
    }
}

/* Room for n elements at once, if that is not much or few of them will be equal. */
static void
set_expect(VALUE s, size_t n)
{
    if (n > HASH_EMBED_MAX && n <= SET_EXPECT_MAX && set_size(s) == 0 && !hash_identity_p(set_hash(s)))
        set_give_hash(s, hash_new_class(0, n));
}

static VALUE
set_s_create(int argc, VALUE *argv, VALUE klass)
{
    VALUE s = set_s_sized(klass, (size_t)argc), h = set_hash(s);
    for (int i = 0; i < argc; i++) hash_set_new(h, argv[i], Qtrue);
    return s;
}

static VALUE
set_m_initialize(int argc, VALUE *argv, VALUE s)
{
    rb_check_arity(argc, 0, 1);
    set_modify(s);
    if (argc == 0 || argv[0] == Qnil) return s;
    if (rb_block_given_p()) {
        each_element(argv[0], add_yielded, (void *)s);
    } else if (set_p(argv[0]) && rb_obj_class(argv[0]) != rb_cSet) {
        struct set_visit w = {add_element, (void *)s};
        memo_call(argv[0], id_each_entry, 0, NULL, visit_each, &w, sizeof w);
    } else if (set_p(argv[0]) && set_size(s) == 0 && !hash_identity_p(set_hash(argv[0]))) {
        set_give_hash(s, hash_copy_class(0, set_hash(argv[0])));
    } else {
        if (val_type_p(argv[0], T_ARRAY)) set_expect(s, ary_len(argv[0]));
        add_all(s, argv[0]);
    }
    return s;
}

static VALUE
set_m_initialize_copy(VALUE s, VALUE other)
{
    if (s == other) return s;
    set_modify(s);
    set_give_hash(s, hash_copy_class(0, set_hash(set_check(other))));
    return s;
}

/* ---- asking ---- */

static VALUE
set_m_size(VALUE s)
{
    return int_fix((intptr_t)set_size(s));
}

static VALUE
set_m_empty_p(VALUE s)
{
    return val_bool(set_size(s) == 0);
}

static VALUE
set_m_include_p(VALUE s, VALUE v)
{
    return val_bool(set_has(s, v));
}

/* Leaf function of Set#include? and its other names. */
static VALUE
set_leaf_include(VALUE s, VALUE v)
{
    VALUE found, h = set_hash_or_none(s);
    return h && hash_peek(h, v, &found) ? val_bool(found != Qundef) : Qundef;
}

static VALUE
set_m_to_a(VALUE s)
{
    return hash_keys_to_a(set_hash(s));
}

static VALUE
set_m_compare_by_identity_p(VALUE s)
{
    return val_bool(hash_identity_p(set_hash(s)));
}

static bool
set_subset_p(VALUE a, VALUE b)
{
    return set_size(a) <= set_size(b) && hash_keys_within(set_hash(a), set_hash(b));
}

static VALUE
set_m_subset_p(VALUE a, VALUE b)
{
    return val_bool(set_subset_p(a, set_check(b)));
}

static VALUE
set_m_proper_subset_p(VALUE a, VALUE b)
{
    set_check(b);
    return val_bool(set_size(a) < set_size(b) && set_subset_p(a, b));
}

static VALUE
set_m_superset_p(VALUE a, VALUE b)
{
    return val_bool(set_subset_p(set_check(b), a));
}

static VALUE
set_m_proper_superset_p(VALUE a, VALUE b)
{
    set_check(b);
    return val_bool(set_size(b) < set_size(a) && set_subset_p(b, a));
}

static VALUE
set_m_cmp(VALUE a, VALUE b)
{
    if (!set_p(b)) return Qnil;
    size_t n = set_size(a), m = set_size(b);
    if (n < m) return set_subset_p(a, b) ? int_fix(-1) : Qnil;
    if (n > m) return set_subset_p(b, a) ? int_fix(1) : Qnil;
    return set_subset_p(a, b) ? int_fix(0) : Qnil;
}

struct set_meet {
    VALUE set;
    bool found;
};

static VALUE
meet_each(RB_BLOCK_CALL_FUNC_ARGLIST(first, arg))
{
    struct set_meet *m = memo_body(arg);
    if (!set_has(m->set, enum_pack(argc, argv))) return Qnil;
    m->found = true;
    rb_iter_break();
}

static bool
set_meets(VALUE a, VALUE b)
{
    if (set_p(b)) {
        VALUE small = set_size(a) < set_size(b) ? a : b, large = small == a ? b : a;
        return hash_keys_meet(set_hash(small), set_hash(large));
    }
    if (val_type_p(b, T_ARRAY)) {
        for (size_t i = 0; i < ary_len(b); i++) {
            if (set_has(a, ary_at(b, i))) return true;
        }
        return false;
    }
    ID each = rb_respond_to(b, id_each_entry) ? id_each_entry : id_each;
    if (!rb_respond_to(b, each)) rb_raise(rb_eArgError, "value must be enumerable");
    struct set_meet m = {a, false};
    memo_call(b, each, 0, NULL, meet_each, &m, sizeof m);
    return m.found;
}

static VALUE
set_m_intersect_p(VALUE a, VALUE b)
{
    return val_bool(set_meets(a, b));
}

static VALUE
set_m_disjoint_p(VALUE a, VALUE b)
{
    return val_bool(!set_meets(a, b));
}

/* ---- comparing ---- */

static VALUE
set_equal_rec(VALUE a, VALUE b, int recursive)
{
    return recursive ? Qtrue : val_bool(set_subset_p(a, b));
}

static VALUE
set_m_eq(VALUE a, VALUE b)
{
    if (a == b) return Qtrue;
    if (!set_p(b) || set_size(a) != set_size(b)) return Qfalse;
    if (hash_identity_p(set_hash(a)) != hash_identity_p(set_hash(b))) return Qfalse;
    int within = hash_keys_within_plain(set_hash(a), set_hash(b));
    if (within >= 0) return val_bool(within);
    return recurse_guard_pair(id_eq, set_equal_rec, a, b, b);
}

static VALUE
set_hash_rec(VALUE s, VALUE out, int recursive)
{
    uint64_t sum = 0x736574ull + set_size(s);
    size_t pos = 0;
    VALUE v;
    while (!recursive && set_next(s, &pos, &v)) sum += hash_mix(hash_seed[0], obj_hash(v)); /* any order */
    *(uint64_t *)out = hash_mix(hash_seed[1], sum);
    return Qnil;
}

static VALUE
set_m_hash(VALUE s)
{
    uint64_t h;
    recurse_guard_outer(id_hash, set_hash_rec, s, (VALUE)&h);
    return hash_to_value(h);
}

/* ---- changing ---- */

static VALUE
set_m_add(VALUE s, VALUE v)
{
    set_modify(s);
    set_add_raw(s, v);
    return s;
}

static VALUE
set_m_add_p(VALUE s, VALUE v)
{
    set_modify(s);
    return set_add_raw(s, v) ? s : Qnil;
}

static VALUE
set_m_delete(VALUE s, VALUE v)
{
    set_modify(s);
    set_remove(s, v);
    return s;
}

static VALUE
set_m_delete_p(VALUE s, VALUE v)
{
    set_modify(s);
    return set_remove(s, v) ? s : Qnil;
}

VALUE
rb_set_clear(VALUE s)
{
    set_modify(s);
    hash_clear(set_hash(s));
    return s;
}

static void
set_take_over(VALUE s, VALUE from) /* s gets a copy of from's elements */
{
    if (hash_iterating_p(set_hash(s))) rb_raise(rb_eRuntimeError, "cannot replace set during iteration");
    hash_replace_pairs(set_hash(s), set_hash(from));
}

static VALUE
set_m_replace(VALUE s, VALUE list)
{
    set_modify(s);
    if (hash_iterating_p(set_hash(s))) rb_raise(rb_eRuntimeError, "cannot replace set during iteration");
    if (set_p(list)) {
        if (list != s) set_take_over(s, list);
        return s;
    }
    bool array = val_type_p(list, T_ARRAY);
    if (!array && !rb_respond_to(list, id_each_entry) && !rb_respond_to(list, id_each))
        rb_raise(rb_eArgError, "value must be enumerable");
    size_t had = set_size(s);
    hash_clear(set_hash(s)); /* first: if list raises or reads s, s is empty */
    if (array && ary_len(list) / 2 <= had && !hash_identity_p(set_hash(s)))
        set_give_hash(s, hash_new_class(0, ary_len(list)));
    else if (array) set_expect(s, ary_len(list));
    add_all(s, list);
    return s;
}

static VALUE
set_m_reset(VALUE s)
{
    set_modify(s);
    if (hash_iterating_p(set_hash(s))) rb_raise(rb_eRuntimeError, "reset during iteration");
    if (hash_keys_plain(set_hash(s))) return s; /* no hash can have changed */
    VALUE n = hash_new_class(0, set_size(s)), v;
    size_t pos = 0;
    if (hash_identity_p(set_hash(s))) hash_make_identity(n);
    while (set_next(s, &pos, &v)) hash_set_new(n, v, Qtrue);
    set_give_hash(s, n);
    return s;
}

static VALUE
set_m_compare_by_identity(VALUE s)
{
    if (hash_identity_p(set_hash(s))) return s;
    set_modify(s);
    if (hash_iterating_p(set_hash(s))) rb_raise(rb_eRuntimeError, "compare_by_identity during iteration");
    hash_make_identity(set_hash(s));
    return s;
}

static void
merge_all(VALUE s, int argc, VALUE *argv)
{
    for (int i = 0; i < argc; i++) add_all(s, argv[i]);
}

static VALUE
set_m_merge(int argc, VALUE *argv, VALUE s)
{
    if (rb_keyword_given_p()) rb_raise(rb_eArgError, "no keywords accepted");
    set_modify(s);
    if (hash_iterating_p(set_hash(s))) rb_raise(rb_eRuntimeError, "cannot add to set during iteration");
    merge_all(s, argc, argv);
    return s;
}

static void
delete_element(void *s, VALUE v)
{
    set_remove((VALUE)s, v);
}

static VALUE
set_m_subtract(VALUE s, VALUE list)
{
    set_modify(s);
    each_element(list, delete_element, (void *)s);
    return s;
}

/* ---- new sets ---- */

/* Returns an empty Set with the class and comparison of s and room for n elements. */
static VALUE
set_result(VALUE s, size_t n)
{
    VALUE to = set_s_sized(rb_obj_class(s), n);
    if (hash_identity_p(set_hash(s))) hash_make_identity(set_hash(to));
    return to;
}

/* Returns whether both compare alike, so that a search in either has the same result. */
static bool
set_alike_p(VALUE a, VALUE b)
{
    return set_p(b) && hash_identity_p(set_hash(a)) == hash_identity_p(set_hash(b));
}

static VALUE
set_m_union(VALUE s, VALUE list)
{
    VALUE n = set_copy(rb_obj_class(s), s);
    add_all(n, list);
    return n;
}

static VALUE
set_m_difference(VALUE s, VALUE list)
{
    if (set_alike_p(s, list)) {
        VALUE to = set_result(s, 0);
        hash_keys_select(set_hash(to), set_hash(s), set_hash(list), false);
        return to;
    }
    VALUE n = set_copy(rb_obj_class(s), s);
    each_element(list, delete_element, (void *)n);
    return n;
}

struct set_pair {
    VALUE from, to;
};

static void
add_if_shared(void *p, VALUE v)
{
    VALUE from = ary_at((VALUE)p, 0), to = ary_at((VALUE)p, 1);
    if (set_has(from, v)) set_add_raw(to, v);
}

static VALUE
set_m_intersection(VALUE s, VALUE list)
{
    if (set_alike_p(s, list) && !hash_identity_p(set_hash(s))) {
        VALUE to = set_result(s, 0);
        hash_keys_select(set_hash(to), set_hash(list), set_hash(s), true);
        return to;
    }
    VALUE to = set_new_like(s), pair = rb_assoc_new(s, to); /* on the heap: memo.h MEMO-1 */
    each_element(list, add_if_shared, (void *)pair);
    return to;
}

static VALUE
set_m_xor(VALUE s, VALUE list)
{
    if (set_alike_p(s, list) && !hash_identity_p(set_hash(s))) {
        VALUE to = set_result(s, 0), h = set_hash(to);
        hash_keys_select(h, set_hash(s), set_hash(list), false);
        hash_keys_select(h, set_hash(list), set_hash(s), false);
        return to;
    }
    VALUE n = set_copy(rb_obj_class(s), s), other = set_new_like(s), v;
    add_all(other, list); /* each once */
    size_t pos = 0;
    while (set_next(other, &pos, &v)) {
        if (!set_remove(n, v)) set_add_raw(n, v);
    }
    return n;
}

/* ---- visiting ---- */

static VALUE
set_enum_size(VALUE s, VALUE args UNUSED_OK, VALUE eobj UNUSED_OK)
{
    return set_m_size(s);
}

static VALUE
each_body(VALUE s)
{
    size_t pos = 0;
    VALUE v;
    while (set_next(s, &pos, &v)) rb_yield(v);
    return Qnil;
}

static VALUE
set_m_each(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    hash_with_iter(set_hash(s), each_body, s);
    return s;
}

struct set_keep {
    VALUE s;
    bool want;
};

static VALUE
keep_body(VALUE p)
{
    struct set_keep *k = (struct set_keep *)p;
    size_t pos = 0;
    VALUE v;
    while (set_next(k->s, &pos, &v)) {
        if (val_truthy(rb_yield(v)) != k->want) hash_delete_at(set_hash(k->s), pos - 1);
    }
    return Qnil;
}

static bool
set_keep(VALUE s, bool want) /* whether something went */
{
    set_modify(s);
    size_t n = set_size(s);
    struct set_keep k = {s, want};
    hash_with_iter(set_hash(s), keep_body, (VALUE)&k);
    return set_size(s) != n;
}

static VALUE
set_m_select_bang(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    return set_keep(s, true) ? s : Qnil;
}

static VALUE
set_m_keep_if(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    set_keep(s, true);
    return s;
}

static VALUE
set_m_reject_bang(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    return set_keep(s, false) ? s : Qnil;
}

static VALUE
set_m_delete_if(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    set_keep(s, false);
    return s;
}

static VALUE
map_body(VALUE p)
{
    struct set_pair *w = (struct set_pair *)p;
    size_t pos = 0;
    VALUE v;
    while (set_next(w->from, &pos, &v)) set_add_raw(w->to, rb_yield(v));
    return Qnil;
}

static VALUE
set_m_collect_bang(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    set_modify(s);
    struct set_pair w = {s, set_new_like(s)};
    hash_with_iter(set_hash(s), map_body, (VALUE)&w);
    set_take_over(s, w.to);
    return s;
}

/* ---- grouping ---- */

static VALUE
classify_body(VALUE p)
{
    struct set_pair *w = (struct set_pair *)p;
    size_t pos = 0;
    VALUE v;
    while (set_next(w->from, &pos, &v)) {
        VALUE key = rb_yield(v), group = hash_get(w->to, key);
        if (group == Qundef) {
            group = set_new_like(w->from);
            hash_set(w->to, key, group);
        }
        set_add_raw(group, v);
    }
    return Qnil;
}

static VALUE
set_classified(VALUE s)
{
    struct set_pair w = {s, hash_new()};
    hash_with_iter(set_hash(s), classify_body, (VALUE)&w);
    return w.to;
}

static VALUE
set_m_classify(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    return set_classified(s);
}

/* The first member of element i's part; the way there is shortened. */
static size_t
part_of(size_t *first, size_t i)
{
    while (first[i] != i) i = first[i] = first[first[i]];
    return i;
}

/* Implements divide with a block of two.  Two elements are related if the block is true in both orders.  Each part is a set of
 * elements that are connected by related pairs. */
static VALUE
set_divide_by_relation(VALUE s)
{
    VALUE list = set_m_to_a(s), parts = ary_new(), out = set_s_alloc(rb_cSet), hold;
    size_t n = ary_len(list), *first = rb_alloc_tmp_buffer_with_count(&hold, (n + 1) * sizeof *first, n + 1);
    for (size_t u = 0; u < n; u++) first[u] = u;
    for (size_t u = 0; u < n; u++) {
        for (size_t v = u + 1; v < n; v++) {
            VALUE a = ary_at(list, u), b = ary_at(list, v);
            if (!val_truthy(rb_yield_values(2, a, b)) || !val_truthy(rb_yield_values(2, b, a))) continue;
            size_t p = part_of(first, u), q = part_of(first, v);
            first[p < q ? q : p] = p < q ? p : q;
        }
    }
    for (size_t v = 0; v < n; v++) {
        size_t p = part_of(first, v);
        ary_push(parts, p == v ? set_new_like(s) : ary_at(parts, p)); /* part p is at p, and wherever one of it is */
        set_add_raw(ary_at(parts, p), ary_at(list, v));
    }
    for (size_t v = 0; v < n; v++) {
        if (first[v] == v) set_add_raw(out, ary_at(parts, v));
    }
    rb_free_tmp_buffer(&hold);
    RB_GC_GUARD(list);
    return out;
}

static VALUE
set_m_divide(VALUE s)
{
    RETURN_SIZED_ENUMERATOR(s, 0, 0, set_enum_size);
    if (block_arity() == 2) return set_divide_by_relation(s);
    VALUE groups = set_classified(s), out = set_s_alloc(rb_cSet), k, group;
    for (size_t pos = 0; hash_next(groups, &pos, &k, &group);) set_add_raw(out, group);
    return out;
}

/* ---- flattening ---- */

static void
flatten_into(VALUE s, VALUE out, VALUE open)
{
    size_t pos = 0;
    VALUE v;
    if (hash_get(open, s) != Qundef) rb_raise(rb_eArgError, "tried to flatten recursive Set");
    hash_set_raw(open, s, Qtrue);
    while (set_next(s, &pos, &v)) {
        if (set_p(v)) flatten_into(v, out, open);
        else set_add_raw(out, v);
    }
    hash_delete(open, s);
}

static VALUE
set_flattened(VALUE s)
{
    VALUE out = set_new_like(s), open = hash_new_class(0, 0);
    hash_make_identity(open);
    flatten_into(s, out, open);
    return out;
}

static VALUE
set_m_flatten(VALUE s)
{
    return set_flattened(s);
}

static VALUE
set_m_flatten_bang(VALUE s)
{
    size_t pos = 0;
    VALUE v;
    bool nested = false;
    while (!nested && set_next(s, &pos, &v)) nested = set_p(v);
    if (!nested) return Qnil;
    set_modify(s);
    set_take_over(s, set_flattened(s));
    return s;
}

/* ---- as text, conversions ---- */

static VALUE
set_inspect_rec(VALUE s, VALUE arg UNUSED_OK, int recursive)
{
    VALUE text = rb_str_dup(rb_class_name(rb_obj_class(s))), v;
    size_t pos = 0;
    bool first = true;
    rb_enc_associate_index(text, ENCI_BINARY);
    if (recursive) return rb_str_cat_cstr(text, "[...]");
    rb_str_cat_cstr(text, "[");
    while (set_next(s, &pos, &v)) {
        if (!first) rb_str_cat_cstr(text, ", ");
        first = false;
        rb_str_buf_append(text, rb_inspect(v));
    }
    return rb_str_cat_cstr(text, "]");
}

static VALUE
set_m_inspect(VALUE s)
{
    return recurse_guard(id_inspect, set_inspect_rec, s, 0);
}

static VALUE
set_m_join(int argc, VALUE *argv, VALUE s)
{
    return rb_funcallv(set_m_to_a(s), rb_intern("join"), argc, argv);
}

/* Set#to_set and Enumerable#to_set */
static VALUE
set_from(int argc, VALUE *argv, VALUE list)
{
    VALUE klass = rb_cSet;
    if (argc > 0) {
        rb_warn("passing arguments to Enumerable#to_set is deprecated");
        klass = argv[0];
        argv[0] = list;
        return rb_funcall_passing_block(klass, id_new, argc, argv);
    }
    return rb_funcall_passing_block(klass, id_new, 1, &list);
}

static VALUE
set_m_to_set(int argc, VALUE *argv, VALUE s)
{
    if (argc == 0 && !rb_block_given_p() && rb_obj_class(s) == rb_cSet) return s;
    return set_from(argc, argv, s);
}

static VALUE
enum_m_to_set(int argc, VALUE *argv, VALUE list)
{
    return set_from(argc, argv, list);
}

/* A subclass of Set itself (not of Set::CoreSet) gets methods that call each other as the Set written in Ruby did. */
static VALUE
set_s_inherited(VALUE klass, VALUE sub)
{
    rb_call_super(1, &sub);
    if (klass != rb_cSet || !cCoreSet || sub == cCoreSet) return Qnil;
    rb_require("set/subclass_compatible");
    VALUE m = rb_const_get(rb_cSet, rb_intern("SubclassCompatible"));
    rb_include_module(sub, m);
    rb_extend_object(sub, rb_const_get(m, rb_intern("ClassMethods")));
    return Qnil;
}

/* ---- Marshal: an object with @hash, as Ruby's Set before it was in C ---- */

static VALUE
set_marshal_dumper(VALUE s)
{
    VALUE o = rb_obj_alloc(rb_cObject), h = hash_copy(set_hash(s));
    hash_set_default(h, Qfalse, false);
    rb_ivar_set(o, rb_intern("@hash"), h);
    return o;
}

static VALUE
set_marshal_loader(VALUE s, VALUE o)
{
    VALUE h = rb_ivar_get(o, rb_intern("@hash")), k, v;
    if (!val_type_p(h, T_HASH)) rb_raise(rb_eTypeError, "invalid Set data");
    if (hash_identity_p(h)) hash_make_identity(set_hash(s));
    for (size_t pos = 0; hash_next(h, &pos, &k, &v);) set_add_raw(s, k);
    return s;
}

/* ---- public C API ---- */

VALUE
rb_set_new(void)
{
    return set_s_alloc(rb_cSet);
}

VALUE
rb_set_new_capa(size_t capa)
{
    VALUE s = set_s_alloc(rb_cSet);
    if (capa > 3) set_give_hash(s, hash_new_class(0, capa));
    return s;
}

bool
rb_set_lookup(VALUE s, VALUE v)
{
    return set_has(s, v);
}

bool
rb_set_add(VALUE s, VALUE v)
{
    set_modify(s);
    return set_add_raw(s, v);
}

bool
rb_set_delete(VALUE s, VALUE v)
{
    set_modify(s);
    return set_remove(s, v);
}

size_t
rb_set_size(VALUE s)
{
    return set_size(s);
}

struct set_foreach {
    int (*fn)(VALUE, VALUE);
    VALUE arg;
};

static int
foreach_key(VALUE key, VALUE val UNUSED_OK, VALUE p)
{
    struct set_foreach *f = (struct set_foreach *)p;
    return f->fn(key, f->arg);
}

void
rb_set_foreach(VALUE s, int (*fn)(VALUE v, VALUE arg), VALUE arg)
{
    struct set_foreach f = {fn, arg};
    hash_each(set_hash(s), foreach_key, (VALUE)&f);
}

static void
set_define_asking(VALUE k)
{
    rb_define_method(k, "size", set_m_size, 0);
    rb_define_alias(k, "length", "size");
    rb_define_method(k, "empty?", set_m_empty_p, 0);
    rb_define_method(k, "include?", set_m_include_p, 1);
    method_set_leaf(k, "include?", (cfunc_t)(void *)set_leaf_include, 1);
    rb_define_alias(k, "member?", "include?");
    rb_define_alias(k, "===", "include?");
    rb_define_method(k, "to_a", set_m_to_a, 0);
    rb_define_method(k, "compare_by_identity?", set_m_compare_by_identity_p, 0);
    rb_define_method(k, "subset?", set_m_subset_p, 1);
    rb_define_alias(k, "<=", "subset?");
    rb_define_method(k, "proper_subset?", set_m_proper_subset_p, 1);
    rb_define_alias(k, "<", "proper_subset?");
    rb_define_method(k, "superset?", set_m_superset_p, 1);
    rb_define_alias(k, ">=", "superset?");
    rb_define_method(k, "proper_superset?", set_m_proper_superset_p, 1);
    rb_define_alias(k, ">", "proper_superset?");
    rb_define_method(k, "<=>", set_m_cmp, 1);
    rb_define_method(k, "intersect?", set_m_intersect_p, 1);
    rb_define_method(k, "disjoint?", set_m_disjoint_p, 1);
    rb_define_method(k, "==", set_m_eq, 1);
    rb_define_alias(k, "eql?", "==");
    rb_define_method(k, "hash", set_m_hash, 0);
    rb_define_method(k, "inspect", set_m_inspect, 0);
    rb_define_alias(k, "to_s", "inspect");
    rb_define_method(k, "join", set_m_join, -1);
    rb_define_method(k, "to_set", set_m_to_set, -1);
    rb_define_method(k, "|", set_m_union, 1);
    rb_define_alias(k, "+", "|");
    rb_define_alias(k, "union", "|");
    rb_define_method(k, "-", set_m_difference, 1);
    rb_define_alias(k, "difference", "-");
    rb_define_method(k, "&", set_m_intersection, 1);
    rb_define_alias(k, "intersection", "&");
    rb_define_method(k, "^", set_m_xor, 1);
    rb_define_method(k, "classify", set_m_classify, 0);
    rb_define_method(k, "divide", set_m_divide, 0);
    rb_define_method(k, "flatten", set_m_flatten, 0);
}

static void
set_define_changing(VALUE k)
{
    rb_define_method(k, "initialize", set_m_initialize, -1);
    rb_define_method(k, "initialize_copy", set_m_initialize_copy, 1);
    rb_define_method(k, "add", set_m_add, 1);
    rb_define_alias(k, "<<", "add");
    rb_define_method(k, "add?", set_m_add_p, 1);
    rb_define_method(k, "delete", set_m_delete, 1);
    rb_define_method(k, "delete?", set_m_delete_p, 1);
    rb_define_method(k, "clear", rb_set_clear, 0);
    rb_define_method(k, "replace", set_m_replace, 1);
    rb_define_method(k, "reset", set_m_reset, 0);
    rb_define_method(k, "compare_by_identity", set_m_compare_by_identity, 0);
    rb_define_method(k, "merge", set_m_merge, -1);
    rb_define_method(k, "subtract", set_m_subtract, 1);
    rb_define_method(k, "each", set_m_each, 0);
    rb_define_method(k, "select!", set_m_select_bang, 0);
    rb_define_alias(k, "filter!", "select!");
    rb_define_method(k, "keep_if", set_m_keep_if, 0);
    rb_define_method(k, "reject!", set_m_reject_bang, 0);
    rb_define_method(k, "delete_if", set_m_delete_if, 0);
    rb_define_method(k, "collect!", set_m_collect_bang, 0);
    rb_define_alias(k, "map!", "collect!");
    rb_define_method(k, "flatten!", set_m_flatten_bang, 0);
}

void
Init_Set(void)
{
    id_each = rb_intern("each");
    id_each_entry = rb_intern("each_entry");
    id_hash = rb_intern("hash");
    id_eq = rb_intern("==");
    id_inspect = rb_intern("inspect");
    id_new = rb_intern("new");
    VALUE k = rb_cSet = rb_define_class("Set", rb_cObject);
    rb_include_module(k, rb_mEnumerable);
    rb_define_alloc_func(k, set_s_alloc);
    rb_define_singleton_method(k, "[]", set_s_create, -1);
    rb_define_private_method(rb_singleton_class(k), "inherited", set_s_inherited, 1);
    set_define_asking(k);
    set_define_changing(k);
    rb_define_method(rb_mEnumerable, "to_set", enum_m_to_set, -1);
    VALUE core = rb_define_class_under(k, "CoreSet", k);
    rb_gc_register_mark_object(core);
    cCoreSet = core;
    rb_marshal_define_compat(k, rb_cObject, set_marshal_dumper, set_marshal_loader);
}
