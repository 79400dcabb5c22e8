/*
 * addrinfo.c - Addrinfo: an address with what one needs to open a socket for it.
 *
 * Owns      Addrinfo; the texts of addresses.
 * ADDR-1    An Addrinfo does not change once initialized.
 * ADDR-2    The address may be shorter or longer than its family requires, or of an unknown family.  Code checks the length
 *           before it reads a field.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <linux/if_packet.h>
#include <stdio.h>
#include <string.h>

struct info {
    VALUE canonname, inspectname; /* String or nil */
    int pfamily, socktype, protocol;
    bool initialized;
    struct sock_addr *addr; /* malloc'ed, as long as needed */
};

static void
info_mark(void *p)
{
    struct info *i = p;
    rb_gc_mark(i->canonname);
    rb_gc_mark(i->inspectname);
}

static void
info_free(void *p)
{
    struct info *i = p;
    xfree(i->addr);
    xfree(i);
}

static size_t
info_size(const void *p)
{
    const struct info *i = p;
    return sizeof(*i) + (i->addr ? offsetof(struct sock_addr, at) + i->addr->len : 0);
}

static const rb_data_type_t info_type = {
    "socket/addrinfo", {info_mark, info_free, info_size, NULL, {NULL}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static VALUE
addrinfo_s_alloc(VALUE klass)
{
    struct info *i;
    VALUE self = TypedData_Make_Struct(klass, struct info, &info_type, i);
    i->canonname = i->inspectname = Qnil;
    return self;
}

static struct info *
info_of(VALUE self)
{
    struct info *i = rb_check_typeddata(self, &info_type);
    if (!i->initialized) rb_raise(rb_eTypeError, "uninitialized socket address");
    return i;
}

/* Returns self's struct.  Raises TypeError if self has an address already. */
static struct info *
check_uninitialized(VALUE self)
{
    struct info *i = rb_check_typeddata(self, &info_type);
    if (i->initialized) rb_raise(rb_eTypeError, "already initialized socket address");
    return i;
}

static void
info_set(VALUE self, const struct sock_addr *addr, int pfamily, int socktype, int protocol, VALUE canonname,
         VALUE inspectname)
{
    struct info *i = check_uninitialized(self);
    size_t room = addr->len < sizeof(struct sockaddr_storage) ? sizeof(struct sockaddr_storage) : addr->len;
    i->addr = xcalloc(1, offsetof(struct sock_addr, at) + room);
    i->addr->len = addr->len;
    memcpy(&i->addr->at, &addr->at, addr->len);
    i->pfamily = pfamily;
    i->socktype = socktype;
    i->protocol = protocol;
    RB_OBJ_WRITE(self, &i->canonname, canonname);
    RB_OBJ_WRITE(self, &i->inspectname, inspectname);
    i->initialized = true;
}

static int
family_of(const struct sock_addr *addr)
{
    return addr->len >= offsetof(struct sockaddr, sa_data) ? addr->at.any.sa_family : AF_UNSPEC;
}

VALUE
sock_addrinfo_new(const struct sock_addr *addr, int pfamily, int socktype, int protocol)
{
    VALUE self = addrinfo_s_alloc(sock_cAddrinfo);
    info_set(self, addr, pfamily, socktype, protocol, Qnil, Qnil);
    return self;
}

VALUE
sock_addrinfo_of_fd(int fd, const struct sock_addr *addr)
{
    int type = 0;
    socklen_t n = sizeof(type);
    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &n) < 0) sock_fail("getsockopt(SO_TYPE)", errno);
    return sock_addrinfo_new(addr, family_of(addr), type, 0);
}

VALUE
sock_addrinfo_with_names(const struct sock_found *f, VALUE canonname, VALUE inspectname)
{
    VALUE self = addrinfo_s_alloc(sock_cAddrinfo);
    info_set(self, f->addr, f->family, f->socktype, f->protocol, canonname, inspectname);
    return self;
}

VALUE
sock_addr_str(const struct sock_addr *addr)
{
    return rb_str_new(addr->at.bytes, addr->len);
}

static void
addr_of_str(VALUE s, struct sock_addr *addr)
{
    StringValue(s);
    if (RSTRING_LEN(s) > SOCK_ADDR_BYTES) rb_raise(rb_eArgError, "sockaddr string too big");
    memset(&addr->at.storage, 0, sizeof(addr->at.storage));
    addr->len = (socklen_t)RSTRING_LEN(s);
    memcpy(addr->at.bytes, RSTRING_PTR(s), (size_t)RSTRING_LEN(s));
}

