/*
 * straddle.c - ObjectSpace.heap_straddle: how much of the heap lies on two cache lines that could lie on one.
 *
 * Uses      gc_each_object, the layouts of the built-in types
 * Algorithm An object's content is its header and what it uses of its slot, up to the last byte in use.  Content of at
 *           most SLOT_SMALL_BYTES could lie on one line of that size; the walk counts the objects for which it does not.
 *           Geometries with whole lines keep slots of up to SLOT_SMALL_BYTES on one line (slot.h SLOT-2, gc_verify).  In a
 *           larger slot an object that uses little of it may still straddle two lines.
 * Checked   test/test_objspace.rb
 */
#include "internal/compiler.h"
#include "internal/array.h"
#include "internal/numeric/bignum.h"
#include "internal/class.h"
#include "internal/numeric/complex.h"
#include "internal/hash/layout.h"
#include "internal/iseq.h"
#include "gc/page.h"
#include "internal/numeric.h"
#include "internal/range.h"
#include "internal/regexp/object.h"
#include "internal/string.h"
#include "internal/struct.h"
#include "internal/vm.h"

static size_t
words(size_t n)
{
    return OBJ_HEADER_BYTES + n * sizeof(VALUE);
}

static size_t
object_content(VALUE v)
{
    const struct shape *s = shape_get(obj_shape(v));
    size_t room = (gc_slot_bytes(v) - OBJ_HEADER_BYTES) / sizeof(VALUE);
    return words(s->is_dict || s->field_count > room ? room : s->field_count); /* the block's address is the last word */
}

static size_t
hash_content(VALUE v)
{
    uint32_t f = obj_flags(v);
    if (hash_table_p(v)) return sizeof(struct hash_boxed);
    if (f & HASH_DEFAULT) return gc_slot_bytes(v); /* the default is the last word */
    if (f & HASH_BLOCK) return sizeof(struct hash_embed) + sizeof(VALUE);
    return sizeof(struct hash_embed) + hash_span(v).bound * 2 * sizeof(VALUE);
}

static size_t
imemo_content(VALUE v)
{
    switch (imemo_kind(v)) {
    case IMEMO_ME: return sizeof(struct method_entry);
    case IMEMO_ISEQ: return sizeof(struct iseq);
    case IMEMO_ENV: return env_content_bytes(v);
    case IMEMO_CREF: return sizeof(struct cref);
    case IMEMO_IFUNC: return sizeof(struct ifunc);
    default: return gc_slot_bytes(v);
    }
}

static size_t
content_bytes(VALUE v)
{
    uint32_t f = obj_flags(v);
    switch (obj_type(v)) {
    case T_OBJECT: return object_content(v);
    case T_STRING: return (f & STR_HEAP) ? sizeof(struct str_heap) : offsetof(struct str_embed, bytes) + str_len(v) + 1;
    case T_ARRAY: return (f & ARY_HEAP) ? sizeof(struct ary_heap) : words(ary_len(v));
    case T_HASH: return hash_content(v);
    case T_STRUCT: return (f & STRUCT_HEAP) ? sizeof(struct struct_heap) : words(struct_len(v));
    case T_BIGNUM: return (f & BIG_HEAP) ? sizeof(struct big_heap) : words(big_len(v));
    case T_FLOAT: return words(1);
    case T_RATIONAL:
    case T_COMPLEX: return words(2);
    case T_SYMBOL: return sizeof(struct dyn_symbol);
    case T_CLASS:
    case T_MODULE:
    case T_ICLASS: return sizeof(struct rclass);
    case T_REGEXP: return sizeof(struct rregexp);
    case T_MATCH: return sizeof(struct rmatch) + ((f & MATCH_OUTSIDE) ? sizeof(int64_t *) : match_at_bytes(v));
    case T_DATA: return RTYPEDDATA_EMBEDDED_P(v) ? gc_slot_bytes(v) : sizeof(struct RTypedData);
    case T_IMEMO: return imemo_content(v);
    default: return gc_slot_bytes(v);
    }
}

struct straddle {
    size_t contents[2], straddling[2]; /* [0] in slots of up to SLOT_SMALL_BYTES, [1] in larger ones */
};

static void
count(VALUE v, void *p)
{
    struct straddle *s = p;
    size_t bytes = content_bytes(v), slot = gc_slot_bytes(v);
    if (bytes > slot) bytes = slot;
    if (bytes > SLOT_SMALL_BYTES) return;
    unsigned large = slot > SLOT_SMALL_BYTES;
    s->contents[large]++;
    s->straddling[large] += v / SLOT_SMALL_BYTES != (v + bytes - 1) / SLOT_SMALL_BYTES;
}

static VALUE
part(const struct straddle *s, unsigned large)
{
    VALUE h = rb_hash_new();
    rb_hash_aset(h, ID2SYM(rb_intern("contents")), SIZET2NUM(s->contents[large]));
    rb_hash_aset(h, ID2SYM(rb_intern("straddling")), SIZET2NUM(s->straddling[large]));
    return h;
}

/* ObjectSpace.heap_straddle -> {small_slots: {contents:, straddling:}, large_slots: {contents:, straddling:}} */
static VALUE
objspace_m_heap_straddle(VALUE self)
{
    struct straddle s = {{0, 0}, {0, 0}};
    gc_each_object(count, &s);
    VALUE h = rb_hash_new();
    rb_hash_aset(h, ID2SYM(rb_intern("small_slots")), part(&s, 0));
    rb_hash_aset(h, ID2SYM(rb_intern("large_slots")), part(&s, 1));
    return h;
}

void
gc_straddle_init(void)
{
    rb_define_module_function(rb_define_module("ObjectSpace"), "heap_straddle", objspace_m_heap_straddle, 0);
}
