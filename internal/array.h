/*
 * array.h - how an Array lies in memory, and the VM's fast way to it.
 *
 * Owns      the layout and flag bits of T_ARRAY.
 * ARRAY-1   RARRAY_CONST_PTR is contiguous.
 * ARRAY-2   An embedded array's length is in flag bits 20-26; a heap array's in the body.
 * ARRAY-3   A shared array's root is frozen, hidden (shape 0), and owns the buffer.
 *           No compaction moves that buffer.
 * ARRAY-4   Elements past len are garbage; marking reads len of them.
 * ARRAY-5   A heap array that was shifted keeps its buffer. ptr moves on, and the word before ptr counts the elements
 *           left behind (ARY_OFFSET).  So shift and a queue's push/shift cost O(1) and need no root.
 * ARRAY-6   A shared array's elements are all within its root's first len elements: marking the root is enough.
 * Checked   ary_verify(), test/test_array.rb
 */
/* Array, embedded in a slot of S bytes           Array, on the heap                             */
/* 0      4       8                 S             0      4       8      16     24          32    */
/* +------+-------+------+----------+             +------+-------+------+------+-----------+     */
/* |flags | shape | e[0] | e[1] ... |             |flags | shape | len  | ptr  |capa/shared|     */
/* +------+-------+------+----------+             +------+-------+------+------+-----------+     */
#ifndef FACET_INTERNAL_ARRAY_H
#define FACET_INTERNAL_ARRAY_H

#include "internal/class.h"
#include "internal/gc.h"

struct ary_embed {
    struct obj_header hdr;
    VALUE e[];
};
struct ary_heap {
    struct obj_header hdr;
    size_t len;
    VALUE *ptr;
    union {
        size_t capa;
        VALUE shared;
    } aux;
};
SLOT_ASSERT_OPEN(struct ary_heap);
enum {
    ARY_HEAP = 1u << 12,
    ARY_SHARED = 1u << 13, /* ptr lies in the buffer of aux.shared */
    ARY_ROOT = 1u << 14,
    ARY_TMPLOCK = 1u << 15,
    ARY_OFFSET = 1u << 16, /* ARRAY-5: ptr[-1] is a count, not a VALUE */
    ARY_LEN_SHIFT = 20,
    ARY_LEN_MASK = 127u << 20,
    ARY_EMBED_MAX = (SLOT_MAX_BYTES - OBJ_HEADER_BYTES) / 8 < 127 ? (SLOT_MAX_BYTES - OBJ_HEADER_BYTES) / 8 : 127,
};

static ALWAYS_INLINE size_t
ary_len(VALUE a)
{
    uint32_t f = obj_flags(a);
    return (f & ARY_HEAP) ? ((struct ary_heap *)a)->len : (f & ARY_LEN_MASK) >> ARY_LEN_SHIFT;
}
static ALWAYS_INLINE const VALUE *
ary_ptr(VALUE a)
{
    return (obj_flags(a) & ARY_HEAP) ? ((struct ary_heap *)a)->ptr : ((struct ary_embed *)a)->e;
}
static ALWAYS_INLINE VALUE
ary_at(VALUE a, size_t i) /* i < len */
{
    return ary_ptr(a)[i];
}
static inline void
ary_set_len(VALUE a, size_t n) /* n elements are there already */
{
    if (obj_flags(a) & ARY_HEAP) ((struct ary_heap *)a)->len = n;
    else obj_hdr(a)->flags = (obj_flags(a) & ~ARY_LEN_MASK) | (uint32_t)n << ARY_LEN_SHIFT;
}
/* nil outside; negative counts from the end */
static ALWAYS_INLINE VALUE
ary_get(VALUE a, intptr_t i)
{
    size_t n = ary_len(a);
    if (i < 0) i += (intptr_t)n;
    return (size_t)i < n ? ary_ptr(a)[i] : Qnil;
}

