/*
 * generator.c - from objects to JSON text.
 *
 * The generator is one recursive walk.  The tag of a value, or the shape in its header, selects the writer.  Arrays and Hashes
 * are read in place, without a call for each pair.  Four walks are compiled from the same inline functions: plain, script
 * (script_safe alone), pretty (short line breaks and indents), and any (all other options).  A String in its slot that is
 * ASCII and needs no escape, as its header shows, is written by the loop that finds it.
 * put_other() writes every object that is not nil, true, false, a number, a String, a Symbol, an Array or a Hash of exactly
 * these classes.  It calls to_json, to_s or as_json as json 2.18.0 does.
 */
#include "internal/compiler.h"

#include <math.h>

#include "ext/json/buffer.h"
#include "ext/json/escape.h"
#include "ext/json/number.h"
#include "internal/array.h"
#include "internal/hash/layout.h"
#include "internal/numeric.h"
#include "internal/vm/call.h"
#include "ruby/encoding.h"
#include "ruby/ruby.h"

enum gen_mode { GEN_PLAIN, GEN_SCRIPT, GEN_PRETTY, GEN_ANY };

size_t gen_size_hint;
static ID id_to_json, id_to_s, id_encode, id_write, id_flush, id_respond_to;

static char *put_value_plain(struct gen *g, char *p, VALUE v);
static char *put_value_script(struct gen *g, char *p, VALUE v);
static char *put_value_pretty(struct gen *g, char *p, VALUE v);
static char *put_value_any(struct gen *g, char *p, VALUE v);
static char *put_array_any(struct gen *g, char *p, VALUE a);
static char *put_hash_any(struct gen *g, char *p, VALUE h);

/* ---- pausing the walk: before what allocates, calls or raises ---- */

static void
hold_walks(struct gen *g)
{
    for (struct gen_walk *w = g->walks; w && !w->held; w = w->up) {
        hash_iter_begin(w->hash);
        w->held = true;
        if (!g->guarded) continue;
        if (g->held_count < GEN_HELD_MAX) g->held[g->held_count++] = w->hash;
        else g->guarded = false; /* each call is protected by itself again: the walks are all there then */
    }
}

/* A held walk is at its end. */
static NOINLINE void
release_walk(struct gen *g, VALUE hash)
{
    hash_iter_end(hash);
    if (!g->guarded) return;
    unsigned i = g->held_count;
    while (g->held[--i] != hash);
    g->held[i] = g->held[--g->held_count];
}

static char *
gen_pause(struct gen *g, char *p)
{
    p = gen_own(g, p);
    hold_walks(g);
    return p;
}

static inline bool
has_body(const struct gen *g)
{
    return g->str && (obj_flags(g->str) & STR_HEAP);
}

/* Frees the body of the text, which is no longer needed.  The collector does not count the body (buffer.h JBUF-2), so it would be
 * freed late. */
static void
drop_body(struct gen *g)
{
    if (!has_body(g)) return;
    struct str_heap *h = (struct str_heap *)g->str;
    free(h->ptr);
    h->ptr = NULL;
    gc_disown(g->str);
    g->str = 0;
}

/* The walk will not go on. */
static void
gen_abandon(struct gen *g)
{
    if (g->guarded) {
        while (g->held_count) hash_iter_end(g->held[--g->held_count]);
    } else {
        for (struct gen_walk *w = g->walks; w; w = w->up)
            if (w->held) hash_iter_end(w->hash);
    }
    g->walks = NULL;
    drop_body(g);
}

NORETURN COLD static void
gen_raise(struct gen *g, VALUE message, VALUE object)
{
    gen_abandon(g);
    json_error_generator(message, object);
}

struct gen_job {
    VALUE (*fn)(VALUE);
    VALUE arg;
};

/* fn(arg), which may run Ruby code and raise.  The walk is paused already. */
static ALWAYS_INLINE VALUE
gen_call_inline(struct gen *g, VALUE (*fn)(VALUE), VALUE arg)
{
    g->calls++;
    g->symbols = -1;
    struct json_opts *mine = g->state ? (struct json_opts *)g->o : NULL; /* a State's that is shown: not const */
    long depth = 0;
    if (mine) {
        depth = mine->depth;
        mine->depth = g->depth;
    }
    if (g->guarded || (!g->walks && (!mine || g->own_state) && !has_body(g))) {
        VALUE r = fn(arg);
        if (mine && !g->own_state) mine->depth = depth;
        return r;
    }
    int jump = 0;
    VALUE r = rb_protect(fn, arg, &jump);
    if (mine && !g->own_state) mine->depth = depth;
    if (UNLIKELY(jump)) {
        gen_abandon(g);
        rb_jump_tag(jump);
    }
    return r;
}

static NOINLINE VALUE
gen_call(struct gen *g, VALUE (*fn)(VALUE), VALUE arg)
{
    return gen_call_inline(g, fn, arg);
}

/* ---- the buffer's slow sides (buffer.h) ---- */

VALUE
gen_heap_string(struct gen *g, size_t capa)
{
    unsigned cls = slot_class_for(sizeof(struct str_heap));
    VALUE s = gc_new(cls, T_STRING | STR_HEAP, SHAPE_HIDDEN);
    struct str_heap *h = (struct str_heap *)s;
    h->len = 0;
    h->ptr = NULL;
    h->aux.capa = 0;
    h->ptr = gc_raw_try_malloc(capa + GEN_BODY_EXTRA);
    if (UNLIKELY(!h->ptr)) {
        gen_abandon(g);
        rb_memerror();
    }
    h->aux.capa = capa;
    gc_own(s);
    return s;
}

/* JBUF-1: the slot at the end of the run becomes a String, still hidden. */
char *
gen_claim(struct gen *g, char *p)
{
    size_t len = (size_t)(p - g->base);
    char copy[SLOT_MAX_BYTES];
    bool moved = g->base && gc_runs[GEN_SLOT_CLASS].cursor != g->base - offsetof(struct str_embed, bytes);
    if (UNLIKELY(moved)) memcpy(copy, g->base, len); /* the run was closed: gc_new() below may reuse its slots */
    g->str = gc_new(GEN_SLOT_CLASS, T_STRING, SHAPE_HIDDEN);
    struct str_embed *e = (struct str_embed *)g->str;
    e->len = 0;
    if (UNLIKELY(moved)) memcpy(e->bytes, copy, len);
    g->base = e->bytes;
    g->limit = (char *)e + SLOT_MAX_BYTES - GEN_SLACK;
    return g->base + len;
}

