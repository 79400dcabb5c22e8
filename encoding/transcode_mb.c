/*
 * encoding/transcode_mb.c - East Asian charsets.
 *
 * The C library's iconv has their tables.  When a charset is first needed, all its characters are converted by iconv, and the
 * results are kept in two tables of ours.  Structure, errors and speed do not depend on iconv.  A list has the characters that
 * CRuby 4.0 converts differently.  The tables of iconv are nearer to CRuby's than those of ICU: they differ in at most thirty
 * characters of each charset, measured over all code points.  CP51932 is Windows-31J in EUC's bytes.
 */
#include "internal/compiler.h"
#include "internal/encoding/transcode.h"
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

struct mb_patch {
    uint32_t code, unicode; /* either 0: no such mapping */
};

struct mb_tables;
struct mb_source {
    const char *name, *iconv_name;
    int (*len)(const uint8_t *p, const uint8_t *e);
    const struct mb_patch *to, *from;                            /* ended by {0, 0} */
    bool sip;                                                    /* has characters of plane 2 */
    void (*fill)(struct mb_tables *t, iconv_t to, iconv_t from); /* NULL: fill_to and fill_from */
};

struct mb_tables {
    const struct mb_source *source;
    uint16_t *two[128];     /* by lead - 0x80: 256 code points; 0: none.  Plane 2 is marked in `high` */
    uint8_t *two_high[128]; /* plane of the same */
    uint16_t *three[128];   /* after 0x8f */
    uint8_t *three_high[128];
    uint32_t one[128];     /* single bytes from 0x80 */
    uint32_t *from[0x300]; /* by code point >> 8: bytes as a number; 0: none */
    uint16_t *four;        /* GB18030: BMP code points by linear index */
};

/* ---- where CRuby differs ---- */

static const struct mb_patch to_eucjp[] = {{0x8fa2b7, 0x7e}, {0xa1bd, 0x2014}, {0, 0}};
static const struct mb_patch from_eucjp[] = {{0xa1bd, 0x2014}, {0, 0xff5e}, {0, 0}};
static const struct mb_patch from_ms[] = {{0, 0xa2},   {0, 0xa3},   {0, 0xa6},   {0, 0xac}, {0, 0x2014},
                                          {0, 0x2016}, {0, 0x2212}, {0, 0x301c}, {0, 0}};
static const struct mb_patch to_sjis[] = {{0x815c, 0x2014}, {0, 0}};
static const struct mb_patch from_sjis[] = {{0x815c, 0x2014}, {0, 0xffe0}, {0, 0xffe1}, {0, 0xffe2}, {0, 0}};
static const struct mb_patch to_euckr[] = {{0xa2e8, 0}, {0, 0}};
static const struct mb_patch from_euckr[] = {{0, 0x20a9}, {0, 0x327e}, {0, 0}};
static const struct mb_patch from_jis2004[] = {{0xa1bd, 0x2015}, {0, 0}};
static const struct mb_patch to_gb2312[] = {{0xa1a4, 0xb7}, {0xa1aa, 0x2014}, {0, 0}};
static const struct mb_patch to_hkscs[] = {{0xf9e9, 0}, {0xf9ea, 0}, {0xf9eb, 0}, {0xf9f9, 0}, {0xf9fa, 0},
                                           {0xf9fb, 0}, {0xf9fc, 0}, {0xf9fd, 0}, {0, 0}};
static const struct mb_patch from_hkscs[] = {{0, 0xa2},        {0, 0xa3},        {0, 0xa5},
                                             {0xa1c2, 0xaf},   {0xa1c5, 0x2cd},  {0, 0x2022},
                                             {0xa145, 0x2027}, {0, 0x203e},      {0xa3e1, 0x20ac},
                                             {0xa241, 0x2215}, {0, 0x223c},      {0xa1f2, 0x2295},
                                             {0xa1f3, 0x2299}, {0xa15a, 0x2574}, {0, 0x2609},
                                             {0, 0x2641},      {0xa14e, 0xfe51}, {0xa242, 0xfe68},
                                             {0xa1fe, 0xff0f}, {0xa240, 0xff3c}, {0xa1e3, 0xff5e},
                                             {0, 0xff64},      {0xa246, 0xffe0}, {0xa247, 0xffe1},
                                             {0xa1c3, 0xffe3}, {0xa244, 0xffe5}, {0, 0}};
