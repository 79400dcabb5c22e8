/*
 * proc/method.c - Method and UnboundMethod, define_method, and looking methods up as objects.
 */
#include "internal/compiler.h"
#include <string.h>
#include "internal/class.h"
#include "internal/object.h"
#include "internal/proc.h"
#include "internal/vm/binding.h"
#include "internal/vm/call.h"
#include "internal/vm.h"

struct rmethod {
    VALUE recv;  /* Qundef: unbound */
    VALUE klass; /* class the lookup started in */
    VALUE me;    /* struct method_entry; for respond_to_missing? an entry of kind METHOD_MISSING */
    VALUE owner;
};

static void
method_mark(void *p)
{
    struct rmethod *m = p;
    if (m->recv != Qundef) gc_mark(m->recv);
    gc_mark(m->klass);
    gc_mark(m->me);
    gc_mark(m->owner);
}

const rb_data_type_t method_data_type = {
    "method", {method_mark, RUBY_DEFAULT_FREE, NULL, NULL, {0}},   NULL,
    NULL,     RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_EMBEDDABLE,
};

static struct rmethod *
method_ptr(VALUE v)
{
    return rb_check_typeddata(v, &method_data_type);
}

static const struct method_entry *
method_me(VALUE v)
{
    return (const struct method_entry *)method_ptr(v)->me;
}

VALUE
rb_obj_is_method(VALUE v)
{
    return val_bool(rb_typeddata_is_kind_of(v, &method_data_type));
}

static VALUE
method_make(VALUE klass_of_object, VALUE recv, VALUE klass, const struct method_entry *me)
{
    struct rmethod *m;
    VALUE v = TypedData_Make_Struct(klass_of_object, struct rmethod, &method_data_type, m);
    m->recv = recv;
    m->klass = klass;
    m->me = (VALUE)me;
    m->owner = class_module_of(me->owner);
    return v;
}

const struct method_entry *
method_object_entry(VALUE method, VALUE *recv)
{
    struct rmethod *m = method_ptr(method);
    *recv = m->recv;
    return (const struct method_entry *)m->me;
}

/* ---- finding ---- */

/* An entry that stands for what respond_to_missing? promises. */
static const struct method_entry *
missing_entry(VALUE klass, ID mid)
{
    VALUE v = gc_new_imemo(IMEMO_ME, sizeof(struct method_entry));
    struct method_entry *me = (struct method_entry *)v;
    me->def = method_def_new(METHOD_MISSING, mid);
    me->called_id = mid;
    obj_write(v, &me->owner, klass);
    obj_write(v, &me->defined_class, klass);
    gc_own(v);
    return me;
}

NORETURN COLD static void
not_public(VALUE klass, ID mid, const struct method_entry *me)
{
    name_error_raise(klass, sym_from_id(mid),
                     me_visi(me) == VISI_PRIVATE ? "method '%1$s' for class '%2$s' is private"
                                                 : "method '%1$s' for class '%2$s' is protected");
}

static VALUE
find_method(VALUE recv, VALUE name, bool public_only)
{
    VALUE klass = class_of(recv);
    ID mid = rb_check_id(&name);
    const struct method_entry *me = mid ? method_lookup_refined(refinements_of_caller(), klass, mid) : NULL;
    if (me && (!public_only || me_visi(me) == VISI_PUBLIC)) return method_make(rb_cMethod, recv, klass, me);
    VALUE sym = mid ? sym_from_id(mid) : rb_to_symbol(name);
    VALUE args[2] = {sym, val_bool(!public_only)};
    if (!me && !method_basic_p(klass, rb_intern("respond_to_missing?")) &&
        val_truthy(rb_funcallv(recv, rb_intern("respond_to_missing?"), 2, args))) {
        return method_make(rb_cMethod, recv, klass, missing_entry(klass, sym_to_id(sym)));
    }
    if (me) not_public(klass, mid, me);
    name_error_method(klass, sym);
}

VALUE
rb_obj_method(VALUE recv, VALUE name)
{
    return find_method(recv, name, false);
}

