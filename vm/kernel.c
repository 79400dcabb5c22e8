/*
 * vm/kernel.c - Kernel's functions that are the machine's own: raise, catch, throw, send, block_given?, method_missing,
 * at_exit and exit, __method__.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <unistd.h>
#include "internal/vm/binding.h"
#include "internal/object.h"
#include "internal/vm/call.h"
#include "internal/vm/profile.h"
#include "internal/vm/trace.h"
#include "internal/vm.h"

/* ---- raise ---- */

static VALUE
kernel_check_backtrace_arg(VALUE exc, VALUE bt)
{
    rb_funcall(exc, rb_intern("set_backtrace"), 1, bt);
    return exc;
}

/* The exception that raise(*args) means; nil for no arguments. */
VALUE
rb_make_exception(int argc, const VALUE *argv)
{
    if (argc == 0) return Qnil;
    if (argc > 3) rb_error_arity(argc, 0, 3);
    if (argc == 1 && val_type_p(argv[0], T_STRING)) return rb_exc_new_str(rb_eRuntimeError, argv[0]);
    VALUE exc = rb_check_funcall(argv[0], rb_intern("exception"), argc > 1 ? 1 : 0, argv + 1);
    if (exc == Qundef) rb_raise(rb_eTypeError, "exception class/object expected");
    if (!val_truthy(rb_obj_is_kind_of(exc, rb_eException))) rb_raise(rb_eTypeError, "exception object expected");
    if (argc > 2) kernel_check_backtrace_arg(exc, argv[2]);
    return exc;
}

/* Takes cause: out of the keywords of raise and returns it, or Qundef if it is not given.  Other keywords stay as a Hash. */
static VALUE
kernel_extract_cause(int *argc, VALUE *argv)
{
    if (!rb_keyword_given_p() || *argc == 0) return Qundef;
    VALUE h = argv[*argc - 1], key = sym_from_id(rb_intern("cause"));
    VALUE cause = hash_get(h, key);
    if (cause == Qundef) return Qundef;
    h = hash_dup(h);
    hash_delete(h, key);
    if (hash_size(h)) argv[*argc - 1] = h;
    else --*argc;
    return cause;
}

/* The exception of raise(*args), Thread#raise, Fiber#raise, its cause settled: given, or $! of the caller. */
VALUE
vm_raise_exception(int argc, const VALUE *args, const char *no_args)
{
    ec_t *ec = vm_ec;
    VALUE argv[8];
    if (argc > 7) rb_error_arity(argc, 0, 3);
    for (int i = 0; i < argc; i++) argv[i] = args[i];
    VALUE cause = kernel_extract_cause(&argc, argv);
    VALUE exc;
    if (argc == 0) {
        if (cause != Qundef) rb_raise(rb_eArgError, "only cause is given with no arguments");
        exc = no_args && ec->errinfo != Qnil ? ec->errinfo : rb_exc_new_cstr(rb_eRuntimeError, "");
    } else {
        exc = rb_make_exception(argc, argv);
    }
    if (cause != Qundef) {
        exc_check_cause(exc, cause);
        bool kept = NIL_P(cause) && exc_cause(exc) != Qundef; /* raised before: cause: nil does not take its cause away */
        if (cause != exc && !kept) exc_set_cause_raw(exc, cause);
    }
    return exc;
}

/* Starts the throw without leaving C: the calling instruction goes on to the catch tables. */
static VALUE
kernel_m_raise(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    ec_t *ec = vm_ec;
    if (UNLIKELY(vm_tracing_calls) && argc == 0) vm_fire_unwind_c(ec, NULL); /* its end comes before the exception is made */
    VALUE exc = (argc == 1 || argc == 2) && !rb_keyword_given_p() ? exc_new_plain(argc, argv) : Qundef;
    if (UNLIKELY(exc == Qundef)) exc = vm_raise_exception(argc, argv, "");
    ec->hide_c = true; /* the level of `raise` itself is not shown */
    vm_set_raise(ec, exc);
    return Qundef;
}

/* ---- catch, throw ---- */

static VALUE
kernel_catch_body(VALUE tag, VALUE data, int argc, const VALUE *argv, VALUE blk)
{
    (void)data;
    (void)argc;
    (void)argv;
    (void)blk;
    return rb_yield(tag);
}