char *
gen_grow(struct gen *g, char *p, size_t more)
{
    size_t used = (size_t)(p - g->base), want = used + more + GEN_SLACK;
    size_t capa = want < 2 * used ? 2 * used : want;
    if (!g->str || !(obj_flags(g->str) & STR_HEAP)) {
        if (GEN_IN_STRING) p = gen_own(g, p);
        if (capa < gen_size_hint) capa = gen_size_hint;
        VALUE from = g->str, s = gen_heap_string(g, capa < 4096 ? 4096 : capa);
        memcpy(str_ptr(s), g->base, used);
        RB_GC_GUARD(from);
        g->str = s;
    } else {
        struct str_heap *h = (struct str_heap *)g->str;
        char *bigger = gc_raw_try_realloc(h->ptr, capa + GEN_BODY_EXTRA);
        if (UNLIKELY(!bigger)) {
            gen_abandon(g);
            rb_memerror();
        }
        h->ptr = bigger;
        h->aux.capa = capa;
    }
    gen_use_body(g);
    return g->base + used;
}

/* A body in memory of its own becomes the result's; cut to size when much is left. */
static VALUE
close_body(struct gen *g, size_t len)
{
    struct str_heap *h = (struct str_heap *)g->str;
    if (h->aux.capa - len > len / 8 + 1024) {
        char *cut = gc_raw_try_realloc(h->ptr, len + GEN_BODY_EXTRA);
        if (cut) {
            h->ptr = cut;
            h->aux.capa = len;
        }
    }
    h->len = len;
    memset(h->ptr + len, 0, 4);
    obj_set_shape(g->str, class_root_shape(rb_cString, slot_class_for(sizeof(struct str_heap))));
    gc_account((ptrdiff_t)(h->aux.capa + GEN_BODY_EXTRA));
    return g->str;
}

VALUE
gen_close_slow(struct gen *g, char *p)
{
    p = gen_own(g, p);
    size_t len = (size_t)(p - g->base);
    bool body = has_body(g);
    if (body) gen_size_hint = len + 256 > gen_size_hint ? len + 256 : gen_size_hint - (gen_size_hint - len) / 4;
    if (body && GEN_IN_STRING && len > STR_EMBED_MAX) return close_body(g, len);
    if (g->str && !body && len > SLOT_MAX_BYTES / 2) {
        struct str_embed *e = (struct str_embed *)g->str;
        e->len = (uint16_t)len;
        e->bytes[len] = 0;
        obj_set_shape(g->str, class_root_shape(rb_cString, GEN_SLOT_CLASS));
        return g->str;
    }
    VALUE owner = g->str, s = str_new(g->base, len, ENCI_UTF8);
    drop_body(g);
    RB_GC_GUARD(owner);
    return s;
}

/* ---- writing to an IO ---- */

struct io_call {
    VALUE io, text;
};

static VALUE
io_write_text(VALUE arg)
{
    struct io_call *c = (struct io_call *)arg;
    return rb_funcallv(c->io, id_write, 1, &c->text);
}

/* Writes the text so far to g->io, and empties the buffer. */
static char *
gen_flush(struct gen *g, char *p)
{
    struct io_call c = {g->io, 0};
    if (p == g->base) return p;
    hold_walks(g);
    c.text = str_new(g->base, (size_t)(p - g->base), ENCI_UTF8);
    gen_call(g, io_write_text, (VALUE)&c);
    return g->base;
}

/* ---- strings ---- */

static ALWAYS_INLINE char *
room(struct gen *g, char *p)
{
    return UNLIKELY(p > g->limit) ? gen_grow(g, p, 0) : p;
}

static ALWAYS_INLINE char *
room_for(struct gen *g, char *p, size_t n)
{
    return UNLIKELY(g->limit - p < (ptrdiff_t)n) ? gen_grow(g, p, n) : p;
}

static ALWAYS_INLINE char *
put_bytes(struct gen *g, char *p, const char *b, size_t n)
{
    p = room_for(g, p, n);
    memcpy(p, b, n);
    return p + n;
}

/* One byte of a set, or the character it leads; *used: bytes of it. */
static ALWAYS_INLINE char *
put_escape(char *p, const char *b, unsigned *used, const int mode)
{
    unsigned char c = (unsigned char)*b;
    if (mode == ESC_PLAIN || c < 0x80) {
        *used = 1;
        return esc_put(p, c);
    }
    if (!(mode & ESC_ASCII)) { /* 0xe2: is it U+2028 or U+2029? */
        if ((unsigned char)b[1] != 0x80 || ((unsigned char)b[2] & 0xfe) != 0xa8) {
            *used = 1;
            *p = (char)c;
            return p + 1;
        }
    }
    return esc_put_unicode(p, (const unsigned char *)b, used);
}

/* The bytes of well-formed UTF-8, escaped.  tail: bytes past the end may be read (string.h STRING-4). */
static ALWAYS_INLINE char *
put_text(struct gen *g, char *p, const char *b, size_t n, bool tail, const int mode)
{
    const bool wide = !(mode & ESC_ASCII);
    char copy[ESC_BLOCK + 2];
    p = room_for(g, p, n);
    if (wide && UNLIKELY(n >= ESC_WIDE_MIN) && esc_wide) {
        p = esc_wide(p, g->limit, &b, &n, mode);
        p = room_for(g, p, n);
    }
    for (;;) {
        esc_set set;
        if (n >= ESC_BLOCK) {
            set = esc_block(b, p, mode);
            if (LIKELY(!set)) {
                b += ESC_BLOCK, p += ESC_BLOCK, n -= ESC_BLOCK;
                continue;
            }
        } else {
            if (n == 0) return p;
            if (UNLIKELY(!tail)) {
                memcpy(copy, b, n);
                set = esc_among(esc_block(copy, p, mode), n);
            } else set = esc_among(esc_block(b, p, mode), n);
            if (LIKELY(!set)) return p + n;
        }
        unsigned at = esc_first(set), used;
        p = put_escape(p + at, b + at, &used, mode);
        b += at + used;
        n -= at + used;
        p = room_for(g, p, n);
        if (wide && esc_wide_escapes && n > ESC_BLOCK) {
            p = esc_wide(p, g->limit, &b, &n, mode);
            p = room_for(g, p, n);
        }
    }
}

static char *
put_text_plain(struct gen *g, char *p, const char *b, size_t n, bool tail)
{
    return put_text(g, p, b, n, tail, ESC_PLAIN);
}

static char *
put_text_script(struct gen *g, char *p, const char *b, size_t n, bool tail)
{
    return put_text(g, p, b, n, tail, ESC_SCRIPT);
}

static char *
put_text_ascii(struct gen *g, char *p, const char *b, size_t n, bool tail)
{
    if (g->o->script_safe) return put_text(g, p, b, n, tail, ESC_SCRIPT | ESC_ASCII);
    return put_text(g, p, b, n, tail, ESC_ASCII);
}

