/*
 * parser.c - from JSON text to Ruby objects, in one pass.
 *
 * Algorithm A cursor runs over the text.  Values of an open container wait on the value stack.  When its bracket closes, the
 *           container is made in one step, at its final size.  An Array is a slice of the stack, and a Hash of up to eight
 *           pairs is in its slot.  Open containers lie on a stack of frames, not on C's (JPARSE-5).
 *           The loop is compiled with and without vector code, in four forms each: no option that changes a value, Symbols
 *           for keys, frozen results, and any options, such as hooks.
 * Checked   see parser.h
 */
#include "internal/compiler.h"

#include <math.h>
#include <string.h>

#include "ext/json/parser.h"
#include "ext/json/scan.h"
#include "internal/array.h"
#include "internal/hash.h"
#include "internal/memcheck.h"
#include "internal/numeric.h"
#include "ruby/ruby.h"

/* ---- the stacks, when they outgrow the C frame ---- */

struct stack_holder {
    VALUE *values;
    VALUE *top;
    size_t capa;
    struct json_frame *frames;
    size_t frame_capa;
};

static void
holder_mark(void *data)
{
    const struct stack_holder *h = data;
    if (h->values) gc_mark_range(h->values, (size_t)(h->top - h->values));
}

static void
holder_free(void *data)
{
    struct stack_holder *h = data;
    gc_free(h->values, h->capa * sizeof(VALUE));
    gc_free(h->frames, h->frame_capa * sizeof(struct json_frame));
    gc_free(h, sizeof *h);
}

static size_t
holder_memsize(const void *data)
{
    const struct stack_holder *h = data;
    return sizeof *h + h->capa * sizeof(VALUE) + h->frame_capa * sizeof(struct json_frame);
}

static const rb_data_type_t holder_type = {
    "JSON parser's stack", {holder_mark, holder_free, holder_memsize, NULL, {0}}, .flags = RUBY_TYPED_FREE_IMMEDIATELY};

static struct stack_holder *
holder_of(struct json_parser *ps)
{
    if (!ps->holder) {
        struct stack_holder *h = gc_calloc(1, sizeof *h);
        ps->holder = rb_data_typed_object_wrap(0, h, &holder_type);
    }
    return RTYPEDDATA_GET_DATA(ps->holder);
}

/* A grown stack is kept for the next document: its pages are there. */
enum { SPARE_MAX = LIMIT(1 << 17, 64) };
static VALUE *spare_values;
static size_t spare_capa;

static void
give_up_values(VALUE *values, size_t capa)
{
    if (capa > spare_capa && capa <= SPARE_MAX) {
        gc_free(spare_values, spare_capa * sizeof(VALUE));
        spare_values = values;
        spare_capa = capa;
    } else {
        gc_free(values, capa * sizeof(VALUE));
    }
}

/* More room for values.  Returns the top of the new stack. */
static NOINLINE VALUE *
grow_values(struct json_parser *ps, VALUE *top)
{
    VM_ASSERT(top >= ps->values && top <= ps->limit); /* the cursor is inside the old stack */
    *ps->top_at = top;                                /* the collector sees all values, as the holder may be allocated */
    struct stack_holder *h = holder_of(ps);
    size_t n = (size_t)(top - ps->values), capa = (size_t)(ps->limit - ps->values) * 4;
    VALUE *values;
    if (spare_capa >= capa) {
        capa = spare_capa;
        values = spare_values;
        spare_values = NULL;
        spare_capa = 0;
    } else {
        values = gc_malloc(capa * sizeof(VALUE));
    }
    memcpy(values, ps->values, n * sizeof(VALUE));
    if (h->values) give_up_values(h->values, h->capa);
    h->values = ps->values = values;
    h->capa = capa;
    h->top = values + n;
    ps->limit = values + capa;
    ps->top_at = &h->top;
    VM_ASSERT(h->top < ps->limit); /* there is room for one value more */
    return h->top;
}

