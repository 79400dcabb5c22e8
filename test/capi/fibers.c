/*
 * fibers.c - an extension that makes fibers, calls a scheduler's hooks and keeps values for each Ractor; fibers.rb calls it.
 */
#include <ruby.h>
#include <errno.h>
#include <ruby/fiber/scheduler.h>
#include <ruby/ractor.h>
#include <stdlib.h>
#include <string.h>

#define DEF(name, argc) rb_define_singleton_method(mod, #name, fibers_##name, argc)
#define BOOL(x) ((x) ? Qtrue : Qfalse)

static rb_ractor_local_key_t value_key, pointer_key, typed_key;

/* ---- fibers ---- */

static VALUE
fiber_body(RB_BLOCK_CALL_FUNC_ARGLIST(value, data))
{
    VALUE got = rb_fiber_yield(1, &data);
    VALUE two[2] = {got, rb_ary_new_from_values(argc, argv)};
    return rb_ary_new_from_args(2, rb_fiber_yield(2, two), value);
}

/* a fiber of a function, resumed until its end */
static VALUE
fibers_steps(VALUE mod, VALUE data)
{
    VALUE fiber = rb_fiber_new(fiber_body, data), steps = rb_ary_new(), one = INT2FIX(1);
    rb_ary_push(steps, rb_fiber_alive_p(fiber));
    rb_ary_push(steps, rb_fiber_resume(fiber, 1, &one));
    rb_ary_push(steps, rb_fiber_resume(fiber, 0, NULL));
    rb_ary_push(steps, rb_fiber_resume(fiber, 1, &data));
    rb_ary_push(steps, rb_fiber_alive_p(fiber));
    return steps;
}

static VALUE
storage_body(RB_BLOCK_CALL_FUNC_ARGLIST(value, data))
{
    return rb_funcall(rb_path2class("Fiber"), rb_intern("[]"), 1, data);
}

static VALUE
fibers_stored(VALUE mod, VALUE key, VALUE storage)
{
    return rb_fiber_resume(rb_fiber_new_storage(storage_body, key, storage), 0, NULL);
}

static VALUE
keyword_hash(VALUE hash)
{
    return NIL_P(hash) ? rb_hash_new() : hash;
}

static VALUE
fibers_resume_kw(VALUE mod, VALUE fiber, VALUE hash)
{
    hash = keyword_hash(hash);
    return rb_fiber_resume_kw(fiber, 1, &hash, RB_PASS_KEYWORDS);
}

static VALUE
fibers_resume_as_called(int argc, VALUE *argv, VALUE mod)
{
    return rb_fiber_resume_kw(argv[0], argc - 1, argv + 1, RB_PASS_CALLED_KEYWORDS);
}

static VALUE
fibers_transfer_kw(VALUE mod, VALUE fiber, VALUE hash)
{
    hash = keyword_hash(hash);
    return rb_fiber_transfer_kw(fiber, 1, &hash, RB_PASS_KEYWORDS);
}

static VALUE
fibers_transfer(int argc, VALUE *argv, VALUE mod)
{
    return rb_fiber_transfer(argv[0], argc - 1, argv + 1);
}

static VALUE
fibers_transfer_as_called(int argc, VALUE *argv, VALUE mod)
{
    return rb_fiber_transfer_kw(argv[0], argc - 1, argv + 1, RB_PASS_CALLED_KEYWORDS);
}

static VALUE
fibers_yield_kw(VALUE mod, VALUE hash)
{
    return rb_fiber_yield_kw(1, &hash, RB_PASS_KEYWORDS);
}

static VALUE
fibers_yield_as_called(int argc, VALUE *argv, VALUE mod)
{
    return rb_fiber_yield_kw(argc, argv, RB_PASS_CALLED_KEYWORDS);
}

static VALUE
fibers_raise(int argc, VALUE *argv, VALUE mod)
{
    return rb_fiber_raise(argv[0], argc - 1, argv + 1);
}

static VALUE
fibers_fiber_p(VALUE mod, VALUE value)
{
    return rb_obj_is_fiber(value);
}

static VALUE
fibers_current(VALUE mod)
{
    return rb_fiber_current();
}

/* ---- the hooks of a scheduler ---- */

static VALUE
fibers_timeouts(VALUE mod)
{
    struct timeval half = {2, 500000};
    return rb_assoc_new(rb_fiber_scheduler_make_timeout(&half), rb_fiber_scheduler_make_timeout(NULL));
}