/* Copies n bytes that need no escape, in whole blocks, which may go past the end. */
static ALWAYS_INLINE char *
copy_clean(char *p, const char *b, size_t n)
{
    char *end = p + n;
    do {
        memcpy(p, b, 16);
        p += 16, b += 16;
    } while (p < end);
    return end;
}

enum {
    STR_UTF8_7BIT = ENCI_UTF8 << 24 | STR_CR_7BIT,
    STR_UTF8_VALID = ENCI_UTF8 << 24 | STR_CR_VALID,
    STR_USASCII_7BIT = ENCI_USASCII << 24 | STR_CR_7BIT,
};

/* A String between quotes.  s is UTF-8 or ASCII, and whole. */
static ALWAYS_INLINE char *
put_checked_string(struct gen *g, char *p, VALUE s, const enum gen_mode mode)
{
    uint32_t f = obj_flags(s);
    size_t n;
    const char *b;
    if (f & STR_HEAP) n = ((struct str_heap *)s)->len, b = ((struct str_heap *)s)->ptr;
    else n = ((struct str_embed *)s)->len, b = ((struct str_embed *)s)->bytes;
    bool tail = !VM_ASAN && !(f & STR_FOREIGN);
    p = room_for(g, p, n);
    *p++ = '"';
    if (mode == GEN_ANY && g->o->ascii_only) {
        bool clean = (f & STR_JSON_CLEAN) && (f & STR_CR_MASK) == STR_CR_7BIT && !g->o->script_safe && tail;
        p = clean ? copy_clean(p, b, n) : put_text_ascii(g, p, b, n, tail);
    } else {
        bool script = mode == GEN_SCRIPT || (mode == GEN_ANY && g->o->script_safe), high = (f & STR_CR_MASK) != STR_CR_7BIT;
        *(script ? &g->raw : &g->high) |= high; /* U+2028 and U+2029 may be all that is not ASCII, and are escaped */
        if (script) p = put_text_script(g, p, b, n, tail);
        else if (LIKELY((f & STR_JSON_CLEAN) && tail)) p = copy_clean(p, b, n);
        else {
            size_t from = (size_t)(p - g->base);
            p = put_text_plain(g, p, b, n, tail);
            if ((size_t)(p - g->base) - from == n) obj_hdr(s)->flags |= STR_JSON_CLEAN;
        }
    }
    *p++ = '"';
    return p;
}

/* READY_WORD is the masked first word of a plain ASCII String in its slot that needs no escape.  Encodings 0 to 2 are compatible
 * with ASCII, and no String of encoding 3, UTF-16BE, is 7bit. */
#define READY_MASK                                                                                           \
    ((uint64_t)~15u << 32 | (STR_ENC_MASK & ~(3u << STR_ENC_SHIFT)) | STR_CR_MASK | STR_HEAP | STR_FOREIGN | \
     STR_JSON_CLEAN | 0x1f)
#define READY_WORD ((uint64_t)SHAPE_STRING0 << 32 | STR_CR_7BIT | STR_JSON_CLEAN | T_STRING)

static ALWAYS_INLINE bool
ready_p(VALUE s) /* on the heap */
{
    uint64_t word;
    memcpy(&word, (const void *)s, 8);
    return !VM_ASAN && (word & READY_MASK) == READY_WORD;
}

/* READY_READABLE bytes from the first of a String are readable, even if it is shorter: the smallest slot's and SLOT_TAIL_BYTES. */
enum {
    READY_READABLE = SLOT_MIN_BYTES + SLOT_TAIL_BYTES - (int)offsetof(struct str_embed, bytes),
    READY_BYTES = READY_READABLE >= 32 ? 32 : 16,
};
_Static_assert(READY_BYTES <= READY_READABLE, "put_ready");

/* A String that is ready_p, between quotes. */
static ALWAYS_INLINE char *
put_ready(struct gen *g, char *p, VALUE s)
{
    const struct str_embed *e = (const struct str_embed *)s;
    size_t n = e->len;
    p = room_for(g, p, n);
    *p++ = '"';
    memcpy(p, e->bytes, 16);
    if (READY_BYTES == 32) memcpy(p + 16, e->bytes + 16, 16);
    if (UNLIKELY(n > READY_BYTES)) copy_clean(p + READY_BYTES, e->bytes + READY_BYTES, n - READY_BYTES);
    p += n;
    *p++ = '"';
    return p;
}

/* Writes a String that is ready_p under script_safe, which escapes "/".  Sets *done to false, and writes no text, if the String is
 * longer than a block or has a "/": put_checked_string() writes it. */
static ALWAYS_INLINE char *
put_ready_script(struct gen *g, char *p, VALUE s, bool *done)
{
    const struct str_embed *e = (const struct str_embed *)s;
    size_t n = e->len;
    *done = false;
    if (UNLIKELY(n >= ESC_BLOCK)) return p;
    p = room(g, p);
    if (UNLIKELY(esc_among(esc_slashes(e->bytes, p + 1), n))) return p;
    *done = true;
    *p = '"';
    p[n + 1] = '"';
    return p + n + 2;
}

static ALWAYS_INLINE bool
string_ready_p(VALUE s)
{
    uint32_t kind = obj_flags(s) & (STR_ENC_MASK | STR_CR_MASK);
    return kind == STR_UTF8_7BIT || kind == STR_UTF8_VALID || kind == STR_USASCII_7BIT;
}

static VALUE
encode_utf8(VALUE s)
{
    return rb_funcall(s, id_encode, 1, rb_enc_from_encoding(rb_utf8_encoding()));
}

struct encode_call {
    VALUE s;
    bool refuse; /* raise if the text cannot be encoded; as_json is not called */
};

/* Raised from here, the GeneratorError has the encoding's error as its cause. */
static VALUE
encode_failed(VALUE arg, VALUE error)
{
    struct encode_call *c = (struct encode_call *)arg;
    if (c->refuse) json_error_generator(rb_obj_as_string(error), c->s);
    return Qundef;
}

static VALUE
try_encode(VALUE arg)
{
    struct encode_call *c = (struct encode_call *)arg;
    return rb_rescue2(encode_utf8, c->s, encode_failed, arg, rb_eEncodingError, (VALUE)0);
}

static VALUE
warn_binary(VALUE unused)
{
    (void)unused;
    json_warn_deprecated(
        rb_utf8_str_new_cstr("JSON.generate: UTF-8 string passed as BINARY, this will raise an encoding error in json 3.0"));
    return Qnil;
}

struct as_json_call {
    VALUE proc, args[2];
};

