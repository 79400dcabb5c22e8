/*
 * numeric/random.c - Random, Random::Formatter, Kernel#rand and #srand.
 *
 * The generator is MT19937 (M. Matsumoto and T. Nishimura, Mersenne Twister, ACM Transactions on Modeling and Computer
 * Simulation 8/1, 1998).  It is seeded as its authors do: init_genrand for a seed of one word, init_by_array for longer ones.
 * The sequence of a seed depends on how the words become numbers, so the comment above each such function has the number and
 * order of its words.  Extensions add other generators through ruby/random.h.
 *
 * Checked   test/test_random.rb
 */
#include "internal/compiler.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/random.h>

#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/range.h"
#include "internal/string.h"
#include "ruby/random.h"
#include "ruby/ruby.h"

VALUE rb_cRandom;

/* ---- MT19937 ---- */

enum { MT_WORDS = 624, MT_SHIFT = 397 };

struct mt {
    uint32_t state[MT_WORDS];
    int left; /* words to hand out before the next twist, plus one; 1: none */
    bool seeded;
};

static void
mt_init_word(struct mt *mt, uint32_t seed)
{
    mt->state[0] = seed;
    for (uint32_t i = 1; i < MT_WORDS; i++) {
        mt->state[i] = 1812433253u * (mt->state[i - 1] ^ (mt->state[i - 1] >> 30)) + i;
    }
    mt->left = 1;
    mt->seeded = true;
}

static void
mt_init_array(struct mt *mt, const uint32_t *key, size_t len)
{
    mt_init_word(mt, 19650218u);
    uint32_t *s = mt->state;
    size_t i = 1, j = 0;
    for (size_t k = len > MT_WORDS ? len : MT_WORDS; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i >= MT_WORDS) s[0] = s[MT_WORDS - 1], i = 1;
        if (++j >= len) j = 0;
    }
    for (size_t k = MT_WORDS - 1; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i >= MT_WORDS) s[0] = s[MT_WORDS - 1], i = 1;
    }
    s[0] = 0x80000000u;
}

static void
mt_twist(struct mt *mt)
{
    uint32_t *s = mt->state;
    for (int i = 0; i < MT_WORDS; i++) {
        uint32_t y = (s[i] & 0x80000000u) | (s[(i + 1) % MT_WORDS] & 0x7fffffffu);
        s[i] = s[(i + MT_SHIFT) % MT_WORDS] ^ (y >> 1) ^ ((y & 1) ? 0x9908b0dfu : 0);
    }
    mt->left = MT_WORDS + 1;
}

