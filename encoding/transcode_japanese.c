/*
 * encoding/transcode_japanese.c - conversions between Japanese encodings by arithmetic, ISO-2022-JP's escapes, and the decorators.
 *
 * ISO-2022-JP is read into a form without state, in which a lead byte gives the charset of each character.  It is 90 or 92 for
 * JIS X 0208 of 1978 or 1983 (Emacs's internal code).  CP50221 and CP50220 are read into CP51932.
 */
#include "internal/compiler.h"
#include "internal/encoding/transcode.h"
#include <string.h>

static void
emit(struct step_io *io, const void *bytes, size_t n)
{
    memcpy(io->out + io->out_len, bytes, n);
    io->out_len += n;
}

static void
emit2(struct step_io *io, unsigned a, unsigned b)
{
    io->out[io->out_len++] = (uint8_t)a;
    io->out[io->out_len++] = (uint8_t)b;
}

/* ---- EUC-JP and Shift_JIS ---- */

static enum step
eucjp_to_sjis(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    int n = enc_ops_eucjp.mbc_len(p, io->e);
    if (n <= 0) return conv_bad_bytes(enc_ops_eucjp.mbc_len, p, io->e, &io->used, &io->again);
    io->used = (size_t)n;
    if (n == 1) emit(io, p, 1);
    else if (n == 3) return STEP_UNDEF;
    else if (p[0] == 0x8e) {
        if (p[1] > 0xdf) return STEP_UNDEF;
        emit(io, p + 1, 1);
    } else {
        unsigned row = p[0] - 0xa1u, cell = p[1] - 0xa1u;
        unsigned lead = row / 2 + (row < 62 ? 0x81 : 0xc1);
        emit2(io, lead, row % 2 ? cell + 0x9f : cell + 0x40 + (cell >= 63));
    }
    return STEP_OK;
}

static enum step
sjis_to_eucjp(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    int n = enc_ops_sjis.mbc_len(p, io->e);
    if (n <= 0) return conv_bad_bytes(enc_ops_sjis.mbc_len, p, io->e, &io->used, &io->again);
    io->used = (size_t)n;
    if (n == 1) {
        if (*p >= 0x80) io->out[io->out_len++] = 0x8e;
        emit(io, p, 1);
        return STEP_OK;
    }
    unsigned row = (p[0] < 0xa0 ? p[0] - 0x81u : p[0] - 0xc1u) * 2, cell;
    if (p[1] >= 0x9f) {
        row++;
        cell = p[1] - 0x9fu;
    } else cell = p[1] - 0x40u - (p[1] > 0x7f);
    if (row >= 94) return STEP_UNDEF;
    emit2(io, row + 0xa1, cell + 0xa1);
    return STEP_OK;
}

/* ---- stateless ISO-2022-JP ---- */

enum { LEAD_1978 = 0x90, LEAD_1983 = 0x92 };

static enum step
eucjp_to_stateless(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    int n = enc_ops_eucjp.mbc_len(p, io->e);
    if (n <= 0) return conv_bad_bytes(enc_ops_eucjp.mbc_len, p, io->e, &io->used, &io->again);
    io->used = (size_t)n;
    if (n > 1 && p[0] < 0xa1) return STEP_UNDEF;
    if (n > 1) io->out[io->out_len++] = LEAD_1983;
    emit(io, p, (size_t)n);
    return STEP_OK;
}

/* Returns whether b is itself where ASCII is: escapes and shifts are not. */
static bool
plain_byte_p(uint8_t b)
{
    return b < 0x80 && b != 0x0e && b != 0x0f && b != 033;
}

/* Returns the length at p of what can be written in ISO-2022-JP; the encoding's own structure has more charsets. */
static int
stateless_len(const uint8_t *p, const uint8_t *e)
{
    if (*p < 0x80) return plain_byte_p(*p) ? 1 : ENC_INVALID;
    if (*p != LEAD_1978 && *p != LEAD_1983) return ENC_INVALID;
    for (int i = 1; i < 3; i++) {
        if (e - p <= i) return ENC_NEED(3 - i);
        if (p[i] < 0xa1 || p[i] == 0xff) return ENC_INVALID;
    }
    return 3;
}

static enum step
stateless_to_eucjp(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    int n = stateless_len(p, io->e);
    if (n <= 0) return conv_bad_bytes(stateless_len, p, io->e, &io->used, &io->again);
    io->used = (size_t)n;
    if (n == 1) emit(io, p, 1);
    else emit(io, p + 1, 2);
    return STEP_OK;
}

/* ---- escapes.  state[0] is what G0 holds ---- */

enum { G0_ASCII, G0_ROMAN, G0_1978, G0_1983, G0_KANA };
static const struct {
    char bytes[4];
    uint8_t g0;
} escapes[] = {{"\033(B", G0_ASCII}, {"\033(J", G0_ROMAN}, {"\033$@", G0_1978}, {"\033$B", G0_1983}, {"\033(I", G0_KANA}};

