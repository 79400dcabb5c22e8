/*
 * json.h - what the halves of the JSON library share: errors, options, entry points, the vector level.
 *
 * Owns      the names below.  json.c: module, errors, wiring.  generator*.c: Ruby to text.  parser*.c: text to Ruby.
 *           The json gem's own lib/ is the rest of the face, in Ruby (load, dump, Coder, deprecated names, additions).
 * Uses      internal/; the library is built into the binary and comes up at `require "json"`
 * JSON-1    A half raises only through json_error_*; messages are those of json 2.18.0.
 * JSON-2    Text is UTF-8 inside; text in another encoding is transcoded first.
 * JSON-3    json_simd_level() does not change after Init_json; code above that level is not reached.
 * Checked   test/json/
 */
#ifndef FACET_EXT_JSON_H
#define FACET_EXT_JSON_H

#include "internal/simd.h"
#include "internal/value.h"

extern VALUE json_module;                /* JSON */
extern VALUE json_ext_module;            /* JSON::Ext */
extern VALUE json_error_class;           /* JSON::JSONError */
extern VALUE json_parser_error_class;    /* JSON::ParserError: line, column */
extern VALUE json_nesting_error_class;   /* JSON::NestingError < ParserError */
extern VALUE json_generator_error_class; /* JSON::GeneratorError: invalid_object */

/* Defines a module function of JSON, in place of the gem's own Ruby method, without a warning. */
void json_define_function(const char *name, VALUE (*fn)(int, VALUE *, VALUE));

/* The parser half: JSON::Ext::Parser.parse and JSON::Ext::ParserConfig (new, parse). */
void Init_json_parser(void);

/*
 * JSON.parse(source, opts): one document.
 *   source    a String, or an object with to_str; any encoding
 *   opts      nil or a Hash of the parse options (symbols); create_additions, on_load, object_class included.
 *             Unknown options are ignored.
 * Returns    the object.
 * Effects    allocates, calls, raises (ParserError, NestingError, TypeError)
 */
VALUE json_parse(VALUE source, VALUE opts);

/* JSON.create_id of this thread ("json_class").  allocates. */
VALUE json_create_id(void);

/* JSON.generate(obj, opts): opts nil, a Hash (or to_hash, to_h) or a State.  allocates, calls, raises. */
VALUE json_generate(VALUE obj, VALUE opts);
void Init_json_generator(void);

/* Raises a GeneratorError.  Its invalid_object is `object`, or nil if that is Qundef. */
NORETURN COLD void json_error_generator(VALUE message, VALUE object);
/* A warning of category deprecated with the place of the nearest caller written in Ruby outside json's own files. */
COLD void json_warn_deprecated(VALUE message);

/* The widest vector code that may run; SIMD_L_... of internal/simd.h. */
static inline enum simd_level
json_simd_level(void)
{
    return simd_level();
}

#endif
