/*
 * numeric/bignum.c - arithmetic on Integers of any size.
 *
 * Operands are read through struct int_view, so that Fixnum and Bignum mix freely.  Results of few limbs are computed on the
 * C stack, because they often shrink to a Fixnum.  Longer ones are computed in the object that will be returned.  GMP's mpn
 * layer works on magnitudes; signs, floor division and two's complement are implemented here.
 */
#include "internal/compiler.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal/numeric/bignum.h"
#include "internal/hash.h"

_Static_assert(sizeof(mp_limb_t) == sizeof(limb_t) && GMP_NUMB_BITS == LIMB_BITS, "64-bit limbs without nails");

/* ---- making ---- */

COLD NORETURN static void
big_no_memory(void)
{
    rb_raise(rb_eNoMemError, "failed to allocate memory");
}

VALUE
big_alloc(size_t n, limb_t **d)
{
    if (UNLIKELY(n > BIG_MAX_LIMBS)) big_no_memory();
    unsigned cls = n <= BIG_EMBED_MAX ? slot_class_for(OBJ_HEADER_BYTES + n * sizeof(limb_t)) : SLOT_NO_CLASS;
    if (LIKELY(cls != SLOT_NO_CLASS)) {
        VALUE v = gc_new(cls, T_BIGNUM | HDR_FROZEN | HDR_SHAREABLE | (uint32_t)n << BIG_LEN_SHIFT,
                         class_root_shape(rb_cInteger, cls));
        *d = ((struct big_embed *)v)->d;
        return v;
    }
    struct big_heap *h = (struct big_heap *)obj_new(rb_cInteger, T_BIGNUM | HDR_FROZEN | HDR_SHAREABLE | BIG_HEAP,
                                                    sizeof *h);
    h->len = 0;
    h->ptr = NULL;
    h->ptr = gc_malloc(n * sizeof(limb_t));
    h->len = n;
    gc_own((VALUE)h);
    *d = h->ptr;
    return (VALUE)h;
}

void
big_free(VALUE v)
{
    if (obj_flags(v) & BIG_HEAP) {
        struct big_heap *h = (struct big_heap *)v;
        if (h->ptr) gc_free(h->ptr, 0);
        h->ptr = NULL;
        h->len = 0;
    }
}

size_t
big_memsize(VALUE v)
{
    return (obj_flags(v) & BIG_HEAP) ? ((struct big_heap *)v)->len * sizeof(limb_t) : 0;
}

/* Whether sign * d fits a Fixnum; then *out is it. */
static inline bool
limb_fix(limb_t d, bool neg, VALUE *out)
{
    const limb_t lim = (limb_t)1 << 62;
    if (d < lim) {
        *out = int_fix(neg ? -(intptr_t)d : (intptr_t)d);
        return true;
    }
    if (neg && d == lim) {
        *out = int_fix(INTPTR_MIN >> 1);
        return true;
    }
    return false;
}

static inline size_t
limbs_trim(const limb_t *d, size_t n)
{
    while (n > 0 && d[n - 1] == 0) n--;
    return n;
}

VALUE
big_finish(VALUE v, size_t n, bool neg)
{
    limb_t *d = big_limbs(v);
    n = limbs_trim(d, n);
    VALUE fix = int_fix(0);
    if (n == 0 || (n == 1 && limb_fix(d[0], neg, &fix))) {
        if (obj_flags(v) & BIG_HEAP) {
            big_free(v);
            gc_disown(v);
        }
        return fix;
    }
    struct obj_header *h = obj_hdr(v);
    if (neg) h->flags |= BIG_NEG;
    if (h->flags & BIG_HEAP) {
        struct big_heap *b = (struct big_heap *)v;
        if (b->len > n + n / 8 + 8) b->ptr = gc_realloc(b->ptr, b->len * sizeof(limb_t), n * sizeof(limb_t));
        b->len = n;
    } else {
        h->flags = (h->flags & ~BIG_LEN_MASK) | (uint32_t)n << BIG_LEN_SHIFT;
    }
    return v;
}

VALUE
int_from_limbs(const limb_t *d, size_t n, bool neg)
{
    VALUE fix;
    n = limbs_trim(d, n);
    if (n == 0) return int_fix(0);
    if (n == 1 && limb_fix(d[0], neg, &fix)) return fix;
    limb_t *to;
    VALUE v = big_alloc(n, &to);
    memcpy(to, d, n * sizeof(limb_t));
    if (neg) obj_hdr(v)->flags |= BIG_NEG;
    return v;
}