void
sock_addr_arg(VALUE v, struct sock_addr *addr)
{
    if (!rb_typeddata_is_kind_of(v, &info_type)) {
        addr_of_str(v, addr);
        return;
    }
    const struct info *i = info_of(v);
    memset(&addr->at.storage, 0, sizeof(addr->at.storage));
    addr->len = i->addr->len;
    memcpy(&addr->at, &i->addr->at, i->addr->len);
}

/* ---- UNIX paths ---- */

/* padded: as Socket.sockaddr_un gives them, the whole structure for a path of the file system. */
void
sock_unix_addr(VALUE path, struct sock_addr *addr, bool padded)
{
    StringValue(path);
    size_t n = (size_t)RSTRING_LEN(path);
    if (n > SOCK_UNIX_PATH_BYTES)
        rb_raise(rb_eArgError, "too long unix socket path (%zu bytes given but %d bytes max)", n, SOCK_UNIX_PATH_BYTES);
    memset(&addr->at.un, 0, sizeof(addr->at.un));
    addr->at.un.sun_family = AF_UNIX;
    memcpy(addr->at.un.sun_path, RSTRING_PTR(path), n);
    bool abstract = n == 0 || RSTRING_PTR(path)[0] == '\0';
    addr->len = padded && !abstract ? sizeof(addr->at.un) : (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n);
}

/* Returns the length of the path, or of the abstract name, without the zeros at its end. */
static size_t
unix_path_bytes(const struct sock_addr *addr)
{
    if (addr->len <= offsetof(struct sockaddr_un, sun_path)) return 0;
    size_t n = addr->len - offsetof(struct sockaddr_un, sun_path);
    const char *path = addr->at.bytes + offsetof(struct sockaddr_un, sun_path);
    while (n > 0 && path[n - 1] == '\0') n--;
    return n;
}

static VALUE
unix_path(const struct sock_addr *addr)
{
    return rb_str_new(addr->at.bytes + offsetof(struct sockaddr_un, sun_path), (long)unix_path_bytes(addr));
}

VALUE
sock_unix_path(const struct sock_addr *addr)
{
    size_t n = unix_path_bytes(addr);
    if (n > SOCK_UNIX_PATH_BYTES)
        rb_raise(sock_eSocketError, "too long AF_UNIX path (%zu bytes given but %d bytes max)", n, SOCK_UNIX_PATH_BYTES);
    return unix_path(addr);
}

static void
inspect_unix(VALUE out, const struct sock_addr *addr)
{
    size_t n = unix_path_bytes(addr);
    const char *path = addr->at.bytes + offsetof(struct sockaddr_un, sun_path);
    if (!n) {
        rb_str_cat_cstr(out, "empty-path-AF_UNIX-sockaddr");
        return;
    }
    bool printable = true;
    for (size_t i = 0; i < n; i++) printable &= path[i] >= ' ' && path[i] < 0x7f;
    if (!printable) {
        rb_str_cat_cstr(out, "UNIX");
        for (size_t i = 0; i < n; i++) rb_str_catf(out, ":%02x", (unsigned char)path[i]);
        return;
    }
    if (path[0] != '/') rb_str_cat_cstr(out, "UNIX ");
    rb_str_cat(out, path, (long)n);
}

/* ---- texts of addresses ---- */

static void
inspect_in(VALUE out, const struct sock_addr *addr)
{
    const unsigned char *p = (const unsigned char *)addr->at.bytes;
    const size_t at = offsetof(struct sockaddr_in, sin_addr), port = offsetof(struct sockaddr_in, sin_port);
    for (size_t i = 0; i < 4; i++) {
        if (i) rb_str_cat_cstr(out, ".");
        if (at + i < addr->len) rb_str_catf(out, "%d", p[at + i]);
        else rb_str_cat_cstr(out, "?");
    }
    if (addr->len <= port + 2) rb_str_cat_cstr(out, ":?");
    else if (p[port] || p[port + 1]) rb_str_catf(out, ":%d", p[port] * 256 + p[port + 1]);
    if (addr->len != sizeof(struct sockaddr_in))
        rb_str_catf(out, " (%d bytes for %d bytes sockaddr_in)", (int)addr->len, (int)sizeof(struct sockaddr_in));
}

static void
inspect_in6(VALUE out, const struct sock_addr *addr)
{
    if (addr->len < sizeof(struct sockaddr_in6)) {
        rb_str_catf(out, "too-short-AF_INET6-sockaddr %d bytes", (int)addr->len);
        return;
    }
    VALUE host = sock_numeric_host(addr);
    if (addr->at.in6.sin6_port) rb_str_catf(out, "[%" PRIsVALUE "]:%d", host, ntohs(addr->at.in6.sin6_port));
    else rb_str_append(out, host);
    if (addr->len > sizeof(struct sockaddr_in6))
        rb_str_catf(out, "(sockaddr %d bytes too long)", (int)(addr->len - sizeof(struct sockaddr_in6)));
}