static VALUE
obj_m_public_method(VALUE self, VALUE name)
{
    return find_method(self, name, true);
}

static VALUE
obj_m_singleton_method(VALUE self, VALUE name)
{
    ID mid = rb_check_id(&name);
    VALUE klass = class_singleton_if_any(self);
    if (mid && klass != Qnil) {
        VALUE where = 0, k = klass;
        const struct method_entry *me = method_search_raw(klass, mid, &where) ? method_lookup(klass, mid) : NULL;
        while (k && k != where && (k == klass || obj_type(k) == T_ICLASS)) k = class_super(k);
        bool own = k == where && (k == klass || obj_type(k) == T_ICLASS);
        if (me && own) return method_make(rb_cMethod, self, klass, me);
    }
    name_error_raise(self, mid ? sym_from_id(mid) : name, "undefined singleton method '%1$s' for '%2$s'");
}

static VALUE
instance_method(VALUE mod, VALUE name, bool public_only)
{
    ID mid = rb_check_id(&name);
    const struct method_entry *me = mid ? method_lookup_refined(refinements_of_caller(), mod, mid) : NULL;
    if (!me) name_error_method(mod, rb_to_symbol(name));
    if (public_only && me_visi(me) != VISI_PUBLIC) not_public(mod, mid, me);
    return method_make(rb_cUnboundMethod, Qundef, mod, me);
}

static VALUE
mod_m_instance_method(VALUE mod, VALUE name)
{
    return instance_method(mod, name, false);
}

static VALUE
mod_m_public_instance_method(VALUE mod, VALUE name)
{
    return instance_method(mod, name, true);
}

/* ---- calling ---- */

static VALUE
call_entry(struct rmethod *m, VALUE recv, int argc, const VALUE *argv, VALUE block, int kw)
{
    const struct method_entry *me = (const struct method_entry *)m->me;
    return vm_call0(vm_ec, recv, me->def->kind == METHOD_MISSING ? me->def->original_id : me->called_id, me, argc, argv,
                    block, kw);
}

static VALUE
method_m_call(int argc, VALUE *argv, VALUE self)
{
    struct rmethod *m = method_ptr(self);
    return call_entry(m, m->recv, argc, argv, vm_block_handler(vm_ec), rb_keyword_given_p());
}

/* Returns the method object of method, which an extension may have taken unbound. */
static struct rmethod *
bound_ptr(VALUE method)
{
    struct rmethod *m = method_ptr(method);
    if (m->recv == Qundef) rb_raise(rb_eTypeError, "can't call unbound method; bind first");
    return m;
}

VALUE
rb_method_call(int argc, const VALUE *argv, VALUE method)
{
    struct rmethod *m = bound_ptr(method);
    return call_entry(m, m->recv, argc, argv, vm_block_handler(vm_ec), 0);
}

VALUE
rb_method_call_kw(int argc, const VALUE *argv, VALUE method, int kw)
{
    struct rmethod *m = bound_ptr(method);
    return call_entry(m, m->recv, argc, argv, vm_block_handler(vm_ec),
                      kw == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw);
}

VALUE
rb_method_call_with_block(int argc, const VALUE *argv, VALUE method, VALUE proc)
{
    struct rmethod *m = bound_ptr(method);
    return call_entry(m, m->recv, argc, argv, vm_block_arg_handler(vm_ec, proc), 0);
}

VALUE
rb_method_call_with_block_kw(int argc, const VALUE *argv, VALUE method, VALUE proc, int kw)
{
    struct rmethod *m = bound_ptr(method);
    return call_entry(m, m->recv, argc, argv, vm_block_arg_handler(vm_ec, proc),
                      kw == RB_PASS_CALLED_KEYWORDS ? rb_keyword_given_p() : kw);
}

static void
check_bindable(struct rmethod *m, VALUE recv)
{
    VALUE owner = m->owner;
    if (obj_type(owner) == T_MODULE && class_ext(owner)->refined_class) owner = class_ext(owner)->refined_class;
    if (obj_type(owner) == T_MODULE || val_truthy(rb_obj_is_kind_of(recv, owner))) return;
    if (class_singleton_p(owner)) rb_raise(rb_eTypeError, "singleton method called for a different object");
    rb_raise(rb_eTypeError, "bind argument must be an instance of %" PRIsVALUE, class_to_s(owner));
}

