/*
 * regexp/parse_escape.c - what a backslash begins.
 */
#include "internal/regexp/parse.h"

#include <string.h>

/* ---- sets ---- */

/* \p{name} \p{^name} \P{name}: p at the brace.  False: it is the letter. */
static bool
re_property(struct re_parser *x, struct re_cset *s, bool not_, bool in_class)
{
    if (re_peek(x, 0) != '{') return false;
    const uint64_t *from = x->p + 1, *to = from;
    if (to < x->e && *to == '^') {
        not_ = !not_;
        from = ++to;
    }
    while (to < x->e && *to != '}') to++;
    char *name = re_alloc(x->t, (size_t)(to - from) * 8 + 1);
    size_t n = 0;
    for (const uint64_t *q = from; q < to; q++) n += (size_t)enc_encode(x->t->enc, (uint32_t)*q, name + n);
    struct re_cset *own = cset_new(x->t);
    bool known = to < x->e && cset_add_property(x->t, own, name, n);
    if (!known) re_fail(x->t, "invalid character property name {%s}", re_shown(x->t, name, to < x->e ? n : 0));
    cset_settle(own);
    if (x->modes.icase && !in_class) fold_set(x->t, own, own);
    if (not_) cset_invert(x->t, own);
    cset_add_set(x->t, s, own);
    x->p = to + 1;
    return true;
}

bool
re_escape_set(struct re_parser *x, struct re_cset *s)
{
    unsigned c = re_peek(x, 0);
    bool ascii = x->modes.charset != SET_UNICODE;
    const uint64_t *at = x->p++;
    switch (c) {
    case 'd': cset_add_ctype(x->t, s, ONIGENC_CTYPE_DIGIT, ascii, false); return true;
    case 'D': cset_add_ctype(x->t, s, ONIGENC_CTYPE_DIGIT, ascii, true); return true;
    case 'w': cset_add_ctype(x->t, s, ONIGENC_CTYPE_WORD, ascii, false); return true;
    case 'W': cset_add_ctype(x->t, s, ONIGENC_CTYPE_WORD, ascii, true); return true;
    case 's': cset_add_ctype(x->t, s, ONIGENC_CTYPE_SPACE, ascii, false); return true;
    case 'S': cset_add_ctype(x->t, s, ONIGENC_CTYPE_SPACE, ascii, true); return true;
    case 'h': cset_add_ctype(x->t, s, ONIGENC_CTYPE_XDIGIT, true, false); return true;
    case 'H': cset_add_ctype(x->t, s, ONIGENC_CTYPE_XDIGIT, true, true); return true;
    case 'p':
    case 'P':
        if (re_property(x, s, c == 'P', x->class_depth > 0)) return true;
        re_warn(x->t, "invalid Unicode Property \\%c", (int)c);
        break;
    default: break;
    }
    x->p = at;
    return false;
}

/* ---- characters ---- */

/* A letter that means nothing behind a backslash. */
static void
re_warn_unknown(struct re_parser *x, unsigned c)
{
    const char *unknown = x->class_depth ? "gijklmqyzABEFGIJKLNOQRTUVXYZ" : "ijlmqyEFIJLNOTUVY";
    if (!re_verbose_p(x->t)) return;
    bool bare = !x->class_depth && (c == 'g' || c == 'k') && x->p < x->e; /* \g and \k without a name */
    if (c && (strchr(unknown, (int)c) || bare)) re_warn(x->t, "Unknown escape \\%c is ignored", (int)c);
}

uint32_t
re_escape_char(struct re_parser *x)
{
    if (x->p >= x->e) re_fail(x->t, "end pattern at escape");
    unsigned c = re_peek(x, 0);
    uint32_t code = (uint32_t)*x->p++;
    switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'a': return '\a';
    case 'e': return 033;
    default: re_warn_unknown(x, c); break;
    }
    if (c < '0' || c > '7') return code;
    uint32_t n = c - '0';
    for (int i = 0; i < 2 && re_peek(x, 0) >= '0' && re_peek(x, 0) <= '7'; i++) n = n * 8 + (re_peek(x, 0) - '0'), x->p++;
    return n;
}

/* ---- references ---- */

