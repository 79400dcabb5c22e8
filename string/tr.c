/*
 * string/tr.c - tr, tr_s, delete, squeeze, count: sets of characters written as "a-z^...".
 *
 * A set is a list of ranges in the order written, and a table for code points below 256, which most text stays below.
 * Several arguments intersect.  tr numbers the characters of both sets and maps number to number.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include <string.h>

struct tr_range {
    uint32_t from, to;
    size_t number; /* of `from` in the set */
};
enum { TR_INLINE = LIMIT(16, 1) };
struct tr_set {
    VALUE hold; /* owns ranges when they are many; 0 */
    struct tr_range *ranges;
    size_t count, capa;
    size_t size; /* characters, with repetitions */
    bool negated;
    struct tr_range few[TR_INLINE];
};

/* ---- reading a set ---- */

/* One character at *p, an escape undone; advances. */
static uint32_t
set_char(const struct enc *enc, const char **p, const char *e)
{
    int n;
    uint32_t c = enc_codepoint_len(enc, *p, e, &n);
    *p += n;
    if (c == '\\' && *p < e) {
        c = enc_codepoint_len(enc, *p, e, &n);
        *p += n;
    }
    return c;
}

NORETURN COLD static void
bad_range(uint32_t a, uint32_t b)
{
    if (a < 0x80 && b < 0x80) rb_raise(rb_eArgError, "invalid range \"%c-%c\" in string transliteration", (int)a, (int)b);
    rb_raise(rb_eArgError, "invalid range in string transliteration");
}

static bool
ascii_at(const struct enc *enc, const char *p, const char *e, uint32_t c, int *n)
{
    *n = enc_precise_len(enc, p, e);
    return *n > 0 && enc_decode(enc, p, e) == c;
}

/* Moves the ranges of *set to a String of their own, with room for `capa`. */
static void
reserve(struct tr_set *set, size_t capa)
{
    VALUE hold = str_new_class(0, NULL, capa * sizeof(struct tr_range) + 8, ENCI_BINARY);
    struct tr_range *to = (struct tr_range *)(((uintptr_t)str_ptr(hold) + 7) & ~(uintptr_t)7);
    if (set->count) memcpy(to, set->ranges, set->count * sizeof *to);
    set->hold = hold;
    set->ranges = to;
    set->capa = capa;
}

static void
add_range(struct tr_set *set, uint32_t a, uint32_t b)
{
    if (set->count == set->capa) reserve(set, set->capa * 2);
    set->ranges[set->count++] = (struct tr_range){a, b, set->size};
    set->size += b - a + 1;
}

static bool
character_p(const struct enc *enc, uint32_t c)
{
    char buf[8];
    int n = enc_encode(enc, c, buf);
    return n > 0 && enc_precise_len(enc, buf, buf + n) == n;
}

/* The characters of a..b in an encoding where not every number between two characters is one: Shift_JIS has no xx7F. */
static void
add_characters(struct tr_set *set, const struct enc *enc, uint32_t a, uint32_t b)
{
    enum { FAR = 0x10000 }; /* numbers of four bytes are not counted through */
    if (b - a > FAR) {
        add_range(set, a, b);
        return;
    }
    for (uint32_t c = a, from; c <= b;) {
        while (c <= b && !character_p(enc, c)) c++;
        from = c;
        while (c <= b && character_p(enc, c)) c++;
        if (from < c) add_range(set, from, c - 1);
    }
}

