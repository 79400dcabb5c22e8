/*
 * ruby/internal/intern/process.h - Process, and the program as a whole.
 */
#ifndef RUBY_INTERNAL_INTERN_PROCESS_H
#define RUBY_INTERNAL_INTERN_PROCESS_H 1

#include "ruby/internal/core.h"

#define RUBY_INIT_STACK                 \
    VALUE variable_in_this_stack_frame; \
    ruby_init_stack(&variable_in_this_stack_frame);

typedef void ruby_sighandler_t(int);

RBIMPL_SYMBOL_EXPORT_BEGIN()
rb_pid_t rb_waitpid(rb_pid_t pid, int *status, int flags);
VALUE rb_process_status_wait(rb_pid_t pid, int flags);
rb_pid_t rb_spawn(int argc, const VALUE *argv);
rb_pid_t rb_spawn_err(int argc, const VALUE *argv, char *errmsg, size_t errmsg_size);
rb_pid_t rb_fork_ruby(int *status);
VALUE rb_f_exec(int argc, const VALUE *argv);
void rb_last_status_set(int status, rb_pid_t pid);
VALUE rb_last_status_get(void);
int rb_proc_exec(const char *command);
VALUE rb_proc_times(VALUE self);
VALUE rb_detach_process(rb_pid_t pid);
void rb_syswait(rb_pid_t pid);

/* ---- embedding; the signatures of ruby/ruby.h's start-up functions ---- */
void ruby_sysinit(int *argc, char ***argv);
void ruby_init(void);
int ruby_setup(void);
void ruby_init_stack(void *address);
void ruby_init_loadpath(void);
void ruby_script(const char *name);
void ruby_set_script_name(VALUE name);
void ruby_set_argv(int argc, char **argv);
void *ruby_options(int argc, char **argv);
void *ruby_process_options(int argc, char **argv);
int ruby_executable_node(void *n, int *status);
int ruby_run_node(void *n);
int ruby_exec_node(void *n);
int ruby_cleanup(int state);
void ruby_finalize(void);
RBIMPL_ATTR_NORETURN() void ruby_stop(int state);
void ruby_prog_init(void);
void ruby_incpush(const char *path);
void ruby_show_version(void);
void ruby_show_copyright(void);
int ruby_stack_check(void);
size_t ruby_stack_length(VALUE **base);
int ruby_native_thread_p(void);
const char *ruby_signal_name(int signo);
void ruby_default_signal(int signo);
ruby_sighandler_t *ruby_posix_signal(int signo, ruby_sighandler_t *func);
void *rb_load_file(const char *path);
void *rb_load_file_str(VALUE path);
RBIMPL_SYMBOL_EXPORT_END()

#endif
