/*
 * basicsocket.c - BasicSocket, and the system calls that all sockets share.
 *
 * A call that transfers data has the flag MSG_DONTWAIT and runs under the VM lock, since it cannot block.  The thread waits only
 * after EAGAIN (SOCKET-1).  connect and accept have no such flag: they run without the lock.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <fcntl.h>
#include <ruby/fiber/scheduler.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool do_not_reverse_lookup = true; /* of sockets to come */

/* ---- errors ---- */

void
sock_fail(const char *call, int err)
{
    rb_syserr_fail(err, call);
}

void
sock_fail_path(const char *call, int err, VALUE path)
{
    rb_syserr_fail_str(err, rb_sprintf("%s for %" PRIsVALUE, call, path));
}

void
sock_fail_addr(const char *call, int err, const struct sock_addr *addr)
{
    sock_fail_path(call, err, sock_addr_inspect(addr));
}

void
sock_fail_host(const char *call, int err, VALUE host, VALUE port)
{
    rb_syserr_fail_str(err, rb_sprintf("%s for %+" PRIsVALUE " port %" PRIsVALUE, call, host, port));
}

/* ---- the object ---- */

rb_io_t *
sock_ptr(VALUE self)
{
    rb_io_t *fptr;
    GetOpenFile(self, fptr);
    return fptr;
}

int
sock_fd(VALUE self)
{
    return sock_ptr(self)->fd;
}

VALUE
sock_init(VALUE self, int fd)
{
    rb_io_t *fptr;
    MakeOpenFile(self, fptr);
    fptr->fd = fd;
    fptr->mode = FMODE_READWRITE | FMODE_DUPLEX;
    if (do_not_reverse_lookup) fptr->mode |= SOCK_NO_REVERSE_LOOKUP;
    rb_io_ascii8bit_binmode(self);
    rb_io_synchronized(fptr);
    return self;
}

VALUE
sock_new(VALUE klass, int fd)
{
    return sock_init(rb_obj_alloc(klass), fd);
}

static bool
out_of_descriptors(int err)
{
    return err == EMFILE || err == ENFILE || err == ENOMEM || err == ENOBUFS;
}

int
sock_socket(int family, int type, int protocol)
{
    int fd = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
    if (fd >= 0 || !out_of_descriptors(errno)) return fd;
    rb_gc();
    return socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
}

static bool
stream_end_p(int fd) /* 0 bytes mean the end, not an empty message */
{
    int type = 0;
    socklen_t n = sizeof(type);
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &n) < 0 || type != SOCK_DGRAM;
}

bool
sock_local_addr(int fd, struct sock_addr *addr)
{
    addr->len = sizeof(addr->at.storage);
    memset(&addr->at.storage, 0, sizeof(addr->at.storage));
    return getsockname(fd, &addr->at.any, &addr->len) == 0;
}

bool
sock_peer_addr(int fd, struct sock_addr *addr)
{
    addr->len = sizeof(addr->at.storage);
    memset(&addr->at.storage, 0, sizeof(addr->at.storage));
    return getpeername(fd, &addr->at.any, &addr->len) == 0;
}

/* ---- waiting ---- */

int
sock_call(VALUE self, VALUE (*fn)(void *), void *arg)
{
    return (int)rb_thread_io_blocking_call(sock_ptr(self), fn, arg, 0);
}

bool
sock_wait_at_most(VALUE self, int events, VALUE timeout)
{
    return RTEST(rb_io_wait(self, INT2FIX(events), timeout));
}

void
sock_wait(VALUE self, int events)
{
    if (sock_wait_at_most(self, events, rb_io_timeout(self))) return;
    rb_raise(rb_eIOTimeoutError, "Timed out waiting for IO to become %s!", events & POLLIN ? "readable" : "writable");
}

/* ---- connect ---- */

struct connect_call {
    int fd;
    const struct sock_addr *addr;
};

static VALUE
do_connect(void *p)
{
    struct connect_call *c = p;
    return (VALUE)connect(c->fd, &c->addr->at.any, c->addr->len);
}

