/*
 * error/print.c - how an exception is printed: detailed_message's text, full_message, and what ends a program.
 *
 * The text is built completely and written once.  If the exception's own methods fail meanwhile, its class is shown instead
 * of its message.
 */
#include "internal/class.h"

#include <string.h>
#include <unistd.h>

#include "internal/array.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/vm.h"

#define BOLD "\033[1m"
#define UNDERLINE "\033[1;4m"
#define RESET "\033[m"

enum { STACK_HEAD = 8, STACK_TAIL = 5, STACK_MAX = STACK_HEAD + STACK_TAIL + 5 }; /* of a SystemStackError's backtrace */

long error_backtrace_limit = -1; /* --backtrace-limit: lines after the first; -1: all */

/* ---- the message ---- */

/* The lines after the first, each non-empty one bold. */
static void
add_bold_lines(VALUE out, const char *p, const char *end)
{
    while (p < end) {
        const char *eol = memchr(p, '\n', (size_t)(end - p));
        const char *stop = eol ? eol : end;
        if (stop > p) {
            rb_str_cat_cstr(out, BOLD);
            rb_str_cat(out, p, stop - p);
            rb_str_cat_cstr(out, RESET);
        }
        if (!eol) break;
        rb_str_cat(out, "\n", 1);
        p = eol + 1;
    }
}

static void
add_class(VALUE out, VALUE path, bool highlight)
{
    rb_str_cat_cstr(out, highlight ? " (" UNDERLINE : " (");
    rb_str_append(out, path);
    rb_str_cat_cstr(out, highlight ? RESET BOLD ")" RESET : ")");
}

static VALUE
underlined(VALUE text, bool highlight)
{
    if (!highlight) return text;
    VALUE out = rb_str_buf_new(RSTRING_LEN(text) + 16);
    rb_enc_associate(out, rb_enc_get(text));
    rb_str_cat_cstr(out, UNDERLINE);
    rb_str_append(out, text);
    return rb_str_cat_cstr(out, RESET);
}

/* message (a String, or Qundef: none) with the exception's class behind its first line. */
VALUE
error_decorate(VALUE exc, VALUE message, bool highlight)
{
    VALUE klass = rb_obj_class(exc), path = class_to_s(klass);
    if (message == Qundef) return underlined(path, highlight);
    long len = RSTRING_LEN(message);
    if (len == 0)
        return underlined(klass == rb_eRuntimeError ? rb_usascii_str_new_cstr("unhandled exception") : path, highlight);
    bool named = RSTRING_PTR(path)[0] != '#';
    VALUE out = rb_str_buf_new(len + RSTRING_LEN(path) + 32);
    rb_enc_associate(out, rb_enc_get(message));
    const char *p = RSTRING_PTR(message), *end = p + len, *eol = memchr(p, '\n', (size_t)len);
    const char *first_end = eol ? eol : end;
    if (highlight) rb_str_cat_cstr(out, BOLD);
    rb_str_cat(out, p, first_end - p);
    if (named) add_class(out, path, highlight);
    else if (highlight && !eol) rb_str_cat_cstr(out, RESET);
    if (eol && (eol + 1 < end || !named)) {
        rb_str_cat(out, "\n", 1);
        if (highlight) add_bold_lines(out, eol + 1, end);
        else rb_str_cat(out, eol + 1, end - eol - 1);
    }
    RB_GC_GUARD(message);
    return out;
}

/* ---- one exception ---- */

struct printed {
    VALUE out;
    bool highlight, reverse;
    VALUE options; /* for detailed_message; nil */
    VALUE shown;   /* Array: exceptions printed already */
    bool protect;  /* errors of the exception's methods are swallowed */
};

static VALUE
call_detailed_message(VALUE arg)
{
    VALUE *pair = (VALUE *)arg;
    struct printed *pr = (struct printed *)pair[1];
    return exc_detailed_message_with(pair[0], pr->highlight, pr->options);
}

static VALUE
call_backtrace(VALUE exc)
{
    if (method_basic_p(class_of(exc), rb_intern("backtrace"))) return exc_backtrace(exc);
    return rb_check_backtrace(rb_funcall(exc, rb_intern("backtrace"), 0));
}