/* Appends a packet address.  If it is short, only the parts within its length are shown. */
static void
inspect_packet(VALUE out, const struct sock_addr *addr)
{
    static const char *const kinds[] = {"HOST", "BROADCAST", "MULTICAST", "OTHERHOST", "OUTGOING"};
    const size_t head = offsetof(struct sockaddr_ll, sll_addr);
    struct sockaddr_ll ll;
    memset(&ll, 0, sizeof(ll));
    memcpy(&ll, addr->at.bytes, addr->len < sizeof(ll) ? addr->len : sizeof(ll));
    char name[IF_NAMESIZE];
    rb_str_cat_cstr(out, "PACKET[");
    if (addr->len >= offsetof(struct sockaddr_ll, sll_ifindex)) rb_str_catf(out, "protocol=%d ", ntohs(ll.sll_protocol));
    if (addr->len >= offsetof(struct sockaddr_ll, sll_hatype)) {
        if (if_indextoname((unsigned)ll.sll_ifindex, name)) rb_str_catf(out, "%s ", name);
        else rb_str_catf(out, "ifindex=%d ", ll.sll_ifindex);
    }
    if (addr->len >= offsetof(struct sockaddr_ll, sll_pkttype)) rb_str_catf(out, "hatype=%d ", ll.sll_hatype);
    if (addr->len > offsetof(struct sockaddr_ll, sll_pkttype)) {
        if (ll.sll_pkttype < sizeof(kinds) / sizeof(kinds[0])) rb_str_cat_cstr(out, kinds[ll.sll_pkttype]);
        else rb_str_catf(out, "pkttype=%d", ll.sll_pkttype);
        if (addr->len == offsetof(struct sockaddr_ll, sll_halen)) rb_str_cat_cstr(out, " ");
    }
    bool whole = addr->len == head + ll.sll_halen;
    if (!whole && addr->len > offsetof(struct sockaddr_ll, sll_halen)) rb_str_catf(out, " halen=%d", ll.sll_halen);
    if (addr->len > head) rb_str_cat_cstr(out, " hwaddr");
    for (size_t i = 0; i < ll.sll_halen && head + i < addr->len; i++) /* addresses of some links exceed sll_addr */
        rb_str_catf(out, "%c%02x", i ? ':' : '=', (unsigned char)addr->at.bytes[head + i]);
    if (!whole) rb_str_catf(out, " (%d bytes for %d bytes sockaddr_ll)", (int)addr->len, (int)sizeof(ll));
    rb_str_cat_cstr(out, "]");
}

static void
inspect_addr(VALUE out, const struct sock_addr *addr)
{
    if (!addr->len) {
        rb_str_cat_cstr(out, "empty-sockaddr");
        return;
    }
    if (addr->len < offsetof(struct sockaddr, sa_data)) {
        rb_str_cat_cstr(out, "too-short-sockaddr");
        return;
    }
    int family = family_of(addr);
    switch (family) {
    case AF_UNSPEC: rb_str_cat_cstr(out, "UNSPEC"); return;
    case AF_INET: inspect_in(out, addr); return;
    case AF_INET6: inspect_in6(out, addr); return;
    case AF_UNIX: inspect_unix(out, addr); return;
    case AF_PACKET: inspect_packet(out, addr); return;
    }
    const char *name = sock_name("AF_", family);
    if (name) rb_str_catf(out, "%s address format unknown", name);
    else rb_str_catf(out, "unknown address family %d", family);
}

VALUE
sock_addr_inspect(const struct sock_addr *addr)
{
    VALUE out = rb_str_new_cstr("");
    inspect_addr(out, addr);
    return out;
}

/* " TCP", or what of protocol family, type and protocol the address does not say. */
static void
inspect_kind(VALUE out, const struct info *i)
{
    int family = family_of(i->addr);
    if (i->pfamily && i->pfamily != family) {
        const char *name = sock_name("PF_", i->pfamily);
        if (name) rb_str_catf(out, " %s", name);
        else rb_str_catf(out, " PF_\?\?\?(%d)", i->pfamily);
    }
    bool ip = sock_ip_family_p(i->pfamily);
    if (ip && i->socktype == SOCK_STREAM && (!i->protocol || i->protocol == IPPROTO_TCP)) {
        rb_str_cat_cstr(out, " TCP");
        return;
    }
    if (ip && i->socktype == SOCK_DGRAM && (!i->protocol || i->protocol == IPPROTO_UDP)) {
        rb_str_cat_cstr(out, " UDP");
        return;
    }
    if (i->socktype) {
        const char *name = sock_name("SOCK_", i->socktype);
        if (name) rb_str_catf(out, " %s", name);
        else rb_str_catf(out, " SOCK_\?\?\?(%d)", i->socktype);
    }
    if (i->protocol) {
        const char *name = ip ? sock_name("IPPROTO_", i->protocol) : NULL;
        if (name) rb_str_catf(out, " %s", name);
        else rb_str_catf(out, " UNKNOWN_PROTOCOL(%d)", i->protocol);
    }
}

