/*
 * ifaddr.c - the addresses of this machine's interfaces: Socket::Ifaddr, Socket.getifaddrs, Socket.ip_address_list.
 *
 * The list of getifaddrs(3) is copied at once; each Ifaddr is a complete object.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <linux/if_packet.h>
#include <string.h>

static VALUE cIfaddr;

struct interface {
    VALUE name, addr, netmask, other; /* other: broadcast or destination; Addrinfo or nil */
    unsigned int flags, index;
};

static void
ifaddr_mark(void *p)
{
    struct interface *i = p;
    rb_gc_mark(i->name);
    rb_gc_mark(i->addr);
    rb_gc_mark(i->netmask);
    rb_gc_mark(i->other);
}

static const rb_data_type_t ifaddr_type = {
    "socket/ifaddr", {ifaddr_mark, RUBY_DEFAULT_FREE, NULL, NULL, {NULL}}, NULL, NULL, RUBY_TYPED_FREE_IMMEDIATELY};

static struct interface *
ifaddr_of(VALUE self)
{
    return rb_check_typeddata(self, &ifaddr_type);
}

static VALUE
addrinfo_of(const struct sockaddr *sa)
{
    if (!sa) return Qnil;
    struct sock_addr addr;
    switch (sa->sa_family) {
    case AF_INET: addr.len = sizeof(struct sockaddr_in); break;
    case AF_INET6: addr.len = sizeof(struct sockaddr_in6); break;
    case AF_PACKET:
        addr.len = (socklen_t)(offsetof(struct sockaddr_ll, sll_addr) +
                               ((const struct sockaddr_ll *)(const void *)sa)->sll_halen);
        break;
    default: return Qnil;
    }
    memset(&addr.at.storage, 0, sizeof(addr.at.storage));
    memcpy(&addr.at, sa, addr.len);
    return sock_addrinfo_new(&addr, sa->sa_family, 0, 0);
}

static VALUE
ifaddr_new(const struct ifaddrs *from)
{
    struct interface *i;
    VALUE self = TypedData_Make_Struct(cIfaddr, struct interface, &ifaddr_type, i);
    i->name = i->addr = i->netmask = i->other = Qnil;
    i->flags = from->ifa_flags;
    i->index = if_nametoindex(from->ifa_name);
    RB_OBJ_WRITE(self, &i->name, rb_str_new_cstr(from->ifa_name));
    RB_OBJ_WRITE(self, &i->addr, addrinfo_of(from->ifa_addr));
    RB_OBJ_WRITE(self, &i->netmask, addrinfo_of(from->ifa_netmask));
    if (from->ifa_flags & (IFF_BROADCAST | IFF_POINTOPOINT)) RB_OBJ_WRITE(self, &i->other, addrinfo_of(from->ifa_broadaddr));
    return self;
}

static VALUE
list_all(VALUE p)
{
    VALUE list = rb_ary_new();
    for (const struct ifaddrs *at = (const struct ifaddrs *)p; at; at = at->ifa_next) rb_ary_push(list, ifaddr_new(at));
    return list;
}

/* IPv4 first, then IPv6. */
static VALUE
list_ip(VALUE p)
{
    VALUE list = rb_ary_new();
    for (int turn = 0; turn < 2; turn++) {
        for (const struct ifaddrs *at = (const struct ifaddrs *)p; at; at = at->ifa_next) {
            if (at->ifa_addr && at->ifa_addr->sa_family == (turn ? AF_INET6 : AF_INET))
                rb_ary_push(list, addrinfo_of(at->ifa_addr));
        }
    }
    return list;
}

static VALUE
free_list(VALUE p)
{
    freeifaddrs((struct ifaddrs *)p);
    return Qnil;
}

static VALUE
with_ifaddrs(VALUE (*fn)(VALUE))
{
    struct ifaddrs *all;
    if (getifaddrs(&all) < 0) sock_fail("getifaddrs(3)", errno);
    return rb_ensure(fn, (VALUE)all, free_list, (VALUE)all);
}

