/*
 * object/recurse.c - which objects each method is at work on, in this fiber.
 *
 * Owns      ec->recursion_guard: Hash of method name -> identity Hash of object -> true, or object it is paired with,
 *           or identity Hash of those.
 * Checked   test/test_recurse.rb
 */
#include "internal/compiler.h"
#include "internal/hash.h"
#include "internal/object/recurse.h"
#include "internal/vm.h"

static VALUE
guard_list(ID mid) /* of this fiber; made on first use */
{
    VALUE all = vm_ec->recursion_guard;
    if (!all) all = vm_ec->recursion_guard = hash_new_class(0, 0);
    VALUE sym = ID2SYM(mid), list = hash_get(all, sym);
    if (list == Qundef) {
        list = hash_new_class(0, 0);
        hash_make_identity(list);
        hash_set_raw(all, sym, list);
    }
    return list;
}

/* Returns whether v is a set of paired objects.  A list maps an object to true (no pair), to one paired object, or to a hidden
 * identity Hash of several.  A paired object that is `true` or a hidden Hash is always put into such a Hash. */
static bool
pair_set_p(VALUE v)
{
    return val_type_p(v, T_HASH) && obj_class(v) == 0;
}

static bool
guard_has(VALUE list, VALUE obj, VALUE paired)
{
    VALUE got = hash_get(list, obj);
    if (got == Qundef) return false;
    if (!paired) return true;
    return pair_set_p(got) ? hash_get(got, paired) != Qundef : got == paired;
}

static void
guard_add(VALUE list, VALUE obj, VALUE paired)
{
    VALUE got = hash_get(list, obj);
    if (got == Qundef) {
        hash_set_raw(list, obj, paired ? paired : Qtrue);
        return;
    }
    if (!paired) return;
    if (!pair_set_p(got)) {
        VALUE set = hash_new_class(0, 0);
        hash_make_identity(set);
        hash_set_raw(set, got, Qtrue);
        hash_set_raw(list, obj, set);
        got = set;
    }
    hash_set_raw(got, paired, Qtrue);
}

static void
guard_remove(VALUE list, VALUE obj, VALUE paired)
{
    VALUE got = hash_get(list, obj);
    if (got == Qundef) return;
    if (paired && pair_set_p(got)) {
        hash_delete(got, paired);
        if (hash_size(got) > 0) return;
    }
    hash_delete(list, obj);
}

struct guard {
    VALUE (*fn)(VALUE, VALUE, int);
    VALUE list, obj, paired, arg;
};

static VALUE
guard_body(VALUE p)
{
    struct guard *g = (struct guard *)p;
    return g->fn(g->obj, g->arg, 0);
}

static VALUE
guard_leave(VALUE p)
{
    struct guard *g = (struct guard *)p;
    guard_remove(g->list, g->obj, g->paired);
    return Qnil;
}

static VALUE
guard_run(struct guard *g)
{
    guard_add(g->list, g->obj, g->paired);
    return rb_ensure(guard_body, (VALUE)g, guard_leave, (VALUE)g);
}

VALUE
recurse_guard(ID mid, VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE arg)
{
    struct guard g = {fn, guard_list(mid), obj, 0, arg};
    if (guard_has(g.list, obj, 0)) return fn(obj, arg, 1);
    return guard_run(&g);
}

VALUE
recurse_guard_pair(ID mid, VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE other, VALUE arg)
{
    struct guard g = {fn, guard_list(mid), obj, other, arg};
    if (guard_has(g.list, obj, other)) return fn(obj, arg, 1);
    return guard_run(&g);
}

/* ---- leaving the outermost ---- */

static VALUE
guard_outer_body(RB_BLOCK_CALL_FUNC_ARGLIST(tag, p))
{
    return guard_run((struct guard *)p);
}

