/*
 * parser_config.c - the parser's options, and JSON::Ext::ParserConfig and JSON::Ext::Parser.parse.
 *
 * JSON.parse understands all options.  Parser and ParserConfig leave object_class, array_class and create_additions
 * unread, as those of json 2.18.0 do.
 */
#include "internal/compiler.h"

#include <string.h>

#include "ext/json/parser.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "ruby/ruby.h"

static VALUE json_config_class;

const struct json_config json_config_default = {.max_nesting = 100, .form = JSON_FORM_PLAIN};

/* ---- options ---- */

enum option {
    OPT_MAX_NESTING,
    OPT_ALLOW_NAN,
    OPT_TRAILING_COMMA,
    OPT_CONTROL,
    OPT_INVALID_ESCAPE,
    OPT_COMMENTS,
    OPT_DUPLICATE_KEY,
    OPT_SYMBOLIZE,
    OPT_FREEZE,
    OPT_ON_LOAD,
    OPT_DECIMAL_CLASS,
    OPT_OBJECT_CLASS,
    OPT_ARRAY_CLASS,
    OPT_ADDITIONS,
    OPT_MATCH_STRING,
    OPT_COUNT
};
static const char *const option_names[OPT_COUNT] = {
    "max_nesting",
    "allow_nan",
    "allow_trailing_comma",
    "allow_control_characters",
    "allow_invalid_escape",
    "allow_comments",
    "allow_duplicate_key",
    "symbolize_names",
    "freeze",
    "on_load",
    "decimal_class",
    "object_class",
    "array_class",
    "create_additions",
    "match_string",
};
static VALUE option_symbols[OPT_COUNT]; /* static Symbols: they stay */

static inline VALUE
if_true(VALUE v)
{
    return RTEST(v) ? v : 0;
}

/* The module of "A::B" and the name "C" in "A::B::C"; Kernel if there is none before. */
static void
decimal_by_name(struct json_config *c, VALUE klass)
{
    VALUE path = rb_mod_name(klass);
    if (NIL_P(path)) return;
    const char *p = RSTRING_PTR(path), *last = p, *at = p;
    while ((at = strstr(at, "::"))) last = at += 2;
    c->decimal_receiver = last == p ? rb_mKernel : rb_path_to_class(rb_str_subseq(path, 0, last - 2 - p));
    c->decimal_method = rb_intern(last);
}

static void
set_decimal(struct json_config *c, VALUE klass)
{
    if (!RTEST(klass)) return;
    ID try_convert = rb_intern("try_convert");
    if (rb_respond_to(klass, try_convert)) {
        c->decimal_receiver = klass;
        c->decimal_method = try_convert;
    } else if (rb_respond_to(klass, rb_intern("new"))) {
        c->decimal_receiver = klass;
        c->decimal_method = rb_intern("new");
    } else if (RB_TYPE_P(klass, T_CLASS)) {
        decimal_by_name(c, klass);
    }
}

static void
set_one(struct json_config *c, enum option o, VALUE v, bool whole)
{
    switch (o) {
    case OPT_MAX_NESTING: c->max_nesting = RTEST(v) ? NUM2INT(v) : 0; break;
    case OPT_ALLOW_NAN: c->allow_nan = RTEST(v); break;
    case OPT_TRAILING_COMMA: c->allow_trailing_comma = RTEST(v); break;
    case OPT_CONTROL: c->allow_control = RTEST(v); break;
    case OPT_INVALID_ESCAPE: c->allow_invalid_escape = RTEST(v); break;
    case OPT_COMMENTS: c->no_comments = v == Qfalse; break;
    case OPT_DUPLICATE_KEY: c->duplicates = RTEST(v) ? JSON_DUP_ALLOW : JSON_DUP_RAISE; break;
    case OPT_SYMBOLIZE: c->symbolize = RTEST(v); break;
    case OPT_FREEZE: c->freeze = RTEST(v); break;
    case OPT_ON_LOAD:
        c->on_load = if_true(v);
        if (c->on_load && !rb_obj_is_proc(v))
            rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected Proc)", rb_obj_class(v));
        break;
    case OPT_DECIMAL_CLASS: set_decimal(c, v); break;
    case OPT_OBJECT_CLASS: c->object_class = whole && v != rb_cHash ? if_true(v) : 0; break;
    case OPT_ARRAY_CLASS: c->array_class = whole && v != rb_cArray ? if_true(v) : 0; break;
    case OPT_ADDITIONS:
        if (whole && v != Qfalse) c->additions = NIL_P(v) ? JSON_ADD_IMPLICIT : JSON_ADD_YES;
        break;
    case OPT_MATCH_STRING: c->match_string = whole ? if_true(v) : 0; break;
    case OPT_COUNT: break;
    }
}

