/*
 * regexp/translate.c - from Ruby's regular expressions to the engine's.
 *
 * One pass over the source with a stack of option scopes.  By default \d \s \w \h are ASCII's even in Unicode text, while
 * [[:alpha:]] and \b go by the encoding; (?a) makes all of them ASCII's, (?u) none.  What the engine means the same by goes
 * through as it is.
 */
#include "internal/compiler.h"
#include <stdlib.h>
#include <string.h>
#include "internal/regexp/engine.h"

enum charset { SET_DEFAULT, SET_ASCII, SET_UNICODE };

struct scope {
    uint8_t set; /* enum charset */
    bool extended;
    bool look;    /* (?= (?! (?<= (?<! */
    size_t start; /* where its text begins in out */
};

struct tr {
    const unsigned char *p, *end;
    char *out;
    size_t len, capa;
    struct scope stack[256];
    int depth;
    bool utf8, in_class;
    int class_depth;
    const char *error;
    struct re_translation *t;
};

static void
put(struct tr *x, const void *s, size_t n)
{
    if (x->len + n + 1 > x->capa) {
        x->capa = (x->len + n + 1) * 2 + 64;
        x->out = realloc(x->out, x->capa);
        if (!x->out) abort();
    }
    memcpy(x->out + x->len, s, n);
    x->len += n;
    x->out[x->len] = 0;
}

static void
puts_(struct tr *x, const char *s)
{
    put(x, s, strlen(s));
}

static void
putc_(struct tr *x, int c)
{
    char b = (char)c;
    put(x, &b, 1);
}

/*
 * After an assertion of no width, its text from start on.  The engine refuses one as what is repeated, alone or as a whole
 * branch of it; beside an empty group it takes it.
 */
static void
after_assertion(struct tr *x, size_t start)
{
    int next = x->p < x->end ? *x->p : 0, last = start ? (unsigned char)x->out[start - 1] : 0;
    if (next && strchr("*+?{", next)) {
        puts_(x, "(?:))");
        put(x, "   ", 3);
        x->len -= 3;
        memmove(x->out + start + 3, x->out + start, x->len - start + 1);
        memcpy(x->out + start, "(?:", 3);
        x->len += 3;
    } else if ((next == '|' || next == ')') && last && strchr("(:|", last)) {
        puts_(x, "(?:)");
    }
}

static struct scope *
top(struct tr *x)
{
    return &x->stack[x->depth];
}

