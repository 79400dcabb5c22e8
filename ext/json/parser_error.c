/*
 * parser_error.c - the parser's error messages.
 *
 * Messages are those of json 2.18.0 to the letter, because programs compare them.  Their oddities are kept.  The newline nearest
 * before the place is not counted as a line.  A character that ends the excerpt loses its bytes.  An excerpt that would
 * begin with white space becomes the rest of the text.
 */
#include "internal/compiler.h"

#include <string.h>

#include "ext/json/parser.h"
#include "internal/hash.h"
#include "ruby/ruby.h"

enum { EXCERPT_MAX = 32 };

/* Line and column of `at`, which may lie a byte past the end. */
static void
position(const struct json_parser *ps, const char *at, long *line, long *column)
{
    const char *p = at;
    *line = 1;
    *column = 0;
    for (; p >= ps->start; p--) {
        if (p < ps->end && *p == '\n') break;
        ++*column;
    }
    for (p--; p >= ps->start; p--) *line += *p == '\n';
}

static inline bool
excerpt_ends(unsigned char c)
{
    return c == 0 || c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* 'text' up to white space, cut to whole characters. */
static VALUE
excerpt(const struct json_parser *ps, const char *at)
{
    if (at >= ps->end) return rb_utf8_str_new_cstr("EOF");
    size_t n = 0, most = (size_t)(ps->end - at) < EXCERPT_MAX ? (size_t)(ps->end - at) : EXCERPT_MAX;
    while (n < most && !excerpt_ends((unsigned char)at[n])) n++;
    if (n == 0) return rb_utf8_str_new(at, (long)strlen(at));
    while (n > 0 && ((unsigned char)at[n - 1] & 0xc0) == 0x80) n--;
    if (n > 0 && (unsigned char)at[n - 1] >= 0xc0) n--;
    VALUE s = rb_utf8_str_new_cstr("'");
    rb_str_cat(s, at, (long)n);
    return rb_str_cat_cstr(s, "'");
}

/* format with its %s replaced, and the place. */
static VALUE
message_at(const struct json_parser *ps, const char *format, VALUE what, const char *at, long *line, long *column)
{
    const char *hole = strstr(format, "%s");
    VALUE text = rb_utf8_str_new(format, hole ? hole - format : (long)strlen(format));
    if (hole) {
        rb_str_append(text, what);
        rb_str_cat_cstr(text, hole + 2);
    }
    position(ps, at, line, column);
    return rb_str_catf(text, " at line %ld column %ld", *line, *column);
}

NORETURN COLD static void
fail_with(const struct json_parser *ps, const char *format, VALUE what, const char *at)
{
    long line, column;
    VALUE text = message_at(ps, format, what, at, &line, &column);
    VALUE error = rb_exc_new_str(json_parser_error_class, text);
    rb_ivar_set(error, rb_intern("@line"), LONG2NUM(line));
    rb_ivar_set(error, rb_intern("@column"), LONG2NUM(column));
    rb_exc_raise(error);
}

void
json_fail(const struct json_parser *ps, const char *format, const char *at)
{
    fail_with(ps, format, strstr(format, "%s") ? excerpt(ps, at) : Qnil, at);
}

void
json_fail_nesting(size_t depth)
{
    rb_raise(json_nesting_error_class, "nesting of %zu is too deep", depth);
}

/* The first key that was there already; n is small or this is an error's way. */
static VALUE
first_repeated(const VALUE *pairs, size_t n)
{
    VALUE seen = hash_new_capa(n);
    for (size_t i = 0; i < n; i++) {
        VALUE key = pairs[3 * i + 1];
        if (!hash_set_new(seen, key, Qtrue)) return key;
    }
    return Qnil;
}

void
json_duplicate_key(struct json_parser *ps, const VALUE *pairs, size_t n, size_t open)
{
    VALUE key = first_repeated(pairs, n);
    VALUE shown = rb_inspect(val_symbol_p(key) ? rb_sym2str(key) : key);
    if (ps->config->duplicates == JSON_DUP_RAISE) fail_with(ps, "duplicate key %s", shown, ps->start + open);
    long line, column;
    static const char format[] = "detected duplicate key %s in JSON object. This will raise an error in json 3.0 unless "
                                 "enabled via `allow_duplicate_key: true`";
    VALUE text = message_at(ps, format, shown, ps->start + open, &line, &column);
    json_hold_text(ps);
    json_warn_deprecated(text);
}