VALUE ary_new(void);
VALUE ary_new_capa(size_t capa);
VALUE ary_new_from(const VALUE *elts, size_t n); /* elts may lie on the VM stack */
VALUE ary_push(VALUE a, VALUE v);
VALUE ary_dup(VALUE a);                                /* class Array */
void ary_modify(VALUE a);                              /* FrozenError; makes the buffer ours alone */
void ary_store(VALUE a, intptr_t i, VALUE v);          /* raises IndexError, FrozenError */
bool ary_store_in_place(VALUE a, intptr_t i, VALUE v); /* false: not a plain in-range store; nothing done */
VALUE ary_concat(VALUE a, VALUE b);
void ary_prepare_dup(VALUE a); /* makes what the first ary_dup(a) would make beside the copy */
VALUE ary_subseq(VALUE a, size_t from, size_t len);
VALUE ary_tmp_new(size_t capa); /* hidden */

/* Functions for the files that share Array's methods (array/). */
VALUE *ary_wptr(VALUE a);               /* elements, for writing: call ary_modify first, gc_wb after */
void ary_reserve(VALUE a, size_t capa); /* ours alone, and room for capa elements; may allocate */
VALUE ary_new_class(VALUE klass, size_t capa);
VALUE ary_new_len(size_t n);                               /* n nils */
void ary_append_values(VALUE a, const VALUE *v, size_t n); /* v may point into a */
void ary_truncate(VALUE a, size_t n);                      /* n <= len; no frozen check */
void ary_splice(VALUE a, intptr_t at, size_t del, const VALUE *v, size_t n);
void ary_take_over(VALUE dst, VALUE tmp);   /* dst gets tmp's elements, tmp is emptied; no frozen check */
VALUE ary_shift(VALUE a), ary_pop(VALUE a); /* Qundef when empty; no frozen check */
VALUE ary_to_ary(VALUE v);                  /* implicit conversion; raises TypeError */
VALUE ary_check(VALUE v);                   /* implicit conversion; nil */
VALUE ary_s_alloc(VALUE klass), ary_alloc_like(VALUE klass, VALUE obj);
VALUE ary_inspect(VALUE a), ary_join(VALUE a, VALUE sep);
VALUE ary_plus(VALUE a, VALUE b);
bool ary_includes(VALUE a, VALUE v);
void ary_sort_bang(VALUE a);                   /* by <=> or the block */
VALUE ary_sort_by_keys(VALUE pairs, size_t n); /* pairs: k0 v0 k1 v1 ...; the values in the order of the keys */
/* A selection of the n least (sign 1) or greatest (-1) of many, by <=>, the block, or by keys (array/select.c).  If n
 * is 0, nothing may be added. */
struct ary_pick {
    VALUE buf; /* hidden: k0 v0 k1 v1 ... with keys, else the elements */
    size_t n, have, stride;
    VALUE limit; /* key that a candidate has to come before; Qundef */
    int sign;
    bool block;
    unsigned basic;
};
void ary_pick_begin(struct ary_pick *k, VALUE count, int sign, bool by_key);
void ary_pick_add(struct ary_pick *k, VALUE key, VALUE v); /* key is v without keys; may call Ruby */
VALUE ary_pick_end(struct ary_pick *k);                    /* an Array in order; may call Ruby */
void Init_array_mod(void), Init_array_iter(void), Init_array_sort(void), Init_array_comb(void), Init_array_set(void);
void Init_array_random(void);
void ary_mark(VALUE), ary_free(VALUE);
size_t ary_memsize(VALUE);
void ary_verify(VALUE);

void ary_drop_front(VALUE a, size_t n);                     /* shift(n) */
void ary_prepend_values(VALUE a, const VALUE *v, size_t n); /* unshift */

/* Array#pack (pack.c); buffer: String or nil. */
VALUE ary_pack(VALUE ary, VALUE fmt, VALUE buffer);

#endif
