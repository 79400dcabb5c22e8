/*
 * pty.c - pseudo terminals: what lib/pty.rb asks of the system.
 *
 * PTY-1     A descriptor is wrapped right after the call that made it; both ends are close-on-exec.
 * PTY-2     PTY.session runs in a forked child, which has no other thread.
 */
#define _GNU_SOURCE
#include <ruby.h>
#include <ruby/io.h>

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { NAME_BYTES = 64 };

/* Opens both ends and returns whether that succeeded; the slave's path is in name. */
static bool
open_ends(int *master, int *slave, char *name)
{
    *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*master < 0) return false;
    bool ready = grantpt(*master) == 0 && unlockpt(*master) == 0 && ptsname_r(*master, name, NAME_BYTES) == 0;
    if (ready && (*slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)) >= 0) return true;
    close(*master);
    return false;
}

static VALUE
wrap(VALUE klass, int fd, int mode, VALUE path)
{
    return rb_io_open_descriptor(klass, fd, mode, path, Qnil, NULL);
}

/* ends(apart): returns [master, slave], with an IO for both directions as the master.  For spawn, `apart` is true: returns
 * [reader, writer, slave], with a File for each direction. */
static VALUE
pty_s_ends(VALUE self, VALUE apart)
{
    char name[NAME_BYTES];
    int fd, slave, other = -1;
    if (!open_ends(&fd, &slave, name)) rb_raise(rb_eRuntimeError, "can't get Master/Slave device");
    if (RTEST(apart) && (other = fcntl(fd, F_DUPFD_CLOEXEC, 3)) < 0) {
        int err = errno;
        close(fd);
        close(slave);
        rb_syserr_fail(err, "fork failed"); /* spawn has one message for every failure */
    }
    VALUE path = rb_obj_freeze(rb_str_new_cstr(name));
    VALUE terminal = wrap(rb_cFile, slave, FMODE_READWRITE | FMODE_SYNC | FMODE_TTY | FMODE_DUPLEX, path);
    if (!RTEST(apart)) {
        VALUE label = rb_obj_freeze(rb_sprintf("masterpty:%s", name));
        return rb_assoc_new(wrap(rb_cIO, fd, FMODE_READWRITE | FMODE_SYNC | FMODE_DUPLEX, label), terminal);
    }
    VALUE reader = wrap(rb_cFile, fd, FMODE_READABLE, path),
          writer = wrap(rb_cFile, other, FMODE_WRITABLE | FMODE_SYNC, path);
    return rb_ary_new_from_args(3, reader, writer, terminal);
}

/* session(slave): this process leads a session whose terminal is slave, which becomes its standard streams. */
static VALUE
pty_s_session(VALUE self, VALUE slave)
{
    int fd = rb_io_descriptor(slave);
    setsid();
    if (ioctl(fd, TIOCSCTTY, 0) < 0) rb_sys_fail("ioctl(TIOCSCTTY)");
    for (int i = 0; i < 3; i++) {
        if (dup2(fd, i) < 0) rb_sys_fail("dup2");
    }
    return Qnil;
}

RUBY_FUNC_EXPORTED void
Init_pty(void)
{
    VALUE s = rb_singleton_class(rb_define_module("PTY"));
    rb_define_private_method(s, "ends", pty_s_ends, 1);
    rb_define_private_method(s, "session", pty_s_session, 1);
}