static VALUE
kernel_m_catch(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 0, 1);
    VALUE tag = argc ? argv[0] : rb_obj_alloc(rb_cObject);
    return rb_catch_obj(tag, kernel_catch_body, Qnil);
}

static VALUE
kernel_m_throw(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 1, 2);
    rb_throw_obj(argv[0], argc > 1 ? argv[1] : Qnil);
}

/* ---- method_missing ---- */

static VALUE
kernel_missing_error(int reason, VALUE self, VALUE name, VALUE args)
{
    static const char *const formats[] = {
        [MISSING_NOENTRY] = "undefined method '%1$s' for %2$s",
        [MISSING_PRIVATE] = "private method '%1$s' called for %2$s",
        [MISSING_PROTECTED] = "protected method '%1$s' called for %2$s",
        [MISSING_VCALL] = "undefined local variable or method '%1$s' for %2$s",
        [MISSING_SUPER] = "super: no superclass method '%1$s' for %2$s",
        [MISSING_FCALL] = "undefined method '%1$s' for %2$s",
    };
    bool priv = reason == MISSING_VCALL || reason == MISSING_FCALL;
    VALUE klass = reason == MISSING_VCALL ? rb_eNameError : rb_eNoMethodError;
    return name_error_new(klass, self, name, formats[reason], args, priv);
}

static VALUE
kernel_bo_m_method_missing(int argc, VALUE *argv, VALUE self)
{
    if (argc == 0) rb_raise(rb_eArgError, "no method name given");
    if (!SYMBOL_P(argv[0]))
        rb_raise(rb_eArgError, "method name must be a Symbol but %" PRIsVALUE " is given", rb_obj_class(argv[0]));
    ec_t *ec = vm_ec;
    VALUE exc = kernel_missing_error(ec->missing_reason, self, argv[0], ary_new_from(argv + 1, (size_t)argc - 1));
    ec->hide_c = true;
    vm_set_raise(ec, exc);
    return Qundef;
}

/* ---- questions about the caller ---- */

static VALUE
kernel_m_block_given_p(VALUE self)
{
    (void)self;
    VALUE *fp = vm_ruby_frame(vm_ec);
    if (!fp) return Qfalse;
    VALUE *ep = vm_method_ep(fp);
    return val_bool(ep_block_given_p(ep));
}

static VALUE
kernel_m_method_name(VALUE self)
{
    (void)self;
    ID id = vm_current_method_id(vm_ec, false);
    return id ? sym_from_id(id) : Qnil;
}

static VALUE
kernel_m_callee_name(VALUE self)
{
    (void)self;
    ID id = vm_current_method_id(vm_ec, true);
    return id ? sym_from_id(id) : Qnil;
}

/* ---- the end ---- */

static VALUE at_exit_procs; /* Array, last is run first; 0 */
struct end_proc {
    void (*fn)(VALUE);
    VALUE arg;
};

static VALUE
kernel_call_end_fn(VALUE yielded, VALUE data, int argc, const VALUE *argv, VALUE blk)
{
    (void)yielded;
    (void)argc;
    (void)argv;
    (void)blk;
    struct end_proc *e = (struct end_proc *)NUM2ULL(ary_at(data, 0));
    VALUE arg = ary_at(data, 1);
    void (*fn)(VALUE) = e->fn;
    free(e);
    fn(arg);
    return Qnil;
}

VALUE
vm_at_exit(VALUE proc)
{
    if (!at_exit_procs) {
        at_exit_procs = ary_new();
        gc_register_global(&at_exit_procs);
    }
    ary_push(at_exit_procs, proc);
    return proc;
}

void
rb_set_end_proc(void (*fn)(VALUE), VALUE arg)
{
    struct end_proc *e = gc_raw_malloc(sizeof *e);
    e->fn = fn;
    e->arg = arg;
    VALUE data = ary_new();
    ary_push(data, ULL2NUM((unsigned long long)(uintptr_t)e));
    ary_push(data, arg);
    rb_gc_register_mark_object(data);
    vm_at_exit(proc_new_ifunc(kernel_call_end_fn, (const void *)data, 0, -1, false));
}

