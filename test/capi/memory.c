/*
 * memory.c - an extension that shares memory by views, selects by rb_fdset_t and runs native threads.  memory.rb calls it, and
 * memory.out is the output of CRuby 4.0.1.
 */
#include <ruby.h>
#include <ruby/memory_view.h>
#include <ruby/thread_native.h>

#include <string.h>
#include <unistd.h>

#define DEF(name, argc) rb_define_singleton_method(mod, #name, memory_##name, argc)

static VALUE
component(const rb_memory_view_item_component_t *c)
{
    char format[2] = {c->format, 0};
    return rb_ary_new_from_args(6, rb_str_new_cstr(format), c->native_size_p ? Qtrue : Qfalse,
                                c->little_endian_p ? Qtrue : Qfalse, SIZET2NUM(c->offset), SIZET2NUM(c->size),
                                SIZET2NUM(c->repeat));
}

/* Returns the size of an item of the format, its members, or what of the format is wrong. */
static VALUE
memory_parse(VALUE self, VALUE format)
{
    rb_memory_view_item_component_t *members = NULL;
    size_t count = 0;
    const char *wrong = NULL, *again = NULL;
    const char *text = NIL_P(format) ? NULL : StringValueCStr(format);
    ssize_t size = rb_memory_view_parse_item_format(text, &members, &count, &wrong);
    VALUE list = rb_ary_new();
    for (size_t i = 0; size >= 0 && i < count; i++) rb_ary_push(list, component(&members[i]));
    VALUE result = rb_ary_new_from_args(4, SSIZET2NUM(size), list, wrong ? rb_str_new_cstr(wrong) : Qnil,
                                        SSIZET2NUM(rb_memory_view_item_size_from_format(text, &again)));
    if (size >= 0) xfree(members);
    return result;
}

/* Returns the members of the item that begins at the first byte of bytes. */
static VALUE
memory_extract(VALUE self, VALUE bytes, VALUE format)
{
    rb_memory_view_item_component_t *members = NULL;
    size_t count = 0;
    const char *wrong = NULL;
    ssize_t size = rb_memory_view_parse_item_format(StringValueCStr(format), &members, &count, &wrong);
    if (size < 0 || size > RSTRING_LEN(bytes)) return SSIZET2NUM(size);
    VALUE all = rb_memory_view_extract_item_members(RSTRING_PTR(bytes), members, count);
    xfree(members);
    RB_GC_GUARD(bytes);
    return all;
}

static VALUE
memory_strides(VALUE self, VALUE shape, VALUE item_size, VALUE row_major)
{
    ssize_t sizes[8], strides[8];
    long n = RARRAY_LEN(shape);
    for (long i = 0; i < n; i++) sizes[i] = NUM2LONG(rb_ary_entry(shape, i));
    rb_memory_view_fill_contiguous_strides(n, NUM2LONG(item_size), sizes, RTEST(row_major), strides);
    rb_memory_view_t view = {.ndim = n, .shape = sizes, .strides = strides, .item_size = NUM2LONG(item_size)};
    VALUE list = rb_ary_new();
    for (long i = 0; i < n; i++) rb_ary_push(list, LONG2NUM(strides[i]));
    return rb_ary_new_from_args(3, list, rb_memory_view_is_row_major_contiguous(&view) ? Qtrue : Qfalse,
                                rb_memory_view_is_column_major_contiguous(&view) ? Qtrue : Qfalse);
}

/* ---- a class that exports its String as 2 rows of int32 ---- */

static const ssize_t shape[] = {2, 3}, strides[] = {12, 4};

static bool
get_view(VALUE obj, rb_memory_view_t *view, int flags)
{
    VALUE bytes = rb_ivar_get(obj, rb_intern("@bytes"));
    if (flags & RUBY_MEMORY_VIEW_WRITABLE) return false;
    rb_memory_view_init_as_byte_array(view, obj, RSTRING_PTR(bytes), RSTRING_LEN(bytes), true);
    if (rb_ivar_get(obj, rb_intern("@plain")) == Qtrue) return true;
    view->format = RTEST(rb_ivar_get(obj, rb_intern("@pair"))) ? "ss" : "l";
    view->item_size = 4;
    view->ndim = 2;
    view->shape = shape;
    view->strides = strides;
    return true;
}

static bool
release_view(VALUE obj, rb_memory_view_t *view)
{
    rb_ivar_set(obj, rb_intern("@released"), Qtrue);
    return true;
}

static bool
available(VALUE obj)
{
    return RTEST(rb_ivar_get(obj, rb_intern("@bytes")));
}

static const rb_memory_view_entry_t entry = {get_view, release_view, available};

static VALUE
memory_register(VALUE self, VALUE klass)
{
    return rb_memory_view_register(klass, &entry) ? Qtrue : Qfalse;
}

static VALUE
memory_available(VALUE self, VALUE obj)
{
    return rb_memory_view_available_p(obj) ? Qtrue : Qfalse;
}

