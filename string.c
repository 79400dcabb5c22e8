/*
 * string.c - how Strings are made, grow, share and join.
 *
 * A String of up to a slot's worth of bytes lies in its slot; a longer one owns a malloc'ed body of len + slack.  Bodies
 * double when they are outgrown.  Copies of long Strings share: the body moves to a frozen root that the copies mark;
 * only tails are shared, so that every String still ends in its terminator (STRING-1).  The first writer copies the bytes.
 *
 * The methods are in string/.  string/capi.c has the C API, and string/aref.c has [], slice and []=.  The other
 * files are listed in string/README.md.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/gc/body.h"
#include "internal/hash.h"
#include "internal/numeric.h"
#include "internal/numeric/numparse.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

enum {
    EMBED_HEAD = OBJ_HEADER_BYTES + 2,
    TERM_ROOM = 4, /* heap bodies keep room for the widest terminator */
    BODY_EXTRA = TERM_ROOM + SLOT_TAIL_BYTES,
    SHARE_MIN_BYTES = LIMIT(128, 8), /* below this a copy is cheaper than a root */
    HEAP_CAPA_MIN = LIMIT(48, 1),
    COPY_CHUNK = SLOT_TAIL_BYTES, /* short bodies are copied whole chunks at a time: STRING-4 */
};
#define STR_MAX_BYTES ((size_t)INTPTR_MAX - BODY_EXTRA)

/* Root shape of class String by slot class; hidden until the class exists. */
static shape_id_t str_shape[SLOT_CLASS_COUNT];
/* Slot class by (bytes + 7) / 8, header included. */
static uint8_t slot_class_by_words[SLOT_MAX_BYTES / 8 + 1];

static inline struct str_heap *
heap(VALUE s)
{
    return (struct str_heap *)s;
}
static inline struct str_embed *
embed(VALUE s)
{
    return (struct str_embed *)s;
}

static ALWAYS_INLINE size_t
term_len(int enc_index)
{
    return enc_at(enc_index)->min_len;
}

static ALWAYS_INLINE void
terminate(char *end, size_t term)
{
    *end = 0;
    if (UNLIKELY(term > 1)) memset(end, 0, term);
}

NORETURN COLD static void
too_big(void)
{
    rb_raise(rb_eArgError, "string size too big");
}

/* ---- making ---- */

static ALWAYS_INLINE shape_id_t
shape_for(VALUE klass, unsigned cls)
{
    return LIKELY(klass == rb_cString) ? str_shape[cls] : class_root_shape(klass, cls);
}

/* A slot for `room` bytes and their terminator (room <= STR_EMBED_MAX + 1); len is the caller's to write. */
static ALWAYS_INLINE VALUE
alloc_embed(VALUE klass, size_t room, uint32_t flags)
{
    unsigned cls = slot_class_by_words[(EMBED_HEAD + room + 7) / 8];
    return gc_new(cls, T_STRING | flags, shape_for(klass, cls));
}

static ALWAYS_INLINE bool
embeddable(size_t room)
{
    return room + EMBED_HEAD <= SLOT_MAX_BYTES;
}

/* A String with no body yet: len 0, ptr NULL. */
static VALUE
alloc_heap(VALUE klass, uint32_t flags)
{
    unsigned cls = slot_class_for(sizeof(struct str_heap));
    VALUE s = gc_new(cls, T_STRING | STR_HEAP | flags, shape_for(klass, cls));
    heap(s)->len = 0;
    heap(s)->ptr = NULL;
    heap(s)->aux.capa = 0;
    return s;
}

static void
give_body(VALUE s, size_t capa)
{
    heap(s)->ptr = gc_body_malloc(capa + BODY_EXTRA);
    heap(s)->aux.capa = capa;
    gc_own(s);
}

static ALWAYS_INLINE VALUE
new_flagged(VALUE klass, const char *ptr, size_t len, uint32_t flags)
{
    size_t term = term_len((int)(flags >> STR_ENC_SHIFT));
    if (LIKELY(embeddable(len + term))) {
        VALUE s = alloc_embed(klass, len + term, flags);
        embed(s)->len = (uint16_t)len;
        if (ptr) memcpy(embed(s)->bytes, ptr, len);
        terminate(embed(s)->bytes + len, term);
        return s;
    }
    if (len > STR_MAX_BYTES) too_big();
    VALUE s = alloc_heap(klass, flags);
    give_body(s, len);
    if (ptr) memcpy(heap(s)->ptr, ptr, len);
    heap(s)->len = len;
    terminate(heap(s)->ptr + len, term);
    return s;
}

VALUE
str_new(const char *ptr, size_t len, int enc_index)
{
    return new_flagged(rb_cString, ptr, len, (uint32_t)enc_index << STR_ENC_SHIFT);
}

VALUE
str_new_class(VALUE klass, const char *ptr, size_t len, int enc_index)
{
    return new_flagged(klass, ptr, len, (uint32_t)enc_index << STR_ENC_SHIFT);
}

static VALUE
buf_new_flagged(VALUE klass, size_t capa, uint32_t flags)
{
    size_t term = term_len((int)(flags >> STR_ENC_SHIFT));
    if (LIKELY(embeddable(capa + term))) {
        VALUE s = alloc_embed(klass, capa + term, flags);
        embed(s)->len = 0;
        terminate(embed(s)->bytes, term);
        return s;
    }
    if (capa > STR_MAX_BYTES) too_big();
    VALUE s = alloc_heap(klass, flags);
    give_body(s, capa);
    terminate(heap(s)->ptr, term);
    return s;
}

VALUE
str_buf_new(size_t capa)
{
    return buf_new_flagged(rb_cString, capa, (uint32_t)ENCI_BINARY << STR_ENC_SHIFT);
}

VALUE
str_buf_new_class(VALUE klass, size_t capa, int enc_index)
{
    return buf_new_flagged(klass, capa, (uint32_t)enc_index << STR_ENC_SHIFT);
}