/* The entry as recv's class sees it: a module's method needs the iclass of that class for super. */
static const struct method_entry *
rebind(struct rmethod *m, VALUE recv)
{
    const struct method_entry *me = (const struct method_entry *)m->me;
    if (obj_type(m->owner) != T_MODULE) return me;
    VALUE klass = class_of(recv);
    const struct method_entry *own = method_lookup(klass, me->called_id);
    if (own && own->def == me->def) return own;
    for (VALUE k = klass; k; k = class_super(k))
        if (obj_type(k) == T_ICLASS && class_attached(k) == m->owner && class_origin(k) == k)
            return method_complement(me, k);
    VALUE place = iclass_new(m->owner, klass); /* not in its chain: as if included last */
    obj_write(place, &rclass(place)->super, klass);
    iclass_register(place);
    return method_complement(me, place);
}

static VALUE
umethod_m_bind(VALUE self, VALUE recv)
{
    struct rmethod *m = method_ptr(self);
    check_bindable(m, recv);
    VALUE v = method_make(rb_cMethod, recv, class_of(recv), rebind(m, recv));
    method_ptr(v)->owner = m->owner;
    return v;
}

static VALUE
umethod_m_bind_call(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    struct rmethod *m = method_ptr(self);
    check_bindable(m, argv[0]);
    struct rmethod bound = *m;
    bound.me = (VALUE)rebind(m, argv[0]);
    return call_entry(&bound, argv[0], argc - 1, argv + 1, vm_block_handler(vm_ec), rb_keyword_given_p());
}

static VALUE
method_m_unbind(VALUE self)
{
    struct rmethod *m = method_ptr(self);
    VALUE v = method_make(rb_cUnboundMethod, Qundef, m->klass, (const struct method_entry *)m->me);
    method_ptr(v)->owner = m->owner;
    return v;
}

/* ---- asking ---- */

int
method_object_arity(VALUE method)
{
    return method_arity(method_me(method));
}

VALUE
method_object_parameters(VALUE method)
{
    return method_parameters(method_me(method));
}

VALUE
method_object_source_location(VALUE method)
{
    const struct method_def *def = method_me(method)->def;
    if (def->kind == METHOD_ISEQ) {
        struct iseq_body *b = iseq_body(def->as.iseq.iseq);
        return b->is_core ? Qnil : rb_ary_new_from_args(2, b->path, INT2FIX(b->first_line));
    }
    if (def->kind == METHOD_BMETHOD) return rb_funcall(def->as.bmethod.proc, rb_intern("source_location"), 0);
    if (def->kind == METHOD_ATTR_READER || def->kind == METHOD_ATTR_WRITER)
        return def->as.attr.location ? def->as.attr.location : Qnil;
    return Qnil;
}

/* Returns the binding for the Proc of a method: its receiver, no variables, and the constants of the body of a `def`.  Its place
 * is that of the method's code, or "(binding)", as in CRuby, if the method is not written in Ruby. */
VALUE
method_object_binding(VALUE method)
{
    const struct method_def *def = method_me(method)->def;
    VALUE place = method_object_source_location(method), path = Qnil, cref = vm_top_cref;
    int line = 1;
    if (def->kind == METHOD_ISEQ) {
        struct iseq_body *b = iseq_body(def->as.iseq.iseq);
        path = b->path;
        line = (int)b->first_line;
        cref = def->as.iseq.cref;
    } else if (def->kind == METHOD_BMETHOD && place != Qnil) {
        path = ary_at(place, 0);
        line = FIX2INT(ary_at(place, 1));
    }
    if (path == Qnil) path = rb_str_new_cstr("(binding)");
    VALUE self = rb_funcall(method, rb_intern("receiver"), 0), text = rb_str_new_cstr(""), env;
    struct compile_options opt = {
        .path = StringValueCStr(path), .path_str = path, .realpath = Qnil, .line = line, .frozen_string_literal = -1};
    VALUE iseq = compile_string(text, ISEQ_EVAL, &opt);
    vm_run_eval(vm_ec, iseq, self, 0, cref, &env);
    return binding_new(env, self, path, line);
}

