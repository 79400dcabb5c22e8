/*
 * variable/const.c - constants: tables, lookup, assignment, and Module's methods about them.
 *
 * A constant is searched in a class and up its chain; a module's lookup ends in Object.  `Foo::Bar` (scoped) ignores private
 * constants, and Object's own ones if Foo is not Object.  A lookup may find an autoload: variable/autoload.c then loads the file,
 * which defines the constant or not.
 */
#include "internal/ractor.h"
#include "internal/class.h"

#include <stdarg.h>
#include <stdlib.h>

#include "internal/array.h"
#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/vm/trace.h"
#include "internal/variable.h"
#include "internal/vm.h"

enum {
    SEARCH_SUPER = 1,  /* up the chain */
    SEARCH_SCOPED = 2, /* not Object's, from elsewhere; private ones raise without SEARCH_PRIVATE */
    SEARCH_OBJECT = 4, /* from a module: Object's too */
    SEARCH_LOAD = 8,   /* autoloads are loaded */
    SEARCH_PRIVATE = 16,
    SEARCH_PATH = SEARCH_SUPER | SEARCH_SCOPED | SEARCH_PRIVATE, /* the names after the first of "A::B::C" */
};

static inline bool
public_only_p(unsigned how)
{
    return (how & (SEARCH_SCOPED | SEARCH_PRIVATE)) == SEARCH_SCOPED;
}

static ID id_const_missing, id_const_added;

static inline bool
namespace_p(VALUE v)
{
    return val_type_p(v, T_CLASS) || val_type_p(v, T_MODULE);
}

static inline struct const_entry *
entry_of(VALUE v)
{
    return (struct const_entry *)v;
}

/* ---- tables ---- */

struct const_entry *
const_entry_own(VALUE klass, ID name)
{
    return entry_of(id_table_get(class_ext(klass)->const_tbl, name));
}

void
const_table_mark(struct id_table *t)
{
    uint32_t pos = 0;
    ID name;
    VALUE v;
    while (id_table_next(t, &pos, &name, &v)) {
        gc_mark(entry_of(v)->value);
        gc_mark(entry_of(v)->file);
    }
}

void
const_table_free(struct id_table *t)
{
    uint32_t pos = 0;
    ID name;
    VALUE v;
    while (id_table_next(t, &pos, &name, &v)) free(entry_of(v));
    id_table_free(t);
}

static struct const_entry *
entry_make(VALUE klass, ID name)
{
    struct const_entry *e = const_entry_own(klass, name);
    if (e) return e;
    struct class_ext *x = class_ext(klass);
    if (!x->const_tbl) x->const_tbl = id_table_new(0);
    id_table_reserve(x->const_tbl);
    e = gc_raw_calloc(1, sizeof *e);
    e->value = Qnil;
    e->file = Qnil;
    id_table_set(x->const_tbl, name, (VALUE)e);
    return e;
}

void
const_table_copy(VALUE copy, VALUE orig)
{
    uint32_t pos = 0;
    ID name;
    VALUE v;
    while (id_table_next(class_ext(orig)->const_tbl, &pos, &name, &v)) {
        *entry_make(copy, name) = *entry_of(v);
        gc_wb(copy);
    }
    if (class_ext(orig)->autoload_tbl) {
        id_table_free(class_ext(copy)->autoload_tbl);
        class_ext(copy)->autoload_tbl = id_table_copy(class_ext(orig)->autoload_tbl);
        gc_wb(copy);
    }
}

/* ---- messages ---- */

static VALUE
full_name(VALUE klass, ID name)
{
    if (klass == rb_cObject) return id_name(name);
    return rb_sprintf("%" PRIsVALUE "::%" PRIsVALUE, class_to_s(klass), id_name(name));
}

static void
warn_deprecated(VALUE klass, ID name)
{
    rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "constant %s%" PRIsVALUE " is deprecated", klass == rb_cObject ? "::" : "",
                     full_name(klass, name));
}

