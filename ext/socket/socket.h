/*
 * socket.h - the socket library inside: what its files share.
 *
 * Owns      the classes of `require "socket"` that are written in C; lib/socket.rb adds the rest of their methods,
 *           Socket::Option and Socket::AncillaryData.
 * Uses      the public C API only: this is an extension like any other.
 * SOCKET-1  A socket made here is close-on-exec and non-blocking.  After EAGAIN the thread waits in rb_io_wait, which releases
 *           the lock, serves interrupts and uses the fiber scheduler.
 * SOCKET-2  A descriptor belongs to an IO object from the call after the one that made it: nothing between may raise.
 * SOCKET-3  An address is passed as struct sock_addr, never longer than SOCK_ADDR_BYTES.
 * Threads   Under the VM lock, but for the bodies of sock_call and the resolver's threads (resolve.c).
 * Checked   test/test_socket.rb
 */
#ifndef FACET_SOCKET_H
#define FACET_SOCKET_H

#include <ruby.h>
#include <ruby/encoding.h>
#include <ruby/io.h>
#include <ruby/thread.h>

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/un.h>

enum {
    SOCK_ADDR_BYTES = 2048,
    SOCK_UNIX_PATH_BYTES = sizeof(((struct sockaddr_un *)0)->sun_path),
    SOCK_NO_REVERSE_LOOKUP = 0x100 /* a bit of rb_io_t's mode that no FMODE_ uses */
};

struct sock_addr {
    socklen_t len;
    union {
        struct sockaddr any;
        struct sockaddr_in in;
        struct sockaddr_in6 in6;
        struct sockaddr_un un;
        struct sockaddr_storage storage;
        char bytes[SOCK_ADDR_BYTES];
    } at;
};

/* One answer of the resolver. */
struct sock_found {
    int family, socktype, protocol;
    struct sock_addr *addr; /* in the same memory */
};

extern VALUE sock_cBasicSocket, sock_cSocket, sock_cIPSocket, sock_cTCPSocket, sock_cTCPServer, sock_cUDPSocket;
extern VALUE sock_cUNIXSocket, sock_cUNIXServer, sock_cAddrinfo, sock_eSocketError, sock_eResolutionError;

static inline VALUE
sock_bool(bool b)
{
    return b ? Qtrue : Qfalse;
}

/* ---- constants.c: names and numbers.  An argument is an Integer, or a String or Symbol with or without its prefix ---- */
int sock_family_arg(VALUE v); /* raises SocketError "unknown socket domain: X", TypeError */
int sock_socktype_arg(VALUE v);
int sock_shutdown_arg(VALUE v);
int sock_level_arg(int family, VALUE v);
int sock_optname_arg(int family, int level, VALUE v);
int sock_cmsg_type_arg(int family, int level, VALUE v);
/* The first constant with that prefix and value, the prefix included; NULL. */
const char *sock_name(const char *prefix, long value);
/* Sets *value to that of a constant.  Returns false if there is none. */
bool sock_value(const char *name, long len, int *value);
VALUE sock_afamily_str(int family); /* "AF_INET", or "unknown:99" */
static inline bool
sock_ip_family_p(int family)
{
    return family == AF_INET || family == AF_INET6;
}

/* ---- resolve.c ---- */
struct sock_query {
    VALUE host, port; /* nil, Integer, String */
    int family, socktype, protocol, flags;
    VALUE timeout;         /* nil */
    VALUE canonname;       /* out: String or nil */
    const char *name_func; /* in errors about a host that is a name; NULL: "getaddrinfo" */
};
/*
 * Ask the resolver: *n answers at *found, in the memory of what is returned, which the caller keeps alive (RB_GC_GUARD).
 * host and port become what to_str made of them.
 * Effects    allocates, raises (Socket::ResolutionError, IO::TimeoutError), blocks
 */
VALUE sock_resolve(struct sock_query *q, struct sock_found **found, long *n);
/* The first answer for host and port. */
void sock_resolve_one(VALUE host, VALUE port, int family, int socktype, int flags, struct sock_addr *addr);
/* Name and service, as Strings; NULL for either: not wanted.  raises, blocks. */
void sock_name_of(const struct sock_addr *addr, int flags, VALUE *host, VALUE *service);
VALUE sock_numeric_host(const struct sock_addr *addr); /* "127.0.0.1" */
NORETURN(void sock_resolution_error(const char *func, int code));
/* true, false, nil, :hostname, :numeric: does it ask for no name? */
bool sock_numeric_arg(VALUE v, bool otherwise);

