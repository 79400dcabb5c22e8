/*
 * regexp/parse_name.c - names and numbers of groups, and what refers to them.
 *
 * Names are kept in a hash table: a pattern may have thousands.
 */
#include "internal/regexp/parse.h"

#include <string.h>

uint32_t
re_name_hash(const char *p, size_t len)
{
    uint32_t h = 2166136261u; /* FNV-1a, Fowler, Noll and Vo 1991 */
    for (size_t i = 0; i < len; i++) h = (h ^ (uint8_t)p[i]) * 16777619u;
    return h;
}

struct re_name *
re_name_find(const struct re_parser *x, const char *name, size_t len)
{
    if (!x->table_size) return NULL;
    uint32_t h = re_name_hash(name, len);
    for (size_t i = h & (x->table_size - 1);; i = (i + 1) & (x->table_size - 1)) {
        struct re_name *n = x->table[i];
        if (!n || (n->hash == h && n->len == len && !memcmp(n->p, name, len))) return n;
    }
}

static void
re_table_put(struct re_parser *x, struct re_name *n)
{
    size_t i = n->hash & (x->table_size - 1);
    while (x->table[i]) i = (i + 1) & (x->table_size - 1);
    x->table[i] = n;
}

static void
re_table_grow(struct re_parser *x)
{
    struct re_tree *t = x->t;
    size_t size = x->table_size ? x->table_size * 2 : 16;
    x->table = re_alloc(t, size * sizeof *x->table);
    x->table_size = size;
    t->names = re_regrow(t, t->names, (size_t)t->names_n * sizeof *t->names, size * sizeof *t->names);
    for (int i = 0; i < t->names_n; i++) re_table_put(x, t->names[i]);
}

void
re_name_add(struct re_parser *x, const char *name, size_t len, int group)
{
    struct re_name *n = re_name_find(x, name, len);
    if (!n) {
        if ((size_t)x->t->names_n * 2 >= x->table_size) re_table_grow(x);
        n = re_alloc(x->t, sizeof *n);
        n->p = name;
        n->len = len;
        n->hash = re_name_hash(name, len);
        x->t->names[x->t->names_n++] = n;
        re_table_put(x, n);
    }
    if (n->n == n->capa) {
        int capa = n->capa ? n->capa * 2 : 2;
        n->groups = re_regrow(x->t, n->groups, (size_t)n->n * sizeof(int), (size_t)capa * sizeof(int));
        n->capa = capa;
    }
    n->groups[n->n++] = group;
}

/* Codes from..to as text in the arena. */
static const char *
re_text_of(struct re_parser *x, const uint64_t *from, const uint64_t *to, size_t *len)
{
    char *p = re_alloc(x->t, (size_t)(to - from) * 8 + 1);
    size_t n = 0;
    for (; from < to; from++) n += (size_t)enc_encode(x->t->enc, (uint32_t)*from, p + n);
    *len = n;
    return p;
}

NORETURN static void
bad_name(struct re_parser *x, const uint64_t *from, const uint64_t *to)
{
    size_t len;
    const char *p = re_text_of(x, from, to, &len);
    re_fail(x->t, "invalid group name <%s>", re_shown(x->t, p, len));
}

static bool
re_digit_p(uint64_t c)
{
    return c >= '0' && c <= '9';
}

/* [+-]digits in from..to. */
static bool
re_read_number(struct re_parser *x, const uint64_t *from, const uint64_t *to, struct re_reference *r)
{
    bool minus = from < to && *from == '-', sign = minus || (from < to && *from == '+');
    if (sign) from++;
    if (from >= to) return false;
    long n = 0;
    for (; from < to; from++) {
        if (!re_digit_p(*from)) return false;
        n = n * 10 + (long)(*from - '0');
        if (n > 1000000) re_fail(x->t, "too big number");
    }
    r->relative = sign;
    r->number = (int)(minus ? -n : n);
    return true;
}

/* \k<name+1>: cuts the level off. */
static const uint64_t *
re_cut_level(const uint64_t *from, const uint64_t *to, int *level, bool *has_level)
{
    const uint64_t *q = to;
    while (q > from && re_digit_p(q[-1])) q--;
    if (q == to || q - from < 2 || (q[-1] != '+' && q[-1] != '-')) return to;
    int n = 0;
    for (const uint64_t *d = q; d < to && n < 100000; d++) n = n * 10 + (int)(*d - '0');
    *level = q[-1] == '-' ? -n : n;
    *has_level = true;
    return q - 1;
}

/* Raises RegexpError for a sign in a reference's name that is not followed by a level and the end.  The first character may be one. */
static void
re_check_level(struct re_parser *x, const uint64_t *from, const uint64_t *to)
{
    const uint64_t *q = from + (from < to);
    while (q < to && *q != '+' && *q != '-') q++;
    if (q == to) return;
    const uint64_t *digits = ++q;
    while (q < to && re_digit_p(*q)) q++;
    if (q == digits || q < to) bad_name(x, from, x->e);
}