/* GB 18030-2000's private use characters, and where the later standards' code points went meanwhile */
static const struct mb_patch to_gb18030[] = {{0xa6d9, 0xe78d}, {0xa6da, 0xe78e},
                                             {0xa6db, 0xe78f}, {0xa6dc, 0xe790},
                                             {0xa6dd, 0xe791}, {0xa6de, 0xe792},
                                             {0xa6df, 0xe793}, {0xa6ec, 0xe794},
                                             {0xa6ed, 0xe795}, {0xa6f3, 0xe796},
                                             {0xa8bc, 0xe7c7}, {0xfe51, 0xe816},
                                             {0xfe52, 0xe817}, {0xfe53, 0xe818},
                                             {0xfe59, 0xe81e}, {0xfe61, 0xe826},
                                             {0xfe66, 0xe82b}, {0xfe67, 0xe82c},
                                             {0xfe6c, 0xe831}, {0xfe6d, 0xe832},
                                             {0xfe76, 0xe83b}, {0xfe7e, 0xe843},
                                             {0xfe90, 0xe854}, {0xfe91, 0xe855},
                                             {0xfea0, 0xe864}, {0, 0}};
static const struct mb_patch from_gb18030[] = {
    {0x8135f437, 0x1e3f}, {0x82359037, 0x9fb4}, {0x82359038, 0x9fb5}, {0x82359039, 0x9fb6}, {0x82359130, 0x9fb7},
    {0x82359131, 0x9fb8}, {0x82359132, 0x9fb9}, {0x82359133, 0x9fba}, {0x82359134, 0x9fbb}, {0x84318236, 0xfe10},
    {0x84318237, 0xfe11}, {0x84318238, 0xfe12}, {0x84318239, 0xfe13}, {0x84318330, 0xfe14}, {0x84318331, 0xfe15},
    {0x84318332, 0xfe16}, {0x84318333, 0xfe17}, {0x84318334, 0xfe18}, {0x84318335, 0xfe19}, {0, 0}};

/* Big5-HKSCS begins at lead 81 here, below the encoding's own structure. */
static int
hkscs_len(const uint8_t *p, const uint8_t *e)
{
    if (*p < 0x80) return 1;
    if (*p == 0x80 || *p == 0xff) return ENC_INVALID;
    if (e - p < 2) return ENC_NEED(1);
    return (p[1] >= 0x40 && p[1] <= 0x7e) || (p[1] >= 0xa1 && p[1] <= 0xfe) ? 2 : ENC_INVALID;
}

static int
eucjp_len(const uint8_t *p, const uint8_t *e)
{
    return enc_ops_eucjp.mbc_len(p, e);
}
static int
sjis_len(const uint8_t *p, const uint8_t *e)
{
    return enc_ops_sjis.mbc_len(p, e);
}
static int
big5_len(const uint8_t *p, const uint8_t *e)
{
    return enc_ops_big5.mbc_len(p, e);
}
static int
euckr_len(const uint8_t *p, const uint8_t *e)
{
    return enc_ops_euckr.mbc_len(p, e);
}
static int
cp949_len(const uint8_t *p, const uint8_t *e)
{
    return enc_ops_cp949.mbc_len(p, e);
}
static int
gbk_len(const uint8_t *p, const uint8_t *e)
{
    return enc_ops_gbk.mbc_len(p, e);
}
static int
gb18030_len(const uint8_t *p, const uint8_t *e)
{
    return enc_ops_gb18030.mbc_len(p, e);
}

enum { KDDI_LEAD = 0x92 };

static int
kddi_len(const uint8_t *p, const uint8_t *e)
{
    if (*p < 0x80) return 1;
    if (*p != KDDI_LEAD) return ENC_INVALID;
    return e - p < 3 ? ENC_NEED(3 - (int)(e - p)) : 3; /* kddi_decode rejects the others */
}

static void fill_cp51932(struct mb_tables *t, iconv_t to, iconv_t from);
static void fill_carrier(struct mb_tables *t, iconv_t to, iconv_t from);
static void fill_stateless_kddi(struct mb_tables *t, iconv_t to, iconv_t from);