static VALUE
method_m_arity(VALUE self)
{
    return INT2FIX(method_object_arity(self));
}

static VALUE
method_m_name(VALUE self)
{
    return sym_from_id(method_me(self)->called_id);
}

static VALUE
method_m_original_name(VALUE self)
{
    return sym_from_id(method_me(self)->def->original_id);
}

static VALUE
method_m_owner(VALUE self)
{
    return method_ptr(self)->owner;
}

static VALUE
method_m_receiver(VALUE self)
{
    return method_ptr(self)->recv;
}

static VALUE
method_m_super_method(VALUE self)
{
    struct rmethod *m = method_ptr(self);
    const struct method_entry *me = (const struct method_entry *)m->me;
    VALUE from = me->defined_class ? me->defined_class : me->owner;
    const struct method_entry *up = method_lookup_super_refined(refinements_of_caller(), from, me->def->original_id);
    if (!up) return Qnil;
    return method_make(obj_class(self) == rb_cUnboundMethod ? rb_cUnboundMethod : rb_cMethod, m->recv, class_super(from),
                       up);
}

static VALUE
method_m_to_proc(VALUE self)
{
    return proc_new_method(self, true);
}

/* Returns the C method that the core's Ruby took the place of, so that its aliases stay equal; d if there is none. */
static const struct method_def *
native_definition(const struct method_def *d)
{
    if (d->kind != METHOD_ISEQ) return d;
    VALUE native = iseq_body(d->as.iseq.iseq)->native;
    return native ? ((const struct method_entry *)native)->def : d;
}

static bool
same_definition(const struct method_def *a, const struct method_def *b)
{
    a = native_definition(a);
    b = native_definition(b);
    if (a == b) return true;
    if (a->kind != b->kind) return false;
    switch ((enum method_kind)a->kind) {
    case METHOD_ISEQ: return a->as.iseq.iseq == b->as.iseq.iseq;
    case METHOD_CFUNC: return a->as.cfunc.fn == b->as.cfunc.fn && a->argc == b->argc;
    case METHOD_BMETHOD: return a->as.bmethod.proc == b->as.bmethod.proc;
    case METHOD_ATTR_READER:
    case METHOD_ATTR_WRITER: return a->as.attr.ivar == b->as.attr.ivar;
    case METHOD_MISSING: return a->original_id == b->original_id;
    case METHOD_OPTIMIZED: return a->optimized == b->optimized && a->as.index == b->as.index;
    default: return false;
    }
}

/* Returns a number that is equal for two definitions if same_definition() is true of them.  It survives compaction. */
static uint64_t
definition_key(const struct method_def *d)
{
    d = native_definition(d);
    switch ((enum method_kind)d->kind) {
    case METHOD_CFUNC: return (uint64_t)d->as.cfunc.fn;
    case METHOD_ATTR_READER:
    case METHOD_ATTR_WRITER: return (uint64_t)d->as.attr.ivar;
    case METHOD_OPTIMIZED: return (uint64_t)d->optimized;
    case METHOD_ISEQ: gc_tell(d->as.iseq.iseq); return d->as.iseq.iseq;
    case METHOD_BMETHOD: gc_tell(d->as.bmethod.proc); return d->as.bmethod.proc;
    default: return (uint64_t)d->original_id;
    }
}

static VALUE
method_m_eq(VALUE self, VALUE other)
{
    if (!rb_typeddata_is_kind_of(other, &method_data_type) || CLASS_OF(self) != CLASS_OF(other)) return Qfalse;
    struct rmethod *a = method_ptr(self), *b = method_ptr(other);
    const struct method_entry *x = (const struct method_entry *)a->me, *y = (const struct method_entry *)b->me;
    return val_bool(a->recv == b->recv && x->defined_class == y->defined_class && same_definition(x->def, y->def));
}

