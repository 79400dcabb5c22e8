/*
 * encoding/transcode_unicode.c - charsets that need no tables but Unicode's own and the single-byte ones, and the generic steps.
 */
#include "internal/compiler.h"
#include "internal/encoding/transcode.h"
#include "internal/encoding/unicode.h"
#include <string.h>

/* ---- the generic steps ---- */

enum step
conv_bad_bytes(int (*len)(const uint8_t *, const uint8_t *), const uint8_t *p, const uint8_t *e, size_t *used, size_t *again)
{
    size_t n = 0;
    while (p + n < e && len(p, p + n + 1) < ENC_INVALID) n++;
    if (p + n >= e) return STEP_MORE;
    *used = n ? n : 1;
    *again = n ? 1 : 0;
    return STEP_INVALID;
}

enum step
conv_step_decode(struct conv_stage *st, struct step_io *io)
{
    uint32_t cp[2];
    int count = 0;
    enum step r = st->conv->cs->decode(st->conv->cs, io->p, io->e, cp, &count, &io->used, &io->again);
    for (int i = 0; r == STEP_OK && i < count; i++)
        io->out_len += (size_t)enc_utf8_put(cp[i], (char *)io->out + io->out_len);
    return r;
}

enum step
conv_step_encode(struct conv_stage *st, struct step_io *io)
{
    int n = enc_utf8_len(io->p, io->e);
    if (n <= 0) return conv_bad_bytes(enc_utf8_len, io->p, io->e, &io->used, &io->again);
    int k = st->conv->cs->encode(st->conv->cs, enc_utf8_decode(io->p, io->e), io->out);
    io->used = (size_t)n;
    io->out_len = (size_t)k;
    return k ? STEP_OK : STEP_UNDEF;
}

/* ---- by an encoding's own structure ---- */

#define BY_STRUCTURE(name, ops)                                                                                            \
    static enum step name##_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, \
                                   size_t *used, size_t *again)                                                            \
    {                                                                                                                      \
        int n = ops.mbc_len(p, e);                                                                                         \
        if (n <= 0) return conv_bad_bytes(ops.mbc_len, p, e, used, again);                                                 \
        cp[0] = ops.decode(p, e);                                                                                          \
        *count = 1;                                                                                                        \
        *used = (size_t)n;                                                                                                 \
        return STEP_OK;                                                                                                    \
    }                                                                                                                      \
    static int name##_encode(const struct charset *cs, uint32_t c, uint8_t *to)                                            \
    {                                                                                                                      \
        return ops.encode(c, to);                                                                                          \
    }
BY_STRUCTURE(utf8, enc_ops_utf8)
BY_STRUCTURE(cesu8, enc_ops_cesu8)
#undef BY_STRUCTURE

/* ---- UTF-16 and 32: errors are whole units, and as much of the next as shows them ---- */

static enum step
utf16_unit(const uint8_t *p, const uint8_t *e, int hi, uint32_t *cp, size_t *used, size_t *again)
{
    if (e - p < 2) return STEP_MORE;
    uint8_t b = p[hi];
    *used = 2;
    if (b < 0xd8 || b > 0xdf) {
        *cp = (uint32_t)b << 8 | p[1 - hi];
        return STEP_OK;
    }
    if (b >= 0xdc) return STEP_INVALID;
    if (e - p < 3 + hi) return STEP_MORE;
    if ((p[2 + hi] & 0xfc) != 0xdc) {
        *again = 1 + (size_t)hi;
        return STEP_INVALID;
    }
    if (e - p < 4) return STEP_MORE;
    *cp = 0x10000 + (((uint32_t)(b & 3) << 8 | p[1 - hi]) << 10) + ((uint32_t)(p[2 + hi] & 3) << 8 | p[3 - hi]);
    *used = 4;
    return STEP_OK;
}

/* Returns whether the n bytes at p, fewer than four, begin no character: the upper half of its unit is above 0x10, or a surrogate. */
static bool
utf32_cut_wrong(const uint8_t *p, ptrdiff_t n, bool be)
{
    if (!be) return n == 3 && (p[2] > 0x10 || (p[2] == 0 && p[1] >= 0xd8 && p[1] <= 0xdf));
    return p[0] || (n > 1 && p[1] > 0x10) || (n > 2 && p[1] == 0 && p[2] >= 0xd8 && p[2] <= 0xdf);
}

static enum step
utf32_unit(const uint8_t *p, const uint8_t *e, bool be, uint32_t *cp, size_t *used)
{
    if (e - p < 4) return utf32_cut_wrong(p, e - p, be) ? STEP_CUT : STEP_MORE;
    *cp = be ? enc_ops_utf32be.decode(p, e) : enc_ops_utf32le.decode(p, e);
    *used = 4;
    return *cp > 0x10ffff || (*cp >= 0xd800 && *cp <= 0xdfff) ? STEP_INVALID : STEP_OK;
}

