/*
 * class/name.c - the names of classes, and classes made under a name.
 *
 * A class has a permanent name once it was assigned to a constant of a class that has one (Object has the empty one).
 * Until then it may have a temporary one: its place below an anonymous class, or what set_temporary_name said.  When a
 * class gets its permanent name, the classes in its constants that wait for theirs get them too.
 */
#include "internal/class.h"

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/object/recurse.h"
#include "internal/string.h"
#include "internal/vm/trace.h"
#include "internal/variable.h"

static bool
namespace_p(VALUE v)
{
    return val_type_p(v, T_CLASS) || val_type_p(v, T_MODULE);
}

static bool
permanent_p(VALUE klass)
{
    return class_ext(klass)->classpath && !(obj_flags(klass) & CLASS_TEMP_NAME);
}

static void
path_set(VALUE klass, VALUE path, bool permanent)
{
    RB_OBJ_WRITE(klass, &class_ext(klass)->classpath, str_fstring(path));
    if (permanent) obj_hdr(klass)->flags &= ~(uint32_t)CLASS_TEMP_NAME;
    else obj_hdr(klass)->flags |= CLASS_TEMP_NAME;
}

static VALUE
path_below(VALUE outer_path, ID name)
{
    VALUE path = rb_str_dup(outer_path);
    rb_str_cat(path, "::", 2);
    return rb_str_append(path, id_name(name));
}

VALUE
class_temporary_name(VALUE klass)
{
    VALUE of = class_real(obj_class(klass));
    return rb_sprintf("#<%" PRIsVALUE ":0x%016lx>", class_path(of), (unsigned long)klass);
}

VALUE
class_name_or_nil(VALUE klass)
{
    VALUE path = class_ext(klass)->classpath;
    return path ? path : Qnil;
}

VALUE
class_path(VALUE klass)
{
    VALUE path = class_ext(klass)->classpath;
    return path ? path : class_temporary_name(klass);
}

/* klass has become `path` for good: so have the classes it holds. */
static void
name_permanently(VALUE klass, VALUE path)
{
    path_set(klass, path, true);
    struct id_table *consts = class_ext(klass)->const_tbl;
    uint32_t pos = 0;
    ID name;
    VALUE entry;
    while (id_table_next(consts, &pos, &name, &entry)) {
        VALUE v = ((struct const_entry *)entry)->value;
        if (namespace_p(v) && !permanent_p(v)) name_permanently(v, path_below(class_ext(klass)->classpath, name));
    }
}

void
class_set_name_under(VALUE klass, VALUE under, ID name)
{
    if (permanent_p(klass)) return;
    if (under == rb_cObject) name_permanently(klass, id_name(name));
    else if (permanent_p(under)) name_permanently(klass, path_below(class_ext(under)->classpath, name));
    else if (!class_ext(klass)->classpath) path_set(klass, path_below(class_path(under), name), false);
}

/* ---- Module#to_s and friends ---- */

VALUE
class_to_s(VALUE klass)
{
    if (class_singleton_p(klass)) {
        VALUE of = class_attached(klass);
        VALUE what = namespace_p(of) ? rb_inspect(of) : rb_any_to_s(of);
        return rb_sprintf("#<Class:%" PRIsVALUE ">", what);
    }
    struct class_ext *x = class_ext(klass);
    if (x->refined_class)
        return rb_sprintf("#<refinement:%" PRIsVALUE "@%" PRIsVALUE ">", rb_inspect(x->refined_class),
                          rb_inspect(x->refinement_owner));
    return class_path(klass);
}

VALUE
rb_mod_name(VALUE mod)
{
    return class_name_or_nil(mod);
}

VALUE
rb_class_path(VALUE mod)
{
    return class_path(mod);
}

VALUE
rb_class_path_cached(VALUE mod)
{
    return class_name_or_nil(mod);
}

VALUE
rb_class_name(VALUE klass)
{
    return class_path(class_real(klass));
}

const char *
rb_class2name(VALUE klass)
{
    VALUE real = class_real(klass);
    VALUE path = class_ext(real)->classpath;
    if (!path) {
        static ID kept; /* the caller holds a bare pointer: the class keeps the string */
        if (!kept) kept = rb_intern("__temporary_name__");
        path = ivar_get(real, kept);
        if (path == Qundef) ivar_set_raw(real, kept, path = class_temporary_name(real));
    }
    return str_ptr(path);
}

const char *
rb_obj_classname(VALUE obj)
{
    return rb_class2name(class_of(obj));
}

void
rb_set_class_path_string(VALUE mod, VALUE outer, VALUE name)
{
    if (outer == rb_cObject) path_set(mod, rb_str_new_frozen(name), true);
    else path_set(mod, path_below(class_path(outer), rb_intern_str(name)), permanent_p(outer));
}

void
rb_set_class_path(VALUE mod, VALUE outer, const char *name)
{
    rb_set_class_path_string(mod, outer, rb_str_new_cstr(name));
}

