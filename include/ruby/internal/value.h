/*
 * ruby/internal/value.h - VALUE, its immediates, its types and the header every object has.
 *
 * VALAPI-1  VALUE and ID are 64 bits. Qfalse is 0; nil differs from false in one bit, so that truth is one mask and compare.
 * VALAPI-2  Immediates by their low bits: ...1 Integer (63 bits), ..10 Float, 0x0c in the low byte Symbol, else the constants.
 * VALAPI-3  An object's first word is flags: 32 bits of type and flags below, 32 private bits above. Nothing else of an
 *      object is public but T_DATA's words (data.h).
 */
#ifndef RUBY_INTERNAL_VALUE_H
#define RUBY_INTERNAL_VALUE_H 1

#include "ruby/defines.h"

typedef unsigned long VALUE;
typedef unsigned long ID;
struct st_table;
struct OnigEncodingTypeST; /* rb_encoding, see ruby/encoding.h */

#define SIGNED_VALUE long
#define SIZEOF_VALUE SIZEOF_LONG
#define ALIGNOF_VALUE RBIMPL_ALIGNOF(VALUE)
#define RBIMPL_VALUE_NULL ((VALUE)0)
#define RBIMPL_VALUE_ONE ((VALUE)1)
#define RBIMPL_VALUE_FULL ULONG_MAX
#define RBIMPL_ID_NULL ((ID)0)

RBIMPL_STATIC_ASSERT(value_holds_pointers, sizeof(VALUE) == sizeof(void *) && sizeof(VALUE) == 8);

/* ---- immediates ----------------------------------------------------------------------------------------------- */

#define USE_FLONUM 1

enum ruby_special_consts {
    RUBY_Qfalse = 0x00,
    RUBY_Qnil = 0x04,
    RUBY_Qtrue = 0x14,
    RUBY_Qundef = 0x24,
    RUBY_IMMEDIATE_MASK = 0x07,
    RUBY_FIXNUM_FLAG = 0x01,
    RUBY_FLONUM_MASK = 0x03,
    RUBY_FLONUM_FLAG = 0x02,
    RUBY_SYMBOL_FLAG = 0x0c,
    RUBY_SPECIAL_SHIFT = 8
};

#define RUBY_Qfalse ((VALUE)RUBY_Qfalse)
#define RUBY_Qnil ((VALUE)RUBY_Qnil)
#define RUBY_Qtrue ((VALUE)RUBY_Qtrue)
#define RUBY_Qundef ((VALUE)RUBY_Qundef)
#define Qfalse RUBY_Qfalse
#define Qnil RUBY_Qnil
#define Qtrue RUBY_Qtrue
#define Qundef RUBY_Qundef

#define IMMEDIATE_MASK RUBY_IMMEDIATE_MASK
#define FIXNUM_FLAG RUBY_FIXNUM_FLAG
#define FLONUM_MASK RUBY_FLONUM_MASK
#define FLONUM_FLAG RUBY_FLONUM_FLAG
#define SYMBOL_FLAG RUBY_SYMBOL_FLAG

static inline bool
RB_TEST(VALUE v)
{
    return (v & ~RUBY_Qnil) != 0;
}

static inline bool
RB_NIL_P(VALUE v)
{
    return v == RUBY_Qnil;
}

static inline bool
RB_UNDEF_P(VALUE v)
{
    return v == RUBY_Qundef;
}

/* nil or undef, in one compare: the two differ only in Qundef's own bit. */
static inline bool
RB_NIL_OR_UNDEF_P(VALUE v)
{
    return (v & ~(RUBY_Qundef ^ RUBY_Qnil)) == RUBY_Qnil;
}

static inline bool
RB_FIXNUM_P(VALUE v)
{
    return (v & RUBY_FIXNUM_FLAG) != 0;
}

static inline bool
RB_FLONUM_P(VALUE v)
{
    return (v & RUBY_FLONUM_MASK) == RUBY_FLONUM_FLAG;
}