NORETURN static void
raise_uninitialized(VALUE klass, VALUE name)
{
    name_error_raise(klass, name,
                     klass && class_real(klass) != rb_cObject ? "uninitialized constant %2$s::%1$s"
                                                              : "uninitialized constant %1$s");
}

NORETURN static void
raise_not_defined(VALUE klass, VALUE name)
{
    name_error_raise(klass, name, "constant %2$s::%1$s not defined");
}

/* ---- lookup ---- */

/* The value of e, an entry of klass: Qundef if it is an autoload that has none. */
static VALUE
entry_value(VALUE klass, ID name, struct const_entry *e, bool load)
{
    if (LIKELY(e->value != Qundef)) return e->value;
    VALUE pending = autoload_pending_value(klass, name);
    if (pending != Qundef || !load) return pending;
    if (!autoload_load(klass, name)) return autoload_pending_value(klass, name);
    e = const_entry_own(klass, name);
    return e ? e->value : Qundef;
}

/* The module whose private constant a scoped lookup has just met: const_missing is called on it. */
static VALUE private_met;
static ID private_name;

static VALUE
const_search_chain(VALUE klass, VALUE from, ID name, unsigned how)
{
    for (VALUE k = from; k; k = class_super(k)) {
        VALUE m = class_module_of(k);
        struct const_entry *e = k == from || class_origin(k) == k ? const_entry_own(m, name) : NULL;
        if (e) {
            bool loads = e->value == Qundef;
            if ((how & SEARCH_SCOPED) && m == rb_cObject && klass != rb_cObject) return Qundef;
            if (public_only_p(how) && e->is_private) {
                private_met = m;
                private_name = name;
                return Qundef;
            }
            VALUE v = entry_value(m, name, e, how & SEARCH_LOAD);
            if (v != Qundef) {
                if (UNLIKELY(loads)) e = const_entry_own(m, name); /* the file may have made it private or deprecated */
                if (UNLIKELY(loads && e && e->is_private && public_only_p(how))) {
                    private_met = m;
                    private_name = name;
                    return Qundef;
                }
                if (UNLIKELY(e && e->is_deprecated)) warn_deprecated(m, name);
                if (ractor_confined_p()) ractor_check_const(m, name, v);
                return v;
            }
        }
        if (!(how & SEARCH_SUPER)) break;
    }
    return Qundef;
}

static VALUE
const_search(VALUE klass, ID name, unsigned how)
{
    VALUE v = const_search_chain(klass, klass, name, how);
    if (v == Qundef && (how & SEARCH_OBJECT) && obj_type(klass) == T_MODULE)
        v = const_search_chain(rb_cObject, rb_cObject, name, how);
    return v;
}

VALUE
const_get_or_undef(VALUE klass, ID name, bool inherit, bool autoload)
{
    return const_search(klass, name, (inherit ? SEARCH_SUPER | SEARCH_OBJECT : 0) | (autoload ? SEARCH_LOAD : 0));
}

VALUE
const_own(VALUE klass, ID name)
{
    return const_search(klass, name, SEARCH_LOAD);
}

uint64_t const_missing_calls;

NORETURN static void
raise_missing(VALUE klass, VALUE name)
{
    VALUE owner = private_met;
    private_met = 0;
    if (owner && SYMBOL_P(name) && sym_id_if_any(name) == private_name)
        name_error_raise(owner, name, "private constant %2$s::%1$s referenced");
    raise_uninitialized(klass, name);
}

static VALUE
missing_named(VALUE klass, VALUE sym)
{
    const_missing_calls++;
    if (method_basic_p(class_of(klass), id_const_missing) && LIKELY(!vm_tracing_calls)) raise_missing(klass, sym);
    return rb_funcallv(klass, id_const_missing, 1, &sym);
}

VALUE
const_missing(VALUE klass, ID name)
{
    return missing_named(klass, ID2SYM(name));
}

