/*
 * unixsocket.c - UNIXSocket and UNIXServer, and descriptors sent through them.
 *
 * The path of a stream is its own address: that of a server, or of an accepted connection.  It is read from the system once.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

VALUE
sock_unix_array(const struct sock_addr *addr)
{
    return rb_assoc_new(rb_usascii_str_new_cstr("AF_UNIX"), sock_unix_path(addr));
}

/* The address of a path of the file system, or of an abstract name. */
static void
path_addr(VALUE path, struct sock_addr *addr)
{
    StringValue(path);
    if (RSTRING_LEN(path) > SOCK_UNIX_PATH_BYTES)
        rb_raise(rb_eArgError, "too long unix socket path (%ldbytes given but %dbytes max)", RSTRING_LEN(path),
                 SOCK_UNIX_PATH_BYTES);
    sock_unix_addr(path, addr, true);
}

static VALUE
path_arg(VALUE path)
{
    VALUE text = rb_check_string_type(path);
    /* an abstract name starts with NUL; a path has none */
    return !NIL_P(text) && RSTRING_LEN(text) && !RSTRING_PTR(text)[0] ? text : rb_get_path(path);
}

static VALUE
unix_m_initialize(VALUE self, VALUE path)
{
    struct sock_addr addr;
    path = path_arg(path);
    path_addr(path, &addr);
    int fd = sock_socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) sock_fail_path("socket(2)", errno, path);
    sock_init(self, fd);
    int err = sock_connect(self, &addr, Qnil, NULL);
    if (err) {
        rb_io_close(self);
        sock_fail_path("connect(2)", err, path);
    }
    return self;
}

static VALUE
server_m_initialize(VALUE self, VALUE path)
{
    struct sock_addr addr;
    path = path_arg(path);
    path_addr(path, &addr);
    int fd = sock_socket(AF_UNIX, SOCK_STREAM, 0), err;
    if (fd < 0) sock_fail_path("socket(2)", errno, path);
    if (bind(fd, &addr.at.any, addr.len) < 0 || listen(fd, SOMAXCONN) < 0) {
        err = errno;
        close(fd);
        sock_fail_path("connect(2)", err, path);
    }
    sock_init(self, fd);
    RB_OBJ_WRITE(self, &sock_ptr(self)->pathv, rb_str_new_frozen(path));
    return self;
}

static VALUE
unix_m_path(VALUE self)
{
    rb_io_t *fptr = sock_ptr(self);
    struct sock_addr addr;
    if (RTEST(fptr->pathv)) return rb_str_dup(fptr->pathv);
    if (!sock_local_addr(fptr->fd, &addr)) sock_fail("getsockname(2)", errno);
    VALUE path = rb_obj_freeze(sock_unix_path(&addr));
    RB_OBJ_WRITE(self, &sock_ptr(self)->pathv, path);
    return rb_str_dup(path);
}

NORETURN(static void fail_with_own_path(VALUE self, const char *call));
static void
fail_with_own_path(VALUE self, const char *call)
{
    int err = errno;
    VALUE path = sock_ptr(self)->pathv;
    if (RTEST(path)) sock_fail_path(call, err, path);
    sock_fail(call, err);
}

static VALUE
unix_m_addr(VALUE self)
{
    struct sock_addr addr;
    if (!sock_local_addr(sock_fd(self), &addr)) fail_with_own_path(self, "getsockname(2)");
    return sock_unix_array(&addr);
}

static VALUE
unix_m_peeraddr(VALUE self)
{
    struct sock_addr addr;
    if (!sock_peer_addr(sock_fd(self), &addr)) fail_with_own_path(self, "getpeername(2)");
    return sock_unix_array(&addr);
}

static VALUE
unix_s_pair(int argc, VALUE *argv, VALUE klass)
{
    VALUE type, protocol;
    rb_scan_args(argc, argv, "02", &type, &protocol);
    return sock_pair(klass, AF_UNIX, NIL_P(type) ? SOCK_STREAM : sock_socktype_arg(type),
                     NIL_P(protocol) ? 0 : NUM2INT(protocol));
}

/* ---- descriptors ---- */

union rights {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
};

