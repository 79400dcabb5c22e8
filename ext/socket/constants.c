/*
 * constants.c - Socket::Constants, and between names and numbers.
 *
 * One table (constants.inc) defines the constants, and gives the number of a name and the name of a number.  A name is searched
 * with each prefix that its argument allows, and without one; a number by its prefix.  The table is searched from the front: it
 * has 300 lines, and a system call needs at most a few searches.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <net/if.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stdio.h>
#include <string.h>

#ifndef __GLIBC__
enum { IPPORT_USERRESERVED = 5000 }; /* musl lacks the name; the ports below are reserved for the system on BSD */
#endif

static const struct constant {
    const char *name;
    long value;
} constants[] = {
#define C(name) {#name, (long)(name)},
#include "constants.inc"
#undef C
};
enum { CONSTANT_COUNT = sizeof(constants) / sizeof(constants[0]) };

const char *
sock_name(const char *prefix, long value)
{
    size_t n = strlen(prefix);
    for (int i = 0; i < CONSTANT_COUNT; i++) {
        if (constants[i].value == value && strncmp(constants[i].name, prefix, n) == 0) return constants[i].name;
    }
    return NULL;
}

bool
sock_value(const char *name, long len, int *value)
{
    for (int i = 0; i < CONSTANT_COUNT; i++) {
        if (strncmp(constants[i].name, name, (size_t)len) || constants[i].name[len]) continue;
        *value = (int)constants[i].value;
        return true;
    }
    return false;
}

/* name is a constant that starts with prefix, or is one when prefix is put before it. */
static bool
value_with_prefix(const char *prefix, const char *name, long len, int *value)
{
    size_t n = strlen(prefix);
    char full[64];
    if ((size_t)len >= n && memcmp(name, prefix, n) == 0 && sock_value(name, len, value)) return true;
    int total = snprintf(full, sizeof(full), "%s%.*s", prefix, (int)len, name);
    return total < (int)sizeof(full) && sock_value(full, total, value);
}

/* Returns v as a number.  A name may begin with one of the prefixes, the last of which is NULL.  unknown is the message for other
 * names, such as "unknown socket type". */
static int
number_arg(VALUE v, const char *const *prefixes, const char *unknown)
{
    VALUE s = SYMBOL_P(v) ? rb_sym2str(v) : rb_check_string_type(v);
    if (NIL_P(s)) return NUM2INT(v);
    int value;
    for (; *prefixes; prefixes++) {
        if (value_with_prefix(*prefixes, RSTRING_PTR(s), RSTRING_LEN(s), &value)) return value;
    }
    s = rb_str_new_cstr(RSTRING_PTR(s)); /* up to a null byte */
    rb_raise(sock_eSocketError, "%s: %" PRIsVALUE, unknown, s);
}

int
sock_family_arg(VALUE v)
{
    static const char *const prefixes[] = {"AF_", "PF_", NULL};
    return number_arg(v, prefixes, "unknown socket domain");
}

int
sock_socktype_arg(VALUE v)
{
    static const char *const prefixes[] = {"SOCK_", NULL};
    return number_arg(v, prefixes, "unknown socket type");
}

int
sock_shutdown_arg(VALUE v)
{
    static const char *const prefixes[] = {"SHUT_", NULL};
    return number_arg(v, prefixes, "unknown shutdown argument");
}

/* SOL_SOCKET everywhere; protocols where the family is IP's. */
int
sock_level_arg(int family, VALUE v)
{
    VALUE s = SYMBOL_P(v) ? rb_sym2str(v) : rb_check_string_type(v);
    if (NIL_P(s)) return NUM2INT(v);
    long n = RSTRING_LEN(s);
    const char *p = RSTRING_PTR(s);
    int value;
    if ((n == 6 && memcmp(p, "SOCKET", 6) == 0) || (n == 10 && memcmp(p, "SOL_SOCKET", 10) == 0)) return SOL_SOCKET;
    if (sock_ip_family_p(family) && value_with_prefix("IPPROTO_", p, n, &value)) return value;
    rb_raise(sock_eSocketError, "unknown protocol level: %" PRIsVALUE, s);
}

