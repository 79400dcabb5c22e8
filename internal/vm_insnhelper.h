/*
 * vm_insnhelper.h - what the bodies of insns.def call: slow functions, helpers, and the few inlines they need.
 *
 * Owns      declarations only; each group names the file of its functions.
 * Uses      vm.h
 * HELPER-1  A slow function works on ec->pc (start of the instruction), ec->sp, ec->fp.  true: go on there.  false: a throw
 *           is under way (ec->throw_kind).
 */
#ifndef FACET_INTERNAL_VM_INSN_H
#define FACET_INTERNAL_VM_INSN_H

#include "internal/array.h"
#include "internal/hash.h"
#include "internal/numeric.h"
#include "internal/string.h"
#include "internal/variable.h"
#include "internal/vm.h"

/* Stands on the operand stack for a &block parameter that is still the frame's block handler. */
#define VM_BLOCK_PROXY ((VALUE)0x2c)

static ALWAYS_INLINE VALUE *
vm_ep_up(VALUE *fp, unsigned level)
{
    while (level--) fp = ep_resolve(ep_up(fp));
    return fp;
}

/* Local idx of the environment `level` up; the barrier runs when that is an environment object. */
static ALWAYS_INLINE void
vm_ep_set(VALUE *fp, unsigned level, int idx, VALUE v)
{
    VALUE parent = 0;
    for (; level; level--) {
        parent = ep_up(fp);
        fp = ep_resolve(parent);
    }
    fp[idx] = v;
    if (link_env_p(parent)) gc_wb(link_env(parent));
}

static ALWAYS_INLINE bool
vm_type_p(VALUE v, unsigned type)
{
    return (unsigned)rb_type(v) == type;
}

/* == is identity for these: static symbols, nil, true, false. */
#define VM_IDENTITY_EQ_P(v) ((v) == Qnil || (v) == Qtrue || (v) == Qfalse || ((v) & 0xff) == 0x0c)
/* Fixnum a << b stays a Fixnum. */
static ALWAYS_INLINE bool
vm_shift_fits(VALUE a, VALUE b)
{
    intptr_t n = fix_int(b);
    if (n < 0 || n > 61) return false;
    intptr_t limit = (intptr_t)1 << (62 - n), x = fix_int(a);
    return x >= -limit && x < limit;
}
/* Fixnum a[b]: bit b; the sign above, 0 below. */
static ALWAYS_INLINE VALUE
vm_fix_bit(VALUE a, VALUE b)
{
    intptr_t n = fix_int(b);
    if (n < 0) return int_fix(0);
    return int_fix((fix_int(a) >> (n < 63 ? n : 63)) & 1);
}
/* Whether v on the heap is a plain Array, String or Hash: their classes surely take ! and nil? from BasicObject and
 * Kernel. */
#define VM_NOT_PLAIN_P(v) (obj_shape(v) - SHAPE_ARRAY0 < 64u - SHAPE_ARRAY0)

/* Returns a new plain object of klass (allocator: Object's), without fields. */
static ALWAYS_INLINE VALUE
vm_new_object(VALUE klass)
{
    const struct class_ext *x = class_ext(klass);
    unsigned cls = LIKELY(x->shapes.instance_slot_class) ? x->shapes.instance_slot_class - 1u
                                                         : class_instance_slot_class(klass);
    return gc_new(cls, T_OBJECT, class_root_shape(klass, cls));
}

enum { KW_SHUFFLED = 0xffff, KW_MAX = LIMIT(32, 4), KW_VALUES = KW_MAX + 16 };
/* The cache of a site with literal keywords.  It holds where each keyword parameter's value comes from. */
struct kw_link {
    uint16_t positional; /* arguments before the keywords */
    uint16_t given;      /* keyword values on the stack */
    uint16_t params;     /* keyword parameters */
    uint16_t placed;     /* cells that arguments take when all is in order */
    uint16_t clear;      /* locals after them */
    uint16_t fill; /* those given are the first parameters, in order: how many of `values` follow them; else KW_SHUFFLED */
    bool has_bits;
    VALUE bits; /* the hidden local: the defaults that must be computed */
    VALUE values
        [KW_VALUES]; /* a literal default, or given-index << 32 | KW_FROM_STACK; bits follow the last, then nil for `clear` */
};
enum { KW_FROM_STACK = 0x3c }; /* no VALUE looks like that */

/* Sets n locals to nil.  Returns the address after the last one. */
static ALWAYS_INLINE VALUE *
vm_clear_locals(VALUE *at, unsigned n)
{
    VALUE *end = at + n;
    SHORT_LOOP
    for (; at < end; at++) *at = Qnil;
    return end;
}

