/*
 * ractor/isolate.c - Procs without access to outer variables, and the checks for Ractors other than the main one.
 *
 * The code of a block shows the outer variables it uses: each read or write of a local has the number of scopes up to it.  To
 * isolate a Proc, its code is walked, with the blocks in it.  Then it gets an environment of the same depth that has only the
 * allowed values.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/iseq/insn.h"
#include "internal/object.h"
#include "internal/proc.h"
#include "internal/ractor/parts.h"
#include "internal/vm/binding.h"
#include "ruby/ractor.h"

bool ractor_isolated;

/* ---- walking code ---- */

struct outer_use {
    int level; /* scopes up from the code that is walked: 1 is the next one */
    int index; /* of the local, negative, as in the code */
    bool write;
};

struct walk {
    void (*local)(struct walk *w, struct outer_use use); /* reads and writes of locals beyond the code, its own at level 0 */
    void (*yield)(struct walk *w, int level);
    VALUE iseq;
    VALUE names; /* what the callbacks gather: Array of Symbols */
    VALUE env;
    int level, index; /* what is looked for */
    unsigned count;
    bool writes, yields;
};

static void
walk_code(struct walk *w, VALUE iseq, int depth)
{
    const struct iseq_body *b = iseq_body(iseq);
    for (uint32_t i = 0; i < b->code_len; i += (uint32_t)insn_length_at(b->code + i)) {
        const cell *at = b->code + i;
        int id = insn_base(insn_at(at)), family = insn_family(id), level = -1;
        if (insn_operand_count(id) && insn_operand_type(id, 0) == OPERAND_LINDEX) level = (int)insn_local_level_at(at, 0);
        if (level >= depth) {
            bool write = id == INSN_setlocal || id == INSN_setlocal1 || id == INSN_setlocaln;
            w->local(w, (struct outer_use){level - depth, (int)insn_get_operand(at, 0), write});
        }
        if (family == INSN_invokeblock && w->yield) w->yield(w, (int)insn_get_operand(at, 1) - depth);
        for (int n = 0; n < insn_operand_count(id); n++) {
            if (insn_operand_type(id, n) != OPERAND_ISEQ) continue;
            VALUE child = (VALUE)insn_get_operand(at, n);
            if (child && iseq_body(child)->parent == iseq) walk_code(w, child, depth + 1);
        }
    }
}

/* The code that many scopes up; 0 if there is none. */
static VALUE
iseq_up(VALUE iseq, int level)
{
    while (level-- > 0 && iseq) iseq = iseq_body(iseq)->parent;
    return iseq;
}

static ID
local_name(VALUE iseq, int index)
{
    const struct iseq_body *b = iseq_body(iseq);
    int i = index + b->local_count;
    return i < 0 ? 0 : b->locals[i];
}

static VALUE
isolate_env(VALUE env)
{
    ractor_isolated = true;
    return env_isolate(vm_ec, env);
}

/* ---- what is around a block ---- */

static void
note_outer(struct walk *w, struct outer_use use)
{
    VALUE owner = use.level ? iseq_up(w->iseq, use.level) : 0;
    ID name = owner ? local_name(owner, use.index) : 0;
    if (!name) return;
    w->writes |= use.write;
    VALUE sym = sym_from_id(name);
    if (!RTEST(rb_ary_includes(w->names, sym))) ary_push(w->names, sym);
}

static void
note_yield(struct walk *w, int level)
{
    if (level > 0) w->yields = true;
}

static struct walk
survey(VALUE iseq)
{
    struct walk w = {.local = note_outer, .yield = note_yield, .iseq = iseq, .names = ary_new()};
    walk_code(&w, iseq, 0);
    return w;
}

NORETURN static void
raise_not_alone(const char *what, const struct walk *w, bool names)
{
    VALUE msg = rb_sprintf("can not %s because it", what);
    names = names && ary_len(w->names);
    if (names) rb_str_catf(msg, " accesses outer variables (%" PRIsVALUE ")", rb_ary_join(w->names, rb_str_new_cstr(", ")));
    if (names && w->yields) rb_str_cat_cstr(msg, " and");
    if (w->yields) rb_str_cat_cstr(msg, " uses 'yield'");
    rb_str_cat_cstr(msg, ".");
    rb_exc_raise(rb_exc_new_str(rb_eArgError, msg));
}

VALUE
ractor_isolated_proc(VALUE proc, VALUE self)
{
    const struct rproc *p = proc_ptr(proc);
    if (p->kind != PROC_ISEQ) return proc;
    struct walk w = survey(p->code);
    if (ary_len(w.names) || w.yields) raise_not_alone("isolate a Proc", &w, true);
    VALUE env = p->env ? isolate_env(p->env) : 0;
    return proc_new_iseq(vm_ec, p->code, self, env, p->lambda);
}

/* ---- Procs to be shared ---- */

static void
count_writes(struct walk *w, struct outer_use use)
{
    if (use.write && use.level == w->level && use.index == w->index) w->count++;
}

