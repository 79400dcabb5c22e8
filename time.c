/*
 * time.c - class Time: reading, arithmetic, comparison, rounding, and rb_time_*.
 */
#include "internal/compiler.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "internal/array.h"
#include "internal/hash.h"
#include "internal/string.h"
#include "internal/time.h"
#include "ruby/ruby.h"

VALUE rb_cTime;

/* ---- the object ---- */

static void
time_mark(void *p)
{
    struct rtime *t = p;
    rb_gc_mark(t->at.sec);
    rb_gc_mark(t->at.sub);
    rb_gc_mark(t->civil.year);
    rb_gc_mark(t->civil.offset);
    rb_gc_mark(t->zone);
}

const rb_data_type_t time_data_type = {
    "time",
    {time_mark, RUBY_TYPED_DEFAULT_FREE, 0, 0, {0}},
    0,
    0,
    RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE | RUBY_TYPED_EMBEDDABLE,
};

static VALUE
time_s_alloc(VALUE klass)
{
    struct rtime *t;
    VALUE obj = TypedData_Make_Struct(klass, struct rtime, &time_data_type, t);
    t->at = (struct instant){int_fix(0), 0, int_fix(0)};
    t->mode = TM_UNSET;
    t->civil.year = t->civil.offset = int_fix(0);
    t->zone = Qnil;
    return obj;
}

bool
val_time_p(VALUE v)
{
    return rb_typeddata_is_kind_of(v, &time_data_type);
}

struct rtime *
time_data_raw(VALUE v)
{
    struct rtime *t;
    TypedData_Get_Struct(v, struct rtime, &time_data_type, t);
    return t;
}

struct rtime *
time_data(VALUE v)
{
    struct rtime *t = time_data_raw(v);
    if (UNLIKELY(t->mode == TM_UNSET)) rb_raise(rb_eTypeError, "uninitialized %" PRIsVALUE, rb_obj_class(v));
    return t;
}

void
time_set(VALUE v, const struct instant *at)
{
    struct rtime *t = time_data_raw(v);
    t->at = *at;
    t->civil_ok = false;
    RB_OBJ_WRITTEN(v, Qundef, t->at.sec);
}

VALUE
time_new_at(VALUE klass, const struct instant *at, enum time_mode mode)
{
    VALUE v = time_s_alloc(klass);
    time_set(v, at);
    time_data_raw(v)->mode = mode;
    return v;
}

static void
time_check_frozen(VALUE v)
{
    rb_check_frozen(v);
}

void
time_make_utc(VALUE v)
{
    struct rtime *t = time_data_raw(v);
    if (t->mode == TM_UTC) return;
    time_check_frozen(v);
    t->mode = TM_UTC;
    t->zone = Qnil;
    t->civil_ok = false;
}

void
time_make_local(VALUE v)
{
    struct rtime *t = time_data_raw(v);
    time_check_frozen(v);
    t->mode = TM_LOCAL;
    t->zone = Qnil;
    t->civil_ok = false;
    time_civil(v); /* with the zone that is in force now */
}

void
time_make_fixed(VALUE v, VALUE offset)
{
    struct rtime *t = time_data_raw(v);
    if (int_cmp(rational_floor_i(rational_of(offset)), int_fix(-SEC_PER_DAY)) <= 0 ||
        int_cmp(rational_ceil_i(rational_of(offset)), int_fix(SEC_PER_DAY)) >= 0) {
        rb_raise(rb_eArgError, "utc_offset out of range");
    }
    time_check_frozen(v);
    t->mode = TM_FIXED;
    t->zone = Qnil;
    t->civil.offset = offset;
    t->civil_ok = false;
    RB_OBJ_WRITTEN(v, Qundef, offset);
}

/* Fields of the instant as a clock shows it that is ahead by offset. */
static void
civil_at_offset(const struct instant *at, VALUE offset, struct civil *c)
{
    bool inserted;
    struct instant plain = {leap_strip(at->sec, &inserted), at->nsec, at->sub}, shown = instant_add(&plain, offset);
    civil_from_seconds(shown.sec, c);
    c->sec += inserted;
    c->offset = offset;
}