static VALUE
method_m_hash(VALUE self)
{
    struct rmethod *m = method_ptr(self);
    const struct method_def *d = ((const struct method_entry *)m->me)->def;
    if (val_heap_p(m->recv)) gc_tell(m->recv);
    uint64_t key[2] = {m->recv, definition_key(d)};
    return ST2FIX(hash_bytes(key, sizeof key, 0));
}

static VALUE
method_m_dup(VALUE self)
{
    struct rmethod *m = method_ptr(self);
    VALUE v = method_make(rb_obj_class(self), m->recv, m->klass, (const struct method_entry *)m->me);
    method_ptr(v)->owner = m->owner;
    ivar_copy(v, self);
    rb_gc_copy_finalizer(v, self);
    return v;
}

static VALUE
method_m_clone(VALUE self)
{
    VALUE v = method_m_dup(self), single = class_singleton_if_any(self);
    if (single != Qnil) ivar_set_class(v, singleton_class_clone(single, v));
    if (obj_frozen(self)) rb_obj_freeze(v);
    return v;
}

/* ---- inspect: #<Method: Integer#+(_)>, with parameters and place ---- */

/* Returns whether the parameter is one without a name that is written so: *, **, &. */
static bool
nameless_p(VALUE params, size_t i, const char *sign)
{
    VALUE p = ary_at(params, i);
    return ary_len(p) > 1 && !strcmp(str_ptr(sym_name(ary_at(p, 1))), sign);
}

/* "..." stands for the three together; behind others CRuby writes "*, ..." for them, as for * or ** with &. */
static bool
append_forwarding(VALUE s, VALUE params, size_t i, bool *forwards)
{
    if (nameless_p(params, i, "*") || (nameless_p(params, i, "**") && !*forwards)) {
        *forwards = true;
        return false;
    }
    if (nameless_p(params, i, "&")) rb_str_cat_cstr(s, i ? ", ..." : "...");
    return nameless_p(params, i, "&") || (*forwards && nameless_p(params, i, "**"));
}

static void
append_parameters(VALUE s, VALUE params)
{
    bool forwards = false;
    if (ary_len(params) == 3 && nameless_p(params, 0, "*") && nameless_p(params, 1, "**") && nameless_p(params, 2, "&")) {
        rb_str_cat_cstr(s, "(...)");
        return;
    }
    rb_str_cat_cstr(s, "(");
    for (size_t i = 0; i < ary_len(params); i++) {
        VALUE p = ary_at(params, i), kind = sym_name(ary_at(p, 0));
        VALUE name = ary_len(p) > 1 ? sym_name(ary_at(p, 1)) : 0;
        const char *k = str_ptr(kind);
        if (append_forwarding(s, params, i, &forwards)) continue;
        if (i) rb_str_cat_cstr(s, ", ");
        if (!strcmp(k, "req")) rb_str_catf(s, "%s", name ? StringValueCStr(name) : "_");
        else if (!strcmp(k, "opt")) rb_str_catf(s, "%s=...", name ? StringValueCStr(name) : "_");
        else if (!strcmp(k, "keyreq")) rb_str_catf(s, "%s:", name ? StringValueCStr(name) : "_");
        else if (!strcmp(k, "key")) rb_str_catf(s, "%s: ...", name ? StringValueCStr(name) : "_");
        else if (!strcmp(k, "rest")) rb_str_catf(s, "*%s", name && str_ptr(name)[0] != '*' ? StringValueCStr(name) : "");
        else if (!strcmp(k, "keyrest")) rb_str_catf(s, "**%s", name && str_ptr(name)[0] != '*' ? StringValueCStr(name) : "");
        else if (!strcmp(k, "block")) rb_str_catf(s, "&%s", name && str_ptr(name)[0] != '&' ? StringValueCStr(name) : "");
        else if (!strcmp(k, "nokey")) rb_str_cat_cstr(s, "**nil");
    }
    rb_str_cat_cstr(s, ")");
}

