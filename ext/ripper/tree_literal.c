/*
 * tree_literal.c - strings, symbols, regular expressions, lists of words, arrays, hashes.
 *
 * The text of a string comes from the tokens, because prism's nodes are cut differently.  The nodes give the embedded parts.
 */
#include "ext/ripper/tree.h"

/* ---- what strings are made of ---- */

/* The embedded parts of a string, in their order. */
struct parts {
    const pm_node_list_t *list;
    size_t at;
};

static node_t
next_embedded(struct parts *parts)
{
    while (parts->list && parts->at < parts->list->size) {
        node_t node = parts->list->nodes[parts->at++];
        if (PM_NODE_TYPE_P(node, PM_EMBEDDED_STATEMENTS_NODE) || PM_NODE_TYPE_P(node, PM_EMBEDDED_VARIABLE_NODE))
            return node;
    }
    return NULL;
}

static VALUE
embedded(struct ripper *r, node_t node)
{
    if (PM_NODE_TYPE_P(node, PM_EMBEDDED_VARIABLE_NODE)) {
        NODE(embedded_variable, n, node);
        rp_tok(r, n->operator_loc.start);
        VALUE value = rp_tok(r, n->variable->location.start);
        if (!PM_NODE_TYPE_P(n->variable, PM_BACK_REFERENCE_READ_NODE) &&
            !PM_NODE_TYPE_P(n->variable, PM_NUMBERED_REFERENCE_READ_NODE))
            value = EV(var_ref, value);
        return EV(string_dvar, value);
    }
    NODE(embedded_statements, n, node);
    rp_tok(r, n->opening_loc.start);
    VALUE value = rp_statements(r, n->statements);
    rp_tok_opt(r, &n->closing_loc);
    return EV(string_embexpr, value);
}

static uint32_t
next_index(const struct ripper *r)
{
    return rp_next_significant(r, r->last);
}

static unsigned
event_at(const struct ripper *r, uint32_t index)
{
    return index < r->tok_count ? r->tok[index].event : SE_NONE;
}

/* Text and embedded parts up to something else, each added by `add`. */
static VALUE
contents(struct ripper *r, struct parts *parts, VALUE value, enum ripper_parser_event add)
{
    for (;;) {
        uint32_t next = next_index(r);
        unsigned event = event_at(r, next);
        VALUE part;
        if (event == SE_tstring_content) {
            rp_shift_index(r, next);
            /* a heredoc's last text is handed over with its end */
            if (event_at(r, next_index(r)) == SE_heredoc_end && !(r->tok[next].flags & RT_APART)) rp_look(r);
            part = rp_tok_value(r, next);
        } else if (event == SE_embexpr_beg || event == SE_embvar) {
            node_t node = next_embedded(parts);
            if (!node) return value;
            part = embedded(r, node);
        } else return value;
        value = rp_event(r, add, 2, (VALUE[]){value, part});
    }
}

/* ---- strings ---- */

static const struct rp_heredoc *
heredoc_at(const struct ripper *r, uint32_t index)
{
    for (uint32_t i = 0; i < r->heredoc_count; i++)
        if (r->heredocs[i].beg == index) return &r->heredocs[i];
    return NULL;
}

/* A string from its beginning, which was gone over, to its end. */
static VALUE
string_body(struct ripper *r, const pm_node_list_t *list, VALUE value, enum ripper_parser_event add)
{
    const struct rp_heredoc *heredoc = r->last >= 0 && event_at(r, (uint32_t)r->last) == SE_heredoc_beg
                                           ? heredoc_at(r, (uint32_t)r->last)
                                           : NULL;
    struct parts parts = {list, 0};

    value = contents(r, &parts, value, add);
    uint32_t next = next_index(r);
    switch (event_at(r, next)) {
    case SE_tstring_end:
    case SE_label_end:
    case SE_heredoc_end: rp_shift_index(r, next); break;
    default: break;
    }
    if (heredoc && heredoc->width > 0) value = EV(heredoc_dedent, value, INT2NUM(heredoc->width));
    return value;
}

static VALUE
string(struct ripper *r, const pm_location_t *opening, const pm_node_list_t *list)
{
    rp_tok(r, opening->start);
    VALUE value = EV0(string_content);
    value = string_body(r, list, value, PE_string_add);
    return EV(string_literal, value);
}

static VALUE
xstring(struct ripper *r, const pm_location_t *opening, const pm_node_list_t *list)
{
    rp_tok(r, opening->start);
    VALUE value = EV0(xstring_new);
    value = string_body(r, list, value, PE_xstring_add);
    return EV(xstring_literal, value);
}

static VALUE
string_node(struct ripper *r, node_t node)
{
    NODE(string, n, node);
    if (loc_p(&n->opening_loc) && *n->opening_loc.start == '?') return rp_tok(r, n->opening_loc.start);
    if (!loc_p(&n->opening_loc)) {
        rp_shift(r, node->location.end);
        return Qnil;
    }
    return string(r, &n->opening_loc, NULL);
}

