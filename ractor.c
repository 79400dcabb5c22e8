/*
 * ractor.c - Ractor: its life, from the block it is made with to the value it leaves, and its local storage.
 *
 * A Ractor is its threads and the data that only they may use (struct ractor).  All Ractors run under the one VM lock.  Only
 * the three fields of RACTOR-2 depend on the lock.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/object.h"
#include "internal/ractor/parts.h"
#include "internal/thread/methods.h"
#include "internal/vm/call.h"
#include "ruby/ractor.h"

VALUE rb_cRactor, rb_eRactorIsolationError, ractor_eError, ractor_eClosedError, ractor_eMovedError;
bool ractor_many;
struct ractor ractor_main = {.id = 1, .name = Qnil, .location = Qnil, .value = Qnil, .exception = Qnil, .successor = Qnil};
static VALUE eRemoteError;
static struct ractor *live = &ractor_main;
static uint32_t last_id = 1;
static ID id_ractor;

/* ---- the object ---- */

static void
mark_data(void *p)
{
    struct ractor *r = p;
    gc_mark(r->name);
    gc_mark(r->location);
    gc_mark(r->value);
    gc_mark(r->exception);
    gc_mark(r->successor);
    gc_mark(r->default_port);
    gc_mark(r->monitors);
    gc_mark(r->locals);
    gc_mark(r->storage_lock);
    gc_mark(r->c_locals);
    ractor_pointers_mark(r);
    gc_mark(r->in);
    gc_mark(r->out);
    gc_mark(r->err);
    gc_mark(r->verbose);
    gc_mark(r->debug);
    if (r->thread) gc_mark(r->thread->self);
}

static void
free_data(void *p)
{
    if (p != &ractor_main) ruby_xfree(p);
}

static const rb_data_type_t ractor_type = {"ractor",
                                           {mark_data, free_data, NULL, NULL, {0}},
                                           NULL,
                                           NULL,
                                           RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_FROZEN_SHAREABLE_NO_REC};

bool
ractor_p(VALUE v)
{
    return rb_typeddata_is_kind_of(v, &ractor_type);
}

struct ractor *
ractor_ptr(VALUE v)
{
    return rb_check_typeddata(v, &ractor_type);
}

void
ractor_mark(struct ractor *r)
{
    if (r && r->self) gc_mark(r->self);
}

static VALUE
ractor_wrap(struct ractor *r)
{
    VALUE self = TypedData_Wrap_Struct(rb_cRactor, &ractor_type, r);
    r->self = rb_obj_set_shareable(self);
    r->default_port = ractor_port_new(r);
    RB_GC_GUARD(self); /* r is not in the slot of an object, so the reference in it keeps nothing alive */
    return self;
}

/* ---- waiting ---- */

struct waiting {
    struct ractor_waiter place;
    bool (*ready)(void *);
    void *arg;
};

static VALUE
wait_body(VALUE p)
{
    struct waiting *w = (struct waiting *)p;
    while (!w->ready(w->arg)) thread_sleep(w->place.th, -1, false);
    return Qnil;
}

static VALUE
wait_end(VALUE p)
{
    struct waiting *w = (struct waiting *)p;
    struct ractor_waiter **at = &w->place.th->ractor->waiters;
    while (*at && *at != &w->place) at = &(*at)->next;
    if (*at) *at = w->place.next;
    return Qnil;
}

void
ractor_wait(bool (*ready)(void *), void *arg)
{
    struct rthread *th = thread_current();
    if (ready(arg)) return;
    struct waiting w = {{th, th->ractor->waiters}, ready, arg};
    th->ractor->waiters = &w.place;
    rb_ensure(wait_body, (VALUE)&w, wait_end, (VALUE)&w);
}

void
ractor_wake(struct ractor *r)
{
    for (struct ractor_waiter *w = r->waiters; w; w = w->next) thread_wakeup(w->th);
}

/* ---- making ---- */

static void
warn_experimental(void)
{
    static bool warned;
    if (warned) return;
    warned = rb_warning_category_enabled_p(RB_WARN_CATEGORY_EXPERIMENTAL);
    rb_category_warn(RB_WARN_CATEGORY_EXPERIMENTAL, "Ractor API is experimental and may change in future versions of Ruby.");
}

static VALUE
name_option(VALUE options)
{
    static ID name_id;
    if (!name_id) name_id = rb_intern("name");
    VALUE name;
    rb_get_kwargs(options, &name_id, 0, 1, &name);
    if (name == Qundef || name == Qnil) return Qnil;
    StringValueCStr(name);
    if (!rb_enc_asciicompat(rb_enc_get(name)))
        rb_raise(rb_eArgError, "ASCII incompatible encoding (%s)", rb_enc_name(rb_enc_get(name)));
    return rb_str_new_frozen(name);
}