/* Returns the item at the two indices, its offset, whether the view was released; false if there is no view. */
static VALUE
memory_item(VALUE self, VALUE obj, VALUE row, VALUE column, VALUE flags)
{
    rb_memory_view_t view, again;
    if (!rb_memory_view_get(obj, &view, NUM2INT(flags))) return Qfalse;
    ssize_t at[] = {NUM2LONG(row), NUM2LONG(column)};
    char *p = rb_memory_view_get_item_pointer(&view, at);
    if (view.format) rb_memory_view_prepare_item_desc(&view);
    VALUE item = rb_memory_view_get_item(&view, at);
    bool twice = rb_memory_view_get(obj, &again, 0);
    VALUE result = rb_ary_new_from_args(7, item, LONG2NUM(p - (char *)view.data), SSIZET2NUM(view.byte_size),
                                        SSIZET2NUM(view.ndim), view.readonly ? Qtrue : Qfalse,
                                        SIZET2NUM(view.item_desc.length), twice ? Qtrue : Qfalse);
    if (twice) rb_ary_push(result, rb_memory_view_release(&again) ? Qtrue : Qfalse);
    rb_ary_push(result, rb_memory_view_release(&view) ? Qtrue : Qfalse);
    return result;
}

/* ---- rb_fdset_t ---- */

static VALUE
set_bits(rb_fdset_t *set, int upto)
{
    VALUE list = rb_ary_new();
    for (int i = 0; i < upto; i++)
        if (rb_fd_isset(i, set)) rb_ary_push(list, INT2NUM(i));
    return list;
}

static VALUE
memory_fdset(VALUE self, VALUE descriptors)
{
    rb_fdset_t set, copy, dup;
    rb_fd_init(&set);
    for (long i = 0; i < RARRAY_LEN(descriptors); i++) rb_fd_set(NUM2INT(rb_ary_entry(descriptors, i)), &set);
    rb_fd_init(&copy);
    rb_fd_dup(&copy, &set);
    rb_fd_init(&dup);
    rb_fd_dup(&dup, &set);
    rb_fd_clr(3, &set);
    rb_fd_clr(100000, &set);
    VALUE result = rb_ary_new_from_args(3, set_bits(&set, 5000), set_bits(&copy, 5000), set_bits(&dup, 5000));
    rb_fd_zero(&copy);
    rb_ary_push(result, set_bits(&copy, 5000));
    rb_fd_copy(&copy, dup.fdset, 1024);
    rb_ary_push(result, set_bits(&copy, 1024));
    rb_fd_term(&set);
    rb_fd_term(&copy);
    rb_fd_term(&dup);
    return result;
}

/* Returns how many ends of a pipe are ready for reading and writing, before and after a byte was written. */
static VALUE
memory_select(VALUE self)
{
    int ends[2];
    struct timeval now = {0, 0};
    VALUE result = rb_ary_new();
    if (pipe(ends) < 0) rb_sys_fail("pipe");
    for (int turn = 0; turn < 2; turn++) {
        rb_fdset_t in, out;
        rb_fd_init(&in);
        rb_fd_init(&out);
        rb_fd_set(ends[0], &in);
        rb_fd_set(ends[1], &out);
        int n = rb_thread_fd_select((ends[0] > ends[1] ? ends[0] : ends[1]) + 1, &in, turn ? &out : NULL, NULL, &now);
        rb_ary_push(result, rb_ary_new_from_args(3, INT2NUM(n), rb_fd_isset(ends[0], &in) ? Qtrue : Qfalse,
                                                 rb_fd_isset(ends[1], &out) ? Qtrue : Qfalse));
        rb_fd_term(&in);
        rb_fd_term(&out);
        if (write(ends[1], "x", 1) != 1) rb_sys_fail("write");
    }
    close(ends[0]);
    close(ends[1]);
    return result;
}

/* ---- native threads ---- */

static rb_nativethread_lock_t lock;
static rb_nativethread_cond_t changed;
static int stage;
static rb_nativethread_id_t other;

static void *
follow(void *data)
{
    other = rb_nativethread_self();
    rb_nativethread_lock_lock(&lock);
    while (stage < 1) rb_native_cond_wait(&changed, &lock);
    stage = 2;
    rb_native_cond_broadcast(&changed);
    rb_nativethread_lock_unlock(&lock);
    return NULL;
}

static VALUE
memory_threads(VALUE self)
{
    pthread_t thread;
    rb_nativethread_lock_initialize(&lock);
    rb_native_cond_initialize(&changed);
    if (pthread_create(&thread, NULL, follow, NULL)) rb_raise(rb_eRuntimeError, "no thread");
    rb_native_mutex_lock(&lock);
    stage = 1;
    rb_native_cond_signal(&changed);
    while (stage < 2) rb_native_cond_timedwait(&changed, &lock, 50);
    int taken = rb_native_mutex_trylock(&lock);
    rb_native_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    int free = rb_native_mutex_trylock(&lock);
    rb_native_cond_timedwait(&changed, &lock, 1); /* none signals: it ends by the time */
    rb_native_mutex_unlock(&lock);
    bool two = !pthread_equal(other, rb_nativethread_self());
    rb_native_cond_destroy(&changed);
    rb_nativethread_lock_destroy(&lock);
    rb_native_mutex_initialize(&lock);
    rb_native_mutex_destroy(&lock);
    return rb_ary_new_from_args(4, INT2NUM(stage), taken ? Qtrue : Qfalse, free ? Qtrue : Qfalse, two ? Qtrue : Qfalse);
}

void
Init_memory(void)
{
    VALUE mod = rb_define_module("Memory");
    DEF(parse, 1);
    DEF(extract, 2);
    DEF(strides, 3);
    DEF(register, 1);
    DEF(available, 1);
    DEF(item, 4);
    DEF(fdset, 1);
    DEF(select, 0);
    DEF(threads, 0);
}
