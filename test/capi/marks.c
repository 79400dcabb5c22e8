/*
 * marks.c - an extension that marks by each function of the C API, registers and forgets roots, makes bare objects and old-style
 * data, and runs postponed jobs.  marks.rb calls it, and marks.out is the output of CRuby 4.0.1.
 */
#include <ruby.h>
#include <ruby/debug.h>
#include <ruby/st.h>
#include <ruby/thread.h>

#include <stdlib.h>

#define DEF(name, argc) rb_define_singleton_method(mod, #name, marks_##name, argc)

struct keeper {
    VALUE exact, maybe, range[3];
    st_table *values, *pairs, *set, *fixed;
};

static void
keeper_mark(void *p)
{
    struct keeper *k = p;
    rb_gc_mark(k->exact);
    rb_gc_mark_maybe(k->maybe);
    rb_gc_mark_maybe((VALUE)0x12345670);
    rb_gc_mark_locations(k->range, k->range + 3);
    rb_gc_mark_locations(k->range, k->range);
    rb_mark_tbl(k->values);
    rb_mark_hash(k->pairs);
    rb_mark_set(k->set);
    rb_mark_tbl(k->fixed);
    rb_mark_hash(k->fixed);
    rb_mark_set(k->fixed);
    rb_mark_tbl_no_pin(k->fixed);
}

static void
keeper_free(void *p)
{
    struct keeper *k = p;
    st_free_table(k->values);
    st_free_table(k->pairs);
    st_free_table(k->set);
    xfree(k);
}

static const rb_data_type_t keeper_type = {"keeper", {keeper_mark, keeper_free, NULL, NULL, {0}}, NULL, NULL, 0};

static VALUE
text(const char *format, int n)
{
    return rb_sprintf(format, n);
}

static VALUE
marks_keeper(VALUE self)
{
    struct keeper *k;
    VALUE v = TypedData_Make_Struct(rb_cObject, struct keeper, &keeper_type, k);
    k->values = st_init_numtable();
    k->pairs = st_init_numtable();
    k->set = st_init_numtable();
    k->exact = text("exact %d", 1);
    k->maybe = text("maybe %d", 2);
    for (int i = 0; i < 3; i++) k->range[i] = text("range %d", i);
    for (int i = 0; i < 20; i++) {
        st_insert(k->values, (st_data_t)i, (st_data_t)text("value %d", i));
        VALUE key = text("key %d", i);
        st_insert(k->pairs, (st_data_t)key, (st_data_t)text("of key %d", i));
        st_insert(k->set, (st_data_t)text("member %d", i), (st_data_t)0);
    }
    return v;
}

static int
add_value(st_data_t key, st_data_t value, st_data_t list)
{
    rb_ary_push((VALUE)list, (VALUE)value);
    return ST_CONTINUE;
}

static int
add_pair(st_data_t key, st_data_t value, st_data_t list)
{
    rb_ary_push((VALUE)list, (VALUE)key);
    rb_ary_push((VALUE)list, (VALUE)value);
    return ST_CONTINUE;
}

static int
add_key(st_data_t key, st_data_t value, st_data_t list)
{
    rb_ary_push((VALUE)list, (VALUE)key);
    return ST_CONTINUE;
}

static VALUE
marks_kept(VALUE self, VALUE v)
{
    struct keeper *k = rb_check_typeddata(v, &keeper_type);
    VALUE list = rb_ary_new_from_args(5, k->exact, k->maybe, k->range[0], k->range[1], k->range[2]);
    st_foreach(k->values, add_value, (st_data_t)list);
    st_foreach(k->pairs, add_pair, (st_data_t)list);
    st_foreach(k->set, add_key, (st_data_t)list);
    return list;
}

/* Registers three roots, forgets the one in the middle, and returns the texts of the others. */
static VALUE roots[3], never;

static VALUE
marks_roots(VALUE self)
{
    for (int i = 0; i < 3; i++) {
        roots[i] = text("root %d", i);
        rb_gc_register_address(&roots[i]);
    }
    rb_gc_unregister_address(&roots[1]);
    rb_gc_unregister_address(&never);
    roots[1] = Qnil;
    rb_gc();
    for (int i = 0; i < 100; i++) text("garbage %d", i);
    VALUE list = rb_ary_new_from_args(3, roots[0], roots[1], roots[2]);
    rb_gc_unregister_address(&roots[0]);
    rb_gc_unregister_address(&roots[2]);
    return list;
}

static VALUE
marks_unprotected(VALUE self, VALUE array)
{
    rb_gc_writebarrier_unprotect(array);
    rb_gc_writebarrier_unprotect(array);
    return array;
}

