/*
 * encoding/transcode_emoji.c - the pictograms of three Japanese carriers: between UTF-8 and their encodings.
 *
 * UTF8-DoCoMo, UTF8-KDDI and UTF8-SoftBank are UTF-8 whose private use characters are the carrier's pictograms.  All other characters
 * are the same in them.  encoding/emoji.inc has a row for each pictogram.  Towards UTF-8 only the characters exist that were
 * in Unicode when the table was made; the other direction has the code points that were proposed then, as in CRuby.
 * The SJIS forms are Windows-31J with pictograms in its user-defined rows; encoding/transcode_mb.c makes their tables.
 * KDDI's pictograms have a second, undocumented code point each: the Shift_JIS code less 0x700.
 */
#include "internal/compiler.h"
#include "internal/encoding/transcode.h"

struct emoji {
    uint32_t unicode[2];                    /* 0: none */
    uint16_t codes[EMOJI_CARRIER_COUNT][2]; /* code points of the carriers; 0: none */
    uint8_t flags;                          /* bit i: carrier i has only something like it; EMOJI_PROPOSED */
};
enum { EMOJI_PROPOSED = 1 << EMOJI_CARRIER_COUNT };
#include "encoding/emoji.inc"

/* ---- a carrier's code points and Shift_JIS ---- */

/* Runs of code points and of Shift_JIS codes; DoCoMo's are Windows-31J's own for user-defined characters. */
static const struct emoji_run {
    uint16_t point, sjis, count;
} kddi_runs[] = {{0xe468, 0xf640, 333}, {0xe5b5, 0xf7e5, 24}, {0xe5cd, 0xf340, 19},
                 {0xea80, 0xf353, 123}, {0xeafb, 0xf7d2, 19}, {0xeb0e, 0xf3cf, 129}},
  softbank_runs[] = {{0xe001, 0xf941, 90}, {0xe101, 0xf741, 90}, {0xe201, 0xf7a1, 90},
                     {0xe301, 0xf9a1, 77}, {0xe401, 0xfb41, 76}, {0xe501, 0xfba1, 62}};

enum { SJIS_TRAILS = 188 };

/* Returns the number of the two-byte code `code` among the codes from F0 40 on. */
static uint32_t
sjis_number(uint32_t code)
{
    uint32_t trail = code & 0xff;
    return ((code >> 8) - 0xf0) * SJIS_TRAILS + trail - 0x40 - (trail > 0x7f);
}

uint32_t
emoji_of_sjis(enum emoji_carrier carrier, uint32_t code)
{
    const struct emoji_run *runs = carrier == EMOJI_KDDI ? kddi_runs : softbank_runs;
    if (carrier == EMOJI_DOCOMO || code < 0xf040) return 0;
    uint32_t n = sjis_number(code);
    for (size_t i = 0; i < lengthof(kddi_runs); i++) {
        uint32_t first = sjis_number(runs[i].sjis);
        if (n >= first && n < first + runs[i].count) return runs[i].point + (n - first);
    }
    return 0;
}
static_assert(lengthof(kddi_runs) == lengthof(softbank_runs), "one loop searches both");

/* Returns the documented code point of KDDI's undocumented c, or c if it is another character. */
static uint32_t
kddi_documented(uint32_t c)
{
    if (c < 0xec40 || c > 0xf0fc) return c;
    uint32_t code = c + KDDI_UNDOCUMENTED, trail = code & 0xff;
    if (trail < 0x40 || trail == 0x7f || trail > 0xfc) return c;
    uint32_t point = emoji_of_sjis(EMOJI_KDDI, code);
    return point ? point : c;
}

/* ---- from one UTF-8 to another ---- */

enum { EMOJI_UNICODE = EMOJI_CARRIER_COUNT }; /* where a way begins or ends that is no carrier */

struct emoji_way {
    uint8_t from, to;
};

static const uint16_t *const rows_of[] = {emoji_of_docomo, emoji_of_kddi, emoji_of_softbank};
static const size_t row_counts[] = {lengthof(emoji_of_docomo), lengthof(emoji_of_kddi), lengthof(emoji_of_softbank)};

/* Returns the row of the character c of `from`, or NULL if c is no pictogram there. */
static const struct emoji *
find_emoji(unsigned from, uint32_t c)
{
    if (from == EMOJI_KDDI) c = kddi_documented(c);
    size_t low = 0, high = from == EMOJI_UNICODE ? EMOJI_ALONE : row_counts[from];
    while (low < high) {
        size_t mid = (low + high) / 2;
        const struct emoji *row = &emojis[from == EMOJI_UNICODE ? mid : rows_of[from][mid]];
        uint32_t key = from == EMOJI_UNICODE ? row->unicode[0] : row->codes[from][0];
        if (key == c) return row;
        if (key < c) low = mid + 1;
        else high = mid;
    }
    return NULL;
}

