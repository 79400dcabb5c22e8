/*
 * encoding.c - the table of encodings; counting, scanning and joining by their rules.
 *
 * The table is one static array in CRuby 4.0's order (ENC-1).  Names and aliases are kept apart, so that lists have CRuby's
 * order.  Scanning reads eight bytes at a time while they are ASCII: most strings never leave that loop.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/encoding/unicode.h"
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <strings.h>

enum {
    AC = ENC_ASCII_COMPAT,
    DU = ENC_DUMMY,
    SB = ENC_SINGLE,
    UNI = ENC_UNICODE,
    U8 = ENC_UTF8,
};

static const struct {
    const char *name;
    const struct enc_ops *ops;
    uint8_t flags, min_len, max_len;
} enc_builtin[] = {
    {"ASCII-8BIT", &enc_ops_single, SB | AC, 1, 1},
    {"UTF-8", &enc_ops_utf8, UNI | U8 | AC, 1, 4},
    {"US-ASCII", &enc_ops_ascii, AC, 1, 1},
    {"UTF-16BE", &enc_ops_utf16be, UNI, 2, 4},
    {"UTF-16LE", &enc_ops_utf16le, UNI, 2, 4},
    {"UTF-32BE", &enc_ops_utf32be, UNI, 4, 4},
    {"UTF-32LE", &enc_ops_utf32le, UNI, 4, 4},
    {"UTF-16", &enc_ops_single, DU, 1, 1},
    {"UTF-32", &enc_ops_single, DU, 1, 1},
    {"UTF8-MAC", &enc_ops_utf8, UNI | U8 | AC, 1, 4},
    {"EUC-JP", &enc_ops_eucjp, AC, 1, 3},
    {"Windows-31J", &enc_ops_sjis, AC, 1, 2},
    {"Big5", &enc_ops_big5, AC, 1, 2},
    {"Big5-HKSCS", &enc_ops_big5, AC, 1, 2},
    {"Big5-UAO", &enc_ops_big5, AC, 1, 2},
    {"CESU-8", &enc_ops_cesu8, UNI | AC, 1, 6},
    {"CP949", &enc_ops_cp949, AC, 1, 2},
    {"Emacs-Mule", &enc_ops_mule, AC, 1, 4},
    {"EUC-KR", &enc_ops_euckr, AC, 1, 2},
    {"EUC-TW", &enc_ops_euctw, AC, 1, 4},
    {"GB18030", &enc_ops_gb18030, AC, 1, 4},
    {"GBK", &enc_ops_gbk, AC, 1, 2},
    {"ISO-8859-1", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-2", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-3", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-4", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-5", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-6", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-7", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-8", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-9", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-10", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-11", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-13", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-14", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-15", &enc_ops_single, SB | AC, 1, 1},
    {"ISO-8859-16", &enc_ops_single, SB | AC, 1, 1},
    {"KOI8-R", &enc_ops_single, SB | AC, 1, 1},
    {"KOI8-U", &enc_ops_single, SB | AC, 1, 1},
    {"Shift_JIS", &enc_ops_sjis, AC, 1, 2},
    {"Windows-1250", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-1251", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-1252", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-1253", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-1254", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-1257", &enc_ops_single, SB | AC, 1, 1},
    {"IBM437", &enc_ops_single, SB | AC, 1, 1},
    {"IBM720", &enc_ops_single, SB | AC, 1, 1},
    {"IBM737", &enc_ops_single, SB | AC, 1, 1},
    {"IBM775", &enc_ops_single, SB | AC, 1, 1},
    {"CP850", &enc_ops_single, SB | AC, 1, 1},
    {"IBM852", &enc_ops_single, SB | AC, 1, 1},
    {"CP852", &enc_ops_single, SB | AC, 1, 1},
    {"IBM855", &enc_ops_single, SB | AC, 1, 1},
    {"CP855", &enc_ops_single, SB | AC, 1, 1},
    {"IBM857", &enc_ops_single, SB | AC, 1, 1},
    {"IBM860", &enc_ops_single, SB | AC, 1, 1},
    {"IBM861", &enc_ops_single, SB | AC, 1, 1},
    {"IBM862", &enc_ops_single, SB | AC, 1, 1},
    {"IBM863", &enc_ops_single, SB | AC, 1, 1},
    {"IBM864", &enc_ops_single, SB | AC, 1, 1},
    {"IBM865", &enc_ops_single, SB | AC, 1, 1},
    {"IBM866", &enc_ops_single, SB | AC, 1, 1},
    {"IBM869", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-1258", &enc_ops_single, SB | AC, 1, 1},
    {"GB1988", &enc_ops_single, SB | AC, 1, 1},
    {"macCentEuro", &enc_ops_single, SB | AC, 1, 1},
    {"macCroatian", &enc_ops_single, SB | AC, 1, 1},
    {"macCyrillic", &enc_ops_single, SB | AC, 1, 1},
    {"macGreek", &enc_ops_single, SB | AC, 1, 1},
    {"macIceland", &enc_ops_single, SB | AC, 1, 1},
    {"macRoman", &enc_ops_single, SB | AC, 1, 1},
    {"macRomania", &enc_ops_single, SB | AC, 1, 1},
    {"macThai", &enc_ops_single, SB | AC, 1, 1},
    {"macTurkish", &enc_ops_single, SB | AC, 1, 1},
    {"macUkraine", &enc_ops_single, SB | AC, 1, 1},
    {"CP950", &enc_ops_big5, AC, 1, 2},
    {"CP951", &enc_ops_big5, AC, 1, 2},
    {"IBM037", &enc_ops_single, DU, 1, 1},
    {"stateless-ISO-2022-JP", &enc_ops_mule, AC, 1, 4},
    {"eucJP-ms", &enc_ops_eucjp, AC, 1, 3},
    {"CP51932", &enc_ops_eucjp, AC, 1, 3},
    {"EUC-JIS-2004", &enc_ops_eucjp, AC, 1, 3},
    {"GB2312", &enc_ops_euckr, AC, 1, 2},
    {"GB12345", &enc_ops_euckr, AC, 1, 2},
    {"ISO-2022-JP", &enc_ops_single, DU, 1, 1},
    {"ISO-2022-JP-2", &enc_ops_single, DU, 1, 1},
    {"CP50220", &enc_ops_single, DU, 1, 1},
    {"CP50221", &enc_ops_single, DU, 1, 1},
    {"Windows-1256", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-1255", &enc_ops_single, SB | AC, 1, 1},
    {"TIS-620", &enc_ops_single, SB | AC, 1, 1},
    {"Windows-874", &enc_ops_single, SB | AC, 1, 1},
    {"MacJapanese", &enc_ops_sjis, AC, 1, 2},
    {"UTF-7", &enc_ops_single, DU, 1, 1},
    {"UTF8-DoCoMo", &enc_ops_utf8, UNI | U8 | AC, 1, 4},
    {"SJIS-DoCoMo", &enc_ops_sjis, AC, 1, 2},
    {"UTF8-KDDI", &enc_ops_utf8, UNI | U8 | AC, 1, 4},
    {"SJIS-KDDI", &enc_ops_sjis, AC, 1, 2},
    {"ISO-2022-JP-KDDI", &enc_ops_single, DU, 1, 1},
    {"stateless-ISO-2022-JP-KDDI", &enc_ops_mule, AC, 1, 4},
    {"UTF8-SoftBank", &enc_ops_utf8, UNI | U8 | AC, 1, 4},
    {"SJIS-SoftBank", &enc_ops_sjis, AC, 1, 2},
};
enum { ENC_BUILTIN_COUNT = lengthof(enc_builtin) };
_Static_assert(lengthof(enc_builtin) == 103, "CRuby 4.0's list");

/* Aliases in the order Encoding.aliases gives them; in Encoding.name_list each follows encoding number `after`. */
static const struct {
    const char *alias, *name;
    uint8_t after;
} enc_aliases[] = {
    {"BINARY", "ASCII-8BIT", 45},
    {"CP437", "IBM437", 46},
    {"CP720", "IBM720", 47},
    {"CP737", "IBM737", 48},
    {"CP775", "IBM775", 49},
    {"IBM850", "CP850", 50},
    {"CP857", "IBM857", 55},
    {"CP860", "IBM860", 56},
    {"CP861", "IBM861", 57},
    {"CP862", "IBM862", 58},
    {"CP863", "IBM863", 59},
    {"CP864", "IBM864", 60},
    {"CP865", "IBM865", 61},
    {"CP866", "IBM866", 62},
    {"CP869", "IBM869", 63},
    {"CP1258", "Windows-1258", 64},
    {"Big5-HKSCS:2008", "Big5-HKSCS", 76},
    {"ebcdic-cp-us", "IBM037", 78},
    {"eucJP", "EUC-JP", 79},
    {"euc-jp-ms", "eucJP-ms", 80},
    {"EUC-JISX0213", "EUC-JIS-2004", 82},
    {"eucKR", "EUC-KR", 82},
    {"eucTW", "EUC-TW", 82},
    {"EUC-CN", "GB2312", 83},
    {"eucCN", "GB2312", 83},
    {"CP936", "GBK", 84},
    {"ISO2022-JP", "ISO-2022-JP", 85},
    {"ISO2022-JP2", "ISO-2022-JP-2", 86},
    {"ISO8859-1", "ISO-8859-1", 88},
    {"ISO8859-2", "ISO-8859-2", 88},
    {"ISO8859-3", "ISO-8859-3", 88},
    {"ISO8859-4", "ISO-8859-4", 88},
    {"ISO8859-5", "ISO-8859-5", 88},
    {"ISO8859-6", "ISO-8859-6", 88},
    {"CP1256", "Windows-1256", 89},
    {"ISO8859-7", "ISO-8859-7", 89},
    {"ISO8859-8", "ISO-8859-8", 89},
    {"CP1255", "Windows-1255", 90},
    {"ISO8859-9", "ISO-8859-9", 90},
    {"ISO8859-10", "ISO-8859-10", 90},
    {"ISO8859-11", "ISO-8859-11", 90},
    {"CP874", "Windows-874", 92},
    {"ISO8859-13", "ISO-8859-13", 92},
    {"ISO8859-14", "ISO-8859-14", 92},
    {"ISO8859-15", "ISO-8859-15", 92},
    {"ISO8859-16", "ISO-8859-16", 92},
    {"CP878", "KOI8-R", 92},
    {"MacJapan", "MacJapanese", 93},
    {"ASCII", "US-ASCII", 93},
    {"ANSI_X3.4-1968", "US-ASCII", 93},
    {"646", "US-ASCII", 93},
    {"CP65000", "UTF-7", 94},
    {"CP65001", "UTF-8", 94},
    {"UTF-8-MAC", "UTF8-MAC", 94},
    {"UTF-8-HFS", "UTF8-MAC", 94},
    {"UCS-2BE", "UTF-16BE", 94},
    {"UCS-4BE", "UTF-32BE", 94},
    {"UCS-4LE", "UTF-32LE", 94},
    {"CP932", "Windows-31J", 94},
    {"csWindows31J", "Windows-31J", 94},
    {"SJIS", "Windows-31J", 94},
    {"PCK", "Windows-31J", 94},
    {"CP1250", "Windows-1250", 94},
    {"CP1251", "Windows-1251", 94},
    {"CP1252", "Windows-1252", 94},
    {"CP1253", "Windows-1253", 94},
    {"CP1254", "Windows-1254", 94},
    {"CP1257", "Windows-1257", 94},
};

