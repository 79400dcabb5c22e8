/*
 * signal.c - signals: trap, Signal, Process.kill, what the default actions are, SignalException.
 *
 * A handler only counts: it makes the signal pending and interrupts the main thread (vm_interrupt).  At its next safe point the
 * main thread runs the trap, or raises the exception of the default action.
 * SIGNAL-1  Traps run in the main thread, one at a time: while one runs, further signals stay pending (INTR_TRAP in the
 *           context's mask).
 * SIGNAL-2  SIGPIPE has a handler that does nothing, so that writes fail with EPIPE.  Unlike SIG_IGN, it does not survive exec.
 * SIGNAL-3  Handlers are set without SA_RESTART: blocking calls return EINTR and check for interrupts.
 * Threads   Handlers run in any thread, without the lock; all else in the holder of the lock.
 * Checked   test/test_signal.rb
 */
#include "internal/compiler.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/encoding.h"
#include "internal/gc.h"
#include "internal/object.h"
#include "internal/signal.h"
#include "internal/ractor.h"
#include "internal/thread.h"
#include "internal/vm.h"
#include "internal/vm/crash.h"
#include "internal/vm/stack.h"

/* ---- names ---- */

static const struct {
    const char *name;
    int no;
} signals[] = {
    {"EXIT", 0},       {"HUP", SIGHUP},   {"INT", SIGINT},   {"QUIT", SIGQUIT},     {"ILL", SIGILL},   {"TRAP", SIGTRAP},
    {"ABRT", SIGABRT}, {"IOT", SIGIOT},   {"FPE", SIGFPE},   {"KILL", SIGKILL},     {"BUS", SIGBUS},   {"SEGV", SIGSEGV},
    {"SYS", SIGSYS},   {"PIPE", SIGPIPE}, {"ALRM", SIGALRM}, {"TERM", SIGTERM},     {"URG", SIGURG},   {"STOP", SIGSTOP},
    {"TSTP", SIGTSTP}, {"CONT", SIGCONT}, {"CHLD", SIGCHLD}, {"CLD", SIGCHLD},      {"TTIN", SIGTTIN}, {"TTOU", SIGTTOU},
    {"IO", SIGIO},     {"XCPU", SIGXCPU}, {"XFSZ", SIGXFSZ}, {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}, {"WINCH", SIGWINCH},
    {"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"PWR", SIGPWR},   {"POLL", SIGPOLL},
};

const char *
ruby_signal_name(int no)
{
    for (size_t i = 0; i < lengthof(signals); i++) {
        if (signals[i].no == no) return signals[i].name;
    }
    return NULL;
}

/* "INT", "SIGINT", with exit "EXIT"; -1. */
static int
number_of_name(const char *name, size_t n, bool exit)
{
    if (n > 3 && memcmp(name, "SIG", 3) == 0) {
        name += 3;
        n -= 3;
        if (n == 4 && memcmp(name, "EXIT", 4) == 0) return exit ? 0 : -1;
    }
    for (size_t i = exit ? 0 : 1; i < lengthof(signals); i++) {
        if (strlen(signals[i].name) == n && memcmp(signals[i].name, name, n) == 0) return signals[i].no;
    }
    return -1;
}

/* A Symbol or String.  A leading "-" (kill: the process group) sets *negative, if that is not NULL. */
static int
name_to_number(VALUE v, bool *negative, bool exit)
{
    VALUE s = SYMBOL_P(v) ? sym_name(v) : rb_check_string_type(v);
    if (NIL_P(s)) rb_raise(rb_eArgError, "bad signal type %s", rb_obj_classname(v));
    if (!enc_ascii_compat_p(str_enc(s))) rb_raise(rb_eEncCompatError, "ASCII incompatible encoding: %s", str_enc(s)->name);
    const char *p = str_ptr(s);
    size_t n = str_len(s);
    if (memchr(p, 0, n)) rb_raise(rb_eArgError, "signal name with null byte");
    if (n && *p == '-') {
        if (!negative) rb_raise(rb_eArgError, "negative signal name: %" PRIsVALUE, s);
        *negative = true;
        p++;
        n--;
    }
    int no = number_of_name(p, n, exit);
    if (no < 0) {
        bool prefixed = n >= 3 && memcmp(p, "SIG", 3) == 0;
        VALUE text = rb_enc_str_new(p, (long)n, rb_enc_get(s));
        rb_raise(rb_eArgError, "unsupported signal '%s%" PRIsVALUE "'", prefixed ? "" : "SIG", text);
    }
    RB_GC_GUARD(s);
    return no;
}

static void
check_number(int no)
{
    if (no < 0 || no >= NSIG || no > 64) rb_raise(rb_eArgError, "invalid signal number (%d)", no);
}

static int
trap_number(VALUE v)
{
    if (RB_INTEGER_TYPE_P(v)) {
        int no = NUM2INT(v);
        check_number(no);
        return no;
    }
    return name_to_number(v, NULL, true);
}

/* ---- pending signals ---- */

static unsigned pending[NSIG]; /* atomic: how often each arrived */
static unsigned pending_total;

static void
wake_main(void)
{
    struct rthread *th = thread_main;
    if (!th || !th->ec) return;
    vm_interrupt(th->ec, INTR_SIGNAL);
    thread_kick(th);
    thread_main_signaled();
    if (!pthread_equal(pthread_self(), th->native)) pthread_kill(th->native, SIGVTALRM);
}

static void
enqueue(int no)
{
    __atomic_fetch_add(&pending[no], 1, __ATOMIC_ACQ_REL);
    __atomic_fetch_add(&pending_total, 1, __ATOMIC_ACQ_REL);
}

static void
on_signal(int no)
{
    int saved = errno;
    enqueue(no);
    wake_main();
    errno = saved;
}

static void
do_nothing(int no)
{
    (void)no;
}

static int
take_pending(void)
{
    if (!__atomic_load_n(&pending_total, __ATOMIC_ACQUIRE)) return -1;
    for (int no = 1; no < NSIG; no++) {
        if (!__atomic_load_n(&pending[no], __ATOMIC_ACQUIRE)) continue;
        __atomic_fetch_sub(&pending[no], 1, __ATOMIC_ACQ_REL);
        __atomic_fetch_sub(&pending_total, 1, __ATOMIC_ACQ_REL);
        return no;
    }
    return -1;
}

/* ---- actions ---- */

/* The action that is installed in the system. */
enum action { ACT_DFL, ACT_IGN, ACT_HANDLE, ACT_NOTHING };
/* The last argument of trap: VALUE 0 (no call), nil, Qundef ("EXIT"), a String or a callable */
static VALUE commands[NSIG];
static bool chld_system_default; /* SIGCHLD is set to "SYSTEM_DEFAULT": trap returns that instead of "DEFAULT" */
static uint8_t actions[NSIG];

static void
set_action(int no, enum action a)
{
    actions[no] = (uint8_t)a;
    if (no == 0) return;
    struct sigaction sa = {.sa_handler = a == ACT_DFL       ? SIG_DFL
                                         : a == ACT_IGN     ? SIG_IGN
                                         : a == ACT_NOTHING ? do_nothing
                                                            : on_signal};
    sigemptyset(&sa.sa_mask);
    if (no == SIGCHLD && a == ACT_IGN) sa.sa_flags |= SA_NOCLDWAIT;
    if (sigaction(no, &sa, NULL) < 0) rb_sys_fail_str(rb_sprintf("SIG%s", ruby_signal_name(no) ? ruby_signal_name(no) : ""));
}

static enum action
default_action(int no)
{
    switch (no) {
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGALRM:
    case SIGTERM:
    case SIGUSR1:
    case SIGUSR2: return ACT_HANDLE;
    case SIGPIPE:
    case SIGSYS:
    case 0: return ACT_NOTHING;
    default: return ACT_DFL;
    }
}

ruby_sighandler_t *
ruby_posix_signal(int no, ruby_sighandler_t *fn)
{
    struct sigaction sa = {.sa_handler = fn}, old;
    sigemptyset(&sa.sa_mask);
    if (sigaction(no, &sa, &old) < 0) return SIG_ERR;
    return old.sa_flags & SA_SIGINFO ? (ruby_sighandler_t *)old.sa_sigaction : old.sa_handler;
}

void
ruby_default_signal(int no)
{
    ruby_posix_signal(no, SIG_DFL);
    raise(no);
}

/* ---- delivery ---- */

static void
raise_signal(int no)
{
    if (no == SIGINT) rb_interrupt();
    VALUE arg = INT2FIX(no);
    rb_exc_raise(rb_class_new_instance(1, &arg, rb_eSignal));
}

struct trap_run {
    VALUE command;
    int no;
    uint32_t saved_mask;
};

static VALUE
trap_body(VALUE p)
{
    struct trap_run *r = (struct trap_run *)p;
    if (val_type_p(r->command, T_STRING)) return vm_eval_string_at_top(StringValueCStr(r->command));
    VALUE arg = INT2FIX(r->no);
    return rb_funcallv(r->command, rb_intern("call"), 1, &arg);
}

static VALUE
trap_end(VALUE p)
{
    struct trap_run *r = (struct trap_run *)p;
    ec_t *ec = vm_ec;
    ec->interrupt_mask = r->saved_mask;
    if (__atomic_load_n(&pending_total, __ATOMIC_ACQUIRE)) vm_interrupt(ec, INTR_SIGNAL);
    return Qnil;
}

static void
run_trap(VALUE command, int no)
{
    ec_t *ec = vm_ec;
    VALUE errinfo = ec->errinfo;
    struct trap_run r = {command, no, ec->interrupt_mask};
    ec->interrupt_mask |= INTR_TRAP;
    rb_ensure(trap_body, (VALUE)&r, trap_end, (VALUE)&r);
    ec->errinfo = errinfo;
}

static void
deliver(int no)
{
    VALUE command = commands[no];
    if (command == Qundef) rb_exit(EXIT_SUCCESS);
    if (command == Qnil || actions[no] == ACT_IGN) return;
    if (command) {
        run_trap(command, no);
        return;
    }
    if (actions[no] == ACT_HANDLE) raise_signal(no);
}

void
signal_run_pending(void)
{
    int no;
    if (vm_ec->interrupt_mask & (INTR_TRAP | INTR_FINALIZER)) return;
    while ((no = take_pending()) > 0) deliver(no);
}

bool
signal_in_trap_p(void)
{
    return vm_ec->interrupt_mask & INTR_TRAP;
}

static VALUE
exit_trap_body(VALUE command)
{
    if (val_type_p(command, T_STRING)) return vm_eval_string_at_top(StringValueCStr(command));
    VALUE arg = INT2FIX(0);
    return rb_funcallv(command, rb_intern("call"), 1, &arg);
}

void
signal_run_exit_trap(void)
{
    VALUE command = commands[0];
    if (!command || command == Qnil || command == Qundef) return;
    commands[0] = 0;
    exit_trap_body(command);
}

void
signal_finish(void)
{
    if (actions[SIGINT] == ACT_HANDLE) set_action(SIGINT, ACT_DFL);
}

/* A child starts with what its parent trapped, but with nothing pending. */
void
signal_after_fork(void)
{
    memset(pending, 0, sizeof pending);
    pending_total = 0;
}

/* Before exec in a child: what we catch becomes default (by itself), what we do nothing about as well. */

/* ---- trap ---- */

static VALUE
previous(int no)
{
    VALUE old = commands[no];
    if (old == Qundef) return rb_str_new_cstr("EXIT");
    if (old) return old;
    if (no == SIGCHLD && actions[no] == ACT_DFL && !chld_system_default) return rb_str_new_cstr("DEFAULT");
    switch (actions[no]) {
    case ACT_IGN: return no == 0 ? Qnil : rb_str_new_cstr("IGNORE");
    case ACT_DFL: return no == 0 ? Qnil : rb_str_new_cstr("SYSTEM_DEFAULT");
    case ACT_HANDLE: return rb_str_new_cstr("DEFAULT");
    default: return Qnil;
    }
}

static bool
is(VALUE s, const char *name)
{
    return str_len(s) == strlen(name) && memcmp(str_ptr(s), name, str_len(s)) == 0;
}

/* Returns the action for *command, and replaces *command by the value to keep.  Sets *system if the command is "SYSTEM_DEFAULT". */
static enum action
command_action(int no, VALUE *command, bool *system)
{
    if (NIL_P(*command)) return ACT_IGN;
    VALUE s = SYMBOL_P(*command) ? sym_name(*command) : rb_check_string_type(*command);
    if (NIL_P(s)) return ACT_HANDLE;
    if (str_len(s) == 0 || is(s, "SIG_IGN") || is(s, "IGNORE")) {
        *command = 0;
        return ACT_IGN;
    }
    if (is(s, "SIG_DFL") || is(s, "DEFAULT")) {
        *command = 0;
        return default_action(no);
    }
    if (is(s, "SYSTEM_DEFAULT")) {
        *command = 0;
        *system = true;
        return no == SIGPIPE ? ACT_DFL : no == 0 ? ACT_NOTHING : ACT_DFL;
    }
    *command = is(s, "EXIT") ? Qundef : str_new_frozen(s);
    return ACT_HANDLE;
}

static bool
reserved_p(int no)
{
    return no == SIGSEGV || no == SIGBUS || no == SIGILL || no == SIGFPE || no == SIGVTALRM;
}

static VALUE
signal_s_trap(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    int no = trap_number(argv[0]);
    if (reserved_p(no)) rb_raise(rb_eArgError, "can't trap reserved signal: SIG%s", ruby_signal_name(no));
    VALUE command = argc == 1 ? rb_block_proc() : argv[1];
    if (ractor_confined_p() && val_proc_p(command)) command = ractor_isolated_proc(command, proc_ptr(command)->self);
    bool system = false;
    enum action a = command_action(no, &command, &system);
    VALUE old = previous(no);
    set_action(no, a);
    if (no == SIGCHLD) chld_system_default = system;
    commands[no] = command;
    return old;
}

/* ---- Signal ---- */

static VALUE
signal_s_list(VALUE self)
{
    VALUE h = rb_hash_new();
    for (size_t i = 0; i < lengthof(signals); i++)
        rb_hash_aset(h, str_fstring_cstr(signals[i].name, strlen(signals[i].name), ENCI_UTF8), INT2FIX(signals[i].no));
    return h;
}

static VALUE
signal_s_signame(VALUE self, VALUE no)
{
    const char *name = ruby_signal_name(NUM2INT(no));
    return name ? rb_str_new_cstr(name) : Qnil;
}

/* ---- Process.kill ---- */

/* A signal to ourselves that we catch is delivered before kill returns. */
static void
kill_self(int no)
{
    if (no > 0 && no < NSIG && (actions[no] == ACT_HANDLE || no == SIGVTALRM)) {
        enqueue(no);
        wake_main();
        return;
    }
    if (kill(getpid(), no) < 0 && no < NSIG) rb_sys_fail(NULL);
}

VALUE
rb_f_kill(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 2, UNLIMITED_ARGUMENTS);
    bool negative = false;
    int no;
    if (RB_INTEGER_TYPE_P(argv[0])) no = NUM2INT(argv[0]);
    else no = name_to_number(argv[0], &negative, false);
    if (no < 0) {
        no = -no;
        negative = true;
    }
    pid_t self = getpid();
    bool to_self = false;
    for (int i = 1; i < argc; i++) {
        pid_t pid = NUM2PIDT(argv[i]);
        if (negative) {
            if (killpg(pid, no) < 0) rb_sys_fail(NULL);
        } else if (pid == self || pid == -self) {
            if (pid == -self) {
                if (kill(pid, no) < 0) rb_sys_fail(NULL);
            } else {
                kill_self(no);
            }
            to_self = true;
        } else if (kill(pid, no) < 0) {
            rb_sys_fail(NULL);
        }
    }
    if (to_self || negative) rb_thread_check_ints();
    return INT2FIX(argc - 1);
}

