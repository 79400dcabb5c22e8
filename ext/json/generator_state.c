/*
 * generator_state.c - JSON::State: the generator's options as an object.
 *
 * A State holds a struct json_opts.  Options in a Hash, or the default ones, are put into a C local.  The local becomes a
 * State only when a to_json must be called with one.
 */
#include "internal/compiler.h"

#include "ext/json/generator.h"
#include "internal/hash.h"
#include "internal/vm.h"
#include "ruby/ruby.h"

VALUE json_state_class;
const struct json_opts json_opts_default = {.max_nesting = 100, .buffer_initial_length = 1024};
struct json_opts json_opts_pretty;

static VALUE empty_string;

/* ---- the object ---- */

static void
state_mark(void *at)
{
    const struct json_opts *o = at;
    rb_gc_mark(o->indent);
    rb_gc_mark(o->space);
    rb_gc_mark(o->space_before);
    rb_gc_mark(o->object_nl);
    rb_gc_mark(o->array_nl);
    rb_gc_mark(o->as_json);
}

static size_t
state_memsize(const void *at)
{
    return sizeof(struct json_opts);
}

static const rb_data_type_t state_type = {
    .wrap_struct_name = "JSON/Generator/State",
    .function = {.dmark = state_mark, .dfree = RUBY_DEFAULT_FREE, .dsize = state_memsize},
    .flags = RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_FROZEN_SHAREABLE,
};

static VALUE
state_s_alloc(VALUE klass)
{
    struct json_opts *o;
    VALUE state = TypedData_Make_Struct(klass, struct json_opts, &state_type, o);
    *o = json_opts_default;
    return state;
}

bool
json_state_p(VALUE v)
{
    return val_type_p(v, T_DATA) && RTYPEDDATA(v)->type == &state_type;
}

struct json_opts *
json_state_opts(VALUE state)
{
    return json_state_p(state) ? RTYPEDDATA(state)->data : rb_check_typeddata(state, &state_type);
}

static void
opts_into_state(VALUE state, const struct json_opts *from)
{
    struct json_opts *o = json_state_opts(state);
    *o = *from;
    gc_wb(state);
}

VALUE
json_state_new(const struct json_opts *from)
{
    VALUE state = state_s_alloc(json_state_class);
    opts_into_state(state, from);
    return state;
}

static struct json_opts *
writable(VALUE state)
{
    rb_check_frozen(state);
    return json_state_opts(state);
}

/* ---- options one by one ---- */

static VALUE
string_option(VALUE v)
{
    if (!val_truthy(v)) return 0;
    Check_Type(v, T_STRING);
    return str_len(v) == 0 ? 0 : str_new_frozen(v);
}

static long
long_option(VALUE v)
{
    return val_truthy(v) ? fix_int(v) : 0;
}

static VALUE
proc_option(VALUE v)
{
    return rb_convert_type(v, T_DATA, "Proc", "to_proc");
}

static void
set_buffer_initial_length(struct json_opts *o, VALUE v)
{
    Check_Type(v, T_FIXNUM);
    if (fix_int(v) > 0) o->buffer_initial_length = fix_int(v);
}

static ID id_indent, id_space, id_space_before, id_object_nl, id_array_nl, id_as_json, id_max_nesting, id_depth,
    id_buffer_initial_length, id_allow_nan, id_ascii_only, id_script_safe, id_escape_slash, id_strict,
    id_allow_duplicate_key;

static void
configure_one(struct json_opts *o, ID key, VALUE v)
{
    if (key == id_indent) o->indent = string_option(v);
    else if (key == id_space) o->space = string_option(v);
    else if (key == id_space_before) o->space_before = string_option(v);
    else if (key == id_object_nl) o->object_nl = string_option(v);
    else if (key == id_array_nl) o->array_nl = string_option(v);
    else if (key == id_max_nesting) o->max_nesting = long_option(v);
    else if (key == id_depth) o->depth = long_option(v);
    else if (key == id_buffer_initial_length) set_buffer_initial_length(o, v);
    else if (key == id_allow_nan) o->allow_nan = val_truthy(v);
    else if (key == id_ascii_only) o->ascii_only = val_truthy(v);
    else if (key == id_script_safe || key == id_escape_slash) o->script_safe = val_truthy(v);
    else if (key == id_strict) o->strict = val_truthy(v);
    else if (key == id_allow_duplicate_key) o->duplicate = val_truthy(v) ? JSON_DUP_ALLOW : JSON_DUP_RAISE;
    else if (key == id_as_json) o->as_json = val_truthy(v) ? proc_option(v) : 0;
}

