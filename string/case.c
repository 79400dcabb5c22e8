/*
 * string/case.c - upcase, downcase, swapcase, capitalize; comparing without case.
 *
 * ASCII text, and any text under :ascii, is mapped byte by byte in place.  Unicode text goes through the full mappings,
 * one code point to as many as three; single-byte encodings with letters borrow those of the characters their bytes are.
 * Other East Asian encodings have case only in ASCII, as in CRuby.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/string.h"
#include "internal/string/methods.h"
#include "internal/encoding/unicode.h"
#include <string.h>

enum case_op { CASE_UP, CASE_DOWN, CASE_SWAP, CASE_CAPITALIZE };
enum { OPT_ASCII = 1, OPT_TURKIC = 2, OPT_LITHUANIAN = 4, OPT_FOLD = 8 };

/* Returns 0 for what is no option. */
static int
option_of(VALUE v)
{
    static const struct {
        const char *name;
        int flag;
    } options[] = {{"ascii", OPT_ASCII}, {"turkic", OPT_TURKIC}, {"lithuanian", OPT_LITHUANIAN}, {"fold", OPT_FOLD}};
    if (!val_symbol_p(v)) return 0;
    VALUE name = sym_name(v);
    for (size_t i = 0; i < lengthof(options); i++) {
        if (strcmp(str_ptr(name), options[i].name) == 0) return options[i].flag;
    }
    return 0;
}

/* Only :turkic and :lithuanian go together. */
static int
parse_options(int argc, const VALUE *argv, enum case_op op)
{
    enum { PAIR = OPT_TURKIC | OPT_LITHUANIAN };
    if (argc == 0) return 0;
    if (argc > 2) rb_raise(rb_eArgError, "too many options");
    int first = option_of(argv[0]);
    if (argc == 2) {
        if (!(first & PAIR)) rb_raise(rb_eArgError, "too many options");
        if ((first | option_of(argv[1])) != PAIR) rb_raise(rb_eArgError, "invalid second option");
        return PAIR;
    }
    if (!first) rb_raise(rb_eArgError, "invalid option");
    if (first == OPT_FOLD && op != CASE_DOWN) rb_raise(rb_eArgError, "option :fold only allowed for downcasing");
    return first;
}

/* ---- ASCII ---- */

static inline uint8_t
ascii_map(uint8_t c, enum case_op op)
{
    bool up = (uint8_t)(c - 'A') < 26, low = (uint8_t)(c - 'a') < 26;
    if (op == CASE_UP || op == CASE_CAPITALIZE) return low ? c - 32 : c;
    if (op == CASE_DOWN) return up ? c + 32 : c;
    return up || low ? c ^ 32 : c;
}

/* Maps n bytes in place; whether any changed. */
static ALWAYS_INLINE bool
ascii_bytes(uint8_t *p, size_t n, enum case_op op)
{
    uint8_t changed = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t c = ascii_map(p[i], op);
        changed |= c ^ p[i];
        p[i] = c;
    }
    return changed != 0;
}

static bool
ascii_run(char *s, size_t n, enum case_op op)
{
    uint8_t *p = (uint8_t *)s;
    switch (op) {
    case CASE_UP: return ascii_bytes(p, n, CASE_UP);
    case CASE_DOWN: return ascii_bytes(p, n, CASE_DOWN);
    case CASE_SWAP: return ascii_bytes(p, n, CASE_SWAP);
    default: break;
    }
    if (n == 0) return false;
    bool first = ascii_bytes(p, 1, CASE_UP);
    return ascii_bytes(p + 1, n - 1, CASE_DOWN) || first;
}

/* ASCII letters of a multibyte text, in place; whole characters above ASCII are stepped over. */
static bool
ascii_chars(VALUE s, enum case_op op)
{
    const struct enc *enc = str_enc(s);
    char *p = str_ptr(s), *e = str_end(s);
    bool changed = false, first = true;
    for (int n; p < e; p += n, first = false) {
        enum case_op o = op != CASE_CAPITALIZE ? op : first ? CASE_UP : CASE_DOWN;
        n = enc_char_len(enc, p, e);
        if (n > 1 || (int8_t)*p < 0) {
            int m = enc->min_len > 1 ? enc_precise_len(enc, p, e) : 0;
            uint32_t c = m > 0 ? enc_decode(enc, p, e) : 0x80;
            if (c < 0x80 && ascii_map((uint8_t)c, o) != c) {
                enc_encode(enc, ascii_map((uint8_t)c, o), p);
                changed = true;
            }
            continue;
        }
        uint8_t c = ascii_map((uint8_t)*p, o);
        changed |= c != (uint8_t)*p;
        *p = (char)c;
    }
    return changed;
}

