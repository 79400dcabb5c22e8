/*
 * numeric/bignum_conv.c - Integers to and from C: doubles, machine words, byte strings; and the rb_big_* API.
 *
 * The conversion of an Integer to a double rounds once, to nearest and ties to even.  It takes the top 64 bits and folds the
 * bits below them into the lowest one, and the hardware rounds.  A double becomes up to 17 limbs on the stack, so that a
 * comparison with a Bignum allocates no object.
 */
#include "internal/compiler.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

#include "internal/numeric/bignum.h"

/* ---- doubles ---- */

/* 64 bits of a magnitude below its highest one, the rest as a sticky bit; *exp: value = result * 2**exp. */
static uint64_t
limbs_top64(const limb_t *d, size_t n, long *exp)
{
    unsigned z = (unsigned)__builtin_clzl(d[n - 1]);
    uint64_t top = d[n - 1] << z;
    size_t below = n - 1;
    *exp = (long)below * LIMB_BITS - (long)z;
    if (n > 1 && z) top |= d[n - 2] >> (LIMB_BITS - z);
    bool sticky = n > 1 && z ? (d[n - 2] << z) != 0 : false;
    if (n > 1 && !z) sticky = d[n - 2] != 0;
    for (size_t i = 0; !sticky && i + 2 < n; i++) sticky = d[i] != 0;
    return top | sticky;
}

double
int_to_double(VALUE a)
{
    if (val_fix_p(a)) return (double)fix_int(a);
    size_t n = big_len(a);
    const limb_t *d = big_limbs(a);
    double r;
    if (n > DBL_MAX_EXP / LIMB_BITS + 1) {
        r = HUGE_VAL;
    } else if (n == 1) {
        r = (double)d[0];
    } else {
        long exp;
        uint64_t top = limbs_top64(d, n, &exp);
        r = ldexp((double)top, (int)exp);
    }
    bool neg = big_neg_p(a);
    RB_GC_GUARD(a);
    return neg ? -r : r;
}

enum { DBL_LIMBS = DBL_MAX_EXP / LIMB_BITS + 1 };

/* |d| truncated, as limbs; d is finite.  Returns their number. */
static size_t
dbl_limbs(double d, limb_t out[DBL_LIMBS])
{
    int exp;
    double m = frexp(fabs(d), &exp);
    if (exp <= 0) return 0;
    uint64_t u = (uint64_t)ldexp(m, 64); /* its top bit is set */
    memset(out, 0, DBL_LIMBS * sizeof(limb_t));
    size_t n = ((size_t)exp + LIMB_BITS - 1) / LIMB_BITS;
    unsigned drop = (unsigned)(n * LIMB_BITS - (size_t)exp);
    out[n - 1] = u >> drop;
    if (drop && n > 1) out[n - 2] = u << (LIMB_BITS - drop);
    return n;
}

COLD NORETURN static void
float_domain(double d)
{
    rb_raise(rb_eFloatDomainError, "%s", isnan(d) ? "NaN" : d < 0 ? "-Infinity" : "Infinity");
}

VALUE
int_from_double(double d)
{
    if (LIKELY(d < 4611686018427387904.0 && d > -4611686018427387904.0)) return int_fix((intptr_t)d);
    if (!isfinite(d)) float_domain(d);
    limb_t limbs[DBL_LIMBS];
    size_t n = dbl_limbs(d, limbs);
    return int_from_limbs(limbs, n, d < 0);
}

static int
fix_cmp_double(intptr_t i, double d)
{
    if (d >= 4611686018427387904.0) return -1;
    if (d < -4611686018427387904.0) return 1;
    intptr_t t = (intptr_t)d;
    if (i != t) return i < t ? -1 : 1;
    double rest = d - (double)t; /* exact: t is d's integer part */
    return rest > 0 ? -1 : rest < 0;
}

int
int_cmp_double(VALUE a, double d)
{
    if (isnan(d)) return 2;
    if (val_fix_p(a)) return fix_cmp_double(fix_int(a), d);
    bool neg = big_neg_p(a);
    if (isinf(d)) return d > 0 ? -1 : 1;
    if (d == 0 || (d < 0) != neg) return neg ? -1 : 1;
    limb_t limbs[DBL_LIMBS];
    size_t n = dbl_limbs(d, limbs), len = big_len(a);
    int c = len != n ? (len < n ? -1 : 1) : mpn_cmp(big_limbs(a), limbs, (mp_size_t)n);
    if (c == 0 && fabs(d) != floor(fabs(d))) c = -1;
    RB_GC_GUARD(a);
    return neg ? -c : c;
}

