/*
 * process.c - module Process: ids of processes and groups, priorities, limits, clocks, the program's title.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gc/page.h"
#include "internal/process.h"
#include "internal/string.h"

VALUE rb_mProcess;

/* ---- ids ---- */

static VALUE
get_pid(ID id, VALUE *data)
{
    return INT2NUM(getpid());
}

static VALUE
process_s_pid(VALUE self)
{
    return INT2NUM(getpid());
}

static VALUE
process_s_ppid(VALUE self)
{
    return INT2NUM(getppid());
}

static VALUE
process_s_getpgrp(VALUE self)
{
    return INT2NUM(getpgrp());
}

static VALUE
process_s_setpgrp(VALUE self)
{
    if (setpgid(0, 0) < 0) rb_sys_fail(NULL);
    return INT2FIX(0);
}

static VALUE
process_s_getpgid(VALUE self, VALUE pid)
{
    pid_t r = getpgid(NUM2PIDT(pid));
    if (r < 0) rb_sys_fail(NULL);
    return INT2NUM(r);
}

static VALUE
process_s_setpgid(VALUE self, VALUE pid, VALUE pgid)
{
    pid_t p = NUM2PIDT(pid), g = NUM2PIDT(pgid);
    if (setpgid(p, g) < 0) rb_sys_fail(NULL);
    return INT2FIX(0);
}

static VALUE
process_s_getsid(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 1);
    pid_t r = getsid(argc && !NIL_P(argv[0]) ? NUM2PIDT(argv[0]) : 0);
    if (r < 0) rb_sys_fail(NULL);
    return INT2NUM(r);
}

static VALUE
process_s_setsid(VALUE self)
{
    pid_t r = setsid();
    if (r < 0) rb_sys_fail(NULL);
    return INT2NUM(r);
}

/* ---- priorities and limits ---- */

static VALUE
process_s_getpriority(VALUE self, VALUE which, VALUE who)
{
    int w = NUM2INT(which), id = NUM2INT(who);
    errno = 0;
    int r = getpriority(w, (id_t)id);
    if (errno) rb_sys_fail(NULL);
    return INT2FIX(r);
}

static VALUE
process_s_setpriority(VALUE self, VALUE which, VALUE who, VALUE prio)
{
    int w = NUM2INT(which), id = NUM2INT(who), p = NUM2INT(prio);
    if (setpriority(w, (id_t)id, p) < 0) rb_sys_fail(NULL);
    return INT2FIX(0);
}

static const struct {
    const char *name;
    int resource;
} resources[] = {
    {"AS", RLIMIT_AS},
    {"CORE", RLIMIT_CORE},
    {"CPU", RLIMIT_CPU},
    {"DATA", RLIMIT_DATA},
    {"FSIZE", RLIMIT_FSIZE},
    {"MEMLOCK", RLIMIT_MEMLOCK},
    {"MSGQUEUE", RLIMIT_MSGQUEUE},
    {"NICE", RLIMIT_NICE},
    {"NOFILE", RLIMIT_NOFILE},
    {"NPROC", RLIMIT_NPROC},
    {"RSS", RLIMIT_RSS},
    {"RTPRIO", RLIMIT_RTPRIO},
    {"RTTIME", RLIMIT_RTTIME},
    {"SIGPENDING", RLIMIT_SIGPENDING},
    {"STACK", RLIMIT_STACK},
};

int
process_resource(const char *name, size_t n, bool fold)
{
    for (size_t i = 0; i < lengthof(resources); i++) {
        const char *r = resources[i].name;
        if (strlen(r) == n && (fold ? strncasecmp(r, name, n) : strncmp(r, name, n)) == 0) return resources[i].resource;
    }
    return -1;
}

static VALUE
name_of(VALUE v) /* a Symbol or String as String; nil */
{
    return SYMBOL_P(v) ? sym_name(v) : rb_check_string_type(v);
}

static int
resource_arg(VALUE v)
{
    VALUE s = name_of(v);
    if (NIL_P(s)) return NUM2INT(v);
    int r = process_resource(str_ptr(s), str_len(s), false);
    if (r < 0) rb_raise(rb_eArgError, "invalid resource name: %" PRIsVALUE, s);
    return r;
}

