/*
 * string/methods.h - what String's method files (string/) share with each other.
 *
 * Uses      string.h, encoding.h
 */
#ifndef FACET_INTERNAL_STRING_M_H
#define FACET_INTERNAL_STRING_M_H

#include "internal/encoding.h"

void str_init_aref(VALUE c), str_init_search(VALUE c), str_init_case(VALUE c), str_init_split(VALUE c),
    str_init_sub(VALUE c), str_init_mod(VALUE c), str_init_tr(VALUE c), str_init_succ(VALUE c), str_init_inspect(VALUE c),
    str_init_each(VALUE c), str_init_num(VALUE c), str_init_scrub(VALUE c), str_init_norm(VALUE c), str_init_encode(VALUE c);

/*
 * Puts val in the place of len bytes at from.
 *   val     a String; may be s
 * Effects   allocates, raises (FrozenError, Encoding::CompatibilityError); s takes the encoding both agree on.
 */
void str_splice(VALUE s, size_t from, size_t len, VALUE val);

/* Returns the byte offset of pat in s at or after from, at a character boundary, or -1.  raises
 * Encoding::CompatibilityError. */
intptr_t str_index(VALUE s, VALUE pat, size_t from);
/* Returns the last byte offset of pat at or before from, or -1. */
intptr_t str_rindex(VALUE s, VALUE pat, size_t from);
/* Finds bytes, without regard to characters. */
const char *mem_find(const char *hay, size_t hay_len, const char *needle, size_t needle_len);

/* Return whether s begins or ends with pat, at a character boundary. */
bool str_starts_with(VALUE s, VALUE pat);
bool str_ends_with(VALUE s, VALUE pat);

/* Returns the pattern of a String method's argument: a Regexp itself, else the result of to_str.  raises TypeError
 * "wrong argument type Integer (expected Regexp)". */
VALUE str_pattern(VALUE pat);
/* Returns the name of v's class in a TypeError; nil, true and false are named by themselves. */
static inline const char *
class_in_message(VALUE v)
{
    return v == Qnil ? "nil" : v == Qtrue ? "true" : v == Qfalse ? "false" : rb_obj_classname(v);
}

/* Bytes at the beginning (end, not below from) of s whose characters are in the sets "a-z", intersected. */
size_t str_span_prefix(VALUE s, int argc, const VALUE *argv);
size_t str_span_suffix(VALUE s, size_t from, int argc, const VALUE *argv);

/* A String being written front to back through a pointer. */
struct str_out {
    VALUE s;
    char *p;
    size_t len, capa;
};
void out_start(struct str_out *o, int enc_index, size_t capa);
void out_grow(struct str_out *o, size_t more);
VALUE out_finish(struct str_out *o, unsigned cr);
static ALWAYS_INLINE char *
out_room(struct str_out *o, size_t more) /* where to write; then add to o->len */
{
    if (UNLIKELY(o->capa - o->len < more)) out_grow(o, more);
    return o->p + o->len;
}
static inline void
out_bytes(struct str_out *o, const char *p, size_t n)
{
    __builtin_memcpy(out_room(o, n), p, n);
    o->len += n;
}
static inline void
out_code(struct str_out *o, const struct enc *enc, uint32_t c)
{
    o->len += (size_t)enc_encode(enc, c, out_room(o, 8));
}

/* String#downcase(:fold) for caseless comparison; Qnil if s is broken. */
VALUE str_fold_case(VALUE s);

/* scrub without a block; Qnil if there is nothing to scrub. */
VALUE str_scrub_with(VALUE s, VALUE repl);
VALUE str_casecmp(VALUE a, VALUE b), str_casecmp_p(VALUE a, VALUE b);
/* upcase (which: 'u'), downcase 'd', swapcase 's', capitalize 'c' with the method's options. */
VALUE str_case_method(VALUE s, int argc, const VALUE *argv, char which);

/* Methods that Symbol lends. */
VALUE str_m_aref(int argc, VALUE *argv, VALUE self), str_m_match(int argc, VALUE *argv, VALUE self),
    str_m_match_p(int argc, VALUE *argv, VALUE self), str_m_start_with_p(int argc, VALUE *argv, VALUE self),
    str_m_end_with_p(int argc, VALUE *argv, VALUE self), str_m_match_op(VALUE self, VALUE other);

/* ASCII white space as strip and split see it. */
static inline bool
ascii_space_p(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

#endif