static const struct mb_source sources[] = {
    {"EUC-JP", "EUC-JP", eucjp_len, to_eucjp, from_eucjp, false, NULL},
    {"eucJP-ms", "EUC-JP-MS", eucjp_len, NULL, from_ms, false, NULL},
    {"CP51932", "CP932", eucjp_len, NULL, NULL, false, fill_cp51932},
    {"EUC-JIS-2004", "EUC-JISX0213", eucjp_len, NULL, from_jis2004, true, NULL},
    {"Windows-31J", "CP932", sjis_len, NULL, from_ms, false, NULL},
    {"Shift_JIS", "SJIS", sjis_len, to_sjis, from_sjis, false, NULL},
    {"Big5", "BIG5", big5_len, NULL, NULL, false, NULL},
    {"Big5-HKSCS", "BIG5-HKSCS", hkscs_len, to_hkscs, from_hkscs, true, NULL},
    {"EUC-KR", "EUC-KR", euckr_len, to_euckr, from_euckr, false, NULL},
    {"CP949", "UHC", cp949_len, NULL, NULL, false, NULL},
    {"GB2312", "EUC-CN", euckr_len, to_gb2312, to_gb2312, false, NULL},
    {"GBK", "GBK", gbk_len, NULL, NULL, false, NULL},
    {"GB18030", "GB18030", gb18030_len, to_gb18030, from_gb18030, false, NULL},
    {"SJIS-DoCoMo", "CP932", sjis_len, NULL, from_ms, false, fill_carrier},
    {"SJIS-KDDI", "CP932", sjis_len, NULL, from_ms, false, fill_carrier},
    {"SJIS-SoftBank", "CP932", sjis_len, NULL, from_ms, false, fill_carrier},
    {"stateless-ISO-2022-JP-KDDI", "CP932", kddi_len, NULL, NULL, false, fill_stateless_kddi},
};
enum { SOURCE_COUNT = lengthof(sources) };
const char *const charset_mb_names[] = {
    "EUC-JP", "Windows-31J", "Big5",     "Big5-HKSCS", "CP949",        "EUC-KR", "GB18030",
    "GBK",    "Shift_JIS",   "eucJP-ms", "CP51932",    "EUC-JIS-2004", "GB2312",
};
const size_t charset_mb_count = lengthof(charset_mb_names);

/* ---- asking iconv ---- */

/* One conversion from scratch; bytes written, or -1 if there is no exact answer. */
static int
ask(iconv_t cd, const uint8_t *in, size_t n, uint8_t *out, size_t room)
{
    char *ip = (char *)(uintptr_t)in, *op = (char *)out;
    size_t il = n, ol = room;
    iconv(cd, NULL, NULL, NULL, NULL);
    if (iconv(cd, &ip, &il, &op, &ol) != 0 || il != 0) return -1;
    if (iconv(cd, NULL, NULL, &op, &ol) != 0) return -1;
    return (int)(room - ol);
}

static uint32_t
ask_unicode(iconv_t cd, const uint8_t *bytes, size_t n)
{
    uint8_t out[16];
    if (ask(cd, bytes, n, out, sizeof(out)) != 4) return 0;
    return (uint32_t)out[0] | (uint32_t)out[1] << 8 | (uint32_t)out[2] << 16 | (uint32_t)out[3] << 24;
}

/* Returns the bytes of code point c as a number, or 0 if iconv has none. */
static uint32_t
ask_bytes(iconv_t cd, uint32_t c)
{
    uint8_t in[4] = {(uint8_t)c, (uint8_t)(c >> 8), (uint8_t)(c >> 16), (uint8_t)(c >> 24)}, out[16];
    int n = ask(cd, in, 4, out, sizeof(out));
    if (n < 1 || n > 4) return 0;
    if (n == 1 && (out[0] < 0x80 || c < 0xa0)) return 0; /* stands in for something else, or a C1 control */
    uint32_t code = 0;
    for (int i = 0; i < n; i++) code = code << 8 | out[i];
    return code;
}

/* ---- filling the tables ---- */

static void *
zeroed(size_t n, size_t size)
{
    return gc_raw_calloc(n, size);
}

static void
set_two(uint16_t **rows, uint8_t **high, unsigned lead, unsigned trail, uint32_t c)
{
    unsigned r = lead - 0x80;
    if (!rows[r]) {
        rows[r] = zeroed(256, sizeof(uint16_t));
        high[r] = zeroed(256, 1);
    }
    rows[r][trail] = (uint16_t)c;
    high[r][trail] = (uint8_t)(c >> 16);
}

static uint32_t
get_two(uint16_t *const *rows, uint8_t *const *high, unsigned lead, unsigned trail)
{
    unsigned r = lead - 0x80;
    return rows[r] ? (uint32_t)high[r][trail] << 16 | rows[r][trail] : 0;
}

