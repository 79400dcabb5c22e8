/*
 * array.c - how an Array is made, grows, shrinks and shares its buffer.
 *
 * Owns      the buffer outside a T_ARRAY's slot, its size and its sharing.  The methods are in array/.
 * Uses      gc
 * Algorithm An array starts in the smallest slot that holds it and moves to a malloc'ed buffer once, growing by half.
 *           Shift moves ptr on and leaves a count in the word before it (ARRAY-5), so a queue does not touch its other
 *           elements or a second object.  Unshift uses the room in front, and growth reclaims it.
 *           Long copies (dup, subseq) share one buffer through a hidden root (ARRAY-3); short ones are copied, which is
 *           cheaper than a root.
 * Checked   ary_verify(), test/test_array.rb
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include <stdarg.h>
#include <string.h>

enum {
    ARY_SHARE_MIN = LIMIT(128, 8),     /* elements; shorter runs are copied */
    ARY_EMBED_CAPA_MAX = LIMIT(31, 2), /* elements in the slot of Array.new(capa): it may outgrow a larger slot as well */
    ARY_HEAP_MIN = LIMIT(7, 1),
};
#define ARY_MAX_LEN ((size_t)(LONG_MAX / (long)sizeof(VALUE)))

_Static_assert(offsetof(struct ary_embed, e) == OBJ_HEADER_BYTES, "drawing in array.h");
_Static_assert(sizeof(struct ary_heap) == OBJ_HEADER_BYTES + 24, "drawing in array.h");
_Static_assert((ARY_HEAP | ARY_SHARED | ARY_ROOT | ARY_TMPLOCK | ARY_OFFSET) == 0x1f000, "flag bits are distinct");
_Static_assert((0x1f000u & ARY_LEN_MASK) == 0, "and clear of the length");

static uint8_t ary_class_for_len[ARY_EMBED_MAX + 1]; /* slot class that holds so many elements, and a heap body */
static shape_id_t ary_shape[SLOT_CLASS_COUNT];       /* root shapes of class Array */

__attribute__((constructor)) static void
ary_fill_class_table(void)
{
    for (size_t n = 0; n <= ARY_EMBED_MAX; n++) {
        size_t bytes = OBJ_HEADER_BYTES + n * sizeof(VALUE);
        if (bytes < sizeof(struct ary_heap)) bytes = sizeof(struct ary_heap);
        ary_class_for_len[n] = (uint8_t)slot_class_for(bytes);
    }
}

static inline struct ary_heap *
ary_heap(VALUE a)
{
    return (struct ary_heap *)a;
}
static inline struct ary_embed *
ary_embed(VALUE a)
{
    return (struct ary_embed *)a;
}

static ALWAYS_INLINE shape_id_t
ary_shape_of(unsigned cls)
{
    shape_id_t s = ary_shape[cls];
    if (UNLIKELY(s == 0)) s = ary_shape[cls] = class_root_shape(rb_cArray, cls);
    return s;
}

/* Elements that fit the slot a lives in. */
static size_t
ary_embed_capa(VALUE a)
{
    size_t n = (gc_slot_bytes(a) - OBJ_HEADER_BYTES) / sizeof(VALUE);
    return n < ARY_EMBED_MAX ? n : ARY_EMBED_MAX;
}

static inline size_t
ary_offset(VALUE a) /* elements shifted off the front of the buffer (ARRAY-5) */
{
    return (obj_flags(a) & ARY_OFFSET) ? (size_t)ary_heap(a)->ptr[-1] : 0;
}

static inline size_t
ary_capa(VALUE a) /* elements that fit without moving; shared: none to spare */
{
    uint32_t f = obj_flags(a);
    if (!(f & ARY_HEAP)) return ary_embed_capa(a);
    return (f & ARY_SHARED) ? ary_heap(a)->len : ary_heap(a)->aux.capa;
}

NORETURN COLD static void
ary_too_big(void)
{
    rb_raise(rb_eArgError, "array size too big");
}

/* ---- making ---- */

static VALUE
ary_alloc_heap(VALUE klass, size_t capa)
{
    if (capa > ARY_MAX_LEN) ary_too_big();
    unsigned cls = ary_class_for_len[0];
    VALUE a = gc_new(cls, T_ARRAY, klass == rb_cArray ? ary_shape_of(cls) : class_root_shape(klass, cls));
    VALUE *buf = gc_malloc(capa * sizeof(VALUE)); /* may collect: a is an empty embedded array till here */
    ary_heap(a)->len = 0;
    ary_heap(a)->ptr = buf;
    ary_heap(a)->aux.capa = capa;
    obj_hdr(a)->flags |= ARY_HEAP;
    gc_own(a);
    return a;
}

VALUE
ary_new_class(VALUE klass, size_t capa)
{
    if (capa > ARY_EMBED_CAPA_MAX || capa > ARY_EMBED_MAX) return ary_alloc_heap(klass, capa);
    unsigned cls = ary_class_for_len[capa];
    return gc_new(cls, T_ARRAY, class_root_shape(klass, cls));
}

