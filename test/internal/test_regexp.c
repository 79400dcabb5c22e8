/*
 * test_regexp.c - patterns that explode in a backtracking engine: the steps of a match grow with the text, not with its square.
 *
 * Steps are counted (choices taken, choices taken back, repetitions), so the machine's load does not matter.  Each pattern is
 * tried on texts of two lengths, one four times the other, and may take about five times the steps on the longer one.
 * Most patterns are of real reports (CVEs of Rack, REXML, URI, Rails, Cloudflare's and Stack Overflow's outages) or of
 * the literature on them.
 */
#include "internal/compiler.h"
#include "internal/encoding.h"
#include "internal/encoding/unicode.h"
#include "internal/regexp/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- stand-ins: UTF-8 alone ---- */

int
enc_utf8_len(const uint8_t *p, const uint8_t *e)
{
    int n = *p < 0x80 ? 1 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
    return n <= e - p ? n : ENC_INVALID;
}

uint32_t
enc_utf8_decode(const uint8_t *p, const uint8_t *e)
{
    static const uint8_t mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    int n = enc_utf8_len(p, e);
    uint32_t c = *p & mask[n];
    for (int i = 1; i < n; i++) c = c << 6 | (p[i] & 0x3f);
    return c;
}

static int
utf8_encode(uint32_t c, uint8_t *to)
{
    int n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (int i = n; i-- > 1; c >>= 6) to[i] = (uint8_t)(0x80 | (c & 0x3f));
    to[0] = (uint8_t)(lead[n] | c);
    return n;
}

static const uint8_t *
utf8_left(const uint8_t *start, const uint8_t *s, const uint8_t *e)
{
    (void)e;
    while (s > start && (*s & 0xc0) == 0x80) s--;
    return s;
}

static const struct enc_ops utf8_ops = {
    .mbc_len = enc_utf8_len, .decode = enc_utf8_decode, .encode = utf8_encode, .left_adjust = utf8_left};
static const struct enc utf8 = {
    .name = "UTF-8",
    .flags = ENC_ASCII_COMPAT | ENC_UNICODE | ENC_UTF8,
    .min_len = 1,
    .max_len = 4,
    .ops = &utf8_ops,
};

bool
enc_ctype_p(const struct enc *enc, uint32_t c, unsigned ctype)
{
    (void)enc;
    return uni_ctype_p(c, ctype);
}

const char *
re_stack_limit(void)
{
    return NULL;
}

/* ---- the patterns ---- */