static void
set_from(struct mb_tables *t, uint32_t c, uint32_t code)
{
    if (c >> 8 >= lengthof(t->from)) return;
    if (!t->from[c >> 8]) {
        if (!code) return;
        t->from[c >> 8] = zeroed(256, sizeof(uint32_t));
    }
    t->from[c >> 8][c & 0xff] = code;
}

static void
set_to(struct mb_tables *t, uint32_t code, uint32_t c)
{
    if (code < 0x100) t->one[code - 0x80] = c;
    else if (code < 0x10000) set_two(t->two, t->two_high, code >> 8, code & 0xff, c);
    else set_two(t->three, t->three_high, code >> 8 & 0xff, code & 0xff, c);
}

static void
fill_to(struct mb_tables *t, iconv_t cd)
{
    for (unsigned a = 0x80; a < 0x100; a++) {
        uint8_t b[3] = {(uint8_t)a};
        int n = t->source->len(b, b + 1);
        if (n == 1) t->one[a - 0x80] = ask_unicode(cd, b, 1);
        if (n >= ENC_INVALID) continue;
        for (unsigned x = 0x40; x < 0x100; x++) {
            b[1] = (uint8_t)x;
            n = t->source->len(b, b + 2);
            uint32_t c = n == 2 ? ask_unicode(cd, b, 2) : 0;
            if (c) set_to(t, a << 8 | x, c);
            if (n >= ENC_INVALID || a != 0x8f) continue;
            for (unsigned y = 0xa1; y < 0xff; y++) {
                b[2] = (uint8_t)y;
                if ((c = ask_unicode(cd, b, 3))) set_to(t, a << 16 | x << 8 | y, c);
            }
        }
    }
}

static void
fill_from(struct mb_tables *t, iconv_t cd)
{
    for (uint32_t c = 0x80; c < 0x10000; c++) {
        if (c >= 0xd800 && c <= 0xdfff) continue;
        uint32_t code = ask_bytes(cd, c);
        if (code) set_from(t, c, code);
    }
    for (uint32_t c = 0x20000; t->source->sip && c < 0x30000; c++) {
        uint32_t code = ask_bytes(cd, c);
        if (code) set_from(t, c, code);
    }
}

/* Converts two bytes of Shift_JIS to EUC's.  Returns 0 if EUC has no such row. */
static uint32_t
eucjp_of_sjis(uint32_t code)
{
    uint32_t lead = code >> 8, trail = code & 0xff;
    if (code < 0x100) return code >= 0xa1 && code <= 0xdf ? 0x8e00 | code : 0;
    uint32_t row = (lead < 0xa0 ? lead - 0x81 : lead - 0xc1) * 2, cell;
    if (trail >= 0x9f) {
        row++;
        cell = trail - 0x9f;
    } else cell = trail - 0x40 - (trail > 0x7f);
    return row < 94 ? (row + 0xa1) << 8 | (cell + 0xa1) : 0;
}

static void
fill_cp51932(struct mb_tables *t, iconv_t cd, iconv_t from)
{
    for (uint32_t code = 0xa1; code < 0xfd00; code++) {
        uint8_t b[2] = {(uint8_t)(code >> 8), (uint8_t)code};
        bool one = code < 0x100;
        if (code >= 0x100 && code < 0x8140) continue;
        if (sjis_len(one ? b + 1 : b, b + 2) != (one ? 1 : 2)) continue;
        uint32_t c = ask_unicode(cd, one ? b + 1 : b, one ? 1 : 2), euc = c ? eucjp_of_sjis(code) : 0;
        if (!euc) continue;
        set_to(t, euc, c);
        if (!t->from[c >> 8] || !t->from[c >> 8][c & 0xff]) set_from(t, c, euc); /* the lower of two */
    }
}

/* ---- the encodings of carriers: Windows-31J, and pictograms among the user-defined characters ---- */

/* Where a character has several codes, that of NEC's rows is preferred to the others: the last before IBM's from FA 40 on. */
static void
prefer_nec(struct mb_tables *t)
{
    static const uint16_t rows[][2] = {{0x8740, 0x879c}, {0xed40, 0xeefc}};
    for (size_t i = 0; i < lengthof(rows); i++) {
        for (uint32_t code = rows[i][0]; code <= rows[i][1]; code++) {
            uint32_t c = get_two(t->two, t->two_high, code >> 8, code & 0xff);
            if (c) set_from(t, c, code);
        }
    }
}

