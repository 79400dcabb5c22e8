/*
 * ruby/internal/eval.h - calling Ruby, yielding to blocks, and what unwinds.
 *
 * EVAL-1    All functions here have the effects `calls` and `raises`, unless others are listed.  A raise leaks memory that only
 *      a C local owns.
 * EVAL-2    kw_splat is RB_NO_KEYWORDS, RB_PASS_KEYWORDS (the last argument is a Hash of keywords) or
 *      RB_PASS_CALLED_KEYWORDS (as this C method was called).
 * EVAL-3    A state from rb_protect is 0 or is given back to rb_jump_tag, or rb_errinfo is cleared by rb_set_errinfo(Qnil).
 */
#ifndef RUBY_INTERNAL_EVAL_H
#define RUBY_INTERNAL_EVAL_H 1

#include "ruby/internal/value.h"

#define RB_NO_KEYWORDS 0
#define RB_PASS_KEYWORDS 1
#define RB_PASS_EMPTY_KEYWORDS 1
#define RB_PASS_CALLED_KEYWORDS (!!rb_keyword_given_p())
#define RB_SCAN_ARGS_PASS_CALLED_KEYWORDS 0
#define RB_SCAN_ARGS_KEYWORDS 1
#define RB_SCAN_ARGS_LAST_HASH_KEYWORDS 3
#define HAVE_RB_DEFINE_ALLOC_FUNC 1

/* Declares the parameters of a block written in C: the first yielded value, the creator's datum, all values, and a block. */
#define RB_BLOCK_CALL_FUNC_ARGLIST(yielded_arg, callback_arg) \
    VALUE yielded_arg, VALUE callback_arg, int argc, const VALUE *argv, VALUE blockarg
typedef VALUE rb_block_call_func(RB_BLOCK_CALL_FUNC_ARGLIST(yielded_arg, callback_arg));
typedef rb_block_call_func *rb_block_call_func_t;
#define HAVE_RB_BLOCK_CALL_FUNC 1
#define RB_BLOCK_CALL_FUNC_STRICT 1

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- calls; rb_funcall* see private methods, *_public do not ---- */
VALUE rb_funcall(VALUE recv, ID mid, int n, ...);
VALUE rb_funcallv(VALUE recv, ID mid, int argc, const VALUE *argv);
VALUE rb_funcallv_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat);
VALUE rb_funcallv_public(VALUE recv, ID mid, int argc, const VALUE *argv);
VALUE rb_funcallv_public_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat);
VALUE rb_funcall_passing_block(VALUE recv, ID mid, int argc, const VALUE *argv);
VALUE rb_funcall_passing_block_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat);
VALUE rb_funcall_with_block(VALUE recv, ID mid, int argc, const VALUE *argv, VALUE proc);
VALUE rb_funcall_with_block_kw(VALUE recv, ID mid, int argc, const VALUE *argv, VALUE proc, int kw_splat);
VALUE rb_apply(VALUE recv, ID mid, VALUE args);
/* Qundef if recv does not respond to mid (private methods count). */
VALUE rb_check_funcall(VALUE recv, ID mid, int argc, const VALUE *argv);
VALUE rb_check_funcall_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat);
VALUE rb_call_super(int argc, const VALUE *argv);
VALUE rb_call_super_kw(int argc, const VALUE *argv, int kw_splat);
VALUE rb_current_receiver(void);
VALUE rb_obj_instance_eval(int argc, const VALUE *argv, VALUE self);
VALUE rb_obj_instance_exec(int argc, const VALUE *argv, VALUE self);
VALUE rb_mod_module_eval(int argc, const VALUE *argv, VALUE mod);
VALUE rb_mod_module_exec(int argc, const VALUE *argv, VALUE mod);
VALUE rb_eval_cmd_kw(VALUE command, VALUE args, int kw_splat);
VALUE rb_eval_string(const char *source);
VALUE rb_eval_string_protect(const char *source, int *state);
VALUE rb_eval_string_wrap(const char *source, int *state);
void rb_obj_call_init(VALUE obj, int argc, const VALUE *argv);
void rb_obj_call_init_kw(VALUE obj, int argc, const VALUE *argv, int kw_splat);
ID rb_frame_this_func(void);
ID rb_frame_callee(void);
int rb_frame_method_id_and_class(ID *id, VALUE *klass); /* 1, or 0 without a method */
VALUE rb_make_backtrace(void);
VALUE rb_make_exception(int argc, const VALUE *argv);
const char *rb_sourcefile(void);
int rb_sourceline(void);
const char *rb_source_location_cstr(int *line);
void rb_backtrace(void);