static VALUE
string_part(struct ripper *r, node_t node)
{
    if (PM_NODE_TYPE_P(node, PM_STRING_NODE)) return string_node(r, node);
    NODE(interpolated_string, n, node);
    return string(r, &n->opening_loc, &n->parts);
}

/* Adjacent strings. */
static VALUE
concatenated(struct ripper *r, const pm_interpolated_string_node_t *node)
{
    VALUE value = Qundef;
    for (size_t i = 0; i < node->parts.size; i++) {
        VALUE part = string_part(r, node->parts.nodes[i]);
        value = value == Qundef ? part : EV(string_concat, value, part);
    }
    return value == Qundef ? Qnil : value;
}

/* ---- symbols ---- */

static VALUE
dynamic_symbol(struct ripper *r, const pm_location_t *opening, const pm_node_list_t *list)
{
    rp_tok(r, opening->start);
    rp_look(r);
    VALUE value = EV0(string_content);
    value = string_body(r, list, value, PE_string_add);
    return EV(dyna_symbol, value);
}

static VALUE
symbol_node(struct ripper *r, const pm_symbol_node_t *n)
{
    if (!loc_p(&n->opening_loc)) return rp_tok(r, n->base.location.start);
    if (n->opening_loc.end - n->opening_loc.start > 1) return dynamic_symbol(r, &n->opening_loc, NULL);
    rp_tok(r, n->opening_loc.start);
    VALUE name = rp_tok(r, n->value_loc.start);
    name = EV(symbol, name);
    return EV(symbol_literal, name);
}

VALUE
rp_label(struct ripper *r, node_t node, bool *text)
{
    const pm_location_t *opening, *closing;
    const pm_node_list_t *parts = NULL;

    if (PM_NODE_TYPE_P(node, PM_SYMBOL_NODE)) {
        NODE(symbol, n, node);
        opening = &n->opening_loc, closing = &n->closing_loc;
        if (!loc_p(opening)) return rp_tok(r, node->location.start);
    } else {
        NODE(interpolated_symbol, n, node);
        opening = &n->opening_loc, closing = &n->closing_loc, parts = &n->parts;
    }
    if (*opening->start == ':' || *opening->start == '%' || !loc_p(closing) || closing->end[-1] != ':')
        return rp_node(r, node);
    *text = true;
    rp_tok(r, opening->start);
    VALUE value = EV0(string_content);
    return string_body(r, parts, value, PE_string_add);
}

/* ---- regular expressions ---- */

static VALUE
regexp(struct ripper *r, const pm_location_t *opening, const pm_node_list_t *list, const pm_location_t *closing)
{
    struct parts parts = {list, 0};

    rp_tok(r, opening->start);
    VALUE value = EV0(regexp_new);
    value = contents(r, &parts, value, PE_regexp_add);
    VALUE end = rp_tok_opt(r, closing);
    return EV(regexp_literal, value, end);
}

/* ---- lists of words ---- */

struct words {
    enum ripper_parser_event new, add;
    bool embeds;
};

static VALUE
word(struct ripper *r, const struct words *kind, struct parts *parts)
{
    if (!kind->embeds) {
        uint32_t index = next_index(r);
        rp_shift_index(r, index);
        return rp_tok_value(r, index);
    }
    VALUE value = Qundef; /* word_new comes once its first part is known */
    for (;;) {
        uint32_t next = next_index(r);
        unsigned event = event_at(r, next);
        VALUE part;
        if (event == SE_tstring_content) {
            rp_shift_index(r, next);
            part = rp_tok_value(r, next);
        } else if (event == SE_embexpr_beg || event == SE_embvar) {
            node_t node = next_embedded(parts);
            if (!node) return value == Qundef ? EV0(word_new) : value;
            part = embedded(r, node);
        } else return value == Qundef ? EV0(word_new) : value;
        if (value == Qundef) value = EV0(word_new);
        value = EV(word_add, value, part);
        if ((uint32_t)r->last + 1 < r->tok_count && event_at(r, (uint32_t)r->last + 1) == SE_words_sep) return value;
    }
}

static bool
word_next_p(const struct ripper *r)
{
    unsigned event = event_at(r, next_index(r));
    return event == SE_tstring_content || event == SE_embexpr_beg || event == SE_embvar;
}

/* A list of our own: libprism's memory is the parse's, which is over. */
static void
list_add(pm_node_list_t *list, pm_node_t *node)
{
    if (list->size == list->capacity) {
        size_t capa = list->capacity ? list->capacity * 2 : 16;
        pm_node_t **nodes = realloc(list->nodes, capa * sizeof *nodes);
        if (!nodes) rb_memerror();
        list->nodes = nodes;
        list->capacity = capa;
    }
    list->nodes[list->size++] = node;
}

