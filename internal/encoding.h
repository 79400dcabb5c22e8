/*
 * encoding.h - what an encoding is: how bytes make characters, by index.
 *
 * Owns      the table of encodings and the functions behind each; Encoding objects.
 * Uses      string.h (index in the string's flags), encoding/unicode.h
 * ENC-1     Index 0 is BINARY, 1 UTF-8, 2 US-ASCII; the others follow in CRuby 4.0's order and never change place.
 * ENC-2     enc_table never moves; entries appear only at start or by rb_define_dummy_encoding.
 * ENC-3     enc->pub is the first member: a rb_encoding * is a struct enc *.
 * ENC-4     A precise length is > 0 for a whole valid character.  Otherwise it is ENC_INVALID, or ENC_NEED(n) for
 *           valid bytes with n missing.
 * Threads   Written under the VM lock.
 * Checked   test/test_encoding.rb
 */
#ifndef FACET_INTERNAL_ENCODING_H
#define FACET_INTERNAL_ENCODING_H

#include "internal/string.h"
#include "ruby/encoding.h"

enum {
    ENC_MAX = 127,
    ENC_INVALID = -1,
    ENC_ERR_CODE = -400, /* a code point that has no such character */
    ENC_ERR_WIDE = -401, /* a code point beyond the encoding's range */
};
#define ENC_NEED(n) (-1 - (n))

enum {
    ENC_ASCII_COMPAT = 1, /* bytes below 0x80 are ASCII, wherever they begin a character */
    ENC_DUMMY = 2,        /* a name only: stateful; characters are bytes */
    ENC_SINGLE = 4,       /* every byte is a character */
    ENC_UNICODE = 8,      /* code points are Unicode's */
    ENC_UTF8 = 16,        /* exactly UTF-8's structure: the fast loops apply */
    ENC_HIDDEN = 32,      /* registered, not listed */
};

/* How bytes make characters; one for each structure, shared by the encodings that have it. */
struct enc_ops {
    int (*mbc_len)(const uint8_t *p, const uint8_t *e);     /* ENC-4; p < e */
    uint32_t (*decode)(const uint8_t *p, const uint8_t *e); /* of a valid character */
    int (*code_len)(uint32_t c);                            /* bytes, or ENC_ERR_... */
    int (*encode)(uint32_t c, uint8_t *to);                 /* bytes written; code_len(c) > 0 */
    const uint8_t *(*left_adjust)(const uint8_t *start, const uint8_t *s, const uint8_t *e); /* head of the char at s */
};

/* The Unicode characters of a single-byte encoding's upper half.  encoding/single.c */
struct enc_single;

struct enc {
    OnigEncodingType pub;
    const char *name;
    uint8_t index;
    uint8_t flags;
    uint8_t min_len, max_len;
    const struct enc_ops *ops;
    const struct enc_single *single; /* NULL: ASCII letters only */
    VALUE object;
};

extern struct enc enc_table[ENC_MAX];
extern int enc_count;
extern int enc_default_external, enc_default_internal; /* indexes; -1: none */

static ALWAYS_INLINE const struct enc *
enc_at(int index)
{
    return &enc_table[index];
}
static ALWAYS_INLINE const struct enc *
str_enc(VALUE s)
{
    return &enc_table[str_enc_index(s)];
}
static inline const struct enc *
enc_of_pub(const OnigEncodingType *e)
{
    return (const struct enc *)e;
}
static inline const OnigEncodingType *
enc_pub(const struct enc *e)
{
    return &e->pub;
}
static inline bool
enc_ascii_compat_p(const struct enc *e)
{
    return (e->flags & ENC_ASCII_COMPAT) != 0;
}
static inline bool
enc_single_p(const struct enc *e) /* one byte, one character */
{
    return e->max_len == 1;
}
static inline bool
enc_utf8_p(const struct enc *e)
{
    return (e->flags & ENC_UTF8) != 0;
}
static inline bool
enc_unicode_p(const struct enc *e)
{
    return (e->flags & ENC_UNICODE) != 0;
}

/* ENC-4, ENC_NEED(1) at the end; a character that reaches past e is ENC_NEED. */
static inline int
enc_precise_len(const struct enc *enc, const char *p, const char *e)
{
    if (p >= e) return ENC_NEED(1);
    return enc->ops->mbc_len((const uint8_t *)p, (const uint8_t *)e);
}
/* Bytes of the character at p, bad bytes counting min_len each; p < e.  Never more than e - p. */
static inline int
enc_char_len(const struct enc *enc, const char *p, const char *e)
{
    if ((enc->flags & ENC_ASCII_COMPAT) && (int8_t)*p >= 0) return 1;
    int n = enc->ops->mbc_len((const uint8_t *)p, (const uint8_t *)e);
    if (n > 0) return n;
    return e - p < enc->min_len ? (int)(e - p) : enc->min_len;
}
/* Code point at p of a valid character. */
static inline uint32_t
enc_decode(const struct enc *enc, const char *p, const char *e)
{
    return enc->ops->decode((const uint8_t *)p, (const uint8_t *)e);
}
/* Code point at p; *len its bytes.  raises ArgumentError "invalid byte sequence in UTF-8". */
uint32_t enc_codepoint_len(const struct enc *enc, const char *p, const char *e, int *len);
static inline int
enc_encode(const struct enc *enc, uint32_t c, char *to)
{
    return enc->ops->encode(c, (uint8_t *)to);
}
static inline const char *
enc_left_adjust(const struct enc *enc, const char *start, const char *s, const char *e)
{
    if (enc->max_len == 1 || s <= start) return s;
    return (const char *)enc->ops->left_adjust((const uint8_t *)start, (const uint8_t *)s, (const uint8_t *)e);
}
/* Returns whether a code point of this encoding is of the Onigmo character type ONIGENC_CTYPE_...  pure. */
bool enc_ctype_p(const struct enc *enc, uint32_t c, unsigned ctype);
bool enc_capital_p(const struct enc *enc, uint32_t c); /* may begin a constant's name */

