/*
 * io/buffer_data.c - the bytes of an IO::Buffer as numbers and as bits.
 *
 * A type is a Symbol: U or S and a number of bits for integers, F for floats; a small letter for little endian, a capital for
 * big endian (bytes have capitals only).  Values are moved by memcpy, so that any offset will do.
 * Checked   test/test_io_buffer.rb, ruby/spec core/io/buffer
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/io/buffer.h"

/* ---- types ---- */

enum kind { KIND_UNSIGNED, KIND_SIGNED, KIND_FLOAT };

struct type {
    const char *name;
    enum kind kind;
    unsigned char size;
    bool big_endian;
    ID id;
};

static struct type types[] = {
    {"U8", KIND_UNSIGNED, 1, false, 0},    {"S8", KIND_SIGNED, 1, false, 0},     {"u16", KIND_UNSIGNED, 2, false, 0},
    {"U16", KIND_UNSIGNED, 2, true, 0},    {"s16", KIND_SIGNED, 2, false, 0},    {"S16", KIND_SIGNED, 2, true, 0},
    {"u32", KIND_UNSIGNED, 4, false, 0},   {"U32", KIND_UNSIGNED, 4, true, 0},   {"s32", KIND_SIGNED, 4, false, 0},
    {"S32", KIND_SIGNED, 4, true, 0},      {"u64", KIND_UNSIGNED, 8, false, 0},  {"U64", KIND_UNSIGNED, 8, true, 0},
    {"s64", KIND_SIGNED, 8, false, 0},     {"S64", KIND_SIGNED, 8, true, 0},     {"f32", KIND_FLOAT, 4, false, 0},
    {"F32", KIND_FLOAT, 4, true, 0},       {"f64", KIND_FLOAT, 8, false, 0},     {"F64", KIND_FLOAT, 8, true, 0},
    {"u128", KIND_UNSIGNED, 16, false, 0}, {"U128", KIND_UNSIGNED, 16, true, 0}, {"s128", KIND_SIGNED, 16, false, 0},
    {"S128", KIND_SIGNED, 16, true, 0},
};

static const struct type *
type_of(VALUE name)
{
    Check_Type(name, T_SYMBOL);
    ID id = SYM2ID(name);
    for (size_t i = 0; i < lengthof(types); i++) {
        if (types[i].id == id) return &types[i];
    }
    rb_raise(rb_eArgError, "Invalid type name!");
}

static VALUE
buffer_s_size_of(VALUE klass, VALUE type)
{
    if (!RB_TYPE_P(type, T_ARRAY)) return INT2FIX(type_of(type)->size);
    size_t total = 0;
    for (long i = 0; i < RARRAY_LEN(type); i++) total += type_of(rb_ary_entry(type, i))->size;
    return SIZET2NUM(total);
}

/* ---- one value ---- */

/* Bytes in the order of the machine from bytes in the type's order, and back. */
static uint64_t
turn(uint64_t bits, const struct type *t)
{
    if (t->big_endian == (RB_IO_BUFFER_HOST_ENDIAN == RB_IO_BUFFER_BIG_ENDIAN)) return bits;
    switch (t->size) {
    case 2: return __builtin_bswap16((uint16_t)bits);
    case 4: return __builtin_bswap32((uint32_t)bits);
    case 8: return __builtin_bswap64(bits);
    default: return bits;
    }
}

static uint64_t
load_bits(const char *at, unsigned size)
{
    uint8_t b1;
    uint16_t b2;
    uint32_t b4;
    uint64_t b8;
    switch (size) {
    case 1: memcpy(&b1, at, 1); return b1;
    case 2: memcpy(&b2, at, 2); return b2;
    case 4: memcpy(&b4, at, 4); return b4;
    default: memcpy(&b8, at, 8); return b8;
    }
}

static void
store_bits(char *at, unsigned size, uint64_t bits)
{
    uint8_t b1 = (uint8_t)bits;
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    switch (size) {
    case 1: memcpy(at, &b1, 1); break;
    case 2: memcpy(at, &b2, 2); break;
    case 4: memcpy(at, &b4, 4); break;
    default: memcpy(at, &bits, 8); break;
    }
}

static VALUE
float_of_bits(uint64_t bits, unsigned size)
{
    double d;
    if (size == 4) {
        uint32_t half = (uint32_t)bits;
        float f;
        memcpy(&f, &half, 4);
        return DBL2NUM(f);
    }
    memcpy(&d, &bits, 8);
    return DBL2NUM(d);
}