static NOINLINE void
grow_frames(struct json_parser *ps)
{
    struct stack_holder *h = holder_of(ps);
    size_t capa = ps->frame_capa * 2;
    struct json_frame *frames = gc_malloc(capa * sizeof *frames);
    memcpy(frames, ps->frames, ps->frame_capa * sizeof *frames);
    if (h->frames) gc_free(h->frames, h->frame_capa * sizeof *frames);
    h->frames = ps->frames = frames;
    h->frame_capa = ps->frame_capa = capa;
}

/* Gives back what has grown, without waiting for the collector. */
static void
release_stacks(struct json_parser *ps)
{
    if (!ps->holder) return;
    struct stack_holder *h = RTYPEDDATA_GET_DATA(ps->holder);
    if (h->values) give_up_values(h->values, h->capa);
    gc_free(h->frames, h->frame_capa * sizeof(struct json_frame));
    *h = (struct stack_holder){0};
}

/* ---- the text ---- */

static void
set_text(struct json_parser *ps, VALUE source)
{
    ps->source = source;
    ps->start = str_ptr(source);
    ps->end = ps->start + str_len(source);
    VM_ASSERT(*ps->end == '\0'); /* the scanners stop at the NUL without a test for the end */
}

void
json_hold_text(struct json_parser *ps)
{
    if (!obj_frozen(ps->source)) set_text(ps, str_new_frozen(ps->source));
}

/* ---- white space and comments ---- */

static NOINLINE const char *
skip_comment(const struct json_parser *ps, const char *p)
{
    const char *from = p;
    if (ps->config->no_comments) json_fail(ps, "unexpected token %s", p);
    if (p[1] == '/') {
        p = memchr(p, '\n', (size_t)(ps->end - p));
        return p ? p + 1 : ps->end;
    }
    if (p[1] != '*') json_fail(ps, "unexpected token %s", p);
    for (p += 2; p < ps->end; p++) {
        if (*p == '*' && p[1] == '/') return p + 2;
    }
    json_fail(ps, "unterminated comment, expected closing '*/'", from);
}

static ALWAYS_INLINE const char *
skip_space(const char *p, const bool vec)
{
    if (LIKELY((unsigned char)*p > ' ')) return p;
    if (*p == ' ' && (unsigned char)p[1] > ' ') return p + 1;
    return scan_space(p, vec);
}

/* ---- strings ---- */

static uint8_t slot_class_by_words[SLOT_MAX_BYTES / 8 + 1]; /* of a String: by (header, bytes and NUL + 7) / 8 */
static scan_string_fn scan_string_long;

void
json_parser_init(void)
{
    for (size_t words = 0; words < lengthof(slot_class_by_words); words++) {
        size_t bytes = words * 8 < sizeof(struct str_heap) ? sizeof(struct str_heap) : words * 8;
        slot_class_by_words[words] = (uint8_t)slot_class_for(bytes);
    }
    scan_string_long = scan_string_choose(simd_level());
    json_parser_string_init();
}

enum { FIRST_BLOCK_FITS = SLOT_MIN_BYTES - OBJ_HEADER_BYTES - 2 >= 17 }; /* in any body, with the NUL */

enum { COPY_INLINE_MAX = LIMIT(160, 16) }; /* above, memcpy's wide loop is worth its call */

/* n bytes of text that goes on for 16 bytes at least, into a body of n + 1. */
static ALWAYS_INLINE void
copy_body(char *to, const char *from, size_t n)
{
    if (n <= 16) {
        memmove(to, from,
                FIRST_BLOCK_FITS ? 16 : n); /* the block may reach into `to`, when that lies behind the text's own slot */
    } else if (UNLIKELY(n > COPY_INLINE_MAX)) {
        memcpy(to, from, n);
    } else {
        size_t i = 0;
        for (; i + 16 < n; i += 16) memcpy(to + i, from + i, 16);
        memcpy(to + n - 16, from + n - 16, 16);
    }
    to[n] = 0;
}