static VALUE
get_or_missing(VALUE klass, ID name, unsigned how)
{
    private_met = 0;
    VALUE v = const_search(klass, name, how | SEARCH_LOAD);
    return v == Qundef ? const_missing(klass, name) : v;
}

VALUE
rb_public_const_get_from(VALUE klass, ID name)
{
    if (!namespace_p(klass)) rb_raise(rb_eTypeError, "%" PRIsVALUE " is not a class/module", rb_inspect(klass));
    return get_or_missing(klass, name, SEARCH_SUPER | SEARCH_SCOPED);
}

VALUE
const_get_missing(VALUE klass, ID name)
{
    return get_or_missing(klass, name, SEARCH_SUPER | SEARCH_OBJECT);
}

/* Like const_search, without loading or warning: is there a value, or an autoload that could give one? */
static bool
defined_search(VALUE klass, ID name, unsigned how)
{
    for (int again = 0; again < 2; again++) {
        for (VALUE k = again ? rb_cObject : klass; k; k = class_super(k)) {
            VALUE m = class_module_of(k);
            struct const_entry *e = k == klass || class_origin(k) == k ? const_entry_own(m, name) : NULL;
            if (e) {
                if ((how & SEARCH_SCOPED) && m == rb_cObject && klass != rb_cObject) return false;
                if (public_only_p(how) && e->is_private) return false;
                if (e->value != Qundef || autoload_pending_value(m, name) != Qundef) return true;
                if (!NIL_P(autoload_path(m, name, false))) return true;
            }
            if (!(how & SEARCH_SUPER)) return false;
        }
        if (!(how & SEARCH_OBJECT) || obj_type(klass) != T_MODULE) return false;
    }
    return false;
}

bool
const_defined_quiet(VALUE klass, ID name, bool inherit, bool public_only)
{
    if (public_only) return defined_search(klass, name, (inherit ? SEARCH_SUPER : 0) | SEARCH_SCOPED);
    return defined_search(klass, name, inherit ? SEARCH_SUPER | SEARCH_OBJECT : 0);
}

/* ---- assignment ---- */

static void
entry_locate(VALUE klass, struct const_entry *e)
{
    if (!core_is_done) return;
    RB_OBJ_WRITE(klass, &e->file, vm_caller_path(vm_ec));
    e->line = vm_caller_line(vm_ec);
}

static void
warn_again(VALUE klass, ID name, const struct const_entry *e)
{
    rb_warn("already initialized constant %" PRIsVALUE, full_name(klass, name));
    VALUE file = e->file;
    if (RTEST(file) && e->line)
        rb_compile_warn(StringValueCStr(file), e->line, "previous definition of %" PRIsVALUE " was here", id_name(name));
}

void
const_set_quietly(VALUE klass, ID name, VALUE value)
{
    if (NIL_P(klass)) rb_raise(rb_eTypeError, "no class/module to define constant %" PRIsVALUE, id_name(name));
    if (UNLIKELY(obj_frozen(klass))) rb_error_frozen_object(klass);
    struct const_entry *e = const_entry_own(klass, name);
    if (ractor_confined_p()) ractor_check_const_set(value);
    if (e && e->value == Qundef && autoload_set_pending(klass, name, value)) {
        vm_const_changed(name);
        return;
    }
    if (e && e->value == Qundef) autoload_forget(klass, name);
    else if (e) warn_again(klass, name, e);
    e = entry_make(klass, name);
    RB_OBJ_WRITE(klass, &e->value, value);
    entry_locate(klass, e);
    vm_const_changed(name);
}

void
const_added(VALUE klass, ID name)
{
    if (!core_is_done || (LIKELY(!vm_tracing_calls) && method_basic_p(class_of(klass), id_const_added))) return;
    VALUE sym = ID2SYM(name);
    rb_funcallv(klass, id_const_added, 1, &sym);
}

void
const_set(VALUE klass, ID name, VALUE value)
{
    const_set_quietly(klass, name, value);
    if (namespace_p(value)) class_set_name_under(value, klass, name);
}

