/*
 * capi.c - pieces of the C API that belong to no class: the ABI's name, formatting, calls by other means.
 *
 * CAPI-1    An extension's every object refers to ruby_abi_facet1 (ruby/ruby.h). Whatever changes the meaning of compiled
 *           extensions (a struct, a flag, an inline function of include/) takes the next number.
 * Checked   test/capi/
 */
#include "internal/compiler.h"
#include "ruby/ruby.h"
#include "ruby/vm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((visibility("default"))) extern const char ruby_abi_facet1;
const char ruby_abi_facet1 = 1;

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

/* Prints the backtrace to stderr, one "\tfrom" a line, the outermost call first. */
void
rb_backtrace(void)
{
    VALUE lines = rb_make_backtrace();
    for (long i = RARRAY_LEN(lines); i-- > 0;) {
        VALUE line = rb_ary_entry(lines, i);
        fprintf(stderr, "\tfrom %s\n", StringValueCStr(line));
    }
}

/* ---- calls ---------------------------------------------------------------------------------------------------- */

struct load_call {
    VALUE path;
    int wrap;
};

static VALUE
load_body(VALUE arg)
{
    struct load_call *c = (struct load_call *)arg;
    rb_load(c->path, c->wrap);
    return Qnil;
}

void
rb_load_protect(VALUE path, int wrap, int *state)
{
    struct load_call c = {path, wrap};
    int unused;
    rb_protect(load_body, (VALUE)&c, state ? state : &unused);
}

/* A String is evaluated at the top level, as trap and trace_var do; anything else is called. */
VALUE
rb_eval_cmd_kw(VALUE command, VALUE args, int kw_splat)
{
    if (RB_TYPE_P(command, T_STRING)) return rb_eval_string(StringValueCStr(command));
    VALUE r = rb_funcallv_kw(command, rb_intern("call"), (int)RARRAY_LENINT(args), RARRAY_CONST_PTR(args), kw_splat);
    RB_GC_GUARD(args);
    return r;
}

VALUE
rb_f_exit(int argc, const VALUE *argv)
{
    return rb_funcallv(rb_mKernel, rb_intern("exit"), argc, argv);
}

VALUE
rb_f_abort(int argc, const VALUE *argv)
{
    return rb_funcallv(rb_mKernel, rb_intern("abort"), argc, argv);
}

void
rb_interrupt(void)
{
    rb_exc_raise(rb_exc_new_cstr(rb_eInterrupt, ""));
}

/* libc runs them in the order asked for, the latest first, when Ruby has come to its end. */
static void (*at_exit_funcs[32])(ruby_vm_t *);
static int at_exit_count;

static void
run_at_exit(void)
{
    while (at_exit_count > 0) at_exit_funcs[--at_exit_count](NULL);
}

void
ruby_vm_at_exit(void (*func)(ruby_vm_t *vm))
{
    static bool asked;
    if (at_exit_count == (int)(sizeof at_exit_funcs / sizeof *at_exit_funcs))
        rb_raise(rb_eRuntimeError, "too many ruby_vm_at_exit functions");
    if (!asked) asked = !atexit(run_at_exit);
    at_exit_funcs[at_exit_count++] = func;
}

/* Whether everything is freed at exit (RUBY_FREE_AT_EXIT): the system does it. */
bool
ruby_free_at_exit_p(void)
{
    return false;
}

/* ---- odds and ends -------------------------------------------------------------------------------------------- */

VALUE
rb_complex_polar(VALUE abs, VALUE arg)
{
    return rb_complex_new_polar(abs, arg);
}

VALUE
rb_dbl_cmp(double x, double y)
{
    if (isnan(x) || isnan(y)) return Qnil;
    return INT2FIX((x > y) - (x < y));
}

VALUE
rb_num2fix(VALUE v)
{
    long n = rb_num2long(v);
    if (!FIXABLE(n)) rb_raise(rb_eRangeError, "integer %ld out of range of fixnum", n);
    return LONG2FIX(n);
}

int
rb_is_absolute_path(const char *path)
{
    return path[0] == '/';
}

/* Safe levels are gone. */
int
rb_path_check(const char *path)
{
    (void)path;
    return 1;
}

void
rb_check_safe_str(VALUE v)
{
    Check_Type(v, T_STRING);
}
