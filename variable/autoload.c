/*
 * variable/autoload.c - constants that load a file when first used.
 *
 * A record has the file of a constant and, while that file loads, the value it assigned.  Only the loading fiber sees such a
 * pending value.  It becomes the constant's value when the file is done.  One file may define several constants, so the list of
 * files being loaded is by path.  The constants share one load, and other fibers wait for its end on its mutex.
 */
#include "internal/class.h"

#include "internal/array.h"
#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/id_table.h"
#include "internal/object.h"
#include "internal/string.h"
#include "internal/variable.h"
#include "internal/vm.h"
#include "internal/load.h"

/* A record is a hidden Array: [path, pending value, whether there is one, the file and line that assigned it]. */
enum { REC_PATH, REC_PENDING, REC_HAS_PENDING, REC_FILE, REC_LINE, REC_LEN };
/* A load is a hidden Array: [thread, fiber, mutex, [[module, name], ...] assigned meanwhile]. */
enum { LOAD_THREAD, LOAD_FIBER, LOAD_MUTEX, LOAD_ASSIGNED, LOAD_LEN };

static VALUE loads; /* Hash path => load */

static VALUE
record_of(VALUE klass, ID name)
{
    return id_table_get(class_ext(klass)->autoload_tbl, name);
}

static VALUE
load_of(VALUE record)
{
    VALUE load = loads ? hash_get(loads, ary_at(record, REC_PATH)) : Qundef;
    return load == Qundef ? 0 : load;
}

static bool
loading_here_p(VALUE record)
{
    VALUE load = load_of(record);
    return load && ary_at(load, LOAD_FIBER) == rb_fiber_current();
}

VALUE
autoload_pending_value(VALUE klass, ID name)
{
    VALUE record = record_of(klass, name);
    if (!record || !RTEST(ary_at(record, REC_HAS_PENDING)) || !loading_here_p(record)) return Qundef;
    return ary_at(record, REC_PENDING);
}

/* Stores an assignment by the thread that loads the file until the load ends.  Returns false for any other assignment. */
bool
autoload_set_pending(VALUE klass, ID name, VALUE value)
{
    VALUE record = record_of(klass, name);
    if (!record || !loading_here_p(record)) return false;
    ary_store(record, REC_PENDING, value);
    ary_store(record, REC_HAS_PENDING, Qtrue);
    ary_store(record, REC_FILE, vm_caller_path(vm_ec));
    ary_store(record, REC_LINE, INT2FIX(vm_caller_line(vm_ec)));
    rb_ary_push(ary_at(load_of(record), LOAD_ASSIGNED), rb_assoc_new(klass, ID2SYM(name)));
    return true;
}

/* [file, line] of the assignment that the loading thread sees; Qundef for others. */
VALUE
autoload_pending_location(VALUE klass, ID name)
{
    if (autoload_pending_value(klass, name) == Qundef) return Qundef;
    VALUE record = record_of(klass, name);
    return rb_assoc_new(ary_at(record, REC_FILE), ary_at(record, REC_LINE));
}

void
autoload_forget(VALUE klass, ID name)
{
    if (class_ext(klass)->autoload_tbl) id_table_delete(class_ext(klass)->autoload_tbl, name, NULL);
}

/* Returns whether a load can still give the constant a value. */
static bool
load_needed_p(VALUE record)
{
    VALUE path = ary_at(record, REC_PATH), by;
    if (load_of(record)) return true;
    if (feature_being_loaded(path, &by) && by == rb_thread_current()) return false; /* by a plain require */
    return !rb_feature_provided(StringValueCStr(path), NULL);
}

VALUE
autoload_path(VALUE klass, ID name, bool inherit)
{
    for (VALUE k = klass; k; k = class_super(k)) {
        VALUE m = class_module_of(k);
        struct const_entry *e = const_entry_own(m, name);
        if (e && e->value != Qundef) return Qnil;
        VALUE record = record_of(m, name);
        if (record && !loading_here_p(record) && load_needed_p(record)) return ary_at(record, REC_PATH);
        if (e || !inherit) return Qnil;
    }
    return Qnil;
}

/* ---- loading ---- */

static VALUE
run_load(VALUE path)
{
    return rb_funcallv(vm_top_self, rb_intern("require"), 1, &path);
}

/* The pending values become constants. */
static VALUE
end_load(VALUE path)
{
    VALUE load = hash_delete(loads, path);
    if (load == Qundef) return Qnil;
    VALUE assigned = ary_at(load, LOAD_ASSIGNED);
    for (size_t i = 0; i < ary_len(assigned); i++) {
        VALUE klass = ary_at(ary_at(assigned, i), 0);
        ID name = SYM2ID(ary_at(ary_at(assigned, i), 1));
        VALUE record = record_of(klass, name);
        struct const_entry *e = const_entry_own(klass, name);
        if (!record || !e || e->value != Qundef) continue;
        RB_OBJ_WRITE(klass, &e->value, ary_at(record, REC_PENDING));
        RB_OBJ_WRITE(klass, &e->file, ary_at(record, REC_FILE));
        e->line = FIX2INT(ary_at(record, REC_LINE));
        autoload_forget(klass, name);
        vm_const_changed(name);
    }
    rb_mutex_unlock(ary_at(load, LOAD_MUTEX));
    return Qnil;
}