struct enc enc_table[ENC_MAX];
int enc_count;
int enc_default_external = ENCI_USASCII;
int enc_default_internal = -1;

/* ---- names ---- */

/* Name to index, open addressing over the lower-cased name; filled once, dummies added. */
enum { NAME_SLOTS = 512 };
static struct {
    const char *name;
    uint8_t index;
    uint8_t is_alias;
} name_table[NAME_SLOTS];
/* Names in the order of Encoding.name_list. */
static uint16_t name_order[NAME_SLOTS / 2];
static int name_count;

static uint32_t
name_hash(const char *p, size_t len)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++) h = (h ^ (uint8_t)tolower((unsigned char)p[i])) * 16777619u;
    return h;
}

static void
name_register(const char *name, int index, bool is_alias)
{
    uint32_t i = name_hash(name, strlen(name)) % NAME_SLOTS;
    while (name_table[i].name) i = (i + 1) % NAME_SLOTS;
    name_table[i].name = name;
    name_table[i].index = (uint8_t)index;
    name_table[i].is_alias = is_alias;
    name_order[name_count++] = (uint16_t)i;
}

static int
name_lookup(const char *p, size_t len)
{
    uint32_t i = name_hash(p, len) % NAME_SLOTS;
    for (; name_table[i].name; i = (i + 1) % NAME_SLOTS) {
        if (strlen(name_table[i].name) == len && strncasecmp(name_table[i].name, p, len) == 0) return name_table[i].index;
    }
    return -1;
}

