/*
 * spaces.c - puts the parser's tokens, and what lies between them, in the order in which a lexer hands them over.
 *
 * A heredoc's text comes behind its beginning, and the rest of the line after its end.  Comments on the lines after a line end
 * come before that line end: a lexer looks there for a line that begins with a period.
 *
 * Uses      ripper.h
 * RSPACE-1  Each byte of the text up to __END__ lies in one token, except what the parser itself gave up on.
 * RSPACE-2  tok_count tokens have been written; `pos` is the end of the last one, or where the lexer went on after it.
 */
#include "ext/ripper/ripper.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_OF(token, event) [PM_TOKEN_##token] = SE_##event + 1
/* Event + 1; 0: none. */
static const uint8_t event_of[PM_TOKEN_MAXIMUM] = {
    EVENT_OF(AMPERSAND, op),
    EVENT_OF(AMPERSAND_AMPERSAND, op),
    EVENT_OF(AMPERSAND_AMPERSAND_EQUAL, op),
    EVENT_OF(AMPERSAND_DOT, op),
    EVENT_OF(AMPERSAND_EQUAL, op),
    EVENT_OF(BACKTICK, backtick),
    EVENT_OF(BACK_REFERENCE, backref),
    EVENT_OF(BANG, op),
    EVENT_OF(BANG_EQUAL, op),
    EVENT_OF(BANG_TILDE, op),
    EVENT_OF(BRACE_LEFT, lbrace),
    EVENT_OF(BRACE_RIGHT, rbrace),
    EVENT_OF(BRACKET_LEFT, lbracket),
    EVENT_OF(BRACKET_LEFT_ARRAY, lbracket),
    EVENT_OF(BRACKET_LEFT_RIGHT, op),
    EVENT_OF(BRACKET_LEFT_RIGHT_EQUAL, op),
    EVENT_OF(BRACKET_RIGHT, rbracket),
    EVENT_OF(CARET, op),
    EVENT_OF(CARET_EQUAL, op),
    EVENT_OF(CHARACTER_LITERAL, CHAR),
    EVENT_OF(CLASS_VARIABLE, cvar),
    EVENT_OF(COLON, op),
    EVENT_OF(COLON_COLON, op),
    EVENT_OF(COMMA, comma),
    EVENT_OF(COMMENT, comment),
    EVENT_OF(CONSTANT, const),
    EVENT_OF(DOT, period),
    EVENT_OF(DOT_DOT, op),
    EVENT_OF(DOT_DOT_DOT, op),
    EVENT_OF(EMBDOC_BEGIN, embdoc_beg),
    EVENT_OF(EMBDOC_END, embdoc_end),
    EVENT_OF(EMBDOC_LINE, embdoc),
    EVENT_OF(EMBEXPR_BEGIN, embexpr_beg),
    EVENT_OF(EMBEXPR_END, embexpr_end),
    EVENT_OF(EMBVAR, embvar),
    EVENT_OF(EQUAL, op),
    EVENT_OF(EQUAL_EQUAL, op),
    EVENT_OF(EQUAL_EQUAL_EQUAL, op),
    EVENT_OF(EQUAL_GREATER, op),
    EVENT_OF(EQUAL_TILDE, op),
    EVENT_OF(FLOAT, float),
    EVENT_OF(FLOAT_IMAGINARY, imaginary),
    EVENT_OF(FLOAT_RATIONAL, rational),
    EVENT_OF(FLOAT_RATIONAL_IMAGINARY, imaginary),
    EVENT_OF(GLOBAL_VARIABLE, gvar),
    EVENT_OF(GREATER, op),
    EVENT_OF(GREATER_EQUAL, op),
    EVENT_OF(GREATER_GREATER, op),
    EVENT_OF(GREATER_GREATER_EQUAL, op),
    EVENT_OF(HEREDOC_END, heredoc_end),
    EVENT_OF(HEREDOC_START, heredoc_beg),
    EVENT_OF(IDENTIFIER, ident),
    EVENT_OF(IGNORED_NEWLINE, ignored_nl),
    EVENT_OF(INSTANCE_VARIABLE, ivar),
    EVENT_OF(INTEGER, int),
    EVENT_OF(INTEGER_IMAGINARY, imaginary),
    EVENT_OF(INTEGER_RATIONAL, rational),
    EVENT_OF(INTEGER_RATIONAL_IMAGINARY, imaginary),
    EVENT_OF(LABEL, label),
    EVENT_OF(LABEL_END, label_end),
    EVENT_OF(LAMBDA_BEGIN, tlambeg),
    EVENT_OF(LESS, op),
    EVENT_OF(LESS_EQUAL, op),
    EVENT_OF(LESS_EQUAL_GREATER, op),
    EVENT_OF(LESS_LESS, op),
    EVENT_OF(LESS_LESS_EQUAL, op),
    EVENT_OF(METHOD_NAME, ident),
    EVENT_OF(MINUS, op),
    EVENT_OF(MINUS_EQUAL, op),
    EVENT_OF(MINUS_GREATER, tlambda),
    EVENT_OF(NEWLINE, nl),
    EVENT_OF(NUMBERED_REFERENCE, backref),
    EVENT_OF(PARENTHESIS_LEFT, lparen),
    EVENT_OF(PARENTHESIS_LEFT_PARENTHESES, lparen),
    EVENT_OF(PARENTHESIS_RIGHT, rparen),
    EVENT_OF(PERCENT, op),
    EVENT_OF(PERCENT_EQUAL, op),
    EVENT_OF(PERCENT_LOWER_I, qsymbols_beg),
    EVENT_OF(PERCENT_LOWER_W, qwords_beg),
    EVENT_OF(PERCENT_LOWER_X, backtick),
    EVENT_OF(PERCENT_UPPER_I, symbols_beg),
    EVENT_OF(PERCENT_UPPER_W, words_beg),
    EVENT_OF(PIPE, op),
    EVENT_OF(PIPE_EQUAL, op),
    EVENT_OF(PIPE_PIPE, op),
    EVENT_OF(PIPE_PIPE_EQUAL, op),
    EVENT_OF(PLUS, op),
    EVENT_OF(PLUS_EQUAL, op),
    EVENT_OF(QUESTION_MARK, op),
    EVENT_OF(REGEXP_BEGIN, regexp_beg),
    EVENT_OF(REGEXP_END, regexp_end),
    EVENT_OF(SEMICOLON, semicolon),
    EVENT_OF(SLASH, op),
    EVENT_OF(SLASH_EQUAL, op),
    EVENT_OF(STAR, op),
    EVENT_OF(STAR_EQUAL, op),
    EVENT_OF(STAR_STAR, op),
    EVENT_OF(STAR_STAR_EQUAL, op),
    EVENT_OF(STRING_BEGIN, tstring_beg),
    EVENT_OF(STRING_CONTENT, tstring_content),
    EVENT_OF(STRING_END, tstring_end),
    EVENT_OF(SYMBOL_BEGIN, symbeg),
    EVENT_OF(TILDE, op),
    EVENT_OF(UAMPERSAND, op),
    EVENT_OF(UCOLON_COLON, op),
    EVENT_OF(UDOT_DOT, op),
    EVENT_OF(UDOT_DOT_DOT, op),
    EVENT_OF(UMINUS, op),
    EVENT_OF(UMINUS_NUM, op),
    EVENT_OF(UPLUS, op),
    EVENT_OF(USTAR, op),
    EVENT_OF(USTAR_STAR, op),
    EVENT_OF(WORDS_SEP, words_sep),
    EVENT_OF(__END__, __end__),
};