/* Bytes that outlive the String and end in NUL; never freed. */
VALUE
str_new_static(const char *ptr, size_t len, int enc_index)
{
    if (len <= SHARE_MIN_BYTES || term_len(enc_index) > 1) return str_new(ptr, len, enc_index);
    VALUE s = alloc_heap(rb_cString, STR_FOREIGN | (uint32_t)enc_index << STR_ENC_SHIFT);
    heap(s)->ptr = (char *)(uintptr_t)ptr;
    heap(s)->len = heap(s)->aux.capa = len;
    return s;
}

/* ---- sharing ---- */

/* Points s (fresh, heap form) at the tail of root from `from`. */
static void
share_tail(VALUE s, VALUE root, size_t from)
{
    heap(s)->ptr = heap(root)->ptr + from;
    heap(s)->len = heap(root)->len - from;
    if (obj_flags(root) & STR_FOREIGN) { /* needs no keeper */
        obj_hdr(s)->flags |= STR_FOREIGN;
        heap(s)->aux.capa = heap(s)->len;
        return;
    }
    obj_hdr(s)->flags |= STR_SHARED;
    obj_hdr(root)->flags |= STR_ROOT;
    RB_OBJ_WRITE(s, &heap(s)->aux.shared, root);
}

/* The body of s (own, not frozen) moves to a new frozen root of class klass; s shares it from now on. */
static VALUE
make_root(VALUE s, VALUE klass)
{
    uint32_t keep = obj_flags(s) & (STR_ENC_MASK | STR_CR_MASK | STR_JSON_CLEAN);
    VALUE root = alloc_heap(klass, keep | HDR_FROZEN | STR_ROOT);
    heap(root)->ptr = heap(s)->ptr;
    heap(root)->len = heap(s)->len;
    heap(root)->aux.capa = heap(s)->aux.capa;
    gc_own(root);
    gc_disown(s);
    obj_hdr(s)->flags |= STR_SHARED;
    RB_OBJ_WRITE(s, &heap(s)->aux.shared, root);
    return root;
}

/* The frozen String that owns (or whose static bytes are) the body of heap-form s; *from is where s begins in it. */
static VALUE
root_of(VALUE s, size_t *from)
{
    uint32_t f = obj_flags(s);
    *from = 0;
    if (f & STR_SHARED) {
        VALUE root = heap(s)->aux.shared;
        *from = (size_t)(heap(s)->ptr - heap(root)->ptr);
        /* the root and its sharers end at the same byte, unless a sharer was shortened: the caller uses the length of s */
        return root;
    }
    if (f & (HDR_FROZEN | STR_FOREIGN)) return s;
    return make_root(s, 0);
}

/* A tail of heap-form s as a new String. */
static VALUE
new_sharing(VALUE klass, VALUE s, size_t skip, uint32_t flags)
{
    size_t from, len = heap(s)->len - skip;
    VALUE root = root_of(s, &from);
    VALUE d = alloc_heap(klass, flags);
    share_tail(d, root, from + skip);
    heap(d)->len = len;
    if (obj_flags(d) & STR_FOREIGN) heap(d)->aux.capa = len;
    return d;
}

static inline bool
worth_sharing(VALUE s, size_t len)
{
    return (obj_flags(s) & STR_HEAP) && len > SHARE_MIN_BYTES;
}

VALUE
str_new_frozen(VALUE s)
{
    uint32_t f = obj_flags(s), keep = f & (STR_ENC_MASK | STR_CR_MASK | STR_JSON_CLEAN);
    if (f & HDR_FROZEN) return s;
    VALUE klass = obj_class(s) ? class_real(obj_class(s)) : 0;
    if ((f & STR_LOCKED) || !worth_sharing(s, str_len(s))) {
        VALUE copy = new_flagged(klass, str_ptr(s), str_len(s), keep | HDR_FROZEN);
        RB_GC_GUARD(s);
        return copy;
    }
    if (!(f & (STR_SHARED | STR_FOREIGN))) return make_root(s, klass);
    return new_sharing(klass, s, 0, keep | HDR_FROZEN);
}

static VALUE
dup_as(VALUE klass, VALUE s, uint32_t more_flags)
{
    uint32_t flags = (obj_flags(s) & (STR_ENC_MASK | STR_CR_MASK | STR_JSON_CLEAN)) | more_flags;
    if (worth_sharing(s, str_len(s)) && !(obj_flags(s) & STR_LOCKED)) return new_sharing(klass, s, 0, flags);
    VALUE copy = new_flagged(klass, str_ptr(s), str_len(s), flags);
    RB_GC_GUARD(s); /* the caller may have no use for it any more */
    return copy;
}

VALUE
str_dup(VALUE s)
{
    return dup_as(class_real(obj_class(s)), s, 0);
}

/* Returns a copy of s with class String, even if s has another class. */
VALUE
str_dup_plain(VALUE s)
{
    return dup_as(rb_cString, s, 0);
}

/* Returns the ID under which a literal holds its place.  No Ruby code can read a variable of that name. */
ID
str_place_id(void)
{
    static ID id;
    if (!id) id = rb_intern("created at");
    return id;
}

/* Returns a frozen String of text's bytes that holds where the literal stands.  Its body is outside the slot, whatever its
 * length: str_resurrect() then takes its slow branch, which copies the place, and the fast one has no test for it. */
VALUE
str_new_located(VALUE text, VALUE path, int line)
{
    size_t len = str_len(text), capa = len > STR_EMBED_MAX ? len : STR_EMBED_MAX + 1;
    VALUE s = str_buf_new_class(rb_cString, capa, str_enc_index(text));
    str_append(s, text);
    VALUE place = rb_ary_freeze(rb_assoc_new(path, INT2FIX(line)));
    ivar_set_raw(s, str_place_id(), place);
    obj_hdr(s)->flags |= HDR_FROZEN;
    RB_GC_GUARD(text);
    return s;
}