static VALUE
value_of_bits(uint64_t bits, const struct type *t)
{
    if (t->kind == KIND_FLOAT) return float_of_bits(bits, t->size);
    if (t->kind == KIND_UNSIGNED) return ULL2NUM(bits);
    unsigned unused = 64 - 8 * t->size;
    return LL2NUM((long long)(bits << unused) >> unused);
}

static uint64_t
bits_of_value(VALUE v, const struct type *t)
{
    uint64_t bits = 0;
    switch (t->kind) {
    case KIND_UNSIGNED: return t->size == 8 ? NUM2ULL(v) : NUM2UINT(v);
    case KIND_SIGNED: return t->size == 8 ? (uint64_t)NUM2LL(v) : (uint64_t)NUM2INT(v);
    default:
        if (t->size == 8) {
            double d = NUM2DBL(v);
            memcpy(&bits, &d, 8);
        } else {
            float f = (float)NUM2DBL(v);
            memcpy(&bits, &f, 4);
        }
        return bits;
    }
}

static void
check_fits(const struct type *t, size_t offset, size_t size)
{
    if (offset <= size && t->size <= size - offset) return;
    rb_raise(rb_eArgError, "Type extends beyond end of buffer! (offset=%ld > size=%lu)", (long)offset, (unsigned long)size);
}

/* Integers of 128 bits are moved by the C API's packing. */
enum { WIDE_BYTES = 16 };

static int
wide_flags(const struct type *t)
{
    return (t->big_endian ? INTEGER_PACK_BIG_ENDIAN : INTEGER_PACK_LITTLE_ENDIAN) |
           (t->kind == KIND_SIGNED ? INTEGER_PACK_2COMP : 0);
}

static void
wide_bytes(VALUE v, const struct type *t, char *to)
{
    static const char negative[] = "negative integer cannot be converted to unsigned 128-bit integer";
    bool is_signed = t->kind == KIND_SIGNED;
    if (!RB_INTEGER_TYPE_P(v)) rb_raise(rb_eTypeError, "not an integer");
    int sign = rb_integer_pack(v, to, WIDE_BYTES, 1, 0, wide_flags(t) | INTEGER_PACK_2COMP);
    if (sign < 0 && !is_signed) rb_raise(rb_eRangeError, negative);
    bool top = (unsigned char)to[t->big_endian ? 0 : WIDE_BYTES - 1] >> 7;
    if (sign < -1 || sign > 1 || (is_signed && sign && top != (sign < 0)))
        rb_raise(rb_eRangeError, "bignum too big to convert into '%ssigned 128-bit integer'", is_signed ? "" : "un");
}

/* The value at *offset, which moves on. */
static VALUE
get(const void *base, size_t size, const struct type *t, size_t *offset)
{
    check_fits(t, *offset, size);
    if (t->size == WIDE_BYTES) {
        *offset += WIDE_BYTES;
        return rb_integer_unpack((const char *)base + *offset - WIDE_BYTES, WIDE_BYTES, 1, 0, wide_flags(t));
    }
    uint64_t bits = load_bits((const char *)base + *offset, t->size);
    if (t->big_endian) bits = turn(bits, t);
    *offset += t->size;
    return value_of_bits(bits, t);
}

/* Conversions may call Ruby, so the memory is asked for after them. */
static void
set(struct io_buffer *b, const struct type *t, size_t *offset, VALUE v)
{
    check_fits(t, *offset, b->size);
    char wide[WIDE_BYTES];
    uint64_t bits = 0;
    if (t->size == WIDE_BYTES) wide_bytes(v, t, wide);
    else bits = turn(bits_of_value(v, t), t);
    size_t size;
    char *base = io_buffer_writing(b, &size);
    check_fits(t, *offset, size);
    if (t->size == WIDE_BYTES) memcpy(base + *offset, wide, WIDE_BYTES);
    else store_bits(base + *offset, t->size, bits);
    *offset += t->size;
}

static VALUE
buffer_m_get_value(VALUE self, VALUE type, VALUE at)
{
    size_t size, offset = io_buffer_number(at, "Offset");
    const void *base = io_buffer_reading(io_buffer_of(self), &size);
    return get(base, size, type_of(type), &offset);
}

static VALUE
buffer_m_set_value(VALUE self, VALUE type, VALUE at, VALUE v)
{
    struct io_buffer *b = io_buffer_of(self);
    size_t size, offset = io_buffer_number(at, "Offset");
    io_buffer_writing(b, &size);
    set(b, type_of(type), &offset, v);
    return SIZET2NUM(offset);
}

/* ---- several values ---- */