static uint8_t
event_of_type(unsigned type)
{
    if (type >= PM_TOKEN_MAXIMUM) return SE_NONE;
    if (event_of[type]) return event_of[type] - 1;
    switch (type) {
    case PM_TOKEN_KEYWORD_DO:
    case PM_TOKEN_KEYWORD_ELSE:
    case PM_TOKEN_KEYWORD_ELSIF:
    case PM_TOKEN_KEYWORD_END:
    case PM_TOKEN_KEYWORD_ENSURE:
    case PM_TOKEN_KEYWORD_IN:
    case PM_TOKEN_KEYWORD_RESCUE:
    case PM_TOKEN_KEYWORD_THEN:
    case PM_TOKEN_KEYWORD_WHEN: return SE_kw;
    default: return type >= PM_TOKEN_KEYWORD_ALIAS && type <= PM_TOKEN_KEYWORD___LINE__ ? SE_kw : SE_NONE;
    }
}

/* A stretch of the text that a lexer has been to already, and jumps over at its line end: bodies of heredocs. */
struct region {
    uint32_t start, end;
};
struct open_heredoc {
    uint32_t resume; /* end of its beginning */
    uint32_t body;
    uint32_t index;  /* in heredocs */
    uint16_t state;  /* of its beginning */
    uint32_t embeds; /* embedded expressions that were open */
    bool tilde;
    int width; /* the least indentation so far */
};

struct cutter {
    struct ripper *r;
    const uint8_t *text;
    const struct rp_lexeme *raw;
    uint32_t count;
    uint32_t pos;
    uint16_t state; /* of white space at pos */
    uint32_t reach; /* the furthest byte handed over */
    struct region *regions;
    uint32_t region_count, region_capa;
    struct open_heredoc *open;
    uint32_t open_count, open_capa;
    enum { IN_NOTHING, IN_DEF, IN_DEF_DOT, IN_ALIAS, IN_ALIAS_NEW, IN_UNDEF } in; /* names follow */
    bool symbol;     /* the last token was the colon of a Symbol */
    uint32_t fors;   /* `for`s whose `in` is to come */
    uint32_t depth;  /* of brackets of all kinds */
    uint32_t braces; /* that are open, those of embedded expressions not */
    uint32_t
        keywords;     /* depth at which the last pattern began, or parameters without parentheses, + 1; 0 after their line */
    uint16_t *parens; /* of parentheses that are open: the state after them; 0: the lexer's */
    uint32_t paren_count, paren_capa;
    uint16_t *embeds; /* states before the #{ that are open */
    uint32_t embed_count, embed_capa;
    const uint32_t *matches; /* offsets of `=>`s before a pattern, ascending */
    uint32_t match_count;
    bool failed; /* no memory */
};

