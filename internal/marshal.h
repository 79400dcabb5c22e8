/*
 * marshal.h - the format of Marshal (4.8) as writer and reader share it, and the classes that are dumped as others.
 *
 * Owns      the type bytes; the compatibility table.
 * Uses      class
 * MARSH-1   Every object but nil, true, false, small Integers and Symbols has a number.  Numbers count from 0 in the
 *           order in which writing an object begins (objects of _dump: ends).  A second mention is '@' and that
 *           number.
 * MARSH-2   Symbols are counted apart, in the order of their bytes; a second mention is ';' and that number.
 * MARSH-3   Integers beyond 31 bits that are Fixnums here take a number but are never mentioned again.
 * Checked   ruby/spec core/marshal, test/test_marshal.rb
 */
#ifndef FACET_INTERNAL_MARSHAL_H
#define FACET_INTERNAL_MARSHAL_H

#include "internal/class.h"

enum {
    MARSHAL_MAJOR = 4,
    MARSHAL_MINOR = 8,
};
enum marshal_type {
    M_NIL = '0',
    M_TRUE = 'T',
    M_FALSE = 'F',
    M_FIXNUM = 'i',
    M_EXTENDED = 'e',
    M_UCLASS = 'C',
    M_OBJECT = 'o',
    M_DATA = 'd',
    M_USERDEF = 'u',
    M_USRMARSHAL = 'U',
    M_FLOAT = 'f',
    M_BIGNUM = 'l',
    M_STRING = '"',
    M_REGEXP = '/',
    M_ARRAY = '[',
    M_HASH = '{',
    M_HASH_DEF = '}',
    M_STRUCT = 'S',
    M_MODULE_OLD = 'M',
    M_CLASS = 'c',
    M_MODULE = 'm',
    M_SYMBOL = ':',
    M_SYMLINK = ';',
    M_IVAR = 'I',
    M_LINK = '@',
};

/* Instances of newclass (and of classes that inherit its allocator) are dumped as what dumper makes of them and loaded
 * into an instance of oldclass, which loader puts into the real one. */
struct marshal_compat {
    VALUE newclass, oldclass;
    VALUE (*dumper)(VALUE);
    VALUE (*loader)(VALUE, VALUE);
    struct marshal_compat *next;
};
/* Returns the entry for instances of klass, or NULL. */
const struct marshal_compat *marshal_compat_of(VALUE klass);
NORETURN void marshal_io_needed(void);

struct marshal_ids {
    ID dump, load, marshal_dump, marshal_load, dump_data, load_data; /* methods */
    ID e, encoding, k;                                               /* variables that are none */
    ID associated;                                                   /* what Array#pack keeps alive: of this process */
    ID binmode, write, getbyte, read, call, bt, bt_locations, cause;
};
extern struct marshal_ids marshal_id;

void marshal_define_dump(VALUE module);
void marshal_define_load(VALUE module);
void Init_Marshal(void);

#endif
