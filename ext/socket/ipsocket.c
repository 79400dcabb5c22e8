/*
 * ipsocket.c - IPSocket, TCPSocket, TCPServer and UDPSocket.
 *
 * A TCPSocket to a name races for its addresses (lib/socket/race.rb); else it tries those the resolver gives in their order.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

VALUE
sock_ip_array(const struct sock_addr *addr, bool numeric)
{
    VALUE family = sock_afamily_str(addr->at.any.sa_family), number, name, service;
    sock_name_of(addr, NI_NUMERICHOST | NI_NUMERICSERV, &number, &service);
    name = number;
    if (!numeric) sock_name_of(addr, 0, &name, NULL);
    return rb_ary_new_from_args(4, family, rb_str_to_inum(service, 10, 0), name, number);
}

static bool
numeric_wanted(VALUE self, int argc, VALUE *argv)
{
    VALUE reverse;
    rb_scan_args(argc, argv, "01", &reverse);
    return sock_numeric_arg(reverse, sock_ptr(self)->mode & SOCK_NO_REVERSE_LOOKUP);
}

static VALUE
ip_m_addr(int argc, VALUE *argv, VALUE self)
{
    struct sock_addr addr;
    bool numeric = numeric_wanted(self, argc, argv);
    if (!sock_local_addr(sock_fd(self), &addr)) sock_fail("getsockname(2)", errno);
    return sock_ip_array(&addr, numeric);
}

static VALUE
ip_m_peeraddr(int argc, VALUE *argv, VALUE self)
{
    struct sock_addr addr;
    bool numeric = numeric_wanted(self, argc, argv);
    if (!sock_peer_addr(sock_fd(self), &addr)) sock_fail("getpeername(2)", errno);
    return sock_ip_array(&addr, numeric);
}

/* "#<TCPSocket:fd 5, AF_INET, 127.0.0.1, 80>" */
static VALUE
ip_m_inspect(VALUE self)
{
    VALUE text = rb_call_super(0, NULL);
    rb_io_t *fptr = RFILE(self)->fptr;
    struct sock_addr addr;
    if (!fptr || fptr->fd < 0 || !sock_local_addr(fptr->fd, &addr)) return text;
    VALUE host, service;
    sock_name_of(&addr, NI_NUMERICHOST | NI_NUMERICSERV, &host, &service);
    text = rb_str_substr(text, 0, RSTRING_LEN(text) - 1);
    return rb_str_catf(text, ", %" PRIsVALUE ", %" PRIsVALUE ", %" PRIsVALUE ">", sock_afamily_str(addr.at.any.sa_family),
                       host, service);
}

static VALUE
ip_s_getaddress(VALUE klass, VALUE host)
{
    struct sock_addr addr;
    sock_resolve_one(host, Qnil, PF_UNSPEC, SOCK_STREAM, 0, &addr);
    return sock_numeric_host(&addr);
}

/* ---- TCP: open ---- */

struct tcp_open {
    VALUE self, host, port, local_host, local_port;
    VALUE connect_timeout, resolv_timeout;
    VALUE fast_fallback; /* Qundef: use Socket.tcp_fast_fallback */
    VALUE test;          /* how a slow resolver is played, nil */
    double deadline;     /* of open_timeout; negative: none */
    const char *call;    /* that failed */
    int err;
    bool expired;
};

static double
now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the seconds left until t's deadline, or `otherwise` if there is none. */
static VALUE
time_left(const struct tcp_open *t, VALUE otherwise)
{
    if (t->deadline < 0) return otherwise;
    double left = t->deadline - now();
    return rb_float_new(left > 0 ? left : 0);
}