/* The prefixes of the options and messages of a level. */
static const struct level {
    int level;
    const char *option[2], *message[2], *option_unknown, *message_unknown;
} levels[] = {
    {SOL_SOCKET, {"SO_"}, {"SCM_"}, "unknown socket level option name", "unknown UNIX control message"},
    {IPPROTO_IP, {"IP_"}, {"IP_"}, "unknown IP level option name", "unknown IP control message"},
    {IPPROTO_IPV6, {"IPV6_"}, {"IPV6_"}, "unknown IPv6 level option name", "unknown IPv6 control message"},
    {IPPROTO_TCP, {"TCP_"}, {"TCP_"}, "unknown TCP level option name", "unknown TCP control message"},
    {IPPROTO_UDP, {"UDP_"}, {"UDP_"}, "unknown UDP level option name", "unknown UDP control message"},
};

/* Returns the names of a level, or NULL if they are unknown. */
static const struct level *
level_of(int family, int level)
{
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        if (levels[i].level == level && (level == SOL_SOCKET || sock_ip_family_p(family))) return &levels[i];
    }
    return NULL;
}

int
sock_optname_arg(int family, int level, VALUE v)
{
    const struct level *l = level_of(family, level);
    return l ? number_arg(v, l->option, l->option_unknown) : NUM2INT(v);
}

int
sock_cmsg_type_arg(int family, int level, VALUE v)
{
    const struct level *l = level_of(family, level);
    return l ? number_arg(v, l->message, l->message_unknown) : NUM2INT(v);
}

VALUE
sock_afamily_str(int family)
{
    const char *name = sock_name("AF_", family);
    if (name) return rb_usascii_str_new_cstr(name);
    char text[32];
    snprintf(text, sizeof(text), "unknown:%d", family);
    return rb_str_new_cstr(text);
}

/* ---- what lib/socket.rb asks: private methods of BasicSocket's singleton class ---- */

static VALUE
bare_name(const char *prefix, long value)
{
    const char *name = sock_name(prefix, value);
    return name ? rb_usascii_str_new_cstr(name + strlen(prefix)) : Qnil;
}

/* __family(v), __level(family, v), __optname(family, level, v), __cmsg_type(family, level, v): numbers. */
static VALUE
constants_s_family(VALUE self, VALUE v)
{
    return INT2NUM(sock_family_arg(v));
}

static VALUE
constants_s_level(VALUE self, VALUE family, VALUE v)
{
    return INT2NUM(sock_level_arg(NUM2INT(family), v));
}

static VALUE
constants_s_optname(VALUE self, VALUE family, VALUE level, VALUE v)
{
    return INT2NUM(sock_optname_arg(NUM2INT(family), NUM2INT(level), v));
}

static VALUE
constants_s_cmsg_type(VALUE self, VALUE family, VALUE level, VALUE v)
{
    return INT2NUM(sock_cmsg_type_arg(NUM2INT(family), NUM2INT(level), v));
}

/* __names(family, level, number, message): returns their names without prefixes, nil for an unknown one. */
static VALUE
constants_s_names(VALUE self, VALUE family, VALUE level, VALUE number, VALUE message)
{
    int f = NUM2INT(family), l = NUM2INT(level);
    const struct level *known = level_of(f, l);
    VALUE level_name = l == SOL_SOCKET       ? rb_usascii_str_new_cstr("SOCKET")
                       : sock_ip_family_p(f) ? bare_name("IPPROTO_", l)
                                             : Qnil;
    VALUE name = known ? bare_name(*(RTEST(message) ? known->message : known->option), NUM2INT(number)) : Qnil;
    return rb_ary_new_from_args(3, bare_name("AF_", f), level_name, name);
}

void
sock_init_constants(void)
{
    VALUE module = rb_define_module_under(sock_cSocket, "Constants");
    for (int i = 0; i < CONSTANT_COUNT; i++) {
        rb_define_const(sock_cSocket, constants[i].name, LONG2NUM(constants[i].value));
        rb_define_const(module, constants[i].name, LONG2NUM(constants[i].value));
    }
    VALUE s = rb_singleton_class(sock_cBasicSocket);
    rb_define_private_method(s, "__family", constants_s_family, 1);
    rb_define_private_method(s, "__level", constants_s_level, 2);
    rb_define_private_method(s, "__optname", constants_s_optname, 3);
    rb_define_private_method(s, "__cmsg_type", constants_s_cmsg_type, 3);
    rb_define_private_method(s, "__names", constants_s_names, 4);
}