static struct ractor *
ractor_alloc(void)
{
    struct ractor *r = ruby_xcalloc(1, sizeof *r);
    r->name = r->location = r->value = r->exception = r->successor = Qnil;
    return r;
}

/* ---- loading ---- */

static VALUE
require_body(VALUE name)
{
    return rb_funcall(rb_mKernel, rb_intern("require"), 1, name);
}

static VALUE
require_end(VALUE own)
{
    vm_ec->thread->ractor = (struct ractor *)own;
    return Qnil;
}

/* Ractor._require: loads a file with the main Ractor's rights (RACTOR-1), because all Ractors share its definitions. */
static VALUE
ractor_s_require(VALUE klass, VALUE name)
{
    (void)klass;
    struct rthread *th = thread_current();
    VALUE own = (VALUE)th->ractor;
    th->ractor = &ractor_main;
    return rb_ensure(require_body, name, require_end, own);
}

/* Kernel#require once there are several Ractors. */
static VALUE
ractor_m_require(VALUE self, VALUE name)
{
    if (!ractor_confined_p()) return rb_call_super(1, &name);
    return ractor_s_require(self, name);
}

static void
take_over_require(void)
{
    VALUE m = rb_module_new();
    rb_define_private_method(m, "require", ractor_m_require, 1);
    rb_funcall(m, rb_intern("set_temporary_name"), 1, rb_str_new_cstr("<RactorRequire>"));
    rb_prepend_module(rb_mKernel, m);
}

/* Turns on the checks of Ractors when the first one is made.  Empties the inline caches, which may hold unshareable objects. */
static void
begin_many(void)
{
    if (ractor_many) return;
    ractor_many = true;
    take_over_require();
    vm_const_forget_all();
    vm_ivar_forget_classes();
    callsite_invalidate(0); /* links to methods made of blocks */
}

/* Ractor.new */
static VALUE
ractor_s_new(int argc, VALUE *argv, VALUE klass)
{
    VALUE args, options;
    (void)klass;
    rb_scan_args(argc, argv, "*:", &args, &options);
    if (!rb_block_given_p()) rb_raise(rb_eArgError, "must be called with a block");
    VALUE name = options == Qnil ? Qnil : name_option(options);
    VALUE block = rb_block_proc();
    struct ractor *r = ractor_alloc();
    VALUE self = ractor_wrap(r);
    r->name = name;
    r->location = rb_obj_freeze(rb_sprintf("%" PRIsVALUE ":%d", vm_caller_path(vm_ec), vm_caller_line(vm_ec)));
    VALUE proc = ractor_isolated_proc(block, self);
    warn_experimental();
    for (size_t i = 0; i < ary_len(args); i++) ary_store(args, (intptr_t)i, ractor_pass(ary_at(args, i), false));
    r->id = ++last_id;
    r->verbose = *rb_ruby_verbose_ptr();
    r->debug = *rb_ruby_debug_ptr();
    begin_many();
    r->next = live;
    live = r;
    thread_new_in_ractor(r, proc, args);
    return self;
}

/* ---- the end ---- */

static void
leave_live(struct ractor *r)
{
    for (struct ractor **at = &live; *at; at = &(*at)->next) {
        if (*at != r) continue;
        *at = r->next;
        return;
    }
}

static VALUE
end_symbol(const struct ractor *r)
{
    return ID2SYM(r->aborted ? rb_intern("aborted") : rb_intern("exited"));
}

static void
ractor_end(struct ractor *r, VALUE value, VALUE exception)
{
    r->value = value;
    r->exception = exception;
    r->aborted = exception != Qnil;
    r->ended = true;
    r->thread = NULL;
    r->waiters = NULL;
    r->locals = r->c_locals = 0;
    ractor_pointers_free(r);
    leave_live(r);
    for (size_t i = 0; r->monitors && i < ary_len(r->monitors); i++) ractor_port_push(ary_at(r->monitors, i), end_symbol(r));
    r->monitors = 0;
    for (struct ractor *other = live; other; other = other->next) ractor_wake(other);
}

void
ractor_thread_ended(struct rthread *th)
{
    struct ractor *r = th->ractor;
    if (r == &ractor_main || r->thread != th) return;
    thread_terminate_kin(th);
    ractor_end(r, th->value, th->exception);
}

/* Ends all Ractors except the one that forked, in the child. */
void
ractor_atfork_child(void)
{
    struct ractor *self = ractor_current();
    self->waiters = NULL;
    for (struct ractor *r = live, *next; r; r = next) {
        next = r->next;
        if (r != self) ractor_end(r, Qnil, Qnil);
    }
}

static bool
ended_p(void *p)
{
    return ((struct ractor *)p)->ended;
}