static VALUE
socket_s_getifaddrs(VALUE klass)
{
    return with_ifaddrs(list_all);
}

static VALUE
socket_s_ip_address_list(VALUE klass)
{
    return with_ifaddrs(list_ip);
}

static VALUE
ifaddr_m_name(VALUE self)
{
    return ifaddr_of(self)->name;
}

static VALUE
ifaddr_m_ifindex(VALUE self)
{
    struct interface *i = ifaddr_of(self);
    if (!i->index) rb_raise(rb_eArgError, "invalid interface name: %" PRIsVALUE, i->name);
    return UINT2NUM(i->index);
}

static VALUE
ifaddr_m_flags(VALUE self)
{
    return UINT2NUM(ifaddr_of(self)->flags);
}

static VALUE
ifaddr_m_addr(VALUE self)
{
    return ifaddr_of(self)->addr;
}

static VALUE
ifaddr_m_netmask(VALUE self)
{
    return ifaddr_of(self)->netmask;
}

static VALUE
ifaddr_m_broadaddr(VALUE self)
{
    struct interface *i = ifaddr_of(self);
    return i->flags & IFF_BROADCAST ? i->other : Qnil;
}

static VALUE
ifaddr_m_dstaddr(VALUE self)
{
    struct interface *i = ifaddr_of(self);
    return i->flags & IFF_POINTOPOINT ? i->other : Qnil;
}

static void
inspect_flags(VALUE out, unsigned int flags)
{
    const char *sep = " ";
    for (unsigned int bit = 1; bit && bit <= flags; bit <<= 1) {
        if (!(flags & bit)) continue;
        const char *name = sock_name("IFF_", bit);
        if (name) rb_str_catf(out, "%s%s", sep, name + 4);
        else rb_str_catf(out, "%s%#x", sep, bit);
        sep = ",";
    }
    if (!flags) rb_str_cat_cstr(out, " 0");
}

static void
inspect_part(VALUE out, const char *label, VALUE addrinfo)
{
    if (NIL_P(addrinfo)) return;
    struct sock_addr addr;
    sock_addr_arg(addrinfo, &addr);
    rb_str_catf(out, " %s%" PRIsVALUE, label, sock_addr_inspect(&addr));
}

static VALUE
ifaddr_m_inspect(VALUE self)
{
    struct interface *i = ifaddr_of(self);
    VALUE out = rb_sprintf("#<%s %" PRIsVALUE, rb_obj_classname(self), i->name);
    inspect_flags(out, i->flags);
    inspect_part(out, "", i->addr);
    inspect_part(out, "netmask=", i->netmask);
    inspect_part(out, "broadcast=", ifaddr_m_broadaddr(self));
    inspect_part(out, "dstaddr=", ifaddr_m_dstaddr(self));
    return rb_str_cat_cstr(out, ">");
}

void
sock_init_ifaddr(void)
{
    VALUE c = cIfaddr = rb_define_class_under(sock_cSocket, "Ifaddr", rb_cObject);
    rb_undef_alloc_func(c);
    rb_define_method(c, "inspect", ifaddr_m_inspect, 0);
    rb_define_method(c, "name", ifaddr_m_name, 0);
    rb_define_method(c, "ifindex", ifaddr_m_ifindex, 0);
    rb_define_method(c, "flags", ifaddr_m_flags, 0);
    rb_define_method(c, "addr", ifaddr_m_addr, 0);
    rb_define_method(c, "netmask", ifaddr_m_netmask, 0);
    rb_define_method(c, "broadaddr", ifaddr_m_broadaddr, 0);
    rb_define_method(c, "dstaddr", ifaddr_m_dstaddr, 0);
    rb_define_singleton_method(sock_cSocket, "getifaddrs", socket_s_getifaddrs, 0);
    rb_define_singleton_method(sock_cSocket, "ip_address_list", socket_s_ip_address_list, 0);
}
