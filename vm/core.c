/*
 * vm/core.c - definitions and questions: class bodies, def, alias, undef, defined?, pattern matching's errors.
 */
#include "internal/compiler.h"
#include "internal/vm/core.h"
#include <string.h>
#include "internal/jit.h"
#include "internal/object.h"
#include "internal/variable.h"
#include "internal/vm/call.h"
#include "internal/ractor.h"
#include "internal/vm.h"
#include "internal/vm/binding.h"
#include "internal/vm_insnhelper.h"
#include "ruby/ractor.h"

/* The class that `def` without receiver defines in: of the innermost cref. */
static VALUE
core_def_target(ec_t *ec)
{
    VALUE k = cref_class(vm_cref(ec));
    if (!k || k == Qnil) rb_raise(rb_eTypeError, "no class/module to add method");
    return k;
}

VALUE
vm_special_object(ec_t *ec, int kind)
{
    VALUE cr = vm_cref(ec);
    if (kind == 1) return cref_class(cr);
    while (cref_of(cr)->pushed_by_eval && cref_of(cr)->next) cr = cref_of(cr)->next;
    return cref_class(cr);
}

/* ---- class bodies ---- */

enum { DEF_CLASS = 0, DEF_SINGLETON = 1, DEF_MODULE = 2, DEF_KIND_MASK = 7, DEF_SCOPED = 8, DEF_HAS_SUPER = 16 };

static VALUE
core_existing_const(VALUE cbase, ID name, bool scoped)
{
    const struct const_entry *e = const_entry_own(cbase, name);
    if (scoped && e && e->is_private) name_error_raise(cbase, sym_from_id(name), "private constant %2$s::%1$s referenced");
    VALUE v = const_get_or_undef(cbase, name, false, true);
    return v;
}

static VALUE
core_declare_class(VALUE cbase, ID name, VALUE super, unsigned flags)
{
    if ((flags & DEF_HAS_SUPER) && !val_type_p(super, T_CLASS)) {
        rb_raise(rb_eTypeError, "superclass must be an instance of Class (given an instance of %" PRIsVALUE ")",
                 rb_obj_class(super));
    }
    VALUE k = core_existing_const(cbase, name, flags & DEF_SCOPED);
    if (k != Qundef) {
        if (!val_type_p(k, T_CLASS)) {
            rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a class%" PRIsVALUE, id_name(name),
                     const_previous_definition(cbase, name));
        }
        if ((flags & DEF_HAS_SUPER) && class_real(class_super(class_origin(k))) != super) {
            rb_raise(rb_eTypeError, "superclass mismatch for class %" PRIsVALUE, id_name(name));
        }
        return k;
    }
    return class_define_under(cbase, name, (flags & DEF_HAS_SUPER) ? super : rb_cObject);
}

static VALUE
core_declare_module(VALUE cbase, ID name, unsigned flags)
{
    VALUE m = core_existing_const(cbase, name, flags & DEF_SCOPED);
    if (m != Qundef) {
        if (!val_type_p(m, T_MODULE)) {
            rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a module%" PRIsVALUE, id_name(name),
                     const_previous_definition(cbase, name));
        }
        return m;
    }
    return module_define_under(cbase, name);
}

bool
vm_defineclass(ec_t *ec)
{
    const cell *pc = ec->pc;
    unsigned flags = *(const uint16_t *)(pc + 1);
    ID name = (ID)pc[2];
    VALUE iseq = (VALUE)pc[3], cbase = ec->sp[-2], super = ec->sp[-1], klass;
    if ((flags & DEF_KIND_MASK) == DEF_SINGLETON) {
        klass = class_singleton(cbase);
    } else {
        if (!val_type_p(cbase, T_CLASS) && !val_type_p(cbase, T_MODULE)) {
            rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a class/module", rb_inspect(cbase));
        }
        klass = (flags & DEF_KIND_MASK) == DEF_MODULE ? core_declare_module(cbase, name, flags)
                                                      : core_declare_class(cbase, name, super, flags);
    }
    VALUE cref = cref_new(klass, vm_cref(ec), false);
    iseq_scope(iseq, cref);
    struct iseq_body *body = iseq_body(iseq);
    struct calling c = {.base = ec->sp - 2, .ret_pc = pc + INSN_LEN_defineclass};
    vm_need_stack(ec, c.base + 1, body_need(body, 0) + STACK_SLACK);
    c.base[0] = klass;
    for (unsigned i = 0; i < body->local_count; i++) c.base[1 + i] = Qnil;
    vm_push_frame(ec, &c, c.base + 1, body, 0, code_of_iseq(iseq), 0, 0);
    frame_side(ec, ec->fp)->cref = cref;
    return true;
}

/* ---- def ---- */