static VALUE
addrinfo_m_inspect(VALUE self)
{
    const struct info *i = info_of(self);
    VALUE out = rb_sprintf("#<%s: ", rb_obj_classname(self));
    inspect_addr(out, i->addr);
    inspect_kind(out, i);
    if (!NIL_P(i->canonname)) rb_str_catf(out, " %" PRIsVALUE, i->canonname);
    if (!NIL_P(i->inspectname)) rb_str_catf(out, " (%" PRIsVALUE ")", i->inspectname);
    return rb_str_cat_cstr(out, ">");
}

static VALUE
addrinfo_m_inspect_sockaddr(VALUE self)
{
    return sock_addr_inspect(info_of(self)->addr);
}

/* ---- making one ---- */

/* Returns whether text is how a number is written: "80", not "080". */
static bool
plain_number(VALUE text)
{
    const char *s = RSTRING_PTR(text);
    size_t n = (size_t)RSTRING_LEN(text);
    return n > 0 && strspn(s, "0123456789") == n && (n == 1 || *s != '0');
}

/* Returns the names among host and port, as given by the caller: "localhost", "localhost:http", ":http"; nil if both are numbers. */
VALUE
sock_inspect_name(VALUE host, VALUE port)
{
    bool h = RB_TYPE_P(host, T_STRING), p = RB_TYPE_P(port, T_STRING) && !plain_number(port);
    if (FIXNUM_P(port)) (void)NUM2INT(port); /* raises */
    if (h && RSTRING_LEN(host)) {            /* a number is shown already */
        struct in6_addr any;
        const char *s = RSTRING_PTR(host);
        if (inet_pton(AF_INET, s, &any) == 1 || strchr(s, ':')) h = false;
    }
    if (!h && !p) return Qnil;
    VALUE out = h ? rb_str_dup(host) : rb_str_new_cstr("");
    if (p) rb_str_catf(out, ":%" PRIsVALUE, port);
    return rb_obj_freeze(out);
}

static VALUE
nil_family(VALUE v)
{
    return NIL_P(v) ? Qnil : INT2NUM(sock_family_arg(v));
}

/* ["AF_INET", port, name, number] or ["AF_UNIX", path]. */
static void
init_with_array(VALUE self, VALUE ary, VALUE vfamily, int socktype, int protocol)
{
    VALUE vaf = rb_ary_entry(ary, 0);
    StringValue(vaf);
    int family;
    if (!sock_value(RSTRING_PTR(vaf), RSTRING_LEN(vaf), &family)) {
        VALUE full = rb_sprintf("AF_%" PRIsVALUE, vaf);
        if (!sock_value(RSTRING_PTR(full), RSTRING_LEN(full), &family))
            rb_raise(sock_eSocketError, "unknown address family: %" PRIsVALUE, vaf);
    }
    int pfamily = NIL_P(vfamily) ? family : NUM2INT(vfamily);
    struct sock_addr addr;
    if (family == AF_UNIX) {
        sock_unix_addr(rb_ary_entry(ary, 1), &addr, true);
        info_set(self, &addr, AF_UNIX, SOCK_STREAM, 0, Qnil, Qnil);
        return;
    }
    if (!sock_ip_family_p(family)) rb_raise(sock_eSocketError, "unexpected address family");
    int port = NUM2INT(rb_ary_entry(ary, 1));
    VALUE name = rb_ary_entry(ary, 2), host = rb_ary_entry(ary, 3);
    StringValue(host);
    if (!NIL_P(name)) StringValue(name);
    /* the port is stored below: the resolver has no services for raw sockets */
    struct sock_query q = {.host = host,
                           .port = Qnil,
                           .family = pfamily ? pfamily : family,
                           .socktype = socktype ? socktype : SOCK_DGRAM,
                           .protocol = protocol,
                           .flags = AI_NUMERICHOST,
                           .timeout = Qnil};
    struct sock_found *f;
    long n;
    VALUE memory = sock_resolve(&q, &f, &n);
    VALUE shown = NIL_P(name) || rb_str_equal(name, host) == Qtrue ? Qnil : sock_inspect_name(name, Qnil);
    if (f->family == AF_INET) f->addr->at.in.sin_port = htons((uint16_t)port);
    else f->addr->at.in6.sin6_port = htons((uint16_t)port);
    info_set(self, f->addr, pfamily, socktype, protocol, Qnil, shown);
    RB_GC_GUARD(memory);
}

