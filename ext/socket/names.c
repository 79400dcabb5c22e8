/*
 * names.c - Socket's old questions about hosts and services, answered as Arrays.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
int_or_zero(VALUE v)
{
    return NIL_P(v) ? 0 : NUM2INT(v);
}

/* Socket.getaddrinfo(host, service, family, socktype, protocol, flags, reverse_lookup): ["AF_INET", port, name, number, family,
 * type, protocol] each. */
static VALUE
names_s_getaddrinfo(int argc, VALUE *argv, VALUE klass)
{
    VALUE host, service, family, type, protocol, flags, reverse;
    rb_scan_args(argc, argv, "25", &host, &service, &family, &type, &protocol, &flags, &reverse);
    struct sock_query q = {.host = host,
                           .port = service,
                           .family = NIL_P(family) ? PF_UNSPEC : sock_family_arg(family),
                           .socktype = NIL_P(type) ? 0 : sock_socktype_arg(type),
                           .protocol = int_or_zero(protocol),
                           .flags = int_or_zero(flags),
                           .timeout = Qnil};
    bool numeric = sock_numeric_arg(reverse, RTEST(rb_funcall(sock_cBasicSocket, rb_intern("do_not_reverse_lookup"), 0)));
    struct sock_found *f;
    long n;
    VALUE memory = sock_resolve(&q, &f, &n), list = rb_ary_new_capa(n);
    for (long i = 0; i < n; i++) {
        VALUE one = sock_ip_array(f[i].addr, numeric);
        rb_ary_push(one, INT2NUM(f[i].family));
        rb_ary_push(one, INT2NUM(f[i].socktype));
        rb_ary_push(one, INT2NUM(f[i].protocol));
        rb_ary_push(list, one);
    }
    RB_GC_GUARD(memory);
    return list;
}

/* [family, port, number] or [family, port, name, number] */
static void
addr_of_array(VALUE ary, struct sock_addr *addr)
{
    long n = RARRAY_LEN(ary);
    if (n != 3 && n != 4) rb_raise(rb_eArgError, "array size should be 3 or 4, %ld given", n);
    VALUE family = rb_ary_entry(ary, 0), port = rb_ary_entry(ary, 1), host = rb_ary_entry(ary, 2);
    bool numeric = n == 4 && !NIL_P(rb_ary_entry(ary, 3));
    if (numeric) host = rb_ary_entry(ary, 3);
    if (!NIL_P(port) && !RB_INTEGER_TYPE_P(port)) StringValue(port);
    sock_resolve_one(host, port, NIL_P(family) ? PF_UNSPEC : sock_family_arg(family), SOCK_STREAM,
                     numeric ? AI_NUMERICHOST : 0, addr);
}

static VALUE
names_s_getnameinfo(int argc, VALUE *argv, VALUE klass)
{
    VALUE where, flags, host, service;
    struct sock_addr addr;
    rb_scan_args(argc, argv, "11", &where, &flags);
    int f = int_or_zero(flags);
    VALUE ary = rb_check_array_type(where);
    if (NIL_P(ary)) sock_addr_arg(where, &addr);
    else addr_of_array(ary, &addr);
    sock_name_of(&addr, f, &host, &service);
    return rb_assoc_new(host, service);
}

/* ---- hosts ---- */

/* The address alone: "\x7F\x00\x00\x01". */
static VALUE
raw_address(const struct sock_addr *addr)
{
    switch (addr->at.any.sa_family) {
    case AF_INET: return rb_str_new((const char *)&addr->at.in.sin_addr, 4);
    case AF_INET6: return rb_str_new((const char *)&addr->at.in6.sin6_addr, 16);
    default: return rb_str_new((const char *)addr->at.any.sa_data, (long)(addr->len - offsetof(struct sockaddr, sa_data)));
    }
}

/* [canonical name, aliases, family, address...]: addresses of the first one's family. */
static VALUE
host_entry(VALUE host, VALUE (*show)(const struct sock_addr *))
{
    struct sock_query q = {.host = host, .port = Qnil, .socktype = SOCK_STREAM, .flags = AI_CANONNAME, .timeout = Qnil};
    struct sock_found *f;
    long n;
    VALUE memory = sock_resolve(&q, &f, &n);
    VALUE name = NIL_P(q.canonname) ? sock_numeric_host(f->addr) : q.canonname;
    VALUE entry = rb_ary_new_from_args(3, name, rb_ary_new(), INT2NUM(f->family));
    for (long i = 0; i < n; i++) {
        if (f[i].family == f->family) rb_ary_push(entry, show(f[i].addr));
    }
    RB_GC_GUARD(memory);
    return entry;
}