/* The 64 bits of v from bit `at` of its magnitude on (at may be negative: zeros come in). */
static limb_t
view_bits(const struct int_view *v, long at)
{
    if (at <= -LIMB_BITS) return 0;
    if (at < 0) return v->p[0] << -at;
    size_t i = (size_t)at / LIMB_BITS;
    unsigned s = (unsigned)at % LIMB_BITS;
    limb_t d = i < v->n ? v->p[i] >> s : 0;
    if (s && i + 1 < v->n) d |= v->p[i + 1] << (LIMB_BITS - s);
    return d;
}

/* x / y for magnitudes: the divisor's first 64 bits into the dividend's first 128 to 192, the quotient rounded. */
static double
views_fdiv(const struct int_view *x, const struct int_view *y)
{
    long xb = (long)(x->n * LIMB_BITS) - __builtin_clzl(x->p[x->n - 1]);
    long yb = (long)(y->n * LIMB_BITS) - __builtin_clzl(y->p[y->n - 1]);
    if (xb - yb > DBL_MAX_EXP + 1) return HUGE_VAL;
    if (xb - yb < DBL_MIN_EXP - DBL_MANT_DIG - 2) return 0.0;
    long drop_y = yb - LIMB_BITS, drop_x = xb - 2 * LIMB_BITS;
    if (drop_x > 0) drop_x = drop_x > LIMB_BITS ? drop_x - LIMB_BITS : 0;
    limb_t num[3], quo[3];
    for (int i = 0; i < 3; i++) num[i] = view_bits(x, drop_x + i * LIMB_BITS);
    mpn_divrem_1(quo, 0, num, 3, view_bits(y, drop_y));
    size_t n = 3;
    while (n > 0 && quo[n - 1] == 0) n--;
    if (n == 0) return 0.0;
    long exp;
    uint64_t top = limbs_top64(quo, n, &exp);
    return ldexp((double)top, (int)(exp + drop_x - drop_y));
}

double
int_fdiv_double(VALUE a, VALUE b)
{
    const intptr_t exact = (intptr_t)1 << DBL_MANT_DIG;
    if (val_fix_p(b) && (!val_fix_p(a) || (fix_int(b) <= exact && fix_int(b) >= -exact))) {
        return double_quotient(int_to_double(a), (double)fix_int(b));
    }
    struct int_view x, y;
    int_view(a, &x);
    int_view(b, &y);
    if (x.n == 0) return 0.0;
    double r = views_fdiv(&x, &y);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
    return x.neg != y.neg ? -r : r;
}

/* ---- machine words ---- */

bool
int_to_long(VALUE a, intptr_t *out)
{
    if (val_fix_p(a)) {
        *out = fix_int(a);
        return true;
    }
    if (big_len(a) > 1) return false;
    limb_t d = big_limbs(a)[0];
    if (big_neg_p(a)) {
        if (d > (limb_t)1 << 63) return false;
        *out = (intptr_t)(0 - d);
    } else {
        if (d >= (limb_t)1 << 63) return false;
        *out = (intptr_t)d;
    }
    return true;
}

COLD NORETURN static void
big_too_big(const char *type)
{
    rb_raise(rb_eRangeError, "bignum too big to convert into '%s'", type);
}

static unsigned long
big_to_ulong(VALUE x, const char *type)
{
    if (val_fix_p(x)) return (unsigned long)fix_int(x);
    if (big_len(x) > 1) big_too_big(type);
    limb_t d = big_limbs(x)[0];
    if (!big_neg_p(x)) return d;
    if (d > (limb_t)1 << 63) rb_raise(rb_eRangeError, "bignum out of range of %s", type);
    return 0 - d;
}

static long
big_to_long(VALUE x, const char *type)
{
    intptr_t i;
    if (!int_to_long(x, &i)) big_too_big(type);
    return i;
}

long
rb_big2long(VALUE x)
{
    return big_to_long(x, "long");
}

unsigned long
rb_big2ulong(VALUE x)
{
    return big_to_ulong(x, "unsigned long");
}

LONG_LONG
rb_big2ll(VALUE x)
{
    return big_to_long(x, "long long");
}

unsigned LONG_LONG
rb_big2ull(VALUE x)
{
    return big_to_ulong(x, "unsigned long long");
}

