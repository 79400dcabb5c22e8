/*
 * vm/eval.c - C calls Ruby: rb_funcall, rb_yield, rb_ensure and related functions.
 *
 * Each way in pushes an ENTRY frame (vm.h FRAME-4), lays receiver and arguments above it, and either gets a value at once (a C
 * method, an attribute) or runs the loop until the frame it pushed leaves.
 */
#include "internal/compiler.h"
#include <stdarg.h>
#include <string.h>
#include "internal/vm/call.h"
#include "internal/vm/binding.h"
#include "internal/object.h"

/* Lays out a call with many arguments: they become a splat, because they might not fit the stack. */
static NOINLINE void
eval_lay_out_many(ec_t *ec, struct calling *c, int argc, const VALUE *argv)
{
    bool kw = c->flags != 0;
    ec->sp = c->base + 1; /* ENTRY frames leave room for some cells */
    VALUE all = ary_new_from(argv, (size_t)(argc - kw));
    c->base[1] = all;
    if (kw) c->base[2] = argv[argc - 1];
    c->argc = 1 + kw;
    c->flags |= CI_SPLAT | CI_SPLAT_MUT;
    ec->sp = c->base + 1 + c->argc;
}

/* Lays out recv and arguments above an ENTRY frame. */
static void
eval_begin_call(ec_t *ec, struct calling *c, VALUE recv, int argc, const VALUE *argv, VALUE block, int kw_splat)
{
    vm_check_machine_stack(ec);
    vm_push_entry(ec);
    c->base = ec->sp;
    c->base[0] = recv;
    c->kw = NULL;
    c->flags = kw_splat && argc ? CI_KW_SPLAT : 0;
    if (UNLIKELY(argc > VM_ARGS_STACK_MAX)) {
        eval_lay_out_many(ec, c, argc, argv);
    } else {
        vm_need_stack(ec, c->base, (size_t)argc + STACK_SLACK_ARGS);
        if (argc) memcpy(c->base + 1, argv, sizeof(VALUE) * (size_t)argc);
        ec->sp = c->base + 1 + argc;
        c->argc = argc;
    }
    c->block = block;
    c->ret_pc = vm_finish_code;
    c->moved = false;
}

static VALUE
eval_end_call(ec_t *ec, struct calling *c, enum call_outcome out)
{
    VALUE v;
    if (out == CALL_FRAME) v = vm_exec(ec);
    else if (out == CALL_VALUE) v = c->value;
    else vm_jump(ec);
    vm_pop_entry(ec);
    return v;
}

/* Plain arguments fill the parameters, none of them optional or a keyword; the rest may go to a rest parameter. */
static inline bool
eval_fills_p(const struct iseq_body *body, int argc)
{
    const struct iseq_params *p = &body->params;
    if (body->simple) return argc == p->lead;
    return (p->flags & (PARAM_COMPLEX_MASK | PARAM_RUBY2_KW)) == PARAM_REST && argc >= p->lead;
}

/* Runs the frame at fp, whose locals are laid out above the ENTRY frame. */
static ALWAYS_INLINE VALUE
eval_run_frame(ec_t *ec, const struct iseq_body *body, const VALUE *entry, VALUE *fp, VALUE code, VALUE parent)
{
    fp[FP_LINK] = frame_link(fp, entry, 0);
    fp[FP_RETURN] = (VALUE)vm_finish_code;
    fp[FP_CODE] = code;
    fp[FP_UP] = parent;
    fp[FP_LITERAL] = 0;
    ec->fp = fp;
    ec->sp = fp + FRAME_CELLS;
    ec->pc = body->code;
    VALUE v = vm_exec(ec);
    vm_pop_entry(ec);
    return v;
}

/* A Ruby method given what eval_fills_p: straight to its frame. */
static VALUE
eval_call_filled(ec_t *ec, VALUE recv, const struct method_entry *me, struct iseq_body *body, int argc, const VALUE *argv,
                 VALUE block)
{
    int lead = body->params.lead;
    VALUE rest = 0; /* argv is null when argc is 0, and no offset is added to a null pointer */
    if (!body->simple) rest = argc > lead ? ary_new_from(argv + lead, (size_t)(argc - lead)) : ary_new_from(NULL, 0);
    vm_need_stack(ec, ec->sp, ENTRY_CELLS + 1u + body_need(body, 0) + STACK_SLACK);
    VALUE *entry = vm_push_entry(ec), *locals = entry + ENTRY_CELLS + 1, *fp = locals + body->local_count;
    locals[-1] = recv;
    for (int i = 0; i < lead; i++) locals[i] = argv[i];
    for (VALUE *q = locals + lead; q < fp; q++) *q = Qnil;
    if (rest) locals[body->params.rest_index] = rest;
    return eval_run_frame(ec, body, entry, fp, (VALUE)me, block);
}

