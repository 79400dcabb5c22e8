/*
 * string.h - how a String lies in memory, and the VM's fast way to it.
 *
 * Owns      the layout and flag bits of T_STRING.
 * Uses      gc, encoding indexes
 * STRING-1  RSTRING_PTR is NUL-terminated (by the encoding's minimum length) and stable while the string is not changed.
 * STRING-2  A code range other than unknown is true; every writer clears or recomputes it.
 * STRING-3  A shared string's root is frozen, never freed while shared, and never embedded.
 * STRING-4  SLOT_TAIL_BYTES after the body are readable; a body that is not ours (STR_FOREIGN) promises nothing.
 * STRING-5  A string in the fstring table is frozen, has no ivars, its class is String, and the table holds it weakly.
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

struct enc; /* encoding.h */

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
SLOT_ASSERT_OPEN(struct str_heap);
_Static_assert(offsetof(struct str_embed, bytes) == OBJ_HEADER_BYTES + 2, "drawing above");
_Static_assert(sizeof(struct str_heap) == OBJ_HEADER_BYTES + 24, "drawing above");

/*  12 STR_HEAP       body outside the slot          17 STR_FSTR      in the fstring table
 *  13 STR_SHARED     body belongs to aux.shared     18 STR_CHILLED   literal: warn on first change
 *  14 STR_FOREIGN    body is neither ours nor freed 19 STR_LOCKED    str_locktmp
 *  15,16 code range                                 20 STR_JSON_CLEAN nothing to escape
 *  21 STR_ROOT       somebody shares my body        22 (free)
 *  23 STR_CHILLED_SYM made by Symbol#to_s: warn on first change
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
    STR_CHILLED_SYM = 1u << 23,
    STR_ENC_SHIFT = 24,
    STR_EMBED_MAX = SLOT_MAX_BYTES - OBJ_HEADER_BYTES - 2 - 1,
};
#define STR_ENC_MASK 0xff000000u

/* Encoding indexes that are constants in the VM (encoding.c registers them in this order). */
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
/* Empty, with room for capa bytes: the smallest slot that holds them, or a heap body.  BINARY. */
VALUE str_buf_new(size_t capa);
VALUE str_buf_new_class(VALUE klass, size_t capa, int enc_index);
/* Bytes that outlive the String and end in NUL. */
VALUE str_new_static(const char *ptr, size_t len, int enc_index);
/* Returns an unfrozen copy of a literal.  It shares a long body outside the slot. */
VALUE str_resurrect(VALUE s, bool chilled);
VALUE str_new_located(VALUE text, VALUE path, int line); /* a literal of --debug-frozen-string-literal */
ID str_place_id(void);                                   /* the hidden variable that has it */
VALUE str_place(VALUE s);                                /* its [path, line]; nil */
VALUE str_dup(VALUE s);                                  /* class String or the same subclass as rb_str_dup */
VALUE str_dup_plain(VALUE s);                            /* class String */
void str_warn_chilled(VALUE s);                          /* STR_CHILLED is set: clears it, warns */
static inline void
str_thaw_chilled(VALUE s) /* before the first change of any kind */
{
    if (obj_flags(s) & (STR_CHILLED | STR_CHILLED_SYM)) str_warn_chilled(s);
}
void str_check_frozen(VALUE s);       /* FrozenError, locked, chilled; leaves the body alone */
void str_resize(VALUE s, size_t len); /* longer: undefined bytes */
/* Returns whether the bytes can be written: str_modify(s) neither raises nor warns nor makes another body. */
static inline bool
str_writable_p(VALUE s)
{
    return !(obj_flags(s) & (HDR_FROZEN | STR_LOCKED | STR_CHILLED | STR_CHILLED_SYM | STR_SHARED | STR_FOREIGN));
}
/* Raises FrozenError (or warns for a chilled literal), then makes the body ours alone; forgets the code range. */
void str_modify(VALUE s);
void str_modify_keep_cr(VALUE s);             /* the caller answers for STRING-2 */
void str_modify_expand(VALUE s, size_t more); /* and leaves room for `more` bytes past len */
void str_modify_expand_keep_cr(VALUE s, size_t more);
void str_set_len(VALUE s, size_t len); /* within the capacity; terminates s, and keeps only a 7bit code range if s shrinks */
size_t str_capa(VALUE s);              /* bytes usable before the terminator, without growing */
/* Returns a frozen String of the same bytes: s itself if it is frozen, else a copy, or a String that takes the body
 * and shares it with s. */