static inline bool
RB_STATIC_SYM_P(VALUE v)
{
    return (v & 0xff) == RUBY_SYMBOL_FLAG;
}

static inline bool
RB_IMMEDIATE_P(VALUE v)
{
    return (v & RUBY_IMMEDIATE_MASK) != 0;
}

/* Whether v is no heap object. Objects are 8-aligned; false is 0. */
static inline bool
RB_SPECIAL_CONST_P(VALUE v)
{
    return RB_IMMEDIATE_P(v) || !RB_TEST(v);
}

static inline VALUE
rb_special_const_p(VALUE v)
{
    return RB_SPECIAL_CONST_P(v) ? RUBY_Qtrue : RUBY_Qfalse;
}

#define RTEST(v) RB_TEST(v)
#define NIL_P(v) RB_NIL_P(v)
#ifdef FACET_NO_ABI_SYMBOL
#define UNDEF_P(v) RB_UNDEF_P(v)
#define NIL_OR_UNDEF_P(v) RB_NIL_OR_UNDEF_P(v)
#endif
#define FIXNUM_P(v) RB_FIXNUM_P(v)
#define FLONUM_P(v) RB_FLONUM_P(v)
#define STATIC_SYM_P(v) RB_STATIC_SYM_P(v)
#define IMMEDIATE_P(v) RB_IMMEDIATE_P(v)
#define SPECIAL_CONST_P(v) RB_SPECIAL_CONST_P(v)

/* ---- types ---------------------------------------------------------------------------------------------------- */

enum ruby_value_type {
    RUBY_T_NONE = 0x00,
    RUBY_T_OBJECT = 0x01,
    RUBY_T_CLASS = 0x02,
    RUBY_T_MODULE = 0x03,
    RUBY_T_FLOAT = 0x04,
    RUBY_T_STRING = 0x05,
    RUBY_T_REGEXP = 0x06,
    RUBY_T_ARRAY = 0x07,
    RUBY_T_HASH = 0x08,
    RUBY_T_STRUCT = 0x09,
    RUBY_T_BIGNUM = 0x0a,
    RUBY_T_FILE = 0x0b,
    RUBY_T_DATA = 0x0c,
    RUBY_T_MATCH = 0x0d,
    RUBY_T_COMPLEX = 0x0e,
    RUBY_T_RATIONAL = 0x0f,
    RUBY_T_NIL = 0x11,
    RUBY_T_TRUE = 0x12,
    RUBY_T_FALSE = 0x13,
    RUBY_T_SYMBOL = 0x14,
    RUBY_T_FIXNUM = 0x15,
    RUBY_T_UNDEF = 0x16,
    RUBY_T_IMEMO = 0x1a,
    RUBY_T_NODE = 0x1b,
    RUBY_T_ICLASS = 0x1c,
    RUBY_T_ZOMBIE = 0x1d,
    RUBY_T_MOVED = 0x1e,
    RUBY_T_MASK = 0x1f
};

#define T_NONE RUBY_T_NONE
#define T_OBJECT RUBY_T_OBJECT
#define T_CLASS RUBY_T_CLASS
#define T_MODULE RUBY_T_MODULE
#define T_FLOAT RUBY_T_FLOAT
#define T_STRING RUBY_T_STRING
#define T_REGEXP RUBY_T_REGEXP
#define T_ARRAY RUBY_T_ARRAY
#define T_HASH RUBY_T_HASH
#define T_STRUCT RUBY_T_STRUCT
#define T_BIGNUM RUBY_T_BIGNUM
#define T_FILE RUBY_T_FILE
#define T_DATA RUBY_T_DATA
#define T_MATCH RUBY_T_MATCH
#define T_COMPLEX RUBY_T_COMPLEX
#define T_RATIONAL RUBY_T_RATIONAL
#define T_NIL RUBY_T_NIL
#define T_TRUE RUBY_T_TRUE
#define T_FALSE RUBY_T_FALSE
#define T_SYMBOL RUBY_T_SYMBOL
#define T_FIXNUM RUBY_T_FIXNUM
#define T_UNDEF RUBY_T_UNDEF
#define T_IMEMO RUBY_T_IMEMO
#define T_NODE RUBY_T_NODE
#define T_ICLASS RUBY_T_ICLASS
#define T_ZOMBIE RUBY_T_ZOMBIE
#define T_MOVED RUBY_T_MOVED
#define T_MASK RUBY_T_MASK

