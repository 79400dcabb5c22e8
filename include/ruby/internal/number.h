/*
 * ruby/internal/number.h - C numbers to Ruby numbers and back.
 *
 * A conversion to C raises RangeError when the value does not fit and TypeError when it is no number (nil and booleans
 * included); Floats are truncated, other objects asked for to_int. The inlines take the Fixnum path and leave the rest
 * to functions.
 */
#ifndef RUBY_INTERNAL_NUMBER_H
#define RUBY_INTERNAL_NUMBER_H 1

#include "ruby/internal/value.h"

#define RUBY_FIXNUM_MAX (LONG_MAX / 2)
#define RUBY_FIXNUM_MIN (LONG_MIN / 2)
#define FIXNUM_MAX RUBY_FIXNUM_MAX
#define FIXNUM_MIN RUBY_FIXNUM_MIN

#define RB_POSFIXABLE(n) ((n) <= RUBY_FIXNUM_MAX)
#define RB_NEGFIXABLE(n) ((n) >= RUBY_FIXNUM_MIN)
#define RB_FIXABLE(n) (RB_POSFIXABLE(n) && RB_NEGFIXABLE(n))
#define POSFIXABLE(n) RB_POSFIXABLE(n)
#define NEGFIXABLE(n) RB_NEGFIXABLE(n)
#define FIXABLE(n) RB_FIXABLE(n)

RBIMPL_SYMBOL_EXPORT_BEGIN()
VALUE rb_int2big(intptr_t n);
VALUE rb_uint2big(uintptr_t n);
VALUE rb_int2inum(intptr_t n);
VALUE rb_uint2inum(uintptr_t n);
VALUE rb_ll2inum(LONG_LONG n);
VALUE rb_ull2inum(unsigned LONG_LONG n);
long rb_num2long(VALUE v);
unsigned long rb_num2ulong(VALUE v);
long rb_num2int(VALUE v);
unsigned long rb_num2uint(VALUE v);
long rb_fix2int(VALUE v);
unsigned long rb_fix2uint(VALUE v);
short rb_num2short(VALUE v);
unsigned short rb_num2ushort(VALUE v);
short rb_fix2short(VALUE v);
unsigned short rb_fix2ushort(VALUE v);
LONG_LONG rb_num2ll(VALUE v);
unsigned LONG_LONG rb_num2ull(VALUE v);
double rb_num2dbl(VALUE v);
VALUE rb_float_new(double d);
VALUE rb_float_new_in_heap(double d);
double rb_float_value(VALUE v);
VALUE rb_to_float(VALUE v);
VALUE rb_to_int(VALUE v);
RBIMPL_ATTR_NORETURN() void rb_out_of_int(SIGNED_VALUE n);
RBIMPL_SYMBOL_EXPORT_END()

#define rb_int_new rb_int2inum
#define rb_uint_new rb_uint2inum

static inline VALUE
RB_INT2FIX(long n)
{
    return ((VALUE)n << 1) | RUBY_FIXNUM_FLAG;
}

static inline long
rb_fix2long(VALUE v)
{
    return (long)v >> 1;
}

static inline unsigned long
rb_fix2ulong(VALUE v)
{
    return (unsigned long)rb_fix2long(v);
}

static inline VALUE
rb_long2num_inline(long n)
{
    return RB_FIXABLE(n) ? RB_INT2FIX(n) : rb_int2big(n);
}

static inline VALUE
rb_ulong2num_inline(unsigned long n)
{
    return RB_POSFIXABLE(n) ? RB_INT2FIX((long)n) : rb_uint2big(n);
}

static inline long
rb_num2long_inline(VALUE v)
{
    return RB_FIXNUM_P(v) ? rb_fix2long(v) : rb_num2long(v);
}

static inline unsigned long
rb_num2ulong_inline(VALUE v)
{
    return RB_FIXNUM_P(v) ? rb_fix2ulong(v) : rb_num2ulong(v);
}