static VALUE
buffer_m_get_values(VALUE self, VALUE list, VALUE at)
{
    struct io_buffer *b = io_buffer_of(self);
    size_t size, offset = io_buffer_number(at, "Offset");
    const void *base = io_buffer_reading(b, &size);
    if (!RB_TYPE_P(list, T_ARRAY)) rb_raise(rb_eArgError, "Argument buffer_types should be an array!");
    VALUE result = rb_ary_new_capa(RARRAY_LEN(list));
    for (long i = 0; i < RARRAY_LEN(list); i++) {
        rb_ary_push(result, get(base, size, type_of(rb_ary_entry(list, i)), &offset));
    }
    return result;
}

static VALUE
buffer_m_set_values(VALUE self, VALUE list, VALUE at, VALUE values)
{
    if (!RB_TYPE_P(list, T_ARRAY)) rb_raise(rb_eArgError, "Argument buffer_types should be an array!");
    if (!RB_TYPE_P(values, T_ARRAY)) rb_raise(rb_eArgError, "Argument values should be an array!");
    if (RARRAY_LEN(list) != RARRAY_LEN(values)) {
        rb_raise(rb_eArgError, "Argument buffer_types and values should have the same length!");
    }
    struct io_buffer *b = io_buffer_of(self);
    size_t size, offset = io_buffer_number(at, "Offset");
    io_buffer_writing(b, &size);
    for (long i = 0; i < RARRAY_LEN(list); i++) set(b, type_of(rb_ary_entry(list, i)), &offset, rb_ary_entry(values, i));
    return SIZET2NUM(offset);
}

struct span {
    const struct type *type;
    size_t offset, count;
};

/* Reads the arguments [type] [offset] [count].  The defaults are U8, 0, and all elements from the offset on. */
static struct span
span_of(const struct io_buffer *b, int argc, const VALUE *argv, const struct type *type)
{
    struct span s = {.type = type};
    if (!type) s.type = argc > 0 ? type_of(argv[0]) : &types[0];
    if (!type && argc > 0) argc--, argv++;
    if (argc > 0) s.offset = io_buffer_number(argv[0], "Offset");
    if (argc > 1) {
        s.count = io_buffer_number(argv[1], "Count");
        return s;
    }
    if (s.offset > b->size) rb_raise(rb_eArgError, "The given offset is bigger than the buffer size!");
    s.count = (b->size - s.offset) / s.type->size;
    return s;
}

static VALUE
buffer_m_values(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 3);
    struct io_buffer *b = io_buffer_of(self);
    size_t size;
    const void *base = io_buffer_reading(b, &size);
    struct span s = span_of(b, argc, argv, NULL);
    VALUE result = rb_ary_new();
    for (size_t i = 0; i < s.count; i++) rb_ary_push(result, get(base, size, s.type, &s.offset));
    return result;
}

static VALUE
buffer_m_each(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 3);
    RETURN_ENUMERATOR(self, argc, argv);
    struct io_buffer *b = io_buffer_of(self);
    size_t size;
    io_buffer_reading(b, &size);
    struct span s = span_of(b, argc, argv, NULL);
    for (size_t i = 0; i < s.count; i++) {
        size_t at = s.offset;
        const void *base = io_buffer_reading(b, &size);
        VALUE v = get(base, size, s.type, &s.offset);
        rb_yield_values(2, SIZET2NUM(at), v);
    }
    return self;
}

static VALUE
buffer_m_each_byte(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 2);
    RETURN_ENUMERATOR(self, argc, argv);
    struct io_buffer *b = io_buffer_of(self);
    size_t size;
    io_buffer_reading(b, &size);
    struct span s = span_of(b, argc, argv, &types[0]);
    for (size_t i = 0; i < s.count; i++) {
        const void *base = io_buffer_reading(b, &size);
        rb_yield(get(base, size, s.type, &s.offset));
    }
    return self;
}

/* ---- all bytes ---- */

void
rb_io_buffer_clear(VALUE self, uint8_t value, size_t offset, size_t length)
{
    struct io_buffer *b = io_buffer_of(self);
    size_t size;
    char *base = io_buffer_writing(b, &size);
    io_buffer_check_range(b, offset, length);
    if (length) memset(base + offset, value, length);
}

static VALUE
buffer_m_clear(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 3);
    int value = argc > 0 ? NUM2INT(rb_to_int(argv[0])) : 0;
    size_t offset, length;
    io_buffer_range(io_buffer_of(self), argc - 1, argv + 1, &offset, &length);
    rb_io_buffer_clear(self, (uint8_t)value, offset, length);
    return self;
}

/* Compares the sizes first, then the bytes. */
static VALUE
buffer_m_cmp(VALUE self, VALUE other)
{
    size_t m, n;
    const void *a = io_buffer_reading(io_buffer_of(self), &m);
    const void *b = io_buffer_reading(io_buffer_of(other), &n);
    if (m != n) return INT2FIX(m < n ? -1 : 1);
    return INT2NUM(m ? memcmp(a, b, m) : 0);
}

