/*
 * parser_number.c - numbers that are more than a short Integer: decimals, exponents, big integers.
 *
 * A decimal of up to 19 significant digits is an integer w times a power of ten.  When w is below 2**53 and the power is
 * exact (10**22 at most), one operation of the processor rounds once.  Else w is multiplied by the power's first 128
 * bits (Lemire, "Number Parsing at a Gigabyte per Second", 2021; Mushtak and Lemire, "Fast Number Parsing Without
 * Fallback", 2023: 128 bits always decide).  More digits: if w and w + 1 round alike the rest does not matter, else all
 * digits go to dtoa_from_digits.
 *
 * The powers of five are computed when the first decimal needs them, by GMP: 651 of them, in 0.1 ms.
 */
#include "internal/compiler.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "ext/json/parser.h"
#include "internal/numeric/dtoa.h"
#include "internal/numeric.h"
#include "ruby/ruby.h"

enum {
    POW_MIN = -342,
    POW_MAX = 308,     /* 10**q beyond these: 0 or Infinity, whatever 64 bits it multiplies */
    TIE_POW_MAX = 27,  /* 5**27 fits 64 bits: w * 10**-27 may lie between two doubles, less may not */
    DIGITS_MAX = 19,   /* always fit 64 bits */
    KEEP_DIGITS = 800, /* more than decide a double */
};
#define EXPONENT_CAP 1000000000000000ll

struct pow5 {
    uint64_t high, low; /* the first 128 bits of 5**q, the top one set; q from -TIE_POW_MAX to -1: rounded up */
};
static struct pow5 pow5_table[POW_MAX - POW_MIN + 1];
static bool pow5_ready;

static void
pow5_put(int q, const mpz_t v) /* v has 128 bits */
{
    struct pow5 *t = &pow5_table[q - POW_MIN];
    size_t n;
    uint64_t words[2] = {0, 0};
    mpz_export(words, &n, -1, 8, 0, 0, v);
    t->high = words[1];
    t->low = words[0];
}

/* To 128 bits: zeros below, or the rest cut off. */
static void
to_128_bits(mpz_t v)
{
    size_t bits = mpz_sizeinbase(v, 2);
    if (bits > 128) mpz_tdiv_q_2exp(v, v, bits - 128);
    else mpz_mul_2exp(v, v, 128 - bits);
}

static COLD void
pow5_fill(void)
{
    mpz_t power, v;
    mpz_init_set_ui(power, 1);
    mpz_init(v);
    for (int q = 0; q <= -POW_MIN; q++) {
        if (q <= POW_MAX) {
            mpz_set(v, power);
            to_128_bits(v);
            pow5_put(q, v);
        }
        if (q > 0) {
            mpz_set_ui(v, 1);
            mpz_mul_2exp(v, v, mpz_sizeinbase(power, 2) + 127);
            mpz_tdiv_q(v, v, power);
            if (q <= TIE_POW_MAX) mpz_add_ui(v, v, 1);
            pow5_put(-q, v);
        }
        mpz_mul_ui(power, power, 5);
    }
    mpz_clear(power);
    mpz_clear(v);
    pow5_ready = true;
}