static VALUE
call_as_json(VALUE arg)
{
    struct as_json_call *c = (struct as_json_call *)arg;
    return rb_proc_call_kw(c->proc, rb_ary_new_from_values(2, c->args), RB_NO_KEYWORDS);
}

/* Returns whether as_json may replace a value that JSON has no form for.  It may do so once for each value. */
static inline bool
has_as_json(const struct gen *g)
{
    return g->o->strict && g->o->as_json && !g->converted;
}

/* as_json's answer; the walk is paused. */
static VALUE
as_json(struct gen *g, VALUE v, bool key)
{
    struct as_json_call c = {g->o->as_json, {v, val_bool(key)}};
    return gen_call(g, call_as_json, (VALUE)&c);
}

static NOINLINE char *
put_as_json(struct gen *g, char *p, VALUE v)
{
    p = gen_pause(g, p);
    VALUE answer = as_json(g, v, false);
    g->converted = true;
    p = put_value_any(g, room(g, p), answer);
    g->converted = false;
    RB_GC_GUARD(answer);
    return p;
}

/* Returns s as valid UTF-8, or Qundef if as_json must be called.  The walk is paused.  calls, raises. */
static VALUE
gen_utf8(struct gen *g, VALUE s)
{
    int enc = str_enc_index(s);
    if (enc == ENCI_UTF8) {
        if (has_as_json(g)) return Qundef;
        gen_raise(g, rb_utf8_str_new_cstr("source sequence is illegal/malformed utf-8"), s);
    }
    if (enc == ENCI_BINARY) {
        if (has_as_json(g)) return Qundef;
        VALUE utf8 = str_dup_plain(s);
        str_associate(utf8, ENCI_UTF8);
        if (str_cr_known(utf8) != STR_CR_BROKEN) {
            gen_call(g, warn_binary, Qnil);
            return utf8;
        }
        if (g->converted) gen_raise(g, rb_utf8_str_new_cstr("source sequence is illegal/malformed utf-8"), s);
    }
    struct encode_call c = {s, !has_as_json(g)};
    VALUE utf8 = gen_call(g, try_encode, (VALUE)&c);
    if (utf8 != Qundef) str_cr_known(utf8);
    return utf8;
}

/* Writes a String of any kind.  It is scanned and, if it is not valid UTF-8, transcoded, converted by as_json or refused. */
static NOINLINE char *
put_odd_string(struct gen *g, char *p, VALUE s)
{
    unsigned cr = str_cr_known(s);
    if (!string_ready_p(s) && !(cr == STR_CR_7BIT && str_enc_index(s) == ENCI_BINARY)) {
        p = gen_pause(g, p);
        VALUE utf8 = gen_utf8(g, s);
        if (utf8 == Qundef) return put_as_json(g, p, s);
        s = utf8;
    }
    p = put_checked_string(g, p, s, GEN_ANY);
    RB_GC_GUARD(s);
    return p;
}

static ALWAYS_INLINE char *
put_string(struct gen *g, char *p, VALUE s, const enum gen_mode mode)
{
    if (LIKELY(string_ready_p(s))) return put_checked_string(g, p, s, mode);
    return put_odd_string(g, p, s);
}

/* ---- numbers ---- */