/* An escape sequence at io->p; kana: ESC ( I is one too. */
static enum step
read_escape(struct conv_stage *st, struct step_io *io, bool kana)
{
    size_t have = (size_t)(io->e - io->p), best = 1, count = kana ? 5 : 4;
    for (size_t i = 0; i < count; i++) {
        size_t n = 1;
        while (n < 3 && n < have && (char)io->p[n] == escapes[i].bytes[n]) n++;
        if (n == 3) {
            st->state[0] = escapes[i].g0;
            io->used = 3;
            return STEP_OK;
        }
        if (n > best) best = n;
    }
    if (best == have) return STEP_MORE;
    io->used = best;
    io->again = 1;
    return STEP_INVALID;
}

/* The second byte of a character of two; what is wrong with it otherwise. */
static enum step
read_pair(struct step_io *io)
{
    io->used = 1;
    if (io->p[0] < 0x21 || io->p[0] > 0x7e) return STEP_INVALID;
    if (io->e - io->p < 2) return STEP_MORE;
    if (io->p[1] < 0x21 || io->p[1] > 0x7e) {
        io->again = 1;
        return STEP_INVALID;
    }
    io->used = 2;
    return STEP_OK;
}

static enum step
iso2022jp_to_stateless(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    if (*p == 033) return read_escape(st, io, false);
    io->used = 1;
    if (st->state[0] <= G0_ROMAN) {
        if (!plain_byte_p(*p)) return STEP_INVALID;
        emit(io, p, 1);
        return STEP_OK;
    }
    enum step r = read_pair(io);
    if (r != STEP_OK) return r;
    io->out[io->out_len++] = st->state[0] == G0_1978 ? LEAD_1978 : LEAD_1983;
    emit2(io, p[0] | 0x80u, p[1] | 0x80u);
    return STEP_OK;
}

/* Returns whether the charset g0 has characters in the row of the seven-bit byte b; that of 1983 has NEC's rows, too. */
static bool
cp5022x_row_p(uint32_t g0, uint8_t b)
{
    if (g0 == G0_1983 && (b == 0x2d || (b >= 0x79 && b <= 0x7c))) return true;
    return (b >= 0x21 && b <= 0x28) || (b >= 0x30 && b <= 0x74);
}

static enum step
cp5022x_to_cp51932(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    uint32_t g0 = st->state[0];
    if (*p == 033) return read_escape(st, io, true);
    io->used = 1;
    if (*p == 0x0e || *p == 0x0f) st->state[0] = *p == 0x0e ? G0_KANA : G0_ASCII; /* SO and SI */
    else if (g0 == G0_1978 || g0 == G0_1983) {
        if (!cp5022x_row_p(g0, *p)) return STEP_INVALID;
        enum step r = read_pair(io);
        if (r != STEP_OK) return r;
        emit2(io, p[0] | 0x80u, p[1] | 0x80u);
    } else if (*p >= 0xa1 && *p <= 0xdf) emit2(io, 0x8e, *p);
    else if (g0 == G0_KANA) {
        if (*p < 0x21 || *p > 0x5f) return STEP_INVALID;
        emit2(io, 0x8e, *p | 0x80u);
    } else if (plain_byte_p(*p) || (*p >= 0x80 && *p <= 0x92)) emit(io, p, 1); /* the latter as in CRuby */
    else return STEP_INVALID;
    return STEP_OK;
}

static void
switch_to(struct conv_stage *st, struct step_io *io, uint32_t g0)
{
    if (st->state[0] == g0) return;
    st->state[0] = g0;
    emit(io, escapes[g0].bytes, 3);
}

static void
finish_in_ascii(struct conv_stage *st, struct step_io *io)
{
    switch_to(st, io, G0_ASCII);
}

static enum step
stateless_to_iso2022jp(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    int n = stateless_len(p, io->e);
    if (n <= 0) return conv_bad_bytes(stateless_len, p, io->e, &io->used, &io->again);
    io->used = (size_t)n;
    if (n == 1) {
        switch_to(st, io, G0_ASCII);
        emit(io, p, 1);
        return STEP_OK;
    }
    switch_to(st, io, *p == LEAD_1978 ? G0_1978 : G0_1983);
    emit2(io, p[1] & 0x7fu, p[2] & 0x7fu);
    return STEP_OK;
}

/* Returns the length at p in CP51932, which is EUC-JP without three-byte characters. */
static int
cp51932_len(const uint8_t *p, const uint8_t *e)
{
    return *p == 0x8f ? ENC_INVALID : enc_ops_eucjp.mbc_len(p, e);
}