static bool
grow(struct cutter *c, void **list, uint32_t count, uint32_t *capa, size_t size)
{
    if (count < *capa) return true;
    uint32_t n = *capa ? *capa * 2 : 16;
    void *p = realloc(*list, n * size);
    if (!p) {
        c->failed = true;
        return false;
    }
    *list = p;
    *capa = n;
    return true;
}

static struct rp_token *
put(struct cutter *c, unsigned event, uint32_t start, uint32_t end, uint16_t state, unsigned flags)
{
    struct ripper *r = c->r;
    if (!grow(c, (void **)&r->tok, r->tok_count, &r->tok_capa, sizeof *r->tok)) return NULL;
    struct rp_token *t = &r->tok[r->tok_count++];
    if (end > r->size) end = (uint32_t)r->size;
    if (end > c->reach) c->reach = end;
    *t = (struct rp_token){
        .start = start, .end = end, .after = end, .state = state, .event = (uint8_t)event, .flags = (uint8_t)flags};
    return t;
}

/* ---- white space ---- */

static uint32_t
eol_length(const struct cutter *c, uint32_t at, uint32_t end)
{
    if (at < end && c->text[at] == '\n') return 1;
    return at + 1 < end && c->text[at] == '\r' && c->text[at + 1] == '\n' ? 2 : 0;
}

/* White space without a body of a heredoc; a backslash and its line end are a token. */
static void
put_stretch(struct cutter *c, uint32_t from, uint32_t to)
{
    while (from < to) {
        uint32_t n, at = from;
        if (c->text[at] == '\\' && (n = eol_length(c, at + 1, to))) {
            put(c, SE_sp, at, at + 1 + n, c->state, 0);
            from = at + 1 + n;
            continue;
        }
        do at++;
        while (at < to && !(c->text[at] == '\\' && eol_length(c, at + 1, to)));
        put(c, SE_sp, from, at, c->state, 0);
        from = at;
    }
}

static const struct region *
region_in(const struct cutter *c, uint32_t from, uint32_t to)
{
    const struct region *first = NULL;
    for (uint32_t i = 0; i < c->region_count; i++) {
        const struct region *g = &c->regions[i];
        if (g->start >= from && g->start <= to && g->end > from && (!first || g->start < first->start)) first = g;
    }
    return first;
}

static void
put_gap(struct cutter *c, uint32_t to)
{
    const struct region *g;
    while (c->pos < to && c->region_count && (g = region_in(c, c->pos, to - 1)) && g->end <= to) {
        put_stretch(c, c->pos, g->start);
        c->pos = g->end;
    }
    if (c->pos < to) put_stretch(c, c->pos, to);
    c->pos = to;
}

/* ---- heredocs ---- */

static void
open_heredoc(struct cutter *c, uint32_t i, uint32_t token)
{
    struct ripper *r = c->r;
    const struct rp_lexeme *beg = &c->raw[i];

    if (!grow(c, (void **)&c->open, c->open_count, &c->open_capa, sizeof *c->open)) return;
    if (!grow(c, (void **)&r->heredocs, r->heredoc_count, &r->heredoc_capa, sizeof *r->heredocs)) return;
    uint32_t body = i + 1 < c->count ? c->raw[i + 1].start : beg->end;
    if (body < beg->end) body = beg->end;
    r->tok[token].after = body;
    bool tilde = beg->start + 2 < beg->end && c->text[beg->start + 2] == '~';
    r->heredocs[r->heredoc_count] = (struct rp_heredoc){.beg = token, .end = token, .width = tilde ? 0 : -1};
    c->open[c->open_count++] = (struct open_heredoc){.resume = beg->end,
                                                     .body = body,
                                                     .index = r->heredoc_count++,
                                                     .state = beg->state,
                                                     .embeds = c->embed_count,
                                                     .tilde = tilde,
                                                     .width = INT_MAX};
    c->pos = body;
}

/* An inner heredoc has set its own before. */
static void
set_indents(struct ripper *r, const struct rp_heredoc *h)
{
    for (uint32_t i = h->beg + 1; i < h->end; i++) {
        struct rp_token *t = &r->tok[i];
        int columns;
        if ((t->flags & (RT_DEDENT | RT_DEDENTED)) != RT_DEDENT) continue;
        t->flags |= RT_DEDENTED;
        t->indent = (uint32_t)rp_indent_bytes((const char *)r->text + t->start, t->end - t->start, h->width, &columns);
    }
}

