/*
 * time/civil.c - seconds to dates and back, and the process's time zone.
 *
 * Dates are counted from 0000-03-01, so that a leap day ends its year, in eras of 400 years, after which the calendar
 * repeats (H. Hinnant, chrono-Compatible Low-Level Date Algorithms). Seconds beyond PLAIN_SECONDS are taken
 * modulo an era, and the eras are added to the year again.  The C library has the zones.  Only its offset at an instant is
 * used; local times are inverted here, so that gaps and repetitions have one rule.
 */
#include "internal/compiler.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "internal/time.h"
#include "ruby/ruby.h"

enum { ERA_YEARS = 400, ERA_DAYS = 146097 };
#define ERA_SECONDS ((int64_t)ERA_DAYS * SEC_PER_DAY)
#define PLAIN_SECONDS ((int64_t)1 << 55) /* years of these fit an int */

/* ---- exact numbers ---- */

COLD NORETURN static void
not_exact(VALUE v)
{
    rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " into an exact number", rb_obj_class(v));
}

VALUE
exact_number(VALUE v)
{
    if (val_int_p(v)) return v;
    if (val_float_p(v)) v = flo_to_r(v);
    if (!val_rational_p(v)) {
        if (NIL_P(v) || val_type_p(v, T_STRING)) not_exact(v);
        VALUE r = Qundef;
        if (rb_respond_to(v, rb_intern("to_int"))) { /* what only has to_r (String, Time) is no number */
            r = rb_check_funcall(v, rb_intern("to_r"), 0, NULL);
            if (r == Qundef) r = rb_check_to_int(v);
        }
        if (r == Qundef || NIL_P(r)) not_exact(v);
        if (val_int_p(r)) return r;
        if (!val_rational_p(r)) not_exact(v);
        v = r;
    }
    return rrational(v)->den == int_fix(1) ? rrational(v)->num : v;
}

struct instant
instant_from_number(VALUE v)
{
    struct instant t = {v, 0, int_fix(0)};
    if (val_int_p(v)) return t;
    VALUE num = rrational(v)->num, den = rrational(v)->den, m, ns;
    int_divmod(num, den, &t.sec, &m);
    int_divmod(int_mul(m, int_fix(NSEC_PER_SEC)), den, &ns, &m);
    t.nsec = (uint32_t)fix_int(ns);
    if (m != int_fix(0)) t.sub = rational_new(m, den);
    return t;
}

VALUE
instant_subsec(const struct instant *a)
{
    if (a->nsec == 0 && a->sub == int_fix(0)) return int_fix(0);
    VALUE ns = int_fix((intptr_t)a->nsec);
    if (a->sub == int_fix(0)) return rational_new(ns, int_fix(NSEC_PER_SEC));
    return rational_div(rational_add(rational_of(ns), a->sub), rational_of(int_fix(NSEC_PER_SEC)));
}

VALUE
instant_to_number(const struct instant *a)
{
    VALUE sub = instant_subsec(a);
    return sub == int_fix(0) ? a->sec : rational_add(rational_of(a->sec), sub);
}

struct instant
instant_add(const struct instant *a, VALUE seconds)
{
    if (val_int_p(seconds)) return (struct instant){int_add(a->sec, seconds), a->nsec, a->sub};
    VALUE sum = rational_add(rational_of(instant_to_number(a)), seconds);
    return instant_from_number(rrational(sum)->den == int_fix(1) ? rrational(sum)->num : sum);
}

int
instant_cmp(const struct instant *a, const struct instant *b)
{
    int c = int_cmp(a->sec, b->sec);
    if (c) return c;
    if (a->nsec != b->nsec) return a->nsec < b->nsec ? -1 : 1;
    if (a->sub == b->sub) return 0;
    return rational_cmp(rational_of(a->sub), rational_of(b->sub));
}

double
instant_seconds_between(const struct instant *a, const struct instant *b)
{
    VALUE ns = int_mul(int_sub(a->sec, b->sec), int_fix(NSEC_PER_SEC));
    ns = int_add(ns, int_fix((intptr_t)a->nsec - (intptr_t)b->nsec));
    if (a->sub == int_fix(0) && b->sub == int_fix(0)) {
        if (val_fix_p(ns)) return (double)fix_int(ns) / (double)NSEC_PER_SEC;
        return rational_to_double(rational_new(ns, int_fix(NSEC_PER_SEC)));
    }
    VALUE sub = rational_sub(rational_of(a->sub), rational_of(b->sub));
    return rational_to_double(rational_div(rational_add(rational_of(ns), sub), rational_of(int_fix(NSEC_PER_SEC))));
}

struct instant
instant_now(void)
{
    struct timespec ts;
    if (clock_gettime(CLOCK_REALTIME, &ts) != 0) rb_sys_fail("clock_gettime");
    return (struct instant){int_from_long(ts.tv_sec), (uint32_t)ts.tv_nsec, int_fix(0)};
}

/* ---- days ---- */

int64_t
civil_days(int64_t y, int m, int d)
{
    y -= m <= 2;
    int64_t era = (y >= 0 ? y : y - (ERA_YEARS - 1)) / ERA_YEARS;
    int64_t yoe = y - era * ERA_YEARS;
    int64_t doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    int64_t doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    return era * ERA_DAYS + doe - 719468;
}

static int64_t
civil_from_days(int64_t z, int *m, int *d)
{
    z += 719468;
    int64_t era = (z >= 0 ? z : z - (ERA_DAYS - 1)) / ERA_DAYS;
    int64_t doe = z - era * ERA_DAYS;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    *d = (int)(doy - (153 * mp + 2) / 5 + 1);
    *m = (int)(mp < 10 ? mp + 3 : mp - 9);
    return yoe + era * ERA_YEARS + (*m <= 2);
}