VALUE str_new_frozen(VALUE s);
/* Returns a String of the bytes from...from+len (within s) in s's encoding.  It shares a long tail. */
VALUE str_subseq(VALUE s, size_t from, size_t len);
/* Returns the code range; scans it when unknown. */
static inline unsigned
str_cr_known(VALUE s)
{
    unsigned cr = str_cr(s);
    return cr ? cr : str_scan_cr(s);
}
size_t str_nchars(VALUE s);                    /* String#length */
size_t str_byte_of_char(VALUE s, size_t n);    /* byte offset of character n; the length when there are fewer */
size_t str_char_of_byte(VALUE s, size_t byte); /* characters before byte offset */
/* String#[start, len] in characters: resolves negatives; false when out of range.  *b, *n in bytes. */
bool str_char_range(VALUE s, intptr_t start, intptr_t len, size_t *b, size_t *n);
void str_associate(VALUE s, int enc_index); /* rb_enc_associate_index on a String: terminator, code range */
VALUE str_become(VALUE s, VALUE other);     /* String#replace without the frozen check of a same object */
int str_compare(VALUE a, VALUE b);          /* <=> of bytes, then encoding */
bool str_comparable(VALUE a, VALUE b);
VALUE str_of(VALUE v);                                      /* v if a String; else to_str.  raises TypeError */
VALUE str_check(VALUE v);                                   /* nil instead of raising */
VALUE str_append(VALUE s, VALUE other);                     /* s << other: encodings checked */
VALUE str_append_bytes(VALUE s, const char *p, size_t len); /* p must be in s's encoding */
/* Appends bytes of any encoding to s; cr may be unknown.  raises Encoding::CompatibilityError. */
VALUE str_append_enc(VALUE s, const char *p, size_t len, int enc_index, unsigned cr);
VALUE str_plus(VALUE a, VALUE b);     /* a + b, both Strings */
void str_steal(VALUE s, VALUE other); /* s takes other's body; other is not used again */
/* Interpolation: parts are Strings or Fixnums, Symbols, nil, true, false, which are converted as by the core's
 * to_s. */
VALUE str_concat_parts(VALUE *parts, size_t n);
VALUE str_concat_n(const VALUE *strs, size_t n); /* concatstrings: sizes first, then one body */
bool str_equal(VALUE a, VALUE b);                /* both Strings; comparable encodings and the same bytes */
bool str_eql_bytes(VALUE a, VALUE b);
uint64_t str_hash(VALUE s);
VALUE str_intern(VALUE s);                            /* Symbol */
VALUE str_fstring(VALUE s);                           /* frozen, deduplicated */
VALUE str_fstring_hashed(VALUE s, uint64_t obj_hash); /* str_fstring with obj_hash(s); 0: not known */
void fstr_prefetch(VALUE s, uint64_t obj_hash);       /* str_fstring_hashed(s) is to come */
VALUE str_fstring_cstr(const char *p, size_t len, int enc_index);
void str_mark(VALUE), str_free(VALUE);
size_t str_memsize(VALUE);
void str_verify(VALUE s);     /* STRING-1 to STRING-5, level 2 */
void Init_string_early(void); /* before the first string; calls Init_encoding_early */
void Init_String(void);       /* methods; gives strings made before their class */
void str_class_ready(void);   /* rb_cString exists from now on */
void fstr_each(void (*fn)(VALUE, void *), void *arg);

/* ---- fstrings (string/fstr.c): one table for deduplicated strings and for names ---- */
/* The string (frozen, STR_FSTR; weak), the Symbol of this name (0: none; a T_SYMBOL is weak) and 32 bits of the hash in two
 * words: addresses and static Symbols have 48 bits. */
struct fstr_entry {
    uint64_t str_word; /* 0: free */
    uint64_t sym_word;
};
enum { FSTR_HASH_BITS = 16 }; /* in each word, at its low end */
static inline VALUE
fstr_str(const struct fstr_entry *e)
{
    return (VALUE)(e->str_word >> FSTR_HASH_BITS);
}
static inline VALUE
fstr_sym(const struct fstr_entry *e)
{
    return (VALUE)(e->sym_word >> FSTR_HASH_BITS);
}
static inline uint32_t
fstr_hash(const struct fstr_entry *e)
{
    return (uint32_t)(e->str_word & 0xffff) | (uint32_t)(e->sym_word & 0xffff) << FSTR_HASH_BITS;
}
static inline void
fstr_set_sym(struct fstr_entry *e, VALUE sym)
{
    VM_ASSERT(sym >> 48 == 0);
    e->sym_word = (uint64_t)sym << FSTR_HASH_BITS | (e->sym_word & 0xffff);
}
/* Returns the entry of these bytes, or NULL if it is absent and not `create`.  Valid until the next allocation.
 * allocates if create. */
struct fstr_entry *fstr_lookup(const char *p, size_t len, int enc_index, bool create);
struct fstr_entry *fstr_entry_of(VALUE fstr);
void fstr_watch(VALUE fstr); /* minor collections look at its entry until it and its Symbol are old (FSTR-1) */
struct fstr_entry *fstr_entry_hashed(VALUE fstr, uint32_t hash); /* fstr_entry_of, with the hash that its entry had */

