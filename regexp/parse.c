/*
 * regexp/parse.c - Ruby's regular expressions to a tree: groups, alternatives, repetition.
 *
 * A stack of frames stands for the parentheses that are open, so that depth costs no C stack.
 */
#include "internal/regexp/parse.h"

#include <string.h>

enum { MAX_DEPTH = 4096, MAX_REPEAT = 100000 };
enum { GROUP_WITH_OPTIONS = 1 }; /* mode of (?i:...) */

/* ---- frames ---- */

static struct re_frame *
re_top(struct re_parser *x)
{
    return &x->frames[x->depth - 1];
}

static void
re_push_frame(struct re_parser *x, struct re_node *open, bool implied)
{
    if (x->depth >= MAX_DEPTH) re_fail(x->t, "parse depth limit over");
    if (x->depth == x->frames_capa) {
        size_t capa = x->frames_capa ? x->frames_capa * 2 : 8;
        x->frames = re_regrow(x->t, x->frames, x->depth * sizeof *x->frames, capa * sizeof *x->frames);
        x->frames_capa = capa;
    }
    x->frames[x->depth++] = (struct re_frame){.open = open, .implied = implied, .outer = x->modes};
}

static void
re_append(struct re_parser *x, struct re_node *n)
{
    struct re_frame *f = re_top(x);
    if (f->seq_last) f->seq_last->next = n;
    else f->seq = n;
    f->seq_last = n;
}

static void
re_end_branch(struct re_parser *x)
{
    struct re_frame *f = re_top(x);
    struct re_node *n = f->seq;
    if (!n) n = re_node_new(x->t, N_EMPTY);
    else if (n->next) {
        n = re_node_new(x->t, N_SEQ);
        n->child = f->seq;
    }
    if (f->alts_last) f->alts_last->next = n;
    else f->alts = n;
    f->alts_last = n;
    f->seq = f->seq_last = NULL;
}

/* The tree of the frame on top, which goes. */
static struct re_node *
re_pop_frame(struct re_parser *x)
{
    re_end_branch(x);
    struct re_frame *f = re_top(x);
    struct re_node *n = f->alts;
    if (f->open && f->open->type == N_COND) {
        if (!n->next) n->next = re_node_new(x->t, N_EMPTY);
    } else if (n->next) {
        n = re_node_new(x->t, N_ALT);
        n->child = f->alts;
    }
    x->modes = f->outer;
    struct re_node *open = f->open;
    x->depth--;
    if (!open) return n;
    open->child = n;
    return open;
}

static void
re_pop_implied(struct re_parser *x)
{
    while (re_top(x)->implied) {
        struct re_node *n = re_pop_frame(x), *g = re_node_new(x->t, N_GROUP);
        g->child = n;
        re_append(x, g);
    }
}

static void
re_close_group(struct re_parser *x)
{
    re_pop_implied(x);
    if (x->depth == 1) re_fail(x->t, "unmatched close parenthesis");
    re_append(x, re_pop_frame(x));
}

/* ---- groups ---- */

static struct re_node *
re_new_capture(struct re_parser *x)
{
    struct re_tree *t = x->t;
    if (t->groups + 2 > x->captures_capa) {
        int capa = x->captures_capa ? x->captures_capa * 2 : 8;
        t->captures = re_regrow(t, t->captures, (size_t)(t->groups + 1) * sizeof *t->captures * (t->captures != NULL),
                                (size_t)capa * sizeof *t->captures);
        x->captures_capa = capa;
    }
    struct re_node *n = re_node_new(t, N_CAPTURE);
    n->n = ++t->groups;
    t->captures[n->n] = n;
    return n;
}

static void
re_open_node(struct re_parser *x, enum re_node_type type, int mode)
{
    struct re_node *n = re_node_new(x->t, type);
    n->mode = (uint8_t)mode;
    re_push_frame(x, n, false);
}

static void
re_open_named(struct re_parser *x, unsigned close)
{
    struct re_reference r = re_parse_name(x, close, NAME_OF_GROUP, NULL, NULL);
    struct re_node *n = re_new_capture(x);
    n->flags |= RE_NAMED;
    x->named = true;
    re_name_add(x, r.name, r.len, n->n);
    re_push_frame(x, n, false);
}