/* Moves the n cells above `at` down by one. */
static ALWAYS_INLINE void
vm_shift_down(VALUE *at, unsigned n)
{
    SHORT_LOOP
    for (VALUE *end = at + n; at < end; at++) at[0] = at[1];
}

/* Puts keyword values into the order of the parameters and clears the other locals.  Returns the address after the
 * last one. */
VALUE *vm_shuffle_keywords(const struct kw_link *k, VALUE *sp); /* vm/args.c */
static ALWAYS_INLINE VALUE *
vm_place_keywords(const struct kw_link *k, VALUE *sp)
{
    if (UNLIKELY(k->fill == KW_SHUFFLED)) return vm_shuffle_keywords(k, sp);
    const VALUE *from = k->values + k->given;
    VALUE *end = sp + k->fill;
    SHORT_LOOP
    while (sp < end) *sp++ = *from++;
    return end;
}

/* Sets *handler to the block handler for f(&v).  Returns false if v needs a conversion (vm_block_arg_handler). */
static ALWAYS_INLINE bool
vm_blockarg_fast(VALUE *fp, VALUE v, VALUE *handler)
{
    if (v == VM_BLOCK_PROXY) {
        while (!ep_method_p(fp) && ep_up(fp)) fp = ep_resolve(ep_up(fp));
        *handler = ep_handler(fp);
        return true;
    }
    if (v == Qnil || ((v & 0xff) == 0x0c && !vm_refinements_used)) {
        *handler = v == Qnil ? BH_NONE : v;
        return true;
    }
    *handler = v;
    return val_proc_p(v);
}

/* The place of a field, by shape and name, for instructions that meet several shapes (vm/ivar.c). */
struct ivar_entry {
    shape_id_t shape; /* 0: none */
    uint32_t name;
    shape_id_t next; /* the shape after a store that adds the field; 0: it stays */
    uint32_t offset;
};
enum { IVAR_ENTRIES = 4096 }; /* stencils contain it, so no LIMIT() makes it small */
/* Returns the bytes from an object to its field, from the first word of getivar's and setivar's caches. */
static ALWAYS_INLINE uintptr_t
ivar_offset(uint64_t c)
{
    return (uintptr_t)(c >> 32);
}
/* Return the parts of getivar_ext's cache: the bytes to the pointer to the extension block, and the field's index
 * there. */
static ALWAYS_INLINE uintptr_t
ivar_block_at(uint64_t c)
{
    return (uint16_t)(c >> 32);
}
static ALWAYS_INLINE uintptr_t
ivar_block_index(uint64_t c)
{
    return c >> 48;
}
/* Finds the place that a field of obj would have if its shape were `id`.  Sets *where as in the caches of getivar.
 * pure */
enum vm_ivar_place {
    VM_IVAR_NONE,     /* it has none of that name (or its shape is a dictionary) */
    VM_IVAR_SLOT,     /* in the slot */
    VM_IVAR_EXT,      /* in the extension block (SHAPE-7) */
    VM_IVAR_CLASS,    /* in a class's own block */
    VM_IVAR_ELSEWHERE /* obj is of another type */
};
enum vm_ivar_place vm_ivar_locate(VALUE obj, shape_id_t id, ID name, cell *where);
extern struct ivar_entry vm_ivar_gets[IVAR_ENTRIES], vm_ivar_sets[IVAR_ENTRIES];
static ALWAYS_INLINE struct ivar_entry *
vm_ivar_entry(struct ivar_entry *table, shape_id_t shape, ID name)
{
    return &table[((shape * 0x9E3779B1u) ^ ((uint32_t)name * 0x85EBCA6Bu)) >> 9 & (IVAR_ENTRIES - 1)];
}

/* table: Array of immediates, each followed by its offset. */
static ALWAYS_INLINE int32_t
vm_case_linear(VALUE table, int32_t otherwise, VALUE key)
{
    const VALUE *at = ary_ptr(table), *end = at + ary_len(table);
    for (; at < end; at += 2)
        if (*at == key) return (int32_t)fix_int(at[1]);
    return otherwise;
}
extern bool vm_case_redefined; /* === of a literal's class was redefined */

/* Spreads a lone Array argument over `lead` parameters.  Returns the number of cells that are filled. */
static ALWAYS_INLINE unsigned
vm_spread(VALUE *at, unsigned lead)
{
    VALUE ary = at[0];
    unsigned n = (unsigned)(ary_len(ary) < lead ? ary_len(ary) : lead);
    const VALUE *from = ary_ptr(ary);
    at[0] = Qnil;
    for (unsigned i = 0; i < n; i++) at[i] = from[i];
    return n ? n : 1;
}