#define UNITS(name, call, ops)                                                                                             \
    static enum step name##_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, \
                                   size_t *used, size_t *again)                                                            \
    {                                                                                                                      \
        *count = 1;                                                                                                        \
        return call;                                                                                                       \
    }                                                                                                                      \
    static int name##_encode(const struct charset *cs, uint32_t c, uint8_t *to)                                            \
    {                                                                                                                      \
        return ops.encode(c, to);                                                                                          \
    }
UNITS(utf16be, utf16_unit(p, e, 0, cp, used, again), enc_ops_utf16be)
UNITS(utf16le, utf16_unit(p, e, 1, cp, used, again), enc_ops_utf16le)
UNITS(utf32be, utf32_unit(p, e, true, cp, used), enc_ops_utf32be)
UNITS(utf32le, utf32_unit(p, e, false, cp, used), enc_ops_utf32le)
#undef UNITS

/* ---- with a byte order mark: state 0 before it, then 1 big, 2 little endian ---- */

static enum step
bom_step(struct conv_stage *st, struct step_io *io, size_t unit)
{
    static const uint8_t marks[2][2][4] = {{{0xfe, 0xff}, {0xff, 0xfe}}, {{0, 0, 0xfe, 0xff}, {0xff, 0xfe, 0, 0}}};
    if (st->state[0] == 0) {
        if ((size_t)(io->e - io->p) < unit) return STEP_MORE;
        io->used = unit;
        for (uint32_t i = 0; i < 2; i++) {
            if (memcmp(io->p, marks[unit / 4][i], unit) == 0) st->state[0] = i + 1;
        }
        return st->state[0] ? STEP_OK : STEP_INVALID;
    }
    uint32_t c;
    bool be = st->state[0] == 1;
    enum step r = unit == 2 ? utf16_unit(io->p, io->e, be ? 0 : 1, &c, &io->used, &io->again)
                            : utf32_unit(io->p, io->e, be, &c, &io->used);
    if (r == STEP_OK) io->out_len = (size_t)enc_utf8_put(c, (char *)io->out);
    return r == STEP_CUT ? STEP_MORE : r; /* as in CRuby, with a mark what is cut is incomplete */
}

static enum step
utf16_bom_decode(struct conv_stage *st, struct step_io *io)
{
    return bom_step(st, io, 2);
}

static enum step
utf32_bom_decode(struct conv_stage *st, struct step_io *io)
{
    return bom_step(st, io, 4);
}

static enum step
bom_encode(struct conv_stage *st, struct step_io *io, size_t unit)
{
    int n = enc_utf8_len(io->p, io->e);
    if (n <= 0) return conv_bad_bytes(enc_utf8_len, io->p, io->e, &io->used, &io->again);
    const struct enc_ops *ops = unit == 2 ? &enc_ops_utf16be : &enc_ops_utf32be;
    if (!st->state[0]) {
        io->out_len = (size_t)ops->encode(0xfeff, io->out);
        st->state[0] = 1;
    }
    io->out_len += (size_t)ops->encode(enc_utf8_decode(io->p, io->e), io->out + io->out_len);
    io->used = (size_t)n;
    return STEP_OK;
}

static enum step
utf16_bom_encode(struct conv_stage *st, struct step_io *io)
{
    return bom_encode(st, io, 2);
}

static enum step
utf32_bom_encode(struct conv_stage *st, struct step_io *io)
{
    return bom_encode(st, io, 4);
}

/* ---- UTF8-MAC: decomposed, as HFS+ keeps names; some blocks stay as they are ---- */

static bool
mac_leaves_alone(uint32_t c)
{
    return (c >= 0x2000 && c <= 0x2fff) || (c >= 0xf900 && c <= 0xfaff) || c > 0xffff;
}

static int
mac_encode(const struct charset *cs, uint32_t c, uint8_t *to)
{
    uint32_t parts[8];
    size_t n = 1;
    int len = 0;
    parts[0] = c;
    if (!mac_leaves_alone(c)) n = uni_normalize(&c, 1, UNI_NFD, parts, lengthof(parts));
    for (size_t i = 0; i < n; i++) len += enc_utf8_put(parts[i], (char *)to + len);
    return len;
}

/* A base and the marks that compose with it, as one unit; the unit ends where the next character does not join. */
static enum step
mac_step_decode(struct conv_stage *st, struct step_io *io)
{
    uint32_t seq[8];
    size_t count = 0, taken = 0;
    const uint8_t *p = io->p;
    while (p < io->e) {
        int n = enc_utf8_len(p, io->e);
        if (n <= 0) {
            if (count) break;
            return conv_bad_bytes(enc_utf8_len, p, io->e, &io->used, &io->again);
        }
        uint32_t joined[8];
        seq[count] = enc_utf8_decode(p, io->e);
        if (count > 0 &&
            (uni_normalize(seq, count + 1, UNI_NFC, joined, lengthof(joined)) > 1 || mac_leaves_alone(joined[0])))
            break;
        p += n;
        taken = (size_t)(p - io->p);
        if (++count == lengthof(seq) - 1) break;
        if (p == io->e && !io->last) return STEP_MORE;
    }
    uint32_t joined[8];
    size_t k = count == 1 ? 1 : uni_normalize(seq, count, UNI_NFC, joined, lengthof(joined));
    if (count == 1) joined[0] = seq[0];
    for (size_t i = 0; i < k; i++) io->out_len += (size_t)enc_utf8_put(joined[i], (char *)io->out + io->out_len);
    io->used = taken;
    return STEP_OK;
}