/* Returns whether the code assigns the local more than once.  A parameter has its first value from the call. */
static bool
reassigned_p(VALUE owner, int index)
{
    struct walk w = {.local = count_writes, .iseq = owner, .level = 0, .index = index};
    walk_code(&w, owner, 0);
    const struct iseq_body *b = iseq_body(owner);
    bool param = index + b->local_count < b->params.lead;
    return w.count > (param ? 0 : 1);
}

static VALUE
env_up(VALUE env, int level)
{
    while (level-- > 1) env = link_env(ep_up(env_of(env)->ep));
    return env;
}

/* Checks one outer variable, and puts its value into the isolated environment. */
static void
keep_outer(struct walk *w, struct outer_use use)
{
    VALUE owner = use.level ? iseq_up(w->iseq, use.level) : 0;
    ID name = owner ? local_name(owner, use.index) : 0;
    if (!name) return;
    VALUE v = env_of(env_up(w->env, use.level))->ep[use.index];
    if (v == Qundef) v = Qnil;
    if (reassigned_p(owner, use.index))
        ractor_raise_isolation("cannot make a shareable Proc because the outer variable '%" PRIsVALUE "' may be reassigned.",
                               id_name(name));
    if (!ractor_shareable_p(v))
        ractor_raise_isolation("cannot make a shareable Proc because it can refer unshareable object %" PRIsVALUE
                               " from variable '%" PRIsVALUE "'",
                               rb_inspect(v), id_name(name));
    if (!w->names) return;
    VALUE to = env_up(w->names, use.level);
    obj_write(to, &env_of(to)->ep[use.index], v);
}

/* The environment of a shareable copy of the Proc; 0 if it has none.  raises. */
static VALUE
shared_env(VALUE proc)
{
    const struct rproc *p = proc_ptr(proc);
    struct walk w = survey(p->code);
    if (w.writes || w.yields) raise_not_alone("make a Proc shareable", &w, w.writes);
    if (!p->env || env_isolated_p(p->env)) return p->env;
    VALUE env = isolate_env(p->env);
    struct walk keep = {.local = keep_outer, .iseq = p->code, .env = p->env, .names = env};
    walk_code(&keep, p->code, 0);
    return env;
}

void
ractor_share_proc(VALUE proc)
{
    struct rproc *p = proc_ptr(proc);
    if (p->kind == PROC_IFUNC || p->kind == PROC_METHOD) rb_raise(rb_eRuntimeError, "not supported yet");
    if (p->kind != PROC_ISEQ) return;
    if (!ractor_shareable_p(p->self)) ractor_raise_isolation("Proc's self is not shareable: %" PRIsVALUE, rb_inspect(proc));
    VALUE env = shared_env(proc);
    obj_write(proc, &proc_ptr(proc)->env, env);
}

static VALUE
shareable_copy(int argc, VALUE *argv, bool lambda)
{
    static ID self_id;
    VALUE options, self = Qnil;
    if (!self_id) self_id = rb_intern("self");
    rb_scan_args(argc, argv, "0:", &options);
    if (options != Qnil) rb_get_kwargs(options, &self_id, 0, 1, &self);
    if (self == Qundef) self = Qnil;
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "tried to create Proc object without a block");
    if (!ractor_shareable_p(self)) ractor_raise_isolation("self should be shareable: %" PRIsVALUE, self);
    VALUE literal = vm_block_handler(vm_ec);
    bool given = (literal & 3) == 0;
    VALUE proc = rb_block_proc();
    const struct rproc *p = proc_ptr(proc);
    if (p->kind == PROC_IFUNC || p->kind == PROC_METHOD) rb_raise(rb_eRuntimeError, "not supported yet");
    VALUE copy;
    if (p->kind == PROC_ISEQ) copy = proc_new_iseq(vm_ec, p->code, self, shared_env(proc), given ? p->lambda : lambda);
    else copy = proc_dup(proc);
    rb_obj_freeze(copy);
    return rb_obj_set_shareable(copy);
}

/* Ractor.shareable_proc */
static VALUE
ractor_s_shareable_proc(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    return shareable_copy(argc, argv, false);
}

/* Ractor.shareable_lambda */
static VALUE
ractor_s_shareable_lambda(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    return shareable_copy(argc, argv, true);
}

/* ---- eval ---- */

static void
check_eval_use(struct walk *w, struct outer_use use)
{
    VALUE owner = use.level ? iseq_up(w->iseq, use.level) : 0, env = w->env;
    ID name = owner ? local_name(owner, use.index) : 0;
    if (!name) return;
    bool beyond = env_isolated_p(env);
    for (int level = use.level; level > 1; level--) {
        env = link_env(ep_up(env_of(env)->ep));
        beyond |= env_isolated_p(env);
    }
    if (!beyond || env_of(env)->ep[use.index] != Qnil) return;
    const struct iseq_body *b = iseq_body(w->iseq);
    rb_raise(rb_eSyntaxError, "%" PRIsVALUE ":%d: can not access variable '%" PRIsVALUE "' from isolated Proc", b->path,
             b->first_line, id_name(name));
}