VALUE
str_place(VALUE s)
{
    if (!(obj_flags(s) & HDR_EXIVAR)) return Qnil;
    VALUE place = ivar_get(s, str_place_id());
    return place == Qundef ? Qnil : place;
}

/* Returns a new String for a literal whose template has its body outside. */
static NOINLINE VALUE
resurrect_outside(VALUE s, bool chilled)
{
    VALUE copy = dup_as(rb_cString, s, chilled ? STR_CHILLED : 0);
    VALUE place = chilled ? str_place(s) : Qnil;
    if (place != Qnil) ivar_set_raw(copy, str_place_id(), place);
    RB_GC_GUARD(s);
    return copy;
}

VALUE
str_resurrect(VALUE s, bool chilled)
{
    uint32_t f = obj_flags(s);
    if (UNLIKELY(f & STR_HEAP)) return resurrect_outside(s, chilled);
    size_t len = embed(s)->len;
    uint32_t flags = (f & (STR_ENC_MASK | STR_CR_MASK | STR_JSON_CLEAN)) | (chilled ? STR_CHILLED : 0);
    return new_flagged(rb_cString, embed(s)->bytes, len, flags);
}

VALUE
str_subseq(VALUE s, size_t from, size_t len)
{
    uint32_t f = obj_flags(s), keep = f & STR_ENC_MASK;
    size_t whole = str_len(s);
    if ((f & STR_CR_MASK) == STR_CR_7BIT || (from == 0 && len == whole)) keep |= f & STR_CR_MASK;
    if (worth_sharing(s, len) && from + len == whole && !(f & STR_LOCKED) && term_len(str_enc_index(s)) == 1)
        return new_sharing(rb_cString, s, from, keep);
    VALUE part = new_flagged(rb_cString, str_ptr(s) + from, len, keep);
    RB_GC_GUARD(s);
    return part;
}

/* ---- the right to write, and room to do it ---- */

static size_t
embed_capa(VALUE s)
{
    return gc_slot_bytes(s) - EMBED_HEAD - term_len(str_enc_index(s));
}

size_t
str_capa(VALUE s)
{
    uint32_t f = obj_flags(s);
    if (!(f & STR_HEAP)) return embed_capa(s);
    return (f & STR_SHARED) ? heap(s)->len : heap(s)->aux.capa;
}

/* Moves the bytes of s into a body of its own with room for capa bytes: its slot when that is enough. */
static void
own_body(VALUE s, size_t capa)
{
    char *old = str_ptr(s);
    size_t len = str_len(s), term = term_len(str_enc_index(s));
    uint32_t borrowed = STR_SHARED | STR_FOREIGN;
    VALUE root = obj_flags(s) & STR_SHARED ? heap(s)->aux.shared : 0;
    if (capa <= embed_capa(s)) {
        obj_hdr(s)->flags &= ~(borrowed | STR_HEAP);
        memcpy(embed(s)->bytes, old, len); /* old lies in the root or in static memory, never in the slot */
        embed(s)->len = (uint16_t)len;
        terminate(embed(s)->bytes + len, term);
    } else {
        if (capa > STR_MAX_BYTES) too_big();
        char *body = gc_body_malloc(capa + BODY_EXTRA);
        memcpy(body, old, len);
        terminate(body + len, term);
        obj_hdr(s)->flags = (obj_flags(s) & ~borrowed) | STR_HEAP;
        heap(s)->ptr = body;
        heap(s)->len = len;
        heap(s)->aux.capa = capa;
        gc_own(s);
    }
    RB_GC_GUARD(root);
}

void
str_warn_chilled(VALUE s)
{
    bool from_symbol = obj_flags(s) & STR_CHILLED_SYM;
    obj_hdr(s)->flags &= ~(STR_CHILLED | STR_CHILLED_SYM);
    if (!rb_warning_category_enabled_p(RB_WARN_CATEGORY_DEPRECATED)) return;
    if (from_symbol) {
        rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "string returned by :%s.to_s will be frozen in the future",
                         str_ptr(s));
        RB_GC_GUARD(s);
        return;
    }
    VALUE place = str_place(s);
    if (place == Qnil) {
        rb_category_warn(RB_WARN_CATEGORY_DEPRECATED, "literal string will be frozen in the future (run with "
                                                      "--debug-frozen-string-literal for more information)");
        return;
    }
    rb_category_warn(RB_WARN_CATEGORY_DEPRECATED,
                     "literal string will be frozen in the future\n%" PRIsVALUE ":%d: info: the string was created here",
                     rb_ary_entry(place, 0), FIX2INT(rb_ary_entry(place, 1)));
}

/* str_writable_p(s) from here on; room for `capa` bytes if the body has to be copied anyway. */
static NOINLINE void
make_writable(VALUE s, size_t capa)
{
    uint32_t f = obj_flags(s);
    if (f & HDR_FROZEN) rb_error_frozen_object(s);
    if (f & STR_LOCKED) rb_raise(rb_eRuntimeError, "can't modify string; temporarily locked");
    if (f & (STR_CHILLED | STR_CHILLED_SYM)) str_warn_chilled(s);
    if (f & (STR_SHARED | STR_FOREIGN)) own_body(s, capa > heap(s)->len ? capa : heap(s)->len);
}

static ALWAYS_INLINE void
check_writable(VALUE s)
{
    if (UNLIKELY(!str_writable_p(s))) make_writable(s, 0);
}

/* Raises FrozenError or RuntimeError if s cannot be modified, and warns if it is chilled.  Leaves the body as it is: for methods
 * that turn out to change nothing. */
void
str_check_frozen(VALUE s)
{
    uint32_t f = obj_flags(s);
    if (LIKELY(!(f & (HDR_FROZEN | STR_CHILLED | STR_CHILLED_SYM | STR_LOCKED)))) return;
    if (f & HDR_FROZEN) rb_error_frozen_object(s);
    if (f & STR_LOCKED) rb_raise(rb_eRuntimeError, "can't modify string; temporarily locked");
    str_warn_chilled(s);
}