static bool
leap_year_p(int64_t y)
{
    return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

/* Returns the year within 0..399 that has the same calendar, and sets *eras to the number of eras before the year. */
static int64_t
year_in_era(VALUE year, VALUE *eras)
{
    VALUE q, r;
    int_divmod(year, int_fix(ERA_YEARS), &q, &r);
    if (eras) *eras = q;
    return fix_int(r);
}

int
civil_yday(VALUE year, int mon, int mday)
{
    static const short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    return before[mon - 1] + (mon > 2 && leap_year_p(year_in_era(year, NULL))) + mday;
}

VALUE
civil_to_days(VALUE year, int mon, int mday)
{
    VALUE eras;
    int64_t y = year_in_era(year, &eras), days = civil_days(y, mon, mday);
    return int_add(int_mul(eras, int_fix(ERA_DAYS)), int_from_long(days));
}

VALUE
civil_to_seconds(const struct civil *c)
{
    VALUE days = civil_to_days(c->year, c->mon, c->mday);
    return int_add(int_mul(days, int_fix(SEC_PER_DAY)), int_fix(c->hour * 3600 + c->min * 60 + c->sec));
}

void
civil_from_seconds(VALUE sec, struct civil *c)
{
    VALUE eras = int_fix(0);
    int64_t s;
    if (val_fix_p(sec) && fix_int(sec) < PLAIN_SECONDS && fix_int(sec) > -PLAIN_SECONDS) {
        s = fix_int(sec);
    } else {
        VALUE r;
        int_divmod(sec, int_from_long(ERA_SECONDS), &eras, &r);
        s = fix_int(r);
    }
    int64_t days = s / SEC_PER_DAY, rest = s % SEC_PER_DAY;
    if (rest < 0) rest += SEC_PER_DAY, days--;
    c->hour = (int)(rest / 3600);
    c->min = (int)(rest / 60 % 60);
    c->sec = (int)(rest % 60);
    c->wday = (int)((days % 7 + 11) % 7); /* 1970-01-01 was a Thursday */
    int64_t y = civil_from_days(days, &c->mon, &c->mday);
    c->yday = (int)(days - civil_days(y, 1, 1)) + 1;
    c->year = int_from_long(y);
    if (eras != int_fix(0)) c->year = int_add(c->year, int_mul(eras, int_fix(ERA_YEARS)));
}

/* ---- the process's zone ---- */

static char tz_seen[256]; /* the value of TZ that tzset() saw; "\1" none, "\2" empty, "" to be read again */

void
zone_reset(void)
{
    tz_seen[0] = '\0';
}

/* Tells the C library when TZ has changed: asking getenv is cheaper than tzset, which may look at a file. */
static void
zone_refresh(void)
{
    const char *tz = getenv("TZ");
    if (!tz) tz = "\1";
    else if (!*tz) tz = "\2";
    if (tz_seen[0] && strncmp(tz, tz_seen, sizeof tz_seen - 1) == 0) return;
    strncpy(tz_seen, tz, sizeof tz_seen - 1);
    tzset();
    leap_learn();
}

void
zone_refresh_if_reset(void)
{
    if (UNLIKELY(!tz_seen[0])) zone_refresh();
}

long
zone_offset_at(VALUE sec, bool *dst, char *abbr)
{
    int64_t s;
    struct tm tm;
    if (val_fix_p(sec) && fix_int(sec) < PLAIN_SECONDS && fix_int(sec) > -PLAIN_SECONDS) {
        s = fix_int(sec);
    } else { /* far away, the rules of a year with the same calendar hold */
        VALUE r;
        bool past = int_neg_p(sec);
        int_divmod(sec, int_from_long(ERA_SECONDS), NULL, &r);
        s = fix_int(r) + (past ? -100 : 100) * ERA_SECONDS;
    }
    time_t t = (time_t)s;
    zone_refresh();
    if (!localtime_r(&t, &tm)) rb_raise(rb_eArgError, "time out of range");
    if (dst) *dst = tm.tm_isdst > 0;
    if (abbr) {
        const char *name = tm.tm_zone ? tm.tm_zone : "";
        strncpy(abbr, name, TIME_ABBR_MAX - 1);
        abbr[TIME_ABBR_MAX - 1] = '\0';
    }
    return tm.tm_gmtoff;
}

VALUE
zone_seconds_from_local(const struct civil *c, int dst_hint)
{
    VALUE clock = civil_to_seconds(c);
    bool dst1, dst2, sixtieth = c->sec == 60;
    long before = zone_offset_at(int_sub(clock, int_fix(SEC_PER_DAY)), NULL, NULL);
    long after = zone_offset_at(int_add(clock, int_fix(SEC_PER_DAY)), NULL, NULL);
    VALUE t1 = leap_add(int_sub(clock, int_fix(before)), sixtieth), t2;
    if (before == after) return t1; /* the clock was not changed about then */
    t2 = leap_add(int_sub(clock, int_fix(after)), sixtieth);
    bool ok1 = zone_offset_at(t1, &dst1, NULL) == before, ok2 = zone_offset_at(t2, &dst2, NULL) == after;
    if (ok1 && ok2) return dst_hint >= 0 && (dst1 == dst2 ? dst_hint : dst1 == dst_hint) ? t1 : t2;
    return ok2 ? t2 : t1;
}