/* (?(1)yes|no): p behind the second parenthesis. */
static void
re_open_condition(struct re_parser *x)
{
    unsigned c = re_peek(x, 0), close = c == '<' ? '>' : c == '\'' ? '\'' : ')';
    if (x->p >= x->e) re_fail(x->t, "undefined group option");
    if (close == ')' && !(c >= '0' && c <= '9')) re_fail(x->t, "invalid conditional pattern");
    if (close != ')') x->p++;
    struct re_node *n = re_node_new(x->t, N_COND);
    struct re_reference r = re_parse_name(x, close, NAME_OF_COND, NULL, NULL);
    if (r.name) re_name_must_exist(x, &r);
    if (close != ')') {
        if (re_peek(x, 0) != ')') re_fail(x->t, "invalid conditional pattern");
        x->p++;
    }
    r.node = n;
    re_reference_add(x, r);
    re_push_frame(x, n, false);
}

static void
re_skip_comment(struct re_parser *x)
{
    for (;; x->p++) {
        if (x->p >= x->e) re_fail(x->t, "end pattern in group");
        if (*x->p == ')') break;
        if (*x->p == '\\' && x->e - x->p > 1) x->p++;
    }
    x->p++;
}

/* (?imxadu-imx) and (?imx:...): p at the first letter. */
static void
re_open_options(struct re_parser *x)
{
    struct re_modes m = x->modes;
    bool off = false;
    for (;; x->p++) {
        if (x->p >= x->e) re_fail(x->t, "end pattern in group");
        unsigned c = re_peek(x, 0);
        if (c == ')' || c == ':') break;
        if (c == '-' && !off) off = true;
        else if (c == 'i') m.icase = !off;
        else if (c == 'm') m.multiline = !off;
        else if (c == 'x') m.extended = !off;
        else if (c == 'a' && !off) m.charset = SET_ASCII;
        else if (c == 'u' && !off) m.charset = SET_UNICODE;
        else if (c == 'd' && !off) m.charset = SET_DEFAULT;
        else re_fail(x->t, "undefined group option");
    }
    bool group = *x->p++ == ':';
    if (group) re_open_node(x, N_GROUP, GROUP_WITH_OPTIONS);
    else re_push_frame(x, NULL, true);
    x->modes = m;
}

static void
re_open_behind(struct re_parser *x)
{
    unsigned c = re_peek(x, 2);
    if (c == '=' || c == '!') {
        x->p += 3;
        re_open_node(x, N_LOOK, c == '=' ? LOOK_BEHIND : LOOK_BEHIND_NOT);
        x->modes.behind = true;
        return;
    }
    x->p += 2;
    if (x->p >= x->e) re_fail(x->t, "end pattern with unmatched parenthesis");
    re_open_named(x, '>');
}

static void
re_open_special(struct re_parser *x)
{
    /* at the ? of (? */
    if (x->e - x->p < 2) re_fail(x->t, "end pattern in group");
    unsigned c = re_peek(x, 1);
    switch (c) {
    case '<': re_open_behind(x); return;
    case '#':
        x->p += 2;
        re_skip_comment(x);
        return;
    case '\'':
        x->p += 2;
        re_open_named(x, '\'');
        return;
    case '(':
        x->p += 2;
        re_open_condition(x);
        return;
    case ':':
        x->p += 2;
        re_open_node(x, N_GROUP, 0);
        return;
    case '=':
        x->p += 2;
        re_open_node(x, N_LOOK, LOOK_AHEAD);
        return;
    case '!':
        x->p += 2;
        re_open_node(x, N_LOOK, LOOK_AHEAD_NOT);
        return;
    case '>':
        x->p += 2;
        re_open_node(x, N_ATOMIC, 0);
        return;
    case '~':
        x->p += 2;
        re_open_node(x, N_ABSENT, 0);
        return;
    default: break;
    }
    if (!c || !strchr("imxadu-", (int)c)) re_fail(x->t, "undefined group option");
    x->p++;
    re_open_options(x);
}

/* ---- repetition ---- */

