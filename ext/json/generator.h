/*
 * generator.h - one run of the generator, and the options it obeys.
 *
 * Owns      struct json_opts, struct gen, the list of held Hashes.
 * Uses      json.h, buffer.h
 * JGEN-1    p, the place of the next byte, is passed and returned, not stored: stores of text then alias nothing.
 * JGEN-2    On entry to a writer p <= g->limit, which leaves GEN_SLACK bytes.  A writer may return a p past the limit by
 *           as much as its fixed text.  Its caller checks p before it calls the next writer.
 * JGEN-3    Before anything that allocates, calls or raises: gen_pause(), which roots the text and holds each Hash being
 *           walked (no new keys); after a call the walker re-reads its container by position.
 * JGEN-4    Code that raises goes through gen_raise_*() or gen_call().  They release the held Hashes, free the text's body and
 *           restore the State's depth.  If the run before had calls, one rb_protect around the whole run (`guarded`) replaces
 *           one around each call.  The held Hashes are then in struct gen, because a jump leaves the frames of the walks.
 */
#ifndef FACET_EXT_JSON_GENERATOR_H
#define FACET_EXT_JSON_GENERATOR_H

#include "ext/json/json.h"
#include "internal/string.h"

enum json_duplicate { JSON_DUP_WARN, JSON_DUP_ALLOW, JSON_DUP_RAISE };

struct json_opts {
    VALUE indent, space, space_before, object_nl, array_nl; /* frozen String, or 0: empty */
    VALUE as_json;                                          /* Proc, or 0 */
    long max_nesting, depth, buffer_initial_length;
    bool allow_nan, ascii_only, script_safe, strict;
    enum json_duplicate duplicate;
};
extern const struct json_opts json_opts_default;
extern struct json_opts json_opts_pretty; /* its strings are kept for ever */

/* A Hash being walked. */
struct gen_walk {
    VALUE hash;
    struct gen_walk *up;
    bool held; /* hash_iter_begin was called */
};

/* Text between values, copied whole. */
struct gen_mark {
    char text[16];
    uint8_t len;
};

enum { GEN_HELD_MAX = 16 };

struct gen {
    char *limit; /* JGEN-2 */
    char *base;  /* first byte of text */
    VALUE str;   /* the String that owns the text, or 0 (buffer.h) */
    const struct json_opts *o;
    VALUE state; /* JSON::State, or 0 until a to_json must be given one */
    long depth;
    struct gen_walk *walks; /* innermost first */
    bool guarded;           /* JGEN-4: the caller of json_text's run cleans up */
    uint8_t held_count;     /* guarded: of held[] */
    unsigned calls;         /* how often Ruby code ran: a change makes values read before it stale */
    bool own_state;         /* this run made the State */
    bool converted;         /* as_json was called for the current value */
    bool high;              /* some byte is not ASCII */
    bool raw; /* the code range is unknown: a text of unknown making, or whose last wide characters may be escaped */
    signed char symbols; /* Symbols are written by name: 1 yes, 0 no, -1 not looked up */
    uint8_t fill_width;  /* pretty: bytes of a level's indent, all of them `fill` */
    char fill;
    struct gen_mark object_nl, array_nl, colon;
    VALUE io;    /* 0: the result is a String */
    VALUE *held; /* guarded: the Hashes of walks that are held, in any order; GEN_HELD_MAX at most */
};

/* State (generator_state.c) */
extern VALUE json_state_class;
struct json_opts *json_state_opts(VALUE state); /* raises TypeError */
bool json_state_p(VALUE v);
VALUE json_state_new(const struct json_opts *o); /* allocates */
/* The options of a Hash over those in o; holder is the State that o lies in, or 0 for a C local.  allocates, raises. */
void json_opts_configure(struct json_opts *o, VALUE hash, VALUE holder);
VALUE json_to_hash(VALUE opts); /* to_hash, to_h; raises TypeError */
void Init_json_state(void);

/*
 * The text of obj (generator.c).
 *   state     the State whose options o are, or 0
 *   io        what to write to (write, flush), or 0
 * Returns    a new String, or io.
 * Effects    allocates, calls, raises
 */
VALUE json_text(VALUE obj, const struct json_opts *o, VALUE state, VALUE io);

/* Does what json_text() does, for self of a core class's to_json: a subclass of String, Array or Hash is written as its parent. */
VALUE json_text_native(VALUE obj, const struct json_opts *o, VALUE state);
extern VALUE json_fragment_class; /* JSON::Fragment */
void Init_json_text(void);

/* GeneratorMethods::Object#to_json and the others', for finding out whether a program has its own (generator_api.c). */
VALUE json_m_to_json(int argc, VALUE *argv, VALUE self);
VALUE json_m_object_to_json(int argc, VALUE *argv, VALUE self);

#endif