static void
tcp_options(struct tcp_open *t, VALUE opts)
{
    static ID names[5];
    VALUE v[5];
    if (!names[0]) {
        names[0] = rb_intern("resolv_timeout"), names[1] = rb_intern("connect_timeout");
        names[2] = rb_intern("open_timeout"), names[3] = rb_intern("fast_fallback");
        names[4] = rb_intern("test_mode_settings");
    }
    t->connect_timeout = t->resolv_timeout = t->test = Qnil;
    t->fast_fallback = Qundef;
    t->deadline = -1;
    if (NIL_P(opts)) return;
    rb_get_kwargs(opts, names, 0, 5, v);
    t->fast_fallback = v[3];
    if (v[4] != Qundef) t->test = v[4];
    if (v[0] != Qundef) t->resolv_timeout = v[0];
    if (v[1] != Qundef) t->connect_timeout = v[1];
    if (v[2] == Qundef || NIL_P(v[2])) return;
    if (!NIL_P(t->connect_timeout) || !NIL_P(t->resolv_timeout))
        rb_raise(rb_eArgError, "Cannot specify open_timeout along with connect_timeout or resolv_timeout");
    struct timeval limit = rb_time_interval(v[2]);
    t->deadline = now() + (double)limit.tv_sec + 1e-6 * (double)limit.tv_usec;
}

/* Binds to the local address of that family, or to the first.  Returns -1 and sets t->err if that fails. */
static int
tcp_bind_local(struct tcp_open *t, int fd, int family, struct sock_found *local, long n)
{
    int on = 1;
    long i = 0;
    if (n == 0) return 0;
    while (i < n && local[i].family != family) i++;
    const struct sock_addr *addr = local[i < n ? i : 0].addr;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (bind(fd, &addr->at.any, addr->len) == 0) return 0;
    t->err = errno;
    t->call = "bind(2)";
    return -1;
}

/* Tries one address.  Returns whether self is connected.  Closes a socket that was opened and failed. */
static bool
tcp_try(struct tcp_open *t, struct sock_found *f, struct sock_found *local, long locals)
{
    int fd = sock_socket(f->family, f->socktype, f->protocol);
    if (fd < 0) {
        t->call = "socket(2)";
        t->err = errno;
        return false;
    }
    if (tcp_bind_local(t, fd, f->family, local, locals) < 0) {
        close(fd);
        return false;
    }
    VALUE trial = sock_new(sock_cBasicSocket, fd);
    t->call = "connect(2)";
    t->err = sock_connect(trial, f->addr, time_left(t, t->connect_timeout), &t->expired);
    if (t->err) {
        rb_io_close(trial);
        return false;
    }
    RFILE(trial)->fptr->fd = -1; /* the descriptor moves to self */
    sock_init(t->self, fd);
    return true;
}

static void
tcp_open(struct tcp_open *t)
{
    struct sock_query q = {.host = t->host,
                           .port = t->port,
                           .socktype = SOCK_STREAM,
                           .timeout = time_left(t, t->resolv_timeout),
                           .name_func = "getaddrinfo(3)"};
    struct sock_query lq = {.host = t->local_host, .port = t->local_port, .socktype = SOCK_STREAM, .timeout = Qnil};
    struct sock_found *f, *local = NULL;
    long n, locals = 0;
    VALUE memory = sock_resolve(&q, &f, &n), local_memory = Qnil;
    if (!NIL_P(t->local_host) || !NIL_P(t->local_port)) local_memory = sock_resolve(&lq, &local, &locals);
    bool connected = false;
    long tried = 0;
    while (!connected && tried < n && !(t->expired && t->deadline >= 0)) connected = tcp_try(t, &f[tried++], local, locals);
    VALUE shown = t->expired ? sock_addr_inspect(f[tried - 1].addr) : Qnil;
    RB_GC_GUARD(memory); /* here, because the end is never reached, and a guard there would have no effect */
    RB_GC_GUARD(local_memory);
    if (connected) return;
    if (t->expired) rb_raise(rb_eIOTimeoutError, "user specified timeout for %" PRIsVALUE, shown);
    bool bound = t->call[0] == 'b';
    sock_fail_host(t->call, t->err, bound ? t->local_host : t->host, bound ? t->local_port : t->port);
}

/* Connects to the first address that answers, and resolves both families at the same time (lib/socket/race.rb).  Returns false if
 * fast fallback is off or the host is not a name. */