struct text {
    const char *begin, *middle, *end; /* middle as often as it takes */
};
static const struct {
    const char *name, *pattern;
    bool icase;
    struct text text;
} patterns[] = {
    {"nest+", "^(a+)+$", false, {"", "a", "!"}},
    {"nest*", "^(a*)*$", false, {"", "a", "!"}},
    {"alt-overlap", "^(a|aa)+$", false, {"", "a", "!"}},
    {"alt-same", "^(a|a)*$", false, {"", "a", "!"}},
    {"alt-opt", "^(a|a?)+$", false, {"", "a", "!"}},
    {"dot-nest", "^(.*a){11}$", false, {"", "a", "!"}},
    {"dot-x", "(.*)*\\.(.*)*x", false, {"", "a", ""}},
    {"words", "^(\\w+\\s?)*$", false, {"", "a", "!"}},
    {"email",
     "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
     false,
     {"", "a", "!"}},
    {"email2", "^([a-z0-9_\\.-]+)*@x$", false, {"", "a", "!"}},
    {"java-class", "^(([a-z])+.)+[A-Z]([a-z])+$", false, {"", "a", ""}},
    {"url",
     "\\b((?:[a-z][\\w-]+:(?:\\/"
     "{1,3}|[a-z0-9%])|www\\d{0,3}[.])(?:[^\\s()<>]+|\\(([^\\s()<>]+|(\\([^\\s()<>]+\\)))*\\))+x!)",
     true,
     {"http://a", "(", ""}},
    {"url-path", "^(\\/?[a-z0-9]*)*\\/$", false, {"", "a", "!"}},
    {"rfc2822-date", "\\A\\s*(?:(?:Mon|Tue)\\s*,\\s*)?(\\d{1,2})\\s+x", false, {"", " ", "!"}},
    {"date-iso", "('?-?\\d+)-(\\d+)-('?-?\\d+)x", false, {"", "1", ""}},
    {"cookie", "[^\\s=]+\\s*=\\s*x", false, {"", "a", ""}},
    {"rack-mime", "\\s*[,;]\\s*x", false, {"", " ", "!"}},
    {"rexml", "\\A(?:<!--(?:[^-]|-[^-])*-->\\s*)*<x", false, {"<!--", "-a", ""}},
    {"uri-rfc2396", "^(?:(?:[a-z]+:)?(?:\\/\\/)?(?:[a-z0-9\\-._~%]+)*)*$", false, {"", "a", "!"}},
    {"trailing-blanks", "\\s+$", false, {"", " ", "x"}},
    {"blanks-comma", "(\\s*)*,(\\s*)*$", false, {"", " ", "x"}},
    {"lookahead", "^(?=(?:a+)+$)b", false, {"", "a", "!"}},
    {"lookahead-in", "^((?=a)a+)+$", false, {"", "a", "!"}},
    {"lookahead-far", "(?:(?=a*)a)*b", false, {"", "a", "!"}},
    {"lookahead-not", "^(?!(?:a+)+$)!", false, {"", "a", "!"}},
    {"lookbehind", "^((?<=^|a)a+)+$", false, {"", "a", "!"}},
    {"lookbehind-not", "(a+(?<!b))+$", false, {"", "a", "!"}},
    {"atomic", "^(?>a+)+$", false, {"", "a", "!"}},
    {"atomic-in", "^((?>a|b)+)+$", false, {"", "a", "!"}},
    {"atomic-start", "(?>\\s+)$", false, {"", " ", "x"}},
    {"possessive", "^(a++)+$", false, {"", "a", "!"}},
    {"possessive-start", "\\s++$", false, {"", " ", "x"}},
    {"lazy", "^(a+?)+?$", false, {"", "a", "!"}},
    {"lazy-start", "a*?b", false, {"", "a", ""}},
    {"interval", "^(a{1,5}){1,100}$", false, {"", "a", "!"}},
    {"interval2", "^(a{2,}){2,}$", false, {"", "a", "!"}},
    {"nested3", "^((a+)+)+$", false, {"", "a", "!"}},
    {"keep", "^(a+\\K)+$", false, {"", "a", "!"}},
    {"icase", "^(a+)+$", true, {"", "A", "!"}},
    {"icase-beyond", "^(\xc3\xa9+)+$", true, {"", "\xc3\x89", "!"}},
    {"icase-strings", "^(\xc3\x9f|ss|s)+$", true, {"", "s", "!"}},
    {"sets", "^([a-c]+|[b-d]+)+$", false, {"", "bc", "!"}},
    {"clusters", "^(\\X+)+$z", false, {"", "e\xcc\x81", "!"}},
    {"line-breaks", "^(\\R+)+x", false, {"", "\n", "!"}},
    {"named", "^(?<a>a+)+(?<b>b)?$", false, {"", "a", "!"}},
    {"dot-star", ".*.*=.*", false, {"", "x", ""}},
    {"three-stars", "x*x*x*y", false, {"", "x", ""}},
    {"cloudflare",
     "(?:(?:\"|'|\\]|\\}|\\\\|\\d|(?:nan|infinity|true|false|null|undefined|symbol|math)|\\`|\\-|\\+)+[)]*;?((?:\\s|-|~|!|{}"
     "|\\|\\||\\+)*.*(?:.*=.*)))",
     false,
     {"x=", "x", ""}},
    {"trim", "^[\\s\xe2\x80\x8c]+|[\\s\xe2\x80\x8c]+$", false, {"x", " ", "x"}},
    {"optional-chain", "^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaab", false, {"", "a", ""}},
    {"quotes", "\"(?:[^\"\\\\]|\\\\.)*\"z", false, {"\"", "\\\"", ""}},
    {"quotes2", "^(\"(\\\\.|[^\"])*\"|x)*$", false, {"\"", "\\a", ""}},
    {"html-attributes", "<(\\w+)(\\s+\\w+(\\s*=\\s*(\"[^\"]*\"|'[^']*'|\\S+))?)*\\s*\\/?>", false, {"<a", " a=a", ""}},
    {"markdown-link", "!?\\[((?:\\[[^\\[\\]]*\\]|\\\\.|[^\\[\\]\\\\])*)\\]\\(x", false, {"[", "\\[", ""}},
    {"semver", "^\\D*(\\d+\\.)*\\d+(-\\w+(\\.\\w+)*)*$", false, {"", "1.", "!"}},
    {"ipv4", "^(([0-9]|[1-9][0-9]|1[0-9]{2})\\.?)*$", false, {"", "1", "!"}},
    {"numeric", "^[-+]?(\\d+[,_]?)*(\\.\\d+)?$", false, {"", "1", "!"}},
    {"two-dots", ".*?.*?z", false, {"", "a", ""}},
    {"csv", "^(?:[^,]*,)*[^,]*;$", false, {"", "a,", "!"}},
    {"lazy-group", "(?m:(.*?b)b)", false, {"ab", "a", ""}},
    {"lazy-group-twice", "(?m:(.*?b)(.*?b)b)", false, {"ab", "a", "b"}},
    {"rack-multipart", "(?m:(.*?\r\n)\r\n)", false, {"content-type: text/plain\r\n", "0123456789", ""}},
    {"lazy-set-group", "([^x]*?b)bx", false, {"ab", "a", ""}},
    {"lazy-line-group", "(.*?b)b", false, {"ab", "a", ""}},
    {"lazy-atomic", "(?m:(?>.*?b)b)x", false, {"ab", "a", ""}},
    {"greedy-group", "(?m:(.*b)b)", false, {"ab", "a", ""}},
    {"comment", "/\\*(?:[^*]|\\*+[^*/])*\\*+/x", false, {"/*", "*a", ""}},
};