VALUE
ary_new(void)
{
    unsigned cls = ary_class_for_len[0];
    return gc_new(cls, T_ARRAY, ary_shape_of(cls));
}

VALUE
ary_new_capa(size_t capa)
{
    if (capa > ARY_EMBED_CAPA_MAX || capa > ARY_EMBED_MAX) return ary_alloc_heap(rb_cArray, capa);
    unsigned cls = ary_class_for_len[capa];
    return gc_new(cls, T_ARRAY, ary_shape_of(cls));
}

static NOINLINE VALUE
ary_new_from_long(const VALUE *elts, size_t n)
{
    VALUE a = ary_alloc_heap(rb_cArray, n);
    memcpy(ary_heap(a)->ptr, elts, n * sizeof(VALUE));
    ary_heap(a)->len = n;
    return a;
}

VALUE
ary_new_from(const VALUE *elts, size_t n)
{
    if (UNLIKELY(n > ARY_EMBED_MAX)) return ary_new_from_long(elts, n);
    unsigned cls = ary_class_for_len[n];
    VALUE a = gc_new(cls, T_ARRAY | (uint32_t)n << ARY_LEN_SHIFT, ary_shape_of(cls));
    VALUE *e = ary_embed(a)->e;
    for (size_t i = 0; i < n; i++) e[i] = elts[i];
    return a;
}

VALUE
ary_new_len(size_t n)
{
    VALUE a;
    if (n <= ARY_EMBED_MAX) {
        unsigned cls = ary_class_for_len[n];
        a = gc_new(cls, T_ARRAY | (uint32_t)n << ARY_LEN_SHIFT, ary_shape_of(cls));
    } else {
        a = ary_alloc_heap(rb_cArray, n);
        ary_heap(a)->len = n;
    }
    VALUE *e = (VALUE *)ary_ptr(a);
    for (size_t i = 0; i < n; i++) e[i] = Qnil;
    return a;
}

VALUE
ary_tmp_new(size_t capa)
{
    return ary_new_class(0, capa);
}

/* ---- the buffer ---- */

static void
ary_reset_offset(VALUE a) /* moves the elements to the front of their buffer */
{
    size_t off = ary_offset(a);
    if (!off) return;
    struct ary_heap *h = ary_heap(a);
    VALUE *base = h->ptr - off;
    memmove(base, h->ptr, h->len * sizeof(VALUE));
    h->ptr = base;
    h->aux.capa += off;
    h->hdr.flags &= ~(uint32_t)ARY_OFFSET;
}

/* Gives a a buffer of its own with room for capa >= len elements, `front` of them unused before the first. */
static void
ary_move_to_heap(VALUE a, size_t capa, size_t front)
{
    if (capa > ARY_MAX_LEN || front > ARY_MAX_LEN - capa) ary_too_big();
    VALUE *buf = gc_malloc((capa + front) * sizeof(VALUE)); /* may collect: a has not changed yet */
    size_t n = ary_len(a);
    memcpy(buf + front, ary_ptr(a), n * sizeof(VALUE));
    struct ary_heap *h = ary_heap(a);
    uint32_t f = obj_flags(a);
    if ((f & ARY_HEAP) && !(f & ARY_SHARED)) {
        size_t off = ary_offset(a);
        gc_free(h->ptr - off, (h->aux.capa + off) * sizeof(VALUE));
    }
    if (front) buf[front - 1] = (VALUE)front;
    h->len = n;
    h->ptr = buf + front;
    h->aux.capa = capa;
    h->hdr.flags = (f & ~(uint32_t)(ARY_SHARED | ARY_OFFSET | ARY_LEN_MASK)) | ARY_HEAP | (front ? ARY_OFFSET : 0);
    gc_own(a);
    gc_wb(a); /* a shared array's elements were its root's: they are a's now */
}

static void
ary_unshare(VALUE a)
{
    size_t n = ary_len(a);
    if (n <= ary_embed_capa(a)) {
        const VALUE *from = ary_heap(a)->ptr;
        memcpy(ary_embed(a)->e, from,
               n * sizeof(VALUE)); /* the root keeps `from` alive: it is on our stack or in a register */
        obj_hdr(a)->flags = (obj_flags(a) & ~(uint32_t)(ARY_HEAP | ARY_SHARED | ARY_LEN_MASK)) | (uint32_t)n
                                                                                                     << ARY_LEN_SHIFT;
        gc_wb(a);
    } else {
        ary_move_to_heap(a, n, 0);
    }
}

static inline void
ary_check_frozen(VALUE a)
{
    if (UNLIKELY(obj_flags(a) & HDR_FROZEN)) rb_error_frozen_object(a);
}

void
ary_modify(VALUE a)
{
    ary_check_frozen(a);
    if (UNLIKELY(obj_flags(a) & ARY_SHARED)) ary_unshare(a);
}

