/*
 * message.c - sendmsg(2) and recvmsg(2): data with control messages.
 *
 * Control messages are Arrays here.  lib/socket.rb converts them to Socket::AncillaryData and back.
 * MSG-1     A descriptor that comes with a message becomes an IO in the same call, or is closed: none is lost.
 */
#define _GNU_SOURCE
#include "socket.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_BYTES = 4096, GROW_LIMIT = 1 << 20 };

/* ---- send ---- */

/* controls: [[level, type, data], ...]. The bytes of the control buffer; nil if there are none. */
static VALUE
pack_controls(VALUE controls)
{
    long total = 0;
    for (long i = 0; i < RARRAY_LEN(controls); i++) {
        VALUE data = rb_ary_entry(rb_ary_entry(controls, i), 2);
        total += (long)CMSG_SPACE((size_t)RSTRING_LEN(data));
    }
    if (!total) return Qnil;
    VALUE out = rb_str_buf_new(total);
    for (long i = 0; i < RARRAY_LEN(controls); i++) {
        VALUE c = rb_ary_entry(controls, i), data = rb_ary_entry(c, 2);
        size_t n = (size_t)RSTRING_LEN(data), space = CMSG_SPACE(n);
        struct cmsghdr head = {
            .cmsg_len = CMSG_LEN(n), .cmsg_level = NUM2INT(rb_ary_entry(c, 0)), .cmsg_type = NUM2INT(rb_ary_entry(c, 1))};
        static const char zeros[CMSG_SPACE(0) + sizeof(size_t)];
        rb_str_cat(out, (const char *)&head, sizeof(head));
        rb_str_cat(out, zeros, (long)(CMSG_LEN(0) - sizeof(head)));
        rb_str_cat(out, RSTRING_PTR(data), (long)n);
        RB_GC_GUARD(data);
        rb_str_cat(out, zeros, (long)(space - CMSG_LEN(n)));
    }
    return out;
}

/* try_sendmsg(data, flags, dest, controls, wait): returns the bytes sent, or false if it would block and `wait` is false. */
static VALUE
message_m_send(VALUE self, VALUE data, VALUE vflags, VALUE dest, VALUE controls, VALUE wait)
{
    struct sock_addr to = {.len = 0};
    StringValue(data);
    data = rb_str_new_frozen(data);
    if (!NIL_P(dest)) sock_addr_arg(dest, &to);
    VALUE packed = pack_controls(controls);
    int flags = NIL_P(vflags) ? 0 : NUM2INT(vflags);
    struct iovec vec = {RSTRING_PTR(data), (size_t)RSTRING_LEN(data)};
    struct msghdr msg = {.msg_iov = &vec, .msg_iovlen = 1};
    if (!NIL_P(dest)) msg.msg_name = &to.at, msg.msg_namelen = to.len;
    if (!NIL_P(packed)) msg.msg_control = RSTRING_PTR(packed), msg.msg_controllen = (size_t)RSTRING_LEN(packed);
    ssize_t n;
    while ((n = sendmsg(sock_fd(self), &msg, flags | MSG_DONTWAIT | MSG_NOSIGNAL)) < 0) {
        if (errno == EAGAIN && !RTEST(wait)) return Qfalse;
        if (errno == EAGAIN) sock_wait(self, POLLOUT);
        else if (errno == EINTR) rb_thread_check_ints();
        else sock_fail("sendmsg(2)", errno);
    }
    RB_GC_GUARD(data);
    RB_GC_GUARD(packed);
    return SSIZET2NUM(n);
}

/* ---- receive ---- */

static VALUE
io_of_fd(int fd)
{
    struct stat st;
    bool socket = fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode);
    return rb_funcall(socket ? sock_cSocket : rb_cIO, rb_intern("for_fd"), 1, INT2FIX(fd));
}

/* An Array of IOs, or nil: the descriptors are closed. */
static VALUE
take_rights(struct cmsghdr *c, bool wanted)
{
    size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    VALUE list = wanted ? rb_ary_new() : Qnil;
    for (size_t i = 0; i < n; i++) {
        int fd;
        memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof(fd));
        if (wanted) rb_ary_push(list, io_of_fd(fd));
        else close(fd);
    }
    return list;
}