VALUE
int_from_long(intptr_t i)
{
    if (LIKELY(val_fixable(i))) return int_fix(i);
    limb_t d = i < 0 ? 0 - (limb_t)i : (limb_t)i;
    return int_from_limbs(&d, 1, i < 0);
}

VALUE
int_from_ulong(uintptr_t u)
{
    limb_t d = u;
    return int_from_limbs(&d, 1, false);
}

VALUE
int_from_i128(__int128 i)
{
    if (LIKELY(i <= (INTPTR_MAX >> 1) && i >= (INTPTR_MIN >> 1))) return int_fix((intptr_t)i);
    bool neg = i < 0;
    unsigned __int128 u = neg ? 0 - (unsigned __int128)i : (unsigned __int128)i;
    limb_t d[2] = {(limb_t)u, (limb_t)(u >> 64)};
    return int_from_limbs(d, 2, neg);
}

/* ---- results: on the stack when short ---- */

struct big_result {
    VALUE obj; /* 0: limbs are in buf */
    limb_t *d;
    limb_t buf[BIG_STACK_LIMBS];
};

static inline void
result_open(struct big_result *r, size_t n)
{
    if (n <= BIG_STACK_LIMBS) {
        r->obj = 0;
        r->d = r->buf;
    } else {
        r->obj = big_alloc(n, &r->d);
    }
}

static inline VALUE
result_close(struct big_result *r, size_t n, bool neg)
{
    return r->obj ? big_finish(r->obj, n, neg) : int_from_limbs(r->d, n, neg);
}

/* ---- addition ---- */

static int
limbs_cmp(const limb_t *a, size_t an, const limb_t *b, size_t bn)
{
    if (an != bn) return an < bn ? -1 : 1;
    return an ? mpn_cmp(a, b, (mp_size_t)an) : 0;
}

static VALUE
int_add_views(const struct int_view *a, const struct int_view *b, bool b_neg)
{
    struct big_result r;
    if (a->n == 0) return int_from_limbs(b->p, b->n, b_neg);
    if (b->n == 0) return int_from_limbs(a->p, a->n, a->neg);
    bool neg = a->neg;
    bool subtract = a->neg != b_neg;
    int order = limbs_cmp(a->p, a->n, b->p, b->n);
    if (order < 0) {
        const struct int_view *t = a;
        a = b;
        b = t;
        neg = b_neg;
    }
    if (subtract) {
        if (order == 0) return int_fix(0);
        result_open(&r, a->n);
        mpn_sub(r.d, a->p, (mp_size_t)a->n, b->p, (mp_size_t)b->n);
        return result_close(&r, a->n, neg);
    }
    result_open(&r, a->n + 1);
    r.d[a->n] = mpn_add(r.d, a->p, (mp_size_t)a->n, b->p, (mp_size_t)b->n);
    return result_close(&r, a->n + 1, neg);
}

VALUE
int_add(VALUE a, VALUE b)
{
    if (LIKELY(val_fix2_p(a, b))) return int_from_long(fix_int(a) + fix_int(b));
    struct int_view x, y;
    int_view(a, &x);
    int_view(b, &y);
    VALUE r = int_add_views(&x, &y, y.neg);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
    return r;
}

VALUE
int_sub(VALUE a, VALUE b)
{
    if (LIKELY(val_fix2_p(a, b))) return int_from_long(fix_int(a) - fix_int(b));
    struct int_view x, y;
    int_view(a, &x);
    int_view(b, &y);
    VALUE r = int_add_views(&x, &y, !y.neg);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
    return r;
}

VALUE
int_neg(VALUE a)
{
    if (val_fix_p(a)) return int_from_long(-fix_int(a));
    VALUE r = int_from_limbs(big_limbs(a), big_len(a), !big_neg_p(a));
    RB_GC_GUARD(a);
    return r;
}

VALUE
int_abs(VALUE a)
{
    return int_neg_p(a) ? int_neg(a) : a;
}

/* ---- multiplication ---- */