static int
hex_value(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool
special_p(int c)
{
    return c && strchr(".*?+^$|\\()[]{}-&#/ \t\n", c) != NULL;
}

static void
put_code(struct tr *x, unsigned c)
{
    char b[4];
    if (c < 0x80) {
        if (special_p((int)c)) putc_(x, '\\');
        if (c == '\n') puts_(x, "n");
        else putc_(x, (int)c);
        return;
    }
    x->t->uses_u = true;
    if (c < 0x800) {
        b[0] = (char)(0xc0 | c >> 6);
        b[1] = (char)(0x80 | (c & 63));
        put(x, b, 2);
    } else if (c < 0x10000) {
        b[0] = (char)(0xe0 | c >> 12);
        b[1] = (char)(0x80 | (c >> 6 & 63));
        b[2] = (char)(0x80 | (c & 63));
        put(x, b, 3);
    } else {
        b[0] = (char)(0xf0 | c >> 18);
        b[1] = (char)(0x80 | (c >> 12 & 63));
        b[2] = (char)(0x80 | (c >> 6 & 63));
        b[3] = (char)(0x80 | (c & 63));
        put(x, b, 4);
    }
}

static bool
check_code(struct tr *x, unsigned c)
{
    if (c > 0x10ffff) x->error = "invalid Unicode range";
    else if (c >= 0xd800 && c <= 0xdfff) x->error = "invalid Unicode codepoint";
    return !x->error;
}

/* after \u */
static void
unicode_escape(struct tr *x)
{
    if (x->p < x->end && *x->p == '{') {
        x->p++;
        int n = 0;
        for (;;) {
            while (x->p < x->end && (*x->p == ' ' || *x->p == '\t')) x->p++;
            if (x->p >= x->end) {
                x->error = n ? "unterminated Unicode escape" : "invalid Unicode list";
                return;
            }
            if (*x->p == '}') break;
            unsigned c = 0;
            int digits = 0;
            while (x->p < x->end && hex_value(*x->p) >= 0) {
                c = c * 16 + (unsigned)hex_value(*x->p++);
                if (++digits > 6) {
                    x->error = "invalid Unicode range";
                    return;
                }
            }
            if (!digits) {
                x->error = "invalid Unicode list";
                return;
            }
            if (!check_code(x, c)) return;
            put_code(x, c);
            n++;
        }
        if (!n) {
            x->error = "invalid Unicode list";
            return;
        }
        x->p++;
        return;
    }
    unsigned c = 0;
    for (int i = 0; i < 4; i++) {
        if (x->p >= x->end || hex_value(*x->p) < 0) {
            x->error = "invalid Unicode escape";
            return;
        }
        c = c * 16 + (unsigned)hex_value(*x->p++);
    }
    if (check_code(x, c)) put_code(x, c);
}

/* Letter of a class escape: what it is inside and outside of brackets. */
static bool
class_escape(struct tr *x, int c)
{
    static const struct {
        char letter;
        const char *in, *out;
    } t[] = {
        {'d', "0-9", "[0-9]"},
        {'D', "[^0-9]", "[^0-9]"},
        {'w', "a-zA-Z0-9_", "[a-zA-Z0-9_]"},
        {'W', "[^a-zA-Z0-9_]", "[^a-zA-Z0-9_]"},
        {'s', " \\t-\\r", "[ \\t-\\r]"},
        {'S', "[^ \\t-\\r]", "[^ \\t-\\r]"},
        {'h', "0-9a-fA-F", "[0-9a-fA-F]"},
        {'H', "[^0-9a-fA-F]", "[^0-9a-fA-F]"},
    };
    bool hex = c == 'h' || c == 'H';
    if (top(x)->set == SET_UNICODE && !hex) return false;
    for (unsigned i = 0; i < lengthof(t); i++) {
        if (t[i].letter != c) continue;
        puts_(x, x->class_depth ? t[i].in : t[i].out);
        return true;
    }
    if (c == 'b' && !x->class_depth && top(x)->set == SET_ASCII) {
        puts_(x, "(?:(?<=[a-zA-Z0-9_])(?![a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?=[a-zA-Z0-9_]))");
        return true;
    }
    if (c == 'B' && !x->class_depth && top(x)->set == SET_ASCII) {
        puts_(x, "(?:(?<=[a-zA-Z0-9_])(?=[a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?![a-zA-Z0-9_]))");
        return true;
    }
    return false;
}

static void
escape(struct tr *x)
{
    /* x->p is after the backslash */
    if (x->p >= x->end) {
        x->error = "too short escape sequence";
        return;
    }
    int c = *x->p;
    if (c == 'u') {
        x->p++;
        unicode_escape(x);
        return;
    }
    if (c == 'x' && x->p + 1 < x->end && hex_value(x->p[1]) < 0) {
        x->error = "invalid hex escape";
        return;
    }
    if (c == 'x' && x->p + 2 < x->end + 0 && hex_value(x->p[1]) >= 8 && hex_value(x->p[2]) >= 0) {
        /* a byte of a character: raw, so that the engine sees whole characters */
        x->t->non_ascii = x->t->hex_high = true;
        putc_(x, hex_value(x->p[1]) * 16 + hex_value(x->p[2]));
        x->p += 3;
        return;
    }
    if (class_escape(x, c)) {
        x->t->literal = false;
        x->p++;
        return;
    }
    if (c == '/') {
        putc_(x, '/');
        x->p++;
        return;
    }
    if (c >= 0x80) { /* an escaped character: itself */
        x->t->non_ascii = true;
        return;
    }
    size_t start = x->len;
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter || (c >= '0' && c <= '9')) x->t->literal = false;
    if (!letter || !strchr("EFIJLNOQTUVYijloqy", c))
        putc_(x, '\\'); /* these mean themselves; some mean more to the engine */
    putc_(x, c);
    x->p++;
    if (letter && !x->class_depth && strchr("AZzbBG", c)) after_assertion(x, start);
}