static VALUE
shown(VALUE result)
{
    return result == Qundef ? ID2SYM(rb_intern("none")) : result;
}

static VALUE
fibers_hook(VALUE mod, VALUE s, VALUE name, VALUE a, VALUE b)
{
    const char *hook = StringValueCStr(name);
    if (!strcmp(hook, "yield")) return shown(rb_fiber_scheduler_yield(s));
    if (!strcmp(hook, "close")) return shown(rb_fiber_scheduler_close(s));
    if (!strcmp(hook, "sleep")) return shown(rb_fiber_scheduler_kernel_sleep(s, a));
    if (!strcmp(hook, "sleepv")) return shown(rb_fiber_scheduler_kernel_sleepv(s, 1, &a));
    if (!strcmp(hook, "process_wait")) return shown(rb_fiber_scheduler_process_wait(s, 5, 1));
    if (!strcmp(hook, "block")) return shown(rb_fiber_scheduler_block(s, a, b));
    if (!strcmp(hook, "unblock")) return shown(rb_fiber_scheduler_unblock(s, a, b));
    if (!strcmp(hook, "io_wait")) return shown(rb_fiber_scheduler_io_wait(s, a, INT2FIX(1), b));
    if (!strcmp(hook, "io_wait_readable")) return shown(rb_fiber_scheduler_io_wait_readable(s, a));
    if (!strcmp(hook, "io_wait_writable")) return shown(rb_fiber_scheduler_io_wait_writable(s, a));
    if (!strcmp(hook, "io_select")) return shown(rb_fiber_scheduler_io_select(s, a, b, Qnil, Qnil));
    if (!strcmp(hook, "io_read")) return shown(rb_fiber_scheduler_io_read(s, a, b, 3, 1));
    if (!strcmp(hook, "io_write")) return shown(rb_fiber_scheduler_io_write(s, a, b, 3, 1));
    if (!strcmp(hook, "io_pread")) return shown(rb_fiber_scheduler_io_pread(s, a, 7, b, 3, 1));
    if (!strcmp(hook, "io_pwrite")) return shown(rb_fiber_scheduler_io_pwrite(s, a, 7, b, 3, 1));
    if (!strcmp(hook, "io_close")) return shown(rb_fiber_scheduler_io_close(s, a));
    if (!strcmp(hook, "address_resolve")) return shown(rb_fiber_scheduler_address_resolve(s, a));
    if (!strcmp(hook, "interrupt")) return shown(rb_fiber_scheduler_fiber_interrupt(s, a, b));
    rb_raise(rb_eArgError, "no hook %s", hook);
}

/* the hooks that get memory, not a buffer: [result, the bytes afterwards] */
static VALUE
fibers_memory(VALUE mod, VALUE s, VALUE name, VALUE io)
{
    const char *hook = StringValueCStr(name);
    char bytes[] = "abcdefgh";
    VALUE result = Qnil;
    if (!strcmp(hook, "read")) result = rb_fiber_scheduler_io_read_memory(s, io, bytes, 8, 2);
    if (!strcmp(hook, "write")) result = rb_fiber_scheduler_io_write_memory(s, io, bytes, 8, 2);
    if (!strcmp(hook, "pread")) result = rb_fiber_scheduler_io_pread_memory(s, io, 4, bytes, 8, 2);
    if (!strcmp(hook, "pwrite")) result = rb_fiber_scheduler_io_pwrite_memory(s, io, 4, bytes, 8, 2);
    return rb_assoc_new(shown(result), rb_str_new(bytes, 8));
}

static VALUE
fibers_results(VALUE mod)
{
    VALUE seven = rb_fiber_scheduler_io_result_apply(rb_fiber_scheduler_io_result(7, EIO)) == 7 ? Qtrue : Qfalse;
    errno = 0;
    ssize_t failed = rb_fiber_scheduler_io_result_apply(rb_fiber_scheduler_io_result(-1, EIO));
    return rb_ary_new_from_args(3, seven, INT2FIX((int)failed), BOOL(errno == EIO));
}

static VALUE
fibers_schedulers(VALUE mod, VALUE thread)
{
    return rb_ary_new_from_args(3, rb_fiber_scheduler_get(), rb_fiber_scheduler_current(),
                                rb_fiber_scheduler_current_for_thread(thread));
}

static VALUE
fibers_set(VALUE mod, VALUE scheduler)
{
    return rb_fiber_scheduler_set(scheduler);
}