void
str_modify_keep_cr(VALUE s)
{
    check_writable(s);
    obj_hdr(s)->flags &= ~STR_JSON_CLEAN;
}

void
str_modify(VALUE s)
{
    check_writable(s);
    obj_hdr(s)->flags &= ~(STR_JSON_CLEAN | STR_CR_MASK);
}

/* The next capacity that holds need: doubling. */
static size_t
grown(size_t capa, size_t need)
{
    size_t n = capa < STR_MAX_BYTES / 2 ? capa * 2 : STR_MAX_BYTES;
    if (n < need) n = need;
    return n < HEAP_CAPA_MIN ? HEAP_CAPA_MIN : n;
}

/* s writable; room for need bytes in all. */
static NOINLINE void
grow(VALUE s, size_t need)
{
    if (need > STR_MAX_BYTES) too_big();
    if (!(obj_flags(s) & STR_HEAP)) {
        own_body(s, grown(embed_capa(s), need));
        return;
    }
    size_t old = heap(s)->aux.capa, capa = grown(old, need);
    heap(s)->ptr = gc_realloc(heap(s)->ptr, old + BODY_EXTRA, capa + BODY_EXTRA);
    heap(s)->aux.capa = capa;
}

/* Writable, and room for need bytes in all. */
static ALWAYS_INLINE void
reserve(VALUE s, size_t need)
{
    if (UNLIKELY(!str_writable_p(s))) make_writable(s, need);
    size_t capa = (obj_flags(s) & STR_HEAP) ? heap(s)->aux.capa : embed_capa(s);
    if (UNLIKELY(need > capa)) grow(s, need);
}

void
str_modify_expand_keep_cr(VALUE s, size_t more)
{
    size_t len = str_len(s);
    if (more > STR_MAX_BYTES - len) too_big();
    reserve(s, len + more);
    obj_hdr(s)->flags &= ~STR_JSON_CLEAN;
}

void
str_modify_expand(VALUE s, size_t more)
{
    str_modify_expand_keep_cr(s, more);
    obj_hdr(s)->flags &= ~STR_CR_MASK;
}

static ALWAYS_INLINE void
put_len(VALUE s, size_t len)
{
    if (obj_flags(s) & STR_HEAP) {
        heap(s)->len = len;
        terminate(heap(s)->ptr + len, term_len(str_enc_index(s)));
    } else {
        embed(s)->len = (uint16_t)len;
        terminate(embed(s)->bytes + len, term_len(str_enc_index(s)));
    }
}

void
str_set_len(VALUE s, size_t len)
{
    size_t old = str_len(s);
    str_modify_keep_cr(s);
    if (len > str_capa(s)) rb_bug("probable buffer overflow: %ld for %ld", (long)len, (long)str_capa(s));
    if (len > old || str_cr(s) != STR_CR_7BIT) str_set_cr(s, STR_CR_UNKNOWN);
    put_len(s, len);
}

/* rb_str_resize: shorter cuts, longer leaves undefined bytes. */
void
str_resize(VALUE s, size_t len)
{
    size_t old = str_len(s);
    if (len == old) {
        str_check_frozen(s);
        return;
    }
    if (len > old) reserve(s, len);
    else check_writable(s);
    obj_hdr(s)->flags &= ~STR_JSON_CLEAN;
    if (len > old || str_cr(s) != STR_CR_7BIT) str_set_cr(s, STR_CR_UNKNOWN);
    if (len < old && (obj_flags(s) & STR_HEAP) && len + SLOT_MAX_BYTES < heap(s)->aux.capa / 2) {
        size_t capa = heap(s)->aux.capa;
        heap(s)->ptr = gc_realloc(heap(s)->ptr, capa + BODY_EXTRA, len + BODY_EXTRA);
        heap(s)->aux.capa = len;
    }
    put_len(s, len);
}

void
str_associate(VALUE s, int enc_index)
{
    int old = str_enc_index(s);
    size_t term = term_len(enc_index);
    if (old == enc_index) return;
    if (term > term_len(old)) { /* the wider terminator must fit */
        check_writable(s);
        size_t len = str_len(s);
        if (!(obj_flags(s) & STR_HEAP) && EMBED_HEAD + len + term > gc_slot_bytes(s)) own_body(s, grown(len, len + term));
        terminate(str_end(s), term);
    }
    if (str_cr(s) != STR_CR_7BIT || !enc_ascii_compat_p(enc_at(enc_index))) str_set_cr(s, STR_CR_UNKNOWN);
    obj_hdr(s)->flags &= ~STR_JSON_CLEAN;
    str_set_enc_index(s, enc_index);
}

static void
release_body(VALUE s)
{
    if ((obj_flags(s) & (STR_HEAP | STR_SHARED | STR_FOREIGN)) != STR_HEAP || !heap(s)->ptr) return;
    gc_disown(s);
    gc_body_free(heap(s)->ptr, heap(s)->aux.capa + BODY_EXTRA);
}

/* s (writable) takes other's bytes, encoding and code range. */
VALUE
str_become(VALUE s, VALUE other)
{
    if (s == other) return s;
    size_t len = str_len(other);
    uint32_t carry = STR_ENC_MASK | STR_CR_MASK | STR_JSON_CLEAN;
    if (worth_sharing(other, len) && !(obj_flags(other) & STR_LOCKED)) {
        size_t from;
        VALUE root = root_of(other, &from);
        release_body(s);
        obj_hdr(s)->flags = (obj_flags(s) & ~(carry | STR_SHARED | STR_FOREIGN)) | STR_HEAP | (obj_flags(other) & carry);
        share_tail(s, root, from);
        heap(s)->len = len;
        if (obj_flags(s) & STR_FOREIGN) heap(s)->aux.capa = len;
        return s;
    }
    reserve(s, len + TERM_ROOM);
    memmove(str_ptr(s), str_ptr(other), len);
    obj_hdr(s)->flags = (obj_flags(s) & ~carry) | (obj_flags(other) & carry);
    put_len(s, len);
    return s;
}