void
json_opts_configure(struct json_opts *o, VALUE hash, VALUE holder)
{
    size_t pos = 0;
    VALUE key, val;
    while (hash_next(hash, &pos, &key, &val))
        if (val_symbol_p(key)) configure_one(o, sym_to_id(key), val);
    if (holder) gc_wb(holder);
}

VALUE
json_to_hash(VALUE opts)
{
    if (val_type_p(opts, T_HASH)) return opts;
    VALUE h = rb_check_funcall(opts, rb_intern("to_hash"), 0, NULL);
    if (h == Qundef) h = rb_check_funcall(opts, rb_intern("to_h"), 0, NULL);
    if (!val_type_p(h, T_HASH)) rb_raise(rb_eTypeError, "can't convert %" PRIsVALUE " into Hash", rb_obj_class(opts));
    return h;
}

/* ---- readers and writers ---- */

#define STRING_OPTION(name)                                  \
    static VALUE state_m_##name(VALUE self)                  \
    {                                                        \
        VALUE s = json_state_opts(self)->name;               \
        return s ? s : empty_string;                         \
    }                                                        \
    static VALUE state_m_set_##name(VALUE self, VALUE v)     \
    {                                                        \
        VALUE s = (writable(self), string_option(v));        \
        RB_OBJ_WRITE(self, &json_state_opts(self)->name, s); \
        return Qnil;                                         \
    }
STRING_OPTION(indent)
STRING_OPTION(space)
STRING_OPTION(space_before)
STRING_OPTION(object_nl)
STRING_OPTION(array_nl)
#undef STRING_OPTION

#define LONG_OPTION(name)                             \
    static VALUE state_m_##name(VALUE self)           \
    {                                                 \
        return LONG2NUM(json_state_opts(self)->name); \
    }
LONG_OPTION(max_nesting)
LONG_OPTION(depth)
LONG_OPTION(buffer_initial_length)
#undef LONG_OPTION

#define BOOL_OPTION(name)                                \
    static VALUE state_m_##name(VALUE self)              \
    {                                                    \
        return val_bool(json_state_opts(self)->name);    \
    }                                                    \
    static VALUE state_m_set_##name(VALUE self, VALUE v) \
    {                                                    \
        writable(self)->name = val_truthy(v);            \
        return Qnil;                                     \
    }
BOOL_OPTION(allow_nan)
BOOL_OPTION(ascii_only)
BOOL_OPTION(script_safe)
BOOL_OPTION(strict)
#undef BOOL_OPTION

static VALUE
state_m_set_max_nesting(VALUE self, VALUE v)
{
    writable(self)->max_nesting = long_option(v);
    return Qnil;
}

static VALUE
state_m_set_depth(VALUE self, VALUE v)
{
    writable(self)->depth = long_option(v);
    return Qnil;
}

static VALUE
state_m_set_buffer_initial_length(VALUE self, VALUE v)
{
    set_buffer_initial_length(writable(self), v);
    return Qnil;
}

static VALUE
state_m_as_json(VALUE self)
{
    VALUE proc = json_state_opts(self)->as_json;
    return proc ? proc : Qfalse;
}

static VALUE
state_m_set_as_json(VALUE self, VALUE v)
{
    VALUE proc = (writable(self), proc_option(v));
    RB_OBJ_WRITE(self, &json_state_opts(self)->as_json, proc);
    return Qnil;
}

static VALUE
state_m_check_circular_p(VALUE self)
{
    return val_bool(json_state_opts(self)->max_nesting != 0);
}

static VALUE
state_m_allow_duplicate_key_p(VALUE self)
{
    enum json_duplicate d = json_state_opts(self)->duplicate;
    return d == JSON_DUP_WARN ? Qnil : val_bool(d == JSON_DUP_ALLOW);
}

/* ---- the rest of the class ---- */

static VALUE
state_m_configure(VALUE self, VALUE hash)
{
    struct json_opts *o = writable(self);
    Check_Type(hash, T_HASH);
    json_opts_configure(o, hash, self);
    return self;
}

static VALUE
state_m_initialize_copy(VALUE self, VALUE orig)
{
    opts_into_state(self, json_state_opts(orig));
    return self;
}

