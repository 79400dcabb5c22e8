/*
 * vm/prim.c - primitives: the functions that core/ *.rb calls as Primitive.name(...).
 *
 * core/ may use nothing that a program can redefine: instructions on Fixnums and Arrays keep their built-in meaning there
 * (redefinition does not rewrite core code), everything else goes through these.
 */
#include "internal/compiler.h"
#include "internal/vm/block_info.h"
#include <math.h>
#include <string.h>
#include "internal/object.h"
#include "internal/range.h"
#include "internal/vm/call.h"
#include "internal/vm/trace.h"

typedef VALUE prim_fn(ec_t *ec, VALUE self, int argc, const VALUE *argv);

/* The method's own block: core methods are plain method frames. */
static bool
vm_prim_block_given(ec_t *ec)
{
    VALUE *ep = vm_method_ep(ec->fp);
    return ep_block_given_p(ep);
}

static VALUE
prim_block_given(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return val_bool(vm_prim_block_given(ec));
}

static VALUE
prim_ary_len(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    return int_fix((intptr_t)ary_len(self));
}

static VALUE
prim_ary_new(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)ec;
    (void)self;
    return argc ? ary_new_capa((size_t)fix_int(argv[0])) : ary_new();
}

static VALUE
prim_size_of_array(VALUE self, VALUE args, VALUE eobj)
{
    (void)args;
    (void)eobj;
    return int_fix((intptr_t)ary_len(self));
}

static VALUE
prim_size_of_integer(VALUE self, VALUE args, VALUE eobj)
{
    (void)args;
    (void)eobj;
    return val_fix_p(self) && fix_int(self) < 0 ? int_fix(0) : self;
}

static VALUE
prim_size_of_hash(VALUE self, VALUE args, VALUE eobj)
{
    (void)args;
    (void)eobj;
    return int_fix((intptr_t)hash_size(self));
}

static VALUE
prim_size_infinite(VALUE self, VALUE args, VALUE eobj)
{
    (void)self;
    (void)args;
    (void)eobj;
    return DBL2NUM(HUGE_VAL);
}

static VALUE
prim_size_one(VALUE self, VALUE args, VALUE eobj)
{
    return INT2FIX(1);
}

/* name, kind of size (0 unknown, 1 array, 2 integer, 3 hash, 4 infinite, 5 one), args...: what a method without a block gives */
static VALUE
prim_enumerator(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    static rb_enumerator_size_func *const sizes[] = {
        NULL, prim_size_of_array, prim_size_of_integer, prim_size_of_hash, prim_size_infinite, prim_size_one};
    (void)ec;
    return rb_enumeratorize_with_size(self, argv[0], argc - 2, argv + 2, sizes[fix_int(argv[1])]);
}

/* The C method whose place this one took, with the same block. */
static VALUE
prim_native(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    VALUE *ep = vm_method_ep(ec->fp), block = ep_up(ep);
    const struct method_entry *me = (const struct method_entry *)iseq_body(frame_iseq(ep))->native;
    VALUE *entry = vm_push_entry(ec);
    entry[ENTRY_RECV] = self;
    ec->c_me = me;
    ec->c_block = block;
    VALUE v = vm_cfunc_invoke(me->def, self, argc, argv);
    if (v == Qundef) return v;
    vm_pop_entry(ec);
    return v;
}

/* Is there a block, and are self and the argument Fixnums? */
static VALUE
prim_counts(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)argc;
    return val_bool(vm_prim_block_given(ec) && val_fix2_p(self, argv[0]));
}

/* Sets the method's first two locals to the first and the last Integer of a Range. */
static VALUE
prim_range_counts(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)argc;
    (void)argv;
    VALUE first = range_beg(self), last = range_end(self);
    if (!vm_prim_block_given(ec) || !val_fix2_p(first, last)) return Qfalse;
    VALUE *locals = ec->fp - iseq_body(frame_iseq(ec->fp))->local_count;
    locals[0] = first;
    locals[1] = int_fix(fix_int(last) - range_excl(self));
    return Qtrue;
}

/* A frozen one counts no iterations: does this one count? */
static VALUE
prim_hash_iter_begin(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    if (obj_flags(self) & HDR_FROZEN) return Qfalse;
    hash_iter_begin(self);
    return Qtrue;
}

