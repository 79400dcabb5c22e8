/*
 * generator_api.c - the ways into the generator: JSON.generate, pretty_generate, and to_json of the core classes.
 */
#include "internal/compiler.h"

#include "ext/json/generator.h"
#include "ruby/ruby.h"

VALUE json_fragment_class; /* 0: a program required the extension alone, before the Ruby files of the gem */

/* obj by opts over what *o has; a State speaks for itself. */
static VALUE
text_by(VALUE obj, VALUE opts, struct json_opts *o)
{
    if (json_state_p(opts)) return json_text(obj, json_state_opts(opts), opts, 0);
    json_opts_configure(o, opts, 0);
    return json_text(obj, o, 0, 0);
}

VALUE
json_generate(VALUE obj, VALUE opts)
{
    if (LIKELY(!val_truthy(opts))) return json_text(obj, &json_opts_default, 0, 0);
    struct json_opts o = json_opts_default;
    if (!json_state_p(opts)) Check_Type(opts, T_HASH);
    return text_by(obj, opts, &o);
}

static VALUE
json_s_generate(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 1, 2);
    return json_generate(argv[0], argc > 1 ? argv[1] : Qnil);
}

static VALUE
json_s_pretty_generate(int argc, VALUE *argv, VALUE self)
{
    (void)self;
    rb_check_arity(argc, 1, 2);
    if (argc < 2 || !val_truthy(argv[1])) return json_text(argv[0], &json_opts_pretty, 0, 0);
    struct json_opts o = json_opts_pretty;
    return text_by(argv[0], json_state_p(argv[1]) ? argv[1] : json_to_hash(argv[1]), &o);
}

/* ---- to_json ---- */

/* Returns the options given to to_json: those of a State, which *state then holds, those of a Hash, put into *o, or the default. */
static const struct json_opts *
to_json_opts(int argc, VALUE *argv, struct json_opts *o, VALUE *state)
{
    rb_check_arity(argc, 0, 1);
    *state = 0;
    if (argc == 0 || !val_heap_p(argv[0])) return &json_opts_default;
    if (json_state_p(argv[0])) {
        *state = argv[0];
        return json_state_opts(argv[0]);
    }
    if (!val_type_p(argv[0], T_HASH)) return &json_opts_default;
    *o = json_opts_default;
    json_opts_configure(o, argv[0], 0);
    return o;
}

VALUE
json_m_to_json(int argc, VALUE *argv, VALUE self)
{
    if (LIKELY(argc == 1 && json_state_p(argv[0]))) return json_text_native(self, json_state_opts(argv[0]), argv[0]);
    struct json_opts local;
    VALUE state;
    const struct json_opts *o = to_json_opts(argc, argv, &local, &state);
    return json_text_native(self, o, state);
}

VALUE
json_m_object_to_json(int argc, VALUE *argv, VALUE self)
{
    struct json_opts local;
    VALUE state;
    const struct json_opts *o = to_json_opts(argc, argv, &local, &state);
    VALUE s = rb_funcall(self, rb_intern("to_s"), 0);
    Check_Type(s, T_STRING);
    return json_text_native(s, o, state);
}

static void
find_fragment(void)
{
    ID id = rb_intern("Fragment");
    if (!rb_const_defined_at(json_module, id)) return;
    json_fragment_class = rb_const_get_at(json_module, id);
    gc_keep(json_fragment_class);
}

static void
define_to_json(VALUE methods, VALUE klass, const char *name, VALUE (*fn)(int, VALUE *, VALUE))
{
    VALUE m = rb_define_module_under(methods, name);
    rb_define_method(m, "to_json", fn, -1);
    rb_include_module(klass, m);
}

void
Init_json_generator(void)
{
    Init_json_text();
    Init_json_state();
    VALUE generator = rb_define_module_under(json_ext_module, "Generator");
    VALUE methods = rb_define_module_under(generator, "GeneratorMethods");
    find_fragment();
    define_to_json(methods, rb_cObject, "Object", json_m_object_to_json);
    define_to_json(methods, rb_cHash, "Hash", json_m_to_json);
    define_to_json(methods, rb_cArray, "Array", json_m_to_json);
    define_to_json(methods, rb_cInteger, "Integer", json_m_to_json);
    define_to_json(methods, rb_cFloat, "Float", json_m_to_json);
    define_to_json(methods, rb_cString, "String", json_m_to_json);
    define_to_json(methods, rb_cTrueClass, "TrueClass", json_m_to_json);
    define_to_json(methods, rb_cFalseClass, "FalseClass", json_m_to_json);
    define_to_json(methods, rb_cNilClass, "NilClass", json_m_to_json);
    json_define_function("generate", json_s_generate);
    json_define_function("pretty_generate", json_s_pretty_generate);
    rb_require("json/ext/generator/state"); /* the parts of State that are Ruby */
}