VALUE
vm_call0(ec_t *ec, VALUE recv, ID mid, const struct method_entry *me, int argc, const VALUE *argv, VALUE block, int kw_splat)
{
    if (me->def->kind == METHOD_ISEQ && !kw_splat) {
        struct iseq_body *body = iseq_body(me->def->as.iseq.iseq);
        bool ignored = block != BH_NONE && !body->uses_block; /* vm/unused_block.h wants to hear of it */
        if (!ignored && eval_fills_p(body, argc)) return eval_call_filled(ec, recv, me, body, argc, argv, block);
    }
    struct calling c;
    eval_begin_call(ec, &c, recv, argc, argv, block, kw_splat);
    c.me = me;
    c.mid = mid;
    c.flags |= CI_FCALL;
    return eval_end_call(ec, &c, vm_call_method(ec, &c));
}

/* Returns the block of a call inside rb_iterate: that of rb_iterate for the first call, unless it has one itself. */
COLD static VALUE
take_iterate_block(ec_t *ec, VALUE block)
{
    VALUE taken = ec->iterate_block;
    ec->iterate_block = BH_NONE;
    return block == BH_NONE ? taken : block;
}

VALUE
vm_send(ec_t *ec, VALUE recv, ID mid, int argc, const VALUE *argv, VALUE block, int kw_splat, int scope)
{
    struct calling c;
    VALUE klass = class_of_inline(recv);
    if (UNLIKELY(ec->iterate_block)) block = take_iterate_block(ec, block);
    eval_begin_call(ec, &c, recv, argc, argv, block, kw_splat);
    c.mid = mid;
    if (scope) c.flags |= CI_FCALL;
    return eval_end_call(ec, &c, vm_call_lookup(ec, &c, klass, scope == 0));
}

/* A literal block of simple parameters, none of them to be spread over: straight to its frame. */
static VALUE
eval_yield_literal(ec_t *ec, VALUE *home, struct iseq_body *body, int argc, const VALUE *argv)
{
    int lead = body->params.lead, have = argc < lead ? argc : lead;
    vm_need_stack(ec, ec->sp, ENTRY_CELLS + 1u + body_need(body, 0) + STACK_SLACK);
    VALUE code = frame_literal(home), self = frame_self_in(home, iseq_body(body->parent));
    VALUE *entry = vm_push_entry(ec), *locals = entry + ENTRY_CELLS + 1, *fp = locals + body->local_count;
    locals[-1] = self;
    for (int i = 0; i < have; i++) locals[i] = argv[i];
    for (VALUE *q = locals + have; q < fp; q++) *q = Qnil;
    return eval_run_frame(ec, body, entry, fp, code_of_iseq(code), (VALUE)home);
}

VALUE
vm_yield(ec_t *ec, VALUE handler, int argc, const VALUE *argv, VALUE block_arg, int kw_splat)
{
    if (UNLIKELY(ec->stack_limit != ec->stack_real_limit)) vm_check_interrupts(ec); /* loops in C have no other place */
    if (LIKELY(bh_literal_p(handler) && !block_arg && !kw_splat)) {
        VALUE *home = bh_home(handler);
        struct iseq_body *body = iseq_body(frame_literal(home));
        if (LIKELY(body->plain_block && (argc != 1 || body->params.lead <= 1)))
            return eval_yield_literal(ec, home, body, argc, argv);
    }
    if (!handler || handler == Qnil) rb_exc_raise(local_jump_error_new("no block given", Qnil, "noreason"));
    struct calling c;
    eval_begin_call(ec, &c, Qnil, argc, argv, block_arg, kw_splat);
    return eval_end_call(ec, &c, vm_call_block(ec, &c, handler, false, 0));
}

