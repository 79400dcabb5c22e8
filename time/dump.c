/*
 * time/dump.c - Time in Marshal: eight bytes of date and time in UTC, and variables for what they cannot hold.
 *
 * The bytes are two little-endian words:
 *   first    bit 31 set, 30 UTC, 29-14 year - 1900, 13-10 month - 1, 9-5 day, 4-0 hour
 *   second   bits 31-26 minute, 25-20 second, 19-0 microsecond
 *
 * A year outside of 1900..67435 is cut to the nearest of them, and its distance follows the words.  The distance is a length
 * byte, as Marshal writes small Integers, and that many bytes, little-endian.
 *
 * The variables are offset and zone, nano_num and nano_den (a fraction of nanoseconds below the microsecond), and submicro (the
 * same number as three decimal digits, two to a byte).
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/string.h"
#include "internal/time.h"
#include "ruby/ruby.h"
#include "ruby/st.h"

enum { YEAR_LEAST = 1900, YEAR_SPAN = 0xffff, LENGTH_BIAS = 5 };

static void
put_word(char *to, uint32_t w)
{
    for (int i = 0; i < 4; i++) to[i] = (char)(w >> (8 * i));
}

static uint32_t
get_word(const char *p)
{
    uint32_t w = 0;
    for (int i = 0; i < 4; i++) w |= (uint32_t)(unsigned char)p[i] << (8 * i);
    return w;
}

/* The year for the first word; *beyond: its distance from there, 0 if it fits. */
static uint32_t
year_bits(VALUE year, VALUE *beyond)
{
    VALUE y = int_sub(year, int_fix(YEAR_LEAST));
    *beyond = int_fix(0);
    if (int_neg_p(y)) {
        *beyond = int_neg(y);
        return 0;
    }
    if (int_cmp(y, int_fix(YEAR_SPAN)) > 0) {
        *beyond = int_sub(y, int_fix(YEAR_SPAN));
        return YEAR_SPAN;
    }
    return (uint32_t)fix_int(y);
}

static void
append_beyond(VALUE s, VALUE beyond)
{
    if (beyond == int_fix(0)) return;
    size_t n = rb_absint_size(beyond, NULL);
    char buf[128];
    if (n > 0x7b || n > sizeof buf - 1) rb_raise(rb_eArgError, "year too extreme to marshal");
    buf[0] = (char)(n + LENGTH_BIAS);
    rb_integer_pack(beyond, buf + 1, n, 1, 0, INTEGER_PACK_LITTLE_ENDIAN);
    str_append_bytes(s, buf, n + 1);
}

/* Nanoseconds below the microsecond. */
static VALUE
nanos(const struct instant *at)
{
    VALUE ns = int_fix(at->nsec % 1000);
    return at->sub == int_fix(0) ? ns : rational_add(rational_of(ns), at->sub);
}

static void
set_submicro(VALUE s, const struct instant *at)
{
    unsigned n = at->nsec % 1000;
    if (n == 0) return;
    char buf[2] = {(char)(n / 100 << 4 | n / 10 % 10), (char)(n % 10 << 4)};
    rb_ivar_set(s, rb_intern("submicro"), rb_str_new(buf, buf[1] ? 2 : 1));
}

static VALUE
zone_to_dump(VALUE t)
{
    struct rtime *r = time_civil(t);
    if (r->mode == TM_UTC) return rb_usascii_str_new_cstr("UTC");
    if (r->mode != TM_ZONE) return r->zone;
    VALUE name = rb_check_string_type(r->zone);
    if (!NIL_P(name)) return name;
    return rb_funcallv(r->zone, rb_intern("name"), 0, NULL);
}

static int
copy_ivar(ID name, VALUE v, void *to)
{
    ivar_set(*(VALUE *)to, name, v);
    return ST_CONTINUE;
}

static VALUE
time_dump(VALUE t)
{
    struct rtime *r = time_data(t);
    struct civil c;
    char buf[8];
    VALUE beyond;
    bool inserted;
    civil_from_seconds(leap_strip(r->at.sec, &inserted), &c);
    c.sec += inserted;
    uint32_t year = year_bits(c.year, &beyond);
    put_word(buf, 1u << 31 | (uint32_t)(r->mode == TM_UTC) << 30 | year << 14 | (uint32_t)(c.mon - 1) << 10 |
                      (uint32_t)c.mday << 5 | (uint32_t)c.hour);
    put_word(buf + 4, (uint32_t)c.min << 26 | (uint32_t)c.sec << 20 | r->at.nsec / 1000);
    VALUE s = rb_str_new(buf, sizeof buf);
    append_beyond(s, beyond);
    ivar_foreach(t, copy_ivar, &s);
    VALUE nano = nanos(&r->at);
    if (!num_exact_zero_p(nano)) {
        VALUE q = rational_of(nano);
        rb_ivar_set(s, rb_intern("nano_num"), rrational(q)->num);
        rb_ivar_set(s, rb_intern("nano_den"), rrational(q)->den);
    }
    set_submicro(s, &r->at);
    if (r->mode != TM_UTC) rb_ivar_set(s, rb_intern("offset"), rb_time_utc_offset(t));
    rb_ivar_set(s, rb_intern("zone"), zone_to_dump(t));
    return s;
}

static VALUE
time_m_dump(int argc, const VALUE *argv, VALUE t)
{
    rb_check_arity(argc, 0, 1);
    return time_dump(t);
}

/* ---- loading ---- */

static VALUE
take_ivar(VALUE s, const char *name)
{
    return rb_attr_get(s, rb_intern(name));
}