struct rtime *
time_civil(VALUE v)
{
    struct rtime *t = time_data(v);
    if (LIKELY(t->civil_ok)) return t;
    struct civil *c = &t->civil;
    char abbr[TIME_ABBR_MAX];
    bool dst = false;
    switch (t->mode) {
    case TM_LOCAL:
        civil_at_offset(&t->at, int_fix(zone_offset_at(t->at.sec, &dst, abbr)), c);
        t->zone = str_fstring_cstr(abbr, strlen(abbr), ENCI_USASCII);
        break;
    case TM_FIXED: civil_at_offset(&t->at, c->offset, c); break;
    case TM_ZONE: time_make_zone(v, t->zone); return t;
    default: civil_at_offset(&t->at, int_fix(0), c); break;
    }
    c->dst = dst;
    t->civil_ok = true;
    RB_OBJ_WRITTEN(v, Qundef, c->year);
    return t;
}

static VALUE
time_m_initialize_copy(VALUE v, VALUE orig)
{
    if (!OBJ_INIT_COPY(v, orig)) return v;
    *time_data_raw(v) = *time_data_raw(orig);
    RB_OBJ_WRITTEN(v, Qundef, orig);
    return v;
}

/* A Time of the same instant and mode. */
static VALUE
time_copy(VALUE klass, VALUE orig)
{
    time_data(orig);
    VALUE v = time_s_alloc(klass);
    *time_data_raw(v) = *time_data(orig);
    RB_OBJ_WRITTEN(v, Qundef, orig);
    return v;
}

/* ---- fields ---- */

static VALUE
time_m_year(VALUE v)
{
    return time_civil(v)->civil.year;
}

#define TIME_FIELD(name)                           \
    static VALUE time_m_##name(VALUE v)            \
    {                                              \
        return int_fix(time_civil(v)->civil.name); \
    }
TIME_FIELD(mon)
TIME_FIELD(mday)
TIME_FIELD(hour)
TIME_FIELD(min)
TIME_FIELD(sec)
TIME_FIELD(wday)
TIME_FIELD(yday)
#undef TIME_FIELD

#define TIME_WEEKDAY(name, n)                              \
    static VALUE time_m_##name##_p(VALUE v)                \
    {                                                      \
        return val_bool(time_civil(v)->civil.wday == (n)); \
    }
TIME_WEEKDAY(sunday, 0)
TIME_WEEKDAY(monday, 1)
TIME_WEEKDAY(tuesday, 2)
TIME_WEEKDAY(wednesday, 3)
TIME_WEEKDAY(thursday, 4)
TIME_WEEKDAY(friday, 5)
TIME_WEEKDAY(saturday, 6)
#undef TIME_WEEKDAY

static VALUE
time_m_dst_p(VALUE v)
{
    return val_bool(time_civil(v)->civil.dst);
}

static VALUE
time_m_utc_p(VALUE v)
{
    return val_bool(time_data(v)->mode == TM_UTC);
}

VALUE
rb_time_utc_offset(VALUE v)
{
    return time_data(v)->mode == TM_UTC ? int_fix(0) : time_civil(v)->civil.offset;
}

static VALUE
time_m_zone(VALUE v)
{
    struct rtime *t = time_civil(v);
    if (t->mode == TM_UTC) return rb_usascii_str_new_cstr("UTC");
    if (t->mode == TM_LOCAL) return rb_str_dup(t->zone);
    return t->zone;
}

/* ---- as numbers ---- */

static VALUE
time_m_to_i(VALUE v)
{
    return time_data(v)->at.sec;
}

static VALUE
time_m_to_f(VALUE v)
{
    const struct instant epoch = {int_fix(0), 0, int_fix(0)};
    return float_new(instant_seconds_between(&time_data(v)->at, &epoch));
}

static VALUE
time_m_to_r(VALUE v)
{
    return rational_of(instant_to_number(&time_data(v)->at));
}

static VALUE
time_m_usec(VALUE v)
{
    return int_fix(time_data(v)->at.nsec / 1000);
}