VALUE
vm_yield_self(ec_t *ec, VALUE handler, VALUE self, VALUE cref, int argc, const VALUE *argv, VALUE block_arg, int kw_splat)
{
    if (UNLIKELY(ec->stack_limit != ec->stack_real_limit)) vm_check_interrupts(ec);
    if (!handler || handler == Qnil) rb_exc_raise(local_jump_error_new("no block given", Qnil, "noreason"));
    struct calling c;
    eval_begin_call(ec, &c, self, argc, argv, block_arg, kw_splat);
    return eval_end_call(ec, &c, vm_call_block(ec, &c, handler, true, cref));
}

VALUE
vm_call_proc(ec_t *ec, VALUE proc, int argc, const VALUE *argv, VALUE block, int kw_splat)
{
    struct calling c;
    eval_begin_call(ec, &c, Qnil, argc, argv, block, kw_splat);
    return eval_end_call(ec, &c, vm_call_proc_obj(ec, &c, proc, false, 0));
}

VALUE
vm_block_handler(ec_t *ec)
{
    VALUE h = ec->c_block;
    return c_block_kw_p(h) ? h & ~(VALUE)C_BLOCK_KW : h;
}

VALUE
vm_receiver_above(const VALUE *fp, const cell *pc, const VALUE *sp)
{
    if (!frame_ruby_p(fp)) return fp[ENTRY_RECV];
    int depth = insn_call_depth(pc);
    return depth < 0 ? Qnil : sp[-1 - depth];
}

/* Returns the receiver of the C method that runs. */
VALUE
vm_current_receiver(ec_t *ec)
{
    return vm_receiver_above(ec->fp, ec->pc, ec->sp);
}

VALUE
vm_call_super(ec_t *ec, int argc, const VALUE *argv, int kw_splat)
{
    const struct method_entry *cur = ec->c_me;
    if (!cur) rb_raise(rb_eRuntimeError, "super called outside of method");
    VALUE recv = vm_current_receiver(ec);
    VALUE from = cur->defined_class ? cur->defined_class : cur->owner;
    const struct method_entry *me = method_lookup_super(from, cur->def->original_id);
    struct calling c;
    VALUE block = vm_block_handler(ec);
    eval_begin_call(ec, &c, recv, argc, argv, block, kw_splat);
    c.mid = cur->def->original_id;
    c.flags |= CI_FCALL;
    c.me = me;
    return eval_end_call(ec, &c, me ? vm_call_method(ec, &c) : vm_call_missing(ec, &c, MISSING_SUPER));
}

VALUE
vm_run_top(ec_t *ec, VALUE iseq, VALUE self, VALUE cref)
{
    struct calling c;
    struct iseq_body *body = iseq_body(iseq);
    eval_begin_call(ec, &c, self, 0, NULL, BH_NONE, 0);
    vm_need_stack(ec, c.base + 1, body_need(body, 0));
    for (unsigned i = 0; i < body->local_count; i++) c.base[1 + i] = Qnil;
    vm_push_frame(ec, &c, c.base + 1, body, 0, code_of_iseq(iseq), 0, 0);
    frame_side(ec, ec->fp)->cref = cref;
    return eval_end_call(ec, &c, CALL_FRAME);
}

/* Runs the main script, whose environment becomes that of the binding (TOPLEVEL_BINDING) in place of what libraries used. */
VALUE
vm_run_main(ec_t *ec, VALUE iseq, VALUE self, VALUE cref, VALUE binding)
{
    struct calling c;
    struct iseq_body *body = iseq_body(iseq);
    eval_begin_call(ec, &c, self, 0, NULL, BH_NONE, 0);
    vm_need_stack(ec, c.base + 1, body_need(body, 0));
    for (unsigned i = 0; i < body->local_count; i++) c.base[1 + i] = Qnil;
    vm_push_frame(ec, &c, c.base + 1, body, 0, code_of_iseq(iseq), 0, 0);
    frame_side(ec, ec->fp)->cref = cref;
    binding_move(binding, env_capture(ec, ec->fp));
    return eval_end_call(ec, &c, CALL_FRAME);
}

/* Runs an EVAL iseq whose parent environment is `parent` (env | 1). */
VALUE
vm_run_eval(ec_t *ec, VALUE iseq, VALUE self, VALUE parent, VALUE cref, VALUE *env_out)
{
    struct calling c;
    struct iseq_body *body = iseq_body(iseq);
    eval_begin_call(ec, &c, self, 0, NULL, BH_NONE, 0);
    vm_need_stack(ec, c.base + 1, body_need(body, 0));
    for (unsigned i = 0; i < body->local_count; i++) c.base[1 + i] = Qnil;
    vm_push_frame(ec, &c, c.base + 1, body, 0, code_of_iseq(iseq), parent, FRAME_EVAL);
    if (cref) frame_side(ec, ec->fp)->cref = cref;
    if (env_out) *env_out = env_capture(ec, ec->fp);
    return eval_end_call(ec, &c, CALL_FRAME);
}

