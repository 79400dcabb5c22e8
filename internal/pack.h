/*
 * pack.h - the directives that Array#pack and String#unpack share.
 *
 * Owns      reading a format: letter, modifiers, count.
 * Checked   test/test_pack.rb
 */
#ifndef FACET_INTERNAL_PACK_H
#define FACET_INTERNAL_PACK_H

#include "internal/value.h"

struct pack_format {
    const char *p, *end;
    VALUE str;        /* for messages */
    const char *what; /* "pack", "unpack" */
};

struct pack_directive {
    char letter;
    bool native;  /* _ or ! */
    bool big;     /* byte order of integers: > */
    bool star;    /* the count is '*' */
    bool counted; /* a count is given */
    long count;   /* 1 if none is given */
    int width;    /* of an integer directive, in bytes; 0: none */
    bool is_signed;
};

/* Reads the next directive.  Returns false at the end.  raises ArgumentError, RangeError. */
bool pack_next(struct pack_format *f, struct pack_directive *d);
NORETURN void pack_unknown(const struct pack_format *f, char letter);

void Init_Unpack(void);

#endif