/* ---- flags ---------------------------------------------------------------------------------------------------- */

/* Bits 0-4 are the type.  Bits 5-9 are private, except the two that rb_data_type_t.flags uses.  Bits 10 and 11 are named below.  Bits
 * 12-31 belong to the type, and for T_DATA to the extension. */
enum ruby_fl_ushift { RUBY_FL_USHIFT = 12 };

enum ruby_fl_type {
    RUBY_FL_WB_PROTECTED = 1 << 5,
    RUBY_FL_SHAREABLE = 1 << 8,
    RUBY_FL_EXIVAR = 1 << 10,
    RUBY_FL_FREEZE = 1 << 11,
    RUBY_FL_USER0 = 1 << 12,
    RUBY_FL_USER1 = 1 << 13,
    RUBY_FL_USER2 = 1 << 14,
    RUBY_FL_USER3 = 1 << 15,
    RUBY_FL_USER4 = 1 << 16,
    RUBY_FL_USER5 = 1 << 17,
    RUBY_FL_USER6 = 1 << 18,
    RUBY_FL_USER7 = 1 << 19,
    RUBY_FL_USER8 = 1 << 20,
    RUBY_FL_USER9 = 1 << 21,
    RUBY_FL_USER10 = 1 << 22,
    RUBY_FL_USER11 = 1 << 23,
    RUBY_FL_USER12 = 1 << 24,
    RUBY_FL_USER13 = 1 << 25,
    RUBY_FL_USER14 = 1 << 26,
    RUBY_FL_USER15 = 1 << 27,
    RUBY_FL_USER16 = 1 << 28,
    RUBY_FL_USER17 = 1 << 29,
    RUBY_FL_USER18 = 1 << 30,
    RUBY_FL_SINGLETON = RUBY_FL_USER1
};

#define RUBY_FL_USER19 ((VALUE)1 << 31)

#define FL_WB_PROTECTED ((VALUE)RUBY_FL_WB_PROTECTED)
#define FL_SHAREABLE ((VALUE)RUBY_FL_SHAREABLE)
#define FL_EXIVAR ((VALUE)RUBY_FL_EXIVAR)
#define FL_FREEZE ((VALUE)RUBY_FL_FREEZE)
#define FL_SINGLETON ((VALUE)RUBY_FL_SINGLETON)
#define FL_USHIFT ((VALUE)RUBY_FL_USHIFT)
#define FL_USER0 ((VALUE)RUBY_FL_USER0)
#define FL_USER1 ((VALUE)RUBY_FL_USER1)
#define FL_USER2 ((VALUE)RUBY_FL_USER2)
#define FL_USER3 ((VALUE)RUBY_FL_USER3)
#define FL_USER4 ((VALUE)RUBY_FL_USER4)
#define FL_USER5 ((VALUE)RUBY_FL_USER5)
#define FL_USER6 ((VALUE)RUBY_FL_USER6)
#define FL_USER7 ((VALUE)RUBY_FL_USER7)
#define FL_USER8 ((VALUE)RUBY_FL_USER8)
#define FL_USER9 ((VALUE)RUBY_FL_USER9)
#define FL_USER10 ((VALUE)RUBY_FL_USER10)
#define FL_USER11 ((VALUE)RUBY_FL_USER11)
#define FL_USER12 ((VALUE)RUBY_FL_USER12)
#define FL_USER13 ((VALUE)RUBY_FL_USER13)
#define FL_USER14 ((VALUE)RUBY_FL_USER14)
#define FL_USER15 ((VALUE)RUBY_FL_USER15)
#define FL_USER16 ((VALUE)RUBY_FL_USER16)
#define FL_USER17 ((VALUE)RUBY_FL_USER17)
#define FL_USER18 ((VALUE)RUBY_FL_USER18)
#define FL_USER19 RUBY_FL_USER19

