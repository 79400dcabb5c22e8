/*
 * ruby/util.h - small things over plain C that Ruby's own sources use, and extensions found.
 */
#ifndef RUBY_UTIL_H
#define RUBY_UTIL_H 1

#include "ruby/defines.h"

#define DECIMAL_SIZE_OF_BITS(n) (((n) * 3010 + 9998) / 9999) /* n bits as decimal digits, rounded up; n < 19000 */
#define DECIMAL_SIZE_OF_BYTES(n) DECIMAL_SIZE_OF_BITS((n) * CHAR_BIT)
#define DECIMAL_SIZE_OF(expr) DECIMAL_SIZE_OF_BYTES(sizeof(expr))

RBIMPL_SYMBOL_EXPORT_BEGIN()
RUBY_EXTERN const signed char ruby_digit36_to_number_table[256]; /* -1 for what is no digit */
RUBY_EXTERN const char ruby_hexdigits[];                         /* "0123456789abcdef0123456789ABCDEF" */

/* At most len digits; *used is how many. */
unsigned long ruby_scan_oct(const char *s, size_t len, size_t *used);
unsigned long ruby_scan_hex(const char *s, size_t len, size_t *used);
/* Digits and underscores; len < 0: up to '\0'. */
unsigned long ruby_scan_digits(const char *s, ssize_t len, int base, size_t *used, int *overflow);
void ruby_qsort(void *base, size_t n, size_t elt_bytes, int (*cmp)(const void *, const void *, void *), void *arg);
void ruby_setenv(const char *name, const char *value); /* a null value unsets; raises Errno::* */
void ruby_unsetenv(const char *name);
char *ruby_strdup(const char *s);              /* to be freed with xfree */
char *ruby_getcwd(void);                       /* to be freed with xfree */
double ruby_strtod(const char *s, char **end); /* '.' in every locale; hexadecimal too */
void ruby_each_words(const char *s, void (*func)(const char *word, int len, void *arg), void *arg);
RBIMPL_SYMBOL_EXPORT_END()

#define scan_oct(s, l, e) ((int)ruby_scan_oct((s), (l), (e)))
#define scan_hex(s, l, e) ((int)ruby_scan_hex((s), (l), (e)))
#undef strdup
#define strdup(s) ruby_strdup(s)
#undef strtod
#define strtod(s, e) ruby_strtod((s), (e))

#endif