/* ---- public: calls ---- */

VALUE
rb_funcallv(VALUE recv, ID mid, int argc, const VALUE *argv)
{
    return vm_send(vm_ec, recv, mid, argc, argv, BH_NONE, 0, 1);
}

VALUE
rb_funcallv_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat)
{
    return vm_send(vm_ec, recv, mid, argc, argv, BH_NONE,
                   kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat, 1);
}

VALUE
rb_funcallv_public(VALUE recv, ID mid, int argc, const VALUE *argv)
{
    return vm_send(vm_ec, recv, mid, argc, argv, BH_NONE, 0, 0);
}

VALUE
rb_funcallv_public_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat)
{
    return vm_send(vm_ec, recv, mid, argc, argv, BH_NONE,
                   kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat, 0);
}

#undef rb_funcall
VALUE
rb_funcall(VALUE recv, ID mid, int n, ...)
{
    VALUE argv[32];
    va_list ap;
    if (n > 32) rb_raise(rb_eArgError, "too many arguments to rb_funcall");
    va_start(ap, n);
    for (int i = 0; i < n; i++) argv[i] = va_arg(ap, VALUE);
    va_end(ap);
    return vm_send(vm_ec, recv, mid, n, argv, BH_NONE, 0, 1);
}

VALUE
obj_call_passing_block(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat)
{
    ec_t *ec = vm_ec;
    return vm_send(ec, recv, mid, argc, argv, vm_block_handler(ec), kw_splat, 1);
}

VALUE
rb_funcall_passing_block(VALUE recv, ID mid, int argc, const VALUE *argv)
{
    ec_t *ec = vm_ec;
    return vm_send(ec, recv, mid, argc, argv, vm_block_handler(ec), 0, 0);
}

VALUE
rb_funcall_passing_block_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat)
{
    ec_t *ec = vm_ec;
    int kw = kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat;
    return vm_send(ec, recv, mid, argc, argv, vm_block_handler(ec), kw, 0);
}

VALUE
rb_funcall_with_block(VALUE recv, ID mid, int argc, const VALUE *argv, VALUE proc)
{
    ec_t *ec = vm_ec;
    return vm_send(ec, recv, mid, argc, argv, vm_block_arg_handler(ec, proc), 0, 0);
}

VALUE
rb_funcall_with_block_kw(VALUE recv, ID mid, int argc, const VALUE *argv, VALUE proc, int kw_splat)
{
    ec_t *ec = vm_ec;
    int kw = kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat;
    return vm_send(ec, recv, mid, argc, argv, vm_block_arg_handler(ec, proc), kw, 0);
}

struct check_call {
    VALUE recv;
    ID mid;
    int argc, kw_splat;
    const VALUE *argv;
    bool promised; /* respond_to? or respond_to_missing? said yes: an error is an error */
};

static VALUE
eval_check_call_missing(VALUE arg)
{
    struct check_call *c = (struct check_call *)arg;
    return vm_send(vm_ec, c->recv, c->mid, c->argc, c->argv, BH_NONE, c->kw_splat, 1);
}

static VALUE
eval_check_call_failed(VALUE arg, VALUE exc)
{
    struct check_call *c = (struct check_call *)arg;
    if (c->promised) rb_exc_raise(exc);
    return Qundef;
}

VALUE
rb_check_funcall_kw(VALUE recv, ID mid, int argc, const VALUE *argv, int kw_splat)
{
    ec_t *ec = vm_ec;
    VALUE klass = class_of_inline(recv);
    struct check_call c = {recv, mid, argc, kw_splat, argv, false};
    int own = obj_respond_to_own(recv, mid, true);
    if (!own) return Qundef;
    c.promised = own > 0;
    const struct method_entry *me = method_lookup(klass, mid);
    if (me) {
        VALUE block = UNLIKELY(ec->iterate_block) ? take_iterate_block(ec, BH_NONE) : BH_NONE;
        return vm_call0(ec, recv, mid, me, argc, argv, block, kw_splat);
    }
    if (method_basic_p(klass, rb_intern("method_missing"))) return Qundef;
    ID missing = rb_intern("respond_to_missing?");
    if (method_lookup(klass, missing) && !method_basic_p(klass, missing)) {
        VALUE args[2] = {sym_from_id(mid), Qtrue};
        if (!val_truthy(rb_funcallv(recv, missing, 2, args))) return Qundef;
        c.promised = true;
    }
    VALUE was = ec->errinfo;
    VALUE r = rb_rescue2(eval_check_call_missing, (VALUE)&c, eval_check_call_failed, (VALUE)&c, rb_eNoMethodError, (VALUE)0);
    if (r == Qundef) ec->errinfo = was;
    return r;
}

