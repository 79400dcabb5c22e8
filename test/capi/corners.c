/*
 * corners.c - an extension that calls functions of the C API that no library of ours needs: methods with many parameters, Bignums,
 * hooks of events, tables, exit handlers.
 */
#include <ruby.h>
#include <ruby/debug.h>
#include <ruby/encoding.h>
#include <ruby/io.h>
#include <ruby/st.h>
#include <stdlib.h>

#define DEF(name, argc) rb_define_singleton_method(mod, #name, corners_##name, argc)

/* ---- methods with many parameters ---- */

#define P1(n) VALUE p##n
#define P7 P1(1), P1(2), P1(3), P1(4), P1(5), P1(6), P1(7)

static VALUE
corners_seven(VALUE mod, P7)
{
    return rb_ary_new_from_args(2, p1, p7);
}

static VALUE
corners_eight(VALUE mod, P7, P1(8))
{
    return rb_ary_new_from_args(2, p1, p8);
}

static VALUE
corners_nine(VALUE mod, P7, P1(8), P1(9))
{
    return rb_ary_new_from_args(2, p1, p9);
}

static VALUE
corners_fifteen(VALUE mod, P7, P1(8), P1(9), P1(10), P1(11), P1(12), P1(13), P1(14), P1(15))
{
    return rb_ary_new_from_args(3, p1, p9, p15);
}

/* ---- Bignums ---- */

static VALUE
corners_big(VALUE mod, VALUE x, VALUE y)
{
    return rb_ary_new_from_args(12, rb_big_plus(x, y), rb_big_minus(x, y), rb_big_mul(x, y), rb_big_div(x, y),
                                rb_big_idiv(x, y), rb_big_modulo(x, y), rb_big_divmod(x, y), rb_big_and(x, y),
                                rb_big_or(x, y), rb_big_xor(x, y), rb_big_cmp(x, y), rb_big_eq(x, y));
}

static VALUE
corners_big_shift(VALUE mod, VALUE x, VALUE n)
{
    return rb_ary_new_from_args(3, rb_big_lshift(x, n), rb_big_rshift(x, n), rb_big_pow(x, INT2FIX(2)));
}

static VALUE
corners_fix2ushort(VALUE mod, VALUE x)
{
    return UINT2NUM(rb_fix2ushort(x));
}

static VALUE
corners_polar(VALUE mod, VALUE abs, VALUE arg)
{
    return rb_complex_polar(abs, arg);
}

/* ---- Strings ---- */

static VALUE
corners_strings(VALUE mod)
{
    VALUE s = rb_str_buf_new_cstr("abc");
    rb_str_buf_cat_ascii(s, "def");
    VALUE wide = rb_enc_str_new_static("a\0b\0", 4, rb_enc_find("UTF-16LE"));
    wide = rb_str_dup(wide);
    rb_str_buf_cat_ascii(wide, "c");
    return rb_ary_new_from_args(4, s, rb_str_dup_frozen(s), wide, OBJ_FROZEN(rb_str_dup_frozen(s)) ? Qtrue : Qfalse);
}

/* ---- tables ---- */

static VALUE
corners_table(VALUE mod, VALUE hash, VALUE key)
{
    st_data_t value = 0;
    st_table *table = RHASH_TBL(hash);
    VALUE found = st_lookup(table, (st_data_t)key, &value) ? (VALUE)value : Qundef;
    return rb_ary_new_from_args(2, SIZET2NUM(table->num_entries), found == Qundef ? Qnil : found);
}

static VALUE
corners_bulk(int argc, VALUE *argv, VALUE mod)
{
    VALUE hash = rb_hash_new();
    rb_hash_bulk_insert(argc, argv, hash);
    return hash;
}

static VALUE
corners_encoding_option(VALUE mod, VALUE options)
{
    rb_encoding *external = NULL, *internal = NULL;
    enum rb_io_mode mode = 0;
    int found = rb_io_extract_encoding_option(options, &external, &internal, &mode);
    return rb_ary_new_from_args(3, INT2FIX(found), external ? rb_enc_from_encoding(external) : Qnil,
                                internal ? rb_enc_from_encoding(internal) : Qnil);
}

/* ---- memory ---- */

static VALUE
corners_xrealloc2(VALUE mod)
{
    int *list = ALLOC_N(int, 4);
    for (int i = 0; i < 4; i++) list[i] = i;
    REALLOC_N(list, int, 1000);
    int sum = list[0] + list[3];
    xfree(list);
    return INT2FIX(sum);
}