static bool
tcp_race(struct tcp_open *t)
{
    VALUE fast = t->fast_fallback;
    if (fast == Qundef) fast = rb_funcall(sock_cSocket, rb_intern("tcp_fast_fallback"), 0);
    if (!RTEST(fast)) return false;
    VALUE race = rb_const_get(sock_cSocket, rb_intern("Race"));
    if (!RTEST(rb_funcall(race, rb_intern("for?"), 1, t->host))) return false;
    VALUE won = rb_funcall(race, rb_intern("for_tcpsocket"), 8, t->host, t->port, t->local_host, t->local_port,
                           t->resolv_timeout, t->connect_timeout, time_left(t, Qnil), t->test);
    if (RB_TYPE_P(won, T_ARRAY)) {
        VALUE call = rb_ary_entry(won, 1);
        bool bound = !NIL_P(call) && strcmp(StringValueCStr(call), "bind") == 0;
        sock_fail_host(bound ? "bind(2)" : "connect(2)", NUM2INT(rb_ary_entry(won, 0)), bound ? t->local_host : t->host,
                       bound ? t->local_port : t->port);
    }
    int fd = RFILE(won)->fptr->fd;
    RFILE(won)->fptr->fd = -1; /* the descriptor moves to self */
    sock_init(t->self, fd);
    return true;
}

/* TCPSocket.new(host, port, local_host = nil, local_port = nil, resolv_timeout:, connect_timeout:, open_timeout:,
 * fast_fallback:) */
static VALUE
tcp_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE opts;
    struct tcp_open t = {.self = self};
    rb_scan_args(argc, argv, "22:", &t.host, &t.port, &t.local_host, &t.local_port, &opts);
    tcp_options(&t, opts);
    if (!tcp_race(&t)) tcp_open(&t);
    return Qnil;
}

/* ---- TCP: serve ---- */

static bool
server_try(VALUE self, struct sock_found *f, const char **call, int *err)
{
    int on = 1, fd = sock_socket(f->family, f->socktype, f->protocol);
    *call = "socket(2)";
    if (fd >= 0) {
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
        *call = "bind(2)";
        if (bind(fd, &f->addr->at.any, f->addr->len) == 0) {
            *call = "listen(2)";
            if (listen(fd, SOMAXCONN) == 0) {
                sock_init(self, fd);
                return true;
            }
        }
    }
    *err = errno;
    if (fd >= 0) close(fd);
    return false;
}

/* TCPServer.new(host = nil, port) */
static VALUE
server_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE host, port;
    rb_scan_args(argc, argv, "011", &host, &port);
    struct sock_query q = {.host = host, .port = port, .socktype = SOCK_STREAM, .flags = AI_PASSIVE, .timeout = Qnil};
    struct sock_found *f;
    long n;
    const char *call = "bind(2)";
    int err = 0;
    VALUE memory = sock_resolve(&q, &f, &n);
    for (long i = 0; i < n; i++) {
        if (server_try(self, &f[i], &call, &err)) return Qnil;
    }
    RB_GC_GUARD(memory);
    sock_fail_host(call, err, host, port);
}

static VALUE
server_m_accept(VALUE self)
{
    struct sock_addr peer;
    VALUE made = rb_obj_alloc(sock_cTCPSocket);
    return sock_init(made, sock_accept(self, &peer, false));
}

static VALUE
server_m_accept_nonblock(VALUE self, VALUE ex)
{
    return sock_accept_nonblock(self, sock_cTCPSocket, ex);
}

static VALUE
server_m_sysaccept(VALUE self)
{
    struct sock_addr peer;
    return INT2NUM(sock_accept(self, &peer, false));
}

/* ---- UDP ---- */

static VALUE
udp_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE vfamily;
    rb_scan_args(argc, argv, "01", &vfamily);
    int family = NIL_P(vfamily) ? AF_INET : sock_family_arg(vfamily), fd = sock_socket(family, SOCK_DGRAM, 0);
    if (fd < 0) sock_fail("socket(2) - udp", errno);
    return sock_init(self, fd);
}

