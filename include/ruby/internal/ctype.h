/*
 * ruby/internal/ctype.h - character classes of ASCII, whatever the locale.
 */
#ifndef RUBY_INTERNAL_CTYPE_H
#define RUBY_INTERNAL_CTYPE_H 1

#include "ruby/defines.h"

static inline int
rb_isascii(int c)
{
    return 0 <= c && c <= 127;
}

static inline int
rb_isupper(int c)
{
    return 'A' <= c && c <= 'Z';
}

static inline int
rb_islower(int c)
{
    return 'a' <= c && c <= 'z';
}

static inline int
rb_isalpha(int c)
{
    return rb_isupper(c) || rb_islower(c);
}

static inline int
rb_isdigit(int c)
{
    return '0' <= c && c <= '9';
}

static inline int
rb_isalnum(int c)
{
    return rb_isalpha(c) || rb_isdigit(c);
}

static inline int
rb_isxdigit(int c)
{
    return rb_isdigit(c) || ('A' <= c && c <= 'F') || ('a' <= c && c <= 'f');
}

static inline int
rb_isblank(int c)
{
    return c == ' ' || c == '\t';
}

static inline int
rb_isspace(int c)
{
    return c == ' ' || ('\t' <= c && c <= '\r');
}

static inline int
rb_iscntrl(int c)
{
    return (0 <= c && c < ' ') || c == 127;
}

static inline int
rb_isprint(int c)
{
    return ' ' <= c && c <= '~';
}

static inline int
rb_isgraph(int c)
{
    return '!' <= c && c <= '~';
}

static inline int
rb_ispunct(int c)
{
    return rb_isgraph(c) && !rb_isalnum(c);
}

static inline int
rb_toupper(int c)
{
    return rb_islower(c) ? c - 'a' + 'A' : c;
}

static inline int
rb_tolower(int c)
{
    return rb_isupper(c) ? c - 'A' + 'a' : c;
}

RBIMPL_SYMBOL_EXPORT_BEGIN()
unsigned long ruby_strtoul(const char *str, char **end, int base);
RBIMPL_SYMBOL_EXPORT_END()

#ifndef ISPRINT
#define ISASCII(c) rb_isascii(c)
#define ISPRINT(c) rb_isprint(c)
#define ISGRAPH(c) rb_isgraph(c)
#define ISSPACE(c) rb_isspace(c)
#define ISUPPER(c) rb_isupper(c)
#define ISLOWER(c) rb_islower(c)
#define ISALNUM(c) rb_isalnum(c)
#define ISALPHA(c) rb_isalpha(c)
#define ISDIGIT(c) rb_isdigit(c)
#define ISXDIGIT(c) rb_isxdigit(c)
#define ISBLANK(c) rb_isblank(c)
#define ISCNTRL(c) rb_iscntrl(c)
#define ISPUNCT(c) rb_ispunct(c)
#define TOUPPER(c) rb_toupper(c)
#define TOLOWER(c) rb_tolower(c)
#endif
#define STRTOUL(str, end, base) ruby_strtoul((str), (end), (base))

#endif