/* s takes over other's body and other is left empty (rb_str_shared_replace). */
void
str_steal(VALUE s, VALUE other)
{
    check_writable(s);
    str_become(s, other);
}

/* ---- appending ---- */

/* Code range of a followed by b, both in one encoding. */
static inline unsigned
cr_joined(unsigned a, unsigned b)
{
    if (a == STR_CR_UNKNOWN || b == STR_CR_UNKNOWN || a == STR_CR_BROKEN) return STR_CR_UNKNOWN;
    return a > b ? a : b; /* 7BIT < VALID < BROKEN */
}

/* p may lie in s. */
static ALWAYS_INLINE void
append_raw(VALUE s, const char *p, size_t len)
{
    size_t old = str_len(s);
    const char *mine = str_ptr(s);
    if (UNLIKELY(len > STR_MAX_BYTES - old)) too_big();
    bool inside = p >= mine && p <= mine + old;
    size_t off = (size_t)(p - mine);
    reserve(s, old + len);
    char *to = str_ptr(s);
    memcpy(to + old, inside ? to + off : p, len);
    obj_hdr(s)->flags &= ~STR_JSON_CLEAN;
    put_len(s, old + len);
}

VALUE
str_append_bytes(VALUE s, const char *p, size_t len)
{
    unsigned cr = str_cr(s);
    if (len == 0) {
        str_check_frozen(s);
        return s;
    }
    if (cr == STR_CR_7BIT && (len > 256 || !enc_bytes_ascii_p(p, len))) cr = STR_CR_UNKNOWN;
    else if (cr != STR_CR_7BIT) cr = STR_CR_UNKNOWN;
    append_raw(s, p, len);
    str_set_cr(s, cr);
    return s;
}

/* s and bytes of another encoding: decides the result's encoding, or raises. */
static NOINLINE void
append_foreign(VALUE s, const char *p, size_t len, int enc_index, unsigned cr)
{
    const struct enc *es = str_enc(s), *ep = enc_at(enc_index);
    if (!enc_ascii_compat_p(es) || !enc_ascii_compat_p(ep)) {
        if (len == 0) return;
        if (str_len(s) > 0) enc_incompatible(es, ep);
        append_raw(s, p, len);
        str_associate(s, enc_index);
        str_set_cr(s, cr);
        return;
    }
    if (!cr) cr = enc_scan_cr(ep, p, len);
    unsigned cs = str_cr_known(s);
    if (cs != STR_CR_7BIT && cr != STR_CR_7BIT) enc_incompatible(es, ep);
    append_raw(s, p, len);
    if (cs == STR_CR_7BIT && cr != STR_CR_7BIT) {
        str_associate(s, enc_index);
        str_set_cr(s, cr);
    } else str_set_cr(s, cr_joined(cs, cr));
}

/* Bytes of any encoding; cr may be unknown.  raises Encoding::CompatibilityError. */
VALUE
str_append_enc(VALUE s, const char *p, size_t len, int enc_index, unsigned cr)
{
    if (UNLIKELY(str_enc_index(s) != enc_index)) {
        append_foreign(s, p, len, enc_index, cr);
        return s;
    }
    if (len == 0) {
        str_check_frozen(s);
        return s;
    }
    unsigned joined = str_len(s) == 0 ? cr : cr_joined(str_cr(s), cr);
    append_raw(s, p, len);
    str_set_cr(s, joined);
    return s;
}

/* The flags that forbid a write in place, or that a change of the bytes would make false. */
enum {
    STR_NOT_IN_PLACE = HDR_FROZEN | STR_SHARED | STR_FOREIGN | STR_FSTR | STR_CHILLED | STR_CHILLED_SYM | STR_LOCKED |
                       STR_ROOT | STR_JSON_CLEAN,
};

/* Appends other, of the same encoding and with a known code range, if s has the room.  Returns false, with s unchanged, otherwise. */
static ALWAYS_INLINE bool
append_in_place(VALUE s, VALUE other, uint32_t fo)
{
    uint32_t fs = obj_flags(s);
    if (UNLIKELY(((fs ^ (fo & STR_ENC_MASK)) & (STR_ENC_MASK | STR_HEAP | STR_NOT_IN_PLACE)) != STR_HEAP)) return false;
    unsigned a = fs & STR_CR_MASK, b = fo & STR_CR_MASK;
    if (UNLIKELY(!b || !a || a == STR_CR_BROKEN)) return false;
    struct str_heap *to = (struct str_heap *)s;
    size_t n = str_len(other), len = to->len;
    if (UNLIKELY(to->aux.capa - len < n || len == 0 || n == 0)) return false;
    memcpy(to->ptr + len, str_ptr(other), n);
    put_len(s, len + n);
    if (b > a) str_set_cr(s, b);
    return true;
}

VALUE
str_append(VALUE s, VALUE other)
{
    uint32_t fo = obj_flags(other);
    if (LIKELY(append_in_place(s, other, fo))) return s;
    unsigned cr = fo & STR_CR_MASK;
    if (!cr && str_cr(s) != STR_CR_UNKNOWN && str_len(other) < 64) cr = str_scan_cr(other);
    str_append_enc(s, str_ptr(other), str_len(other), (int)(fo >> STR_ENC_SHIFT), cr);
    RB_GC_GUARD(other);
    return s;
}

/* Any mix of encodings: each part appended by the rules of <<, US-ASCII giving way to what follows. */
static NOINLINE VALUE
concat_mixed(const VALUE *strs, size_t n, size_t total)
{
    VALUE s = buf_new_flagged(rb_cString, total, obj_flags(strs[0]) & STR_ENC_MASK);
    for (size_t i = 0; i < n; i++) {
        int enc = str_enc_index(strs[i]);
        str_append_enc(s, str_ptr(strs[i]), str_len(strs[i]), enc, str_cr_known(strs[i]));
        if (enc != ENCI_USASCII && str_enc_index(s) == ENCI_USASCII) str_associate(s, enc);
    }
    return s;
}