static VALUE
recurse_outer(ID mid, VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE paired, VALUE arg)
{
    struct guard g = {fn, guard_list(mid), obj, paired, arg};
    VALUE tag = hash_get(g.list, g.list); /* under its own key: the tag of the outermost call */
    if (tag != Qundef) {
        if (guard_has(g.list, obj, paired)) rb_throw_obj(tag, tag);
        return guard_run(&g);
    }
    tag = rb_obj_alloc(rb_cObject);
    hash_set_raw(g.list, g.list, tag);
    VALUE r = rb_catch_obj(tag, guard_outer_body, (VALUE)&g);
    return r == tag ? fn(obj, arg, 1) : r;
}

struct outer_call {
    ID mid;
    VALUE (*fn)(VALUE, VALUE, int);
    VALUE obj, paired, arg;
};

static VALUE
outer_call_body(VALUE p)
{
    struct outer_call *c = (struct outer_call *)p;
    return recurse_outer(c->mid, c->fn, c->obj, c->paired, c->arg);
}

static VALUE
outer_call_end(VALUE list)
{
    hash_delete(list, list);
    return Qnil;
}

static VALUE
recurse_outer_safe(ID mid, VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE paired, VALUE arg)
{
    VALUE list = guard_list(mid);
    if (hash_get(list, list) != Qundef) return recurse_outer(mid, fn, obj, paired, arg);
    struct outer_call c = {mid, fn, obj, paired, arg};
    return rb_ensure(outer_call_body, (VALUE)&c, outer_call_end, list);
}

VALUE
recurse_guard_outer(ID mid, VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE arg)
{
    return recurse_outer_safe(mid, fn, obj, 0, arg);
}

/* ---- the same for one method that Ruby code has ---- */

struct recurse_call {
    VALUE obj;
    struct recurse_call *up;
};
static VALUE circle_token; /* thrown to the outermost call */

NORETURN static void
throw_circle(ec_t *ec)
{
    if (!circle_token) {
        gc_register_global(&circle_token);
        circle_token = rb_obj_alloc(rb_cObject);
    }
    ec->throw_kind = THROW_THROW;
    ec->throw_value = rb_assoc_new(circle_token, Qnil);
    ec->throw_target = NULL;
    vm_jump(ec);
}

VALUE
recurse_call_outer(VALUE obj, ID mid)
{
    ec_t *ec = vm_ec;
    struct vm_tag tag;
    struct recurse_call call = {obj, ec->recurse_calls};
    for (const struct recurse_call *c = call.up; c; c = c->up)
        if (c->obj == obj) throw_circle(ec);
    if (VM_TRY(ec, tag)) {
        ec->recurse_calls = &call;
        VALUE v = rb_funcallv(obj, mid, 0, NULL);
        ec->recurse_calls = call.up;
        vm_tag_pop(ec, &tag);
        return v;
    }
    ec->recurse_calls = call.up;
    int kind = ec->throw_kind;
    VALUE value = ec->throw_value, *target = ec->throw_target;
    vm_tag_caught(ec, &tag);
    bool circle = !call.up && kind == THROW_THROW && RARRAY_AREF(value, 0) == circle_token;
    ec->throw_kind = circle ? THROW_NONE : kind;
    if (circle) return Qundef;
    ec->throw_value = value;
    ec->throw_target = target;
    vm_jump(ec);
}

/* ---- public C API: under the name of the running method ---- */

VALUE
rb_exec_recursive(VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE arg)
{
    return recurse_guard(rb_frame_this_func(), fn, obj, arg);
}

VALUE
rb_exec_recursive_paired(VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE paired, VALUE arg)
{
    return recurse_guard_pair(rb_frame_this_func(), fn, obj, paired, arg);
}

VALUE
rb_exec_recursive_outer(VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE arg)
{
    return recurse_outer_safe(rb_frame_this_func(), fn, obj, 0, arg);
}

VALUE
rb_exec_recursive_paired_outer(VALUE (*fn)(VALUE, VALUE, int), VALUE obj, VALUE paired, VALUE arg)
{
    return recurse_outer_safe(rb_frame_this_func(), fn, obj, paired, arg);
}