/* ---- bits ---- */

enum bit_op { OP_AND, OP_OR, OP_XOR };

/* to[i] = from[i] op mask[i], the mask from its start again when it ends. */
static void
combine(char *to, const char *from, size_t n, const char *mask, size_t mask_n, enum bit_op op)
{
    for (size_t i = 0, k = 0; i < n; i++, k = k + 1 == mask_n ? 0 : k + 1) {
        switch (op) {
        case OP_AND: to[i] = from[i] & mask[k]; break;
        case OP_OR: to[i] = from[i] | mask[k]; break;
        case OP_XOR: to[i] = from[i] ^ mask[k]; break;
        }
    }
}

static const char *
mask_of(VALUE v, size_t *n)
{
    struct io_buffer *mask = io_buffer_of(v);
    if (mask->size == 0) rb_raise(io_buffer_eMask, "Zero-length mask given!");
    return io_buffer_reading(mask, n);
}

static VALUE
combined(VALUE self, VALUE other, enum bit_op op)
{
    size_t n, mask_n;
    const char *mask = mask_of(other, &mask_n), *from = io_buffer_reading(io_buffer_of(self), &n);
    VALUE v = io_buffer_alloc(n);
    combine(io_buffer_of(v)->base, from, n, mask, mask_n, op);
    return v;
}

static VALUE
combine_bang(VALUE self, VALUE other, enum bit_op op)
{
    size_t n, mask_n;
    const char *mask = mask_of(other, &mask_n);
    char *base = io_buffer_writing(io_buffer_of(self), &n);
    if (n && mask < base + n && base < mask + mask_n) rb_raise(io_buffer_eMask, "Mask overlaps source buffer!");
    combine(base, base, n, mask, mask_n, op);
    return self;
}

static VALUE
buffer_m_and(VALUE self, VALUE mask)
{
    return combined(self, mask, OP_AND);
}
static VALUE
buffer_m_or(VALUE self, VALUE mask)
{
    return combined(self, mask, OP_OR);
}
static VALUE
buffer_m_xor(VALUE self, VALUE mask)
{
    return combined(self, mask, OP_XOR);
}
static VALUE
buffer_m_and_bang(VALUE self, VALUE mask)
{
    return combine_bang(self, mask, OP_AND);
}
static VALUE
buffer_m_or_bang(VALUE self, VALUE mask)
{
    return combine_bang(self, mask, OP_OR);
}
static VALUE
buffer_m_xor_bang(VALUE self, VALUE mask)
{
    return combine_bang(self, mask, OP_XOR);
}

static void
invert(char *to, const char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) to[i] = (char)~from[i];
}

static VALUE
buffer_m_not(VALUE self)
{
    size_t n;
    const char *from = io_buffer_reading(io_buffer_of(self), &n);
    VALUE v = io_buffer_alloc(n);
    invert(io_buffer_of(v)->base, from, n);
    return v;
}

static VALUE
buffer_m_not_bang(VALUE self)
{
    size_t n;
    char *base = io_buffer_writing(io_buffer_of(self), &n);
    invert(base, base, n);
    return self;
}

void
Init_IOBufferData(void)
{
    VALUE c = rb_cIOBuffer;
    for (size_t i = 0; i < lengthof(types); i++) types[i].id = rb_intern(types[i].name);
    rb_define_singleton_method(c, "size_of", buffer_s_size_of, 1);
    rb_define_method(c, "get_value", buffer_m_get_value, 2);
    rb_define_method(c, "set_value", buffer_m_set_value, 3);
    rb_define_method(c, "get_values", buffer_m_get_values, 2);
    rb_define_method(c, "set_values", buffer_m_set_values, 3);
    rb_define_method(c, "values", buffer_m_values, -1);
    rb_define_method(c, "each", buffer_m_each, -1);
    rb_define_method(c, "each_byte", buffer_m_each_byte, -1);
    rb_define_method(c, "clear", buffer_m_clear, -1);
    rb_define_method(c, "<=>", buffer_m_cmp, 1);
    rb_define_method(c, "&", buffer_m_and, 1);
    rb_define_method(c, "|", buffer_m_or, 1);
    rb_define_method(c, "^", buffer_m_xor, 1);
    rb_define_method(c, "~", buffer_m_not, 0);
    rb_define_method(c, "and!", buffer_m_and_bang, 1);
    rb_define_method(c, "or!", buffer_m_or_bang, 1);
    rb_define_method(c, "xor!", buffer_m_xor_bang, 1);
    rb_define_method(c, "not!", buffer_m_not_bang, 0);
}
