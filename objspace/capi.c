/*
 * objspace/capi.c - rb_objspace_each_objects: the heap for extensions that walk it (debug's breakpoints, profilers).
 *
 * The callbacks allocate and call Ruby, which a walk over pages does not allow.  The addresses are therefore recorded first, and
 * no collection runs until the last callback has returned.
 */
#include "internal/class.h"
#include "internal/gc.h"
#include "internal/iseq.h"

#include <stdlib.h>

struct walk {
    int (*callback)(void *start, void *end, size_t stride, void *data);
    void *data;
    VALUE *found;
    size_t count, capa;
    bool no_memory, was_disabled;
};

/* Under construction: its maker alone may look at it. */
static bool
unfinished_p(VALUE v)
{
    switch (obj_type(v)) {
    case T_NONE: return true;
    case T_CLASS:
    case T_MODULE:
    case T_ICLASS: return !class_ext(v);
    case T_IMEMO: return imemo_kind(v) == IMEMO_ISEQ && !(iseq_body(v) && iseq_body(v)->made);
    default: return false;
    }
}

static void
note(VALUE v, void *p)
{
    struct walk *w = p;
    if (unfinished_p(v)) return;
    if (w->count == w->capa) {
        size_t capa = w->capa ? w->capa * 2 : 4096;
        VALUE *more = realloc(w->found, capa * sizeof *more); /* not the collector's: nothing may be swept meanwhile */
        if (!more) w->no_memory = true;
        if (!more) return;
        w->found = more;
        w->capa = capa;
    }
    w->found[w->count++] = v;
}

static VALUE
call_back(VALUE p)
{
    struct walk *w = (struct walk *)p;
    if (w->no_memory) rb_memerror();
    for (size_t i = 0; i < w->count; i++) {
        VALUE v = w->found[i];
        if (!gc_object_p(v) || unfinished_p(v)) continue; /* a callback may have called GC.start */
        size_t bytes = gc_slot_bytes(v);
        if (w->callback((void *)v, (void *)(v + bytes), bytes, w->data)) break;
    }
    return Qnil;
}

static VALUE
end_walk(VALUE p)
{
    struct walk *w = (struct walk *)p;
    free(w->found);
    if (!w->was_disabled) gc_enable();
    return Qnil;
}

void
rb_objspace_each_objects(int (*callback)(void *start, void *end, size_t stride, void *data), void *data)
{
    struct walk w = {.callback = callback, .data = data, .was_disabled = gc_disable()};
    gc_each_object(note, &w);
    rb_ensure(call_back, (VALUE)&w, end_walk, (VALUE)&w);
}
