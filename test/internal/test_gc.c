/*
 * test_gc.c - the heap by itself: a fake type, a fake shape table, no Ruby.
 *
 * `struct node` objects refer to up to three others and may own a block of malloc'ed memory.  The shape functions that the
 * collector calls are stand-ins with one shape, so what fails here is gc.c or gc/.  `test_gc bench` prints figures.
 */
#include "gc/page.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- stand-ins ---- */

static struct shape shapes[SHAPE_CHUNK];
struct shape *shape_chunks[SHAPE_CHUNKS] = {shapes};
static uint64_t marked_shapes[SHAPE_CHUNK / 64];
uint64_t *shape_marked = marked_shapes;
void
shape_mark_slow(shape_id_t id)
{
    gc_mark(shapes[id].klass);
}
void
shape_sweep(void)
{
}
void
ivar_mark(VALUE v)
{
    (void)v;
}
void
ivar_free(VALUE v)
{
    (void)v;
}
void
ivar_moved(VALUE from, VALUE to)
{
    (void)from;
    (void)to;
}
/* The fake type has no `fitting`: its objects keep their slot class, and no shape of another is wanted. */
shape_id_t
shape_in_slot_class(shape_id_t id, unsigned slot_class)
{
    (void)id, (void)slot_class;
    abort();
}
shape_id_t
shape_root(VALUE klass, unsigned cls)
{
    (void)klass, (void)cls;
    return SHAPE_HIDDEN;
}
static jmp_buf bug_jump;
static bool bug_expected;
void
vm_bug_at(const char *file, int line, const char *what)
{
    if (bug_expected) longjmp(bug_jump, 1);
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    abort();
}
void
gc_profile_start(void)
{
}
void
gc_profile_end(uint32_t reason)
{
    (void)reason;
}
VALUE rb_eNoMemError, rb_eArgError, rb_eTypeError, rb_eException, rb_eRuntimeError;
static jmp_buf raise_jump;
static bool raise_expected;
static void
raised(const char *what)
{
    if (raise_expected) longjmp(raise_jump, 1);
    fprintf(stderr, "raised: %s\n", what);
    abort();
}
void
rb_raise(VALUE c, const char *fmt, ...)
{
    (void)c;
    raised(fmt);
    abort();
}
void
rb_exc_raise(VALUE e)
{
    (void)e;
    raised("exception");
    abort();
}
void
rb_memerror(void)
{
    rb_exc_raise(Qnil);
    abort();
}
void
rb_check_type(VALUE v, int t)
{
    (void)v, (void)t;
}
VALUE
rb_obj_class(VALUE v)
{
    (void)v;
    return Qnil;
}
VALUE rb_cObject;
rb_alloc_func_t
rb_get_alloc_func(VALUE k)
{
    (void)k;
    return NULL;
}
void
rb_undef_alloc_func(VALUE k)
{
    (void)k;
}
VALUE
rb_errinfo(void)
{
    return Qnil;
}
void
rb_set_errinfo(VALUE v)
{
    (void)v;
}
VALUE
rb_obj_is_kind_of(VALUE a, VALUE b)
{
    (void)a, (void)b;
    return Qfalse;
}
VALUE *
rb_ruby_verbose_ptr(void)
{
    static VALUE v;
    return &v;
}
void
rb_warn(const char *fmt, ...)
{
    (void)fmt;
}
ID
rb_intern2(const char *s, long n)
{
    (void)s, (void)n;
    return 1;
}
ID(rb_intern)(const char *s)
{
    (void)s;
    return 1;
}
VALUE rb_stderr;
VALUE
rb_io_write(VALUE io, VALUE s)
{
    (void)io, (void)s;
    return Qnil;
}
VALUE
rb_exc_new_cstr(VALUE c, const char *m)
{
    (void)c, (void)m;
    return gc_new0(0, T_OBJECT, SHAPE_HIDDEN);
}
static VALUE finalized_with;
VALUE
rb_funcall(VALUE recv, ID mid, int n, ...)
{
    va_list args;
    (void)recv, (void)mid;
    va_start(args, n);
    finalized_with = va_arg(args, VALUE);
    va_end(args);
    return Qnil;
}
VALUE
rb_protect(VALUE (*body)(VALUE), VALUE arg, int *state)
{
    *state = 0;
    return body(arg);
}