double
rb_big2dbl(VALUE x)
{
    double d = int_to_double(x);
    if (isinf(d)) rb_warning("Integer out of Float range");
    return d;
}

VALUE
rb_dbl2big(double d)
{
    return int_from_double(d);
}

VALUE
rb_int2big(intptr_t n)
{
    return int_from_long(n);
}

VALUE
rb_uint2big(uintptr_t n)
{
    return int_from_ulong(n);
}

VALUE
rb_int2inum(intptr_t n)
{
    return int_from_long(n);
}

VALUE
rb_uint2inum(uintptr_t n)
{
    return int_from_ulong(n);
}

VALUE
rb_ll2inum(LONG_LONG n)
{
    return int_from_long(n);
}

VALUE
rb_ull2inum(unsigned LONG_LONG n)
{
    return int_from_ulong(n);
}

/* ---- words and bytes ---- */

/* Bits of |v|; words of word_bits hold it in *words, the highest of them with *zero_bits to spare. */
static size_t
absint_bits(VALUE v)
{
    v = rb_to_int(v);
    struct int_view x;
    int_view(v, &x);
    size_t bits = x.n ? x.n * LIMB_BITS - (size_t)__builtin_clzl(x.p[x.n - 1]) : 0;
    RB_GC_GUARD(v);
    return bits;
}

size_t
rb_absint_size(VALUE v, int *leading_zero_bits)
{
    size_t bits = absint_bits(v), bytes = (bits + 7) / 8;
    if (leading_zero_bits) *leading_zero_bits = (int)(bytes * 8 - bits);
    return bytes;
}

size_t
rb_absint_numwords(VALUE v, size_t word_bits, size_t *leading_zero_bits)
{
    size_t bits = absint_bits(v);
    if (word_bits == 0) return (size_t)-1;
    size_t words = bits / word_bits + (bits % word_bits != 0);
    if (leading_zero_bits) *leading_zero_bits = words * word_bits - bits;
    return words;
}

int
rb_absint_singlebit_p(VALUE v)
{
    v = rb_to_int(v);
    struct int_view x;
    int_view(v, &x);
    if (x.n == 0 || (x.p[x.n - 1] & (x.p[x.n - 1] - 1)) != 0) return 0;
    for (size_t i = 0; i + 1 < x.n; i++) {
        if (x.p[i]) return 0;
    }
    RB_GC_GUARD(v);
    return 1;
}

/* The arrangement of words in the buffer, which gives the place of byte i (0: least significant) of word w. */
struct word_layout {
    size_t words, word_bytes, nails;
    bool ms_word_first, ms_byte_first;
};

static struct word_layout
word_layout(size_t words, size_t word_bytes, size_t nails, int flags)
{
    struct word_layout l = {words, word_bytes, nails, (flags & INTEGER_PACK_MSWORD_FIRST) != 0,
                            (flags & INTEGER_PACK_MSBYTE_FIRST) != 0};
    int word_order = flags & (INTEGER_PACK_MSWORD_FIRST | INTEGER_PACK_LSWORD_FIRST);
    int byte_order = flags & (INTEGER_PACK_MSBYTE_FIRST | INTEGER_PACK_LSBYTE_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER);
    if (words > 1 && (word_order == 0 || (word_order & (word_order - 1)) != 0)) {
        rb_raise(rb_eArgError, word_order ? "unexpected word order" : "word order not specified");
    }
    if (word_bytes > 1 && (byte_order == 0 || (byte_order & (byte_order - 1)) != 0)) {
        rb_raise(rb_eArgError, byte_order ? "unexpected byte order" : "byte order not specified");
    }
    if (word_bytes == 0) rb_raise(rb_eArgError, "invalid wordsize %" PRIuSIZE, word_bytes);
    if (word_bytes > SSIZE_MAX) rb_raise(rb_eArgError, "too big wordsize: %" PRIuSIZE, word_bytes);
    if (nails >= word_bytes * 8) rb_raise(rb_eArgError, "too big nails: %" PRIuSIZE, nails);
    if (words > SIZE_MAX / word_bytes) {
        rb_raise(rb_eArgError, "too big numwords * wordsize: %" PRIuSIZE " * %" PRIuSIZE, words, word_bytes);
    }
    return l;
}

static inline size_t
word_byte_at(const struct word_layout *l, size_t w, size_t i)
{
    if (l->ms_word_first) w = l->words - 1 - w;
    if (l->ms_byte_first) i = l->word_bytes - 1 - i;
    return w * l->word_bytes + i;
}