/* [[:name:]] under (?a): the ASCII members. */
static bool
posix_bracket(struct tr *x)
{
    static const struct {
        const char *name, *set;
    } t[] = {
        {"alnum", "a-zA-Z0-9"},
        {"alpha", "a-zA-Z"},
        {"blank", " \\t"},
        {"cntrl", "\\x00-\\x1f\\x7f"},
        {"digit", "0-9"},
        {"graph", "\\x21-\\x7e"},
        {"lower", "a-z"},
        {"print", "\\x20-\\x7e"},
        {"punct", "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e"},
        {"space", " \\t-\\r"},
        {"upper", "A-Z"},
        {"xdigit", "0-9a-fA-F"},
        {"word", "a-zA-Z0-9_"},
        {"ascii", "\\x00-\\x7f"},
    };
    if (top(x)->set != SET_ASCII) return false;
    const unsigned char *p = x->p + 2;
    bool neg = p < x->end && *p == '^';
    if (neg) p++;
    for (unsigned i = 0; i < lengthof(t); i++) {
        size_t n = strlen(t[i].name);
        if ((size_t)(x->end - p) < n + 2 || memcmp(p, t[i].name, n) || p[n] != ':' || p[n + 1] != ']') continue;
        puts_(x, neg ? "[^" : "");
        puts_(x, t[i].set);
        puts_(x, neg ? "]" : "");
        x->p = p + n + 2;
        return true;
    }
    return false;
}

static void
push_scope(struct tr *x)
{
    if (x->depth + 1 >= (int)lengthof(x->stack)) {
        x->error = "too deep nest level";
        return;
    }
    x->stack[x->depth + 1] = x->stack[x->depth];
    x->depth++;
    top(x)->look = false;
    top(x)->start = x->len;
}

/* (?imxadu-imx) and (?imx:...): p is at the first letter.  False if it is none of these. */
static bool
option_group(struct tr *x)
{
    const unsigned char *p = x->p;
    struct scope s = *top(x);
    char keep[16];
    size_t n = 0;
    bool minus = false, any = false;
    for (; p < x->end && *p != ')' && *p != ':'; p++) {
        int c = *p;
        if (c == '-') minus = true;
        if (c == 'a' || c == 'u' || c == 'd') {
            if (minus) return false;
            s.set = c == 'a' ? SET_ASCII : c == 'u' ? SET_UNICODE : SET_DEFAULT;
            any = true;
            continue;
        }
        if (!strchr("imx-", c) || n + 1 >= sizeof keep) return false;
        if (c == 'x') s.extended = !minus;
        keep[n++] = (char)c;
        any = true;
    }
    if (!any || p >= x->end) return false;
    keep[n] = 0;
    if (*p == ')') {
        *top(x) = s;
        if (n && strcmp(keep, "-")) {
            puts_(x, "(?");
            puts_(x, keep);
            puts_(x, ")");
        }
        x->p = p + 1;
        return true;
    }
    push_scope(x);
    *top(x) = s;
    puts_(x, "(?");
    if (strcmp(keep, "-")) puts_(x, keep);
    puts_(x, ":");
    x->p = p + 1;
    return true;
}