static VALUE
process_s_kill(int argc, VALUE *argv, VALUE self)
{
    return rb_f_kill(argc, argv);
}

/* ---- SignalException, Interrupt ---- */

static VALUE
signal_exc_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE no = Qnil;
    int n;
    if (argc > 0) no = rb_check_to_integer(argv[0], "to_int");
    if (NIL_P(no)) {
        rb_check_arity(argc, 1, 1);
        n = name_to_number(argv[0], NULL, false);
    } else {
        rb_check_arity(argc, 1, 2);
        n = NUM2INT(no);
        check_number(n);
    }
    VALUE message;
    if (argc > 1) {
        message = argv[1];
    } else {
        const char *name = ruby_signal_name(n);
        message = name ? rb_sprintf("SIG%s", name) : rb_sprintf("SIG%d", n);
    }
    rb_call_super(1, &message);
    rb_ivar_set(self, rb_intern("signo"), INT2FIX(n));
    return self;
}

static VALUE
signal_exc_m_signo(VALUE self)
{
    return rb_ivar_get(self, rb_intern("signo"));
}

static VALUE
interrupt_m_initialize(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    VALUE args[2] = {INT2FIX(SIGINT), argc ? argv[0] : rb_str_new_cstr("Interrupt")};
    rb_call_super(2, args);
    return self;
}