/* vm/call.c */
bool vm_send_linked(ec_t *ec), vm_send_block_linked(ec_t *ec);
VALUE vm_attr_read(VALUE recv, const struct method_entry *me); /* attr_reader's; raises Ractor::IsolationError */
bool vm_send_first(ec_t *ec), vm_send_any(ec_t *ec), vm_send_table(ec_t *ec), vm_send_shared(ec_t *ec),
    vm_send_miss(ec_t *ec), vm_send_leaf_missed(ec_t *ec), vm_send_named(ec_t *ec), vm_send_limit(ec_t *ec);
bool vm_send_op0(ec_t *ec), vm_send_op1(ec_t *ec), vm_send_op2(ec_t *ec);
bool vm_invokesuper(ec_t *ec), vm_invokeblock_slow(ec_t *ec);
bool vm_objtostring_slow(ec_t *ec);
VALUE vm_cfunc_invoke(const struct method_def *def, VALUE recv, int argc, const VALUE *argv);
/* vm/exec.c, vm/throw.c */
bool vm_leave_slow(ec_t *ec), vm_backedge_slow(ec_t *ec);
void vm_break_block(ec_t *ec, VALUE *fp, VALUE value);
bool vm_throw_break(ec_t *ec), vm_throw_return(ec_t *ec), vm_rethrow(ec_t *ec);
/* vm/trace.c */
const void *vm_trace_insn(ec_t *ec);
/* vm/ivar.c */
bool vm_getivar_slow(ec_t *ec), vm_setivar_slow(ec_t *ec);
/* vm/const.c */
bool vm_getconst_slow(ec_t *ec);
VALUE vm_const_from(ec_t *ec, VALUE cbase, ID name);
void vm_warn_in_refinement(ec_t *ec);
void vm_const_assign(ec_t *ec, VALUE cbase, ID name, VALUE val);
/* vm/core.c */
bool vm_defineclass(ec_t *ec);
VALUE vm_special_object(ec_t *ec, int kind);
VALUE vm_define_method(ec_t *ec, ID name, VALUE iseq);
VALUE vm_define_singleton_method(ec_t *ec, VALUE recv, ID name, VALUE iseq);
VALUE vm_core_call(ec_t *ec, int fn, int argc, const VALUE *argv);
VALUE vm_make_lambda(ec_t *ec, VALUE iseq);
VALUE vm_once(ec_t *ec, VALUE iseq, cell *ic);
bool vm_defined(ec_t *ec, int type, VALUE obj, VALUE v);
VALUE vm_check_match(ec_t *ec, VALUE target, VALUE pattern, int type);
VALUE vm_cvar_get(ec_t *ec, ID name);
void vm_cvar_set(ec_t *ec, ID name, VALUE val);
VALUE vm_block_param(ec_t *ec, int level, int idx);
void vm_reify_forward(ec_t *ec, unsigned level, int idx); /* vm/args.c */
/* vm_insnhelper.c */
VALUE vm_backref_part(ec_t *ec, int type);
VALUE vm_new_hash(const VALUE *kv, unsigned n);
void vm_hash_add(VALUE hash, const VALUE *kv, unsigned n);
VALUE vm_hash_merge(VALUE hash, VALUE other);
VALUE vm_new_regexp(const VALUE *parts, unsigned n, int opt);
VALUE vm_splat_array(ec_t *ec, VALUE obj, int fresh);
void vm_ary_push_n(VALUE ary, const VALUE *elts, unsigned n);
void vm_ary_concat_splat(ec_t *ec, VALUE ary, VALUE obj);
void vm_expand_array(ec_t *ec, VALUE *sp, unsigned num, unsigned flag);
bool vm_keyword_given_p(VALUE bits, unsigned i);
int vm_case_dispatch(VALUE table, int otherwise, VALUE key);
VALUE vm_empty_rest(const struct method_entry *me); /* the rest parameter of a Ruby method called without any (vm/args.c) */
VALUE vm_newarray_send(ec_t *ec, unsigned n, const VALUE *elts, int fn);
VALUE vm_send_literal(ec_t *ec, VALUE literal, ID mid, int argc, const VALUE *argv); /* to a copy of it */
/* vm/prim.c: primitives of core/ */
VALUE vm_primitive(ec_t *ec, unsigned n, VALUE self, int argc, const VALUE *argv);
int vm_primitive_index(const char *name, size_t len); /* -1 */
int vm_primitive_count(void);
const char *vm_primitive_name(int n);
/* vm.c */
bool vm_insn_redefined_p(int id); /* for the compiler: whether this specialised form must not be used any more */

/* vm/const.c */
bool vm_refinements_active(void);

#endif