VALUE
int_mul(VALUE a, VALUE b)
{
    if (LIKELY(val_fix2_p(a, b))) return int_from_i128((__int128)fix_int(a) * fix_int(b));
    struct int_view x, y;
    struct big_result r;
    int_view(a, &x);
    int_view(b, &y);
    if (x.n == 0 || y.n == 0) return int_fix(0);
    bool neg = x.neg != y.neg;
    result_open(&r, x.n + y.n);
    if (a == b) {
        mpn_sqr(r.d, x.p, (mp_size_t)x.n);
    } else if (y.n == 1) {
        r.d[x.n] = mpn_mul_1(r.d, x.p, (mp_size_t)x.n, y.p[0]);
    } else if (x.n >= y.n) {
        mpn_mul(r.d, x.p, (mp_size_t)x.n, y.p, (mp_size_t)y.n);
    } else {
        mpn_mul(r.d, y.p, (mp_size_t)y.n, x.p, (mp_size_t)x.n);
    }
    VALUE v = result_close(&r, x.n + y.n, neg);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
    return v;
}

/* ---- division ---- */

COLD NORETURN static void
int_zero_div(void)
{
    rb_raise(rb_eZeroDivError, "divided by 0");
}

/* Truncated division of magnitudes, x.n >= y.n > 0.  qd has x.n - y.n + 1 limbs, rd y.n. */
static void
limbs_divide(limb_t *qd, limb_t *rd, const struct int_view *x, const struct int_view *y)
{
    if (y->n == 1) rd[0] = mpn_divrem_1(qd, 0, x->p, (mp_size_t)x->n, y->p[0]);
    else mpn_tdiv_qr(qd, rd, 0, x->p, (mp_size_t)x->n, y->p, (mp_size_t)y->n);
}

/* Divides a by b, one of which is a Bignum.  Rounds down, or towards zero if `truncate`. */
static void
big_divide(VALUE a, VALUE b, VALUE *quo, VALUE *mod, bool truncate)
{
    struct int_view x, y;
    struct big_result q, r;
    int_view(a, &x);
    int_view(b, &y);
    if (limbs_cmp(x.p, x.n, y.p, y.n) < 0) { /* |a| < |b| */
        bool adjust = !truncate && x.n != 0 && x.neg != y.neg;
        if (quo) *quo = int_fix(adjust ? -1 : 0);
        if (mod) *mod = adjust ? int_add(a, b) : a;
        return;
    }
    result_open(&q, x.n - y.n + 2);
    result_open(&r, y.n);
    limbs_divide(q.d, r.d, &x, &y);
    q.d[x.n - y.n + 1] = 0;
    if (!truncate && x.neg != y.neg && limbs_trim(r.d, y.n) != 0) {
        mpn_add_1(q.d, q.d, (mp_size_t)(x.n - y.n + 2), 1);
        mpn_sub_n(r.d, y.p, r.d, (mp_size_t)y.n);
        x.neg = y.neg; /* the modulo takes the divisor's sign, the quotient keeps its own below */
        if (quo) *quo = result_close(&q, x.n - y.n + 2, true);
    } else if (quo) {
        *quo = result_close(&q, x.n - y.n + 2, x.neg != y.neg);
    }
    if (mod) *mod = result_close(&r, y.n, x.neg);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
}

void
int_divmod(VALUE a, VALUE b, VALUE *quo, VALUE *mod)
{
    if (b == int_fix(0)) int_zero_div();
    if (!val_fix2_p(a, b)) {
        big_divide(a, b, quo, mod, false);
        return;
    }
    intptr_t x = fix_int(a), y = fix_int(b);
    intptr_t q = x / y, r = x % y; /* no overflow: 63 bits in 64 */
    if (r != 0 && (r ^ y) < 0) {
        q--;
        r += y;
    }
    if (quo) *quo = int_from_long(q);
    if (mod) *mod = int_fix(r);
}

VALUE
int_div(VALUE a, VALUE b)
{
    VALUE q;
    int_divmod(a, b, &q, NULL);
    return q;
}

VALUE
int_mod(VALUE a, VALUE b)
{
    VALUE m;
    int_divmod(a, b, NULL, &m);
    return m;
}

VALUE
int_rem(VALUE a, VALUE b)
{
    if (b == int_fix(0)) int_zero_div();
    if (val_fix2_p(a, b)) return int_fix(fix_int(a) % fix_int(b));
    VALUE m;
    big_divide(a, b, NULL, &m, true);
    return m;
}

/* ---- comparison ---- */