/* Returns fn(arg), or `otherwise` if fn raises and pr->protect is set. */
static VALUE
guarded(struct printed *pr, VALUE (*fn)(VALUE), VALUE arg, VALUE otherwise)
{
    if (!pr->protect) return fn(arg);
    int state = 0;
    VALUE was = vm_ec->errinfo, result = rb_protect(fn, arg, &state);
    vm_ec->errinfo = was;
    return state ? otherwise : result;
}

/* "file:12:in 'meth': " of the running code. */
static void
add_position(VALUE out)
{
    int line = 0;
    const char *file = rb_source_location_cstr(&line);
    if (!file) {
        VALUE script = rb_gv_get("$0");
        if (RB_TYPE_P(script, T_STRING)) rb_str_catf(out, "%" PRIsVALUE ": ", script);
        return;
    }
    ID caller = line ? rb_frame_callee() : 0;
    if (caller) rb_str_catf(out, "%s:%d:in '%" PRIsVALUE "': ", file, line, rb_id2str(caller));
    else if (line) rb_str_catf(out, "%s:%d: ", file, line);
    else rb_str_catf(out, "%s: ", file);
}

static void
add_first_line(struct printed *pr, VALUE exc, VALUE bt)
{
    VALUE first = NIL_P(bt) || RARRAY_LEN(bt) == 0 ? Qnil : rb_ary_entry(bt, 0);
    if (NIL_P(first)) {
        add_position(pr->out);
    } else {
        rb_str_append(pr->out, rb_obj_as_string(first));
        rb_str_cat_cstr(pr->out, ": ");
    }
    VALUE pair[] = {exc, (VALUE)pr};
    VALUE message = guarded(pr, call_detailed_message, (VALUE)pair, Qundef);
    if (message == Qundef || RSTRING_LEN(message) == 0) {
        VALUE path = class_to_s(rb_obj_class(exc));
        message = underlined(path, pr->highlight);
    }
    rb_str_buf_append(pr->out, message);
    rb_str_cat(pr->out, "\n", 1);
}

static void
add_backtrace(struct printed *pr, VALUE exc, VALUE bt)
{
    if (NIL_P(bt)) return;
    long len = RARRAY_LEN(bt);
    bool cut = rb_obj_class(exc) == rb_eSysStackError && len > STACK_MAX;
    int width = 1;
    for (long n = len; n >= 10; n /= 10) width++;
    for (long i = 1; i < len; i++) {
        if (error_backtrace_limit >= 0 && i > error_backtrace_limit) {
            rb_str_catf(pr->out, "\t ... %ld levels...\n", len - i);
            break;
        }
        VALUE line = rb_ary_entry(bt, pr->reverse ? len - i : i);
        if (RB_TYPE_P(line, T_STRING)) {
            if (pr->reverse) rb_str_catf(pr->out, "\t%*ld: from ", width, len - i);
            else rb_str_cat_cstr(pr->out, "\tfrom ");
            rb_str_buf_append(pr->out, line);
            rb_str_cat(pr->out, "\n", 1);
        }
        if (cut && i == STACK_HEAD) {
            rb_str_catf(pr->out, "\t ... %ld levels...\n", len - STACK_HEAD - STACK_TAIL);
            i = len - STACK_TAIL;
        }
    }
}

static bool
shown_p(struct printed *pr, VALUE exc)
{
    for (size_t i = 0; i < ary_len(pr->shown); i++)
        if (ary_at(pr->shown, i) == exc) return true;
    return false;
}

/* exc and its causes: after it, or before it when reversed. */
static void
add_exception(struct printed *pr, VALUE exc)
{
    ary_push(pr->shown, exc);
    VALUE bt = guarded(pr, call_backtrace, exc, Qnil), cause = exc_cause(exc);
    bool has_cause = cause != Qundef && !NIL_P(cause) && exc_p(cause) && !shown_p(pr, cause);
    if (pr->reverse) {
        if (has_cause) add_exception(pr, cause);
        add_backtrace(pr, exc, bt);
        add_first_line(pr, exc, bt);
        return;
    }
    add_first_line(pr, exc, bt);
    add_backtrace(pr, exc, bt);
    if (has_cause) add_exception(pr, cause);
}