/* One byte goes along: a stream carries rights only with data. */
static VALUE
unix_m_send_io(VALUE self, VALUE io)
{
    int fd;
    if (rb_obj_is_kind_of(io, rb_cIO)) fd = rb_io_descriptor(io);
    else if (FIXNUM_P(io)) fd = FIX2INT(io);
    else rb_raise(rb_eTypeError, "neither IO nor file descriptor");
    char byte = '\0';
    struct iovec vec = {&byte, 1};
    union rights rights;
    memset(&rights, 0, sizeof(rights));
    struct msghdr msg = {.msg_iov = &vec, .msg_iovlen = 1, .msg_control = &rights, .msg_controllen = CMSG_LEN(sizeof(int))};
    rights.head.cmsg_len = CMSG_LEN(sizeof(int));
    rights.head.cmsg_level = SOL_SOCKET;
    rights.head.cmsg_type = SCM_RIGHTS;
    memcpy(CMSG_DATA(&rights.head), &fd, sizeof(fd));
    while (sendmsg(sock_fd(self), &msg, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
        if (errno == EAGAIN) sock_wait(self, POLLOUT);
        else if (errno == EINTR) rb_thread_check_ints();
        else fail_with_own_path(self, "sendmsg(2)");
    }
    return Qnil;
}

/* The descriptor of one message. raises. */
static int
receive_fd(VALUE self)
{
    char byte;
    struct iovec vec = {&byte, 1};
    union rights rights;
    struct msghdr msg;
    for (;;) {
        msg = (struct msghdr){.msg_iov = &vec, .msg_iovlen = 1, .msg_control = &rights, .msg_controllen = sizeof(rights)};
        if (recvmsg(sock_fd(self), &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) >= 0) break;
        if (errno == EAGAIN) sock_wait(self, POLLIN);
        else if (errno == EINTR) rb_thread_check_ints();
        else fail_with_own_path(self, "recvmsg(2)");
    }
    if (msg.msg_controllen < sizeof(struct cmsghdr))
        rb_raise(sock_eSocketError,
                 "file descriptor was not passed (msg_controllen=%d smaller than sizeof(struct cmsghdr)=%d)",
                 (int)msg.msg_controllen, (int)sizeof(struct cmsghdr));
    if (rights.head.cmsg_level != SOL_SOCKET || rights.head.cmsg_type != SCM_RIGHTS)
        rb_raise(sock_eSocketError, "file descriptor was not passed (cmsg_level=%d cmsg_type=%d, %d and %d expected)",
                 rights.head.cmsg_level, rights.head.cmsg_type, SOL_SOCKET, SCM_RIGHTS);
    if (rights.head.cmsg_len != CMSG_LEN(sizeof(int)))
        rb_raise(sock_eSocketError, "file descriptor was not passed (cmsg_len=%d, %d expected)", (int)rights.head.cmsg_len,
                 (int)CMSG_LEN(sizeof(int)));
    int fd;
    memcpy(&fd, CMSG_DATA(&rights.head), sizeof(fd));
    return fd;
}

/* recv_io(klass = IO, mode = nil); nil for klass: the number */
static VALUE
unix_m_recv_io(int argc, VALUE *argv, VALUE self)
{
    VALUE klass = rb_cIO, mode = Qnil;
    rb_check_arity(argc, 0, 2);
    if (argc > 0) klass = argv[0];
    if (argc > 1) mode = argv[1];
    int fd = receive_fd(self);
    if (NIL_P(klass)) return INT2FIX(fd);
    VALUE args[2] = {INT2FIX(fd), mode};
    return rb_funcallv(klass, rb_intern("for_fd"), NIL_P(mode) ? 1 : 2, args);
}

/* ---- server ---- */

static VALUE
server_m_accept(VALUE self)
{
    struct sock_addr peer;
    VALUE made = rb_obj_alloc(sock_cUNIXSocket);
    return sock_init(made, sock_accept(self, &peer, false));
}

static VALUE
server_m_accept_nonblock(VALUE self, VALUE ex)
{
    return sock_accept_nonblock(self, sock_cUNIXSocket, ex);
}

static VALUE
server_m_sysaccept(VALUE self)
{
    struct sock_addr peer;
    return INT2NUM(sock_accept(self, &peer, false));
}

void
sock_init_unixsocket(void)
{
    VALUE c = sock_cUNIXSocket = rb_define_class("UNIXSocket", sock_cBasicSocket);
    rb_define_method(c, "initialize", unix_m_initialize, 1);
    rb_define_method(c, "path", unix_m_path, 0);
    rb_define_method(c, "addr", unix_m_addr, 0);
    rb_define_method(c, "peeraddr", unix_m_peeraddr, 0);
    rb_define_method(c, "recvfrom", sock_m_recvfrom, -1);
    rb_define_method(c, "send_io", unix_m_send_io, 1);
    rb_define_method(c, "recv_io", unix_m_recv_io, -1);
    rb_define_singleton_method(c, "socketpair", unix_s_pair, -1);
    rb_define_singleton_method(c, "pair", unix_s_pair, -1);
    VALUE server = sock_cUNIXServer = rb_define_class("UNIXServer", c);
    rb_define_method(server, "initialize", server_m_initialize, 1);
    rb_define_method(server, "listen", sock_listen, 1);
    rb_define_method(server, "accept", server_m_accept, 0);
    rb_define_private_method(server, "try_accept", server_m_accept_nonblock, 1);
    rb_define_method(server, "sysaccept", server_m_sysaccept, 0);
}
