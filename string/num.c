/*
 * string/num.c - numbers out of Strings: to_i, to_f, hex, oct, sum; and crypt.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/numeric.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

static VALUE
str_m_to_i(int argc, VALUE *argv, VALUE self)
{
    int base = 10;
    rb_check_arity(argc, 0, 1);
    if (argc == 1) {
        base = NUM2INT(argv[0]);
        if (base < 0) rb_raise(rb_eArgError, "invalid radix %d", base);
    }
    return rb_str_to_inum(self, base, 0);
}

static VALUE
str_m_to_f(VALUE self)
{
    return rb_float_new(rb_str_to_dbl(self, 0));
}

static VALUE
str_m_hex(VALUE self)
{
    return rb_str_to_inum(self, 16, 0);
}

static VALUE
str_m_oct(VALUE self)
{
    return rb_str_to_inum(self, -8, 0);
}

/* The sum of the bytes modulo 2**bits; bits <= 0: not reduced. */
static VALUE
str_m_sum(int argc, VALUE *argv, VALUE self)
{
    int bits = 16;
    if (rb_check_arity(argc, 0, 1) && (bits = NUM2INT(argv[0])) < 0) bits = 0;
    uint64_t sum = 0;
    for (size_t i = 0; i < str_len(self); i++) sum += (uint8_t)str_ptr(self)[i];
    if (bits > 0 && bits < 64) sum &= (1ull << bits) - 1;
    return ULL2NUM(sum);
}

/* ---- crypt ---- */

typedef char *crypt_fn(const char *, const char *);

/* Returns crypt(3), from libc or from a library of its own that the first call loads.  Raises NotImplementedError if neither has it. */
static crypt_fn *
crypt_function(void)
{
    static crypt_fn *fn;
    static const char *const libraries[] = {NULL, "libcrypt.so.1", "libcrypt.so.2", "libcrypt.so"};
    for (size_t i = 0; !fn && i < lengthof(libraries); i++) {
        void *lib = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
        if (lib) fn = (crypt_fn *)dlsym(lib, "crypt");
    }
    if (!fn) rb_raise(rb_eNotImpError, "crypt() function is unimplemented on this machine");
    return fn;
}

static void
check_wide(VALUE s)
{
    if (str_enc(s)->min_len != 1) rb_raise(rb_eArgError, "wide char encoding: %s", str_enc(s)->name);
}

static VALUE
str_m_crypt(VALUE self, VALUE salt)
{
    salt = str_of(salt);
    check_wide(self);
    check_wide(salt);
    if (str_len(salt) < 2 || !str_ptr(salt)[0] || !str_ptr(salt)[1])
        rb_raise(rb_eArgError, "salt too short (need >=2 bytes)");
    const char *word = rb_string_value_cstr(&self), *with = rb_string_value_cstr(&salt);
    char *result = crypt_function()(word, with);
    if (!result) rb_syserr_fail(errno, "crypt");
    return rb_str_new_cstr(result);
}

void
str_init_num(VALUE c)
{
    rb_define_method(c, "to_i", str_m_to_i, -1);
    rb_define_method(c, "to_f", str_m_to_f, 0);
    rb_define_method(c, "hex", str_m_hex, 0);
    rb_define_method(c, "oct", str_m_oct, 0);
    rb_define_method(c, "sum", str_m_sum, -1);
    rb_define_method(c, "crypt", str_m_crypt, 1);
}
