/*
 * ruby/onigmo.h - the part of the regular expression engine that extensions use.
 *
 * ONIG-1    The engine is private; only struct re_registers and the encoding's first fields are real here. Byte offsets.
 * ONIG-2    The functions have linker names of our own (facet_onig_*), since a program may link an Oniguruma or Onigmo whose
 *      functions of the plain names take other types.
 */
#ifndef RUBY_ONIGMO_H
#define RUBY_ONIGMO_H 1

#include "ruby/defines.h"

typedef unsigned char OnigUChar;
#ifndef ONIG_ESCAPE_UCHAR_COLLISION
#define UChar OnigUChar
#endif
typedef unsigned int OnigCodePoint;
typedef unsigned int OnigCtype;
typedef size_t OnigDistance;
typedef ptrdiff_t OnigPosition;
typedef unsigned int OnigOptionType;
typedef unsigned int OnigCaseFoldType;

#define ONIG_INFINITE_DISTANCE ((OnigDistance)~0)

#define ONIG_OPTION_NONE 0U
#define ONIG_OPTION_IGNORECASE 1U
#define ONIG_OPTION_EXTEND (ONIG_OPTION_IGNORECASE << 1)
#define ONIG_OPTION_MULTILINE (ONIG_OPTION_EXTEND << 1)
#define ONIG_OPTION_DOTALL ONIG_OPTION_MULTILINE
#define ONIG_OPTION_SINGLELINE (ONIG_OPTION_MULTILINE << 1)
#define ONIG_OPTION_FIND_LONGEST (ONIG_OPTION_SINGLELINE << 1)
#define ONIG_OPTION_FIND_NOT_EMPTY (ONIG_OPTION_FIND_LONGEST << 1)
#define ONIG_OPTION_NEGATE_SINGLELINE (ONIG_OPTION_FIND_NOT_EMPTY << 1)
#define ONIG_OPTION_DONT_CAPTURE_GROUP (ONIG_OPTION_NEGATE_SINGLELINE << 1)
#define ONIG_OPTION_CAPTURE_GROUP (ONIG_OPTION_DONT_CAPTURE_GROUP << 1)
#define ONIG_OPTION_NOTBOL (ONIG_OPTION_CAPTURE_GROUP << 1)
#define ONIG_OPTION_NOTEOL (ONIG_OPTION_NOTBOL << 1)
#define ONIG_OPTION_DEFAULT ONIG_OPTION_NONE

#define ONIG_NORMAL 0
#define ONIG_MISMATCH -1
#define ONIG_NO_SUPPORT_CONFIG -2
#define ONIGERR_MEMORY -5
#define ONIGERR_UNDEFINED_NAME_REFERENCE -217
#define ONIGERR_TIMEOUT -17
#define ONIG_REGION_NOTPOS -1
#define ONIG_MAX_ERROR_MESSAGE_LEN 90

/* rb_encoding. An extension may read these; the rest is the VM's. */
typedef struct OnigEncodingTypeST {
    const char *name;
    int max_enc_len;
    int min_enc_len;
    int ruby_encoding_index;
    const void *priv;
} OnigEncodingType;

typedef const OnigEncodingType *OnigEncoding;

#define ONIGENC_NAME(enc) ((enc)->name)
#define ONIGENC_MBC_MAXLEN(enc) ((enc)->max_enc_len)
#define ONIGENC_MBC_MINLEN(enc) ((enc)->min_enc_len)
#define ONIGENC_CODE_TO_MBC_MAXLEN 7
#define ONIGENC_IS_UNICODE(enc) (onigenc_unicode_p(enc))

/* Folds the character at *pp, moves *pp behind it and writes at most ..._MAX_NUM bytes to buf. Returns how many. */
#define ONIGENC_CASE_FOLD (1U << 19)
#define ONIGENC_GET_CASE_FOLD_CODES_MAX_NUM 13
#define ONIGENC_MBC_CASE_FOLD(enc, flag, pp, end, buf) \
    (onigenc_mbc_case_fold((flag), (const OnigUChar **)(pp), (end), (buf), (enc)))

/* A pattern's character at p: its length, or how much is missing, or neither. */
#define ONIGENC_CONSTRUCT_MBCLEN_CHARFOUND(n) (n)
#define ONIGENC_MBCLEN_CHARFOUND_P(r) (0 < (r))
#define ONIGENC_MBCLEN_CHARFOUND_LEN(r) (r)
#define ONIGENC_CONSTRUCT_MBCLEN_INVALID() (-1)
#define ONIGENC_MBCLEN_INVALID_P(r) ((r) == -1)
#define ONIGENC_CONSTRUCT_MBCLEN_NEEDMORE(n) (-1 - (n))
#define ONIGENC_MBCLEN_NEEDMORE_P(r) ((r) < -1)
#define ONIGENC_MBCLEN_NEEDMORE_LEN(r) (-1 - (r))