/* [[level, type, data, IOs or nil], ...] */
static VALUE
unpack_controls(struct msghdr *msg, bool rights)
{
    VALUE list = rb_ary_new();
    for (struct cmsghdr *c = CMSG_FIRSTHDR(msg); c; c = CMSG_NXTHDR(msg, c)) {
        VALUE ios = c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS ? take_rights(c, rights) : Qnil;
        VALUE data = rb_str_new((const char *)CMSG_DATA(c), (long)(c->cmsg_len - CMSG_LEN(0)));
        rb_ary_push(list, rb_ary_new_from_args(4, INT2NUM(c->cmsg_level), INT2NUM(c->cmsg_type), data, ios));
    }
    return list;
}

struct receive {
    VALUE self, data, control;
    struct sock_addr from;
    struct iovec vec;
    struct msghdr msg;
};

/* Tries to receive once.  Returns -1 and sets errno if it fails. */
static ssize_t
receive_once(struct receive *r, int flags)
{
    ssize_t n;
    do {
        memset(&r->from.at.storage, 0, sizeof(r->from.at.storage));
        r->vec = (struct iovec){RSTRING_PTR(r->data), (size_t)RSTRING_LEN(r->data)};
        r->msg = (struct msghdr){.msg_name = &r->from.at,
                                 .msg_namelen = sizeof(r->from.at.storage),
                                 .msg_iov = &r->vec,
                                 .msg_iovlen = 1,
                                 .msg_control = RSTRING_PTR(r->control),
                                 .msg_controllen = (size_t)RSTRING_LEN(r->control)};
        n = recvmsg(sock_fd(r->self), &r->msg, flags | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (n < 0 && errno == EINTR) rb_thread_check_ints();
    } while (n < 0 && errno == EINTR);
    return n;
}

static bool
datagram_p(int fd)
{
    int type = 0;
    socklen_t n = sizeof(type);
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &n) == 0 && type != SOCK_STREAM;
}

/* Makes room for the whole next message, which would otherwise be cut.  A call with MSG_PEEK and MSG_TRUNC returns its length. */
static void
make_room(struct receive *r, int flags)
{
    char byte;
    ssize_t n = recv(sock_fd(r->self), &byte, 1, (flags & MSG_OOB) | MSG_PEEK | MSG_TRUNC | MSG_DONTWAIT);
    if (n > RSTRING_LEN(r->data) && n < GROW_LIMIT) r->data = rb_str_new(NULL, n);
}

/* try_recvmsg(len, flags, control_len, rights, wait): returns [data, from, flags, controls], nil at the end, or false if it would
 * block. */
static VALUE
message_m_receive(VALUE self, VALUE vlen, VALUE vflags, VALUE vcontrol, VALUE rights, VALUE wait)
{
    long len = NIL_P(vlen) ? DEFAULT_BYTES : NUM2LONG(vlen), clen = NIL_P(vcontrol) ? DEFAULT_BYTES : NUM2LONG(vcontrol);
    int flags = NUM2INT(vflags);
    if (len < 0 || clen < 0) rb_raise(rb_eArgError, "negative string size (or size too big)");
    if (rb_io_read_pending(sock_ptr(self))) rb_raise(rb_eIOError, "recvmsg for buffered IO");
    struct receive r = {.self = self, .data = rb_str_new(NULL, len), .control = rb_str_new(NULL, clen)};
    bool whole = NIL_P(vlen) && datagram_p(sock_fd(self));
    ssize_t n;
    for (;;) {
        if (whole) make_room(&r, flags);
        if ((n = receive_once(&r, flags)) >= 0) break;
        if (errno != EAGAIN) sock_fail("recvmsg(2)", errno);
        if (!RTEST(wait)) return Qfalse;
        sock_wait(self, POLLIN);
    }
    VALUE controls = unpack_controls(&r.msg, RTEST(rights));
    rb_str_set_len(r.data, n);
    r.from.len = r.msg.msg_namelen;
    int type = 0;
    socklen_t size = sizeof(type);
    if (n == 0 && getsockopt(sock_fd(self), SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type != SOCK_DGRAM) return Qnil;
    return rb_ary_new_from_args(4, r.data, sock_addrinfo_of_fd(sock_fd(self), &r.from), INT2NUM(r.msg.msg_flags), controls);
}

void
sock_init_message(void)
{
    rb_define_private_method(sock_cBasicSocket, "try_sendmsg", message_m_send, 5);
    rb_define_private_method(sock_cBasicSocket, "try_recvmsg", message_m_receive, 5);
}