/* ---- the fake type ---- */

struct node {
    struct obj_header hdr;
    VALUE ref[2];
    char *outside;
};
static long node_frees;

static void
node_mark(VALUE v)
{
    gc_mark_range(((struct node *)v)->ref, 2);
}

static void
node_free(VALUE v)
{
    struct node *n = (struct node *)v;
    if (!n->outside) return;
    gc_free(n->outside, 0);
    node_frees++;
}

static struct node *
node(VALUE v)
{
    return (struct node *)v;
}

static VALUE
node_new(VALUE a, VALUE b)
{
    VALUE v = gc_new(slot_class_for(sizeof(struct node)), T_OBJECT, SHAPE_HIDDEN);
    node(v)->ref[0] = a;
    node(v)->ref[1] = b;
    node(v)->outside = NULL;
    return v;
}

static void
node_set(VALUE v, int i, VALUE to)
{
    obj_write(v, &node(v)->ref[i], to);
}

static VALUE
node_list(int n)
{
    VALUE list = 0;
    for (int i = 0; i < n; i++) list = node_new(list, 0);
    return list;
}

static int
node_list_length(VALUE list)
{
    int n = 0;
    for (; list; list = node(list)->ref[0]) n++;
    return n;
}

static VALUE root_a, root_b;

/* Collects with no stack scanned: what only a C local holds dies. */
static void
collect(bool full)
{
    gc_set_stack_base(NULL);
    gc_collect(full, true);
    gc_set_stack_base(gc_thread_stack_base());
}

static int
setup(void **state)
{
    (void)state;
    static const struct gc_type_ops ops = {.mark = node_mark, .free = node_free};
    Init_gc_early();
    gc_register_type(T_OBJECT, &ops);
    gc_register_global(&root_a);
    gc_register_global(&root_b);
    return 0;
}

static int
clear(void **state)
{
    (void)state;
    root_a = root_b = 0;
    collect(true);
    return 0;
}

static void
count_one(VALUE v, void *arg)
{
    (void)v;
    ++*(long *)arg;
}

static long
live_count(void)
{
    long n = 0;
    gc_each_object(count_one, &n);
    return n;
}

/* ---- allocation ---- */

static void
test_slots_do_not_overlap_or_cross(void **state)
{
    (void)state;
    for (unsigned c = 0; c < SLOT_CLASS_COUNT; c++) {
        for (int i = 0; i < 5000; i++) {
            VALUE v = gc_new0(c, T_STRING, SHAPE_HIDDEN);
            assert_int_equal(gc_slot_bytes(v), slot_bytes(c));
            assert_true(gc_object_p(v));
            assert_false(gc_object_p(v + 8));
            if (SLOT_SCHEME == SLOT_SCHEME_LINE && slot_bytes(c) <= 64)
                assert_int_equal(v / 64, (v + slot_bytes(c) - 1) / 64);
            assert_true((v & 0xffff) + slot_bytes(c) + SLOT_TAIL_BYTES <= SLOT_PAGE_BYTES);
            memset((void *)(v + OBJ_HEADER_BYTES), 0x55, slot_bytes(c) - OBJ_HEADER_BYTES);
        }
    }
    gc_verify();
}

static void
test_open_run_is_no_object(void **state)
{
    (void)state;
    VALUE v = node_new(0, 0);
    unsigned c = slot_class_for(sizeof(struct node));
    assert_true(gc_runs[c].cursor < gc_runs[c].end);
    assert_false(gc_object_p((VALUE)gc_runs[c].cursor));
    assert_true(gc_object_p(v));
    assert_false(gc_object_p(Qnil));
    assert_false(gc_object_p((VALUE)state & ~(VALUE)7));
}