/* Returns the cref that methods defined under cr keep.  It has the same scope, but `private` inside them does not change cr. */
static VALUE
core_method_home(VALUE cr)
{
    struct cref *c = cref_of(cr);
    if (c->home && cref_of(c->home)->refinements == c->refinements) return c->home;
    VALUE klass = cref_class(cr);
    VALUE home = cref_new(klass, c->next, c->pushed_by_eval);
    obj_write(home, &cref_of(home)->refinements, c->refinements);
    obj_write(cr, &c->home, home);
    return home;
}

/* Is the running code's cref the one its method was defined with: no class body or module_exec in between? */
bool
vm_cref_of_method_p(ec_t *ec)
{
    VALUE *fp = vm_ruby_frame(ec);
    if (!fp) return false;
    VALUE *ep = vm_method_ep(fp);
    if (!ep_method_p(ep)) return false;
    const struct method_entry *me = ep_method(ep);
    return me->def->kind == METHOD_ISEQ && me->def->as.iseq.cref == vm_cref(ec);
}

/* Keeps the C method of that name as the one that Primitive.native calls. */
static void
core_keep_native(VALUE klass, ID name, VALUE iseq)
{
    const struct method_entry *me = method_lookup(klass, name);
    if (me && me->owner == klass && me->def->kind == METHOD_CFUNC) obj_write(iseq, &iseq_body(iseq)->native, (VALUE)me);
}

VALUE
vm_define_method(ec_t *ec, ID name, VALUE iseq)
{
    VALUE cr = vm_cref(ec), klass = core_def_target(ec);
    struct cref *c = cref_of(cr);
    enum method_visi visi = (enum method_visi)c->visi;
    if (vm_cref_of_method_p(ec)) visi = VISI_PUBLIC; /* a method body is its own scope: def inside def is public */
    bool module_func = c->module_func && visi == VISI_PRIVATE;
    VALUE home = core_method_home(cr);
    if (iseq_body(iseq)->is_core) core_keep_native(klass, name, iseq);
    jit_method_added(iseq_body(iseq), klass);
    method_add_iseq(klass, name, iseq, home, visi);
    if (module_func) method_add_iseq(class_singleton(klass), name, iseq, home, VISI_PUBLIC);
    return sym_from_id(name);
}

VALUE
vm_define_singleton_method(ec_t *ec, VALUE recv, ID name, VALUE iseq)
{
    VALUE klass = class_singleton(recv);
    jit_method_added(iseq_body(iseq), klass);
    method_add_iseq(klass, name, iseq, core_method_home(vm_cref(ec)), VISI_PUBLIC);
    return sym_from_id(name);
}

VALUE
vm_make_lambda(ec_t *ec, VALUE iseq)
{
    VALUE *fp = ec->fp;
    VALUE env = env_capture(ec, fp);
    return proc_new_iseq(ec, iseq, frame_self(fp), env, true);
}

/* cells of the cache: value, state (0 not run, 1 running, 2 done) */
/* /#{x}/o and END.  ic[0]: the value, ic[1]: 0 not run, ONCE_DONE, or the thread that runs it (others wait for that one). */
enum { ONCE_DONE = 2 };
struct once {
    cell *ic;
    VALUE proc;
};

static VALUE
core_once_run(VALUE arg)
{
    struct once *o = (struct once *)arg;
    VALUE v = vm_call_proc(vm_ec, o->proc, 0, NULL, BH_NONE, 0);
    rb_gc_register_mark_object(v);
    o->ic[0] = (cell)v;
    o->ic[1] = ONCE_DONE;
    return v;
}

static VALUE
core_once_end(VALUE arg)
{
    struct once *o = (struct once *)arg;
    if (o->ic[1] != ONCE_DONE) o->ic[1] = 0;
    return Qnil;
}

VALUE
vm_once(ec_t *ec, VALUE iseq, cell *ic)
{
    const cell self = (cell)rb_thread_current(), *pc = ec->pc;
    while (ic[1] != ONCE_DONE && ic[1] && ic[1] != self) rb_thread_wait_for((struct timeval){.tv_usec = 1000});
    if (ic[1] == ONCE_DONE) {
        insn_set_handler(pc, INSN_once_done);
        return (VALUE)ic[0];
    }
    ec = vm_ec;
    VALUE env = env_capture(ec, ec->fp);
    struct once o = {ic, proc_new_iseq(ec, iseq, frame_self(ec->fp), env, false)};
    if (ic[1] == self)
        return vm_call_proc(ec, o.proc, 0, NULL, BH_NONE, 0); /* it needs itself: only the outermost is kept */
    ic[1] = self;
    return rb_ensure(core_once_run, (VALUE)&o, core_once_end, (VALUE)&o);
}