VALUE *
ary_wptr(VALUE a)
{
    VM_ASSERT(!(obj_flags(a) & ARY_SHARED));
    return (VALUE *)ary_ptr(a);
}

static size_t
ary_grown(size_t need)
{
    size_t capa = (need + need / 2) | 1; /* odd: 8 bytes short of malloc's 16-byte steps, where its own word goes */
    return capa < ARY_HEAP_MIN ? ARY_HEAP_MIN : capa;
}

static NOINLINE void
ary_grow(VALUE a, size_t capa) /* a is ours alone, capa > ary_capa(a) */
{
    if (capa > ARY_MAX_LEN) ary_too_big();
    if (!(obj_flags(a) & ARY_HEAP)) {
        ary_move_to_heap(a, capa, 0);
        return;
    }
    struct ary_heap *h = ary_heap(a);
    size_t off = ary_offset(a), all = h->aux.capa + off;
    if (off) ary_reset_offset(a);
    if (off >= all / 2 && capa <= all) return;
    VALUE *buf = gc_realloc(h->ptr, all * sizeof(VALUE), capa * sizeof(VALUE));
    h->ptr = buf;
    h->aux.capa = capa;
}

void
ary_reserve(VALUE a, size_t capa)
{
    if (obj_flags(a) & ARY_SHARED) {
        ary_move_to_heap(a, capa > ary_len(a) ? capa : ary_len(a), 0);
    } else if (capa > ary_capa(a)) {
        ary_grow(a, capa);
    }
}

/* Room for `more` elements past len, with slack for those to come. */
static void
ary_reserve_more(VALUE a, size_t more)
{
    size_t n = ary_len(a);
    if (more > ARY_MAX_LEN - n) rb_raise(rb_eIndexError, "index %ld too big", (long)(n + more));
    if (obj_flags(a) & ARY_SHARED) {
        ary_move_to_heap(a, ary_grown(n + more), 0);
    } else if (n + more > ary_capa(a)) {
        ary_grow(a, ary_grown(n + more));
    }
}

void
ary_truncate(VALUE a, size_t n)
{
    VM_ASSERT(n <= ary_len(a));
    ary_set_len(a, n);
}

void
ary_take_over(VALUE dst, VALUE tmp)
{
    uint32_t df = obj_flags(dst), tf = obj_flags(tmp);
    if ((df & ARY_HEAP) && !(df & ARY_SHARED)) {
        size_t off = ary_offset(dst);
        gc_free(ary_heap(dst)->ptr - off, (ary_heap(dst)->aux.capa + off) * sizeof(VALUE));
        gc_disown(dst);
    }
    df &= ~(uint32_t)(ARY_HEAP | ARY_SHARED | ARY_OFFSET | ARY_LEN_MASK);
    if (tf & ARY_HEAP) {
        ary_heap(dst)->len = ary_heap(tmp)->len;
        ary_heap(dst)->ptr = ary_heap(tmp)->ptr;
        ary_heap(dst)->aux = ary_heap(tmp)->aux;
        obj_hdr(dst)->flags = df | (tf & (ARY_HEAP | ARY_SHARED | ARY_OFFSET));
        if (!(tf & ARY_SHARED)) {
            gc_disown(tmp);
            gc_own(dst);
        }
        obj_hdr(tmp)->flags = tf & ~(uint32_t)(ARY_HEAP | ARY_SHARED | ARY_OFFSET | ARY_LEN_MASK);
        gc_wb(dst);
    } else {
        obj_hdr(dst)->flags = df;
        size_t n = ary_len(tmp);
        if (n > ary_embed_capa(dst)) ary_move_to_heap(dst, n, 0);
        memcpy((VALUE *)ary_ptr(dst), ary_embed(tmp)->e, n * sizeof(VALUE));
        ary_set_len(dst, n);
        gc_wb(dst);
    }
}

/* The hidden root that owns a's buffer, made on first sharing. */
static VALUE
ary_make_root(VALUE a)
{
    uint32_t f = obj_flags(a);
    VM_ASSERT(f & ARY_HEAP);
    if (f & ARY_SHARED) return ary_heap(a)->aux.shared;
    if (f & ARY_ROOT) return a;
    VALUE root = gc_new(ary_class_for_len[0], T_ARRAY, SHAPE_HIDDEN);
    struct ary_heap *h = ary_heap(a), *r = ary_heap(root);
    r->len = h->len;
    r->ptr = h->ptr;
    r->aux.capa = h->aux.capa;
    r->hdr.flags |= ARY_HEAP | ARY_ROOT | HDR_FROZEN | (h->hdr.flags & ARY_OFFSET);
    gc_own(root);
    h->hdr.flags = (h->hdr.flags & ~(uint32_t)ARY_OFFSET) | ARY_SHARED;
    gc_disown(a);
    RB_OBJ_WRITE(a, &h->aux.shared, root);
    return root;
}

