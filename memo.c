/*
 * memo.c - heap objects that hold the state of a C block.
 *
 * Uses      gc
 * Algorithm The state lies in the object's slot; if no slot is that large (SLOT_SCHEME_WORDS), in a buffer of its own.
 * Checked   test/test_enumerable.rb
 */
#include "internal/compiler.h"
#include "internal/memo.h"
#include <string.h>

/* 0        8 (OBJ_HEADER_BYTES)                                                          */
/* +--------+-------------------+     or     +--------+-----------+-----+-------+     */
/* | header | state ...         |            | header | 0         | ptr | bytes |     */
/* +--------+-------------------+            +--------+-----------+-----+-------+     */
struct memo_outside {
    struct obj_header hdr;
    void *ptr;
    size_t bytes;
};
SLOT_ASSERT_FIXED(struct memo_outside);
enum { MEMO_OUTSIDE = 1u << 16 };

static void
memo_mark(VALUE v)
{
    if (obj_flags(v) & MEMO_OUTSIDE) {
        const struct memo_outside *o = (const struct memo_outside *)v;
        if (o->ptr) gc_mark_maybe(o->ptr, (const char *)o->ptr + o->bytes);
    } else {
        gc_mark_maybe((const char *)v + OBJ_HEADER_BYTES, (const char *)v + gc_slot_bytes(v));
    }
}

static void
memo_free(VALUE v)
{
    if (obj_flags(v) & MEMO_OUTSIDE) gc_free(((struct memo_outside *)v)->ptr, ((struct memo_outside *)v)->bytes);
}

static size_t
memo_memsize(VALUE v)
{
    return (obj_flags(v) & MEMO_OUTSIDE) ? ((struct memo_outside *)v)->bytes : 0;
}

VALUE
memo_new(const void *state, size_t size)
{
    VALUE v;
    size_t bytes = (size + 7) & ~(size_t)7;
    if (LIKELY(slot_class_for(OBJ_HEADER_BYTES + bytes) != SLOT_NO_CLASS)) {
        v = gc_new_imemo(IMEMO_MEMO, OBJ_HEADER_BYTES + bytes);
        gc_unprotect(v); /* MEMO-2 */
    } else {
        v = gc_new_imemo(IMEMO_MEMO, sizeof(struct memo_outside));
        gc_unprotect(v);
        void *p = gc_calloc(1, bytes);
        obj_hdr(v)->flags |= MEMO_OUTSIDE;
        ((struct memo_outside *)v)->ptr = p;
        ((struct memo_outside *)v)->bytes = bytes;
        gc_own(v);
    }
    if (state) memcpy(memo_body(v), state, size);
    return v;
}

void *
memo_body(VALUE v)
{
    VM_ASSERT(imemo_kind(v) == IMEMO_MEMO);
    return (obj_flags(v) & MEMO_OUTSIDE) ? ((struct memo_outside *)v)->ptr : (void *)((char *)v + OBJ_HEADER_BYTES);
}

VALUE
memo_call(VALUE obj, ID mid, int argc, const VALUE *argv, rb_block_call_func_t fn, void *state, size_t bytes)
{
    VALUE m = memo_new(state, bytes), r = rb_block_call(obj, mid, argc, argv, fn, m);
    memcpy(state, memo_body(m), bytes);
    RB_GC_GUARD(m);
    return r;
}

void
Init_memo_early(void)
{
    static const struct gc_type_ops ops = {.mark = memo_mark, .free = memo_free, .memsize = memo_memsize};
    gc_register_imemo(IMEMO_MEMO, &ops);
}
