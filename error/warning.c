/*
 * error/warning.c - warnings: $VERBOSE, categories, the Warning module, Kernel#warn, rb_warn and related functions.
 *
 * Every warning goes through Warning.warn, so that a program can take it over.
 */
#include "internal/class.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "internal/object.h"
#include "internal/string.h"
#include "internal/vm.h"
#include "internal/ractor.h"
#include "ruby/ractor.h"

static VALUE verbose = Qfalse, debug = Qfalse;
static VALUE mWarning;
static ID id_warn, id_category;

static const struct {
    rb_warning_category_t category;
    const char *name;
} categories[] = {
    {RB_WARN_CATEGORY_DEPRECATED, "deprecated"},
    {RB_WARN_CATEGORY_EXPERIMENTAL, "experimental"},
    {RB_WARN_CATEGORY_PERFORMANCE, "performance"},
    {RB_WARN_CATEGORY_STRICT_UNUSED_BLOCK, "strict_unused_block"},
};
static unsigned enabled = 1u << RB_WARN_CATEGORY_EXPERIMENTAL;

VALUE *
rb_ruby_verbose_ptr(void)
{
    return ractor_confined_p() ? &ractor_current()->verbose : &verbose;
}

VALUE *
rb_ruby_debug_ptr(void)
{
    return ractor_confined_p() ? &ractor_current()->debug : &debug;
}

bool
rb_warning_category_enabled_p(rb_warning_category_t category)
{
    return enabled >> category & 1;
}

void
warning_category_set(rb_warning_category_t category, bool on)
{
    enabled = on ? enabled | 1u << category : enabled & ~(1u << category);
}

static rb_warning_category_t
category_from_name(VALUE name)
{
    Check_Type(name, T_SYMBOL);
    VALUE text = rb_sym2str(name);
    for (size_t i = 0; i < lengthof(categories); i++)
        if (strcmp(RSTRING_PTR(text), categories[i].name) == 0) return categories[i].category;
    rb_raise(rb_eArgError, "unknown category: %" PRIsVALUE, text);
}

static VALUE
category_name(rb_warning_category_t category)
{
    for (size_t i = 0; i < lengthof(categories); i++)
        if (categories[i].category == category) return ID2SYM(rb_intern(categories[i].name));
    return Qnil;
}

/* ---- the way out ---- */

static void
write_warning(VALUE text)
{
    VALUE err = rb_ractor_stderr();
    if (RTEST(err)) rb_funcall(err, rb_intern("write"), 1, text);
    else error_write(text);
}

void
rb_write_error2(const char *ptr, long len)
{
    error_write(rb_str_new(ptr, len));
}

/* Warning.warn(text), with category: unless it is Qundef or the method takes none. */
static void
issue(VALUE text, VALUE category)
{
    const struct method_entry *me = mWarning ? method_lookup(class_of(mWarning), id_warn) : NULL;
    if (!mWarning || (me && (me->hdr.flags & ME_CORE))) {
        write_warning(text);
        return;
    }
    if (category == Qundef || !me || method_arity(me) == 1) {
        rb_funcallv(mWarning, id_warn, 1, &text);
        return;
    }
    VALUE options = rb_hash_new();
    rb_hash_aset(options, ID2SYM(id_category), category);
    VALUE args[] = {text, options};
    rb_funcallv_kw(mWarning, id_warn, 2, args, RB_PASS_KEYWORDS);
}

/* Warning#warn */
static VALUE
warning_m_warn(int argc, VALUE *argv, VALUE self)
{
    VALUE text, options, category;
    rb_scan_args(argc, argv, "1:", &text, &options);
    Check_Type(text, T_STRING);
    if (!NIL_P(options)) {
        rb_get_kwargs(options, &id_category, 0, 1, &category);
        if (category != Qundef && !NIL_P(category) && !rb_warning_category_enabled_p(category_from_name(category)))
            return Qnil;
    }
    rb_must_asciicompat(text);
    write_warning(text);
    return Qnil;
}

/* Warning.[] */
static VALUE
warning_s_aref(VALUE self, VALUE category)
{
    return val_bool(rb_warning_category_enabled_p(category_from_name(category)));
}

/* Warning.[]= */
static VALUE
warning_s_aset(VALUE self, VALUE category, VALUE on)
{
    warning_category_set(category_from_name(category), RTEST(on));
    return on;
}

/* Warning.categories */
static VALUE
warning_s_categories(VALUE self)
{
    VALUE list = rb_ary_new();
    for (size_t i = 0; i < lengthof(categories); i++) rb_ary_push(list, ID2SYM(rb_intern(categories[i].name)));
    return list;
}

/* ---- from C ---- */

/* "file:12: warning: text\n" */
static VALUE
located(const char *file, int line, const char *fmt, va_list ap)
{
    VALUE text = rb_utf8_str_new("", 0);
    if (file && line) rb_str_catf(text, "%s:%d: ", file, line);
    else if (file) rb_str_catf(text, "%s: ", file);
    rb_str_cat_cstr(text, "warning: ");
    rb_str_vcatf(text, fmt, ap);
    return rb_str_cat_cstr(text, "\n");
}

static VALUE
located_here(const char *fmt, va_list ap)
{
    int line = 0;
    const char *file = vm_ec ? rb_source_location_cstr(&line) : NULL;
    return located(file, line, fmt, ap);
}

