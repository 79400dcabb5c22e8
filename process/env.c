/*
 * process/env.c - ENV: the process's environment as a Hash-like object of frozen Strings.
 *
 * The environment itself is libc's; nothing is cached.  Iteration takes the names first, so that blocks may change it.
 * Threads   Under the VM lock.
 * Checked   test/test_env.rb
 */
#include "internal/compiler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ruby/util.h"
#include "internal/array.h"
#include "internal/object/compare.h"
#include "internal/encoding.h"
#include "internal/hash.h"
#include "internal/string.h"
#include "internal/time.h"
#include "ruby/ractor.h"

static VALUE env_obj;

/* ---- the C API ---- */

void
ruby_setenv(const char *name, const char *value)
{
    int failed = value ? setenv(name, value, 1) : unsetenv(name);
    if (failed) rb_sys_fail_str(rb_sprintf("%s(%s)", value ? "setenv" : "unsetenv", name));
    if (strcmp(name, "TZ") == 0) zone_reset(), tzset();
}

void
ruby_unsetenv(const char *name)
{
    ruby_setenv(name, NULL);
}

/* ---- names and values ---- */

static VALUE
env_str(const char *p, size_t n)
{
    VALUE s = rb_external_str_new_with_enc(p, (long)n, rb_locale_encoding());
    return rb_obj_freeze(s);
}

static const char *
check_text(VALUE *v, const char *what)
{
    StringValue(*v);
    if (!enc_ascii_compat_p(str_enc(*v)))
        rb_raise(rb_eArgError, "bad environment variable %s: ASCII incompatible encoding: %s", what, str_enc(*v)->name);
    if (memchr(str_ptr(*v), 0, str_len(*v))) rb_raise(rb_eArgError, "bad environment variable %s: contains null byte", what);
    return StringValueCStr(*v);
}

static const char *
name_arg(VALUE *name)
{
    return check_text(name, "name");
}

static VALUE
get_name(const char *name)
{
    const char *v = getenv(name);
    return v ? env_str(v, strlen(v)) : Qnil;
}

static void
after_change(const char *name)
{
    if (strcmp(name, "TZ") == 0) zone_reset(), tzset();
}

static void
set_name(VALUE name, VALUE value)
{
    const char *n = name_arg(&name);
    const char *v = check_text(&value, "value");
    if (setenv(n, v, 1) < 0) rb_sys_fail_str(rb_sprintf("setenv(%s)", n));
    after_change(n);
    RB_GC_GUARD(name);
    RB_GC_GUARD(value);
}

static VALUE
delete_name(VALUE name)
{
    const char *n = name_arg(&name);
    VALUE old = get_name(n);
    if (!NIL_P(old)) {
        unsetenv(n);
        after_change(n);
    }
    RB_GC_GUARD(name);
    return old;
}

static void
aset(VALUE name, VALUE value)
{
    if (NIL_P(value)) {
        delete_name(name); /* no error for an invalid name: such a variable cannot exist */
    } else {
        StringValue(name);
        StringValue(value);
        set_name(name, value);
    }
}

/* Calls fn for each variable, as Strings made before the first call. */
static VALUE
all_pairs(void) /* name, value, name, value... */
{
    VALUE ary = ary_new();
    for (char **e = environ; e && *e; e++) {
        const char *eq = strchr(*e, '=');
        if (!eq) continue;
        ary_push(ary, env_str(*e, (size_t)(eq - *e)));
        ary_push(ary, env_str(eq + 1, strlen(eq + 1)));
    }
    return ary;
}

static VALUE
every_second(size_t first)
{
    VALUE pairs = all_pairs(), ary = ary_new();
    for (size_t i = first; i < ary_len(pairs); i += 2) ary_push(ary, ary_at(pairs, i));
    return ary;
}

static size_t
count_vars(void)
{
    size_t n = 0;
    for (char **e = environ; e && *e; e++) n += strchr(*e, '=') != NULL;
    return n;
}

static VALUE
pair(VALUE a, VALUE b)
{
    VALUE v[2] = {a, b};
    return ary_new_from(v, 2);
}

static VALUE
size_for_enum(VALUE env, VALUE args, VALUE eobj)
{
    return SIZET2NUM(count_vars());
}

/* ---- one variable ---- */

static VALUE
env_s_aref(VALUE env, VALUE name)
{
    const char *n = name_arg(&name);
    return get_name(n);
}