static bool
name_is(const char *p, size_t len, const char *word)
{
    return strlen(word) == len && strncasecmp(p, word, len) == 0;
}

int
enc_find_index(const char *p, size_t len)
{
    int i = name_lookup(p, len);
    if (i >= 0) return i;
    if (name_is(p, len, "locale")) return enc_locale_index();
    if (name_is(p, len, "external") || name_is(p, len, "filesystem")) return enc_default_external;
    if (name_is(p, len, "internal")) return enc_default_internal;
    return -1;
}

void
enc_each_name(void (*fn)(const char *name, int index, bool is_alias, void *arg), void *arg)
{
    for (int i = 0; i < name_count; i++) {
        unsigned at = name_order[i];
        fn(name_table[at].name, name_table[at].index, name_table[at].is_alias, arg);
    }
}

int
enc_locale_index(void)
{
    static int index = -1;
    if (index < 0) {
        const char *codeset = nl_langinfo(CODESET);
        index = name_lookup(codeset, strlen(codeset));
        if (index < 0) index = ENCI_USASCII;
    }
    return index;
}

static void
enc_fill(int index, const char *name, const struct enc_ops *ops, unsigned flags, unsigned min, unsigned max)
{
    struct enc *e = &enc_table[index];
    e->pub.name = name;
    e->pub.min_enc_len = (int)min;
    e->pub.max_enc_len = (int)max;
    e->pub.ruby_encoding_index = index;
    e->name = name;
    e->index = (uint8_t)index;
    e->flags = (uint8_t)flags;
    e->min_len = (uint8_t)min;
    e->max_len = (uint8_t)max;
    e->ops = ops;
    e->single = (flags & ENC_SINGLE) ? enc_single_table(name) : NULL;
}

