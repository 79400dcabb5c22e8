/*
 * time_interval.c - a number of seconds as C wants it: what sleep, select and time-outs take.
 */
#include "internal/compiler.h"
#include <math.h>
#include <sys/time.h>
#include <time.h>
#include "internal/numeric.h"
#include "ruby/ruby.h"

__attribute__((weak)) VALUE rb_cTime; /* time.c's */

NORETURN static void
bad_interval(VALUE v)
{
    rb_raise(rb_eTypeError, "can't convert %s into time interval", rb_obj_classname(v));
}

static struct timespec
interval(VALUE v)
{
    struct timespec ts = {0, 0};
    if (val_fix_p(v)) {
        if (fix_int(v) < 0) rb_raise(rb_eArgError, "time interval must not be negative");
        ts.tv_sec = fix_int(v);
        return ts;
    }
    if (v == Qnil || val_type_p(v, T_STRING)) bad_interval(v);
    if (!val_float_p(v) && !val_truthy(rb_obj_is_kind_of(v, rb_cNumeric)) && !rb_respond_to(v, rb_intern("divmod"))) bad_interval(v);
    double d = val_float_p(v) ? float_value(v) : rb_num2dbl(v);
    if (isnan(d)) rb_raise(rb_eRangeError, "NaN out of Time range");
    if (d < 0) rb_raise(rb_eArgError, "time interval must not be negative");
    if (d > 9e18) rb_raise(rb_eRangeError, "%f out of Time range", d);
    double whole = floor(d);
    ts.tv_sec = (time_t)whole;
    ts.tv_nsec = (long)((d - whole) * 1e9);
    return ts;
}

struct timespec
rb_time_timespec_interval(VALUE v)
{
    return interval(v);
}

struct timeval
rb_time_interval(VALUE v)
{
    struct timespec ts = interval(v);
    return (struct timeval){ts.tv_sec, ts.tv_nsec / 1000};
}