static VALUE
kernel_m_at_exit(VALUE self)
{
    (void)self;
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "called without a block");
    return vm_at_exit(rb_block_proc());
}

static VALUE
kernel_call_one(VALUE proc)
{
    return vm_call_proc(vm_ec, proc, 0, NULL, BH_NONE, 0);
}

/* Runs at_exit blocks, last registered first.  An exception of one is printed and becomes $!, and the others still run. */
void
vm_run_at_exit(void)
{
    ec_t *ec = vm_ec;
    while (at_exit_procs && ary_len(at_exit_procs)) {
        VALUE proc = rb_ary_pop(at_exit_procs);
        int state;
        VALUE before = ec->errinfo;
        rb_protect(kernel_call_one, proc, &state);
        if (!state) {
            ec->errinfo = before;
            continue;
        }
        VALUE err = ec->errinfo;
        if (state == THROW_RAISE && !val_truthy(rb_obj_is_kind_of(err, rb_eSystemExit)) &&
            !val_truthy(rb_obj_is_kind_of(err, rb_eSignal)))
            error_print(err);
    }
}

static int
kernel_exit_status_arg(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 0, 1);
    if (argc == 0 || argv[0] == Qtrue) return EXIT_SUCCESS;
    if (argv[0] == Qfalse) return EXIT_FAILURE;
    return NUM2INT(argv[0]);
}

void
rb_exit(int status)
{
    VALUE args[2] = {INT2FIX(status), rb_str_new_cstr("exit")};
    rb_exc_raise(rb_class_new_instance(2, args, rb_eSystemExit));
}

static VALUE
kernel_m_exit(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_exit(kernel_exit_status_arg(argc, argv));
    return Qnil;
}

static VALUE
kernel_m_exit_bang(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    int status = argc == 0 ? EXIT_FAILURE : kernel_exit_status_arg(argc, argv);
    profile_finish();
    gc_log_close();
    _exit(status);
}

static VALUE
kernel_m_abort(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 0, 1);
    ec_t *ec = vm_ec;
    if (argc == 0) {
        if (ec->errinfo != Qnil) error_print(ec->errinfo);
        rb_exit(EXIT_FAILURE);
    }
    VALUE msg = argv[0];
    StringValue(msg);
    rb_funcall(rb_stderr, rb_intern("puts"), 1, msg);
    VALUE args[2] = {INT2FIX(EXIT_FAILURE), msg};
    rb_exc_raise(rb_class_new_instance(2, args, rb_eSystemExit));
    return Qnil;
}

void
Init_vm_kernel(void)
{
    rb_define_global_function("raise", kernel_m_raise, -1);
    rb_define_global_function("fail", kernel_m_raise, -1);
    rb_define_global_function("catch", kernel_m_catch, -1);
    rb_define_global_function("throw", kernel_m_throw, -1);
    rb_define_private_method(rb_cBasicObject, "method_missing", kernel_bo_m_method_missing, -1);
    rb_define_global_function("block_given?", kernel_m_block_given_p, 0);
    rb_define_global_function("__method__", kernel_m_method_name, 0);
    rb_define_global_function("__callee__", kernel_m_callee_name, 0);
    rb_define_global_function("at_exit", kernel_m_at_exit, 0);
    rb_define_global_function("exit", kernel_m_exit, -1);
    rb_define_global_function("exit!", kernel_m_exit_bang, -1);
    rb_define_global_function("abort", kernel_m_abort, -1);
    VALUE process = rb_define_module("Process");
    rb_define_module_function(process, "exit", kernel_m_exit, -1);
    rb_define_module_function(process, "exit!", kernel_m_exit_bang, -1);
    rb_define_module_function(process, "abort", kernel_m_abort, -1);
    method_add_optimized(rb_cBasicObject, rb_intern("__send__"), OPTIMIZED_SEND, 0, VISI_PUBLIC);
    method_add_optimized(rb_mKernel, rb_intern("send"), OPTIMIZED_SEND, 0, VISI_PUBLIC);
    method_add_optimized(rb_mKernel, rb_intern("public_send"), OPTIMIZED_SEND, 1, VISI_PUBLIC);
}