VALUE
vm_block_param(ec_t *ec, int level, int idx)
{
    VALUE *ep = vm_ep_up(ec->fp, (unsigned)level);
    VALUE v = ep[idx];
    if (v != Qundef) return v;
    VALUE h = ep_handler(ep);
    v = proc_from_handler(ec, h, false);
    ep = vm_ep_up(ec->fp, (unsigned)level);
    vm_ep_set(ec->fp, (unsigned)level, idx, v);
    return v;
}

/* ---- class variables ---- */

static VALUE
core_cvar_base(ec_t *ec)
{
    VALUE cr = vm_cref(ec);
    while (cref_of(cr)->next && (cref_of(cr)->pushed_by_eval || cref_of(cr)->singleton || class_singleton_p(cref_class(cr))))
        cr = cref_of(cr)->next;
    if (!cref_of(cr)->next) rb_raise(rb_eRuntimeError, "class variable access from toplevel");
    return cref_class(cr);
}

VALUE
vm_cvar_get(ec_t *ec, ID name)
{
    return cvar_get(core_cvar_base(ec), name);
}

void
vm_cvar_set(ec_t *ec, ID name, VALUE val)
{
    vm_warn_in_refinement(ec);
    cvar_set(core_cvar_base(ec), name, val);
}

/* ---- case and rescue ---- */

/* Shapes of classes and modules whose === is Module's, until a method changes. */
enum { PLAIN_EQQ = LIMIT(64, 1) };
static shape_id_t plain_eqq[PLAIN_EQQ];

void
vm_plain_eqq_clear(void)
{
    memset(plain_eqq, 0, sizeof plain_eqq);
}

static bool
core_plain_eqq_p(VALUE pattern)
{
    shape_id_t shape = obj_shape(pattern), *known = &plain_eqq[shape % PLAIN_EQQ];
    if (LIKELY(*known == shape && shape)) return true;
    if ((!val_type_p(pattern, T_CLASS) && !val_type_p(pattern, T_MODULE)) || vm_tracing_calls || vm_refinements_used)
        return false;
    const struct method_entry *me = method_lookup(obj_class(pattern), rb_intern("==="));
    if (!me || !(me->hdr.flags & ME_CORE) || me->owner != rb_cModule) return false;
    *known = shape;
    return true;
}

static VALUE
core_match_one(ec_t *ec, VALUE target, VALUE pattern, int type)
{
    if (LIKELY(val_heap_p(pattern) && core_plain_eqq_p(pattern)))
        return val_bool(class_inherited_p(class_of_inline(target), pattern));
    if (type == 3 && !val_type_p(pattern, T_CLASS) && !val_type_p(pattern, T_MODULE)) {
        rb_raise(rb_eTypeError, "class or module required for rescue clause");
    }
    return vm_send(ec, pattern, rb_intern("==="), 1, &target, BH_NONE, 0, 1);
}

VALUE
vm_check_match(ec_t *ec, VALUE target, VALUE pattern, int type)
{
    if (!(type & 4)) return core_match_one(ec, target, pattern, type);
    for (size_t i = 0; i < ary_len(pattern); i++) {
        VALUE r = core_match_one(ec, target, ary_at(pattern, i), type & 3);
        if (val_truthy(r)) return r;
    }
    return Qfalse;
}

/* ---- defined? ---- */

static bool
core_defined_method(ec_t *ec, VALUE recv, ID mid, bool any_visi)
{
    VALUE klass = class_of_inline(recv);
    VALUE refinements = refinements_of_caller();
    const struct method_entry *me = refinements ? method_lookup_refined(refinements, klass, mid) : NULL;
    if (!me) me = method_lookup(klass, mid);
    if (me) {
        if (any_visi || me_visi(me) == VISI_PUBLIC) return true;
        if (me_visi(me) == VISI_PROTECTED) {
            VALUE owner = class_module_of(me->defined_class ? me->defined_class : me->owner);
            if (class_singleton_p(owner)) owner = class_real(owner); /* looser than the call, as in CRuby */
            return val_truthy(rb_obj_is_kind_of(frame_self(ec->fp), owner));
        }
        return false;
    }
    VALUE args[2] = {sym_from_id(mid), val_bool(any_visi)};
    VALUE answer = rb_check_funcall(recv, rb_intern("respond_to_missing?"), 2, args);
    return answer != Qundef && val_truthy(answer);
}

static bool
core_defined_super(ec_t *ec)
{
    const struct method_entry *me = vm_frame_method(ec, ec->fp);
    if (!me) return false;
    VALUE from = me->defined_class ? me->defined_class : me->owner;
    return method_lookup_super(from, me->def->original_id) != NULL;
}

static bool
core_cvar_in_scope(ec_t *ec, ID name)
{
    VALUE cr = vm_cref(ec);
    while (cref_of(cr)->next && (cref_of(cr)->pushed_by_eval || cref_of(cr)->singleton || class_singleton_p(cref_class(cr))))
        cr = cref_of(cr)->next;
    return cvar_defined(cref_class(cr), name);
}

