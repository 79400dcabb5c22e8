/*
 * numeric/bignum.h - integers that outgrow a Fixnum: limbs, signs and the operations of the mpn layer on them.
 *
 * Owns      the layout and flag bits of T_BIGNUM.
 * Uses      gc, numeric.h, GMP's mpn functions (never mpz: it aborts the process when a size overflows)
 * BIGNUM-1  Limbs are stored least significant first; the sign lies in a flag, the value is sign * magnitude.
 * BIGNUM-2  A published Bignum is normalised (numeric.h NUM-1) and frozen; only big_alloc()'s caller sees another.
 * BIGNUM-3  Sizes are checked before limbs are asked for: more than BIG_MAX_LIMBS is a NoMemoryError.
 * BIGNUM-4  Between gc_malloc() of scratch limbs and its gc_free() nothing raises.
 * Checked   big_verify() by gc_verify, test/test_integer.rb
 */
/* Bignum, embedded in a slot of S bytes          Bignum, on the heap                    */
/* 0      4       8                 S             0      4       8      16     24        */
/* +------+-------+------+----------+             +------+-------+------+------+         */
/* |flags | shape | d[0] | d[1] ... |             |flags | shape | len  | ptr  |         */
/* +------+-------+------+----------+             +------+-------+------+------+         */
#ifndef FACET_INTERNAL_BIGNUM_H
#define FACET_INTERNAL_BIGNUM_H

#include "internal/numeric.h"

typedef unsigned long limb_t; /* GMP's mp_limb_t on 64-bit Linux; numeric/bignum.c asserts it */

struct big_embed {
    struct obj_header hdr;
    limb_t d[];
};
struct big_heap {
    struct obj_header hdr;
    size_t len;
    limb_t *ptr;
};
/*  12 BIG_NEG    below zero       20-26 limbs of an embedded one
 *  13 BIG_HEAP   limbs outside */
enum {
    BIG_NEG = 1u << 12,
    BIG_HEAP = 1u << 13,
    BIG_LEN_SHIFT = 20,
    BIG_LEN_MASK = 127u << 20,
    BIG_EMBED_MAX = (SLOT_MAX_BYTES - OBJ_HEADER_BYTES) / 8 < 127 ? (SLOT_MAX_BYTES - OBJ_HEADER_BYTES) / 8 : 127,
    LIMB_BITS = 64,
    BIG_STACK_LIMBS = LIMIT(10,
                            2), /* results up to this are computed on the C stack, and may come out as a Fixnum for free */
};
_Static_assert((BIG_LEN_MASK & (BIG_NEG | BIG_HEAP)) == 0, "flag bits overlap");
#define BIG_MAX_LIMBS ((size_t)1 << 31)

static ALWAYS_INLINE size_t
big_len(VALUE v)
{
    uint32_t f = obj_flags(v);
    return (f & BIG_HEAP) ? ((struct big_heap *)v)->len : (f & BIG_LEN_MASK) >> BIG_LEN_SHIFT;
}
static ALWAYS_INLINE limb_t *
big_limbs(VALUE v)
{
    return (obj_flags(v) & BIG_HEAP) ? ((struct big_heap *)v)->ptr : ((struct big_embed *)v)->d;
}
static ALWAYS_INLINE bool
big_neg_p(VALUE v)
{
    return (obj_flags(v) & BIG_NEG) != 0;
}
static ALWAYS_INLINE bool
val_big_p(VALUE v)
{
    return val_type_p(v, T_BIGNUM);
}
static ALWAYS_INLINE bool
val_int_p(VALUE v)
{
    return val_fix_p(v) || val_big_p(v);
}

/* Any Integer seen as sign and magnitude.  p points into the object (keep it alive) or at `one`. */
struct int_view {
    const limb_t *p;
    size_t n; /* 0 for zero; p[n-1] != 0 */
    bool neg;
    limb_t one;
};
static inline void
int_view(VALUE v, struct int_view *w)
{
    if (val_fix_p(v)) {
        intptr_t i = fix_int(v);
        w->neg = i < 0;
        w->one = i < 0 ? 0 - (limb_t)i : (limb_t)i;
        w->n = i != 0;
        w->p = &w->one;
    } else {
        w->neg = big_neg_p(v);
        w->n = big_len(v);
        w->p = big_limbs(v);
    }
}

/* Returns a Bignum of n limbs, not normalised, with undefined limbs; stores their address in *d.  allocates, raises
 * NoMemoryError. */
VALUE big_alloc(size_t n, limb_t **d);
/* Trims v (from big_alloc) to its value; may return a Fixnum.  n: limbs in use, leading zeros allowed. */
VALUE big_finish(VALUE v, size_t n, bool neg);
/* Returns the Integer sign * d[0..n).  allocates. */
VALUE int_from_limbs(const limb_t *d, size_t n, bool neg);

/* Quotient rounded down and modulo; either result pointer may be NULL.  raises ZeroDivisionError. */
void int_divmod(VALUE a, VALUE b, VALUE *quo, VALUE *mod);
/* Remainder with the dividend's sign. */
VALUE int_rem(VALUE a, VALUE b);
VALUE int_neg(VALUE a), int_abs(VALUE a), int_not(VALUE a);
VALUE int_gcd(VALUE a, VALUE b), int_lcm(VALUE a, VALUE b);
VALUE int_sqrt(VALUE a);                     /* a >= 0 */
VALUE int_powmod(VALUE a, VALUE e, VALUE m); /* e >= 0, m != 0; the result has m's sign */
VALUE int_pow_ulong(VALUE a, size_t e);      /* raises ArgumentError "exponent is too large" */
VALUE int_shift(VALUE a, intptr_t left);     /* negative: to the right, rounding down */
bool int_bit_p(VALUE a, size_t index);       /* of the infinite two's complement */
size_t int_bit_length(VALUE a);              /* Integer#bit_length */
bool int_even_p(VALUE a);
static inline bool
int_neg_p(VALUE a)
{
    return val_fix_p(a) ? (intptr_t)a < 0 : big_neg_p(a);
}
static inline int
int_sign(VALUE a)
{
    return a == int_fix(0) ? 0 : int_neg_p(a) ? -1 : 1;
}
static inline bool
int_equal(VALUE a, VALUE b)
{
    return a == b || (!val_fix_p(a) && !val_fix_p(b) && int_cmp(a, b) == 0);
}
/* -1, 0, 1; 2 when d is NaN.  Exact. */
int int_cmp_double(VALUE a, double d);
double int_to_double(VALUE a);            /* nearest, ties to even; infinite when out of range.  pure */
double int_fdiv_double(VALUE a, VALUE b); /* a / b as a double (b may be 0); a and b without common factor */
VALUE int_from_double(double d);          /* truncated.  raises FloatDomainError */
VALUE int_from_long(intptr_t i);
VALUE int_from_ulong(uintptr_t u);
bool int_to_long(VALUE a, intptr_t *out); /* false: does not fit */
uint64_t int_hash(VALUE a);

/* Digits in base 2..36, lower case, of a's magnitude with a leading '-'; US-ASCII.  Power-of-two bases are linear. */
VALUE big_to_s(VALUE a, int base);

void Init_Bignum(void);

#endif