static VALUE
state_s_from_state(VALUE klass, VALUE opts)
{
    if (val_truthy(rb_obj_is_kind_of(opts, klass))) return opts;
    if (val_type_p(opts, T_HASH)) return rb_class_new_instance(1, &opts, klass);
    return rb_class_new_instance(0, NULL, klass);
}

static VALUE
io_or_none(VALUE io)
{
    return val_truthy(io) ? io : 0;
}

static VALUE
state_m_generate(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    return json_text(argv[0], json_state_opts(self), self, argc > 1 ? io_or_none(argv[1]) : 0);
}

static VALUE
state_s_generate(VALUE klass, VALUE obj, VALUE opts, VALUE io)
{
    struct json_opts o = json_opts_default;
    if (val_truthy(opts)) {
        Check_Type(opts, T_HASH);
        json_opts_configure(&o, opts, 0);
    }
    return json_text(obj, &o, 0, io_or_none(io));
}

static void
define_accessors(VALUE c)
{
#define READ_WRITE(name)                           \
    rb_define_method(c, #name, state_m_##name, 0); \
    rb_define_method(c, #name "=", state_m_set_##name, 1)
    READ_WRITE(indent);
    READ_WRITE(space);
    READ_WRITE(space_before);
    READ_WRITE(object_nl);
    READ_WRITE(array_nl);
    READ_WRITE(as_json);
    READ_WRITE(max_nesting);
    READ_WRITE(depth);
    READ_WRITE(buffer_initial_length);
    READ_WRITE(script_safe);
    READ_WRITE(strict);
#undef READ_WRITE
    rb_define_method(c, "script_safe?", state_m_script_safe, 0);
    rb_define_method(c, "strict?", state_m_strict, 0);
    rb_define_alias(c, "escape_slash", "script_safe");
    rb_define_alias(c, "escape_slash?", "script_safe?");
    rb_define_alias(c, "escape_slash=", "script_safe=");
    rb_define_method(c, "allow_nan?", state_m_allow_nan, 0);
    rb_define_method(c, "allow_nan=", state_m_set_allow_nan, 1);
    rb_define_method(c, "ascii_only?", state_m_ascii_only, 0);
    rb_define_method(c, "ascii_only=", state_m_set_ascii_only, 1);
    rb_define_method(c, "check_circular?", state_m_check_circular_p, 0);
    rb_define_private_method(c, "allow_duplicate_key?", state_m_allow_duplicate_key_p, 0);
}

static void
intern_options(void)
{
    id_indent = rb_intern("indent");
    id_space = rb_intern("space");
    id_space_before = rb_intern("space_before");
    id_object_nl = rb_intern("object_nl");
    id_array_nl = rb_intern("array_nl");
    id_as_json = rb_intern("as_json");
    id_max_nesting = rb_intern("max_nesting");
    id_depth = rb_intern("depth");
    id_buffer_initial_length = rb_intern("buffer_initial_length");
    id_allow_nan = rb_intern("allow_nan");
    id_ascii_only = rb_intern("ascii_only");
    id_script_safe = rb_intern("script_safe");
    id_escape_slash = rb_intern("escape_slash");
    id_strict = rb_intern("strict");
    id_allow_duplicate_key = rb_intern("allow_duplicate_key");
}

static VALUE
kept(const char *text)
{
    VALUE s = str_fstring(rb_utf8_str_new_cstr(text));
    gc_keep(s);
    return s;
}

void
Init_json_state(void)
{
    intern_options();
    empty_string = kept("");
    json_opts_pretty = json_opts_default;
    json_opts_pretty.indent = kept("  ");
    json_opts_pretty.space = kept(" ");
    json_opts_pretty.object_nl = json_opts_pretty.array_nl = kept("\n");
    VALUE generator = rb_define_module_under(json_ext_module, "Generator");
    VALUE c = json_state_class = rb_define_class_under(generator, "State", rb_cObject);
    gc_keep(c);
    rb_define_alloc_func(c, state_s_alloc);
    rb_define_singleton_method(c, "from_state", state_s_from_state, 1);
    rb_define_singleton_method(c, "generate", state_s_generate, 3);
    rb_define_method(c, "generate", state_m_generate, -1);
    rb_define_method(c, "initialize_copy", state_m_initialize_copy, 1);
    rb_define_private_method(c, "_configure", state_m_configure, 1);
    define_accessors(c);
}