static VALUE
names_s_gethostbyname(VALUE klass, VALUE host)
{
    rb_warn("Socket.gethostbyname is deprecated; use Addrinfo.getaddrinfo instead.");
    return host_entry(host, raw_address);
}

static VALUE
names_tcp_s_gethostbyname(VALUE klass, VALUE host)
{
    rb_warn("TCPSocket.gethostbyname is deprecated; use Addrinfo.getaddrinfo instead.");
    return host_entry(host, sock_numeric_host);
}

static VALUE
names_s_gethostbyaddr(int argc, VALUE *argv, VALUE klass)
{
    VALUE raw, vfamily, name;
    rb_scan_args(argc, argv, "11", &raw, &vfamily);
    rb_warn("Socket.gethostbyaddr is deprecated; use Addrinfo#getnameinfo instead.");
    StringValue(raw);
    int family = !NIL_P(vfamily) ? sock_family_arg(vfamily) : RSTRING_LEN(raw) == 16 ? AF_INET6 : AF_INET;
    struct sock_addr addr;
    memset(&addr.at.storage, 0, sizeof(addr.at.storage));
    addr.at.any.sa_family = (sa_family_t)family;
    bool four = family == AF_INET;
    addr.len = four ? sizeof(addr.at.in) : sizeof(addr.at.in6);
    if (!sock_ip_family_p(family) || RSTRING_LEN(raw) != (four ? 4 : 16)) rb_raise(sock_eSocketError, "host not found");
    memcpy(four ? (void *)&addr.at.in.sin_addr : (void *)&addr.at.in6.sin6_addr, RSTRING_PTR(raw), (size_t)RSTRING_LEN(raw));
    sock_name_of(&addr, 0, &name, NULL);
    VALUE number = sock_numeric_host(&addr);
    if (rb_str_equal(name, number) == Qtrue) rb_raise(sock_eSocketError, "host not found");
    return rb_ary_new_from_args(4, name, rb_ary_new(), INT2NUM(family), raw_address(&addr));
}

/* ---- services ---- */

/* The number of a service; "80" and "0x50" are their own. */
static VALUE
names_s_getservbyname(int argc, VALUE *argv, VALUE klass)
{
    VALUE service, protocol;
    rb_scan_args(argc, argv, "11", &service, &protocol);
    const char *name = StringValueCStr(service), *proto = NIL_P(protocol) ? "tcp" : StringValueCStr(protocol);
    struct servent *found = getservbyname(name, proto);
    if (found) return INT2FIX(ntohs((uint16_t)found->s_port));
    char *end;
    long port = strtol(name, &end, 0);
    if (*end) rb_raise(sock_eSocketError, "no such service %" PRIsVALUE "/%s", service, proto);
    return LONG2NUM(port);
}

static VALUE
names_s_getservbyport(int argc, VALUE *argv, VALUE klass)
{
    VALUE vport, protocol;
    rb_scan_args(argc, argv, "11", &vport, &protocol);
    int port = NUM2INT(vport);
    const char *proto = NIL_P(protocol) ? "tcp" : StringValueCStr(protocol);
    struct servent *found = getservbyport(htons((uint16_t)port), proto);
    if (!found) rb_raise(sock_eSocketError, "no such service for port %d/%s", port, proto);
    return rb_str_new_cstr(found->s_name);
}

void
sock_init_names(void)
{
    VALUE c = sock_cSocket;
    rb_define_singleton_method(c, "getaddrinfo", names_s_getaddrinfo, -1);
    rb_define_singleton_method(c, "getnameinfo", names_s_getnameinfo, -1);
    rb_define_singleton_method(c, "gethostbyname", names_s_gethostbyname, 1);
    rb_define_singleton_method(c, "gethostbyaddr", names_s_gethostbyaddr, -1);
    rb_define_singleton_method(c, "getservbyname", names_s_getservbyname, -1);
    rb_define_singleton_method(c, "getservbyport", names_s_getservbyport, -1);
    sock_cIPSocket = rb_define_class("IPSocket", sock_cBasicSocket);
    sock_cTCPSocket = rb_define_class("TCPSocket", sock_cIPSocket);
    rb_define_singleton_method(sock_cTCPSocket, "gethostbyname", names_tcp_s_gethostbyname, 1);
}