static VALUE
ary_share(VALUE klass, VALUE a, size_t from, size_t len)
{
    VALUE root = ary_make_root(a);
    unsigned cls = ary_class_for_len[0];
    VALUE s = gc_new(cls, T_ARRAY, class_root_shape(klass, cls));
    ary_heap(s)->len = len;
    ary_heap(s)->ptr = ary_heap(a)->ptr + from;
    ary_heap(s)->aux.shared = root;
    obj_hdr(s)->flags |= ARY_HEAP | ARY_SHARED;
    return s;
}

VALUE
ary_subseq(VALUE a, size_t from, size_t len)
{
    VALUE s = len < ARY_SHARE_MIN || !(obj_flags(a) & ARY_HEAP) ? ary_new_from(ary_ptr(a) + from, len)
                                                                : ary_share(rb_cArray, a, from, len);
    RB_GC_GUARD(a); /* the caller may have no use for it any more */
    return s;
}

VALUE
ary_dup(VALUE a)
{
    return ary_subseq(a, 0, ary_len(a));
}

void
ary_prepare_dup(VALUE a)
{
    if (ary_len(a) >= ARY_SHARE_MIN && (obj_flags(a) & ARY_HEAP)) ary_make_root(a);
}

/* ---- storing ---- */

static NOINLINE VALUE
ary_push_slow(VALUE a, VALUE v)
{
    ary_check_frozen(a);
    size_t n = ary_len(a);
    ary_reserve_more(a, 1);
    ((VALUE *)ary_ptr(a))[n] = v;
    ary_set_len(a, n + 1);
    gc_wb(a);
    return a;
}

VALUE
ary_push(VALUE a, VALUE v)
{
    uint32_t f = obj_flags(a);
    struct ary_heap *h = ary_heap(a);
    if (LIKELY((f & (ARY_HEAP | ARY_SHARED | HDR_FROZEN)) == ARY_HEAP && h->len < h->aux.capa)) {
        h->ptr[h->len++] = v;
        gc_wb(a);
        return a;
    }
    if (LIKELY(!(f & (ARY_HEAP | HDR_FROZEN)) && obj_shape(a) != SHAPE_HIDDEN)) {
        size_t n = (f & ARY_LEN_MASK) >> ARY_LEN_SHIFT;
        size_t capa = (slot_bytes(shape_get(obj_shape(a))->slot_class) - OBJ_HEADER_BYTES) / sizeof(VALUE);
        if (n < capa && n < ARY_EMBED_MAX) {
            ary_embed(a)->e[n] = v;
            obj_hdr(a)->flags = f + (1u << ARY_LEN_SHIFT);
            gc_wb(a);
            return a;
        }
    }
    return ary_push_slow(a, v);
}

VALUE
ary_pop(VALUE a)
{
    size_t n = ary_len(a);
    if (n == 0) return Qundef;
    VALUE v = ary_ptr(a)[n - 1];
    ary_set_len(a, n - 1);
    return v;
}

VALUE
ary_shift(VALUE a)
{
    size_t n = ary_len(a);
    if (n == 0) return Qundef;
    VALUE *p = (VALUE *)ary_ptr(a), v = p[0];
    uint32_t f = obj_flags(a);
    struct ary_heap *h = ary_heap(a);
    if (!(f & ARY_HEAP)) {
        memmove(p, p + 1, (n - 1) * sizeof(VALUE));
        ary_set_len(a, n - 1);
    } else if (f & ARY_SHARED) {
        h->ptr++;
        h->len--;
    } else {
        size_t off = ary_offset(a);
        h->ptr++;
        h->len--;
        h->aux.capa--;
        if (h->len == 0) {
            h->ptr -= off + 1;
            h->aux.capa += off + 1;
            h->hdr.flags &= ~(uint32_t)ARY_OFFSET;
        } else {
            h->ptr[-1] = (VALUE)(off + 1);
            h->hdr.flags |= ARY_OFFSET;
        }
    }
    return v;
}

/* Drops the first n elements.  O(1) for heap arrays. */
static void
ary_shift_n(VALUE a, size_t n)
{
    size_t len = ary_len(a);
    uint32_t f = obj_flags(a);
    struct ary_heap *h = ary_heap(a);
    if (n == 0) return;
    if (!(f & ARY_HEAP)) {
        VALUE *p = ary_embed(a)->e;
        memmove(p, p + n, (len - n) * sizeof(VALUE));
        ary_set_len(a, len - n);
    } else if (f & ARY_SHARED) {
        h->ptr += n;
        h->len -= n;
    } else {
        size_t off = ary_offset(a);
        h->ptr += n;
        h->len -= n;
        h->aux.capa -= n;
        h->ptr[-1] = (VALUE)(off + n);
        h->hdr.flags |= ARY_OFFSET;
    }
}

