/*
 * regexp/parse_class.c - [...] with ranges, classes within classes, intersection and POSIX names, and nodes for characters.
 */
#include "internal/regexp/parse.h"

#include <string.h>

enum { MAX_CLASS_DEPTH = 1000 };

/* ---- nodes ---- */

struct re_node *
re_char_node(struct re_parser *x, uint32_t c)
{
    struct re_node *n = re_node_new(x->t, N_CHAR);
    n->n = (int32_t)c;
    if (x->modes.icase) n->flags |= RE_ICASE;
    if (!x->modes.behind) n->flags |= RE_MULTI_FOLD;
    return n;
}

struct string_sink {
    struct re_parser *x;
    struct re_node *last;
};

static void
re_add_string(const uint32_t *codes, int n, void *arg)
{
    struct string_sink *sink = arg;
    struct re_node *seq = re_node_new(sink->x->t, N_SEQ), **at = &seq->child;
    for (int i = 0; i < n; i++) {
        *at = re_char_node(sink->x, codes[i]);
        at = &(*at)->next;
    }
    sink->last->next = seq;
    sink->last = seq;
}

/* Makes a node for a set; the modes decide about letter case. */
static struct re_node *
re_set_node(struct re_parser *x, struct re_cset *s, const struct re_cset *named)
{
    struct re_tree *t = x->t;
    struct re_node *n;
    if (s->n == 2 && s->at[0] == s->at[1]) {
        n = re_char_node(x, s->at[0]);
        n->flags |= RE_APART;
        return n;
    }
    n = re_node_new(t, N_SET);
    n->set = s;
    if (!x->modes.icase) return n;
    struct re_cset before = *s;
    before.at = re_regrow(t, s->at, s->n * sizeof *s->at, (s->n + 1) * sizeof *s->at);
    fold_set(t, s, named);
    if (x->modes.behind) return n;
    struct string_sink sink = {x, n};
    fold_each_string(t, &before, re_add_string, &sink);
    if (!n->next) return n;
    struct re_node *alt = re_node_new(t, N_ALT);
    alt->child = n;
    return alt;
}

/* ---- the class ---- */

/* The kind of the last item: a range may begin with a character only. */
enum last_item { LAST_NONE, LAST_CHAR, LAST_SET, LAST_RANGE };
struct class {
    struct re_cset *set, *both; /* both: what stood before && */
    /* the sets without the members of \w and others in ASCII mode, which stay ASCII when case is ignored */
    struct re_cset *named, *named_both;
    enum last_item last;
    uint32_t from; /* LAST_CHAR, not added yet */
    bool added;    /* unless a nested class came behind it */
};

/* Is one of from..to in the set already?  Said once a pattern. */
static void
re_warn_duplicate(struct re_parser *x, const struct re_cset *s, uint32_t from, uint32_t to)
{
    if (!re_verbose_p(x->t) || x->t->warnings->duplicate) return;
    for (size_t i = 0; i < s->n; i += 2) {
        if (s->at[i] > to || s->at[i + 1] < from) continue;
        x->t->warnings->duplicate = true;
        re_warn(x->t, "character class has duplicated range");
        return;
    }
}

/* A character that is an operator elsewhere in a class; once a pattern. */
static void
re_warn_unescaped(struct re_parser *x, int c)
{
    if (!x->t->warnings || x->t->warnings->class_char) return;
    x->t->warnings->class_char = true;
    re_warn(x->t, "character class has '%c' without escape", c);
}

static void
re_add_named_set(struct re_parser *x, struct class *k, const struct re_cset *s)
{
    for (size_t i = 0; i < s->n; i += 2) re_warn_duplicate(x, k->set, s->at[i], s->at[i + 1]);
    cset_add_set(x->t, k->set, s);
}

static void
re_add(struct re_parser *x, struct class *k, uint32_t from, uint32_t to)
{
    re_warn_duplicate(x, k->set, from, to);
    cset_add(x->t, k->set, from, to);
    cset_add(x->t, k->named, from, to);
}

