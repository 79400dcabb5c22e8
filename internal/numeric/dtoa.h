/*
 * numeric/dtoa.h - doubles to and from decimal digits.
 *
 * Owns      the digits.  A caller that needs a layout (Float#to_s, sprintf, JSON) puts the point and the exponent
 *           itself.
 * Uses      numeric/dtoa_shortest.c; for reading, the double-conversion library (numeric/dtoa.cc, the only C++ of the VM)
 * DTOA-1    dtoa_shortest gives the fewest digits that read back as the same double, and of those the nearest.
 * DTOA-2    dtoa_from_digits rounds once, to nearest and ties to even, however many digits there are.
 * Threads   pure functions
 * Checked   test/test_float.rb
 */
#ifndef FACET_INTERNAL_DTOA_H
#define FACET_INTERNAL_DTOA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DTOA_SHORTEST_MAX = 17, FLO_TEXT_MAX = 32 };

/* Digits of v > 0, finite, without leading or trailing zeros; the value is 0.DIGITS * 10**point.
 *   buf       DTOA_SHORTEST_MAX + 1 bytes, ended by '\0'
 * Returns    the number of digits. */
int dtoa_shortest(double v, char *buf, int *point);
/* Returns the digits as a number, for callers that round: v == result * 10**exponent, v > 0, finite.  The result may
 * end in zeros and has at most 17 digits. */
uint64_t dbl_shortest(double v, int *exponent);
/* DIGITS * 10**exponent as a double; digits are '0' to '9', n may be 0. */
double dtoa_from_digits(const char *digits, size_t n, int exponent);

#ifdef __cplusplus
}
#else
#include "internal/value.h"

/* Float#to_s of any double into buf (FLO_TEXT_MAX bytes, not terminated); returns its length.  pure */
size_t flo_text(double d, char *buf);
/* top * 2**exp rounded once, subnormals included; the lowest bit of top may be sticky when top has 55 bits or more. */
double dbl_scale(uint64_t top, long exp);
#endif

#endif
