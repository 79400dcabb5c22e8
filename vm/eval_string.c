/*
 * vm/eval_string.c - eval, instance_eval, class_eval, and Binding's insides.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/vm/binding.h"
#include "internal/vm/coverage.h"
#include "internal/object.h"
#include "internal/ractor.h"
#include "internal/vm/trace.h"
#include "internal/vm.h"

static void
binding_mark(void *p)
{
    struct rbinding *b = p;
    gc_mark(b->env);
    gc_mark(b->self);
    gc_mark(b->path);
}

const rb_data_type_t binding_data_type = {
    "binding", {binding_mark, RUBY_DEFAULT_FREE, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY,
};

VALUE
binding_new(VALUE env, VALUE self, VALUE path, int line)
{
    struct rbinding *b;
    VALUE v = TypedData_Make_Struct(rb_cBinding, struct rbinding, &binding_data_type, b);
    b->env = env;
    b->self = self;
    b->path = path;
    b->line = line;
    return v;
}

VALUE
binding_new_here(ec_t *ec)
{
    VALUE *fp = vm_ruby_frame(ec);
    if (!fp) rb_raise(rb_eRuntimeError, "Can't create Binding Object on top of Fiber or Thread");
    VALUE env = env_capture(ec, fp);
    return binding_new(env, frame_self(fp), vm_caller_path(ec), vm_caller_line(ec));
}

VALUE
rb_binding_new(void)
{
    return binding_new_here(vm_ec);
}

/* local: a local of the text's scope that does not stand in it, or 0. */
static VALUE
compile_eval(VALUE source, VALUE path, int line, VALUE parent_iseq, ID local)
{
    StringValueCStr(path);
    path = str_fstring(rb_str_new_frozen(path)); /* the same object for each text of this name */
    struct compile_options opt = {
        .path = RSTRING_PTR(path),
        .path_str = path,
        .realpath = Qnil,
        .line = line,
        .frozen_string_literal = -1,
        .parent = parent_iseq,
        .local = local,
        .coverage = (coverage_mode & COVERAGE_EVAL) != 0,
    };
    VALUE iseq = compile_string(source, ISEQ_EVAL, &opt);
    if (UNLIKELY(vm_trace_events) && !local) trace_script_compiled(vm_ec, iseq, source);
    return iseq;
}

static VALUE
default_eval_path(ec_t *ec)
{
    VALUE p = vm_caller_path(ec);
    if (p == Qnil) p = rb_str_new_cstr("main");
    return rb_sprintf("(eval at %" PRIsVALUE ":%d)", p, vm_caller_line(ec));
}

VALUE
binding_eval(ec_t *ec, VALUE binding, VALUE source, VALUE path, int line)
{
    struct rbinding *b = binding_ptr(binding);
    if (path == Qnil) path = default_eval_path(ec);
    VALUE iseq = compile_eval(source, path, line, env_iseq(b->env), 0);
    if (UNLIKELY(ractor_isolated)) ractor_check_eval(iseq, b->env);
    if (iseq_body(iseq)->local_count == 0) return vm_run_eval(ec, iseq, b->self, link_of_env(b->env), 0, NULL);
    VALUE parent = b->env;
    return vm_run_eval(ec, iseq, b->self, link_of_env(parent), 0, &b->env);
}

/* Evaluates a text in the scope of the caller's frame, with another self and cref if given. */
static VALUE
eval_here(ec_t *ec, VALUE source, VALUE self, VALUE cref, VALUE path, int line)
{
    VALUE *fp = vm_ruby_frame(ec);
    if (path == Qnil) path = default_eval_path(ec);
    if (!fp) { /* from C without any Ruby below */
        VALUE iseq = compile_eval(source, path, line, 0, 0);
        return vm_run_eval(ec, iseq, self == Qundef ? vm_top_self : self, 0, cref ? cref : vm_cref(ec), NULL);
    }
    VALUE env = env_capture(ec, fp);
    VALUE iseq = compile_eval(source, path, line, frame_iseq(fp), 0);
    if (UNLIKELY(ractor_isolated)) ractor_check_eval(iseq, env);
    if (!cref) cref = cref_dup(frame_cref(ec, fp));
    return vm_run_eval(ec, iseq, self == Qundef ? frame_self(fp) : self, link_of_env(env), cref, NULL);
}