static VALUE
addrinfo_m_initialize(int argc, VALUE *argv, VALUE self)
{
    VALUE where, vfamily, vtype, vprotocol;
    rb_scan_args(argc, argv, "13", &where, &vfamily, &vtype, &vprotocol);
    check_uninitialized(self);
    vfamily = nil_family(vfamily);
    int socktype = NIL_P(vtype) ? 0 : sock_socktype_arg(vtype), protocol = NIL_P(vprotocol) ? 0 : NUM2INT(vprotocol);
    VALUE ary = rb_check_array_type(where);
    if (!NIL_P(ary)) {
        init_with_array(self, ary, vfamily, socktype, protocol);
        return Qnil;
    }
    struct sock_addr addr;
    addr_of_str(where, &addr);
    info_set(self, &addr, NIL_P(vfamily) ? PF_UNSPEC : NUM2INT(vfamily), socktype, protocol, Qnil, Qnil);
    return Qnil;
}

static int
int_or(VALUE v, int otherwise)
{
    return NIL_P(v) ? otherwise : NUM2INT(v);
}

/* Addrinfo.getaddrinfo(host, port, family = nil, socktype = nil, protocol = nil, flags = nil, timeout: nil) */
static VALUE
addrinfo_s_getaddrinfo(int argc, VALUE *argv, VALUE klass)
{
    VALUE host, port, family, type, protocol, flags, opts, timeout = Qnil;
    rb_scan_args(argc, argv, "24:", &host, &port, &family, &type, &protocol, &flags, &opts);
    if (!NIL_P(opts)) {
        static ID names[1];
        if (!names[0]) names[0] = rb_intern("timeout");
        rb_get_kwargs(opts, names, 0, 1, &timeout);
        if (timeout == Qundef) timeout = Qnil;
    }
    struct sock_query q = {.host = host,
                           .port = port,
                           .family = NIL_P(family) ? PF_UNSPEC : sock_family_arg(family),
                           .socktype = NIL_P(type) ? 0 : sock_socktype_arg(type),
                           .protocol = int_or(protocol, 0),
                           .flags = int_or(flags, 0),
                           .timeout = timeout};
    struct sock_found *f;
    long n;
    VALUE memory = sock_resolve(&q, &f, &n), shown = sock_inspect_name(host, port), list = rb_ary_new_capa(n);
    for (long i = 0; i < n; i++) rb_ary_push(list, sock_addrinfo_with_names(&f[i], i ? Qnil : q.canonname, shown));
    RB_GC_GUARD(memory);
    return list;
}

static VALUE
first_of(VALUE host, VALUE port, int socktype, int protocol, bool keep_type)
{
    struct sock_query q = {.host = host, .port = port, .socktype = socktype, .protocol = protocol, .timeout = Qnil};
    struct sock_found *f;
    long n;
    VALUE memory = sock_resolve(&q, &f, &n);
    if (!keep_type) f->socktype = f->protocol = 0;
    VALUE self = sock_addrinfo_with_names(f, q.canonname, sock_inspect_name(host, port));
    RB_GC_GUARD(memory);
    return self;
}

static VALUE
addrinfo_s_ip(VALUE klass, VALUE host)
{
    return first_of(host, Qnil, 0, 0, false);
}

static VALUE
addrinfo_s_tcp(VALUE klass, VALUE host, VALUE port)
{
    return first_of(host, port, SOCK_STREAM, IPPROTO_TCP, true);
}

static VALUE
addrinfo_s_udp(VALUE klass, VALUE host, VALUE port)
{
    return first_of(host, port, SOCK_DGRAM, IPPROTO_UDP, true);
}

static VALUE
addrinfo_s_unix(int argc, VALUE *argv, VALUE klass)
{
    VALUE path, type;
    struct sock_addr addr;
    rb_scan_args(argc, argv, "11", &path, &type);
    int socktype = NIL_P(type) ? SOCK_STREAM : sock_socktype_arg(type);
    sock_unix_addr(path, &addr, true);
    return sock_addrinfo_new(&addr, PF_UNIX, socktype, 0);
}

/* ---- parts ---- */

static VALUE
addrinfo_m_afamily(VALUE self)
{
    return INT2NUM(family_of(info_of(self)->addr));
}