static void
test_unreachable_is_freed_and_reused(void **state)
{
    (void)state;
    long before = live_count();
    node_list(100000);
    root_a = node_list(1000);
    collect(true);
    assert_int_equal(live_count(), before + 1000);
    assert_int_equal(node_list_length(root_a), 1000);
    uint64_t pages = gc.pages_taken;
    for (int i = 0; i < 50; i++) {
        node_list(50000);
        collect(false);
    }
    assert_true(gc.pages_taken - pages < 40);
    assert_int_equal(node_list_length(root_a), 1000);
}

static void
test_owned_memory_is_released(void **state)
{
    (void)state;
    long frees = node_frees;
    for (int i = 0; i < 100; i++) {
        VALUE v = node_new(0, 0);
        node(v)->outside = gc_malloc(100);
        gc_own(v);
        if (i % 2) root_a = node_new(root_a, v);
    }
    collect(true);
    assert_int_equal(node_frees - frees, 50);
    root_a = 0;
    collect(true);
    assert_int_equal(node_frees - frees, 100);
}

/* ---- generations ---- */

static void
make_old(void)
{
    for (int i = 0; i < 3; i++) collect(false);
}

static void
test_old_after_two_collections(void **state)
{
    (void)state;
    root_a = node_new(0, 0);
    assert_false(gc_old_p(root_a));
    collect(false);
    assert_false(gc_old_p(root_a));
    collect(false);
    assert_true(gc_old_p(root_a));
    assert_true(obj_flags(root_a) & HDR_OLD_CLEAN);
    VALUE dead = root_a;
    root_a = 0;
    collect(false);
    assert_true(gc_object_p(dead)); /* a minor collection takes it for alive */
    collect(true);
    assert_false(gc_object_p(dead));
}

static void
test_barrier_keeps_young_child(void **state)
{
    (void)state;
    root_a = node_new(0, 0);
    make_old();
    node_set(root_a, 0, node_new(0, 0));
    assert_false(obj_flags(root_a) & HDR_OLD_CLEAN);
    for (int i = 0; i < 4; i++) {
        collect(false);
        gc_verify();
        assert_true(gc_object_p(node(root_a)->ref[0]));
    }
    assert_true(obj_flags(root_a) & HDR_OLD_CLEAN);
}

static void
test_promoted_parent_with_young_child(void **state)
{
    (void)state;
    root_a = node_new(0, 0);
    collect(false);
    node(root_a)->ref[0] = node_new(0, 0); /* the parent is young: no barrier needed */
    collect(false);                        /* promotes the parent, not the child */
    assert_true(gc_old_p(root_a));
    assert_false(gc_old_p(node(root_a)->ref[0]));
    assert_false(obj_flags(root_a) & HDR_OLD_CLEAN);
    collect(false);
    assert_true(gc_object_p(node(root_a)->ref[0]));
    collect(false);
    assert_true(obj_flags(root_a) & HDR_OLD_CLEAN);
    gc_verify();
}

static void
test_unprotected_child_of_old(void **state)
{
    (void)state;
    root_a = node_new(node_new(0, 0), 0);
    VALUE shady = node(root_a)->ref[0];
    gc_unprotect(shady);
    make_old();
    assert_true(gc_old_p(root_a));
    assert_true(obj_flags(root_a) & HDR_OLD_CLEAN);
    assert_false(gc_old_p(shady));
    node(shady)->ref[0] = node_new(0, 0); /* behind the collector's back */
    collect(false);
    gc_verify();
    assert_true(gc_object_p(node(shady)->ref[0]));
    root_a = 0;
    collect(true);
    assert_false(gc_object_p(shady));
}

static void
test_unprotect_an_old_one(void **state)
{
    (void)state;
    root_a = node_new(node_new(0, 0), 0);
    make_old();
    VALUE v = node(root_a)->ref[0];
    assert_true(gc_old_p(v));
    gc_unprotect(v);
    assert_false(gc_old_p(v));
    gc_verify();
    node(v)->ref[1] = node_list(10);
    collect(false);
    assert_int_equal(node_list_length(node(v)->ref[1]), 10);
    gc_verify();
    collect(true);
    assert_int_equal(node_list_length(node(v)->ref[1]), 10);
}

