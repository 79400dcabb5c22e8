/*
 * final.c - what outlives an object for a moment: its finalizers, its free function, its id.
 *
 * Sweeping happens inside an allocation, where no Ruby code may run.  So a queue keeps the work of a
 * dying object.  For define_finalizer it has the procs and the object's id, and the slot is free at once.  For a T_DATA whose
 * free function may do harm, the slot stays as a T_ZOMBIE until the function has run.  The VM calls
 * gc_run_pending_finalizers() at its next safe point.
 *
 * Ids count up from 8 in steps of 8, so they never look like an immediate's, and are given on demand.  Both directions are
 * kept by address, weakly; HDR_HAS_ID makes the sweeper remove both.
 */
#include "gc/page.h"

#include <stdlib.h>
#include <string.h>

struct finalizers {
    uint32_t count, capa;
    struct finalizers *next; /* once the object is dead: in the queue, which takes no memory so */
    VALUE id;
    VALUE procs[];
};

struct pending {
    struct finalizers *procs; /* of `running`; NULL: a free function */
    VALUE zombie;
    void (*fn)(void *);
    void *data;
};

static struct gc_map finalizer_of; /* object -> struct finalizers */
static struct gc_map id_of;        /* object -> id */
static struct gc_map object_of;    /* id -> object; kept from the first _id2ref on */
static bool object_of_kept;
static uint64_t next_id = 8;

static struct finalizers *procs_first, **procs_last = &procs_first; /* waiting to be called */
static struct pending *queue;                                       /* free functions */
static size_t queue_head, queue_count, queue_capa;
static size_t zombies;
static struct pending running; /* marked while it runs */
static bool running_now;

/* ---- ids ---- */

static VALUE
id_value(uint64_t id)
{
    return int_fix((intptr_t)id);
}

VALUE
gc_object_id(VALUE v)
{
    uint64_t id;
    if ((obj_flags(v) & HDR_HAS_ID) && gc_map_get(&id_of, v, &id)) return id_value(id);
    id = next_id;
    next_id += 8;
    gc_map_put(&id_of, v, id);
    if (object_of_kept) gc_map_put(&object_of, id, v);
    obj_hdr(v)->flags |= HDR_HAS_ID;
    gc_own(v);
    return id_value(id);
}

static void
keep_object_of(void)
{
    object_of_kept = true;
    for (size_t i = 0; id_of.keys && i <= id_of.mask; i++)
        if (id_of.keys[i] && id_of.keys[i] != ~(uint64_t)0) gc_map_put(&object_of, id_of.values[i], id_of.keys[i]);
}

VALUE
gc_id_to_object(VALUE id)
{
    uint64_t v;
    if (!val_fix_p(id) || fix_int(id) <= 0) return Qundef;
    if (!object_of_kept) keep_object_of();
    if (!gc_map_get(&object_of, (uint64_t)fix_int(id), &v) || !gc_object_p((VALUE)v)) return Qundef;
    return (VALUE)v;
}

/* Has an object with this id ever been?  Tells "is recycled" from "is not an id". */
bool
gc_id_given_p(VALUE id)
{
    return val_fix_p(id) && fix_int(id) > 0 && fix_int(id) % 8 == 0 && (uint64_t)fix_int(id) < next_id;
}

static void
map_moved(struct gc_map *m, VALUE from, VALUE to)
{
    uint64_t value;
    if (gc_map_delete(m, from, &value)) gc_map_put(m, to, value);
}

void
gc_final_moved(VALUE from, VALUE to)
{
    uint64_t id;
    if (obj_flags(to) & HDR_FINALIZE) map_moved(&finalizer_of, from, to);
    if (!(obj_flags(to) & HDR_HAS_ID)) return;
    map_moved(&id_of, from, to);
    if (object_of_kept && gc_map_get(&id_of, to, &id)) gc_map_put(&object_of, id, to);
}

/* ---- the queue ---- */

