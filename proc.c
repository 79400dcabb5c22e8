/*
 * proc.c - Proc, and Kernel#proc and lambda.  The object itself and calling it are vm/block.c's.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/vm/binding.h"
#include "internal/proc.h"
#include "internal/vm/call.h"
#include "internal/class.h"
#include "internal/inits.h"
#include "internal/vm.h"

/* ---- making ---- */

static VALUE
proc_copy(VALUE klass, VALUE src)
{
    VALUE v = proc_alloc(klass);
    struct rproc *d = proc_ptr(v), *s = proc_ptr(src);
    *d = *s;
    gc_wb(v);
    rb_gc_copy_finalizer(v, src);
    return v;
}

static VALUE
proc_s_new(int argc, VALUE *argv, VALUE klass)
{
    VALUE h = vm_block_handler(vm_ec);
    if (!h || h == Qnil) rb_raise(rb_eArgError, "tried to create Proc object without a block");
    VALUE p = proc_from_handler(vm_ec, h, false);
    if (klass != obj_class(p)) p = proc_copy(klass, p);
    rb_obj_call_init_kw(p, argc, argv, rb_keyword_given_p());
    return p;
}

static VALUE
kernel_m_proc(VALUE self)
{
    (void)self;
    return rb_block_proc();
}

/* Returns whether h is a block that the caller passed on (&b). */
static bool
handed_on_p(const ec_t *ec, VALUE h)
{
    return bh_literal_p(h) && bh_home(h) != frame_caller(ec->fp);
}

static VALUE
kernel_m_lambda(VALUE self)
{
    (void)self;
    ec_t *ec = vm_ec;
    VALUE h = vm_block_handler(ec);
    if (!h || h == Qnil) rb_raise(rb_eArgError, "tried to create Proc object without a block");
    if (handed_on_p(ec, h) || ((h & 3) == 0 && val_heap_p(h) && val_proc_p(h) && !proc_ptr(h)->lambda)) {
        rb_raise(rb_eArgError, "the lambda method requires a literal block");
    }
    return proc_from_handler(ec, h, true);
}

VALUE
rb_proc_new(rb_block_call_func_t fn, VALUE data)
{
    return proc_new_ifunc(fn, (const void *)data, 0, -1, false);
}

VALUE
proc_new_method(VALUE method, bool lambda)
{
    VALUE v = proc_alloc(rb_cProc);
    struct rproc *p = proc_ptr(v);
    p->kind = PROC_METHOD;
    p->lambda = lambda;
    p->from_method = true;
    p->self = Qnil;
    obj_write(v, &p->code, method);
    return v;
}

VALUE
proc_new_symbol(VALUE sym)
{
    VALUE v = proc_alloc(rb_cProc);
    struct rproc *p = proc_ptr(v);
    p->kind = PROC_SYMBOL;
    p->lambda = true;
    p->self = Qnil;
    obj_write(v, &p->code, sym);
    return v;
}

/* ---- calling from C ---- */

VALUE
rb_proc_call_kw(VALUE proc, VALUE args, int kw_splat)
{
    VALUE v = vm_call_proc(vm_ec, proc, (int)ary_len(args), ary_ptr(args), BH_NONE, kw_splat);
    RB_GC_GUARD(args);
    return v;
}

VALUE
rb_proc_call(VALUE proc, VALUE args)
{
    return rb_proc_call_kw(proc, args, 0);
}

VALUE
rb_proc_call_with_block_kw(VALUE proc, int argc, const VALUE *argv, VALUE blk, int kw_splat)
{
    int kw = kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat;
    return vm_call_proc(vm_ec, proc, argc, argv, blk == Qnil ? BH_NONE : blk, kw);
}

VALUE
rb_proc_call_with_block(VALUE proc, int argc, const VALUE *argv, VALUE blk)
{
    return rb_proc_call_with_block_kw(proc, argc, argv, blk, 0);
}