static void
close_heredoc(struct cutter *c, uint32_t end, uint32_t token)
{
    if (!c->open_count) return;
    struct open_heredoc *h = &c->open[--c->open_count];
    if (end > c->r->size) end = (uint32_t)c->r->size;
    c->r->heredocs[h->index].end = token;
    if (h->tilde) {
        c->r->heredocs[h->index].width = h->width;
        set_indents(c->r, &c->r->heredocs[h->index]);
    }
    c->r->tok[token].after = c->r->tok[c->r->heredocs[h->index].beg].end;
    for (uint32_t i = 0; i < c->region_count; i++) {
        if (c->regions[i].end != h->body) continue;
        c->regions[i].end = end;
        c->pos = h->resume;
        return;
    }
    if (!grow(c, (void **)&c->regions, c->region_count, &c->region_capa, sizeof *c->regions)) return;
    c->regions[c->region_count++] = (struct region){h->body, end};
    c->pos = h->resume;
}

/* Returns whether text here belongs to a heredoc, and not to a string in an expression within it. */
static bool
in_heredoc(const struct cutter *c)
{
    return c->open_count && c->open[c->open_count - 1].embeds == c->embed_count;
}

/* ---- line ends ---- */

/* The lines of the heredocs that begin at this line end. */
static uint32_t
lines_below(const struct cutter *c, uint32_t at)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->region_count; i++) {
        if (c->regions[i].start != at || c->text[c->regions[i].end - 1] != '\n') continue;
        for (const uint8_t *p = c->text + at, *end = c->text + c->regions[i].end; p < end && (p = memchr(p, '\n', end - p));
             p++)
            n++;
    }
    return n;
}

/* Returns whether a line end after a token in this state is ignored. */
static bool
line_goes_on(uint16_t state)
{
    return (state & (EXPR_BEG | EXPR_CLASS | EXPR_FNAME | EXPR_DOT)) && !(state & EXPR_LABELED);
}

/* The comments that follow at once, each on its line; returns how many tokens they are. */
static uint32_t
put_comments(struct cutter *c, uint32_t i)
{
    uint32_t n = 0;
    for (; i + n < c->count && c->raw[i + n].type == PM_TOKEN_COMMENT; n++) {
        const struct rp_lexeme *comment = &c->raw[i + n];
        const struct region *g = c->region_count ? region_in(c, c->pos, comment->start) : NULL;
        uint32_t from = g && g->start == c->pos ? g->end : c->pos;
        uint32_t at = from;
        while (at < comment->start && (c->text[at] == ' ' || c->text[at] == '\t' || c->text[at] == '\f' ||
                                       c->text[at] == '\v' || c->text[at] == '\r'))
            at++;
        if (at != comment->start) break;
        put_gap(c, comment->start);
        put(c, SE_comment, comment->start, comment->end, c->state, 0);
        c->pos = comment->end;
    }
    return n;
}

/* Where the program ends: NUL, ^D and ^Z end it, too. */
static uint32_t
text_end(const struct cutter *c)
{
    uint32_t end = (uint32_t)(c->r->parser->end - c->r->parser->start);
    for (uint32_t at = c->pos; at < end; at++)
        if (c->text[at] == '\0' || c->text[at] == 4 || c->text[at] == 26) return at;
    return end;
}

/* White space at the end of the text is found where a lexer looks for a leading period, too. */
static void
put_last_spaces(struct cutter *c, uint32_t i)
{
    if (i < c->count && c->raw[i].type == PM_TOKEN_EOF) put_gap(c, text_end(c));
}

/* Returns whether the parser continues with a period or an operator at raw token i. */
static bool
leading_p(const struct cutter *c, uint32_t i)
{
    if (i >= c->count) return false;
    switch (c->raw[i].type) {
    case PM_TOKEN_DOT:
    case PM_TOKEN_AMPERSAND_DOT:
    case PM_TOKEN_AMPERSAND_AMPERSAND:
    case PM_TOKEN_PIPE_PIPE:
    case PM_TOKEN_KEYWORD_AND:
    case PM_TOKEN_KEYWORD_OR: return true;
    default: return false;
    }
}

/* The end of a line at raw token i; returns how many tokens were taken. */
static uint32_t
put_line_end(struct cutter *c, uint32_t i)
{
    const struct rp_lexeme *nl = &c->raw[i];
    bool ends = nl->type == PM_TOKEN_NEWLINE;

    put_gap(c, nl->start);
    c->pos = nl->end;
    c->in = IN_NOTHING;
    bool looks = ends || !line_goes_on(c->state);
    uint32_t n = looks ? put_comments(c, i + 1) : 0;
    if (looks) put_last_spaces(c, i + 1 + n);
    struct rp_token *t = put(c, ends ? SE_nl : SE_ignored_nl, nl->start, nl->end, nl->state,
                             ends ? RT_SIGNIFICANT | RT_TERM : 0);
    if (t) t->after = c->r->tok_count > 1 && n ? c->r->tok[c->r->tok_count - 2].end : nl->end;
    if (t && n == 0) t->lines = lines_below(c, t->end);
    c->state = nl->state;
    if (nl->state & EXPR_LABELED && c->keywords == c->depth + 1) { /* `in a:` ends here, and `def m a:` */
        c->state = EXPR_BEG;
        if (t) t->flags |= RT_SIGNIFICANT | RT_TERM;
    }
    if (t && t->flags & RT_TERM && c->keywords == c->depth + 1) c->keywords = 0;
    return n + 1;
}

