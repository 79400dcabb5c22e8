/*
 * capi.c - pieces of the C API that belong to no class: the ABI's name, formatting, failed assertions.
 *
 * A1        An extension's every object refers to ruby_abi_facet1 (ruby/ruby.h). Whatever changes the meaning of compiled
 *           extensions (a struct, a flag, an inline function of include/) takes the next number.
 * Checked   test/capi/
 */
#include "internal/compiler.h"
#include "ruby/ruby.h"

#include <stdio.h>

__attribute__((visibility("default"))) extern const char ruby_abi_facet1;
const char ruby_abi_facet1 = 1;

/* printf's meaning is ISO C's in every libc we build on. */
int
ruby_vsnprintf(char *buf, size_t size, const char *fmt, va_list ap)
{
    return vsnprintf(buf, size, fmt, ap);
}

int
ruby_snprintf(char *buf, size_t size, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(buf, size, fmt, ap);
    va_end(ap);
    return n;
}

void
rb_assert_failure(const char *file, int line, const char *function, const char *expr)
{
    rb_bug("Assertion Failed: %s:%d:%s%s%s", file, line, function ? function : "", function ? ":" : "", expr);
}

/* Every method of an extension may run in any Ractor, as far as the VM is concerned: it keeps no list of those that
 * asked for it. */
void
rb_ext_ractor_safe(bool safe)
{
    (void)safe;
}

/* recv.mid(*args). */
VALUE
rb_apply(VALUE recv, ID mid, VALUE args)
{
    VALUE copy = rb_ary_dup(rb_Array(args)), result;
    result = rb_funcallv(recv, mid, (int)RARRAY_LENINT(copy), RARRAY_CONST_PTR(copy));
    RB_GC_GUARD(copy);
    return result;
}

/* The backtrace to stderr, one "\tfrom" a line. */
void
rb_backtrace(void)
{
    VALUE lines = rb_make_backtrace();
    for (long i = 0; i < RARRAY_LEN(lines); i++) {
        VALUE line = rb_ary_entry(lines, i);
        fprintf(stderr, "\tfrom %s\n", StringValueCStr(line));
    }
}