/* Returns the fraction below the microsecond, in nanoseconds, from the variables. */
static VALUE
load_nanos(VALUE s)
{
    VALUE num = take_ivar(s, "nano_num"), den = take_ivar(s, "nano_den"), sub = take_ivar(s, "submicro");
    if (!NIL_P(num)) {
        num = exact_number(num);
        return rational_div(rational_of(num), rational_of(exact_number(den)));
    }
    if (NIL_P(sub)) return rational_of(int_fix(0));
    StringValue(sub);
    int n = 0;
    const unsigned char *p = (const unsigned char *)str_ptr(sub);
    if (str_len(sub) > 0 && p[0] >> 4 < 10 && (p[0] & 15) < 10) n = (p[0] >> 4) * 100 + (p[0] & 15) * 10;
    if (str_len(sub) > 1 && p[1] >> 4 < 10) n += p[1] >> 4;
    return rational_of(int_fix(n));
}

static VALUE
load_year(uint32_t bits, const char *p, const char *end)
{
    VALUE year = int_fix((intptr_t)bits + YEAR_LEAST);
    if (p >= end) return year;
    long n = (signed char)*p++ - LENGTH_BIAS;
    if (n < 0 || n > end - p) rb_raise(rb_eTypeError, "marshaled time format differ");
    VALUE beyond = rb_integer_unpack(p, (size_t)n, 1, 0, INTEGER_PACK_LITTLE_ENDIAN);
    return bits ? int_add(year, beyond) : int_sub(year, beyond);
}

/* Dumps of long ago: seconds and microseconds. */
static struct instant
load_old(uint32_t p, uint32_t s)
{
    struct instant at = {int_fix((intptr_t)p + s / 1000000), s % 1000000 * 1000, int_fix(0)};
    return at;
}

static struct instant
load_instant(VALUE s, uint32_t p, uint32_t w)
{
    struct civil c = {.year = load_year(p >> 14 & 0xffff, str_ptr(s) + 8, str_end(s)),
                      .mon = (int)(p >> 10 & 15) + 1,
                      .mday = (int)(p >> 5 & 31),
                      .hour = (int)(p & 31),
                      .min = (int)(w >> 26 & 63),
                      .sec = (int)(w >> 20 & 63),
                      .offset = int_fix(0)};
    if (c.mon > 12) { /* CRuby carries the four months that do not exist, too */
        c.year = int_add(c.year, int_fix(1));
        c.mon -= 12;
    }
    struct instant at = {leap_add(civil_to_seconds(&c), c.sec == 60), 0, int_fix(0)};
    VALUE ns = rational_add(rational_of(int_fix((intptr_t)(w & 0xfffff) * 1000)), load_nanos(s));
    return instant_add(&at, rational_div(ns, rational_of(int_fix(NSEC_PER_SEC))));
}

static VALUE
try_zone_from_name(VALUE args)
{
    VALUE *a = (VALUE *)args;
    time_apply_zone(a[0], a[1]);
    return Qtrue;
}

static VALUE
zone_not_found(VALUE args, VALUE exc)
{
    return Qfalse;
}

/* Returns the offset in the dump as a number, or nil if a day is not longer than it or if it is no number. */
static VALUE
usable_offset(VALUE offset)
{
    if (NIL_P(offset) || !RTEST(rb_obj_is_kind_of(offset, rb_cNumeric))) return Qnil;
    offset = exact_number(offset);
    bool fits = RTEST(rb_funcall(rb_funcall(offset, rb_intern("abs"), 0), '<', 1, INT2FIX(24 * 60 * 60)));
    return fits ? offset : Qnil;
}

static void
load_clock(VALUE t, VALUE s)
{
    VALUE offset = usable_offset(take_ivar(s, "offset")), zone = take_ivar(s, "zone");
    if (NIL_P(offset)) return;
    if (!NIL_P(zone) && rb_respond_to(rb_obj_class(t), rb_intern("find_timezone"))) {
        VALUE args[2] = {t, zone};
        if (RTEST(rb_rescue(try_zone_from_name, (VALUE)args, zone_not_found, Qnil))) return;
    }
    time_make_fixed(t, offset);
    if (!RB_TYPE_P(zone, T_STRING)) return;
    time_civil(t); /* the name is kept for zone and %Z */
    struct rtime *r = time_data_raw(t);
    r->zone = rb_str_new_frozen(zone);
    RB_OBJ_WRITTEN(t, Qundef, r->zone);
}

static VALUE
time_s_load(VALUE klass, VALUE s)
{
    static const char *const own[] = {"offset", "zone", "nano_num", "nano_den", "submicro", "year"};
    StringValue(s);
    if (str_len(s) < 8) rb_raise(rb_eTypeError, "marshaled time format differ");
    uint32_t p = get_word(str_ptr(s)), w = get_word(str_ptr(s) + 4);
    struct instant at = p >> 31 ? load_instant(s, p, w) : load_old(p, w);
    VALUE t = time_new_at(klass, &at, TM_LOCAL);
    if (p >> 31) {
        if (p >> 30 & 1) time_make_utc(t);
        else load_clock(t, s);
    }
    ivar_foreach(s, copy_ivar, &t);
    for (size_t i = 0; i < lengthof(own); i++) ivar_remove(t, rb_intern(own[i]));
    return t;
}

void
Init_TimeDump(void)
{
    rb_define_private_method(rb_cTime, "_dump", time_m_dump, -1);
    rb_define_private_method(CLASS_OF(rb_cTime), "_load", time_s_load, 1);
}