static ALWAYS_INLINE VALUE
new_string(const char *from, size_t n, uint32_t flags)
{
    if (UNLIKELY(n > STR_EMBED_MAX)) {
        VALUE s = str_new(from, n, ENCI_UTF8);
        obj_hdr(s)->flags |= flags;
        return s;
    }
    unsigned cls = slot_class_by_words[(offsetof(struct str_embed, bytes) + n + 1 + 7) / 8];
    VALUE s = gc_new(cls, T_STRING | flags | (uint32_t)ENCI_UTF8 << STR_ENC_SHIFT, SHAPE_STRING0 + cls);
    VM_ASSERT(slot_bytes(cls) > offsetof(struct str_embed, bytes) + n); /* the slot holds the text and its NUL */
    ((struct str_embed *)s)->len = (uint16_t)n;
    copy_body(((struct str_embed *)s)->bytes, from, n);
    return s;
}

/* The end of the text at p, a quote if *simple: neither escapes nor control characters before it. */
static ALWAYS_INLINE const char *
string_end(const struct json_parser *ps, const char *p, bool *high, bool *simple, const bool vec)
{
    unsigned n = scan_string16(p, high, vec);
    const char *q = p + n;
    if (n == 16) {
        n = scan_string16(q, high, vec);
        q += n;
        if (n == 16) q = scan_string_long(q, ps->end, high);
    }
    VM_ASSERT(q <= ps->end); /* the NUL at the end stops every scan */
    MEMCHECK_DEFINED(
        *high); /* bytes before q alone decide it; memcheck also counts the bytes behind it that the block masks away */
    *simple = *q == '"';
    return q;
}

static ALWAYS_INLINE bool
frozen_p(const struct json_parser *ps, const enum json_form form)
{
    return form == JSON_FORM_FROZEN || (form == JSON_FORM_ANY && ps->config->freeze);
}

/* p: behind the opening quote.  Returns the address behind the closing one. */
static ALWAYS_INLINE const char *
take_string(struct json_parser *ps, const char *p, VALUE *v, const enum json_form form, const bool vec)
{
    bool high = false, simple;
    const char *q = string_end(ps, p, &high, &simple, vec);
    if (LIKELY(simple)) {
        size_t n = (size_t)(q - p);
        if (frozen_p(ps, form)) {
            *v = json_frozen_string(p, n, STR_JSON_CLEAN);
        } else {
            *v = new_string(p, n, high ? STR_JSON_CLEAN : STR_JSON_CLEAN | STR_CR_7BIT);
        }
        return q + 1;
    }
    VALUE apart; /* v stays in a register: its address goes nowhere */
    q = json_string_escaped(ps, p, q, high, &apart, frozen_p(ps, form));
    *v = apart;
    return q + 1;
}

/* ---- keys ---- */

static ALWAYS_INLINE uint64_t
load8(const char *p)
{
    uint64_t x;
    memcpy(&x, p, 8);
    return x;
}

static ALWAYS_INLINE uint64_t
low_bytes(uint64_t x, size_t n) /* n < 8 of them */
{
    return x & (((uint64_t)1 << 8 * n) - 1);
}

/* Whether the text at p is the key of e and a quote. */
static ALWAYS_INLINE bool
key_follows(const struct json_parser *ps, const struct json_key *e, const char *p)
{
    size_t n = e->len;
    uint64_t x = load8(p) ^ e->head;
    if (n < 8) return (x ^ (uint64_t)'"' << 8 * n) << (56 - 8 * n) == 0;
    if (x) return false;
    if (n < JSON_KEY_INLINE) return (load8(p + 8) ^ e->tail ^ (uint64_t)'"' << 8 * (n - 8)) << (120 - 8 * n) == 0;
    if (UNLIKELY((size_t)(ps->end - p) <= n)) return false;
    return load8(p + n - 8) == e->tail && p[n] == '"' && memcmp(e->text + 8, p + 8, n - 16) == 0;
}

