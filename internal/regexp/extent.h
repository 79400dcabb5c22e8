/*
 * regexp/extent.h - how much text a part of a pattern takes.
 *
 * Uses      tree.h
 * EXTENT-1  re_bytes_before_end() is an upper bound: every match of the pattern begins at most so many bytes before the end of
 *           the text.  A search forward may begin there (regexp/search.c).
 * Checked   test/test_regexp.rb
 */
#ifndef FACET_INTERNAL_RE_EXTENT_H
#define FACET_INTERNAL_RE_EXTENT_H

#include "internal/regexp/tree.h"

enum { RE_EXTENT_UNKNOWN = -1 };

/* Returns the characters that a match of n takes at least; a call of a group counts as none. */
int64_t re_min_chars(const struct re_node *n);
/* Returns how far before the end of the text a match of the pattern can begin, in bytes; RE_EXTENT_UNKNOWN: anywhere. */
int32_t re_bytes_before_end(const struct re_node *root);

#endif