VALUE
rb_obj_is_proc(VALUE v)
{
    return val_bool(val_proc_p(v));
}

VALUE
rb_proc_lambda_p(VALUE proc)
{
    return val_bool(proc_ptr(proc)->lambda);
}

/* ---- arity and parameters ---- */

static int
arity_of_range(int min, int max)
{
    return min == max ? min : -min - 1;
}

static int
ifunc_arity(const struct ifunc *f, bool lambda)
{
    if (f->max_argc < 0) return -f->min_argc - 1;
    return lambda ? arity_of_range(f->min_argc, f->max_argc) : f->min_argc == f->max_argc ? f->min_argc : -f->min_argc - 1;
}

int
proc_arity(VALUE proc)
{
    struct rproc *p = proc_ptr(proc);
    switch ((enum proc_kind)p->kind) {
    case PROC_ISEQ: return p->lambda ? iseq_arity(p->code) : iseq_proc_arity(p->code);
    case PROC_IFUNC: return ifunc_arity((struct ifunc *)p->code, p->lambda);
    case PROC_SYMBOL: return -2;
    case PROC_METHOD: return method_object_arity(p->code);
    }
    VM_UNREACHABLE("proc kind");
}

int
rb_proc_arity(VALUE proc)
{
    return proc_arity(proc);
}

static VALUE
proc_m_arity(VALUE self)
{
    return INT2FIX(proc_arity(self));
}

VALUE
parameters_unnamed(int arity)
{
    VALUE a = ary_new();
    int req = arity < 0 ? -arity - 1 : arity;
    for (int i = 0; i < req; i++) ary_push(a, rb_ary_new_from_args(1, ID2SYM(rb_intern("req"))));
    if (arity < 0) ary_push(a, rb_ary_new_from_args(1, ID2SYM(rb_intern("rest"))));
    return a;
}

static VALUE
proc_m_parameters(int argc, VALUE *argv, VALUE self)
{
    struct rproc *p = proc_ptr(self);
    VALUE opts, given;
    ID names[1] = {rb_intern("lambda")};
    bool lambda = p->lambda;
    rb_scan_args(argc, argv, "0:", &opts);
    if (opts != Qnil) {
        rb_get_kwargs(opts, names, 0, 1, &given);
        if (given != Qundef && given != Qnil) lambda = val_truthy(given);
    }
    switch ((enum proc_kind)p->kind) {
    case PROC_ISEQ: return iseq_parameters(p->code, lambda);
    case PROC_METHOD: return method_object_parameters(p->code);
    case PROC_SYMBOL: {
        VALUE a = ary_new();
        ary_push(a, rb_ary_new_from_args(1, ID2SYM(rb_intern("req"))));
        ary_push(a, rb_ary_new_from_args(1, ID2SYM(rb_intern("rest"))));
        return a;
    }
    case PROC_IFUNC: return parameters_unnamed(proc_arity(self));
    }
    VM_UNREACHABLE("proc kind");
}

/* ---- describing ---- */

static VALUE
iseq_location(VALUE iseq)
{
    struct iseq_body *b = iseq_body(iseq);
    if (b->is_core) return Qnil;
    return rb_ary_new_from_args(2, b->path, INT2FIX(b->first_line));
}

VALUE
proc_source_location(VALUE self)
{
    struct rproc *p = proc_ptr(self);
    if (p->kind == PROC_ISEQ) return iseq_location(p->code);
    if (p->kind == PROC_METHOD) return method_object_source_location(p->code);
    return Qnil;
}