void
rb_warn(const char *fmt, ...)
{
    if (NIL_P(verbose)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located_here(fmt, ap);
    va_end(ap);
    issue(text, Qundef);
}

void
rb_warning(const char *fmt, ...)
{
    if (!RTEST(verbose)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located_here(fmt, ap);
    va_end(ap);
    issue(text, Qundef);
}

void
rb_category_warn(rb_warning_category_t category, const char *fmt, ...)
{
    if (NIL_P(verbose) || !rb_warning_category_enabled_p(category)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located_here(fmt, ap);
    va_end(ap);
    issue(text, category_name(category));
}

void
rb_category_warning(rb_warning_category_t category, const char *fmt, ...)
{
    if (!RTEST(verbose) || !rb_warning_category_enabled_p(category)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located_here(fmt, ap);
    va_end(ap);
    issue(text, category_name(category));
}

void
rb_compile_warn(const char *file, int line, const char *fmt, ...)
{
    if (NIL_P(verbose)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located(file, line, fmt, ap);
    va_end(ap);
    issue(text, Qundef);
}

void
rb_compile_warning(const char *file, int line, const char *fmt, ...)
{
    if (!RTEST(verbose)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located(file, line, fmt, ap);
    va_end(ap);
    issue(text, Qundef);
}

void
rb_category_compile_warn(rb_warning_category_t category, const char *file, int line, const char *fmt, ...)
{
    if (NIL_P(verbose) || !rb_warning_category_enabled_p(category)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located(file, line, fmt, ap);
    va_end(ap);
    issue(text, category_name(category));
}

void
rb_sys_warning(const char *fmt, ...)
{
    int err = errno;
    if (!RTEST(verbose)) return;
    va_list ap;
    va_start(ap, fmt);
    VALUE text = located_here(fmt, ap);
    va_end(ap);
    rb_str_set_len(text, RSTRING_LEN(text) - 1);
    rb_str_catf(text, ": %s\n", strerror(err));
    issue(text, Qundef);
}

/* ---- Kernel#warn ---- */

/* Each message on a line of its own, as puts writes them: arrays flattened, nil as an empty line. */
static void
add_message(VALUE out, VALUE message)
{
    VALUE list = rb_check_array_type(message);
    if (!NIL_P(list)) {
        for (long i = 0; i < RARRAY_LEN(list); i++) add_message(out, rb_ary_entry(list, i));
        return;
    }
    VALUE text = rb_obj_as_string(message);
    rb_str_append(out, text);
    if (RSTRING_LEN(text) == 0 || RSTRING_PTR(text)[RSTRING_LEN(text) - 1] != '\n') rb_str_cat(out, "\n", 1);
}

/* "file:12: warning: " of the frame `level` above the caller of warn. */
static void
add_uplevel(VALUE out, VALUE self, VALUE uplevel)
{
    long level = NUM2LONG(uplevel);
    if (level < 0) rb_raise(rb_eArgError, "negative level (%ld)", level);
    VALUE found = rb_funcall(self, rb_intern("caller_locations"), 2, LONG2NUM(level + 1), INT2FIX(1));
    VALUE at = NIL_P(found) ? Qnil : rb_ary_entry(found, 0);
    if (!NIL_P(at))
        rb_str_catf(out, "%" PRIsVALUE ":%" PRIsVALUE ": ", rb_funcall(at, rb_intern("path"), 0),
                    rb_funcall(at, rb_intern("lineno"), 0));
    rb_str_cat_cstr(out, "warning: ");
}

VALUE
warning_kernel_warn(VALUE self, VALUE messages, VALUE uplevel, VALUE category)
{
    if (NIL_P(verbose) || RARRAY_LEN(messages) == 0) return Qnil;
    VALUE out = rb_utf8_str_new("", 0);
    if (!NIL_P(uplevel)) add_uplevel(out, self, uplevel);
    for (long i = 0; i < RARRAY_LEN(messages); i++) add_message(out, rb_ary_entry(messages, i));
    if (!NIL_P(category)) {
        category = rb_convert_type(category, T_SYMBOL, "Symbol", "to_sym");
        if (!rb_warning_category_enabled_p(category_from_name(category))) return Qnil;
    }
    if (self == mWarning) write_warning(out);
    else issue(out, category);
    return Qnil;
}

/* ---- $VERBOSE, $DEBUG ---- */

static void
verbose_setter(VALUE v, ID id, VALUE *data)
{
    verbose = RTEST(v) ? Qtrue : v;
}

static VALUE
w_getter(ID id, VALUE *data)
{
    return NIL_P(verbose) ? INT2FIX(0) : verbose == Qtrue ? INT2FIX(2) : INT2FIX(1);
}

void
Init_Warning(void)
{
    id_warn = rb_intern("warn");
    id_category = rb_intern("category");
    mWarning = rb_define_module("Warning");
    rb_define_method(mWarning, "warn", warning_m_warn, -1);
    rb_define_singleton_method(mWarning, "[]", warning_s_aref, 1);
    rb_define_singleton_method(mWarning, "[]=", warning_s_aset, 2);
    rb_define_singleton_method(mWarning, "categories", warning_s_categories, 0);
    rb_extend_object(mWarning, mWarning);
    rb_define_hooked_variable("$VERBOSE", &verbose, NULL, verbose_setter);
    rb_define_hooked_variable("$-v", &verbose, NULL, verbose_setter);
    rb_define_hooked_variable("$-w", &verbose, NULL, verbose_setter);
    rb_define_virtual_variable("$-W", w_getter, NULL);
    rb_define_variable("$DEBUG", &debug);
    rb_define_variable("$-d", &debug);
}