static VALUE
addrinfo_m_pfamily(VALUE self)
{
    return INT2NUM(info_of(self)->pfamily);
}

static VALUE
addrinfo_m_socktype(VALUE self)
{
    return INT2NUM(info_of(self)->socktype);
}

static VALUE
addrinfo_m_protocol(VALUE self)
{
    return INT2NUM(info_of(self)->protocol);
}

static VALUE
addrinfo_m_canonname(VALUE self)
{
    return info_of(self)->canonname;
}

static VALUE
addrinfo_m_to_sockaddr(VALUE self)
{
    return sock_addr_str(info_of(self)->addr);
}

static int
self_family(VALUE self)
{
    return family_of(info_of(self)->addr);
}

static VALUE
addrinfo_m_ip_p(VALUE self)
{
    return sock_bool(sock_ip_family_p(self_family(self)));
}

static VALUE
addrinfo_m_ipv4_p(VALUE self)
{
    return sock_bool(self_family(self) == AF_INET);
}

static VALUE
addrinfo_m_ipv6_p(VALUE self)
{
    return sock_bool(self_family(self) == AF_INET6);
}

static VALUE
addrinfo_m_unix_p(VALUE self)
{
    return sock_bool(self_family(self) == AF_UNIX);
}

static VALUE
addrinfo_m_unix_path(VALUE self)
{
    const struct info *i = info_of(self);
    if (family_of(i->addr) != AF_UNIX) rb_raise(sock_eSocketError, "need AF_UNIX address");
    return sock_unix_path(i->addr);
}

static const struct sock_addr *
ip_addr_of(VALUE self)
{
    const struct info *i = info_of(self);
    if (!sock_ip_family_p(family_of(i->addr))) rb_raise(sock_eSocketError, "need IPv4 or IPv6 address");
    return i->addr;
}

static VALUE
addrinfo_m_ip_address(VALUE self)
{
    return sock_numeric_host(ip_addr_of(self));
}

static VALUE
addrinfo_m_ip_port(VALUE self)
{
    const struct sock_addr *addr = ip_addr_of(self);
    bool four = family_of(addr) == AF_INET;
    size_t want = four ? sizeof(addr->at.in) : sizeof(addr->at.in6);
    if (addr->len != want) rb_raise(sock_eSocketError, "unexpected sockaddr size for %s", four ? "IPv4" : "IPv6");
    return INT2NUM(ntohs(four ? addr->at.in.sin_port : addr->at.in6.sin6_port));
}

static VALUE
addrinfo_m_ip_unpack(VALUE self)
{
    VALUE host, port;
    sock_name_of(ip_addr_of(self), NI_NUMERICHOST | NI_NUMERICSERV, &host, &port);
    return rb_assoc_new(host, rb_str_to_inum(port, 10, 0));
}

static VALUE
addrinfo_m_getnameinfo(int argc, VALUE *argv, VALUE self)
{
    VALUE vflags, host, service;
    const struct info *i = info_of(self);
    rb_scan_args(argc, argv, "01", &vflags);
    int flags = int_or(vflags, 0);
    if (i->socktype == SOCK_DGRAM) flags |= NI_DGRAM;
    sock_name_of(i->addr, flags, &host, &service);
    return rb_assoc_new(host, service);
}

/* ---- what sort of address ---- */

/* Returns whether self is an IPv4 address, and sets *number to it; bytes that a short one lacks are zeros. */
static bool
ipv4_number(VALUE self, uint32_t *number)
{
    const struct sock_addr *addr = info_of(self)->addr;
    if (family_of(addr) != AF_INET) return false;
    *number = ntohl(addr->at.in.sin_addr.s_addr);
    return true;
}

static VALUE
addrinfo_m_ipv4_private_p(VALUE self)
{
    uint32_t a;
    return sock_bool(ipv4_number(self, &a) && (a >> 24 == 10 || a >> 20 == 0xac1 || a >> 16 == 0xc0a8));
}

static VALUE
addrinfo_m_ipv4_loopback_p(VALUE self)
{
    uint32_t a;
    return sock_bool(ipv4_number(self, &a) && a >> 24 == 127);
}

static VALUE
addrinfo_m_ipv4_multicast_p(VALUE self)
{
    uint32_t a;
    return sock_bool(ipv4_number(self, &a) && a >> 28 == 14);
}

static const struct in6_addr *
ipv6_of(VALUE self)
{
    const struct sock_addr *addr = info_of(self)->addr;
    return family_of(addr) == AF_INET6 ? &addr->at.in6.sin6_addr : NULL;
}