static VALUE
proc_m_inspect(VALUE self)
{
    struct rproc *p = proc_ptr(self);
    VALUE s = rb_sprintf("#<%" PRIsVALUE ":0x%016lx", rb_obj_class(self), (unsigned long)self);
    if (p->kind == PROC_ISEQ) {
        struct iseq_body *b = iseq_body(p->code);
        rb_str_catf(s, " %" PRIsVALUE ":%d", b->path, b->first_line);
    } else if (p->kind == PROC_SYMBOL) {
        rb_str_catf(s, "(&%" PRIsVALUE ")", rb_inspect(p->code));
    }
    if (p->lambda) rb_str_cat_cstr(s, " (lambda)");
    return rb_str_cat_cstr(s, ">");
}

static bool
proc_same(VALUE a, VALUE b)
{
    struct rproc *p = proc_ptr(a), *q = proc_ptr(b);
    if (p->kind != q->kind || p->lambda != q->lambda || p->code != q->code) {
        return p->kind == PROC_METHOD && q->kind == PROC_METHOD && val_truthy(rb_equal(p->code, q->code));
    }
    return p->self == q->self && p->env == q->env;
}

static VALUE
proc_m_eq(VALUE self, VALUE other)
{
    if (self == other) return Qtrue;
    if (!val_proc_p(other) || rb_obj_class(self) != rb_obj_class(other)) return Qfalse;
    return val_bool(proc_same(self, other));
}

static VALUE
proc_m_hash(VALUE self)
{
    struct rproc *p = proc_ptr(self);
    VALUE key[3] = {p->kind == PROC_METHOD ? rb_hash(p->code) : p->code, p->env, p->lambda};
    return ST2FIX(hash_bytes(key, sizeof key, 0));
}

static VALUE
proc_m_lambda_p(VALUE self)
{
    return rb_proc_lambda_p(self);
}

static VALUE
proc_m_to_proc(VALUE self)
{
    return self;
}

VALUE
proc_dup(VALUE self)
{
    VALUE v = proc_copy(rb_obj_class(self), self);
    ivar_copy(v, self);
    rb_funcall(v, rb_intern("initialize_dup"), 1, self);
    return v;
}

static VALUE
proc_m_clone(VALUE self) /* without freeze:, unlike Kernel#clone */
{
    VALUE v = proc_copy(rb_obj_class(self), self);
    VALUE single = class_singleton_if_any(self);
    ivar_copy(v, self);
    if (single != Qnil) {
        ivar_set_class(v, singleton_class_clone(single, v));
    }
    rb_funcall(v, rb_intern("initialize_clone"), 1, self);
    if (obj_frozen(self)) rb_obj_freeze(v);
    return v;
}

static VALUE
proc_m_binding(VALUE self)
{
    struct rproc *p = proc_ptr(self);
    if (p->kind == PROC_METHOD) return method_object_binding(p->code);
    if (p->kind != PROC_ISEQ || !p->env) rb_raise(rb_eArgError, "Can't create Binding from C level Proc");
    if (env_isolated_p(p->env)) rb_raise(rb_eArgError, "Can't create Binding from isolated Proc");
    struct iseq_body *b = iseq_body(p->code);
    return binding_new(p->env, p->self, b->path, b->first_line);
}

static VALUE
proc_m_ruby2_keywords(VALUE self)
{
    struct rproc *p = proc_ptr(self);
    rb_check_frozen(self);
    if (p->kind != PROC_ISEQ) {
        rb_warn("Skipping set of ruby2_keywords flag for proc (proc not defined in Ruby)");
        return self;
    }
    struct iseq_params *q = &iseq_body(p->code)->params;
    if ((q->flags & PARAM_REST) && !(q->flags & (PARAM_KW | PARAM_KWREST)) && !q->post) {
        q->flags |= PARAM_RUBY2_KW;
    } else {
        rb_warn("Skipping set of ruby2_keywords flag for proc (proc accepts keywords or post arguments or proc does not "
                "accept argument splat)");
    }
    return self;
}

/* ---- curry and composition ---- */

static VALUE curry_step(VALUE proc, VALUE passed, VALUE arity, bool lambda);

