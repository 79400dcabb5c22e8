/*
 * string.h - how a String lies in memory, and the VM's fast way to it.
 *
 * Owns      the layout and flag bits of T_STRING.
 * Uses      gc, encoding indexes
 * R1        RSTRING_PTR is NUL-terminated (by the encoding's minimum length) and stable while the string is not changed.
 * R2        A code range other than unknown is true; every writer clears or recomputes it.
 * R3        A shared string's root is frozen, never freed while shared, and never embedded.
 * R4        SLOT_TAIL_BYTES after the body are readable; a body that is not ours (STR_FOREIGN) promises nothing.
 * R5        A string in the fstring table is frozen, has no ivars, its class is String, and the table holds it weakly.
 * Checked   str_verify(), test/test_string.rb
 */
/* String, embedded in a slot of S bytes          String, on the heap                            */
/* 0      4       8       10        S             0      4       8      16     24          32    */
/* +------+-------+-------+---------+             +------+-------+------+------+-----------+     */
/* |flags | shape | len16 |bytes \0 |             |flags | shape | len  | ptr  |capa/shared|     */
/* +------+-------+-------+---------+             +------+-------+------+------+-----------+     */
#ifndef FACET_INTERNAL_STRING_H
#define FACET_INTERNAL_STRING_H

#include "internal/class.h"
#include "internal/gc.h"
#include "ruby/encoding.h"

struct str_embed {
    struct obj_header hdr;
    uint16_t len;
    char bytes[];
};
struct str_heap {
    struct obj_header hdr;
    size_t len;
    char *ptr;
    union {
        size_t capa;  /* bytes usable before the terminator */
        VALUE shared; /* STR_SHARED: the root that owns ptr */
    } aux;
};
_Static_assert(offsetof(struct str_embed, bytes) == HEADER_BYTES + 2, "drawing above");
_Static_assert(sizeof(struct str_heap) == HEADER_BYTES + 24, "drawing above");

/*  12 STR_HEAP       body outside the slot          17 STR_FSTR      in the fstring table
 *  13 STR_SHARED     body belongs to aux.shared     18 STR_CHILLED   literal: warn on first change
 *  14 STR_FOREIGN    body is neither ours nor freed 19 STR_LOCKED    str_locktmp
 *  15,16 code range                                 20 STR_JSON_CLEAN nothing to escape
 *  21 STR_ROOT       somebody shares my body        22 STR_HASHED (free)   23 (free)
 *  24-31 encoding index (Regexp and dynamic Symbol too) */
enum {
    STR_HEAP = 1u << 12,
    STR_SHARED = 1u << 13,
    STR_FOREIGN = 1u << 14,
    STR_CR_SHIFT = 15,
    STR_CR_MASK = 3u << 15,
    STR_CR_UNKNOWN = 0,
    STR_CR_7BIT = 1u << 15,
    STR_CR_VALID = 2u << 15,
    STR_CR_BROKEN = 3u << 15,
    STR_FSTR = 1u << 17,
    STR_CHILLED = 1u << 18,
    STR_LOCKED = 1u << 19,
    STR_JSON_CLEAN = 1u << 20,
    STR_ROOT = 1u << 21,
    STR_ENC_SHIFT = 24,
    STR_EMBED_MAX = SLOT_MAX_BYTES - HEADER_BYTES - 2 - 1,
};
#define STR_ENC_MASK 0xff000000u

/* Encoding indexes that the VM knows by heart (encoding.c registers them in this order). */
enum { ENCI_BINARY = 0, ENCI_UTF8 = 1, ENCI_USASCII = 2 };

