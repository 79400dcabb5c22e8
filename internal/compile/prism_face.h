/*
 * compile/prism_face.h - the parser as the compiler sees it: a source in, a tree or a SyntaxError out.
 *
 * Owns      struct parse: the parser, its options, the tree, the memory they lie in.
 * Uses      libprism.  Only compile*.c and compile/prism_face.c include this header.
 * PRISM-1   A struct parse that parse_begin() filled is released by parse_end(), whatever happened between.
 */
#ifndef FACET_INTERNAL_PRISM_FACE_H
#define FACET_INTERNAL_PRISM_FACE_H

#include "internal/iseq.h"
#include "internal/string.h"
#include "internal/compile/parse_memory.h"
#include "prism.h"

struct parse {
    pm_parser_t parser;
    pm_options_t options;
    pm_node_t *root;
    VALUE source; /* frozen; what the tree's locations point into */
    struct parse_memory memory;
    bool failed; /* for want of memory */
};

/* Parses source.  Fills parse, then raises SyntaxError, ArgumentError or LoadError if the source has errors, else prints its
 * warnings.  calls, raises: in both cases parse_end() is due. */
void parse_begin(struct parse *parse, VALUE source, enum iseq_type type, const struct compile_options *opt);
void parse_end(struct parse *parse);
/* Returns the byte offset after the line __END__, or -1 if the file has none. */
long parse_data_offset(const struct parse *parse);
/* Returns "file:line: syntax errors found" and the excerpts. */
VALUE parse_error_message(const struct parse *parse, bool highlight);

#endif
