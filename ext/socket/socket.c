/*
 * socket.c - Socket: the system's calls, with addresses as Addrinfo or as bytes; the library's beginning.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <string.h>
#include <unistd.h>

VALUE sock_cBasicSocket, sock_cSocket, sock_cIPSocket, sock_cTCPSocket, sock_cTCPServer, sock_cUDPSocket;
VALUE sock_cUNIXSocket, sock_cUNIXServer, sock_cAddrinfo, sock_eSocketError, sock_eResolutionError;

static VALUE
socket_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE vfamily, vtype, vprotocol;
    rb_scan_args(argc, argv, "21", &vfamily, &vtype, &vprotocol);
    int family = sock_family_arg(vfamily), type = sock_socktype_arg(vtype),
        protocol = NIL_P(vprotocol) ? 0 : NUM2INT(vprotocol);
    int fd = sock_socket(family, type, protocol);
    if (fd < 0) sock_fail("socket(2)", errno);
    return sock_init(self, fd);
}

/* Two of klass, connected: [a, b], or given to the block and closed behind it. */
static VALUE
close_pair(VALUE pair)
{
    for (long i = 0; i < 2; i++) {
        VALUE s = rb_ary_entry(pair, i);
        if (!RTEST(rb_funcall(s, rb_intern("closed?"), 0))) rb_io_close(s);
    }
    return Qnil;
}

VALUE
sock_pair(VALUE klass, int family, int type, int protocol)
{
    int fds[2];
    VALUE a = rb_obj_alloc(klass), b = rb_obj_alloc(klass);
    if (socketpair(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol, fds) < 0) sock_fail("socketpair(2)", errno);
    VALUE pair = rb_assoc_new(sock_init(a, fds[0]), sock_init(b, fds[1]));
    return rb_block_given_p() ? rb_ensure(rb_yield, pair, close_pair, pair) : pair;
}

static VALUE
socket_s_pair(int argc, VALUE *argv, VALUE klass)
{
    VALUE vfamily, vtype, vprotocol;
    rb_scan_args(argc, argv, "21", &vfamily, &vtype, &vprotocol);
    return sock_pair(klass, sock_family_arg(vfamily), sock_socktype_arg(vtype), NIL_P(vprotocol) ? 0 : NUM2INT(vprotocol));
}

static VALUE
socket_m_connect(VALUE self, VALUE to)
{
    struct sock_addr addr;
    sock_addr_arg(to, &addr);
    bool late;
    int err = sock_connect(self, &addr, Qnil, &late);
    if (late) rb_raise(rb_eIOTimeoutError, "user specified timeout for %" PRIsVALUE, sock_addr_inspect(&addr));
    if (err) sock_fail_addr("connect(2)", err, &addr);
    return INT2FIX(0);
}

/* try_connect(addr, exception) */
static VALUE
socket_m_connect_nonblock(VALUE self, VALUE to, VALUE ex)
{
    struct sock_addr addr;
    sock_addr_arg(to, &addr);
    rb_io_t *fptr = sock_ptr(self);
    rb_io_set_nonblock(fptr);
    if (connect(fptr->fd, &addr.at.any, addr.len) == 0) return INT2FIX(0);
    int err = errno;
    if (err == EINPROGRESS) {
        if (ex == Qfalse) return ID2SYM(rb_intern("wait_writable"));
        rb_readwrite_syserr_fail(RB_IO_WAIT_WRITABLE, err, "connect(2) would block");
    }
    if (err == EISCONN && ex == Qfalse) return INT2FIX(0);
    sock_fail_addr("connect(2)", err, &addr);
}

static VALUE
socket_m_bind(VALUE self, VALUE to)
{
    struct sock_addr addr;
    sock_addr_arg(to, &addr);
    if (bind(sock_fd(self), &addr.at.any, addr.len) < 0) sock_fail_addr("bind(2)", errno, &addr);
    return INT2FIX(0);
}

static VALUE
socket_m_accept(VALUE self)
{
    struct sock_addr peer;
    VALUE made = rb_obj_alloc(sock_cSocket);
    int fd = sock_accept(self, &peer, false);
    sock_init(made, fd);
    return rb_assoc_new(made, sock_addrinfo_of_fd(fd, &peer));
}

static VALUE
socket_m_sysaccept(VALUE self)
{
    struct sock_addr peer;
    int fd = sock_accept(self, &peer, false);
    return rb_assoc_new(INT2NUM(fd), sock_addrinfo_of_fd(fd, &peer));
}

/* try_accept(exception) */
static VALUE
socket_m_accept_nonblock(VALUE self, VALUE ex)
{
    struct sock_addr peer;
    VALUE made = rb_obj_alloc(sock_cSocket);
    int fd = sock_accept(self, &peer, true);
    if (fd < 0) {
        if (ex == Qfalse) return ID2SYM(rb_intern("wait_readable"));
        rb_readwrite_syserr_fail(RB_IO_WAIT_READABLE, errno, "accept(2) would block");
    }
    sock_init(made, fd);
    return rb_assoc_new(made, sock_addrinfo_of_fd(fd, &peer));
}

/* ---- addresses as bytes ---- */

