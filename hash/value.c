/*
 * hash/value.c - the hash and eql? of any value as Hash uses them.
 *
 * Owns      the seed.
 * Uses      string.h, numeric.h, class.h
 * Algorithm Strings go through SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012; one round a
 *           word and three at the end, as Rust and Linux use for tables): keys that come from outside must not be
 *           able to collide at will.  Immediates take one multiplication of 64 by 64 bits, folded, with the seed.
 * Checked   test/test_hash.rb
 */
#include "internal/compiler.h"
#include "internal/hash.h"
#include "internal/numeric.h"
#include "internal/string.h"
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

uint64_t hash_seed[2];
static uint64_t sip_key[2];
static ID id_hash, id_eql;

__attribute__((constructor(101))) static void
hash_draw_seed(void)
{
    uint64_t r[4];
    if (getrandom(r, sizeof r, 0) != (ssize_t)sizeof r) abort();
    memcpy(hash_seed, r, sizeof hash_seed);
    memcpy(sip_key, r + 2, sizeof sip_key);
}

/* ---- SipHash-1-3 ---- */

struct sip {
    uint64_t v0, v1, v2, v3;
};

static ALWAYS_INLINE uint64_t
rotl(uint64_t x, int b)
{
    return x << b | x >> (64 - b);
}

static ALWAYS_INLINE void
sip_round(struct sip *s)
{
    s->v0 += s->v1;
    s->v2 += s->v3;
    s->v1 = rotl(s->v1, 13) ^ s->v0;
    s->v3 = rotl(s->v3, 16) ^ s->v2;
    s->v0 = rotl(s->v0, 32);
    s->v2 += s->v1;
    s->v0 += s->v3;
    s->v1 = rotl(s->v1, 17) ^ s->v2;
    s->v3 = rotl(s->v3, 21) ^ s->v0;
    s->v2 = rotl(s->v2, 32);
}

static ALWAYS_INLINE uint64_t
load64(const uint8_t *p)
{
    uint64_t x;
    memcpy(&x, p, 8);
    return __builtin_bswap64(__builtin_bswap64(x)); /* little-endian machines only (configure checks) */
}

/* Returns the last `rest` bytes of n, 0 to 7, in the low bytes of a word. */
static ALWAYS_INLINE uint64_t
load_tail(const uint8_t *p, size_t rest, size_t n)
{
    if (n >= 8) return rest ? load64(p + rest - 8) >> (8 * (8 - rest)) : 0;
    uint64_t x = 0;
    if (rest & 4) {
        uint32_t a;
        memcpy(&a, p, 4);
        x = a;
        if (rest & 3) {
            uint32_t b;
            memcpy(&b, p + rest - 4, 4); /* overlaps a */
            x |= (uint64_t)b << (8 * (rest - 4));
        }
        return x;
    }
    if (rest) {
        x = p[0] | (uint64_t)p[rest >> 1] << (8 * (rest >> 1)) | (uint64_t)p[rest - 1] << (8 * (rest - 1));
    }
    return x;
}