static VALUE
time_m_nsec(VALUE v)
{
    return int_fix(time_data(v)->at.nsec);
}

static VALUE
time_m_subsec(VALUE v)
{
    return instant_subsec(&time_data(v)->at);
}

/* ---- comparison ---- */

static VALUE
reverse_compare(VALUE v, VALUE other, int recursive)
{
    if (recursive) return Qnil;
    return num_call(other, rb_intern("<=>"), v);
}

static VALUE
time_m_cmp(VALUE v, VALUE other)
{
    if (val_time_p(other)) return int_fix(instant_cmp(&time_data(v)->at, &time_data(other)->at));
    VALUE r = rb_exec_recursive_paired(reverse_compare, v, other, other);
    return NIL_OR_UNDEF_P(r) ? Qnil : int_fix(-rb_cmpint(r, v, other));
}

static VALUE
time_m_eql_p(VALUE v, VALUE other)
{
    return val_bool(val_time_p(other) && instant_cmp(&time_data(v)->at, &time_data(other)->at) == 0);
}

static VALUE
time_m_hash(VALUE v)
{
    const struct instant *at = &time_data(v)->at;
    uint64_t parts[3] = {int_hash(at->sec), at->nsec, at->sub == int_fix(0) ? 0 : obj_hash(at->sub)};
    return hash_to_value(hash_bytes(parts, sizeof parts, 0x74696d65));
}

/* ---- arithmetic ---- */

static VALUE
time_shifted(VALUE v, VALUE seconds)
{
    VALUE r = time_copy(rb_cTime, v);
    struct instant at = instant_add(&time_data(v)->at, seconds);
    time_set(r, &at);
    return r;
}

static VALUE
exact_negated(VALUE n)
{
    return val_int_p(n) ? int_neg(n) : rational_raw(int_neg(rrational(n)->num), rrational(n)->den);
}

static VALUE
time_m_plus(VALUE v, VALUE other)
{
    time_data(v);
    if (val_time_p(other)) rb_raise(rb_eTypeError, "time + time?");
    return time_shifted(v, exact_number(other));
}

static VALUE
time_m_minus(VALUE v, VALUE other)
{
    struct rtime *t = time_data(v);
    if (val_time_p(other)) return float_new(instant_seconds_between(&t->at, &time_data(other)->at));
    return time_shifted(v, exact_negated(exact_number(other)));
}

VALUE
rb_time_succ(VALUE v)
{
    return time_shifted(v, int_fix(1));
}

enum time_rounding { ROUND_NEAREST, ROUND_DOWN, ROUND_UP };

static VALUE
time_rounded(int argc, const VALUE *argv, VALUE v, enum time_rounding how)
{
    rb_check_arity(argc, 0, 1);
    long digits = argc ? NUM2INT(argv[0]) : 0;
    if (digits < 0) rb_raise(rb_eArgError, "negative ndigits given");
    VALUE scale = rational_of(int_pow10(digits)), n = rational_mul(rational_of(instant_to_number(&time_data(v)->at)), scale);
    VALUE down = rational_floor_i(n), rest = rational_sub(n, rational_of(down));
    bool up = how == ROUND_UP && rrational(rest)->num != int_fix(0);
    if (how == ROUND_NEAREST) up = int_cmp(int_shift(rrational(rest)->num, 1), rrational(rest)->den) >= 0;
    VALUE r = rational_div(rational_of(up ? int_add(down, int_fix(1)) : down), scale);
    VALUE copy = time_copy(rb_cTime, v);
    struct instant at = instant_from_number(rrational(r)->den == int_fix(1) ? rrational(r)->num : r);
    time_set(copy, &at);
    return copy;
}

static VALUE
time_m_round(int argc, const VALUE *argv, VALUE v)
{
    return time_rounded(argc, argv, v, ROUND_NEAREST);
}

static VALUE
time_m_floor(int argc, const VALUE *argv, VALUE v)
{
    return time_rounded(argc, argv, v, ROUND_DOWN);
}