static enum step
cp51932_to_cp50221(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    int n = cp51932_len(p, io->e);
    if (n <= 0) return conv_bad_bytes(cp51932_len, p, io->e, &io->used, &io->again);
    io->used = (size_t)n;
    if (n == 1 && !plain_byte_p(*p)) return STEP_UNDEF;
    switch_to(st, io, n == 1 ? G0_ASCII : p[0] == 0x8e ? G0_KANA : G0_1983);
    if (n == 1) emit(io, p, 1);
    else if (p[0] == 0x8e) io->out[io->out_len++] = p[1] & 0x7f;
    else emit2(io, p[0] & 0x7fu, p[1] & 0x7fu);
    return STEP_OK;
}

/* JIS X 0208 codes of the half-width kana a1 to df. */
static const uint16_t wide_kana[] = {0x2123, 0x2156, 0x2157, 0x2122, 0x2126, 0x2572, 0x2521, 0x2523, 0x2525, 0x2527, 0x2529,
                                     0x2563, 0x2565, 0x2567, 0x2543, 0x213c, 0x2522, 0x2524, 0x2526, 0x2528, 0x252a, 0x252b,
                                     0x252d, 0x252f, 0x2531, 0x2533, 0x2535, 0x2537, 0x2539, 0x253b, 0x253d, 0x253f, 0x2541,
                                     0x2544, 0x2546, 0x2548, 0x254a, 0x254b, 0x254c, 0x254d, 0x254e, 0x254f, 0x2552, 0x2555,
                                     0x2558, 0x255b, 0x255e, 0x255f, 0x2560, 0x2561, 0x2562, 0x2564, 0x2566, 0x2568, 0x2569,
                                     0x256a, 0x256b, 0x256c, 0x256d, 0x256f, 0x2573, 0x212b, 0x212c};

/* Returns the distance from a kana to its voiced (de) or half-voiced (df) form, or 0 if there is none. */
static unsigned
voicing(uint8_t kana, uint8_t mark)
{
    if (mark == 0xde && ((kana >= 0xb6 && kana <= 0xc4) || (kana >= 0xca && kana <= 0xce))) return 1;
    return mark == 0xdf && kana >= 0xca && kana <= 0xce ? 2 : 0;
}

/* Writes the full-width form of the half-width kana, voiced by `voice`. */
static void
emit_wide_kana(struct conv_stage *st, struct step_io *io, uint32_t kana, unsigned voice)
{
    unsigned code = wide_kana[kana - 0xa1] + voice;
    switch_to(st, io, G0_1983);
    emit2(io, code >> 8, code & 0xff);
}

/* state[1]: a kana that a mark after it may voice, not yet written */
static void
flush_kana(struct conv_stage *st, struct step_io *io)
{
    if (st->state[1]) emit_wide_kana(st, io, st->state[1], 0);
    st->state[1] = 0;
}

/* CP50220: half-width kana become full-width, a voicing mark joining the kana before it. */
static enum step
cp51932_to_cp50220(struct conv_stage *st, struct step_io *io)
{
    const uint8_t *p = io->p;
    int n = cp51932_len(p, io->e);
    if (n <= 0) return conv_bad_bytes(cp51932_len, p, io->e, &io->used, &io->again);
    if (n == 1 && !plain_byte_p(*p)) { /* a kana that waits is written after the error */
        io->used = 1;
        return STEP_UNDEF;
    }
    unsigned voice = p[0] == 0x8e && st->state[1] ? voicing((uint8_t)st->state[1], p[1]) : 0;
    if (voice) {
        emit_wide_kana(st, io, st->state[1], voice);
        st->state[1] = 0;
    } else {
        flush_kana(st, io);
        if (p[0] != 0x8e || p[1] > 0xdf) return cp51932_to_cp50221(st, io);
        if (voicing(p[1], 0xde)) st->state[1] = p[1];
        else emit_wide_kana(st, io, p[1], 0);
    }
    io->used = 2;
    return STEP_OK;
}

static void
finish_kana(struct conv_stage *st, struct step_io *io)
{
    flush_kana(st, io);
    finish_in_ascii(st, io);
}