/* Makes the constant an autoload, unless it has a value. */
void
const_set_autoload(VALUE klass, ID name, VALUE path)
{
    struct const_entry *e = const_entry_own(klass, name);
    if (e && e->value != Qundef) return;
    e = entry_make(klass, name);
    e->value = Qundef;
    entry_locate(klass, e);
    vm_const_changed(name);
    const_added(klass, name);
}

void
const_drop(VALUE klass, ID name)
{
    VALUE e;
    if (!id_table_delete(class_ext(klass)->const_tbl, name, &e)) return;
    free(entry_of(e));
    vm_const_changed(name);
}

VALUE
rb_const_remove(VALUE mod, ID name)
{
    rb_check_frozen(mod);
    struct const_entry *e = const_entry_own(mod, name);
    if (!e) raise_not_defined(mod, ID2SYM(name));
    VALUE v = e->value;
    if (e->is_deprecated) warn_deprecated(mod, name);
    if (v == Qundef) {
        v = autoload_pending_value(mod, name);
        autoload_forget(mod, name);
    }
    const_drop(mod, name);
    return v == Qundef ? Qnil : v;
}

VALUE
const_previous_definition(VALUE klass, ID name)
{
    const struct const_entry *e = const_entry_own(klass, name);
    if (!e || !RTEST(e->file)) return rb_utf8_str_new("", 0);
    return rb_sprintf("\n%" PRIsVALUE ":%d: previous definition of %" PRIsVALUE " was here", e->file, e->line,
                      id_name(name));
}

/* ---- the C API ---- */

VALUE
rb_const_get(VALUE mod, ID name)
{
    return const_get_missing(mod, name);
}

VALUE
rb_const_get_at(VALUE mod, ID name)
{
    return get_or_missing(mod, name, 0);
}

VALUE
rb_const_get_from(VALUE mod, ID name)
{
    VALUE v = const_search_chain(mod, mod, name, SEARCH_PATH | SEARCH_LOAD);
    return v == Qundef ? const_missing(mod, name) : v;
}

int
rb_const_defined(VALUE mod, ID name)
{
    return const_defined_quiet(mod, name, true, false);
}

int
rb_const_defined_at(VALUE mod, ID name)
{
    return const_defined_quiet(mod, name, false, false);
}

int
rb_const_defined_from(VALUE mod, ID name)
{
    return defined_search(mod, name, SEARCH_SUPER);
}

void
rb_const_set(VALUE mod, ID name, VALUE v)
{
    const_set(mod, name, v);
    const_added(mod, name);
}

void
rb_define_const(VALUE klass, const char *name, VALUE v)
{
    rb_const_set(klass, rb_intern(name), v);
}

void
rb_define_global_const(const char *name, VALUE v)
{
    rb_define_const(rb_cObject, name, v);
}

void
rb_clear_constant_cache_for_id(ID id)
{
    vm_const_changed(id);
}

/* ---- names given by programs ---- */

NORETURN static void
raise_wrong_name(VALUE mod, VALUE name)
{
    name_error_raise(mod, name, "wrong constant name %1$s");
}

struct path_walk {
    VALUE mod;  /* where the lookup started */
    VALUE path; /* the whole String */
    bool inherit;
};

/* A name on the way: a constant's, ID 0 if there is none of that name anywhere (string.h STRING-6). */
struct path_name {
    ID id;
    VALUE text; /* Symbol or String */
    bool first, last;
};

typedef VALUE path_step_t(VALUE at, struct path_name name, const struct path_walk *w);

static ID
const_id_if_known(VALUE mod, VALUE name)
{
    return obj_name_of_class_if_known(mod, name, ID_CONST, "wrong constant name %1$s");
}