/* Fills *set from its written form.  Stops after `enough` characters: the bytes behind them may be invalid. */
static void
parse_set(VALUE spec, const struct enc *enc, bool may_negate, size_t enough, struct tr_set *set)
{
    const char *p = str_ptr(spec), *e = str_end(spec);
    int n = 0;
    set->hold = 0;
    set->ranges = set->few;
    set->capa = TR_INLINE;
    set->count = set->size = 0; /* reserve() copies `count` ranges */
    if (str_len(spec) > TR_INLINE) reserve(set, str_len(spec));
    set->negated = may_negate && p < e && ascii_at(enc, p, e, '^', &n) && p + n < e;
    if (set->negated) p += n;
    while (p < e && set->size < enough) {
        uint32_t a = set_char(enc, &p, e), b = a;
        if (p < e && ascii_at(enc, p, e, '-', &n) && p + n < e) {
            int m;
            p += n;
            b = enc_codepoint_len(enc, p, e, &m);
            p += m;
            if (a > b) bad_range(a, b);
        }
        if (b - a > 1 && b >= 0x100 && !enc_unicode_p(enc)) add_characters(set, enc, a, b);
        else add_range(set, a, b);
    }
    RB_GC_GUARD(spec);
}

/* The number of c in the set, the last if it is there several times; -1. */
static ptrdiff_t
set_number(const struct tr_set *set, uint32_t c)
{
    for (size_t i = set->count; i-- > 0;) {
        const struct tr_range *r = &set->ranges[i];
        if (c >= r->from && c <= r->to) return (ptrdiff_t)(r->number + (c - r->from));
    }
    return -1;
}

static uint32_t
set_at(const struct tr_set *set, size_t number)
{
    for (size_t i = 0; i < set->count; i++) {
        const struct tr_range *r = &set->ranges[i];
        if (number - r->number <= r->to - r->from) return r->from + (uint32_t)(number - r->number);
    }
    return set->ranges[set->count - 1].to;
}

static inline bool
set_has(const struct tr_set *set, uint32_t c)
{
    return (set_number(set, c) >= 0) != set->negated;
}

/* Marks which code points below 256 the set has. */
static void
set_low(const struct tr_set *set, bool low[256])
{
    memset(low, set->negated, 256);
    for (size_t i = 0; i < set->count; i++) {
        const struct tr_range *r = &set->ranges[i];
        for (uint32_t c = r->from; c <= r->to && c < 256; c++) low[c] = !set->negated;
    }
}

/* ---- several sets at once ---- */

enum { CHARSET_INLINE = LIMIT(2, 1) };
struct str_charset {
    VALUE hold; /* owns sets when they are many, and their ranges; 0 */
    struct tr_set *sets;
    int count;
    const struct enc *enc; /* of the String and every set */
    bool low[256];
    struct tr_set few[CHARSET_INLINE];
};

static void
charset_parse(struct str_charset *cs, VALUE s, int argc, const VALUE *argv)
{
    cs->count = argc;
    cs->enc = str_enc(s);
    cs->sets = cs->few;
    cs->hold = 0;
    if (argc > CHARSET_INLINE) {
        VALUE body = str_new_class(0, NULL, (size_t)argc * sizeof(struct tr_set) + 8, ENCI_BINARY);
        cs->hold = rb_ary_new_from_args(1, body);
        cs->sets = (struct tr_set *)(((uintptr_t)str_ptr(body) + 7) & ~(uintptr_t)7);
    }
    for (int i = 0; i < argc; i++) {
        VALUE spec = str_of(argv[i]);
        cs->enc = enc_at(enc_check_str(s, spec));
        parse_set(spec, cs->enc, true, SIZE_MAX, &cs->sets[i]);
        if (cs->hold && cs->sets[i].hold) rb_ary_push(cs->hold, cs->sets[i].hold);
        if (i == 0) {
            set_low(&cs->sets[0], cs->low);
            continue;
        }
        bool low[256];
        set_low(&cs->sets[i], low);
        for (unsigned c = 0; c < 256; c++) cs->low[c] &= low[c];
    }
}

static inline bool
charset_has(const struct str_charset *cs, uint32_t c)
{
    if (LIKELY(c < 256)) return cs->low[c];
    for (int i = 0; i < cs->count; i++) {
        if (!set_has(&cs->sets[i], c)) return false;
    }
    return true;
}

/* Code point and bytes at p; raises on a broken character. */
static inline uint32_t
next_char(const struct enc *enc, const char *p, const char *e, int *n)
{
    if ((int8_t)*p >= 0 && enc_ascii_compat_p(enc)) {
        *n = 1;
        return (uint8_t)*p;
    }
    return enc_codepoint_len(enc, p, e, n);
}