static VALUE
time_m_ceil(int argc, const VALUE *argv, VALUE v)
{
    return time_rounded(argc, argv, v, ROUND_UP);
}

/* ---- other clocks ---- */

static VALUE
time_m_utc(VALUE v)
{
    time_data(v);
    time_make_utc(v);
    return v;
}

static VALUE
time_m_localtime(int argc, const VALUE *argv, VALUE v)
{
    rb_check_arity(argc, 0, 1);
    time_data(v);
    if (argc && !NIL_P(argv[0])) {
        time_check_frozen(v);
        time_apply_zone(v, argv[0]);
    } else if (time_data(v)->mode != TM_LOCAL) {
        time_make_local(v);
    } else {
        time_civil(v);
    }
    return v;
}

static VALUE
time_m_getutc(VALUE v)
{
    VALUE r = time_copy(rb_obj_class(v), v);
    time_make_utc(r);
    return r;
}

static VALUE
time_m_getlocal(int argc, const VALUE *argv, VALUE v)
{
    rb_check_arity(argc, 0, 1);
    VALUE r = time_copy(rb_obj_class(v), v);
    if (argc && !NIL_P(argv[0])) time_apply_zone(r, argv[0]);
    else time_make_local(r);
    return r;
}

/* ---- text ---- */

static VALUE
time_m_ctime(VALUE v)
{
    return time_format(v, "%a %b %e %T %Y");
}

/* "+0900", and seconds if the offset has any. */
static void
append_offset(VALUE s, VALUE offset)
{
    VALUE whole = rational_truncate_i(rational_of(offset));
    long n = labs(fix_int(whole));
    bool negative = num_negative_p(offset);
    rb_str_catf(s, " %c%02ld%02ld", negative ? '-' : '+', n / 3600, n / 60 % 60);
    if (n % 60) rb_str_catf(s, "%02ld", n % 60);
}

static VALUE
time_m_to_s(VALUE v)
{
    struct rtime *t = time_civil(v);
    if (t->mode == TM_UTC) return time_format(v, "%Y-%m-%d %H:%M:%S UTC");
    VALUE s = time_format(v, "%Y-%m-%d %H:%M:%S");
    append_offset(s, time_data(v)->civil.offset);
    return s;
}

static VALUE
time_m_inspect(VALUE v)
{
    struct rtime *t = time_civil(v);
    VALUE s = time_format(v, "%Y-%m-%d %H:%M:%S");
    if (t->at.sub != int_fix(0)) {
        str_append_bytes(s, " ", 1);
        str_append(s, rb_obj_as_string(instant_subsec(&t->at)));
    } else if (t->at.nsec) {
        char buf[16];
        int n = snprintf(buf, sizeof buf, ".%09u", t->at.nsec);
        while (buf[n - 1] == '0') n--;
        str_append_bytes(s, buf, (size_t)n);
    }
    if (t->mode == TM_UTC) str_append_bytes(s, " UTC", 4);
    else append_offset(s, t->civil.offset);
    return s;
}

static VALUE
time_m_strftime(VALUE v, VALUE fmt)
{
    time_civil(v);
    StringValue(fmt);
    if (!rb_enc_str_asciicompat_p(fmt)) rb_raise(rb_eArgError, "format should have ASCII compatible encoding");
    if (!str_len(fmt)) rb_warning("strftime called with empty format string");
    fmt = rb_str_new_frozen(fmt);
    VALUE s = time_strftime(v, str_ptr(fmt), str_len(fmt), str_enc_index(fmt));
    RB_GC_GUARD(fmt);
    return s;
}

static char *
put_two(char *p, int n)
{
    *p++ = (char)('0' + n / 10);
    *p++ = (char)('0' + n % 10);
    return p;
}

enum { XMLSCHEMA_YEAR = 18, XMLSCHEMA_BYTES = XMLSCHEMA_YEAR + 15 + 1 + 9 + 6 };