static VALUE
method_m_inspect(VALUE self)
{
    struct rmethod *m = method_ptr(self);
    const struct method_entry *me = (const struct method_entry *)m->me;
    VALUE s = rb_sprintf("#<%" PRIsVALUE ": ", rb_class_name(rb_obj_class(self)));
    const char *sharp = "#";
    VALUE home = class_module_of(me->defined_class ? me->defined_class : me->owner); /* where the body was written */
    if (class_singleton_p(home) && m->recv != Qundef) {
        rb_str_append(s, rb_inspect(m->recv));
        if (class_attached(home) != m->recv) {
            rb_str_cat_cstr(s, "(");
            rb_str_append(s, rb_inspect(class_attached(home)));
            rb_str_cat_cstr(s, ")");
        }
        sharp = ".";
    } else {
        VALUE k = m->recv == Qundef ? home : class_of(m->recv);
        if (m->recv != Qundef && !val_type_p(m->recv, T_CLASS) && !val_type_p(m->recv, T_MODULE)) k = class_real(k);
        rb_str_append(s, rb_inspect(k));
        if (k != home) rb_str_catf(s, "(%" PRIsVALUE ")", home);
    }
    rb_str_cat_cstr(s, sharp);
    rb_str_append(s, id_name(me->called_id));
    if (me->called_id != me->def->original_id) rb_str_catf(s, "(%" PRIsVALUE ")", id_name(me->def->original_id));

    append_parameters(s, method_parameters(me));
    VALUE loc = method_object_source_location(self);
    if (loc != Qnil) rb_str_catf(s, " %" PRIsVALUE ":%" PRIsVALUE, ary_at(loc, 0), ary_at(loc, 1));
    return rb_str_cat_cstr(s, ">");
}

/* ---- currying and composing ---- */

static VALUE
method_m_curry(int argc, VALUE *argv, VALUE self)
{
    return proc_curry(argc, argv, proc_new_method(self, true), method_object_arity(self));
}

/* ---- arity for C ---- */

int
rb_mod_method_arity(VALUE mod, ID mid)
{
    const struct method_entry *me = method_lookup(mod, mid);
    if (!me) name_error_method(mod, sym_from_id(mid));
    return method_arity(me);
}

int
rb_obj_method_arity(VALUE obj, ID mid)
{
    return rb_mod_method_arity(class_of(obj), mid);
}

/* ---- define_method ---- */

static VALUE
define_from(VALUE mod, ID mid, VALUE body, enum method_visi visi)
{
    if (val_truthy(rb_obj_is_method(body))) {
        struct rmethod *m = method_ptr(body);
        const struct method_entry *me = (const struct method_entry *)m->me;
        VALUE owner = m->owner;
        if (obj_type(owner) != T_MODULE && mod != owner && !class_inherited_p(mod, owner)) {
            if (class_singleton_p(owner)) rb_raise(rb_eTypeError, "can't bind singleton method to a different class");
            rb_raise(rb_eTypeError, "bind argument must be a subclass of %" PRIsVALUE, class_to_s(owner));
        }
        struct method_def *def = me->def;
        def->refs++;
        method_add(mod, mid, def, visi);
    } else if (val_proc_p(body)) {
        VALUE p = proc_dup(body);
        if (proc_ptr(p)->kind == PROC_ISEQ) proc_ptr(p)->lambda = true;
        method_add_bmethod(mod, mid, p, visi);
    } else {
        rb_raise(rb_eTypeError, "wrong argument type %s (expected Proc/Method/UnboundMethod)", rb_obj_classname(body));
    }
    return sym_from_id(mid);
}

/* The scope cr was opened by a class body or by a block of class_eval, and not by the method that fp runs for. */
static bool
scope_has_visi_p(VALUE *fp, VALUE cr)
{
    const VALUE *ep = vm_method_ep(fp);
    if (!ep_method_p(ep)) return true;
    const struct method_def *def = ep_method(ep)->def;
    return def->kind != METHOD_ISEQ || def->as.iseq.cref != cr;
}

