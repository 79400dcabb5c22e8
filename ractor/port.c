/*
 * ractor/port.c - Ractor::Port: a queue of messages that one Ractor reads and all may write, and Ractor.select.
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/ractor/parts.h"
#include "ruby/ractor.h"

struct port {
    struct ractor *owner; /* the Ractor that made it, and that reads it */
    VALUE owner_self;
    uint32_t id;
    bool closed;
    VALUE queue; /* Array of messages; 0 */
};

static VALUE cPort;

static void
port_mark(void *p)
{
    struct port *port = p;
    gc_mark(port->owner_self);
    gc_mark(port->queue);
}

static const rb_data_type_t port_type = {"ractor/port",
                                         {port_mark, RUBY_DEFAULT_FREE, NULL, NULL, {0}},
                                         NULL,
                                         NULL,
                                         RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_FROZEN_SHAREABLE_NO_REC};

bool
ractor_port_p(VALUE v)
{
    return rb_typeddata_is_kind_of(v, &port_type);
}

static struct port *
port_ptr(VALUE v)
{
    return rb_check_typeddata(v, &port_type);
}

static VALUE
port_alloc(VALUE klass)
{
    struct port *p;
    VALUE v = TypedData_Make_Struct(klass, struct port, &port_type, p);
    struct ractor *r = ractor_current();
    p->owner = r;
    p->owner_self = r->self;
    p->id = r->port_count++;
    p->queue = ary_new();
    rb_obj_freeze(v);
    return rb_obj_set_shareable(v);
}

VALUE
ractor_port_new(struct ractor *r)
{
    VALUE v = port_alloc(cPort);
    struct port *p = port_ptr(v);
    if (ractor_current() != r) ractor_current()->port_count--;
    p->owner = r;
    p->owner_self = r->self;
    p->id = r == ractor_current() ? p->id : r->port_count++;
    return v;
}

/* Ractor::Port#initialize */
static VALUE
port_m_initialize(VALUE self)
{
    return self;
}

static VALUE
port_m_initialize_copy(VALUE self, VALUE orig)
{
    (void)self;
    rb_raise(rb_eTypeError, "can not copy a port: %" PRIsVALUE, rb_inspect(orig));
}

static bool
closed_p(const struct port *p)
{
    return p->closed || p->owner->ended;
}

bool
ractor_port_closed_p(VALUE port)
{
    return closed_p(port_ptr(port));
}

void
ractor_port_push(VALUE port, VALUE message)
{
    struct port *p = port_ptr(port);
    if (closed_p(p)) return;
    ary_push(p->queue, message);
    ractor_wake(p->owner);
}

/* Ractor::Port#send */
VALUE
ractor_port_send(int argc, VALUE *argv, VALUE self)
{
    static ID move_id;
    VALUE message, options, move = Qfalse;
    if (!move_id) move_id = rb_intern("move");
    rb_scan_args(argc, argv, "1:", &message, &options);
    if (options != Qnil) rb_get_kwargs(options, &move_id, 0, 1, &move);
    if (closed_p(port_ptr(self))) rb_raise(ractor_eClosedError, "The port was already closed");
    VALUE passed = ractor_pass(message, move != Qundef && RTEST(move));
    if (closed_p(port_ptr(self))) rb_raise(ractor_eClosedError, "The port was already closed");
    ractor_port_push(self, passed);
    return self;
}

static bool
receivable_p(void *arg)
{
    const struct port *p = arg;
    return ary_len(p->queue) > 0 || closed_p(p);
}

static void
check_owner(const struct port *p)
{
    if (p->owner != ractor_current()) rb_raise(ractor_eError, "only allowed from the creator Ractor of this port");
}

/* Ractor::Port#receive */
VALUE
ractor_port_receive(VALUE self)
{
    struct port *p = port_ptr(self);
    check_owner(p);
    ractor_wait(receivable_p, p);
    VALUE v = ary_shift(p->queue);
    if (v == Qundef) rb_raise(ractor_eClosedError, "The port was already closed");
    RB_GC_GUARD(self);
    return v;
}

/* Ractor::Port#close */
VALUE
ractor_port_close(VALUE self)
{
    struct port *p = port_ptr(self);
    if (p->owner != ractor_current()) rb_raise(ractor_eError, "closing port by other ractors is not allowed");
    p->closed = true;
    ractor_wake(p->owner);
    return self;
}

static VALUE
port_m_closed_p(VALUE self)
{
    return val_bool(ractor_port_closed_p(self));
}

static VALUE
port_m_inspect(VALUE self)
{
    const struct port *p = port_ptr(self);
    return rb_sprintf("#<Ractor::Port to:#%u id:%u>", p->owner->id, p->id);
}

/* ---- Ractor.select ---- */

/* What can be had at once from a port or a Ractor? */
static bool
source_ready_p(VALUE v)
{
    return ractor_p(v) ? ractor_ptr(v)->ended : receivable_p(port_ptr(v));
}

static bool
any_ready_p(void *arg)
{
    VALUE sources = *(VALUE *)arg;
    for (size_t i = 0; i < ary_len(sources); i++) {
        if (source_ready_p(ary_at(sources, i))) return true;
    }
    return false;
}

/* Ractor.select: [the port or Ractor, what it gave] */
static VALUE
ractor_s_select(int argc, VALUE *argv, VALUE klass)
{
    (void)klass;
    if (argc == 0) rb_raise(rb_eArgError, "specify at least one Ractor::Port or Ractor");
    VALUE sources = ary_new_from(argv, (size_t)argc);
    for (int i = 0; i < argc; i++) {
        if (ractor_port_p(argv[i])) check_owner(port_ptr(argv[i]));
        else if (!ractor_p(argv[i])) rb_raise(rb_eArgError, "should be Ractor::Port or Ractor");
    }
    ractor_wait(any_ready_p, &sources);
    for (size_t i = 0; i < ary_len(sources); i++) {
        VALUE v = ary_at(sources, i);
        if (!source_ready_p(v)) continue;
        VALUE got = ractor_p(v) ? ractor_take_value(ractor_ptr(v), v) : ractor_port_receive(v);
        return rb_ary_new_from_args(2, v, got);
    }
    return Qnil;
}

void
ractor_port_init(void)
{
    VALUE k = cPort = rb_define_class_under(rb_cRactor, "Port", rb_cObject);
    rb_define_alloc_func(k, port_alloc);
    rb_define_private_method(k, "initialize", port_m_initialize, 0);
    rb_define_private_method(k, "initialize_copy", port_m_initialize_copy, 1);
    rb_define_method(k, "send", ractor_port_send, -1);
    rb_define_alias(k, "<<", "send");
    rb_define_method(k, "receive", ractor_port_receive, 0);
    rb_define_method(k, "close", ractor_port_close, 0);
    rb_define_method(k, "closed?", port_m_closed_p, 0);
    rb_define_method(k, "inspect", port_m_inspect, 0);
    rb_define_singleton_method(rb_cRactor, "select", ractor_s_select, -1);
}