/* ---- crashes ---- */

static void
on_crash(int no, siginfo_t *info, void *context)
{
    char headline[80];
    if (no == SIGSEGV && vm_fault_at(info->si_addr, context)) return;
    signal(no, SIG_DFL); /* CRASH-1 */
    const char *what = no == SIGSEGV  ? "Segmentation fault"
                       : no == SIGBUS ? "Bus Error"
                       : no == SIGILL ? "Illegal instruction"
                                      : "Floating point exception";
    snprintf(headline, sizeof headline, "%s at 0x%016" PRIxPTR, what, (uintptr_t)info->si_addr);
    vm_crash_report(headline, context);
    raise(no);
}

/* Sets the calling thread's stack for on_crash.  NULL removes it. */
void
signal_alt_stack(void *mem, size_t bytes)
{
    stack_t st = {.ss_sp = mem, .ss_size = bytes, .ss_flags = mem ? 0 : SS_DISABLE};
    sigaltstack(&st, NULL);
}

static void
catch_crashes(void)
{
    static char stack[VM_ASAN ? 256 * 1024 : 64 * 1024];
    vm_crash_init();
    signal_alt_stack(stack, sizeof stack);
    struct sigaction sa = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&sa.sa_mask);
    sigaction(SIGSEGV, &sa, NULL);
    sigaction(SIGBUS, &sa, NULL);
}

