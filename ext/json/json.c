/*
 * json.c - the JSON module: its errors, its warnings, and how the two halves come up.
 *
 * The json gem's own Ruby files are loaded first (gems/list) and require the two extensions, which this is.  It takes the place of
 * what the gem compiles, and of the Ruby methods parse, generate and pretty_generate.
 */
#include "internal/compiler.h"

#include <string.h>

#include "ext/json/json.h"
#include "internal/class.h"
#include "internal/inits.h"
#include "internal/string.h"
#include "ruby/ruby.h"

VALUE json_module, json_ext_module;
VALUE json_error_class, json_parser_error_class, json_nesting_error_class, json_generator_error_class;

static ID id_create_id_key;

/* ---- errors and warnings ---- */

void
json_error_generator(VALUE message, VALUE object)
{
    VALUE error = rb_exc_new_str(json_generator_error_class, message);
    if (object != Qundef) rb_ivar_set(error, rb_intern("@invalid_object"), object);
    rb_exc_raise(error);
}

/* Levels up from here to the first caller outside this library's Ruby files. */
static long
levels_to_user(void)
{
    VALUE places = rb_funcall(rb_mKernel, rb_intern("caller_locations"), 1, INT2FIX(0));
    long n = RTEST(places) ? RARRAY_LEN(places) : 0;
    for (long i = 0; i < n; i++) {
        VALUE path = rb_funcall(rb_ary_entry(places, i), rb_intern("path"), 0);
        if (!RTEST(path)) continue;
        const char *p = StringValueCStr(path), *at = strstr(p, "/json/");
        if (!at || (strcmp(at, "/json/common.rb") != 0 && strcmp(at, "/json/coder.rb") != 0)) return i;
    }
    return 0;
}

void
json_warn_deprecated(VALUE message)
{
    if (!rb_warning_category_enabled_p(RB_WARN_CATEGORY_DEPRECATED) || NIL_P(*rb_ruby_verbose_ptr())) return;
    VALUE options = rb_hash_new();
    rb_hash_aset(options, ID2SYM(rb_intern("uplevel")), LONG2NUM(levels_to_user()));
    rb_hash_aset(options, ID2SYM(rb_intern("category")), ID2SYM(rb_intern("deprecated")));
    VALUE args[] = {message, options};
    rb_funcallv_kw(rb_mKernel, rb_intern("warn"), 2, args, RB_PASS_KEYWORDS);
}

/* ---- create_id: one per thread ---- */

VALUE
json_create_id(void)
{
    VALUE id = rb_thread_local_aref(rb_thread_current(), id_create_id_key);
    return RTEST(id) ? id : rb_utf8_str_new_cstr("json_class");
}

/* ---- module functions ---- */

static VALUE
json_s_parse(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 1, 2);
    return json_parse(argv[0], argc > 1 ? argv[1] : Qnil);
}

/* The gem's Ruby has defined the classes by then, unless a program requires an extension alone. */
static void
find_errors(void)
{
    json_error_class = rb_define_class_under(json_module, "JSONError", rb_eStandardError);
    json_parser_error_class = rb_define_class_under(json_module, "ParserError", json_error_class);
    json_nesting_error_class = rb_define_class_under(json_module, "NestingError", json_parser_error_class);
    json_generator_error_class = rb_define_class_under(json_module, "GeneratorError", json_error_class);
}

void
json_define_function(const char *name, VALUE (*fn)(int, VALUE *, VALUE))
{
    ID id = rb_intern(name);
    VALUE places[] = {json_module, rb_singleton_class(json_module)};
    for (unsigned i = 0; i < lengthof(places); i++)
        if (method_of_own(places[i], id)) rb_remove_method_id(places[i], id); /* what -w does not warn of */
    rb_define_module_function(json_module, name, fn, -1);
}

/* Runs at `require "json/ext/parser"` and `require "json/ext/generator"` (load.c's list of built-in features). */
void
Init_json(void)
{
    if (json_module) return;
    id_create_id_key = rb_intern("JSON.create_id");
    json_module = rb_define_module("JSON");
    json_ext_module = rb_define_module_under(json_module, "Ext");
    find_errors();
    json_define_function("parse", json_s_parse);
    Init_json_parser();
    Init_json_generator();
}