static void
counted_mark(void *p)
{
}

static VALUE
marks_old_style(VALUE self)
{
    int *at;
    VALUE made = Data_Make_Struct(rb_cObject, int, counted_mark, xfree, at);
    *at = 7;
    VALUE wrapped = Data_Wrap_Struct(rb_cObject, NULL, NULL, at);
    VALUE same = Data_Wrap_Struct(rb_cObject, counted_mark, NULL, NULL);
    int *got;
    Data_Get_Struct(wrapped, int, got);
    return rb_ary_new_from_args(3, INT2NUM(*got), DATA_PTR(same) ? Qtrue : Qfalse,
                                rb_typeddata_is_kind_of(made, &keeper_type) ? Qtrue : Qfalse);
}

static VALUE
marks_instance(VALUE self, VALUE v)
{
    if (!rb_typeddata_is_kind_of(v, &keeper_type)) rb_check_typeddata(v, &keeper_type); /* raises */
    return Qtrue;
}

static VALUE
marks_stat(VALUE self, VALUE key)
{
    return rb_gc_stat(key) > 0 || RB_TYPE_P(key, T_HASH) ? Qtrue : Qfalse;
}

/* ---- postponed jobs ---- */

static VALUE log_of_jobs;

static void
job(void *data)
{
    rb_ary_push(log_of_jobs, rb_str_new_cstr(data));
}

static void
other_job(void *data)
{
    rb_ary_push(log_of_jobs, rb_sprintf("other %s", (const char *)data));
}

static VALUE
marks_jobs(VALUE self)
{
    log_of_jobs = rb_ary_new();
    rb_gc_register_mark_object(log_of_jobs);
    rb_postponed_job_handle_t first = rb_postponed_job_preregister(0, job, "first"),
                              other = rb_postponed_job_preregister(0, other_job, "x");
    rb_postponed_job_handle_t again = rb_postponed_job_preregister(0, job, "again");
    rb_postponed_job_trigger(first);
    rb_postponed_job_trigger(first);
    rb_postponed_job_trigger(other);
    rb_thread_check_ints();
    rb_postponed_job_trigger(other);
    rb_thread_check_ints();
    return rb_ary_new_from_args(2, first == again && first != other ? Qtrue : Qfalse, log_of_jobs);
}

/* ---- threads ---- */

static VALUE
marks_alive(VALUE self, VALUE thread)
{
    return rb_ary_new_from_args(2, rb_thread_wakeup_alive(thread), rb_thread_alone() ? Qtrue : Qfalse);
}

static VALUE
marks_interrupted(VALUE self, VALUE thread)
{
    return rb_thread_interrupted(thread) ? Qtrue : Qfalse;
}

static void *
no_work(void *data)
{
    return data;
}

static VALUE
marks_without_lock(VALUE self)
{
    VALUE list = rb_ary_new();
    rb_unblock_function_t *ways[] = {RUBY_UBF_IO, RUBY_UBF_PROCESS, NULL};
    int flags[] = {0, RB_NOGVL_INTR_FAIL, RB_NOGVL_UBF_ASYNC_SAFE, RB_NOGVL_OFFLOAD_SAFE};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (size_t n = 0; n < sizeof flags / sizeof *flags; n++)
            rb_ary_push(list, rb_nogvl(no_work, "x", ways[i], NULL, flags[n]) ? Qtrue : Qfalse);
    return list;
}

static VALUE
marks_sleep(VALUE self)
{
    struct timeval brief = {0, 1000};
    rb_thread_wait_for(brief);
    rb_thread_schedule();
    rb_thread_sleep(0);
    return Qnil;
}

static VALUE
marks_local(VALUE self, VALUE thread)
{
    rb_thread_local_aset(thread, rb_intern("of_c"), INT2FIX(3));
    VALUE was = rb_thread_local_aref(thread, rb_intern("of_c"));
    rb_thread_local_aset(thread, rb_intern("of_c"), Qnil);
    return rb_ary_new_from_args(2, was, rb_thread_local_aref(thread, rb_intern("of_c")));
}

void
Init_marks(void)
{
    VALUE mod = rb_define_module("Marks");
    DEF(keeper, 0);
    DEF(kept, 1);
    DEF(roots, 0);
    DEF(unprotected, 1);
    DEF(old_style, 0);
    DEF(instance, 1);
    DEF(stat, 1);
    DEF(jobs, 0);
    DEF(alive, 1);
    DEF(interrupted, 1);
    DEF(without_lock, 0);
    DEF(sleep, 0);
    DEF(local, 1);
}