int
int_cmp(VALUE a, VALUE b)
{
    if (val_fix2_p(a, b)) return (intptr_t)a<(intptr_t)b ? -1 : (intptr_t)a>(intptr_t) b;
    struct int_view x, y;
    int_view(a, &x);
    int_view(b, &y);
    if (x.neg != y.neg) return x.neg ? -1 : 1;
    int c = limbs_cmp(x.p, x.n, y.p, y.n);
    return x.neg ? -c : c;
}

bool
int_even_p(VALUE a)
{
    return val_fix_p(a) ? (fix_int(a) & 1) == 0 : (big_limbs(a)[0] & 1) == 0;
}

/* ---- shifts ---- */

static VALUE
int_shift_left(const struct int_view *x, size_t bits)
{
    struct big_result r;
    size_t limbs = bits / LIMB_BITS;
    unsigned rest = bits % LIMB_BITS;
    if (limbs > BIG_MAX_LIMBS) big_no_memory();
    size_t n = x->n + limbs + 1;
    result_open(&r, n);
    memset(r.d, 0, limbs * sizeof(limb_t));
    if (rest) {
        r.d[n - 1] = mpn_lshift(r.d + limbs, x->p, (mp_size_t)x->n, rest);
    } else {
        memcpy(r.d + limbs, x->p, x->n * sizeof(limb_t));
        r.d[n - 1] = 0;
    }
    return result_close(&r, n, x->neg);
}

/* Rounds down: a negative value that loses set bits moves one further from zero. */
static VALUE
int_shift_right(const struct int_view *x, size_t bits)
{
    struct big_result r;
    size_t limbs = bits / LIMB_BITS;
    unsigned rest = bits % LIMB_BITS;
    if (limbs >= x->n) return int_fix(x->neg ? -1 : 0);
    size_t n = x->n - limbs;
    bool lost = false;
    if (x->neg) {
        lost = limbs_trim(x->p, limbs) != 0;
        if (rest && (x->p[limbs] << (LIMB_BITS - rest)) != 0) lost = true;
    }
    result_open(&r, n + 1);
    if (rest) mpn_rshift(r.d, x->p + limbs, (mp_size_t)n, rest);
    else memcpy(r.d, x->p + limbs, n * sizeof(limb_t));
    r.d[n] = 0;
    if (lost) mpn_add_1(r.d, r.d, (mp_size_t)(n + 1), 1);
    return result_close(&r, n + 1, x->neg);
}

VALUE
int_shift(VALUE a, intptr_t left)
{
    if (val_fix_p(a)) {
        intptr_t i = fix_int(a);
        if (left <= 0) {
            if (left < -63) left = -63;
            return int_fix(i >> -left);
        }
        if (i == 0) return a;
        if (left < 63 && i < ((intptr_t)1 << 62) >> left && i >= -((intptr_t)1 << 62) >> left) {
            return int_fix((intptr_t)((uintptr_t)i << left));
        }
    }
    struct int_view x;
    int_view(a, &x);
    VALUE r = left >= 0 ? int_shift_left(&x, (size_t)left) : int_shift_right(&x, 0 - (size_t)left);
    RB_GC_GUARD(a);
    return r;
}

/* b is a width of any size. */
static VALUE
int_shift_by(VALUE a, VALUE b, bool left)
{
    if (LIKELY(val_fix_p(b))) return int_shift(a, left ? fix_int(b) : -fix_int(b));
    if (a == int_fix(0)) return a;
    if (big_neg_p(b) == left) return int_fix(int_neg_p(a) ? -1 : 0);
    if (int_bit_length(b) > 66) rb_raise(rb_eRangeError, "shift width too big"); /* >= 2**60 limbs, as CRuby counts */
    big_no_memory();
}

VALUE
int_lshift(VALUE a, VALUE b)
{
    return int_shift_by(a, b, true);
}

VALUE
int_rshift(VALUE a, VALUE b)
{
    return int_shift_by(a, b, false);
}

/* ---- bits ---- */

/* Reads a magnitude as two's complement, limb by limb from the low end. */
struct twos {
    const limb_t *p;
    size_t n;
    limb_t flip;  /* all ones when negative */
    limb_t carry; /* of the "+ 1" */
};

static inline struct twos
twos_open(const struct int_view *v)
{
    return (struct twos){v->p, v->n, v->neg ? ~(limb_t)0 : 0, v->neg};
}