static enum step
emoji_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
             size_t *again)
{
    const struct emoji_way *way = cs->data;
    int n = enc_utf8_len(p, e);
    if (n <= 0) return conv_bad_bytes(enc_utf8_len, p, e, used, again);
    *used = (size_t)n;
    *count = 1;
    cp[0] = enc_utf8_decode(p, e);
    const struct emoji *row = cp[0] < 0x80 ? NULL : find_emoji(way->from, cp[0]);
    if (!row) return STEP_OK;
    if (way->to == EMOJI_UNICODE) {
        if (row->flags & EMOJI_PROPOSED) return STEP_UNDEF;
        cp[0] = row->unicode[0];
        cp[1] = row->unicode[1];
    } else {
        cp[0] = row->codes[way->to][0];
        cp[1] = row->codes[way->to][1];
    }
    *count = cp[1] ? 2 : 1;
    return cp[0] ? STEP_OK : STEP_UNDEF;
}

#define WAY(a, b)                                               \
    {                                                           \
        "", emoji_decode, NULL, NULL, &(const struct emoji_way) \
        {                                                       \
            EMOJI_##a, EMOJI_##b                                \
        }                                                       \
    }
static const struct charset ways[] = {
    WAY(UNICODE, DOCOMO), WAY(UNICODE, KDDI),     WAY(UNICODE, SOFTBANK), WAY(DOCOMO, UNICODE),
    WAY(KDDI, UNICODE),   WAY(SOFTBANK, UNICODE), WAY(DOCOMO, KDDI),      WAY(DOCOMO, SOFTBANK),
    WAY(KDDI, DOCOMO),    WAY(KDDI, SOFTBANK),    WAY(SOFTBANK, DOCOMO),  WAY(SOFTBANK, KDDI),
};
#undef WAY

const struct converter conv_emoji[] = {
    {"UTF-8", "UTF8-DoCoMo", CONV_PLAIN, conv_step_decode, NULL, &ways[0]},
    {"UTF-8", "UTF8-KDDI", CONV_PLAIN, conv_step_decode, NULL, &ways[1]},
    {"UTF-8", "UTF8-SoftBank", CONV_PLAIN, conv_step_decode, NULL, &ways[2]},
    {"UTF8-DoCoMo", "UTF-8", CONV_PLAIN, conv_step_decode, NULL, &ways[3]},
    {"UTF8-KDDI", "UTF-8", CONV_PLAIN, conv_step_decode, NULL, &ways[4]},
    {"UTF8-SoftBank", "UTF-8", CONV_PLAIN, conv_step_decode, NULL, &ways[5]},
    {"UTF8-DoCoMo", "UTF8-KDDI", CONV_PLAIN, conv_step_decode, NULL, &ways[6]},
    {"UTF8-DoCoMo", "UTF8-SoftBank", CONV_PLAIN, conv_step_decode, NULL, &ways[7]},
    {"UTF8-KDDI", "UTF8-DoCoMo", CONV_PLAIN, conv_step_decode, NULL, &ways[8]},
    {"UTF8-KDDI", "UTF8-SoftBank", CONV_PLAIN, conv_step_decode, NULL, &ways[9]},
    {"UTF8-SoftBank", "UTF8-DoCoMo", CONV_PLAIN, conv_step_decode, NULL, &ways[10]},
    {"UTF8-SoftBank", "UTF8-KDDI", CONV_PLAIN, conv_step_decode, NULL, &ways[11]},
    /* CRuby shows DoCoMo in capitals here.  These are generic steps, whose charsets have the carrier's code points */
    {"SJIS-DOCOMO", "UTF8-DOCOMO", CONV_PLAIN, conv_step_decode, NULL, NULL},
    {"UTF8-DOCOMO", "SJIS-DOCOMO", CONV_PLAIN, conv_step_encode, NULL, NULL},
    {"SJIS-KDDI", "UTF8-KDDI", CONV_PLAIN, conv_step_decode, NULL, NULL},
    {"UTF8-KDDI", "SJIS-KDDI", CONV_PLAIN, conv_step_encode, NULL, NULL},
    {"SJIS-SoftBank", "UTF8-SoftBank", CONV_PLAIN, conv_step_decode, NULL, NULL},
    {"UTF8-SoftBank", "SJIS-SoftBank", CONV_PLAIN, conv_step_encode, NULL, NULL},
    {"stateless-ISO-2022-JP-KDDI", "UTF8-KDDI", CONV_PLAIN, conv_step_decode, NULL, NULL},
    {"UTF8-KDDI", "stateless-ISO-2022-JP-KDDI", CONV_PLAIN, conv_step_encode, NULL, NULL},
};
const size_t conv_emoji_count = lengthof(conv_emoji);