static void
queue_push(struct pending p)
{
    if (queue_head && queue_head == queue_count) queue_head = queue_count = 0;
    if (queue_count == queue_capa) {
        queue_capa = queue_capa ? queue_capa * 2 : 32;
        queue = gc_raw_must_realloc(queue, queue_capa * sizeof *queue);
    }
    queue[queue_count++] = p;
}

void (*gc_on_pending_finalizers)(void);

/* Before the first one of several joins the queue. */
static void
tell_pending(void)
{
    if (!gc_final_pending_p() && gc_on_pending_finalizers && !gc.exiting) gc_on_pending_finalizers();
}

static void
procs_push(struct finalizers *f, VALUE id)
{
    tell_pending();
    f->id = id;
    f->next = NULL;
    *procs_last = f;
    procs_last = &f->next;
}

bool
gc_final_pending_p(void)
{
    return procs_first || queue_head < queue_count;
}

size_t
gc_final_zombies(void)
{
    return zombies;
}

size_t
gc_final_zombies_of(unsigned slot_class)
{
    size_t n = 0;
    for (size_t i = queue_head; i < queue_count; i++)
        n += queue[i].zombie && gc_page_of(queue[i].zombie)->slot_class == slot_class;
    if (running_now && running.zombie) n += gc_page_of(running.zombie)->slot_class == slot_class;
    return n;
}

void
gc_final_dying(VALUE v)
{
    uint64_t id = 0, f;
    if (obj_flags(v) & HDR_HAS_ID) {
        gc_map_delete(&id_of, v, &id);
        if (object_of_kept) gc_map_delete(&object_of, id, NULL);
    }
    if ((obj_flags(v) & HDR_FINALIZE) && gc_map_delete(&finalizer_of, v, &f)) {
        if (!id) {
            id = next_id;
            next_id += 8;
        }
        procs_push((struct finalizers *)f, id_value(id));
    }
}

void
gc_final_defer_free(VALUE v, void (*fn)(void *), void *data)
{
    obj_hdr(v)->flags = T_ZOMBIE;
    obj_hdr(v)->shape = SHAPE_HIDDEN;
    zombies++;
    tell_pending();
    queue_push((struct pending){.zombie = v, .fn = fn, .data = data});
}

static void
mark_finalizers(const struct finalizers *f)
{
    if (f) gc_mark_range(f->procs, f->count);
}

void
gc_final_mark(void)
{
    for (size_t i = 0; finalizer_of.keys && i <= finalizer_of.mask; i++)
        if (finalizer_of.keys[i] && finalizer_of.keys[i] != ~(uint64_t)0)
            mark_finalizers((const struct finalizers *)finalizer_of.values[i]);
    for (const struct finalizers *f = procs_first; f; f = f->next) mark_finalizers(f);
    for (size_t i = queue_head; i < queue_count; i++) gc_mark(queue[i].zombie);
    if (running_now) {
        mark_finalizers(running.procs);
        gc_mark(running.zombie);
    }
}

/* ---- the table of finalizers ---- */

static struct finalizers *
finalizers_of(VALUE v)
{
    uint64_t f;
    return gc_map_get(&finalizer_of, v, &f) ? (struct finalizers *)f : NULL;
}

void
gc_final_add(VALUE v, VALUE proc)
{
    struct finalizers *f = finalizers_of(v);
    if (!f || f->count == f->capa) {
        uint32_t capa = f ? f->capa * 2 : 2, count = f ? f->count : 0;
        if (!f) gc_map_put(&finalizer_of, v, 0); /* room for it first: that may fail */
        f = gc_raw_realloc(f, sizeof *f + capa * sizeof(VALUE));
        f->capa = capa;
        f->count = count;
        gc_map_put(&finalizer_of, v, (uint64_t)(uintptr_t)f);
    }
    f->procs[f->count++] = proc;
    obj_hdr(v)->flags |= HDR_FINALIZE;
    gc_own(v);
}

void
gc_final_remove_all(VALUE v)
{
    uint64_t f;
    obj_hdr(v)->flags &= ~(uint32_t)HDR_FINALIZE;
    if (gc_map_delete(&finalizer_of, v, &f)) free((void *)(uintptr_t)f);
}

