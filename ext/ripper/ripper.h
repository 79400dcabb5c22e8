/*
 * ripper.h - what the parts of `require "ripper"` share.
 *
 * A parse has three steps.  libprism parses the text, and tokens.c records its tokens.  spaces.c cuts the text between them into
 * tokens too, and puts all in the order of a lexer.  The walk (tree.c, tree_*.c) goes over prism's tree as a bottom-up parser
 * would and dispatches the parser's events, each after the tokens that such a parser has read by then (dispatch.c).
 *
 * Owns      struct ripper: the parser, the tokens, the values that the handlers of tokens returned.
 * Uses      libprism, events.h; the public C API, vm/stack.h
 * RIPPER-1  Tokens are dispatched once each, in the order of `tok`; `next` is the first one not yet dispatched.
 * RIPPER-2  An event of the parser is dispatched after the last token of its construct (rp_shift).  Where a parser has to look
 *           ahead, it follows the token after that (rp_look).
 * RIPPER-3  Offsets are bytes from the start of `text`, a copy of the source: no VALUE moves under the parser.
 * RIPPER-4  Values of handlers live in `values` (an Array) or on the machine stack; nowhere else.
 * Checked   test/test_ripper.rb, tool/check/ripper_diff
 */
#ifndef FACET_EXT_RIPPER_H
#define FACET_EXT_RIPPER_H

#include "internal/compiler.h"

#include "ruby/ruby.h"
#include "ruby/encoding.h"
#include "prism.h"

#include "internal/compile/parse_memory.h"
#include "ext/ripper/events.h"

/* Names and values of the lexer's states.  ripper.c has the names of their unions, such as EXPR_VALUE. */
enum ripper_lex_state {
    EXPR_BEG = 1,
    EXPR_END = 2,
    EXPR_ENDARG = 4,
    EXPR_ENDFN = 8,
    EXPR_ARG = 16,
    EXPR_CMDARG = 32,
    EXPR_MID = 64,
    EXPR_FNAME = 128,
    EXPR_DOT = 256,
    EXPR_CLASS = 512,
    EXPR_LABEL = 1024,
    EXPR_LABELED = 2048,
    EXPR_FITEM = 4096,
};

struct rp_token {
    uint32_t start, end; /* of its text */
    uint32_t after;      /* where #lineno and #column stand once it was dispatched */
    uint16_t state;      /* of the lexer after it */
    uint8_t event;       /* enum ripper_scanner_event */
    uint8_t flags;
    uint32_t lines;  /* of heredocs below it: #lineno after it counts them */
    uint32_t indent; /* RT_DEDENT: bytes at its start that the heredoc's value is without */
};
enum {
    RT_SIGNIFICANT = 1, /* the parser gets it */
    RT_TERM = 2,        /* ; or the end of a line that ends a statement */
    RT_HEREDOC = 4,     /* text of a heredoc */
    RT_DEDENT = 8,      /* the text of a heredoc with ~, from the start of a line */
    RT_DEDENTED = 16,   /* `indent` is known */
    RT_APART = 32,      /* the text of a heredoc that is not handed over together with the heredoc's end */
};

/* A heredoc: the tokens of its beginning and end, its indentation if it has ~. */
struct rp_heredoc {
    uint32_t beg, end; /* indices in tok */
    int width;         /* -1: none to be taken away */
};

/* An error, a warning or a magic comment to be reported. */
struct rp_problem {
    uint32_t at; /* dispatched before the token with this index */
    uint32_t start, end;
    const pm_diagnostic_t *diagnostic; /* NULL: a magic comment */
    const pm_magic_comment_t *magic;
    int64_t message; /* index in messages, + 1 */
};

struct ripper {
    VALUE self;
    VALUE source; /* what the object was made with: a String, or responds to gets */
    VALUE filename;
    int first_line;
    bool parsing, parsed, error, debug, end_seen;
    VALUE debug_output;
    rb_encoding *enc;

    uint8_t *text;
    size_t size;
    struct parse_memory memory; /* what libprism holds */
    pm_parser_t *parser;
    pm_node_t *root;

    struct rp_token *tok;
    uint32_t tok_count, tok_capa;
    uint32_t *by_pos; /* indices of tok by start; NULL: tok is in that order */
    struct rp_heredoc *heredocs;
    uint32_t heredoc_count, heredoc_capa;
    const pm_regular_expression_node_t **regexps;
    size_t regexp_count;
    VALUE messages; /* Array of the messages about the regexps, or nil if there are none */
    struct rp_problem *problems;
    uint32_t problem_count, problem_next;