static void
test_short_lived_unprotected_die_young(void **state)
{
    (void)state;
    long before = live_count();
    for (int i = 0; i < 1000; i++) gc_unprotect(node_new(0, 0));
    collect(false);
    assert_int_equal(live_count(), before);
}

/* A random graph, mutated with barriers between collections of both kinds, against a shadow count. */
static void
test_random_graph(void **state)
{
    (void)state;
    enum { TABLE = 4000 };
    srand(1);
    VALUE table = 0;
    root_a = node_new(0, 0);
    static VALUE cells[TABLE];
    for (int i = 0; i < TABLE; i++) gc_register_global(&cells[i]);
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 3000; i++) {
            int a = rand() % TABLE, b = rand() % TABLE;
            if (rand() % 3 == 0) cells[a] = node_new(cells[b], cells[rand() % TABLE]);
            else if (cells[a]) node_set(cells[a], rand() % 2, rand() % 4 ? cells[b] : node_new(cells[b], 0));
            if (rand() % 50 == 0 && cells[b]) gc_unprotect(cells[b]);
            if (rand() % 10 == 0) cells[b] = 0;
        }
        gc_collect(round % 7 == 6, round % 2);
        gc_verify();
    }
    for (int i = 0; i < TABLE; i++) {
        gc_unregister_global(&cells[i]);
        cells[i] = 0;
    }
    (void)table;
}

/* ---- marking in steps ---- */

/* Starts to mark.  The stack is no root here: an object that a forgotten slot of it leads to would stay grey until the last pause. */
static void
begin_steps(void)
{
    gc.stress_steps = true;
    gc_set_stack_base(NULL);
    gc_collect_for(GC_BY_STRESS | GC_MAJOR_BY_OLDGEN);
    gc_set_stack_base(gc_thread_stack_base());
    assert_true(gc.marking);
}

static void
finish_steps(void)
{
    for (int i = 0; gc.marking; i++) {
        assert_true(i < 100000);
        if (gc_incremental_step()) gc_collect_for(GC_BY_STRESS);
        gc_verify();
    }
    gc.stress_steps = false;
}

static void
step_until_black(VALUE v)
{
    struct gc_bit at = gc_bit_of(v);
    gc_set_stack_base(NULL);
    while (!(at.bits->mark & at.bit) || gc_mark_grey_p(v)) assert_false(gc_incremental_step());
    gc_set_stack_base(gc_thread_stack_base());
}

/* Tests that an object stored in a black object of any age lives, and that minor collections still work. */
static void
test_steps_write_to_black(void **state)
{
    (void)state;
    for (int age = 0; age < 3; age++) {
        root_a = node_new(0, node_list(3000));
        for (int i = 0; i < age; i++) collect(false);
        begin_steps();
        step_until_black(root_a);
        node_set(root_a, 0, node_list(100));
        gc_verify();
        finish_steps();
        collect(false);
        assert_int_equal(node_list_length(node(root_a)->ref[0]), 100);
        assert_int_equal(node_list_length(node(root_a)->ref[1]), 3000);
        for (int i = 0; i < 3; i++) {
            collect(false);
            gc_verify();
        }
        root_a = 0;
        collect(true);
    }
}

static void
test_steps_unprotect_black(void **state)
{
    (void)state;
    root_a = node_new(0, node_list(3000));
    make_old();
    begin_steps();
    step_until_black(root_a);
    gc_unprotect(root_a);
    node(root_a)->ref[0] = node_list(50); /* without a barrier */
    finish_steps();
    assert_int_equal(node_list_length(node(root_a)->ref[0]), 50);
    root_a = 0;
    collect(true);
}