int
enc_add_dummy(const char *name)
{
    if (enc_count >= ENC_MAX || name_count >= (int)lengthof(name_order)) return -1;
    enc_fill(enc_count, name, &enc_ops_single, ENC_DUMMY, 1, 1);
    name_register(name, enc_count, false);
    return enc_count++;
}

int
enc_add_alias(const char *alias, int index)
{
    if (name_lookup(alias, strlen(alias)) >= 0) return index;
    if (name_count >= (int)lengthof(name_order)) return -1;
    name_register(alias, index, true);
    return index;
}

static int
builtin_index(const char *name)
{
    int i = 0;
    while (strcmp(enc_builtin[i].name, name) != 0) i++;
    return i;
}

void
Init_encoding_early(void)
{
    if (enc_count) return;
    setlocale(LC_CTYPE, "");
    for (int i = 0; i < ENC_BUILTIN_COUNT; i++) {
        enc_fill(i, enc_builtin[i].name, enc_builtin[i].ops, enc_builtin[i].flags, enc_builtin[i].min_len,
                 enc_builtin[i].max_len);
    }
    enc_count = ENC_BUILTIN_COUNT;
    size_t a = 0;
    for (int i = 0; i < ENC_BUILTIN_COUNT; i++) {
        name_register(enc_builtin[i].name, i, false);
        for (; a < lengthof(enc_aliases) && enc_aliases[a].after == i; a++)
            name_register(enc_aliases[a].alias, builtin_index(enc_aliases[a].name), true);
    }
    enc_default_external = enc_locale_index();
}

