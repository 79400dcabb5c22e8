/*
 * struct.h - how a Struct or Data lies in memory, and the VM's fast way to its members.
 *
 * Owns      the layout and flag bits of T_STRUCT.
 * STRUCT-1  A struct has as many values as its class has members; the count never changes after allocation.
 * STRUCT-2  Up to STRUCT_EMBED_MAX values lie in the slot, their count in flag bits 20-26; more lie in a malloc'ed block.
 * STRUCT-3  A class's members are a frozen Array of Symbols in its hidden variable __members__; subclasses inherit it.
 * Checked   struct_verify(), test/test_struct.rb
 */
/* Struct, embedded in a slot of S bytes          Struct, on the heap                */
/* 0      4       8                 S             0      4       8      16     24    */
/* +------+-------+------+----------+             +------+-------+------+------+     */
/* |flags | shape | v[0] | v[1] ... |             |flags | shape | len  | ptr  |     */
/* +------+-------+------+----------+             +------+-------+------+------+     */
#ifndef FACET_INTERNAL_STRUCT_H
#define FACET_INTERNAL_STRUCT_H

#include "internal/class.h"
#include "internal/gc.h"

struct struct_embed {
    struct obj_header hdr;
    VALUE v[];
};
struct struct_heap {
    struct obj_header hdr;
    size_t len;
    VALUE *ptr;
};
enum {
    STRUCT_HEAP = 1u << 12,
    STRUCT_LEN_SHIFT = 20,
    STRUCT_LEN_MASK = 127u << 20,
    STRUCT_EMBED_MAX = (SLOT_MAX_BYTES - OBJ_HEADER_BYTES) / 8 < 127 ? (SLOT_MAX_BYTES - OBJ_HEADER_BYTES) / 8 : 127,
};

static ALWAYS_INLINE size_t
struct_len(VALUE s)
{
    uint32_t f = obj_flags(s);
    return (f & STRUCT_HEAP) ? ((struct struct_heap *)s)->len : (f & STRUCT_LEN_MASK) >> STRUCT_LEN_SHIFT;
}
static ALWAYS_INLINE VALUE *
struct_ptr(VALUE s)
{
    return (obj_flags(s) & STRUCT_HEAP) ? ((struct struct_heap *)s)->ptr : ((struct struct_embed *)s)->v;
}
/* OPTIMIZED_STRUCT_AREF and _ASET: member i of a struct that has it. */
static ALWAYS_INLINE VALUE
struct_get(VALUE s, uint32_t i)
{
    return struct_ptr(s)[i];
}
static ALWAYS_INLINE VALUE
struct_set(VALUE s, uint32_t i, VALUE v) /* raises FrozenError */
{
    if (UNLIKELY(obj_flags(s) & HDR_FROZEN)) rb_error_frozen_object(s);
    obj_write(s, &struct_ptr(s)[i], v);
    return v;
}

VALUE struct_members(VALUE klass);                          /* STRUCT-3; raises TypeError "uninitialized struct" */
long struct_member_index(VALUE klass, VALUE name);          /* Symbol; -1 */
long struct_key_index(VALUE s, VALUE *key);                 /* Symbol, String or number; -1 and *key for a message */
VALUE struct_class_new(VALUE super, VALUE members);         /* anonymous; members: Array of Symbols */
void struct_check_members(VALUE members, const char *what); /* raises on duplicates and names that end in = */
VALUE struct_member_name(VALUE v);                          /* Symbol from Symbol or String; raises TypeError */
VALUE struct_inspect(VALUE s, const char *prefix);
VALUE struct_s_alloc(VALUE klass);
void struct_mark(VALUE), struct_free(VALUE);
size_t struct_memsize(VALUE);
void struct_verify(VALUE);
VALUE struct_m_eq(VALUE, VALUE), struct_m_eql_p(VALUE, VALUE), struct_m_hash(VALUE), struct_m_to_a(VALUE),
    struct_m_to_h(VALUE);
VALUE struct_m_members(VALUE), struct_m_deconstruct_keys(VALUE, VALUE), struct_m_initialize_copy(VALUE, VALUE);
VALUE struct_s_members(VALUE), struct_s_inspect(VALUE);

#endif
