/*
 * process.h - child processes: what a command line and its options come to, and the status of what ran.
 *
 * Owns      struct exec_plan.
 * Uses      io.h
 * PID-1     A plan is complete before a child is made, with all memory, open files and resolved names.  Between vfork
 *           and exec the child borrows our memory and may only make system calls.
 * PID-2     The child starts with all signals blocked, gives the caught ones their default action, and only then unblocks:
 *           no handler of ours runs in it.
 */
#ifndef FACET_INTERNAL_PROCESS_H
#define FACET_INTERNAL_PROCESS_H

#include <sys/resource.h>
#include <sys/types.h>
#include "internal/io.h"

enum { FD_NONE = -1 };

struct redirect {
    int to;   /* the child's descriptor */
    int from; /* ours, or FD_NONE: `to` stays as it is; in child_dups: the child's */
};
struct exec_limit {
    int resource;
    struct rlimit limit;
};

struct exec_plan {
    VALUE keep;               /* Array of what must live: Strings, IOs */
    VALUE name;               /* the command, for messages */
    const char *file;         /* the program; NULL: not found */
    const char *shell_script; /* the command as sh gets it; NULL: no shell */
    char **argv;              /* argv[-1] is free for "sh" */
    char **argv_block;
    size_t argv_capa;
    char **envp; /* NULL: as ours */
    size_t envp_capa;
    struct redirect *dups, *child_dups;
    int *closes, *opened; /* opened: ours to close once the child is there */
    size_t dup_count, child_dup_count, close_count, opened_count;
    struct exec_limit *limits;
    size_t limit_count;
    bool close_others, has_pgroup, has_umask, has_uid, has_gid, exception, exception_given;
    unsigned will_redirect; /* bits */
    pid_t pgroup;
    mode_t umask;
    uid_t uid;
    gid_t gid;
    const char *chdir;
    /* the child's report */
    int err;
    const char *stage; /* what failed, if not the exec itself */
};

extern const rb_data_type_t exec_plan_type;

/* ---- process/spawn.c: reading arguments ---- */
/* [env,] command... [, options]; opts: the keywords, or nil.  system: `exception:` is allowed.  will_redirect: bits of the
 * standard descriptors that the caller adds redirections of.  A hidden T_DATA. */
VALUE exec_plan_new(int argc, const VALUE *argv, VALUE opts, bool system, unsigned will_redirect);
struct exec_plan *exec_plan_ptr(VALUE plan);
void exec_opts_split(VALUE opts, VALUE *exec_opts, VALUE *others); /* Hashes, nil when empty */
void exec_plan_add_dup(VALUE plan, int to, int from);
void exec_plan_done(VALUE plan); /* closes what it opened */

/* ---- process/exec.c: running ---- */
/* Starts a child.  raises what went wrong in it. */
pid_t exec_plan_spawn(VALUE plan);
pid_t exec_plan_spawn_err(VALUE plan); /* -1 instead of raising; plan->err */
NORETURN void exec_plan_fail(VALUE plan);
pid_t process_fork(void);                    /* fork(2), the VM whole in both; raises */
NORETURN void process_run_child_block(void); /* the block of the running C method, then the end of this process */

/* ---- process.c ---- */
int process_resource(const char *name, size_t n, bool fold); /* RLIMIT_...; -1 */
rlim_t process_limit_arg(VALUE v);
void process_set_title(VALUE title);

/* ---- process/status.c ---- */
VALUE status_new(pid_t pid, int status);
void status_set_last(VALUE status); /* $? */
/* Waits without the lock.  Returns -1 and sets errno on an error.  Sets $? unless no child has ended (WNOHANG: 0). */
pid_t process_wait(pid_t pid, int *status, int flags);

void Init_process_id(void), Init_process_status(void), Init_process_exec(void), Init_process_popen(void);

#endif