static uint32_t
mt_next(struct mt *mt)
{
    if (--mt->left <= 0) {
        mt_twist(mt);
        mt->left--;
    }
    uint32_t y = mt->state[MT_WORDS - mt->left];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

/* ---- generators ---- */

struct random_mt {
    rb_random_t base;
    struct mt mt;
};

static void
random_mt_init(rb_random_t *r, const uint32_t *key, size_t len)
{
    mt_init_array(&((struct random_mt *)r)->mt, key, len);
}

static void
random_mt_init_int32(rb_random_t *r, uint32_t seed)
{
    mt_init_word(&((struct random_mt *)r)->mt, seed);
}

static unsigned int
random_mt_int32(rb_random_t *r)
{
    return mt_next(&((struct random_mt *)r)->mt);
}

static void
random_mt_bytes(rb_random_t *r, void *buf, size_t n)
{
    rb_rand_bytes_int32(random_mt_int32, r, buf, n);
}

enum { SEED_WORDS = 4 };

static const rb_random_interface_t random_mt_interface = {
    SEED_WORDS * 32,
    RUBY_RANDOM_INTERFACE_VERSION_INITIALIZER,
    random_mt_init,
    random_mt_init_int32,
    random_mt_int32,
    random_mt_bytes,
    NULL,
};

void
rb_random_mark(void *p)
{
    rb_gc_mark(((rb_random_t *)p)->seed);
}

static size_t
random_mt_memsize(const void *p)
{
    return sizeof(struct random_mt);
}

const rb_data_type_t rb_random_data_type_1_0 = {
    "random", {rb_random_mark, RUBY_TYPED_DEFAULT_FREE, 0, 0, {0}}, 0, 0, RUBY_TYPED_FREE_IMMEDIATELY,
};

static const rb_data_type_t random_mt_type = {
    "random/MT",
    {rb_random_mark, RUBY_TYPED_DEFAULT_FREE, random_mt_memsize, 0, {0}},
    &rb_random_data_type_1_0,
    (void *)&random_mt_interface,
    RUBY_TYPED_FREE_IMMEDIATELY,
};

/* The process's own generator, seeded at first use. */
static struct random_mt default_random;

/* A generator and its functions.  If rnd is NULL, obj is a Ruby object whose method bytes is called. */
struct source {
    rb_random_t *rnd;
    const rb_random_interface_t *rng;
    VALUE obj;
};

static VALUE new_seed(void);
static void seed_generator(rb_random_t *rnd, const rb_random_interface_t *rng, VALUE seed);

static rb_random_t *
default_generator(void)
{
    if (UNLIKELY(!default_random.mt.seeded)) {
        VALUE seed = new_seed();
        seed_generator(&default_random.base, &random_mt_interface, seed);
        default_random.base.seed = seed;
    }
    return &default_random.base;
}

static struct source
source_default(void)
{
    return (struct source){default_generator(), &random_mt_interface, rb_cRandom};
}

/* Random itself, a Random::Base, or anything with bytes. */
static struct source
source_of(VALUE obj)
{
    if (obj == rb_cRandom) return source_default();
    if (!rb_typeddata_is_kind_of(obj, &rb_random_data_type_1_0)) return (struct source){NULL, NULL, obj};
    const rb_random_interface_t *rng = RTYPEDDATA_TYPE(obj)->data;
    rb_random_t *rnd = RTYPEDDATA_GET_DATA(obj);
    if (rng == &random_mt_interface && !((struct random_mt *)rnd)->mt.seeded) {
        VALUE seed = new_seed();
        seed_generator(rnd, rng, seed);
        RB_OBJ_WRITE(obj, &rnd->seed, seed);
    }
    return (struct source){rnd, rng, obj};
}

static void
bytes_from_object(VALUE obj, void *buf, size_t n)
{
    VALUE len = int_from_ulong(n), s = rb_funcallv_public(obj, rb_intern("bytes"), 1, &len);
    StringValue(s);
    if (str_len(s) < n) rb_raise(rb_eRangeError, "random data too short %ld", (long)str_len(s));
    if (str_len(s) > n) rb_raise(rb_eRangeError, "random data too long %ld", (long)str_len(s));
    memcpy(buf, str_ptr(s), n);
    RB_GC_GUARD(s);
}

static uint32_t
next_word(const struct source *s)
{
    uint32_t w;
    if (s->rnd) return s->rng->get_int32(s->rnd);
    bytes_from_object(s->obj, &w, sizeof w);
    return w;
}

/* ---- doubles: two words ---- */

/* [0, 1) from 27 and 26 high bits; with the 1 included, all 64 bits, spread so that 1 can be reached. */
double
rb_int_pair_to_real(uint32_t a, uint32_t b, int exclusive)
{
    if (exclusive) return ((double)(a >> 5) * 67108864.0 + (double)(b >> 6)) * (1.0 / 9007199254740992.0);
    unsigned __int128 x = (unsigned __int128)a << 32 | b, m = ((unsigned __int128)1 << 53) | 1;
    return ldexp((double)(uint64_t)((x * m) >> 64), -53);
}

static double
next_real(const struct source *s, bool exclusive)
{
    uint32_t w[2];
    if (!s->rnd) {
        bytes_from_object(s->obj, w, sizeof w);
    } else if (s->rng->get_real) {
        return s->rng->get_real(s->rnd, exclusive);
    } else {
        w[0] = s->rng->get_int32(s->rnd);
        w[1] = s->rng->get_int32(s->rnd);
    }
    return rb_int_pair_to_real(w[0], w[1], exclusive);
}

/* ---- integers ---- */

static uint64_t
mask_of(uint64_t limit) /* ones up to its highest one */
{
    return limit ? ~(uint64_t)0 >> __builtin_clzl(limit) : 0;
}

/* Returns a number in 0..limit, limit > 0, from the method `bytes` of an object: 4 bytes at a time if limit has at most 32 bits,
 * else 8.  If the low bits give a number that is too large, tries the bits above them before it takes more bytes. */
static uint64_t
limited_from_object(VALUE obj, uint64_t limit)
{
    unsigned width = 64 - (unsigned)__builtin_clzl(limit), left = 0;
    uint64_t bits = 0, v;
    do {
        if (left < width) {
            uint32_t w[2] = {0};
            size_t n = width > 32 ? sizeof w : sizeof *w;
            bytes_from_object(obj, w, n);
            bits = (uint64_t)w[1] << 32 | w[0];
            left = (unsigned)n * 8;
        }
        v = bits & mask_of(limit);
        bits = width < 64 ? bits >> width : 0;
        left -= width;
    } while (v > limit);
    return v;
}

/* Returns a number in 0..limit.  Takes the high word first, and a word only where the mask has bits.  Takes all words again if the
 * number is too large. */
static uint64_t
next_limited(const struct source *s, uint64_t limit)
{
    if (limit == 0) return 0;
    if (!s->rnd) return limited_from_object(s->obj, limit);
    uint64_t mask = mask_of(limit);
    for (;;) {
        uint64_t v = 0;
        bool good = true;
        for (int i = 1; good && i >= 0; i--) {
            if (!((mask >> (i * 32)) & 0xffffffff)) continue;
            v |= (uint64_t)next_word(s) << (i * 32);
            v &= mask;
            good = v <= limit;
        }
        if (good) return v;
    }
}

/* Does what next_limited() does for a Bignum, with words of 32 bits.  An object gives all of them in one call, the highest first. */
static VALUE
next_limited_big(const struct source *s, VALUE limit)
{
    size_t words = rb_absint_numwords(limit, 32, NULL);
    VALUE holder;
    uint32_t *lim = ALLOCV_N(uint32_t, holder, words * 3), *out = lim + words, *given = out + words;
    const int order = INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER;
    rb_integer_pack(limit, lim, words, sizeof *lim, 0, order);
    for (bool again = true; again;) {
        uint32_t mask = 0;
        bool at_limit = true; /* so far equal to the limit's words */
        again = false;
        if (!s->rnd) bytes_from_object(s->obj, given, words * sizeof *given);
        for (size_t i = words; !again && i-- > 0;) {
            mask = mask ? 0xffffffffu : (uint32_t)mask_of(lim[i]);
            out[i] = mask ? (s->rnd ? next_word(s) : given[words - 1 - i]) & mask : 0;
            if (!at_limit || !mask) continue;
            again = out[i] > lim[i];
            at_limit = out[i] == lim[i];
        }
    }
    VALUE v = rb_integer_unpack(out, words, sizeof *out, 0, order);
    ALLOCV_END(holder);
    return v;
}

/* 0..limit, limit an Integer >= 0. */
static VALUE
next_integer(const struct source *s, VALUE limit)
{
    if (val_fix_p(limit)) return int_from_ulong(next_limited(s, (uint64_t)fix_int(limit)));
    if (s->rnd && big_len(limit) == 1) return int_from_ulong(next_limited(s, big_limbs(limit)[0]));
    return next_limited_big(s, limit);
}

/* ---- seeds ---- */

static void
random_fill(void *buf, size_t n)
{
    for (char *p = buf; n > 0;) {
        ssize_t got = getrandom(p, n, 0);
        if (got < 0) {
            if (errno == EINTR) continue;
            rb_sys_fail("getrandom");
        }
        p += got;
        n -= (size_t)got;
    }
}

static VALUE
new_seed(void)
{
    uint32_t w[SEED_WORDS + 1];
    size_t n = SEED_WORDS;
    random_fill(w, SEED_WORDS * sizeof *w);
    if (w[n - 1] <= 1) w[n++] = 1; /* a guard, so that leading zeros count: seed_generator takes it off */
    return rb_integer_unpack(w, n, sizeof *w, 0, INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER);
}

/* Seeds the generator with the seed's magnitude, in words of 32 bits. */
static void
seed_generator(rb_random_t *rnd, const rb_random_interface_t *rng, VALUE seed)
{
    VALUE holder;
    size_t n = rb_absint_numwords(seed, 32, NULL);
    if (n == 0) n = 1;
    uint32_t *w = ALLOCV_N(uint32_t, holder, n);
    rb_integer_pack(int_abs(seed), w, n, sizeof *w, 0, INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER);
    if (n == 1) rng->init_int32(rnd, w[0]);
    else rng->init(rnd, w, w[n - 1] == 1 ? n - 1 : n);
    ALLOCV_END(holder);
}

void
rb_random_base_init(rb_random_t *rnd)
{
    rnd->seed = int_fix(0);
}

/* ---- Random ---- */

static VALUE
random_s_alloc(VALUE klass)
{
    struct random_mt *r;
    VALUE obj = TypedData_Make_Struct(klass, struct random_mt, &random_mt_type, r);
    rb_random_base_init(&r->base);
    return obj;
}

static VALUE
random_m_initialize(int argc, const VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    rb_check_frozen(self);
    if (!rb_typeddata_is_kind_of(self, &rb_random_data_type_1_0)) rb_unexpected_type(self, T_DATA);
    const rb_random_interface_t *rng = RTYPEDDATA_TYPE(self)->data;
    rb_random_t *rnd = RTYPEDDATA_GET_DATA(self);
    if (!rng) {
        rb_raise(rb_eTypeError, "uninitialized random: %s", RTYPEDDATA_TYPE(self)->wrap_struct_name);
    }
    VALUE seed = argc ? rb_to_int(argv[0]) : new_seed();
    seed_generator(rnd, rng, seed);
    RB_OBJ_WRITE(self, &rnd->seed, seed);
    return self;
}

static struct random_mt *
random_mt_of(VALUE self)
{
    struct source s = source_of(self);
    if (s.rng != &random_mt_interface)
        rb_raise(rb_eTypeError, "wrong argument type %s (expected random/MT)", rb_obj_classname(self));
    return (struct random_mt *)s.rnd;
}

static VALUE
random_m_initialize_copy(VALUE self, VALUE orig)
{
    if (!OBJ_INIT_COPY(self, orig)) return self;
    struct random_mt *from = random_mt_of(orig), *to = RTYPEDDATA_GET_DATA(self);
    *to = *from;
    RB_OBJ_WRITTEN(self, Qundef, to->base.seed);
    return self;
}

static VALUE
mt_state_value(const struct mt *mt)
{
    return rb_integer_unpack(mt->state, MT_WORDS, sizeof *mt->state, 0,
                             INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER);
}

static VALUE
random_m_state(VALUE self)
{
    return mt_state_value(&random_mt_of(self)->mt);
}

static VALUE
random_m_left(VALUE self)
{
    return int_fix(random_mt_of(self)->mt.left);
}

static VALUE
random_m_marshal_dump(VALUE self)
{
    VALUE parts[] = {random_m_state(self), random_m_left(self), random_mt_of(self)->base.seed};
    return ary_new_from(parts, lengthof(parts));
}

static VALUE
random_m_marshal_load(VALUE self, VALUE dump)
{
    struct random_mt *r = rb_check_typeddata(self, &random_mt_type);
    VALUE left = int_fix(1), seed = int_fix(0);
    rb_check_frozen(self);
    Check_Type(dump, T_ARRAY);
    size_t n = ary_len(dump);
    if (n < 1 || n > 3) rb_raise(rb_eArgError, "wrong dump data");
    if (n > 1) left = ary_at(dump, 1);
    if (n > 2) seed = ary_at(dump, 2);
    rb_integer_pack(ary_at(dump, 0), r->mt.state, MT_WORDS, sizeof *r->mt.state, 0,
                    INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_NATIVE_BYTE_ORDER);
    unsigned long l = NUM2ULONG(left);
    if (l > MT_WORDS || l == 0) rb_raise(rb_eArgError, "wrong value");
    r->mt.left = (int)l;
    r->mt.seeded = true;
    RB_OBJ_WRITE(self, &r->base.seed, rb_to_int(seed));
    return self;
}

static VALUE
random_m_equal(VALUE self, VALUE other)
{
    if (rb_obj_class(other) == rb_obj_class(self)) {
        const struct random_mt *one = random_mt_of(self), *two = random_mt_of(other);
        if (one->mt.left == two->mt.left && !memcmp(one->mt.state, two->mt.state, sizeof one->mt.state))
            return rb_equal(one->base.seed, two->base.seed);
    }
    return Qfalse;
}

static VALUE
random_m_seed(VALUE self)
{
    return source_of(self).rnd->seed;
}

static VALUE
random_bytes(const struct source *s, VALUE len)
{
    long n = NUM2LONG(len);
    VALUE str = rb_str_new(NULL, n);
    if (n > 0) s->rng->get_bytes(s->rnd, str_ptr(str), (size_t)n);
    RB_GC_GUARD(str);
    return str;
}

static VALUE
random_m_bytes(VALUE self, VALUE len)
{
    struct source s = source_of(self);
    return random_bytes(&s, len);
}

static VALUE
random_s_seed(VALUE klass)
{
    return default_generator()->seed;
}

static VALUE
random_s_new_seed(VALUE klass)
{
    return new_seed();
}

static VALUE
random_s_urandom(VALUE klass, VALUE len)
{
    long n = NUM2LONG(len);
    VALUE str = rb_str_new(NULL, n);
    if (n > 0) random_fill(str_ptr(str), (size_t)n);
    return str;
}

static VALUE
random_s_srand(int argc, const VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 0, 1);
    VALUE seed = argc ? rb_to_int(argv[0]) : new_seed();
    VALUE old = default_generator()->seed;
    seed_generator(&default_random.base, &random_mt_interface, seed);
    default_random.base.seed = seed;
    return old;
}

