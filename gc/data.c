/*
 * struct/data.c - T_DATA: C structs held by Ruby objects.
 *
 * Typed and old-style objects have one layout (include/ruby/internal/data.h).  An old-style object's type is made here,
 * one for each pair of mark and free functions, and recognised by its `data` word.
 *
 * A type without a mark function refers to nothing.  Its objects count as protected, even without RUBY_TYPED_WB_PROTECTED.
 */
#include "gc/page.h"
#include "internal/class.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

struct old_type {
    rb_data_type_t type;
    struct old_type *next;
};
SLOT_ASSERT_FIXED(struct RTypedData);
static struct old_type *old_types[64];
static char old_style;

/* ---- the collector's operations ---- */

static void
mark_declared(char *data, const size_t *offset)
{
    for (; *offset != RUBY_REF_END; offset++) gc_mark_slot((VALUE *)(data + *offset));
}

static void
data_mark(VALUE v)
{
    const rb_data_type_t *type = RTYPEDDATA(v)->type;
    void *data = RTYPEDDATA(v)->data;
    if (!data || !type->function.dmark) return;
    if (type->flags & RUBY_TYPED_DECL_MARKING) mark_declared(data, (const size_t *)(uintptr_t)type->function.dmark);
    else if (!type->function.dcompact) type->function.dmark(data);
    else {
        bool outer = gc_mark_updates(true);
        type->function.dmark(data);
        gc_mark_updates(outer);
    }
}

void
gc_data_update(VALUE v)
{
    const rb_data_type_t *type = RTYPEDDATA(v)->type;
    void *data = RTYPEDDATA(v)->data;
    if (!data) return;
    if (type->flags & RUBY_TYPED_DECL_MARKING) {
        if (type->function.dmark) mark_declared(data, (const size_t *)(uintptr_t)type->function.dmark);
    } else if (type->function.dcompact) {
        type->function.dcompact(data);
    }
}

static void
data_free(VALUE v)
{
    const rb_data_type_t *type = RTYPEDDATA(v)->type;
    void *data = RTYPEDDATA(v)->data;
    RUBY_DATA_FUNC dfree = type->function.dfree;
    if (!data || dfree == RUBY_NEVER_FREE) return;
    if (dfree == RUBY_DEFAULT_FREE) {
        if (!RTYPEDDATA_EMBEDDED_P(v)) gc_free(data, 0);
    } else if ((type->flags & RUBY_TYPED_FREE_IMMEDIATELY) || gc.exiting) {
        dfree(data);
    } else {
        gc_final_defer_free(v, dfree, data);
    }
}

static size_t
data_memsize(VALUE v)
{
    const rb_data_type_t *type = RTYPEDDATA(v)->type;
    void *data = RTYPEDDATA(v)->data;
    if (!data) return 0;
    size_t bytes = type->function.dsize ? type->function.dsize(data)
                                        : 0; /* of embeddable types: what the struct refers to */
    if ((type->flags & RUBY_TYPED_EMBEDDABLE) && type->function.dfree == RUBY_DEFAULT_FREE && !RTYPEDDATA_EMBEDDED_P(v))
        bytes += malloc_usable_size(data);
    return bytes;
}

/* The core's own types that check their objects. */
static struct {
    const rb_data_type_t *type;
    void (*verify)(VALUE);
} verifiers[8];
static unsigned verifier_count;

void
gc_register_data_verify(const rb_data_type_t *type, void (*verify)(VALUE))
{
    VM_ASSERT(verifier_count < lengthof(verifiers));
    verifiers[verifier_count].type = type;
    verifiers[verifier_count++].verify = verify;
}

static void
data_verify(VALUE v)
{
    if (!RTYPEDDATA(v)->data) return; /* allocated, not yet initialized */
    for (unsigned i = 0; i < verifier_count; i++)
        if (verifiers[i].type == RTYPEDDATA(v)->type) verifiers[i].verify(v);
}

void
gc_data_init(void)
{
    static const struct gc_type_ops ops = {
        .mark = data_mark, .free = data_free, .memsize = data_memsize, .verify = data_verify};
    gc_register_type(T_DATA, &ops);
}

/* ---- making them ---- */

static VALUE
data_new(VALUE klass, const rb_data_type_t *type, size_t bytes)
{
    VALUE v = obj_new(klass, T_DATA, bytes);
    struct RTypedData *d = RTYPEDDATA(v);
    d->type = type;
    d->data = NULL;
    bool embedded = bytes > sizeof(struct RTypedData);
    if (embedded) memset(d + 1, 0, bytes - sizeof *d);
    RUBY_DATA_FUNC dfree = type->function.dfree;
    if (dfree != RUBY_NEVER_FREE && !(embedded && dfree == RUBY_DEFAULT_FREE)) gc_own(v);
    if (type->function.dmark && !(type->flags & RUBY_TYPED_WB_PROTECTED)) gc_unprotect(v);
    return v;
}