/* Writes YYYY-MM-DDThh:mm:ss, a fraction of up to nine digits, and the zone.  Returns 0 for a year outside 0..10**18 or an odd offset. */
static size_t
put_xmlschema(char *to, const struct rtime *t, long digits)
{
    const struct civil *c = &t->civil;
    if (!val_fix_p(c->year) || fix_int(c->year) < 0 || fix_int(c->year) >= 1000000000000000000 || digits > 9) return 0;
    if (t->mode != TM_UTC && (!val_fix_p(c->offset) || fix_int(c->offset) % 60)) return 0;
    long year = fix_int(c->year);
    char *p = to;
    if (LIKELY(year <= 9999)) p = put_two(put_two(p, (int)(year / 100)), (int)(year % 100));
    else p += sprintf(p, "%ld", year);
    *p++ = '-';
    p = put_two(p, c->mon);
    *p++ = '-';
    p = put_two(p, c->mday);
    *p++ = 'T';
    p = put_two(p, c->hour);
    *p++ = ':';
    p = put_two(p, c->min);
    *p++ = ':';
    p = put_two(p, c->sec);
    if (digits > 0) {
        uint32_t rest = t->at.nsec, unit = 100000000;
        *p++ = '.';
        for (; digits > 0; digits--, unit /= 10) *p++ = (char)('0' + rest / unit % 10);
    }
    if (t->mode == TM_UTC) {
        *p++ = 'Z';
        return (size_t)(p - to);
    }
    long minutes = fix_int(c->offset) / 60;
    *p++ = minutes < 0 ? '-' : '+';
    if (minutes < 0) minutes = -minutes;
    p = put_two(p, (int)(minutes / 60));
    *p++ = ':';
    return (size_t)(put_two(p, (int)(minutes % 60)) - to);
}

static VALUE
time_m_xmlschema(int argc, const VALUE *argv, VALUE v)
{
    rb_check_arity(argc, 0, 1);
    long digits = argc ? NUM2INT(argv[0]) : 0;
    struct rtime *t = time_civil(v);
    char text[XMLSCHEMA_BYTES];
    size_t n = put_xmlschema(text, t, digits);
    if (n) return rb_usascii_str_new(text, (long)n);
    VALUE s = time_format(v, "%Y-%m-%dT%H:%M:%S");
    if (digits > 0) {
        char fmt[32];
        snprintf(fmt, sizeof fmt, ".%%%ldN", digits);
        str_append(s, time_format(v, fmt));
    }
    return str_append(s, t->mode == TM_UTC ? rb_usascii_str_new_cstr("Z") : time_format(v, "%:z"));
}

/* ---- together ---- */

static VALUE
time_m_to_a(VALUE v)
{
    VALUE zone = time_m_zone(v);
    const struct civil *c = &time_civil(v)->civil;
    VALUE fields[10] = {int_fix(c->sec), int_fix(c->min),  int_fix(c->hour), int_fix(c->mday), int_fix(c->mon),
                        c->year,         int_fix(c->wday), int_fix(c->yday), val_bool(c->dst), zone};
    return rb_ary_new_from_values(10, fields);
}

static const struct {
    const char *name;
    VALUE (*get)(VALUE);
} time_parts[] = {
    {"year", time_m_year},     {"month", time_m_mon}, {"day", time_m_mday},  {"yday", time_m_yday},
    {"wday", time_m_wday},     {"hour", time_m_hour}, {"min", time_m_min},   {"sec", time_m_sec},
    {"subsec", time_m_subsec}, {"dst", time_m_dst_p}, {"zone", time_m_zone},
};

static VALUE
time_m_deconstruct_keys(VALUE v, VALUE keys)
{
    VALUE hash = rb_hash_new();
    if (NIL_P(keys)) {
        for (size_t i = 0; i < lengthof(time_parts); i++) {
            hash_set(hash, ID2SYM(rb_intern(time_parts[i].name)), time_parts[i].get(v));
        }
        return hash;
    }
    if (!val_type_p(keys, T_ARRAY)) {
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected Array or nil)", rb_obj_class(keys));
    }
    for (size_t k = 0; k < ary_len(keys); k++) {
        VALUE key = ary_at(keys, k);
        for (size_t i = 0; SYMBOL_P(key) && i < lengthof(time_parts); i++) {
            if (key == ID2SYM(rb_intern(time_parts[i].name))) hash_set(hash, key, time_parts[i].get(v));
        }
    }
    return hash;
}