static inline double
from_bits(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* w * 10**q, w > 0, to the nearest double. */
static double
scale_by_table(uint64_t w, int q)
{
    enum { MANTISSA = 52, BIAS = 1023, KEPT = 64 - MANTISSA - 3, INF_EXP = 0x7ff };
    if (UNLIKELY(!pow5_ready)) pow5_fill();
    const struct pow5 *t = &pow5_table[q - POW_MIN];
    int lz = __builtin_clzll(w);
    w <<= lz;
    unsigned __int128 product = (unsigned __int128)w * t->high;
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    if (UNLIKELY((high & ((1u << KEPT) - 1)) == (1u << KEPT) - 1)) { /* the lower half may carry into what is kept */
        uint64_t more = (uint64_t)((unsigned __int128)w * t->low >> 64);
        low += more;
        high += low < more;
    }
    int upper = (int)(high >> 63);
    uint64_t m = high >> (upper + KEPT);
    int e = ((217706 * q) >> 16) + 63 + upper - lz + BIAS; /* floor(q * log2(10)) */
    if (UNLIKELY(e <= 0)) {                                /* subnormal */
        if (e <= -63) return 0.0;
        m >>= 1 - e;
        m = (m + (m & 1)) >> 1;
        return from_bits(m); /* a carry out of the mantissa is exponent 1, as it should be */
    }
    /* Exactly between two doubles?  Only small powers can be. */
    if (UNLIKELY(low <= 1 && q >= -4 && q <= 23 && (m & 3) == 1 && m << (upper + KEPT) == high)) m &= ~(uint64_t)1;
    m = (m + (m & 1)) >> 1;
    if (UNLIKELY(m >> (MANTISSA + 1))) {
        m = (uint64_t)1 << MANTISSA;
        e++;
    }
    if (UNLIKELY(e >= INF_EXP)) return INFINITY;
    return from_bits((m & (((uint64_t)1 << MANTISSA) - 1)) | (uint64_t)e << MANTISSA);
}

double
json_decimal_far(uint64_t w, int64_t exp10)
{
    if (w == 0 || exp10 < POW_MIN) return 0.0;
    if (exp10 > POW_MAX) return INFINITY;
    return scale_by_table(w, (int)exp10);
}

/* ---- reading ---- */

static ALWAYS_INLINE bool
digit_p(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* The parts of a number's text. */
struct number {
    const char *whole, *point; /* first digit; the '.' or NULL */
    const char *end;           /* of the digits */
    int64_t exp10;             /* what e said */
    bool negative;
};

/* Digits in order, leading zeros skipped, at most `most` of them kept; *dropped counts the rest, *sticky: any not zero. */
static size_t
gather(const struct number *n, char *to, size_t most, size_t *dropped, bool *sticky)
{
    size_t kept = 0;
    *dropped = 0;
    *sticky = false;
    for (const char *p = n->whole; p < n->end; p++) {
        if (p == n->point || (kept == 0 && *p == '0')) continue;
        if (kept < most) {
            to[kept++] = *p;
        } else {
            ++*dropped;
            *sticky |= *p != '0';
        }
    }
    return kept;
}

/* More digits than 64 bits hold. */
static NOINLINE double
long_decimal(const struct number *n)
{
    char digits[KEEP_DIGITS + 1];
    size_t dropped;
    bool sticky;
    size_t kept = gather(n, digits, KEEP_DIGITS, &dropped, &sticky);
    int64_t exp10 = n->exp10 - (n->point ? n->end - n->point - 1 : 0) + (int64_t)dropped;
    if (kept <= DIGITS_MAX) {
        uint64_t w = 0;
        for (size_t i = 0; i < kept; i++) w = w * 10 + (uint64_t)(digits[i] - '0');
        return json_decimal(w, exp10);
    }
    uint64_t w = 0;
    for (size_t i = 0; i < DIGITS_MAX; i++) w = w * 10 + (uint64_t)(digits[i] - '0');
    int64_t exp_w = exp10 + (int64_t)(kept - DIGITS_MAX);
    double below = json_decimal(w, exp_w), above = json_decimal(w + 1, exp_w);
    if (below == above) return below;
    if (sticky) {
        digits[kept++] = '1';
        exp10--;
    }
    return dtoa_from_digits(digits, kept, (int)exp10);
}

/* The exponent after e or E at p; huge ones are cut where they no longer matter. */
static const char *
take_exponent(const char *p, int64_t *exp10)
{
    bool negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    if (!digit_p(*p)) return NULL;
    int64_t e = 0;
    for (; digit_p(*p); p++) {
        if (e < EXPONENT_CAP) e = e * 10 + (*p - '0');
    }
    *exp10 = negative ? -e : e;
    return p;
}

static VALUE
integer_of(const struct number *n)
{
    return int_from_digits(n->whole, (size_t)(n->end - n->whole), 10, n->negative);
}

static double
decimal_of(const struct number *n)
{
    size_t count = (size_t)(n->end - n->whole) - (n->point != NULL);
    double d;
    if (LIKELY(count <= DIGITS_MAX)) {
        uint64_t w = 0;
        for (const char *p = n->whole; p < n->end; p++) {
            if (p != n->point) w = w * 10 + (uint64_t)(*p - '0');
        }
        d = json_decimal(w, n->exp10 - (n->point ? n->end - n->point - 1 : 0));
    } else {
        d = long_decimal(n);
    }
    return n->negative ? -d : d;
}

const char *
json_number(struct json_parser *ps, const char *p, VALUE *v)
{
    struct number n = {p, NULL, NULL, 0, *p == '-'};
    const char *from = p;
    bool decimal = false;
    if (n.negative) {
        if (memcmp(p, "-Infinity", 9) == 0) {
            if (!ps->config->allow_nan) json_fail(ps, "unexpected token %s", p);
            *v = float_new(-INFINITY);
            return p + 9;
        }
        n.whole = ++p;
    }
    while (digit_p(*p)) p++;
    if (p == n.whole || (*n.whole == '0' && p - n.whole > 1)) json_fail(ps, "invalid number: %s", from);
    if (*p == '.') {
        n.point = p++;
        decimal = true;
        while (digit_p(*p)) p++;
        if (p == n.point + 1) json_fail(ps, "invalid number: %s", from);
    }
    n.end = p;
    if (*p == 'e' || *p == 'E') {
        p = take_exponent(p + 1, &n.exp10);
        if (!p) json_fail(ps, "invalid number: %s", from);
        decimal = true;
    }
    if (!decimal) *v = integer_of(&n);
    else if (ps->config->decimal_receiver) *v = json_decimal_call(ps->config, from, (size_t)(p - from));
    else *v = float_new(decimal_of(&n));
    return p;
}