/* Calls step for each segment of "A::B::C"; stops early on Qundef. */
static VALUE
path_each(const struct path_walk *w, path_step_t *step)
{
    VALUE at = w->mod;
    const char *p = RSTRING_PTR(w->path), *end = p + RSTRING_LEN(w->path);
    bool first = true;
    if (p == end) raise_wrong_name(at, w->path);
    if (end - p >= 2 && p[0] == ':' && p[1] == ':') {
        at = rb_cObject;
        p += 2;
        if (p == end) raise_wrong_name(w->mod, w->path);
    }
    while (p < end) {
        const char *from = p;
        while (p < end && *p != ':') p++;
        if (p == from) raise_wrong_name(w->mod, w->path);
        VALUE part = rb_enc_str_new(from, p - from, rb_enc_get(w->path));
        if (p < end) {
            if (end - p < 3 || p[1] != ':') raise_wrong_name(w->mod, w->path);
            p += 2;
        }
        if (!namespace_p(at)) rb_raise(rb_eTypeError, "%" PRIsVALUE " does not refer to class/module", w->path);
        struct path_name name = {const_id_if_known(at, part), part, first, p == end};
        at = step(at, name, w);
        if (at == Qundef) return Qundef;
        first = false;
    }
    return at;
}

static VALUE
step_get(VALUE at, struct path_name name, const struct path_walk *w)
{
    if (!name.id) {
        private_met = 0;
        return missing_named(at, rb_to_symbol(name.text));
    }
    if (!w->inherit) return rb_const_get_at(at, name.id);
    return name.first ? const_get_missing(at, name.id) : get_or_missing(at, name.id, SEARCH_PATH);
}

static VALUE
step_defined(VALUE at, struct path_name name, const struct path_walk *w)
{
    unsigned how = !w->inherit ? 0 : name.first ? SEARCH_SUPER | SEARCH_OBJECT : SEARCH_PATH;
    if (!name.id || !defined_search(at, name.id, how)) return Qundef;
    return name.last ? Qtrue : const_search(at, name.id, how | SEARCH_LOAD);
}

static VALUE location_of(VALUE mod, ID name, unsigned how);

static VALUE
step_location(VALUE at, struct path_name name, const struct path_walk *w)
{
    unsigned how = !w->inherit ? 0 : name.first ? SEARCH_SUPER | SEARCH_OBJECT : SEARCH_PATH;
    if (!name.id) return Qundef;
    if (name.last) return location_of(at, name.id, how);
    if (!defined_search(at, name.id, how)) return Qundef;
    return const_search(at, name.id, how | SEARCH_LOAD);
}

/* Symbol or constant path, with an optional `inherit`. */
static VALUE
by_name_or_path(int argc, VALUE *argv, VALUE mod, path_step_t *step)
{
    rb_check_arity(argc, 1, 2);
    struct path_walk w = {mod, argv[0], argc == 1 || RTEST(argv[1])};
    if (SYMBOL_P(w.path)) {
        struct path_name name = {const_id_if_known(mod, w.path), w.path, true, true};
        return step(mod, name, &w);
    }
    StringValue(w.path);
    if (!rb_enc_asciicompat(rb_enc_get(w.path))) rb_raise(rb_eArgError, "invalid class path encoding (non ASCII)");
    return path_each(&w, step);
}

/* Module#const_get */
VALUE
mod_m_const_get(int argc, VALUE *argv, VALUE mod)
{
    return by_name_or_path(argc, argv, mod, step_get);
}

/* Module#const_defined? */
static VALUE
mod_m_const_defined(int argc, VALUE *argv, VALUE mod)
{
    return val_bool(by_name_or_path(argc, argv, mod, step_defined) != Qundef);
}

/* [file, line], [] for a constant made by C, Qundef for none. */
static VALUE
location_of(VALUE mod, ID name, unsigned how)
{
    for (int again = 0; again < 2; again++) {
        for (VALUE k = again ? rb_cObject : mod; k; k = class_super(k)) {
            VALUE m = class_module_of(k);
            struct const_entry *e = const_entry_own(m, name);
            if (e && (how & SEARCH_SCOPED) && m == rb_cObject && mod != rb_cObject) return Qundef;
            VALUE pending = e && e->value == Qundef ? autoload_pending_location(m, name) : Qundef;
            if (pending != Qundef) return pending;
            if (e) return RTEST(e->file) ? rb_assoc_new(e->file, INT2NUM(e->line)) : rb_ary_new();
            if (!(how & SEARCH_SUPER)) return Qundef;
        }
        if (!(how & SEARCH_OBJECT) || obj_type(mod) != T_MODULE) return Qundef;
    }
    return Qundef;
}