/* ---- symbols (symbol.c) ---- */
/*
 * A Symbol is an immediate (static: the ID in the upper bits) or a T_SYMBOL (dynamic, collected).
 * An ID below 256 is an operator, single characters standing for themselves ('+').  Above:
 *    63                4   3      2 0
 *   +-------------------+-----+-------+
 *   | serial (>= 16)    | dyn | class |     dyn: the Symbol is a T_SYMBOL that got an ID later
 *   +-------------------+-----+-------+
 */
enum id_class { ID_LOCAL, ID_IVAR, ID_GVAR, ID_ATTRSET, ID_CONST, ID_CVAR, ID_JUNK };
enum { ID_CLASS_MASK = 7, ID_DYN = 8, ID_SERIAL_SHIFT = 4, ID_FIRST_SERIAL = 16, ID_LAST_OP = 255 };
/* Operators of more than one character. */
enum id_operator {
    idPow = 128,
    idUPlus,
    idUMinus,
    idCmp,
    idEq,
    idEqq,
    idNeq,
    idEqTilde,
    idNeqTilde,
    idGE,
    idLE,
    idLTLT,
    idGTGT,
    idAREF,
    idASET,
    idANDOP,
    idOROP,
    idAnddot,
    idDot2,
    idDot3,
    idColon2,
    idOpEnd,
};
/* T_SYMBOL.  The encoding index is in its flags as in a String's. */
struct dyn_symbol {
    struct obj_header hdr;
    VALUE fstr;
    ID id; /* 0 until it is first needed, which pins the symbol */
};
SLOT_ASSERT_OPEN(struct dyn_symbol);
/*
 * STRING-6  Making an ID, to define a method, a variable or a constant, pins the name permanently.  Code that only
 *           looks a name up takes its ID if it has one (id_find).  A name without an ID has no definition anywhere,
 *           and lives as long as its Symbol.
 */
VALUE sym_from_dyn_id(ID id);
ID sym_dyn_to_id(VALUE sym);
static ALWAYS_INLINE VALUE
sym_from_id(ID id)
{
    return UNLIKELY(id & ID_DYN && id > ID_LAST_OP) ? sym_from_dyn_id(id) : id << 8 | SYMBOL_FLAG;
}
static ALWAYS_INLINE ID
sym_to_id(VALUE sym) /* a Symbol */
{
    return (sym & 0xff) == SYMBOL_FLAG ? sym >> 8 : sym_dyn_to_id(sym);
}
/* STRING-6: 0 if the Symbol has none. */
static ALWAYS_INLINE ID
sym_id_if_any(VALUE sym)
{
    return (sym & 0xff) == SYMBOL_FLAG ? sym >> 8 : ((struct dyn_symbol *)sym)->id;
}
static inline bool
val_symbol_p(VALUE v)
{
    return (v & 0xff) == SYMBOL_FLAG || val_type_p(v, T_SYMBOL);
}
static inline enum id_class
id_class(ID id)
{
    return id <= ID_LAST_OP ? (id == idASET ? ID_ATTRSET : ID_JUNK) : (enum id_class)(id & ID_CLASS_MASK);
}
VALUE id_name(ID id);      /* frozen String; 0 for an unknown id */
VALUE sym_name(VALUE sym); /* the name of a Symbol */
ID id_intern(const char *p, size_t len, int enc_index);
ID id_intern_str(VALUE str);
ID id_find(const char *p, size_t len, int enc_index);       /* STRING-6; 0: none */
VALUE sym_intern(const char *p, size_t len, int enc_index); /* dynamic if new.  raises EncodingError */
VALUE sym_find(const char *p, size_t len, int enc_index);   /* 0: none yet */
ID id_attrset(ID id);                                       /* foo -> foo= */
bool id_ivar_p(ID id), id_const_p(ID id), id_gvar_p(ID id), id_cvar_p(ID id), id_local_p(ID id), id_attrset_p(ID id);
enum id_class name_class(VALUE name); /* name: Symbol or String; the class that its ID has or would have */
/* Returns whether the bytes are a name of Ruby's syntax that :name shows without quotes, and stores its class in
 * *cls. */
bool sym_plain_p(const char *p, size_t len, const struct enc *enc, enum id_class *cls);
VALUE sym_inspect(VALUE sym);
void Init_fstring_early(void);
void Init_symbol_early(void); /* operators; after Init_string_early */
void Init_Symbol(void);

/* pack/unpack.c, String#unpack1: the first value of fmt from byte `offset` on.  allocates, raises. */
VALUE str_unpack1(VALUE str, VALUE fmt, VALUE offset);

#endif