VALUE
rb_check_funcall(VALUE recv, ID mid, int argc, const VALUE *argv)
{
    return rb_check_funcall_kw(recv, mid, argc, argv, 0);
}

VALUE
rb_call_super(int argc, const VALUE *argv)
{
    return vm_call_super(vm_ec, argc, argv, rb_keyword_given_p());
}

VALUE
rb_call_super_kw(int argc, const VALUE *argv, int kw_splat)
{
    return vm_call_super(vm_ec, argc, argv, kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat);
}

int
rb_keyword_given_p(void)
{
    return c_block_kw_p(vm_ec->c_block);
}

/* ---- public: blocks ---- */

int
rb_block_given_p(void)
{
    VALUE h = vm_block_handler(vm_ec);
    return h != 0 && h != Qnil;
}

void
rb_need_block(void)
{
    if (!rb_block_given_p()) rb_raise(rb_eLocalJumpError, "no block given");
}

#undef rb_yield
VALUE
rb_yield(VALUE v)
{
    ec_t *ec = vm_ec;
    if (v == Qundef) return vm_yield(ec, vm_block_handler(ec), 0, NULL, BH_NONE, 0);
    return vm_yield(ec, vm_block_handler(ec), 1, &v, BH_NONE, 0);
}

VALUE
rb_yield_values(int n, ...)
{
    VALUE argv[32];
    va_list ap;
    if (n > 32) rb_raise(rb_eArgError, "too many values to yield");
    va_start(ap, n);
    for (int i = 0; i < n; i++) argv[i] = va_arg(ap, VALUE);
    va_end(ap);
    ec_t *ec = vm_ec;
    return vm_yield(ec, vm_block_handler(ec), n, argv, BH_NONE, 0);
}

VALUE
rb_yield_values2(int argc, const VALUE *argv)
{
    ec_t *ec = vm_ec;
    return vm_yield(ec, vm_block_handler(ec), argc, argv, BH_NONE, 0);
}

VALUE
rb_yield_values_kw(int argc, const VALUE *argv, int kw_splat)
{
    ec_t *ec = vm_ec;
    int kw = kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat;
    return vm_yield(ec, vm_block_handler(ec), argc, argv, BH_NONE, kw);
}

VALUE
rb_yield_splat(VALUE ary)
{
    VALUE a = rb_check_array_type(ary);
    if (a == Qnil) rb_raise(rb_eArgError, "not an array");
    VALUE v = rb_yield_values2((int)ary_len(a), ary_ptr(a));
    RB_GC_GUARD(a);
    return v;
}

VALUE
rb_yield_splat_kw(VALUE ary, int kw_splat)
{
    VALUE a = rb_check_array_type(ary);
    if (a == Qnil) rb_raise(rb_eArgError, "not an array");
    VALUE v = rb_yield_values_kw((int)ary_len(a), ary_ptr(a), kw_splat);
    RB_GC_GUARD(a);
    return v;
}

VALUE
rb_yield_block(VALUE yielded, VALUE data, int argc, const VALUE *argv, VALUE blockarg)
{
    (void)yielded;
    (void)data;
    ec_t *ec = vm_ec;
    return vm_yield(ec, vm_block_handler(ec), argc, argv, blockarg == Qnil ? BH_NONE : blockarg, 0);
}

VALUE
rb_block_proc(void)
{
    ec_t *ec = vm_ec;
    VALUE h = vm_block_handler(ec);
    if (!h || h == Qnil) rb_raise(rb_eArgError, "tried to create Proc object without a block");
    return proc_from_handler(ec, h, false);
}

VALUE
rb_block_lambda(void)
{
    ec_t *ec = vm_ec;
    VALUE h = vm_block_handler(ec);
    if (!h || h == Qnil) rb_raise(rb_eArgError, "tried to create Proc object without a block");
    return proc_from_handler(ec, h, true);
}

