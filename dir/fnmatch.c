/*
 * dir/fnmatch.c - shell patterns: File.fnmatch, and what Dir.glob matches names with.
 *
 * One pattern component is matched by remembering the last `*`: on a mismatch the star takes one character more.  With
 * FNM_PATHNAME, components are matched one by one, and so that `**` + `/` may stand for any number of them the place
 * after the last such is remembered as well.
 */
#include "internal/compiler.h"

#include <string.h>

#include "internal/array.h"
#include "internal/file.h"

struct matcher {
    const struct enc *enc;
    int flags;
};

static ALWAYS_INLINE int
char_len(const struct matcher *m, const char *p, const char *e)
{
    return p < e ? enc_char_len(m->enc, p, e) : 0;
}

static uint32_t
fold(const struct matcher *m, const char *p, int n)
{
    unsigned char c = (unsigned char)*p;
    if (n == 1) return (m->flags & FNM_FOLD) && c >= 'A' && c <= 'Z' ? c + 32u : c;
    if (enc_precise_len(m->enc, p, p + n) <= 0) return c;
    uint32_t code = enc_decode(m->enc, p, p + n);
    if (m->flags & FNM_FOLD) code = (uint32_t)rb_enc_tolower((int)code, enc_pub(m->enc));
    return code;
}

static bool
same_char(const char *a, int an, const char *b, int bn)
{
    return an == bn && memcmp(a, b, (size_t)an) == 0;
}

/* Matches [...] at *pp, behind the bracket, against the character at s.  Returns 1 or 0 and puts *pp behind the ']'; returns -1 if there
 * is no ']'.  Both ends of a range belong to it, also of one that runs backwards. */
static int
match_set(const struct matcher *m, const char **pp, const char *pe, const char *s, const char *se)
{
    const char *p = *pp;
    bool negated = p < pe && (*p == '!' || *p == '^'), found = false;
    bool escape = !(m->flags & FNM_NOESC);
    if (negated) p++;
    int sn = char_len(m, s, se);
    uint32_t c = fold(m, s, sn);
    for (;;) {
        if (p >= pe) return -1;
        if (*p == ']') break;
        if (escape && *p == '\\') p++;
        if (p >= pe) return -1;
        int n1 = char_len(m, p, pe);
        uint32_t lo = fold(m, p, n1), hi = lo;
        found |= same_char(p, n1, s, sn);
        p += n1;
        if (p + 1 < pe && *p == '-' && p[1] != ']') {
            p++;
            if (escape && *p == '\\') p++;
            if (p >= pe) return -1;
            int n2 = char_len(m, p, pe);
            hi = fold(m, p, n2);
            found |= same_char(p, n2, s, sn);
            p += n2;
        }
        if (lo <= c && c <= hi) found = true;
    }
    *pp = p + 1;
    return found != negated;
}

/* Returns whether s begins with a period that only an explicit period matches. */
static bool
hidden_p(const struct matcher *m, const char *s, const char *se)
{
    return s < se && *s == '.' && !(m->flags & FNM_DOT);
}

/* Matches one component: up to pe and se, which hold no '/' that counts.  A backslash at its end escapes nothing and is not there. */
static bool
match_component(const struct matcher *m, const char *p, const char *pe, const char *s, const char *se)
{
    const char *star_p = NULL, *star_s = NULL, *start = s;
    bool escape = !(m->flags & FNM_NOESC), pathname = (m->flags & FNM_PATH) != 0;
    for (;;) {
        if (escape && p + 1 == pe && *p == '\\') p = pe;
        if (p < pe && *p == '*') {
            if (s == start && hidden_p(m, s, se)) return false;
            while (p < pe && *p == '*') p++;
            star_p = p;
            star_s = s;
            continue;
        }
        bool ok = false;
        const char *np = p;
        int n = char_len(m, s, se);
        if (s >= se) {
            if (p >= pe) return true;
            return false;
        }
        if (p < pe) {
            if (*p == '?') {
                if (s == start && hidden_p(m, s, se)) return false;
                np = p + 1;
                ok = !(pathname && *s == '/');
            } else if (*p == '[') {
                if (s == start && hidden_p(m, s, se)) return false;
                np = p + 1;
                int r = match_set(m, &np, pe, s, se);
                if (r < 0) ok = false;
                else ok = r && !(pathname && *s == '/');
            } else {
                if (escape && *p == '\\') np = p + 1;
                int pn = char_len(m, np, pe);
                ok = pn == n &&
                     (memcmp(np, s, (size_t)n) == 0 || ((m->flags & FNM_FOLD) && fold(m, np, pn) == fold(m, s, n)));
                if (!ok && (m->flags & FNM_FOLD) && pn != n) ok = fold(m, np, pn) == fold(m, s, n);
                np += pn;
            }
        }
        if (ok) {
            p = np;
            s += n;
            continue;
        }
        if (!star_p || star_s >= se) return false;
        star_s += char_len(m, star_s, se);
        p = star_p;
        s = star_s;
    }
}