/* 0       4          8                 */
/* +-------+----------+--------- - -    */
/* | flags | private  | opaque          */
/* +-------+----------+--------- - -    */
struct RBasic {
    VALUE flags;
};

#define RBASIC(obj) ((struct RBasic *)(obj))

RBIMPL_SYMBOL_EXPORT_BEGIN()
/* An object's class as it stands in the object: may be a singleton class. obj is not special.  Effects: pure */
VALUE rb_basic_class(VALUE obj);
/* The class of anything, immediates too; may be a singleton class.  Effects: pure */
VALUE rb_class_of(VALUE v);
/* Hide obj from ObjectSpace and method calls; show it again as klass's.  Return obj. */
VALUE rb_obj_hide(VALUE obj);
VALUE rb_obj_reveal(VALUE obj, VALUE klass);
/* Effects: raises FrozenError if v is frozen. */
void rb_check_frozen(VALUE v);
RBIMPL_ATTR_NORETURN() void rb_error_frozen(const char *what);
RBIMPL_ATTR_NORETURN() void rb_error_frozen_object(VALUE obj);
/* Freeze v alone, without calling #freeze. */
void rb_obj_freeze_inline(VALUE v);
VALUE rb_obj_freeze(VALUE v);
void rb_freeze_singleton_class(VALUE obj);
/* Effects: raises TypeError, "wrong argument type X (expected Y)". Typed T_DATA passed where T_DATA is expected raises. */
void rb_check_type(VALUE v, int type);
RBIMPL_ATTR_NORETURN() void rb_unexpected_type(VALUE v, int expected);
RBIMPL_SYMBOL_EXPORT_END()

#define RBASIC_CLASS(obj) rb_basic_class(obj)
#define CLASS_OF(v) rb_class_of(v)

static inline enum ruby_value_type
RB_BUILTIN_TYPE(VALUE obj)
{
    return (enum ruby_value_type)(RBASIC(obj)->flags & RUBY_T_MASK);
}

static inline enum ruby_value_type
rb_type(VALUE v)
{
    if (!RB_SPECIAL_CONST_P(v)) return RB_BUILTIN_TYPE(v);
    if (RB_FIXNUM_P(v)) return RUBY_T_FIXNUM;
    if (RB_FLONUM_P(v)) return RUBY_T_FLOAT;
    if (v == RUBY_Qnil) return RUBY_T_NIL;
    if (v == RUBY_Qfalse) return RUBY_T_FALSE;
    if (v == RUBY_Qtrue) return RUBY_T_TRUE;
    if (v == RUBY_Qundef) return RUBY_T_UNDEF;
    return RUBY_T_SYMBOL;
}

static inline bool
rbimpl_heap_type_p(VALUE v, enum ruby_value_type t)
{
    return !RB_SPECIAL_CONST_P(v) && RB_BUILTIN_TYPE(v) == t;
}

static inline bool
RB_FLOAT_TYPE_P(VALUE v)
{
    return RB_FLONUM_P(v) || rbimpl_heap_type_p(v, RUBY_T_FLOAT);
}

static inline bool
RB_DYNAMIC_SYM_P(VALUE v)
{
    return rbimpl_heap_type_p(v, RUBY_T_SYMBOL);
}

static inline bool
RB_SYMBOL_P(VALUE v)
{
    return RB_STATIC_SYM_P(v) || RB_DYNAMIC_SYM_P(v);
}

static inline bool
rb_integer_type_p(VALUE v)
{
    return RB_FIXNUM_P(v) || rbimpl_heap_type_p(v, RUBY_T_BIGNUM);
}