static VALUE
mod_m_define_method(int argc, VALUE *argv, VALUE mod)
{
    rb_check_arity(argc, 1, 2);
    ID mid = obj_name_to_id(argv[0]);
    VALUE body;
    if (argc == 2) body = argv[1];
    else {
        if (!rb_block_given_p()) rb_raise(rb_eArgError, "tried to create Proc object without a block");
        body = rb_block_proc();
    }
    VALUE cr = vm_cref(vm_ec);
    enum method_visi visi = VISI_PUBLIC;
    struct cref *c = cref_of(cr);
    VALUE *fp = vm_ruby_frame(vm_ec);
    bool module_func = false;
    if (fp && scope_has_visi_p(fp, cr) && c->next && cref_class_p(cr, mod)) {
        visi = (enum method_visi)c->visi;
        module_func = c->module_func;
    }
    VALUE r = define_from(mod, mid, body, visi);
    if (module_func) define_from(class_singleton(mod), mid, body, VISI_PUBLIC);
    return r;
}

static VALUE
obj_m_define_singleton_method(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    ID mid = obj_name_to_id(argv[0]);
    VALUE body;
    if (argc == 2) body = argv[1];
    else {
        if (!rb_block_given_p()) rb_raise(rb_eArgError, "tried to create Proc object without a block");
        body = rb_block_proc();
    }
    return define_from(class_singleton(self), mid, body, VISI_PUBLIC);
}

static VALUE
main_m_define_method(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    return mod_m_define_method(argc, argv, rb_cObject);
}

static void
define_common(VALUE k)
{
    rb_undef_alloc_func(k);
    rb_undef_method(CLASS_OF(k), "new");
    rb_define_method(k, "==", method_m_eq, 1);
    rb_define_method(k, "eql?", method_m_eq, 1);
    rb_define_method(k, "hash", method_m_hash, 0);
    rb_define_method(k, "clone", method_m_clone, 0);
    rb_define_method(k, "dup", method_m_dup, 0);
    rb_define_method(k, "arity", method_m_arity, 0);
    rb_define_method(k, "name", method_m_name, 0);
    rb_define_method(k, "original_name", method_m_original_name, 0);
    rb_define_method(k, "owner", method_m_owner, 0);
    rb_define_method(k, "source_location", method_object_source_location, 0);
    rb_define_method(k, "parameters", method_object_parameters, 0);
    rb_define_method(k, "super_method", method_m_super_method, 0);
    rb_define_method(k, "inspect", method_m_inspect, 0);
    rb_define_method(k, "to_s", method_m_inspect, 0);
}

void
Init_Method(void)
{
    define_common(rb_cMethod);
    define_common(rb_cUnboundMethod);
    static const char *const calls[] = {"call", "===", "[]"};
    for (unsigned i = 0; i < lengthof(calls); i++) rb_define_method(rb_cMethod, calls[i], method_m_call, -1);
    rb_define_method(rb_cMethod, "receiver", method_m_receiver, 0);
    rb_define_method(rb_cMethod, "unbind", method_m_unbind, 0);
    rb_define_method(rb_cMethod, "to_proc", method_m_to_proc, 0);
    rb_define_method(rb_cMethod, "curry", method_m_curry, -1);
    rb_define_method(rb_cMethod, ">>", proc_m_rshift, 1);
    rb_define_method(rb_cMethod, "<<", proc_m_lshift, 1);
    rb_define_method(rb_cUnboundMethod, "bind", umethod_m_bind, 1);
    rb_define_method(rb_cUnboundMethod, "bind_call", umethod_m_bind_call, -1);
    rb_define_method(rb_mKernel, "method", rb_obj_method, 1);
    rb_define_method(rb_mKernel, "public_method", obj_m_public_method, 1);
    rb_define_method(rb_mKernel, "singleton_method", obj_m_singleton_method, 1);
    rb_define_method(rb_mKernel, "define_singleton_method", obj_m_define_singleton_method, -1);
    rb_define_method(rb_cModule, "instance_method", mod_m_instance_method, 1);
    rb_define_method(rb_cModule, "public_instance_method", mod_m_public_instance_method, 1);
    rb_define_method(rb_cModule, "define_method", mod_m_define_method, -1);
    rb_define_private_method(rb_singleton_class(vm_top_self), "define_method", main_m_define_method, -1);
}