/* Joins the part's encoding and code range to those so far.  Returns false if the rules of << must decide. */
static ALWAYS_INLINE bool
concat_joins(VALUE part, uint32_t f, int *enc, unsigned *cr)
{
    int e = (int)(f >> STR_ENC_SHIFT);
    unsigned c = f & STR_CR_MASK;
    if (UNLIKELY(e != *enc)) { /* digits and the like come as US-ASCII */
        if (e == ENCI_USASCII && enc_ascii_compat_p(enc_at(*enc))) {
            if (!c) c = str_scan_cr(part);
            if (c != STR_CR_7BIT) return false;
        } else if (*enc == ENCI_USASCII && *cr == STR_CR_7BIT && enc_ascii_compat_p(enc_at(e))) *enc = e;
        else return false;
    }
    *cr = cr_joined(*cr, c);
    return true;
}

VALUE
str_concat_n(const VALUE *strs, size_t n)
{
    if (UNLIKELY(n < 2)) return n == 0 ? str_new(NULL, 0, ENCI_UTF8) : str_resurrect(strs[0], false);
    uint32_t f = obj_flags(strs[0]);
    int enc = (int)(f >> STR_ENC_SHIFT);
    unsigned cr = f & STR_CR_MASK;
    size_t total = str_len(strs[0]);
    bool joins = true;
    if (enc == ENCI_USASCII && !cr) cr = str_scan_cr(strs[0]);
    for (size_t i = 1; i < n; i++) {
        size_t len = str_len(strs[i]);
        if (UNLIKELY(len > STR_MAX_BYTES - total)) too_big();
        total += len;
        joins = joins && concat_joins(strs[i], obj_flags(strs[i]), &enc, &cr);
    }
    if (UNLIKELY(!joins)) return concat_mixed(strs, n, total);
    VALUE s = new_flagged(rb_cString, NULL, total, (uint32_t)enc << STR_ENC_SHIFT | cr);
    char *to = str_ptr(s);
    const char *safe = to + total + 1 - COPY_CHUNK; /* from here a chunk stays inside the body */
    for (size_t i = 0; i < n; i++) {
        size_t len = str_len(strs[i]);
        bool chunk = !VM_ASAN && len <= COPY_CHUNK && to <= safe && !(obj_flags(strs[i]) & STR_FOREIGN);
        if (LIKELY(chunk)) memcpy(to, str_ptr(strs[i]), COPY_CHUNK);
        else memcpy(to, str_ptr(strs[i]), len);
        to += len;
    }
    terminate(to, term_len(enc));
    return s;
}

/* The String that a part without one of its own stands for. */
static VALUE
part_string(VALUE part)
{
    if (val_fix_p(part)) return int_to_s(part, 10);
    if (val_symbol_p(part)) return sym_name(part);
    if (part == Qnil) return str_new("", 0, ENCI_USASCII);
    if (val_heap_p(part)) return part;
    return rb_usascii_str_new_cstr(part == Qtrue ? "true" : "false");
}

static NOINLINE VALUE
concat_as_strings(VALUE *parts, size_t n)
{
    for (size_t i = 0; i < n; i++) parts[i] = part_string(parts[i]);
    return str_concat_n(parts, n);
}

enum { PARTS_MAX = LIMIT(8, 2), DIGITS_MAX = 24 };

VALUE
str_concat_parts(VALUE *parts, size_t n)
{
    char digits[PARTS_MAX + 1][DIGITS_MAX]; /* of part i, at the end of row i; the last row may be read */
    uint8_t digit_count[PARTS_MAX];
    if (UNLIKELY(n > PARTS_MAX || n < 2)) return concat_as_strings(parts, n);
    int enc = ENCI_USASCII;
    unsigned cr = STR_CR_7BIT;
    size_t total = 0;
    for (size_t i = 0; i < n; i++) {
        VALUE part = parts[i];
        if (val_fix_p(part)) {
            intptr_t x = fix_int(part);
            char *end = digits[i] + DIGITS_MAX, *p = ulong_to_digits(x < 0 ? 0 - (uint64_t)x : (uint64_t)x, end);
            if (x < 0) *--p = '-';
            total += digit_count[i] = (uint8_t)(end - p);
            if (i && UNLIKELY(!enc_ascii_compat_p(enc_at(enc)))) return concat_as_strings(parts, n);
            continue;
        }
        if (UNLIKELY(!val_heap_p(part))) parts[i] = part = part_string(part);
        uint32_t f = obj_flags(part);
        size_t len = str_len(part);
        if (UNLIKELY(len > STR_MAX_BYTES - total)) too_big();
        total += len;
        if (i == 0) {
            enc = (int)(f >> STR_ENC_SHIFT);
            cr = f & STR_CR_MASK;
            if (enc == ENCI_USASCII && !cr) cr = str_scan_cr(part);
        } else if (UNLIKELY(!concat_joins(part, f, &enc, &cr))) {
            return concat_as_strings(parts, n);
        }
    }
    VALUE s = new_flagged(rb_cString, NULL, total, (uint32_t)enc << STR_ENC_SHIFT | cr);
    char *to = str_ptr(s);
    const char *safe = to + str_capa(s) + 1 - COPY_CHUNK; /* from here a chunk stays inside the body */
    for (size_t i = 0; i < n; i++) {
        VALUE part = parts[i];
        const char *from;
        size_t len;
        bool chunk = !VM_ASAN && to <= safe;
        if (val_fix_p(part)) {
            len = digit_count[i];
            from = digits[i] + DIGITS_MAX - len;
        } else {
            len = str_len(part);
            from = str_ptr(part);
            chunk = chunk && !(obj_flags(part) & STR_FOREIGN);
        }
        if (LIKELY(chunk && len <= COPY_CHUNK)) memcpy(to, from, COPY_CHUNK);
        else memcpy(to, from, len);
        to += len;
    }
    terminate(to, term_len(enc));
    return s;
}