static NOINLINE char *
put_not_finite(struct gen *g, char *p, VALUE v, double d)
{
    const char *text = isnan(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity";
    if (g->o->allow_nan) return put_bytes(g, p, text, strlen(text));
    if (has_as_json(g)) return put_as_json(g, p, v);
    gen_pause(g, p);
    gen_raise(g, rb_sprintf("%s not allowed in JSON", text), v);
}

static ALWAYS_INLINE char *
put_float(struct gen *g, char *p, VALUE v, double d)
{
    if (UNLIKELY(!isfinite(d))) return put_not_finite(g, p, v, d);
    return put_double(p, d);
}

static VALUE
call_to_s(VALUE v)
{
    return rb_funcallv(v, id_to_s, 0, NULL);
}

enum { VERBATIM_BLOCKS = LIMIT(64, 16) }; /* bytes up to which blocks of 16 cost less than a call of memcpy */

/* Writes a String without quotes or escapes: the result of a to_json, or digits. */
static char *
put_verbatim(struct gen *g, char *p, VALUE s)
{
    uint32_t f = obj_flags(s);
    unsigned cr = f & STR_CR_MASK, enc = f >> STR_ENC_SHIFT;
    if (cr == STR_CR_7BIT && enc <= ENCI_USASCII)
        ; /* nothing new */
    else if (cr == STR_CR_VALID && enc == ENCI_UTF8) g->high = true;
    else g->raw = true;
    size_t n = str_len(s);
    p = room_for(g, p, n);
    if (LIKELY(n <= VERBATIM_BLOCKS && !VM_ASAN && !(f & STR_FOREIGN))) p = copy_clean(p, str_ptr(s), n);
    else memcpy(p, str_ptr(s), n), p += n;
    RB_GC_GUARD(s);
    return p;
}

static char *
put_answer(struct gen *g, char *p, VALUE answer)
{
    if (!val_type_p(answer, T_STRING)) {
        gen_abandon(g);
        Check_Type(answer, T_STRING);
    }
    return put_verbatim(g, p, answer);
}

/* ---- what is not of JSON's own classes ---- */

static VALUE
gen_state(struct gen *g)
{
    if (!g->state) {
        g->state = json_state_new(g->o);
        g->o = json_state_opts(g->state);
        g->own_state = true;
    }
    return g->state;
}

struct to_json_call {
    VALUE v, state;
    const struct method_entry *me; /* NULL: to be found by a call that respects private */
};

static VALUE
call_to_json(VALUE arg)
{
    struct to_json_call *c = (struct to_json_call *)arg;
    if (c->me) return vm_call0(vm_ec, c->v, id_to_json, c->me, 1, &c->state, 0, 0);
    return rb_funcallv(c->v, id_to_json, 1, &c->state);
}

/* A cache of the to_json methods of the classes used last.  An entry is valid in its `epoch`. */
static struct to_json_of {
    VALUE klass;
    const struct method_entry *me; /* NULL: call respond_to?, then to_json by name */
    unsigned epoch;
} to_json_known[8];

static inline struct to_json_of *
to_json_of(VALUE klass)
{
    return &to_json_known[klass / SLOT_MIN_BYTES % lengthof(to_json_known)];
}

static VALUE
ask_to_json(VALUE v)
{
    return val_bool(obj_respond_to(v, id_to_json, false));
}

static bool
method_is(const struct method_entry *me, VALUE (*fn)(int, VALUE *, VALUE))
{
    return me && me->def->kind == METHOD_CFUNC && me->def->as.cfunc.fn == (cfunc_t)fn;
}

/* v.to_s as a JSON string. */
static char *
put_to_s(struct gen *g, char *p, VALUE v)
{
    VALUE s = val_type_p(v, T_STRING) ? v : gen_call(g, call_to_s, v);
    if (!val_type_p(s, T_STRING)) {
        gen_abandon(g);
        Check_Type(s, T_STRING);
    }
    p = put_odd_string(g, room(g, p), s);
    RB_GC_GUARD(s);
    return p;
}

static ALWAYS_INLINE char *
put_to_json(struct gen *g, char *p, VALUE v, const struct method_entry *me)
{
    struct to_json_call c = {v, gen_state(g), me};
    if (!me && gen_call(g, ask_to_json, v) == Qfalse) return put_to_s(g, p, v);
    VALUE answer = gen_call_inline(g, call_to_json, (VALUE)&c);
    return put_answer(g, room(g, p), answer);
}

static char *
put_strange(struct gen *g, char *p, VALUE v)
{
    VALUE klass = class_of_inline(v);
    if (g->o->strict) {
        if (klass == json_fragment_class) return put_answer(g, p, rb_struct_aref(v, INT2FIX(0)));
        if (has_as_json(g)) return put_as_json(g, p, v);
        gen_raise(g, rb_sprintf("%" PRIsVALUE " not allowed in JSON", klass), v);
    }
    struct to_json_of *known = to_json_of(klass);
    if (LIKELY(known->klass == klass && known->epoch == vm_call_epoch)) return put_to_json(g, p, v, known->me);
    const struct method_entry *me = method_lookup(klass, id_to_json);
    if (method_is(me, json_m_object_to_json)) return put_to_s(g, p, v);
    if (method_is(me, json_m_to_json)) {
        unsigned t = val_heap_p(v) ? obj_type(v) : 0;
        if (t == T_STRING) return put_odd_string(g, p, v);
        if (t == T_ARRAY) return put_array_any(g, p, v);
        if (t == T_HASH) return put_hash_any(g, p, v);
    }
    bool plain = me && me_visi(me) == VISI_PUBLIC && method_basic_p(klass, id_respond_to);
    *known = (struct to_json_of){klass, plain ? me : NULL, vm_call_epoch};
    return put_to_json(g, p, v, known->me);
}

static bool
symbols_plain_p(struct gen *g)
{
    if (g->symbols < 0) {
        g->symbols = method_is(method_lookup(rb_cSymbol, id_to_json), json_m_object_to_json) &&
                     method_basic_p(rb_cSymbol, id_to_s);
    }
    return g->symbols;
}

static NOINLINE char *
put_other(struct gen *g, char *p, VALUE v)
{
    VALUE klass = class_of_inline(v);
    if (!val_heap_p(v)) {
        if (val_symbol_p(v) && (g->o->strict || symbols_plain_p(g))) return put_string(g, p, sym_name(v), GEN_ANY);
    } else {
        switch (obj_type(v)) {
        case T_FLOAT: return put_float(g, p, v, float_value(v));
        case T_STRING:
            if (klass == rb_cString) return put_string(g, p, v, GEN_ANY);
            break;
        case T_ARRAY:
            if (klass == rb_cArray) return put_array_any(g, p, v);
            break;
        case T_HASH:
            if (klass == rb_cHash) return put_hash_any(g, p, v);
            break;
        case T_SYMBOL:
            if (g->o->strict || symbols_plain_p(g)) return put_string(g, p, sym_name(v), GEN_ANY);
            break;
        case T_BIGNUM: p = gen_pause(g, p); return put_answer(g, p, gen_call(g, call_to_s, v));
        }
    }
    return put_strange(g, gen_pause(g, p), v);
}

/* ---- keys ---- */

static VALUE
convert_key(VALUE key)
{
    return rb_convert_type(key, T_STRING, "String", "to_s");
}

NORETURN COLD static void
refuse_key(struct gen *g, VALUE key)
{
    gen_raise(g, rb_sprintf("%" PRIsVALUE " not allowed as object key in JSON", class_of_inline(key)), key);
}

/* The String of a key that is neither a plain String nor a static Symbol.  The walk is paused. */
static VALUE
odd_key_string(struct gen *g, VALUE key)
{
    if (val_type_p(key, T_STRING)) return obj_class(key) == rb_cString ? key : gen_call(g, call_to_s, key);
    if (val_symbol_p(key)) return sym_name(key);
    if (!g->o->strict) return gen_call(g, convert_key, key);
    if (!has_as_json(g)) refuse_key(g, key);
    VALUE answer = as_json(g, key, true);
    if (val_symbol_p(answer)) return sym_name(answer);
    if (!val_type_p(answer, T_STRING)) refuse_key(g, answer);
    return answer;
}

static NOINLINE char *
put_odd_key(struct gen *g, char *p, VALUE key)
{
    if (val_fix_p(key) && !g->o->strict && method_basic_p(rb_cInteger, id_to_s)) {
        *p++ = '"';
        p = put_int64(p, fix_int(key));
        *p++ = '"';
        return p;
    }
    p = gen_pause(g, p);
    VALUE s = odd_key_string(g, key);
    if (!val_type_p(s, T_STRING)) {
        gen_abandon(g);
        Check_Type(s, T_STRING);
    }
    if (obj_class(s) != rb_cString) return put_other(g, room(g, p), s);
    str_cr_known(s);
    if (!string_ready_p(s) && has_as_json(g)) {
        VALUE utf8 = str_cr(s) == STR_CR_7BIT ? s : gen_utf8(g, s);
        if (utf8 == Qundef) {
            utf8 = as_json(g, s, false);
            if (!val_type_p(utf8, T_STRING)) refuse_key(g, utf8);
            g->converted = true;
        }
        s = utf8;
    }
    p = put_odd_string(g, room(g, p), s);
    g->converted = false;
    RB_GC_GUARD(s);
    return p;
}

static ALWAYS_INLINE char *
put_key(struct gen *g, char *p, VALUE key, const enum gen_mode mode)
{
    VALUE s = key;
    if (LIKELY(val_plain_string_p(key)))
        ;
    else if (LIKELY((key & 0xff) == SYMBOL_FLAG)) s = sym_name(key);
    else return put_odd_key(g, p, key);
    if (UNLIKELY(!string_ready_p(s))) {
        str_cr_known(s);
        if (!string_ready_p(s)) return put_odd_key(g, p, s);
    }
    return put_checked_string(g, p, s, mode);
}

/* Keys of several kinds may be written alike: {1 => 0, "1" => 0}. */
struct twin_call {
    VALUE hash;
    VALUE twin;
};

static VALUE
find_twin(VALUE arg)
{
    struct twin_call *c = (struct twin_call *)arg;
    VALUE seen = hash_new(), key, val;
    size_t pos = 0;
    while (hash_next(c->hash, &pos, &key, &val)) {
        VALUE name = val_symbol_p(key) ? sym_name(key) : rb_funcallv(key, id_to_s, 0, NULL);
        if (hash_get(seen, name) != Qundef) {
            c->twin = name;
            break;
        }
        hash_set(seen, name, Qtrue);
    }
    return Qnil;
}

static VALUE
twin_message(VALUE arg)
{
    struct twin_call *c = (struct twin_call *)arg;
    return rb_sprintf("detected duplicate key %" PRIsVALUE " in %" PRIsVALUE, rb_inspect(c->twin), rb_inspect(c->hash));
}

static VALUE
warn_twin(VALUE message)
{
    rb_str_cat_cstr(message, ".\nThis will raise an error in json 3.0 unless enabled via `allow_duplicate_key: true`");
    json_warn_deprecated(message);
    return Qnil;
}

static NOINLINE char *
check_twins(struct gen *g, char *p, VALUE hash)
{
    if (g->o->duplicate == JSON_DUP_ALLOW) return p;
    p = gen_pause(g, p);
    struct twin_call c = {hash, Qundef};
    gen_call(g, find_twin, (VALUE)&c);
    if (c.twin == Qundef) return p;
    VALUE message = gen_call(g, twin_message, (VALUE)&c);
    if (g->o->duplicate == JSON_DUP_RAISE) gen_raise(g, message, Qundef);
    gen_call(g, warn_twin, message);
    return p;
}

static ALWAYS_INLINE unsigned
key_kind(VALUE key)
{
    if (LIKELY(val_heap_p(key))) return obj_type(key);
    return val_fix_p(key)                ? T_FIXNUM
           : val_flonum_p(key)           ? T_FLOAT
           : (key & 0xff) == SYMBOL_FLAG ? T_SYMBOL
                                         : (unsigned)key + 64;
}

/* ---- containers ---- */

static char *
put_option(struct gen *g, char *p, VALUE s) /* 0: empty */
{
    if (!s) return p;
    if (str_cr(s) != STR_CR_7BIT) g->raw = true;
    return put_bytes(g, p, str_ptr(s), str_len(s));
}

/* Short texts between values, put together beforehand, so that each is one store. */
static bool
set_mark(struct gen_mark *m, VALUE a, char between, VALUE b)
{
    size_t na = a ? str_len(a) : 0, nb = b ? str_len(b) : 0, n = na + nb + (between != 0);
    if (n > sizeof m->text) return false;
    if ((a && str_cr_known(a) != STR_CR_7BIT) || (b && str_cr_known(b) != STR_CR_7BIT)) return false;
    if (na) memcpy(m->text, str_ptr(a), na);
    if (between) m->text[na] = between;
    if (nb) memcpy(m->text + n - nb, str_ptr(b), nb);
    m->len = (uint8_t)n;
    return true;
}

/* Returns whether marks and one repeated byte of indent can represent the options.  If so, sets them in g. */
static bool
set_marks(struct gen *g)
{
    const struct json_opts *o = g->o;
    size_t width = o->indent ? str_len(o->indent) : 0;
    const char *fill = o->indent ? str_ptr(o->indent) : " ";
    for (size_t i = 0; i < width; i++)
        if (fill[i] != fill[0] || (unsigned char)fill[0] >= 0x80) return false;
    if (width > 8) return false;
    g->fill = fill[0];
    g->fill_width = (uint8_t)width;
    return set_mark(&g->object_nl, o->object_nl, 0, 0) && set_mark(&g->array_nl, o->array_nl, 0, 0) &&
           set_mark(&g->colon, o->space_before, ':', o->space);
}

static ALWAYS_INLINE char *
put_mark(char *p, const struct gen_mark *m)
{
    memcpy(p, m->text, sizeof m->text);
    return p + m->len;
}

/* A line break and its indent, in GEN_PRETTY.  Returns p with room for a number. */
static ALWAYS_INLINE char *
put_marked_line(struct gen *g, char *p, const struct gen_mark *nl)
{
    size_t n = (size_t)(g->depth > 0 ? g->depth : 0) * g->fill_width;
    p = put_mark(p, nl);
    p = room_for(g, p, n);
    for (char *to = p, *end = p + n; to < end; to += 16) memset(to, g->fill, 16);
    return p + n;
}

/* A line break, and the indent of `depth` levels. */
static char *
put_line(struct gen *g, char *p, VALUE nl, long depth)
{
    p = put_option(g, p, nl);
    if (g->o->indent)
        for (long i = 0; i < depth; i++) p = put_option(g, p, g->o->indent);
    return room(g, p);
}

NORETURN COLD static void
too_deep(struct gen *g)
{
    long depth = g->depth;
    gen_abandon(g);
    rb_raise(json_nesting_error_class,
             "nesting of %ld is too deep. Did you try to serialize objects with circular references?", depth);
}

NORETURN COLD static void
stack_too_deep(struct gen *g)
{
    gen_abandon(g);
    vm_raise_stack_error(vm_ec);
}

static ALWAYS_INLINE void
enter(struct gen *g)
{
    char here;
    if (UNLIKELY(g->o->max_nesting && g->depth >= g->o->max_nesting)) too_deep(g);
    if (UNLIKELY(&here < (char *)vm_ec->machine_limit)) stack_too_deep(g);
    g->depth++;
    g->converted = false;
}

/* Returns whether the options are those of GEN_PLAIN.  It is inline because it runs after each to_json. */
static ALWAYS_INLINE bool
plain_p(const struct json_opts *o)
{
    return !(o->indent | o->space | o->space_before | o->object_nl | o->array_nl) && !(o->ascii_only | o->script_safe);
}

static enum gen_mode
gen_mode_of(struct gen *g)
{
    const struct json_opts *o = g->o;
    if (g->io || o->ascii_only) return GEN_ANY;
    if (!(o->indent || o->space || o->space_before || o->object_nl || o->array_nl))
        return o->script_safe ? GEN_SCRIPT : GEN_PLAIN;
    return !o->script_safe && set_marks(g) ? GEN_PRETTY : GEN_ANY;
}

/* Returns whether `mode` is no longer the walk for the options.  The mode is not GEN_ANY, so there is no IO. */
static ALWAYS_INLINE bool
mode_changed(struct gen *g, const enum gen_mode mode)
{
    return mode == GEN_PLAIN ? !plain_p(g->o) : gen_mode_of(g) != mode;
}

static char *array_rest_any(struct gen *g, char *p, VALUE a, size_t i);
static char *hash_rest_any(struct gen *g, char *p, VALUE h, size_t i, bool first);

static ALWAYS_INLINE char *
put_value(struct gen *g, char *p, VALUE v, const enum gen_mode mode)
{
    switch (mode) {
    case GEN_PLAIN: return put_value_plain(g, p, v);
    case GEN_SCRIPT: return put_value_script(g, p, v);
    case GEN_PRETTY: return put_value_pretty(g, p, v);
    default: return put_value_any(g, p, v);
    }
}

/* Writes v if that needs no call, and sets *done to whether it was written.  p may be past the limit. */
static ALWAYS_INLINE char *
put_at_once(struct gen *g, char *p, VALUE v, const enum gen_mode mode, bool *done)
{
    *done = true;
    if (LIKELY(val_heap_p(v))) {
        if ((mode == GEN_PLAIN || mode == GEN_PRETTY) && LIKELY(ready_p(v))) return put_ready(g, p, v);
        if (mode == GEN_SCRIPT && LIKELY(ready_p(v))) return put_ready_script(g, p, v, done);
    } else if (val_fix_p(v)) {
        return put_int64(room(g, p), fix_int(v));
    } else if (v == Qnil || v == Qtrue) {
        memcpy(p = room(g, p), v == Qnil ? "null" : "true", 4);
        return p + 4;
    } else if (v == Qfalse) {
        memcpy(p = room(g, p), "false", 5);
        return p + 5;
    }
    *done = false;
    return p;
}

/* Elements from i on, and the bracket. */
static ALWAYS_INLINE char *
array_rest(struct gen *g, char *p, VALUE a, size_t i, const enum gen_mode mode)
{
    const VALUE *e = ary_ptr(a);
    size_t n = ary_len(a);
    for (unsigned calls = g->calls; i < n; i++) {
        bool done;
        if (i) {
            *p++ = ',';
            if (mode == GEN_ANY && g->io && p - g->base >= GEN_IO_BYTES - 1024) p = gen_flush(g, p);
        }
        if (mode == GEN_ANY && UNLIKELY(g->calls != calls)) { /* by the IO's write */
            calls = g->calls;
            e = ary_ptr(a);
            n = ary_len(a);
            if (i >= n) break;
        }
        VALUE v = e[i];
        if (mode == GEN_PRETTY) p = put_marked_line(g, p, &g->array_nl);
        if (mode == GEN_ANY) p = put_line(g, p, g->o->array_nl, g->depth);
        if (val_fix_p(v)) {
            p = put_int64(room(g, p), fix_int(v));
            continue;
        }
        if (val_flonum_p(v)) {
            p = put_double(room(g, p), flonum_value(v));
            continue;
        }
        p = put_at_once(g, p, v, mode, &done);
        if (LIKELY(done)) continue;
        p = put_value(g, room(g, p), v, mode);
        if (UNLIKELY(g->calls != calls)) {
            calls = g->calls;
            e = ary_ptr(a);
            n = ary_len(a);
            if (mode != GEN_ANY && mode_changed(g, mode)) return array_rest_any(g, room(g, p), a, i + 1);
        }
    }
    p = room(g, p);
    g->depth--;
    if (mode == GEN_PRETTY && g->array_nl.len) p = put_marked_line(g, p, &g->array_nl);
    if (mode == GEN_ANY && g->o->array_nl) p = put_line(g, p, g->o->array_nl, g->depth);
    *p++ = ']';
    return p;
}

static ALWAYS_INLINE char *
put_array(struct gen *g, char *p, VALUE a, const enum gen_mode mode)
{
    enter(g);
    *p++ = '[';
    if (ary_len(a) == 0) {
        g->depth--;
        *p++ = ']';
        return p;
    }
    return array_rest(g, p, a, 0, mode);
}

/* Keys of another kind than those before. */
static NOINLINE char *
other_kind(struct gen *g, char *p, VALUE h, VALUE key, unsigned *kind, bool *mixed)
{
    if (*kind && !*mixed) {
        *mixed = true;
        p = check_twins(g, p, h);
    }
    *kind = key_kind(key);
    return p;
}

static ALWAYS_INLINE char *
hash_rest(struct gen *g, char *p, VALUE h, size_t i, bool first, const enum gen_mode mode)
{
    struct hash_span s = hash_span(h);
    unsigned kind = 0;
    bool mixed = false;
    for (unsigned calls = g->calls; i < s.bound; i++) {
        const VALUE *pair = s.first + i * s.stride;
        VALUE key = pair[0], val = pair[1];
        bool ready = false, done = false;
        if (UNLIKELY(key == Qundef)) continue;
        if (mode != GEN_ANY && val_heap_p(key)) ready = ready_p(key);
        if (!kind && ready) kind = T_STRING;
        if (UNLIKELY(kind != (ready ? T_STRING : key_kind(key)))) {
            unsigned now = kind;
            bool twins = mixed;
            p = other_kind(g, p, h, key, &now, &twins);
            kind = now;
            mixed = twins;
        }
        if (!first) {
            *p++ = ',';
            if (mode == GEN_ANY && g->io && p - g->base >= GEN_IO_BYTES - 1024) p = gen_flush(g, p);
        }
        first = false;
        if (mode == GEN_PRETTY) p = put_marked_line(g, p, &g->object_nl);
        if (mode == GEN_ANY) p = put_line(g, p, g->o->object_nl, g->depth);
        if (LIKELY(ready)) {
            if (mode == GEN_SCRIPT) p = put_ready_script(g, p, key, &done);
            else p = put_ready(g, p, key), done = true;
        }
        if (UNLIKELY(!done)) p = put_key(g, room(g, p), key, mode);
        if (mode == GEN_PLAIN || mode == GEN_SCRIPT) *p++ = ':';
        if (mode == GEN_PRETTY) p = put_mark(p, &g->colon);
        if (mode == GEN_ANY) {
            p = put_option(g, p, g->o->space_before);
            *p++ = ':';
            p = put_option(g, p, g->o->space);
        }
        p = put_at_once(g, p, val, mode, &done);
        if (UNLIKELY(!done)) p = room(g, put_value(g, room(g, p), val, mode));
        if (UNLIKELY(g->calls != calls)) { /* by the value or the key: the pairs may lie elsewhere */
            calls = g->calls;
            s = hash_span(h);
            if (mode != GEN_ANY && mode_changed(g, mode)) return hash_rest_any(g, p, h, i + 1, first);
        }
    }
    p = room(g, p);
    g->depth--;
    if (mode == GEN_PRETTY && g->object_nl.len) p = put_marked_line(g, p, &g->object_nl);
    if (mode == GEN_ANY && g->o->object_nl) p = put_line(g, p, g->o->object_nl, g->depth);
    *p++ = '}';
    return p;
}

static ALWAYS_INLINE char *
put_hash(struct gen *g, char *p, VALUE h, const enum gen_mode mode)
{
    enter(g);
    if (hash_size(h) == 0) {
        g->depth--;
        memcpy(p, "{}", 2);
        return p + 2;
    }
    *p++ = '{';
    struct gen_walk w = {h, g->walks, false};
    g->walks = &w;
    p = hash_rest(g, p, h, 0, true, mode);
    g->walks = w.up;
    if (UNLIKELY(w.held)) release_walk(g, h);
    return p;
}

static ALWAYS_INLINE char *
put_any_value(struct gen *g, char *p, VALUE v, const enum gen_mode mode)
{
    if (val_heap_p(v)) {
        shape_id_t shape = obj_shape(v);
        switch (shape / 16) {
        case SHAPE_STRING0 / 16: return put_string(g, p, v, mode);
        case SHAPE_HASH0 / 16: return put_hash(g, p, v, mode);
        case SHAPE_ARRAY0 / 16: return put_array(g, p, v, mode);
        }
        return put_other(g, p, v);
    }
    if (val_fix_p(v)) return put_int64(p, fix_int(v));
    if (val_flonum_p(v)) return put_double(p, flonum_value(v));
    if (v == Qnil) return memcpy(p, "null", 4), p + 4;
    if (v == Qtrue) return memcpy(p, "true", 4), p + 4;
    if (v == Qfalse) return memcpy(p, "false", 5), p + 5;
    return put_other(g, p, v);
}

static char *
put_value_plain(struct gen *g, char *p, VALUE v)
{
    return put_any_value(g, p, v, GEN_PLAIN);
}

static char *
put_value_script(struct gen *g, char *p, VALUE v)
{
    return put_any_value(g, p, v, GEN_SCRIPT);
}

static char *
put_value_pretty(struct gen *g, char *p, VALUE v)
{
    return put_any_value(g, p, v, GEN_PRETTY);
}

static char *
put_value_any(struct gen *g, char *p, VALUE v)
{
    return put_any_value(g, p, v, GEN_ANY);
}

static char *
array_rest_any(struct gen *g, char *p, VALUE a, size_t i)
{
    return array_rest(g, p, a, i, GEN_ANY);
}

static char *
hash_rest_any(struct gen *g, char *p, VALUE h, size_t i, bool first)
{
    return hash_rest(g, p, h, i, first, GEN_ANY);
}

static char *
put_array_any(struct gen *g, char *p, VALUE a)
{
    return put_array(g, p, a, GEN_ANY);
}

static char *
put_hash_any(struct gen *g, char *p, VALUE h)
{
    return put_hash(g, p, h, GEN_ANY);
}

/* ---- the whole ---- */

static VALUE
io_flush(VALUE io)
{
    return rb_funcallv(io, id_flush, 0, NULL);
}

static VALUE
text_to_io(struct gen *g, VALUE obj)
{
    char *p = put_value_any(g, gen_open(g, NULL), obj);
    gen_flush(g, p);
    drop_body(g);
    gen_call(g, io_flush, g->io);
    return g->io;
}

/* A frozen State is not shown to the program: what it is given, it may change. */
static inline VALUE
shown_state(VALUE state)
{
    return state && !obj_frozen(state) ? state : 0;
}

static bool calls_expected; /* the last run had some */

static ALWAYS_INLINE VALUE
text_of(struct gen *g, VALUE obj)
{
    char stack[GEN_LOCAL_BYTES], *p = gen_open(g, stack);
    p = LIKELY(plain_p(g->o)) ? put_value_plain(g, p, obj) : put_value(g, p, obj, gen_mode_of(g));
    VALUE text = gen_close(g, p);
    calls_expected = g->calls != 0;
    return text;
}

struct guarded_run {
    struct gen *g;
    VALUE obj;
    long depth; /* of the State that was given */
    VALUE held[GEN_HELD_MAX];
};

static VALUE
guarded_body(VALUE arg)
{
    struct guarded_run *run = (struct guarded_run *)arg;
    return text_of(run->g, run->obj);
}

static NOINLINE VALUE
guarded_text(struct gen *g, VALUE obj)
{
    struct guarded_run run;
    int jump = 0;
    run.g = g;
    run.obj = obj;
    run.depth = g->depth;
    g->held = run.held;
    g->guarded = true;
    VALUE text = rb_protect(guarded_body, (VALUE)&run, &jump);
    if (UNLIKELY(jump)) {
        if (g->guarded && g->state && !g->own_state) ((struct json_opts *)g->o)->depth = run.depth;
        if (g->guarded) gen_abandon(g);
        rb_jump_tag(jump);
    }
    return text;
}

VALUE
json_text(VALUE obj, const struct json_opts *o, VALUE state, VALUE io)
{
    struct gen g = {.o = o, .state = shown_state(state), .depth = o->depth, .symbols = -1, .io = io};
    if (UNLIKELY(io)) return text_to_io(&g, obj);
    VALUE text = UNLIKELY(calls_expected) ? guarded_text(&g, obj) : text_of(&g, obj);
    RB_GC_GUARD(obj);
    RB_GC_GUARD(state);
    RB_GC_GUARD(g.state);
    return text;
}

/* Returns whether the heap object obj is a String, Array or Hash that put_any_value() recognises by its shape. */
static inline bool
core_p(VALUE obj)
{
    shape_id_t group = obj_shape(obj) / 16;
    return group == SHAPE_STRING0 / 16 || group == SHAPE_HASH0 / 16 || group == SHAPE_ARRAY0 / 16;
}

VALUE
json_text_native(VALUE obj, const struct json_opts *o, VALUE state)
{
    unsigned t = val_heap_p(obj) ? obj_type(obj) : 0;
    if ((t != T_STRING && t != T_ARRAY && t != T_HASH) || core_p(obj)) return json_text(obj, o, state, 0);
    struct gen g = {.o = o, .state = shown_state(state), .depth = o->depth, .symbols = -1};
    char stack[GEN_LOCAL_BYTES], *p = gen_open(&g, stack);
    if (t == T_STRING) p = put_odd_string(&g, p, obj);
    else if (t == T_ARRAY) p = put_array_any(&g, p, obj);
    else p = put_hash_any(&g, p, obj);
    VALUE text = gen_close(&g, p);
    RB_GC_GUARD(obj);
    RB_GC_GUARD(state);
    RB_GC_GUARD(g.state);
    return text;
}

void
Init_json_text(void)
{
    id_to_json = rb_intern("to_json");
    id_to_s = rb_intern("to_s");
    id_encode = rb_intern("encode");
    id_write = rb_intern("write");
    id_flush = rb_intern("flush");
    id_respond_to = rb_intern("respond_to?");
    esc_choose(json_simd_level());
}