void
json_config_set(struct json_config *c, VALUE opts, bool whole)
{
    *c = json_config_default;
    if (NIL_P(opts)) return;
    if (whole && !val_type_p(opts, T_HASH)) { /* as in json, another object gets calls of [] before the TypeError */
        if (!RTEST(rb_funcall(opts, rb_intern("[]"), 1, option_symbols[OPT_OBJECT_CLASS])))
            rb_funcall(opts, rb_intern("[]"), 1, option_symbols[OPT_ARRAY_CLASS]);
    }
    Check_Type(opts, T_HASH);
    size_t pos = 0;
    VALUE key, val;
    while (hash_next(opts, &pos, &key, &val)) {
        for (unsigned o = 0; o < OPT_COUNT; o++) {
            if (key == option_symbols[o]) set_one(c, (enum option)o, val, whole);
        }
    }
    if (c->additions && c->symbolize) {
        rb_exc_raise(
            rb_exc_new_str(rb_eArgError, rb_utf8_str_new_cstr("options :symbolize_names and :create_additions cannot be "
                                                              " used in conjunction")));
    }
    c->hooks = c->on_load || c->object_class || c->array_class || c->additions;
    if (c->hooks || c->decimal_receiver || c->allow_control || c->allow_invalid_escape || (c->symbolize && c->freeze)) {
        c->form = JSON_FORM_ANY;
    } else {
        c->form = c->symbolize ? JSON_FORM_SYMBOLS : c->freeze ? JSON_FORM_FROZEN : JSON_FORM_PLAIN;
    }
}

/* ---- the text ---- */

/* UTF-8, or bytes taken for it; other encodings are transcoded by String#encode.  calls. */
static VALUE
text_of(VALUE source)
{
    StringValue(source);
    int enc = str_enc_index(source);
    if (LIKELY(enc == ENCI_UTF8 || enc == ENCI_BINARY)) return source;
    if (enc == ENCI_USASCII && str_ascii_only(source)) return source;
    return rb_funcall(source, rb_intern("encode"), 1, enc_object(enc_at(ENCI_UTF8)));
}

VALUE
json_parse(VALUE source, VALUE opts)
{
    if (LIKELY(NIL_P(opts))) return json_run(text_of(source), &json_config_default);
    struct json_config config;
    json_config_set(&config, opts, true);
    return json_run(text_of(source), &config);
}

/* ---- JSON::Ext::ParserConfig ---- */

static void
config_mark(void *data)
{
    const struct json_config *c = data;
    gc_mark(c->on_load);
    gc_mark(c->object_class);
    gc_mark(c->array_class);
    gc_mark(c->match_string);
    gc_mark(c->decimal_receiver);
}

static size_t
config_memsize(const void *data)
{
    (void)data;
    return sizeof(struct json_config);
}

static const rb_data_type_t config_type = {
    "JSON::Ext::Parser/config",
    {config_mark, RUBY_DEFAULT_FREE, config_memsize, NULL, {0}},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_FROZEN_SHAREABLE,
};

static VALUE
config_s_alloc(VALUE klass)
{
    struct json_config *c;
    VALUE v = TypedData_Make_Struct(klass, struct json_config, &config_type, c);
    *c = json_config_default;
    c->max_nesting = 0;
    return v;
}

/* ParserConfig#initialize(opts) */
static VALUE
config_m_initialize(VALUE self, VALUE opts)
{
    rb_check_frozen(self);
    struct json_config *c = rb_check_typeddata(self, &config_type), fresh;
    json_config_set(&fresh, opts, false);
    *c = fresh;
    RB_GC_GUARD(opts);
    return self;
}

/* ParserConfig#parse(source) */
static VALUE
config_m_parse(VALUE self, VALUE source)
{
    const struct json_config *c = rb_check_typeddata(self, &config_type);
    VALUE v = json_run(text_of(source), c);
    RB_GC_GUARD(self);
    return v;
}

/* Parser.parse(source, opts) */
static VALUE
parser_s_parse(VALUE klass, VALUE source, VALUE opts)
{
    (void)klass;
    source = text_of(source);
    struct json_config config;
    json_config_set(&config, opts, false);
    return json_run(source, &config);
}

void
Init_json_parser(void)
{
    for (unsigned o = 0; o < OPT_COUNT; o++) option_symbols[o] = ID2SYM(rb_intern(option_names[o]));
    json_parser_init();
    json_key_init();
    json_config_class = rb_define_class_under(json_ext_module, "ParserConfig", rb_cObject);
    rb_define_alloc_func(json_config_class, config_s_alloc);
    rb_define_private_method(json_config_class, "initialize", config_m_initialize, 1);
    rb_define_method(json_config_class, "parse", config_m_parse, 1);
    VALUE parser = rb_define_class_under(json_ext_module, "Parser", rb_cObject); /* the gem's Ruby has its methods */
    rb_define_singleton_method(parser, "parse", parser_s_parse, 2);
}