/* Tests that a minor collection finishes a marking in steps.  A forced collection finishes it too, and then marks from the start. */
static void
test_steps_and_other_collections(void **state)
{
    (void)state;
    root_a = node_list(3000);
    begin_steps();
    gc_incremental_step();
    gc.stress_steps = false;
    long before = live_count();
    for (int i = 0; i < 100; i++) node_new(0, 0);
    collect(false);
    assert_false(gc.marking);
    begin_steps();
    gc_incremental_step();
    gc.stress_steps = false;
    collect(true);
    assert_false(gc.marking);
    assert_true(live_count() <= before);
    assert_int_equal(node_list_length(root_a), 3000);
    root_a = 0;
    collect(true);
}

/* The walker finds a store without a barrier into a black object. */
static void
test_verify_sees_white_child_of_black(void **state)
{
    (void)state;
    root_a = node_new(0, node_list(3000));
    begin_steps();
    step_until_black(root_a);
    node(root_a)->ref[0] = node_new(0, 0);
    assert_true(gc_verify_report(NULL) > 0);
    gc_wb(root_a);
    assert_int_equal(gc_verify_report(NULL), 0);
    finish_steps();
    root_a = 0;
    collect(true);
}

/* The random graph again, with steps between the writes. */
static void
test_steps_random_graph(void **state)
{
    (void)state;
    enum { TABLE = 2000 };
    static VALUE cells[TABLE];
    srand(2);
    for (int i = 0; i < TABLE; i++) gc_register_global(&cells[i]);
    for (int round = 0; round < 20; round++) {
        begin_steps();
        for (int i = 0; i < 3000; i++) {
            int a = rand() % TABLE, b = rand() % TABLE;
            if (rand() % 3 == 0) cells[a] = node_new(cells[b], cells[rand() % TABLE]);
            else if (cells[a]) node_set(cells[a], rand() % 2, rand() % 4 ? cells[b] : node_new(cells[b], 0));
            if (rand() % 50 == 0 && cells[b]) gc_unprotect(cells[b]);
            if (rand() % 10 == 0) cells[b] = 0;
            if (i % 40 == 0 && gc.marking && gc_incremental_step()) gc_collect_for(GC_BY_STRESS);
            if (i % 1000 == 500) gc_verify();
        }
        if (round % 5 == 4) gc_collect(true, round % 2);
        else finish_steps();
        gc_verify();
        if (round % 3 == 0) collect(false);
    }
    gc.stress_steps = false;
    for (int i = 0; i < TABLE; i++) {
        gc_unregister_global(&cells[i]);
        cells[i] = 0;
    }
}

/* ---- conservative roots ---- */

NOINLINE static VALUE
hold_interior(void)
{
    VALUE v = node_new(0, 0);
    VALUE *volatile inside = &node(v)->ref[1];
    v = 0;
    gc_collect(true, true);
    return (VALUE)inside - offsetof(struct node, ref[1]);
}

static void
test_stack_interior_pointer(void **state)
{
    (void)state;
    VALUE v = hold_interior();
    assert_true(gc_object_p(v));
    assert_true(gc_bit_of(v).bits->pinned & gc_bit_of(v).bit);
}

/* Leaves references to objects in the dead stack below its caller. */
NOINLINE static void
litter(void)
{
    VALUE volatile dead[256];
    for (int i = 0; i < 256; i++) dead[i] = node_new(0, 0);
}

/* The frames of the collector have holes, words that none of its functions has written.  Calls that ended have left values there.
 * AddressSanitizer gives the caller's frame holes of its own, and that frame is marked. */
static void
test_frames_of_the_collector_are_no_roots(void **state)
{
    (void)state;
    if (VM_ASAN) skip();
    collect(true);
    long before = live_count();
    litter();
    gc_collect(true, true);
    assert_int_equal(live_count(), before);
}

/* ---- ids, finalizers, T_DATA ---- */

static void
test_object_id(void **state)
{
    (void)state;
    root_a = node_new(0, 0);
    VALUE id = gc_object_id(root_a);
    assert_int_equal(gc_object_id(root_a), id);
    assert_int_equal(gc_id_to_object(id), root_a);
    root_b = node_new(0, 0);
    assert_int_not_equal(gc_object_id(root_b), id);
    root_a = 0;
    collect(true);
    assert_int_equal(gc_id_to_object(id), Qundef);
    assert_int_equal(gc_id_to_object(gc_object_id(root_b)), root_b);
}