/* ---- ASCII and Latin ---- */

static enum step
ascii_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
             size_t *again)
{
    *used = 1;
    *count = 1;
    *cp = *p;
    return *p < 0x80 ? STEP_OK : STEP_INVALID;
}

static enum step
binary_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
              size_t *again)
{
    return ascii_decode(cs, p, e, cp, count, used, again) == STEP_OK ? STEP_OK : STEP_UNDEF;
}

static int
ascii_encode(const struct charset *cs, uint32_t c, uint8_t *to)
{
    *to = (uint8_t)c;
    return c < 0x80;
}

static enum step
latin1_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
              size_t *again)
{
    *used = 1;
    *count = 1;
    *cp = *p;
    return STEP_OK;
}

static int
latin1_encode(const struct charset *cs, uint32_t c, uint8_t *to)
{
    *to = (uint8_t)c;
    return c < 0x100;
}

static enum step
single_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
              size_t *again)
{
    *used = 1;
    *count = 1;
    *cp = enc_single_to_unicode(cs->single, *p);
    return *cp || *p == 0 ? STEP_OK : STEP_UNDEF;
}

static int
single_encode(const struct charset *cs, uint32_t c, uint8_t *to)
{
    int b = enc_single_from_unicode(cs->single, c);
    *to = (uint8_t)b;
    return b >= 0;
}

static enum step
ebcdic_step_decode(struct conv_stage *st, struct step_io *io)
{
    io->out[0] = enc_ebcdic_to_latin1(*io->p);
    io->used = io->out_len = 1;
    return STEP_OK;
}

static enum step
ebcdic_step_encode(struct conv_stage *st, struct step_io *io)
{
    io->out[0] = (uint8_t)enc_latin1_to_ebcdic(*io->p);
    io->used = io->out_len = 1;
    return STEP_OK;
}

/* ---- finding charsets ---- */

static const struct charset fixed_charsets[] = {
    {"US-ASCII", ascii_decode, ascii_encode, NULL, NULL},     {"ASCII-8BIT", binary_decode, ascii_encode, NULL, NULL},
    {"ISO-8859-1", latin1_decode, latin1_encode, NULL, NULL}, {"UTF-8", utf8_decode, utf8_encode, NULL, NULL},
    {"UTF-16BE", utf16be_decode, utf16be_encode, NULL, NULL}, {"UTF-16LE", utf16le_decode, utf16le_encode, NULL, NULL},
    {"UTF-32BE", utf32be_decode, utf32be_encode, NULL, NULL}, {"UTF-32LE", utf32le_decode, utf32le_encode, NULL, NULL},
    {"CESU-8", cesu8_decode, cesu8_encode, NULL, NULL},
};
static const struct charset mac_charset = {"UTF8-MAC", utf8_decode, mac_encode, NULL, NULL};

const struct charset *
charset_find(const char *name)
{
    static struct charset singles[ENC_MAX];
    for (size_t i = 0; i < lengthof(fixed_charsets); i++) {
        if (strcmp(fixed_charsets[i].name, name) == 0) return &fixed_charsets[i];
    }
    int index = enc_find_index(name, strlen(name));
    if (index < 0) return NULL;
    const struct enc *enc = enc_at(index);
    if (!enc->single) return charset_mb(enc->name);
    singles[index] = (struct charset){enc->name, single_decode, single_encode, enc->single, NULL};
    return &singles[index];
}

/* Conversions that the generic steps do not make. */
const struct converter conv_unicode[] = {
    {"UTF-16", "UTF-8", CONV_DECODER, utf16_bom_decode, NULL, NULL},
    {"UTF-32", "UTF-8", CONV_DECODER, utf32_bom_decode, NULL, NULL},
    {"UTF-8", "UTF-16", CONV_ENCODER, utf16_bom_encode, NULL, NULL},
    {"UTF-8", "UTF-32", CONV_ENCODER, utf32_bom_encode, NULL, NULL},
    {"UTF8-MAC", "UTF-8", CONV_PLAIN, mac_step_decode, NULL, NULL},
    {"UTF-8", "UTF8-MAC", CONV_PLAIN, conv_step_encode, NULL, &mac_charset},
    {"IBM037", "ISO-8859-1", CONV_DECODER, ebcdic_step_decode, NULL, NULL},
    {"ISO-8859-1", "IBM037", CONV_ENCODER, ebcdic_step_encode, NULL, NULL},
};
const size_t conv_unicode_count = lengthof(conv_unicode);