static void
fill_carrier(struct mb_tables *t, iconv_t to, iconv_t from)
{
    const char *name = t->source->name;
    enum emoji_carrier carrier = strcmp(name, "SJIS-KDDI") == 0     ? EMOJI_KDDI
                                 : strcmp(name, "SJIS-DoCoMo") == 0 ? EMOJI_DOCOMO
                                                                    : EMOJI_SOFTBANK;
    fill_to(t, to);
    fill_from(t, from);
    prefer_nec(t);
    for (uint32_t code = 0xf040; code <= 0xfbfc; code++) {
        uint8_t bytes[2] = {(uint8_t)(code >> 8), (uint8_t)code};
        uint32_t c = sjis_len(bytes, bytes + 2) == 2 ? emoji_of_sjis(carrier, code) : 0;
        if (!c) continue;
        set_to(t, code, c);
        set_from(t, c, code);
        if (carrier == EMOJI_KDDI) set_from(t, code - KDDI_UNDOCUMENTED, code);
    }
}

/*
 * Returns the code of stateless-ISO-2022-JP-KDDI for the character c that SJIS-KDDI has at `code`, or 0 if there is none.
 * Pictograms have rows F5 to F8 (of Shift_JIS's leads F6 and F7) and F9 to FB (of F3 and F4).  Rows 93 to 97, which no
 * standard has, are read as IBM's kanji (leads FA to FC), as in CRuby; they are written as NEC's.
 */
static uint32_t
kddi_of_sjis(uint32_t c, uint32_t code)
{
    bool emoji = code > 0xff && (c == emoji_of_sjis(EMOJI_KDDI, code) || c == code - KDDI_UNDOCUMENTED);
    bool ibm = code >= 0xfa40;
    uint32_t euc = eucjp_of_sjis(emoji ? code - (code >= 0xf600 ? 0xb00 : 0x600) : ibm ? code - 0x1900 : code);
    if (ibm) euc -= 0x4e00;
    return euc >> 8 >= (ibm ? 0x93 : 0xa1) ? (uint32_t)KDDI_LEAD << 16 | euc : 0;
}

static void
fill_stateless_kddi(struct mb_tables *t, iconv_t to, iconv_t from)
{
    const struct charset *sjis = charset_mb("SJIS-KDDI");
    const struct mb_tables *s = sjis->data;
    for (uint32_t code = 0x8140; code <= 0xfc4b; code++) {
        uint32_t c = get_two(s->two, s->two_high, code >> 8, code & 0xff), kddi = c ? kddi_of_sjis(c, code) : 0;
        if (kddi) set_to(t, kddi, c); /* pictograms come after the kanji of their rows */
    }
    for (uint32_t c = 0x80; c < 0x10000; c++) {
        uint32_t code = s->from[c >> 8] ? s->from[c >> 8][c & 0xff] : 0, kddi = code ? kddi_of_sjis(c, code) : 0;
        if (kddi) set_from(t, c, kddi);
    }
}

static uint32_t
gb_linear(uint32_t code)
{
    uint32_t a = code >> 24, b = code >> 16 & 0xff, c = code >> 8 & 0xff, d = code & 0xff;
    return ((a - 0x81) * 10 + (b - 0x30)) * 1260 + (c - 0x81) * 10 + (d - 0x30);
}

enum { GB_BMP = 39420, GB_SUPPLEMENTARY = 189000 };

static void
fill_gb_four(struct mb_tables *t)
{
    t->four = zeroed(GB_BMP, sizeof(uint16_t));
    for (uint32_t c = 0x80; c < 0x10000; c++) {
        uint32_t code = t->from[c >> 8] ? t->from[c >> 8][c & 0xff] : 0;
        if (code > 0xffff && gb_linear(code) < GB_BMP) t->four[gb_linear(code)] = (uint16_t)c;
    }
}

static void
patch(struct mb_tables *t)
{
    for (const struct mb_patch *p = t->source->to; p && p->code; p++) set_to(t, p->code, p->unicode);
    for (const struct mb_patch *p = t->source->from; p && p->unicode; p++) set_from(t, p->unicode, p->code);
    for (uint32_t code = 0x877a; t->source->len == hkscs_len && code <= 0x87df; code++) set_to(t, code, 0);
    if (t->source->len != gb18030_len) return;
    for (const struct mb_patch *p = to_gb18030; p->code; p++) set_from(t, p->unicode, p->code);
    fill_gb_four(t);
}