static inline int
rb_long2int_inline(long n)
{
    int i = (int)n;
    if (RB_UNLIKELY(i != n)) rb_out_of_int(n);
    return i;
}

static inline VALUE
rb_int2num_inline(int n)
{
    return RB_INT2FIX(n);
}

static inline VALUE
rb_uint2num_inline(unsigned int n)
{
    return RB_INT2FIX((long)n);
}

static inline int
rb_num2int_inline(VALUE v)
{
    long n = rb_fix2long(v);
    return RB_LIKELY(RB_FIXNUM_P(v) && (int)n == n) ? (int)n : (int)rb_num2int(v);
}

static inline int
RB_FIX2INT(VALUE v)
{
    return rb_num2int_inline(v);
}

static inline unsigned int
RB_NUM2UINT(VALUE v)
{
    return (unsigned int)rb_num2uint(v);
}

static inline unsigned int
RB_FIX2UINT(VALUE v)
{
    return (unsigned int)rb_fix2uint(v);
}

static inline short
rb_num2short_inline(VALUE v)
{
    return RB_FIXNUM_P(v) ? rb_fix2short(v) : rb_num2short(v);
}

static inline LONG_LONG
rb_num2ll_inline(VALUE v)
{
    return RB_FIXNUM_P(v) ? rb_fix2long(v) : rb_num2ll(v);
}

static inline unsigned LONG_LONG
rb_num2ull_inline(VALUE v)
{
    return RB_FIXNUM_P(v) ? (unsigned LONG_LONG)rb_fix2long(v) : rb_num2ull(v);
}

static inline VALUE
rb_ll2num_inline(LONG_LONG n)
{
    return RB_FIXABLE(n) ? RB_INT2FIX((long)n) : rb_ll2inum(n);
}

static inline VALUE
rb_ull2num_inline(unsigned LONG_LONG n)
{
    return RB_POSFIXABLE(n) ? RB_INT2FIX((long)n) : rb_ull2inum(n);
}

/* uid and gid accept -1 for "all ones". */
static inline unsigned long
rb_num2uidt_any(VALUE v)
{
    return (unsigned long)rb_num2long_inline(v);
}

#define RB_FIX2INT RB_FIX2INT
#define RB_NUM2UINT RB_NUM2UINT
#define RB_FIX2UINT RB_FIX2UINT
#define USHORT2NUM RB_INT2FIX
#define rb_fix_new RB_INT2FIX
#define RB_LONG2FIX RB_INT2FIX
#define RB_FIX2LONG rb_fix2long
#define RB_FIX2ULONG rb_fix2ulong
#define RB_LONG2NUM rb_long2num_inline
#define RB_ULONG2NUM rb_ulong2num_inline
#define RB_NUM2LONG rb_num2long_inline
#define RB_NUM2ULONG rb_num2ulong_inline
#define RB_INT2NUM rb_int2num_inline
#define RB_UINT2NUM rb_uint2num_inline
#define RB_NUM2INT rb_num2int_inline
#define RB_NUM2SHORT rb_num2short_inline
#define RB_NUM2USHORT rb_num2ushort
#define RB_FIX2SHORT rb_fix2short
#define RB_NUM2LL rb_num2ll_inline
#define RB_NUM2ULL rb_num2ull_inline
#define RB_LL2NUM rb_ll2num_inline
#define RB_ULL2NUM rb_ull2num_inline
#define RB_SIZE2NUM RB_ULONG2NUM
#define RB_SSIZE2NUM RB_LONG2NUM
#define RB_NUM2SIZE RB_NUM2ULONG
#define RB_NUM2SSIZE RB_NUM2LONG
#define RB_FLOAT_VALUE rb_float_value