static void
re_flush(struct re_parser *x, struct class *k)
{
    if (k->last == LAST_CHAR && !k->added) re_add(x, k, k->from, k->from);
    k->last = LAST_NONE;
}

static void
re_set_item(struct re_parser *x, struct class *k)
{
    re_flush(x, k);
    k->last = LAST_SET;
}

/* [:name:] with p at the inner bracket; false: none. */
static bool
re_posix_class(struct re_parser *x, struct class *k)
{
    const uint64_t *from = x->p + 2, *to;
    bool not_ = from < x->e && *from == '^';
    if (not_) from++;
    for (to = from; to < x->e && to - from < 20 && *to != ':' && *to != ']' && *to != '\\'; to++) {}
    if (x->e - to < 2 || to[0] != ':' || to[1] != ']') return false;
    char name[24];
    size_t n = 0;
    for (const uint64_t *q = from; q < to; q++) name[n++] = *q < 0x80 ? (char)*q : '?';
    int ctype = cset_type_named(name, n);
    if (ctype < 0) re_fail(x->t, "invalid POSIX bracket type");
    re_set_item(x, k);
    bool ascii = x->modes.charset == SET_ASCII;
    struct re_cset *own = cset_new(x->t);
    cset_add_ctype(x->t, own, (unsigned)ctype, ascii, not_);
    re_add_named_set(x, k, own);
    if (!ascii) cset_add_ctype(x->t, k->named, (unsigned)ctype, ascii, not_);
    x->p = to + 2;
    return true;
}

/* p at [: is there a :] before another bracket?  Then it may be a name too long to be one, and the bracket is a character. */
static bool
re_posix_end_later(const struct re_parser *x)
{
    for (const uint64_t *q = x->p + 2; q + 1 < x->e && *q != ']'; q++) {
        if (q[0] == ':' && q[1] == ']') return true;
        if (*q == '\\') q++;
    }
    return false;
}

static struct class class_body(struct re_parser *x);

/* A character or the end of a range. */
static void
re_char_item(struct re_parser *x, struct class *k, uint32_t c)
{
    re_flush(x, k);
    k->last = LAST_CHAR;
    k->from = c;
    k->added = false;
}

/* The - of a range with p behind it, after a character; false: it is a character. */
static bool
re_range_item(struct re_parser *x, struct class *k)
{
    if (x->p >= x->e) re_fail(x->t, "premature end of char-class");
    unsigned c = re_peek(x, 0);
    if (c == ']' || (c == '&' && re_peek(x, 1) == '&')) return false;
    uint32_t to;
    if (c == '[') { /* [a-[b]] is [b] */
        if (re_peek(x, 1) == ':') re_fail(x->t, "char-class value at end of range");
        k->last = LAST_SET;
        return true;
    }
    if (c == '\\') {
        x->p++;
        struct re_cset *unused = cset_new(x->t);
        if (re_escape_set(x, unused)) re_fail(x->t, "char-class value at end of range");
        to = re_peek(x, 0) == 'b' ? (x->p++, '\b') : re_escape_char(x);
    } else {
        if (c == '-') re_warn_unescaped(x, '-');
        to = (uint32_t)*x->p++;
    }
    if (k->from > to) re_fail(x->t, "empty range in char class");
    if (!k->added || k->from < to) re_add(x, k, k->from + k->added, to);
    k->last = LAST_RANGE;
    return true;
}

static void
re_hyphen(struct re_parser *x, struct class *k)
{
    if (k->last == LAST_CHAR && re_range_item(x, k)) return;
    bool ends = re_peek(x, 0) == ']' && x->p < x->e;
    if (k->last == LAST_SET && !ends && !(re_peek(x, 0) == '&' && re_peek(x, 1) == '&')) {
        re_fail(x->t, "unmatched range specifier in char-class");
    }
    bool and_next = re_peek(x, 0) == '&' && re_peek(x, 1) == '&';
    bool first = k->last == LAST_NONE && (k->both || and_next || re_peek(x, 0) == '-');
    if (first || (k->last == LAST_RANGE && !ends)) re_warn_unescaped(x, '-');
    re_char_item(x, k, '-');
}

