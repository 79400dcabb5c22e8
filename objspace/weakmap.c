/*
 * weakmap.c - ObjectSpace::WeakMap and ObjectSpace::WeakKeyMap.
 *
 * One table for both: entries in insertion order, and an open-addressing index of entry numbers by hash.  WeakMap
 * compares by identity and keeps neither key nor value alive; WeakKeyMap compares as Hash does, keeps its values alive
 * and its keys not.
 *
 * WEAK-1    Between mark and sweep every live table is visited and entries of dead objects become holes (key Qundef).
 *      Nothing is reallocated there.
 * WEAK-2    Entries move (holes squeezed out) only while no iteration is under way; numbers grow otherwise.
 * WEAK-3    A comparison may call Ruby, which may change the table.  `version` then differs, and the search starts again.
 */
#include "gc/page.h"
#include "internal/hash.h"

#include <stdlib.h>
#include <string.h>

struct weak_entry {
    VALUE key; /* Qundef: a hole */
    VALUE value;
};

struct weak_table {
    struct weak_entry *entries;
    uint64_t *hashes;  /* WeakKeyMap: of each entry's key; a WeakMap makes them from the addresses */
    uint32_t *index;   /* 0 empty, else entry number + 1; those of holes stay until it is rebuilt */
    size_t used, capa; /* of entries */
    size_t count;      /* without holes */
    size_t index_mask;
    uint64_t version; /* entries were moved, added or removed */
    uint32_t iterating;
    bool weak_values; /* WeakMap */
    struct weak_table *next, **link;
};

static struct weak_table *tables; /* all that have not been freed */

/* ---- the collector's side ---- */

static bool
entry_dead_p(const struct weak_table *t, const struct weak_entry *e)
{
    return !gc_live_p(e->key) || (t->weak_values && !gc_live_p(e->value));
}

static void
weak_tables_sweep(void)
{
    gc.weak_count = gc.weak_retained = 0;
    for (struct weak_table *t = tables; t; t = t->next) {
        for (size_t i = 0; i < t->used; i++) {
            struct weak_entry *e = &t->entries[i];
            if (e->key == Qundef) continue;
            gc.weak_count++;
            if (entry_dead_p(t, e)) {
                e->key = Qundef;
                e->value = Qnil;
                t->count--;
            } else {
                gc.weak_retained++;
            }
        }
    }
}

/* Updates the addresses of moved objects.  A WeakMap's keys have not moved, because gc_tell() has made them immovable. */
static void
weak_tables_update(void)
{
    for (struct weak_table *t = tables; t; t = t->next) {
        for (size_t i = 0; i < t->used; i++) {
            struct weak_entry *e = &t->entries[i];
            if (e->key == Qundef) continue;
            e->key = gc_moved(e->key);
            e->value = gc_moved(e->value);
        }
    }
}

static void
keymap_mark(void *p)
{
    const struct weak_table *t = p;
    for (size_t i = 0; i < t->used; i++)
        if (t->entries[i].key != Qundef) gc_mark(t->entries[i].value);
}

static void
weak_table_free(void *p)
{
    struct weak_table *t = p;
    if (t->link) {
        *t->link = t->next;
        if (t->next) t->next->link = t->link;
    }
    gc_free(t->entries, t->capa * sizeof *t->entries);
    gc_free(t->hashes, t->capa * sizeof *t->hashes);
    if (t->index) gc_free(t->index, (t->index_mask + 1) * sizeof *t->index);
    gc_free(t, sizeof *t);
}

static size_t
weak_table_memsize(const void *p)
{
    const struct weak_table *t = p;
    size_t hashes = t->weak_values ? 0 : t->capa * sizeof *t->hashes;
    return sizeof *t + t->capa * sizeof *t->entries + hashes + (t->index ? (t->index_mask + 1) * sizeof *t->index : 0);
}

