/*
 * insngen.h - the instruction generator: the data that its parts share.
 *
 * Owns      the model of one insns.def: instructions, operands, stack pictures, fusions.
 * Parts     lexer.c (text to tokens) -> parser.y (grammar) -> model.c, roles.c (checks, layout) -> emit_*.c (one product each).
 * GEN-1     A model that reached the emitters has no error: every name is known, unique, and every offset is set.
 * GEN-2     Products are composed in memory, and are written only if all of insns.def is right.
 * GEN-3     A product whose text did not change keeps its file's time, so that make rebuilds little.
 * Memory    Never freed: the process lives for milliseconds.
 * Checked   test/insns/run (golden files, wrong input included).
 */
#ifndef INSNGEN_H
#define INSNGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { MAX_OPERANDS = 8, MAX_STACK = 16, MAX_FUSED = 4, MAX_WATCHES = 32, CELL_BYTES = 8 };

struct pos {
    int line, col; /* from 1; columns are bytes */
};

/* A token: its text (owned copy) and where it starts.  doc is set on the word `insn` only. */
struct token {
    char *text;
    char *doc;
    struct pos pos;
};

/*
 * One kind of operand, which is also its type's name in insns.def.  Several kinds share an encoding and its letter: iseq/check.c
 * requires more of a `path` than of a `literal`.  Packed types live in lanes of the second cell; the others take whole cells.
 */
struct operand_type {
    const char *name;   /* as written in insns.def, and in enum insn_operand_kind */
    char code;          /* its letter in the operand type string, see internal/iseq/insn.h */
    int lane_bytes;     /* 2 or 4 when packed, else 0 */
    int cells;          /* whole cells taken, 0 when packed */
    const char *c_type; /* of the local that binds it */
};

struct operand {
    const struct operand_type *type;
    struct token type_name, name;
    int offset;  /* bytes from the start of the instruction */
    char writes; /* the type that the body stores to this local, by its letter in jit(); 0 if it stores nothing */
};

struct stack_item {
    struct token name;
    bool rest;   /* the item is `...` */
    bool kept;   /* output: same cell and name as an input, and the body does not assign it */
    bool shared; /* output: shares the variable of an input of the same name */
};

struct watch {
    char *klass, *op;
};

struct insn {
    int id;
    struct token name;
    char *doc;
    struct operand operands[MAX_OPERANDS];
    int operand_count;
    struct stack_item in[MAX_STACK], out[MAX_STACK];
    int in_count, out_count;
    bool variable; /* the stack effect depends on operands */
    bool leaf, publish_manual, control, jump, cold, pure, compiled;
    bool uses_slow;                       /* the body has SLOW(fn), which publishes */
    struct token sp_inc, comptime_sp_inc; /* text is NULL when not given */
    struct token reads, require;          /* likewise */
    int site_form;                        /* index in site_forms; 0 without a call site */
    int link, branch;                     /* indexes in link_forms and branch_forms; 0 if not given */
    bool back, has_point;                 /* goes back in the code; its JIT code is made again when its handler changes */
    struct token callee, point, lasting, writes;
    struct insn *lasts[2]; /* by lasting(FORM, PLAIN); NULL if not given, or none */
    struct token family_name;
    struct token guard;  /* the name of a piece; text is NULL when not given */
    struct token jit;    /* variants for the JIT, see emit_jit.c; text is NULL when not given */
    bool jit_none;       /* jit(none): the JIT has a way of its own */
    struct insn *family; /* the general form, or NULL */
    struct watch watches[MAX_WATCHES];
    int watch_count;
    struct token body; /* with its braces */
    int length;        /* cells */
    int packed_count;
    unsigned attrs_seen; /* bit k: the k-th attribute of model.c's table was given */
    struct insn *next;
};

/* C text that is pasted in front of the bodies that name it by attr guard(NAME) */
struct piece {
    struct token name, body; /* the body with its braces */
    bool uses_slow, used;
    struct piece *next;
};

struct fuse {
    int id;
    struct token name;
    struct token part_names[MAX_FUSED];
    struct insn *parts[MAX_FUSED];
    int count;
    struct fuse *next;
};

/* A slow function, which is named by SLOW(fn) in a body or by attr slow(fn) */
struct slow {
    char *name;
    struct slow *next;
};

struct model {
    const char *path; /* of insns.def, as given */
    struct insn *insns;
    struct fuse *fuses;
    struct slow *slows;
    struct piece *pieces;
    int insn_count, fuse_count;
};

extern struct model model;

/* Report an error as PATH:LINE:COL: message.  The run ends with status 1, nothing written. */
void error_at(struct pos at, const char *format, ...) __attribute__((format(printf, 2, 3)));
extern int error_count;

void *xalloc(size_t bytes); /* zeroed; exits when memory is out */
char *xcopy(const char *text, size_t length);

/* lexer.c */
void lexer_start(const char *text);
struct pos lexer_position(void); /* start of the last token */
int yylex(void);

/* One C token of a body.  kind: 'i' identifier, 'n' number, 's' string or character, else the first byte. */
struct c_token {
    char kind;
    const char *start;
    int length;
    struct pos pos;
};
struct c_scan {
    const char *p;
    struct pos pos;
};
bool c_next(struct c_scan *scan, struct c_token *token);
bool c_token_is(const struct c_token *token, const char *text);
bool c_mentions(const char *text, const char *name);

/* parser.y */
int yyparse(void);

/* model.c: what the grammar calls, in the order of the text */
void model_insn_begin(struct token word, struct token name);
void model_operand(struct token type, struct token name);
void model_stack_item(bool output, struct token name, bool rest);
void model_variable(void);
void model_attr(struct token key, struct token value);
void model_insn_end(struct token body);
void model_piece(struct token name, struct token body);
void model_fuse_begin(struct token name);
void model_fuse_part(struct token name);
void model_split_sites(void); /* first of all: an operand `callsite` takes two cells, which are the site */
struct insn *model_find_insn(const char *name);
struct operand *model_find_operand(struct insn *insn, const char *name);
void model_check(void); /* after the last item: what needs the whole list */

/* roles.c */
extern const char *const link_forms[], *const branch_forms[]; /* end with NULL */
int role_word(const char *const *words, struct token value, const char *what);
bool role_next(const char **list, char *word, size_t room); /* the next word of a list; words end at blanks and commas */
void roles_insn_end(struct insn *insn);                     /* after the body */
void roles_check(struct insn *insn);                        /* after all families are known */

/* model.c: tables and functions for the emitters */
extern const struct operand_type *const operand_types; /* ends with a NULL name */
extern const char *const site_forms[];                 /* ends with NULL */
int insn_fixed_sp_inc(const struct insn *insn);

/* emit_*.c: each writes one product */
void emit_enum(FILE *out);
void emit_info(FILE *out);
void emit_tail(FILE *out);
void emit_goto(FILE *out);
void emit_page(FILE *out);
void emit_jit(FILE *out);
void emit_banner(FILE *out, const char *what);

#endif