/* A comment that ends the line of a statement, and those below it: the parser gets a line end that has no text. */
static uint32_t
put_comment(struct cutter *c, uint32_t i)
{
    const struct rp_lexeme *comment = &c->raw[i];

    put_gap(c, comment->start);
    c->in = IN_NOTHING;
    if (!c->r->tok_count || line_goes_on(c->state) || (comment->state & EXPR_BEG && c->state == EXPR_BEG)) {
        put(c, SE_comment, comment->start, comment->end, c->state, 0);
        c->pos = comment->end;
        return 1;
    }
    put(c, SE_comment, comment->start, comment->end, c->state, 0);
    c->pos = comment->end;
    uint32_t n = 1;
    if (comment->end > comment->start && c->text[comment->end - 1] == '\n') {
        n += put_comments(c, i + 1);
        put_last_spaces(c, i + n);
        if (!leading_p(c, i + n)) {
            struct rp_token *t = put(c, SE_NONE, c->pos, c->pos, EXPR_BEG, RT_SIGNIFICANT | RT_TERM);
            if (t && n == 1) t->lines = lines_below(c, comment->end);
            c->state = EXPR_BEG;
        }
    }
    return n;
}

/* ---- all of it ---- */

/* Returns the diagnostic of the first wrong escape in a text, or NULL. */
static const pm_diagnostic_t *
bad_escape(const struct cutter *c, uint32_t start, uint32_t end)
{
    for (const pm_diagnostic_t *d = (const pm_diagnostic_t *)c->r->parser->error_list.head; d;
         d = (const pm_diagnostic_t *)d->node.next) {
        uint32_t at = (uint32_t)(d->location.end - c->text);
        if (at <= start || at > end) continue;
        switch (d->diag_id) {
        case PM_ERR_ESCAPE_INVALID_CONTROL:
        case PM_ERR_ESCAPE_INVALID_CONTROL_REPEAT:
        case PM_ERR_ESCAPE_INVALID_META:
        case PM_ERR_ESCAPE_INVALID_META_REPEAT:
        case PM_ERR_INVALID_ESCAPE_CHARACTER:
        case PM_ERR_ESCAPE_INVALID_HEXADECIMAL:
        case PM_ERR_ESCAPE_INVALID_UNICODE:
        case PM_ERR_ESCAPE_INVALID_UNICODE_SHORT: return d;
        default: break;
        }
    }
    return NULL;
}

/* Text, with a wrong escape as a token of its own. */
static void
put_text(struct cutter *c, uint32_t start, uint32_t end, uint16_t state, unsigned flags)
{
    const pm_diagnostic_t *bad;

    while (c->r->parser->error_list.size && start < end && (bad = bad_escape(c, start, end))) {
        uint32_t stop = (uint32_t)(bad->location.end - c->text), from = stop;
        while (from > start && c->text[from - 1] != '\\') from--;
        if (from > start) from--;
        while (from >= start + 2 && (c->text[from - 1] == 'c' || c->text[from - 1] == 'C' || c->text[from - 1] == 'M') &&
               c->text[from - 2] == '\\')
            from -= 2;
        while (from >= start + 3 && c->text[from - 1] == '-' && c->text[from - 3] == '\\') from -= 3;
        if (from > start) put(c, SE_tstring_content, start, from, state, flags);
        put(c, SE_tstring_content, from, stop, state, flags & ~RT_DEDENT);
        flags &= ~RT_DEDENT;
        start = stop;
    }
    if (start < end) put(c, SE_tstring_content, start, end, state, flags);
}

/* Returns the columns of the white space that begins a line of a heredoc's text, 8 to a tab, or -1 if the line has no other text. */
static int
line_indent(const struct cutter *c, uint32_t at, uint32_t end, bool whole)
{
    int width = 0;
    for (; at < end; at++) {
        if (c->text[at] == ' ') width++;
        else if (c->text[at] == '\t') width = (width / 8 + 1) * 8;
        else break;
    }
    if (at == end) return whole ? -1 : width;
    return c->text[at] == '\n' || (c->text[at] == '\r' && at + 1 < end && c->text[at + 1] == '\n') ? -1 : width;
}

/* Puts the tokens of a piece of a heredoc's text.  With ~ each line is a token until one is not indented.  A token also ends at a
 * backslash before a line end; without ~, only if the piece is all of the heredoc. */