/* ---- local variables ---- */

static VALUE *
eval_env_slot(VALUE env, ID name, VALUE *owner)
{
    for (;;) {
        struct env *e = env_of(env);
        if (UNLIKELY(env_isolated_p(env))) return NULL;
        struct iseq_body *body = iseq_body(env_iseq(env));
        for (unsigned i = body->local_count; i-- > 0;) {
            if (body->locals[i] == name) {
                *owner = env;
                return &e->ep[(intptr_t)i - body->local_count];
            }
        }
        if (ep_method_p(e->ep) || !ep_up(e->ep)) return NULL;
        env = link_env(ep_up(e->ep));
    }
}

VALUE
binding_local_get(VALUE binding, ID name)
{
    VALUE owner, *at = eval_env_slot(binding_ptr(binding)->env, name, &owner);
    if (!at) return Qundef;
    if (*at == Qundef) { /* a &block parameter not made yet */
        VALUE *ep = env_of(owner)->ep;
        VALUE p = !ep_method_p(ep) ? Qnil : proc_from_handler(vm_ec, ep_up(ep), false);
        obj_write(owner, at, p);
    }
    return *at;
}

/* Gives the binding an environment of its own with the local `name`, which may be a word of the grammar. */
static void
binding_add_local(struct rbinding *b, ID name)
{
    VALUE iseq = compile_eval(rb_str_new_cstr(""), b->path, b->line, env_iseq(b->env), name);
    vm_run_eval(vm_ec, iseq, b->self, link_of_env(b->env), 0, &b->env);
}

void
binding_local_set(VALUE binding, ID name, VALUE v)
{
    struct rbinding *b = binding_ptr(binding);
    VALUE owner, *at = eval_env_slot(b->env, name, &owner);
    if (!at) {
        binding_add_local(b, name);
        at = eval_env_slot(b->env, name, &owner);
        if (!at) rb_raise(rb_eRuntimeError, "cannot define local variable");
    }
    obj_write(owner, at, v);
}

void
binding_move(VALUE binding, VALUE env)
{
    struct rbinding *b = binding_ptr(binding);
    VALUE before = b->env, names = env_local_names(before);
    RB_OBJ_WRITE(binding, &b->env, env);
    for (size_t i = 0; i < ary_len(names); i++) {
        ID name = rb_sym2id(ary_at(names, i));
        VALUE owner, *at;
        if (eval_env_slot(env, name, &owner) || !(at = eval_env_slot(before, name, &owner))) continue;
        binding_local_set(binding, name, *at);
    }
    RB_GC_GUARD(before);
    RB_GC_GUARD(names);
}

bool
name_numbered_p(VALUE name)
{
    if (val_symbol_p(name)) name = sym_name(name);
    return str_len(name) == 2 && str_ptr(name)[0] == '_' && str_ptr(name)[1] >= '1' && str_ptr(name)[1] <= '9';
}

/* The numbered parameters, or `it`, of the block that the binding is of. */
VALUE
binding_implicit_names(VALUE binding)
{
    struct iseq_body *body = iseq_body(env_iseq(binding_ptr(binding)->env));
    VALUE names = ary_new();
    if (!(body->params.flags & PARAM_NUMBERED)) return names;
    for (unsigned i = 0; i < body->params.lead; i++) {
        ary_push(names, sym_from_id(body->params.flags & PARAM_IT ? rb_intern("it") : body->locals[i]));
    }
    return names;
}

VALUE
binding_implicit_get(VALUE binding, ID name)
{
    VALUE env = binding_ptr(binding)->env;
    struct iseq_body *body = iseq_body(env_iseq(env));
    for (unsigned i = 0; (body->params.flags & PARAM_NUMBERED) && i < body->params.lead; i++) {
        ID id = body->params.flags & PARAM_IT ? rb_intern("it") : body->locals[i];
        if (id == name) return env_of(env)->ep[(intptr_t)i - body->local_count];
    }
    return Qundef;
}

static void
eval_add_names(VALUE ary, VALUE iseq)
{
    struct iseq_body *body = iseq_body(iseq);
    for (unsigned i = 0; i < body->local_count; i++) {
        ID id = body->locals[i];
        if (!id || !id_local_p(id) || name_numbered_p(id_name(id))) continue;
        VALUE sym = sym_from_id(id);
        if (!val_truthy(rb_ary_includes(ary, sym))) ary_push(ary, sym);
    }
}