/* ---- arguments ---- */
int rb_keyword_given_p(void);
/* fmt: [required digit][optional digit][*][trailing required digit][:][&], then as many VALUE * as it names (a null
 * one drops its value); returns argc.  Effects: allocates, raises ArgumentError. */
int rb_scan_args(int argc, const VALUE *argv, const char *fmt, ...);
int rb_scan_args_kw(int kw_flag, int argc, const VALUE *argv, const char *fmt, ...);
/* Take `required` then `optional` keywords of table[] out of hash to values[] (Qundef where absent). optional < 0: -1 -
 * optional of them, and others are allowed. Returns how many were there. */
int rb_get_kwargs(VALUE hash, const ID *table, int required, int optional, VALUE *values);
VALUE rb_extract_keywords(VALUE *hash);
int rb_opts_exception_p(VALUE opts, int default_value); /* exception: true or false */
RBIMPL_ATTR_NORETURN() void rb_error_arity(int argc, int min, int max);
RBIMPL_ATTR_NORETURN() void rb_bad_scan_args(const char *fmt);

/* ---- blocks ---- */
int rb_block_given_p(void);
void rb_need_block(void);
VALUE rb_block_proc(void);
VALUE rb_block_lambda(void);
VALUE rb_yield(VALUE v);
VALUE rb_yield_values(int n, ...);
VALUE rb_yield_values2(int n, const VALUE *argv);
VALUE rb_yield_values_kw(int n, const VALUE *argv, int kw_splat);
VALUE rb_yield_splat(VALUE ary);
VALUE rb_yield_splat_kw(VALUE ary, int kw_splat);
VALUE rb_yield_block(RB_BLOCK_CALL_FUNC_ARGLIST(yielded_arg, callback_arg));
VALUE rb_each(VALUE obj);
VALUE rb_block_call(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t func, VALUE data);
VALUE rb_block_call_kw(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t func, VALUE data, int kw_splat);
VALUE rb_lambda_call(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t func, int min, int max,
                     VALUE data);
VALUE rb_iterate(VALUE (*func)(VALUE), VALUE data, rb_block_call_func_t block, VALUE block_data);
RBIMPL_ATTR_NORETURN() void rb_iter_break(void);
RBIMPL_ATTR_NORETURN() void rb_iter_break_value(VALUE v);

/* ---- unwinding ---- */
VALUE rb_ensure(VALUE (*body)(VALUE), VALUE body_arg, VALUE (*ensure)(VALUE), VALUE ensure_arg);
VALUE rb_rescue(VALUE (*body)(VALUE), VALUE body_arg, VALUE (*rescue)(VALUE, VALUE), VALUE rescue_arg);
/* The classes to rescue follow, and a 0 of type VALUE. */
VALUE rb_rescue2(VALUE (*body)(VALUE), VALUE body_arg, VALUE (*rescue)(VALUE, VALUE), VALUE rescue_arg, ...);
VALUE rb_vrescue2(VALUE (*body)(VALUE), VALUE body_arg, VALUE (*rescue)(VALUE, VALUE), VALUE rescue_arg, va_list ap);
VALUE rb_protect(VALUE (*body)(VALUE), VALUE arg, int *state);
RBIMPL_ATTR_NORETURN() void rb_jump_tag(int state);
VALUE rb_catch(const char *tag, rb_block_call_func_t func, VALUE data);
VALUE rb_catch_obj(VALUE tag, rb_block_call_func_t func, VALUE data);
RBIMPL_ATTR_NORETURN() void rb_throw(const char *tag, VALUE v);
RBIMPL_ATTR_NORETURN() void rb_throw_obj(VALUE tag, VALUE v);
RBIMPL_ATTR_NORETURN() void rb_exc_raise(VALUE exc);
RBIMPL_ATTR_NORETURN() void rb_exc_fatal(VALUE exc);
RBIMPL_ATTR_NORETURN() void rb_interrupt(void);
RBIMPL_ATTR_NORETURN() void rb_exit(int status);
VALUE rb_f_exit(int argc, const VALUE *argv);
VALUE rb_f_abort(int argc, const VALUE *argv);
VALUE rb_errinfo(void);
void rb_set_errinfo(VALUE exc);
void rb_set_end_proc(void (*func)(VALUE), VALUE data);
void rb_exec_end_proc(void);
/* Call func(obj, arg, recursive).  recursive is 1 if this C method already works on obj in this thread.  The paired forms test the
 * pair (obj, paired).  The outer forms leave all levels before they call again with 1. */