/* Connects with a blocking descriptor: without blocking, connect fails with EAGAIN if the queue of a UNIX server is full. */
static int
connect_blocking(VALUE self, struct connect_call *c)
{
    int flags = fcntl(c->fd, F_GETFL);
    fcntl(c->fd, F_SETFL, flags & ~O_NONBLOCK);
    int r;
    do {
        r = sock_call(self, do_connect, c);
        if (r < 0 && errno == EINTR) rb_thread_check_ints();
    } while (r < 0 && errno == EINTR);
    int err = r < 0 ? errno : 0;
    fcntl(c->fd, F_SETFL, flags);
    return err;
}

int
sock_connect(VALUE self, const struct sock_addr *addr, VALUE timeout, bool *expired)
{
    struct connect_call c = {sock_fd(self), addr};
    if (expired) *expired = false;
    if (sock_call(self, do_connect, &c) == 0) return 0;
    int err = errno;
    if (err == EAGAIN && addr->at.any.sa_family == AF_UNIX) return connect_blocking(self, &c);
    if (err != EINPROGRESS && err != EINTR) return err;
    if (NIL_P(timeout)) timeout = rb_io_timeout(self);
    if (!sock_wait_at_most(self, POLLOUT, timeout)) {
        if (expired) *expired = true;
        return ETIMEDOUT;
    }
    socklen_t n = sizeof(err);
    err = 0;
    return getsockopt(sock_fd(self), SOL_SOCKET, SO_ERROR, &err, &n) < 0 ? errno : err;
}

/* ---- accept ---- */

struct accept_call {
    int fd;
    struct sock_addr *peer;
};