static inline limb_t
twos_limb(struct twos *t, size_t i)
{
    limb_t d = (i < t->n ? t->p[i] : 0) ^ t->flip;
    limb_t sum = d + t->carry;
    t->carry = sum < d;
    return sum;
}

enum int_bitop { BIT_AND, BIT_OR, BIT_XOR };

static VALUE
int_bitwise(VALUE a, VALUE b, enum int_bitop op)
{
    struct int_view x, y;
    struct big_result r;
    int_view(a, &x);
    int_view(b, &y);
    size_t n = (x.n > y.n ? x.n : y.n) + 1;
    bool neg = op == BIT_AND ? x.neg && y.neg : op == BIT_OR ? x.neg || y.neg : x.neg != y.neg;
    if (op == BIT_AND && !(x.neg && y.neg)) { /* a non-negative side bounds the result */
        if (!x.neg && (y.neg || x.n <= y.n)) n = x.n + 1;
        else n = y.n + 1;
    }
    result_open(&r, n);
    struct twos s = twos_open(&x), t = twos_open(&y);
    for (size_t i = 0; i < n; i++) {
        limb_t p = twos_limb(&s, i), q = twos_limb(&t, i);
        r.d[i] = op == BIT_AND ? p & q : op == BIT_OR ? p | q : p ^ q;
    }
    if (neg) mpn_neg(r.d, r.d, (mp_size_t)n);
    VALUE v = result_close(&r, n, neg);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
    return v;
}

VALUE
int_and(VALUE a, VALUE b)
{
    return val_fix2_p(a, b) ? a & b : int_bitwise(a, b, BIT_AND);
}

VALUE
int_or(VALUE a, VALUE b)
{
    return val_fix2_p(a, b) ? a | b : int_bitwise(a, b, BIT_OR);
}

VALUE
int_xor(VALUE a, VALUE b)
{
    return val_fix2_p(a, b) ? (a ^ b) | 1 : int_bitwise(a, b, BIT_XOR);
}

VALUE
int_not(VALUE a)
{
    return val_fix_p(a) ? int_fix(~fix_int(a)) : int_sub(int_fix(-1), a);
}

bool
int_bit_p(VALUE a, size_t index)
{
    if (val_fix_p(a)) return index >= 63 ? fix_int(a) < 0 : (fix_int(a) >> index) & 1;
    const limb_t *d = big_limbs(a);
    size_t at = index / LIMB_BITS;
    bool neg = big_neg_p(a);
    if (at >= big_len(a)) return neg;
    bool bit = d[at] >> (index % LIMB_BITS) & 1;
    if (!neg) return bit;
    /* -m = ~(m - 1): the bit is kept if nothing below it is set, else flipped */
    bool low = limbs_trim(d, at) != 0 || (d[at] & (((limb_t)1 << (index % LIMB_BITS)) - 1)) != 0;
    return low ? !bit : bit;
}

static inline unsigned
limb_bits(limb_t d) /* position of the highest set bit, plus one */
{
    return d ? LIMB_BITS - (unsigned)__builtin_clzl(d) : 0;
}

size_t
int_bit_length(VALUE a)
{
    if (val_fix_p(a)) {
        intptr_t i = fix_int(a);
        return limb_bits((limb_t)(i < 0 ? ~i : i));
    }
    size_t n = big_len(a);
    const limb_t *d = big_limbs(a);
    size_t bits = (n - 1) * LIMB_BITS + limb_bits(d[n - 1]);
    bool power = (d[n - 1] & (d[n - 1] - 1)) == 0 && limbs_trim(d, n - 1) == 0;
    return big_neg_p(a) && power ? bits - 1 : bits;
}

/* ---- powers and roots ---- */

enum { POW_MAX_RESULT_BITS_LOG2 = 34 }; /* CRuby 4.0 refuses larger results */

COLD NORETURN static void
pow_too_large(void)
{
    rb_raise(rb_eArgError, "exponent is too large");
}