VALUE
rb_path_to_class(VALUE path)
{
    VALUE at = rb_cObject;
    const char *p = RSTRING_PTR(path), *end = p + RSTRING_LEN(path);
    if (p == end || *p == '#') rb_raise(rb_eArgError, "can't retrieve anonymous class %" PRIsVALUE, path);
    while (p < end) {
        const char *from = p;
        while (p < end && *p != ':') p++;
        VALUE part = rb_enc_str_new(from, p - from, rb_enc_get(path));
        VALUE sofar = rb_str_subseq(path, 0, p - RSTRING_PTR(path));
        if (p < end) {
            if (end - p < 2 || p[1] != ':') rb_raise(rb_eArgError, "undefined class/module %" PRIsVALUE, sofar);
            p += 2;
        }
        ID name = p > from ? rb_check_id(&part) : 0;
        VALUE next = name ? const_get_or_undef(at, name, at == rb_cObject, true) : Qundef;
        if (next == Qundef)
            rb_raise(rb_eArgError, "undefined class/module %" PRIsVALUE, rb_str_subseq(path, 0, p - RSTRING_PTR(path)));
        if (!namespace_p(next)) rb_raise(rb_eTypeError, "%" PRIsVALUE " does not refer to class/module", sofar);
        at = next;
    }
    RB_GC_GUARD(path);
    return at;
}

VALUE
rb_path2class(const char *path)
{
    return rb_path_to_class(rb_str_new_cstr(path));
}

/* Module#name */
VALUE
mod_m_name(VALUE mod)
{
    return class_name_or_nil(mod);
}

/* Returns whether the text is a constant path: Foo, Foo::Bar. */
static bool
const_path_p(VALUE text)
{
    const char *p = RSTRING_PTR(text), *end = p + RSTRING_LEN(text);
    if (end - p > 2 && p[0] == ':' && p[1] == ':') p += 2;
    while (p < end) {
        const char *from = p;
        while (p < end && *p != ':') p++;
        VALUE part = rb_enc_str_new(from, p - from, rb_enc_get(text));
        if (p == from || !rb_is_const_id(rb_intern_str(part))) return false;
        if (p == end) return true;
        if (end - p < 3 || p[1] != ':') return false;
        p += 2;
    }
    return false;
}

static void rename_temporarily(VALUE klass, VALUE path);

static void
rename_held(VALUE klass)
{
    struct id_table *consts = class_ext(klass)->const_tbl;
    uint32_t pos = 0;
    ID name;
    VALUE entry;
    while (id_table_next(consts, &pos, &name, &entry)) {
        VALUE v = ((struct const_entry *)entry)->value;
        if (!namespace_p(v) || permanent_p(v)) continue;
        rename_temporarily(v, class_ext(klass)->classpath ? path_below(class_path(klass), name) : 0);
    }
}

static VALUE
rename_unless_at_it(VALUE klass, VALUE path, int recursive)
{
    if (recursive) return Qnil; /* it holds itself */
    if (path) path_set(klass, path, false);
    else class_ext(klass)->classpath = 0;
    rename_held(klass);
    return Qnil;
}

/* path 0: no name at all */
static void
rename_temporarily(VALUE klass, VALUE path)
{
    recurse_guard(rb_intern("set_temporary_name"), rename_unless_at_it, klass, path);
}

/* Module#set_temporary_name */
VALUE
mod_m_set_temporary_name(VALUE mod, VALUE name)
{
    if (permanent_p(mod)) rb_raise(rb_eRuntimeError, "can't change permanent name");
    if (NIL_P(name)) {
        rename_temporarily(mod, 0);
        return mod;
    }
    StringValue(name);
    if (RSTRING_LEN(name) == 0) rb_raise(rb_eArgError, "empty class/module name");
    if (const_path_p(name)) rb_raise(rb_eArgError, "the temporary name must not be a constant path to avoid confusion");
    rename_temporarily(mod, rb_str_new_frozen(name));
    return mod;
}

/* ---- classes made under a name ---- */

VALUE
rb_class_inherited(VALUE super, VALUE klass)
{
    class_inherited_hook(super, klass);
    return Qnil;
}

void
class_inherited_hook(VALUE super, VALUE klass)
{
    static ID inherited;
    if (!inherited) inherited = rb_intern("inherited");
    if (!core_is_done) return;
    const struct method_entry *me = method_lookup(class_of(super), inherited);
    if (me && me->owner == rb_cClass && !vm_tracing_calls && method_basic_p(class_of(super), inherited))
        return; /* Set has its own */
    rb_funcallv(super, inherited, 1, &klass);
}

VALUE
class_define_under(VALUE under, ID name, VALUE super)
{
    VALUE k = class_new(super);
    const_set(under, name, k);
    const_added(under, name);
    class_inherited_hook(super, k);
    return k;
}

VALUE
module_define_under(VALUE under, ID name)
{
    VALUE m = module_new();
    const_set(under, name, m);
    const_added(under, name);
    return m;
}
