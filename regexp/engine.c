/*
 * regexp/engine.c - Oniguruma.  Nothing else in the tree includes its header.
 */
#include "internal/compiler.h"
#include <oniguruma.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "internal/regexp/engine.h"

struct re_prog {
    regex_t *re;
    OnigRegion region; /* reused by every search that is not nested in another */
    bool region_busy;
};

static bool started;
enum { FIRST_LIMIT = 1000000 };

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

static void
start_engine(void)
{
    OnigEncoding use[] = {ONIG_ENCODING_UTF8, ONIG_ENCODING_ASCII};
    onig_initialize(use, 2);
    onig_set_parse_depth_limit(4000);
    onig_set_retry_limit_in_match(FIRST_LIMIT);
    onig_set_retry_limit_in_search(FIRST_LIMIT);
    started = true;
}

static OnigOptionType
engine_options(unsigned options)
{
    OnigOptionType o = ONIG_OPTION_NONE;
    if (options & RE_OPT_IGNORECASE) o |= ONIG_OPTION_IGNORECASE;
    if (options & RE_OPT_EXTENDED) o |= ONIG_OPTION_EXTEND;
    if (options & RE_OPT_MULTILINE) o |= ONIG_OPTION_MULTILINE;
    return o;
}

struct re_prog *
re_engine_compile(const char *pattern, size_t len, const char *encoding, unsigned options, char *err, size_t err_size)
{
    if (!started) start_engine();
    OnigEncoding enc = find_encoding(encoding);
    if (!enc) enc = ONIG_ENCODING_ASCII; /* single bytes */
    struct re_prog *p = calloc(1, sizeof *p);
    if (!p) abort();
    OnigErrorInfo info;
    const UChar *s = (const UChar *)pattern;
    int r = onig_new(&p->re, s, s + len, engine_options(options), enc, ONIG_SYNTAX_RUBY, &info);
    if (r != ONIG_NORMAL) {
        UChar buf[ONIG_MAX_ERROR_MESSAGE_LEN];
        int n = onig_error_code_to_str(buf, r, &info);
        size_t m = (size_t)n < err_size - 1 ? (size_t)n : err_size - 1;
        memcpy(err, buf, m);
        err[m] = 0;
        free(p);
        return NULL;
    }
    onig_region_init(&p->region);
    return p;
}

void
re_engine_free(struct re_prog *p)
{
    if (!p) return;
    onig_region_free(&p->region, 0);
    onig_free(p->re);
    free(p);
}

size_t
re_engine_memsize(const struct re_prog *p)
{
    return p ? sizeof *p + 512 : 0;
}

int
re_engine_groups(const struct re_prog *p)
{
    return onig_number_of_captures(p->re);
}

static void
copy_out(const OnigRegion *r, struct re_offsets *out)
{
    if (out->capa < r->num_regs) {
        out->beg = realloc(out->beg, sizeof(intptr_t) * (size_t)r->num_regs);
        out->end = realloc(out->end, sizeof(intptr_t) * (size_t)r->num_regs);
        if (!out->beg || !out->end) abort();
        out->capa = r->num_regs;
    }
    out->count = r->num_regs;
    for (int i = 0; i < r->num_regs; i++) {
        out->beg[i] = r->beg[i];
        out->end[i] = r->end[i];
    }
}

static bool
limit_hit(int r)
{
    return r == ONIGERR_RETRY_LIMIT_IN_MATCH_OVER || r == ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER ||
           r == ONIGERR_MATCH_STACK_LIMIT_OVER;
}

struct search {
    const UChar *str, *end, *from, *to;
    bool anchored;
};

static int
run(struct re_prog *p, const struct search *s, OnigRegion *region, unsigned long limit)
{
    OnigMatchParam *mp = NULL;
    if (limit != FIRST_LIMIT) {
        mp = onig_new_match_param();
        onig_initialize_match_param(mp);
        onig_set_retry_limit_in_match_of_match_param(mp, limit);
        onig_set_retry_limit_in_search_of_match_param(mp, limit);
    }
    int r;
    if (mp) {
        r = s->anchored ? onig_match_with_param(p->re, s->str, s->end, s->from, region, ONIG_OPTION_NONE, mp)
                        : onig_search_with_param(p->re, s->str, s->end, s->from, s->to, region, ONIG_OPTION_NONE, mp);
        onig_free_match_param(mp);
    } else {
        r = s->anchored ? onig_match(p->re, s->str, s->end, s->from, region, ONIG_OPTION_NONE)
                        : onig_search(p->re, s->str, s->end, s->from, s->to, region, ONIG_OPTION_NONE);
    }
    return r;
}

static intptr_t
search(struct re_prog *p, const struct search *s, struct re_offsets *out, void (*check)(void *), void *data)
{
    unsigned long limit = FIRST_LIMIT;
    for (;;) {
        int r = run(p, s, out ? &p->region : NULL, limit);
        if (r >= 0) {
            if (out) copy_out(&p->region, out);
            return r;
        }
        if (!limit_hit(r)) return -1;
        check(data);
        limit *= 2;
    }
}

intptr_t
re_engine_search(struct re_prog *p, const char *str, size_t len, size_t from, size_t to, struct re_offsets *out,
                 void (*check)(void *), void *data)
{
    const UChar *b = (const UChar *)str;
    struct search s = {b, b + len, b + from, b + to, false};
    return search(p, &s, out, check, data);
}

intptr_t
re_engine_match(struct re_prog *p, const char *str, size_t len, size_t at, struct re_offsets *out, void (*check)(void *),
                void *data)
{
    const UChar *b = (const UChar *)str;
    struct search s = {b, b + len, b + at, b + len, true};
    return search(p, &s, out, check, data);
}

struct name_call {
    void (*fn)(const char *, size_t, const int *, int, void *);
    void *arg;
};

static int
each_name(const UChar *name, const UChar *end, int n, int *groups, regex_t *re, void *p)
{
    struct name_call *c = p;
    (void)re;
    c->fn((const char *)name, (size_t)(end - name), groups, n, c->arg);
    return 0;
}

void
re_engine_names(const struct re_prog *p, void (*fn)(const char *, size_t, const int *, int, void *), void *arg)
{
    struct name_call c = {fn, arg};
    onig_foreach_name(p->re, each_name, &c);
}