VALUE
ractor_take_value(struct ractor *r, VALUE self)
{
    VALUE taker = ractor_current()->self;
    if (r->successor == Qnil) r->successor = taker;
    if (r->successor != taker) rb_raise(ractor_eError, "Only the successor ractor can take a value");
    if (!r->aborted) return r->value;
    VALUE error = rb_exc_new_cstr(eRemoteError, "thrown by remote Ractor.");
    ivar_set(error, id_ractor, self);
    exc_set_cause_raw(error, r->exception);
    rb_exc_raise(error);
}

/* Ractor#value */
static VALUE
ractor_m_value(VALUE self)
{
    struct ractor *r = ractor_ptr(self);
    ractor_wait(ended_p, r);
    return ractor_take_value(r, self);
}

/* Ractor#join */
static VALUE
ractor_m_join(VALUE self)
{
    struct ractor *r = ractor_ptr(self);
    ractor_wait(ended_p, r);
    if (r->aborted) ractor_take_value(r, self);
    return self;
}

/* Ractor#monitor: false if it has ended. */
static VALUE
ractor_m_monitor(VALUE self, VALUE port)
{
    struct ractor *r = ractor_ptr(self);
    if (!ractor_port_p(port)) rb_raise(rb_eArgError, "should be Ractor::Port");
    if (r->ended) {
        ractor_port_push(port, end_symbol(r));
        return Qfalse;
    }
    if (!r->monitors) r->monitors = ary_new();
    ary_push(r->monitors, port);
    return Qtrue;
}

/* Ractor#unmonitor */
static VALUE
ractor_m_unmonitor(VALUE self, VALUE port)
{
    struct ractor *r = ractor_ptr(self);
    if (r->monitors) rb_ary_delete(r->monitors, port);
    return self;
}

static VALUE
remote_error_m_ractor(VALUE self)
{
    VALUE v = ivar_get(self, id_ractor);
    return v == Qundef ? Qnil : v;
}

/* ---- messages ---- */

static VALUE
ractor_m_send(int argc, VALUE *argv, VALUE self)
{
    ractor_port_send(argc, argv, ractor_ptr(self)->default_port);
    return self;
}

static VALUE
ractor_s_receive(VALUE klass)
{
    (void)klass;
    return ractor_port_receive(ractor_current()->default_port);
}

static VALUE
ractor_m_default_port(VALUE self)
{
    return ractor_ptr(self)->default_port;
}

static VALUE
ractor_m_close(VALUE self)
{
    ractor_port_close(ractor_ptr(self)->default_port);
    return self;
}

/* ---- who and how many ---- */

static VALUE
ractor_s_current(VALUE klass)
{
    (void)klass;
    return ractor_current()->self;
}

static VALUE
ractor_s_main(VALUE klass)
{
    (void)klass;
    return ractor_main.self;
}

static VALUE
ractor_s_main_p(VALUE klass)
{
    (void)klass;
    return val_bool(ractor_current() == &ractor_main);
}

static VALUE
ractor_s_count(VALUE klass)
{
    (void)klass;
    long n = 0;
    for (struct ractor *r = live; r; r = r->next) n++;
    return LONG2FIX(n);
}

static VALUE
ractor_m_inspect(VALUE self)
{
    struct ractor *r = ractor_ptr(self);
    const char *state = r->ended                                      ? "terminated"
                        : !r->thread || r->thread == thread_current() ? "running"
                        : r->thread->status == THREAD_RUN             ? "running"
                                                                      : "blocking";
    VALUE s = rb_sprintf("#<Ractor:#%u", r->id);
    if (r->name != Qnil) rb_str_catf(s, " %" PRIsVALUE, r->name);
    if (r->location != Qnil) rb_str_catf(s, " %" PRIsVALUE, r->location);
    return rb_str_catf(s, " %s>", state);
}

static VALUE
ractor_m_name(VALUE self)
{
    return ractor_ptr(self)->name;
}

/* ---- Ractor-local storage ---- */

static VALUE
storage_key(VALUE name)
{
    return ID2SYM(obj_name_to_id(name));
}

static struct ractor *
own_storage(VALUE self, const char *verb)
{
    struct ractor *r = ractor_ptr(self);
    if (r != ractor_current()) rb_raise(rb_eRuntimeError, "Cannot %s ractor local storage for non-current ractor", verb);
    return r;
}

static VALUE
storage_get(struct ractor *r, VALUE key)
{
    VALUE v = r->locals ? hash_get(r->locals, key) : Qundef;
    return v == Qundef ? Qnil : v;
}

static VALUE
storage_set(struct ractor *r, VALUE key, VALUE v)
{
    if (!r->locals) r->locals = hash_new();
    hash_set(r->locals, key, v);
    return v;
}