static void
test_finalizer_runs_after_death(void **state)
{
    (void)state;
    root_a = node_new(0, 0);
    VALUE id = gc_object_id(root_a);
    gc_final_add(root_a, node_new(0, 0));
    collect(true);
    gc_run_pending_finalizers();
    assert_int_equal(finalized_with, 0);
    root_a = 0;
    collect(true);
    assert_true(gc_final_pending_p());
    collect(true);
    gc_verify();
    gc_run_pending_finalizers();
    assert_int_equal(finalized_with, id);
    assert_false(gc_final_pending_p());
}

static int data_frees;
static void
data_free(void *p)
{
    (void)p;
    data_frees++;
}
static const rb_data_type_t now_type = {
    .wrap_struct_name = "now", .function = {.dfree = data_free}, .flags = RUBY_TYPED_FREE_IMMEDIATELY};
static const rb_data_type_t later_type = {
    .wrap_struct_name = "later", .function = {.dfree = data_free}, .flags = RUBY_TYPED_EMBEDDABLE};
RUBY_REFERENCES(pair_refs) = {RUBY_REF_EDGE(struct node, ref[0]), RUBY_REF_END};
static const rb_data_type_t pair_type = {.wrap_struct_name = "pair",
                                         .function = {.dmark = RUBY_REFS_LIST_PTR(pair_refs), .dfree = RUBY_DEFAULT_FREE},
                                         .flags = RUBY_TYPED_DECL_MARKING | RUBY_TYPED_FREE_IMMEDIATELY};

static void
test_data_free(void **state)
{
    (void)state;
    data_frees = 0;
    rb_data_typed_object_wrap(0, &data_frees, &now_type);
    VALUE later = rb_data_typed_object_zalloc(0, sizeof(int), &later_type);
    assert_true(RTYPEDDATA_EMBEDDED_P(later));
    assert_int_equal(*(int *)RTYPEDDATA_GET_DATA(later), 0);
    collect(true);
    assert_int_equal(data_frees, 1);
    assert_int_equal(gc_final_zombies(), 1);
    collect(false);
    collect(true);
    gc_verify();
    gc_run_pending_finalizers();
    assert_int_equal(data_frees, 2);
    assert_int_equal(gc_final_zombies(), 0);
    gc_verify();
}

static void
test_data_declared_marking(void **state)
{
    (void)state;
    root_a = rb_data_typed_object_zalloc(0, sizeof(struct node), &pair_type);
    make_old();
    assert_false(gc_old_p(root_a));
    ((struct node *)RTYPEDDATA_GET_DATA(root_a))->ref[0] = node_list(5);
    collect(false);
    assert_int_equal(node_list_length(((struct node *)RTYPEDDATA_GET_DATA(root_a))->ref[0]), 5);
    assert_true(rb_typeddata_is_kind_of(root_a, &pair_type));
    assert_false(rb_typeddata_is_kind_of(root_a, &now_type));
    VALUE old = rb_data_object_wrap(0, NULL, NULL, data_free);
    assert_false(rb_data_object_typed_p(old));
    assert_ptr_equal(rb_data_object_dfree(old), data_free);
}

static void
test_tmp_buffer(void **state)
{
    (void)state;
    rb_alloc_tmp_buffer(&root_b, 100000);
    VALUE *words = ((VALUE **)root_b)[OBJ_HEADER_BYTES / 8];
    memset(words, 0, 100000);
    words[777] = node_new(0, 0);
    make_old();
    assert_true(gc_object_p(words[777]));
    rb_free_tmp_buffer(&root_b);
    assert_int_equal(root_b, 0);
}

/* ---- policy ---- */