/* base ** e by squaring, e > 0, base->n > 0.  Two buffers of cap limbs take turns; returns the one with the result. */
static limb_t *
limbs_pow(limb_t *r, limb_t *t, const struct int_view *base, size_t e, size_t *len)
{
    size_t n = base->n;
    memcpy(r, base->p, n * sizeof(limb_t));
    for (int bit = (int)limb_bits(e) - 2; bit >= 0; bit--) {
        limb_t *swap;
        mpn_sqr(t, r, (mp_size_t)n);
        n *= 2;
        n -= t[n - 1] == 0;
        swap = r, r = t, t = swap;
        if (!(e >> bit & 1)) continue;
        if (base->n == 1) {
            limb_t c = mpn_mul_1(r, r, (mp_size_t)n, base->p[0]);
            if (c) r[n++] = c;
        } else {
            mpn_mul(t, r, (mp_size_t)n, base->p, (mp_size_t)base->n);
            n += base->n;
            n -= t[n - 1] == 0;
            swap = r, r = t, t = swap;
        }
    }
    *len = n;
    return r;
}

/* (base ** e) << shift.  cap: limbs that each buffer of limbs_pow needs. */
static VALUE
limbs_pow_shifted(const struct int_view *base, size_t e, size_t cap, size_t shift, bool neg)
{
    struct big_result r;
    limb_t local[2 * BIG_STACK_LIMBS], *scratch = local;
    size_t limbs = shift / LIMB_BITS, len;
    result_open(&r, limbs + cap + 1);
    if (cap > BIG_STACK_LIMBS) scratch = gc_malloc(2 * cap * sizeof(limb_t));
    limb_t *power = limbs_pow(scratch, scratch + cap, base, e, &len);
    memset(r.d, 0, limbs * sizeof(limb_t));
    limb_t out = 0;
    if (shift % LIMB_BITS) out = mpn_lshift(r.d + limbs, power, (mp_size_t)len, shift % LIMB_BITS);
    else memcpy(r.d + limbs, power, len * sizeof(limb_t));
    r.d[limbs + len] = out;
    if (scratch != local) gc_free(scratch, 2 * cap * sizeof(limb_t));
    return result_close(&r, limbs + len + 1, neg);
}

/* Squares and multiplies in a word.  Returns Qundef if the power is not a Fixnum. */
static VALUE
int_pow_fixnum(intptr_t x, size_t e)
{
    intptr_t r = 1;
    for (;;) {
        if ((e & 1) && __builtin_mul_overflow(r, x, &r)) return Qundef;
        e >>= 1;
        if (!e) return r >= FIXNUM_MIN && r <= FIXNUM_MAX ? int_fix(r) : Qundef;
        if (__builtin_mul_overflow(x, x, &x)) return Qundef;
    }
}

VALUE
int_pow_ulong(VALUE a, size_t e)
{
    if (val_fix_p(a) && e < 64) {
        VALUE r = int_pow_fixnum(fix_int(a), e);
        if (LIKELY(r != Qundef)) return r;
    }
    if (e == 0) return int_fix(1);
    if (e == 1 || a == int_fix(0) || a == int_fix(1)) return a;
    if (a == int_fix(-1)) return int_fix(e & 1 ? -1 : 1);
    struct int_view x;
    int_view(a, &x);
    size_t bits = (x.n - 1) * LIMB_BITS + limb_bits(x.p[x.n - 1]);
    unsigned __int128 least = (unsigned __int128)(bits - 1) * e;
    if (least >= ((unsigned __int128)1 << POW_MAX_RESULT_BITS_LOG2)) pow_too_large();
    bool neg = x.neg && (e & 1);

    /* Twos are shifted in at the end: 10 ** n costs what 5 ** n does. */
    limb_t odd;
    size_t twos = 0;
    if (x.n == 1) {
        twos = (size_t)__builtin_ctzl(x.p[0]);
        odd = x.p[0] >> twos;
        x.p = &odd;
        bits -= twos;
        if (odd == 1) return int_shift(int_fix(neg ? -1 : 1), (intptr_t)(twos * e));
    }
    size_t cap = (size_t)(((unsigned __int128)bits * e) / LIMB_BITS) + x.n + 2;
    VALUE v = limbs_pow_shifted(&x, e, cap, twos * e, neg);
    RB_GC_GUARD(a);
    return v;
}

VALUE
int_pow(VALUE a, VALUE b)
{
    if (int_neg_p(b)) {
        if (a == int_fix(1)) return a;
        if (a == int_fix(-1)) return int_fix(int_even_p(b) ? 1 : -1);
        if (a == int_fix(0)) int_zero_div();
        if (!val_fix_p(b)) pow_too_large();
        VALUE den = int_pow_ulong(a, (size_t)-fix_int(b));
        return int_neg_p(den) ? rb_rational_raw(int_fix(-1), int_neg(den)) : rb_rational_raw(int_fix(1), den);
    }
    if (val_fix_p(b)) return int_pow_ulong(a, (size_t)fix_int(b));
    if (a == int_fix(0) || a == int_fix(1)) return a;
    if (a == int_fix(-1)) return int_fix(int_even_p(b) ? 1 : -1);
    pow_too_large();
}