static VALUE
too_much(VALUE unused)
{
    return (VALUE)ruby_xmalloc2(SIZE_MAX / 2, 4);
}

static VALUE
corners_too_much(VALUE mod)
{
    return rb_protect(too_much, Qnil, NULL);
}

/* ---- calls ---- */

static VALUE
corners_call_super(int argc, VALUE *argv, VALUE self)
{
    return rb_call_super_kw(argc, argv, rb_keyword_given_p());
}

static VALUE
corners_yield_block(int argc, VALUE *argv, VALUE mod)
{
    return rb_yield_block(Qnil, Qnil, argc, argv, Qnil);
}

static VALUE
corners_map_by_yield_block(VALUE mod, VALUE list)
{
    return rb_block_call(list, rb_intern("map"), 0, NULL, (rb_block_call_func_t)rb_yield_block, Qnil);
}

static VALUE
raise_or_not(VALUE what)
{
    return NIL_P(what) ? ID2SYM(rb_intern("none")) : (rb_exc_raise(what), Qnil);
}

static VALUE
rescued(VALUE arg, VALUE error)
{
    return rb_ary_new_from_args(2, arg, rb_obj_class(error));
}

static VALUE
rescue_list(VALUE what, ...)
{
    va_list list;
    va_start(list, what);
    VALUE result = rb_vrescue2(raise_or_not, what, rescued, INT2FIX(7), list);
    va_end(list);
    return result;
}

static VALUE
corners_rescue_list(VALUE mod, VALUE what)
{
    return rescue_list(what, rb_eArgError, rb_eIOError, (VALUE)0);
}

static void
say_end(VALUE text)
{
    rb_io_write(rb_stdout, text);
}

static VALUE
corners_at_end(VALUE mod, VALUE text)
{
    rb_set_end_proc(say_end, text);
    return Qnil;
}

static VALUE
corners_define_method_id(VALUE mod, VALUE klass)
{
    rb_define_method_id(klass, rb_intern("seven_by_id"), corners_seven, 7);
    return Qnil;
}

/* ---- global variables ---- */

static VALUE
corners_gvar_val(VALUE mod)
{
    VALUE read = rb_gvar_val_getter(rb_intern("$corner"), (VALUE *)INT2FIX(3));
    return read;
}

/* ---- hooks ---- */

static int seen;

static void
count_event(rb_event_flag_t event, VALUE data, VALUE self, ID mid, VALUE klass)
{
    seen += FIX2INT(data);
}

static void
count_raw(VALUE data, const rb_trace_arg_t *arg)
{
    seen += FIX2INT(data);
}

static VALUE
corners_hooks(VALUE mod)
{
    seen = 0;
    rb_add_event_hook2(count_event, RUBY_EVENT_LINE, INT2FIX(1), RUBY_EVENT_HOOK_FLAG_SAFE);
    rb_add_event_hook2((rb_event_hook_func_t)(void (*)(void))count_raw, RUBY_EVENT_LINE, INT2FIX(10),
                       RUBY_EVENT_HOOK_FLAG_SAFE | RUBY_EVENT_HOOK_FLAG_RAW_ARG);
    rb_eval_string("a = 1\nb = 2\n");
    int both = seen;
    int gone = rb_remove_event_hook_with_data(count_event, INT2FIX(5));
    gone = gone * 10 + rb_remove_event_hook_with_data(count_event, INT2FIX(1));
    gone = gone * 10 + rb_remove_event_hook((rb_event_hook_func_t)(void (*)(void))count_raw);
    seen = 0;
    rb_eval_string("a = 1");
    return rb_ary_new_from_args(3, INT2FIX(both > 0 && both % 11 == 0), INT2FIX(gone), INT2FIX(seen));
}

static VALUE
corners_thread_hooks(VALUE mod, VALUE other)
{
    seen = 0;
    rb_thread_add_event_hook(rb_thread_current(), count_event, RUBY_EVENT_LINE, INT2FIX(1));
    rb_thread_add_event_hook2(other, count_event, RUBY_EVENT_LINE, INT2FIX(1000), RUBY_EVENT_HOOK_FLAG_SAFE);
    rb_eval_string("a = 1\nb = 2\n");
    int both = seen, gone = rb_thread_remove_event_hook(other, count_event);
    gone = gone * 10 + rb_thread_remove_event_hook_with_data(rb_thread_current(), count_event, INT2FIX(2));
    gone = gone * 10 + rb_thread_remove_event_hook(rb_thread_current(), count_event);
    seen = 0;
    rb_eval_string("a = 1");
    return rb_ary_new_from_args(3, both > 0 && both < 1000 ? Qtrue : Qfalse, INT2FIX(gone), INT2FIX(seen));
}