size_t
str_span_prefix(VALUE s, int argc, const VALUE *argv)
{
    struct str_charset cs;
    charset_parse(&cs, s, argc, argv);
    const char *p = str_ptr(s), *q = p, *e = str_end(s);
    int n;
    while (q < e && charset_has(&cs, next_char(cs.enc, q, e, &n))) q += n;
    RB_GC_GUARD(cs.hold);
    return (size_t)(q - p);
}

size_t
str_span_suffix(VALUE s, size_t from, int argc, const VALUE *argv)
{
    struct str_charset cs;
    charset_parse(&cs, s, argc, argv);
    const char *start = str_ptr(s), *p = start + from, *e = str_end(s), *q = e;
    while (q > p) {
        const char *h = enc_left_adjust(cs.enc, start, q - 1, e);
        int n;
        if (!charset_has(&cs, next_char(cs.enc, h, e, &n))) break;
        q = h;
    }
    RB_GC_GUARD(cs.hold);
    return (size_t)(e - q);
}

/* ---- delete ---- */

/* Deletes in place; how many bytes went. */
static size_t
delete_chars(VALUE s, const struct str_charset *cs, bool single)
{
    char *w = str_ptr(s), *p = w, *e = str_end(s);
    bool ascii = true;
    while (p < e) {
        int n = 1;
        uint32_t c = single ? (uint8_t)*p : next_char(cs->enc, p, e, &n);
        if (!charset_has(cs, c)) {
            if (w != p) memmove(w, p, (size_t)n);
            w += n;
            ascii &= c < 0x80;
        }
        p += n;
    }
    size_t gone = (size_t)(e - w);
    unsigned cr = str_cr(s);
    if (gone) {
        str_set_len(s, (size_t)(w - str_ptr(s)));
        str_set_cr(s, cr == STR_CR_7BIT || (ascii && enc_ascii_compat_p(str_enc(s))) ? STR_CR_7BIT : STR_CR_UNKNOWN);
    }
    return gone;
}

/* Raises ArgumentError if self is US-ASCII with a byte that is not; count and delete alone refuse these. */
static void
refuse_bytes_in_usascii(VALUE self)
{
    if (str_enc_index(self) == ENCI_USASCII && !str_ascii_only(self))
        rb_raise(rb_eArgError, "invalid byte sequence in US-ASCII");
}

/* Reads s without changing it, so that a broken character raises before anything is deleted. */
static bool
any_hit(VALUE s, const struct str_charset *cs, bool single)
{
    const char *p = str_ptr(s), *e = str_end(s);
    bool hit = false;
    while (p < e) {
        int n = 1;
        hit |= charset_has(cs, single ? (uint8_t)*p : next_char(cs->enc, p, e, &n));
        p += n;
    }
    return hit;
}

static VALUE
str_m_delete_bang(int argc, VALUE *argv, VALUE self)
{
    struct str_charset cs;
    if (str_len(self) == 0) return Qnil; /* before anything is looked at */
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    charset_parse(&cs, self, argc, argv);
    str_check_frozen(self);
    refuse_bytes_in_usascii(self);
    bool single = str_single_byte_p(self), hit = any_hit(self, &cs, single);
    if (hit) {
        str_modify_keep_cr(self);
        delete_chars(self, &cs, single);
    }
    RB_GC_GUARD(cs.hold);
    return hit ? self : Qnil;
}

static VALUE
str_m_delete(int argc, VALUE *argv, VALUE self)
{
    VALUE s = str_dup_plain(self);
    str_m_delete_bang(argc, argv, s);
    return s;
}

/* ---- squeeze ---- */

