/*
 * regexp/single.c - bytes that are equal ignoring case, in encodings of one byte.
 *
 * Two bytes are equal if Unicode folds their characters to one; a sharp s equals ss.  A final sigma equals no other.
 */
#include "internal/regexp/single.h"
#include "internal/encoding.h"
#include "internal/encoding/unicode.h"

enum { SHARP_S = 0xDF, FINAL_SIGMA = 0x3C2, EVERY_BYTE = 0x100 };

static bool
re_s_p(uint32_t c)
{
    return c == 's' || c == 'S';
}

/* The byte that stands for all those equal to c. */
static uint32_t
single_fold(const struct enc_single *single, uint32_t c)
{
    uint32_t u = enc_single_to_unicode(single, (uint8_t)c);
    if (u == FINAL_SIGMA) return c;
    int to = u || !c ? enc_single_from_unicode(single, uni_case_simple(u, UNI_FOLD)) : -1;
    return to < 0 ? c : (uint32_t)to;
}

static bool
single_sharp_s_p(const struct enc_single *single, uint32_t c)
{
    return enc_single_to_unicode(single, (uint8_t)c) == SHARP_S;
}

int
re_single_folds(const struct enc_single *single, const uint32_t *codes, size_t n, struct re_fold *out)
{
    uint32_t c = codes[0], fold = single_fold(single, c);
    int found = 0, sharp_s = enc_single_from_unicode(single, SHARP_S);
    for (uint32_t b = 0; b < EVERY_BYTE; b++)
        if (b != c && single_fold(single, b) == fold) out[found++] = (struct re_fold){1, 1, {b}};
    if (single_sharp_s_p(single, c)) {
        static const char ways[][2] = {"ss", "sS", "Ss", "SS"};
        for (size_t i = 0; i < lengthof(ways); i++)
            out[found++] = (struct re_fold){1, 2, {(unsigned char)ways[i][0], (unsigned char)ways[i][1]}};
    } else if (sharp_s >= 0 && re_s_p(c) && n > 1 && re_s_p(codes[1])) {
        out[found++] = (struct re_fold){2, 1, {(uint32_t)sharp_s}};
    }
    return found;
}

void
re_single_each_fold(const struct enc_single *single, void (*fn)(uint32_t, const uint32_t *, int, void *), void *arg)
{
    static const uint32_t ss[] = {'s', 's'};
    for (uint32_t from = 0; from < EVERY_BYTE; from++) {
        if (single_sharp_s_p(single, from)) fn(from, ss, 2, arg);
        for (uint32_t to = 0; to < EVERY_BYTE; to++)
            if (to != from && single_fold(single, to) == single_fold(single, from)) fn(from, &to, 1, arg);
    }
}

int
re_single_fold_code(const struct enc_single *single, uint32_t c, uint32_t out[3])
{
    if (!single_sharp_s_p(single, c)) {
        out[0] = single_fold(single, c);
        return 1;
    }
    out[0] = out[1] = 's';
    return 2;
}