/* ---- scanning ---- */

#define HIGH_BITS 0x8080808080808080ull

static inline uint64_t
load8(const char *p)
{
    uint64_t w;
    memcpy(&w, p, 8);
    return w;
}

const char *
enc_find_non_ascii(const char *p, const char *e)
{
    while (e - p >= 32) {
        uint64_t a = load8(p) | load8(p + 8), b = load8(p + 16) | load8(p + 24);
        if ((a | b) & HIGH_BITS) break;
        p += 32;
    }
    while (e - p >= 8) {
        uint64_t w = load8(p) & HIGH_BITS;
        if (w) return p + (__builtin_ctzll(w) >> 3);
        p += 8;
    }
    while (p < e && (int8_t)*p >= 0) p++;
    return p;
}

/* Skips whole characters of two and three bytes, as long as four bytes can be read.  From its top bit, the word of a character of
 * three bytes is 10xxxxxx 10xxxxxx 1110xxxx.  The four bits of the first byte and the top bit of the second are tested.
 * They are all 0 in an overlong character, and 1101 and 1 in a surrogate.  A first byte of C0 or C1 is overlong. */
static const uint8_t *
utf8_skip_short(const uint8_t *p, const uint8_t *end)
{
    while (end - p >= 4) {
        uint32_t w = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        uint32_t first = w & 0x200f;
        if ((w & 0xc0c0f0) == 0x8080e0 && first != 0 && first != 0x200d) p += 3;
        else if ((w & 0xc0e0) == 0x80c0 && (w & 0x1e)) p += 2;
        else break;
    }
    return p;
}

/* Validates UTF-8 from p; the first byte that is not valid, or e. */
static const char *
utf8_find_broken(const char *s, const char *e)
{
    const uint8_t *p = (const uint8_t *)s, *end = (const uint8_t *)e;
    while (p < end) {
        if (*p < 0x80) {
            p = (const uint8_t *)enc_find_non_ascii((const char *)p, e);
            continue;
        }
        const uint8_t *after = utf8_skip_short(p, end);
        if (after != p) {
            p = after;
            continue;
        }
        int n = enc_utf8_len(p, end);
        if (n < 0) return (const char *)p;
        p += n;
    }
    return e;
}

static unsigned
generic_scan_cr(const struct enc *enc, const char *p, const char *e)
{
    while (p < e) {
        if (enc_ascii_compat_p(enc) && (int8_t)*p >= 0) {
            p = enc_find_non_ascii(p, e);
            continue;
        }
        int n = enc_precise_len(enc, p, e);
        if (n < 0) return STR_CR_BROKEN;
        p += n;
    }
    return STR_CR_VALID;
}

unsigned
enc_scan_cr(const struct enc *enc, const char *p, size_t len)
{
    const char *e = p + len;
    if (LIKELY(enc_ascii_compat_p(enc))) {
        p = enc_find_non_ascii(p, e);
        if (p == e) return STR_CR_7BIT;
        if (enc_utf8_p(enc)) return utf8_find_broken(p, e) == e ? STR_CR_VALID : STR_CR_BROKEN;
        if (enc->flags & ENC_SINGLE) return enc->index == ENCI_USASCII ? STR_CR_BROKEN : STR_CR_VALID;
    }
    return generic_scan_cr(enc, p, e);
}