/* ---- Unicode ---- */

/* Swaps the case of a titlecase letter: its small part becomes a capital and its capital part small. */
static int
swap_titlecase(uint32_t c, uint32_t to[3])
{
    static const struct {
        uint16_t code, first, second;
    } digraphs[] = {{0x1c5, 'd', 0x17d}, {0x1c8, 'l', 'J'}, {0x1cb, 'n', 'J'}, {0x1f2, 'd', 'Z'}};
    for (size_t i = 0; i < lengthof(digraphs); i++) {
        if (digraphs[i].code != c) continue;
        to[0] = digraphs[i].first;
        to[1] = digraphs[i].second;
        return 2;
    }
    int n = uni_case_map(c, UNI_UPPER, to);
    to[0] = uni_case_simple(to[0], UNI_LOWER);
    return n;
}

static int
turkic(uint32_t c, enum case_op op, uint32_t to[3])
{
    bool up = op != CASE_DOWN, down = op == CASE_DOWN || op == CASE_SWAP;
    if (c == 'i' && up) to[0] = 0x130;
    else if (c == 'I' && down) to[0] = 0x131;
    else if (c == 0x130 && down) to[0] = 'i';
    else return 0;
    return 1;
}

static int
unicode_map(uint32_t c, enum case_op op, int options, uint32_t to[3])
{
    int n;
    if ((options & OPT_TURKIC) && (n = turkic(c, op, to))) return n;
    switch (op) {
    case CASE_UP: return uni_case_map(c, UNI_UPPER, to);
    case CASE_DOWN: return uni_case_map(c, options & OPT_FOLD ? UNI_FOLD : UNI_LOWER, to);
    case CASE_CAPITALIZE:
        if (c >= 0x1c90 && c <= 0x1cbf) return uni_case_map(c, UNI_LOWER, to); /* Georgian capitals make no titles */
        return uni_case_map(c, UNI_TITLECASE, to);
    default: break;
    }
    if (uni_ctype_p(c, UNI_TITLE)) return swap_titlecase(c, to);
    n = uni_case_map(c, UNI_UPPER, to);
    return n == 1 && to[0] == c ? uni_case_map(c, UNI_LOWER, to) : n;
}

NORETURN COLD static void
invalid_input(void)
{
    rb_raise(rb_eArgError, "input string invalid");
}

