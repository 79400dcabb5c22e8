/*
 * break.c - plants faults in live objects, for test_verify.rb: each breaks one invariant that a verifier must find.
 *
 * An extension that includes private headers: it sees layouts, but calls only the public C API.  After a fault the process is
 * good for GC.verify_internal_consistency and nothing else.
 */
#include "internal/array.h"
#include "internal/class.h"
#include "internal/cont.h"
#include "internal/hash.h"
#include "internal/hash/layout.h"
#include "internal/jit.h"
#include "internal/numeric/bignum.h"
#include "internal/string.h"
#include "internal/struct.h"
#include "internal/thread.h"
#include "internal/vm.h"

/* The mark of the VM that an extension is compiled for.  Extensions get it from public headers; the private ones here omit it. */
extern const char ruby_abi_facet1 __attribute__((visibility("default")));
static const char *const abi __attribute__((used)) = &ruby_abi_facet1;

/* An old array gets a young element without a barrier. */
static VALUE
break_barrier(VALUE self, VALUE array)
{
    VALUE young = rb_str_new_cstr("young");
    ((VALUE *)ary_ptr(array))[0] = young;
    RB_GC_GUARD(young);
    return Qnil;
}

static VALUE
break_array_capacity(VALUE self, VALUE array)
{
    ((struct ary_heap *)array)->aux.capa = 1;
    return Qnil;
}

static VALUE
break_array_root(VALUE self, VALUE shared)
{
    ((struct ary_heap *)shared)->len += 1000;
    return Qnil;
}

static VALUE
break_hash_tag(VALUE self, VALUE small)
{
    ((struct hash_embed *)small)->tag[0] = ((struct hash_embed *)small)->tag[7]; /* of a pair that is not there */
    return Qnil;
}

static VALUE
break_hash_count(VALUE self, VALUE large)
{
    ((struct hash_boxed *)large)->table->live++;
    return Qnil;
}

static VALUE
break_string_code_range(VALUE self, VALUE string)
{
    ((char *)RSTRING_PTR(string))[0] = (char)0xff;
    return Qnil;
}

static VALUE
break_struct_length(VALUE self, VALUE object)
{
    obj_hdr(object)->flags |= STRUCT_LEN_MASK;
    return Qnil;
}

static VALUE
break_symbol_name(VALUE self, VALUE symbol)
{
    ((struct dyn_symbol *)symbol)->fstr = rb_obj_freeze(rb_str_new_cstr("not an fstring"));
    return Qnil;
}

static VALUE
break_class_ancestors(VALUE self, VALUE klass)
{
    class_ext(klass)->ancestors[class_ext(klass)->depth] = rb_cObject;
    return Qnil;
}

static VALUE
break_iseq_stack(VALUE self, VALUE proc)
{
    iseq_body(proc_ptr(proc)->code)->stack_max = 1;
    return Qnil;
}

static VALUE
break_env_place(VALUE self, VALUE proc)
{
    env_of(proc_ptr(proc)->env)->ep += 1;
    return Qnil;
}

static VALUE
break_proc_kind(VALUE self, VALUE proc)
{
    proc_ptr(proc)->kind = PROC_SYMBOL;
    return Qnil;
}

static VALUE
break_thread_owner(VALUE self, VALUE thread, VALUE other)
{
    ((struct rthread *)RTYPEDDATA(thread)->data)->self = other;
    return Qnil;
}

static VALUE
break_fiber_stack(VALUE self, VALUE fiber)
{
    ((struct rfiber *)RTYPEDDATA(fiber)->data)->stack = NULL;
    return Qnil;
}

/* The innermost Ruby frame of a fiber that waits. */
static VALUE *
waiting_frame(VALUE fiber)
{
    VALUE *fp = ((struct rfiber *)RTYPEDDATA(fiber)->data)->ec->fp;
    while (!frame_ruby_p(fp)) fp = frame_prev(fp);
    return fp;
}

static VALUE
break_frame_return(VALUE self, VALUE fiber)
{
    waiting_frame(fiber)[1] = (VALUE)fiber;
    return Qnil;
}

static VALUE
break_frame_code(VALUE self, VALUE fiber)
{
    waiting_frame(fiber)[2] = fiber | 1;
    return Qnil;
}

static VALUE
break_frame_flag(VALUE self, VALUE fiber)
{
    waiting_frame(fiber)[0] |= (VALUE)FRAME_SIDE << 32;
    return Qnil;
}

static VALUE
break_bignum(VALUE self, VALUE big)
{
    big_limbs(big)[big_len(big) - 1] = 0;
    return Qnil;
}

static VALUE
break_rational(VALUE self, VALUE rational)
{
    rrational(rational)->den = INT2FIX(-1);
    return Qnil;
}

/* The entry that machine calls of a block reach is no native code. */
static VALUE
break_jit_door(VALUE self, VALUE proc)
{
    static const char no_code[16];
    iseq_body(proc_ptr(proc)->code)->jit->first.entry = no_code;
    return Qnil;
}

__attribute__((visibility("default"))) void
Init_break(void)
{
    VALUE m = rb_define_module("Break");
    rb_define_module_function(m, "barrier", break_barrier, 1);
    rb_define_module_function(m, "array_capacity", break_array_capacity, 1);
    rb_define_module_function(m, "array_root", break_array_root, 1);
    rb_define_module_function(m, "hash_tag", break_hash_tag, 1);
    rb_define_module_function(m, "hash_count", break_hash_count, 1);
    rb_define_module_function(m, "string_code_range", break_string_code_range, 1);
    rb_define_module_function(m, "struct_length", break_struct_length, 1);
    rb_define_module_function(m, "symbol_name", break_symbol_name, 1);
    rb_define_module_function(m, "class_ancestors", break_class_ancestors, 1);
    rb_define_module_function(m, "iseq_stack", break_iseq_stack, 1);
    rb_define_module_function(m, "env_place", break_env_place, 1);
    rb_define_module_function(m, "proc_kind", break_proc_kind, 1);
    rb_define_module_function(m, "thread_owner", break_thread_owner, 2);
    rb_define_module_function(m, "fiber_stack", break_fiber_stack, 1);
    rb_define_module_function(m, "bignum", break_bignum, 1);
    rb_define_module_function(m, "rational", break_rational, 1);
    rb_define_module_function(m, "jit_door", break_jit_door, 1);
    rb_define_module_function(m, "frame_return", break_frame_return, 1);
    rb_define_module_function(m, "frame_code", break_frame_code, 1);
    rb_define_module_function(m, "frame_flag", break_frame_flag, 1);
}