/* ---- rand: which numbers an argument asks for ---- */

COLD NORETURN static void
invalid_argument(VALUE v)
{
    rb_raise(rb_eArgError, "invalid argument - %" PRIsVALUE, v);
}

static double
finite_double(VALUE v)
{
    double d = num_to_double(v);
    if (!isfinite(d)) rb_syserr_fail(EDOM, 0);
    return d;
}

/* Kernel#rand and Integers elsewhere: 0...max; nil when max is 0 (or negative, unless `restrictive` is false). */
static VALUE
rand_integer(const struct source *s, VALUE max, bool restrictive)
{
    if (max == int_fix(0)) return Qnil;
    if (int_neg_p(max)) {
        if (restrictive) return Qnil;
        max = int_neg(max);
    }
    return next_integer(s, int_sub(max, int_fix(1)));
}

/* A Float in beg..beg+span; nil if there is none. */
static VALUE
rand_float_span(const struct source *s, VALUE beg, VALUE end, VALUE span, bool exclusive)
{
    double width = num_to_double(span), mid = 0.5, scale = 1;
    if (isinf(width)) { /* the span overflows: draw from half of it around the middle */
        double low = finite_double(beg) / 2.0, high = finite_double(end) / 2.0;
        scale = 2;
        mid = high + low;
        width = high - low;
    }
    if (isnan(width)) rb_syserr_fail(EDOM, 0);
    if (width > 0.0) {
        double r = next_real(s, exclusive);
        if (scale > 1) return float_new((r - 0.5) * width * scale + mid);
        return float_new(r * width);
    }
    return width == 0.0 && !exclusive ? float_new(0.0) : Qnil;
}