/* Bytes of a valid character by its first. */
static inline int
utf8_len_valid(uint8_t lead)
{
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

static VALUE
map_unicode(VALUE s, enum case_op op, int options)
{
    const struct enc *enc = str_enc(s);
    const char *p = str_ptr(s), *e = str_end(s);
    struct str_out o;
    bool first = true, utf8 = enc_utf8_p(enc), plain_ascii = utf8 && !(options & OPT_TURKIC);
    if (str_cr_known(s) == STR_CR_BROKEN) invalid_input();
    out_start(&o, enc->index, str_len(s));
    for (int n; p < e; p += n, first = false) {
        uint32_t to[3];
        enum case_op now = op != CASE_CAPITALIZE || first ? op : CASE_DOWN;
        if (plain_ascii && (int8_t)*p >= 0) {
            *out_room(&o, 1) = (char)ascii_map((uint8_t)*p, now);
            o.len++;
            n = 1;
            continue;
        }
        n = utf8 ? utf8_len_valid((uint8_t)*p) : enc_precise_len(enc, p, e);
        uint32_t c = utf8 ? enc_utf8_decode((const uint8_t *)p, (const uint8_t *)e) : enc_decode(enc, p, e);
        int k = unicode_map(c, now, options, to);
        for (int i = 0; i < k; i++) {
            if (utf8) o.len += (size_t)enc_utf8_put(to[i], out_room(&o, 4));
            else out_code(&o, enc, to[i]);
        }
    }
    RB_GC_GUARD(s);
    return out_finish(&o, STR_CR_UNKNOWN);
}

/* Maps a String in a single-byte encoding.  A byte stays if its mapping has no byte in this encoding. */
static VALUE
map_single(VALUE s, enum case_op op, int options)
{
    const struct enc *enc = str_enc(s);
    struct str_out o;
    size_t len = str_len(s);
    out_start(&o, enc->index, len);
    for (size_t i = 0; i < len; i++) {
        uint8_t b = (uint8_t)str_ptr(s)[i], bytes[3];
        uint32_t to[3], c = enc_single_to_unicode(enc->single, b);
        int k = c ? unicode_map(c, op != CASE_CAPITALIZE || i == 0 ? op : CASE_DOWN, options, to) : 0, ok = k > 0;
        for (int j = 0; j < k && ok; j++) {
            int back = enc_single_from_unicode(enc->single, to[j]);
            ok = back >= 0;
            bytes[j] = (uint8_t)back;
        }
        if (ok) out_bytes(&o, (char *)bytes, (size_t)k);
        else out_bytes(&o, (char *)&b, 1);
    }
    RB_GC_GUARD(s);
    return out_finish(&o, STR_CR_UNKNOWN);
}

/* ---- choosing ---- */

enum way { BY_BYTES, BY_CHARS, BY_UNICODE, BY_SINGLE };

static enum way
way_for(VALUE s, int options)
{
    const struct enc *enc = str_enc(s);
    if (enc->flags & ENC_DUMMY) rb_raise(rb_eEncCompatError, "incompatible encoding with this operation: %s", enc->name);
    if (!(options & OPT_TURKIC) && str_single_byte_p(s) && (str_cr(s) == STR_CR_7BIT || !enc_single_cased_p(enc->single)))
        return BY_BYTES;
    if (options & OPT_ASCII) return enc_utf8_p(enc) || enc_single_p(enc) ? BY_BYTES : BY_CHARS;
    if (enc_unicode_p(enc)) return BY_UNICODE;
    if (enc_single_cased_p(enc->single)) return BY_SINGLE;
    return enc_single_p(enc) ? BY_BYTES : BY_CHARS;
}

static void
check_valid(VALUE s)
{
    if (str_cr_known(s) == STR_CR_BROKEN) invalid_input();
}

/* Raises ArgumentError for a broken string; upcase(:ascii) and downcase(:ascii) of UTF-8 take any. */
static void
check_input(VALUE s, enum way way, enum case_op op, int options)
{
    bool utf8 = way == BY_BYTES && (options & OPT_ASCII) && (op == CASE_SWAP || op == CASE_CAPITALIZE) &&
                enc_utf8_p(str_enc(s));
    if (way == BY_CHARS) check_valid(s);
    else if (utf8 && str_cr(s) == STR_CR_BROKEN) invalid_input();
}

static VALUE
case_copy(VALUE s, enum case_op op, int options)
{
    enum way way = way_for(s, options);
    if (way == BY_UNICODE) return map_unicode(s, op, options);
    if (way == BY_SINGLE) return map_single(s, op, options);
    check_input(s, way, op, options);
    unsigned cr = str_cr(s);
    VALUE r = str_new(str_ptr(s), str_len(s), str_enc_index(s));
    RB_GC_GUARD(s);
    str_set_cr(r, cr);
    if (way == BY_BYTES) ascii_run(str_ptr(r), str_len(r), op);
    else ascii_chars(r, op);
    return r;
}

static VALUE
case_bang(VALUE s, enum case_op op, int options)
{
    str_check_frozen(s);
    enum way way = way_for(s, options);
    check_input(s, way, op, options);
    if (way == BY_BYTES || way == BY_CHARS) {
        str_modify_keep_cr(s);
        bool changed = way == BY_BYTES ? ascii_run(str_ptr(s), str_len(s), op) : ascii_chars(s, op);
        return changed ? s : Qnil;
    }
    VALUE r = way == BY_UNICODE ? map_unicode(s, op, options) : map_single(s, op, options);
    if (str_eql_bytes(s, r)) return Qnil;
    str_modify(s);
    str_become(s, r);
    return s;
}

#define CASE_METHODS(name, op)                                          \
    static VALUE str_m_##name(int argc, VALUE *argv, VALUE self)        \
    {                                                                   \
        return case_copy(self, op, parse_options(argc, argv, op));      \
    }                                                                   \
    static VALUE str_m_##name##_bang(int argc, VALUE *argv, VALUE self) \
    {                                                                   \
        int options = parse_options(argc, argv, op);                    \
        return case_bang(self, op, options);                            \
    }
CASE_METHODS(upcase, CASE_UP)
CASE_METHODS(downcase, CASE_DOWN)
CASE_METHODS(swapcase, CASE_SWAP)
CASE_METHODS(capitalize, CASE_CAPITALIZE)
#undef CASE_METHODS

/* "" is its own: CRuby makes no copy of it here. */
static VALUE
str_m_capitalize_copy(int argc, VALUE *argv, VALUE self)
{
    if (str_len(self) > 0) return str_m_capitalize(argc, argv, self);
    parse_options(argc, argv, CASE_CAPITALIZE);
    return self;
}

/* ---- comparing ---- */

VALUE
str_fold_case(VALUE s)
{
    return case_copy(s, CASE_DOWN, OPT_FOLD);
}

/* Where a byte below 0x80 need not be a character: ASCII letters are equal ignoring case, other characters by their bytes. */
static VALUE
casecmp_chars(VALUE a, VALUE b)
{
    const struct enc *ea = str_enc(a), *eb = str_enc(b);
    const char *p = str_ptr(a), *pe = p + str_len(a), *q = str_ptr(b), *qe = q + str_len(b);
    while (p < pe && q < qe) {
        int n = enc_char_len(ea, p, pe), m = enc_char_len(eb, q, qe);
        bool both = ea->ops->mbc_len((const uint8_t *)p, (const uint8_t *)pe) > 0 &&
                    eb->ops->mbc_len((const uint8_t *)q, (const uint8_t *)qe) > 0;
        uint32_t x = both ? enc_decode(ea, p, pe) : 0x80, y = both ? enc_decode(eb, q, qe) : 0x80;
        if (x < 0x80 && y < 0x80) {
            x = ascii_map((uint8_t)x, CASE_DOWN), y = ascii_map((uint8_t)y, CASE_DOWN);
            if (x != y) return int_fix(x < y ? -1 : 1);
        } else {
            int c = memcmp(p, q, (size_t)(n < m ? n : m));
            if (c || n != m) return int_fix(c ? (c < 0 ? -1 : 1) : n < m ? -1 : 1);
        }
        p += n;
        q += m;
    }
    return int_fix((p < pe) - (q < qe));
}

static bool
by_bytes_p(VALUE s)
{
    const struct enc *e = str_enc(s);
    return enc_utf8_p(e) || enc_single_p(e) || str_ascii_only(s);
}

static VALUE
str_m_casecmp(VALUE self, VALUE other)
{
    other = str_check(other);
    if (other == Qnil || !enc_compatible(self, other)) return Qnil;
    if (!by_bytes_p(self) || !by_bytes_p(other)) return casecmp_chars(self, other);
    size_t la = str_len(self), lb = str_len(other), n = la < lb ? la : lb;
    const uint8_t *p = (const uint8_t *)str_ptr(self), *q = (const uint8_t *)str_ptr(other);
    for (size_t i = 0; i < n; i++) {
        uint8_t a = ascii_map(p[i], CASE_DOWN), b = ascii_map(q[i], CASE_DOWN);
        if (a != b) return int_fix(a < b ? -1 : 1);
    }
    return int_fix((la > lb) - (la < lb));
}

static VALUE
str_m_casecmp_p(VALUE self, VALUE other)
{
    other = str_check(other);
    if (other == Qnil || !enc_compatible(self, other)) return Qnil;
    return val_bool(str_equal(str_fold_case(self), str_fold_case(other)));
}

VALUE
str_casecmp(VALUE a, VALUE b)
{
    return str_m_casecmp(a, b);
}

VALUE
str_casecmp_p(VALUE a, VALUE b)
{
    return str_m_casecmp_p(a, b);
}

VALUE
str_case_method(VALUE s, int argc, const VALUE *argv, char which)
{
    enum case_op op = which == 'u' ? CASE_UP : which == 'd' ? CASE_DOWN : which == 's' ? CASE_SWAP : CASE_CAPITALIZE;
    return case_copy(s, op, parse_options(argc, argv, op));
}

void
str_init_case(VALUE c)
{
    rb_define_method(c, "upcase", str_m_upcase, -1);
    rb_define_method(c, "downcase", str_m_downcase, -1);
    rb_define_method(c, "swapcase", str_m_swapcase, -1);
    rb_define_method(c, "capitalize", str_m_capitalize_copy, -1);
    rb_define_method(c, "upcase!", str_m_upcase_bang, -1);
    rb_define_method(c, "downcase!", str_m_downcase_bang, -1);
    rb_define_method(c, "swapcase!", str_m_swapcase_bang, -1);
    rb_define_method(c, "capitalize!", str_m_capitalize_bang, -1);
    rb_define_method(c, "casecmp", str_m_casecmp, 1);
    rb_define_method(c, "casecmp?", str_m_casecmp_p, 1);
}