/* Like take_string; *hash: see JPARSE-3.  *last: the key before; this one. */
static ALWAYS_INLINE const char *
take_key(struct json_parser *ps, const char *p, VALUE *v, VALUE *hash, struct json_key **last, const enum json_form form,
         const bool vec)
{
    bool symbol = form == JSON_FORM_SYMBOLS || (form == JSON_FORM_ANY && ps->config->symbolize);
    struct json_key *e = &json_keys[symbol][(*last)->next];
    if (LIKELY(e->key && key_follows(ps, e, p))) {
        *last = e;
        *v = e->key;
        *hash = e->hash;
        return p + e->len + 1;
    }
    bool high = false, simple;
    const char *q = string_end(ps, p, &high, &simple, vec);
    size_t n = (size_t)(q - p);
    if (UNLIKELY(!simple || n > UINT32_MAX)) {
        VALUE apart;
        uint64_t apart_hash;
        q = json_key_escaped(ps, p, q, high, &apart, &apart_hash);
        *v = apart;
        *hash = apart_hash;
        return q + 1;
    }
    uint64_t head = load8(p), tail;
    if (n < 8) head = low_bytes(head, n), tail = 0;
    else if (n < JSON_KEY_INLINE) tail = low_bytes(load8(p + 8), n - 8);
    else tail = load8(q - 8);
    uint64_t h = (head ^ (tail << 7 | tail >> 57) ^ n << 3) * 0x9e3779b97f4a7c15ull;
    e = &json_keys[symbol][h >> (64 - JSON_KEY_BITS)];
    bool hit = LIKELY(e->key && e->head == head && e->tail == tail && e->len == n) &&
               (n <= JSON_KEY_INLINE || memcmp(e->text + 8, p + 8, n - 16) == 0);
    if (UNLIKELY(!hit)) e = json_key_miss(e, p, n, head, tail, symbol);
    VM_ASSERT(e->key && e->len == n && e->head == head); /* e is the entry of this text */
    (*last)->next = (uint32_t)(e - json_keys[symbol]);
    *last = e;
    *v = e->key;
    *hash = e->hash;
    return q + 1;
}

/* ---- numbers ---- */

/* Eight bytes of text, each less '0': a digit's is its value.  The first is in the lowest byte. */
static ALWAYS_INLINE uint64_t
load_digits(const char *p)
{
    return load8(p) ^ 0x3030303030303030ull;
}

/* Returns a word whose lowest set bit belongs to the first byte of x that is not a digit, or 0 if all are digits. */
static ALWAYS_INLINE uint64_t
not_digits(uint64_t x)
{
    return (x | (x + 0x7676767676767676ull)) & 0x8080808080808080ull;
}

static ALWAYS_INLINE uint32_t
value_of_8(uint64_t x) /* eight digits; those shifted in from below count nothing */
{
    x = x * 2561 >> 8 & 0x00ff00ff00ff00ffull;
    x = x * 6553601 >> 16 & 0x0000ffff0000ffffull;
    return (uint32_t)(x * 42949672960001ull >> 32);
}

static ALWAYS_INLINE uint32_t
value_of_some(uint64_t x, uint64_t others, unsigned *n) /* others: not_digits(x), not 0 */
{
    unsigned bit = (unsigned)__builtin_ctzll(others); /* 8 * *n + 7 */
    *n = bit >> 3;
    return value_of_8(x << 1 << (70 - bit));
}

static const uint64_t pow10_table[17] = {1,
                                         10,
                                         100,
                                         1000,
                                         10000,
                                         100000,
                                         1000000,
                                         10000000,
                                         100000000,
                                         1000000000,
                                         10000000000,
                                         100000000000,
                                         1000000000000,
                                         10000000000000,
                                         100000000000000,
                                         1000000000000000,
                                         10000000000000000};

/* Adds the digits at p to *w; more than 19 in all overflow it, which the caller sees by their count. */
static ALWAYS_INLINE const char *
take_digits(const char *p, uint64_t *w)
{
    for (;; p += 8) {
        uint64_t x = load_digits(p), others = not_digits(x);
        if (others) {
            unsigned n;
            uint32_t value = value_of_some(x, others, &n);
            *w = *w * pow10_table[n] + value;
            return p + n;
        }
        *w = *w * 100000000 + value_of_8(x);
    }
}