/* Internal events: the handlers allocate nothing. */
static int made, freed, with_object;

static void
object_event(VALUE tp, void *data)
{
    rb_trace_arg_t *arg = rb_tracearg_from_tracepoint(tp);
    if (rb_tracearg_event_flag(arg) == RUBY_INTERNAL_EVENT_NEWOBJ) made++;
    else freed++;
    with_object += !RB_SPECIAL_CONST_P(rb_tracearg_object(arg));
}

static VALUE
corners_object_events(VALUE mod)
{
    made = freed = with_object = 0;
    VALUE tp = rb_tracepoint_new(Qnil, RUBY_INTERNAL_EVENT_NEWOBJ | RUBY_INTERNAL_EVENT_FREEOBJ, object_event, NULL);
    rb_tracepoint_enable(tp);
    for (int i = 0; i < 20000; i++) rb_str_new_cstr("an object that nothing keeps");
    rb_gc_start();
    rb_tracepoint_disable(tp);
    return rb_ary_new_from_args(3, made >= 20000 ? Qtrue : Qfalse, freed > 1000 ? Qtrue : Qfalse,
                                with_object == made + freed ? Qtrue : Qfalse);
}

static VALUE
corners_mixed_events(VALUE mod)
{
    return rb_tracepoint_new(Qnil, RUBY_INTERNAL_EVENT_NEWOBJ | RUBY_EVENT_LINE, object_event, NULL);
}

static VALUE object_seen;

static void
ask_object(VALUE tp, void *data)
{
    rb_trace_arg_t *arg = rb_tracearg_from_tracepoint(tp);
    int state = 0;
    rb_protect((VALUE(*)(VALUE))rb_tracearg_object, (VALUE)arg, &state);
    object_seen = state ? rb_obj_class(rb_errinfo()) : Qnil;
    rb_set_errinfo(Qnil);
}

static VALUE
corners_object_of_line(VALUE mod)
{
    object_seen = Qnil;
    VALUE tp = rb_tracepoint_new(Qnil, RUBY_EVENT_LINE, ask_object, NULL);
    rb_tracepoint_enable(tp);
    rb_eval_string("a = 1\n");
    rb_tracepoint_disable(tp);
    return object_seen;
}

/* ---- jobs ---- */

static int jobs_run;

static void
job(void *data)
{
    jobs_run += *(int *)data;
}

static VALUE
corners_jobs(VALUE mod)
{
    static int one = 1;
    jobs_run = 0;
    rb_postponed_job_handle_t handle = rb_postponed_job_preregister(0, job, &one);
    rb_postponed_job_trigger(handle);
    rb_thread_check_ints();
    return INT2FIX(jobs_run);
}

void
Init_corners(void)
{
    VALUE mod = rb_define_module("Corners");
    rb_gc_register_address(&object_seen);
    DEF(seven, 7);
    DEF(eight, 8);
    DEF(nine, 9);
    DEF(fifteen, 15);
    DEF(big, 2);
    DEF(big_shift, 2);
    DEF(fix2ushort, 1);
    DEF(polar, 2);
    DEF(strings, 0);
    DEF(table, 2);
    DEF(bulk, -1);
    DEF(encoding_option, 1);
    DEF(xrealloc2, 0);
    DEF(too_much, 0);
    DEF(yield_block, -1);
    DEF(map_by_yield_block, 1);
    DEF(rescue_list, 1);
    DEF(at_end, 1);
    DEF(define_method_id, 1);
    DEF(gvar_val, 0);
    DEF(hooks, 0);
    DEF(thread_hooks, 1);
    DEF(object_events, 0);
    DEF(mixed_events, 0);
    DEF(object_of_line, 0);
    DEF(jobs, 0);
    VALUE klass = rb_define_class_under(mod, "Super",
                                        rb_eval_string("Class.new { def call_super(*a, **k, &b) = [a, k, b&.call] }"));
    rb_define_method(klass, "call_super", corners_call_super, -1);
}