uint64_t
hash_bytes(const void *at, size_t n, uint64_t seed_more)
{
    const uint8_t *p = n ? at : (const uint8_t *)"";
    uint64_t k0 = sip_key[0] ^ seed_more, k1 = sip_key[1];
    struct sip s = {k0 ^ 0x736f6d6570736575ull, k1 ^ 0x646f72616e646f6dull, k0 ^ 0x6c7967656e657261ull,
                    k1 ^ 0x7465646279746573ull};
    for (const uint8_t *end = p + (n & ~(size_t)7); p < end; p += 8) {
        uint64_t m = load64(p);
        s.v3 ^= m;
        sip_round(&s);
        s.v0 ^= m;
    }
    uint64_t b = (uint64_t)n << 56 | load_tail(p, n & 7, n);
    s.v3 ^= b;
    sip_round(&s);
    s.v0 ^= b;
    s.v2 ^= 0xff;
    sip_round(&s);
    sip_round(&s);
    sip_round(&s);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

/* ---- #hash as a number ---- */

VALUE
hash_to_value(uint64_t h)
{
    return (VALUE)h | 1;
}

uint64_t
hash_from_value(VALUE v)
{
    if (!val_fix_p(v)) {
        v = rb_to_int(v);
        if (!val_fix_p(v)) return obj_hash_slow(v);
    }
    return (uint64_t)v;
}

static uint64_t
hash_float(double d)
{
    if (d == 0.0) return hash_identity(float_new(0.0)); /* -0.0 too: they are eql? */
    return hash_bytes(&d, sizeof d, 0x666c6f) | 1;
}

static uint64_t
hash_big(VALUE v)
{
    size_t n = rb_absint_size(v, NULL);
    uint8_t small[64], *buf = n <= sizeof small ? small : NULL;
    VALUE hold = 0;
    if (!buf) {
        hold = rb_str_buf_new((long)n);
        buf = (uint8_t *)str_ptr(hold);
    }
    int sign = rb_integer_pack(v, buf, n, 1, 0, INTEGER_PACK_LITTLE_ENDIAN);
    uint64_t h = hash_bytes(buf, n, sign < 0 ? 0x62696d : 0x626967) | 1;
    RB_GC_GUARD(hold);
    return h;
}

/* Returns whether the object's method `mid` is this C function. */
static ALWAYS_INLINE bool
method_is_cfunc(VALUE v, ID mid, void *fn)
{
    const struct method_entry *me = method_lookup(obj_class(v), mid);
    return me && me->def->kind == METHOD_CFUNC && (void *)me->def->as.cfunc.fn == fn;
}

static NOINLINE uint64_t
hash_by_call(VALUE v)
{
    const struct method_entry *me = method_lookup(obj_class(v), id_hash);
    if (!me || me->def->kind != METHOD_CFUNC) return hash_by_ruby(v);
    if ((void *)me->def->as.cfunc.fn == (void *)rb_obj_hash) return hash_identity(v);
    return hash_from_value(rb_funcallv(v, id_hash, 0, NULL));
}

/* A heap object's. */
uint64_t
obj_hash_slow(VALUE v)
{
    switch (obj_type(v)) {
    case T_STRING: return str_hash(v) | 1;
    case T_SYMBOL: return hash_identity(v);
    case T_FLOAT: return hash_float(float_value(v));
    case T_BIGNUM: return hash_big(v);
    case T_ARRAY:
        if (method_basic_p(obj_class(v), id_hash)) return ary_hash(v) | 1;
        return hash_by_call(v);
    default: return hash_by_call(v);
    }
}

uint64_t
obj_hash(VALUE v)
{
    return obj_hash_inline(v);
}

bool
obj_eql_slow(VALUE a, VALUE b) /* a != b */
{
    if (!val_heap_p(a)) return val_flonum_p(a) && val_type_p(b, T_FLOAT) && float_value(a) == float_value(b);
    switch (obj_type(a)) {
    case T_STRING:
        if (val_type_p(b, T_STRING)) return str_equal(a, b);
        break;
    case T_SYMBOL: return false;
    case T_FLOAT: return val_float_p(b) && float_value(a) == float_value(b);
    case T_BIGNUM: return val_type_p(b, T_BIGNUM) && int_cmp(a, b) == 0;
    }
    if (method_is_cfunc(a, id_eql, (void *)rb_obj_equal)) return false;
    return val_truthy(rb_funcall(a, id_eql, 1, b));
}

bool
obj_eql(VALUE a, VALUE b)
{
    return a == b || obj_eql_slow(a, b);
}

/* ---- public C API ---- */

VALUE
rb_hash(VALUE v)
{
    if (val_heap_p(v) && !method_basic_p(obj_class(v), id_hash)) return hash_to_value(hash_by_call(v));
    VALUE h = rb_funcallv(v, id_hash, 0, NULL);
    return val_fix_p(h) ? h : hash_to_value(hash_from_value(h));
}

st_index_t
rb_memhash(const void *p, long n)
{
    return (st_index_t)hash_bytes(p, (size_t)n, 0);
}

st_index_t
rb_hash_start(st_index_t h)
{
    return (st_index_t)hash_mix(hash_seed[0], h);
}

void
Init_hash_value(void)
{
    id_hash = rb_intern("hash");
    id_eql = rb_intern("eql?");
}