static VALUE
env_s_fetch(int argc, VALUE *argv, VALUE env)
{
    rb_check_arity(argc, 1, 2);
    VALUE name = argv[0];
    bool block = rb_block_given_p();
    if (block && argc == 2) rb_warn("block supersedes default value argument");
    VALUE v = get_name(name_arg(&name));
    if (!NIL_P(v)) return v;
    if (block) return rb_yield(argv[0]);
    if (argc == 2) return argv[1];
    key_error_raise(rb_sprintf("key not found: %+" PRIsVALUE, argv[0]), env, argv[0]);
}

static VALUE
env_s_aset(VALUE env, VALUE name, VALUE value)
{
    aset(name, value);
    return value;
}

static VALUE
env_s_delete(VALUE env, VALUE name)
{
    VALUE v = delete_name(name);
    if (NIL_P(v) && rb_block_given_p()) return rb_yield(name);
    return v;
}

static VALUE
env_s_key_p(VALUE env, VALUE name)
{
    return val_bool(getenv(name_arg(&name)) != NULL);
}

static VALUE
env_s_assoc(VALUE env, VALUE name)
{
    const char *n = name_arg(&name), *v = getenv(n);
    return v ? pair(env_str(n, strlen(n)), env_str(v, strlen(v))) : Qnil;
}

/* The position of value in all_pairs(); -1. */
static intptr_t
find_value(VALUE pairs, VALUE value)
{
    for (size_t i = 1; i < ary_len(pairs); i += 2) {
        VALUE v = ary_at(pairs, i);
        if (str_len(v) == str_len(value) && memcmp(str_ptr(v), str_ptr(value), str_len(v)) == 0) return (intptr_t)i;
    }
    return -1;
}

static VALUE
env_s_value_p(VALUE env, VALUE value)
{
    value = rb_check_string_type(value);
    if (NIL_P(value)) return Qnil;
    return val_bool(find_value(all_pairs(), value) >= 0);
}

static VALUE
env_s_rassoc(VALUE env, VALUE value)
{
    value = rb_check_string_type(value);
    if (NIL_P(value)) return Qnil;
    VALUE pairs = all_pairs();
    intptr_t i = find_value(pairs, value);
    return i < 0 ? Qnil : pair(ary_at(pairs, (size_t)i - 1), ary_at(pairs, (size_t)i));
}

static VALUE
env_s_key(VALUE env, VALUE value)
{
    StringValue(value);
    VALUE pairs = all_pairs();
    intptr_t i = find_value(pairs, value);
    return i < 0 ? Qnil : ary_at(pairs, (size_t)i - 1);
}

/* ---- all of them ---- */

static VALUE
env_s_keys(VALUE env)
{
    return every_second(0);
}

static VALUE
env_s_values(VALUE env)
{
    return every_second(1);
}

static VALUE
env_s_size(VALUE env)
{
    return SIZET2NUM(count_vars());
}

static VALUE
env_s_empty_p(VALUE env)
{
    return val_bool(count_vars() == 0);
}

static VALUE
env_s_each_key(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    VALUE keys = every_second(0);
    for (size_t i = 0; i < ary_len(keys); i++) rb_yield(ary_at(keys, i));
    return env;
}

static VALUE
env_s_each_value(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    VALUE values = every_second(1);
    for (size_t i = 0; i < ary_len(values); i++) rb_yield(ary_at(values, i));
    return env;
}

static VALUE
env_s_each_pair(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    VALUE pairs = all_pairs();
    for (size_t i = 0; i < ary_len(pairs); i += 2) rb_yield(pair(ary_at(pairs, i), ary_at(pairs, i + 1)));
    return env;
}

static VALUE
to_hash(void)
{
    VALUE h = hash_new(), pairs = all_pairs();
    for (size_t i = 0; i < ary_len(pairs); i += 2) hash_set(h, ary_at(pairs, i), ary_at(pairs, i + 1));
    return h;
}

static VALUE
env_s_to_hash(VALUE env)
{
    return to_hash();
}

static VALUE
env_s_to_h(VALUE env)
{
    VALUE h = to_hash();
    if (rb_block_given_p()) return rb_funcall_passing_block(h, rb_intern("to_h"), 0, NULL);
    return h;
}