/* a + b for Strings. */
VALUE
str_plus(VALUE a, VALUE b)
{
    size_t la = str_len(a), lb = str_len(b);
    int enc = enc_check_str(a, b);
    if (lb > STR_MAX_BYTES - la) too_big();
    unsigned ca = la ? str_cr(a) : STR_CR_7BIT, cb = lb ? str_cr(b) : STR_CR_7BIT;
    unsigned cr = enc_ascii_compat_p(enc_at(enc)) ? cr_joined(ca, cb) : STR_CR_UNKNOWN;
    VALUE s = new_flagged(rb_cString, NULL, la + lb, (uint32_t)enc << STR_ENC_SHIFT | cr);
    memcpy(str_ptr(s), str_ptr(a), la);
    memcpy(str_ptr(s) + la, str_ptr(b), lb);
    RB_GC_GUARD(a);
    RB_GC_GUARD(b);
    return s;
}

/* ---- writing front to back ---- */

void
out_start(struct str_out *o, int enc_index, size_t capa)
{
    o->s = str_buf_new_class(rb_cString, capa, enc_index);
    o->p = str_ptr(o->s);
    o->len = 0;
    o->capa = str_capa(o->s);
}

void
out_grow(struct str_out *o, size_t more)
{
    put_len(o->s, o->len);
    if (more > STR_MAX_BYTES - o->len) too_big();
    grow(o->s, o->len + more);
    o->p = str_ptr(o->s);
    o->capa = str_capa(o->s);
}

VALUE
out_finish(struct str_out *o, unsigned cr)
{
    put_len(o->s, o->len);
    str_set_cr(o->s, cr);
    return o->s;
}

/* ---- comparing ---- */

bool
str_comparable(VALUE a, VALUE b)
{
    int ia = str_enc_index(a), ib = str_enc_index(b);
    if (ia == ib || str_len(a) == 0 || str_len(b) == 0) return true;
    bool a7 = str_ascii_only(a), b7 = str_ascii_only(b);
    if (a7 && b7) return true;
    if (b7 && enc_ascii_compat_p(enc_at(ia))) return true;
    return a7 && enc_ascii_compat_p(enc_at(ib));
}

bool
str_eql_bytes(VALUE a, VALUE b)
{
    size_t len = str_len(a);
    return len == str_len(b) && memcmp(str_ptr(a), str_ptr(b), len) == 0;
}

bool
str_equal(VALUE a, VALUE b)
{
    if (a == b) return true;
    if (!str_eql_bytes(a, b)) return false;
    return LIKELY(str_enc_index(a) == str_enc_index(b)) || str_comparable(a, b);
}

int
str_compare(VALUE a, VALUE b)
{
    if (a == b) return 0;
    size_t la = str_len(a), lb = str_len(b);
    int r = memcmp(str_ptr(a), str_ptr(b), la < lb ? la : lb);
    if (r) return r > 0 ? 1 : -1;
    if (la != lb) return la > lb ? 1 : -1;
    if (str_comparable(a, b)) return 0;
    return str_enc_index(a) > str_enc_index(b) ? 1 : -1;
}

uint64_t
str_hash(VALUE s)
{
    int enc = str_enc_index(s);
    size_t len = str_len(s);
    /* Comparable strings hash alike: ASCII hashes without its encoding. UTF-8 does so too and needs no scan (fstr.c relies on it). */
    uint64_t seed = enc == ENCI_UTF8 || len == 0 || str_ascii_only(s) ? 0 : (uint64_t)enc + 1;
    return hash_bytes(str_ptr(s), len, seed);
}

/* ---- characters ---- */

unsigned
str_scan_cr(VALUE s)
{
    unsigned cr = enc_scan_cr(str_enc(s), str_ptr(s), str_len(s));
    str_set_cr(s, cr);
    return cr;
}

bool
str_single_byte_p(VALUE s)
{
    if (str_cr(s) == STR_CR_7BIT) return true;
    return enc_single_p(str_enc(s)) || str_ascii_only(s);
}

size_t
str_nchars(VALUE s)
{
    if (str_single_byte_p(s)) return str_len(s);
    return enc_strlen(str_enc(s), str_ptr(s), str_end(s), str_cr(s));
}

size_t
str_byte_of_char(VALUE s, size_t n)
{
    size_t len = str_len(s);
    if (str_single_byte_p(s)) return n < len ? n : len;
    return (size_t)(enc_nth(str_enc(s), str_ptr(s), str_end(s), n, str_cr(s)) - str_ptr(s));
}

size_t
str_char_of_byte(VALUE s, size_t byte)
{
    if (str_single_byte_p(s)) return byte;
    return enc_strlen(str_enc(s), str_ptr(s), str_ptr(s) + byte, str_cr(s));
}

bool
str_char_range(VALUE s, intptr_t start, intptr_t len, size_t *b, size_t *n)
{
    if (len < 0) return false;
    size_t bytes = str_len(s);
    if (str_single_byte_p(s)) {
        if (start < 0) start += (intptr_t)bytes;
        if (start < 0 || (size_t)start > bytes) return false;
        *b = (size_t)start;
        *n = (size_t)len < bytes - (size_t)start ? (size_t)len : bytes - (size_t)start;
        return true;
    }
    const struct enc *enc = str_enc(s);
    const char *p = str_ptr(s), *e = p + bytes;
    unsigned cr = str_cr(s);
    if (start < 0) {
        start += (intptr_t)enc_strlen(enc, p, e, cr);
        if (start < 0) return false;
    }
    const char *from = start == 0 ? p : enc_nth(enc, p, e, (size_t)start - 1, cr);
    if (start > 0) { /* one past the last character is still a position; two past is not */
        if (from >= e) return false;
        from += enc_char_len(enc, from, e);
    }
    *b = (size_t)(from - p);
    *n = (size_t)(enc_nth(enc, from, e, (size_t)len, cr) - from);
    return true;
}