static VALUE
socket_s_pack_sockaddr_in(VALUE klass, VALUE port, VALUE host)
{
    struct sock_addr addr;
    sock_resolve_one(host, port, PF_UNSPEC, 0, 0, &addr);
    return sock_addr_str(&addr);
}

static VALUE
socket_s_unpack_sockaddr_in(VALUE klass, VALUE v)
{
    struct sock_addr addr;
    sock_addr_arg(v, &addr);
    if (addr.len < offsetof(struct sockaddr, sa_data)) rb_raise(rb_eArgError, "too short sockaddr");
    int family = addr.at.any.sa_family;
    if (!sock_ip_family_p(family)) rb_raise(rb_eArgError, "not an AF_INET/AF_INET6 sockaddr");
    VALUE host = sock_numeric_host(&addr);
    return rb_assoc_new(INT2NUM(ntohs(family == AF_INET ? addr.at.in.sin_port : addr.at.in6.sin6_port)), host);
}

static VALUE
socket_s_pack_sockaddr_un(VALUE klass, VALUE path)
{
    struct sock_addr addr;
    sock_unix_addr(path, &addr, true);
    return sock_addr_str(&addr);
}

static VALUE
socket_s_unpack_sockaddr_un(VALUE klass, VALUE v)
{
    struct sock_addr addr;
    sock_addr_arg(v, &addr);
    if (addr.len < offsetof(struct sockaddr, sa_data)) rb_raise(rb_eArgError, "too short sockaddr");
    if (addr.at.any.sa_family != AF_UNIX) rb_raise(rb_eArgError, "not an AF_UNIX sockaddr");
    return sock_unix_path(&addr);
}

static VALUE
socket_s_gethostname(VALUE klass)
{
    char name[256];
    if (gethostname(name, sizeof(name)) < 0) sock_fail("gethostname(3)", errno);
    name[sizeof(name) - 1] = '\0';
    return rb_str_new_cstr(name);
}

/* If true, Socket.tcp tries addresses of both families at the same time by default. */
static VALUE fast_fallback = Qtrue;

static VALUE
socket_s_tcp_fast_fallback(VALUE klass)
{
    return fast_fallback;
}

static VALUE
socket_s_set_tcp_fast_fallback(VALUE klass, VALUE v)
{
    return fast_fallback = v;
}

static VALUE
resolution_error_m_error_code(VALUE self)
{
    return rb_attr_get(self, rb_intern("error_code"));
}

static void
init_socket(void)
{
    VALUE c = sock_cSocket;
    rb_define_method(c, "initialize", socket_m_initialize, -1);
    rb_define_method(c, "connect", socket_m_connect, 1);
    rb_define_private_method(c, "try_connect", socket_m_connect_nonblock, 2);
    rb_define_method(c, "bind", socket_m_bind, 1);
    rb_define_method(c, "listen", sock_listen, 1);
    rb_define_method(c, "accept", socket_m_accept, 0);
    rb_define_private_method(c, "try_accept", socket_m_accept_nonblock, 1);
    rb_define_method(c, "sysaccept", socket_m_sysaccept, 0);
    rb_define_method(c, "recvfrom", sock_m_recvfrom, -1);
    rb_define_private_method(c, "try_recvfrom", sock_m_recvfrom_nonblock, 4);
    rb_define_singleton_method(c, "socketpair", socket_s_pair, -1);
    rb_define_singleton_method(c, "pair", socket_s_pair, -1);
    rb_define_singleton_method(c, "gethostname", socket_s_gethostname, 0);
    rb_define_singleton_method(c, "sockaddr_in", socket_s_pack_sockaddr_in, 2);
    rb_define_singleton_method(c, "pack_sockaddr_in", socket_s_pack_sockaddr_in, 2);
    rb_define_singleton_method(c, "unpack_sockaddr_in", socket_s_unpack_sockaddr_in, 1);
    rb_define_singleton_method(c, "sockaddr_un", socket_s_pack_sockaddr_un, 1);
    rb_define_singleton_method(c, "pack_sockaddr_un", socket_s_pack_sockaddr_un, 1);
    rb_define_singleton_method(c, "unpack_sockaddr_un", socket_s_unpack_sockaddr_un, 1);
    rb_define_singleton_method(c, "tcp_fast_fallback", socket_s_tcp_fast_fallback, 0);
    rb_define_singleton_method(c, "tcp_fast_fallback=", socket_s_set_tcp_fast_fallback, 1);
    rb_gc_register_address(&fast_fallback);
}

RUBY_FUNC_EXPORTED void
Init_socket(void)
{
    sock_eSocketError = rb_define_class("SocketError", rb_eStandardError);
    sock_cBasicSocket = rb_define_class("BasicSocket", rb_cIO);
    sock_cSocket = rb_define_class("Socket", sock_cBasicSocket);
    sock_eResolutionError = rb_define_class_under(sock_cSocket, "ResolutionError", sock_eSocketError);
    rb_define_method(sock_eResolutionError, "error_code", resolution_error_m_error_code, 0);
    sock_init_constants();
    sock_init_addrinfo();
    sock_init_basicsocket();
    sock_init_message();
    init_socket();
    sock_init_names();
    sock_init_ipsocket();
    sock_init_unixsocket();
    sock_init_ifaddr();
}
