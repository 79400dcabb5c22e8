/*
 * ruby/internal/intern/number.h - Integer (Bignum), Float, Rational, Complex, Random.
 */
#ifndef RUBY_INTERNAL_INTERN_NUMBER_H
#define RUBY_INTERNAL_INTERN_NUMBER_H 1

#include "ruby/internal/number.h"
#include "ruby/st.h"

/* rb_integer_pack and _unpack: order of words, order of bytes in a word, and representation. */
#define INTEGER_PACK_MSWORD_FIRST 0x01
#define INTEGER_PACK_LSWORD_FIRST 0x02
#define INTEGER_PACK_MSBYTE_FIRST 0x10
#define INTEGER_PACK_LSBYTE_FIRST 0x20
#define INTEGER_PACK_NATIVE_BYTE_ORDER 0x40
#define INTEGER_PACK_2COMP 0x80
#define INTEGER_PACK_FORCE_BIGNUM 0x100
#define INTEGER_PACK_NEGATIVE 0x200
#define INTEGER_PACK_FORCE_GENERIC_IMPLEMENTATION 0x400
#define INTEGER_PACK_LITTLE_ENDIAN (INTEGER_PACK_LSWORD_FIRST | INTEGER_PACK_LSBYTE_FIRST)
#define INTEGER_PACK_BIG_ENDIAN (INTEGER_PACK_MSWORD_FIRST | INTEGER_PACK_MSBYTE_FIRST)

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- Integer ---- */
VALUE rb_big_new(size_t len, int sign);
VALUE rb_big_clone(VALUE x);
VALUE rb_big_norm(VALUE x);
void rb_big_2comp(VALUE x);
void rb_big_resize(VALUE x, size_t len);
int rb_bigzero_p(VALUE x);
VALUE rb_cstr_to_inum(const char *str, int base, int raise);
VALUE rb_cstr2inum(const char *str, int base);
VALUE rb_str_to_inum(VALUE str, int base, int raise);
VALUE rb_str2inum(VALUE str, int base);
VALUE rb_big2str(VALUE x, int base);
VALUE rb_fix2str(VALUE x, int base);
long rb_big2long(VALUE x);
unsigned long rb_big2ulong(VALUE x);
LONG_LONG rb_big2ll(VALUE x);
unsigned LONG_LONG rb_big2ull(VALUE x);
double rb_big2dbl(VALUE x);
VALUE rb_dbl2big(double d);
void rb_big_pack(VALUE x, unsigned long *buf, long num_longs);
VALUE rb_big_unpack(unsigned long *buf, long num_longs);
int rb_uv_to_utf8(char buf[6], unsigned long uv);
VALUE rb_big_cmp(VALUE x, VALUE y);
VALUE rb_big_eq(VALUE x, VALUE y);
VALUE rb_big_eql(VALUE x, VALUE y);
VALUE rb_big_plus(VALUE x, VALUE y);
VALUE rb_big_minus(VALUE x, VALUE y);
VALUE rb_big_mul(VALUE x, VALUE y);
VALUE rb_big_div(VALUE x, VALUE y);
VALUE rb_big_idiv(VALUE x, VALUE y);
VALUE rb_big_modulo(VALUE x, VALUE y);
VALUE rb_big_divmod(VALUE x, VALUE y);
VALUE rb_big_pow(VALUE x, VALUE y);
VALUE rb_big_and(VALUE x, VALUE y);
VALUE rb_big_or(VALUE x, VALUE y);
VALUE rb_big_xor(VALUE x, VALUE y);
VALUE rb_big_lshift(VALUE x, VALUE y);
VALUE rb_big_rshift(VALUE x, VALUE y);
VALUE rb_big_hash(VALUE x);
VALUE rb_int_positive_pow(long x, unsigned long y);
/* |v| as numwords words of wordsize bytes less nails bits each; returns the sign, doubled on overflow. */
int rb_integer_pack(VALUE v, void *words, size_t numwords, size_t wordsize, size_t nails, int flags);
VALUE rb_integer_unpack(const void *words, size_t numwords, size_t wordsize, size_t nails, int flags);
size_t rb_absint_size(VALUE v, int *leading_zero_bits);
size_t rb_absint_numwords(VALUE v, size_t word_bits, size_t *leading_zero_bits);
int rb_absint_singlebit_p(VALUE v);
VALUE rb_Integer(VALUE v);
VALUE rb_check_to_int(VALUE v);
VALUE rb_num2fix(VALUE v);
VALUE rb_dbl_cmp(double x, double y);
VALUE rb_check_to_integer(VALUE v, const char *method);
VALUE rb_check_to_float(VALUE v);