static void
put_heredoc_text(struct cutter *c, uint32_t start, uint32_t end, uint16_t state, bool all)
{
    struct open_heredoc *h = &c->open[c->open_count - 1];
    bool raw = c->text[h->resume - 1] == '\'';

    while (start < end) {
        uint32_t stop = start;
        bool done = false, line_start = start == 0 || c->text[start - 1] == '\n';
        unsigned flags = RT_SIGNIFICANT | RT_HEREDOC;
        if (h->tilde && line_start) {
            int width = line_indent(c, start, end, false);
            if (width >= 0 && width < h->width) h->width = width;
            flags |= RT_DEDENT;
        }
        while (!done) {
            const uint8_t *nl = memchr(c->text + stop, '\n', end - stop);
            stop = nl ? (uint32_t)(nl - c->text) + 1 : end;
            done = !nl || stop == end || (h->tilde && h->width > 0);
            if (nl && !raw && (all || h->tilde)) { /* an odd number of backslashes before it */
                const uint8_t *p = nl;
                while (p > c->text + start && p[-1] == '\\') p--;
                done |= (nl - p) & 1;
            }
            if (!done && h->tilde) {
                int width = line_indent(c, stop, end, false);
                if (width >= 0 && width < h->width) h->width = width;
            }
        }
        if (h->tilde && h->width > 0) flags |= RT_APART;
        put_text(c, start, stop, state, flags);
        start = stop;
    }
}

/* Puts the adjacent pieces of text from raw token i on, and returns their number. */
static uint32_t
put_heredoc_pieces(struct cutter *c, uint32_t i)
{
    uint32_t n = 1;
    while (i + n < c->count && c->raw[i + n].type == PM_TOKEN_STRING_CONTENT && c->raw[i + n].start == c->raw[i + n - 1].end)
        n++;
    bool all = i && c->raw[i - 1].type == PM_TOKEN_HEREDOC_START && i + n < c->count &&
               c->raw[i + n].type == PM_TOKEN_HEREDOC_END;
    put_heredoc_text(c, c->raw[i].start, c->raw[i + n - 1].end, c->raw[i].state, all);
    c->pos = c->raw[i + n - 1].end;
    return n;
}

static void
put_words_sep(struct cutter *c, uint32_t start, uint32_t end, uint16_t state)
{
    while (start < end) {
        const uint8_t *nl = memchr(c->text + start, '\n', end - start);
        uint32_t stop = nl ? (uint32_t)(nl - c->text) + 1 : end;
        put(c, SE_words_sep, start, stop, state, 0);
        start = stop;
    }
}

static uint16_t state_after(struct cutter *c, const struct rp_lexeme *raw, unsigned event);

static uint32_t
put_token(struct cutter *c, uint32_t i)
{
    const struct rp_lexeme *t = &c->raw[i];
    unsigned event = event_of_type(t->type);

    if (event == SE_lbrace || event == SE_tlambeg) c->braces++;
    else if (event == SE_rbrace && !c->braces) event = SE_embexpr_end; /* as in a text around the program */
    else if (event == SE_rbrace) c->braces--;
    if (event == SE_embexpr_end && t->type == PM_TOKEN_BRACE_RIGHT) {
        put_gap(c, t->start);
        put(c, event, t->start, t->end, c->state, RT_SIGNIFICANT);
        c->pos = t->end;
        return 1;
    }
    if ((event == SE_embexpr_beg || event == SE_embvar) && in_heredoc(c) && t->start && c->text[t->start - 1] == '\n')
        c->open[c->open_count - 1].width = 0;
    if (t->type == PM_TOKEN_NEWLINE || t->type == PM_TOKEN_IGNORED_NEWLINE) return put_line_end(c, i);
    if (t->type == PM_TOKEN_COMMENT) return put_comment(c, i);
    if (event == SE_tstring_content && in_heredoc(c)) {
        put_gap(c, t->start);
        return put_heredoc_pieces(c, i);
    }
    if (t->type == PM_TOKEN_EOF) return 1;
    put_gap(c, t->start);
    if (event == SE_NONE) {
        c->pos = t->end;
        return 1;
    }
    if (event == SE_words_sep) put_words_sep(c, t->start, t->end, c->state);
    else {
        uint16_t state = t->state;
        if (event == SE_regexp_end) state = c->state;
        else if (event == SE_heredoc_end && c->open_count) state = c->open[c->open_count - 1].state;
        uint32_t end = t->end;
        if (event == SE_heredoc_end && t->start >= end) event = SE_NONE; /* there is none */
        if (event == SE_CHAR && bad_escape(c, t->start, end)) event = SE_tstring_content;
        if (event == SE___end__) {
            const uint8_t *nl = memchr(c->text + t->start, '\n', end - t->start);
            if (nl) end = (uint32_t)(nl - c->text) + 1;
        }
        bool ignored = event == SE_embdoc_beg || event == SE_embdoc || event == SE_embdoc_end || event == SE___end__;
        if (event == SE_tstring_content) put_text(c, t->start, end, state, RT_SIGNIFICANT);
        else
            put(c, event, t->start, end, state,
                ignored || event == SE_NONE ? 0
                : event == SE_semicolon     ? RT_SIGNIFICANT | RT_TERM
                                            : RT_SIGNIFICANT);
    }
    c->pos = t->end;
    c->state = state_after(c, t, event);
    if (event == SE_heredoc_beg) open_heredoc(c, i, c->r->tok_count - 1);
    else if (t->type == PM_TOKEN_HEREDOC_END) close_heredoc(c, t->end, c->r->tok_count - 1);
    return 1;
}