/* A class of T_DATA with Object's own allocator would make objects without a type. */
static void
check_class(VALUE klass)
{
    if (!klass) return;
    Check_Type(klass, T_CLASS);
    if (klass == rb_cObject) return;
    rb_alloc_func_t alloc = rb_get_alloc_func(klass);
    if (LIKELY(!alloc || alloc != rb_get_alloc_func(rb_cObject))) return;
    rb_undef_alloc_func(klass);
    rb_warn("undefining the allocator of T_DATA class %" PRIsVALUE, klass);
}

VALUE
rb_data_typed_object_wrap(VALUE klass, void *ptr, const rb_data_type_t *type)
{
    check_class(klass);
    VALUE v = data_new(klass, type, sizeof(struct RTypedData));
    RTYPEDDATA(v)->data = ptr;
    return v;
}

VALUE
rb_data_typed_object_zalloc(VALUE klass, size_t size, const rb_data_type_t *type)
{
    check_class(klass);
    size_t bytes = sizeof(struct RTypedData) + size;
    if ((type->flags & RUBY_TYPED_EMBEDDABLE) && size && bytes <= SLOT_MAX_BYTES) {
        VALUE v = data_new(klass, type, bytes);
        RTYPEDDATA(v)->data = RTYPEDDATA(v) + 1;
        return v;
    }
    VALUE v = data_new(klass, type, sizeof(struct RTypedData));
    RTYPEDDATA(v)->data = gc_calloc(1, size);
    return v;
}

static const rb_data_type_t *
old_type(RUBY_DATA_FUNC dmark, RUBY_DATA_FUNC dfree)
{
    uintptr_t hash = ((uintptr_t)dmark * 31 + (uintptr_t)dfree) * 0x9e3779b97f4a7c15u;
    struct old_type **bucket = &old_types[hash >> 58];
    for (struct old_type *t = *bucket; t; t = t->next)
        if (t->type.function.dmark == dmark && t->type.function.dfree == dfree) return &t->type;
    struct old_type *t = gc_calloc(1, sizeof *t);
    t->type.wrap_struct_name = "Data";
    t->type.function.dmark = dmark;
    t->type.function.dfree = dfree;
    t->type.data = &old_style;
    t->next = *bucket;
    *bucket = t;
    return &t->type;
}

VALUE
rb_data_object_wrap(VALUE klass, void *ptr, RUBY_DATA_FUNC dmark, RUBY_DATA_FUNC dfree)
{
    return rb_data_typed_object_wrap(klass, ptr, old_type(dmark, dfree));
}

VALUE
rb_data_object_zalloc(VALUE klass, size_t size, RUBY_DATA_FUNC dmark, RUBY_DATA_FUNC dfree)
{
    return rb_data_typed_object_zalloc(klass, size, old_type(dmark, dfree));
}

/* ---- asking them ---- */

bool
rb_data_object_typed_p(VALUE obj)
{
    return RTYPEDDATA(obj)->type->data != &old_style;
}

RUBY_DATA_FUNC
rb_data_object_dmark(VALUE obj)
{
    return RTYPEDDATA(obj)->type->function.dmark;
}

RUBY_DATA_FUNC
rb_data_object_dfree(VALUE obj)
{
    return RTYPEDDATA(obj)->type->function.dfree;
}

int
rb_typeddata_inherited_p(const rb_data_type_t *inner, const rb_data_type_t *outer)
{
    while (inner && inner != outer) inner = inner->parent;
    return inner != NULL;
}

int
rb_typeddata_is_kind_of(VALUE obj, const rb_data_type_t *type)
{
    return val_type_p(obj, T_DATA) && rb_data_object_typed_p(obj) && rb_typeddata_inherited_p(RTYPEDDATA(obj)->type, type);
}

int
rb_typeddata_is_instance_of(VALUE obj, const rb_data_type_t *type)
{
    return val_type_p(obj, T_DATA) && rb_data_object_typed_p(obj) && RTYPEDDATA(obj)->type == type;
}

COLD NORETURN static void
wrong_type(VALUE obj, const char *expected)
{
    if (val_type_p(obj, T_DATA) && rb_data_object_typed_p(obj))
        rb_raise(rb_eTypeError, "wrong argument type %s (expected %s)", RTYPEDDATA(obj)->type->wrap_struct_name, expected);
    const char *name = obj == Qnil ? "nil" : obj == Qtrue ? "true" : obj == Qfalse ? "false" : NULL;
    if (name) rb_raise(rb_eTypeError, "wrong argument type %s (expected %s)", name, expected);
    rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected %s)", rb_obj_class(obj), expected);
}

void *
rb_check_typeddata(VALUE obj, const rb_data_type_t *type)
{
    if (UNLIKELY(!rb_typeddata_is_kind_of(obj, type))) wrong_type(obj, type->wrap_struct_name);
    return RTYPEDDATA(obj)->data;
}