#define IPV6_QUESTION(name, test)                       \
    static VALUE addrinfo_m_ipv6_##name##_p(VALUE self) \
    {                                                   \
        const struct in6_addr *a = ipv6_of(self);       \
        return sock_bool(a && (test));                  \
    }
IPV6_QUESTION(unspecified, IN6_IS_ADDR_UNSPECIFIED(a))
IPV6_QUESTION(loopback, IN6_IS_ADDR_LOOPBACK(a))
IPV6_QUESTION(multicast, IN6_IS_ADDR_MULTICAST(a))
IPV6_QUESTION(linklocal, IN6_IS_ADDR_LINKLOCAL(a))
IPV6_QUESTION(sitelocal, IN6_IS_ADDR_SITELOCAL(a))
IPV6_QUESTION(unique_local, (a->s6_addr[0] & 0xfe) == 0xfc)
IPV6_QUESTION(v4mapped, IN6_IS_ADDR_V4MAPPED(a))
IPV6_QUESTION(v4compat, IN6_IS_ADDR_V4COMPAT(a))
IPV6_QUESTION(mc_nodelocal, IN6_IS_ADDR_MC_NODELOCAL(a))
IPV6_QUESTION(mc_linklocal, IN6_IS_ADDR_MC_LINKLOCAL(a))
IPV6_QUESTION(mc_sitelocal, IN6_IS_ADDR_MC_SITELOCAL(a))
IPV6_QUESTION(mc_orglocal, IN6_IS_ADDR_MC_ORGLOCAL(a))
IPV6_QUESTION(mc_global, IN6_IS_ADDR_MC_GLOBAL(a))
#undef IPV6_QUESTION

static VALUE
addrinfo_m_ipv6_to_ipv4(VALUE self)
{
    const struct info *i = info_of(self);
    const struct in6_addr *a = ipv6_of(self);
    if (!a || !(IN6_IS_ADDR_V4MAPPED(a) || IN6_IS_ADDR_V4COMPAT(a))) return Qnil;
    struct sock_addr addr = {.len = sizeof(struct sockaddr_in)};
    memset(&addr.at.in, 0, sizeof(addr.at.in));
    addr.at.in.sin_family = AF_INET;
    memcpy(&addr.at.in.sin_addr, &a->s6_addr[12], 4);
    return sock_addrinfo_new(&addr, PF_INET, i->socktype, i->protocol);
}

/* ---- Marshal ---- */

static VALUE
name_or_fail(const char *prefix, int value, const char *unknown)
{
    const char *name = sock_name(prefix, value);
    if (!name) rb_raise(sock_eSocketError, "%s: %d", unknown, value);
    return rb_str_new_cstr(name);
}

static VALUE
addrinfo_m_marshal_dump(VALUE self)
{
    const struct info *i = info_of(self);
    int family = family_of(i->addr);
    VALUE pfamily = name_or_fail("PF_", i->pfamily, "unknown protocol family"), where;
    VALUE socktype = i->socktype ? name_or_fail("SOCK_", i->socktype, "unknown socktype") : INT2FIX(0);
    VALUE protocol = INT2FIX(0);
    if (i->protocol && sock_ip_family_p(family)) protocol = name_or_fail("IPPROTO_", i->protocol, "unknown IP protocol");
    else if (i->protocol) rb_raise(sock_eSocketError, "unknown protocol: %d", i->protocol);
    VALUE afamily = name_or_fail("AF_", family, "unknown address family");
    if (family == AF_UNIX) where = unix_path(i->addr); /* of any length */
    else {
        VALUE host, service;
        sock_name_of(i->addr, NI_NUMERICHOST | NI_NUMERICSERV, &host, &service);
        where = rb_assoc_new(host, service);
    }
    return rb_ary_new_from_args(7, afamily, where, pfamily, socktype, protocol, i->canonname, i->inspectname);
}

static int
named_or_zero(VALUE v, const char *what)
{
    int value;
    if (FIXNUM_P(v)) return FIX2INT(v);
    StringValue(v);
    if (!sock_value(RSTRING_PTR(v), RSTRING_LEN(v), &value)) rb_raise(rb_eTypeError, "unexpected %s", what);
    return value;
}