rlim_t
process_limit_arg(VALUE v)
{
    VALUE s = name_of(v);
    if (NIL_P(s)) return (rlim_t)NUM2ULL(rb_to_int(v));
    static const char *const names[] = {"INFINITY", "SAVED_MAX", "SAVED_CUR"};
    for (size_t i = 0; i < lengthof(names); i++) {
        if (str_len(s) == strlen(names[i]) && memcmp(str_ptr(s), names[i], str_len(s)) == 0) return RLIM_INFINITY;
    }
    rb_raise(rb_eArgError, "invalid resource value: %" PRIsVALUE, s);
}

static VALUE
process_s_getrlimit(VALUE self, VALUE resource)
{
    struct rlimit l;
    if (getrlimit(resource_arg(resource), &l) < 0) rb_sys_fail("getrlimit");
    VALUE pair[2] = {ULL2NUM(l.rlim_cur), ULL2NUM(l.rlim_max)};
    return rb_ary_new_from_values(2, pair);
}

static VALUE
process_s_setrlimit(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 2, 3);
    int r = resource_arg(argv[0]);
    struct rlimit l = {.rlim_cur = process_limit_arg(argv[1])};
    l.rlim_max = argc > 2 && !NIL_P(argv[2]) ? process_limit_arg(argv[2]) : l.rlim_cur;
    if (setrlimit(r, &l) < 0) rb_sys_fail("setrlimit");
    return Qnil;
}

/* ---- clocks ---- */

/* Nanoseconds in two parts, to keep both range and precision. */
struct ticks {
    int64_t sec;
    long nsec;
};

static VALUE
ticks_in(struct ticks t, VALUE unit)
{
    static const struct {
        const char *name;
        int64_t per_sec;
        bool is_float;
    } units[] = {
        {"float_second", 1, true},
        {"float_millisecond", 1000, true},
        {"float_microsecond", 1000000, true},
        {"second", 1, false},
        {"millisecond", 1000, false},
        {"microsecond", 1000000, false},
        {"nanosecond", 1000000000, false},
    };
    size_t u = 0;
    if (!NIL_P(unit)) {
        for (u = 0; u < lengthof(units); u++) {
            if (unit == ID2SYM(rb_intern(units[u].name))) break;
        }
        if (u == lengthof(units)) rb_raise(rb_eArgError, "unexpected unit: %" PRIsVALUE, unit);
    }
    int64_t per = units[u].per_sec;
    if (units[u].is_float) {
        if (per == 1) return DBL2NUM((double)t.sec + (double)t.nsec / 1e9);
        return DBL2NUM(((double)t.nsec + (double)t.sec * 1e9) / (1e9 / (double)per));
    }
    return LL2NUM(t.sec * per + t.nsec / (1000000000 / per));
}

static struct ticks
from_timeval(struct timeval tv)
{
    return (struct ticks){tv.tv_sec, (long)tv.tv_usec * 1000};
}

static struct ticks
from_clock_ticks(clock_t c, long per_sec)
{
    return (struct ticks){c / per_sec, (long)(c % per_sec) * (1000000000 / per_sec)};
}