/* A number at q; its digits are passed.  -1: none. */
static int
re_number_at(struct re_parser *x, const uint64_t **q)
{
    int n = -1;
    for (; *q < x->e && **q >= '0' && **q <= '9'; (*q)++) {
        n = (n < 0 ? 0 : n) * 10 + (int)(**q - '0');
        if (n > MAX_REPEAT) re_fail(x->t, "too big number for repeat range");
    }
    return n;
}

/* {n} {n,} {,m} {n,m}; p at the brace.  False: it is a character. */
static bool
re_interval(struct re_parser *x, int *min, int *max)
{
    const uint64_t *q = x->p + 1;
    *min = re_number_at(x, &q);
    *max = *min;
    if (q < x->e && *q == ',') {
        q++;
        *max = re_number_at(x, &q);
        if (*min < 0 && *max < 0) return false;
        if (*min < 0) *min = 0;
    } else if (*min < 0) return false;
    if (q >= x->e || *q != '}') return false;
    if (*max >= 0 && *min > *max) re_fail(x->t, "upper is smaller than lower in repeat range");
    x->p = q + 1;
    return true;
}

/* Puts the last item of the branch under a node; NULL: there is none. */
static struct re_node *
re_wrap_last(struct re_parser *x, enum re_node_type type)
{
    struct re_frame *f = re_top(x);
    if (!f->seq_last) return NULL;
    struct re_node *n = re_node_new(x->t, type), *inner = re_alloc(x->t, sizeof *inner);
    /* the node keeps its place in the list; the reference to it in captures[] is corrected below */
    *inner = *f->seq_last;
    inner->next = NULL;
    if (inner->type == N_CAPTURE) x->t->captures[inner->n] = inner;
    for (size_t i = x->refs_n; i-- > 0;) {
        if (x->refs[i].node == f->seq_last) {
            x->refs[i].node = inner;
            break;
        }
        if (inner->type != N_BACKREF && inner->type != N_CALL && inner->type != N_COND) break;
    }
    *f->seq_last = *n;
    f->seq_last->child = inner;
    return f->seq_last;
}

/* The index of ? * + ?? *? +? in the tables below; -1: another quantifier. */
static int
re_simple_quantifier(int min, int max, enum re_mode mode)
{
    if (mode == RE_POSSESSIVE) return -1;
    int lazy = mode == RE_LAZY ? 3 : 0;
    if (min == 0 && max == 1) return lazy;
    if (max == -1 && (min == 0 || min == 1)) return lazy + 1 + min;
    return -1;
}

/* Warns about a repetition of a repetition, and names the one operator that CRuby makes of the two. */
static void
re_warn_nested(struct re_parser *x, int min, int max, enum re_mode mode)
{
    static const char *const name[] = {"?", "*", "+", "??", "*?", "+?"};
    static const char same[] = "=";
    static const char *const both[6][6] = {
        /*        ?     *     +     ??          *?          +? */
        /* ?  */ {same, "*", "*", "??", "*?", NULL},
        /* *  */ {same, same, same, "+ and ??", "+ and ??", same},
        /* +  */ {"*", "*", same, NULL, "+ and ??", same},
        /* ?? */ {same, "*?", "*?", same, "*?", "*?"},
        /* *? */ {same, same, same, same, same, same},
        /* +? */ {NULL, NULL, NULL, "*?", "*?", same},
    };
    const struct re_node *n = re_top(x)->seq_last;
    if (n && n->type == N_GROUP && n->mode != GROUP_WITH_OPTIONS) n = n->child;
    if (!n || n->type != N_REPEAT) return;
    int inner = re_simple_quantifier(n->n, n->m, n->mode), outer = re_simple_quantifier(min, max, mode);
    if (inner < 0 || outer < 0 || !both[inner][outer]) return;
    const char *made = both[inner][outer];
    if (made == same) re_warn(x->t, "regular expression has redundant nested repeat operator '%s'", name[inner]);
    else
        re_warn(x->t, "nested repeat operator '%s' and '%s' was replaced with '%s' in regular expression", name[inner],
                name[outer], made);
}