VALUE rb_exec_recursive(VALUE (*func)(VALUE obj, VALUE arg, int recursive), VALUE obj, VALUE arg);
VALUE rb_exec_recursive_paired(VALUE (*func)(VALUE obj, VALUE arg, int recursive), VALUE obj, VALUE paired, VALUE arg);
VALUE rb_exec_recursive_outer(VALUE (*func)(VALUE obj, VALUE arg, int recursive), VALUE obj, VALUE arg);
VALUE rb_exec_recursive_paired_outer(VALUE (*func)(VALUE obj, VALUE arg, int recursive), VALUE obj, VALUE paired, VALUE arg);

/* ---- Proc, Method, Binding ---- */
VALUE rb_proc_new(rb_block_call_func_t func, VALUE data);
VALUE rb_proc_call(VALUE proc, VALUE args);
VALUE rb_proc_call_kw(VALUE proc, VALUE args, int kw_splat);
VALUE rb_proc_call_with_block(VALUE proc, int argc, const VALUE *argv, VALUE block);
VALUE rb_proc_call_with_block_kw(VALUE proc, int argc, const VALUE *argv, VALUE block, int kw_splat);
int rb_proc_arity(VALUE proc);
VALUE rb_proc_lambda_p(VALUE proc);
VALUE rb_obj_is_proc(VALUE v);
VALUE rb_obj_is_method(VALUE v);
VALUE rb_obj_method(VALUE obj, VALUE name);
VALUE rb_method_call(int argc, const VALUE *argv, VALUE method);
VALUE rb_method_call_kw(int argc, const VALUE *argv, VALUE method, int kw_splat);
VALUE rb_method_call_with_block(int argc, const VALUE *argv, VALUE method, VALUE block);
VALUE rb_method_call_with_block_kw(int argc, const VALUE *argv, VALUE method, VALUE block, int kw_splat);
VALUE rb_binding_new(void);

/* ---- loading ---- */
void rb_load(VALUE path, int wrap);
void rb_load_protect(VALUE path, int wrap, int *state);
VALUE rb_require(const char *feature);
VALUE rb_require_string(VALUE feature);
VALUE rb_f_require(VALUE self, VALUE feature);
void rb_provide(const char *feature);
int rb_provided(const char *feature);
int rb_feature_provided(const char *feature, const char **loading);
void *rb_ext_resolve_symbol(const char *feature, const char *symbol);
void rb_ext_ractor_safe(bool safe);

/* ---- special variables of the calling Ruby frame ---- */
VALUE rb_backref_get(void);
void rb_backref_set(VALUE match);
VALUE rb_lastline_get(void);
void rb_lastline_set(VALUE line);
RBIMPL_SYMBOL_EXPORT_END()

#define RB_EXT_RACTOR_SAFE(safe) rb_ext_ractor_safe(safe)
#define HAVE_RB_EXT_RACTOR_SAFE 1
#define HAVE_RB_EXT_RESOLVE_SYMBOL 1
#define HAVE_RB_SCAN_ARGS_OPTIONAL_HASH 1
#define RUBY_BLOCK_CALL_FUNC_TAKES_BLOCKARG 1
#define rb_funcall2 rb_funcallv
#define rb_funcall3 rb_funcallv_public

#define UNLIMITED_ARGUMENTS (-1)

static inline int
rb_check_arity(int argc, int min, int max)
{
    if (RB_UNLIKELY(argc < min || (max != UNLIMITED_ARGUMENTS && argc > max))) rb_error_arity(argc, min, max);
    return argc;
}
#define rb_check_arity(argc, min, max) (rb_check_arity)((argc), (min), (max))

#endif