static VALUE
curry_call(VALUE first, VALUE data, int argc, const VALUE *argv, VALUE blk)
{
    (void)first;
    VALUE proc = ary_at(data, 0), passed = ary_dup(ary_at(data, 1)), arity = ary_at(data, 2);
    rb_ary_cat(passed, argv, argc);
    if ((intptr_t)ary_len(passed) >= fix_int(arity)) {
        VALUE v = vm_call_proc(vm_ec, proc, (int)ary_len(passed), ary_ptr(passed), blk == Qnil ? BH_NONE : blk, 0);
        RB_GC_GUARD(passed);
        return v;
    }
    if (blk != Qnil) rb_warn("given block not used");
    return curry_step(proc, passed, arity, val_truthy(ary_at(data, 3)));
}

static VALUE
curry_step(VALUE proc, VALUE passed, VALUE arity, bool lambda)
{
    VALUE data = rb_ary_new_from_args(4, proc, passed, arity, val_bool(lambda));
    return proc_new_ifunc(curry_call, (const void *)data, 0, -1, lambda);
}

/* Raises ArgumentError unless the lambda can be called with n arguments. */
static void
check_curried(VALUE proc, int n)
{
    VALUE params = rb_funcall(proc, rb_intern("parameters"), 0);
    int min = 0, max = 0;
    for (size_t i = 0; i < ary_len(params); i++) {
        const char *kind = str_ptr(sym_name(ary_at(ary_at(params, i), 0)));
        if (strcmp(kind, "req") == 0) min++, max = max < 0 ? max : max + 1;
        else if (strcmp(kind, "opt") == 0) max = max < 0 ? max : max + 1;
        else if (strcmp(kind, "rest") == 0) max = -1;
    }
    if (n < min || (max >= 0 && n > max)) rb_error_arity(n, min, max < 0 ? UNLIMITED_ARGUMENTS : max);
}

VALUE
proc_curry(int argc, VALUE *argv, VALUE proc, int arity)
{
    bool lambda = proc_ptr(proc)->lambda;
    rb_check_arity(argc, 0, 1);
    int n = arity < 0 ? -arity - 1 : arity;
    if (argc == 1 && argv[0] != Qnil) {
        n = NUM2INT(argv[0]);
        if (lambda) check_curried(proc, n);
    }
    return curry_step(proc, ary_new(), INT2FIX(n), lambda);
}

static VALUE
proc_m_curry(int argc, VALUE *argv, VALUE self)
{
    return proc_curry(argc, argv, self, proc_arity(self));
}

static VALUE
call_callable(VALUE f, int argc, const VALUE *argv, VALUE blk, int kw)
{
    if (val_proc_p(f)) return vm_call_proc(vm_ec, f, argc, argv, blk == Qnil ? BH_NONE : blk, kw);
    return rb_funcall_with_block_kw(f, rb_intern("call"), argc, argv, blk, kw);
}

/* data: [first to call, then with its result] */
static VALUE
compose_call(VALUE first, VALUE data, int argc, const VALUE *argv, VALUE blk)
{
    (void)first;
    VALUE v = call_callable(ary_at(data, 0), argc, argv, blk, rb_keyword_given_p());
    return call_callable(ary_at(data, 1), 1, &v, Qnil, 0);
}

static void
check_callable(VALUE g)
{
    if (!val_proc_p(g) && !val_truthy(rb_obj_is_method(g)) && !rb_respond_to(g, rb_intern("call"))) {
        rb_raise(rb_eTypeError, "callable object is expected");
    }
}

static bool
lambda_like(VALUE f)
{
    return val_proc_p(f) ? proc_ptr(f)->lambda : true;
}

VALUE
callable_compose(VALUE first, VALUE then, bool lambda)
{
    VALUE data = rb_ary_new_from_args(2, first, then);
    return proc_new_ifunc(compose_call, (const void *)data, 0, -1, lambda);
}

VALUE
proc_m_rshift(VALUE self, VALUE g)
{
    check_callable(g);
    return callable_compose(self, g, lambda_like(self));
}