/* ---- the C API ---- */

void
rb_timespec_now(struct timespec *ts)
{
    if (clock_gettime(CLOCK_REALTIME, ts) != 0) rb_sys_fail("clock_gettime");
}

/* sec and any number of parts of which `per` make a second. */
static VALUE
time_from_parts(time_t sec, long part, long per)
{
    struct instant at = {int_from_long(sec + part / per), 0, int_fix(0)};
    long rest = part % per;
    if (rest < 0) {
        rest += per;
        at.sec = int_sub(at.sec, int_fix(1));
    }
    at.nsec = (uint32_t)(rest * (NSEC_PER_SEC / per));
    return time_new_at(rb_cTime, &at, TM_LOCAL);
}

VALUE
rb_time_new(time_t sec, long usec)
{
    return time_from_parts(sec, usec, 1000000);
}

VALUE
rb_time_nano_new(time_t sec, long nsec)
{
    return time_from_parts(sec, nsec, NSEC_PER_SEC);
}

VALUE
rb_time_timespec_new(const struct timespec *ts, int offset)
{
    VALUE v = time_from_parts(ts->tv_sec, ts->tv_nsec, NSEC_PER_SEC);
    if (offset > -SEC_PER_DAY && offset < SEC_PER_DAY) time_make_fixed(v, int_fix(offset));
    else if (offset == INT_MAX - 1) time_make_utc(v);
    else if (offset != INT_MAX) rb_raise(rb_eArgError, "utc_offset out of range");
    return v;
}

VALUE
rb_time_num_new(VALUE sec, VALUE offset)
{
    struct instant at = instant_from_number(exact_number(sec));
    VALUE v = time_new_at(rb_cTime, &at, TM_LOCAL);
    if (!NIL_P(offset)) time_apply_zone(v, offset);
    return v;
}

/* Seconds and nanoseconds of a number; interval: not below zero. */
static struct timespec
timespec_of_number(VALUE num, bool interval)
{
    const char *what = interval ? "time interval" : "time";
    struct timespec ts;
    if (val_float_p(num)) {
        double d = float_value(num), whole;
        if (interval && d < 0.0) rb_raise(rb_eArgError, "%s must not be negative", what);
        if (!(d > -9223372036854775808.0 && d < 9223372036854775808.0)) {
            if (isfinite(d)) rb_raise(rb_eRangeError, "%f out of Time range", d);
            rb_raise(rb_eRangeError, "%s out of Time range", isnan(d) ? "NaN" : d > 0 ? "Inf" : "-Inf");
        }
        double part = modf(d, &whole);
        if (part < 0) part += 1, whole -= 1;
        ts.tv_sec = (time_t)whole;
        ts.tv_nsec = (long)(part * 1e9 + 0.5);
        if (ts.tv_nsec >= NSEC_PER_SEC) ts.tv_nsec -= NSEC_PER_SEC, ts.tv_sec++;
        return ts;
    }
    if (val_fix_p(num) || val_big_p(num)) {
        ts.tv_sec = NUM2LONG(num);
        ts.tv_nsec = 0;
    } else {
        VALUE pair = rb_check_funcall(num, rb_intern("divmod"), 1, &(VALUE){int_fix(1)});
        if (pair == Qundef || NIL_P(pair = rb_check_array_type(pair))) {
            rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " into %s", rb_obj_class(num), what);
        }
        ts.tv_sec = NUM2LONG(rb_ary_entry(pair, 0));
        ts.tv_nsec = NUM2LONG(num_call(rb_ary_entry(pair, 1), '*', int_fix(NSEC_PER_SEC)));
    }
    if (interval && ts.tv_sec < 0) rb_raise(rb_eArgError, "%s must not be negative", what);
    return ts;
}

struct timespec
rb_time_timespec_interval(VALUE num)
{
    if (val_time_p(num)) rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " into time interval", rb_obj_class(num));
    return timespec_of_number(num, true);
}

