/*
 * numeric/numparse.h - text to numbers, for Integer(), Float(), String#to_i, #to_f and the compiler's literals.
 *
 * Owns      the rules: signs, prefixes, underscores, white space.
 * Uses      numeric.h, numeric/dtoa.h
 * Checked   test/test_integer.rb, test_float.rb
 */
#ifndef FACET_INTERNAL_NUMPARSE_H
#define FACET_INTERNAL_NUMPARSE_H

#include "internal/value.h"

/*
 * Reads an Integer from text.
 *   base      2..36; 0: from the prefix, else 10; negative: -base unless there is a prefix
 *   strict    the whole text must be a number (white space around it is fine)
 * Returns    the Integer; Qundef if strict and it is none; 0 if not strict and there are no digits
 * Effects    allocates, raises (ArgumentError "invalid radix")
 */
VALUE int_parse(const char *p, size_t len, int base, bool strict);
/* Reads an Integer from a String (converted with to_str).  If it is not a number, raises ArgumentError, or returns nil
 * if !raise.  raises Encoding::CompatibilityError. */
VALUE int_parse_str(VALUE str, int base, bool strict, bool raise);

/*
 * Reads a double from text: decimal or hexadecimal, underscores between digits.
 *   strict    the whole text must be a number (white space around it is fine)
 *   ok        set to whether it was (always true when not strict)
 * Effects    raises (NoMemoryError)
 */
double dbl_parse(const char *p, size_t len, bool strict, bool *ok);
/* Reads a double from a String.  If it is not a number, raises ArgumentError, or sets *ok to false if !raise. */
double dbl_parse_str(VALUE str, bool strict, bool raise, bool *ok);

/* Writes the decimal digits of u, at most 20 bytes, so that they end before `end`.  Returns where they start.  pure */
char *ulong_to_digits(uint64_t u, char *end);

#endif