VALUE
proc_m_lshift(VALUE self, VALUE g)
{
    check_callable(g);
    return callable_compose(g, self, lambda_like(g));
}

/* ---- Binding ---- */

/* fmt: of the name's text and perhaps the binding's. */
NORETURN static void
raise_of_local(VALUE binding, VALUE name, const char *fmt)
{
    VALUE sym = rb_to_symbol(name);
    rb_exc_raise(rb_funcall(rb_eNameError, rb_intern("new"), 2, rb_sprintf(fmt, sym_name(sym), rb_inspect(binding)), sym));
}

/* Returns the ID of a local variable's name, or 0 if no variable has the name. */
static ID
local_id_if_known(VALUE binding, VALUE name)
{
    VALUE given = name;
    ID id = rb_check_id(&given);
    if ((id ? id_class(id) : name_class(given)) != ID_LOCAL)
        raise_of_local(binding, given, "wrong local variable name '%" PRIsVALUE "' for %" PRIsVALUE);
    if (name_numbered_p(given))
        raise_of_local(binding, given, "numbered parameter '%" PRIsVALUE "' is not a local variable");
    return id;
}

static ID
implicit_name(VALUE name)
{
    VALUE given = name;
    ID id = rb_check_id(&given);
    if (!name_numbered_p(given) && id != rb_intern("it"))
        raise_of_local(Qnil, given, "'%" PRIsVALUE "' is not an implicit parameter");
    return id ? id : rb_to_id(given);
}

static VALUE
binding_m_implicit_parameters(VALUE self)
{
    return binding_implicit_names(self);
}

static VALUE
binding_m_implicit_parameter_get(VALUE self, VALUE name)
{
    ID id = implicit_name(name);
    VALUE v = binding_implicit_get(self, id);
    if (v == Qundef)
        rb_name_error(id, "implicit parameter '%" PRIsVALUE "' is not defined for %" PRIsVALUE, id_name(id),
                      rb_inspect(self));
    return v;
}

static VALUE
binding_m_implicit_parameter_defined_p(VALUE self, VALUE name)
{
    return val_bool(binding_implicit_get(self, implicit_name(name)) != Qundef);
}

static VALUE
binding_m_local_variable_get(VALUE self, VALUE name)
{
    ID id = local_id_if_known(self, name);
    VALUE v = id ? binding_local_get(self, id) : Qundef;
    if (v == Qundef) raise_of_local(self, name, "local variable '%" PRIsVALUE "' is not defined for %" PRIsVALUE);
    return v;
}

static VALUE
binding_m_local_variable_set(VALUE self, VALUE name, VALUE v)
{
    ID id = local_id_if_known(self, name);
    binding_local_set(self, id ? id : rb_to_id(name), v);
    return v;
}

static VALUE
binding_m_local_variable_defined_p(VALUE self, VALUE name)
{
    ID id = local_id_if_known(self, name);
    return val_bool(id && binding_local_get(self, id) != Qundef);
}

static VALUE
binding_m_local_variables(VALUE self)
{
    return env_local_names(binding_ptr(self)->env);
}

static VALUE
binding_m_receiver(VALUE self)
{
    return binding_ptr(self)->self;
}

static VALUE
binding_m_source_location(VALUE self)
{
    struct rbinding *b = binding_ptr(self);
    return rb_ary_new_from_args(2, b->path, INT2FIX(b->line));
}

static VALUE
binding_m_eval(int argc, VALUE *argv, VALUE self)
{
    VALUE src, path, line;
    rb_scan_args(argc, argv, "12", &src, &path, &line);
    StringValue(src);
    if (argc > 1) StringValue(path);
    return binding_eval(vm_ec, self, src, path, line == Qnil ? 1 : NUM2INT(line));
}