static void
test_malloc_pressure_collects(void **state)
{
    (void)state;
    uint64_t count = gc_count_total;
    for (int i = 0; i < 200; i++) {
        VALUE v = node_new(0, 0);
        node(v)->outside = gc_malloc(1 << 20);
        gc_own(v);
    }
    assert_true(gc_count_total - count >= 3);
    assert_true(gc_count_total - count < 110); /* a small heap: two megabytes of garbage at a time */
}

static void
test_disabled_grows(void **state)
{
    (void)state;
    uint64_t count = gc_count_total;
    assert_false(gc_disable());
    node_list(400000);
    for (int i = 0; i < 100; i++) gc_free(gc_malloc(1 << 20), 0), gc_account(1 << 20);
    assert_int_equal(gc_count_total, count);
    assert_true(gc_enable());
    node_list(400000);
    assert_true(gc_count_total > count);
}

static void
test_memory_goes_back(void **state)
{
    (void)state;
    root_a = node_list(1000000);
    root_a = 0;
    uint64_t returned = gc.pages_returned;
    for (int i = 0; i < 8; i++) collect(true);
    assert_true(gc.pages_returned - returned > 400);
    root_a = node_list(100000);
    assert_int_equal(node_list_length(root_a), 100000);
}

static void
test_stress(void **state)
{
    (void)state;
    gc_set_stress(true);
    uint64_t count = gc_count_total;
    for (int i = 0; i < 50; i++) root_a = node_new(root_a, 0);
    gc_set_stress(false);
    assert_int_equal(gc_count_total - count, 50);
    assert_int_equal(node_list_length(root_a), 50);
}

static void
test_malloc_failure_raises(void **state)
{
    (void)state;
    volatile bool raised_it = false;
    volatile size_t too_many = SIZE_MAX / 2;
    gc.oom_countdown = 2;
    raise_expected = true;
    void *first = gc_malloc(10);
    assert_null(gc_malloc_try(10));
    if (setjmp(raise_jump)) raised_it = true;
    else ruby_xmalloc2(too_many, 4);
    assert_true(raised_it);
    raise_expected = false;
    gc_free(first, 10);
}

/* ---- the checker is checked ---- */

static void
expect_problem(void)
{
    bug_expected = true;
    assert_true(gc_verify_report(NULL) > 0);
    bug_expected = false;
}

static void
test_verify_sees_missing_barrier(void **state)
{
    (void)state;
    root_a = node_new(0, 0);
    make_old();
    node(root_a)->ref[0] = node_new(0, 0);
    expect_problem();
    node_set(root_a, 0, node(root_a)->ref[0]);
    assert_int_equal(gc_verify_report(NULL), 0);
}

static void
test_verify_sees_broken_bits(void **state)
{
    (void)state;
    root_a = node_new(node_new(0, 0), 0);
    make_old();
    struct gc_bit at = gc_bit_of(node(root_a)->ref[0]);
    at.bits->alloc &= ~at.bit;
    expect_problem();
    at.bits->alloc |= at.bit;
    at.bits->aged &= ~at.bit;
    expect_problem();
    at.bits->aged |= at.bit;
    obj_hdr(root_a)->flags &= ~(uint32_t)HDR_OLD_CLEAN;
    expect_problem();
    obj_hdr(root_a)->flags |= HDR_OLD_CLEAN;
    at.page->old_count++;
    expect_problem();
    at.page->old_count--;
    node_new(0, 0);
    struct gc_bit run = gc_bit_of((VALUE)gc_runs[slot_class_for(sizeof(struct node))].cursor);
    run.bits->aged |= run.bit;
    expect_problem();
    run.bits->aged &= ~run.bit;
    assert_int_equal(gc_verify_report(NULL), 0);
}

static void
test_map(void **state)
{
    (void)state;
    struct gc_map m = {0};
    uint64_t x;
    for (uint64_t i = 1; i <= 10000; i++) gc_map_put(&m, i * 32, i);
    for (uint64_t i = 1; i <= 10000; i += 2) assert_true(gc_map_delete(&m, i * 32, NULL));
    for (uint64_t i = 1; i <= 10000; i++) {
        assert_int_equal(gc_map_get(&m, i * 32, &x), i % 2 == 0);
        if (i % 2 == 0) assert_int_equal(x, i);
    }
    assert_int_equal(m.count, 5000);
    for (uint64_t i = 0; i < 100000; i++) {
        gc_map_put(&m, 1000000 + i, i);
        gc_map_delete(&m, 1000000 + i, NULL);
    }
    assert_true(m.mask < 1 << 16);
    gc_map_release(&m);
}