/* Reads a clock that is named after the function it uses.  Returns false for another clock. */
static bool
emulated_clock(VALUE id, struct ticks *now, struct ticks *res)
{
    struct rusage ru;
    struct timeval tv;
    struct tms tms;
    long hz = sysconf(_SC_CLK_TCK);
    VALUE name = sym_name(id);
    const char *n = StringValueCStr(name);
    if (!strcmp(n, "GETTIMEOFDAY_BASED_CLOCK_REALTIME")) {
        gettimeofday(&tv, NULL);
        *now = from_timeval(tv);
        *res = (struct ticks){0, 1000};
    } else if (!strcmp(n, "TIME_BASED_CLOCK_REALTIME")) {
        *now = (struct ticks){time(NULL), 0};
        *res = (struct ticks){1, 0};
    } else if (!strcmp(n, "TIMES_BASED_CLOCK_MONOTONIC")) {
        *now = from_clock_ticks(times(&tms), hz);
        *res = from_clock_ticks(1, hz);
    } else if (!strcmp(n, "GETRUSAGE_BASED_CLOCK_PROCESS_CPUTIME_ID")) {
        getrusage(RUSAGE_SELF, &ru);
        timeradd(&ru.ru_utime, &ru.ru_stime, &tv);
        *now = from_timeval(tv);
        *res = (struct ticks){0, 1000};
    } else if (!strcmp(n, "TIMES_BASED_CLOCK_PROCESS_CPUTIME_ID")) {
        times(&tms);
        *now = from_clock_ticks(tms.tms_utime + tms.tms_stime, hz);
        *res = from_clock_ticks(1, hz);
    } else if (!strcmp(n, "CLOCK_BASED_CLOCK_PROCESS_CPUTIME_ID")) {
        *now = from_clock_ticks(clock(), CLOCKS_PER_SEC);
        *res = (struct ticks){0, 1000};
    } else {
        return false;
    }
    return true;
}

NORETURN static void
clock_fail(const char *func, VALUE id, int err)
{
    rb_syserr_fail_str(err, rb_sprintf("%s(%+" PRIsVALUE ")", func, id));
}

VALUE
rb_clock_gettime(int argc, VALUE *argv)
{
    rb_check_arity(argc, 1, 2);
    VALUE id = argv[0], unit = argc > 1 ? argv[1] : Qnil;
    struct ticks now, res;
    if (SYMBOL_P(id)) {
        if (!emulated_clock(id, &now, &res)) clock_fail("clock_gettime", id, EINVAL);
    } else {
        struct timespec ts;
        if (clock_gettime((clockid_t)NUM2INT(id), &ts) < 0) clock_fail("clock_gettime", id, errno);
        now = (struct ticks){ts.tv_sec, ts.tv_nsec};
    }
    return ticks_in(now, unit);
}

static VALUE
process_s_clock_gettime(int argc, VALUE *argv, VALUE self)
{
    return rb_clock_gettime(argc, argv);
}

static VALUE
process_s_clock_getres(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    VALUE id = argv[0], unit = argc > 1 ? argv[1] : Qnil;
    struct ticks now, res;
    if (SYMBOL_P(id)) {
        if (!emulated_clock(id, &now, &res)) clock_fail("clock_getres", id, EINVAL);
    } else {
        struct timespec ts;
        if (clock_getres((clockid_t)NUM2INT(id), &ts) < 0) clock_fail("clock_getres", id, errno);
        res = (struct ticks){ts.tv_sec, ts.tv_nsec};
    }
    if (unit == ID2SYM(rb_intern("hertz"))) return DBL2NUM(1e9 / ((double)res.sec * 1e9 + (double)res.nsec));
    return ticks_in(res, unit);
}

static VALUE cTms;

static VALUE
seconds(struct timeval tv)
{
    return DBL2NUM((double)tv.tv_sec + (double)tv.tv_usec * 1e-6);
}

VALUE
rb_proc_times(VALUE self)
{
    struct rusage own, children;
    if (getrusage(RUSAGE_SELF, &own) < 0 || getrusage(RUSAGE_CHILDREN, &children) < 0) rb_sys_fail("getrusage");
    return rb_struct_new(cTms, seconds(own.ru_utime), seconds(own.ru_stime), seconds(children.ru_utime),
                         seconds(children.ru_stime));
}

/* ---- titles ---- */

/* The memory that ps shows; found out once. */
static char *title_start;
static size_t title_bytes;

static void
find_title(void)
{
    if (title_start) return;
    FILE *f = fopen("/proc/self/stat", "re");
    if (!f) return;
    char buf[2048];
    size_t n = fread(buf, 1, sizeof buf - 1, f);
    fclose(f);
    buf[n] = 0;
    char *p = strrchr(buf, ')'); /* field 2 ends here; arg_start is field 48 */
    for (int field = 2; p && field < 48; field++) p = strchr(p + 1, ' ');
    unsigned long start, end;
    if (!p || sscanf(p, " %lu %lu", &start, &end) != 2 || end <= start) return;
    title_start = (char *)start;
    title_bytes = end - start;
}