void
ractor_check_eval(VALUE iseq, VALUE env)
{
    bool isolated = false;
    for (VALUE e = env;; e = link_env(ep_up(env_of(e)->ep))) {
        if (env_isolated_p(e)) isolated = true;
        const VALUE *ep = env_of(e)->ep;
        if (isolated || ep_method_p(ep) || !ep_up(ep)) break;
    }
    if (!isolated) return;
    struct walk w = {.local = check_eval_use, .iseq = iseq, .env = env};
    walk_code(&w, iseq, 0);
}

/* ---- what a confined Ractor may not do ---- */

void
ractor_raise_isolation(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    VALUE msg = rb_vsprintf(fmt, args);
    va_end(args);
    rb_exc_raise(rb_exc_new_str(rb_eRactorIsolationError, msg));
}

/* Global variables that are not of the process, or are never changed. */
static bool
local_gvar_p(const char *name)
{
    static const char *const names[] = {"$stdin", "$stdout", "$stderr", "$>",  "$DEBUG", "$-d", "$VERBOSE", "$-v",
                                        "$-w",    "$-W",     "$-p",     "$-l", "$-a",    "$$",  "$?",       "$!",
                                        "$@",     "$_",      "$~",      "$&",  "$`",     "$'",  "$+"};
    for (size_t i = 0; i < lengthof(names); i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return name[1] >= '1' && name[1] <= '9';
}

void
ractor_check_gvar(ID name)
{
    const char *text = str_ptr(id_name(name));
    if (local_gvar_p(text)) return;
    ractor_raise_isolation("can not access global variable %s from non-main Ractor", text);
}

void
ractor_check_const(VALUE owner, ID name, VALUE value)
{
    if (ractor_shareable_p(value)) return;
    ractor_raise_isolation("can not access non-shareable objects in constant %" PRIsVALUE "::%" PRIsVALUE
                           " by non-main Ractor.",
                           rb_class_path(owner), id_name(name));
}

/* CRuby's text differs in one letter from the other's. */
void
ractor_check_own_const(VALUE owner, ID name)
{
    const struct const_entry *e = const_entry_own(owner, name);
    if (!e || e->value == Qundef || ractor_shareable_p(e->value)) return;
    ractor_raise_isolation("can not access non-shareable objects in constant %" PRIsVALUE "::%" PRIsVALUE
                           " by non-main ractor.",
                           rb_class_path(owner), id_name(name));
}

void
ractor_check_const_set(VALUE value)
{
    if (!ractor_shareable_p(value))
        ractor_raise_isolation("can not set constants with non-shareable objects by non-main Ractors");
}

void
ractor_check_cvar(VALUE owner, ID name)
{
    ractor_raise_isolation("can not access class variables from non-main Ractors (%" PRIsVALUE " from %" PRIsVALUE ")",
                           id_name(name), rb_class_path(owner));
}

static bool
namespace_p(VALUE obj)
{
    return val_type_p(obj, T_CLASS) || val_type_p(obj, T_MODULE);
}

/* Marked as shareable and not frozen: a Ractor or a port of a program's own class. */
static bool
shared_and_open_p(VALUE obj)
{
    return val_heap_p(obj) && (obj_flags(obj) & HDR_SHAREABLE) && !obj_frozen(obj);
}

void
ractor_check_ivar(VALUE obj, ID name, VALUE value)
{
    if (namespace_p(obj)) {
        if (value == Qundef || ractor_shareable_p(value)) return;
        ractor_raise_isolation("can not get unshareable values from instance variables of classes/modules from non-main "
                               "Ractors (%" PRIsVALUE " from %" PRIsVALUE ")",
                               id_name(name), rb_class_path(obj));
    }
    if (shared_and_open_p(obj) && ractor_current()->self != obj)
        ractor_raise_isolation("can not access instance variables of shareable objects from non-main Ractors");
}

void
ractor_check_ivar_set(VALUE obj)
{
    if (namespace_p(obj)) ractor_raise_isolation("can not set instance variables of classes/modules by non-main Ractors");
    if (shared_and_open_p(obj) && ractor_current()->self != obj)
        ractor_raise_isolation("can not access instance variables of shareable objects from non-main Ractors");
}

bool
ractor_foreign_proc_p(VALUE proc)
{
    VALUE env = proc_ptr(proc)->env;
    if (env && env_isolated_p(env)) return false;
    uint32_t maker = proc_ptr(proc)->ractor;
    return (maker ? maker : 1) != ractor_current()->id && !(obj_flags(proc) & HDR_SHAREABLE);
}

bool
ractor_foreign_object_p(VALUE v)
{
    return ractor_confined_p() && !ractor_shareable_p(v);
}

void
ractor_isolate_init(void)
{
    rb_define_singleton_method(rb_cRactor, "shareable_proc", ractor_s_shareable_proc, -1);
    rb_define_singleton_method(rb_cRactor, "shareable_lambda", ractor_s_shareable_lambda, -1);
}