/* Ends a throw that reached rb_block_call if it is its own rb_iter_break.  Any other throw continues. */
static VALUE
eval_catch_iter_break(ec_t *ec, struct vm_tag *tag, struct ifunc *f)
{
    int kind = ec->throw_kind;
    VALUE value = ec->throw_value, *target = ec->throw_target, err = ec->errinfo;
    vm_tag_caught(ec, tag);
    if (kind == THROW_BREAK && target == (VALUE *)f) {
        ec->throw_kind = THROW_NONE;
        return value;
    }
    ec->throw_kind = kind;
    ec->throw_value = value;
    ec->throw_target = target;
    ec->errinfo = err;
    vm_jump(ec);
}

/* Makes s the block of a call: a C function with its data.  s lies on the C stack, and is copied if a Proc is made from it. */
static void
eval_ifunc_open(ec_t *ec, struct stack_ifunc *s, rb_block_call_func_t fn, VALUE data, int min, int max)
{
    struct ifunc *f = &s->f;
    memset(s, 0, sizeof *s);
    f->fn = fn;
    f->data = (const void *)data;
    f->min_argc = min;
    f->max_argc = max;
    f->self = ec->c_me ? vm_current_receiver(ec) : Qnil;
    f->me = ec->c_me;
    f->block = vm_block_handler(ec);
    s->home = vm_ruby_frame(ec);
    s->ec = ec;
    if (f->block == Qnil) f->block = 0;
}

/* Separates the copy of f from f, whose C frame ends. */
static void
eval_ifunc_close(struct ifunc *f)
{
    if (f->other.copy) ((struct ifunc *)f->other.copy)->other.origin = NULL;
}

static VALUE
eval_call_with_ifunc_arity(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t fn, VALUE data, int min,
                           int max, int kw_splat, int scope)
{
    ec_t *ec = vm_ec;
    struct stack_ifunc ALIGNED(8) s;
    eval_ifunc_open(ec, &s, fn, data, min, max);
    VALUE handler = fn ? bh_of_ifunc(&s.f) : vm_block_handler(ec);
    struct vm_tag tag;
    if (VM_TRY(ec, tag)) {
        VALUE v = vm_send(ec, obj, mid, argc, argv, handler, kw_splat, scope);
        vm_tag_pop(ec, &tag);
        eval_ifunc_close(&s.f);
        return v;
    }
    eval_ifunc_close(&s.f);
    return eval_catch_iter_break(ec, &tag, &s.f);
}

/* Calls func(data).  The first method that func calls gets `fn` as its block; rb_yield in func has the caller's block. */
VALUE
rb_iterate(VALUE (*func)(VALUE), VALUE data, rb_block_call_func_t fn, VALUE fn_data)
{
    ec_t *ec = vm_ec;
    struct stack_ifunc ALIGNED(8) s;
    eval_ifunc_open(ec, &s, fn, fn_data, 0, -1);
    struct vm_tag tag;
    if (VM_TRY(ec, tag)) {
        ec->iterate_block = fn ? bh_of_ifunc(&s.f) : vm_block_handler(ec);
        VALUE v = func(data);
        ec->iterate_block = BH_NONE;
        vm_tag_pop(ec, &tag);
        eval_ifunc_close(&s.f);
        return v;
    }
    ec->iterate_block = BH_NONE;
    eval_ifunc_close(&s.f);
    return eval_catch_iter_break(ec, &tag, &s.f);
}

static VALUE
eval_call_with_ifunc(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t fn, VALUE data, int kw_splat,
                     int scope)
{
    return eval_call_with_ifunc_arity(obj, mid, argc, argv, fn, data, 0, -1, kw_splat, scope);
}

/* The block shows this arity; it is not checked: fn sees what is yielded. */
VALUE
rb_lambda_call(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t fn, int min, int max, VALUE data)
{
    return eval_call_with_ifunc_arity(obj, mid, argc, argv, fn, data, min, max, 0, 1);
}

VALUE
rb_block_call(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t fn, VALUE data)
{
    return eval_call_with_ifunc(obj, mid, argc, argv, fn, data, 0, 1);
}

VALUE
rb_block_call_kw(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t fn, VALUE data, int kw_splat)
{
    int kw = kw_splat == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw_splat;
    return eval_call_with_ifunc(obj, mid, argc, argv, fn, data, kw, 1);
}