void
process_set_title(VALUE title)
{
    find_title();
    if (!title_start) return;
    size_t n = str_len(title) < title_bytes - 1 ? str_len(title) : title_bytes - 1;
    memcpy(title_start, str_ptr(title), n);
    memset(title_start + n, 0, title_bytes - n);
}

void
ruby_setproctitle(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    process_set_title(rb_vsprintf(fmt, ap));
    va_end(ap);
}

static VALUE
process_s_setproctitle(VALUE self, VALUE title)
{
    StringValueCStr(title);
    process_set_title(title);
    return title;
}

static VALUE
process_s_argv0(VALUE self)
{
    return rb_argv0;
}

/* ---- daemon, warmup, syscall ---- */

static bool
daemon_flag(VALUE v, const char *name)
{
    if (v != Qtrue && v != Qfalse && v != Qnil)
        rb_raise(rb_eArgError, "expected true or false as %s: %+" PRIsVALUE, name, v);
    return val_truthy(v);
}

static VALUE
process_s_daemon(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 0, 2);
    bool keep_dir = argc > 0 && daemon_flag(argv[0], "nochdir"), keep_std = argc > 1 && daemon_flag(argv[1], "noclose");
    pid_t pid = process_fork();
    if (pid > 0) _exit(0);
    if (setsid() < 0) rb_sys_fail(NULL);
    if (!keep_dir && chdir("/") < 0) rb_sys_fail("/");
    if (!keep_std) {
        int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (fd >= 0) {
            for (int i = 0; i < 3; i++) dup2(fd, i);
            if (fd > 2) close(fd);
        }
    }
    return INT2FIX(0);
}

static void
scan_string(VALUE v, void *unused)
{
    (void)unused;
    if (obj_type(v) == T_STRING && !str_cr(v)) str_scan_cr(v);
}

/*
 * Process.warmup
 * Prepares the heap for forked workers, which then share more memory.  Collects everything: live objects become old, and the
 * next minor collections do not write to them.  Compacts if there is GC.compact, scans the bytes of every String, and
 * returns empty pages to the system.
 * Returns    true
 * Effects    calls (finalizers)
 */
static VALUE
process_s_warmup(VALUE self)
{
    ID compact = rb_intern("compact");
    VALUE gc = rb_const_get(rb_cObject, rb_intern("GC"));
    (void)self;
    gc_age_all();
    if (rb_respond_to(gc, compact)) rb_funcall(gc, compact, 0); /* a full collection is a part of it */
    else gc_collect(true, true);
    gc_each_object(scan_string, NULL);
    gc_release();
    return Qtrue;
}

