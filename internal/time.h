/*
 * time.h - instants and calendars.
 *
 * Owns      the data of Time objects.
 * Uses      numeric/rational.h
 * TIME-1    An instant is sec + (nsec + sub) * 10**-9 since 1970 UTC: sec any Integer, 0 <= nsec < 10**9, sub an
 *           Integer 0 or a Rational between 0 and 1.
 * TIME-2    A Time's civil form is computed when asked for, and is true for its mode, offset and zone while civil_ok.
 * TIME-3    A day has 86400 seconds.  Where the zone in force counts leap seconds (right/...), so does an instant's sec;
 *           leap_strip and leap_add stand between it and the calendar.
 * Threads   The C library's zone data is read under the VM lock.
 * Checked   test/test_time.rb
 */
#ifndef FACET_INTERNAL_TIME_H
#define FACET_INTERNAL_TIME_H

#include "internal/numeric/rational.h"

enum { NSEC_PER_SEC = 1000000000, SEC_PER_DAY = 86400, TIME_ABBR_MAX = 32 };

struct instant {
    VALUE sec;
    uint32_t nsec;
    VALUE sub;
};

struct civil {
    VALUE year;                    /* Integer */
    int mon, mday, hour, min, sec; /* 1-12, 1-31, 0-23, 0-59, 0-60 */
    int yday, wday;                /* 1-366, 0-6 */
    bool dst;
    VALUE offset; /* seconds east of UTC: Integer, or Rational */
};

enum time_mode { TM_UNSET, TM_UTC, TM_LOCAL, TM_FIXED, TM_ZONE };

struct rtime {
    struct instant at;
    enum time_mode mode;
    bool civil_ok;
    struct civil civil;
    VALUE zone; /* TM_LOCAL: abbreviation; TM_ZONE: the zone object; else nil */
};
extern const rb_data_type_t time_data_type;

/* Return the data of a Time; raise TypeError ("uninitialized Time" too). time_data_raw accepts an uninitialized
 * one. */
struct rtime *time_data(VALUE t);
struct rtime *time_data_raw(VALUE t);
bool val_time_p(VALUE v);
/* Returns the data of a Time and fills in its civil form.  calls (zone objects). */
struct rtime *time_civil(VALUE t);
VALUE time_new_at(VALUE klass, const struct instant *at, enum time_mode mode); /* UTC or LOCAL */
void time_set(VALUE t, const struct instant *at);                              /* also forgets the civil form */
void time_make_utc(VALUE t), time_make_local(VALUE t);
void time_make_fixed(VALUE t, VALUE offset); /* raises ArgumentError "utc_offset out of range" */
void time_make_zone(VALUE t, VALUE zone);    /* zone: anything that in: takes.  calls. */

/* ---- instants (time/civil.c) ---- */
VALUE exact_number(VALUE v);                                        /* Integer or Rational.  raises TypeError.  calls. */
struct instant instant_from_number(VALUE v);                        /* seconds, exact_number's */
struct instant instant_add(const struct instant *a, VALUE seconds); /* exact seconds, any sign */
VALUE instant_to_number(const struct instant *a);                   /* Integer or Rational */
VALUE instant_subsec(const struct instant *a);                      /* 0 or a Rational below 1 */
int instant_cmp(const struct instant *a, const struct instant *b);
double instant_seconds_between(const struct instant *a, const struct instant *b); /* a - b */
struct instant instant_now(void);

/* ---- the calendar (time/civil.c): proleptic Gregorian ---- */
VALUE civil_to_days(VALUE year, int mon, int mday); /* since 1970-01-01 */
int civil_yday(VALUE year, int mon, int mday);
/* Fields of sec seconds since 1970 in a zone without offset; dst and offset are left alone. */
void civil_from_seconds(VALUE sec, struct civil *c);
VALUE civil_to_seconds(const struct civil *c); /* the inverse; offset ignored */

/* ---- the process's zone (time/civil.c) ---- */
/* Offset in seconds at that instant; *dst and abbr (TIME_ABBR_MAX bytes) may be NULL. */
long zone_offset_at(VALUE sec, bool *dst, char *abbr);
/* Returns the instant that the local clock shows as c.  If the clock shows c twice, it is the later instant, unless
 * dst_hint (1, 0; -1 none) names the other.  If it never shows c, it is computed as if the clock had not been put
 * forward. */
VALUE zone_seconds_from_local(const struct civil *c, int dst_hint);
void zone_reset(void); /* ENV["TZ"] changed */
void zone_refresh_if_reset(void);

/* ---- leap seconds (time/leap.c) ---- */
void leap_learn(void); /* another zone is in force */
/* Returns an instant's seconds without the inserted ones.  If sec is itself inserted, sets *inserted and returns the
 * second before. */
VALUE leap_strip(VALUE sec, bool *inserted);
/* Does the inverse of leap_strip. sixtieth: sec was made from a minute's 60th second; if a second was inserted there,
 * returns that one. */
VALUE leap_add(VALUE sec, bool sixtieth);
int64_t civil_days(int64_t year, int mon, int mday); /* civil_to_days within 64 bits */

/* ---- text (time/strftime.c, time/parse.c) ---- */
VALUE time_strftime(VALUE t, const char *fmt, size_t len, int enc_index);
VALUE time_format(VALUE t, const char *fmt); /* US-ASCII */
VALUE time_zone_abbr(VALUE t);               /* String; nil */

/* ---- offsets and zones (time/zone.c) ---- */
/* Returns "+09:00", "UTC", "A" and so on as seconds, or Qundef if str is not an offset.  Sets *utc if it means UTC.
 * raises ArgumentError when out of range. */
VALUE utc_offset_from_string(VALUE str, bool *utc);
NORETURN void invalid_utc_offset(VALUE v);
/* Applies the zone of an `in:` or zone argument to t, whose instant is set.  calls. */
void time_apply_zone(VALUE t, VALUE zone);
/* Sets t to the instant that zone's clock shows as c, and its mode to the zone.  calls. */
void time_from_local_in(VALUE t, struct civil *c, const struct instant *subsec, VALUE zone);

/* ---- making (time/new.c, time/parse.c) ---- */
/* The parts of a time string.  If it has no time of day, hour is -1. */
struct time_text {
    struct civil civil;
    VALUE subsec; /* 0 or Rational */
    VALUE zone;   /* String or nil */
    bool year_only;
};
void time_parse(VALUE str, long precision, struct time_text *out);

void Init_TimeNew(void), Init_TimeZone(void), Init_TimeDump(void);

#endif