/* With a constant t, which is how it is used, one of the branches is left. */
static inline bool
rbimpl_type_p(VALUE v, enum ruby_value_type t)
{
    switch (t) {
    case RUBY_T_TRUE: return v == RUBY_Qtrue;
    case RUBY_T_FALSE: return v == RUBY_Qfalse;
    case RUBY_T_NIL: return v == RUBY_Qnil;
    case RUBY_T_UNDEF: return v == RUBY_Qundef;
    case RUBY_T_FIXNUM: return RB_FIXNUM_P(v);
    case RUBY_T_SYMBOL: return RB_SYMBOL_P(v);
    case RUBY_T_FLOAT: return RB_FLOAT_TYPE_P(v);
    default: return rbimpl_heap_type_p(v, t);
    }
}

#define RB_TYPE_P(v, t) rbimpl_type_p((v), (enum ruby_value_type)(t))
#define RB_INTEGER_TYPE_P(v) rb_integer_type_p(v)
#define TYPE(v) ((int)rb_type((VALUE)(v)))
#define BUILTIN_TYPE(obj) RB_BUILTIN_TYPE(obj)
#define SYMBOL_P(v) RB_SYMBOL_P(v)
#define DYNAMIC_SYM_P(v) RB_DYNAMIC_SYM_P(v)

static inline void
Check_Type(VALUE v, enum ruby_value_type t)
{
    if (!RB_TYPE_P(v, t) || t == RUBY_T_DATA) rb_check_type(v, (int)t);
}

#define Check_Type(v, t) (Check_Type)((v), (enum ruby_value_type)(t))

/* ---- access to flags ------------------------------------------------------------------------------------------ */

/* Whether obj has flags at all. */
static inline bool
RB_FL_ABLE(VALUE obj)
{
    return !RB_SPECIAL_CONST_P(obj) && RB_BUILTIN_TYPE(obj) != RUBY_T_NODE;
}

static inline VALUE
RB_FL_TEST_RAW(VALUE obj, VALUE flags)
{
    return RBASIC(obj)->flags & flags;
}

static inline VALUE
RB_FL_TEST(VALUE obj, VALUE flags)
{
    return RB_FL_ABLE(obj) ? RB_FL_TEST_RAW(obj, flags) : 0;
}

static inline bool
RB_FL_ANY_RAW(VALUE obj, VALUE flags)
{
    return RB_FL_TEST_RAW(obj, flags) != 0;
}

static inline bool
RB_FL_ANY(VALUE obj, VALUE flags)
{
    return RB_FL_TEST(obj, flags) != 0;
}

static inline bool
RB_FL_ALL_RAW(VALUE obj, VALUE flags)
{
    return RB_FL_TEST_RAW(obj, flags) == flags;
}

static inline bool
RB_FL_ALL(VALUE obj, VALUE flags)
{
    return RB_FL_TEST(obj, flags) == flags;
}

static inline void
RB_FL_SET_RAW(VALUE obj, VALUE flags)
{
    RBASIC(obj)->flags |= flags;
}

static inline void
RB_FL_SET(VALUE obj, VALUE flags)
{
    if (RB_FL_ABLE(obj)) RB_FL_SET_RAW(obj, flags);
}

static inline void
RB_FL_UNSET_RAW(VALUE obj, VALUE flags)
{
    RBASIC(obj)->flags &= ~flags;
}

static inline void
RB_FL_UNSET(VALUE obj, VALUE flags)
{
    if (RB_FL_ABLE(obj)) RB_FL_UNSET_RAW(obj, flags);
}

static inline void
RB_FL_REVERSE_RAW(VALUE obj, VALUE flags)
{
    RBASIC(obj)->flags ^= flags;
}

static inline void
RB_FL_REVERSE(VALUE obj, VALUE flags)
{
    if (RB_FL_ABLE(obj)) RB_FL_REVERSE_RAW(obj, flags);
}

static inline VALUE
RB_OBJ_FROZEN_RAW(VALUE obj)
{
    return RB_FL_TEST_RAW(obj, RUBY_FL_FREEZE);
}

/* Immediates are frozen. */
static inline bool
RB_OBJ_FROZEN(VALUE v)
{
    return !RB_FL_ABLE(v) || RB_OBJ_FROZEN_RAW(v) != 0;
}