static struct mb_tables *
build(const struct mb_source *source)
{
    iconv_t to = iconv_open("UTF-32LE", source->iconv_name), from = iconv_open(source->iconv_name, "UTF-32LE");
    if (to == (iconv_t)-1 || from == (iconv_t)-1) return NULL;
    struct mb_tables *t = zeroed(1, sizeof(*t));
    t->source = source;
    if (source->fill) source->fill(t, to, from);
    else {
        fill_to(t, to);
        fill_from(t, from);
    }
    patch(t);
    iconv_close(to);
    iconv_close(from);
    return t;
}

/* ---- the charset ---- */

static uint32_t
gb_four(const struct mb_tables *t, const uint8_t *p)
{
    uint32_t lin = gb_linear((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]);
    if (lin < GB_BMP) return t->four[lin];
    return lin >= GB_SUPPLEMENTARY && lin - GB_SUPPLEMENTARY < 0x100000 ? lin - GB_SUPPLEMENTARY + 0x10000 : 0;
}

static enum step
mb_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
          size_t *again)
{
    const struct mb_tables *t = cs->data;
    *count = 1;
    if (*p < 0x80) {
        *cp = *p;
        *used = 1;
        return STEP_OK;
    }
    int n = t->source->len(p, e);
    if (n <= 0) return conv_bad_bytes(t->source->len, p, e, used, again);
    *used = (size_t)n;
    switch (n) {
    case 1: *cp = t->one[*p - 0x80]; break;
    case 2: *cp = get_two(t->two, t->two_high, p[0], p[1]); break;
    case 3: *cp = get_two(t->three, t->three_high, p[1], p[2]); break;
    default: *cp = gb_four(t, p); break;
    }
    return *cp ? STEP_OK : STEP_UNDEF;
}

static int
mb_encode(const struct charset *cs, uint32_t c, uint8_t *to)
{
    const struct mb_tables *t = cs->data;
    if (c < 0x80) {
        *to = (uint8_t)c;
        return 1;
    }
    uint32_t code = c >> 8 < lengthof(t->from) && t->from[c >> 8] ? t->from[c >> 8][c & 0xff] : 0;
    if (!code && t->four && c >= 0x10000 && c <= 0x10ffff) {
        uint32_t lin = c - 0x10000 + GB_SUPPLEMENTARY;
        to[3] = (uint8_t)(0x30 + lin % 10);
        to[2] = (uint8_t)(0x81 + lin / 10 % 126);
        to[1] = (uint8_t)(0x30 + lin / 1260 % 10);
        to[0] = (uint8_t)(0x81 + lin / 12600);
        return 4;
    }
    if (!code) return 0;
    int n = code < 0x100 ? 1 : code < 0x10000 ? 2 : code < 0x1000000 ? 3 : 4;
    for (int i = 0; i < n; i++) to[i] = (uint8_t)(code >> (8 * (n - 1 - i)));
    return n;
}

/* Decodes stateless-ISO-2022-JP-KDDI.  A code without a character is invalid, from the first byte that excludes every character. */
static enum step
kddi_decode(const struct charset *cs, const uint8_t *p, const uint8_t *e, uint32_t *cp, int *count, size_t *used,
            size_t *again)
{
    const struct mb_tables *t = cs->data;
    if (*p == KDDI_LEAD) {
        *again = 1;
        *used = 1;
        if (e - p > 1 && (p[1] < 0x80 || !t->three[p[1] - 0x80])) return STEP_INVALID;
        *used = 2;
        if (e - p > 2 && !get_two(t->three, t->three_high, p[1], p[2])) return STEP_INVALID;
        *again = 0;
    }
    return mb_decode(cs, p, e, cp, count, used, again);
}

const struct charset *
charset_mb(const char *name)
{
    static struct charset made[SOURCE_COUNT];
    static bool missing[SOURCE_COUNT];
    for (size_t i = 0; i < SOURCE_COUNT; i++) {
        if (strcmp(sources[i].name, name) != 0) continue;
        if (made[i].name) return &made[i];
        if (missing[i]) return NULL;
        struct mb_tables *t = build(&sources[i]);
        missing[i] = !t;
        if (!t) return NULL;
        made[i] = (struct charset){sources[i].name, sources[i].len == kddi_len ? kddi_decode : mb_decode, mb_encode, NULL,
                                   t};
        return &made[i];
    }
    return NULL;
}
