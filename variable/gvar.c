/*
 * variable/gvar.c - global variables.
 *
 * A name's struct gvar is permanent.  It refers to a struct gvar_var with a getter and a setter, which an alias shares.
 * A plain variable keeps its value in its gvar_var, where instructions may read and write it directly.  A name that was
 * only mentioned has the undefined getter, which warns; its first assignment makes it plain.
 */
#include "internal/variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal/gc.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/ractor.h"
#include "internal/string.h"
#include "internal/vm.h"

struct trace {
    VALUE command; /* a Proc, or a String to evaluate */
    bool removed;
    struct trace *next;
};

struct gvar_var {
    rb_gvar_getter_t *getter;
    rb_gvar_setter_t *setter;
    rb_gvar_marker_t *marker;
    VALUE *data;          /* what getter and setter are given */
    VALUE value;          /* of a plain variable */
    struct trace *traces; /* latest first */
    uint32_t refs;
    bool tracing;
};

static struct id_table *gvars; /* ID -> struct gvar * */

/* ---- kinds ---- */

VALUE
rb_gvar_undef_getter(ID id, VALUE *data)
{
    rb_warning("global variable '%" PRIsVALUE "' not initialized", id_name(id));
    return Qnil;
}

static VALUE
plain_getter(ID id, VALUE *data)
{
    return *data;
}

static void
plain_setter(VALUE v, ID id, VALUE *data)
{
    *data = v;
}

static void
var_make_plain(struct gvar_var *var, VALUE v)
{
    var->value = v;
    var->data = &var->value;
    var->getter = plain_getter;
    var->setter = plain_setter;
    var->marker = rb_gvar_undef_marker; /* value is marked anyway */
}

void
rb_gvar_undef_setter(VALUE v, ID id, VALUE *data)
{
    var_make_plain(gvar_entry(id)->var, v);
}

void
rb_gvar_undef_marker(VALUE *data)
{
}

VALUE
rb_gvar_val_getter(ID id, VALUE *data)
{
    return (VALUE)data;
}

void
rb_gvar_val_setter(VALUE v, ID id, VALUE *data)
{
    gvar_entry(id)->var->data = (VALUE *)v;
}

void
rb_gvar_val_marker(VALUE *data)
{
    gc_mark_maybe(&data, &data + 1);
}

VALUE
rb_gvar_var_getter(ID id, VALUE *data)
{
    return data ? *data : Qnil;
}

void
rb_gvar_var_setter(VALUE v, ID id, VALUE *data)
{
    *data = v;
}

void
rb_gvar_var_marker(VALUE *data)
{
    if (data && *data) gc_mark_maybe(data, data + 1);
}

void
rb_gvar_readonly_setter(VALUE v, ID id, VALUE *data)
{
    rb_name_error(id, "%" PRIsVALUE " is a read-only variable", id_name(id));
}

/* ---- entries ---- */

struct gvar *
gvar_entry(ID id)
{
    if (!gvars) gvars = id_table_new(64);
    struct gvar *g = (struct gvar *)id_table_get(gvars, id);
    if (g) return g;
    id_table_reserve(gvars);
    struct gvar_var *var = gc_raw_malloc(sizeof *var);
    g = gc_raw_try_malloc(sizeof *g);
    if (!g) {
        free(var);
        rb_memerror();
    }
    *var = (struct gvar_var){
        .getter = rb_gvar_undef_getter, .setter = rb_gvar_undef_setter, .marker = rb_gvar_undef_marker, .refs = 1};
    *g = (struct gvar){var, id};
    id_table_set(gvars, id, (VALUE)g);
    return g;
}

VALUE
gvar_entry_get(struct gvar *g)
{
    return g->var->getter(g->id, g->var->data);
}

static VALUE
run_traces(VALUE arg)
{
    VALUE *args = (VALUE *)arg;
    struct gvar_var *var = (struct gvar_var *)args[0];
    for (struct trace *t = var->traces; t; t = t->next) {
        if (t->removed) continue;
        if (val_type_p(t->command, T_STRING)) vm_eval_string_at_top(StringValueCStr(t->command));
        else rb_funcall(t->command, rb_intern("call"), 1, args[1]);
    }
    return Qnil;
}

static void
drop_removed_traces(struct gvar_var *var)
{
    for (struct trace **at = &var->traces; *at;) {
        struct trace *t = *at;
        if (t->removed) {
            *at = t->next;
            free(t);
        } else {
            at = &t->next;
        }
    }
}

static VALUE
end_traces(VALUE arg)
{
    struct gvar_var *var = (struct gvar_var *)arg;
    var->tracing = false;
    drop_removed_traces(var);
    return Qnil;
}

void
gvar_entry_set(struct gvar *g, VALUE v)
{
    struct gvar_var *var = g->var;
    var->setter(v, g->id, var->data);
    if (LIKELY(!var->traces) || var->tracing) return;
    VALUE args[] = {(VALUE)var, v};
    var->tracing = true;
    rb_ensure(run_traces, (VALUE)args, end_traces, (VALUE)var);
}

bool
gvar_entry_defined(struct gvar *g)
{
    return g->var->getter != rb_gvar_undef_getter;
}

VALUE
gvar_get(ID name)
{
    if (ractor_confined_p()) ractor_check_gvar(name);
    return gvar_entry_get(gvar_entry(name));
}

void
gvar_set(ID name, VALUE v)
{
    if (ractor_confined_p()) ractor_check_gvar(name);
    gvar_entry_set(gvar_entry(name), v);
}

bool
gvar_defined(ID name)
{
    if (ractor_confined_p()) ractor_check_gvar(name);
    struct gvar *g = (struct gvar *)id_table_get(gvars, name);
    return g && gvar_entry_defined(g);
}

