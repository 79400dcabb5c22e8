/*
 * time/zone.c - the forms of `in:` and zone arguments: offsets, names, and zone objects.
 *
 * A zone object has the methods utc_to_local and local_to_utc.  Their argument is a clock reading, an instance of Time::tm: a
 * kind of Time in UTC whose fields are the reading.  Their result is read in the same way.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/class.h"
#include "internal/string.h"
#include "internal/time.h"
#include "ruby/ruby.h"

/* ---- offsets in text ---- */

void
invalid_utc_offset(VALUE v)
{
    if (!val_type_p(v, T_STRING)) exact_number(v); /* raises TypeError */
    rb_raise(rb_eArgError,
             "\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: %" PRIsVALUE, v);
}

/* Two digits at p, the first of them at most `tens`; -1 if they are not there. */
static int
two_digits(const char *p, char tens)
{
    if (p[0] < '0' || p[0] > '9' || p[1] < '0' || p[1] > '9') return -1;
    return p[0] > tens ? -1 : (p[0] - '0') * 10 + (p[1] - '0');
}

/* +HH, +HHMM, +HHMMSS, +HH:MM, +HH:MM:SS */
static VALUE
numeric_offset(const char *p, size_t n, bool *utc)
{
    int h, m = 0, s = 0;
    bool colon = n > 3 && p[3] == ':';
    if (n != 3 && !(colon ? n == 6 || (n == 9 && p[6] == ':') : n == 5 || n == 7)) return Qundef;
    if ((h = two_digits(p + 1, '9')) < 0) return Qundef;
    if (n > 3 && (m = two_digits(p + (colon ? 4 : 3), '5')) < 0) return Qundef;
    if (n > 6 && (s = two_digits(p + (colon ? 7 : 5), '5')) < 0) return Qundef;
    if (h > 23) rb_raise(rb_eArgError, "utc_offset out of range");
    int total = h * 3600 + m * 60 + s;
    if (*p == '-') {
        *utc = total == 0;
        total = -total;
    }
    return int_fix(total);
}

VALUE
utc_offset_from_string(VALUE str, bool *utc)
{
    const char *p = str_ptr(str);
    size_t n = str_len(str);
    *utc = false;
    if (n == 1) {
        char c = *p;
        if (c == 'Z') *utc = true;
        if (c == 'Z') return int_fix(0);
        if (c >= 'A' && c <= 'I') return int_fix((c - 'A' + 1) * 3600);
        if (c >= 'K' && c <= 'M') return int_fix((c - 'A') * 3600);
        if (c >= 'N' && c <= 'Y') return int_fix(-(c - 'N' + 1) * 3600);
        return Qundef;
    }
    if (n == 3 && strncasecmp(p, "UTC", 3) == 0) {
        *utc = true;
        return int_fix(0);
    }
    return n && (*p == '+' || *p == '-') ? numeric_offset(p, n, utc) : Qundef;
}

/* ---- zone objects ---- */

static VALUE time_tm_class;

/* A reading of a clock, for a zone object. */
static VALUE
reading_new(VALUE seconds, const struct instant *at)
{
    struct instant shown = {leap_add(seconds, false), at->nsec, at->sub};
    return time_new_at(time_tm_class, &shown, TM_UTC);
}

/* Returns the result of a zone object as seconds since 1970 on its clock. */
static VALUE
reading_seconds(VALUE v)
{
    if (val_time_p(v)) {
        struct rtime *t = time_civil(v);
        return civil_to_seconds(&t->civil);
    }
    if (rb_respond_to(v, rb_intern("year"))) {
        static const char *const names[] = {"mon", "mday", "hour", "min", "sec"};
        int f[5];
        struct civil c;
        c.year = rb_to_int(rb_funcallv(v, rb_intern("year"), 0, NULL));
        for (int i = 0; i < 5; i++) f[i] = NUM2INT(rb_funcallv(v, rb_intern(names[i]), 0, NULL));
        if (f[0] < 1 || f[0] > 12) rb_raise(rb_eArgError, "argument out of range");
        c.mon = f[0], c.mday = f[1], c.hour = f[2], c.min = f[3], c.sec = f[4];
        return civil_to_seconds(&c);
    }
    return rb_Integer(v);
}

static bool
zone_dst(VALUE zone, VALUE reading)
{
    VALUE r = rb_check_funcall(zone, rb_intern("dst?"), 1, &reading);
    return r != Qundef && RTEST(r);
}

/* t's instant is known, and what the zone's clock shows then. */
static void
zone_settle(VALUE t, VALUE zone, VALUE clock)
{
    struct rtime *r = time_data_raw(t);
    bool dst = zone_dst(zone, reading_new(clock, &r->at)), inserted;
    VALUE plain = leap_strip(r->at.sec, &inserted);
    if (int_cmp(int_abs(int_sub(clock, plain)), int_fix(SEC_PER_DAY)) >= 0)
        rb_raise(rb_eArgError, "utc_offset out of range");
    r = time_data_raw(t);
    r->mode = TM_ZONE;
    r->zone = zone;
    civil_from_seconds(clock, &r->civil);
    r->civil.offset = int_sub(clock, plain);
    long off = NUM2LONG(r->civil.offset);
    if (off <= -SEC_PER_DAY || off >= SEC_PER_DAY) rb_raise(rb_eArgError, "utc_offset out of range");
    r->civil.dst = dst;
    r->civil_ok = true;
    RB_OBJ_WRITTEN(t, Qundef, zone);
}