/* Reads the digits after a decimal point into *w, and returns their end. */
static ALWAYS_INLINE const char *
take_decimals(const struct json_parser *ps, const char *p, uint64_t *w, const bool vec)
{
    if (!SCAN_HAS_DIGITS16 || !vec || UNLIKELY(p - ps->start < 16)) return take_digits(p, w);
    uint64_t value;
    unsigned n = scan_digits16(p, &value, vec);
    *w = *w * pow10_table[n] + value;
    return LIKELY(n < 16) ? p + n : take_digits(p + 16, w);
}

static ALWAYS_INLINE bool
number_begins(char c)
{
    return (unsigned char)(c - '0') < 10 || c == '-';
}

/* p: '-' or a digit.  top: the value stack's, for when something is allocated. */
static ALWAYS_INLINE const char *
take_number(struct json_parser *ps, const char *p, VALUE *v, VALUE *top, const enum json_form form, const bool vec)
{
    const char *from = p;
    uint64_t w;
    bool negative = *p == '-';
    p += negative;
    const char *first = p;
    uint64_t x = load_digits(p), others = not_digits(x);
    unsigned n;
    if ((x & 0xff00) == ('.' ^ '0') << 8 && (uint8_t)x < 10) { /* 0.5 is much more frequent than 10.5 */
        w = (uint8_t)x;
        p++;
        n = 1;
        goto point;
    }
    if (LIKELY(others)) {
        w = value_of_some(x, others, &n);
        p += n;
    } else {
        w = value_of_8(x);
        p = take_digits(p + 8, &w);
        n = p - first < 100 ? (unsigned)(p - first) : 100;
    }
    if (UNLIKELY((uint8_t)x - 1u > 8) && ((uint8_t)x != 0 || n > 1)) goto other; /* no digit, or a 0 before others */
    if (*p != '.') {
        if (UNLIKELY(n > 18 || (*p | 0x20) == 'e')) goto other;
        *v = int_fix(negative ? -(intptr_t)w : (intptr_t)w);
        return p;
    }
point:
    if (form == JSON_FORM_ANY && ps->config->decimal_receiver) goto other;
    const char *first_decimal = p + 1;
    p = take_decimals(ps, first_decimal, &w, vec);
    size_t decimals = (size_t)(p - first_decimal);
    if (UNLIKELY(decimals == 0 || n + decimals > 19 || (*p | 0x20) == 'e')) goto other;
    double d = json_decimal_near(w, (unsigned)decimals);
    *ps->top_at = top;
    *v = float_new(negative ? -d : d);
    return p;
other:
    *ps->top_at = top;
    VALUE apart;
    p = json_number(ps, from, &apart);
    *v = apart;
    return p;
}

/* ---- the loop ---- */

static NOINLINE VALUE
close_object(struct json_parser *ps, const VALUE *pairs, size_t n, size_t open)
{
    bool repeated = false;
    VALUE v;
    if (UNLIKELY(ps->config->hooks)) {
        v = json_hash_any(pairs, n);
        repeated = hash_size(v) < n;
    } else {
        v = hash_new_unique(pairs, n, &repeated);
    }
    if (UNLIKELY(repeated) && ps->config->duplicates != JSON_DUP_ALLOW) json_duplicate_key(ps, pairs, n, open);
    return v;
}

static ALWAYS_INLINE void
freeze_container(VALUE v, const struct json_parser *ps, const enum json_form form)
{
    if (form == JSON_FORM_FROZEN) obj_hdr(v)->flags |= HDR_FROZEN; /* it is new and has no class of its own */
    else if (frozen_p(ps, form)) rb_obj_freeze(v);
}