/* The embedded parts of all words. */
static void
collect(const pm_node_list_t *elements, pm_node_list_t *list)
{
    for (size_t i = 0; i < elements->size; i++) {
        node_t node = elements->nodes[i];
        const pm_node_list_t *parts = NULL;
        if (PM_NODE_TYPE_P(node, PM_INTERPOLATED_STRING_NODE)) parts = &((const pm_interpolated_string_node_t *)node)->parts;
        else if (PM_NODE_TYPE_P(node, PM_INTERPOLATED_SYMBOL_NODE))
            parts = &((const pm_interpolated_symbol_node_t *)node)->parts;
        for (size_t k = 0; parts && k < parts->size; k++) list_add(list, parts->nodes[k]);
    }
}

static VALUE
words_of(struct ripper *r, const pm_array_node_t *node, const struct words *kind, const pm_node_list_t *list)
{
    struct parts parts = {list, 0};

    rp_tok(r, node->opening_loc.start);
    rp_look(r);
    VALUE value = rp_event(r, kind->new, 0, NULL);
    while (word_next_p(r)) {
        VALUE item = word(r, kind, &parts);
        rp_look(r);
        value = rp_event(r, kind->add, 2, (VALUE[]){value, item});
    }
    rp_tok_opt(r, &node->closing_loc);
    return EV(array, value);
}

struct words_call {
    struct ripper *r;
    const pm_array_node_t *node;
    const struct words *kind;
    pm_node_list_t list;
};

static VALUE
words_body(VALUE arg)
{
    struct words_call *call = (struct words_call *)arg;
    return words_of(call->r, call->node, call->kind, &call->list);
}

static VALUE
words_done(VALUE arg)
{
    free(((struct words_call *)arg)->list.nodes);
    return Qnil;
}

static VALUE
words(struct ripper *r, const pm_array_node_t *node, unsigned letter)
{
    static const struct words qwords = {PE_qwords_new, PE_qwords_add, false}, words = {PE_words_new, PE_words_add, true},
                              qsymbols = {PE_qsymbols_new, PE_qsymbols_add, false},
                              symbols = {PE_symbols_new, PE_symbols_add, true};
    struct words_call call = {.r = r, .node = node};

    call.kind = letter == 'w' ? &qwords : letter == 'W' ? &words : letter == 'i' ? &qsymbols : &symbols;
    if (!call.kind->embeds) return words_of(r, node, call.kind, NULL);
    collect(&node->elements, &call.list);
    return rb_ensure(words_body, (VALUE)&call, words_done, (VALUE)&call);
}

/* ---- arrays, hashes ---- */

static VALUE
array(struct ripper *r, const pm_array_node_t *node)
{
    if (!loc_p(&node->opening_loc)) return node->elements.size ? rp_mrhs(r, &node->elements) : Qnil;
    if (*node->opening_loc.start == '%') return words(r, node, node->opening_loc.start[1]);
    rp_tok(r, node->opening_loc.start);
    VALUE list = rp_list(r, &node->elements);
    rp_tok_opt(r, &node->closing_loc);
    return EV(array, list);
}

static VALUE
hash(struct ripper *r, const pm_hash_node_t *node)
{
    VALUE list = Qnil;

    rp_tok(r, node->opening_loc.start);
    if (node->elements.size) {
        list = rp_assoc_list(r, &node->elements);
        rp_look(r);
        uint32_t next = next_index(r);
        if (event_at(r, next) == SE_comma) {
            rp_shift_index(r, next);
            rp_look(r);
        }
        list = EV(assoclist_from_args, list);
    }
    rp_tok_opt(r, &node->closing_loc);
    return EV(hash, list);
}

VALUE
rp_literal(struct ripper *r, node_t node)
{
    switch (PM_NODE_TYPE(node)) {
    case PM_STRING_NODE: return string_node(r, node);
    case PM_X_STRING_NODE: return xstring(r, &((const pm_x_string_node_t *)node)->opening_loc, NULL);
    case PM_SYMBOL_NODE: return symbol_node(r, (const pm_symbol_node_t *)node);
    case PM_REGULAR_EXPRESSION_NODE:
    case PM_MATCH_LAST_LINE_NODE: {
        NODE(regular_expression, n, node);
        return regexp(r, &n->opening_loc, NULL, &n->closing_loc);
    }
    case PM_INTERPOLATED_STRING_NODE: {
        NODE(interpolated_string, n, node);
        return loc_p(&n->opening_loc) ? string(r, &n->opening_loc, &n->parts) : concatenated(r, n);
    }
    case PM_INTERPOLATED_X_STRING_NODE: {
        NODE(interpolated_x_string, n, node);
        return xstring(r, &n->opening_loc, &n->parts);
    }
    case PM_INTERPOLATED_SYMBOL_NODE: {
        NODE(interpolated_symbol, n, node);
        return dynamic_symbol(r, &n->opening_loc, &n->parts);
    }
    case PM_INTERPOLATED_REGULAR_EXPRESSION_NODE:
    case PM_INTERPOLATED_MATCH_LAST_LINE_NODE: {
        NODE(interpolated_regular_expression, n, node);
        return regexp(r, &n->opening_loc, &n->parts, &n->closing_loc);
    }
    case PM_ARRAY_NODE: return array(r, (const pm_array_node_t *)node);
    default: return hash(r, (const pm_hash_node_t *)node);
    }
}