static limb_t
limb_powmod(limb_t a, const struct int_view *e, limb_t m)
{
    unsigned __int128 r = 1 % m, x = a;
    for (size_t i = e->n; i-- > 0;) {
        for (int bit = LIMB_BITS - 1; bit >= 0; bit--) {
            r = r * r % m;
            if (e->p[i] >> bit & 1) r = r * x % m;
        }
    }
    return (limb_t)r;
}

/* r = x ** e mod m for a modulus of more than one limb: square, multiply, divide.  x reduced already, xn <= mn. */
static void
limbs_powmod(limb_t *r, const limb_t *x, const struct int_view *e, const struct int_view *m, limb_t *scratch)
{
    size_t mn = m->n;
    limb_t *prod = scratch, *quo = scratch + 2 * mn; /* 2mn, mn + 1 */
    mp_size_t n = (mp_size_t)mn;
    bool started = false;
    memset(r, 0, mn * sizeof(limb_t));
    r[0] = 1;
    for (size_t i = e->n; i-- > 0;) {
        for (int bit = LIMB_BITS - 1; bit >= 0; bit--) {
            if (started) {
                mpn_sqr(prod, r, n);
                mpn_tdiv_qr(quo, r, 0, prod, 2 * n, m->p, n);
            }
            if (!(e->p[i] >> bit & 1)) continue;
            started = true;
            mpn_mul_n(prod, r, x, n);
            mpn_tdiv_qr(quo, r, 0, prod, 2 * n, m->p, n);
        }
    }
}

VALUE
int_powmod(VALUE a, VALUE e, VALUE m)
{
    struct int_view ev, mv, av;
    VALUE r;
    bool neg = int_neg_p(m);
    VALUE mod = int_abs(m);
    if (mod == int_fix(1)) return int_fix(0);
    a = int_mod(a, mod);
    int_view(mod, &mv);
    int_view(e, &ev);
    int_view(a, &av);
    if (mv.n == 1) {
        r = int_from_ulong(limb_powmod(av.n ? av.p[0] : 0, &ev, mv.p[0]));
    } else {
        size_t n = mv.n;
        limb_t *to;
        VALUE v = big_alloc(n, &to);
        limb_t *scratch = gc_malloc((4 * n + 1) * sizeof(limb_t));
        limb_t *base = scratch + 3 * n + 1;
        memset(base, 0, n * sizeof(limb_t));
        memcpy(base, av.p, av.n * sizeof(limb_t));
        limbs_powmod(to, base, &ev, &mv, scratch);
        gc_free(scratch, (4 * n + 1) * sizeof(limb_t));
        r = big_finish(v, n, false);
    }
    RB_GC_GUARD(a);
    RB_GC_GUARD(e);
    RB_GC_GUARD(mod);
    return neg && r != int_fix(0) ? int_add(r, m) : r;
}

VALUE
int_sqrt(VALUE a)
{
    struct int_view x;
    struct big_result r;
    int_view(a, &x);
    if (x.n == 0) return a;
    size_t n = (x.n + 1) / 2;
    result_open(&r, n);
    mpn_sqrtrem(r.d, NULL, x.p, (mp_size_t)x.n);
    VALUE v = result_close(&r, n, false);
    RB_GC_GUARD(a);
    return v;
}

static limb_t
limb_gcd(limb_t a, limb_t b)
{
    if (a == 0 || b == 0) return a | b;
    int shift = __builtin_ctzl(a | b);
    a >>= __builtin_ctzl(a);
    while (b) {
        b >>= __builtin_ctzl(b);
        if (a > b) {
            limb_t t = a;
            a = b;
            b = t;
        }
        b -= a;
    }
    return a << shift;
}

/* Shared trailing zero bits of two magnitudes, both not 0. */
static size_t
limbs_ctz(const limb_t *d)
{
    size_t i = 0;
    while (d[i] == 0) i++;
    return i * LIMB_BITS + (size_t)__builtin_ctzl(d[i]);
}