static void
var_release(struct gvar_var *var)
{
    if (--var->refs) return;
    while (var->traces) {
        struct trace *t = var->traces;
        var->traces = t->next;
        free(t);
    }
    free(var);
}

void
gvar_alias(ID new_name, ID old_name)
{
    struct gvar *to = gvar_entry(old_name), *g = gvar_entry(new_name);
    if (g->var == to->var) return;
    if (g->var->tracing) rb_raise(rb_eRuntimeError, "can't alias in tracer");
    var_release(g->var);
    g->var = to->var;
    to->var->refs++;
}

static void
gvars_mark(void *unused)
{
    uint32_t pos = 0;
    ID id;
    VALUE v;
    while (id_table_next(gvars, &pos, &id, &v)) {
        struct gvar_var *var = ((struct gvar *)v)->var;
        gc_mark(var->value);
        var->marker(var->data);
        for (struct trace *t = var->traces; t; t = t->next) gc_mark(t->command);
    }
}

/* ---- the C API ---- */

static ID
global_id(const char *name)
{
    if (name[0] == '$') return rb_intern(name);
    size_t n = strlen(name);
    VALUE text = rb_str_buf_new((long)n + 1);
    rb_str_cat(text, "$", 1);
    rb_str_cat(text, name, (long)n);
    return rb_intern_str(text);
}

VALUE
rb_gv_get(const char *name)
{
    return gvar_get(global_id(name));
}

VALUE
rb_gv_set(const char *name, VALUE v)
{
    gvar_set(global_id(name), v);
    return v;
}

VALUE
rb_gvar_defined(ID name)
{
    if (ractor_confined_p()) ractor_check_gvar(name);
    return val_bool(gvar_defined(name));
}

void
rb_alias_variable(ID dst, ID src)
{
    gvar_alias(dst, src);
}

void
rb_define_hooked_variable(const char *name, VALUE *place, rb_gvar_getter_t *getter, rb_gvar_setter_t *setter)
{
    struct gvar_var *var = gvar_entry(global_id(name))->var;
    var->data = place;
    var->getter = getter ? getter : rb_gvar_var_getter;
    var->setter = setter ? setter : rb_gvar_var_setter;
    var->marker = rb_gvar_var_marker;
}

void
rb_define_variable(const char *name, VALUE *place)
{
    rb_define_hooked_variable(name, place, NULL, NULL);
}

void
rb_define_readonly_variable(const char *name, const VALUE *place)
{
    rb_define_hooked_variable(name, (VALUE *)place, NULL, rb_gvar_readonly_setter);
}

void
rb_define_virtual_variable(const char *name, rb_gvar_getter_t *getter, rb_gvar_setter_t *setter)
{
    rb_define_hooked_variable(name, NULL, getter ? getter : rb_gvar_val_getter, setter ? setter : rb_gvar_readonly_setter);
}

/* ---- Kernel's methods ---- */

VALUE
rb_f_global_variables(void)
{
    VALUE list = rb_ary_new(), v;
    uint32_t pos = 0;
    ID id;
    while (id_table_next(gvars, &pos, &id, &v)) rb_ary_push(list, ID2SYM(id));
    VALUE match = rb_backref_get();
    if (!NIL_P(match)) {
        long groups = NUM2LONG(rb_funcall(match, rb_intern("size"), 0));
        for (long i = 1; i < groups; i++) { /* $1 ..., of groups that matched */
            char name[24];
            if (!RTEST(rb_reg_nth_defined((int)i, match))) continue;
            snprintf(name, sizeof name, "$%ld", i);
            rb_ary_push(list, ID2SYM(rb_intern(name)));
        }
    }
    return list;
}

VALUE
rb_f_trace_var(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 1, 2);
    VALUE command = argc == 1 ? rb_block_proc() : argv[1];
    if (NIL_P(command)) return rb_f_untrace_var(argc, argv);
    struct gvar_var *var = gvar_entry(rb_to_id(argv[0]))->var;
    struct trace *t = gc_raw_malloc(sizeof *t);
    *t = (struct trace){command, false, var->traces};
    var->traces = t;
    return Qnil;
}

VALUE
rb_f_untrace_var(int argc, const VALUE *argv)
{
    rb_check_arity(argc, 1, 2);
    VALUE name = argv[0], wanted = argc == 2 ? argv[1] : Qnil;
    ID id = obj_name_if_known(&name);
    struct gvar *g = id ? (struct gvar *)id_table_get(gvars, id) : NULL;
    if (!g) name_error_raise(Qnil, name, "undefined global variable %1$s");
    VALUE list = rb_ary_new();
    for (struct trace *t = g->var->traces; t; t = t->next) {
        if (t->removed || (!NIL_P(wanted) && t->command != wanted)) continue;
        t->removed = true;
        rb_ary_push(list, t->command);
    }
    if (!g->var->tracing) drop_removed_traces(g->var);
    if (!NIL_P(wanted) && RARRAY_LEN(list) == 0) return Qnil;
    return list;
}

static VALUE
obj_m_global_variables(VALUE self)
{
    return rb_f_global_variables();
}

static VALUE
obj_m_trace_var(int argc, VALUE *argv, VALUE self)
{
    return rb_f_trace_var(argc, argv);
}

static VALUE
obj_m_untrace_var(int argc, VALUE *argv, VALUE self)
{
    return rb_f_untrace_var(argc, argv);
}

void
Init_GlobalVariables(void)
{
    gc_add_root(gvars_mark, NULL);
    rb_define_global_function("global_variables", obj_m_global_variables, 0);
    rb_define_global_function("trace_var", obj_m_trace_var, -1);
    rb_define_global_function("untrace_var", obj_m_untrace_var, -1);
}