static VALUE
fibers_schedule(VALUE mod, VALUE scheduler, VALUE body)
{
    return rb_funcall_with_block(scheduler, rb_intern("fiber"), 0, NULL, body);
}

/* ---- Ractors ---- */

static VALUE
fibers_value_set(VALUE mod, VALUE value)
{
    rb_ractor_local_storage_value_set(value_key, value);
    return value;
}

/* [the value, was one set] */
static VALUE
fibers_value(VALUE mod)
{
    VALUE found = Qnil;
    bool set = rb_ractor_local_storage_value_lookup(value_key, &found);
    return rb_ary_new_from_args(3, rb_ractor_local_storage_value(value_key), BOOL(set), set ? found : Qnil);
}

static VALUE
fibers_pointer_set(VALUE mod, VALUE number)
{
    int *p = malloc(sizeof *p);
    *p = NUM2INT(number);
    rb_ractor_local_storage_ptr_set(pointer_key, p);
    return number;
}

static VALUE
fibers_pointer(VALUE mod)
{
    int *p = rb_ractor_local_storage_ptr(pointer_key);
    return p ? INT2FIX(*p) : Qnil;
}

static void
mark_held(void *p)
{
    if (p) rb_gc_mark((VALUE)p);
}

static const struct rb_ractor_local_storage_type held_type = {mark_held, NULL};

static VALUE
fibers_held_set(VALUE mod, VALUE value)
{
    rb_ractor_local_storage_ptr_set(typed_key, (void *)value);
    return Qnil;
}

static VALUE
fibers_held(VALUE mod)
{
    void *p = rb_ractor_local_storage_ptr(typed_key);
    return p ? (VALUE)p : Qnil;
}

/* are a Ractor's streams those of the process? */
static VALUE
fibers_streams(VALUE mod)
{
    VALUE streams[3] = {rb_ractor_stdin(), rb_ractor_stdout(), rb_ractor_stderr()}, list = rb_ary_new();
    for (int i = 0; i < 3; i++) rb_ary_push(list, rb_funcall(streams[i], rb_intern("fileno"), 0));
    return list;
}

static VALUE
fibers_streams_set(VALUE mod, VALUE in, VALUE out, VALUE err)
{
    rb_ractor_stdin_set(in);
    rb_ractor_stdout_set(out);
    rb_ractor_stderr_set(err);
    return rb_ary_new_from_args(3, BOOL(rb_ractor_stdin() == in), BOOL(rb_ractor_stdout() == out),
                                BOOL(rb_ractor_stderr() == err));
}

static VALUE
fibers_shareable(VALUE mod, VALUE value)
{
    VALUE before = BOOL(rb_ractor_shareable_p(value)), copy = rb_ractor_make_shareable_copy(value);
    VALUE kept = BOOL(rb_ractor_shareable_p(value));
    return rb_ary_new_from_args(4, before, kept, BOOL(rb_ractor_shareable_p(copy)),
                                BOOL(rb_ractor_shareable_p(rb_ractor_make_shareable(value))));
}

static void
init_fibers(VALUE mod)
{
    DEF(steps, 1);
    DEF(stored, 2);
    DEF(resume_kw, 2);
    DEF(resume_as_called, -1);
    DEF(transfer_kw, 2);
    DEF(transfer, -1);
    DEF(transfer_as_called, -1);
    DEF(yield_kw, 1);
    DEF(yield_as_called, -1);
    DEF(raise, -1);
    DEF(fiber_p, 1);
    DEF(current, 0);
}

void
Init_fibers(void)
{
    VALUE mod = rb_define_module("Fibers");
    rb_ext_ractor_safe(true);
    value_key = rb_ractor_local_storage_value_newkey();
    pointer_key = rb_ractor_local_storage_ptr_newkey(&rb_ractor_local_storage_type_free);
    typed_key = rb_ractor_local_storage_ptr_newkey(&held_type);
    init_fibers(mod);
    DEF(timeouts, 0);
    DEF(hook, 4);
    DEF(memory, 3);
    DEF(results, 0);
    DEF(schedulers, 1);
    DEF(set, 1);
    DEF(schedule, 2);
    DEF(value_set, 1);
    DEF(value, 0);
    DEF(pointer_set, 1);
    DEF(pointer, 0);
    DEF(held_set, 1);
    DEF(held, 0);
    DEF(streams, 0);
    DEF(streams_set, 3);
    DEF(shareable, 1);
}
