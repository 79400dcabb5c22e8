/*
 * numeric/dtoa.cc - the two calls the VM makes into double-conversion.
 *
 * Nothing here throws or allocates: both functions work in caller's memory and on the stack.
 */
#include "internal/numeric/dtoa.h"

#include <double-conversion/double-conversion.h>
#include <double-conversion/strtod.h>

using double_conversion::DoubleToStringConverter;
using double_conversion::Vector;

extern "C" double
dtoa_from_digits(const char *digits, size_t n, int exponent)
{
    return double_conversion::Strtod(Vector<const char>(digits, (int)n), exponent);
}