enum {
    ONIGENC_CTYPE_NEWLINE,
    ONIGENC_CTYPE_ALPHA,
    ONIGENC_CTYPE_BLANK,
    ONIGENC_CTYPE_CNTRL,
    ONIGENC_CTYPE_DIGIT,
    ONIGENC_CTYPE_GRAPH,
    ONIGENC_CTYPE_LOWER,
    ONIGENC_CTYPE_PRINT,
    ONIGENC_CTYPE_PUNCT,
    ONIGENC_CTYPE_SPACE,
    ONIGENC_CTYPE_UPPER,
    ONIGENC_CTYPE_XDIGIT,
    ONIGENC_CTYPE_WORD,
    ONIGENC_CTYPE_ALNUM,
    ONIGENC_CTYPE_ASCII
};

struct re_registers {
    int allocated;
    int num_regs;
    OnigPosition *beg;
    OnigPosition *end;
};
typedef struct re_registers OnigRegion;

typedef struct {
    OnigEncoding enc;
    OnigUChar *par;
    OnigUChar *par_end;
} OnigErrorInfo;

typedef struct re_pattern_buffer OnigRegexType;
typedef OnigRegexType *OnigRegex;
#ifndef ONIG_ESCAPE_REGEX_T_COLLISION
typedef OnigRegexType regex_t;
#endif
typedef struct OnigSyntaxTypeST OnigSyntaxType;

#define onig_match facet_onig_match
#define onig_search facet_onig_search
#define onig_region_init facet_onig_region_init
#define onig_region_new facet_onig_region_new
#define onig_region_clear facet_onig_region_clear
#define onig_region_set facet_onig_region_set
#define onig_region_resize facet_onig_region_resize
#define onig_region_copy facet_onig_region_copy
#define onig_region_free facet_onig_region_free
#define onig_region_memsize facet_onig_region_memsize
#define onig_name_to_backref_number facet_onig_name_to_backref_number
#define onig_name_to_group_numbers facet_onig_name_to_group_numbers
#define onig_foreach_name facet_onig_foreach_name
#define onig_number_of_names facet_onig_number_of_names
#define onig_number_of_captures facet_onig_number_of_captures
#define onigenc_mbc_case_fold facet_onigenc_mbc_case_fold
#define onigenc_unicode_p facet_onigenc_unicode_p

RBIMPL_SYMBOL_EXPORT_BEGIN()
/* onig_match returns a length in bytes and onig_search a byte offset, or ONIG_MISMATCH.  rb_reg_onig_match passes the pattern. */
OnigPosition onig_match(OnigRegex pattern, const OnigUChar *str, const OnigUChar *end, const OnigUChar *at,
                        OnigRegion *region, OnigOptionType option);
OnigPosition onig_search(OnigRegex pattern, const OnigUChar *str, const OnigUChar *end, const OnigUChar *start,
                         const OnigUChar *range, OnigRegion *region, OnigOptionType option);
OnigRegion *onig_region_new(void);
void onig_region_init(OnigRegion *region);
void onig_region_clear(OnigRegion *region);
int onig_region_set(OnigRegion *region, int at, int beg, int end);
int onig_region_resize(OnigRegion *region, int n);
void onig_region_copy(OnigRegion *dst, const OnigRegion *src);
void onig_region_free(OnigRegion *region, int free_self);
size_t onig_region_memsize(const OnigRegion *region);
int onig_name_to_backref_number(OnigRegex pattern, const OnigUChar *name, const OnigUChar *name_end,
                                const OnigRegion *region);
int onig_name_to_group_numbers(OnigRegex pattern, const OnigUChar *name, const OnigUChar *name_end, int **numbers);
int onig_foreach_name(OnigRegex pattern,
                      int (*func)(const OnigUChar *name, const OnigUChar *name_end, int n, int *groups, OnigRegex pattern,
                                  void *arg),
                      void *arg);
int onig_number_of_names(const OnigRegexType *pattern);
int onig_number_of_captures(const OnigRegexType *pattern);
int onigenc_mbc_case_fold(OnigCaseFoldType flag, const OnigUChar **pp, const OnigUChar *end, OnigUChar *to,
                          OnigEncoding enc);
int onigenc_unicode_p(OnigEncoding enc);
RBIMPL_SYMBOL_EXPORT_END()

#endif
