/*
 * ruby/debug.h - profilers and debuggers: sampled frames, trace points, frame inspection, postponed jobs.
 */
#ifndef RUBY_DEBUG_H
#define RUBY_DEBUG_H 1

#include "ruby/ruby.h"

struct rb_iseq_struct;
typedef struct rb_trace_arg_struct rb_trace_arg_t;
typedef struct rb_debug_inspector_struct rb_debug_inspector_t;
typedef VALUE (*rb_debug_inspector_func_t)(const rb_debug_inspector_t *dc, void *data);
typedef void (*rb_postponed_job_func_t)(void *arg);
typedef unsigned int rb_postponed_job_handle_t;
#define POSTPONED_JOB_HANDLE_INVALID ((rb_postponed_job_handle_t)UINT_MAX)
#define RUBY_RB_POSTPONED_JOB_PREREGISTER 1

typedef enum {
    RUBY_EVENT_HOOK_FLAG_SAFE = 0x01,
    RUBY_EVENT_HOOK_FLAG_DELETED = 0x02,
    RUBY_EVENT_HOOK_FLAG_RAW_ARG = 0x04 /* the hook's `data` is a rb_trace_arg_t * */
} rb_event_hook_flag_t;

RBIMPL_SYMBOL_EXPORT_BEGIN()

/* ---- sampled frames; rb_profile_frames may be called from a postponed job.  Effects: pure ---- */
int rb_profile_frames(int start, int limit, VALUE *frames, int *lines);
int rb_profile_thread_frames(VALUE thread, int start, int limit, VALUE *frames, int *lines);
VALUE rb_profile_frame_path(VALUE frame);
VALUE rb_profile_frame_absolute_path(VALUE frame);
VALUE rb_profile_frame_label(VALUE frame);
VALUE rb_profile_frame_base_label(VALUE frame);
VALUE rb_profile_frame_full_label(VALUE frame);
VALUE rb_profile_frame_first_lineno(VALUE frame);
VALUE rb_profile_frame_classpath(VALUE frame);
VALUE rb_profile_frame_singleton_method_p(VALUE frame);
VALUE rb_profile_frame_method_name(VALUE frame);
VALUE rb_profile_frame_qualified_method_name(VALUE frame);

/* ---- inspecting the frames of a running program ---- */
VALUE rb_debug_inspector_open(rb_debug_inspector_func_t func, void *data);
VALUE rb_debug_inspector_frame_self_get(const rb_debug_inspector_t *dc, long index);
VALUE rb_debug_inspector_frame_class_get(const rb_debug_inspector_t *dc, long index);
VALUE rb_debug_inspector_frame_binding_get(const rb_debug_inspector_t *dc, long index);
VALUE rb_debug_inspector_frame_iseq_get(const rb_debug_inspector_t *dc, long index);
VALUE rb_debug_inspector_frame_depth(const rb_debug_inspector_t *dc, long index);
VALUE rb_debug_inspector_current_depth(void);
VALUE rb_debug_inspector_backtrace_locations(const rb_debug_inspector_t *dc);

/* ---- hooks and trace points ---- */
void rb_add_event_hook2(rb_event_hook_func_t func, rb_event_flag_t events, VALUE data, rb_event_hook_flag_t flag);
void rb_thread_add_event_hook(VALUE thread, rb_event_hook_func_t func, rb_event_flag_t events, VALUE data);
void rb_thread_add_event_hook2(VALUE thread, rb_event_hook_func_t func, rb_event_flag_t events, VALUE data,
                               rb_event_hook_flag_t flag);
int rb_remove_event_hook_with_data(rb_event_hook_func_t func, VALUE data);
int rb_thread_remove_event_hook(VALUE thread, rb_event_hook_func_t func);
int rb_thread_remove_event_hook_with_data(VALUE thread, rb_event_hook_func_t func, VALUE data);
VALUE rb_tracepoint_new(VALUE thread, rb_event_flag_t events, void (*func)(VALUE tracepoint, void *data), void *data);
VALUE rb_tracepoint_enable(VALUE tracepoint);
VALUE rb_tracepoint_disable(VALUE tracepoint);
VALUE rb_tracepoint_enabled_p(VALUE tracepoint);
rb_trace_arg_t *rb_tracearg_from_tracepoint(VALUE tracepoint);
rb_event_flag_t rb_tracearg_event_flag(rb_trace_arg_t *arg);
VALUE rb_tracearg_event(rb_trace_arg_t *arg);
VALUE rb_tracearg_lineno(rb_trace_arg_t *arg);
VALUE rb_tracearg_path(rb_trace_arg_t *arg);
VALUE rb_tracearg_method_id(rb_trace_arg_t *arg);
VALUE rb_tracearg_callee_id(rb_trace_arg_t *arg);
VALUE rb_tracearg_defined_class(rb_trace_arg_t *arg);
VALUE rb_tracearg_binding(rb_trace_arg_t *arg);
VALUE rb_tracearg_self(rb_trace_arg_t *arg);
VALUE rb_tracearg_return_value(rb_trace_arg_t *arg);
VALUE rb_tracearg_raised_exception(rb_trace_arg_t *arg);
VALUE rb_tracearg_parameters(rb_trace_arg_t *arg);
VALUE rb_tracearg_eval_script(rb_trace_arg_t *arg);
VALUE rb_tracearg_instruction_sequence(rb_trace_arg_t *arg);
VALUE rb_tracearg_object(rb_trace_arg_t *arg);

/* ---- jobs for the next safe point. Triggering is safe in a signal handler. ---- */
rb_postponed_job_handle_t rb_postponed_job_preregister(unsigned int flags, rb_postponed_job_func_t func, void *data);
void rb_postponed_job_trigger(rb_postponed_job_handle_t handle);
int rb_postponed_job_register(unsigned int flags, rb_postponed_job_func_t func, void *data);
int rb_postponed_job_register_one(unsigned int flags, rb_postponed_job_func_t func, void *data);

/* ---- iseqs, by the names that debuggers look up ---- */
VALUE rb_iseqw_new(const struct rb_iseq_struct *iseq);
const struct rb_iseq_struct *rb_iseqw_to_iseq(VALUE iseqw);
VALUE rb_iseq_realpath(const struct rb_iseq_struct *iseq);
VALUE rb_iseq_parameters(const struct rb_iseq_struct *iseq, int is_proc);
VALUE rb_iseq_type(const struct rb_iseq_struct *iseq);
void rb_iseq_code_location(const struct rb_iseq_struct *iseq, int *first_line, int *first_column, int *last_line,
                           int *last_column);
VALUE rb_iseq_label(const struct rb_iseq_struct *iseq);
VALUE rb_iseq_path(const struct rb_iseq_struct *iseq);
RBIMPL_SYMBOL_EXPORT_END()

#endif
