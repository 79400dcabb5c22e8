/*
 * ractor/local.c - what extensions keep for each Ractor, and a Ractor's standard streams.
 *
 * RLOCAL-1  A key is made once, at an extension's Init, and never freed.
 * RLOCAL-2  A key holds the main Ractor's value itself; another Ractor's lies in its own table (c_locals) under the key's
 *           address, its pointer in its list (pointers) until it ends.
 * Threads   Under the VM lock.
 * Checked   test/capi/fibers.c; io-console and openssl, which keep their state here
 */
#include "internal/compiler.h"
#include "internal/gc.h"
#include "internal/hash.h"
#include "internal/io.h"
#include "internal/ractor.h"
#include "ruby/ractor.h"
#include "ruby/ruby.h"

#include <stdlib.h>

struct rb_ractor_local_key_struct {
    const struct rb_ractor_local_storage_type *type; /* null: `value` */
    bool set;
    void *ptr;
    VALUE value;
    struct rb_ractor_local_key_struct *next;
};

/* A pointer that a Ractor which is not the main one keeps. */
struct ractor_pointer {
    rb_ractor_local_key_t key;
    void *ptr;
    struct ractor_pointer *next;
};

static struct rb_ractor_local_key_struct *keys;

static void
free_ptr(void *ptr)
{
    ruby_xfree(ptr);
}

const struct rb_ractor_local_storage_type rb_ractor_local_storage_type_free = {NULL, free_ptr};

static void
mark_keys(void *arg)
{
    (void)arg;
    for (struct rb_ractor_local_key_struct *k = keys; k; k = k->next) {
        if (!k->set) continue;
        if (!k->type) gc_mark(k->value);
        else if (k->type->mark) k->type->mark(k->ptr);
    }
}

static rb_ractor_local_key_t
new_key(const struct rb_ractor_local_storage_type *type)
{
    rb_ractor_local_key_t k = ruby_xcalloc(1, sizeof *k);
    if (!keys) gc_add_root(mark_keys, NULL);
    k->type = type;
    k->value = Qnil;
    k->next = keys;
    keys = k;
    return k;
}

static VALUE
key_number(rb_ractor_local_key_t key)
{
    return ULL2NUM((uintptr_t)key);
}

rb_ractor_local_key_t
rb_ractor_local_storage_value_newkey(void)
{
    return new_key(NULL);
}

VALUE
rb_ractor_local_storage_value(rb_ractor_local_key_t key)
{
    VALUE v;
    return rb_ractor_local_storage_value_lookup(key, &v) ? v : Qnil;
}

bool
rb_ractor_local_storage_value_lookup(rb_ractor_local_key_t key, VALUE *v)
{
    if (ractor_confined_p()) {
        VALUE table = ractor_current()->c_locals;
        *v = table ? hash_get(table, key_number(key)) : Qundef;
        return *v != Qundef;
    }
    if (!key->set) return false;
    *v = key->value;
    return true;
}

void
rb_ractor_local_storage_value_set(rb_ractor_local_key_t key, VALUE v)
{
    if (ractor_confined_p()) {
        struct ractor *r = ractor_current();
        if (!r->c_locals) r->c_locals = hash_new();
        hash_set(r->c_locals, key_number(key), v);
        return;
    }
    key->value = v;
    key->set = true;
}

rb_ractor_local_key_t
rb_ractor_local_storage_ptr_newkey(const struct rb_ractor_local_storage_type *type)
{
    static const struct rb_ractor_local_storage_type nothing = {NULL, NULL};
    return new_key(type ? type : &nothing);
}

/* Returns the place of key's pointer in r, NULL if it has none yet. */
static void **
place_of(const struct ractor *r, rb_ractor_local_key_t key)
{
    if (r == &ractor_main) return &key->ptr;
    for (struct ractor_pointer *p = r->pointers; p; p = p->next)
        if (p->key == key) return &p->ptr;
    return NULL;
}

void *
rb_ractor_local_storage_ptr(rb_ractor_local_key_t key)
{
    void **place = place_of(ractor_current(), key);
    return place ? *place : NULL;
}

void
rb_ractor_local_storage_ptr_set(rb_ractor_local_key_t key, void *ptr)
{
    struct ractor *r = ractor_current();
    void **place = place_of(r, key);
    if (!place) {
        struct ractor_pointer *p = ruby_xcalloc(1, sizeof *p);
        p->key = key;
        p->next = r->pointers;
        r->pointers = p;
        place = &p->ptr;
    }
    *place = ptr;
    if (r == &ractor_main) key->set = true;
}

void
ractor_pointers_mark(const struct ractor *r)
{
    for (const struct ractor_pointer *p = r->pointers; p; p = p->next)
        if (p->key->type->mark) p->key->type->mark(p->ptr);
}

void
ractor_pointers_free(struct ractor *r)
{
    struct ractor_pointer *next;
    for (struct ractor_pointer *p = r->pointers; p; p = next) {
        next = p->next;
        if (p->key->type->free && p->ptr) p->key->type->free(p->ptr);
        ruby_xfree(p);
    }
    r->pointers = NULL;
}

VALUE
rb_ractor_stdin(void)
{
    if (!ractor_confined_p()) return rb_stdin;
    struct ractor *r = ractor_current();
    if (!r->in) r->in = io_standard_again(0);
    return r->in;
}

VALUE
rb_ractor_stdout(void)
{
    if (!ractor_confined_p()) return rb_stdout;
    struct ractor *r = ractor_current();
    if (!r->out) r->out = io_standard_again(1);
    return r->out;
}

VALUE
rb_ractor_stderr(void)
{
    if (!ractor_confined_p()) return rb_stderr;
    struct ractor *r = ractor_current();
    if (!r->err) r->err = io_standard_again(2);
    return r->err;
}

void
rb_ractor_stdin_set(VALUE io)
{
    if (ractor_confined_p()) ractor_current()->in = io;
    else rb_stdin = io;
}

void
rb_ractor_stdout_set(VALUE io)
{
    if (ractor_confined_p()) ractor_current()->out = io;
    else rb_stdout = io;
}

void
rb_ractor_stderr_set(VALUE io)
{
    if (ractor_confined_p()) ractor_current()->err = io;
    else rb_stderr = io;
}
