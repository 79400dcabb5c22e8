/*
 * sizeof.c - RbConfig::SIZEOF and RbConfig::LIMITS: the sizes and bounds of the compiler's C types.
 */
#include <ruby.h>

#include <float.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <wchar.h>
#include <wctype.h>

struct size {
    const char *name;
    int bytes;
};

#define SIZE(type) {#type, (int)sizeof(type)}

static const struct size sizes[] = {
    SIZE(int),
    SIZE(short),
    SIZE(long),
    SIZE(long long),
#ifdef __SIZEOF_INT128__
    {"__int128", __SIZEOF_INT128__},
#endif
    SIZE(off_t),
    {"void*", sizeof(void *)},
    SIZE(float),
    SIZE(double),
    SIZE(time_t),
    SIZE(clock_t),
    SIZE(size_t),
    SIZE(ptrdiff_t),
    SIZE(dev_t),
    SIZE(int8_t),
    SIZE(uint8_t),
    SIZE(int16_t),
    SIZE(uint16_t),
    SIZE(int32_t),
    SIZE(uint32_t),
    SIZE(int64_t),
    SIZE(uint64_t),
#ifdef __SIZEOF_INT128__
    {"int128_t", __SIZEOF_INT128__},
    {"uint128_t", __SIZEOF_INT128__},
#endif
    SIZE(intptr_t),
    SIZE(uintptr_t),
    SIZE(ssize_t),
    SIZE(int_least8_t),
    SIZE(int_least16_t),
    SIZE(int_least32_t),
    SIZE(int_least64_t),
    SIZE(int_fast8_t),
    SIZE(int_fast16_t),
    SIZE(int_fast32_t),
    SIZE(int_fast64_t),
    SIZE(intmax_t),
    SIZE(sig_atomic_t),
    SIZE(wchar_t),
    SIZE(wint_t),
    SIZE(wctrans_t),
    SIZE(wctype_t),
    SIZE(_Bool),
    SIZE(long double),
    SIZE(float _Complex),
    SIZE(double _Complex),
    SIZE(long double _Complex),
#ifdef HAVE_TYPE___FLOAT128
    SIZE(__float128),
#endif
#ifdef HAVE_TYPE__DECIMAL32
    SIZE(_Decimal32),
#endif
#ifdef HAVE_TYPE__DECIMAL64
    SIZE(_Decimal64),
#endif
#ifdef HAVE_TYPE__DECIMAL128
    SIZE(_Decimal128),
#endif
#ifdef HAVE_TYPE___FLOAT80
    SIZE(__float80),
#endif
};

/* A bound of an integer type.  If `negative` is set, bits are those of an int64_t, else of a uint64_t. */
struct integer {
    const char *name;
    uint64_t bits;
    int negative;
};

#define MAX(name) {#name "_MAX", (uint64_t)(name##_MAX), 0}
#define MIN(name) {#name "_MIN", (uint64_t)(name##_MIN), (name##_MIN) < 0}
#define SIGNED(name) MAX(name), MIN(name)
#define FIXED(bits)                                                                                             \
    SIGNED(INT##bits), MAX(UINT##bits), SIGNED(INT_LEAST##bits), MAX(UINT_LEAST##bits), SIGNED(INT_FAST##bits), \
        MAX(UINT_FAST##bits)
#define PLAIN(name) {#name, (uint64_t)(name), (name) < 0}
#define EACH_FLOAT(name) PLAIN(FLT_##name), PLAIN(DBL_##name), PLAIN(LDBL_##name)

static const struct integer integers[] = {
    SIGNED(FIXNUM),
    SIGNED(CHAR),
    SIGNED(SCHAR),
    MAX(UCHAR),
    SIGNED(WCHAR),
    SIGNED(SHRT),
    MAX(USHRT),
    SIGNED(INT),
    MAX(UINT),
    SIGNED(LONG),
    MAX(ULONG),
    SIGNED(LLONG),
    MAX(ULLONG),
    FIXED(8),
    FIXED(16),
    FIXED(32),
    FIXED(64),
    SIGNED(INTMAX),
    MAX(UINTMAX),
    SIGNED(INTPTR),
    MAX(UINTPTR),
    MAX(SIZE),
    SIGNED(PTRDIFF),
    PLAIN(FLT_RADIX),
    PLAIN(FLT_EVAL_METHOD),
    EACH_FLOAT(MANT_DIG),
    EACH_FLOAT(DIG),
    EACH_FLOAT(MIN_EXP),
    EACH_FLOAT(MIN_10_EXP),
    EACH_FLOAT(MAX_EXP),
    EACH_FLOAT(MAX_10_EXP),
    {"FLT_DECIMAL_DIG", __FLT_DECIMAL_DIG__, 0},
    {"DBL_DECIMAL_DIG", __DBL_DECIMAL_DIG__, 0},
    {"LDBL_DECIMAL_DIG", __LDBL_DECIMAL_DIG__, 0},
    {"DECIMAL_DIG", __DECIMAL_DIG__, 0},
    {"FLT_HAS_SUBNORM", __FLT_HAS_DENORM__, 0},
    {"DBL_HAS_SUBNORM", __DBL_HAS_DENORM__, 0},
    {"LDBL_HAS_SUBNORM", __LDBL_HAS_DENORM__, 0},
};

struct real {
    const char *name;
    double value;
};

static const struct real reals[] = {
    {"FLT_MAX", FLT_MAX}, {"DBL_MAX", DBL_MAX}, {"FLT_EPSILON", FLT_EPSILON},         {"DBL_EPSILON", DBL_EPSILON},
    {"FLT_MIN", FLT_MIN}, {"DBL_MIN", DBL_MIN}, {"FLT_TRUE_MIN", __FLT_DENORM_MIN__}, {"DBL_TRUE_MIN", __DBL_DENORM_MIN__},
};

static void
add(VALUE hash, const char *name, VALUE v)
{
    rb_hash_aset(hash, rb_interned_str_cstr(name), v);
}

void
Init_sizeof(void)
{
    VALUE config = rb_define_module("RbConfig"), sizeof_table = rb_hash_new(), limits = rb_hash_new();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) add(sizeof_table, sizes[i].name, INT2FIX(sizes[i].bytes));
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        const struct integer *n = &integers[i];
        add(limits, n->name, n->negative ? LL2NUM((int64_t)n->bits) : ULL2NUM(n->bits));
    }
    add(limits, "FLT_ROUNDS", INT2FIX(FLT_ROUNDS));
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) add(limits, reals[i].name, DBL2NUM(reals[i].value));
    rb_define_const(config, "SIZEOF", rb_obj_freeze(sizeof_table));
    rb_define_const(config, "LIMITS", rb_obj_freeze(limits));
}