struct timespec
rb_time_timespec(VALUE v)
{
    if (!val_time_p(v)) return timespec_of_number(v, false);
    const struct instant *at = &time_data(v)->at;
    struct timespec ts = {NUM2LONG(at->sec), at->nsec};
    return ts;
}

static struct timeval
to_timeval(struct timespec ts)
{
    struct timeval tv = {ts.tv_sec, ts.tv_nsec / 1000};
    return tv;
}

struct timeval
rb_time_interval(VALUE num)
{
    return to_timeval(rb_time_timespec_interval(num));
}

struct timeval
rb_time_timeval(VALUE v)
{
    return to_timeval(rb_time_timespec(v));
}

/* ---- */

static void
define_readers(VALUE c)
{
    static const struct {
        const char *name;
        VALUE (*fn)(VALUE);
    } readers[] = {
        {"year", time_m_year},
        {"mon", time_m_mon},
        {"month", time_m_mon},
        {"mday", time_m_mday},
        {"day", time_m_mday},
        {"hour", time_m_hour},
        {"min", time_m_min},
        {"sec", time_m_sec},
        {"wday", time_m_wday},
        {"yday", time_m_yday},
        {"isdst", time_m_dst_p},
        {"dst?", time_m_dst_p},
        {"zone", time_m_zone},
        {"gmt?", time_m_utc_p},
        {"utc?", time_m_utc_p},
        {"gmtoff", rb_time_utc_offset},
        {"gmt_offset", rb_time_utc_offset},
        {"utc_offset", rb_time_utc_offset},
        {"to_i", time_m_to_i},
        {"tv_sec", time_m_to_i},
        {"to_f", time_m_to_f},
        {"to_r", time_m_to_r},
        {"usec", time_m_usec},
        {"tv_usec", time_m_usec},
        {"nsec", time_m_nsec},
        {"tv_nsec", time_m_nsec},
        {"subsec", time_m_subsec},
        {"to_a", time_m_to_a},
        {"hash", time_m_hash},
        {"sunday?", time_m_sunday_p},
        {"monday?", time_m_monday_p},
        {"tuesday?", time_m_tuesday_p},
        {"wednesday?", time_m_wednesday_p},
        {"thursday?", time_m_thursday_p},
        {"friday?", time_m_friday_p},
        {"saturday?", time_m_saturday_p},
        {"gmtime", time_m_utc},
        {"utc", time_m_utc},
        {"getgm", time_m_getutc},
        {"getutc", time_m_getutc},
        {"ctime", time_m_ctime},
        {"asctime", time_m_ctime},
        {"to_s", time_m_to_s},
        {"inspect", time_m_inspect},
    };
    for (size_t i = 0; i < lengthof(readers); i++) rb_define_method(c, readers[i].name, readers[i].fn, 0);
}

void
Init_Time(void)
{
    VALUE c = rb_cTime = rb_define_class("Time", rb_cObject);
    rb_include_module(c, rb_mComparable);
    rb_define_alloc_func(c, time_s_alloc);
    rb_define_private_method(c, "initialize_copy", time_m_initialize_copy, 1);
    define_readers(c);
    rb_define_method(c, "<=>", time_m_cmp, 1);
    rb_define_method(c, "eql?", time_m_eql_p, 1);
    rb_define_method(c, "+", time_m_plus, 1);
    rb_define_method(c, "-", time_m_minus, 1);
    rb_define_method(c, "round", time_m_round, -1);
    rb_define_method(c, "floor", time_m_floor, -1);
    rb_define_method(c, "ceil", time_m_ceil, -1);
    rb_define_method(c, "localtime", time_m_localtime, -1);
    rb_define_method(c, "getlocal", time_m_getlocal, -1);
    rb_define_method(c, "strftime", time_m_strftime, 1);
    rb_define_method(c, "xmlschema", time_m_xmlschema, -1);
    rb_define_method(c, "iso8601", time_m_xmlschema, -1);
    rb_define_method(c, "deconstruct_keys", time_m_deconstruct_keys, 1);
    Init_TimeNew();
    Init_TimeDump();
}
