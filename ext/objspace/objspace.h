/*
 * objspace.h - what the parts of `require "objspace"` share.
 *
 * Uses      gc/page.h
 */
#ifndef FACET_EXT_OBJSPACE_H
#define FACET_EXT_OBJSPACE_H

#include "gc/page.h"
#include "internal/class.h"

/* ---- allocation.c ---- */
/* The place at which an object was made during tracing. */
struct alloc_site {
    VALUE path;  /* String; 0: no Ruby code ran */
    VALUE klass; /* of the method; 0: none */
    ID mid;      /* 0: none */
    int line;
    uint64_t generation; /* GC.count */
};
const struct alloc_site *alloc_site_of(VALUE obj);     /* NULL: not known.  Good until the next allocation.  pure */
VALUE alloc_site_class(const struct alloc_site *site); /* class or module that has a name; 0 */
void Init_objspace_allocation(VALUE objspace);

/* ---- dump.c ---- */
void Init_objspace_dump(VALUE objspace);

/* ---- objspace.c ---- */
/* "T_STRING" and the like; NULL for a number that is no type. */
const char *objspace_type_name(unsigned type);
const char *objspace_imemo_name(unsigned kind); /* "env"; NULL */
extern const char *const objspace_root_names[GC_ROOTS_COUNT];

#endif