/* Returns a random value from a range v, nil if the range is empty, or Qfalse if v is not such a range. */
static VALUE
rand_range(const struct source *s, VALUE v)
{
    VALUE beg, end, span, r;
    int excl;
    if (!rb_range_values(v, &beg, &end, &excl)) return Qfalse;
    if (NIL_P(beg) || NIL_P(end)) rb_syserr_fail(EDOM, 0);
    if (!rb_respond_to(end, '-')) return Qfalse;
    span = num_call(end, '-', beg);
    VALUE whole = val_float_p(span) ? Qnil : rb_check_to_int(span);
    if (!NIL_P(whole)) {
        if (excl) whole = int_sub(whole, int_fix(1));
        if (int_neg_p(whole)) return Qnil;
        r = next_integer(s, whole);
    } else {
        if (NIL_P(span = rb_check_to_float(span))) return Qfalse;
        bool overflow = isinf(float_value(span)) != 0;
        r = rand_float_span(s, beg, end, span, excl);
        if (NIL_P(r) || overflow) return r;
    }
    if (val_int_p(beg) && val_int_p(r)) return int_add(beg, r);
    if (val_float_p(r)) {
        VALUE f = rb_check_to_float(beg);
        if (!NIL_P(f)) return float_new(float_value(r) + float_value(f));
    }
    return num_call(beg, '+', r);
}