static VALUE
binding_m_dup(VALUE self)
{
    struct rbinding *b = binding_ptr(self);
    VALUE v = binding_new(b->env, b->self, b->path, b->line);
    ivar_copy(v, self);
    rb_gc_copy_finalizer(v, self);
    return v;
}

static VALUE
binding_m_clone(VALUE self)
{
    VALUE v = binding_m_dup(self), single = class_singleton_if_any(self);
    if (single != Qnil) ivar_set_class(v, singleton_class_clone(single, v));
    if (obj_frozen(self)) rb_obj_freeze(v);
    return v;
}

void
Init_Proc(void)
{
    rb_undef_alloc_func(rb_cProc);
    rb_define_singleton_method(rb_cProc, "new", proc_s_new, -1);
    static const char *const calls[] = {"call", "()", "yield", "===", "[]"};
    for (unsigned i = 0; i < lengthof(calls); i++) {
        if (i != 1) method_add_optimized(rb_cProc, rb_intern(calls[i]), OPTIMIZED_PROC_CALL, 0, VISI_PUBLIC);
    }
    rb_define_method(rb_cProc, "to_proc", proc_m_to_proc, 0);
    rb_define_method(rb_cProc, "arity", proc_m_arity, 0);
    rb_define_method(rb_cProc, "parameters", proc_m_parameters, -1);
    rb_define_method(rb_cProc, "lambda?", proc_m_lambda_p, 0);
    rb_define_method(rb_cProc, "source_location", proc_source_location, 0);
    rb_define_method(rb_cProc, "inspect", proc_m_inspect, 0);
    rb_define_method(rb_cProc, "to_s", proc_m_inspect, 0);
    rb_define_method(rb_cProc, "==", proc_m_eq, 1);
    rb_define_method(rb_cProc, "eql?", proc_m_eq, 1);
    rb_define_method(rb_cProc, "hash", proc_m_hash, 0);
    rb_define_method(rb_cProc, "dup", proc_dup, 0);
    rb_define_method(rb_cProc, "clone", proc_m_clone, 0);
    rb_define_method(rb_cProc, "binding", proc_m_binding, 0);
    rb_define_method(rb_cProc, "ruby2_keywords", proc_m_ruby2_keywords, 0);
    rb_define_method(rb_cProc, "curry", proc_m_curry, -1);
    rb_define_method(rb_cProc, ">>", proc_m_rshift, 1);
    rb_define_method(rb_cProc, "<<", proc_m_lshift, 1);
    rb_define_global_function("proc", kernel_m_proc, 0);
    rb_define_global_function("lambda", kernel_m_lambda, 0);
    Init_Method();
}

void
Init_Binding(void)
{
    rb_undef_alloc_func(rb_cBinding);
    rb_undef_method(CLASS_OF(rb_cBinding), "new");
    rb_define_method(rb_cBinding, "local_variable_get", binding_m_local_variable_get, 1);
    rb_define_method(rb_cBinding, "local_variable_set", binding_m_local_variable_set, 2);
    rb_define_method(rb_cBinding, "local_variable_defined?", binding_m_local_variable_defined_p, 1);
    rb_define_method(rb_cBinding, "local_variables", binding_m_local_variables, 0);
    rb_define_method(rb_cBinding, "implicit_parameters", binding_m_implicit_parameters, 0);
    rb_define_method(rb_cBinding, "implicit_parameter_get", binding_m_implicit_parameter_get, 1);
    rb_define_method(rb_cBinding, "implicit_parameter_defined?", binding_m_implicit_parameter_defined_p, 1);
    rb_define_method(rb_cBinding, "receiver", binding_m_receiver, 0);
    rb_define_method(rb_cBinding, "source_location", binding_m_source_location, 0);
    rb_define_method(rb_cBinding, "eval", binding_m_eval, -1);
    rb_define_method(rb_cBinding, "dup", binding_m_dup, 0);
    rb_define_method(rb_cBinding, "clone", binding_m_clone, 0);
}
