/*
 * process/id.c - user and group of the process: uid and gid of Process, Process::UID, Process::GID, Process::Sys.
 */
#include "internal/compiler.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/process.h"

/* ---- names ---- */

static uid_t
uid_of_name(VALUE name)
{
    struct passwd *pw = getpwnam(StringValueCStr(name));
    if (!pw) rb_raise(rb_eArgError, "can't find user for %" PRIsVALUE, name);
    return pw->pw_uid;
}

static gid_t
gid_of_name(VALUE name)
{
    struct group *gr = getgrnam(StringValueCStr(name));
    if (!gr) rb_raise(rb_eArgError, "can't find group for %" PRIsVALUE, name);
    return gr->gr_gid;
}

static uid_t
uid_arg(VALUE v)
{
    VALUE s = FIXNUM_P(v) ? Qnil : rb_check_string_type(v);
    return NIL_P(s) ? (uid_t)NUM2UINT(rb_to_int(v)) : uid_of_name(s);
}

static gid_t
gid_arg(VALUE v)
{
    VALUE s = FIXNUM_P(v) ? Qnil : rb_check_string_type(v);
    return NIL_P(s) ? (gid_t)NUM2UINT(rb_to_int(v)) : gid_of_name(s);
}

static void
must(int r)
{
    if (r < 0) rb_sys_fail(NULL);
}

/* The effective ids that switch goes back to: those at the start, or the last that were granted. */
static uid_t saved_uid;
static gid_t saved_gid;

/* A block of switch runs with exchanged ids: they may not be set meanwhile. */
static bool uid_busy, gid_busy;

static void
check_uid_free(void)
{
    if (uid_busy) rb_raise(rb_eRuntimeError, "can't handle UID while evaluating block given to Process::UID.switch method");
}

static void
check_gid_free(void)
{
    if (gid_busy) rb_raise(rb_eRuntimeError, "can't handle GID while evaluating block given to Process::UID.switch method");
}

/* ---- Process.uid and the like ---- */

static VALUE
get_uid(VALUE self)
{
    return UIDT2NUM(getuid());
}

static VALUE
get_euid(VALUE self)
{
    return UIDT2NUM(geteuid());
}

static VALUE
get_gid(VALUE self)
{
    return GIDT2NUM(getgid());
}

static VALUE
get_egid(VALUE self)
{
    return GIDT2NUM(getegid());
}

static VALUE
set_uid(VALUE self, VALUE id)
{
    check_uid_free();
    must(setresuid(uid_arg(id), (uid_t)-1, (uid_t)-1));
    return id;
}

static VALUE
set_euid(VALUE self, VALUE id)
{
    check_uid_free();
    must(setresuid((uid_t)-1, uid_arg(id), (uid_t)-1));
    return id;
}

static VALUE
set_gid(VALUE self, VALUE id)
{
    check_gid_free();
    must(setresgid(gid_arg(id), (gid_t)-1, (gid_t)-1));
    return id;
}

static VALUE
set_egid(VALUE self, VALUE id)
{
    check_gid_free();
    must(setresgid((gid_t)-1, gid_arg(id), (gid_t)-1));
    return id;
}

/* ---- supplementary groups ---- */

static int max_groups = -1;

static int
groups_limit(void)
{
    if (max_groups < 0) {
        long n = sysconf(_SC_NGROUPS_MAX);
        max_groups = n > 65536 || n < 0 ? 65536 : (int)n;
    }
    return max_groups;
}

static VALUE
process_s_groups(VALUE self)
{
    int n = getgroups(0, NULL);
    must(n);
    VALUE holder, ary = ary_new();
    gid_t *list = ALLOCV_N(gid_t, holder, (size_t)n + 1);
    n = getgroups(n, list);
    must(n);
    for (int i = 0; i < n; i++) ary_push(ary, GIDT2NUM(list[i]));
    ALLOCV_END(holder);
    return ary;
}

static VALUE
process_s_set_groups(VALUE self, VALUE ary)
{
    rb_check_type(ary, T_ARRAY);
    size_t n = ary_len(ary);
    if (n > (size_t)groups_limit()) rb_raise(rb_eArgError, "too many groups, %d max", groups_limit());
    VALUE holder;
    gid_t *list = ALLOCV_N(gid_t, holder, n + 1);
    for (size_t i = 0; i < n; i++) list[i] = gid_arg(ary_get(ary, (intptr_t)i));
    must(setgroups(n, list));
    ALLOCV_END(holder);
    return process_s_groups(self);
}