VALUE
int_gcd(VALUE a, VALUE b)
{
    struct int_view x, y;
    int_view(a, &x);
    int_view(b, &y);
    if (x.n <= 1 && y.n <= 1) return int_from_ulong(limb_gcd(x.n ? x.p[0] : 0, y.n ? y.p[0] : 0));
    if (x.n == 0) return int_abs(b);
    if (y.n == 0) return int_abs(a);
    if (x.n == 1) return int_from_ulong(mpn_gcd_1(y.p, (mp_size_t)y.n, x.p[0]));
    if (y.n == 1) return int_from_ulong(mpn_gcd_1(x.p, (mp_size_t)x.n, y.p[0]));
    /* mpn_gcd requires odd operands and destroys them: factors of two are removed first and restored afterwards. */
    size_t za = limbs_ctz(x.p), zb = limbs_ctz(y.p);
    VALUE u = int_shift(int_abs(a), -(intptr_t)za), v = int_shift(int_abs(b), -(intptr_t)zb);
    size_t back = za < zb ? za : zb;
    if (int_cmp(u, v) < 0) {
        VALUE t = u;
        u = v;
        v = t;
    }
    int_view(u, &x);
    int_view(v, &y);
    if (y.n == 1) return int_shift(int_from_ulong(mpn_gcd_1(x.p, (mp_size_t)x.n, y.p[0])), (intptr_t)back);
    limb_t *to;
    VALUE g = big_alloc(y.n, &to);
    limb_t *scratch = gc_malloc((x.n + y.n) * sizeof(limb_t));
    memcpy(scratch, x.p, x.n * sizeof(limb_t));
    memcpy(scratch + x.n, y.p, y.n * sizeof(limb_t));
    size_t n = (size_t)mpn_gcd(to, scratch, (mp_size_t)x.n, scratch + x.n, (mp_size_t)y.n);
    gc_free(scratch, (x.n + y.n) * sizeof(limb_t));
    RB_GC_GUARD(u);
    RB_GC_GUARD(v);
    return int_shift(big_finish(g, n, false), (intptr_t)back);
}

VALUE
int_lcm(VALUE a, VALUE b)
{
    if (a == int_fix(0) || b == int_fix(0)) return int_fix(0);
    return int_abs(int_mul(a, int_div(b, int_gcd(a, b))));
}

uint64_t
int_hash(VALUE a)
{
    if (val_fix_p(a)) return hash_bytes(&a, sizeof a, 0);
    uint64_t h = hash_bytes(big_limbs(a), big_len(a) * sizeof(limb_t), big_neg_p(a));
    RB_GC_GUARD(a);
    return h;
}

/* numeric.h NUM-1: an Integer has one form. */
static void
big_verify(VALUE v)
{
    size_t n = big_len(v);
    gc_expect(n > 0 && n <= BIG_MAX_LIMBS, "a Bignum has no limbs, or more than there can be (BIGNUM-3)", v);
    if (!n || n > BIG_MAX_LIMBS) return;
    gc_expect(big_limbs(v)[n - 1] != 0, "a Bignum's highest limb is zero (NUM-1)", v);
    limb_t low = big_limbs(v)[0], bound = (limb_t)FIXNUM_MAX + (big_neg_p(v) ? 1 : 0);
    gc_expect(n > 1 || low > bound, "a Bignum's value is a Fixnum's (NUM-1)", v);
}

static const struct gc_type_ops big_gc_ops = {.free = big_free, .memsize = big_memsize, .verify = big_verify};

/* Allocates GMP's temporary memory.  It starts no collection, because only pointers to limbs refer to GMP's operands.  If it raises,
 * GMP's other temporary memory leaks. */
static void *
gmp_alloc(size_t bytes)
{
    return gc_raw_malloc(bytes);
}

static void *
gmp_realloc(void *p, size_t old_bytes, size_t bytes)
{
    (void)old_bytes;
    return gc_raw_realloc(p, bytes);
}

static void
gmp_free(void *p, size_t bytes)
{
    (void)bytes;
    free(p);
}

void
Init_Bignum(void)
{
    mp_set_memory_functions(gmp_alloc, gmp_realloc, gmp_free);
    gc_register_type(T_BIGNUM, &big_gc_ops);
    rb_define_const(rb_cInteger, "GMP_VERSION", rb_obj_freeze(rb_usascii_str_new_cstr(gmp_version)));
}