/* Returns true: the tests have no interrupts. */
static bool
go_on(struct re_text *text)
{
    (void)text;
    return true;
}

static uint64_t
steps_for(struct re_prog *p, const struct text *t, size_t times)
{
    size_t b = strlen(t->begin), m = strlen(t->middle), e = strlen(t->end), len = b + m * times + e;
    char *s = malloc(len + 1), *q = s + b;
    assert_non_null(s);
    memcpy(s, t->begin, b);
    for (size_t i = 0; i < times; i++, q += m) memcpy(q, t->middle, m);
    memcpy(q, t->end, e + 1);
    struct re_text text = {s, len, go_on, NULL};
    assert_int_equal(re_engine_search(p, &text, 0, false, NULL), RE_NONE);
    free(s);
    return re_engine_steps();
}

static void
test_linear(void **state)
{
    (void)state;
    enum { SHORT = 20000, LONG = 4 * SHORT, GROWTH = 5 };
    assert_true(lengthof(patterns) >= 60);
    for (unsigned i = 0; i < lengthof(patterns); i++) {
        char err[RE_ERROR_BYTES];
        bool no_memory;
        struct re_prog *p = re_engine_compile(patterns[i].pattern, strlen(patterns[i].pattern), &utf8,
                                              patterns[i].icase ? RE_OPT_IGNORECASE : 0, NULL, err, &no_memory);
        if (!p) fail_msg("%s: %s", patterns[i].name, err);
        uint64_t small = steps_for(p, &patterns[i].text, SHORT), large = steps_for(p, &patterns[i].text, LONG);
        print_message("%-18s %9llu %9llu\n", patterns[i].name, (unsigned long long)small, (unsigned long long)large);
        if (large > GROWTH * small + LONG)
            fail_msg("%s: %llu steps, then %llu", patterns[i].name, (unsigned long long)small, (unsigned long long)large);
        re_engine_free(p);
    }
}

/* One loop over the whole text counts as many steps as it takes characters (a lazy one) or a share of them (a greedy one): the
 * memory of failures begins by that count. */
static void
test_loops_are_counted(void **state)
{
    (void)state;
    enum { BYTES = 1000000, GREEDY_SHARE = 16 };
    static const struct {
        const char *pattern;
        uint64_t least;
    } loops[] = {{"\\A(?m:(.*?c)c)", BYTES}, {"\\A([^c]*?c)", BYTES}, {"\\A([^c]*+d)", BYTES / GREEDY_SHARE}};
    char *s = malloc(BYTES);
    assert_non_null(s);
    memset(s, 'a', BYTES);
    for (unsigned i = 0; i < lengthof(loops); i++) {
        char err[RE_ERROR_BYTES];
        bool no_memory;
        struct re_prog *p = re_engine_compile(loops[i].pattern, strlen(loops[i].pattern), &utf8, 0, NULL, err, &no_memory);
        if (!p) fail_msg("%s: %s", loops[i].pattern, err);
        struct re_text text = {s, BYTES, go_on, NULL};
        assert_int_equal(re_engine_match(p, &text, 0, NULL), RE_NONE);
        print_message("%-18s %9llu\n", loops[i].pattern, (unsigned long long)re_engine_steps());
        assert_true(re_engine_steps() >= loops[i].least);
        re_engine_free(p);
    }
    free(s);
}

