/*
 * vm/tracepoint.c - TracePoint, set_trace_func, and the C API of trace points and event hooks.
 *
 * A TracePoint is a hook that is on the list while enabled.  Its methods read the event under delivery on
 * the calling context (ec->trace_arg), so they raise unless a hook runs.
 */
#include "internal/vm/trace.h"
#include "internal/vm/binding.h"
#include "internal/object.h"
#include "internal/proc.h"
#include "internal/thread/methods.h"
#include "internal/inits.h"
#include "internal/vm.h"

static VALUE cTracePoint;

struct tracepoint {
    rb_event_flag_t events;
    VALUE proc; /* nil: func */
    void (*func)(VALUE tp, void *data);
    void *data;
    VALUE thread;            /* whose events: rb_tracepoint_new(); 0 */
    struct trace_hook *hook; /* while enabled */
    bool targeting;          /* enabled with a target */
};

static void
tp_mark(void *p)
{
    const struct tracepoint *tp = p;
    gc_mark(tp->proc);
    gc_mark(tp->thread);
}

static const rb_data_type_t tp_type = {
    "tracepoint", {tp_mark, RUBY_DEFAULT_FREE, NULL, NULL, {0}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY,
};

static struct tracepoint *
tp_ptr(VALUE v)
{
    return rb_check_typeddata(v, &tp_type);
}

/* ---- events by name ---- */

static const struct {
    rb_event_flag_t flag;
    const char *name, *old_name; /* set_trace_func's */
} event_names[] = {
    {RUBY_EVENT_LINE, "line", "line"},
    {RUBY_EVENT_CLASS, "class", "class"},
    {RUBY_EVENT_END, "end", "end"},
    {RUBY_EVENT_CALL, "call", "call"},
    {RUBY_EVENT_RETURN, "return", "return"},
    {RUBY_EVENT_C_CALL, "c_call", "c-call"},
    {RUBY_EVENT_C_RETURN, "c_return", "c-return"},
    {RUBY_EVENT_RAISE, "raise", "raise"},
    {RUBY_EVENT_B_CALL, "b_call", NULL},
    {RUBY_EVENT_B_RETURN, "b_return", NULL},
    {RUBY_EVENT_THREAD_BEGIN, "thread_begin", NULL},
    {RUBY_EVENT_THREAD_END, "thread_end", NULL},
    {RUBY_EVENT_FIBER_SWITCH, "fiber_switch", NULL},
    {RUBY_EVENT_SCRIPT_COMPILED, "script_compiled", NULL},
    {RUBY_EVENT_RESCUE, "rescue", NULL},
    {RUBY_EVENT_CALL | RUBY_EVENT_B_CALL | RUBY_EVENT_C_CALL, "a_call", NULL},
    {RUBY_EVENT_RETURN | RUBY_EVENT_B_RETURN | RUBY_EVENT_C_RETURN, "a_return", NULL},
};

static rb_event_flag_t
tracepoint_event_flag(VALUE name)
{
    VALUE sym = rb_convert_type(name, T_SYMBOL, "Symbol", "to_sym");
    for (unsigned i = 0; i < lengthof(event_names); i++)
        if (sym == ID2SYM(rb_intern(event_names[i].name))) return event_names[i].flag;
    rb_raise(rb_eArgError, "unknown event: %" PRIsVALUE, rb_sym2str(sym));
}

static const char *
tracepoint_event_name(rb_event_flag_t flag, bool old)
{
    for (unsigned i = 0; i < lengthof(event_names); i++)
        if (event_names[i].flag == flag) return old ? event_names[i].old_name : event_names[i].name;
    return NULL;
}

/* ---- the event under delivery ---- */

rb_trace_arg_t *
rb_tracearg_from_tracepoint(VALUE tp)
{
    (void)tp;
    rb_trace_arg_t *a = vm_ec->trace_arg;
    if (!a) rb_raise(rb_eRuntimeError, "access from outside");
    return a;
}

rb_event_flag_t
rb_tracearg_event_flag(rb_trace_arg_t *a)
{
    return a->event;
}

VALUE
rb_tracearg_event(rb_trace_arg_t *a)
{
    const char *name = tracepoint_event_name(a->event, false);
    return name ? ID2SYM(rb_intern(name)) : Qnil;
}

static int
tracepoint_arg_line(const rb_trace_arg_t *a)
{
    return a->line >= 0 ? a->line : a->fp ? iseq_line_at(frame_iseq(a->fp), a->pc) : 0;
}

VALUE
rb_tracearg_lineno(rb_trace_arg_t *a)
{
    return INT2FIX(tracepoint_arg_line(a));
}

VALUE
rb_tracearg_path(rb_trace_arg_t *a)
{
    return a->fp ? iseq_body(frame_iseq(a->fp))->path : Qnil;
}

static const struct method_entry *
tracepoint_arg_method(const rb_trace_arg_t *a)
{
    return a->me ? a->me : a->fp ? vm_frame_method(a->ec, a->fp) : NULL;
}

VALUE
rb_tracearg_method_id(rb_trace_arg_t *a)
{
    const struct method_entry *me = tracepoint_arg_method(a);
    return me ? ID2SYM(me->def->original_id) : Qnil;
}

VALUE
rb_tracearg_callee_id(rb_trace_arg_t *a)
{
    const struct method_entry *me = tracepoint_arg_method(a);
    return me ? ID2SYM(me->called_id) : Qnil;
}

VALUE
rb_tracearg_defined_class(rb_trace_arg_t *a)
{
    const struct method_entry *me = tracepoint_arg_method(a);
    if (!me) return Qnil;
    bool of_module = me->defined_class && obj_type(me->defined_class) == T_ICLASS; /* also if a class aliased it */
    return class_module_of(of_module ? me->defined_class : me->owner);
}

VALUE
rb_tracearg_binding(rb_trace_arg_t *a)
{
    if ((a->event & (RUBY_EVENT_C_CALL | RUBY_EVENT_C_RETURN)) || !a->fp) return Qnil;
    VALUE env = env_capture(a->ec, a->fp);
    return binding_new(env, frame_self(a->fp), rb_tracearg_path(a), tracepoint_arg_line(a));
}

VALUE
rb_tracearg_self(rb_trace_arg_t *a)
{
    return a->self == Qundef ? Qnil : a->self;
}

NORETURN static void
not_supported(void)
{
    rb_raise(rb_eRuntimeError, "not supported by this event");
}

VALUE
rb_tracearg_return_value(rb_trace_arg_t *a)
{
    if (!(a->event & (RUBY_EVENT_RETURN | RUBY_EVENT_C_RETURN | RUBY_EVENT_B_RETURN))) not_supported();
    return a->data;
}

VALUE
rb_tracearg_raised_exception(rb_trace_arg_t *a)
{
    if (!(a->event & (RUBY_EVENT_RAISE | RUBY_EVENT_RESCUE))) not_supported();
    return a->data;
}

VALUE
rb_tracearg_eval_script(rb_trace_arg_t *a)
{
    if (a->event != RUBY_EVENT_SCRIPT_COMPILED) not_supported();
    return a->script;
}

VALUE
rb_tracearg_instruction_sequence(rb_trace_arg_t *a)
{
    if (a->event != RUBY_EVENT_SCRIPT_COMPILED) not_supported();
    return iseq_wrapper(a->data);
}

VALUE
rb_tracearg_object(rb_trace_arg_t *a)
{
    if (!(a->event & (RUBY_INTERNAL_EVENT_NEWOBJ | RUBY_INTERNAL_EVENT_FREEOBJ))) not_supported();
    return a->data;
}

VALUE
rb_tracearg_parameters(rb_trace_arg_t *a)
{
    switch (a->event) {
    case RUBY_EVENT_CALL:
    case RUBY_EVENT_RETURN:
    case RUBY_EVENT_B_CALL:
    case RUBY_EVENT_B_RETURN: {
        bool block = a->event == RUBY_EVENT_B_CALL || a->event == RUBY_EVENT_B_RETURN;
        return iseq_parameters(frame_iseq(a->fp), !block || (frame_flags(a->fp) & FRAME_LAMBDA));
    }
    case RUBY_EVENT_C_CALL:
    case RUBY_EVENT_C_RETURN: return method_parameters(a->me);
    case RUBY_EVENT_LINE:
    case RUBY_EVENT_CLASS:
    case RUBY_EVENT_END:
    case RUBY_EVENT_RAISE:
    case RUBY_EVENT_RESCUE:
    case RUBY_EVENT_SCRIPT_COMPILED: not_supported();
    default: return Qnil;
    }
}

/* ---- the class: what is asked inside a hook ---- */

#define TP_QUESTION(name)                                             \
    static VALUE tp_m_##name(VALUE self)                              \
    {                                                                 \
        return rb_tracearg_##name(rb_tracearg_from_tracepoint(self)); \
    }
TP_QUESTION(event)
TP_QUESTION(lineno)
TP_QUESTION(path)
TP_QUESTION(parameters)
TP_QUESTION(method_id)
TP_QUESTION(callee_id)
TP_QUESTION(defined_class)
TP_QUESTION(binding)
TP_QUESTION(self)
TP_QUESTION(return_value)
TP_QUESTION(raised_exception)
TP_QUESTION(eval_script)
TP_QUESTION(instruction_sequence)
#undef TP_QUESTION

static VALUE
tp_m_inspect(VALUE self)
{
    const struct tracepoint *tp = tp_ptr(self);
    rb_trace_arg_t *a = vm_ec->trace_arg;

    if (!a) return rb_sprintf("#<TracePoint:%s>", tp->hook ? "enabled" : "disabled");
    const char *name = tracepoint_event_name(a->event, false);
    VALUE path = rb_tracearg_path(a), method = rb_tracearg_method_id(a);
    if (path == Qnil) path = rb_str_new(NULL, 0);
    switch (a->event) {
    case RUBY_EVENT_LINE:
        if (method == Qnil) break;
        return rb_sprintf("#<TracePoint:%s %" PRIsVALUE ":%d in '%" PRIsVALUE "'>", name, path, tracepoint_arg_line(a),
                          rb_sym2str(method));
    case RUBY_EVENT_CALL:
    case RUBY_EVENT_C_CALL:
    case RUBY_EVENT_RETURN:
    case RUBY_EVENT_C_RETURN:
        return rb_sprintf("#<TracePoint:%s '%" PRIsVALUE "' %" PRIsVALUE ":%d>", name, rb_sym2str(method), path,
                          tracepoint_arg_line(a));
    case RUBY_EVENT_THREAD_BEGIN:
    case RUBY_EVENT_THREAD_END: return rb_sprintf("#<TracePoint:%s %" PRIsVALUE ">", name, rb_inspect(a->self));
    default: break;
    }
    return rb_sprintf("#<TracePoint:%s %" PRIsVALUE ":%d>", name ? name : "internal", path, tracepoint_arg_line(a));
}

static VALUE
tp_m_enabled_p(VALUE self)
{
    return rb_tracepoint_enabled_p(self);
}

/* ---- making, enabling, disabling: called by core/trace_point.rb ---- */

static VALUE
tp_alloc(VALUE klass, struct tracepoint **tp)
{
    VALUE v = TypedData_Make_Struct(klass, struct tracepoint, &tp_type, *tp);
    (*tp)->proc = Qnil;
    return v;
}

VALUE
tracepoint_new(VALUE klass, VALUE events, VALUE proc)
{
    struct tracepoint *tp;
    rb_event_flag_t flags = 0;

    for (size_t i = 0; i < ary_len(events); i++) flags |= tracepoint_event_flag(ary_at(events, i));
    if (ary_len(events) == 0) flags = RUBY_EVENT_TRACEPOINT_ALL;
    if (proc == Qnil) rb_raise(rb_eArgError, "must be called with a block");
    VALUE v = tp_alloc(klass, &tp);
    tp->events = flags;
    obj_write(v, &tp->proc, proc);
    return v;
}

static void
tracepoint_run_hook(VALUE v, rb_trace_arg_t *a)
{
    const struct tracepoint *tp = tp_ptr(v);

    if (tp->proc == Qnil) tp->func(v, tp->data);
    else vm_call_proc(a->ec, tp->proc, 1, &v, BH_NONE, 0);
}

static void
tracepoint_hook_on(VALUE v, VALUE thread, VALUE iseqs, int line)
{
    struct tracepoint *tp = tp_ptr(v);
    tp->hook = trace_hook_add((rb_event_hook_func_t)(void (*)(void))tracepoint_run_hook, tp->events, v, true, thread, iseqs,
                              line);
}

static void
tracepoint_hook_off(VALUE v)
{
    struct tracepoint *tp = tp_ptr(v);
    if (tp->hook) trace_hook_remove(tp->hook);
    tp->hook = NULL;
    tp->thread = 0;
    tp->targeting = false;
}

/* iseq and all that is defined in it. */
static void
tracepoint_collect_iseqs(VALUE list, VALUE iseq)
{
    const struct iseq_body *b = iseq_body(iseq);

    ary_push(list, iseq);
    for (uint32_t i = 0; i < b->value_count; i++) {
        VALUE v = (VALUE)b->code[b->value_cells[i]];
        if (val_type_p(v, T_IMEMO) && imemo_kind(v) == IMEMO_ISEQ) tracepoint_collect_iseqs(list, v);
    }
}

static VALUE
tracepoint_target_iseq(VALUE target)
{
    VALUE iseq = iseq_of_object(target);
    if (!iseq) rb_raise(rb_eArgError, "specified target is not supported");
    return iseq;
}

static void
tracepoint_enable_target(VALUE v, VALUE target, VALUE target_line, VALUE thread)
{
    struct tracepoint *tp = tp_ptr(v);
    int line = 0;
    unsigned places = 0;

    if (target_line != Qnil) {
        if (!(tp->events & RUBY_EVENT_LINE))
            rb_raise(rb_eArgError, "target_line is specified, but line event is not specified");
        line = NUM2INT(target_line);
    }
    VALUE iseqs = ary_new();
    tracepoint_collect_iseqs(iseqs, tracepoint_target_iseq(target));
    rb_event_flag_t events = tp->events;
    if (!val_proc_p(target)) { /* define_method's block */
        if (events & RUBY_EVENT_CALL) events |= RUBY_EVENT_B_CALL;
        if (events & RUBY_EVENT_RETURN) events |= RUBY_EVENT_B_RETURN;
    }
    for (size_t i = 0; i < ary_len(iseqs); i++) places += trace_places(ary_at(iseqs, i), events, line);
    if (!places) rb_raise(rb_eArgError, "can not enable any hooks");
    tracepoint_hook_on(v, thread, iseqs, line);
    VALUE recv;
    if (rb_obj_is_method(target) == Qtrue) trace_hook_limit(tp->hook, method_object_entry(target, &recv));
    tp->targeting = true;
}

struct switched {
    VALUE tp, handler;
};

static VALUE
tracepoint_yield_switched(VALUE arg)
{
    return vm_yield(vm_ec, ((const struct switched *)arg)->handler, 0, NULL, BH_NONE, 0);
}

static VALUE
tracepoint_switch_off(VALUE arg)
{
    tracepoint_hook_off(((const struct switched *)arg)->tp);
    return Qnil;
}

static VALUE
tracepoint_switch_on(VALUE arg)
{
    VALUE v = ((const struct switched *)arg)->tp;
    if (!tp_ptr(v)->hook) tracepoint_hook_on(v, 0, 0, 0);
    return Qnil;
}

static bool
tracepoint_no_block_p(VALUE handler)
{
    return !handler || handler == Qnil;
}

VALUE
tracepoint_enable(VALUE v, VALUE target, VALUE target_line, VALUE target_thread, VALUE handler)
{
    struct tracepoint *tp = tp_ptr(v);
    bool before = tp->hook != NULL;
    VALUE thread = 0;

    if (rb_type(target_thread) == T_SYMBOL) {
        if (!tracepoint_no_block_p(handler) && target == Qnil && target_line == Qnil) thread = rb_thread_current();
    } else if (target_thread != Qnil) {
        thread = thread_ptr(target_thread)->self;
    }
    if (thread && tp->thread) rb_raise(rb_eArgError, "can not override target_thread filter");
    obj_write(v, &tp->thread, thread);
    if (before && (target != Qnil || target_line != Qnil || tp->targeting))
        rb_raise(rb_eArgError, "can't nest-enable a targeting TracePoint");
    if (target != Qnil) tracepoint_enable_target(v, target, target_line, thread);
    else if (target_line != Qnil) rb_raise(rb_eArgError, "only target_line is specified");
    else if (!before) tracepoint_hook_on(v, thread, 0, 0);
    if (tracepoint_no_block_p(handler)) return val_bool(before);
    struct switched s = {v, handler};
    return before ? tracepoint_yield_switched((VALUE)&s)
                  : rb_ensure(tracepoint_yield_switched, (VALUE)&s, tracepoint_switch_off, (VALUE)&s);
}

VALUE
tracepoint_disable(VALUE v, VALUE handler)
{
    struct tracepoint *tp = tp_ptr(v);
    bool before = tp->hook != NULL;

    if (!tracepoint_no_block_p(handler)) {
        if (tp->targeting) rb_raise(rb_eArgError, "can't disable a targeting TracePoint in a block");
        tracepoint_hook_off(v);
        struct switched s = {v, handler};
        return before ? rb_ensure(tracepoint_yield_switched, (VALUE)&s, tracepoint_switch_on, (VALUE)&s)
                      : tracepoint_yield_switched((VALUE)&s);
    }
    tracepoint_hook_off(v);
    return val_bool(before);
}

static VALUE
tracepoint_reentry_over(VALUE arg)
{
    vm_ec->trace_arg = (struct rb_trace_arg_struct *)arg;
    return Qnil;
}

VALUE
tracepoint_allow_reentry(VALUE handler)
{
    ec_t *ec = vm_ec;
    struct rb_trace_arg_struct *a = ec->trace_arg;
    struct switched s = {Qnil, handler};

    if (!a) rb_raise(rb_eRuntimeError, "No need to allow reentrance.");
    if (tracepoint_no_block_p(handler)) rb_raise(rb_eArgError, "no block given");
    ec->trace_arg = NULL;
    return rb_ensure(tracepoint_yield_switched, (VALUE)&s, tracepoint_reentry_over, (VALUE)a);
}

/* TracePoint.stat: how many hooks there are, and how many of them are deleted but still on their list.  The key stands for
 * the VM and stays the same object, so that two answers can be compared. */
static VALUE
tp_s_stat(VALUE klass)
{
    static VALUE the_vm; /* the key stands for the one VM there is: the same at each call */
    VALUE hash = rb_hash_new();

    (void)klass;
    if (!the_vm) {
        rb_gc_register_address(&the_vm);
        the_vm = obj_s_alloc(rb_const_get(rb_cObject, rb_intern("RubyVM")));
    }
    rb_hash_aset(hash, the_vm, rb_assoc_new(UINT2NUM(trace_hook_count()), INT2FIX(0)));
    return hash;
}

/* ---- the C API ---- */

VALUE
rb_tracepoint_new(VALUE thread, rb_event_flag_t events, void (*func)(VALUE tp, void *data), void *data)
{
    struct tracepoint *tp;
    VALUE v = tp_alloc(cTracePoint, &tp);

    if (val_truthy(thread)) obj_write(v, &tp->thread, thread_ptr(thread)->self);
    tp->events = events;
    tp->func = func;
    tp->data = data;
    return v;
}

VALUE
rb_tracepoint_enable(VALUE v)
{
    struct tracepoint *tp = tp_ptr(v);
    if (tp->targeting) rb_raise(rb_eArgError, "can't nest-enable a targeting TracePoint");
    if (!tp->hook) tracepoint_hook_on(v, tp->thread, 0, 0);
    return Qundef;
}

VALUE
rb_tracepoint_disable(VALUE v)
{
    tracepoint_hook_off(v);
    return Qundef;
}

VALUE
rb_tracepoint_enabled_p(VALUE v)
{
    return val_bool(tp_ptr(v)->hook != NULL);
}

void
rb_add_event_hook2(rb_event_hook_func_t func, rb_event_flag_t events, VALUE data, rb_event_hook_flag_t flag)
{
    trace_hook_add(func, events, data, flag & RUBY_EVENT_HOOK_FLAG_RAW_ARG, 0, 0, 0);
}

void
rb_add_event_hook(rb_event_hook_func_t func, rb_event_flag_t events, VALUE data)
{
    trace_hook_add(func, events, data, false, 0, 0, 0);
}

void
rb_thread_add_event_hook2(VALUE thread, rb_event_hook_func_t func, rb_event_flag_t events, VALUE data,
                          rb_event_hook_flag_t flag)
{
    trace_hook_add(func, events, data, flag & RUBY_EVENT_HOOK_FLAG_RAW_ARG, thread_ptr(thread)->self, 0, 0);
}

void
rb_thread_add_event_hook(VALUE thread, rb_event_hook_func_t func, rb_event_flag_t events, VALUE data)
{
    trace_hook_add(func, events, data, false, thread_ptr(thread)->self, 0, 0);
}

int
rb_remove_event_hook(rb_event_hook_func_t func)
{
    return trace_hook_remove_matching(func, true, 0, 0);
}

int
rb_remove_event_hook_with_data(rb_event_hook_func_t func, VALUE data)
{
    return trace_hook_remove_matching(func, false, data, 0);
}

int
rb_thread_remove_event_hook(VALUE thread, rb_event_hook_func_t func)
{
    return trace_hook_remove_matching(func, true, 0, thread_ptr(thread)->self);
}

int
rb_thread_remove_event_hook_with_data(VALUE thread, rb_event_hook_func_t func, VALUE data)
{
    return trace_hook_remove_matching(func, false, data, thread_ptr(thread)->self);
}

/* ---- set_trace_func ---- */

static void
tracepoint_call_trace_func(VALUE proc, rb_trace_arg_t *a)
{
    VALUE path = rb_tracearg_path(a), method = rb_tracearg_method_id(a), klass = rb_tracearg_defined_class(a);
    VALUE args[6] = {
        rb_usascii_str_new_cstr(tracepoint_event_name(a->event, true)),
        path == Qnil ? rb_str_new_cstr("ruby") : path,
        rb_tracearg_lineno(a),
        method,
        rb_tracearg_binding(a),
        !NIL_P(klass) && class_singleton_p(klass) ? class_attached(klass) : klass,
    };
    rb_proc_call_with_block(proc, 6, args, Qnil);
}

static rb_event_hook_func_t
tracepoint_trace_func_hook(void)
{
    return (rb_event_hook_func_t)(void (*)(void))tracepoint_call_trace_func;
}

/* A call of the running C method that began untraced ends traced. */
static void
tracepoint_trace_from_here(VALUE self, VALUE proc, VALUE thread)
{
    bool traced = (vm_trace_events & (RUBY_EVENT_C_CALL | RUBY_EVENT_C_RETURN)) != 0;
    if (!val_proc_p(proc)) rb_raise(rb_eTypeError, "trace_func needs to be Proc");
    trace_hook_add(tracepoint_trace_func_hook(), RUBY_EVENT_ALL, proc, true, thread, 0, 0);
    if (!traced) trace_core_return(vm_ec, self, proc);
}

static VALUE
tracepoint_kernel_m_set_trace_func(VALUE self, VALUE proc)
{
    trace_hook_remove_matching(tracepoint_trace_func_hook(), true, 0, 0);
    if (proc != Qnil) tracepoint_trace_from_here(self, proc, 0);
    return proc;
}

static VALUE
tracepoint_thread_m_add_trace_func(VALUE self, VALUE proc)
{
    tracepoint_trace_from_here(self, proc, thread_ptr(self)->self);
    return proc;
}

static VALUE
tracepoint_thread_m_set_trace_func(VALUE self, VALUE proc)
{
    trace_hook_remove_matching(tracepoint_trace_func_hook(), true, 0, thread_ptr(self)->self);
    return proc == Qnil ? Qnil : tracepoint_thread_m_add_trace_func(self, proc);
}

void
Init_TracePoint(void)
{
    VALUE c = cTracePoint = rb_define_class("TracePoint", rb_cObject);

    rb_undef_alloc_func(c);
    rb_define_singleton_method(c, "stat", tp_s_stat, 0);
    rb_define_method(c, "event", tp_m_event, 0);
    rb_define_method(c, "lineno", tp_m_lineno, 0);
    rb_define_method(c, "path", tp_m_path, 0);
    rb_define_method(c, "parameters", tp_m_parameters, 0);
    rb_define_method(c, "method_id", tp_m_method_id, 0);
    rb_define_method(c, "callee_id", tp_m_callee_id, 0);
    rb_define_method(c, "defined_class", tp_m_defined_class, 0);
    rb_define_method(c, "binding", tp_m_binding, 0);
    rb_define_method(c, "self", tp_m_self, 0);
    rb_define_method(c, "return_value", tp_m_return_value, 0);
    rb_define_method(c, "raised_exception", tp_m_raised_exception, 0);
    rb_define_method(c, "eval_script", tp_m_eval_script, 0);
    rb_define_method(c, "instruction_sequence", tp_m_instruction_sequence, 0);
    rb_define_method(c, "inspect", tp_m_inspect, 0);
    rb_define_method(c, "enabled?", tp_m_enabled_p, 0);
    rb_define_global_function("set_trace_func", tracepoint_kernel_m_set_trace_func, 1);
    rb_define_method(rb_cThread, "set_trace_func", tracepoint_thread_m_set_trace_func, 1);
    rb_define_method(rb_cThread, "add_trace_func", tracepoint_thread_m_add_trace_func, 1);
}