static VALUE
ractor_m_aref(VALUE self, VALUE name)
{
    return storage_get(own_storage(self, "get"), storage_key(name));
}

static VALUE
ractor_m_aset(VALUE self, VALUE name, VALUE v)
{
    return storage_set(own_storage(self, "set"), storage_key(name), v);
}

static VALUE
ractor_s_aref(VALUE klass, VALUE name)
{
    (void)klass;
    return storage_get(ractor_current(), storage_key(name));
}

static VALUE
ractor_s_aset(VALUE klass, VALUE name, VALUE v)
{
    (void)klass;
    return storage_set(ractor_current(), storage_key(name), v);
}

static VALUE
store_locked(VALUE key)
{
    struct ractor *r = ractor_current();
    VALUE v = r->locals ? hash_get(r->locals, key) : Qundef;
    return v != Qundef ? v : storage_set(r, key, rb_yield(Qnil));
}

/* Ractor.store_if_absent: one thread of the Ractor at a time. */
static VALUE
ractor_s_store_if_absent(VALUE klass, VALUE name)
{
    (void)klass;
    struct ractor *r = ractor_current();
    VALUE key = storage_key(name);
    if (r->locals && hash_get(r->locals, key) != Qundef) return hash_get(r->locals, key);
    if (!r->storage_lock) r->storage_lock = rb_mutex_new();
    if (RTEST(rb_funcall(r->storage_lock, rb_intern("owned?"), 0))) return store_locked(key);
    return rb_mutex_synchronize(r->storage_lock, store_locked, key);
}

/* ---- start ---- */

static void
define_errors(void)
{
    ractor_eError = rb_define_class_under(rb_cRactor, "Error", rb_eRuntimeError);
    eRemoteError = rb_define_class_under(rb_cRactor, "RemoteError", ractor_eError);
    ractor_eMovedError = rb_define_class_under(rb_cRactor, "MovedError", ractor_eError);
    rb_eRactorIsolationError = rb_define_class_under(rb_cRactor, "IsolationError", ractor_eError);
    rb_define_class_under(rb_cRactor, "UnsafeError", ractor_eError);
    ractor_eClosedError = rb_define_class_under(rb_cRactor, "ClosedError", rb_eStopIteration);
    rb_define_method(eRemoteError, "ractor", remote_error_m_ractor, 0);
}

static void
define_class_methods(VALUE k)
{
    rb_define_singleton_method(k, "new", ractor_s_new, -1);
    rb_define_singleton_method(k, "current", ractor_s_current, 0);
    rb_define_singleton_method(k, "main", ractor_s_main, 0);
    rb_define_singleton_method(k, "main?", ractor_s_main_p, 0);
    rb_define_singleton_method(k, "count", ractor_s_count, 0);
    rb_define_singleton_method(k, "receive", ractor_s_receive, 0);
    rb_define_singleton_method(k, "_require", ractor_s_require, 1);
    rb_define_singleton_method(k, "recv", ractor_s_receive, 0);
    rb_define_singleton_method(k, "[]", ractor_s_aref, 1);
    rb_define_singleton_method(k, "[]=", ractor_s_aset, 2);
    rb_define_singleton_method(k, "store_if_absent", ractor_s_store_if_absent, 1);
}

void
Init_Ractor(void)
{
    VALUE k = rb_cRactor = rb_define_class("Ractor", rb_cObject);
    id_ractor = rb_intern("ractor");
    rb_undef_alloc_func(k);
    define_errors();
    define_class_methods(k);
    rb_define_method(k, "value", ractor_m_value, 0);
    rb_define_method(k, "join", ractor_m_join, 0);
    rb_define_method(k, "monitor", ractor_m_monitor, 1);
    rb_define_method(k, "unmonitor", ractor_m_unmonitor, 1);
    rb_define_method(k, "send", ractor_m_send, -1);
    rb_define_alias(k, "<<", "send");
    rb_define_method(k, "default_port", ractor_m_default_port, 0);
    rb_define_method(k, "close", ractor_m_close, 0);
    rb_define_method(k, "inspect", ractor_m_inspect, 0);
    rb_define_alias(k, "to_s", "inspect");
    rb_define_method(k, "name", ractor_m_name, 0);
    rb_define_method(k, "[]", ractor_m_aref, 1);
    rb_define_method(k, "[]=", ractor_m_aset, 2);
    rb_define_private_method(k, "receive", ractor_s_receive, 0);
    rb_define_private_method(k, "recv", ractor_s_receive, 0);
    ractor_share_init();
    ractor_copy_init();
    ractor_port_init();
    ractor_isolate_init();
    gc_keep(ractor_wrap(&ractor_main));
}