/* NaN and Infinity, where they are allowed. */
static COLD VALUE
word_value(const struct json_parser *ps, const char *p, size_t *len)
{
    if (ps->config->allow_nan) {
        if (memcmp(p, "NaN", *len = 3) == 0) return float_new(NAN);
        if (memcmp(p, "Infinity", *len = 8) == 0) return float_new(INFINITY);
    }
    json_fail(ps, "unexpected token %s", p);
}

static ALWAYS_INLINE const char *
take_word(const struct json_parser *ps, const char *p, VALUE *v)
{
    if (memcmp(p, "null", 4) == 0) return *v = Qnil, p + 4;
    if (memcmp(p, "true", 4) == 0) return *v = Qtrue, p + 4;
    if (memcmp(p, "false", 5) == 0) return *v = Qfalse, p + 5;
    size_t len;
    *v = word_value(ps, p, &len);
    return p + len;
}

NORETURN static NOINLINE void
no_value(const struct json_parser *ps, const char *p)
{
    if (*p == 0) json_fail(ps, "unexpected end of input", p);
    json_fail(ps, "unexpected character: %s", p);
}

/* After a value that an array or object holds and that neither ',' nor the closing bracket follows. */
NORETURN static NOINLINE void
no_separator(const struct json_parser *ps, const char *p, bool object)
{
    if (object) json_fail(ps, "expected ',' or '}' after object value, got: %s", p);
    json_fail(ps, "expected ',' or ']' after array value", p);
}

NORETURN static NOINLINE void
no_colon(const struct json_parser *ps, const char *p, bool first_key)
{
    if (first_key) json_fail(ps, "expected ':' after object key", p);
    json_fail(ps, "expected ':' after object key, got: %s", p);
}

/* ---- one document ----
 * The steps below are inlined into parse_document(), where a struct place lies in registers: no step keeps its address.
 *   form      config->form
 *   vec       scan with vector code
 */

struct place {
    const char *p; /* what is read next */
    VALUE *top;    /* behind the last value on the stack of values */
    size_t depth;
    size_t first; /* index of the innermost container's first value */
    size_t open;  /* its json_frame.open */
};

/* JPARSE-2 */
static ALWAYS_INLINE void
sync_top(const struct json_parser *ps, const struct place *w)
{
    *ps->top_at = w->top;
}

static ALWAYS_INLINE void
reserve(struct json_parser *ps, struct place *w, ptrdiff_t n)
{
    if (UNLIKELY(ps->limit - w->top < n)) w->top = grow_values(ps, w->top);
}

/* Opens the container whose bracket is at p.  Returns true if it is empty: it is in *v and p is after it.  Otherwise p is at its first
 * value or key. */
static ALWAYS_INLINE bool
open_container(struct json_parser *ps, struct place *w, VALUE *v, const enum json_form form, const bool vec)
{
    const char *at = w->p;
    bool object = *at == '{';
    for (w->p = skip_space(at + 1, vec); UNLIKELY(*w->p == '/'); w->p = skip_space(w->p, vec)) w->p = skip_comment(ps, w->p);
    if (*w->p == (object ? '}' : ']')) {
        w->p++;
        sync_top(ps, w);
        *v = object ? hash_new() : ary_new();
        freeze_container(*v, ps, form);
        return true;
    }
    if (UNLIKELY(w->depth >= ps->frame_capa)) grow_frames(ps);
    ps->frames[w->depth++] = (struct json_frame){w->first, w->open};
    intptr_t most = ps->config->max_nesting;
    if (UNLIKELY(most && (intptr_t)w->depth > most)) json_fail_nesting(w->depth);
    w->first = (size_t)(w->top - ps->values);
    w->open = (size_t)(at - ps->start) * 2 + object;
    if (UNLIKELY(object && *w->p != '"')) json_fail(ps, "expected object key, got %s", w->p);
    return false;
}

