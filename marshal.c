/*
 * marshal.c - Marshal: the module, and the table of classes that are dumped as others.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include "internal/gc.h"
#include "internal/marshal.h"
#include "ruby/ruby.h"

static struct marshal_compat *compats;
struct marshal_ids marshal_id;

void
rb_marshal_define_compat(VALUE newclass, VALUE oldclass, VALUE (*dumper)(VALUE), VALUE (*loader)(VALUE, VALUE))
{
    if (!class_allocator(newclass)) rb_raise(rb_eTypeError, "no allocator");
    struct marshal_compat *c = gc_raw_malloc(sizeof *c);
    *c = (struct marshal_compat){newclass, oldclass, dumper, loader, compats};
    compats = c;
    gc_keep(newclass);
    gc_keep(oldclass);
}

const struct marshal_compat *
marshal_compat_of(VALUE klass)
{
    alloc_func_t allocator = class_allocator(klass);
    if (!allocator) return NULL;
    for (const struct marshal_compat *c = compats; c; c = c->next) {
        if (class_allocator(c->newclass) == allocator) return c;
    }
    return NULL;
}

void
marshal_io_needed(void)
{
    rb_raise(rb_eTypeError, "instance of IO needed");
}

void
Init_Marshal(void)
{
    static const struct {
        ID *at;
        const char *name;
    } names[] = {
        {&marshal_id.dump, "_dump"},
        {&marshal_id.load, "_load"},
        {&marshal_id.marshal_dump, "marshal_dump"},
        {&marshal_id.marshal_load, "marshal_load"},
        {&marshal_id.dump_data, "_dump_data"},
        {&marshal_id.load_data, "_load_data"},
        {&marshal_id.e, "E"},
        {&marshal_id.encoding, "encoding"},
        {&marshal_id.k, "K"},
        {&marshal_id.associated, "associated"},
        {&marshal_id.binmode, "binmode"},
        {&marshal_id.write, "write"},
        {&marshal_id.getbyte, "getbyte"},
        {&marshal_id.read, "read"},
        {&marshal_id.call, "call"},
        {&marshal_id.bt, "bt"},
        {&marshal_id.bt_locations, "bt_locations"},
        {&marshal_id.cause, "cause"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) *names[i].at = rb_intern(names[i].name);
    VALUE m = rb_define_module("Marshal");
    marshal_define_dump(m);
    marshal_define_load(m);
    rb_define_const(m, "MAJOR_VERSION", INT2FIX(MARSHAL_MAJOR));
    rb_define_const(m, "MINOR_VERSION", INT2FIX(MARSHAL_MINOR));
}
