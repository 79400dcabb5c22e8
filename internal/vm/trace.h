/*
 * vm/trace.h - events: their hooks, and their sources.
 *
 * Owns      struct rb_trace_arg_struct (one event under delivery), the list of hooks.
 * Uses      vm.h, ruby/debug.h
 * TRACE-1   No handler tests for hooks; code is armed for them (TRACE-5).  Events that belong to places in code (line,
 *           call, return, b_call, b_return, class, end, rescue) put the tracer (INSN-5 of iseq/insn.h) in front of the
 *           instructions concerned.
 * TRACE-2   While code is armed for c_call or c_return (vm_tracing_calls), specialised sends of C methods and
 *           specialised operators are in their general form.  A C method then runs under an ENTRY frame with
 *           FRAME_TRACE. The cell after the usual ones is its entry, which unwinding reports.
 * TRACE-3   A method of core/ is reported as a C method, its code is not; with Primitive.attr!(:ruby) it is Ruby like any
 *           other (CRuby has it in Ruby too).
 * TRACE-4   ec->trace_arg is set while a hook runs: no event is delivered on that context meanwhile.
 * TRACE-5   All code is armed for every event of a hook without a target.  Code stays armed when the hook is removed.
 *           Armed places and calls that are reached without a hook are counted, and so is native code that is held back.
 *           A walk disarms all code once they have cost about as much as the walk.  A hook with targets arms and disarms
 *           its targets alone.
 * TRACE-6   Sites that call trivial methods without a frame (SITE-12) reach no armed place.  The first hook for events of places
 *           or of C methods unlinks all sites, and from then on (vm_trace_used) none is linked like that.
 * Checked   test/test_tracepoint.rb, test/capi/
 */
#ifndef FACET_INTERNAL_TRACE_H
#define FACET_INTERNAL_TRACE_H

#include "internal/vm/call.h"
#include "ruby/debug.h"

struct rb_trace_arg_struct {
    rb_event_flag_t event;
    ec_t *ec;
    VALUE *fp;                     /* Ruby frame that the event is shown at; NULL: none */
    const cell *pc;                /* instruction in it */
    int line;                      /* -1: that of pc */
    const struct method_entry *me; /* the C method concerned; NULL: that of the frame */
    VALUE self;
    VALUE data;   /* return value, exception, iseq; Qundef: none */
    VALUE script; /* script_compiled: the text of an eval, or nil */
};

/* ---- vm/trace.c ---- */
extern uint32_t vm_trace_events; /* RUBY_EVENT_: wanted by hooks without a target */
extern bool vm_tracing_calls;    /* code is armed for c_call or c_return; their hooks may have been removed since */
extern bool vm_tracing_returns;  /* unwound frames must be reported */
extern bool vm_trace_armed;      /* new code must be armed */
extern bool vm_trace_used;       /* TRACE-6 */

struct trace_hook;
/*
 * Adds a hook.
 *   func     called with (event, data, self, mid, class), or if raw with (data, trace arg)
 *   thread   0, or the Thread whose events are meant
 *   iseqs    0, or an Array of the iseqs whose events are meant
 *   line     0, or the line in iseqs that line events are limited to
 * Effects    allocates; walks the heap if code is not armed for one of the events yet
 */
struct trace_hook *trace_hook_add(rb_event_hook_func_t func, rb_event_flag_t events, VALUE data, bool raw, VALUE thread,
                                  VALUE iseqs, int line);
/* Limits the hook to the events of bmethod, among the methods that define_method made of the first of iseqs. */
void trace_hook_limit(struct trace_hook *hook, const struct method_entry *bmethod);
/* Removes the hook.  pure except that it disarms the hook's targets */
void trace_hook_remove(struct trace_hook *hook);
int trace_hook_remove_matching(rb_event_hook_func_t func, bool any_data, VALUE data, VALUE thread);
unsigned trace_hook_count(void);
/* Returns the number of places in iseq that can report one of events. */
unsigned trace_places(VALUE iseq, rb_event_flag_t events, int line);

/* Runs the instruction `trace` at ec->pc: reports, and returns the handler to continue with.  calls, raises. */
const void *vm_trace_insn(ec_t *ec);
/* Records that an iseq was made.  pure */
void trace_new_code(VALUE iseq);
/* Returns whether there is a hook for c_call or c_return.  Call it while vm_tracing_calls.  May disarm all code. */
bool trace_calls_wanted_p(void);
/* Records that native code could not run because code is armed.  May disarm all code. */
void trace_code_held_back(void);
/* Performs a call of something that is not Ruby code (trace_c_kind_p), with its events.  As vm_call_method. */
enum call_outcome trace_call_method(ec_t *ec, struct calling *c);
/* Returns whether a call of def, with `block`, has the events of a C method.  Class#new without a block has none in code with
 * specialised instructions, where CRuby inlines it. */
static inline bool
trace_c_kind_p(ec_t *ec, const struct method_def *def, VALUE block)
{
    if (def->kind == METHOD_OPTIMIZED && def->optimized == OPTIMIZED_NEW)
        return block != BH_NONE || (frame_ruby_p(ec->fp) && iseq_body(frame_iseq(ec->fp))->plain_sends);
    return def->kind == METHOD_CFUNC || def->kind == METHOD_ATTR_READER || def->kind == METHOD_ATTR_WRITER ||
           (def->kind == METHOD_OPTIMIZED &&
            (def->optimized == OPTIMIZED_STRUCT_AREF || def->optimized == OPTIMIZED_STRUCT_ASET));
}
/* Reports an event of the running code. self: Qundef for that of the running method.  calls, raises. */
void trace_fire(ec_t *ec, rb_event_flag_t event, VALUE self, VALUE data);
void trace_thread_gone(VALUE thread);                                   /* drops the hooks of a thread that has ended */
void trace_thread_event(ec_t *ec, rb_event_flag_t event, VALUE thread); /* does not raise */
void trace_script_compiled(ec_t *ec, VALUE iseq, VALUE script);
/* Reports that a throw pops frame fp; val is the return value in its event. vm_fire_unwind_c() reports all ENTRY
 * frames above `to`. */
void vm_fire_unwind(ec_t *ec, VALUE *fp, VALUE val);
void vm_fire_unwind_c(ec_t *ec, VALUE *to);
void vm_fire_raise(ec_t *ec, VALUE exc);
/* Reports c_call and c_return of a core method whose result was computed without calling it. */
void trace_core_call(ec_t *ec, VALUE recv, const char *name, VALUE result);
/* Reports the end of the running C method, whose call was not traced. */
void trace_core_return(ec_t *ec, VALUE self, VALUE result);

/* ---- vm/tracepoint.c ---- */
VALUE tracepoint_new(VALUE klass, VALUE events, VALUE proc);
VALUE tracepoint_enable(VALUE tp, VALUE target, VALUE target_line, VALUE target_thread, VALUE handler);
VALUE tracepoint_disable(VALUE tp, VALUE handler);
VALUE tracepoint_allow_reentry(VALUE handler);

#endif