/* \1 ...; NULL: it is octal, or a digit. */
static struct re_node *
re_numbered_reference(struct re_parser *x)
{
    const uint64_t *q = x->p;
    long n = 0;
    while (q < x->e && *q >= '0' && *q <= '9' && n < 100000) n = n * 10 + (long)(*q++ - '0');
    if (n > 9 && n > x->t->groups) return NULL;
    x->p = q;
    struct re_node *node = re_node_new(x->t, N_BACKREF);
    if (x->modes.icase) node->flags |= RE_ICASE;
    re_reference_add(x, (struct re_reference){.node = node, .number = (int)n, .groups_before = x->t->groups});
    return node;
}

static struct re_node *
re_named_reference(struct re_parser *x, enum re_name_kind kind)
{
    unsigned close = re_peek(x, 0) == '<' ? '>' : '\'';
    x->p++;
    int level = 0;
    bool has_level = false;
    struct re_reference r = re_parse_name(x, close, kind, &level, &has_level);
    struct re_node *n = re_node_new(x->t, kind == NAME_OF_CALL ? N_CALL : N_BACKREF);
    if (x->modes.icase) n->flags |= RE_ICASE;
    if (has_level) {
        n->flags |= RE_LEVEL;
        n->m = level;
    }
    r.node = n;
    re_reference_add(x, r);
    return n;
}

/* ---- others ---- */

static struct re_node *
re_parse_escape_assertion(struct re_parser *x, enum re_assert which)
{
    struct re_node *n = re_node_new(x->t, N_ASSERT);
    n->mode = (uint8_t)which;
    if (x->modes.charset == SET_ASCII) n->flags |= RE_ASCII;
    return n;
}

/* \R: (?>\r\n|[\n-\r and in Unicode three more]) */
static struct re_node *
re_line_break(struct re_parser *x)
{
    struct re_tree *t = x->t;
    struct re_cset *s = cset_new(t);
    cset_add(t, s, '\n', '\r');
    if (enc_unicode_p(t->enc)) {
        cset_add(t, s, 0x85, 0x85);
        cset_add(t, s, 0x2028, 0x2029);
    }
    struct re_node *atomic = re_node_new(t, N_ATOMIC), *alt = re_node_new(t, N_ALT), *seq = re_node_new(t, N_SEQ);
    struct re_node *cr = re_node_new(t, N_CHAR), *lf = re_node_new(t, N_CHAR), *one = re_node_new(t, N_SET);
    cr->n = '\r';
    lf->n = '\n';
    cr->next = lf;
    seq->child = cr;
    one->set = s;
    seq->next = one;
    alt->child = seq;
    atomic->child = alt;
    return atomic;
}

struct re_node *
re_parse_escape(struct re_parser *x)
{
    if (x->p >= x->e) re_fail(x->t, "end pattern at escape");
    unsigned c = re_peek(x, 0), next = re_peek(x, 1);
    struct re_cset *s = cset_new(x->t);
    if (re_escape_set(x, s)) {
        struct re_node *n = re_node_new(x->t, N_SET);
        cset_settle(s);
        n->set = s;
        if (c == 'w' || c == 'W') n->flags |= RE_WORD;
        return n;
    }
    enum { NONE = -1 };
    int at = NONE;
    switch (c) {
    case 'A': at = AT_TEXT_BEGIN; break;
    case 'z': at = AT_TEXT_END; break;
    case 'Z': at = AT_LAST_LINE; break;
    case 'G': at = AT_START; break;
    case 'b': at = AT_WORD; break;
    case 'B': at = AT_NOT_WORD; break;
    case 'K': x->p++; return re_node_new(x->t, N_KEEP);
    case 'X': x->p++; return re_node_new(x->t, N_CLUSTER);
    case 'R': x->p++; return re_line_break(x);
    case 'k':
    case 'g':
        if (next != '<' && next != '\'') break;
        x->p++;
        return re_named_reference(x, c == 'k' ? NAME_OF_REF : NAME_OF_CALL);
    default: break;
    }
    if (at != NONE) {
        x->p++;
        return re_parse_escape_assertion(x, (enum re_assert)at);
    }
    if (c >= '1' && c <= '9') {
        struct re_node *n = re_numbered_reference(x);
        if (n) return n;
    }
    return re_char_node(x, re_escape_char(x));
}