static void
mark_commands(void *unused)
{
    for (int i = 0; i < NSIG; i++) {
        if (commands[i] && commands[i] != Qundef) gc_mark(commands[i]);
    }
}

/* Installs the default actions.  A signal that was ignored when the process started stays ignored, except SIGCHLD. */
static void
install_defaults(void)
{
    static const int caught[] = {SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2};
    for (size_t i = 0; i < lengthof(caught); i++) {
        struct sigaction old;
        if (sigaction(caught[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN) actions[caught[i]] = ACT_IGN;
        else set_action(caught[i], ACT_HANDLE);
    }
    set_action(SIGPIPE, ACT_NOTHING);
    set_action(SIGSYS, ACT_NOTHING);
    set_action(SIGCHLD, ACT_DFL);
    actions[0] = actions[SIGABRT] = ACT_NOTHING; /* recorded only: they have no trap yet */
}

void
Init_Signal(void)
{
    gc_add_root(mark_commands, NULL);
    VALUE m = rb_define_module("Signal");
    rb_define_global_function("trap", signal_s_trap, -1);
    rb_define_module_function(m, "trap", signal_s_trap, -1);
    rb_define_module_function(m, "list", signal_s_list, 0);
    rb_define_module_function(m, "signame", signal_s_signame, 1);
    rb_define_module_function(rb_mProcess, "kill", process_s_kill, -1);
    rb_define_method(rb_eSignal, "initialize", signal_exc_m_initialize, -1);
    rb_define_method(rb_eSignal, "signo", signal_exc_m_signo, 0);
    rb_define_alias(rb_eSignal, "signm", "message");
    rb_define_method(rb_eInterrupt, "initialize", interrupt_m_initialize, -1);
    install_defaults();
    catch_crashes();
}