bool
vm_defined(ec_t *ec, int type, VALUE obj, VALUE v)
{
    switch ((enum defined_type)type) {
    case DEFINED_IVAR: return ivar_get(frame_self(ec->fp), sym_to_id(obj)) != Qundef;
    case DEFINED_GVAR: return gvar_defined(sym_to_id(obj));
    case DEFINED_CVAR: return core_cvar_in_scope(ec, sym_to_id(obj));
    case DEFINED_CONST: {
        ID name = sym_to_id(obj);
        VALUE top = vm_cref(ec);
        while (cref_of(top)->pushed_by_eval && cref_of(top)->next) top = cref_of(top)->next;
        for (VALUE k = top; k && cref_of(k)->next; k = cref_of(k)->next) {
            if (!cref_of(k)->pushed_by_eval && const_defined_quiet(cref_class(k), name, false, false)) return true;
        }
        VALUE base = cref_of(top)->next ? cref_class(top) : rb_cObject;
        return const_defined_quiet(base, name, true, false);
    }
    case DEFINED_CONST_FROM:
        if (!val_type_p(v, T_CLASS) && !val_type_p(v, T_MODULE)) return false;
        return const_defined_quiet(v, sym_to_id(obj), true, true);
    case DEFINED_CONST_TOP: return const_defined_quiet(rb_cObject, sym_to_id(obj), true, true);
    case DEFINED_METHOD: return core_defined_method(ec, v, sym_to_id(obj), false);
    case DEFINED_FUNC: return core_defined_method(ec, v, sym_to_id(obj), true);
    case DEFINED_YIELD: {
        VALUE *ep = vm_method_ep(ec->fp);
        return ep_block_given_p(ep);
    }
    case DEFINED_SUPER: return core_defined_super(ec);
    case DEFINED_BACKREF: return vm_backref_part(ec, (int)fix_int(obj)) != Qnil;
    }
    VM_UNREACHABLE("defined type");
}

/* ---- corecall ---- */

NORETURN static void
no_pattern_key(const VALUE *a)
{
    VALUE msg = rb_sprintf("%" PRIsVALUE ": %" PRIsVALUE, rb_inspect(a[0]), a[1]);
    VALUE kw = hash_new();
    hash_set(kw, sym_from_id(rb_intern("matchee")), a[2]);
    hash_set(kw, sym_from_id(rb_intern("key")), a[3]);
    VALUE args[2] = {msg, kw};
    rb_exc_raise(rb_class_new_instance_kw(2, args, rb_eNoMatchingPatternKeyError, 1));
}

VALUE
vm_core_call(ec_t *ec, int fn, int argc, const VALUE *a)
{
    switch ((enum vm_core_fn)fn) {
    case CORE_ALIAS_METHOD: method_alias(core_def_target(ec), sym_to_id(a[0]), sym_to_id(a[1])); return Qnil;
    case CORE_ALIAS_GVAR: rb_alias_variable(sym_to_id(a[0]), sym_to_id(a[1])); return Qnil;
    case CORE_UNDEF: method_undef(core_def_target(ec), sym_to_id(a[0])); return Qnil;
    case CORE_AT_EXIT: return vm_at_exit(a[0]);
    case CORE_FORMAT: return rb_str_format(argc - 1, a + 1, a[0]);
    case CORE_NO_PATTERN:
        if (a[1] == Qnil) rb_raise(rb_eNoMatchingPatternError, "%" PRIsVALUE, rb_inspect(a[0]));
        rb_raise(rb_eNoMatchingPatternError, "%" PRIsVALUE ": %" PRIsVALUE, rb_inspect(a[0]), a[1]);
    case CORE_NO_PATTERN_KEY: no_pattern_key(a);
    case CORE_TYPE_ERROR: rb_raise(rb_eTypeError, "%" PRIsVALUE, a[0]);
    case CORE_ARRAY_ANY:
        for (size_t i = 0; i < ary_len(a[0]); i++) {
            if (val_truthy(ary_at(a[0], i))) return Qtrue;
        }
        return Qfalse;
    case CORE_SHAREABLE: return rb_ractor_make_shareable(a[0]);
    case CORE_SHAREABLE_COPY: return rb_ractor_make_shareable_copy(a[0]);
    case CORE_ENSURE_SHAREABLE:
        if (!rb_ractor_shareable_p(a[0]))
            rb_raise(rb_eRactorIsolationError, "cannot assign unshareable object to %" PRIsVALUE, a[1]);
        return a[0];
    case CORE_LAST_LINE_MATCH: return rb_reg_match2(a[0]);
    case CORE__COUNT: break;
    }
    VM_UNREACHABLE("core function");
}
