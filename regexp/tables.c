/*
 * regexp/tables.c - Oniguruma as a library of tables.  Nothing else in the tree includes its header.
 *
 * Its functions want text, in the encoding asked of.  What is equal ignoring case in encodings of one byte comes from our own
 * tables (regexp/single.c): Oniguruma lacks some of them, and in others pairs letters that are different.
 */
#include "internal/regexp/tables.h"
#include "internal/regexp/single.h"

#include <oniguruma.h>
#include <string.h>
#include <strings.h>

struct re_table {
    const char *name;
    OnigEncoding enc;
    const struct enc_single *single; /* by which its letters have case, if so */
};

static struct re_table tables[] = {
    {"UTF-8", ONIG_ENCODING_UTF8, NULL},
    {"US-ASCII", ONIG_ENCODING_ASCII, NULL},
    {"BINARY", ONIG_ENCODING_ASCII, NULL},
    {"ASCII-8BIT", ONIG_ENCODING_ASCII, NULL},
    {"UTF-16BE", ONIG_ENCODING_UTF16_BE, NULL},
    {"UTF-16LE", ONIG_ENCODING_UTF16_LE, NULL},
    {"UTF-32BE", ONIG_ENCODING_UTF32_BE, NULL},
    {"UTF-32LE", ONIG_ENCODING_UTF32_LE, NULL},
    {"EUC-JP", ONIG_ENCODING_EUC_JP, NULL},
    {"eucJP-ms", ONIG_ENCODING_EUC_JP, NULL},
    {"CP51932", ONIG_ENCODING_EUC_JP, NULL},
    {"EUC-JIS-2004", ONIG_ENCODING_EUC_JP, NULL},
    {"EUC-TW", ONIG_ENCODING_EUC_TW, NULL},
    {"EUC-KR", ONIG_ENCODING_EUC_KR, NULL},
    {"CP949", ONIG_ENCODING_EUC_KR, NULL},
    {"GB2312", ONIG_ENCODING_EUC_CN, NULL},
    {"GBK", ONIG_ENCODING_GB18030, NULL},
    {"Shift_JIS", ONIG_ENCODING_SJIS, NULL},
    {"Windows-31J", ONIG_ENCODING_SJIS, NULL},
    {"SJIS-DoCoMo", ONIG_ENCODING_SJIS, NULL},
    {"SJIS-KDDI", ONIG_ENCODING_SJIS, NULL},
    {"SJIS-SoftBank", ONIG_ENCODING_SJIS, NULL},
    {"Big5", ONIG_ENCODING_BIG5, NULL},
    {"GB18030", ONIG_ENCODING_GB18030, NULL},
    {"KOI8-R", ONIG_ENCODING_KOI8_R, NULL},
    {"Windows-1251", ONIG_ENCODING_CP1251, NULL},
    {"ISO-8859-1", ONIG_ENCODING_ISO_8859_1, NULL},
    {"ISO-8859-2", ONIG_ENCODING_ISO_8859_2, NULL},
    {"ISO-8859-3", ONIG_ENCODING_ISO_8859_3, NULL},
    {"ISO-8859-4", ONIG_ENCODING_ISO_8859_4, NULL},
    {"ISO-8859-5", ONIG_ENCODING_ISO_8859_5, NULL},
    {"ISO-8859-6", ONIG_ENCODING_ISO_8859_6, NULL},
    {"ISO-8859-7", ONIG_ENCODING_ISO_8859_7, NULL},
    {"ISO-8859-8", ONIG_ENCODING_ISO_8859_8, NULL},
    {"ISO-8859-9", ONIG_ENCODING_ISO_8859_9, NULL},
    {"ISO-8859-10", ONIG_ENCODING_ISO_8859_10, NULL},
    {"ISO-8859-11", ONIG_ENCODING_ISO_8859_11, NULL},
    {"ISO-8859-13", ONIG_ENCODING_ISO_8859_13, NULL},
    {"ISO-8859-14", ONIG_ENCODING_ISO_8859_14, NULL},
    {"ISO-8859-15", ONIG_ENCODING_ISO_8859_15, NULL},
    {"ISO-8859-16", ONIG_ENCODING_ISO_8859_16, NULL},
    {"KOI8-U", ONIG_ENCODING_KOI8_R, NULL},
    {"Windows-1250", ONIG_ENCODING_ASCII, NULL},
    {"Windows-1252", ONIG_ENCODING_ASCII, NULL},
    {"Windows-1253", ONIG_ENCODING_ASCII, NULL},
    {"Windows-1254", ONIG_ENCODING_ASCII, NULL},
    {"Windows-1257", ONIG_ENCODING_ASCII, NULL},
};

const struct re_table *
re_table_of(const char *name)
{
    static bool started;
    static const struct re_table *ascii;
    if (!started) {
        OnigEncoding use[] = {ONIG_ENCODING_UTF8, ONIG_ENCODING_ASCII};
        onig_initialize(use, lengthof(use));
        for (size_t i = 0; i < lengthof(tables); i++) tables[i].single = re_single_of(tables[i].name);
        started = true;
    }
    for (size_t i = 0; i < lengthof(tables); i++) {
        if (!strcasecmp(tables[i].name, name)) return &tables[i];
        if (tables[i].enc == ONIG_ENCODING_ASCII && !ascii) ascii = &tables[i];
    }
    return ascii;
}

enum { LAST_POSIX_TYPE = ONIGENC_CTYPE_ASCII };