/* Returns the number of characters in p..e.  Bad bytes count as in enc_char_len.  A known cr makes it faster. */
size_t enc_strlen(const struct enc *enc, const char *p, const char *e, unsigned cr);
/* Returns the address of character n (0-based) in p..e, or e when there are fewer. */
const char *enc_nth(const struct enc *enc, const char *p, const char *e, size_t n, unsigned cr);
/* Returns STR_CR_7BIT, _VALID or _BROKEN. */
unsigned enc_scan_cr(const struct enc *enc, const char *p, size_t len);
/* Returns the first non-ASCII byte in p..e, or e. */
const char *enc_find_non_ascii(const char *p, const char *e);
static inline bool
enc_bytes_ascii_p(const char *p, size_t len)
{
    return !len || enc_find_non_ascii(p, p + len) == p + len;
}
/* UTF-8 only: counts bytes that begin a character. */
size_t enc_utf8_count(const char *p, const char *e);
/* Writes a Unicode scalar as UTF-8; bytes written (1 to 4). */
int enc_utf8_put(uint32_t c, char *to);

/* Returns the encoding in which both can be joined, or NULL if there is none. a and b are Strings, Symbols, Regexps
 * or Encodings.  pure, but keeps code ranges. */
const struct enc *enc_compatible(VALUE a, VALUE b);
/* Does what enc_compatible does, and raises Encoding::CompatibilityError "incompatible character encodings: X and
 * Y". */
const struct enc *enc_check(VALUE a, VALUE b);
/* For two Strings, indexes; the fast path of enc_check. */
static inline int
enc_check_str(VALUE a, VALUE b)
{
    int i = str_enc_index(a);
    if (LIKELY(i == str_enc_index(b))) return i;
    return enc_check(a, b)->index;
}
/* "BINARY (ASCII-8BIT)" and plain names, as messages show them. */
const char *enc_inspect_name(const struct enc *e);
NORETURN COLD void enc_incompatible(const struct enc *a, const struct enc *b);
/* Returns the encoding of an argument that is an Encoding or a name.  raises ArgumentError "unknown encoding name -
 * foo". */
const struct enc *enc_from_arg(VALUE v);
int enc_find_index(const char *name, size_t len); /* -1 */
int enc_locale_index(void);
int enc_add_dummy(const char *name); /* name must live as long as the process; -1: table full */
int enc_add_alias(const char *alias, int index);
void enc_each_name(void (*fn)(const char *name, int index, bool is_alias, void *arg), void *arg);
VALUE enc_object(const struct enc *e);

/* structures (encoding/mbc.c) */
extern const struct enc_ops enc_ops_single, enc_ops_ascii, enc_ops_utf8, enc_ops_cesu8, enc_ops_utf16be, enc_ops_utf16le,
    enc_ops_utf32be, enc_ops_utf32le, enc_ops_eucjp, enc_ops_sjis, enc_ops_big5, enc_ops_euckr, enc_ops_cp949, enc_ops_gbk,
    enc_ops_gb18030, enc_ops_euctw, enc_ops_mule;
int enc_utf8_len(const uint8_t *p, const uint8_t *e);
uint32_t enc_utf8_decode(const uint8_t *p, const uint8_t *e);

/* single-byte tables (encoding/single.c) */
const struct enc_single *enc_single_table(const char *name);                  /* NULL: none */
uint32_t enc_single_to_unicode(const struct enc_single *t, uint8_t b);        /* 0: none (but for b == 0) */
int enc_single_from_unicode(const struct enc_single *t, uint32_t c);          /* -1: none */
bool enc_single_ctype(const struct enc_single *t, uint8_t b, unsigned ctype); /* b >= 0x80 */
bool enc_single_letters_p(const struct enc_single *t);                        /* others than ASCII's are letters */
bool enc_single_cased_p(const struct enc_single *t);                          /* letters above ASCII have case */
uint8_t enc_ebcdic_to_latin1(uint8_t b);
int enc_latin1_to_ebcdic(uint8_t c);

void Init_encoding_early(void); /* the table; before the first string */
void Init_Encoding(void);       /* the Encoding class and its constants; after String exists */

#endif