/* p lies at the closing bracket: the container of the values from `first` on, which leave the stack. */
static ALWAYS_INLINE VALUE
close_container(struct json_parser *ps, struct place *w, const enum json_form form)
{
    VALUE *from = ps->values + w->first, v;
    w->p++;
    sync_top(ps, w);
    if (w->open & 1) {
        size_t off = (size_t)(w->p - ps->start);
        v = close_object(ps, from, (size_t)(w->top - from) / 3, w->open / 2);
        w->p = ps->start + off; /* Ruby code may have run: the text may lie elsewhere */
    } else {
        v = ary_new_from(from, (size_t)(w->top - from));
    }
    freeze_container(v, ps, form);
    w->top = from;
    w->depth--;
    w->first = ps->frames[w->depth].first;
    w->open = ps->frames[w->depth].open;
    return v;
}

/* Moves p from a comma to the next element of an array.  Returns false if the comma was a trailing one: p is at the bracket. */
static ALWAYS_INLINE bool
next_element(const struct json_parser *ps, struct place *w, const bool vec)
{
    w->p = skip_space(w->p + 1, vec);
    if (LIKELY(*w->p != ']' && *w->p != '/') || !ps->config->allow_trailing_comma) return true;
    for (; *w->p == '/'; w->p = skip_space(w->p, vec)) w->p = skip_comment(ps, w->p);
    return *w->p != ']';
}

/* Moves p from a comma to the next key of an object.  Returns false if the comma was a trailing one: p is at the bracket. */
static ALWAYS_INLINE bool
next_key(const struct json_parser *ps, struct place *w, const bool vec)
{
    for (w->p = skip_space(w->p + 1, vec); UNLIKELY(*w->p != '"'); w->p = skip_space(w->p, vec)) {
        if (*w->p == '}' && ps->config->allow_trailing_comma) return false;
        if (*w->p != '/') json_fail(ps, "expected object key, got: %s", w->p);
        w->p = skip_comment(ps, w->p);
    }
    return true;
}

/* p lies at a key, which goes onto the stack behind its hash; then p lies behind the colon. */
static ALWAYS_INLINE void
take_pair_key(struct json_parser *ps, struct place *w, struct json_key **last_key, const enum json_form form, const bool vec)
{
    VALUE key, hash;
    sync_top(ps, w);
    w->p = take_key(ps, w->p + 1, &key, &hash, last_key, form, vec);
    if (form == JSON_FORM_ANY && ps->config->hooks) key = json_hook(ps->config, key);
    reserve(ps, w, 3);
    w->top[0] = hash;
    w->top[1] = key;
    w->top += 2;
    for (w->p = skip_space(w->p, vec); UNLIKELY(*w->p != ':'); w->p = skip_space(w->p, vec)) {
        if (*w->p != '/') no_colon(ps, w->p, (size_t)(w->top - ps->values) == w->first + 2);
        w->p = skip_comment(ps, w->p);
    }
    w->p++;
}

/* A number, and in an array those that follow it at once: p lies behind the last, which is *v; the others are on the stack. */
static ALWAYS_INLINE void
take_numbers(struct json_parser *ps, struct place *w, VALUE *v, const enum json_form form, const bool vec)
{
    for (;;) {
        w->p = take_number(ps, w->p, v, w->top, form, vec);
        if (form == JSON_FORM_ANY || w->depth == 0 || (w->open & 1) || *w->p != ',' || !number_begins(w->p[1])) return;
        reserve(ps, w, 1);
        *w->top++ = *v;
        w->p++;
    }
}

/* Nothing but white space and comments is left. */
static ALWAYS_INLINE void
expect_end(const struct json_parser *ps, const char *p, const bool vec)
{
    for (p = skip_space(p, vec); UNLIKELY(p < ps->end); p = skip_space(p, vec)) {
        if (*p != '/') json_fail(ps, "unexpected token at end of stream %s", p);
        p = skip_comment(ps, p);
    }
}