static VALUE
prim_hash_iter_end(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)ec;
    (void)argc;
    (void)argv;
    hash_iter_end(self);
    return Qnil;
}

/* Steps the loop: the method's first three locals are the position (nil at first), key and value. */
static VALUE
prim_hash_next(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)argc;
    (void)argv;
    VALUE *locals = ec->fp - iseq_body(frame_iseq(ec->fp))->local_count;
    size_t pos = locals[0] == Qnil ? 0 : (size_t)fix_int(locals[0]);
    VALUE k, v;
    if (!hash_next(self, &pos, &k, &v)) return Qfalse;
    locals[0] = int_fix((intptr_t)pos);
    locals[1] = k;
    locals[2] = v;
    return Qtrue;
}

/* Does yielding two values come to the same as yielding a pair? */
static VALUE
prim_block_pair_p(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return val_bool(block_handler_takes_pair(vm_method_ep(ec->fp)[3]));
}

/* The block handler of the method that runs. */
static VALUE
prim_own_handler(ec_t *ec)
{
    VALUE *ep = vm_method_ep(ec->fp);
    return ep_handler(ep);
}

static VALUE
prim_tracepoint_new(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)argc;
    return tracepoint_new(self, argv[0], proc_from_handler(ec, prim_own_handler(ec), false));
}

static VALUE
prim_tracepoint_trace(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    VALUE tp = prim_tracepoint_new(ec, self, argc, argv);
    rb_tracepoint_enable(tp);
    return tp;
}

/* target, target_line, target_thread */
static VALUE
prim_tracepoint_enable(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    static bool before;
    (void)argc;
    if (!before) frame_flag(ec->fp, FRAME_TRACE); /* as in CRuby, the first enable of all is not seen to return */
    before = true;
    return tracepoint_enable(self, argv[0], argv[1], argv[2], prim_own_handler(ec));
}

static VALUE
prim_tracepoint_disable(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)argc;
    (void)argv;
    return tracepoint_disable(self, prim_own_handler(ec));
}

static VALUE
prim_tracepoint_allow_reentry(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return tracepoint_allow_reentry(prim_own_handler(ec));
}

static VALUE
prim_float(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    return conv_float(argv[0], argv[1]);
}

static VALUE
prim_warn(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    return warning_kernel_warn(self, argv[0], argv[1], argv[2]);
}

static VALUE
prim_str_unpack1(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    return str_unpack1(self, argv[0], argv[1]);
}

static VALUE
prim_ary_pack(ec_t *ec, VALUE self, int argc, const VALUE *argv)
{
    return ary_pack(self, argv[0], argv[1]);
}

static const struct prim {
    const char *name;
    prim_fn *fn;
} prims[] = {
    {"block_given?", prim_block_given},
    {"ary_len", prim_ary_len},
    {"ary_new", prim_ary_new},
    {"enumerator", prim_enumerator},
    {"hash_iter_begin", prim_hash_iter_begin},
    {"hash_iter_end", prim_hash_iter_end},
    {"hash_next", prim_hash_next},
    {"block_pair?", prim_block_pair_p},
    {"native", prim_native},
    {"float", prim_float},
    {"warn", prim_warn},
    {"str_unpack1", prim_str_unpack1},
    {"ary_pack", prim_ary_pack},
    {"counts?", prim_counts},
    {"range_counts?", prim_range_counts},
    {"tracepoint_new", prim_tracepoint_new},
    {"tracepoint_trace", prim_tracepoint_trace},
    {"tracepoint_enable", prim_tracepoint_enable},
    {"tracepoint_disable", prim_tracepoint_disable},
    {"tracepoint_allow_reentry", prim_tracepoint_allow_reentry},
};

VALUE
vm_primitive(ec_t *ec, unsigned n, VALUE self, int argc, const VALUE *argv)
{
    return prims[n].fn(ec, self, argc, argv);
}

int
vm_primitive_index(const char *name, size_t len)
{
    for (unsigned i = 0; i < lengthof(prims); i++) {
        if (strlen(prims[i].name) == len && memcmp(prims[i].name, name, len) == 0) return (int)i;
    }
    return -1;
}

int
vm_primitive_count(void)
{
    return lengthof(prims);
}

const char *
vm_primitive_name(int n)
{
    return prims[n].name;
}