/* Bits [at, at + 8) of two's complement (or magnitude) limbs; beyond n they read as `fill`. */
static inline unsigned
limbs_byte(const limb_t *d, size_t n, size_t at, limb_t fill)
{
    size_t i = at / LIMB_BITS;
    unsigned s = at % LIMB_BITS;
    limb_t lo = i < n ? d[i] : fill, hi = i + 1 < n ? d[i + 1] : fill;
    return (unsigned)(s ? lo >> s | hi << (LIMB_BITS - s) : lo) & 0xff;
}

static void
pack_bits(const limb_t *d, size_t n, limb_t fill, void *to, const struct word_layout *l)
{
    unsigned char *out = to;
    size_t word_bits = l->word_bytes * 8 - l->nails;
    for (size_t w = 0; w < l->words; w++) {
        for (size_t i = 0; i < l->word_bytes; i++) {
            unsigned byte = 0;
            if (i * 8 < word_bits) {
                byte = limbs_byte(d, n, w * word_bits + i * 8, fill);
                if (word_bits - i * 8 < 8) byte &= (1u << (word_bits - i * 8)) - 1;
            }
            out[word_byte_at(l, w, i)] = (unsigned char)byte;
        }
    }
}

/* The sign for rb_integer_pack: doubled when `room` bits cannot hold the value. */
static int
pack_sign(const struct int_view *x, size_t room, bool twos)
{
    if (x->n == 0) return 0;
    size_t bits = x->n * LIMB_BITS - (size_t)__builtin_clzl(x->p[x->n - 1]);
    int sign = x->neg ? -1 : 1;
    if (bits <= room) return sign;
    if (twos && x->neg && bits == room + 1) { /* -2**room is all zeros: still exact */
        bool power = (x->p[x->n - 1] & (x->p[x->n - 1] - 1)) == 0;
        for (size_t i = 0; power && i + 1 < x->n; i++) power = x->p[i] == 0;
        if (power) return sign;
    }
    return 2 * sign;
}

int
rb_integer_pack(VALUE v, void *words, size_t numwords, size_t wordsize, size_t nails, int flags)
{
    struct int_view x;
    v = rb_to_int(v);
    struct word_layout l = word_layout(numwords, wordsize, nails, flags);
    int_view(v, &x);
    bool twos = (flags & INTEGER_PACK_2COMP) != 0;
    if (twos && x.neg) {
        limb_t local[16];
        limb_t *d = x.n <= lengthof(local) ? local : gc_malloc(x.n * sizeof(limb_t));
        mpn_neg(d, x.p, (mp_size_t)x.n);
        pack_bits(d, x.n, ~(limb_t)0, words, &l);
        if (d != local) gc_free(d, x.n * sizeof(limb_t));
    } else {
        pack_bits(x.p, x.n, 0, words, &l);
    }
    int sign = pack_sign(&x, numwords * (wordsize * 8 - nails), twos);
    RB_GC_GUARD(v);
    return sign;
}

VALUE
rb_integer_unpack(const void *words, size_t numwords, size_t wordsize, size_t nails, int flags)
{
    struct word_layout l = word_layout(numwords, wordsize, nails, flags);
    const unsigned char *in = words;
    size_t word_bits = wordsize * 8 - nails, total = numwords * word_bits;
    if (total == 0) return int_fix(0);
    size_t n = total / LIMB_BITS + 2;
    limb_t *d, local[16];
    VALUE v = 0;
    if (n <= lengthof(local)) d = local;
    else v = big_alloc(n, &d);
    memset(d, 0, n * sizeof(limb_t));
    for (size_t w = 0; w < numwords; w++) {
        for (size_t i = 0; i < wordsize && i * 8 < word_bits; i++) {
            limb_t byte = in[word_byte_at(&l, w, i)];
            if (word_bits - i * 8 < 8) byte &= (1u << (word_bits - i * 8)) - 1;
            size_t at = w * word_bits + i * 8;
            unsigned s = at % LIMB_BITS;
            d[at / LIMB_BITS] |= byte << s;
            if (s > LIMB_BITS - 8) d[at / LIMB_BITS + 1] |= byte >> (LIMB_BITS - s);
        }
    }
    bool neg = false;
    if (flags & INTEGER_PACK_2COMP) {
        size_t top = total - 1;
        neg = (flags & INTEGER_PACK_NEGATIVE) || (d[top / LIMB_BITS] >> (top % LIMB_BITS) & 1);
        if (neg) { /* extend the sign, then negate */
            d[total / LIMB_BITS] |= ~(limb_t)0 << (total % LIMB_BITS);
            for (size_t i = total / LIMB_BITS + 1; i < n; i++) d[i] = ~(limb_t)0;
            mpn_neg(d, d, (mp_size_t)n);
        }
    } else {
        neg = (flags & INTEGER_PACK_NEGATIVE) != 0;
    }
    return v ? big_finish(v, n, neg) : int_from_limbs(d, n, neg);
}