static void
test_pause_percentiles(void **state)
{
    (void)state;
    struct gc_hist h = {0};
    for (uint64_t i = 1; i <= 1000; i++) gc_hist_add(&h, i * 1000);
    uint64_t p50 = gc_hist_percentile(&h, 0.5), p99 = gc_hist_percentile(&h, 0.99);
    assert_true(p50 >= 500000 && p50 < 640000);
    assert_true(p99 >= 990000 && p99 <= 1000000);
    assert_int_equal(h.max_ns, 1000000);
}

/* The last test: afterwards nothing is collected any more. */
static void
test_at_exit(void **state)
{
    (void)state;
    data_frees = 0;
    finalized_with = 0;
    root_a = node_new(0, 0);
    root_b = rb_data_typed_object_wrap(0, &data_frees, &later_type);
    VALUE id = gc_object_id(root_a);
    gc_final_add(root_a, node_new(0, 0));
    gc_at_exit();
    assert_int_equal(finalized_with, id);
    assert_int_equal(data_frees, 1);
}

/* ---- figures: test_gc bench ---- */

static VALUE
tree(int depth)
{
    if (!depth) return node_new(0, 0);
    VALUE left = tree(depth - 1), right = tree(depth - 1);
    return node_new(left, right);
}

static void
report(const char *what, uint64_t t0, double n)
{
    printf("%-44s %10.2f ns\n", what, (double)(gc_now_ns() - t0) / n);
}

static int
bench(void)
{
    setup(NULL);
    uint64_t t0 = gc_now_ns();
    for (int i = 0; i < 50000000; i++) node_new(0, 0);
    report("short-lived object", t0, 50e6);
    t0 = gc_now_ns();
    root_a = tree(20);
    report("object of a growing tree of 2 M", t0, 2097151);
    t0 = gc_now_ns();
    gc_collect(true, false);
    report("major collection, for each of them", t0, 2097151);
    for (int i = 0; i < 2; i++) collect(false);
    t0 = gc_now_ns();
    collect(false);
    report("minor collection with 2 M old objects", t0, 1);
    t0 = gc_now_ns();
    for (int i = 0; i < 50000000; i++) node_new(0, 0);
    report("short-lived object beside them", t0, 50e6);
    return 0;
}

int
main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "bench")) return bench();
#define T(name) cmocka_unit_test_setup_teardown(test_##name, NULL, clear)
    const struct CMUnitTest tests[] = {
        T(slots_do_not_overlap_or_cross),
        T(open_run_is_no_object),
        T(unreachable_is_freed_and_reused),
        T(owned_memory_is_released),
        T(old_after_two_collections),
        T(barrier_keeps_young_child),
        T(promoted_parent_with_young_child),
        T(unprotected_child_of_old),
        T(unprotect_an_old_one),
        T(short_lived_unprotected_die_young),
        T(random_graph),
        T(steps_write_to_black),
        T(steps_unprotect_black),
        T(steps_and_other_collections),
        T(verify_sees_white_child_of_black),
        T(steps_random_graph),
        T(stack_interior_pointer),
        T(frames_of_the_collector_are_no_roots),
        T(object_id),
        T(finalizer_runs_after_death),
        T(data_free),
        T(data_declared_marking),
        T(tmp_buffer),
        T(malloc_pressure_collects),
        T(disabled_grows),
        T(memory_goes_back),
        T(stress),
        T(malloc_failure_raises),
        T(verify_sees_missing_barrier),
        T(verify_sees_broken_bits),
        T(map),
        T(pause_percentiles),
        T(at_exit),
    };
#undef T
    return cmocka_run_group_tests(tests, setup, NULL);
}
