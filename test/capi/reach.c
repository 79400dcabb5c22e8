/*
 * reach.c - an extension that calls what no Ruby program reaches: arguments, formats, sets of descriptors, method objects, files.
 */
#include <ruby.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define DEF(name, argc) rb_define_singleton_method(mod, #name, reach_##name, argc)
#define BOOL(x) ((x) ? Qtrue : Qfalse)

/* ---- arguments ---- */

static VALUE
scanned(int flag, int argc, VALUE *argv, const char *fmt)
{
    VALUE a = Qnil, b = Qnil, c = Qnil;
    int n = rb_scan_args_kw(flag, argc, argv, fmt, &a, &b, &c);
    return rb_ary_new_from_args(4, INT2FIX(n), a, b, c);
}

static VALUE
reach_scan_called(int argc, VALUE *argv, VALUE mod)
{
    return scanned(RB_SCAN_ARGS_PASS_CALLED_KEYWORDS, argc, argv, "1*:");
}

static VALUE
reach_scan_keywords(int argc, VALUE *argv, VALUE mod)
{
    return scanned(RB_SCAN_ARGS_KEYWORDS, argc, argv, "1*:");
}

static VALUE
reach_scan_last_hash(int argc, VALUE *argv, VALUE mod)
{
    return scanned(RB_SCAN_ARGS_LAST_HASH_KEYWORDS, argc, argv, "1*:");
}

/* the format comes from the caller: no compiler can read it */
static VALUE
reach_scan(int argc, VALUE *argv, VALUE mod)
{
    VALUE v[5] = {Qnil, Qnil, Qnil, Qnil, Qnil};
    const char *fmt = StringValueCStr(argv[0]);
    int n = rb_scan_args(argc - 1, argv + 1, fmt, &v[0], &v[1], &v[2], &v[3], &v[4]);
    VALUE list = rb_ary_new_from_args(1, INT2FIX(n));
    for (int i = 0; i < 5; i++) rb_ary_push(list, rb_obj_is_proc(v[i]) == Qtrue ? ID2SYM(rb_intern("block")) : v[i]);
    return list;
}

/* ---- calls ---- */

static VALUE
reach_method_call(int argc, VALUE *argv, VALUE mod)
{
    return rb_method_call(argc - 1, argv + 1, argv[0]);
}

static VALUE
reach_method_call_kw(int argc, VALUE *argv, VALUE mod)
{
    return rb_method_call_kw(argc - 1, argv + 1, argv[0], RB_PASS_CALLED_KEYWORDS);
}

static VALUE
reach_method_call_keywords(int argc, VALUE *argv, VALUE mod)
{
    return rb_method_call_kw(argc - 1, argv + 1, argv[0], RB_PASS_KEYWORDS);
}

static VALUE
reach_method_call_block(int argc, VALUE *argv, VALUE mod)
{
    return rb_method_call_with_block(argc - 2, argv + 2, argv[0], argv[1]);
}

static VALUE
reach_method_call_block_kw(int argc, VALUE *argv, VALUE mod)
{
    return rb_method_call_with_block_kw(argc - 2, argv + 2, argv[0], argv[1], RB_PASS_CALLED_KEYWORDS);
}

static VALUE
reach_apply(VALUE mod, VALUE recv, VALUE name, VALUE args)
{
    return rb_apply(recv, rb_to_id(name), args);
}

static VALUE
reach_eval_cmd(int argc, VALUE *argv, VALUE mod)
{
    return rb_eval_cmd_kw(argv[0], argv[1], argc > 2 ? RB_PASS_KEYWORDS : RB_NO_KEYWORDS);
}

static VALUE
reach_load(VALUE mod, VALUE path, VALUE wrap)
{
    int state = 0;
    rb_load_protect(path, RTEST(wrap), &state);
    VALUE error = rb_errinfo();
    rb_set_errinfo(Qnil);
    return rb_assoc_new(BOOL(state), rb_obj_class(error));
}

static VALUE
reach_backtrace(VALUE mod)
{
    rb_backtrace();
    return Qnil;
}

/* ---- numbers, texts and formats ---- */

static VALUE
reach_fix2short(VALUE mod, VALUE v)
{
    return rb_fix2short(v) == FIX2LONG(v) ? Qtrue : Qfalse;
}

static VALUE
reach_num2fix(VALUE mod, VALUE v)
{
    return rb_num2fix(v);
}

static VALUE
reach_dbl_cmp(VALUE mod, VALUE a, VALUE b)
{
    return rb_dbl_cmp(NUM2DBL(a), NUM2DBL(b));
}

/* each conversion of a Float, in the forms that a format has */
static VALUE
reach_floats(VALUE mod, VALUE number)
{
    double d = NUM2DBL(number);
    VALUE list = rb_ary_new();
    rb_ary_push(list, rb_sprintf("%f|%+f|% f|%08f|%-8f|%8.2f|%.0f", d, d, d, d, d, d, d));
    rb_ary_push(list, rb_sprintf("%e|%E|%g|%G", d, d, d, d));
    rb_ary_push(list, rb_sprintf("%+08.1e|%#g|%-+9g|%+g|% g|% 08g", d, d, d, d, d, d));
    if (d != 0) rb_ary_push(list, rb_sprintf("%a|%A", d, d));
    rb_ary_push(list, rb_sprintf("%*.*f|%-*f|%.*f", 9, 3, d, 9, d, -1, d));
    return list;
}

