/*
 * regexp/tables.c - which characters of an encoding are equal ignoring case.
 *
 * Unicode's come from encoding/unicode.h, those of encodings of one byte from regexp/single.c.  In the others letters of ASCII
 * have case, and in forms of JIS X 0208 its letters too.
 */
#include "internal/regexp/tables.h"
#include "internal/encoding.h"
#include "internal/encoding/unicode.h"
#include "internal/regexp/single.h"

#include <string.h>

/* ---- Unicode ---- */

/* Adds the characters that are equal to c, which folds to `fold`, and are one code. */
static int
re_equal_codes(uint32_t c, const uint32_t *fold, int n, int takes, struct re_fold *out)
{
    uint32_t from[UNI_UNFOLDS];
    int k = uni_unfold(fold, n, from), found = 0;
    if (n == 1 && *fold != c) out[found++] = (struct re_fold){takes, 1, {*fold}};
    for (int i = 0; i < k; i++)
        if (takes > 1 || from[i] != c) out[found++] = (struct re_fold){takes, 1, {from[i]}};
    return found;
}

/* Writes to `out` what a code of a fold stands for: itself first.  Returns how many. */
static int
re_members(uint32_t fold, uint32_t out[UNI_UNFOLDS + 1])
{
    out[0] = fold;
    return 1 + uni_unfold(&fold, 1, out + 1);
}

/* Adds every spelling of what one character folds to: sharp s is ss, sS, Ss, SS and so on. */
static int
re_spellings(const uint32_t *fold, int n, struct re_fold *out)
{
    uint32_t of[3][UNI_UNFOLDS + 1] = {{0}};
    int count[3] = {1, 1, 1}, found = 0;
    for (int i = 0; i < n; i++) count[i] = re_members(fold[i], of[i]);
    for (int a = 0; a < count[0]; a++)
        for (int b = 0; b < count[1]; b++)
            for (int c = 0; c < count[2]; c++) out[found++] = (struct re_fold){1, n, {of[0][a], of[1][b], of[2][c]}};
    return found;
}

static int
re_unicode_folds(const uint32_t *codes, size_t n, struct re_fold *out)
{
    uint32_t fold[3], all[3];
    int k = uni_case_map(codes[0], UNI_FOLD, fold), found = 0;
    if (k > 1) found = re_spellings(fold, k, out);
    found += re_equal_codes(codes[0], fold, k, 1, out + found);
    all[0] = k > 1 ? codes[0] : fold[0];
    for (size_t i = 1; i < n && i < 3; i++) {
        if (uni_case_map(codes[i], UNI_FOLD, fold) != 1) break;
        all[i] = fold[0];
        found += re_equal_codes(codes[0], all, (int)i + 1, (int)i + 1, out + found);
    }
    return found;
}

/* ---- East Asian encodings ---- */

/* The letters of JIS X 0208 that have case: full-width Latin, Greek, Cyrillic. */
struct re_jis_letters {
    uint32_t upper, lower, count;
};
enum { JIS_SPANS = 4 };
static const struct re_jis_letters euc_letters[JIS_SPANS] = {
    {0xA3C1, 0xA3E1, 26}, {0xA6A1, 0xA6C1, 24}, {0xA7A1, 0xA7D1, 33}};
static const struct re_jis_letters sjis_letters[JIS_SPANS] = {
    {0x8260, 0x8281, 26}, {0x839F, 0x83BF, 24}, {0x8440, 0x8470, 15}, {0x844F, 0x8480, 18}};

static const struct re_jis_letters *
re_jis_letters(const struct enc *enc)
{
    static const struct {
        const char *name;
        const struct re_jis_letters *letters;
    } forms[] = {{"EUC-JP", euc_letters},       {"eucJP-ms", euc_letters},   {"CP51932", euc_letters},
                 {"EUC-JIS-2004", euc_letters}, {"Shift_JIS", sjis_letters}, {"Windows-31J", sjis_letters},
                 {"SJIS-DoCoMo", sjis_letters}, {"SJIS-KDDI", sjis_letters}, {"SJIS-SoftBank", sjis_letters}};
    for (size_t i = 0; i < lengthof(forms); i++)
        if (!strcmp(forms[i].name, enc->name)) return forms[i].letters;
    return NULL;
}

static bool
re_ascii_letter_p(uint32_t c)
{
    return c < 0x80 && (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* Returns the letter c in the other case and stores the lower-case one in *lower; returns 0 if c has no case. */
static uint32_t
re_other_case(const struct enc *enc, uint32_t c, uint32_t *lower)
{
    *lower = c | 32;
    if (c < 0x80) return re_ascii_letter_p(c) ? c ^ 32 : 0;
    const struct re_jis_letters *spans = re_jis_letters(enc);
    for (int i = 0; spans && i < JIS_SPANS; i++) {
        uint32_t up = c - spans[i].upper, low = c - spans[i].lower;
        *lower = low < spans[i].count ? c : spans[i].lower + up;
        if (low < spans[i].count) return spans[i].upper + low;
        if (up < spans[i].count) return *lower;
    }
    return 0;
}

static void
re_each_other_case(const struct enc *enc, void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg), void *arg)
{
    for (uint32_t c = 'a'; c <= 'z'; c++) {
        const uint32_t upper = c - 32;
        fn(c, &upper, 1, arg);
    }
    const struct re_jis_letters *spans = re_jis_letters(enc);
    for (int i = 0; spans && i < JIS_SPANS; i++) {
        for (uint32_t k = 0; k < spans[i].count; k++) {
            const uint32_t upper = spans[i].upper + k;
            fn(spans[i].lower + k, &upper, 1, arg);
        }
    }
}

/* ---- by encoding ---- */

/*
 * Returns the characters of an encoding of one byte in which others than ASCII's have case, or NULL.
 * Windows-1256 has one such pair (oe), which String#upcase respects and CRuby's patterns do not.
 */
static const struct enc_single *
re_single_letters(const struct enc *enc)
{
    if (!enc->single || !enc_single_letters_p(enc->single)) return NULL;
    return strcmp(enc->name, "Windows-1256") ? enc->single : NULL;
}

int
re_folds(const struct enc *enc, const uint32_t *codes, size_t n, struct re_fold out[RE_FOLDS])
{
    const struct enc_single *letters = re_single_letters(enc);
    if (enc_unicode_p(enc)) return re_unicode_folds(codes, n, out);
    if (letters) return re_single_folds(letters, codes, n, out);
    uint32_t lower, other = re_other_case(enc, codes[0], &lower);
    if (!other) return 0;
    *out = (struct re_fold){1, 1, {other}};
    return 1;
}

void
re_each_fold(const struct enc *enc, void (*fn)(uint32_t from, const uint32_t *to, int n, void *arg), void *arg)
{
    const struct enc_single *letters = re_single_letters(enc);
    if (enc_unicode_p(enc)) uni_each_fold(fn, arg);
    else if (letters) re_single_each_fold(letters, fn, arg);
    else re_each_other_case(enc, fn, arg);
}

int
re_fold_code(const struct enc *enc, uint32_t c, uint32_t out[3])
{
    const struct enc_single *letters = re_single_letters(enc);
    if (enc_unicode_p(enc)) return uni_case_map(c, UNI_FOLD, out);
    if (letters) return re_single_fold_code(letters, c, out);
    if (!re_other_case(enc, c, out)) out[0] = c;
    return 1;
}