static VALUE
do_accept(void *p)
{
    struct accept_call *a = p;
    a->peer->len = sizeof(a->peer->at.storage);
    return (VALUE)accept4(a->fd, &a->peer->at.any, &a->peer->len, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int
sock_accept(VALUE self, struct sock_addr *peer, bool nonblock)
{
    rb_io_t *fptr = sock_ptr(self);
    bool collected = false;
    memset(&peer->at.storage, 0, sizeof(peer->at.storage));
    if (nonblock) rb_io_set_nonblock(fptr);
    else if (!NIL_P(rb_fiber_scheduler_current())) sock_wait(self, POLLIN);
    for (;;) {
        struct accept_call a = {sock_fd(self), peer};
        int fd = sock_call(self, do_accept, &a);
        if (fd >= 0) return fd;
        int err = errno;
        if (out_of_descriptors(err) && !collected) {
            rb_gc();
            collected = true;
        } else if (err == EINTR) rb_thread_check_ints();
        else if (nonblock && (err == EAGAIN || err == ECONNABORTED || err == EPROTO)) {
            errno = err;
            return -1;
        } else if (err == EAGAIN) sock_wait(self, POLLIN);
        else sock_fail("accept(2)", err);
    }
}

VALUE
sock_accept_nonblock(VALUE self, VALUE klass, VALUE exception)
{
    struct sock_addr peer;
    VALUE peer_socket = rb_obj_alloc(klass);
    int fd = sock_accept(self, &peer, true);
    if (fd >= 0) return sock_init(peer_socket, fd);
    if (exception == Qfalse) return ID2SYM(rb_intern("wait_readable"));
    rb_readwrite_syserr_fail(RB_IO_WAIT_READABLE, errno, "accept(2) would block");
}

VALUE
sock_listen(VALUE self, VALUE backlog)
{
    int n = NUM2INT(backlog); /* may close the socket */
    if (listen(sock_fd(self), n) < 0) sock_fail("listen(2)", errno);
    return INT2FIX(0);
}

/* ---- receive ---- */

enum recv_result { BYTES, BYTES_AND_SENDER };

/* Returns the sender of received data, in the form of self's class. */
static VALUE
recv_sender(VALUE self, const struct sock_addr *from)
{
    if (RTEST(rb_obj_is_kind_of(self, sock_cUNIXSocket))) return sock_unix_array(from);
    if (!RTEST(rb_obj_is_kind_of(self, sock_cIPSocket))) return sock_addrinfo_of_fd(sock_fd(self), from);
    return from->len ? sock_ip_array(from, sock_ptr(self)->mode & SOCK_NO_REVERSE_LOOKUP) : Qnil;
}

/* The String to receive into, len bytes long. */
static VALUE
recv_buffer(VALUE self, VALUE vlen, VALUE buf, const char *what)
{
    long len = NUM2LONG(vlen);
    if (len < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    rb_io_t *fptr = sock_ptr(self);
    if (rb_io_read_pending(fptr)) rb_raise(rb_eIOError, "%s for buffered IO", what);
    if (NIL_P(buf)) return rb_str_new(NULL, len);
    StringValue(buf);
    rb_str_modify(buf);
    if (RSTRING_LEN(buf) < len) rb_str_modify_expand(buf, len - RSTRING_LEN(buf));
    rb_str_set_len(buf, len);
    return buf;
}

/* Tries to receive once.  Returns -1 and sets errno if it fails. */
static ssize_t
recv_once(VALUE self, VALUE str, int flags, struct sock_addr *from)
{
    from->len = sizeof(from->at.storage);
    memset(&from->at.storage, 0, sizeof(from->at.storage));
    ssize_t n;
    do {
        n = recvfrom(sock_fd(self), RSTRING_PTR(str), (size_t)RSTRING_LEN(str), flags | MSG_DONTWAIT, &from->at.any,
                     &from->len);
        if (n < 0 && errno == EINTR) rb_thread_check_ints();
    } while (n < 0 && errno == EINTR);
    return n;
}

static VALUE
recv_finish(VALUE self, VALUE str, ssize_t n, const struct sock_addr *from, enum recv_result result)
{
    rb_str_set_len(str, n);
    if (n == 0 && stream_end_p(sock_fd(self))) return Qnil;
    return result == BYTES ? str : rb_assoc_new(str, recv_sender(self, from));
}

static VALUE
recv_unlock(VALUE str)
{
    return rb_str_unlocktmp(str);
}

struct recv_loop {
    VALUE self, str;
    int flags;
    ssize_t n;
    struct sock_addr from;
};

static VALUE
recv_loop(VALUE p)
{
    struct recv_loop *r = (struct recv_loop *)p;
    while ((r->n = recv_once(r->self, r->str, r->flags, &r->from)) < 0) {
        if (errno != EAGAIN) sock_fail("recvfrom(2)", errno);
        sock_wait(r->self, POLLIN);
    }
    return Qnil;
}

static VALUE
receive(VALUE self, int argc, VALUE *argv, enum recv_result result)
{
    VALUE len, flags, buf;
    rb_scan_args(argc, argv, "12", &len, &flags, &buf);
    struct recv_loop r = {.self = self, .flags = NIL_P(flags) ? 0 : NUM2INT(flags)};
    r.str = rb_str_locktmp(recv_buffer(self, len, buf, "recv"));
    rb_ensure(recv_loop, (VALUE)&r, recv_unlock, r.str);
    return recv_finish(self, r.str, r.n, &r.from, result);
}

static VALUE
receive_nonblock(VALUE self, VALUE len, VALUE flags, VALUE buf, VALUE ex, enum recv_result result)
{
    struct sock_addr from;
    int f = NIL_P(flags) ? 0 : NUM2INT(flags);
    VALUE str = recv_buffer(self, len, buf, "recvfrom");
    rb_io_set_nonblock(sock_ptr(self));
    ssize_t n = recv_once(self, str, f, &from);
    if (n >= 0) return recv_finish(self, str, n, &from, result);
    int err = errno;
    rb_str_set_len(str, 0);
    if (err != EAGAIN) sock_fail("recvfrom(2)", err);
    if (ex == Qfalse) return ID2SYM(rb_intern("wait_readable"));
    rb_readwrite_syserr_fail(RB_IO_WAIT_READABLE, err, "recvfrom(2) would block");
}

static VALUE
basic_m_recv(int argc, VALUE *argv, VALUE self)
{
    return receive(self, argc, argv, BYTES);
}

/* try_recv(len, flags, buf, exception) */
static VALUE
basic_m_recv_nonblock(VALUE self, VALUE len, VALUE flags, VALUE buf, VALUE ex)
{
    return receive_nonblock(self, len, flags, buf, ex, BYTES);
}

VALUE
sock_m_recvfrom(int argc, VALUE *argv, VALUE self)
{
    return receive(self, argc, argv, BYTES_AND_SENDER);
}

/* try_recvfrom(len, flags, buf, exception) */
VALUE
sock_m_recvfrom_nonblock(VALUE self, VALUE len, VALUE flags, VALUE buf, VALUE ex)
{
    return receive_nonblock(self, len, flags, buf, ex, BYTES_AND_SENDER);
}

/* try_read(len, buf, exception): leaves the descriptor's mode unchanged.  Returns false if IO has buffered bytes. */
static VALUE
basic_m_read_nonblock(VALUE self, VALUE len, VALUE buf, VALUE ex)
{
    struct sock_addr from;
    rb_io_t *fptr = sock_ptr(self);
    rb_io_check_byte_readable(fptr);
    if (rb_io_read_pending(fptr)) return Qfalse;
    VALUE str = recv_buffer(self, len, buf, "read");
    if (!RSTRING_LEN(str)) return str;
    ssize_t n = recv_once(self, str, 0, &from);
    int err = errno;
    rb_str_set_len(str, n > 0 ? n : 0);
    if (n > 0) return str;
    if (n == 0) {
        if (ex == Qfalse) return Qnil;
        rb_eof_error();
    }
    if (err != EAGAIN) rb_syserr_fail(err, NULL);
    if (ex == Qfalse) return ID2SYM(rb_intern("wait_readable"));
    rb_readwrite_syserr_fail(RB_IO_WAIT_READABLE, err, "read would block");
}

/* ---- send ---- */

ssize_t
sock_send(VALUE self, VALUE data, int flags, const struct sock_addr *to)
{
    for (;;) {
        ssize_t n = sendto(sock_fd(self), RSTRING_PTR(data), (size_t)RSTRING_LEN(data), flags | MSG_DONTWAIT | MSG_NOSIGNAL,
                           to ? &to->at.any : NULL, to ? to->len : 0);
        if (n >= 0) return n;
        if (errno == EAGAIN) sock_wait(self, POLLOUT);
        else if (errno == EINTR) rb_thread_check_ints();
        else return -1;
    }
}

/* try_write(data, exception) */
static VALUE
basic_m_write_nonblock(VALUE self, VALUE data, VALUE ex)
{
    data = rb_str_new_frozen(rb_obj_as_string(data));
    rb_io_check_writable(sock_ptr(self));
    rb_io_flush(self);
    ssize_t n = send(sock_fd(self), RSTRING_PTR(data), (size_t)RSTRING_LEN(data), MSG_DONTWAIT | MSG_NOSIGNAL);
    int err = errno;
    RB_GC_GUARD(data);
    if (n >= 0) return SSIZET2NUM(n);
    if (err != EAGAIN) rb_syserr_fail(err, NULL);
    if (ex == Qfalse) return ID2SYM(rb_intern("wait_writable"));
    rb_readwrite_syserr_fail(RB_IO_WAIT_WRITABLE, err, "write would block");
}

/* send(data, flags, dest = nil) */
static VALUE
basic_m_send(int argc, VALUE *argv, VALUE self)
{
    VALUE data, flags, dest;
    struct sock_addr to;
    rb_scan_args(argc, argv, "21", &data, &flags, &dest);
    StringValue(data);
    if (!NIL_P(dest)) sock_addr_arg(dest, &to);
    ssize_t n = sock_send(self, rb_str_new_frozen(data), NUM2INT(flags), NIL_P(dest) ? NULL : &to);
    if (n < 0) sock_fail(NIL_P(dest) ? "send(2)" : "sendto(2)", errno);
    return SSIZET2NUM(n);
}

/* ---- shut ---- */

static VALUE
basic_m_shutdown(int argc, VALUE *argv, VALUE self)
{
    VALUE vhow;
    rb_scan_args(argc, argv, "01", &vhow);
    int how = NIL_P(vhow) ? SHUT_RDWR : sock_shutdown_arg(vhow);
    if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR)
        rb_raise(rb_eArgError, "`how' should be either :SHUT_RD, :SHUT_WR, :SHUT_RDWR");
    if (shutdown(sock_fd(self), how) < 0) sock_fail("shutdown(2)", errno);
    return INT2FIX(0);
}

static VALUE
close_half(VALUE self, int how, int mode, int other)
{
    rb_io_t *fptr = sock_ptr(self);
    shutdown(fptr->fd, how);
    if (!(fptr->mode & other)) return rb_io_close(self);
    fptr->mode &= ~mode;
    return Qnil;
}

static VALUE
basic_m_close_read(VALUE self)
{
    return close_half(self, SHUT_RD, FMODE_READABLE, FMODE_WRITABLE);
}

static VALUE
basic_m_close_write(VALUE self)
{
    rb_io_t *fptr = sock_ptr(self);
    if (!(fptr->mode & FMODE_WRITABLE)) return Qnil;
    rb_io_flush(self);
    return close_half(self, SHUT_WR, FMODE_WRITABLE, FMODE_READABLE);
}

/* ---- options ---- */

static int
family_of_fd(int fd)
{
    struct sock_addr addr;
    return sock_local_addr(fd, &addr) ? addr.at.any.sa_family : AF_UNSPEC;
}

/* setsockopt(level, name, value), setsockopt(option) */
static VALUE
basic_m_setsockopt(int argc, VALUE *argv, VALUE self)
{
    VALUE level, name, value;
    if (argc == 1) {
        level = rb_funcall(argv[0], rb_intern("level"), 0);
        name = rb_funcall(argv[0], rb_intern("optname"), 0);
        value = rb_funcall(argv[0], rb_intern("data"), 0);
    } else rb_scan_args(argc, argv, "30", &level, &name, &value);
    int fd = sock_fd(self), family = family_of_fd(fd), l = sock_level_arg(family, level),
        n = sock_optname_arg(family, l, name), i;
    const void *at = &i;
    socklen_t size = sizeof(i);
    if (FIXNUM_P(value)) i = FIX2INT(value);
    else if (value == Qtrue || value == Qfalse) i = value == Qtrue;
    else {
        StringValue(value);
        at = RSTRING_PTR(value);
        size = (socklen_t)RSTRING_LEN(value);
    }
    if (setsockopt(sock_fd(self), l, n, at, size) < 0) sock_fail("setsockopt(2)", errno);
    RB_GC_GUARD(value);
    return INT2FIX(0);
}

static VALUE
basic_m_getsockopt(VALUE self, VALUE level, VALUE name)
{
    int family = family_of_fd(sock_fd(self)), l = sock_level_arg(family, level), n = sock_optname_arg(family, l, name);
    int fd = sock_fd(self); /* the arguments may have closed it */
    char data[512];
    socklen_t size = sizeof(data);
    if (getsockopt(fd, l, n, data, &size) < 0) sock_fail("getsockopt(2)", errno);
    VALUE option = rb_const_get(sock_cSocket, rb_intern("Option"));
    return rb_funcall(option, rb_intern("new"), 4, INT2NUM(family), INT2NUM(l), INT2NUM(n), rb_str_new(data, size));
}

/* ---- addresses ---- */

static void
local_addr(VALUE self, struct sock_addr *addr)
{
    if (!sock_local_addr(sock_fd(self), addr)) sock_fail("getsockname(2)", errno);
}

static void
peer_addr(VALUE self, struct sock_addr *addr)
{
    if (!sock_peer_addr(sock_fd(self), addr)) sock_fail("getpeername(2)", errno);
}

static VALUE
basic_m_getsockname(VALUE self)
{
    struct sock_addr addr;
    local_addr(self, &addr);
    return sock_addr_str(&addr);
}

static VALUE
basic_m_getpeername(VALUE self)
{
    struct sock_addr addr;
    peer_addr(self, &addr);
    return sock_addr_str(&addr);
}

static VALUE
basic_m_local_address(VALUE self)
{
    struct sock_addr addr;
    local_addr(self, &addr);
    return sock_addrinfo_of_fd(sock_fd(self), &addr);
}

static VALUE
basic_m_remote_address(VALUE self)
{
    struct sock_addr addr;
    peer_addr(self, &addr);
    return sock_addrinfo_of_fd(sock_fd(self), &addr);
}

static VALUE
basic_m_getpeereid(VALUE self)
{
    struct ucred who;
    socklen_t n = sizeof(who);
    if (getsockopt(sock_fd(self), SOL_SOCKET, SO_PEERCRED, &who, &n) < 0) sock_fail("getsockopt(SO_PEERCRED)", errno);
    return rb_assoc_new(UINT2NUM(who.uid), UINT2NUM(who.gid));
}

static VALUE
basic_m_do_not_reverse_lookup(VALUE self)
{
    return sock_bool(sock_ptr(self)->mode & SOCK_NO_REVERSE_LOOKUP);
}

static VALUE
basic_m_set_do_not_reverse_lookup(VALUE self, VALUE v)
{
    rb_io_t *fptr = sock_ptr(self);
    if (RTEST(v)) fptr->mode |= SOCK_NO_REVERSE_LOOKUP;
    else fptr->mode &= ~SOCK_NO_REVERSE_LOOKUP;
    return v;
}

static VALUE
basic_s_do_not_reverse_lookup(VALUE klass)
{
    return sock_bool(do_not_reverse_lookup);
}

static VALUE
basic_s_set_do_not_reverse_lookup(VALUE klass, VALUE v)
{
    do_not_reverse_lookup = RTEST(v);
    return v;
}

static VALUE
basic_s_for_fd(VALUE klass, VALUE vfd)
{
    int fd = NUM2INT(vfd);
    struct stat st;
    if (fstat(fd, &st) < 0) sock_fail("fstat(2)", errno);
    if (!S_ISSOCK(st.st_mode)) sock_fail("not a socket file descriptor", EBADF);
    VALUE self = sock_new(klass, fd);
    rb_fd_fix_cloexec(fd);
    return self;
}

void
sock_init_basicsocket(void)
{
    VALUE c = sock_cBasicSocket;
    rb_undef_method(c, "initialize");
    rb_define_singleton_method(c, "for_fd", basic_s_for_fd, 1);
    rb_define_singleton_method(c, "do_not_reverse_lookup", basic_s_do_not_reverse_lookup, 0);
    rb_define_singleton_method(c, "do_not_reverse_lookup=", basic_s_set_do_not_reverse_lookup, 1);
    rb_define_method(c, "do_not_reverse_lookup", basic_m_do_not_reverse_lookup, 0);
    rb_define_method(c, "do_not_reverse_lookup=", basic_m_set_do_not_reverse_lookup, 1);
    rb_define_method(c, "recv", basic_m_recv, -1);
    rb_define_private_method(c, "try_recv", basic_m_recv_nonblock, 4);
    rb_define_private_method(c, "try_read", basic_m_read_nonblock, 3);
    rb_define_private_method(c, "try_write", basic_m_write_nonblock, 2);
    rb_define_method(c, "send", basic_m_send, -1);
    rb_define_method(c, "shutdown", basic_m_shutdown, -1);
    rb_define_method(c, "close_read", basic_m_close_read, 0);
    rb_define_method(c, "close_write", basic_m_close_write, 0);
    rb_define_method(c, "setsockopt", basic_m_setsockopt, -1);
    rb_define_method(c, "getsockopt", basic_m_getsockopt, 2);
    rb_define_method(c, "getsockname", basic_m_getsockname, 0);
    rb_define_method(c, "getpeername", basic_m_getpeername, 0);
    rb_define_method(c, "getpeereid", basic_m_getpeereid, 0);
    rb_define_method(c, "local_address", basic_m_local_address, 0);
    rb_define_method(c, "remote_address", basic_m_remote_address, 0);
}