static VALUE
reach_integers(VALUE mod, VALUE number)
{
    long n = NUM2LONG(number);
    VALUE list = rb_ary_new();
    rb_ary_push(list, rb_sprintf("%d|%5d|%-5d|%05d|%+d|% d|%.3d", (int)n, (int)n, (int)n, (int)n, (int)n, (int)n, (int)n));
    rb_ary_push(list, rb_sprintf("%i|%u|%o|%#o|%x|%X|%#x|%#X", (int)n, (unsigned)n, (unsigned)n, (unsigned)n, (unsigned)n,
                                 (unsigned)n, (unsigned)n, (unsigned)n));
    rb_ary_push(list, rb_sprintf("%ld|%lld|%zd|%td|%hd", n, (long long)n, (ssize_t)n, (ptrdiff_t)n, (short)n));
    rb_ary_push(list, rb_sprintf("%*d|%-*d|%0*d", 6, (int)n, 6, (int)n, 6, (int)n));
    rb_ary_push(list, rb_sprintf("%*d|%%", -6, (int)n));
    return list;
}

static VALUE
reach_texts(VALUE mod, VALUE text)
{
    const char *s = StringValueCStr(text);
    VALUE list = rb_ary_new();
    rb_ary_push(list, rb_sprintf("%s|%9s|%-9s|%.2s|%9.2s|%*s", s, s, s, s, s, 9, s));
    rb_ary_push(list, rb_sprintf("%" PRIsVALUE "|%+" PRIsVALUE "|%9" PRIsVALUE "|%-9" PRIsVALUE "|%.2" PRIsVALUE, text, text,
                                 text, text, text));
    rb_ary_push(list, rb_sprintf("%c|%3c|%-3c|", s[0], s[0], s[0]));
    rb_ary_push(list, rb_sprintf("%70s|%-70s|", s, s));
    return list;
}

static VALUE
reach_snprintf(VALUE mod, VALUE size)
{
    char buf[20] = "untouched";
    int n = ruby_snprintf(buf, NUM2SIZET(size), "%s-%d-%5.1f", "abc", 12, 2.25);
    return rb_assoc_new(INT2FIX(n), rb_str_new_cstr(buf));
}

/* ---- sets of descriptors ---- */

static VALUE
bits(rb_fdset_t *set)
{
    VALUE list = rb_ary_new();
    for (int fd = 0; fd < 3000; fd++)
        if (rb_fd_isset(fd, set)) rb_ary_push(list, INT2FIX(fd));
    return list;
}

static VALUE
reach_sets(VALUE mod)
{
    rb_fdset_t a, b;
    VALUE steps = rb_ary_new();
    rb_fd_init(&a);
    rb_fd_set(3, &a);
    rb_fd_set(2500, &a);
    rb_fd_set(64, &a);
    rb_ary_push(steps, bits(&a));
    rb_fd_clr(64, &a);
    rb_fd_clr(9000, &a);
    rb_ary_push(steps, bits(&a));
    rb_fd_init(&b);
    rb_fd_dup(&b, &a);
    rb_fd_zero(&a);
    rb_ary_push(steps, rb_assoc_new(bits(&a), bits(&b)));
    rb_fd_term(&a);
    rb_fd_term(&b);
    return steps;
}

/* ---- the interpreter ---- */

static VALUE
reach_interpreter(VALUE mod)
{
    size_t cells = ruby_stack_length(NULL);
    return rb_ary_new_from_args(3, INT2FIX(ruby_setup()), BOOL(ruby_stack_check()), BOOL(cells > 0));
}

static VALUE
reach_script(VALUE mod, VALUE name)
{
    ruby_script(StringValueCStr(name));
    return rb_gv_get("$0");
}

static VALUE
reach_set_script(VALUE mod, VALUE name)
{
    ruby_set_script_name(name);
    return rb_gv_get("$0");
}

static VALUE
reach_incpush(VALUE mod, VALUE path)
{
    ruby_incpush(StringValueCStr(path));
    return Qnil;
}

void
Init_reach(void)
{
    VALUE mod = rb_define_module("Reach");
    DEF(scan_called, -1);
    DEF(scan_keywords, -1);
    DEF(scan_last_hash, -1);
    DEF(scan, -1);
    DEF(method_call, -1);
    DEF(method_call_kw, -1);
    DEF(method_call_keywords, -1);
    DEF(method_call_block, -1);
    DEF(method_call_block_kw, -1);
    DEF(apply, 3);
    DEF(eval_cmd, -1);
    DEF(load, 2);
    DEF(backtrace, 0);
    DEF(fix2short, 1);
    DEF(num2fix, 1);
    DEF(dbl_cmp, 2);
    DEF(floats, 1);
    DEF(integers, 1);
    DEF(texts, 1);
    DEF(snprintf, 1);
    DEF(sets, 0);
    DEF(interpreter, 0);
    DEF(script, 1);
    DEF(set_script, 1);
    DEF(incpush, 1);
}