static VALUE
env_s_to_a(VALUE env)
{
    VALUE pairs = all_pairs(), ary = ary_new();
    for (size_t i = 0; i < ary_len(pairs); i += 2) ary_push(ary, pair(ary_at(pairs, i), ary_at(pairs, i + 1)));
    return ary;
}

static VALUE
env_s_inspect(VALUE env)
{
    return rb_inspect(to_hash());
}

static VALUE
env_s_to_s(VALUE env)
{
    return str_new("ENV", 3, ENCI_USASCII);
}

static VALUE
env_s_invert(VALUE env)
{
    return rb_funcall(to_hash(), rb_intern("invert"), 0);
}

static VALUE
env_s_values_at(int argc, VALUE *argv, VALUE env)
{
    VALUE ary = ary_new();
    for (int i = 0; i < argc; i++) ary_push(ary, env_s_aref(env, argv[i]));
    return ary;
}

static VALUE
env_s_slice(int argc, VALUE *argv, VALUE env)
{
    VALUE h = hash_new();
    for (int i = 0; i < argc; i++) {
        VALUE v = env_s_aref(env, argv[i]);
        if (!NIL_P(v)) hash_set(h, argv[i], v);
    }
    return h;
}

static VALUE
env_s_except(int argc, VALUE *argv, VALUE env)
{
    VALUE h = to_hash();
    for (int i = 0; i < argc; i++) hash_delete(h, argv[i]);
    return h;
}

/* ---- filters: a Hash of those for which the block's truth is `keep`, or the others deleted ---- */

static VALUE
filtered(bool keep)
{
    VALUE h = hash_new(), pairs = all_pairs();
    for (size_t i = 0; i < ary_len(pairs); i += 2) {
        VALUE k = ary_at(pairs, i), v = ary_at(pairs, i + 1);
        if (RTEST(rb_yield_values(2, k, v)) == keep) hash_set(h, k, v);
    }
    return h;
}

static bool
filter_bang(bool keep)
{
    bool changed = false;
    VALUE pairs = all_pairs();
    for (size_t i = 0; i < ary_len(pairs); i += 2) {
        VALUE k = ary_at(pairs, i);
        if (RTEST(rb_yield_values(2, k, ary_at(pairs, i + 1))) == keep) continue;
        delete_name(k);
        changed = true;
    }
    return changed;
}

static VALUE
env_s_select(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    return filtered(true);
}

static VALUE
env_s_reject(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    return filtered(false);
}

static VALUE
env_s_select_bang(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    return filter_bang(true) ? env : Qnil;
}

static VALUE
env_s_keep_if(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    filter_bang(true);
    return env;
}

static VALUE
env_s_reject_bang(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    return filter_bang(false) ? env : Qnil;
}

static VALUE
env_s_delete_if(VALUE env)
{
    RETURN_SIZED_ENUMERATOR(env, 0, 0, size_for_enum);
    filter_bang(false);
    return env;
}

/* ---- changes as a whole ---- */

VALUE
rb_env_clear(void)
{
    VALUE keys = every_second(0);
    for (size_t i = 0; i < ary_len(keys); i++) delete_name(ary_at(keys, i));
    return env_obj;
}

static VALUE
env_s_clear(VALUE env)
{
    return rb_env_clear();
}

static VALUE
env_s_shift(VALUE env)
{
    VALUE pairs = all_pairs();
    if (ary_len(pairs) == 0) return Qnil;
    delete_name(ary_at(pairs, 0));
    return pair(ary_at(pairs, 0), ary_at(pairs, 1));
}

static int
check_pair(VALUE k, VALUE v, VALUE unused)
{
    check_text(&k, "name");
    check_text(&v, "value");
    return ST_CONTINUE;
}

static int
replace_pair(VALUE k, VALUE v, VALUE keys)
{
    aset(k, v);
    rb_ary_delete(keys, k);
    return ST_CONTINUE;
}

static VALUE
env_s_replace(VALUE env, VALUE hash)
{
    VALUE keys = every_second(0);
    if (env == hash) return env;
    hash = rb_convert_type(hash, T_HASH, "Hash", "to_hash");
    hash_each(hash, check_pair, Qnil);
    hash_each(hash, replace_pair, keys);
    for (size_t i = 0; i < ary_len(keys); i++) delete_name(ary_at(keys, i));
    return env;
}

static int
update_pair(VALUE k, VALUE v, VALUE block)
{
    if (RTEST(block)) {
        VALUE name = k, old = get_name(name_arg(&name));
        if (!NIL_P(old)) v = rb_yield_values(3, k, old, v);
    }
    aset(k, v);
    return ST_CONTINUE;
}