struct re_reference
re_parse_name(struct re_parser *x, unsigned close, enum re_name_kind kind, int *level, bool *has_level)
{
    const uint64_t *from = x->p, *to = from;
    while (to < x->e && *to != close && *to != ')') to++;
    if (to == from) re_fail(x->t, "group name is empty");
    if (to >= x->e) bad_name(x, from, to);
    if (*to != close) bad_name(x, from, x->e);
    x->p = to + 1;
    struct re_reference r = {.groups_before = x->t->groups};
    bool may_have_level = kind == NAME_OF_REF || (kind == NAME_OF_COND && close != ')');
    const uint64_t *shown = may_have_level ? x->e : to; /* what a message quotes */
    if (may_have_level) re_check_level(x, from, to);
    if (kind == NAME_OF_REF) to = re_cut_level(from, to, level, has_level);
    bool number = re_digit_p(*from) || *from == '-' || (kind == NAME_OF_CALL && *from == '+');
    if (number && kind == NAME_OF_GROUP) bad_name(x, from, to);
    if (number) {
        if (!re_read_number(x, from, to, &r)) bad_name(x, from, to);
        bool whole = kind == NAME_OF_CALL && !r.relative; /* \g<0> */
        if (r.number == 0 && !whole) bad_name(x, from, shown);
        return r;
    }
    r.name = re_text_of(x, from, to, &r.len);
    return r;
}

void
re_reference_add(struct re_parser *x, struct re_reference ref)
{
    if (x->refs_n == x->refs_capa) {
        size_t capa = x->refs_capa ? x->refs_capa * 2 : 8;
        x->refs = re_regrow(x->t, x->refs, x->refs_n * sizeof *x->refs, capa * sizeof *x->refs);
        x->refs_capa = capa;
    }
    x->refs[x->refs_n++] = ref;
    if (ref.node->type == N_CALL) x->t->has_calls = true;
    else x->t->has_backrefs = true;
    if (ref.node->flags & RE_LEVEL) x->t->has_levels = true;
}

/* Takes groups without a name out of the numbering, because they do not capture if a pattern has named groups. */
static void
re_drop_unnamed(struct re_tree *t)
{
    int kept = 0;
    int *now = re_alloc(t, (size_t)(t->groups + 1) * sizeof *now);
    for (int i = 1; i <= t->groups; i++) {
        struct re_node *n = t->captures[i];
        if (!(n->flags & RE_NAMED)) {
            n->type = N_GROUP;
            continue;
        }
        n->n = now[i] = ++kept;
        t->captures[kept] = n;
    }
    t->groups = kept;
    for (int i = 0; i < t->names_n; i++)
        for (int k = 0; k < t->names[i]->n; k++) t->names[i]->groups[k] = now[t->names[i]->groups[k]];
}

static int
re_numbered_group(struct re_parser *x, const struct re_reference *r)
{
    bool call = r->node->type == N_CALL;
    if (r->node->type == N_COND && r->number > x->all_groups) re_fail(x->t, "invalid backref number/name");
    if (x->named && !(call && r->number == 0 && !r->relative)) {
        re_fail(x->t, "numbered backref/call is not allowed. (use name)");
    }
    int n = r->number;
    if (r->relative) n = n < 0 ? r->groups_before + 1 + n : r->groups_before + n;
    if (n < 0 || (n == 0 && (!call || r->relative))) re_fail(x->t, "invalid backref number/name");
    if (n > x->t->groups) {
        if (call) re_fail(x->t, "undefined group <%d> reference", r->number);
        re_fail(x->t, "invalid backref number/name");
    }
    return n;
}

struct re_name *
re_name_must_exist(struct re_parser *x, const struct re_reference *r)
{
    struct re_name *name = re_name_find(x, r->name, r->len);
    if (!name) re_fail(x->t, "undefined name <%s> reference", re_shown(x->t, r->name, r->len));
    return name;
}

static void
re_settle(struct re_parser *x, struct re_reference *r)
{
    struct re_node *node = r->node;
    if (!r->name) {
        node->n = re_numbered_group(x, r);
        if (node->type == N_CALL) return;
        node->groups = re_alloc(x->t, sizeof(int));
        node->groups[0] = node->n;
        node->n = 1;
        return;
    }
    struct re_name *name = re_name_must_exist(x, r);
    if (node->type == N_CALL) {
        if (name->n > 1) re_fail(x->t, "multiplex definition name <%s> call", re_shown(x->t, r->name, r->len));
        node->n = name->groups[0];
        return;
    }
    node->groups = name->groups;
    node->n = name->n;
}

void
re_settle_references(struct re_parser *x)
{
    x->all_groups = x->t->groups;
    if (x->named) re_drop_unnamed(x->t);
    for (size_t i = 0; i < x->refs_n; i++) re_settle(x, &x->refs[i]);
}