/* Constant if n is: extensions have them in case labels and initializers. */
#define RB_INT2FIX(n) ((((VALUE)(long)(n)) << 1) | RUBY_FIXNUM_FLAG)
#define INT2FIX(n) RB_INT2FIX(n)
#define LONG2FIX(n) RB_INT2FIX(n)
#define FIX2LONG(v) rb_fix2long(v)
#define FIX2ULONG(v) rb_fix2ulong(v)
#define FIX2INT(v) RB_FIX2INT(v)
#define FIX2UINT(v) RB_FIX2UINT(v)
#define FIX2SHORT(v) rb_fix2short(v)
#define INT2NUM(n) rb_int2num_inline(n)
#define UINT2NUM(n) rb_uint2num_inline(n)
#define LONG2NUM(n) rb_long2num_inline(n)
#define ULONG2NUM(n) rb_ulong2num_inline(n)
#define LL2NUM(n) rb_ll2num_inline(n)
#define ULL2NUM(n) rb_ull2num_inline(n)
#define NUM2INT(v) rb_num2int_inline(v)
#define NUM2UINT(v) RB_NUM2UINT(v)
#define NUM2LONG(v) rb_num2long_inline(v)
#define NUM2ULONG(v) rb_num2ulong_inline(v)
#define NUM2LL(v) rb_num2ll_inline(v)
#define NUM2ULL(v) rb_num2ull_inline(v)
#define NUM2SHORT(v) rb_num2short_inline(v)
#define NUM2USHORT(v) rb_num2ushort(v)
#define NUM2DBL(v) rb_num2dbl(v)
#define DBL2NUM(d) rb_float_new(d)
#define RFLOAT_VALUE(v) rb_float_value(v)
#define rb_long2int(n) rb_long2int_inline(n)

#define SIZET2NUM(n) RB_SIZE2NUM(n)
#define SSIZET2NUM(n) RB_SSIZE2NUM(n)
#define NUM2SIZET(v) RB_NUM2SIZE(v)
#define NUM2SSIZET(v) RB_NUM2SSIZE(v)
#define OFFT2NUM(n) RB_LL2NUM(n)
#define NUM2OFFT(v) ((off_t)RB_NUM2LONG(v))
#define PIDT2NUM(n) RB_LONG2NUM(n)
#define NUM2PIDT(v) ((pid_t)RB_NUM2LONG(v))
#define UIDT2NUM(n) RB_UINT2NUM(n)
#define NUM2UIDT(v) ((uid_t)rb_num2uidt_any(v))
#define GIDT2NUM(n) RB_UINT2NUM(n)
#define NUM2GIDT(v) ((gid_t)rb_num2uidt_any(v))
#define MODET2NUM(n) RB_UINT2NUM(n)
#define NUM2MODET(v) ((mode_t)RB_NUM2INT(v))
#define DEVT2NUM(n) RB_ULL2NUM(n)
#define NUM2DEVT(v) ((dev_t)RB_NUM2ULL(v))
#define TIMET2NUM(n) RB_LONG2NUM(n)
#define NUM2TIMET(v) ((time_t)RB_NUM2LONG(v))
#define RLIM2NUM(n) RB_ULL2NUM(n)
#define NUM2RLIM(v) ((rlim_t)RB_NUM2ULL(v))
#define NUM2IOCTLREQ(v) RB_NUM2ULONG(v)
#define CLOCKID2NUM(n) RB_INT2NUM(n)
#define NUM2CLOCKID(v) ((clockid_t)RB_NUM2INT(v))
#define PTR2NUM(x) (LONG2NUM((long)(x)))
#define NUM2PTR(x) ((void *)(NUM2ULONG(x)))
#define RB_ST2FIX(h) RB_INT2FIX((long)((h) << 1) >> 1)
#define ST2FIX(h) RB_ST2FIX(h)
#define RB_CHR2FIX(c) RB_INT2FIX((long)(unsigned char)(c))
#define CHR2FIX(c) RB_CHR2FIX(c)

#endif