/* Makes len + n elements, the first n of them garbage for the caller to fill before anything is allocated. */
static VALUE *
ary_open_front(VALUE a, size_t n)
{
    size_t len = ary_len(a);
    if (n > ARY_MAX_LEN - len) rb_raise(rb_eIndexError, "index %ld too big", (long)(len + n));
    if (!(obj_flags(a) & ARY_HEAP) && len + n <= ary_embed_capa(a)) {
        VALUE *e = ary_embed(a)->e;
        memmove(e + n, e, len * sizeof(VALUE));
        ary_set_len(a, len + n);
        return e;
    }
    size_t off = ary_offset(a);
    if (off < n) {
        size_t front = n + (len + n) / 2 + 4;
        ary_move_to_heap(a, len + 1 + len / 4, front);
        off = front;
    }
    struct ary_heap *h = ary_heap(a);
    h->ptr -= n;
    h->len += n;
    h->aux.capa += n;
    off -= n;
    if (off) h->ptr[-1] = (VALUE)off;
    else h->hdr.flags &= ~(uint32_t)ARY_OFFSET;
    return h->ptr;
}

static void
ary_unshift_values(VALUE a, const VALUE *v, size_t n)
{
    if (n == 0) return;
    VALUE *p = ary_open_front(a, n);
    memcpy(p, v, n * sizeof(VALUE));
    gc_wb(a);
}

void
ary_append_values(VALUE a, const VALUE *v, size_t n)
{
    size_t len = ary_len(a);
    const VALUE *old = ary_ptr(a);
    bool own = v >= old && v < old + len;
    size_t at = own ? (size_t)(v - old) : 0;
    if (n == 0) return;
    ary_reserve_more(a, n);
    VALUE *p = (VALUE *)ary_ptr(a);
    memcpy(p + len, own ? p + at : v, n * sizeof(VALUE));
    ary_set_len(a, len + n);
    gc_wb(a);
}

bool
ary_store_in_place(VALUE a, intptr_t i, VALUE v)
{
    if (obj_flags(a) & (ARY_SHARED | HDR_FROZEN)) return false;
    size_t n = ary_len(a);
    if ((size_t)i >= n) return false;
    ((VALUE *)ary_ptr(a))[i] = v;
    gc_wb(a);
    return true;
}

void
ary_store(VALUE a, intptr_t i, VALUE v)
{
    size_t len = ary_len(a);
    if (i < 0) {
        i += (intptr_t)len;
        if (i < 0) {
            rb_raise(rb_eIndexError, "index %ld too small for array; minimum: %ld", (long)(i - (intptr_t)len), -(long)len);
        }
    } else if ((size_t)i >= ARY_MAX_LEN) {
        rb_raise(rb_eIndexError, "index %ld too big", (long)i);
    }
    ary_modify(a);
    if ((size_t)i >= len) {
        ary_reserve_more(a, (size_t)i + 1 - len);
        VALUE *p = (VALUE *)ary_ptr(a);
        for (size_t k = len; k < (size_t)i; k++) p[k] = Qnil;
        p[i] = v;
        ary_set_len(a, (size_t)i + 1);
    } else {
        ((VALUE *)ary_ptr(a))[i] = v;
    }
    gc_wb(a);
}

/* Replaces del elements from `at` (past the end: nils fill the gap) by n values; v may point into a.
 * Effects   allocates, raises (IndexError, FrozenError) */
void
ary_splice(VALUE a, intptr_t at, size_t del, const VALUE *v, size_t n)
{
    size_t len = ary_len(a);
    if (at < 0) {
        at += (intptr_t)len;
        if (at < 0) {
            rb_raise(rb_eIndexError, "index %ld too small for array; minimum: %ld", (long)(at - (intptr_t)len), -(long)len);
        }
    }
    size_t from = (size_t)at;
    if (from >= ARY_MAX_LEN) rb_raise(rb_eIndexError, "index %ld too big", (long)from);
    if (from < len && del > len - from) del = len - from;
    if (from >= len) del = 0;
    VALUE copy = 0;
    if (n && v >= ary_ptr(a) && v < ary_ptr(a) + len) { /* our own elements: they are about to move */
        copy = ary_new_from(v, n);
        v = ary_ptr(copy);
    }
    ary_modify(a);
    if (from >= len) {
        if (n > ARY_MAX_LEN - from) rb_raise(rb_eIndexError, "index %ld too big", (long)(from + n));
        if (from + n > len) ary_reserve_more(a, from + n - len);
        VALUE *p = (VALUE *)ary_ptr(a);
        for (size_t k = len; k < from; k++) p[k] = Qnil;
        memcpy(p + from, v, n * sizeof(VALUE));
        ary_set_len(a, from + n);
    } else if (from == 0 && n < del) { /* the front shrinks: O(1) for heap arrays */
        ary_shift_n(a, del - n);
        if (n) memcpy((VALUE *)ary_ptr(a), v, n * sizeof(VALUE));
    } else {
        if (n > del) ary_reserve_more(a, n - del);
        VALUE *p = (VALUE *)ary_ptr(a);
        if (n != del) memmove(p + from + n, p + from + del, (len - from - del) * sizeof(VALUE));
        if (n) memcpy(p + from, v, n * sizeof(VALUE));
        ary_set_len(a, len - del + n);
    }
    gc_wb(a);
    RB_GC_GUARD(copy);
}