static const rb_data_type_t weakmap_type = {
    .wrap_struct_name = "weakmap",
    .function = {.dfree = weak_table_free, .dsize = weak_table_memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};
static const rb_data_type_t keymap_type = {
    .wrap_struct_name = "weakkeymap",
    .function = {.dmark = keymap_mark, .dfree = weak_table_free, .dsize = weak_table_memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED,
};

static VALUE
table_alloc(VALUE klass, const rb_data_type_t *type)
{
    VALUE obj = rb_data_typed_object_zalloc(klass, sizeof(struct weak_table), type);
    struct weak_table *t = RTYPEDDATA_GET_DATA(obj);
    t->weak_values = type == &weakmap_type;
    t->next = tables;
    t->link = &tables;
    if (tables) tables->link = &t->next;
    tables = t;
    return obj;
}

static VALUE
weakmap_s_allocate(VALUE klass)
{
    return table_alloc(klass, &weakmap_type);
}

static VALUE
keymap_s_allocate(VALUE klass)
{
    return table_alloc(klass, &keymap_type);
}

static struct weak_table *
weakmap_table(VALUE self)
{
    return rb_check_typeddata(self, &weakmap_type);
}

static struct weak_table *
keymap_table(VALUE self)
{
    return rb_check_typeddata(self, &keymap_type);
}

/* ---- the table ---- */

static uint64_t
identity_hash(VALUE key)
{
    return (key ^ (key >> 29)) * 0x9e3779b97f4a7c15u;
}

static uint64_t
entry_hash(const struct weak_table *t, size_t number)
{
    return t->weak_values ? identity_hash(t->entries[number].key) : t->hashes[number];
}

static size_t
index_slot(const struct weak_table *t, uint64_t hash)
{
    return (size_t)(hash >> 24) & t->index_mask;
}

static void
index_insert(struct weak_table *t, size_t number)
{
    size_t i = index_slot(t, entry_hash(t, number));
    while (t->index[i]) i = (i + 1) & t->index_mask;
    t->index[i] = (uint32_t)number + 1;
}

static void
table_squeeze(struct weak_table *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->used; i++) {
        if (t->entries[i].key == Qundef) continue;
        if (t->hashes) t->hashes[n] = t->hashes[i];
        t->entries[n++] = t->entries[i];
    }
    t->used = n;
}

static void
index_replace(struct weak_table *t, size_t cells)
{
    uint32_t *index = gc_calloc(cells, sizeof *index);
    if (t->index) gc_free(t->index, (t->index_mask + 1) * sizeof *index);
    t->index = index;
    t->index_mask = cells - 1;
}

/* Makes room for one more entry. */
static void
table_make_room(struct weak_table *t)
{
    if (t->used < t->capa) return;
    t->version++;
    if (!t->iterating) table_squeeze(t);
    bool grow = t->used * 4 >= t->capa * 3;
    size_t capa = !grow ? t->capa : t->capa ? t->capa * 2 : 8;
    if (capa > UINT32_MAX / 4) rb_memerror();
    if (grow) index_replace(t, capa * 2);
    else memset(t->index, 0, (t->index_mask + 1) * sizeof *t->index);
    for (size_t i = 0; i < t->used; i++)
        if (t->entries[i].key != Qundef) index_insert(t, i);
    if (grow && !t->weak_values) t->hashes = gc_realloc(t->hashes, t->capa * sizeof *t->hashes, capa * sizeof *t->hashes);
    if (grow) t->entries = gc_realloc(t->entries, t->capa * sizeof *t->entries, capa * sizeof *t->entries);
    t->capa = capa;
}

/* The number of the entry with an equal key, or SIZE_MAX.  Effects: calls, for a WeakKeyMap. */
static size_t
table_find(struct weak_table *t, VALUE key, uint64_t hash)
{
again:
    if (!t->index) return SIZE_MAX;
    uint64_t version = t->version;
    for (size_t i = index_slot(t, hash); t->index[i]; i = (i + 1) & t->index_mask) {
        size_t number = t->index[i] - 1;
        const struct weak_entry *e = &t->entries[number];
        if (e->key == key) return number;
        if (e->key == Qundef || t->weak_values || t->hashes[number] != hash) continue;
        volatile VALUE held = e->key;
        bool equal = obj_eql(key, held);
        if (t->version != version) goto again;
        if (equal) return number;
    }
    return SIZE_MAX;
}

static void
table_set(struct weak_table *t, VALUE key, uint64_t hash, VALUE value)
{
    size_t number = table_find(t, key, hash);
    if (number == SIZE_MAX) {
        table_make_room(t);
        number = t->used++;
        if (!t->weak_values) t->hashes[number] = hash;
        t->entries[number].key = key;
        index_insert(t, number);
        t->count++;
        t->version++;
    }
    t->entries[number].key = key;
    t->entries[number].value = value;
}

/* Qundef if it was not there. */
static VALUE
table_delete(struct weak_table *t, VALUE key, uint64_t hash)
{
    size_t number = table_find(t, key, hash);
    if (number == SIZE_MAX) return Qundef;
    VALUE value = t->entries[number].value;
    t->entries[number].key = Qundef;
    t->entries[number].value = Qnil;
    t->count--;
    t->version++;
    return value;
}

/* ---- WeakMap ---- */

static VALUE
weakmap_m_aref(VALUE self, VALUE key)
{
    struct weak_table *t = weakmap_table(self);
    size_t number = table_find(t, key, identity_hash(key));
    return number == SIZE_MAX ? Qnil : t->entries[number].value;
}

static VALUE
weakmap_m_aset(VALUE self, VALUE key, VALUE value)
{
    if (val_heap_p(key)) gc_tell(key);
    table_set(weakmap_table(self), key, identity_hash(key), value);
    return value;
}

static VALUE
yield_missing(VALUE key)
{
    return rb_block_given_p() ? rb_yield(key) : Qnil;
}

static VALUE
weakmap_m_delete(VALUE self, VALUE key)
{
    VALUE v = table_delete(weakmap_table(self), key, identity_hash(key));
    return v == Qundef ? yield_missing(key) : v;
}

static VALUE
weakmap_m_key_p(VALUE self, VALUE key)
{
    return table_find(weakmap_table(self), key, identity_hash(key)) == SIZE_MAX ? Qfalse : Qtrue;
}

static VALUE
weakmap_m_size(VALUE self)
{
    return SIZET2NUM(weakmap_table(self)->count);
}

struct weak_each {
    VALUE self;
    void (*fn)(VALUE key, VALUE value, VALUE arg);
    VALUE arg;
};

static VALUE
each_body(VALUE p)
{
    const struct weak_each *each = (const struct weak_each *)p;
    struct weak_table *t = weakmap_table(each->self);
    for (size_t i = 0; i < t->used; i++) {
        volatile VALUE key = t->entries[i].key, value = t->entries[i].value;
        if (key != Qundef) each->fn(key, value, each->arg);
    }
    return Qnil;
}

static VALUE
each_done(VALUE self)
{
    weakmap_table(self)->iterating--;
    return Qnil;
}

/* Entries added meanwhile are visited too.  Effects: calls. */
static void
weakmap_each(VALUE self, void (*fn)(VALUE, VALUE, VALUE), VALUE arg)
{
    struct weak_each each = {self, fn, arg};
    weakmap_table(self)->iterating++;
    rb_ensure(each_body, (VALUE)&each, each_done, self);
}

static void
yield_pair(VALUE key, VALUE value, VALUE unused)
{
    rb_yield_values(2, key, value);
}
static void
yield_key(VALUE key, VALUE value, VALUE unused)
{
    rb_yield(key);
}
static void
yield_value(VALUE key, VALUE value, VALUE unused)
{
    rb_yield(value);
}
static void
push_key(VALUE key, VALUE value, VALUE ary)
{
    rb_ary_push(ary, key);
}
static void
push_value(VALUE key, VALUE value, VALUE ary)
{
    rb_ary_push(ary, value);
}

static VALUE
weakmap_yield(VALUE self, void (*fn)(VALUE, VALUE, VALUE))
{
    if (!rb_block_given_p() && weakmap_table(self)->count) rb_raise(rb_eLocalJumpError, "no block given");
    weakmap_each(self, fn, Qnil);
    return self;
}

static VALUE
weakmap_m_each(VALUE self)
{
    return weakmap_yield(self, yield_pair);
}

static VALUE
weakmap_m_each_key(VALUE self)
{
    return weakmap_yield(self, yield_key);
}

static VALUE
weakmap_m_each_value(VALUE self)
{
    return weakmap_yield(self, yield_value);
}

static VALUE
weakmap_m_keys(VALUE self)
{
    VALUE ary = rb_ary_new();
    weakmap_each(self, push_key, ary);
    return ary;
}

static VALUE
weakmap_m_values(VALUE self)
{
    VALUE ary = rb_ary_new();
    weakmap_each(self, push_value, ary);
    return ary;
}

static VALUE
show(VALUE v)
{
    return val_heap_p(v) ? rb_any_to_s(v) : rb_inspect(v);
}

static void
inspect_pair(VALUE key, VALUE value, VALUE str)
{
    rb_str_cat_cstr(str, RSTRING_PTR(str)[0] == '#' ? ", " : ": ");
    RSTRING_PTR(str)[0] = '#';
    rb_str_append(str, show(key));
    rb_str_cat_cstr(str, " => ");
    rb_str_append(str, show(value));
}

/* The first byte is '-' until the first pair has been written. */
static VALUE
weakmap_m_inspect(VALUE self)
{
    VALUE str = rb_sprintf("-<%" PRIsVALUE ":%p", rb_obj_class(self), (void *)self);
    weakmap_each(self, inspect_pair, str);
    RSTRING_PTR(str)[0] = '#';
    return rb_str_cat_cstr(str, ">");
}

/* ---- WeakKeyMap ---- */

static VALUE
keymap_m_aref(VALUE self, VALUE key)
{
    struct weak_table *t = keymap_table(self);
    size_t number = table_find(t, key, obj_hash(key));
    return number == SIZE_MAX ? Qnil : t->entries[number].value;
}

/* Raises ArgumentError for a number or a Symbol.  An equal one may be made at any time, so the key's end would be unpredictable. */
static void
check_collectable(VALUE key)
{
    if (val_heap_p(key)) {
        unsigned type = obj_type(key);
        if (type != T_SYMBOL && type != T_BIGNUM && type != T_FLOAT) return;
    }
    rb_raise(rb_eArgError, "WeakKeyMap keys must be garbage collectable");
}

static VALUE
keymap_m_aset(VALUE self, VALUE key, VALUE value)
{
    check_collectable(key);
    table_set(keymap_table(self), key, obj_hash(key), value);
    RB_OBJ_WRITTEN(self, Qundef, value);
    return value;
}

static VALUE
keymap_m_delete(VALUE self, VALUE key)
{
    VALUE v = table_delete(keymap_table(self), key, obj_hash(key));
    return v == Qundef ? yield_missing(key) : v;
}

static VALUE
keymap_m_getkey(VALUE self, VALUE key)
{
    struct weak_table *t = keymap_table(self);
    size_t number = table_find(t, key, obj_hash(key));
    return number == SIZE_MAX ? Qnil : t->entries[number].key;
}

static VALUE
keymap_m_key_p(VALUE self, VALUE key)
{
    return table_find(keymap_table(self), key, obj_hash(key)) == SIZE_MAX ? Qfalse : Qtrue;
}

static VALUE
keymap_m_clear(VALUE self)
{
    struct weak_table *t = keymap_table(self);
    t->version++;
    t->used = t->count = 0;
    if (t->index) memset(t->index, 0, (t->index_mask + 1) * sizeof *t->index);
    return self;
}

static VALUE
keymap_m_inspect(VALUE self)
{
    return rb_sprintf("#<%" PRIsVALUE ":%p size=%" PRIuSIZE ">", rb_obj_class(self), (void *)self,
                      keymap_table(self)->count);
}

/* ---- setting up ---- */

static void
weakmap_define(VALUE objspace)
{
    VALUE k = rb_define_class_under(objspace, "WeakMap", rb_cObject);
    rb_define_alloc_func(k, weakmap_s_allocate);
    rb_include_module(k, rb_mEnumerable);
    rb_define_method(k, "[]=", weakmap_m_aset, 2);
    rb_define_method(k, "[]", weakmap_m_aref, 1);
    rb_define_method(k, "delete", weakmap_m_delete, 1);
    rb_define_method(k, "include?", weakmap_m_key_p, 1);
    rb_define_method(k, "member?", weakmap_m_key_p, 1);
    rb_define_method(k, "key?", weakmap_m_key_p, 1);
    rb_define_method(k, "inspect", weakmap_m_inspect, 0);
    rb_define_method(k, "each", weakmap_m_each, 0);
    rb_define_method(k, "each_pair", weakmap_m_each, 0);
    rb_define_method(k, "each_key", weakmap_m_each_key, 0);
    rb_define_method(k, "each_value", weakmap_m_each_value, 0);
    rb_define_method(k, "keys", weakmap_m_keys, 0);
    rb_define_method(k, "values", weakmap_m_values, 0);
    rb_define_method(k, "size", weakmap_m_size, 0);
    rb_define_method(k, "length", weakmap_m_size, 0);
}

static void
keymap_define(VALUE objspace)
{
    VALUE k = rb_define_class_under(objspace, "WeakKeyMap", rb_cObject);
    rb_define_alloc_func(k, keymap_s_allocate);
    rb_define_method(k, "[]", keymap_m_aref, 1);
    rb_define_method(k, "[]=", keymap_m_aset, 2);
    rb_define_method(k, "delete", keymap_m_delete, 1);
    rb_define_method(k, "getkey", keymap_m_getkey, 1);
    rb_define_method(k, "key?", keymap_m_key_p, 1);
    rb_define_method(k, "clear", keymap_m_clear, 0);
    rb_define_method(k, "inspect", keymap_m_inspect, 0);
}

void
gc_weakmap_init(void)
{
    VALUE objspace = rb_define_module("ObjectSpace");
    gc_add_weak_sweeper(weak_tables_sweep);
    gc_add_weak_updater(weak_tables_update);
    weakmap_define(objspace);
    keymap_define(objspace);
}