static VALUE
process_s_initgroups(VALUE self, VALUE name, VALUE gid)
{
    must(initgroups(StringValueCStr(name), gid_arg(gid)));
    return process_s_groups(self);
}

static VALUE
process_s_maxgroups(VALUE self)
{
    return INT2FIX(groups_limit());
}

static VALUE
process_s_set_maxgroups(VALUE self, VALUE v)
{
    int n = NUM2INT(v);
    if (n <= 0) rb_raise(rb_eArgError, "maxgroups %d should be positive", n);
    max_groups = n > 65536 ? 65536 : n;
    return INT2FIX(max_groups);
}

/* ---- Process::UID, Process::GID ---- */

static VALUE
uid_from_name(VALUE self, VALUE name)
{
    return UIDT2NUM(uid_arg(name));
}

static VALUE
gid_from_name(VALUE self, VALUE name)
{
    return GIDT2NUM(gid_arg(name));
}

static VALUE
uid_change_privilege(VALUE self, VALUE id)
{
    check_uid_free();
    uid_t u = uid_arg(id);
    must(setresuid(u, u, u));
    saved_uid = u;
    return id;
}

static VALUE
gid_change_privilege(VALUE self, VALUE id)
{
    check_gid_free();
    gid_t g = gid_arg(id);
    must(setresgid(g, g, g));
    saved_gid = g;
    return id;
}

static VALUE
uid_grant_privilege(VALUE self, VALUE id)
{
    check_uid_free();
    uid_t e = uid_arg(id);
    must(seteuid(e));
    saved_uid = e;
    return id;
}

static VALUE
gid_grant_privilege(VALUE self, VALUE id)
{
    check_gid_free();
    gid_t e = gid_arg(id);
    must(setegid(e));
    saved_gid = e;
    return id;
}

static VALUE
uid_re_exchange(VALUE self)
{
    check_uid_free();
    uid_t r = getuid(), e = geteuid();
    must(setresuid(e, r, r));
    saved_uid = r;
    return UIDT2NUM(r);
}

static VALUE
gid_re_exchange(VALUE self)
{
    check_gid_free();
    gid_t r = getgid(), e = getegid();
    must(setresgid(e, r, r));
    saved_gid = r;
    return GIDT2NUM(r);
}

static VALUE
always_true(VALUE self)
{
    return Qtrue;
}

static VALUE
uid_switch_back(VALUE unused)
{
    uid_busy = false;
    must(seteuid(saved_uid));
    return Qnil;
}

static VALUE
gid_switch_back(VALUE unused)
{
    gid_busy = false;
    must(setegid(saved_gid));
    return Qnil;
}

static VALUE
uid_switch(VALUE self)
{
    check_uid_free();
    uid_t r = getuid(), e = geteuid();
    if (r == e && e == saved_uid) rb_syserr_fail(EPERM, NULL);
    must(seteuid(r == e ? saved_uid : r));
    if (!rb_block_given_p()) return UIDT2NUM(e);
    uid_busy = true;
    return rb_ensure(rb_yield, Qnil, uid_switch_back, Qnil);
}

static VALUE
gid_switch(VALUE self)
{
    check_gid_free();
    gid_t r = getgid(), e = getegid();
    if (r == e && e == saved_gid) rb_syserr_fail(EPERM, NULL);
    must(setegid(r == e ? saved_gid : r));
    if (!rb_block_given_p()) return GIDT2NUM(e);
    gid_busy = true;
    return rb_ensure(rb_yield, Qnil, gid_switch_back, Qnil);
}

/* ---- Process::Sys ---- */

static VALUE
sys_setuid(VALUE self, VALUE id)
{
    check_uid_free();
    must(setuid(uid_arg(id)));
    return Qnil;
}

static VALUE
sys_setgid(VALUE self, VALUE id)
{
    check_gid_free();
    must(setgid(gid_arg(id)));
    return Qnil;
}

static VALUE
sys_seteuid(VALUE self, VALUE id)
{
    check_uid_free();
    must(seteuid(uid_arg(id)));
    return Qnil;
}

static VALUE
sys_setegid(VALUE self, VALUE id)
{
    check_gid_free();
    must(setegid(gid_arg(id)));
    return Qnil;
}

static VALUE
sys_setreuid(VALUE self, VALUE r, VALUE e)
{
    check_uid_free();
    uid_t a = uid_arg(r), b = uid_arg(e);
    must(setreuid(a, b));
    return Qnil;
}