/* Random.rand and Random#rand, with the argument given: nil or false-ish results are the caller's to refuse. */
static VALUE
rand_of(const struct source *s, VALUE max)
{
    VALUE i;
    if (NIL_P(max)) return Qnil;
    if (!val_float_p(max)) {
        if (!NIL_P(i = rb_check_to_int(max))) return rand_integer(s, i, true);
        return rand_range(s, max);
    }
    double d = finite_double(max);
    if (d < 0.0) return Qnil;
    double r = next_real(s, true);
    return float_new(d == 0.0 ? r : r * d);
}

/* rand of Random, Random::Base, Random::Formatter. */
static VALUE
random_rand(int argc, const VALUE *argv, const struct source *s)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0) return float_new(next_real(s, true));
    VALUE v = rand_of(s, argv[0]);
    if (v == Qfalse) {
        rb_to_int(argv[0]); /* raises for an object that is not a number */
        invalid_argument(argv[0]);
    }
    if (NIL_P(v)) invalid_argument(argv[0]);
    return v;
}

static VALUE
random_m_rand(int argc, const VALUE *argv, VALUE self)
{
    struct source s = source_of(self);
    return random_rand(argc, argv, &s);
}

static VALUE
random_s_rand(int argc, const VALUE *argv, VALUE klass)
{
    struct source s = source_default();
    return random_rand(argc, argv, &s);
}