static bool
name_event_p(unsigned event)
{
    switch (event) {
    case SE_ident:
    case SE_const:
    case SE_kw:
    case SE_op:
    case SE_ivar:
    case SE_gvar:
    case SE_cvar:
    case SE_backref:
    case SE_backtick:
    case SE_tstring_end: return true;
    default: return false;
    }
}

/* Returns the state after a name, or after the end of a list of names, or 0 for the lexer's. */
static uint16_t
state_after_name(struct cutter *c, const struct rp_lexeme *raw, unsigned event)
{
    bool name = name_event_p(event);

    switch (c->in) {
    case IN_DEF:
        if (event == SE_period || (event == SE_op && raw->type == PM_TOKEN_COLON_COLON)) {
            c->in = IN_DEF_DOT;
            return EXPR_FNAME;
        }
        if (!name) c->in = IN_NOTHING;
        else if (event == SE_op && c->state & EXPR_FNAME) return EXPR_ENDFN;
        else if (event == SE_op) c->in = IN_NOTHING;
        break;
    case IN_DEF_DOT:
        c->in = name ? IN_DEF : IN_NOTHING;
        if (name) return EXPR_ENDFN | EXPR_LABEL;
        break;
    case IN_ALIAS:
        if (!name) break;
        c->in = event == SE_gvar || event == SE_backref ? IN_NOTHING : IN_ALIAS_NEW;
        if (c->in) return EXPR_FNAME | EXPR_FITEM;
        break;
    case IN_ALIAS_NEW:
        if (!name) break;
        c->in = IN_NOTHING;
        if (event == SE_op || event == SE_kw) return EXPR_ENDFN;
        break;
    case IN_UNDEF:
        if (event == SE_comma) return EXPR_FNAME | EXPR_FITEM;
        if (event == SE_semicolon) c->in = IN_NOTHING;
        if (event == SE_op || event == SE_kw) return EXPR_ENDFN;
        break;
    case IN_NOTHING: break;
    }
    return 0;
}

static bool
push(struct cutter *c, uint16_t **list, uint32_t *count, uint32_t *capa, uint16_t value)
{
    if (!grow(c, (void **)list, *count, capa, sizeof **list)) return false;
    (*list)[(*count)++] = value;
    return true;
}

enum { DEF_OBJECT = 0xffff }; /* in parens: the object whose method is defined */

/* Returns the state after parentheses and embedded expressions, which is that of the code around them, or 0 for the lexer's. */
static uint16_t
state_after_bracket(struct cutter *c, const struct rp_lexeme *raw, unsigned event)
{
    switch (event) {
    case SE_lparen:
        push(c, &c->parens, &c->paren_count, &c->paren_capa,
             c->in == IN_DEF ? c->state & EXPR_FNAME ? DEF_OBJECT : EXPR_BEG
             : raw->type == PM_TOKEN_PARENTHESIS_LEFT_PARENTHESES && c->state & (EXPR_ARG | EXPR_CMDARG) ? EXPR_ENDARG
                                                                                                         : 0);
        return 0;
    case SE_rparen:
        if (!c->paren_count || c->parens[--c->paren_count] == 0) return 0;
        if (c->parens[c->paren_count] != DEF_OBJECT) return c->parens[c->paren_count];
        c->in = IN_DEF;
        return 0;
    case SE_embexpr_beg: push(c, &c->embeds, &c->embed_count, &c->embed_capa, c->state); return EXPR_BEG;
    case SE_embexpr_end: return c->embed_count ? c->embeds[--c->embed_count] : 0;
    case SE_regexp_end:
    case SE_heredoc_end: return EXPR_END;
    default: return 0;
    }
}

/* `in` and `=>` before a pattern. */
static bool
before_pattern_p(struct cutter *c, const struct rp_lexeme *raw)
{
    if (raw->type == PM_TOKEN_KEYWORD_FOR) c->fors++;
    if (raw->type == PM_TOKEN_KEYWORD_IN) {
        if (!c->fors) return true;
        c->fors--;
    } else if (raw->type == PM_TOKEN_EQUAL_GREATER) {
        while (c->match_count && *c->matches < raw->start) c->matches++, c->match_count--;
        return c->match_count && *c->matches == raw->start;
    }
    return false;
}