const char *
fnmatch_component_end(const char *p, const char *e, bool escape)
{
    bool bracket = false;
    for (; p < e && (*p != '/' || bracket); p++) {
        if (*p == '[') bracket = true;
        else if (*p == ']') bracket = false;
        else if (*p == '\\' && escape && p + 1 < e && (bracket || p[1] != '/')) p++;
    }
    return p;
}

/* Returns where the component of the text at s ends. */
static const char *
text_end(const char *s, const char *e)
{
    const char *slash = memchr(s, '/', (size_t)(e - s));
    return slash ? slash : e;
}

/* "**" + "/" at p: the pattern behind it (further ones skipped); NULL if there is none. */
static const char *
skip_double_star(const char *p, const char *pe)
{
    const char *behind = NULL;
    while (pe - p >= 3 && p[0] == '*' && p[1] == '*' && p[2] == '/') {
        p += 3;
        while (p < pe && *p == '/') p++;
        behind = p;
    }
    return behind;
}

static bool
match_path(const struct matcher *m, const char *p, const char *pe, const char *s, const char *se)
{
    const char *deep_p = NULL, *deep_s = NULL;
    bool escape = !(m->flags & FNM_NOESC);
    for (;;) {
        const char *behind = skip_double_star(p, pe);
        if (behind) {
            p = behind;
            deep_p = p;
            deep_s = s;
        }
        const char *pc = fnmatch_component_end(p, pe, escape), *sc = text_end(s, se);
        if (match_component(m, p, pc, s, sc)) {
            if (pc < pe && sc < se) {
                p = pc + 1;
                s = sc + 1;
                continue;
            }
            if (pc >= pe && sc >= se) return true;
        }
        /* one more component for the last double star, if it may take it */
        if (!deep_p || hidden_p(m, deep_s, se)) return false;
        const char *next = text_end(deep_s, se);
        if (next >= se) return false;
        deep_s = next + 1;
        p = deep_p;
        s = deep_s;
    }
}

bool
fnmatch_p(const struct enc *enc, const char *p, const char *pe, const char *s, const char *se, int flags)
{
    struct matcher m = {enc, flags};
    if (flags & FNM_PATH) return match_path(&m, p, pe, s, se);
    return match_component(&m, p, pe, s, se);
}

/* ---- braces ---- */

bool
fnmatch_braces(VALUE pattern, int flags, bool (*fn)(VALUE, void *), void *arg)
{
    const char *p = str_ptr(pattern), *e = str_end(pattern), *open = NULL, *close = NULL;
    bool escape = !(flags & FNM_NOESC);
    int depth = 0;
    for (const char *c = p; c < e; c++) {
        if (*c == '\\' && escape) {
            if (++c >= e) break;
            continue;
        }
        if (*c == '{' && depth++ == 0) open = c;
        if (*c == '}' && open && --depth == 0) {
            close = c;
            break;
        }
    }
    if (!open) return fn(pattern, arg);
    if (!close) return false;
    size_t o = (size_t)(open - p), c = (size_t)(close - p), at = o + 1;
    depth = 0;
    for (size_t i = o + 1; i <= c; i++) {
        const char *s = str_ptr(pattern);
        if (s[i] == '\\' && escape && i + 1 < c) {
            i++;
            continue;
        }
        if (i < c && s[i] == '{') depth++;
        if (i < c && s[i] == '}') depth--;
        if (i < c && (s[i] != ',' || depth)) continue;
        VALUE one = str_subseq(pattern, 0, o);
        rb_str_append(one, str_subseq(pattern, at, i - at));
        rb_str_append(one, str_subseq(pattern, c + 1, str_len(pattern) - c - 1));
        if (fnmatch_braces(one, flags, fn, arg)) return true;
        at = i + 1;
    }
    return false;
}

struct fnmatch_call {
    VALUE path;
    int flags;
};

static bool
match_one(VALUE pattern, void *p)
{
    struct fnmatch_call *c = p;
    const struct enc *enc = enc_compatible(pattern, c->path);
    if (!enc) return false;
    return fnmatch_p(enc, str_ptr(pattern), str_end(pattern), str_ptr(c->path), str_end(c->path), c->flags);
}

static VALUE
file_s_fnmatch(int argc, VALUE *argv, VALUE klass)
{
    rb_check_arity(argc, 2, 3);
    int flags = argc > 2 ? NUM2INT(argv[2]) : 0;
    VALUE pattern = argv[0];
    StringValueCStr(pattern);
    struct fnmatch_call c = {file_path(argv[1]), flags};
    if (flags & FNM_BRACES) return val_bool(fnmatch_braces(pattern, flags, match_one, &c));
    return val_bool(match_one(pattern, &c));
}

void
Init_fnmatch(void)
{
    rb_define_singleton_method(rb_cFile, "fnmatch", file_s_fnmatch, -1);
    rb_define_singleton_method(rb_cFile, "fnmatch?", file_s_fnmatch, -1);
}