static void
open_group(struct tr *x)
{
    /* at '(' */
    x->p++;
    x->t->literal = false;
    if (x->p < x->end && *x->p == '?' && x->p + 1 < x->end) {
        int c = x->p[1];
        if (c == '#') {
            while (x->p < x->end && *x->p != ')') x->p += *x->p == '\\' && x->p + 1 < x->end ? 2 : 1;
            if (x->p >= x->end) x->error = "end pattern in group";
            else x->p++;
            return;
        }
        x->p++;
        if (strchr("imxadu-", c) && option_group(x)) return;
        if (c == '(' && x->p + 1 < x->end && !strchr("<'-0123456789", x->p[1])) {
            x->error = "invalid conditional pattern";
            return;
        }
        push_scope(x);
        top(x)->look = c == '=' || c == '!' || (c == '<' && x->p + 1 < x->end && (x->p[1] == '=' || x->p[1] == '!'));
        puts_(x, "(?");
        return;
    }
    push_scope(x);
    putc_(x, '(');
}

static void
inside_class(struct tr *x)
{
    int c = *x->p;
    if (c == '[') {
        if (x->p + 1 < x->end && x->p[1] == ':' && posix_bracket(x)) return;
        if (x->p + 1 < x->end && x->p[1] == ':') {
            const unsigned char *q = memchr(x->p + 2, ':', (size_t)(x->end - x->p - 2));
            if (q && q + 1 < x->end && q[1] == ']') {
                put(x, x->p, (size_t)(q + 2 - x->p));
                x->p = q + 2;
                return;
            }
        }
        x->class_depth++;
    } else if (c == ']') {
        x->class_depth--;
    }
    putc_(x, c);
    x->p++;
    if (c == '[' && x->p < x->end && *x->p == '^') putc_(x, *x->p++);
    if (c == '[' && x->p < x->end && *x->p == ']') { /* a ] right after [ is a member */
        puts_(x, "\\]");
        x->p++;
    }
}

static void
step(struct tr *x)
{
    int c = *x->p;
    if (c >= 0x80) {
        x->t->non_ascii = true;
        do putc_(x, *x->p++);
        while (x->utf8 && x->p < x->end && (*x->p & 0xc0) == 0x80);
        return;
    }
    if (c == '\\') {
        x->p++;
        escape(x);
        return;
    }
    if (x->class_depth) {
        inside_class(x);
        return;
    }
    switch (c) {
    case '[':
        x->t->literal = false;
        inside_class(x);
        return;
    case '(': open_group(x); return;
    case ')':
        x->t->literal = false;
        putc_(x, c);
        x->p++;
        if (x->depth == 0) return;
        x->depth--;
        if (x->stack[x->depth + 1].look) after_assertion(x, x->stack[x->depth + 1].start);
        return;
    case '#':
        if (!top(x)->extended) break;
        while (x->p < x->end && *x->p != '\n') x->p++;
        return;
    case '^':
    case '$':
        x->t->literal = false;
        putc_(x, c);
        x->p++;
        after_assertion(x, x->len - 1);
        return;
    case '.':
    case '*':
    case '?':
    case '+':
    case '|':
    case '{': x->t->literal = false; break;
    default: break;
    }
    putc_(x, c);
    x->p++;
}

const char *
re_translate(const char *src, size_t len, bool utf8, bool multibyte_sjis, unsigned options, struct re_translation *t)
{
    struct tr x = {.p = (const unsigned char *)src, .end = (const unsigned char *)src + len, .utf8 = utf8, .t = t};
    (void)multibyte_sjis;
    memset(t, 0, sizeof *t);
    t->literal = !(options & (RE_OPT_IGNORECASE | RE_OPT_EXTENDED));
    x.stack[0].extended = (options & RE_OPT_EXTENDED) != 0;
    put(&x, "", 0);
    while (x.p < x.end && !x.error) step(&x);
    if (x.error) {
        free(x.out);
        return x.error;
    }
    t->out = x.out;
    t->len = x.len;
    return NULL;
}