VALUE
env_local_names(VALUE env)
{
    VALUE a = ary_new();
    for (;;) {
        if (UNLIKELY(env_isolated_p(env))) return a;
        eval_add_names(a, env_iseq(env));
        VALUE *ep = env_of(env)->ep;
        if (ep_method_p(ep) || !ep_up(ep)) return a;
        env = link_env(ep_up(ep));
    }
}

/* ---- Kernel#eval and kin ---- */

static VALUE
kernel_m_eval(int argc, VALUE *argv, VALUE self)
{
    VALUE src, binding, path, line;
    (void)self;
    rb_scan_args(argc, argv, "13", &src, &binding, &path, &line);
    StringValue(src);
    if (path != Qnil) StringValue(path);
    int ln = line == Qnil ? 1 : NUM2INT(line);
    ec_t *ec = vm_ec;
    if (binding == Qnil) return eval_here(ec, src, self == rb_mKernel ? self : Qundef, 0, path, ln);
    if (!rb_typeddata_is_kind_of(binding, &binding_data_type)) {
        rb_raise(rb_eTypeError, "wrong argument type %s (expected binding)", rb_obj_classname(binding));
    }
    return binding_eval(ec, binding, src, path, ln);
}

VALUE
vm_caller_cref(void)
{
    return vm_cref(vm_ec);
}

/* A cref for instance_eval: the singleton class is made at the first definition. */
static VALUE
eval_singleton_cref(VALUE self, VALUE next)
{
    VALUE v = cref_new(Qundef, next, true);
    obj_write(v, &cref_of(v)->self_for_singleton, self);
    cref_of(v)->singleton = true;
    return v;
}

static void
eval_args(int argc, VALUE *argv, VALUE *src, VALUE *path, int *line)
{
    VALUE ln;
    rb_scan_args(argc, argv, "12", src, path, &ln);
    StringValue(*src);
    if (*path != Qnil) StringValue(*path);
    *line = ln == Qnil ? 1 : NUM2INT(ln);
}

static VALUE
eval_under(VALUE self, VALUE cref, int argc, VALUE *argv)
{
    ec_t *ec = vm_ec;
    VALUE h = vm_block_handler(ec);
    if (h && h != Qnil) {
        if (argc > 0) rb_error_arity(argc, 0, 0);
        return vm_yield_self(ec, h, self, cref, 1, &self, BH_NONE, 0);
    }
    if (argc == 0) rb_raise(rb_eArgError, "wrong number of arguments (given 0, expected 1..3)");
    VALUE src, path;
    int line;
    eval_args(argc, argv, &src, &path, &line);
    cref_of(cref)->pushed_by_eval = false; /* a text defines constants and class variables there, which a block does not */
    if (cref_of(cref)->singleton && class_singleton_if_any(self) != Qnil) {
        cref_class(cref);
    } else if (cref_of(cref)->singleton) { /* no singleton class (yet): the constants of its class, before the caller's */
        VALUE of_class = cref_new(rb_obj_class(self), cref_of(cref)->next, false);
        cref_of(of_class)->singleton = true;
        obj_write(cref, &cref_of(cref)->next, of_class);
    }
    return eval_here(ec, src, self, cref, path, line);
}

static VALUE
bo_m_instance_eval(int argc, VALUE *argv, VALUE self)
{
    return eval_under(self, eval_singleton_cref(self, vm_caller_cref()), argc, argv);
}

VALUE
vm_instance_exec(VALUE self, VALUE cref, int argc, const VALUE *argv, int kw_splat)
{
    ec_t *ec = vm_ec;
    VALUE h = vm_block_handler(ec);
    if (!h || h == Qnil) rb_exc_raise(local_jump_error_new("no block given", Qnil, "noreason"));
    return vm_yield_self(ec, h, self, cref, argc, argv, BH_NONE, kw_splat);
}

static VALUE
eval_bo_m_instance_exec(int argc, VALUE *argv, VALUE self)
{
    return vm_instance_exec(self, eval_singleton_cref(self, vm_caller_cref()), argc, argv, rb_keyword_given_p());
}