VALUE
rb_each(VALUE obj)
{
    return rb_funcallv(obj, rb_intern("each"), 0, NULL);
}

/* ---- the error that C code sees ---- */

/*
 * Returns whether the error is one that C code caught itself, or one for which its ensure function runs.  Such an error is $! in the
 * Ruby code that C calls.  Otherwise $! is the exception of a caller's `rescue`, which is $! again once C clears its own.
 */
static bool
eval_caught_p(const ec_t *ec)
{
    return ec->caught_errinfo && ec->caught_errinfo != Qnil && ec->caught_errinfo == ec->errinfo;
}

static void
eval_set_caught(ec_t *ec, VALUE err, VALUE before)
{
    bool again = ec->caught_errinfo && ec->caught_errinfo != Qnil && ec->caught_errinfo == before;
    if (!again) ec->errinfo_before = before;
    ec->errinfo = ec->caught_errinfo = err;
}

VALUE
rb_errinfo(void)
{
    return eval_caught_p(vm_ec) ? vm_ec->errinfo : Qnil;
}

void
rb_set_errinfo(VALUE err)
{
    ec_t *ec = vm_ec;
    if (err != Qnil) {
        if (!val_truthy(rb_obj_is_kind_of(err, rb_eException))) rb_raise(rb_eTypeError, "assigning non-exception to $!");
        eval_set_caught(ec, err, ec->errinfo);
    } else {
        if (eval_caught_p(ec)) ec->errinfo = ec->errinfo_before;
        ec->caught_errinfo = ec->errinfo_before = Qnil;
    }
}

static VALUE
eval_raise_stack_error(VALUE unused)
{
    (void)unused;
    vm_raise_stack_error(vm_ec);
}

/* ---- public: protection ---- */

VALUE
rb_ensure(VALUE (*body)(VALUE), VALUE arg, VALUE (*ensure)(VALUE), VALUE arg2)
{
    ec_t *ec = vm_ec;
    struct vm_tag tag;
    volatile VALUE v = Qnil, before = ec->errinfo;
    char here;
    if (UNLIKELY(&here < ec->machine_limit)) body = eval_raise_stack_error; /* with `ensure` still to come */
    if (VM_TRY(ec, tag)) {
        v = body(arg);
        vm_tag_pop(ec, &tag);
        ensure(arg2);
        return v;
    }
    int kind = ec->throw_kind;
    VALUE value = ec->throw_value, *target = ec->throw_target;
    VALUE err = ec->errinfo;
    volatile VALUE guard = value, outer = ec->errinfo_outer;
    vm_tag_caught(ec, &tag);
    if (kind == THROW_RAISE) eval_set_caught(ec, value, before);
    ensure(arg2);
    ec->throw_kind = kind;
    ec->throw_value = guard;
    ec->throw_target = target;
    ec->errinfo = err;
    ec->errinfo_outer = outer;
    vm_jump(ec);
}

static VALUE
eval_rescue2(VALUE (*body)(VALUE), VALUE arg, VALUE (*rescue)(VALUE, VALUE), VALUE arg2, va_list classes)
{
    ec_t *ec = vm_ec;
    struct vm_tag tag;
    volatile VALUE old = ec->errinfo;
    if (VM_TRY(ec, tag)) {
        VALUE v = body(arg);
        vm_tag_pop(ec, &tag);
        return v;
    }
    bool match = false;
    volatile VALUE exc = ec->throw_value;
    if (ec->throw_kind == THROW_RAISE) {
        VALUE k;
        while (!match && (k = va_arg(classes, VALUE)) != 0) match = val_truthy(rb_obj_is_kind_of(exc, k));
    }
    if (!match) {
        int kind = ec->throw_kind;
        VALUE *target = ec->throw_target, err = ec->errinfo;
        vm_tag_caught(ec, &tag);
        ec->throw_kind = kind;
        ec->throw_value = exc;
        ec->throw_target = target;
        ec->errinfo = err;
        vm_jump(ec);
    }
    vm_tag_caught(ec, &tag);
    ec->throw_kind = THROW_NONE;
    if (rescue) eval_set_caught(ec, exc, old);
    VALUE v = rescue ? rescue(arg2, exc) : Qnil;
    ec->errinfo = old;
    return v;
}

