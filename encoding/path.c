/*
 * encoding/path.c - parts of a file name, whatever its encoding: the C API's rb_enc_path_* and ruby_enc_find_*.
 *
 * A separator counts only as a whole character, so that the second byte of a Shift_JIS character is never taken for one.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include <string.h>

static const char *
step(const char *p, const char *e, const struct enc *enc)
{
    return p + enc_char_len(enc, p, e);
}

static const char *
skip_separators(const char *p, const char *e)
{
    while (p < e && *p == '/') p++;
    return p;
}

static char *mutable(const char *p)
{
    return (char *)(uintptr_t)p;
}

/* Nothing stands before the first separator on this system. */
char *
rb_enc_path_skip_prefix(const char *path, const char *end, rb_encoding *enc)
{
    return mutable(path);
}

/* The next separator, or the end. */
char *
rb_enc_path_next(const char *path, const char *end, rb_encoding *enc)
{
    while (path < end && *path != '/') path = step(path, end, enc_of_pub(enc));
    return mutable(path);
}

/* The first of the separators before the last name; NULL if there is one name only. */
char *
rb_enc_path_last_separator(const char *path, const char *end, rb_encoding *enc)
{
    const char *last = NULL;
    while (path < end) {
        if (*path != '/') {
            path = step(path, end, enc_of_pub(enc));
            continue;
        }
        const char *here = path;
        path = skip_separators(path, end);
        if (path < end) last = here;
    }
    return mutable(last);
}

/* Where trailing separators begin, or the end; a leading one stays. */
static const char *
without_trailing(const char *path, const char *end, const struct enc *enc)
{
    while (path < end) {
        if (*path != '/') {
            path = step(path, end, enc);
            continue;
        }
        const char *here = path;
        path = skip_separators(path, end);
        if (path >= end) return here;
    }
    return path;
}

char *
rb_enc_path_end(const char *path, const char *end, rb_encoding *enc)
{
    if (path < end && *path == '/') path++;
    return mutable(without_trailing(path, end, enc_of_pub(enc)));
}

/*
 * The last name of a path.
 *   all_len    in: bytes of name, if not NULL (else it ends in NUL); out: bytes of the last name
 *   base_len   out: the same, if not NULL
 */
const char *
ruby_enc_find_basename(const char *name, long *base_len, long *all_len, rb_encoding *enc)
{
    const char *end = name + (all_len ? (size_t)*all_len : strlen(name)), *p = skip_separators(name, end);
    long n;
    if (p == end) {
        if (p > name) p--; /* "/" is its own name */
        n = (long)(end - p);
    } else {
        const char *last = rb_enc_path_last_separator(p, end, enc);
        if (last) p = skip_separators(last, end);
        n = (long)(without_trailing(p, end, enc_of_pub(enc)) - p);
    }
    if (base_len) *base_len = n;
    if (all_len) *all_len = n;
    return p;
}

/* Returns the extension with its dot, or NULL.  *len has the bytes of name, and is set to those of the extension.  Leading dots belong
 * to the name. */
const char *
ruby_enc_find_extname(const char *name, long *len, rb_encoding *enc)
{
    const char *end = name + (len ? (size_t)*len : strlen(name)), *dot = NULL;
    const char *last = rb_enc_path_last_separator(name, end, enc), *p = last ? skip_separators(last, end) : name, *start;
    while (p < end && *p == '.') p++;
    start = p;
    while (p < end && *p != '/') {
        if (*p == '.') dot = p;
        p = step(p, end, enc_of_pub(enc));
    }
    if (dot == start) dot = NULL;
    if (len) *len = dot ? (long)(p - dot) : 0;
    return dot;
}
