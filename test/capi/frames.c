/*
 * frames.c - an extension that samples frames and opens the inspector of frames; frames.rb calls it.
 */
#include <ruby.h>
#include <ruby/debug.h>

#define DEF(name, argc) rb_define_singleton_method(mod, #name, frames_##name, argc)
enum { FRAMES_MAX = 32 };

/* Returns what each reader of a sampled frame returns, in the order of ruby/debug.h. */
static VALUE
described(VALUE frame, int line)
{
    VALUE parts[] = {rb_profile_frame_path(frame),
                     rb_profile_frame_absolute_path(frame),
                     rb_profile_frame_label(frame),
                     rb_profile_frame_base_label(frame),
                     rb_profile_frame_full_label(frame),
                     rb_profile_frame_first_lineno(frame),
                     rb_profile_frame_classpath(frame),
                     rb_profile_frame_singleton_method_p(frame),
                     rb_profile_frame_method_name(frame),
                     rb_profile_frame_qualified_method_name(frame),
                     INT2FIX(line)};
    return rb_ary_new_from_values(sizeof parts / sizeof parts[0], parts);
}

static VALUE
list_of(int n, const VALUE *frames, const int *lines)
{
    VALUE list = rb_ary_new();
    for (int i = 0; i < n; i++) rb_ary_push(list, described(frames[i], lines[i]));
    return list;
}

static VALUE
frames_here(VALUE mod, VALUE start, VALUE limit)
{
    VALUE frames[FRAMES_MAX];
    int lines[FRAMES_MAX] = {0};
    (void)mod;
    return list_of(rb_profile_frames(NUM2INT(start), NUM2INT(limit), frames, lines), frames, lines);
}

static VALUE
frames_of_thread(VALUE mod, VALUE thread, VALUE limit)
{
    VALUE frames[FRAMES_MAX];
    int lines[FRAMES_MAX] = {0};
    (void)mod;
    return list_of(rb_profile_thread_frames(thread, 0, NUM2INT(limit), frames, lines), frames, lines);
}

/* Returns the number of frames, without their lines. */
static VALUE
frames_count(VALUE mod, VALUE thread)
{
    VALUE frames[FRAMES_MAX];
    (void)mod;
    return INT2FIX(rb_profile_thread_frames(thread, 0, FRAMES_MAX, frames, NULL));
}

static VALUE
inspected(const rb_debug_inspector_t *dc, void *data)
{
    long i = *(long *)data;
    return rb_ary_new_from_args(3, rb_debug_inspector_frame_self_get(dc, i), rb_debug_inspector_frame_class_get(dc, i),
                                rb_debug_inspector_frame_binding_get(dc, i) == Qnil ? Qfalse : Qtrue);
}

static VALUE
frames_inspect_at(VALUE mod, VALUE at)
{
    long i = NUM2LONG(at);
    (void)mod;
    return rb_debug_inspector_open(inspected, &i);
}

static VALUE
depth_at(const rb_debug_inspector_t *dc, void *data)
{
    return rb_debug_inspector_frame_depth(dc, *(long *)data);
}

static VALUE
frames_depth(VALUE mod, VALUE at)
{
    long i = NUM2LONG(at);
    (void)mod;
    return rb_debug_inspector_open(depth_at, &i);
}

/* Returns the method that runs, as its name and class, and whether the call accepts NULL for both. */
static VALUE
frames_current(VALUE mod)
{
    ID id = 0;
    VALUE klass = Qnil;
    int found = rb_frame_method_id_and_class(&id, &klass);
    (void)mod;
    return rb_ary_new_from_args(4, INT2FIX(found), ID2SYM(id), klass, INT2FIX(rb_frame_method_id_and_class(NULL, NULL)));
}

void
Init_frames(void)
{
    VALUE mod = rb_define_module("Frames");
    DEF(here, 2);
    DEF(of_thread, 2);
    DEF(count, 1);
    DEF(inspect_at, 1);
    DEF(depth, 1);
    DEF(current, 0);
}