size_t
gc_final_count(VALUE v)
{
    const struct finalizers *f = finalizers_of(v);
    return f ? f->count : 0;
}

VALUE
gc_final_at(VALUE v, size_t i)
{
    return finalizers_of(v)->procs[i];
}

/* ---- running ---- */

static VALUE
call_finalizer(VALUE arg)
{
    const VALUE *proc_and_id = (const VALUE *)arg;
    return rb_funcall(proc_and_id[0], rb_intern("call"), 1, proc_and_id[1]);
}

static VALUE
show_error(VALUE arg)
{
    const VALUE *proc_and_error = (const VALUE *)arg;
    rb_warn("Exception in finalizer %+" PRIsVALUE, proc_and_error[0]);
    return rb_io_write(rb_stderr, rb_funcall(proc_and_error[1], rb_intern("full_message"), 0));
}

/* An exception in a finalizer ends that finalizer only; it is shown when $VERBOSE is not nil. */
static void
run_procs(const struct finalizers *f, VALUE id)
{
    VALUE errinfo = rb_errinfo();
    for (size_t i = 0; i < f->count; i++) {
        VALUE arg[2] = {f->procs[i], id};
        int state = 0;
        rb_protect(call_finalizer, (VALUE)arg, &state);
        if (!state) continue;
        VALUE error = rb_errinfo();
        rb_set_errinfo(Qnil);
        if (ruby_verbose == Qnil || !RTEST(rb_obj_is_kind_of(error, rb_eException))) continue;
        arg[1] = error;
        rb_protect(show_error, (VALUE)arg, &state); /* a signal may raise in it too */
        if (state) rb_set_errinfo(Qnil);
    }
    rb_set_errinfo(errinfo);
}

static void
run_one(void)
{
    if (running.procs) {
        run_procs(running.procs, running.procs->id);
        free(running.procs);
        return;
    }
    running.fn(running.data);
    zombies--;
    gc_slot_release(running.zombie);
}

void
gc_run_pending_finalizers(void)
{
    if (running_now || gc.during) return;
    while (gc_final_pending_p()) {
        if (procs_first) {
            running = (struct pending){.procs = procs_first};
            procs_first = procs_first->next;
            if (!procs_first) procs_last = &procs_first;
        } else {
            running = queue[queue_head++];
        }
        running_now = true;
        run_one();
        running_now = false;
    }
}

/* ---- the end ---- */

static void
queue_all_finalizers(void)
{
    for (size_t i = 0; finalizer_of.keys && i <= finalizer_of.mask; i++) {
        VALUE v = (VALUE)finalizer_of.keys[i];
        if (!v || v == ~(VALUE)0 || !finalizer_of.values[i]) continue;
        uint64_t id;
        if (!(obj_flags(v) & HDR_HAS_ID) || !gc_map_get(&id_of, v, &id)) {
            id = next_id;
            next_id += 8;
        }
        obj_hdr(v)->flags &= ~(uint32_t)HDR_FINALIZE;
        procs_push((struct finalizers *)finalizer_of.values[i], id_value(id));
    }
    gc_map_release(&finalizer_of);
}

static void
free_at_exit(VALUE v, void *unused)
{
    struct gc_bit at = gc_bit_of(v);
    unsigned t = obj_type(v);
    if (t != T_DATA && t != T_FILE) return;
    const struct gc_type_ops *ops = gc_ops_of(v);
    if (ops->free) ops->free(v);
    if (t == T_DATA) RTYPEDDATA(v)->data = NULL;
    at.bits->owns &= ~at.bit;
}

void
gc_finalize_all(void)
{
    gc_run_pending_finalizers();
    while (finalizer_of.count) {
        queue_all_finalizers();
        gc_run_pending_finalizers();
    }
}

void
gc_at_exit(void)
{
    gc_finalize_all();
    gc.disabled = true;
    gc.exiting = true;
    gc_set_stress(false);
    gc.stress_every = 0;
    gc_each_owner(free_at_exit, NULL);
    gc_run_pending_finalizers();
}