/* Where rand refuses, random_number answers a Float. */
static VALUE
formatter_m_random_number(int argc, const VALUE *argv, VALUE self)
{
    struct source s = source_of(self);
    rb_check_arity(argc, 0, 1);
    VALUE v = argc ? rand_of(&s, argv[0]) : Qnil;
    if (v == Qfalse) invalid_argument(argv[0]);
    return NIL_P(v) ? float_new(next_real(&s, true)) : v;
}

static VALUE
kernel_m_rand(int argc, const VALUE *argv, VALUE self)
{
    struct source s = source_default();
    rb_check_arity(argc, 0, 1);
    if (argc && !NIL_P(argv[0])) {
        VALUE v = rand_range(&s, argv[0]);
        if (v != Qfalse) return v;
        v = rand_integer(&s, rb_to_int(argv[0]), false);
        if (!NIL_P(v)) return v;
    }
    return float_new(next_real(&s, true));
}

/* ---- the C API ---- */

void
rb_rand_bytes_int32(rb_random_get_int32_func *next, rb_random_t *rnd, void *buf, size_t n)
{
    unsigned char *p = buf;
    for (; n >= 4; n -= 4, p += 4) {
        uint32_t w = next(rnd);
        memcpy(p, &w, 4);
    }
    if (n > 0) {
        for (uint32_t w = next(rnd); n > 0; n--, w >>= 8) *p++ = (unsigned char)w;
    }
}

unsigned int
rb_genrand_int32(void)
{
    return random_mt_int32(default_generator());
}

double
rb_genrand_real(void)
{
    struct source s = source_default();
    return next_real(&s, true);
}

