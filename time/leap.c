/*
 * time/leap.c - leap seconds, where the zone in force counts them.
 *
 * Zones under right/ count the inserted seconds, and then so does the C library's gmtime.  Its calendar is behind
 * one with days of 86400 seconds, by one more second after each inserted second.  Bisection of that lag finds all inserted seconds,
 * without reading a zone file.  In other zones the table is empty, and both conversions are the identity.
 */
#include "internal/compiler.h"

#include <time.h>

#include "internal/time.h"
#include "ruby/ruby.h"

enum { LEAPS_MAX = 128 };

static int64_t leaps[LEAPS_MAX]; /* the inserted seconds, ascending: the i-th is shown as :60 */
static int leap_count;

/* How many seconds before t were inserted, and the one at t. */
static int64_t
lag_at(int64_t t)
{
    time_t at = (time_t)t;
    struct tm tm;
    if (!gmtime_r(&at, &tm)) return 0;
    return t - ((civil_days(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday) * 24 + tm.tm_hour) * 60 + tm.tm_min) * 60 -
           (tm.tm_sec < 60 ? tm.tm_sec : 59);
}

void
leap_learn(void)
{
    const int64_t end = (int64_t)1 << 36; /* beyond all tables */
    int64_t total = lag_at(end), from = 0;
    leap_count = 0;
    for (int64_t lag = 1; lag <= total && lag <= LEAPS_MAX; lag++) {
        int64_t low = from, high = end; /* lag_at(low) < lag <= lag_at(high) */
        while (high - low > 1) {
            int64_t mid = low + (high - low) / 2;
            if (lag_at(mid) < lag) low = mid;
            else high = mid;
        }
        leaps[leap_count++] = high;
        from = high;
    }
}

VALUE
leap_strip(VALUE sec, bool *inserted)
{
    *inserted = false;
    zone_refresh_if_reset();
    if (LIKELY(!leap_count)) return sec;
    int n = 0;
    while (n < leap_count && int_cmp(sec, int_from_long(leaps[n])) >= 0) n++;
    *inserted = n && int_cmp(sec, int_from_long(leaps[n - 1])) == 0;
    return int_sub(sec, int_fix(n));
}

VALUE
leap_add(VALUE sec, bool sixtieth)
{
    zone_refresh_if_reset();
    if (LIKELY(!leap_count)) return sec;
    int n = 0;
    /* the i-th inserted second comes right before the minute that begins at leaps[i] - i without them */
    while (n < leap_count && int_cmp(sec, int_from_long(leaps[n] - n)) >= 0) n++;
    if (sixtieth && n && int_cmp(sec, int_from_long(leaps[n - 1] - (n - 1))) == 0) n--;
    return int_add(sec, int_fix(n));
}