static inline void
RB_OBJ_FREEZE_RAW(VALUE obj)
{
    RB_FL_SET_RAW(obj, RUBY_FL_FREEZE);
}

#define RB_OBJ_FREEZE(v) rb_obj_freeze_inline(v)

#define FL_ABLE(obj) RB_FL_ABLE(obj)
#define FL_TEST(obj, flags) RB_FL_TEST((VALUE)(obj), (VALUE)(flags))
#define FL_TEST_RAW(obj, flags) RB_FL_TEST_RAW((VALUE)(obj), (VALUE)(flags))
#define FL_ANY(obj, flags) RB_FL_ANY((VALUE)(obj), (VALUE)(flags))
#define FL_ANY_RAW(obj, flags) RB_FL_ANY_RAW((VALUE)(obj), (VALUE)(flags))
#define FL_ALL(obj, flags) RB_FL_ALL((VALUE)(obj), (VALUE)(flags))
#define FL_ALL_RAW(obj, flags) RB_FL_ALL_RAW((VALUE)(obj), (VALUE)(flags))
#define FL_SET(obj, flags) RB_FL_SET((VALUE)(obj), (VALUE)(flags))
#define FL_SET_RAW(obj, flags) RB_FL_SET_RAW((VALUE)(obj), (VALUE)(flags))
#define FL_UNSET(obj, flags) RB_FL_UNSET((VALUE)(obj), (VALUE)(flags))
#define FL_UNSET_RAW(obj, flags) RB_FL_UNSET_RAW((VALUE)(obj), (VALUE)(flags))
#define FL_REVERSE(obj, flags) RB_FL_REVERSE((VALUE)(obj), (VALUE)(flags))
#define OBJ_FREEZE(v) RB_OBJ_FREEZE(v)
#define OBJ_FREEZE_RAW(obj) RB_OBJ_FREEZE_RAW(obj)
#define OBJ_FROZEN(v) RB_OBJ_FROZEN(v)
#define OBJ_FROZEN_RAW(obj) RB_OBJ_FROZEN_RAW(obj)

static inline void
rb_check_frozen_inline(VALUE v)
{
    if (RB_UNLIKELY(RB_OBJ_FROZEN(v))) rb_error_frozen_object(v);
}

#define rb_check_frozen(v) rb_check_frozen_inline(v)
#define rb_check_frozen_internal(v) rb_check_frozen_inline(v)

/* An extension may ask with #ifdef which of these there are. */
#define RB_TEST RB_TEST
#define RB_NIL_P RB_NIL_P
#define RB_UNDEF_P RB_UNDEF_P
#define RB_NIL_OR_UNDEF_P RB_NIL_OR_UNDEF_P
#define RB_FIXNUM_P RB_FIXNUM_P
#define RB_FLONUM_P RB_FLONUM_P
#define RB_STATIC_SYM_P RB_STATIC_SYM_P
#define RB_DYNAMIC_SYM_P RB_DYNAMIC_SYM_P
#define RB_SYMBOL_P RB_SYMBOL_P
#define RB_IMMEDIATE_P RB_IMMEDIATE_P
#define RB_SPECIAL_CONST_P RB_SPECIAL_CONST_P
#define RB_BUILTIN_TYPE RB_BUILTIN_TYPE
#define RB_FLOAT_TYPE_P RB_FLOAT_TYPE_P
#define RB_FL_ABLE RB_FL_ABLE
#define RB_FL_TEST RB_FL_TEST
#define RB_FL_TEST_RAW RB_FL_TEST_RAW
#define RB_FL_SET RB_FL_SET
#define RB_FL_UNSET RB_FL_UNSET
#define RB_OBJ_FROZEN RB_OBJ_FROZEN
#define RB_OBJ_FROZEN_RAW RB_OBJ_FROZEN_RAW
#define RB_OBJ_FREEZE_RAW RB_OBJ_FREEZE_RAW
#define rb_type_p RB_TYPE_P

#endif