VALUE
ary_concat(VALUE a, VALUE b)
{
    ary_modify(a);
    ary_append_values(a, ary_ptr(b), ary_len(b));
    RB_GC_GUARD(b);
    return a;
}

VALUE
ary_plus(VALUE a, VALUE b)
{
    size_t n = ary_len(a), m = ary_len(b);
    VALUE r;
    if (n + m <= ARY_EMBED_MAX) {
        unsigned cls = ary_class_for_len[n + m];
        r = gc_new(cls, T_ARRAY | (uint32_t)(n + m) << ARY_LEN_SHIFT, ary_shape_of(cls));
    } else {
        r = ary_alloc_heap(rb_cArray, n + m);
    }
    VALUE *p = (VALUE *)ary_ptr(r);
    memcpy(p, ary_ptr(a), n * sizeof(VALUE));
    memcpy(p + n, ary_ptr(b), m * sizeof(VALUE));
    ary_set_len(r, n + m);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
    return r;
}

/* ---- for the collector ---- */

void
ary_mark(VALUE a)
{
    uint32_t f = obj_flags(a);
    if (f & ARY_SHARED) gc_mark(ary_heap(a)->aux.shared);                             /* ARRAY-6 */
    else if (!obj_shape(a) && !(f & ARY_ROOT)) gc_mark_range(ary_ptr(a), ary_len(a)); /* C code may know what it holds */
    else gc_mark_slots((VALUE *)ary_ptr(a), ary_len(a));
}

void
ary_free(VALUE a)
{
    uint32_t f = obj_flags(a);
    if ((f & ARY_HEAP) && !(f & ARY_SHARED)) {
        size_t off = ary_offset(a);
        gc_free(ary_heap(a)->ptr - off, (ary_heap(a)->aux.capa + off) * sizeof(VALUE));
    }
}

size_t
ary_memsize(VALUE a)
{
    uint32_t f = obj_flags(a);
    return (f & ARY_HEAP) && !(f & ARY_SHARED) ? (ary_heap(a)->aux.capa + ary_offset(a)) * sizeof(VALUE) : 0;
}

/* Returns whether compaction may take the elements of a heap array into a slot: its buffer is its own, filled by half or more (a
 * queue keeps its room), and they fit.  A buffer that others share stays outside (ARRAY-3). */
static bool
ary_takes_elements_in(VALUE a)
{
    size_t n = ary_len(a);
    if ((obj_flags(a) & (ARY_HEAP | ARY_SHARED | ARY_ROOT)) != ARY_HEAP || n > ARY_EMBED_MAX) return false;
    return ary_heap(a)->aux.capa + ary_offset(a) <= 2 * n;
}

/* Returns the slot class for the elements, if they are embedded or may be; else the one for a heap array. */
static unsigned
ary_fitting(VALUE a)
{
    bool inside = !(obj_flags(a) & ARY_HEAP) || ary_takes_elements_in(a);
    return ary_class_for_len[inside ? ary_len(a) : 0];
}

/* Moves the elements of a heap array into the slot of `to`, if ary_fitting has chosen it for them. */
static void
ary_settle(VALUE from, VALUE to)
{
    size_t n = ary_len(from);
    if (!ary_takes_elements_in(from) || n > ary_embed_capa(to)) return;
    memcpy(ary_embed(to)->e, ary_heap(from)->ptr, n * sizeof(VALUE));
    obj_hdr(to)->flags = (obj_flags(from) & ~(uint32_t)(ARY_HEAP | ARY_OFFSET)) | (uint32_t)n << ARY_LEN_SHIFT;
    ary_free(from);
    gc_disown(to);
}

void
ary_verify(VALUE a)
{
    uint32_t f = obj_flags(a);
    if (!(f & ARY_HEAP)) {
        gc_expect(!(f & (ARY_SHARED | ARY_ROOT | ARY_OFFSET)), "an embedded array is flagged as one with a buffer (ARRAY-2)",
                  a);
        gc_expect(ary_len(a) <= ary_embed_capa(a), "an embedded array is longer than its slot (ARRAY-2)", a);
        return;
    }
    gc_expect(!(f & ARY_LEN_MASK), "an array has two lengths (ARRAY-2)", a);
    if (f & ARY_SHARED) {
        VALUE root = ary_heap(a)->aux.shared;
        uint32_t root_flags = obj_flags(root) & (ARY_ROOT | ARY_HEAP | ARY_SHARED | HDR_FROZEN);
        gc_expect(root_flags == (ARY_ROOT | ARY_HEAP | HDR_FROZEN), "a shared array's root is none (ARRAY-3)", a);
        gc_expect(ary_ptr(a) >= ary_ptr(root) && ary_ptr(a) + ary_len(a) <= ary_ptr(root) + ary_len(root),
                  "a shared array reaches past its root's elements (ARRAY-6)", a);
        gc_expect(!(f & ARY_OFFSET), "a shared array counts what was shifted off (ARRAY-5)", a);
    } else {
        gc_expect(ary_len(a) <= ary_heap(a)->aux.capa, "an array is longer than its buffer", a);
        gc_expect(!(f & ARY_OFFSET) || ary_offset(a) > 0, "an array that was not shifted has an offset (ARRAY-5)", a);
    }
}