static void
count_brackets(struct cutter *c, unsigned event)
{
    switch (event) {
    case SE_lparen:
    case SE_lbracket:
    case SE_lbrace:
    case SE_tlambeg:
    case SE_embexpr_beg: c->depth++; break;
    case SE_rparen:
    case SE_rbracket:
    case SE_rbrace:
    case SE_embexpr_end: c->depth -= c->depth > 0; break;
    default: break;
    }
}

/* The state in which what follows the token is read, where the parser has set another one than the lexer did. */
static uint16_t
state_after(struct cutter *c, const struct rp_lexeme *raw, unsigned event)
{
    bool symbol = c->symbol, defining = c->in == IN_DEF;

    count_brackets(c, event);
    uint16_t named = event == SE_rparen ? 0 : state_after_name(c, raw, event), state;

    if (event == SE_lparen && defining) c->in = IN_DEF;
    state = state_after_bracket(c, raw, event);
    if (event == SE_lparen) c->in = IN_NOTHING;

    c->symbol = event == SE_symbeg && raw->end == raw->start + 1;
    if (!state) state = raw->state;
    if (symbol && name_event_p(event)) state = EXPR_END;
    if (named) state = named;
    if (c->state & EXPR_ENDFN && (event == SE_label || (defining && event == SE_ident && state == EXPR_END)))
        state |= EXPR_LABEL;
    if (symbol) return state;
    if (before_pattern_p(c, raw)) {
        state = EXPR_BEG | EXPR_LABEL;
        c->keywords = c->depth + 1;
    }
    if (defining && c->state & EXPR_ENDFN &&
        (event == SE_ident || event == SE_label || (event == SE_op && raw->type != PM_TOKEN_EQUAL)))
        c->keywords = c->depth + 1;
    if (raw->type == PM_TOKEN_KEYWORD_DEF && raw->state == EXPR_FNAME) c->in = IN_DEF;
    else if (raw->type == PM_TOKEN_KEYWORD_ALIAS && raw->state & EXPR_FITEM) c->in = IN_ALIAS;
    else if (raw->type == PM_TOKEN_KEYWORD_UNDEF && raw->state & EXPR_FITEM) c->in = IN_UNDEF;
    return state;
}

static int
compare_starts(const void *a, const void *b, void *data)
{
    const struct rp_token *tok = data;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (tok[x].start != tok[y].start) return tok[x].start < tok[y].start ? -1 : 1;
    return x < y ? -1 : x > y;
}

static void
sort_by_position(struct ripper *r)
{
    bool sorted = true;
    for (uint32_t i = 1; i < r->tok_count && sorted; i++) sorted = r->tok[i - 1].start <= r->tok[i].start;
    if (sorted || !(r->by_pos = malloc(r->tok_count * sizeof *r->by_pos))) return;
    for (uint32_t i = 0; i < r->tok_count; i++) r->by_pos[i] = i;
    qsort_r(r->by_pos, r->tok_count, sizeof *r->by_pos, compare_starts, r->tok);
}

/* ---- `=>` before a pattern ---- */

struct matches {
    const struct ripper *r;
    uint32_t *offsets;
    uint32_t count, capa;
};

static bool
find_match(const pm_node_t *node, void *data)
{
    struct matches *m = data;
    if (PM_NODE_TYPE(node) != PM_MATCH_REQUIRED_NODE) return true;
    if (m->count == m->capa) {
        uint32_t capa = m->capa ? m->capa * 2 : 16;
        uint32_t *p = realloc(m->offsets, capa * sizeof *p);
        if (!p) return true;
        m->offsets = p;
        m->capa = capa;
    }
    m->offsets[m->count++] = (uint32_t)(((const pm_match_required_node_t *)node)->operator_loc.start - m->r->text);
    return true;
}

static int
compare_offsets(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

bool
rp_order_tokens(struct ripper *r, const struct rp_lexeme *raw, uint32_t n)
{
    struct cutter c = {.r = r, .text = r->text, .raw = raw, .count = n, .state = EXPR_BEG};
    struct matches matches = {.r = r};

    pm_visit_node(r->root, find_match, &matches);
    if (matches.count) qsort(matches.offsets, matches.count, sizeof *matches.offsets, compare_offsets);
    c.matches = matches.offsets;
    c.match_count = matches.count;
    if (r->size >= 3 && memcmp(r->text, "\xEF\xBB\xBF", 3) == 0) c.pos = 3;
    for (uint32_t i = 0; i < n && !r->end_seen;) {
        if (raw[i].type == PM_TOKEN___END__) r->end_seen = true;
        i += put_token(&c, i);
    }
    if (!r->end_seen) put_gap(&c, text_end(&c));
    sort_by_position(r);
    free(c.regions);
    free(c.open);
    free(c.parens);
    free(c.embeds);
    free(matches.offsets);
    return !c.failed;
}
