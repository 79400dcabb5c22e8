/*
 * encoding/unicode.h - the properties of code points in Unicode 17.
 *
 * Owns      the tables. tool/build/unicode/unigen.mjs makes encoding/unicode_data.inc and encoding/unicode_norm.inc,
 *           and propgen.mjs in the same folder makes encoding/unicode_props.inc.
 * Uses      nothing: pure functions of numbers
 * UNI-1     Code points are 0 to 10FFFF; others have no properties.
 * Checked   test/test_string.rb, test/test_encoding.rb
 */
#ifndef FACET_INTERNAL_UNICODE_H
#define FACET_INTERNAL_UNICODE_H

#include "internal/compiler.h"

enum { UNI_TITLE = 15, UNI_MAX = 0x10ffff }; /* type bit past those of ONIGENC_CTYPE_ */

/* Returns whether c is of that ONIGENC_CTYPE_ (or UNI_TITLE). */
bool uni_ctype_p(uint32_t c, unsigned ctype);

/*
 * Calls fn for each range, in ascending order, of the set that \p{name} is; returns false if there is no such set.  The name is
 * in lower case, without blanks, hyphens and underscores; "age=6.0" names the code points of that version and those before.
 */
bool uni_each_of_property(const char *name, void (*fn)(uint32_t from, uint32_t to, void *arg), void *arg);

enum uni_case { UNI_UPPER, UNI_LOWER, UNI_TITLECASE, UNI_FOLD };
/* Maps one code point in full: writes 1 to 3 code points, returns how many. */
int uni_case_map(uint32_t c, enum uni_case how, uint32_t to[3]);
/* Returns the simple mapping of one code point. */
uint32_t uni_case_simple(uint32_t c, enum uni_case how);
enum { UNI_UNFOLDS = 4 };
/* Writes the code points, except to[0] itself, whose full fold is to[0..n]; returns how many. */
int uni_unfold(const uint32_t *to, int n, uint32_t out[UNI_UNFOLDS]);
/* Calls fn for each code point with its fold, and once for each two code points with the same fold. */
void uni_each_fold(void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg), void *arg);

/* Bytes of the grapheme cluster at p in valid or broken UTF-8; a bad byte is a cluster. */
size_t uni_grapheme_utf8(const char *p, const char *e);
/* Returns the length of the grapheme cluster at p in code points. */
size_t uni_grapheme(const uint32_t *p, size_t n);

enum uni_form { UNI_NFC, UNI_NFD, UNI_NFKC, UNI_NFKD };
/*
 * Normalizes n code points into to.
 *   room     code points that fit in to; 0 with to NULL to ask for the size
 * Returns    the length of the result, which may exceed room; then to is not complete.
 */
size_t uni_normalize(const uint32_t *from, size_t n, enum uni_form form, uint32_t *to, size_t room);

bool uni_decomposes_p(uint32_t c, bool compat);

#endif