static VALUE
addrinfo_m_marshal_load(VALUE self, VALUE ary)
{
    check_uninitialized(self);
    ary = rb_convert_type(ary, T_ARRAY, "Array", "to_ary");
    int family = named_or_zero(rb_ary_entry(ary, 0), "address family");
    int pfamily = named_or_zero(rb_ary_entry(ary, 2), "protocol family");
    int socktype = named_or_zero(rb_ary_entry(ary, 3), "socktype");
    int protocol = named_or_zero(rb_ary_entry(ary, 4), "protocol");
    VALUE where = rb_ary_entry(ary, 1), canonname = rb_ary_entry(ary, 5), shown = rb_ary_entry(ary, 6);
    struct sock_addr addr;
    if (family == AF_UNIX) sock_unix_addr(where, &addr, true);
    else {
        where = rb_convert_type(where, T_ARRAY, "Array", "to_ary");
        sock_resolve_one(rb_ary_entry(where, 0), rb_ary_entry(where, 1), family, socktype ? socktype : SOCK_STREAM,
                         AI_NUMERICHOST, &addr);
    }
    info_set(self, &addr, pfamily, socktype, protocol, NIL_P(canonname) ? Qnil : rb_str_to_str(canonname),
             NIL_P(shown) ? Qnil : rb_str_to_str(shown));
    return self;
}

void
sock_init_addrinfo(void)
{
    VALUE c = sock_cAddrinfo = rb_define_class("Addrinfo", rb_cObject);
    rb_define_alloc_func(c, addrinfo_s_alloc);
    rb_define_method(c, "initialize", addrinfo_m_initialize, -1);
    rb_define_method(c, "inspect", addrinfo_m_inspect, 0);
    rb_define_method(c, "inspect_sockaddr", addrinfo_m_inspect_sockaddr, 0);
    rb_define_singleton_method(c, "ip", addrinfo_s_ip, 1);
    rb_define_singleton_method(c, "tcp", addrinfo_s_tcp, 2);
    rb_define_singleton_method(c, "udp", addrinfo_s_udp, 2);
    rb_define_singleton_method(c, "unix", addrinfo_s_unix, -1);
    rb_define_singleton_method(c, "getaddrinfo", addrinfo_s_getaddrinfo, -1);
    rb_define_method(c, "afamily", addrinfo_m_afamily, 0);
    rb_define_method(c, "pfamily", addrinfo_m_pfamily, 0);
    rb_define_method(c, "socktype", addrinfo_m_socktype, 0);
    rb_define_method(c, "protocol", addrinfo_m_protocol, 0);
    rb_define_method(c, "canonname", addrinfo_m_canonname, 0);
    rb_define_method(c, "to_sockaddr", addrinfo_m_to_sockaddr, 0);
    rb_define_method(c, "to_s", addrinfo_m_to_sockaddr, 0);
    rb_define_method(c, "ip?", addrinfo_m_ip_p, 0);
    rb_define_method(c, "ipv4?", addrinfo_m_ipv4_p, 0);
    rb_define_method(c, "ipv6?", addrinfo_m_ipv6_p, 0);
    rb_define_method(c, "unix?", addrinfo_m_unix_p, 0);
    rb_define_method(c, "unix_path", addrinfo_m_unix_path, 0);
    rb_define_method(c, "ip_address", addrinfo_m_ip_address, 0);
    rb_define_method(c, "ip_port", addrinfo_m_ip_port, 0);
    rb_define_method(c, "ip_unpack", addrinfo_m_ip_unpack, 0);
    rb_define_method(c, "getnameinfo", addrinfo_m_getnameinfo, -1);
    rb_define_method(c, "ipv4_private?", addrinfo_m_ipv4_private_p, 0);
    rb_define_method(c, "ipv4_loopback?", addrinfo_m_ipv4_loopback_p, 0);
    rb_define_method(c, "ipv4_multicast?", addrinfo_m_ipv4_multicast_p, 0);
#define DEFINE_QUESTION(name) rb_define_method(c, "ipv6_" #name "?", addrinfo_m_ipv6_##name##_p, 0)
    DEFINE_QUESTION(unspecified);
    DEFINE_QUESTION(loopback);
    DEFINE_QUESTION(multicast);
    DEFINE_QUESTION(linklocal);
    DEFINE_QUESTION(sitelocal);
    DEFINE_QUESTION(unique_local);
    DEFINE_QUESTION(v4mapped);
    DEFINE_QUESTION(v4compat);
    DEFINE_QUESTION(mc_nodelocal);
    DEFINE_QUESTION(mc_linklocal);
    DEFINE_QUESTION(mc_sitelocal);
    DEFINE_QUESTION(mc_orglocal);
    DEFINE_QUESTION(mc_global);
#undef DEFINE_QUESTION
    rb_define_method(c, "ipv6_to_ipv4", addrinfo_m_ipv6_to_ipv4, 0);
    rb_define_method(c, "marshal_dump", addrinfo_m_marshal_dump, 0);
    rb_define_method(c, "marshal_load", addrinfo_m_marshal_load, 1);
}