/* ---- addrinfo.c ---- */
VALUE sock_addrinfo_new(const struct sock_addr *addr, int pfamily, int socktype, int protocol);
VALUE sock_addrinfo_of_fd(int fd, const struct sock_addr *addr); /* with the descriptor's type */
VALUE sock_addrinfo_with_names(const struct sock_found *f, VALUE canonname, VALUE inspectname);
/* An Addrinfo, or a String with a sockaddr's bytes. raises. */
void sock_addr_arg(VALUE v, struct sock_addr *addr);
VALUE sock_addr_str(const struct sock_addr *addr);     /* its bytes */
VALUE sock_addr_inspect(const struct sock_addr *addr); /* "127.0.0.1:80" */
void sock_unix_addr(VALUE path, struct sock_addr *addr, bool padded);
VALUE sock_unix_path(const struct sock_addr *addr);
VALUE sock_inspect_name(VALUE host, VALUE port); /* what an Addrinfo made of names shows in brackets; nil */

/* ---- basicsocket.c ---- */
VALUE sock_init(VALUE self, int fd); /* takes fd (SOCKET-2) */
VALUE sock_new(VALUE klass, int fd);
rb_io_t *sock_ptr(VALUE self); /* open; raises */
int sock_fd(VALUE self);
/* A socket, or -1 with errno; collects garbage and tries again when descriptors have run out. */
int sock_socket(int family, int type, int protocol);
/* fn(arg) without the lock; it returns -1 with errno. raises IOError when closed meanwhile. */
int sock_call(VALUE self, VALUE (*fn)(void *), void *arg);
/* Waits for POLLIN or POLLOUT within the socket's timeout. raises IO::TimeoutError. */
void sock_wait(VALUE self, int events);
bool sock_wait_at_most(VALUE self, int events, VALUE timeout); /* false: too late */
/* Connects, waiting within `timeout` (nil: forever). 0, or an errno; ETIMEDOUT with *expired set. */
int sock_connect(VALUE self, const struct sock_addr *addr, VALUE timeout, bool *expired);
/* A connection's descriptor and its address. raises; blocks unless nonblock, which may say -1 with EAGAIN. */
int sock_accept(VALUE self, struct sock_addr *peer, bool nonblock);
VALUE sock_accept_nonblock(VALUE self, VALUE klass, VALUE exception); /* of TCPServer and UNIXServer */
/* recvfrom and try_recvfrom of each class, which determines the second element of their result; they return nil at the end of a stream.
 * */
VALUE sock_m_recvfrom(int argc, VALUE *argv, VALUE self);
VALUE sock_m_recvfrom_nonblock(VALUE self, VALUE len, VALUE flags, VALUE buf, VALUE ex);
ssize_t sock_send(VALUE self, VALUE data, int flags, const struct sock_addr *to); /* -1: errno */
bool sock_local_addr(int fd, struct sock_addr *addr);                             /* false: errno */
bool sock_peer_addr(int fd, struct sock_addr *addr);
NORETURN(void sock_fail(const char *call, int err)); /* Errno::X "call" */
NORETURN(void sock_fail_addr(const char *call, int err, const struct sock_addr *addr));
NORETURN(void sock_fail_host(const char *call, int err, VALUE host, VALUE port));
NORETURN(void sock_fail_path(const char *call, int err, VALUE path));
VALUE sock_listen(VALUE self, VALUE backlog);

/* ---- ipsocket.c ---- */
VALUE sock_ip_array(const struct sock_addr *addr, bool numeric); /* ["AF_INET", port, name, number] */
/* ---- unixsocket.c ---- */
VALUE sock_unix_array(const struct sock_addr *addr);              /* ["AF_UNIX", path] */
VALUE sock_pair(VALUE klass, int family, int type, int protocol); /* [a, b], or the block's value */

void sock_init_constants(void), sock_init_addrinfo(void), sock_init_basicsocket(void), sock_init_socket(void);
void sock_init_names(void), sock_init_ipsocket(void), sock_init_unixsocket(void), sock_init_ifaddr(void),
    sock_init_message(void);

#endif