static VALUE
build(VALUE exc, bool highlight, bool reverse, VALUE options, bool protect)
{
    struct printed pr = {rb_utf8_str_new("", 0), highlight, reverse, options, ary_tmp_new(2), protect};
    if (reverse)
        rb_str_cat_cstr(pr.out, highlight ? BOLD "Traceback" RESET " (most recent call last):\n"
                                          : "Traceback (most recent call last):\n");
    add_exception(&pr, exc);
    RB_GC_GUARD(pr.out);
    RB_GC_GUARD(pr.shown);
    return pr.out;
}

VALUE
error_full_message_with(VALUE exc, bool highlight, bool reverse, VALUE options)
{
    return build(exc, highlight, reverse, options, false);
}

/* ---- where it goes ---- */

bool
error_to_tty_p(void)
{
    if (!isatty(STDERR_FILENO)) return false;
    VALUE original = const_get_or_undef(rb_cObject, rb_intern("STDERR"), false, false);
    return original != Qundef && rb_stderr == original;
}

static VALUE
write_to_stderr(VALUE text)
{
    return rb_funcall(rb_stderr, rb_intern("write"), 1, text);
}

/* Past $stderr, when that is not there yet or no longer works. */
static void
write_raw(VALUE text)
{
    const char *p = RSTRING_PTR(text);
    size_t left = (size_t)RSTRING_LEN(text);
    while (left) {
        ssize_t n = write(STDERR_FILENO, p, left);
        if (n <= 0) break;
        p += n;
        left -= (size_t)n;
    }
    RB_GC_GUARD(text);
}

void
error_write(VALUE text)
{
    if (!RTEST(rb_stderr)) {
        write_raw(text);
        return;
    }
    int state = 0;
    ec_t *ec = vm_ec;
    VALUE was = ec->errinfo;
    bool reporting = ec->reporting;
    ec->reporting = true;
    rb_protect(write_to_stderr, text, &state);
    ec->reporting = reporting;
    ec->errinfo = was;
    if (state) write_raw(text);
}

static VALUE
build_uncaught(VALUE exc)
{
    return build(exc, error_to_tty_p(), false, Qnil, true);
}

void
error_print(VALUE exc)
{
    if (NIL_P(exc) || exc == Qundef) return;
    int state = 0;
    VALUE was = vm_ec->errinfo, text = rb_protect(build_uncaught, exc, &state);
    vm_ec->errinfo = was;
    if (!state) error_write(text);
}

static VALUE
build_debug_line(VALUE exc)
{
    int line = 0;
    const char *file = rb_source_location_cstr(&line);
    VALUE out = rb_sprintf("Exception '%" PRIsVALUE "'", class_to_s(rb_obj_class(exc)));
    if (file && line) rb_str_catf(out, " at %s:%d", file, line);
    else if (file) rb_str_catf(out, " at %s", file);
    return rb_str_cat_cstr(rb_str_buf_append(rb_str_cat_cstr(out, " - "), rb_obj_as_string(exc)), "\n");
}

/* Prints the line of $DEBUG for an exception that is raised. */
void
error_print_raised(VALUE exc)
{
    if (val_truthy(rb_obj_is_kind_of(exc, rb_eSystemExit))) return;
    VALUE *debug = rb_ruby_debug_ptr(), was = vm_ec->errinfo, on = *debug;
    int state = 0;
    *debug = Qfalse; /* what to_s raises is not shown */
    VALUE text = rb_protect(build_debug_line, exc, &state);
    if (!state) error_write(text);
    vm_ec->errinfo = was;
    *debug = on;
}

/* ---- $! and $@ ---- */

static VALUE
errinfo_getter(ID id, VALUE *data)
{
    return vm_ec->errinfo;
}

static VALUE
errat_getter(ID id, VALUE *data)
{
    VALUE exc = vm_ec->errinfo;
    return NIL_P(exc) ? Qnil : call_backtrace(exc);
}

static void
errat_setter(VALUE bt, ID id, VALUE *data)
{
    VALUE exc = vm_ec->errinfo;
    if (NIL_P(exc)) rb_raise(rb_eArgError, "$! not set");
    rb_funcall(exc, rb_intern("set_backtrace"), 1, bt);
}

void
Init_ErrorPrint(void)
{
    rb_define_virtual_variable("$!", errinfo_getter, NULL);
    rb_define_virtual_variable("$@", errat_getter, errat_setter);
}