static bool
ary_locked_p(VALUE v) /* while sort! runs */
{
    return (obj_flags(v) & ARY_TMPLOCK) != 0;
}

static const struct gc_type_ops ary_type_ops = {
    .mark = ary_mark,
    .free = ary_free,
    .memsize = ary_memsize,
    .locked = ary_locked_p,
    .fitting = ary_fitting,
    .settle = ary_settle,
    .verify = ary_verify,
};

/* ---- conversions ---- */

VALUE
ary_to_ary(VALUE v)
{
    if (val_type_p(v, T_ARRAY)) return v;
    return rb_convert_type(v, T_ARRAY, "Array", "to_ary");
}

VALUE
ary_check(VALUE v)
{
    if (val_type_p(v, T_ARRAY)) return v;
    return rb_check_convert_type(v, T_ARRAY, "Array", "to_ary");
}

/* ---- public C API ---- */

VALUE
rb_ary_new(void)
{
    return ary_new();
}

VALUE(rb_ary_new_capa)(long capa)
{
    if (capa < 0) rb_raise(rb_eArgError, "negative array size (or size too big)");
    return ary_new_capa((size_t)capa);
}

VALUE(rb_ary_new_from_args)(long n, ...)
{
    VALUE a = ary_new_capa((size_t)n);
    va_list ap;
    va_start(ap, n);
    for (long i = 0; i < n; i++) ary_push(a, va_arg(ap, VALUE));
    va_end(ap);
    return a;
}

VALUE(rb_ary_new_from_values)(long n, const VALUE *elts)
{
    if (n < 0) rb_raise(rb_eArgError, "negative array size (or size too big)");
    return elts ? ary_new_from(elts, (size_t)n) : ary_new_capa((size_t)n);
}

VALUE
rb_ary_hidden_new(long capa)
{
    return ary_tmp_new((size_t)capa);
}

VALUE
rb_assoc_new(VALUE a, VALUE b)
{
    VALUE pair[2] = {a, b};
    return ary_new_from(pair, 2);
}

/* Gives back an array's buffer at once; the array is empty afterwards. */
void
rb_ary_free(VALUE a)
{
    ary_free(a);
    obj_hdr(a)->flags &= ~(uint32_t)(ARY_HEAP | ARY_SHARED | ARY_OFFSET | ARY_LEN_MASK);
    gc_disown(a);
}

void
rb_ary_modify(VALUE a)
{
    ary_modify(a);
}

VALUE
rb_ary_freeze(VALUE a)
{
    return rb_obj_freeze(a);
}

VALUE
rb_ary_shared_with_p(VALUE a, VALUE b)
{
    uint32_t f = obj_flags(a) & obj_flags(b);
    return val_bool((f & ARY_SHARED) && ary_heap(a)->aux.shared == ary_heap(b)->aux.shared && ary_len(a) == ary_len(b));
}

VALUE
rb_check_array_type(VALUE v)
{
    return ary_check(v);
}

VALUE
rb_ary_to_ary(VALUE v)
{
    VALUE a = ary_check(v);
    return a == Qnil ? ary_new_from(&v, 1) : a;
}

VALUE
rb_ary_dup(VALUE a)
{
    return ary_dup(a);
}

VALUE
rb_ary_resurrect(VALUE a)
{
    return ary_dup(a);
}

VALUE
rb_ary_cat(VALUE a, const VALUE *v, long n)
{
    ary_modify(a);
    ary_append_values(a, v, (size_t)n);
    return a;
}

VALUE(rb_ary_push)(VALUE a, VALUE v)
{
    return ary_push(a, v);
}

VALUE
rb_ary_pop(VALUE a)
{
    ary_modify(a);
    VALUE v = ary_pop(a);
    return v == Qundef ? Qnil : v;
}

VALUE
rb_ary_shift(VALUE a)
{
    ary_check_frozen(a);
    VALUE v = ary_shift(a);
    return v == Qundef ? Qnil : v;
}

VALUE
rb_ary_unshift(VALUE a, VALUE v)
{
    ary_check_frozen(a);
    ary_unshift_values(a, &v, 1);
    return a;
}

VALUE
rb_ary_entry(VALUE a, long i)
{
    return ary_get(a, i);
}

void
rb_ary_store(VALUE a, long i, VALUE v)
{
    ary_store(a, i, v);
}

VALUE
rb_ary_subseq(VALUE a, long from, long len)
{
    long n = (long)ary_len(a);
    if (from > n || from < 0 || len < 0) return Qnil;
    if (len > n - from) len = n - from;
    return ary_subseq(a, (size_t)from, (size_t)len);
}