/* Bytes that begin a character: not 10xxxxxx.  Bit 7 of (~w | w << 1) is set in just those. */
static inline unsigned
utf8_heads(uint64_t w)
{
    uint64_t heads = (~w >> 7 | w >> 6) & 0x0101010101010101ull;
    return (unsigned)((heads * 0x0101010101010101ull) >> 56);
}

size_t
enc_utf8_count(const char *p, const char *e)
{
    size_t n = 0;
    for (; e - p >= 8; p += 8) n += utf8_heads(load8(p));
    for (; p < e; p++) n += (*p & 0xc0) != 0x80;
    return n;
}

/* Character n of valid UTF-8. */
static const char *
utf8_nth(const char *p, const char *e, size_t n)
{
    while (n >= 8 && e - p >= 8) {
        n -= utf8_heads(load8(p));
        p += 8;
    }
    while (p < e && (*p & 0xc0) == 0x80) p++;
    for (; n > 0 && p < e; n--) {
        p++;
        while (p < e && (*p & 0xc0) == 0x80) p++;
    }
    return p;
}

size_t
enc_strlen(const struct enc *enc, const char *p, const char *e, unsigned cr)
{
    size_t n = 0;
    if (enc_single_p(enc) || cr == STR_CR_7BIT) return (size_t)(e - p);
    if (enc->min_len == enc->max_len) return ((size_t)(e - p) + enc->min_len - 1) / enc->min_len;
    if (cr == STR_CR_VALID && enc_utf8_p(enc)) return enc_utf8_count(p, e);
    while (p < e) {
        if (enc_ascii_compat_p(enc) && (int8_t)*p >= 0) {
            const char *q = enc_find_non_ascii(p, e);
            n += (size_t)(q - p);
            p = q;
            continue;
        }
        p += enc_char_len(enc, p, e);
        n++;
    }
    return n;
}

const char *
enc_nth(const struct enc *enc, const char *p, const char *e, size_t n, unsigned cr)
{
    if (enc_single_p(enc) || cr == STR_CR_7BIT) return n < (size_t)(e - p) ? p + n : e;
    if (enc->min_len == enc->max_len) return n <= (size_t)(e - p) / enc->min_len ? p + n * enc->min_len : e;
    if (cr == STR_CR_VALID && enc_utf8_p(enc)) return utf8_nth(p, e, n);
    while (p < e && n > 0) {
        if (enc_ascii_compat_p(enc) && (int8_t)*p >= 0) {
            const char *stop = n < (size_t)(e - p) ? p + n : e, *q = enc_find_non_ascii(p, stop);
            n -= (size_t)(q - p);
            p = q;
            continue;
        }
        p += enc_char_len(enc, p, e);
        n--;
    }
    return p;
}

uint32_t
enc_codepoint_len(const struct enc *enc, const char *p, const char *e, int *len)
{
    if (p >= e) rb_raise(rb_eArgError, "empty string");
    int n = enc_precise_len(enc, p, e);
    if (n < 0) rb_raise(rb_eArgError, "invalid byte sequence in %s", enc->name);
    if (len) *len = n;
    return enc_decode(enc, p, e);
}

/* ---- joining ---- */

static unsigned
obj_cr(VALUE v)
{
    unsigned cr = str_cr(v);
    return cr ? cr : str_scan_cr(v);
}

static const struct enc *
compatible_with_other(const struct enc *ea, const struct enc *eb, VALUE a, VALUE b)
{
    bool a_str = val_type_p(a, T_STRING), b_str = val_type_p(b, T_STRING);
    if (!enc_ascii_compat_p(ea) || !enc_ascii_compat_p(eb)) return NULL;
    if (!b_str && eb->index == ENCI_USASCII) return ea;
    if (!a_str && ea->index == ENCI_USASCII) return eb;
    if (!a_str) { /* the String first */
        VALUE t = a;
        const struct enc *te = ea;
        a = b, b = t;
        ea = eb, eb = te;
        bool ts = a_str;
        a_str = b_str, b_str = ts;
    }
    if (!a_str) return NULL;
    unsigned ca = obj_cr(a);
    if (b_str) {
        unsigned cb = obj_cr(b);
        if (ca != cb) {
            if (ca == STR_CR_7BIT) return eb;
            if (cb == STR_CR_7BIT) return ea;
        }
        if (cb == STR_CR_7BIT) return ea;
    }
    return ca == STR_CR_7BIT ? eb : NULL;
}