/* Drops, in the child of a fork, the loads of threads that do not exist there, and the values that these loads assigned. */
void
autoload_after_fork(void)
{
    if (!loads) return;
    VALUE paths = rb_hash_keys(loads), self = rb_thread_current();
    for (size_t i = 0; i < ary_len(paths); i++) {
        VALUE load = hash_get(loads, ary_at(paths, i));
        if (ary_at(load, LOAD_THREAD) == self) continue;
        VALUE assigned = ary_at(load, LOAD_ASSIGNED);
        for (size_t k = 0; k < ary_len(assigned); k++) {
            VALUE record = record_of(ary_at(ary_at(assigned, k), 0), SYM2ID(ary_at(ary_at(assigned, k), 1)));
            if (!record) continue;
            ary_store(record, REC_PENDING, Qnil);
            ary_store(record, REC_HAS_PENDING, Qfalse);
        }
        hash_delete(loads, ary_at(paths, i));
    }
}

static void
wait_for(VALUE load)
{
    VALUE mutex = ary_at(load, LOAD_MUTEX);
    rb_mutex_lock(mutex);
    rb_mutex_unlock(mutex);
}

bool
autoload_load(VALUE klass, ID name)
{
    VALUE record = record_of(klass, name);
    if (!record || loading_here_p(record)) return false;
    VALUE path = ary_at(record, REC_PATH), load = load_of(record);
    if (load) {
        wait_for(load);
    } else {
        if (!load_needed_p(record)) return false;
        load = ary_tmp_new(LOAD_LEN);
        rb_ary_push(load, rb_thread_current());
        rb_ary_push(load, rb_fiber_current());
        rb_ary_push(load, rb_mutex_new());
        rb_ary_push(load, rb_ary_new());
        rb_mutex_lock(ary_at(load, LOAD_MUTEX));
        if (!loads) loads = rb_hash_new();
        hash_set(loads, path, load);
        rb_ensure(run_load, path, end_load, path);
    }
    struct const_entry *e = const_entry_own(klass, name);
    if (e && e->value != Qundef) return true;
    if (e && record_of(klass, name) == record) {
        rb_warning("Expected %" PRIsVALUE " to define %" PRIsVALUE " but it didn't", path,
                   klass == rb_cObject ? id_name(name)
                                       : rb_sprintf("%" PRIsVALUE "::%" PRIsVALUE, class_path(klass), id_name(name)));
        autoload_forget(klass, name);
        const_drop(klass, name);
    }
    RB_GC_GUARD(load);
    return false;
}

static void
autoload_declare(VALUE klass, ID name, VALUE path)
{
    struct const_entry *e = const_entry_own(klass, name);
    if (e && e->value != Qundef) return;
    VALUE record = ary_tmp_new(REC_LEN);
    rb_ary_push(record, str_fstring(path));
    rb_ary_push(record, Qnil);
    rb_ary_push(record, Qfalse);
    rb_ary_push(record, Qnil);
    rb_ary_push(record, INT2FIX(0));
    struct class_ext *x = class_ext(klass);
    if (!x->autoload_tbl) x->autoload_tbl = id_table_new(0);
    id_table_set(x->autoload_tbl, name, record);
    gc_wb(klass);
    const_set_autoload(klass, name, path);
}

/* ---- the API and the methods ---- */

VALUE
rb_autoload_load(VALUE mod, ID name)
{
    return val_bool(autoload_load(mod, name));
}

VALUE
rb_autoload_p(VALUE mod, ID name)
{
    return autoload_path(mod, name, true);
}

/* Module#autoload */
static VALUE
mod_m_autoload(VALUE mod, VALUE name, VALUE path)
{
    path = rb_get_path(path);
    ID id = rb_to_id(name);
    if (id_class(id) != ID_CONST) rb_raise(rb_eNameError, "autoload must be constant name: %" PRIsVALUE, rb_id2str(id));
    if (RSTRING_LEN(path) == 0) rb_raise(rb_eArgError, "empty feature name");
    rb_check_frozen(mod);
    autoload_declare(mod, id, path);
    return Qnil;
}

/* Module#autoload? */
static VALUE
mod_m_autoload_p(int argc, VALUE *argv, VALUE mod)
{
    rb_check_arity(argc, 1, 2);
    VALUE given = argv[0];
    ID id = obj_name_if_known(&given);
    return id ? autoload_path(mod, id, argc == 1 || RTEST(argv[1])) : Qnil;
}

/* The class whose body the caller is in; Object at the top. */
static VALUE
caller_class(void)
{
    VALUE cref = vm_cref(vm_ec);
    VALUE klass = cref ? cref_class(cref) : rb_cObject;
    if (NIL_P(klass) || !klass) rb_raise(rb_eTypeError, "Can not set autoload on singleton class");
    return klass;
}

/* Kernel#autoload */
static VALUE
obj_m_autoload(VALUE self, VALUE name, VALUE path)
{
    return mod_m_autoload(class_real(caller_class()), name, path);
}

/* Kernel#autoload? */
static VALUE
obj_m_autoload_p(int argc, VALUE *argv, VALUE self)
{
    return mod_m_autoload_p(argc, argv, caller_class());
}

void
Init_Autoload(void)
{
    gc_register_global(&loads);
    rb_define_method(rb_cModule, "autoload", mod_m_autoload, 2);
    rb_define_method(rb_cModule, "autoload?", mod_m_autoload_p, -1);
    rb_define_global_function("autoload", obj_m_autoload, 2);
    rb_define_global_function("autoload?", obj_m_autoload_p, -1);
}