static VALUE
sys_setregid(VALUE self, VALUE r, VALUE e)
{
    check_gid_free();
    gid_t a = gid_arg(r), b = gid_arg(e);
    must(setregid(a, b));
    return Qnil;
}

static VALUE
sys_setresuid(VALUE self, VALUE r, VALUE e, VALUE s)
{
    check_uid_free();
    uid_t a = uid_arg(r), b = uid_arg(e), c = uid_arg(s);
    must(setresuid(a, b, c));
    return Qnil;
}

static VALUE
sys_setresgid(VALUE self, VALUE r, VALUE e, VALUE s)
{
    check_gid_free();
    gid_t a = gid_arg(r), b = gid_arg(e), c = gid_arg(s);
    must(setresgid(a, b, c));
    return Qnil;
}

static void
define_ids(VALUE m, bool users)
{
    rb_define_module_function(m, "rid", users ? get_uid : get_gid, 0);
    rb_define_module_function(m, "eid", users ? get_euid : get_egid, 0);
    rb_define_module_function(m, "change_privilege", users ? uid_change_privilege : gid_change_privilege, 1);
    rb_define_module_function(m, "grant_privilege", users ? uid_grant_privilege : gid_grant_privilege, 1);
    rb_define_singleton_method(m, "eid=", users ? uid_grant_privilege : gid_grant_privilege, 1);
    rb_define_module_function(m, "re_exchange", users ? uid_re_exchange : gid_re_exchange, 0);
    rb_define_module_function(m, "re_exchangeable?", always_true, 0);
    rb_define_module_function(m, "sid_available?", always_true, 0);
    rb_define_module_function(m, "switch", users ? uid_switch : gid_switch, 0);
    rb_define_module_function(m, "from_name", users ? uid_from_name : gid_from_name, 1);
}

static void
define_sys(void)
{
    VALUE m = rb_define_module_under(rb_mProcess, "Sys");
    rb_define_module_function(m, "getuid", get_uid, 0);
    rb_define_module_function(m, "geteuid", get_euid, 0);
    rb_define_module_function(m, "getgid", get_gid, 0);
    rb_define_module_function(m, "getegid", get_egid, 0);
    rb_define_module_function(m, "setuid", sys_setuid, 1);
    rb_define_module_function(m, "setgid", sys_setgid, 1);
    rb_define_module_function(m, "seteuid", sys_seteuid, 1);
    rb_define_module_function(m, "setegid", sys_setegid, 1);
    rb_define_module_function(m, "setreuid", sys_setreuid, 2);
    rb_define_module_function(m, "setregid", sys_setregid, 2);
    rb_define_module_function(m, "setresuid", sys_setresuid, 3);
    rb_define_module_function(m, "setresgid", sys_setresgid, 3);
    rb_define_module_function(m, "setruid", rb_f_notimplement, -1);
    rb_define_module_function(m, "setrgid", rb_f_notimplement, -1);
    rb_define_module_function(m, "issetugid", rb_f_notimplement, -1);
}

void
Init_process_id(void)
{
    saved_uid = geteuid();
    saved_gid = getegid();
    rb_define_module_function(rb_mProcess, "uid", get_uid, 0);
    rb_define_module_function(rb_mProcess, "uid=", set_uid, 1);
    rb_define_module_function(rb_mProcess, "gid", get_gid, 0);
    rb_define_module_function(rb_mProcess, "gid=", set_gid, 1);
    rb_define_module_function(rb_mProcess, "euid", get_euid, 0);
    rb_define_module_function(rb_mProcess, "euid=", set_euid, 1);
    rb_define_module_function(rb_mProcess, "egid", get_egid, 0);
    rb_define_module_function(rb_mProcess, "egid=", set_egid, 1);
    rb_define_module_function(rb_mProcess, "groups", process_s_groups, 0);
    rb_define_module_function(rb_mProcess, "groups=", process_s_set_groups, 1);
    rb_define_module_function(rb_mProcess, "initgroups", process_s_initgroups, 2);
    rb_define_module_function(rb_mProcess, "maxgroups", process_s_maxgroups, 0);
    rb_define_module_function(rb_mProcess, "maxgroups=", process_s_set_maxgroups, 1);
    define_ids(rb_define_module_under(rb_mProcess, "UID"), true);
    define_ids(rb_define_module_under(rb_mProcess, "GID"), false);
    define_sys();
}