static void
re_repeat_last(struct re_parser *x, int min, int max, enum re_mode mode)
{
    re_warn_nested(x, min, max, mode);
    struct re_node *n = re_wrap_last(x, N_REPEAT);
    if (!n) re_fail(x->t, "target of repeat operator is not specified");
    n->n = min;
    n->m = max;
    n->mode = (uint8_t)mode;
}

static bool
re_quantifier(struct re_parser *x)
{
    unsigned c = re_peek(x, 0);
    int min = 0, max = -1;
    if (c == '{') {
        if (!re_interval(x, &min, &max)) return false;
        bool lazy = re_peek(x, 0) == '?';
        if (lazy) x->p++;
        if (lazy && min == max) { /* a{2}? is (?:a{2})? */
            re_repeat_last(x, min, max, RE_GREEDY);
            re_repeat_last(x, 0, 1, RE_GREEDY);
        } else re_repeat_last(x, min, max, lazy ? RE_LAZY : RE_GREEDY);
        return true;
    }
    if (c != '*' && c != '+' && c != '?') return false;
    if (c == '+') min = 1;
    if (c == '?') max = 1;
    x->p++;
    enum re_mode mode = RE_GREEDY;
    if (re_peek(x, 0) == '?') mode = RE_LAZY;
    if (re_peek(x, 0) == '+') mode = RE_POSSESSIVE;
    if (mode != RE_GREEDY) x->p++;
    re_repeat_last(x, min, max, mode);
    return true;
}

/* ---- items ---- */

static struct re_node *
re_assertion(struct re_parser *x, enum re_assert which)
{
    struct re_node *n = re_node_new(x->t, N_ASSERT);
    n->mode = (uint8_t)which;
    return n;
}

static struct re_node *
re_any_char(struct re_parser *x)
{
    struct re_node *n = re_node_new(x->t, N_ANY);
    n->n = x->modes.multiline;
    return n;
}

/* Blanks and comments under x; true: something was passed. */
static bool
re_skip_extended(struct re_parser *x)
{
    unsigned c = re_peek(x, 0);
    if (!x->modes.extended || !c) return false;
    if (strchr(" \t\n\r\f\v", (int)c)) {
        x->p++;
        return true;
    }
    if (c != '#') return false;
    while (x->p < x->e && *x->p != '\n') x->p++;
    return true;
}

static void
re_item(struct re_parser *x)
{
    if (re_skip_extended(x) || re_quantifier(x)) return;
    unsigned c = re_peek(x, 0);
    bool first = !x->begun, comment = c == '(' && re_peek(x, 1) == '?' && re_peek(x, 2) == '#';
    if (!comment) x->begun = true;
    uint32_t code = (uint32_t)*x->p++;
    switch (c) {
    case '\\': re_append(x, re_parse_escape(x)); return;
    case '[': re_append(x, re_parse_class(x)); return;
    case '.': re_append(x, re_any_char(x)); return;
    case '^': re_append(x, re_assertion(x, AT_LINE_BEGIN)); return;
    case '$': re_append(x, re_assertion(x, AT_LINE_END)); return;
    case '|': re_end_branch(x); return;
    case ')': re_close_group(x); return;
    case '(':
        if (re_peek(x, 0) == '?') re_open_special(x);
        else re_push_frame(x, re_new_capture(x), false);
        return;
    case ']':
        if (!first) re_warn(x->t, "regular expression has ']' without escape");
        /* FALLTHROUGH */
    default: re_append(x, re_char_node(x, code)); return;
    }
}

void
re_parse(struct re_tree *t, const struct re_chars *chars, unsigned options)
{
    struct re_parser x = {.t = t, .begin = chars->at, .p = chars->at, .e = chars->at + chars->n};
    x.modes.icase = (options & RE_OPT_IGNORECASE) != 0;
    x.modes.extended = (options & RE_OPT_EXTENDED) != 0;
    x.modes.multiline = (options & RE_OPT_MULTILINE) != 0;
    re_push_frame(&x, NULL, false);
    while (x.p < x.e) re_item(&x);
    re_pop_implied(&x);
    if (x.depth > 1) re_fail(t, "end pattern with unmatched parenthesis");
    t->root = re_pop_frame(&x);
    re_settle_references(&x);
}