static void
re_conjunction(struct re_parser *x, struct class *k)
{
    re_flush(x, k);
    if (k->both) {
        cset_intersect(x->t, k->both, k->set);
        cset_intersect(x->t, k->named_both, k->named);
    } else {
        k->both = k->set;
        k->named_both = k->named;
    }
    k->set = cset_new(x->t);
    k->named = cset_new(x->t);
}

static void
re_escaped_item(struct re_parser *x, struct class *k)
{
    struct re_cset *s = cset_new(x->t);
    unsigned c = re_peek(x, 0);
    if (re_escape_set(x, s)) {
        re_set_item(x, k);
        re_add_named_set(x, k, s);
        if (c == 'p' || c == 'P' || x->modes.charset == SET_UNICODE) cset_add_set(x->t, k->named, s);
        return;
    }
    if (re_peek(x, 0) == 'b') {
        x->p++;
        re_char_item(x, k, '\b');
    } else re_char_item(x, k, re_escape_char(x));
}

static void
re_class_item(struct re_parser *x, struct class *k)
{
    unsigned c = re_peek(x, 0);
    if (c == '[' && re_peek(x, 1) == ':') {
        if (re_posix_class(x, k)) return;
        if (re_posix_end_later(x)) c = 0;
    }
    uint32_t code = (uint32_t)*x->p++;
    if (c == '[') {
        /* A - after the inner class continues the character before that class: [x[a]-y] has x-y, and in [[a]-y] the - is a character. */
        if (k->last == LAST_CHAR && !k->added) {
            re_add(x, k, k->from, k->from);
            k->added = true;
        }
        struct class inner = class_body(x);
        cset_add_set(x->t, k->set, inner.set);
        cset_add_set(x->t, k->named, inner.named);
    } else if (c == '\\') re_escaped_item(x, k);
    else if (c == '-') re_hyphen(x, k);
    else if (c == '&' && re_peek(x, 0) == '&') {
        x->p++;
        re_conjunction(x, k);
    } else re_char_item(x, k, code);
}

/* Returns whether another ] follows the one at p, escaped or not: as in CRuby, []\] is a class that is not closed. */
static bool
re_closed_later(const struct re_parser *x)
{
    for (const uint64_t *q = x->p + 1; q < x->e; q++)
        if (*q == ']') return true;
    return false;
}

/* Parses a class from behind its bracket to behind the one that closes it. */
static struct class class_body(struct re_parser *x) {
    if (++x->class_depth > MAX_CLASS_DEPTH) re_fail(x->t, "parse depth limit over");
    struct class k = {.set = cset_new(x->t), .named = cset_new(x->t)};
    bool not_ = re_peek(x, 0) == '^';
    if (not_) x->p++;
    if (re_peek(x, 0) == ']') { /* as the first it is a character, if another closes the class */
        if (!re_closed_later(x)) re_fail(x->t, "empty char-class");
        re_warn_unescaped(x, ']');
        x->p++;
        re_char_item(x, &k, ']');
    }
    for (;;) {
        if (x->p >= x->e) re_fail(x->t, "premature end of char-class");
        if (re_peek(x, 0) == ']') break;
        re_class_item(x, &k);
    }
    x->p++;
    re_flush(x, &k);
    if (k.both) {
        re_conjunction(x, &k);
        k.set = k.both;
        k.named = k.named_both;
    }
    cset_settle(k.set);
    cset_settle(k.named);
    if (not_ && x->class_depth == 1 && x->modes.icase) fold_set(x->t, k.set, k.named);
    if (not_) {
        cset_invert(x->t, k.set);
        cset_invert(x->t, k.named);
    }
    x->class_depth--;
    return k;
}

struct re_node *
re_parse_class(struct re_parser *x)
{
    bool not_ = re_peek(x, 0) == '^';
    struct class k = class_body(x);
    if (!not_) return re_set_node(x, k.set, k.named);
    struct re_node *n = re_node_new(x->t, N_SET);
    n->set = k.set;
    return n;
}