VALUE
rb_ary_clear(VALUE a)
{
    ary_check_frozen(a);
    uint32_t f = obj_flags(a);
    if (f & ARY_SHARED) {
        obj_hdr(a)->flags = f & ~(uint32_t)(ARY_HEAP | ARY_SHARED | ARY_LEN_MASK);
    } else {
        if (f & ARY_OFFSET) {
            ary_heap(a)->len = 0;
            ary_reset_offset(a);
        }
        ary_set_len(a, 0);
        if ((f & ARY_HEAP) && ary_heap(a)->aux.capa > 2 * 16) {
            gc_free(ary_heap(a)->ptr, ary_heap(a)->aux.capa * sizeof(VALUE));
            obj_hdr(a)->flags &= ~(uint32_t)(ARY_HEAP | ARY_LEN_MASK);
            gc_disown(a);
        }
    }
    return a;
}

VALUE
rb_ary_plus(VALUE a, VALUE b)
{
    return ary_plus(a, ary_to_ary(b));
}

VALUE
rb_ary_concat(VALUE a, VALUE b)
{
    return ary_concat(a, ary_to_ary(b));
}

VALUE
rb_ary_replace(VALUE a, VALUE b)
{
    ary_check_frozen(a);
    b = ary_to_ary(b);
    if (a == b) return a;
    size_t n = ary_len(b);
    if (!(obj_flags(a) & ARY_HEAP) && n <= ary_embed_capa(a)) {
        memmove(ary_embed(a)->e, ary_ptr(b), n * sizeof(VALUE));
        ary_set_len(a, n);
        gc_wb(a);
        return a;
    }
    VALUE copy = ary_subseq(b, 0, n);
    ary_take_over(a, copy);
    return a;
}

VALUE
rb_ary_resize(VALUE a, long len)
{
    ary_modify(a);
    size_t n = ary_len(a);
    if (len < 0 || (size_t)len > ARY_MAX_LEN) rb_raise(rb_eIndexError, "index %ld too big", len);
    if ((size_t)len > n) {
        ary_reserve_more(a, (size_t)len - n);
        VALUE *p = (VALUE *)ary_ptr(a);
        for (size_t i = n; i < (size_t)len; i++) p[i] = Qnil;
    }
    ary_set_len(a, (size_t)len);
    return a;
}

VALUE
rb_ary_includes(VALUE a, VALUE v)
{
    return val_bool(ary_includes(a, v));
}

VALUE
rb_ary_join(VALUE a, VALUE sep)
{
    return ary_join(a, sep);
}

VALUE
rb_ary_to_s(VALUE a)
{
    return ary_inspect(a);
}

/* Returns the elements of a, in a buffer of its own: the caller may write through the raw pointer, without a barrier. */
VALUE *
rb_ary_ptr_use_start(VALUE a)
{
    if (obj_flags(a) & ARY_SHARED) ary_unshare(a);
    return (VALUE *)ary_ptr(a);
}

void
rb_ary_ptr_use_end(VALUE a)
{
    gc_wb(a);
}

long
rb_array_len(VALUE a)
{
    return (long)ary_len(a);
}

const VALUE *
rb_array_const_ptr(VALUE a)
{
    return ary_ptr(a);
}

VALUE *
rb_array_ptr(VALUE a)
{
    if (obj_flags(a) & ARY_SHARED) ary_unshare(a);
    gc_unprotect(a);
    return (VALUE *)ary_ptr(a);
}

void
rb_array_aset(VALUE a, long i, VALUE v)
{
    if (!ary_store_in_place(a, i, v)) ary_store(a, i, v);
}

void
rb_mem_clear(VALUE *at, long n)
{
    for (long i = 0; i < n; i++) at[i] = Qnil;
}

/* Shift and unshift with counts, for array/mod.c */
void
ary_drop_front(VALUE a, size_t n)
{
    ary_shift_n(a, n);
}

void
ary_prepend_values(VALUE a, const VALUE *v, size_t n)
{
    ary_unshift_values(a, v, n);
}

/* An empty Array of obj's class with room for its elements, if they fit a slot: for dup and clone. */
VALUE
ary_alloc_like(VALUE klass, VALUE obj)
{
    size_t n = ary_len(obj);
    return ary_new_class(klass, n <= ARY_EMBED_CAPA_MAX ? n : 0);
}

VALUE
ary_s_alloc(VALUE klass)
{
    unsigned cls = ary_class_for_len[0];
    return gc_new(cls, T_ARRAY, class_root_shape(klass, cls));
}

/* Before the first Array: class Array exists, its methods do not. */
void
Init_array_early(void)
{
    gc_register_type(T_ARRAY, &ary_type_ops);
    for (unsigned cls = 0; cls < SLOT_CLASS_COUNT; cls++) ary_shape[cls] = class_root_shape(rb_cArray, cls);
}