/* ---- Float ---- */
VALUE rb_Float(VALUE v);
double rb_cstr_to_dbl(const char *str, int raise);
double rb_str_to_dbl(VALUE str, int raise);
VALUE rb_flt_rationalize(VALUE x);
VALUE rb_flt_rationalize_with_prec(VALUE x, VALUE prec);
VALUE rb_dbl_complex_new(double real, double imag);
VALUE rb_dbl_complex_new_polar_pi(double abs, double ang);

/* ---- coercion ---- */
VALUE rb_num_coerce_bin(VALUE x, VALUE y, ID op);
VALUE rb_num_coerce_cmp(VALUE x, VALUE y, ID op);
VALUE rb_num_coerce_relop(VALUE x, VALUE y, ID op);
VALUE rb_num_coerce_bit(VALUE x, VALUE y, ID op);

/* ---- Rational ---- */
VALUE rb_rational_raw(VALUE num, VALUE den); /* unreduced, unchecked */
VALUE rb_rational_new(VALUE num, VALUE den);
VALUE rb_Rational(VALUE num, VALUE den);
VALUE rb_rational_num(VALUE r);
VALUE rb_rational_den(VALUE r);

/* ---- Complex ---- */
VALUE rb_complex_raw(VALUE real, VALUE imag);
VALUE rb_complex_new(VALUE real, VALUE imag);
VALUE rb_complex_new_polar(VALUE abs, VALUE arg);
VALUE rb_complex_polar(VALUE abs, VALUE arg);
VALUE rb_Complex(VALUE real, VALUE imag);
VALUE rb_complex_real(VALUE z);
VALUE rb_complex_imag(VALUE z);
VALUE rb_complex_plus(VALUE x, VALUE y);
VALUE rb_complex_minus(VALUE x, VALUE y);
VALUE rb_complex_mul(VALUE x, VALUE y);
VALUE rb_complex_div(VALUE x, VALUE y);
VALUE rb_complex_uminus(VALUE z);
VALUE rb_complex_conjugate(VALUE z);
VALUE rb_complex_abs(VALUE z);
VALUE rb_complex_arg(VALUE z);
VALUE rb_complex_pow(VALUE x, VALUE y);

/* ---- Random ---- */
unsigned int rb_genrand_int32(void);
double rb_genrand_real(void);
unsigned long rb_genrand_ulong_limited(unsigned long limit);
void rb_reset_random_seed(void);
unsigned int rb_random_int32(VALUE rnd);
double rb_random_real(VALUE rnd);
VALUE rb_random_bytes(VALUE rnd, long n);
VALUE rb_random_int(VALUE rnd, VALUE max);
unsigned long rb_random_ulong_limited(VALUE rnd, unsigned long limit);
RBIMPL_SYMBOL_EXPORT_END()

#define rb_rational_raw1(x) rb_rational_raw((x), INT2FIX(1))
#define rb_rational_raw2(x, y) rb_rational_raw((x), (y))
#define rb_rational_new1(x) rb_rational_new((x), INT2FIX(1))
#define rb_rational_new2(x, y) rb_rational_new((x), (y))
#define rb_Rational1(x) rb_Rational((x), INT2FIX(1))
#define rb_Rational2(x, y) rb_Rational((x), (y))
#define rb_complex_raw1(x) rb_complex_raw((x), INT2FIX(0))
#define rb_complex_raw2(x, y) rb_complex_raw((x), (y))
#define rb_complex_new1(x) rb_complex_new((x), INT2FIX(0))
#define rb_complex_new2(x, y) rb_complex_new((x), (y))
#define rb_Complex1(x) rb_Complex((x), INT2FIX(0))
#define rb_Complex2(x, y) rb_Complex((x), (y))

#endif
