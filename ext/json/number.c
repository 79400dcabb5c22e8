/*
 * number.c - Floats as JSON text.
 *
 * DIGITS has n digits and stands for DIGITS * 10**k; e = k + n - 1 is the exponent of its first digit.
 *   k >= 0, e < 15                 1000.0          all digits, zeros, ".0"
 *   k < 0, k > -7 or |e| < 10      0.00000015      with a point
 *   else                           1.5e+300, 1e-10
 */
#include "internal/compiler.h"

#include <math.h>

#include "ext/json/number.h"
#include "internal/dtoa.h"

#define D1(t) t "0" t "1" t "2" t "3" t "4" t "5" t "6" t "7" t "8" t "9"
const char num_pairs[201] =
    D1("0") D1("1") D1("2") D1("3") D1("4") D1("5") D1("6") D1("7") D1("8") D1("9");
#undef D1

static char *
put_exponent(char *p, int e)
{
    *p++ = 'e';
    *p++ = e < 0 ? '-' : '+';
    unsigned u = e < 0 ? (unsigned)-e : (unsigned)e;
    if (u >= 100) {
        *p++ = (char)('0' + u / 100);
        return put_2digits(p, u % 100);
    }
    return put_1or2(p, u);
}

char *
put_double(char *p, double d)
{
    char digits[DTOA_SHORTEST_MAX + 1];
    *p = '-';
    p += signbit(d) != 0;
    d = fabs(d);
    if (d < 100000000 && d == (double)(uint32_t)d) {
        p = put_1to8(p, (uint32_t)d);
        memcpy(p, ".0", 2);
        return p + 2;
    }
    int point, n = dtoa_shortest(d, digits, &point), k = point - n, e = point - 1;
    if (k >= 0 && e < 15) {
        memcpy(p, digits, (size_t)n);
        memset(p + n, '0', (size_t)k);
        memcpy(p + point, ".0", 2);
        return p + point + 2;
    }
    if (k < 0 && (k > -7 || (e > -10 && e < 10))) {
        if (point > 0) {
            memcpy(p, digits, (size_t)point);
            p[point] = '.';
            memcpy(p + point + 1, digits + point, (size_t)(n - point));
            return p + n + 1;
        }
        memset(p, '0', (size_t)(2 - point));
        p[1] = '.';
        p += 2 - point;
        memcpy(p, digits, (size_t)n);
        return p + n;
    }
    *p++ = digits[0];
    if (n > 1) {
        *p++ = '.';
        memcpy(p, digits + 1, (size_t)n - 1);
        p += n - 1;
    }
    return put_exponent(p, e);
}