unsigned long
rb_genrand_ulong_limited(unsigned long limit)
{
    struct source s = source_default();
    return next_limited(&s, limit);
}

unsigned int
rb_random_int32(VALUE obj)
{
    struct source s = source_of(obj);
    return next_word(&s);
}

double
rb_random_real(VALUE obj)
{
    struct source s = source_of(obj);
    return next_real(&s, true);
}

/* Returns a number in 0..limit from obj.  If obj is not a generator of Random::Base, calls its rand(limit + 1). */
unsigned long
rb_random_ulong_limited(VALUE obj, unsigned long limit)
{
    struct source s = source_of(obj);
    if (s.rnd) return next_limited(&s, limit);
    VALUE max = int_add(int_from_ulong(limit), int_fix(1));
    VALUE v = rb_to_int(rb_funcallv_public(obj, rb_intern("rand"), 1, &max));
    if (int_neg_p(v)) rb_raise(rb_eRangeError, "random number too small %" PRIsVALUE, v);
    unsigned long r = NUM2ULONG(v);
    if (r > limit) rb_raise(rb_eRangeError, "random number too big %" PRIsVALUE, v);
    return r;
}

VALUE
rb_random_bytes(VALUE obj, long n)
{
    struct source s = source_of(obj);
    VALUE len = LONG2NUM(n);
    return s.rnd ? random_bytes(&s, len) : rb_funcallv_public(obj, rb_intern("bytes"), 1, &len);
}

VALUE
rb_random_int(VALUE obj, VALUE max)
{
    struct source s = source_of(obj);
    VALUE v = rand_integer(&s, rb_to_int(max), true);
    if (NIL_P(v)) invalid_argument(max);
    return v;
}

/* After fork: the child shall not repeat its parent's sequence. */
void
rb_reset_random_seed(void)
{
    default_random.mt.seeded = false;
    default_random.base.seed = int_fix(0);
}

void
Init_Random(void)
{
    gc_register_global(&default_random.base.seed);
    default_random.base.seed = int_fix(0);
    rb_define_global_function("srand", random_s_srand, -1);
    rb_define_global_function("rand", kernel_m_rand, -1);

    VALUE base = rb_define_class_id(rb_intern("Base"), rb_cObject);
    VALUE c = rb_cRandom = rb_define_class("Random", base);
    rb_undef_alloc_func(base);
    rb_const_set(c, rb_intern("Base"), base);
    rb_define_private_method(base, "initialize", random_m_initialize, -1);
    rb_define_method(base, "rand", random_m_rand, -1);
    rb_define_method(base, "bytes", random_m_bytes, 1);
    rb_define_method(base, "seed", random_m_seed, 0);

    rb_define_alloc_func(c, random_s_alloc);
    rb_define_private_method(c, "initialize_copy", random_m_initialize_copy, 1);
    rb_define_private_method(c, "marshal_dump", random_m_marshal_dump, 0);
    rb_define_private_method(c, "marshal_load", random_m_marshal_load, 1);
    rb_define_private_method(c, "state", random_m_state, 0);
    rb_define_private_method(c, "left", random_m_left, 0);
    rb_define_method(c, "==", random_m_equal, 1);

    rb_define_singleton_method(c, "srand", random_s_srand, -1);
    rb_define_singleton_method(c, "rand", random_s_rand, -1);
    rb_define_singleton_method(c, "bytes", random_m_bytes, 1);
    rb_define_singleton_method(c, "seed", random_s_seed, 0);
    rb_define_singleton_method(c, "new_seed", random_s_new_seed, 0);
    rb_define_singleton_method(c, "urandom", random_s_urandom, 1);
    rb_define_private_method(CLASS_OF(c), "state", random_m_state, 0);
    rb_define_private_method(CLASS_OF(c), "left", random_m_left, 0);

    VALUE formatter = rb_define_module_under(c, "Formatter");
    rb_include_module(base, formatter);
    rb_extend_object(c, formatter);
    rb_define_method(formatter, "rand", random_m_rand, -1);
    rb_define_method(formatter, "random_number", formatter_m_random_number, -1);
}