static ALWAYS_INLINE VALUE
parse_document(struct json_parser *ps, const enum json_form form, const bool vec)
{
    const struct json_config *const config = ps->config;
    struct place w = {.p = ps->start, .top = ps->values};
    VALUE v;
    struct json_key *last_key = json_keys[form == JSON_FORM_SYMBOLS || (form == JSON_FORM_ANY && config->symbolize)];

value:
    w.p = skip_space(w.p, vec);
value_here:
    switch (*w.p) {
    case '"':
        sync_top(ps, &w);
        w.p = take_string(ps, w.p + 1, &v, form, vec);
        break;
    case '0' ... '9':
    case '-': take_numbers(ps, &w, &v, form, vec); break;
    case '{':
        if (open_container(ps, &w, &v, form, vec)) break;
        goto key;
    case '[':
        if (open_container(ps, &w, &v, form, vec)) break;
        goto value_here;
    case 'n':
    case 't':
    case 'f':
    case 'N':
    case 'I':
        sync_top(ps, &w);
        w.p = take_word(ps, w.p, &v);
        break;
    case '/': w.p = skip_comment(ps, w.p); goto value;
    default: no_value(ps, w.p);
    }

have: /* v is complete, p behind it */
    if (form == JSON_FORM_ANY && config->hooks) {
        sync_top(ps, &w);
        v = json_hook(config, v);
    }
    if (w.depth == 0) {
        expect_end(ps, w.p, vec);
        return v;
    }
    reserve(ps, &w, 1);
    *w.top++ = v;
    for (w.p = skip_space(w.p, vec); UNLIKELY(*w.p == '/'); w.p = skip_space(w.p, vec)) w.p = skip_comment(ps, w.p);
    if (*w.p == ',') {
        if (!(w.open & 1)) {
            if (LIKELY(next_element(ps, &w, vec))) goto value_here;
        } else if (LIKELY(next_key(ps, &w, vec))) {
        key:
            take_pair_key(ps, &w, &last_key, form, vec);
            goto value;
        }
    } else if (UNLIKELY(*w.p != ((w.open & 1) ? '}' : ']'))) {
        no_separator(ps, w.p, w.open & 1);
    }
    v = close_container(ps, &w, form);
    goto have;
}

#define PARSE_AS(form)                                                \
    static NOINLINE VALUE parse_vector_##form(struct json_parser *ps) \
    {                                                                 \
        return parse_document(ps, JSON_FORM_##form, true);            \
    }                                                                 \
    static NOINLINE VALUE parse_scalar_##form(struct json_parser *ps) \
    {                                                                 \
        return parse_document(ps, JSON_FORM_##form, false);           \
    }
PARSE_AS(PLAIN)
PARSE_AS(SYMBOLS)
PARSE_AS(FROZEN)
PARSE_AS(ANY)
#undef PARSE_AS

typedef VALUE (*parse_fn)(struct json_parser *);
static const parse_fn parse_vector[] = {parse_vector_PLAIN, parse_vector_SYMBOLS, parse_vector_FROZEN, parse_vector_ANY};
static const parse_fn parse_scalar[] = {parse_scalar_PLAIN, parse_scalar_SYMBOLS, parse_scalar_FROZEN, parse_scalar_ANY};

VALUE
json_run(VALUE source, const struct json_config *config)
{
    VALUE values[JSON_STACK_LOCAL];
    struct json_frame frames[JSON_FRAMES_LOCAL];
    struct json_parser ps = {.values = values,
                             .limit = values + JSON_STACK_LOCAL,
                             .top = values,
                             .frames = frames,
                             .frame_capa = JSON_FRAMES_LOCAL,
                             .config = config};
    ps.top_at = &ps.top;
    if (UNLIKELY(obj_flags(source) & STR_FOREIGN)) source = str_new(str_ptr(source), str_len(source), ENCI_UTF8);
    set_text(&ps, source);
    if (UNLIKELY(config->hooks || config->decimal_receiver)) json_hold_text(&ps); /* JPARSE-4 */
    VALUE v = (LIKELY(simd_level() != SIMD_L_NONE) ? parse_vector : parse_scalar)[config->form](&ps);
    release_stacks(&ps);
    RB_GC_GUARD(ps.source);
    RB_GC_GUARD(source);
    return v;
}