static VALUE
kernel_m_syscall(int argc, VALUE *argv, VALUE self)
{
    if (argc == 0) rb_raise(rb_eArgError, "too few arguments for syscall");
    if (argc > 8) rb_raise(rb_eArgError, "too many arguments for syscall");
    rb_category_warn(RB_WARN_CATEGORY_DEPRECATED,
                     "We plan to remove a syscall function; DL(Fiddle) provides safer alternative API.");
    long number = NUM2LONG(argv[0]), a[8] = {0};
    for (int i = 1; i < argc; i++) {
        VALUE s = rb_check_string_type(argv[i]);
        if (!NIL_P(s)) {
            str_modify(s);
            a[i] = (long)StringValueCStr(s);
        } else {
            a[i] = NUM2LONG(argv[i]);
        }
    }
    long r = syscall(number, a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
    if (r == -1) rb_sys_fail(NULL);
    return LONG2NUM(r);
}

/* ---- definition ---- */

static void
define_constants(void)
{
    static const struct {
        const char *name;
        int value;
    } values[] = {
        {"WNOHANG", WNOHANG},
        {"WUNTRACED", WUNTRACED},
        {"PRIO_PROCESS", PRIO_PROCESS},
        {"PRIO_PGRP", PRIO_PGRP},
        {"PRIO_USER", PRIO_USER},
        {"CLOCK_REALTIME", CLOCK_REALTIME},
        {"CLOCK_MONOTONIC", CLOCK_MONOTONIC},
        {"CLOCK_PROCESS_CPUTIME_ID", CLOCK_PROCESS_CPUTIME_ID},
        {"CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID},
        {"CLOCK_REALTIME_COARSE", CLOCK_REALTIME_COARSE},
        {"CLOCK_MONOTONIC_RAW", CLOCK_MONOTONIC_RAW},
        {"CLOCK_MONOTONIC_COARSE", CLOCK_MONOTONIC_COARSE},
        {"CLOCK_BOOTTIME", CLOCK_BOOTTIME},
        {"CLOCK_REALTIME_ALARM", CLOCK_REALTIME_ALARM},
        {"CLOCK_BOOTTIME_ALARM", CLOCK_BOOTTIME_ALARM},
        {"CLOCK_TAI", CLOCK_TAI},
    };
    for (size_t i = 0; i < lengthof(values); i++) rb_define_const(rb_mProcess, values[i].name, INT2FIX(values[i].value));
    for (size_t i = 0; i < lengthof(resources); i++) {
        char name[32];
        snprintf(name, sizeof name, "RLIMIT_%s", resources[i].name);
        rb_define_const(rb_mProcess, name, INT2FIX(resources[i].resource));
    }
    rb_define_const(rb_mProcess, "RLIM_INFINITY", ULL2NUM(RLIM_INFINITY));
    rb_define_const(rb_mProcess, "RLIM_SAVED_MAX", ULL2NUM(RLIM_INFINITY));
    rb_define_const(rb_mProcess, "RLIM_SAVED_CUR", ULL2NUM(RLIM_INFINITY));
}

void
Init_Process(void)
{
    rb_mProcess = rb_define_module("Process");
    define_constants();
    rb_define_virtual_variable("$$", get_pid, NULL);
    rb_define_module_function(rb_mProcess, "pid", process_s_pid, 0);
    rb_define_module_function(rb_mProcess, "ppid", process_s_ppid, 0);
    rb_define_module_function(rb_mProcess, "getpgrp", process_s_getpgrp, 0);
    rb_define_module_function(rb_mProcess, "setpgrp", process_s_setpgrp, 0);
    rb_define_module_function(rb_mProcess, "getpgid", process_s_getpgid, 1);
    rb_define_module_function(rb_mProcess, "setpgid", process_s_setpgid, 2);
    rb_define_module_function(rb_mProcess, "getsid", process_s_getsid, -1);
    rb_define_module_function(rb_mProcess, "setsid", process_s_setsid, 0);
    rb_define_module_function(rb_mProcess, "getpriority", process_s_getpriority, 2);
    rb_define_module_function(rb_mProcess, "setpriority", process_s_setpriority, 3);
    rb_define_module_function(rb_mProcess, "getrlimit", process_s_getrlimit, 1);
    rb_define_module_function(rb_mProcess, "setrlimit", process_s_setrlimit, -1);
    rb_define_module_function(rb_mProcess, "clock_gettime", process_s_clock_gettime, -1);
    rb_define_module_function(rb_mProcess, "clock_getres", process_s_clock_getres, -1);
    rb_define_module_function(rb_mProcess, "times", rb_proc_times, 0);
    rb_define_module_function(rb_mProcess, "setproctitle", process_s_setproctitle, 1);
    rb_define_module_function(rb_mProcess, "argv0", process_s_argv0, 0);
    rb_define_module_function(rb_mProcess, "daemon", process_s_daemon, -1);
    rb_define_module_function(rb_mProcess, "warmup", process_s_warmup, 0);
    rb_define_global_function("syscall", kernel_m_syscall, -1);
    cTms = rb_struct_define_under(rb_mProcess, "Tms", "utime", "stime", "cutime", "cstime", NULL);
    Init_process_status();
    Init_process_id();
    Init_process_exec();
    Init_process_popen();
}