/* A pattern that has to reach the end of the text is tried only where it can: the steps do not grow with the text (EXTENT-1). */
static void
test_begins_near_end(void **state)
{
    (void)state;
    enum { SHORT = 20000, LONG = 10 * SHORT };
    static const char *bounded[] = {"(?:a|aa)?b?\\z", "((?:aa|a){2}|b)\\Z", "(?:(?:a|aa)b?\\z|a?aa?\\Z)",
                                    "(?:a?){3}[bd]\\z"};
    const struct text text = {"", "a", "c"};
    for (unsigned i = 0; i < lengthof(bounded); i++) {
        char err[RE_ERROR_BYTES];
        bool no_memory;
        char pattern[64];
        snprintf(pattern, sizeof pattern, "a(?:%s)", bounded[i]);
        struct re_prog *p = re_engine_compile(pattern, strlen(pattern), &utf8, 0, NULL, err, &no_memory);
        if (!p) fail_msg("%s: %s", pattern, err);
        uint64_t small = steps_for(p, &text, SHORT), large = steps_for(p, &text, LONG);
        print_message("%-18s %9llu %9llu\n", pattern, (unsigned long long)small, (unsigned long long)large);
        assert_int_equal(small, large);
        re_engine_free(p);
    }
}

/* ---- pauses ---- */

static int pauses;

static bool
stop_at_third(struct re_text *text)
{
    (void)text;
    return ++pauses < 3;
}

static bool
move_text(struct re_text *text)
{
    char *copy = malloc(text->len + 1);
    memcpy(copy, text->str, text->len + 1);
    memset((char *)(uintptr_t)text->str, '?', text->len);
    free((char *)(uintptr_t)text->str);
    text->str = copy;
    pauses++;
    return true;
}

static struct re_prog *
compiled(const char *pattern)
{
    char err[RE_ERROR_BYTES];
    bool no_memory;
    struct re_prog *p = re_engine_compile(pattern, strlen(pattern), &utf8, 0, NULL, err, &no_memory);
    if (!p) fail_msg("%s: %s", pattern, err);
    return p;
}

static void
test_stops(void **state)
{
    (void)state;
    struct re_prog *p = compiled("^(a|a)*\\1$");
    struct re_text text = {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", 43, stop_at_third, NULL};
    pauses = 0;
    assert_int_equal(re_engine_search(p, &text, 0, false, NULL), RE_STOPPED);
    assert_int_equal(pauses, 3);
    re_engine_free(p);
}

static void
test_text_moves(void **state)
{
    (void)state;
    struct re_prog *p = compiled("\\A(?:(a)|b|ab)*c\\z");
    size_t n = 40000;
    char *s = malloc(n + 2);
    for (size_t i = 0; i < n; i++) s[i] = i & 1 ? 'b' : 'a';
    s[n] = 'c';
    s[n + 1] = 0;
    struct re_text text = {s, n + 1, move_text, NULL};
    struct re_offsets out = {0};
    pauses = 0;
    assert_int_equal(re_engine_search(p, &text, 0, false, &out), 0);
    assert_true(pauses > 2);
    assert_int_equal(out.end[0], n + 1);
    assert_int_equal(out.beg[1], n - 2);
    free((char *)(uintptr_t)text.str);
    free(out.beg);
    free(out.end);
    re_engine_free(p);
}

static struct re_prog *freed;

static bool
free_program(struct re_text *text)
{
    (void)text;
    if (freed) re_engine_free(freed);
    freed = NULL;
    return true;
}

static void
test_program_freed_meanwhile(void **state)
{
    (void)state;
    struct re_prog *p = freed = compiled("\\A(?:a|aa)*[bc]\\z");
    size_t n = 60000;
    char *s = malloc(n);
    memset(s, 'a', n);
    struct re_text text = {s, n, free_program, NULL};
    assert_int_equal(re_engine_search(p, &text, 0, false, NULL), RE_NONE);
    assert_null(freed);
    free(s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear),          cmocka_unit_test(test_loops_are_counted),
        cmocka_unit_test(test_begins_near_end), cmocka_unit_test(test_stops),
        cmocka_unit_test(test_text_moves),      cmocka_unit_test(test_program_freed_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