void
rb_big_pack(VALUE x, unsigned long *buf, long num_longs)
{
    rb_integer_pack(x, buf, (size_t)num_longs, sizeof(long), 0,
                    INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER | INTEGER_PACK_2COMP);
}

VALUE
rb_big_unpack(unsigned long *buf, long num_longs)
{
    return rb_integer_unpack(buf, (size_t)num_longs, sizeof(long), 0,
                             INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER | INTEGER_PACK_2COMP);
}

/* ---- rb_big_*: kept for extensions; the operands may be any Integer ---- */

VALUE
rb_big_new(size_t len, int sign)
{
    limb_t *d;
    VALUE v = big_alloc(len ? len : 1, &d);
    memset(d, 0, (len ? len : 1) * sizeof(limb_t));
    if (!sign) obj_hdr(v)->flags |= BIG_NEG;
    return v;
}

VALUE
rb_big_clone(VALUE x)
{
    limb_t *d;
    size_t n = big_len(x);
    VALUE v = big_alloc(n, &d);
    memcpy(d, big_limbs(x), n * sizeof(limb_t));
    if (big_neg_p(x)) obj_hdr(v)->flags |= BIG_NEG;
    return v;
}

VALUE
rb_big_norm(VALUE x)
{
    return val_fix_p(x) ? x : big_finish(x, big_len(x), big_neg_p(x));
}

void
rb_big_resize(VALUE x, size_t len)
{
    size_t n = big_len(x);
    if (obj_flags(x) & BIG_HEAP) {
        struct big_heap *h = (struct big_heap *)x;
        h->ptr = gc_realloc(h->ptr, n * sizeof(limb_t), len * sizeof(limb_t));
        h->len = len;
    } else if (len <= (gc_slot_bytes(x) - OBJ_HEADER_BYTES) / sizeof(limb_t) && len <= BIG_EMBED_MAX) {
        obj_hdr(x)->flags = (obj_flags(x) & ~BIG_LEN_MASK) | (uint32_t)len << BIG_LEN_SHIFT;
    } else {
        limb_t *p = gc_malloc(len * sizeof(limb_t));
        memcpy(p, big_limbs(x), n * sizeof(limb_t));
        obj_hdr(x)->flags = (obj_flags(x) & ~BIG_LEN_MASK) | BIG_HEAP;
        ((struct big_heap *)x)->ptr = p;
        ((struct big_heap *)x)->len = len;
        gc_own(x);
    }
    if (len > n) memset(big_limbs(x) + n, 0, (len - n) * sizeof(limb_t));
}

void
rb_big_2comp(VALUE x)
{
    mpn_neg(big_limbs(x), big_limbs(x), (mp_size_t)big_len(x));
}

int
rb_bigzero_p(VALUE x)
{
    return val_fix_p(x) ? x == int_fix(0) : (int)mpn_zero_p(big_limbs(x), (mp_size_t)big_len(x));
}

int
rb_big_sign(VALUE x)
{
    return !int_neg_p(x);
}

VALUE
rb_big_hash(VALUE x)
{
    return ST2FIX(int_hash(x));
}

int
rb_uv_to_utf8(char buf[6], unsigned long uv)
{
    static const struct {
        unsigned long last;
        unsigned char lead;
    } step[] = {{0x7f, 0}, {0x7ff, 0xc0}, {0xffff, 0xe0}, {0x1fffff, 0xf0}, {0x3ffffff, 0xf8}, {0x7fffffff, 0xfc}};
    for (int n = 0; n < (int)lengthof(step); n++) {
        if (uv > step[n].last) continue;
        for (int i = n; i > 0; i--) {
            buf[i] = (char)(0x80 | (uv & 0x3f));
            uv >>= 6;
        }
        buf[0] = (char)(step[n].lead | uv);
        return n + 1;
    }
    rb_raise(rb_eRangeError, "pack(U): value out of range");
}
