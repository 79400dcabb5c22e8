/*
 * ractor/local.c - what extensions keep for each Ractor, and a Ractor's standard streams.
 *
 * RLOCAL-1  A key is made once, at an extension's Init, and never freed.
 * RLOCAL-2  There is one Ractor, so that a key holds its one value itself. With more, the value moves to a table of the
 *           Ractor's, found by the key's address.
 * Threads   Under the VM lock.
 * Checked   io-console and openssl, which keep their state here
 */
#include "internal/compiler.h"
#include "internal/gc.h"
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

rb_ractor_local_key_t
rb_ractor_local_storage_value_newkey(void)
{
    return new_key(NULL);
}

VALUE
rb_ractor_local_storage_value(rb_ractor_local_key_t key)
{
    return key->value;
}

bool
rb_ractor_local_storage_value_lookup(rb_ractor_local_key_t key, VALUE *v)
{
    if (!key->set) return false;
    *v = key->value;
    return true;
}

void
rb_ractor_local_storage_value_set(rb_ractor_local_key_t key, VALUE v)
{
    key->value = v;
    key->set = true;
}

rb_ractor_local_key_t
rb_ractor_local_storage_ptr_newkey(const struct rb_ractor_local_storage_type *type)
{
    static const struct rb_ractor_local_storage_type nothing = {NULL, NULL};
    return new_key(type ? type : &nothing);
}

void *
rb_ractor_local_storage_ptr(rb_ractor_local_key_t key)
{
    return key->ptr;
}

void
rb_ractor_local_storage_ptr_set(rb_ractor_local_key_t key, void *ptr)
{
    key->ptr = ptr;
    key->set = true;
}

VALUE
rb_ractor_stdin(void)
{
    return rb_stdin;
}

VALUE
rb_ractor_stdout(void)
{
    return rb_stdout;
}

VALUE
rb_ractor_stderr(void)
{
    return rb_stderr;
}

void
rb_ractor_stdin_set(VALUE io)
{
    rb_stdin = io;
}

void
rb_ractor_stdout_set(VALUE io)
{
    rb_stdout = io;
}

void
rb_ractor_stderr_set(VALUE io)
{
    rb_stderr = io;
}