    VALUE values;     /* Array, as long as tok; nil: not yet made */
    VALUE lexed;      /* what Lexer has taken down: an Array; nil: it is another class */
    uint32_t *places; /* offsets of what is in lexed */
    uint32_t place_count, place_capa;
    enum rp_lexed_as { LEXED_ELEMS, LEXED_ARRAYS, LEXED_TEXTS } lexed_as;
    uint32_t next;        /* RIPPER-1 */
    int64_t last;         /* index of the last token that the walk went over; -1 */
    uint32_t now_offset;  /* #lineno, #column */
    bool now_line_before; /* the line is that of the byte before */
    uint32_t now_lines;
    uint16_t now_state;
    int64_t now_token;    /* index; -1: none */
    uint32_t line_cursor; /* line of the last position asked for */
    bool syntax_error;    /* one was reported */
    const pm_node_t *primary,
        *operand;              /* where these stand only a primary may, or an operand: there is less to look ahead for */
    const pm_node_t *detached; /* a block that a call in the walk is without; NULL */
    bool walk;                 /* some handler of the parser's events is the program's */
    bool own_parser[PE_COUNT], own_scanner[SE_COUNT]; /* handlers that are not Ripper's or Lexer's own */
};

/* ---- ripper.c ---- */
extern VALUE rp_class;
struct ripper *rp_raw(VALUE self); /* raises TypeError */
VALUE rp_m_parse(VALUE self);      /* Ripper#parse.  calls, raises */
void Init_ripper(void);

/* ---- source.c ---- */
/* Reads the source; sets text, size, enc.  calls, raises */
void rp_read_source(struct ripper *r);

/* ---- tokens.c ---- */
/* Parses the text, makes tok.  No Ruby is called, nothing of Ruby's allocated. */
void rp_tokenize(struct ripper *r);
void rp_release_tree(struct ripper *r);

/* ---- spaces.c ---- */
struct rp_lexeme {
    uint32_t start, end;
    uint16_t state;
    uint8_t type; /* pm_token_type_t */
};
bool rp_order_tokens(struct ripper *r, const struct rp_lexeme *raw, uint32_t n); /* false: no memory */

/* ---- dispatch.c ---- */
void rp_dispatch_init(void);
void rp_dispatch_start(struct ripper *r);
/* An event of the parser; returns what its handler does.  calls */
VALUE rp_event(struct ripper *r, enum ripper_parser_event event, int argc, const VALUE *argv);
/* The value of the token that begins at p, or that p lies in; dispatches what comes before, and it.  calls */
VALUE rp_tok(struct ripper *r, const uint8_t *p);
VALUE rp_tok_value(struct ripper *r, uint32_t index);
/* Goes over the tokens up to the one that ends at p (RIPPER-2).  calls */
void rp_shift(struct ripper *r, const uint8_t *p);
void rp_shift_index(struct ripper *r, uint32_t index);
/* Reads the token after the last one gone over.  calls */
void rp_look(struct ripper *r);
void rp_dispatch_rest(struct ripper *r);
uint32_t rp_next_significant(const struct ripper *r, int64_t index); /* tok_count: none.  pure */
uint32_t rp_find(const struct ripper *r, uint32_t offset);           /* index of the token there.  pure */
void rp_position(struct ripper *r, uint32_t offset, int *line, int *column);

VALUE rp_scanner_symbol(unsigned event); /* :on_ident and so on.  pure */

/* ---- heredoc.c ---- */
/* Bytes of white space at the start of text that are `width` columns wide at most; *columns: how wide they are.  pure */
size_t rp_indent_bytes(const char *text, size_t size, int width, int *columns);
void Init_ripper_heredoc(void);

/* ---- lexer.c ---- */
void Init_ripper_lexer(void);
void rp_lexer_start(struct ripper *r);
bool rp_lexer_handler_p(VALUE owner); /* the class whose handlers of tokens take them down */
void rp_lexer_take(struct ripper *r, uint32_t index);

/* ---- regexps.c ---- */
void rp_collect_regexps(struct ripper *r); /* literal ones that may be wrong.  No Ruby is called */
/* Returns the message of the error in a regexp, or nil.  calls */
VALUE rp_regexp_flaw(struct ripper *r, size_t index);

/* ---- problems.c ---- */
void rp_find_problems(struct ripper *r);
void rp_debug_token(struct ripper *r, uint32_t index);     /* what yydebug shows.  calls */
void rp_report_problems(struct ripper *r, uint32_t index); /* those before the token with that index */

/* value, or what the handler of `event` makes of it if there is such an error at start.  calls */
VALUE rp_flaw(struct ripper *r, enum ripper_parser_event event, const uint8_t *start, VALUE value);

/* ---- tree.c and tree_*.c ---- */
VALUE rp_walk(struct ripper *r);

#endif