VALUE
rb_vrescue2(VALUE (*body)(VALUE), VALUE arg, VALUE (*rescue)(VALUE, VALUE), VALUE arg2, va_list classes)
{
    return eval_rescue2(body, arg, rescue, arg2, classes);
}

VALUE
rb_rescue2(VALUE (*body)(VALUE), VALUE arg, VALUE (*rescue)(VALUE, VALUE), VALUE arg2, ...)
{
    va_list ap;
    va_start(ap, arg2);
    VALUE v = eval_rescue2(body, arg, rescue, arg2, ap);
    va_end(ap);
    return v;
}

VALUE
rb_rescue(VALUE (*body)(VALUE), VALUE arg, VALUE (*rescue)(VALUE, VALUE), VALUE arg2)
{
    return rb_rescue2(body, arg, rescue, arg2, rb_eStandardError, (VALUE)0);
}

/* State 0: fine.  Otherwise the throw's kind; rb_jump_tag goes on with it. */
VALUE
rb_protect(VALUE (*body)(VALUE), VALUE arg, int *state)
{
    ec_t *ec = vm_ec;
    struct vm_tag tag;
    volatile VALUE before = ec->errinfo;
    if (VM_TRY(ec, tag)) {
        VALUE v = body(arg);
        vm_tag_pop(ec, &tag);
        if (state) *state = 0;
        return v;
    }
    int kind = ec->throw_kind;
    if (state) *state = kind;
    vm_tag_caught(ec, &tag);
    if (kind == THROW_RAISE) eval_set_caught(ec, ec->throw_value, before);
    return Qnil;
}

void
rb_jump_tag(int state)
{
    ec_t *ec = vm_ec;
    if (state == THROW_NONE) rb_raise(rb_eRuntimeError, "rb_jump_tag without a state");
    ec->throw_kind = state;
    if (state == THROW_RAISE && ec->errinfo != Qnil) ec->throw_value = ec->errinfo;
    vm_jump(ec);
}

/* ---- catch and throw ---- */

struct catch_tag {
    VALUE tag;
    struct catch_tag *prev;
};
static struct catch_tag *eval_catch_tags(ec_t *ec);

/* Tags of live catches, innermost first; kept on the C stack, chained per context. */
static struct catch_tag *
eval_catch_tags(ec_t *ec)
{
    return ec->catches;
}

VALUE
rb_catch_obj(VALUE t, rb_block_call_func_t func, VALUE data)
{
    ec_t *ec = vm_ec;
    struct catch_tag ct = {t, ec->catches};
    struct vm_tag tag;
    volatile VALUE keep = t, before = ec->errinfo;
    if (VM_TRY(ec, tag)) {
        ec->catches = &ct;
        VALUE v = func(t, data, 1, &t, Qnil);
        ec->catches = ct.prev;
        vm_tag_pop(ec, &tag);
        return v;
    }
    ec->catches = ct.prev;
    if (ec->throw_kind == THROW_THROW && ary_at(ec->throw_value, 0) == keep) {
        VALUE v = ary_at(ec->throw_value, 1);
        vm_tag_caught(ec, &tag);
        ec->throw_kind = THROW_NONE;
        ec->errinfo = before; /* an ensure clause that handled an exception may have called throw */
        return v;
    }
    int kind = ec->throw_kind;
    VALUE value = ec->throw_value, *target = ec->throw_target;
    vm_tag_caught(ec, &tag);
    ec->throw_kind = kind;
    ec->throw_value = value;
    ec->throw_target = target;
    vm_jump(ec);
}

VALUE
rb_catch(const char *tag, rb_block_call_func_t func, VALUE data)
{
    return rb_catch_obj(sym_from_id(rb_intern(tag)), func, data);
}

void
rb_throw_obj(VALUE tag, VALUE value)
{
    ec_t *ec = vm_ec;
    struct catch_tag *t = eval_catch_tags(ec);
    while (t && t->tag != tag) t = t->prev;
    if (!t) {
        VALUE args[3] = {tag, value, rb_str_new_cstr("uncaught throw %p")};
        rb_exc_raise(rb_class_new_instance(3, args, rb_eUncaughtThrow));
    }
    ec->throw_kind = THROW_THROW;
    ec->throw_value = ary_new_from((VALUE[]){tag, value}, 2);
    ec->throw_target = NULL;
    vm_jump(ec);
}

void
rb_throw(const char *tag, VALUE value)
{
    rb_throw_obj(sym_from_id(rb_intern(tag)), value);
}