static int
own_family(VALUE self)
{
    struct sock_addr addr;
    return sock_local_addr(sock_fd(self), &addr) ? addr.at.any.sa_family : AF_UNSPEC;
}

/* Every address of host and port until one serves. */
static VALUE
udp_each(VALUE self, VALUE host, VALUE port, int flags, int (*call)(int, const struct sockaddr *, socklen_t),
         const char *name)
{
    struct sock_query q = {
        .host = host, .port = port, .family = own_family(self), .socktype = SOCK_DGRAM, .flags = flags, .timeout = Qnil};
    struct sock_found *f;
    long n;
    int err = 0;
    VALUE memory = sock_resolve(&q, &f, &n);
    for (long i = 0; i < n; i++) {
        if (call(sock_fd(self), &f[i].addr->at.any, f[i].addr->len) == 0) return INT2FIX(0);
        err = errno;
    }
    RB_GC_GUARD(memory);
    sock_fail_host(name, err, host, port);
}

static VALUE
udp_m_connect(VALUE self, VALUE host, VALUE port)
{
    return udp_each(self, host, port, 0, connect, "connect(2)");
}

static VALUE
udp_m_bind(VALUE self, VALUE host, VALUE port)
{
    return udp_each(self, host, port, 0, bind, "bind(2)");
}

/* send(data, flags, host, port), or as BasicSocket#send */
static VALUE
udp_m_send(int argc, VALUE *argv, VALUE self)
{
    VALUE data, flags, host, port;
    if (argc == 2 || argc == 3) return rb_call_super(argc, argv);
    rb_scan_args(argc, argv, "40", &data, &flags, &host, &port);
    StringValue(data);
    data = rb_str_new_frozen(data);
    struct sock_query q = {.host = host, .port = port, .family = own_family(self), .socktype = SOCK_DGRAM, .timeout = Qnil};
    struct sock_found *f;
    long n;
    int err = 0, fl = NUM2INT(flags);
    VALUE memory = sock_resolve(&q, &f, &n);
    for (long i = 0; i < n; i++) {
        ssize_t sent = sock_send(self, data, fl, f[i].addr);
        if (sent >= 0) return SSIZET2NUM(sent);
        err = errno;
    }
    RB_GC_GUARD(memory);
    sock_fail_host("sendto(2)", err, host, port);
}

void
sock_init_ipsocket(void)
{
    VALUE ip = sock_cIPSocket, tcp = sock_cTCPSocket;
    rb_undef_method(ip, "getpeereid");
    rb_define_method(ip, "addr", ip_m_addr, -1);
    rb_define_method(ip, "peeraddr", ip_m_peeraddr, -1);
    rb_define_method(ip, "inspect", ip_m_inspect, 0);
    rb_define_method(ip, "recvfrom", sock_m_recvfrom, -1);
    rb_define_singleton_method(ip, "getaddress", ip_s_getaddress, 1);
    rb_define_method(tcp, "initialize", tcp_m_initialize, -1);
    VALUE server = sock_cTCPServer = rb_define_class("TCPServer", tcp);
    rb_define_method(server, "initialize", server_m_initialize, -1);
    rb_define_method(server, "listen", sock_listen, 1);
    rb_define_method(server, "accept", server_m_accept, 0);
    rb_define_private_method(server, "try_accept", server_m_accept_nonblock, 1);
    rb_define_method(server, "sysaccept", server_m_sysaccept, 0);
    VALUE udp = sock_cUDPSocket = rb_define_class("UDPSocket", ip);
    rb_define_method(udp, "initialize", udp_m_initialize, -1);
    rb_define_method(udp, "connect", udp_m_connect, 2);
    rb_define_method(udp, "bind", udp_m_bind, 2);
    rb_define_method(udp, "send", udp_m_send, -1);
    rb_define_private_method(udp, "try_recvfrom", sock_m_recvfrom_nonblock, 4);
}
