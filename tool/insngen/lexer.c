/*
 * lexer.c - insns.def to tokens; and a walk over the C tokens of a body.
 *
 * Two things in insns.def are C and are not cut up here: a body, from { to the } that closes it, and an attribute's
 * value, from ( to its ).  Both are found by skipping C's strings, characters and comments, so a brace in a string
 * does not count.  A comment directly before the word `insn` (no blank line between) is that instruction's doc.
 */
#include "insngen.h"
#include "parser.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *cursor;
static struct pos here;
static struct pos token_start;
static bool in_attrs;    /* between the word `attr` and the body */
static bool after_ident; /* the last token was a name */
static char *doc;        /* the last comment, until something else comes */
static int doc_end_line;

void
lexer_start(const char *text)
{
    cursor = text;
    here = (struct pos){1, 1};
    in_attrs = after_ident = false;
    doc = NULL;
}

struct pos
lexer_position(void)
{
    return token_start;
}

static void
advance(const char **p, struct pos *pos, int bytes)
{
    for (; bytes > 0; bytes--, ++*p) {
        if (**p == '\n') {
            pos->line++;
            pos->col = 1;
        } else {
            pos->col++;
        }
    }
}

/* Length of the comment, string or character constant at p, or 0 if there is none; -1 if it does not end. */
static int
opaque_length(const char *p)
{
    if (p[0] == '/' && p[1] == '/') return (int)strcspn(p, "\n");
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? (int)(end + 2 - p) : -1;
    }
    if (p[0] == '"' || p[0] == '\'') {
        const char *q = p + 1;
        while (*q && *q != '\n' && *q != *p) q += (*q == '\\' && q[1]) ? 2 : 1;
        return *q == *p ? (int)(q + 1 - p) : -1;
    }
    return 0;
}

/* Returns whether a new item starts at p, the first column of a line.  If so, a body before it has lost a brace. */
static bool
item_starts(const char *p)
{
    size_t word = strncmp(p, "insn", 4) == 0 || strncmp(p, "fuse", 4) == 0 ? 4 : strncmp(p, "piece", 5) == 0 ? 5 : 0;
    return word && (p[word] == ' ' || p[word] == '\t');
}

/* Take text from the opening bracket at the cursor to the one that closes it; NULL (and an error) if none does. */
static char *
take_balanced(char open, char close)
{
    const char *start = cursor;
    struct pos opened = here;
    int depth = 0;

    while (*cursor) {
        int opaque = opaque_length(cursor);
        if (opaque < 0) {
            error_at(here, *cursor == '/' ? "comment does not end" : "string does not end on its line");
            return NULL;
        }
        if (opaque > 0) {
            advance(&cursor, &here, opaque);
            continue;
        }
        if (open == '{' && here.col == 1 && item_starts(cursor)) break;
        if (*cursor == open) depth++;
        if (*cursor == close && --depth == 0) {
            advance(&cursor, &here, 1);
            return xcopy(start, (size_t)(cursor - start));
        }
        advance(&cursor, &here, 1);
    }
    error_at(opened, "unbalanced `%c': no `%c' closes it", open, close);
    return NULL;
}

/* Copy a comment's words: without its signs, and without the `*` that starts its lines. */
static char *
comment_words(const char *text, int length)
{
    char *words = xalloc((size_t)length + 2), *w = words;
    const char *p = text + 2, *end = text + length;
    bool block = text[1] == '*';

    if (block) end -= 2;
    while (p < end) {
        const char *line_end = memchr(p, '\n', (size_t)(end - p));
        if (!line_end) line_end = end;
        while (p < line_end && isspace((unsigned char)*p)) p++;
        if (block && p < line_end && *p == '*' && w != words) p++;
        if (p < line_end && *p == ' ') p++;
        const char *last = line_end;
        while (last > p && isspace((unsigned char)last[-1])) last--;
        memcpy(w, p, (size_t)(last - p));
        w += last - p;
        *w++ = '\n';
        p = line_end + 1;
    }
    while (w > words && isspace((unsigned char)w[-1])) w--;
    *w = '\0';
    return words;
}

/* Keep a comment as the doc of what follows; // lines that follow each other make one. */
static void
keep_doc(const char *text, int length, int start_line)
{
    char *words = comment_words(text, length);

    if (doc && text[1] == '/' && start_line == doc_end_line + 1) {
        char *both = xalloc(strlen(doc) + strlen(words) + 2);
        sprintf(both, "%s\n%s", doc, words);
        words = both;
    }
    doc = words;
    doc_end_line = here.line;
}