const struct converter conv_japanese[] = {
    {"EUC-JP", "Shift_JIS", CONV_PLAIN, eucjp_to_sjis, NULL, NULL},
    {"Shift_JIS", "EUC-JP", CONV_PLAIN, sjis_to_eucjp, NULL, NULL},
    {"EUC-JP", "stateless-ISO-2022-JP", CONV_PLAIN, eucjp_to_stateless, NULL, NULL},
    {"stateless-ISO-2022-JP", "EUC-JP", CONV_PLAIN, stateless_to_eucjp, NULL, NULL},
    {"ISO-2022-JP", "stateless-ISO-2022-JP", CONV_DECODER, iso2022jp_to_stateless, NULL, NULL},
    {"stateless-ISO-2022-JP", "ISO-2022-JP", CONV_ENCODER, stateless_to_iso2022jp, finish_in_ascii, NULL},
    {"ISO-2022-JP-KDDI", "stateless-ISO-2022-JP-KDDI", CONV_DECODER, iso2022jp_to_stateless, NULL, NULL},
    {"stateless-ISO-2022-JP-KDDI", "ISO-2022-JP-KDDI", CONV_ENCODER, stateless_to_iso2022jp, finish_in_ascii, NULL},
    {"CP50221", "cp51932", CONV_DECODER, cp5022x_to_cp51932, NULL, NULL},
    {"CP50220", "cp51932", CONV_DECODER, cp5022x_to_cp51932, NULL, NULL},
    {"CP51932", "CP50221", CONV_ENCODER, cp51932_to_cp50221, finish_in_ascii, NULL},
    {"CP51932", "CP50220", CONV_ENCODER, cp51932_to_cp50220, finish_kana, NULL},
};
const size_t conv_japanese_count = lengthof(conv_japanese);

/* ---- decorators ---- */

/* Copies bytes up to the first of `stop`, as many as a step may.  Returns false if there are none to copy. */
static bool
copy_plain(struct step_io *io, const char *stop)
{
    size_t n = 0, have = (size_t)(io->e - io->p), most = have < STEP_OUT_MAX ? have : STEP_OUT_MAX;
    while (n < most && (io->p[n] >= 0x80 || io->p[n] == 0 || !strchr(stop, io->p[n]))) n++;
    if (n == 0) return false;
    emit(io, io->p, n);
    io->used = n;
    return true;
}

/* \r\n and \r become \n */
static enum step
step_universal_newline(struct conv_stage *st, struct step_io *io)
{
    if (copy_plain(io, "\r")) return STEP_OK;
    if (io->e - io->p < 2 && !io->last) return STEP_MORE;
    io->used = io->e - io->p >= 2 && io->p[1] == '\n' ? 2 : 1;
    emit(io, "\n", 1);
    return STEP_OK;
}

static enum step
step_crlf_newline(struct conv_stage *st, struct step_io *io)
{
    if (copy_plain(io, "\n")) return STEP_OK;
    io->used = 1;
    emit(io, "\r\n", 2);
    return STEP_OK;
}

static enum step
step_cr_newline(struct conv_stage *st, struct step_io *io)
{
    if (copy_plain(io, "\n")) return STEP_OK;
    io->used = 1;
    emit(io, "\r", 1);
    return STEP_OK;
}

static void
escape_xml(struct step_io *io, const char *stop)
{
    if (copy_plain(io, stop)) return;
    const char *text = "";
    switch (*io->p) {
    case '&': text = "&amp;"; break;
    case '<': text = "&lt;"; break;
    case '>': text = "&gt;"; break;
    case '"': text = "&quot;"; break;
    case '\'': text = "&apos;"; break;
    }
    io->used = 1;
    emit(io, text, strlen(text));
}

static enum step
step_xml_text(struct conv_stage *st, struct step_io *io)
{
    escape_xml(io, "&<>");
    return STEP_OK;
}

static enum step
step_amp(struct conv_stage *st, struct step_io *io)
{
    escape_xml(io, "&");
    return STEP_OK;
}

static enum step
step_xml_attr(struct conv_stage *st, struct step_io *io)
{
    escape_xml(io, "&<>\"'");
    return STEP_OK;
}

/* state[0]: the opening quote is written */
static enum step
step_xml_quote(struct conv_stage *st, struct step_io *io)
{
    if (!st->state[0]) {
        st->state[0] = 1;
        emit(io, "\"", 1);
    }
    io->used = 1;
    emit(io, io->p, 1);
    return STEP_OK;
}

static void
finish_xml_quote(struct conv_stage *st, struct step_io *io)
{
    if (!st->state[0]) emit(io, "\"", 1);
    emit(io, "\"", 1);
}

const struct converter conv_decorators[] = {
    {"", "universal_newline", CONV_DECORATOR, step_universal_newline, NULL, NULL},
    {"", "crlf_newline", CONV_DECORATOR, step_crlf_newline, NULL, NULL},
    {"", "cr_newline", CONV_DECORATOR, step_cr_newline, NULL, NULL},
    {"", "lf_newline", CONV_DECORATOR, step_universal_newline, NULL, NULL},
    {"", "amp_escape", CONV_DECORATOR, step_amp, NULL, NULL},
    {"", "xml_text_escape", CONV_DECORATOR, step_xml_text, NULL, NULL},
    {"", "xml_attr_content_escape", CONV_DECORATOR, step_xml_attr, NULL, NULL},
    {"", "xml_attr_quote", CONV_DECORATOR, step_xml_quote, finish_xml_quote, NULL},
};
const size_t conv_decorators_count = lengthof(conv_decorators);