static VALUE
mod_m_module_eval(int argc, VALUE *argv, VALUE mod)
{
    return eval_under(mod, cref_new(mod, vm_caller_cref(), true), argc, argv);
}

static VALUE
eval_mod_m_module_exec(int argc, VALUE *argv, VALUE mod)
{
    return vm_instance_exec(mod, cref_new(mod, vm_caller_cref(), true), argc, argv, rb_keyword_given_p());
}

VALUE
rb_obj_instance_eval(int argc, const VALUE *argv, VALUE self)
{
    return bo_m_instance_eval(argc, (VALUE *)argv, self);
}

VALUE
rb_obj_instance_exec(int argc, const VALUE *argv, VALUE self)
{
    return eval_bo_m_instance_exec(argc, (VALUE *)argv, self);
}

VALUE
rb_mod_module_eval(int argc, const VALUE *argv, VALUE mod)
{
    return mod_m_module_eval(argc, (VALUE *)argv, mod);
}

VALUE
rb_mod_module_exec(int argc, const VALUE *argv, VALUE mod)
{
    return eval_mod_m_module_exec(argc, (VALUE *)argv, mod);
}

/* In the scope of the Ruby code that called, as the file "eval". */
VALUE
rb_eval_string(const char *text)
{
    return eval_here(vm_ec, rb_str_new_cstr(text), Qundef, 0, rb_usascii_str_new_cstr("eval"), 1);
}

VALUE
vm_eval_string_at_top(const char *text)
{
    VALUE iseq = compile_eval(rb_str_new_cstr(text), rb_str_new_cstr("(eval)"), 1, 0, 0);
    return vm_run_eval(vm_ec, iseq, vm_top_self, 0, vm_top_cref, NULL);
}

static VALUE
eval_string_v(VALUE p)
{
    return rb_eval_string((const char *)p);
}

VALUE
rb_eval_string_protect(const char *text, int *state)
{
    return rb_protect(eval_string_v, (VALUE)text, state);
}

/* At the top of a file that was loaded with wrap: constants and methods go into a module that has no name. */
static VALUE
eval_wrapped(VALUE text)
{
    extern VALUE vm_top_cref;
    VALUE module = module_new(), self = rb_obj_clone(vm_top_self), cref = cref_new(module, vm_top_cref, false);
    rb_extend_object(self, module);
    return eval_here(vm_ec, rb_str_new_cstr((const char *)text), self, cref, Qnil, 1);
}

VALUE
rb_eval_string_wrap(const char *text, int *state)
{
    int st;
    VALUE v = rb_protect(eval_wrapped, (VALUE)text, &st);
    if (state) *state = st;
    else if (st) rb_jump_tag(st);
    return v;
}

static VALUE
kernel_m_binding(VALUE self)
{
    (void)self;
    ec_t *ec = vm_ec;
    if (!frame_ruby_p(frame_caller(ec->fp))) rb_raise(rb_eRuntimeError, "Cannot create Binding object for non-Ruby caller");
    return binding_new_here(ec);
}

static VALUE
kernel_m_local_variables(VALUE self)
{
    (void)self;
    ec_t *ec = vm_ec;
    VALUE *fp = vm_ruby_frame(ec), a = ary_new();
    while (fp) {
        eval_add_names(a, frame_iseq(fp));
        fp = frame_parent(fp);
    }
    return a;
}

void
Init_vm_eval_string(void)
{
    rb_define_global_function("eval", kernel_m_eval, -1);
    rb_define_global_function("binding", kernel_m_binding, 0);
    rb_define_global_function("local_variables", kernel_m_local_variables, 0);
    rb_define_method(rb_cBasicObject, "instance_eval", bo_m_instance_eval, -1);
    rb_define_method(rb_cBasicObject, "instance_exec", eval_bo_m_instance_exec, -1);
    rb_define_method(rb_cModule, "module_eval", mod_m_module_eval, -1);
    rb_define_method(rb_cModule, "class_eval", mod_m_module_eval, -1);
    rb_define_method(rb_cModule, "module_exec", eval_mod_m_module_exec, -1);
    rb_define_method(rb_cModule, "class_exec", eval_mod_m_module_exec, -1);
}