/* Skips blanks and comments.  Returns false if a comment does not end. */
static bool
skip_blanks(void)
{
    for (;;) {
        if (isspace((unsigned char)*cursor)) {
            advance(&cursor, &here, 1);
            continue;
        }
        if (cursor[0] != '/' || (cursor[1] != '/' && cursor[1] != '*')) return true;
        int length = opaque_length(cursor), line = here.line;
        const char *text = cursor;
        if (length < 0) {
            token_start = here;
            error_at(here, "comment does not end");
            return false;
        }
        advance(&cursor, &here, length);
        keep_doc(text, length, line);
    }
}

static int
word_kind(const char *word)
{
    static const struct {
        const char *word;
        int kind;
    } words[] = {{"insn", INSN}, {"piece", PIECE}, {"stack", STACK}, {"attr", ATTR}, {"fuse", FUSE}, {"variable", VARIABLE}};

    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (strcmp(words[k].word, word) == 0) return words[k].kind;
    }
    return IDENT;
}

static int
word_token(void)
{
    int length = 0;

    while (isalnum((unsigned char)cursor[length]) || cursor[length] == '_') length++;
    yylval.text = xcopy(cursor, (size_t)length);
    advance(&cursor, &here, length);
    int kind = word_kind(yylval.text);
    if (kind == INSN) yylval.doc = doc && doc_end_line + 1 >= token_start.line ? doc : NULL;
    if (kind == ATTR) in_attrs = true;
    else if (kind != IDENT) in_attrs = false;
    doc = NULL;
    after_ident = kind == IDENT;
    return kind;
}

/* The next token for the grammar; its text and place are in yylval. */
int
yylex(void)
{
    if (!skip_blanks()) return YYerror;
    token_start = here;
    yylval = (struct token){NULL, NULL, here};
    bool named = after_ident;
    after_ident = false;

    if (!*cursor) return END;
    if (isalpha((unsigned char)*cursor) || *cursor == '_') return word_token();
    if (*cursor == '{') {
        in_attrs = false;
        yylval.text = take_balanced('{', '}');
        return yylval.text ? BODY : YYerror;
    }
    if (*cursor == '(' && in_attrs && named) {
        char *text = take_balanced('(', ')');
        if (!text) return YYerror;
        yylval.text = xcopy(text + 1, strlen(text) - 2);
        return RAW;
    }
    if (strncmp(cursor, "--", 2) == 0) return advance(&cursor, &here, 2), DASHES;
    if (strncmp(cursor, "...", 3) == 0) return advance(&cursor, &here, 3), REST;
    char c = *cursor;
    if (strchr("(),=;", c)) return advance(&cursor, &here, 1), c;
    error_at(here, isprint((unsigned char)c) ? "unexpected `%c'" : "unexpected byte 0x%02x", (unsigned char)c);
    return YYerror;
}

/* The next C token of a body, comments and blanks skipped.  False at the end. */
bool
c_next(struct c_scan *scan, struct c_token *token)
{
    for (;;) {
        if (!*scan->p) return false;
        int opaque = opaque_length(scan->p);
        if (isspace((unsigned char)*scan->p) || (opaque > 0 && *scan->p == '/')) {
            advance(&scan->p, &scan->pos, opaque > 0 ? opaque : 1);
            continue;
        }
        *token = (struct c_token){*scan->p, scan->p, 1, scan->pos};
        if (opaque > 0) {
            token->kind = 's';
            token->length = opaque;
        } else if (isalnum((unsigned char)*scan->p) || *scan->p == '_') {
            token->kind = isdigit((unsigned char)*scan->p) ? 'n' : 'i';
            while (isalnum((unsigned char)scan->p[token->length]) || scan->p[token->length] == '_') token->length++;
        }
        advance(&scan->p, &scan->pos, token->length);
        return true;
    }
}

bool
c_token_is(const struct c_token *token, const char *text)
{
    return (size_t)token->length == strlen(text) && memcmp(token->start, text, (size_t)token->length) == 0;
}

/* Returns whether the C text uses this identifier. */
bool
c_mentions(const char *text, const char *name)
{
    struct c_scan scan = {text, {1, 1}};
    struct c_token token;

    while (c_next(&scan, &token)) {
        if (token.kind == 'i' && c_token_is(&token, name)) return true;
    }
    return false;
}