static VALUE
env_s_update(int argc, VALUE *argv, VALUE env)
{
    VALUE block = val_bool(rb_block_given_p());
    for (int i = 0; i < argc; i++) {
        if (argv[i] == env) continue;
        VALUE hash = rb_convert_type(argv[i], T_HASH, "Hash", "to_hash");
        hash_each(hash, update_pair, block);
    }
    return env;
}

static VALUE
env_s_rehash(VALUE env)
{
    return Qnil;
}

static VALUE
env_s_freeze(VALUE env)
{
    rb_raise(rb_eTypeError, "cannot freeze ENV");
}

static VALUE
env_s_clone(int argc, VALUE *argv, VALUE env)
{
    VALUE opts = Qnil;
    rb_scan_args(argc, argv, "0:", &opts);
    if (!NIL_P(opts)) {
        ID key = rb_intern("freeze");
        VALUE v;
        rb_get_kwargs(opts, &key, 0, 1, &v);
        if (v != Qundef && v != Qtrue && v != Qfalse && v != Qnil)
            rb_raise(rb_eArgError, "unexpected value for freeze: %" PRIsVALUE, rb_obj_class(v));
    }
    rb_raise(rb_eTypeError, "Cannot clone ENV, use ENV.to_h to get a copy of ENV as a hash");
}

static VALUE
env_s_dup(VALUE env)
{
    rb_raise(rb_eTypeError, "Cannot dup ENV, use ENV.to_h to get a copy of ENV as a hash");
}

/* ---- definition ---- */

static void
define(const char *names, rb_any_func_t *fn, int arity)
{
    char name[32];
    while (*names) {
        size_t n = strcspn(names, " ");
        memcpy(name, names, n);
        name[n] = 0;
        (rb_define_singleton_method)(env_obj, name, fn, arity);
        names += n;
        if (*names) names++;
    }
}

void
Init_Env(void)
{
    env_obj = rb_obj_alloc(rb_cObject);
    gc_keep(env_obj);
    rb_extend_object(env_obj, rb_mEnumerable);
#define DEF(names, fn, arity) define(names, (rb_any_func_t *)(fn), arity)
    DEF("[]", env_s_aref, 1);
    DEF("fetch", env_s_fetch, -1);
    DEF("[]= store", env_s_aset, 2);
    DEF("each each_pair", env_s_each_pair, 0);
    DEF("each_key", env_s_each_key, 0);
    DEF("each_value", env_s_each_value, 0);
    DEF("delete", env_s_delete, 1);
    DEF("delete_if", env_s_delete_if, 0);
    DEF("keep_if", env_s_keep_if, 0);
    DEF("slice", env_s_slice, -1);
    DEF("except", env_s_except, -1);
    DEF("clear", env_s_clear, 0);
    DEF("reject", env_s_reject, 0);
    DEF("reject!", env_s_reject_bang, 0);
    DEF("select filter", env_s_select, 0);
    DEF("select! filter!", env_s_select_bang, 0);
    DEF("shift", env_s_shift, 0);
    DEF("freeze", env_s_freeze, 0);
    DEF("invert", env_s_invert, 0);
    DEF("replace", env_s_replace, 1);
    DEF("update merge!", env_s_update, -1);
    DEF("inspect", env_s_inspect, 0);
    DEF("rehash", env_s_rehash, 0);
    DEF("to_a", env_s_to_a, 0);
    DEF("to_s", env_s_to_s, 0);
    DEF("key", env_s_key, 1);
    DEF("size length", env_s_size, 0);
    DEF("empty?", env_s_empty_p, 0);
    DEF("keys", env_s_keys, 0);
    DEF("values", env_s_values, 0);
    DEF("values_at", env_s_values_at, -1);
    DEF("include? member? has_key? key?", env_s_key_p, 1);
    DEF("has_value? value?", env_s_value_p, 1);
    DEF("to_hash", env_s_to_hash, 0);
    DEF("to_h", env_s_to_h, 0);
    DEF("assoc", env_s_assoc, 1);
    DEF("rassoc", env_s_rassoc, 1);
    DEF("clone", env_s_clone, -1);
    DEF("dup", env_s_dup, 0);
#undef DEF
    rb_define_global_const("ENV", rb_obj_set_shareable(env_obj));
}