/* ---- conversion ---- */

VALUE
str_of(VALUE v)
{
    if (LIKELY(val_type_p(v, T_STRING))) return v;
    return rb_convert_type(v, T_STRING, "String", "to_str");
}

VALUE
str_check(VALUE v)
{
    if (LIKELY(val_type_p(v, T_STRING))) return v;
    return rb_check_convert_type(v, T_STRING, "String", "to_str");
}

/* ---- the collector's view ---- */

void
str_mark(VALUE s)
{
    if ((obj_flags(s) & (STR_HEAP | STR_SHARED)) == (STR_HEAP | STR_SHARED)) gc_mark_slot(&heap(s)->aux.shared);
}

void
str_free(VALUE s)
{
    if ((obj_flags(s) & (STR_HEAP | STR_SHARED | STR_FOREIGN)) != STR_HEAP || !heap(s)->ptr) return;
    gc_body_free(heap(s)->ptr, heap(s)->aux.capa + BODY_EXTRA);
}

size_t
str_memsize(VALUE s)
{
    if ((obj_flags(s) & (STR_HEAP | STR_SHARED | STR_FOREIGN)) != STR_HEAP) return 0;
    return heap(s)->aux.capa + BODY_EXTRA;
}

/* Returns whether compaction may take the body of s into a slot: it is s's own, filled by half or more (a buffer keeps its
 * room), and short enough.  A body that others share stays where it is (STRING-3), and so does that of a literal with its
 * place (str_new_located), which is one of the strings with instance variables. */
static bool
str_takes_body_in(VALUE s)
{
    uint32_t f = obj_flags(s);
    if ((f & (STR_HEAP | STR_SHARED | STR_FOREIGN | STR_ROOT | HDR_EXIVAR)) != STR_HEAP) return false;
    size_t len = heap(s)->len;
    return heap(s)->ptr && heap(s)->aux.capa <= 2 * len && embeddable(len + term_len(str_enc_index(s)));
}

/* Returns the slot class for the bytes, if they are embedded or may be; else the one for a string with a body outside. */
static unsigned
str_fitting(VALUE s)
{
    bool inside = !(obj_flags(s) & STR_HEAP) || str_takes_body_in(s);
    size_t bytes = inside ? EMBED_HEAD + str_len(s) + term_len(str_enc_index(s)) : 0;
    return slot_class_by_words[(bytes + 7) / 8];
}

/* Moves the body of `from` into the slot of `to`, if str_fitting has chosen it for that. */
static void
str_settle(VALUE from, VALUE to)
{
    if (!str_takes_body_in(from)) return;
    size_t len = heap(from)->len;
    obj_hdr(to)->flags &= ~(uint32_t)STR_HEAP;
    embed(to)->len = (uint16_t)len;
    memcpy(embed(to)->bytes, heap(from)->ptr, len);
    terminate(embed(to)->bytes + len, term_len(str_enc_index(to)));
    str_free(from);
    gc_disown(to);
}

void
str_verify(VALUE s)
{
    uint32_t f = obj_flags(s);
    if (str_enc_index(s) >= enc_count) {
        gc_expect(false, "a string has an encoding that does not exist", s);
        return;
    }
    if (!(f & STR_HEAP)) {
        gc_expect(!(f & (STR_SHARED | STR_FOREIGN)), "an embedded string is flagged as one with a body", s);
        gc_expect(str_len(s) <= embed_capa(s), "an embedded string is longer than its slot", s);
    }
    if (f & STR_SHARED) {
        VALUE root = heap(s)->aux.shared;
        gc_expect(obj_frozen(root) && (obj_flags(root) & STR_HEAP) && !(obj_flags(root) & STR_SHARED),
                  "a shared string's root is none", s);
        gc_expect(heap(s)->ptr >= heap(root)->ptr && heap(s)->ptr + heap(s)->len <= heap(root)->ptr + heap(root)->len,
                  "a shared string reaches past its root's bytes", s);
    }
    /* one that is not frozen may be being written this moment, past its length */
    size_t term = term_len(str_enc_index(s));
    for (size_t i = 0; i < term && (f & HDR_FROZEN); i++)
        gc_expect(str_end(s)[i] == 0, "a frozen string does not end in NUL", s);
    if (f & STR_CR_MASK)
        gc_expect(enc_scan_cr(str_enc(s), str_ptr(s), str_len(s)) == (f & STR_CR_MASK), "a string's code range is wrong", s);
    gc_expect(!(f & STR_FSTR) || (f & HDR_FROZEN), "an fstring is not frozen", s);
}

/* ---- start ---- */

static bool
str_locked_p(VALUE v) /* rb_str_locktmp */
{
    return (obj_flags(v) & STR_LOCKED) != 0;
}

void
Init_string_early(void)
{
    static const struct gc_type_ops ops = {
        .mark = str_mark,
        .free = str_free,
        .memsize = str_memsize,
        .locked = str_locked_p,
        .fitting = str_fitting,
        .settle = str_settle,
        .verify = str_verify,
    };
    Init_encoding_early();
    for (size_t words = 0; words < lengthof(slot_class_by_words); words++) {
        size_t bytes = words * 8 < sizeof(struct str_heap) ? sizeof(struct str_heap)
                                                           : words * 8; /* it may outgrow its slot */
        slot_class_by_words[words] = (uint8_t)slot_class_for(bytes);
    }
    gc_register_type(T_STRING, &ops);
}

static void
adopt(VALUE s, void *arg)
{
    (void)arg;
    if (obj_class(s) == 0) obj_set_shape(s, str_shape[gc_slot_class(s)]);
}

/* rb_cString exists: new strings are of it, and those the boot made join it. */
void
str_class_ready(void)
{
    for (unsigned cls = 0; cls < SLOT_CLASS_COUNT; cls++) str_shape[cls] = class_root_shape(rb_cString, cls);
    fstr_each(adopt, NULL);
}