/* Module#const_source_location */
static VALUE
mod_m_const_source_location(int argc, VALUE *argv, VALUE mod)
{
    VALUE at = by_name_or_path(argc, argv, mod, step_location);
    return at == Qundef ? Qnil : at;
}

/* Module#const_set */
static VALUE
mod_m_const_set(VALUE mod, VALUE name, VALUE value)
{
    rb_const_set(mod, obj_name_of_class(mod, name, ID_CONST, "wrong constant name %1$s"), value);
    return value;
}

VALUE
rb_mod_remove_const(VALUE mod, VALUE name)
{
    ID id = obj_name_of_class_if_known(mod, name, ID_CONST, "'%1$s' is not allowed as a constant variable name");
    if (id) return rb_const_remove(mod, id);
    rb_check_frozen(mod);
    raise_not_defined(mod, rb_to_symbol(name));
}

VALUE
rb_mod_const_missing(VALUE mod, VALUE name)
{
    vm_ec->hide_c = true; /* the backtrace starts at the code that named the constant */
    raise_missing(mod, name);
}

/* ---- lists ---- */

static void
collect(struct id_table *found, VALUE mod)
{
    uint32_t pos = 0;
    ID name;
    VALUE e;
    while (id_table_next(class_ext(mod)->const_tbl, &pos, &name, &e)) {
        if (!rb_is_const_id(name) || id_table_find(found, name)) continue;
        id_table_set(found, name, entry_of(e)->is_private ? 2 : 1);
    }
}

static VALUE
collected(struct id_table *found)
{
    VALUE list = rb_ary_new(), visible;
    uint32_t pos = 0;
    ID name;
    while (id_table_next(found, &pos, &name, &visible))
        if (visible == 1) rb_ary_push(list, ID2SYM(name));
    id_table_free(found);
    return list;
}

static void
collect_chain(struct id_table *found, VALUE mod)
{
    for (VALUE k = mod; k; k = class_super(k)) {
        if (k == rb_cObject && mod != rb_cObject) break;
        collect(found, class_module_of(k));
    }
}

VALUE
rb_mod_constants(int argc, const VALUE *argv, VALUE mod)
{
    rb_check_arity(argc, 0, 1);
    struct id_table *found = id_table_new(0);
    if (argc == 0 || RTEST(argv[0])) collect_chain(found, mod);
    else collect(found, mod);
    return collected(found);
}

/* Module.constants: returns the names that the caller can use without a scope. */
static VALUE
mod_s_constants(int argc, VALUE *argv, VALUE mod)
{
    if (argc > 0 || mod != rb_cModule) return rb_mod_constants(argc, argv, mod);
    struct id_table *found = id_table_new(0);
    VALUE innermost = 0;
    for (VALUE c = vm_cref(vm_ec); c && cref_of(c)->next; c = cref_of(c)->next) {
        if (cref_of(c)->pushed_by_eval || cref_of(c)->klass == Qundef || !namespace_p(cref_of(c)->klass)) continue;
        if (!innermost) innermost = cref_of(c)->klass;
        collect(found, cref_of(c)->klass);
    }
    collect_chain(found, innermost ? innermost : rb_cObject);
    if (innermost) collect_chain(found, rb_cObject);
    return collected(found);
}

/* Module.nesting */
static VALUE
mod_s_nesting(VALUE mod)
{
    VALUE list = rb_ary_new();
    for (VALUE c = vm_cref(vm_ec); c && cref_of(c)->next; c = cref_of(c)->next)
        if (!cref_of(c)->pushed_by_eval && cref_of(c)->klass != Qundef && namespace_p(cref_of(c)->klass))
            rb_ary_push(list, cref_of(c)->klass);
    return list;
}