const struct enc *
enc_compatible(VALUE a, VALUE b)
{
    int ia = rb_enc_get_index(a), ib = rb_enc_get_index(b);
    if (ia < 0 || ib < 0) return NULL;
    const struct enc *ea = enc_at(ia), *eb = enc_at(ib);
    if (ia == ib) return ea;
    bool b_str = val_type_p(b, T_STRING), a_str = val_type_p(a, T_STRING);
    if (b_str && str_len(b) == 0) return ea;
    if (val_type_p(a, T_REGEXP) && b_str && enc_ascii_compat_p(ea) && enc_ascii_compat_p(eb) && str_ascii_only(b)) return eb;
    if (a_str && b_str && str_len(a) == 0) return enc_ascii_compat_p(ea) && str_ascii_only(b) ? ea : eb;
    return compatible_with_other(ea, eb, a, b);
}

const char *
enc_inspect_name(const struct enc *e)
{
    return e->index == ENCI_BINARY ? "BINARY (ASCII-8BIT)" : e->name;
}

void
enc_incompatible(const struct enc *a, const struct enc *b)
{
    rb_raise(rb_eEncCompatError, "incompatible character encodings: %s and %s", enc_inspect_name(a), enc_inspect_name(b));
}

const struct enc *
enc_check(VALUE a, VALUE b)
{
    const struct enc *e = enc_compatible(a, b);
    if (!e) {
        int ia = rb_enc_get_index(a), ib = rb_enc_get_index(b);
        if (ia < 0 || ib < 0) rb_raise(rb_eEncCompatError, "incompatible encodings");
        enc_incompatible(enc_at(ia), enc_at(ib));
    }
    return e;
}

/* ---- character types ---- */

bool
enc_ctype_p(const struct enc *enc, uint32_t c, unsigned ctype)
{
    if (c < 0x80 || enc_unicode_p(enc)) return uni_ctype_p(c, ctype);
    if (enc_single_p(enc)) return enc->single && c < 0x100 && enc_single_ctype(enc->single, (uint8_t)c, ctype);
    /* East Asian: whatever is not ASCII is a word character, as in CRuby */
    return ctype == ONIGENC_CTYPE_WORD || ctype == ONIGENC_CTYPE_GRAPH || ctype == ONIGENC_CTYPE_PRINT;
}

/* Returns whether c is an uppercase letter of JIS X 0208: full-width Latin, Greek or Cyrillic. */
static bool
jis_capital_p(const struct enc *enc, uint32_t c)
{
    static const uint16_t eucjp[][2] = {{0xa3c1, 0xa3da}, {0xa6a1, 0xa6b8}, {0xa7a1, 0xa7c1}},
                          sjis[][2] = {{0x8260, 0x8279}, {0x839f, 0x83b6}, {0x8440, 0x8460}};
    if (enc->ops != &enc_ops_eucjp && enc->ops != &enc_ops_sjis) return false;
    for (size_t i = 0; i < lengthof(sjis); i++) {
        const uint16_t *run = enc->ops == &enc_ops_sjis ? sjis[i] : eucjp[i];
        if (c >= run[0] && c <= run[1]) return true;
    }
    return false;
}

/* Returns whether c begins a constant's name: an upper- or titlecase letter. */
bool
enc_capital_p(const struct enc *enc, uint32_t c)
{
    if (enc_ctype_p(enc, c, ONIGENC_CTYPE_UPPER) || jis_capital_p(enc, c)) return true;
    return enc_unicode_p(enc) && uni_ctype_p(c, UNI_TITLE);
}