bool
re_table_property(const struct re_table *table, const char *name, size_t len,
                  void (*fn)(uint32_t from, uint32_t to, void *arg), void *arg)
{
    OnigEncoding enc = table->enc;
    UChar buf[400], *p = buf;
    if (len * (size_t)enc->max_enc_len > sizeof buf - 8) return false;
    for (size_t i = 0; i < len; i++) p += enc->code_to_mbc((OnigCodePoint)(unsigned char)name[i], p);
    int ctype = enc->property_name_to_ctype(enc, buf, p);
    if (ctype < 0) return false;
    const OnigCodePoint *ranges;
    OnigCodePoint sb_out;
    int r = enc->get_ctype_code_range((OnigCtype)ctype, &sb_out, &ranges);
    if (r == ONIG_NO_SUPPORT_CONFIG) { /* single bytes */
        for (OnigCodePoint c = 0; c < 0x100; c++)
            if (enc->is_code_ctype(c, (OnigCtype)ctype)) fn(c, c, arg);
        return true;
    }
    if (r) return false;
    for (OnigCodePoint i = 0; i < ranges[0]; i++) fn(ranges[1 + 2 * i], ranges[2 + 2 * i], arg);
    return true;
}

/* Letters of JIS X 0208 with case: full-width Latin, Greek, Cyrillic.  Oniguruma folds ASCII alone there. */
struct jis_letters {
    uint32_t upper, lower, count;
};
enum { JIS_SPANS = 4 };
static const struct jis_letters euc_letters[JIS_SPANS] = {{0xA3C1, 0xA3E1, 26}, {0xA6A1, 0xA6C1, 24}, {0xA7A1, 0xA7D1, 33}};
static const struct jis_letters sjis_letters[JIS_SPANS] = {
    {0x8260, 0x8281, 26}, {0x839F, 0x83BF, 24}, {0x8440, 0x8470, 15}, {0x844F, 0x8480, 18}};

static const struct jis_letters *
jis_letters(const struct re_table *table)
{
    return table->enc == ONIG_ENCODING_EUC_JP ? euc_letters : table->enc == ONIG_ENCODING_SJIS ? sjis_letters : NULL;
}

/* The same letter in the other case, *lower the smaller of the two letters; 0: code is no such letter. */
static uint32_t
jis_other_case(const struct re_table *table, uint32_t code, uint32_t *lower)
{
    const struct jis_letters *spans = jis_letters(table);
    for (int i = 0; spans && i < JIS_SPANS; i++) {
        uint32_t up = code - spans[i].upper, low = code - spans[i].lower;
        *lower = low < spans[i].count ? code : spans[i].lower + up;
        if (low < spans[i].count) return spans[i].upper + low;
        if (up < spans[i].count) return *lower;
    }
    return 0;
}

/* The code of the two bytes at p; 0: fewer. */
static uint32_t
two_bytes(const char *p, const char *e)
{
    return e - p < 2 || (signed char)*p >= 0 ? 0 : (uint32_t)(unsigned char)p[0] << 8 | (unsigned char)p[1];
}

int
re_table_folds(const struct re_table *table, const char *p, const char *e, struct re_table_fold *out)
{
    uint32_t lower, other = jis_other_case(table, two_bytes(p, e), &lower);
    if (other) {
        *out = (struct re_table_fold){2, 1, {other}};
        return 1;
    }
    if (table->single) return re_single_folds(table->single, p, e, out);
    OnigCaseFoldCodeItem items[ONIGENC_GET_CASE_FOLD_CODES_MAX_NUM];
    OnigEncoding enc = table->enc;
    int n = enc->get_case_fold_codes_by_str(OnigDefaultCaseFoldFlag, (const UChar *)p, (const UChar *)e, items);
    if (n > RE_TABLE_FOLDS) n = RE_TABLE_FOLDS;
    for (int i = 0; i < n; i++) {
        out[i].bytes = items[i].byte_len;
        out[i].n = items[i].code_len;
        for (int k = 0; k < items[i].code_len; k++) out[i].codes[k] = items[i].code[k];
    }
    return n;
}

struct fold_call {
    void (*fn)(uint32_t, const uint32_t *, int, void *);
    void *arg;
};

static int
one_fold(OnigCodePoint from, OnigCodePoint to[], int n, void *arg)
{
    struct fold_call *call = arg;
    call->fn(from, to, n, call->arg);
    return 0;
}

void
re_table_each_fold(const struct re_table *table, void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg), void *arg)
{
    if (table->single) {
        re_single_each_fold(table->single, fn, arg);
        return;
    }
    const struct jis_letters *spans = jis_letters(table);
    for (int i = 0; spans && i < JIS_SPANS; i++) {
        for (uint32_t k = 0; k < spans[i].count; k++) {
            uint32_t upper = spans[i].upper + k, lower = spans[i].lower + k;
            fn(upper, &lower, 1, arg);
            fn(lower, &upper, 1, arg);
        }
    }
    struct fold_call call = {fn, arg};
    table->enc->apply_all_case_fold(OnigDefaultCaseFoldFlag, one_fold, &call);
}

int
re_table_fold_char(const struct re_table *table, const char *p, const char *e, uint32_t out[3])
{
    OnigEncoding enc = table->enc;
    if (table->single) return re_single_fold_char(table->single, p, out);
    if (jis_other_case(table, two_bytes(p, e), out)) return 1;
    UChar buf[32];
    const UChar *from = (const UChar *)p;
    int bytes = enc->mbc_case_fold(OnigDefaultCaseFoldFlag, &from, (const UChar *)e, buf), n = 0;
    for (const UChar *q = buf; q < buf + bytes && n < 3; q += enc->mbc_enc_len(q))
        out[n++] = enc->mbc_to_code(q, buf + bytes);
    return n;
}