static ALWAYS_INLINE size_t
str_len(VALUE s)
{
    return (obj_flags(s) & STR_HEAP) ? ((struct str_heap *)s)->len : ((struct str_embed *)s)->len;
}
static ALWAYS_INLINE char *
str_ptr(VALUE s)
{
    return (obj_flags(s) & STR_HEAP) ? ((struct str_heap *)s)->ptr : ((struct str_embed *)s)->bytes;
}
static inline char *
str_end(VALUE s)
{
    return str_ptr(s) + str_len(s);
}
static inline int
str_enc_index(VALUE s)
{
    return (int)(obj_flags(s) >> STR_ENC_SHIFT);
}
static inline void
str_set_enc_index(VALUE s, int index)
{
    obj_hdr(s)->flags = (obj_hdr(s)->flags & ~STR_ENC_MASK) | ((uint32_t)index << STR_ENC_SHIFT);
}
static inline unsigned
str_cr(VALUE s) /* STR_CR_..., perhaps unknown */
{
    return obj_flags(s) & STR_CR_MASK;
}
static inline void
str_set_cr(VALUE s, unsigned cr)
{
    obj_hdr(s)->flags = (obj_hdr(s)->flags & ~STR_CR_MASK) | cr;
}
unsigned str_scan_cr(VALUE s); /* computes and keeps it; never unknown */
static inline bool
str_ascii_only(VALUE s)
{
    unsigned cr = str_cr(s);
    return (cr ? cr : str_scan_cr(s)) == STR_CR_7BIT;
}
/* Characters are bytes: 7bit content, or a single-byte encoding. */
bool str_single_byte_p(VALUE s);

/* allocates.  A String of exactly these bytes; ptr may be NULL (bytes undefined, terminator written). */
VALUE str_new(const char *ptr, size_t len, int enc_index);
VALUE str_new_class(VALUE klass, const char *ptr, size_t len, int enc_index);
static inline VALUE
str_new_utf8(const char *ptr, size_t len)
{
    return str_new(ptr, len, ENCI_UTF8);
}
/* Empty, with room for capa bytes: the smallest slot that holds them, or a heap body. */
VALUE str_buf_new(size_t capa);
/* A new unfrozen copy sharing the body when that pays; the duparray/dupstring of literals. */
VALUE str_resurrect(VALUE s, bool chilled);
VALUE str_dup(VALUE s); /* class String or the same subclass as rb_str_dup */
/* Raises FrozenError (or warns for a chilled literal), then makes the body ours alone. */
void str_modify(VALUE s);
void str_modify_expand(VALUE s, size_t more); /* and leaves room for `more` bytes past len */
void str_set_len(VALUE s, size_t len);
VALUE str_append(VALUE s, VALUE other);                     /* s << other: encodings checked */
VALUE str_append_bytes(VALUE s, const char *p, size_t len); /* p must be in s's encoding */
VALUE str_concat_n(const VALUE *strs, size_t n);            /* concatstrings: sizes first, then one body */
bool str_equal(VALUE a, VALUE b);                           /* both Strings; comparable encodings and the same bytes */
bool str_eql_bytes(VALUE a, VALUE b);
uint64_t str_hash(VALUE s);
VALUE str_intern(VALUE s);                                  /* Symbol */
VALUE str_fstring(VALUE s);                                 /* frozen, deduplicated */
VALUE str_fstring_cstr(const char *p, size_t len, int enc_index);
void str_mark(VALUE), str_free(VALUE);
size_t str_memsize(VALUE);

/* ---- symbols (symbol.c) ---- */
/* A Symbol is an immediate (static: the ID in the upper bits) or a T_SYMBOL (dynamic, collected). */
struct dyn_symbol {
    struct obj_header hdr;
    VALUE fstr;
    ID id; /* 0 until somebody asks for it, which pins the symbol */
};
VALUE sym_from_id(ID id);
ID sym_to_id(VALUE sym);
VALUE id_name(ID id); /* frozen String; 0 for an unknown id */
ID id_intern(const char *p, size_t len, int enc_index);
ID id_intern_str(VALUE str);
ID id_attrset(ID id); /* foo -> foo= */
bool id_ivar_p(ID), id_const_p(ID), id_gvar_p(ID), id_cvar_p(ID), id_local_p(ID), id_attrset_p(ID);
VALUE sym_inspect(VALUE sym);

#endif
