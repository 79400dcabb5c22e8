/*
 * parser_hook.c - values that Ruby code makes or changes: additions, classes of objects and arrays, on_load, decimals.
 *
 * A value goes through them in this order: match_string and create_additions, array_class, object_class, on_load, each
 * seeing what the one before made.  Keys are values here too.
 */
#include "internal/compiler.h"

#include "ext/json/parser.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "ruby/ruby.h"

static void
warn_implicit(const struct json_config *config)
{
    if (config->additions != JSON_ADD_IMPLICIT) return;
    json_warn_deprecated(rb_utf8_str_new_cstr(
        "JSON.load implicit support for `create_additions: true` is deprecated and will be removed in 3.0, use "
        "JSON.unsafe_load or explicitly pass `create_additions: true`"));
}

/* ---- additions ---- */

struct match {
    const struct json_config *config;
    VALUE value;
};

/* One pattern => class; the last class that matches the String it is by then wins, as each may replace it. */
static VALUE
match_pair(RB_BLOCK_CALL_FUNC_ARGLIST(pair, arg))
{
    struct match *m = (struct match *)arg;
    VALUE pattern = argc > 0 ? argv[0] : pair, klass = argc > 1 ? argv[1] : Qnil;
    if (argc == 1 && RB_TYPE_P(pair, T_ARRAY)) {
        pattern = rb_ary_entry(pair, 0);
        klass = rb_ary_entry(pair, 1);
    }
    if (!RTEST(rb_funcall(pattern, rb_intern("match"), 1, m->value))) return Qnil;
    warn_implicit(m->config);
    m->value = rb_funcall(klass, rb_intern("json_create"), 1, m->value);
    rb_iter_break();
}

static VALUE
add_string(const struct json_config *config, VALUE string)
{
    if (!config->match_string) return string;
    struct match m = {config, string};
    rb_block_call(config->match_string, rb_intern("each"), 0, NULL, match_pair, (VALUE)&m);
    return m.value;
}

static VALUE
const_get(VALUE name)
{
    return rb_funcall(rb_cObject, rb_intern("const_get"), 1, name);
}

static VALUE
const_missing(VALUE name, VALUE error)
{
    VALUE text = rb_utf8_str_new_cstr("can't get const ");
    rb_str_append(text, rb_obj_as_string(name));
    rb_str_cat_cstr(text, ": ");
    rb_str_append(text, rb_obj_as_string(error));
    rb_exc_raise(rb_exc_new_str(rb_eArgError, text));
}

static VALUE
add_hash(const struct json_config *config, VALUE hash)
{
    VALUE name = rb_hash_aref(hash, json_create_id());
    if (!RTEST(name)) return hash;
    VALUE klass = rb_rescue2(const_get, name, const_missing, name, rb_eNameError, (VALUE)0);
    if (!rb_respond_to(klass, rb_intern("json_creatable?"))) {
        if (!rb_respond_to(klass, rb_intern("json_create"))) return hash;
    } else if (!RTEST(rb_funcall(klass, rb_intern("json_creatable?"), 0))) {
        return hash;
    }
    warn_implicit(config);
    return rb_funcall(klass, rb_intern("json_create"), 1, hash);
}

static bool
is_object(const struct json_config *config, VALUE v)
{
    VALUE klass = config->object_class ? config->object_class : rb_cHash;
    return RTEST(rb_funcall(klass, rb_intern("==="), 1, v));
}

/* ---- classes ---- */

static int
store_pair(VALUE key, VALUE val, VALUE object)
{
    rb_funcall(object, rb_intern("[]="), 2, key, val);
    return ST_CONTINUE;
}

static VALUE
object_of_class(VALUE klass, VALUE hash)
{
    VALUE object = rb_funcall(klass, rb_intern("new"), 0);
    hash_each(hash, store_pair, object);
    return object;
}

static VALUE
array_of_class(VALUE klass, VALUE ary)
{
    VALUE object = rb_funcall(klass, rb_intern("new"), 0);
    for (long i = 0; i < RARRAY_LEN(ary); i++) rb_funcall(object, rb_intern("<<"), 1, RARRAY_AREF(ary, i));
    return object;
}

VALUE
json_hook(const struct json_config *config, VALUE v)
{
    if (config->additions) {
        if (val_type_p(v, T_STRING)) v = add_string(config, v);
        else if (val_type_p(v, T_HASH) && is_object(config, v)) v = add_hash(config, v);
    }
    if (config->array_class && val_type_p(v, T_ARRAY)) v = array_of_class(config->array_class, v);
    if (config->object_class && val_type_p(v, T_HASH)) v = object_of_class(config->object_class, v);
    if (config->on_load) v = rb_proc_call_with_block(config->on_load, 1, &v, Qnil);
    return v;
}

VALUE
json_decimal_call(const struct json_config *config, const char *p, size_t len)
{
    VALUE text = rb_str_new(p, (long)len);
    return rb_funcall(config->decimal_receiver, config->decimal_method, 1, text);
}

VALUE
json_hash_any(const VALUE *pairs, size_t n)
{
    VALUE h = hash_new_capa(n);
    for (size_t i = 0; i < n; i++) hash_set(h, pairs[3 * i + 1], pairs[3 * i + 2]);
    return h;
}