static VALUE
str_m_squeeze_bang(int argc, VALUE *argv, VALUE self)
{
    struct str_charset cs;
    if (argc > 0) charset_parse(&cs, self, argc, argv);
    else {
        cs.enc = str_enc(self);
        cs.hold = 0;
    }
    str_check_frozen(self);
    bool single = str_single_byte_p(self);
    unsigned cr = str_cr(self);
    str_modify_keep_cr(self);
    char *w = str_ptr(self), *p = w, *e = str_end(self);
    uint32_t last = UINT32_MAX;
    while (p < e) {
        int n = 1;
        uint32_t c = single ? (uint8_t)*p : next_char(cs.enc, p, e, &n);
        if (c != last || (argc > 0 && !charset_has(&cs, c))) {
            if (w != p) memmove(w, p, (size_t)n);
            w += n;
        }
        last = c;
        p += n;
    }
    if (w == e) return Qnil;
    str_set_len(self, (size_t)(w - str_ptr(self)));
    str_set_cr(self, cr);
    RB_GC_GUARD(cs.hold);
    return self;
}

static VALUE
str_m_squeeze(int argc, VALUE *argv, VALUE self)
{
    VALUE s = str_dup_plain(self);
    str_m_squeeze_bang(argc, argv, s);
    return s;
}

/* ---- count ---- */

static VALUE
str_m_count(int argc, VALUE *argv, VALUE self)
{
    struct str_charset cs;
    rb_check_arity(argc, 1, UNLIMITED_ARGUMENTS);
    refuse_bytes_in_usascii(self);
    const char *p = str_ptr(self), *e = str_end(self);
    size_t count = 0;
    if (argc == 1 && val_type_p(argv[0], T_STRING) && str_len(argv[0]) == 1 && (uint8_t)*str_ptr(argv[0]) < 128 &&
        (str_single_byte_p(self) || (enc_utf8_p(str_enc(self)) && str_cr_known(self) != STR_CR_BROKEN))) {
        uint8_t one = (uint8_t)*str_ptr(argv[0]); /* no byte of another character looks like it */
        for (; p < e; p++) count += (uint8_t)*p == one;
        return int_fix((intptr_t)count);
    }
    charset_parse(&cs, self, argc, argv);
    if (str_single_byte_p(self)) {
        for (; p < e; p++) count += cs.low[(uint8_t)*p];
    } else {
        for (int n; p < e; p += n) count += charset_has(&cs, next_char(cs.enc, p, e, &n));
    }
    RB_GC_GUARD(cs.hold);
    return int_fix((intptr_t)count);
}

/* ---- tr ---- */

struct transl {
    struct tr_set from, to;
    const struct enc *enc;
    uint32_t low[256]; /* what a code point becomes; NO_CHANGE */
};
#define NO_CHANGE UINT32_MAX

static uint32_t
transl_slow(const struct transl *t, uint32_t c)
{
    ptrdiff_t number = set_number(&t->from, c);
    if (t->from.negated) return number >= 0 ? NO_CHANGE : t->to.ranges[t->to.count - 1].to;
    return number < 0 ? NO_CHANGE : set_at(&t->to, (size_t)number);
}

/* The table for code points below 256. */
static void
fill_low(struct transl *t)
{
    uint32_t last = t->to.ranges[t->to.count - 1].to;
    for (unsigned c = 0; c < 256; c++) t->low[c] = t->from.negated ? last : NO_CHANGE;
    for (size_t i = 0; i < t->from.count; i++) {
        const struct tr_range *r = &t->from.ranges[i];
        for (uint32_t c = r->from; c <= r->to && c < 256; c++)
            t->low[c] = t->from.negated ? NO_CHANGE : set_at(&t->to, r->number + (c - r->from));
    }
}

static inline uint32_t
transl_char(const struct transl *t, uint32_t c)
{
    return c < 256 ? t->low[c] : transl_slow(t, c);
}

