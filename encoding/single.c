/*
 * encoding/single.c - single-byte encodings: which Unicode character each byte is.
 *
 * One table of 128 code points an encoding serves conversion, character types and case mapping; the way back is a search.
 * Encodings without SINGLE_LETTERS know no letters but ASCII's, as in CRuby.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/encoding/unicode.h"
#include <string.h>

enum { SINGLE_LETTERS = 1, SINGLE_CASE = 2 };

struct enc_single {
    const char *name;
    int flags;
    uint16_t high[128]; /* code points of bytes 80 to ff; 0: none */
};
#include "encoding/single.inc"

const struct enc_single *
enc_single_table(const char *name)
{
    for (size_t i = 0; i < lengthof(single_tables); i++) {
        if (strcmp(single_tables[i].name, name) == 0) return &single_tables[i];
    }
    return NULL;
}

uint32_t
enc_single_to_unicode(const struct enc_single *t, uint8_t b)
{
    return b < 0x80 ? b : t->high[b - 0x80];
}

int
enc_single_from_unicode(const struct enc_single *t, uint32_t c)
{
    if (c < 0x80) return (int)c;
    if (c > 0xffff) return -1;
    if (c - 0x80 < 0x80 && t->high[c - 0x80] == c) return (int)c; /* the Latin ones */
    for (int i = 0; i < 128; i++) {
        if (t->high[i] == c) return 0x80 + i;
    }
    return -1;
}

uint8_t
enc_ebcdic_to_latin1(uint8_t b)
{
    return ebcdic_to_latin1[b];
}

int
enc_latin1_to_ebcdic(uint8_t c)
{
    for (int i = 0; i < 256; i++) {
        if (ebcdic_to_latin1[i] == c) return i;
    }
    return -1;
}

bool
enc_single_ctype(const struct enc_single *t, uint8_t b, unsigned ctype)
{
    if (!(t->flags & SINGLE_LETTERS)) return false;
    uint32_t c = t->high[b - 0x80];
    return c && uni_ctype_p(c, ctype);
}

bool
enc_single_letters_p(const struct enc_single *t)
{
    return t->flags & SINGLE_LETTERS;
}

bool
enc_single_cased_p(const struct enc_single *t)
{
    return t && (t->flags & SINGLE_CASE);
}
