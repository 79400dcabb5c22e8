/*
 * time/new.c - Time.new, .now, .at, .utc, .local: instants from numbers and from calendar fields.
 */
#include "internal/compiler.h"

#include <string.h>
#include <strings.h>

#include "internal/array.h"
#include "internal/string.h"
#include "internal/time.h"
#include "ruby/ruby.h"

/* ---- fields from arguments ---- */

/* A number, or a String of decimal digits. */
static VALUE
field_value(VALUE v)
{
    if (val_type_p(v, T_STRING)) return rb_str_to_inum(v, 10, 1);
    return rb_to_int(v);
}

COLD NORETURN static void
out_of_range(const char *what)
{
    if (what) rb_raise(rb_eArgError, "%s out of range", what);
    rb_raise(rb_eArgError, "argument out of range");
}

/* Returns the value of a field, or `otherwise` for nil.  civil_check() tests later whether the clock has the value.  A value that does
 * not fit in `bits` raises an error that names no field, in CRuby 4.0.1's order of errors. */
static int
field_in(VALUE v, int otherwise, int bits)
{
    if (NIL_P(v)) return otherwise;
    int n = NUM2INT(field_value(v));
    if (n < 0 || n >> bits) out_of_range(NULL);
    return n;
}

static int
month_field(VALUE v)
{
    static const char names[12][4] = {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
    if (NIL_P(v)) return 1;
    VALUE s = rb_check_string_type(v);
    for (int i = 0; !NIL_P(s) && str_len(s) == 3 && i < 12; i++) {
        if (strncasecmp(names[i], str_ptr(s), 3) == 0) return i + 1;
    }
    return field_in(NIL_P(s) ? v : s, 1, 4);
}

/* Seconds may have a fraction; *subsec gets it. */
static int
second_field(VALUE v, struct instant *subsec)
{
    *subsec = (struct instant){int_fix(0), 0, int_fix(0)};
    if (NIL_P(v)) return 0;
    VALUE n = val_type_p(v, T_STRING) ? field_value(v) : exact_number(v), sec = n;
    if (val_rational_p(n)) {
        sec = rational_floor_i(n);
        *subsec = instant_from_number(rational_sub(n, rational_of(sec)));
    }
    int s = NUM2INT(sec);
    if (s < 0 || s > 63) out_of_range(NULL);
    return s;
}

/* Microseconds behind the second, of Time.utc and Time.local. */
static struct instant
usec_field(VALUE v)
{
    if (val_type_p(v, T_STRING)) v = field_value(v);
    VALUE r = rational_div(rational_of(exact_number(v)), rational_of(int_fix(1000000)));
    if (int_neg_p(rrational(r)->num) || rational_floor_i(r) != int_fix(0)) out_of_range("subsecx");
    return instant_from_number(rrational(r)->num == int_fix(0) ? int_fix(0) : r);
}

/* Days past the month's end run into the next month; 24:00 is the next day's 0:00. */
static void
civil_check(struct civil *c)
{
    if (c->mon < 1 || c->mon > 12) out_of_range("mon");
    if (c->mday < 1) out_of_range("mday");
    if (c->hour > 24) out_of_range("hour");
    if (c->min > (c->hour == 24 ? 0 : 59)) out_of_range("min");
    if (c->sec > (c->hour == 24 ? 0 : 60)) out_of_range("sec");
    c->offset = int_fix(0);
    c->dst = false;
}

/* ---- a time on some clock ---- */

/* zone: nil for the process's own, :std or :dst for one of its two clocks, else what in: takes. */
static void
time_init_civil(VALUE t, struct civil *c, const struct instant *subsec, VALUE zone)
{
    int dst_hint = zone == ID2SYM(rb_intern("dst")) ? 1 : zone == ID2SYM(rb_intern("std")) ? 0 : -1;
    civil_check(c);
    if (!NIL_P(zone) && dst_hint < 0) {
        time_from_local_in(t, c, subsec, zone);
        return;
    }
    struct instant at = {zone_seconds_from_local(c, dst_hint), subsec->nsec, subsec->sub};
    time_set(t, &at);
    time_data_raw(t)->mode = TM_LOCAL;
    time_civil(t); /* with the zone that is in force now */
}

static void
time_init_instant(VALUE t, const struct instant *at, VALUE zone)
{
    time_set(t, at);
    time_data_raw(t)->mode = TM_LOCAL;
    if (!NIL_P(zone)) time_apply_zone(t, zone);
}

/* The keyword in: of an options Hash, nil when absent. */
static VALUE
zone_option(VALUE opts)
{
    VALUE zone = Qundef;
    if (!NIL_P(opts)) {
        ID key = rb_intern("in");
        rb_get_kwargs(opts, &key, 0, 1, &zone);
    }
    return zone == Qundef ? Qnil : zone;
}

/* ---- Time.new ---- */

static void
time_init_string(VALUE t, VALUE str, VALUE zone, VALUE precision)
{
    struct time_text text;
    long digits = NIL_P(precision) ? -1 : NUM2INT(precision);
    time_parse(str, digits, &text);
    if (!NIL_P(text.zone)) zone = text.zone;
    struct instant subsec = instant_from_number(text.subsec);
    time_init_civil(t, &text.civil, &subsec, zone);
}

static VALUE
time_m_initialize(int argc, const VALUE *argv, VALUE t)
{
    VALUE a[7], opts, kw[2] = {Qundef, Qundef};
    argc = rb_scan_args(argc, argv, "07:", &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &a[6], &opts);
    if (!NIL_P(opts)) {
        ID keys[2] = {rb_intern("in"), rb_intern("precision")};
        rb_get_kwargs(opts, keys, 0, 2, kw);
    }
    VALUE zone = a[6], in = kw[0] == Qundef ? Qnil : kw[0];
    if (!NIL_P(in)) {
        if (!NIL_P(zone)) rb_raise(rb_eArgError, "timezone argument given as positional and keyword arguments");
        zone = in;
    }
    rb_check_frozen(t);
    if (time_data_raw(t)->mode != TM_UNSET) rb_raise(rb_eTypeError, "already initialized %" PRIsVALUE, rb_obj_class(t));
    if (argc == 0) {
        struct instant now = instant_now();
        time_init_instant(t, &now, zone);
        return Qnil;
    }
    if (argc == 1) {
        VALUE str = rb_check_string_type(a[0]);
        if (!NIL_P(str)) {
            time_init_string(t, str, zone, kw[1] == Qundef ? int_fix(9) : kw[1]);
            return Qnil;
        }
    }
    struct civil c;
    struct instant subsec;
    c.year = field_value(a[0]);
    c.mon = month_field(a[1]);
    c.mday = field_in(a[2], 1, 5);
    c.hour = field_in(a[3], 0, 5);
    c.min = field_in(a[4], 0, 6);
    c.sec = second_field(a[5], &subsec);
    time_init_civil(t, &c, &subsec, zone);
    return Qnil;
}

/* ---- Time.now, Time.at ---- */

static VALUE
time_s_now(int argc, const VALUE *argv, VALUE klass)
{
    VALUE opts;
    rb_scan_args(argc, argv, "0:", &opts);
    VALUE zone = zone_option(opts);
    struct instant now = instant_now();
    VALUE t = time_new_at(klass, &now, TM_LOCAL);
    if (!NIL_P(zone)) time_apply_zone(t, zone);
    return t;
}

/* How many of the unit make a second. */
static VALUE
unit_scale(VALUE unit)
{
    static const struct {
        const char *name;
        long per_sec;
    } units[] = {{"millisecond", 1000},
                 {"usec", 1000000},
                 {"microsecond", 1000000},
                 {"nsec", NSEC_PER_SEC},
                 {"nanosecond", NSEC_PER_SEC}};
    for (size_t i = 0; SYMBOL_P(unit) && i < lengthof(units); i++) {
        if (unit == ID2SYM(rb_intern(units[i].name))) return int_fix(units[i].per_sec);
    }
    rb_raise(rb_eArgError, "unexpected unit: %" PRIsVALUE, unit);
}

static VALUE
time_s_at(int argc, const VALUE *argv, VALUE klass)
{
    VALUE num, part, unit, opts;
    argc = rb_scan_args(argc, argv, "12:", &num, &part, &unit, &opts);
    VALUE zone = zone_option(opts), t;
    if (argc > 1) {
        VALUE scale = argc > 2 ? unit_scale(unit) : int_fix(1000000);
        VALUE sec = rational_of(exact_number(num));
        sec = rational_add(sec, rational_div(rational_of(exact_number(part)), rational_of(scale)));
        struct instant at = instant_from_number(rrational(sec)->den == int_fix(1) ? rrational(sec)->num : sec);
        t = time_new_at(klass, &at, TM_LOCAL);
    } else if (val_time_p(num)) {
        struct rtime *o = time_data(num), *r;
        t = time_new_at(klass, &o->at, o->mode);
        r = time_data_raw(t);
        *r = *time_data(num);
        RB_OBJ_WRITTEN(t, Qundef, num);
    } else {
        struct instant at = instant_from_number(exact_number(num));
        t = time_new_at(klass, &at, TM_LOCAL);
    }
    if (!NIL_P(zone)) time_apply_zone(t, zone);
    return t;
}

/* ---- Time.utc, Time.local ---- */

/* year [mon mday hour min sec usec], or the ten values of Time#to_a. */
static void
civil_from_args(int argc, const VALUE *argv, struct civil *c, struct instant *subsec, int *dst_hint)
{
    VALUE v[8];
    *dst_hint = -1;
    if (argc == 10) {
        v[0] = argv[5], v[1] = argv[4], v[2] = argv[3], v[3] = argv[2], v[4] = argv[1], v[5] = argv[0], v[6] = Qnil;
        if (!NIL_P(argv[8])) *dst_hint = RTEST(argv[8]);
    } else {
        rb_check_arity(argc, 1, 8);
        for (int i = 0; i < 8; i++) v[i] = i < argc ? argv[i] : Qnil;
    }
    c->year = field_value(v[0]);
    c->mon = month_field(v[1]);
    c->mday = field_in(v[2], 1, 5);
    c->hour = field_in(v[3], 0, 5);
    c->min = field_in(v[4], 0, 6);
    if (!NIL_P(v[6]) && argc == 7) {
        c->sec = field_in(v[5], 0, 6);
        *subsec = usec_field(v[6]);
    } else {
        c->sec = second_field(v[5], subsec);
    }
    civil_check(c);
}

static VALUE
time_s_utc(int argc, const VALUE *argv, VALUE klass)
{
    struct civil c;
    struct instant at;
    int hint;
    civil_from_args(argc, argv, &c, &at, &hint);
    at.sec = leap_add(civil_to_seconds(&c), c.sec == 60);
    return time_new_at(klass, &at, TM_UTC);
}

static VALUE
time_s_local(int argc, const VALUE *argv, VALUE klass)
{
    struct civil c;
    struct instant at;
    int hint;
    civil_from_args(argc, argv, &c, &at, &hint);
    at.sec = zone_seconds_from_local(&c, hint);
    VALUE t = time_new_at(klass, &at, TM_LOCAL);
    time_civil(t); /* with the zone that is in force now */
    return t;
}

void
Init_TimeNew(void)
{
    VALUE c = rb_cTime;
    rb_define_private_method(c, "initialize", time_m_initialize, -1);
    rb_define_singleton_method(c, "now", time_s_now, -1);
    rb_define_singleton_method(c, "at", time_s_at, -1);
    rb_define_singleton_method(c, "utc", time_s_utc, -1);
    rb_define_singleton_method(c, "gm", time_s_utc, -1);
    rb_define_singleton_method(c, "local", time_s_local, -1);
    rb_define_singleton_method(c, "mktime", time_s_local, -1);
    Init_TimeZone();
}