/* Sets t's clock from the zone object.  Returns false if the object has no utc_to_local. */
static bool
zone_from_utc(VALUE t, VALUE zone)
{
    struct rtime *r = time_data_raw(t);
    bool inserted;
    VALUE reading = reading_new(leap_strip(r->at.sec, &inserted), &r->at);
    VALUE clock = rb_check_funcall(zone, rb_intern("utc_to_local"), 1, &reading);
    if (clock == Qundef) return false;
    zone_settle(t, zone, reading_seconds(clock));
    return true;
}

/* Sets t's instant from a reading of the zone's clock.  Returns false if the object has no local_to_utc. */
static bool
zone_from_local(VALUE t, const struct civil *c, const struct instant *subsec, VALUE zone)
{
    VALUE clock = civil_to_seconds(c), reading = reading_new(clock, subsec);
    VALUE utc = rb_check_funcall(zone, rb_intern("local_to_utc"), 1, &reading);
    if (utc == Qundef) return false;
    VALUE sec = val_time_p(utc) ? time_data(utc)->at.sec : rb_Integer(utc);
    struct instant at = {sec, subsec->nsec, subsec->sub};
    time_set(t, &at);
    zone_settle(t, zone, clock);
    return true;
}

/* The zone object that t's class finds for a name; nil. */
static VALUE
find_zone(VALUE t, VALUE name)
{
    VALUE z = rb_check_funcall(rb_obj_class(t), rb_intern("find_timezone"), 1, &name);
    return z == Qundef ? Qnil : z;
}

/* The object does not know the method that it takes. */
NORETURN static void
no_zone(VALUE zone)
{
    exact_number(zone); /* raises TypeError, but for a number with such methods */
    invalid_utc_offset(zone);
}

void
time_make_zone(VALUE t, VALUE zone)
{
    if (!zone_from_utc(t, zone)) no_zone(zone);
}

/* ---- zone arguments ---- */

/* An offset if zone is one; else Qundef. */
static VALUE
offset_arg(VALUE zone, bool *utc)
{
    VALUE str = rb_check_string_type(zone);
    *utc = false;
    if (!NIL_P(str)) {
        if (!rb_enc_str_asciicompat_p(str)) rb_raise(rb_eArgError, "string contains null byte");
        return utc_offset_from_string(str, utc);
    }
    if (val_int_p(zone) || val_float_p(zone) || val_rational_p(zone)) return exact_number(zone);
    if (rb_respond_to(zone, rb_intern("utc_to_local")) || rb_respond_to(zone, rb_intern("local_to_utc"))) return Qundef;
    return exact_number(zone);
}

void
time_apply_zone(VALUE t, VALUE zone)
{
    bool utc;
    VALUE offset = offset_arg(zone, &utc);
    if (utc) {
        time_make_utc(t);
    } else if (offset != Qundef) {
        time_make_fixed(t, offset);
    } else {
        if (val_type_p(zone, T_STRING)) {
            VALUE z = find_zone(t, zone);
            if (NIL_P(z)) invalid_utc_offset(zone);
            zone = z;
        }
        time_make_zone(t, zone);
    }
}

void
time_from_local_in(VALUE t, struct civil *c, const struct instant *subsec, VALUE zone)
{
    bool utc;
    VALUE offset = offset_arg(zone, &utc);
    if (offset == Qundef) {
        if (val_type_p(zone, T_STRING)) {
            VALUE z = find_zone(t, zone);
            if (NIL_P(z)) invalid_utc_offset(zone);
            zone = z;
        }
        if (!zone_from_local(t, c, subsec, zone)) no_zone(zone);
        return;
    }
    struct instant at = {civil_to_seconds(c), subsec->nsec, subsec->sub};
    if (utc) {
        at.sec = leap_add(at.sec, c->sec == 60);
        time_set(t, &at);
        time_make_utc(t);
        return;
    }
    time_make_fixed(t, offset); /* checks the range */
    at = instant_add(&at, val_int_p(offset) ? int_neg(offset)
                                            : rational_raw(int_neg(rrational(offset)->num), rrational(offset)->den));
    at.sec = leap_add(at.sec, c->sec == 60);
    time_set(t, &at);
}

/* ---- names ---- */

/* A zone object's name, or what it calls its time t. */
static VALUE
zone_object_abbr(VALUE zone, VALUE t)
{
    struct rtime *r = time_data(t);
    VALUE reading = reading_new(civil_to_seconds(&r->civil), &r->at);
    VALUE s = rb_check_funcall(zone, rb_intern("abbr"), 1, &reading);
    if (s == Qundef) {
        VALUE args[2] = {rb_usascii_str_new_cstr("%Z"), reading};
        s = rb_check_funcall(zone, rb_intern("strftime"), 2, args);
    }
    if (s == Qundef) s = rb_check_funcall(zone, rb_intern("name"), 0, NULL);
    return s == Qundef ? Qnil : rb_obj_as_string(s);
}

VALUE
time_zone_abbr(VALUE t)
{
    struct rtime *r = time_civil(t);
    if (r->mode == TM_UTC) return rb_usascii_str_new_cstr("UTC");
    if (r->mode != TM_ZONE) return r->zone;
    VALUE str = rb_check_string_type(r->zone);
    return NIL_P(str) ? zone_object_abbr(r->zone, t) : str;
}

void
Init_TimeZone(void)
{
    time_tm_class = rb_class_new(rb_cTime);
    rb_gc_register_mark_object(time_tm_class);
    class_set_name_under(time_tm_class, rb_cTime, rb_intern("tm"));
}
