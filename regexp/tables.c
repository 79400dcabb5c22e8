/*
 * regexp/tables.c - Oniguruma as a library of tables.  Nothing else in the tree includes its header.
 *
 * Its functions want text, in the encoding asked of.
 */
#include "internal/regexp/tables.h"

#include <oniguruma.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    OnigEncoding enc;
} encodings[] = {
    {"UTF-8", ONIG_ENCODING_UTF8},
    {"US-ASCII", ONIG_ENCODING_ASCII},
    {"BINARY", ONIG_ENCODING_ASCII},
    {"ASCII-8BIT", ONIG_ENCODING_ASCII},
    {"UTF-16BE", ONIG_ENCODING_UTF16_BE},
    {"UTF-16LE", ONIG_ENCODING_UTF16_LE},
    {"UTF-32BE", ONIG_ENCODING_UTF32_BE},
    {"UTF-32LE", ONIG_ENCODING_UTF32_LE},
    {"EUC-JP", ONIG_ENCODING_EUC_JP},
    {"EUC-TW", ONIG_ENCODING_EUC_TW},
    {"EUC-KR", ONIG_ENCODING_EUC_KR},
    {"CP949", ONIG_ENCODING_EUC_KR},
    {"GB2312", ONIG_ENCODING_EUC_CN},
    {"GBK", ONIG_ENCODING_GB18030},
    {"Shift_JIS", ONIG_ENCODING_SJIS},
    {"Windows-31J", ONIG_ENCODING_SJIS},
    {"Big5", ONIG_ENCODING_BIG5},
    {"GB18030", ONIG_ENCODING_GB18030},
    {"KOI8-R", ONIG_ENCODING_KOI8_R},
    {"Windows-1251", ONIG_ENCODING_CP1251},
    {"ISO-8859-1", ONIG_ENCODING_ISO_8859_1},
    {"ISO-8859-2", ONIG_ENCODING_ISO_8859_2},
    {"ISO-8859-3", ONIG_ENCODING_ISO_8859_3},
    {"ISO-8859-4", ONIG_ENCODING_ISO_8859_4},
    {"ISO-8859-5", ONIG_ENCODING_ISO_8859_5},
    {"ISO-8859-6", ONIG_ENCODING_ISO_8859_6},
    {"ISO-8859-7", ONIG_ENCODING_ISO_8859_7},
    {"ISO-8859-8", ONIG_ENCODING_ISO_8859_8},
    {"ISO-8859-9", ONIG_ENCODING_ISO_8859_9},
    {"ISO-8859-10", ONIG_ENCODING_ISO_8859_10},
    {"ISO-8859-11", ONIG_ENCODING_ISO_8859_11},
    {"ISO-8859-13", ONIG_ENCODING_ISO_8859_13},
    {"ISO-8859-14", ONIG_ENCODING_ISO_8859_14},
    {"ISO-8859-15", ONIG_ENCODING_ISO_8859_15},
    {"ISO-8859-16", ONIG_ENCODING_ISO_8859_16},
};

static OnigEncoding
find_encoding(const char *name)
{
    for (unsigned i = 0; i < lengthof(encodings); i++) {
        if (!strcasecmp(encodings[i].name, name)) return encodings[i].enc;
    }
    return NULL;
}

static inline OnigEncoding
enc_of(const struct re_table *table)
{
    return (OnigEncoding)(uintptr_t)table;
}

const struct re_table *
re_table_of(const char *name)
{
    static bool started;
    if (!started) {
        OnigEncoding use[] = {ONIG_ENCODING_UTF8, ONIG_ENCODING_ASCII};
        onig_initialize(use, lengthof(use));
        started = true;
    }
    OnigEncoding enc = find_encoding(name);
    return (const struct re_table *)(enc ? enc : ONIG_ENCODING_ASCII);
}

enum { LAST_POSIX_TYPE = ONIGENC_CTYPE_ASCII };

bool
re_table_property(const struct re_table *table, const char *name, size_t len,
                  void (*fn)(uint32_t from, uint32_t to, void *arg), void *arg)
{
    OnigEncoding enc = enc_of(table);
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

int
re_table_folds(const struct re_table *table, const char *p, const char *e, struct re_table_fold *out)
{
    OnigCaseFoldCodeItem items[ONIGENC_GET_CASE_FOLD_CODES_MAX_NUM];
    OnigEncoding enc = enc_of(table);
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
    struct fold_call call = {fn, arg};
    enc_of(table)->apply_all_case_fold(OnigDefaultCaseFoldFlag, one_fold, &call);
}

int
re_table_fold_char(const struct re_table *table, const char *p, const char *e, uint32_t out[3])
{
    OnigEncoding enc = enc_of(table);
    UChar buf[32];
    const UChar *from = (const UChar *)p;
    int bytes = enc->mbc_case_fold(OnigDefaultCaseFoldFlag, &from, (const UChar *)e, buf), n = 0;
    for (const UChar *q = buf; q < buf + bytes && n < 3; q += enc->mbc_enc_len(q))
        out[n++] = enc->mbc_to_code(q, buf + bytes);
    return n;
}