/* Collects the constants of mod in `data`, and returns that.  The caller passes it on for each ancestor, and then makes the list. */
void *
rb_mod_const_at(VALUE mod, void *data)
{
    struct id_table *found = data ? data : id_table_new(0);
    collect(found, mod);
    return found;
}

void *
rb_mod_const_of(VALUE mod, void *data)
{
    struct id_table *found = data ? data : id_table_new(0);
    collect_chain(found, mod);
    return found;
}

VALUE
rb_const_list(void *data)
{
    return data ? collected(data) : rb_ary_new();
}

/* ---- visibility ---- */

struct const_flags {
    int is_private;    /* -1: unchanged */
    int is_deprecated; /* 1: becomes deprecated */
};

static void
set_flags(VALUE mod, int argc, const VALUE *argv, struct const_flags flags)
{
    rb_check_frozen(mod);
    if (argc == 0) rb_warning("%" PRIsVALUE " with no argument is just ignored", rb_id2str(rb_frame_this_func()));
    for (int i = 0; i < argc; i++) {
        VALUE given = argv[i];
        ID name = obj_name_if_known(&given);
        struct const_entry *e = name ? const_entry_own(mod, name) : NULL;
        if (!e) raise_not_defined(mod, given);
        if (flags.is_private >= 0) e->is_private = (uint8_t)flags.is_private;
        if (flags.is_deprecated) e->is_deprecated = 1;
        vm_const_changed(name);
    }
}

/* Module#private_constant */
static VALUE
mod_m_private_constant(int argc, VALUE *argv, VALUE mod)
{
    set_flags(mod, argc, argv, (struct const_flags){1, 0});
    return Qnil;
}

/* Module#public_constant */
static VALUE
mod_m_public_constant(int argc, VALUE *argv, VALUE mod)
{
    set_flags(mod, argc, argv, (struct const_flags){0, 0});
    return Qnil;
}

/* Module#deprecate_constant */
static VALUE
mod_m_deprecate_constant(int argc, VALUE *argv, VALUE mod)
{
    set_flags(mod, argc, argv, (struct const_flags){-1, 1});
    return mod;
}

void
rb_deprecate_constant(VALUE mod, const char *name)
{
    struct const_entry *e = const_entry_own(mod, rb_intern(name));
    if (!e) return;
    e->is_deprecated = 1;
    vm_const_changed(rb_intern(name));
}

static VALUE
mod_m_const_added(VALUE mod, VALUE name)
{
    return Qnil;
}

void
Init_Constants(void)
{
    id_const_missing = rb_intern("const_missing");
    id_const_added = rb_intern("const_added");
    rb_define_method(rb_cModule, "const_get", mod_m_const_get, -1);
    rb_define_method(rb_cModule, "const_set", mod_m_const_set, 2);
    rb_define_method(rb_cModule, "const_defined?", mod_m_const_defined, -1);
    rb_define_method(rb_cModule, "const_source_location", mod_m_const_source_location, -1);
    rb_define_method(rb_cModule, "const_missing", rb_mod_const_missing, 1);
    rb_define_method(rb_cModule, "constants", rb_mod_constants, -1);
    rb_define_method(rb_cModule, "private_constant", mod_m_private_constant, -1);
    rb_define_method(rb_cModule, "public_constant", mod_m_public_constant, -1);
    rb_define_method(rb_cModule, "deprecate_constant", mod_m_deprecate_constant, -1);
    rb_define_private_method(rb_cModule, "remove_const", rb_mod_remove_const, 1);
    rb_define_private_method(rb_cModule, "const_added", mod_m_const_added, 1);
    rb_define_singleton_method(rb_cModule, "constants", mod_s_constants, -1);
    rb_define_singleton_method(rb_cModule, "nesting", mod_s_nesting, 0);
    Init_Autoload();
}
