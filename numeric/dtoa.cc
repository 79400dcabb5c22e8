/*
 * numeric/dtoa.cc - the one call the VM makes into double-conversion.
 *
 * Nothing here throws or allocates: the function works in caller's memory and on the stack.
 */
#include "internal/numeric/dtoa.h"

#include <double-conversion/strtod.h>

using double_conversion::Vector;

extern "C" double
dtoa_from_digits(const char *digits, size_t n, int exponent)
{
    return double_conversion::Strtod(Vector<const char>(digits, (int)n), exponent);
}