/* All of s through t into out; whether anything changed. */
static bool
transl_all(VALUE s, const struct transl *t, bool squeeze, struct str_out *out)
{
    const char *p = str_ptr(s), *e = str_end(s);
    bool changed = false, single = str_single_byte_p(s);
    uint32_t last = NO_CHANGE;
    for (int n; p < e; p += n) {
        n = 1;
        uint32_t c = single ? (uint8_t)*p : next_char(t->enc, p, e, &n), r = transl_char(t, c);
        if (r == NO_CHANGE) {
            out_bytes(out, p, (size_t)n);
            last = NO_CHANGE;
            continue;
        }
        if (squeeze && r == last) {
            changed = true;
            continue;
        }
        last = r;
        changed |= r != c;
        out_code(out, t->enc, r);
    }
    return changed;
}

/* Returns whether every ASCII character becomes an ASCII character. */
static bool
ascii_to_ascii(const struct transl *t)
{
    uint32_t any = 0;
    for (unsigned c = 0; c < 128; c++) any |= t->low[c] == NO_CHANGE ? 0 : t->low[c];
    return any < 0x80;
}

/* ASCII text byte by byte. */
static VALUE
transl_in_place(VALUE s, const struct transl *t)
{
    uint8_t map[128], changed = 0;
    for (unsigned c = 0; c < 128; c++) map[c] = t->low[c] == NO_CHANGE ? (uint8_t)c : (uint8_t)t->low[c];
    str_modify_keep_cr(s);
    uint8_t *p = (uint8_t *)str_ptr(s), *e = p + str_len(s);
    for (; p < e; p++) {
        uint8_t c = map[*p & 0x7f];
        changed |= c ^ *p;
        *p = c;
    }
    return changed ? s : Qnil;
}

static VALUE
transl_bang(VALUE s, VALUE from, VALUE to, bool squeeze)
{
    struct transl t;
    struct str_out out;
    from = str_of(from);
    to = str_of(to);
    if (str_len(s) == 0) return Qnil;
    if (str_len(to) == 0) return str_m_delete_bang(1, &from, s);
    const struct enc *e1 = enc_check(s, from), *e2 = enc_check(s, to);
    t.enc = e1 == e2 ? e1 : enc_check(from, to);
    parse_set(from, t.enc, true, SIZE_MAX, &t.from);
    parse_set(to, t.enc, false, t.from.negated ? SIZE_MAX : t.from.size, &t.to);
    fill_low(&t);
    str_check_frozen(s);
    if (!squeeze && str_single_byte_p(s) && str_cr(s) == STR_CR_7BIT && ascii_to_ascii(&t)) return transl_in_place(s, &t);
    out_start(&out, t.enc->index, str_len(s));
    bool changed = transl_all(s, &t, squeeze, &out);
    VALUE r = out_finish(&out, STR_CR_UNKNOWN);
    RB_GC_GUARD(t.from.hold);
    RB_GC_GUARD(t.to.hold);
    if (!changed) return Qnil;
    str_modify(s);
    str_become(s, r);
    return s;
}

static VALUE
str_m_tr_bang(VALUE self, VALUE from, VALUE to)
{
    return transl_bang(self, from, to, false);
}

static VALUE
str_m_tr_s_bang(VALUE self, VALUE from, VALUE to)
{
    return transl_bang(self, from, to, true);
}

static VALUE
str_m_tr(VALUE self, VALUE from, VALUE to)
{
    VALUE s = str_dup_plain(self);
    transl_bang(s, from, to, false);
    return s;
}

static VALUE
str_m_tr_s(VALUE self, VALUE from, VALUE to)
{
    VALUE s = str_dup_plain(self);
    transl_bang(s, from, to, true);
    return s;
}

void
str_init_tr(VALUE c)
{
    rb_define_method(c, "tr", str_m_tr, 2);
    rb_define_method(c, "tr_s", str_m_tr_s, 2);
    rb_define_method(c, "tr!", str_m_tr_bang, 2);
    rb_define_method(c, "tr_s!", str_m_tr_s_bang, 2);
    rb_define_method(c, "delete", str_m_delete, -1);
    rb_define_method(c, "delete!", str_m_delete_bang, -1);
    rb_define_method(c, "squeeze", str_m_squeeze, -1);
    rb_define_method(c, "squeeze!", str_m_squeeze_bang, -1);
    rb_define_method(c, "count", str_m_count, -1);
}
